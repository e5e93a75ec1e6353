"""What sessions with rulings say, entry by entry, as tests/data/rulings has it.

The session files there were played at random and hold rulings as 0.2.0 and 0.3.0 wrote
them: facts and the code of a verdict. `python -m tests.games.kept_rulings` writes the
answers anew from them. Read what it changes before you keep it: a ruling that was given
must not change.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from scorekeeper.core import ruling_notes
from scorekeeper.core.asked import JudgmentGiven
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Seated
from scorekeeper.core.messages import Message
from scorekeeper.core.rulings import Earlier, OpenQuestion, Ruling
from scorekeeper.core.seats import named_message
from scorekeeper.core.session import Command, Entry, Recorded, entry_fields, link, root
from scorekeeper.exports.session_file import read
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.events import TricksTaken
from scorekeeper.tables import deals
from scorekeeper.tables.rulings import effects, on_deals, statements, views
from scorekeeper.tables.rulings.both_asked import asked_on, judging
from scorekeeper.tables.rulings.given import Given, ruled_on, ruling_of
from scorekeeper.tables.rulings.hearing import Hearing, heard
from scorekeeper.tables.session import Session, opened, seated_when
from scorekeeper.words import words_in
from tests.games.about import about
from tests.games.bridge.hearing import auction, contract, tricks
from tests.games.effects import Table

FOLDER = Path(__file__).parent.parent / "data" / "rulings"
PEOPLE = ("Ingrid", "Tom", "Priya", "Marek")
BRIDGES = ("bridge", "deuces-wild", "five-crowns", "joker-bridge")

# ---- what a session says ----


# Long: a list of what a table says of its rulings.
def said_of(session: Session) -> list[str]:
    """The sheet, every ruling in full, what it binds players to and what is due, line
    by line."""
    text = words_in("en").text
    found = [*_sheet(session)]
    for view in views.rulings_view(session, written=lambda at: at):
        found += [f"ruling {view.number}: {line}" for line in _ruling(session, view)]
    people = session.folded.people
    for given, one in on_deals.bound(session):
        found.append(
            f"bound by {given.number}: {text(named_message(one.said(), people))}"
        )
    for given in ruled_on(session):
        row, is_struck = on_deals.deal_of(session, given)
        deal = "struck" if is_struck else row.id if row else "to come"
        proof = " proved" if statements.is_proved(session, given) else ""
        found.append(f"ruling {given.number} is on deal {deal}{proof}")
    waiting = {
        "due": effects.due(session),
        "awaiting": effects.awaiting(session),
        "to_ask_again": statements.to_ask_again(session),
        "unanswered": statements.unanswered(session),
        "displaced": on_deals.displaced(session),
    }
    found += [f"{name}: {one.number}" for name, one in waiting.items() if one]
    return found


def _sheet(session: Session) -> Iterator[str]:
    for row in session.sheet.rows():
        points = [(line.party, str(line.points)) for line in row.lines]
        yield (
            f"row {row.id} {' '.join(row.marks)}: "
            f"{' '.join(' '.join(point) for point in points)}"
        )
    yield f"totals: {[str(session.sheet.total(party.id)) for party in session.parties]}"


# Long: a list of what a ruling says, line by line.
def _ruling(session: Session, view: views.RulingView) -> Iterator[str]:
    words = words_in("en")
    say = words.text
    yield f"on {say(view.on.what)}"
    for asked, answer in view.on.facts:
        yield f"asked: {say(asked)} {say(answer)}"
    ruling = view.ruling
    if ruling is None:
        yield "can't be worked out again"
    else:
        yield f"verdict: {say(ruling.verdict)}"
        for step in ruling.steps:
            cite = step.cite
            place = f"{words.cited(cite)} #{cite.anchor} {cite.standing.value}"
            yield f"because: {say(step.what)} [{place}]"
        for one in ruling.otherwise:
            yield f"otherwise: {say(one)}"
        for one in ruling.remedies:
            yield f"or: {one.code}: {say(one.said)}"
    for said in _bound(session, view.seq):
        yield f"binds: {say(said)}"
    for said in view.score.effects:
        yield f"effects: {say(said)}"
    for said in view.on.others:
        yield f"others: {say(said)}"
    yield f"{view.answer.state}, {view.score.state}: {say(view.answer.stands)}"
    yield f"again: {view.again}{' displaced' if view.on.is_displaced else ''}"


def _bound(session: Session, seq: int) -> Iterator[Message]:
    """What the ruling binds players to, those who sat there by their names."""
    given = ruling_of(session, seq)
    assert given
    row = on_deals.deal_of(session, given).row
    people = (row.people if row else ()) or seated_when(session, seq)
    _, ruling = views.read(session, given)
    for duty in ruling.obligations if ruling else ():
        yield named_message(duty.said(), people)


def every_prefix(session: Session) -> Iterator[Session]:
    """The session after each of its commands."""
    part = opened(session.game, session.header)
    for _, command in groupby(session.log, key=attrgetter("key")):
        part = part.grown(tuple(command))
        yield part


def told(session: Session) -> Iterator[str]:
    """What is said after each command, where that differs from what was said before
    it."""
    before: list[str] = []
    for part in every_prefix(session):
        now = said_of(part)
        yield f"# {part.last} {part.log[-1].event.KIND}"
        yield from (f"- {line}" for line in before if line not in now)
        yield from (f"+ {line}" for line in now if line not in before)
        before = now


# ---- evenings played at random ----


@dataclass
class Evening:
    """A table at which deals are played, ruled on, corrected and struck out, as chance
    has it."""

    slug: str
    chance: random.Random
    made: Callable[[Session, str, Hearing], ruling_notes.Ruled] | None = None
    is_corrected: bool = True
    may_differ: bool = True
    name: str = "evening-1"
    table: Table = field(init=False)

    def __post_init__(self) -> None:
        settings = GAMES[self.slug].rule_sheet.defaults
        self.table = Table(self.slug, settings, self.name)
        for seat, person in zip(self.now.ring, PEOPLE, strict=False):
            self.table.enter(Seated(person, seat))
        for fact in about(self.slug).opening:
            self.table.enter(fact)

    @property
    def now(self) -> Session:
        return self.table.now

    def play(self, steps: int) -> Session:
        """So many steps, each of which the rules may refuse."""
        ways = {self.deal: 5, self.rule: 7, self.answer: 6, self.result: 3}
        ways |= {self.correct: 2, self.strike: 2} if self.is_corrected else {}
        ways |= {self.state: 1}
        self.deal()
        while steps > 0:
            way = self.chance.choices([*ways], [*ways.values()])[0]
            before = self.now.last
            with suppress(RuleViolation):
                way()
                self.table.settle()
            steps -= self.now.last > before
        return self.now

    def deal(self) -> None:
        """The beginning of a deal, or more of it."""
        for fact in self._beginning():
            self.table.enter(fact)

    def _beginning(self) -> list[Any]:
        if self.slug in BRIDGES:
            kind = self.chance.choice(("stated", "watched", "called", "begun"))
            calls = {"called": "1S Pass 4S Pass Pass Pass", "begun": "1S Pass 2H"}
            if kind in calls:
                return list(auction(calls[kind]))
            plays = tricks("W", "H3 H4 H5 H6") if kind == "watched" else ()
            return [*contract("4S", "S"), *plays]
        of = about(self.slug)
        return list(of.read(of.some_cards))

    def result(self) -> None:
        from tests.games.results import result_of

        self.table.enter(result_of(self.slug)(self.chance.randrange(2)))

    def correct(self) -> None:
        """Another result in place of the last one."""
        from tests.games.results import result_of

        fact = result_of(self.slug)(self.chance.randrange(2))
        if isinstance(fact, TricksTaken):
            fact = TricksTaken(self.chance.randint(6, 12))
        old = [
            entry.seq
            for entry in self.now.folded.order
            if isinstance(entry.event, type(fact))
        ]
        if old:
            seq = self.chance.choice(old[-2:])
            self.table.do(Command((Entry(fact, seq),), (seq,), "counted again"))

    def strike(self) -> None:
        """A whole deal, its first entry, its last one, or a ruling."""
        rows = deals.played_rows(self.now)
        if rows and self.chance.random() < 0.7:
            of = self.chance.choice(rows[-2:]).entries
            self.table.strike(*self.chance.choice((of, of[:1], of[-1:])))
        elif given := ruled_on(self.now):
            self.table.strike(given[-1].seq)

    def rule(self) -> None:
        """A ruling with facts and answers at random."""
        arbiter = self.now.game.arbiter
        assert arbiter
        one = self.chance.choice(arbiter.irregularities)
        hearing = self._heard(one)
        if hearing is None:
            return
        ruling = hearing.outcome
        assert isinstance(ruling, Ruling)
        code = f"{self.now.game.family}.irregularity.{one.name}"
        facts = tuple(hearing.facts.items())
        event = ruling_notes.Ruled(
            code, facts, ruling.verdict.code, ruling.effects, self.now.rules
        )
        self.table.enter(self.made(self.now, code, hearing) if self.made else event)

    def _filled(self, one: Any) -> dict[str, str]:
        """The form of an irregularity, filled in at random."""
        facts: dict[str, str] = {}
        for part in one.form(folded=self.now.folded):
            if part.type == "HiddenField" or part.name == "held":
                continue
            if hasattr(part, "cards"):
                facts[part.name] = str(self.chance.choice(sorted(part.cards, key=str)))
            elif getattr(part, "choices", None):
                choices = [choice[0] for choice in part.choices]
                facts[part.name] = str(self.chance.choice(choices))
        return facts

    def _heard(self, one: Any) -> Hearing | None:
        """Facts that lead to a ruling; None where the form can't be filled at
        random."""
        facts = self._filled(one)
        bound = tuple(one for _, one in on_deals.bound(self.now))
        earlier = str(Earlier(bound, on_deals.rulings_remembered(self.now)))
        facts |= {"bound": earlier} if earlier else {}
        for _ in range(20):
            judged = judging(self.now, one.name) if self.made else None
            found = heard(one, self.now.folded, facts, judging=judged)
            asked = found.outcome
            if not isinstance(asked, OpenQuestion):
                return found if isinstance(asked, Ruling) else None
            answer = self.chance.choice(asked.options)[0]
            if self.made and asked.is_determined and answer not in asked.may_tell:
                self.judge(one.name, found, asked)
            else:
                facts[asked.name] = answer
        return None

    def judge(self, name: str, found: Hearing, question: OpenQuestion) -> None:
        """What the director determines is said by both sides, now and then
        differently."""
        code = f"{self.now.game.family}.irregularity.{name}"
        self.table.enter(asked_on(self.now, code, found.facts, question.name))
        seq = self.now.last
        values = [
            value for value, _ in question.options if value not in question.may_tell
        ]
        answers = [self.chance.choice(values)] * len(self.now.parties)
        if self.may_differ and self.chance.random() < 0.3:
            answers[0] = self.chance.choice(values)
        said = zip(self.now.parties, answers, strict=True)
        given = tuple((party.id, answer, "") for party, answer in said)
        self.table.enter(JudgmentGiven(seq, given))

    def answer(self) -> None:
        """A ruling is accepted, settled otherwise or appealed; by the arbiter, now and
        then."""
        if not (given := ruled_on(self.now)):
            return
        one = self.chance.choice(given[-3:])
        kind = self.chance.choice("aaaaorp")
        if kind == "p":
            self.table.enter(ruling_notes.RulingAppealed(one.seq, "not so"))
        elif kind == "o":
            self.table.enter(ruling_notes.RulingAccepted(one.seq, self._remedy(one)))
        else:
            said = ruling_notes.RulingAccepted(
                one.seq, arbiter=self.chance.choice((None, None, True))
            )
            self.table.do(
                effects.applied(self.now, one, f"ruling {one.number}", Entry(said))
            )

    def _remedy(self, ruling: Given) -> str:
        view = views.ruling_view(self.now, ruling)
        remedies = [each.code for each in view.ruling.remedies] if view.ruling else []
        return str(self.chance.choice([*remedies, ruling_notes.PLAY_ON]))

    def state(self) -> None:
        """A side says whether it was so."""
        if given := ruled_on(self.now):
            one = self.chance.choice(given)
            party = self.chance.choice(self.now.parties)
            agrees = self.chance.random() < 0.6
            self.table.enter(
                ruling_notes.FactsStated(
                    one.seq, party.id, agrees, "" if agrees else "otherwise"
                )
            )


def played(slug: str, seed: int, steps: int = 26, **more: Any) -> Session:
    """An evening of this game that chance has made."""
    return Evening(slug, random.Random(f"{slug} {seed}"), **more).play(steps)


# ---- the files ----


def held() -> list[Path]:
    """The session files."""
    return sorted(FOLDER.glob("*.jsonl"))


def without_judgments(session: Session) -> Session:
    """The session with its rulings as older releases wrote them."""
    log = list[Recorded]()
    head = root(session.header)
    for entry in session.log:
        event = entry.event
        if isinstance(event, ruling_notes.Ruled):
            event = replace(event, judgment=None)
        bare = replace(entry, event=event, previous=head, hash="")
        log.append(replace(bare, hash=link(head, entry_fields(bare))))
        head = log[-1].hash
    return opened(session.game, session.header, tuple(log))


def read_back(path: Path) -> Session:
    """The session of such a file."""
    return read(path.read_bytes()).session


def written(path: Path) -> str:
    """What is said of a session, as the file beside it has it."""
    return "".join(f"{line}\n" for line in told(read_back(path)))


def write() -> None:
    """Write the answers anew."""
    for path in held():
        path.with_suffix(".txt").write_text(written(path))


if __name__ == "__main__":
    write()
