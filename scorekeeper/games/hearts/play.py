"""A hand of Hearts: how its tricks are played, what it scores, what can't be entered."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from scorekeeper.core.cards import RANKS, STANDARD_PACK, Card, Suit, Trick, pack
from scorekeeper.core.errors import refusals
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import PlayRules, Tricks
from scorekeeper.core.rounds import Lines, Round, RoundEnd, RoundRules, Rounds, Tally
from scorekeeper.core.seats import Ring, alone, numbered
from scorekeeper.core.session import Event
from scorekeeper.core.settings import Whether
from scorekeeper.core.sheet import Line
from scorekeeper.core.values import changed
from scorekeeper.games.hearts import rules
from scorekeeper.games.hearts.events import HEARTS, HandCounted
from scorekeeper.games.hearts.rules import RULE_SHEET, Breaking, Moon, Settings
from scorekeeper.games.tricks import Barred, NumbersOfAll, SuitPlay, otherwise, own_rank

no, never = refusals("hearts")
QUEEN = Card("Q", Suit.SPADES)
JACK = Card("J", Suit.DIAMONDS)
POINTS = pack((Suit.HEARTS,), RANKS) | {QUEEN}
ALL_POINTS = 26
QUEEN_POINTS = 13
JACK_POINTS = -10
OUT = {3: "D2", 4: "", 5: "C2 D2", 6: "C2 D2 C3 D3"}  # by the number of players


@dataclass(frozen=True)
class Hand(Round):
    """One hand, and who captured what."""

    count: HandCounted | None = None


class Game(Tally):
    """How a game stands: points are bad."""

    FEWEST_WINS = True


State = Rounds[Settings, Hand, Game]


def entered(state: State, event: Event) -> Hand:
    if isinstance(event, HandCounted):
        return changed(state.round, count=event, end=RoundEnd.COUNTED)
    return state.round


def ring(settings: Settings) -> Ring:
    return numbered(settings.players)


def passing(hands: int, settings: Settings) -> str:
    ways = ["left", "right", "across", "none"]
    if settings.players % 2:
        ways.remove("across")
    return ways[hands % len(ways)]


# ---- the tricks ----


def pack_of(settings: Settings) -> frozenset[Card]:
    return STANDARD_PACK - {Card.parse(word) for word in OUT[settings.players].split()}


def barred(
    settings: Settings, before: Tricks, trick: Trick, card: Card
) -> Barred | None:
    """Whether this card has to wait: a point for the second trick, a heart to be led
    until hearts are broken."""
    is_clean = settings.first_trick is Whether.NO and not before
    if trick and is_clean and card in POINTS:
        cite = RULE_SHEET.cite(settings, "first_trick")
        return Barred("hearts.refused.first-trick", cite, lambda one: one not in POINTS)
    is_queen_too = settings.breaking is Breaking.QUEEN_TOO
    breaking = POINTS if is_queen_too else POINTS - {QUEEN}
    is_broken = any(play.card in breaking for trick in before for play in trick)
    is_free = is_broken or settings.breaking is Breaking.NOTHING
    if trick or is_free or card.suit is not Suit.HEARTS:
        return None
    cite = RULE_SHEET.cite(settings, "breaking")
    return Barred(
        "hearts.refused.not-broken", cite, lambda one: one.suit is not Suit.HEARTS
    )


def play_rules(hand: Hand, settings: Settings) -> PlayRules:
    dealt = pack_of(settings)
    first = min((card for card in dealt if card.suit is Suit.CLUBS), key=own_rank)
    usual = SuitPlay(rules.PLAY, None, partial(barred, settings), dealt, first)
    return usual.rules(ring(settings), leader=None)


# ---- what it scores ----


def scored(hand: Hand, before: Game, settings: Settings) -> tuple[Lines, Game]:
    if hand.count is None:
        return (), before
    lines = tuple(_lines(hand.count, settings))
    after = before.plus(lines, rounds=before.rounds + 1)
    return lines, after.over_at(settings.target)


def _lines(count: HandCounted, settings: Settings) -> Iterator[Line]:
    what = shot(count)
    if what is not None:
        yield from _moon(count, what, settings)
    else:
        for seat, hearts in count.hearts:
            if hearts:
                what = message("hearts.line.hearts", n=hearts)
                yield Line(seat.party, hearts, what, rules.SCORING)
        what = message("hearts.line.queen")
        yield Line(count.queen.party, QUEEN_POINTS, what, rules.SCORING)
    if count.jack is not None:
        cite = RULE_SHEET.cite(settings, "jack")
        yield Line(count.jack.party, JACK_POINTS, message("hearts.line.jack"), cite)


def shot(count: HandCounted) -> Message | None:
    kind = "sun" if count.every_trick else "moon"
    return message(f"hearts.line.{kind}", seat=count.shooter) if count.shooter else None


def _moon(count: HandCounted, what: Message, settings: Settings) -> Iterator[Line]:
    points = 2 * ALL_POINTS if count.every_trick else ALL_POINTS
    cite = RULE_SHEET.cite(settings, "sun" if count.every_trick else "moon")
    for seat in ring(settings):
        is_own = seat is count.shooter
        if is_own is (settings.moon is Moon.OWN):
            yield Line(seat.party, -points if is_own else points, what, cite)


def watched_count(hand: Hand, settings: Settings) -> HandCounted | None:
    if not ROUNDS.is_watched(hand, settings):
        return None
    seats = ring(settings)
    owners = {card: seat for seat in seats for card in hand.watched.captured((seat,))}
    won = [seat for card, seat in owners.items() if card.suit is Suit.HEARTS]
    hearts = tuple((seat, won.count(seat)) for seat in seats)
    jack = owners[JACK] if settings.jack is Whether.YES else None
    is_sun = settings.sun is Whether.YES and len({*owners.values()}) == 1
    return HandCounted(hearts, owners[QUEEN], jack, is_sun)


def recorded(hand: Hand, settings: Settings) -> object:
    return otherwise(watched_count(hand, settings), hand.count)


ROUNDS = RoundRules(
    family="hearts",
    ring=ring,
    parties=lambda settings: alone(ring(settings)),
    round=Hand,
    tally=Game,
    state=Rounds,
    entered=entered,
    scored=scored,
    play_rules=play_rules,
    recorded=recorded,
)


def check(state: State, event: Event) -> None:
    if not isinstance(event, HandCounted):
        ROUNDS.check(state, event)
        return
    settings = state.settings
    numbers = NumbersOfAll("hearts", ring(settings), HEARTS, rules.SCORING)
    numbers.check_sum(event.hearts, "hearts")
    if (event.jack is not None) is not (settings.jack is Whether.YES):
        cite = RULE_SHEET.cite(settings, "jack")
        raise no(f"jack-{settings.jack.value}", "jack", cite)
    is_all = event.shooter is not None and event.jack in (None, event.queen)
    if event.every_trick and not (is_all and settings.sun is Whether.YES):
        cite = RULE_SHEET.cite(settings, "sun")
        raise never("every-trick", "every_trick", cite, seat=event.queen)
