"""The rounds of a session and the games they make up: one fold for every family.

A round is a deal, a hand or a round; a section is a game, a rubber or a Chicago: what
has a winner of its own. Here is what every family shares; its own a family hands in by
its `RoundRules`.
"""

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain
from typing import Any, ClassVar, Generic, Self, TypeVar

from scorekeeper.core import play
from scorekeeper.core.citations import Authority, Cite
from scorekeeper.core.errors import RuleViolation, refusals, refused
from scorekeeper.core.evening import (
    EVENING,
    Adjusted,
    Awarded,
    CarriedIn,
    DealerIs,
    Ended,
    Part,
    ThrownIn,
)
from scorekeeper.core.messages import Described, Message, listed, message
from scorekeeper.core.play import WATCHED, PlayRules, Watched, WatchedEvent
from scorekeeper.core.rulings import EffectKind, effect_words
from scorekeeper.core.seats import Numbers, Party, PartyId, People, Ring, Seat, left_of
from scorekeeper.core.session import At, Event
from scorekeeper.core.settings import TABLE, S
from scorekeeper.core.sheet import Line, Points
from scorekeeper.core.values import WorkedOutOnce, changed

UNWATCHED = Watched()
BY_TABLE = Cite(TABLE, "", Authority.HOUSE, "carried-in")

Lines = tuple[Line, ...]
NotedEvent = CarriedIn | Adjusted | Ended | Described


class RoundEnd(Enum):
    """How a round came to its end, if it has."""

    OPEN = "open"
    COUNTED = "counted"
    PASSED = "passed"  # nobody bid
    THROWN_IN = "thrown-in"
    LEFT = "left"  # its game was ended before it was counted


@dataclass(frozen=True)
class Round:
    """One round as far as it was recorded. A family adds its own fields, all with
    defaults.

    `id` is the entry that opened it, None while nothing but its dealer is known;
    `entries` are those in force, a corrected dealer's among them; `people` sat there at
    the last of them. The dealer follows from the rotation, or from who called first,
    unless the table said who it is. `awards` are what rulings give in it; one that is
    counted with them keeps itself `as_entered`.
    """

    dealer: Seat
    id: int | None = None
    entries: tuple[int, ...] = ()
    end: RoundEnd = RoundEnd.OPEN
    people: People = ()
    watched: Watched = UNWATCHED
    is_dealer_said: bool = False
    awards: tuple[Awarded, ...] = ()
    as_entered: Self | None = None


@dataclass(frozen=True, slots=True)
class NotedEntry:
    """An entry that stands on the sheet by itself: a score carried in, an adjustment,
    an end, or a fact of its game between two rounds."""

    event: NotedEvent
    id: int
    seq: int
    people: People


@dataclass(frozen=True)
class Tally:
    """How a section stands: the points by party, how many rounds have a number, and the
    parties that won it; one that is over without winners was ended unfinished. A family
    adds what else its scoring must remember, with defaults; one whose points are bad,
    as in Hearts, sets FEWEST_WINS."""

    FEWEST_WINS: ClassVar[bool] = False
    totals: Mapping[PartyId, Points]
    rounds: int = 0
    winners: tuple[PartyId, ...] = ()
    is_over: bool = False

    # Any, since each field of a family's own tally holds something else
    def plus(self, lines: Lines, **changes: Any) -> Self:
        """The tally with these lines added to the totals, and with these changes of its
        fields, a family's own among them."""
        totals = dict(self.totals)
        for line in lines:
            totals[line.party] += line.points
        return changed(self, totals=totals, **changes)

    def followed_by(self, fresh: Self) -> Self:
        """The `fresh` tally of the next section, with what lasts beyond this one."""
        return fresh

    def over_at(self, target: int, *, has_one: bool = False) -> Self:
        """The tally, over once a party has reached the target: its leaders have won it.
        Where a game `has_one` winner, a tie is played on."""
        is_tie = has_one and len(self.leaders) > 1
        if is_tie or max(self.totals.values()) < target:
            return self
        return self.won()

    def won(self, *winners: PartyId) -> Self:
        """The tally, over: won by these, or by its leaders."""
        return changed(self, winners=winners or self.leaders, is_over=True)

    @property
    def leaders(self) -> tuple[PartyId, ...]:
        pick = min if self.FEWEST_WINS else max
        best = pick(self.totals.values())
        return tuple([party for party in self.totals if self.totals[party] == best])


R = TypeVar("R", bound=Round)
"""A family's rounds."""
T = TypeVar("T", bound=Tally)
"""How a family's sections stand."""


@dataclass(frozen=True)
class Scored(WorkedOutOnce, Generic[R, T]):
    """A round or a noted entry, with its lines. `before` is how its section stood before
    it. It is scored by `rules`, under `settings`, when the lines are first asked for,
    since a hidden card that is shown after the result would have the deal scored twice;
    without `rules` the round is in progress and has no lines.
    """

    item: R | NotedEntry
    before: T
    rules: "AnyRounds | None" = field(default=None, compare=False, repr=False)
    settings: object = field(default=None, compare=False, repr=False)

    @property
    def number(self) -> int:
        """The round's in its section: one without a result shares it with the next."""
        return self.before.rounds + 1

    @property
    def lines(self) -> Lines:
        return self.once("worth", self._worth)[0]

    @property
    def tally(self) -> T:
        return self.once("worth", self._worth)[1]

    def _worth(self) -> tuple[Lines, T]:
        if self.rules is None:
            return (), self.before
        return self.rules.worth(self.settings, self.item, self.before)


@dataclass(frozen=True)
class ScoredSection(WorkedOutOnce, Generic[R, T]):
    """A game, a rubber, a Chicago: what was scored in it. `stated` is how it stands
    where nothing was scored yet, or where the table said so since."""

    scored: tuple[Scored[R, T], ...]
    stated: T | None = None

    @property
    def tally(self) -> T:
        return self.scored[-1].tally if self.stated is None else self.stated

    def plus(self, deal: Scored[R, T]) -> "ScoredSection[R, T]":
        return ScoredSection((*self.scored, deal))


@dataclass(frozen=True)
class Rounds(Generic[S, R, T]):
    """The state of a table: the sections that have `ended`, the `present` one, and the
    `round` in progress, which is about to begin while its `id` is None.

    The present section may be over too: whatever comes next opens another. It is apart
    so that a round copies no long list of what has ended.
    """

    settings: S
    round: R
    ended: tuple[ScoredSection[R, T], ...]
    present: ScoredSection[R, T]

    @property
    def sections(self) -> tuple[ScoredSection[R, T], ...]:
        return (*self.ended, self.present)

    def backwards(self) -> Iterator[R]:
        parts = chain([self.present], reversed(self.ended))
        every = (deal.item for part in parts for deal in reversed(part.scored))
        return (item for item in every if not isinstance(item, NotedEntry))

    @property
    def past(self) -> tuple[R, ...]:
        return tuple(self.backwards())[::-1]

    @property
    def last(self) -> R:
        """The round in progress, else the last finished one; before the first, that to
        come."""
        if self.round.id is not None:
            return self.round
        return next(self.backwards(), self.round)

    @property
    def is_between(self) -> bool:
        return self.present.tally.is_over and not self.round.entries


State = TypeVar("State", bound=Rounds[Any, Any, Any])
"""The state of a family whose rounds these are: `Rounds` or a class of its own that
adds to it. Any, since a bound can't name other type variables."""


def moves_on(
    ring: Callable[[S], Ring], stays: Container[RoundEnd] = (RoundEnd.THROWN_IN,)
) -> Callable[[Round, S], Seat]:
    """The usual next dealer: the player at the left, or the same after the ends in
    `stays`."""
    return lambda done, settings: (
        done.dealer if done.end in stays else left_of(done.dealer, ring(settings))
    )


ADDING = (EffectKind.TRICKS, EffectKind.DOUBLING)
"""The effects of rulings that change a result; all others say what it is, and come
before them."""
UNCOUNTED = (RoundEnd.THROWN_IN, RoundEnd.LEFT, RoundEnd.PASSED)


@dataclass(frozen=True, slots=True)
class RoundRules(Generic[S, R, T, State]):
    """What of a family's rounds is its own. `start`, `check` and `apply` are as `Rules`
    has them.

    `family` begins the codes of its messages; `round`, `tally` and `state` are its
    classes; `tally_under` answers that of these settings, where it depends on them.
    `entered` is the round once a fact of the family's own, or a watched card, has been
    entered, its `end` set where that ended it. `scored` are the lines of a round that
    has ended in whatever way, and the tally after it, told the one before.
    `ended` are the lines of an unfinished end, `noted` those of another noted entry
    with the tally after it, where they are not one line of its points.

    `awarded` is a counted round with what one ruling gives in it; `awardable` are the
    effects that it knows. They are counted on whatever the round is corrected to.

    `next_dealer` deals after a finished round; without it the player at the left does,
    and after a redeal the same as before. `after_end` deals after an unfinished end,
    told who would. `play_rules` are None while the tricks of a round can't be recorded.
    `late` are the kinds of event that belong to the last finished round while no other
    is in progress. `recorded` is what the tricks of a round, if all were recorded,
    come to, where its stated result says something else; else None.
    """

    family: str
    ring: Callable[[S], Ring]
    parties: Callable[[S], tuple[Party, ...]]
    round: Callable[[Seat], R]
    tally: type[T]
    state: Callable[[S, R, tuple[ScoredSection[R, T], ...], ScoredSection[R, T]], State]
    entered: Callable[[State, Event], R]
    scored: Callable[[R, T, S], tuple[Lines, T]]
    tally_under: Callable[[S], type[T]] | None = None
    next_dealer: Callable[[R, S], Seat] | None = None
    ended: Callable[[T, S], Lines] = lambda tally, settings: ()
    noted: Callable[[NotedEntry, T, S], tuple[Lines, T]] | None = None
    after_end: Callable[[Seat, S], Seat] | None = None
    play_rules: Callable[[R, S], PlayRules | None] = lambda done, settings: None
    carried_parts: Callable[[S], tuple[str, ...]] = lambda settings: (Part.SCORE,)
    late: tuple[type, ...] = ()
    recorded: Callable[[R, S], object] = lambda done, settings: None
    awardable: Container[str] = ()
    awarded: Callable[[R, Awarded, S], R] = lambda done, award, settings: done

    def tally_of(self, settings: S) -> type[T]:
        return self.tally if self.tally_under is None else self.tally_under(settings)

    def start(self, settings: S) -> State:
        """The state before anything has happened: the first seat deals."""
        first = self.round(self.ring(settings)[0])
        section: ScoredSection[R, T] = ScoredSection((), self._new_tally(settings))
        return self.state(settings, first, (), section)

    def sections(self, state: State) -> tuple[ScoredSection[R, T], ...]:
        if state.round.id is None:
            return state.sections
        ended, present, tally = self._where_next_belongs(state)
        going: Scored[R, T] = Scored(state.round, tally)
        return (*ended, present.plus(going))

    def present_tally(self, state: State) -> T:
        return self._where_next_belongs(state)[2]

    # ---- what can't be entered ----

    def check(self, state: State, event: Event) -> None:
        """Refuse, by a RuleViolation or ImpossibleResult, an event of the evening, or
        of watched play, that can't follow this state."""
        no, _ = refusals(self.family)
        settings = state.settings
        if isinstance(event, CarriedIn | Adjusted):
            self.check_party(state, event.party)
        match event:
            case CarriedIn(part=part) if part not in (
                parts := self.carried_parts(settings)
            ):
                offered = listed(message(f"part.{part}") for part in parts)
                raise no("no-part", "part", part=part, parts=offered)
            case Adjusted(points=0):
                raise no("adjusted-nothing", "points")
            case Awarded():
                self._check_award(state, event)
            case Ended():
                last = state.present
                if state.round.id is None and (last.tally.is_over or not last.scored):
                    raise no("nothing-to-end")
            case play.CardPlayed() | play.CardDrawn() | play.LeadIs():
                rules = self.play_rules(state.round, settings)
                if rules is None:
                    raise no("no-play", "card", said=event.said())
                play.check_play(rules, state.round.watched, event)

    def _check_award(self, state: State, award: Awarded) -> None:
        if award.effect not in self.awardable or not award.amount >= 0:
            raise refused(
                "refused.no-such-award", effect=award.effect, amount=award.amount
            )
        if (
            award.effect != EffectKind.DOUBLING
        ):  # that of a contract, which is no side's
            self.check_party(state, award.party)
        here = state.last
        if award.deal not in (here.id, *here.entries):
            raise refused("refused.award-elsewhere")

    def given_in(self, done: R, settings: S) -> tuple[Message, ...]:
        parties = {party.id: party for party in self.parties(settings)}
        every = (
            effect_words(
                self.family,
                award.effect,
                parties.get(award.party, ""),
                award.amount,
            )
            for award in done.awards
        )
        return tuple(message("rulings.on-top", effect=effect) for effect in every)

    def against(self, state: State, event: Event) -> RuleViolation | None:
        """The refusal of a result that takes a reason, since all tricks were recorded
        and come to something else; None where it takes none."""
        if not state.round.watched.entries or isinstance(
            event, (*WATCHED, *EVENING, *self.late)
        ):
            return None
        recorded = self.recorded(self.entered(state, event), state.settings)
        if recorded is None:
            return None
        return refused(
            "refused.against-record", "against", said=event.said(), recorded=recorded
        )

    def is_watched(self, done: R, settings: S) -> bool:
        rules = self.play_rules(done, settings)
        return rules is not None and done.watched.is_over(rules)

    def tricks_won(self, done: R, settings: S) -> Numbers | None:
        """How many tricks each player won; None unless all were recorded."""
        if not self.is_watched(done, settings):
            return None
        ring = self.ring(settings)
        return tuple((seat, done.watched.won_by((seat,))) for seat in ring)

    def is_counted(self, state: State, entry: int) -> bool:
        done = (
            backward
            for backward in state.backwards()
            if backward.end is RoundEnd.COUNTED
        )
        return any(entry in r.watched.entries[-1:] for r in done)

    def check_party(self, state: State, party: PartyId) -> None:
        if party not in [known.id for known in self.parties(state.settings)]:
            code = f"{self.family}.refused.no-such-party"
            raise refused(code, "party", party=party)

    # ---- what follows ----

    def apply(self, state: State, event: Event, at: At) -> State:
        now = state.round
        if now.id is None and isinstance(event, (*self.late, Awarded)):
            return self._with_late(state, event, at)
        match event:
            case DealerIs(seat):
                entries = (*now.entries, at.seq)
                now = changed(now, dealer=seat, is_dealer_said=True, entries=entries)
                return changed(state, round=now)
            case CarriedIn() | Adjusted() | Ended():
                return self.with_noted(state, event, at)
            case ThrownIn():
                now = changed(now, end=RoundEnd.THROWN_IN)
            case play.CardPlayed() | play.CardDrawn() | play.LeadIs():
                now = self._watched(state, event, at)
            case _:
                now = self._entered(state, event)
        opened = self._id(state, at) if now.id is None else now.id
        now = changed(now, id=opened, entries=(*now.entries, at.seq), people=at.people)
        return self._finished(state, now)

    def _finished(self, state: State, now: R) -> State:
        if now.end is RoundEnd.OPEN:
            return changed(state, round=now)
        next_dealer = self.next_dealer or moves_on(self.ring)
        dealer = next_dealer(now, state.settings)
        counted = self._counted(now, state.settings)
        return self._with_scored(state, counted, round=self.round(dealer))

    def _watched(self, state: State, event: WatchedEvent, at: At) -> R:
        now = state.round
        rules = self.play_rules(now, state.settings)
        if rules is not None:
            watched = play.played(rules, now.watched, event, at.seq)
            state = changed(state, round=changed(now, watched=watched))
        return self.entered(state, event)

    def _entered(self, state: State, event: Event) -> R:
        match event:
            case Awarded():
                awards = (*state.round.awards, event)
                state = changed(state, round=changed(state.round, awards=awards))
        return self.entered(state, event)

    def _counted(self, now: R, settings: S) -> R:
        if not now.awards or now.end is not RoundEnd.COUNTED:
            return now
        entered = now
        for award in sorted(now.awards, key=lambda award: award.effect in ADDING):
            now = self.awarded(now, award, settings)
        return changed(now, as_entered=entered)

    def with_noted(self, state: State, event: NotedEvent, at: At) -> State:
        if isinstance(event, Ended) and state.round.id is not None:
            left = changed(state.round, end=RoundEnd.LEFT, people=at.people)
            state = self._finished(state, left)
        if isinstance(event, Ended) and self.after_end is not None:
            dealer = self.after_end(state.round.dealer, state.settings)
            state = changed(state, round=changed(state.round, dealer=dealer))
        return self._with_scored(
            state, NotedEntry(event, self._id(state, at), at.seq, at.people)
        )

    def _with_late(self, state: State, event: Event, at: At) -> State:
        """The state with a fact of the last finished round; what was noted after that
        is scored again."""
        before, last, noted_since = self._before_last_round(state)
        now = self._entered(changed(state, round=last.as_entered or last), event)
        now = changed(now, entries=(*last.entries, at.seq))
        now = self._counted(now, state.settings)
        state = self._with_scored(before, now)
        for noted in noted_since:
            state = self._with_scored(state, noted)
        return state

    def _before_last_round(self, state: State) -> tuple[State, R, list[NotedEntry]]:
        """The state without the last finished round and what was noted since; the
        round; and what was noted, in order."""
        ended = state.ended
        scored = state.present.scored
        noted_since = list[NotedEntry]()
        while isinstance(item := scored[-1].item, NotedEntry):
            noted_since.append(item)
            scored = scored[:-1]
            if not scored:
                scored = ended[-1].scored
                ended = ended[:-1]
        before = scored[:-1]
        # the round may have been the first of its section
        stated = None if before else self._new_tally(state.settings)
        state = changed(state, ended=ended, present=ScoredSection(before, stated))
        return state, item, noted_since[::-1]

    def _with_scored(
        self, state: State, item: R | NotedEntry, **changes: object
    ) -> State:
        ended, present, tally = self._where_next_belongs(state)
        deal: Scored[R, T] = Scored(item, tally, self, state.settings)
        return changed(state, ended=ended, present=present.plus(deal), **changes)

    def worth(self, settings: S, item: R | NotedEntry, tally: T) -> tuple[Lines, T]:
        if not isinstance(item, NotedEntry):
            return self.scored(item, tally, settings)
        event = item.event
        if isinstance(event, Ended):
            lines = self.ended(tally, settings)
            return lines, tally.plus(lines, is_over=True)
        if self.noted is not None:
            return self.noted(item, tally, settings)
        lines = self.noted_lines(event)
        return lines, tally.plus(lines)

    def noted_lines(self, event: NotedEvent) -> Lines:
        if not isinstance(event, CarriedIn | Adjusted):
            return ()
        code = f"{self.family}.line.{event.KIND}"
        part = Part.SCORE.value
        if isinstance(event, Adjusted):
            what = message(code, reason=event.reason)
        else:
            what = message(code)
            part = event.part
        return (Line(event.party, event.points, what, BY_TABLE, part),)

    def begun_anew(self, state: State) -> State:
        """The state in which the next section is about to begin, where the present one
        is over; else as it is."""
        ended, present, _ = self._where_next_belongs(state)
        anew: State = changed(state, ended=ended, present=present)
        return anew

    def _where_next_belongs(
        self, state: State
    ) -> tuple[tuple[ScoredSection[R, T], ...], ScoredSection[R, T], T]:
        """The sections that have ended, the one that the next entry belongs to, and how
        that one stands."""
        tally = state.present.tally
        if not tally.is_over:
            return state.ended, state.present, tally
        tally = tally.followed_by(self._new_tally(state.settings))
        return state.sections, ScoredSection((), tally), tally

    def _new_tally(self, settings: S) -> T:
        tally = self.tally_of(settings)
        return tally({party.id: 0 for party in self.parties(settings)})

    def _id(self, state: State, at: At) -> int:
        """The id of a row that opens here: the entry this one replaces, unless a row
        has that."""
        if at.origin == at.seq:
            return at.seq
        every = chain.from_iterable(section.scored for section in state.sections)
        taken = at.origin == state.round.id or any(
            deal.item.id == at.origin for deal in every
        )
        return at.seq if taken else at.origin


RoundsOf = RoundRules[S, Any, Any, State]
"""The rounds of a family with these settings and this state. Any, since its own classes
of round and tally don't matter there."""
AnyRounds = RoundRules[Any, Any, Any, Any]
"""The rounds of a game of any family. Any, as in `AnyFolded`."""
