"""What the loops over all games know of Rook: see tests/games/about.py."""

from collections.abc import Iterator

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.seats import TEAMS, Seat
from scorekeeper.core.session import Event
from scorekeeper.games.rook.events import (
    BidStated,
    Call,
    CallMade,
    CardsCaptured,
    CountStated,
    FirstLead,
    NobodyBid,
    PartnerCalled,
    PartnerIs,
    TrumpDeclared,
)
from scorekeeper.games.rook.play import COLOURS, Counters, bids, counters
from scorekeeper.games.rook.rules import BlindBids
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
    is_blind = settings.blind is not BlindBids.NO and dice.random() < 0.3
    bid = BidStated(dice.choice(settings.ring), amount, is_blind)
    trump = TrumpDeclared(dice.choice(COLOURS))
    if settings.calls_partner:
        partner = PartnerIs(dice.choice(settings.ring))
        return bid, trump, partner, _counted(worth, ["bidders", "others"], dice)
    return bid, trump, _counted(worth, [team.id for team in TEAMS], dice)


def _counted(worth: Counters, sides: list[str], dice: Dice) -> Event:
    party = dice.choice(sides)
    if dice.random() < 0.5:
        near = sorted(total for total in worth.totals() if total >= worth.total // 4)
        return CountStated(party, dice.choice(near))
    cards = tuple(card for card, _ in worth.cards if dice.random() < 0.55)
    return CardsCaptured(party, cards, dice.choice(sides))


def _evening(n: int) -> Iterator[Event]:
    yield BidStated(Seat(str(1 + n % 4)), 100 + 5 * (n % 8))
    yield TrumpDeclared(Suit.GREEN)
    yield CountStated("13", 60 + 10 * (n % 10))


def read(given: str) -> list[Event]:
    """ "120: R1 Y2" a bid of seat 1 with green as trump, and cards; "120 =130" such a
    hand that is counted; "120 calls Y1" and "120 with 2" one with a card that was
    called, and with who held it; "120 blind:" a blind one; "auction 100 pass"."""
    head, _, played = given.partition(":")
    words = head.replace(" blind", "").split()
    if words[:1] == ["auction"]:
        return [CallMade(Call.parse(word)) for word in words[1:]]
    bid = BidStated(Seat.ONE, int(words[0]), "blind" in head)
    facts: list[Event] = [bid, TrumpDeclared(Suit.GREEN)]
    told = dict(zip(words[1::2], words[2::2], strict=False))
    if "calls" in told:
        facts.append(PartnerCalled(Card.parse(told["calls"])))
    if "with" in told:
        facts.append(PartnerIs(Seat(told["with"])))
    if words[-1].startswith("="):  # "120 =130": what the bidders have captured
        party = "bidders" if told else "13"
        return [*facts, CountStated(party, int(words[-1][1:]))]
    return [*facts, FirstLead(Seat.ONE), *cards(played)]


def _another(result: Event) -> Event:
    assert isinstance(result, CountStated)
    points = result.points + (5 if result.points < 100 else -5)
    return CountStated(result.party, points)


OF_THE_FLOW = "what a table is asked to enter, not what its arbiter asks"
ASKED = (
    *("if-noted", "kitty-bidder", "kitty-last-trick", "nobody-bid", "not-noted"),
    *(
        "note-called",
        "note-partner",
        "note-discards",
        "note-kitty",
        "note-lead",
        "pass-dealer",
        "pass-ends",
        "pass-out",
        "to-bid",
    ),
)
ABOUT = About(
    hand=_rook,
    evening=_evening,
    most_calls=14_000,
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
        "rook.lost.blind": "the arbiter says it of a blind bid that a ruling loses",
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
