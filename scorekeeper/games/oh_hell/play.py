"""A hand of Oh Hell: its cards, its tricks, what it scores, what can't be entered."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorekeeper.core.cards import STANDARD_PACK
from scorekeeper.core.errors import refusals
from scorekeeper.core.messages import message
from scorekeeper.core.play import PlayRules
from scorekeeper.core.rounds import Lines, RoundEnd, RoundRules, Rounds, Tally
from scorekeeper.core.seats import Numbers, Ring, alone, left_of, numbered
from scorekeeper.core.session import Event
from scorekeeper.core.settings import Whether
from scorekeeper.core.sheet import Line
from scorekeeper.games.bids import BidRound, EachBids
from scorekeeper.games.oh_hell import rules
from scorekeeper.games.oh_hell.events import BidsMade, TricksTaken, Trump, TrumpTurned
from scorekeeper.games.oh_hell.rules import RULE_SHEET, Bidding, Deals, Settings
from scorekeeper.games.tricks import SuitPlay

no, _ = refusals("oh-hell")
PACK = STANDARD_PACK


@dataclass(frozen=True, slots=True)
class Hand(BidRound):
    """One hand of so many `cards` for each player; `trump` is None while nobody has
    said what was turned up."""

    cards: int = 0
    trump: Trump | None = None


State = Rounds[Settings, Hand, Tally]


def ring(settings: Settings) -> Ring:
    return numbered(settings.players)


# ---- the hands of a game ----


def largest(settings: Settings) -> int:
    return min(settings.most, len(PACK) // settings.players)


def sizes(settings: Settings) -> tuple[int, ...]:
    """How many cards each player has in each hand of a game."""
    up = tuple(range(1, largest(settings) + 1))
    down = up[::-1]
    ways = {
        Deals.UP: up,
        Deals.DOWN: down,
        Deals.UP_DOWN: up + down[1:],
        Deals.DOWN_UP: down + up[1:],
    }
    return ways[settings.deals]


def cards_now(state: State) -> int:
    return sizes(state.settings)[ROUNDS.present_tally(state).rounds]


def may_have_trump(state: State) -> bool:
    """Whether a card is turned up in the present hand."""
    settings = state.settings
    cards = cards_now(state)
    is_plain = settings.largest_plain is Whether.YES and cards == largest(settings)
    return not is_plain and cards * settings.players < len(PACK)


def entered(state: State, event: Event) -> Hand:
    now = state.round
    match event:
        case TrumpTurned(trump):
            return replace(now, trump=trump, cards=cards_now(state))
        case BidsMade(bids):
            known = now.trump if may_have_trump(state) else Trump.NONE
            return replace(now, bids=bids, trump=known, cards=cards_now(state))
        case TricksTaken(tricks):
            return replace(now, tricks=tricks, end=RoundEnd.COUNTED)
    return now


def play_rules(hand: Hand, settings: Settings) -> PlayRules | None:
    if hand.trump is None or not hand.bids:
        return None
    seats = ring(settings)
    first = left_of(hand.dealer, seats)
    return SuitPlay(rules.PLAY, hand.trump.suit).rules(seats, first, hand.cards)


# ---- what it scores ----


def scored(hand: Hand, before: Tally, settings: Settings) -> tuple[Lines, Tally]:
    if hand.end is not RoundEnd.COUNTED:
        return (), before
    lines = tuple(_lines(hand, settings))
    after = before.plus(lines, rounds=before.rounds + 1)
    is_last = after.rounds == len(sizes(settings))
    return lines, after.won() if is_last else after


def _lines(hand: Hand, settings: Settings) -> Iterator[Line]:
    cite = RULE_SHEET.cite(settings, "scoring")
    taken = dict(hand.tricks)
    for seat, bid in hand.bids:
        took = taken[seat]
        code = "met" if took == bid else "missed"
        what = message(f"oh-hell.line.{code}", bid=bid, took=took)
        points = rules.points(settings.scoring, bid, took)
        yield Line(seat.party, points, what, cite)


ROUNDS = RoundRules(
    family="oh-hell",
    ring=ring,
    parties=lambda settings: alone(ring(settings)),
    round=Hand,
    tally=Tally,
    state=Rounds,
    entered=entered,
    scored=scored,
    play_rules=play_rules,
    recorded=lambda hand, settings: EACH.recorded(hand, settings),
)
EACH: EachBids[State] = EachBids(ROUNDS, rules.BIDS, cards_now, TricksTaken)


# ---- what can't be entered ----


def check(state: State, event: Event) -> None:
    match event:
        case TrumpTurned(trump):
            _check_trump(state, trump)
        case BidsMade(bids):
            EACH.check_bids(state, bids)
            _check_hook(state, bids)
        case TricksTaken(tricks):
            EACH.check_tricks(state, tricks)
        case _:
            ROUNDS.check(state, event)


def _check_trump(state: State, trump: Trump) -> None:
    may_be = may_have_trump(state)
    if may_be and state.round.trump is not None:
        raise no("trump-twice", "trump", rules.TRUMP)
    if not may_be and trump is not Trump.NONE:
        cite = RULE_SHEET.cite(state.settings, "largest_plain")
        raise no("no-trump-here", "trump", cite, cards=cards_now(state))


def _check_hook(state: State, bids: Numbers) -> None:
    cards = cards_now(state)
    is_even = sum(bid for _, bid in bids) == cards
    if is_even and state.settings.bidding is Bidding.HOOK:
        dealer = state.round.dealer
        raise no("hook", f"bids{dealer.value}", rules.BIDS, dealer=dealer, cards=cards)
