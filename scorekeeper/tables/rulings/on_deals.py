"""Rulings as they were given: which deal each is on, what it leaves to be done, and
which other one is on the same facts already.

A ruling belongs to the deal that it was given on. When that deal is struck out, what is
entered instead is another one: whether the ruling stands for it, the table says.
"""

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any, NamedTuple

from scorekeeper.core.facts import Fact, Which, fact_in, value_in
from scorekeeper.core.judgments import Judgment
from scorekeeper.core.notes import NOTED
from scorekeeper.core.ruling_notes import Ruled, RulingAccepted
from scorekeeper.core.rulings import (
    DealProgress,
    Effect,
    Obligation,
    Remembered,
    Ruling,
)
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import AnyFolded, Recorded, origins_of
from scorekeeper.core.sheet import Row
from scorekeeper.tables.deals import played_rows, row_now, struck
from scorekeeper.tables.rulings import older
from scorekeeper.tables.rulings.given import (
    Given,
    OnDeal,
    applications,
    begun_since,
    ruled_on,
)
from scorekeeper.tables.session import Session, once


class Decision(NamedTuple):
    """What an arbiter decided: the entry that says so, and the row of the deal that it
    is on."""

    entry: Recorded
    row: Row


def left_by(session: Session, ruling: Given) -> Judgment | Ruling | None:
    """What holds a ruling's obligations, what it ends and what it waits for; nothing
    where an older one can't be worked out any more."""
    return ruling.event.judgment or older.worked_out(session, ruling)[1]


# ---- which deal ----


def deal_ruled_on(
    session: Session, facts: Mapping[str, str], effects: tuple[Effect, ...]
) -> tuple[int, ...]:
    """The entries of the deal that a ruling on these facts is on, if it is given now:
    of that in progress, or in which the card was played; else the facts say whether it
    is the last one or one of which nothing is recorded yet, and where its play has not
    come, whether it is the one before. Of what stands instead of others the first of
    its line."""
    if (named := deal_named(session, facts)) is not None:
        return _lines_of(session, named)
    earlier, last = [None, None, *played_rows(session)][-2:]
    which = value_in(facts, Fact.WHICH, Which)
    row = earlier if which is Which.BEFORE else last
    is_told = which in (Which.BEFORE, Which.LAST) or (
        which is not Which.NOW and bool(effects)
    )
    if row is None or not (
        is_told or "open" in row.marks or _was_played(session, facts)
    ):
        return ()
    return _lines_of(session, row)


def _lines_of(session: Session, row: Row) -> tuple[int, ...]:
    origins = origins_of(session.log)
    return tuple(sorted({origins.get(entry, entry) for entry in row.entries}))


def deal_named(session: Session, facts: Mapping[str, str]) -> Row | None:
    """The deal that is over and that the facts name by its row; None where they name
    none."""
    number = fact_in(facts, Fact.DEAL)
    row = session.sheet.row(int(number)) if number.isdecimal() else None
    is_over = (
        row is not None and "open" not in row.marks and row in played_rows(session)
    )
    return row if is_over else None


def heard_in(session: Session, facts: Mapping[str, str]) -> AnyFolded:
    """The state in which a ruling on these facts is heard: that of the deal that they
    name, else as the table stands."""
    row = deal_named(session, facts)
    return session.folded if row is None else just_after(session, row)


def just_after(session: Session, row: Row) -> AnyFolded:
    """How the table stood when this deal was over and nothing had followed: a ruling on
    it is given in that state."""
    following = first_after(session, row)
    return session.folded if following is None else session.until(following)


def first_after(session: Session, row: Row) -> int | None:
    """The first fact after a row in the order of play; None where it is the last."""
    order = session.folded.order
    last = row.entries[-1]
    at = next(n for n, entry in enumerate(order) if entry.seq == last)
    facts = (one.seq for one in order[at + 1 :] if not isinstance(one.event, NOTED))
    return next(facts, None)


def _was_played(session: Session, facts: Mapping[str, str]) -> bool:
    """Whether the card in question was recorded in the last deal as this player's to
    this trick: the card alone can be one of the next deal too."""
    arbiter = session.game.arbiter
    told = [fact_in(facts, name) for name in (Fact.SEAT, Fact.CARD, Fact.TRICK)]
    placed = arbiter.watched(session.folded.state).placed if arbiter else ()
    plays = (
        [place.play.seat.value, str(place.play.card), str(place.number)]
        for place in placed
    )
    return told in plays


@once
def deal_of(session: Session, ruling: Given) -> OnDeal:
    """The deal that a ruling is on, as it stands now. There is no row while nothing of
    it has been recorded, and when it was struck out."""
    if ruling.event.judgment is None:
        return older.deal_of(session, ruling)
    if not ruling.event.judgment.deal:
        return begun_since(session, ruling)
    row = row_now(session, ruling.event.judgment.deal)
    return OnDeal(row, row is None)


@once
def decided(session: Session) -> dict[int, Decision]:
    """By its ruling, what an arbiter decided last and nobody has taken back, though a
    side may have appealed since."""
    found = {}
    for given in ruled_on(session):
        row = deal_of(session, given).row
        for entry, said in session.of(RulingAccepted):
            if said.ruling == given.seq and said.arbiter and row is not None:
                found[given.seq] = Decision(entry, row)
    return found


def _strikes(session: Session, ruling: Given) -> list[tuple[int, int, str]]:
    """What was struck out of a ruling's deal since it was given: see `struck`."""
    if ruling.event.judgment is None:
        return older.strikes_since(session, ruling)
    deal = set(ruling.event.judgment.deal)
    return [
        strike
        for strike in struck(session)
        if strike[0] in deal and strike[1] > ruling.seq
    ]


def is_displaced(session: Session, ruling: Given) -> bool:
    """Whether the table has yet to say if a ruling stands for what was entered instead
    of its deal: that was struck out, but not by a ruling, and it was not ruled
    again."""
    by_ruling = {note.key for note in applications(session).values()}
    if all(key in by_ruling for *_, key in _strikes(session, ruling)):
        return False
    again = any(
        _is_same(ruling.event, of.event)
        for of in ruled_on(session)
        if of.seq > ruling.seq
    )
    return not again and deal_of(session, ruling).is_struck


@once
def displaced(session: Session) -> Given | None:
    """The first accepted ruling of which the table has yet to say whether it stands for
    what was entered instead of its deal."""
    moving = (
        ruling
        for ruling in ruled_on(session)
        if ruling.event.effects and ruling.state == "accepted"
    )
    return next((one for one in moving if is_displaced(session, one)), None)


def on_same_deal(session: Session, ruling: Given) -> tuple[Given | None, list[Given]]:
    """The other ruling that is on the same facts as this one, unless it was settled
    otherwise; and those on another irregularity of the same name in the same deal."""
    row, is_struck = deal_of(session, ruling)
    twin = None
    others = []
    named = (of for of in ruled_on(session) if of.event.name == ruling.event.name)
    for of in () if is_struck else (of for of in named if of.seq != ruling.seq):
        if _may_be_on(session, of, row) and deal_of(session, of) == OnDeal(row):
            is_twin = _is_same(ruling.event, of.event)
            twin = of if is_twin and of.state != "settled" else twin
            others += [] if is_twin else [of]
    return twin, others


def _may_be_on(session: Session, ruling: Given, row: Row | None) -> bool:
    return ruling.event.judgment is not None or older.may_be_on(session, ruling, row)


def verdicts_before(
    session: Session, over: Row | None = None
) -> tuple[Remembered, ...]:
    """The accepted verdicts on the deal in progress and on the last one that the game's
    arbiter remembers; where a deal is named that is `over`, those on that one."""
    rows = tuple(session.sheet.rows())
    done = next((row.id for row in reversed(rows) if "open" not in row.marks), 0)
    kinds: dict[int | None, bool] = {None: False, done: True}
    if over is not None:
        kinds = {over.id: True}
    found = list[Remembered]()
    remembers = session.game.arbiter.remembers if session.game.arbiter else frozenset()
    for ruling in ruled_on(session)[-LATEST:] if over is None else ruled_on(session):
        event, (row, is_struck) = ruling.event, deal_of(session, ruling)
        is_last = kinds.get(
            row.id if row is not None and "open" not in row.marks else None
        )
        is_known = event.verdict.rpartition(".")[2] in remembers and not is_struck
        moved = [
            (effect.party, effect.amount)
            for effect in event.effects
            if effect.kind == "tricks"
        ]
        party, tricks = moved[0] if moved else ("", 0)
        others = (
            one.seats[0].value for one in session.parties if moved and one.id != party
        )
        # a player, or one of the side
        seat = dict(event.facts).get("seat") or next(others, None)
        if seat and is_last is not None and ruling.state == "accepted" and is_known:
            found.append(Remembered(Seat(seat), party, tricks, is_last))
    return tuple(found)


LATEST = 12  # So many rulings are looked through for those on the deal in progress and the last one
TELLING = ("seat", "card", "call", "trick")
"""The facts by which two irregularities of a name are told apart, the first that both
state after the seat: a card is played once."""


def _is_same(ruled: Ruled, other: Ruled) -> bool:
    """Whether two rulings of a deal are on the same irregularity, as far as their facts
    tell."""
    mine = dict(ruled.facts)
    its = dict(other.facts)
    told = [name for name in TELLING if mine.get(name) and its.get(name)]
    asked = told[: 1 + ("seat" in told)]
    return ruled.name == other.name and all(mine[name] == its[name] for name in asked)


# ---- what they leave to be done ----

LATELY = (
    3  # The rulings of how many deals are looked through for what they leave to be done
)


@once
def lately(session: Session) -> tuple[tuple[Given, Judgment | Ruling], ...]:
    """The rulings on the last deals."""
    first = next((row.id for row in tuple(session.sheet.rows())[-LATELY:]), 0)
    every = [ruling for ruling in ruled_on(session) if ruling.seq > first]
    return _with_what_they_leave(session, every)


def _with_what_they_leave(
    session: Session, every: Iterable[Given]
) -> tuple[tuple[Given, Judgment | Ruling], ...]:
    each = (
        (one, left_by(session, one)) for one in sorted(every, key=attrgetter("seq"))
    )
    return tuple((one, ruling) for one, ruling in each if ruling)


@once
def bound(session: Session) -> list[tuple[Given, Obligation]]:
    """What accepted rulings bind players to in the deal in progress, with the
    rulings."""
    arbiter = session.game.arbiter
    return bound_at(session, arbiter.progress(session.folded.state)) if arbiter else []


def bound_at(
    session: Session,
    here: DealProgress,
    before: int | None = None,
    over: Row | None = None,
) -> list[tuple[Given, Obligation]]:
    """What rulings bound players to when the deal in progress, or this one that is
    `over`, had come so far; those alone that were accepted before this entry."""
    found = list[tuple[Given, Obligation]]()
    if session.game.arbiter is None:
        return found
    rulings = (
        lately(session)
        if over is None
        else _with_what_they_leave(session, [*ruled_on(session)])
    )
    for given, ruling in rulings:
        row = deal_of(session, given).row
        is_early = before is None or (
            given.answer is not None and given.answer.seq < before
        )
        is_on_it = (row is None or "open" in row.marks) if over is None else row == over
        if given.state == "accepted" and is_on_it and is_early:
            ended = {end.written for end in ruling.ends}
            found = [(of, one) for of, one in found if one.written not in ended]
            found += [
                (given, obligation)
                for obligation in ruling.obligations
                if obligation.lasts(here)
            ]
    return found


@once
def by_the_bound(session: Session) -> tuple[int, ...]:
    """The entries of calls and cards in the deal in progress by players whom an
    accepted ruling had bound to something, ended or not."""
    found = set[int]()
    for given, ruling in lately(session):
        row = deal_of(session, given).row
        answer = given.answer
        if (
            given.state != "accepted"
            or answer is None
            or row is None
            or "open" not in row.marks
        ):
            continue
        seats = {None, *(obligation.seat for obligation in ruling.obligations)}
        for seq in (entry for entry in row.entries if entry > answer.seq):
            event: Any = session.log[seq - 1].event
            if getattr(event, "seat", answer) in seats:
                found.add(seq)
    return tuple(sorted(found))
