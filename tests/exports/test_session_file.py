"""Session files: the round trip, each single corruption, and files written by hand."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.cards import Card
from scorekeeper.core.evening import Adjusted, Seated, Voided
from scorekeeper.core.messages import message
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry
from scorekeeper.exports.session_file import LARGEST, FileRefused, read, write
from scorekeeper.store import SessionExists, Store, Taken
from scorekeeper.tables.session import Session
from scorekeeper.words import words_in
from tests.adopting import adopt, adopt_all
from tests.toy import (
    GAMES,
    SEATED,
    Ending,
    Settings,
    Shown,
    Took,
    entries,
    header,
    stamp,
)

Fields = dict[str, Any]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "scorekeeper.db", GAMES)
    yield opened
    opened.close()


@pytest.fixture
def session(store: Store) -> Session:
    """Four people, three results, the second of them corrected, and a card shown."""
    store.create(header(), SEATED, stamp("open"))
    store.append(
        "evening-1", Command(entries(Took(7, "Zoë’s ♠"), Took(8))), stamp("a", "late")
    )
    store.append("evening-1", Command(entries(Shown(Card.parse("SA")))), stamp("b"))
    correction = Command((Entry(Took(6), 6), Entry(Took(13))), (6,), "miscounted")
    store.append("evening-1", correction, stamp("c", at="2026-11-20T22:00:00Z"))
    opened = store.open("evening-1")
    assert opened is not None
    return opened


def lines_of(session: Session) -> list[Fields]:
    return [json.loads(line) for line in write(session).splitlines()]


def data_of(lines: list[Fields]) -> bytes:
    return "".join(f"{json.dumps(line)}\n" for line in lines).encode()


def refusal(data: bytes) -> tuple[int, str]:
    with pytest.raises(FileRefused) as refused:
        read(data, GAMES)
    assert words_in("en").has(refused.value.why.code)
    assert "%(" not in words_in("en").text(refused.value.why)
    return refused.value.line, refused.value.why.code


# ---- the round trip ----


def test_the_file_has_a_header_a_line_for_each_entry_and_a_trailer(
    session: Session,
) -> None:
    first, *middle, last = lines_of(session)
    assert list(first) == [
        "scorekeeper",
        "session",
        "game",
        "edition",
        "settings",
        "at",
        "hash",
    ]
    assert [line["seq"] for line in middle] == list(range(1, session.last + 1))
    assert list(middle[0]) == [
        *("seq", "at", "by", "kind", "facts", "place", "note", "key", "part"),
        *("previous", "hash"),
    ]
    assert last == {"count": session.last, "head": session.head}


def test_a_file_read_back_is_the_same_session(session: Session) -> None:
    found = read(write(session).encode(), GAMES)
    assert found.is_chained
    assert found.session == session


def test_imported_and_exported_again_every_byte_is_the_same(
    session: Session, tmp_path: Path
) -> None:
    text = write(session)
    found = read(text.encode(), GAMES).session
    path = tmp_path / "elsewhere.db"
    elsewhere = Store(path, GAMES)
    assert adopt(elsewhere, found.header, found.log)
    assert elsewhere.index.recent()[0].entries == session.last
    kept = elsewhere.open("evening-1")
    reopened = Store(path, GAMES).open("evening-1")
    assert kept is not None and reopened is not None
    assert write(kept) == write(reopened) == text


def test_importing_again_changes_nothing(session: Session, store: Store) -> None:
    assert not adopt(store, session.header, session.log)
    assert len(store.ids()) == 1


def test_another_log_of_the_same_session_is_refused(
    session: Session, store: Store
) -> None:
    other = data_of([*lines_of(session)[:6], {"count": 5}]).replace(
        b'"late"', b'"early"'
    )
    unchained = re.sub(rb', "(hash|previous)": "[0-9a-f]+"', b"", other)
    found = read(unchained, GAMES).session
    with pytest.raises(SessionExists):
        adopt(store, found.header, found.log)
    kept = store.open("evening-1")
    assert kept is not None and kept.log == session.log


def test_an_older_file_of_the_same_session_changes_nothing(
    session: Session, store: Store
) -> None:
    assert not adopt(store, session.header, session.log[:-3])
    kept = store.open("evening-1")
    assert kept is not None and kept.log == session.log


def test_a_newer_file_of_the_same_session_goes_on_where_it_stood(
    session: Session, tmp_path: Path
) -> None:
    elsewhere = Store(tmp_path / "elsewhere.db", GAMES)
    assert adopt_all(elsewhere, [(session.header, session.log[:-3])]) == [Taken.NEW]
    assert adopt_all(elsewhere, [(session.header, session.log)]) == [Taken.GROWN]
    assert adopt_all(elsewhere, [(session.header, session.log)]) == [Taken.KNOWN]
    kept = elsewhere.open("evening-1")
    assert kept is not None and kept.log == session.log
    assert elsewhere.index.recent()[0].entries == session.last


def test_one_that_is_refused_keeps_all_others_out(
    session: Session, tmp_path: Path
) -> None:
    elsewhere = Store(tmp_path / "elsewhere.db", GAMES)

    def found() -> Iterator[Any]:
        yield session.header, session.log
        raise FileRefused(1, message("file.not-a-session"))

    with pytest.raises(FileRefused):
        adopt_all(elsewhere, found())
    assert elsewhere.ids() == []
    assert elsewhere.open("evening-1") is None
    assert adopt(elsewhere, session.header, session.log)


def test_a_session_goes_on_after_its_import(session: Session, tmp_path: Path) -> None:
    elsewhere = Store(tmp_path / "elsewhere.db", GAMES)
    adopt(elsewhere, session.header, session.log)
    again = elsewhere.append(
        "evening-1", Command(entries(Shown(Card.parse("SA")))), stamp("b")
    )
    assert again.entries[0].seq == 7
    grown = elsewhere.append(
        "evening-1", Command(entries(Took(1))), stamp("z"), seen=session.last
    )
    assert grown.entries[0].previous == session.head


texts = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30
)
"""No NUL: that is refused (tests/store/test_append.py)."""
facts = st.one_of(
    st.builds(Took, st.integers(0, 13), texts),
    st.builds(
        Adjusted, st.sampled_from(["NS", "EW"]), st.integers(-(10**6), 10**6), texts
    ),
    st.builds(
        Seated, texts.filter(lambda name: len(name.strip()) > 0), st.sampled_from(Seat)
    ),
).filter(lambda event: not isinstance(event, Seated) or event.seat in tuple(Seat)[:4])


FIRST_NAMES = ("Gwen", "Hugo", "Kai", "Pia", "Quin", "Ruth", "Tove", "Yann")


@settings(max_examples=40)
@given(st.lists(st.tuples(facts, texts), max_size=len(FIRST_NAMES)))
def test_whatever_was_typed_survives_the_file(
    tmp_path_factory: pytest.TempPathFactory, typed: list[tuple[Any, str]]
) -> None:
    store = Store(tmp_path_factory.mktemp("typed") / "x.db", GAMES)
    store.create(header(), SEATED, stamp("open"))
    for n, (event, note) in enumerate(typed):
        # a name that passes as no other, and isn't too long in NFC
        if isinstance(event, Seated):
            event = Seated(f"{FIRST_NAMES[n]} {event.person[:5]}", event.seat)
        store.append("evening-1", Command(entries(event)), stamp(f"k{n}", note))
    kept = store.open("evening-1")
    assert kept is not None and kept.last == len(SEATED) + len(typed)
    text = write(kept)
    assert write(read(text.encode(), GAMES).session) == text
    store.close()


# ---- corruptions of a chained file ----

Change = Callable[[list[Fields]], object]


def put(line: int, **fields: Any) -> Change:
    return lambda lines: lines[line].update(fields)


def drop(line: int, *names: str) -> Change:
    return lambda lines: [lines[line].pop(name) for name in names]


@pytest.mark.parametrize(
    ("change", "line", "code"),
    [
        (put(0, scorekeeper=2), 1, "file.newer-version"),
        (put(0, scorekeeper="1"), 1, "file.wrong-field"),
        (put(0, edition=2), 1, "file.newer-edition"),
        (put(0, edition=0), 1, "file.newer-edition"),
        (put(0, edition=True), 1, "file.wrong-field"),
        (put(0, game="poker"), 1, "file.no-such-game"),
        (put(0, session="evening-2"), 1, "file.broken-root"),
        (put(0, session="../../etc/passwd"), 1, "file.wrong-field"),
        (put(0, at="2026-11-20T20:16:00Z"), 1, "file.broken-root"),
        (put(0, at="yesterday"), 1, "file.wrong-field"),
        (put(0, at="2026-02-31T20:16:00Z"), 1, "file.wrong-field"),
        (put(0, settings={"worth": 20, "ending": "never"}), 1, "file.broken-root"),
        (put(0, settings={"worth": "20"}), 1, "file.unreadable"),
        (put(0, settings={"worth": 10.0}), 1, "file.unreadable"),
        (put(0, settings={"jokers": 2}), 1, "file.unreadable"),
        (put(0, settings=[]), 1, "file.wrong-field"),
        (put(0, hash="0" * 64), 1, "file.broken-root"),
        (put(0, hash="x"), 1, "file.wrong-field"),
        (put(0, colour="red"), 1, "file.unknown-field"),
        (drop(0, "hash"), 1, "file.missing-field"),
        (drop(0, "settings"), 1, "file.missing-field"),
        (drop(0, "scorekeeper"), 1, "file.not-a-session"),
        (put(5, facts={"tricks": 9, "note": ""}), 6, "file.broken-chain"),
        (put(5, facts={"tricks": "9", "note": ""}), 6, "file.unreadable"),
        (put(5, facts={"tricks": 9.5, "note": ""}), 6, "file.unreadable"),
        (put(5, facts={"tricks": True, "note": ""}), 6, "file.unreadable"),
        (put(5, facts={"note": ""}), 6, "file.unreadable"),
        (put(5, facts={"tricks": 9, "points": 1}), 6, "file.unreadable"),
        (put(5, facts=[]), 6, "file.wrong-field"),
        (put(5, kind="bribe"), 6, "refused.unknown-kind"),
        (put(5, at="2026-11-20T20:16:00Z"), 6, "file.broken-chain"),
        (put(5, by="N"), 6, "file.broken-chain"),
        (put(5, by=7), 6, "file.wrong-field"),
        (put(5, at="2026-11-20T20:16:00+01:00"), 6, "file.wrong-field"),
        (put(5, kind=""), 6, "file.wrong-field"),
        (put(5, note=7), 6, "file.wrong-field"),
        (put(5, key=""), 6, "file.wrong-field"),
        (put(5, note="early"), 6, "file.broken-chain"),
        (put(5, place=1), 6, "file.broken-chain"),
        (put(5, place="1"), 6, "file.wrong-field"),
        (put(5, key="other"), 6, "file.broken-chain"),
        (put(5, part=1), 6, "file.part"),
        (put(5, seq=6), 6, "file.seq"),
        (put(5, previous="0" * 64), 6, "file.broken-chain"),
        (put(5, hash="0" * 64), 6, "file.broken-chain"),
        (put(5, points=70), 6, "file.unknown-field"),
        (drop(5, "hash"), 6, "file.missing-field"),
        (drop(5, "previous"), 6, "file.missing-field"),
        (drop(5, "seq"), 6, "file.missing-field"),
        (drop(5, "note"), 6, "file.missing-field"),
        (put(-1, count=11), 12, "file.count"),
        (put(-1, count="11"), 12, "file.wrong-field"),
        (put(-1, head="0" * 64), 12, "file.broken-head"),
        (drop(-1, "head"), 12, "file.missing-field"),
        (drop(-1, "count"), 12, "file.cut-off"),
        (lambda lines: lines.pop(), 11, "file.cut-off"),
        (lambda lines: lines.pop(5), 6, "file.seq"),
        (lambda lines: lines.pop(-2), 11, "file.count"),
        (lambda lines: lines.append(dict(lines[5])), 13, "file.after-end"),
        (lambda lines: lines.insert(6, dict(lines[5])), 7, "file.seq"),
        (lambda lines: lines.insert(5, lines.pop(6)), 6, "file.seq"),
        (lambda lines: lines.clear(), 1, "file.not-a-session"),
        (lambda lines: lines.pop(0), 1, "file.not-a-session"),
    ],
)
def test_each_corruption_is_refused_with_its_line_and_reason(
    session: Session, change: Change, line: int, code: str
) -> None:
    lines = lines_of(session)
    assert len(lines) == 12
    change(lines)
    assert refusal(data_of(lines)) == (line, code)


def test_no_byte_can_be_lost_from_the_end(session: Session) -> None:
    data = write(session).encode()
    for length in range(1, len(data) - 1, 5):
        line, code = refusal(data[:length])
        assert code == ("file.cut-off" if line > 1 else code)
        assert line == data[:length].rstrip().count(b"\n") + 1


def test_no_digit_of_a_hash_can_be_changed(session: Session) -> None:
    lines = lines_of(session)
    for n, fields in enumerate(lines):
        for name in {"hash", "previous", "head"} & fields.keys():
            changed = [dict(line) for line in lines]
            digit = changed[n][name][40]
            changed[n][name] = (
                fields[name][:40] + ("0" if digit != "0" else "1") + fields[name][41:]
            )
            assert refusal(data_of(changed))[0] == n + 1


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        (b"", 1, "file.not-a-session"),
        (b"\n\n", 1, "file.not-a-session"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\nstream", 1, "file.not-json"),
        (b'{"scorekeeper":1,"game":"toy"}\n\xff\xfe{"kind"\n{"count":1}', 2, "file.not-text"),
        (b'{"scorekeeper":1,"game":"toy"}\n[1]\n{"count":1}', 2, "file.not-json"),
        (b'{"scorekeeper":1,"game":"toy"}\n{"kind":"took","kind":"took"}\n{"count":1}', 2,
         "file.not-json"),
        (b'{"scorekeeper":1,"game":"toy"}\n{"kind":"took","facts":{"tricks":NaN}}\n{"count":1}', 2,
         "file.not-json"),
        (b'{"scorekeeper":1,"game":"toy"}\n{"kind":"took","note":"\\ud83c"}\n{"count":1}', 2,
         "file.not-text"),
        (b'{"scorekeeper":1,"game":"toy"}\n' + b'{"kind":' * 90_000 + b'\n{"count":1}', 2,
         "file.not-json"),
        (b'{"scorekeeper":1,"game":"toy"}\n{"kind":"took","facts":{"tricks":' + b"9" * 5000
         + b'}}\n{"count":1}', 2, "file.not-json"),
        (b'{"scorekeeper":1,"game":"toy"}\n' + b"{}\n" * 16_000, 15_003, "file.too-long"),
        (b'{"scorekeeper":1,"game":"toy"}', 1, "file.cut-off"),
        (b'{"count":0}', 1, "file.not-a-session"),
        (b'{"scorekeeper":1}\n{"count":0}', 1, "file.missing-field"),
        (b'{"scorekeeper":1,"game":"toy"}\n{"facts":{}}\n{"count":1}', 2, "file.missing-field"),
    ],
)  # fmt: skip
def test_what_is_no_session_file_is_refused(text: bytes, line: int, code: str) -> None:
    assert refusal(text) == (line, code)


def test_a_file_that_is_too_large_is_not_even_parsed() -> None:
    assert refusal(b" " * (LARGEST + 1)) == (1, "file.too-large")


# ---- files written by hand ----


def by_hand(*lines: Fields, count: int | None = None, **head: Any) -> bytes:
    first = {"scorekeeper": 1, "game": "toy", **head}
    return data_of([first, *lines, {"count": len(lines) if count is None else count}])


def took(tricks: int, **more: Any) -> Fields:
    return {"kind": "took", "facts": {"tricks": tricks}, **more}


def test_a_few_lines_written_by_hand_are_enough() -> None:
    found = read(by_hand(took(7), took(8)), GAMES)
    assert not found.is_chained
    assert [row.facts[0].value for row in found.session.folded.state.rows] == [7, 8]
    assert found.session.settings == Settings()
    assert [(entry.seq, entry.part, entry.note) for entry in found.session.log] == [
        (1, 0, ""),
        (2, 0, ""),
    ]


def test_settings_may_be_named_in_part() -> None:
    found = read(by_hand(took(7), settings={"worth": 20}), GAMES)
    assert found.session.settings == Settings(20, Ending.NEVER)
    assert found.session.header.settings == {"worth": 20, "ending": "never"}


def test_times_are_carried_on_from_line_to_line() -> None:
    at = "2026-11-20T21:00:00Z"
    found = read(
        by_hand(took(7), took(8, at=at), took(9), at="2026-11-20T20:00:00Z"), GAMES
    )
    assert [entry.at for entry in found.session.log] == ["2026-11-20T20:00:00Z", at, at]


def test_windows_line_ends_blank_lines_and_a_byte_order_mark_do_no_harm() -> None:
    data = b"\xef\xbb\xbf" + by_hand(took(7)).replace(b"\n", b"\r\n\r\n")
    assert read(data, GAMES).session.last == 1


def test_a_correction_by_hand_is_one_command_under_one_key() -> None:
    voided = {"kind": "voided", "facts": {"entry": 1, "reason": "typo"}, "key": "fix"}
    found = read(by_hand(took(7), voided, took(6, place=1, key="fix")), GAMES)
    assert [entry.event for entry in found.session.log] == [
        Took(7),
        Voided(1, "typo"),
        Took(6),
    ]
    assert [row.id for row in found.session.folded.state.rows] == [1]


def test_a_hand_written_file_can_be_imported_and_is_chained_from_then_on(
    store: Store,
) -> None:
    data = by_hand(took(7), took(8))
    found = read(data, GAMES)
    assert adopt(store, found.session.header, found.session.log)
    kept = store.open(found.session.id)
    assert kept is not None
    again = read(write(kept).encode(), GAMES)
    assert again.is_chained
    assert again.session == kept
    twice = read(data, GAMES).session
    assert not adopt(store, twice.header, twice.log)


@pytest.mark.parametrize(
    ("data", "line", "code"),
    [
        (by_hand(took(7), took(14)), 3, "refused.not-here"),
        (by_hand(took(7), took(8), count=3), 4, "file.count"),
        (by_hand(took(7), took(8), count=1), 4, "file.count"),
        (by_hand(took(7), took(8, seq=1)), 3, "file.seq"),
        (by_hand(took(7), took(8, place=9)), 3, "refused.no-such-place"),
        (by_hand(took(7), took(8, place=-1)), 3, "refused.no-such-place"),
        (by_hand(took(7, key="a"), took(8), took(9, key="a")), 4, "file.key-again"),
        (by_hand(took(7, key="a"), took(8, key="a", part=3)), 3, "file.part"),
        (by_hand(took(7, key="a"), took(8, key="a"), took(14, key="a")), 4, "refused.not-here"),
        (by_hand(took(7, key="a"), took(14, key="a"), took(8, key="a")), 3, "refused.not-here"),
        (by_hand({"kind": "voided", "facts": {"entry": 1}}), 2, "refused.no-such-entry"),
        (
            by_hand(took(7), took(6, key="a"), {"kind": "voided", "facts": {"entry": 1},
                    "key": "a"}),
            3, "file.order",
        ),
        (
            by_hand(took(7), {"kind": "voided", "facts": {"entry": 1}, "place": 1}),
            3, "file.order",
        ),
        (
            by_hand(took(7), {"kind": "voided", "facts": {"entry": 1}}, took(8, place=2)),
            4, "refused.no-such-place",
        ),
        (by_hand({"kind": "seated", "facts": {"person": "Ada", "seat": "1"}}), 2,
         "refused.no-such-seat"),
        (by_hand({"kind": "shown", "facts": {"card": "Z9"}}), 2, "file.unreadable"),
        (by_hand({"kind": "ended"}, took(7)), 3, "refused.already-voided"),
        (by_hand(took(7), settings={"ending": "soon"}), 1, "file.unreadable"),
        (by_hand(took(7, hash="0" * 64)), 1, "file.missing-field"),
    ],
)  # fmt: skip
def test_what_the_rules_refuse_is_named_by_its_line(
    data: bytes, line: int, code: str
) -> None:
    assert refusal(data) == (line, code)


# ---- settings of real games ----


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ({"hidden_joker_points": 10**9}, "file.setting-range"),
        ({"hidden_joker_points": -(10**9)}, "file.setting-range"),
        ({"honour_values": []}, "file.setting-names"),
        ({"honour_values": [["trumps-4", 150]]}, "file.setting-names"),
        ({"hidden_values": [["A", 20], ["A", 20]]}, "file.setting-names"),
        ({"variant": "x3"}, "file.unreadable"),
        ({"variant": None}, "file.unreadable"),
    ],
)
def test_settings_that_no_form_would_take_are_refused(
    answers: Fields, code: str
) -> None:
    data = data_of(
        [{"scorekeeper": 1, "game": "joker-bridge", "settings": answers}, {"count": 0}]
    )
    with pytest.raises(FileRefused) as refused:
        read(data)
    assert (refused.value.line, refused.value.why.code) == (1, code)
    assert "%(" not in words_in("en").text(refused.value.why)


def test_entries_that_are_not_dated_have_the_time_of_the_opening_in_utc() -> None:
    found = read(by_hand(took(7), at="2026-11-20T22:05:00+01:00"), GAMES).session
    assert found.header.at == "2026-11-20T22:05:00+01:00"
    assert found.log[0].at == "2026-11-20T21:05:00Z"
    assert read(write(found).encode(), GAMES).session == found
