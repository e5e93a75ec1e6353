"""The questions put to a table of Rook before the count: bid, trump, lead, discards."""

from collections.abc import Iterable
from typing import Any, ClassVar, NoReturn

from wtforms import HiddenField, RadioField, SelectMultipleField, StringField, SubmitField
from wtforms.validators import StopValidation

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.naming import named
from scorekeeper.core.seats import Party, Seat, left_of, party_of
from scorekeeper.core.session import Event, Folded
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.fields import label
from scorekeeper.games.rook.auction import Auction, check_call, legal_bids
from scorekeeper.games.rook.cards import COLOURS, ROOK, bids, cards_of
from scorekeeper.games.rook.events import (
    PASS_PARTNER,
    RING,
    TEAMS,
    BidStated,
    Call,
    CallMade,
    DiscardsMade,
    FirstLead,
    KittyTaken,
    NobodyBid,
    TrumpDeclared,
)
from scorekeeper.games.rook.sheet import sheet
from scorekeeper.games.rook.state import State

Choices = list[tuple[str, Any]]
"""Values of a field with their labels."""

SHORTCUTS = 4
"""How many amounts above the next one are offered at once."""


def refuse(code: str, **params: object) -> NoReturn:
    """Refuse what stands in a field, and what else would be refused of it."""
    raise StopValidation(label(code, **params))


class Chosen:
    """A choice must be made among those offered, unless the button `unless` was pressed."""

    def __init__(self, unless: str = "") -> None:
        self.unless = unless

    def __call__(self, form: Any, field: Any) -> None:
        if self.unless and form[self.unless].data:
            return
        if field.data not in [value for value, _ in field.choices]:
            refuse("rook.refused.choose")


def radio(code: str, *validators: Any) -> RadioField:
    """A field of buttons whose choices come with the state."""
    return RadioField(label(f"rook.field.{code}"), list(validators), validate_choice=False)


def who(folded: Folded, seat: Seat) -> Any:
    """The person in a seat, or the seat where nobody sits."""
    return dict(folded.people).get(seat, seat)


def side(folded: Folded, party: Party) -> Any:
    """The persons of a team, or the team where nobody sits."""
    seated = dict(folded.people)
    names = [seated[seat] for seat in party.seats if seat in seated]
    return " & ".join(names) if len(names) == len(party.seats) else party


def players(folded: Folded) -> Choices:
    """Every seat as a choice."""
    return [(seat.value, who(folded, seat)) for seat in RING]


def colours() -> Choices:
    """Every colour as a choice."""
    return [(suit.value, suit) for suit in COLOURS]


def amounts(state: State) -> Choices:
    """Every amount that can be bid, as a choice."""
    return [(str(n), n) for n in bids(state.settings)]


def cards_offered(cards: Iterable[Card]) -> Choices:
    """Cards as choices."""
    return [(str(card), card) for card in cards]


class RookForm(EntryForm):
    """A question put to a table of Rook."""

    STATES: ClassVar[tuple[type, ...]]
    state: State

    def who(self, seat: Seat) -> Any:
        """The person in a seat."""
        return who(self.folded, seat)

    def view(self) -> dict[str, Any]:
        """The hand that was counted last."""
        return {"last": last_hand(self.folded), "is_new": self.state.hand.id is None}


def last_hand(folded: Folded) -> dict[str, Any] | None:
    """What the hand before this one scored, None when the last entry was none."""
    sections = sheet(folded.state).sections
    rows = [row for one in sections[-1:] for row in one.rows if row.lines]
    if not rows:
        return None
    row = rows[-1]
    facts = {fact.head: fact.value for fact in row.facts}
    bidder = facts.get("rook.bidder")
    said = (
        (who(folded, bidder), " ", facts.get("rook.bid"), " ", facts.get("rook.result"))
        if isinstance(bidder, Seat)
        else ""
    )
    points = [(side(folded, team), row.total(team.id)) for team in TEAMS]
    return {"row": row.id, "label": row.label, "said": said, "points": points}


# ---- the bidding, call by call ----


class AuctionForm(RookForm):
    """One turn of the bidding: an amount, Pass or Pass-Partner, each a button of its own."""

    NAME = "auction"
    STATES = (CallMade,)
    call = StringField(label("rook.field.call"))

    def __init__(
        self, formdata: Any = None, *, folded: Folded, data: Any = None, recorded: Any = ()
    ) -> None:
        self.asked_why = dict(data or {}).get("why")
        super().__init__(formdata, folded=folded, data=data, recorded=recorded)

    def validate_call(self, field: Any) -> None:
        """Accept only what is written as a call."""
        try:
            Call.parse(field.data or "")
        except ValueError:
            refuse("rook.refused.no-call", call=(field.data or "")[:24])

    def facts(self) -> tuple[Event, ...]:
        """The call."""
        return (CallMade(Call.parse(self.call.data or "")),)

    def view(self) -> dict[str, Any]:
        """The history in a column a player, and what the next player may say.

        The page's address may ask why Pass-Partner can't be said.
        """
        auction = self.state.hand.auction
        seat = auction.turn or auction.dealer
        why_not = self._skip_refused(auction)
        legal = legal_bids(auction, self.state.settings)
        return {
            **super().view(),
            "columns": [self.who(one) for one in _columns(auction)],
            "rounds": _rounds(auction),
            "seat": self.who(seat),
            "least": legal[0] if legal else None,
            "more": legal[1 : SHORTCUTS + 1],
            "rest": legal[SHORTCUTS + 1 :],
            "pass_note": label(f"rook.ask.{_pass_note(auction)}"),
            "can_skip": why_not is None,
            "why": why_not if self.asked_why else None,
        }

    def _skip_refused(self, auction: Auction) -> Any:
        """Why the next player can't say Pass-Partner, None when it can be said."""
        try:
            check_call(auction, PASS_PARTNER, self.state.settings)
        except RuleViolation as violation:
            return named(violation.why, self.folded.people)
        return None


def _columns(auction: Auction) -> tuple[Seat, ...]:
    return tuple(left_of(auction.dealer, RING, n) for n in range(1, 5))


def _rounds(auction: Auction) -> list[list[dict[str, Any]]]:
    """The calls in rows of four cells, the next turn marked; who is skipped has an empty cell."""
    columns = _columns(auction)
    rounds: list[list[dict[str, Any]]] = []
    last = len(columns)
    turns = [*auction.calls, *([(auction.turn, None)] if auction.turn else [])]
    for seat, call in turns:
        column = columns.index(seat)
        if column <= last:
            rounds.append([{"said": None, "css": ""} for _ in columns])
        rounds[-1][column] = _cell(auction, seat, call)
        last = column
    return rounds


def _cell(auction: Auction, seat: Seat, call: Call | None) -> dict[str, Any]:
    if call is None:
        return {"said": label("rook.ask.to-bid"), "css": "now"}
    if call.amount is None:
        return {"said": call.said(), "css": "pass"}
    high = auction.high
    is_high = high is not None and (high.bidder, high.amount) == (seat, call.amount)
    return {"said": call.amount, "css": "high" if is_high else ""}


def _pass_note(auction: Auction) -> str:
    ends = len(auction.out) == (2 if auction.high else 3)
    return "pass-ends" if ends else "pass-out"


# ---- who has the hand, for a table that bids aloud ----


class BidForm(RookForm):
    """Who has the hand and for how much, and the trump with it; or that nobody bid.

    `alone` is set when only the bid is being corrected: then no trump is asked for.
    """

    NAME = "bid"
    STATES = (BidStated, NobodyBid, TrumpDeclared)
    bidder = radio("bidder", Chosen(unless="nobody"))
    amount = radio("amount", Chosen(unless="nobody"))
    trump = radio("trump")
    nobody = SubmitField(label("rook.ask.nobody-bid"))
    alone = HiddenField()

    def lay_out(self) -> None:
        """Offer the players, every amount and the colours."""
        self.bidder.choices = players(self.folded)
        self.amount.choices = amounts(self.state)
        self.trump.choices = colours()

    def validate_trump(self, field: Any) -> None:
        """Accept no trump yet, or one of the colours."""
        if field.data:
            Chosen()(self, field)

    def facts(self) -> tuple[Event, ...]:
        """The bid, and the trump where it was chosen."""
        if self.nobody.data:
            return (NobodyBid(),)
        bid = BidStated(Seat(self.bidder.data), int(self.amount.data))
        return (bid, *_trump(self.trump.data))

    def view(self) -> dict[str, Any]:
        """Whether the trump is asked for as well."""
        return {**super().view(), "with_trump": not self.alone.data}


def _trump(chosen: str | None) -> tuple[Event, ...]:
    return (TrumpDeclared(Suit(chosen)),) if chosen else ()


# ---- after the bidding ----


class LeadForm(RookForm):
    """Who leads to the first trick."""

    NAME = "lead"
    STATES: ClassVar[tuple[type, ...]] = (FirstLead,)
    leader = radio("leader", Chosen())

    def lay_out(self) -> None:
        """Offer the bidder and the player at the left."""
        bid = self.state.hand.bid
        bidder = bid.bidder if bid else self.state.hand.dealer
        leaders = (bidder, left_of(bidder, RING))
        self.leader.choices = [(seat.value, self.who(seat)) for seat in leaders]

    def facts(self) -> tuple[Event, ...]:
        """Who leads."""
        return (FirstLead(Seat(self.leader.data)),)

    def view(self) -> dict[str, Any]:
        """Whose choice it is."""
        bid = self.state.hand.bid
        return {
            **super().view(),
            "bidder": self.who(bid.bidder) if bid else None,
            "amount": bid.amount if bid else None,
            "or_not": label("rook.ask.if-noted"),
        }


class TrumpForm(LeadForm):
    """The trump colour, each a button of its own, and who leads if that is noted."""

    NAME = "trump"
    STATES = (KittyTaken, DiscardsMade, TrumpDeclared, FirstLead)
    leader = radio("leader")
    trump = radio("trump", Chosen())

    def lay_out(self) -> None:
        """Offer the colours, the bidder and the player at the left."""
        super().lay_out()
        self.trump.choices = colours()

    def validate_leader(self, field: Any) -> None:
        """Accept no leader, or one of the two."""
        if field.data:
            Chosen()(self, field)

    def facts(self) -> tuple[Event, ...]:
        """After a bidding that was recorded: kitty, discards, trump, lead; else trump and lead."""
        hand = self.state.hand
        facts: list[Event] = []
        if not hand.is_stated:
            facts += [KittyTaken()] if hand.kitty is None else []
            facts += [DiscardsMade()] if hand.discards is None else []
        lead = (FirstLead(Seat(self.leader.data)),) if self.leader.data else ()
        return (*facts, *_trump(self.trump.data), *lead)


class DiscardsForm(RookForm):
    """The five cards that the bidder laid back, for later checking."""

    NAME = "discards"
    STATES = (DiscardsMade,)
    cards = SelectMultipleField(label("rook.field.discards"), validate_choice=False)

    def lay_out(self) -> None:
        """Offer the whole pack."""
        self.cards.choices = cards_offered(_in_order(self.state))

    def validate_cards(self, field: Any) -> None:
        """Accept only cards of the pack; how many is for the rules to say."""
        known = {value for value, _ in field.choices}
        for written in field.data or []:
            if written not in known:
                refuse("rook.refused.no-card", card=written[:24])

    def facts(self) -> tuple[Event, ...]:
        """The discards."""
        return (DiscardsMade(tuple(Card.parse(one) for one in self.cards.data or [])),)

    def view(self) -> dict[str, Any]:
        """The pack, a row a colour, the Rook apart."""
        chosen = set(self.cards.data or [])
        pack = list(_in_order(self.state))
        bid = self.state.hand.bid
        return {
            **super().view(),
            "bidder": self.who(bid.bidder) if bid else None,
            "rook": _picked([ROOK], chosen)[0],
            "rows": [
                (suit, _picked([card for card in pack if card.suit is suit], chosen))
                for suit in COLOURS
            ],
        }


def _picked(cards: Iterable[Card], chosen: set[str]) -> list[dict[str, Any]]:
    return [
        {"value": str(card), "rank": card.rank, "card": card, "checked": str(card) in chosen}
        for card in cards
    ]


def _in_order(state: State) -> tuple[Card, ...]:
    """The pack as it is shown: colour by colour, 1 first, then downwards from 14."""
    pack = cards_of(state.settings.deck)
    ranks = ("1", *(str(n) for n in range(14, 1, -1)))
    every = (Card(rank, suit) for suit in COLOURS for rank in ranks)
    return (*(card for card in every if card in pack), ROOK)


def team_of(state: State) -> Party:
    """The bidders' team; that of the dealer while nobody has the hand."""
    bid = state.hand.bid
    return party_of(bid.bidder if bid else state.hand.dealer, TEAMS)


class OverForm(RookForm):
    """No question: who has won."""

    NAME = "over"
    STATES = ()

    def facts(self) -> tuple[Event, ...]:
        """Nothing can be stated here."""
        return ()

    def view(self) -> dict[str, Any]:
        """The last hand, and how the next one is bid."""
        last = self.state.last_count
        usual = BidForm.NAME if last and last.is_stated else AuctionForm.NAME
        return {**super().view(), "next": usual}
