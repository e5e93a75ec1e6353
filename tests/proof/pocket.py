"""The whole browser killed behind random answers: what the program in it answered for
is there."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Playwright

from benchmarks.evenings import PEOPLE, deals
from benchmarks.pocket import SEND, Group, browser
from scorekeeper.core.seats import COMPASS
from scorekeeper.core.session import Event
from scorekeeper.exports.session_file import read
from scorekeeper.exports.verify import verify_file
from scorekeeper.games import GAMES
from tests.browser.pockets import PocketPage
from tests.proof.broken import Broken
from tests.proof.firefox import FirefoxPage
from tests.proof.guest import quick_fields

Shown = PocketPage | FirefoxPage
Start = Callable[[], AbstractContextManager[tuple[Shown, Group]]]

ROUNDS_A_TABLE = 10
MOST = 5
"""How many deals are answered for at most before the browser is killed."""
LATEST = 0.06
"""Seconds after one more deal was sent, by which the browser is killed."""


@dataclass(slots=True)
class Killed:
    """How often the browser was killed, and what was found of what was answered for."""

    rounds: int = 0
    answered: int = 0
    unanswered: int = 0
    files: int = 0
    kept: dict[str, list[str]] = field(default_factory=dict)
    """The keys that must be there, by the address of the table."""

    def __str__(self) -> str:
        """One line of figures."""
        return (
            f"{self.rounds} rounds, {self.answered:,} deals answered for, all there; "
            f"{self.unanswered} more on the disk; {self.files:,} session files verified"
        )


@contextmanager
def chromium(
    playwright: Playwright, profile: Path
) -> Iterator[tuple[PocketPage, Group]]:
    """A Chromium that keeps what it has in `profile`: its page, and the group of its
    processes."""
    with browser(playwright, profile) as (shell, group):
        yield PocketPage(shell), group


def kill_browsers(start: Start, url: str, rounds: int, seed: int) -> Killed:
    """Start the browser, enter, kill it, look; so many times on one profile. Raises
    Broken."""
    told = Killed()
    dice = random.Random(seed)
    for number in range(rounds):
        with start() as (page, group):
            opened(page, url)
            look(page, told)
            if number % ROUNDS_A_TABLE == 0:
                lay(page, url, told)
            if number == 0:
                page.shell.wait_for_selector("html[data-snapshot]")
            for facts in deals(dice.randint(0, MOST), seed + number):
                if said := enter(page, told, facts):
                    raise Broken(f"a deal was refused: {said}")
            send = f"given => {{ ({SEND})(given); }}"
            page.frame.evaluate(send, _deal(told, next(deals(1, seed - number - 1))))
            time.sleep(dice.uniform(0, LATEST))
            group.kill()
        told.rounds += 1
    with start() as (page, _):
        opened(page, url)
        look(page, told)
    return told


def opened(page: Shown, url: str) -> None:
    """Start the program where it was left, and wait for Python and its page."""
    page.start(url)
    page.ready()
    page.frame.wait_for_url(f"{url}/**")


def lay(page: Shown, url: str, told: Killed, game: str = "joker-bridge") -> None:
    """Open a table, at which the deals are entered from now on. Raises Broken."""
    at = f"{urlsplit(url).path}/new/{game}"
    seats = (
        [seat.value for seat in COMPASS]
        if GAMES[game].folder == "bridge"
        else range(1, 5)
    )
    names = {f"seat{seat}": name for seat, name in zip(seats, PEOPLE, strict=True)}
    answer = page.frame.evaluate(SEND, [at, at, names, "follow"])
    if not answer["isDone"]:
        raise Broken(f"a table could not be laid: {answer['said']}")
    told.kept[urlsplit(answer["url"]).path] = []


def enter(page: Shown, told: Killed, facts: tuple[Event, ...]) -> str:
    """Enter a deal at the last table: why it was refused, or nothing."""
    answer = page.frame.evaluate(SEND, _deal(told, facts))
    if answer["isDone"]:
        told.kept[list(told.kept)[-1]].append(answer["key"])
        told.answered += 1
    return str(answer["said"])


def _deal(told: Killed, facts: tuple[Event, ...]) -> list[Any]:
    table = list(told.kept)[-1]
    return [f"{table}?form=quick", f"{table}enter/quick", quick_fields(facts), "manual"]


def look(page: Shown, told: Killed) -> None:
    """All that was answered for is there, once and in order, and one deal more at most
    that was on its way. Raises Broken."""
    for table, kept in told.kept.items():
        file = page.frame.evaluate(
            "at => fetch(at).then(a => a.text())", f"{table}session.jsonl"
        )
        verdict = verify_file(file.encode())
        if not verdict.holds:
            raise Broken(f"{table}: {verdict}")
        log = read(file.encode()).session.log
        there = [entry.key for entry in log if entry.part == 0][1:]
        if there[: len(kept)] != kept or len(there) > len(kept) + 1:
            raise Broken(f"{table} has {there}, and {kept} were answered for")
        told.unanswered += len(there) - len(kept)
        told.files += 1
        kept[:] = there
