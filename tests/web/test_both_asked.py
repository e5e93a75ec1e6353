"""What the director determines is asked of the arbiter, else of both sides on their own
phones."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.core.asked import JudgmentAsked, JudgmentGiven, SideAnswered
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.ruling_notes import Ruled
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Stamp
from scorekeeper.exports import session_file
from scorekeeper.store.phones import Purpose
from scorekeeper.tables.rulings.entering import is_made_here
from scorekeeper.tables.rulings.views import rulings_view
from scorekeeper.tables.session import opened
from scorekeeper.words import words_in
from tests.web.conftest import Visitor, accept_arbiter
from tests.web.ruling import Table, elsewhere
from tests.web.seating import answer, link

Another = Callable[[], Visitor]
CLAIM = {
    **{"seat": "S", "left": "4", "tricks": "4", "claim": "no", "settle": "rule"},
    **{"70.trump-stated": "none", "68.before": "7", "which": "now"},
}
"""South claims four tricks of the last four, and the others doubt it."""
PAGE = "ask/irregularity/claim"


def address(table: Table, **facts: str) -> str:
    told = "&".join(f"{name}={fact}" for name, fact in {**CLAIM, **facts}.items())
    return f"{table.address}{PAGE}?{told}"


@pytest.fixture
def table(visitor: Visitor, app: Flask) -> Table:
    return Table(visitor, app)


@pytest.fixture
def west(table: Table, another: Another) -> Visitor:
    return elsewhere(table, another(), Seat.WEST)


def does(phone: Visitor, table: Table, what: str, **fields: object) -> Visitor:
    """Send a form of the question's page."""
    phone.get(address(table)).send(f"{table.address}{PAGE}/{what}", **CLAIM, **fields)
    return phone


def went(phone: Visitor) -> Visitor:
    assert phone.page.status_code == 303, phone.text
    return phone


def say(phone: Visitor, table: Table, side: str, number: str) -> Visitor:
    return does(phone, table, "judge", side=side, judged=number)


def verdict(phone: Visitor, table: Table) -> str:
    found = re.search(r'<h2 id="verdict">(.*?)</h2>', phone.get(address(table)).text)
    return found[1] if found else ""


def of(table: Table, kind: type) -> list[object]:
    return [entry.event for entry in table.session.log if isinstance(entry.event, kind)]


def rule(phone: Visitor, table: Table) -> str:
    """Have it ruled and entered; answers what the list of rulings says of its facts."""
    phone.get(address(table)).send(f"{table.address}{PAGE}", **phone.hidden())
    went(phone)
    facts = rulings_view(table.session)[-1].on.facts
    text = words_in("en").text
    return "\n".join(f"{text(asked)} {text(said)}" for asked, said in facts)


# ---- two phones ----


def test_each_side_is_asked_on_its_own_phone_and_the_same_answer_is_used(
    table: Table, west: Visitor
) -> None:
    host = table.visitor
    assert "Ask both sides" in host.get(address(table)).text
    went(does(host, table, "put"))
    assert "The arbiter’s question is waiting" in west.get(table.address).text
    went(say(host, table, "NS", "3"))
    assert not of(table, JudgmentGiven)
    assert "N–\u2060S: answered" in west.get(address(table)).text
    went(say(west, table, "EW", "3"))
    assert "The arbiter’s question is waiting" not in west.get(table.address).text
    said = rule(host, table)
    assert "Both sides: 3" in said
    assert rulings_view(table.session)[-1].score.effects


def test_different_answers_are_shown_and_the_law_says_what_follows(
    table: Table, west: Visitor
) -> None:
    went(does(table.visitor, table, "put"))
    went(say(west, table, "EW", "2"))
    went(say(table.visitor, table, "NS", "4"))
    page = table.visitor.get(address(table)).text
    assert "The sides disagree. N–\u2060S: 4, E–\u2060W: 2" in page
    assert "the smaller number counts" in page
    said = rule(west, table)
    assert "The sides disagree. N–\u2060S: 4, E–\u2060W: 2" in said
    effects = rulings_view(table.session)[-1].score.effects
    assert "9" in words_in("en").text(effects[0])


def test_the_claimer_can_say_the_whole_claim_whatever_is_doubted_of_a_trump(
    table: Table, west: Visitor
) -> None:
    told = {**CLAIM, "70.trump-stated": "no"}
    facts = "&".join(f"{name}={fact}" for name, fact in told.items())
    page = f"{table.address}{PAGE}"
    host = table.visitor
    for claimers, others in (("no", "yes"), ("no", "yes"), ("4", "3")):
        went(host.get(f"{page}?{facts}").send(f"{page}/put", **told))
        for phone, side, says in ((host, "NS", claimers), (west, "EW", others)):
            asked = phone.get(f"{page}?{facts}")
            assert f'name="judged" value="{says}"' in asked.text, phone.text
            went(asked.send(f"{page}/judge", **told, side=side, judged=says))
    said = host.get(f"{page}?{facts}").text
    assert "The sides disagree. N–\u2060S: 4, E–\u2060W: 3" in said
    assert "One trick goes to the trump that is out" in said


def test_an_address_judges_nothing(table: Table, west: Visitor) -> None:
    for phone in (table.visitor, west):
        asked = phone.get(address(table, **{"70.certain": "4", "certain": "4"}))
        assert "Ask both sides" in asked.text
        told = {**CLAIM, "70.certain": "4", "certain": "4"}
        phone.send(f"{table.address}{PAGE}", **told)
        assert phone.page.status_code == 422
    assert not of(table, Ruled)


def test_nobody_answers_for_the_other_side(
    table: Table, west: Visitor, another: Another
) -> None:
    north = elsewhere(table, another(), Seat.NORTH)
    stranger = another()
    went(does(north, table, "put"))
    for phone, side in (
        (west, "NS"),
        (north, "EW"),
        (table.visitor, "NS"),
        (stranger, "NS"),
    ):
        for whose in (side, "all", "arbiter"):
            say(phone, table, whose, "4")
            assert phone.page.status_code in (403, 422), (side, whose)
    assert not of(table, SideAnswered) and not of(table, JudgmentGiven)


def test_a_watcher_answers_nothing(
    table: Table, west: Visitor, another: Another
) -> None:
    watcher = answer(another(), link(table.app, table.address, Purpose.WATCH))
    went(does(west, table, "put"))
    for side in ("NS", "EW", "all", "arbiter"):
        assert say(watcher, table, side, "4").page.status_code == 403
    assert not of(table, SideAnswered)


def test_a_side_answers_once_on_whatever_phone(
    table: Table, west: Visitor, another: Another
) -> None:
    east = elsewhere(table, another(), Seat.EAST)
    went(does(west, table, "put"))
    went(say(west, table, "EW", "1"))
    assert say(east, table, "EW", "2").page.status_code == 422
    assert len(of(table, SideAnswered)) == 1


def test_no_byte_of_another_phone_says_what_a_side_answered(
    visitor: Visitor, app: Flask, another: Another
) -> None:
    """With either answer the other phone gets the same bytes, but for what is made at
    random."""
    texts = [
        seen_by_the_others(Table(visitor, app), another(), number) for number in "14"
    ]
    for one, other in zip(*texts, strict=True):
        assert one == other


def seen_by_the_others(table: Table, west: Visitor, number: str) -> list[str]:
    """All that the host's phone can read after E-W have answered so, without what is
    random."""
    elsewhere(table, west, Seat.WEST)
    went(does(west, table, "put"))
    went(say(west, table, "EW", number))
    (sealed,) = of(table, SideAnswered)
    secret = table.app.extensions["store"].seals.answer(
        table.session.id,
        sealed.commitment,  # type: ignore[attr-defined]
    )
    assert secret.value == number
    pages = ("", "sheet", "log", "more", "docket", "live?v=", "session.jsonl", "story/")
    texts = [table.visitor.get(table.address + page).text for page in pages]
    texts.append(table.visitor.get(address(table)).text)
    assert not any(secret.salt in text for text in texts)
    return [_without_random(text, table) for text in texts]


def _without_random(text: str, table: Table) -> str:
    """The text without ids, hashes, keys, seals in letters and times."""
    text = text.replace(table.session.id, "")
    text = re.sub(r"[0-9a-f]{16,}|[\w.-]{22,}|\b[0-9A-Z]{4,5}\b", "", text)
    return re.sub(r"\d\d:\d\d(:\d\d)?", "", text)


# ---- taken back, asked again ----


def test_an_answer_is_taken_back_until_the_others_have_answered(
    table: Table, west: Visitor
) -> None:
    went(does(west, table, "put"))
    went(say(west, table, "EW", "1"))
    entry = table.session.last
    assert (
        does(table.visitor, table, "take-back-answer", entry=entry).page.status_code
        == 422
    )
    went(does(west, table, "take-back-answer", entry=entry))
    went(say(west, table, "EW", "2"))
    entry = table.session.last
    went(say(table.visitor, table, "NS", "2"))
    assert does(west, table, "take-back-answer", entry=entry).page.status_code == 422
    assert "Both sides: 2" in rule(west, table)


def test_it_is_asked_again_of_both(table: Table, west: Visitor) -> None:
    went(does(west, table, "put"))
    went(say(west, table, "EW", "1"))
    went(say(table.visitor, table, "NS", "4"))
    before = next(
        entry.seq
        for entry in table.session.log
        if isinstance(entry.event, JudgmentAsked)
    )
    went(does(west, table, "put-again", put=before))
    assert verdict(west, table) == ""
    went(say(table.visitor, table, "NS", "2"))
    went(say(west, table, "EW", "2"))
    assert "Both sides: 2" in rule(west, table)


def test_a_question_that_nobody_has_answered_is_withdrawn(
    table: Table, west: Visitor
) -> None:
    went(does(west, table, "put"))
    went(does(table.visitor, table, "take-back-answer", entry=table.session.last))
    assert "Ask both sides" in west.get(address(table)).text
    assert "The arbiter’s question is waiting" not in west.get(table.address).text


def test_the_same_form_twice_is_one_answer(table: Table, west: Visitor) -> None:
    went(does(west, table, "put"))
    form = {**west.get(address(table)).hidden(), **CLAIM, "side": "EW", "judged": "1"}
    for _ in range(2):
        went(west.send(f"{table.address}{PAGE}/judge", **form))
    assert len(of(table, SideAnswered)) == 1


# ---- phones that leave, and sides without one ----


def test_a_phone_that_left_keeps_its_word_and_the_host_has_none(
    table: Table, west: Visitor
) -> None:
    went(does(west, table, "put"))
    west.get(table.address + "phones").send(table.address + "phones/leave")
    went(west)
    assert say(table.visitor, table, "EW", "4").page.status_code == 422
    assert not of(table, SideAnswered)


def test_after_ten_minutes_of_silence_the_host_answers_for_a_side(
    table: Table, west: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    went(does(west, table, "put"))
    went(say(table.visitor, table, "NS", "4"))
    assert say(table.visitor, table, "EW", "4").page.status_code == 422
    page = table.visitor.get(address(table)).text
    assert "The host can answer for them in 10 minutes." in page
    store = table.app.extensions["store"]
    now = store.now
    monkeypatch.setattr(store, "now", lambda: now() + timedelta(seconds=601))
    assert "answer for them" in table.visitor.get(address(table)).text
    went(say(table.visitor, table, "EW", "4"))
    assert [one.instead for one in of(table, SideAnswered)] == [None, True]  # type: ignore[attr-defined]
    assert "The host answered" in table.get("log").said


def test_one_phone_for_the_table_says_that_both_agree_or_differ(table: Table) -> None:
    host = table.visitor
    page = host.get(address(table)).text
    assert "Both sides agree:" in page and "The sides disagree" in page
    went(does(host, table, "judge", side="", **{"judged-NS": "4", "judged-EW": "2"}))
    assert (
        "The sides disagree. N–\u2060S: 4, E–\u2060W: 2"
        in host.get(address(table)).text
    )
    went(does(host, table, "put-again", put=_asked_last(table)))
    went(say(host, table, "all", "3"))
    assert "Both sides: 3" in rule(host, table)


def _asked_last(table: Table) -> int:
    return [
        entry.seq
        for entry in table.session.log
        if isinstance(entry.event, JudgmentAsked)
    ][-1]


# ---- the arbiter ----


def arbiter_of(table: Table, another: Another, *phones: Visitor) -> Visitor:
    arbiter = answer(another(), link(table.app, table.address, Purpose.ARBITER))
    accept_arbiter(table.address, *phones)
    return arbiter


def test_with_an_arbiter_nobody_else_is_asked(
    table: Table, west: Visitor, another: Another
) -> None:
    arbiter = arbiter_of(table, another, table.visitor, west)
    assert "Ask the arbiter" in west.get(address(table)).text
    went(does(west, table, "put"))
    for phone, side in ((west, "EW"), (table.visitor, "NS")):
        assert say(phone, table, side, "4").page.status_code == 422
        assert 'name="judged"' not in phone.get(address(table)).text
        assert "The arbiter’s question is waiting" not in phone.get(table.address).text
    assert (
        "The arbiter’s question is waiting" in arbiter.get(table.address + "sheet").text
    )
    went(say(arbiter, table, "arbiter", "1"))
    assert "Arbiter: 1" in rule(west, table)


def test_an_arbiter_who_comes_takes_over(
    table: Table, west: Visitor, another: Another
) -> None:
    went(does(west, table, "put"))
    went(say(west, table, "EW", "1"))
    arbiter = arbiter_of(table, another, table.visitor, west)
    assert say(table.visitor, table, "NS", "4").page.status_code == 422
    went(say(arbiter, table, "arbiter", "2"))
    assert "Arbiter: 2" in rule(arbiter, table)


def test_an_arbiter_whom_not_all_accept_says_nothing(
    table: Table, west: Visitor, another: Another
) -> None:
    arbiter = arbiter_of(table, another, table.visitor)
    assert say(arbiter, table, "arbiter", "1").page.status_code == 403
    went(does(west, table, "put"))
    went(say(west, table, "EW", "1"))
    assert len(of(table, SideAnswered)) == 1


# ---- as it is kept ----


def test_a_file_can_put_no_judgment_into_anybodys_mouth(
    table: Table, west: Visitor
) -> None:
    went(does(west, table, "put"))
    went(say(west, table, "EW", "1"))
    went(say(table.visitor, table, "NS", "4"))
    rule(west, table)
    raw = table.visitor.client.get(table.address + "session.jsonl").get_data()
    assert session_file.read(raw).session.head == table.session.head
    log = table.session.log
    header = table.session.header
    at = next(n for n, one in enumerate(log) if isinstance(one.event, JudgmentGiven))
    given = log[at].event
    assert isinstance(given, JudgmentGiven)
    (one, _, salt), other = given.answers
    session = opened(table.session.game, header, log[:at])
    for answers in (((one, "2", salt), other), ((one, "4", ""), other), (other,), ()):
        with pytest.raises(RuleViolation):
            session.decide(Command((Entry(JudgmentGiven(given.asked, answers)),)))
    answered = opened(table.session.game, header, log[: at + 1])
    with pytest.raises(RuleViolation, match="judgment-given"):
        answered.decide(Command((Entry(given),)))
    with pytest.raises(RuleViolation):  # nor without the question
        opened(table.session.game, header).decide(Command((Entry(given),)))


def test_a_ruling_on_what_nobody_has_judged_is_not_made_here(
    table: Table, west: Visitor
) -> None:
    went(does(west, table, "put"))
    went(say(west, table, "EW", "1"))
    went(say(table.visitor, table, "NS", "1"))
    rule(west, table)
    ruled = next(one for one in table.session.log if isinstance(one.event, Ruled))
    assert is_made_here(table.session, ruled)
    asked = next(
        one.seq for one in table.session.log if isinstance(one.event, JudgmentAsked)
    )
    session = opened(
        table.session.game, table.session.header, table.session.log[: asked - 1]
    )
    (entry,) = session.chained((Entry(ruled.event),), Stamp(ruled.at))
    assert not is_made_here(session.grown((entry,)), entry)
