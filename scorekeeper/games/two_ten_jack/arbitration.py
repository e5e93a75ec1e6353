"""What is ruled when something goes wrong at a table of Two-Ten-Jack.

House: the document says nothing of it, so all of this is what we propose. A barred lead, the Joker
not played to the three of spades and a trump not played to the Joker are failures to follow like
any other. Hands are filled up from the stock: so a later card proves one only where it was
certainly held.
"""

from scorekeeper.games.default_case import Cites, Table, table_at
from scorekeeper.games.default_forms import usual_irregularities
from scorekeeper.games.two_ten_jack.play import TAKE_BACK, cards_of
from scorekeeper.games.two_ten_jack.rules import RULE_SHEET, inferred
from scorekeeper.games.two_ten_jack.scoring import ROUNDS
from scorekeeper.games.two_ten_jack.state import State, last_played

CITES = Cites(
    following=inferred("Failure to follow", "failure-to-follow"),
    after=inferred("Failure to follow", "failure-to-follow"),
    turn=inferred("Out of turn", "out-of-turn"),
    call=inferred("Out of turn", "out-of-turn"),
    exposed=inferred("Exposed cards", "exposed"),
    numbers=inferred("Misdeals", "misdeal"),
    claim=inferred("Claims", "claim"),
    take_back=TAKE_BACK,
)


def table_of(state: State) -> Table:
    """What the arbiter sees of this table."""
    cites = CITES.answered(RULE_SHEET, state.settings)
    return table_at(ROUNDS, state, cites, cards_of(state.settings), last_played(state))


IRREGULARITIES = usual_irregularities(table_of)
"""Everything that is ruled on, in the order in which it is offered."""
