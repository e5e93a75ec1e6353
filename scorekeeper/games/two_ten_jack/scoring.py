"""A round as far as it was recorded, what it scores and what can't be entered, how a game ends."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from scorekeeper.core.cards import JOKER, STANDARD_PACK, Card, Suit
from scorekeeper.core.errors import impossible, refused
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.outcomes import Counted, Kind, Outcome
from scorekeeper.core.rounds import UNCOUNTED, Lines, RoundEnd, RoundRules, Rounds, Tally, moves_on
from scorekeeper.core.rounds import Round as AnyRound
from scorekeeper.core.seats import Party, Seat, alone
from scorekeeper.core.sheet import Line, Points
from scorekeeper.games.two_ten_jack.events import CardsCaptured, JokerCalled, TotalsStated
from scorekeeper.games.two_ten_jack.play import (
    can_be_shared,
    card_play,
    counted,
    pile_totals,
    reversed_points,
    ring,
    round_sum,
    round_sums,
    taken_out,
    worth,
)
from scorekeeper.games.two_ten_jack.rules import (
    RULE_SHEET,
    SIXES,
    THREE_OF_SPADES,
    Reversal,
    Settings,
    SpadeThree,
    Ties,
    printed,
)

Count = CardsCaptured | TotalsStated
"""How a round was counted."""


@dataclass(frozen=True, slots=True)
class Round(AnyRound):
    """One round and how it was counted.

    `called` are the tricks, counted from 0, in which the three of spades was said to call.
    """

    count: Count | None = None
    called: tuple[int, ...] = ()


State = Rounds[Settings, Round, Tally]


def entered(state: State, event: Any) -> Round:
    """The round once this has been entered: the count ends it, a watched card does not."""
    if isinstance(event, Count):
        return replace(state.round, count=event, end=RoundEnd.COUNTED)
    if isinstance(event, JokerCalled):
        called = (*state.round.called, len(state.round.watched.tricks))
        return replace(state.round, called=called)
    return state.round


def calls_joker(state: State) -> bool:
    """Whether the Joker can be called now: the three of spades was just led at a table where its
    player says so."""
    done, is_said = state.round, state.settings.spade_three is SpadeThree.ANNOUNCED
    trick = done.watched.trick
    is_led = len(trick) == 1 and trick[0].card == THREE_OF_SPADES and not trick[0].is_face_down
    return is_said and is_led and len(done.watched.tricks) not in done.called


def last_count(state: State) -> Count | None:
    """How the last round was counted, None before the first."""
    return next((one.count for one in state.backwards() if one.count), None)


def last_played(state: State) -> Round:
    """The round in progress, else the last one that was watched."""
    rounds = (state.round, *state.backwards())
    return next((one for one in rounds if one.watched.entries), state.round)


# ---- what a round scores ----


def parties(settings: Settings) -> tuple[Party, ...]:
    return alone(ring(settings))


def whole_sixes(count: Count, settings: Settings) -> dict[Suit, Seat]:
    """The suits that are reversed in this round, each with the player who captured all six.

    Rule: Scoring; each suit by itself.
    """
    if settings.reversal is Reversal.OFF:
        return {}
    if isinstance(count, TotalsStated):
        return dict(count.sixes)
    owners = dict(count.owners)
    piles = ((suit, {owners.get(card) for card in six}) for suit, six in SIXES.items())
    return {suit: seat for suit, pile in piles if len(pile) == 1 and (seat := pile.pop())}


def round_lines(count: Count, settings: Settings) -> Lines:
    """What each player scores in a round, card by card where the cards are known."""
    values = RULE_SHEET.cite(settings, "values")
    if isinstance(count, TotalsStated):
        what = message("two-ten-jack.line.total")
        return tuple(Line(seat.value, points, what, values) for seat, points in count.totals)
    sixes = whole_sixes(count, settings)
    nothing = message("two-ten-jack.line.nothing")
    return tuple(
        line
        for seat in ring(settings)
        for line in [*_pile_lines(count.pile(seat), seat, sixes, settings)]
        or [Line(seat.value, 0, nothing, values)]
    )


def _pile_lines(
    pile: tuple[Card, ...], seat: Seat, sixes: dict[Suit, Seat], settings: Settings
) -> Iterator[Line]:
    values = RULE_SHEET.cite(settings, "values")
    mine = [suit for suit in sixes if sixes[suit] is seat]
    turned = {card for suit in mine for card in SIXES[suit]}
    for card in pile:
        if card not in turned and (points := worth(settings, card)):
            yield Line(seat.value, points, message("two-ten-jack.line.card", card=card), values)
    for suit in mine:
        yield from _six_lines(suit, seat, settings)


def _six_lines(suit: Suit, seat: Seat, settings: Settings) -> Iterator[Line]:
    """All six of a suit in one pile: card by card with the other sign, or one figure."""
    cite = RULE_SHEET.cite(settings, "reversal")
    if settings.reversal is Reversal.FLIP:
        for card in SIXES[suit]:
            what = message("two-ten-jack.line.flipped", card=card)
            yield Line(seat.value, -worth(settings, card), what, cite)
    else:
        points = reversed_points(settings, suit) or 0
        yield Line(seat.value, points, message("two-ten-jack.line.all-six", suit=suit), cite)


# ---- games ----


def winners(tally: Tally, settings: Settings) -> tuple[str, ...]:
    """Who has won, nobody while the game goes on.

    Rule: End of Game, as many rounds as players. Inferred: ties are shared, or played on.
    """
    if tally.rounds < settings.players:
        return ()
    played_on = len(tally.leaders) > 1 and settings.ties is Ties.EXTRA_ROUND
    return () if played_on else tally.leaders


def scored(done: Round, tally: Tally, settings: Settings) -> tuple[Lines, Tally]:
    """The lines of a round, and how its game stands after it; one without a count is none."""
    if done.count is None:
        return (), tally
    lines = round_lines(done.count, settings)
    after = tally.plus(lines, rounds=tally.rounds + 1)
    won = winners(after, settings)
    return lines, replace(after, winners=won, is_over=True) if won else after


def watched_count(done: Round, settings: Settings) -> CardsCaptured | None:
    """Who captured which card; None unless all tricks were watched."""
    if not done.watched.is_over(card_play(settings, done.dealer)):
        return None
    every = ((card, seat) for seat in ring(settings) for card in done.watched.captured((seat,)))
    asked = counted(settings)
    return CardsCaptured(tuple((card, seat) for card, seat in every if card in asked))


def _totals(count: Count, settings: Settings) -> dict[str, Points]:
    """What everybody scores with this count, by party."""
    nothing = Tally({party.id: 0 for party in parties(settings)})
    return dict(nothing.plus(round_lines(count, settings)).totals)


def _recorded(done: Round, settings: Settings) -> object:
    watched = watched_count(done, settings) if done.count else None
    if watched is None or done.count is None:
        return None
    totals = _totals(watched, settings)
    if totals == _totals(done.count, settings):
        return None
    return listed(((Seat(party), " ", points) for party, points in totals.items()))


ROUNDS = RoundRules(
    family="two-ten-jack",
    ring=ring,
    parties=parties,
    round=Round,
    tally=Tally,
    entered=entered,
    scored=scored,
    next_dealer=moves_on(ring, UNCOUNTED),
    play_rules=lambda present, settings: card_play(settings, present.dealer, present.called),
    recorded=_recorded,
)


# ---- what can't be entered ----

PACK = printed("The Deck", "taken-out")
SCORING = printed("Scoring", "round")

Sixes = tuple[tuple[Suit, Seat], ...]
"""Whole sixes and who captured them."""


def check(state: State, event: Any) -> None:
    """Raise RuleViolation, or ImpossibleResult, when the event can't follow this state."""
    match event:
        case CardsCaptured(owners):
            for _, seat in owners:
                ROUNDS.check_seat(state, seat, "cards")
            _check_captured([card for card, _ in owners], state.settings)
        case TotalsStated(totals):
            for seat, _ in totals:
                ROUNDS.check_seat(state, seat, "")
            for suit, seat in event.sixes:
                ROUNDS.check_seat(state, seat, suit.slug)
            _check_totals(event, state.settings)
        case JokerCalled() if not calls_joker(state):
            cite = RULE_SHEET.cite(state.settings, "spade_three")
            raise refused("two-ten-jack.refused.call-late", "", cite)
        case _:
            ROUNDS.check(state, event)


# ---- cards ----


def _check_captured(cards: list[Card], settings: Settings) -> None:
    """Refuse a card of another pack, or one with two owners or none; the Joker may be named."""
    out = taken_out(settings)
    known = (STANDARD_PACK | {Card(JOKER)}) - frozenset(out)
    strange = listed(dict.fromkeys(card for card in cards if card not in known))
    twice = listed(dict.fromkeys(card for card in cards if cards.count(card) > 1))
    missing = tuple(card for card in counted(settings) if card not in cards)
    if strange:
        code = "two-ten-jack.refused.not-in-pack"
        raise impossible(code, "cards", PACK, cards=strange, out=listed(out))
    if twice:
        raise impossible("two-ten-jack.refused.two-owners", "cards", SCORING, cards=twice)
    if missing:
        said = {"n": len(missing), "cards": listed(missing)}
        raise impossible("two-ten-jack.refused.no-owner", "cards", SCORING, **said)


# ---- totals ----


def _check_totals(event: TotalsStated, settings: Settings) -> None:
    seats = [seat for seat, _ in event.totals]
    twice = next((seat for seat in seats if seats.count(seat) > 1), None)
    if twice:
        raise impossible("two-ten-jack.refused.total-twice", _field(twice), SCORING, seat=twice)
    missing = tuple(seat for seat in ring(settings) if seat not in seats)
    if missing:
        field, said = _field(missing[0]), listed(missing)
        raise impossible("two-ten-jack.refused.no-total", field, SCORING, seats=said)
    if event.sixes and settings.reversal is Reversal.OFF:
        suit, seat = event.sixes[0]
        cite = RULE_SHEET.cite(settings, "reversal")
        raise refused("two-ten-jack.refused.no-reversal", suit.slug, cite, suit=suit, seat=seat)
    whole = frozenset(suit for suit, _ in event.sixes)
    _check_piles(event, pile_totals(replace(settings, reversal=Reversal.OFF), whole), settings)
    _check_sum(sum(points for _, points in event.totals), whole, settings)
    _check_piles(event, pile_totals(settings, whole), settings)
    if not _can_be(event, event.sixes, settings):
        cite = RULE_SHEET.cite(settings, "values")
        totals = listed(points for _, points in event.totals)
        raise impossible("two-ten-jack.refused.no-such-totals", "", cite, totals=totals)


def _field(seat: Seat) -> str:
    """The field of the form that holds this player's total."""
    return f"total{seat.value}"


def _check_piles(event: TotalsStated, totals: frozenset[int], settings: Settings) -> None:
    """Refuse a total that no pile of cards comes to, the cards of whole sixes apart."""
    for seat, points in event.totals:
        base = _base(event.sixes, seat, settings)
        if points - base in totals:
            continue
        near = sorted((base + one for one in totals), key=lambda one: (abs(one - points), one))
        code = "whole-six" if _is_right_otherwise(event, settings) else "no-such-total"
        said = {"seat": seat, "points": points, "near": listed(near[:2])}
        cite = RULE_SHEET.cite(settings, "values")
        raise impossible(f"two-ten-jack.refused.{code}", _field(seat), cite, **said)


def _base(sixes: Sixes, seat: Seat, settings: Settings) -> int:
    """What this player's whole sixes score."""
    return sum(reversed_points(settings, suit) or 0 for suit, owner in sixes if owner is seat)


def _can_be(event: TotalsStated, sixes: Sixes, settings: Settings) -> bool:
    """Whether the cards can be shared out so, with these whole sixes and no others."""
    loose = sorted(points - _base(sixes, seat, settings) for seat, points in event.totals)
    return can_be_shared(settings, frozenset(suit for suit, _ in sixes), tuple(loose))


def _is_right_otherwise(event: TotalsStated, settings: Settings) -> bool:
    """Whether the totals would be right with other whole sixes than were entered."""
    if settings.reversal is Reversal.OFF:
        return False
    every = (zip(SIXES, two, strict=True) for two in product((None, *ring(settings)), repeat=2))
    others = (tuple((suit, owner) for suit, owner in one if owner) for one in every)
    return any(_can_be(event, sixes, settings) for sixes in others)


def _check_sum(total: int, whole: frozenset[Suit], settings: Settings) -> None:
    """Refuse totals that don't come to what the round's cards come to."""
    right = round_sum(settings, whole)
    if total == right:
        return
    others = [suits for suits, points in round_sums(settings) if points == total]
    hint = _hint(others[0]) if others else message("two-ten-jack.refused.sum.count-again")
    cite = RULE_SHEET.cite(settings, "values")
    raise impossible("two-ten-jack.refused.sum", "", cite, total=total, right=right, hint=hint)


def _hint(whole: tuple[Suit, ...]) -> Message:
    """Which reversal would make a sum right."""
    if len(whole) == 1:
        return message("two-ten-jack.refused.sum.one", suit=whole[0])
    return message("two-ten-jack.refused.sum.both" if whole else "two-ten-jack.refused.sum.none")


# ---- what is counted over the seasons ----

ROUND = Kind("two-ten-jack.outcome.round", has_result=False)
"""Rounds counted, by the points they brought."""
REVERSAL = Kind("two-ten-jack.outcome.reversal", has_result=False, row=Suit)
"""Suits of which one player captured all six, by suit; by the points of the whole round."""


def outcomes(state: Any) -> Iterator[Outcome]:
    """Every player's rounds, and every reversal."""
    for done in (one for one in state.past if one.count):
        points = _totals(done.count, state.settings)
        for party, brought in points.items():
            said = message("two-ten-jack.outcome.round.said", points=brought)
            yield Outcome(done.id, ROUND.code, (Seat(party),), (), said, by=brought)
        for suit, seat in whole_sixes(done.count, state.settings).items():
            brought, of = points[seat.value], (suit.value, "")
            said = message("two-ten-jack.outcome.reversal.said", suit=suit, points=brought)
            yield Outcome(done.id, REVERSAL.code, (seat,), (), said, of, by=brought)


COUNTED = Counted((ROUND, REVERSAL), lambda state: tuple(outcomes(state)))
