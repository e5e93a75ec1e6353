"""Style, scripts and fonts: made small once, kept by the browser for ever under their
hash; what a phone may keep of the app, and /diagnose.

`games/<family>/style.css` is a game's own style sheet, from its own folder."""

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import (
    Blueprint,
    Response,
    current_app,
    request,
    send_from_directory,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.games import homes
from scorekeeper.places import POCKET
from scorekeeper.web.page.access import CONTENT_SECURITY_POLICY
from scorekeeper.web.page.answers import HAS_STYLE, STYLE, page
from scorekeeper.web.page.incoming import set_cookie, words
from scorekeeper.web.page.place import Need

JOINED = {
    "scorekeeper.js": ("late.js", "drafts.js", "outbox.js", "app.js"),
    "later.js": (
        "vendor/htmx.min.js",
        "letters.js",
        "picture.js",
        "live.js",
        "rules.js",
        "witness.js",
        "moment.js",
        "worth.js",
    ),
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
_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_AROUND_BRACE = re.compile(rb" ?([{}]) ?")
_MISSING = "missing"
_FOREVER = "public, max-age=31536000, immutable"
_LONG = "public, max-age=2592000"


@blueprint.get("/static/<path:name>", need=Need.OPEN)
def static(name: str) -> ResponseReturnValue:
    """One file of the static folder; under its hash (`v`) it never changes. Under
    another release's hash, as while nodes are renewed one by one, it is not kept."""
    folder: str = current_app.config["STATIC"]
    kind = _TEXT.get(Path(name).suffix)
    if kind is not None and _parts(folder, name):
        answer = _text(folder, name, kind)
    else:
        answer = send_from_directory(folder, name)
    asked = request.args.get("v")
    if asked is not None:
        is_this = asked == _fingerprint(folder, name)
        answer.headers["Cache-Control"] = _FOREVER if is_this else "no-cache"
        if name == STYLE and is_this:
            set_cookie(answer, HAS_STYLE, asked)
    elif name.endswith(".woff2"):  # the style names it without its hash
        answer.headers["Cache-Control"] = _LONG
    return answer


def _text(folder: str, name: str, kind: str) -> Response:
    way = request.accept_encodings.best_match(("br", "gzip"))
    answer = Response(_packed(folder, name, way), content_type=kind)
    answer.headers["Vary"] = "Accept-Encoding"
    if way:
        answer.headers["Content-Encoding"] = way
    return answer


def static_url(name: str) -> str:
    return _address(request.script_root, current_app.config["STATIC"], name)


@lru_cache(maxsize=64)
def _address(root: str, folder: str, name: str) -> str:
    return url_for("files.static", name=name, v=_fingerprint(folder, name))


def game_style(folder: str) -> str:
    name = f"games/{folder}/style.css"
    if _fingerprint(current_app.config["STATIC"], name) == _MISSING:
        return ""
    return static_url(name)


@lru_cache(maxsize=64)
def _fingerprint(folder: str, name: str) -> str:
    parts = _parts(folder, name)
    content = b"".join(part.read_bytes() for part in parts)
    return hashlib.sha256(content).hexdigest()[:12] if parts else _MISSING


def _parts(folder: str, name: str) -> list[Path]:
    """The files that are sent under this name: of our folder, not above it, or a game's
    style sheet beside its code; empty if there is no such file."""
    of_game = _GAME_STYLE.fullmatch(name)
    home = homes().get(of_game[1]) if of_game else None
    if home is not None:
        style = home / "style.css"
        return [style] if style.is_file() else []
    within = Path(folder)
    parts = [within / part for part in JOINED.get(name, (name,))]
    for path in parts:
        if not path.is_file() or within not in path.resolve().parents:
            return []
    return parts


@lru_cache(maxsize=64)
def file_content(folder: str, name: str) -> bytes:
    return b"\n".join(made_small(part) for part in _parts(folder, name))


def made_small(path: Path) -> bytes:
    """The file without what only its readers need, as far as the libraries for that are
    installed: they are for Linux alone, and a pocket's files have been made small
    already."""
    content = path.read_bytes()
    if path.suffix == ".css":
        try:
            from rcssmin import cssmin
        except ImportError:
            return _without_comments(content)
        return bytes(cssmin(content))
    if path.suffix == ".js" and not path.name.endswith(".min.js"):
        with suppress(ImportError):
            from rjsmin import jsmin

            return bytes(jsmin(content))
    return content


def _without_comments(style: bytes) -> bytes:
    uncommented = _COMMENT.sub(b" ", style)
    return _AROUND_BRACE.sub(rb"\1", b" ".join(uncommented.split()))


@lru_cache(maxsize=64)
def _packed(folder: str, name: str, way: str | None) -> bytes:
    content = file_content(folder, name)
    if way == "br":
        import brotli

        return bytes(brotli.compress(content, mode=brotli.MODE_TEXT, quality=11))
    return gzip.compress(content, 9, mtime=0) if way == "gzip" else content


# ---- a phone's first page ----
#
# The style sheets come after it is painted (late.js); with it come the rules that it
# may need, so that it waits for nothing.


_LINK = re.compile(r'<link rel="stylesheet" href="([^"?]+)\?v=(\w+)">')
_LATER = r'<noscript>\g<0></noscript><link rel="stylesheet" data-href="\1?v=\2">'
_WORD = re.compile(r"[\w-]+")
_IMPLIED = ("tbody",)  # what a browser puts into a page by itself
Needed = frozenset[str]
StyleRule = tuple[tuple[Needed, ...], str]
"""The words of each of its selectors, all of which must be there for it to matter; its
text."""
StyleSheet = tuple[Needed, list[tuple[str, list[StyleRule]]]]
"""All words of a style sheet, and its rules by the @media that they stand in, if
any."""


def with_style(text: str) -> tuple[str, str]:
    """The page for a phone that has not fetched the style, and the policy that allows
    it."""
    names = frozenset([*_IMPLIED, *_WORD.findall(text)])
    folder = current_app.config["STATIC"]
    above = url_for("files.static", name="")
    style = ""
    for address, _ in _LINK.findall(text):
        name = address.removeprefix(above)
        known, _ = _sheet(folder, name)
        style += _needed(folder, name, names & known)
    text = _LINK.sub(_LATER, text)
    text = text.replace("<noscript>", f"<style>{style}</style>\n<noscript>", 1)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    allowed = f"style-src 'self' 'sha256-{digest}'"
    return text, CONTENT_SECURITY_POLICY.replace("style-src 'self'", allowed)


@lru_cache(maxsize=64)
def _needed(folder: str, name: str, said: Needed) -> str:
    """The rules of a style sheet for a page with these words in it, in their order,
    without the files of fonts: one too many rather than one too few."""
    text = ""
    _, blocks = _sheet(folder, name)
    for media, rules in blocks:
        within = ""
        for selectors, rule in rules:
            if any(words <= said for words in selectors):
                within += rule
        text += f"{media}{{{within}}}" if media and within else within
    return text


@lru_cache(maxsize=64)
def _sheet(folder: str, name: str) -> StyleSheet:
    import tinycss2

    css = file_content(folder, name).decode()
    blocks = []
    for rule in tinycss2.parse_stylesheet(css, skip_whitespace=True):
        if rule.type == "at-rule" and rule.at_keyword == "media":
            media = f"@media{tinycss2.serialize(rule.prelude)}"
            within = tinycss2.parse_rule_list(rule.content, skip_whitespace=True)
            blocks.append((media, _rules(within)))
        else:
            blocks.append(("", _rules([rule])))
    return frozenset(_WORD.findall(css)), blocks


def _rules(parsed: Iterable[Any]) -> list[StyleRule]:
    rules = []
    for rule in parsed:
        if rule.type == "qualified-rule":
            rules.append((_selectors(rule.prelude), rule.serialize()))
        elif not _fetches_a_font(rule):
            rules.append(((frozenset(),), rule.serialize()))
    return rules


def _fetches_a_font(rule: Any) -> bool:
    return rule.at_keyword == "font-face" and "url(" in rule.serialize()


def _selectors(prelude: Iterable[Any]) -> tuple[Needed, ...]:
    selectors = []
    words = set[str]()
    is_state = False
    for part in prelude:
        if part == ",":
            selectors.append(frozenset(words))
            words.clear()
        elif part.type in ("ident", "hash") and not is_state:
            words.add(part.value)
        is_state = part == ":"
    return (*selectors, frozenset(words))


# ---- what a phone may keep of the app ----


SHELL = ("app.css", "scorekeeper.js", "later.js", "secure.js")
"""The static files that the page without a connection needs."""
GONE = """self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys())
    if (!name.startsWith("pocket ")) await caches.delete(name);
  await self.registration.unregister();
})()));
"""
"""The worker that takes itself and all it kept away; a pocket of the same host keeps
its own."""


@blueprint.get("/sw.js", endpoint="worker", need=Need.OPEN)
def service_worker() -> ResponseReturnValue:
    """The worker of a browser, asked for anew each time; SCOREKEEPER_WORKER=false takes
    it from every phone."""
    offline = url_for(".offline")
    shell = [offline, *(static_url(name) for name in SHELL)]
    drawn_from = json.dumps([shell, words().language])
    edition = hashlib.sha256(drawn_from.encode()).hexdigest()[:12]
    script = file_content(current_app.config["STATIC"], "worker.js").decode()
    text = (
        f"const OFFLINE = {json.dumps(offline)};\n"
        f"const KEPT = {json.dumps(shell)};\n"
        f'const EDITION = "{edition}";\n'
        f"{script}"
    )
    answer = Response(text if current_app.config.get("WORKER", True) else GONE)
    answer.content_type = "text/javascript; charset=utf-8"
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@blueprint.get("/offline", need=Need.OPEN)
def offline() -> ResponseReturnValue:
    """What a phone shows where there is no connection; the last score is put in from
    the phone."""
    return page("offline.html")


@blueprint.get("/pocket/", defaults={"name": "index.html"}, need=Need.OPEN)
@blueprint.get("/pocket/<path:name>", need=Need.OPEN)
def pocket(name: str) -> ResponseReturnValue:
    answer = send_from_directory(_pocket(), name)
    is_named_by_hash = name.startswith("files/")
    answer.headers["Cache-Control"] = _FOREVER if is_named_by_hash else "no-cache"
    answer.headers["Content-Security-Policy"] = "frame-ancestors 'self'"
    return answer


def pocket_url() -> str:
    """Where a phone finds the pocket; empty if none was made, or where no browser would
    run it."""
    is_there = request.is_secure and (_pocket() / "sw.js").is_file()
    return url_for("files.pocket") if is_there else ""


def _pocket() -> Path:
    return Path(current_app.config["INSTANCE"]).absolute() / POCKET


@blueprint.get("/diagnose", need=Need.OPEN)
def diagnose() -> ResponseReturnValue:
    return page("diagnose.html")
