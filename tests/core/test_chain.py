"""The hash chain: any change of a log changes every head from there on."""

from dataclasses import replace

import pytest

from scorekeeper.core.codec import fingerprint
from scorekeeper.core.evening import Adjusted, Ended, ThrownIn
from scorekeeper.core.session import (
    Entry,
    Event,
    Header,
    Recorded,
    Stamp,
    chained,
    entry_fields,
    header_fields,
    link,
    root,
)

HEADER = Header("evening", "bridge", 1, {"scoring": "rubber"}, "2026-11-20T20:05:00Z")
STAMP = Stamp("2026-11-20T20:15:00Z", "N", "as agreed", "key-1")
EVENTS: tuple[Event, ...] = (
    Adjusted("NS", 10, "one"),
    Adjusted("EW", 20, "two"),
    Ended("the bus"),
)


def log(header: Header = HEADER) -> tuple[Recorded, ...]:
    entries: list[Recorded] = []
    head = root(header)
    for seq, event in enumerate(EVENTS, 1):
        entries.append(chained(seq, head, Entry(event), STAMP))
        head = entries[-1].hash
    return tuple(entries)


def test_each_entry_is_linked_to_the_one_before() -> None:
    first, second, third = log()
    assert first.previous == root(HEADER)
    assert (second.previous, third.previous) == (first.hash, second.hash)
    for entry in log():
        assert entry.hash == link(entry.previous, entry_fields(entry))


def test_the_same_log_has_the_same_heads() -> None:
    assert [entry.hash for entry in log()] == [entry.hash for entry in log()]


@pytest.mark.parametrize(
    "other",
    [
        replace(HEADER, session="morning"),
        replace(HEADER, game="rook"),
        replace(HEADER, edition=2),
        replace(HEADER, settings={"scoring": "chicago"}),
        replace(HEADER, at="2026-11-20T20:05:01Z"),
    ],
)
def test_the_first_head_covers_session_and_rule_sheet(other: Header) -> None:
    assert root(other) != root(HEADER)
    assert log(other)[-1].hash != log()[-1].hash


@pytest.mark.parametrize(
    "change",
    [
        {"seq": 9},
        {"at": "2026-11-20T20:15:01Z"},
        {"by": None},
        {"event": Adjusted("NS", 11, "one")},
        {"place": 1},
        {"note": "as not agreed"},
        {"key": "key-2"},
        {"part": 1},
    ],
)
def test_every_field_of_an_entry_is_hashed(change: dict[str, object]) -> None:
    first = log()[0]
    assert link(first.previous, entry_fields(replace(first, **change))) != first.hash  # type: ignore[arg-type]


def test_another_event_with_the_same_fields_is_another_entry() -> None:
    one = chained(1, root(HEADER), Entry(Ended("x")), STAMP)
    other = chained(1, root(HEADER), Entry(ThrownIn("x")), STAMP)
    assert one.hash != other.hash


def test_the_header_is_written_as_it_is_hashed() -> None:
    assert set(header_fields(HEADER)) == {
        "session",
        "game",
        "edition",
        "settings",
        "at",
    }


def test_a_seal_is_the_beginning_of_the_head_without_letters_that_look_alike() -> None:
    head = log()[-1].hash
    assert len(fingerprint(head)) == 4
    assert fingerprint(head, 8).startswith(fingerprint(head))
    assert not set("ILOU") & set(fingerprint(head, 50))
    assert fingerprint("0" * 64) == "0000" and fingerprint("f" * 64) == "ZZZZ"
