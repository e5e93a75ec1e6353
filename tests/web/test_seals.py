"""Sealing on a shared phone: who sees what, what stands in which bytes, what each seal
comes to."""

import json
import logging
import os
import re
import zlib
from pathlib import Path
from typing import Any, cast

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.core.seals import written
from scorekeeper.core.seats import Seat
from scorekeeper.exports.pdf.render import PangoMissing, pdf_of
from scorekeeper.store import Store
from scorekeeper.store.phones import Purpose
from scorekeeper.tables.results import confirmed
from scorekeeper.tables.settled import settled
from scorekeeper.web.page import invitations
from tests.engines import another_program, without
from tests.web.conftest import Visitor, join, secret_of
from tests.web.profiles import PUBLIC, behind_tls
from tests.web.sealing import NEW, answers, bridge, deal, name_arbiter, seal

FIVE = ("G10", "R1", "R2", "Y3", "Y5")


def main(visitor: Visitor) -> str:
    """The words of the page's middle."""
    return re.sub(
        r"\s+", " ", re.sub(r"<[^>]+>", " ", visitor.text.partition("<main")[2])
    )


def store_of(app: Flask) -> Store:
    return cast(Store, app.extensions["store"])


def rook(visitor: Visitor) -> str:
    table = visitor.lay("rook")
    visitor.get(table + "?form=bid").send(
        table + "enter/bid", bidder="1", amount="120", trump="G"
    )
    assert visitor.page.status_code == 303, visitor.text
    return table


def seal_discards(visitor: Visitor, table: str, *cards: str) -> None:
    address = f"{table}{NEW}discards?open=1"
    visitor.get(address).send(address, cards=list(cards))


# ---- the way of the phone ----


def test_the_phone_is_handed_over_and_back(visitor: Visitor) -> None:
    table = bridge(visitor)
    assert "Seal a Joker suit" in main(visitor.get(table))
    assert "Who seals a Joker suit?" in main(visitor.get(table + NEW + "joker-suit"))
    before = visitor.get(f"{table}{NEW}joker-suit?seat=W")
    assert "Hand the phone to Marek" in main(before)
    assert 'name="suit_0"' not in before.text
    choice = visitor.get(f"{table}{NEW}joker-suit?seat=W&open=1")
    assert "Marek seals a Joker suit" in main(choice)
    assert choice.page.headers["Cache-Control"] == "no-store"
    assert 'hx-boost="false"' in choice.text
    visitor.send(f"{table}{NEW}joker-suit?seat=W&open=1", suit_0="H").follow()
    assert "Hand the phone back" in main(visitor)
    letters = re.search(
        r"Marek sealed a Joker suit, code ([0-9A-Z]{4})\b", main(visitor)
    )
    assert letters
    for address in (table, table + "log", table + "sealed/"):
        said = main(visitor.get(address)).replace("Marek (West)", "Marek")
        assert f"Marek sealed a Joker suit, code {letters.group(1)}" in said


def test_every_page_about_seals_says_what_a_seal_proves(visitor: Visitor) -> None:
    table = bridge(visitor)
    seq = seal(visitor, table)
    for page in ("", f"{seq}/open", f"{seq}/leave", f"{seq}/done", f"{seq}/"):
        text = main(visitor.get(f"{table}sealed/{page}"))
        assert "nothing else fits it" in text, page
        assert "Anyone who runs a changed program there could read it" in text, page
        assert "Nobody can change it, or look under it" in text, page


def test_nobody_is_asked_to_seal_when_the_rubber_is_over(visitor: Visitor) -> None:
    table = bridge(visitor)
    for _ in range(2):
        deal(visitor, table)
        asked = "Seal a Joker suit" in main(visitor.get(table))
    assert not asked
    assert "Ingrid & Priya win the rubber" in main(visitor)


def test_nothing_is_sealed_while_a_hidden_card_is_open(visitor: Visitor) -> None:
    table = bridge(visitor)
    seal(visitor, table)
    visitor.get(table + "?form=quick").send(
        table + "enter/quick", level="4", denomination="H", declarer="E", tricks="10"
    )
    asked = main(visitor.follow())
    assert "hidden card" in asked and "Seal a Joker suit" not in asked
    assert "joker-suit" not in visitor.get(table + "sealed/").text
    address = f"{table}{NEW}joker-suit?seat=W&open=1"
    assert 'name="suit_0"' not in visitor.get(address).text
    visitor.get(table).send(address, suit_0="H")
    assert visitor.page.status_code == 422
    assert "of the last deal is missing" in main(visitor)
    assert "provisional" in visitor.get(table).text
    visitor.get(table + "?form=reveal").send(table + "enter/reveal", never="1")
    assert "Seal a Joker suit" in main(visitor.follow())
    seal(visitor, table)


def test_without_a_choice_nothing_is_sealed(visitor: Visitor) -> None:
    table = bridge(visitor)
    address = f"{table}{NEW}joker-suit?seat=W&open=1"
    visitor.get(address).send(address)
    assert visitor.page.status_code == 422
    assert "Choose a suit" in main(visitor)
    visitor.send(address, suit_0="X")
    assert visitor.page.status_code == 422
    assert "sealed a Joker suit" not in main(visitor.get(table + "log"))


def test_with_two_jokers_the_holder_says_which(visitor: Visitor) -> None:
    table = bridge(visitor, variant="x2")
    address = f"{table}{NEW}joker-suit?seat=W&open=1"
    visitor.get(address).send(address, suit_0="H")
    assert "Choose the Joker" in main(visitor)
    visitor.send(address, joker="RedJoker", suit_1="S")
    assert "Choose a suit" in main(visitor)
    visitor.send(address, joker="RedJoker", suit_0="S")
    assert visitor.page.status_code == 422
    visitor.send(address, joker="RedJoker", suit_0="D")
    assert visitor.page.status_code == 303


def test_another_table_is_not_asked(visitor: Visitor) -> None:
    table = visitor.lay("joker-bridge")
    assert "Seal a Joker suit" not in main(visitor.get(table))
    assert "too late to seal this" in main(visitor.get(table + NEW + "joker-suit"))
    assert visitor.get(table + NEW + "nothing").page.status_code == 404
    table = visitor.lay("bridge")
    assert visitor.get(table + NEW + "joker-suit").page.status_code == 404


def test_the_same_form_twice_makes_one_seal(visitor: Visitor) -> None:
    table = bridge(visitor)
    address = f"{table}{NEW}joker-suit?seat=W&open=1"
    form = visitor.get(address).hidden()
    first = visitor.client.post(address, data={**form, "suit_0": "H"})
    again = visitor.client.post(address, data={**form, "suit_0": "H"})
    assert first.headers["Location"] == again.headers["Location"]
    other = visitor.client.post(address, data={**form, "suit_0": "S"})
    assert other.status_code == 422
    assert main(visitor.get(table + "log")).count("Marek sealed") == 1


def test_two_phones_seal_at_once(visitor: Visitor, another: Any) -> None:
    table = bridge(visitor, variant="x2")
    other = join(visitor, another(), table, "E")
    address = f"{table}{NEW}joker-suit?open=1&seat="
    visitor.get(address + "W")
    other.get(address + "E")
    visitor.send(address + "W", joker="RedJoker", suit_0="D")
    other.send(address + "E", joker="BlackJoker", suit_1="S")
    assert (visitor.page.status_code, other.page.status_code) == (303, 303)


def test_a_form_that_comes_after_the_first_call_is_refused(visitor: Visitor) -> None:
    table = bridge(visitor)
    address = f"{table}{NEW}joker-suit?seat=W&open=1"
    form = visitor.get(address).hidden()
    visitor.get(table + "?form=auction").send(table + "enter/auction", call="1C")
    assert visitor.page.status_code == 303
    late = visitor.client.post(address, data={**form, "suit_0": "H"})
    assert late.status_code == 422
    assert "sealed a Joker suit" not in main(visitor.get(table + "log"))


# ---- what becomes of it ----


def test_an_opened_seal_says_its_suit_to_all(visitor: Visitor) -> None:
    table = bridge(visitor)
    seq = seal(visitor, table)
    deal(visitor, table)
    assert "Open" in main(visitor.get(table))
    visitor.get(f"{table}sealed/{seq}/open").send(f"{table}sealed/{seq}/open").follow()
    assert "opened: it fits" in main(visitor)
    assert "Joker: hearts" in main(visitor)
    assert "Open" not in main(visitor.get(table))
    assert "hearts" in main(visitor.get(f"{table}sheet?why={seq - 1}"))
    assert visitor.get(f"{table}sealed/{seq}/open").page.status_code == 303


def test_what_was_opened_cannot_be_struck_out(visitor: Visitor) -> None:
    table = bridge(visitor)
    seq = seal(visitor, table)
    visitor.get(f"{table}sealed/{seq}/open").send(f"{table}sealed/{seq}/open")
    for entry in (seq, seq + 1, seq + 2):
        address = f"{table}entries/{entry}/strike"
        visitor.get(address).send(address)
        assert visitor.page.status_code == 422, entry
        assert "can’t be struck" in main(visitor)


def test_a_seal_that_was_tampered_with_is_not_opened(
    visitor: Visitor, app: Flask
) -> None:
    """The machine's owner puts another suit under the seal."""
    table = bridge(visitor)
    seq = seal(visitor, table)
    ((box,),) = store_of(app).rows("SELECT box FROM sealed")
    with another_program(store_of(app)) as other:
        without(other, "boxes_stay", "sealed")
        other.execute("UPDATE sealed SET box = ?", [os.urandom(len(box))])
    visitor.get(f"{table}sealed/{seq}/open").send(f"{table}sealed/{seq}/open")
    assert visitor.page.status_code == 422
    assert "That isn’t what seal" in main(visitor)
    assert "opened: it" not in main(visitor.get(table + "log"))


def test_a_seal_from_another_machine_can_only_be_left(
    visitor: Visitor, another: Any, app: Flask
) -> None:
    table = bridge(visitor)
    arbiter = name_arbiter(visitor, another(), table)
    seq = seal(visitor, table)
    deal(visitor, table)
    with another_program(store_of(app)) as other:
        other.execute("DELETE FROM sealed")
    for phone, page in ((visitor, "open"), (arbiter, "open"), (arbiter, "look")):
        phone.get(f"{table}sealed/{seq}/{page}")
        assert phone.page.status_code == 422
        assert "opens only there" in main(phone)
    assert visitor.get(f"{table}sealed/{seq}/leave").page.status_code == 200


def test_a_seal_that_is_never_opened_has_its_outcome(
    visitor: Visitor, app: Flask
) -> None:
    table = bridge(visitor)
    seq = seal(visitor, table)
    address = f"{table}sealed/{seq}/leave"
    assert "too early" in main(visitor.get(address))
    assert visitor.send(address).page.status_code == 422
    deal(visitor, table)
    visitor.get(address)
    assert "The other side chooses" in main(visitor)
    assert (
        "hearts"
        not in main(visitor).partition("Leave closed")[0].partition("counts:")[2]
    )
    visitor.send(address)
    assert visitor.page.status_code == 422
    visitor.send(address, outcome="0", reason="West went home").follow()
    assert "left closed for good" in main(visitor)
    assert "Joker: clubs" in main(visitor)


def test_a_look_is_an_entry_and_needs_a_reason(visitor: Visitor, another: Any) -> None:
    table = bridge(visitor)
    arbiter = name_arbiter(visitor, another(), table)
    seq = seal(visitor, table)
    address = f"{table}sealed/{seq}/look"
    arbiter.get(address)
    assert "hearts" not in main(arbiter)
    arbiter.send(address, reason=" ")
    assert arbiter.page.status_code == 422
    assert "hearts" not in main(arbiter)
    form = arbiter.hidden()
    arbiter.send(address, reason="East disputes it")
    assert "hearts" in main(arbiter)
    assert arbiter.page.headers["Cache-Control"] == "no-store"
    again = arbiter.client.post(address, data={**form, "reason": "East disputes it"})
    assert again.status_code == 422  # no look without an entry of its own
    assert "hearts" not in again.get_data(as_text=True).partition("<main")[2]
    log = main(visitor.get(table + "log"))
    assert "The arbiter looked under a seal" in log
    assert "East disputes it" in log
    assert "hearts" not in log


# ---- who can look, and who can open ----

SUITS = ("H", "S", "D", "C", "X", "")


def west_seals(visitor: Visitor, west: Visitor) -> tuple[str, int]:
    """A table at which West sealed hearts on a phone of their own."""
    table = bridge(visitor)
    join(visitor, west, table, "W")
    return table, seal(west, table)


def takes_back(host: Visitor, table: str, seat: str) -> None:
    host.get(table + "phones").send(table + "phones/back", seat=seat)
    assert host.page.status_code == 303, host.text


def whole(answer: Any) -> tuple[int, str, bytes]:
    return answer.status_code, str(answer.headers), answer.get_data()


def test_the_form_sent_again_by_another_phone_tells_nothing_of_the_value(
    visitor: Visitor, another: Any
) -> None:
    """Its key is in the session file; whoever plays the seat now could try all
    suits."""
    table, _ = west_seals(visitor, another())
    takes_back(visitor, table, "W")
    last = visitor.get(table + "session.jsonl").page.get_data(as_text=True).splitlines()
    key = next(
        re.findall(r'"key": ?"([^"]+)"', one)[0] for one in last if "commitment" in one
    )
    address = f"{table}{NEW}joker-suit?seat=W&open=1"
    form = {**visitor.get(address).hidden(), "key": key}
    form = form or visitor.get(table + "phones").hidden()
    seen = {
        whole(visitor.client.post(address, data={**form, "suit_0": suit}))
        for suit in SUITS
    }
    assert len(seen) == 1
    assert next(iter(seen))[0] == 422
    stranger = another()
    form = {**stranger.get("/new/bridge").hidden(), "key": key}
    seen = {
        whole(stranger.client.post(address, data={**form, "suit_0": suit}))
        for suit in SUITS
    }
    assert len(seen) == 1


def test_a_seat_that_changes_phones_takes_no_closed_seal_along(
    visitor: Visitor, another: Any
) -> None:
    west = another()
    table, seq = west_seals(visitor, west)
    takes_back(visitor, table, "W")
    deal(visitor, table)
    address = f"{table}sealed/{seq}/open"
    assert visitor.get(address).page.status_code == 403
    assert "Only the phone that sealed" in main(visitor)
    form = visitor.get(table + "phones").hidden()
    assert visitor.client.post(address, data=form).status_code == 403
    assert "opened: it" not in main(visitor.get(table + "log"))
    assert "Open" not in main(visitor.get(table))
    assert visitor.get(f"{table}sealed/{seq}/leave").page.status_code == 200
    west.get(address).send(address).follow()
    assert "opened: it fits" in main(west)


def test_who_sealed_opens_it_without_a_place_in_public_too(tmp_path: Path) -> None:
    app = create_app(
        {"INSTANCE": str(tmp_path / "i"), "TESTING": True, "PUBLIC_URL": PUBLIC}
    )
    host, west, stranger = (behind_tls(app) for _ in range(3))
    table, seq = west_seals(host, west)
    takes_back(host, table, "W")
    address = f"{table}sealed/{seq}/open"
    for phone, may in ((west, True), (stranger, False)):
        assert phone.get(table).page.status_code == 403
        assert (address in phone.text) == may
        assert phone.get(address).page.status_code == (200 if may else 403)
    deal(host, table)
    form = stranger.get("/new/bridge").hidden()
    assert stranger.client.post(address, data=form).status_code == 403
    west.get(address).send(address)
    assert west.page.status_code == 200 and "opened: it fits" in main(west)
    assert west.get(address).page.status_code == 403, (
        "it is settled, and there is nothing more here"
    )
    assert "opened: it fits" in main(host.get(table + "log"))


def test_without_an_arbiter_nobody_looks(visitor: Visitor, another: Any) -> None:
    west = another()
    table, seq = west_seals(visitor, west)
    east = another()
    with visitor.client.application.test_request_context():
        words = invitations.fresh(
            table.strip("/").split("/")[-1], Purpose.MOVE, (Seat.EAST,)
        )
    east.get(f"/j/{words}").send(f"/j/{words}")
    for phone in (visitor, west, east, another()):
        address = f"{table}sealed/{seq}/look"
        form = phone.get(table + "phones").hidden() or phone.get("/new/bridge").hidden()
        assert phone.get(address).page.status_code == 403
        answer = phone.client.post(
            address, data={**form, "key": "k", "reason": "I want to"}
        )
        assert answer.status_code == 403
    assert "looked" not in main(visitor.get(table + "log"))


def test_an_arbiter_who_is_named_before_looks_and_one_named_after_does_not(
    visitor: Visitor, another: Any
) -> None:
    table = bridge(visitor, variant="x2")
    west, east = (join(visitor, another(), table, seat) for seat in "WE")
    new = f"{table}{NEW}joker-suit?open=1"
    assert "or look under it" in main(west.get(new))
    before = seal(west, table, joker="BlackJoker", suit_1="S")
    arbiter = name_arbiter(visitor, another(), table, west)
    assert "the arbiter can look under it" in main(east.get(new))
    after = seal(east, table, seat="E", joker="RedJoker", suit_0="D")
    address = f"{table}sealed/{before}/look"
    arbiter.get(address).send(address, reason="Asked to")
    assert arbiter.page.status_code == 422
    assert "spades" not in main(arbiter)
    assert "looked" not in main(visitor.get(table + "log"))
    assert f"/sealed/{before}/look" not in arbiter.get(table + "sealed/").text
    assert f"/sealed/{after}/look" in arbiter.text
    address = f"{table}sealed/{after}/look"
    assert "diamonds" not in main(arbiter.get(address))
    arbiter.send(address, reason="East disputes it")
    assert "diamonds" in main(arbiter)
    assert "East disputes it" in main(visitor.get(table + "log"))


def test_who_was_the_arbiter_opens_nothing_any_more(
    visitor: Visitor, another: Any
) -> None:
    """The key to what was sealed meanwhile is still on that phone."""
    table = bridge(visitor)
    west = join(visitor, another(), table, "W")
    arbiter = name_arbiter(visitor, another(), table, west)
    address = f"{table}sealed/{seal(west, table)}/open"
    assert arbiter.get(address).page.status_code == 200
    visitor.get(f"{table}phones").send(f"{table}phones/dismiss", purpose="arbiter")
    assert arbiter.get(address).page.status_code == 403
    assert arbiter.send(address).page.status_code == 403
    assert west.get(address).page.status_code == 200


def test_what_is_sealed_lies_readable_in_no_file(
    visitor: Visitor, another: Any, app: Flask
) -> None:
    """Whoever takes the machine's disk has neither value nor salt, with an arbiter or
    without."""
    west = another()
    table, seq = west_seals(visitor, west)
    name_arbiter(visitor, another(), table)
    rook_table = rook(visitor)
    seal_discards(visitor, rook_table, *FIVE)
    folder = Path(app.config["INSTANCE"])
    bytes_there = b"".join(
        path.read_bytes() for path in folder.rglob("*") if path.is_file()
    )
    address = f"{table}sealed/{seq}/open"
    west.get(address).send(address)
    assert west.page.status_code == 303
    file = west.get(table + "session.jsonl").page.get_data(as_text=True)
    salt = re.search(r'"salt": ?"([0-9a-f]+)"', file)
    assert salt
    for text in (
        salt[1],
        written({"joker": "Joker", "suit": "H"}),
        written(sorted(FIVE)),
    ):
        assert text.encode() not in bytes_there
        assert json.dumps(text).encode() not in bytes_there


def test_the_answer_that_was_lost_is_given_again_with_the_key(visitor: Visitor) -> None:
    """The form comes again from its own phone, which never got the cookie."""
    table = bridge(visitor)
    address = f"{table}{NEW}joker-suit?seat=W&open=1"
    form = {**visitor.get(address).hidden(), "suit_0": "H"}
    first = visitor.client.post(address, data=form)
    name = f"{visitor.client.application.config['PHONE_COOKIE_NAME']}-keys"
    visitor.client.delete_cookie(name)
    again = visitor.client.post(address, data=form)
    assert again.headers["Location"] == first.headers["Location"]
    seq = re.findall(r"/sealed/(\d+)/done", again.headers["Location"])[0]
    visitor.get(f"{table}sealed/{seq}/open").send(f"{table}sealed/{seq}/open").follow()
    assert "opened: it fits" in main(visitor)


def test_a_form_from_before_the_arbiter_came_is_shown_again(
    visitor: Visitor, another: Any
) -> None:
    """It said that nobody can look; so did a form of an older release, which has no key
    at all."""
    table = bridge(visitor)
    address = f"{table}{NEW}joker-suit?seat=W&open=1"
    visitor.get(address)
    old = {
        name: one
        for name, one in visitor.hidden().items()
        if name not in ("lock", "reader")
    }
    form = visitor.hidden()
    name_arbiter(visitor, another(), table)
    for hidden in (form, old, {**form, "lock": "x" * 43}, {**form, "reader": "0" * 64}):
        answer = visitor.client.post(address, data={**hidden, "suit_0": "H"})
        assert answer.status_code == 422
        text = answer.get_data(as_text=True)
        assert "arbiter has changed" in text
        assert "the arbiter can look under it" in text
        assert re.search(r'name="suit_0" value="H"[^>]* checked', text)
    assert "sealed a Joker suit" not in main(visitor.get(table + "log"))


def test_an_arbiter_opens_what_was_sealed_for_them(
    visitor: Visitor, another: Any
) -> None:
    table = bridge(visitor)
    arbiter = name_arbiter(visitor, another(), table)
    seq = seal(visitor, table)
    arbiter.get(f"{table}sealed/{seq}/open").send(f"{table}sealed/{seq}/open").follow()
    assert "opened: it fits" in main(arbiter)


def test_the_next_arbiter_does_not_look_at_what_was_sealed_for_another(
    visitor: Visitor, another: Any
) -> None:
    table = bridge(visitor)
    first = name_arbiter(visitor, another(), table)
    seq = seal(visitor, table)
    second = name_arbiter(visitor, another(), table)
    for phone, code in ((first, 403), (second, 422)):
        assert phone.get(f"{table}sealed/{seq}/look").page.status_code == code
        assert "hearts" not in main(phone)


def test_the_keys_are_in_one_small_cookie_that_no_script_reads(
    visitor: Visitor,
) -> None:
    table = bridge(visitor)
    seq = seal(visitor, table)
    name = f"{visitor.client.application.config['PHONE_COOKIE_NAME']}-keys"
    sent = next(
        one
        for one in visitor.page.headers.getlist("Set-Cookie")
        if one.startswith(name)
    )
    assert "HttpOnly" in sent and "SameSite=Lax" in sent and "Max-Age=2592000" in sent
    visitor.get(f"{table}sealed/{seq}/open").send(f"{table}sealed/{seq}/open")
    deal(visitor, table)
    seal(visitor, table)
    cookie = visitor.client.get_cookie(name)
    assert cookie is not None
    assert cookie.value.count(".") == 1  # the key of the seal that was opened is gone


@pytest.mark.parametrize(
    "value", ["", "~", "x" * 4000, "0" * 12 + "." + "A" * 42 + "!", "é~.~"]
)
def test_a_cookie_of_nonsense_holds_no_keys(visitor: Visitor, value: str) -> None:
    table = bridge(visitor)
    seq = seal(visitor, table)
    name = f"{visitor.client.application.config['PHONE_COOKIE_NAME']}-keys"
    visitor.client.set_cookie(name, value)
    assert visitor.get(f"{table}sealed/{seq}/open").page.status_code == 403
    assert visitor.get(table).page.status_code == 200


def test_a_phone_without_room_for_a_key_seals_nothing(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.web.page.phone.KEYS", 1)
    table = bridge(visitor, variant="x2")
    seal(visitor, table, joker="RedJoker", suit_0="D")
    address = f"{table}{NEW}joker-suit?seat=E&open=1"
    visitor.get(address).send(address, joker="BlackJoker", suit_1="S")
    assert visitor.page.status_code == 422
    assert "has no room for more" in main(visitor)


def test_what_an_old_release_sealed_opens_where_the_seat_has_been_since(
    visitor: Visitor, another: Any, app: Flask
) -> None:
    """It lies in the clear, without a key: whoever got the seat later doesn't get
    it."""
    west = another()
    table, seq = west_seals(visitor, west)
    secret = secret_of(west, table)
    store = store_of(app)
    store.run(
        "INSERT INTO private SELECT session_id, commitment, 'W', ?, ? FROM sealed",
        [written(secret.value), secret.salt],
    )
    store.run("DELETE FROM sealed")
    store.run("UPDATE places SET since = '2026-01-01T00:00:00Z' WHERE seat = 'W'")
    west.client.delete_cookie(f"{app.config['PHONE_COOKIE_NAME']}-keys")
    address = f"{table}sealed/{seq}/open"
    assert "the owner of this server" in main(west.get(address))
    assert west.page.status_code == 200
    later = {"since": "2999-01-01T00:00:00Z"}
    store.run("UPDATE places SET since = :since WHERE seat = 'W'", later)
    assert west.get(address).page.status_code == 403
    arbiter = name_arbiter(visitor, another(), table, west)
    look = f"{table}sealed/{seq}/look"
    arbiter.get(look).send(look, reason="Asked to")
    assert "hearts" in main(arbiter)
    store.run("UPDATE places SET since = '2026-01-01T00:00:00Z' WHERE seat = 'W'")
    west.get(address).send(address).follow()
    assert "opened: it fits" in main(west)


# ---- Rook ----


def test_the_discards_are_the_bidders_to_seal(visitor: Visitor) -> None:
    table = rook(visitor)
    assert "Hand the phone to Ingrid" in main(visitor.get(table + NEW + "discards"))
    seal_discards(visitor, table, *FIVE[:4])
    assert visitor.page.status_code == 422
    assert "You tapped 4 cards. Tap 5" in main(visitor)
    seal_discards(visitor, table, *FIVE[:4], "SA")
    assert visitor.page.status_code == 422
    seal_discards(visitor, table, *FIVE)
    visitor.follow()
    assert "Ingrid sealed the discards" in main(visitor)


def test_discards_opened_at_the_end_are_held_against_the_count(
    visitor: Visitor,
) -> None:
    table = rook(visitor)
    seal_discards(visitor, table, *FIVE)
    visitor.get(table + "?form=count")
    visitor.send(table + "enter/count", cards=["G10", "B14"], last_trick="")
    assert visitor.page.status_code == 303, visitor.text
    found = re.search(r"/sealed/(\d+)/open", visitor.get(table).text)
    assert found
    visitor.get(found.group(0).join([table.rstrip("/"), ""]))
    visitor.send(f"{table}sealed/{found.group(1)}/open").follow()
    text = main(visitor)
    assert "opened, and it fits" in text
    assert "Some entries no longer fit" in main(visitor.get(table))


def test_discards_that_stay_closed_count_as_the_table_counted(visitor: Visitor) -> None:
    table = rook(visitor)
    seal_discards(visitor, table, *FIVE)
    visitor.get(table + "?form=count")
    visitor.send(table + "enter/count", cards=["G10", "B14"], last_trick="")
    found = re.search(r"/sealed/\d+/", visitor.get(table).text)
    assert found
    text = main(visitor.get(f"{table.rstrip('/')}{found[0]}leave"))
    assert "Seats 1 & 3 lose any dispute" in text.replace("&amp;", "&"), text


# ---- what is in which bytes ----


def test_value_and_salt_are_in_no_byte_of_any_page_file_or_log(
    visitor: Visitor, another: Any, app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    table = rook(visitor)
    seal_discards(visitor, table, *FIVE)
    session_id = table.strip("/").split("/")[-1]
    session = store_of(app).open(session_id)
    assert session is not None
    sealed: Any = session.log[-1].event
    secret = secret_of(visitor, table)
    hidden = (secret.salt, written(secret.value), ", ".join(FIVE), " ".join(FIVE))
    seen = list(answers(another(), table, session.last))
    assert len(seen) > 2 * 15
    # the file shows the commitment
    assert any(sealed.commitment in text for _, text in seen)
    for address, text in seen:
        for one in hidden:
            assert one not in text, address
            assert one.replace('"', "&#34;") not in text, address
            assert one.replace('"', '\\"') not in text, address
    assert not any(one in caplog.text for one in hidden)
    for one in hidden:
        assert one not in repr(session)


def _plain(text: str, table: str, commitment: str, letters: str) -> str:
    """An answer without what differs from one evening to the next whatever is
    sealed."""
    text = text.replace(table.strip("/").split("/")[-1], "SESSION")
    text = text.replace(commitment, "COMMITMENT").replace(letters, "SEAL")
    text = re.sub(r"\b[0-9a-f]{64}\b", "HASH", text)
    text = re.sub(r"(?i)(seal|fingerprint) (is )?[0-9A-Z]{4}\b", "Seal HEAD", text)
    text = re.sub(
        r'"(seal|head)": ?"[^"]+"|data-(fingerprint|head)="[^"]+"', "HEAD", text
    )
    text = re.sub(r'value="\d+">\d+ %</progress>', "PROGRESS", text)
    text = re.sub(r'name="(csrf_token|key|phone)" value="[^"]+"', "TOKEN", text)
    text = re.sub(r'"key": ?"[^"]+"', "KEY", text)
    text = re.sub(r"\d\d:\d\d(:\d\d)?|\d{4}-\d\d-\d\d", "TIME", text)
    return re.sub(
        r"(?m)^(Set-Cookie|Content-Length|ETag|Content-Disposition):.*$", "", text
    )


def test_whatever_is_sealed_every_answer_is_the_same(
    visitor: Visitor, another: Any
) -> None:
    """Two evenings that differ in nothing but the suit under the seal."""
    seen: list[dict[str, str]] = []
    for suit in ("H", "S"):
        table = bridge(visitor)
        seq = seal(visitor, table, suit)
        other = another()
        file = other.get(table + "session.jsonl").page.get_data(as_text=True)
        found = re.search(r'"commitment": ?"([0-9a-f]{64})"', file)
        said = re.search(
            r"sealed a Joker suit, code ([0-9A-Z]{4})",
            main(other.get(f"{table}sealed/")),
        )
        assert found
        assert said
        seen.append(
            {
                _plain(address, table, "-", "-"): _plain(
                    text, table, found.group(1), said.group(1)
                )
                for address, text in answers(other, table, seq)
            }
        )
    first, second = seen
    assert first.keys() == second.keys()
    for address in first:
        assert first[address] == second[address], address


def test_the_paper_holds_nothing_of_it(visitor: Visitor, app: Flask) -> None:
    table = rook(visitor)
    seal_discards(visitor, table, *FIVE)
    session_id = table.strip("/").split("/")[-1]
    session = store_of(app).open(session_id)
    assert session is not None
    secret = secret_of(visitor, table)
    try:
        paper = pdf_of(session)
    except PangoMissing:
        pytest.skip("Pango is missing")
    parts = [paper]
    for found in re.finditer(rb"stream\r?\n", paper):
        try:
            parts.append(zlib.decompressobj().decompress(paper[found.end() :]))
        except zlib.error:
            continue
    assert len(parts) > 3
    whole = b"\n".join(parts)
    for one in (secret.salt, written(secret.value), ", ".join(FIVE)):
        assert one.encode() not in whole


def settled_with_seal(visitor: Visitor, app: Flask) -> tuple[str, int, int]:
    """A table whose deal both sides confirmed while a Joker's suit is sealed; the seal,
    the row."""
    table = bridge(visitor)
    seq = seal(visitor, table)
    deal(visitor, table)
    (row,) = re.findall(r"/agree/(\d+)", visitor.get(table + "agree").text)
    for party in ("NS", "EW"):
        page = f"{table}agree/{row}"
        visitor.get(f"{page}?side={party}").send(page, party=party)
        assert visitor.page.status_code == 303, visitor.text
    return table, seq, int(row)


def test_opening_a_seal_asks_nobody_where_nothing_settled_differs(
    visitor: Visitor, app: Flask
) -> None:
    table, seq, row = settled_with_seal(visitor, app)
    page = f"{table}sealed/{seq}/open"
    visitor.get(page).send(page)
    assert visitor.page.status_code == 303, visitor.text
    session = store_of(app).open(table.strip("/").split("/")[-1])
    assert session is not None
    assert row in settled(session)
    assert len(confirmed(session, session.sheet.row(row))) == 2
