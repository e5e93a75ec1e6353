"""Moving house in the browser: every session in one file, and taking such files in."""

import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import BinaryIO, cast

from flask import Blueprint, Flask, Response, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import Message, message
from scorekeeper.exports.archive import Adoptable, ArchiveRefused, adoptable, is_archive, written
from scorekeeper.exports.session_file import read
from scorekeeper.exports.session_lines import FileRefused
from scorekeeper.store import Refused, Taken
from scorekeeper.web.access import place
from scorekeeper.web.pages import page
from scorekeeper.web.tables import store

blueprint = Blueprint("moving", __name__)

UPLOAD_BYTES = 8_000_000
"""How large a file may be that is taken in by a page; the command takes larger ones."""
PATIENCE = 20.0
"""Seconds that checking a file may take here; nothing can be entered while an archive is."""
MOST_SESSIONS = 500
"""How many sessions an archive may hold that is taken in by a page."""


def register(app: Flask) -> None:
    """Let this page alone take in more than a form has. It must stand before what reads forms."""

    @app.before_request
    def _larger() -> None:
        if request.endpoint == "moving.take_in":
            request.max_content_length = UPLOAD_BYTES


@blueprint.get("/moving")
def house() -> ResponseReturnValue:
    """Everything out, or something in."""
    return _house()


@blueprint.post("/moving")
def take_in() -> ResponseReturnValue:
    """Take over the session, or all those of the archive, in the file that was sent."""
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        return _house(refusal=message("moving.no-file"), code=422)
    try:
        with closing(sent):
            taken = _taken_in(cast(BinaryIO, sent.stream))
    except FileRefused as refusal:
        return _house(refusal=message("moving.line", line=refusal.line, why=refusal.why), code=422)
    except ArchiveRefused as refusal:
        return _house(refusal=_in_archive(refusal), code=422)
    except Refused as refused:
        return _house(refusal=refused.why, code=422)
    counts = {how: taken.count(how) for how in Taken}
    return _house(counts={how.value: n for how, n in counts.items()}, total=len(taken))


def _taken_in(file: BinaryIO) -> list[Taken]:
    """Take the file over. Raises FileRefused, ArchiveRefused, Refused."""
    start = file.read(4)
    file.seek(0)
    until = time.monotonic() + PATIENCE
    if is_archive(start):
        return store().adopt_all(_allowed(adoptable(file, MOST_SESSIONS, until)))
    session = read(file.read(), until=until).session
    return store().adopt_all(_allowed([(session.header, session.log)]))


def _allowed(found: Iterable[Adoptable]) -> Iterator[Adoptable]:
    """These sessions, as long as none adds to a table of other phones: that takes a place at it.

    Raises Refused.
    """
    for header, log in found:
        here, mine = store().open(header.session), place(header.session)
        if here and len(log) > here.last and mine.is_hosted and not mine.may_enter:
            raise Refused(message("moving.refused.no-place", session=header.session))
        yield header, log


@blueprint.get("/scorekeeper.zip")
def everything() -> ResponseReturnValue:
    """Every session of this house in one archive, sent while it is written."""
    known = store()

    def pieces() -> Iterator[bytes]:
        yield from written(known.each())

    headers = {
        "Content-Type": "application/zip",
        "Content-Disposition": 'attachment; filename="scorekeeper.zip"',
        "Cache-Control": "no-store",
    }
    return Response(pieces(), headers=headers)


def _in_archive(refusal: ArchiveRefused) -> Message:
    if not refusal.name:
        return refusal.why
    return message("moving.in-archive", name=refusal.name, why=refusal.why)


def _house(
    refusal: Message | None = None,
    code: int = 200,
    counts: dict[str, int] | None = None,
    total: int = 0,
) -> ResponseReturnValue:
    return page(
        "moving.html",
        code=code,
        refusal=refusal,
        counts=counts,
        total=total,
        count=len(store().ids()),
        megabytes=UPLOAD_BYTES // 1_000_000,
        urls={
            "home": url_for("home.home"),
            "take_in": url_for(".take_in"),
            "everything": url_for(".everything"),
        },
    )
