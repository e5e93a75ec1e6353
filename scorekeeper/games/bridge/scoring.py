"""The score sheet of a bridge table."""

from scorekeeper.core.evening import CarriedIn, Ended
from scorekeeper.core.kept import kept
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.seats import SIDES
from scorekeeper.core.sheet import Fact, Row, ScoreSheet, Section
from scorekeeper.games.bridge.books import Booked, Chapter, chapters
from scorekeeper.games.bridge.contract import Contract, is_made
from scorekeeper.games.bridge.deals import Deal, Noted, State
from scorekeeper.games.bridge.events import HiddenShown, HonoursHeld
from scorekeeper.games.bridge.honours import honours_scored
from scorekeeper.games.bridge.play import pack_of
from scorekeeper.games.bridge.settings import Scoring, Settings
from scorekeeper.games.bridge.tariffs import form_of, tariff_of


@kept(256)
def sheet(state: State) -> ScoreSheet:
    """The whole sheet: a section for each rubber, Chicago or run of boards."""
    settings = state.settings
    sections = tuple(
        _section(chapter, number, settings) for number, chapter in enumerate(chapters(state), 1)
    )
    return ScoreSheet(SIDES, heads(settings), sections, parts(settings))


def heads(settings: Settings) -> tuple[str, ...]:
    """The columns of facts that this table's sheet has, in order."""
    always = ("dealer", "vulnerable", "contract", "declarer", "tricks", "result")
    hidden = ("hidden",) if pack_of(settings).hidden else ()
    return always + hidden + (("honours",) if honours_scored(settings) else ())


def parts(settings: Settings) -> tuple[str, ...]:
    """The parts of a side's column: below and above the line, or one score."""
    form = form_of(settings)
    return (form.below,) if form.below == form.above else (form.below, form.above)


@kept(1024)
def _section(chapter: Chapter, number: int, settings: Settings) -> Section:
    rows = tuple(_row(booked, settings) for booked in chapter.booked)
    label = message(f"bridge.section.{settings.scoring.value}", number=number)
    bare = Section(label, rows, label, chapter.tally.is_over)
    winners = _leaders(bare) if bare.is_over else ()
    return Section(label, rows, _headline(bare, chapter, settings), bare.is_over, winners)


def _leaders(section: Section) -> tuple[str, ...]:
    totals = {side.id: section.total(side.id) for side in SIDES}
    return tuple(side for side, total in totals.items() if total == max(totals.values()))


def _headline(section: Section, chapter: Chapter, settings: Settings) -> Message:
    """How the section stands or ended, in one sentence."""
    ahead = _leaders(section)
    what = settings.scoring.value
    if not section.rows:
        return message(f"bridge.headline.{what}.start")
    if len(ahead) > 1:
        return message(f"bridge.headline.{what}.{'drawn' if section.is_over else 'level'}")
    first, other = (side for side in sorted(SIDES, key=lambda one: one.id != ahead[0]))
    lead = section.total(first.id) - section.total(other.id)
    if not section.is_over:
        return message(f"bridge.headline.{what}.lead", side=first, points=lead)
    if chapter.tally.games_of(other.id) == 2 and settings.scoring is Scoring.RUBBER:
        return message("bridge.headline.rubber.on-points", side=first, points=lead, other=other)
    return message(f"bridge.headline.{what}.won", side=first, points=lead)


# ---- rows ----


@kept(4096)
def _row(booked: Booked, settings: Settings) -> Row:
    item = booked.item
    if isinstance(item, Noted):
        return Row(item.origin, _noted_label(item), (item.seq,), (), booked.lines, item.people)
    label = message("bridge.deal", number=booked.number)
    return Row(
        item.origin,
        label,
        item.entries,
        _facts(item, booked, settings),
        booked.lines,
        item.people,
        booked.marks + _result_marks(item, settings),
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


def _facts(deal: Deal, booked: Booked, settings: Settings) -> tuple[Fact, ...]:
    values = {
        "dealer": deal.dealer,
        "vulnerable": said_vulnerable(booked.vulnerable),
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
