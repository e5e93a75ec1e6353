"""Style, scripts and fonts: made small once, kept by the browser for ever under their hash."""

import gzip
import hashlib
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, current_app, request, send_from_directory, url_for
from flask.typing import ResponseReturnValue
from rcssmin import cssmin

blueprint = Blueprint("files", __name__)
_TEXT = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_FOREVER = "public, max-age=31536000, immutable"


@blueprint.get("/static/<path:name>")
def static(name: str) -> ResponseReturnValue:
    """One file of the static folder; under its hash (`v`) it never changes."""
    folder = Path(current_app.config["STATIC"])
    path = folder / name
    if path.suffix in _TEXT and path.is_file() and folder in path.resolve().parents:
        answer = Response(_content(path), content_type=_TEXT[path.suffix])
        if request.accept_encodings.quality("gzip") > 0:
            answer = Response(_gzipped(path), content_type=_TEXT[path.suffix])
            answer.headers["Content-Encoding"] = "gzip"
        answer.headers["Vary"] = "Accept-Encoding"
    else:
        answer = send_from_directory(folder, name)
    if "v" in request.args:
        answer.headers["Cache-Control"] = _FOREVER
    return answer


def static_url(name: str) -> str:
    """The address of a static file, with its content's hash so that it may be kept for ever."""
    path = Path(current_app.config["STATIC"]) / name
    return url_for("files.static", name=name, v=_fingerprint(path))


def static_text(name: str) -> str:
    """The text of a static file, to be sent as part of something else."""
    return _content(Path(current_app.config["STATIC"]) / name).decode()


@lru_cache(maxsize=64)
def _fingerprint(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12] if path.is_file() else "missing"


@lru_cache(maxsize=64)
def _content(path: Path) -> bytes:
    """The file as it is sent: style sheets without comments and spaces."""
    content = path.read_bytes()
    return cssmin(content) if path.suffix == ".css" else content


@lru_cache(maxsize=64)
def _gzipped(path: Path) -> bytes:
    return gzip.compress(_content(path), 9, mtime=0)
