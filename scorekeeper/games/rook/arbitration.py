"""What the arbiter of a table of Rook knows, and rules when something goes wrong.

Rule: Jeff house rules §9; official rules on reneging. House: all else.
"""

from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import inferred
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Shown, message
from scorekeeper.core.play import Watched
from scorekeeper.core.rulings import Duty, Effect, Ruling, Step
from scorekeeper.core.seats import Party, party_of
from scorekeeper.core.session import Event
from scorekeeper.games import default_rulings as usual
from scorekeeper.games.arbitration import Case, Claims, Facts, Phase, Settled
from scorekeeper.games.calling import Bidding, void_call
from scorekeeper.games.fields import CardField
from scorekeeper.games.record import NOTHING, OUT_OF_TURN, WRONG_HAND
from scorekeeper.games.rook import events, play
from scorekeeper.games.rook.events import TEAMS, Call, HandForfeited, other, team
from scorekeeper.games.rook.rules import RULE_SHEET, AfterRenege, KittyTo, LateMisdeal
from scorekeeper.games.rook.scoring import KITTY_RULE, RENEGE, ROUNDS, captured, watched_count
from scorekeeper.games.rook.state import Hand, State, why_not_call

ENDS = {"forfeit": HandForfeited, "count": events.CountStated}
"""The effects by which a hand ends, each with the fact that ends it: at a forfeit the party gains
what it has captured, and the other team loses the bid."""

CITES = usual.Cites(
    following=RENEGE,
    turn=inferred("Out of turn", "out-of-turn"),
    call=inferred("Calls", "void-call"),
    numbers=inferred("Misdeals", "misdeal"),
    claim=inferred("Claims", "claim"),
    take_back=play.TAKE_BACK,
    failure="renege",
)
UNOPENED = inferred("Discards", "unopened-discards")


def every_call(settings: Any) -> tuple[Call, ...]:
    """Every bid of this table, Pass and Pass-Partner."""
    return (
        *(Call(str(n)) for n in play.bids(settings)),
        events.PASS,
        events.PASS_PARTNER,
    )


def calls(state: State) -> tuple[tuple[Shown, RuleViolation | None], ...]:
    """Every call, and why it can't be said now; none once the bid stands."""
    auction, settings = state.round.auction, state.settings
    if state.round.bid is not None or auction.turn is None:
        return ()
    return tuple((call, why_not_call(auction, call, settings)) for call in every_call(settings))


def bidding(state: State) -> Bidding | None:
    """Whose turn it is and who is out; None once the bid stands."""
    auction, is_over = state.round.auction, state.round.bid is not None
    callers = tuple(seat for seat, _ in auction.calls)
    return None if is_over else Bidding(auction.turn, auction.out, callers)


def held(hand: Hand) -> usual.Held:
    """The kitty and the discards are the bidder's."""
    cards = {*(hand.kitty or ()), *(hand.discards or ())}
    return tuple((hand.bid.bidder, card) for card in cards) if hand.bid else ()


def worth(state: State, card: Card) -> Ruling:
    """What a captured card counts, and of the Rook where it ranks. Rule: §3, §4."""
    points = play.counters(state.settings).worth(card)
    count = RULE_SHEET.cite(state.settings, "count")
    steps = [Step(message("rook.worth.counts", card=card, n=points), count)]
    if card == play.ROOK:
        ranks = message(f"rook.worth.rook-{state.settings.rook.value}")
        steps.append(Step(ranks, RULE_SHEET.cite(state.settings, "rook")))
        steps.append(Step(message("rook.worth.trump"), play.FOLLOWING))
    return Ruling(message("rook.worth", card=card, n=points), tuple(steps))


def renege(case: Case) -> Ruling:
    """Official rules: corrected until the next trick is led; after that the hand ends."""
    after = {
        AfterRenege.FORFEIT: _established,
        AfterRenege.AGAIN: usual.played_again,
        AfterRenege.FROM_THERE: usual.played_from_there,
    }
    return usual.failure_to_follow(case, after[case.state.settings.renege])


def _established(case: Case) -> Ruling:
    case.step(RENEGE, "rook.step.renege")
    return _forfeited(case, "renege", party_of(case.seat(), TEAMS).id)


def _forfeited(case: Case, code: str, offenders: str) -> Ruling:
    """The offenders lose the bid, whoever made it; the others score what they have captured."""
    hand, others = case.state.last if usual.is_recorded(case) else None, other(offenders)
    said: dict[str, Any] = {"party": team(offenders), "others": team(others)}
    if hand is None or hand.bid is None:
        return case.rule(f"rook.ruling.{code}-unseen", otherwise="unrecorded", **said)
    points = _captured(case, hand, others)
    said |= {"bid": hand.bid.amount, "points": points}
    effects, remedies = (Effect("forfeit", others, points),), ("rook.remedy.again", "from-there")
    return case.rule(f"rook.ruling.{code}", effects=effects, remedies=remedies, **said)


def _captured(case: Case, hand: Hand, party: str) -> int:
    """What a team has captured so far: counted, watched, or as the table says."""
    worth = play.counters(case.state.settings)
    count = hand.count or watched_count(hand, case.state.settings)
    if count is not None:
        return captured(count, case.state.settings)[party]
    if hand.watched.entries:
        seats = next(one.seats for one in TEAMS if one.id == party)
        return worth.worth(*hand.watched.captured(seats))
    options = ((str(n), message("rook.answer.points", n=n)) for n in sorted(worth.totals()))
    return int(case.pick("captured", RENEGE, options, "rook.ask.captured", party=team(party)))


def ended(state: State, effect: Effect) -> Event | None:
    """The fact by which a ruling ends the hand in progress."""
    is_mine = state.round.bid is not None and effect.kind in ENDS
    return ENDS[effect.kind](effect.party, effect.amount) if is_mine else None


def misdeal(case: Case) -> Ruling:
    """House: before the first bid it is dealt again; after it, the side at fault is set."""
    cite, table = CITES.numbers, case.table
    if not table.is_begun and not case.yes("first-bid", cite, "rook.ask.first-bid"):
        return case.rule("again", (cite, "rook.step.before-bid"))
    if usual.is_recorded(case) and case.state.last.bid is None:
        return case.rule("again", (cite, "rook.step.no-contract"), effects=(usual.AGAIN,))
    if case.state.settings.misdeal is LateMisdeal.AGAIN:
        return usual.dealt_again(case, table.cites.numbers, "rook.step.late-again")
    options = [(one.id, message("rook.answer.team", party=one)) for one in TEAMS]
    options.append(("nobody", message("rook.answer.nobody")))
    fault = case.pick("fault", cite, options, "rook.ask.fault")
    if fault == "nobody":
        return usual.dealt_again(case, cite, "rook.step.no-fault")
    case.step(cite, "rook.step.fault", party=team(fault))
    return _forfeited(case, "set", fault)


def _counted_up(case: Case, party: Party | None) -> tuple[Effect, ...]:
    """House: the count of a hand whose rest goes to this team: all that the others have not
    captured, the discards with it where the kitty is the bidders'."""
    hand, settings = case.state.round, case.state.settings
    if hand.bid is None or party is None:
        return ()
    others = other(party.id)
    if hand.bid.team.id == others and settings.kitty is KittyTo.BIDDER:
        hand = replace(hand, watched=Watched())
    points = play.counters(settings).total - _captured(case, hand, others)
    case.step(CITES.claim, "rook.step.claim", party=party, points=points)
    return (Effect("count", party.id, points),)


def unopened_discards(case: Case) -> Ruling:
    """House: discards that are not opened count as the count says; in doubt, for the others."""
    bid = case.state.last.bid
    if case.said("disputed") != "yes":
        return case.rule("rook.ruling.as-counted", (UNOPENED, "rook.step.as-counted"))
    case.step(UNOPENED, "rook.step.who-laid")
    code = "disputed" if bid else "disputed-unseen"
    said: dict[str, Any] = {"party": team(other(bid.team.id))} if bid else {}
    return case.rule(f"rook.ruling.{code}", otherwise="rook.otherwise.opened", **said)


def kitty_seen(case: Case) -> Ruling:
    """Rule: §6: the bidder alone sees the kitty. House: what another player saw is not used."""
    seat, bid = case.seat(), case.state.last.bid if usual.is_recorded(case) else None
    bidder = bid.bidder if bid is not None else None
    if seat is bidder:
        return case.rule("rook.ruling.own-kitty", (KITTY_RULE, "rook.step.own-kitty"), seat=seat)
    case.steps((KITTY_RULE, "rook.step.kitty-private"), (CITES.numbers, "rook.step.not-to-use"))
    case.bind(Duty.UNAUTHORIZED, seat)
    return case.rule("rook.ruling.kitty-seen", remedies="rook.remedy.again", seat=seat)


def wrong_discards(case: Case) -> Ruling:
    """House: put right until the first card is led; after that the bidders are set, or it is dealt
    again where this table deals again after a late misdeal."""
    case.step(KITTY_RULE, "rook.step.discards")
    is_known = usual.is_recorded(case) and bool(case.table.watched.entries)
    if not (is_known or case.yes("led-first", CITES.numbers, "rook.ask.led-first")):
        code = f"rook.ruling.discards-{case.said('what')}"
        return case.rule(code, otherwise="rook.otherwise.led-first")
    if case.state.settings.misdeal is LateMisdeal.AGAIN:
        return usual.dealt_again(case, case.table.cites.numbers, "rook.step.late-again")
    bid = case.state.last.bid if usual.is_recorded(case) else None
    if bid is not None and case.state.last.discards:
        return case.rule("none", (KITTY_RULE, "rook.step.discards-known"), seat=bid.bidder)
    if bid is None:
        return case.rule("rook.ruling.bidders-set-unseen", (CITES.numbers, "rook.step.own-fault"))
    case.step(CITES.numbers, "rook.step.own-fault")
    return _forfeited(case, "set", bid.team.id)


def lead_before_trump(case: Case) -> Ruling:
    """House: a card led before trump was named goes back, and trump is named first."""
    seat, card = case.seat(), usual.named_card(case) or usual.THE_CARD
    case.step(KITTY_RULE, "rook.step.trump-first")
    return case.rule("rook.ruling.trump-first", seat=seat, card=card)


def call_void(case: Case) -> Ruling:
    """House: a call out of turn, or too low, is void."""
    state: State = case.state
    call, on = Call.parse(case.said("call")), bidding(state)
    why = why_not_call(state.round.auction, call, state.settings) if on else None
    is_skip = call == events.PASS_PARTNER
    stays_in = message("rook.step.stays-in", seat=case.seat()) if is_skip else None
    return void_call(case, on, why, call.said(), call.amount, stays_in)


class RookCallForm(usual.CallForm):
    """Who called, and which call of this table."""

    call = usual.ChosenField(
        "custom.field.call",
        lambda form: [(str(one), one.said()) for one in every_call(form.state.settings)],
    )


_FEW_OR_MANY = usual.ChosenField("rook.field.how-many", usual.worded("rook.many", "few", "many"))
KittyForm = usual.facts_form(Phase.LEAD, {"seat": NOTHING}, seat=usual.SEAT)
"""Who saw the kitty."""
WrongDiscardsForm = usual.facts_form(Phase.LEAD, {"what": WRONG_HAND}, what=_FEW_OR_MANY)
"""Whether too few cards were laid away, or too many."""
EarlyLeadForm = usual.facts_form(
    Phase.LEAD, {"seat": NOTHING, "card": OUT_OF_TURN}, seat=usual.SEAT, card=CardField(usual.CARD)
)
"""Who led before trump was named, and which card."""


class DiscardsForm(usual.FactsForm):
    """Whether what the discards count is disputed; that settles those that were sealed."""

    NAME = "unopened-discards"
    PHASE = Phase.END
    CLAIMS: ClassVar[Claims] = {"disputed": NOTHING}
    disputed = usual.ChosenField("rook.field.disputed", usual.worded("custom.answer", "no", "yes"))

    @staticmethod
    def settles(state: Any, facts: Facts) -> Settled | None:
        """What was sealed holds no longer."""
        return "rook.seal.discards", ()


RULED: dict[str, usual.FormAndRule] = {
    "renege": (usual.FollowingForm, renege),
    **{name: usual.USUAL[name] for name in ("out-of-turn", "take-back", "exposed-card")},
    "insufficient-bid": (RookCallForm, call_void),
    "call-out-of-turn": (RookCallForm, call_void),
    "kitty-seen": (KittyForm, kitty_seen),
    "wrong-discards": (WrongDiscardsForm, wrong_discards),
    "lead-before-trump": (EarlyLeadForm, lead_before_trump),
    "misdeal": (usual.MisdealForm, misdeal),
    "claim": (usual.ClaimForm, partial(usual.claim, ends=_counted_up)),
    "unopened-discards": (DiscardsForm, unopened_discards),
}
"""Everything that is ruled on, in the order in which it is offered."""

ARBITER = usual.usual_arbiter(
    ROUNDS,
    RULE_SHEET,
    lambda settings: play.cards_of(settings.deck),
    CITES,
    RULED,
    calls=calls,
    worth=worth,
    results=(*events.COUNTS, HandForfeited),
    ended=ended,
    bidding=bidding,
    held=held,
    asked=dict.fromkeys(("first-bid", "fault", "captured", "led-first"), NOTHING),
    amount=lambda call: call.amount,
)
