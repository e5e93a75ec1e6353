"""The application: its configuration, its store, its blueprints."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from flask_wtf import CSRFProtect
from jinja2 import FileSystemBytecodeCache

from scorekeeper import places
from scorekeeper.exports.pdf.cache import PdfCache
from scorekeeper.games import homes
from scorekeeper.places import Refusals
from scorekeeper.store import Store, database_of
from scorekeeper.web import arbiter
from scorekeeper.web.arbiter import agreeing
from scorekeeper.web.archive import (
    comparison,
    exports,
    files,
    history,
    home,
    house,
    rulebook,
    statistics,
)
from scorekeeper.web.nights import ending, evening, opening, people, results, seating
from scorekeeper.web.page import access, answers, phone
from scorekeeper.web.phones import at_once, joining, seals, seats
from scorekeeper.web.server import static_files
from scorekeeper.web.table import (
    changes,
    corrections,
    house_rules,
    line,
    live,
    new,
    reading,
    records,
    worth,
)

FORM_BYTES = 64_000
PAGES = (
    home,
    comparison,
    new,
    corrections,
    reading,
    changes,
    live,
    line,
    worth,
    house_rules,
    arbiter,
    agreeing,
    seals,
    at_once,
    seats,
    joining,
    opening,
    ending,
    evening,
    people,
    results,
    seating,
    exports,
    records,
    files,
    house,
    statistics,
    history,
    rulebook,
    static_files,
)
"""The modules that have pages; some share a blueprint."""


def make_app(config: Mapping[str, Any]) -> Flask:
    app = Flask("scorekeeper", template_folder=None, static_folder=None)
    app.jinja_loader = places.template_loader(homes())
    instance = _configure(app, config)
    is_pocket = app.config["POCKET"]
    _keep_at(app, instance)
    if not is_pocket:
        from flask_compress import Compress

        Compress(app)
    access.register(app)
    CSRFProtect(app)
    answers.register(app)
    app.jinja_env.globals["static_url"] = static_files.static_url
    app.extensions["bring_style"] = (
        static_files.with_style if app.config["BRING_STYLE"] else None
    )
    phone.register(app)
    own = (module.blueprint for module in PAGES)
    for blueprint in dict.fromkeys(own):
        app.register_blueprint(blueprint)
    if not is_pocket:
        # their libraries stay outside
        from scorekeeper.web.server import limits, operations

        limits.register(app, joining.join_page)
        operations.register(app)
    return app


def _keep_at(app: Flask, instance: Path) -> None:
    compiled = places.compiled_templates(instance)
    if compiled is not None:
        app.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(str(compiled))}
    store = Store(database_of(instance))
    shared = places.shared_key() or store.engine.secret(places.fresh_key())
    app.secret_key = shared or places.secret_key(instance)
    app.extensions["store"] = store
    app.extensions["pdf_cache"] = PdfCache(instance / "pdf")
    app.extensions["refusals"] = Refusals(instance)
    live.register(app, store)


def _configure(app: Flask, config: Mapping[str, Any]) -> Path:
    """Set what is configured: our defaults, the environment's SCOREKEEPER_…, `config`.
    Answers the folder of this installation."""
    is_test = config.get("TESTING", False)
    app.config.update(
        MAX_CONTENT_LENGTH=FORM_BYTES,
        WTF_CSRF_TIME_LIMIT=None,
        SESSION_COOKIE_SAMESITE="Lax",
        RATELIMIT_ENABLED=not is_test,
        STREAMS=32,
        PERMANENT_SESSION_LIFETIME=timedelta(days=30),
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_BR_LEVEL=5,
        STATIC=str(places.static_folder()),
        MAKE_AHEAD=not is_test,
        PAPER_PATIENCE=120.0 if is_test else 2.5,
        COUNT_IN_BACKGROUND=not is_test,
        BRING_STYLE=not is_test,
        POCKET=False,
        AWAY={},
    )
    app.config.from_prefixed_env("SCOREKEEPER")
    app.config["INSTANCE"] = str(places.instance_folder())
    app.config.update(config)
    instance = Path(app.config["INSTANCE"])
    places.keep_private(instance)
    return instance
