"""Whole sessions: what is stored of them, what folding them costs, what the sheet
says."""

from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.core.cards import Suit
from scorekeeper.core.codec import canonical, decode, encode
from scorekeeper.core.evening import EVENING, Adjusted
from scorekeeper.core.messages import message
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.rounds import RoundEnd
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.games.rook import ROOK
from scorekeeper.games.rook.events import (
    EVENTS,
    BidStated,
    Call,
    CallMade,
    CardsCaptured,
    CountStated,
    DiscardsMade,
    FirstLead,
    HandForfeited,
    KittyTaken,
    NobodyBid,
    PartnerCalled,
    PartnerIs,
    TrumpDeclared,
)
from scorekeeper.games.rook.rules import JEFF_FIGURES, PRESETS, Settings
from scorekeeper.games.rook.sheet import HEADS
from scorekeeper.words import Words, words_in
from tests.games.rook.table import (
    bid_by_bid,
    calls,
    captured,
    cards,
    quick,
    refusal,
    table,
)
from tests.games.sitting import Sitting, calls_to_show

EVERY: list[Event] = [
    CallMade(Call("130")),
    CallMade(Call("pass")),
    CallMade(Call("pass-partner")),
    BidStated(Seat.THREE, 135),
    NobodyBid(),
    KittyTaken(),
    KittyTaken(cards("R2 R3 R4 G7 Rook")),
    DiscardsMade(cards("R2 R3 R4 G7 B14")),
    TrumpDeclared(Suit.YELLOW),
    PartnerCalled(cards("R1")[0]),
    PartnerIs(Seat.TWO),
    FirstLead(Seat.FOUR),
    CountStated("24", 115),
    CardsCaptured("13", cards("R1 Rook B10"), "24"),
    HandForfeited("24", 45),
    CardPlayed(cards("Rook")[0]),
    LeadIs(Seat.THREE),
]


@pytest.mark.parametrize("event", EVERY, ids=lambda event: str(event.KIND))
def test_an_event_is_read_back_as_it_was_written(event: Event) -> None:
    written = encode(event)
    assert decode(type(event), written) == event
    assert canonical(written)


def test_every_kind_of_event_is_tried_above() -> None:
    assert {type(event) for event in EVERY} == set(EVENTS)
    kinds = [event.KIND for event in (*EVENTS, *EVENING)]
    assert len(kinds) == len(set(kinds))


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: str(preset.code))
def test_settings_are_read_back_as_they_were_written(preset: object) -> None:
    settings = preset.settings  # type: ignore[attr-defined]
    assert decode(Settings, encode(settings)) == settings


@pytest.mark.parametrize("text", ["", "two", "-5", "1.5", "pass pass"])
def test_what_is_no_call_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="no call"):
        Call.parse(text)


def test_the_facts_after_the_bidding_are_kept() -> None:
    sitting = bid_by_bid(table(), "100 105 pass pass pass")
    sitting.enter(
        KittyTaken(),
        DiscardsMade(),
        DiscardsMade(cards("R2 R3 R4 G5 G10")),
        TrumpDeclared(Suit.BLACK),
        FirstLead(Seat.FOUR),
        captured("13", "R1 Y1 G1 B1 Rook R14 G5 G10", "13"),
    )
    facts = {fact.head: fact.value for fact in sitting.rows[0].facts}
    assert facts["rook.bidder"] is Seat.THREE
    assert facts["rook.trump"] is Suit.BLACK
    assert facts["rook.captured"] == (125, " : ", 75)
    assert facts["rook.total"] == (125, " : ", 75)
    assert "rook.discards" in facts
    assert sitting.rows[0].entries == tuple(range(1, 12))


@pytest.mark.parametrize(
    ("before", "fact", "code"),
    [
        ([], KittyTaken(), "no-bid-kitty"),
        ([], DiscardsMade(), "no-bid-discards"),
        ([], TrumpDeclared(Suit.RED), "no-bid-trump"),
        ([], FirstLead(Seat.ONE), "no-bid-first-lead"),
        ([KittyTaken()], KittyTaken(), "kitty-twice"),
        ([DiscardsMade(cards("R2 R3 R4 G5 G10"))], DiscardsMade(), "discards-twice"),
        ([], DiscardsMade(cards("R2 R3")), "discards-number"),
        ([], KittyTaken(cards("R2 R3 R4 G5 G10 G11")), "kitty-number"),
        ([], DiscardsMade(cards("R2 R2 R4 G5 G10")), "twice"),
        ([], KittyTaken(cards("R2 R3 R4 G5 *K")), "not-in-pack"),
        ([TrumpDeclared(Suit.RED)], TrumpDeclared(Suit.GREEN), "trump-twice"),
        ([], TrumpDeclared(Suit.HEARTS), "no-colour"),
        ([FirstLead(Seat.ONE)], FirstLead(Seat.TWO), "first-lead-twice"),
        ([], FirstLead(Seat.THREE), "first-lead"),
    ],
)
def test_what_can_not_follow_a_bid(before: list[Event], fact: Event, code: str) -> None:
    sitting = table()
    if not code.startswith("no-bid"):
        sitting.enter(BidStated(Seat.ONE, 100), *before)
    violation = refusal(sitting, fact)
    assert violation.why.code == f"rook.refused.{code}"


def test_the_bidder_or_the_player_at_the_left_leads() -> None:
    for leader in (Seat.TWO, Seat.THREE):
        sitting = table().enter(BidStated(Seat.TWO, 100), FirstLead(leader))
        assert sitting.state.round.leader is leader


# ---- a whole game, and what folding it costs ----

GOLDEN = Path(__file__).parent / "jeff.txt"


def whole_game() -> Sitting:
    """A game to 700 under the Jeff rules, hand by hand; the file beside holds what it
    scores."""
    sitting = table().seat("Ingrid", "Tom", "Priya", "Marek")
    bid_by_bid(sitting, "100 pass pass-partner 105 110 pass pass")
    sitting.enter(
        KittyTaken(), DiscardsMade(), TrumpDeclared(Suit.GREEN), FirstLead(Seat.TWO)
    )
    sitting.enter(captured("24", "R1 G1 R5 Y5 R10 G10 B10 G14 B14 Rook", "24"))
    sitting.enter(*quick("1", 140, "13", 135))
    sitting.enter(NobodyBid())
    sitting.enter(*quick("3", 125, "13", 165))
    sitting.enter(*quick("2", 160, "13", 30))
    sitting.enter(*quick("4", 105, "24", 105))
    sitting.enter(*quick("2", 120, "24", 155))
    sitting.enter(*quick("4", 100, "24", 90))
    sitting.enter(*quick("2", 150, "24", 150))
    return sitting


def test_a_whole_game_scores_as_it_was_worked_out_by_hand() -> None:
    sitting = whole_game()
    said = []
    for row in sitting.rows:
        facts = {fact.head: fact.value for fact in row.facts}
        total = facts.get("rook.total", ("-", "", "-"))
        bid = (
            f"{facts['rook.bidder'].value} {facts['rook.bid']}"
            if "rook.bid" in facts
            else "-"
        )
        said.append(
            f"{bid:7}{row.total('13'):5}{row.total('24'):5}  {total[0]:>4} {total[2]:>4} "
            f" {' '.join(row.marks)}"
        )
    assert "\n".join(said) + "\n" == GOLDEN.read_text()
    assert sitting.section.winners == ("24",)


def test_a_hand_costs_no_more_among_four_hundred_than_among_a_hundred() -> None:
    sitting = table(target=10_000)
    log = sitting.enter(*quick("1", 100, "13", 100)).log

    def cost(hands: int) -> int:
        long = (
            replace(entry, seq=3 * n + entry.seq) for n in range(hands) for entry in log
        )
        return calls_to_show(ROOK, sitting.settings, tuple(long))

    assert cost(400) <= 1.1 * 4 * cost(100)


def test_calls_are_entered_one_by_one() -> None:
    sitting = table()
    for call in calls("100 pass pass pass"):
        sitting.enter(call)
    assert sitting.rows[0].marks == ("open",)


def test_every_word_of_the_game_is_in_the_catalogue() -> None:
    """Codes that are put together from parts are not found by reading the source."""
    english = words_in("en")
    kinds = [("no-bid", ("kitty", "discards", "trump", "first-lead", "count"))]
    kinds += [(kind, ("twice", "number")) for kind in ("kitty", "discards")]
    kinds += [("kitty", ("last-trick", "bidder")), ("total", ("range", "unit", "sum"))]
    kinds += [("pass-partner", ("not-high", "used", "alone"))]
    codes = [f"rook.refused.{start}-{end}" for start, ends in kinds for end in ends]
    codes += [
        f"rook.note.{end.value}"
        for end in RoundEnd
        if end.value not in ("open", "counted")
    ]
    codes += [f"fact.{head}" for head in HEADS]
    codes += [f"rook.row.{kind}" for kind in ("carried-in", "adjusted", "ended")]
    codes += [f"rook.setting.figures.{name}" for name, _ in JEFF_FIGURES]
    assert [code for code in codes if not english.has(code)] == []


def test_everything_on_the_sheet_can_be_said() -> None:
    words = words_in("en")
    sitting = whole_game().enter(Adjusted("13", -5, "renege"))
    bid_by_bid(sitting, "100 pass")
    assert_said(words, sitting)


def test_a_hand_is_said_in_full() -> None:
    sitting = (
        table()
        .seat("Ingrid", "Tom", "Priya", "Marek")
        .enter(
            BidStated(Seat.THREE, 135),
            KittyTaken(cards("R2 R3 R4 G7 Rook")),
            TrumpDeclared(Suit.YELLOW),
            captured("13", "R1 Y1 Rook B10", "24"),
        )
    )
    words = words_in("en")
    said = [words.text(entry.event.said()) for entry in sitting.log[4:]]  # type: ignore[attr-defined]
    assert said == [
        "Seat 3 won the bid at 135",
        "Kitty taken: 2 red; 3 red; 4 red; 7 green; Rook",
        "Trump: yellow",
        "Seats 1 & 3 captured 1 red, yellow; Rook; 10 black; last trick to Seats 2 & 4",
    ]


def assert_said(words: Words, sitting: Sitting) -> None:
    """Every text of a sheet and of its glance has words, and no place is left
    unfilled."""
    glance = ROOK.glance(sitting.state)
    values: list[object] = [glance.deal, glance.turn, *glance.where]
    values += [standing.below for standing in glance.standings]
    for section in sitting.sheet.sections:
        values += [section.label, section.headline]
        for row in section.rows:
            values += [row.label, *row.notes, *(fact.value for fact in row.facts)]
            values += [message(f"fact.{fact.head}") for fact in row.facts]
            values += [line.what for line in row.lines]
    for value in values:
        text = words.text(value)
        assert "%(" not in text, value
        assert "rook." not in text, value


def test_a_card_of_the_kitty_is_played_by_nobody_but_the_bidder() -> None:
    sitting = table().enter(
        BidStated(Seat.ONE, 100), KittyTaken(cards("R2 R3 R4 R5 R6"))
    )
    sitting.enter(TrumpDeclared(Suit.RED), FirstLead(Seat.TWO))
    why = refusal(sitting, CardPlayed(cards("R2")[0]))
    assert (why.why.code, why.field) == ("rook.refused.from-the-kitty", "card")
    assert why.why.values["seat"] is Seat.TWO
    led = table().enter(
        *(entry.event for entry in sitting.log[:3]), FirstLead(Seat.ONE)
    )
    led.enter(CardPlayed(cards("R2")[0]))
