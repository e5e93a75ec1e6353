"""What the sides have settled stays until they say otherwise, whatever is entered and
by whom."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from benchmarks.dealt import play_a_hand
from scorekeeper.core import notes, phone_notes, result_notes, rules_notes, ruling_notes
from scorekeeper.core.codec import encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import (
    Adjusted,
    CarriedIn,
    DealerIs,
    Ended,
    Seated,
    Voided,
)
from scorekeeper.core.rulings import Effect
from scorekeeper.core.seals import LeftSealed, LookedAt, Opened, Sealed
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Event, Stamp
from scorekeeper.exports import session_file
from scorekeeper.exports.importing import check_growth
from scorekeeper.exports.session_file import FileRefused
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.contract import PASS, Contract
from scorekeeper.games.bridge.events import CallMade, ContractStated, TricksTaken
from scorekeeper.store import prepared
from scorekeeper.tables import (
    accepted_arbiter,
    consent,
    never_allowed,
    settled,
    voices,
    waiting_changes,
)
from scorekeeper.tables.consent import NotAgreed
from scorekeeper.tables.results import confirmed, row_mark
from scorekeeper.tables.rules_in_force import accepted_by_persons
from scorekeeper.tables.session import Session, check_command
from scorekeeper.tables.sheet import signatures
from tests import agreements
from tests.agreements import (
    Log,
    arbiter_comes,
    begun,
    change_with_consent,
    commands,
    confirm,
    decisions,
    facts_of,
    finished_rows,
    take_back_seats,
)
from tests.trying import settled_table, try_all

SEEDS = range(2)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_no_settled_row_changes_without_consent(slug: str, seed: int) -> None:
    breaches: list[Command] = []
    kept = try_all(slug, seed, breaches.append)
    assert not breaches
    assert kept, "nothing would have changed a settled row: this proves nothing"


@pytest.mark.parametrize("slug", GAMES)
def test_every_settled_row_can_be_changed_with_consent(slug: str) -> None:
    seed = [*GAMES].index(slug) % len(SEEDS)
    log, dice, rows = settled_table(slug, seed)
    changed = 0
    for command in commands(log, dice):
        tried = Log(log.session, log.guest, log.count)
        try:
            tried.enter(command, tried.host_phone)
        except RuleViolation:
            continue
        except NotAgreed:
            again = Log(log.session, log.guest, log.count)
            assert change_with_consent(again, command, again.host_phone)
            then = facts_of(log.session)
            now = facts_of(again.session)
            changed += any(then[row] != now.get(row) for row in rows)
            made = [e.event for e in again.session.log[log.session.last :]]
            assert any(isinstance(event, result_notes.SettledChanged) for event in made)
            moved = {row for row in rows if then[row] != now.get(row)}
            assert not moved & settled.settled(again.session).keys(), (
                "they are to be confirmed"
            )
    assert changed


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_an_arbiter_changes_settled_rows_once_all_sides_have_accepted_them(
    slug: str, seed: int
) -> None:
    """On a phone without a seat; what it has changed stays settled."""
    for accepted_by in (1, None):
        log, dice, rows = settled_table(slug, seed)
        rows = [row for row in rows if row in settled.settled(log.session)]
        arbiter_comes(log, accepted_by)
        assert log.arbiter_phone.is_arbiter is (accepted_by is None)
        before = facts_of(log.session)
        changed = 0
        for command in decisions(log, dice, rows):
            tried = Log(log.session, log.guest, log.count)
            try:
                after = tried.enter(command, log.arbiter_phone)
            except (RuleViolation, NotAgreed):
                continue
            now = facts_of(after)
            moved = {row for row in rows if before[row] != now.get(row)}
            changed += bool(moved)
            there = moved & {*finished_rows(after)}
            assert there <= settled.settled(after).keys()
        # whoever settled it had a phone, which accepted nobody
        is_taken_back = seed % 3 == 2
        assert bool(changed) is (accepted_by is None and not is_taken_back)


HOLES: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "it looks only at points": (
        settled,
        "_compared",
        lambda section, row, *_: tuple((line.party, line.points) for line in row.lines),
    ),
    "it forgets who sat there": (
        settled,
        "_marks",
        lambda session, row: (),
    ),
    "the host speaks for every side": (
        voices,
        "who_is_asked",
        lambda *_: voices.Asked(is_host_asked=True),
    ),
    "a seat taken back takes the word along": (
        voices,
        "phone_came",
        lambda session, own, seat, at: 1 if seat in own else None,
    ),
    "it looks at what is touched, not at what is done": (
        waiting_changes,
        "moved",
        lambda before, after: (),
    ),
}


@pytest.mark.parametrize("hole", HOLES)
def test_a_planted_hole_is_found(hole: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, planted = HOLES[hole]
    breaches: list[Command] = []
    monkeypatch.setattr(where, name, planted)
    if where is voices:
        assert _speaks_for_others()
        return
    for slug in GAMES:
        for seed in SEEDS:
            try_all(slug, seed, breaches.append)
            if breaches:
                return
    raise AssertionError(f"not found: {hole}")


def _speaks_for_others() -> bool:
    """Whether the host's phone can agree for a side whose own phone settled a row."""
    for seed in (1, 2, 4, 5):
        log, dice, rows = settled_table("joker-bridge", seed)
        everybody = frozenset(party.id for party in log.session.parties)
        for command in commands(log, dice):
            tried = Log(log.session, log.guest, log.count)
            try:
                after = tried.enter(command, tried.host_phone, everybody)
            except (RuleViolation, NotAgreed):
                continue
            then = facts_of(log.session)
            now = facts_of(after)
            if any(then[row] != now.get(row) for row in rows):
                return True
    return False


def test_the_host_speaks_for_no_side_with_a_phone() -> None:
    assert not _speaks_for_others()


def partner_has_a_phone() -> Log:
    """Bridge: the host's phone has N, E and S, and West another one; deals are
    settled."""
    log = begun("bridge", random.Random(1), hands=2)
    log.note(phone_notes.PhoneSeated((Seat.WEST,)))
    log.guest = frozenset({Seat.WEST})
    confirm(log, finished_rows(log.session))
    return log


def test_a_side_with_one_seat_on_another_phone_is_asked_there_alone() -> None:
    log = partner_has_a_phone()
    (row, *_) = finished_rows(log.session)
    confirms = Command((Entry(result_notes.ResultConfirmed(row, "EW")),))
    with pytest.raises(RuleViolation):
        log.enter(confirms, log.host_phone)
    log.enter(confirms, log.guest_phone)


@pytest.mark.parametrize("how", ["taken back", "left"])
def test_a_seat_that_comes_back_brings_no_word(how: str) -> None:
    log = partner_has_a_phone()
    (row, *_) = finished_rows(log.session)
    if how == "taken back":
        take_back_seats(log)
    else:
        log.note(phone_notes.PhoneLeft((Seat.WEST,)))
        log.guest = frozenset()
    everybody = frozenset({"NS", "EW"})
    command = Command((), log.session.sheet.row(row).entries, "mine")
    with pytest.raises(NotAgreed) as missing:
        log.enter(command, log.host_phone, everybody)
    assert [party.id for party in missing.value.elsewhere] == ["EW"]
    log.note(phone_notes.PhoneSeated((Seat.WEST,)))  # somebody else's phone
    log.guest = frozenset({Seat.WEST})
    with pytest.raises(NotAgreed):
        log.enter(command, log.guest_phone, everybody)
    confirms = [
        e.seq
        for e in log.session.log
        if isinstance(e.event, result_notes.ResultConfirmed)
    ]
    with pytest.raises(RuleViolation):
        log.enter(Command((), (confirms[1],), "not mine"), log.guest_phone)


def test_the_host_speaks_for_a_silent_side_after_ten_minutes_alone() -> None:
    log = partner_has_a_phone()
    (row, *_) = finished_rows(log.session)
    command = Command((), log.session.sheet.row(row).entries, "mine")
    moves = waiting_changes.preview(log.session, command)
    mark = settled.moves_hash(moves)
    proposed = result_notes.ChangeProposed(
        waiting_changes.written_change(command), mark, ("NS",)
    )
    log.enter(Command((Entry(proposed),)), log.host_phone)
    word = result_notes.ChangeAgreed(log.session.last, "EW", mark, instead=True)
    made = Command((Entry(word), *command.entries), command.voids, command.reason)
    with pytest.raises(RuleViolation):
        log.enter(made, log.host_phone, at="2026-11-20T20:09:59Z")
    with pytest.raises(RuleViolation):
        log.enter(made, log.guest_phone, at=agreements.LATER)
    log.enter(made, log.host_phone, at="2026-11-20T20:10:00Z")
    assert log.session.sheet.row(row) is None


def test_a_side_that_plays_on_is_not_silent() -> None:
    log = partner_has_a_phone()
    (row, *_) = finished_rows(log.session)
    command = Command((), log.session.sheet.row(row).entries, "mine")
    mark = settled.moves_hash(waiting_changes.preview(log.session, command))
    proposed = result_notes.ChangeProposed(
        waiting_changes.written_change(command), mark, ("NS",)
    )
    log.enter(Command((Entry(proposed),)), log.host_phone)
    proposal = log.session.last
    there = Stamp("2026-11-20T20:09:00Z", "W", "", "there")
    entered = log.session.chained((Entry(CallMade(PASS)),), there)
    log.session = log.session.grown(entered)
    word = Command(
        (Entry(result_notes.ChangeAgreed(proposal, "EW", mark, instead=True)),)
    )
    with pytest.raises(RuleViolation, match="asked-just-now"):
        log.enter(word, log.host_phone, at="2026-11-20T20:18:59Z")
    log.enter(word, log.host_phone, at="2026-11-20T20:19:00Z")


def test_what_was_agreed_to_is_made_and_nothing_else() -> None:
    log = partner_has_a_phone()
    (row, other, *_) = finished_rows(log.session)
    command = Command((), log.session.sheet.row(other).entries, "mine")
    mark = settled.moves_hash(waiting_changes.preview(log.session, command))
    proposed = result_notes.ChangeProposed(
        waiting_changes.written_change(command), mark, ("NS",)
    )
    log.enter(Command((Entry(proposed),)), log.host_phone)
    word = result_notes.ChangeAgreed(log.session.last, "EW", mark)
    more = Command((Entry(word),), log.session.sheet.row(row).entries, "mine")
    with pytest.raises(NotAgreed):
        log.enter(more, log.guest_phone)
    both = Command((Entry(word),), (*command.voids, *more.voids), "mine")
    with pytest.raises(NotAgreed):
        log.enter(both, log.guest_phone)


def test_what_was_proposed_and_agreed_is_not_struck_out() -> None:
    """Else it would be open again, with the answers of then, and a yes would be used
    twice."""
    log = partner_has_a_phone()
    (row, *_) = finished_rows(log.session)
    command = Command((), log.session.sheet.row(row).entries, "mine")
    mark = settled.moves_hash(waiting_changes.preview(log.session, command))
    proposed = result_notes.ChangeProposed(
        waiting_changes.written_change(command), mark, ("NS",)
    )
    log.enter(Command((Entry(proposed),)), log.host_phone)
    proposal = log.session.last
    word = result_notes.ChangeAgreed(proposal, "EW", mark)
    log.enter(Command((Entry(word),), command.voids, command.reason), log.guest_phone)
    for entry in log.session.log[proposal - 1 :]:
        if isinstance(entry.event, result_notes.CHANGING):
            with pytest.raises(RuleViolation, match="change-stays"):
                log.enter(Command((), (entry.seq,), "again"), log.host_phone)


def test_a_newer_proposal_is_not_struck_out_to_answer_an_older_one() -> None:
    """Else the host would answer at once "instead" of a side that was asked just
    now."""
    log = partner_has_a_phone()
    (row, other, *_) = finished_rows(log.session)
    proposals = []
    for one, at in ((row, agreements.AT), (other, agreements.LATER)):
        command = Command((), log.session.sheet.row(one).entries, "mine")
        mark = settled.moves_hash(waiting_changes.preview(log.session, command))
        proposed = result_notes.ChangeProposed(
            waiting_changes.written_change(command), mark, ("NS",)
        )
        log.enter(Command((Entry(proposed),)), log.host_phone, at=at)
        proposals.append((log.session.last, mark, command))
    (older, mark, command), (newer, *_) = proposals
    with pytest.raises(RuleViolation, match="change-stays"):
        log.enter(
            Command((), (newer,), "not that"), log.host_phone, at=agreements.LATER
        )
    word = result_notes.ChangeAgreed(older, "EW", mark, instead=True)
    made = Command((Entry(word),), command.voids, command.reason)
    with pytest.raises(RuleViolation, match="no-such-proposal"):
        log.enter(made, log.host_phone, at=agreements.LATER)


def test_house_rules_that_move_settled_rows_wait_as_they_were_agreed_to() -> None:
    """The seats that proposed them said so already; the side that is asked says it
    last."""
    log = partner_has_a_phone()
    session = log.session
    other = next(
        preset
        for preset in session.game.presets
        if _would_move(session, preset.settings)
    )
    settings = encode(other.settings)
    log.enter(
        Command((Entry(rules_notes.SettingsProposed(settings, (Seat.WEST,))),)),
        log.guest_phone,
    )
    agreed = rules_notes.SettingsAgreed(
        log.session.last, (Seat.NORTH, Seat.EAST, Seat.SOUTH)
    )
    changed = rules_notes.SettingsChanged(settings, session.ring)
    command = Command((Entry(agreed), Entry(changed)))
    moves = waiting_changes.preview(log.session, command)
    assert moves
    mark = settled.moves_hash(moves)
    proposed = result_notes.ChangeProposed(
        waiting_changes.written_change(command), mark, ("NS",)
    )
    log.enter(Command((Entry(proposed),)), log.host_phone)
    word = result_notes.ChangeAgreed(log.session.last, "EW", mark)
    log.enter(Command((Entry(word), *command.entries)), log.guest_phone)
    assert log.session.settings == other.settings


def _would_move(session: Session, settings: Any) -> bool:
    """Whether other house rules would change a settled row."""
    changed = rules_notes.SettingsChanged(encode(settings), session.ring)
    return settings != session.settings and any(
        move.row
        for move in waiting_changes.preview(session, Command((Entry(changed),)))
    )


@pytest.mark.parametrize(
    "event",
    [
        Opened(3, '"S"', "0" * 32),
        LeftSealed(3),
        rules_notes.SettingsAgreed(3, (Seat.NORTH,)),
        ruling_notes.RulingAccepted(3, arbiter=True),
        ruling_notes.RulingApplied(3),
    ],
)
def test_what_goes_along_with_a_change_waits_with_it(event: Any) -> None:
    command = Command((Entry(event), Entry(Adjusted("NS", 10, "late"))), (), "why")
    assert (
        waiting_changes.change_of(
            GAMES["bridge"], waiting_changes.written_change(command)
        )
        == command
    )


@pytest.mark.parametrize(
    "event",
    [
        ruling_notes.RulingAccepted(1, arbiter=True),
        rules_notes.SettingsAgreed(1, (Seat.WEST,)),
    ],
)
def test_a_file_has_no_change_wait_that_speaks_for_others(event: Any) -> None:
    log = partner_has_a_phone()
    have = log.session.last
    change = waiting_changes.written_change(Command((Entry(event),)))
    proposed = result_notes.ChangeProposed(change, "0" * 64, ())
    added = log.session.chained(
        (Entry(proposed),), Stamp(agreements.AT, None, "", "by file")
    )
    with pytest.raises(FileRefused):
        check_growth(prepared(log.session.grown(added)), have, log.host_phone)


@pytest.mark.parametrize(
    "event",
    [
        result_notes.ResultConfirmed(1, "XY"),
        ruling_notes.FactsStated(1, "XY", True),
        phone_notes.ArbiterAccepted("XY"),
        result_notes.ChangeDeclined(1, "XY"),
        result_notes.ChangeProposed({}, "", ("NS", "XY")),
        result_notes.SettledChanged((1,), ("XY",)),
        ruling_notes.Ruled(
            "bridge.law.revoke", (), "bridge.verdict", (Effect("tricks", "XY", 1),)
        ),
    ],
)
def test_a_side_that_the_table_has_not_says_and_gets_nothing(event: Any) -> None:
    log = begun("bridge", random.Random(1), hands=1)
    with pytest.raises(RuleViolation, match="no-such-side"):
        check_command(log.session, Command((Entry(event),)))


def test_a_file_with_a_side_that_the_table_has_not_is_refused() -> None:
    log = begun("bridge", random.Random(1), hands=1)
    (row, *_) = finished_rows(log.session)
    session = log.session
    entries = (Entry(result_notes.ResultConfirmed(row, "XY")),)
    grown = session.grown(
        session.chained(entries, Stamp(agreements.AT, None, "", "by file"))
    )
    with pytest.raises(FileRefused) as refusal:
        session_file.read(session_file.write(grown).encode())
    assert "no-such-side" in str(refusal.value)


def test_a_word_on_another_result_settles_nothing() -> None:
    log = begun("bridge", random.Random(1), hands=1)
    log.note(phone_notes.PhoneSeated((Seat.WEST,)))
    log.guest = frozenset({Seat.WEST})
    (row, *_) = finished_rows(log.session)
    log.enter(
        Command((Entry(result_notes.ResultConfirmed(row, "EW")),)), log.guest_phone
    )
    dealt = log.session.sheet.row(row).entries
    last = log.session.log[dealt[-1] - 1]
    other = log.session.log[dealt[-1] - 1].event
    added = log.session.chained(
        (Entry(Voided(last.seq)), Entry(other, last.seq)),
        Stamp(agreements.AT, None, "", "corrected"),
    )
    log.session = log.session.grown(added)
    log.enter(
        Command((Entry(result_notes.ResultConfirmed(row, "NS")),)), log.host_phone
    )
    assert row not in settled.settled(log.session)
    log.enter(
        Command((Entry(result_notes.ResultConfirmed(row, "EW")),)), log.guest_phone
    )
    assert row in settled.settled(log.session)


@pytest.mark.parametrize("has_marks", [True, False])
def test_no_side_unsettles_a_result_by_disputing_it(*, has_marks: bool) -> None:
    """Words of before 0.4 have no marks."""
    log = begun("bridge", random.Random(1), hands=1)
    log.note(phone_notes.PhoneSeated((Seat.WEST,)))
    log.guest = frozenset({Seat.WEST})
    (row, *_) = finished_rows(log.session)
    there = log.session.sheet.row(row)
    mark = row_mark(log.session, there)
    for side, phone in (("EW", log.guest_phone), ("NS", log.host_phone)):
        word = result_notes.ResultConfirmed(row, side, mark if has_marks else None)
        log.enter(Command((Entry(word),)), phone)
    no = result_notes.ResultDisputed(row, "NS", mark)
    log.enter(Command((Entry(no),)), log.host_phone)
    assert settled.settled(log.session)[row].keys() == {"NS", "EW"}
    with pytest.raises(NotAgreed):
        log.enter(Command((), there.entries, "mine"), log.host_phone)


def changes_before(row: int, session: Session) -> dict[str, Command]:
    """What one phone can put in before a row, by what it changes of it."""
    persons = dict(session.folded.people)
    first, second = session.ring[:2]
    stated = ContractStated(Contract.parse("1C"), Seat.SOUTH)
    swapped = (Seated(persons[second], first), Seated(persons[first], second))
    return {
        "its number": Command((Entry(stated, row), Entry(TricksTaken(7), row))),
        "its dealer": Command((Entry(DealerIs(session.ring[1]), row),)),
        "its persons": Command(tuple(Entry(seated, row) for seated in swapped)),
        "its rubber": Command((Entry(Ended("tired"), row),)),
    }


@pytest.mark.parametrize(
    "what", ["its number", "its dealer", "its persons", "its rubber"]
)
def test_a_word_of_one_side_ends_with_the_result_that_it_was_on(what: str) -> None:
    log = begun("bridge", random.Random(2), hands=2)
    log.note(phone_notes.PhoneSeated((Seat.EAST, Seat.WEST)))
    log.guest = frozenset({Seat.EAST, Seat.WEST})
    row = finished_rows(log.session)[-1]
    seen = agreements.confirmation(log.session, row, "EW")
    log.enter(seen, log.guest_phone)
    log.enter(changes_before(row, log.session)[what], log.host_phone)
    shown = log.session.sheet.row(row)
    assert shown is not None and not confirmed(log.session, shown)
    log.enter(agreements.confirmation(log.session, row, "NS"), log.host_phone)
    assert row not in settled.settled(log.session)
    with pytest.raises(RuleViolation, match="result-differs"):
        log.enter(seen, log.guest_phone)
    log.enter(agreements.confirmation(log.session, row, "EW"), log.guest_phone)
    assert row in settled.settled(log.session)


def test_what_somebody_signed_and_accepted_stays_theirs() -> None:
    log = begun("bridge", random.Random(2), hands=1)
    persons = dict(log.session.folded.people)
    log.enter(
        Command(
            (Entry(rules_notes.RulesAccepted(log.session.ring, log.session.rules)),)
        )
    )
    totals = tuple(
        (party.id, str(log.session.sheet.total(party.id)))
        for party in log.session.parties
    )
    last = log.session.log[-1]
    signed = notes.Signed(last.seq, last.hash, totals, (Seat.NORTH,))
    log.enter(Command((Entry(signed),)), log.host_phone)
    (before,) = signatures(log.session)
    swapped = (
        Seated(persons[Seat.EAST], Seat.NORTH),
        Seated(persons[Seat.NORTH], Seat.EAST),
    )
    for place in (log.session.last, log.session.last - 1):
        command = Command(tuple(Entry(one, place) for one in swapped))
        added = log.session.additions(
            command, Stamp(agreements.AT, None, "", "swapped")
        )
        after = log.session.grown(added)
        (signature,) = signatures(after)
        assert signature.who == before.who == persons[Seat.NORTH]
        seated = dict(after.folded.people)
        assert seated[Seat.NORTH] == persons[Seat.EAST]
        assert accepted_by_persons(after).keys() == {Seat.SOUTH, Seat.WEST}


def grown_by_file(log: Log, *entries: Entry) -> Session:
    """The session as the file of somebody would have it go on."""
    stamp = Stamp(agreements.AT, None, "", "by file")
    return log.session.grown(log.session.chained(entries, stamp))


def test_a_file_unsettles_nothing_by_saying_that_it_was_changed() -> None:
    log = partner_has_a_phone()
    (row, *_) = finished_rows(log.session)
    have = log.session.last
    for agreed in (("NS",), ("NS", "EW"), ()):
        grown = grown_by_file(log, Entry(result_notes.SettledChanged((row,), agreed)))
        for speaker in (None, log.host_phone):
            with pytest.raises(FileRefused):
                check_growth(prepared(grown), have, speaker)


def test_the_same_fact_again_unsettles_nothing() -> None:
    log = partner_has_a_phone()
    (row, *_) = finished_rows(log.session)
    last = log.session.log[log.session.sheet.row(row).entries[-1] - 1]
    again = Command((Entry(last.event, last.seq),), (last.seq,), "the same")
    log.enter(again, log.host_phone)
    log.enter(agreements.confirmation(log.session, row, "NS"), log.host_phone)
    strike = Command((), log.session.sheet.row(row).entries, "mine")
    with pytest.raises(NotAgreed) as missing:
        log.enter(strike, log.host_phone, frozenset({"NS", "EW"}))
    assert [party.id for party in missing.value.elsewhere] == ["EW"]


def test_a_word_of_before_marks_stands_beside_one_with_a_mark() -> None:
    log = partner_has_a_phone()
    (row, *_) = finished_rows(log.session)
    log.session = begun("bridge", random.Random(1), hands=2).session
    log.note(phone_notes.PhoneSeated((Seat.WEST,)))
    for party, speaker in (("NS", log.host_phone), ("EW", log.guest_phone)):
        log.enter(Command((Entry(result_notes.ResultConfirmed(row, party)),)), speaker)
    log.enter(agreements.confirmation(log.session, row, "NS"), log.host_phone)
    assert settled.settled(log.session)[row].keys() == {"NS", "EW"}


def test_a_file_takes_back_no_word_of_a_phone_that_is_gone() -> None:
    log = partner_has_a_phone()
    take_back_seats(log)
    have = log.session.last
    words = [
        entry.seq
        for entry in log.session.log
        if isinstance(entry.event, result_notes.ResultConfirmed)
        and entry.event.party == "EW"
    ]
    voids = tuple(Entry(Voided(seq, "mine")) for seq in words)
    added = log.session.chained(voids, Stamp(agreements.AT, None, "", "by file"))
    with pytest.raises(FileRefused):
        check_growth(prepared(log.session.grown(added)), have, log.host_phone)


def test_an_arbiter_whom_only_the_host_accepted_changes_nothing_settled() -> None:
    log = partner_has_a_phone()
    west = next(party for party in log.session.parties if party.id == "EW")
    settled_at = log.session.last
    take_back_seats(log)
    log.note(phone_notes.PhoneIs(phone_notes.Role.ARBITER))
    for party in ("NS", "EW"):
        log.enter(Command((Entry(phone_notes.ArbiterAccepted(party)),)), log.host_phone)
    assert not accepted_arbiter.accepted_the_arbiter(log.session, west, settled_at)
    assert accepted_arbiter.accepted_the_arbiter(log.session, west, log.session.last)


def test_what_was_signed_is_settled_for_who_signed() -> None:
    log = begun("two-ten-jack", random.Random(2), hands=3)
    session = log.session
    totals = tuple(
        (party.id, str(session.sheet.total(party.id))) for party in session.parties
    )
    seats = session.parties[0].seats
    signed = notes.Signed(session.last, session.head, totals, seats)
    log.enter(Command((Entry(signed),)), log.host_phone)
    (row, *_) = finished_rows(log.session)
    strike = Command((), log.session.sheet.row(row).entries, "mine")
    with pytest.raises(NotAgreed) as missing:
        log.enter(strike, log.host_phone)
    assert missing.value.here == (session.parties[0],)
    log.enter(strike, log.host_phone, frozenset({session.parties[0].id}))


def signed_table(slug: str = "two-ten-jack") -> Log:
    """A table of one phone at which all sides have signed the totals of three hands."""
    log = begun(slug, random.Random(2), hands=3)
    sign(log, [seat for party in log.session.parties for seat in party.seats])
    return log


def sign(log: Log, seats: list[Seat]) -> None:
    """These seats sign the totals on the host's phone."""
    session = log.session
    totals = tuple(
        (party.id, str(session.sheet.total(party.id))) for party in session.parties
    )
    signed = notes.Signed(session.last, session.head, totals, tuple(seats))
    log.enter(Command((Entry(signed),)), log.host_phone)


def after_signing(session: Session, name: str) -> Command:
    """A command that moves the signed total and plays nothing."""
    party = session.parties[0].id
    (part, *_) = session.game.carried_parts(session.settings)
    (row, *_) = finished_rows(session)
    return {
        "adjusted": Command((Entry(Adjusted(party, 500, "mine")),)),
        "carried in": Command((Entry(CarriedIn(party, 500, part)),)),
        "put before a deal": Command((Entry(Adjusted(party, 500, "mine"), row),)),
    }[name]


@pytest.mark.parametrize("name", ["adjusted", "carried in", "put before a deal"])
def test_a_signed_total_is_moved_by_nobody_alone(name: str) -> None:
    log = signed_table()
    command = after_signing(log.session, name)
    with pytest.raises(NotAgreed) as missing:
        log.enter(command, log.host_phone)
    assert missing.value.here == log.session.parties
    log.enter(
        command, log.host_phone, frozenset(party.id for party in log.session.parties)
    )
    log.enter(command, log.host_phone)  # nobody has signed this total yet
    sign(log, list(log.session.ring))
    with pytest.raises(NotAgreed):
        log.enter(command, log.host_phone)


def test_only_those_who_signed_are_asked_about_a_signed_total() -> None:
    log = begun("two-ten-jack", random.Random(2), hands=3)
    party = log.session.parties[0]
    sign(log, list(party.seats))
    with pytest.raises(NotAgreed) as missing:
        log.enter(after_signing(log.session, "adjusted"), log.host_phone)
    assert missing.value.here == (party,)


def test_who_plays_on_after_signing_asks_nobody() -> None:
    log = signed_table()
    signed = log.session
    play_a_hand(
        log.session, random.Random(3), lambda one: log.enter(one, log.host_phone)
    )
    hand = finished_rows(log.session)[-1]
    assert hand not in finished_rows(signed)
    log.enter(after_signing(log.session, "adjusted"), log.host_phone)
    with pytest.raises(NotAgreed):
        log.enter(after_signing(log.session, "put before a deal"), log.host_phone)
    of_the_hand = Command((), log.session.sheet.row(hand).entries, "not played")
    # then the adjustment would stand behind what was signed
    with pytest.raises(NotAgreed):
        log.enter(of_the_hand, log.host_phone)


def test_a_call_does_not_open_a_signed_total() -> None:
    log = signed_table("bridge")
    log.enter(Command((Entry(CallMade(PASS)),)), log.host_phone)
    with pytest.raises(NotAgreed):
        log.enter(after_signing(log.session, "adjusted"), log.host_phone)


def test_a_row_that_a_ruling_changed_stays_settled() -> None:
    log = partner_has_a_phone()
    (row, *_) = finished_rows(log.session)
    changed = result_notes.SettledChanged((row,), ("NS", "EW"), None, 1)
    log.note(changed)
    strike = Command((), log.session.sheet.row(row).entries, "mine")
    with pytest.raises(NotAgreed) as missing:
        log.enter(strike, log.host_phone)
    assert {party.id for party in missing.value.here + missing.value.elsewhere} == {
        "NS",
        "EW",
    }


@pytest.mark.parametrize(
    ("event", "stays"),
    [
        (ruling_notes.Ruled("bridge.law.revoke", (), ""), True),
        (notes.FromPaper(notes.Typing.BEGINS), True),
        (LookedAt(2, "to see"), True),
        (phone_notes.PhoneSeated((Seat.WEST,)), False),
        (rules_notes.RulesAccepted((Seat.WEST,), "0" * 64), False),
    ],
)
def test_a_seal_stays_once_something_was_told(event: Any, stays: bool) -> None:
    log = begun("joker-bridge", random.Random(5), hands=1)
    entries = (Entry(Sealed(Seat.NORTH, "sealed.note", "0" * 64)),)
    log.session = log.session.grown(
        log.session.chained(entries, Stamp(agreements.AT, None, "", "sealed"))
    )
    seal = log.session.last
    stamp = Stamp(agreements.AT, None, "", "after")
    log.session = log.session.grown(log.session.chained((Entry(event),), stamp))
    if not stays:
        never_allowed.check_seals_unseen(log.session, (seal,))
        return
    with pytest.raises(RuleViolation, match="seal-stays"):
        never_allowed.check_seals_unseen(log.session, (seal,))


@pytest.mark.parametrize("at_once", [False, True])
def test_a_seal_stays_though_what_came_after_it_was_struck_out(at_once: bool) -> None:
    log = begun("joker-bridge", random.Random(5), hands=1)
    sealed = Sealed(Seat.NORTH, "sealed.note", "0" * 64)
    session = log.session
    added = session.chained((Entry(sealed),), Stamp(agreements.AT, None, "", "sealed"))
    log.session = session.grown(added)
    seal = log.session.last
    log.enter(Command((Entry(Adjusted("NS", 10, "late")),)), log.host_phone)
    after = log.session.last
    if not at_once:
        log.enter(Command((), (after,), "struck"), log.host_phone)
    voids = (seal, after) if at_once else (seal,)
    with pytest.raises(RuleViolation, match="seal-stays"):
        log.enter(Command((), voids, "another suit"), log.host_phone)


def test_playing_on_asks_nobody() -> None:
    for slug in GAMES:
        log = begun(slug, random.Random(3), hands=2)
        confirm(log, finished_rows(log.session))
        count = log.session.last
        log.enter(
            Command((Entry(Adjusted(log.session.parties[0].id, 10, "late")),)),
            voices.Speaker(frozenset(log.session.ring), frozenset(), is_host=True),
        )
        assert log.session.last == count + 1


def test_settled_points_go_to_no_other_persons_in_mid_rubber() -> None:
    log = begun("bridge", random.Random(1), hands=1)
    log.note(phone_notes.PhoneSeated((Seat.EAST, Seat.WEST)))
    log.guest = frozenset({Seat.EAST, Seat.WEST})
    confirm(log, finished_rows(log.session))
    persons = dict(log.session.folded.people)
    swapped = (
        Seated(persons[Seat.EAST], Seat.NORTH),
        Seated(persons[Seat.NORTH], Seat.EAST),
    )
    command = Command(tuple(map(Entry, swapped)))
    with pytest.raises(NotAgreed) as refusal:
        log.enter(command, log.host_phone, frozenset({"NS"}))
    assert [party.id for party in refusal.value.elsewhere] == ["EW"]


def test_who_sits_down_after_a_rubber_asks_nobody() -> None:
    log = begun("bridge", random.Random(1), hands=1)
    confirm(log, finished_rows(log.session))
    log.enter(Command((Entry(Ended("late")),)), log.host_phone)
    persons = dict(log.session.folded.people)
    swapped = (
        Seated(persons[Seat.EAST], Seat.NORTH),
        Seated(persons[Seat.NORTH], Seat.EAST),
    )
    log.enter(Command(tuple(map(Entry, swapped))), log.host_phone)


# ---- what an attack of an hour found ----


def both_have_phones() -> Log:
    """Bridge: the host's phone has N, S and W, East another one; the deals are
    settled."""
    log = begun("bridge", random.Random(1), hands=2)
    log.note(phone_notes.PhoneSeated((Seat.EAST,)))
    log.guest = frozenset({Seat.EAST})
    confirm(log, finished_rows(log.session))
    return log


def test_the_same_again_takes_nobodys_word() -> None:
    log = both_have_phones()
    row = log.session.sheet.row(finished_rows(log.session)[-1])
    assert row is not None
    last = log.session.log[row.entries[-1] - 1]
    again = Command((Entry(last.event, last.seq),), (last.seq,), "the same")
    log.enter(again, log.host_phone)
    now = log.session.sheet.row(row.id)
    assert now is not None and confirmed(log.session, now).keys() == {"NS", "EW"}
    assert row.id in settled.settled(log.session)


def by_file(log: Log, *events: Event) -> None:
    """Take these entries in from a file, as the host's phone sends it."""
    have = log.session.last
    stamp = Stamp(agreements.AT, None, "", "by file")
    added = log.session.chained(tuple(map(Entry, events)), stamp)
    one = prepared(log.session.grown(added))
    check_growth(one, have, log.host_phone, log.guest)
    check_growth(one, have, None, log.guest)


def test_a_file_says_nothing_of_what_the_phones_here_did() -> None:
    log = both_have_phones()
    row = finished_rows(log.session)[-1]
    last = log.session.log[-1].seq
    for event in (
        phone_notes.PhoneSeated((Seat.WEST,)),
        result_notes.SettledChanged((row,), ("NS",)),
        result_notes.SettledChanged((row,), ("NS", "EW")),
        result_notes.SettledChanged((row,), (), None, last),
        result_notes.ChangeDeclined(last, "NS"),
    ):
        with pytest.raises(FileRefused):
            by_file(log, event)


def test_a_file_says_of_nothing_that_it_was_changed_by_consent() -> None:
    log = both_have_phones()
    row = finished_rows(log.session)[-1]
    changed = result_notes.SettledChanged((row,), ("NS", "EW"))
    added = log.session.chained(
        (Entry(changed),), Stamp(agreements.AT, None, "", "by file")
    )
    with pytest.raises(RuleViolation, match="nothing-changed"):
        consent.check_grown(log.session, added)


def moves_of(session: Session) -> tuple[settled.Moved, ...]:
    """What deleting everything that was settled would move."""
    return settled.gone(session)


def test_who_replaces_a_lost_host_has_not_the_word_of_its_phone() -> None:
    log = both_have_phones()
    everything = voices.Speaker(frozenset(log.session.ring), frozenset(), is_host=True)
    (north_south, _) = log.session.parties
    assert voices.speaks_about(
        log.session, everything, north_south, moves_of(log.session)
    )
    log.note(
        phone_notes.HostAsked(Seat.EAST, (Seat.EAST,)),
        phone_notes.PhoneIs(phone_notes.Role.HOST),
    )
    assert not voices.speaks_about(
        log.session, everything, north_south, moves_of(log.session)
    )


@pytest.mark.parametrize("accepted_by", [None, "W", "E"])
def test_an_arbiter_moves_the_word_of_nobody_who_has_not_accepted_them(
    accepted_by: str | None,
) -> None:
    log = both_have_phones()
    log.note(phone_notes.PhoneIs(phone_notes.Role.ARBITER))
    if accepted_by is not None:
        accepts = Command((Entry(phone_notes.ArbiterAccepted("EW")),))
        stamp = Stamp(agreements.AT, accepted_by, "", "accepted")
        log.session = log.session.grown(log.session.additions(accepts, stamp))
    log.note(phone_notes.PhoneSeated((Seat.EAST,), phone_notes.Arrival.BY_ARBITER))
    (_, east_west) = log.session.parties
    speaks = voices.speaks_about(
        log.session, log.guest_phone, east_west, moves_of(log.session)
    )
    assert speaks is (accepted_by == "E")


def test_who_agreed_to_house_rules_was_not_asked_about_what_was_settled_later() -> None:
    log = begun("bridge", random.Random(1), hands=1)
    log.note(phone_notes.PhoneSeated((Seat.EAST, Seat.WEST)))
    log.guest = frozenset({Seat.EAST, Seat.WEST})
    other = next(
        preset.settings
        for preset in log.session.game.presets
        if preset.settings != log.session.settings
    )
    wanted = encode(other)
    proposed = rules_notes.SettingsProposed(wanted, (Seat.EAST, Seat.WEST))
    log.enter(Command((Entry(proposed),)), log.guest_phone)
    proposal = log.session.last
    confirm(log, finished_rows(log.session))
    agreed = rules_notes.SettingsAgreed(proposal, (Seat.NORTH, Seat.SOUTH))
    changed = rules_notes.SettingsChanged(wanted, log.session.ring)
    command = Command((Entry(agreed), Entry(changed)))
    with pytest.raises(NotAgreed) as refusal:
        log.enter(command, log.host_phone, frozenset({"NS"}))
    assert [party.id for party in refusal.value.elsewhere] == ["EW"]


def test_house_rules_that_were_declined_do_not_come_back() -> None:
    log = both_have_phones()
    proposed = rules_notes.SettingsProposed(encode(log.session.settings), (Seat.NORTH,))
    log.enter(Command((Entry(proposed),)), log.host_phone)
    declined = rules_notes.SettingsDeclined(log.session.last, (Seat.EAST,))
    log.enter(Command((Entry(declined),)), log.guest_phone)
    with pytest.raises(RuleViolation, match="change-stays"):
        log.enter(Command((), (log.session.last,), "again"), log.guest_phone)


def test_a_file_adds_nothing_that_is_dated_before_what_is_here() -> None:
    log = both_have_phones()
    have = log.session.last
    stamp = Stamp("2026-11-20T19:00:00Z", None, "", "by file")
    added = log.session.chained((Entry(Adjusted("NS", 10, "x")),), stamp)
    with pytest.raises(FileRefused, match="dated-before"):
        check_growth(prepared(log.session.grown(added)), have)


def test_a_phone_whose_persons_part_speaks_for_neither_side() -> None:
    log = begun("bridge", random.Random(1), hands=1)
    host = voices.Holding("host", phone_notes.Role.HOST, None, agreements.AT)
    of_host = [
        voices.Holding("host", None, seat, agreements.AT)
        for seat in (Seat.EAST, Seat.SOUTH)
    ]
    torn = [
        voices.Holding("torn", None, seat, agreements.AT)
        for seat in (Seat.NORTH, Seat.WEST)
    ]
    held = (host, *of_host, *torn)
    speaker = voices.speaker_of(log.session, held, "torn")
    assert not [
        party
        for party in log.session.parties
        if voices.speaks(log.session, speaker, party)
    ]
    speaker = voices.speaker_of(log.session, held, "host")
    assert all(
        voices.speaks(log.session, speaker, party) for party in log.session.parties
    )
