"""Documents to print: who asks for one, how it is answered, and why there is none."""

from flask import Response, current_app
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import message
from scorekeeper.exports.pdf.cache import Asker, Busy, Order, Rank
from scorekeeper.exports.pdf.render import NotPrinted, PangoMissing
from scorekeeper.web.page import phone
from scorekeeper.web.page.answers import error_page
from scorekeeper.web.page.incoming import at
from scorekeeper.web.page.place import place


def printed(
    order: Order, name: str, back: str = "", table: str = ""
) -> ResponseReturnValue:
    """The PDF that is ordered, under this name; or why there is none, and the way back,
    which is to the sheet if nowhere else. `table` is where it is ordered for, if not
    for the session's own."""
    back = back or at(order.session, "sessions.sheet")
    browser_prints = current_app.extensions.get("browser_prints")
    if browser_prints is not None:
        answer: ResponseReturnValue = browser_prints(order, back)
        return answer
    who = asker(table or order.session.id)
    try:
        pdf = current_app.extensions["pdf_cache"].pdf(order, who)
    except PangoMissing as fault:
        return _not_printed("pdf.missing", fault, back)
    except Busy as fault:
        return _not_printed("pdf.busy", fault, back)
    except NotPrinted as fault:
        return _not_printed("pdf.failed", fault, back)
    return shown(pdf, "application/pdf", name)


def _not_printed(code: str, fault: Exception, back: str) -> Response:
    why = message(f"{code}.about", fault=str(fault))
    return error_page(503, code, why, (back, message("sheet.back")))


def shown(content: bytes, kind: str, name: str) -> Response:
    """What a browser shows by itself, in this phone's language, and keeps under this
    name."""
    headers = {
        "Content-Disposition": f'inline; filename="{name}"',
        "Vary": "Cookie, Accept-Language",
    }
    return Response(content, headers=headers, content_type=kind)


def asker(session_id: str) -> Asker:
    if place(session_id).is_here:
        return Asker(phone.here(), Rank.OWN)
    return Asker(phone.network(), Rank.STRANGER)
