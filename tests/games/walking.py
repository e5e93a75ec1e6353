"""A walk through a game by its own forms, as people at a table would fill them in.

Nothing here knows a game. The page of each form says what can be chosen; every choice
of it is entered once where the rules take it, and what they refuse must be said in
words.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace
from html.parser import HTMLParser
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message
from scorekeeper.core.seats import Seat, seats_in
from scorekeeper.core.session import Command, Entry, Event
from scorekeeper.exports.pdf.page import Document, Paper, page_of
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.game import Game
from scorekeeper.store import Store
from scorekeeper.tables.session import Session
from scorekeeper.words import LANGUAGES, words_in
from tests.exports.printed import read_pdf
from tests.web.conftest import Visitor
from tests.words.codes import raw_codes

PEOPLE = ("Ingrid", "Tom", "Priya", "Marek")
TRIES = 12
"""How many fillings of a form are tried for each of its choices."""
USUAL = 2
"""In how many of them everything else stands as it comes."""
SWEPT = 2
"""In how many of them the numbers are tried one after the other."""
MOST_JUDGED = 80
"""How many fillings of a form the rules are asked about at one turn."""
MOST_TRIED = 16
"""How many choices are tried at one turn."""
MOST_STUCK = 3
"""After so many turns at which nothing was taken the evening is over."""
SPELL = 8
NEW = 3
"""Of so many turns so many are for new choices."""
SWEEP = (*range(0, 60), *range(60, 301, 5), *range(-60, 0))
"""The numbers that are typed one after the other, where the others are filled in."""
READ = (
    "",
    "sheet",
    "more",
    "log",
    "settings",
    "sheet.csv",
    "session.jsonl",
    "story/",
    "ask",
)
_SPOKEN = ("aria-label", "title", "alt", "placeholder")
_NOT_CHOSEN = {
    "csrf_token",
    "key",
    "seen",
    "phone",
    "before",
    "note",
    "by",
    "against",
    "reason",
}


class Page(HTMLParser):
    """What a page says, and the controls of its forms by the addresses that these are
    sent to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.controls: dict[str, list[tuple[str, str, str, bool]]] = {}
        self._form = ""
        self._select = ""
        self._is_mute = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self._is_mute = tag in ("script", "style")
        self.said += [named[name] for name in _SPOKEN if name in named]
        if tag == "form":
            self._form = named.get("action", "")
        elif tag == "select":
            self._select = named.get("name", "")
        elif tag == "option" and self._select:
            self._add(
                self._select, "option", named.get("value", ""), "selected" in named
            )
        elif tag in ("input", "button") and named.get("name"):
            kind = named.get("type", "text") if tag == "input" else "button"
            self._add(named["name"], kind, named.get("value", ""), "checked" in named)

    def _add(self, name: str, kind: str, value: str, is_on: bool) -> None:
        self.controls.setdefault(self._form, []).append((name, kind, value, is_on))

    def handle_endtag(self, tag: str) -> None:
        self._is_mute = False
        if tag == "form":
            self._form = ""
        elif tag == "select":
            self._select = ""

    def handle_data(self, data: str) -> None:
        if not self._is_mute:
            self.said.append(data)


@dataclass(frozen=True)
class Question:
    """A form as its page offers it: what can be chosen, tapped, pressed and typed, by
    name; and what is chosen as it comes."""

    kind: type[EntryForm]
    chosen: dict[str, list[str]]
    usual: dict[str, str]
    tapped: dict[str, list[str]]
    pressed: list[tuple[str, str]]
    typed: dict[str, str]
    hidden: dict[str, str]

    @classmethod
    def on(cls, page: Page, kind: type[EntryForm]) -> "Question":
        asked = cls(kind, {}, {}, {}, [], {}, {})
        for address, controls in page.controls.items():
            if not address.endswith(f"/enter/{kind.NAME}"):
                continue
            for name, how, value, is_on in controls:
                if name in _NOT_CHOSEN:
                    continue
                if how in ("radio", "option"):
                    asked.chosen.setdefault(name, []).append(value)
                    if is_on or (how == "option" and name not in asked.usual):
                        asked.usual[name] = value
                elif how == "checkbox":
                    asked.tapped.setdefault(name, []).append(value)
                elif how == "button":
                    asked.pressed.append((name, value))
                elif how == "hidden":
                    asked.hidden[name] = value
                else:
                    asked.typed[name] = value
        return asked

    def choices(self) -> Iterator[tuple[str, str]]:
        """Everything that can be chosen, tapped or pressed, a name and a value; without
        a name: the form filled in as it comes."""
        yield ("", "")
        yield from self.pressed
        for offered in (self.chosen, self.tapped):
            for name, values in offered.items():
                yield from ((name, value) for value in values)

    def fillings(
        self, wanted: tuple[str, str], dice: random.Random
    ) -> Iterator[list[Any]]:
        """The form with this choice in it, first as it comes, then filled in at random,
        every second time with a number left empty; and its numbers one by one."""
        if wanted in self.pressed:
            yield [wanted]
        numbers = list(self.typed)
        for n in range(TRIES):
            filled = self._filled(wanted, dice, is_usual=n < USUAL)
            if numbers and n % 2:
                empty = dice.choice(numbers)
                filled = [pair for pair in filled if pair[0] != empty]
            yield filled
            if numbers and 0 < n <= SWEPT and wanted == ("", ""):
                swept = dice.choice(numbers)
                rest = [pair for pair in filled if pair[0] != swept]
                for number in dice.sample(SWEEP, len(SWEEP)):
                    yield [*rest, (swept, str(number))]

    def _filled(
        self, wanted: tuple[str, str], dice: random.Random, *, is_usual: bool
    ) -> list[tuple[str, str]]:
        filled = list(self.hidden.items())
        for name, values in self.chosen.items():
            chosen = self.usual.get(name) if is_usual else None
            if name == wanted[0]:
                chosen = wanted[1]
            filled.append((name, dice.choice(values) if chosen is None else chosen))
        for name, values in self.tapped.items():
            count = (
                0 if is_usual else min(len(values), dice.choice((0, 0, 1, 2, 3, 4, 5)))
            )
            taps = set(dice.sample(values, count))
            if name == wanted[0]:
                taps.add(wanted[1])
            filled += [(name, value) for value in values if value in taps]
        for name in self.typed:
            filled.append(
                (name, self.typed[name] or str(0 if is_usual else dice.randrange(0, 6)))
            )
        if wanted in self.pressed:
            filled.append(wanted)
        return filled


@dataclass
class Walk:
    """An evening of one game under one of its presets, by its pages alone."""

    visitor: Visitor
    game: Game
    preset: str
    most: int = 25
    languages: tuple[str, ...] = LANGUAGES
    dice: random.Random = field(default_factory=lambda: random.Random(13))
    tried: set[tuple[str, ...]] = field(default_factory=set)
    entered: set[str] = field(default_factory=set)
    offers: Counter[tuple[str, ...]] = field(default_factory=Counter)
    forms: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    judged: Counter[str] = field(default_factory=Counter)
    asked: set[str] = field(default_factory=set)
    said: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    address: str = ""

    def go(self) -> "Walk":
        """Enter what there is to enter, and read what it comes to."""
        self.lay()
        stuck = 0
        for _ in range(self.most):
            stuck = 0 if self.turn() else stuck + 1
            if stuck == MOST_STUCK:
                break
        self.end()
        self.read()
        return self

    def end(self) -> None:
        """End the game where it stands, which may be within a deal, as the evening's
        form does."""
        self.look(f"{self.address}evening/ended")
        self.visitor.send(f"{self.address}enter/ended", reason="late")
        if self.visitor.page.status_code not in (303, 422):
            self.faults.append(f"ended: {self.visitor.page.status_code}")
        self.note("ended", Page(self.visitor.page.get_data(as_text=True)).said)

    def printed(self, language: str) -> "Walk":
        """Print the sheet as well, and read it."""
        self.visitor.client.set_cookie("language", language)
        self.visitor.get(f"{self.address}sheet.pdf")
        assert self.visitor.page.status_code == 200, self.visitor.page.status_code
        self.note("sheet.pdf", [read_pdf(self.visitor.page.data).text])
        return self

    # ---- the table ----

    def lay(self) -> None:
        visitor = self.visitor
        visitor.client.set_cookie("taps", "one")
        self.look(f"/new/{self.game.slug}?preset={self.preset}")
        names = re.findall(r'name="(seat[^"]+)"', visitor.page.text)
        people = dict(zip(names, PEOPLE, strict=False))
        visitor.send(f"/new/{self.game.slug}", **people, preset=self.preset)
        assert visitor.page.status_code == 303, visitor.text
        self.address = str(visitor.page.headers["Location"])

    @property
    def session(self) -> Session:
        store: Store = self.visitor.client.application.extensions["store"]
        found = store.open(self.address.strip("/").split("/")[-1])
        assert found is not None
        return found

    # ---- one entry ----

    def how_new(self, offer: tuple[Any, Any]) -> tuple[bool, int]:
        _, choice = offer
        return choice in self.tried, self.forms[choice[0]]

    def how_usual(self, offer: tuple[Any, Any]) -> int:
        _, choice = offer
        return -self.offers[choice]

    def turn(self) -> bool:
        """Enter one more choice; False where nothing is taken. At some turns it is a
        new one, at others what is offered most often, such as a pass: so that a deal
        comes to its end."""
        session = self.session
        offered = [
            (asked, (asked.kind.NAME, *choice))
            for asked in self.questions(session)
            for choice in asked.choices()
        ]
        self.dice.shuffle(offered)
        self.offers.update(name for _, name in offered)
        is_new = self.turns % SPELL < NEW
        self.turns += 1
        self.judged.clear()
        offered.sort(key=self.how_new if is_new else self.how_usual)
        for asked, (form, *choice) in offered[:MOST_TRIED]:
            found = self.taken(session, asked, (choice[0], choice[1]))
            if self.judged[form] <= MOST_JUDGED:
                self.tried.add((form, *choice))
            if found is not None:
                self.forms[form] += 1
                self.enter(asked, *found)
                return True
        return False

    def questions(self, session: Session) -> Iterator[Question]:
        """What can be answered now, read from the page of each question."""
        flow = session.game.flow
        state = session.folded.state
        for kind in (*flow.offered(state), *flow.aside(state)):
            if not kind.STATES:
                self.look(f"{self.address}?form={kind.NAME}")
                continue
            self.asked.add(kind.NAME)
            page = self.look(f"{self.address}?form={kind.NAME}")
            yield Question.on(page, kind)

    def taken(
        self, session: Session, asked: Question, choice: tuple[str, str]
    ) -> tuple[list[Any], tuple[Event, ...]] | None:
        """The first filling with this choice that the rules take, and the facts that it
        states; None where none is taken, or where the rules were asked about enough of
        this form."""
        form_name = asked.kind.NAME
        for filled in asked.fillings(choice, self.dice):
            form = asked.kind(MultiDict(filled), folded=session.folded, data={})
            if not form.validate():
                self.say(form.form_errors, *form.errors.values())
                continue
            facts = form.facts()
            self.judged[form_name] += 1
            if self.judged[form_name] > MOST_JUDGED:
                return None
            try:
                session.decide(Command(tuple(map(Entry, facts))))
            except RuleViolation as refusal:
                self.say(refusal.why)
                continue
            if facts:
                return filled, facts
        return None

    def enter(
        self, asked: Question, filled: list[Any], facts: tuple[Event, ...]
    ) -> None:
        """Send the form, and read the page that it leads to."""
        for fact in facts:
            self.entered.add(fact.KIND)
            self.refuses_another_ring(fact)
            said = getattr(fact, "said", None)
            if said is not None:
                self.say((said(),))
        fields: dict[str, Any] = {}
        for name, value in filled:
            fields.setdefault(name, []).append(value)
        self.look(f"{self.address}?form={asked.kind.NAME}")
        self.visitor.send(f"{self.address}enter/{asked.kind.NAME}", **fields)
        if self.visitor.page.status_code != 303:
            status = self.visitor.page.status_code
            self.faults.append(
                f"{asked.kind.NAME} with {filled}: {status}\n{self.visitor.text}"
            )
            return
        self.look(self.visitor.page.headers["Location"])

    def refuses_another_ring(self, fact: Any) -> None:
        """The same fact of a seat that this table hasn't must be refused."""
        if not any(seats_in(fact)):
            return
        ring = self.game.ring(self.session.settings)
        foreign = next(seat for seat in Seat if seat not in ring)
        moved = with_seat(fact, foreign)
        try:
            self.session.decide(Command((Entry(moved),)))
        except RuleViolation as refusal:
            if refusal.why.code == "refused.no-such-seat":
                return
        self.faults.append(f"{moved} is not refused for its seat")

    # ---- what is read ----

    def read(self) -> None:
        """Every page of the table, its files and its paper, in each of its
        languages."""
        session = self.session
        rows = [row.id for row in session.sheet.rows()]
        opened = [f"sheet?why={row}" for row in rows[-3:]]
        shown = [f"rows/{row}/correct" for row in rows[-1:]]
        for language in self.languages:
            self.visitor.client.set_cookie("language", language)
            read = [one for one in READ if one != "ask" or self.game.arbiter]
            for name in (*read, *opened, *shown):
                self.look(self.address + name)
            for kind in self.game.flow.offered(session.folded.state):
                self.look(f"{self.address}?form={kind.NAME}")
            words = words_in(language)
            paper = page_of(session, words, Paper.A4, Document.REPORT)
            self.note("the report on paper", Page(paper).said)
        self.visitor.client.set_cookie("language", LANGUAGES[0])

    def look(self, address: str) -> Page:
        """Read a page, and note the codes that it shows."""
        self.visitor.get(address)
        text = self.visitor.page.get_data(as_text=True)
        if self.visitor.page.status_code not in (200, 303):
            self.faults.append(f"{address}: {self.visitor.page.status_code}")
        if self.visitor.page.mimetype != "text/html":
            is_record = address.endswith(".jsonl")  # it holds the names of settings
            self.note(address, [] if is_record else [text])
            return Page("")
        page = Page(text)
        self.note(address, page.said)
        return page

    @property
    def unsaid(self) -> list[str]:
        """Each code that a page shows instead of a sentence."""
        return sorted({fault.rpartition(": ")[2] for fault in self.faults})

    def note(self, where: str, said: list[str]) -> None:
        for piece in said:
            for code in raw_codes(piece, (self.game.family,)):
                self.faults.append(f"{where}: {code}")

    def say(self, *messages: Any) -> None:
        """Say what a form refuses, in each language: a code without a sentence
        raises."""
        for said in messages:
            if isinstance(said, Message) and said.code not in self.said:
                self.said.add(said.code)
                for language in LANGUAGES:
                    self.note(f"said in {language}", [words_in(language).text(said)])
            elif isinstance(said, list | tuple):
                self.say(*said)


def with_seat(value: Any, seat: Seat) -> Any:
    """The same fact with this seat wherever it names one."""
    if isinstance(value, Seat):
        return seat
    if isinstance(value, tuple):
        return tuple(with_seat(part, seat) for part in value)
    if is_dataclass(value) and not isinstance(value, type) and any(seats_in(value)):
        held = {one.name: getattr(value, one.name) for one in fields(value)}
        return replace(
            value, **{name: with_seat(part, seat) for name, part in held.items()}
        )
    return value
