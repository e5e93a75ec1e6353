"""A change of what was settled that waits for consent: as it is proposed, written down
and made in the end. Rule: readings, section 9."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.core import result_notes, rules_notes, ruling_notes
from scorekeeper.core.codec import Unreadable, encode
from scorekeeper.core.errors import refused
from scorekeeper.core.evening import EVENING, Voided
from scorekeeper.core.seals import LeftSealed, Opened
from scorekeeper.core.seats import PartyId
from scorekeeper.core.session import Command, Entry, Event, Recorded, Stamp
from scorekeeper.games.game import AnyGame
from scorekeeper.tables.events import kinds, read_event
from scorekeeper.tables.never_allowed import check_may_stand
from scorekeeper.tables.rulings.dropping import moves_given_up
from scorekeeper.tables.session import Session, once
from scorekeeper.tables.settled import Moved, gone, moved


@dataclass(frozen=True, slots=True)
class Pending:
    """A change that waits for consent: its entry, the command, and the hash of the
    moves that each party agreed to."""

    entry: Recorded
    command: Command
    agreed: Mapping[PartyId, str]


@once
def pending_change(session: Session) -> Pending | None:
    """The last change proposed, until it is made, declined or replaced by another; else
    None."""
    if not session.has(result_notes.ChangeProposed):
        return None
    proposed: Recorded | None = None
    change: Mapping[str, Any] = {}
    agreed = {}
    for entry in session.folded.order:
        event = entry.event
        if isinstance(event, result_notes.ChangeProposed):
            proposed = entry
            change = event.change
            agreed = dict.fromkeys(event.agreed, event.moves)
        elif not proposed or getattr(event, "proposal", None) != proposed.seq:
            continue
        elif isinstance(event, result_notes.ChangeAgreed):
            agreed[event.party] = event.moves
        elif isinstance(
            event, result_notes.ChangeDeclined | result_notes.SettledChanged
        ):
            proposed = None
    if proposed is None:
        return None
    return Pending(proposed, change_of(session.game, change), agreed)


DELETION = Command((Entry(result_notes.TableDeleted()),))
"""What is proposed where a table is to be deleted at which sides
have settled something."""


def written_change(command: Command) -> dict[str, Any]:
    """A command in the JSON form in which it is proposed; `change_of` reads it back."""
    entries = [
        {"kind": entry.event.KIND, "facts": encode(entry.event), "place": entry.place}
        for entry in command.entries
    ]
    return {"entries": entries, "voids": list(command.voids), "reason": command.reason}


def head_before_deletion(session: Session) -> str:
    """The hash of the last entry that says more than that the table should be deleted
    and who agreed to it; "" where there is none."""
    for entry in reversed(session.log):
        if not _is_about_deletion(session, entry.event):
            return entry.hash
    return ""


def _is_about_deletion(session: Session, event: Event) -> bool:
    if isinstance(event, result_notes.ChangeAgreed | result_notes.ChangeDeclined):
        event = session.entry(event.proposal).event
    if not isinstance(event, result_notes.ChangeProposed):
        return False
    return dict(event.change) == written_change(DELETION)


_MAY_WAIT = (
    ruling_notes.RulingAccepted,
    ruling_notes.RulingApplied,
    rules_notes.SettingsChanged,
    rules_notes.SettingsAgreed,
    Opened,
    LeftSealed,
)
"""What may wait for consent besides facts of the evening and the game."""


def change_of(game: AnyGame, written: Mapping[str, Any]) -> Command:
    """The command that is written so. Raises RuleViolation where it is none that may
    wait for consent."""
    known = {**kinds(game), result_notes.TableDeleted.KIND: result_notes.TableDeleted}
    try:
        entries = [
            Entry(read_event(known, entry["kind"], entry["facts"]), entry["place"])
            for entry in written["entries"]
        ]
        command = Command(tuple(entries), tuple(written["voids"]), written["reason"])
        is_whole = written_change(command) == dict(written)
    except (Unreadable, LookupError, TypeError, AttributeError):
        raise refused("refused.no-such-change") from None
    if not is_whole or not isinstance(command.reason, str):
        raise refused("refused.no-such-change")
    if not all(type(seq) is int for seq in command.voids):
        raise refused("refused.no-such-change")
    types = {type(entry.event) for entry in entries}
    if result_notes.TableDeleted in types:
        if command != DELETION:
            raise refused("refused.no-such-change")
        return DELETION
    if not types <= {*EVENING, *_MAY_WAIT, *game.events} - {Voided}:
        raise refused("refused.no-such-change")
    return command


def change_made(session: Session, command: Command) -> Pending | None:
    waiting = pending_change(session)
    if waiting is None:
        return None
    facts = tuple(
        entry
        for entry in command.entries
        if not isinstance(entry.event, result_notes.ChangeAgreed)
    )
    is_it = facts == waiting.command.entries and command.voids == waiting.command.voids
    return waiting if is_it else None


def preview(session: Session, command: Command) -> tuple[Moved, ...]:
    """What the command would change of what is settled, if it were entered now. Raises
    RuleViolation where it can't be."""
    if command == DELETION:
        return gone(session)
    check_may_stand(session, command)
    stamp = Stamp("1970-01-01T00:00:00Z", key="preview")
    after = session.grown(session.additions(command, stamp))
    return moves_of(session, after, command)


def moves_of(before: Session, after: Session, command: Command) -> tuple[Moved, ...]:
    return (*moved(before, after), *moves_given_up(before, after, command.voids))


def ruling_carried_out(command: Command) -> int | None:
    for entry in command.entries:
        if isinstance(entry.event, ruling_notes.RulingApplied):
            return entry.event.ruling
    return None
