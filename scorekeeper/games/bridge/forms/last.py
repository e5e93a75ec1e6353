"""What was just scored, in one line under the strip."""

from typing import Any

from scorekeeper.core.messages import message
from scorekeeper.core.seats import SIDES
from scorekeeper.core.sheet import Row, Section
from scorekeeper.games.bridge.sheet import sheet
from scorekeeper.games.bridge.state import State

CALL_BY_CALL = "auction"
QUICKLY = "quick"


def last_deal(state: State) -> dict[str, Any] | None:
    """The last deal with a result: its row, what was played and what each side got for it."""
    sections = reversed(sheet(state).sections)
    rows = (row for section in sections for row in reversed(section.rows) if _is_deal(row))
    row = next(rows, None)
    if row is None:
        return None
    facts = {fact.head: fact.value for fact in row.facts}
    return {
        "row": row.id,
        "label": row.label,
        "contract": facts["contract"],
        "by": message(f"bridge.seat.{facts['declarer'].value}") if "declarer" in facts else None,  # type: ignore[attr-defined]
        "result": facts.get("result"),
        "points": [(side, row.total(side.id)) for side in SIDES if row.total(side.id)],
    }


def ended(state: State) -> Section | None:
    """The section that the last entry brought to its end; None while one goes on."""
    last = sheet(state).sections[-1]
    return last if last.is_over else None


def _is_deal(row: Row) -> bool:
    return any(fact.head == "contract" for fact in row.facts) and "open" not in row.marks


def depth(state: State) -> str:
    """How the last deal was recorded, as the name of its form: call by call, or quickly."""
    last = state.last_done
    return CALL_BY_CALL if last is not None and last.calls else QUICKLY
