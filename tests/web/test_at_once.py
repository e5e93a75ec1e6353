"""Bids that nobody sees before the last is in: each phone bids for its own player, and
then all are shown."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.seals import LeftSealed, Opened, Sealed, check_opened
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Recorded
from scorekeeper.exports.session_file import read
from scorekeeper.games.score_pad.events import BidsMade
from scorekeeper.games.score_pad.pads import PADS
from scorekeeper.games.score_pad.rules import Bids, Settings, Showing, Sum
from scorekeeper.store import Store
from scorekeeper.tables.seals import seals_view
from scorekeeper.tables.session import Session, bond_of
from scorekeeper.words import words_in
from tests.web.conftest import Visitor, join
from tests.web.listening import stream
from tests.web.profiles import PUBLIC, behind_tls
from tests.web.sealing import answers

PEOPLE = ("Ann", "Ben", "Cy")
HIDDEN = "77"
"""A bid that stands nowhere else: no time has so many minutes, no other bid is it."""


def lay(visitor: Visitor, **rules: str) -> str:
    answered = {"bids": "ten", "showing": "at-once", "extras": "none", **rules}
    return visitor.lay("score-pad", PEOPLE, **answered)


def phones(
    host: Visitor, another: Callable[[], Visitor], **rules: str
) -> tuple[str, Visitor, Visitor]:
    """A table at which Ann has the host's phone, Ben and Cy their own."""
    table = lay(host, **rules)
    return table, join(host, another(), table, "2"), join(host, another(), table, "3")


def bid(phone: Visitor, table: str, seat: int, number: str) -> None:
    address = f"{table}at-once/bid"
    phone.get(table).send(address, **{f"bid{seat}": number})
    assert phone.page.status_code == 303, phone.text


def main(visitor: Visitor) -> str:
    return re.sub(
        r"\s+", " ", re.sub(r"<[^>]+>", " ", visitor.text.partition("<main")[2])
    )


def opened(visitor: Visitor, table: str) -> Session:
    store = cast(Store, visitor.client.application.extensions["store"])
    session = store.open(table.strip("/").split("/")[-1])
    assert session is not None
    return session


def entries(visitor: Visitor, table: str, kind: type) -> list[Recorded]:
    log = opened(visitor, table).log
    return [entry for entry in log if isinstance(entry.event, kind)]


# ---- the way of a round ----


def test_the_last_bid_shows_all_of_them(visitor: Visitor, another: Any) -> None:
    table, ben, cy = phones(visitor, another)
    assert "Ben, how many tricks do you bid?" in main(ben.get(table))
    assert "bid1" not in ben.text, "it asks for another's bid"
    bid(ben, table, 2, "3")
    assert "Waiting for the others" in main(ben.get(table))
    assert "Done: Ben" in main(visitor.get(table))
    bid(visitor, table, 1, "2")
    assert "Waiting for: Cy" in main(visitor.get(table))
    bid(cy, table, 3, "0")
    for phone in (visitor, ben, cy):
        assert "Who took how many tricks?" in phone.get(table).text
        assert "Ben, bid 3" in phone.text
    (made,) = entries(visitor, table, BidsMade)
    assert [number for _, number in made.event.bids] == [2, 3, 0]


def test_the_log_proves_that_nobody_changed_a_bid(
    visitor: Visitor, another: Any
) -> None:
    table, ben, cy = phones(visitor, another)
    for phone, seat in ((cy, 3), (visitor, 1), (ben, 2)):
        bid(phone, table, seat, str(seat))
    text = visitor.get(table + "session.jsonl").page.get_data()
    session = read(text).session
    seals = {entry.seq: entry for entry, _ in session.of(Sealed)}
    values = {}
    for entry, event in session.of(Opened):
        assert all(entry.seq > seal for seal in seals), "one was opened before the last"
        sealed = seals[event.entry]
        bond = bond_of(session.id, sealed)
        assert isinstance(sealed.event, Sealed)
        values[sealed.event.seat.value] = check_opened(event, sealed.event, bond)
    assert values == {"1": 1, "2": 2, "3": 3}


def test_each_seal_tells_of_its_own_bid_alone(visitor: Visitor, another: Any) -> None:
    table, ben, cy = phones(visitor, another)
    for phone, seat in ((cy, 3), (visitor, 1), (ben, 2)):
        bid(phone, table, seat, str(seat))
    shown = seals_view(opened(visitor, table))
    words = words_in("en")
    told = [[words.text(said) for said in one.became] for one in shown]
    assert told == [[f"Seal opened, and it fits: {seat}"] for seat in (3, 1, 2)]
    text = main(visitor.get(table + "sealed/"))
    assert text.count("Seal opened") == len(PEOPLE)


def test_the_next_game_has_begun_once_somebody_bids(
    visitor: Visitor, another: Any
) -> None:
    table, ben, cy = phones(visitor, another, end="rounds", rounds="1")
    for phone, seat in ((visitor, 1), (ben, 2), (cy, 3)):
        bid(phone, table, seat, "1")
    tricks = {f"tricks{seat}": str(seat) for seat in (1, 2, 3)}
    visitor.get(table).send(table + "enter/tricks", **tricks)
    assert "Next game" in main(ben.get(table))
    ben.get(f"{table}?form=next").send(table + "at-once/bid", bid2="3")
    for phone, told in ((ben, "Waiting for the others"), (cy, "Done: Ben")):
        assert told in main(phone.get(table)), "it shows the end of the last game"


def test_one_phone_types_what_is_said(visitor: Visitor) -> None:
    table = lay(visitor)
    visitor.get(table)
    assert "Who bids how many tricks?" in visitor.text
    assert "at-once" not in visitor.text
    visitor.send(table + "enter/bids", bids1="1", bids2="0", bids3="2")
    assert "Ann, bid 1" in visitor.follow().text
    assert entries(visitor, table, Sealed) == []


def test_two_players_at_one_phone_bid_there_together(
    visitor: Visitor, another: Any
) -> None:
    table = lay(visitor)
    cy = join(visitor, another(), table, "3")
    address = table + "at-once/bid"
    assert "How many tricks does each of you bid?" in main(visitor.get(table))
    visitor.send(address, bid1="1", bid2="2")
    assert visitor.page.status_code == 303
    bid(cy, table, 3, "4")
    (made,) = entries(visitor, table, BidsMade)
    assert [number for _, number in made.event.bids] == [1, 2, 4]


def test_what_is_no_bid_is_refused_and_kept(visitor: Visitor, another: Any) -> None:
    table, ben, _ = phones(visitor, another, sum="fixed", total="5")
    address = table + "at-once/bid"
    for typed, why in (
        ("", "Please type a number"),
        ("one", "isn’t a whole number"),
        ("6", "from 0 to 5"),
        ("-1", "from 0 to 5"),
    ):
        ben.get(table).send(address, bid2=typed)
        assert ben.page.status_code == 422
        assert why in ben.text
        assert f'value="{typed}"' in ben.text
    assert entries(visitor, table, Sealed) == []


def test_a_form_sent_twice_is_one_bid(visitor: Visitor, another: Any) -> None:
    table, ben, _ = phones(visitor, another)
    form = ben.get(table).hidden()
    for number in ("3", "4"):
        sent = {**form, "bid2": number}
        assert ben.client.post(table + "at-once/bid", data=sent).status_code == 303
    assert len(entries(visitor, table, Sealed)) == 1


def test_a_bid_is_corrected_in_sight_of_all(visitor: Visitor, another: Any) -> None:
    table, ben, cy = phones(visitor, another)
    for phone, seat in ((visitor, 1), (ben, 2), (cy, 3)):
        bid(phone, table, seat, "1")
    (made,) = entries(visitor, table, BidsMade)
    address = f"{table}entries/{made.seq}/correct"
    visitor.get(address).send(
        address, bids1="1", bids2="2", bids3="1", reason="Ben mistyped"
    )
    assert visitor.page.status_code == 303, visitor.text
    assert "Ben mistyped" in visitor.get(table + "log").text
    assert len(entries(visitor, table, Opened)) == 3
    assert "Ben, bid 2" in visitor.get(table).text


def test_the_next_round_is_bid_in_the_same_way(visitor: Visitor, another: Any) -> None:
    table, ben, cy = phones(visitor, another)
    for _ in range(2):
        for phone, seat in ((visitor, 1), (ben, 2), (cy, 3)):
            bid(phone, table, seat, "1")
        visitor.get(table).send(table + "enter/tricks", tricks1="3")
        assert visitor.page.status_code == 303
    assert len(entries(visitor, table, BidsMade)) == 2
    assert "Ben, how many tricks do you bid?" in main(ben.get(table))


# ---- nobody sees another's bid ----


def told(phone: Visitor, table: str) -> Iterator[tuple[str, str]]:
    yield from answers(phone, table, 6)
    for address in (table, "/", "/history", "/statistics"):
        phone.get(address)
        yield address, phone.page.get_data(as_text=True)
    with stream(phone.client, table) as states:
        yield "live", json.dumps(next(states))


def says_the_bid(text: str) -> bool:
    return re.search(rf"(?<![\w-]){HIDDEN}(?![\w-])", text) is not None


def test_nothing_of_a_bid_leaves_for_another_phone(
    visitor: Visitor, another: Any
) -> None:
    table, ben, _ = phones(visitor, another)
    assert says_the_bid(f'value="{HIDDEN}"') and says_the_bid(f"bid:{HIDDEN}")
    bid(ben, table, 2, HIDDEN)
    app = visitor.client.application
    store = cast(Store, app.extensions["store"])
    ((salt,),) = store.rows("SELECT salt FROM private")
    for phone in (visitor, ben, another()):
        seen = 0
        for address, body in told(phone, table):
            seen += 1
            assert not says_the_bid(body), address
            assert salt not in body, address
        assert seen > 30
    for path in Path(app.config["INSTANCE"]).glob("**/*.log*"):
        assert not says_the_bid(path.read_text())


def test_the_forms_of_seals_give_no_bid_away(visitor: Visitor, another: Any) -> None:
    """Neither to whose it is, nor to whoever has the seat now."""
    table, ben, _ = phones(visitor, another)
    bid(ben, table, 2, HIDDEN)
    (sealed,) = entries(visitor, table, Sealed)
    visitor.get(table + "phones").send(table + "phones/back", seat="2")
    form = visitor.get(table + "phones").hidden()
    for phone in (visitor, ben):
        for page in ("open", "look"):
            address = f"{table}sealed/{sealed.seq}/{page}"
            assert phone.get(address).page.status_code in (403, 422)
            answer = phone.client.post(address, data={**form, "reason": "I want to"})
            assert answer.status_code in (400, 403, 422)
            assert not says_the_bid(answer.get_data(as_text=True))
        assert phone.get(f"{table}sealed/new/bid").page.status_code in (403, 404)
    assert entries(visitor, table, Opened) == []


def test_in_public_a_stranger_can_neither_bid_nor_end_the_bidding(
    tmp_path: Path,
) -> None:
    app: Flask = create_app(
        {"INSTANCE": str(tmp_path / "i"), "TESTING": True, "PUBLIC_URL": PUBLIC}
    )
    host, ben, stranger = (behind_tls(app) for _ in range(3))
    table = lay(host)
    join(host, ben, table, "2")
    bid(ben, table, 2, HIDDEN)
    form = stranger.get("/new/bridge").hidden()
    for page in ("bid", "bid/back", "bid/aloud"):
        answer = stranger.client.post(
            f"{table}at-once/{page}", data={**form, "bid1": 1}
        )
        assert answer.status_code == 403
        assert not says_the_bid(answer.get_data(as_text=True))


def test_nobody_bids_for_a_player_with_a_phone(visitor: Visitor, another: Any) -> None:
    table, _, cy = phones(visitor, another)
    cy.get(table).send(table + "at-once/bid", bid2="1", bid3="1")
    (sealed,) = entries(visitor, table, Sealed)
    assert sealed.event.seat.value == "3"


def test_nothing_is_typed_over_bids_that_are_hidden(
    visitor: Visitor, another: Any
) -> None:
    table, ben, _ = phones(visitor, another)
    bid(ben, table, 2, "3")
    visitor.get(table)
    visitor.send(table + "enter/bids", bids1="1", bids2="1", bids3="1")
    assert visitor.page.status_code == 422
    assert "Not everybody’s is shown yet" in visitor.text


def test_no_log_states_bids_that_are_still_hidden(
    visitor: Visitor, another: Any
) -> None:
    """Whatever brings it in: a form, a file or another server."""
    table, ben, _ = phones(visitor, another)
    bid(ben, table, 2, "3")
    bids = tuple((Seat(str(n)), 1) for n in (1, 2, 3))
    with pytest.raises(RuleViolation, match="still-hidden"):
        opened(visitor, table).decide(Command((Entry(BidsMade(bids)),)))


# ---- when somebody can't ----


def test_a_player_changes_a_bid_before_the_last_is_in(
    visitor: Visitor, another: Any
) -> None:
    table, ben, cy = phones(visitor, another)
    bid(ben, table, 2, "3")
    ben.get(table).send(table + "at-once/bid/back")
    assert ben.page.status_code == 303
    assert "Ben, how many tricks do you bid?" in main(ben.get(table))
    bid(ben, table, 2, "4")
    bid(cy, table, 3, "0")
    bid(visitor, table, 1, "0")
    (made,) = entries(visitor, table, BidsMade)
    assert [number for _, number in made.event.bids] == [0, 4, 0]
    store = cast(Store, visitor.client.application.extensions["store"])
    assert store.rows("SELECT * FROM private") == []


def test_without_a_lost_phone_the_others_say_it_aloud(
    visitor: Visitor, another: Any
) -> None:
    table, ben, cy = phones(visitor, another)
    bid(ben, table, 2, HIDDEN)
    cy.get(table).send(table + "at-once/bid/aloud")
    assert "Who bids how many tricks?" in cy.follow().text
    assert "Who bids how many tricks?" in visitor.get(table).text
    visitor.send(table + "enter/bids", bids1="1", bids2="2", bids3="3")
    assert "Ben, bid 2" in visitor.follow().text
    assert len(entries(visitor, table, LeftSealed)) == 1
    store = cast(Store, visitor.client.application.extensions["store"])
    assert store.rows("SELECT * FROM private") == []
    assert not says_the_bid(visitor.get(table + "session.jsonl").text)
    visitor.get(table).send(table + "enter/tricks", tricks1="3")
    assert "Ben, how many tricks do you bid?" in main(ben.get(table)), (
        "the next round is hidden again"
    )


def test_before_anybody_has_bid_it_can_be_said_aloud(
    visitor: Visitor, another: Any
) -> None:
    table, _, cy = phones(visitor, another)
    cy.get(table).send(table + "at-once/bid/aloud").follow()
    cy.send(table + "enter/bids", bids1="1", bids2="2", bids3="3")
    assert "Ben, bid 2" in cy.follow().text


def test_the_host_bids_for_a_seat_that_was_taken_back(
    visitor: Visitor, another: Any
) -> None:
    table, ben, _ = phones(visitor, another)
    bid(ben, table, 2, "3")
    visitor.get(table + "phones").send(table + "phones/back", seat="3")
    visitor.get(table).send(table + "at-once/bid", bid1="1", bid3="0")
    assert visitor.page.status_code == 303
    (made,) = entries(visitor, table, BidsMade)
    assert [number for _, number in made.event.bids] == [1, 3, 0]


def test_a_redeal_lets_go_of_what_was_hidden(visitor: Visitor, another: Any) -> None:
    table, ben, _ = phones(visitor, another)
    bid(ben, table, 2, HIDDEN)
    visitor.get(table + "evening/thrown-in").send(table + "enter/thrown-in")
    assert visitor.page.status_code == 303, visitor.text
    assert "Ben, how many tricks do you bid?" in main(ben.get(table))
    assert len(entries(visitor, table, LeftSealed)) == 1
    store = cast(Store, visitor.client.application.extensions["store"])
    assert store.rows("SELECT * FROM private") == []


def test_bids_hidden_on_another_server_are_said_aloud(
    visitor: Visitor, another: Any
) -> None:
    table, ben, _ = phones(visitor, another)
    bid(ben, table, 2, "3")
    store = cast(Store, visitor.client.application.extensions["store"])
    store.run("DELETE FROM private", [])
    assert "hidden on another server" in main(visitor.get(table))


def test_skull_king_bids_at_once_and_a_table_may_choose() -> None:
    assert PADS["skull-king"].settings.showing is Showing.AT_ONCE
    assert PADS["wizard"].settings.showing is Showing.OPEN
    ours = Settings(bids=Bids.WIZARD, sum=Sum.RISING, showing=Showing.AT_ONCE)
    assert ours.has_bids
