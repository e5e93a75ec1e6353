"""Pages of the games other than bridge that say something only now and then."""

from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urlencode

import pytest
from flask import Flask

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Event, Stamp
from scorekeeper.games.berzerka import BERZERKA
from scorekeeper.games.berzerka.events import (
    BoardSet,
    ContractBid,
    ContractWritten,
    Discarded,
    HandStated,
    How,
    PainSuitNamed,
    Passed,
    RankingNamed,
    TrumpNamed,
)
from scorekeeper.games.berzerka.rules import PRINTED, Aim, Ranking
from scorekeeper.games.rook import ROOK
from scorekeeper.games.rook.events import BidStated, CountStated, DiscardsMade
from scorekeeper.games.rook.rules import KittyTo
from scorekeeper.games.two_ten_jack import TWO_TEN_JACK
from scorekeeper.games.two_ten_jack.events import TotalsStated
from scorekeeper.games.two_ten_jack.rules import Settings, SpadeThree, Values
from tests.adopting import adopt
from tests.agreements import AT
from tests.games.sitting import Sitting
from tests.web.conftest import PEOPLE, Visitor, join
from tests.web.seating import id_of
from tests.web.showing import plain

Enter = Callable[..., None]
THREE = ("Ingrid", "Tom", "Priya")


@pytest.fixture
def enter(app: Flask) -> Enter:
    """Enters facts past the pages."""

    def entered(address: str, *events: Event) -> None:
        store = app.extensions["store"]
        for event in events:
            last = store.open(id_of(address)).last
            stamp = Stamp(AT, None, "", f"past-the-pages-{last}")
            store.append(id_of(address), Command((Entry(event),)), stamp)

    return entered


# ---- Berzerka ----


def test_each_contract_says_what_is_counted_and_goes_into_the_box(
    visitor: Visitor, enter: Enter
) -> None:
    said = ""
    for contract in PRINTED:
        if contract.code == "shapeshift":
            continue  # is one of the others
        for overbid in (0, 1):
            address = visitor.lay("berzerka", THREE)
            enter(address, BoardSet((contract.code,)))
            enter(address, ContractBid(contract.code))
            if overbid:
                enter(address, ContractBid(contract.code, overbid))
            for _ in range(2):
                enter(address, Passed())
            said += plain(visitor.get(address))
            for named in (
                TrumpNamed(Suit.HEARTS),
                PainSuitNamed(Suit.SPADES),
                RankingNamed(Ranking.INVERTED),
            ):
                try:
                    enter(address, named)
                except RuleViolation:
                    continue
                said += plain(visitor.get(address))
            enter(address, Discarded(2))
            said += plain(visitor.get(address))
    for sentence in (
        "It turns over after trick 7.",
        "It turns over after every trick.",
        "Cards of the pain suit taken",
        "less the overbid of 1 goes into the box",
        "plus the overbid of 1 goes into the box",
    ):
        assert sentence in said


def test_who_disputes_discards_is_asked_which_number_is_claimed(
    visitor: Visitor, enter: Enter
) -> None:
    address = visitor.lay("berzerka", THREE)
    enter(address, BoardSet(("hold-steady",)))
    enter(address, HandStated(Seat.ONE, "hold-steady", 2, 5))
    asked = plain(visitor.get(f"{address}ask/irregularity/discards-disputed"))
    assert "Which number is claimed?" in asked


def test_both_tiles_are_written_and_one_is_written_again(
    visitor: Visitor, enter: Enter
) -> None:
    address = visitor.lay("berzerka", THREE)
    enter(address, ContractWritten(1, "Ours", Aim.MOST, 2))
    enter(address, ContractWritten(2, "Theirs", Aim.FEWEST, 3))
    assert "Rewrite a contract of your own" in visitor.get(address).text


def test_a_box_says_that_its_points_are_a_forecast_and_how_it_came(
    visitor: Visitor, enter: Enter
) -> None:
    address = visitor.lay("berzerka", THREE)
    enter(address, BoardSet(("hold-steady", "brute-strength")))
    enter(address, HandStated(Seat.ONE, "hold-steady", 2, 5))
    enter(address, HandStated(Seat.TWO, "hold-steady", 2, 3))
    enter(address, HandStated(Seat.ONE, "brute-strength", 2, 3, How.HOTSEAT))
    assert "game points, forecast" in visitor.get(f"{address}sheet").text


def test_a_lead_is_refused_while_there_is_bidding() -> None:
    sitting = Sitting(BERZERKA, BERZERKA.rule_sheet.defaults)
    sitting.enter(BoardSet(("hold-steady",)))
    with pytest.raises(RuleViolation, match="not-now"):
        sitting.enter(LeadIs(Seat.ONE))


# ---- Two-Ten-Jack ----


def test_the_joker_is_called_on_the_page_that_watches(
    visitor: Visitor, enter: Enter
) -> None:
    ways = {"spade_three": SpadeThree.ANNOUNCED.value, "lead_ban": "off"}
    address = visitor.lay("two-ten-jack", THREE, **ways)
    enter(address, CardPlayed(Card.parse("S3")))
    assert "Call the Joker" in visitor.get(f"{address}watch").text


@pytest.mark.parametrize(
    ("totals", "hearts", "hint"),
    [
        ((-45, -45, 0), None, "one"),
        ((10, 10, 0), None, "both"),
    ],
)
def test_a_sum_that_is_right_otherwise_says_what_is_missing(
    totals: tuple[int, ...], hearts: Seat | None, hint: str
) -> None:
    settings = Settings(players=3, values=Values.CLASSIC_55)
    sitting = Sitting(TWO_TEN_JACK, settings)
    stated = tuple(zip((Seat.ONE, Seat.TWO, Seat.THREE), totals, strict=True))
    with pytest.raises(RuleViolation) as refusal:
        sitting.enter(TotalsStated(stated, hearts))
    assert f"sum.{hint}" in str(refusal.value.why)


def test_an_open_card_is_refused_face_down() -> None:
    sitting = Sitting(TWO_TEN_JACK, TWO_TEN_JACK.rule_sheet.defaults)
    with pytest.raises(RuleViolation, match="face-down"):
        sitting.enter(
            CardPlayed(Card.parse("C5")),
            CardPlayed(Card.parse("C6"), is_face_down=True),
        )


# ---- Rook ----

BURIED = ("G5", "G6", "G7", "G8", "G9")


def test_a_count_by_cards_shows_what_lies_in_the_kitty(
    visitor: Visitor, enter: Enter
) -> None:
    address = visitor.lay("rook")
    enter(address, BidStated(Seat.ONE, 120))
    enter(address, DiscardsMade(tuple(map(Card.parse, BURIED))))
    assert "<small>kitty</small>" in visitor.get(f"{address}?form=count").text


def test_a_team_without_names_is_called_by_its_seats(
    visitor: Visitor, app: Flask, enter: Enter
) -> None:
    store = app.extensions["store"]
    header = store.open(id_of(visitor.lay("rook"))).header
    adopt(store, replace(header, session="new"), ())
    enter("/t/new/", BidStated(Seat.ONE, 120))
    visitor.get("/t/new/phones").send("/t/new/phones/take")
    said = plain(visitor.get("/t/new/?form=count"))
    assert "1 & 3" in said and "2 & 4" in said


def test_a_count_leaves_the_kitty_where_this_table_has_it() -> None:
    settings = replace(ROOK.rule_sheet.defaults, kitty=KittyTo.BIDDER)
    sitting = Sitting(ROOK, settings)
    sitting.enter(BidStated(Seat.ONE, 120))
    sitting.enter(DiscardsMade(tuple(map(Card.parse, ("G5", "G6", "G7", "G8", "G10")))))
    with pytest.raises(RuleViolation, match="kitty-counted"):
        sitting.enter(CountStated("24", 190))


# ---- other rules ----


@pytest.mark.parametrize(
    ("slug", "facts", "rule", "said"),
    [
        (
            "rook",
            (BidStated(Seat.ONE, 120), CountStated("13", 130)),
            {"count": "120"},
            "Would no longer fit",
        ),
        (
            "two-ten-jack",
            (TotalsStated(((Seat.ONE, 0), (Seat.TWO, 0), (Seat.THREE, 0))),),
            {"values": "classic-55"},
            "same points, other reasons",
        ),
        (
            "two-ten-jack",
            (TotalsStated(((Seat.ONE, 0), (Seat.TWO, 0), (Seat.THREE, 0))),),
            {"values": "gioco"},
            "→ nothing",
        ),
    ],
)
def test_what_other_rules_would_do_is_shown_before(
    visitor: Visitor,
    enter: Enter,
    slug: str,
    facts: tuple[Event, ...],
    rule: dict[str, str],
    said: str,
) -> None:
    address = visitor.lay(slug, PEOPLE if slug == "rook" else THREE)
    enter(address, *facts)
    visitor.get(f"{address}rules/change").send(f"{address}rules/preview", **rule)
    assert said in plain(visitor)


def test_a_card_that_lies_face_down_is_said_to(visitor: Visitor, enter: Enter) -> None:
    address = visitor.lay("two-ten-jack", THREE)
    enter(address, CardPlayed(Card.parse("H2"), is_face_down=True))
    assert "face down" in plain(visitor.get(f"{address}ask/trick"))
    assert "face down" in plain(visitor.get(f"{address}watch"))


def test_a_phone_of_two_of_three_sides_says_for_both_what_happened(
    visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    address = visitor.lay("berzerka", THREE)
    join(visitor, another(), address, "3")
    page = f"{address}ask/irregularity/failure-to-follow"
    told = {"seat": "1", "card": "S1", "could": "yes", "led": "no"}
    visitor.get(f"{page}?{urlencode(told)}").send(page, **told)
    assert visitor.page.status_code == 303, visitor.text
    assert "All agree" in plain(visitor.follow())
