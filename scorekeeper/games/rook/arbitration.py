"""What the arbiter of a table of Rook knows, and rules when something goes wrong.

Rule: Jeff house rules §9; official rules on reneging. House: all else.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import inferred
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Shown, message
from scorekeeper.core.play import Watched
from scorekeeper.core.rulings import Effect, Progress, Ruling, Step
from scorekeeper.core.seats import Party, party_of
from scorekeeper.core.session import Event
from scorekeeper.games.arbitration import Facts, Phase, Settled
from scorekeeper.games.case import AGAIN, Cites, HouseCase
from scorekeeper.games.default_rulings import (
    USUAL,
    FactsForm,
    Ruled,
    SeatForm,
    chosen,
    claim,
    failure_to_follow,
    played_again,
    played_from_there,
    usual_arbiter,
    void_call,
)
from scorekeeper.games.fields import label
from scorekeeper.games.rook.events import (
    PASS,
    PASS_PARTNER,
    TEAMS,
    Call,
    CardsCaptured,
    CountStated,
    HandForfeited,
    other,
    team,
)
from scorekeeper.games.rook.play import FOLLOWING, ROOK, TAKE_BACK, bids, cards_of, counters
from scorekeeper.games.rook.rules import RULE_SHEET, AfterRenege, KittyTo, LateMisdeal
from scorekeeper.games.rook.scoring import RENEGE, ROUNDS, captured, watched_count
from scorekeeper.games.rook.state import Hand, State, why_not_call

FORFEIT = "forfeit"
"""The effect by which a hand ends: the party gains what it has captured, the other team loses
the bid."""

CITES = Cites(
    following=RENEGE,
    after=RENEGE,
    turn=inferred("Out of turn", "out-of-turn"),
    call=inferred("Calls", "void-call"),
    exposed=inferred("Exposed cards", "exposed"),
    numbers=inferred("Misdeals", "misdeal"),
    claim=inferred("Claims", "claim"),
    take_back=TAKE_BACK,
    failure="renege",
)
UNOPENED = inferred("Discards", "unopened-discards")


# ---- what may be said, and what a card is worth ----


def every_call(settings: Any) -> tuple[Call, ...]:
    """Every bid of this table, Pass and Pass-Partner."""
    return (*(Call(str(amount)) for amount in bids(settings)), PASS, PASS_PARTNER)


def calls(state: State) -> tuple[tuple[Shown, RuleViolation | None], ...]:
    """Every call, and why it can't be said now; none once the bid stands."""
    auction, settings = state.round.auction, state.settings
    if state.round.bid is not None or auction.turn is None:
        return ()
    return tuple((call, why_not_call(auction, call, settings)) for call in every_call(settings))


def progress(state: State) -> Progress:
    """How far the hand in progress has come: its calls, its bid, its tricks."""
    hand = state.round
    return Progress(
        callers=tuple(seat for seat, _ in hand.auction.calls),
        turn=hand.auction.turn,
        is_bidding=hand.bid is None,
        tricks=(*hand.watched.tricks, hand.watched.trick),
    )


def worth(state: State, card: Card) -> Ruling:
    """What a captured card counts, and of the Rook where it ranks. Rule: §3, §4."""
    points = counters(state.settings).worth(card)
    count = RULE_SHEET.cite(state.settings, "count")
    steps = [Step(message("rook.worth.counts", card=card, n=points), count)]
    if card == ROOK:
        ranks = message(f"rook.worth.rook-{state.settings.rook.value}")
        steps.append(Step(ranks, RULE_SHEET.cite(state.settings, "rook")))
        steps.append(Step(message("rook.worth.trump"), FOLLOWING))
    return Ruling(message("rook.worth", card=card, n=points), tuple(steps))


# ---- renege ----


def renege(case: HouseCase) -> Ruling:
    """Official rules: corrected until the next trick is led; after that the hand ends."""
    return failure_to_follow(case, _AFTER[case.state.settings.renege])


def _established(case: HouseCase) -> Ruling:
    """The offenders lose the bid, whoever made it; the others score what they have captured."""
    case.step(RENEGE, "rook.step.renege")
    return _forfeited(case, "renege", party_of(case.seat(), TEAMS).id)


_AFTER = {
    AfterRenege.FORFEIT: _established,
    AfterRenege.AGAIN: played_again,
    AfterRenege.FROM_THERE: played_from_there,
}


def _forfeited(case: HouseCase, code: str, offenders: str) -> Ruling:
    hand = _hand(case)
    others = other(offenders)
    said: dict[str, Any] = {"party": team(offenders), "others": team(others)}
    if hand is None or hand.bid is None:
        return case.rule(f"rook.ruling.{code}-unseen", otherwise=("unrecorded",), **said)
    points = _captured(case, hand, others)
    return case.rule(
        f"rook.ruling.{code}",
        effects=(Effect(FORFEIT, others, points),),
        remedies=("rook.remedy.again", "from-there"),
        bid=hand.bid.amount,
        points=points,
        **said,
    )


def _hand(case: HouseCase) -> Hand | None:
    """The hand it is about, where something of it was recorded."""
    state: State = case.state
    return state.last if case.is_recorded else None


def _captured(case: HouseCase, hand: Hand, party: str) -> int:
    """What a team has captured so far: counted, watched, or as the table says."""
    state: State = case.state
    worth = counters(state.settings)
    count = hand.count or watched_count(hand, state.settings)
    if count is not None:
        return captured(count, state.settings)[party]
    if hand.watched.entries:
        seats = next(one.seats for one in TEAMS if one.id == party)
        return worth.worth(*hand.watched.captured(seats))
    options = ((str(n), message("rook.answer.points", n=n)) for n in sorted(worth.totals()))
    return int(case.choose("captured", RENEGE, options, ask="rook.ask.captured", party=team(party)))


_ENDS: Mapping[str, type[HandForfeited | CountStated]] = {
    FORFEIT: HandForfeited,
    "count": CountStated,
}
"""The fact by which a hand ends that a ruling, or an agreed claim, ends."""


def amended(state: State, event: Event, effect: Effect) -> Event | None:
    """A count gives way to the ruling that ended its hand."""
    is_count = isinstance(event, CountStated | CardsCaptured | HandForfeited)
    ends = _ENDS.get(effect.kind)
    return ends(effect.party, effect.amount) if is_count and ends else None


def entered(state: State, effect: Effect) -> Event | None:
    """The fact by which a ruling ends the hand in progress."""
    ends = _ENDS.get(effect.kind)
    return ends(effect.party, effect.amount) if ends and state.round.bid else None


# ---- cards ----


def misdeal(case: HouseCase) -> Ruling:
    """House: before the first bid it is dealt again; after it, the side at fault is set."""
    cite = CITES.numbers
    if not case.table.is_begun and not case.is_so("first-bid", cite, ask="rook.ask.first-bid"):
        case.step(cite, "rook.step.before-bid")
        return case.rule("again")
    hand = _hand(case)
    if hand is not None and hand.bid is None:
        case.step(cite, "rook.step.no-contract")
        return case.rule("again", effects=(AGAIN,))
    if case.state.settings.misdeal is LateMisdeal.AGAIN:
        case.step(case.table.cites.numbers, "rook.step.late-again")
        return case.rule("again", otherwise=case.unrecorded(), effects=case.again())
    options = [(one.id, message("rook.answer.team", party=one)) for one in TEAMS]
    options.append(("nobody", message("rook.answer.nobody")))
    fault = case.choose("fault", cite, options, ask="rook.ask.fault")
    if fault == "nobody":
        case.step(cite, "rook.step.no-fault")
        return case.rule("again", otherwise=case.unrecorded(), effects=case.again())
    case.step(cite, "rook.step.fault", party=team(fault))
    return _forfeited(case, "set", fault)


def claim_rest(case: HouseCase) -> Ruling:
    """House: a claim is of all the rest and holds where both sides agree; with its points."""
    return claim(case, _counted_up)


def _counted_up(case: HouseCase, party: Party) -> tuple[Effect, ...]:
    """The count of a hand whose rest goes to this team: all that the others have not captured."""
    state: State = case.state
    hand, others = state.round, other(party.id)
    if hand.bid is None:
        return ()
    points = counters(state.settings).total - _captured_by_now(case, hand, others)
    case.step(CITES.claim, "rook.step.claim", party=party, points=points)
    return (Effect("count", party.id, points),)


def _captured_by_now(case: HouseCase, hand: Hand, party: str) -> int:
    """What a team has captured, the discards with it where the kitty is the bidders'."""
    state: State = case.state
    bidders = hand.bid is not None and party_of(hand.bid.bidder, TEAMS).id == party
    if not bidders or state.settings.kitty is not KittyTo.BIDDER:
        return _captured(case, hand, party)
    return _captured(case, replace(hand, watched=Watched()), party)


def unopened_discards(case: HouseCase) -> Ruling:
    """House: discards that are not opened count as the count says; in doubt, for the others."""
    hand = case.state.last
    if case.said("disputed") != "yes":
        case.step(UNOPENED, "rook.step.as-counted")
        return case.rule("rook.ruling.as-counted")
    case.step(UNOPENED, "rook.step.who-laid")
    if hand.bid is None:
        return case.rule("rook.ruling.disputed-unseen", otherwise=("rook.otherwise.opened",))
    others = team(other(hand.bid.team.id))
    return case.rule("rook.ruling.disputed", otherwise=("rook.otherwise.opened",), party=others)


# ---- calls ----


def call_void(case: HouseCase) -> Ruling:
    """House: a call out of turn, or too low, is void."""
    state: State = case.state
    call = Call.parse(case.said("call"))
    auction = state.round.auction
    is_on = bool(auction.calls) and state.round.bid is None
    now = auction.turn if is_on else None
    why = why_not_call(auction, call, state.settings) if is_on else None
    is_out = case.seat() in auction.out if is_on else None
    return void_call(case, now, why, call.said(), amount=call.amount, is_out=is_out)


# ---- the facts ----


class CallForm(SeatForm):
    """Who called, and what was called."""

    NAME = "call"
    PHASE = Phase.BIDDING
    call = chosen("custom.field.call")

    def lay_out(self) -> None:
        """Offer every call of the game."""
        super().lay_out()
        said: list[tuple[str, Any]] = [(str(c), c.said()) for c in every_call(self.state.settings)]
        self.call.choices = said


class DiscardsForm(FactsForm):
    """Whether what the discards count is disputed; that settles those that were sealed."""

    NAME = "unopened-discards"
    PHASE = Phase.END
    disputed = chosen("rook.field.disputed")

    @staticmethod
    def settles(state: Any, facts: Facts) -> Settled | None:
        """What was sealed holds no longer."""
        return "rook.seal.discards", ()

    def lay_out(self) -> None:
        """Offer both answers."""
        answers = ("no", "yes")
        self.disputed.choices = [(one, label(f"custom.answer.{one}")) for one in answers]


RULED: dict[str, Ruled] = {
    "renege": (USUAL["failure-to-follow"][0], renege),
    **{name: USUAL[name] for name in ("out-of-turn", "take-back", "exposed-card")},
    "insufficient-bid": (CallForm, call_void),
    "call-out-of-turn": (CallForm, call_void),
    "misdeal": (USUAL["misdeal"][0], misdeal),
    "claim": (USUAL["claim"][0], claim_rest),
    "unopened-discards": (DiscardsForm, unopened_discards),
}
"""Everything that is ruled on, in the order in which it is offered."""

ARBITER = usual_arbiter(
    ROUNDS,
    RULE_SHEET,
    lambda settings: cards_of(settings.deck),
    CITES,
    RULED,
    calls=calls,
    worth=worth,
    amended=amended,
    entered=entered,
    progress=progress,
    amount=lambda call: call.amount,
)
