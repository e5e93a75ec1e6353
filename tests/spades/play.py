"""A hand of Spades: how its tricks are played, what can be entered of it, and what it
scores."""

from dataclasses import dataclass, replace

from scorekeeper.core.cards import RANKS, STANDARD_PACK, Play, Strength, Suit, Trick
from scorekeeper.core.errors import RuleViolation, impossible, refused
from scorekeeper.core.messages import message
from scorekeeper.core.play import Holding, PlayRules, Tricks
from scorekeeper.core.rounds import (
    Lines,
    Round,
    RoundEnd,
    RoundRules,
    Rounds,
    Tally,
    moves_on,
)
from scorekeeper.core.rulings import Step
from scorekeeper.core.rulings import because as by_suits
from scorekeeper.core.seats import Party, Seat, left_of, numbered
from scorekeeper.core.session import Event
from scorekeeper.core.sheet import Line
from tests.spades.events import BidsMade, Numbers, TricksTaken
from tests.spades.rules import RULE_SHEET, Bags, Settings, rule

RING = numbered(4)
"""Four seats; the teams sit alternately."""
TEAMS = (Party("13", (Seat.ONE, Seat.THREE)), Party("24", (Seat.TWO, Seat.FOUR)))
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


def strength(before: Tricks, trick: Trick) -> Strength:
    """Spades, then the suit led; other suits can't win."""
    led = trick[0].card.suit
    return lambda play: (
        play.card.suit is Suit.SPADES,
        play.card.suit is led,
        RANKS.index(play.card.rank),
    )


def why_not(
    before: Tricks, trick: Trick, play: Play, hand: Holding
) -> RuleViolation | None:
    """Why this play can't be made: suit must be followed, and spades are not led before
    one has been played while anything else is held."""
    suit = play.card.suit
    if trick:
        same = sorted(
            (card for card in hand if card.suit is trick[0].card.suit), key=str
        )
        if suit is trick[0].card.suit or not same:
            return None
        return refused(
            "spades.refused.follow", "card", PLAY, card=play.card, held=same[0]
        )
    is_broken = any(one.card.suit is Suit.SPADES for tricks in before for one in tricks)
    others = sorted((card for card in hand if card.suit is not Suit.SPADES), key=str)
    if suit is not Suit.SPADES or is_broken or not others:
        return None
    return refused(
        "spades.refused.broken", "card", PLAY, card=play.card, held=others[0]
    )


def because(before: Tricks, trick: Trick, best: Play, play: Play) -> Step:
    """Why `best` wins, where it is asked of itself, or why `play` lost to it."""
    return by_suits(best, play, lambda one: one.card.suit, Suit.SPADES, PLAY)


def play_rules(hand: Hand, settings: Settings) -> PlayRules:
    """What a hand is played under: the player at the dealer's left leads."""
    return PlayRules(
        pack=STANDARD_PACK,
        ring=RING,
        hand=TRICKS,
        tricks=TRICKS,
        leader=left_of(hand.dealer, RING),
        strength=strength,
        why_not=why_not,
        because=because,
        turn=PLAY,
        take_back=PLAY,
    )


# ---- what it scores ----


def scored(hand: Hand, before: Game, settings: Settings) -> tuple[Lines, Game]:
    """The lines of a finished hand, and how the game stands after it."""
    if hand.end is not RoundEnd.COUNTED:
        return (), before
    bags, lines = dict(before.bags), list[Line]()
    for team in TEAMS:
        lines += _nil_lines(team, hand, settings)
        bid, took = (_sum(numbers, team) for numbers in (hand.bids, hand.tricks))
        over, cite = took - bid, rule("Scoring", "contract")
        if over < 0:
            what = message("spades.line.set", bid=bid, took=took)
            lines.append(Line(team.id, -10 * bid, what, cite))
            continue
        what = message("spades.line.made", bid=bid, took=took)
        lines.append(Line(team.id, 10 * bid + over, what, cite))
        bags[team.id] = bags.get(team.id, 0) + over
        if settings.bags is Bags.COST and bags[team.id] >= 10:
            bags[team.id] -= 10
            what = message("spades.line.bags")
            lines.append(Line(team.id, -100, what, RULE_SHEET.cite(settings, "bags")))
    after = before.plus(
        tuple(lines), rounds=before.rounds + 1, bags=tuple(bags.items())
    )
    is_won = max(after.totals.values()) >= settings.target and len(after.leaders) == 1
    return tuple(lines), replace(
        after, winners=after.leaders if is_won else (), is_over=is_won
    )


def _sum(numbers: Numbers, team: Party) -> int:
    return sum(number for seat, number in numbers if seat in team.seats)


def _nil_lines(team: Party, hand: Hand, settings: Settings) -> list[Line]:
    """What bids of nil bring or cost; the tricks of one that failed count for the
    team."""
    took, cite = dict(hand.tricks), RULE_SHEET.cite(settings, "nil")
    lines = []
    for seat in (seat for seat, bid in hand.bids if bid == 0 and seat in team.seats):
        code, sign = ("nil-failed", -1) if took[seat] else ("nil-made", 1)
        what = message(f"spades.line.{code}", seat=seat)
        lines.append(Line(team.id, sign * settings.nil.points, what, cite))
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
    next_dealer=moves_on(lambda settings: RING),
    play_rules=play_rules,
)


# ---- what can't be entered ----


def check(state: State, event: Event) -> None:
    """Raise RuleViolation, or ImpossibleResult, when the event can't follow this
    state."""
    match event:
        case BidsMade(bids):
            if state.round.bids:
                raise refused("spades.refused.bids-twice", "bids", BIDS)
            _check_numbers(bids, "bids")
        case TricksTaken(tricks):
            if not state.round.bids:
                raise refused("spades.refused.no-bids", "tricks", BIDS)
            _check_numbers(tricks, "tricks")
            found = sum(number for _, number in tricks)
            if found != TRICKS:
                raise impossible(
                    "spades.refused.sum", "tricks", PLAY, found=found, tricks=TRICKS
                )
        case _:
            ROUNDS.check(state, event)


def _check_numbers(numbers: Numbers, field: str) -> None:
    if [seat for seat, _ in numbers] != list(RING):
        raise impossible("spades.refused.everybody", field, BIDS)
    for seat, number in numbers:
        if not 0 <= number <= TRICKS:
            said = {"seat": seat, "number": number, "tricks": TRICKS}
            raise impossible(
                "spades.refused.number", f"{field}{seat.value}", BIDS, **said
            )
