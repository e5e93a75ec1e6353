"""What is in view on every page of a table besides the score: whose turn it is, what was entered
last and by whom, what waits to be done, and whose phones are there."""

from typing import Any, cast

from flask import current_app, url_for

from scorekeeper.core.evening import Voided
from scorekeeper.core.messages import message
from scorekeeper.core.naming import named, named_message
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.core.session import Recorded
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.scoresheet import last_scored
from scorekeeper.tables.agreement import confirmed
from scorekeeper.tables.channels import Bulletin
from scorekeeper.tables.docket import bound, due, to_ask_again
from scorekeeper.tables.seals import seals_due
from scorekeeper.tables.session import Session
from scorekeeper.tables.sheet import said_by, said_of
from scorekeeper.web.server.access import Place, place

There = tuple[frozenset[str], int]
"""The seats whose phones are there, and how many phones that is."""


def bulletin() -> Bulletin:
    """This app's bulletin."""
    return cast(Bulletin, current_app.extensions["bulletin"])


def there(session: Session) -> There:
    """Whose phones look at this table now."""
    return bulletin().seats(session.id)


def values(session: Session, present: There) -> dict[str, Any]:
    """All of it, as values that templates only print. Nothing in it is any seat's alone."""
    people = session.folded.people
    return {
        "turn": named_message(session.glance.turn, people),
        "last": _last(session),
        "waits": _waits(session),
        "there": _there(session, present),
    }


def aloud(shown: dict[str, Any]) -> tuple[object, ...]:
    """What of these values is said to those who listen: what was entered last, and whose turn."""
    last = shown["last"]
    if last is None:
        return (shown["turn"],)
    by = (" · ", last["by"]) if last["by"] else ()
    return (last["said"], *by, ". ", shown["turn"])


def _last(session: Session) -> dict[str, Any] | None:
    """The last command in plain words: what it stated or struck out, and who says so."""
    if not session.log:
        return None
    people = session.folded.people
    first = _first_of(session)
    said = named(said_of(first), people)
    if isinstance(first.event, Voided):
        struck = session.log[first.event.entry - 1]
        said = message("now.struck", what=named(said_of(struck), people))
    return {"said": said, "by": said_by(first.by, people)}


def _first_of(session: Session) -> Recorded:
    """The entry that speaks for the last command: the first that states something, if any does."""
    key = session.log[-1].key
    made: list[Recorded] = []
    for entry in reversed(session.log):
        if entry.key != key:
            break
        made.insert(0, entry)
    return next((one for one in made if not isinstance(one.event, Voided)), made[0])


def _waits(session: Session) -> list[dict[str, Any]]:
    """What somebody should see to, in a word or two, and where."""
    here: dict[str, Any] = {"session_id": session.id}
    waits = []
    if session.folded.misfits:
        sheet = url_for("sessions.sheet", **here) + "#misfits"
        waits.append(_wait("now.misfits", sheet, n=len(session.folded.misfits)))
    owed = due(session) if session.game.arbiter else None
    if owed:
        waits.append(_wait("now.ruling", url_for("arbiter.ruling", **here, seq=owed.seq)))
    again = to_ask_again(session) if session.game.arbiter else None
    if again:
        waits.append(_wait("now.ask-again", url_for("arbiter.ruling", **here, seq=again.seq)))
    obligations = bound(session)
    if obligations:
        waits.append(_wait("now.bound", url_for("arbiter.docket", **here), n=len(obligations)))
    if seals_due(session):
        waits.append(_wait("now.seal", url_for("sealed.things", **here)))
    return waits


def _wait(code: str, address: str, **params: int) -> dict[str, Any]:
    return {"what": message(code, **params), "url": address}


def _there(session: Session, present: There) -> dict[str, Any] | None:
    """The seats with whether their phones are there; None while there is one phone or none."""
    seats, phones = present
    if phones < 2:
        return None
    people = session.folded.people
    return {
        "phones": phones,
        "seats": [
            {
                "initial_of": seat if seat in COMPASS else person,
                "name": said_by(seat.value, people),
                "is_there": seat.value in seats,
            }
            for seat, person in people
        ]
        if seats
        else [],
    }


# ---- where several phones play ----


MOST_FACTS = 4
"""How many facts of the last deal stand on its card."""
_NOT_ON_IT = ("dealer", "vulnerable")


def on_this_phone(session: Session, form: EntryForm) -> dict[str, Any]:
    """Whose turn it is as this phone sees it, and what its side can say of the last result."""
    here = place(session.id)
    if not here.elsewhere or not here.seats:
        return {"whose": None, "card": None}
    return {"whose": _whose(session, here, form.acts()), "card": _card(session, here)}


def _whose(session: Session, here: Place, seat: Seat | None) -> dict[str, Any] | None:
    if seat is None:
        return None
    name = dict(session.folded.people).get(seat) or seat
    return {"is_mine": seat in here.seats, "is_alone": here.own_seat is not None, "name": name}


def _card(session: Session, here: Place) -> dict[str, Any] | None:
    last = last_scored(session.sheet, session.folded.people)
    row = session.sheet.row(last.row) if last else None
    parties = session.game.parties(session.settings)
    own = next((one for one in parties if set(one.seats) & set(here.seats)), None)
    if row is None or own is None:
        return None
    done = confirmed(session, row)
    facts = [
        named(one.value, row.people)
        for one in row.facts
        if one.value is not None and not one.head.endswith(_NOT_ON_IT)
    ]
    return {
        "party": own.id,
        "facts": facts[:MOST_FACTS],
        "is_done": own.id in done,
        "is_agreed": all(one.id in done for one in parties),
        "url": url_for("arbiter.confirm", session_id=session.id, row_id=row.id),
        "look_url": url_for("arbiter.result", session_id=session.id, row_id=row.id, side=own.id),
    }
