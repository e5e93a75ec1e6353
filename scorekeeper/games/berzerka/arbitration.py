"""What the arbiter of a table of Berzerka knows, and rules when something goes wrong.

House: the document says nothing of it, so all of this is what we propose. Not
following, not trumping and not beating the trick are the same failure.
"""

from dataclasses import replace
from functools import partial
from typing import ClassVar

from scorekeeper.core.cards import Card
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.facts import Fact
from scorekeeper.core.messages import Shown, message
from scorekeeper.core.rulings import Effect, Ruling, Step
from scorekeeper.core.seats import Party
from scorekeeper.core.session import Event
from scorekeeper.games.arbiter import default_forms as forms
from scorekeeper.games.arbiter import defaults
from scorekeeper.games.arbiter.arbiter import Assertions, Phase
from scorekeeper.games.arbiter.calling import Bidding, Tried, void_call
from scorekeeper.games.arbiter.case import Said
from scorekeeper.games.arbiter.record import NOTHING
from scorekeeper.games.arbiter.table import Cites, UsualCase
from scorekeeper.games.berzerka import events, play, rules, state
from scorekeeper.games.berzerka.events import (
    ContractBid,
    HandPlayed,
    HotseatPicked,
    Passed,
)
from scorekeeper.games.berzerka.rules import TRICKS, Counts
from scorekeeper.games.berzerka.scoring import COUNT, ROUNDS, why_not
from scorekeeper.games.berzerka.state import RING, Hand, Stage, State, present_hand
from scorekeeper.games.fields import label

Case = UsualCase[State]
"""An irregularity at a table of Berzerka."""
CITES = Cites(
    following=rules.FAILURE,
    turn=rules.inferred("Trick Phase", "out-of-turn"),
    call=rules.inferred("Bidding Phase", "void-call"),
    numbers=rules.MISDEAL,
    claim=rules.inferred("Trick Phase", "claim"),
    take_back=rules.TAKE_BACK,
)
PASSING = "pass"


def calls(state: State) -> tuple[tuple[Shown, RuleViolation | None], ...]:
    hand = present_hand(state) if state.is_on else None
    codes = [contract.code for contract in state.board.contracts]
    every: list[ContractBid | Passed | HotseatPicked] = []
    if hand and hand.stage is Stage.BIDDING:
        least = min(hand.high.overbid + 1, TRICKS + 1) if hand.high else 0
        every = [*(ContractBid(code, least) for code in codes), Passed()]
    if hand and hand.stage is Stage.HOTSEAT:
        every = [HotseatPicked(code) for code in codes]
    return tuple((call, why_not(state, call)) for call in every)


def amount(call: object) -> int | None:
    return None if isinstance(call, Passed) else getattr(call, "overbid", 0)


def bidding(state: State) -> Bidding | None:
    hand = present_hand(state) if state.is_on else None
    is_bidding = hand and hand.stage is Stage.BIDDING
    return Bidding(hand.turn, hand.out) if hand and is_bidding else None


def worth(state: State, card: Card) -> Ruling:
    hand = seen(state)
    order = play.order_of(hand)
    if order is None or hand.contract is None:
        unknown = Step(message("berzerka.worth.unnamed"), rules.NAMING)
        return Ruling(message("berzerka.worth.depends", card=card), (unknown,))
    ranking = order.ranking(len(hand.watched.tricks))
    steps = [Step(message(f"berzerka.worth.{ranking.value}", card=card), rules.RANKING)]
    if order.trump is not None:
        code = "trump" if card.suit is order.trump else "no-trump"
        steps.append(
            Step(message(f"berzerka.worth.{code}", card=card), rules.FOLLOWING)
        )
    is_pain = hand.contract.counts is Counts.SUIT_CARDS and card.suit is hand.pain_suit
    if is_pain:
        steps.append(Step(message("berzerka.worth.pain-counts", card=card), rules.PAIN))
    verdict = "berzerka.worth.pain" if is_pain else "berzerka.worth"
    return Ruling(message(verdict, card=card), tuple(steps))


def seen(state: State) -> Hand:
    return state.last_hand or Hand(state.round.dealer)


def call_void(case: Case) -> Ruling:
    """House: a bid out of turn, or one that is too low, is void."""
    state = case.state
    call = _tried(case)
    hand = present_hand(state) if state.is_on else None
    bidding_now = bidding(state)
    if hand is not None and hand.stage is Stage.HOTSEAT:
        if case.seat() is hand.declarer:
            return _picked(case, state, call)
        if not case.is_from_old_release:
            return _not_in_hotseat(case, hand, call)
    is_overbid = isinstance(call, ContractBid) and call.overbid > 0
    is_first = bidding_now is not None and hand is not None and hand.high is None
    if is_overbid and is_first:
        case.step(rules.OVERBIDS, "berzerka.step.nothing-to-overbid")
        return case.rule("call-void-unseen", seat=case.seat(), call=call.said())
    why = why_not(state, call) if bidding_now else None
    is_free = state.settings.overbids is not rules.Overbids.STEPS
    tried = Tried(call.said(), amount(call), can_be_bid=is_free)
    return void_call(case, bidding_now, why, tried)


def _tried(case: Case) -> ContractBid | Passed:
    code = case.said(Fact.CALL)
    if code == PASSING:
        return Passed()
    return ContractBid(code, int(case.said(Fact.OVERBID) or 0))


def _picked(case: Case, state: State, call: ContractBid | Passed) -> Ruling:
    """Rule: Bidding Phase: all have passed, and whoever is in the hotseat names a
    contract."""
    said: Said = {
        "seat": case.seat(),
        "call": call.said(),
        "turn": case.seat(),
    }
    if isinstance(call, Passed):
        case.step(rules.HOTSEAT, "berzerka.step.hotseat-must", **said)
        return case.rule("call-void", **said)
    why = why_not(state, HotseatPicked(call.contract))
    if why is not None:
        case.step_said(why.cite or rules.HOTSEAT, why.why)
        return case.rule("call-void", **said)
    case.step(rules.HOTSEAT, "berzerka.step.hotseat-picks", **said)
    return case.rule("call-good", otherwise="berzerka.otherwise.picked-early", **said)


def _not_in_hotseat(case: Case, hand: Hand, call: ContractBid | Passed) -> Ruling:
    said: Said = {
        "seat": case.seat(),
        "call": call.said(),
        "turn": hand.declarer,
    }
    return case.rule("call-void", (rules.HOTSEAT, "berzerka.step.in-hotseat"), **said)


def discard_again(case: Case) -> Ruling:
    """Rule: Discard/Draw Phase. House: until the first card is led the cards go back;
    who has drawn discards no more, an order that was wrong is put right, and cards that
    were drawn before it was time, and seen, make a wrong deal."""
    seat = case.seat()
    what = case.said(Fact.WHAT)
    hand = case.state.hand
    is_next = hand is not None and hand.discards is None and seat in hand.order[:1]
    is_first = not case.is_from_old_release and is_next
    if what in ("out-of-order", "drawn-first") and is_first:
        return case.rule(
            "in-turn", (rules.DISCARDS, "berzerka.step.discards-first"), seat=seat
        )
    case.step(rules.DISCARDS, f"berzerka.step.{what}", seat=seat)
    is_begun = defaults.ask_if_recorded(case) and bool(case.table.watched.entries)
    if is_begun:
        reason = CITES.turn, "berzerka.step.play-begun"
        return case.rule("berzerka.ruling.discards-stand", reason, seat=seat)
    if what == "drawn-first":
        return defaults.dealt_again(case, CITES.numbers, "berzerka.step.drawn-seen")
    return case.rule(f"berzerka.ruling.{what}", seat=seat)


def discards_disputed(case: Case) -> Ruling:
    """Rule: Discard/Draw Phase: declarer records the number. House: what is on record
    holds; where nothing is, what all agree on, else no discards, which nobody can
    prove."""
    hand = seen(case.state) if defaults.ask_if_recorded(case) else None
    if hand is not None and hand.discards is not None:
        reason = rules.DISCARDS, "berzerka.step.discards-recorded"
        return case.rule("berzerka.ruling.discards-are", reason, number=hand.discards)
    number = int(case.said(Fact.NUMBER) or 0)
    if case.yes(
        "agreed-number", CITES.numbers, "berzerka.ask.agreed-number", number=number
    ):
        reason = CITES.numbers, "berzerka.step.discards-agreed"
        return case.rule("berzerka.ruling.discards-are", reason, number=number)
    reason = CITES.numbers, "berzerka.step.discards-unknown"
    return case.rule("berzerka.ruling.discards-unknown", reason, number=number)


def _counted_up(case: Case, party: Party | None) -> tuple[Effect, ...]:
    """House: a claim or concession is of all the rest, and ends the hand where all
    agree: with what the declarer has when it goes to this player, or to others than the
    one who gave it up; else the table says it."""
    hand = case.state.hand
    if hand is None or hand.contract is None or hand.stage is not Stage.PLAYING:
        return ()
    declarers = next(party for party in state.PARTIES if hand.declarer in party.seats)
    known = _count_of(case, hand, party, is_declarers=party is declarers)
    least, most = (
        (0, hand.contract.counts.most) if case.is_from_old_release else _bounds(hand)
    )
    if known is None:
        options = [
            (str(n), message("berzerka.answer.count", n=n))
            for n in range(least, most + 1)
        ]
        words = "berzerka.ask.count"
        said = {"seat": hand.declarer}
        known = int(case.pick("count", CITES.claim, options, words, **said))
    count = known
    return (Effect(COUNT, declarers.id, count),)


def _count_of(
    case: Case, hand: Hand, party: Party | None, *, is_declarers: bool
) -> int | None:
    """What the record and the claim leave as the declarer's number; None where they
    leave several. Who concedes takes no further card, and no suit is known to lie in
    cards that nobody has seen.
    """
    least, most = _bounds(hand)
    counts = hand.contract.counts if hand.contract else Counts.TRICKS
    is_known = party is not None or case.seat() is hand.declarer
    if not hand.watched.entries or not is_known:
        return None
    if counts is Counts.SUIT_CARDS and (is_declarers or case.is_from_old_release):
        return None
    return most if is_declarers else least


def _bounds(hand: Hand) -> tuple[int, int]:
    contract = hand.contract
    watched = hand.watched
    counts = contract.counts if contract else Counts.TRICKS
    if counts is Counts.SUIT_CARDS:
        cards = [card for card in watched.cards if card.suit is hand.pain_suit]
        declarer = [seat for seat in RING if seat is hand.declarer]
        others = [seat for seat in RING if seat is not hand.declarer]
        own = sum(card in watched.captured(declarer) for card in cards)
        gone = sum(card in watched.captured(others) for card in cards)
        return own, counts.most - gone
    first = TRICKS - counts.most
    won = sum(seat is hand.declarer for seat in watched.winners[first:])
    return won, won + TRICKS - max(first, len(watched.tricks))


def fact_that_ends(state: State, effect: Effect) -> Event | None:
    is_playing = state.hand is not None and state.hand.stage is Stage.PLAYING
    return HandPlayed(effect.amount) if is_playing and effect.kind == COUNT else None


class BidForm(forms.CallForm[State]):
    """Who bid, which contract, and the overbid if there was one."""

    ASSERTS: ClassVar[Assertions] = {**forms.CallForm.ASSERTS, "overbid": NOTHING}

    call = forms.ChosenField(
        "custom.field.call",
        lambda form: [
            *((contract.code, contract) for contract in form.state.board.contracts),
            (PASSING, label("berzerka.said.passed")),
        ],
    )
    overbid = forms.ChosenField(
        "berzerka.field.overbid",
        lambda form: [
            (str(n), label("berzerka.overbid", n=n)) for n in range(TRICKS + 1)
        ],
    )

    def lay_out(self) -> None:
        super().lay_out()
        if self.overbid.raw_data is None and self.overbid.data is None:
            self.overbid.data = "0"


_DISCARDS = ("after-drawing", "out-of-order", "drawn-first", "too-many")
_WRONG_WAY = forms.ChosenField(
    "berzerka.field.what-wrong", forms.worded("berzerka.discard", *_DISCARDS)
)
DiscardForm = forms.facts_form(
    Phase.LEAD, {"seat": NOTHING, "what": NOTHING}, seat=forms.SEAT, what=_WRONG_WAY
)
"""Who discarded at the wrong moment, and how."""

_NUMBER = forms.ChosenField(
    "berzerka.field.discards-told",
    lambda form: [(str(n), str(n)) for n in range(TRICKS + 1)],
)
NumberForm = forms.facts_form(Phase.END, {"number": NOTHING}, number=_NUMBER)
"""How many cards a declarer is said to have discarded."""

RULED: dict[str, defaults.FormAndRule[State]] = {
    **defaults.USUAL,
    "insufficient-bid": (BidForm, call_void),
    "call-out-of-turn": (BidForm, call_void),
    "discard-again": (DiscardForm, discard_again),
    "discards-disputed": (NumberForm, discards_disputed),
    "claim": (forms.ClaimForm, partial(defaults.claim, ends=_counted_up)),
}
"""Everything that is ruled on."""

ARBITER = replace(
    defaults.UsualGame(
        ROUNDS,
        rules.RULE_SHEET,
        pack=lambda settings: play.PACK,
        cites=CITES,
        ruled_on=RULED,
        seen=seen,
        bidding=bidding,
        asked={"count": NOTHING, "agreed-number": NOTHING},
    ).arbiter(),
    calls=calls,
    worth=worth,
    results=(HandPlayed, events.HandStated),
    fact_of_effect=fact_that_ends,
    amount=amount,
)
