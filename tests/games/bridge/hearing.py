"""Short ways to put an irregularity before the arbiter of a bridge table, in tests."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import scorekeeper
from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Authority, Cite
from scorekeeper.core.messages import Message
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.rulings import OpenQuestion, Ruling
from scorekeeper.core.seats import Seat, left_of
from scorekeeper.core.session import Event
from scorekeeper.games.arbiter.arbiter import Outcome
from scorekeeper.games.arbiter.record import Denied, Known
from scorekeeper.games.bridge import BRIDGE
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import ContractStated
from scorekeeper.games.bridge.rules import Scoring, Settings
from scorekeeper.games.game import Game
from scorekeeper.words import words_in
from tests.games.bridge.at_table import Table, calls

DUPLICATE = Settings(scoring=Scoring.DUPLICATE)
RUBBER = Settings()
TEMPLATES = Path(scorekeeper.__file__).parent / "games" / "bridge" / "templates"
COMPASS = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)


def rubber(*facts: Event) -> Table:
    """A rubber table of plain bridge in which this happened."""
    return Table(BRIDGE, RUBBER).enter(*facts) if facts else Table(BRIDGE, RUBBER)


def duplicate(*facts: Event) -> Table:
    """The same at duplicate."""
    return Table(BRIDGE, DUPLICATE).enter(*facts) if facts else Table(BRIDGE, DUPLICATE)


def auction(text: str) -> tuple[Event, ...]:
    """The calls of a deal dealt by North, as they were made."""
    return calls(text)


def contract(text: str, declarer: str) -> tuple[Event, ...]:
    """A contract that was reached."""
    return (ContractStated(Contract.parse(text), Seat(declarer)),)


def tricks(leader: str, *rows: str) -> tuple[Event, ...]:
    """Tricks card by card: tricks("W", "SA S2 S3 S4", "N: HA …"); a row may name its
    leader."""
    found: list[Event] = []
    seat = Seat(leader)
    for row in rows:
        if row[1:2] == ":":
            seat = Seat(row[0])
            row = row[2:]
        for n, word in enumerate(row.split()):
            found.append(CardPlayed(Card.parse(word), seat=left_of(seat, COMPASS, n)))
    return tuple(found)


def thirteen_tricks() -> list[tuple[str, str]]:
    """Thirteen tricks of a whole pack at spades, South declarer; everybody follows
    suit."""
    rows = [("W", "HA H2 H3 H4"), ("W", "HK H5 H6 H7"), ("W", "HQ H8 H9 H10")]
    rows += [("W", "CA C2 C3 C4"), ("W", "CK C5 C6 C7"), ("W", "CQ C8 C9 C10")]
    rows += [("W", "DA D2 D3 D4"), ("W", "DK D5 D6 D7"), ("W", "DQ D8 D9 D10")]
    rows += [("W", "SA S2 S3 S4"), ("W", "SK S5 S6 S7"), ("W", "SQ S8 S9 S10")]
    return [*rows, ("W", "HJ CJ DJ SJ")]


def heard(table: Table, name: str, /, **facts: str) -> Outcome:
    """What the arbiter says to these facts."""
    arbiter = table.game.arbiter
    irregularity = arbiter.irregularity(name)
    assert irregularity is not None, name
    known = {key.replace("_", "-"): value for key, value in facts.items()}
    outcome: Outcome = irregularity.rule(table.state, known)
    while isinstance(outcome, Known):
        known[outcome.name] = outcome.value
        outcome = irregularity.rule(table.state, known)
    sound(outcome, table.game)
    return outcome


def asked(table: Table, name: str, /, **facts: str) -> OpenQuestion:
    """The question that comes next."""
    outcome = heard(table, name, **facts)
    assert isinstance(outcome, OpenQuestion), outcome
    return outcome


def ruled(table: Table, name: str, /, **facts: str) -> Ruling:
    """The ruling that these facts lead to."""
    outcome = heard(table, name, **facts)
    assert isinstance(outcome, Ruling), f"{outcome.name}: {text(outcome.asked)}"
    return outcome


# ---- what was said ----


def text(said: object) -> str:
    """In plain English."""
    return words_in("en").text(said)


def steps(ruling: Ruling) -> dict[str, str]:
    """The sections that a ruling cites, each with the code of its step."""
    return {step.what.code: step.cite.section for step in ruling.steps}


def values(question: OpenQuestion) -> list[str]:
    """What can be answered."""
    return [value for value, _ in question.options]


def standing(ruling: Ruling, code: str) -> Authority:
    """How good the rule of a step is."""
    return next(step.cite.standing for step in ruling.steps if step.what.code == code)


def sound(outcome: Outcome, game: Game) -> None:
    """Everything is said in words, and every cite leads to a section of the game's
    rulebook.

    The names of facts stand in addresses beside those of a form's own hidden fields.
    """
    if isinstance(outcome, OpenQuestion):
        assert outcome.name not in {"csrf_token", "key", "seen"}
    for said in _said(outcome):
        sentence = text(said)
        assert "%(" not in sentence and "bridge." not in sentence, sentence
        assert not re.search(r"\(\)|  |^[a-z]| ,| \.", sentence), sentence
    for cite in _cites(outcome):
        assert cite.anchor in anchors(game), (cite.section, cite.anchor)


def _said(outcome: Outcome) -> Iterator[Message]:
    if isinstance(outcome, Denied):
        yield outcome.said
        return
    if isinstance(outcome, Known):
        yield from (outcome.asked, outcome.answer)
        return
    if isinstance(outcome, OpenQuestion):
        yield outcome.asked
        if not _is_bare(outcome):
            yield from (said for _, said in outcome.options)
        return
    yield outcome.verdict
    yield from (step.what for step in outcome.steps)
    yield from outcome.otherwise
    yield from outcome.remedies


def _is_bare(question: OpenQuestion) -> bool:
    """Whether its options are values and no sentences."""
    return all(said.code == "bridge.answer.is" for _, said in question.options)


def _cites(outcome: Outcome) -> Iterator[Cite]:
    if isinstance(outcome, Denied | Known):
        return
    if isinstance(outcome, OpenQuestion):
        yield outcome.cite
    else:
        yield from (step.cite for step in outcome.steps)


_ANCHORS: dict[str, frozenset[str]] = {}


def anchors(game: Game) -> frozenset[str]:
    """The sections of a game's rulebook page and of everything it includes."""
    if game.slug not in _ANCHORS:
        todo = [f"games/bridge/rulebook_{game.slug}.html"]
        read = set[str]()
        found = {f"setting-{question.name}" for question in game.rule_sheet.questions}
        while todo:
            name = todo.pop()
            read.add(name)
            page = (TEMPLATES / Path(name).name).read_text()
            found |= set(re.findall(r'<section id="([\w-]+)"', page))
            more = re.findall(r'"(games/bridge/_rules[\w-]+\.html)"', page)
            todo += [one for one in more if one not in read]
        _ANCHORS[game.slug] = frozenset(found)
    return _ANCHORS[game.slug]


# ---- every way that facts can go ----


def every_ruling(
    table: Table, name: str, facts: dict[str, str], depth: int = 13
) -> Iterator[tuple[dict[str, str], Ruling]]:
    """Every ruling that answers to the arbiter's questions can lead to, with the
    answers; none where the record denies what is told.

    Of many options, such as the cards of the pack, only a few are tried.
    """
    arbiter: Any = table.game.arbiter
    outcome = arbiter.irregularity(name).rule(table.state, facts)
    sound(outcome, table.game)
    if isinstance(outcome, Ruling):
        yield facts, outcome
        return
    if isinstance(outcome, Known):
        yield from every_ruling(
            table, name, facts | {outcome.name: outcome.value}, depth
        )
        return
    if isinstance(outcome, Denied):
        return
    assert isinstance(outcome, OpenQuestion), outcome
    assert depth, (name, facts, outcome.name)
    assert facts.get(outcome.name) not in values(outcome), outcome.name
    for value in _few(values(outcome)):
        yield from every_ruling(table, name, facts | {outcome.name: value}, depth - 1)


def _few(offered: list[str]) -> list[str]:
    """All of a few options; of many the first, the last and one between."""
    return (
        offered
        if len(offered) < 6
        else [offered[0], offered[len(offered) // 2], offered[-1]]
    )
