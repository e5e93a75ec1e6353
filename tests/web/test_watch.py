"""Watching the play in the web: one tap a card, what follows, what is refused and
why."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from flask import Flask

from scorekeeper.core.cards import Card, Play
from scorekeeper.core.play import PlayRules
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge import BRIDGE
from scorekeeper.store.phones import Purpose
from scorekeeper.tables.session import Session
from scorekeeper.web.arbiter.asking import written
from tests.web.conftest import Visitor
from tests.web.playing import played_out
from tests.web.seating import answer, link

OFFERED = re.compile(r'<button class="pc[^"]*" name="card" value="([^"]+)"')
GONE = re.compile(r'<span class="pc gone')


@dataclass
class Table:
    """A bridge table whose play is watched."""

    visitor: Visitor
    address: str
    app: Flask

    @property
    def session(self) -> Session:
        session = self.app.extensions["store"].open(
            self.address.strip("/").split("/")[-1]
        )
        assert isinstance(session, Session)
        return session

    @property
    def rules(self) -> PlayRules:
        arbiter = self.session.game.arbiter
        assert arbiter is not None
        rules = arbiter.play_rules(self.session.folded.state)
        assert rules is not None
        return rules

    def contract(
        self, level: int = 4, denomination: str = "S", declarer: str = "S"
    ) -> "Table":
        self.visitor.get(self.address + "?form=contract")
        self.visitor.send(
            self.address + "enter/contract",
            level=level,
            denomination=denomination,
            doubling="",
            declarer=declarer,
        )
        assert self.visitor.page.status_code == 303, self.visitor.text
        return self

    def see(self) -> "Table":
        self.visitor.get(self.address + "watch")
        assert self.visitor.page.status_code == 200
        return self

    def play(self, *cards: str | Play) -> "Table":
        for card in cards:
            self.see()
            text = card if isinstance(card, str) else written(card)
            self.visitor.send(self.address + "watch/card", card=text)
            assert self.visitor.page.status_code == 303, self.visitor.text
        return self.see()

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", self.visitor.text))

    @property
    def offered(self) -> list[str]:
        return OFFERED.findall(self.visitor.text)


@pytest.fixture
def table(visitor: Visitor, app: Flask) -> Table:
    return Table(visitor, visitor.lay("bridge"), app).contract()


def test_before_a_contract_there_is_nothing_to_watch(
    visitor: Visitor, app: Flask
) -> None:
    table = Table(visitor, visitor.lay("bridge"), app).see()
    assert "No play yet" in table.text
    assert "?form=contract" in visitor.text


def test_the_first_trick(table: Table) -> None:
    assert "Marek to lead" in table.see().text
    assert len(table.offered) == 52
    table.play("HK", "H2", "H3")
    assert "Priya to play" in table.text
    assert len(table.offered) == 49
    assert len(GONE.findall(table.visitor.text)) == 3
    table.play("HA")
    assert "Priya to lead" in table.text
    assert "Last:" in table.text
    assert re.search(r"N–\S?S\s*1", table.text)


def test_what_a_revoke_can_have_been_is_one_tap(table: Table) -> None:
    """The last plays that can have been one; whoever followed, or led, is not among
    them."""
    table.play("HK", "H2", "C3", "HA", "S2")
    table.visitor.get(table.address + "ask/irregularity/revoke")
    assert re.findall(r"card=(\w+)&trick=(\d+)", table.visitor.text) == [("C3", "1")]
    assert "Or another card" in table.text
    table.visitor.get(table.address + "ask/irregularity/revoke?seat=E&card=C3&trick=1")
    assert "61.could=yes" in table.visitor.text
    table.visitor.get(table.address + "ask/irregularity/exposed-card")
    assert "Or another card" not in table.text


def test_a_card_is_one_entry_of_the_log_with_its_seat(table: Table) -> None:
    before = table.session.last
    table.play("HK", "H2")
    said = [entry.event for entry in table.session.log[before:]]
    assert [(str(event.card), event.seat) for event in said] == [  # type: ignore[attr-defined]
        ("HK", Seat.WEST),
        ("H2", Seat.NORTH),
    ]


def test_looking_writes_nothing(table: Table) -> None:
    table.play("HK")
    before = table.session.last
    for page in (
        "watch",
        "watch?lead=1",
        "watch?down=1",
        "watch?card=SA",
        "watch?back=3",
    ):
        assert table.visitor.get(table.address + page).page.status_code == 200
    assert table.visitor.client.get(table.address + "watch/card").status_code == 405
    assert table.session.last == before


def test_a_card_that_was_played_is_refused_with_its_trick(table: Table) -> None:
    table.play("HK").visitor.send(table.address + "watch/card", card="HK")
    assert table.visitor.page.status_code == 422
    assert 'role="alert"' in table.visitor.text


@pytest.mark.parametrize("card", ["", "S15", "Joker", "S", "<b>", "SA:x", "SA:D:H"])
def test_what_is_no_card_here_is_refused(table: Table, card: str) -> None:
    before = table.see().session.last
    table.visitor.send(table.address + "watch/card", card=card)
    assert table.visitor.page.status_code == 422
    assert table.session.last == before


def test_the_same_tap_twice_is_one_card(table: Table) -> None:
    form = {**table.see().visitor.hidden(), "card": "HK"}
    client = table.visitor.client
    assert client.post(table.address + "watch/card", data=form).status_code == 303
    last = table.session.last
    assert client.post(table.address + "watch/card", data=form).status_code == 303
    assert table.session.last == last


def test_two_phones_at_once_one_is_told_what_the_other_entered(
    table: Table, another: Callable[[], Visitor]
) -> None:
    app = table.visitor.client.application
    address = table.see().address
    other = answer(another(), link(app, address, Purpose.MOVE, Seat.EAST))
    other.get(table.address + "watch")
    table.play("HK")
    other.send(table.address + "watch/card", card="H2")
    assert other.page.status_code == 409
    assert "Somebody was faster" in other.text
    assert re.search(r'href="[^"]*/watch">Continue from there', other.text)


def test_the_last_card_is_taken_back_and_others_say_why_not(table: Table) -> None:
    table.play("HK", "H2")
    first = table.session.last - 1
    last = table.session.last
    table.visitor.get(f"{table.address}watch?back={first}")
    assert "Not saved." in table.text
    assert "Law" in table.text
    table.see().visitor.send(table.address + "watch/back", entry=first)
    assert table.visitor.page.status_code == 422
    table.see().visitor.send(table.address + "watch/back", entry=last)
    assert table.visitor.page.status_code == 303
    assert "Ingrid to play" in table.see().text
    assert "H2" in table.offered


def test_somebody_else_may_be_said_to_lead(table: Table) -> None:
    table.visitor.get(table.address + "watch?lead=1")
    assert "Who leads?" in table.text
    table.visitor.send(table.address + "watch/lead", seat="E")
    assert "Tom to lead" in table.see().text
    table.visitor.send(table.address + "watch/lead", seat="Q")
    assert table.visitor.page.status_code == 422


def test_the_table_leads_back_to_the_play(table: Table) -> None:
    assert "entered card by card" not in table.visitor.get(table.address).text
    table.play("HK")
    assert "entered card by card" in table.visitor.get(table.address).text


@pytest.mark.parametrize(
    "slug",
    [
        "bridge",
        pytest.param("joker-bridge", marks=pytest.mark.slow),
        pytest.param("deuces-wild", marks=pytest.mark.slow),
        "five-crowns",
    ],
)
def test_a_whole_deal_fills_in_its_result_and_proves_the_revoke(
    visitor: Visitor, app: Flask, slug: str
) -> None:
    table = Table(visitor, visitor.lay(slug), app).contract()
    deal = played_out(table.rules, 3, revokes_from=3)
    assert deal.revoke is not None
    culprit = deal.plays[deal.revoke]
    for n, play in enumerate(deal.plays):
        table.play(play)
        if n < deal.revoke:
            assert "still had" not in table.text
    assert "still had" in table.text
    said = table.session.game.arbiter
    assert said is not None
    watched = said.watched(table.session.folded.state)
    assert table.text.count(" still had ") == 1
    assert f"/ask/irregularity/revoke?seat={culprit.seat.value}" in visitor.text
    assert "All tricks are played" in table.text
    took = watched.won_by((Seat.NORTH, Seat.SOUTH))
    visitor.get(table.address)
    assert re.search(rf'name="tricks" value="{took}" checked', visitor.text)


def test_a_legal_deal_proves_nothing(table: Table) -> None:
    for play in played_out(table.rules, 8).plays:
        table.play(play)
    assert "still had" not in table.text
    assert "All tricks are played" in table.text


def test_a_card_that_may_not_be_led_is_struck_and_leads_to_its_rule(
    visitor: Visitor, app: Flask
) -> None:
    table = Table(visitor, visitor.lay("two-ten-jack"), app).see()
    assert "H2" not in table.offered
    found = re.search(
        r'href="([^"]*watch\?why=H2)" aria-label="[^"]*why not\?"', visitor.text
    )
    assert found
    visitor.get(found[1])
    assert "Not saved." in table.text
    assert 'class="cite"' in visitor.text
    visitor.get(table.address + "watch?down=1")
    assert "H2:down" in table.offered
    visitor.send(table.address + "watch/card", card="H2:down")
    assert visitor.page.status_code == 303
    assert "face down" in visitor.get(table.address + "log").text
    (correct,) = re.findall(r'href="([^"]+/correct)"', visitor.text)[:1]
    visitor.get(correct)
    assert "How was it played?" in visitor.text
    assert "Face down" in visitor.text
    visitor.get(table.address + "ask/trick?lead=2&why=H3")
    assert "Not saved." in table.text


def test_a_trick_of_eight_cards_says_in_which_order_they_fell(
    visitor: Visitor, app: Flask
) -> None:
    eight = ("Ann", "Ben", "Cy", "Dora", "Eve", "Finn", "Gus", "Hal")
    table = Table(visitor, visitor.lay("two-ten-jack", eight), app)
    fell = "&p=".join(("DA", "D5", "D6", "D7", "D8", "D9", "D10", "DJ"))
    visitor.get(f"{table.address}ask/trick?n=1&lead=1&p={fell}")
    for said in ("wins", "5th", "6th", "7th", "8th"):
        assert said in table.text


@pytest.mark.parametrize("slug", ["two-ten-jack", "joker-bridge", "five-crowns"])
def test_a_joker_is_drawn_under_no_suit_that_it_has_not(
    visitor: Visitor, app: Flask, slug: str
) -> None:
    table = Table(visitor, visitor.lay(slug), app)
    if slug != "two-ten-jack":
        table.contract()
    table.see()
    groups = re.findall(
        r'<div class="deck-suit( apart)?">(.*?)</div>', visitor.text, re.S
    )
    cards = [
        (apart, re.findall(r"(?:value=|why=)\"?([*A-Za-z0-9]+)", rest))
        for apart, rest in groups
    ]
    loose = [one for apart, found in cards if apart for one in found]
    assert loose and all(Card.parse(one).suit is None for one in loose)
    for _, found in (card for card in cards if not card[0]):
        assert (
            len({Card.parse(one).suit for one in found}) == 1 and loose[0] not in found
        )


def test_what_is_out_of_the_pack_and_what_cards_are_worth_stand_beside_a_watched_round(
    visitor: Visitor, app: Flask
) -> None:
    table = Table(visitor, visitor.lay("two-ten-jack"), app).see()
    assert re.search(r"Not in the pack: 2 +clubs", table.text)
    worth = (
        "What the cards are worth +5 A hearts , K hearts , Q hearts +10 J hearts "
        ", 10 hearts"
    )
    assert worth in table.text


def test_cards_are_drawn_between_tricks_and_known_from_then_on(
    visitor: Visitor, app: Flask
) -> None:
    table = Table(visitor, visitor.lay("two-ten-jack"), app)
    table.play("D3", "D4", "D5", "D6")
    assert "Marek draws" not in table.text
    assert "Ingrid draws" in table.text
    visitor.send(table.address + "watch/drawn", card="HA")
    assert "Tom draws" in table.see().text
    assert "HA" not in table.offered
    visitor.send(table.address + "watch/drawn", card="")
    assert "Priya draws" in table.see().text
    visitor.get(table.address + "watch?draws=skip")
    assert "Ingrid to lead" in table.text
    assert "Known cards and missing suits" in table.text


def test_one_card_is_put_right_in_its_place(visitor: Visitor, app: Flask) -> None:
    address = visitor.lay("bridge")
    facts = {"level": 4, "denomination": "S", "doubling": "", "declarer": "S"}
    visitor.get(f"{address}?form=contract").send(f"{address}enter/contract", **facts)
    for card in ("HK", "H2", "H3", "H4", "D5"):
        visitor.get(f"{address}watch").send(f"{address}watch/card", card=card)
    store = app.extensions["store"]
    name = address.strip("/").split("/")[-1]
    before = store.open(name)
    seq = next(
        entry.seq
        for entry in before.log
        if getattr(entry.event, "card", None) == Card.parse("H3")
    )
    page = f"{address}entries/{seq}/correct"
    visitor.get(page)
    assert visitor.page.status_code == 200
    assert 'value="H3"' in visitor.text
    visitor.send(page, card="H9", how="up", reason="misread")
    assert visitor.page.status_code == 303, visitor.text
    after = store.open(name)
    assert after.folded.misfits == ()
    assert BRIDGE.arbiter is not None
    watched = BRIDGE.arbiter.watched(after.folded.state)
    assert [str(play.card) for play in watched.plays] == ["HK", "H2", "H9", "H4", "D5"]
    assert [play.seat for play in watched.plays][2] is Seat.EAST
    assert after.log[-1].event.seat is Seat.EAST
    visitor.get(page)
    assert visitor.page.status_code == 404, "it was replaced"
    visitor.get(f"{address}entries/{after.last}/correct").send(
        f"{address}entries/{after.last}/correct", card="HK", how="up"
    )
    assert visitor.page.status_code == 422, "it lies in the trick already"


@pytest.mark.parametrize(
    "slug, card", [("hearts", "C2"), ("two-ten-jack", "C3"), ("spades", "C2")]
)
def test_a_deal_that_was_thrown_in_is_over_for_the_next_one(
    visitor: Visitor, app: Flask, slug: str, card: str
) -> None:
    table = Table(visitor, visitor.lay(slug), app)
    visitor.get(f"{table.address}watch")
    visitor.send(f"{table.address}watch/lead", seat="1")
    table.play(card)
    thrown_in = f"{table.address}evening/thrown-in"
    visitor.get(thrown_in).send(f"{table.address}enter/thrown-in", reason="misdeal")
    shown = table.see().text
    assert "Last:" not in shown
    assert "clubs : played" not in shown
    visitor.send(f"{table.address}watch/lead", seat="3")
    assert "Priya to lead" in table.see().text
    assert card in table.offered


def test_a_whole_hand_that_ended_the_game_leads_to_the_sheet(
    visitor: Visitor, app: Flask
) -> None:
    table = Table(visitor, visitor.lay("spades", preset="short", ten="yes"), app)
    bids = {"bids1": "13", "bids2": "0", "bids3": "0", "bids4": "0"}
    visitor.get(table.address).send(f"{table.address}enter/bids", **bids)
    for play in played_out(table.rules, 3).plays:
        table.play(play)
    assert "Enter result" in table.text
    took = {"tricks1": "13", "against": "they were claimed"}
    visitor.get(table.address).send(f"{table.address}enter/tricks", **took)
    assert "won with 360" in visitor.get(f"{table.address}sheet").text
    assert "See the sheet" in table.see().text
    assert "Enter result" not in table.text
