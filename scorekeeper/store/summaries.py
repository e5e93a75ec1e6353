"""What a list shows of a session without reading its log."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scorekeeper.core.cards import Suit
from scorekeeper.core.messages import Message, message
from scorekeeper.core.naming import named_message
from scorekeeper.core.sheet import Points
from scorekeeper.tables.session import Session, in_utc


@dataclass(frozen=True, slots=True)
class Tally:
    """One party as the score strip shows it: its id, who sits there, and its points."""

    party: str
    people: tuple[str, ...]
    total: Points


@dataclass(frozen=True, slots=True)
class Summary:
    """A session in a few words. `people` are all at the table, the seated ones first; `deal`
    and `turn` are as in `games.game.Glance`, with persons for numbered seats; `entries` counts
    its log."""

    session: str
    game: str
    people: tuple[str, ...]
    scores: tuple[Tally, ...]
    deal: Message
    turn: Message
    is_over: bool
    last_at: str
    entries: int


@dataclass(frozen=True, slots=True)
class Pieces:
    """Stands for a value of a game, such as a card, of which only what it shows was kept."""

    pieces: tuple[object, ...]

    def shown(self) -> tuple[object, ...]:
        """The pieces that the value was shown by."""
        return self.pieces


def summary_of(session: Session) -> Summary:
    """The summary of a session as it stands."""
    glance = session.glance
    seated = dict(session.folded.people)
    return Summary(
        session=session.id,
        game=session.header.game,
        people=session.folded.persons,
        scores=tuple(
            Tally(
                one.party.id,
                tuple(seated[seat] for seat in one.party.seats if seat in seated),
                one.total,
            )
            for one in glance.standings
        ),
        deal=glance.deal,
        turn=named_message(glance.turn, session.folded.people),
        is_over=glance.is_over,
        last_at=session.log[-1].at if session.log else in_utc(session.header.at),
        entries=session.last,
    )


def unreadable(session: str, game: str, last_at: str) -> Summary:
    """What stands for a session that can't be read; its `entries` are -1."""
    said, why = message("session.unreadable"), message("session.unreadable.turn")
    return Summary(session, game, (), (), said, why, True, last_at, -1)


def packed(value: object) -> Any:
    """Something to be said, as a JSON value: what `unpacked` makes it again."""
    if isinstance(value, Message):
        return {"say": value.code, "with": {name: packed(one) for name, one in value.params}}
    if isinstance(value, Suit):
        return {"suit": value.value}
    if hasattr(value, "shown"):  # asking for the protocol itself takes twenty times as long
        return {"shown": packed(value.shown())}
    if isinstance(value, tuple | list):
        return [packed(one) for one in value]
    return _packed_plain(value)


def _packed_plain(value: object) -> Any:
    if isinstance(value, Fraction):
        return {"part": str(value)}
    if value is None or isinstance(value, int | str):
        return value
    return str(getattr(value, "value", value))


def unpacked(value: Any) -> Any:
    """What `packed` made JSON of."""
    if isinstance(value, list):
        return tuple(unpacked(one) for one in value)
    if not isinstance(value, dict):
        return value
    if "suit" in value:
        return Suit(value["suit"])
    if "part" in value:
        return Fraction(value["part"])
    if "shown" in value:
        return Pieces(unpacked(value["shown"]))
    return message(value["say"], **{name: unpacked(one) for name, one in value["with"].items()})
