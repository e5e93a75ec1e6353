"""A deal in one line: what can be entered can be said, in every language, and what is
not understood is named."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.cards import FRENCH, Suit
from scorekeeper.core.messages import message
from scorekeeper.core.seats import COMPASS, TEAMS, Seat, named_message, numbered
from scorekeeper.games import GAMES
from scorekeeper.games.berzerka import rules as berzerka
from scorekeeper.games.berzerka.events import How
from scorekeeper.games.bridge.contract import Contract, Denomination, Doubling
from scorekeeper.games.bridge.events import ContractStated
from scorekeeper.games.bridge.play import pack_of
from scorekeeper.games.bridge.rules import JokerSettings, Variant
from scorekeeper.games.bridge.tariffs import tariff_of
from scorekeeper.games.line import MOST, Understood, understood
from scorekeeper.games.rook import play as rook
from scorekeeper.games.rook.events import BidStated
from scorekeeper.words import LANGUAGES, words_in
from tests.games.about import about
from tests.games.lines import saying
from tests.games.sitting import Sitting

PEOPLE = ("Ann", "Bo", "Chloé", "Dan Lee")
in_each_language = pytest.mark.parametrize("language", LANGUAGES)


def table(slug: str, settings: Any = None, people: tuple[str, ...] = PEOPLE) -> Sitting:
    game = GAMES[slug]
    sitting = Sitting(game, settings or game.rule_sheet.defaults)
    ring = game.ring(sitting.settings)
    sitting.seat(*people[: len(ring)])
    for fact in about(slug).opening:
        sitting.enter(fact)
    return sitting


READ = [slug for slug, game in GAMES.items() if game.spoken is not None]
"""The games that read a line."""
TABLES = {slug: table(slug) for slug in READ}
TWO_JOKERS = table("joker-bridge", JokerSettings(variant=Variant.X2))


def read(sitting: Sitting, line: str, language: str = "en") -> Understood:
    spoken = sitting.game.spoken
    assert spoken is not None
    people = sitting.folded.people
    return understood(spoken, sitting.state, people, words_in(language).text, line)


def sent(sitting: Sitting, line: str, language: str = "en") -> dict[str, str]:
    """What the form of a line that is clear is sent with; several boxes in one."""
    found = read(sitting, line, language)
    assert found.is_clear, (line, found)
    assert found.answer is not None
    fields = dict[str, str]()
    for name, value in found.answer.sent:
        fields[name] = f"{fields[name]} {value}" if name in fields else value
    return fields


def says(sitting: Sitting, language: str) -> Callable[..., str]:
    """What says a phrase of the game in a language."""
    game = sitting.game
    assert game.spoken is not None
    places = game.spoken.grammar(sitting.state, sitting.folded.people).places
    text = words_in(language).text
    return lambda code, **filled: saying(
        text, f"{game.family}.spoken.{code}", places, **filled
    )


# ---- as people say it ----


@pytest.mark.parametrize(
    "line",
    [
        "4SX N -1",
        "4sxn-1",
        "4♠x by Ann, down one",
        "Ann plays four spades doubled, one down",
        "N: 4 S X 9 tricks",
        "down 1 4♠️ dbl Ann",
    ],
)
def test_a_deal_of_bridge_is_said_in_many_ways(line: str) -> None:
    assert sent(TABLES["bridge"], line) == {
        "level": "4",
        "denomination": "S",
        "doubling": "X",
        "declarer": "N",
        "tricks": "9",
    }


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "four hearts by Chloe plus one"),
        ("en", "4H S made 5"),
        ("de", "vier Herz von Chloé plus eins"),
        ("de", "4H S einer drüber"),
        ("fr", "quatre cœurs par Chloé plus une"),
        ("fr", "4C S une de mieux"),
    ],
)
def test_the_same_deal_is_said_in_each_language(language: str, line: str) -> None:
    assert sent(TABLES["bridge"], line, language) == {
        "level": "4",
        "denomination": "H",
        "doubling": "",
        "declarer": "S",
        "tricks": "11",
    }


def test_a_contract_alone_is_the_contract() -> None:
    found = read(TABLES["bridge"], "3NT W")
    assert found.is_clear
    assert found.answer and found.answer.form == "contract"


def test_the_result_of_a_contract_that_is_played_is_said_alone() -> None:
    sitting = table("bridge")
    sitting.enter(ContractStated(Contract(3, Denomination.NO_TRUMP), Seat.NORTH))
    assert sent(sitting, "plus two") == {"tricks": "11"}
    assert sent(sitting, "made 4") == {"tricks": "10"}
    assert read(sitting, "4S plus two").unknown == ("4", "S")


def test_face_down_cards_and_honours_are_said_too() -> None:
    line = "4S N = hidden king of hearts Bo"
    assert sent(TABLES["joker-bridge"], line)["hidden_0_card"] == "HK"
    line = "4S N = hidden ten of clubs Bo hidden Joker Ann"
    found = read(TWO_JOKERS, line)
    assert found.unknown == ("hidden", "Joker"), "there are two Jokers"
    told = sent(TABLES["bridge"], "4S N = honours Ann A K Q J")
    assert (told["honours_seat"], told["honours_cards"]) == ("N", "A K Q J")
    told = sent(TABLES["bridge"], "4S N = honours Ann without the ten")
    assert {*told["honours_cards"].split()} == {*"AKQJ"}
    told = sent(TABLES["bridge"], "3NT N = four aces Bo")
    assert told["honours_cards"] == "CA DA HA SA"
    assert read(TABLES["bridge"], "4S N = four aces Bo").unknown


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("Bo bids 120 red took 145", "2 120 R 24 100 45"),
        ("Bo 120 red 145", "2 120 R 24 100 45"),
        ("red Bo bid one hundred and twenty took 145", "2 120 R 24 100 45"),
        ("Bo bids 120 red, Ann & Chloé took 55", "2 120 R 13 0 55"),
        ("Bo bids 120 red, Ann and Chloé took 55", "2 120 R 13 0 55"),
        ("Bo bids 120 red, Chloé took 55", "2 120 R 13 0 55"),
    ],
)
def test_a_hand_of_rook(line: str, fields: str) -> None:
    told = sent(TABLES["rook"], line)
    names = ("bidder", "amount", "trump", "party", "hundreds", "points")
    assert " ".join(told[name] for name in names) == fields


def test_in_rook_the_bid_and_the_count_are_said_alone() -> None:
    found = read(TABLES["rook"], "Dan bids 110 green")
    assert found.answer and found.answer.form == "bid"
    sitting = table("rook").enter(BidStated(Seat.TWO, 120))
    count = {"party": "24", "hundreds": "100", "points": "45"}
    assert sent(sitting, "145") == sent(sitting, "took 145") == count
    assert sent(sitting, "Ann took 55")["party"] == "13"


def test_a_round_of_two_ten_jack() -> None:
    told = sent(TABLES["two-ten-jack"], "all six hearts to Bo, Ann 5, Bo minus 45")
    assert told == {"hearts": "2", "total1": "5", "total2": "45", "minus2": "y"}


def test_a_hand_of_berzerka() -> None:
    line = "Bo bottle it from the hotseat, 3 tricks, no discards"
    assert sent(TABLES["berzerka"], line) == {
        "declarer": "2",
        "contract": "bottle-it-up",
        "how": "hotseat",
        "count": "3",
        "discards": "0",
    }


# ---- nothing is guessed ----


def test_what_may_be_several_people_is_named() -> None:
    two = table("bridge", people=("Ann", "Anna", "Nora", "Stan"))
    assert read(two, "4S An =").ambiguous == ("An",)
    assert sent(two, "4S Ann =")["declarer"] == "N"
    assert sent(two, "4S Anna =")["declarer"] == "E"
    assert sent(two, "4S N =")["declarer"] == "N", "a seat's letter is said whole"
    assert read(two, "4S Annabel =").unknown == ("Annabel",)


def test_two_contracts_are_named() -> None:
    found = read(TABLES["bridge"], "4S 5H N =")
    assert found.answer is None
    assert {"4", "5"} <= {*found.ambiguous}


def test_what_is_not_understood_is_named_as_it_was_typed() -> None:
    found = read(TABLES["bridge"], "Please: 4S N =, Müller")
    assert found.unknown == ("Please", "Müller")
    assert read(TABLES["bridge"], "4S N made 3").unknown == ("made", "3")
    assert read(TABLES["rook"], "nobody bid 120").unknown


@in_each_language
@pytest.mark.parametrize("slug", READ)
@given(data=st.data())
@settings(max_examples=20, deadline=None)
def test_any_words_are_read_or_named(slug: str, language: str, data: Any) -> None:
    """Every word that nothing was made of is named, and no line raises."""
    sitting = TABLES[slug]
    known = vocabulary(sitting, language)
    piece = st.one_of(st.sampled_from(known), st.text(max_size=8))
    line = " ".join(data.draw(st.lists(piece, max_size=12)))
    found = read(sitting, line, language)
    assert read(sitting, line, language) == found
    if found.is_clear:
        again = read(sitting, f"{line[: MOST - 8]} qqq".strip(), language)
        assert "qqq" in (*again.unknown, *again.ambiguous) or len(line) > MOST - 8


def vocabulary(sitting: Sitting, language: str) -> list[str]:
    """The words that a game's lines have in a language, and some numbers."""
    spoken = sitting.game.spoken
    assert spoken is not None
    text = words_in(language).text
    grammar = spoken.grammar(sitting.state, sitting.folded.people)
    said = " ".join(text(message(phrase.code)) for phrase in grammar.phrases)
    words = [word for word in said.split() if word != "|" and "%" not in word]
    return [*words, *PEOPLE, "N", "S", "4S", "3NT", "-1", "+2", "7", "120", "♥", "red"]


# ---- what can be entered can be said ----


@in_each_language
@pytest.mark.parametrize(
    "slug", ["bridge", "joker-bridge", "deuces-wild", "five-crowns"]
)
@given(data=st.data())
@settings(max_examples=20, deadline=None)
def test_every_deal_of_bridge_can_be_said(slug: str, language: str, data: Any) -> None:
    sitting = TABLES[slug]
    tariff = tariff_of(sitting.settings, False)
    pack = pack_of(sitting.settings)
    say = says(sitting, language)
    level = data.draw(st.integers(1, tariff.top_level))
    denomination = data.draw(st.sampled_from(tariff.denominations))
    doubling = data.draw(st.sampled_from(Doubling))
    declarer = data.draw(st.sampled_from(COMPASS))
    tricks = data.draw(st.integers(0, tariff.tricks))
    parts = [
        say("bid", level=level, denomination=denomination),
        say("declarer", declarer=declarer),
        say("tricks", n=tricks),
    ]
    fields = {
        "level": str(level),
        "denomination": denomination.value,
        "doubling": doubling.value,
        "declarer": declarer.value,
        "tricks": str(tricks),
    }
    if doubling.value:
        parts.append(say(doubling.name.lower()))
    if pack.hidden and data.draw(st.booleans()):
        card = data.draw(st.sampled_from(sorted(pack.cards, key=str)))
        holder = data.draw(st.sampled_from(COMPASS))
        parts.append(say("hidden", card=card, holder=holder))
        fields |= {"hidden_0_card": str(card), "hidden_0_holder": holder.value}
    if denomination.suit and data.draw(st.booleans()):
        holder = data.draw(st.sampled_from(COMPASS))
        ranks = st.lists(st.sampled_from(pack.honours), min_size=3, unique=True)
        held = tuple(data.draw(ranks))
        parts.append(say("honours", holder=holder, held=held))
        fields |= {"honours_seat": holder.value, "honours_cards": " ".join(held)}
    line = ", ".join(data.draw(st.permutations(parts)))
    assert sent(sitting, line, language) == fields


@in_each_language
@given(
    bidder=st.sampled_from(numbered(4)),
    amount=st.integers(20, 40).map(lambda n: 5 * n),
    trump=st.sampled_from(rook.COLOURS),
    team=st.sampled_from(TEAMS),
    points=st.integers(0, 40).map(lambda n: 5 * n),
)
@settings(max_examples=25, deadline=None)
def test_every_hand_of_rook_can_be_said(
    language: str, bidder: Seat, amount: int, trump: Suit, team: Any, points: int
) -> None:
    sitting = TABLES["rook"]
    say = says(sitting, language)
    parts = (
        say("bid", bidder=bidder, amount=amount),
        say("trump", trump=trump),
        say("captured-team", party=team.id, points=points),
    )
    assert sent(sitting, ", ".join(parts), language) == {
        "bidder": bidder.value,
        "amount": str(amount),
        "trump": trump.value,
        "party": team.id,
        "hundreds": str(points - points % 100),
        "points": str(points % 100),
    }


@in_each_language
@given(
    totals=st.lists(st.integers(-90, 90), min_size=4, max_size=4),
    six=st.sampled_from([None, Suit.HEARTS, Suit.SPADES]),
)
@settings(max_examples=25, deadline=None)
def test_every_round_of_two_ten_jack_can_be_said(
    language: str, totals: list[int], six: Suit | None
) -> None:
    sitting = TABLES["two-ten-jack"]
    say = says(sitting, language)
    ring = sitting.game.ring(sitting.settings)
    fields = {six.slug: "1"} if six else {}
    parts = [say("all-six", suit=six, who=ring[0])] if six else []
    for seat, points in zip(ring, totals, strict=False):
        code = "total-below" if points < 0 else "total"
        parts.append(say(code, who=seat, points=abs(points)))
        fields[f"total{seat.value}"] = str(abs(points))
        if points < 0:
            fields[f"minus{seat.value}"] = "y"
    assert sent(sitting, ", ".join(parts), language) == fields


@in_each_language
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_every_hand_of_berzerka_can_be_said(language: str, data: Any) -> None:
    sitting = TABLES["berzerka"]
    say = says(sitting, language)
    numbers = st.integers(0, berzerka.TRICKS)
    contract = data.draw(st.sampled_from(berzerka.STARTER))
    told: dict[str, object] = {
        "declarer": data.draw(st.sampled_from(sitting.game.ring(sitting.settings))),
        "contract": contract.code,
        "discards": data.draw(numbers),
        "count": data.draw(numbers),
    }
    suits = st.sampled_from(FRENCH)
    more: dict[str, st.SearchStrategy[object]] = {
        "overbid": st.integers(1, 9),
        "trump": suits,
        "pain_suit": suits,
        "ranking": st.sampled_from(berzerka.Ranking),
    }
    for name, values in more.items():
        if data.draw(st.booleans()):
            told[name] = data.draw(values)
    parts = [say(name.replace("_", "-"), **{name: told[name]}) for name in told]
    how = data.draw(st.sampled_from(How))
    parts.append(say(how.value))
    line = ", ".join(data.draw(st.permutations(parts)))
    values = {name: getattr(value, "value", str(value)) for name, value in told.items()}
    assert sent(sitting, line, language) == {**values, "how": how.value}


PLAYED: dict[str, Any] = {
    "bridge": ContractStated(Contract.parse("2C"), Seat.SOUTH),
    "rook": BidStated(Seat.TWO, 100),
}
"""What comes before the result of a deal that is played."""


@in_each_language
@pytest.mark.parametrize("slug", READ)
def test_the_example_in_the_field_is_a_line_that_is_understood(
    slug: str, language: str
) -> None:
    sittings = [table(slug)]
    if slug in PLAYED:
        playing = table(slug)
        playing.enter(PLAYED[slug])
        sittings.append(playing)
    for sitting in sittings:
        spoken = sitting.game.spoken
        assert spoken is not None
        people = sitting.folded.people
        example = named_message(spoken.example(sitting.state), people)
        found = read(sitting, words_in(language).text(example), language)
        assert found.is_clear, found
        is_one_of_several = slug == "two-ten-jack"  # everybody's total is too long
        assert found.answer is not None
        assert found.answer.is_whole or is_one_of_several


def test_what_was_read_of_a_line_is_told_beside_what_was_not() -> None:
    found = read(TABLES["bridge"], "4S Bo frob plus 1")
    assert found.known == ("4", "S", "Bo", "plus", "1")
    assert found.unknown == ("frob",)


# ---- figures ----

TYPED = (
    *("1500", "1,500", "1.500", "1'500", "1’500", "1\u00a0500", "1\u202f500"),
    *(
        "1 500",
        "1_500",
        "1,50",
        "15,00",
        "1,5000",
        "01,500",
        "1,500.000",
        "12.5",
        "12½",
    ),
    *(
        "1234567",
        "12345678901234567890",
        "1,234,567",
        "1-500",
        "1/500",
        "1:500",
        "1 5 0",
    ),
)


def figures(said: str) -> str:
    return "".join(re.findall(r"\d", said))


@in_each_language
@pytest.mark.parametrize("typed", TYPED)
@pytest.mark.parametrize("slug", READ)
def test_no_part_of_a_number_is_entered_without_the_rest(
    slug: str, typed: str, language: str
) -> None:
    for line in (f"Ann {typed}", f"{typed} Ann", f"Ann {typed} Bo 7", typed):
        found = read(TABLES[slug], line, language)
        assert found.answer is None or "½" not in found.known
        known = [figures(word) for word in found.known]
        if found.answer is not None:
            assert sorted("".join(known)) == sorted(figures(line)), (line, found)
