"""What a game is to the rest of the app: one record of functions and values; and the
sheet that its rounds come to."""

import sys
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol

from scorekeeper.core import rounds
from scorekeeper.core.citations import Source
from scorekeeper.core.codec import Json, Unreadable, decode
from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.evening import CarriedIn, Ended
from scorekeeper.core.messages import Message, message
from scorekeeper.core.outcomes import Counted
from scorekeeper.core.play import why_not_back
from scorekeeper.core.rounds import (
    NotedEntry,
    NotedEvent,
    R,
    RoundEnd,
    RoundRules,
    Scored,
    ScoredSection,
    T,
)
from scorekeeper.core.seats import Party, People, Ring, Seat, named
from scorekeeper.core.session import At, Event, State
from scorekeeper.core.settings import Preset, RuleSheet, S
from scorekeeper.core.sheet import Points, Row, RowFact, ScoreSheet, Section
from scorekeeper.games.arbiter.arbiter import Arbiter
from scorekeeper.games.ask import EntryFlow
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


@dataclass(frozen=True, slots=True)
class Game(Generic[S, State]):
    """A game: its rules as functions over its own state, and how it is shown and asked
    about.

    `slug` is its name in addresses and files, `family` the prefix of its messages.
    `edition` counts the versions of our reading of its rules. `ring` gives the seats
    for the settings, `parties` who has a column. What the table's log asks of it, from
    `start` to `awardable`, is as in `core.session.Rules` and `core.rounds.RoundRules`.
    `sheet` is the score sheet of a state, `glance` what stands above every page.
    `players` are the numbers of players it can be played by.
    """

    slug: str
    family: str
    rule_sheet: RuleSheet[S]
    events: tuple[type, ...]
    players: tuple[int, ...]
    ring: Callable[[S], Ring]
    parties: Callable[[S], tuple[Party, ...]]
    start: Callable[[S], State]
    check: Callable[[State, Event], None]
    apply: Callable[[State, Event, At], State]
    sheet: Callable[[State], ScoreSheet]
    glance: Callable[[State], Glance]
    sources: tuple[Source, ...]
    flow: EntryFlow[State]
    edition: int = 1
    presets: tuple[Preset[S], ...] = ()
    lasting: tuple[type, ...] = ()
    carried_parts: Callable[[S], tuple[str, ...]] = lambda settings: ("score",)
    carried_over: Callable[[State, S], tuple[CarriedIn, ...]] | None = None
    """What a table with other settings carries in of this state, where that has several
    parts."""
    views: Mapping[str, Callable[[State], Mapping[str, object]]] | None = None
    """Values for the game's own templates "sheet" and "print", by the template's
    name."""
    has_boards: Callable[[S], bool] | None = None
    """Whether tables under these settings play boards, whose results can be
    compared."""
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
    against: Callable[[State, Event], RuleViolation | None] = lambda state, event: None
    is_counted: Callable[[State, int], bool] = lambda state, entry: False
    awardable: Container[str] = ()
    arbiter: Arbiter[State] | None = None
    sealables: tuple[Sealable[State], ...] = ()
    """What of its own its players may seal."""
    counted: Counted[State] | None = None
    """What is counted over many of its sessions, beside the games that were won."""

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
        self.rule_sheet.check(settings)
        return settings

    @property
    def settings_type(self) -> type[S]:
        return type(self.rule_sheet.defaults)


AnyGame = Game[Any, Any]
"""A game of any family: who holds games of all of them knows nothing of their settings
and states, and hands these from one function of a game to the next. Any, since Python
can't say that they are those of the same game."""


# ---- the sheet of a family's rounds: sections, rows and what every row has ----


AGAINST_RECORD = (
    "against-record"  # the mark of a result that isn't what recorded tricks come to
)
# the ends of a round that its row says a word about
NOTES = (
    RoundEnd.THROWN_IN,
    RoundEnd.LEFT,
)


@dataclass(frozen=True, slots=True)
class Look:
    """What the row of a round shows: facts, marks of a counted round, notes."""

    facts: tuple[RowFact, ...]
    marks: tuple[str, ...] = ()
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetOf(Generic[S, R, T, rounds.State]):
    """The whole sheet of a state: a section for each game, a row for each round and
    noted entry.

    `names` are the codes of a section's and a row's label, each told its number; `look`
    is told a round and the tally after it, `noted` answers the facts of another entry.
    The row that wins a section is marked "game" where it `marks_win`.
    """

    rules: RoundRules[S, R, T, rounds.State]
    heads: tuple[str, ...]
    names: tuple[str, str]
    headline: Callable[[T, S], Message]
    look: Callable[[R, T, S], Look]
    noted: Callable[[NotedEvent, T], tuple[RowFact, ...]] = lambda event, tally: ()
    marks_win: bool = True

    def __call__(self, state: rounds.State) -> ScoreSheet:
        rules = self.rules
        settings = state.settings
        played = [section for section in rules.sections(state) if section.scored]
        sections = tuple(
            Section(
                label=message(self.names[0], number=number),
                rows=tuple(
                    self._row(deal, section, settings) for deal in section.scored
                ),
                headline=self.headline(section.tally, settings),
                is_over=section.tally.is_over,
                winners=section.tally.winners,
            )
            for number, section in enumerate(played, start=1)
        )
        parties = rules.parties(settings)
        return ScoreSheet(
            parties, self.heads, sections, fewest_wins=rules.tally.FEWEST_WINS
        )

    def _row(
        self, scored: Scored[R, T], section: ScoredSection[R, T], settings: S
    ) -> Row:
        item = scored.item
        if isinstance(item, NotedEntry):
            return self._noted_row(item, scored)
        look = self.look(item, scored.tally, settings)
        end = item.end.value
        recorded = self.rules.recorded(item, settings)
        marks = look.marks if item.end is RoundEnd.COUNTED else (end,)
        if recorded is not None:
            marks += (AGAINST_RECORD,)
        is_last = scored is section.scored[-1]
        if self.marks_win and section.tally.winners and is_last:
            marks += ("game",)
        notes = look.notes
        if item.end in NOTES:
            notes += (message(f"{self.rules.family}.note.{end}"),)
        return Row(
            id=item.id or 0,
            label=message(self.names[1], number=scored.number),
            entries=item.entries,
            facts=look.facts,
            lines=scored.lines,
            people=item.people,
            marks=marks,
            notes=notes + self.rules.given_in(item, settings),
            recorded=recorded,
        )

    def _noted_row(self, item: NotedEntry, scored: Scored[R, T]) -> Row:
        family = self.rules.family
        event = item.event
        notes = tuple[Message, ...]()
        if isinstance(event, Ended) and event.reason:
            notes = (message(f"{family}.note.ended", reason=event.reason),)
        return Row(
            id=item.id,
            label=message(f"{family}.row.{event.KIND}"),
            entries=(item.seq,),
            facts=self.noted(event, scored.tally),
            lines=scored.lines,
            people=item.people,
            notes=notes,
        )


def last_scored(sheet: ScoreSheet, people: People) -> dict[str, object] | None:
    """The last row of the last section that has points: its `row`, its `label`, who got
    how many `points`, its `facts` by their heads, with persons in place of seats; None
    before there is one.
    """
    rows = [row for section in sheet.sections[-1:] for row in section.rows if row.lines]
    if not rows:
        return None
    row = rows[-1]
    points = [(named(party, people), row.total(party.id)) for party in sheet.parties]
    facts = {fact.head: named(fact.value, people) for fact in row.facts}
    return {"row": row.id, "label": row.label, "points": points, "facts": facts}
