"""The questions put to a table of Rook at the end of a hand: the count, and a whole hand."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Message
from scorekeeper.core.seats import Party
from scorekeeper.core.session import Event, Recorded
from scorekeeper.core.sheet import Points
from scorekeeper.games.fields import ask, choose, label
from scorekeeper.games.rook.auction import outcome
from scorekeeper.games.rook.events import (
    PASS,
    RING,
    TEAMS,
    BidStated,
    CallMade,
    CardsCaptured,
    CountStated,
    DiscardsMade,
    FirstLead,
    KittyTaken,
    NobodyBid,
    TrumpDeclared,
)
from scorekeeper.games.rook.pages_bid import BidForm, CardView, RookForm
from scorekeeper.games.rook.play import COLOURS, ROOK, counters
from scorekeeper.games.rook.rules import UNIT, KittyTo
from scorekeeper.games.rook.scoring import captured, cost_of_set, other, watched_count
from scorekeeper.games.rook.state import State

HUNDRED = 100
NOT_NOTED = "rook.ask.not-noted"


def marks(points: Points) -> tuple[int, ...]:
    """Parts of 5, 10, 20, 40 … that sum to `points`: what a style sheet can add up by itself."""
    units = int(points) // UNIT
    return tuple(UNIT << bit for bit in range(units.bit_length()) if units >> bit & 1)


@dataclass(frozen=True)
class SumsView:
    """Both teams and what they have together; what the bidders need; what may still be noted."""

    ours: object
    theirs: object
    names: tuple[object, ...]
    notes: tuple[tuple[str, Message], ...]
    total: int
    total_marks: tuple[int, ...]
    bidders: object
    bid: int | None
    cost: int | None


@dataclass(frozen=True, slots=True)
class PartView:
    """A part of a total that may be chosen: its hundreds, or the rest."""

    value: str
    points: int
    checked: bool

    @property
    def marks(self) -> tuple[int, ...]:
        """As a style sheet adds it up."""
        return marks(self.points)

    @property
    def shown(self) -> str:
        """In two figures."""
        return f"{self.points:02d}"


@dataclass(frozen=True)
class TotalView(SumsView):
    """The hundreds and what is above them."""

    hundreds: tuple[PartView, ...]
    rest: tuple[PartView, ...]


@dataclass(frozen=True)
class CountView(SumsView):
    """A row a colour, a column a rank; the Rook and the last trick below."""

    ranks: tuple[str, ...]
    rows: tuple[tuple[Suit, tuple[CardView, ...]], ...]
    rook: CardView | None
    last_trick: PartView
    given_marks: tuple[int, ...]
    tip: Message
    ours_short: object
    theirs_short: object


class CountingForm(RookForm):
    """A question about what the two teams captured."""

    @property
    def worth(self) -> Any:
        """What counts at this table."""
        return counters(self.state.settings)

    def sums(self, ours: Party) -> dict[str, Any]:
        """The team that is counted and the other, with the sum of both."""
        theirs = next(one for one in TEAMS if one != ours)
        bid, total = self.hand.bid, self.worth.total
        open_notes = (("discards", self.hand.discards), ("lead", self.hand.leader))
        notes = (name for name, known in open_notes if bid and not known)
        names = tuple(map(self.shown, TEAMS))
        cost = cost_of_set(bid, self.state.settings) if bid else None
        return vars(
            SumsView(
                ours=self.shown(ours),
                theirs=self.shown(theirs),
                names=names,
                notes=tuple((name, label(f"rook.ask.note-{name}")) for name in notes),
                total=total,
                total_marks=marks(total),
                bidders=self.shown(self.bidders),
                bid=bid.amount if bid else None,
                cost=cost,
            )
        )


def _hundreds(form: CountingForm) -> range:
    return range(0, form.worth.total + 1, HUNDRED)


def _watched(form: CountingForm) -> int | None:
    """What the bidders captured, where that was watched."""
    count = watched_count(form.hand, form.state.settings)
    return captured(count, form.state.settings)[form.bidders.id] if count else None


def _watched_part(form: CountingForm, *, is_rest: bool) -> int | None:
    points = _watched(form)
    return None if points is None else points % HUNDRED if is_rest else points - points % HUNDRED


class TotalForm(CountingForm):
    """What one team counted: the hundreds and the rest; the other team has what is left."""

    NAME = "total"
    STATES: ClassVar[tuple[type, ...]] = (CountStated,)
    ALONE: ClassVar[tuple[type, ...]] = (CountStated,)
    party = ask(
        CountStated,
        choices=lambda form: [(one.id, form.shown(one)) for one in TEAMS],
        default=lambda form: form.bidders.id,
    )
    hundreds = choose(
        int,
        required=True,
        choices=_hundreds,
        default=lambda form: _watched_part(form, is_rest=False),
        when=lambda form: len(_hundreds(form)) > 1,
    )
    points = choose(
        int,
        required=True,
        choices=lambda form: range(0, min(form.worth.total + 1, HUNDRED), UNIT),
        default=lambda form: _watched_part(form, is_rest=True),
    )

    @classmethod
    def filled(cls, state: Any, events: Iterable[Event]) -> dict[str, Any]:
        """The team, the hundreds and the rest."""
        every = tuple(events)
        facts = super().filled(state, every)
        count = next((one for one in every if isinstance(one, CountStated | CardsCaptured)), None)
        if count is None:
            return facts
        points = captured(count, state.settings)[count.party]
        rest = points % HUNDRED
        return facts | {"party": count.party, "hundreds": points - rest, "points": rest}

    def count(self) -> CountStated:
        """The total."""
        hundreds = self.hundreds.data if self.hundreds else 0
        return CountStated(self.party.data, hundreds + self.points.data)

    def facts(self) -> tuple[Event, ...]:
        """The total."""
        return (self.count(),)

    def view(self) -> TotalView:
        """The teams, and the marks that add up below."""
        ours = next((one for one in TEAMS if one.id == self.party.data), TEAMS[0])
        parts = (_parts(self.hundreds) if self.hundreds else (), _parts(self.points))
        return TotalView(**self.sums(ours), hundreds=parts[0], rest=parts[1])


def _parts(field: Any) -> tuple[PartView, ...]:
    return tuple(PartView(one.value, one.label, one.selected) for one in field.iter_choices())


def _countable(form: CountingForm) -> tuple[Card, ...]:
    """What counts and lies in no kitty that was entered."""
    return tuple(card for card, _ in form.worth.cards if card not in (form.hand.discards or ()))


class CountForm(CountingForm):
    """The counters that the bidders captured, tapped one by one."""

    NAME = "count"
    STATES = ALONE = (CardsCaptured,)
    cards = ask(
        CardsCaptured,
        choices=_countable,
        default=lambda form: form.watched.cards if form.watched else None,
    )
    last_trick = choose(
        bool, default=lambda form: form.watched and form.watched.last_trick == form.bidders.id
    )

    @property
    def watched(self) -> CardsCaptured | None:
        """What the bidders captured, where all tricks were watched."""
        return watched_count(self.hand, self.state.settings)

    @classmethod
    def filled(cls, state: Any, events: Iterable[Event]) -> dict[str, Any]:
        """What was captured but for the discards, which are known."""
        laid = state.round.discards or ()
        return {
            name: value
            for one in events
            if isinstance(one, CardsCaptured)
            for name, value in (
                ("cards", [card for card in one.cards if card not in laid]),
                ("last_trick", one.last_trick == one.party),
            )
        }

    @property
    def buried(self) -> tuple[Card, ...]:
        """The counters among the discards, where those were entered."""
        return tuple(card for card in self.hand.discards or () if self.worth.worth(card))

    def facts(self) -> tuple[Event, ...]:
        """What the bidders captured; a kitty that was entered goes where the settings say.

        Rule: §4, to the winners of the last trick.
        """
        ours = self.bidders.id
        winner, taken = ours if self.last_trick.data else other(ours), {*self.cards.value}
        if self.state.settings.kitty is KittyTo.BIDDER or winner == ours:
            taken |= {*self.buried}
        cards = tuple(card for card, _ in self.worth.cards if card in taken)
        return (CardsCaptured(ours, cards, winner),)

    def view(self) -> CountView:
        """What is tapped, and what the kitty adds."""
        ours = self.bidders
        kitty = sum(self.worth.worth(card) for card in self.buried)
        to_bidder = self.state.settings.kitty is KittyTo.BIDDER
        last = self.worth.last_trick + (0 if to_bidder else kitty)
        cells = {card: self._cell(card, points) for card, points in self.worth.cards}
        ranks = tuple(dict.fromkeys(card.rank for card in cells if card.suit))
        sums = self.sums(ours)
        return CountView(
            **sums,
            ranks=ranks,
            rows=tuple((one, tuple(cells[Card(rank, one)] for rank in ranks)) for one in COLOURS),
            rook=cells.get(ROOK),
            last_trick=PartView("y", last, bool(self.last_trick.data)),
            given_marks=marks(kitty) if to_bidder else (),
            tip=label(f"rook.ask.kitty-{self.state.settings.kitty.value}"),
            ours_short=_initials(sums["ours"]),
            theirs_short=_initials(sums["theirs"]),
        )

    def _cell(self, card: Card, points: int) -> CardView:
        is_tapped = str(card) in (self.cards.data or ())
        return CardView(card, str(card), is_tapped, points, marks(points), card in self.buried)


def _initials(name: Any) -> Any:
    """ "Tom & Marek" as "T & M"; a team without names as it is."""
    if not isinstance(name, str):
        return label(f"rook.team.{name.id}")
    return " & ".join(part[:1] for part in name.split(" & "))


# ---- a whole hand ----

BidEvent = CallMade | BidStated | NobodyBid
"""A fact of how a hand was bid: call by call, or as it was stated."""


class HandForm(TotalForm):
    """A whole hand at once: to put in a forgotten one, or to restate one that was recorded.

    A bidding and a count that were recorded in detail are stated again when the bid, or the count,
    is left as it was; kitty and discards always.
    """

    NAME = "hand"
    STATES = (
        *(CallMade, BidStated, NobodyBid, KittyTaken, DiscardsMade),
        *(TrumpDeclared, FirstLead, CountStated, CardsCaptured),
    )
    ALONE = (NobodyBid,)
    WHOLE = (CountStated, CardsCaptured, NobodyBid)
    bidder, amount, nobody = BidForm.bidder, BidForm.amount, BidForm.nobody
    trump = ask(TrumpDeclared, "suit", required=False, none=NOT_NOTED, choices=lambda form: COLOURS)
    leader = ask(FirstLead, required=False, none=NOT_NOTED)

    @classmethod
    def filled(cls, state: Any, events: Iterable[Event]) -> dict[str, Any]:
        """The hand as it was recorded; a bidding by who had it in the end."""
        every = tuple(events)
        bid = bid_of(tuple(one for one in every if isinstance(one, BidEvent)), state)
        return super().filled(state, (*every, *((bid,) if bid else ())))

    def facts(self) -> tuple[Event, ...]:
        """The hand in the order in which it happened."""
        opening = tuple(one for one in self.recorded if isinstance(one, BidEvent))
        was = bid_of(opening, self.state)
        if self.pressed:
            return opening if opening and was is None else (NobodyBid(),)
        bid = self.fact(BidStated)
        laid = (one for one in self.recorded if isinstance(one, KittyTaken | DiscardsMade))
        named = (self.fact(kind) for kind in (TrumpDeclared, FirstLead))
        begun = opening if was == bid else (bid,)
        facts = (*begun, *laid, *named, self._counted())
        return tuple(one for one in facts if one is not None)

    def _counted(self) -> CountStated | CardsCaptured:
        count = self.count()
        recorded = next((one for one in self.recorded if isinstance(one, CardsCaptured)), None)
        if recorded is None:
            return count
        is_same = captured(recorded, self.state.settings)[count.party] == count.points
        return recorded if is_same else count

    def restates(self, entries: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
        """All but the watched cards; those as well where nobody bid and no card was played."""
        return entries if self.pressed else super().restates(entries)


def bid_of(opening: tuple[BidEvent, ...], state: State) -> BidStated | None:
    """Who has the hand after this bidding, as if it had been stated; None while nobody has."""
    auction = state.round.auction
    for one in opening:
        if isinstance(one, BidStated):
            return one
        calls = (one.call,) if isinstance(one, CallMade) else (PASS,) * len(RING)
        for call in calls:
            auction = auction.after(call)
    bid = outcome(auction, state.settings) if auction.is_over else None
    return BidStated(bid.bidder, bid.amount) if bid else None
