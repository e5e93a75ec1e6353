"""How a form that states a deal anew becomes a command, with everything in its
place."""

from collections.abc import Iterator

from scorekeeper.core.cards import Suit
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Event, Recorded
from scorekeeper.games.rook.events import (
    BidStated,
    Call,
    CallMade,
    CardsCaptured,
    CountStated,
    KittyTaken,
    TrumpDeclared,
)
from scorekeeper.web.table.corrections import restated

BID = CallMade(Call("100"))
OTHER = CallMade(Call("110"))
PASS = CallMade(Call("pass"))
KITTY = KittyTaken()
TRUMP = TrumpDeclared(Suit.RED)
COUNT = CountStated("13", 100)
FOLLOWING = 90


def recorded(*events: Event) -> tuple[Recorded, ...]:
    def entries() -> Iterator[Recorded]:
        for seq, event in enumerate(events, start=11):
            yield Recorded(seq, "", None, event, None, "", "", 0, "", "")

    return tuple(entries())


def said(old: tuple[Recorded, ...], *facts: Event) -> Command:
    return restated(old, facts, FOLLOWING, "why")


def test_what_is_the_same_stays_untouched() -> None:
    old = recorded(BID, PASS, TRUMP, COUNT)
    assert said(old, BID, PASS, TRUMP, COUNT) == Command((), (), "why")


def test_a_changed_fact_takes_the_place_of_the_old_one() -> None:
    command = said(recorded(BID, PASS, TRUMP), OTHER, PASS, TRUMP)
    assert command == Command((Entry(OTHER, 11),), (11,), "why")


def test_what_is_no_longer_stated_is_voided() -> None:
    command = said(recorded(BID, PASS, PASS, TRUMP), BID, PASS, TRUMP)
    assert command == Command((), (13,), "why")


def test_an_additional_fact_stands_before_the_one_it_precedes() -> None:
    command = said(recorded(BID, TRUMP, COUNT), BID, KITTY, TRUMP, COUNT)
    assert command == Command((Entry(KITTY, 12),), (), "why")


def test_an_additional_fact_at_the_end_stands_before_what_follows() -> None:
    command = said(recorded(BID, TRUMP), BID, TRUMP, COUNT)
    assert command == Command((Entry(COUNT, FOLLOWING),), (), "why")
    assert restated(recorded(BID), (BID, TRUMP), None).entries == (Entry(TRUMP, None),)


def test_a_fact_of_another_kind_stands_where_the_old_ones_stood() -> None:
    bid = BidStated(Seat.TWO, 100)
    cards = CardsCaptured("13", (), "24")
    command = said(
        recorded(BID, PASS, PASS, KITTY, TRUMP, COUNT), bid, KITTY, TRUMP, cards
    )
    assert command == Command(
        (Entry(bid, 11), Entry(cards, 16)), (11, 12, 13, 16), "why"
    )
