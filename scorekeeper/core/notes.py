"""What is noted beside the play: rulings and what became of them, the rules agreed, results
confirmed, things sealed, phones that change hands.

Such entries reach no game: they change no score. What an accepted ruling does to the score is
entered with it, as ordinary facts of the evening or the game.

A phone is no seat and no person. Until a seat has a phone of its own it is played from the host's.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, ClassVar

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rulings import Effect
from scorekeeper.core.seals import SEALING, Sealing, check_sealing
from scorekeeper.core.seats import Ring, Seat, check_seats
from scorekeeper.core.sheet import Points

# ---- house rules changed in mid-session ----


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """The table changed its settings, and everything entered is worked out under the new ones.

    `settings` is the JSON form of all the game's settings. `agreed` are the seats that consented:
    everybody who is seated; several at once did so on one phone.
    """

    KIND: ClassVar[str] = "settings-changed"
    settings: Mapping[str, Any]
    agreed: tuple[Seat, ...]

    def said(self) -> Message:
        """That the rules were changed, and who agreed to it."""
        return message("event.settings-changed", seats=listed(self.agreed))


# ---- proposed, where players have phones of their own ----


@dataclass(frozen=True, slots=True)
class SettingsProposed:
    """`seats` propose to change the settings to these, and agree to it themselves."""

    KIND: ClassVar[str] = "settings-proposed"
    settings: Mapping[str, Any]
    seats: tuple[Seat, ...]

    def said(self) -> Message:
        """Who proposed other rules."""
        return message("event.settings-proposed", seats=listed(self.seats))


@dataclass(frozen=True, slots=True)
class SettingsAgreed:
    """`seats` agree to the change proposed in entry `proposal`."""

    KIND: ClassVar[str] = "settings-agreed"
    proposal: int
    seats: tuple[Seat, ...]

    def said(self) -> Message:
        """Who agreed to other rules."""
        return message("event.settings-agreed", seats=listed(self.seats), entry=self.proposal)


@dataclass(frozen=True, slots=True)
class SettingsDeclined:
    """`seats` do not agree to the change proposed in entry `proposal`: nothing comes of it."""

    KIND: ClassVar[str] = "settings-declined"
    proposal: int
    seats: tuple[Seat, ...]

    def said(self) -> Message:
        """Who did not agree."""
        return message("event.settings-declined", seats=listed(self.seats), entry=self.proposal)


Proposing = SettingsProposed | SettingsAgreed | SettingsDeclined
PROPOSING = (SettingsProposed, SettingsAgreed, SettingsDeclined)
"""What is said of a change before everybody agrees. None of it changes a score."""


def check_proposing(event: Proposing, entries: Mapping[int, object], ring: Ring) -> None:
    """Refuse seats that this table doesn't have, and answers to what was not proposed.

    `entries` are the events in force by their numbers. Raises RuleViolation.
    """
    check_seats(event.seats, ring, "agreed", "refused.nobody-accepted")
    if isinstance(event, SettingsProposed):
        return
    if not isinstance(entries.get(event.proposal), SettingsProposed):
        raise RuleViolation(message("refused.no-such-proposal", entry=event.proposal))


# ---- signed totals, what was typed in from paper, where the evening went on ----


_WRITTEN = re.compile("-?[0-9]{1,19}(/[1-9][0-9]{0,5})?")
"""Points as they are signed: a number like 1e999999999 would take all night to read."""
_ID = re.compile("[A-Za-z0-9_-]{1,64}")
"""What a session is called."""


@dataclass(frozen=True, slots=True)
class Signed:
    """These seats sign the totals as they stand after entry `entry`, whose hash is `head`.

    `totals` are each party's points, written as on the sheet: "1240", or "7/2" for a part of a
    point. They are kept as they were signed, whatever is worked out later.
    """

    KIND: ClassVar[str] = "signed"
    entry: int
    head: str
    totals: tuple[tuple[str, str], ...]
    seats: tuple[Seat, ...]

    def said(self) -> Message:
        """Who signed, and up to which entry."""
        return message("event.signed", seats=listed(self.seats), entry=str(self.entry))

    @property
    def points(self) -> dict[str, Points]:
        """The signed points by party."""
        return {party: _points(text) for party, text in self.totals}


class Typing(Enum):
    """Whether typing in from paper begins or ends."""

    BEGINS = "begins"
    ENDS = "ends"


@dataclass(frozen=True, slots=True)
class FromPaper:
    """What is entered from here on was played on paper and typed in; or that has come to an end."""

    KIND: ClassVar[str] = "from-paper"
    typing: Typing

    def said(self) -> Message:
        """That it begins or ends."""
        if self.typing is Typing.BEGINS:
            return message("event.from-paper")
        return message("event.from-paper.ends")


@dataclass(frozen=True, slots=True)
class WentOn:
    """The evening goes on at another table: `session` is its id."""

    KIND: ClassVar[str] = "went-on"
    session: str

    def said(self) -> Message:
        """That it goes on elsewhere."""
        return message("event.went-on")


@dataclass(frozen=True, slots=True)
class FromFile:
    """The entries `first` to `last` were not entered at this table: they came in a file."""

    KIND: ClassVar[str] = "from-file"
    first: int
    last: int

    def said(self) -> Message:
        """Which entries came so."""
        return message("event.from-file", first=str(self.first), last=str(self.last))


Keeping = Signed | FromPaper | WentOn | FromFile
KEEPING = (Signed, FromPaper, WentOn, FromFile)
"""Every event of this module."""


def check_keeping(event: Keeping, entries: Mapping[int, object], ring: Ring) -> None:
    """Refuse a signature that can't be one, a switch to what is on already, and a table that no
    session is. `entries` are the events in force by their numbers.

    Raises RuleViolation.
    """
    if isinstance(event, Signed):
        _check_signed(event, ring)
    elif isinstance(event, WentOn):
        if not _ID.fullmatch(event.session):
            raise RuleViolation(message("refused.no-such-session", session=event.session[:64]))
    elif isinstance(event, FromFile):
        if not 1 <= event.first <= event.last:
            raise RuleViolation(message("refused.no-such-entry", entry=event.first))
    elif is_from_paper(entries.values()) is (event.typing is Typing.BEGINS):
        raise RuleViolation(message(f"refused.from-paper.{event.typing.value}"))


def is_from_paper(events: Iterable[object]) -> bool:
    """Whether what comes after these events is typed in from paper."""
    switches = [event for event in events if isinstance(event, FromPaper)]
    return bool(switches) and switches[-1].typing is Typing.BEGINS


def _check_signed(event: Signed, ring: Ring) -> None:
    """Refuse a signature by nobody, by a seat that isn't there or under what is no number."""
    check_seats(event.seats, ring, "seats", "refused.nobody-signed")
    for party, text in event.totals:
        try:
            _points(text)
        except (ValueError, ZeroDivisionError):
            why = message("refused.signed-number", party=party, found=text[:20])
            raise RuleViolation(why, "totals") from None


def _points(text: str) -> Points:
    if not _WRITTEN.fullmatch(text):
        raise ValueError("these are no points")
    exact = Fraction(text)
    return exact.numerator if exact.denominator == 1 else exact


# ---- which seats have a phone of their own ----


class Role(Enum):
    """What a phone is at a table beside the seats that it holds."""

    HOST = "host"
    """It opened the table, or took that over: it has every seat that has no phone of its own."""
    ARBITER = "arbiter"
    """A neutral person's: it may look at what is sealed."""
    WATCHER = "watcher"
    """It reads and enters nothing. On a public server that takes a place."""


class Arrival(Enum):
    """How seats came to a phone."""

    JOINED = "joined"
    """Somebody sat down with a phone of their own."""
    MOVED = "moved"
    """From one phone to another, by a link that the first one showed."""
    BY_ARBITER = "moved-by-arbiter"
    """The same, by a link that the arbiter showed."""
    TAKEN_BACK = "taken-back"
    """The host's phone has them again."""
    OWN = "own"
    """The host's phone says that they are its own: the table's link no longer gives them away."""


@dataclass(frozen=True, slots=True)
class PhoneSeated:
    """These seats are played from another phone now; `how` says how they came to it."""

    KIND: ClassVar[str] = "phone-seated"
    seats: tuple[Seat, ...]
    how: Arrival = Arrival.JOINED

    def said(self) -> Message:
        """Which seats changed phones, and how."""
        return message(f"event.phone-seated.{self.how.value}", seats=listed(self.seats))


@dataclass(frozen=True, slots=True)
class PhoneLeft:
    """The phone that these seats had has left: they are back on the host's."""

    KIND: ClassVar[str] = "phone-left"
    seats: tuple[Seat, ...]

    def said(self) -> Message:
        """Whose phone left."""
        return message("event.phone-left", seats=listed(self.seats))


@dataclass(frozen=True, slots=True)
class PhoneIs:
    """Another phone is the host's or the arbiter's now, or one more watches."""

    KIND: ClassVar[str] = "phone-is"
    role: Role

    def said(self) -> Message:
        """What a phone has become."""
        return message(f"event.phone-is.{self.role.value}")


@dataclass(frozen=True, slots=True)
class PhoneIsNot:
    """Nobody is at the table in this role any more."""

    KIND: ClassVar[str] = "phone-is-not"
    role: Role

    def said(self) -> Message:
        """What has ended."""
        return message(f"event.phone-is-not.{self.role.value}")


@dataclass(frozen=True, slots=True)
class HostAsked:
    """The phone of *seats* says that the host's is lost, and that of *seat* should be it."""

    KIND: ClassVar[str] = "host-asked"
    seat: Seat
    seats: tuple[Seat, ...]

    def said(self) -> Message:
        """Whose phone should be the host's, and who says so."""
        return message("event.host-asked", seat=self.seat, seats=listed(self.seats))


@dataclass(frozen=True, slots=True)
class HostIsHere:
    """The host's phone is not lost: it stays what it is."""

    KIND: ClassVar[str] = "host-is-here"

    def said(self) -> Message:
        """That it stays."""
        return message("event.host-is-here")


Phoned = PhoneSeated | PhoneLeft | PhoneIs | PhoneIsNot | HostAsked | HostIsHere
PHONED = (PhoneSeated, PhoneLeft, PhoneIs, PhoneIsNot, HostAsked, HostIsHere)
"""Every event about phones. None of them changes a score."""


def check_phoned(event: Phoned, ring: Ring) -> None:
    """Refuse seats that this table doesn't have. Raises RuleViolation."""
    if isinstance(event, HostAsked):
        check_seats((event.seat,), ring, "seat", "refused.no-seat-chosen")
    if isinstance(event, PhoneSeated | PhoneLeft | HostAsked):
        check_seats(event.seats, ring, "seats", "refused.no-seat-chosen")


# ---- rulings, and every note ----


PLAY_ON = "play-on"
"""The remedy of a table that plays on as if nothing had happened."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling was given on an irregularity.

    `irregularity` is the code of its words, which ends in its name; `facts` are what was said
    of it, by field, and the answers to what the arbiter asked. `verdict` is the code of the
    verdict, `effects` what it does to the score once it is accepted; `rules` is the hash of the
    rule sheet that it was given under. The ruling in full follows from the facts.
    """

    KIND: ClassVar[str] = "ruled"
    irregularity: str
    facts: tuple[tuple[str, str], ...]
    verdict: str
    effects: tuple[Effect, ...] = ()
    rules: str = ""

    @property
    def name(self) -> str:
        """The irregularity's name in its game."""
        return self.irregularity.rpartition(".")[2]

    def said(self) -> Message:
        """What was ruled on."""
        return message("event.ruled", what=message(self.irregularity))


@dataclass(frozen=True, slots=True)
class RulingAccepted:
    """The table accepts the ruling of entry `ruling`: as given, or with another `remedy`.

    `remedy` is "" for the ruling itself, PLAY_ON, or the code of a remedy that it lists.
    """

    KIND: ClassVar[str] = "ruling-accepted"
    ruling: int
    remedy: str = ""

    def said(self) -> Message:
        """Which ruling was accepted, and with what."""
        if not self.remedy:
            return message("event.ruling-accepted", entry=self.ruling)
        code = "other" if self.remedy != PLAY_ON else PLAY_ON
        return message(f"event.ruling-accepted.{code}", entry=self.ruling)


@dataclass(frozen=True, slots=True)
class RulingAppealed:
    """Somebody does not accept the ruling of entry `ruling`, and says why."""

    KIND: ClassVar[str] = "ruling-appealed"
    ruling: int
    reason: str = ""

    def said(self) -> Message:
        """Which ruling was appealed."""
        return message("event.ruling-appealed", entry=self.ruling, reason=self.reason)


@dataclass(frozen=True, slots=True)
class RulingApplied:
    """What the ruling of entry `ruling` does to the score has been entered."""

    KIND: ClassVar[str] = "ruling-applied"
    ruling: int

    def said(self) -> Message:
        """Which ruling is now in the score."""
        return message("event.ruling-applied", entry=self.ruling)


@dataclass(frozen=True, slots=True)
class FactsStated:
    """A side says of the facts of ruling `ruling`, on its own phone, whether it was so; if not,
    `words` says how it was."""

    KIND: ClassVar[str] = "facts-stated"
    ruling: int
    party: str
    agrees: bool
    words: str = ""

    def said(self) -> Message:
        """Which side said what."""
        code = "event.facts-stated" if self.agrees else "event.facts-stated.differ"
        return message(code, party=message(f"party.{self.party}"), entry=self.ruling)


@dataclass(frozen=True, slots=True)
class ChoiceOffered:
    """A choice that a law gives to these seats is offered on their phone.

    `irregularity` is the code of its words, `facts` are what was said of it before the choice.
    """

    KIND: ClassVar[str] = "choice-offered"
    irregularity: str
    facts: tuple[tuple[str, str], ...]
    seats: tuple[Seat, ...]

    @property
    def name(self) -> str:
        """The irregularity's name in its game."""
        return self.irregularity.rpartition(".")[2]

    def said(self) -> Message:
        """What there is to choose about."""
        return message("event.choice-offered", what=message(self.irregularity))


@dataclass(frozen=True, slots=True)
class RulesAccepted:
    """These seats accept the rule sheet with this hash; several at once did so on one phone."""

    KIND: ClassVar[str] = "rules-accepted"
    seats: tuple[Seat, ...]
    rules: str

    def said(self) -> Message:
        """Who accepted the rules."""
        if len(self.seats) == 1:
            return message("event.rules-accepted", seat=self.seats[0])
        return message("event.rules-accepted.all")


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    """One party confirms the result of the sheet's row `row` as it stands."""

    KIND: ClassVar[str] = "result-confirmed"
    row: int
    party: str

    def said(self) -> Message:
        """Who confirmed a result."""
        return message("event.result-confirmed", party=message(f"party.{self.party}"))


OfRulings = RulingAccepted | RulingAppealed | RulingApplied | FactsStated
OfTable = Ruled | OfRulings | ChoiceOffered | RulesAccepted | ResultConfirmed
Noted = OfTable | Sealing | Phoned | Proposing | Keeping
NOTED = (
    Ruled,
    RulingAccepted,
    RulingAppealed,
    RulingApplied,
    FactsStated,
    ChoiceOffered,
    RulesAccepted,
    ResultConfirmed,
    *SEALING,
    *PHONED,
    *PROPOSING,
    *KEEPING,
)
"""Every event that is noted and reaches no game."""


def check_noted(event: Noted, entries: Mapping[int, object], ring: Ring) -> None:
    """Refuse a note on what isn't there. `entries` are the events in force by their numbers.

    Raises RuleViolation.
    """
    if isinstance(event, SEALING):
        check_sealing(event, entries, ring)
    elif isinstance(event, PHONED):
        check_phoned(event, ring)
    elif isinstance(event, PROPOSING):
        check_proposing(event, entries, ring)
    elif isinstance(event, KEEPING):
        check_keeping(event, entries, ring)
    else:
        _check_of_table(event, entries, ring)


def _check_of_table(event: OfTable, entries: Mapping[int, object], ring: Ring) -> None:
    match event:
        case RulesAccepted():
            check_seats(event.seats, ring, "seats", "refused.nobody-accepted")
        case RulingAccepted() | RulingAppealed() | RulingApplied() | FactsStated():
            _check_ruling(event, entries)
        case Ruled() | ChoiceOffered() | ResultConfirmed():
            pass


def _check_ruling(event: OfRulings, entries: Mapping[int, object]) -> None:
    if not isinstance(entries.get(event.ruling), Ruled):
        raise RuleViolation(message("refused.no-such-ruling", entry=event.ruling))
    if isinstance(event, RulingApplied) and event in entries.values():
        raise RuleViolation(message("refused.ruling-applied", entry=event.ruling))
