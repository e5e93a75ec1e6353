"""The cases of law in tests/data/laws, each put to the arbiter: see the README there."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.citations import Standing
from scorekeeper.core.rulings import Question, Ruling
from scorekeeper.core.session import Event
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.events import TricksTaken
from scorekeeper.games.bridge.laws.book import LAWS, Kind
from scorekeeper.games.bridge.settings import LAWS_2014, LAWS_2017, Scoring, Settings
from tests.games.bridge.at_table import Table
from tests.games.bridge.hearing import auction, contract, heard, sound, thirteen_tricks, tricks
from tools import laws

DATA = Path(__file__).parent.parent / "data" / "laws"
FORMS = {"rubber": ("rubber",), "duplicate": ("duplicate",), "both": ("rubber", "duplicate")}


def rows() -> Iterator[Any]:
    for path in sorted(DATA.glob("*.csv")):
        with path.open() as file:
            for n, row in enumerate(csv.DictReader(file), start=2):
                if path.stem == "other-games":
                    continue
                for form in FORMS.get(row["table"], (row["table"],)):
                    name = f"{path.stem} line {n}, {form}: {row['law']} {row['case']}"
                    yield pytest.param(form, row, id=name)


def table_of(form: str) -> Table:
    """A table of this game, or of plain bridge scored in this form."""
    if form in ("rubber", "duplicate"):
        return Table(GAMES["bridge"], Settings(scoring=Scoring(form)))
    slug, _, preset = form.partition(" ")
    game = GAMES[slug]
    found = next((one.settings for one in game.presets if one.code == preset), None)
    return Table(game, found)


def facts_of(given: str) -> tuple[Event, ...]:
    """What was recorded."""
    if not given:
        return ()
    if given.startswith("auction"):
        return auction(given.removeprefix("auction").strip())
    found = re.fullmatch(r"(\w+) ([NESW])(?:: ([^=]*?))?(?: = (\d+))?", given)
    assert found, given
    level, declarer, play, result = found.groups()
    said: list[Event] = [*contract(level, declarer)]
    for leader, row in rows_of(play or ""):
        said += tricks(leader, row)
    if result:
        said.append(TricksTaken(int(result)))
    return tuple(said)


def rows_of(play: str) -> Iterator[tuple[str, str]]:
    whole = {"@all": 13, "@twelve": 12}.get(play.strip())
    if whole is not None:
        yield from thirteen_tricks()[:whole]
        return
    for row in filter(None, (one.strip() for one in play.split("/"))):
        leader, _, cards = row.partition(" ")
        yield leader, cards


def told(row: dict[str, str]) -> dict[str, str]:
    return dict(one.split("=") for one in row["facts"].split())


def effect_of(ruling: Ruling) -> str:
    """What it does to the score, as the files write it."""
    kinds = {
        "tricks": "{0}{1:+d}",
        "result": "result {1}",
        "void": "void",
        "points": "{0}{1:+d} points",
        "doubling": "doubling {1}",
    }
    return ", ".join(kinds[one.kind].format(one.party, one.amount) for one in ruling.effects)


def bound(ruling: Ruling) -> list[str]:
    pieces = (
        (one.kind, one.seat.value, one.card and str(one.card), one.suit and one.suit.value)
        for one in ruling.obligations
    )
    return sorted(":".join(piece for piece in one if piece) for one in pieces)


@pytest.mark.parametrize(("form", "row"), list(rows()))
def test_the_law_is_kept(form: str, row: dict[str, str]) -> None:
    table = table_of(form).enter(*facts) if (facts := facts_of(row["given"])) else table_of(form)
    outcome = heard(table, row["what"], **told(row))
    if row["ruling"].startswith("?"):
        assert isinstance(outcome, Question), outcome.verdict.code
        assert outcome.name.rpartition(".")[2] == row["ruling"].removeprefix("?").strip()
        return
    assert isinstance(outcome, Ruling), (outcome.name, [one for one, _ in outcome.options])
    sound(outcome, table.game)
    assert outcome.verdict.code.removeprefix("bridge.ruling.") == row["ruling"]
    cited = [step.cite.section.removeprefix("Law ") for step in outcome.steps]
    assert set(row["cites"].split()) <= set(cited), cited
    assert effect_of(outcome) == row["effect"]
    assert bound(outcome) == sorted(row["binds"].split())
    is_duplicate = form == "duplicate"
    for step in outcome.steps:
        if step.cite.source in (LAWS_2014, LAWS_2017):
            assert step.cite.source is (LAWS_2017 if is_duplicate else LAWS_2014)
            assert step.cite.standing is (Standing.PUBLISHED if is_duplicate else Standing.INFERRED)


def test_there_are_many_of_them() -> None:
    assert sum(1 for _ in rows()) >= 500


def test_the_page_of_the_laws_is_made_from_the_code() -> None:
    assert laws.PAGE.read_text() == laws.page()


def test_each_law_is_treated_as_the_book_says() -> None:
    """A law is ruled by or said where a module cites it; the rest needs a director."""
    assert [law.number for law in LAWS] == list(range(1, 94))
    cited = set(laws.cited())
    for law in LAWS:
        assert (law.number in cited) is (law.kind is not Kind.DIRECTOR), law
    count = laws.cases()
    assert not [law.number for law in LAWS if law.kind is Kind.RULED and not count[law.number]]
