"""Which phone speaks for which seats and sides, and whose word an entry is.

A side that has one seat on a phone other than the host's is asked there and only there.
Taking a seat back, or leaving, gives nobody the word for what was settled before. Rule:
readings, section 9.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from scorekeeper.core import notes, phone_notes, result_notes, rules_notes, ruling_notes
from scorekeeper.core.asked import JudgmentGiven, SideAnswered
from scorekeeper.core.errors import refused
from scorekeeper.core.messages import listed
from scorekeeper.core.seals import LeftSealed, Sealed
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.session import Recorded
from scorekeeper.tables.rulings.on_deals import decided
from scorekeeper.tables.session import Session, once
from scorekeeper.tables.settled import Moved

SILENCE = 600
"""Seconds after which others may speak for a side none of whose phones has answered:
the host on a change of what was settled, the arbiter on a ruling."""


def seconds_between(earlier: str, later: str) -> float:
    """How many seconds lie between two times as entries have them."""
    return (
        datetime.fromisoformat(later) - datetime.fromisoformat(earlier)
    ).total_seconds()


def silent_seconds(
    session: Session, proposal: Recorded, seats: frozenset[Seat], at: str
) -> float:
    """For how long nobody has answered a proposal, or entered anything else, in the
    name of these seats, which are on phones of their own: who plays on is there to be
    asked."""
    letters = {seat.value for seat in seats}
    later = [entry.at for entry in session.log[proposal.seq :] if entry.by in letters]
    return seconds_between(max([proposal.at, *later]), at)


# ---- who speaks for a side ----


@dataclass(frozen=True, slots=True)
class Speaker:
    """The phone that sends a command: its `seats`, and whether it is the host's or that
    of an arbiter whom every side has accepted. `own` are all seats that are on phones
    other than the host's. `arrivals` are the seats that it has or had, each with the
    entry by which it came. `has_arbiter`: the table has such an arbiter, on whatever
    phone."""

    seats: frozenset[Seat]
    own: frozenset[Seat]
    is_host: bool = False
    is_arbiter: bool = False
    arrivals: frozenset[tuple[Seat, int]] = frozenset()
    has_arbiter: bool = False


class Holding(NamedTuple):
    """One place of a phone at a table; `is_kept`: a seat that the host's phone says is
    its own."""

    phone: str
    role: phone_notes.Role | None
    seat: Seat | None
    since: str
    is_kept: bool = False


def speaker_of(
    session: Session,
    held: Iterable[Holding],
    phone: str,
    arrivals: frozenset[tuple[Seat, int]] = frozenset(),
) -> Speaker:
    """What this phone may speak for at a table at which phones hold these places. One
    that came to seats of two sides of partners, because its persons parted, speaks for
    neither: the host's phone does."""
    places = tuple(held)
    host = {place.phone for place in places if place.role is phone_notes.Role.HOST}
    mine = [place for place in places if place.phone == phone]
    seats = frozenset([holding.seat for holding in mine if holding.seat])
    others = [place for place in places if place.seat and place.phone not in host]
    torn = _of_two_sides(session, others)
    own = frozenset(
        [other.seat for other in others if other.seat and other.phone not in torn]
    )
    arbiters = {
        place.phone for place in places if place.role is phone_notes.Role.ARBITER
    }
    neutral = arbiters - {place.phone for place in places if place.seat}
    has_arbiter = bool(neutral) and not to_accept_arbiter(session, own)
    return Speaker(
        seats=frozenset() if phone in torn else seats,
        own=own,
        is_host=phone in host,
        is_arbiter=has_arbiter and phone in neutral,
        arrivals=arrivals,
        has_arbiter=has_arbiter,
    )


def _of_two_sides(session: Session, held: Iterable[Holding]) -> set[str]:
    """The phones among these that hold seats of more than one side of partners."""
    seats: dict[str, list[Seat]] = {}
    for holding in held:
        if holding.seat is not None:
            seats.setdefault(holding.phone, []).append(holding.seat)
    several = {phone: {*its} for phone, its in seats.items() if len(its) > 1}
    found = set()
    for phone, its in several.items():
        sides = [
            party
            for party in session.parties
            if len(party.seats) > 1 and its & {*party.seats}
        ]
        if len(sides) > 1:
            found.add(phone)
    return found


def asked_seats(
    session: Session, own: frozenset[Seat], party: Party, since: int
) -> tuple[Seat, ...] | None:
    """The seats whose phones are asked, and no other, about what `party` settled by
    entry `since`: those that had phones of their own then and have them still; where
    none had, those that have now. None = the host's phone speaks for the party; () = no
    phone is left that could.

    `own` are the seats that are on phones other than the host's now.
    """
    now = session.last
    has_own_now = tuple(seat for seat in party.seats if seat in own)
    then = {seat: phone_came(session, own, seat, since) for seat in party.seats}
    theirs = {seat: came for seat, came in then.items() if came is not None}
    if theirs and since < now:
        return tuple(
            seat
            for seat in has_own_now
            if phone_came(session, own, seat, now) == theirs.get(seat)
        )
    if _is_host_replaced(session, since):
        return ()
    return has_own_now or None


def _is_host_replaced(session: Session, since: int) -> bool:
    """Whether another phone has become the host's after entry `since` because the
    host's was lost: it has not the word of the phone before it. One that came by the
    host's own link has."""
    is_asked_for = False
    for entry in session.log[since:]:
        event = entry.event
        if isinstance(event, phone_notes.HostAsked):
            is_asked_for = True
        elif isinstance(event, phone_notes.HostIsHere):
            is_asked_for = False
        elif event == phone_notes.PhoneIs(phone_notes.Role.HOST) and is_asked_for:
            return True
    return False


def speaks(
    session: Session, speaker: Speaker, party: Party, since: int | None = None
) -> bool:
    """Whether this phone speaks for the party: about what that settled by entry
    `since`, or about what is going on now. A phone that had a seat of the party then
    speaks on about that, though it has left since, its seat was taken back, or it plays
    another one now."""
    asked = asked_seats(
        session, speaker.own, party, session.last if since is None else since
    )
    if asked is None:
        return bool(speaker.seats & {*party.seats}) or speaker.is_host
    if not speaker.seats.isdisjoint(asked):
        return True
    return since is not None and any(
        _had(session, speaker, seat, since) for seat in party.seats
    )


def _had(session: Session, speaker: Speaker, seat: Seat, at: int) -> bool:
    """Whether this phone had this seat when entry `at` was made."""
    return (seat, _arrival(session, speaker.own, seat, at)) in speaker.arrivals


TO_THE_HOST = (phone_notes.Arrival.TAKEN_BACK, phone_notes.Arrival.OWN)
"""How a seat comes to the host's phone, which speaks for no phone that had it
before."""


def phone_came(
    session: Session, own: frozenset[Seat], seat: Seat, at: int
) -> int | None:
    """The entry by which the phone came that spoke for this seat when entry `at` was
    made: 0 for one that was there from the start. None = the host's phone did."""
    changes = _phone_changes(session).get(seat, ())
    came = 0 if _is_own_from_the_start(changes, seat in own) else None
    for entry in changes:
        if entry.seq > at:
            break
        how = getattr(entry.event, "how", None)  # None: the phone left
        if how is None or how in TO_THE_HOST:
            came = None
        elif came is None or not _keeps_its_word(session, seat, came, entry):
            came = entry.seq
    return came


def _keeps_its_word(session: Session, seat: Seat, came: int, moved: Recorded) -> bool:
    """Whether a phone speaks on for the phone before it in this seat, which came by
    entry `came`: that one has shown it the link, or an arbiter has whom it had
    accepted. The host has not the word of a seat of another phone to give."""
    how = getattr(moved.event, "how", None)
    if how is not phone_notes.Arrival.BY_ARBITER:
        return how is phone_notes.Arrival.MOVED
    named = 0
    for entry, event in session.of(phone_notes.PhoneIs):
        if event.role is phone_notes.Role.ARBITER and entry.seq < moved.seq:
            named = entry.seq
    return any(
        entry.by == seat.value and max(came, named) < entry.seq < moved.seq
        for entry, _ in session.of(phone_notes.ArbiterAccepted)
    )


def _arrival(session: Session, own: frozenset[Seat], seat: Seat, at: int) -> int | None:
    """The entry by which the phone came that had this seat when entry `at` was made,
    though it spoke for another one before it: as `phone_came` otherwise."""
    if phone_came(session, own, seat, at) is None:
        return None
    came = [
        entry.seq for entry in _phone_changes(session).get(seat, ()) if entry.seq <= at
    ]
    return max(came, default=0)


def _is_own_from_the_start(changes: tuple[Recorded, ...], is_own: bool) -> bool:
    """Whether a seat was on a phone of its own when the session began, as it is where
    an evening goes on at a next table: its first change then gives it up, or there is
    none."""
    if not changes:
        return is_own
    first = changes[0].event
    return isinstance(first, phone_notes.PhoneLeft) or (
        isinstance(first, phone_notes.PhoneSeated)
        and first.how is phone_notes.Arrival.TAKEN_BACK
    )


def was_taken_back(session: Session, seat: Seat) -> bool:
    """Whether the host's phone has taken this seat back, and nothing became of that
    since."""
    last = _phone_changes(session).get(seat, ())[-1:]
    return any(
        getattr(entry.event, "how", None) is phone_notes.Arrival.TAKEN_BACK
        for entry in last
    )


@once
def _phone_changes(session: Session) -> dict[Seat, tuple[Recorded, ...]]:
    """The entries by which seats changed phones, by the seat, in the order in which
    they came."""
    found: dict[Seat, tuple[Recorded, ...]] = {}
    if not session.has(phone_notes.PhoneSeated, phone_notes.PhoneLeft):
        return found
    for entry in session.log:
        if isinstance(entry.event, phone_notes.PhoneSeated | phone_notes.PhoneLeft):
            for seat in entry.event.seats:
                found[seat] = (*found.get(seat, ()), entry)
    return found


# ---- who has accepted the arbiter ----


def to_accept_arbiter(session: Session, own: frozenset[Seat]) -> tuple[Party, ...]:
    """The sides that have not accepted whoever is the arbiter now, where there is one.
    `own` are the seats that are on phones other than the host's.

    A side to which phones of its own came since it accepted on the host's is asked on
    them anew.
    """
    _, accepted = _arbiter(session)
    return tuple(
        party
        for party in session.parties
        if party.id not in accepted
        or not _has_its_phone(session, own, party, accepted[party.id])
    )


def accepted_the_arbiter(session: Session, party: Party, since: int) -> bool:
    """Whether this party has accepted the arbiter on a phone that speaks for what it
    settled by entry `since`."""
    _, accepted = _arbiter(session)
    if party.id not in accepted:
        return False
    at = accepted[party.id]
    nobody = frozenset[Seat]()
    then = {seat: phone_came(session, nobody, seat, since) for seat in party.seats}
    now = {seat: phone_came(session, nobody, seat, at) for seat in party.seats}
    if all(came is None for came in then.values()):
        return True
    kept = {
        seat for seat, came in then.items() if came is not None and now[seat] == came
    }
    by = session.log[at - 1].by
    if by is None:  # a phone with several seats: it must have been theirs
        return bool(kept) and all(seat in kept for seat in now if now[seat] is not None)
    return by in {seat.value for seat in kept}


def _has_its_phone(
    session: Session, own: frozenset[Seat], party: Party, since: int
) -> bool:
    """Whether a side that has phones of its own now had one of them at entry
    `since`."""
    now = {seat: phone_came(session, own, seat, session.last) for seat in party.seats}
    theirs = {seat: came for seat, came in now.items() if came is not None}
    return not theirs or any(
        phone_came(session, own, seat, since) == came for seat, came in theirs.items()
    )


def named_at(session: Session) -> int:
    """The last entry by which somebody became the arbiter, or was it no more; 0 = there
    is none."""
    return _arbiter(session)[0]


@once
def _arbiter(session: Session) -> tuple[int, dict[str, int]]:
    """The last entry by which somebody became the arbiter, or was it no more, and since
    then the entry by which each side, by its id, accepted them."""
    named = 0
    found: dict[str, int] = {}
    if not session.has(phone_notes.PhoneIs):
        return named, found
    for entry in session.log:
        event = entry.event
        if isinstance(event, phone_notes.PhoneIs | phone_notes.PhoneIsNot):
            if event.role is phone_notes.Role.ARBITER:
                named = entry.seq
                found = {}
        elif isinstance(event, phone_notes.ArbiterAccepted):
            found[event.party] = entry.seq
    return named, found


# ---- whose word an entry is ----


_SEATS_SPEAK = (
    rules_notes.RulesAccepted,
    notes.Signed,
    phone_notes.HostAsked,
    rules_notes.SettingsProposed,
    rules_notes.SettingsAgreed,
    rules_notes.SettingsDeclined,
)
_PARTY_SPEAKS = (
    result_notes.ResultConfirmed,
    ruling_notes.FactsStated,
    result_notes.ChangeAgreed,
    result_notes.ChangeDeclined,
    phone_notes.ArbiterAccepted,
    SideAnswered,
)
_CARRIED_OUT = (ruling_notes.RulingAccepted, ruling_notes.RulingApplied)


def spoken_for(session: Session, entry: Recorded) -> frozenset[Seat]:
    """Every seat in whose name an entry speaks: who entered it, whose word it is, and
    who is said to have agreed; all of the table where a ruling is accepted."""
    event = entry.event
    seats = {seat for seat in Seat if seat.value == entry.by}
    seats.update(speakers(session, entry))
    if isinstance(event, rules_notes.SettingsChanged):
        seats.update(event.agreed)
    elif isinstance(event, phone_notes.PhoneSeated | phone_notes.PhoneLeft):
        seats.update(event.seats)
    elif isinstance(event, _CARRIED_OUT) or _is_said_for_all(event):
        seats.update(session.ring)
    elif isinstance(event, result_notes.SettledChanged) and not event.agreed:
        seats.update(session.ring)  # the arbiter has decided for all
    elif isinstance(event, result_notes.ChangeProposed | result_notes.SettledChanged):
        for party_id in event.agreed:
            seats.update(_seats_of(session, party_id))
    return frozenset(seats)


def _is_said_for_all(event: object) -> bool:
    """Whether this is a judgment that one phone has given for the whole table."""
    return isinstance(event, JudgmentGiven) and not all(
        salt for *_, salt in event.answers
    )


def speakers(session: Session, entry: Recorded) -> tuple[Seat, ...]:
    """The seats whose word an entry is, which nobody else can take back; none of a
    fact."""
    event = entry.event
    if isinstance(event, _SEATS_SPEAK):
        return event.seats
    if isinstance(event, Sealed):
        return (event.seat,)
    if isinstance(event, ruling_notes.RulingAppealed):
        return tuple(seat for seat in Seat if seat.value == entry.by)
    if isinstance(event, _PARTY_SPEAKS):
        return _seats_of(session, event.party)
    if isinstance(event, ruling_notes.Ruled):
        teller = who_had_it_ruled(session, entry)
        return teller.seats if teller else ()
    return ()


def who_had_it_ruled(session: Session, ruling: Recorded) -> Party | None:
    """The side that had it ruled, else the first one that said it was so."""
    for party in session.parties:
        if ruling.by in {seat.value for seat in party.seats}:
            return party
    last = {
        said.party: said.agrees
        for _, said in session.of(ruling_notes.FactsStated)
        if said.ruling == ruling.seq
    }
    sure = next((party for party, agrees in last.items() if agrees), "")
    return next((party for party in session.parties if party.id == sure), None)


def _seats_of(session: Session, party_id: str) -> tuple[Seat, ...]:
    return next((party.seats for party in session.parties if party.id == party_id), ())


def party_named(session: Session, party_id: str) -> Party:
    """The party with this id. Raises RuleViolation where the table has none."""
    for party in session.parties:
        if party.id == party_id:
            return party
    raise refused("refused.no-such-side", "party", party=party_id[:20])


def is_arbiters_word(session: Session, entries: Iterable[Recorded]) -> bool:
    """Whether one of these entries is what the arbiter decided, or the ruling that was
    decided on: no side takes that back alone."""
    arbiters = set[int]()
    for entry, said in session.of(ruling_notes.RulingAccepted):
        if said.arbiter:
            arbiters |= {entry.seq, said.ruling}
    return any(entry.seq in arbiters for entry in entries)


def check_word(session: Session, speaker: Speaker, event: object) -> None:
    """Refuse what speaks for seats or sides for which this phone can't speak. Raises
    RuleViolation."""
    if isinstance(event, SideAnswered | JudgmentGiven):
        _check_judgment(session, speaker, event)
    elif isinstance(event, _PARTY_SPEAKS):
        party = party_named(session, event.party)
        if not speaks(session, speaker, party):
            raise refused("refused.asked-elsewhere", parties=listed((party,)))
    elif isinstance(event, result_notes.TableDeleted | ruling_notes.RulingAccepted):
        _check_role(speaker, event)
    elif isinstance(event, rules_notes.SettingsChanged):
        said = speaker.seats | settings_agreed(session, event.settings).keys()
        _check_seats(tuple(seat for seat in event.agreed if seat not in said))
    elif isinstance(event, notes.Signed):
        _check_signed(session, speaker, event)
    elif isinstance(event, _SEATS_SPEAK):
        _check_seats(tuple(seat for seat in event.seats if seat not in speaker.seats))
    elif isinstance(event, Sealed) and event.seat not in speaker.seats:
        _check_seats((event.seat,))
    elif isinstance(event, LeftSealed):
        _check_left_sealed(session, speaker, event)


def check_instead(
    session: Session,
    speaker: Speaker,
    proposal: Recorded,
    seats: tuple[Seat, ...],
    at: str,
) -> None:
    """Refuse a word instead of these seats from any phone but the host's, and before
    ten minutes of silence. Raises RuleViolation."""
    sides = tuple(party for party in session.parties if {*party.seats} & {*seats})
    if not speaker.is_host:
        raise refused("refused.asked-elsewhere", parties=listed(sides))
    asked = speaker.own & {*seats}
    if silent_seconds(session, proposal, asked, at) < SILENCE:
        raise refused("refused.asked-just-now", parties=listed(sides))


def _check_role(
    speaker: Speaker, event: result_notes.TableDeleted | ruling_notes.RulingAccepted
) -> None:
    """Refuse what only the host's phone does, or the arbiter's."""
    if isinstance(event, result_notes.TableDeleted) and not speaker.is_host:
        raise refused("refused.not-the-host")
    if (
        isinstance(event, ruling_notes.RulingAccepted)
        and event.arbiter
        and not speaker.is_arbiter
    ):
        raise refused("refused.not-the-arbiter")


def _check_judgment(
    session: Session, speaker: Speaker, event: SideAnswered | JudgmentGiven
) -> None:
    """Refuse an answer to what the director determines from any phone but those that
    are asked: the arbiter's alone, where there is one; else for each side one that
    spoke for it when it was asked. Answers that are opened fit what their sides have
    hidden, which the log looks at."""
    if isinstance(event, JudgmentGiven) and event.is_arbiters:
        if not speaker.is_arbiter:
            raise refused("refused.not-the-arbiter")
        return
    if speaker.has_arbiter:
        raise refused("refused.arbiter-is-asked")
    if isinstance(event, SideAnswered):
        sides = [event.party]
    else:
        sides = [who for who, _, salt in event.answers if not salt]
    for party in (party_named(session, side) for side in sides):
        if not speaks(session, speaker, party, event.asked):
            raise refused("refused.asked-elsewhere", parties=listed((party,)))


def _check_left_sealed(session: Session, speaker: Speaker, event: LeftSealed) -> None:
    """Refuse to leave a seal closed for good that another phone has made, which is at
    the table: it could be opened there."""
    for entry, sealed in session.of(Sealed):
        is_elsewhere = sealed.seat in speaker.own - speaker.seats
        if entry.seq == event.entry and is_elsewhere:
            raise refused("refused.others-word", seats=listed((sealed.seat,)))


def _check_signed(session: Session, speaker: Speaker, event: notes.Signed) -> None:
    """Refuse that this phone signs for a side that is asked on others, or for a seat on
    them."""
    others = [
        party
        for party in session.parties
        if {*party.seats} & {*event.seats} and not speaks(session, speaker, party)
    ]
    if others:
        raise refused("refused.asked-elsewhere", parties=listed(others))
    _check_seats(
        tuple(seat for seat in event.seats if seat in speaker.own - speaker.seats)
    )


def _check_seats(others: tuple[Seat, ...]) -> None:
    if others:
        raise refused("refused.others-word", seats=listed(others))


def settings_agreed(session: Session, wanted: object) -> dict[Seat, int]:
    """The seats that agreed, each on its own phone, to these settings when they were
    proposed, with the entry by which each did."""
    settings: object = None
    seats: dict[Seat, int] = {}
    proposal = 0
    for entry in session.folded.order:
        event = entry.event
        if isinstance(event, rules_notes.SettingsProposed):
            settings = event.settings
            seats = dict.fromkeys(event.seats, entry.seq)
            proposal = entry.seq
        elif (
            isinstance(event, rules_notes.SettingsAgreed) and event.proposal == proposal
        ):
            seats |= dict.fromkeys(event.seats, entry.seq)
        elif isinstance(
            event, rules_notes.SettingsDeclined | rules_notes.SettingsChanged
        ):
            settings = None
    return seats if settings == wanted else {}


def check_taken_back(session: Session, speaker: Speaker, entry: Recorded) -> None:
    """Refuse that this phone takes back a word that isn't its own, or the arbiter's;
    but what the arbiter decided on a row is taken back with the consent of all
    sides."""
    is_on_row = any(
        entry.seq in (ruling, decision.entry.seq)
        for ruling, decision in decided(session).items()
    )
    if is_arbiters_word(session, (entry,)) and not is_on_row:
        raise refused("refused.arbiters-word")
    event = entry.event
    if isinstance(event, _PARTY_SPEAKS):
        if not speaks(session, speaker, party_named(session, event.party), entry.seq):
            raise refused("refused.others-word", seats=listed(speakers(session, entry)))
        return
    seats = speakers(session, entry)
    if not seats:
        return
    if isinstance(event, ruling_notes.Ruled):
        mine = [seat for seat in seats if _is_theirs(session, speaker, seat, entry.seq)]
        if not mine:
            raise refused("refused.others-word", seats=listed(seats))
        return
    others = [
        seat for seat in seats if not _is_theirs(session, speaker, seat, entry.seq)
    ]
    _check_seats(tuple(others))


def speaks_about(
    session: Session, speaker: Speaker, party: Party, moves: tuple[Moved, ...]
) -> bool:
    """Whether this phone speaks for the party about all that these moves change of what
    it had settled."""
    since = [move.standing[party.id] for move in moves if party.id in move.standing]
    return all(speaks(session, speaker, party, seq) for seq in since or [session.last])


def _is_theirs(session: Session, speaker: Speaker, seat: Seat, since: int) -> bool:
    """Whether this phone has the seat, and the word of the phone that had it at entry
    `since`."""
    if _had(session, speaker, seat, since):
        return True
    return seat in speaker.seats and has_kept_its_phone(
        session, speaker.own, seat, since
    )


def has_kept_its_phone(
    session: Session, own: frozenset[Seat], seat: Seat, since: int
) -> bool:
    """Whether the phone of its own that a seat had at entry `since`, if it had one, has
    it now."""
    then = phone_came(session, own, seat, since)
    return then is None or then == phone_came(session, own, seat, session.last)
