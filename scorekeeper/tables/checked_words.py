"""Whether the phone that sends a command may say the words in it. Rule: readings,
section 9."""

from collections.abc import Iterable

from scorekeeper.core import result_notes, rules_notes, ruling_notes
from scorekeeper.core.asked import SideAnswered
from scorekeeper.core.errors import refused
from scorekeeper.core.messages import listed
from scorekeeper.core.seals import LeftSealed
from scorekeeper.core.seats import Party
from scorekeeper.core.session import Command, Entry, Event
from scorekeeper.tables.never_allowed import entries_struck
from scorekeeper.tables.new_rules import pending
from scorekeeper.tables.results import row_mark
from scorekeeper.tables.rulings.answering import check_answer
from scorekeeper.tables.rulings.both_asked import put_by
from scorekeeper.tables.rulings.dropping import check_not_dropped, is_given_up
from scorekeeper.tables.rulings.given import UNSETTLED, ruling_of
from scorekeeper.tables.rulings.statements import silent_sides
from scorekeeper.tables.session import Session
from scorekeeper.tables.settled import Moved, moves_hash
from scorekeeper.tables.voices import Speaker, speaks, speaks_about
from scorekeeper.tables.waiting_changes import (
    change_made,
    change_of,
    pending_change,
    preview,
    ruling_carried_out,
)
from scorekeeper.tables.whose_word import (
    check_instead,
    check_taken_back,
    check_word,
    party_named,
)


def check_words(
    session: Session,
    speaker: Speaker,
    entries: Iterable[Entry],
    voids: Iterable[int],
    at: str,
) -> None:
    """Refuse what speaks for seats or sides for which this phone can't speak, and takes
    their word back. `at` is the time now, as entries have it. Of a change that waited,
    the words were looked at when it was proposed. Raises RuleViolation."""
    command = Command(tuple(entries), tuple(voids))
    if change_made(session, command) is not None:
        words = [
            entry
            for entry in command.entries
            if isinstance(entry.event, result_notes.ChangeAgreed)
        ]
        command = Command(tuple(words))
    carries_out_ruling = ruling_carried_out(command) is not None
    for word in command.entries:
        # what a ruling leaves sealed, nobody says
        if not (carries_out_ruling and isinstance(word.event, LeftSealed)):
            _check_one_word(session, speaker, word.event, at)
    struck = entries_struck(session, command.voids)
    if struck and not carries_out_ruling:
        check_not_dropped(session, speaker, struck)
    for entry in struck:
        if not is_given_up(session, entry):
            check_taken_back(session, speaker, entry)


def _check_one_word(session: Session, speaker: Speaker, event: Event, at: str) -> None:
    if isinstance(event, result_notes.ChangeAgreed):
        _check_agreed(session, speaker, event, at)
    elif isinstance(event, result_notes.ChangeProposed):
        _check_proposed(session, speaker, event, at)
    elif isinstance(event, rules_notes.SettingsAgreed) and event.instead:
        _check_rules_agreed(session, speaker, event, at)
    elif isinstance(event, SideAnswered) and event.instead:
        _check_answered(session, speaker, event, at)
    elif isinstance(event, ruling_notes.FactsStated) and event.instead:
        _check_stated(session, speaker, event, at)
    else:
        check_word(session, speaker, event)
    if isinstance(event, result_notes.ResultConfirmed | result_notes.ResultDisputed):
        _check_finished(session, event)
    if isinstance(event, ruling_notes.RemedyAgreed | ruling_notes.RulingAppealed):
        _check_open(session, speaker, event.ruling)
    if isinstance(event, ruling_notes.RulingAccepted):
        check_answer(session, speaker, event, at)


# Whoever appeals what the sides have accepted would undo it alone.
def _check_open(session: Session, speaker: Speaker, seq: int) -> None:
    ruling = ruling_of(session, seq)
    if ruling is None or ruling.state in UNSETTLED or ruling.is_arbiters:
        return
    if any(not speaks(session, speaker, party) for party in session.parties):
        raise refused("rulings.refused.agreed")


def check_waiting_words(
    session: Session, speaker: Speaker, event: result_notes.ChangeProposed
) -> None:
    """Refuse a change that a file has wait, where it speaks for seats or sides for
    which this phone can't speak. Raises RuleViolation."""
    change = change_of(session.game, event.change)
    for word in change.entries:
        check_word(session, speaker, word.event)
    for struck in entries_struck(session, change.voids):
        check_taken_back(session, speaker, struck)


def _check_finished(
    session: Session, event: result_notes.ResultConfirmed | result_notes.ResultDisputed
) -> None:
    row = session.sheet.row(event.row)
    if row is None or not row.is_finished:
        raise refused("refused.no-result-yet")
    if event.mark not in (None, row_mark(session, row)):
        raise refused("refused.result-differs")


def _check_proposed(
    session: Session, speaker: Speaker, event: result_notes.ChangeProposed, at: str
) -> None:
    change = change_of(session.game, event.change)
    check_words(session, speaker, change.entries, change.voids, at)
    moves = preview(session, change)
    if moves_hash(moves) != event.moves:
        raise refused("refused.no-such-change")
    for party_id in event.agreed:
        _check_speaks_about(session, speaker, party_named(session, party_id), moves)


def _check_speaks_about(
    session: Session, speaker: Speaker, party: Party, moves: tuple[Moved, ...]
) -> None:
    if not speaks_about(session, speaker, party, moves):
        raise refused("refused.asked-elsewhere", parties=listed((party,)))


# The host gives the word `instead` of a party that was asked for ten minutes and
# has said nothing.
def _check_agreed(
    session: Session, speaker: Speaker, event: result_notes.ChangeAgreed, at: str
) -> None:
    waiting = pending_change(session)
    if waiting is None or waiting.entry.seq != event.proposal:
        raise refused("refused.no-such-proposal")
    party = party_named(session, event.party)
    if event.instead:
        check_instead(session, speaker, waiting.entry, party.seats, at)
    else:
        moves = preview(session, waiting.command)
        _check_speaks_about(session, speaker, party, moves)


def _check_rules_agreed(
    session: Session, speaker: Speaker, event: rules_notes.SettingsAgreed, at: str
) -> None:
    waiting = pending(session)
    if waiting is None or waiting.entry.seq != event.proposal:
        raise refused("refused.no-such-proposal")
    check_instead(session, speaker, waiting.entry, event.seats, at)


def _check_answered(
    session: Session, speaker: Speaker, event: SideAnswered, at: str
) -> None:
    waiting = put_by(session, event.asked)
    if waiting is None or waiting.given is not None:
        raise refused("refused.not-asked")
    if speaker.has_arbiter:
        raise refused("refused.arbiter-is-asked")
    party = party_named(session, event.party)
    check_instead(session, speaker, waiting.entry, party.seats, at)


# For a side that has said nothing the host can only agree: it was not asked how it was
# otherwise.
def _check_stated(
    session: Session, speaker: Speaker, event: ruling_notes.FactsStated, at: str
) -> None:
    ruling = ruling_of(session, event.ruling)
    if ruling is None:
        raise refused("refused.no-such-ruling")
    if speaker.has_arbiter:
        raise refused("refused.arbiter-is-asked")
    party = party_named(session, event.party)
    if not event.agrees or party not in silent_sides(session, ruling):
        raise refused("refused.asked-elsewhere", parties=listed((party,)))
    check_instead(session, speaker, ruling.entry, party.seats, at)
