"""A hand of Spades: how its tricks are played, what can be entered of it, and what it
scores."""

from dataclasses import dataclass, replace

from scorekeeper.core.cards import Card, Suit, Trick
from scorekeeper.core.errors import refused
from scorekeeper.core.messages import message
from scorekeeper.core.play import PlayRules, Tricks
from scorekeeper.core.rounds import Lines, Round, RoundEnd, RoundRules, Rounds, Tally
from scorekeeper.core.seats import TEAMS, Numbers, Party, left_of, numbered
from scorekeeper.core.session import Event
from scorekeeper.core.sheet import Line
from scorekeeper.games.tricks import Barred, NumbersOfAll, SuitPlay
from tests.spades.events import BidsMade, TricksTaken
from tests.spades.rules import RULE_SHEET, Bags, Settings, rule

RING = numbered(4)
"""Four seats; the teams sit alternately."""
TRICKS = 13
BIDS = rule("Bidding", "bids")
PLAY = rule("Play", "play")


@dataclass(frozen=True, slots=True)
class Hand(Round):
    """One hand: what was bid, and what was taken."""

    bids: Numbers = ()
    tricks: Numbers = ()


@dataclass(frozen=True, slots=True)
class Game(Tally):
    """How a game stands; `bags` are the overtricks of each team since they last cost
    anything."""

    bags: tuple[tuple[str, int], ...] = ()


State = Rounds[Settings, Hand, Game]


def entered(state: State, event: Event) -> Hand:
    """The hand once this has been entered; the tricks end it."""
    match event:
        case BidsMade(bids):
            return replace(state.round, bids=bids)
        case TricksTaken(tricks):
            return replace(state.round, tricks=tricks, end=RoundEnd.COUNTED)
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
    """What a hand is played under: the player at the dealer's left leads."""
    return SUIT_PLAY.rules(RING, left_of(hand.dealer, RING))


# ---- what it scores ----


def scored(hand: Hand, before: Game, settings: Settings) -> tuple[Lines, Game]:
    """The lines of a finished hand, and how the game stands after it."""
    if hand.end is not RoundEnd.COUNTED:
        return (), before
    bags = dict(before.bags)
    lines = list[Line]()
    for team in TEAMS:
        lines += _nil_lines(team, hand, settings)
        bid = _sum(hand.bids, team)
        took = _sum(hand.tricks, team)
        lines.append(_contract_line(team, bid, took))
        bags[team.id] = bags.get(team.id, 0) + max(took - bid, 0)
        if settings.bags is Bags.COST and bags[team.id] >= 10:
            bags[team.id] -= 10
            what = message("spades.line.bags")
            lines.append(Line(team.id, -100, what, RULE_SHEET.cite(settings, "bags")))
    after = before.plus(
        tuple(lines), rounds=before.rounds + 1, bags=tuple(bags.items())
    )
    return tuple(lines), after.over_at(settings.target, has_one=True)


def _contract_line(team: Party, bid: int, took: int) -> Line:
    cite = rule("Scoring", "contract")
    if took < bid:
        what = message("spades.line.set", bid=bid, took=took)
        return Line(team.id, -10 * bid, what, cite)
    what = message("spades.line.made", bid=bid, took=took)
    return Line(team.id, 10 * bid + took - bid, what, cite)


def _sum(numbers: Numbers, team: Party) -> int:
    return sum(number for seat, number in numbers if seat in team.seats)


def _nil_lines(team: Party, hand: Hand, settings: Settings) -> list[Line]:
    """What bids of nil bring or cost; the tricks of one that failed count for the
    team."""
    took = dict(hand.tricks)
    cite = RULE_SHEET.cite(settings, "nil")
    lines = []
    for seat, bid in hand.bids:
        if bid or seat not in team.seats:
            continue
        points = settings.nil.points
        what = message("spades.line.nil-made", seat=seat)
        if took[seat]:
            points = -points
            what = message("spades.line.nil-failed", seat=seat)
        lines.append(Line(team.id, points, what, cite))
    return lines


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
)


# ---- what can't be entered ----

NUMBERS = NumbersOfAll("spades", RING, TRICKS, BIDS)


def check(state: State, event: Event) -> None:
    """Raise RuleViolation, or ImpossibleResult, when the event can't follow this
    state."""
    match event:
        case BidsMade(bids):
            if state.round.bids:
                raise refused("spades.refused.bids-twice", "bids", BIDS)
            NUMBERS.check(bids, "bids")
        case TricksTaken(tricks):
            if not state.round.bids:
                raise refused("spades.refused.no-bids", "tricks", BIDS)
            NUMBERS.check_sum(tricks, "tricks")
        case _:
            ROUNDS.check(state, event)
