"""A night is a session like any other: kept, corrected, written, read and scored. Its
tables are ordinary sessions."""

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.__main__ import main
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.session import Command, Entry, Event, Header, Stamp
from scorekeeper.exports.archive import written
from scorekeeper.exports.pdf.night import NightDocument, NightList
from scorekeeper.exports.pdf.page import Paper
from scorekeeper.exports.pdf.render import laid_out
from scorekeeper.exports.session_file import read, write
from scorekeeper.exports.verify import verify_file
from scorekeeper.games.bridge import BRIDGE
from scorekeeper.games.bridge.rules import Scoring as BridgeScoring
from scorekeeper.nights import facts
from scorekeeper.nights.facts import Chosen, Kind, RoundOpened, Scoring
from scorekeeper.nights.night import laid_in, next_round
from scorekeeper.nights.travellers import lines, own_lines
from scorekeeper.store import Store
from scorekeeper.tables.nights import (
    can_be_played,
    is_night,
    night_of,
    plays_boards,
    rankings,
    results,
)
from scorekeeper.tables.session import Session
from scorekeeper.words import words_in
from tests.exports.sheets import Table
from tests.nights.folded import people, units

AT = "2026-11-26T20:00:00Z"
HEADER = Header("night-1", "night", 1, {}, "2026-11-26T20:00:00+00:00")
DUPLICATE = replace(BRIDGE.rule_sheet.defaults, scoring=BridgeScoring.DUPLICATE)
RESULTS = {
    "r1t1": (("4S", "N", 10), ("3NT", "E", 9)),
    "r1t2": (("4S", "N", 9), ("3NT", "E", 10)),
}


class Evening:
    """A night in a store, entered fact by fact."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.keys = 0
        game = Entry(facts.GameIs("bridge", {}))
        store.create(HEADER, (game,), Stamp(AT, key="opened"))

    @property
    def session(self) -> Session:
        found = self.store.open("night-1")
        assert found is not None
        return found

    def enter(self, *events: Event, voids: tuple[int, ...] = ()) -> None:
        self.keys += 1
        command = Command(tuple(map(Entry, events)), voids)
        self.store.append("night-1", command, Stamp(AT, key=f"key-{self.keys}"))

    def open_round(self) -> None:
        night = night_of(self.session)
        planned = next_round(night)
        number = night.round + 1
        ids = {table.table: f"r{number}t{table.table}" for table in planned.tables}
        self.enter(RoundOpened(number, laid_in(night, planned, ids)))


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = Evening(Store(tmp_path / "nights.db"))
    evening.enter(*people(8))
    howell = Chosen(Kind.HOWELL, Scoring.MATCHPOINTS, 3, 2, 15, units(4, 2))
    evening.enter(howell)
    return evening


def tables_of(evening: Evening) -> Mapping[str, Session]:
    """The tables of the first round, both with their two boards played."""
    found = dict[str, Session]()
    night = night_of(evening.session)
    for laid in night.rounds[0].fact.tables:
        seats = (*laid.north_south, *laid.east_west)
        north, south, east, west = map(night.name, seats)
        table = Table(BRIDGE, DUPLICATE, (north, east, south, west), laid.session)
        for deal in RESULTS[laid.session]:
            table.deal(*deal)
        found[laid.session] = table.session
    return found


def test_a_night_is_kept_and_proved_like_a_game(evening: Evening) -> None:
    evening.open_round()
    session = evening.session
    assert is_night(session)
    assert not session.folded.misfits
    text = write(session)
    assert read(text.encode()).session.head == session.head
    assert not verify_file(text.encode()).is_refused
    other = text.replace("Person 3", "Person 9")
    assert verify_file(other.encode()).is_refused


def test_standings_follow_from_the_sheets_of_the_tables(evening: Evening) -> None:
    evening.open_round()
    tables = tables_of(evening)
    night = night_of(evening.session)
    first, second = night.rounds[0].fact.tables
    (ranking,) = rankings(night, tables.get)
    totals = {line.unit: line.total for line in ranking.standings}
    # 4♠ made beats 4♠ one off; 3NT with an overtrick is better for East–West
    assert totals[night.unit_of(first.north_south[0]) or 0] == 100
    assert totals[night.unit_of(first.east_west[0]) or 0] == 0
    assert totals[night.unit_of(second.east_west[0]) or 0] == 100
    assert [line.played for line in ranking.standings] == [2, 2, 2, 2]
    assert [line.place for line in ranking.standings] == [1, 1, 3, 3]


def test_a_correction_at_a_table_counts_at_once(evening: Evening) -> None:
    evening.open_round()
    tables = dict(tables_of(evening))
    night = night_of(evening.session)
    table = Table(BRIDGE, DUPLICATE, (), "r1t2")
    table.session = tables["r1t2"]
    seq = next(e.seq for e in table.session.log if e.event.KIND == "tricks")
    table.minutes = 60
    table.correct(seq, replace(table.session.entry(seq).event, tricks=10), "counted")  # type: ignore[type-var]
    tables["r1t2"] = table.session
    (ranking,) = rankings(night, tables.get)
    unit = night.unit_of(night.rounds[0].fact.tables[0].north_south[0])
    (line,) = (one for one in ranking.standings if one.unit == unit)
    assert line.total == Fraction(100 * 3, 4), "the first board is shared now"


def test_a_round_that_began_too_early_is_undone(evening: Evening) -> None:
    evening.open_round()
    evening.open_round()
    last = evening.session.last
    evening.enter(voids=(last,))
    night = night_of(evening.session)
    assert night.round == 1
    ids = {table.table: f"again{table.table}" for table in next_round(night).tables}
    evening.enter(RoundOpened(2, laid_in(night, next_round(night), ids)))
    assert night_of(evening.session).round == 2


def test_a_wrong_fact_is_refused_and_leaves_the_night_as_it_was(
    evening: Evening,
) -> None:
    before = evening.session.head
    with pytest.raises(RuleViolation):
        evening.enter(facts.Gone(99))
    assert evening.session.head == before


def test_the_archive_of_a_night_is_scored(evening: Evening, tmp_path: Path) -> None:
    evening.open_round()
    tables = tables_of(evening)
    path = tmp_path / "night.zip"
    archive = written([evening.session, *tables.values()])
    path.write_bytes(b"".join(archive))
    answer = CliRunner().invoke(main, ["score", str(path)])
    assert answer.exit_code == 0, answer.output
    said = json.loads(answer.stdout)
    assert (said["night"], said["results"], said["missing"]) == (True, 4, [])
    (ranking,) = said["rankings"]
    best = ranking["standings"][0]
    assert (best["place"], best["total"], best["shared"]) == (1, 100, True)
    assert " & " in best["name"]


def test_a_night_without_its_tables_says_which_are_missing(
    evening: Evening, tmp_path: Path
) -> None:
    evening.open_round()
    path = tmp_path / "night.jsonl"
    path.write_text(write(evening.session))
    said = json.loads(CliRunner().invoke(main, ["score", str(path)]).stdout)
    assert (said["results"], said["missing"]) == (0, ["r1t1", "r1t2"])


def test_an_archive_without_a_night_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.zip"
    path.write_bytes(b"".join(written([Table(BRIDGE, DUPLICATE).session])))
    answer = CliRunner().invoke(main, ["score", str(path)])
    assert answer.exit_code == 1
    assert "scorekeeper import" in json.loads(answer.stdout)["refused"]["why"]


def test_an_archive_of_two_nights_is_refused(evening: Evening, tmp_path: Path) -> None:
    game = Entry(facts.GameIs("bridge", {}))
    header = replace(HEADER, session="night-2")
    evening.store.create(header, (game,), Stamp(AT, key="another"))
    other = evening.store.open("night-2")
    assert other is not None
    path = tmp_path / "nights.zip"
    path.write_bytes(b"".join(written([evening.session, other])))
    answer = CliRunner().invoke(main, ["score", str(path)])
    assert answer.exit_code == 1
    why = json.loads(answer.stdout)["refused"]["why"]
    assert why == "The archive has 2 nights. Export one night with its tables."


def test_a_table_is_no_night() -> None:
    with pytest.raises(RuleViolation) as refusal:
        night_of(Table(BRIDGE, DUPLICATE).session)
    assert words_in("en").text(refusal.value.why) == "This session isn’t a night."


def test_games_of_two_sides_of_two_can_be_played() -> None:
    assert can_be_played(BRIDGE, BRIDGE.rule_sheet.defaults)
    assert plays_boards(BRIDGE, DUPLICATE)
    assert not plays_boards(BRIDGE, BRIDGE.rule_sheet.defaults)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_each_ones_own_sheet_is_on_paper(evening: Evening, language: str) -> None:
    evening.open_round()
    tables = tables_of(evening)
    night = night_of(evening.session)
    document = NightDocument(NightList.OWN)
    page, _ = laid_out(
        evening.session, Paper.A4, language, document, tuple(tables.values())
    )
    text = unescape(page)
    for unit in range(1, 5):
        assert text.count(night.unit_name(unit)) >= 2
    assert text.count("<caption") == 4
    assert "+420" in text and "−420" in text
    assert words_in(language).hundredths(100) in text


def test_a_given_score_stands_on_the_own_sheet_as_it_counts(evening: Evening) -> None:
    evening.open_round()
    tables = tables_of(evening)
    plus = facts.Award.PLUS
    fouled = facts.BoardGiven(1, 1, 1, "Board fouled", "12C2", plus, plus)
    adjusted = facts.BoardGiven(1, 2, 2, "Hesitation", "16B3", points=50)
    evening.enter(fouled, adjusted)
    night = night_of(evening.session)
    found = lines(night, results(night, tables.get))
    first, second = night.rounds[0].fact.tables
    ours = night.unit_of(first.north_south[0]) or 0
    theirs = night.unit_of(second.north_south[0]) or 0
    own = {line.board: line for line in own_lines(found, first.north_south)}
    assert Fraction(own[1].won[ours]) / own[1].of == Fraction(60, 100)
    own = {line.board: line for line in own_lines(found, second.north_south)}
    alone = Fraction(own[1].won[theirs]) / own[1].of
    assert alone == Fraction(1, 2), "nothing is left to compare it with"
    assert own[2].difference == 50


def test_everybody_has_their_own_deals(evening: Evening) -> None:
    evening.open_round()
    tables = tables_of(evening)
    night = night_of(evening.session)
    found = lines(night, results(night, tables.get))
    for unit in night.units:
        assert [line.board for line in own_lines(found, unit)] == [1, 2]
