"""House rules changed in mid-session: what is played under from the first deal on."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.seats import Ring, Seat, check_seats


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
