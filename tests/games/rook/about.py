"""What the loops over all games know of Rook: see tests/games/about.py."""

from collections.abc import Iterator

from scorekeeper.core.cards import Suit
from scorekeeper.core.seats import TEAMS, Seat
from scorekeeper.core.session import Event
from scorekeeper.games.rook.events import (
    RING,
    BidStated,
    Call,
    CallMade,
    CardsCaptured,
    CountStated,
    FirstLead,
    NobodyBid,
    TrumpDeclared,
)
from scorekeeper.games.rook.play import COLOURS, bids, counters
from scorekeeper.tables.session import Session
from tests.audit.others import ROOK
from tests.games.about import About, Dice, Facts, cards
from tests.games.rook import figures


def _rook(session: Session, dice: Dice) -> Facts:
    settings = session.settings
    worth = counters(session.settings)
    if dice.random() < 0.03:
        return (NobodyBid(),)
    amounts = bids(settings)
    amount = amounts[min(int(dice.expovariate(0.25)), len(amounts) - 1)]
    bid = BidStated(dice.choice(RING), amount)
    party = dice.choice(TEAMS).id
    trump = TrumpDeclared(dice.choice(COLOURS))
    if dice.random() < 0.5:
        near = sorted(total for total in worth.totals() if total >= worth.total // 4)
        return bid, trump, CountStated(party, dice.choice(near))
    cards = tuple(card for card, _ in worth.cards if dice.random() < 0.55)
    return bid, trump, CardsCaptured(party, cards, dice.choice(TEAMS).id)


def _evening(n: int) -> Iterator[Event]:
    yield BidStated(Seat(str(1 + n % 4)), 100 + 5 * (n % 8))
    yield TrumpDeclared(Suit.GREEN)
    yield CountStated("13", 60 + 10 * (n % 10))


def read(given: str) -> list[Event]:
    """ "120: R1 Y2" a bid of seat 1 with green as trump, and cards; "120 =130" such a
    hand that is counted; "auction 100 pass"."""
    head, _, played = given.partition(":")
    words = head.split()
    if words[:1] == ["auction"]:
        return [CallMade(Call.parse(word)) for word in words[1:]]
    bid: list[Event] = [BidStated(Seat.ONE, int(words[0])), TrumpDeclared(Suit.GREEN)]
    if words[1:] and words[1].startswith("="):  # "120 =130": what team 13 has captured
        return [*bid, CountStated("13", int(words[1][1:]))]
    return [*bid, FirstLead(Seat.ONE), *cards(played)] if words else []


def _another(result: Event) -> Event:
    assert isinstance(result, CountStated)
    points = result.points + (5 if result.points < 100 else -5)
    return CountStated(result.party, points)


OF_THE_FLOW = "what a table is asked to enter, not what its arbiter asks"
ASKED = (
    *("if-noted", "kitty-bidder", "kitty-last-trick", "nobody-bid", "not-noted"),
    *("note-discards", "note-kitty", "note-lead", "pass-ends", "pass-out", "to-bid"),
)
ABOUT = About(
    hand=_rook,
    evening=_evening,
    most_calls=14_200,
    result=lambda n: CountStated("13", (80, 120)[n]),
    earlier=(BidStated(Seat.ONE, 100), CountStated("13", 120)),
    read=read,
    begun="120:",
    some_cards="120: R1 R2 R10 R6",
    played_out=(
        BidStated(Seat.TWO, 100),
        TrumpDeclared(Suit.RED),
        FirstLead(Seat.TWO),
    ),
    another=_another,
    shorthand=ROOK,
    unsaid={
        "rook.team": "a form or a page says it, not the score",
        "rook.said.no-bid": "the arbiter says it of a call that can't be recorded",
    },
    unruled={
        **{f"rook.ask.{one}": OF_THE_FLOW for one in ASKED},
        "rook.step.discards-known": (
            "discards card by card are recorded in tests/data/cases"
        ),
    },
    stated=figures.STATED,
    in_rulebook=figures.IN_RULEBOOK,
    examples={"card": "R10", "held": "R7"},
)
