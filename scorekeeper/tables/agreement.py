"""What the players have agreed to, the house rules and results that both sides
confirmed; what changed of what was settled; what other house rules would do, and what
goes on without them."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import chain
from typing import Any

from scorekeeper.core import notes
from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Cite
from scorekeeper.core.codec import encode
from scorekeeper.core.evening import Adjusted, CarriedIn, DealerIs, Left, Seated, Voided
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.seals import Opened, Sealed
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Event, Misfit, Recorded, Stamp
from scorekeeper.core.settings import Setting
from scorekeeper.core.sheet import Points, Row, ScoreSheet
from scorekeeper.games.fields import read
from scorekeeper.games.game import Game
from scorekeeper.tables.session import (
    Session,
    made_by,
    once,
    rules_after,
    said_then,
    seated_when,
)
from scorekeeper.words import LANGUAGES, are_cards, words_in


@once
def accepted(session: Session) -> dict[Seat, Recorded]:
    """The entry by which each seat accepted the rules in force; who has not is
    absent."""
    rules = session.rules
    found: dict[Seat, Recorded] = {}
    for entry in session.folded.order:
        event = entry.event
        if isinstance(event, notes.RulesAccepted) and event.rules == rules:
            found |= {seat: entry for seat in event.seats}
        elif (
            isinstance(event, notes.SettingsChanged)
            and rules_after(session, event) == rules
        ):
            found |= {seat: entry for seat in event.agreed}
    return found


def accepted_by_persons(session: Session) -> dict[Seat, Recorded]:
    """The same of the seats whose person of now is the one who accepted: nobody has
    accepted by sitting down where another had."""
    now = dict(session.folded.people)
    found = {}
    for seat, entry in accepted(session).items():
        if dict(seated_when(session, entry.seq)).get(seat) == now.get(seat):
            found[seat] = entry
    return found


def has_begun(session: Session, before: int | None = None) -> bool:
    """Whether anything has been played or sealed, `before` this entry if it is named,
    though it may have been struck out since."""
    played = (*session.game.events, Sealed)
    return any(isinstance(entry.event, played) for entry in session.log[:before])


def confirmed(session: Session, row: Row) -> dict[str, Recorded]:
    """The entry by which each party, by its id, confirmed this result as it now stands.
    Whatever makes another result of it, such as a correction or a deal put in before
    it, ends what was confirmed before."""
    words = [one for one in session.of(notes.ResultConfirmed) if one[1].row == row.id]
    if not words:
        return {}
    last = max(stated_in(session, row), default=0)
    mark = row_mark(session, row)
    return {
        said.party: entry
        for entry, said in words
        if (entry.seq > last if said.mark is None else said.mark == mark)
    }


MARK_LENGTH = 16
"""How many hexadecimal digits tell one result of a row from another."""


def row_mark(session: Session, row: Row) -> str:
    """What tells a row as it stands from the same row with other facts, points,
    persons, or at another place: a word given for one holds for no other. Another
    spelling of a name changes nothing. Rule: readings, section 9."""
    known = _row_marks(session)
    if row.id not in known:
        known[row.id] = _marked(session, row)
    return known[row.id]


@once
def _row_marks(session: Session) -> dict[int, str]:
    """The marks of rows of a session's sheet that were worked out by now."""
    return {}


def _marked(session: Session, row: Row) -> str:
    section = _section_of(session, row)
    persons = [
        (seat.value, session.spelling.mark(person)) for seat, person in row.people
    ]
    entered = [(event.KIND, encode(event)) for event in entered_of(session, row)]
    points = [(line.party, line.part, str(line.points)) for line in row.lines]
    seen = (section, str(row.label), str(row.facts), persons, entered, points)
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:MARK_LENGTH]


def entered_of(session: Session, row: Row) -> tuple[Event, ...]:
    """What was entered of a row, but for what the opening of a seal states."""
    return tuple(session.log[seq - 1].event for seq in stated_in(session, row))


def stated_in(session: Session, row: Row) -> tuple[int, ...]:
    """The entries of a row, but for what the opening of a seal states: that is shown
    beside the result, and where it changes facts or points of the row, those tell."""
    opened = _opened_by(session)
    return tuple(seq for seq in row.entries if session.log[seq - 1].key not in opened)


@once
def _opened_by(session: Session) -> frozenset[str]:
    """The commands that opened a seal."""
    if not session.has(Opened):
        return frozenset()
    return frozenset(
        entry.key for entry in session.log if isinstance(entry.event, Opened)
    )


def _section_of(session: Session, row: Row) -> int:
    """The number, from 0, of the rubber or game that a row belongs to."""
    for number, section in enumerate(session.sheet.sections):
        if any(one.id == row.id for one in section.rows):
            return number
    raise LookupError(f"no row {row.id} on the sheet")


_CARRIED_OUT = (notes.RulingAccepted, notes.RulingApplied)
_CHANGES = (*_CARRIED_OUT, notes.SettingsChanged, notes.HostAsked, notes.Respelt)
RECENT = 30  # How many entries back a change is still spoken of on every phone


def last_change(session: Session) -> dict[str, Any] | None:
    """The last command that changed what was settled, as old and new: a correction,
    points that no deal gave, a ruling that was accepted, other seats, house rules or
    host. What was only just entered and taken back is none, nor is what was carried in
    before anything was played."""
    since = max(0, session.last - RECENT)
    taken_back = {
        e.event.entry for e in session.log[since:] if isinstance(e.event, Voided)
    }
    for key in dict.fromkeys(entry.key for entry in reversed(session.log[since:])):
        made = [entry for entry in session.log[since:] if entry.key == key]
        struck = [
            session.log[e.event.entry - 1] for e in made if isinstance(e.event, Voided)
        ]
        new = [entry for entry in made if not isinstance(entry.event, Voided)]
        is_undone = struck and not new and struck[-1].seq == made[0].seq - 1
        is_of_host = notes.PhoneIs(notes.Role.HOST) in [one.event for one in made]
        first = made[0]
        is_change = isinstance(first.event, _CHANGES) or any(map(_is_for_others, made))
        is_change = is_change and first.seq not in taken_back
        if isinstance(first.event, Adjusted | CarriedIn):
            is_change = has_begun(session, first.seq)
        elif isinstance(first.event, Seated | Left):
            is_change = first.seq > len(session.folded.people) + 1
        if (struck and not is_undone) or is_of_host or is_change:
            return {
                "entry": made[-1].seq,
                "old": [said_then(session, entry) for entry in struck],
                "new": [
                    said_then(session, one)
                    for one in (*_spoken_instead(session, made), *new)
                ],
                "by": made_by(session, first),
            }
    return None


def _spoken_instead(session: Session, made: list[Recorded]) -> Iterator[Recorded]:
    """What the host said for sides that did not answer, before it was made."""
    asked_by = {
        e.event.proposal for e in made if isinstance(e.event, notes.SettledChanged)
    }
    for entry in session.log:
        event = entry.event
        if not isinstance(event, notes.ChangeAgreed) or entry in made:
            continue
        if event.instead and event.proposal in asked_by:
            yield entry


def _is_for_others(entry: Recorded) -> bool:
    """Whether an entry says that something settled was changed, or that the host spoke
    for a side that has not answered."""
    event = entry.event
    if isinstance(event, notes.ChangeAgreed | notes.SettingsAgreed):
        return bool(event.instead)
    return isinstance(event, notes.SettledChanged)


# ---- the house rules ----


@dataclass(frozen=True, slots=True)
class Answer:
    """One setting in force: what is asked, what was answered, what the answer rests on,
    and whether the table `changed` it from the game's default."""

    name: str
    group: str
    label: Message
    help: Message
    answer: object
    cite: Cite
    changed: bool


def answers(game: Game, settings: Any) -> tuple[Answer, ...]:
    """Every setting that matters under these settings, in the order in which they are
    asked."""
    rules = game.rule_sheet
    return tuple(
        Answer(
            one.name,
            one.group,
            message(f"{game.family}.setting.{one.name}"),
            message(f"{game.family}.setting.{one.name}.help"),
            game.in_force.get(one.name, partial(answer_said, game, one))(settings),
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
    return [
        (message(f"{game.family}.group.{group}"), ones) for group, ones in found.items()
    ]


def preset_name(game: Game, settings: Any) -> Message | None:
    """The name of the preset that these settings are, if they are one."""
    codes = (one.code for one in game.presets if one.settings == settings)
    return next((message(f"{game.family}.preset.{code}") for code in codes), None)


def figure_named(game: Game, setting: Setting, name: str) -> object:
    """What a figure of a setting's small table stands for: its words, else a card or a
    name."""
    code = f"{game.family}.setting.{setting.name}.{name}"
    return (
        message(code) if words_in(LANGUAGES[0]).has(code) else read(Card, name) or name
    )


def answer_said(game: Game, setting: Setting, settings: Any) -> object:
    """A setting's answer in force, as it is said on a page."""
    answer = getattr(settings, setting.name)
    if isinstance(answer, Enum):
        return setting.said(game.family, answer)
    if answer and isinstance(answer, tuple):
        each = (
            (" · ", figure_named(game, setting, one), " ", points)
            for one, points in answer
        )
        return ("", *[*chain.from_iterable(each)][1:])
    if isinstance(answer, str) and are_cards(answer):
        return listed((Card.parse(one) for one in answer.split()), " ")
    return answer


# ---- changed in mid-session ----


_PREVIEW = Stamp("1970-01-01T00:00:00Z", key="preview")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change that waits for the consent of all: its entry, the settings, who agrees
    by now and who is still to be asked."""

    entry: Recorded
    settings: Any
    agreed: tuple[Seat, ...]
    missing: tuple[Seat, ...]


_Change = tuple[str, Points | None, Points | None]
"""A party by its id, its points before and after; None where the row was or would not
be there."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change of the settings does before anybody agrees to it: each question
    that is answered otherwise, before and after; each row of the sheet whose lines
    change, with the points that do; the `totals` of every party; the entries that would
    no longer fit."""

    answers: tuple[tuple[Message, object, object], ...]
    rows: tuple[tuple[Row, list[_Change]], ...]
    totals: tuple[_Change, ...]
    misfits: tuple[Misfit, ...]


@once
def pending(session: Session) -> Proposal | None:
    """The last change proposed, until it is agreed to by all, declined or overtaken."""
    entry = None
    settings = None
    agreed = set[Seat]()
    for one in session.folded.order:
        event = one.event
        if isinstance(event, notes.SettingsProposed):
            entry = one
            settings = event.settings
            agreed = set(event.seats)
        elif (
            isinstance(event, notes.SettingsAgreed)
            and entry
            and event.proposal == entry.seq
        ):
            agreed |= set(event.seats)
        elif isinstance(event, notes.SettingsDeclined | notes.SettingsChanged):
            entry = None
    if entry is None or settings is None:
        return None
    seated = [seat for seat, _ in session.folded.people]
    there, missing = (
        tuple(s for s in seated if (s in agreed) is has) for has in (True, False)
    )
    return Proposal(entry, session.game.settings_of(settings), there, missing)


def change(session: Session, settings: Any) -> notes.SettingsChanged:
    """The change of this table's settings to these, agreed to by every seat."""
    return notes.SettingsChanged(encode(settings), session.ring)


def preview(session: Session, settings: Any) -> Preview:
    """What the sheet becomes under other settings: what `change` does, without
    recording it. Raises RuleViolation when this table can't change to them."""
    command = Command((Entry(change(session, settings)),))
    after = session.grown(session.additions(command, _PREVIEW))
    game = session.game
    known = {one.entry.seq for one in session.folded.misfits}
    old, new = ({row.id: row for row in one.sheet.rows()} for one in (session, after))
    both = ((row, old.get(row.id), new.get(row.id)) for row in (new | old).values())
    said = partial(answer_said, game)
    asked = f"{game.family}.setting."
    return Preview(
        tuple(
            (
                message(asked + one.name),
                said(one, session.settings),
                said(one, settings),
            )
            for one in game.rule_sheet.questions
            if getattr(session.settings, one.name) != getattr(settings, one.name)
        ),
        tuple(
            (row, [one for one in _changes(session, was, now) if one[1] != one[2]])
            for row, was, now in both
            if was is None or now is None or was.lines != now.lines
        ),
        tuple(_changes(session, session.sheet, after.sheet)),
        tuple(one for one in after.folded.misfits if one.entry.seq not in known),
    )


def _changes(
    session: Session, was: Row | ScoreSheet | None, now: Row | ScoreSheet | None
) -> Iterator[_Change]:
    for one in session.sheet.parties:
        yield (
            one.id,
            was.total(one.id) if was else None,
            now.total(one.id) if now else None,
        )


def carried_on(session: Session, settings: Any) -> tuple[CarriedIn | DealerIs, ...]:
    """What a new table under other settings begins with: the score of the rubber or
    game in progress, and whose deal it is. What is over stays where it is."""
    game = session.game
    state = session.folded.state
    open_ones = [one for one in session.sheet.sections[-1:] if not one.is_over]
    totals = (
        (one.id, of.total(one.id)) for of in open_ones for one in session.sheet.parties
    )
    if game.carried_over is not None:
        scores = game.carried_over(state, settings)
    else:
        part = game.carried_parts(settings)[0]
        scores = tuple(
            CarriedIn(one, int(points), part) for one, points in totals if points
        )
    dealer = game.opened_by(state)
    usual = game.opened_by(game.start(settings))
    return (*scores, *((DealerIs(dealer),) if dealer and dealer is not usual else ()))
