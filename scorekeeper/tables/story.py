"""What an evening comes to: how it ended, and what was remarkable."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import NamedTuple

from scorekeeper.core.history import History
from scorekeeper.core.messages import Message, message
from scorekeeper.core.outcomes import Outcome, Result
from scorekeeper.core.seats import Party, People, named_message, party_of
from scorekeeper.core.sheet import Points
from scorekeeper.tables.rulings.given import RulingState
from scorekeeper.tables.rulings.views import rulings_view
from scorekeeper.tables.session import Session, column
from scorekeeper.tables.sheet import ShownRow, ShownSection, sheet_of
from scorekeeper.words import Words


@dataclass(frozen=True, slots=True)
class Moment:
    """A deal worth telling: where it stands (`section`, `label`, `row`), whose `points`
    it brought, and in a few words what was undertaken, None where no game says that.
    `what` is the code of what it was: the biggest swing, the best contract."""

    what: str
    section: Message
    label: Message
    row: int
    who: str
    points: Points
    said: Message | None


@dataclass(frozen=True, slots=True)
class Story:
    """How it ended, in a sentence and by sections (label, headline); the biggest swing
    between the first and the last in a deal, and the best contract, or round where no
    contracts are made, as `moments`; each ruling (what it was on, what it says); how
    many deals were scored."""

    headline: Message
    sections: tuple[tuple[Message, Message], ...]
    moments: tuple[Moment, ...]
    rulings: tuple[tuple[object, object], ...]
    deals: int


def outcome(
    sections: Sequence[ShownSection],
    settlement: Sequence[tuple[str, Points]],
    words: Words,
) -> Message:
    """The headline of one section; of several, who is up by most over all of them."""
    if len(sections) == 1 or not settlement:
        return _with_persons(sections[-1], words)
    most = settlement[0][1]
    if not most:
        return message("story.level")
    names = [person for person, points in settlement if points == most]
    who = words.listed(names)
    if len(names) == 1:
        return message("story.one-up", person=who, points=most)
    return message("story.several-up", persons=who, points=most)


def told_in_words(story: Story, words: Words) -> str:
    lines = [words.text(story.headline)]
    for moment in story.moments:
        points = message("story.points", who=moment.who, points=moment.points)
        said = f" ({words.text(moment.said)})" if moment.said else ""
        what = words.gettext(moment.what) + words.gettext(":")
        lines.append(f"{what} {words.text(points)}{said}")
    return "\n".join(lines)


# The headline of a section, with the persons of a party where they are known.
def _with_persons(section: ShownSection, words: Words) -> Message:
    params = []
    for name, value in section.headline.params:
        if isinstance(value, Party):
            value = _persons(value, section.seated, words) or value
        params.append((name, value))
    headline = Message(section.headline.code, tuple(params))
    return named_message(headline, section.seated)


def story_of(session: Session, words: Words) -> Story | None:
    sheet = sheet_of(session, plain=History())
    deals = tuple(_scored_deals(session, sheet.sections, words))
    if not deals:
        return None
    return Story(
        outcome(sheet.sections, sheet.settlement, words),
        tuple((section.label, section.headline) for section in sheet.sections),
        tuple(_moments(deals, "contract" if _may_fail(session) else "round")),
        tuple(
            (
                ruling.on.what,
                ruling.ruling.verdict if ruling.ruling else ruling.answer.stands,
            )
            for ruling in rulings_view(session)
            if ruling.answer.state is not RulingState.REPLACED
        ),
        len(deals),
    )


# The biggest swing, from the first to the last, and the best contract or round, in what
# it brought. If both are one deal and one number it says both, and the best of the other
# deals follows.
def _moments(deals: Sequence["_Scored"], kind: str) -> Iterator[Moment]:
    points = attrgetter("points")
    swings = [deal.swing for deal in deals if deal.swing.points > 0]
    made: list[Moment] = []
    for deal in deals:
        made += [moment for moment in deal.made if moment.points > 0]
    swing = max(swings, key=points, default=None)
    best = max(made, key=points, default=None)
    is_one = swing and best and (swing.row, swing.points) == (best.row, best.points)
    if swing and best and is_one:
        yield replace(best, what=f"story.swing-{kind}")
        others = [moment for moment in made if moment.row != best.row]
        if others:
            yield replace(max(others, key=points), what=f"story.next-{kind}")
        return
    if swing:
        yield swing
    if best:
        yield replace(best, what=f"story.{kind}")


class _Scored(NamedTuple):
    """The swing of a deal that was scored, and what was made in it."""

    swing: Moment
    made: list[Moment]


def _scored_deals(
    session: Session, sections: Sequence[ShownSection], words: Words
) -> Iterator[_Scored]:
    outcomes = dict[int, list[Outcome]]()
    counted = session.game.counted
    if counted is not None:
        for outcome in counted.outcomes(session.folded.state):
            if outcome.kind == counted.kinds[0].code:
                outcomes.setdefault(outcome.row, []).append(outcome)
    for section in sections:
        for row in section.rows:
            if row.number is not None and row.lines and row.is_finished:
                yield _scored(session, section, row, outcomes.get(row.id, []), words)


def _scored(
    session: Session,
    section: ShownSection,
    row: ShownRow,
    outcomes: list[Outcome],
    words: Words,
) -> _Scored:
    totals = _totals(session, row)

    def moment(party: Party, points: Points, said: Message | None) -> Moment:
        who = _persons(party, row.seated, words) or words.text(party)
        return Moment(
            "story.swing", section.label, row.label, row.id, who, points, said
        )

    pick = min if session.sheet.fewest_wins else max
    first = pick(totals, key=lambda party: totals[party])
    swing = max(totals.values()) - min(totals.values())
    made = [
        moment(party, totals[party], outcome.said)
        for party, outcome in _made(session, outcomes)
    ]
    return _Scored(moment(first, swing, _undertaken(first, outcomes)), made)


# What a deal brought those who played it.
def _totals(session: Session, row: ShownRow) -> dict[Party, Points]:
    return {
        party: cell.total
        for party, cell in zip(session.sheet.parties, row.cells, strict=True)
        if party.id not in row.left
    }


# What was made in a deal: at a game in which each may fail to, else whatever was done.
# None where the fewest points win.
def _made(session: Session, outcomes: list[Outcome]) -> Iterator[tuple[Party, Outcome]]:
    if session.sheet.fewest_wins:
        return
    may_fail = _may_fail(session)
    for outcome in outcomes:
        if outcome.came is Result.MADE or not may_fail:
            yield party_of(outcome.seats[0], session.sheet.parties), outcome


# What this party undertook, else what anybody did.
def _undertaken(party: Party, outcomes: list[Outcome]) -> Message | None:
    theirs = [outcome for outcome in outcomes if outcome.seats[0] in party.seats]
    for outcome in theirs or outcomes:
        return outcome.said
    return None


# Whether deals have contracts, which are made or set.
def _may_fail(session: Session) -> bool:
    counted = session.game.counted
    return counted is None or counted.kinds[0].has_result


def _persons(party: Party, people: People, words: Words) -> str:
    return words.listed(column(party, people).persons)
