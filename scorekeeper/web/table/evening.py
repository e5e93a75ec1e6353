"""The questions of an evening that every game shares: people, dealer, ends, a card put
right."""

from collections.abc import Iterable
from typing import Any, ClassVar, cast

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
from scorekeeper.core.messages import message
from scorekeeper.core.notes import Respelt
from scorekeeper.core.play import CardPlayed, Watched, turn
from scorekeeper.core.seats import People, Ring, Seat
from scorekeeper.core.session import AnyFolded, Event
from scorekeeper.games.ask import AnyForm, EntryFlow
from scorekeeper.games.fields import CardField, label
from scorekeeper.tables import names
from scorekeeper.tables import session as sessions
from scorekeeper.web.page.parts import Values, deck

MOST_POINTS = 100_000


class EveningForm(AnyForm):
    """A small form of its own page, the same for every game: its fields are those of
    its event."""

    TEMPLATE: ClassVar[str] = "sessions/evening.html"

    def __init__(
        self, formdata: Any = None, *, session: sessions.Session, **told: Any
    ) -> None:
        self.session, self.game = session, session.game
        self.ring: Ring = session.ring
        super().__init__(formdata, **told)

    def lay_out(self) -> None:
        settings = self.session.settings
        choices: dict[str, list[tuple[str, Any]]] = {
            "seat": [(seat.value, seat) for seat in self.ring],
            "party": [(party.id, party) for party in self.game.parties(settings)],
            "part": [
                (part, label(f"part.{part}"))
                for part in self.game.carried_parts(settings)
            ],
        }
        for field in self:
            if isinstance(field, SelectField):
                field.choices = choices[field.name]

    @classmethod
    def filled(cls, state: Any, events: Iterable[Event]) -> Values:
        (event,) = events
        facts: Values = encode(event)
        return facts

    def facts(self) -> tuple[Event, ...]:
        is_text = {field.name: isinstance(field, StringField) for field in self}
        said = {k: (v or "").strip() if is_text[k] else v for k, v in self.data.items()}
        return (decode(self.STATES[0], said, self.NAME),)


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


SPELLING = "spelling"
SOMEBODY_ELSE = "somebody-else"
"""What another name in a person's place may mean."""


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
        self.who = next(
            (one for one in self.folded.persons if one == asked.get("who")), ""
        )
        self.name = names.clean(str(asked.get("name", self.who)))
        self.how = asked.get("how", "")
        people, waiting = arranged(
            self.folded, self.ring, str(self.given.get("arrange", ""))
        )
        self.names = {seat.value: person for seat, person in people}
        self.names |= dict(zip(self.bench, waiting, strict=False))
        if formdata is not None:
            keys = [*(seat.value for seat in self.ring), *self.bench]
            self.names = {key: names.clean(formdata.get(key, "")) for key in keys}

    @property
    def bench(self) -> list[str]:
        """The fields for those who wait: one more than wait now, and four at least."""
        return [f"bench{n}" for n in range(max(4, len(self.folded.waiting) + 1))]

    def validate(self, extra_validators: Any = None) -> bool:
        if self.who:
            return self._is_said() and bool(super().validate(extra_validators))
        self.refused |= names.refused_among(self.names)
        for seat in self.ring:
            if not self.names.get(seat.value):
                self.refused.setdefault(
                    seat.value, message("refused.no-name", seat=seat)
                )
        return not self.refused and bool(super().validate(extra_validators))

    def _is_said(self) -> bool:
        if not self.name:
            self.refused["name"] = message("refused.no-name", seat=self.who)
        elif self.how not in (SPELLING, SOMEBODY_ELSE):
            self.refused["name"] = message("refused.choose")
        elif (
            self.how == SOMEBODY_ELSE and self.name in dict(self.folded.people).values()
        ):
            self.refused["name"] = message("refused.same-name", person=self.name)
        return not self.refused

    def _in_their_place(self) -> tuple[Event, ...]:
        if self.name == self.who:
            return ()
        if self.how == SPELLING:
            return (Respelt(self.who, self.name),)
        seat = next(
            (seat for seat, person in self.folded.people if person == self.who), None
        )
        if self.name in self.folded.waiting:
            return (Seated(self.name, seat),) if seat else (Left(self.who),)
        return (Left(self.who), Seated(self.name, seat))

    def facts(self) -> tuple[Event, ...]:
        """What changed: who takes which seat, who waits, who has left; or whose
        name."""
        if self.who:
            return self._in_their_place()
        now = dict(self.folded.people)
        persons = self.folded.persons
        named = {*self.names.values()}
        bench = {*self.bench}
        left = (Left(person) for person in persons if person not in named)
        each = ((seat, self.names[seat.value]) for seat in self.ring)
        moved = (
            Seated(person, seat) for seat, person in each if now.get(seat) != person
        )
        waits = (name for key, name in self.names.items() if name and key in bench)
        came = (Seated(person) for person in waits if person not in self.folded.waiting)
        return (*left, *moved, *came)

    def usual(self) -> list[str]:
        people = self.folded.people
        parties = self.game.parties(self.session.settings)
        is_full = len(people) == len(self.ring) and any(
            len(party.seats) > 1 for party in parties
        )
        can = {"pivot": is_full, "cut-in": people and self.folded.waiting}
        return [how for how, is_possible in can.items() if is_possible]


def arranged(folded: AnyFolded, ring: Ring, how: str) -> tuple[People, tuple[str, ...]]:
    """The people after a usual change of seats.

    "pivot": the first seat stays and the others move on by one, so that partners
    change. "cut-in": the one who waits longest takes the seat of the one who has sat
    longest.
    """
    people = folded.people
    waiting = folded.waiting
    if how == "cut-in" and waiting:
        since = {
            e.event.person: e.seq for e in folded.order if isinstance(e.event, Seated)
        }
        longest = min(people, key=lambda pair: since.get(pair[1], 0))
        moved = {**dict(people), longest[0]: waiting[0]}
        return tuple(moved.items()), (*waiting[1:], longest[1])
    if how == "pivot" and len(people) == len(ring):
        first, *names, last = (person for _, person in people)
        return tuple(zip(ring, (first, last, *names), strict=True)), waiting
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
        how = (
            DOWN if event.is_face_down else event.as_suit.value if event.as_suit else UP
        )
        seat = event.seat.value if event.seat else ""
        return {"card": str(event.card), "how": how, "seat": seat}

    def lay_out(self) -> None:
        """Offer what can still be out at that place in the play, in the ways the game
        knows."""
        arbiter = self.game.arbiter
        self.player = cast(Seat | None, None)
        self.how.choices = [(UP, label("card.how.up"))]
        rules = arbiter.play_rules(self.state) if arbiter else None
        if rules is None or arbiter is None:
            return
        watched: Watched = arbiter.watched(self.state)
        stated = next(
            (seat for seat in rules.ring if seat.value == self.seat.data), None
        )
        self.player = stated or turn(rules, watched)
        self.card.cards = still_out(rules, watched, None)
        seat = self.player or rules.ring[0]
        plays = (Play(seat, card) for card in sorted(self.card.cards, key=str))
        ways = [
            way
            for play in plays
            for way in rules.ways(watched.tricks, watched.trick, play)
        ]
        if any(way.is_face_down for way in ways):
            self.how.choices.append((DOWN, label("card.how.down")))
        suits = {way.as_suit for way in ways if way.as_suit is not None}
        self.how.choices += [
            (suit.value, label("card.how.as", suit=suit))
            for suit in Suit
            if suit in suits
        ]

    def facts(self) -> tuple[Event, ...]:
        card = self.card.card
        how = self.how.data
        assert card is not None  # noqa: S101 - it was chosen
        suit = Suit(how) if how not in (UP, DOWN) else None
        return (CardPlayed(card, how == DOWN, self.player, suit),)

    def view(self) -> Values:
        chosen = self.card.card
        return {"deck": deck(self.card.cards, lambda card: {"is_on": card == chosen})}


EVENING_FORMS = {form.NAME: form for form in (PeopleForm, *SIMPLE, PlayedForm)}
FLOW = EntryFlow(tuple(EVENING_FORMS.values()), lambda _state: ())
"""The forms of the evening are reached by their names: none is offered by itself."""
