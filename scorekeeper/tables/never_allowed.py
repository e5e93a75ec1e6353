"""What no table lets in, whoever agrees: striking out what others have seen or answered,
a name that passes as another's, a ruling that the record contradicts by now."""

from collections.abc import Iterable

from scorekeeper.core import notes, phone_notes, result_notes, rules_notes
from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.evening import Left, Seated, Voided
from scorekeeper.core.ruling_notes import RulingAccepted
from scorekeeper.core.seals import Sealed
from scorekeeper.core.session import Command, Recorded
from scorekeeper.tables.names import why_not
from scorekeeper.tables.rulings.both_asked import check_answers_stay
from scorekeeper.tables.rulings.entering import is_overtaken
from scorekeeper.tables.rulings.given import ruling_of
from scorekeeper.tables.session import Session


def check_may_stand(session: Session, command: Command) -> None:
    """Refuse what is not entered at any table, though session files of older releases
    may hold it: a seal or a seating that is taken back, a name that passes as
    another's, a ruling accepted that the record contradicts by now. Raises
    RuleViolation.
    """
    check_seals_unseen(session, command.voids)
    _check_entries_stay(session, command.voids)
    if command.voids:
        check_answers_stay(session, entries_struck(session, command.voids))
    _check_names(session, command)
    _check_not_overtaken(session, command)
    if session.has(notes.OfNight):
        _check_parties_stay(session, command)


# A ruling that the record contradicts by now is given again before it is accepted.
def _check_not_overtaken(session: Session, command: Command) -> None:
    for entry in command.entries:
        event = entry.event
        if isinstance(event, RulingAccepted) and not event.remedy:
            given = ruling_of(session, event.ruling)
            if given is not None and is_overtaken(session, given):
                raise refused("rulings.refused.overtaken")


# The standings of its night name those who played together at this table.
def _check_parties_stay(session: Session, command: Command) -> None:
    for entry in command.entries:
        event = entry.event
        if isinstance(
            event, rules_notes.SettingsProposed | rules_notes.SettingsChanged
        ):
            settings = session.game.settings_of(event.settings)
            if session.game.parties(settings) != session.game.parties(session.settings):
                raise refused("night.refused.has-begun")


def entries_struck(session: Session, voids: Iterable[int]) -> list[Recorded]:
    return [session.entry(seq) for seq in voids if 0 < seq <= session.last]


_STAYS = (*result_notes.CHANGING, rules_notes.SettingsDeclined, notes.NightTold)
"""What is proposed, answered or made by consent: struck out, it would be open again,
with the answers of then. And what a table was told of its night, which stands there."""


def _check_entries_stay(session: Session, voids: Iterable[int]) -> None:
    for struck in entries_struck(session, voids):
        # another seating follows, and a misspelt name is put right by its own entry
        if isinstance(struck.event, Seated | Left):
            raise refused("refused.seating-stays")
    for struck in entries_struck(session, voids):
        if isinstance(struck.event, _STAYS):
            raise refused("refused.change-stays", entry=struck.seq)


# A new name may not pass as that of somebody else: at the table, or of the whole
# session where it is another spelling, which stands in earlier rows too.
def _check_names(session: Session, command: Command) -> None:
    here = [*session.folded.persons]
    leaving = {
        entry.event.person for entry in command.entries if isinstance(entry.event, Left)
    }
    for entry in command.entries:
        event = entry.event
        why = None
        if isinstance(event, notes.Respelt):
            own = _spellings_of(session, event.person)
            others = dict.fromkeys((*_names_ever(session), *here))
            why = why_not(event.name, [other for other in others if other not in own])
            here = [event.name if name == event.person else name for name in here]
        elif isinstance(event, Seated) and event.person not in here:
            staying = [name for name in here if name not in leaving]
            why = why_not(event.person, staying, event.seat)
            here.append(event.person)
        if why is not None:
            raise RuleViolation(why)


# Every name that this person was called by, the present one included.
def _spellings_of(session: Session, person: str) -> set[str]:
    own = {person}
    for entry in reversed(session.log):
        if isinstance(entry.event, notes.Respelt) and entry.event.name in own:
            own.add(entry.event.person)
    return own


# Every name that stood for somebody in this session, as it was written then.
def _names_ever(session: Session) -> set[str]:
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
    result_notes.ResultDisputed,
    notes.Respelt,
    Sealed,
    Voided,
)
"""What may be entered after a seal without anybody having learnt anything: phones come
and go, the deal before is confirmed, others seal as well. A ruling, a statement and an
arbiter's look are more.
"""


def check_seals_unseen(session: Session, voids: Iterable[int]) -> None:
    """Refuse to take back a seal once anything was entered after it from which somebody
    may have learnt something, though it was struck out since: what was seen stays seen.

    Stricter than what every log must pass (`core.deciding`), where only facts in force
    count. Raises RuleViolation."""
    for struck in entries_struck(session, voids):
        if not isinstance(struck.event, Sealed):
            continue
        for later in session.log[struck.seq :]:
            if later.key != struck.key and not isinstance(later.event, _TELLS_NOTHING):
                raise refused("refused.seal-stays")
