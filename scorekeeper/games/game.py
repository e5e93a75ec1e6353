"""What a game is to the rest of the app: one record of functions and values; and the
sheet that its rounds come to."""

import sys
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol

from scorekeeper.core.citations import Source
from scorekeeper.core.codec import Json, Unreadable, decode
from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.evening import CarriedIn, Ended, SharedFact
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.outcomes import Counted
from scorekeeper.core.play import why_not_back
from scorekeeper.core.rounds import (
    NotedEntry,
    NotedEvent,
    R,
    RoundEnd,
    RoundRules,
    RoundsOf,
    Scored,
    ScoredSection,
    State,
    T,
)
from scorekeeper.core.seats import Party, PartyId, Ring, Seat
from scorekeeper.core.session import At, Event
from scorekeeper.core.settings import Preset, RuleSheet, S
from scorekeeper.core.sheet import (
    Line,
    Mark,
    Points,
    Row,
    RowFact,
    ScoreSheet,
    Section,
    told,
)
from scorekeeper.games.arbiter.arbiter import Arbiter
from scorekeeper.games.ask import EntryFlow
from scorekeeper.games.line import Spoken
from scorekeeper.games.seals import Sealable, hand_of


@dataclass(frozen=True, slots=True)
class PartyScore:
    """One party's place in the score strip: its total; `below` it what matters next,
    such as the points to go; beside it as a `mark` a short state in words, such as
    "vulnerable"."""

    party: Party
    total: Points
    below: Message | None = None
    mark: Message | None = None


@dataclass(frozen=True, slots=True)
class Glance:
    """What is always in view: the score, which deal it is ("Deal 8"), `where` the rest
    of that line, `turn` the largest words on the page ("East to call"), and whether the
    present section has ended."""

    standings: tuple[PartyScore, ...]
    deal: Message
    where: tuple[Message, ...]
    turn: Message
    is_over: bool = False


class Calculator(Protocol):
    """A form that scores one result without a deal. `is_refused` where what was sent
    can't be scored; `rulebook` is the slug of the game that it scores by."""

    is_refused: bool
    rulebook: str

    def view(self) -> Mapping[str, object]:
        """Values for its template beside its fields."""


OF_ITS_ROUNDS = (
    "family",
    "ring",
    "parties",
    "start",
    "against",
    "is_counted",
    "carried_parts",
    "awardable",
)
"""What a game has from its rounds."""


@dataclass(frozen=True, slots=True)
class Game(Generic[S, State]):
    """A game: its rules as functions over its own state, and how it is shown and asked
    about.

    `slug` is its name in addresses and files. `edition` counts the versions of our
    reading of its rules. `rounds` are its rounds; what a game has from them is at the
    end. `check` and `apply` are as in `core.session.Rules`. `sheet` is the score sheet
    of a state, `glance` what stands above every page. `players` are the numbers of
    players it can be played by.
    """

    slug: str
    rounds: RoundsOf[S, State]
    rule_sheet: RuleSheet[S]
    events: tuple[type, ...]
    players: tuple[int, ...]
    check: Callable[[State, Event], None]
    apply: Callable[[State, Event, At], State]
    sheet: Callable[[State], ScoreSheet]
    glance: Callable[[State], Glance]
    sources: tuple[Source, ...]
    flow: EntryFlow[State]
    edition: int = 1
    presets: tuple[Preset[S], ...] = ()
    lasting: tuple[type, ...] = ()
    carried_over: Callable[[State, S], tuple[CarriedIn, ...]] | None = None
    """What a table with other settings carries in of this state, where that has several
    parts."""
    views: Mapping[str, Callable[[State], Mapping[str, object]]] | None = None
    """Values for the game's own templates "sheet" and "print", by the template's
    name."""
    has_boards: Callable[[S], bool] | None = None
    """Whether tables under these settings play boards, whose results can be
    compared."""
    board_is: Callable[[int], Event] | None = None
    """The fact that says by its number which board is played next."""
    calculator: Callable[[Mapping[str, str], S | None], Calculator] | None = None
    """A form that scores one result without a deal, made from the arguments of its
    address and the settings of a table, None for none; its template is "calculator" in
    its folder."""
    in_force: Mapping[str, Callable[[S], object]] = field(default_factory=dict)
    """What of an answer is in force where other answers leave only a part of it, by the
    names of the questions."""
    calls: tuple[type, ...] = ()
    opened_by: Callable[[State], Seat | None] = lambda state: None
    """Who deals, where the next call would open the bidding of a deal."""
    arbiter: Arbiter[State] | None = None
    sealables: tuple[Sealable[State], ...] = ()
    """What of its own its players may seal."""
    spoken: Spoken[State] | None = None
    """How it reads a deal that is said in one line."""
    counted: Counted[State] | None = None
    """What is counted over many of its sessions, beside the games that were won."""
    called: Callable[[S], str] | None = None
    """What a table calls its game, by which its settings are kept; "" where it doesn't."""
    title: Callable[[S], Message | None] | None = None
    """What its table plays, where the table says so or began with a ready pad."""
    whole: int = 0
    """How many deals one game has where only a whole one counts; 0 where each deal
    does."""
    numbers: Callable[[S], tuple[int, ...]] | None = None
    """Of the numbers of players those that fit these settings; without it, all."""
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Sentences that are in no catalogue, by their codes and then by language."""

    family: str = field(init=False)
    """What the codes of its messages begin with."""
    ring: Callable[[S], Ring] = field(init=False)
    parties: Callable[[S], tuple[Party, ...]] = field(init=False)
    """Who has a column."""
    start: Callable[[S], State] = field(init=False)
    against: Callable[[State, Event], RuleViolation | None] = field(init=False)
    is_counted: Callable[[State, int], bool] = field(init=False)
    carried_parts: Callable[[S], tuple[str, ...]] = field(init=False)
    awardable: Container[str] = field(init=False)

    def __post_init__(self) -> None:
        for name in OF_ITS_ROUNDS:
            object.__setattr__(self, name, getattr(self.rounds, name))

    @property
    def home(self) -> Path:
        """The folder of its family: code, words, templates and style; that of its
        settings."""
        return Path(sys.modules[self.settings_type.__module__].__file__ or "").parent

    @property
    def folder(self) -> str:
        return self.home.name

    @property
    def may_be_sealed(self) -> Mapping[str, Sealable[State]]:
        """Everything that can be sealed, by the codes of its words: a hand where there
        is an arbiter to judge it, and what is the game's own."""
        hands = (hand_of(self.arbiter),) if self.arbiter else ()
        return {sealable.what: sealable for sealable in (*self.sealables, *hands)}

    def name_of(self, settings: S) -> Message:
        """What the game of a table is called: as the table says, else by its own
        name."""
        title = self.title(settings) if self.title else None
        return title or message(f"game.{self.slug}")

    def why_not_back(self, state: State, entry: int) -> RuleViolation | None:
        if self.is_counted(state, entry):
            return refused("play.refused.counted", "card")
        rules = self.arbiter.play_rules(state) if self.arbiter else None
        if self.arbiter is None or rules is None:
            return None
        return why_not_back(rules, self.arbiter.watched(state), entry)

    def settings_of(self, written: Mapping[str, Json]) -> S:
        """The settings that are written so. Raises RuleViolation when they are not this
        game's, or out of their range."""
        try:
            settings = decode(self.settings_type, dict(written), "settings")
        except Unreadable as fault:
            raise refused(
                "refused.settings-unreadable", "settings", fault=str(fault)
            ) from None
        players = getattr(settings, "players", None)
        if players not in (None, *self.players):
            why = f"players: {players} is not {self.players[0]} to {self.players[-1]}"
            raise refused("refused.settings-unreadable", "settings", fault=why)
        self.rule_sheet.check(settings)
        return settings

    @property
    def settings_type(self) -> type[S]:
        return type(self.rule_sheet.defaults)


AnyGame = Game[Any, Any]
"""A game of any family: who holds games of all of them knows nothing of their settings
and states, and hands these from one function of a game to the next. Any, as in
`AnyFolded`."""


# ---- the sheet of a family's rounds: sections, rows and what every row has ----


# the ends of a round that its row says a word about
NOTES = (RoundEnd.PASSED, RoundEnd.THROWN_IN, RoundEnd.LEFT)


@dataclass(frozen=True, slots=True)
class Look:
    """What the row of a round shows: facts, marks of a counted round, notes.

    `said` is a counted round in one sentence. Without it the sentence is `what`
    happened, if that is said, and whom it brought how much.
    """

    facts: tuple[RowFact, ...]
    marks: tuple[str, ...] = ()
    notes: tuple[Message, ...] = ()
    what: Message | None = None
    said: Message | None = None


def usual_headline(rules: RoundRules[S, R, T, State], tally: T, settings: S) -> Message:
    """How a section stands or ended, in one sentence: who won or leads, with how many
    points, and those of the `others`. It has a word for one leader and another for
    several."""
    alone, together = ("ahead", "level")
    if tally.winners:
        alone, together = ("won", "shared")
    elif tally.is_over:
        alone, together = ("ended", "ended-level")
    first = tally.winners or tally.leaders
    parties = rules.parties(settings)
    leaders = [party for party in parties if party.id in first]
    others = (tally.totals[party.id] for party in parties if party not in leaders)
    is_one = len(leaders) == 1
    return message(
        f"{rules.family}.headline.{alone if is_one else together}",
        leader=leaders[0] if is_one else listed(leaders),
        points=tally.totals[first[0]],
        others=listed(others),
    )


@dataclass(frozen=True, slots=True)
class SheetOf(Generic[S, R, T, State]):
    """The whole sheet of a state: a section for each game, a row for each round and
    noted entry.

    `names` are the codes of a section's and a row's label, each told its number; `look`
    is told a round and the tally after it, `noted` answers the facts of another entry.
    The row that wins a section is marked so where it `marks_win`. `headline` says
    how a section stands or ended; without one the usual headline does. `absent` are the
    seats that had left the game at a row, told the tally after it.
    """

    rules: RoundRules[S, R, T, State]
    heads: tuple[str, ...]
    names: tuple[str, str]
    look: Callable[[R, T, S], Look]
    headline: Callable[[T, S], Message] | None = None
    noted: Callable[[NotedEvent, T], tuple[RowFact, ...]] = lambda event, tally: ()
    marks_win: bool = True
    absent: Callable[[T], Ring] = lambda tally: ()

    def __call__(self, state: State) -> ScoreSheet:
        rules = self.rules
        settings = state.settings
        played = [section for section in rules.sections(state) if section.scored]
        sections = tuple(
            Section(
                label=message(self.names[0], number=number),
                rows=tuple(
                    self._row(deal, section, settings) for deal in section.scored
                ),
                headline=self._headline(section.tally, settings),
                is_over=section.tally.is_over,
                winners=section.tally.winners,
            )
            for number, section in enumerate(played, start=1)
        )
        parties = rules.parties(settings)
        return ScoreSheet(
            parties,
            self.heads,
            sections,
            fewest_wins=rules.tally_of(settings).FEWEST_WINS,
        )

    def _headline(self, tally: T, settings: S) -> Message:
        if self.headline is not None:
            return self.headline(tally, settings)
        return usual_headline(self.rules, tally, settings)

    def glance(
        self,
        state: State,
        where: tuple[Message, ...],
        turn: Message,
        below: Mapping[PartyId, Message] | None = None,
        deal: Message | None = None,
    ) -> Glance:
        """The usual glance: every total with what stands `below` it, by party; the number
        of the round, unless the `deal` is called something else; `where` and `turn`,
        which gives way to the headline once the section is over."""
        rules = self.rules
        tally = rules.sections(state)[-1].tally
        standings = tuple(
            PartyScore(party, tally.totals[party.id], (below or {}).get(party.id))
            for party in rules.parties(state.settings)
        )
        if tally.is_over:
            over = message(f"{rules.family}.over")
            ended = self._headline(tally, state.settings)
            return Glance(standings, over, where, ended, is_over=True)
        number = deal or message(self.names[1], number=tally.rounds + 1)
        games = len(rules.sections(state))
        if games > 1 and not tally.rounds:
            where = (message(self.names[0], number=games), *where)
        return Glance(standings, number, where, turn)

    def _row(
        self, scored: Scored[R, T], section: ScoredSection[R, T], settings: S
    ) -> Row:
        item = scored.item
        if isinstance(item, NotedEntry):
            return self._noted_row(item, scored, settings)
        look = self.look(item, scored.tally, settings)
        recorded = self.rules.recorded(item, settings)
        marks = look.marks if item.end is RoundEnd.COUNTED else (item.end.value,)
        if recorded is not None:
            marks += (Mark.AGAINST_RECORD,)
        is_last = scored is section.scored[-1]
        if self.marks_win and section.tally.winners and is_last:
            marks += (Mark.GAME,)
        notes = self._notes(item, look)
        return Row(
            id=item.id or 0,
            label=message(self.names[1], number=scored.number),
            entries=item.entries,
            facts=look.facts,
            lines=scored.lines,
            people=item.people,
            absent=self._absent(scored),
            marks=marks,
            notes=notes + self.rules.given_in(item, settings),
            recorded=recorded,
            said=self._said(item, look, notes, scored.lines, settings),
        )

    # Points that are given to somebody who has left are still theirs.
    def _absent(self, scored: Scored[R, T]) -> Ring:
        given = {line.party for line in scored.lines}
        absent = self.absent(scored.tally)
        return tuple(seat for seat in absent if seat.value not in given)

    def _notes(self, item: R, look: Look) -> tuple[Message, ...]:
        if item.end not in NOTES:
            return look.notes
        ended = message(f"{self.rules.family}.note.{item.end.value}")
        return (*look.notes, ended)

    def _said(
        self,
        item: R,
        look: Look,
        notes: tuple[Message, ...],
        lines: tuple[Line, ...],
        settings: S,
    ) -> Message | None:
        if item.end is RoundEnd.OPEN:
            return None
        if item.end is not RoundEnd.COUNTED:
            return notes[0] if notes else None
        return look.said or told(look.what, lines, self.rules.parties(settings))

    def _noted_row(self, item: NotedEntry, scored: Scored[R, T], settings: S) -> Row:
        family = self.rules.family
        event = item.event
        notes = tuple[Message, ...]()
        if isinstance(event, Ended) and event.reason:
            notes = (message(f"{family}.note.ended", reason=event.reason),)
        label = message(f"{family}.row.{event.KIND}")
        what = label if isinstance(event, SharedFact) else event.said()
        return Row(
            id=item.id,
            label=label,
            entries=(item.seq,),
            facts=self.noted(event, scored.tally),
            lines=scored.lines,
            people=item.people,
            absent=self._absent(scored),
            notes=notes,
            said=told(what, scored.lines, self.rules.parties(settings)),
        )
