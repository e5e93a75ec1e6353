"""House rules changed in mid-session: what a change would do, and what goes on without one."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Cite
from scorekeeper.core.codec import encode
from scorekeeper.core.evening import CarriedIn, DealerIs
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.notes import (
    SettingsAgreed,
    SettingsChanged,
    SettingsDeclined,
    SettingsProposed,
)
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Misfit, Recorded, Stamp
from scorekeeper.core.settings import Setting
from scorekeeper.core.sheet import Points, Row
from scorekeeper.games.fields import read
from scorekeeper.games.game import Game
from scorekeeper.tables.session import Session, once
from scorekeeper.words import LANGUAGES, are_cards, words_in


@dataclass(frozen=True, slots=True)
class Answer:
    """One setting in force: what is asked, what was answered, what the answer rests on, and
    whether the table `changed` it from the game's default."""

    name: str
    group: str
    label: Message
    help: Message
    answer: object
    cite: Cite
    changed: bool


def answers(game: Game, settings: Any) -> tuple[Answer, ...]:
    """Every setting that matters under these settings, in the order in which they are asked."""
    rules = game.rule_sheet
    return tuple(
        Answer(
            one.name,
            one.group,
            message(f"{game.family}.setting.{one.name}"),
            message(f"{game.family}.setting.{one.name}.help"),
            game.in_force[one.name](settings)
            if one.name in game.in_force
            else answer_said(game, one, settings),
            rules.cite(settings, one.name),
            getattr(settings, one.name) != getattr(rules.defaults, one.name),
        )
        for one in rules.questions
        if one.is_asked(settings)
    )


def grouped(game: Game, settings: Any) -> list[tuple[Message, list[Answer]]]:
    """The same under the headings of their groups."""
    found: dict[str, list[Answer]] = {}
    for one in answers(game, settings):
        found.setdefault(one.group, []).append(one)
    return [(message(f"{game.family}.group.{group}"), ones) for group, ones in found.items()]


def preset_name(game: Game, settings: Any) -> Message | None:
    """The name of the preset that these settings are, if they are one."""
    found = next((one for one in game.presets if one.settings == settings), None)
    return message(f"{game.family}.preset.{found.code}") if found else None


def figure_named(game: Game, setting: Setting, name: str) -> object:
    """What a figure of a setting's small table stands for: its words, else a card or a name."""
    code = f"{game.family}.setting.{setting.name}.{name}"
    return message(code) if words_in(LANGUAGES[0]).has(code) else read(Card, name) or name


def answer_said(game: Game, setting: Setting, settings: Any) -> object:
    """A setting's answer in force, as it is said on a page."""
    answer = getattr(settings, setting.name)
    if isinstance(answer, Enum):
        return message(f"{game.family}.setting.{setting.name}.{answer.value}")
    if isinstance(answer, tuple):
        return tuple(
            piece
            for n, (name, points) in enumerate(answer)
            for piece in (" · " if n else "", figure_named(game, setting, name), " ", points)
        )
    if isinstance(answer, str) and are_cards(answer):
        return listed((Card.parse(one) for one in answer.split()), " ")
    return answer


# ---- changed in mid-session ----


_PREVIEW = Stamp("1970-01-01T00:00:00Z", key="preview")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change that waits for the consent of all: its entry, the settings, who agrees by now and
    who is still to be asked."""

    entry: Recorded
    settings: Any
    agreed: tuple[Seat, ...]
    missing: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with another answer: what was answered, and what would be."""

    question: Message
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class Moved:
    """A row of the sheet with other points; None where the row would not be there.

    `points` are (party id, before, after) where they differ; none do where only reasons change.
    """

    row: Row
    points: tuple[tuple[str, Points | None, Points | None], ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change of the settings does before anybody agrees to it.

    `totals` are (party id, before, after) of every party; `misfits` are the entries that would
    no longer fit.
    """

    answers: tuple[Answered, ...]
    rows: tuple[Moved, ...]
    totals: tuple[tuple[str, Points, Points], ...]
    misfits: tuple[Misfit, ...]


@once
def pending(session: Session) -> Proposal | None:
    """The last change proposed, until it is agreed to by all, declined or overtaken."""
    entry: Recorded | None = None
    agreed: set[Seat] = set()
    for one in session.folded.order:
        event = one.event
        if isinstance(event, SettingsProposed):
            entry, agreed = one, set(event.seats)
        elif isinstance(event, SettingsAgreed) and entry and event.proposal == entry.seq:
            agreed |= set(event.seats)
        elif isinstance(event, SettingsDeclined | SettingsChanged):
            entry = None
    if entry is None or not isinstance(entry.event, SettingsProposed):
        return None
    seated = [seat for seat, _ in session.folded.people]
    return Proposal(
        entry,
        session.game.settings_of(entry.event.settings),
        tuple(seat for seat in seated if seat in agreed),
        tuple(seat for seat in seated if seat not in agreed),
    )


def change(session: Session, settings: Any) -> SettingsChanged:
    """The change of this table's settings to these, agreed to by every seat."""
    return SettingsChanged(encode(settings), session.ring)


def preview(session: Session, settings: Any) -> Preview:
    """What the sheet becomes under other settings: what `change` does, without recording it.

    Raises RuleViolation when this table can't change to them.
    """
    command = Command((Entry(change(session, settings)),))
    after = session.grown(session.additions(command, _PREVIEW))
    old, new = session.sheet, after.sheet
    known = {one.entry.seq for one in session.folded.misfits}
    return Preview(
        answered(session.game, session.settings, settings),
        _moved(session, after),
        tuple((one.id, old.total(one.id), new.total(one.id)) for one in old.parties),
        tuple(one for one in after.folded.misfits if one.entry.seq not in known),
    )


def answered(game: Game, before: Any, after: Any) -> tuple[Answered, ...]:
    """The questions that two rule sheets answer differently."""
    return tuple(
        Answered(
            message(f"{game.family}.setting.{one.name}"),
            answer_said(game, one, before),
            answer_said(game, one, after),
        )
        for one in game.rule_sheet.questions
        if getattr(before, one.name) != getattr(after, one.name)
    )


def _moved(session: Session, after: Session) -> tuple[Moved, ...]:
    found: list[Moved] = []
    parties = [party.id for party in session.sheet.parties]
    rows = {row.id: row for row in after.sheet.rows()} | {
        row.id: row for row in session.sheet.rows()
    }
    for row in rows.values():
        old, new = session.sheet.row(row.id), after.sheet.row(row.id)
        if old is not None and new is not None and old.lines == new.lines:
            continue
        points = ((one, _total(old, one), _total(new, one)) for one in parties)
        differ = tuple((one, was, now) for one, was, now in points if was != now)
        found.append(Moved(row, differ))
    return tuple(found)


def _total(row: Row | None, party: str) -> Points | None:
    return None if row is None else row.total(party)


def carried_on(session: Session, settings: Any) -> tuple[CarriedIn | DealerIs, ...]:
    """What a new table under other settings begins with: the score of the rubber or game in
    progress, and whose deal it is. What is over stays where it is."""
    game, state = session.game, session.folded.state
    if game.carried_over is not None:
        scores = game.carried_over(state, settings)
    else:
        scores = _scores(session, game.carried_parts(settings)[0])
    dealer = game.opened_by(state)
    usual = game.opened_by(game.start(settings))
    return (*scores, *((DealerIs(dealer),) if dealer and dealer is not usual else ()))


def _scores(session: Session, part: str) -> tuple[CarriedIn, ...]:
    section = session.sheet.sections[-1] if session.sheet.sections else None
    if section is None or section.is_over:
        return ()
    totals = ((party.id, section.total(party.id)) for party in session.sheet.parties)
    return tuple(CarriedIn(party, int(points), part) for party, points in totals if points)
