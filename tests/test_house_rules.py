"""House rules changed in mid-session: all is worked out anew, all agree, and it goes
back."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.core.codec import Unreadable, decode, encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Adjusted, CarriedIn, DealerIs
from scorekeeper.core.rules_notes import RulesAccepted, SettingsChanged
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Stamp, root
from scorekeeper.exports.session_file import FileRefused, read, write
from scorekeeper.games import GAMES
from scorekeeper.games.bridge import BRIDGE
from scorekeeper.games.bridge.contract import Call, Contract
from scorekeeper.games.bridge.events import (
    CallMade,
    ContractStated,
    PassedOut,
    TricksTaken,
)
from scorekeeper.games.bridge.rules import Chicago, Honours, Scoring
from scorekeeper.games.two_ten_jack import TWO_TEN_JACK
from scorekeeper.tables import waiting_changes
from scorekeeper.tables.last_change import last_change
from scorekeeper.tables.new_rules import carried_on, change, preview
from scorekeeper.tables.rules_in_force import accepted
from scorekeeper.tables.session import Session
from tests.core.rising import past
from tests.exports.any_game import answers, file_of, lines, longest
from tests.exports.sheets import Table

RUBBER = BRIDGE.rule_sheet.defaults
CHICAGO = replace(RUBBER, scoring=Scoring.CHICAGO)


def scored(table: Table, contract: str, declarer: Seat, tricks: int) -> None:
    table.enter(ContractStated(Contract.parse(contract), declarer), TricksTaken(tricks))


@pytest.fixture
def table() -> Table:
    """Two part-scores and a game at a rubber."""
    at = Table(BRIDGE, RUBBER)
    scored(at, "2S", Seat.SOUTH, 9)
    scored(at, "3NT", Seat.EAST, 9)
    scored(at, "1C", Seat.NORTH, 7)
    return at


def refused(table: Table, event: SettingsChanged) -> str:
    with pytest.raises(RuleViolation) as caught:
        table.enter(event)
    return caught.value.why.code


def totals(session: Session) -> dict[str, Any]:
    return {party.id: session.sheet.total(party.id) for party in session.sheet.parties}


def written(session: Session) -> list[tuple[Any, ...]]:
    """Every row of the sheet, without the entries that it was made of."""
    return [
        (row.id, row.label, row.facts, row.lines, row.marks)
        for row in session.sheet.rows()
    ]


# ---- what a change does ----


def test_a_change_holds_for_the_whole_session(table: Table) -> None:
    whole = Table(BRIDGE, CHICAGO)
    scored(whole, "2S", Seat.SOUTH, 9)
    scored(whole, "3NT", Seat.EAST, 9)
    scored(whole, "1C", Seat.NORTH, 7)
    table.enter(change(table.session, CHICAGO))
    assert table.session.settings == CHICAGO
    assert table.session.folded.state.past == whole.session.folded.state.past
    assert totals(table.session) == totals(whole.session)
    scored(table, "4H", Seat.WEST, 10)
    scored(whole, "4H", Seat.WEST, 10)
    assert totals(table.session) == totals(whole.session)


def test_what_it_rescores_is_struck_on_the_sheet(table: Table) -> None:
    before = table.session.sheet
    table.enter(change(table.session, CHICAGO))
    session = table.session
    done = past(BRIDGE, session.opening, session.log)
    [act] = done.corrections
    assert [type(entry.event) for entry in act.instead] == [SettingsChanged]
    assert (
        set(act.rescored) == set(done.rescored) == set(done.before) == set(done.struck)
    )
    assert act.rescored
    for row_id in act.rescored:
        assert done.before[row_id] == before.row(row_id)


def test_what_no_longer_fits_waits_as_a_misfit() -> None:
    table = Table(BRIDGE, RUBBER)
    table.enter(CarriedIn("NS", 1, "games"))
    found = preview(table.session, CHICAGO)
    assert [misfit.entry.event for misfit in found.misfits] == [
        CarriedIn("NS", 1, "games")
    ]
    table.enter(change(table.session, CHICAGO))
    assert [misfit.entry.event for misfit in table.session.folded.misfits] == [
        CarriedIn("NS", 1, "games")
    ]


def test_striking_the_change_goes_back(table: Table) -> None:
    before = table.session
    table.enter(change(table.session, CHICAGO))
    strike = Command((), (table.session.last,), "not after all")
    moves = waiting_changes.preview(table.session, strike)
    asked = {party for move in moves for party in move.standing}
    assert asked == {party.id for party in BRIDGE.parties(RUBBER)}
    table.command(strike)
    assert table.session.settings == RUBBER
    assert table.session.sheet == before.sheet
    assert table.session.rules == before.rules == root(before.header)


def test_points_that_no_deal_gave_are_a_change_that_everybody_is_shown() -> None:
    table = Table(BRIDGE, RUBBER)
    table.enter(CarriedIn("NS", 300, "above"))
    assert last_change(table.session) is None, (
        "nothing was played: the score from paper"
    )
    table.enter(PassedOut())
    assert last_change(table.session) is None
    table.enter(Adjusted("EW", 500, "a gift"))
    change = last_change(table.session)
    assert change is not None and change.entry == table.session.last
    table.enter(CarriedIn("NS", 200, "above"))
    change = last_change(table.session)
    assert change is not None and change.entry == table.session.last


def test_the_last_change_in_force_holds(table: Table) -> None:
    table.enter(change(table.session, CHICAGO))
    first = table.session.last
    table.enter(change(table.session, replace(CHICAGO, honours=Honours.OFF)))
    table.command(Command((), (first,), ""))
    assert table.session.settings == replace(CHICAGO, honours=Honours.OFF)
    table.command(Command((), (table.session.last - 1,), ""))
    assert table.session.settings == RUBBER


def test_who_called_stays_who_called() -> None:
    """A passed-out deal is dealt again at Chicago, and goes to the next dealer at a
    rubber."""
    table = Table(BRIDGE, RUBBER)
    table.enter(PassedOut())
    calls = [CallMade(Call.parse(one)) for one in ("1S", "Pass", "Pass", "Pass")]
    for call in calls:
        table.enter(call)
    deal = table.session.folded.state.deal
    carried = replace(CHICAGO, chicago=Chicago.CARRIED)
    command = Command((Entry(change(table.session, carried)),))
    added = table.session.additions(
        command, Stamp("2026-11-20T21:00:00Z", key="change")
    )
    grown = table.session.grown(added)
    assert grown.folded.state.deal.dealer is deal.dealer
    assert [type(entry.event) for entry in added] == [SettingsChanged, DealerIs]
    assert read(write(grown).encode()).session.folded.state == grown.folded.state


# ---- consent ----


def test_everybody_at_the_table_must_agree(table: Table) -> None:
    written = encode(CHICAGO)
    for agreed in ((), (Seat.NORTH,), (Seat.NORTH, Seat.SOUTH, Seat.EAST)):
        assert refused(table, SettingsChanged(written, agreed)) == "refused.not-agreed"
    assert (
        refused(table, SettingsChanged(written, tuple(Seat))) == "refused.no-such-seat"
    )


def test_the_seats_stay_as_they_are() -> None:
    table = Table(TWO_TEN_JACK, people=())
    fewer = replace(TWO_TEN_JACK.rule_sheet.defaults, players=3)
    assert refused(table, change(table.session, fewer)) == "refused.other-seats"


def test_settings_of_another_form_are_refused(table: Table) -> None:
    ring = BRIDGE.ring(RUBBER)
    wrongs: tuple[dict[str, Any], ...] = (
        {"scoring": "by heart"},
        {"nonsense": 1},
        {"honour_values": [["none", 1]]},
    )
    for wrong in wrongs:
        code = refused(table, SettingsChanged(encode(RUBBER) | wrong, ring))
        assert code in {"refused.settings-unreadable", "file.setting-names"}


def test_later_acceptances_are_of_the_rules_in_force(table: Table) -> None:
    ring = BRIDGE.ring(RUBBER)
    table.enter(RulesAccepted((Seat.NORTH,), table.session.rules))
    assert set(accepted(table.session)) == {Seat.NORTH}
    table.enter(change(table.session, CHICAGO))
    assert table.session.rules != root(table.session.header)
    assert set(accepted(table.session)) == set(ring)  # by agreeing to the change
    table.enter(change(table.session, RUBBER))
    assert table.session.rules == root(table.session.header)
    assert set(accepted(table.session)) == set(ring)


# ---- files ----


def test_a_change_is_part_of_the_session_file(table: Table) -> None:
    table.enter(change(table.session, CHICAGO))
    scored(table, "4H", Seat.WEST, 10)
    found = read(write(table.session).encode())
    assert found.is_chained
    assert found.session.settings == CHICAGO
    assert found.session.sheet == table.session.sheet
    assert found.session.header == table.session.header


def test_a_file_with_a_change_that_not_all_agreed_to_is_refused(table: Table) -> None:
    event = change(table.session, CHICAGO)
    kept = [
        {"kind": entry.event.KIND, "facts": encode(entry.event)}
        for entry in table.session.log
    ]
    for agreed, is_taken in ((event.agreed, True), (event.agreed[1:], False)):
        facts = encode(replace(event, agreed=agreed))
        data = file_of(
            BRIDGE, encode(RUBBER), [*kept, {"kind": event.KIND, "facts": facts}]
        )
        if is_taken:
            assert read(data).session.settings == CHICAGO
            continue
        with pytest.raises(FileRefused) as caught:
            read(data)
        assert caught.value.why.code == "refused.not-agreed"


def test_settings_of_an_event_are_plain_values() -> None:
    event = SettingsChanged(encode(RUBBER), (Seat.NORTH,))
    assert decode(SettingsChanged, encode(event)) == event
    wrongs: tuple[Any, ...] = ([], "x", {"a": 1.5}, {"a": [{"b": 0.5}]})
    for wrong in wrongs:
        with pytest.raises(Unreadable):
            decode(SettingsChanged, {"settings": wrong, "agreed": ["N"]})


# ---- from now on only ----


def test_a_new_table_carries_in_the_rubber_in_progress(table: Table) -> None:
    assert carried_on(table.session, CHICAGO) == (
        CarriedIn("NS", 110, "score"),
        CarriedIn("EW", 100, "score"),
        DealerIs(Seat.WEST),
    )
    on = carried_on(table.session, replace(RUBBER, honours=Honours.OFF))
    new = Table(BRIDGE, replace(RUBBER, honours=Honours.OFF))
    new.enter(*on)
    assert totals(new.session) == totals(table.session)
    for one in (table, new):
        scored(one, "2S", Seat.SOUTH, 8)
    assert (
        table.session.glance.standings[0].mark == new.session.glance.standings[0].mark
    )
    assert totals(new.session) == totals(table.session)


def test_what_is_over_is_not_carried_on(table: Table) -> None:
    scored(table, "4H", Seat.EAST, 10)
    assert table.session.sheet.sections[0].is_over
    assert carried_on(table.session, RUBBER) == ()


# ---- whatever was entered ----

# Fewer than Hypothesis usually tries, since each takes long: ./prove tries more of them.
EXAMPLES = settings.default.max_examples // 5


@pytest.mark.parametrize("slug", GAMES)
@settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(data=st.data())
def test_a_change_does_what_its_preview_showed_and_goes_back(
    slug: str, data: st.DataObject
) -> None:
    game = GAMES[slug]
    before = longest(game, data.draw(answers(game)), data.draw(lines(game))).session
    try:
        other = game.settings_of(encode(before.settings) | data.draw(answers(game)))
        shown = preview(before, other)
    except RuleViolation:
        return
    stamp = Stamp("2026-11-20T22:00:00Z", key="change")
    after = before.grown(
        before.additions(Command((Entry(change(before, other)),)), stamp)
    )
    assert after.settings == other
    for party, was, now in shown.totals:
        assert was == before.sheet.total(party)
        assert now == after.sheet.total(party)
    moved = {row.id for row, _ in shown.rows}
    for row in (*before.sheet.rows(), *after.sheet.rows()):
        old = before.sheet.row(row.id)
        new = after.sheet.row(row.id)
        same = old is not None and new is not None and old.lines == new.lines
        assert same == (row.id not in moved)
    assert read(write(after).encode()).session.sheet == after.sheet
    stamp = Stamp("2026-11-20T22:01:00Z", key="back")
    back = after.grown(
        after.additions(Command((Entry(change(after, before.settings)),)), stamp)
    )
    assert written(back) == written(before)
    assert totals(back) == totals(before)
