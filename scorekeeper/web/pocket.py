"""The program inside one phone's browser: no server, no network, nobody else.

A worker of the browser gives each request to `Pocket.answer`. What a single phone can't
do is listed here: its page says so and offers what there is."""

import json
import os
import random
import re
import secrets
import sys
from collections.abc import Callable
from http.cookies import SimpleCookie
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlencode, urlsplit

from flask import Flask, Response, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.test import run_wsgi_app

from scorekeeper.core.errors import Unusable
from scorekeeper.core.messages import Message, message
from scorekeeper.exports.pdf.cache import Order
from scorekeeper.exports.pdf.night import any_page
from scorekeeper.games import GAMES
from scorekeeper.places import KEY_BYTES
from scorekeeper.store import FILE_NAME, Store
from scorekeeper.store.sqlite import is_free
from scorekeeper.tables.seals import closed_seals
from scorekeeper.web.page.answers import error_page, see_other
from scorekeeper.web.page.incoming import open_table, this_table, words
from scorekeeper.web.page.place import Need, place
from scorekeeper.web.table import live, presenters

OTHERS = (
    "seats.invite",
    "seats.join",
    "seats.invited",
    "records.recovery_sheet",
    "live.tv",
    "live.live",
)
"""The pages that are about other phones."""
BEFORE = "before.db"
"""The database as the program left it that was here before an update."""
MEMORY = 4096
"""The length to which what the phone keeps beside the database is filled up, or a
multiple: it is always written at once, over what stood there."""
_NOT_PASSED_ON = ("set-cookie", "content-length")
_OURS = ("host", "cookie", "origin", "referer", "content-length")
"""Headers that the browser adds itself, or that no script may set."""


class Pocket:
    """The app of one phone, and the jar of its cookies: what a service worker answers
    sets none. Until `opened` it plays on a database that is gone with the memory."""

    def __init__(self, scope: str, instance: str = "/instance", **config: Any) -> None:
        from scorekeeper.web.app import make_app

        self._base = urlsplit(scope)
        self._memory = Path()
        self._away: dict[str, str] = {}
        self._kept: dict[str, Any] = {"jar": {}}
        Path(instance).mkdir(parents=True, exist_ok=True)
        # names the cookies
        (Path(instance) / "secret_key").write_bytes(bytes(KEY_BYTES))
        given = {
            "INSTANCE": instance,
            "POCKET": True,
            "MAKE_AHEAD": False,
            "COUNT_IN_BACKGROUND": False,
            "STREAMS": 0,
            "BRING_STYLE": False,  # nothing is far away
            "HOSTS": self._base.netloc,
        }
        self.app = make_app(given | config)
        # a snapshot of the memory has no files
        self.app.jinja_env.bytecode_cache = None
        register(self.app, self._away, self._keep)

    def opened(self, folder: str, edition: str = "") -> "Pocket":
        """Go on with what the phone keeps in this folder. Where another `edition` of
        the program kept it, the database as that left it stays beside it until this one
        has drawn a page; what this one can't go on with, or did not come to, is put
        back. Raises Unusable."""
        if sys.platform == "emscripten":
            from scorekeeper.store import tweetnacl  # noqa: F401 - in the place of PyNaCl
        random.seed()
        file = Path(folder) / FILE_NAME
        before = Path(folder) / BEFORE
        is_new = self._remember(Path(folder) / "phone.json")
        kept = self._kept
        is_update = file.exists() and kept["edition"] != edition
        kept["has_before"] = kept["has_before"] and before.exists()
        if kept["has_before"]:
            _put_back(before, file)
        elif is_update:
            kept["has_before"] = _copy(file, before)
            self._keep()
        try:
            self._open(file, is_update)
        except Exception:
            if kept["has_before"]:
                self.app.extensions["store"].close()
                _put_back(before, file)
            raise
        if is_new or kept["edition"] != edition or kept["has_before"]:
            kept |= {"edition": edition, "has_before": False}
            self._keep()
        before.unlink(missing_ok=True)
        return self

    def _remember(self, memory: Path) -> bool:
        self._memory = memory
        written = json.loads(memory.read_text()) if memory.exists() else {}
        self._away.update(written.get("away", {}))
        self._kept = {
            "jar": {},
            "edition": "",
            "key": secrets.token_hex(KEY_BYTES),
            "has_before": False,
            **written,
            "away": self._away,
        }
        self.app.secret_key = bytes.fromhex(self._kept["key"])
        return not written

    def _open(self, file: Path, is_update: bool) -> None:
        self.app.extensions["store"].close()
        store = self.app.extensions["store"] = Store(file, is_alone=True)
        live.register(self.app, store)
        if is_update:
            first_page = self.answer("GET", self._base.path, "[]")
            if not first_page.startswith(b"[200,"):
                raise Unusable("the update can't show what was entered before it")

    def answer(self, method: str, path: str, headers: str, body: Any = b"") -> bytes:
        """A line of JSON with the status and the headers, and then the content; `path`
        is without the host, `headers` a list of pairs in JSON."""
        environ = self._environ(method, path, json.loads(headers), bytes(body))
        sent, status, head = run_wsgi_app(self.app.wsgi_app, environ, buffered=True)
        self._take(head.getlist("set-cookie"))
        passed = [
            (name, value.replace("frame-ancestors 'none'", "frame-ancestors 'self'"))
            for name, value in head
            if name.lower() not in _NOT_PASSED_ON
        ]
        return json.dumps([int(status[:3]), passed]).encode() + b"\n" + b"".join(sent)

    def _environ(
        self, method: str, path: str, headers: list[tuple[str, str]], body: bytes
    ) -> dict[str, Any]:
        base = self._base
        root = base.path.rstrip("/")
        asked = urlsplit(path)
        below = unquote(asked.path.removeprefix(root))
        given = {name.lower(): value for name, value in headers}
        kind = given.pop("content-type", "")
        return self._sent(given, root) | {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": root,
            "PATH_INFO": below.encode().decode("latin-1"),  # as WSGI wants it
            "QUERY_STRING": asked.query,
            "CONTENT_TYPE": kind,
            "CONTENT_LENGTH": str(len(body)),
            "REMOTE_ADDR": "127.0.0.1",
            "SERVER_NAME": base.hostname,
            "SERVER_PORT": str(base.port or ""),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "wsgi.url_scheme": base.scheme,
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stderr,
        }

    def _sent(self, given: dict[str, str], root: str) -> dict[str, Any]:
        origin = f"{self._base.scheme}://{self._base.netloc}"
        jar = self._kept["jar"].items()
        sent = {name: given[name] for name in given if name not in _OURS}
        sent["host"] = self._base.netloc
        sent["origin"] = origin
        sent["referer"] = f"{origin}{root}/"
        sent["cookie"] = "; ".join(f"{name}={value}" for name, value in jar)
        named = {name.upper().replace("-", "_"): sent[name] for name in sent}
        return {f"HTTP_{name}": named[name] for name in named}

    def _take(self, cookies: list[str]) -> None:
        jar = self._kept["jar"]
        before = dict(jar)
        for text in cookies:
            for name, morsel in SimpleCookie(text).items():
                jar[name] = morsel.coded_value
                if morsel["max-age"] == "0" or not morsel.value:
                    del jar[name]
        if jar != before:
            self._keep()

    def _keep(self) -> None:
        if self._memory != Path():
            text = json.dumps(self._kept).encode()
            file = os.open(self._memory, os.O_WRONLY | os.O_CREAT, 0o600)
            os.pwrite(file, text + b" " * (-len(text) % MEMORY), 0)
            os.close(file)

    def warm(self) -> None:
        """Draw a page of each kind once, so that a memory of this moment has all at
        hand; what that entered goes."""
        self.app.config["WTF_CSRF_ENABLED"] = False
        html = json.dumps([["accept", "text/html"]])
        root = self._base.path
        form = json.dumps([["content-type", "application/x-www-form-urlencoded"]])
        for slug in GAMES:
            page = self.answer("GET", f"{root}new/{slug}", html).decode()
            fields = {name: name for name in re.findall(r'name="(seat[^"]+)"', page)}
            fields |= dict(
                re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page)
            )
            laid = self.answer(
                "POST", f"{root}new/{slug}", form, urlencode(fields).encode()
            )
            table = dict(json.loads(laid.partition(b"\n")[0])[1])["Location"]
            for name in ("", "sheet", "log", "more"):
                self.answer("GET", f"{table}{name}", html)
        self.answer("GET", root, html)
        self.app.config["WTF_CSRF_ENABLED"] = True
        self._kept["jar"] = {}
        self.app.extensions["store"].close()


def _copy(file: Path, to: Path) -> bool:
    if file.with_name(f"{file.name}-journal").exists():
        is_free(file)
    try:
        to.write_bytes(file.read_bytes())
    except OSError:
        # no room: SQLite's own journal keeps what was there while it is migrated
        to.unlink(missing_ok=True)
        return False
    return True


def _put_back(before: Path, file: Path) -> None:
    file.with_name(f"{file.name}-journal").unlink(missing_ok=True)
    file.write_bytes(before.read_bytes())


def register(app: Flask, away: dict[str, str], keep: Callable[[], None]) -> None:
    """Have the pages that need other phones say so, and print with the browser's own
    means. `away` are the sessions that go on at a server, with the heads they left
    with; `keep` writes down."""
    app.view_functions.update(dict.fromkeys(OTHERS, _alone))
    app.view_functions["seats.phones"] = _going
    app.config["AWAY"] = away
    app.extensions["keep_away"] = keep
    app.add_url_rule(
        "/t/<session_id>/away", "pocket.away", _gone, methods=["POST"], need=Need.HOST
    )

    @app.before_request
    def _elsewhere() -> ResponseReturnValue | None:
        session_id = this_table()
        if session_id not in away or request.method == "GET":
            return None
        if request.endpoint == "pocket.away":
            return None
        phones = url_for("seats.phones", session_id=session_id)
        back = (phones, message("pocket.away.see"))
        return error_page(409, "pocket.away", back=back)

    app.view_functions["exports.report"] = app.view_functions["exports.report_pdf"]
    app.extensions["browser_prints"] = printed


def _going(session_id: str, refusal: Message | None = None) -> ResponseReturnValue:
    session = open_table(session_id)
    left = current_app.config["AWAY"].get(session_id, "")
    return presenters.page_of(
        session,
        "sessions/away.html",
        code=422 if refusal else 200,
        refusal=refusal,
        is_away=bool(left),
        has_come_home=bool(left) and left != session.head,
        may_take=not place(session_id).host,
        take_url=url_for("seats.take", session_id=session_id),
        form_url=url_for("pocket.away", session_id=session_id),
        moving_url=url_for("moving.house"),
    )


def _gone(session_id: str) -> ResponseReturnValue:
    session = open_table(session_id)
    away = current_app.config["AWAY"]
    if request.form.get("do") == "back":
        away.pop(session_id, None)
    elif closed_seals(session):
        return _going(session_id, message("pocket.away.sealed"))
    else:
        away[session_id] = session.head
    current_app.extensions["keep_away"]()
    return see_other(url_for("seats.phones", session_id=session_id))


def _alone(**where: Any) -> ResponseReturnValue:
    session_id = where.get("session_id")
    back = None
    if session_id:
        table = url_for("sessions.table", session_id=session_id)
        back = (table, message("pocket.back"))
    return error_page(404, "pocket.alone", back=back)


def printed(order: Order, back: str) -> ResponseReturnValue:
    """The page of a document as the browser prints it; its foot says that it proves
    nothing."""
    made_of = (order.session, words(), order.paper, order.document, order.beside)
    html = any_page(*made_of, part=order.part)
    table = (request.view_args or {}).get("session_id")
    file = url_for("exports.session_file", session_id=table) if table else ""
    around = render_template("print/_browser.html", back=back, file=file)
    html = re.sub("<body[^>]*>", lambda body: body[0] + around, html, count=1)
    return Response(html, content_type="text/html; charset=utf-8")
