"""Which deal each ruling is on, and which other one is on the same facts already.

A ruling belongs to the deal that it was given on. When that deal is struck out, what is entered
instead is another one: whether the ruling stands for it, the table says.
"""

from scorekeeper.core.notes import Ruled
from scorekeeper.tables.deals import Given, OnDeal, applications, ruled_on
from scorekeeper.tables.older_rulings import deal_of, may_be_on, strikes
from scorekeeper.tables.session import Session, once


def is_displaced(session: Session, one: Given) -> bool:
    """Whether the table has yet to say if a ruling stands for what was entered instead of its
    deal: that was struck out, but not by a ruling, and it was not ruled again."""
    by_ruling = {note.key for note in applications(session).values()}
    if all(key in by_ruling for *_, key in strikes(session, one)):
        return False
    again = any(_is_same(one.event, of.event) for of in ruled_on(session) if of.seq > one.seq)
    return not again and deal_of(session, one).is_struck


@once
def displaced(session: Session) -> Given | None:
    """The first accepted ruling of which the table has yet to say whether it stands for what was
    entered instead of its deal."""
    moving = (one for one in ruled_on(session) if one.event.effects and one.state == "accepted")
    return next((one for one in moving if is_displaced(session, one)), None)


def on_same_deal(session: Session, one: Given) -> tuple[Given | None, list[Given]]:
    """The other ruling that is on the same facts as this one, unless it was settled otherwise; and
    those on another irregularity of the same name in the same deal."""
    row, is_struck = deal_of(session, one)
    twin, others = None, []
    named = (of for of in ruled_on(session) if of.event.name == one.event.name)
    for of in () if is_struck else (of for of in named if of.seq != one.seq):
        if may_be_on(session, of, row) and deal_of(session, of) == OnDeal(row):
            is_twin = _is_same(one.event, of.event)
            twin = of if is_twin and of.state != "settled" else twin
            others += [] if is_twin else [of]
    return twin, others


def verdicts_before(session: Session) -> list[str]:
    """The accepted verdicts on the deal in progress ("ruled") and on the last one ("ruled-last")
    that the game's arbiter remembers: on whose play, and which side got how many tricks by it."""
    rows = tuple(session.sheet.rows())
    done = next((row.id for row in reversed(rows) if "open" not in row.marks), 0)
    kinds, found = {None: "ruled", done: "ruled-last"}, []
    remembers = session.game.arbiter.remembers if session.game.arbiter else frozenset()
    for ruling in ruled_on(session)[-LATEST:]:
        event, (row, is_struck) = ruling.event, deal_of(session, ruling)
        kind = kinds.get(row.id if row is not None and "open" not in row.marks else None)
        is_known = event.verdict.rpartition(".")[2] in remembers and not is_struck
        moved = [(one.party, one.amount) for one in event.effects if one.kind == "tricks"]
        party, tricks = moved[0] if moved else ("", 0)
        others = (one.seats[0].value for one in session.parties if moved and one.id != party)
        seat = dict(event.facts).get("seat") or next(others, None)  # a player, or one of the side
        if seat and kind and ruling.state == "accepted" and is_known:
            found.append(f"{kind}:{seat}:{party}:{tricks}")
    return found


LATEST = 12  # So many rulings are looked through for those on the deal in progress and the last one
TELLING = ("seat", "card", "call", "trick")
"""The facts by which two irregularities of a name are told apart, the first that both state after
the seat: a card is played once."""


def _is_same(one: Ruled, other: Ruled) -> bool:
    """Whether two rulings of a deal are on the same irregularity, as far as their facts tell."""
    mine, its = dict(one.facts), dict(other.facts)
    told = [name for name in TELLING if mine.get(name) and its.get(name)]
    asked = told[: 1 + ("seat" in told)]
    return one.name == other.name and all(mine[name] == its[name] for name in asked)
