"""The seasons that are made up: legal, of every game, over two years, and always the
same."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.seasons import GROUPS, PLAYED, SEASONS, fill, seasons
from scorekeeper.core.session import first_break
from scorekeeper.store import Store
from scorekeeper.tables.session import Session, opened


@pytest.fixture(scope="module")
def played() -> tuple[Session, ...]:
    return tuple(seasons(80, seed=3, hands=6))


def test_every_game_and_every_group_is_there(played: tuple[Session, ...]) -> None:
    assert {session.header.game for session in played} == PLAYED
    people = {person for session in played for person in session.folded.persons}
    assert people == {person for group in GROUPS for person in group.people}
    assert len({session.id for session in played}) == len(played)


def test_they_lie_in_two_seasons_in_order(played: tuple[Session, ...]) -> None:
    at = [session.header.at for session in played]
    assert at == sorted(at)
    months = sorted({day[:7] for day in at})
    assert (months[0], months[-1]) == ("2024-09", "2026-06")
    assert SEASONS == 2 and "2025-08" not in months


def test_all_of_it_is_legal_and_chained(played: tuple[Session, ...]) -> None:
    for session in played:
        again = opened(session.game, session.header, session.log)
        assert (
            again.folded.misfits == () and first_break(again.header, again.log) is None
        )
        assert again.sheet == session.sheet
        assert session.log[-1].at > session.log[0].at


def test_they_are_played_to_an_end_more_often_than_not() -> None:
    over = [
        any(part.is_over for part in season.sheet.sections)
        for season in seasons(30, seed=5)
    ]
    assert sum(over) > len(over) / 2


def test_a_seed_gives_the_same_seasons_again(played: tuple[Session, ...]) -> None:
    assert [season.head for season in seasons(80, seed=3, hands=6)][:20] == [
        session.head for session in played[:20]
    ]
    assert next(seasons(80, seed=4, hands=6)).head != played[0].head


def test_a_store_takes_them_over_once(
    tmp_path: Path, played: tuple[Session, ...]
) -> None:
    store = Store(tmp_path / "seasons.db")
    assert fill(store, iter(played)) == sum(session.last for session in played)
    fill(store, iter(played[:5]))
    assert store.engine.health().sessions == len(played)
    store.close()


def test_the_command_fills_a_database(tmp_path: Path) -> None:
    path = tmp_path / "made.db"
    command = [sys.executable, "-m", "benchmarks.seasons", str(path), "--sessions", "3"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout.startswith("3 sessions, ")
    assert path.stat().st_size > 0
