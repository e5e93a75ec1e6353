"""A rubber, Chicago or run of boards has ended: how, and what may follow."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.messages import message
from scorekeeper.core.session import Event
from scorekeeper.games.bridge.forms.fields import BridgeForm
from scorekeeper.games.bridge.forms.last import depth, ended, last_deal


class OverForm(BridgeForm):
    """No question: the result of what has just ended."""

    NAME = "over"

    def facts(self) -> tuple[Event, ...]:
        """Nothing can be stated here."""
        return ()

    def view(self) -> Mapping[str, Any]:
        """The headline, both totals and the deal that brought the end."""
        section = ended(self.table)
        return {
            **super().view(),
            "headline": section and section.headline,
            "next": depth(self.table),
            "go": section and message(f"bridge.form.next.{self.settings.scoring.value}"),
            "last": last_deal(self.table),
        }
