"""A bridge table's score sheet and classic pad; what is counted over
the seasons."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import zip_longest
from typing import NamedTuple

from scorekeeper.core.evening import Ended, Part
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.outcomes import Counted, Kind, Outcome, Result
from scorekeeper.core.rounds import NotedEntry, ScoredSection
from scorekeeper.core.seats import SIDES, PartyId, by_itself, party_of
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
from scorekeeper.core.values import each_once
from scorekeeper.games.bridge import play, rounds, scoring
from scorekeeper.games.bridge.contract import (
    GAME,
    Contract,
    Denomination,
    is_made,
    said_vulnerable,
)
from scorekeeper.games.bridge.rules import Scoring, Settings
from scorekeeper.games.bridge.state import (
    CHICAGO_DEALS,
    Deal,
    State,
    Tally,
    declaring_seats,
)
from scorekeeper.games.bridge.tariffs import form_of, tariff_of


def sheet(state: State) -> ScoreSheet:
    return state.once("sheet", partial(_sheet, state))


def _sheet(state: State) -> ScoreSheet:
    settings = state.settings
    last = state.last
    sections = list(rounds.ROUNDS.sections(state))
    open_ones = list[Section]()
    while sections:
        section = sections.pop()
        open_ones.append(_section(settings, last, len(sections), section))
        if [scored for scored in section.scored if scored.item is last]:
            break
    ended = each_once(sections, "section", partial(_section, settings, None))
    return ScoreSheet(
        SIDES, heads(settings), (*ended, *open_ones[::-1]), form_of(settings).parts
    )


def heads(settings: Settings) -> tuple[str, ...]:
    return settings.once("heads", lambda: _heads(settings))


def _heads(settings: Settings) -> tuple[str, ...]:
    always = ("dealer", "vulnerable", "contract", "declarer", "tricks", "result")
    hidden = ("hidden",) if play.pack_of(settings).hidden else ()
    return always + hidden + (("honours",) if scoring.honours_scored(settings) else ())


def _section(
    settings: Settings,
    last: Deal | None,
    place: int,
    section: ScoredSection[Deal, Tally],
) -> Section:
    rows = each_once(section.scored, "row", partial(_row, settings, False))
    for n, scored in enumerate(section.scored):
        if scored.item is last:
            rows = (*rows[:n], _row(settings, True, n, scored), *rows[n + 1 :])
    label = message(f"bridge.section.{settings.scoring.value}", number=place + 1)
    tally = section.tally
    winners = (
        tally.leaders if tally.is_over and not _is_unfinished(tally, settings) else ()
    )
    start = message(f"bridge.headline.{settings.scoring.value}.start")
    headline = _headline(tally, settings) if rows else start
    return Section(label, rows, headline, tally.is_over, winners)


def _headline(tally: Tally, settings: Settings) -> Message:
    what = f"bridge.headline.{settings.scoring.value}"
    ahead = tally.leaders
    is_left = _is_unfinished(tally, settings)
    if len(ahead) > 1:
        code = "ended-level" if is_left else "drawn" if tally.is_over else "level"
        return message(f"{what}.{code}")
    first, other = SIDES
    if first.id != ahead[0]:
        first, other = other, first
    said = {"side": first, "points": tally.totals[first.id] - tally.totals[other.id]}
    if (
        tally.is_over
        and settings.scoring is Scoring.RUBBER
        and tally.games[other.id] == 2
    ):
        return message(f"{what}.on-points", **said, other=other)
    code = "ended" if is_left else "won" if tally.is_over else "lead"
    return message(f"{what}.{code}", **said)


def _is_unfinished(tally: Tally, settings: Settings) -> bool:
    if settings.scoring is Scoring.RUBBER:
        return tally.is_over and all(tally.games[side.id] < 2 for side in SIDES)
    is_chicago = settings.scoring is Scoring.CHICAGO
    return tally.is_over and is_chicago and tally.rounds < CHICAGO_DEALS


# ---- rows ----
def _row(settings: Settings, is_last: bool, place: int, deal: rounds.ScoredDeal) -> Row:
    item = deal.item
    lines = deal.lines
    if isinstance(item, NotedEntry):
        return _noted_row(item, lines)
    marks = [_result_mark(item, settings)]
    if item.is_over:
        marks = [*deal.tally.marks, *marks]
    recorded = rounds.ROUNDS.recorded(item, settings)
    if recorded is not None:
        marks.append(Mark.AGAINST_RECORD)
    said = None
    if item.is_over:
        said = told(_played(item, settings), lines, SIDES)
    if not is_last:
        lines += scoring.unseen_lines(item, settings)
    return Row(
        item.id or 0,
        rounds.called(rounds.number_in(deal, settings), settings),
        item.entries,
        _facts(item, rounds.vulnerable_in(deal, settings), settings),
        lines,
        item.people if item.is_over else (),
        tuple(marks),
        _notes(item, settings),
        recorded,
        said,
        _means(lines, deal.tally, settings) if item.is_over else None,
    )


def _notes(deal: Deal, settings: Settings) -> tuple[Message, ...]:
    notes = [said.said() for said in (deal.board, deal.declared) if said]
    notes += [
        message("bridge.said.wildcard", joker=joker, suit=suit)
        for joker, suit in deal.wildcards
    ]
    return (*notes, *rounds.ROUNDS.given_in(deal, settings))


def _played(deal: Deal, settings: Settings) -> Message | None:
    if deal.is_passed_out:
        return message("bridge.passed-out")
    contract = deal.contract
    if contract is None or deal.tricks is None:
        return None
    over = deal.tricks - tariff_of(settings, False).book - contract.level
    said = _SAID[_came(contract, deal.tricks, settings)] if over else _EXACTLY
    return message(said, contract=contract, n=abs(over))


def _means(lines: tuple[Line, ...], tally: Tally, settings: Settings) -> Message | None:
    below = [line for line in lines if line.part == Part.BELOW]
    if not below:
        return None
    side = below[0].party
    if Mark.GAME in tally.marks:
        if settings.scoring is not Scoring.RUBBER:
            return message("bridge.means.game")
        code = (
            "game-each" if all(tally.games[one.id] for one in SIDES) else "game-first"
        )
        return message(f"bridge.means.{code}")
    part = tally.parts[side]
    return message("bridge.means.part", points=part, game=GAME) if part else None


def _noted_row(noted: NotedEntry, lines: tuple[Line, ...]) -> Row:
    event = noted.event
    label = message(f"bridge.row.{event.KIND}")
    notes: tuple[Message, ...] = ()
    if isinstance(event, Ended) and event.reason:
        notes = (message("bridge.note.ended", reason=event.reason),)
    said = told(label, lines, SIDES)
    return Row(
        noted.id, label, (noted.seq,), (), lines, noted.people, notes=notes, said=said
    )


def _result_mark(deal: Deal, settings: Settings) -> str:
    if deal.is_passed_out:
        return "passed"
    if deal.contract is None or deal.tricks is None:
        return Mark.OPEN
    return _MARKS[_came(deal.contract, deal.tricks, settings)]


_MARKS = {Result.MADE: "made", Result.SET: "set", Result.NEITHER: "drawn"}


def _came(contract: Contract, tricks: int, settings: Settings) -> Result:
    tariff = tariff_of(settings, False)
    if tariff.draw is not None and tricks == tariff.draw.tricks:
        return Result.NEITHER
    return Result.MADE if is_made(contract, tricks, tariff) else Result.SET


def _facts(
    deal: Deal, vulnerable: frozenset[str], settings: Settings
) -> tuple[RowFact, ...]:
    held = [honour for honour in deal.honours if honour.cards]
    unseen = message("bridge.never-shown")
    contract = deal.contract
    result = None  # as it is written on a pad: "=", "+1", "−2"
    if contract is not None and deal.tricks is not None:
        result = (
            signed(deal.tricks - tariff_of(settings, False).book - contract.level)
            or "="
        )
    values = {
        "dealer": deal.dealer,
        "vulnerable": said_vulnerable(vulnerable),
        "contract": message("bridge.passed-out") if deal.is_passed_out else contract,
        "declarer": deal.declarer,
        "tricks": deal.tricks,
        "result": result,
        "hidden": listed(
            (shown.card or unseen, " ", by_itself(shown.holder)) for shown in deal.shown
        ),
        "honours": listed(
            (by_itself(hand.seat), " ", str(len(hand.cards))) for hand in held
        ),
    }
    given = (head for head in heads(settings) if values[head] not in (None, ()))
    return tuple(RowFact(head, values[head]) for head in given)


def signed(over: int) -> str:
    return f"+{over}" if over > 0 else f"−{-over}" if over else ""


# ---- the classic pad: what a deal gave a side above or below the line is one entry ----

_SHORT = {
    f"bridge.line.{line}": f"bridge.pad.{short}"
    for short, lines in {
        "over": "overtricks",
        "insult": "insult.doubled",
        "insult.redoubled": "insult.redoubled",
        "slam": "slam.small",
        "grand-slam": "slam.grand",
        "off": "undertricks undertricks.steps",
        "draw": "draw draw.no-trick-points",
        "game": "game-bonus unfinished.game",
        "part": "part-bonus chicago-part unfinished.part",
        "rubber": "rubber",
        "honours": "honours",
        "hidden": (
            "hidden.added hidden.taken-off hidden.not-counted hidden.passed-out "
            "never-shown"
        ),
    }.items()
    for line in lines.split()
}
"""What a line is called where there is room for a word or two."""


class PadEntry(NamedTuple):
    """What a deal gave one side in one part of its column."""

    row: int
    label: Message
    what: object
    points: Points
    party: PartyId
    part: str


class PadLine(NamedTuple):
    """A line across a pad: an entry a side, or None. `ends_game` draws a rule below it;
    `opens` are the rows whose reasons open here: under their first entry."""

    entries: tuple[PadEntry | None, ...]
    ends_game: bool = False
    opens: tuple[int, ...] = ()


class Pad(NamedTuple):
    """`above` stands from the top down to the line, the newest first; `below` in the
    order of play; `rest` are the rows without an entry."""

    above: tuple[PadLine, ...]
    below: tuple[PadLine, ...]
    rest: tuple[int, ...]


def pads(state: State) -> Mapping[str, tuple[Pad, ...] | None]:
    """A pad for each section of the sheet; none where scores have no line to
    stand above."""
    whole = sheet(state)
    has_line = whole.parts == (Part.BELOW, Part.ABOVE)
    return {"pads": tuple(map(_pad, whole.sections)) if has_line else None}


def _pad(section: Section) -> Pad:
    seen = set[int]()
    above = tuple(_opening(_above(section), seen))
    below = tuple(_opening(_below(section), seen))
    rest = tuple(row.id for row in section.rows if row.id not in seen)
    return Pad(above, below, rest)


# The lines with the rows that open there: those that are not `seen` yet.
def _opening(lines: Iterable[PadLine], seen: set[int]) -> Iterator[PadLine]:
    for line in lines:
        rows = dict.fromkeys(entry.row for entry in line.entries if entry)
        yield line._replace(opens=tuple(row for row in rows if row not in seen))
        seen.update(rows)


def _above(section: Section) -> list[PadLine]:
    columns = [
        [one for row in section.rows if (one := _entry(row, side.id, Part.ABOVE))]
        for side in SIDES
    ]
    return [PadLine(entries) for entries in zip_longest(*columns)][::-1]


def _below(section: Section) -> Iterator[PadLine]:
    for row in section.rows:
        entries = tuple(_entry(row, side.id, Part.BELOW) for side in SIDES)
        if any(entries):
            yield PadLine(entries, ends_game=Mark.GAME in row.marks)


def _entry(row: Row, party: PartyId, part: str) -> PadEntry | None:
    lines = [line for line in row.lines if (line.party, line.part) == (party, part)]
    if not lines:
        return None
    what = listed(tuple(dict.fromkeys(_short(line) for line in lines)))
    points = sum(line.points for line in lines)
    return PadEntry(row.id, row.label, what, points, party, part)


def _short(line: Line) -> object:
    values = line.what.values
    short = _SHORT.get(line.what.code)
    if short is None:
        return values.get("contract") or line.what
    is_counted = short in ("bridge.pad.over", "bridge.pad.off")
    return message(short, n=values["n"]) if is_counted else message(short)


# ---- what is counted over the seasons: contracts, and the luck of hidden cards ----


CONTRACTS = Kind(
    "bridge.outcome.contract",
    row=str,
    column=lambda name: Denomination(name).shown(),
    columns=tuple(denomination.value for denomination in Denomination),
)
"""Contracts played, for declarer and for the partnership, by level and denomination; by
tricks over or under."""

_EXACTLY = "bridge.outcome.contract.said.exactly"
_SAID = {came: f"bridge.outcome.contract.said.{came.value}" for came in Result}

HIDDEN = Kind("bridge.outcome.hidden", has_result=False, row=str)
"""Hidden cards shown, for who held them, by rank; by the points they brought the
own side."""


def outcomes(state: State) -> tuple[Outcome, ...]:
    settings = state.settings
    return tuple(outcome for deal in state.past for outcome in _deal(deal, settings))


def _deal(deal: Deal, settings: Settings) -> Iterator[Outcome]:
    contract = deal.contract
    row = deal.id or 0
    said = _played(deal, settings)
    if contract and deal.declarer and deal.tricks is not None and said:
        over = deal.tricks - tariff_of(settings, False).book - contract.level
        came = _came(contract, deal.tricks, settings)
        yield Outcome(
            row=row,
            kind=CONTRACTS.code,
            seats=(deal.declarer,),
            partners=declaring_seats(deal),
            said=said,
            of=(str(contract.level), contract.denomination.value),
            came=came,
            by=over,
        )
    for shown, line in zip(
        deal.shown, scoring.hidden_lines(deal, settings), strict=False
    ):
        if shown.card is not None and not deal.is_passed_out:
            yield Outcome(
                row=row,
                kind=HIDDEN.code,
                seats=(shown.holder,),
                partners=party_of(shown.holder, SIDES).seats,
                said=message(
                    "bridge.outcome.hidden.said", card=shown.card, points=line.points
                ),
                of=(shown.card.rank, ""),
                by=line.points,
            )


COUNTED = Counted((CONTRACTS, HIDDEN), outcomes)
PLAIN_COUNTED = Counted((CONTRACTS,), outcomes)
