"""Rulings as they were given: which deal each is on, what it leaves to be done, and
which other one is on the same facts already.

A ruling belongs to the deal that it was given on. When that deal is struck out, what is
entered instead is another one: whether the ruling stands for it, the table says.
"""

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from typing import NamedTuple

from scorekeeper.core.facts import Fact, Which, fact_in, value_in
from scorekeeper.core.judgments import Judgment
from scorekeeper.core.messages import name_in
from scorekeeper.core.notes import NOTED
from scorekeeper.core.ruling_notes import Ruled, RulingAccepted
from scorekeeper.core.rulings import (
    DealProgress,
    EffectKind,
    Obligation,
    Remembered,
    Ruling,
)
from scorekeeper.core.seats import NOBODY, Seat
from scorekeeper.core.session import AnyFolded, Recorded, origins_of
from scorekeeper.core.sheet import Row
from scorekeeper.tables.deals import Strike, played_rows, row_now, struck
from scorekeeper.tables.rulings import older
from scorekeeper.tables.rulings.given import (
    Given,
    OnDeal,
    RulingState,
    applications,
    begun_since,
    matter,
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
    session: Session, facts: Mapping[str, str], *, has_effects: bool
) -> tuple[int, ...]:
    """The entries of the deal that a ruling on these facts is on, if it is given now;
    of what stands instead of others the first of its line; () where nothing of the deal
    is recorded yet.

    It is the deal that the facts name; else the deal in progress, or in which the card
    was played. Else the facts say whether it is the last one or one that is still to
    come, and where its play has not come, whether it is the one before.
    """
    named = deal_named(session, facts)
    if named is not None:
        return _lines_of(session, named)
    rows = played_rows(session)
    which = value_in(facts, Fact.WHICH, Which)
    if which is Which.BEFORE:
        return _lines_of(session, rows[-2]) if len(rows) > 1 else ()
    if not rows:
        return ()
    is_on_last = which is Which.LAST or (which is not Which.NOW and has_effects)
    if is_on_last or not rows[-1].is_finished or _was_played(session, facts):
        return _lines_of(session, rows[-1])
    return ()


def _lines_of(session: Session, row: Row) -> tuple[int, ...]:
    origins = origins_of(session.log)
    return tuple(sorted({origins.get(entry, entry) for entry in row.entries}))


def deal_named(session: Session, facts: Mapping[str, str]) -> Row | None:
    number = fact_in(facts, Fact.DEAL)
    row = session.sheet.row(int(number)) if number.isdecimal() else None
    is_over = row is not None and row.is_finished and row in played_rows(session)
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
    is_after = False
    for entry in session.folded.order:
        if is_after and not isinstance(entry.event, NOTED):
            return entry.seq
        is_after = is_after or entry.seq == row.entries[-1]
    return None


# Whether the card in question was recorded in the last deal as this player's to
# this trick: the card alone can be one of the next deal too.
def _was_played(session: Session, facts: Mapping[str, str]) -> bool:
    if session.game.arbiter is None:
        return False
    told = [fact_in(facts, name) for name in (Fact.SEAT, Fact.CARD, Fact.TRICK)]
    plays = (
        [place.play.seat.value, str(place.play.card), str(place.number)]
        for place in session.game.arbiter.watched(session.folded.state).placed
    )
    return told in plays


@once
def deal_of(session: Session, ruling: Given) -> OnDeal:
    """The deal that a ruling is about, as it is now. It has no row if nothing of it is
    recorded, or if it was struck out."""
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
    decisions = {}
    for given in ruled_on(session):
        row = deal_of(session, given).row
        if row is None:
            continue
        for entry, accepted in session.of(RulingAccepted):
            if accepted.ruling == given.seq and accepted.arbiter:
                decisions[given.seq] = Decision(entry, row)
    return decisions


# What was struck out of a ruling's deal since it was given.
def _strikes(session: Session, ruling: Given) -> list[Strike]:
    if ruling.event.judgment is None:
        return older.strikes_since(session, ruling)
    deal = set(ruling.event.judgment.deal)
    return [
        strike
        for strike in struck(session)
        if strike.first in deal and strike.at > ruling.seq
    ]


def is_displaced(session: Session, ruling: Given) -> bool:
    """Whether the table has yet to say if a ruling stands for what was entered
    instead of its deal: that was struck out, but not by a ruling, and it was
    not ruled again."""
    by_ruling = {note.key for note in applications(session).values()}
    if all(strike.key in by_ruling for strike in _strikes(session, ruling)):
        return False
    is_ruled_again = any(
        _is_same(ruling.event, later.event)
        for later in _of_matter(session, ruling)
        if later.seq > ruling.seq
    )
    return not is_ruled_again and deal_of(session, ruling).is_struck


@once
def displaced(session: Session) -> Given | None:
    """The first accepted ruling of which the table has yet to say whether it stands for
    what was entered instead of its deal, else None."""
    for ruling in ruled_on(session):
        is_moving = ruling.event.effects and ruling.state is RulingState.ACCEPTED
        if is_moving and is_displaced(session, ruling):
            return ruling
    return None


def twin_of(
    session: Session, ruling: Given, *, is_settled_one_too: bool = False
) -> Given | None:
    """The other ruling that is on the same facts as this one, unless it was settled
    otherwise; None where there is none."""
    twin = None
    for other in _of_matter_and_deal(session, ruling):
        is_open = is_settled_one_too or other.state is not RulingState.SETTLED
        if is_open and _is_same(ruling.event, other.event):
            twin = other
    return twin


def told_apart_from(session: Session, ruling: Given) -> list[Given]:
    return [
        other
        for other in _of_matter_and_deal(session, ruling)
        if other.event.name == ruling.event.name
        and not _is_same(ruling.event, other.event)
    ]


def _of_matter(session: Session, ruling: Given) -> Iterator[Given]:
    on = matter(session.game, ruling.event)
    for other in ruled_on(session):
        if other.seq != ruling.seq and matter(session.game, other.event) == on:
            yield other


def _of_matter_and_deal(session: Session, ruling: Given) -> Iterator[Given]:
    row, is_struck = deal_of(session, ruling)
    if is_struck:
        return
    for other in _of_matter(session, ruling):
        may_be = _may_be_on(session, other, row)
        if may_be and deal_of(session, other) == OnDeal(row):
            yield other


def _may_be_on(session: Session, ruling: Given, row: Row | None) -> bool:
    return ruling.event.judgment is not None or older.may_be_on(session, ruling, row)


def rulings_remembered(
    session: Session, over: Row | None = None
) -> tuple[Remembered, ...]:
    """The accepted verdicts on the deal in progress and on the last one that the game's
    arbiter remembers; where a deal is named that is `over`, those on that one."""
    if session.game.arbiter is None:
        return ()
    rulings = ruled_on(session)
    finished = [row for row in session.sheet.rows() if row.is_finished]
    done = finished[-1].id if finished else 0
    if over is not None:
        done = over.id
    else:
        rulings = rulings[-LATEST:]
    verdicts = []
    for ruling in rulings:
        code = name_in(ruling.event.verdict)
        if (
            code not in session.game.arbiter.remembers
            or ruling.state is not RulingState.ACCEPTED
        ):
            continue
        row, is_struck = deal_of(session, ruling)
        is_in_progress = row is None or not row.is_finished
        is_on_it = (
            over is None if is_in_progress else row is not None and row.id == done
        )
        if is_struck or not is_on_it:
            continue
        remembered = _remembered(session, ruling.event, is_last=not is_in_progress)
        if remembered is not None:
            verdicts.append(remembered)
    return tuple(verdicts)


# On the play of the player whom the facts name; else of one of the side that does
# not get the tricks.
def _remembered(session: Session, event: Ruled, *, is_last: bool) -> Remembered | None:
    player = fact_in(dict(event.facts), Fact.SEAT)
    tricks = [effect for effect in event.effects if effect.kind == EffectKind.TRICKS]
    if not tricks:
        return Remembered(Seat(player), NOBODY, 0, is_last) if player else None
    effect = tricks[0]
    for party in session.parties:
        if not player and party.id != effect.party:
            player = party.seats[0].value
    if not player:
        return None
    return Remembered(Seat(player), effect.party, effect.amount, is_last)


LATEST = 12
"""How many rulings are looked through for those on the deal in progress and
the last one."""
TELLING = (Fact.SEAT, Fact.CARD, Fact.CALL, Fact.TRICK)
"""The facts by which two irregularities of a name are told apart, the first that both
state after the seat: a card is played once."""


# Whether two rulings of a deal and on one matter are on the same irregularity, as far
# as their facts tell.
def _is_same(ruled: Ruled, other: Ruled) -> bool:
    mine = dict(ruled.facts)
    its = dict(other.facts)
    told = [name for name in TELLING if mine.get(name) and its.get(name)]
    compared = told[:2] if Fact.SEAT in told else told[:1]
    return all(mine[name] == its[name] for name in compared)


# ---- what they leave to be done ----

LATELY = 3
"""The rulings of how many deals are looked through for what they leave to be done."""

Leaving = tuple[Given, Judgment | Ruling]
"""A ruling, with what holds its obligations."""


@once
def lately(session: Session) -> tuple[Leaving, ...]:
    rows = tuple(session.sheet.rows())[-LATELY:]
    first = rows[0].id if rows else 0
    every = [ruling for ruling in ruled_on(session) if ruling.seq > first]
    return _with_what_they_leave(session, every)


def _with_what_they_leave(
    session: Session, rulings: Iterable[Given]
) -> tuple[Leaving, ...]:
    leaving = []
    for ruling in sorted(rulings, key=attrgetter("seq")):
        left = left_by(session, ruling)
        if left:
            leaving.append((ruling, left))
    return tuple(leaving)


@once
def bound(session: Session) -> list[tuple[Given, Obligation]]:
    """What accepted rulings bind players to in the deal in progress,
    with the rulings."""
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
    bound_now = list[tuple[Given, Obligation]]()
    if session.game.arbiter is None:
        return bound_now
    rulings = lately(session)
    if over is not None:
        rulings = _with_what_they_leave(session, ruled_on(session))
    for given, left in rulings:
        row, is_struck = deal_of(session, given)
        is_in_progress = not is_struck and (row is None or not row.is_finished)
        is_on_it = is_in_progress if over is None else row == over
        if given.state is not RulingState.ACCEPTED or not is_on_it:
            continue
        if before is not None and not (given.answer and given.answer.seq < before):
            continue
        ended = {end.written for end in left.ends}
        bound_now = [pair for pair in bound_now if pair[1].written not in ended]
        for obligation in left.obligations:
            if obligation.lasts(here):
                bound_now.append((given, obligation))
    return bound_now


@once
def by_the_bound(session: Session) -> tuple[int, ...]:
    """The entries of calls and cards in the deal in progress by players whom an
    accepted ruling had bound to something, ended or not."""
    seqs = set[int]()
    for given, left in lately(session):
        row = deal_of(session, given).row
        answer = given.answer
        if given.state is not RulingState.ACCEPTED or answer is None:
            continue
        if row is None or row.is_finished:
            continue
        seats = {None, *(obligation.seat for obligation in left.obligations)}
        for seq in row.entries:
            event = session.entry(seq).event
            is_theirs = hasattr(event, "seat") and event.seat in seats
            if seq > answer.seq and is_theirs:
                seqs.add(seq)
    return tuple(sorted(seqs))
