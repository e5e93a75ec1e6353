"""House rules changed in mid-session: what is played under from the first deal on."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Seat


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
        seats = tuple(piece for seat in self.agreed for piece in (", ", seat))[1:]
        return message("event.settings-changed", seats=seats)
