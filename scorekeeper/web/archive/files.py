"""Sessions as files: all of them in one, and taking such files in.

Only the host of some table takes a file in. It is read and checked in a process of its
own. What is new waits until another host of the house accepts it: see
access.house_hosts; where there is none there is nobody to wait for. A table that phones
play at goes on as in a file only by its host's hand, who has seen what it adds; it
speaks for nobody who has a phone here."""

import hashlib
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any

from flask import Blueprint, Response, current_app, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.codec import code
from scorekeeper.core.messages import Message, message
from scorekeeper.exports.importing import (
    Checked,
    bounded,
    check_growth,
    checked,
    grown_by_file,
)
from scorekeeper.exports.session_file import FileRefused, written
from scorekeeper.store import Prepared, Refused, Taken
from scorekeeper.store.imports import IMPORTED, Places, Unlisted
from scorekeeper.tables.voices import Holding
from scorekeeper.web.page import phone
from scorekeeper.web.page.answers import page, see_other
from scorekeeper.web.page.incoming import now, open_table, store
from scorekeeper.web.page.place import Need, house_hosts, place
from scorekeeper.web.table.presenters import entry_said

blueprint = Blueprint("moving", __name__)

UPLOAD_BYTES = 8_000_000
"""How large a file may be that is taken in by a page; the command takes larger ones."""
UNPACKED_BYTES = 40_000_000
"""How much the sessions of an archive may come to that is taken in by a page."""
MOST_SESSIONS = 500  # how many sessions an archive may hold that is taken in by a page
WAITING_BYTES = 100_000_000
"""A file is taken in as long as what waits to be accepted comes to no more with it."""
AN_HOUR = "1000 per hour"  # how many sessions one address may take in
COMPUTED = (
    "300 per hour"  # for how many seconds the files of one address are computed on
)
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
    """The file adds to a table of this host's, who is to see what first: that one's id,
    the entries."""


@blueprint.post("/moving", need=Need.KITCHEN, most=UPLOAD_BYTES)
def take_in() -> ResponseReturnValue:
    if phone.here() not in store().phones.hosts():
        return house(message("moving.refused.no-host"), 422)
    file = _kept_file()
    answer = dict[str, Any]()
    try:
        taken = _taken_in(file)
        counts = {how.value: taken.count(how) for how in Taken}
        answer = {"counts": counts, "total": len(taken)}
    except _Addition as addition:
        session_id, added = addition.args
        table = open_table(session_id)
        whole = replace(table, log=table.log + added)  # its entries speak of each other
        adds = {
            "table": url_for("sessions.table", session_id=table.id),
            "people": ", ".join(person for _, person in table.folded.people),
            "entries": [entry_said(whole, entry) for entry in added],
            "shown": hashlib.sha256(file.read_bytes()).hexdigest(),
        }
        return house(adds=adds)
    except (FileRefused, Refused) as refusal:
        answer = {"refusal": _said(refusal), "status": getattr(refusal, "status", 422)}
    file.unlink(missing_ok=True)
    return house(**answer)


@blueprint.post("/moving/waiting", need=Need.KITCHEN)
def accept() -> ResponseReturnValue:
    """Let sessions that were taken in stand in everybody's lists, or be gone again."""
    chosen = request.form.getlist("session")
    is_kept = request.form.get("do") == "accept"
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
    return see_other(url_for(".house")) if refused is None else house(refused, 409)


@blueprint.get("/scorekeeper.zip", need=Need.KITCHEN)
def everything() -> ResponseReturnValue:
    named = 'attachment; filename="scorekeeper.zip"'
    headers = {"Content-Type": "application/zip", "Content-Disposition": named}
    return Response(written(store().each(listed=True)), headers=headers)


def _kept_file() -> Path:
    folder = Path(current_app.config["INSTANCE"]) / "uploads"
    folder.mkdir(mode=0o700, exist_ok=True)
    file = folder / phone.here()
    since = time.time() - KEPT_SECONDS
    with suppress(OSError):
        ages = sorted(
            (old.stat().st_mtime, old) for old in folder.iterdir() if old != file
        )
        for n, (age, old) in enumerate(reversed(ages), start=2):
            if age < since or n > MOST_KEPT:
                old.unlink()
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
        with checked(file, MOST_SESSIONS, UNPACKED_BYTES) as found:
            _count(AN_HOUR, sum(1 for _ in found))
            judged, places = _judged(found, is_alone=is_alone)
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
    sent = request.files.get("file")
    shown = request.form.get("shown", "")
    if shown:
        if not file.is_file() or hashlib.sha256(file.read_bytes()).hexdigest() != shown:
            raise _NotTaken(message("moving.refused.gone"))
    elif sent is None or not sent.filename:
        raise _NotTaken(message("moving.no-file"))
    else:
        file.touch(mode=0o600)
        sent.save(file)


def _count(most: str, cost: int) -> None:
    """Refuse an address more than it may have of files, with `cost` more or where it
    has had all of it. Raises _NotTaken."""
    limiter = current_app.extensions.get("limits")
    if limiter is None or not limiter.enabled:
        return
    from limits import parse

    asked = (parse(most), "import", phone.network())
    has_some = (
        limiter.limiter.hit(*asked, cost=cost) if cost else limiter.limiter.test(*asked)
    )
    if not has_some:
        raise _NotTaken(message("moving.refused.too-many"), 429)


def _judged(found: Checked, *, is_alone: bool) -> tuple[Iterable[Prepared], Places]:
    """What is taken in of a file, and who had which place there. Raises _NotTaken,
    _Addition, Refused, FileRefused."""
    places: dict[str, tuple[Holding, ...]] = {}
    for session in found:
        how, have = store().imports.how(session)
        if how is Taken.NEW and store().imports.is_older_than_deleted(session):
            raise _NotTaken(
                message("moving.refused.deleted", session=session.header.session)
            )
        if how is not Taken.GROWN:
            continue
        name = session.header.session
        places[name], mine = store().phones.holdings(name), place(name)
        if name in current_app.config["AWAY"]:
            continue  # nothing was entered here meanwhile: it comes home as it is
        if not mine.host:
            if not is_alone and store().phones.importer(name) != phone.here():
                raise _NotTaken(message("moving.refused.not-here", session=name))
            bounded(check_growth, session, have)
        elif not mine.is_host:
            raise _NotTaken(message("moving.refused.no-place", session=name))
        elif sum(1 for _ in found) > 1:
            raise _NotTaken(message("moving.refused.alone", session=name))
        else:
            speaker = store().phones.speaker(open_table(name), phone.here())
            grown = bounded(grown_by_file, session, have, now(), speaker)
            if not request.form.get("shown"):
                raise _Addition(name, session.log[have:])
            return [grown], places
    return found, places


def _said(refusal: FileRefused | Refused) -> Message:
    if isinstance(refusal, FileRefused) and refusal.line:
        return message("moving.line", line=refusal.line, why=refusal.why)
    if isinstance(refusal, FileRefused) and refusal.name:
        return message("moving.in-archive", name=refusal.name, why=refusal.why)
    return refusal.why


def _waiting() -> list[Unlisted]:
    each = (
        waiting for waiting in store().imports.unlisted() if waiting.why == IMPORTED
    )
    return [
        waiting
        for waiting in each
        if waiting.phone == phone.here() or _may_accept(waiting)
    ]


def _may_accept(waiting: Unlisted) -> bool:
    since = house_hosts().get(phone.here())
    return since is not None and since < waiting.at and waiting.phone != phone.here()


@blueprint.get("/moving", need=Need.KITCHEN)
def house(
    refusal: Message | None = None, status: int = 200, **came: Any
) -> ResponseReturnValue:
    """Everything out, or something in; of a file that was sent, what it `adds`, or the
    `counts` and `total` of it."""
    waiting = _waiting()
    known = store()
    ours = house_hosts()
    return page(
        "moving.html",
        code=status,
        refusal=refusal,
        **{"counts": None, "total": 0, "adds": None} | came,
        may_take=phone.here() in known.phones.hosts(),
        waiting=[one.summary for one in waiting],
        may_accept=any(map(_may_accept, waiting)),
        deleted=known.imports.deletions(DELETED_SHOWN),
        code_of=code,
        count=len(known.ids(listed=True)),
        megabytes=UPLOAD_BYTES // 1_000_000,
        is_ours=phone.here() in ours,
        phones=len(ours),
    )
