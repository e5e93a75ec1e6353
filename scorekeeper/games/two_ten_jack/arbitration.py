"""What is ruled when something goes wrong at a table of Two-Ten-Jack.

House: the document says nothing of it, so all of this is what we propose. A barred lead, the Joker
not played to the three of spades and a trump not played to the Joker are failures to follow like
any other. Hands are filled up from the stock: so a later card proves one only where it was
certainly held.
"""

from scorekeeper.games.arbitration import Irregularity, Phase
from scorekeeper.games.default_case import Cites, Table, ruled_at
from scorekeeper.games.default_forms import (
    CardForm,
    ClaimForm,
    FollowingForm,
    MisdealForm,
    asked_at,
)
from scorekeeper.games.default_rulings import (
    claim,
    exposed_card,
    failed_to_follow,
    misdeal,
    out_of_turn,
    proved,
    take_back,
)
from scorekeeper.games.two_ten_jack.play import TAKE_BACK, card_play, ring
from scorekeeper.games.two_ten_jack.rules import RULE_SHEET, inferred
from scorekeeper.games.two_ten_jack.scoring import parties
from scorekeeper.games.two_ten_jack.state import State, last_count, last_played

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
    dealer, watched = last_played(state)
    rules = card_play(state.settings, dealer)
    return Table(
        ring=ring(state.settings),
        parties=parties(state.settings),
        pack=rules.pack,
        rules=rules,
        watched=watched,
        is_begun=state.round.id is not None,
        has_last=last_count(state) is not None,
        cites=CITES.answered(RULE_SHEET, state.settings),
    )


IRREGULARITIES = (
    Irregularity(
        "failure-to-follow",
        asked_at(table_of, FollowingForm),
        ruled_at(table_of, failed_to_follow),
        proved,
    ),
    Irregularity("out-of-turn", asked_at(table_of, CardForm), ruled_at(table_of, out_of_turn)),
    Irregularity("take-back", asked_at(table_of, CardForm), ruled_at(table_of, take_back)),
    Irregularity("exposed-card", asked_at(table_of, CardForm), ruled_at(table_of, exposed_card)),
    Irregularity("misdeal", MisdealForm, ruled_at(table_of, misdeal), phase=Phase.DEALING),
    Irregularity(
        "claim", asked_at(table_of, ClaimForm), ruled_at(table_of, claim), phase=Phase.END
    ),
)
"""Everything that is ruled on, in the order in which it is offered."""
