"""What a table of Two-Ten-Jack is asked and shown: the two ways to count a round, the sheet."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from wtforms import SubmitField
from wtforms.fields import Field

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rounds import Noted, Scored, Tally
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.sheet import Fact, ScoreSheet
from scorekeeper.games.ask import EntryFlow, EntryForm, FactForm, OverForm
from scorekeeper.games.fields import ask, choose, label, refuse
from scorekeeper.games.game import Glance, Standing
from scorekeeper.games.scoresheet import Look, score_sheet
from scorekeeper.games.two_ten_jack.events import CardsCaptured, TotalsStated
from scorekeeper.games.two_ten_jack.play import counted, round_sum, taken_out, tricks, worth
from scorekeeper.games.two_ten_jack.rules import Reversal, Settings
from scorekeeper.games.two_ten_jack.scoring import ROUNDS, parties, play_rules, whole_sixes
from scorekeeper.games.two_ten_jack.state import Round, State, last_count

# ---- the questions ----


@dataclass(frozen=True, slots=True)
class PackView:
    """The cards that are out, the tricks of a round, and what its totals come to: with no suit
    reversed, with one, with both."""

    removed: tuple[Card, ...]
    tricks: Message
    sum: int
    reversed: bool
    sum_hearts: int
    sum_spades: int
    sum_both: int
    hearts: Suit = Suit.HEARTS
    spades: Suit = Suit.SPADES


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player that may be chosen: `number` counts from 1 clockwise."""

    number: int
    value: str
    name: object
    checked: bool


@dataclass(frozen=True, slots=True)
class CardView:
    """A card and who may own it; `missing` once it was left without an owner."""

    card: Card
    name: str
    points: int
    missing: bool
    owners: tuple[PlayerView, ...]


@dataclass(frozen=True, slots=True)
class CountView:
    """The players, and a row of cards a suit."""

    pack: PackView
    players: tuple[PlayerView, ...]
    rows: tuple[tuple[CardView, ...], ...]
    cards: int


@dataclass(frozen=True, slots=True)
class TotalView:
    """A player and the fields of that total."""

    name: object
    field: Field
    minus: Field


@dataclass(frozen=True, slots=True)
class TotalsView:
    """A row a player."""

    pack: PackView
    players: tuple[TotalView, ...]


class RoundForm(FactForm):
    """A question at the end of a round."""

    RULES = ROUNDS
    state: State

    def pack_view(self) -> PackView:
        """The cards that are out, and what the totals come to."""
        settings, (hearts, spades) = self.state.settings, (Suit.HEARTS, Suit.SPADES)
        return PackView(
            taken_out(settings),
            label("two-ten-jack.ask.tricks", n=tricks(settings)),
            round_sum(settings, frozenset()),
            settings.reversal is not Reversal.OFF,
            round_sum(settings, frozenset({hearts})),
            round_sum(settings, frozenset({spades})),
            round_sum(settings, frozenset({hearts, spades})),
        )


def _asked(form: RoundForm) -> tuple[Card, ...]:
    return counted(form.state.settings)


def _watched(form: RoundForm) -> Iterable[tuple[Card, Seat]] | None:
    """Who captured what, where all tricks of the round were watched."""
    present = form.state.round
    if not present.watched.is_over(play_rules(present, form.state.settings)):
        return None
    return ((card, seat) for seat in form.ring for card in present.watched.captured((seat,)))


class CountForm(RoundForm):
    """Who captured which card: a player is chosen above, each tap gives that player a card.

    Each card is a group of radio buttons of its own, named after the card, so it can have only
    one owner. The button `rest` gives all that is left to the player chosen above.
    """

    NAME = "count"
    STATES = ALONE = WHOLE = (CardsCaptured,)
    cards = ask(CardsCaptured, "owners", choices=_asked, default=_watched, required=False)
    who = choose(Seat)
    rest = SubmitField(label("two-ten-jack.field.rest"))

    def lay_out(self) -> None:
        """Give the rest to the player who is chosen, where that was asked for."""
        self.chosen = self.who.data or self.ring[0]
        left = (card for card, part in self.cards.parts.items() if part.value is None)
        if self.rest.data:
            self.cards.fill(tuple((card, self.chosen) for card in left))

    def validate_cards(self, field: Any) -> None:
        """Every card must have an owner; whether each can have it is for the rules to say."""
        missing = tuple(card for card, part in field.parts.items() if part.value is None)
        if missing:
            refuse("two-ten-jack.refused.no-owner", n=len(missing), cards=listed(missing))

    def view(self) -> CountView:
        """The players, and a row of cards a suit."""
        cells = [self._cell(card, part) for card, part in self.cards.parts.items()]
        suits = dict.fromkeys(one.card.suit for one in cells)
        rows = tuple(tuple(one for one in cells if one.card.suit is suit) for suit in suits)
        return CountView(self.pack_view(), self._players(self.chosen), rows, len(cells))

    def _players(self, chosen: Seat | None) -> tuple[PlayerView, ...]:
        return tuple(
            PlayerView(n, seat.value, self.shown(seat), seat is chosen)
            for n, seat in enumerate(self.ring, start=1)
        )

    def _cell(self, card: Card, part: Any) -> CardView:
        missing = part.value is None and bool(self.cards.errors)
        points = worth(self.state.settings, card)
        return CardView(card, str(card), points, missing, self._players(part.value))


def _reverses(form: RoundForm) -> bool:
    return form.state.settings.reversal is not Reversal.OFF


class TotalsForm(RoundForm):
    """Everybody's total, with its sign apart, and who captured a whole six."""

    NAME = "totals"
    STATES = ALONE = WHOLE = (TotalsStated,)
    totals = ask(
        TotalsStated,
        names=lambda seat: f"total{seat.value}",
        signs=lambda seat: f"minus{seat.value}",
    )
    hearts = ask(TotalsStated, when=_reverses, none="two-ten-jack.ask.nobody")
    spades = ask(TotalsStated, when=_reverses, none="two-ten-jack.ask.nobody")

    def view(self) -> TotalsView:
        """A row a player."""
        parts = self.totals.parts.items()
        rows = (TotalView(self.shown(seat), part, part.sign) for seat, part in parts)
        return TotalsView(self.pack_view(), tuple(rows))


def _usual(state: State) -> tuple[type[EntryForm], ...]:
    """How a round is counted: as the last one was, or by cards where all tricks were watched."""
    present = state.round
    is_watched = present.watched.is_over(play_rules(present, state.settings))
    if isinstance(last_count(state), TotalsStated) and not is_watched:
        return TotalsForm, CountForm
    return CountForm, TotalsForm


def offered(state: State) -> tuple[type[EntryForm], ...]:
    """What may be asked now: how the game ended, before anything of the next; then the count."""
    over = (OverForm,) if state.is_between else ()
    return (*over, *_usual(state))


FLOW = EntryFlow((CountForm, TotalsForm, OverForm), offered)

# ---- the sheet ----

HEADS = ("two-ten-jack.dealer", "two-ten-jack.reversed")


def sheet(state: State) -> ScoreSheet:
    """Everything that was played: a section for each game, a row for each round."""
    return score_sheet(
        ROUNDS,
        state,
        heads=HEADS,
        names=("two-ten-jack.game", "two-ten-jack.round"),
        headline=headline,
        look=_look,
    )


def headline(tally: Tally, settings: Settings) -> Message:
    """How a game stands or ended, in one sentence."""
    is_alone = len(tally.leaders) == 1
    if tally.winners:
        code = "won" if is_alone else "shared"
    elif tally.is_over:
        code = "ended"
    else:
        code = "ahead" if is_alone else "level"
    first = listed(one for one in parties(settings) if one.id in tally.leaders)
    points = tally.totals[tally.leaders[0]]
    return message(f"two-ten-jack.headline.{code}", leader=first, points=points)


def _look(one: Scored[Round, Tally], settings: Settings) -> Look:
    if isinstance(one.item, Noted):
        return Look(())
    dealer = Fact("two-ten-jack.dealer", one.item.dealer)
    sixes = whole_sixes(one.item.count, settings) if one.item.count else {}
    if not sixes:
        return Look((dealer,))
    said = (message("two-ten-jack.reversed", suit=suit, seat=seat) for suit, seat in sixes.items())
    return Look((dealer, Fact("two-ten-jack.reversed", listed(said))), ("reversed",))


def turned(state: State) -> dict[str, Any]:
    """For the sheet on the screen: by row and party, the suits that were reversed there."""
    rounds = ((one.id, one.count) for one in state.past if one.count)
    sixes = {row: whole_sixes(count, state.settings) for row, count in rounds}
    return {
        "rows": {
            row: {
                party.id: [suit for suit, seat in found.items() if seat in party.seats]
                for party in parties(state.settings)
            }
            for row, found in sixes.items()
            if found
        }
    }


def glance(state: State) -> Glance:
    """Everybody's total in the present game, the round, and what is awaited."""
    tally, settings = ROUNDS.sections(state)[-1].tally, state.settings
    standings = tuple(
        Standing(party, tally.totals[party.id], _below(tally, party)) for party in parties(settings)
    )
    dealt = message("two-ten-jack.where.dealer", dealer=state.round.dealer)
    if tally.is_over:
        over = message("two-ten-jack.over")
        return Glance(standings, over, (dealt,), headline(tally, settings), True)
    left = settings.players - tally.rounds
    code = "two-ten-jack.round-of" if left > 0 else "two-ten-jack.round"
    number = message(code, number=tally.rounds + 1, players=settings.players)
    tie = message("two-ten-jack.where.tie")
    rest = message("two-ten-jack.where.left", n=left) if left > 0 else tie
    return Glance(standings, number, (dealt, rest), message("two-ten-jack.turn"))


def _below(tally: Tally, party: Party) -> Message | None:
    return message("two-ten-jack.below.won") if party.id in tally.winners else None
