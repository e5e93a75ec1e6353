"""The questions of an evening that every game shares: people, dealer, ends, a card put
right."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, ClassVar

from wtforms import Form, HiddenField, IntegerField, SelectField, StringField
from wtforms.validators import InputRequired, Length, NumberRange, Optional

from scorekeeper.core.breaches import still_out
from scorekeeper.core.cards import Play, Suit
from scorekeeper.core.codec import decode, encode
from scorekeeper.core.evening import (
    Adjusted,
    CarriedIn,
    DealerIs,
    Ended,
    Left,
    Seated,
    ThrownIn,
)
from scorekeeper.core.messages import Message, message
from scorekeeper.core.notes import Respelt
from scorekeeper.core.play import CardPlayed, turn
from scorekeeper.core.seats import People, Ring, Seat, named
from scorekeeper.core.session import AnyFolded, Event
from scorekeeper.games.ask import AnyForm, EntryFlow
from scorekeeper.games.fields import CardField, label
from scorekeeper.tables import names
from scorekeeper.tables import session as sessions
from scorekeeper.web.page.parts import Cell, Values, deck

MOST_POINTS = 100_000


class SeatChange(StrEnum):
    """A usual change of seats. At a pivot the first seat stays and the others move on by
    one, so that partners change; at a cut-in the one who waits longest takes the seat of
    the one who has sat longest."""

    PIVOT = "pivot"
    CUT_IN = "cut-in"


class EveningForm(AnyForm):
    """A small form of its own page, the same for every game: its fields are those of
    its event."""

    TEMPLATE: ClassVar[str] = "sessions/evening.html"

    def __init__(
        self, formdata: Any = None, *, session: sessions.Session, **told: Any
    ) -> None:
        self.session = session
        self.game = session.game
        self.ring: Ring = session.ring
        super().__init__(formdata, **told)

    def lay_out(self) -> None:
        settings = self.session.settings
        people = self.session.folded.people
        choices: dict[str, list[tuple[str, Any]]] = {
            "seat": [(seat.value, named(seat, people)) for seat in self.ring],
            "party": [
                (party.id, named(party, people))
                for party in self.game.parties(settings)
            ],
            "part": [
                (part, label(f"part.{part}"))
                for part in self.game.carried_parts(settings)
            ],
        }
        self.sole = dict[str, str]()
        for field in [*self]:
            if not isinstance(field, SelectField):
                continue
            field.choices = choices[field.name]
            if len(field.choices) == 1:  # one answer is no question
                ((value, _),) = choices[field.name]
                self.sole[field.name] = f"{value}"
                del self[field.name]

    @classmethod
    def filled(cls, state: Any, events: Iterable[Event]) -> Values:
        (event,) = events
        facts: Values = encode(event)
        return facts

    def facts(self) -> tuple[Event, ...]:
        typed = {**self.data, **self.sole}
        for field in self:
            if isinstance(field, StringField):
                typed[field.name] = (field.data or "").strip()
        return (decode(self.STATES[0], typed, self.NAME),)


def _stating(name: str, event: type[Event], **asked: Any) -> type[EveningForm]:
    own = {
        "__doc__": event.__doc__,
        "NAME": name,
        "STATES": (event,),
        "ALONE": (event,),
    }
    return type(f"{event.__name__}Form", (EveningForm,), own | asked)


_why = StringField(
    label("field.reason"), [Optional(), Length(max=sessions.REASON_LENGTH)]
)
_dealer = SelectField(label("field.dealer"), validators=[InputRequired()])
_party = SelectField(label("field.party"), validators=[InputRequired()])
_part = SelectField(label("field.part"), validators=[InputRequired()])
_points = IntegerField(
    label("field.points"),
    [InputRequired(), NumberRange(-MOST_POINTS, MOST_POINTS)],
    # NumberRange takes no integer of hundreds of digits: what is out of range stays out
    # of range.
    filters=[
        lambda points: points and max(-MOST_POINTS - 1, min(points, MOST_POINTS + 1))
    ],
)
_reason = StringField(label("field.reason"), [InputRequired(), Length(1, 200)])
SIMPLE = (
    _stating("dealer", DealerIs, seat=_dealer),
    _stating("thrown-in", ThrownIn, reason=_why),
    _stating("carried-in", CarriedIn, party=_party, part=_part, points=_points),
    _stating("adjusted", Adjusted, party=_party, points=_points, reason=_reason),
    _stating("ended", Ended, reason=_why),
)
"""The forms that ask for the fields of one event and no more."""


class Another(StrEnum):
    """What another name in a person's place means."""

    SPELLING = "spelling"
    SOMEBODY_ELSE = "somebody-else"


class PeopleForm(EveningForm):
    """Who sits where, and who is at the table without a seat; `arrange` moves them as
    usual.

    With `who` it asks about this person alone: whether another name is the right
    spelling of the person's, or that of somebody else who has come in the person's
    place.
    """

    NAME = "people"
    TEMPLATE = "sessions/people.html"
    STATES = (Seated, Left)

    def __init__(self, formdata: Any = None, **told: Any) -> None:
        super().__init__(formdata, **told)
        self.refused: dict[str, object] = {}
        asked = self.given if formdata is None else formdata
        who = asked.get("who")
        self.who: str = who if who in self.folded.persons else ""
        self.name = names.clean(str(asked.get("name", self.who)))
        self.how = asked.get("how", "")
        if formdata is not None:
            keys = [*(seat.value for seat in self.ring), *self.bench]
            self.names = {key: names.clean(formdata.get(key, "")) for key in keys}
            return
        how = str(self.given.get("arrange", ""))
        people, waiting = arranged(self.folded, self.ring, how)
        self.names = {seat.value: person for seat, person in people}
        self.names |= zip(self.bench, waiting, strict=False)

    @property
    def bench(self) -> list[str]:
        """The fields for those who wait: one more than wait now, and four at least."""
        return [f"bench{n}" for n in range(max(4, len(self.folded.waiting) + 1))]

    def validate(self, extra_validators: Any = None) -> bool:
        if self.who:
            return self._validate_another() and bool(super().validate(extra_validators))
        self.refused |= names.refused_among(self.names)
        people = dict(self.folded.people)
        for seat in self.ring:
            if not self.names.get(seat.value):
                why = message("refused.nobody-plays", person=people.get(seat, seat))
                self.refused.setdefault(seat.value, why)
        return not self.refused and bool(super().validate(extra_validators))

    def _validate_another(self) -> bool:
        seated = [person for _, person in self.folded.people]
        if not self.name:
            self.refused["name"] = message("refused.nobody-plays", person=self.who)
        elif self.how not in (Another.SPELLING, Another.SOMEBODY_ELSE):
            self.refused["name"] = message("refused.choose")
        elif self.how == Another.SOMEBODY_ELSE and self.name in seated:
            self.refused["name"] = message("refused.same-name", person=self.name)
        return not self.refused

    def _in_their_place(self) -> tuple[Event, ...]:
        if self.name == self.who:
            return ()
        if self.how == Another.SPELLING:
            return (Respelt(self.who, self.name),)
        seats = {person: seat for seat, person in self.folded.people}
        seat = seats.get(self.who)
        if self.name not in self.folded.waiting:
            return (Left(self.who), Seated(self.name, seat))
        if seat is None:
            return (Left(self.who),)
        return (Seated(self.name, seat),)

    def facts(self) -> tuple[Event, ...]:
        if self.who:
            return self._in_their_place()
        facts = list[Event]()
        named = {*self.names.values()}
        for person in self.folded.persons:
            if person not in named:
                facts.append(Left(person))
        now = dict(self.folded.people)
        for seat in self.ring:
            person = self.names[seat.value]
            if now.get(seat) != person:
                facts.append(Seated(person, seat))
        for key in self.bench:
            person = self.names.get(key, "")
            if person and person not in self.folded.waiting:
                facts.append(Seated(person))
        return tuple(facts)

    def aside(self) -> tuple[tuple[str, Message], ...]:
        flow: EntryFlow[Any] = self.game.flow
        return flow.set_aside(self.state)

    def usual(self) -> list[SeatChange]:
        people = self.folded.people
        parties = self.game.parties(self.session.settings)
        has_partners = any(len(party.seats) > 1 for party in parties)
        usual = list[SeatChange]()
        if has_partners and len(people) == len(self.ring):
            usual.append(SeatChange.PIVOT)
        if people and self.folded.waiting:
            usual.append(SeatChange.CUT_IN)
        return usual


def arranged(folded: AnyFolded, ring: Ring, how: str) -> tuple[People, tuple[str, ...]]:
    """The people, and who waits, after a usual change of seats; as they are where
    `how` is none that can be made."""
    people = folded.people
    waiting = folded.waiting
    if how == SeatChange.CUT_IN and waiting:
        since = {}
        for entry in folded.order:
            if isinstance(entry.event, Seated):
                since[entry.event.person] = entry.seq
        seat, goes = min(people, key=lambda seated: since.get(seated[1], 0))
        comes, *others = waiting
        moved = {**dict(people), seat: comes}
        return tuple(moved.items()), (*others, goes)
    if how == SeatChange.PIVOT and len(people) == len(ring):
        first, *between, last = (person for _, person in people)
        return tuple(zip(ring, (first, last, *between), strict=True)), waiting
    return people, waiting


class StrikeForm(Form):
    """Why an entry is struck out."""

    reason = _why


UP = "up"
DOWN = "down"


class PlayedForm(EveningForm):
    """Another card in the place of the one that was recorded; it stays the same
    player's."""

    NAME = "card"
    TEMPLATE = "sessions/card.html"
    STATES = ALONE = (CardPlayed,)
    card = CardField(
        label("field.played-card"), [InputRequired(label("refused.no-card-chosen"))]
    )
    how = SelectField(label("field.played-how"), default=UP)
    seat = HiddenField()

    @classmethod
    def filled(cls, state: Any, events: Iterable[Any]) -> Values:
        (event,) = events
        how = UP
        if event.is_face_down:
            how = DOWN
        elif event.as_suit:
            how = event.as_suit.value
        seat = event.seat.value if event.seat else ""
        return {"card": str(event.card), "how": how, "seat": seat}

    def lay_out(self) -> None:
        arbiter = self.game.arbiter
        self.player: Seat | None = None
        self.how.choices = [(UP, label("card.how.up"))]
        if arbiter is None:
            return
        rules, watched = arbiter.on_table(self.state)
        if rules is None:
            return
        seats = {seat.value: seat for seat in rules.ring}
        self.player = seats.get(self.seat.data or "") or turn(rules, watched)
        self.card.cards = still_out(rules, watched, None)
        seat = self.player or rules.ring[0]
        ways = list[Play]()
        for card in self.card.cards:
            ways += rules.ways(watched.tricks, watched.trick, Play(seat, card))
        self._offer(ways)

    def _offer(self, ways: list[Play]) -> None:
        choices = [(UP, label("card.how.up"))]
        if any(way.is_face_down for way in ways):
            choices.append((DOWN, label("card.how.down")))
        suits = {way.as_suit for way in ways}
        for suit in Suit:
            if suit in suits:
                choices.append((suit.value, label("card.how.as", suit=suit)))
        self.how.choices = choices

    def facts(self) -> tuple[Event, ...]:
        card = self.card.card
        how = self.how.data
        assert card is not None  # noqa: S101 - it was chosen
        suit = Suit(how) if how not in (UP, DOWN) else None
        return (CardPlayed(card, how == DOWN, self.player, suit),)

    def view(self) -> Values:
        chosen = self.card.card
        return {
            "deck": deck(self.card.cards, lambda card: Cell(card, is_on=card == chosen))
        }


EVENING_FORMS = {form.NAME: form for form in (PeopleForm, *SIMPLE, PlayedForm)}
FLOW = EntryFlow(tuple(EVENING_FORMS.values()), lambda _state: ())
"""The forms of the evening are reached by their names: none is offered by itself."""
