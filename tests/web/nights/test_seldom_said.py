"""What the pages of a night say only now and then: before its first round, when time is
up, to somebody who sits out, of somebody who helps."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from scorekeeper.nights import facts
from tests.web.conftest import Visitor
from tests.web.nights.evenings import EIGHT, Evening, open_night
from tests.web.showing import plain

Another = Callable[[], Visitor]
TEN = (*EIGHT, "Ivo", "Jo")


def later(evening: Evening, monkeypatch: pytest.MonkeyPatch, minutes: int) -> None:
    now = evening.store.now
    monkeypatch.setattr(
        evening.store, "now", lambda: now() + timedelta(minutes=minutes)
    )


def at(evening: Evening, page: str) -> str:
    return plain(evening.host.get(f"{evening.address}{page}"))


def test_before_the_first_round_the_room_and_the_phones_say_so(
    visitor: Visitor, another: Another
) -> None:
    evening = open_night(visitor)
    assert "The first round hasn’t begun." in at(evening, "room")
    evening.join("Ann", another())  # type: ignore[operator]
    page = plain(evening.phones["Ann"].get(evening.address))
    assert "Ann The first round hasn’t begun." in page
    evening.begin("howell", deals="2")
    for text in (
        at(evening, "room"),
        plain(evening.phones["Ann"].get(evening.address)),
    ):
        assert "hasn’t begun" not in text


def test_the_room_says_that_time_is_up_and_who_plays_on(
    visitor: Visitor, another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = open_night(visitor)
    evening.join("Ann", another())  # type: ignore[operator]
    evening.begin("howell", deals="2", minutes="20")
    evening.play("Ann", (10, 9))
    assert "Round ends at" in at(evening, "room")
    assert "late" not in at(evening, "")
    later(evening, monkeypatch, 21)
    room = at(evening, "room")
    assert "Time is up" in room and "Round ends at" not in room
    own = evening.table_of("Ann")
    (slow,) = (
        laid.table
        for laid in evening.night.rounds[-1].fact.tables
        if laid.session not in own
    )
    assert f"Still playing: table {slow}" in room
    assert at(evening, "").count(" late") == 1, "only the slow table is late"


def test_the_room_shows_the_next_round_once_all_are_done(
    visitor: Visitor, another: Another
) -> None:
    evening = open_night(visitor)
    for name in EIGHT:
        evening.join(name, another())  # type: ignore[operator]
    evening.begin("howell", deals="1")
    assert "Next: round 2" not in at(evening, "room")
    for laid in evening.night.rounds[-1].fact.tables:
        evening.play(evening.night.name(laid.people[0]), (10,))
    assert "Next: round 2" in at(evening, "room")


def test_who_sits_out_is_told_so(visitor: Visitor, another: Another) -> None:
    evening = open_night(visitor, TEN)
    for name in TEN:
        evening.join(name, another())  # type: ignore[operator]
    evening.begin("howell", deals="2")
    told = {
        name
        for name in TEN
        if "You sit out this round" in plain(evening.phones[name].get(evening.address))
    }
    seated = {
        evening.night.name(person)
        for laid in evening.night.rounds[-1].fact.tables
        for person in laid.people
    }
    assert told == {*TEN} - seated
    assert len(told) == 2


def test_a_number_that_no_movement_fits_is_told_what_to_do(visitor: Visitor) -> None:
    evening = open_night(visitor, [f"P{n}" for n in range(41)])
    text = at(evening, "movement")
    assert "No movement fits this number of players. Say each round who sits" in text
    assert "You choose each round who sits where" in text, "which fits any number"


def test_whoever_helps_is_named_and_may_stop(visitor: Visitor) -> None:
    evening = open_night(visitor)
    people = f"{evening.address}people"
    evening.host.get(people).send(f"{people}/1", do="helps")
    page = at(evening, "people")
    assert "Ann · runs the night too" in page
    assert "No longer runs it" in page
    assert "Ann may run the night" in page, "it can be undone"
    evening.host.send(f"{people}/1", do="helps-no-more")
    page = at(evening, "people")
    assert "runs the night too" not in page
    assert "Ann no longer runs the night" in page


def test_what_can_be_undone_names_people(visitor: Visitor) -> None:
    evening = open_night(visitor)
    people = f"{evening.address}people"
    for do in ("gone", "back"):
        evening.host.get(people).send(f"{people}/2", do=do)
    evening.host.get(people).send(f"{people}/3", do="name", name="Cyd")
    page = at(evening, "people").partition("What can be undone")[2]
    for said in ("Ben has left", "Ben is back", "Name changed: Cyd"):
        assert said in page


def test_a_late_pair_can_be_undone(visitor: Visitor) -> None:
    evening = open_night(visitor, TEN)
    evening.begin("howell", deals="2")
    people = f"{evening.address}people"
    evening.host.get(people).send(people, names="Kay, Lou")
    assert "2 late players join" in at(evening, "people")


def test_a_tables_log_says_which_table_of_the_night_it_is(
    visitor: Visitor, another: Another
) -> None:
    evening = open_night(visitor)
    evening.join("Ann", another())  # type: ignore[operator]
    evening.begin("howell", deals="2")
    phone = evening.phones["Ann"]
    text = plain(phone.get(f"{evening.table_of('Ann')}log"))
    table = evening.table_of("Ann").strip("/").split("/")[-1]
    (number,) = (
        laid.table
        for laid in evening.night.rounds[-1].fact.tables
        if laid.session == table
    )
    assert f"Round 1, table {number} of a night" in text


# ---- what a phone may not ----


@pytest.fixture
def begun(visitor: Visitor, another: Another) -> Evening:
    """Eight people with a phone each, in the first round."""
    evening = open_night(visitor)
    for name in EIGHT:
        evening.join(name, another())
    evening.begin("howell", deals="2")
    return evening


def test_a_board_that_waits_and_results_that_wait_say_until_when(
    begun: Evening,
) -> None:
    ann = begun.phones["Ann"]
    board = ann.get(f"{begun.address}board/1")
    assert board.page.status_code == 403
    assert "You see its results once you have played it." in board.text
    assert f'href="{begun.address}standings"' in board.text
    archive = ann.get(f"{begun.address}night.zip")
    assert archive.page.status_code == 403
    assert "The night isn’t over yet" in archive.text


def test_who_does_not_run_the_night_is_told_who_does(begun: Evening) -> None:
    ann = begun.phones["Ann"].get(f"{begun.address}people")
    assert ann.page.status_code == 403
    assert "Only those who run the night can do that" in ann.text
    assert f'href="{begun.address}"' in ann.text, "it leads back to the night"


def test_a_table_of_a_night_says_why_nobody_else_reads_it(
    begun: Evening, another: Another
) -> None:
    stranger = another().get(begun.table_of("Ann"))
    assert stranger.page.status_code == 403
    assert "This table belongs to a night" in stranger.text


def test_what_comes_from_another_site_is_told_so(visitor: Visitor) -> None:
    elsewhere = {"Sec-Fetch-Site": "cross-site"}
    answer = visitor.client.post("/night/new", data={}, headers=elsewhere)
    assert answer.status_code == 403
    assert "This can’t be sent from another site" in answer.get_data(as_text=True)


def test_those_who_run_the_night_read_all_that_happened(begun: Evening) -> None:
    host = begun.host
    people = f"{begun.address}people"
    host.get(people).send(f"{people}/1", do="helps")
    host.get(people).send(f"{people}/1", do="helps-no-more")
    told = at(begun, "people").partition("The night so far")[2]
    for said in (
        "Game: Contract bridge",
        "Hal takes part",
        "Howell: 3 rounds of 2, Matchpoints",
        "Round 1 begins at 2 tables",
        "Ann may run the night",
        "Ann no longer runs the night",
    ):
        assert said in told


def test_the_night_so_far_has_its_clock_and_given_scores(begun: Evening) -> None:
    host = begun.host
    for do, minutes in (("more", 5), ("break", 10)):
        host.get(begun.address)
        host.send(f"{begun.address}clock", do=do, round=1, minutes=minutes)
    given = f"{begun.address}given"
    fields = {"place": "1.1", "board": 1, "north_south": "plus", "east_west": "minus"}
    host.get(given).send(given, **fields, reason="A card was seen", law="12C2")
    told = at(begun, "people").partition("The night so far")[2]
    for said in (
        "Round 1 has 5 minutes more",
        "Break of 10 minutes after round 1",
        "Round 1, table 1, board 1: score given (A card was seen, 12C2)",
    ):
        assert said in told


def test_the_night_so_far_says_who_signed_and_who_took_it_back(begun: Evening) -> None:
    begun.play_to_the_end()
    ann = begun.phones["Ann"]
    begun.answer(ann, "sign")
    begun.answer(ann, "ask", reason="Board 1: nine tricks")
    begun.answer(ann, "back")
    people = f"{begun.address}people"
    seq = next(
        entry.seq
        for entry in reversed(begun.session.log)
        if isinstance(entry.event, facts.StandingsSigned)
    )
    begun.host.get(people).send(f"{begun.address}undo", entry=seq)
    assert begun.night.signed is None
    unit = begun.night.unit_name(begun.night.unit_of(1) or 0)
    told = at(begun, "people").partition("The night so far")[2]
    for said in (
        "Standings signed: the night is over",
        f"{unit}: standings signed",
        "A correction is wanted: Board 1: nine tricks",
        f"{unit}: signature taken back",
        "The night goes on",
    ):
        assert said in told
