"""Whose word an entry is, and whether the phone that sends it may give that or take it
back. Rule: readings, section 9."""

from collections.abc import Iterable

from scorekeeper.core import notes, phone_notes, result_notes, rules_notes, ruling_notes
from scorekeeper.core.asked import JudgmentGiven, SideAnswered
from scorekeeper.core.errors import refused
from scorekeeper.core.messages import listed
from scorekeeper.core.seals import LeftSealed, Sealed
from scorekeeper.core.seats import Party, PartyId, Seat
from scorekeeper.core.session import Recorded
from scorekeeper.games.seals import Together
from scorekeeper.tables.new_rules import proposed
from scorekeeper.tables.phones import has_kept_its_phone
from scorekeeper.tables.rulings.dropping import favoured, unasked
from scorekeeper.tables.rulings.on_deals import decided
from scorekeeper.tables.session import Session
from scorekeeper.tables.voices import SILENCE, Speaker, had_seat, silent_seconds, speaks

_SEATS_SPEAK = (
    rules_notes.RulesAccepted,
    notes.Signed,
    phone_notes.HostAsked,
    rules_notes.SettingsProposed,
    rules_notes.SettingsAgreed,
    rules_notes.SettingsDeclined,
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
    return isinstance(event, JudgmentGiven) and not all(
        salt for *_, salt in event.answers
    )


def speakers(session: Session, entry: Recorded) -> tuple[Seat, ...]:
    """The seats whose word an entry is, which nobody else can take back; none
    of a fact."""
    event = entry.event
    if isinstance(event, _SEATS_SPEAK):
        return event.seats
    if isinstance(event, Sealed):
        return (event.seat,)
    if isinstance(event, ruling_notes.RulingAppealed):
        return tuple(seat for seat in Seat if seat.value == entry.by)
    if isinstance(event, notes.PARTY_SPEAKS):
        return _seats_of(session, event.party)
    if isinstance(event, ruling_notes.Ruled):
        teller = who_had_it_ruled(session, entry)
        return teller.seats if teller else ()
    return ()


def who_had_it_ruled(session: Session, ruling: Recorded) -> Party | None:
    """The side that had it ruled, else the first one that said that it was so; None
    where neither is known."""
    for party in session.parties:
        if ruling.by in {seat.value for seat in party.seats}:
            return party
    agrees = {
        stated.party: stated.agrees
        for _, stated in session.of(ruling_notes.FactsStated)
        if stated.ruling == ruling.seq
    }
    for party_id, is_so in agrees.items():
        if is_so:
            return session.party(party_id)
    return None


def _seats_of(session: Session, party_id: PartyId) -> tuple[Seat, ...]:
    party = session.party(party_id)
    return party.seats if party else ()


def party_named(session: Session, party_id: PartyId) -> Party:
    """The party with this id. Raises RuleViolation where the table has none."""
    party = session.party(party_id)
    if party is None:
        raise refused("refused.no-such-side", "party", party=party_id[:20])
    return party


# Whether this is what the arbiter decided, or the ruling that was decided on.
def _is_arbiters_word(session: Session, entry: Recorded) -> bool:
    return any(
        entry.seq in (decision.seq, accepted.ruling)
        for decision, accepted in session.of(ruling_notes.RulingAccepted)
        if accepted.arbiter
    )


def check_word(session: Session, speaker: Speaker, event: object) -> None:
    """Refuse what speaks for seats or sides for which this phone can't
    speak. Raises RuleViolation."""
    if isinstance(event, SideAnswered | JudgmentGiven):
        _check_judgment(session, speaker, event)
    elif isinstance(event, notes.PARTY_SPEAKS):
        _check_speaks(session, speaker, event.party)
    elif isinstance(event, result_notes.TableDeleted | ruling_notes.RulingAccepted):
        _check_role(speaker, event)
    elif isinstance(event, rules_notes.SettingsChanged):
        agreed = speaker.seats | settings_agreed(session, event.settings).keys()
        _check_no_others_word(seat for seat in event.agreed if seat not in agreed)
    elif isinstance(event, notes.Signed):
        _check_signed(session, speaker, event)
    elif isinstance(event, _SEATS_SPEAK):
        _check_no_others_word(seat for seat in event.seats if seat not in speaker.seats)
    elif isinstance(event, Sealed):
        _check_no_others_word({event.seat} - speaker.seats)
    elif isinstance(event, LeftSealed):
        _check_left_sealed(session, speaker, event)


def _check_speaks(
    session: Session, speaker: Speaker, party_id: PartyId, since: int | None = None
) -> None:
    party = party_named(session, party_id)
    if not speaks(session, speaker, party, since):
        raise refused("refused.asked-elsewhere", parties=listed((party,)))


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
    if isinstance(event, result_notes.TableDeleted):
        if not speaker.is_host:
            raise refused("refused.not-the-host")
    elif event.arbiter and not speaker.is_arbiter:
        raise refused("refused.not-the-arbiter")


# What the director determines is answered by the arbiter's phone alone, where there
# is one; else for each side by one that spoke for it when it was asked. That
# answers which are opened fit what their sides have hidden, the log looks at.
def _check_judgment(
    session: Session, speaker: Speaker, event: SideAnswered | JudgmentGiven
) -> None:
    if isinstance(event, JudgmentGiven) and event.is_arbiters:
        if not speaker.is_arbiter:
            raise refused("refused.not-the-arbiter")
        return
    if speaker.has_arbiter:
        raise refused("refused.arbiter-is-asked")
    if isinstance(event, SideAnswered):
        parties = [event.party]
    else:
        parties = [party for party, _, salt in event.answers if not salt]
    for party in parties:
        _check_speaks(session, speaker, party, event.asked)


# A seal that another phone at the table has made could be opened there; but what all say
# at once no phone can open, and its player says it again.
def _check_left_sealed(session: Session, speaker: Speaker, event: LeftSealed) -> None:
    for entry, sealed in session.of(Sealed):
        sealable = session.game.may_be_sealed[sealed.what]
        if entry.seq == event.entry and not isinstance(sealable, Together):
            _check_no_others_word({sealed.seat} & (speaker.own - speaker.seats))


def _check_signed(session: Session, speaker: Speaker, event: notes.Signed) -> None:
    others = [
        party
        for party in session.parties
        if not {*event.seats}.isdisjoint(party.seats)
        and not speaks(session, speaker, party)
    ]
    if others:
        raise refused("refused.asked-elsewhere", parties=listed(others))
    others_seats = {*event.seats} - speaker.seats
    if speaker.is_host:
        others_seats &= speaker.own
    _check_no_others_word(seat for seat in event.seats if seat in others_seats)


def _check_no_others_word(others: Iterable[Seat]) -> None:
    seats = tuple(others)
    if seats:
        raise refused("refused.others-word", seats=listed(seats))


def settings_agreed(session: Session, wanted: object) -> dict[Seat, int]:
    """The seats that agreed, each on its own phone, to these settings when they were
    proposed, with the entry by which each did."""
    waiting = proposed(session)
    return waiting.agreed if waiting and waiting.settings == wanted else {}


def check_taken_back(session: Session, speaker: Speaker, entry: Recorded) -> None:
    """Refuse that this phone takes back a word that isn't its own, or the arbiter's;
    but what the arbiter decided on a row is taken back with the consent of all
    sides. Raises RuleViolation."""
    is_on_row = any(
        entry.seq in (ruling, decision.entry.seq)
        for ruling, decision in decided(session).items()
    )
    if _is_arbiters_word(session, entry) and not is_on_row:
        raise refused("refused.arbiters-word")
    event = entry.event
    if isinstance(event, ruling_notes.Ruled) and favoured(session, event):
        others = unasked(session, speaker, event, entry.seq)
        if others:
            raise refused("rulings.refused.for-others", parties=listed(others))
        return
    seats = speakers(session, entry)
    if isinstance(event, notes.PARTY_SPEAKS):
        party = party_named(session, event.party)
        if not speaks(session, speaker, party, entry.seq):
            raise refused("refused.others-word", seats=listed(seats))
        return
    other_seats = [
        seat for seat in seats if not _is_theirs(session, speaker, seat, entry.seq)
    ]
    if isinstance(event, ruling_notes.Ruled) and len(other_seats) < len(seats):
        return  # one of the seats that had it ruled is enough
    _check_no_others_word(other_seats)


# Whether this phone has the seat, and the word of the phone that had it then.
def _is_theirs(session: Session, speaker: Speaker, seat: Seat, since: int) -> bool:
    if had_seat(session, speaker, seat, since):
        return True
    return seat in speaker.seats and has_kept_its_phone(
        session, speaker.own, seat, since
    )
