"""The rulebooks: a page per game, which every cite leads to."""

from flask import Blueprint, abort, current_app, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import message
from scorekeeper.games import GAMES
from scorekeeper.games.game import AnyGame
from scorekeeper.tables.session import Session
from scorekeeper.web.page.answers import page
from scorekeeper.web.page.incoming import argument, open_table, words
from scorekeeper.web.page.place import Need, place
from scorekeeper.web.server.static_files import game_style
from scorekeeper.web.table.settings_form import SettingsForm
from scorekeeper.words import FIRST

blueprint = Blueprint("rulebook", __name__, url_prefix="/rules")


@blueprint.get("/", need=Need.OPEN)
def index() -> ResponseReturnValue:
    return page("rulebook/index.html", games=GAMES)


@blueprint.get("/<slug>/calculator", need=Need.OPEN)
def calculator(slug: str) -> ResponseReturnValue:
    own_game = GAMES.get(slug)
    if own_game is None or own_game.calculator is None:
        abort(404)
    table = _session_asked()
    form = own_game.calculator(request.args, table.settings if table else None)
    return page(
        f"games/{own_game.folder}/calculator.html",
        code=422 if form.is_refused else 200,
        form=form,
        view=form.view(),
        style=game_style(own_game.folder),
        rules_url=url_for(".game", slug=form.rulebook),
    )


@blueprint.get("/<slug>", need=Need.OPEN)
def game(slug: str) -> ResponseReturnValue:
    own_game = GAMES.get(slug) or abort(404)
    table = _session_asked()
    settings = own_game.rule_sheet.defaults
    back = None
    if table is not None:
        settings = table.settings
        sheet = url_for("sessions.sheet", session_id=table.id)
        back = sheet, message("rulebook.back")
    own = f"games/{own_game.folder}/rulebook_{slug}"
    english = f"{own}.html"
    language = words().language
    texts = [f"{own}.{language}.html", english, "rulebook/page.html"]
    text = current_app.jinja_env.select_template(texts).name
    return page(
        texts,
        name=message(f"game.{slug}"),
        style=game_style(own_game.folder),
        is_still_english=text == english and language != FIRST,
        settings=settings,
        names=own_game.names,
        groups=SettingsForm(own_game, settings).groups(),
        sources=own_game.sources,
        back=back,
        calculator_url=_calculator_url(own_game, table),
        rules_url="",
    )


def _calculator_url(game: AnyGame, table: Session | None) -> str | None:
    if game.calculator is None:
        return None
    session = table.id if table else None
    return url_for(".calculator", slug=game.slug, game=game.slug, session=session)


def _session_asked() -> Session | None:
    session_id = argument("session")
    if not session_id:
        return None
    if not place(session_id).fills(Need.READ):
        abort(403)
    return open_table(session_id)
