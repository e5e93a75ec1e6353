"""The seals of a session: which are closed, which deal each belongs to, what
opening it states."""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from scorekeeper.core.cards import Card
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.facts import Fact, fact_in
from scorekeeper.core.seals import (
    SEALING,
    LeftSealed,
    LookedAt,
    Opened,
    Sealed,
    check_opened,
    read,
    written,
)
from scorekeeper.core.seats import Numbers, Seat, named
from scorekeeper.core.session import Command, Entry, Event, Recorded, fold_until_each
from scorekeeper.games.arbiter.arbiter import Settled
from scorekeeper.games.seals import (
    HAND,
    AnySealable,
    Option,
    Together,
    nothing_else,
)
from scorekeeper.tables.deals import deal_row
from scorekeeper.tables.rulings import older
from scorekeeper.tables.rulings.given import Given
from scorekeeper.tables.rulings.on_deals import deal_of
from scorekeeper.tables.rulings.sayable import settled_in
from scorekeeper.tables.said import said_alone
from scorekeeper.tables.session import Session, bond_of, once
from scorekeeper.tables.sheet import Clock, clock


@dataclass(frozen=True, slots=True)
class Seal:
    """A seal in force: its entry, what it seals, and what was said of it since
    (`about`). `deal` is the id of its deal's row; None where it has no deal, or that
    deal was thrown in or struck."""

    entry: Recorded
    sealed: Sealed
    sealable: AnySealable
    about: tuple[Recorded, ...]
    deal: int | None

    @property
    def settled(self) -> Recorded | None:
        for entry in self.about:
            if not isinstance(entry.event, LookedAt):
                return entry
        return None

    @property
    def looks(self) -> tuple[Recorded, ...]:
        return tuple(entry for entry in self.about if isinstance(entry.event, LookedAt))


@once
def seals_of(session: Session) -> tuple[Seal, ...]:
    """The seals in force, in the order of play; their deals, if those are still played
    or on the sheet."""
    known = session.game.may_be_sealed
    about = _said_of_seals(session)
    deals = _deals_of_seals(session)
    seals = []
    for entry, event in session.of(Sealed):
        said = tuple(about.get(entry.seq, ()))
        deal = deals.get(entry.seq)
        seals.append(Seal(entry, event, known[event.what], said, deal))
    return tuple(seals)


# By each seal's entry, the row of its deal; what all say at once is of no deal.
def _deals_of_seals(session: Session) -> dict[int, int]:
    known = session.game.may_be_sealed
    every = {entry.seq: known[event.what] for entry, event in session.of(Sealed)}
    sealables = {
        seq: sealable
        for seq, sealable in every.items()
        if not isinstance(sealable, Together)
    }
    rows = {row.id for row in session.sheet.rows()}
    deals = {}
    log = (session.game, session.opening, session.log)
    for seq, then in fold_until_each(*log, sealables, session.folded):
        deal = sealables[seq].deal(then.state)
        if deal is not None and deal.id in rows:
            deals[seq] = deal.id
    return deals


# By each seal's entry, those that opened or left it, or looked at it.
def _said_of_seals(session: Session) -> dict[int, list[Recorded]]:
    by_seal = dict[int, list[Recorded]]()
    for entry in session.folded.order:
        if isinstance(entry.event, Opened | LeftSealed | LookedAt):
            by_seal.setdefault(entry.event.entry, []).append(entry)
    return by_seal


def closed_seals(session: Session, most: int = 0) -> tuple[Seal, ...]:
    """The seals that have been neither opened nor left; the last `most` of
    them where given."""
    return tuple(seal for seal in seals_of(session) if seal.settled is None)[-most:]


def seal_of(session: Session, seq: int) -> Seal | None:
    for seal in seals_of(session):
        if seal.entry.seq == seq:
            return seal
    return None


def value_said(session: Session, seal: Seal, value: Any) -> list[object]:
    facts: tuple[Any, ...] = seal.sealable.facts(value)
    if not facts:
        return [Card.parse(card) for card in value]
    return [named(fact.said(), session.folded.people) for fact in facts]


class SealShown(NamedTuple):
    """A seal on paper: `when` it was made, `said` (who sealed what, under which
    letters), the `commitment`, the label of its `deal` or None, and `became`: what
    was said of it since, with what that put in, the oldest first; empty while nobody
    has touched it."""

    when: str
    said: object
    commitment: str
    deal: object | None
    became: list[object]


def seals_view(session: Session, written: Clock = clock) -> list[SealShown]:
    rows = {row.id: row.label for row in session.sheet.rows()}
    return [
        SealShown(
            when=written(seal.entry.at),
            said=said_alone(session, seal.entry),
            commitment=seal.sealed.commitment,
            deal=rows.get(seal.deal or 0),
            became=[said for about in seal.about for said in told_with(session, about)],
        )
        for seal in seals_of(session)
    ]


# What was said of a seal, with the facts that this put in; not what was said of other
# seals together with it, as where all are opened at once.
def told_with(session: Session, about: Recorded) -> list[object]:
    return [
        said_alone(session, entry)
        for entry in session.together(about.key)
        if entry.seq == about.seq or not isinstance(entry.event, SEALING)
    ]


def seals_due(session: Session) -> tuple[AnySealable, ...]:
    state = session.folded.state
    order = session.folded.order
    return tuple(
        sealable
        for sealable in session.game.sealables
        if sealable.is_due(state)
        and sealable.why_not_yet(state) is None
        and len(sealable.made(state, order)) < sealable.most(state)
    )


# ---- what all say at once ----


@dataclass(frozen=True, slots=True)
class AtOnce:
    """What all at the table are to say at once now: the entries by which some have
    sealed theirs, and the seats that are `missing`."""

    sealable: Together[Any]
    made: tuple[Recorded, ...]
    missing: tuple[Seat, ...]

    @property
    def seals(self) -> dict[Seat, Recorded]:
        return {
            entry.event.seat: entry
            for entry in self.made
            if isinstance(entry.event, Sealed)
        }


@once
def said_at_once(session: Session) -> AtOnce | None:
    """What all are to say at once now; None where nothing is, or where it is said
    openly, since a seal of this round was left or opened."""
    state = session.folded.state
    order = session.folded.order
    for sealable in session.game.sealables:
        if not isinstance(sealable, Together):
            continue
        seats = sealable.seats(state)
        if seats and not sealable.settled(state, order):
            found = AtOnce(sealable, sealable.made(state, order), ())
            missing = tuple(seat for seat in seats if seat not in found.seals)
            return replace(found, missing=missing)
    return None


# The entries of closed seals that nothing waits for any more: their round was given up,
# or the table no longer says it at once.
def hidden_in_vain(session: Session) -> tuple[int, ...]:
    now = said_at_once(session)
    made = {entry.seq for entry in now.made} if now else set()
    settled = _said_of_seals(session)
    known = session.game.may_be_sealed
    return tuple(
        entry.seq
        for entry, event in session.of(Sealed)
        if isinstance(known[event.what], Together)
        and entry.seq not in made
        and not settled.get(entry.seq)
    )


def shown_together(
    now: AtOnce, under: dict[Seat, tuple[int, str]]
) -> tuple[Command, Event]:
    """What is recorded once the last has said it: each seal is opened with the number
    `under` it and its salt; and after that, the fact that all of it states, which can
    be corrected like any other."""
    opened = []
    for seat, entry in sorted(now.seals.items(), key=lambda made: made[1].seq):
        number, salt = under[seat]
        opened.append(Entry(Opened(entry.seq, written(number), salt)))
    stated: Numbers = tuple((seat, under[seat][0]) for seat in Seat if seat in under)
    return Command(tuple(opened)), now.sealable.kind(stated)


def sealing(session: Session, sealable: AnySealable, sealed: Sealed) -> Command:
    state = session.folded.state
    begins = sealable.begins(state) if sealable.deal(state) is None else ()
    return Command(tuple(Entry(event) for event in (*begins, sealed)))


def opening(session: Session, seal: Seal, value: str, salt: str) -> Command:
    """What is recorded when a seal is opened: value and salt, and what the value
    states. Facts that the game refuses, since something else was entered in their
    place, are left out: the opened value then stands beside it for all to see."""
    opened = Entry(Opened(seal.entry.seq, value, salt))
    facts: tuple[Event, ...] = ()
    with suppress(ValueError):
        facts = seal.sealable.facts(read(value))
    with suppress(RuleViolation):
        whole = Command((opened, *_placed(session, seal, facts)))
        session.decide(whole)
        return whole
    return Command((opened,))


def leaving(session: Session, seal: Seal, option: Option, reason: str = "") -> Command:
    _, facts = option
    left = Entry(LeftSealed(seal.entry.seq, reason))
    return Command((left, *_placed(session, seal, facts)))


def looking(
    session: Session, seal: Seal, value: str, salt: str, reason: str
) -> Command:
    """What is recorded when the arbiter looks at this. Raises RuleViolation when it
    isn't what was sealed."""
    seq = seal.entry.seq
    check_opened(Opened(seq, value, salt), seal.sealed, bond_of(session.id, seal.entry))
    return Command((Entry(LookedAt(seq, reason)),))


def outcomes(session: Session, seal: Seal) -> tuple[Option, ...]:
    """What may hold if this seal is never opened; none as long as it is too early
    to say. The last closed seal of a deal decides: until then another one may
    still say it."""
    state = session.folded.state
    is_last = all(
        other.deal != seal.deal or other.entry.seq == seal.entry.seq
        for other in closed_seals(session)
    )
    if seal.deal is None or not is_last:
        return nothing_else(state, 0)
    return seal.sealable.unopened(state, seal.deal)


def settling(session: Session, ruling: Given, reason: str) -> tuple[Entry, ...]:
    """What an accepted ruling does to the seals of its deal: the one in question stays
    closed, and what was ruled holds instead. Nothing where it speaks of no seal, or of
    one among several."""
    settled = _settled_by(session, ruling)
    if settled is None or deal_of(session, ruling).is_struck:
        return ()
    what, facts = settled
    seals = _seals_in_question(session, ruling, what)
    if not seals:
        return ()
    closed = [seal for seal in seals if seal.settled is None]
    seat = fact_in(dict(ruling.event.facts), Fact.SEAT)
    theirs = [seal for seal in closed if seal.sealed.seat.value == seat] or closed
    entries = []
    if len(theirs) == 1:
        entries.append(Entry(LeftSealed(theirs[0].entry.seq, reason)))
    return (*entries, *_placed(session, seals[0], facts))


def _seals_in_question(session: Session, ruling: Given, what: str) -> list[Seal]:
    row = deal_row(session, ruling.seq)
    is_any = what == HAND  # a sealed hand belongs to no deal
    seals = [
        seal
        for seal in seals_of(session)
        if seal.sealed.what == what
        and (is_any or (row is not None and seal.deal == row.id))
    ]
    return sorted(seals, key=lambda seal: seal.entry.seq)


# What of sealed things a ruling settles.
def _settled_by(session: Session, ruling: Given) -> Settled | None:
    judgment = ruling.event.judgment
    if judgment is None:
        return older.settled_by(session, ruling)
    return settled_in(session.game, judgment.settles) if judgment.settles else None


# The facts as entries, each at its place in the deal of the seal; none without a deal.
def _placed(
    session: Session, seal: Seal, facts: tuple[Event, ...]
) -> tuple[Entry, ...]:
    row = session.sheet.row(seal.deal) if seal.deal is not None else None
    if row is None:
        return ()
    order = session.folded.order
    after = order[order.index(seal.entry) + 1 :]
    of_the_deal = tuple(entry for entry in after if entry.seq in row.entries)
    place = seal.sealable.place(of_the_deal)
    now = seal.sealable.deal(session.folded.state)
    if place is None and (now is None or now.id != seal.deal):
        return ()
    return tuple(Entry(fact, place) for fact in facts)
