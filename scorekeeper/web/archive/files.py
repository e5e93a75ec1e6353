"""Sessions as files: all of them in one, and taking such files in.

Only the host of some table takes a file in. It is read and checked in a process of its
own. What is new waits until another host of the house accepts it: see
place.house_hosts; where there is none there is nobody to wait for. A table that phones
play at goes on as in a file only by its host's hand, who has seen what it adds; it
speaks for nobody who has a phone here."""

import hashlib
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from flask import Blueprint, Response, current_app, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.codec import code
from scorekeeper.core.messages import Message, message
from scorekeeper.exports.archive import written
from scorekeeper.exports.importing import (
    Checked,
    bounded,
    check_growth,
    checked,
    grown_by_file,
)
from scorekeeper.exports.session_file import FileRefused
from scorekeeper.store import Prepared, Refused, Taken
from scorekeeper.store.database import Log
from scorekeeper.store.imports import IMPORTED, Places, Unlisted
from scorekeeper.tables.session import Session
from scorekeeper.web.page import phone
from scorekeeper.web.page.answers import page, see_other
from scorekeeper.web.page.costs import Cost
from scorekeeper.web.page.incoming import now, open_table, sent, store
from scorekeeper.web.page.place import Need, house_hosts, place
from scorekeeper.web.table.presenters import EntrySaid, entry_said

blueprint = Blueprint("moving", __name__)

UPLOAD_BYTES = 8_000_000
"""How large a file may be that is taken in by a page; the command takes larger ones."""
UNPACKED_BYTES = 40_000_000
"""How much the sessions of an archive may come to that is taken in by a page."""
MOST_SESSIONS = 500  # how many sessions an archive may hold that is taken in by a page
WAITING_BYTES = 100_000_000
"""A file is taken in as long as what waits to be accepted comes to no more with it."""
AN_HOUR = "1000 per hour"  # how many sessions one address may take in
COMPUTED = "300 per hour"
"""For how many seconds the files of one address are computed on."""
KEPT_SECONDS = 3600
MOST_KEPT = 16
"""How long a file is kept whose addition to a table was shown and not taken, and how
many are."""
DELETED_SHOWN = 20
# one file is checked at a time: the rest of the machine belongs to the tables
_checking = Lock()


class _NotTaken(Refused):
    """The file is not taken in: why, and a status of HTTP."""

    def __init__(self, why: Message, status: int = 422) -> None:
        super().__init__(why)
        self.status = status


class _Addition(Exception):
    """The file adds to a `table` of this host's, who is to see first what is `added`."""

    def __init__(self, table: str, added: Log) -> None:
        super().__init__(table)
        self.table = table
        self.added = added


class Counts(NamedTuple):
    """How many sessions of a file were taken in as what, in the order of `Taken`."""

    new: int
    grown: int
    known: int


@blueprint.post("/moving", need=Need.KITCHEN, most=UPLOAD_BYTES, cost=Cost.NOTHING)
def take_in() -> ResponseReturnValue:
    if phone.here() not in store().phones.hosts():
        return moving_page(message("moving.refused.no-host"), 422)
    file = _kept_file()
    try:
        taken = _taken_in(file)
    except _Addition as addition:
        table = open_table(addition.table)
        return moving_page(adds=_adds(table, addition.added, file))
    except (FileRefused, Refused) as refusal:
        file.unlink(missing_ok=True)
        status = refusal.status if isinstance(refusal, _NotTaken) else 422
        return moving_page(_said(refusal), status)
    file.unlink(missing_ok=True)
    return moving_page(counts=Counts(*map(taken.count, Taken)))


class Adds(NamedTuple):
    """What a file would add to a table: its address, its people, and the entries;
    `shown` is the hash of the file."""

    table: str
    people: str
    entries: list[EntrySaid]
    shown: str


def _adds(table: Session, added: Log, file: Path) -> Adds:
    whole = replace(table, log=table.log + added)  # its entries speak of each other
    return Adds(
        table=url_for("sessions.table", session_id=table.id),
        people=", ".join(person for _, person in table.folded.people),
        entries=[entry_said(whole, entry) for entry in added],
        shown=hashlib.sha256(file.read_bytes()).hexdigest(),
    )


@blueprint.post("/moving/waiting", need=Need.KITCHEN)
def accept() -> ResponseReturnValue:
    chosen = request.form.getlist("session")
    is_kept = sent("do") == "accept"
    refused = None
    for waiting in _waiting():
        name = waiting.summary.session
        if name in chosen and is_kept and _may_accept(waiting):
            store().show(name)
        elif name in chosen and not is_kept:
            try:
                store().delete(name, "host", now(), unless=phone.here())
            except Refused as refusal:
                refused = refusal.why
    if refused is not None:
        return moving_page(refused, 409)
    return see_other(url_for(".house"))


@blueprint.get("/scorekeeper.zip", need=Need.KITCHEN)
def everything() -> ResponseReturnValue:
    headers = {
        "Content-Type": "application/zip",
        "Content-Disposition": 'attachment; filename="scorekeeper.zip"',
    }
    return Response(written(store().each(listed=True)), headers=headers)


def _kept_file() -> Path:
    folder = Path(current_app.config["INSTANCE"]) / "uploads"
    folder.mkdir(mode=0o700, exist_ok=True)
    file = folder / phone.here()
    since = time.time() - KEPT_SECONDS
    with suppress(OSError):
        others = [
            (other.stat().st_mtime, other)
            for other in folder.iterdir()
            if other != file
        ]
        others.sort(reverse=True)
        for n, (kept_at, other) in enumerate(others, start=2):
            if kept_at < since or n > MOST_KEPT:
                other.unlink()
    return file


def _taken_in(file: Path) -> list[Taken]:
    me = phone.here()
    is_alone = house_hosts().keys() == {me}
    if not is_alone and store().imports.waiting_bytes() >= WAITING_BYTES:
        raise _NotTaken(message("moving.refused.full"))
    _receive(file)
    _count(COMPUTED, 0)
    if not _checking.acquire(blocking=False):
        raise _NotTaken(message("moving.refused.busy"), 503)
    began = time.monotonic()
    try:
        with checked(file, MOST_SESSIONS, UNPACKED_BYTES) as sessions:
            _count(AN_HOUR, sum(1 for _ in sessions))
            judged, places = _judged(sessions, is_alone=is_alone)
            who = "" if is_alone else me
            imports = store().imports
            return imports.take_in(judged, who, now(), places, WAITING_BYTES)
    finally:
        _checking.release()
        with suppress(_NotTaken):  # the next one hears of it
            _count(COMPUTED, 1 + int(time.monotonic() - began))


def _receive(file: Path) -> None:
    """Keep the file that was sent, or find the one whose addition was shown, by its
    hash."""
    upload = request.files.get("file")
    shown = sent("shown")
    if shown:
        if not file.is_file() or hashlib.sha256(file.read_bytes()).hexdigest() != shown:
            raise _NotTaken(message("moving.refused.gone"))
    elif upload is None or not upload.filename:
        raise _NotTaken(message("moving.no-file"))
    else:
        file.touch(mode=0o600)
        upload.save(file)


def _count(most: str, cost: int) -> None:
    """Refuse an address more than it may have of files, with `cost` more or where it
    has had all of it. Raises _NotTaken."""
    limiter = current_app.extensions.get("limits")
    if limiter is None or not limiter.enabled:
        return
    from limits import parse

    limit = parse(most)
    if cost:
        has_some = limiter.limiter.hit(limit, "import", phone.network(), cost=cost)
    else:
        has_some = limiter.limiter.test(limit, "import", phone.network())
    if not has_some:
        raise _NotTaken(message("moving.refused.too-many"), 429)


def _judged(sessions: Checked, *, is_alone: bool) -> tuple[Iterable[Prepared], Places]:
    """What is taken in of a file, and who had which place there. Raises _NotTaken,
    _Addition, Refused, FileRefused."""
    places = {}
    for session in sessions:
        name = session.header.session
        how, have = store().imports.how(session)
        if how is Taken.NEW and store().imports.is_older_than_deleted(session):
            raise _NotTaken(message("moving.refused.deleted", session=name))
        if how is not Taken.GROWN:
            continue
        places[name] = store().phones.holdings(name)
        if name in current_app.config["AWAY"]:
            continue  # nothing was entered here meanwhile: it comes home as it is
        if not place(name).host:
            if not is_alone and store().phones.importer(name) != phone.here():
                raise _NotTaken(message("moving.refused.not-here", session=name))
            bounded(check_growth, session, have)
            continue
        if not place(name).is_host:
            raise _NotTaken(message("moving.refused.no-place", session=name))
        if sum(1 for _ in sessions) > 1:
            raise _NotTaken(message("moving.refused.alone", session=name))
        return [_grown_here(session, have)], places
    return sessions, places


def _grown_here(session: Prepared, have: int) -> Prepared:
    """What a file adds to a table of this phone's, beyond the entries that it has; once
    its host has seen that. Raises _Addition, FileRefused."""
    name = session.header.session
    speaker = store().phones.speaker(open_table(name), phone.here())
    grown = bounded(grown_by_file, session, have, now(), speaker)
    if not sent("shown"):
        raise _Addition(name, session.log[have:])
    return grown


def _said(refusal: FileRefused | Refused) -> Message:
    if isinstance(refusal, FileRefused) and refusal.line:
        return message("moving.line", line=refusal.line, why=refusal.why)
    if isinstance(refusal, FileRefused) and refusal.name:
        return message("moving.in-archive", name=refusal.name, why=refusal.why)
    return refusal.why


def _waiting() -> list[Unlisted]:
    shown = []
    for unlisted in store().imports.unlisted():
        is_own = unlisted.phone == phone.here()
        if unlisted.why == IMPORTED and (is_own or _may_accept(unlisted)):
            shown.append(unlisted)
    return shown


def _may_accept(waiting: Unlisted) -> bool:
    since = house_hosts().get(phone.here())
    return since is not None and since < waiting.at and waiting.phone != phone.here()


@blueprint.get("/moving", endpoint="house", need=Need.KITCHEN)
def moving_page(
    refusal: Message | None = None,
    status: int = 200,
    *,
    counts: Counts | None = None,
    adds: Adds | None = None,
) -> ResponseReturnValue:
    """Everything out, or something in; of a file that was sent, what it `adds`, or the
    `counts` of it."""
    waiting = _waiting()
    hosts = house_hosts()
    return page(
        "moving.html",
        code=status,
        refusal=refusal,
        counts=counts,
        adds=adds,
        may_take=phone.here() in store().phones.hosts(),
        waiting=[unlisted.summary for unlisted in waiting],
        may_accept=any(_may_accept(unlisted) for unlisted in waiting),
        deleted=store().imports.deletions(DELETED_SHOWN),
        code_of=code,
        count=len(store().ids(listed=True)),
        megabytes=UPLOAD_BYTES // 1_000_000,
        is_ours=phone.here() in hosts,
        phones=len(hosts),
    )
