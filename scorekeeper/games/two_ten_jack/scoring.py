"""What a round scores, and how a game ends."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import Cite, Standing
from scorekeeper.core.evening import Adjusted, CarriedIn, Ended
from scorekeeper.core.messages import message
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.settings import TABLE
from scorekeeper.core.sheet import Line
from scorekeeper.games.two_ten_jack.events import TotalsStated
from scorekeeper.games.two_ten_jack.pack import reversed_points, ring, worth
from scorekeeper.games.two_ten_jack.settings import RULE_SHEET, SIXES, Reversal, Settings, Ties
from scorekeeper.games.two_ten_jack.state import Count, Noted, Round, State

NOTED = Cite(TABLE, "", Standing.HOUSE, "carried-in")


def parties(settings: Settings) -> tuple[Party, ...]:
    """Everybody plays alone: a party a seat."""
    return tuple(Party(seat.value, (seat,)) for seat in ring(settings))


def whole_sixes(count: Count, settings: Settings) -> dict[Suit, Seat]:
    """The suits that are reversed in this round, each with the player who captured all six.

    Rule: Scoring; each suit by itself.
    """
    if settings.reversal is Reversal.OFF:
        return {}
    if isinstance(count, TotalsStated):
        return dict(count.sixes)
    owners = dict(count.owners)
    piles = {suit: {owners.get(card) for card in six} for suit, six in SIXES.items()}
    return {
        suit: seat
        for suit, seats in piles.items()
        for seat in seats
        if len(seats) == 1 and seat is not None
    }


def round_lines(count: Count, settings: Settings) -> tuple[Line, ...]:
    """What each player scores in a round, card by card where the cards are known."""
    values = RULE_SHEET.cite(settings, "values")
    if isinstance(count, TotalsStated):
        what = message("two-ten-jack.line.total")
        return tuple(Line(seat.value, points, what, values) for seat, points in count.totals)
    sixes = whole_sixes(count, settings)
    return tuple(
        line
        for seat in ring(settings)
        for line in _pile_lines(count.pile(seat), seat, sixes, settings)
        or [Line(seat.value, 0, message("two-ten-jack.line.nothing"), values)]
    )


def _pile_lines(
    pile: tuple[Card, ...], seat: Seat, sixes: dict[Suit, Seat], settings: Settings
) -> list[Line]:
    values = RULE_SHEET.cite(settings, "values")
    mine = [suit for suit in sixes if sixes[suit] is seat]
    turned = {card for suit in mine for card in SIXES[suit]}
    straight = [card for card in pile if card not in turned and worth(settings, card)]
    return [
        Line(
            seat.value,
            worth(settings, card),
            message("two-ten-jack.line.card", card=card),
            values,
        )
        for card in straight
    ] + [line for suit in mine for line in _six_lines(suit, seat, settings)]


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


def noted_lines(noted: Noted) -> tuple[Line, ...]:
    """The line of a score carried in or adjusted."""
    match noted.event:
        case CarriedIn(party, points):
            return (Line(party, points, message("two-ten-jack.line.carried-in"), NOTED),)
        case Adjusted(party, points, reason):
            what = message("two-ten-jack.line.adjusted", reason=reason)
            return (Line(party, points, what, NOTED),)
        case Ended():
            return ()


# ---- games ----


@dataclass(slots=True)
class Game:
    """As many rounds as players: its rows, its totals, and how it ended if it has."""

    totals: dict[str, int]
    rows: list[tuple[Round | Noted, tuple[Line, ...]]] = field(default_factory=list)
    rounds: int = 0
    winners: tuple[str, ...] = ()
    is_ended: bool = False

    @property
    def is_over(self) -> bool:
        """Whether it was played out or given up."""
        return bool(self.winners) or self.is_ended


def games(state: State) -> list[Game]:
    """The session's games in order; one is always there, and the last may be over."""
    fresh = {party.id: 0 for party in parties(state.settings)}
    played = [Game(dict(fresh))]
    present = (state.present,) if state.present else ()
    for one in (*state.past, *present):
        if played[-1].is_over:
            played.append(Game(dict(fresh)))
        _take_in(played[-1], one, state.settings)
    return played


def _take_in(game: Game, one: Round | Noted, settings: Settings) -> None:
    if isinstance(one, Noted):
        lines = noted_lines(one)
    else:
        lines = round_lines(one.count, settings) if one.count else ()
    for line in lines:
        game.totals[line.party] += int(line.points)
    game.rows.append((one, lines))
    if isinstance(one, Noted):
        game.is_ended = isinstance(one.event, Ended)
    elif one.count:
        game.rounds += 1
        game.winners = winners(game.totals, game.rounds, settings)


def winners(totals: dict[str, int], rounds: int, settings: Settings) -> tuple[str, ...]:
    """Who has won after so many rounds, nobody while the game goes on.

    Rule: End of Game, as many rounds as players. Inferred: ties are shared, or played on.
    """
    if rounds < settings.players:
        return ()
    best = max(totals.values())
    first = tuple(party for party, total in totals.items() if total == best)
    if len(first) > 1 and settings.ties is Ties.EXTRA_ROUND:
        return ()
    return first


def rounds_left(game: Game, settings: Settings) -> int:
    """How many rounds are to be played, 0 when only a tie keeps the game going."""
    return max(settings.players - game.rounds, 0)
