"""The first page: tables in progress, the same again, a new one."""

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import message
from scorekeeper.core.sheet import Points
from scorekeeper.store import Summary, Tally
from scorekeeper.web import phone
from scorekeeper.web.new import game_list, new_key
from scorekeeper.web.pages import TAPS, THEMES, TONGUES, page, see_other, words
from scorekeeper.web.tables import store

blueprint = Blueprint("home", __name__)
SHOWN = 40
AGAIN = 3


@blueprint.get("/")
def home() -> ResponseReturnValue:
    """What goes on, and what could be played again."""
    summaries = store().summaries(limit=SHOWN, phone=phone.only_own())
    return page(
        "home.html",
        in_progress=[_item(one) for one in summaries if not one.is_over],
        finished=[{**_item(one), "turn": None} for one in summaries if one.is_over],
        again=_again(summaries),
        games=game_list(),
        urls={
            "new": url_for("new.choose"),
            "join": url_for("seats.join"),
            "rules": url_for("rulebook.index"),
            "theme": url_for(".theme"),
        },
    )


@blueprint.get("/healthz")
def healthy() -> ResponseReturnValue:
    """Whether the server answers."""
    return "ok", 200, {"Content-Type": "text/plain; charset=utf-8"}


@blueprint.post("/theme")
def theme() -> ResponseReturnValue:
    """Light, dark, or as the phone says; kept in a cookie."""
    return _kept("theme", THEMES)


@blueprint.post("/language")
def language() -> ResponseReturnValue:
    """This phone's language, or the one its browser prefers; kept in a cookie."""
    return _kept("language", TONGUES)


@blueprint.post("/taps")
def taps() -> ResponseReturnValue:
    """Whether this phone makes a call by its first tap or asks again; kept in a cookie."""
    return _kept("taps", TAPS)


def _kept(name: str, values: tuple[str, ...]) -> ResponseReturnValue:
    """Keep this phone's choice, where it is one of `values`, and go back to where it was made."""
    chosen = request.form.get(name, "")
    back = request.form.get("back", "")
    answer = see_other(back if back.startswith("/") and not back.startswith("//") else "/")
    if chosen in values:
        answer.set_cookie(  # type: ignore[union-attr]
            name, chosen, max_age=31_536_000, samesite="Lax", httponly=True
        )
    return answer


def _item(one: Summary) -> dict[str, object]:
    return {
        "url": url_for("sessions.table", session_id=one.session),
        "game": message(f"game.{one.game}"),
        "people": ", ".join(one.people),
        "detail": one.deal,
        "turn": one.turn,
        "scores": [_tally(tally) for tally in one.scores],
        "when": words().day(one.last_at),
    }


def _tally(tally: Tally) -> tuple[object, Points]:
    """A party's label and total: its compass points, or its persons' names."""
    if tally.party in ("NS", "EW") or not tally.people:
        return message(f"party.{tally.party}"), tally.total
    return " & ".join(tally.people), tally.total


def _again(summaries: list[Summary]) -> list[dict[str, object]]:
    """The last different groups and games, for one tap each."""
    seen: set[tuple[object, ...]] = set()
    items: list[dict[str, object]] = []
    for one in summaries:
        kind = (one.game, *sorted(one.people))
        if kind in seen or len(items) == AGAIN:
            continue
        seen.add(kind)
        items.append(
            {
                "game": message(f"game.{one.game}"),
                "people": ", ".join(one.people),
                "when": words().day(one.last_at),
                "action_url": url_for("new.again", session_id=one.session),
                "key": new_key(),
                "mark": phone.mark(),
            }
        )
    return items
