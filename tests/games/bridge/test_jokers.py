"""Jokers: powers, suits, wildcards, hidden cards, honours - each setting on each
reading."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.cards import FRENCH, Card, Suit
from scorekeeper.core.citations import Authority
from scorekeeper.core.errors import ImpossibleResult, RuleViolation
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Event
from scorekeeper.games.bridge import BRIDGE, FIVE_CROWNS, JOKER_BRIDGE
from scorekeeper.games.bridge.contract import Denomination
from scorekeeper.games.bridge.events import (
    HiddenDealt,
    JokersDeclared,
    PassedOut,
    WildcardNamed,
)
from scorekeeper.games.bridge.play import (
    PACKS,
    Jokers,
    hcp,
    is_high,
    pack_of,
    wildcard_suits,
)
from scorekeeper.games.bridge.rules import (
    ENHANCED_HIDDEN,
    STANDARD_HIDDEN,
    BlackSuit,
    CrownsSettings,
    DuplicateHonours,
    HiddenJoker,
    HiddenSign,
    HiddenTable,
    Honours,
    JokerSettings,
    Power,
    RedSuit,
    Scoring,
    Settings,
    SevenAll,
    SuitMode,
    Variant,
    Variation,
    X1Suit,
    X1Wildcard,
)
from scorekeeper.games.bridge.scoring import honour_cards
from scorekeeper.games.bridge.state import holders_of, jokers_of
from scorekeeper.games.game import Game
from tests.games.bridge.at_table import (
    Table,
    calls,
    cards,
    deal,
    hidden,
    honours,
    points,
    refused,
    row,
)

X1 = JokerSettings()
X2 = JokerSettings(variant=Variant.X2)
PARITY = JokerSettings(variant=Variant.X4_PARITY)
NON_PARITY = JokerSettings(variant=Variant.X4_NON_PARITY)
WILD = replace(X1, suit_mode=SuitMode.WILDCARD)
WILD2 = replace(X2, suit_mode=SuitMode.WILDCARD)


def at(settings: JokerSettings, *facts: Event) -> Table:
    return Table(JOKER_BRIDGE, settings).enter(*facts)


def of(table: Table, kind: str) -> list[tuple[str, str, int, str]]:
    """The lines of the last row whose code begins with `kind`."""
    return [point for point in points(row(table).lines) if point[3].startswith(kind)]


# ---- packs and powers ----


@pytest.mark.parametrize(
    ("variation", "size", "hand", "face_down"),
    [
        (Variation.BRIDGE, 52, 13, 0),
        (Variation.DEUCES_WILD, 52, 13, 0),
        (Variation.X1, 53, 13, 1),
        (Variation.X2, 54, 13, 2),
        (Variation.X4_PARITY, 56, 14, 0),
        (Variation.X4_NON_PARITY, 56, 14, 0),
        (Variation.FIVE_CROWNS, 56, 14, 0),
    ],
)
def test_every_card_is_dealt(
    variation: Variation, size: int, hand: int, face_down: int
) -> None:
    pack = PACKS[variation]
    assert (pack.size, pack.hand, pack.hidden) == (size, hand, face_down)
    assert 4 * pack.hand + pack.hidden == pack.size


POWERS = {
    Power.MAJOR: (5, 5, 5),
    Power.MAJOR_MINOR: (5, 1, 3),
    Power.MINOR_MAJOR: (1, 5, 3),
    Power.MINOR: (1, 1, 1),
}


@pytest.mark.parametrize(("power", "row_of_five"), POWERS.items())
def test_high_card_points_as_printed(
    power: Power, row_of_five: tuple[int, int, int]
) -> None:
    trump, no_trump, average = row_of_five
    assert hcp(power, Denomination.SPADES) == hcp(power, Denomination.CLUBS) == trump
    assert hcp(power, Denomination.NO_TRUMP) == no_trump
    assert hcp(power) == average
    assert is_high(power, Denomination.HEARTS) is (trump == 5)
    assert is_high(power, Denomination.NO_TRUMP) is (no_trump == 5)


# ---- suits ----


def jokers_in(table: Table) -> Jokers:
    found = jokers_of(table.state.last_deal, table.settings)
    assert found is not None
    return found


def suits_in(table: Table) -> dict[str, str]:
    jokers = jokers_in(table)
    return {str(joker): suit.value for joker, suit in jokers.suits}


def test_the_session_agrees_the_suits() -> None:
    one = at(replace(X1, x1_suit=X1Suit.DIAMONDS), *deal("4H", "N", 10))
    assert suits_in(one) == {"Joker": "D"}
    agreed = replace(X2, red_suit=RedSuit.DIAMONDS, black_suit=BlackSuit.CLUBS)
    assert suits_in(at(agreed, *deal("4H", "N", 10))) == {
        "RedJoker": "D",
        "BlackJoker": "C",
    }


def test_each_of_four_jokers_keeps_its_suit() -> None:
    table = at(PARITY, *deal("4H", "N", 10))
    assert suits_in(table) == {
        "CJoker": "C",
        "DJoker": "D",
        "HJoker": "H",
        "SJoker": "S",
    }


def test_a_declaration_holds_for_its_deal_only() -> None:
    declared = JokersDeclared(Power.MINOR, None, ((Card("Joker"), Suit.CLUBS),))
    table = at(X1, declared, *deal("4C", "N", 10))
    jokers = jokers_in(table)
    assert (jokers.power, jokers.suit(Card("Joker"))) == (Power.MINOR, Suit.CLUBS)
    table.enter(*deal("4C", "N", 10))
    jokers = jokers_in(table)
    assert (jokers.power, jokers.suit(Card("Joker"))) == (Power.MAJOR, Suit.SPADES)


def test_a_second_declaration_adds_to_the_first() -> None:
    table = at(X2, JokersDeclared(Power.MINOR), JokersDeclared(mode=SuitMode.WILDCARD))
    jokers = jokers_in(table)
    assert (jokers.power, jokers.mode, jokers.suits) == (
        Power.MINOR,
        SuitMode.WILDCARD,
        (),
    )


@pytest.mark.parametrize(
    ("settings", "declared", "code"),
    [
        (X1, JokersDeclared(), "nothing-declared"),
        (X2, JokersDeclared(suits=((Card("RedJoker"), Suit.CLUBS),)), "joker-suit"),
        (X2, JokersDeclared(suits=((Card("Joker"), Suit.CLUBS),)), "no-such-joker"),
        (
            PARITY,
            JokersDeclared(suits=((Card("Joker", Suit.CLUBS), Suit.SPADES),)),
            "joker-suit",
        ),
        (PARITY, JokersDeclared(mode=SuitMode.WILDCARD), "no-wildcards"),
        (
            X2,
            JokersDeclared(
                mode=SuitMode.WILDCARD, suits=((Card("RedJoker"), Suit.HEARTS),)
            ),
            "wildcard-suit",
        ),
        (
            X1,
            JokersDeclared(
                suits=((Card("Joker"), Suit.HEARTS), (Card("Joker"), Suit.SPADES))
            ),
            "two-suits",
        ),
    ],
)
def test_declarations_that_cannot_be(
    settings: JokerSettings, declared: JokersDeclared, code: str
) -> None:
    with refused(code):
        at(settings, declared)


def test_jokers_are_declared_before_the_bidding() -> None:
    for first in (calls("Pass"), deal("4H", "N", 10)[:1]):
        with refused("bidding-begun"):
            at(X1, *first).enter(JokersDeclared(Power.MINOR))


@pytest.mark.parametrize("game", [BRIDGE, FIVE_CROWNS], ids=lambda game: game.slug)
def test_games_without_powers_have_nothing_to_declare(game: Game) -> None:
    with refused("no-jokers"):
        Table(game).enter(JokersDeclared(Power.MINOR))


# ---- wildcards ----


def test_a_wildcard_is_named_after_the_bidding_in_its_colour() -> None:
    named = WildcardNamed(Card("RedJoker"), Suit.HEARTS)
    with refused("wildcard-early"):
        at(WILD2, named)
    with refused("wildcard-early"):
        at(WILD2, *calls("1H Pass"), named)
    with refused("joker-suit", "suit"):
        at(
            WILD2,
            *deal("4H", "N", 10)[:1],
            WildcardNamed(Card("RedJoker"), Suit.SPADES),
        )
    table = at(WILD2, *deal("4H", "N", 10)[:1], named)
    assert suits_in(table) == {"RedJoker": "H"}
    with refused("named-before", "suit"):
        table.enter(WildcardNamed(Card("RedJoker"), Suit.DIAMONDS))
    with refused("no-such-joker", "joker"):
        table.enter(WildcardNamed(Card("Joker"), Suit.DIAMONDS))


def test_a_joker_with_an_open_suit_is_not_named() -> None:
    with refused("fixed", "suit"):
        at(X2, *deal("4H", "N", 10)[:1], WildcardNamed(Card("RedJoker"), Suit.HEARTS))
    with refused("fixed", "suit"):
        at(
            PARITY,
            *deal("4H", "N", 10)[:1],
            WildcardNamed(Card("RedJoker"), Suit.HEARTS),
        )


@pytest.mark.parametrize(
    ("reading", "suits"),
    [(X1Wildcard.RED, "DH"), (X1Wildcard.BLACK, "CS"), (X1Wildcard.ANY, "CDHS")],
)
def test_the_suits_of_the_one_wildcard(reading: X1Wildcard, suits: str) -> None:
    settings = replace(WILD, x1_wildcard=reading)
    allowed = wildcard_suits(Card("Joker"), settings)
    assert "".join(suit.value for suit in allowed) == suits
    for suit in FRENCH:
        table = at(settings, *deal("4H", "N", 10)[:1])
        if suit in allowed:
            table.enter(WildcardNamed(Card("Joker"), suit))
        else:
            with refused("joker-suit"):
                table.enter(WildcardNamed(Card("Joker"), suit))


def test_a_wildcard_can_be_agreed_for_one_deal() -> None:
    table = at(X2, JokersDeclared(mode=SuitMode.WILDCARD), *deal("4H", "N", 10)[:1])
    table.enter(WildcardNamed(Card("RedJoker"), Suit.HEARTS))
    assert suits_in(table) == {"RedJoker": "H"}


def test_a_suit_is_not_declared_where_wildcards_are_agreed() -> None:
    declared = ((Card("RedJoker"), Suit.HEARTS),)
    with refused("wildcard-suit", "suits"):
        at(WILD2, JokersDeclared(suits=declared))
    with refused("wildcard-suit", "suits"):
        at(X2, JokersDeclared(mode=SuitMode.WILDCARD, suits=declared))
    table = at(
        WILD2,
        JokersDeclared(mode=SuitMode.OPEN, suits=declared),
        *deal("4H", "N", 10)[:1],
    )
    assert suits_in(table)["RedJoker"] == "H"


def test_a_wildcard_gets_no_suit_after_the_opening_lead() -> None:
    table = at(WILD2, *deal("4H", "N", 10)[:1], CardPlayed(Card.parse("C2")))
    with refused("wildcard-late", "suit"):
        table.enter(WildcardNamed(Card("RedJoker"), Suit.HEARTS))


# ---- hidden cards ----


def shown_points(
    settings: JokerSettings, contract: str, tricks: int, *cards_shown: Event
) -> list[int]:
    table = at(settings, *deal(contract, "N", tricks), *cards_shown)
    return [pts for _, _, pts, _ in of(table, "hidden")]


STANDARD = {"A": 20, "K": 18, "Q": 16, "J": 14, "10": 10} | {
    str(n): n for n in range(2, 10)
}
ENHANCED = {"A": 30, "K": 25, "Q": 20, "J": 15, "10": 10, "9": 10, "8": 10} | {
    str(n): 5 for n in range(2, 8)
}


@pytest.mark.parametrize("rank", list(STANDARD))
@pytest.mark.parametrize("power", list(Power))
def test_what_a_hidden_card_is_worth(rank: str, power: Power) -> None:
    """As printed, and the same under every power (J3)."""
    card = hidden("N", f"D{rank}")
    settings = replace(X1, power=power)
    enhanced = replace(settings, hidden_table=HiddenTable.ENHANCED)
    assert shown_points(settings, "4H", 10, card) == [STANDARD[rank]]
    assert shown_points(enhanced, "4H", 10, card) == [ENHANCED[rank]]
    assert dict(STANDARD_HIDDEN) == STANDARD and dict(ENHANCED_HIDDEN) == ENHANCED


def test_a_table_has_its_own_values() -> None:
    values = tuple((rank, n) for n, rank in enumerate(STANDARD, 40))
    settings = replace(X1, hidden_table=HiddenTable.CUSTOM, hidden_values=values)
    for rank, n in values:
        assert shown_points(settings, "4H", 10, hidden("E", f"C{rank}")) == [n]


@pytest.mark.parametrize(
    ("sign", "tricks", "declarers", "defenders"),
    [
        (HiddenSign.CONTRACT, 10, 20, 20),
        (HiddenSign.CONTRACT, 9, -20, -20),
        (HiddenSign.OWN_RESULT, 10, 20, -20),
        (HiddenSign.OWN_RESULT, 9, -20, 20),
        (HiddenSign.DECLARER, 10, 20, 0),
        (HiddenSign.DECLARER, 9, -20, 0),
    ],
)
def test_the_sign_of_a_hidden_card(
    sign: HiddenSign, tricks: int, declarers: int, defenders: int
) -> None:
    settings = replace(X2, hidden_sign=sign)
    found = shown_points(settings, "4H", tricks, hidden("S", "SA"), hidden("W", "CA"))
    assert found == [declarers, defenders]


@pytest.mark.parametrize(
    ("reading", "table", "worth"),
    [
        (HiddenJoker.NOTHING, HiddenTable.STANDARD, 0),
        (HiddenJoker.AS_ACE, HiddenTable.STANDARD, 20),
        (HiddenJoker.AS_ACE, HiddenTable.ENHANCED, 30),
        (HiddenJoker.CUSTOM, HiddenTable.STANDARD, 37),
    ],
)
def test_a_joker_that_lay_face_down(
    reading: HiddenJoker, table: HiddenTable, worth: int
) -> None:
    settings = replace(
        X1, hidden_joker=reading, hidden_table=table, hidden_joker_points=37
    )
    assert shown_points(settings, "4H", 10, hidden("E", "Joker")) == [worth]
    assert shown_points(settings, "4H", 9, hidden("E", "Joker")) == [-worth]


def test_hidden_points_stand_above_the_line_undoubled_and_leave_the_game_alone() -> (
    None
):
    table = at(X1, *deal("2HX", "N", 8), hidden("N", "SA"))
    assert of(table, "hidden") == [("NS", "above", 20, "hidden.added")]
    part = at(X1, *deal("3NT", "N", 8), hidden("E", "SA"))
    assert of(part, "hidden") == [("EW", "above", -20, "hidden.taken-off")]
    near = at(X1, *deal("3H", "N", 9), hidden("N", "SA"))
    assert "game" not in row(near).marks


def test_a_hidden_card_on_a_pass_out_counts_nothing() -> None:
    table = at(X1, PassedOut(), hidden("E", "SA"))
    assert of(table, "hidden") == [("EW", "above", 0, "hidden.passed-out")]


def test_a_card_never_shown_counts_nothing_and_says_so() -> None:
    table = at(X1, *deal("4H", "N", 10), hidden("E", None))
    assert of(table, "never-shown") == [("EW", "above", 0, "never-shown")]
    assert row(table).lines[-1].cite.standing is Authority.INFERRED


def test_a_card_that_the_table_forgot_is_marked_once_the_next_deal_has_begun() -> None:
    """Whether its holder was recorded, or is known by the order of dealing (J12,
    J13)."""
    first = deal("4H", "N", 10)
    passed = calls("Pass Pass Pass Pass")
    for settings, sides in ((X1, ["EW"]), (X2, ["EW", "NS"])):
        table = at(settings, *first, *passed)
        lines = points(row(table, 0).lines)
        assert [line for line in lines if line[3] == "never-shown"] == [
            (side, "above", 0, "never-shown") for side in sides
        ]
    table = at(X2, *first, hidden("W", "C2"), *passed)
    lines = points(row(table, 0).lines)
    assert [line[0] for line in lines if line[3] == "never-shown"] == ["NS"]


def test_the_cards_go_out_in_the_order_of_dealing_unless_said() -> None:
    for settings, seats in ((X1, "E"), (X2, "ES"), (PARITY, "")):
        state = at(settings, *calls("Pass")).state
        assert "".join(seat.value for seat in holders_of(state.deal, settings)) == seats
    table = at(X1, HiddenDealt((Seat.NORTH,)), *deal("4H", "N", 10))
    assert holders_of(table.state.last_deal, X1) == (Seat.NORTH,)


@pytest.mark.parametrize(
    ("settings", "seats", "code"),
    [
        (X1, "NS", "holders"),
        (X1, "", "holders"),
        (X2, "N", "holders"),
        (X2, "NS", "one-a-side"),
        (X2, "NN", "one-a-side"),
        (X1, "1", "no-such-seat"),
        (PARITY, "N", "no-hidden"),
    ],
)
def test_holders_that_cannot_be(settings: JokerSettings, seats: str, code: str) -> None:
    with refused(code, "holders"):
        at(settings, HiddenDealt(tuple(Seat(letter) for letter in seats)))


@pytest.mark.parametrize(
    ("settings", "before", "reveal", "code"),
    [
        (X1, calls("1H Pass Pass Pass"), hidden("E", "SA"), "shown-early"),
        (X1, (), hidden("E", "SA"), "shown-early"),
        (X1, (*deal("4H", "N", 10), hidden("E", "SA")), hidden("E", "SK"), "all-shown"),
        (X1, (*deal("4H", "N", 10), hidden("E", "SA")), hidden("N", "SK"), "all-shown"),
        (
            X2,
            (*deal("4H", "N", 10), hidden("E", "SA")),
            hidden("E", "SK"),
            "shown-before",
        ),
        (
            X2,
            (*deal("4H", "N", 10), hidden("E", "SA")),
            hidden("W", "SK"),
            "one-a-side",
        ),
        (
            X2,
            (*deal("4H", "N", 10), hidden("E", "SA")),
            hidden("S", "SA"),
            "card-shown",
        ),
        (X1, deal("4H", "N", 10), hidden("E", "HJoker"), "not-in-pack"),
        (X1, deal("4H", "N", 10), hidden("E", "*5"), "not-in-pack"),
        (X2, deal("4H", "N", 10), hidden("E", "Joker"), "not-in-pack"),
        (PARITY, deal("4H", "N", 10), hidden("E", "SA"), "no-hidden"),
        (
            X1,
            (HiddenDealt((Seat.NORTH,)), *deal("4H", "N", 10)),
            hidden("E", "SA"),
            "not-holder",
        ),
        (
            X1,
            (*deal("4H", "N", 10), honours("S", "HA HK HQ HJ")),
            hidden("E", "HK"),
            "card-held",
        ),
        (
            WILD,
            (
                deal("4H", "N", 10)[0],
                WildcardNamed(Card("Joker"), Suit.HEARTS),
                deal("4H", "N", 10)[1],
            ),
            hidden("E", "Joker"),
            "joker-named",
        ),
    ],
)
def test_reveals_that_cannot_be(
    settings: JokerSettings, before: tuple[Event, ...], reveal: Event, code: str
) -> None:
    table = at(settings, *before)
    with refused(code):
        table.enter(reveal)


def test_what_cannot_have_been_is_told_from_what_may_not_be_now() -> None:
    table = at(X1, *deal("4H", "N", 10))
    with pytest.raises(ImpossibleResult):
        table.enter(hidden("E", "HJoker"))


def test_a_wildcard_that_lay_face_down_was_held_by_nobody() -> None:
    table = at(WILD, *deal("4H", "N", 10), hidden("E", "Joker"))
    with refused("face-down", "joker"):
        table.enter(WildcardNamed(Card("Joker"), Suit.HEARTS))


def test_a_reveal_is_corrected_but_never_taken_back() -> None:
    table = at(X1, *deal("4H", "N", 10), hidden("E", "SA"))
    with pytest.raises(RuleViolation) as caught:
        table.command(Command((), (3,), "not shown"))
    assert caught.value.why.code == "refused.shown-stays-shown"
    table.correct(3, hidden("E", "SK"))
    assert of(table, "hidden") == [("EW", "above", 18, "hidden.added")]


def test_a_reveal_belongs_to_the_last_deal_until_the_next_begins() -> None:
    table = at(X1, *deal("4H", "N", 10), *calls("Pass"))
    with refused("shown-early"):
        table.enter(hidden("E", "SA"))


# ---- honours ----


def award(
    settings: Settings, contract: str, *held: Event, game: Game = JOKER_BRIDGE
) -> list[tuple[str, int]]:
    table = Table(game, settings).enter(*deal(contract, "N", 3), *held)
    return [
        (line.party, int(line.points))
        for line in row(table).lines
        if line.what.code == "bridge.line.honours"
    ]


@pytest.mark.parametrize(
    ("contract", "held", "worth"),
    [
        ("4S", "SA SK SQ", None),
        ("4S", "SA SK SQ S10", 150),
        ("4S", "SA SK SQ Joker", 150),
        ("4S", "SA SK SQ SJ S10", 175),
        ("4S", "SA SK SQ SJ Joker", 175),
        ("4S", "SA SK SQ SJ S10 Joker", 200),
        ("3NT", "SA HA DA", None),
        ("3NT", "SA HA DA CA", 150),
        ("3NT", "SA HA DA Joker", 150),
        ("3NT", "SA HA DA CA Joker", 175),
    ],
)
def test_honours_with_one_joker(contract: str, held: str, worth: int | None) -> None:
    """Our figures for the printed example: four aces and the Joker at no trump are
    175."""
    expected = [("EW", worth)] if worth else []
    assert award(X1, contract, honours("W", held)) == expected


def test_honours_go_to_the_side_that_holds_them_made_or_not_and_are_never_doubled() -> (
    None
):
    for contract in ("4S", "4SX", "4SXX"):
        for tricks in (13, 3):
            table = at(X1, *deal(contract, "N", tricks), honours("E", "SA SK SQ SJ"))
            assert of(table, "honours") == [("EW", "above", 150, "honours")]


def test_one_award_a_side_for_its_best_hand() -> None:
    held = (
        honours("N", "SA HA DA CA SJoker"),
        honours("S", "HJoker"),
        honours("E", "DJoker CJoker"),
    )
    assert award(PARITY, "3NT", *held) == [("NS", 175)]
    both = (honours("N", "SA HA DA CA"), honours("W", "SJoker HJoker DJoker CJoker"))
    assert award(PARITY, "3NT", *both) == [("NS", 150), ("EW", 150)]
    six = (honours("N", "SA HA DA CA SJoker HJoker"), honours("S", "DJoker CJoker"))
    assert award(PARITY, "3NT", *six) == [("NS", 200)]
    eight = (honours("N", "SA HA DA CA SJoker HJoker DJoker CJoker"),)
    assert award(PARITY, "3NT", *eight) == [("NS", 200)]


def test_the_better_of_two_hands_counts() -> None:
    eight = replace(
        PARITY, honours=Honours.CUSTOM, honour_values=(("nt-1", 10), ("nt-3", 30))
    )
    held = (honours("N", "SA"), honours("S", "HA DA CA"))
    assert award(eight, "3NT", *held) == [("NS", 30)]


@pytest.mark.parametrize(
    ("settings", "declared", "contract", "code"),
    [
        (replace(X1, power=Power.MINOR), None, "4S", "joker-low"),
        (replace(X1, power=Power.MINOR_MAJOR), None, "4S", "joker-low"),
        (replace(X1, power=Power.MAJOR_MINOR), None, "3NT", "joker-low"),
        (X1, None, "4H", "joker-side"),
        (X1, JokersDeclared(Power.MINOR), "4S", "joker-low"),
        (X1, JokersDeclared(suits=((Card("Joker"), Suit.CLUBS),)), "4S", "joker-side"),
        (WILD, None, "4H", "joker-unnamed"),
    ],
)
def test_a_joker_that_is_no_honour(
    settings: JokerSettings, declared: JokersDeclared | None, contract: str, code: str
) -> None:
    before = (declared,) if declared else ()
    suit = contract[1] if contract != "3NT" else "S"
    table = at(settings, *before, *deal(contract, "N", 9))
    with refused(code, "cards"):
        table.enter(honours("N", f"{suit}A Joker"))


def test_a_wildcard_is_an_honour_once_it_has_become_trumps() -> None:
    table = at(
        WILD, *deal("4H", "N", 10)[:1], WildcardNamed(Card("Joker"), Suit.HEARTS)
    )
    table.enter(*deal("4H", "N", 10)[1:], honours("N", "HA HK HQ Joker"))
    assert of(table, "honours") == [("NS", "above", 150, "honours")]
    other = at(WILD, *deal("4H", "N", 10), WildcardNamed(Card("Joker"), Suit.DIAMONDS))
    with refused("joker-side"):
        other.enter(honours("N", "HA HK HQ Joker"))


def test_a_high_wildcard_is_an_honour_at_no_trump_whatever_its_suit() -> None:
    assert award(WILD, "3NT", honours("N", "SA HA DA CA Joker")) == [("NS", 175)]


def test_only_the_joker_of_trumps_counts_with_four() -> None:
    state = at(PARITY, *deal("4S", "N", 10)).state
    found = {str(card) for card in honour_cards(state.last_deal, PARITY)}
    assert found == {"SJoker", "SA", "SK", "SQ", "SJ", "S10"}
    with refused("joker-side"):
        at(PARITY, *deal("4S", "N", 10), honours("N", "SA SK SQ HJoker"))


@pytest.mark.parametrize(
    ("before", "held", "code"),
    [
        ((), honours("N", "SA SK SQ D10"), "no-honour"),
        ((), honours("N", "S9"), "no-honour"),
        ((), honours("N", "SA SA"), "honour-twice"),
        ((), honours("N", "SA HJoker"), "not-in-pack"),
        ((honours("S", "SA SK"),), honours("N", "SK SQ"), "honour-held"),
        ((honours("N", "SA SK"),), honours("N", "SQ SJ"), "honours-twice"),
        ((hidden("E", "S10"),), honours("N", "SA SK SQ SJ S10 Joker"), "honour-hidden"),
    ],
)
def test_honours_that_cannot_be(
    before: tuple[Event, ...], held: Event, code: str
) -> None:
    table = at(X1, *deal("4S", "N", 10), *before)
    with refused(code):
        table.enter(held)


def test_honours_need_a_contract_and_a_result_without_one_has_none() -> None:
    with refused("honours-early"):
        at(X1, honours("N", "SA"))
    with refused("honours-early"):
        at(X1, PassedOut(), honours("N", "SA"))
    with refused("honours-early"):
        at(X1, *calls("1S Pass"), honours("N", "SA"))


def test_that_there_were_none_can_be_said() -> None:
    table = at(X1, *deal("4S", "N", 10), honours("N", ""))
    assert of(table, "honours") == []


def test_honours_can_be_laid_down_before_the_result() -> None:
    table = at(
        X1, deal("4S", "N", 10)[0], honours("S", "SA SK SQ SJ"), deal("4S", "N", 10)[1]
    )
    assert of(table, "honours") == [("NS", "above", 150, "honours")]


@pytest.mark.parametrize(
    ("contract", "held", "worth"),
    [
        ("4S", "SA SK SQ S10", 100),
        ("4S", "SA SK SQ SJ S10", 150),
        ("3NT", "SA HA DA CA", 150),
        ("3NT", "SA HA DA", None),
    ],
)
def test_standard_honours(contract: str, held: str, worth: int | None) -> None:
    expected = [("EW", worth)] if worth else []
    assert award(Settings(), contract, honours("E", held), game=BRIDGE) == expected


@pytest.mark.parametrize(
    ("contract", "held", "worth"),
    [
        ("4*", "*K *Q *J *9", 100),
        ("4C", "CK CQ CJ C10 C9", 150),
        ("3NT", "SK HK DK CK", None),
        ("3NT", "SK HK DK CK *K", 150),
    ],
)
def test_honours_of_five_crowns(contract: str, held: str, worth: int | None) -> None:
    expected = [("NS", worth)] if worth else []
    assert (
        award(CrownsSettings(), contract, honours("S", held), game=FIVE_CROWNS)
        == expected
    )


def test_the_joker_of_five_crowns_is_the_lowest_trump_and_no_honour() -> None:
    with refused("joker-no-honour"):
        Table(FIVE_CROWNS).enter(*deal("4S", "N", 11), honours("N", "SK Joker"))


@pytest.mark.parametrize(
    ("settings", "game"),
    [
        (replace(X1, honours=Honours.OFF), JOKER_BRIDGE),
        (CrownsSettings(honours=Honours.OFF), FIVE_CROWNS),
        (Settings(scoring=Scoring.DUPLICATE), BRIDGE),
    ],
)
def test_where_honours_are_not_scored_none_are_taken(
    settings: Settings, game: Game
) -> None:
    trump = "SK SQ SJ S10"
    with refused("honours-off", "cards"):
        Table(game, settings).enter(*deal("4S", "N", 11), honours("N", trump))


def test_duplicate_scores_honours_where_the_table_wants_them() -> None:
    wanted = Settings(
        scoring=Scoring.DUPLICATE, duplicate_honours=DuplicateHonours.SCORED
    )
    table = Table(BRIDGE, wanted).enter(
        *deal("4S", "N", 10), honours("N", "SA SK SQ SJ")
    )
    assert ("NS", "score", 100, "honours") in points(row(table).lines)
    assert row(table).lines[-1].cite.standing is Authority.HOUSE


def test_a_table_has_its_own_values_of_honours() -> None:
    values = (("trumps-4", 40), ("trumps-6", 60), ("nt-5", 55))
    own = replace(X1, honours=Honours.CUSTOM, honour_values=values)
    assert award(own, "4S", honours("N", "SA SK SQ SJ S10")) == [("NS", 40)]
    assert award(own, "4S", honours("N", "SA SK SQ SJ S10 Joker")) == [("NS", 60)]
    assert award(own, "3NT", honours("N", "SA HA DA CA")) == []
    table = at(own, *deal("4S", "N", 10), honours("N", "SA SK SQ SJ"))
    assert row(table).lines[-1].cite.standing is Authority.HOUSE


def test_own_values_are_not_read_while_the_game_s_are_agreed() -> None:
    own = replace(X1, honour_values=(("trumps-4", 1),))
    assert award(own, "4S", honours("N", "SA SK SQ SJ")) == [("NS", 150)]


# ---- seven all ----


@pytest.mark.parametrize("settings", [PARITY, NON_PARITY], ids=["parity", "non-parity"])
@pytest.mark.parametrize("contract", ["1C", "1NTX", "5SXX", "7NT"])
def test_seven_all_is_a_draw(settings: JokerSettings, contract: str) -> None:
    table = at(settings, *deal(contract, "N", 7), honours("N", ""))
    is_made = settings is PARITY and contract == "1NTX"
    insult = [("NS", "above", 0, "draw.insult")] if is_made else []
    assert points(row(table).lines) == [("NS", "above", 0, "draw"), *insult]
    assert row(table).marks == ("drawn",)


def test_honours_still_score_in_a_draw() -> None:
    table = at(PARITY, *deal("1S", "N", 7), honours("E", "SA SK SQ SJ S10 SJoker"))
    assert points(row(table).lines) == [
        ("NS", "above", 0, "draw"),
        ("EW", "above", 200, "honours"),
    ]


@pytest.mark.parametrize(
    ("reading", "settings", "contract", "expected"),
    [
        (
            SevenAll.NO_TRICK_POINTS,
            PARITY,
            "1SX",
            [
                ("NS", "above", 0, "draw.no-trick-points"),
                ("NS", "above", 50, "insult.doubled"),
            ],
        ),
        (
            SevenAll.NO_TRICK_POINTS,
            PARITY,
            "2S",
            [
                ("NS", "above", 0, "draw.no-trick-points"),
                ("EW", "above", 50, "undertricks"),
            ],
        ),
        (SevenAll.SCORED, PARITY, "1S", [("NS", "below", 30, "odd-tricks")]),
        (SevenAll.SCORED, NON_PARITY, "1S", [("EW", "above", 50, "undertricks")]),
    ],
)
def test_other_readings_of_seven_all(
    reading: SevenAll, settings: JokerSettings, contract: str, expected: list[object]
) -> None:
    table = at(replace(settings, seven_all=reading), *deal(contract, "N", 7))
    assert points(row(table).lines) == expected


def test_a_draw_pays_no_part_score_at_duplicate() -> None:
    settings = replace(
        PARITY, scoring=Scoring.DUPLICATE, seven_all=SevenAll.NO_TRICK_POINTS
    )
    table = at(settings, *deal("1S", "N", 7))
    assert points(row(table).lines) == [("NS", "score", 0, "draw.no-trick-points")]


# ---- any deal ----

CARDS = sorted(map(str, pack_of(X2).cards))


@given(
    st.sampled_from(["1C", "3NT", "4SX", "7HXX"]),
    st.integers(0, 13),
    st.sampled_from(CARDS),
    st.sampled_from(CARDS),
    st.sampled_from(list(HiddenSign)),
)
def test_a_reveal_is_refused_or_its_points_stand_in_its_owner_s_column(
    contract: str, tricks: int, first: str, second: str, sign: HiddenSign
) -> None:
    settings = replace(X2, hidden_sign=sign)
    table = at(settings, *deal(contract, "N", tricks), hidden("E", first))
    if first == second:
        with refused("card-shown"):
            table.enter(hidden("S", second))
        return
    table.enter(hidden("S", second))
    east, south = [
        point for point in points(row(table).lines) if point[3].startswith("hidden")
    ]
    assert (east[0], south[0]) == ("EW", "NS")
    for one, card in ((east, first), (south, second)):
        worth = 0 if "Joker" in card else STANDARD[card[1:]]
        assert abs(one[2]) in (worth, 0)


def test_cards_are_read_as_they_are_written() -> None:
    assert cards("SA H10 RedJoker") == (
        Card("A", Suit.SPADES),
        Card("10", Suit.HEARTS),
        Card("RedJoker"),
    )
