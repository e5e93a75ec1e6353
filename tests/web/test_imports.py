"""Files that come over the network: who may send one, what it may say, who sees what
came."""

import io
import itertools
import os
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask

from scorekeeper import create_app
from scorekeeper.__main__ import main
from scorekeeper.core.codec import encode
from scorekeeper.core.evening import Adjusted, Seated
from scorekeeper.core.notes import Signed
from scorekeeper.core.phone_notes import Arrival, PhoneSeated, Role
from scorekeeper.core.result_notes import (
    ChangeProposed,
    ResultConfirmed,
    SettledChanged,
)
from scorekeeper.core.rules_notes import RulesAccepted
from scorekeeper.core.ruling_notes import Ruled, RulingAppealed
from scorekeeper.core.seals import LeftSealed, Sealed
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.core.session import Command, Entry, Event, Stamp
from scorekeeper.exports import importing
from scorekeeper.exports.session_file import read, write
from scorekeeper.games import GAMES
from scorekeeper.limited_process import apart
from scorekeeper.store import Store
from scorekeeper.store.phones import Phones
from scorekeeper.tables.session import Session, opened
from scorekeeper.web.archive import files
from tests.adopting import adopt
from tests.exports import sheets
from tests.web.boards import three
from tests.web.confirming import DEAL
from tests.web.conftest import Visitor, app, client, join, visitor

__all__ = ["app", "client", "visitor"]

RUBBER = write(sheets.rubber()).encode()
LATER = "2199-01-01T00:00:00Z"
Another = Callable[[], Visitor]


def send(visitor: Visitor, data: bytes) -> Visitor:
    return visitor.get("/moving").send(
        "/moving", file=(io.BytesIO(data), "evening.jsonl")
    )


def file_of(visitor: Visitor, table: str) -> Session:
    return read(visitor.client.get(table + "session.jsonl").get_data()).session


def first_of(data: bytes, entries: int) -> Session:
    """The session of this file as it was after so many entries."""
    whole = read(data).session
    return opened(whole.game, whole.header, whole.log[:entries])


def with_facts(
    session: Session, *facts: Event, by: str | None = None, note: str = ""
) -> bytes:
    last = session.log[-1].at if session.log else "2026-11-21T20:00:00Z"
    for n, fact in enumerate(facts):
        stamp = Stamp(last, by, note, f"mine-{n}")
        session = session.grown(session.additions(Command((Entry(fact),)), stamp))
    return write(session).encode()


# ---- who may send a file, and who sees what came ----


def test_a_phone_that_hosts_no_table_sends_no_file(
    app: Flask, visitor: Visitor
) -> None:
    assert 'type="file"' not in visitor.get("/moving").text
    assert send(visitor, RUBBER).page.status_code == 422
    assert "Only a host’s phone can import" in visitor.text
    assert app.extensions["store"].ids() == []


def test_what_a_stranger_took_in_is_in_nobodys_lists_until_a_host_accepts_it(
    app: Flask, visitor: Visitor, another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.lay("rook", ("Ada", "Bo", "Cy", "Di"))
    stranger = another()
    stranger.lay("rook", ("Eve", "Bo", "Cy", "Di"))
    monkeypatch.setattr("scorekeeper.web.archive.files.now", lambda: LATER)
    assert "New: 1." in send(stranger, RUBBER).text
    for one in (visitor, stranger):
        for address in (
            "/",
            "/history/",
            "/history/?q=priya",
            "/history/groups",
            "/statistics/",
        ):
            assert "Priya" not in one.get(address).text
        assert "Priya" not in one.get("/new/bridge").text
    assert b"Priya" not in visitor.client.get("/scorekeeper.zip").get_data()
    assert another().get("/t/evening-1/sheet").page.status_code == 404
    assert "Priya" in stranger.get("/moving").text
    assert "Accept" not in stranger.text
    stranger.send("/moving/waiting", session="evening-1", do="accept")
    assert "Priya" not in visitor.get("/history/").text
    stranger.get("/t/evening-1/phones").send("/t/evening-1/phones/take")
    for does in ("hide", "show"):  # it was in the lists, after that
        stranger.get("/t/evening-1/remove").send("/t/evening-1/remove", do=does)
    assert "Priya" not in visitor.get("/history/").text
    assert "Priya" not in another().get("/history/?player=priya").text
    other = another()  # comes only now, and so may not
    other.lay("rook", ("Flo", "Bo", "Cy", "Di"))
    assert "Accept" in visitor.get("/moving").text
    visitor.send("/moving/waiting", session="evening-1", do="accept")
    assert "Priya" in visitor.get("/history/").text
    assert "Priya" in another().get("/t/evening-1/sheet").text


def test_what_nobody_has_accepted_is_compared_with_nothing(
    visitor: Visitor, another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.lay("rook", ("Ada", "Bo", "Cy", "Di"))
    stranger = another()
    stranger.lay("rook", ("Eve", "Bo", "Cy", "Di"))
    monkeypatch.setattr("scorekeeper.web.archive.files.now", lambda: LATER)
    (session, *_) = three()
    assert "New: 1." in send(stranger, write(session).encode()).text
    for page in ("", "boards.pdf"):
        address = f"/history/boards/{page}?t={session.id}&t={session.id}"
        assert another().get(address).page.status_code == 404
    assert stranger.get(f"/history/boards/?t={session.id}").page.status_code == 200


def test_two_phones_of_a_stranger_accept_nothing_of_each_other(
    visitor: Visitor, another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though both host tables, with the people of the file, and sit at each other's."""
    kitchen = visitor.lay("bridge", ("Ada", "Bo", "Cy", "Di"))
    one = another()
    two = another()
    tables = [
        each.lay("bridge", ("Priya", "Tom", "Ingrid", "Marek")) for each in (one, two)
    ]
    join(one, two, tables[0], "W")
    join(two, one, tables[1], "W")
    join(one, visitor, tables[0], "N")  # who sits at their table has not let them in
    monkeypatch.setattr("scorekeeper.web.archive.files.now", lambda: LATER)
    for sends, accepts in ((one, two), (two, one)):
        assert "New: 1." in send(sends, first_odd(sends is one)).text
        assert f"odd-{sends is one}" not in accepts.get("/moving").text
        accepts.send("/moving/waiting", session=f"odd-{sends is one}", do="accept")
        accepts.send("/moving/waiting", session=f"odd-{sends is one}", do="drop")
        assert accepts.get(f"/t/odd-{sends is one}/sheet").page.status_code == 404
    assert "Odd" not in visitor.get("/history/").text
    assert "Accept" in visitor.get("/moving").text
    join(visitor, two, kitchen, "E")  # nor has who sits at theirs
    two.get("/moving").send("/moving/waiting", session="odd-True", do="accept")
    assert "Odd" not in visitor.get("/history/").text
    monkeypatch.setattr(
        "scorekeeper.web.archive.files.now", lambda: "2199-01-02T00:00:00Z"
    )
    visitor.get("/moving").send("/moving/waiting", session="odd-True", do="accept")
    assert "Odd" in visitor.get("/history/").text


def first_odd(is_one: bool) -> bytes:
    played = sheets.rubber()
    session = opened(played.game, replace(played.header, session=f"odd-{is_one}"))
    return with_facts(session, Seated("Odd", Seat.SOUTH))


def test_who_may_accept_is_asked_once_however_much_waits(
    app: Flask, visitor: Visitor, another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.lay("bridge")
    stranger = another()
    stranger.lay("rook")
    monkeypatch.setattr("scorekeeper.web.archive.files.now", lambda: LATER)
    for is_one in (True, False):
        send(stranger, first_odd(is_one))
    phones: Phones = app.extensions["store"].phones
    house = phones.house
    asked = list[str]()
    monkeypatch.setattr(phones, "house", lambda *of: asked.append("") or house(*of))
    assert visitor.get("/moving").text.count('name="session"') == 2
    assert len(asked) == 1


def let_in(ours: Visitor, other: Visitor) -> Visitor:
    """A phone of the house lets another one in."""
    shown = ours.get("/moving").send("/house/link")
    found = re.search(r"/house/[^<\s]+(?=</span>)", shown.text)
    assert found, shown.text
    other.get(found[0]).send(found[0])
    assert other.page.status_code == 303, other.text
    assert another_use_fails(other, found[0])
    return other


def another_use_fails(other: Visitor, address: str) -> bool:
    return other.get(address).page.status_code == 410


def test_a_household_takes_in_files_whichever_of_its_phones_sends_them(
    visitor: Visitor, another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    kitchen = visitor.lay("bridge", ("Ada", "Bo", "Cy", "Di"))
    monkeypatch.setattr("scorekeeper.web.archive.files.now", lambda: LATER)
    another().lay("rook", ("Eve", "Bo", "Cy", "Di"))  # a stranger's
    send(visitor, first_odd(is_one=True))
    assert "Odd" in visitor.get("/history/").text, (
        "nobody else of the house hosts: it waits not"
    )
    father = join(visitor, another(), kitchen, "E")
    father.lay("bridge")
    let_in(visitor, father)
    send(visitor, RUBBER)
    assert "Priya" not in visitor.get("/history/?game=joker-bridge").text
    assert "Accept" not in visitor.get("/moving").text
    father.get("/moving").send("/moving/waiting", session="evening-1", do="accept")
    assert "Priya" in visitor.get("/history/?game=joker-bridge").text


def house_of(app: Flask) -> set[str]:
    """The phones that have the house."""
    return {*app.extensions["store"].phones.house("2000-01-01T00:00:00Z", "")}


def test_the_house_is_whose_phone_opened_the_first_table(
    app: Flask, visitor: Visitor, another: Another
) -> None:
    """Whatever becomes of that table; and who is away for a year is nobody to wait
    for."""
    store: Store = app.extensions["store"]
    table = visitor.lay("rook", ("Ada", "Bo", "Cy", "Di"))
    (house,) = house_of(app)
    stranger = another()
    stranger.lay("rook", ("Eve", "Bo", "Cy", "Di"))
    long_ago = replace(sheets.rubber().header, session="old", at="1900-02-01T00:00:00Z")
    store.create(long_ago, (Entry(Seated("Odd", Seat.SOUTH)),), Stamp(LATER, key="odd"))
    stranger.get("/t/old/phones").send("/t/old/phones/take")
    assert stranger.page.status_code == 303
    assert house_of(app) == {house}
    visitor.get(table + "remove").send(table + "remove", do="delete", sure="1")
    assert visitor.page.status_code == 303
    assert house_of(app) == {house}, "a table that goes hands it to nobody"
    another().lay("rook")
    assert house_of(app) == {house}
    aged = ["2001-01-01T00:00:00Z", house]
    store.run("UPDATE phones SET made_at = ? WHERE reference = ?", aged)
    assert store.phones.house("2002-01-01T00:00:00Z", "") == {}
    assert house in store.phones.house("2002-01-01T00:00:00Z", house), (
        "who asks is not away"
    )
    another().lay("rook")
    assert store.phones.house("2002-01-01T00:00:00Z", "") == {}, (
        "a house that is lost is nobody's"
    )


def test_the_house_goes_along_when_a_phone_gets_a_fresh_reference(
    app: Flask, visitor: Visitor
) -> None:
    visitor.lay("rook")
    (before,) = house_of(app)
    visitor.lay("rook")
    assert len(house_of(app)) == 1 and house_of(app) != {before}
    assert "House managers" in visitor.get("/moving").text


def test_the_house_is_handed_on_by_who_has_it(
    app: Flask, visitor: Visitor, another: Another
) -> None:
    visitor.lay("bridge")
    stranger = another()
    other = another()
    stranger.lay("rook")
    assert "House managers" not in stranger.get("/moving").text
    assert stranger.send("/house/link").page.status_code == 403
    assert another().get("/house/guessed").page.status_code == 410
    visitor.get("/moving").send("/house/leave")
    assert len(house_of(app)) == 1, "nobody else has it"
    let_in(visitor, other)
    assert len(house_of(app)) == 2
    assert "2 phones, this one included" in other.get("/moving").text
    visitor.get("/moving").send("/house/leave")
    assert "House managers" not in visitor.get("/moving").text
    assert "Only this phone decides" in other.get("/moving").text
    assert visitor.send("/house/link").page.status_code == 403


def test_a_house_that_was_lost_is_given_at_the_command_line(
    app: Flask, visitor: Visitor, another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", app.config["INSTANCE"])
    assert "There is no house manager" in CliRunner().invoke(main, ["house"]).output
    visitor.lay("bridge")
    assert "A phone, since 20" in CliRunner().invoke(main, ["house"]).output
    said = CliRunner().invoke(main, ["house", "--link"])
    assert said.exit_code == 0, said.output
    found = re.search(r"/house/\S+", said.output)
    assert found
    new = another()
    new.get(found[0]).send(found[0])
    assert "Only this phone decides" in new.get("/moving").text
    assert "House managers" not in visitor.get("/moving").text
    assert new.get(found[0]).page.status_code == 410


@pytest.mark.parametrize("since", ["today", "years ago"])
def test_a_house_of_one_phone_waits_for_nobody(
    app: Flask, visitor: Visitor, since: str
) -> None:
    """A pocket's phone is as old as the pocket: no browser lets its cookie go."""
    visitor.lay("rook")
    if since != "today":
        app.extensions["store"].run(
            "UPDATE phones SET made_at = ?", ["2020-01-01T00:00:00Z"]
        )
    send(visitor, RUBBER)
    assert "evening-1" in visitor.get("/history/").text


def test_a_stranger_deletes_and_hides_nothing_that_came_in_a_file(
    app: Flask, visitor: Visitor, another: Another
) -> None:
    """Whoever comes first may play on at a table from a file; it is the house's all the
    same."""
    table = visitor.lay("bridge")
    send(visitor, RUBBER)
    stranger = another()
    stranger.get("/t/evening-1/phones").send("/t/evening-1/phones/take")
    assert stranger.page.status_code == 303
    for fields in ({"do": "hide"}, {"do": "delete", "sure": "1"}):
        stranger.get("/t/evening-1/remove").send("/t/evening-1/remove", **fields)
        assert stranger.page.status_code == 403
        assert "was imported" in stranger.text
    own = stranger.lay("bridge")
    stranger.get(own + "remove").send(own + "remove", do="delete", sure="1")
    assert stranger.page.status_code == 303, "its own table is its own"
    assert "evening-1" in visitor.get("/history/").text
    join(visitor, stranger, table, "W")
    stranger.get("/t/evening-1/remove").send("/t/evening-1/remove", do="hide")
    assert stranger.page.status_code == 403, (
        "who sits at the house's table has not the house"
    )
    let_in(visitor, stranger)
    stranger.get("/t/evening-1/remove").send("/t/evening-1/remove", do="hide")
    assert stranger.page.status_code == 303, "it is of the house now"
    assert "evening-1" not in visitor.get("/history/").text


# ---- a file that adds to a table ----


def test_what_a_file_adds_to_a_table_is_shown_then_taken_by_its_host_with_an_entry(
    app: Flask, visitor: Visitor
) -> None:
    table = visitor.lay("bridge")
    session = file_of(visitor, table)
    longer = with_facts(session, Adjusted("NS", 900, "because"), note="said so")
    send(visitor, longer)
    assert "What the file adds" in visitor.text
    assert "because" in visitor.text
    assert "said so" in visitor.text
    store: Store = app.extensions["store"]
    before = store.open(session.id)
    assert before is not None and before.last == session.last
    visitor.send("/moving")
    assert "Updated: 1." in visitor.text
    after = store.open(session.id)
    assert after is not None and after.last == session.last + 2
    assert write(after).splitlines()[-3] in longer.decode()
    assert "Imported from a file" in visitor.get(table + "log").text
    assert (
        visitor.get("/moving").send("/moving", shown="0" * 64).page.status_code == 422
    )


@pytest.mark.parametrize("comes", ["a host", "a seat"])
def test_a_file_adds_nothing_where_phones_came_while_it_was_checked(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch, comes: str
) -> None:
    """A table without a host gets one, or a seat of the host's its own phone, in
    between."""
    store: Store = app.extensions["store"]
    table = visitor.lay("bridge")
    session = file_of(visitor, table)
    longer = with_facts(session, Adjusted("EW", 900, "East said so"), by="E")
    if comes == "a host":
        longer = RUBBER
        session = first_of(RUBBER, 7)
        send(visitor, write(session).encode())
    judged = files._judged

    def and_then(found: Any, *, is_alone: bool) -> Any:
        done = judged(found, is_alone=is_alone)
        if comes == "a host":
            store.phones.host(session.id, "b" * 64, COMPASS, LATER)
        else:
            store.phones.sit(session.id, "b" * 64, (Seat.EAST,), LATER, is_moved=True)
        return done

    send(visitor, longer)
    if comes == "a host":
        kept = store.open(session.id)
        assert kept is not None and kept.last > session.last, "as long as nobody comes"
        store.delete(session.id, "host", LATER)
        adopt(store, session.header, session.log)
    monkeypatch.setattr(files, "_judged", and_then)
    if comes == "a host":
        send(visitor, longer)
    else:
        visitor.send("/moving")
    assert visitor.page.status_code == 422
    assert "changed while the file was checked" in visitor.text
    kept = store.open(session.id)
    assert kept is not None and kept.last == session.last


def test_an_older_file_of_a_session_that_was_deleted_is_refused(
    app: Flask, visitor: Visitor
) -> None:
    """Else what all had agreed to since would be undone by deleting the table."""
    visitor.lay("bridge")  # a host may send files
    store: Store = app.extensions["store"]
    whole = read(RUBBER).session
    send(visitor, RUBBER)
    store.delete(whole.id, "host", LATER)
    send(visitor, write(first_of(RUBBER, 7)).encode())
    assert visitor.page.status_code == 422
    assert "was deleted here" in visitor.text
    assert store.open(whole.id) is None
    send(visitor, RUBBER)
    assert store.open(whole.id) is not None


def test_what_a_file_adds_is_worked_out_apart(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = visitor.lay("bridge")
    longer = with_facts(file_of(visitor, table), Adjusted("NS", 900, "because"))

    def in_this_process(*_: object) -> None:
        raise AssertionError("a thread of the server folds the file")

    monkeypatch.setattr(importing, "opened", in_this_process)
    assert "What the file adds" in send(visitor, longer).text


def test_what_waits_has_so_much_room_and_no_more(
    app: Flask, visitor: Visitor, another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.lay("bridge")
    stranger = another()
    stranger.lay("rook")
    assert "New: 1" in send(stranger, RUBBER).text
    assert app.extensions["store"].imports.waiting_bytes() > len(RUBBER) // 2
    monkeypatch.setattr(files, "WAITING_BYTES", 1000)
    other = named("Ada")
    assert send(stranger, other).page.status_code == 422
    assert "Too much is waiting" in stranger.text
    assert app.extensions["store"].open(read(other).session.id) is None
    room = app.extensions["store"].imports.waiting_bytes() + 100
    monkeypatch.setattr(files, "WAITING_BYTES", room)
    assert send(stranger, other).page.status_code == 422, (
        "there is room, but not so much"
    )
    assert "Too much is waiting" in stranger.text


def test_a_waiting_session_that_others_play_at_is_not_deleted(
    app: Flask, visitor: Visitor, another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.lay("bridge")
    monkeypatch.setattr("scorekeeper.web.archive.files.now", lambda: LATER)
    stranger = another()
    stranger.lay("rook")
    send(stranger, RUBBER)
    store: Store = app.extensions["store"]
    (waits,) = store.imports.unlisted()
    name = waits.summary.session
    store.phones.host(name, waits.phone, COMPASS, LATER)
    visitor.get("/moving").send("/moving/waiting", session=name, do="drop")
    assert visitor.page.status_code == 409 and "others play at one" in visitor.text
    assert store.open(name) is not None
    store.phones.end(name, Role.HOST)
    store.phones.leave(name, waits.phone, LATER)
    visitor.get("/moving").send("/moving/waiting", session=name, do="drop")
    assert store.open(name) is None


def test_only_the_host_takes_in_a_file_that_adds_to_a_table(
    visitor: Visitor, another: Another
) -> None:
    table = visitor.lay("bridge")
    seat = join(visitor, another(), table, "E")
    seat.lay("rook")
    longer = with_facts(file_of(visitor, table), Adjusted("EW", 900, "because"))
    assert send(seat, longer).page.status_code == 422
    assert "Only a phone at that table" in seat.text


def _signed(session: Session) -> Signed:
    return Signed(session.last, session.head, (("NS", "0"), ("EW", "0")), (Seat.EAST,))


WORDS: dict[str, Callable[[Session], tuple[Event, str | None]]] = {
    "a phone": lambda one: (PhoneSeated((Seat.EAST,), Arrival.BY_ARBITER), None),
    "rules": lambda one: (RulesAccepted((Seat.EAST, Seat.WEST), one.rules), None),
    "a signature": lambda one: (_signed(one), None),
    "a fact": lambda one: (Adjusted("NS", 900, "mine"), "E"),
    "a result": lambda one: (ResultConfirmed(1, "EW"), None),
    "a phone of the host's": lambda one: (PhoneSeated((Seat.WEST,)), None),
    "a consent": lambda one: (SettledChanged((1,), ("NS",)), None),
    "a proposal": lambda one: (ChangeProposed({}, "", ()), None),
}


@pytest.mark.parametrize("said", WORDS.values(), ids=WORDS)
def test_a_file_speaks_for_nobody_who_has_a_phone_here(
    app: Flask,
    visitor: Visitor,
    another: Another,
    said: Callable[[Session], tuple[Event, str | None]],
) -> None:
    table = visitor.lay("bridge")
    join(visitor, another(), table, "E")
    session = file_of(visitor, table)
    fact, by = said(session)
    assert send(visitor, with_facts(session, fact, by=by)).page.status_code == 422
    assert (
        "can only come from" in visitor.text
        or "about this table’s phones" in visitor.text
    )
    store: Store = app.extensions["store"]
    kept = store.open(session.id)
    assert kept is not None and kept.last == session.last


def test_a_seal_that_a_file_copies_takes_nothing_from_the_first(
    app: Flask, visitor: Visitor, another: Another
) -> None:
    """The host's file says that North sealed the very same; that one is left closed,
    not West's."""
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    bid = {"level": "4", "denomination": "S", "doubling": "", "declarer": "S"}
    visitor.get(f"{table}?form=contract").send(f"{table}enter/contract", **bid)
    address = f"{table}sealed/new/hand?seat=W&open=1"
    west.get(address).send(address, cards=["S2", "H3"])
    session = file_of(visitor, table)
    made = session.log[-1].event
    assert isinstance(made, Sealed)
    copied = Sealed("seal.hand", Seat.NORTH, made.commitment)
    left = with_facts(session, copied, LeftSealed(session.last + 1))
    assert send(visitor, left).page.status_code == 200, (
        "an entry speaks of another that comes"
    )
    send(visitor, with_facts(session, copied)).send(
        "/moving", shown=visitor.hidden()["shown"]
    )
    address = f"{table}sealed/{session.last + 1}/leave"
    visitor.get(address).send(address, outcome="0")
    assert visitor.page.status_code == 303, visitor.text
    store: Store = app.extensions["store"]
    assert store.seals.kept(session.id, made.commitment) is not None


def test_an_archive_adds_to_no_table_that_is_played_here(visitor: Visitor) -> None:
    import zipfile

    table = visitor.lay("bridge")
    longer = with_facts(file_of(visitor, table), Adjusted("NS", 900, "because"))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.jsonl", longer)
        archive.writestr("b.jsonl", RUBBER)
    assert "by itself" in send(visitor, out.getvalue()).text


def test_one_address_has_so_much_time_of_a_computer_for_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is in them, and whether they are taken in."""
    app = create_app(
        {
            "INSTANCE": str(tmp_path / "limited"),
            "TESTING": True,
            "RATELIMIT_ENABLED": True,
        }
    )
    monkeypatch.setattr(files, "COMPUTED", "3 per hour")
    visitor = Visitor(app.test_client())
    other = Visitor(app.test_client())
    visitor.lay("bridge")
    codes = [send(visitor, b"no session").page.status_code for _ in range(5)]
    # a slow machine takes more than a second
    assert codes[0] == 422 and codes[3:] == [
        429,
        429,
    ]
    assert codes == sorted(codes)
    other.client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    other.lay("bridge")
    assert send(other, b"no session").page.status_code == 422


def test_files_that_were_shown_and_not_taken_have_so_much_room(
    app: Flask, another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MOST_KEPT", 2)
    folder = Path(app.config["INSTANCE"]) / "uploads"
    phones = [another() for _ in range(4)]
    for n, phone in enumerate(phones):
        session = file_of(phone, phone.lay("bridge"))
        send(phone, with_facts(session, Adjusted("NS", 900, "because")))
        assert "What the file adds" in phone.text
        for file in folder.iterdir():  # which are as old as they came
            os.utime(
                file, times=(1e9 + n, 1e9 + n)
            ) if file.stat().st_mtime > 2e9 - 1 else None
    assert len([*folder.iterdir()]) <= 2
    assert phones[-1].send("/moving").page.status_code == 200, phones[-1].text
    assert phones[0].send("/moving").page.status_code == 422


# ---- the door for texts ----


def named(person: str, note: str = "") -> bytes:
    played = sheets.rubber()
    header = replace(played.header, session="odd")
    return with_facts(
        opened(played.game, header), Seated(person, Seat.NORTH), note=note
    )


def beside(*persons: str) -> bytes:
    played = sheets.rubber()
    empty = opened(played.game, replace(played.header, session="odd"))
    sat = (Seated(one, seat) for one, seat in zip(persons, COMPASS, strict=False))
    return with_facts(empty, *sat)


def titled(**texts: str) -> bytes:
    game = GAMES["score-pad"]
    settings = encode(replace(game.rule_sheet.defaults, **texts))
    header = replace(sheets.rubber().header, game=game.slug, session="odd")
    empty = opened(game, replace(header, edition=game.edition, settings=settings))
    return with_facts(empty, Seated("Anna", Seat.ONE))


ODD: list[Any] = [
    (titled(game="Wiz\u202eard"), "invisible characters"),
    (titled(names="No tricks, No\nhearts"), "invisible characters"),
    (beside("Tom", "T\u043em"), "Tom"),
    (beside("Tom", "Tom\u200b"), "Tom"),
    (named("An\nna"), "invisible characters"),
    (named("An\0na"), "invisible characters"),
    (named("A\u202ena"), "invisible characters"),
    (named("Anna", note="a\nb"), "invisible characters"),
    (named("Anna", note="a\0b"), "invisible characters"),
    (named("Anna", note="a\u202eb"), "invisible characters"),
]


@pytest.mark.parametrize(("data", "said"), ODD)
def test_what_could_not_be_typed_does_not_come_in_a_file(
    app: Flask, visitor: Visitor, data: bytes, said: str
) -> None:
    visitor.lay("rook")
    assert send(visitor, data).page.status_code == 422
    assert said in visitor.text
    assert "odd" not in app.extensions["store"].ids()


# ---- limits ----


@pytest.mark.parametrize("by", ["Ingrid", "<b>", "13", "the arbiter", ""])
def test_an_entry_is_made_by_a_seat_or_by_nobody(visitor: Visitor, by: str) -> None:
    table = visitor.lay("bridge")
    appealed = Ruled("bridge.irregularity.revoke", (), "bridge.ruling.transfer")
    session = file_of(visitor, table)
    ruling = session.last + 1
    data = with_facts(session, appealed, RulingAppealed(ruling, "no"), by=by)
    assert send(visitor, data).page.status_code == 422
    assert "a seat such as" in visitor.text
    # One that an earlier release has let in stops no page.
    store = visitor.client.application.extensions["store"]
    for n, event in enumerate((appealed, RulingAppealed(ruling, "no"))):
        stamp = Stamp("2026-11-21T20:00:00Z", by, key=f"kept-{n}")
        store.append(session.id, Command((Entry(event),)), stamp)
    for page in (
        "",
        "log",
        "docket",
        f"docket/{ruling}",
        f"entries/{ruling + 1}/strike",
    ):
        assert visitor.get(table + page).page.status_code == 200, page


def test_what_is_too_heavy_to_check_is_refused(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.lay("rook")
    without_end = partial(apart, 0, sum, itertools.count())
    monkeypatch.setattr(
        "scorekeeper.exports.importing.apart", lambda *_, **__: without_end()
    )
    table = sheets.Table(sheets.BRIDGE)
    assert (
        "takes too long to check" in send(visitor, write(table.session).encode()).text
    )


def test_one_address_takes_in_so_many_sessions_an_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.web.archive.files.AN_HOUR", "1 per hour")
    strict = create_app(
        {"INSTANCE": str(tmp_path), "TESTING": True, "RATELIMIT_ENABLED": True}
    )
    visitor = Visitor(strict.test_client())
    visitor.lay("rook")
    visitor.client.environ_base["REMOTE_ADDR"] = "2001:db8::1"
    assert "New: 1." in send(visitor, RUBBER).text
    visitor.client.environ_base["REMOTE_ADDR"] = "2001:db8::2"  # of the same household
    assert send(visitor, RUBBER).page.status_code == 429


# ---- out of sight, and deleted ----


def test_the_host_hides_a_table_and_shows_it_again(
    visitor: Visitor, another: Another
) -> None:
    table = visitor.lay("bridge")
    seat = join(visitor, another(), table, "E")
    assert seat.get(table + "remove").page.status_code == 403
    seat.get(table)
    assert seat.send(table + "remove", do="delete", sure="1").page.status_code == 403
    visitor.get(table + "remove").send(table + "remove", do="hide")
    assert table not in visitor.get("/").text + visitor.get("/history/").text
    for page in ("?q=ingrid", "?player=ingrid", "groups"):
        assert "Ingrid" not in visitor.get(f"/history/{page}").text, page
    assert visitor.get(table).page.status_code == 200
    visitor.get(table + "remove").send(table + "remove", do="show")
    assert table in visitor.get("/").text


def test_the_host_deletes_a_table_for_good(app: Flask, visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    visitor.get(f"{table}?form=quick").send(f"{table}enter/quick", **DEAL)
    data = visitor.client.get(table + "session.jsonl").get_data()
    visitor.lay("rook")
    visitor.get(table + "remove").send(table + "remove", do="delete")
    assert visitor.page.status_code == 422
    visitor.send(table + "remove", do="delete", sure="1").follow()
    assert "deleted by the host" in visitor.text
    for page in ("", "live?v=", "sheet"):
        assert visitor.get(table + page).page.status_code == 404
    assert "This table was deleted" in visitor.text
    assert table not in visitor.get("/").text
    assert re.search(r"[A-Z0-9]{4}-", visitor.get("/moving").text)
    assert "New: 1." in send(visitor, data).text
