"""Style, scripts and fonts: made small once, kept by the browser for ever under their hash;
what a phone may keep of the app, and /diagnose.

`games/<family>/style.css` is a game's own style sheet, from its own folder.
"""

import gzip
import hashlib
import json
import re
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path

from flask import Blueprint, Response, current_app, request, send_from_directory, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.games import homes
from scorekeeper.web.server.access import Need
from scorekeeper.web.table.pages import page, words

JOINED = {
    "scorekeeper.js": (
        "drafts.js",
        "outbox.js",
        "app.js",
        "letters.js",
        "live.js",
        "witness.js",
    )
}
"""Files that are sent as one, in this order: a request less for each."""

blueprint = Blueprint("files", __name__)
_TEXT = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_GAME_STYLE = re.compile(r"games/(\w+)/style\.css")
_MISSING = "missing"
_path = cache(Path)
_FOREVER = "public, max-age=31536000, immutable"


@blueprint.get("/static/<path:name>", need=Need.OPEN)
def static(name: str) -> ResponseReturnValue:
    """One file of the static folder; under its hash (`v`) it never changes."""
    kind = _TEXT.get(Path(name).suffix, "")
    is_text = kind and _parts(_folder(), name)
    answer = _sent(name, kind) if is_text else send_from_directory(_folder(), name)
    if "v" in request.args:
        answer.headers["Cache-Control"] = _FOREVER
    return answer


def _sent(name: str, kind: str) -> Response:
    """A text, packed in the best way that the browser can unpack."""
    way = request.accept_encodings.best_match(("br", "gzip"))
    answer = Response(_packed(_folder(), name, way), content_type=kind)
    answer.headers["Vary"] = "Accept-Encoding"
    if way:
        answer.headers["Content-Encoding"] = way
    return answer


def static_url(name: str) -> str:
    """The address of a static file, with its content's hash so that it may be kept for ever."""
    return _address(request.script_root, _folder(), name)


@lru_cache(maxsize=64)
def _address(root: str, folder: Path, name: str) -> str:
    """The same, where the app is mounted at `root`: url_for reads it in the request."""
    return url_for("files.static", name=name, v=_fingerprint(folder, name))


def game_style(folder: str) -> str:
    """The address of the style sheet in a game's own folder; empty if it has none."""
    name = f"games/{folder}/style.css"
    return static_url(name) if _fingerprint(_folder(), name) != _MISSING else ""


def _folder() -> Path:
    return _path(current_app.config["STATIC"])


@lru_cache(maxsize=64)
def _fingerprint(folder: Path, name: str) -> str:
    parts = _parts(folder, name)
    content = b"".join(part.read_bytes() for part in parts)
    return hashlib.sha256(content).hexdigest()[:12] if parts else _MISSING


def _parts(folder: Path, name: str) -> list[Path]:
    """The files that are sent under this name: of our folder, not above it, or a game's style sheet
    beside its code; empty if there is no such file."""
    own = _GAME_STYLE.fullmatch(name)
    home = homes().get(own[1]) if own else None
    names = JOINED.get(name, (name,))
    parts = [home / "style.css"] if home else [folder / part for part in names]
    found = all(one.is_file() and (home or folder in one.resolve().parents) for one in parts)
    return parts if found else []


@lru_cache(maxsize=64)
def _content(folder: Path, name: str) -> bytes:
    """The file as it is sent: our style and scripts without comments and spaces."""
    return b"\n".join(made_small(part) for part in _parts(folder, name))


def made_small(path: Path) -> bytes:
    """The file without what only its readers need."""
    content = path.read_bytes()
    with suppress(ImportError):  # in a pocket, where they have been made small already
        if path.suffix == ".css":
            from rcssmin import cssmin

            return bytes(cssmin(content))
        if path.suffix == ".js" and not path.name.endswith(".min.js"):
            from rjsmin import jsmin

            return bytes(jsmin(content))
    return content


@lru_cache(maxsize=64)
def _packed(folder: Path, name: str, way: str | None) -> bytes:
    content = _content(folder, name)
    if way == "gzip":
        return gzip.compress(content, 9, mtime=0)
    if way != "br":
        return content
    import brotli

    return bytes(brotli.compress(content, mode=brotli.MODE_TEXT, quality=11))


# ---- what a phone may keep of the app ----


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
    text = _content(_folder(), "worker.js").decode()
    return f'{given}const EDITION = "{edition}";\n{text}'


@blueprint.get("/offline", need=Need.OPEN)
def offline() -> ResponseReturnValue:
    """What a phone shows where there is no connection; the last score is put in from the phone."""
    return page("offline.html", urls={"home": url_for("home.home")})


@blueprint.get("/diagnose", need=Need.OPEN)
def diagnose() -> ResponseReturnValue:
    """What this phone can, in plain words."""
    return page("diagnose.html", urls={"home": url_for("home.home")})
