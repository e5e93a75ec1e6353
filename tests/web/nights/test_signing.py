"""The standings of a night are signed on each phone, and stand then."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.session import Command, Entry, Stamp
from scorekeeper.exports.session_file import write
from scorekeeper.nights import facts
from scorekeeper.store import Refused, Sender
from scorekeeper.store.imports import prepared
from scorekeeper.tables.signed_standings import signed_lines
from tests.web.conftest import Visitor
from tests.web.nights.evenings import EIGHT, Evening, open_night, with_phones

Another = Callable[[], Visitor]
STAMP = Stamp("2026-11-26T23:00:00Z", key="here")


@pytest.fixture
def evening(visitor: Visitor, another: Another) -> Evening:
    """A night of four pairs that is over, and that nobody has signed on their phone."""
    evening = with_phones(visitor, another)
    evening.begin("howell", deals="2")
    evening.play_to_the_end()
    return evening


def all_sign(evening: Evening) -> None:
    for name in EIGHT:
        if evening.night.unit_of(evening.night.people.index(name) + 1):
            evening.answer(evening.phones[name], "sign")


def lines_of(evening: Evening) -> object:
    return signed_lines(evening.night, evening.store.readable)


def a_table(evening: Evening) -> str:
    return f"/t/{evening.night.rounds[0].fact.tables[0].session}/"


def as_at_the_other(evening: Evening) -> int:
    """The tricks that the other table has on the first board: with them nothing is as it
    was."""
    number = evening.night.people.index("Ann") + 1
    return 9 if number in evening.night.rounds[0].fact.tables[0].people else 10


def player_of(evening: Evening, table: str) -> Visitor:
    laid = evening.night.rounds[0].fact.tables[0]
    assert laid.session in table
    return evening.phones[evening.night.name(laid.north_south[0])]


def test_each_pair_signs_on_its_own_phone(evening: Evening) -> None:
    assert evening.night.signatures == {}
    ann = evening.phones["Ann"]
    assert "Sign the standings" in ann.get(evening.address).text
    evening.answer(ann, "sign")
    unit = evening.night.unit_of(1)
    assert evening.night.signatures == {unit: True}
    page = ann.follow().text
    assert "Signed: 1 of 4" in page and "missing: " in page
    evening.answer(evening.host, "sign")
    assert len(evening.night.signatures) == 1, "the others have phones of their own"
    all_sign(evening)
    assert len(evening.night.signatures) == 4


def test_whoever_ends_the_night_signs_for_those_without_a_phone(
    visitor: Visitor, another: Another
) -> None:
    evening = open_night(visitor)
    evening.join("Ann", another())
    evening.phones |= dict.fromkeys(EIGHT[1:], visitor)
    evening.begin("howell", deals="2")
    evening.play_to_the_end()
    others = {1, 2, 3, 4} - {evening.night.unit_of(1)}
    assert evening.night.signatures == dict.fromkeys(others, False)


def test_what_was_signed_stands(evening: Evening) -> None:
    all_sign(evening)
    table = a_table(evening)
    before = lines_of(evening)
    refused = evening.correct(
        player_of(evening, table), table, as_at_the_other(evening)
    )
    assert refused.page.status_code == 422, refused.text
    assert "Ask for a change below the standings" in refused.text
    given = f"{evening.address}given"
    fields = {"place": "1.1", "board": 1, "north_south": "plus", "east_west": "minus"}
    evening.host.get(given).send(given, **fields, reason="Fouled", law="", points="")
    assert evening.host.page.status_code == 422
    people = f"{evening.address}people"
    seq = next(
        entry.seq
        for entry in evening.session.log
        if isinstance(entry.event, facts.StandingsSigned)
    )
    evening.host.get(people).send(f"{evening.address}undo", entry=seq)
    assert evening.host.page.status_code == 422
    assert evening.night.signed is not None and lines_of(evening) == before


def test_no_node_file_or_command_moves_it_either(evening: Evening) -> None:
    store = evening.store
    night = evening.session
    round_ = next(e for e in night.log if isinstance(e.event, facts.RoundOpened))
    all_sign(evening)
    with pytest.raises(RuleViolation):
        store.append(night.id, Command((), (round_.seq,)), STAMP)
    with pytest.raises(RuleViolation):
        store.delete(
            night.rounds if False else evening.session.id,
            "host",
            "",
            sender=Sender("x"),
        )
    unit = min(evening.night.signatures)
    back = Command((Entry(facts.SignatureBack(unit)),))
    with pytest.raises(RuleViolation):
        store.append(night.id, back, STAMP, sender=Sender("a stranger"))
    assert len(evening.night.signatures) == 4


def test_a_file_that_goes_on_does_not_move_it(evening: Evening) -> None:
    all_sign(evening)
    table = evening.store.open(evening.night.rounds[0].fact.tables[0].session)
    assert table is not None
    row = next(iter(table.sheet.rows()))
    command = Command((), tuple(row.entries))
    grown = table.grown(table.additions(command, STAMP))
    assert write(grown)
    with pytest.raises(Refused):
        evening.store.imports.take_in([prepared(grown)])
    assert evening.store.open(table.id) is not None
    assert evening.store.open(table.id).last == table.last  # type: ignore[union-attr]


def test_a_line_moves_once_those_it_concerns_took_back_their_signature(
    evening: Evening,
) -> None:
    all_sign(evening)
    before = lines_of(evening)
    table = a_table(evening)
    evening.answer(evening.phones["Ann"], "ask", reason="Board 1: nine tricks")
    for name in EIGHT:
        phone = evening.phones[name]
        if "Board 1: nine tricks" in phone.get(evening.address).text:
            evening.answer(phone, "back")
    assert not evening.night.signatures
    evening.correct(player_of(evening, table), table, as_at_the_other(evening))
    assert lines_of(evening) != before
    assert evening.night.signed is not None, "it is still over"
    all_sign(evening)
    assert len(evening.night.signatures) == 4


def test_one_who_says_no_keeps_the_standings(evening: Evening) -> None:
    all_sign(evening)
    table = a_table(evening)
    evening.answer(evening.phones["Ann"], "ask", reason="Board 1")
    own = evening.night.unit_of(1)
    no = next(n for n in EIGHT if evening.night.unit_of(EIGHT.index(n) + 1) != own)
    evening.answer(evening.phones[no], "stand")
    for name in EIGHT:
        if evening.night.unit_of(EIGHT.index(name) + 1) != evening.night.unit_of(
            EIGHT.index(no) + 1
        ):
            evening.answer(evening.phones[name], "back")
    assert len(evening.night.signatures) == 1
    refused = evening.correct(
        player_of(evening, table), table, as_at_the_other(evening)
    )
    assert refused.page.status_code == 422, "the places of all change"


def test_the_host_answers_after_ten_minutes_for_those_who_say_nothing(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_sign(evening)
    evening.answer(evening.phones["Ann"], "stand")
    evening.answer(evening.host, "ask", reason="Board 1")
    evening.answer(evening.phones["Ann"], "stand")
    evening.answer(evening.host, "back")
    assert len(evening.night.signatures) == 4
    released = f"{evening.address}people"
    evening.host.get(released).send(f"{released}/3", do="phone")
    assert evening.host.page.status_code == 422, "nor is a phone taken from them"
    later = evening.store.now() + timedelta(minutes=11)
    monkeypatch.setattr(evening.store, "now", lambda: later)
    evening.answer(evening.host, "back")
    assert list(evening.night.signatures) == [evening.night.unit_of(1)]


def test_other_lines_than_those_read_are_not_signed(evening: Evening) -> None:
    table = a_table(evening)
    phone = evening.phones["Ann"]
    mark = phone.get(f"{evening.address}standings").hidden()["mark"]
    evening.correct(player_of(evening, table), table, as_at_the_other(evening))
    evening.answer(phone, "sign", mark=mark)
    assert phone.page.status_code == 422
    assert "The standings have changed" in phone.text
    assert not evening.night.signatures


def test_a_file_takes_no_signature_back(evening: Evening) -> None:
    all_sign(evening)
    night = evening.session
    back = Command((Entry(facts.SignatureBack(1)),))
    grown = night.grown(night.additions(back, STAMP))
    with pytest.raises(Refused):
        evening.store.imports.take_in([prepared(grown)])
    assert len(evening.night.signatures) == 4
