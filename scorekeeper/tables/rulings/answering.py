"""Who may answer a ruling: a side, once each side that is asked on another phone has
said that it was so; the arbiter whom all have accepted, once the sides were asked.
Rule: readings, section 9.
"""

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.ruling_notes import PLAY_ON, RulingAccepted
from scorekeeper.games.arbiter.settings import SidesDiffer
from scorekeeper.tables.rulings import effects, statements
from scorekeeper.tables.rulings.given import Given, ruled_on
from scorekeeper.tables.session import Session
from scorekeeper.tables.voices import SILENCE, Speaker, seconds_between, speaks
from scorekeeper.tables.whose_word import who_had_it_ruled


def check_answer(
    session: Session, speaker: Speaker, event: RulingAccepted, at: str
) -> None:
    """Refuse that this phone answers a ruling so. `at` is the time now, as entries have
    it. Raises RuleViolation."""
    given = next(
        (ruling for ruling in ruled_on(session) if ruling.seq == event.ruling), None
    )
    why = given and why_not(session, speaker, given, event.remedy, at)
    if why:
        raise RuleViolation(why)


def why_not(
    session: Session, speaker: Speaker, given: Given, remedy: str, at: str
) -> Message | None:
    """Why this phone can't accept a ruling now, or settle it by another remedy; None
    where it can."""
    if remedy and effects.effect_state(session, given) == "applied":
        return message("rulings.refused.in-score")
    if speaker.is_arbiter:
        return _why_not_decided(session, given, at)
    why = None if remedy == PLAY_ON else _why_not_yet(session, speaker, given)
    return why or (_why_not_otherwise(session, speaker, given) if remedy else None)


def _why_not_decided(session: Session, given: Given, at: str) -> Message | None:
    """Why the arbiter can't decide: the sides don't differ, and one of them has not
    answered yet, which it has ten minutes for."""
    silent = [
        said["party"]
        for said in statements.heard_of(session, given)
        if said["agrees"] is None
    ]
    if not silent or statements.differs(session, given):
        return None
    left = SILENCE - seconds_between(given.entry.at, at)
    if left <= 0:
        return None
    return message(
        "rulings.refused.asked", parties=listed(silent), n=int(-(-left // 60))
    )


def _why_not_yet(session: Session, speaker: Speaker, given: Given) -> Message | None:
    """Why a side can't accept it: one that is asked on another phone has not said what
    happened, or a side says that it was otherwise: then the table's agreed way
    decides."""
    if statements.differs(session, given):
        way = statements.agreed_way(session)
        if way == SidesDiffer.RECORD.value and statements.is_proved(session, given):
            return None
        return message(f"rulings.refused.differ.{way}")
    silent = [
        said["party"]
        for said in statements.heard_of(session, given)
        if said["agrees"] is None and not speaks(session, speaker, said["party"])
    ]
    return (
        message("rulings.refused.unheard", parties=listed(silent)) if silent else None
    )


def _why_not_otherwise(
    session: Session, speaker: Speaker, given: Given
) -> Message | None:
    """Why a side can't settle it by another remedy, or let the table play on: one that
    is asked on another phone has not said that it was otherwise. Who had it ruled may
    let it pass, and so may anybody where a side says that it was otherwise."""
    others = [party for party in session.parties if not speaks(session, speaker, party)]
    teller = who_had_it_ruled(session, given.entry)
    is_theirs = teller is not None and teller not in others
    if not others or is_theirs or statements.differs(session, given):
        return None
    return message("rulings.refused.otherwise", parties=listed(others))
