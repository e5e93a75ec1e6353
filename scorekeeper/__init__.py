"""Scorekeeper: scores and rulings at the card table."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from flask_wtf import CSRFProtect

from scorekeeper import places
from scorekeeper.store import Store
from scorekeeper.web import errors, exports, home, new, pages, rulebook, security, sessions

FORM_BYTES = 64_000


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Make the web application. `config` overrides the defaults; INSTANCE names its folder."""
    app = Flask(
        __name__,
        template_folder=str(places.templates_folder()),
        static_folder=str(places.static_folder()),
    )
    app.config.update(
        INSTANCE=str(places.instance_folder()),
        MAX_CONTENT_LENGTH=FORM_BYTES,
        WTF_CSRF_TIME_LIMIT=None,
        SESSION_COOKIE_NAME="scorekeeper",
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=30),
    )
    app.config.from_prefixed_env("SCOREKEEPER")
    app.config.update(config or {})
    instance = Path(app.config["INSTANCE"])
    app.secret_key = places.secret_key(instance)
    app.extensions["store"] = Store(instance / "scorekeeper.db")
    CSRFProtect(app)
    pages.register(app)
    security.register(app)
    errors.register(app)
    for noun in (home, new, sessions, exports, rulebook):
        app.register_blueprint(noun.blueprint)
    return app
