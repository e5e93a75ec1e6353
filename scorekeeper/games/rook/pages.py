"""What a table of Rook is asked and shown, and what the bidder may seal."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import ClassVar

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.codec import Json
from scorekeeper.core.evening import ThrownIn
from scorekeeper.core.messages import message
from scorekeeper.core.outcomes import Counted, Kind, Outcome, Result
from scorekeeper.core.seats import Party, Seat, named
from scorekeeper.core.session import Event, Recorded
from scorekeeper.core.sheet import Points
from scorekeeper.games.ask import (
    EntryFlow,
    EntryForm,
    FactForm,
    Filling,
    OverForm,
    form_of,
    opening,
)
from scorekeeper.games.fields import (
    AnyField,
    FactField,
    ItsForm,
    Label,
    Text,
    ask,
    choose,
    label,
    press,
)
from scorekeeper.games.rook import events, play
from scorekeeper.games.rook.events import other
from scorekeeper.games.rook.rules import UNIT, KittyTo, NamesTrump, Settings
from scorekeeper.games.rook.scoring import (
    ROUNDS,
    Count,
    captured,
    cost_of_set,
    is_far_behind,
    watched_count,
)
from scorekeeper.games.rook.state import (
    Auction,
    Bid,
    Hand,
    State,
    auction_of,
    legal_bids,
    may_lead,
    outcome,
    sides,
    who_held,
    why_not_blind,
    why_not_call,
)
from scorekeeper.games.seals import CardsForm as SealedCardsForm
from scorekeeper.games.seals import Option, Sealable, in_progress, nothing_else

Events = tuple[Event, ...]
NOT_NOTED = "rook.ask.not-noted"
HUNDRED = 100


class RookForm(FactForm[State]):
    """A question put to a table of Rook."""

    RULES = ROUNDS
    SUITS = play.COLOURS

    @property
    def hand(self) -> Hand:
        return self.state.round

    @property
    def counters(self) -> play.Counters:
        return play.counters(self.state.settings)

    @property
    def auction(self) -> Auction:
        return auction_of(self.hand, self.state.settings)

    @property
    def teams(self) -> tuple[Party, ...]:
        """The two that can be counted, in the order in which they are shown."""
        settings = self.state.settings
        return self.sides if settings.calls_partner else settings.parties

    @property
    def sides(self) -> tuple[Party, Party]:
        return sides(self.hand, self.state.settings)

    @property
    def bidders(self) -> Party:
        return self.sides[0]

    @property
    def leaders(self) -> tuple[Seat, ...]:
        return may_lead(self.hand, self.state.settings)

    @property
    def others(self) -> Party:
        return self.sides[1]

    def check_blind(self, field: FactField, bidder: Seat | None) -> None:
        """Whoever bids blind is far enough behind. A correction isn't held to it: it says
        what was bid by the totals of then."""
        if self.recorded or bidder is None or is_far_behind(self.state, bidder):
            return
        points = self.state.settings.blind_behind
        field.refuse("blind-behind", bidder=self.shown(bidder), points=points)

    def validate_blind(self, field: FactField) -> None:
        if field.data:
            self.check_blind(field, self["bidder"].data)

    def shown(self, value: object, name: str = "") -> Label:
        """A side of a hand whose partner may still be unknown by no names."""
        if isinstance(value, Party) and value.id in events.SIDES_OF_HAND:
            return label(f"party.{value.id}")
        if name == "partner" and self.hand.bid and value is self.hand.bid.bidder:
            return label("rook.field.held-by-bidder", bidder=super().shown(value))
        return super().shown(value, name)

    def pack(self) -> list[Card]:
        """As it is shown: colour by colour, 1 first, then downwards from 14."""
        ranks = play.ORDER[::-1]
        every = [Card(rank, suit) for suit in play.COLOURS for rank in ranks]
        cards = play.cards_of(self.state.settings)
        return [card for card in (*every, play.ROOK) if card in cards]

    @staticmethod
    def marks(points: Points) -> tuple[int, ...]:
        """Parts of 5, 10, 20, 40 … that sum to `points`: what a style sheet can add up
        itself."""
        units = int(points) // UNIT
        return tuple(
            UNIT << bit for bit in range(units.bit_length()) if units >> bit & 1
        )

    @property
    def cost(self) -> int:
        return cost_of_set(self.hand.bid, self.state.settings) if self.hand.bid else 0

    @property
    def watched(self) -> events.CardsCaptured | None:
        return watched_count(self.hand, self.state.settings)

    @property
    def in_kitty(self) -> int:
        return self.state.settings.in_kitty

    def fact(self, kind: type) -> Event | None:
        fact = super().fact(kind)
        if not isinstance(fact, events.PartnerIs) or fact in self.recorded:
            return fact
        return replace(fact, bidder=self.bidder_now)

    @property
    def bidder_now(self) -> Seat | None:
        bid = self.hand.bid
        return bid.bidder if bid else None

    @property
    def is_trump_first(self) -> bool:
        return self.state.settings.names_trump is NamesTrump.BEFORE

    def in_order(self, laid: Iterable[Event], named: Iterable[Event]) -> Events:
        """What was laid away and what was named, the first of both first."""
        return (*named, *laid) if self.is_trump_first else (*laid, *named)


# ---- the partner that the bidder calls ----


def asks_called(form: ItsForm) -> bool:
    return form.state.settings.calls_partner and form.state.round.called is None


def asks_holder(form: ItsForm) -> bool:
    settings = form.state.settings
    if not settings.calls_partner:
        return False
    kinds = {type(fact) for fact in form.recorded}
    is_counted = not kinds.isdisjoint(events.COUNTS)
    # counted though nobody said who held it: then the recorded cards say so
    if is_counted and events.PartnerIs not in kinds:
        return False
    return who_held(form.state.round, settings) is None


CALLED = ask(
    events.PartnerCalled,
    "card",
    choices=RookForm.pack,
    required=False,
    none=NOT_NOTED,
    when=asks_called,
)
"""Which card the bidder called."""
PARTNER = ask(events.PartnerIs, "seat", when=asks_holder)
"""Who held it."""
CalledForm = form_of(RookForm, "called", events.PartnerCalled, called=CALLED)
PartnerForm = form_of(RookForm, "partner", events.PartnerIs, partner=PARTNER)
"""Which card was called, and who held it, each alone."""


def facts_of_partner(form: RookForm) -> Events:
    held = form.fact(events.PartnerIs)
    return () if held is None else (held,)


# ---- the bidding ----


class AuctionForm(RookForm):
    """One turn of the bidding: an amount, Pass or Pass-Partner, each a button of its
    own."""

    NAME = "auction"
    STATES = ALONE = (events.CallMade,)
    call = ask(events.CallMade)

    @classmethod
    def acts(cls, state: State) -> Seat | None:
        return auction_of(state.round, state.settings).turn

    def validate_call(self, field: Text) -> None:
        call = field.value
        if isinstance(call, events.Call) and call.is_blind:
            self.check_blind(field, self.auction.turn)

    @property
    def legal(self) -> tuple[int, ...]:
        amounts = legal_bids(self.auction, self.state.settings)
        return tuple(amount for amount in amounts if self.why_barred(amount) is None)

    @property
    def blind(self) -> tuple[int, ...]:
        """What the player whose turn it is may bid blind."""
        turn = self.auction.turn
        if turn is None or why_not_blind(self.auction, self.state.settings):
            return ()
        return self.legal if is_far_behind(self.state, turn) else ()

    @property
    def after_pass(self) -> Label:
        after = self.auction.after(events.PASS)
        if after.turn is not None:
            return label("rook.ask.pass-out")
        bid = outcome(after, self.state.settings)
        if bid is None or after.high is not None:
            return label("rook.ask.pass-ends")
        return label("rook.ask.pass-dealer", least=bid.amount)

    @property
    def why_no_pass_partner(self) -> object:
        refusal = why_not_call(self.auction, events.PASS_PARTNER, self.state.settings)
        return named(refusal.why, self.folded.people) if refusal else None

    @property
    def rounds(self) -> list[list[tuple[object, str]]]:
        auction = self.auction
        rounds = list[list[tuple[object, str]]]()
        last = len(self.ring)
        said: list[tuple[Seat, object, str]] = []
        for seat, call in auction.calls:
            if call.amount is None:
                said.append((seat, call.said(), "pass"))
                continue
            bid = Bid(seat, call.amount, call.is_blind)
            said.append((seat, bid.said, "high" if bid == auction.high else ""))
        if auction.turn:
            said.append((auction.turn, label("rook.ask.to-bid"), "now"))
        for seat, shown, css in said:
            column = auction.around.index(seat)
            if column <= last:
                rounds.append([(None, "")] * len(self.ring))
            rounds[-1][column] = (shown, css)
            last = column
        return rounds


class BidForm(RookForm):
    """Who has the hand and for how much, and the trump with it; or that nobody bid.
    Where only the bid is corrected no trump is asked for."""

    NAME = "bid"
    STATES = (
        events.BidStated,
        events.NobodyBid,
        events.TrumpDeclared,
        events.PartnerCalled,
    )
    ALONE = (events.BidStated,)
    bidder = ask(events.BidStated)
    amount = ask(events.BidStated, choices=lambda form: play.bids(form.state.settings))
    blind = ask(events.BidStated, when=lambda form: form.state.settings.plays_blind)
    trump = ask(
        events.TrumpDeclared,
        "suit",
        required=False,
        when=lambda form: not form.recorded,
    )
    called = CALLED
    nobody = press(events.NobodyBid, label("rook.ask.nobody-bid"))


WHO_LEADS = ask(events.FirstLead, choices=lambda form: form.leaders)
LeadForm = form_of(RookForm, "lead", events.FirstLead, leader=WHO_LEADS)
"""Who leads to the first trick."""


class TrumpForm(RookForm):
    """The trump colour, each a button of its own, and who leads if that is noted."""

    NAME = "trump"
    STATES = (
        events.KittyTaken,
        events.DiscardsMade,
        events.TrumpDeclared,
        events.PartnerCalled,
        events.FirstLead,
    )
    ALONE = (events.TrumpDeclared,)
    OR_NOT = label("rook.ask.if-noted")
    leader = ask(
        events.FirstLead,
        choices=lambda form: form.leaders,
        required=False,
        when=lambda form: len(form.leaders) > 1,
    )
    trump = ask(events.TrumpDeclared, "suit")
    called = CALLED

    def facts(self) -> Events:
        hand = self.hand
        laid = (
            (events.KittyTaken(), hand.kitty),
            (events.DiscardsMade(), hand.discards),
        )
        is_told = self.in_kitty > 0 and not hand.is_stated
        open_still = [fact for fact, known in laid if is_told and known is None]
        return self.in_order(open_still, super().facts())


class CardsForm(RookForm):
    """A question that is answered by tapping `cards`."""

    cards: AnyField

    def shown_cards(self) -> Iterable[Card]:
        return self.cards.offered.values()  # type: ignore[no-any-return]

    @property
    def rows(self) -> dict[Suit | None, list[Card]]:
        rows: dict[Suit | None, list[Card]] = {
            suit: [] for suit in (*play.COLOURS, None)
        }
        for card in self.shown_cards():
            rows[card.suit].append(card)
        return rows


DiscardsForm, KittyForm = (
    form_of(CardsForm, name, kind, cards=ask(kind, choices=RookForm.pack))
    for name, kind in (("discards", events.DiscardsMade), ("kitty", events.KittyTaken))
)
"""The cards that the bidder laid back, or took up, for later checking."""


# ---- the count ----


def _in_two(count: Count | None, state: State) -> Filling:
    if count is None:
        return {}
    points = captured(count, state.settings)[count.party]
    rest = points % HUNDRED
    return {"party": count.party, "hundreds": points - rest, "points": rest}


class TotalForm(RookForm):
    """What one team counted: the hundreds and the rest; the other team has what is
    left."""

    NAME = "total"
    STATES: ClassVar[tuple[type, ...]] = (events.PartnerIs, events.CountStated)
    ALONE: ClassVar[tuple[type, ...]] = (events.CountStated,)
    partner = PARTNER
    party = ask(
        events.CountStated,
        choices=lambda form: [(team.id, form.shown(team)) for team in form.teams],
        default=lambda form: form.bidders.id,
    )
    hundreds = choose(
        int,
        required=True,
        choices=lambda form: range(0, form.counters.total + 1, HUNDRED),
        default=lambda form: _in_two(form.watched, form.state).get("hundreds"),
        when=lambda form: form.counters.total >= HUNDRED,
    )
    points = choose(
        int,
        required=True,
        choices=lambda form: range(0, min(form.counters.total + 1, HUNDRED), UNIT),
        default=lambda form: _in_two(form.watched, form.state).get("points"),
    )
    others_count = choose(int)

    @classmethod
    def filled(cls, state: State, told: Iterable[Event]) -> Filling:
        told = tuple(told)
        count = next(
            (event for event in told if isinstance(event, events.COUNTS)), None
        )
        return super().filled(state, told) | _in_two(count, state)

    def validate_others_count(self, field: FactField) -> None:
        """What the other team counted, where that was typed, makes up the rest of the
        hand."""
        total = self.counters.total
        points = self.count().points if self.points.data is not None else 0
        wrong = 0 if field.data is None else points + field.data - total
        if wrong:
            code = "both-too-many" if wrong > 0 else "both-too-few"
            said = {
                "points": points,
                "others": field.data,
                "sum": total + wrong,
                "total": total,
            }
            field.refuse(code, **said, n=abs(wrong))

    def count(self) -> events.CountStated:
        hundreds = self.hundreds.data if self.hundreds else 0
        return events.CountStated(
            self.party.data, (hundreds or 0) + (self.points.data or 0)
        )

    def facts(self) -> Events:
        return (*facts_of_partner(self), self.count())


class CountForm(CardsForm):
    """The counters that the bidders captured, tapped one by one."""

    NAME = "count"
    STATES = (events.PartnerIs, events.CardsCaptured)
    ALONE = (events.CardsCaptured,)
    partner = PARTNER
    cards = ask(
        events.CardsCaptured,
        choices=lambda form: [
            c for c in form.shown_cards() if c not in (form.hand.discards or ())
        ],
        default=lambda form: form.watched.cards if form.watched else None,
    )
    last_trick = choose(
        bool,
        default=lambda form: (
            form.watched and form.watched.last_trick == form.bidders.id
        ),
    )
    none = choose(bool, default=lambda form: form.watched is not None)

    @classmethod
    def filled(cls, state: State, told: Iterable[Event]) -> Filling:
        laid = state.round.discards or ()
        (event,) = (event for event in told if isinstance(event, events.CardsCaptured))
        cards = [card for card in event.cards if card not in laid]
        return {
            "cards": cards,
            "last_trick": event.last_trick == event.party,
            "none": True,
        }

    def validate_cards(self, field: FactField) -> None:
        """A page that nobody has tapped gives nothing to anybody, unless that is
        said."""
        if not (field.data or self.last_trick.data or self.none.data):
            who = {"ours": self.shown(self.bidders), "theirs": self.shown(self.others)}
            field.refuse("nothing-tapped", **who)

    def shown_cards(self) -> Iterable[Card]:
        return (card for card, _ in self.counters.cards)

    def short(self, party: Party) -> Label:
        """A team's name where there is little room: "Tom & Marek" as "T & M"."""
        name = self.shown(party)
        if not isinstance(name, str):
            return label(f"rook.team.{party.id}")
        return " & ".join(part[:1] for part in name.split(" & "))

    def facts(self) -> Events:
        """What the bidders captured; a kitty that was entered goes where the settings
        say. Rule: §4, to the winners of the last trick."""
        ours = self.bidders.id
        winner = ours if self.last_trick.data else other(ours)
        taken = {*self.cards.value}
        if self.state.settings.kitty is KittyTo.BIDDER or winner == ours:
            taken |= {*(self.hand.discards or ())}
        cards = tuple(c for c in self.shown_cards() if c in taken)
        return (*facts_of_partner(self), events.CardsCaptured(ours, cards, winner))


class HandForm(TotalForm):
    """A whole hand at once: to put in a forgotten one, or to restate one that was
    recorded. A bidding and a count that were recorded in detail are stated again when
    the bid, or the count, is left as it was; kitty and discards always."""

    NAME = "hand"
    STATES = events.STATED
    ALONE = (events.NobodyBid,)
    WHOLE = (*events.COUNTS, events.NobodyBid)
    bidder = BidForm.bidder
    amount = BidForm.amount
    blind = BidForm.blind
    nobody = BidForm.nobody
    trump = ask(events.TrumpDeclared, "suit", required=False, none=NOT_NOTED)
    called = CALLED
    leader = ask(events.FirstLead, required=False, none=NOT_NOTED)

    @classmethod
    def filled(cls, state: State, told: Iterable[Event]) -> Filling:
        told = tuple(told)
        bid = _bid_of(told, state)
        stated = (_stated(bid),) if bid else ()
        return super().filled(state, (*told, *stated))

    @property
    def bidder_now(self) -> Seat | None:
        bidder: Seat | None = self.bidder.data
        return bidder

    def facts(self) -> Events:
        recorded_bidding: Events = tuple(
            event for event in self.recorded if isinstance(event, events.BIDDING)
        )
        recorded_bid = _bid_of(recorded_bidding, self.state)
        if self.pressed:
            is_as_recorded = bool(recorded_bidding) and recorded_bid is None
            return recorded_bidding if is_as_recorded else (events.NobodyBid(),)

        is_blind = bool(self.blind and self.blind.data)
        bid = Bid(self.bidder.data, self.amount.data, is_blind)
        bidding = recorded_bidding
        if bid != recorded_bid:
            bidding = (_stated(bid),)
        laid = [event for event in self.recorded if isinstance(event, events.LAID)]
        trump = self.fact(events.TrumpDeclared)
        lead = self.fact(events.FirstLead)
        called = self.fact(events.PartnerCalled)
        noted = [fact for fact in (trump, called, lead) if fact is not None]
        kept = self.in_order(laid, noted)
        return (*bidding, *kept, *facts_of_partner(self), self._counted())

    def _counted(self) -> Count:
        count = self.count()
        for event in self.recorded:
            if isinstance(event, events.CardsCaptured):
                points = captured(event, self.state.settings)
                if points[count.party] == count.points:
                    return event
        return count

    def restates(self, entries: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
        return entries if self.pressed else super().restates(entries)


def _stated(bid: Bid) -> events.BidStated:
    return events.BidStated(bid.bidder, bid.amount, bid.is_blind)


def _bid_of(told: Iterable[Event], state: State) -> Bid | None:
    for event in told:
        if isinstance(event, events.BIDDING):
            state = replace(state, round=ROUNDS.entered(state, event))
    return state.round.bid


def offered(state: State) -> tuple[type[EntryForm[State]], ...]:
    """What may be asked now, the usual question first. A table that bid aloud, or
    counted by cards, in its last hand is asked so again. Kitty and discards are the
    bidder's alone until the count: they are sealed, or stated by a correction."""
    hand = state.round
    last = next((backward for backward in state.backwards() if backward.count), None)
    if hand.bid is None:
        if hand.calls:
            return (AuctionForm,)
        usual: tuple[type[RookForm], ...] = (AuctionForm, BidForm)
        if last and last.is_stated:
            usual = (BidForm, AuctionForm)
        return opening(state, *usual, HandForm)
    is_ruled = len(may_lead(hand, state.settings)) == 1
    by_cards = last is not None and isinstance(last.count, events.CardsCaptured)
    return (
        *(() if hand.trump else (TrumpForm,)),
        *((CountForm, TotalForm) if by_cards else (TotalForm, CountForm)),
        *(() if hand.leader or is_ruled else (LeadForm,)),
        *_of_partner(hand, state.settings),
    )


def _of_partner(hand: Hand, settings: Settings) -> Iterable[type[RookForm]]:
    if settings.calls_partner and who_held(hand, settings) is None:
        yield PartnerForm
        if hand.called is None:
            yield CalledForm


FORMS = (
    AuctionForm,
    BidForm,
    TrumpForm,
    LeadForm,
    CalledForm,
    PartnerForm,
    DiscardsForm,
    KittyForm,
    TotalForm,
    CountForm,
)
FLOW: EntryFlow[State] = EntryFlow(
    (*FORMS, HandForm, OverForm),
    offered,
    bidding=AuctionForm.NAME,
    results=BidForm.NAME,
)


# ---- what the bidder may seal ----
# Rule: §4, §6: what lies there is known to the bidder alone, and is scored at the end.
# House: readings §7: discards that nobody opens count as the count says.


def _place(entries: tuple[Recorded, ...]) -> int | None:
    ends = (*events.COUNTS, ThrownIn)
    return next((entry.seq for entry in entries if isinstance(entry.event, ends)), None)


def _unopened(state: State, row: int) -> tuple[Option, ...]:
    """House: once the hand is counted, that count stands; a dispute goes against the
    bidders."""
    if state.round.id == row:
        return ()
    hand = next((hand for hand in state.past if hand.id == row), None)
    if hand is None or hand.bid is None or hand.count is None:
        return nothing_else(state, row)
    bidders, _ = sides(hand, state.settings)
    return ((message("rook.seal.unopened", team=bidders), ()),)


def _who_seals(name: str, state: State) -> tuple[Seat, ...]:
    hand = state.round
    settings = state.settings
    is_over = bool(getattr(hand, name)) or not settings.in_kitty
    if hand.bid is None or is_over or hand.waits_for_trump(settings):
        return ()
    return (hand.bid.bidder,)


Laid = type[events.DiscardsMade | events.KittyTaken]


def _laid(kind: Laid, value: Json) -> Events:
    is_list = isinstance(value, list) and len(value) > 0
    if not is_list or not all(isinstance(card, str) for card in value):
        raise ValueError("no cards")
    return (kind(tuple(map(Card.parse, value))),)


def _sealable(name: str, kind: Laid) -> Sealable[State]:
    class ItsCards(SealedCardsForm[State]):
        NAME = name

        def offered(self) -> tuple[frozenset[Card], int, int]:
            size = self.state.settings.in_kitty
            return play.cards_of(self.state.settings), size, size

    return Sealable(
        what=f"rook.seal.{name}",
        form=ItsCards,
        seats=partial(_who_seals, name),
        most=lambda state: 1,
        deal=in_progress,
        facts=partial(_laid, kind),
        place=_place,
        unopened=_unopened if kind is events.DiscardsMade else nothing_else,
    )


SEALABLES = (
    _sealable("discards", events.DiscardsMade),
    _sealable("kitty", events.KittyTaken),
)


# ---- what is counted over the seasons ----


BIDS = Kind("rook.outcome.bid", row=str)
"""Bids that were played and counted, for bidder and team, by their amount; by points
over or under."""


def outcomes(state: State) -> Iterator[Outcome]:
    """Every bid whose hand was counted. A hand that a ruling ended says nothing of the
    bid."""
    for hand in state.past:
        bid = hand.bid
        if bid is None or hand.count is None:
            continue
        ours = sides(hand, state.settings)[0]
        over = captured(hand.count, state.settings)[ours.id] - bid.amount
        came = Result.MADE if over >= 0 else Result.SET
        said = message(f"rook.outcome.bid.said.{came.value}", bid=bid.said, n=abs(over))
        who = ((bid.bidder,), ours.seats)
        of = (str(bid.amount), "")
        yield Outcome(hand.id or 0, BIDS.code, *who, said, of, came, over)


COUNTED = Counted((BIDS,), outcomes)
