"""The rulebooks: a page per game, which every cite leads to."""

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import message
from scorekeeper.games import GAMES
from scorekeeper.tables.session import Session
from scorekeeper.web.page.answers import page
from scorekeeper.web.page.incoming import open_table, words
from scorekeeper.web.page.parts import Values
from scorekeeper.web.page.place import Need, place
from scorekeeper.web.server.static_files import game_style
from scorekeeper.web.table.new import SettingsForm

blueprint = Blueprint("rulebook", __name__, url_prefix="/rules")


@blueprint.get("/", need=Need.OPEN)
def index() -> ResponseReturnValue:
    return page("rulebook/index.html", games=GAMES)


@blueprint.get("/<slug>/calculator", need=Need.OPEN)
def calculator(slug: str) -> ResponseReturnValue:
    found = GAMES.get(slug)
    if found is None or found.calculator is None:
        abort(404)
    table = _table()
    form = found.calculator(request.args, table.settings if table else None)
    return page(
        f"games/{found.folder}/calculator.html",
        code=422 if form.is_refused else 200,
        form=form,
        view=form.view(),
        **_of(slug),
        rules_url=url_for(".game", slug=form.rulebook),
    )


def _of(slug: str) -> Values:
    named = {"slug": slug, "name": message(f"game.{slug}")}
    return {"game": named, "style": game_style(GAMES[slug].folder)}


@blueprint.get("/<slug>", need=Need.OPEN)
def game(slug: str) -> ResponseReturnValue:
    found = GAMES.get(slug) or abort(404)
    table = _table()
    settings = table.settings if table else found.rule_sheet.defaults
    asked: Values = {"slug": slug, "game": slug, "session": table.id if table else None}
    sheet = url_for("sessions.sheet", session_id=table.id) if table else None
    own = f"games/{found.folder}/rulebook_{slug}"
    return page(
        [f"{own}.{words().language}.html", f"{own}.html", "rulebook/page.html"],
        **_of(slug),
        settings=settings,
        groups=SettingsForm(found, settings).groups(),
        sources=found.sources,
        back={"url": sheet, "label": message("rulebook.back")} if sheet else None,
        calculator_url=url_for(".calculator", **asked) if found.calculator else None,
        rules_url="",
    )


def _table() -> Session | None:
    session_id = request.args.get("session", "")
    if session_id and not place(session_id).fills(Need.READ):
        abort(403)
    return open_table(session_id) if session_id else None
