"""Clients that crowd round a few tables, and how they misbehave."""

import random
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from benchmarks.evenings import deals
from tests.proof.guest import Answer, Guest, NoAnswer, quick_fields, session_of
from tests.proof.history import Outcome, Saw, Sent

PARTS = 3
"""How many entries a form makes: contract, tricks, hidden card."""
PAUSE = 0.05
OUTCOMES = {303: Outcome.OK, 409: Outcome.STALE}
UNKNOWN = 500
"""From this status on, nobody knows whether the form was taken."""


@dataclass
class Record:
    """The history, as it grows."""

    said: list[Sent | Saw] = field(default_factory=list)
    _numbers: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def mark(self) -> str:
        """A mark that no other form has."""
        with self._lock:
            self._numbers += 1
            return f"form {self._numbers}"


@dataclass
class Form:
    """A form as it was drawn and filled in."""

    table: str
    fields: dict[str, str]
    is_legal: bool = True

    def sent(
        self, client: int, began: float, outcome: Outcome, answer: str = ""
    ) -> Sent:
        """That it was sent, and ends now."""
        return Sent(
            client,
            session_of(self.table),
            self.fields["note"],
            int(self.fields["seen"]),
            self.is_legal,
            began,
            time.monotonic(),
            outcome,
            answer,
        )


class Client:
    """One of the crowd: it does one thing after another, often the wrong one."""

    def __init__(
        self, number: int, browser: Guest, tables: Sequence[str], record: Record
    ) -> None:
        self._number = number
        self._browser = browser
        self._tables = tables
        self._record = record
        self._dice = random.Random(number)
        self._deals = deals(1_000_000, number)
        self._last: Form | None = None

    def act(self) -> None:
        """One thing; where the server is away, a short wait."""
        ways: tuple[tuple[Callable[[], None], int], ...] = (
            (self._enter, 10), (self._twice_at_once, 3), (self._again, 2), (self._stale, 2),
            (self._hang_up, 2), (self._same_key, 1), (self._illegal, 1), (self._read, 2),
        )  # fmt: skip
        (way,) = self._dice.choices(
            [way for way, _ in ways], [weight for _, weight in ways]
        )
        try:
            way()
        except NoAnswer:
            self._browser.hang_up()
            time.sleep(PAUSE)

    def leave(self) -> None:
        """Close the browser."""
        self._browser.hang_up()

    # ---- the right thing ----

    def _enter(self) -> None:
        self._send(self._drawn())

    def _read(self) -> None:
        table = self._dice.choice(self._tables)
        began = time.monotonic()
        answer = self._browser.get(f"{table}file")
        if answer.status == 200:
            end = answer.text.rstrip().rsplit("\n", 1)[1]
            count = int(end.split('"count":')[1].split(",")[0])
            head = end.split('"head":"')[1][:64]
            self._saw(table, began, count, head)

    # ---- the wrong things ----

    def _twice_at_once(self) -> None:
        """A double tap: the same form on two connections."""
        form = self._drawn()
        other = self._browser.beside()
        began = time.monotonic()
        asked = []
        for window in (self._browser, other):
            with suppress(*NoAnswer):
                window.ask("POST", _address(form), form.fields)
                asked.append(window)
        try:
            for window in asked:
                self._hear(form, began, window)
        finally:
            other.hang_up()

    def _again(self) -> None:
        """Back, and the same form once more."""
        if self._last is not None:
            self._send(self._last)

    def _stale(self) -> None:
        """A form that was drawn a while ago."""
        form = self._drawn()
        time.sleep(self._dice.uniform(0, 0.2))
        self._send(form)

    def _hang_up(self) -> None:
        """The answer gets lost; half of them try again."""
        form = self._drawn()
        began = time.monotonic()
        with suppress(*NoAnswer):
            self._browser.ask("POST", _address(form), form.fields)
            time.sleep(self._dice.uniform(0, 0.01))
        self._browser.hang_up()
        self._record.said.append(form.sent(self._number, began, Outcome.INFO))
        if self._dice.random() < 0.5:
            self._send(form)

    def _same_key(self) -> None:
        """Something else under the key of the last form."""
        if self._last is not None:
            form = self._drawn(self._last.table)
            form.fields["key"] = self._last.fields["key"]
            form.is_legal = False
            self._send(form)

    def _illegal(self) -> None:
        """More tricks than there are."""
        form = self._drawn()
        form.fields["tricks"] = "14"
        form.is_legal = False
        self._send(form)

    # ---- how ----

    def _drawn(self, table: str = "") -> Form:
        """A form, drawn and filled in. Drawing it is reading how far the log has
        come."""
        table = table or self._dice.choice(self._tables)
        began = time.monotonic()
        hidden = self._browser.get(f"{table}?form=quick").hidden
        self._saw(table, began, int(hidden["seen"]))
        filled = quick_fields(next(self._deals))
        return Form(table, {**hidden, **filled, "note": self._record.mark()})

    def _send(self, form: Form) -> None:
        began = time.monotonic()
        try:
            self._browser.ask("POST", _address(form), form.fields)
        except NoAnswer:
            self._record.said.append(form.sent(self._number, began, Outcome.INFO))
            raise
        self._hear(form, began, self._browser)

    def _hear(self, form: Form, began: float, window: Guest) -> None:
        try:
            answer = window.hear()
        except NoAnswer:
            self._record.said.append(form.sent(self._number, began, Outcome.INFO))
            raise
        outcome = _outcome(answer)
        self._record.said.append(
            form.sent(self._number, began, outcome, f"{answer.status}")
        )
        if outcome is Outcome.OK:
            self._last = form

    def _saw(
        self, table: str, began: float, entries: int, head: str | None = None
    ) -> None:
        now = time.monotonic()
        session = session_of(table)
        self._record.said.append(Saw(self._number, session, began, now, entries, head))


def _address(form: Form) -> str:
    return f"{form.table}enter/quick"


def _outcome(answer: Answer) -> Outcome:
    if answer.status >= UNKNOWN:
        return Outcome.INFO
    return OUTCOMES.get(answer.status, Outcome.REFUSED)
