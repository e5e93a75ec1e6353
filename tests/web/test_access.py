"""Every role at every page, in the kitchen and on the internet; no page is
forgotten."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from scorekeeper import create_app
from scorekeeper.store.phones import Purpose
from scorekeeper.web.page.access import PageRule
from scorekeeper.web.page.invitations import words_for
from scorekeeper.web.page.place import Need
from tests.engines import tables
from tests.web.conftest import Visitor, accept_arbiter, join
from tests.web.public import PUBLIC, PublicClient

PLAYING = {"west", "both", "host"}
AT_THE_TABLE = PLAYING | {"arbiter", "watcher"}
EVERYBODY = AT_THE_TABLE | {"stranger"}
ROLES = sorted(EVERYBODY)

MAY = {
    Need.OPEN: (EVERYBODY, EVERYBODY),
    Need.KITCHEN: (EVERYBODY, set[str]()),
    Need.READ: (EVERYBODY, AT_THE_TABLE),
    Need.ENTER: (PLAYING, PLAYING),
    Need.OWN_SEAT: (PLAYING, PLAYING),
    Need.PROPOSAL: (EVERYBODY, AT_THE_TABLE),
    Need.ANSWER: (PLAYING, PLAYING),
    Need.RULE: (PLAYING | {"arbiter"}, PLAYING | {"arbiter"}),
    Need.KEY: (EVERYBODY, AT_THE_TABLE),
    Need.ARBITER: ({"arbiter"}, {"arbiter"}),
    Need.HOST: ({"host"}, {"host"}),
    Need.RUN: ({"host"}, {"host"}),
}
"""Who passes, in the kitchen and on the internet; this table has an arbiter."""

ANSWERS = {"session_id": "", "slug": "bridge", "name": "dealer", "row_id": 1, "seq": 1}
MORE = {
    "purpose": "watch",
    "words": "none",
    "number": 1,
    "entry": 1,
    "paper": "a4",
    "code": "x",
}
MAY_POST_BY_READING = {
    "night.signature",
    "new.again",
    "seats.ask",
    "seats.take",
    "seats.leave",
    "night.who",
}
"""They look themselves at whose place it is, and open, take or leave nothing of anybody
else's."""


@pytest.fixture(params=["kitchen", "public"])
def profile(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def app(tmp_path: Any, profile: str) -> Flask:
    config: dict[str, Any] = {"INSTANCE": str(tmp_path / "instance"), "TESTING": True}
    if profile == "public":
        app = create_app({**config, "PUBLIC_URL": PUBLIC})
        app.test_client_class = PublicClient
        return app
    return create_app(config)


def invited(host: Visitor, other: Visitor, address: str) -> Visitor:
    """Answer the link on one of the host's pages with another phone."""
    app = host.client.application
    purpose = address.rsplit("/", 1)[-1]
    with app.test_request_context():
        words = words_for(address.split("/")[2], Purpose(purpose))
    other.get(f"/j/{words}").send(f"/j/{words}")
    assert other.page.status_code == 303, other.text
    return other


@pytest.fixture
def roles(visitor: Visitor, another: Callable[[], Visitor]) -> dict[str, Visitor]:
    """A phone of every role at one table of bridge."""
    table = visitor.lay("bridge")
    both = join(visitor, another(), table, "E")
    both.get(table + "phones").send(table + "phones/sit", seat="S")
    west = join(visitor, another(), table, "W")
    arbiter = invited(visitor, another(), f"{table}phones/arbiter")
    accept_arbiter(table, visitor, both)
    return {
        "table": visitor,
        "stranger": another(),
        "watcher": invited(visitor, another(), f"{table}phones/watch"),
        "west": west,
        "both": both,
        "host": visitor,
        "arbiter": arbiter,
    }


def address_of(rule: Rule, table: str) -> str:
    values = {**ANSWERS, **MORE, "session_id": table.strip("/").split("/")[-1]}
    with_files = {"name": "app.css"} if rule.endpoint == "files.static" else {}
    wanted = {
        argument: {**values, **with_files}.get(argument, "x")
        for argument in rule.arguments
    }
    built = rule.build(wanted, append_unknown=False)
    assert built is not None, rule
    return built[1]


def pages(app: Flask) -> Iterator[tuple[Rule, str]]:
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"OPTIONS", "HEAD"}):
            yield rule, method


def needed(rule: Rule) -> Need:
    need = rule.need if isinstance(rule, PageRule) else None
    assert need is not None, f"{rule.endpoint} says not at its route what it needs"
    return need


def test_every_page_says_at_its_route_what_it_needs(app: Flask) -> None:
    rules = list(app.url_map.iter_rules())
    assert len(rules) > 90
    for rule in rules:
        assert needed(rule) in MAY


def test_a_page_that_says_nothing_is_refused(app: Flask, client: FlaskClient) -> None:
    app.add_url_rule("/forgotten", "forgotten", lambda: "told")
    assert client.get("/forgotten").status_code == 403


def test_what_is_about_a_table_is_open_to_nobody(app: Flask) -> None:
    for rule in app.url_map.iter_rules():
        is_about_one = "session_id" in rule.arguments
        assert is_about_one != (needed(rule) in (Need.OPEN, Need.KITCHEN)), rule


def test_what_changes_a_table_takes_a_place_at_it(app: Flask) -> None:
    for rule, method in pages(app):
        if method == "POST" and "session_id" in rule.arguments:
            is_reading = needed(rule) is Need.READ
            assert is_reading == (rule.endpoint in MAY_POST_BY_READING), rule


@pytest.mark.parametrize("role", ROLES)
def test_who_passes_where(
    app: Flask, roles: dict[str, Visitor], role: str, profile: str
) -> None:
    table = roles["table"].client.get("/").get_data(as_text=True)
    table = next(part for part in table.split('"') if part.startswith("/t/"))
    app.config["WTF_CSRF_ENABLED"] = False
    for endpoint in app.view_functions:
        app.view_functions[endpoint] = lambda **_: "through"
    wrong = []
    for rule, method in pages(app):
        passing = MAY[needed(rule)][profile == "public"]
        answer = roles[role].client.open(address_of(rule, table), method=method)
        is_through = answer.get_data() == b"through"
        if is_through != (role in passing) or (
            not is_through and answer.status_code != 403
        ):
            wrong.append((method, rule.rule, answer.status_code))
    assert not wrong


def test_only_the_arbiter_looks_and_without_one_nobody(
    visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    table = visitor.lay("joker-bridge")
    west = join(visitor, another(), table, "W")
    for _ in range(2):
        for phone in (visitor, west):
            assert phone.get(f"{table}sealed/99/look").page.status_code == 403
        arbiter = invited(visitor, another(), f"{table}phones/arbiter")
    assert arbiter.get(f"{table}sealed/99/look").page.status_code == 403, (
        "nobody accepted them"
    )
    accept_arbiter(table, visitor, west)
    assert arbiter.get(f"{table}sealed/99/look").page.status_code == 404


def test_a_stranger_on_the_internet_learns_of_no_table(
    visitor: Visitor, another: Callable[[], Visitor], profile: str
) -> None:
    table = visitor.lay("bridge", ("Ingeborg", "Thomas", "Priyanka", "Marek"))
    stranger = another()
    session = table.strip("/").split("/")[-1]
    places = (
        "/",
        "/new",
        "/new/bridge",
        "/statistics/",
        f"/rules/bridge?session={session}",
        table,
    )
    told = [stranger.get(place).text for place in places]
    is_told = any("Ingeborg" in one or session in one for one in told)
    assert is_told == (profile == "kitchen")
    assert "Ingeborg" in visitor.get("/").text


BRINGS_A_CODE = {"seats.invite", "records.recovery_sheet"}
"""A code that can't be kept would let nobody in."""
DERIVED = {"invitations", "session_index", "outcomes"}


def test_reading_writes_nothing(app: Flask, roles: dict[str, Visitor]) -> None:
    """But the code that a player's page shows, to be good for who is told it, and what
    the lists and statistics work out of the logs."""
    store = app.extensions["store"]
    home = roles["table"].client.get("/").get_data(as_text=True)
    table = next(part for part in home.split('"') if part.startswith("/t/"))

    def kept() -> dict[str, list[Any]]:
        names = sorted({*tables(store)} - DERIVED)
        return {name: store.rows(f"SELECT * FROM {name}") for name in names}  # noqa: S608

    before = kept()
    for role in ROLES:
        for rule, method in pages(app):
            if method == "GET" and not rule.endpoint.startswith("live."):
                roles[role].client.get(address_of(rule, table))
                assert kept() == before, (role, rule.rule)


def test_pages_are_read_while_nothing_can_be_written(
    app: Flask, roles: dict[str, Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk refuses entries. It takes nobody's table from their eyes."""
    home = roles["table"].client.get("/").get_data(as_text=True)
    table = next(part for part in home.split('"') if part.startswith("/t/"))
    host = roles["host"]
    host.get(f"{table}?form=quick").send(
        f"{table}enter/quick", level=2, denomination="S", declarer="S", tricks=9
    )
    assert host.page.status_code == 303
    engine = app.extensions["store"].engine

    def writes_nothing(*_: object) -> None:
        raise engine.faults[0]("the disk is full")

    monkeypatch.setattr(engine, "write", writes_nothing)
    failed = []
    for rule, method in pages(app):
        if method != "GET" or rule.endpoint.startswith("live."):
            continue
        for role in ("host", "west"):
            status = roles[role].client.get(address_of(rule, table)).status_code
            if status >= 500 and rule.endpoint not in BRINGS_A_CODE:
                failed.append((role, rule.endpoint, status))
    assert not failed
