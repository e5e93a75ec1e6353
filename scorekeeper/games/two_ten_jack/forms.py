"""The two ways to count a round: card by card, or everybody's total."""

from typing import Any, NoReturn

from wtforms import BooleanField, Field, SelectField, StringField, SubmitField
from wtforms.validators import StopValidation

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import listed
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event, Folded
from scorekeeper.games.forms import EntryForm, label
from scorekeeper.games.two_ten_jack.card_play import card_play
from scorekeeper.games.two_ten_jack.events import CardsCaptured, TotalsStated
from scorekeeper.games.two_ten_jack.pack import counted, ring, round_sum, taken_out, tricks, worth
from scorekeeper.games.two_ten_jack.scoring import parties
from scorekeeper.games.two_ten_jack.settings import MOST, Reversal
from scorekeeper.games.two_ten_jack.sheet import sheet
from scorekeeper.games.two_ten_jack.state import State

LARGEST = 6
"""The most digits of a total that is typed in."""


def refuse(code: str, **params: object) -> NoReturn:
    """Refuse what stands in a field, and what else would be refused of it."""
    raise StopValidation(label(code, **params))


def last_round(folded: Folded) -> dict[str, Any] | None:
    """What the round before this one scored, None before the first."""
    rows = [row for one in sheet(folded.state).sections[-1:] for row in one.rows if row.lines]
    if not rows:
        return None
    seated = dict(folded.people)
    points = [
        (seated.get(party.seats[0], party), rows[-1].total(party.id))
        for party in parties(folded.state.settings)
    ]
    return {"row": rows[-1].id, "label": rows[-1].label, "points": points}


class RoundForm(EntryForm):
    """A question at the end of a round."""

    state: State

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody's seat, clockwise."""
        return ring(self.state.settings)

    def who(self, seat: Seat) -> Any:
        """The person in a seat, or the seat where nobody sits."""
        return dict(self.folded.people).get(seat, seat)

    def round_view(self) -> dict[str, Any]:
        """The cards that are out, the tricks of a round, and what its totals come to."""
        settings = self.state.settings
        hearts, spades = frozenset({Suit.HEARTS}), frozenset({Suit.SPADES})
        return {
            "last": last_round(self.folded),
            "removed": taken_out(settings),
            "tricks": label("two-ten-jack.ask.tricks", n=tricks(settings)),
            "sum": round_sum(settings, frozenset()),
            "reversed": settings.reversal is not Reversal.OFF,
            "sum_hearts": round_sum(settings, hearts),
            "sum_spades": round_sum(settings, spades),
            "sum_both": round_sum(settings, hearts | spades),
            "hearts": Suit.HEARTS,
            "spades": Suit.SPADES,
        }


class CountForm(RoundForm):
    """Who captured which card: a player is chosen above, each tap gives that player a card.

    Each card is a group of radio buttons of its own, named after the card, so it can have only
    one owner. The button `rest` gives all that is left to the player chosen above.
    """

    NAME = "count"
    STATES = (CardsCaptured,)
    cards = Field(label("two-ten-jack.field.cards"))
    rest = SubmitField(label("two-ten-jack.field.rest"))

    def __init__(self, formdata: Any = None, *, folded: Folded, data: Any = None) -> None:
        sent = formdata if formdata is not None else dict(data or {}).get("owners", {})
        super().__init__(formdata, folded=folded, data=data)
        seats = {seat.value: seat for seat in self.seats}
        self.asked = counted(self.state.settings)
        self.owners = {
            card: seats[sent[str(card)]] for card in self.asked if sent.get(str(card)) in seats
        }
        if formdata is None and not self.owners:
            self.owners = self._watched()
        self.chosen = seats.get(sent.get("who", ""), self.seats[0])
        if formdata is not None and self.rest.data:
            self.owners = {card: self.owners.get(card, self.chosen) for card in self.asked}

    def _watched(self) -> dict[Card, Seat]:
        """Who captured what, where all tricks of the round were watched; else nothing."""
        state = self.state
        watched = state.watched
        if not watched.is_over(card_play(state.settings, state.dealer)):
            return {}
        owners = {card: seat for seat in self.seats for card in watched.captured((seat,))}
        return {card: owners[card] for card in self.asked if card in owners}

    def validate_cards(self, field: Any) -> None:
        """Every card must have an owner; whether each can have it is for the rules to say."""
        missing = tuple(card for card in self.asked if card not in self.owners)
        if missing:
            refuse("two-ten-jack.refused.no-owner", n=len(missing), cards=listed(missing))

    def facts(self) -> tuple[Event, ...]:
        """Who captured what, in the order in which the cards are shown."""
        return (CardsCaptured(tuple((card, self.owners[card]) for card in self.asked)),)

    def view(self) -> dict[str, Any]:
        """The players, and a row of cards a suit."""
        suits = dict.fromkeys(card.suit for card in self.asked)
        return {
            **self.round_view(),
            "players": [
                {
                    "number": n,
                    "value": seat.value,
                    "name": self.who(seat),
                    "checked": seat is self.chosen,
                }
                for n, seat in enumerate(self.seats, start=1)
            ],
            "rows": [
                [self._cell(card) for card in self.asked if card.suit is suit] for suit in suits
            ],
            "cards": len(self.asked),
        }

    def _cell(self, card: Card) -> dict[str, Any]:
        owner = self.owners.get(card)
        return {
            "card": card,
            "name": str(card),
            "points": worth(self.state.settings, card),
            "missing": owner is None and bool(self.cards.errors),
            "owners": [
                {
                    "number": n,
                    "value": seat.value,
                    "name": self.who(seat),
                    "checked": seat is owner,
                }
                for n, seat in enumerate(self.seats, start=1)
            ],
        }


class TotalsForm(RoundForm):
    """Everybody's total, with its sign apart, and who captured a whole six."""

    NAME = "totals"
    STATES = (TotalsStated,)
    total1 = StringField()
    total2 = StringField()
    total3 = StringField()
    total4 = StringField()
    total5 = StringField()
    total6 = StringField()
    total7 = StringField()
    total8 = StringField()
    minus1 = BooleanField()
    minus2 = BooleanField()
    minus3 = BooleanField()
    minus4 = BooleanField()
    minus5 = BooleanField()
    minus6 = BooleanField()
    minus7 = BooleanField()
    minus8 = BooleanField()
    hearts = SelectField(label("two-ten-jack.field.hearts"), validate_choice=False)
    spades = SelectField(label("two-ten-jack.field.spades"), validate_choice=False)

    def lay_out(self) -> None:
        """Ask those who are at the table, and after reversals where there are any."""
        for number in range(len(self.seats) + 1, MOST + 1):
            del self[f"total{number}"]
            del self[f"minus{number}"]
        for seat in self.seats:
            self[f"total{seat.value}"].validators = (_whole_number,)
        nobody = [("", label("two-ten-jack.ask.nobody"))]
        if self.state.settings.reversal is Reversal.OFF:
            del self.hearts
            del self.spades
        else:
            choices = [*nobody, *((seat.value, self.who(seat)) for seat in self.seats)]
            self.hearts.choices = choices
            self.spades.choices = choices

    def facts(self) -> tuple[Event, ...]:
        """The totals and the reversals."""
        totals = tuple((seat, self._points(seat)) for seat in self.seats)
        return (TotalsStated(totals, self._six("hearts"), self._six("spades")),)

    def _points(self, seat: Seat) -> int:
        points = _number(self[f"total{seat.value}"].data)
        return -abs(points) if self[f"minus{seat.value}"].data else points

    def _six(self, name: str) -> Seat | None:
        chosen = self[name].data if name in self else ""
        return next((seat for seat in self.seats if seat.value == chosen), None)

    def view(self) -> dict[str, Any]:
        """A row a player."""
        return {
            **self.round_view(),
            "players": [
                {
                    "name": self.who(seat),
                    "field": self[f"total{seat.value}"],
                    "minus": self[f"minus{seat.value}"],
                }
                for seat in self.seats
            ],
        }


def _number(typed: str | None) -> int:
    return int((typed or "").strip().replace("−", "-"))


def _whole_number(form: Any, field: Any) -> None:
    typed = (field.data or "").strip()
    if not typed:
        refuse("two-ten-jack.refused.nothing-typed")
    digits = typed.replace("−", "-").removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= LARGEST):
        refuse("two-ten-jack.refused.no-number", typed=typed[:24])


class OverForm(RoundForm):
    """No question: who has won."""

    NAME = "over"
    STATES = ()

    def facts(self) -> tuple[Event, ...]:
        """Nothing can be stated here."""
        return ()

    def view(self) -> dict[str, Any]:
        """The last round, and how the next one is counted."""
        by_total = isinstance(self.state.last_count, TotalsStated)
        return {**self.round_view(), "next": (TotalsForm if by_total else CountForm).NAME}
