"""Everything that can go wrong at a bridge table, by name: its form and its law.

A proven revoke comes with its facts: `seat` and `card` of the play, `held` the card that proves it
and `trick` the number, from 1, of the trick it was played to. All other facts are asked for.
"""

from collections.abc import Callable, Iterator

from scorekeeper.core.rulings import Ruling
from scorekeeper.games.arbitration import Irregularity, Phase
from scorekeeper.games.bridge.forms.irregularities import BareForm, PlayedForm, RevokeForm, SeatForm
from scorekeeper.games.bridge.laws import calls, cards, deal, exposed, jokers, revoke, tricks
from scorekeeper.games.bridge.laws.case import Case, rule

Row = tuple[str, type[BareForm], Callable[[Case], Ruling]]


def _of(phase: Phase, *rows: Row) -> Iterator[Irregularity]:
    """The irregularities of one phase of a deal, the commonest first."""
    for name, form, law in rows:
        proved = revoke.proved if name == "revoke" else None
        yield Irregularity(name, form, rule(law), proved, phase=phase)


BRIDGE = (
    *_of(
        Phase.PLAY,
        ("revoke", RevokeForm, revoke.law_61_revoke),
        ("exposed-card", PlayedForm, exposed.law_49_exposed_card),
        ("take-back", PlayedForm, cards.law_47_take_back),
        ("premature-play", PlayedForm, exposed.law_57_premature_play),
        ("dummy-card", BareForm, cards.law_46_card_of_dummy),
        ("penalty-card-not-played", PlayedForm, exposed.law_52_penalty_card_not_played),
        ("two-penalty-cards", SeatForm, exposed.law_51_two_penalty_cards),
        ("restriction-broken", PlayedForm, revoke.law_61_restriction),
        ("simultaneous-cards", SeatForm, exposed.law_58_simultaneous_cards),
        ("play-after-illegal", SeatForm, exposed.law_60_play_after_illegal),
        ("fifth-card", PlayedForm, cards.law_45_fifth_card),
        ("defective-trick", SeatForm, tricks.law_67_defective_trick),
        ("dummy-acted", BareForm, cards.law_43_dummy),
        ("is-it-played", PlayedForm, cards.law_45_is_it_played),
        ("inspection", SeatForm, tricks.law_66_inspection),
        ("trick-remark", SeatForm, tricks.law_68_remark_on_trick),
    ),
    *_of(
        Phase.LEAD,
        ("lead-out-of-turn", PlayedForm, exposed.law_53_lead_out_of_turn),
        ("face-down-lead", SeatForm, cards.law_41_face_down_lead),
        ("lead-restriction", SeatForm, exposed.law_26b_50d2_partner_leads),
    ),
    *_of(
        Phase.BIDDING,
        ("insufficient-bid", SeatForm, calls.irregular_bid),
        ("call-out-of-turn", SeatForm, calls.law_29_out_of_rotation),
        ("changed-call", SeatForm, calls.law_25_changed_call),
        ("misinformation", SeatForm, deal.law_21_misinformation),
        ("unauthorized-information", SeatForm, deal.law_16_unauthorized_information),
        ("inadmissible-double", SeatForm, calls.law_36_inadmissible_double),
        ("deception", SeatForm, deal.law_73_deception),
        ("seen-elsewhere", SeatForm, deal.law_16d_seen_elsewhere),
        ("untold-agreement", SeatForm, deal.law_40_untold_agreement),
        ("bid-above-top", SeatForm, calls.law_38_bid_above_top),
        ("simultaneous-calls", SeatForm, calls.law_33_simultaneous_calls),
        ("lost-turn", SeatForm, calls.law_34_lost_turn),
        ("call-of-the-barred", SeatForm, calls.law_37_call_of_the_barred),
        ("call-after-the-end", SeatForm, calls.law_39_call_after_the_end),
        ("review", SeatForm, deal.law_20_review),
    ),
    *_of(
        Phase.END,
        ("claim", SeatForm, tricks.law_68_claim),
        ("concession", SeatForm, tricks.law_71_concession),
        ("tricks-won", BareForm, tricks.law_79_tricks_won),
        ("revoke-damage", SeatForm, revoke.law_64c_damage),
    ),
    *_of(
        Phase.DEALING,
        ("wrong-number", BareForm, deal.law_13_wrong_number_of_cards),
        ("misdeal", BareForm, deal.law_6_shuffle_and_deal),
        ("wrong-board", SeatForm, deal.law_15_wrong_board),
    ),
)
"""What can go wrong in every game of the family."""

JOKER_SUIT = Irregularity(
    "joker-suit", BareForm, rule(jokers.joker_suit), settles=jokers.settled, phase=Phase.LEAD
)
HIDDEN_SEEN = Irregularity(
    "hidden-card-seen", SeatForm, rule(jokers.hidden_card_seen), phase=Phase.END
)
SEALED = Irregularity(
    "seal-not-opened",
    BareForm,
    rule(jokers.seal_not_opened),
    settles=jokers.settled,
    phase=Phase.END,
)

FIVE_CROWNS = (*BRIDGE, JOKER_SUIT)
JOKERS = (*BRIDGE, JOKER_SUIT, HIDDEN_SEEN, SEALED)
