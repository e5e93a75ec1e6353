"""What the score says to the evenings of tests/data/sheets, sentence for sentence.

`python -m tests.games.sheets` writes the answers in those files anew from the entries
there. Read what it changes before you keep it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Cite
from scorekeeper.core.codec import encode
from scorekeeper.core.messages import Message, message
from scorekeeper.core.outcomes import GAME, Kind, Outcome, games_won
from scorekeeper.core.play import won
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.sheet import Points
from scorekeeper.exports.session_file import read
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.calculator import Vulnerability, calculate
from scorekeeper.games.bridge.contract import DECLARER, DEFENDERS, Contract
from scorekeeper.games.game import Game
from scorekeeper.tables.said import said_then
from scorekeeper.tables.session import Session
from scorekeeper.tables.sheet import ShownRow, ShownSection, own_values, sheet_of
from scorekeeper.tables.story import Moment, story_of
from scorekeeper.words import Words
from tests.audit import said
from tests.audit.said import Facts, Shorthand
from tests.games.about import about, files

FOLDER = Path(__file__).parent.parent / "data" / "sheets"


class Saying(Words):
    """English that remembers every code which it has said."""

    def __init__(self) -> None:
        super().__init__("en")
        self.codes = set[str]()

    def _filled(self, said: Message, text: Any, suit: Any) -> Any:
        """The sentence, of whose values only those are said that it has places for."""
        _, forms = self._found(said.code) or ("", ())
        pattern = " ".join(forms)
        placed = tuple(
            (name, of)
            for name, of in said.params
            if name == "n" or f"%({name})" in pattern
        )
        return super()._filled(Message(said.code, placed), text, suit)

    def _pattern(self, code: str, count: int | None = None) -> str:
        shared = code.partition(".")[2]
        self.codes.add(code if code in self._forms else shared)
        return super()._pattern(code, count)


# ---- how an evening is written ----


def play(words: list[str]) -> Iterator[tuple[str, Facts]]:
    """`play HA H2`: cards in the order of play."""
    for word in words[1:]:
        yield "card", {"card": word}


def adjust(words: list[str]) -> Iterator[tuple[str, Facts]]:
    """`adjust NS -50 a revoke that nobody saw`"""
    _, party, points, *reason = words
    yield (
        "adjusted",
        {"party": party, "points": int(points), "reason": " ".join(reason)},
    )


def end(words: list[str]) -> Iterator[tuple[str, Facts]]:
    """`end`, or `end the last bus`"""
    yield "ended", {"reason": " ".join(words[1:])}


def though(words: list[str]) -> Iterator[tuple[str, Facts]]:
    """`though tricks 7 one was claimed`: a result that the recorded tricks are not, and
    why."""
    _, kind, tricks, *note = words
    yield kind, {"tricks": int(tricks), NOTE: " ".join(note)}


NOTE = "note"
"""What an entry's note goes by among its facts, here alone."""
EVERY: Mapping[str, Shorthand] = {
    "play": play,
    "adjust": adjust,
    "end": end,
    "though": though,
}


@dataclass(frozen=True)
class Evening:
    """What is entered at a table, and what is asked then.

    `table` is the address of the game, a preset where it matters, and settings; an
    entry is written as tests/audit has it.
    """

    name: str
    table: str
    entered: tuple[str, ...]
    asked: tuple[str, ...]

    @property
    def game(self) -> Game:
        return GAMES[self.table.split()[0]]

    @property
    def settings(self) -> dict[str, Any]:
        """The settings as a file has them."""
        chosen = self.game.rule_sheet.defaults
        own = dict[str, Any]()
        for word in self.table.split()[1:]:
            name, is_setting, value = word.partition("=")
            if is_setting:
                own[name] = said.value(name, value)
            else:
                chosen = next(
                    preset.settings
                    for preset in self.game.presets
                    if preset.code == word
                )
        return {**encode(chosen), **own}

    @property
    def session(self) -> Session:
        """The evening, replayed by the rules."""
        text = "\n".join(self.entered)
        found = said.entries(text, _Both(about(self.game.slug).shorthand))
        for entry in found:
            if NOTE in entry["facts"]:
                entry[NOTE] = entry["facts"].pop(NOTE)
        return read(said.written(self.game.slug, self.settings, found).encode()).session

    def head(self) -> list[str]:
        """What is written by hand."""
        return [
            f"# {self.name}",
            f"@ {self.table}",
            *(f"> {line}" for line in self.entered),
            *(f"? {line}" for line in self.asked),
        ]

    def written(self, words: Words) -> str:
        """As a file has it."""
        try:
            return "\n".join(
                [*self.head(), *Telling(self.session, words).told(self.asked)]
            )
        except Exception as fault:
            fault.add_note(f"in the evening {self.name!r}")
            raise


class _Both(dict[str, Shorthand]):
    """The shorthands of a family, and those of every game before them."""

    def __init__(self, family: Mapping[str, Shorthand]) -> None:
        super().__init__(EVERY)
        self.family = family

    def get(self, word: str, default: Any = None) -> Any:
        return super().get(word) or self.family.get(word, default)


# ---- what is said of it ----


@dataclass(frozen=True)
class Telling:
    """An evening told in these words, line by line."""

    session: Session
    words: Words

    def told(self, asked: tuple[str, ...]) -> Iterator[str]:
        """The sheet, the score strip, and the answers to what was asked."""
        for question in asked:
            name, *about = question.split()
            yield from QUESTIONS[name](self, *about)
        if any(question.startswith("calculator") for question in asked):
            return
        sheet = sheet_of(self.session)
        for section in sheet.sections:
            yield from self.section(section)
        for correction in sheet.corrections:
            rows = (
                f" (rescored: {self.say(correction.rescored)})"
                if correction.rescored
                else ""
            )
            said_then = f"{self.each(correction.was)} -> {self.each(correction.now)}"
            yield f"corrected in {self.say(correction.rows)}: {said_then}{rows}"
        if sheet.settlement:
            yield (
                f"settled: "
                f"{self.each(f'{who} {self.points(n)}' for who, n in sheet.settlement)}"
            )
        yield from self.strip()

    def say(self, value: object) -> str:
        return self.words.text(value).replace("\u2060", "")

    def each(self, values: Any) -> str:
        return " · ".join(self.say(value) for value in values)

    def points(self, points: Points) -> str:
        return self.words.number(points, signed=True)

    def cite(self, cite: Cite) -> str:
        standing = self.say(message(f"standing.{cite.standing.value}"))
        return f"[{self.words.cited(cite)} #{cite.anchor}: {standing}]"

    def section(self, section: ShownSection) -> Iterator[str]:
        end = f" (over, won by {self.each(section.winners)})" if section.is_over else ""
        yield f"== {self.say(section.label)}: {self.say(section.headline)}{end}"
        for row in section.rows:
            yield from self.row(row)
            yield from self.sentence(row)

    def row(self, row: ShownRow) -> Iterator[str]:
        marks = [mark for mark in row.marks if mark]
        marks += ["rescored"] * row.rescored + ["gone"] * row.gone
        facts = self.each(
            f"{self.say(head)} {self.say(value)}" for head, value in row.facts
        )
        yield f"{self.say(row.label)} ({' '.join(marks)}) {facts}".rstrip()
        for line in row.lines:
            part = "" if line.part == "score" else f" {line.part}"
            struck = " struck" if line.struck else ""
            number = f"{line.party}{part} {self.words.number(line.points)}{struck}"
            yield f"- {number}: {self.say(line.what)} {self.cite(line.cite)}"
        for note in row.notes:
            yield f"- note: {self.say(note)}"

    def sentence(self, row: ShownRow) -> Iterator[str]:
        if row.said is not None:
            yield f"- in a sentence: {self.say(row.said)}"
        kept = self.session.sheet.row(row.id)
        if kept is not None and kept.means is not None:
            yield f"- it means: {self.say(kept.means)}"

    def strip(self) -> Iterator[str]:
        """The score strip."""
        glance = self.session.glance
        scores = []
        for standing in glance.standings:
            more = [
                self.say(value)
                for value in (standing.mark, standing.below)
                if value is not None
            ]
            scores.append(
                " ".join([standing.party.id, self.words.number(standing.total), *more])
            )
        yield f"strip: {self.each(scores)}"
        yield (
            f"strip: {self.each((glance.deal, *glance.where))} | "
            f"{self.say(glance.turn)}"
        )

    # ---- what may be asked ----

    def ruled(self, ruling: Ruling | None) -> Iterator[str]:
        if ruling is None:
            yield "answer: none"
            return
        yield f"answer: {self.say(ruling.verdict)}"
        for step in ruling.steps:
            yield f"- because: {self.say(step.what)} {self.cite(step.cite)}"
        for otherwise in ruling.otherwise:
            yield f"- otherwise: {self.say(otherwise)}"

    def worth(self, card: str) -> Iterator[str]:
        """`worth HA`: what the arbiter says of a card."""
        arbiter = self.session.game.arbiter
        assert arbiter is not None and arbiter.worth is not None
        yield from self.ruled(
            arbiter.worth(self.session.folded.state, Card.parse(card))
        )

    def won(self) -> Iterator[str]:
        """`won`: who wins the present trick, or won the last one."""
        arbiter = self.session.game.arbiter
        assert arbiter is not None
        state = self.session.folded.state
        rules = arbiter.play_rules(state)
        watched = arbiter.watched(state)
        before = watched.tricks
        trick = watched.trick
        if not trick:
            before = watched.tricks[:-1]
            trick = watched.tricks[-1]
        assert rules is not None
        yield from self.ruled(won(rules, before, trick))

    def story(self) -> Iterator[str]:
        """`story`: how the evening ended, its biggest swing and what was made best."""
        story = story_of(self.session, self.words)
        if story is None:
            yield "story: none"
            return
        yield f"story: {self.say(story.headline)}"
        for moment in story.moments:
            yield f"- {self.say(message(moment.what))}: {self.moment(moment)}"

    def moment(self, moment: Moment) -> str:
        points = message("story.points", who=moment.who, points=moment.points)
        what = "" if moment.said is None else f"; {self.say(moment.said)}"
        return (
            f"{self.say(moment.section)}, {self.say(moment.label)}: "
            f"{self.say(points)}{what}"
        )

    def counted(self) -> Iterator[str]:
        """`counted`: what the statistics take from this evening."""
        own = self.session.game.counted
        assert own is not None
        kinds: tuple[Kind, ...] = (GAME, *own.kinds)
        outcomes = [
            *games_won(self.session.sheet),
            *own.outcomes(self.session.folded.state),
        ]
        for kind in kinds:
            results = ("made", "set") if kind.has_result else ()
            heads = (
                kind.code,
                f"{kind.code}.by",
                *(f"{kind.code}.{result}" for result in results),
            )
            yield f"counted: {self.each(message(head) for head in heads)}"
            for outcome in outcomes:
                if outcome.kind == kind.code:
                    yield self.outcome(kind, outcome)

    def outcome(self, kind: Kind, outcome: Outcome) -> str:
        who = ",".join(seat.value for seat in outcome.seats)
        row = self.say(kind.row(outcome.of[0])) if kind.row else ""
        column = self.say(kind.column(outcome.of[1])) if kind.column else ""
        where = f"{row} {column}".strip()
        came = f"{outcome.came.value} {self.points(outcome.by)}"
        return f"- {who}: {self.say(outcome.said)} ({where}; {came})"

    def pad(self) -> Iterator[str]:
        """`pad`: the classic pad of bridge."""
        for pad in own_values(self.session, "sheet")["pads"]:
            for part, lines in (("above", pad.above), ("below", pad.below)):
                for line in lines:
                    entries = (entry for entry in line.entries if entry)
                    ends = " |game" if line.ends_game else ""
                    said_of = self.each(
                        f"{one.party} {one.points} {self.say(one.what)}"
                        for one in entries
                    )
                    yield f"pad {part}: {said_of}{ends}"

    def log(self) -> Iterator[str]:
        """`log`: what each entry says."""
        for entry in self.session.log:
            yield f"entry {entry.seq}: {self.say(said_then(self.session, entry))}"

    def running(self) -> Iterator[str]:
        """`running`: the running totals of Rook's pad, and what was bid."""
        for row in own_values(self.session, "sheet")["rows"].values():
            yield "pad: " + self.each(
                f"{party} {self.say(one['total'])} {self.say(one['said'])}".strip()
                for party, one in row.items()
            )

    def boxes(self) -> Iterator[str]:
        """`boxes`: the boxes of a score pad."""
        for number, rows in own_values(self.session, "sheet")["boxes"].items():
            for row in rows:
                filled = (
                    "-" if points is None else str(points) for points in row["numbers"]
                )
                yield f"boxes {number}: {self.say(row['name'])}: {self.each(filled)}"

    def board(self) -> Iterator[str]:
        """`board`: the boards of Berzerka."""
        for number, view in own_values(self.session, "sheet")["boards"].items():
            for row in view.rows:
                cells = [
                    f"{cell.box.number} {'bid' if cell.is_raised else 'hotseat'} "
                    f"{'forecast ' if cell.is_forecast else ''}{self.say(cell.points)}".strip()
                    if cell.box
                    else "-"
                    for cell in row.cells
                ]
                unit = self.say(row.contract.unit)
                title = f"{self.say(row.contract)} {self.say(row.worth)} ({unit})"
                yield f"board {number}: {title}: {self.each(cells)}"
                grows = row.contract.growth
                more = f"; {self.say(grows)}" if grows else ""
                yield f"- {self.say(row.contract.about)}{more}"

    def calculator(
        self, contract: str, tricks: str, vulnerability: str
    ) -> Iterator[str]:
        """`calculator 4SX 10 yes`: a contract, its tricks, whether declarer is
        vulnerable."""
        answer = calculate(
            Contract.parse(contract),
            int(tricks),
            Vulnerability(vulnerability),
            self.session.settings,
        )
        yield f"answer: {self.say(answer.headline)}"
        for line in answer.lines:
            side = self.say(message(f"bridge.calculator.{line.party}"))
            number = f"{side}, {line.part} {self.words.number(line.points)}"
            yield f"- {number}: {self.say(line.what)} {self.cite(line.cite)}"
        for party in (DECLARER, DEFENDERS):
            below = answer.total(party, "below")
            above = answer.total(party, "above")
            if below and above:
                columns = message("bridge.calculator.columns", below=below, above=above)
                yield f"- {self.say(columns)}"


QUESTIONS = {
    name: getattr(Telling, name)
    for name in (
        "worth",
        "won",
        "story",
        "counted",
        "log",
        "pad",
        "running",
        "board",
        "boxes",
        "calculator",
    )
}


# ---- the files ----


def _parsed(text: str) -> Evening:
    lines = text.splitlines()

    def of(sign: str) -> tuple[str, ...]:
        return tuple(line[2:] for line in lines if line.startswith(f"{sign} "))

    return Evening(of("#")[0], of("@")[0], of(">"), of("?"))


def paths() -> list[Path]:
    """The files: those of a folder for all games, and those that families have."""
    return [*sorted(FOLDER.glob("*.txt")), *files("sheets.txt")]


def named(path: Path) -> str:
    return path.stem if path.parent == FOLDER else path.parent.name


@cache
def held() -> dict[str, tuple[Evening, str]]:
    """The evenings by the file and their name, each with the text that the file has."""
    found: dict[str, tuple[Evening, str]] = {}
    for path in paths():
        for text in path.read_text().strip().split("\n\n"):
            evening = _parsed(text)
            name = f"{named(path)}: {evening.name}"
            assert name not in found, f"two evenings are called {name!r}"
            found[name] = (evening, text)
    return found


def write() -> None:
    """Write the answers in the files anew."""
    words = Saying()
    for path in paths():
        texts = path.read_text().strip().split("\n\n")
        written = [_parsed(text).written(words) for text in texts]
        path.write_text("\n\n".join(written) + "\n")


if __name__ == "__main__":
    write()
