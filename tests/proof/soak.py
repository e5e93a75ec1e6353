"""One session that goes on and on: what an entry and its page cost at the end, and at
the start."""

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from benchmarks.evenings import deals
from scorekeeper import create_app
from tests.proof.broken import Broken
from tests.proof.guest import HIDDEN, NAMES, quick_fields

AT_ONCE = 30
"""How many deals in a row are measured."""
SEVERAL = 5
"""How many are counted, the dearest of which is told: the page of a finished rubber is
small."""
PARTS = 3
PEOPLE = ("Ingrid", "Tom", "Priya", "Marek")

Work = Callable[[], object]


@dataclass
class Window:
    """What was measured when the session had so many entries: times in seconds, and how
    many calls of Python functions it took, which no other program on the machine
    disturbs."""

    entries: int
    entering: list[float] = field(default_factory=list)
    drawing: list[float] = field(default_factory=list)
    entering_calls: int = 0
    drawing_calls: int = 0

    def __str__(self) -> str:
        """One line of figures."""
        entering, drawing = (
            statistics.median(one) for one in (self.entering, self.drawing)
        )
        return (
            f"at {self.entries:,} entries: a deal {1000 * entering:.1f} ms, "
            f"{self.entering_calls:,} calls; its page {1000 * drawing:.1f} ms, "
            f"{self.drawing_calls:,} calls"
        )


class Evening:
    """A table in the real app, without a network."""

    def __init__(self, folder: Path) -> None:
        self._app = create_app({"INSTANCE": str(folder), "TESTING": True})
        self._client: FlaskClient = self._app.test_client()
        self._deals = deals(1_000_000)
        page = self._client.get("/new/joker-bridge").text
        names = dict.fromkeys(NAMES.findall(page))
        fields = {
            **dict(HIDDEN.findall(page)),
            **dict(zip(names, PEOPLE, strict=False)),
        }
        self._table = str(self._client.post("/new/joker-bridge", data=fields).location)
        hidden = dict(HIDDEN.findall(self._client.get(self._table).text))
        self._token = hidden["csrf_token"]
        self.entries = int(hidden["seen"])

    def enter(self) -> None:
        """A whole deal. Raises Broken when it is not taken."""
        fields: dict[str, Any] = {
            **quick_fields(next(self._deals)),
            "csrf_token": self._token,
        }
        fields |= {"key": f"deal-{self.entries}", "seen": self.entries}
        answer = self._client.post(f"{self._table}enter/quick", data=fields)
        if answer.status_code != 303:
            raise Broken(f"deal after entry {self.entries}: {answer.status_code}")
        self.entries += PARTS

    def draw(self) -> None:
        """The table's page, as htmx asks for it."""
        answer = self._client.get(self._table, headers={"HX-Request": "true"})
        if answer.status_code != 200:
            raise Broken(f"page after entry {self.entries}: {answer.status_code}")

    def close(self) -> None:
        """Close the store."""
        self._app.extensions["store"].close()


def soaked(folder: Path, marks: tuple[int, ...]) -> Iterator[Window]:
    """Enter until the session has as many entries as the last mark; measure at each."""
    evening = Evening(folder)
    try:
        for mark in marks:
            while evening.entries < mark:
                evening.enter()
            window = Window(evening.entries)
            for _ in range(AT_ONCE):
                window.entering.append(_time(evening.enter))
                window.drawing.append(_time(evening.draw))
            for _ in range(SEVERAL):
                window.entering_calls = max(window.entering_calls, calls(evening.enter))
                window.drawing_calls = max(window.drawing_calls, calls(evening.draw))
            yield window
    finally:
        evening.close()


def _time(work: Work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def calls(work: Work) -> int:
    """How many Python functions `work` calls, once it has done so before."""
    counted = 0

    def count(frame: object, what: str, of: object) -> None:
        nonlocal counted
        counted += what == "call"

    work()
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return counted
