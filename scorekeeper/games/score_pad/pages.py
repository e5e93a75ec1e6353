"""What a table is asked each round, and its sheet."""

from dataclasses import replace

from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Ring, Seat
from scorekeeper.core.sheet import RowFact, ScoreSheet
from scorekeeper.games.ask import EntryFlow, EntryForm, FactForm, OverForm
from scorekeeper.games.fields import AnyField, Label, ask, label
from scorekeeper.games.game import Glance, Look, SheetOf
from scorekeeper.games.score_pad.events import BidsMade, PointsCounted, TricksTaken
from scorekeeper.games.score_pad.play import (
    ROUNDS,
    Most,
    Round,
    State,
    check_bid,
    number_of,
    ring,
)
from scorekeeper.games.score_pad.rules import Dealing, Extras, Settings, Showing
from scorekeeper.games.seals import SealForm, Together
from scorekeeper.games.tricks import listed_numbers


class PadForm(FactForm[State]):
    """A question of a round."""

    RULES = ROUNDS

    @property
    def total(self) -> int | None:
        return self.state.settings.sum_of(number_of(self.state))

    # The number that follows from the others where it is known what all come to; else 0
    def fill_what_is_open(self, field: AnyField) -> None:
        parts = field.parts.values()
        is_open = [part for part in parts if not part.typed]
        known = [part.value for part in parts if part.value is not None]
        if not known:
            return
        is_last = len(is_open) == 1 and len(known) == len(parts) - 1
        if self.total is not None and is_last:
            is_open[0].fill(self.total - sum(known))
        for part in is_open:
            if not part.typed:
                part.fill(0)


class PointsForm(PadForm):
    """How many points everybody counted in this round."""

    NAME = "points"
    STATES = ALONE = WHOLE = (PointsCounted,)
    points = ask(PointsCounted, required=False, signs=lambda seat: f"minus{seat.value}")

    def lay_out(self) -> None:
        self.fill_what_is_open(self.points)


class BidsForm(PadForm):
    """How many tricks everybody bids."""

    NAME = "bids"
    STATES = ALONE = (BidsMade,)
    bids = ask(BidsMade)


class TricksForm(PadForm):
    """How many tricks everybody took."""

    NAME = "tricks"
    STATES = ALONE = (TricksTaken,)
    tricks = ask(TricksTaken, required=False)
    extras = ask(
        TricksTaken,
        when=lambda form: form.state.settings.extras is not Extras.NONE,
        signs=lambda seat: f"minus{seat.value}",
    )

    def lay_out(self) -> None:
        self.fill_what_is_open(self.tricks)

    def shown(self, value: object, name: str = "") -> Label:
        bids = dict(self.state.round.bids)
        shown = super().shown(value, name)
        if name != "tricks" or not isinstance(value, Seat) or value not in bids:
            return shown
        return label("score-pad.field.after-bid", seat=shown, bid=bids[value])


class RoundForm(PadForm):
    """A whole round at once: forgotten, or to be corrected."""

    NAME = "round"
    STATES = (BidsMade, TricksTaken)
    WHOLE = (TricksTaken,)
    bids = BidsForm.bids
    tricks = TricksForm.tricks
    extras = TricksForm.extras

    def lay_out(self) -> None:
        self.fill_what_is_open(self.tricks)


def offered(state: State) -> tuple[type[EntryForm[State]], ...]:
    if state.round.bids:
        return (TricksForm,)
    over: tuple[type[EntryForm[State]], ...] = ()
    if state.is_between:
        over = (OverForm,)
    if state.settings.has_bids:
        return (*over, BidsForm, RoundForm)
    return (*over, PointsForm)


FORMS = (PointsForm, BidsForm, TricksForm, RoundForm, OverForm)
FLOW: EntryFlow[State] = EntryFlow(FORMS, offered)


# ---- bids that are shown at once ----


def bidding_at_once(state: State) -> Ring:
    settings = state.settings
    is_hidden = settings.has_bids and settings.showing is Showing.AT_ONCE
    return ring(settings) if is_hidden and not state.round.bids else ()


SEALABLES = (
    Together(
        what="score-pad.seal.bid",
        form=SealForm,
        seats=bidding_at_once,
        most=lambda state: len(ring(state.settings)),
        kind=BidsMade,
        asked_by=BidsForm.NAME,
        states=BidsMade,
        check_one=check_bid,
    ),
)


# ---- the sheet ----

NAMES = ("score-pad.game", "score-pad.round")


def look(done: Round, tally: Most, settings: Settings) -> Look:
    facts = []
    if settings.dealing is not Dealing.NOBODY:
        facts.append(RowFact("score-pad.dealer", done.dealer))
    every = (("bids", done.bids), ("tricks", done.tricks), ("extras", done.extras))
    for head, numbers in every:
        if numbers:
            facts.append(RowFact(f"score-pad.{head}", listed_numbers(numbers)))
    return Look(tuple(facts))


PLAIN = SheetOf(ROUNDS, (), NAMES, look)
BIDDING = replace(PLAIN, heads=("score-pad.bids", "score-pad.tricks"))
EXTRAS = replace(PLAIN, heads=(*BIDDING.heads, "score-pad.extras"))


def sheet(state: State) -> ScoreSheet:
    settings = state.settings
    if not settings.has_bids:
        return PLAIN(state)
    return BIDDING(state) if settings.extras is Extras.NONE else EXTRAS(state)


def title(settings: Settings) -> Message | None:
    if not settings.called:
        return None
    return message("score-pad.where.game", game=settings.called)


def glance(state: State) -> Glance:
    settings = state.settings
    game = title(settings)
    where = [game] if game else []
    if settings.dealing is not Dealing.NOBODY:
        dealer = (state.last if state.is_between else state.round).dealer
        where.append(message("score-pad.where.dealer", dealer=dealer))
    return PLAIN.glance(state, tuple(where), _turn(state), deal=_deal(state))


def _turn(state: State) -> Message:
    code = "points"
    if state.settings.has_bids:
        code = "tricks" if state.round.bids else "bids"
    return message(f"score-pad.turn.{code}")


def _deal(state: State) -> Message:
    number = number_of(state)
    last = state.settings.last_round
    if last is None or number > last:
        return message("score-pad.round", number=number)
    return message("score-pad.round-of", number=number, rounds=last)
