"""A round of any game: what was entered of it, what it scores, what can't be entered."""

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self

from scorekeeper.core import rounds
from scorekeeper.core.citations import Authority, Cite
from scorekeeper.core.evening import Adjusted, DealerIs
from scorekeeper.core.messages import message
from scorekeeper.core.outcomes import Counted, Kind, Outcome, Result
from scorekeeper.core.rounds import Lines, NotedEntry, RoundEnd, Rounds
from scorekeeper.core.seats import (
    Numbers,
    PartyId,
    Ring,
    Seat,
    alone,
    left_of,
    numbered,
    party_of,
)
from scorekeeper.core.session import At, Event
from scorekeeper.core.settings import TABLE
from scorekeeper.core.sheet import Line, sum_points
from scorekeeper.core.values import changed
from scorekeeper.games.score_pad.events import (
    BidsMade,
    BoxFilled,
    Dropped,
    PointsCounted,
    Returned,
    TricksTaken,
)
from scorekeeper.games.score_pad.pads import RULE_SHEET, name_of, pad_name
from scorekeeper.games.score_pad.rules import (
    FEWEST_PLAYERS,
    LEAVING,
    MOST_POINTS,
    READY,
    Box,
    Dealing,
    End,
    Extras,
    NamedRound,
    Order,
    Settings,
    Sides,
    Ties,
    Wins,
    never,
    no,
)
from scorekeeper.games.tricks import NumbersOfAll

COUNTED_HERE = Cite(TABLE, "", Authority.HOUSE, "points")
"""The rule of what a table counts by itself."""
MOST_TRICKS = 99
"""How many tricks a round has at most where the table didn't say."""


@dataclass(frozen=True)
class Round(rounds.Round):
    """One round: the points that were counted; or what was bid, and what was taken."""

    bids: Numbers = ()
    tricks: Numbers = ()
    extras: Numbers = ()
    points: Numbers = ()
    completers: tuple[Seat, ...] = ()
    named: str = ""
    filled: BoxFilled | None = None


@dataclass(frozen=True)
class PadTally(rounds.Tally):
    """How a game stands in which the most points win. `phases` are how many each party
    has completed, where the table plays with phases; `boxes` all that were filled;
    `named` who dealt which of the rounds that have names.
    `away` are those who have left, each with the rounds of this game that had been
    played then, or their own boxes that were filled; 0 = it began without them.
    `missed` is how many rounds were played without a party."""

    phases: Mapping[PartyId, int] = field(default_factory=dict)
    boxes: tuple[BoxFilled, ...] = ()
    named: tuple[tuple[Seat, str], ...] = ()
    away: Mapping[PartyId, int] = field(default_factory=dict)
    missed: Mapping[PartyId, int] = field(default_factory=dict)

    @property
    def playing(self) -> tuple[PartyId, ...]:
        return tuple(party for party in self.totals if party not in self.away)

    @property
    def leaders(self) -> tuple[PartyId, ...]:
        """Who of those playing has the best total; with phases, of those who have
        completed the most."""
        if not self.phases and not self.away:
            return super().leaders
        phases = {party: self.phases.get(party, 0) for party in self.playing}
        most = max(phases.values())
        first = {party for party, n in phases.items() if n == most}
        totals = {party: self.totals[party] for party in first}
        return changed(self, totals=totals, phases={}, away={}).leaders

    def followed_by(self, fresh: Self) -> Self:
        return changed(fresh, away=dict.fromkeys(self.away, 0))

    def filled_by(self, seat: Seat) -> dict[str, int]:
        return {
            filled.box: filled.points for filled in self.boxes if filled.seat is seat
        }


@dataclass(frozen=True)
class FewestWins(PadTally):
    """How a game stands in which the fewest points win."""

    FEWEST_WINS: ClassVar[bool] = True


State = Rounds[Settings, Round, PadTally]


def ring(settings: Settings) -> Ring:
    return numbered(settings.players)


def counting(settings: Settings) -> Ring:
    """The seats whose points are entered: each player's, or the first of each side."""
    return tuple(party.seats[0] for party in settings.parties)


def in_game(state: State) -> Ring:
    """The seats of those who play: all but those who have left."""
    away = ROUNDS.present_tally(state).away
    return tuple(seat for seat in ring(state.settings) if seat.party not in away)


def counted_now(state: State) -> Ring:
    """Of the seats whose points are entered, those of this round."""
    playing = in_game(state)
    return tuple(seat for seat in counting(state.settings) if seat in playing)


def side(seat: Seat, settings: Settings) -> PartyId:
    """The party that this player's points go to, by its id."""
    if settings.sides is Sides.NONE:
        return seat.party
    return party_of(seat, settings.parties).id


def entered(state: State, event: Event) -> Round:
    match event:
        case BidsMade(bids):
            return changed(state.round, bids=bids)
        case TricksTaken(tricks, extras):
            return changed(
                state.round, tricks=tricks, extras=extras, end=RoundEnd.COUNTED
            )
        case PointsCounted(points):
            return changed(
                state.round,
                points=points,
                completers=event.completers,
                named=event.round or "",
                end=RoundEnd.COUNTED,
            )
        case BoxFilled():
            return changed(state.round, filled=event, end=RoundEnd.COUNTED)
    return state.round


def next_dealer(done: Round, settings: Settings) -> Seat:
    if settings.boxes:
        if done.filled is None:
            return done.dealer
        return left_of(done.filled.seat, ring(settings))
    is_redealt = done.end is RoundEnd.THROWN_IN
    if is_redealt or settings.dealing is not Dealing.LEFT:
        return done.dealer
    return left_of(done.dealer, ring(settings))


def number_of(state: State) -> int:
    """Which round it is: a turn of each player, where they fill boxes."""
    tally = ROUNDS.present_tally(state)
    if not state.settings.boxes:
        return tally.rounds + 1
    if not tally.away:
        return tally.rounds // state.settings.players + 1
    return min(len(tally.filled_by(seat)) for seat in in_game(state)) + 1


def open_boxes(state: State, seat: Seat) -> tuple[Box, ...]:
    """The boxes that this player has not filled yet."""
    filled = ROUNDS.present_tally(state).filled_by(seat)
    return tuple(box for box in state.settings.boxes if box.code not in filled)


def turn_of(state: State) -> Seat:
    """Whose turn it is to fill a box: the next who has one open."""
    playing = in_game(state)
    for seat in _seats_from(state.round.dealer, state):
        if seat in playing and open_boxes(state, seat):
            return seat
    return state.round.dealer


def _seats_from(first: Seat, state: State) -> Ring:
    seats = ring(state.settings)
    n = seats.index(first)
    return (*seats[n:], *seats[:n])


def dealer_of(state: State) -> Seat:
    """Who deals: a dealer who has left is passed over, and one who has dealt every round
    that has a name while others have not."""
    playing = in_game(state)
    seats = [s for s in _seats_from(state.round.dealer, state) if s in playing]
    if state.settings.order_played is not Order.DEALER:
        return seats[0]
    tally = ROUNDS.present_tally(state)
    with_rounds = [s for s in seats if rounds_left(tally, s, state.settings)]
    return (with_rounds or seats)[0]


def phases_done(state: State, seat: Seat) -> int:
    phases = ROUNDS.present_tally(state).phases
    return phases.get(side(seat, state.settings), 0)


def with_phases_left(state: State) -> Ring:
    """Who may still complete a phase: in a further round after a tie some can't."""
    settings = state.settings
    if not settings.has_phases:
        return ()
    seats = counted_now(state)
    return tuple(seat for seat in seats if phases_done(state, seat) < settings.phases)


def rounds_left(
    tally: PadTally, dealer: Seat, settings: Settings
) -> tuple[NamedRound, ...]:
    is_by_dealer = settings.order_played is Order.DEALER
    played = Counter(
        code for who, code in tally.named if who is dealer or not is_by_dealer
    )
    return tuple(one for one in settings.named_rounds if played[one.code] < one.times)


def left_now(state: State) -> tuple[NamedRound, ...]:
    """The rounds that have names, of which one may be played now."""
    tally = ROUNDS.present_tally(state)
    return rounds_left(tally, state.round.dealer, state.settings)


def sum_now(state: State, named: NamedRound | None = None) -> int | None:
    settings = state.settings
    # what is known of a round that has a name holds where everybody plays
    if named and len(in_game(state)) < settings.players:
        return None
    return settings.sum_of(number_of(state), named)


# ---- what a round scores ----


def scored(done: Round, before: PadTally, settings: Settings) -> tuple[Lines, PadTally]:
    if done.end is not RoundEnd.COUNTED:
        return (), before
    lines = tuple(_lines(done, before, settings))
    after = before.plus(lines, rounds=before.rounds + 1)
    if done.filled:
        after = changed(after, boxes=(*before.boxes, done.filled))
    if done.named:
        after = changed(after, named=(*before.named, (done.dealer, done.named)))
    if settings.has_phases:
        after = changed(after, phases=_phases(done, before, settings))
    if after.away:
        missed = {party: after.missed.get(party, 0) + 1 for party in after.away}
        after = changed(after, missed={**after.missed, **missed})
    return lines, _won_if_due(after, settings)


def _phases(done: Round, before: PadTally, settings: Settings) -> dict[PartyId, int]:
    phases = {party: before.phases.get(party, 0) for party in before.totals}
    for seat in done.completers:
        phases[side(seat, settings)] += 1
    return phases


def noted(
    item: NotedEntry, before: PadTally, settings: Settings
) -> tuple[Lines, PadTally]:
    event = item.event
    lines = ROUNDS.noted_lines(event)
    after = before.plus(lines)
    match event:
        case Dropped(seat):
            away = {**before.away, seat.party: _played_by(seat, before, settings)}
            after = _won_if_due(changed(after, away=away), settings)
        case Returned(seat):
            away = {party: n for party, n in before.away.items() if party != seat.party}
            after = changed(after, away=away)
        case Adjusted() if settings.end is End.TARGET:
            after = _won_if_due(after, settings)
    return lines, after


def _played_by(seat: Seat, tally: PadTally, settings: Settings) -> int:
    return len(tally.filled_by(seat)) if settings.boxes else tally.rounds


def _won_if_due(after: PadTally, settings: Settings) -> PadTally:
    if not _is_due(after, settings):
        return after
    may_go_on = settings.ties is Ties.EXTRA_ROUND and not settings.boxes
    if may_go_on and len(after.leaders) > 1:
        return after
    return after.won()


def _is_due(after: PadTally, settings: Settings) -> bool:
    playing = after.playing
    if settings.boxes:
        of_each = Counter(filled.seat.party for filled in after.boxes)
        return min(of_each[party] for party in playing) == len(settings.boxes)
    if settings.named_rounds:
        dealers = (s for s in ring(settings) if s.party not in after.away)
        return not any(rounds_left(after, dealer, settings) for dealer in dealers)
    if settings.has_phases:
        phases = max(after.phases.get(party, 0) for party in playing)
        if phases >= settings.phases:
            return True
    if settings.end is End.TARGET:
        return max(after.totals[party] for party in playing) >= settings.target
    last = settings.last_round(len(playing))
    return last is not None and after.rounds >= last


def _lines(done: Round, before: PadTally, settings: Settings) -> Iterator[Line]:
    if done.filled:
        yield from _of_box(done.filled, before, settings)
    elif done.points:
        yield from _of_points(done, settings)
    else:
        yield from _of_bids(done, settings)


def _of_points(done: Round, settings: Settings) -> Iterator[Line]:
    named = settings.round_named(done.named)
    if named is not None and named.unit:
        yield from _of_units(named, done.points, settings)
        return
    what = message("score-pad.line.points")
    if named is not None:
        what = message("score-pad.line.box", box=name_of(named))
    for seat, points in done.points:
        yield Line(side(seat, settings), points, what, COUNTED_HERE)


def _of_units(
    named: NamedRound, numbers: Numbers, settings: Settings
) -> Iterator[Line]:
    cite = RULE_SHEET.cite_part(settings, "named")
    said = {"round": name_of(named), "unit": named.unit}
    for seat, n in numbers:
        what = message("score-pad.line.units", n=n, **said)
        yield Line(side(seat, settings), n * named.unit, what, cite)


def _of_box(filled: BoxFilled, before: PadTally, settings: Settings) -> Iterator[Line]:
    seat = filled.seat
    box = settings.box.get(filled.box)
    what = message(
        "score-pad.line.box", box=pad_name(filled.box, box.name if box else "")
    )
    cite = RULE_SHEET.cite_part(settings, "boxes")
    yield Line(seat.party, filled.points, what, cite)
    earlier = before.filled_by(seat)
    now = {**earlier, filled.box: filled.points}
    for bonus in settings.bonuses:
        points = bonus.earned(now) - bonus.earned(earlier)
        if points:
            what = message("score-pad.line.box", box=name_of(bonus))
            yield Line(seat.party, points, what, cite)
    if filled.extra:
        yield _extra(seat, filled.extra, settings)


def _extra(seat: Seat, points: int, settings: Settings) -> Line:
    cite = RULE_SHEET.cite(settings, "extras")
    return Line(side(seat, settings), points, message("score-pad.line.extras"), cite)


def _of_bids(done: Round, settings: Settings) -> Iterator[Line]:
    taken = dict(done.tricks)
    extras = dict(done.extras)
    cards = sum(taken.values())
    for seat, bid in done.bids:
        yield from _of_bid(seat, bid, taken[seat], cards, settings)
        is_counted = settings.extras is Extras.ALWAYS or bid == taken[seat]
        if extras.get(seat) and is_counted:
            yield _extra(seat, extras[seat], settings)


def _of_bid(
    seat: Seat, bid: int, took: int, cards: int, settings: Settings
) -> Iterator[Line]:
    formula = settings.formula
    party = side(seat, settings)
    cite = RULE_SHEET.cite(settings, "bids")
    off = abs(took - bid)
    points = formula.met + formula.each * bid
    what = message("score-pad.line.met", bid=bid)
    if bid == 0 and formula.none:
        points = formula.none * cards
        what = message("score-pad.line.none-met")
        if off:
            points = -points
            what = message("score-pad.line.none-missed")
    elif off:
        points = -formula.off * off
        what = message("score-pad.line.missed", bid=bid, took=took)
    yield Line(party, points, what, cite)
    if formula.trick and took:
        what = message("score-pad.line.tricks", n=took)
        yield Line(party, formula.trick * took, what, cite)


ROUNDS = rounds.RoundRules(
    family="score-pad",
    ring=ring,
    parties=lambda settings: settings.parties,
    round=Round,
    tally=PadTally,
    tally_under=lambda settings: (
        FewestWins if settings.wins is Wins.FEWEST else PadTally
    ),
    state=Rounds,
    entered=entered,
    scored=scored,
    noted=noted,
    next_dealer=next_dealer,
)


def apply(state: State, event: Event, at: At) -> State:
    if isinstance(event, Dropped | Returned):
        after = ROUNDS.with_noted(state, event, at)
    else:
        after = ROUNDS.apply(state, event, at)
    is_by_dealer = state.settings.order is Order.DEALER
    has_dealt = is_by_dealer and isinstance(event, PointsCounted)
    if not (after.present.tally.away or has_dealt):
        return after
    return changed(after, round=changed(after.round, dealer=dealer_of(after)))


# ---- what can't be entered ----


def check(state: State, event: Event) -> None:
    match event:
        case BidsMade(bids):
            _check_bids(state, bids)
        case TricksTaken(tricks, extras):
            _check_tricks(state, tricks)
            _check_extras(state, extras)
        case PointsCounted(points):
            _check_points(state, points, event.round)
            _check_completers(state, event.completers)
        case BoxFilled():
            _check_box(state, event)
        case Dropped(seat):
            _check_dropped(state, seat)
        case Returned(seat):
            _check_returned(state, seat)
        case DealerIs(seat):
            check_is_playing(state, seat, "seat")
            ROUNDS.check(state, event)
        case _:
            ROUNDS.check(state, event)


def check_is_playing(state: State, seat: Seat, field: str) -> None:
    """Refuse, by a RuleViolation, what a player does who has left."""
    if seat in ring(state.settings) and seat not in in_game(state):
        raise no("has-left", field, LEAVING, seat=seat)


def _check_dropped(state: State, seat: Seat) -> None:
    check_is_playing(state, seat, "seat")
    if state.settings.parties != alone(ring(state.settings)):
        raise no("sides-stay", "seat", LEAVING)
    if state.round.id is not None:
        raise no("within-round", "seat", LEAVING)
    if len(in_game(state)) <= FEWEST_PLAYERS:
        raise no("too-few", "seat", LEAVING)


def _check_returned(state: State, seat: Seat) -> None:
    if seat in in_game(state):
        raise no("never-left", "seat", LEAVING, seat=seat)
    if state.round.id is not None:
        raise no("within-round", "seat", LEAVING)


def _numbers(state: State, seats: Ring) -> NumbersOfAll:
    most = state.settings.sum_of(number_of(state))
    cite = RULE_SHEET.cite(state.settings, "sum")
    return NumbersOfAll("score-pad", seats, MOST_TRICKS if most is None else most, cite)


def check_bid(state: State, seat: Seat, bid: int) -> None:
    """Refuse a bid that this player can't make, by a RuleViolation."""
    _numbers(state, (seat,)).check(((seat, bid),), "bids")


def _check_bids(state: State, bids: Numbers) -> None:
    cite = RULE_SHEET.cite(state.settings, "bids")
    if not state.settings.has_bids:
        raise no("no-bidding", "bids", cite)
    if state.round.bids:
        raise no("bids-twice", "bids", cite)
    _check_all_play(state, bids, "bids")
    _numbers(state, in_game(state)).check(bids, "bids")


def _check_all_play(state: State, numbers: Numbers, field: str) -> None:
    for seat, _ in numbers:
        check_is_playing(state, seat, field)


def _check_tricks(state: State, tricks: Numbers) -> None:
    if not state.round.bids:
        cite = RULE_SHEET.cite(state.settings, "bids")
        raise no("no-bids", "tricks", cite)
    _check_all_play(state, tricks, "tricks")
    numbers = _numbers(state, in_game(state))
    numbers.check(tricks, "tricks")
    if state.settings.sum_of(number_of(state)) is not None:
        numbers.check_sum(tricks, "tricks")


def _check_extras(state: State, extras: Numbers) -> None:
    if extras and state.settings.extras is Extras.NONE:
        raise no("no-extras", "extras", RULE_SHEET.cite(state.settings, "extras"))
    _check_sizes(extras, "extras")


def _check_points(state: State, points: Numbers, code: str | None) -> None:
    settings = state.settings
    if settings.boxes:
        raise no("by-boxes", "points", RULE_SHEET.cite_part(settings, "boxes"))
    if settings.has_bids:
        raise no("by-bids", "points", RULE_SHEET.cite(settings, "bids"))
    _check_all_play(state, points, "points")
    if [seat for seat, _ in points] != list(counted_now(state)):
        raise never("everybody", "points", COUNTED_HERE)
    _check_sizes(points, "points")
    _check_round(state, code)
    named = settings.round_named(code)
    if named and named.unit:
        cite = RULE_SHEET.cite_part(settings, "named")
        total = sum_now(state, named)
        most = MOST_POINTS if total is None else total
        NumbersOfAll("score-pad", counted_now(state), most, cite).check(
            points, "points"
        )
    _check_sum(state, points, named)


def _check_round(state: State, code: str | None) -> None:
    left = [one.code for one in left_now(state)]
    if code in left or (code is None and not left):
        return
    cite = RULE_SHEET.cite_part(state.settings, "named")
    raise no("no-such-round", "round", cite)


def _check_sum(state: State, points: Numbers, named: NamedRound | None) -> None:
    settings = state.settings
    right = sum_now(state, named)
    found = sum(number for _, number in points)
    if right is None or found == right:
        return
    if named is None:
        cite = RULE_SHEET.cite(settings, "sum")
        raise never("points-sum", "points", cite, found=found, right=right)
    said = {"round": name_of(named), "found": found, "right": right}
    raise never("named-sum", "points", RULE_SHEET.cite_part(settings, "named"), **said)


def _check_completers(state: State, completers: tuple[Seat, ...]) -> None:
    if not completers:
        return
    cite = RULE_SHEET.cite(state.settings, "phases")
    if not state.settings.has_phases:
        raise no("no-phases", "completed", cite)
    for seat in completers:
        if seat not in with_phases_left(state):
            raise no("all-phases", "completed", cite, seat=seat)


def _check_box(state: State, filled: BoxFilled) -> None:
    cite = RULE_SHEET.cite_part(state.settings, "boxes")
    check_is_playing(state, filled.seat, "seat")
    box = state.settings.box.get(filled.box)
    if box is None:
        raise no("no-such-box", "box", cite)
    named = name_of(box)
    if box not in open_boxes(state, filled.seat):
        raise no("box-filled", "box", cite, seat=filled.seat, box=named)
    if not box.takes(filled.points):
        said = {"box": named, "points": filled.points}
        raise never("box-points", "points", cite, **said)
    extra = ((filled.seat, filled.extra),) if filled.extra else ()
    _check_extras(state, extra)


def _check_sizes(numbers: Numbers, field: str) -> None:
    for seat, number in numbers:
        if abs(number) > MOST_POINTS:
            said = {"seat": seat, "number": number, "most": MOST_POINTS}
            raise never("size", f"{field}{seat.value}", COUNTED_HERE, **said)


# ---- what is counted over the seasons ----


def _game(name: str) -> object:
    return message(f"score-pad.preset.{name}") if name in READY else name


ROUND = Kind("score-pad.outcome.round", has_result=False, row=_game, compare=False)
"""Rounds, by the points that they brought, for each game."""
BID = Kind("score-pad.outcome.bid", row=_game)
"""Bids that were met or not, by the tricks over or under, for each game."""


def outcomes(state: State) -> Iterator[Outcome]:
    for section in state.sections:
        for deal in section.scored:
            done = deal.item
            if not isinstance(done, NotedEntry) and done.end is RoundEnd.COUNTED:
                away = deal.before.away
                yield from _outcomes_of(done, deal.lines, state.settings, away)


def _outcomes_of(
    done: Round, lines: Lines, settings: Settings, away: Container[str]
) -> Iterator[Outcome]:
    row = done.id or 0
    of = (settings.game or settings.pad, "")
    named = settings.round_named(done.named)
    for party in settings.parties:
        if done.filled and done.filled.seat not in party.seats:
            continue
        if party.id in away:
            continue
        points = sum_points(lines, party.id)
        said = message("score-pad.outcome.round.said", points=points)
        if named:
            name = name_of(named)
            said = message("score-pad.outcome.round.named", round=name, points=points)
        yield Outcome(row, ROUND.code, party.seats, (), said, of, by=points)
    taken = dict(done.tricks)
    for seat, bid in done.bids:
        took = taken[seat]
        came = Result.MADE if took == bid else Result.SET
        said = message("score-pad.outcome.bid.said", bid=bid, took=took)
        yield Outcome(row, BID.code, (seat,), (), said, of, came, took - bid)


COUNTED = Counted((ROUND, BID), outcomes)
