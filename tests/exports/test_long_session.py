"""A session that goes on for months can still be written, read, proved and moved."""

import pytest

from scorekeeper.core.codec import encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Adjusted
from scorekeeper.core.ruling_notes import Ruled
from scorekeeper.core.session import Command, Entry, Header, Stamp
from scorekeeper.exports.session_file import read, write
from scorekeeper.exports.verify import verify_file
from scorekeeper.games import GAMES
from scorekeeper.tables import session as record
from scorekeeper.tables.session import Session, opened, settled_header

POINTS = Entry(Adjusted("NS", 10, "again"))


def session_of(entries: int) -> Session:
    game = GAMES["bridge"]
    settings = encode(game.rule_sheet.defaults)
    header = Header("long", game.slug, game.edition, settings, "2026-11-21T20:00:00Z")
    session = opened(game, settled_header(header))
    added = tuple(
        session.chained(
            (POINTS,) * entries, Stamp("2026-11-21T20:00:00Z", None, "", "all")
        )
    )
    return opened(game, session.header, added)


def test_a_long_session_proves_itself() -> None:
    text = write(session_of(3_500)).encode()
    assert read(text).session.last == 3_500
    assert verify_file(text).holds


def test_a_session_takes_no_more_than_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "MOST_ENTRIES", 3)
    session = session_of(3)
    with pytest.raises(RuleViolation) as refusal:
        session.decide(Command((POINTS,)))
    assert refusal.value.why.code == "refused.session-full"
    assert session_of(2).decide(Command((POINTS,)))


def test_a_ruling_takes_the_room_of_several_entries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(record, "MOST_ENTRIES", 12)
    ruling = Entry(Ruled("bridge.irregularity.revoke", (), "bridge.ruling.transfer"))
    session = session_of(3)
    for _ in range(2):
        added = session.additions(Command((ruling,)), Stamp("2026-11-21T20:00:00Z"))
        session = session.grown(added)
    with pytest.raises(RuleViolation) as refusal:
        session.decide(Command((ruling,)))
    assert refusal.value.why.code == "refused.session-full"
    assert session.decide(Command((POINTS,)))
