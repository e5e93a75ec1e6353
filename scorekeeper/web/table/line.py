"""A deal in one line: read, shown as it would be told, and saved by the game's own
form."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message
from scorekeeper.core.seats import named_message
from scorekeeper.core.session import Command, Entry
from scorekeeper.games.line import MOST, Answer, Spoken, understood
from scorekeeper.tables.last_result import LastResult, result_of
from scorekeeper.tables.session import Session
from scorekeeper.web.page.answers import go_to
from scorekeeper.web.page.incoming import OfTable, argument, at, stamp, words
from scorekeeper.web.page.parts import Values
from scorekeeper.web.page.place import Need
from scorekeeper.web.table.presenters import line_example, page_of
from scorekeeper.web.table.sessions import form_of

blueprint = OfTable("line", __name__, url_prefix="/t/<session_id>")


@dataclass(frozen=True, slots=True)
class Told:
    """What an answer would say: the sentence of the result that it makes, or what its
    facts say one by one; or why it is `refused`."""

    result: LastResult | None = None
    facts: tuple[Message, ...] = ()
    refused: tuple[Message, ...] = ()


@blueprint.get("/line", need=Need.ENTER)
def line(session: Session) -> ResponseReturnValue:
    """The field, and what the line in it says. Nothing is stored."""
    spoken = session.game.spoken
    if spoken is None or not spoken.is_open(session.folded.state):
        return go_to(session, "sessions.table")
    typed = argument("line")[: MOST + 1]
    return page_of(
        session,
        "sessions/line.html",
        action=at(session, "sessions.table"),
        typed=typed,
        line_url=at(session, ".line"),
        line_example=line_example(session),
        read=_read(session, spoken, typed) if typed.strip() else None,
    )


def _read(session: Session, spoken: Spoken[Any], typed: str) -> Values:
    folded = session.folded
    read = understood(spoken, folded.state, folded.people, words().text, typed)
    answer = read.answer
    values: Values = {
        "known": read.known,
        "unknown": read.unknown,
        "ambiguous": read.ambiguous,
    }
    if answer is None:
        return {**values, "told": Told(), "sent": (), "action": ""}
    told = _told(session, answer)
    if told.refused and read.unknown:
        told = Told()  # the words that were not understood say what is missing
    return {
        **values,
        "told": told,
        "sent": () if told.refused else answer.sent,
        "action": at(session, "sessions.enter", name=answer.form),
    }


def _told(session: Session, answer: Answer) -> Told:
    form = form_of(
        session, answer.form, session.folded, formdata=MultiDict(answer.sent)
    )
    if not form.validate():
        return Told(refused=tuple(_refusals(form.errors)))
    facts = form.facts()
    try:
        added = session.additions(
            Command(tuple(Entry(fact) for fact in facts)), stamp("line")
        )
    except RuleViolation as refusal:
        why = named_message(refusal.why, session.folded.people)
        return Told(refused=(why,))
    result = result_of(session.grown(added), added)
    if result is not None:
        return Told(result)
    people = session.folded.people
    said = tuple(named_message(fact.said(), people) for fact in facts)
    return Told(facts=said)


def _refusals(errors: Mapping[str, object]) -> Iterator[Message]:
    said = dict[Message, None]()
    for of_field in errors.values():
        assert isinstance(of_field, list | tuple)  # noqa: S101 - as WTForms has them
        said |= dict.fromkeys(of_field)
    yield from said
