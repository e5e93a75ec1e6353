"""What the arbiter of a bridge table knows: its rules of play, its calls, what a card
is worth; everything that can go wrong, by name: the form that asks for its facts, and
its law; and a Joker's suit that its holder seals before the bidding.

What a form does not ask, the law itself asks afterwards, one question at a time. A
proven revoke comes with its facts: `seat` and `card` of the play, `held` the card that
proves it and `trick` the number, from 1, of the trick it was played to.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.codec import Json
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.facts import Reply
from scorekeeper.core.messages import Message, Shown, listed, message
from scorekeeper.core.rulings import (
    LEADING,
    LYING,
    PLAYING,
    TO_PASS,
    DealProgress,
    Duty,
    Effect,
    EffectKind,
    Ruling,
)
from scorekeeper.core.seats import COMPASS, SIDES, Seat, partner, party_of
from scorekeeper.core.session import Event
from scorekeeper.games.arbiter.arbiter import Arbiter, Irregularity, Phase
from scorekeeper.games.arbiter.case import ruled, ruled_as_told
from scorekeeper.games.ask import Extra
from scorekeeper.games.bridge import events
from scorekeeper.games.bridge.contract import PASS, Call, Contract, calls_now
from scorekeeper.games.bridge.forms import BridgeForm, joker_suit
from scorekeeper.games.bridge.irregularity_forms import (
    BareForm,
    PlayedForm,
    RevokeForm,
    SeatForm,
)
from scorekeeper.games.bridge.laws import (
    calls,
    cards,
    claims,
    deal,
    exposed,
    facts,
    jokers,
    revoke,
)
from scorekeeper.games.bridge.laws.book import heading_of
from scorekeeper.games.bridge.laws.case import Case, case_of
from scorekeeper.games.bridge.laws.jokers import worth
from scorekeeper.games.bridge.laws.verdicts import VerdictName
from scorekeeper.games.bridge.play import joker_suits, law, pack_of
from scorekeeper.games.bridge.rounds import has_ended, hidden_left
from scorekeeper.games.bridge.rules import (
    DisputedSuit,
    JokerSettings,
    Settings,
    SuitMode,
)
from scorekeeper.games.bridge.standing import stands
from scorekeeper.games.bridge.state import RESULT, State, jokers_of, play_rules_of
from scorekeeper.games.bridge.tariffs import tariff_of
from scorekeeper.games.fields import AnyField, choose, label
from scorekeeper.games.seals import (
    Option,
    Sealable,
    SealForm,
    in_progress,
    nothing_else,
)

Row = tuple[str, type[BareForm], Callable[[Case], Ruling]]


def _of(phase: Phase, *rows: Row) -> Iterator[Irregularity[State]]:
    for name, form, decide in rows:
        proved = revoke.proved if name == "revoke" else None
        settles = jokers.settled if name in ("joker-suit", "seal-not-opened") else None
        fields = facts.FIELDS[name]
        asked = facts.asked_by(name)
        rule = ruled(case_of, decide, fields, asked)
        as_told = ruled_as_told(case_of, decide)
        says = {"61.could": Reply.YES.value} if name == "revoke" else {}
        yield Irregularity(
            name, form, rule, as_told, fields, asked, proved, settles, phase, says
        )


BRIDGE = (
    *_of(
        Phase.PLAY,
        ("revoke", RevokeForm, revoke.law_61_revoke),
        ("exposed-card", PlayedForm, exposed.law_49_exposed_card),
        ("take-back", PlayedForm, cards.law_47_take_back),
        ("premature-play", PlayedForm, exposed.law_57_premature_play),
        ("dummy-card", BareForm, cards.law_46_card_of_dummy),
        (
            "penalty-card-not-played",
            PlayedForm,
            cards.law_52_penalty_card_not_played,
        ),
        ("two-penalty-cards", SeatForm, exposed.law_51_two_penalty_cards),
        ("restriction-broken", PlayedForm, revoke.law_61_restriction),
        ("simultaneous-cards", SeatForm, cards.law_58_simultaneous_cards),
        ("play-after-illegal", SeatForm, cards.law_60_play_after_illegal),
        ("fifth-card", PlayedForm, cards.law_45_fifth_card),
        ("defective-trick", SeatForm, cards.law_67_defective_trick),
        ("dummy-acted", BareForm, cards.law_43_dummy),
        ("is-it-played", PlayedForm, cards.law_45_is_it_played),
        ("inspection", SeatForm, cards.law_66_inspection),
        ("trick-remark", SeatForm, claims.law_68_remark_on_trick),
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
        (
            "unauthorized-information",
            SeatForm,
            deal.law_16_unauthorized_information,
        ),
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
        ("claim", SeatForm, claims.law_68_claim),
        ("concession", SeatForm, claims.law_71_concession),
        ("tricks-won", BareForm, claims.law_79_tricks_won),
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

FIVE_CROWNS = (
    *BRIDGE,
    *_of(Phase.LEAD, ("joker-suit", BareForm, jokers.joker_suit)),
)
JOKERS = (
    *FIVE_CROWNS,
    *_of(
        Phase.END,
        ("hidden-card-seen", SeatForm, jokers.hidden_card_seen),
        ("seal-not-opened", BareForm, jokers.seal_not_opened),
    ),
)


def calls_at(state: State) -> tuple[tuple[Shown, RuleViolation | None], ...]:
    """Every call of the game, and why it can't be made now; none once the
    contract stands."""
    deal = state.round
    if deal.contract is not None:
        return ()
    rule = law(state.settings, "Laws 18-20", "auction")
    return tuple(
        (call, None if why is None else RuleViolation(why, "call", rule))
        for call, why in calls_now(deal.auction, tariff_of(state.settings, False))
    )


def under(state: State) -> Message | None:
    deal = state.last
    if deal.contract is None or deal.declarer is None:
        return None
    return events.ContractStated(deal.contract, deal.declarer).said()


def progress(state: State) -> DealProgress:
    deal = state.round
    return DealProgress(
        callers=tuple(deal.auction.caller(n) for n in range(len(deal.calls))),
        turn=deal.auction.turn,
        is_bidding=deal.contract is None,
        declarers=party_of(deal.declarer, SIDES).seats if deal.declarer else (),
        tricks=(*deal.watched.tricks, deal.watched.trick),
    )


def fact_of_effect(
    state: State, effect: Effect
) -> events.TricksTaken | events.HandSpread | None:
    """The result by which an agreed or ruled claim ends the deal in progress; of a
    ruling on who declares, the fact that dummy plays it. None where no deal is being
    played, or the effect has no fact."""
    deal = state.deal
    if deal is None or deal.declarer is None or deal.is_over:
        return None
    if effect.kind == EffectKind.DECLARER:
        return events.HandSpread(partner(deal.declarer, COMPASS))
    return events.TricksTaken(effect.amount) if effect.kind == RESULT else None


IN_FULL = {
    VerdictName.BARRED: Duty.PASS,
    VerdictName.DOUBLE_CANCELLED: Duty.PASS,
    VerdictName.ABOVE_TOP: Duty.PASS,
    VerdictName.PASS_INSTEAD: Duty.PASS,
    VerdictName.BARRED_ONCE: Duty.PASS_ONCE,
    VerdictName.MUST_PASS_ONCE: Duty.PASS_ONCE,
    VerdictName.LEAD_REQUIRE: Duty.MUST_LEAD,
    VerdictName.SEVERAL_REQUIRE: Duty.MUST_LEAD,
    VerdictName.FIRST_LEAD_FORBID: Duty.MAY_NOT_LEAD,
    VerdictName.LEAD_FORBID: Duty.MAY_NOT_LEAD,
    VerdictName.MAJOR: Duty.PENALTY_MAJOR,
    VerdictName.MUST_PLAY: Duty.MUST_PLAY,
    VerdictName.PLAY_HIGHEST: Duty.PLAY_HIGHEST,
    VerdictName.PLAY_LOWEST: Duty.PLAY_LOWEST,
    VerdictName.PLAY_REQUIRE: Duty.MUST_PLAY_SUIT,
    VerdictName.PLAY_FORBID: Duty.MAY_NOT_PLAY,
}
"""The verdicts that say all of what they bind a player to, and until when."""

ARBITER = Arbiter(
    lambda state: play_rules_of(state.last, state.settings),
    lambda state: state.last.watched,
    calls_at,
    worth,
    BRIDGE,
    (events.TricksTaken,),
    fact_of_effect,
    basis="contract",
    under=under,
    pack=lambda state: pack_of(state.settings).cards,
    progress=progress,
    amount=lambda call: None if call == PASS else 0,
    heading=heading_of,
    agreed=frozenset({"bridge.answer.could.yes", "bridge.answer.able.yes"}),
    speaks_of={"call": Call, "contract": Contract},
    stands=stands,
    breaks={
        **dict.fromkeys(TO_PASS, ("call-of-the-barred", {})),
        **dict.fromkeys(
            (*LEADING, *PLAYING), ("restriction-broken", {"61.duty": "restriction"})
        ),
        **dict.fromkeys(LYING, ("penalty-card-not-played", {})),
    },
    says_in_full={f"bridge.ruling.{name}": duty for name, duty in IN_FULL.items()},
    remembers=frozenset(
        {
            VerdictName.TRANSFER,
            VerdictName.TRANSFER_LATER,
            VerdictName.NO_TRANSFER,
            VerdictName.GIVEN_BACK,
        }
    ),
)
"""The arbiter of plain bridge, and of bridge with deuces wild."""
CROWNS_ARBITER = replace(ARBITER, irregularities=FIVE_CROWNS)
JOKER_ARBITER = replace(ARBITER, irregularities=JOKERS)


# ---- a Joker's suit that is sealed ----
#
# Rule: Joker Bridge §2, §3: an arbiter verifies suits that were not declared. House:
# readings §7: what is never opened leaves a Joker in a suit of its colour that is not
# trumps.


class JokerSuitForm(SealForm[State], BridgeForm):
    """Which Joker its holder has, and the suit that it is to belong to."""

    NAME = "joker-suit"
    TEMPLATE = "games/bridge/seal_joker_suit.html"
    joker = choose(
        Card,
        required=True,
        missing="no-joker",
        choices=lambda form: form.pack.jokers,
        default=lambda form: (
            form.pack.jokers[0] if len(form.pack.jokers) == 1 else None
        ),
        text=label("bridge.form.which-joker"),
    )
    suit_0 = joker_suit(0)
    suit_1 = joker_suit(1)

    @property
    def asked_jokers(self) -> dict[Card, AnyField]:
        return {
            joker: self[f"suit_{n}"] for n, joker in enumerate(self.pack.jokers[:2])
        }

    def validate(self, extra_validators: Extra = None) -> bool:
        is_valid = super().validate(extra_validators)
        field = self.asked_jokers.get(self.joker.data)
        if field is None or field.data:
            return is_valid
        field.errors = [*field.errors, label("bridge.form.no-suit-sealed")]
        return False

    def value(self) -> dict[str, str]:
        suit = self.asked_jokers[self.joker.data].data
        return {"joker": str(self.joker.data), "suit": suit.value}


def _seats(state: State) -> tuple[Seat, ...]:
    deal = state.round
    jokers = jokers_of(deal, state.settings)
    is_before = not deal.calls and deal.contract is None
    is_sealed = jokers is not None and jokers.mode is SuitMode.SEALED
    return COMPASS if is_before and is_sealed else ()


def _facts(value: Json) -> tuple[Event, ...]:
    try:
        joker = Card.parse(value["joker"])
        suit = Suit(value["suit"])
    except (AttributeError, KeyError, TypeError) as fault:
        raise ValueError("no Joker with its suit") from fault
    return (events.JokersDeclared(suits=((joker, suit),)),)


def _unopened(state: State, row: int) -> tuple[Option, ...]:
    """House: of the suits of its colour, each that is not trumps; once trumps
    are known."""
    deals = [deal for deal in (state.round, *state.backwards()) if deal.id == row]
    jokers = jokers_of(deals[0], state.settings) if deals else None
    if jokers is None:
        return nothing_else(state, row)
    deal = deals[0]
    if deal.contract is None:
        return nothing_else(state, row) if deal.is_over else ()
    known = {*dict(jokers.suits), *(shown.card for shown in deal.shown)}
    closed = [card for card in pack_of(state.settings).jokers if card not in known]
    if not closed:
        return nothing_else(state, row)
    trumps = deal.contract.denomination.suit
    suits = [_suits_left(joker, trumps, state.settings) for joker in closed]
    ways = [tuple(zip(closed, way, strict=True)) for way in product(*suits)]
    return tuple(_as_declared(way) for way in ways)


def _suits_left(
    joker: Card, trumps: Suit | None, settings: Settings
) -> tuple[Suit, ...]:
    assert isinstance(settings, JokerSettings)  # noqa: S101 - no other game seals suits
    suits = joker_suits(joker)
    if settings.disputed_suit is DisputedSuit.OTHERS:
        return suits
    return tuple(suit for suit in suits if suit is not trumps)


def _as_declared(suits: events.Suits) -> Option:
    parts = tuple(
        message("bridge.said.joker-suit", joker=joker, suit=suit)
        for joker, suit in suits
    )
    said = message("bridge.seal.unopened", parts=listed(parts))
    return said, (events.JokersDeclared(suits=suits),)


def _why_not_yet(state: State) -> Message | None:
    """A seal begins the next deal, and that would say that a face-down card was
    never shown."""
    left = hidden_left(state)
    return message("bridge.refused.hidden-first", seat=left[0]) if left else None


SEALABLES = (
    Sealable(
        what="bridge.seal.joker-suit",
        form=JokerSuitForm,
        seats=_seats,
        most=lambda state: pack_of(state.settings).hidden,
        deal=in_progress,
        # it says what the settings say already: the deal has begun, the seal belongs to
        # it
        begins=lambda state: (events.JokersDeclared(mode=SuitMode.SEALED),),
        why_not_yet=_why_not_yet,
        is_due=lambda state: bool(_seats(state)) and not has_ended(state),
        facts=_facts,
        unopened=_unopened,
    ),
)
