"""Documents to print: who asks for one, how it is answered, and why there is none."""

from urllib.parse import urlencode

from flask import Response, current_app, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import message
from scorekeeper.exports.pdf.cache import (
    LONGEST_WAIT,
    Asker,
    Busy,
    Order,
    PdfCache,
    Progress,
    Rank,
    TooLong,
    Unfinished,
    most_rows,
)
from scorekeeper.exports.pdf.render import NotPrinted, PangoMissing
from scorekeeper.tables.parts import SheetPart, parts_of
from scorekeeper.web.page import phone
from scorekeeper.web.page.answers import error_page, page
from scorekeeper.web.page.incoming import at, this_page, wants_fragment, words
from scorekeeper.web.page.place import place

ENTRY = "entry"
"""The argument of an address that names the last entry of a document."""
SOONEST = 1.0
LATEST = 10.0
"""Seconds after which a page asks again how far its document is, at the soonest and at
the latest."""
OVERDUE = 3.0  # The same where the document takes longer than was thought


def printed(
    order: Order, name: str, back: str = "", table: str = ""
) -> ResponseReturnValue:
    """The PDF that is ordered, under this name; where it takes longer than a moment, the
    page that says how far it is, which opens it at this same address; or why there is
    none, and the way back, which is to the sheet if nowhere else. `table` is where it is
    ordered for, if not for the session's own."""
    back = back or at(order.session, "sessions.sheet")
    browser_prints = current_app.extensions.get("browser_prints")
    if browser_prints is not None:
        answer: ResponseReturnValue = browser_prints(order, back)
        return answer
    try:
        return _as_far_as_it_is(order, name, back, asker(table or order.session.id))
    except PangoMissing as fault:
        return _not_printed("pdf.missing", fault, back)
    except Busy as fault:
        return _not_printed("pdf.busy", fault, back)
    except TooLong as fault:
        return _how_far(order, None, back, fault)
    except NotPrinted as fault:
        return _not_printed("pdf.failed", fault, back)


def _as_far_as_it_is(order: Order, name: str, back: str, who: Asker) -> Response:
    cache: PdfCache = current_app.extensions["pdf_cache"]
    if order.is_kept and wants_fragment():
        return _how_far(order, cache.progress(order, who), back)
    # what isn't kept is waited for
    patience = current_app.config["PAPER_PATIENCE"] if order.is_kept else LONGEST_WAIT
    try:
        pdf = cache.pdf(order, who, patience)
    except Unfinished:
        if not order.is_kept:
            raise
        return _how_far(order, cache.progress(order, who), back)
    return shown(pdf, "application/pdf", name)


# The page of a document that is being printed, is printed, or is `too_long`; and in
# which parts it can be printed.
def _how_far(
    order: Order, progress: Progress | None, back: str, too_long: TooLong | None = None
) -> Response:
    code = 200 if progress is None else 202
    if too_long is not None:
        code = 422
    return page(
        "printing.html",
        code=code,
        progress=progress,
        too_long=too_long
        and message("pdf.too-long", n=too_long.rows, most=too_long.most),
        parts=_offered(order),
        dated=words().date,
        again=0 if progress is None else again_after(progress),
        document_url=_address(order),
        back=back,
    )


# Where this document is, of the table as it stands now: what is entered while it is
# printed doesn't have it printed again.
def _address(order: Order) -> str:
    asked = [*request.args.items(multi=True)]
    if order.is_of_log and ENTRY not in request.args:
        asked.append((ENTRY, str(order.session.last)))
    return f"{this_page()}?{urlencode(asked)}" if asked else this_page()


# The parts of a long sheet, each with the address at which it is printed.
def _offered(order: Order) -> list[tuple[SheetPart, str]]:
    if not order.is_of_log:
        return []
    sheet = at(order.session, "exports.sheet_pdf", paper=order.paper.value)
    return [
        (part, f"{sheet}&rows={part.address}")
        for part in parts_of(order.session, most_rows())
        if order.part is None
    ]


# After how many seconds a page asks again: the sooner the less is left, so that it
# asks some ten times however long it takes.
def again_after(progress: Progress) -> int:
    if not progress.left:
        return round(OVERDUE)
    return round(min(max(SOONEST, progress.left / 3), LATEST))


def _not_printed(code: str, fault: Exception, back: str) -> Response:
    why = message(f"{code}.about", fault=str(fault))
    return error_page(503, code, why, (back, message("sheet.back")))


def shown(content: bytes, kind: str, name: str) -> Response:
    headers = {
        "Content-Disposition": f'inline; filename="{name}"',
        "Vary": "Cookie, Accept-Language",
    }
    return Response(content, headers=headers, content_type=kind)


def asker(session_id: str) -> Asker:
    if place(session_id).is_here:
        return Asker(phone.here(), Rank.OWN)
    return Asker(phone.network(), Rank.STRANGER)
