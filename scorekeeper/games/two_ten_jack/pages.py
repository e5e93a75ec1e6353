"""What a table of Two-Ten-Jack is asked and shown: the two ways to count a round, the
sheet."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import partial

from wtforms import SubmitField

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rounds import Lines, Tally
from scorekeeper.core.seats import Seat
from scorekeeper.core.sheet import Gain, RowFact, sum_points
from scorekeeper.games.ask import (
    EntryFlow,
    EntryForm,
    FactForm,
    OverForm,
    form_of,
    opening,
)
from scorekeeper.games.fields import (
    AnyField,
    FactField,
    ask,
    choose,
    label,
    press,
    refuse,
)
from scorekeeper.games.game import Glance, Look, SheetOf
from scorekeeper.games.two_ten_jack import play, scoring
from scorekeeper.games.two_ten_jack.events import (
    CardsCaptured,
    JokerCalled,
    TotalsStated,
)
from scorekeeper.games.two_ten_jack.rules import SIXES, Reversal, Settings
from scorekeeper.games.two_ten_jack.scoring import (
    ROUNDS,
    State,
    watched_count,
    watched_owners,
    whole_sixes,
)


class RoundForm(FactForm[State]):
    """A question at the end of a round."""

    RULES = ROUNDS

    def view(self) -> dict[str, object]:
        """The cards that are out, the number of tricks, and, worked out where it is
        asked for, what the totals come to: with no suit reversed, with one, with
        both."""
        settings = self.state.settings
        out = play.taken_out(settings)
        sums = partial(play.round_sums, settings)
        return {"out": out, "tricks": play.CARDS // settings.players, "sums": sums}


class CountForm(RoundForm):
    """Who captured which card: a player is chosen above, each tap gives that player a
    card. Each card is a group of radio buttons of its own, named after the card, so it
    can have only one owner. The button `rest` gives all that is left to the player
    chosen above."""

    NAME = "count"
    STATES = ALONE = WHOLE = (CardsCaptured,)
    RECORDED = watched_count
    cards = ask(
        CardsCaptured,
        "owners",
        choices=lambda form: play.counted(form.state.settings),
        default=lambda form: (
            watched_owners(form.state.round, form.state.settings) or None
        ),
        required=False,
    )
    who = choose(Seat)
    rest = SubmitField()

    def lay_out(self) -> None:
        self.who.data = self.who.data or self.ring[0]
        if self.rest.data:
            self.cards.fill((card, self.who.data) for card in self.missing)

    @property
    def missing(self) -> tuple[Card, ...]:
        return tuple(
            card for card, part in self.cards.parts.items() if part.value is None
        )

    def validate_cards(self, field: FactField) -> None:
        """Every card must have an owner; whether each can have it is for the rules to
        say."""
        if missing := self.missing:
            refuse(
                "two-ten-jack.refused.no-owner", n=len(missing), cards=listed(missing)
            )

    @property
    def rows(self) -> tuple[list[tuple[Card, AnyField, int]], ...]:
        rows: dict[Suit | None, list[tuple[Card, AnyField, int]]] = defaultdict(list)
        for card, part in self.cards.parts.items():
            rows[card.suit].append((card, part, play.worth(self.state.settings, card)))
        return tuple(rows.values())


NOBODY = "two-ten-jack.ask.nobody"


def _has_reversal(form: RoundForm) -> bool:
    return form.state.settings.reversal is not Reversal.OFF


MOST_TO_TAP = 40  # With more totals that a pile can come to, they are typed


class TotalsForm(RoundForm):
    """Everybody's total, and who captured a whole six. A total is tapped; typed, with
    its sign apart, where piles can come to many. The last one left open follows from
    the others."""

    NAME = "totals"
    STATES = ALONE = WHOLE = (TotalsStated,)
    totals = ask(
        TotalsStated,
        names=lambda seat: f"total{seat.value}",
        signs=lambda seat: f"minus{seat.value}",
    )
    hearts = ask(TotalsStated, when=_has_reversal, none=NOBODY)
    spades = ask(TotalsStated, when=_has_reversal, none=NOBODY)

    def lay_out(self) -> None:
        parts = self.totals.parts.values()
        is_open = [part for part in parts if not part.typed]
        known = [part.value for part in parts if part.value is not None]
        if len(is_open) == 1 and len(known) == len(parts) - 1:
            settings = self.state.settings
            owners = {suit: self._has_six(suit) for suit in SIXES}
            whole = [suit for suit, is_whole in owners.items() if is_whole]
            is_open[0].fill(play.round_sum(settings, whole) - sum(known))

    def _has_six(self, suit: Suit) -> bool:
        field = self.hearts if suit is Suit.HEARTS else self.spades
        return field is not None and field.value is not None

    @property
    def offered(self) -> list[tuple[int, object, str]]:
        """The totals to tap, as they are said, the most first, "rare" where it takes
        all six of a suit; none where there are too many."""
        settings = self.state.settings
        usual = play.pile_totals(settings, frozenset())
        every = play.every_total(settings)
        if len(every) > MOST_TO_TAP:
            return []
        ranked = sorted(every, reverse=True)
        return [
            (points, Gain(points), "" if points in usual else "rare")
            for points in ranked
        ]


CALL = press(JokerCalled, label("two-ten-jack.field.call"))
CallForm = form_of(RoundForm, "joker-called", JokerCalled, call=CALL)
"""Whether the three of spades that was led calls the Joker."""


def offered(state: State) -> tuple[type[EntryForm[State]], ...]:
    """What may be asked now: how the game ended, before anything of the next; then the
    count, as the last one was, or by cards where some that count were watched."""
    calls = (CallForm,) if scoring.calls_joker(state) else ()
    is_watched = bool(
        watched_owners(state.round, state.settings)
        or watched_count(state.round, state.settings)
    )
    last = next(
        (backward.count for backward in state.backwards() if backward.count), None
    )
    by_totals = isinstance(last, TotalsStated) and not is_watched
    counts = (TotalsForm, CountForm) if by_totals else (CountForm, TotalsForm)
    return opening(state, *calls, *counts)


FLOW: EntryFlow[State] = EntryFlow((CountForm, TotalsForm, CallForm, OverForm), offered)

# ---- the sheet ----

HEADS = ("two-ten-jack.dealer", "two-ten-jack.reversed")
NAMES = ("two-ten-jack.game", "two-ten-jack.round")


def _look(done: scoring.Round, tally: Tally, settings: Settings) -> Look:
    dealer = RowFact("two-ten-jack.dealer", done.dealer)
    sixes = whole_sixes(done.count, settings) if done.count else {}
    if not sixes or done.count is None:
        return Look((dealer,))
    turned = (
        message("two-ten-jack.reversed", suit=suit, seat=seat)
        for suit, seat in sixes.items()
    )
    facts = (dealer, RowFact("two-ten-jack.reversed", listed(turned)))
    lines = scoring.round_lines(done.count, settings)
    said = message("row.brought", brought=listed(_all_six(sixes, lines)))
    return Look(facts, ("reversed",), said=said)


def _all_six(sixes: Mapping[Suit, Seat], lines: Lines) -> Iterator[Message]:
    for suit, seat in sixes.items():
        points = Gain(sum_points(lines, seat.party))
        of = message(f"suit.{suit.slug}")
        yield message("two-ten-jack.all-six", suit=of, seat=seat, points=points)


sheet = SheetOf(ROUNDS, HEADS, NAMES, _look)


def turned(state: State) -> dict[str, object]:
    counts = ((done.id, done.count) for done in state.past if done.count)
    sixes = ((row, whole_sixes(count, state.settings)) for row, count in counts)
    return {
        "rows": {
            row: [(s, p.value) for s, p in six.items()] for row, six in sixes if six
        }
    }


def while_watched(state: State) -> dict[str, object]:
    """What a round is played with: the cards that are out, the others by what each is
    worth; and whether the Joker can be called now."""
    settings = state.settings
    worths = defaultdict[int, list[Card]](list)
    for card in play.counted(settings):
        worths[play.worth(settings, card)].append(card)
    values = [(points, listed(cards)) for points, cards in worths.items() if points]
    return {
        "out": play.taken_out(settings),
        "worths": values,
        "may_call": scoring.calls_joker(state),
    }


def glance(state: State) -> Glance:
    tally = ROUNDS.sections(state)[-1].tally
    players = state.settings.players
    left = players - tally.rounds
    code = "round-of"
    rest = message("two-ten-jack.where.left", n=left)
    if left <= 0:
        code = "round"
        rest = message("two-ten-jack.where.tie")
    deal = message(f"two-ten-jack.{code}", number=tally.rounds + 1, players=players)
    dealer = state.last.dealer if tally.is_over else state.round.dealer
    dealt = message("two-ten-jack.where.dealer", dealer=dealer)
    where = (dealt,) if tally.is_over else (rest, dealt)
    below = {party: message("two-ten-jack.below.won") for party in tally.winners}
    return sheet.glance(state, where, message("two-ten-jack.turn"), below, deal)
