"""What the arbiter of a table of Rook knows, and rules when something goes wrong.

Rule: Jeff house rules §9; official rules on reneging. House: all else.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import ClassVar

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import inferred
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.facts import Fact, Facts, Reply
from scorekeeper.core.messages import Shown, listed, message
from scorekeeper.core.play import Watched
from scorekeeper.core.rulings import Duty, Effect, Ruling, Step
from scorekeeper.core.seats import Party, PartyId, Seat
from scorekeeper.core.session import Event
from scorekeeper.games.arbiter import default_forms as forms
from scorekeeper.games.arbiter import defaults
from scorekeeper.games.arbiter.arbiter import Assertions, Phase, Settled
from scorekeeper.games.arbiter.calling import Bidding, Tried, void_call
from scorekeeper.games.arbiter.case import Said
from scorekeeper.games.arbiter.record import NOTHING, OUT_OF_TURN, SHOWN, WRONG_HAND
from scorekeeper.games.arbiter.table import Cites, Held, UsualCase
from scorekeeper.games.fields import CardField, ItsForm, label
from scorekeeper.games.rook import events, play
from scorekeeper.games.rook.events import Call, HandForfeited
from scorekeeper.games.rook.rules import (
    RULE_SHEET,
    AfterRenege,
    KittyTo,
    LateMisdeal,
    NamesTrump,
    NoCounters,
    Settings,
    has_kitty,
)
from scorekeeper.games.rook.scoring import (
    COUNT,
    FORFEIT,
    KITTY_RULE,
    OF_SIDE,
    PRICE,
    RENEGE,
    ROUNDS,
    captured,
    ended,
    is_doubled,
    is_far_behind,
    watched_count,
)
from scorekeeper.games.rook.state import (
    Bid,
    Hand,
    State,
    auction_of,
    legal_bids,
    no_such_bid,
    side_at,
    sides,
    who_held,
    why_not_blind,
    why_not_call,
)

Case = UsualCase[State]
"""An irregularity at a table of Rook."""

CITES = Cites(
    following=RENEGE,
    turn=inferred("Out of turn", "out-of-turn"),
    call=inferred("Calls", "void-call"),
    numbers=inferred("Misdeals", "misdeal"),
    claim=inferred("Claims", "claim"),
    take_back=play.TAKE_BACK,
    failure="renege",
)
NO_BID = "no-bid"
"""An amount that nobody can bid at this table, whichever it was."""
UNOPENED = inferred("Discards", "unopened-discards")


def every_call(settings: Settings) -> tuple[Call, ...]:
    to_partner = () if settings.calls_partner else (events.PASS_PARTNER,)
    return *(Call(str(n)) for n in play.bids(settings)), events.PASS, *to_partner


def calls(state: State) -> tuple[tuple[Shown, RuleViolation | None], ...]:
    settings = state.settings
    auction = auction_of(state.round, settings)
    if state.round.bid is not None or auction.turn is None:
        return ()
    every = every_call(settings)
    if settings.plays_blind and is_far_behind(state, auction.turn):
        blind = tuple(Call(str(n), is_blind=True) for n in play.bids(settings))
        # what bars all of them is said once
        every += blind[:1] if why_not_blind(auction, settings) else blind
    return tuple((call, why_not_call(auction, call, settings)) for call in every)


def amount(call: object) -> int | None:
    return call.amount if isinstance(call, Call) else 0


def bidding(state: State) -> Bidding | None:
    auction = auction_of(state.round, state.settings)
    is_over = state.round.bid is not None
    callers = tuple(seat for seat, _ in auction.calls)
    return None if is_over else Bidding(auction.turn, auction.out, callers)


def held(hand: Hand) -> Held:
    if hand.bid is None:
        return ()
    cards = {*(hand.kitty or ()), *(hand.discards or ())}
    bidders = tuple((hand.bid.bidder, card) for card in cards)
    if hand.holder is None or hand.called is None:
        return bidders
    return (*bidders, (hand.holder, hand.called))


def laid(hand: Hand) -> Held:
    if hand.bid:
        return tuple((hand.bid.bidder, card) for card in hand.discards or ())
    return ()


def worth(state: State, card: Card) -> Ruling:
    """What a captured card counts, and of the Rook where it ranks. Rule: §3, §4."""
    points = play.counters(state.settings).points_of(card)
    count = RULE_SHEET.cite(state.settings, "count")
    steps = [Step(message("rook.worth.counts", card=card, n=points), count)]
    if card == play.ROOK:
        ranks = message(f"rook.worth.rook-{state.settings.rook.value}")
        steps.append(Step(ranks, RULE_SHEET.cite(state.settings, "rook")))
        steps.append(Step(message("rook.worth.trump"), play.FOLLOWING))
    return Ruling(message("rook.worth", card=card, n=points), tuple(steps))


def renege(case: Case) -> Ruling:
    after: dict[AfterRenege, Callable[[Case], Ruling]] = {
        AfterRenege.FORFEIT: _established,
        AfterRenege.HAND: _priced,
        AfterRenege.FIGURE: _priced,
        AfterRenege.AGAIN: defaults.played_again,
        AfterRenege.FROM_THERE: defaults.played_from_there,
    }
    return defaults.failure_to_follow(case, after[case.state.settings.renege])


def _established(case: Case) -> Ruling:
    case.step(RENEGE, "rook.step.renege")
    return _forfeited(case, "renege", case.seat().party)


def _priced(case: Case) -> Ruling:
    """The offenders lose what this table has fixed, and the others score it."""
    settings = case.state.settings
    case.step(RULE_SHEET.cite(settings, "renege"), "rook.step.renege-price")
    price = settings.renege_price or 0
    hand = case.state.last if defaults.ask_if_recorded(case) else None
    if _are_sides_open(hand, settings):
        return case.rule("rook.ruling.side-pays", seat=case.seat(), points=price)
    offenders, others = _both_sides(case, case.seat().party)
    is_known = hand is not None and hand.bid is not None
    return case.rule(
        f"rook.ruling.renege-price{_of_one(offenders, others)}",
        effects=(_effect(PRICE, others, price),) if is_known else (),
        otherwise="" if is_known else "unrecorded",
        remedies=("rook.remedy.again", "from-there") if is_known else "",
        party=_persons(offenders),
        others=_persons(others),
        points=price,
    )


def _are_sides_open(hand: Hand | None, settings: Settings) -> bool:
    """Whether a card was called, and it isn't known yet who plays with the bidder."""
    if not settings.calls_partner:
        return False
    return hand is None or who_held(hand, settings) is None


def _both_sides(case: Case, offender: PartyId) -> tuple[Party, Party]:
    """The side at fault, which is or has this party, and the other one."""
    hand = case.state.last
    at_fault = side_at(offender, hand, case.state.settings)
    first, second = sides(hand, case.state.settings)
    if at_fault == first:
        return first, second
    return second, first


def _persons(side: Party) -> object:
    if side.id not in events.SIDES_OF_HAND:
        return side
    *others, last = side.seats
    if not others:
        return last
    return message("party.persons", first=listed(others), last=last)


# which verb is singular: a bidder may play alone
def _of_one(offenders: Party, others: Party) -> str:
    if len(offenders.seats) == 1:
        return "-by-one"
    return "-to-one" if len(others.seats) == 1 else ""


# a person who has a column stands for the side that they are on
def _effect(kind: str, side: Party, points: int) -> Effect:
    if side.id in events.SIDES_OF_HAND:
        return Effect(OF_SIDE + kind, side.seats[0].party, points)
    return Effect(kind, side.id, points)


def _forfeited(case: Case, code: str, offender: PartyId) -> Ruling:
    """The offenders lose the bid, whoever made it; the others score what they have
    captured."""
    hand = case.state.last if defaults.ask_if_recorded(case) else None
    if _are_sides_open(hand, case.state.settings):
        otherwise = "rook.otherwise.holder"
        seat = Seat(offender)
        return case.rule("rook.ruling.side-loses", otherwise=otherwise, seat=seat)
    offenders, others = _both_sides(case, offender)
    said: Said = {"party": _persons(offenders), "others": _persons(others)}
    if hand is None or hand.bid is None:
        return case.rule(f"rook.ruling.{code}-unseen", otherwise="unrecorded", **said)
    points = _captured(case, hand, others)
    bid = hand.bid.amount
    lost: object = bid
    if _lose_twice(case, hand.bid, offenders):
        lost = message("rook.lost.blind", lost=2 * bid)
    said |= {"bid": lost, "points": points}
    effects = (_effect(FORFEIT, others, points),)
    remedies = ("rook.remedy.again", "from-there")
    code = f"rook.ruling.{code}{_of_one(offenders, others)}"
    return case.rule(code, effects=effects, remedies=remedies, **said)


def _lose_twice(case: Case, bid: Bid, offenders: Party) -> bool:
    settings = case.state.settings
    is_of_bidders = bid.bidder in offenders.seats
    if not (is_of_bidders and is_doubled(bid, -bid.amount, settings)):
        return False
    case.step(RULE_SHEET.cite(settings, "blind"), "rook.step.blind")
    return True


def _captured(case: Case, hand: Hand, party: Party) -> int:
    counters = play.counters(case.state.settings)
    count = hand.count or watched_count(hand, case.state.settings)
    if count is not None:
        return captured(count, case.state.settings)[party.id]
    own = _of_their_kitty(case, hand, party)
    if hand.watched.entries:
        return counters.points_of(*hand.watched.captured(party.seats), *own)
    theirs = counters.points_of(*own)
    _, others = _both_sides(case, party.id)
    most = counters.total - counters.points_of(*_of_their_kitty(case, hand, others))
    totals = (n for n in sorted(counters.totals()) if theirs <= n <= most)
    options = ((str(n), message("rook.answer.points", n=n)) for n in totals)
    said = _persons(party)
    return int(case.pick("captured", RENEGE, options, "rook.ask.captured", party=said))


def _of_their_kitty(case: Case, hand: Hand, party: Party) -> tuple[Card, ...]:
    """The discards that count for this team whatever else happens: those of the bidders
    where the kitty is theirs. Inferred: they are captured already when a hand ends
    early."""
    is_theirs = (
        not case.is_from_old_release
        and hand.bid is not None
        and sides(hand, case.state.settings)[0] == party
    )
    is_kept = case.state.settings.kitty is KittyTo.BIDDER
    return (hand.discards or ()) if is_theirs and is_kept else ()


def fact_that_ends(state: State, effect: Effect) -> Event | None:
    hand = state.round
    if hand.bid is None or effect.kind not in ROUNDS.awardable:
        return None
    side = side_at(effect.party, hand, state.settings)
    return ended(effect.kind, side.id, effect.amount)


def misdeal(case: Case) -> Ruling:
    """House: before the first bid it is dealt again; after it, the side at fault is
    set."""
    cite = CITES.numbers
    table = case.table
    if not table.is_begun and not case.yes("first-bid", cite, "rook.ask.first-bid"):
        return case.rule("again", (cite, "rook.step.before-bid"))
    if defaults.ask_if_recorded(case) and case.state.last.bid is None:
        return case.rule(
            "again", (cite, "rook.step.no-contract"), effects=(defaults.AGAIN,)
        )
    if case.state.settings.misdeal is LateMisdeal.AGAIN:
        return defaults.dealt_again(case, table.cites.numbers, "rook.step.late-again")
    parties = {party.id: party for party in case.state.settings.parties}
    options = [
        *(
            (party.id, message("rook.answer.team", party=party))
            for party in parties.values()
        ),
        ("nobody", message("rook.answer.nobody")),
    ]
    answer = case.pick("fault", cite, options, "rook.ask.fault")
    if answer == "nobody":
        return defaults.dealt_again(case, cite, "rook.step.no-fault")
    fault = PartyId(answer)
    case.step(cite, "rook.step.fault", party=parties[fault])
    return _forfeited(case, "set", fault)


def no_counters(case: Case) -> Ruling:
    """House: asked for until that player has called; everybody sees the hand."""
    seat = case.seat()
    hand = case.state.round
    cite = RULE_SHEET.cite(case.state.settings, "no_counters")
    if case.state.settings.no_counters is NoCounters.STANDS:
        return case.rule("rook.ruling.hand-stands", (cite, "rook.step.hand-stands"))
    callers = [caller for caller, _ in auction_of(hand, case.state.settings).calls]
    has_called = seat in callers
    is_late = hand.bid is not None or has_called
    if not hand.calls and not is_late:
        is_late = case.yes("called", cite, "rook.ask.called", seat=seat)
    if is_late:
        return case.rule("rook.ruling.hand-stands", (cite, "rook.step.called"))
    return defaults.dealt_again(case, cite, "rook.step.no-counters")


def _counted_up(case: Case, party: Party | None) -> tuple[Effect, ...]:
    """House: the count of a hand whose rest goes to this team: all that the others have
    not captured, the discards with it where the kitty is the bidders'."""
    hand = case.state.round
    settings = case.state.settings
    if hand.bid is None or party is None or _are_sides_open(hand, settings):
        return ()
    mine, others = _both_sides(case, party.id)
    is_seen = bool(hand.discards) and not case.is_from_old_release
    is_theirs = settings.kitty is KittyTo.BIDDER and settings.in_kitty > 0
    is_unseen = is_theirs and not is_seen
    # what the others have captured lies in their kitty too: then they are asked for it
    if sides(hand, settings)[0] == others and is_unseen:
        hand = replace(hand, watched=Watched())
    points = play.counters(settings).total - _captured(case, hand, others)
    case.step(CITES.claim, "rook.step.claim", party=_persons(mine), points=points)
    return (_effect(COUNT, mine, points),)


def unopened_discards(case: Case) -> Ruling:
    """House: discards that are not opened count as the count says; in doubt, for the
    others."""
    hand = case.state.last
    is_known = hand.bid is not None and not _are_sides_open(hand, case.state.settings)
    if case.said(Fact.DISPUTED) != Reply.YES:
        return case.rule("rook.ruling.as-counted", (UNOPENED, "rook.step.as-counted"))
    if not case.is_from_old_release and hand.discards:
        cards = listed(hand.discards)
        return case.rule(
            "rook.ruling.as-laid", (UNOPENED, "rook.step.as-laid"), cards=cards
        )
    case.step(UNOPENED, "rook.step.who-laid")
    code = "disputed" if is_known else "disputed-unseen"
    others = _persons(sides(hand, case.state.settings)[1])
    said: Said = {"party": others} if is_known else {}
    return case.rule(f"rook.ruling.{code}", otherwise="rook.otherwise.opened", **said)


def kitty_seen(case: Case) -> Ruling:
    """Rule: §6: the bidder alone sees the kitty. House: what another player saw is not
    used."""
    seat = case.seat()
    bid = case.state.last.bid if defaults.ask_if_recorded(case) else None
    bidder = bid.bidder if bid is not None else None
    settings = case.state.settings
    is_too_early = case.state.last.waits_for_trump(settings)
    if seat is bidder and not is_too_early:
        return case.rule(
            "rook.ruling.own-kitty", (KITTY_RULE, "rook.step.own-kitty"), seat=seat
        )
    why = (KITTY_RULE, "rook.step.kitty-private")
    if seat is bidder:
        why = (RULE_SHEET.cite(settings, "names_trump"), "rook.step.trump-before")
    case.steps(why, (CITES.numbers, "rook.step.not-to-use"))
    case.bind(Duty.UNAUTHORIZED, seat)
    return case.rule("rook.ruling.kitty-seen", remedies="rook.remedy.again", seat=seat)


def wrong_discards(case: Case) -> Ruling:
    """House: put right until the first card is led; after that the bidders are set, or
    it is dealt again where this table deals again after a late misdeal."""
    case.step(KITTY_RULE, "rook.step.discards")
    is_known = defaults.ask_if_recorded(case) and bool(case.table.watched.entries)
    if not (is_known or case.yes("led-first", CITES.numbers, "rook.ask.led-first")):
        code = f"rook.ruling.discards-{case.said(Fact.WHAT)}"
        return case.rule(code, otherwise="rook.otherwise.led-first")
    if case.state.settings.misdeal is LateMisdeal.AGAIN:
        return defaults.dealt_again(
            case, case.table.cites.numbers, "rook.step.late-again"
        )
    bid = case.state.last.bid if defaults.ask_if_recorded(case) else None
    if bid is not None and case.state.last.discards:
        return case.rule(
            "none", (KITTY_RULE, "rook.step.discards-known"), seat=bid.bidder
        )
    if bid is None:
        return case.rule(
            "rook.ruling.bidders-set-unseen", (CITES.numbers, "rook.step.own-fault")
        )
    case.step(CITES.numbers, "rook.step.own-fault")
    return _forfeited(case, "set", bid.bidder.party)


def lead_before_trump(case: Case) -> Ruling:
    """House: a card led before trump was named goes back, and trump is named first."""
    seat = case.seat()
    card = defaults.named_card(case) or defaults.THE_CARD
    case.step(KITTY_RULE, "rook.step.trump-first")
    otherwise = "rook.otherwise.played-to"
    return case.rule(
        "rook.ruling.trump-first", otherwise=otherwise, seat=seat, card=card
    )


def exposed_card(case: Case) -> Ruling:
    """House: as in other games; but a bidder may still lay the card away."""
    hand = case.state.round
    seat = case.seat()
    card = defaults.named_card(case)
    settings = case.state.settings
    is_bidder = hand.bid is not None and hand.bid.bidder is seat
    is_last = settings.names_trump is NamesTrump.AFTER and hand.trump is not None
    is_laid = hand.discards is not None or is_last or not settings.in_kitty
    if not is_bidder or is_laid or hand.watched.entries:
        return defaults.exposed_card(case)
    ruling = defaults.exposed_card(case)
    said = message(
        "rook.otherwise.may-be-laid", seat=seat, card=card or defaults.THE_CARD
    )
    return replace(ruling, otherwise=(*ruling.otherwise, said))


def call_void(case: Case) -> Ruling:
    """House: a call out of turn, or too low, is void."""
    state = case.state
    bidding_now = bidding(state)
    if case.said(Fact.CALL) == NO_BID:
        tried = Tried(message("rook.said.no-bid"), 0, can_be_bid=False)
        return void_call(case, bidding_now, no_such_bid(state.settings), tried)
    call = Call.parse(case.said(Fact.CALL))
    auction = auction_of(state.round, state.settings)
    why = why_not_call(auction, call, state.settings) if bidding_now else None
    is_skip = call == events.PASS_PARTNER
    stays_in = message("rook.step.stays-in", seat=case.seat()) if is_skip else None
    can_be = call.amount is None or _can_be_bid(
        state, call.amount, is_on=bidding_now is not None
    )
    tried = Tried(call.said(), call.amount, stays_in, can_be)
    return void_call(case, bidding_now, why, tried)


def _can_be_bid(state: State, amount: int, *, is_on: bool) -> bool:
    """Whether anybody can still bid so much in this auction, or more. R5, R8."""
    bids = tuple(play.bids(state.settings))
    if is_on:
        bids = legal_bids(auction_of(state.round, state.settings), state.settings)
    return any(bid >= amount for bid in bids)


class CallField(forms.ChosenField):
    """The calls of this table as buttons; an amount that can't be bid here is taken as
    well."""

    def pre_validate(self, form: ItsForm) -> None:
        text = self.data or ""
        if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
            super().pre_validate(form)


_DIGITS = 3


class RookCallForm(forms.CallForm[State]):
    """Who called, and which call of this table, or another amount."""

    call = CallField(
        "custom.field.call",
        lambda form: [
            *((str(call), call.said()) for call in every_call(form.state.settings)),
            (NO_BID, label("rook.said.no-bid")),
        ],
    )


def may_ask_again(settings: object) -> bool:
    return getattr(settings, "no_counters", None) is NoCounters.AGAIN


_FEW_OR_MANY = forms.ChosenField(
    "rook.field.how-many", forms.worded("rook.many", "few", "many")
)
KittySeenForm = forms.facts_form(
    Phase.LEAD, {"seat": NOTHING}, fits=has_kitty, seat=forms.SEAT
)
"""Who saw the kitty."""
WrongDiscardsForm = forms.facts_form(
    Phase.LEAD, {"what": WRONG_HAND}, fits=has_kitty, what=_FEW_OR_MANY
)
"""Whether too few cards were laid away, or too many."""
EarlyLeadForm = forms.facts_form(
    Phase.LEAD,
    {"seat": NOTHING, "card": OUT_OF_TURN},
    seat=forms.SEAT,
    card=CardField(forms.CARD),
)
"""Who led before trump was named, and which card."""


NoCountersForm = forms.facts_form(
    Phase.DEALING, {"seat": NOTHING}, fits=may_ask_again, seat=forms.SEAT
)
"""Who holds no counter."""


class UnopenedDiscardsForm(forms.FactsForm[State]):
    """Whether what the discards count is disputed; that settles those that were
    sealed."""

    NAME = "unopened-discards"
    PHASE = Phase.END
    ASSERTS: ClassVar[Assertions] = {"disputed": NOTHING}
    fits = staticmethod(has_kitty)
    disputed = forms.ChosenField(
        "rook.field.disputed", forms.worded("custom.answer", "no", "yes")
    )

    @staticmethod
    def settles(state: State, facts: Facts) -> Settled | None:
        return "rook.seal.discards", ()


RULED: dict[str, defaults.FormAndRule[State]] = {
    "renege": (forms.FollowingForm, renege),
    **{name: defaults.USUAL[name] for name in ("out-of-turn", "take-back")},
    "exposed-card": (forms.card_form(SHOWN), exposed_card),
    "insufficient-bid": (RookCallForm, call_void),
    "call-out-of-turn": (RookCallForm, call_void),
    "kitty-seen": (KittySeenForm, kitty_seen),
    "wrong-discards": (WrongDiscardsForm, wrong_discards),
    "lead-before-trump": (EarlyLeadForm, lead_before_trump),
    "misdeal": (forms.MisdealForm, misdeal),
    "no-counters": (NoCountersForm, no_counters),
    "claim": (forms.ClaimForm, partial(defaults.claim, ends=_counted_up)),
    "unopened-discards": (UnopenedDiscardsForm, unopened_discards),
}
"""Everything that is ruled on, in the order in which it is offered."""

ARBITER = replace(
    defaults.UsualGame(
        ROUNDS,
        RULE_SHEET,
        pack=play.cards_of,
        cites=CITES,
        ruled_on=RULED,
        held=held,
        laid=laid,
        bidding=bidding,
        asked=dict.fromkeys(
            ("first-bid", "fault", "captured", "led-first", "called"), NOTHING
        ),
    ).arbiter(),
    calls=calls,
    worth=worth,
    results=(*events.COUNTS, HandForfeited),
    fact_of_effect=fact_that_ends,
    amount=amount,
)
