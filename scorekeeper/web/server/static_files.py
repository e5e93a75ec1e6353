"""Style, scripts and fonts: made small once, kept by the browser for ever under their hash.

`games/<family>/style.css` is a game's own style sheet, from its own folder.
"""

import gzip
import hashlib
import re
from functools import lru_cache
from pathlib import Path

import brotli
from flask import Blueprint, Response, current_app, request, send_from_directory, url_for
from flask.typing import ResponseReturnValue
from rcssmin import cssmin
from rjsmin import jsmin

from scorekeeper.games import homes
from scorekeeper.web.server.security import Need

JOINED = {"scorekeeper.js": ("drafts.js", "outbox.js", "app.js", "live.js", "witness.js")}
"""Files that are sent as one, in this order: a request less for each."""

blueprint = Blueprint("files", __name__)
_TEXT = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_GAME_STYLE = re.compile(r"games/(\w+)/style\.css")
_FOREVER = "public, max-age=31536000, immutable"


@blueprint.get("/static/<path:name>", need=Need.OPEN)
def static(name: str) -> ResponseReturnValue:
    """One file of the static folder; under its hash (`v`) it never changes."""
    kind = _TEXT.get(Path(name).suffix, "")
    is_text = kind and _is_ours(name)
    answer = _sent(name, kind) if is_text else send_from_directory(_folder(), name)
    if "v" in request.args:
        answer.headers["Cache-Control"] = _FOREVER
    return answer


def _sent(name: str, kind: str) -> Response:
    """A text, packed in the best way that the browser can unpack."""
    path, ways = _path(name), ("br", "gzip")
    way = request.accept_encodings.best_match(ways)
    answer = Response(_packed(path, way) if way else _content(path), content_type=kind)
    answer.headers["Vary"] = "Accept-Encoding"
    if way:
        answer.headers["Content-Encoding"] = way
    return answer


def _folder() -> Path:
    return Path(current_app.config["STATIC"])


def _path(name: str) -> Path:
    """Where a file lies: in the static folder, or a game's style sheet beside its code."""
    own = _GAME_STYLE.fullmatch(name)
    home = homes().get(own[1]) if own else None
    return home / "style.css" if home else _folder() / name


def _is_ours(name: str) -> bool:
    """Whether there is such a file in our folder, not above it."""
    path = _path(name)
    is_within = _folder() in path.resolve().parents or _GAME_STYLE.fullmatch(name)
    return name in JOINED or (path.is_file() and bool(is_within))


def static_url(name: str) -> str:
    """The address of a static file, with its content's hash so that it may be kept for ever."""
    return url_for("files.static", name=name, v=_fingerprint(_path(name)))


def game_style(folder: str) -> str:
    """The address of the style sheet in a game's own folder; empty if it has none."""
    name = f"games/{folder}/style.css"
    return static_url(name) if _path(name).is_file() else ""


def static_text(name: str) -> str:
    """The text of a static file, to be sent as part of something else."""
    return _content(_folder() / name).decode()


@lru_cache(maxsize=64)
def _fingerprint(path: Path) -> str:
    parts = _parts(path)
    if not all(part.is_file() for part in parts):
        return "missing"
    return hashlib.sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()[:12]


@lru_cache(maxsize=64)
def _content(path: Path) -> bytes:
    """The file as it is sent: our style and scripts without comments and spaces."""
    return b"\n".join(_made_small(part) for part in _parts(path))


def _parts(path: Path) -> list[Path]:
    """The files that are sent under this name: itself, unless several are sent as one."""
    return [path.parent / part for part in JOINED.get(path.name, (path.name,))]


def _made_small(path: Path) -> bytes:
    content = path.read_bytes()
    if path.suffix == ".css":
        small: bytes = cssmin(content)
        return small
    is_script = path.suffix == ".js" and not path.name.endswith(".min.js")
    return bytes(jsmin(content)) if is_script else content


@lru_cache(maxsize=64)
def _packed(path: Path, way: str) -> bytes:
    content = _content(path)
    if way == "gzip":
        return gzip.compress(content, 9, mtime=0)
    return bytes(brotli.compress(content, mode=brotli.MODE_TEXT, quality=11))
