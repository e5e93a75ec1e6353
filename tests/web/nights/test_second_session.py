"""A night goes on from an earlier one: offered, chosen, and said wherever standings
are."""

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree as Xml

import pytest

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.session import Command, Entry, Stamp
from scorekeeper.exports.archive import written
from scorekeeper.exports.night_files import night_in, standings_of
from scorekeeper.exports.night_lists import standings_csv
from scorekeeper.exports.night_play import NightPlay, played_night
from scorekeeper.exports.pdf.night import NightDocument, NightList, night_page
from scorekeeper.exports.pdf.page import Paper
from scorekeeper.exports.usebio import usebio_of
from scorekeeper.nights import facts
from scorekeeper.tables.night_standings import carried_from
from scorekeeper.tables.nights import rankings
from scorekeeper.tables.session import Session
from scorekeeper.web.nights.laying import table_ids
from scorekeeper.words import words_in
from tests.web.conftest import Visitor
from tests.web.nights.evenings import EIGHT, Evening, open_night
from tests.web.showing import plain

Another = Callable[[], Visitor]
EN = words_in("en")


def begun(host: Visitor, phone: Visitor, plan: str = "howell", **way: str) -> Evening:
    """A night of eight, with Ann on a phone of her own, and a first round."""
    evening = open_night(host)
    evening.join("Ann", phone)
    evening.phones |= dict.fromkeys(EIGHT[1:], host)
    evening.begin(plan, deals="2", **way)
    return evening


@pytest.fixture
def earlier(visitor: Visitor, another: Another) -> Evening:
    """A night of four pairs that is over."""
    evening = begun(visitor, another())
    evening.play_to_the_end()
    return evening


def going_on(earlier: Evening, phone: Visitor, part: str = "") -> Evening:
    return begun(earlier.host, phone, earlier=earlier.session.id, part=part)


def refused(earlier: Evening, **way: str) -> str:
    """What the page of movements answers where another night can't go on so."""
    evening = open_night(earlier.host)
    there = f"{evening.address}movement"
    fields = {"plan": "howell", "deals": "2", "earlier": earlier.session.id}
    return plain(earlier.host.get(there).send(there, **{**fields, **way}))


def tables(evening: Evening) -> dict[str, Session]:
    found = map(evening.store.readable, table_ids(evening.night))
    return {table.id: table for table in found if table is not None}


def play_of(evening: Evening) -> NightPlay:
    return played_night(evening.session, tables(evening))


def totals(evening: Evening) -> dict[str, float]:
    return {
        evening.night.unit_name(line.unit): float(line.total)
        for ranking in rankings(evening.night, evening.store.readable)
        for line in ranking.standings
    }


def test_nothing_is_offered_where_no_night_is_over(
    visitor: Visitor, another: Another
) -> None:
    begun(visitor, another())
    evening = open_night(visitor)
    assert (
        "continue an earlier night"
        not in visitor.get(f"{evening.address}movement").text
    )


def test_a_night_that_is_over_is_offered_to_the_same_game_and_people(
    earlier: Evening,
) -> None:
    evening = open_night(earlier.host)
    page = plain(earlier.host.get(f"{evening.address}movement"))
    assert "Does this continue an earlier night?" in page
    assert "Howell: 3 rounds of 2, Matchpoints" in page
    assert "Then the standings cover both nights." in page
    assert "No, tonight stands alone" in page
    assert "counts in full" in page and "counts half" in page
    for others in (
        open_night(earlier.host, game="rook.jeff"),
        open_night(earlier.host, [f"{name} Other" for name in EIGHT]),
    ):
        there = f"{others.address}movement"
        assert "continue an earlier night" not in earlier.host.get(there).text


@pytest.mark.parametrize(
    ("part", "times", "said"), [("", 1, "."), ("half", 2, ", which count half.")]
)
def test_the_standings_are_of_both_nights(
    earlier: Evening, another: Another, part: str, times: int, said: str
) -> None:
    before = totals(earlier)
    evening = going_on(earlier, another(), part)
    people = plain(earlier.host.get(f"{evening.address}people"))
    assert "Goes on from an earlier night: 4 results carried over" in people
    evening.play("Ann", (10, 9))
    evening.play(evening.others_of("Ann"), (9, 10))
    alone = {
        evening.night.unit_name(line.unit): float(line.total)
        for ranking in play_of(evening).of_this_night
        for line in ranking.standings
    }
    for name, total in totals(evening).items():
        parts = (2 * times * alone[name] + 6 * before[name], 2 * times + 6)
        assert total == pytest.approx(parts[0] / parts[1])
    page = plain(earlier.host.get(f"{evening.address}standings"))
    day = EN.day(earlier.session.header.at)
    assert f"With the results of {day}{said}" in page
    assert (
        f"tonight {alone['Ann & Ben']:.2f}, earlier {before['Ann & Ben']:.2f}" in page
    )
    assert "corrected afterwards" not in page


def test_files_and_paper_say_what_was_carried_over(
    earlier: Evening, another: Another
) -> None:
    evening = going_on(earlier, another(), "half")
    evening.play_to_the_end()
    play = play_of(evening)
    document = NightDocument(NightList.RANKING)
    paper = night_page(play.session, [*play.tables.values()], EN, Paper.A4, document)
    assert "which count half." in paper and "<small>tonight " in paper
    rows = list(csv.DictReader(io.StringIO(standings_csv(play, EN))))
    said = standings_of(evening.session, play.tables, EN)["rankings"][0]["standings"]
    before = totals(earlier)
    for row, line in zip(rows, said, strict=True):
        assert row["carried_boards"] == "3" and line["carried_boards"] == 3
        assert float(row["carried"]) == pytest.approx(before[row["name"]], abs=0.01)
        mean = (6 * float(row["own"]) + 3 * float(row["carried"])) / 9
        assert float(row["total"]) == pytest.approx(mean, abs=0.01)
    root = Xml.fromstring(usebio_of(play, EN).split(b'dtd">')[1])  # noqa: S314
    own = {row["number"]: float(row["own"]) for row in rows}
    for pair in root.iter("PAIR"):
        total = float(pair.findtext("TOTAL_SCORE") or 0)
        assert total == pytest.approx(own[pair.findtext("PAIR_NUMBER") or ""], abs=0.01)
    plain_night = standings_csv(play_of(earlier), EN)
    assert plain_night.splitlines()[0].endswith("given")


def test_the_file_of_the_later_night_stands_alone(
    earlier: Evening, another: Another
) -> None:
    evening = going_on(earlier, another(), "half")
    evening.play_to_the_end()
    sessions = [evening.session, *tables(evening).values()]
    night, found = night_in(io.BytesIO(b"".join(written(sessions))))
    assert night.head == evening.session.head
    wanted = standings_of(evening.session, tables(evening), EN)
    assert standings_of(night, found, EN) == wanted
    assert wanted["rankings"][0]["standings"][0]["carried_boards"] == 3


def test_whoever_is_new_brings_nothing(earlier: Evening, another: Another) -> None:
    evening = open_night(earlier.host, [*EIGHT[:6], "Ida", "Jo"])
    evening.join("Ann", another())
    evening.phones |= dict.fromkeys(evening.night.people[1:], earlier.host)
    evening.begin("howell", deals="2", earlier=earlier.session.id)
    evening.play("Ann", (10, 9))
    evening.play(evening.others_of("Ann"), (9, 10))
    rows = csv.DictReader(io.StringIO(standings_csv(play_of(evening), EN)))
    assert {row["name"]: row["carried_boards"] for row in rows} == {
        "Ann & Ben": "6",
        "Cid & Dora": "6",
        "Ed & Fay": "6",
        "Ida & Jo": "0",
    }


def test_what_was_carried_over_stays_when_the_earlier_night_is_corrected(
    earlier: Evening, another: Another
) -> None:
    evening = going_on(earlier, another())
    carried = evening.night.carried
    laid = earlier.night.rounds[0].fact.tables[0]
    given = facts.BoardGiven(
        1, laid.table, laid.board, "fouled", "", facts.Award.PLUS, facts.Award.MINUS
    )
    takes_back = map(facts.SignatureBack, earlier.night.signatures)
    entries = tuple(map(Entry, (*takes_back, given)))
    stamp = Stamp("2026-11-27T20:00:00Z", key="corrected")
    earlier.store.append(earlier.session.id, Command(entries), stamp)
    evening.play("Ann", (10, 9))
    evening.play(evening.others_of("Ann"), (9, 10))
    page = plain(earlier.host.get(f"{evening.address}standings"))
    assert "What was carried over stays as it was." in page
    assert evening.night.carried == carried


def test_another_scoring_or_other_partners_are_refused(earlier: Evening) -> None:
    assert "The earlier night was scored differently." in refused(
        earlier, scoring="imps"
    )
    assert "Nobody playing tonight was in those standings" in refused(
        earlier, plan="individual", rounds="3"
    )


def test_a_night_that_is_not_over_is_not_taken(
    visitor: Visitor, another: Another
) -> None:
    going = begun(visitor, another())
    evening = open_night(visitor)
    there = f"{evening.address}movement"
    visitor.get(there).send(there, plan="howell", earlier=going.session.id)
    assert visitor.page.status_code == 400
    assert evening.night.chosen is None
    with pytest.raises(RuleViolation) as refusal:
        carried_from(going.session, going.store.readable, facts.Part.WHOLE)
    assert (
        EN.text(refusal.value.why)
        == "The night isn’t over yet. End it below the standings first."
    )


def test_numbers_that_are_none_are_refused(earlier: Evening) -> None:
    evening = open_night(earlier.host)
    lines = (facts.CarriedLine(("Ann", "Ben"), "1e9", "6"),)
    drawn = ((1, 2), (3, 4), (5, 6), (7, 8))
    scoring = facts.Scoring.MATCHPOINTS
    chosen = facts.Chosen(facts.Kind.HOWELL, scoring, 3, 2, 15, drawn)
    carried = facts.CarriedOver("x", "2026-11-20", facts.Part.WHOLE, scoring, lines)
    session = evening.session
    command = Command((Entry(chosen), Entry(carried)))
    with pytest.raises(RuleViolation) as refusal:
        session.decide(command)
    said = EN.text(refusal.value.why)
    assert said.startswith("The totals of the earlier night aren’t numbers.")
    good = replace(carried, lines=(replace(lines[0], total="60"),))
    session.decide(Command((Entry(chosen), Entry(good))))
