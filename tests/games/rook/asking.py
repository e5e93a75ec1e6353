"""The forms of a table of Rook, filled in."""

from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.core.session import Event
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.rook import ROOK
from tests.games.sitting import Sitting


def form(sitting: Sitting, name: str, /, **sent: Any) -> EntryForm:
    """The form as it comes back from a phone; a value that is a list is sent several
    times."""
    kind = ROOK.flow.form(name)
    assert kind is not None
    return kind(MultiDict(sent), folded=sitting.folded)


def ask_for(sitting: Sitting, name: str, /, **sent: Any) -> Any:
    """The form as its template reads it."""
    return form(sitting, name, **sent)


def stated(sitting: Sitting, name: str, /, **sent: Any) -> tuple[Event, ...]:
    answer = form(sitting, name, **sent)
    assert answer.validate(), answer.errors
    return answer.facts()


def refused(sitting: Sitting, name: str, /, **sent: Any) -> dict[str, Any]:
    answer = form(sitting, name, **sent)
    assert not answer.validate()
    return dict(answer.errors)
