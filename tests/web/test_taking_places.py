"""Who has which place at a table: nobody gets one by a trick, and each is written
down."""

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo
from itertools import count
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.core.evening import Seated
from scorekeeper.core.phone_notes import PhoneSeated, Role
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Stamp
from scorekeeper.store import database
from scorekeeper.store.phones import JOINABLE, Invitation, Purpose, hashed
from scorekeeper.tables.names import clean, why_not
from tests.web.conftest import PEOPLE, Visitor, accept_arbiter, join
from tests.web.profiles import PUBLIC, behind_tls
from tests.web.seating import (
    answer,
    cookie_of,
    id_of,
    link,
    reference,
    seats_of,
    store_of,
)
from tests.web.showing import link_shown

Another = Callable[[], Visitor]
DEAL = {
    "level": "4",
    "denomination": "H",
    "doubling": "",
    "declarer": "S",
    "tricks": "10",
}


def kinds(app: Flask, table: str) -> list[str]:
    session = store_of(app).open(id_of(table))
    assert session is not None
    return [entry.event.KIND for entry in session.log]


def play(host: Visitor, table: str) -> None:
    host.get(table + "?form=quick").send(table + "enter/quick", **DEAL)
    assert host.page.status_code == 303, host.text


def held(app: Flask, table: str) -> set[tuple[str, Role | None, Seat | None]]:
    found = store_of(app).phones.holdings(id_of(table))
    return {(holding.phone, holding.role, holding.seat) for holding in found}


# ---- opening ----


def test_another_tables_id_as_key_opens_a_table_of_its_own(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    """A stranger lays the same table, is its arbiter, and goes on "again" to somebody
    else's."""
    table = visitor.lay("bridge")
    thief = another()
    accomplice = another()
    laid = thief.lay("bridge")
    answer(accomplice, link(app, laid, Purpose.ARBITER))
    before = held(app, table), kinds(app, table)
    thief.get(laid).send(laid + "again", key=id_of(table))
    assert thief.page.status_code == 303
    assert id_of(thief.page.headers["Location"]) not in (id_of(table), id_of(laid))
    thief.get("/new/bridge")
    names = re.findall(r'name="(seat[^"]+)"', thief.page.text)
    thief.send("/new/bridge", **dict(zip(names, PEOPLE, strict=True)), key=id_of(table))
    assert id_of(thief.page.headers["Location"]) != id_of(table)
    assert (held(app, table), kinds(app, table)) == before


def test_a_form_opens_one_table_for_its_own_phone_alone(
    visitor: Visitor, another: Another
) -> None:
    table = visitor.lay("bridge")
    visitor.get("/new/bridge")
    names = re.findall(r'name="(seat[^"]+)"', visitor.page.text)
    fields = {**visitor.hidden(), **dict(zip(names, PEOPLE, strict=True))}
    first, second = (visitor.client.post("/new/bridge", data=fields) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"] != table
    stranger = another().get("/new/bridge")
    mine = stranger.hidden() | {"key": fields["key"]}
    opened = stranger.client.post("/new/bridge", data=fields | mine).headers["Location"]
    assert opened != first.headers["Location"]


@pytest.mark.parametrize("way", ["again", "rules/begin"])
def test_who_goes_along_to_the_next_table_is_in_its_log(
    visitor: Visitor, another: Another, app: Flask, way: str
) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    arbiter = another()
    answer(arbiter, link(app, table, Purpose.ARBITER))
    west.get(table + "phones").send(table + "phones/sit", seat="E")
    if way == "again":
        visitor.get("/").send(table + "again")
    else:
        visitor.get(table + "rules/change").send(
            table + "rules/preview", scoring="chicago"
        )
        visitor.send(table + way, scoring="chicago")
    opened = visitor.page.headers["Location"]
    assert visitor.page.status_code == 303 and opened != table
    assert kinds(app, opened)[-2:] == ["phone-seated", "phone-is"]
    assert set(seats_of(app, west, opened)) == {"E", "W"}


# ---- entries ----


def test_a_place_is_noted_whatever_key_the_form_names(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    """Under a key that another entry has, the entry was left out and the seat was
    taken."""
    table = visitor.lay("bridge")
    lines = (
        visitor.client.get(table + "session.jsonl").get_data(as_text=True).splitlines()
    )
    used = json.loads(lines[1])["key"]
    west = another()
    address = link(app, table, Purpose.JOIN)
    answer(west, address, seat="W", key=used, seen="0")
    assert seats_of(app, west, table) == "W"
    assert kinds(app, table)[-1] == "phone-seated"


def test_a_place_that_cannot_be_noted_is_not_given(
    visitor: Visitor, another: Another, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = visitor.lay("bridge")
    west = another()
    address = link(app, table, Purpose.JOIN)
    before = held(app, table)

    def broken(*_args: object, **_named: object) -> None:
        raise OSError("no room")

    app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr("scorekeeper.web.phones.taking_places.append", broken)
    assert answer(west, address, seat="W").page.status_code == 500
    assert held(app, table) == before


# ---- seats that a phone holds ----


def test_four_friends_sit_down_and_nobody_waits(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    for seat in "NEW":
        assert seats_of(app, join(visitor, another(), table, seat), table) == seat
    assert seats_of(app, visitor, table) == "S"


@pytest.mark.parametrize("said", [{}, {"own": "S"}, {"own": "N"}, {"own": ""}])
def test_who_opens_a_table_says_which_seat_is_its_own(
    visitor: Visitor, another: Another, app: Flask, said: dict[str, str]
) -> None:
    """The host's is South's phone unless it says another; the rest is free for whoever
    joins."""
    table = visitor.lay("bridge", **said)
    own = said.get("own", "S")
    address = link(app, table, Purpose.JOIN)
    thief = answer(another(), address, seat=own or "Q")
    assert thief.page.status_code == (409 if own else 400)
    for seat in "NESW".replace(own, "") if own else "NESW":
        assert seats_of(app, answer(another(), address, seat=seat), table) == seat
    assert seats_of(app, visitor, table) == own
    log = visitor.get(table + "log").text
    assert kinds(app, table).count("phone-seated") == 4, (
        "an entry at each claim, and for its own"
    )
    assert ("the host’s own seat" in log) == bool(own)


def test_a_seat_is_chosen_in_the_form_and_kept_when_it_is_refused(
    visitor: Visitor,
) -> None:
    visitor.get("/new/rook")
    assert re.search(r'name="own" value="1" checked', visitor.text)
    visitor.send("/new/rook", seat1="Ada <b>", own="3")
    assert visitor.page.status_code == 422
    assert re.search(r'name="own" value="3" checked', visitor.text)
    drawn = visitor.page.text
    own = drawn.partition("Whose phone is this?")[2].partition("</fieldset>")[0]
    assert "Ada &lt;b&gt;</span>" in own, "a name known already stands for its seat"
    assert "Seat 3</span>" in own


def test_this_is_me_leaves_an_entry(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge", own="")
    for _ in range(2):
        visitor.get(table + "phones").send(table + "phones/keep", seat="S")
    assert kinds(app, table).count("phone-seated") == 1
    west = join(visitor, another(), table, "W")
    assert "Priya: the host’s own seat" in west.get(table + "log").text


def test_the_arbiter_moves_a_seat_and_all_see_it(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    arbiter = another()
    answer(arbiter, link(app, table, Purpose.ARBITER))
    arbiter.get(table + "phones").send(table + "phones/move", seat="W")
    assert arbiter.page.status_code == 403
    assert "to accept you as arbiter" in arbiter.text
    accept_arbiter(table, visitor, west)
    made = []
    for _ in range(2):
        arbiter.get(table + "phones").send(table + "phones/move", seat="W")
        made.append(link_shown(app, table))
    new = answer(another(), made[0])
    assert seats_of(app, new, table) == "W" and seats_of(app, west, table) == ""
    assert "The arbiter moved Marek to another phone" in west.get(table + "log").text
    assert another().get(made[1]).page.status_code == 410, "it ended with the move"
    arbiter.get(table + "phones").send(table + "phones/move", seat="N")
    north = link_shown(app, table)
    visitor.get(table + "phones").send(table + "phones/dismiss")
    assert another().get(north).page.status_code == 410, "it ended with the arbiter"


def test_many_links_to_one_seat_end_none_to_another(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    visitor.get(table + "phones").send(table + "phones/move", seat="N")
    north = link_shown(app, table)
    for n in range(JOINABLE + 1):  # each a second after the one before
        until = f"2099-01-01T00:00:{n:02}Z"
        to_west = Invitation(
            id_of(table), Purpose.MOVE, (Seat.WEST,), f"{n}", until, True
        )
        store_of(app).phones.invite(f"words {n}", to_west, "2026-01-01T00:00:00Z")
    phones = store_of(app).phones
    assert not phones.invitation("words 0", "2026-01-01T00:00:00Z"), (
        "the oldest makes way"
    )
    assert another().get(north).page.status_code == 200


@pytest.mark.parametrize("does", ["leave", "dismiss", "keep"])
def test_who_became_or_is_no_longer_the_host_meanwhile(
    visitor: Visitor,
    another: Another,
    app: Flask,
    monkeypatch: pytest.MonkeyPatch,
    does: str,
) -> None:
    """The guard has let it through, and before it writes, another request changes who
    is host."""
    table = visitor.lay("bridge")
    store = store_of(app)
    west = join(visitor, another(), table, "W")
    asks = west if does == "leave" else visitor
    asks.get(table + "phones")
    in_transaction = store.in_transaction
    me = hashed(reference(west))
    before = kinds(app, table)

    def meanwhile(work: Callable[[object], object], *sessions: str) -> object:
        monkeypatch.setattr(store, "in_transaction", in_transaction)
        store.phones.take_over(id_of(table), me, (), "2026-01-01T00:00:00Z")
        return in_transaction(work, *sessions)

    monkeypatch.setattr(store, "in_transaction", meanwhile)
    asks.send(f"{table}phones/{does}", seat="S")
    assert asks.page.status_code == (409 if does == "leave" else 403)
    assert (me, Role.HOST, None) in held(app, table)
    assert kinds(app, table) == before


def test_who_only_watches_leaves_an_entry_and_no_link_fills_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(
        {"INSTANCE": str(tmp_path / "i"), "TESTING": True, "PUBLIC_URL": PUBLIC}
    )
    monkeypatch.setattr("scorekeeper.web.phones.taking_places.WATCHERS", 3)
    host = behind_tls(app)
    table = host.lay("bridge")
    before = len(kinds(app, table))
    for n in range(5):
        guest = answer(behind_tls(app), link(app, table, Purpose.WATCH))
        assert guest.page.status_code == (303 if n < 3 else 409)
        guest.get(table + "phones").send(table + "phones/leave")
    assert kinds(app, table)[before:] == ["phone-is"] * 3
    assert "One more phone watches" in host.get(table + "log").text
    host.get(table + "phones/watch").send(table + "phones/dismiss", purpose="watch")
    assert "The host ended all links" in host.get(table + "log").text
    guest = answer(behind_tls(app), link(app, table, Purpose.WATCH))
    assert guest.page.status_code == 303
    host.get("/").send(table + "again")
    assert kinds(app, host.page.headers["Location"])[-1] == "phone-is", "it goes along"


def test_a_phone_at_a_table_that_was_deleted_is_told_so_in_public(
    tmp_path: Path,
) -> None:
    app = create_app(
        {"INSTANCE": str(tmp_path / "i"), "TESTING": True, "PUBLIC_URL": PUBLIC}
    )
    host = behind_tls(app)
    table = host.lay("bridge")
    guest = answer(behind_tls(app), link(app, table, Purpose.JOIN))
    host.get(table + "remove").send(table + "remove", do="delete", sure="1")
    for page in ("", "live?v=", "phones"):
        assert guest.get(table + page).page.status_code == 404
    assert "This table was deleted" in guest.text
    unknown = f"/t/{'0' * 32}/"
    assert guest.get(unknown).page.status_code == 403, "as a table that is closed to it"


def test_the_hosts_own_seat_is_not_taken(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    north = join(visitor, another(), table, "N")
    assert (
        north.get(table + "phones")
        .send(table + "phones/keep", seat="N")
        .page.status_code
        == 403
    )
    north.get(table + "phones").send(table + "phones/sit", seat="S")
    assert north.page.status_code == 409 and "ask the host" in north.text
    thief = another()
    address = link(app, table, Purpose.JOIN)
    thief.get(address)
    assert thief.text.count("Sit here") == 2  # East and West
    assert thief.send(address, seat="S").page.status_code == 409
    assert "S" in seats_of(app, visitor, table)


def test_once_play_has_begun_the_hosts_seats_are_handed_over_by_its_phone(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    play(visitor, table)
    visitor.get(table + "log")
    strike = re.search(r'href="([^"]*/strike)"', visitor.text)
    assert strike
    visitor.get(strike[1]).send(strike[1], reason="so that nothing was played")
    assert (
        west.get(table + "phones").send(table + "phones/sit", seat="N").page.status_code
        == 409
    )
    late = another()
    address = link(app, table, Purpose.JOIN)
    assert answer(late, address, seat="N").page.status_code == 409
    assert "“Move” beside your name" in late.get(address).text
    visitor.get(table + "phones").send(table + "phones/move", seat="N")
    assert "within 2 minutes" in visitor.text
    answer(late, link(app, table, Purpose.MOVE, Seat.NORTH))
    assert seats_of(app, late, table) == "N"
    assert "Ingrid moved to another phone" in visitor.get(table + "log").text


def test_nobody_strikes_out_that_a_phone_came(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    west, east = (join(visitor, another(), table, seat) for seat in "WE")
    session = store_of(app).open(id_of(table))
    assert session is not None
    came = next(
        entry.seq for entry in session.log if entry.event == PhoneSeated((Seat.WEST,))
    )
    for phone in (visitor, west, east):
        for how in ("strike", "correct"):
            page = f"{table}entries/{came}/{how}"
            assert phone.get(page).page.status_code == 404
            assert phone.get(table).send(page).page.status_code == 404


def sits_out(app: Flask, table: str, person: str, by: str | None = None) -> None:
    """Enter that somebody has left the seat to nobody, as a node or a file may."""
    command = Command((Entry(Seated(person)),))
    store_of(app).append(
        id_of(table), command, Stamp("2026-11-20T20:00:00Z", by, "", person)
    )


def test_nobody_empties_a_seat_of_the_hosts_to_take_it(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    """It would speak for both sides from one phone."""
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    play(visitor, table)
    west.get(f"{table}entries/1/strike").send(f"{table}entries/1/strike")
    assert west.page.status_code == 422, "a seating stays"
    sits_out(app, table, PEOPLE[0], "W")
    assert (
        west.get(table + "phones").send(table + "phones/sit", seat="N").page.status_code
        == 409
    )
    late = answer(another(), link(app, table, Purpose.JOIN), seat="N", name="Zoë")
    assert late.page.status_code == 409
    west.get(table + "phones").send(table + "phones/leave")
    assert (
        answer(
            west, link(app, table, Purpose.JOIN), seat="N", name="Zoë"
        ).page.status_code
        == 409
    )
    answer(late, link(app, table, Purpose.MOVE, Seat.NORTH))
    assert seats_of(app, late, table) == "N"


def test_who_comes_later_takes_an_empty_seat(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    play(visitor, table)
    sits_out(app, table, "Marek")
    late = answer(another(), link(app, table, Purpose.JOIN), seat="W", name="Zoë")
    assert late.page.status_code == 303 and seats_of(app, late, table) == "W"
    sits_out(app, table, "Tom")
    later = answer(another(), link(app, table, Purpose.JOIN), seat="E", name="Ida")
    assert later.page.status_code == 303 and seats_of(app, later, table) == "E"


# ---- the phone's reference ----


def test_a_planted_reference_with_a_place_dies_when_a_seat_is_claimed(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    thief = another()
    victim = another()
    bait = thief.lay("bridge")
    planted = reference(thief)
    victim.client.set_cookie(cookie_of(victim), planted)
    table = visitor.lay("bridge")
    join(visitor, victim, table, "W")
    assert reference(victim) != planted
    assert seats_of(app, victim, table) == "W"
    assert thief.get(table + "evening/dealer").page.status_code == 403
    assert set(seats_of(app, victim, bait)) == set("NESW"), "all it had goes along"
    assert thief.get(bait + "evening/dealer").page.status_code == 403, (
        "the old one is dead"
    )
    victim.get(table + "phones").send(table + "phones/sit", seat="E")
    assert set(seats_of(app, victim, table)) == {"E", "W"}


def test_a_table_laid_while_the_second_turns_keeps_its_reference(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = count()

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> "Clock":
            return cls(2026, 1, 1, tzinfo=tz) + timedelta(seconds=next(seconds))

    monkeypatch.setattr(database, "datetime", Clock)
    table = visitor.lay("bridge")
    before = reference(visitor)
    visitor.get(table + "?form=auction").send(table + "enter/auction", call="1C")
    assert visitor.page.status_code == 303
    assert reference(visitor) == before


@pytest.mark.parametrize("way", ["again", "left"])
def test_a_place_that_came_unasked_gets_a_fresh_reference_with_the_first_form(
    visitor: Visitor, another: Another, app: Flask, way: str
) -> None:
    """At a table that follows, and for the host when another phone leaves."""
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    store_of(app).run("UPDATE phones SET made_at = '2020-01-01T00:00:00Z'")
    if way == "again":
        visitor.get("/").send(table + "again")
        table = visitor.page.headers["Location"]
        gains = west
    else:
        west.get(table + "phones").send(table + "phones/leave")
        gains = visitor
    seats = seats_of(app, gains, table)
    before = reference(gains)
    gains.get(table + "evening/people")
    assert reference(gains) == before, "reading writes nothing"
    people = dict(zip("NESW", PEOPLE, strict=True))
    fields = {**gains.hidden(), **people, "bench0": "Zoë"}
    assert gains.client.post(table + "enter/people", data=fields).status_code == 303
    fresh = reference(gains)
    assert fresh != before and seats_of(app, gains, table) == seats
    planted = another()
    planted.client.set_cookie(cookie_of(planted), before)
    assert planted.get(table + "evening/dealer").page.status_code == 403
    # the answer was lost, the form comes again
    gains.client.set_cookie(cookie_of(gains), before)
    assert gains.client.post(table + "enter/people", data=fields).status_code == 303
    assert reference(gains) == fresh, "and again the same"
    gains.get(table + "evening/people").send(
        table + "enter/people", **people, bench0="Yan"
    )
    assert reference(gains) == fresh, "once is enough"


def test_a_lost_answer_does_not_lose_what_the_phone_had(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    """The same form again, with the reference that its first answer would have
    replaced."""
    west = another()
    own = west.lay("bridge")
    table = visitor.lay("bridge")
    old = reference(west)
    address = link(app, table, Purpose.JOIN)
    west.get(address)
    fields = {**west.hidden(), "seat": "W"}
    assert west.client.post(address, data=fields).status_code == 303
    west.client.set_cookie(cookie_of(west), old)
    assert west.client.post(address, data=fields).status_code == 303
    assert seats_of(app, west, table) == "W"
    assert set(seats_of(app, west, own)) == set("NESW")
    assert kinds(app, table).count("phone-seated") == 2, (
        "its own and the one that joined"
    )


# ---- watching and leaving ----


def test_a_hidden_table_stays_its_players_when_a_stranger_opens_one(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    store_of(app).hide(id_of(table), "2026-01-01T00:00:00Z")
    # its phone had no reference; nor has a hidden table an importer
    another().lay("bridge")
    assert store_of(app).phones.importer(id_of(table)) == ""
    assert west.get(table).page.status_code == 200


def test_a_link_to_a_seat_ends_when_its_phone_leaves(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    north = link(app, table, Purpose.MOVE, Seat.NORTH)
    kept = link(app, table, Purpose.MOVE, Seat.WEST)
    west.get(table + "phones").send(table + "phones/leave")
    assert another().get(kept).page.status_code == 410
    assert another().get(north).page.status_code == 200


def test_a_seat_that_has_moved_is_not_moved_by_an_earlier_link(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    join(visitor, another(), table, "W")
    earlier = link(app, table, Purpose.MOVE, Seat.WEST)
    answer(another(), link(app, table, Purpose.MOVE, Seat.WEST))
    assert another().get(earlier).page.status_code == 410


def test_links_that_the_host_before_made_end_with_it(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    made = [
        link(app, table, Purpose.ARBITER),
        link(app, table, Purpose.MOVE, Seat.NORTH),
        link(app, table, Purpose.HOST),
    ]
    answer(another(), link(app, table, Purpose.HOST))
    assert [another().get(one).page.status_code for one in made] == [410, 410, 410]


def test_the_host_ends_the_links_to_watch(tmp_path: Path) -> None:
    app = create_app(
        {"INSTANCE": str(tmp_path / "i"), "TESTING": True, "PUBLIC_URL": PUBLIC}
    )
    host, onlooker, late = (behind_tls(app) for _ in range(3))
    table = host.lay("bridge")
    to_sit = link(app, table, Purpose.JOIN)
    code = spoken(host.get(table + "phones").page.text)
    address = re.search(r"/j/[\w-]+", host.get(table + "phones/watch").text)
    assert address
    answer(onlooker, address[0])
    assert onlooker.get(table + "board").page.status_code == 200
    onlooker.get(table + "phones").send(table + "phones/dismiss", purpose="watch")
    assert onlooker.page.status_code == 403
    host.get(table + "phones/watch").send(table + "phones/dismiss", purpose="watch")
    assert host.page.status_code == 303
    assert onlooker.get(table + "board").page.status_code == 403
    assert late.get(address[0]).page.status_code == 410
    assert late.get(to_sit).page.status_code == 410, (
        "who comes to sit down may watch as well"
    )
    said = late.get("/join").send("/join", code=code)
    assert said.page.status_code == 422
    fresh = re.search(r"/j/[\w-]+", host.get(table + "phones/watch").text)
    assert fresh and fresh[0] != address[0]


def test_whoever_was_the_host_has_no_link_to_the_table_any_more(tmp_path: Path) -> None:
    """The phone that was lost knows those that it showed: in public they give a place
    to watch."""
    app = create_app(
        {"INSTANCE": str(tmp_path / "i"), "TESTING": True, "PUBLIC_URL": PUBLIC}
    )
    lost, fresh, finder = (behind_tls(app) for _ in range(3))
    table = lost.lay("bridge")
    to_sit = link(app, table, Purpose.JOIN)
    code = spoken(lost.get(table + "phones").page.text)
    answer(fresh, link(app, table, Purpose.HOST))
    assert fresh.get(table + "remove").page.status_code == 200
    assert finder.get(to_sit).page.status_code == 410
    assert finder.get("/join").send("/join", code=code).page.status_code == 422


def spoken(page: str) -> str:
    found = re.search(r'class="say">([^<]*)<', page)
    assert found
    return found[1]


def test_leaving_forgets_the_table_on_that_phone(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    west = another()
    own = west.lay("bridge")
    table = visitor.lay("bridge")
    join(visitor, west, table, "W")
    assert f'data-leaves="{table}"' in west.get(table + "phones").text
    west.send(table + "phones/leave")
    # What it keeps of other tables stays; once there are none, all goes.
    assert west.page.headers["Clear-Site-Data"] == '"cache"'
    guest = join(visitor, another(), table, "W")
    guest.get(table + "phones").send(table + "phones/leave")
    assert guest.page.headers["Clear-Site-Data"] == '"cache", "storage"'
    assert set(seats_of(app, west, own)) == set("NESW")


def test_back_after_sealing_asks_again(visitor: Visitor) -> None:
    """No page of a table is kept by a browser, with or without scripts."""
    table = visitor.lay("joker-bridge", suit_mode="sealed")
    address = f"{table}sealed/new/joker-suit?seat=W&open=1"
    for page in (
        visitor.get(address),
        visitor.send(address, suit_0="H"),
        visitor.get(address),
    ):
        assert page.page.headers.get("Cache-Control", "no-store") == "no-store"
        assert not re.search(r'<input[^>]*value="H"[^>]*checked', page.text)


# ---- names ----


@pytest.mark.parametrize(
    "alike",
    ["tom", "TOM", "Тom", "Tоm", "T\u200bom", "Tom\ufe0f", "T\u034fom", "Tom\u3164", "Ｔｏｍ",
     "𝐓𝐨𝐦", "T0m", "Tom\U000e0041", "Τom", "To\u2800m"],
)  # fmt: skip
def test_a_name_that_looks_like_another_is_refused(alike: str) -> None:
    why = why_not(alike, ["Ingrid", "Tom"])
    assert why is not None and why.code in ("refused.same-name", "refused.like-name")


@pytest.mark.parametrize(
    ("one", "other"), [("Ian", "lan"), ("Ian", "1an"), ("Bob", "B0b")]
)
def test_letters_and_digits_that_look_alike(one: str, other: str) -> None:
    assert why_not(one, [other]) and why_not(other, [one])


@pytest.mark.parametrize(
    ("one", "other"),
    [("Zoe", "Zora"), ("Tom", "Tim"), ("Ada", "Ida"), ("Иван", "Анна"), ("明", "朋")],
)  # fmt: skip
def test_names_that_differ_stand_together(one: str, other: str) -> None:
    assert why_not(one, [other]) is None and why_not(other, [one]) is None


@pytest.mark.parametrize(
    "name", ["👨\u200d👩\u200d👧", "🏳\ufe0f\u200d🌈", "می\u200cخواهم"]
)
def test_a_joiner_stays_where_it_is_seen(name: str) -> None:
    """It makes one sign of several, or parts two letters; nowhere else, and no other
    name."""
    assert clean(name) == name
    joiner = next(one for one in name if one in "\u200c\u200d")
    bare = re.sub("[\u200c\u200d]", "", name)
    assert clean(f"{joiner}{bare}{joiner}") == bare
    assert clean(name.replace(joiner, joiner * 2)) == bare
    assert clean(name.replace(joiner, f"{joiner}\u202e")) == bare
    assert clean(f"To{joiner}m") == "Tom"
    assert why_not(name, [bare]) is not None


def test_a_name_that_nobody_can_see_is_none() -> None:
    why = why_not("\u3164\u2800", [])
    assert why is not None and why.code == "refused.no-name"


def test_no_door_lets_a_look_alike_in(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    visitor.get("/new/bridge")
    names = re.findall(r'name="(seat[^"]+)"', visitor.page.text)
    people = ("Ingrid", "Tom", "Tоm", "Marek")
    visitor.send("/new/bridge", **dict(zip(names, people, strict=True)))
    assert visitor.page.status_code == 422 and "looks too much like" in visitor.text
    table = visitor.lay("bridge")
    for how in ("spelling", "somebody-else"):
        page = visitor.get(table + "evening/people?who=Marek")
        page.send(table + "enter/people", who="Marek", name="Tоm", how=how)
        assert visitor.page.status_code == 422 and "looks too much like" in visitor.text
    seats = {"N": "Ingrid", "E": "Tom", "S": "Priya", "W": "Marek"}
    visitor.get(table + "evening/people").send(
        table + "enter/people", **seats, bench0="Τom"
    )
    assert visitor.page.status_code == 422 and "looks too much like" in visitor.text
    visitor.get(table + "evening/people").send(
        table + "enter/people", **(seats | {"W": "Zoë"})
    )
    assert visitor.page.status_code == 303
    sits_out(app, table, "Zoë")
    late = answer(another(), link(app, table, Purpose.JOIN), seat="W", name="lngrid")
    assert late.page.status_code == 422 and "looks too much like" in late.text
    assert hashed(reference(late)) not in {one for one, _, _ in held(app, table)}
