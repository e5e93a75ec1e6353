"""What a table of Rook is asked at the end of a hand, and the order of all its questions."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, ClassVar

from scorekeeper.core.cards import Card
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Party
from scorekeeper.core.session import Event, Recorded
from scorekeeper.core.sheet import Points
from scorekeeper.games.ask import EntryFlow, EntryForm, OverForm
from scorekeeper.games.fields import ask, choose, label
from scorekeeper.games.rook.events import (
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
    other,
)
from scorekeeper.games.rook.pages_bid import (
    AuctionForm,
    BidForm,
    CardsForm,
    DiscardsForm,
    KittyForm,
    LeadForm,
    RookForm,
    TrumpForm,
)
from scorekeeper.games.rook.play import COLOURS
from scorekeeper.games.rook.rules import UNIT, KittyTo
from scorekeeper.games.rook.scoring import ROUNDS, captured, cost_of_set, watched_count
from scorekeeper.games.rook.state import Bid, State, last_count

NOT_NOTED = "rook.ask.not-noted"
HUNDRED = 100


class CountingForm(RookForm):
    """A question about what the two teams captured."""

    TEAMS = TEAMS

    @staticmethod
    def marks(points: Points) -> tuple[int, ...]:
        """Parts of 5, 10, 20, 40 … that sum to `points`: what a style sheet can add up itself."""
        units = int(points) // UNIT
        return tuple(UNIT << bit for bit in range(units.bit_length()) if units >> bit & 1)

    @property
    def cost(self) -> int:
        """What the bidders score with less than they bid."""
        return cost_of_set(self.hand.bid, self.state.settings) if self.hand.bid else 0

    @property
    def notes(self) -> tuple[tuple[str, Message], ...]:
        """What may still be noted of this hand: the form's name, and in words."""
        hand = self.hand
        known = {"discards": hand.discards, "kitty": hand.kitty, "lead": hand.leader}
        names = (name for name, value in known.items() if self.hand.bid and not value)
        return tuple((name, label(f"rook.ask.note-{name}")) for name in names)

    @property
    def watched(self) -> CardsCaptured | None:
        """What the bidders captured, where all tricks were watched."""
        return watched_count(self.hand, self.state.settings)


def _split(points: int) -> tuple[int, int]:
    """The hundreds of a total, and the rest."""
    return points - points % HUNDRED, points % HUNDRED


def _hundreds(form: CountingForm) -> range:
    return range(0, form.worth.total + 1, HUNDRED)


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
        default=lambda form: form.watched_split[0],
        when=lambda form: len(_hundreds(form)) > 1,
    )
    points = choose(
        int,
        required=True,
        choices=lambda form: range(0, min(form.worth.total + 1, HUNDRED), UNIT),
        default=lambda form: form.watched_split[1],
    )
    others_count = choose(int)

    @classmethod
    def filled(cls, state: Any, events: Iterable[Event]) -> dict[str, Any]:
        """The team, the hundreds and the rest."""
        every = tuple(events)
        facts = super().filled(state, every)
        count = next((one for one in every if isinstance(one, CountStated | CardsCaptured)), None)
        if count is None:
            return facts
        hundreds, rest = _split(captured(count, state.settings)[count.party])
        return facts | {"party": count.party, "hundreds": hundreds, "points": rest}

    @property
    def watched_split(self) -> tuple[int | None, int | None]:
        """What the bidders captured, where all tricks were watched: its hundreds, and the rest."""
        count = self.watched
        return (
            _split(captured(count, self.state.settings)[self.bidders.id]) if count else (None, None)
        )

    def validate_others_count(self, field: Any) -> None:
        """What the other team counted, where that was typed, makes up the rest of the hand."""
        total, points = self.worth.total, self.count().points if self.points.data is not None else 0
        wrong = 0 if field.data is None else points + field.data - total
        if wrong:
            code = "both-too-many" if wrong > 0 else "both-too-few"
            said = {"points": points, "others": field.data, "sum": total + wrong, "total": total}
            field.refuse(code, **said, n=abs(wrong))

    def count(self) -> CountStated:
        """The total."""
        hundreds = self.hundreds.data if self.hundreds else 0
        return CountStated(self.party.data, hundreds + self.points.data)

    def facts(self) -> tuple[Event, ...]:
        """The total."""
        return (self.count(),)


class CountForm(CountingForm, CardsForm):
    """The counters that the bidders captured, tapped one by one."""

    NAME = "count"
    STATES = ALONE = (CardsCaptured,)
    cards = ask(
        CardsCaptured,
        choices=lambda form: [c for c in form.shown_cards() if c not in (form.hand.discards or ())],
        default=lambda form: form.watched.cards if form.watched else None,
    )
    last_trick = choose(
        bool, default=lambda form: form.watched and form.watched.last_trick == form.bidders.id
    )
    none = choose(bool, default=lambda form: form.watched is not None)

    @classmethod
    def filled(cls, state: Any, events: Iterable[Event]) -> dict[str, Any]:
        """What was captured but for the discards, which are known."""
        laid = state.round.discards or ()
        (event,) = (one for one in events if isinstance(one, CardsCaptured))
        cards = [card for card in event.cards if card not in laid]
        return {"cards": cards, "last_trick": event.last_trick == event.party, "none": True}

    def validate_cards(self, field: Any) -> None:
        """A page that nobody has tapped gives nothing to anybody, unless that is said."""
        if not (field.data or self.last_trick.data or self.none.data):
            who = {"ours": self.shown(self.bidders), "theirs": self.shown(self.others)}
            field.refuse("nothing-tapped", **who)

    def shown_cards(self) -> Iterable[Card]:
        """All that counts; what is known to lie in the kitty can't be tapped."""
        return (card for card, _ in self.worth.cards)

    @property
    def buried(self) -> int:
        """What counts among the discards, where those were entered."""
        return self.worth.worth(*(self.hand.discards or ()))

    @property
    def tip(self) -> Message:
        """Where the kitty goes."""
        return message(f"rook.ask.kitty-{self.state.settings.kitty.value}")

    def short(self, party: Party) -> Any:
        """A team's name where there is little room: "Tom & Marek" as "T & M"."""
        name = self.shown(party)
        if not isinstance(name, str):
            return label(f"rook.team.{party.id}")
        return " & ".join(part[:1] for part in name.split(" & "))

    def facts(self) -> tuple[Event, ...]:
        """What the bidders captured; a kitty that was entered goes where the settings say.

        Rule: §4, to the winners of the last trick.
        """
        ours = self.bidders.id
        winner, taken = ours if self.last_trick.data else other(ours), {*self.cards.value}
        if self.state.settings.kitty is KittyTo.BIDDER or winner == ours:
            taken |= {*(self.hand.discards or ())}
        return (CardsCaptured(ours, tuple(c for c in self.shown_cards() if c in taken), winner),)


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
        bid = _bid_of(every, state)
        stated = (BidStated(bid.bidder, bid.amount),) if bid else ()
        return super().filled(state, (*every, *stated))

    def facts(self) -> tuple[Event, ...]:
        """The hand in the order in which it happened."""
        opening = tuple(one for one in self.recorded if isinstance(one, BidEvent))
        was = _bid_of(opening, self.state)
        if self.pressed:
            return opening if opening and was is None else (NobodyBid(),)
        bid = Bid(self.bidder.data, self.amount.data)
        begun = opening if was == bid else (BidStated(bid.bidder, bid.amount),)
        laid = (one for one in self.recorded if isinstance(one, KittyTaken | DiscardsMade))
        told = (self.fact(TrumpDeclared), self.fact(FirstLead), self._counted())
        return (*begun, *laid, *(one for one in told if one is not None))

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


def _bid_of(events: Iterable[Event], state: State) -> Bid | None:
    """Who has the hand after this bidding; None while nobody has."""
    for one in events:
        if isinstance(one, BidEvent):
            state = replace(state, round=ROUNDS.entered(state, one))
    return state.round.bid


# ---- the order ----


def offered(state: State) -> tuple[type[EntryForm], ...]:
    """What may be asked now, the usual question first.

    A table that bid aloud, or counted by cards, in its last hand is asked so again. Kitty and
    discards are the bidder's alone until the count: they are sealed, or stated by a correction.
    """
    hand, last = state.round, last_count(state)
    if hand.bid is None:
        if hand.calls:
            return (AuctionForm,)
        over = (OverForm,) if state.is_between else ()
        usual = (BidForm, AuctionForm) if last and last.is_stated else (AuctionForm, BidForm)
        return (*over, *usual, HandForm)
    by_cards = last is not None and isinstance(last.count, CardsCaptured)
    return (
        *(() if hand.trump else (TrumpForm,)),
        *((CountForm, TotalForm) if by_cards else (TotalForm, CountForm)),
        *(() if hand.leader else (LeadForm,)),
    )


_BEFORE = (AuctionForm, BidForm, TrumpForm, LeadForm, DiscardsForm, KittyForm)
FLOW = EntryFlow((*_BEFORE, TotalForm, CountForm, HandForm, OverForm), offered)
