"""The sheet as CSV and as JSON: numbers stay numbers, texts are never formulas."""

import csv
import io
import json
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from benchmarks.seasons import PLAYED, seasons
from scorekeeper.core.codec import encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Adjusted, Ended, Seated
from scorekeeper.core.seats import COMPASS
from scorekeeper.core.session import Command, Entry, Event
from scorekeeper.exports import sheet_files
from scorekeeper.exports.sheet_files import (
    COLUMNS,
    CSV_ENCODING,
    csv_of,
    defused,
    json_of,
    number_of,
    points_of,
)
from scorekeeper.games import GAMES as REAL
from scorekeeper.games.bridge.rules import UnfinishedPart
from scorekeeper.tables.events import kinds, read_event
from scorekeeper.tables.session import Session, opened
from scorekeeper.words import LANGUAGES, words_in
from tests.toy import GAMES, SEATED, Took, entries, header, stamp

ENGLISH = words_in("en")
HOSTILE = (
    "=1+1",
    "+49 30 1",
    "-2",
    "@SUM(A1)",
    "\t=1+1",
    "\r=1+1",
    "  =cmd|' /C calc'!A0",
    "＝1＋1",
    "＋1",
    "－1",
    "＠A1",
)


def after(session: Session, command: Command, key: str) -> Session:
    return session.grown(session.chained(session.decide(command), stamp(key)))


def played(*events: Event) -> Session:
    session = after(opened(GAMES["toy"], header()), Command(SEATED), "open")
    return after(session, Command(entries(*events)), "a")


def records(session: Session) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(csv_of(session, ENGLISH), newline="")))


def test_a_record_for_each_line_of_the_sheet() -> None:
    found = records(played(Took(7), Took(0), Adjusted("EW", -50, "late")))
    assert tuple(found[0]) == COLUMNS
    assert [(one["row"], one["people"], one["points"]) for one in found] == [
        ("5", "Ada & Cleo", "70"),
        ("5", "Ben & Dov", "60"),
        ("6", "Ada & Cleo", "0"),
        ("6", "Ben & Dov", "130"),
        ("7", "Ben & Dov", "-50"),
    ]
    assert [one["standing"] for one in found[3:]] == ["printed", "house"]
    assert found[0]["rule"] == "The toy's rules §1"


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_that_is_a_formula_is_shown_and_not_calculated(name: str) -> None:
    seated = tuple(
        Entry(Seated(person, seat))
        for person, seat in zip((name, *"BCD"), COMPASS, strict=True)
    )
    session = after(opened(GAMES["toy"], header()), Command(seated), "open")
    session = after(session, Command(entries(Took(7))), "a")
    assert records(session)[0]["people"] == f"'{name} & C"


def test_a_reason_that_is_a_formula_is_shown_and_not_calculated() -> None:
    game = REAL["bridge"]
    session = opened(game, header_of("bridge"))
    reason = '=HYPERLINK("http://x","y")'
    session = after(session, Command(entries(Adjusted("NS", -50, reason))), "a")
    (found,) = records(session)
    assert found["points"] == "-50"
    for cell in found.values():
        assert not cell.lstrip().startswith(("=", "+", "@"))


@pytest.mark.parametrize("mark", [",", ";"])
@pytest.mark.parametrize("formula", ["=1+1", " @SUM(A1)", "+1", "-1", "＝1＋1"])
def test_a_formula_behind_a_mark_that_parts_cells_elsewhere_is_inert(
    mark: str, formula: str
) -> None:
    """A spreadsheet of another country parts the file at the other mark."""
    cells = re.split("[,;]", defused(f"x{mark}{formula}{mark}y"))
    assert cells == ["x", f"'{formula}", "y"]


@pytest.mark.parametrize(
    "text", ["Ada", "Ada, Bob; C", "a -1", "1+1", "O'Neil", "é", "", "♠ Ace", "50"]
)
def test_what_is_no_formula_stays_as_it_is(text: str) -> None:
    assert defused(text) == text


def test_commas_quotes_and_line_ends_stay_in_their_cell() -> None:
    awkward = 'A, "B"\n;C'
    seated = (Entry(Seated(awkward, COMPASS[0])),)
    session = after(opened(GAMES["toy"], header()), Command(seated), "open")
    session = after(session, Command(entries(Took(7))), "a")
    assert records(session)[0]["people"] == awkward


@pytest.mark.parametrize(
    ("points", "in_csv", "in_json"),
    [
        (0, 0, 0),
        (-50, -50, -50),
        (Fraction(4, 2), 2, 2),
        (Fraction(-3, 2), -1.5, "-3/2"),
        (Fraction(1, 3), 0.333333, "1/3"),
    ],
)
def test_points_are_numbers(
    points: int | Fraction, in_csv: float, in_json: int | str
) -> None:
    assert number_of(points) == in_csv
    assert points_of(points) == in_json
    assert type(points_of(points)) is type(in_json)


def test_a_party_has_its_id_in_a_column() -> None:
    found = records(played(Took(7)))
    assert [(one["party_id"], one["party"]) for one in found] == [
        ("NS", "N–S"),
        ("EW", "E–W"),
    ]


@cache
def played_games() -> dict[str, Session]:
    """A short session of each game."""
    return {season.game.slug: season for season in seasons(60, hands=2)}


UNSEEN = re.compile("[\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", sorted(PLAYED))
def test_no_cell_and_no_sentence_of_a_file_has_a_character_that_is_not_seen(
    slug: str, language: str
) -> None:
    """Of every game that is played, in each language: what reads as N–S is found as N–S."""
    words = words_in(language)
    session = played_games()[slug]
    assert not UNSEEN.search(csv_of(session, words))
    assert not UNSEEN.search(json.dumps(json_of(session, words), ensure_ascii=False))


def test_a_typed_name_is_written_without_what_is_not_seen_in_it() -> None:
    typed = ("A\u2060d\u00a0a", "\u200b=1+1", "می\u200cخواهم", "👩\u200d🦰")
    seated = tuple(
        Entry(Seated(one, seat)) for one, seat in zip(typed, COMPASS, strict=True)
    )
    session = after(opened(GAMES["toy"], header()), Command(seated), "open")
    session = after(session, Command(entries(Took(7))), "a")
    ours, theirs = (record["people"] for record in records(session))
    assert ours == "Ad a & می\u200cخواهم"
    assert theirs == "'=1+1 & 👩\u200d🦰"


def test_a_spreadsheet_finds_the_letters_and_the_cells(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Excel reads UTF-8 by the mark before it, and parts cells as the country does: at
    commas, or at semicolons where the comma is for decimals."""
    session = played(Took(7))
    monkeypatch.setattr(sheet_files, "number_of", lambda points: -1.5)
    for language, delimiter, half in (("en", ",", "-1.5"), ("de", ";", "-1,5")):
        data = csv_of(session, words_in(language)).encode(CSV_ENCODING)
        assert data.startswith(b"\xef\xbb\xbfsection" + delimiter.encode())
        text = data.decode("utf-8-sig")
        assert csv.Sniffer().sniff(text.splitlines()[0]).delimiter == delimiter
        rows = [*csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)]
        assert tuple(rows[0]) == COLUMNS
        assert rows[-1]["points"] == half


# ---- JSON ----


def header_of(slug: str, **answers: Any) -> Any:
    from scorekeeper.core.session import Header

    return Header("evening-1", slug, 1, answers, "2026-11-20T20:00:00Z")


def bridge(slug: str, *facts: tuple[str, dict[str, Any]]) -> Session:
    session = after(opened(REAL[slug], header_of(slug)), Command(SEATED), "open")
    known = kinds(REAL[slug])
    for n, (kind, fields) in enumerate(facts):
        command = Command(entries(read_event(known, kind, fields)))
        session = after(session, command, f"k{n}")
    return session


def test_each_deal_has_its_lines_below_above_and_total() -> None:
    """A worked deal: four spades doubled with an overtrick, by hand from Law 81."""
    session = bridge(
        "bridge",
        ("contract", {"contract": "4SX", "declarer": "S"}),
        ("tricks", {"tricks": 11}),
    )
    found = json.loads(json.dumps(json_of(session, ENGLISH)))
    (row,) = found["sections"][0]["rows"]
    assert row["totals"]["NS"] == {"below": 240, "above": 150, "total": 390}
    assert row["totals"]["EW"] == {"below": 0, "above": 0, "total": 0}
    assert sorted((line["part"], line["points"]) for line in row["lines"]) == [
        ("above", 50),
        ("above", 100),
        ("below", 240),
    ]
    assert all(
        line["standing"] == "published" and line["rule"] for line in row["lines"]
    )
    assert found["totals"]["NS"]["total"] == 390
    assert row["people"] == dict(
        zip("NESW", ("Ada", "Ben", "Cleo", "Dov"), strict=True)
    )


def test_totals_are_the_sums_of_their_lines() -> None:
    found = json_of(played(Took(7), Took(2), Adjusted("EW", -50, "late")), ENGLISH)
    for party in ("NS", "EW"):
        rows = [row for section in found["sections"] for row in section["rows"]]
        lines = [
            line for row in rows for line in row["lines"] if line["party"] == party
        ]
        assert found["totals"][party]["total"] == sum(line["points"] for line in lines)
        assert found["totals"][party]["total"] == sum(
            row["totals"][party]["total"] for row in rows
        )


def test_corrections_strike_lines_and_misfits_say_why() -> None:
    session = played(Took(7), Took(8))
    session = after(session, Command((Entry(Took(6), 5),), (5,), "miscounted"), "b")
    session = after(session, Command((Entry(Ended(), 6),)), "c")
    found = json_of(session, ENGLISH)
    first = found["sections"][0]["rows"][0]
    assert [line["points"] for line in first["lines"]] == [60, 70]
    assert [line["points"] for line in first["struck"]] == [70, 60]
    correction = found["corrections"][0]
    assert correction["reason"] == "miscounted"
    assert (correction["voided"], correction["instead"], correction["rows"]) == (
        [5],
        [8],
        [5],
    )
    (misfit,) = found["misfits"]
    assert (misfit["entry"], misfit["kind"]) == (6, "took")
    assert misfit["why"]


def test_the_json_says_which_session_settings_and_log_it_is_of() -> None:
    session = played(Took(7))
    found = json_of(session, ENGLISH, is_chained=False)
    assert found["session"] == "evening-1"
    assert found["settings"] == {"worth": 10, "ending": "never"}
    assert (found["entries"], found["head"], found["chained"]) == (
        5,
        session.head,
        False,
    )


def test_every_figure_is_a_field_beside_its_words() -> None:
    session = bridge(
        "bridge",
        ("contract", {"contract": "4SX", "declarer": "S"}),
        ("tricks", {"tricks": 11}),
    )
    found = json.loads(json.dumps(json_of(session, ENGLISH)))
    (row,) = found["sections"][0]["rows"]
    assert row["values"] == {
        **{"dealer": "N", "vulnerable": "bridge.vulnerable.none", "contract": "4SX"},
        **{"declarer": "S", "tricks": 11, "result": "+1"},
    }
    over = next(line for line in row["lines"] if "overtrick" in line["code"])
    assert over["values"]["n"] == 1
    now = found["now"]
    assert (now["seat"], now["over"], now["awaited"]["seat"]) == ("E", False, "E")
    assert {"code": "bridge.where.dealer", "seat": "E"} in now["where"]
    assert now["standings"][0]["mark"] == "bridge.vulnerable"
    assert found["in_force"] == encode(session.settings)


def test_a_forecast_and_the_cards_of_a_hand_are_fields() -> None:
    berzerka = opened(REAL["berzerka"], header_of("berzerka"))
    known = kinds(REAL["berzerka"])
    facts = [
        ("board", {"contracts": ["berzerka", "hold-steady"]}),
        *(
            (
                "hand",
                {
                    "declarer": seat,
                    "contract": "berzerka",
                    "discards": 3,
                    "count": count,
                },
            )
            for seat, count in (("1", 2), ("2", 4))
        ),
    ]
    for n, (kind, fields) in enumerate(facts):
        berzerka = after(
            berzerka, Command(entries(read_event(known, kind, fields))), f"k{n}"
        )
    found = json_of(berzerka, ENGLISH)
    first = found["sections"][0]["rows"][0]["values"]
    assert (first["berzerka.discards"], first["berzerka.number"]) == (3, 2)
    below = [one["below"] for one in found["now"]["standings"] if one["below"]]
    assert {one["code"] for one in below} == {"berzerka.forecast"}


def test_a_rule_that_the_table_chose_goes_by_its_name() -> None:
    chosen = replace(
        REAL["joker-bridge"].rule_sheet.defaults, unfinished_part=UnfinishedPart.FIFTY
    )
    session = opened(REAL["joker-bridge"], header_of("joker-bridge", **encode(chosen)))
    session = after(session, Command(SEATED), "open")
    facts = (
        ("contract", {"contract": "2S", "declarer": "S"}),
        ("tricks", {"tricks": 8}),
    )
    known = kinds(session.game)
    for n, (kind, fields) in enumerate(facts):
        session = after(
            session, Command(entries(read_event(known, kind, fields))), f"k{n}"
        )
    session = after(session, Command(entries(Ended("late"))), "end")
    lines = [
        line
        for one in json_of(session, ENGLISH)["sections"]
        for row in one["rows"]
        for line in row["lines"]
    ]
    (house,) = [line for line in lines if line["standing"] == "house"]
    assert house["rule"] == "This table's settings: Part-score in an unfinished rubber"


def test_an_unknown_kind_names_those_there_are() -> None:
    with pytest.raises(RuleViolation) as refused:
        read_event(kinds(REAL["bridge"]), "triks", {})
    said = ENGLISH.text(refused.value.why)
    assert "“triks”" in said and "tricks" in said and "contract" in said
