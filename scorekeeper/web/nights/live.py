"""How what happens in a night reaches the phones that look at its pages, and the room: by
the same stream and poll as at a table. A state says only that there is news, and the
page is asked for again."""

import hashlib
import json
from collections.abc import Iterator
from typing import NamedTuple

from flask import request
from flask.typing import ResponseReturnValue

from scorekeeper.nights.night import Night
from scorekeeper.tables.channels import Channel
from scorekeeper.tables.nights import night_of, played_in
from scorekeeper.tables.session import Session
from scorekeeper.web.nights.laying import blueprint, look_at_tables, tables_of
from scorekeeper.web.page import phone
from scorekeeper.web.page.incoming import at, store
from scorekeeper.web.page.place import Need, place
from scorekeeper.web.table.live import (
    ALIVE,
    DrawnState,
    as_event,
    heard,
    polled,
    streamed,
)

_ENTRIES = 1_000_000
"""More than all tables of a night have together."""


@blueprint.get("/night/<session_id>/live", need=Need.READ)
def live(session: Session) -> ResponseReturnValue:
    if "v" in request.args or request.method == "HEAD":
        return polled(session, _state)
    return streamed(session, _states)


class Followed(NamedTuple):
    """What a page says so that its phone follows the night."""

    url: str
    entry: int


def followed(session: Session) -> Followed:
    return Followed(at(session, "night.live"), _entry(session))


# Grows with every entry in the night and at its tables, on all nodes alike.
def _entry(session: Session) -> int:
    entries = sum(table.last for _, _, table in tables_of(night_of(session)))
    return session.last * _ENTRIES + entries


def _states(channel: Channel, session: Session) -> Iterator[bytes]:
    sent = ""
    for has_news in heard(channel):
        if not has_news:
            yield ALIVE
            continue
        known = store().open(session.id)
        phone.forget_places()
        if known is None or not place(session.id).fills(Need.READ):
            return
        state = _state(channel, known)
        yield as_event(state, sent)
        sent = state.version


# Worked out once for all phones after each news.
def _state(channel: Channel, session: Session) -> DrawnState:
    with channel.drawing:
        made_of = (session.head, channel.count)
        known: DrawnState | None = channel.drawn.get("night")
        if known is not None and known.made_of == made_of:
            return known
        look_at_tables(night_of(session))
        marks = f"{session.head} {_marks(night_of(session))}"
        version = hashlib.sha256(marks.encode()).hexdigest()[:16]
        entry = _entry(session)
        said = {"v": version, "entry": entry, "strip": "", "now": "", "said": ""}
        state = DrawnState(made_of, entry, version, json.dumps(said))
        channel.drawn["night"] = state
        return state


# What the pages show of the tables: how far each is in this round, and whatever was
# entered at earlier ones since.
def _marks(night: Night) -> list[int]:
    return [
        played_in(night, table, laid) if number == night.round else table.last
        for number, laid, table in tables_of(night)
    ]
