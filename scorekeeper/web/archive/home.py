"""The first page: tables in progress, the same again, a new one."""

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.web.archive.listing import again, item
from scorekeeper.web.phones import phone
from scorekeeper.web.server import security
from scorekeeper.web.server.security import Need
from scorekeeper.web.table.new import game_list
from scorekeeper.web.table.pages import TAPS, THEMES, TONGUES, page, see_other, store, way_back

blueprint = Blueprint("home", __name__)
LOOKED_AT = 40
"""Of so many sessions, those that were entered last, this page shows a few."""
IN_PROGRESS, FINISHED = 8, 5


@blueprint.get("/", need=Need.OPEN)
def home() -> ResponseReturnValue:
    """What goes on, and what could be played again."""
    summaries = store().index.recent(limit=LOOKED_AT, phone=phone.only_own())
    in_progress = [item(one) for one in summaries if not one.is_over]
    finished = [{**item(one), "turn": None} for one in summaries if one.is_over]
    return page(
        "home.html",
        in_progress=[{**one, "when": None} for one in in_progress[:IN_PROGRESS]],
        finished=finished[:FINISHED],
        again=again(summaries),
        games=game_list(),
        urls={
            "new": url_for("new.choose"),
            "join": url_for("seats.join"),
            "rules": url_for("rulebook.index"),
            "history": url_for("history.sessions"),
            "statistics": url_for("statistics.players"),
            "moving": url_for("moving.house"),
            "theme": url_for(".theme"),
        },
    )


@blueprint.get("/healthz", need=Need.OPEN)
def healthy() -> ResponseReturnValue:
    """Whether the server answers."""
    return "ok", 200, {"Content-Type": "text/plain; charset=utf-8"}


@blueprint.post("/theme", need=Need.OPEN)
def theme() -> ResponseReturnValue:
    """Light, dark, or as the phone says; kept in a cookie."""
    return _kept("theme", THEMES)


@blueprint.post("/language", need=Need.OPEN)
def language() -> ResponseReturnValue:
    """This phone's language, or the one its browser prefers; kept in a cookie."""
    return _kept("language", TONGUES)


@blueprint.post("/taps", need=Need.OPEN)
def taps() -> ResponseReturnValue:
    """Whether this phone makes a call by its first tap or asks again; kept in a cookie."""
    return _kept("taps", TAPS)


def _kept(name: str, values: tuple[str, ...]) -> ResponseReturnValue:
    """Keep this phone's choice, where it is one of `values`, and go back to where it was made."""
    chosen = request.form.get(name, "")
    answer = see_other(way_back(request.form.get("back", "")))
    if chosen in values:
        security.set_cookie(answer, name, chosen)
    return answer
