"""The questions put to a table of Rook at the end of a hand: the count, and a whole hand."""

from typing import Any

from wtforms import BooleanField, HiddenField, SelectMultipleField, SubmitField

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.session import Event, Folded, Recorded
from scorekeeper.games.fields import label
from scorekeeper.games.rook.auction import outcome
from scorekeeper.games.rook.cards import COLOURS, ROOK, counters
from scorekeeper.games.rook.events import (
    PASS,
    RING,
    TEAMS,
    BidStated,
    Call,
    CallMade,
    CardsCaptured,
    CountStated,
    DiscardsMade,
    FirstLead,
    KittyTaken,
    NobodyBid,
    TrumpDeclared,
)
from scorekeeper.games.rook.forms import (
    Chosen,
    DiscardsForm,
    LeadForm,
    RookForm,
    amounts,
    cards_offered,
    colours,
    players,
    radio,
    refuse,
    side,
    team_of,
)
from scorekeeper.games.rook.scoring import captured, cost_of_set, other, watched_count
from scorekeeper.games.rook.settings import UNIT, KittyTo
from scorekeeper.games.rook.state import State

HUNDRED = 100


def marks(points: int) -> list[int]:
    """Parts of 5, 10, 20, 40 … that sum to `points`: what a style sheet can add up by itself."""
    units = points // UNIT
    return [UNIT << bit for bit in range(units.bit_length()) if units >> bit & 1]


class CountingForm(RookForm):
    """A question about what the two teams captured."""

    def team(self, party_id: str) -> Party:
        """The team with this id; the first where that is no team."""
        return next((one for one in TEAMS if one.id == party_id), TEAMS[0])

    def sides(self, party_id: str) -> dict[str, Any]:
        """The team that is counted and the other, with the sum of both."""
        total = counters(self.state.settings).total
        bid, ours = self.state.hand.bid, self.team(party_id)
        return {
            **super().view(),
            "ours": side(self.folded, ours),
            "theirs": side(self.folded, self.team(other(ours.id))),
            "names": [side(self.folded, one) for one in TEAMS],
            "notes": self.notes(),
            "total": total,
            "total_marks": marks(total),
            "bidders": side(self.folded, team_of(self.state)),
            "bid": bid.amount if bid else None,
            "cost": cost_of_set(bid, self.state.settings) if bid else None,
        }

    def notes(self) -> list[tuple[str, Any]]:
        """The facts of the hand that may still be noted: their forms, with what they are called."""
        hand = self.state.hand
        notes = [] if hand.discards or not hand.bid else [DiscardsForm.NAME]
        notes += [] if hand.leader or not hand.bid else [LeadForm.NAME]
        return [(name, label(f"rook.ask.note-{name}")) for name in notes]

    def offer_totals(self, hundreds: Any, rest: Any) -> None:
        """Offer the hundreds and what is above them; a hand of less has no hundreds to choose."""
        total = counters(self.state.settings).total
        hundreds.choices = [(str(n), n) for n in range(0, total + 1, HUNDRED)]
        rest.choices = [(str(n), n) for n in range(0, min(total + 1, HUNDRED), UNIT)]
        if len(hundreds.choices) == 1:
            hundreds.data = "0"


class TotalForm(CountingForm):
    """What one team counted: the hundreds and the rest; the other team has what is left."""

    NAME = "total"
    STATES = (CountStated,)
    party = radio("party", Chosen())
    hundreds = radio("hundreds", Chosen())
    points = radio("points", Chosen())

    def lay_out(self) -> None:
        """Offer both teams, the bidders first chosen, and every total; fill in what was watched."""
        self.party.choices = [(one.id, side(self.folded, one)) for one in TEAMS]
        if self.party.data is None:
            self.party.data = team_of(self.state).id
        self.offer_totals(self.hundreds, self.points)
        count = watched_count(self.state.hand, self.state.settings)
        is_blank = self.points.raw_data is None and self.points.data is None
        if is_blank and count is not None:
            points = captured(count, self.state.settings).get(self.party.data, 0)
            self.points.data = str(points % HUNDRED)
            self.hundreds.data = str(points - points % HUNDRED)

    def facts(self) -> tuple[Event, ...]:
        """The total."""
        points = int(self.hundreds.data) + int(self.points.data)
        return (CountStated(self.party.data, points),)

    def view(self) -> dict[str, Any]:
        """The teams, and the marks that add up below."""
        return {
            **self.sides(str(self.party.data)),
            "hundreds": _marked(self.hundreds),
            "rest": _marked(self.points),
        }


def _marked(field: Any) -> list[dict[str, Any]]:
    return [
        {
            "value": value,
            "points": points,
            "shown": f"{points:02d}",
            "marks": marks(points),
            "checked": field.data == value,
        }
        for value, points in field.choices
    ]


class CountForm(CountingForm):
    """The counters that the bidders captured, tapped one by one."""

    NAME = "count"
    STATES = (CardsCaptured,)
    cards = SelectMultipleField(label("rook.field.counters"), validate_choice=False)
    last_trick = BooleanField(label("rook.field.last-trick"))

    def __init__(
        self, formdata: Any = None, *, folded: Folded, data: Any = None, recorded: Any = ()
    ) -> None:
        self.is_blank = formdata is None and "cards" not in dict(data or {})
        super().__init__(formdata, folded=folded, data=data, recorded=recorded)

    def lay_out(self) -> None:
        """Offer what counts and lies in no kitty that was entered; fill in what was watched."""
        buried = self.buried()
        worth = counters(self.state.settings)
        self.cards.choices = cards_offered(c for c, _ in worth.cards if c not in buried)
        count = watched_count(self.state.hand, self.state.settings)
        if self.is_blank and count is not None:
            self.cards.data = [str(card) for card in count.cards if card not in buried]
            self.last_trick.data = count.last_trick == count.party

    def buried(self) -> tuple[Card, ...]:
        """The counters among the discards, where those were entered."""
        worth = counters(self.state.settings)
        return tuple(card for card in self.state.hand.discards or () if worth.worth(card))

    def validate_cards(self, field: Any) -> None:
        """Accept only what counts."""
        known = {value for value, _ in field.choices}
        for written in field.data or []:
            if written not in known:
                refuse("rook.refused.no-counter", card=written[:24])

    def facts(self) -> tuple[Event, ...]:
        """What the bidders captured; a kitty that was entered goes where the settings say.

        Rule: §4, to the winners of the last trick.
        """
        bidders = team_of(self.state).id
        winner = bidders if self.last_trick.data else other(bidders)
        taken = {Card.parse(written) for written in self.cards.data or []}
        if self.state.settings.kitty is KittyTo.BIDDER or winner == bidders:
            taken |= set(self.buried())
        every = [card for card, _ in counters(self.state.settings).cards]
        return (CardsCaptured(bidders, tuple(c for c in every if c in taken), winner),)

    def view(self) -> dict[str, Any]:
        """A row a colour, a column a rank; the Rook and the last trick below."""
        bidders = team_of(self.state)
        worth = counters(self.state.settings)
        kitty = sum(worth.worth(card) for card in self.buried())
        to_bidder = self.state.settings.kitty is KittyTo.BIDDER
        last = worth.last_trick + (0 if to_bidder else kitty)
        cells = {card: self._cell(card, points) for card, points in worth.cards}
        ranks = list(dict.fromkeys(card.rank for card, _ in worth.cards if card.suit))
        return {
            **self.sides(bidders.id),
            "ranks": ranks,
            "rows": [(suit, [cells[Card(rank, suit)] for rank in ranks]) for suit in COLOURS],
            "rook": cells.get(ROOK),
            "last_trick": {
                "points": last,
                "marks": marks(last),
                "checked": bool(self.last_trick.data),
            },
            "kitty": kitty,
            "given_marks": marks(kitty) if to_bidder else [],
            "tip": label(f"rook.ask.kitty-{self.state.settings.kitty.value}"),
            "ours_short": _initials(self.sides(bidders.id)["ours"]),
            "theirs_short": _initials(self.sides(bidders.id)["theirs"]),
        }

    def _cell(self, card: Card, points: int) -> dict[str, Any]:
        return {
            "card": card,
            "value": str(card),
            "points": points,
            "marks": marks(points),
            "checked": str(card) in (self.cards.data or []),
            "buried": card in self.buried(),
        }


def _initials(name: Any) -> Any:
    """ "Tom & Marek" as "T & M"; a team without names as it is."""
    if not isinstance(name, str):
        return label(f"rook.team.{name.id}")
    return " & ".join(part[:1] for part in name.split(" & "))


class HandForm(CountingForm):
    """A whole hand at once: to put in a forgotten one, or to restate one that was recorded.

    `opening` and `captured` keep a bidding and a count that were recorded in detail: they are
    stated again when the bid, or the count, is left as it was. `laid` keeps kitty and discards.
    """

    NAME = "hand"
    STATES = (
        CallMade,
        BidStated,
        NobodyBid,
        KittyTaken,
        DiscardsMade,
        TrumpDeclared,
        FirstLead,
        CountStated,
        CardsCaptured,
    )
    bidder = radio("bidder", Chosen(unless="nobody"))
    amount = radio("amount", Chosen(unless="nobody"))
    trump = radio("trump")
    leader = radio("leader")
    party = radio("party", Chosen(unless="nobody"))
    hundreds = radio("hundreds", Chosen(unless="nobody"))
    points = radio("points", Chosen(unless="nobody"))
    nobody = SubmitField(label("rook.ask.nobody-bid"))
    opening = HiddenField()
    laid = HiddenField()
    captured = HiddenField()

    def lay_out(self) -> None:
        """Offer the players, the amounts, the colours and the totals."""
        self.bidder.choices = players(self.folded)
        self.leader.choices = [("", label("rook.ask.not-noted")), *players(self.folded)]
        self.amount.choices = amounts(self.state)
        self.trump.choices = [("", label("rook.ask.not-noted")), *colours()]
        self.party.choices = [(one.id, side(self.folded, one)) for one in TEAMS]
        self.offer_totals(self.hundreds, self.points)

    def validate_trump(self, field: Any) -> None:
        """Accept no trump, or one of the colours."""
        if field.data:
            Chosen()(self, field)

    def validate_leader(self, field: Any) -> None:
        """Accept no leader, or one of the players."""
        if field.data:
            Chosen()(self, field)

    def facts(self) -> tuple[Event, ...]:
        """The hand in the order in which it happened."""
        opening = read_opening(self.opening.data)
        was = bid_of(opening, self.state)
        if self.nobody.data:
            return opening if opening and was is None else (NobodyBid(),)
        bid = BidStated(Seat(self.bidder.data), int(self.amount.data))
        trump = (TrumpDeclared(Suit(self.trump.data)),) if self.trump.data else ()
        lead = (FirstLead(Seat(self.leader.data)),) if self.leader.data else ()
        begun = opening if was == bid else (bid,)
        return (*begun, *read_laid(self.laid.data), *trump, *lead, self._count())

    def _count(self) -> Event:
        points = int(self.hundreds.data) + int(self.points.data)
        recorded = _read_captured(self.captured.data)
        if recorded and captured(recorded, self.state.settings).get(self.party.data) == points:
            return recorded
        return CountStated(self.party.data, points)

    def restates(self, entries: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
        """All but the watched cards; those as well where nobody bid and no card was played."""
        return entries if self.nobody.data else super().restates(entries)

    def view(self) -> dict[str, Any]:
        """The teams, and the marks that add up below."""
        party = self.party.data or TEAMS[0].id
        return {
            **self.sides(party if party in [one.id for one in TEAMS] else TEAMS[0].id),
            "hundreds": _marked(self.hundreds),
            "rest": _marked(self.points),
        }


Opening = tuple[CallMade | BidStated | NobodyBid, ...]
"""How a hand was bid: call by call, or as it was stated."""


def written_opening(opening: Opening) -> str:
    """A bidding as the hidden field keeps it; a stated bid is kept by the fields themselves."""
    if opening and isinstance(opening[0], NobodyBid):
        return NobodyBid.KIND
    return " ".join(str(one.call) for one in opening if isinstance(one, CallMade))


def read_opening(written: str | None) -> Opening:
    """A bidding back from the hidden field; nothing where that holds none."""
    if written == NobodyBid.KIND:
        return (NobodyBid(),)
    try:
        return tuple(CallMade(Call.parse(word)) for word in (written or "").split())
    except ValueError:
        return ()


def written_laid(laid: tuple[KittyTaken | DiscardsMade, ...]) -> str:
    """Kitty and discards as the hidden field keeps them: each kind, then its cards."""
    return " ".join(",".join([one.KIND, *(str(card) for card in one.cards)]) for one in laid)


def read_laid(written: str | None) -> tuple[KittyTaken | DiscardsMade, ...]:
    """Kitty and discards back from the hidden field; nothing where it can't be read."""
    laid: list[KittyTaken | DiscardsMade] = []
    for word in (written or "").split():
        kind, *cards = word.split(",")
        try:
            known = tuple(Card.parse(card) for card in cards)
        except ValueError:
            return ()
        laid.append(KittyTaken(known) if kind == KittyTaken.KIND else DiscardsMade(known))
    return tuple(laid)


def bid_of(opening: Opening, state: State) -> BidStated | None:
    """Who has the hand after this bidding, as if it had been stated; None while nobody has."""
    auction = state.hand.auction
    for one in opening:
        if isinstance(one, BidStated):
            return one
        calls = (one.call,) if isinstance(one, CallMade) else (PASS,) * len(RING)
        for call in calls:
            auction = auction.after(call)
    bid = outcome(auction, state.settings) if auction.is_over else None
    return BidStated(bid.bidder, bid.amount) if bid else None


def written_captured(count: CardsCaptured) -> str:
    """A count of cards as the hidden field keeps it."""
    return " ".join([count.party, count.last_trick, *(str(card) for card in count.cards)])


def _read_captured(written: str | None) -> CardsCaptured | None:
    words = (written or "").split()
    if len(words) < 2:
        return None
    try:
        cards = tuple(Card.parse(word) for word in words[2:])
    except ValueError:
        return None
    return CardsCaptured(words[0], cards, words[1])
