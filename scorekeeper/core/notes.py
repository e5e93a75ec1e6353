"""What is noted beside the play: rulings and what became of them, the rules agreed,
results confirmed, things sealed, phones that change hands.

Such entries reach no game: they change no score. What an accepted ruling does to the
score is entered with it, as ordinary facts of the evening or the game.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from typing import Any, get_args

from scorekeeper.core.asked import Asking, check_asking
from scorekeeper.core.errors import refused
from scorekeeper.core.evening import SharedFact
from scorekeeper.core.judgments import Judgment
from scorekeeper.core.messages import Message, message
from scorekeeper.core.rulings import Effect
from scorekeeper.core.seals import SEALING, Sealing, check_sealing
from scorekeeper.core.seats import Seat
from scorekeeper.core.sheet import Points, whole

# ---- house rules changed in mid-session ----


class SettingsChanged(SharedFact, kind="settings-changed"):
    """The table changed its settings (all of them, in their JSON form), and everything
    entered is worked out under the new ones. `agreed` are the seats that consented: all
    that are taken."""

    settings: Mapping[str, Any]
    agreed: tuple[Seat, ...]


class SettingsProposed(SharedFact, kind="settings-proposed"):
    """`seats`, with a phone of their own, propose these settings, and agree to them
    themselves."""

    settings: Mapping[str, Any]
    seats: tuple[Seat, ...]


class SettingsAgreed(SharedFact, kind="settings-agreed"):
    """`seats` agree to the change proposed in entry `proposal`. `instead` is set where
    the host said so, because none of their phones answered."""

    SINCE = ("instead",)
    proposal: int
    seats: tuple[Seat, ...]
    instead: bool | None = None

    def which(self) -> tuple[str, ...]:
        return ("instead",) if self.instead else ()


class SettingsDeclined(SharedFact, kind="settings-declined"):
    """`seats` do not agree to the change proposed in entry `proposal`: nothing comes of
    it."""

    proposal: int
    seats: tuple[Seat, ...]


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
    totals: tuple[tuple[str, str], ...]
    seats: tuple[Seat, ...]

    @property
    def points(self) -> dict[str, Points]:
        return {party: _points(text) for party, text in self.totals}


class Typing(Enum):
    """Whether typing in from paper begins or ends."""

    BEGINS = "begins"
    ENDS = "ends"


class FromPaper(SharedFact, kind="from-paper"):
    """What is entered from here on was played on paper and typed in; or that has come
    to an end."""

    typing: Typing

    def which(self) -> tuple[str, ...]:
        return ("ends",) if self.typing is Typing.ENDS else ()


class WentOn(SharedFact, kind="went-on"):
    """The evening goes on at another table: `session` is its id."""

    session: str


class FromFile(SharedFact, kind="from-file"):
    """The entries `first` to `last` were not entered at this table: they came in a
    file."""

    first: int
    last: int


def is_from_paper(events: Iterable[object]) -> bool:
    """Whether what comes after these events is typed in from paper."""
    switches = [event for event in events if isinstance(event, FromPaper)]
    return bool(switches) and switches[-1].typing is Typing.BEGINS


def _points(text: str) -> Points:
    if not _WRITTEN.fullmatch(text):
        raise ValueError("these are no points")
    return whole(Fraction(text))


class Respelt(SharedFact, kind="respelt"):
    """The name of `person` was misspelt, and is `name`: in every entry made before this
    one that names the same person it counts as written so. Who comes later as `person`
    is somebody else."""

    person: str
    name: str


# ---- which seats have a phone of their own ----


class Role(Enum):
    """What a phone is at a table beside the seats that it holds."""

    HOST = "host"  # it has every seat that has no phone of its own
    ARBITER = "arbiter"  # a neutral person's: it may look at what is sealed
    WATCHER = (
        "watcher"  # it reads and enters nothing; on a public server that takes a place
    )


class Arrival(Enum):
    """How seats came to a phone."""

    JOINED = "joined"  # somebody sat down with a phone of their own
    MOVED = "moved"  # from one phone to another, by a link that the first one showed
    BY_ARBITER = "moved-by-arbiter"  # the same, by a link that the arbiter showed
    BY_HOST = (
        "moved-by-host"  # by a link that the host showed to a seat of another phone
    )
    TAKEN_BACK = "taken-back"  # the host's phone has them again
    FOLLOWED = "followed"  # with their person, who sits there now
    OWN = "own"  # the host's own, it says: the table's link no longer gives them away


class PhoneSeated(SharedFact, kind="phone-seated"):
    """These seats are played from another phone now; `how` says how they came to it."""

    seats: tuple[Seat, ...]
    how: Arrival = Arrival.JOINED


class PhoneLeft(SharedFact, kind="phone-left"):
    """The phone that these seats had has left: they are back on the host's."""

    seats: tuple[Seat, ...]


class PhoneIs(SharedFact, kind="phone-is"):
    """Another phone is the host's or the arbiter's now, or one more watches."""

    role: Role


class PhoneIsNot(SharedFact, kind="phone-is-not"):
    """Nobody is at the table in this role any more."""

    role: Role


class HostAsked(SharedFact, kind="host-asked"):
    """The phone of *seats* says that the host's is lost, and that of *seat* should be
    it."""

    seat: Seat
    seats: tuple[Seat, ...]


class HostIsHere(SharedFact, kind="host-is-here"):
    """The host's phone stays what it is, says that phone itself or the arbiter's."""

    says: Role = Role.HOST


class ArbiterAccepted(SharedFact, kind="arbiter-accepted"):
    """A side accepts, on a phone that speaks for it, whoever is the arbiter now. Before
    every side has, no word of the arbiter's counts."""

    party: str


Phoned = (
    PhoneSeated
    | PhoneLeft
    | PhoneIs
    | PhoneIsNot
    | HostAsked
    | HostIsHere
    | ArbiterAccepted
)
PHONED: tuple[type, ...] = get_args(Phoned)


# ---- rulings, and every note ----


PLAY_ON = "play-on"  # the remedy of a table that plays on as if nothing had happened


class Ruled(SharedFact, kind="ruled"):
    """A ruling was given on an irregularity.

    `irregularity` is the code of its words, which ends in its name; `facts` are what
    was said of it, by field, and the answers to what the arbiter asked. `verdict` is
    the code of the verdict, `effects` what it does to the score once it is accepted;
    `rules` is the hash of the rule sheet that it was given under. `judgment` is the
    ruling in full, with its deal; where an older entry lacks it, both follow from the
    facts.
    """

    SINCE = ("judgment",)
    irregularity: str
    facts: tuple[tuple[str, str], ...]
    verdict: str
    effects: tuple[Effect, ...] = ()
    rules: str = ""
    judgment: Judgment | None = None

    @property
    def name(self) -> str:
        """The irregularity's name in its game."""
        return self.irregularity.rpartition(".")[2]


class RulingAccepted(SharedFact, kind="ruling-accepted"):
    """The table accepts the ruling of entry `ruling`: as given, or with another
    `remedy`: the code of one that the ruling lists, or "play-on"; or the `arbiter`
    decides so, on a phone that plays no seat."""

    SINCE = ("arbiter",)
    ruling: int
    remedy: str = ""
    arbiter: bool | None = None

    def which(self) -> tuple[str, ...]:
        remedy = (
            (PLAY_ON if self.remedy == PLAY_ON else "other",) if self.remedy else ()
        )
        return ("arbiter", *remedy) if self.arbiter else remedy


class RulingAppealed(SharedFact, kind="ruling-appealed"):
    """Somebody does not accept the ruling of entry `ruling`, and says why."""

    ruling: int
    reason: str = ""


class RulingApplied(SharedFact, kind="ruling-applied"):
    """What the ruling of entry `ruling` does to the score has been entered."""

    ruling: int


class FactsStated(SharedFact, kind="facts-stated"):
    """A side says of the facts of ruling `ruling`, on its own phone, whether it was so;
    if not, `words` says how it was."""

    ruling: int
    party: str
    agrees: bool
    words: str = ""

    def which(self) -> tuple[str, ...]:
        return () if self.agrees else ("differ",)


class ChoiceOffered(SharedFact, kind="choice-offered"):
    """A choice that a law gives to these seats is offered on their phone:
    `irregularity` and `facts` as in `Ruled`, before the choice."""

    irregularity: str
    facts: tuple[tuple[str, str], ...]
    seats: tuple[Seat, ...]

    @property
    def name(self) -> str:
        """The irregularity's name in its game."""
        return self.irregularity.rpartition(".")[2]


class RulesAccepted(SharedFact, kind="rules-accepted"):
    """These seats accept the rule sheet with this hash; several at once did so on one
    phone."""

    seats: tuple[Seat, ...]
    rules: str

    def said(self) -> Message:
        if len(self.seats) == 1:
            return message("event.rules-accepted", seat=self.seats[0])
        return message("event.rules-accepted.all")


class ResultConfirmed(SharedFact, kind="result-confirmed"):
    """One party confirms the result of the sheet's row `row` as it stands: `mark` is
    the hash of what it saw, None in entries of before 0.4."""

    SINCE = ("mark",)
    row: int
    party: str
    mark: str | None = None


# ---- what all sides had settled, and changed again with their consent ----


class ChangeProposed(SharedFact, kind="change-proposed"):
    """A command that would change what the sides had settled waits for their consent.
    `change` is the command in its JSON form, `moves` a hash of what it changes of the
    settled rows, and `agreed` are the parties, by their ids, that agree to it
    already."""

    change: Mapping[str, Any]
    moves: str
    agreed: tuple[str, ...]


class ChangeAgreed(SharedFact, kind="change-agreed"):
    """A party agrees to the change proposed in entry `proposal`, as it stands: `moves`
    says what that is. `instead` is set where the host said so, because no phone of that
    party answered."""

    proposal: int
    party: str
    moves: str
    instead: bool | None = None

    def which(self) -> tuple[str, ...]:
        return ("instead",) if self.instead else ()


class ChangeDeclined(SharedFact, kind="change-declined"):
    """A party does not agree to the change proposed in entry `proposal`: nothing comes
    of it."""

    proposal: int
    party: str


class SettledChanged(SharedFact, kind="settled-changed"):
    """What was entered with this changed settled rows of the sheet, and the parties
    `agreed`. `rows` are the numbers of these rows, `proposal` the entry that asked the
    parties, and `ruling` the ruling that changed them, if there is one. Rows that a
    ruling changed stay settled; the others are to be confirmed again. Rule: readings,
    section 9."""

    rows: tuple[int, ...]
    agreed: tuple[str, ...]
    proposal: int | None = None
    ruling: int | None = None

    def which(self) -> tuple[str, ...]:
        return () if self.agreed else ("by-arbiter",)


class TableDeleted(SharedFact, kind="table-deleted"):
    """The table is deleted. It is proposed and agreed to like a change, and never
    entered: nothing is left then that it could stand in."""


Changing = ChangeProposed | ChangeAgreed | ChangeDeclined | SettledChanged
CHANGING: tuple[type, ...] = get_args(Changing)
Proposing = SettingsProposed | SettingsAgreed | SettingsDeclined
Keeping = Signed | FromPaper | WentOn | FromFile | Respelt
OfRulings = RulingAccepted | RulingAppealed | RulingApplied | FactsStated
OfTable = Ruled | OfRulings | Asking | ChoiceOffered | RulesAccepted | ResultConfirmed
Noted = OfTable | Sealing | Phoned | Proposing | Changing | Keeping
NOTED: tuple[type, ...] = get_args(Noted)
"""Every event that is noted and reaches no game."""

_SEATED_BY: Mapping[type, tuple[str, str]] = {
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
        case RulingAccepted() | RulingAppealed() | FactsStated() | RulingApplied():
            if not isinstance(entries.get(event.ruling), Ruled):
                raise refused("refused.no-such-ruling", entry=event.ruling)
            _check_answer(event, entries.values())
        case FromPaper(typing) if is_from_paper(entries.values()) is (
            typing is Typing.BEGINS
        ):
            raise refused(f"refused.from-paper.{typing.value}")
        case WentOn(session) if not _ID.fullmatch(session):
            raise refused("refused.no-such-session", session=session[:64])
        case FromFile(first, last) if not 1 <= first <= last:
            raise refused("refused.no-such-entry", entry=first)
    if isinstance(event, SEALING):
        check_sealing(event, entries)
    if isinstance(event, Asking):
        check_asking(event, entries)


def _check_proposed(proposal: int, entries: Mapping[int, object], kind: type) -> None:
    if not isinstance(entries.get(proposal), kind):
        raise refused("refused.no-such-proposal", entry=proposal)


def _check_answer(event: OfRulings, said: Collection[object]) -> None:
    """Refuse an effect that was entered; and where the arbiter has decided, a side's
    answer, and an effect that was not decided on."""
    if isinstance(event, RulingApplied) and event in said:
        raise refused("refused.ruling-applied", entry=event.ruling)
    answers = (one for one in said if isinstance(one, RulingAccepted) and one.arbiter)
    decided = [one.remedy for one in answers if one.ruling == event.ruling]
    is_sides = isinstance(event, RulingAccepted) and not event.arbiter
    is_otherwise = isinstance(event, RulingApplied) and any(decided[-1:])
    if decided and (is_sides or is_otherwise):
        raise refused("refused.arbiter-decided", entry=event.ruling)


def _check_said(event: Any) -> None:
    """Refuse what nobody says, and a signature under no number."""
    if type(event) in _SEATED_BY and not event.seats:
        field, nobody = _SEATED_BY[type(event)]
        raise refused(nobody, field)
    for party, text in event.totals if isinstance(event, Signed) else ():
        try:
            _points(text)
        except (ValueError, ZeroDivisionError):
            raise refused(
                "refused.signed-number", "totals", party=party, found=text[:20]
            ) from None
