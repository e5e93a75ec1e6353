"""Who must agree to a command that changes what was settled, and whether they have.

This is the one place that decides it. The store asks it within its transaction for
every command, whatever page, file or node it came from. Rule: readings, section 9.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.core import notes, phone_notes, result_notes, rules_notes, ruling_notes
from scorekeeper.core.asked import SideAnswered
from scorekeeper.core.codec import Unreadable, encode
from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.evening import EVENING, Left, Seated, Voided
from scorekeeper.core.messages import listed
from scorekeeper.core.seals import LeftSealed, Opened, Sealed
from scorekeeper.core.seats import Party
from scorekeeper.core.session import Command, Entry, Recorded, Stamp
from scorekeeper.games.game import AnyGame
from scorekeeper.tables.events import kinds, read_event
from scorekeeper.tables.names import why_not
from scorekeeper.tables.new_rules import pending
from scorekeeper.tables.results import row_mark
from scorekeeper.tables.rulings.answering import check_answer
from scorekeeper.tables.rulings.both_asked import check_answers_stay, put_by
from scorekeeper.tables.rulings.given import ruled_on
from scorekeeper.tables.session import Session, command_of, once
from scorekeeper.tables.settled import (
    HOUSE_RULES,
    Moved,
    gone,
    has_settled,
    moved,
    moves_hash,
)
from scorekeeper.tables.voices import (
    Speaker,
    accepted_the_arbiter,
    check_instead,
    check_taken_back,
    check_word,
    has_kept_its_phone,
    party_named,
    settings_agreed,
    speaks_about,
)

_CHANGES_RULES = (rules_notes.SettingsChanged, Voided)


# ---- a change that waits for consent ----


@dataclass(frozen=True, slots=True)
class Pending:
    """A change that waits for consent: its entry, the command, and the hash of the
    moves that each party agreed to."""

    entry: Recorded
    command: Command
    agreed: Mapping[str, str]


@once
def pending_change(session: Session) -> Pending | None:
    """The last change proposed, until it is made, declined or replaced by another."""
    if not session.has(result_notes.ChangeProposed):
        return None
    proposed: Recorded | None = None
    agreed: dict[str, str] = {}
    for entry in session.folded.order:
        event = entry.event
        if isinstance(event, result_notes.ChangeProposed):
            proposed = entry
            agreed = dict.fromkeys(event.agreed, event.moves)
        elif proposed is None:
            continue
        elif (
            isinstance(event, result_notes.ChangeAgreed)
            and event.proposal == proposed.seq
        ):
            agreed[event.party] = event.moves
        elif (
            isinstance(event, result_notes.ChangeDeclined | result_notes.SettledChanged)
            and event.proposal == proposed.seq
        ):
            proposed = None
    if proposed is None:
        return None
    event = proposed.event
    assert isinstance(event, result_notes.ChangeProposed)  # noqa: S101 - it was looked at above
    return Pending(proposed, change_of(session.game, event.change), agreed)


DELETION = Command((Entry(result_notes.TableDeleted()),))
"""What is proposed where a table is to be deleted at which sides have settled
something."""


def written_change(command: Command) -> dict[str, Any]:
    """A command in the JSON form in which it is proposed; `change_of` reads it back."""
    entries = [
        {"kind": entry.event.KIND, "facts": encode(entry.event), "place": entry.place}
        for entry in command.entries
    ]
    return {"entries": entries, "voids": list(command.voids), "reason": command.reason}


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
    may_wait = {*EVENING, *_MAY_WAIT, *game.events, result_notes.TableDeleted} - {
        Voided
    }
    try:
        entries = [
            Entry(read_event(known, one["kind"], one["facts"]), one["place"])
            for one in written["entries"]
        ]
        command = Command(tuple(entries), tuple(written["voids"]), written["reason"])
        is_whole = written_change(command) == dict(written) and isinstance(
            command.reason, str
        )
    except (Unreadable, LookupError, TypeError, AttributeError):
        raise refused("refused.no-such-change") from None
    if not is_whole or not all(type(entry.event) in may_wait for entry in entries):
        raise refused("refused.no-such-change")
    if not all(type(seq) is int for seq in command.voids):
        raise refused("refused.no-such-change")
    if any(isinstance(entry.event, result_notes.TableDeleted) for entry in entries):
        if command != DELETION:
            raise refused("refused.no-such-change")
        return DELETION
    return command


# ---- the consent itself ----


class NotAgreed(Exception):
    """A command would change what is settled, and consent is missing.

    `moves` is what it would change; `here` are the parties that can agree on the phone
    that sent it, `elsewhere` those that are asked on phones of their own, or after ten
    minutes by the host.
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


def agreed_additions(
    session: Session, command: Command, stamp: Stamp, asking: Asking | None
) -> tuple[Recorded, ...]:
    """What the command adds to the log, with an entry of who agreed where it changes
    what was settled. `asking` is None where no phone sent it: then nobody agrees to
    anything.

    Raises RuleViolation where it can't be carried out or speaks for others, NotAgreed
    where consent is missing.
    """
    check_may_stand(session, command)
    if asking is not None:
        check_words(session, asking.speaker, command.entries, command.voids, asking.at)
    added = session.additions(command, stamp)
    if all(isinstance(entry.event, notes.NOTED) for entry in added):
        return added
    fulfilled = _fulfilled(session, command)
    may_change_rules = any(isinstance(e.event, _CHANGES_RULES) for e in added)
    if not has_settled(session) and not may_change_rules and fulfilled is None:
        return added
    moves = moved(session, session.grown(added))
    if not moves and fulfilled is None:
        return added
    consent = _consent(session, command, moves, fulfilled, asking)
    return session.chained((*_entries_of(added), Entry(consent)), stamp)


def check_may_delete(session: Session, asking: Asking) -> None:
    """Refuse to delete a table before each side that has settled something there agrees
    on a phone of its own, where it has one. Who sends it agrees for all for whom that
    phone speaks. Raises RuleViolation, NotAgreed."""
    fulfilled = _fulfilled(session, DELETION)
    if fulfilled is None:
        check_words(session, asking.speaker, DELETION.entries, (), asking.at)
    everybody = frozenset(party.id for party in session.parties)
    _consent(
        session, DELETION, gone(session), fulfilled, replace(asking, agreed=everybody)
    )


def _entries_of(added: tuple[Recorded, ...]) -> tuple[Entry, ...]:
    return tuple(Entry(entry.event, entry.place) for entry in added)


def _consent(
    session: Session,
    command: Command,
    moves: tuple[Moved, ...],
    fulfilled: Pending | None,
    asking: Asking | None,
) -> result_notes.SettledChanged:
    """The entry that says who agreed. Raises NotAgreed where somebody has not."""
    rows = tuple(move.row for move in moves if move.row != HOUSE_RULES)
    proposal = fulfilled.entry.seq if fulfilled else None
    ruling = _ruling_of(command)
    agreed = _agreed(session, command, moves, fulfilled)
    if ruling is not None and _is_arbiters(session, command, ruling):
        agreed |= _have_accepted_the_arbiter(session, moves)
        if {party for move in moves for party in move.standing} <= agreed:
            return result_notes.SettledChanged(rows, (), proposal, ruling)
    here: list[Party] = []
    elsewhere: list[Party] = []
    for party in session.parties:
        is_asked = any(party.id in move.standing for move in moves)
        if not is_asked or party.id in agreed:
            continue
        if asking is None or not speaks_about(session, asking.speaker, party, moves):
            elsewhere.append(party)
        elif party.id in asking.agreed:
            agreed.add(party.id)
        else:
            here.append(party)
    if here or elsewhere:
        raise NotAgreed(command, moves, tuple(here), tuple(elsewhere))
    ids = tuple(party.id for party in session.parties if party.id in agreed)
    return result_notes.SettledChanged(rows, ids, proposal, ruling)


def _have_accepted_the_arbiter(session: Session, moves: tuple[Moved, ...]) -> set[str]:
    """The parties whose own phones of the time when they settled it have accepted the
    arbiter: for the others the arbiter's word counts no more than the host's."""
    return {
        party.id
        for party in session.parties
        if all(
            accepted_the_arbiter(session, party, move.standing[party.id])
            for move in moves
            if party.id in move.standing
        )
    }


def _ruling_of(command: Command) -> int | None:
    """The ruling that a command carries out, if it does."""
    for entry in command.entries:
        if isinstance(entry.event, ruling_notes.RulingApplied):
            return entry.event.ruling
    return None


def _is_arbiters(session: Session, command: Command, ruling: int) -> bool:
    """Whether the arbiter decided this ruling: with this command, or before it."""
    for entry in command.entries:
        if (
            isinstance(entry.event, ruling_notes.RulingAccepted)
            and entry.event.ruling == ruling
        ):
            return bool(entry.event.arbiter)
    return any(given.is_arbiters for given in ruled_on(session) if given.seq == ruling)


def _agreed(
    session: Session,
    command: Command,
    moves: tuple[Moved, ...],
    fulfilled: Pending | None,
) -> set[str]:
    """The parties that have agreed already, each on its own phone: to the change that
    waited, if it is still the same, or to the house rules that were proposed."""
    agreed = set[str]()
    if fulfilled is not None:
        mark = moves_hash(moves)
        said = dict(fulfilled.agreed)
        for entry in command.entries:
            if isinstance(entry.event, result_notes.ChangeAgreed):
                said[entry.event.party] = entry.event.moves
        agreed = {party for party, moves_then in said.items() if moves_then == mark}
    for entry in command.entries:
        if isinstance(entry.event, rules_notes.SettingsChanged):
            agreed |= _agreed_to_rules(session, entry.event, moves)
    return agreed


def _agreed_to_rules(
    session: Session, change: rules_notes.SettingsChanged, moves: tuple[Moved, ...]
) -> set[str]:
    """The parties that agreed to other house rules by the words of their own seats,
    which are asked about all that these would change. What was settled after they had
    agreed, they were not asked about."""
    agreed = set[str]()
    said = settings_agreed(session, change.settings)
    for party in session.parties:
        since = [move.standing[party.id] for move in moves if party.id in move.standing]
        words = [said[seat] for seat in party.seats if seat in said]
        if words and min(words) < max(since, default=0):
            continue
        keeps_its_word = all(
            has_kept_its_phone(session, frozenset(), seat, seq)
            for seat in party.seats
            for seq in since
        )
        if {*party.seats} <= {*change.agreed} and keeps_its_word:
            agreed.add(party.id)
    return agreed


def _fulfilled(session: Session, command: Command) -> Pending | None:
    """The change that waited for consent, where this command makes it."""
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
    return moved(session, session.grown(session.additions(command, stamp)))


# ---- whose word it brings ----


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
    if _fulfilled(session, command) is not None:
        words = [
            one
            for one in command.entries
            if isinstance(one.event, result_notes.ChangeAgreed)
        ]
        command = Command(tuple(words))
    for entry in command.entries:
        if isinstance(entry.event, result_notes.ChangeAgreed):
            _check_agreed(session, speaker, entry.event, at)
        elif isinstance(entry.event, result_notes.ChangeProposed):
            _check_proposed(session, speaker, entry.event, at)
        elif isinstance(entry.event, _SAID_INSTEAD) and entry.event.instead:
            _check_said_instead(session, speaker, entry.event, at)
        elif not (
            isinstance(entry.event, LeftSealed) and _ruling_of(command) is not None
        ):
            check_word(session, speaker, entry.event)
            _check_finished(session, entry.event)
        if isinstance(entry.event, ruling_notes.RulingAccepted):
            check_answer(session, speaker, entry.event, at)
    for seq in command.voids:
        if 0 < seq <= session.last:
            check_taken_back(session, speaker, session.log[seq - 1])


def check_waiting_words(
    session: Session, speaker: Speaker, event: result_notes.ChangeProposed
) -> None:
    """Refuse a change that a file has wait, where it speaks for seats or sides for
    which this phone can't speak. Raises RuleViolation."""
    change = change_of(session.game, event.change)
    for entry in change.entries:
        check_word(session, speaker, entry.event)
    for seq in change.voids:
        if 0 < seq <= session.last:
            check_taken_back(session, speaker, session.log[seq - 1])


def _check_finished(session: Session, event: object) -> None:
    """Refuse to confirm a result that isn't there yet, or another one than was seen."""
    if not isinstance(event, result_notes.ResultConfirmed):
        return
    row = session.sheet.row(event.row)
    if row is None or "open" in row.marks:
        raise refused("refused.no-result-yet")
    if event.mark not in (None, row_mark(session, row)):
        raise refused("refused.result-differs")


def _check_proposed(
    session: Session, speaker: Speaker, event: result_notes.ChangeProposed, at: str
) -> None:
    """Refuse to propose what can't be entered, and to agree to it for others."""
    change = change_of(session.game, event.change)
    check_words(session, speaker, change.entries, change.voids, at)
    moves = preview(session, change)
    if moves_hash(moves) != event.moves:
        raise refused("refused.no-such-change")
    for party_id in event.agreed:
        party = party_named(session, party_id)
        if not speaks_about(session, speaker, party, moves):
            raise refused("refused.asked-elsewhere", parties=listed((party,)))


def _check_agreed(
    session: Session, speaker: Speaker, event: result_notes.ChangeAgreed, at: str
) -> None:
    """Refuse a party's word on a change that waits, where this phone can't give it. The
    host gives it `instead` of a party that has been asked for ten minutes and has said
    nothing."""
    waiting = pending_change(session)
    if waiting is None or waiting.entry.seq != event.proposal:
        raise refused("refused.no-such-proposal", entry=event.proposal)
    party = party_named(session, event.party)
    if event.instead:
        check_instead(session, speaker, waiting.entry, party.seats, at)
        return
    if not speaks_about(session, speaker, party, preview(session, waiting.command)):
        raise refused("refused.asked-elsewhere", parties=listed((party,)))


_SAID_INSTEAD = (rules_notes.SettingsAgreed, SideAnswered)
"""What the host may say instead of others, besides that a side agrees to a change."""


def _check_said_instead(
    session: Session,
    speaker: Speaker,
    event: rules_notes.SettingsAgreed | SideAnswered,
    at: str,
) -> None:
    """Refuse what the host says instead of others where it may not."""
    if isinstance(event, SideAnswered):
        _check_answered(session, speaker, event, at)
    else:
        _check_rules_agreed(session, speaker, event, at)


def _check_rules_agreed(
    session: Session, speaker: Speaker, event: rules_notes.SettingsAgreed, at: str
) -> None:
    """The same for seats that were asked about other house rules."""
    waiting = pending(session)
    if waiting is None or waiting.entry.seq != event.proposal:
        raise refused("refused.no-such-proposal", entry=event.proposal)
    check_instead(session, speaker, waiting.entry, event.seats, at)


def _check_answered(
    session: Session, speaker: Speaker, event: SideAnswered, at: str
) -> None:
    """The same for a side that was asked what the director determines."""
    waiting = put_by(session, event.asked)
    if waiting is None or waiting.given is not None:
        raise refused("refused.not-asked", entry=event.asked)
    if speaker.has_arbiter:
        raise refused("refused.arbiter-is-asked")
    party = party_named(session, event.party)
    check_instead(session, speaker, waiting.entry, party.seats, at)


# ---- what nobody can agree to ----


def check_may_stand(session: Session, command: Command) -> None:
    """Refuse what is not entered at any table, though session files of older releases
    may hold it: a seal or a seating that is taken back, a name that passes as
    another's. Raises RuleViolation.
    """
    check_seals_stay(session, command.voids)
    _check_seatings_stay(session, command.voids)
    _check_changes_stay(session, command.voids)
    if command.voids:
        check_answers_stay(session, command.voids)
    _check_names(session, command)


def _check_seatings_stay(session: Session, voids: Iterable[int]) -> None:
    """Refuse to strike out who sat where: another seating follows, and a misspelt name
    is put right by an entry of its own."""
    for seq in voids:
        if 0 < seq <= session.last and isinstance(
            session.log[seq - 1].event, Seated | Left
        ):
            raise refused("refused.seating-stays", entry=seq)


_STAYS = (*result_notes.CHANGING, rules_notes.SettingsDeclined)
"""What is proposed and answered, of which nothing is struck out."""


def _check_changes_stay(session: Session, voids: Iterable[int]) -> None:
    """Refuse to strike out what was proposed, answered or made by consent: it would be
    open again, with the answers of then."""
    for seq in voids:
        if 0 < seq <= session.last and isinstance(session.log[seq - 1].event, _STAYS):
            raise refused("refused.change-stays", entry=seq)


def _check_names(session: Session, command: Command) -> None:
    """Refuse a new name that passes as that of somebody else: at the table, or of the
    whole session where it is another spelling, which stands in earlier rows too."""
    here = [*session.folded.persons]
    leaving = {
        one.event.person for one in command.entries if isinstance(one.event, Left)
    }
    for entry in command.entries:
        event = entry.event
        if isinstance(event, notes.Respelt):
            own = _spellings_of(session, event.person)
            others = dict.fromkeys((*_names_ever(session), *here))
            why = why_not(event.name, [other for other in others if other not in own])
            here = [event.name if one == event.person else one for one in here]
        elif isinstance(event, Seated) and event.person not in here:
            why = why_not(
                event.person, [one for one in here if one not in leaving], event.seat
            )
            here.append(event.person)
        else:
            continue
        if why is not None:
            raise RuleViolation(why)


def _spellings_of(session: Session, person: str) -> set[str]:
    """Every name that this person was called by, the present one included."""
    own = {person}
    for entry in reversed(session.log):
        if isinstance(entry.event, notes.Respelt) and entry.event.name in own:
            own.add(entry.event.person)
    return own


def _names_ever(session: Session) -> set[str]:
    """Every name that stood for somebody in this session, as it was written then."""
    names = {seated.person for _, seated in session.of(Seated)}
    for entry in session.log:
        if isinstance(entry.event, Seated):
            names.add(entry.event.person)
        elif isinstance(entry.event, notes.Respelt):
            names.update((entry.event.person, entry.event.name))
    return names


_TELLS_NOTHING = (
    *phone_notes.PHONED,
    rules_notes.RulesAccepted,
    result_notes.ResultConfirmed,
    notes.Respelt,
    Sealed,
    Voided,
)
"""What may be entered after a seal without anybody having learnt anything: phones come
and go, the deal before is confirmed, others seal as well. A ruling, a statement and an
arbiter's look are more.
"""


def check_seals_stay(session: Session, voids: Iterable[int]) -> None:
    """Refuse to take back a seal once anything was entered after it from which somebody
    may have learnt something, though it was struck out since: what was seen stays seen.
    Raises RuleViolation."""
    for seq in voids:
        if not 0 < seq <= session.last or not isinstance(
            session.log[seq - 1].event, Sealed
        ):
            continue
        key = session.log[seq - 1].key
        for later in session.log[seq:]:
            if later.key != key and not isinstance(later.event, _TELLS_NOTHING):
                raise refused("refused.seal-stays", entry=seq)


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
    after = before.grown(added)
    said = [
        n
        for n, one in enumerate(added)
        if isinstance(one.event, result_notes.SettledChanged)
    ]
    # what follows are notes of who agreed
    entered = added[: said[0]] if said else added
    moves = moved(before, before.grown(entered)) if entered else ()
    consents = [
        entry.event
        for entry in added
        if isinstance(entry.event, result_notes.SettledChanged)
    ]
    rows = {move.row for move in moves}
    if not all({*consent.rows} <= rows for consent in consents):
        raise refused("refused.nothing-changed", entry=added[0].seq)
    if not moves:
        return after
    agreed = {party for consent in consents for party in consent.agreed}
    if any(consent.ruling is not None and not consent.agreed for consent in consents):
        agreed = {party.id for party in before.parties}  # the arbiter decided
    missing: list[Party] = []
    for party in before.parties:
        if not any(party.id in move.standing for move in moves):
            continue
        is_heard = speaker is None or speaks_about(before, speaker, party, moves)
        if party.id not in agreed or not is_heard:
            missing.append(party)
    if missing:
        raise NotAgreed(command, moves, (), tuple(missing))
    return after
