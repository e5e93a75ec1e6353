"""The play of the cards in Berzerka, against a slower telling of the same rules."""

import random
from itertools import combinations, product

import pytest

from scorekeeper.core.breaches import breaches
from scorekeeper.core.cards import Card, Play, Suit, Trick
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.play import (
    CardPlayed,
    LeadIs,
    PlayRules,
    Watched,
    check_play,
    may_play,
    played,
    turn,
    winning,
    won,
)
from scorekeeper.games.berzerka import BERZERKA
from scorekeeper.games.berzerka.events import (
    ContractBid,
    Discarded,
    HandPlayed,
    HotseatPicked,
    PainSuitNamed,
    Passed,
    RankingNamed,
    TrumpNamed,
)
from scorekeeper.games.berzerka.pages import ResultForm
from scorekeeper.games.berzerka.play import PACK, CardOrder, card_play, watched_count
from scorekeeper.games.berzerka.rules import PRINTED, Ranking, RankingRule
from scorekeeper.words import words_in
from tests.games.berzerka.table import ONE, THREE, TWO, Table

SEATS = (ONE, TWO, THREE)
UP = Ranking.NORMAL
DOWN = Ranking.INVERTED
TRUMPS = (None, Suit.HEARTS)


def cards(text: str) -> frozenset[Card]:
    return frozenset(Card.parse(word) for word in text.split())


def trick(text: str) -> Trick:
    """Plays in order from seat 1."""
    return tuple(
        Play(SEATS[n], Card.parse(word)) for n, word in enumerate(text.split())
    )


def rules(
    trump: Suit | None = None,
    start: Ranking = UP,
    rule: RankingRule = RankingRule.CHOSEN,
) -> PlayRules:
    return card_play(CardOrder(trump, start, rule), ONE)


@pytest.mark.parametrize("trump", TRUMPS)
def test_whoever_leads_may_lead_anything(trump: Suit | None) -> None:
    of = rules(trump)
    strong = of.strength((), ())
    plays = [Play(ONE, card) for card in sorted(PACK, key=str)]
    assert {play for play in plays if strong(play)} == {
        play for play in plays if play.card.suit is trump
    }


# ---- the rules as one would tell them at the table ----


def told_up(number: int, start: Ranking, rule: RankingRule) -> bool:
    """Whether 13 is high in trick `number`, counted from 1."""
    if rule is RankingRule.HALFWAY:
        return (start is UP) is (number in (1, 2, 3, 4, 5, 6, 7))
    if rule is RankingRule.EVERY_TRICK:
        return (start is UP) is (number in (1, 3, 5, 7, 9, 11, 13))
    return start is UP


def told_best(names: list[str], trump: str, up: bool) -> str:
    """The card that wins among these, the first led: look for trumps, then for the suit
    led."""
    among = [name for name in names if name[0] == trump] or [
        name for name in names if name[0] == names[0][0]
    ]
    for rank in sorted(range(1, 14), reverse=up):
        for name in among:
            if name[1:] == str(rank):
                return name
    raise AssertionError("somebody wins")


def told_legal(names: list[str], hand: set[str], trump: str, up: bool) -> set[str]:
    """What may be played: the duty's cards, and of those the beating ones if any
    beats."""
    if not names:
        return hand
    same = {name for name in hand if name[0] == names[0][0]}
    trumps = {name for name in hand if name[0] == trump}
    left = same or trumps
    if not left:
        return hand
    return {
        name for name in left if told_best([*names, name], trump, up) == name
    } or left


# ---- against the oracle ----


@pytest.mark.parametrize("rule", list(RankingRule))
@pytest.mark.parametrize("trump", TRUMPS)
@pytest.mark.parametrize("start", list(Ranking))
def test_whole_hands_agree_with_the_rules_as_told(
    rule: RankingRule, trump: Suit | None, start: Ranking
) -> None:
    chance = random.Random(f"{rule}{trump}{start}")
    play = rules(trump, start, rule)
    letter = trump.value if trump else ""
    for _ in range(12):
        pack = sorted(PACK, key=str)
        chance.shuffle(pack)
        hands = {seat: set(pack[n * 13 : n * 13 + 13]) for n, seat in enumerate(SEATS)}
        watched = Watched()
        for number in range(1, 14):
            up = told_up(number, start, rule)
            for _ in SEATS:
                seat = turn(play, watched)
                assert seat is not None
                names = [str(one.card) for one in watched.trick]
                hand = frozenset(hands[seat])
                found = may_play(play, watched.tricks, watched.trick, seat, hand).cards
                assert {str(card) for card in found} == told_legal(
                    names, {str(card) for card in hand}, letter, up
                )
                card = chance.choice(sorted(found, key=str))
                hands[seat].remove(card)
                check_play(play, watched, CardPlayed(card))
                watched = played(
                    play, watched, CardPlayed(card), len(watched.entries) + 1
                )
            last = watched.tricks[-1]
            best = told_best([str(one.card) for one in last], letter, up)
            assert watched.winners[-1] is next(
                p.seat for p in last if str(p.card) == best
            )
        assert watched.is_over(play)
        assert breaches(play, watched) == ()


@pytest.mark.parametrize("trump", TRUMPS)
@pytest.mark.parametrize("start", list(Ranking))
def test_every_hand_of_two_of_a_small_pack(trump: Suit | None, start: Ranking) -> None:
    """Every trick of one or two cards, every hand of two, of a pack of nine."""
    small = [f"{suit}{rank}" for suit, rank in product("SHC", ("2", "7", "12"))]
    play = rules(trump, start)
    letter = trump.value if trump else ""
    up = start is UP
    tried = 0
    for size in (1, 2):
        for led in product(small, repeat=size):
            if len(set(led)) < size:
                continue
            before = trick(" ".join(led))
            for pair in combinations([name for name in small if name not in led], 2):
                choice = may_play(play, (), before, SEATS[size], cards(" ".join(pair)))
                named = {str(card) for card in choice.cards}
                assert named == told_legal(list(led), set(pair), letter, up)
                assert named, "something may always be played"
                tried += 1
    assert tried == 9 * 28 + 72 * 21


# ---- one for each sentence of the document ----


def test_trick_phase_starts_with_the_declarer() -> None:
    assert (
        turn(card_play(CardOrder(None, UP, RankingRule.NORMAL), THREE), Watched())
        is THREE
    )


def test_trick_phase_must_follow() -> None:
    choice = may_play(rules(Suit.HEARTS), (), trick("C9"), TWO, cards("C2 H13 D13"))
    assert choice.cards == cards("C2")
    assert {refusal.why.why.code for refusal in choice.refused} == {
        "berzerka.refused.must-follow"
    }


def test_trick_phase_if_you_cannot_follow_you_must_trump() -> None:
    choice = may_play(rules(Suit.HEARTS), (), trick("C9"), TWO, cards("H1 S13 D13"))
    assert choice.cards == cards("H1")
    assert {refusal.why.why.code for refusal in choice.refused} == {
        "berzerka.refused.must-trump"
    }


def test_trick_phase_if_you_cannot_follow_and_trump_play_anything() -> None:
    hand = cards("S13 D13 S1")
    assert may_play(rules(Suit.HEARTS), (), trick("C9"), TWO, hand).cards == hand
    assert may_play(
        rules(), (), trick("C9"), TWO, hand | cards("H1")
    ).cards == hand | cards("H1")


def test_trick_phase_must_beat() -> None:
    choice = may_play(rules(), (), trick("C9"), TWO, cards("C2 C10 C12"))
    assert choice.cards == cards("C10 C12")
    assert choice.refused[0].why.why.code == "berzerka.refused.must-beat"


def test_trick_phase_must_beat_in_the_inverted_ranking() -> None:
    assert may_play(
        rules(start=DOWN), (), trick("C9"), TWO, cards("C2 C10")
    ).cards == cards("C2")


def test_b3_a_trump_goes_under_only_when_it_cannot_go_over() -> None:
    play = rules(Suit.HEARTS)
    assert may_play(play, (), trick("C9 H8"), THREE, cards("H2 H10 S1")).cards == cards(
        "H10"
    )
    assert may_play(play, (), trick("C9 H8"), THREE, cards("H2 H7 S1")).cards == cards(
        "H2 H7"
    )


def test_b3_a_plain_card_need_not_beat_a_trump() -> None:
    choice = may_play(
        rules(Suit.HEARTS), (), trick("C9 H1"), THREE, cards("C2 C13 H13")
    )
    assert choice.cards == cards("C2 C13")


def test_b3_the_winning_card_is_to_be_beaten_not_the_one_led() -> None:
    assert may_play(rules(), (), trick("C5 C9"), THREE, cards("C6 C7")).cards == cards(
        "C6 C7"
    )


def test_trick_phase_the_winner_leads_the_next_trick() -> None:
    play = rules()
    watched = Watched()
    for card in ("C5", "C9", "C7"):
        watched = played(
            play, watched, CardPlayed(Card.parse(card)), len(watched.entries) + 1
        )
    assert turn(play, watched) is TWO


@pytest.mark.parametrize(
    ("start", "rule", "number", "wins"),
    [
        # Notes about the appendix: 13 > 12 > 11 … 1, and 1 > 2 > 3 … 13
        (UP, RankingRule.NORMAL, 1, "C13"),
        (DOWN, RankingRule.INVERTED, 1, "C1"),
        # Changing Pace: the first seven tricks one way, the last six the other
        (UP, RankingRule.HALFWAY, 7, "C13"),
        (UP, RankingRule.HALFWAY, 8, "C1"),
        (DOWN, RankingRule.HALFWAY, 7, "C1"),
        (DOWN, RankingRule.HALFWAY, 13, "C13"),
        # Raging Tides: switches after every trick
        (UP, RankingRule.EVERY_TRICK, 1, "C13"),
        (UP, RankingRule.EVERY_TRICK, 2, "C1"),
        (UP, RankingRule.EVERY_TRICK, 3, "C13"),
        (DOWN, RankingRule.EVERY_TRICK, 2, "C13"),
    ],
)
def test_appendix_card_ranking(
    start: Ranking, rule: RankingRule, number: int, wins: str
) -> None:
    play = rules(None, start, rule)
    before = ((),) * (number - 1)
    plays = trick("C12 C13 C1")
    best = winning(play, before, plays)
    assert best is not None
    assert str(best.card) == wins
    ruling = won(play, before, plays)
    assert ruling is not None
    assert len(ruling.steps) == 3
    for step in ruling.steps:
        assert words_in("en").text(step.what)


@pytest.mark.parametrize(
    ("plays", "trump", "wins"),
    [
        ("C2 C10 H1", Suit.HEARTS, "H1"),
        ("C2 S13 C3", None, "C3"),
        ("H2 H10 S13", Suit.HEARTS, "H10"),
        ("C2 S13 D13", None, "C2"),
    ],
)
def test_a_trump_beats_every_other_suit_and_a_discard_wins_nothing(
    plays: str, trump: Suit | None, wins: str
) -> None:
    best = winning(rules(trump), (), trick(plays))
    assert best is not None
    assert str(best.card) == wins


# ---- at the table ----


def begun(contract: str, *names: object, board: str = "") -> Table:
    """A hand of seat 2, declared as said, at its first trick."""
    table = Table().board(contract, *board.split())
    table.tell(ContractBid(contract), Passed(), Passed(), *names, Discarded(0))  # type: ignore[arg-type]
    return table


NAMED = {
    "berzerka": (TrumpNamed(Suit.SPADES),),
    "hold-steady": (RankingNamed(DOWN),),
    "still-holding": (TrumpNamed(Suit.SPADES), RankingNamed(UP)),
    "changing-pace": (TrumpNamed(Suit.SPADES), RankingNamed(DOWN)),
    "marathon-flex": (TrumpNamed(Suit.SPADES), RankingNamed(UP)),
    "one-weakness": (PainSuitNamed(Suit.SPADES),),
    "raging-tides": (RankingNamed(DOWN),),
    "middling": (TrumpNamed(Suit.SPADES),),
}


@pytest.mark.parametrize(
    "code", [contract.code for contract in PRINTED if contract.code != "shapeshift"]
)
def test_every_printed_contract_is_played_as_its_tile_says(code: str) -> None:
    table = begun(code, *NAMED.get(code, ()))
    assert BERZERKA.arbiter
    play = BERZERKA.arbiter.play_rules(table.state)
    assert play is not None
    assert play.leader is TWO
    best = winning(play, (), trick("C12 C1 S2"))
    assert best is not None
    has_trump = Suit.SPADES in [
        getattr(fact, "suit", None) for fact in NAMED.get(code, ())
    ]
    inverted = code == "hidden-strength" or RankingNamed(DOWN) in NAMED.get(code, ())
    plain = "C1" if inverted else "C12"
    assert str(best.card) == ("S2" if has_trump and code != "one-weakness" else plain)
    red = winning(play, (), trick("C12 C1 H2"))
    assert red is not None
    assert (str(red.card) == "H2") is (code == "seeing-red")


def watch_all(table: Table, seed: str) -> Watched:
    """Play a random hand to its end through the log."""
    chance = random.Random(seed)
    assert BERZERKA.arbiter
    play = BERZERKA.arbiter.play_rules(table.state)
    assert play is not None
    pack = sorted(PACK, key=str)
    chance.shuffle(pack)
    hands = {seat: set(pack[n * 13 : n * 13 + 13]) for n, seat in enumerate(SEATS)}
    watched = Watched()
    for _ in range(39):
        seat = turn(play, watched)
        assert seat is not None
        legal = may_play(
            play, watched.tricks, watched.trick, seat, frozenset(hands[seat])
        ).cards
        card = chance.choice(sorted(legal, key=str))
        hands[seat].remove(card)
        table.tell(CardPlayed(card))
        watched = BERZERKA.arbiter.watched(table.state)
    assert watched.is_over(play)
    return watched


@pytest.mark.parametrize("code", ["berzerka", "marathon-flex", "one-weakness"])
def test_the_result_fills_itself_in_from_watched_tricks(code: str) -> None:
    table = begun(code, *NAMED[code])
    assert ResultForm(folded=table.folded).count.data is None
    watched = watch_all(table, code)
    won_tricks = [
        [str(p.card) for p in trick_]
        for trick_, seat in zip(watched.tricks, watched.winners, strict=True)
        if seat is TWO
    ]
    told = {
        "berzerka": len(won_tricks),
        "marathon-flex": sum(seat is TWO for seat in watched.winners[7:]),
        "one-weakness": sum(
            name.startswith("S") for names in won_tricks for name in names
        ),
    }[code]
    form = ResultForm(folded=table.folded)
    assert form.count.data == told
    assert form.facts() == (HandPlayed(told),)
    table.tell(HandPlayed(told))
    assert watched_count(table.state.past[-1]) == told


def test_a_failure_to_follow_is_recorded_and_proved_later() -> None:
    table = begun("berzerka", *NAMED["berzerka"])
    table.tell(*(CardPlayed(Card.parse(card)) for card in ("C5", "D9", "C7")))
    assert BERZERKA.arbiter
    play = BERZERKA.arbiter.play_rules(table.state)
    assert play is not None
    table.tell(*(CardPlayed(Card.parse(card)) for card in ("C1", "C2", "C3")))
    found = breaches(play, BERZERKA.arbiter.watched(table.state))
    assert [
        (breach.play.seat, str(breach.play.card), str(breach.held)) for breach in found
    ] == [(THREE, "D9", "C3")]


def test_a_card_before_the_discards_is_refused() -> None:
    table = Table().starter()
    with pytest.raises(RuleViolation) as refused:
        table.tell(CardPlayed(Card.parse("C5")))
    assert refused.value.why.code == "berzerka.refused.not-now"
    assert words_in("en").text(refused.value.why)


def test_the_table_says_who_leads_where_it_was_another() -> None:
    table = begun("berzerka", *NAMED["berzerka"])
    table.tell(LeadIs(THREE), CardPlayed(Card.parse("C5")))
    assert BERZERKA.arbiter
    assert BERZERKA.arbiter.watched(table.state).trick[0].seat is THREE


# ---- the auction and the cards ----


def answered(table: Table) -> dict[str, str]:
    """Each call with the code of what stands against it."""
    assert BERZERKA.arbiter
    assert BERZERKA.arbiter.calls
    say = words_in("en").text
    return {
        say(call.shown()[0]): why.why.code if why else ""
        for call, why in BERZERKA.arbiter.calls(table.state)
    }


def test_bidding_phase_bid_on_a_contract_you_have_not_completed_yet_or_pass() -> None:
    table = Table().board("berzerka", "middling")
    table.hand(TWO, "berzerka", 6)
    table.hand(ONE, "middling", 6)
    # seat 3 has dealt: seat 1 speaks first, then seat 2
    assert list(answered(table).values()) == ["", "berzerka.refused.completed", ""]
    table.tell(Passed())
    assert list(answered(table).values()) == ["berzerka.refused.completed", "", ""]
    table.tell(ContractBid("middling"), Passed())
    assert answered(table) == {}, "the bidding is over"


def test_bidding_phase_may_overbid() -> None:
    table = Table().board("berzerka", "middling")
    table.tell(ContractBid("berzerka"))
    assert all("1" in name for name in list(answered(table))[:-1])
    assert set(answered(table).values()) == {""}


def test_hotseat_picks_any_open_contract() -> None:
    table = Table().board("berzerka", "middling")
    table.tell(Passed(), Passed(), Passed())
    assert list(answered(table).values()) == ["", ""]
    table.tell(HotseatPicked("middling"))
    assert answered(table) == {}


@pytest.mark.parametrize(
    ("code", "card", "verdict", "steps"),
    [
        ("berzerka", "S5", "berzerka.worth", 2),
        ("berzerka", "C5", "berzerka.worth", 2),
        ("hidden-strength", "C5", "berzerka.worth", 1),
        ("one-weakness", "S5", "berzerka.worth.pain", 2),
        ("one-weakness", "C5", "berzerka.worth", 1),
    ],
)
def test_what_a_card_is_worth(code: str, card: str, verdict: str, steps: int) -> None:
    table = begun(code, *NAMED.get(code, ()))
    assert BERZERKA.arbiter
    assert BERZERKA.arbiter.worth
    ruling = BERZERKA.arbiter.worth(table.state, Card.parse(card))
    assert ruling.verdict.code == verdict
    assert len(ruling.steps) == steps
    for what in (ruling.verdict, *(step.what for step in ruling.steps)):
        assert "berzerka." not in words_in("en").text(what)


def test_what_a_card_is_worth_before_anything_is_named() -> None:
    assert BERZERKA.arbiter
    assert BERZERKA.arbiter.worth
    ruling = BERZERKA.arbiter.worth(Table().starter().state, Card.parse("C5"))
    assert ruling.verdict.code == "berzerka.worth.depends"
