"""Which question comes next, and which one restates what was recorded."""

from typing import Any

from scorekeeper.core.session import Recorded
from scorekeeper.games.game import Desk
from scorekeeper.games.two_ten_jack.card_play import card_play
from scorekeeper.games.two_ten_jack.events import CardsCaptured, TotalsStated
from scorekeeper.games.two_ten_jack.forms import CountForm, OverForm, TotalsForm
from scorekeeper.games.two_ten_jack.scoring import games
from scorekeeper.games.two_ten_jack.state import State


def next_form(state: State, wanted: str) -> str:
    """The question at the end of the round; a table that gave totals is asked so again.

    A round of which all tricks were watched is counted card by card: it is filled in.
    """
    names = (CountForm.NAME, TotalsForm.NAME)
    if wanted in names:
        return wanted
    if not wanted and not state.pending and games(state)[-1].is_over:
        return OverForm.NAME
    if state.watched.is_over(card_play(state.settings, state.dealer)):
        return CountForm.NAME
    return TotalsForm.NAME if isinstance(state.last_count, TotalsStated) else CountForm.NAME


def correcting(state: State, entries: tuple[Recorded, ...]) -> tuple[str, dict[str, Any]] | None:
    """The form that restates the count of a round, with the data to fill it."""
    for entry in entries:
        match entry.event:
            case CardsCaptured(owners):
                return CountForm.NAME, {"owners": {str(card): seat.value for card, seat in owners}}
            case TotalsStated() as totals:
                return TotalsForm.NAME, _totals(totals)
    return None


def _totals(event: TotalsStated) -> dict[str, Any]:
    data: dict[str, Any] = {suit.slug: seat.value for suit, seat in event.sixes}
    for seat, points in event.totals:
        data[f"total{seat.value}"] = str(abs(points))
        data[f"minus{seat.value}"] = points < 0
    return data


DESK = Desk(
    folder="two_ten_jack",
    forms=(CountForm, TotalsForm, OverForm),
    next=next_form,
    correcting=correcting,
)
