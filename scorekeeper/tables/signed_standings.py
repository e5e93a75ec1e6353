"""The standings of a night as they were signed: for whom a phone can speak, and what an
entry in the night or at one of its tables would change of them.

It looks at what an entry does to the standings, never at which entry it is. Rule:
readings, section 9.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorekeeper.core.codec import canonical
from scorekeeper.core.errors import RuleViolation, refusals
from scorekeeper.core.session import Recorded
from scorekeeper.nights import facts
from scorekeeper.nights.movement import Number
from scorekeeper.nights.night import Night
from scorekeeper.tables.night_standings import OpenTable, place_said
from scorekeeper.tables.nights import is_night, night_of, rankings
from scorekeeper.tables.session import Session
from scorekeeper.tables.voices import SILENCE, seconds_between

no, _ = refusals("night")
"""The refusals of a night."""
SignedLine = tuple[str, ...]


def signed_lines(night: Night, open_table: OpenTable) -> dict[Number, SignedLine]:
    """What each number of the movement signs: in which ranking it stands, its place and
    total, and on how many deals these rest."""
    return {
        line.unit: (
            ranking.direction,
            place_said(line),
            f"{line.total}",
            f"{line.played}.{line.given}",
        )
        for ranking in rankings(night, open_table)
        for line in ranking.standings
    }


def lines_hash(lines: Mapping[Number, SignedLine], units: Iterable[Number]) -> str:
    """By this a form says which lines were read before they were signed."""
    found = [(unit, lines.get(unit, ())) for unit in sorted(units)]
    return hashlib.sha256(canonical(found)).hexdigest()[:16]


# ---- who speaks for whom ----


@dataclass(frozen=True, slots=True)
class NightSpeaker:
    """A phone that answers in a night: the numbers of the movement of its own people,
    and whether it runs the night. `elsewhere` are those whose people have another
    phone."""

    own: frozenset[Number]
    elsewhere: frozenset[Number]
    runs: bool

    def may_sign(self, unit: Number) -> bool:
        return unit in self.own or (self.runs and unit not in self.elsewhere)

    def may_take_back(self, night: Night, unit: Number, at: str) -> bool:
        """Who signed on a phone of their own takes that back there; whoever runs the
        night can do it ten minutes after they were asked and didn't answer."""
        if unit in self.own:
            return True
        if not self.runs:
            return False
        if not night.signatures.get(unit) and unit not in self.elsewhere:
            return True
        return is_silent(night, unit, at)


def night_speaker(
    night: Night, phones: Mapping[int, str], phone: str, *, runs: bool
) -> NightSpeaker:
    own = set[Number]()
    elsewhere = set[Number]()
    for unit, people in enumerate(night.units, start=1):
        held = {phones[person] for person in people if person in phones}
        if phone in held:
            own.add(unit)
        elif held:
            elsewhere.add(unit)
    return NightSpeaker(frozenset(own), frozenset(elsewhere), runs)


def is_silent(night: Night, unit: Number, at: str) -> bool:
    asked = night.asked
    if asked is None or unit in asked.answered:
        return False
    return seconds_between(asked.at, at) >= SILENCE


def check_night_words(
    night: Night, speaker: NightSpeaker, added: Iterable[Recorded], at: str
) -> None:
    """Refuse a signature that isn't this phone's to give, or to take back. Raises
    RuleViolation."""
    for entry in added:
        event = entry.event
        match event:
            case facts.StandingsSigned():
                for unit in event.units or ():
                    _check_may_sign(night, speaker, unit)
            case facts.UnitSigned():
                _check_may_sign(night, speaker, event.number)
                if event.own != (event.number in speaker.own):
                    raise _elsewhere(night, event.number)
            case facts.SignatureBack():
                if not speaker.may_take_back(night, event.number, at):
                    raise _elsewhere(night, event.number)


def _check_may_sign(night: Night, speaker: NightSpeaker, unit: Number) -> None:
    if not speaker.may_sign(unit):
        raise _elsewhere(night, unit)


def _elsewhere(night: Night, unit: Number) -> RuleViolation:
    return no("signs-elsewhere", name=night.unit_name(unit))


# ---- what an entry changes ----


def check_signed_standings(
    before: Session, after: Session, then: OpenTable, now: OpenTable
) -> None:
    """Refuse what changes a line of the standings whose signature stands. `before` and
    `after` are the night, `then` and `now` its tables. Raises RuleViolation."""
    night = night_of(before)
    if not night.signatures:
        return
    changed = night_of(after)
    taken_back = {
        entry.event.number
        for entry in after.log[before.last :]
        if isinstance(entry.event, facts.SignatureBack)
    }
    lines = signed_lines(night, then)
    lines_now = signed_lines(changed, now)
    moved = [
        unit
        for unit in sorted(night.signatures)
        if unit not in taken_back
        and (unit not in changed.signatures or lines.get(unit) != lines_now.get(unit))
    ]
    if moved:
        raise no("standings-signed", n=len(moved), name=night.unit_name(moved[0]))


def check_not_taken_back(before: Session, after: Session) -> None:
    """Refuse a file that takes back a signature given here: only a phone of this night
    can. Raises RuleViolation."""
    if not is_night(before):
        return
    night = night_of(before)
    for entry in after.log[before.last :]:
        event = entry.event
        if not isinstance(event, facts.SignatureBack):
            continue
        if event.number in night.signatures:
            raise _elsewhere(night, event.number)


def check_night_deleted(night: Night, speaker: NightSpeaker, at: str) -> None:
    """Refuse to delete a night whose standings others have signed. Raises
    RuleViolation."""
    others = [
        unit
        for unit in sorted(night.signatures)
        if not speaker.may_take_back(night, unit, at)
    ]
    if others:
        raise no("standings-signed", n=len(others), name=night.unit_name(others[0]))
