"""Notes on results: confirmed, and changed with the consent of both sides."""

from collections.abc import Mapping
from typing import get_args

from scorekeeper.core.codec import Json
from scorekeeper.core.evening import SharedFact
from scorekeeper.core.seats import PartyId


class ResultConfirmed(SharedFact, kind="result-confirmed"):
    """One party confirms the result of the sheet's row `row`. `mark` is the hash of
    what it saw; None in entries from before 0.4."""

    SINCE = ("mark",)
    row: int
    party: PartyId
    mark: str | None = None


class ResultDisputed(SharedFact, kind="result-disputed"):
    """One party says that the result of the sheet's row `row` isn't right. `mark` is the
    hash of what it saw. It holds until the result is corrected or the party confirms
    it."""

    row: int
    party: PartyId
    mark: str


# ---- what all sides had settled, and changed again with their consent ----


class ChangeProposed(SharedFact, kind="change-proposed"):
    """A command that would change what the sides had settled waits for their consent.
    `change` is the command in its JSON form, `moves` a hash of how the settled rows
    would change, and `agreed` are the ids of the parties that already agree."""

    change: Mapping[str, Json]
    moves: str
    agreed: tuple[PartyId, ...]


class ChangeAgreed(SharedFact, kind="change-agreed"):
    """A party agrees to the change proposed in entry `proposal`, as `moves` says what
    it changes. `instead` is set if the host agreed for the party, because none of its
    phones answered."""

    proposal: int
    party: PartyId
    moves: str
    instead: bool | None = None


class ChangeDeclined(SharedFact, kind="change-declined"):
    """A party does not agree to the change proposed in entry `proposal`, so it isn't
    made."""

    proposal: int
    party: PartyId


class SettledChanged(SharedFact, kind="settled-changed"):
    """The entries of this command changed settled rows of the sheet, and the parties
    `agreed`. `rows` are the numbers of these rows, `proposal` the entry that asked the
    parties, and `ruling` the ruling that changed them, if there is one. Rows that a
    ruling changed stay settled; the others must be confirmed again. Rule: readings,
    section 9."""

    rows: tuple[int, ...]
    agreed: tuple[PartyId, ...]
    proposal: int | None = None
    ruling: int | None = None

    def which(self) -> tuple[str, ...]:
        return () if self.agreed else ("by-arbiter",)


class TableDeleted(SharedFact, kind="table-deleted"):
    """The table is deleted. It is proposed and agreed to like a change, and never
    entered: nothing is left then that it could stand in."""


Changing = ChangeProposed | ChangeAgreed | ChangeDeclined | SettledChanged
CHANGING: tuple[type, ...] = get_args(Changing)
