"""A table in a test client, and how a form of ours is filled in and sent."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import Undefined
from werkzeug.test import TestResponse

from scorekeeper import create_app
from scorekeeper.core.seals import Sealed
from scorekeeper.store import Store
from scorekeeper.store.seals import Secret
from scorekeeper.web.page.phone import kept_keys

PEOPLE = ("Ingrid", "Tom", "Priya", "Marek")
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')


class NeverPrinted(Undefined):
    """What a template names and nobody gave it may be asked for, and fails where it is
    printed."""

    __slots__ = ()

    def __str__(self) -> str:
        self._fail_with_undefined_error()


@cache
def empty_database() -> bytes:
    """A database in which nothing was played: made once, and copied for each
    application."""
    with TemporaryDirectory() as folder:
        Store(Path(folder) / "scorekeeper.db").close()
        return Path(folder, "scorekeeper.db").read_bytes()


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    instance = tmp_path / "instance"
    instance.mkdir(mode=0o700, exist_ok=True)
    database = instance / "scorekeeper.db"
    database.write_bytes(empty_database())
    database.chmod(0o600)
    made = create_app({"INSTANCE": str(instance), "TESTING": True})
    made.jinja_env.undefined = NeverPrinted
    return made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@dataclass
class Visitor:
    """Somebody with a browser that has no scripts."""

    client: FlaskClient
    page: TestResponse = field(init=False)

    @property
    def text(self) -> str:
        return unescape(self.page.get_data(as_text=True))

    def get(self, address: str, **headers: str) -> "Visitor":
        self.page = self.client.get(address, headers=headers)
        return self

    def hidden(self) -> dict[str, str]:
        return {name: unescape(value) for name, value in HIDDEN.findall(self.page.text)}

    def send(self, address: str, **fields: Any) -> "Visitor":
        """Send the form on the present page, with these fields besides its hidden
        ones."""
        self.page = self.client.post(address, data={**self.hidden(), **fields})
        return self

    def follow(self) -> "Visitor":
        assert self.page.status_code == 303, self.text
        return self.get(self.page.headers["Location"])

    def lay(self, slug: str, people: tuple[str, ...] = PEOPLE, **answers: Any) -> str:
        """Open a table; answers its address."""
        self.get(f"/new/{slug}")
        names = re.findall(r'name="(seat[^"]+)"', self.page.text)
        self.send(f"/new/{slug}", **dict(zip(names, people, strict=False)), **answers)
        assert self.page.status_code == 303, self.text
        return str(self.page.headers["Location"])


def join(host: Visitor, other: Visitor, table: str, seat: str) -> Visitor:
    """Scan the code on the host's phone and sit down with another one."""
    page = host.client.get(table + "phones").get_data(as_text=True)
    spoken = re.search(r'class="say">([^<]*)<', page)
    assert spoken, page
    other.get("/join").send("/join", code=spoken[1])
    invitation = other.page.headers["Location"]
    other.get(invitation).send(invitation, seat=seat)
    assert other.page.status_code == 303, other.text
    return other


def accept_arbiter(table: str, *phones: Visitor) -> None:
    """Accept the arbiter of a table on these phones, each in one tap on its own
    page."""
    for phone in phones:
        found = re.search(r'name="arbiter" value="(\d+)"', phone.get(table).text)
        assert found, phone.text
        phone.send(f"{table}phones/accept-arbiter", arbiter=found[1])
        assert phone.page.status_code == 303, phone.text


def secret_of(phone: Visitor, table: str) -> Secret:
    """What is under the last seal of a table, opened with the key that this phone
    has."""
    app = phone.client.application
    store: Store = app.extensions["store"]
    session = store.open(table.strip("/").split("/")[-1])
    assert session is not None
    sealed = [entry.event for entry in session.log if isinstance(entry.event, Sealed)][
        -1
    ]
    kept = store.seals.kept(session.id, sealed.commitment)
    name = f"{app.config['PHONE_COOKIE_NAME']}-keys"
    cookie = phone.client.get_cookie(name)
    assert kept and cookie
    with app.test_request_context(headers={"Cookie": f"{name}={cookie.value}"}):
        secret = kept.by_sealer(kept_keys())
    assert secret is not None
    return secret


@pytest.fixture
def visitor(client: FlaskClient) -> Visitor:
    return Visitor(client)


@pytest.fixture
def another(app: Flask) -> Callable[[], Visitor]:
    return lambda: Visitor(app.test_client())
