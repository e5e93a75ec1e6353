"""Everybody on their own phone: moving, leaving, the host, and what each phone may do and
see."""

import io
import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader

from scorekeeper import create_app
from scorekeeper.__main__ import main
from scorekeeper.core.phone_notes import PhoneIs, Role
from scorekeeper.core.seats import Seat
from scorekeeper.exports.session_file import write
from scorekeeper.store.phones import Purpose, hashed
from scorekeeper.tables.last_change import last_change
from scorekeeper.tables.session import Session
from scorekeeper.web.page.place import host_wanted
from tests.adopting import adopt
from tests.engines import content
from tests.web.confirming import DEAL
from tests.web.conftest import PEOPLE, Visitor, accept_arbiter, join, secret_of
from tests.web.seating import (
    SEAL,
    answer,
    cookie_of,
    id_of,
    link,
    reference,
    seats_of,
    store_of,
)

Another = Callable[[], Visitor]


def session_of(app: Flask, table: str) -> Session:
    session = store_of(app).open(id_of(table))
    assert isinstance(session, Session)
    return session


# ---- whose phone it is ----


def test_the_phone_that_opens_a_table_has_all_of_it(
    visitor: Visitor, app: Flask
) -> None:
    table = visitor.lay("bridge")
    name = cookie_of(visitor)
    sent = visitor.page.headers.getlist("Set-Cookie")
    cookie = next(one for one in sent if one.startswith(name))
    assert re.search(r"HttpOnly", cookie)
    assert "SameSite=Lax" in cookie
    assert "Path=/" in cookie
    assert "Max-Age=31536000" in cookie
    assert set(seats_of(app, visitor, table)) == set("NESW")


def test_the_store_knows_a_phone_only_by_its_hash(visitor: Visitor, app: Flask) -> None:
    table = visitor.lay("bridge")
    secret = reference(visitor)
    assert len(secret) == 22  # 128 bits
    kept = content(store_of(app))
    assert hashed(secret).encode() in kept
    assert secret.encode() not in kept
    link_words = link(app, table, Purpose.JOIN).rsplit("/", 1)[1]
    kept = content(store_of(app))
    assert link_words.encode() not in kept


def test_a_reference_that_was_planted_is_worth_nothing(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    west = another()
    west.client.set_cookie(cookie_of(west), "planted-by-somebody-else")
    join(visitor, west, table, "W")
    assert reference(west) != "planted-by-somebody-else"
    assert seats_of(app, west, table) == "W"
    thief = another()
    thief.client.set_cookie(cookie_of(thief), "planted-by-somebody-else")
    assert thief.get(table + "evening/dealer").page.status_code == 403


def test_the_same_form_sent_again_makes_the_same_phone(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    """The answer was lost on the way, and with it the cookie."""
    table = visitor.lay("bridge")
    west = another()
    address = link(app, table, Purpose.JOIN)
    west.get(address).send(address, seat="W")
    first = reference(west)
    sent = west.client
    page = another()
    page.get(address)
    fields = {**page.hidden(), "seat": "E"}
    answers = []
    for _ in range(2):
        page.client.delete_cookie(cookie_of(page))
        answers.append(page.client.post(address, data=fields).status_code)
    assert answers == [303, 303]
    assert seats_of(app, page, table) == "E"
    assert reference(west) == first
    assert (
        sent.get(table + "log").get_data(as_text=True).count("Tom on their own phone")
        >= 1
    )
    events = [entry.event for entry in store_of(app).open(id_of(table)).log]  # type: ignore[union-attr]
    assert [event.KIND for event in events].count("phone-seated") == 3, (
        "the host’s own, West, East"
    )


def test_a_revoked_phone_is_a_stranger(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    store_of(app).phones.revoke(hashed(reference(west)))
    assert west.get(table + "evening/dealer").page.status_code == 403


# ---- the host's phone ----


def recovery_code(page: str) -> str:
    found = re.search(
        r"#recovery\"><b>([0-9A-Z ]{14})</b>|class=\"recovery\">([0-9A-Z ]{14})<", page
    )
    assert found, page
    return found[1] or found[2]


def first_deal(host: Visitor, table: str) -> None:
    """Enter it: the host is offered the recovery code once it is over."""
    host.get(f"{table}?form=quick").send(f"{table}enter/quick", **DEAL)
    assert host.page.status_code == 303, host.text


def test_a_new_table_opens_where_phones_join(
    visitor: Visitor, another: Another
) -> None:
    names = dict(zip(("seatN", "seatE", "seatS", "seatW"), PEOPLE, strict=True))
    visitor.get("/new/bridge").send("/new/bridge", **names, then="phones")
    page = visitor.page.headers["Location"]
    table = page.removesuffix("phones")
    assert page == f"{table}phones"
    west = join(visitor, another(), table, "W")
    assert west.page.headers["Location"].partition("?")[0] == table
    states = re.findall(r'<p class="sat([^"]*)"><b>(\w+)', visitor.get(page).page.text)
    seated = dict(zip(PEOPLE, ("", "", " sat-in", " sat-in"), strict=True))
    assert states == [(seated[person], person) for person in PEOPLE]
    # Everybody looks at it to scan: what is the host's alone comes later.
    assert "Recovery code" not in visitor.text
    assert "recovery code" not in visitor.get(table).text
    first_deal(visitor, table)
    assert "recovery code" in visitor.get(table).text
    assert "Recovery code" in visitor.get(page).text
    first_deal(visitor, table)
    assert "recovery code" not in visitor.get(table).text


WAY = 'name="way"'


@pytest.mark.parametrize(
    ("slug", "way", "asks"),
    [
        ("bridge", "phones", 'name="call"'),
        ("bridge", "results", 'name="tricks"'),
        ("rook", "phones", 'name="call"'),
        ("rook", "results", 'name="bidder"'),
    ],
)
def test_the_host_says_once_how_deals_are_entered(
    visitor: Visitor, another: Another, slug: str, way: str, asks: str
) -> None:
    table = visitor.lay(slug)
    assert WAY not in visitor.get(table).page.text, "one phone alone isn't asked"
    seat = "W" if slug == "bridge" else "4"
    west = join(visitor, another(), table, seat)
    assert WAY not in west.get(f"{table}phones").page.text
    assert WAY in visitor.get(table).page.text
    assert WAY in visitor.get(f"{table}phones").page.text
    west.send(f"{table}phones/way", way=way)
    assert west.page.status_code == 403
    for _ in range(2):
        visitor.get(f"{table}phones").send(f"{table}phones/way", way=way)
    assert visitor.page.status_code == 303
    for phone in (visitor, west):
        shown = phone.get(table).page.text
        assert asks in shown and WAY not in shown
    assert WAY not in visitor.get(f"{table}phones").page.text
    said = {"phones": "Bidding on the phones", "results": "Results only"}
    log = visitor.get(f"{table}log").page.text
    assert log.count(f'<p class="what">{said[way]}</p>') == 1


def test_a_game_without_bidding_does_not_ask_how(
    visitor: Visitor, another: Another
) -> None:
    table = visitor.lay("two-ten-jack")
    join(visitor, another(), table, "4")
    assert WAY not in visitor.get(f"{table}phones").page.text
    visitor.send(f"{table}phones/way", way="phones")
    assert "Bidding on the phones" not in visitor.get(f"{table}log").page.text
    visitor.get(f"{table}phones").send(f"{table}phones/way", way="letters")
    assert visitor.page.status_code == 400


def test_a_table_outlives_its_only_phone(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    """The host's phone is dead: whoever has its code goes on from another one, and all
    see that."""
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    first_deal(visitor, table)
    code = recovery_code(visitor.get(table).text)
    assert code == recovery_code(visitor.get(f"{table}phones").text)
    found = answer(another(), "/join", code=code.lower().replace("0", "o"))
    new = another()
    answer(new, found.page.headers["Location"])
    assert set(seats_of(app, new, table)) == set("NES")
    assert seats_of(app, visitor, table) == "" and seats_of(app, west, table) == "W"
    session = store_of(app).open(id_of(table))
    assert session is not None
    assert session.log[-1].event == PhoneIs(Role.HOST)
    change = last_change(session)
    assert change is not None and change.entry == session.last
    # It is used up, and the phone that has the table now is shown another.
    assert answer(another(), "/join", code=code).page.status_code == 422
    assert recovery_code(new.get(f"{table}phones").text) != code


def ask_for_host(phone: Visitor, table: str) -> Visitor:
    """Say on this phone that the host's is lost: it should be it, or the one that was
    named."""
    return phone.get(table + "phones").send(table + "phones/host")


def hosts_of(app: Flask, *phones: Visitor, table: str) -> list[bool]:
    """Which of these phones is the host's."""
    held = store_of(app).phones.holdings(id_of(table))
    found = {holding.phone for holding in held if holding.role is Role.HOST}
    return [hashed(reference(phone)) in found for phone in phones]


def test_all_other_phones_together_make_one_the_hosts(
    visitor: Visitor, another: Another, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host's phone is gone, and nobody has its code: nobody is asked but the other
    phones."""
    table = visitor.lay("bridge")
    west, east, north = (join(visitor, another(), table, seat) for seat in "WEN")
    assert ask_for_host(west, table).page.status_code == 303
    for phone in (visitor, east, another()):
        assert (
            "the host’s phone is lost; make Marek’s phone the host"
            in phone.get(table).text
        )
    ask_for_host(west, table)
    assert "Still to agree" in west.get(table + "phones").text
    ask_for_host(east, table)
    assert hosts_of(app, visitor, west, table=table) == [True, False]
    ask_for_host(north, table)
    assert "Make it host" not in north.get(table + "phones").text
    ask_for_host(north, table)
    assert hosts_of(app, visitor, west, table=table) == [True, False], (
        "one hand may hold all three"
    )
    monkeypatch.setattr("scorekeeper.web.page.place.SILENCE", -1)
    ask_for_host(north, table)
    assert hosts_of(app, visitor, west, east, table=table) == [False, True, False]
    north.send(table + "phones/host")  # the same form again
    assert set(seats_of(app, west, table)) == set("SW") and not seats_of(
        app, visitor, table
    )
    kinds = [entry.event.KIND for entry in session_of(app, table).log[-4:]]
    assert kinds == ["host-asked", "host-asked", "host-asked", "phone-is"]
    assert "Another phone is now the host" in visitor.get(table + "log").text
    assert (
        west.get(table + "phones")
        .send(table + "phones/back", seat="E")
        .page.status_code
        == 303
    )
    assert ask_for_host(visitor, table).page.status_code == 403


def test_the_arbiters_phone_stays_neutral_when_the_hosts_is_replaced(
    visitor: Visitor, another: Another, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host that plays no seat is the arbiter: who plays gets its place, not its
    office."""
    table = visitor.lay("bridge")
    west, *others = (join(visitor, another(), table, seat) for seat in "WNE")
    answer(others[0], link(app, table, Purpose.MOVE, Seat.SOUTH))
    answer(visitor, link(app, table, Purpose.ARBITER))
    monkeypatch.setattr("scorekeeper.web.page.place.SILENCE", -1)
    for phone in (west, *others):
        ask_for_host(phone, table)
    assert hosts_of(app, visitor, west, table=table) == [False, True]
    kinds = [entry.event.KIND for entry in session_of(app, table).log[-2:]]
    assert kinds == ["phone-is", "phone-is-not"]


def test_one_phone_alone_waits_and_the_hosts_says_that_it_is_there(
    visitor: Visitor, another: Another, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    assert "10 minutes" in west.get(table + "phones").text
    ask_for_host(west, table)
    assert "Make it host" not in west.get(table + "phones").text
    ask_for_host(west, table)
    assert hosts_of(app, visitor, west, table=table) == [True, False]
    visitor.get(table + "phones")
    assert visitor.text.count("This phone is here") == 1
    visitor.send(table + "phones/host")
    monkeypatch.setattr("scorekeeper.web.page.place.SILENCE", -1)
    west.send(table + "phones/host")  # drawn before the host's phone answered
    assert hosts_of(app, visitor, west, table=table) == [True, False]
    assert "The host’s phone is here" in west.get(table + "log").text
    # What is entered on the host's phone says so as well, whosever name it bears.
    for by, dealer in (("S", "E"), ("", "N")):
        monkeypatch.undo()
        ask_for_host(west, table)
        form = visitor.get(table + "evening/dealer")
        sent = form.send(table + "enter/dealer", seat=dealer, by=by).page
        assert sent.status_code == 303, form.text
        monkeypatch.setattr("scorekeeper.web.page.place.SILENCE", -1)
        west.send(table + "phones/host")
        assert hosts_of(app, visitor, west, table=table) == [True, False]
        assert session_of(app, table).log[-1].event.KIND == "host-is-here"
    # But where nothing comes of it, the time passes.
    monkeypatch.undo()
    ask_for_host(west, table)
    monkeypatch.setattr("scorekeeper.web.page.place.SILENCE", -1)
    assert "Make it host" in west.get(table + "phones").text
    ask_for_host(west, table)
    assert hosts_of(app, visitor, west, table=table) == [False, True]


def test_only_the_hosts_phone_shows_that_it_lives(
    visitor: Visitor, another: Another, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entries without a seat's name are not the host's: an arbiter's ruling, a phone of
    two."""
    table = visitor.lay("bridge")
    north, east = (join(visitor, another(), table, seat) for seat in "NE")
    east.get(table + "phones").send(table + "phones/sit", seat="W")
    arbiter = answer(another(), link(app, table, Purpose.ARBITER))
    accept_arbiter(table, north, east)
    contract = {"level": "4", "denomination": "S", "doubling": "", "declarer": "S"}
    visitor.get(f"{table}?form=contract").send(f"{table}enter/contract", **contract)
    ask_for_host(north, table)
    ruled = f"{table}ask/irregularity/exposed-card"
    facts = {"seat": "E", "card": "HQ", "50.more": "no", "50.partner-leads": "no"}
    query = "&".join(f"{name}={fact}" for name, fact in facts.items())
    assert arbiter.get(f"{ruled}?{query}").send(ruled, **facts).page.status_code == 303
    east.get(table).send(table + "enter/result", tricks="9", honours_0_seat="")
    made = [(entry.event.KIND, entry.by) for entry in session_of(app, table).log[-2:]]
    assert made == [("ruled", None), ("tricks", None)]
    ask_for_host(east, table)
    monkeypatch.setattr("scorekeeper.web.page.place.SILENCE", -1)
    ask_for_host(east, table)
    assert hosts_of(app, visitor, north, table=table) == [False, True]


def test_the_arbiter_keeps_the_host_what_it_is(
    visitor: Visitor, another: Another, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two phones in one hand are all other phones: whoever holds no side may speak
    against it."""
    table = visitor.lay("bridge")
    west, east = (join(visitor, another(), table, seat) for seat in "WE")
    arbiter = answer(another(), link(app, table, Purpose.ARBITER))
    accept_arbiter(table, visitor, west)
    for phone in (west, east):
        ask_for_host(phone, table)
    assert "another phone" in arbiter.get(table).text.lower() or "host" in arbiter.text
    arbiter.get(table + "phones")
    assert "Keep the host" in arbiter.text
    arbiter.send(table + "phones/host")
    assert "The arbiter says that the host stays" in west.get(table + "log").text
    monkeypatch.setattr("scorekeeper.web.page.place.SILENCE", -1)
    west.send(table + "phones/host")
    assert hosts_of(app, visitor, west, table=table) == [True, False]
    arbiter.get(table + "phones").send(table + "phones/host")
    assert session_of(app, table).log[-1].event.KIND != "host-asked", (
        "it has no say beyond that"
    )


def test_who_plays_is_no_arbiter(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    words = link(app, table, Purpose.ARBITER)
    for phone in (west, visitor):
        assert "An arbiter can’t play" in phone.get(words).text
        assert "I’m the arbiter" not in phone.text
        assert phone.get(table + "phones").send(words).page.status_code == 409
    arbiter = answer(another(), words)  # it was not used up
    accept_arbiter(table, visitor, west)
    assert arbiter.get(table + "matters").page.status_code == 200
    # Whoever has been it and sits down is it no more, and all see that.
    join(visitor, arbiter, table, "E")
    assert arbiter.get(table + "matters").page.status_code == 403
    assert "The arbiter has left" in west.get(table + "log").text
    assert store_of(app).rows("SELECT count(*) FROM arbiters") == [(0,)]


def test_a_host_who_gets_a_seat_is_arbiter_no_more(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    west, _, north = (join(visitor, another(), table, seat) for seat in "WEN")
    answer(another(), link(app, table, Purpose.MOVE, Seat.SOUTH))
    answer(visitor, link(app, table, Purpose.ARBITER))
    accept_arbiter(table, west, north)
    assert visitor.get(table + "matters").page.status_code == 200
    west.get(table + "phones").send(table + "phones/leave")
    assert visitor.get(table + "matters").page.status_code == 403
    kinds = [entry.event.KIND for entry in session_of(app, table).log[-2:]]
    assert kinds == ["phone-left", "phone-is-not"]


def test_who_takes_it_back_has_not_said_that_the_host_is_lost(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    west, east, north = (join(visitor, another(), table, seat) for seat in "WEN")
    for phone in (west, east):
        ask_for_host(phone, table)
    said = store_of(app).open(id_of(table))
    assert said is not None
    strike = f"{table}entries/{said.last}/strike"
    for other in (visitor, west):
        assert other.get(strike).send(strike).page.status_code == 422, (
            "it is East's word"
        )
    assert east.get(strike).send(strike).page.status_code == 303
    ask_for_host(north, table)
    assert hosts_of(app, visitor, west, table=table) == [True, False]
    # What was struck out before anybody saw it doesn't shorten the wait either.
    session = store_of(app).open(id_of(table))
    assert session is not None
    with app.test_request_context():
        wanted = host_wanted(session)
    assert wanted is not None and wanted.since == said.last - 1
    first = f"{table}entries/{wanted.since}/strike"
    west.get(first).send(first)
    ask_for_host(west, table)
    session = store_of(app).open(id_of(table))
    assert session is not None
    with app.test_request_context():
        wanted = host_wanted(session)
    assert wanted is not None and wanted.since > said.last


def test_who_has_no_seat_at_the_table_has_no_say_in_its_host(
    visitor: Visitor, another: Another, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.web.page.place.SILENCE", -1)
    table = visitor.lay("bridge")
    west, east = (join(visitor, another(), table, seat) for seat in "WE")
    arbiter = answer(another(), link(app, table, Purpose.ARBITER))
    for phone in (arbiter, another()):
        phone.get(table + "phones")
        assert "Become host" not in phone.text
        phone.send(table + "phones/host")
        assert "host-asked" not in {
            entry.event.KIND for entry in session_of(app, table).log
        }
    # Who came or left since counts: all are asked anew.
    ask_for_host(west, table)
    east.get(table + "phones")
    west.get(table + "phones").send(table + "phones/leave")
    east.send(table + "phones/host")
    assert hosts_of(app, visitor, east, table=table) == [True, False]
    assert "should become the host" not in east.get(table + "phones").text


def test_a_recovery_code_is_the_hosts_alone(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    first_deal(visitor, table)
    code = recovery_code(visitor.get(table).text)
    for page in (
        f"{table}phones",
        table,
        f"{table}log",
        f"{table}sheet",
        f"{table}session.jsonl",
    ):
        assert code not in west.get(page).text and code not in another().get(page).text
    kept = [
        str(value)
        for row in store_of(app).rows("SELECT * FROM invitations")
        for value in row
    ]
    assert not any(code.replace(" ", "") in value for value in kept)
    assert another().get(f"/j/{code.replace(' ', '')}").page.status_code == 410


def test_a_recovery_code_is_printed_for_the_host_alone(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    """On a blank sheet that proves nothing, when its host asks; no file of it stays."""
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    first_deal(visitor, table)
    folder = Path(app.config["INSTANCE"]) / "pdf"
    assert f'href="{table}recovery.pdf"' in visitor.get(f"{table}phones").text
    code = recovery_code(visitor.text)
    before = set(folder.glob("*.pdf"))
    answer = visitor.get(f"{table}recovery.pdf").page
    (page,) = PdfReader(io.BytesIO(answer.data)).pages
    assert code in page.extract_text() and answer.headers["Cache-Control"] == "no-store"
    assert set(folder.glob("*.pdf")) == before
    for other in (west, another()):
        assert other.get(f"{table}recovery.pdf").page.status_code == 403
        assert f"{table}recovery.pdf" not in other.get(f"{table}phones").text
    for sheet in ("blank.pdf", "sheet.pdf"):
        text = (
            PdfReader(io.BytesIO(visitor.get(table + sheet).page.data))
            .pages[0]
            .extract_text()
        )
        assert code not in text and "Recovery" not in text
    assert code == recovery_code(visitor.get(f"{table}phones").text), "it was not used"


def test_the_codes_on_a_page_renew_themselves(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    page = visitor.get(f"{table}phones")
    assert int(page.page.headers["Refresh"]) < 300
    assert f'data-fresh="{page.page.headers["Refresh"]}"' in page.text


def test_a_table_opened_by_mistake_goes_with_one_question(visitor: Visitor) -> None:
    table = visitor.lay("rook")
    remove = re.findall(r'href="([^"]+/remove)"', visitor.get(table).text)[0]
    assert "Nothing has been scored here" in visitor.get(remove).text
    visitor.send(remove, do="delete").follow()
    assert visitor.get(table).page.status_code == 404
    played = visitor.lay("rook")
    visitor.get(f"{played}?form=auction").send(
        f"{played}enter/auction", call="100"
    ).follow()
    assert visitor.text.count("Delete this table") == 0
    visitor.get(f"{played}remove")
    assert "Nothing has been scored here" not in visitor.text


# ---- moving, taking back, leaving ----


def test_a_seat_moves_to_another_phone_and_all_see_it(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    new = another()
    west.get(table + "phones").send(table + "phones/move", seat="W")
    assert west.page.status_code == 200
    assert "within 2 minutes" in west.text
    answer(new, link(app, table, Purpose.MOVE, Seat.WEST))
    assert seats_of(app, new, table) == "W"
    assert west.get(table + "evening/dealer").page.status_code == 403
    assert "Marek moved to another phone" in visitor.get(table + "log").text


def test_nobody_moves_somebody_elses_seat(visitor: Visitor, another: Another) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    west.get(table + "phones")
    assert west.send(table + "phones/move", seat="N").page.status_code == 403
    assert (
        west.get(table + "phones").send(table + "phones/move", seat="").page.status_code
        == 403
    )
    assert (
        west.get(table + "phones")
        .send(table + "phones/back", seat="N")
        .page.status_code
        == 403
    )


def test_the_host_takes_a_lost_seat_back(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    visitor.get(table + "phones").send(table + "phones/back", seat="W")
    assert seats_of(app, west, table) == ""
    assert "W" in seats_of(app, visitor, table)
    assert "Marek back on the host’s phone" in west.get(table + "log").text
    assert west.get(table + "evening/dealer").page.status_code == 403
    assert join(visitor, another(), table, "W").follow().page.status_code == 200


def test_who_leaves_gives_the_seats_back(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    both = join(visitor, another(), table, "W")
    both.get(table + "phones").send(table + "phones/sit", seat="E")
    assert set(seats_of(app, both, table)) == {"E", "W"}
    both.get(table + "phones").send(table + "phones/leave")
    assert set(seats_of(app, visitor, table)) == set("NESW")
    assert "they play on the host’s phone now" in visitor.get(table + "log").text
    visitor.get(table + "phones").send(table + "phones/leave")
    assert visitor.page.status_code == 409
    assert "Move the host to another phone first" in visitor.text


def test_nobody_sits_in_a_seat_that_has_a_phone(
    visitor: Visitor, another: Another
) -> None:
    table = visitor.lay("bridge")
    join(visitor, another(), table, "W")
    east = join(visitor, another(), table, "E")
    east.get(table + "phones").send(table + "phones/sit", seat="W")
    assert east.page.status_code == 409


def test_a_lost_host_is_replaced_from_the_command_line(
    visitor: Visitor, another: Another, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = visitor.lay("bridge")
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", app.config["INSTANCE"])
    said = CliRunner().invoke(main, ["host-link", id_of(table)])
    assert said.exit_code == 0, said.output
    found = re.search(r"(/j/\S+)", said.output)
    assert found
    new = another()
    answer(new, found[1])
    assert set(seats_of(app, new, table)) == set("NESW")
    assert new.get(table + "phones").page.text.count("Take back") == 0
    assert "host-link" not in new.text
    assert visitor.get(table + "evening/dealer").page.status_code == 403
    address = f"http://192.0.2.7:9471{table}sheet"
    assert ":9471/j/" in CliRunner().invoke(main, ["host-link", address]).output
    unknown = CliRunner().invoke(main, ["host-link", "nowhere"])
    assert unknown.exit_code == 1
    assert "There is no session 'nowhere'" in unknown.output


def test_a_table_from_a_file_is_taken_by_the_first_phone(
    visitor: Visitor, another: Another, app: Flask, tmp_path: Any
) -> None:
    table = visitor.lay("bridge")
    session = store_of(app).open(id_of(table))
    assert session is not None
    elsewhere = create_app({"INSTANCE": str(tmp_path / "elsewhere"), "TESTING": True})
    adopt(store_of(elsewhere), session.header, session.log)
    first = Visitor(elsewhere.test_client())
    second = Visitor(elsewhere.test_client())
    assert first.get(table + "evening/dealer").page.status_code == 403
    assert "Take this table" in first.get(table + "phones").text
    second.get(table + "phones")
    assert first.send(table + "phones/take").page.status_code == 303
    assert second.send(table + "phones/take").page.status_code == 409
    assert first.get(table + "evening/dealer").page.status_code == 200


def test_all_phones_go_on_to_the_next_table(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    visitor.get("/").send(table + "again")
    again = visitor.page.headers["Location"]
    assert again != table
    assert seats_of(app, west, again) == "W"
    assert set(seats_of(app, visitor, again)) == set("NES")


# ---- what a phone may do ----


def test_an_entry_carries_the_seat_of_its_phone(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    for phone in (west, visitor):
        phone.get(table + "evening/adjusted")
        phone.send(
            table + "enter/adjusted", party="NS", points=10, reason="late", by="W"
        )
    session = store_of(app).open(id_of(table))
    assert session is not None
    said = [(entry.event.KIND, entry.by) for entry in session.log[-2:]]
    # the host can't speak for West
    assert said == [
        ("adjusted", "W"),
        ("adjusted", None),
    ]
    visitor.get(table + "evening/adjusted")
    visitor.send(table + "enter/adjusted", party="NS", points=20, reason="late", by="N")
    assert store_of(app).open(id_of(table)).log[-1].by == "N"  # type: ignore[union-attr]


def test_what_is_private_is_done_on_its_own_phone(
    visitor: Visitor, another: Another
) -> None:
    table = visitor.lay("joker-bridge", suit_mode="sealed")
    west = join(visitor, another(), table, "W")
    other = visitor.get(f"{table}{SEAL}?seat=W&open=1")
    assert other.page.status_code == 403
    assert "take the seat to this phone" in other.text
    choice = west.get(f"{table}{SEAL}?seat=W")
    assert "Hand the phone to" not in choice.text
    assert 'name="suit_0"' in choice.text
    assert west.get(f"{table}{SEAL}?seat=N&open=1").page.status_code == 403
    assert "Hand the phone to Ingrid" in visitor.get(f"{table}{SEAL}?seat=N").text


def test_a_seal_is_opened_by_whose_it_is(visitor: Visitor, another: Another) -> None:
    table = visitor.lay("joker-bridge", suit_mode="sealed")
    west = join(visitor, another(), table, "W")
    seq = _seal(west, table)
    assert visitor.get(f"{table}sealed/{seq}/open").page.status_code == 403
    assert west.get(f"{table}sealed/{seq}/open").page.status_code == 200
    assert ">Open<" not in visitor.get(table).text
    assert ">Open<" in west.get(table).text


def test_who_watches_reads_names_not_numbers_of_seats(
    visitor: Visitor, another: Another
) -> None:
    table = visitor.lay("rook")
    join(visitor, another(), table, "2")
    assert "on their own phone" in another().get(f"{table}board").text
    for address in ("board", "tv"):
        assert "Seat 2 on" not in another().get(table + address).text


def test_who_is_refused_a_seat_is_shown_the_way_back(
    visitor: Visitor, another: Another
) -> None:
    table = visitor.lay("joker-bridge", suit_mode="sealed")
    join(visitor, another(), table, "W")
    east = join(visitor, another(), table, "E")
    address = f"{table}{SEAL}?seat=W"
    assert f'href="{table}phones">Phones' in visitor.get(address).text
    assert f'href="{table}">To the table' in east.get(address).text


def test_a_hand_is_asked_of_its_own_phone(visitor: Visitor, another: Another) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    visitor.get(table + "?form=quick").send(
        table + "enter/quick",
        level="4",
        denomination="H",
        doubling="",
        declarer="S",
        tricks="10",
    )
    address = f"{table}ask/play/hand?n=1&lead=W"
    assert visitor.get(address).page.status_code == 403
    assert "Hand the phone" not in west.get(address).text
    assert 'name="held"' in west.text


def test_rules_are_accepted_by_those_whose_phone_it_is(
    visitor: Visitor, another: Another
) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    assert (
        visitor.get(table + "agree").send(table + "agree", seat="W").page.status_code
        == 403
    )
    visitor.get(table + "agree").send(table + "agree", seat="all").follow()
    assert "Everyone has accepted" not in visitor.text
    west.get(table + "agree").send(table + "agree", seat="W").follow()
    assert "Everyone has accepted" in west.text


# ---- what a phone is shown ----


def test_a_watcher_sees_the_score_and_no_form(
    visitor: Visitor, another: Another
) -> None:
    table = visitor.lay("bridge")
    watcher = another().get(table)
    assert watcher.page.status_code == 200
    assert "Ingrid deals" in watcher.text
    assert "Marek sits at West" not in watcher.text, "no log of what else was entered"
    visitor.get(f"{table}?form=auction").send(f"{table}enter/auction", call="1C")
    assert '<p class="what">Ingrid (North): ' in watcher.get(table).text
    assert 'name="level"' not in watcher.text
    assert "/correct" not in watcher.get(table + "log").text
    assert "/strike" not in watcher.get(table + "sheet").text


def _seal(phone: Visitor, table: str) -> int:
    address = f"{table}{SEAL}?seat=W&open=1"
    phone.get(address).send(address, suit_0="H")
    found = re.search(r"/sealed/(\d+)/done", phone.page.headers["Location"])
    assert found, phone.text
    return int(found[1])


def test_nothing_private_is_in_another_phones_bytes(
    visitor: Visitor, another: Another, app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    """Every page there is, asked for by the host, another seat and a stranger, after
    the phone that has the secret has asked for all of them: for each pair of phones see
    test_drawn.py."""
    caplog.set_level(logging.DEBUG)
    table = visitor.lay("joker-bridge", suit_mode="sealed")
    west = join(visitor, another(), table, "W")
    east = join(visitor, another(), table, "E")
    seq = _seal(west, table)
    session = store_of(app).open(id_of(table))
    assert session is not None
    secret = secret_of(west, table)
    keys = west.client.get_cookie(f"{cookie_of(west)}-keys")
    assert keys
    hidden = [secret.salt, keys.value, keys.value.split(".")[1]]
    hidden += [reference(one) for one in (west, visitor, east)]
    others = {"host": visitor, "east": east, "stranger": another()}
    # what is drawn once was drawn for the one that knows
    _everything(app, west.client, table, seq)
    for name, phone in others.items():
        own = reference(phone)
        for address, text in _everything(app, phone.client, table, seq):
            for one in hidden:
                is_own = one == own and "Set-Cookie" in text
                assert one not in text or is_own, (name, address)
    log = write(session) + caplog.text
    assert not [one for one in hidden if one in log]


def _everything(
    app: Flask, client: FlaskClient, table: str, seq: int
) -> list[tuple[str, str]]:
    """The answers to every page that can be asked for without a form, headers and
    all."""
    values = {
        "session_id": id_of(table),
        "slug": "joker-bridge",
        "seq": seq,
        "row_id": 1,
        "number": 1,
    }
    names = {
        "sealed.seal": "joker-suit",
        "files.static": "app.css",
        "sessions.enter": "quick",
    }
    found = []
    for rule in app.url_map.iter_rules():
        is_slow = rule.endpoint == "live.live" or re.search("pdf|blank", rule.endpoint)
        if "GET" not in (rule.methods or ()) or is_slow:
            continue
        more = {
            "name": names.get(rule.endpoint, "dealer"),
            "purpose": "watch",
            "words": "none",
        }
        built = rule.build(
            {
                argument: {**values, **more}.get(argument, "x")
                for argument in rule.arguments
            },
            False,
        )
        assert built is not None
        asked = client.get(built[1], query_string={"open": "1", "seat": "W"})
        found.append(
            (built[1], f"{asked.headers}\n{asked.get_data().decode(errors='replace')}")
        )
    assert len(found) > 40
    return found


def test_no_token_is_in_an_address_or_in_the_log_after_joining(
    visitor: Visitor, another: Another, app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    table = visitor.lay("bridge")
    address = link(app, table, Purpose.JOIN)
    west = answer(another(), address, seat="W").follow()
    words = address.rsplit("/", 1)[1]
    assert words not in west.text
    session = store_of(app).open(id_of(table))
    assert session is not None
    assert words not in write(session) + caplog.text
    assert west.page.headers["Referrer-Policy"] == "same-origin"


# ---- whose turn it is, and what both sides say of a result, on phones of their own ----


def test_the_turn_is_on_the_phone_of_the_player(
    visitor: Visitor, another: Another
) -> None:
    table = visitor.lay("bridge")
    page = visitor.get(table + "?form=auction").text
    assert 'class="whose' not in page, "one phone plays for all: nobody is waited for"
    east = join(visitor, another(), table, "E")
    host = visitor.get(table + "?form=auction").text
    assert "Your turn: " in host and '<details class="for-another">' not in host
    waiting = east.get(table + "?form=auction").text
    assert re.search(r'class="whose"[^>]*>Waiting for ', waiting)
    assert '<details class="for-another"><summary>Enter for ' in waiting
    visitor.get(table + "?form=auction").send(f"{table}enter/auction", call="1C")
    mine = east.get(table + "?form=auction").text
    assert re.search(r'class="whose mine"[^>]*>Your turn<', mine)
    assert "for-another" not in mine
    assert "Waiting for " in visitor.get(table + "?form=auction").text


@pytest.mark.parametrize("name", ["O'Brien", "Tom & Ann", "<script>"])
def test_who_is_waited_for_is_escaped_once(
    visitor: Visitor, another: Another, name: str
) -> None:
    table = visitor.lay("bridge", ("Ingrid", name, "Priya", "Marek"))
    join(visitor, another(), table, "E")
    auction = f"{table}enter/auction"
    visitor.get(f"{table}?form=auction").send(auction, call="1C").get(
        f"{table}?form=auction"
    )
    assert f"Waiting for {name}" in visitor.text
    assert f"Enter for {name}" in visitor.text
    assert "<script>" not in visitor.page.text


@pytest.mark.parametrize(
    ("game", "seat", "first", "tapped"),
    [
        ("bridge", "E", "1C", "call=1D"),
        ("bridge", "E", "1C", "why=1C"),
        ("rook", "2", "", "why=pass-partner"),
    ],
)
def test_what_was_tapped_in_one_turn_is_dropped_in_the_next(
    visitor: Visitor, another: Another, game: str, seat: str, first: str, tapped: str
) -> None:
    table = visitor.lay(game)
    mine = join(visitor, another(), table, seat)
    if first:
        visitor.get(table + "?form=auction").send(f"{table}enter/auction", call=first)
    page = mine.get(table + "?form=auction").text
    (link,) = re.findall(rf'href="[^"?]*([?][^"]*{tapped})"', page)
    address = table + link.replace("&amp;", "&")
    shows = 'class="said-card"' if "call" in tapped else 'class="notice" role="alert"'
    assert shows in mine.get(address).text and "Your turn" in mine.text
    form = mine.hidden()
    called = {"bridge": "Pass", "rook": "pass"}[game]
    visitor.get(table + "?form=auction").send(f"{table}enter/auction", call=called)
    after = mine.get(address).text  # as the live page asks for it again
    assert shows not in after and '<details class="for-another">' in after
    mine.send(f"{table}enter/auction", **form | {"call": called})
    assert mine.page.status_code == 409 and "Somebody was faster" in mine.text


def test_each_side_agrees_to_the_last_result_on_its_own_phone(
    visitor: Visitor, another: Another
) -> None:
    table = visitor.lay("bridge")
    deal = {"level": "2", "denomination": "S", "declarer": "S", "tricks": "9"}
    east = join(visitor, another(), table, "E")
    visitor.get(table + "?form=quick").send(f"{table}enter/quick", **deal)
    for phone, side in ((visitor, "north-south"), (east, "east-west")):
        page = phone.get(table).text
        assert "result-card" in page and "Agree" in page
        (url,) = re.findall(r'action="([^"]+/agree/\d+)"', page)
        phone.send(
            url,
            party=re.findall(r'name="party" value="([^"]+)"', page)[0],
            then="table",
        )
        assert phone.page.headers["Location"].startswith(f"{table}?saved="), side
        assert "Agree" not in phone.get(table).text
    assert "Both sides agree." in visitor.get(table).text


def test_agreeing_and_the_next_deal_are_two_entries_from_one_page(
    visitor: Visitor, another: Another
) -> None:
    table = visitor.lay("bridge")
    deal = {"level": "2", "denomination": "S", "declarer": "S", "tricks": "9"}
    east = join(visitor, another(), table, "E")
    visitor.get(table + "?form=quick").send(f"{table}enter/quick", **deal)
    keys = re.findall(r'name="key" value="([^"]+)"', east.get(table).text)
    assert len(keys) == len(set(keys)) == 2


def test_what_is_refused_for_somebody_else_is_not_folded_away(
    visitor: Visitor, another: Another
) -> None:
    table = visitor.lay("rook")
    other = join(visitor, another(), table, "2")
    folded = '<details class="for-another">'
    (page,) = (
        one.get(table).text for one in (visitor, other) if folded in one.get(table).text
    )
    actor = visitor if folded in visitor.get(table).text else other
    refused = actor.send(f"{table}enter/auction", call="3").text
    assert 'role="alert"' in refused and '<details class="for-another" open>' in refused
    for text in (page, refused):
        assert text.count("<details") == text.count("</details>")


def test_one_phone_for_all_shows_no_card(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    deal = {"level": "2", "denomination": "S", "declarer": "S", "tricks": "9"}
    visitor.get(table + "?form=quick").send(f"{table}enter/quick", **deal)
    assert "result-card" not in visitor.get(table).text


def test_what_was_changed_is_spoken_of_on_every_phone(
    app: Flask, visitor: Visitor, another: Another
) -> None:
    table = visitor.lay("bridge")
    east = join(visitor, another(), table, "E")
    deal = {"level": "2", "denomination": "S", "declarer": "S", "tricks": "9"}
    visitor.get(table + "?form=quick").send(f"{table}enter/quick", **deal)
    for seat in ("N", "E"):
        app.extensions["channels"].polled(id_of(table), f"phone {seat}", (seat,))
    page = east.get(table).text
    assert "data-change" not in page
    (row,) = set(re.findall(r"row-(\d+)", visitor.get(table + "sheet").text))
    url = f"{table}rows/{row}/correct"
    visitor.get(url).send(url, **(deal | {"tricks": "8"}), reason="one too many")
    page = east.get(table).text
    assert re.search(r'data-change="[^"]+"><p>.*<del>.*</del> → ', page)
    assert "<b>8 tricks" in page


def test_the_last_deal_is_corrected_while_the_next_is_called(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    visitor.get(table + "?form=quick").send(
        f"{table}enter/quick", level="2", denomination="S", declarer="S", tricks="9"
    )
    (before,) = re.findall(r"rows/(\d+)/correct", visitor.get(table + "more").text)
    visitor.get(table + "?form=auction").send(f"{table}enter/auction", call="1C")
    assert re.findall(r"rows/(\d+)/correct", visitor.get(table + "more").text) == [
        before
    ]
    assert "Save" in visitor.get(f"{table}rows/{before}/correct").text
