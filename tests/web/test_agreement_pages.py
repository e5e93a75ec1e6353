"""What is settled stays, whatever a phone sends through the pages."""

import random
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from scorekeeper.core import phone_notes, result_notes, ruling_notes
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.phone_notes import Arrival
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry
from scorekeeper.games import GAMES
from scorekeeper.store import Store
from scorekeeper.tables.said import said_then
from scorekeeper.tables.session import Session
from scorekeeper.tables.settled import settled
from scorekeeper.tables.waiting_changes import change_of, written_change
from scorekeeper.words import words_in
from tests.agreements import facts_of, finished_rows
from tests.web.agreeing import moved_to, played, proposed, settle_all, table_of
from tests.web.confirming import DEAL
from tests.web.conftest import Visitor


def forms(
    session: Session, dice: random.Random
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The page to look at, where its form goes, and what is sent: each before a settled
    row."""
    party = dice.choice(session.parties).id
    seat = dice.choice(session.ring).value
    (part, *_) = session.game.carried_parts(session.settings)
    of_the_evening: dict[str, dict[str, Any]] = {
        "dealer": {"seat": seat},
        "thrown-in": {"reason": "misdeal"},
        "carried-in": {"party": party, "part": part, "points": 100},
        "adjusted": {"party": party, "points": 500, "reason": "mine"},
        "ended": {"reason": "mine"},
    }
    rows = finished_rows(session)
    for name, fields in of_the_evening.items():
        yield f"evening/{name}", f"enter/{name}", {**fields, "before": rows[0]}
    people = {one.value: f"Other {n}" for n, one in enumerate(session.ring)}
    yield "evening/people", "enter/people", {**people, "before": rows[0]}
    for row in rows:
        yield f"rows/{row}/strike", f"rows/{row}/strike", {"reason": "mine"}
    for entry in session.log:
        page = f"entries/{entry.seq}/strike"
        yield page, page, {"reason": "mine"}


@pytest.mark.parametrize(
    ("slug", "has_guest"),
    [("bridge", False), ("bridge", True), ("rook", False), ("berzerka", True)],
)
def test_no_page_changes_what_is_settled_by_one_phone(
    app: Flask,
    visitor: Visitor,
    another: Callable[[], Visitor],
    slug: str,
    has_guest: bool,
) -> None:
    phones = [visitor, another()] if has_guest else [visitor]
    address = played(app, visitor, slug, *phones[1:])
    settle_all(app, address, phones)
    rows = settled(table_of(app, address))
    then = facts_of(table_of(app, address))
    asked = 0
    for page, action, fields in forms(table_of(app, address), random.Random(slug)):
        for phone in phones:
            everybody = [party.id for party in table_of(app, address).parties]
            phone.get(address + page)
            if phone.page.status_code != 200:
                continue
            phone.send(address + action, **fields)
            now = facts_of(table_of(app, address))
            assert all(then[row] == now.get(row) for row in rows), (action, fields)
            if 'class="list sets moved"' in phone.text and has_guest:
                asked += 1
                phone.send(address + action, consent=everybody)
                now = facts_of(table_of(app, address))
                assert all(then[row] == now.get(row) for row in rows), (
                    "both phones are asked"
                )
            elif 'class="list sets moved"' in phone.text:
                asked += 1
    assert asked > len(rows), (
        "nothing would have changed a settled row: this proves nothing"
    )


def test_the_page_says_what_it_changes_and_who_is_asked(
    app: Flask, visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    west = another()
    address = played(app, visitor, "bridge", west)
    settle_all(app, address, [visitor, west])
    (row, *_) = finished_rows(table_of(app, address))
    page = f"{address}rows/{row}/strike"
    visitor.get(page).send(page, reason="not played")
    assert visitor.page.status_code == 422
    assert "This changes what you agreed" in visitor.text
    assert re.search(r"E–\u2060W must agree on their own phone", visitor.text)
    visitor.send(page, consent=["NS"], ask="1")
    assert visitor.page.status_code == 303
    west.get(address + "change/")
    assert "not played" in west.text
    struck = said_of_row(table_of(app, address), row)
    assert struck and all(f"<del>{said}</del>" in west.text for said in struck)
    west.send(address + "change/", agreed="EW")
    assert west.page.status_code == 303, west.text
    assert table_of(app, address).sheet.row(row) is None
    said = [e.event for e in table_of(app, address).log]
    assert any(
        isinstance(one, result_notes.SettledChanged) and one.agreed == ("NS", "EW")
        for one in said
    )
    log = table_of(app, address).log
    word = next(
        entry for entry in log if isinstance(entry.event, result_notes.ChangeAgreed)
    )
    assert word.by == "W"
    made = log[word.seq :]
    assert made and all(entry.by is None for entry in made), (
        "the host's phone proposed it"
    )


def said_of_row(session: Session, row_id: int) -> list[str]:
    """What was entered of a row, in English."""
    row = session.sheet.row(row_id)
    assert row is not None
    return [
        unescape(str(words_in("en").html(said_then(session, session.log[seq - 1]))))
        for seq in row.entries
    ]


def test_what_is_put_in_before_a_settled_row_is_shown(
    app: Flask, visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    west = another()
    address = played(app, visitor, "bridge", west)
    settle_all(app, address, [visitor, west])
    (row, *_) = finished_rows(table_of(app, address))
    visitor.get(f"{address}?form=quick&before={row}")
    visitor.send(
        address + "enter/quick",
        **{**DEAL, "level": 7, "denomination": "NT", "tricks": 13},
        before=row,
    )
    assert visitor.page.status_code == 422, visitor.text
    for phone in (visitor, west.get(address + "change/")):
        if phone is west:
            visitor.send(address + "enter/quick", consent=["NS"], ask="1")
            west.get(address + "change/")
        (would,) = re.findall(r'<ul class="list would">.*?</ul>', phone.text, re.DOTALL)
        assert "7NT" in would and "before: Deal 1" in would


def test_the_host_says_it_for_a_side_that_never_answers(
    app: Flask,
    visitor: Visitor,
    another: Callable[[], Visitor],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    west = another()
    address = played(app, visitor, "bridge", west)
    settle_all(app, address, [visitor, west])
    (row, *_) = finished_rows(table_of(app, address))
    page = f"{address}rows/{row}/strike"
    visitor.get(page).send(page, reason="not played")
    visitor.send(page, consent=["NS"], ask="1")
    waiting = address + "change/"
    visitor.get(waiting)
    assert "The host can answer for them in 10 minutes" in visitor.text
    visitor.send(waiting, agreed="EW", instead="1")
    assert visitor.page.status_code == 422
    store: Store = app.extensions["store"]
    now = store.now
    monkeypatch.setattr(store, "now", lambda: now() + timedelta(seconds=601))
    visitor.get(waiting)
    assert "No answer for ten minutes" in visitor.text
    visitor.send(waiting, agreed="EW", instead="1")
    assert visitor.page.status_code == 303, visitor.text
    assert table_of(app, address).sheet.row(row) is None
    assert "did not answer" in west.get(address + "log").text


def test_a_change_that_is_sent_twice_is_proposed_once(
    app: Flask, visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    west = another()
    address = played(app, visitor, "bridge", west)
    settle_all(app, address, [visitor, west])
    (row, *_) = finished_rows(table_of(app, address))
    page = f"{address}rows/{row}/strike"
    visitor.get(page).send(page, reason="not played")
    hidden = visitor.hidden()
    for _ in range(2):
        visitor.page = visitor.client.post(
            page, data={**hidden, "consent": "NS", "ask": "1"}
        )
        assert visitor.page.status_code == 303
    said = [e.event for e in table_of(app, address).log]
    assert sum(isinstance(event, result_notes.ChangeProposed) for event in said) == 1


def test_what_may_wait_is_a_command_of_the_table() -> None:
    game = GAMES["bridge"]
    command = Command((Entry(ruling_notes.RulingAccepted(3)),), (4,), "why")
    written = written_change(command)
    assert change_of(game, written) == command
    confirm = written_change(Command((Entry(result_notes.ResultConfirmed(1, "NS")),)))
    for wrong in (
        confirm,
        {},
        {**written, "voids": ["4"]},
        {**written, "entries": [{"kind": "call"}]},
        {**written, "entries": 3},
        {**written, "more": 1},
        {**written, "reason": None},
    ):
        with pytest.raises(RuleViolation, match="no-such-change"):
            change_of(game, wrong)


def removed(phone: Visitor, address: str, **fields: str) -> int:
    """Delete the table on its page; answers the status."""
    page = address + "remove"
    return phone.get(page).send(page, do="delete", sure="1", **fields).page.status_code


@pytest.mark.parametrize("said", ["agreed", "declined"])
def test_a_table_is_deleted_when_the_sides_with_settled_rows_agree(
    app: Flask, visitor: Visitor, another: Callable[[], Visitor], said: str
) -> None:
    west = another()
    address = played(app, visitor, "bridge", west)
    settle_all(app, address, [visitor, west])
    assert removed(visitor, address) == 422
    assert re.search(r"E–\u2060W must agree on their own phone", visitor.text)
    assert visitor.send(address + "remove", ask="1").page.status_code == 303
    assert "delete" in west.get(address + "change/").text
    assert visitor.get(address + "change/").text.count('value="EW"') == 0
    west.get(address + "change/").send(address + "change/", **{said: "EW"})
    assert west.page.status_code == 303, west.text
    assert visitor.get(address).page.status_code == (404 if said == "agreed" else 200)
    if said == "declined":
        assert removed(visitor, address) == 422


@pytest.mark.parametrize("slug", ["bridge", "score-pad"])
def test_a_file_saved_before_the_sides_were_asked_to_delete_is_taken(
    app: Flask, visitor: Visitor, another: Callable[[], Visitor], slug: str
) -> None:
    guest = another()
    address = played(app, visitor, slug, guest)
    older = visitor.client.get(address + "session.jsonl").data
    settle_all(app, address, [visitor, guest])
    saved = visitor.client.get(address + "session.jsonl").data
    last = table_of(app, address).last
    removed(visitor, address, ask="1")
    waiting = address + "change/"
    for answer in ("declined", "agreed"):
        party = table_of(app, address).parties[-1].id
        guest.get(waiting).send(waiting, **{answer: party})
        assert guest.page.status_code == 303, guest.text
        if answer == "declined":
            removed(visitor, address, ask="1")
    assert visitor.get(address).page.status_code == 404
    visitor.lay("bridge")  # a host may send files
    visitor.get("/moving").send("/moving", file=(BytesIO(older), "older.jsonl"))
    assert visitor.page.status_code == 422
    assert "when it was deleted here" in visitor.text
    visitor.get("/moving").send("/moving", file=(BytesIO(saved), "saved.jsonl"))
    assert visitor.page.status_code == 200, visitor.text
    assert table_of(app, address).last == last


def test_a_side_that_took_no_part_in_what_is_settled_is_not_asked_to_delete(
    app: Flask, visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    address = played(app, visitor, "bridge", another())
    assert removed(visitor, address) == 303
    assert visitor.get(address).page.status_code == 404


def test_one_phone_deletes_what_it_settled_for_all(
    app: Flask, visitor: Visitor
) -> None:
    address = played(app, visitor, "bridge")
    settle_all(app, address, [visitor])
    assert removed(visitor, address) == 303
    assert visitor.get(address).page.status_code == 404


def test_the_host_deletes_for_a_side_that_never_answers(
    app: Flask,
    visitor: Visitor,
    another: Callable[[], Visitor],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    west = another()
    address = played(app, visitor, "bridge", west)
    settle_all(app, address, [visitor, west])
    removed(visitor, address)
    visitor.send(address + "remove", ask="1")
    waiting = address + "change/"
    assert (
        visitor.get(waiting).send(waiting, agreed="EW", instead="1").page.status_code
        == 422
    )
    store: Store = app.extensions["store"]
    now = store.now
    monkeypatch.setattr(store, "now", lambda: now() + timedelta(seconds=601))
    visitor.get(waiting).send(waiting, agreed="EW", instead="1")
    assert visitor.page.status_code == 303, visitor.text
    assert visitor.get(address).page.status_code == 404


def test_only_the_host_proposes_to_delete(
    app: Flask, visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    west = another()
    address = played(app, visitor, "bridge", west)
    settle_all(app, address, [visitor, west])
    assert removed(west, address, ask="1") == 403
    assert visitor.get(address + "change/").text.count("No change is waiting") == 1


@pytest.mark.parametrize("how", ["left", "taken back", "back again"])
def test_a_phone_answers_for_what_it_settled_though_it_has_no_seat(
    app: Flask, visitor: Visitor, another: Callable[[], Visitor], how: str
) -> None:
    west = another()
    address = played(app, visitor, "bridge", west)
    settle_all(app, address, [visitor, west])
    (row, *_) = finished_rows(table_of(app, address))
    if how == "left":
        west.get(address + "phones").send(address + "phones/leave")
    else:
        visitor.get(address + "phones").send(address + "phones/back", seat="W")
    if how == "back again":
        moved_to(app, west, visitor, address, "W")
    waiting = proposed(visitor, address, row)
    west.get(waiting).send(waiting, agreed="EW")
    assert west.page.status_code == 303, west.text
    assert table_of(app, address).sheet.row(row) is None


def test_a_phone_that_never_settled_anything_answers_for_nobody(
    app: Flask, visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    west = another()
    stranger = another()
    address = played(app, visitor, "bridge", west)
    settle_all(app, address, [visitor, west])
    (row, *_) = finished_rows(table_of(app, address))
    west.get(address + "phones").send(address + "phones/leave")
    moved_to(app, stranger, visitor, address, "W")
    waiting = proposed(visitor, address, row)
    stranger.get(waiting).send(waiting, agreed="EW")
    assert stranger.page.status_code == 422
    onlooker = another()
    onlooker.get(waiting).send(waiting, agreed="EW")
    assert onlooker.page.status_code == 403


def test_who_changes_seats_answers_for_what_was_settled_before(
    app: Flask, visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    west = another()
    south = another()
    other = another()
    address = played(app, visitor, "bridge", west)
    moved_to(app, south, visitor, address, "S")
    settle_all(app, address, [visitor, west, south])
    (row, *_) = finished_rows(table_of(app, address))
    # the host's link: it gives no word along
    moved_to(app, other, visitor, address, "W")
    moved_to(app, west, visitor, address, "N")
    assert table_of(app, address).log[-1].event == phone_notes.PhoneSeated(
        (Seat.NORTH,), Arrival.MOVED
    )
    page = f"{address}rows/{row}/strike"
    visitor.get(page).send(page, reason="not played")
    assert visitor.send(page, ask="1").page.status_code == 303, visitor.text
    waiting = address + "change/"
    for phone in (visitor, other):
        phone.get(waiting).send(waiting, agreed="EW")
        assert phone.page.status_code == 422, phone.text
    for phone, side in ((west, "EW"), (south, "NS")):
        phone.get(waiting).send(waiting, agreed=side)
        assert phone.page.status_code == 303, phone.text
    assert table_of(app, address).sheet.row(row) is None


@pytest.mark.parametrize("slug", ["bridge", "rook", "berzerka", "two-ten-jack"])
def test_the_usual_evening_on_one_phone_is_asked_nothing(
    app: Flask, visitor: Visitor, slug: str
) -> None:
    """Nobody confirms anything: each correction, seating and signature is a page and
    one tap on it, and nothing waits for anybody."""
    address = played(app, visitor, slug)
    session = table_of(app, address)
    first, second, *_ = finished_rows(session)
    people = {seat.value: name for seat, name in session.folded.people}
    seats = [*people]
    exchanged = people | {seats[0]: people[seats[-1]], seats[-1]: people[seats[0]]}
    party = session.parties[0].id
    every = [one.id for one in session.parties]
    pages: list[tuple[str, str, dict[str, Any]]] = [
        (f"rows/{second}/strike", f"rows/{second}/strike", {"reason": "not played"}),
        (
            "evening/adjusted",
            "enter/adjusted",
            {"party": party, "points": 10, "reason": "late"},
        ),
        ("evening/people", "enter/people", exchanged),
        ("evening/dealer", "enter/dealer", {"seat": seats[0], "before": first}),
        ("evening/ended", "enter/ended", {"reason": "tired"}),
        ("sign", "sign", {"party": every}),
        ("remove", "remove", {"do": "delete", "sure": "1"}),
    ]
    taps = 0
    for page, action, fields in pages:
        visitor.get(address + page).send(address + action, **fields)
        taps += 1
        assert visitor.page.status_code == 303, (page, visitor.text)
        assert "change/" not in visitor.page.headers["Location"]
    assert taps == len(pages)
    assert visitor.get(address).page.status_code == 404
