"""Who must agree to a command that changes what was settled, and whether they have.

This is the one place that decides it, and there are two ways in. What is entered here,
from whatever page or node, goes through `grown_as_agreed`, within the transaction of
the store that adds it. The entries of a file have been made elsewhere and say
themselves who agreed: `check_grown` looks at those of one command after another,
before any of them is stored. Rule: readings, section 9.
"""

from dataclasses import dataclass, replace

from scorekeeper.core import notes, result_notes, rules_notes, ruling_notes
from scorekeeper.core.errors import refused
from scorekeeper.core.evening import Voided
from scorekeeper.core.seats import Party, PartyId
from scorekeeper.core.session import Command, Recorded, Stamp
from scorekeeper.tables.accepted_arbiter import accepted_the_arbiter
from scorekeeper.tables.checked_words import check_words
from scorekeeper.tables.never_allowed import check_may_stand
from scorekeeper.tables.phones import has_kept_its_phone
from scorekeeper.tables.rulings.given import ruling_of
from scorekeeper.tables.session import Session, command_of
from scorekeeper.tables.settled import (
    HOUSE_RULES,
    Moved,
    gone,
    has_settled,
    moved,
    moves_hash,
)
from scorekeeper.tables.voices import Speaker, speaks_about
from scorekeeper.tables.waiting_changes import (
    DELETION,
    Pending,
    change_made,
    moves_of,
    ruling_carried_out,
)
from scorekeeper.tables.whose_word import settings_agreed

_CHANGES_RULES = (rules_notes.SettingsChanged, Voided)


class NotAgreed(Exception):
    """A command would change what is settled, and consent is missing.

    `moves` is what it would change. Of the parties that have not agreed, `here` are
    those that can on the phone that sent it, `elsewhere` those that are asked on phones
    of their own, or after ten minutes by the host.
    """

    def __init__(
        self,
        command: Command,
        moves: tuple[Moved, ...],
        here: tuple[Party, ...],
        elsewhere: tuple[Party, ...],
    ) -> None:
        super().__init__(f"{len(moves)} settled rows")
        self.command = command
        self.moves = moves
        self.here = here
        self.elsewhere = elsewhere


@dataclass(frozen=True, slots=True)
class Asking:
    """Who sends a command, and who agrees to it there: the phone, the parties that it
    says agree, and the time now."""

    speaker: Speaker
    agreed: frozenset[str]
    at: str


def grown_as_agreed(
    session: Session, command: Command, stamp: Stamp, asking: Asking | None
) -> Session:
    """The session with what the command adds to its log, and with an entry of who
    agreed where that changes what was settled. `asking` is None where no phone sent it:
    then nobody agrees to anything.

    Raises RuleViolation where it can't be carried out or speaks for others, NotAgreed
    where consent is missing.
    """
    check_may_stand(session, command)
    if asking is not None:
        check_words(session, asking.speaker, command.entries, command.voids, asking.at)
    added = session.additions(command, stamp)
    after = session.grown(added)
    if all(isinstance(entry.event, notes.NOTED) for entry in added):
        return after
    waited = change_made(session, command)
    may_change_rules = any(isinstance(entry.event, _CHANGES_RULES) for entry in added)
    if not has_settled(session) and not may_change_rules and waited is None:
        return after
    moves = moves_of(session, after, command)
    if not moves and waited is None:
        return after
    consent = _consent(session, command, moves, waited, asking)
    if waited is None and all(move.is_given_up for move in moves):
        return after  # the sides that it was for have struck it out themselves
    return after.with_notes(session.last, (consent,), stamp)


def check_may_delete(session: Session, asking: Asking) -> None:
    """Refuse to delete a table before each side that has settled something there agrees
    on a phone of its own, where it has one. Whoever sends it agrees for all for whom
    that phone speaks. Raises RuleViolation, NotAgreed."""
    waited = change_made(session, DELETION)
    if waited is None:
        check_words(session, asking.speaker, DELETION.entries, (), asking.at)
    everybody = frozenset(party.id for party in session.parties)
    asking = replace(asking, agreed=everybody)
    _consent(session, DELETION, gone(session), waited, asking)


# The entry that says who agreed. Raises NotAgreed where somebody has not.
def _consent(
    session: Session,
    command: Command,
    moves: tuple[Moved, ...],
    waited: Pending | None,
    asking: Asking | None,
) -> result_notes.SettledChanged:
    changed = dict.fromkeys(move.row for move in moves if move.row != HOUSE_RULES)
    rows = tuple(changed)
    proposal = waited.entry.seq if waited else None
    ruling = ruling_carried_out(command)
    agreed = _already_agreed(session, command, moves, waited)
    if ruling is not None and _is_arbiters(session, command, ruling):
        agreed |= _have_accepted_the_arbiter(session, moves)
        if _settled_by(moves) <= agreed:
            return result_notes.SettledChanged(rows, (), proposal, ruling)
    agreed |= _agreeing_now(session, moves, agreed, asking)
    missing = [
        party for party in _asked_parties(session, moves) if party.id not in agreed
    ]
    if missing:
        here = _of_this_phone(session, missing, moves, asking)
        elsewhere = tuple(party for party in missing if party not in here)
        raise NotAgreed(command, moves, here, elsewhere)
    ids = tuple(party.id for party in session.parties if party.id in agreed)
    return result_notes.SettledChanged(rows, ids, proposal, ruling)


# The parties by whom any of it was settled.
def _settled_by(moves: tuple[Moved, ...]) -> set[str]:
    return {party for move in moves for party in move.standing}


# The parties that agree with the command itself, on the phone that sends it.
def _agreeing_now(
    session: Session,
    moves: tuple[Moved, ...],
    agreed: set[str],
    asking: Asking | None,
) -> set[str]:
    if asking is None:
        return set()
    asked = [
        party for party in _asked_parties(session, moves) if party.id not in agreed
    ]
    here = _of_this_phone(session, asked, moves, asking)
    return {
        party.id
        for party in here
        if party.id in asking.agreed or _only_gives_up(party, moves)
    }


# Whether a party loses nothing but what a ruling gave: then striking that out is its
# own word.
def _only_gives_up(party: Party, moves: tuple[Moved, ...]) -> bool:
    return all(move.is_given_up for move in moves if party.id in move.standing)


# Of these parties, those for which the phone that sends the command can speak.
def _of_this_phone(
    session: Session,
    parties: list[Party],
    moves: tuple[Moved, ...],
    asking: Asking | None,
) -> tuple[Party, ...]:
    if asking is None:
        return ()
    return tuple(
        party
        for party in parties
        if speaks_about(session, asking.speaker, party, moves)
    )


# The parties that must agree to these moves.
def _asked_parties(session: Session, moves: tuple[Moved, ...]) -> list[Party]:
    return [
        party
        for party in session.parties
        if any(party.id in move.standing for move in moves)
    ]


# The parties whose own phones of the time when they settled it have accepted the
# arbiter: for the others the arbiter's word counts no more than the host's.
def _have_accepted_the_arbiter(session: Session, moves: tuple[Moved, ...]) -> set[str]:
    return {
        party.id
        for party in session.parties
        if all(
            accepted_the_arbiter(session, party, move.standing[party.id])
            for move in moves
            if party.id in move.standing
        )
    }


# Whether the arbiter decided this ruling: with this command, or before it.
def _is_arbiters(session: Session, command: Command, seq: int) -> bool:
    for entry in command.entries:
        event = entry.event
        if isinstance(event, ruling_notes.RulingAccepted) and event.ruling == seq:
            return bool(event.arbiter)
    ruling = ruling_of(session, seq)
    return ruling is not None and ruling.is_arbiters


# The parties that have agreed already, each on its own phone: to the change that
# waited, if it is still the same, or to the house rules that were proposed.
def _already_agreed(
    session: Session,
    command: Command,
    moves: tuple[Moved, ...],
    waited: Pending | None,
) -> set[str]:
    agreed = set[str]()
    if waited is not None:
        mark = moves_hash(moves)
        agreed_to = dict(waited.agreed)
        for entry in command.entries:
            if isinstance(entry.event, result_notes.ChangeAgreed):
                agreed_to[entry.event.party] = entry.event.moves
        agreed = {party for party, change in agreed_to.items() if change == mark}
    for entry in command.entries:
        if isinstance(entry.event, rules_notes.SettingsChanged):
            agreed |= _agreed_to_rules(session, entry.event, moves)
    return agreed


# The parties that agreed to other house rules by the words of their own seats,
# which are asked about all that these would change. What was settled after they had
# agreed, they were not asked about.
def _agreed_to_rules(
    session: Session, change: rules_notes.SettingsChanged, moves: tuple[Moved, ...]
) -> set[PartyId]:
    parties = set[PartyId]()
    agreed = settings_agreed(session, change.settings)
    for party in session.parties:
        since = [move.standing[party.id] for move in moves if party.id in move.standing]
        words = [agreed[seat] for seat in party.seats if seat in agreed]
        if words and min(words) < max(since, default=0):
            continue
        keeps_its_word = all(
            has_kept_its_phone(session, frozenset(), seat, seq)
            for seat in party.seats
            for seq in since
        )
        if keeps_its_word and {*party.seats} <= {*change.agreed}:
            parties.add(party.id)
    return parties


def check_grown(
    before: Session, added: tuple[Recorded, ...], speaker: Speaker | None = None
) -> Session:
    """The session after the entries of one command that came in a file. `speaker` is
    the phone that sent it, None at the command line.

    Raises NotAgreed where they change what was settled here, and no entry says who
    agreed, or says it of parties for which this phone doesn't speak; RuleViolation
    where no table takes them.
    """
    command = command_of(added)
    check_may_stand(before, command)
    consents = [
        (n, entry.event)
        for n, entry in enumerate(added)
        if isinstance(entry.event, result_notes.SettledChanged)
    ]
    # from the first consent on, there are only notes of who agreed
    first = consents[0][0] if consents else len(added)
    after = before.grown(added[:first])
    moves = moved(before, after)
    rows = {move.row for move in moves_of(before, after, command)}
    agreed = set[str]()
    for _, consent in consents:
        if not rows.issuperset(consent.rows):
            raise refused("refused.nothing-changed", entry=added[0].seq)
        agreed.update(consent.agreed)
        if consent.ruling is not None and not consent.agreed:  # the arbiter decided
            agreed.update(party.id for party in before.parties)
    missing = _not_heard(before, moves, agreed, speaker)
    if missing:
        raise NotAgreed(command, moves, (), missing)
    return after.grown(added[first:])


# The parties that must agree to these moves, and have not, or not by this phone.
def _not_heard(
    before: Session,
    moves: tuple[Moved, ...],
    agreed: set[str],
    speaker: Speaker | None,
) -> tuple[Party, ...]:
    missing = []
    for party in _asked_parties(before, moves):
        is_heard = speaker is None or speaks_about(before, speaker, party, moves)
        if party.id not in agreed or not is_heard:
            missing.append(party)
    return tuple(missing)
