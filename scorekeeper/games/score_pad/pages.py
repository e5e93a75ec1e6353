"""What a table is asked each round, and its sheet."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rounds import NotedEvent
from scorekeeper.core.seats import PartyId, Ring, Seat, named, party_of
from scorekeeper.core.session import Event
from scorekeeper.core.sheet import RowFact, ScoreSheet
from scorekeeper.games.ask import (
    EntryFlow,
    EntryForm,
    Extra,
    FactForm,
    Filled,
    Filling,
    OverForm,
    Sent,
    opening,
)
from scorekeeper.games.bids import name_with_bid
from scorekeeper.games.fields import AnyField, Label, ask, choose, label
from scorekeeper.games.game import Glance, Look, SheetOf, usual_headline
from scorekeeper.games.score_pad.events import (
    BidsMade,
    BoxFilled,
    Dropped,
    PointsCounted,
    Returned,
    TricksTaken,
)
from scorekeeper.games.score_pad.pads import name_of, pad_name
from scorekeeper.games.score_pad.play import (
    ROUNDS,
    PadTally,
    Round,
    State,
    check_bid,
    counted_now,
    counting,
    in_game,
    left_now,
    number_of,
    open_boxes,
    phases_done,
    ring,
    side,
    sum_now,
    turn_of,
    with_phases_left,
)
from scorekeeper.games.score_pad.rules import (
    FEWEST_PLAYERS,
    Bonus,
    Box,
    Dealing,
    Extras,
    Order,
    Settings,
    Showing,
)
from scorekeeper.games.seals import Together
from scorekeeper.games.tricks import listed_numbers


class PadForm(FactForm[State]):
    """A question of a round."""

    RULES = ROUNDS

    def process(
        self,
        formdata: Sent = None,
        obj: object = None,
        data: Filled = None,
        extra_filters: Extra = None,
        **fields: object,
    ) -> None:
        self.sent = formdata or {}
        super().process(formdata, obj, data, extra_filters, **fields)

    def validate(self, extra_validators: Extra = None) -> bool:
        is_valid = super().validate(extra_validators)
        # a form that was drawn before somebody left has a number of theirs
        for seat in who_left(self.state):
            if self.sent.get(f"{self.NAME}{seat.value}"):
                said = label("score-pad.refused.has-left", seat=self.shown(seat))
                self.form_errors.append(said)
        return is_valid and not self.form_errors

    @property
    def ring(self) -> Ring:
        return in_game(self.state)

    @property
    def total(self) -> int | None:
        return sum_now(self.state)

    # Once a number is typed: the last that is open follows from the others where it is
    # known what all come to, unless these are too many; every other one is 0
    def fill_what_is_open(self, field: AnyField) -> None:
        parts = field.parts.values()
        left_open = [part for part in parts if not part.typed]
        known = [part.value for part in parts if part.value is not None]
        if not known:
            return
        is_last = len(left_open) == 1 and len(known) == len(parts) - 1
        if self.total is not None and is_last:
            rest = self.total - sum(known)
            left_open[0].fill(rest if field.asked.signs else max(rest, 0))
            return
        for part in left_open:
            part.fill(0)


class PointsForm(PadForm):
    """How many points everybody counted in this round, or how many of what counts in
    it; which round it was, where rounds have names, and who completed their phase."""

    NAME = "points"
    STATES = ALONE = WHOLE = (PointsCounted,)
    round = ask(
        PointsCounted,
        when=lambda form: chooses_round(form.state),
        choices=lambda form: [(one.code, name_of(one)) for one in left_now(form.state)],
        required=True,
        missing="no-such-round",
    )
    completed = ask(
        PointsCounted,
        when=lambda form: with_phases_left(form.state),
        choices=lambda form: with_phases_left(form.state),
    )
    counts = ask(
        PointsCounted,
        "points",
        when=lambda form: counts_units(form.state),
        required=False,
        choices=lambda form: counted_now(form.state),
        names=lambda seat: f"points{seat.value}",
    )
    points = ask(
        PointsCounted,
        when=lambda form: not counts_units(form.state),
        required=False,
        choices=lambda form: counted_now(form.state),
        signs=lambda seat: f"minus{seat.value}",
    )

    def lay_out(self) -> None:
        self.fill_what_is_open(self.counts or self.points)

    @property
    def heading(self) -> Label:
        return label("score-pad.turn.counts") if self.counts else super().heading

    @property
    def total(self) -> int | None:
        settings = self.state.settings
        return sum_now(self.state, settings.round_named(self.code))

    @property
    def code(self) -> str | None:
        """Which round it is that is entered, where rounds have names."""
        if chooses_round(self.state):
            chosen: str | None = self.round.data
            return chosen
        for fact in self.recorded:
            if isinstance(fact, PointsCounted):
                return fact.round
        left = left_now(self.state)
        return left[0].code if left else None

    def facts(self) -> tuple[Event, ...]:
        return tuple(replace(fact, round=self.code) for fact in super().facts())

    def shown(self, value: object, name: str = "") -> Label:
        shown = super().shown(value, name)
        if not isinstance(value, Seat):
            return shown
        party = party_of(value, self.state.settings.parties)
        shown = named(party, self.folded.people)
        if name != "completed":
            return shown
        phase = phase_of(self.state, value)
        return label("score-pad.field.in-phase", seat=shown, phase=phase)


class BoxForm(PadForm):
    """Which box a player fills, and with how much: a value is one tap."""

    NAME = "box"
    STATES = ALONE = WHOLE = (BoxFilled,)
    seat = ask(
        BoxFilled,
        choices=lambda form: with_open_boxes(form.state),
        default=lambda form: turn_of(form.state),
    )
    value = choose(
        str, choices=lambda form: form.values(), required=False, is_free=True
    )
    free = choose(
        tuple[tuple[str, int], ...],
        choices=lambda form: [
            box.code for box in form.state.settings.boxes if box.is_free
        ],
        names=lambda code: f"free-{code}",
        required=False,
    )
    extra = ask(
        BoxFilled, when=lambda form: form.state.settings.extras is not Extras.NONE
    )

    @classmethod
    def acts(cls, state: State) -> Seat | None:
        return turn_of(state)

    @property
    def player(self) -> Seat:
        seat = self.seat.data
        return seat if seat in self.ring else turn_of(self.state)

    @property
    def open(self) -> tuple[Box, ...]:
        return open_boxes(self.state, self.player)

    def values(self) -> list[tuple[str, Label]]:
        """Each value of each open box, as the form sends it: the box and the points."""
        return [value for box in self.open for value in values_of(box)]

    def validate(self, extra_validators: Extra = None) -> bool:
        is_valid = super().validate(extra_validators)
        if is_valid and len(self.chosen) != 1:
            code = "several-boxes" if self.chosen else "no-box"
            self.form_errors.append(label(f"score-pad.refused.{code}"))
        return is_valid and len(self.chosen) == 1

    @property
    def chosen(self) -> list[tuple[str, int]]:
        """The boxes that were filled in, with their points; right where it is one."""
        box, _, points = (self.value.data or "").rpartition(":")
        tapped = [(box, int(points))] if points.isdigit() else []
        typed = [*self.free.value]
        # a nought that is typed scratches nothing where another box has points
        counted = [*tapped, *(pair for pair in typed if pair[1])]
        return counted or typed

    def facts(self) -> tuple[Event, ...]:
        ((box, points),) = self.chosen
        extra = self.extra.value if "extra" in self else None
        return (BoxFilled(self.player, box, points, extra or 0),)

    @classmethod
    def filled(cls, state: State, events: Iterable[Event]) -> Filling:
        given = super().filled(state, events)
        for event in events:
            if not isinstance(event, BoxFilled):
                continue
            box = state.settings.box.get(event.box)
            if box is not None and box.is_free and event.points:
                given["free"] = ((event.box, event.points),)
            else:
                given["value"] = f"{event.box}:{event.points}"
        return given

    def view(self) -> dict[str, object]:
        """A line for each open box: its name, its values as (value, points, whether it
        is chosen), and the field for what is typed, if any. And who else could be
        next."""
        lines = [
            {
                "name": name_of(box),
                "values": [
                    (sent, points, sent == self.value.data)
                    for sent, points in values_of(box)
                ],
                "field": self._fields.get(f"free-{box.code}"),
                "bounds": (box.low, box.high),
            }
            for box in self.open
        ]
        others = [
            seat for seat in with_open_boxes(self.state) if seat is not self.player
        ]
        shown = [(seat.value, self.shown(seat)) for seat in others]
        return {
            "lines": lines,
            "player": self.player.value,
            "who": self.shown(self.player),
            "others": shown,
        }


def values_of(box: Box) -> Iterator[tuple[str, int]]:
    for points in (*box.values, 0):
        yield f"{box.code}:{points}", points


def chooses_round(state: State) -> bool:
    """Whether the table says which of the rounds that have names it has played."""
    return bool(left_now(state)) and state.settings.order is not Order.LISTED


def counts_units(state: State) -> bool:
    return any(one.unit for one in left_now(state))


def with_open_boxes(state: State) -> Ring:
    return tuple(seat for seat in in_game(state) if open_boxes(state, seat))


def phase_of(state: State, seat: Seat) -> int:
    """The phase that this player is at."""
    return min(phases_done(state, seat) + 1, state.settings.phases)


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
        shown = super().shown(value, name)
        return name_with_bid(self, value, shown) if name == "tricks" else shown


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


class DropForm(PadForm):
    """Who leaves."""

    NAME = "dropped"
    STATES = ALONE = (Dropped,)
    leaver = ask(Dropped, "seat", choices=lambda form: in_game(form.state))

    def lay_out(self) -> None:
        if self.state.is_between:
            self.leaver.label.text = label("score-pad.field.leaver-next")


class ReturnForm(PadForm):
    """Who comes back."""

    NAME = "returned"
    STATES = ALONE = (Returned,)
    comer = ask(Returned, "seat", choices=lambda form: who_left(form.state))


def aside(state: State) -> tuple[type[EntryForm[State]], ...]:
    """What is asked when somebody leaves or comes back, between two rounds."""
    if state.round.id is not None or len(state.settings.parties) == FEWEST_PLAYERS:
        return ()
    may_leave = (DropForm,) if len(in_game(state)) > FEWEST_PLAYERS else ()
    may_return = (ReturnForm,) if who_left(state) else ()
    return (*may_leave, *may_return)


def offered(state: State) -> tuple[type[EntryForm[State]], ...]:
    if state.round.bids:
        return (TricksForm,)
    if state.settings.boxes:
        return opening(state, BoxForm)
    if state.settings.has_bids:
        return opening(state, BidsForm, RoundForm)
    return opening(state, PointsForm)


FORMS = (
    PointsForm,
    BoxForm,
    BidsForm,
    TricksForm,
    RoundForm,
    DropForm,
    ReturnForm,
    OverForm,
)
FLOW: EntryFlow[State] = EntryFlow(FORMS, offered, aside=aside)


def who_left(state: State) -> Ring:
    playing = in_game(state)
    return tuple(seat for seat in ring(state.settings) if seat not in playing)


# ---- bids that are shown at once ----


def bidding_at_once(state: State) -> Ring:
    settings = state.settings
    is_hidden = settings.has_bids and settings.showing is Showing.AT_ONCE
    return in_game(state) if is_hidden and not state.round.bids else ()


SEALABLES = (
    Together(
        what="score-pad.seal.bid",
        seats=bidding_at_once,
        most=lambda state: len(in_game(state)),
        kind=BidsMade,
        asked_by=BidsForm.NAME,
        check_one=check_bid,
        waits=(Dropped, Returned),
        keeps=(Returned,),
    ),
)


# ---- the sheet ----

NAMES = ("score-pad.game", "score-pad.round")


def _look_of_box(filled: BoxFilled, settings: Settings) -> Look:
    box = settings.box.get(filled.box)
    named = pad_name(filled.box, box.name if box else "")
    facts = (RowFact("score-pad.box", named),)
    if filled.points or filled.extra:
        return Look(facts, what=message("score-pad.line.box", box=named))
    said = message("score-pad.said.scratched", seat=filled.seat, box=named)
    return Look(facts, said=said)


def look(done: Round, tally: PadTally, settings: Settings) -> Look:
    if done.filled:
        return _look_of_box(done.filled, settings)
    what = None
    facts = []
    if settings.dealing is not Dealing.NOBODY:
        facts.append(RowFact("score-pad.dealer", done.dealer))
    if named := settings.round_named(done.named):
        facts.append(RowFact("score-pad.named", name_of(named)))
        what = message("score-pad.line.box", box=name_of(named))
    if done.completers:
        phases = (
            (seat, tally.phases[side(seat, settings)]) for seat in done.completers
        )
        facts.append(RowFact("score-pad.phases", listed_numbers(tuple(phases))))
        what = message("score-pad.line.phases", seats=listed(done.completers))
    every = (("bids", done.bids), ("tricks", done.tricks), ("extras", done.extras))
    for head, numbers in every:
        if numbers:
            facts.append(RowFact(f"score-pad.{head}", listed_numbers(numbers)))
    return Look(tuple(facts), what=what)


def headline(tally: PadTally, settings: Settings) -> Message:
    said = usual_headline(ROUNDS, tally, settings)
    if tally.phases:
        most = max(tally.phases[party] for party in tally.playing)
        said = message("score-pad.headline.phases", said=said, n=most)
    missing = (*_missing(tally, settings),)
    if not missing:
        return said
    return message("score-pad.headline.missing", said=said, missing=listed(missing))


def _missing(tally: PadTally, settings: Settings) -> Iterator[Message]:
    for party in settings.parties:
        who = {"seat": party.seats[0]}
        if settings.boxes:
            if party.id in tally.away:
                filled = tally.away[party.id]
                said = {"filled": filled, "boxes": len(settings.boxes)}
                yield message("score-pad.headline.filled", **who, **said)
        elif 0 < (missed := tally.missed.get(party.id, 0)) < tally.rounds:
            said = {"played": tally.rounds - missed, "rounds": tally.rounds}
            yield message("score-pad.headline.played", **who, **said)


def _noted(event: NotedEvent, tally: PadTally) -> tuple[RowFact, ...]:
    if not isinstance(event, Dropped | Returned):
        return ()
    return (RowFact("score-pad.who", event.seat),)


def _absent(tally: PadTally) -> Ring:
    return tuple(map(Seat, tally.away))


PLAIN = SheetOf(ROUNDS, (), NAMES, look, headline, _noted, absent=_absent)
BOXES = replace(
    PLAIN, heads=("score-pad.box",), names=("score-pad.game", "score-pad.turn-number")
)


def sheet(state: State) -> ScoreSheet:
    if state.settings.boxes:
        return BOXES(state)
    return replace(PLAIN, heads=_heads(state.settings))(state)


def _heads(settings: Settings) -> tuple[str, ...]:
    if settings.has_phases:
        return ("score-pad.phases",)
    if settings.named_rounds:
        return ("score-pad.named",)
    if not settings.has_bids:
        return ()
    bidding = ("score-pad.bids", "score-pad.tricks")
    has_extras = settings.extras is not Extras.NONE
    return (*bidding, "score-pad.extras") if has_extras else bidding


def title(settings: Settings) -> Message | None:
    if not settings.called:
        return None
    return message("score-pad.where.game", game=settings.called)


def glance(state: State) -> Glance:
    settings = state.settings
    game = title(settings)
    where = [game] if game else []
    if settings.dealing is not Dealing.NOBODY and not settings.boxes:
        dealer = (state.last if state.is_between else state.round).dealer
        where.append(message("score-pad.where.dealer", dealer=dealer))
    below = {**_below_phases(state), **_below_who_left(state)}
    return PLAIN.glance(state, tuple(where), _turn(state), below, deal=_deal(state))


def _below_who_left(state: State) -> dict[PartyId, Message]:
    below = {}
    for party, played in ROUNDS.sections(state)[-1].tally.away.items():
        code = "left" if played else "away"
        below[party] = message(f"score-pad.below.{code}", round=played)
    return below


def _below_phases(state: State) -> dict[PartyId, Message]:
    settings = state.settings
    if not settings.has_phases:
        return {}
    tally = ROUNDS.sections(state)[-1].tally
    below = {}
    for seat in counting(settings):
        party = side(seat, settings)
        done = tally.phases.get(party, 0)
        said = message("score-pad.below.phase", phase=done + 1)
        if tally.is_over or done == settings.phases:
            said = message("score-pad.below.phases", n=done)
        below[party] = said
    return below


def _turn(state: State) -> Message:
    if state.settings.boxes:
        return message("score-pad.turn.box", seat=turn_of(state))
    code = "counts" if counts_units(state) else "points"
    if state.settings.has_bids:
        code = "tricks" if state.round.bids else "bids"
    return message(f"score-pad.turn.{code}")


def _deal(state: State) -> Message:
    number = number_of(state)
    last = state.settings.last_round(len(in_game(state)))
    if last is None or number > last:
        return message("score-pad.round", number=number)
    said = message("score-pad.round-of", number=number, rounds=last)
    left = left_now(state)
    if not left or chooses_round(state):
        return said
    return message("score-pad.round-named", deal=said, round=name_of(left[0]))


# ---- the sheet of boxes ----


def boxes_view(state: State) -> dict[str, object]:
    """What each player has in each box, by the number of the game: rows of a name and a
    number for each player, None for an open box; `is_sum` where no box is filled."""
    if not state.settings.boxes:
        return {}
    tallies = [section.tally for section in ROUNDS.sections(state)]
    tables = {
        n: _boxes_of(tally, state.settings) for n, tally in enumerate(tallies, start=1)
    }
    return {"boxes": tables}


def _boxes_of(tally: PadTally, settings: Settings) -> list[dict[str, object]]:
    seats = ring(settings)
    filled = {seat: tally.filled_by(seat) for seat in seats}
    rows = []
    for box in settings.boxes:
        numbers = [filled[seat].get(box.code) for seat in seats]
        name = name_of(box)
        rows.append({"name": name, "numbers": numbers, "is_sum": False})
        for bonus in settings.bonuses:
            if bonus.boxes[-1] == box.code:
                rows += _sums_of(bonus, filled)
    extras = [_extras_of(tally, seat) for seat in seats]
    if any(extras):
        name = message("score-pad.line.extras")
        rows.append({"name": name, "numbers": extras, "is_sum": True})
    return rows


def _sums_of(
    bonus: Bonus, filled: Mapping[Seat, Mapping[str, int]]
) -> Iterator[dict[str, object]]:
    sums = [sum(boxes.get(box, 0) for box in bonus.boxes) for boxes in filled.values()]
    name = message("score-pad.sum-of-boxes", least=bonus.least)
    yield {"name": name, "numbers": sums, "is_sum": True}
    earned = [bonus.earned(boxes) for boxes in filled.values()]
    name_of_bonus = name_of(bonus)
    yield {"name": name_of_bonus, "numbers": earned, "is_sum": True}


def _extras_of(tally: PadTally, seat: Seat) -> int:
    return sum(filled.extra for filled in tally.boxes if filled.seat is seat)
