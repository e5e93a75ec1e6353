"""Who may answer a ruling: a side, once each side that is asked on another phone has
said that it was so; the arbiter whom all have accepted, once the sides were asked.
Rule: readings, section 9.
"""

from dataclasses import dataclass
from math import ceil

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.ruling_notes import PLAY_ON, RulingAccepted
from scorekeeper.games.arbiter.settings import SidesDiffer
from scorekeeper.tables.rulings import statements
from scorekeeper.tables.rulings.dropping import favoured, unasked
from scorekeeper.tables.rulings.effects import EffectState, effect_state
from scorekeeper.tables.rulings.entering import is_overtaken
from scorekeeper.tables.rulings.given import Given, ruling_of
from scorekeeper.tables.session import Session
from scorekeeper.tables.voices import SILENCE, Speaker, seconds_between, speaks
from scorekeeper.tables.whose_word import who_had_it_ruled


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a phone can't answer a ruling so, as it is `said`; `is_others`: other sides
    would first have to agree to the remedy, so that they can be asked."""

    said: Message
    is_others: bool = False


def check_answer(
    session: Session, speaker: Speaker, event: RulingAccepted, at: str
) -> None:
    """Refuse that this phone answers a ruling so. `at` is the time now, as entries have
    it. Raises RuleViolation."""
    ruling = ruling_of(session, event.ruling)
    why = why_not(session, speaker, ruling, event.remedy, at) if ruling else None
    if why is not None:
        raise RuleViolation(why.said)


def why_not(
    session: Session, speaker: Speaker, given: Given, remedy: str, at: str
) -> WhyNot | None:
    """Why this phone can't accept a ruling now, or settle it by another remedy; None
    where it can."""
    if remedy and effect_state(session, given) is EffectState.APPLIED:
        return WhyNot(message("rulings.refused.in-score"))
    if not remedy and is_overtaken(session, given):
        return WhyNot(message("rulings.refused.overtaken"))
    if speaker.is_arbiter:
        return _why_not_decided(session, given, at)
    if remedy:
        return _why_not_otherwise(session, speaker, given, remedy)
    return _why_not_yet(session, speaker, given)


# The arbiter decides where the sides differ, and where all have answered or had ten
# minutes for it.
def _why_not_decided(session: Session, given: Given, at: str) -> WhyNot | None:
    silent = statements.silent_sides(session, given)
    if not silent or statements.differs(session, given):
        return None
    left = SILENCE - seconds_between(given.entry.at, at)
    if left <= 0:
        return None
    minutes = ceil(left / 60)
    return WhyNot(message("rulings.refused.asked", parties=listed(silent), n=minutes))


# Each side that is asked on another phone must have said that it was so. Where a
# side says that it was otherwise, the table's agreed way decides.
def _why_not_yet(session: Session, speaker: Speaker, given: Given) -> WhyNot | None:
    if statements.differs(session, given):
        way = statements.agreed_way(session)
        if way is SidesDiffer.RECORD and statements.is_proved(session, given):
            return None
        return WhyNot(message(f"rulings.refused.differ.{way.value}"))
    silent = [
        party
        for party in statements.silent_sides(session, given)
        if not speaks(session, speaker, party)
    ]
    if not silent:
        return None
    return WhyNot(message("rulings.refused.unheard", parties=listed(silent)))


# Each side that is asked on another phone must have agreed to this remedy there. But a
# ruling may be let pass by the sides that it is for, or else by whoever had it ruled.
def _why_not_otherwise(
    session: Session, speaker: Speaker, given: Given, remedy: str
) -> WhyNot | None:
    agreed = statements.agreed_to(session, given, remedy)
    lacking = [
        party
        for party in session.parties
        if party.id not in agreed and not speaks(session, speaker, party)
    ]
    if not lacking or (remedy == PLAY_ON and _may_let_pass(session, speaker, given)):
        return None
    said = message("rulings.refused.otherwise", parties=listed(lacking))
    return WhyNot(said, is_others=True)


def _may_let_pass(session: Session, speaker: Speaker, given: Given) -> bool:
    if favoured(session, given.event):
        return not unasked(session, speaker, given.event)
    teller = who_had_it_ruled(session, given.entry)
    return teller is not None and speaks(session, speaker, teller)
