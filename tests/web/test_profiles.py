"""The kitchen and the public: what one setting changes, and who is answered at all."""

import logging
import re
import stat
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, request
from werkzeug.exceptions import HTTPException
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorekeeper import create_app, places
from scorekeeper.addresses import NotPublic, public_host
from scorekeeper.web.page import invitations
from scorekeeper.web.page.access import is_kitchen_name
from scorekeeper.web.page.incoming import YEAR
from scorekeeper.web.server import limits
from tests.web.conftest import Visitor, join
from tests.web.profiles import PUBLIC, behind_tls

PACKAGE = Path(limits.__file__).parent.parent


def made(tmp_path: Path, **config: Any) -> Flask:
    return create_app(
        {"INSTANCE": str(tmp_path / "instance"), "TESTING": True, **config}
    )


def at(app: Flask, address: str) -> Visitor:
    """A browser that has this address."""
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    return Visitor(client)


def cookies(visitor: Visitor) -> dict[str, str]:
    """The cookies that the last answer set: name and attributes."""
    lines = visitor.page.headers.getlist("Set-Cookie")
    return {line.split("=")[0]: line for line in lines}


# ---- in the kitchen ----


@pytest.mark.parametrize(
    "host",
    ["192.168.1.20:8000", "127.0.0.1", "[fe80::1]:8000", "localhost", "Laptop:8000", "laptop.",
     "laptop.local", "pi.fritz.box:80", "table.home.arpa", "cards.house.example"],
)  # fmt: skip
def test_a_kitchen_answers_to_what_only_its_network_knows(
    host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "scorekeeper.web.page.access.socket.gethostname", lambda: "laptop.lan"
    )
    app = made(tmp_path, HOSTS="cards.house.example, other.example")
    answer = app.test_client().get("/healthz", headers={"Host": host})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "192.168.1.20.evil.example",
        "localhost.evil.example",
        "ai",
        "ai.",
        "ai:8000",
    ],
)
def test_a_name_from_outside_is_not_answered(host: str, tmp_path: Path) -> None:
    answer = made(tmp_path).test_client().get("/healthz", headers={"Host": host})
    assert answer.status_code == 400


@pytest.mark.parametrize(("version", "status"), [("HTTP/1.1", 400), ("HTTP/1.0", 200)])
def test_a_request_says_which_host_it_is_for(
    version: str, status: int, tmp_path: Path
) -> None:
    environ = EnvironBuilder("/healthz").get_environ() | {"SERVER_PROTOCOL": version}
    del environ["HTTP_HOST"]
    _, answered, _ = run_wsgi_app(made(tmp_path), environ)
    assert answered.startswith(str(status))


def test_what_a_kitchen_is_called() -> None:
    assert is_kitchen_name("box.example", {"box.example"})
    assert not is_kitchen_name("box.example", set())
    assert not is_kitchen_name("", set())


def test_a_kitchen_promises_no_tls(visitor: Visitor) -> None:
    visitor.get("/new/bridge")
    assert "Strict-Transport-Security" not in visitor.page.headers
    for line in cookies(visitor).values():
        assert "Secure" not in line and "HttpOnly" in line and "SameSite=Lax" in line


def test_forwarded_headers_mean_nothing_in_a_kitchen(visitor: Visitor) -> None:
    visitor.client.environ_base["HTTP_X_FORWARDED_HOST"] = "evil.example"
    visitor.get("/new/bridge")
    assert visitor.page.status_code == 200 and "evil.example" not in visitor.text


def test_two_kitchens_on_one_machine_keep_their_cookies_apart(tmp_path: Path) -> None:
    names: set[str] = set()
    for place in ("one", "another"):
        visitor = Visitor(made(tmp_path / place).test_client())
        names |= cookies(visitor.get("/new/bridge")).keys()
        visitor.lay("bridge")
        names |= cookies(visitor).keys()
    assert len(names) == 4, "the session's and the phone's of each"


# ---- in public ----


def test_one_setting_turns_on_all_of_it(tmp_path: Path) -> None:
    visitor = behind_tls(made(tmp_path, PUBLIC_URL=PUBLIC))
    found = cookies(visitor.get("/new/bridge"))
    assert visitor.page.headers["Strict-Transport-Security"] == f"max-age={YEAR}"
    visitor.lay("bridge")
    found |= cookies(visitor)
    assert len(found) == 2, "the session's and the phone's"
    for name, line in found.items():
        assert name.startswith("__Host-") and "Path=/" in line and "Domain" not in line
        assert "Secure" in line and "HttpOnly" in line and "SameSite=Lax" in line


@pytest.mark.parametrize(
    ("name", "value"), [("theme", "dark"), ("language", "de"), ("taps", "one")]
)
def test_every_cookie_is_this_hosts_alone(
    name: str, value: str, tmp_path: Path
) -> None:
    visitor = behind_tls(made(tmp_path, PUBLIC_URL=PUBLIC)).get("/")
    visitor.send(f"/{name}", **{name: value})
    (line,) = cookies(visitor).values()
    assert line.startswith(f"__Host-{name}={value};")
    assert (
        "Secure" in line
        and "Path=/" in line
        and "HttpOnly" in line
        and "SameSite=Lax" in line
    )
    assert f"Max-Age={YEAR}" in line and "Domain" not in line
    if name == "language":
        assert 'lang="de"' in visitor.get("/").text
    page = visitor.lay("bridge") + "settings" if name == "taps" else "/"
    assert (
        f'name="{name}" value="{value}" aria-pressed="true"' in visitor.get(page).text
    )


def test_no_cookie_is_set_but_by_one_function() -> None:
    setters = [
        path for path in PACKAGE.rglob("*.py") if ".set_cookie(" in path.read_text()
    ]
    assert {path.name for path in setters} == {"incoming.py"}


def test_a_proxy_that_is_not_named_is_not_believed(tmp_path: Path) -> None:
    app = made(tmp_path, PUBLIC_URL=PUBLIC)
    visitor = behind_tls(app)
    visitor.client.environ_base["REMOTE_ADDR"] = "192.0.2.66"
    assert visitor.get("/healthz").page.status_code == 400, (
        "its host is not the public one's"
    )
    named = made(tmp_path, PUBLIC_URL=PUBLIC, PROXIES="10.1.0.0/16, 192.0.2.66")
    visitor = behind_tls(named)
    visitor.client.environ_base["REMOTE_ADDR"] = "192.0.2.66"
    assert visitor.get("/healthz").page.status_code == 200


@pytest.mark.parametrize("named", ["2", "nobody", "10.0.0.0/99"])
def test_a_proxy_that_is_no_address_is_refused_at_the_start(
    named: str, tmp_path: Path
) -> None:
    if named != "2":
        with pytest.raises(NotPublic, match="Name the addresses"):
            made(tmp_path, PUBLIC_URL=PUBLIC, PROXIES=named)
    with pytest.raises(NotPublic, match="Name the addresses"):
        # as an older version had it: a count
        made(tmp_path, PUBLIC_URL=PUBLIC, PROXIES=2)


def test_nothing_of_a_table_is_kept_by_a_browser(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    for page in (
        "",
        "sheet",
        "log",
        "sheet.csv",
        "session.jsonl",
        "live?v=",
        "phones",
        "sheet.pdf",
    ):
        assert visitor.get(table + page).page.headers["Cache-Control"] == "no-store", (
            page
        )
    assert visitor.get("/scorekeeper.zip").page.headers["Cache-Control"] == "no-store"


def test_a_public_server_answers_to_its_name_alone(tmp_path: Path) -> None:
    app = made(tmp_path, PUBLIC_URL=PUBLIC)
    assert behind_tls(app).get("/healthz").page.status_code == 200
    assert (
        app.test_client().get("/healthz", headers={"Host": "10.0.0.1"}).status_code
        == 400
    )


def test_a_public_table_is_played_through_its_proxy(tmp_path: Path) -> None:
    app = made(tmp_path, PUBLIC_URL=PUBLIC)
    visitor = behind_tls(app)
    stranger = behind_tls(app)
    table = visitor.lay("bridge")
    assert visitor.get(table).page.status_code == 200
    assert stranger.get(table).page.status_code == 403
    assert "Ingrid" not in stranger.text


def test_a_form_is_taken_from_the_public_origin_alone(tmp_path: Path) -> None:
    visitor = behind_tls(made(tmp_path, PUBLIC_URL=PUBLIC))
    visitor.get("/")
    token = visitor.hidden()
    for origin, status in ((PUBLIC, 303), ("http://cards.example", 403), ("null", 403)):
        visitor.page = visitor.client.post(
            "/theme",
            data={**token, "theme": "dark"},
            headers={"Origin": origin, "Referer": f"{PUBLIC}/"},
        )
        assert visitor.page.status_code == status, origin


@pytest.mark.parametrize(
    "url",
    [
        "http://cards.example",
        "cards.example",
        "https://",
        "https://cards.example/cards",
    ],
)
def test_an_address_that_cannot_be_public_is_refused_at_the_start(
    url: str, tmp_path: Path
) -> None:
    with pytest.raises(NotPublic, match="Give a whole name with https"):
        made(tmp_path, PUBLIC_URL=url)
    assert public_host("https://cards.example/") == "cards.example"


# ---- limits ----


def test_who_opens_too_many_tables_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(limits.OPENING, "kitchen", "2 per hour")
    visitor = Visitor(made(tmp_path, RATELIMIT_ENABLED=True).test_client())
    visitor.lay("bridge")
    visitor.lay("rook")
    visitor.get("/new/bridge")
    visitor.send("/new/bridge", seatN="A", seatE="B", seatS="C", seatW="D")
    assert visitor.page.status_code == 429
    assert int(visitor.page.headers["Retry-After"]) > 0
    assert "too much at once" in visitor.text


def test_a_phone_that_writes_without_end_waits_and_others_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "WRITING", "3 per minute")
    app = made(tmp_path, RATELIMIT_ENABLED=True)
    visitor = Visitor(app.test_client())
    other = Visitor(app.test_client())
    table = visitor.lay("bridge")
    theirs = other.lay("bridge")
    for n in range(4):
        visitor.get(f"{table}?form=quick").send(f"{table}enter/quick")
        assert visitor.page.status_code == (422 if n < 3 else 429)
    assert visitor.get(table).page.status_code == 200  # reading goes on
    other.get(f"{theirs}?form=quick").send(f"{theirs}enter/quick")
    assert other.page.status_code == 422


def test_every_form_has_a_limit_or_is_named_as_one_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = made(tmp_path, RATELIMIT_ENABLED=True)
    counts = app.extensions["limits"].limiter
    monkeypatch.setattr(counts, "hit", lambda *_, **__: False)  # every limit is reached
    without = set[str]()
    for rule in app.url_map.iter_rules():
        if "POST" not in (rule.methods or ()):
            continue
        values: dict[str, object] = {name: "x" for name in rule.arguments}
        values |= {"seq": 1, "row_id": 1, "number": 1}
        built = rule.build(values, append_unknown=False)
        assert built is not None
        asked_from = {"REMOTE_ADDR": "192.0.2.1"}
        with app.test_request_context(built[1], method="POST", environ_base=asked_from):
            # The page itself, without the guard before it.
            page = app.view_functions[rule.endpoint]
            try:
                answer = page(**(request.view_args or {}))
            except HTTPException as refusal:
                status = refusal.code
            else:
                status = app.make_response(answer).status_code
        if status != 429:
            without.add(rule.endpoint)
    # three only set a cookie, the last counts the files of an address itself
    assert without == {"home.language", "home.taps", "home.theme", "moving.take_in"}


def test_codes_are_not_guessed_and_the_right_one_is_taken(tmp_path: Path) -> None:
    """Ten addresses guess until each is slowed; the table's own guests come in all the
    same."""
    app = made(tmp_path, RATELIMIT_ENABLED=True)
    host = Visitor(app.test_client())
    table = host.lay("bridge")
    for n in range(10):
        guesser = at(app, f"192.0.2.{n}").get("/join")
        codes = [
            guesser.send("/join", code=f"AAAAA{n}{m}").page.status_code
            for m in range(7)
        ]
        assert codes == [422] * 5 + [429] * 2
    assert "Too many wrong codes" in guesser.text and 'name="code"' in guesser.text
    assert guesser.get("/join").page.status_code == 200
    join(host, at(app, "198.51.100.1"), table, "W")


def test_of_guesses_sent_at_once_no_more_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = made(tmp_path, RATELIMIT_ENABLED=True)
    looked = list[str]()
    together = threading.Barrier(12)
    spoken = invitations.spoken

    def slowly(code: str) -> object:
        looked.append(code)
        time.sleep(0.3)
        return spoken(code)

    monkeypatch.setattr(invitations, "spoken", slowly)
    guessers = [at(app, "192.0.2.1").get("/join") for _ in range(12)]

    def guess(n: int) -> int:
        together.wait(10)
        return int(guessers[n].send("/join", code=f"AAAAAA{n:02}").page.status_code)

    with ThreadPoolExecutor(12) as pool:
        codes = sorted(pool.map(guess, range(12)))
    assert codes == [422] * 5 + [429] * 7 and len(looked) == 5


def test_a_link_that_goes_round_makes_no_phones_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each answer to it from a browser without a reference makes one, though the seat
    is taken."""
    monkeypatch.setattr("scorekeeper.web.server.limits.WRITING", "3 per minute")
    app = create_app(
        {"INSTANCE": str(tmp_path / "i"), "TESTING": True, "RATELIMIT_ENABLED": True}
    )
    host = Visitor(app.test_client())
    page = host.get(f"{host.lay('bridge')}phones").text
    said = re.search(r'class="say">([^<]*)<', page)
    assert said
    guest = Visitor(app.test_client()).get("/join").send("/join", code=said[1])
    words = guest.page.headers["Location"]
    codes = []
    for _ in range(5):
        made_up = Visitor(app.test_client()).get(words)
        codes.append(made_up.send(words, seat="S").page.status_code)
    assert codes == [409] * 3 + [429] * 2


def test_a_household_has_one_budget_of_codes(tmp_path: Path) -> None:
    app = made(tmp_path, RATELIMIT_ENABLED=True)
    guessers = [at(app, f"2001:db8::{n}").get("/join") for n in range(7)]
    codes = [
        guesser.send("/join", code="AAAAAAAA").page.status_code for guesser in guessers
    ]
    assert codes == [422] * 5 + [429] * 2


def test_a_phone_that_is_made_up_escapes_no_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "COUNTING", "3 per hour")
    monkeypatch.setattr(limits, "PRINTING", "3 per hour")
    app = made(tmp_path, RATELIMIT_ENABLED=True)
    host = Visitor(app.test_client())
    table = host.lay("bridge")
    for path in ("/statistics/", "/tables", "/history/boards/", table + "sheet.pdf"):
        found = []
        for n in range(6):
            stranger = Visitor(app.test_client())
            stranger.client.set_cookie(
                app.config["PHONE_COOKIE_NAME"], f"made up {n} aaaaaaaaaa"
            )
            found.append(stranger.get(path).page.status_code)
        assert found == [200] * 3 + [429] * 3, path
    assert host.get(table + "sheet.pdf").page.status_code == 200, "a place has its own"


# ---- the log of refusals ----


def test_refusals_leave_a_line_that_a_person_can_read(tmp_path: Path) -> None:
    app = made(tmp_path, RATELIMIT_ENABLED=True)
    guesser = at(app, "192.0.2.7").get("/join")
    for n in range(7):
        guesser.send("/join", code=f"SECRET{n}\nforged line")
    guesser.get("/j/aVerySecretInvitation22")
    at(app, "192.0.2.8").client.post(
        "/theme", headers={"Origin": "https://evil.example\tforged"}
    )
    log = tmp_path / "instance" / "refused.log"
    lines = log.read_text().splitlines()
    form = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ 192\.0\.2\.[78] [a-z ]+, at [a-z_.]+"
    assert all(re.fullmatch(form, line) for line in lines), lines
    assert [line.split(" ", 1)[1] for line in lines] == [
        "192.0.2.7 wrong code, at seats.join",
        "192.0.2.7 limit reached, at seats.join",
        "192.0.2.7 link expired or unknown, at seats.invited",
        "192.0.2.8 not allowed, at home.theme",
    ]
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


def test_the_log_of_refusals_does_not_grow_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "REFUSED_AGAIN", 0.0)
    monkeypatch.setattr(places, "REFUSED_BYTES", 1_000)
    log = places.Refusals(tmp_path)
    for n in range(200):
        log.note(f"192.0.2.{n}", "wrong code")
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert kept == ["refused.log", "refused.log.1"]
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 2_100


# ---- secrets and the log ----


def test_a_fault_is_logged_without_the_words_of_an_invitation(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = made(tmp_path, PROPAGATE_EXCEPTIONS=False, TESTING=False, MAKE_AHEAD=False)

    def broken(words: str) -> str:
        raise RuntimeError("planted")

    app.view_functions["seats.invited"] = broken
    with caplog.at_level(logging.ERROR):
        answer = app.test_client().get("/j/aVerySecretInvitation22")
    assert answer.status_code == 500
    logged = "\n".join(record.getMessage() for record in caplog.records)
    assert "planted" in caplog.text and "aVerySecretInvitation22" not in logged
    assert not re.search("planted|Traceback", answer.get_data(as_text=True))


# ---- forms ----


def test_an_odd_field_changes_nothing(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    visitor.get(f"{table}?form=quick")
    fields = {
        "level": "4",
        "denomination": "S",
        "declarer": "N",
        "doubling": "",
        "tricks": "10",
    }
    odd = {
        "seq": "1",
        "hash": "0",
        "is_host": "yes",
        "points": "9999",
        "session": "other",
    }
    visitor.send(f"{table}enter/quick", **fields, **odd)
    assert visitor.page.status_code == 303, visitor.text
    assert "9999" not in visitor.get(f"{table}log").text
    assert "9,999" not in visitor.get(f"{table}sheet").text
