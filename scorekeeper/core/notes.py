"""Every note that is made beside the play, and whether it may be: those on rulings, house
rules, results, seals and phones from modules of their own; and here what is signed,
typed in from paper, taken from a file or spelt otherwise.

Such entries reach no game: they change no score. What an accepted ruling does to the
score is entered with it, as ordinary facts of the evening or the game.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from typing import get_args

from scorekeeper.core.asked import OfAsking, SideAnswered, check_asking
from scorekeeper.core.errors import refused
from scorekeeper.core.evening import SharedFact
from scorekeeper.core.messages import Described
from scorekeeper.core.phone_notes import (
    ArbiterAccepted,
    HostAsked,
    Phoned,
    PhoneLeft,
    PhoneSeated,
)
from scorekeeper.core.result_notes import (
    ChangeAgreed,
    ChangeDeclined,
    ChangeProposed,
    Changing,
    ResultConfirmed,
    ResultDisputed,
)
from scorekeeper.core.rules_notes import (
    Proposing,
    RulesAccepted,
    SettingsAgreed,
    SettingsDeclined,
    SettingsProposed,
)
from scorekeeper.core.ruling_notes import (
    ChoiceOffered,
    FactsStated,
    OfRulings,
    RemedyAgreed,
    Ruled,
    RulingAccepted,
    RulingAppealed,
    RulingApplied,
)
from scorekeeper.core.seals import SEALING, Sealing, check_sealing
from scorekeeper.core.seats import PartyId, Seat
from scorekeeper.core.sheet import Points, whole

# ---- signed totals, what was typed in from paper, where the evening went on, a name put right ----


# Points as they are signed: a number like 1e999999999 would take all night to read.
_WRITTEN = re.compile("-?[0-9]{1,19}(/[1-9][0-9]{0,5})?")
_ID = re.compile("[A-Za-z0-9_-]{1,64}")  # what a session is called


class Signed(SharedFact, kind="signed"):
    """These seats sign the totals as they stand after entry `entry`, whose hash is
    `head`.

    `totals` are each party's points, written as on the sheet, such as "1240" or "7/2",
    and kept as they were signed, whatever is worked out later.
    """

    entry: int
    head: str
    totals: tuple[tuple[PartyId, str], ...]
    seats: tuple[Seat, ...]

    @property
    def points(self) -> dict[PartyId, Points]:
        return {party: _points(text) for party, text in self.totals}


class Typing(Enum):
    """Whether typing in from paper begins or ends."""

    BEGINS = "begins"
    ENDS = "ends"


class FromPaper(SharedFact, kind="from-paper"):
    """From here on, entries are typed in from paper; or this ends here."""

    typing: Typing

    def which(self) -> tuple[str, ...]:
        return ("ends",) if self.typing is Typing.ENDS else ()


class Way(Enum):
    """How deals are entered."""

    PHONES = "phones"
    RESULTS = "results"


class WayChosen(SharedFact, kind="way-chosen"):
    """How the first deal is entered: bid on the phones, or as a result only. Each later
    deal is first asked for in the way of the deal before."""

    way: Way


class WentOn(SharedFact, kind="went-on"):
    """The evening goes on at another table: `session` is its id."""

    session: str


class OfNight(SharedFact, kind="of-night"):
    """This is a table of a night: `night` is its session. Here `deals` deals of the
    round are played, the first of them on this board, 0 where there are no boards."""

    night: str
    round: int
    table: int
    board: int
    deals: int

    def told(self) -> dict[str, object]:
        return {"round": self.round, "table": self.table}


class NightDecided(SharedFact, kind="night-decided"):
    """Whoever runs the night has given a score on this board, for this reason and by this
    law. The night has the score; the table is told."""

    board: int
    reason: str
    law: str

    told = Described.told


class Told(Enum):
    """What of a night is told at the tables that it concerns."""

    CORRECTED = "corrected"
    GIVEN = "given"
    GIVEN_BACK = "given-back"
    SWAPPED = "swapped"
    SWAPPED_BACK = "swapped-back"
    STANDS = "stands"
    STANDS_BACK = "stands-back"
    ROUND_BACK = "round-back"
    PLAYS = "plays"
    PLAYS_NO_MORE = "plays-no-more"


class NightTold(SharedFact, kind="night-told"):
    """Tells this table of a change in the night, or at another of its tables, that
    concerns people who sit here. The change itself is entered there. `table`, `board`
    and `other`, the table it swapped boards with, are 0 where it is about none. After a
    swap in this round, `board` is the first that is played here now. `who` plays from
    this round on, or no more."""

    SINCE = ("who",)

    what: Told
    round: int
    table: int = 0
    board: int = 0
    other: int = 0
    who: str = ""

    def told(self) -> dict[str, object]:
        names = ("round", "table", "board", "other", "who")
        return {name: getattr(self, name) for name in names}

    def which(self) -> tuple[str, ...]:
        is_of_deal = self.what is Told.CORRECTED and not self.board
        return ("corrected-deal",) if is_of_deal else (self.what.value,)


class FromFile(SharedFact, kind="from-file"):
    """The entries `first` to `last` were not made at this table but imported from a
    file."""

    first: int
    last: int


def is_from_paper(events: Iterable[object]) -> bool:
    switches = [event for event in events if isinstance(event, FromPaper)]
    return bool(switches) and switches[-1].typing is Typing.BEGINS


def _points(text: str) -> Points:
    if not _WRITTEN.fullmatch(text):
        raise ValueError("these are no points")
    return whole(Fraction(text))


class Respelt(SharedFact, kind="respelt"):
    """The name of `person` was misspelt and is `name`. It counts as spelt so in every
    earlier entry that names this person. Anyone who comes later as `person` is somebody
    else."""

    person: str
    name: str


Keeping = (
    Signed
    | FromPaper
    | WayChosen
    | WentOn
    | OfNight
    | NightDecided
    | NightTold
    | FromFile
    | Respelt
)
OfTable = Ruled | OfRulings | OfAsking | ChoiceOffered | RulesAccepted
OfResults = ResultConfirmed | ResultDisputed
Noted = OfTable | OfResults | Sealing | Phoned | Proposing | Changing | Keeping
NOTED: tuple[type, ...] = get_args(Noted)
"""Every event that is noted and reaches no game."""
PARTY_SPEAKS = (
    ResultConfirmed,
    ResultDisputed,
    FactsStated,
    RemedyAgreed,
    ChangeAgreed,
    ChangeDeclined,
    ArbiterAccepted,
    SideAnswered,
)
"""The notes that are the word of a whole party: it is named in their `party`."""

_MADE_BY_SEATS: Mapping[type, tuple[str, str]] = {
    **dict.fromkeys(get_args(Proposing), ("agreed", "refused.nobody-accepted")),
    RulesAccepted: ("seats", "refused.nobody-accepted"),
    **dict.fromkeys(
        (PhoneSeated, PhoneLeft, HostAsked), ("seats", "refused.no-seat-chosen")
    ),
    Signed: ("seats", "refused.nobody-signed"),
}
"""The notes that `seats` make: the field that they are chosen in, and why nobody
can't."""


def check_noted(event: Noted, entries: Mapping[int, object]) -> None:
    """Refuse a note on what isn't there, or by nobody. `entries` are the events in
    force by their numbers. Raises RuleViolation."""
    _check_said(event)
    match event:
        case SettingsAgreed(proposal) | SettingsDeclined(proposal):
            _check_proposed(proposal, entries, SettingsProposed)
        case ChangeAgreed(proposal) | ChangeDeclined(proposal):
            _check_proposed(proposal, entries, ChangeProposed)
        case (
            RulingAccepted()
            | RulingAppealed()
            | FactsStated()
            | RemedyAgreed()
            | RulingApplied()
        ):
            if not isinstance(entries.get(event.ruling), Ruled):
                raise refused("refused.no-such-ruling")
            _check_answer(event, entries.values())
        case FromPaper(typing):
            _check_typing(typing, is_from_paper(entries.values()))
        case WentOn(session) | OfNight(session) if not _ID.fullmatch(session):
            raise refused("refused.no-such-session", session=session[:64])
        case FromFile(first, last) if not 1 <= first <= last:
            raise refused("refused.no-such-entry")
    if isinstance(event, SEALING):
        check_sealing(event, entries)
    if isinstance(event, OfAsking):
        check_asking(event, entries)


def _check_typing(typing: Typing, is_on: bool) -> None:
    would_be_on = typing is Typing.BEGINS
    if would_be_on == is_on:
        raise refused(f"refused.from-paper.{typing.value}")


def _check_proposed(proposal: int, entries: Mapping[int, object], kind: type) -> None:
    if not isinstance(entries.get(proposal), kind):
        raise refused("refused.no-such-proposal")


def _check_answer(event: OfRulings, said: Collection[object]) -> None:
    if isinstance(event, RulingApplied) and event in said:
        raise refused("refused.ruling-applied")
    answers = (
        answer
        for answer in said
        if isinstance(answer, RulingAccepted) and answer.arbiter
    )
    decided = [answer.remedy for answer in answers if answer.ruling == event.ruling]
    is_sides = isinstance(event, RulingAccepted) and not event.arbiter
    if not decided:
        return
    is_otherwise = isinstance(event, RulingApplied) and decided[-1] != ""
    if is_sides or is_otherwise:
        raise refused("refused.arbiter-decided")


def _check_said(event: Noted) -> None:
    if type(event) in _MADE_BY_SEATS and not getattr(event, "seats", ()):
        field, nobody = _MADE_BY_SEATS[type(event)]
        raise refused(nobody, field)
    if not isinstance(event, Signed):
        return
    for party, text in event.totals:
        try:
            _points(text)
        except ValueError:
            raise refused(
                "refused.signed-number", "totals", party=party, found=text[:20]
            ) from None
