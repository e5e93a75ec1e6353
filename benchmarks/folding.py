"""Working out the state and the sheet of an evening of 100 deals from its log."""

from benchmarks.evenings import evening
from benchmarks.measure import Result, median, told
from scorekeeper.core.session import fold

DEALS = 100


def results() -> list[Result]:
    """Folding, and what is made of the state when a page asks for it."""
    session = evening(DEALS)
    game, state = session.game, session.folded.state
    folding = median(lambda: fold(game, session.settings, session.log))
    return [
        Result(f"Fold {DEALS} deals entered quickly", told(folding), aim="under 5 ms"),
        Result(f"Their glance, {session.last} entries", told(median(lambda: game.glance(state)))),
        Result("Their whole sheet, every line cited", told(median(lambda: game.sheet(state)))),
    ]
