"""Two nodes over one PostgreSQL database: phones, forms, limits, news, prints hold on
either."""

import re
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from tempfile import gettempdir
from typing import Any, ClassVar
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper import create_app
from scorekeeper.__main__ import main
from scorekeeper.core.seats import Seat
from scorekeeper.store import ADDRESS, Store
from scorekeeper.store.phones import Purpose
from scorekeeper.store.postgresql import Notifications
from scorekeeper.tables.channels import Channels
from tests.conftest import LiveServer, StartServer
from tests.engines import Cluster, another_program
from tests.web.clusters import SOON, database, eventually, nodes
from tests.web.conftest import Visitor, accept_arbiter, join
from tests.web.listening import call, poll, stream
from tests.web.seating import link

__all__ = ["database", "nodes"]


class Wandering(Visitor):
    """A phone that each request takes to another node."""

    def __init__(self, *apps: Flask) -> None:
        self._clients = [app.test_client() for app in apps]
        super().__init__(self._clients[0])

    def turn(self) -> None:
        """Go on at the next node, with the cookies of this one."""
        jar = self._clients[0]._cookies  # type: ignore[attr-defined]
        self._clients.append(self._clients.pop(0))
        self._clients[0]._cookies = jar  # type: ignore[attr-defined]
        self.client = self._clients[0]

    def get(self, address: str, **headers: str) -> "Visitor":
        self.turn()
        return super().get(address, **headers)

    def send(self, address: str, **fields: Any) -> "Visitor":
        self.turn()
        return super().send(address, **fields)


def test_a_phone_and_its_forms_hold_on_whichever_node_answers(
    nodes: tuple[Flask, Flask],
) -> None:
    host = Wandering(*nodes)
    west = Wandering(*nodes)
    table = host.lay("bridge")
    join(host, west, table, "W")
    for said in ("1C", "P", "P", "P"):
        call(host, table, said)
    assert west.get(table).page.status_code == 200
    logs = [
        Visitor(app.test_client()).get(table + "session.jsonl").text for app in nodes
    ]
    assert logs[0] == logs[1] and logs[0].count("\n") > 8


def test_no_address_that_a_stranger_makes_up_is_a_fault(
    nodes: tuple[Flask, Flask],
) -> None:
    stranger = nodes[0].test_client()
    for page in (
        "",
        "agree",
        "docket",
        "sealed/",
        "phones",
        "session.jsonl",
        "heads/%00",
    ):
        assert stranger.get(f"/t/%00/{page}").status_code == 404, page


def test_the_limit_of_wrong_codes_is_one_for_all_nodes(
    nodes: tuple[Flask, Flask],
) -> None:
    host = Wandering(*nodes)
    table = host.lay("bridge")
    for seat in "WNE":  # a code that is right is no guess
        join(host, Wandering(*nodes), table, seat)
    guesser = Wandering(*nodes)
    guesser.get("/join")
    answers = [
        guesser.send("/join", code=f"ABCD EFG{n}").page.status_code for n in range(8)
    ]
    assert Counter(answers)[429] == 3, answers


def test_an_entry_at_one_node_reaches_a_stream_at_the_other(
    nodes: tuple[Flask, Flask],
) -> None:
    host = Visitor(nodes[0].test_client())
    table = host.lay("bridge")
    with stream(nodes[1].test_client(), table) as states:
        before = next(states)
        began = time.monotonic()
        entering = threading.Timer(0.2, call, [host, table])
        entering.start()
        after = next(state for state in states if state["entry"] > before["entry"])
        assert time.monotonic() - began < SOON
        assert after["said"] != before["said"]
    entering.join()  # its answer may come after the news, and the node must be there for it


def test_who_looks_at_one_node_is_there_at_the_other(
    nodes: tuple[Flask, Flask],
) -> None:
    host = Visitor(nodes[0].test_client())
    west = Visitor(nodes[1].test_client())
    table = host.lay("bridge")
    session_id = table.split("/")[2]
    join(host, west, table, "W")
    there: list[Channels] = [app.extensions["channels"] for app in nodes]
    poll(host.client, table)
    poll(west.client, table)
    for channel in there:
        assert eventually(lambda channel=channel: channel.seats(session_id)[1] == 2)  # type: ignore[misc]
        assert channel.seats(session_id)[0] == frozenset("NESW")


def test_what_is_deleted_at_one_node_is_gone_at_the_other(
    nodes: tuple[Flask, Flask],
) -> None:
    table = Visitor(nodes[0].test_client()).lay("bridge")
    session_id = table.split("/")[2]
    other = nodes[1].extensions["store"]
    assert other.open(session_id) is not None
    nodes[0].extensions["store"].delete(
        session_id, "command line", "2026-11-22T20:00:00Z"
    )
    assert other.open(session_id) is None
    assert eventually(lambda: other.open(session_id, 0) is None)


def test_a_commit_whose_answer_was_lost_gives_what_it_gave(
    nodes: tuple[Flask, Flask],
) -> None:
    """Each form that gives or takes a place, its commit done and unanswered: the phone
    is told what came of it, and has it."""
    host, west, arbiter = (Visitor(nodes[0].test_client()) for _ in range(3))
    table = host.lay("bridge")
    engine = nodes[0].extensions["store"].engine
    tried = engine._tried

    def lost(does: Callable[[Any], Any]) -> Any:
        tried(does)
        return tried(does)

    def sent(phone: Visitor, address: str, **fields: str) -> None:
        engine._tried = lost
        try:
            phone.send(address, **fields)
        finally:
            engine._tried = tried
        assert phone.page.status_code == 303, (address, phone.text)

    spoken = re.search(r'class="say">([^<]*)<', host.get(f"{table}phones").page.text)
    assert spoken
    west.get("/join").send("/join", code=spoken[1])
    invitation = west.page.headers["Location"]
    sent(west.get(invitation), invitation, seat="W")
    words = link(nodes[0], table, Purpose.ARBITER)
    sent(arbiter.get(words), words)
    accept_arbiter(table, host, west)
    assert arbiter.get(f"{table}matters").page.status_code == 200
    sent(host.get(f"{table}phones"), f"{table}phones/keep", seat="N")
    sent(west.get(f"{table}phones"), f"{table}phones/host", since="")
    sent(host.get(f"{table}phones"), f"{table}phones/dismiss")
    words = link(nodes[0], table, Purpose.MOVE, Seat.EAST)
    sent(arbiter.get(words), words)
    sent(west.get(f"{table}phones"), f"{table}phones/leave")
    sent(host.get(f"{table}phones"), f"{table}phones/back", seat="E")


def test_no_notice_is_longer_than_postgresql_takes() -> None:
    class Line:
        sizes: ClassVar[list[int]] = []

        def execute(self, _sql: str, asked: list[str]) -> None:
            self.sizes.append(len(asked[1].encode()))

    news: Any = Notifications({}, lambda: None)
    news._teller = threading.Thread()
    for n in range(200):
        news.tell(f"{n:064}", 1_000_000 + n)
    news.tell_phones("x" * 64, {f"{n:012}": "12345678" for n in range(200)})
    for n in range(60):
        news.tell_phones(f"{n:064}", {f"{p:012}": "12345678" for p in range(n % 5)})
    while news._waiting or news._phones:
        assert news._tell_next(Line())
    assert max(Line.sizes) < 8000 and len(Line.sizes) < 8, "several tables to a message"


def test_what_is_no_news_of_ours_ends_no_listening(
    nodes: tuple[Flask, Flask], database: str
) -> None:
    table = Visitor(nodes[0].test_client()).lay("bridge")
    session_id = table.split("/")[2]
    other = nodes[1].extensions["store"]
    assert other.open(session_id) is not None
    with another_program(database) as program:
        for said in ("5", "{}", "null", '["a", 2, 3]', "not JSON"):
            program.execute("SELECT pg_notify('scorekeeper', ?)", [said])
    nodes[0].extensions["store"].delete(
        session_id, "command line", "2026-11-22T20:00:00Z"
    )
    assert eventually(lambda: other.open(session_id, 0) is None)


@pytest.mark.parametrize("address", ["/t/%00/", "/t/a%00b/sheet", "/j/%00"])
def test_an_address_that_a_database_takes_in_no_text_leads_nowhere(
    nodes: tuple[Flask, Flask], address: str
) -> None:
    assert Visitor(nodes[0].test_client()).get(address).page.status_code == 404


def test_news_that_nobody_heard_is_found(
    nodes: tuple[Flask, Flask], cluster: Cluster
) -> None:
    """Every connection is cut, that of the listener too; what came meanwhile is looked
    up."""
    host = Visitor(nodes[0].test_client())
    table = host.lay("bridge")
    with stream(nodes[1].test_client(), table) as states:
        before = next(states)
        cluster.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'scorekeeper'"
        )
        call(host, table)
        began = time.monotonic()
        assert next(state for state in states if state["entry"] > before["entry"])
        assert time.monotonic() - began < SOON


@pytest.mark.slow
def test_a_print_ordered_at_one_node_is_had_at_the_other(
    nodes: tuple[Flask, Flask],
) -> None:
    pytest.importorskip("weasyprint")
    host = Wandering(*nodes)
    table = host.lay("bridge")

    def is_printed() -> bool:
        return "Refresh" not in host.get(table + "report/").page.headers

    assert eventually(is_printed, 60)
    got: TestResponse = host.get(table + "report/report.pdf").page
    assert got.status_code == 200 and got.data.startswith(b"%PDF")
    for app in nodes:
        app.extensions["pdf_cache"].close()


def test_many_processes_need_a_server(instance: Path) -> None:
    answer = CliRunner().invoke(main, ["serve", "--processes", "2"])
    assert answer.exit_code == 1 and ADDRESS in answer.output


def test_a_key_that_can_be_guessed_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", "hush")
    with pytest.raises(ValueError, match="32"):
        create_app({"INSTANCE": str(tmp_path), "TESTING": True})
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", "hush" * 8)
    app = create_app({"INSTANCE": str(tmp_path), "TESTING": True})
    assert app.secret_key == b"hush" * 8 and not (tmp_path / "secret_key").exists()


# ---- served ----


@pytest.fixture
def served(
    database: str,
    start_server: StartServer,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> tuple[LiveServer, LiveServer]:
    monkeypatch.setenv("SCOREKEEPER_RATELIMIT_ENABLED", "false")
    monkeypatch.setenv("SCOREKEEPER_MAKE_AHEAD", "false")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    one = start_server("--processes", "2", "--streams", "64", database=database)
    return one, start_server("--processes", "2", "--streams", "64", database=database)


def asked(
    server: LiveServer, method: str, path: str, cookie: str = "", **form: str
) -> Any:
    line = HTTPConnection(server.url.removeprefix("http://"), timeout=30)
    headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    line.request(method, path, urlencode(form) if form else None, headers)
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer, text


def test_twenty_equal_forms_over_four_processes_are_one_entry(
    served: tuple[LiveServer, LiveServer], database: str
) -> None:
    jar: dict[str, str] = {}

    def ask(server: LiveServer, method: str, path: str, **form: str) -> Any:
        cookie = "; ".join(f"{name}={value}" for name, value in jar.items())
        answer, text = asked(server, method, path, cookie, **form)
        for sent in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = sent.split(";")[0].partition("=")
            jar[name] = value
        return answer, text

    def hidden(text: str) -> dict[str, str]:
        return dict(
            re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', text)
        )

    _, page = ask(served[0], "GET", "/new/bridge")
    seats = re.findall(r'name="(seat[^"]+)"', page)
    people = dict(zip(seats, ("Ingrid", "Tom", "Priya", "Marek"), strict=False))
    answer, said = ask(served[1], "POST", "/new/bridge", **hidden(page), **people)
    assert answer.status == 303, said
    table = answer.headers["Location"]
    _, page = ask(served[0], "GET", f"{table}?form=auction")
    form = {**hidden(page), "call": "1C"}
    with ThreadPoolExecutor(20) as pool:
        sent = [
            pool.submit(ask, served[n % 2], "POST", f"{table}enter/auction", **form)
            for n in range(20)
        ]
        answers = [future.result() for future in sent]
    assert Counter(one.status for one, _ in answers) == {303: 20}
    store = Store(database)
    session = store.open(table.split("/")[2])
    store.close()
    assert session is not None
    assert sum(entry.event.KIND == "call" for entry in session.log) == 1, session.log
    assert figures(), "each machine's processes put theirs together"
    for one in served:
        one.process.terminate()
        one.process.wait(20)
    assert not figures()


def figures() -> set[Path]:
    """The folders in which the processes of a machine put their figures together."""
    return {
        path
        for path in Path(gettempdir()).glob("scorekeeper-*")
        if [*path.glob("*.db")]
    }
