"""The score sheet of a bridge table."""

from functools import partial

from scorekeeper.core.evening import CarriedIn, Ended
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rounds import Noted
from scorekeeper.core.seats import SIDES
from scorekeeper.core.sheet import Fact, Row, ScoreSheet, Section
from scorekeeper.games.bridge.contract import Contract, is_made
from scorekeeper.games.bridge.events import HiddenShown, HonoursHeld
from scorekeeper.games.bridge.honours import honours_scored
from scorekeeper.games.bridge.lines import unseen_lines
from scorekeeper.games.bridge.play import pack_of
from scorekeeper.games.bridge.scoring import ROUNDS, ScoredDeal, ScoredSection, vulnerable_in
from scorekeeper.games.bridge.settings import Scoring, Settings
from scorekeeper.games.bridge.state import Deal, State, Tally
from scorekeeper.games.bridge.tariffs import form_of, tariff_of


def sheet(state: State) -> ScoreSheet:
    """The whole sheet: a section for each rubber, Chicago or run of boards."""
    found: ScoreSheet = state.shown("sheet", partial(_sheet, state))
    return found


def _sheet(state: State) -> ScoreSheet:
    """Late facts may still touch what the last deal is in; the sections before it are kept."""
    settings, last = state.settings, state.last_deal
    found: list[Section] = []
    is_last = True
    for n, one in reversed([*enumerate(ROUNDS.sections(state), 1)]):
        if is_last:
            found.append(_section(one, n, settings, last))
            is_last = all(booked.item is not last for booked in one.scored)
        else:
            found.append(one.shown("section", partial(_section, one, n, settings, None)))
    return ScoreSheet(SIDES, heads(settings), tuple(found[::-1]), parts(settings))


def heads(settings: Settings) -> tuple[str, ...]:
    """The columns of facts that this table's sheet has, in order."""
    always = ("dealer", "vulnerable", "contract", "declarer", "tricks", "result")
    hidden = ("hidden",) if pack_of(settings).hidden else ()
    return always + hidden + (("honours",) if honours_scored(settings) else ())


def parts(settings: Settings) -> tuple[str, ...]:
    """The parts of a side's column: below and above the line, or one score."""
    form = form_of(settings)
    return (form.below,) if form.below == form.above else (form.below, form.above)


def _section(section: ScoredSection, number: int, settings: Settings, last: Deal | None) -> Section:
    rows = tuple(_row(one, settings, one.item is last) for one in section.scored)
    label = message(f"bridge.section.{settings.scoring.value}", number=number)
    tally = section.tally
    winners = tally.leaders if tally.is_over else ()
    headline = _headline(tally, settings) if rows else _started(settings)
    return Section(label, rows, headline, tally.is_over, winners)


def _started(settings: Settings) -> Message:
    return message(f"bridge.headline.{settings.scoring.value}.start")


def _headline(tally: Tally, settings: Settings) -> Message:
    """How the section stands or ended, in one sentence."""
    ahead, what = tally.leaders, settings.scoring.value
    if len(ahead) > 1:
        return message(f"bridge.headline.{what}.{'drawn' if tally.is_over else 'level'}")
    first, other = (side for side in sorted(SIDES, key=lambda one: one.id != ahead[0]))
    lead = tally.totals[first.id] - tally.totals[other.id]
    if not tally.is_over:
        return message(f"bridge.headline.{what}.lead", side=first, points=lead)
    if tally.games_of(other.id) == 2 and settings.scoring is Scoring.RUBBER:
        return message("bridge.headline.rubber.on-points", side=first, points=lead, other=other)
    return message(f"bridge.headline.{what}.won", side=first, points=lead)


# ---- rows ----


def _row(one: ScoredDeal, settings: Settings, is_last: bool) -> Row:
    """Its row. What was never shown of a deal is said once it is no longer the last."""
    make = partial(_row_of, one, settings, is_last)
    row: Row = one.shown("last" if is_last else "row", make)
    return row


def _row_of(one: ScoredDeal, settings: Settings, is_last: bool) -> Row:
    item, lines = one.item, one.lines
    if isinstance(item, Noted):
        return Row(item.id, _noted_label(item), (item.seq,), (), lines, item.people)
    return Row(
        item.id or 0,
        message("bridge.deal", number=one.number),
        item.entries,
        _facts(item, vulnerable_in(one, settings), settings),
        lines if is_last else lines + unseen_lines(item, settings),
        item.people if item.is_over else (),
        (one.tally.marks if item.is_over else ()) + _result_marks(item, settings),
        _notes(item),
    )


def _notes(deal: Deal) -> tuple[Message, ...]:
    """What was declared and named for the Jokers of this deal."""
    declared = (deal.declared.said(),) if deal.declared else ()
    named = (message("bridge.said.wildcard", joker=j, suit=s) for j, s in deal.wildcards)
    return (*declared, *named)


def _noted_label(noted: Noted) -> Message:
    if isinstance(noted.event, Ended):
        return message("bridge.row.ended")
    carried = isinstance(noted.event, CarriedIn)
    return message("bridge.row.carried" if carried else "bridge.row.adjusted")


def _result_marks(deal: Deal, settings: Settings) -> tuple[str, ...]:
    if deal.is_passed_out:
        return ("passed",)
    if deal.contract is None or deal.tricks is None:
        return ("open",)
    tariff = tariff_of(settings, False)
    if tariff.draw is not None and deal.tricks == tariff.draw.tricks:
        return ("drawn",)
    return ("made" if is_made(deal.contract, deal.tricks, tariff) else "set",)


def _facts(deal: Deal, vulnerable: frozenset[str], settings: Settings) -> tuple[Fact, ...]:
    values = {
        "dealer": deal.dealer,
        "vulnerable": said_vulnerable(vulnerable),
        "contract": message("bridge.passed-out") if deal.is_passed_out else deal.contract,
        "declarer": deal.declarer,
        "tricks": deal.tricks,
        "result": _result(deal.contract, deal.tricks, settings),
        "hidden": listed(tuple(_said_hidden(one) for one in deal.shown)) or None,
        "honours": listed(tuple(_said_honours(one) for one in deal.honours if one.cards)) or None,
    }
    return tuple(Fact(head, values[head]) for head in heads(settings) if values[head] is not None)


def said_vulnerable(sides: frozenset[str]) -> object:
    """Who is vulnerable: a side, both or neither."""
    if len(sides) == 1:
        return next(side for side in SIDES if side.id in sides)
    return message("bridge.vulnerable.both" if sides else "bridge.vulnerable.none")


def _result(contract: Contract | None, tricks: int | None, settings: Settings) -> str | None:
    """The result as it is written on a pad: "=", "+1", "−2"."""
    if contract is None or tricks is None:
        return None
    over = tricks - tariff_of(settings, False).book - contract.level
    if over == 0:
        return "="
    return f"+{over}" if over > 0 else f"−{-over}"


def _said_hidden(shown: HiddenShown) -> object:
    letter = message(f"bridge.seat.{shown.holder.value}")
    return (shown.card or message("bridge.never-shown"), " ", letter)


def _said_honours(held: HonoursHeld) -> object:
    return (message(f"bridge.seat.{held.seat.value}"), " ", str(len(held.cards)))
