"""A finished hand that was watched is put right as a whole: its cards stay with it."""

from flask import Flask

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Event, Stamp
from scorekeeper.games.berzerka.events import (
    BoardSet,
    ContractBid,
    Discarded,
    HandPlayed,
    HandStated,
    Passed,
    TrumpNamed,
)
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import ContractStated, PassedOut, TricksTaken
from scorekeeper.games.rook.events import (
    BidStated,
    CountStated,
    FirstLead,
    NobodyBid,
    TrumpDeclared,
)
from scorekeeper.tables.session import Session
from tests.web.conftest import Visitor
from tests.web.playing import played_out

BERZERKA = ("C5", "D9", "C7")
BRIDGE = ("HK", "H2", "H3", "HA")
ROOK = ("R14", "R5", "R10", "R1")
FROM_HEARTS = {"trump": "H", "count": "4"}


def session_of(app: Flask, table: str) -> Session:
    session = app.extensions["store"].open(table.strip("/").split("/")[-1])
    assert isinstance(session, Session)
    return session


def tell(app: Flask, table: str, *events: Event) -> None:
    store = app.extensions["store"]
    for n, event in enumerate(events):
        stamp = Stamp("2026-01-01T20:00:00Z", key=f"told-{n}")
        store.append(session_of(app, table).id, Command((Entry(event),)), stamp)


def cards(session: Session) -> list[str]:
    """The cards in force, in order."""
    order = session.folded.order
    return [
        str(entry.event.card) for entry in order if isinstance(entry.event, CardPlayed)
    ]


def kinds(session: Session) -> list[type]:
    return [type(entry.event) for entry in session.folded.order]


def put_right(visitor: Visitor, app: Flask, table: str, **answers: str) -> Session:
    """Correct the last row of the sheet; its form is filled in but for these
    answers."""
    *_, row = session_of(app, table).sheet.rows()
    visitor.get(f"{table}rows/{row.id}/correct")
    assert visitor.page.status_code == 200
    visitor.send(f"{table}rows/{row.id}/correct", **answers)
    assert visitor.page.status_code == 303, visitor.text
    return session_of(app, table)


def berzerka(visitor: Visitor, app: Flask) -> str:
    """A hand of seat 2, told step by step, its first trick watched."""
    table = visitor.lay("berzerka", ("Ana", "Ben", "Cleo"))
    watched = (CardPlayed(Card.parse(one)) for one in BERZERKA)
    bid = (BoardSet(("berzerka",)), ContractBid("berzerka"), Passed(), Passed())
    tell(
        app, table, *bid, TrumpNamed(Suit.SPADES), Discarded(2), *watched, HandPlayed(5)
    )
    return table


HAND = {
    "declarer": "2",
    "contract": "berzerka",
    "how": "bid",
    "overbid": "0",
    "discards": "2",
}


def test_a_watched_berzerka_hand_keeps_its_cards(visitor: Visitor, app: Flask) -> None:
    table = berzerka(visitor, app)
    session = put_right(visitor, app, table, **HAND, trump="S", count="6")
    assert cards(session) == list(BERZERKA)
    assert HandStated not in kinds(session)
    hand = session.folded.state.past[-1]
    assert (hand.count, hand.declarer) == (6, Seat.TWO)
    assert len(hand.watched.plays) == len(BERZERKA)


def test_another_trump_leaves_the_cards(visitor: Visitor, app: Flask) -> None:
    table = berzerka(visitor, app)
    session = put_right(visitor, app, table, **HAND, **FROM_HEARTS)
    assert cards(session) == list(BERZERKA)
    hand = session.folded.state.past[-1]
    assert (hand.trump, hand.count) == (Suit.HEARTS, 4)


def test_a_hand_of_somebody_else_was_another_hand(visitor: Visitor, app: Flask) -> None:
    table = berzerka(visitor, app)
    session = put_right(
        visitor, app, table, **{**HAND, "declarer": "3"}, trump="S", count="5"
    )
    assert cards(session) == []
    assert kinds(session).count(HandStated) == 1
    assert session.folded.state.past[-1].declarer is Seat.THREE


def rook(visitor: Visitor, app: Flask) -> str:
    """A hand of seat 2 with its first trick watched."""
    table = visitor.lay("rook")
    watched = (CardPlayed(Card.parse(one)) for one in ROOK)
    opened = (BidStated(Seat.TWO, 120), TrumpDeclared(Suit.GREEN), FirstLead(Seat.TWO))
    tell(app, table, *opened, *watched, CountStated("24", 130))
    return table


COUNTED = {"bidder": "2", "amount": "120", "trump": "G", "leader": "2", "party": "24"}


def test_a_watched_rook_hand_keeps_its_cards(visitor: Visitor, app: Flask) -> None:
    table = rook(visitor, app)
    session = put_right(visitor, app, table, **COUNTED, hundreds="100", points="40")
    assert cards(session) == list(ROOK)
    hand = session.folded.state.last
    assert len(hand.watched.plays) == len(ROOK)
    assert hand.count == CountStated("24", 140)


def test_a_hand_that_nobody_bid_had_no_cards(visitor: Visitor, app: Flask) -> None:
    table = rook(visitor, app)
    session = put_right(visitor, app, table, nobody="1", opening="")
    assert cards(session) == []
    assert kinds(session).count(NobodyBid) == 1


def bridge(visitor: Visitor, app: Flask) -> str:
    """A deal of South's with its first trick watched."""
    table = visitor.lay("bridge")
    watched = (CardPlayed(Card.parse(one)) for one in BRIDGE)
    contract = ContractStated(Contract.parse("4S"), Seat.SOUTH)
    tell(app, table, contract, *watched, TricksTaken(10))
    return table


DEAL = {
    "level": "4",
    "denomination": "S",
    "doubling": "",
    "declarer": "S",
    "tricks": "9",
}


def test_a_watched_bridge_deal_keeps_its_cards(visitor: Visitor, app: Flask) -> None:
    table = bridge(visitor, app)
    session = put_right(visitor, app, table, **DEAL)
    assert cards(session) == list(BRIDGE)
    assert session.folded.state.last_done.tricks == 9


def test_a_deal_that_was_passed_out_had_no_cards(visitor: Visitor, app: Flask) -> None:
    table = bridge(visitor, app)
    session = put_right(visitor, app, table, **DEAL, passed_out="1")
    assert cards(session) == []
    assert kinds(session).count(PassedOut) == 1


def test_a_result_against_the_recorded_tricks_takes_a_reason(
    visitor: Visitor, app: Flask
) -> None:
    table = visitor.lay("bridge")
    tell(app, table, ContractStated(Contract.parse("4S"), Seat.SOUTH))
    arbiter = session_of(app, table).game.arbiter
    state = session_of(app, table).folded.state
    plays = played_out(arbiter.play_rules(state), 1).plays
    store = app.extensions["store"]
    key = session_of(app, table).id
    entries = tuple(Entry(CardPlayed(play.card, seat=play.seat)) for play in plays)
    store.append(key, Command(entries), Stamp("2026-01-01T20:00:00Z", key="cards"))
    session = session_of(app, table)
    won = arbiter.watched(session.folded.state).won_by((Seat.NORTH, Seat.SOUTH))
    visitor.get(table)
    visitor.send(f"{table}enter/result", tricks=str(13 - won))
    assert visitor.page.status_code == 422
    assert f"By the recorded cards: {won}" in visitor.text
    assert 'name="against"' in visitor.text
    visitor.send(
        f"{table}enter/result",
        tricks=str(13 - won),
        against="East's last card was a spade",
    )
    assert visitor.page.status_code == 303, visitor.text
    row = next(session_of(app, table).sheet.rows())
    visitor.get(f"{table}sheet?why={row.id}")
    assert "differs from the recorded tricks" in visitor.text
    assert (
        f"By the recorded cards: {won} tricks; “East's last card was a spade”"
        in visitor.text
    )
    assert session_of(app, table).log[-1].note == "East's last card was a spade"


def test_a_result_with_its_reason_is_sent_twice(visitor: Visitor, app: Flask) -> None:
    table = visitor.lay("bridge")
    sent = {"key": "twice", "against": "a claim", **DEAL}
    for _ in range(2):
        visitor.get(table).send(f"{table}enter/quick", **sent)
        assert visitor.page.status_code == 303, visitor.text
    assert len(session_of(app, table).folded.state.past) == 1


def test_a_joker_that_was_played_in_a_suit_is_corrected_as_one(
    visitor: Visitor, app: Flask
) -> None:
    table = visitor.lay("five-crowns", nt_joker="nominated")
    joker = CardPlayed(Card.parse("Joker"), as_suit=Suit.HEARTS)
    tell(app, table, ContractStated(Contract.parse("1NT"), Seat.SOUTH), joker)
    page = visitor.get(f"{table}entries/{session_of(app, table).last}/correct")
    assert 'value="H" checked><span class="t nm">As <' in page.text
