"""Who has signed the standings of a night, and what this phone can sign or take back."""

from dataclasses import dataclass

from scorekeeper.core.errors import refused
from scorekeeper.nights.night import Night
from scorekeeper.tables.nights import night_of
from scorekeeper.tables.session import Session
from scorekeeper.tables.signed_standings import (
    SignedLine,
    lines_hash,
    signed_lines,
)
from scorekeeper.web.nights.laying import table_here
from scorekeeper.web.page import phone
from scorekeeper.web.page.incoming import now, store


@dataclass(frozen=True)
class Signing:
    """The signatures of a night that is over, as one phone sees them: `n` of the `of`
    lines whose people have a phone are signed there, and so many `without_phone` for
    their people. `missing` are the names of those who haven't signed, `signs` and
    `takes_back` the numbers of the movement for which this phone can do that, and
    `has_own` whether its own people are asked. `mark` tells the lines that it would
    sign."""

    n: int
    of: int
    without_phone: int
    missing: tuple[str, ...]
    signs: tuple[int, ...]
    takes_back: tuple[int, ...]
    has_own: bool
    is_asked: bool
    reason: str
    mark: str


def signing_here(session: Session) -> Signing | None:
    """What this phone sees of the signatures; None before the night is over."""
    night = night_of(session)
    if night.signed is None:
        return None
    return signing_of(session, night, signed_lines(night, table_here))


# Long: what one phone sees of the signatures, value by value.
def signing_of(session: Session, night: Night, lines: dict[int, SignedLine]) -> Signing:
    speaker = store().night_speaker(session, phone.here())
    missing = [unit for unit in sorted(lines) if unit not in night.signatures]
    signs = tuple(unit for unit in missing if speaker.may_sign(unit))
    takes_back = tuple(
        unit
        for unit in sorted(night.signatures)
        if speaker.may_take_back(night, unit, now())
    )
    phones = store().nights.phones(session.id)
    own = {unit for unit in lines if phones.keys() & {*night.units[unit - 1]}}
    signed = night.signatures.keys()
    asked = night.asked
    answered = asked.answered if asked else frozenset()
    return Signing(
        n=len(own & signed),
        of=len(own),
        without_phone=len(signed - own),
        missing=tuple(map(night.unit_name, missing)),
        signs=signs,
        takes_back=takes_back,
        has_own=bool(speaker.own) or speaker.runs,
        is_asked=asked is not None and bool({*takes_back} - answered),
        reason=asked.reason if asked else "",
        mark=lines_hash(lines, signs),
    )


def check_read(mark: str, signing: Signing) -> None:
    if mark != signing.mark:
        raise refused("night.refused.standings-changed")
