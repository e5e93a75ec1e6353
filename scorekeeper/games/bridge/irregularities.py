"""Everything that can go wrong at a bridge table, by name: its form and its law.

A proven revoke comes with its facts: `seat` and `card` of the play, `held` the card that proves it
and `trick` the number, from 1, of the trick it was played to. All other facts are asked for.
"""

from scorekeeper.games.arbitration import Irregularity
from scorekeeper.games.bridge.arbitration.calls import (
    bid_above_top,
    changed_call,
    insufficient_bid,
)
from scorekeeper.games.bridge.arbitration.claims import claim, concession
from scorekeeper.games.bridge.arbitration.jokers import (
    hidden_card_seen,
    joker_suit,
    seal_not_opened,
    settled,
)
from scorekeeper.games.bridge.arbitration.late_calls import (
    call_after_the_end,
    call_of_the_barred,
    lost_turn,
    simultaneous_calls,
    untold_agreement,
)
from scorekeeper.games.bridge.arbitration.leads import lead_out_of_turn, premature_play, take_back
from scorekeeper.games.bridge.arbitration.numbers import misdeal, wrong_number
from scorekeeper.games.bridge.arbitration.penalty import exposed_card
from scorekeeper.games.bridge.arbitration.revokes import proved, revoke
from scorekeeper.games.bridge.arbitration.rotation import call_out_of_turn, inadmissible_double
from scorekeeper.games.bridge.arbitration.several import (
    penalty_card_not_played,
    play_after_illegal,
    simultaneous_cards,
    two_penalty_cards,
)
from scorekeeper.games.bridge.forms.irregularities import (
    BackForm,
    BareForm,
    EarlyForm,
    MisdealForm,
    NumberForm,
    PlayedForm,
    RevokeForm,
    SeatForm,
    SeenForm,
)

PLAY = (
    Irregularity("revoke", RevokeForm, revoke, proved),
    Irregularity("lead-out-of-turn", PlayedForm, lead_out_of_turn),
    Irregularity("premature-play", EarlyForm, premature_play),
    Irregularity("exposed-card", PlayedForm, exposed_card),
    Irregularity("two-penalty-cards", SeatForm, two_penalty_cards),
    Irregularity("penalty-card-not-played", PlayedForm, penalty_card_not_played),
    Irregularity("simultaneous-cards", SeatForm, simultaneous_cards),
    Irregularity("play-after-illegal", SeatForm, play_after_illegal),
    Irregularity("take-back", BackForm, take_back),
    Irregularity("claim", SeatForm, claim),
    Irregularity("concession", SeatForm, concession),
)
CALLS = (
    Irregularity("insufficient-bid", SeatForm, insufficient_bid),
    Irregularity("call-out-of-turn", SeatForm, call_out_of_turn),
    Irregularity("changed-call", SeatForm, changed_call),
    Irregularity("inadmissible-double", SeatForm, inadmissible_double),
    Irregularity("bid-above-top", SeatForm, bid_above_top),
    Irregularity("simultaneous-calls", SeatForm, simultaneous_calls),
    Irregularity("lost-turn", SeatForm, lost_turn),
    Irregularity("call-of-the-barred", SeatForm, call_of_the_barred),
    Irregularity("call-after-the-end", SeatForm, call_after_the_end),
    Irregularity("untold-agreement", SeatForm, untold_agreement),
)
CARDS = (
    Irregularity("wrong-number", NumberForm, wrong_number),
    Irregularity("misdeal", MisdealForm, misdeal),
)

BRIDGE = PLAY + CALLS + CARDS
"""What can go wrong in every game of the family."""

JOKER_SUIT = Irregularity("joker-suit", BareForm, joker_suit, settles=settled)
SEALED = Irregularity("seal-not-opened", BareForm, seal_not_opened, settles=settled)

FIVE_CROWNS = (*BRIDGE, JOKER_SUIT)
JOKERS = (*BRIDGE, JOKER_SUIT, Irregularity("hidden-card-seen", SeenForm, hidden_card_seen), SEALED)
