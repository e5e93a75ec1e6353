"""One recorded card of the play, put right."""

from typing import Any

from wtforms import HiddenField, SelectField
from wtforms.validators import InputRequired

from scorekeeper.core.breaches import still_out
from scorekeeper.core.cards import Suit
from scorekeeper.core.play import CardPlayed, PlayRules, Watched, turn
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.core.tricks import Play
from scorekeeper.games.fields import CardField, label
from scorekeeper.web.server.picker import deck
from scorekeeper.web.table.evening_form import EveningForm

UP, DOWN = "up", "down"


class PlayedForm(EveningForm):
    """Another card in the place of the one that was recorded; it stays the same player's."""

    NAME = "card"
    TEMPLATE = "sessions/card.html"
    STATES = (CardPlayed,)
    card = CardField(label("field.played-card"), [InputRequired(label("refused.no-card-chosen"))])
    how = SelectField(label("field.played-how"), default=UP)
    seat = HiddenField()

    @classmethod
    def data_of(cls, event: Any) -> dict[str, Any]:
        """The card as it was recorded."""
        how = DOWN if event.is_face_down else event.as_suit.value if event.as_suit else UP
        return {
            "card": str(event.card),
            "how": how,
            "seat": event.seat.value if event.seat else "",
        }

    def lay_out(self) -> None:
        """Offer what can still be out at that place in the play, in the ways the game knows."""
        rules, watched = self._play()
        self.how.choices = [(UP, label("card.how.up"))]
        if rules is None:
            return
        self.card.cards = still_out(rules, watched, None)
        seat = self._seat(rules, watched)
        plays = (Play(seat or rules.ring[0], card) for card in sorted(self.card.cards, key=str))
        ways = [way for one in plays for way in rules.ways(watched.tricks, watched.trick, one)]
        if any(way.is_face_down for way in ways):
            self.how.choices.append((DOWN, label("card.how.down")))
        suits = {way.as_suit for way in ways if way.as_suit is not None}
        self.how.choices += [
            (suit.value, label("card.how.as", suit=suit)) for suit in Suit if suit in suits
        ]

    def facts(self) -> tuple[Event, ...]:
        """The card, with the seat of whoever played it."""
        rules, watched = self._play()
        card, how = self.card.card, self.how.data
        assert card is not None  # noqa: S101 - it was chosen
        seat = self._seat(rules, watched) if rules else None
        suit = Suit(how) if how not in (UP, DOWN) else None
        return (CardPlayed(card, how == DOWN, seat, suit),)

    def view(self) -> dict[str, Any]:
        """The words of the page, and the pack to tap on."""
        cards, chosen = self.card.cards, self.card.card
        picker = deck(cards, lambda card: {"is_on": card == chosen})
        return {**super().view(), "deck": picker}

    def _seat(self, rules: PlayRules, watched: Watched) -> Seat | None:
        stated = next((seat for seat in rules.ring if seat.value == self.seat.data), None)
        return stated or turn(rules, watched)

    def _play(self) -> tuple[PlayRules | None, Watched]:
        arbiter = self.game.arbiter
        if arbiter is None:
            return None, Watched()
        return arbiter.play_rules(self.state), arbiter.watched(self.state)
