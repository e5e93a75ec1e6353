"""Cases written as JSON: what happened at a table, what was told to the arbiter, and
what must come of it. The README in tests/data/cases explains the form.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.codec import decode, encode
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.ruling_notes import RulingAccepted
from scorekeeper.core.rulings import OpenQuestion, Ruling
from scorekeeper.core.seats import Seat, left_of
from scorekeeper.core.session import Entry, Event
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter.record import Denied
from scorekeeper.games.bridge.contract import Call, Contract
from scorekeeper.games.bridge.events import CallMade, ContractStated
from scorekeeper.games.rook.events import Call as RookCall
from scorekeeper.games.rook.events import CallMade as RookCallMade
from scorekeeper.tables.events import kinds, read_event
from scorekeeper.tables.rulings.earlier import with_earlier
from scorekeeper.tables.rulings.effects import applied
from scorekeeper.tables.rulings.entering import entered
from scorekeeper.tables.rulings.hearing import Hearing, heard
from scorekeeper.tables.rulings.on_deals import deal_named, just_after
from scorekeeper.words import words_in
from tests.games.effects import Table
from tests.games.law_cases import bound

DATA = Path(__file__).parent.parent / "data" / "cases"
FIELDS = {
    *("id", "law", "rule", "game", "settings", "events"),
    *("ask", "facts", "answers", "expect", "innocent"),
}
EXPECTED = {
    *(
        "verdict",
        "says",
        "not",
        "cites",
        "asked",
        "notasked",
        "offered",
        "effects",
        "binds",
    ),
    "denied",
}


def every_case() -> Iterator[tuple[str, dict[str, Any]]]:
    """All cases, each with the name of its file."""
    for path in sorted(DATA.glob("*.json")):
        for case in json.loads(path.read_text())["cases"]:
            yield path.stem, case


# ---- what happened ----


def table_of(case: Mapping[str, Any]) -> Table:
    """The table at which this happened."""
    game = GAMES[case["game"]]
    defaults = game.rule_sheet.defaults
    settings: Any = decode(
        type(defaults), {**encode(defaults), **case.get("settings", {})}
    )
    table = Table(case["game"], settings)
    for one in case.get("events", ()):
        _happens(table, one)
    return table


def _happens(table: Table, one: Any) -> None:
    if isinstance(one, str):
        table.enter(*_short(table, one))
    elif one[0] == "ruled":
        _is_ruled(table, *one[1:])
    else:
        known = kinds(table.now.game)
        table.enter(read_event(known, one[0], one[1]))


def _short(table: Table, text: str) -> list[Event]:
    """The short forms: "calls 1C Pass", "contract 4S S", "trick W HA H2"; of a call or
    a card whose player is not the next, the seat before it: "calls N:1H"."""
    kind, *words = text.split()
    if kind == "contract":
        return [ContractStated(Contract.parse(words[0]), Seat(words[1]))]
    if kind == "calls":
        return [_call(table, word) for word in words]
    assert kind == "trick", text
    ring = table.now.game.ring(table.now.settings)
    leader, *cards = words
    return [
        CardPlayed(Card.parse(card), seat=left_of(Seat(leader), ring, n))
        for n, card in enumerate(cards)
    ]


def _call(table: Table, word: str) -> Event:
    who, _, call = word.rpartition(":")
    seat = Seat(who) if who else None
    if table.now.game.family == "rook":
        return RookCallMade(RookCall.parse(call), seat)
    return CallMade(Call.parse(call), seat)


def _is_ruled(table: Table, name: str, facts: Mapping[str, str]) -> None:
    """An earlier ruling, which the table has accepted."""
    hearing = told(table, name, facts)
    assert isinstance(hearing.outcome, Ruling), (name, hearing)
    family = table.now.game.family
    table.enter(entered(table.now, f"{family}.irregularity.{name}", hearing))
    seq = table.now.last
    table.do(applied(table.now, table.given(seq), "ruling", Entry(RulingAccepted(seq))))


# ---- what the arbiter says ----


def told(table: Table, name: str, facts: Mapping[str, str]) -> Hearing:
    """These facts before the arbiter, as the pages put them."""
    arbiter = table.now.game.arbiter
    irregularity = arbiter and arbiter.irregularity(name)
    assert irregularity, name
    row = deal_named(table.now, facts)
    folded = table.now.folded if row is None else just_after(table.now, row)
    return heard(irregularity, folded, with_earlier(table.now, facts))


@dataclass
class Answer:
    """What the arbiter said to a case: the verdict, everything that was said, the
    paragraphs, and what was asked with its options; of a ruling its effects and whom it
    binds."""

    outcome: Any
    verdict: str = ""
    said: str = ""
    cites: list[str] = field(default_factory=list)
    asked: str = ""
    effects: list[str] = field(default_factory=list)
    binds: list[str] = field(default_factory=list)


def answered(case: Mapping[str, Any]) -> Answer:
    """What the arbiter says to this case, asked until nothing is left to answer."""
    table = table_of(case)
    facts = dict(case["facts"])
    deal = facts.get("deal", "")
    if deal.startswith("#"):  # the deal of this number, from 1
        facts["deal"] = str(list(table.now.sheet.rows())[int(deal[1:]) - 1].id)
    hearing = told(table, case["ask"], facts)
    asked = list[str]()
    while isinstance(question := hearing.outcome, OpenQuestion):
        asked.append(_question(question))
        answer = _answer_to(case, asked[-1])
        if answer is None:
            break
        facts[question.name] = answer
        hearing = told(table, case["ask"], facts)
    questions = [*_of_the_form(hearing), *_answered(hearing), *asked]
    found = Answer(hearing.outcome, asked="\n".join(questions))
    _fill(table, found, hearing.outcome)
    return found


def _question(question: OpenQuestion) -> str:
    options = (f"{value}={_text(said)}" for value, said in question.options)
    return f"{_text(question.asked)} [{' | '.join(options)}]"


def _of_the_form(hearing: Hearing) -> list[str]:
    """The fields of the form that was told."""
    return [_text(one.label.text) for one in hearing.form if one.type != "HiddenField"]


def _answered(hearing: Hearing) -> list[str]:
    """What was asked and answered; what the record answers was not asked."""
    known = [answer for _, answer in hearing.asked if answer.code == "record.known"]
    return [_text(asked) for asked, answer in hearing.asked if answer not in known]


def _answer_to(case: Mapping[str, Any], question: str) -> str | None:
    answers = case.get("answers", ())
    return next((value for what, value in answers if re.search(what, question)), None)


def _fill(table: Table, found: Answer, outcome: Any) -> None:
    """What is said, and what it does."""
    if isinstance(outcome, Denied):
        found.verdict = found.said = _text(outcome.said)
    elif isinstance(outcome, OpenQuestion):
        found.said = _question(outcome)
        found.cites = [outcome.cite.section]
    elif isinstance(outcome, Ruling):
        found.verdict = _text(outcome.verdict)
        every = (outcome.verdict, *(one.what for one in outcome.steps))
        every += (*outcome.otherwise, *outcome.remedies)
        every += tuple(obligation.said() for obligation in outcome.obligations)
        found.said = "\n".join(map(_text, every))
        found.cites = [step.cite.section for step in outcome.steps]
        found.effects = [
            f"{effect.kind} {effect.party} {effect.amount}"
            for effect in outcome.effects
        ]
        found.binds = bound(outcome)


def _text(said: Any) -> str:
    is_sentence = isinstance(said, Message)
    return words_in("en").text(
        said if is_sentence else message("custom.answer.is", what=said)
    )


# ---- what must come of it ----


def short_of(case: Mapping[str, Any]) -> list[str]:
    """How the arbiter's answer falls short of what the case expects; nothing where it
    holds."""
    expect = case["expect"]
    if "offered" in expect:
        return _not_offered(case, expect["offered"])
    answer = answered(case)
    return [
        *_missing(expect, answer),
        *_unwanted(expect, answer),
        *_other(expect, answer),
    ]


def _missing(expect: Mapping[str, Any], answer: Answer) -> list[str]:
    """What should have been said, cited or asked."""
    where = {
        "verdict": answer.verdict,
        "says": answer.said,
        "cites": "\n".join(answer.cites),
    }
    wanted = [
        (one, kind, text)
        for kind, text in where.items()
        for one in expect.get(kind, ())
    ]
    if "asked" in expect:
        wanted.append((expect["asked"], "asked", answer.asked))
    return [
        f"{kind}: {one!r} not in {text!r}"
        for one, kind, text in wanted
        if not _in(one, text)
    ]


def _unwanted(expect: Mapping[str, Any], answer: Answer) -> list[str]:
    """What should not have been said or asked."""
    unwanted = [(one, "not", answer.said) for one in expect.get("not", ())]
    if "notasked" in expect:
        unwanted.append((expect["notasked"], "notasked", answer.asked))
    return [
        f"{kind}: {one!r} is in {text!r}"
        for one, kind, text in unwanted
        if _in(one, text)
    ]


def _other(expect: Mapping[str, Any], answer: Answer) -> list[str]:
    """What came otherwise than it should: effects, obligations, a denial by the
    record."""
    found = []
    if answer.effects != expect.get("effects", answer.effects):
        found.append(f"effects: {answer.effects}")
    if answer.binds != sorted(expect.get("binds", answer.binds)):
        found.append(f"binds: {answer.binds}")
    is_denied = isinstance(answer.outcome, Denied)
    if is_denied is not expect.get("denied", is_denied):
        found.append(f"denied: {answer.said}")
    return found


def _in(pattern: str, text: str) -> bool:
    return re.search(pattern, text, re.MULTILINE) is not None


def _not_offered(case: Mapping[str, Any], pattern: str) -> list[str]:
    game = GAMES[case["game"]]
    assert game.arbiter
    codes = (
        f"{game.family}.irregularity.{irregularity.name}"
        for irregularity in game.arbiter.irregularities
    )
    names = [_text(message(code)) for code in codes]
    return [] if any(_in(pattern, name) for name in names) else [f"offered: {names}"]
