"""What a game is to the rest of the app: one record of functions and values; and the sheet that its
rounds come to."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scorekeeper.core.citations import Source
from scorekeeper.core.codec import Unreadable, decode
from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.evening import CarriedIn, Ended
from scorekeeper.core.messages import Message, message
from scorekeeper.core.outcomes import Counted
from scorekeeper.core.play import why_not_back
from scorekeeper.core.rounds import (
    Noted,
    R,
    RoundEnd,
    RoundRules,
    Rounds,
    S,
    Scored,
    ScoredSection,
    T,
)
from scorekeeper.core.seats import Party, People, Ring, Seat, named
from scorekeeper.core.session import At
from scorekeeper.core.settings import Preset, RuleSheet
from scorekeeper.core.sheet import Fact, Points, Row, ScoreSheet, Section
from scorekeeper.games.arbitration import Arbiter
from scorekeeper.games.ask import EntryFlow
from scorekeeper.games.seals import Sealable, hand_of


@dataclass(frozen=True, slots=True)
class PartyScore:
    """One party's place in the score strip: its total, a word under it, a mark beside it.

    `below` says what matters next, such as a part-score or the points to go; `mark` is a short
    state in words, such as "vulnerable", or None.
    """

    party: Party
    total: Points
    below: Message | None = None
    mark: Message | None = None


@dataclass(frozen=True, slots=True)
class Glance:
    """What is always in view: the score, which deal it is and who dealt, and what is awaited.

    `deal` is short ("Deal 8"), `where` the rest of that line, `turn` the largest words on the
    page ("East to call"); `is_over` says that the present section has ended.
    """

    standings: tuple[PartyScore, ...]
    deal: Message
    where: tuple[Message, ...]
    turn: Message
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its rules as functions over its own state, and how it is shown and asked about.

    `slug` is its name in addresses and files, `family` the prefix of its messages. `edition`
    counts the versions of our reading of its rules. `ring` gives the seats for the settings,
    `parties` who has a column. `start`, `check` and `apply` are as in `core.session.Rules`.
    `sheet` is the score sheet of a state, `glance` what stands above every page.
    `carried_parts` answers in which parts a score from paper can be carried in.
    `players` are the numbers of players it can be played by.
    """

    slug: str
    family: str
    rule_sheet: RuleSheet
    events: tuple[type, ...]
    players: tuple[int, ...]
    ring: Callable[[Any], Ring]
    parties: Callable[[Any], tuple[Party, ...]]
    start: Callable[[Any], Any]
    check: Callable[[Any, Any], None]
    apply: Callable[[Any, Any, At], Any]
    sheet: Callable[[Any], ScoreSheet]
    glance: Callable[[Any], Glance]
    sources: tuple[Source, ...]
    flow: EntryFlow
    edition: int = 1
    presets: tuple[Preset, ...] = ()
    lasting: tuple[type, ...] = ()
    carried_parts: Callable[[Any], tuple[str, ...]] = lambda settings: ("score",)
    carried_over: Callable[[Any, Any], tuple[CarriedIn, ...]] | None = None
    """What a table with other settings carries in of this state, where that has several parts."""
    views: Mapping[str, Callable[[Any], Mapping[str, Any]]] | None = None
    """Values for the game's own templates "sheet" and "print", by the template's name."""
    has_boards: Callable[[Any], bool] | None = None
    """Whether tables under these settings play boards, whose results can be compared."""
    calculator: Callable[[Any, Any], Any] | None = None
    """A form that scores one result without a deal, made from the arguments of its address and the
    settings of a table, None for none; its template is "calculator" in its folder."""
    in_force: Mapping[str, Callable[[Any], object]] = field(default_factory=dict)
    """What of an answer is in force where other answers leave only a part of it, by the names of
    the questions."""
    calls: tuple[type, ...] = ()
    """The kinds of event that whoever's turn it is makes, as in `core.session.Rules`."""
    opener: Callable[[Any], Seat | None] | None = None
    """Who deals, where the next call would open the bidding of a deal."""
    against: Callable[[Any, Any], RuleViolation | None] = lambda state, event: None
    """Why a result needs a reason beside the tricks that were recorded, as `core.rounds` has it."""
    checked_part: Callable[[Any], object] = lambda state: None
    """What checks read of a state, where that is little: see `core.session.Rules`."""
    is_counted: Callable[[Any, int], bool] = lambda state, entry: False
    """Whether an entry played the last card of a round that was counted since."""
    arbiter: Arbiter | None = None
    """What answers questions about its play."""
    sealables: tuple[Sealable, ...] = ()
    """What of its own its players may seal."""
    counted: Counted | None = None
    """What is counted over many of its sessions, beside the games that were won."""

    @property
    def home(self) -> Path:
        """The folder of its family: code, words, templates and style; that of its settings."""
        return Path(sys.modules[self.settings_type.__module__].__file__ or "").parent

    @property
    def folder(self) -> str:
        return self.home.name

    @property
    def may_be_sealed(self) -> Mapping[str, Sealable]:
        """Everything that can be sealed, by the codes of its words: a hand where there is an
        arbiter to judge it, and what is the game's own."""
        hands = (hand_of(self.arbiter),) if self.arbiter else ()
        return {one.what: one for one in (*self.sealables, *hands)}

    def opened_by(self, state: Any) -> Seat | None:
        """Who deals, where the next call would be the first of a deal; None where it isn't."""
        return self.opener(state) if self.opener else None

    def why_not_back(self, state: Any, entry: int) -> RuleViolation | None:
        """Why the card that this entry played can't be taken back; None when it can."""
        if self.is_counted(state, entry):
            return refused("play.refused.counted", "card")
        rules = self.arbiter.play_rules(state) if self.arbiter else None
        if self.arbiter is None or rules is None:
            return None
        return why_not_back(rules, self.arbiter.watched(state), entry)

    def settings_of(self, written: Mapping[str, Any]) -> Any:
        """The settings that are written so, each within its range.

        Raises RuleViolation when they are not this game's.
        """
        try:
            settings: Any = decode(self.settings_type, dict(written), "settings")
        except Unreadable as fault:
            raise refused("refused.settings-unreadable", "settings", fault=str(fault)) from None
        self.rule_sheet.check(settings)
        return settings

    @property
    def settings_type(self) -> type:
        """The dataclass of this game's settings."""
        return type(self.rule_sheet.defaults)


def game_of(rounds: RoundRules[Any, Any, Any], **own: Any) -> Game:
    """The game that is played by these rounds; `own` are its other fields and what differs."""
    usual = {
        name: getattr(rounds, name)
        for name in ("family", "ring", "parties", "start", "apply", "against", "is_counted")
    }
    return Game(**usual | {"slug": rounds.family, "carried_parts": rounds.carried_parts} | own)


# ---- the sheet of a family's rounds: sections, rows and what every row has ----


AGAINST_RECORD = "against-record"
"""The mark of a result that is not what the recorded tricks come to."""
NOTES = (RoundEnd.THROWN_IN, RoundEnd.LEFT)
"""The ends of a round that its row says a word about."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a game's own rows show: facts, marks of a finished round, notes.

    The row that wins a section is marked "game" unless `marks_win` says otherwise.
    """

    facts: tuple[Fact, ...]
    marks: tuple[str, ...] = ()
    notes: tuple[Message, ...] = ()
    marks_win: bool = True


def score_sheet(
    rules: RoundRules[S, R, T],
    state: Rounds[S, R, T],
    *,
    heads: tuple[str, ...],
    names: tuple[str, str],
    headline: Callable[[T, S], Message],
    look: Callable[[Scored[R, T], S], Look],
) -> ScoreSheet:
    """The whole sheet: a section for each game, a row for each round and noted entry.

    `names` are the codes of a section's and a row's label, each told its number; `look` is also
    asked about noted entries, and answers their facts.
    """
    played = [section for section in rules.sections(state) if section.scored]
    settings = state.settings

    def row(one: Scored[R, T], section: ScoredSection[R, T]) -> Row:
        seen = look(one, settings)
        if isinstance(one.item, Noted):
            return _noted_row(one, seen, rules.family)
        wins = bool(section.tally.winners) and one is section.scored[-1]
        found = rules.recorded(one.item, settings)
        return _round_row(one, seen, wins, names[1], rules.family, found)

    sections = tuple(
        Section(
            label=message(names[0], number=number),
            rows=tuple(row(one, section) for one in section.scored),
            headline=headline(section.tally, settings),
            is_over=section.tally.is_over,
            winners=section.tally.winners,
        )
        for number, section in enumerate(played, start=1)
    )
    return ScoreSheet(rules.parties(settings), heads, sections, fewest_wins=rules.fewest_wins)


def _round_row(
    one: Scored[Any, Any], seen: Look, wins: bool, name: str, family: str, recorded: object
) -> Row:
    done: Any = one.item
    is_counted = done.end is RoundEnd.COUNTED
    marks = seen.marks if is_counted else (done.end.value,)
    marks += (AGAINST_RECORD,) if recorded is not None else ()
    noted = (message(f"{family}.note.{done.end.value}"),) if done.end in NOTES else ()
    return Row(
        id=done.id,
        label=message(name, number=one.number),
        entries=done.entries,
        facts=seen.facts,
        lines=one.lines,
        people=done.people,
        marks=(*marks, "game") if wins and seen.marks_win else marks,
        notes=(*seen.notes, *noted),
        recorded=recorded,
    )


def _noted_row(one: Scored[Any, Any], seen: Look, family: str) -> Row:
    noted, event = one.item, one.item.event
    notes = seen.notes
    if isinstance(event, Ended) and event.reason:
        notes = (*notes, message(f"{family}.note.ended", reason=event.reason))
    return Row(
        id=noted.id,
        label=message(f"{family}.row.{event.KIND}"),
        entries=(noted.seq,),
        facts=seen.facts,
        lines=one.lines,
        people=noted.people,
        notes=notes,
    )


@dataclass(frozen=True, slots=True)
class LastScored:
    """What the entry before the present question scored: its row, who got how much, its facts by
    their heads; persons stand in place of their seats."""

    row: int
    label: Message
    points: tuple[tuple[object, Points], ...]
    facts: Mapping[str, object]


def last_scored(sheet: ScoreSheet, people: People) -> LastScored | None:
    """The last row of the last section that has points; None before there is one."""
    rows = [row for section in sheet.sections[-1:] for row in section.rows if row.lines]
    if not rows:
        return None
    row = rows[-1]
    points = ((named(one, people), row.total(one.id)) for one in sheet.parties)
    facts = {fact.head: named(fact.value, people) for fact in row.facts}
    return LastScored(row.id, row.label, tuple(points), facts)
