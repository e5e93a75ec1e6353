"""A hand of 500: what was bid and taken, what it scores, and what can't be entered."""

from dataclasses import dataclass, replace

from scorekeeper.core.cards import FRENCH, Suit
from scorekeeper.core.messages import message
from scorekeeper.core.play import PlayRules
from scorekeeper.core.rounds import Lines, Round, RoundEnd, RoundRules, Rounds, Tally
from scorekeeper.core.seats import TEAMS, TEAMS_OF, Party
from scorekeeper.core.session import Event
from scorekeeper.core.settings import Whether
from scorekeeper.core.sheet import Line
from scorekeeper.games.five_hundred import rules
from scorekeeper.games.five_hundred.events import (
    LADDER,
    MISERES,
    RING,
    TRICKS,
    Bid,
    ContractStated,
    JokerNominated,
    NobodyBid,
    TricksTaken,
)
from scorekeeper.games.five_hundred.play import CardPlay, never, no
from scorekeeper.games.five_hundred.rules import RULE_SHEET, Settings
from scorekeeper.games.tricks import otherwise

SLAM = 250
A_TRICK = 10
"""What a trick brings the bidder's opponents."""
STOP = 490
"""Where their points stop at a table that says so."""
FEWEST_BID = 6
"""The fewest tricks of a bid in a suit or no trumps."""
AVONDALE = {"S": 40, "C": 60, "D": 80, "H": 100, "N": 120}
"""What six tricks are worth in the Avondale schedule."""
AVONDALE_STEP = 100
"""What each trick more is worth there."""
ORIGINAL = {"C": 40, "S": 60, "H": 80, "D": 100, "N": 120}
"""What six tricks are worth in the original schedule, where each trick more is worth as
much again. Inferred: diamonds and no trumps."""


@dataclass(frozen=True)
class Hand(Round):
    """One hand: its contract, the suit that the Joker was given, the bidder's tricks."""

    contract: ContractStated | None = None
    joker: Suit | None = None
    taken: TricksTaken | None = None


State = Rounds[Settings, Hand, Tally]


def entered(state: State, event: Event) -> Hand:
    match event:
        case ContractStated():
            return replace(state.round, contract=event)
        case NobodyBid():
            return replace(state.round, end=RoundEnd.PASSED)
        case JokerNominated(suit):
            return replace(state.round, joker=suit)
        case TricksTaken():
            return replace(state.round, taken=event, end=RoundEnd.COUNTED)
    return state.round


def play_rules(hand: Hand, settings: Settings) -> PlayRules | None:
    if hand.contract is None:
        return None
    return CardPlay(hand.contract, settings, hand.joker).rules()


# ---- what it scores ----


def worth(bid: Bid, settings: Settings) -> int:
    if bid.is_misere:
        return MISERES[bid.word]
    suit = bid.word[-1]
    more = bid.tricks - FEWEST_BID
    if settings.schedule is rules.Schedule.AVONDALE:
        return AVONDALE[suit] + AVONDALE_STEP * more
    return ORIGINAL[suit] * (1 + more)


def bids(settings: Settings) -> list[Bid]:
    """Every bid of this table, the lowest first."""
    has_misere = settings.misere is not rules.Misere.NEVER
    return [Bid(word) for word in LADDER if has_misere or word not in MISERES]


def is_made(bid: Bid, tricks: int) -> bool:
    return tricks == 0 if bid.is_misere else tricks >= bid.tricks


def scored(hand: Hand, before: Tally, settings: Settings) -> tuple[Lines, Tally]:
    if hand.end is RoundEnd.THROWN_IN:
        return (), before
    contract = hand.contract
    rounds = before.rounds + 1
    if contract is None or hand.taken is None:
        return (), before.plus((), rounds=rounds)
    bidders, defenders = TEAMS_OF[contract.bidder]
    tricks = hand.taken.tricks
    own = _own_line(bidders, contract.bid, tricks, settings)
    lines = [own]
    if tricks < TRICKS and not contract.bid.is_misere:
        lines.append(_defended(defenders, TRICKS - tricks, before, settings))
    after = before.plus(tuple(lines), rounds=rounds)
    has_made = own.points > 0
    return tuple(lines), _decided(after, bidders, defenders, has_made, settings)


def _own_line(side: Party, bid: Bid, tricks: int, settings: Settings) -> Line:
    points = worth(bid, settings)
    cite = RULE_SHEET.cite(settings, "schedule")
    code = "made"
    is_slam = tricks == TRICKS and not bid.is_misere and settings.slam is Whether.YES
    if not is_made(bid, tricks):
        code = "set"
        points = -points
    elif is_slam and points < SLAM:
        code = "slam"
        points = SLAM
        cite = rules.SCORING
    return Line(side.id, points, message(f"five-hundred.line.{code}", bid=bid), cite)


def _defended(side: Party, number: int, before: Tally, settings: Settings) -> Line:
    points = A_TRICK * number
    if settings.defenders is rules.Defenders.STOP:
        points = max(0, min(points, STOP - int(before.totals[side.id])))
    what = message("five-hundred.line.defended", n=number)
    return Line(side.id, points, what, RULE_SHEET.cite(settings, "defenders"))


def _decided(
    after: Tally, bidders: Party, defenders: Party, has_made: bool, settings: Settings
) -> Tally:
    """The bidders win who made their contract and have the points; else the defenders,
    where the bidders are as far below zero, or where points by defending win."""
    own = after.totals[bidders.id]
    may_win = settings.defenders is rules.Defenders.WIN
    has_won = may_win and after.totals[defenders.id] >= settings.target
    if has_made and own >= settings.target:
        return after.won(bidders.id)
    if own <= -settings.target or has_won:
        return after.won(defenders.id)
    return after


def watched_count(hand: Hand, settings: Settings) -> TricksTaken | None:
    """What the recorded tricks come to; None unless all were recorded, or the first
    that loses a misère."""
    if hand.contract is None:
        return None
    won = hand.watched.won_by(TEAMS_OF[hand.contract.bidder][0].seats)
    is_lost = hand.contract.bid.is_misere and won > 0
    is_known = is_lost or ROUNDS.is_watched(hand, settings)
    return TricksTaken(won) if is_known else None


def recorded(hand: Hand, settings: Settings) -> object:
    return otherwise(watched_count(hand, settings), hand.taken)


ROUNDS = RoundRules(
    family="five-hundred",
    ring=lambda settings: RING,
    parties=lambda settings: TEAMS,
    round=Hand,
    tally=Tally,
    state=Rounds,
    entered=entered,
    scored=scored,
    play_rules=play_rules,
    recorded=recorded,
)


# ---- what can't be entered ----


def check(state: State, event: Event) -> None:
    contract = state.round.contract
    match event:
        case ContractStated() | NobodyBid() if contract is not None:
            said = {"seat": contract.bidder, "bid": contract.bid}
            raise no("contract-twice", "bid", rules.BIDDING, **said)
        case JokerNominated() | TricksTaken() if contract is None:
            raise no("no-contract", "bid", rules.BIDDING)
        case ContractStated(bid=bid) if bid not in bids(state.settings):
            raise no("no-misere", "bid", RULE_SHEET.cite(state.settings, "misere"))
        case TricksTaken(tricks) if not 0 <= tricks <= TRICKS:
            raise never("tricks", "tricks", rules.PLAY, tricks=tricks, most=TRICKS)
        case JokerNominated(suit):
            _check_joker(state.round, suit)
        case _:
            ROUNDS.check(state, event)


def _check_joker(hand: Hand, suit: Suit) -> None:
    if suit not in FRENCH:
        raise no("no-suit", "suit", rules.JOKER, suit=suit)
    if hand.contract is not None and hand.contract.bid.trump is not None:
        raise no("joker-is-trump", "suit", rules.JOKER)
    if hand.joker is not None or hand.watched.entries:
        raise no("joker-late", "suit", rules.JOKER)
