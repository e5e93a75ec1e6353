"""What the arbiter says to a case of law, sentence for sentence, as
tests/data/laws/said has it.

`python -m tests.games.sentences` writes those files anew: the cases that they hold
already, and each further one that says a sentence which no other has under the same
ruling; with the names of cases, the former and these. Read what it changes before you
keep it.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial

from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message
from scorekeeper.core.rulings import OpenQuestion, Ruling
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter.record import Denied
from scorekeeper.tables.rulings.words import when_of
from scorekeeper.words import words_in
from tests.games import casebook as casebook
from tests.games import law_cases as laws
from tests.games.bridge.hearing import heard
from tests.games.ruling import hearing

FOLDER = laws.DATA / "said"


@dataclass(frozen=True)
class Said:
    """A sentence, what it is in the arbiter's answer, and the rule that it rests on."""

    kind: str
    what: Message
    cite: Cite | None = None

    @property
    def line(self) -> str:
        """As a file has it."""
        section = f" [{self.cite.section}]" if self.cite and self.cite.section else ""
        sentence = words_in("en").text(self.what).replace("\u2060", "")
        return f"{self.kind}{section}: {sentence}"


Outcome = Ruling | OpenQuestion | Denied | None


@dataclass(frozen=True)
class Case:
    """A case of law: the file and the name that it has, the game, what is told, and who
    hears it."""

    file: str
    name: str
    facts: dict[str, str]
    heard: Callable[[dict[str, str]], Outcome]
    slug: str = "joker-bridge"

    def said(self) -> Iterator[Said]:
        """What its facts come to."""
        outcome = self.heard(self.facts)
        if isinstance(outcome, OpenQuestion):
            yield Said("asked", outcome.asked, outcome.cite)
            for _, answer in outcome.options:
                if not answer.code.endswith(".answer.is"):  # a seat, a suit, a card
                    yield Said("answer", answer)
        elif isinstance(outcome, Denied):
            yield Said("denied", outcome.why)
            yield Said("asked", outcome.asked)
        elif isinstance(outcome, Ruling):
            yield from _ruled(outcome)

    def questions(self) -> Iterator["Case"]:
        """The same case before one of its facts was told, where that is asked then."""
        for fact in self.facts:
            others = {name: told for name, told in self.facts.items() if name != fact}
            outcome = self.heard(others)
            if isinstance(outcome, OpenQuestion) and fact in _names(outcome):
                yield replace(self, name=f"{self.name}, before {fact}", facts=others)

    def written(self) -> str:
        """As a file has it."""
        return "\n".join([f"# {self.name}", *(said.line for said in self.said())])


def _names(question: OpenQuestion) -> tuple[str, ...]:
    """How a case may name the answer: with the number of its law, or without."""
    return question.name, question.name.partition(".")[2]


def _ruled(ruling: Ruling) -> Iterator[Said]:
    yield Said("ruled", ruling.verdict)
    for step in ruling.steps:
        yield Said("because", step.what, step.cite)
        if (when := when_of(step)) is not None:
            yield Said("only", when)
    for otherwise in ruling.otherwise:
        yield Said("otherwise", otherwise)
    for remedy in ruling.remedies:
        yield Said("or", remedy)
    for obligation in ruling.obligations:
        yield Said("bound", obligation.said())


@cache
def every_case() -> dict[str, Case]:
    """The cases of law by their names; of several with one name the first."""
    found: dict[str, Case] = {}
    for parameters in laws.rows():
        form, row = parameters.values
        file = str(parameters.id).partition(" ")[0]
        name = f"{row['law']} {row['case']} ({form})"
        heard = partial(_of_bridge, form, row["given"], row["what"])
        found.setdefault(name, Case(file, name, laws.told(row), heard))
    for parameters in laws.others():
        slug, row = parameters.values
        table = f"{slug} {row['table']}".strip()
        name = f"{row['law']}: {row['case']} ({table})"
        heard = partial(_of_others, slug, row)
        found.setdefault(name, Case(slug, name, laws.told(row), heard, slug))
    for case in _cases_of_the_book():
        found.setdefault(case.name, case)
    return found


def _cases_of_the_book() -> Iterator[Case]:
    for parameters in casebook.rows(casebook.HOLDS):
        slug, row = parameters.values
        if not row["what"].startswith("entry:"):
            table = f"{slug} {row['table'].removeprefix(slug)}".split()
            name = f"Casebook: {row['case']} ({' '.join(table)})"
            heard = partial(_of_casebook, slug, row)
            yield Case("casebook", name, laws.told(row), heard, slug)


def _of_casebook(slug: str, row: dict[str, str], facts: dict[str, str]) -> Outcome:
    outcome = casebook.said_to(slug, row, facts)
    return None if isinstance(outcome, casebook.Refused) else outcome


def _of_bridge(form: str, given: str, what: str, facts: dict[str, str]) -> Outcome:
    table = laws.table_of(form)
    recorded = laws.facts_of(given)
    return heard(table.enter(*recorded) if recorded else table, what, **facts)


def _of_others(slug: str, row: dict[str, str], facts: dict[str, str]) -> Outcome:
    folded = laws.other_table(slug, row).folded
    return hearing(GAMES[slug], folded, row["what"], **facts).outcome


def case_named(name: str) -> Case:
    """The case that has this name. Raises KeyError where there is none any more."""
    case = every_case().get(name)
    if case is not None:
        return case
    of, _, fact = name.rpartition(", before ")
    case = every_case()[of]
    others = {known: told for known, told in case.facts.items() if known != fact}
    return replace(case, name=name, facts=others)


# ---- the files ----


def held() -> dict[str, str]:
    """What the files say of each case that they hold, by its name."""
    found: dict[str, str] = {}
    for path in sorted(FOLDER.glob("*.txt")):
        for written in path.read_text().strip().split("\n\n"):
            name = written.partition("\n")[0].removeprefix("# ")
            found[name] = written
    return found


def write(names: tuple[str, ...] = ()) -> None:
    """Write the files anew; with the names of cases, add these and look at no
    others."""
    seen: set[tuple[str, str]] = set()
    kept: dict[str, Case] = {}

    def keep(case: Case, is_wanted: bool) -> None:
        codes = [sentence.what.code for sentence in case.said()]
        pairs = {(codes[0], code) for code in codes}
        if is_wanted or pairs - seen:
            kept[case.name] = case
            seen.update(pairs)

    for name in (*held(), *names):
        keep(case_named(name), is_wanted=True)
    for case in () if names else every_case().values():
        keep(case, is_wanted=False)
        for question in case.questions():
            keep(question, is_wanted=False)
    _write_files(kept.values())


def _write_files(kept: Iterable[Case]) -> None:
    files: dict[str, list[str]] = {}
    for case in kept:
        files.setdefault(case.file, []).append(case.written())
    FOLDER.mkdir(exist_ok=True)
    for file, cases in files.items():
        (FOLDER / f"{file}.txt").write_text("\n\n".join(cases) + "\n")


if __name__ == "__main__":
    write(tuple(sys.argv[1:]))
