"""What a phone may keep of the app: its worker, its page without a connection, and what it can.

The worker runs over TLS only (and on this very computer). It keeps style, scripts and one page
that says that there is no connection; never a table's page, never an entry.
"""

import hashlib
import json

from flask import Blueprint, Response, current_app, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.web.server.security import Need
from scorekeeper.web.server.static_files import static_text, static_url
from scorekeeper.web.table.pages import page, words

blueprint = Blueprint("installed", __name__)

SHELL = (
    "app.css",
    "vendor/htmx.min.js",
    "scorekeeper.js",
    "secure.js",
)
"""The static files that the page without a connection needs."""
GONE = """self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));
"""
"""The worker that takes itself and all it kept away."""


@blueprint.get("/sw.js", need=Need.OPEN)
def worker() -> ResponseReturnValue:
    """The worker, asked for anew each time; SCOREKEEPER_WORKER=false takes it from every phone."""
    text = _worker() if current_app.config.get("WORKER", True) else GONE
    answer = Response(text, content_type="text/javascript; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _worker() -> str:
    offline = url_for(".offline")
    kept = [offline, *(static_url(name) for name in SHELL)]
    edition = hashlib.sha256(json.dumps([kept, words().language]).encode()).hexdigest()[:12]
    given = f"const OFFLINE = {json.dumps(offline)};\nconst KEPT = {json.dumps(kept)};\n"
    return f'{given}const EDITION = "{edition}";\n{static_text("worker.js")}'


@blueprint.get("/offline", need=Need.OPEN)
def offline() -> ResponseReturnValue:
    """What a phone shows where there is no connection; the last score is put in from the phone."""
    return page("offline.html", urls={"home": url_for("home.home")})


@blueprint.get("/diagnose", need=Need.OPEN)
def diagnose() -> ResponseReturnValue:
    """What this phone can, in plain words."""
    return page("diagnose.html", urls={"home": url_for("home.home")})
