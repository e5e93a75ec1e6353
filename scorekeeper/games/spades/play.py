"""A hand of Spades: its tricks, what can be entered of it, what it scores."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.core.cards import Card, Suit, Trick
from scorekeeper.core.errors import refusals
from scorekeeper.core.messages import message
from scorekeeper.core.play import PlayRules, Tricks
from scorekeeper.core.rounds import Lines, RoundEnd, RoundRules, Rounds, Tally
from scorekeeper.core.seats import (
    TEAMS,
    Numbers,
    Party,
    PartyId,
    Seat,
    left_of,
    numbered,
)
from scorekeeper.core.session import Event
from scorekeeper.core.settings import Whether
from scorekeeper.core.sheet import Line
from scorekeeper.core.values import changed
from scorekeeper.games.bids import BidRound, EachBids
from scorekeeper.games.spades import rules
from scorekeeper.games.spades.events import BidsMade, TricksTaken
from scorekeeper.games.spades.rules import RULE_SHEET, SCORING, Bags, Failed, Settings
from scorekeeper.games.tricks import Barred, SuitPlay

RING = numbered(4)
TRICKS = 13
BIDS = rules.rule("Bidding", "bids")
PLAY = rules.rule("Play", "play")
BAGS = 10
COST = -100
no, _ = refusals("spades")


@dataclass(frozen=True)
class Hand(BidRound):
    """One hand: what was bid, who bid nil blind, and what was taken."""

    blind: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class Game(Tally):
    """How a game stands; `bags` are the overtricks of each team since they last cost
    anything."""

    bags: tuple[tuple[PartyId, int], ...] = ()


State = Rounds[Settings, Hand, Game]


def entered(state: State, event: Event) -> Hand:
    match event:
        case BidsMade(bids):
            return changed(state.round, bids=bids, blind=event.blind_seats)
        case TricksTaken(tricks):
            return changed(state.round, tricks=tricks, end=RoundEnd.COUNTED)
    return state.round


# ---- the tricks ----


def barred(before: Tricks, trick: Trick, card: Card) -> Barred | None:
    """Whether this card has to wait: a spade can't be led before one has been played,
    while anything else is held."""
    is_broken = any(one.card.suit is Suit.SPADES for done in before for one in done)
    if trick or is_broken or card.suit is not Suit.SPADES:
        return None
    return Barred(
        "spades.refused.broken", PLAY, lambda other: other.suit is not Suit.SPADES
    )


SUIT_PLAY = SuitPlay(PLAY, Suit.SPADES, barred)


def play_rules(hand: Hand, settings: Settings) -> PlayRules:
    return SUIT_PLAY.rules(RING, left_of(hand.dealer, RING))


# ---- what it scores ----


def scored(hand: Hand, before: Game, settings: Settings) -> tuple[Lines, Game]:
    if hand.end is not RoundEnd.COUNTED:
        return (), before
    bags = dict(before.bags)
    lines = list[Line]()
    for team in TEAMS:
        lines += _team_lines(team, hand, settings)
        bags[team.id] = bags.get(team.id, 0) + _overtricks(team, hand, settings)
        while settings.bags is Bags.COST and bags[team.id] >= BAGS:
            bags[team.id] -= BAGS
            cite = RULE_SHEET.cite(settings, "bags")
            lines.append(Line(team.id, COST, message("spades.line.bags"), cite))
    rounds = before.rounds + 1
    after = before.plus(tuple(lines), rounds=rounds, bags=tuple(bags.items()))
    return tuple(lines), after.over_at(settings.target, has_one=True)


def _team_lines(team: Party, hand: Hand, settings: Settings) -> Iterator[Line]:
    stray = _stray(team, hand, settings)
    took = sum_of(hand.tricks, team) - stray
    yield from _nil_lines(team, hand, settings)
    yield from _contract_lines(team, sum_of(hand.bids, team), took, settings)
    if stray:
        what = message("spades.line.stray", n=stray)
        yield Line(team.id, stray, what, RULE_SHEET.cite(settings, "failed"))


def _overtricks(team: Party, hand: Hand, settings: Settings) -> int:
    stray = _stray(team, hand, settings)
    took = sum_of(hand.tricks, team) - stray
    return stray + max(took - sum_of(hand.bids, team), 0)


def sum_of(numbers: Numbers, team: Party) -> int:
    return sum(number for seat, number in numbers if seat in team.seats)


def _stray(team: Party, hand: Hand, settings: Settings) -> int:
    """The tricks of a nil that failed, where these don't help the team."""
    if settings.failed is Failed.PARTNER:
        return 0
    took = dict(hand.tricks)
    nils = [seat for seat, bid in hand.bids if bid == 0 and seat in team.seats]
    return sum(took[seat] for seat in nils)


def _contract_lines(
    team: Party, bid: int, took: int, settings: Settings
) -> Iterator[Line]:
    if not bid and not took:
        return
    is_ten = settings.ten is Whether.YES and bid >= 10
    cite = RULE_SHEET.cite(settings, "ten") if is_ten else SCORING
    points = 20 * bid if is_ten else 10 * bid
    if took < bid:
        what = message("spades.line.set", bid=bid, took=took)
        yield Line(team.id, -points, what, cite)
    else:
        what = message("spades.line.made", bid=bid, took=took)
        yield Line(team.id, points + took - bid, what, cite)


def _nil_lines(team: Party, hand: Hand, settings: Settings) -> Iterator[Line]:
    took = dict(hand.tricks)
    for seat, bid in hand.bids:
        if bid or seat not in team.seats:
            continue
        kind = "blind" if seat in hand.blind else "nil"
        points = settings.nil.points
        if seat in hand.blind:
            points = 2 * points
        end = "made"
        if took[seat]:
            points = -points
            end = "failed"
        what = message(f"spades.line.{kind}-{end}", seat=seat)
        yield Line(team.id, points, what, RULE_SHEET.cite(settings, kind))


ROUNDS = RoundRules(
    family="spades",
    ring=lambda settings: RING,
    parties=lambda settings: TEAMS,
    round=Hand,
    tally=Game,
    state=Rounds,
    entered=entered,
    scored=scored,
    play_rules=play_rules,
    recorded=lambda hand, settings: EACH.recorded(hand, settings),
)
EACH: EachBids[State] = EachBids(ROUNDS, BIDS, lambda state: TRICKS, TricksTaken)


# ---- what can't be entered ----


def check(state: State, event: Event) -> None:
    match event:
        case BidsMade(bids):
            EACH.check_bids(state, bids)
            _check_blind(state.settings, event)
        case TricksTaken(tricks):
            EACH.check_tricks(state, tricks)
        case _:
            ROUNDS.check(state, event)


def _check_blind(settings: Settings, event: BidsMade) -> None:
    bids = dict(event.bids)
    cite = RULE_SHEET.cite(settings, "blind")
    for seat in event.blind_seats:
        field = f"bids{seat.value}"  # a box that is ticked shows no refusal
        if settings.blind is Whether.NO:
            raise no("no-blind", field, cite, seat=seat)
        if bids[seat]:
            raise no("blind-not-nil", field, cite, seat=seat, bid=bids[seat])
