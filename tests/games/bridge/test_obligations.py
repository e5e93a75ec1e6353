"""What a ruling binds players to lasts until its law ends it: from the log, on
everyone's page."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.cards import RANKS, Card, Play, Suit
from scorekeeper.core.rulings import (
    HONOURS,
    Duty,
    Earlier,
    Obligation,
    Remembered,
    Since,
    Until,
    hold_partner,
    kept,
)
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.arbitration import progress
from tests.games.bridge.hearing import auction, contract, duplicate, ruled, tricks
from tests.games.law_cases import table_of

W = Seat.WEST
E = Seat.EAST
SPADES = contract("4S", "S")


@pytest.mark.parametrize(
    ("then", "now", "obligation", "still"),
    [
        ("1S", "1S", Obligation(Duty.PASS_ONCE, E), True),
        ("1S", "1S Pass", Obligation(Duty.PASS_ONCE, E), False),
        ("1S", "1S Pass", Obligation(Duty.PASS, E), True),
        ("1S", "1S Pass Pass Pass", Obligation(Duty.PASS, E), False),
        ("1S", "1S Pass Pass Pass", Obligation(Duty.FIRST_LEAD, E), True),
        ("1S", "1S Pass Pass Pass", Obligation(Duty.FIRST_LEAD, Seat.SOUTH), False),
        (
            "1S",
            "1S",
            Obligation(Duty.PENALTY_IF_DEFENDER, E, Card("5", Suit.HEARTS)),
            True,
        ),
        (
            "1S",
            "1S Pass Pass Pass",
            Obligation(Duty.PENALTY_IF_DEFENDER, E, Card("5", Suit.HEARTS)),
            True,
        ),
        (
            "1S",
            "1S Pass Pass Pass",
            Obligation(Duty.PENALTY_IF_DEFENDER, Seat.SOUTH, Card("5", Suit.HEARTS)),
            False,
        ),
    ],
)
def test_laws_24_26_30_in_the_auction(
    then: str, now: str, obligation: Obligation, still: bool
) -> None:
    before = duplicate(*auction(then)).state
    after = duplicate(*auction(now)).state
    bound = replace(obligation, since=progress(before).since(obligation.seat))
    assert bound.lasts(progress(after)) is still


FIRST = "HA H2 H3 H4"
"""West wins the first trick, and leads again."""


@pytest.mark.parametrize(
    ("rows", "obligation", "still"),
    [
        ((FIRST,), Obligation(Duty.PENALTY_MAJOR, E, Card("5", Suit.HEARTS)), True),
        (
            (FIRST, "W: HK H6 H5"),
            Obligation(Duty.PENALTY_MAJOR, E, Card("5", Suit.HEARTS)),
            False,
        ),
        ((FIRST,), Obligation(Duty.MAY_NOT_LEAD, W, suit=Suit.CLUBS), True),
        ((FIRST, "W: DA"), Obligation(Duty.MAY_NOT_LEAD, W, suit=Suit.CLUBS), True),
        (
            (FIRST, "W: D2 DA D3 D4", "N: C2"),
            Obligation(Duty.MAY_NOT_LEAD, W, suit=Suit.CLUBS),
            False,
        ),
        ((FIRST, "W: DA"), Obligation(Duty.MUST_LEAD, W, suit=Suit.DIAMONDS), False),
        ((FIRST,), Obligation(Duty.UNAUTHORIZED, E), True),
    ],
)
def test_laws_26b_and_50_in_the_play(
    rows: tuple[str, ...], obligation: Obligation, still: bool
) -> None:
    before = duplicate(*SPADES, *tricks("W", FIRST)).state
    after = duplicate(*SPADES, *tricks("W", *rows)).state
    bound = replace(obligation, since=progress(before).since(obligation.seat))
    assert bound.lasts(progress(after)) is still


@pytest.mark.parametrize(
    ("rank", "is_major", "holds"),
    [("4", False, False), ("4", True, True), ("K", False, True)],
)
def test_law_24e_a_card_led_in_the_auction_or_an_honour_holds_the_partner(
    rank: str, is_major: bool, holds: bool
) -> None:
    one = Obligation(
        Duty.PENALTY_IF_DEFENDER, W, Card(rank, Suit.HEARTS), is_major=is_major
    )
    assert one.holds_partner is holds
    heart = Play(W, Card("5", Suit.HEARTS))
    club = Play(W, Card("5", Suit.CLUBS))
    mine = Play(W, one.card or Card("2"))
    left, broken = kept([one], [heart, club, mine], (), lambda play: (0,))
    assert left == ([mine] if holds else [club, mine])
    assert [play for play, _ in broken] == ([heart, club] if holds else [heart])


@pytest.mark.parametrize(
    ("form", "rank", "may"), [("five-crowns", "9", True), ("rubber", "9", False)]
)
def test_law_50c_an_honour_of_the_game_may_be_played_beside_a_minor_penalty_card(
    form: str, rank: str, may: bool
) -> None:
    facts = {"seat": "E", "card": "H5", "shown-how": "accident", "more": "no"}
    ruling = ruled(table_of(form).enter(*SPADES), "exposed-card", **facts)
    plays = [Play(E, Card("5", Suit.HEARTS)), Play(E, Card(rank, Suit.HEARTS))]
    left, _ = kept(ruling.obligations, plays, (), lambda play: (0,))
    assert (plays[1] in left) is may


@pytest.mark.parametrize(
    "kinds", [("major", "major"), ("major", "minor"), ("if-defender",) * 2]
)
def test_law_51a_of_several_penalty_cards_either_may_be_played(
    kinds: tuple[str, str],
) -> None:
    """All of them are major, and declarer says which is played."""
    cards = [Card("4", Suit.HEARTS), Card("5", Suit.CLUBS)]
    bound = [
        Obligation(Duty(f"penalty-{kind}"), E, card)
        for kind, card in zip(kinds, cards, strict=True)
    ]
    assert hold_partner(bound)
    assert not hold_partner([Obligation(Duty.PENALTY_CARD, E, card) for card in cards])
    plays = [
        Play(E, card)
        for card in (*cards, Card("9", Suit.CLUBS), Card("A", Suit.SPADES))
    ]
    left, broken = kept(bound, plays, (), lambda play: (0,))
    assert left == plays[:2]
    assert [play for play, _ in broken] == plays[2:]
    assert kept(bound, plays[1:], (), lambda play: (0,))[0] == plays[1:2]
    owed = Obligation(Duty.MUST_PLAY, E, cards[1])
    assert kept([*bound, owed], plays, (), lambda play: (0,))[0] == plays[1:2], (
        "Law 57D"
    )


def test_law_57d_a_card_shown_too_early_is_owed_to_one_trick() -> None:
    one = Obligation(Duty.MUST_PLAY, E, Card("5", Suit.HEARTS))
    before = duplicate(*SPADES, *tricks("W", "HA")).state
    after = duplicate(*SPADES, *tricks("W", "HA H2 H3")).state
    owed = replace(one, since=progress(before).since(E))
    assert owed.lasts(progress(before))
    assert not owed.lasts(progress(after))


CARDS = st.one_of(
    st.builds(Card, st.sampled_from(RANKS), st.sampled_from(Suit)),
    st.just(Card("Joker")),
)
COUNTS = st.integers(0, 60)


OBLIGATIONS = st.builds(
    Obligation,
    st.sampled_from(Duty),
    st.sampled_from(Seat),
    st.none() | CARDS,
    st.none() | st.sampled_from(Suit),
    least=COUNTS,
    is_major=st.booleans(),
    honours=st.sampled_from([HONOURS, HONOURS[:-1], ("A",), ("A", "Joker", "9")]),
    since=st.builds(Since, COUNTS, COUNTS, COUNTS),
)
PARTIES = st.sampled_from(["", "NS", "EW", "13", "2"])
VERDICTS = st.builds(Remembered, st.sampled_from(Seat), PARTIES, COUNTS, st.booleans())


@given(OBLIGATIONS)
def test_an_obligation_reads_back_as_it_is_written(obligation: Obligation) -> None:
    assert Obligation.parse(str(obligation)) == obligation
    short = replace(obligation, least=0, honours=HONOURS, since=Since())
    assert Obligation.parse(obligation.written) == short


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "pass",
            "pass:Q",
            "lead:W",
            "pass:W:",
            "pass:W:<b>",
            "must-lead:W:h",
            "pass:W:hq",
        ),
        *(
            "pass:W:least=x",
            "pass:W:since=1,2",
            "pass:W:since=1,2,3,4",
            "pass:W:__class__=1",
        ),
        *(
            "pass:W:major:major",
            "pass:W:least=05",
            "pass:W:H:HQ",
            "pass:W:kind=pass",
            "pass:W:==",
        ),
    ],
)
def test_what_is_no_obligation_is_none(text: str) -> None:
    with pytest.raises(ValueError):
        Obligation.parse(text)


@given(st.lists(OBLIGATIONS).map(tuple), st.lists(VERDICTS).map(tuple))
def test_what_earlier_rulings_have_to_do_with_one_reads_back(
    bound: tuple[Obligation, ...], verdicts: tuple[Remembered, ...]
) -> None:
    assert Earlier.parse(str(Earlier(bound, verdicts))) == Earlier(bound, verdicts)


@pytest.mark.parametrize(
    "text",
    [
        "ruled",
        "ruled:N:NS",
        "ruled:Q:NS:1",
        "ruled:N:NS:01",
        "ruled:N:NS:x",
        "rule:N:NS:1",
    ],
)
def test_what_no_arbiter_remembers_is_no_verdict(text: str) -> None:
    with pytest.raises(ValueError):
        Earlier.parse(text)


def test_every_duty_says_what_ends_it() -> None:
    """What was seen or heard by mistake may not be used as long as the deal lasts."""
    assert [duty for duty in Duty if duty.until is Until.DEAL] == [Duty.UNAUTHORIZED]
