"""A side is asked on its own phone; whoever is the arbiter, each side has accepted them
there."""

import re
from collections.abc import Callable
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from flask import Flask

from scorekeeper.core.phone_notes import ArbiterAccepted, Arrival, PhoneSeated, Role
from scorekeeper.core.ruling_notes import FactsStated, RulingAccepted
from scorekeeper.core.seats import Seat
from scorekeeper.store.phones import Purpose
from scorekeeper.tables.last_change import last_change
from scorekeeper.tables.rulings.on_deals import decided as rulings_decided
from scorekeeper.tables.settled import settled
from tests.web.confirming import DEAL, confirmation, confirmed
from tests.web.conftest import Visitor, accept_arbiter, join
from tests.web.ruling import REVOKED, Table, elsewhere, revoke
from tests.web.sealing import NEW, bridge, seal
from tests.web.seating import answer, id_of, link, seats_of, store_of
from tests.web.showing import link_shown

Another = Callable[[], Visitor]


@pytest.fixture
def table(visitor: Visitor, app: Flask) -> Table:
    return Table(visitor, app)


def later(app: Flask, monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """Let so many seconds pass."""
    store = store_of(app)
    now = store.now
    monkeypatch.setattr(store, "now", lambda: now() + timedelta(seconds=seconds))


def arbiter_of(table: str, app: Flask, phone: Visitor) -> Visitor:
    return answer(phone, link(app, table, Purpose.ARBITER))


# ---- who accepts the arbiter ----


def test_nothing_an_arbiter_says_counts_before_each_side_has_accepted_them(
    table: Table, another: Another
) -> None:
    west = elsewhere(table, another(), Seat.WEST)
    seq = revoke(table.play(*REVOKED).result(10))
    arbiter = arbiter_of(table.address, table.app, another())
    page = f"{table.address}docket/{seq}"

    def decides() -> int:
        arbiter.get(table.address + "phones").send(
            f"{page}/accept", key="0" * 32, seen="99"
        )
        return arbiter.page.status_code

    assert decides() == 403
    assert re.search("You still need N–\u2060S.*E–\u2060W to accept you", arbiter.text)
    assert ">Accept<" not in arbiter.get(page).text
    accept_arbiter(table.address, table.visitor)
    assert decides() == 403, "the host alone accepts them for nobody else"
    assert "You still need E–\u2060W to accept you" in arbiter.text
    assert 'name="arbiter"' not in table.get("").visitor.text
    accept_arbiter(table.address, west)
    assert "E–\u2060W accepted the arbiter" in table.get("log").said
    for phone, party in ((table.visitor, "NS"), (west, "EW")):
        phone.get(page).send(f"{page}/state", party=party, agrees="yes")
    arbiter.get(page).send(f"{page}/accept")
    assert arbiter.page.status_code == 303, arbiter.text
    assert table.tricks == "12"


def test_one_phone_for_the_whole_table_accepts_the_arbiter_for_all(
    table: Table, another: Another
) -> None:
    arbiter_of(table.address, table.app, another())
    assert "Accept the arbiter?" in table.get("sheet").visitor.text
    accept_arbiter(table.address, table.visitor)
    said = [
        entry.event
        for entry in table.session.log
        if isinstance(entry.event, ArbiterAccepted)
    ]
    assert [accepted.party for accepted in said] == ["NS", "EW"]
    assert "Accept the arbiter?" not in table.get("sheet").visitor.text


@pytest.mark.parametrize("what", ["another arbiter", "a phone that comes later"])
def test_who_was_not_asked_is_asked_anew(
    table: Table, another: Another, what: str
) -> None:
    arbiter = arbiter_of(table.address, table.app, another())
    accept_arbiter(table.address, table.visitor)
    asked = table.visitor
    if what == "another arbiter":
        arbiter = arbiter_of(table.address, table.app, another())
    else:
        asked = elsewhere(table, another(), Seat.WEST)
    arbiter.get(f"{table.address}matters")
    assert arbiter.page.status_code == 403
    accept_arbiter(table.address, asked)
    assert arbiter.get(f"{table.address}matters").page.status_code == 200


def test_a_tap_that_was_meant_for_another_arbiter_accepts_nobody(
    table: Table, another: Another
) -> None:
    arbiter_of(table.address, table.app, another())
    found = re.search(r'name="arbiter" value="(\d+)"', table.get("").visitor.text)
    assert found
    arbiter_of(table.address, table.app, another())
    table.visitor.send(f"{table.address}phones/accept-arbiter", arbiter=found[1])
    assert not table.session.has(ArbiterAccepted)


def test_an_arbiter_who_is_not_accepted_can_look_under_nothing(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = bridge(visitor)
    west = join(visitor, another(), table, "W")
    arbiter = arbiter_of(table, app, another())
    accept_arbiter(table, visitor)
    public = store_of(app).seals.reader(id_of(table))
    address = f"{table}{NEW}joker-suit?seat=W&open=1"
    west.get(address)
    assert west.hidden().get("reader", "") == ""
    west.send(address, suit_0="H", reader=public)
    assert west.page.status_code == 422, "nor by a form that says so"
    seq = seal(west, table)
    accept_arbiter(table, west)
    looked = arbiter.get(f"{table}sealed/{seq}/look").send(
        f"{table}sealed/{seq}/look", reason="to see"
    )
    assert looked.page.status_code == 422, "it was not sealed for them"
    assert west.get(address).hidden()["reader"] == public


def test_the_store_gives_no_arbiter_a_key_that_the_sides_have_not(
    table: Table, another: Another
) -> None:
    arbiter_of(table.address, table.app, another())
    store = store_of(table.app)
    assert store.seals.reader(table.session.id)
    assert store.seal_reader(table.session) == ""
    accept_arbiter(table.address, table.visitor)
    assert store.seal_reader(table.session) == store.seals.reader(table.session.id)


def test_the_arbiter_goes_on_to_the_next_table_as_accepted_as_before(
    table: Table, another: Another
) -> None:
    arbiter = arbiter_of(table.address, table.app, another())
    accept_arbiter(table.address, table.visitor)
    table.get("").visitor.send(table.address + "again", key="1" * 32)
    then = table.visitor.page.headers["Location"]
    assert arbiter.get(then + "matters").page.status_code == 200


# ---- what the arbiter decides ----


def test_the_arbiter_decides_what_the_sides_had_ten_minutes_to_answer(
    table: Table, another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = elsewhere(table, another(), Seat.WEST)
    arbiter = arbiter_of(table.address, table.app, another())
    accept_arbiter(table.address, table.visitor, others)
    seq = revoke(table.play(*REVOKED).result(10))
    page = f"{table.address}docket/{seq}"
    assert "The answer from E–\u2060W is still missing" in arbiter.get(page).text
    assert ">Accept<" not in arbiter.text
    arbiter.get(table.address + "phones").send(
        f"{page}/accept", key="0" * 32, seen="99"
    )
    assert arbiter.page.status_code == 422
    later(table.app, monkeypatch, 590)
    assert ">Accept<" not in arbiter.get(page).text
    later(table.app, monkeypatch, 11)
    assert ">Accept<" in arbiter.get(page).text
    arbiter.send(f"{page}/accept")
    assert arbiter.page.status_code == 303, arbiter.text
    assert table.tricks == "12"


def test_a_row_that_the_arbiter_moved_is_settled_still(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = Table(visitor, app)
    arbiter = arbiter_of(table.address, app, another())
    accept_arbiter(table.address, visitor)
    seq = revoke(table.play(*REVOKED).result(10))
    row = next(iter(table.session.sheet.rows())).id
    for party in ("NS", "EW"):
        shown = f"agree/{row}"
        table.post(f"{shown}?side={party}", shown, party=party).went()
    for party, agrees in (("NS", "yes"), ("EW", "no")):
        table.answer(seq, "state", party=party, agrees=agrees, words="a diamond").went()
    page = f"{table.address}docket/{seq}"
    arbiter.get(page).send(f"{page}/accept")
    assert table.tricks == "12"
    page = f"rows/{row}/strike"
    table.post(page, page, reason="mine")
    assert visitor.page.status_code == 422
    assert 'name="consent" value="NS"' in visitor.text
    assert 'name="consent" value="EW"' in visitor.text
    assert table.tricks == "12"


# ---- a side is asked on its own phone ----


@pytest.fixture
def partner(table: Table, another: Another) -> Visitor:
    """West has a phone; North, East and South are on the host's."""
    return elsewhere(table, another(), Seat.WEST)


def test_the_host_says_nothing_for_a_side_that_has_one_phone(
    table: Table, partner: Visitor
) -> None:
    seq = revoke(table.play(*REVOKED).result(10))
    page = f"{table.address}docket/{seq}"
    said = table.get(f"docket/{seq}").visitor.text
    assert 'name="party" value="EW"' not in said
    assert ">Accept<" not in said
    assert "The answer from E–\u2060W about what happened is still missing." in said
    table.answer(seq, "state", party="EW", agrees="yes", key="0" * 32)
    assert table.visitor.page.status_code == 400
    table.answer(seq, "accept", key="1" * 32, seen="99")
    assert table.visitor.page.status_code == 422
    assert table.tricks == "10"
    partner.get(page).send(f"{page}/state", party="EW", agrees="yes")
    assert ">Accept<" in table.get(f"docket/{seq}").visitor.text
    table.answer(seq, "accept").went()
    assert table.tricks == "12"


REST = {"63.established": "yes", "64.won": "partner"}
"""What else is asked of a revoke."""


def test_what_one_side_tells_says_nothing_for_the_other(
    table: Table, partner: Visitor
) -> None:
    """A revoke that nobody recorded: calling it one says that the suit was held."""
    facts = {"seat": "E", "card": "D2", "61.could": "yes"}
    address = f"ask/irregularity/revoke?{urlencode(facts)}"
    table.get(address)
    assert "Yes, according to N–\u2060S" in table.said
    assert "both sides say so" not in table.said
    assert "Yes, according to E–\u2060W" in partner.get(table.address + address).text
    seq = table.rule("revoke", **facts, **REST)
    page = f"{table.address}docket/{seq}"
    assert "Yes, according to N–\u2060S" in partner.get(page).text
    partner.send(f"{page}/state", party="EW", agrees="yes")
    assert "Yes, both sides say so" in table.get(f"docket/{seq}").said


def test_one_phone_tells_for_both_sides(table: Table) -> None:
    facts = {"seat": "E", "card": "D2", "61.could": "yes"}
    address = f"ask/irregularity/revoke?{urlencode(facts)}"
    assert "Yes, both sides say so" in table.get(address).said
    seq = table.rule("revoke", **facts, **REST)
    assert "Yes, both sides say so" in table.get(f"docket/{seq}").said


def test_the_host_answers_for_a_side_whose_phone_is_silent_for_ten_minutes(
    table: Table, partner: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    seq = revoke(table.play(*REVOKED).result(10))
    page = f"docket/{seq}"
    assert "The host can answer for them in 10 minutes." in table.get(page).said
    assert 'name="instead"' not in table.visitor.text
    of_them = {"party": "EW", "agrees": "yes", "instead": "1"}
    table.answer(seq, "state", **of_them)
    assert "asked less than ten minutes ago" in table.said
    later(table.app, monkeypatch, 601)
    assert 'name="instead"' not in partner.get(table.address + page).text
    partner.send(f"{table.address}{page}/state", **of_them)
    assert partner.page.status_code == 422, "only the host says it for others"
    assert 'name="instead"' in table.get(page).visitor.text
    table.answer(seq, "state", **of_them | {"agrees": "no"})
    assert table.visitor.page.status_code == 422, "it was not asked how it was"
    table.answer(seq, "state", **of_them).went()
    assert "the host answered for them" in partner.get(table.address + page).text
    assert "The host agreed for" in table.get("log").said
    table.answer(seq, "state", **of_them)
    assert table.visitor.page.status_code == 422, "it is said once"
    table.answer(seq, "accept").went()
    assert table.tricks == "12"


def test_no_host_answers_for_a_side_that_has_answered(
    table: Table, partner: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    seq = revoke(table.play(*REVOKED).result(10))
    page = f"{table.address}docket/{seq}"
    differs = {"party": "EW", "agrees": "no", "words": "a diamond"}
    partner.get(page).send(f"{page}/state", **differs)
    later(table.app, monkeypatch, 601)
    table.answer(seq, "state", party="EW", agrees="yes", instead="1")
    assert "are asked on their own phone" in table.said
    assert not [said for _, said in table.session.of(FactsStated) if said.instead]


def test_no_host_answers_where_the_arbiter_decides(
    table: Table, partner: Visitor, another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    arbiter_of(table.address, table.app, another())
    accept_arbiter(table.address, table.visitor, partner)
    seq = revoke(table.play(*REVOKED).result(10))
    later(table.app, monkeypatch, 601)
    assert 'name="instead"' not in table.get(f"docket/{seq}").visitor.text
    table.answer(seq, "state", party="EW", agrees="yes", instead="1")
    assert table.visitor.page.status_code == 422
    assert not [said for _, said in table.session.of(FactsStated) if said.instead]


def test_who_is_named_on_another_sides_phone_has_said_nothing(
    table: Table, partner: Visitor
) -> None:
    """East, who sits beside the host's phone, has it ruled: that is not the word of
    E–W."""
    table.play(*REVOKED).result(10)
    facts = {
        "seat": "E",
        "card": "S3",
        "held": "H4",
        "trick": "1",
        "besides": "none",
        "later": "1",
    }
    seq = table.rule("revoke", **facts, by="E")
    assert not [e for e, said in table.session.of(FactsStated) if said.party == "EW"]
    table.answer(seq, "accept", key="1" * 32, seen="99")
    assert table.visitor.page.status_code == 422
    table.answer(seq, "accept", remedy="play-on", key="2" * 32, seen="99").went()
    assert "played on" in table.get("docket").said, "those whom it favours let it pass"
    assert "EW" not in {said.party for _, said in table.session.of(FactsStated)}


def test_the_pages_offer_a_result_to_the_sides_that_can_confirm_it(
    table: Table, partner: Visitor
) -> None:
    table.result(10)
    row = next(iter(table.session.sheet.rows())).id
    assert 'name="party" value="NS"' in table.get("").visitor.text
    assert 'name="party" value="EW"' in partner.get(table.address).text
    said = table.get(f"agree/{row}").visitor.text
    assert "side=NS" in said and "side=EW" not in said
    assert "Confirm" not in table.get(f"agree/{row}?side=EW").said
    table.visitor.send(
        f"{table.address}agree/{row}", party="EW", seen="99", key="0" * 32
    )
    assert table.visitor.page.status_code == 403
    assert "are asked on their own phone" in table.said


def test_a_side_signs_on_its_own_phone(table: Table, partner: Visitor) -> None:
    table.result(10)
    said = table.get("sign").visitor.text
    assert re.search(r'value="EW" disabled', said) and re.search(
        r'value="NS" checked', said
    )
    table.visitor.send(table.address + "sign", party=["NS", "EW"])
    partner.get(table.address + "sign").send(table.address + "sign", party="EW")
    assert partner.page.status_code == 303, partner.text
    signed = [
        entry.event for entry in table.session.log if entry.event.KIND == "signed"
    ]
    assert [event.seats for event in signed] == [
        (Seat.NORTH, Seat.SOUTH),
        (Seat.WEST,),
    ], "East's phone has not signed"


# ---- seats that come by the host's hand ----


def test_a_seat_that_the_host_moves_from_another_phone_brings_no_word(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    row = confirmed(table, NS=visitor, EW=west)
    back = confirmation(west, table, row, "EW")
    visitor.get(table + "phones").send(table + "phones/move", seat="W")
    new = answer(another(), link_shown(app, table))
    moved = [e.event for e in _log(app, table) if isinstance(e.event, PhoneSeated)][-1]
    assert moved.how is Arrival.BY_HOST
    assert "The host moved" in visitor.get(table + "log").text
    new.get(back).send(back, reason="not mine", key="0" * 32)
    assert new.page.status_code == 422
    page = row + "correct"
    new.get(page).send(page, **{**DEAL, "tricks": 9}, consent=["NS", "EW"])
    assert new.page.status_code == 422
    west_moves = another()
    new.get(table + "phones").send(table + "phones/move", seat="W")
    answer(west_moves, link_shown(app, table))
    last = [e.event for e in _log(app, table) if isinstance(e.event, PhoneSeated)][-1]
    assert last.how is Arrival.MOVED, "its own phone gives it on"


def test_a_seat_that_was_taken_back_is_whoever_joins_nexts(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    row = confirmed(table, NS=visitor, EW=west)
    back = confirmation(west, table, row, "EW")
    visitor.get(table + "phones").send(table + "phones/back", seat="W")
    new = join(visitor, another(), table, "W")
    assert seats_of(app, new, table) == "W"
    new.get(back).send(back, reason="not mine", key="0" * 32)
    assert new.page.status_code == 422
    visitor.get(table + "phones").send(table + "phones/back", seat="W")
    visitor.get(table + "phones").send(table + "phones/keep", seat="W")
    stranger = another()
    words = link(app, table, Purpose.JOIN)
    stranger.get(words).send(words, seat="W")
    assert stranger.page.status_code == 409, "the host has said that it is theirs"


def test_that_the_host_spoke_for_a_silent_side_stands_on_every_phone(
    visitor: Visitor, another: Another, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    row = confirmed(table, NS=visitor, EW=west)
    page = row + "correct"
    visitor.get(page).send(page, **{**DEAL, "tricks": 9}, reason="miscounted")
    visitor.send(page, consent=["NS"], ask="1")
    waiting = table + "change/"
    assert 'name="instead"' not in visitor.get(waiting).text
    later(app, monkeypatch, 601)
    visitor.get(waiting).send(waiting, agreed="EW", instead="1")
    assert visitor.page.status_code == 303, visitor.text
    session = store_of(app).open(id_of(table))
    assert session is not None
    change = last_change(session)
    assert change is not None
    assert any("change-agreed.instead" in str(said) for said in change.new)


def _log(app: Flask, table: str) -> tuple:
    session = store_of(app).open(id_of(table))
    assert session is not None
    return session.log


def test_the_arbiters_place_is_there_whether_accepted_or_not(
    table: Table, another: Another
) -> None:
    arbiter = arbiter_of(table.address, table.app, another())
    holdings = store_of(table.app).phones.holdings(table.session.id)
    assert Role.ARBITER in {holding.role for holding in holdings}
    arbiter.get(f"{table.address}phones").send(f"{table.address}phones/leave")
    assert "The arbiter has left" in table.get("log").said


# ---- phones go along with their persons ----


def sit_down(phone: Visitor, table: str, **persons: str) -> None:
    """Seat these persons by their names, as People and seats does."""
    phone.get(f"{table}evening/people").send(f"{table}enter/people", **persons)
    assert phone.page.status_code == 303, phone.text


def test_a_phone_goes_along_with_its_person(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    guest = join(visitor, another(), table, "E")
    sit_down(visitor, table, N="Tom", E="Ingrid", S="Priya", W="Marek")
    assert seats_of(app, guest, table) == "N"
    assert "E" in seats_of(app, visitor, table)
    assert 'value="EW" disabled' in guest.get(f"{table}sign").text
    assert 'value="NS"' in guest.text
    sit_down(guest, table, N="Ingrid", E="Tom", S="Priya", W="Marek")
    assert seats_of(app, guest, table) == "E"


def test_two_phones_change_seats_with_their_persons(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    east = join(visitor, another(), table, "E")
    north = join(visitor, another(), table, "N")
    sit_down(visitor, table, N="Tom", E="Ingrid", S="Priya", W="Marek")
    assert seats_of(app, east, table) == "N"
    assert seats_of(app, north, table) == "E"


def test_a_phone_plays_for_one_side_of_partners(
    visitor: Visitor, another: Another
) -> None:
    table = visitor.lay("bridge")
    guest = join(visitor, another(), table, "E")
    guest.get(table + "phones").send(table + "phones/sit", seat="N")
    assert guest.page.status_code == 409
    assert "plays for" in guest.text
    guest.get(table + "phones").send(table + "phones/sit", seat="W")
    assert guest.page.status_code == 303


# ---- after the arbiter has decided ----


@pytest.fixture
def decided(table: Table, another: Another) -> tuple[Visitor, Visitor, int]:
    """West's phone, the arbiter's, and the ruling that the arbiter decided: two tricks
    for N-S."""
    west = elsewhere(table, another(), Seat.WEST)
    arbiter = arbiter_of(table.address, table.app, another())
    accept_arbiter(table.address, table.visitor, west)
    seq = revoke(table.play(*REVOKED).result(10))
    page = f"{table.address}docket/{seq}"
    table.answer(seq, "state", party="NS", agrees="yes").went()
    west.get(page).send(f"{page}/state", party="EW", agrees="no", words="a diamond")
    arbiter.get(page).send(f"{page}/accept")
    assert arbiter.page.status_code == 303, arbiter.text
    assert table.tricks == "12"
    return west, arbiter, seq


Decided = tuple[Visitor, Visitor, int]


def test_an_appeal_settles_nothing_and_unsettles_nothing(
    table: Table, decided: Decided
) -> None:
    *_, seq = decided
    page = f"docket/{seq}/appeal"
    table.post(page, page, reason="no").went()
    (row, *_) = table.session.sheet.rows()
    page = f"rows/{row.id}/strike"
    table.post(page, page, reason="mine")
    assert table.visitor.page.status_code == 422
    assert 'name="consent" value="NS"' in table.visitor.text
    assert "must agree on their own phone" in table.visitor.text


def test_both_sides_together_undo_what_the_arbiter_decided(
    table: Table, decided: Decided
) -> None:
    west, _, seq = decided
    (row, *_) = table.session.sheet.rows()
    page = f"docket/{seq}"
    assert "Undo this ruling" in table.get(page).visitor.text
    table.post(page, f"{page}/undo")
    assert table.visitor.page.status_code == 422 and table.tricks == "12"
    table.visitor.send(f"{table.address}{page}/undo", consent=["NS"], ask="1")
    assert table.visitor.page.status_code == 303, table.visitor.text
    assert table.tricks == "12"
    waiting = table.address + "change/"
    west.get(waiting).send(waiting, agreed="EW")
    assert west.page.status_code == 303, west.text
    assert table.tricks == "10"
    log = west.get(table.address + "log").text
    assert "Confirmed result changed; everyone agreed" in log
    assert seq not in rulings_decided(table.session)
    assert row.id not in settled(table.session)


def test_no_side_alone_takes_back_what_the_arbiter_decided(
    table: Table, decided: Decided
) -> None:
    said = [e.seq for e in table.session.log if isinstance(e.event, RulingAccepted)]
    for phone in (table.visitor, decided[0]):
        page = f"{table.address}entries/{said[0]}/strike"
        phone.get(page).send(page, reason="mine")
        phone.send(page, consent=["NS", "EW"])
        assert phone.page.status_code == 422
    assert table.tricks == "12"


def test_a_correction_that_only_undoes_a_ruling_leads_to_it(
    table: Table, decided: Decided
) -> None:
    *_, seq = decided
    (row, *_) = table.session.sheet.rows()
    page = f"rows/{row.id}/correct"
    table.get(page).visitor.send(
        table.address + page,
        level=4,
        denomination="S",
        doubling="",
        declarer="S",
        tricks=10,
        honours_0_seat="",
    )
    assert table.visitor.page.headers["Location"].endswith(f"docket/{seq}")


# ---- what one phone does, the others are told ----


@pytest.mark.parametrize("is_own", [True, False])
def test_a_call_that_another_player_takes_back_is_told_on_every_phone(
    table: Table, another: Another, *, is_own: bool
) -> None:
    west = elsewhere(table, another(), Seat.WEST)
    table.result(10)
    callers = [table.visitor, west]
    while table.session.log[-1].by != "W":
        n = table.session.last
        for phone in callers:
            phone.get(table.address).send(f"{table.address}enter/auction", call="P")
        assert table.session.last > n
    page = f"{table.address}entries/{table.session.last}/back"
    phone = west if is_own else table.visitor
    phone.get(page).send(page)
    assert phone.page.status_code == 303, phone.text
    change = last_change(table.session)
    is_told = change is not None and change.entry == table.session.last
    assert is_told is not is_own


def test_a_phone_whose_side_is_asked_elsewhere_is_told_where(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = Table(visitor, app)
    answer(visitor, link(app, table.address, Purpose.MOVE, Seat.NORTH))
    south = elsewhere(table, another(), Seat.SOUTH)
    elsewhere(table, another(), Seat.EAST, Seat.WEST)
    table.result(10)
    for page in ("", "sign"):
        assert "answers for your side" in table.get(page).said, page
        assert "answers for your side" not in south.get(table.address + page).text
