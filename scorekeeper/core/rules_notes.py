"""Notes on the house rules: proposed, agreed to, changed, accepted."""

from collections.abc import Mapping

from scorekeeper.core.codec import Json
from scorekeeper.core.evening import SharedFact
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Seat

# ---- house rules changed in mid-session ----


class SettingsChanged(SharedFact, kind="settings-changed"):
    """The table changed its settings (all of them, in their JSON form), and everything
    entered is worked out under the new ones. `agreed` are the seats that consented: all
    that are taken."""

    settings: Mapping[str, Json]
    agreed: tuple[Seat, ...]


class SettingsProposed(SharedFact, kind="settings-proposed"):
    """`seats`, which have a phone of their own, propose these settings and agree to
    them."""

    settings: Mapping[str, Json]
    seats: tuple[Seat, ...]


class SettingsAgreed(SharedFact, kind="settings-agreed"):
    """`seats` agree to the change proposed in entry `proposal`. `instead` is set if the
    host agreed for them, because none of their phones answered."""

    SINCE = ("instead",)
    proposal: int
    seats: tuple[Seat, ...]
    instead: bool | None = None


class SettingsDeclined(SharedFact, kind="settings-declined"):
    """`seats` do not agree to the change proposed in entry `proposal`, so it isn't
    made."""

    proposal: int
    seats: tuple[Seat, ...]


class RulesAccepted(SharedFact, kind="rules-accepted"):
    """These seats accept the rule sheet with this hash. If there are several, they did
    so together on one phone."""

    seats: tuple[Seat, ...]
    rules: str

    def said(self) -> Message:
        if len(self.seats) == 1:
            return message("event.rules-accepted", seat=self.seats[0])
        return message("event.rules-accepted.all")


Proposing = SettingsProposed | SettingsAgreed | SettingsDeclined
