"""What a round scores, how a game ends, and the rounds of a session."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import listed, message
from scorekeeper.core.outcomes import Counted, Kind, Outcome
from scorekeeper.core.rounds import UNCOUNTED, Lines, RoundRules, Tally, moves_on
from scorekeeper.core.seats import Party, Seat, alone
from scorekeeper.core.sheet import Line, Points
from scorekeeper.games.two_ten_jack.events import CardsCaptured, TotalsStated
from scorekeeper.games.two_ten_jack.play import card_play, counted, reversed_points, ring, worths
from scorekeeper.games.two_ten_jack.rules import RULE_SHEET, SIXES, Reversal, Settings, Ties
from scorekeeper.games.two_ten_jack.state import Count, Round, State, entered


def parties(settings: Settings) -> tuple[Party, ...]:
    """Everybody plays alone."""
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
    values, worth = RULE_SHEET.cite(settings, "values"), worths(settings)
    mine = [suit for suit in sixes if sixes[suit] is seat]
    turned = {card for suit in mine for card in SIXES[suit]}
    for card in pile:
        if card not in turned and worth.get(card):
            what = message("two-ten-jack.line.card", card=card)
            yield Line(seat.value, worth[card], what, values)
    for suit in mine:
        yield from _six_lines(suit, seat, settings)


def _six_lines(suit: Suit, seat: Seat, settings: Settings) -> Iterator[Line]:
    """All six of a suit in one pile: card by card with the other sign, or one figure."""
    cite, worth = RULE_SHEET.cite(settings, "reversal"), worths(settings)
    if settings.reversal is Reversal.FLIP:
        for card in SIXES[suit]:
            what = message("two-ten-jack.line.flipped", card=card)
            yield Line(seat.value, -worth.get(card, 0), what, cite)
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


# ---- what is counted over the seasons ----

ROUND = Kind("two-ten-jack.outcome.round", has_result=False)
"""Rounds counted, by the points they brought."""
REVERSAL = Kind("two-ten-jack.outcome.reversal", has_result=False, row=Suit)
"""Suits of which one player captured all six, by suit; by the points of the whole round."""


def outcomes(state: Any) -> tuple[Outcome, ...]:
    """Every player's rounds, and every reversal."""
    return tuple(one for done in state.past if done.count for one in _outcomes(done, state))


def _outcomes(done: Round, state: State) -> Iterator[Outcome]:
    count = done.count
    assert count is not None and done.id is not None  # noqa: S101 - the caller has looked
    points = _totals(count, state.settings)
    for party, brought in points.items():
        said = message("two-ten-jack.outcome.round.said", points=brought)
        yield Outcome(done.id, ROUND.code, (Seat(party),), (), said, by=brought)
    for suit, seat in whole_sixes(count, state.settings).items():
        brought = points[seat.value]
        said = message("two-ten-jack.outcome.reversal.said", suit=suit, points=brought)
        of = (suit.value, "")
        yield Outcome(done.id, REVERSAL.code, (seat,), (), said, of, by=brought)


COUNTED = Counted((ROUND, REVERSAL), outcomes)
