"""How what is entered reaches every phone: a stream of states, and a poll where streams
run out.

A state is whole and the same for all phones that read one language: no seat's private
value can be in it. A phone that missed a hundred entries is sent the one state that is
true now.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from contextvars import copy_context
from dataclasses import dataclass
from random import SystemRandom
from time import monotonic

from flask import Flask, Response, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.phone_notes import PHONED
from scorekeeper.core.sheet import settle
from scorekeeper.store import NotSaved, Store
from scorekeeper.tables.channels import Channel, Channels, Full
from scorekeeper.tables.last_result import last_result
from scorekeeper.tables.session import Session
from scorekeeper.web.page import incoming, phone
from scorekeeper.web.page.answers import answered, drawn_page, saved_here
from scorekeeper.web.page.drawing import drawn, frozen
from scorekeeper.web.page.incoming import argument, store
from scorekeeper.web.page.parts import Values
from scorekeeper.web.page.place import Need, place
from scorekeeper.web.table.presenters import (
    channels,
    entry_said,
    in_progress,
    page_of,
    shared_frame,
    status,
    waits,
)

blueprint = incoming.OfTable("live", __name__, url_prefix="/t/<session_id>")

BEAT = 25.0
"""Seconds of silence after which a stream says that it is alive; a dead phone is found
out so. A phone waits for 40."""
ALIVE = b"event: beat\ndata: .\n\n"
LIFE = 1800.0
"""Seconds that a stream lasts at most; the phone then asks anew, and may be refused."""
SHOWN = 6  # how many of the last calls or cards a watcher sees under the score
AGAIN_SECONDS = 60


@dataclass(frozen=True, slots=True)
class DrawnState:
    """A table, or a night, as all phones show it after this `entry`: drawn from
    `made_of`, such as the head of the log and who is there; `version` names what the
    `text` says."""

    made_of: object
    entry: int
    version: str
    text: str


States = Callable[[Channel, Session], Iterator[bytes]]
StateOf = Callable[[Channel, Session], DrawnState]


def register(app: Flask, kept: Store) -> None:
    is_limited = bool(app.config["RATELIMIT_ENABLED"])
    channel = Channels(
        app.config["STREAMS"],
        lasts=kept.lasts,
        is_limited=is_limited,
        say=kept.engine.news.tell_phones,
        faults=(*kept.engine.faults, NotSaved),
    )
    kept.listen(channel.post, channel.elsewhere)
    app.extensions["channels"] = channel


@blueprint.get("/board", need=Need.READ)
def board(session: Session) -> ResponseReturnValue:
    """The score in large letters, whose turn it is, the last result and what is known
    of the deal in progress: what a phone that enters nothing sees of a table, drawn
    once for all of them."""
    waiting = waits(session)
    saved = saved_here(session)
    may_enter = place(session.id).may_enter
    present = channels().seats(session.id)
    told = (incoming.look(), present, frozen(waiting), frozen(saved), may_enter)

    def draw() -> str:
        latest = reversed(in_progress(session)[-SHOWN:])
        return drawn_page(
            "seats/board.html",
            **shared_frame(session, waiting, present),
            me={"may_enter": may_enter},
            status=status(session, saved),
            last=last_result(session),
            latest=[entry_said(session, entry) for entry in latest],
        )

    return answered(drawn().page(("board", session.head, *told), draw))


@blueprint.get("/live", need=Need.READ)
def live(session: Session) -> ResponseReturnValue:
    """The states of a table as server-sent events; with `v`, the state unless it is
    that one."""
    if "v" in request.args or request.method == "HEAD":
        return polled(session, _state)
    return streamed(session, _states)


def streamed(session: Session, states: States) -> Response:
    held = ExitStack()
    where = phone.network()
    try:
        channel = held.enter_context(
            channels().stream(session.id, *asking(session), where)
        )
    except Full:
        return Response(status=503, headers={"Retry-After": str(AGAIN_SECONDS)})
    stream = Stream(channel, states(channel, session), held)
    lasting = request.environ.get("scorekeeper.lasting")
    news = iter(()) if lasting else stream.waited()
    answer = Response(news, content_type="text/event-stream; charset=utf-8")
    answer.headers["X-Accel-Buffering"] = "no"
    if lasting:
        # the server goes on with it, and holds no thread for it: connections.py
        lasting(stream)
    else:
        answer.call_on_close(stream.close)
    return answer


def polled(session: Session, state_of: StateOf) -> Response:
    """The state of a session, unless it is the one that the phone has."""
    channel = channels().polled(session.id, *asking(session))
    state = state_of(channel, session)
    if state.version == argument("v"):
        return Response(status=204)
    return Response(state.text, content_type="application/json")


class Stream:
    """What one phone is told of a table, under the rules of the request that asked for
    it.

    `next` answers what there is to say now and never waits; it ends with the stream.
    Whoever takes it asks again when told to, by what it gave `hear`, and after `beat`
    seconds of silence.
    """

    beat = BEAT

    def __init__(
        self, channel: Channel, states: Iterator[bytes], held: ExitStack
    ) -> None:
        self._channel = channel
        self._states = states
        self._held = held
        self._in_request = copy_context()
        self.close = held.close

    def __next__(self) -> bytes:
        return self._in_request.run(next, self._states)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def hear(self, news: Callable[[], None]) -> None:
        """Call this, from any thread, whenever there is something to say, until it is
        closed."""
        self._channel.hearers.add(news)
        self._held.callback(self._channel.hearers.discard, news)

    def waited(self) -> Iterator[bytes]:
        waiting = self._in_request.run(channels)
        count = self._channel.count
        for piece in self:
            yield piece
            count = waiting.wait(self._channel, count, BEAT)


def heard(channel: Channel) -> Iterator[bool]:
    """Whether there is news, each time that is asked, until a stream has lasted its
    life."""
    ends = monotonic() + LIFE * SystemRandom().uniform(0.8, 1)  # spreads the load
    count = -1
    while not channels().is_closing and monotonic() < ends:
        has_news = count != channel.count
        count = channel.count
        yield has_news


def as_event(state: DrawnState, sent: str) -> bytes:
    """A state as a server-sent event, unless it is the version that was `sent`."""
    if state.version == sent:
        return ALIVE
    return b"data: %b\n\n" % state.text.encode()


def _states(channel: Channel, session: Session) -> Iterator[bytes]:
    sent = ""
    for has_news in heard(channel):
        if not has_news:
            yield ALIVE
            continue
        seen = session.last
        known = store().open(session.id, max(channel.last, session.last))
        if known is None:  # it was deleted
            return
        session = known
        added = session.log[seen:]
        has_moved = any(isinstance(entry.event, PHONED) for entry in added)
        if has_moved or (added and phone.is_public()):
            phone.forget_places()
            if not place(session.id).fills(Need.READ):
                return
            channels().seat(session.id, *asking(session))
        state = _state(channel, session)
        yield as_event(state, sent)
        sent = state.version


def _state(channel: Channel, session: Session) -> DrawnState:
    """The state in this phone's language, drawn once for all phones of the table for
    which the same waits."""
    waiting = waits(session)
    told = (request.script_root, incoming.words().language, frozen(waiting))
    made_of = (session.head, channels().seats(session.id))
    with channel.drawing:
        known: DrawnState | None = channel.drawn.get(told)
        if known is not None:
            is_newer = known.entry > session.last
            if is_newer or known.made_of == made_of:
                return known
        _, present = made_of
        said = _said(session, shared_frame(session, waiting, present))
        version = hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]
        text = json.dumps({"v": version, **said})
        channel.last = max(channel.last, session.last)
        state = DrawnState(made_of, session.last, version, text)
        channel.drawn[told] = state
        return state


def _said(session: Session, frame: Values) -> Values:
    return {
        "entry": session.last,
        "strip": render_template("sessions/_strip.html", **frame),
        "now": render_template("live/_now.html", **frame),
        "said": incoming.words().text(_said_aloud(frame["now"])),
    }


def _said_aloud(now: Values) -> tuple[object, ...]:
    last = now["last"]
    if last is None:
        return (now["turn"],)
    if last["by"]:
        return (last["said"], " · ", last["by"], ". ", now["turn"])
    return (last["said"], ". ", now["turn"])


@blueprint.get("/tv", need=Need.READ)
def tv(session: Session) -> ResponseReturnValue:
    sections = session.sheet.sections
    evening = settle(session.sheet, session.settings) if len(sections) > 1 else ()
    return page_of(
        session,
        "live/tv.html",
        last=last_result(session),
        evening=evening,
    )


# ---- who is there ----


def asking(session: Session) -> tuple[str, tuple[str, ...]]:
    """A name for the phone that asks, kept in memory only, and its seats at this table:
    for showing who is there, not for what it may do.

    Those of an address that have no place here are one: what a browser says of itself
    is made up.
    """
    mine = place(session.id)
    stranger = hashlib.sha256(phone.network().encode()).hexdigest()
    return phone.here() if mine.is_here else stranger, mine.letters
