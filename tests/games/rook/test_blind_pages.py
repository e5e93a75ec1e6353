"""What a table of Rook that plays blind bids is asked and shown, and what it may say in
one line."""

import re

import pytest

from scorekeeper.core.cards import Suit
from scorekeeper.core.seats import Seat
from scorekeeper.games.line import understood
from scorekeeper.games.rook.events import BidStated, CountStated, TrumpDeclared
from scorekeeper.games.rook.rules import BlindBids, Partners
from scorekeeper.words import words_in
from tests.games.rook.table import table as any_table
from tests.games.sitting import Sitting
from tests.web.conftest import PEOPLE, Visitor, app, client, visitor
from tests.web.showing import plain

__all__ = ["app", "client", "visitor"]


def table(blind: BlindBids = BlindBids.BOTH, **settings: object) -> Sitting:
    sitting = any_table(blind=blind, **settings)
    sitting.seat("Ann", "Bo", "Chloé", "Dan")
    return sitting


# ---- one line ----

HAND = {
    "bidder": "1",
    "amount": "120",
    "trump": "R",
    "blind": "y",
    "party": "13",
    "hundreds": "100",
    "points": "30",
}


def read(sitting: Sitting, line: str, language: str = "en") -> object:
    spoken = sitting.game.spoken
    assert spoken is not None
    text = words_in(language).text
    found = understood(spoken, sitting.state, sitting.folded.people, text, line)
    return found.unknown or (found.answer and (found.answer.form, {*found.answer.sent}))


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("Ann 120 blind red made 130", "en"),
        ("Ann bids 120 blind red took 130", "en"),
        ("Ann 120 blind red 130", "en"),
        ("Ann bids blind 120 red, Chloé took 130", "en"),
        ("Ann blind 120 red, 130 points", "en"),
        ("Ann 120 blind rot macht 130", "de"),
        ("Ann bietet 120 blind rot holt 130", "de"),
        ("Ann 120 blind rot 130", "de"),
    ],
)
def test_a_blind_hand_in_one_line(line: str, language: str) -> None:
    assert read(table(), line, language) == ("hand", {*HAND.items()})


def test_a_blind_bid_alone_and_with_a_partner() -> None:
    bid = {"bidder": "1", "amount": "120", "blind": "y"}
    assert read(table(), "Ann bids 120 blind") == ("bid", {*bid.items()})
    called = table(partners=Partners.CALLED)
    assert read(called, "Ann bids 120 blind red with Bo took 130") == (
        "hand",
        {*(HAND | {"partner": "2", "party": "bidders"}).items()},
    )


def test_a_table_that_plays_none_does_not_know_the_word() -> None:
    assert read(table(BlindBids.NO), "Ann bids 120 blind red") == ("blind",)
    counted = table().enter(BidStated(Seat.ONE, 120))
    assert read(counted, "blind took 130") == ("blind",), "it is said with the bid"
    assert read(table(), "nobody bid blind") != ("bid", {("nobody", "1")})


# ---- corrections ----


@pytest.mark.parametrize("blind", [True, False])
def test_a_recorded_hand_fills_its_form(blind: bool) -> None:
    whole = table().enter(
        BidStated(Seat.ONE, 120, blind=blind),
        TrumpDeclared(Suit.RED),
        CountStated("13", 130),
    )
    found = whole.game.flow.correcting(table().state, whole.log[4:])
    assert found is not None and found[0] == "hand"
    assert found[1]["blind"] is blind
    alone = whole.game.flow.correcting(table().state, whole.log[4:5])
    assert alone is not None and alone[0] == "bid"
    assert alone[1]["blind"] is blind


# ---- the pages ----


def lay(visitor: Visitor, language: str = "en", **answers: str) -> str:
    address = visitor.lay("rook", PEOPLE, **answers)
    visitor.client.set_cookie("language", language)
    return address


def call(visitor: Visitor, address: str, *calls: str) -> None:
    for word in calls:
        visitor.get(address).send(f"{address}enter/auction", call=word)
        assert visitor.page.status_code == 303, plain(visitor)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            (
                "Bid blind",
                "need 100 blind. With less they score −200",
                "100 blind",
                "bid 100 blind in red and took 120",
                "double, for a blind bid",
                "Count double, made or set",
                "Bid 100 blind, 20 over",
            ),
        ),
        (
            "de",
            (
                "Blind bieten",
                "brauchen 100 blind. Mit weniger gibt es −200",
                "100 blind",
                "bot 100 blind in Rot und holte 120",
                "doppelt für ein blindes Gebot",
                "Zählen doppelt, erfüllt oder gefallen",
                "Gebot 100 blind, 20 darüber",
            ),
        ),
    ],
)
def test_a_blind_bid_from_the_bidding_to_the_story(
    visitor: Visitor, language: str, words: tuple[str, ...]
) -> None:
    offer, need, on_sheet, told, line, rule, best = words
    address = lay(visitor, language, blind="both")
    assert offer in plain(visitor.get(f"{address}?form=auction"))
    call(visitor, address, "100 blind", "pass", "pass", "pass")
    visitor.get(address).send(f"{address}enter/trump", trump="R")
    assert need in plain(visitor.get(f"{address}?form=total"))
    count = {"party": "24", "hundreds": "100", "points": "20"}
    visitor.send(f"{address}enter/total", **count).follow()
    assert told in plain(visitor)
    sheet = plain(visitor.get(f"{address}sheet"))
    assert on_sheet in sheet and "240" in sheet
    assert rule in plain(visitor.get(f"{address}settings"))
    assert best in plain(visitor.get(f"{address}story/"))
    csv = visitor.get(f"{address}sheet.csv").text
    assert line in csv
    assert '"100 blind"' in visitor.get(f"{address}session.jsonl").text


def test_the_ticked_box_is_kept_and_can_be_taken_back(visitor: Visitor) -> None:
    address = lay(visitor, blind="made")
    visitor.get(f"{address}?form=bid")
    ticked = {"bidder": "1", "amount": "120", "blind": "y"}
    visitor.send(f"{address}enter/bid", amount="120", blind="y")
    assert re.search(r'name="blind"[^>]* checked', visitor.text), "it is still ticked"
    visitor.send(f"{address}enter/bid", **ticked).follow()
    count = {"party": "13", "hundreds": "100", "points": "30"}
    visitor.get(f"{address}?form=total").send(f"{address}enter/total", **count).follow()
    assert "bid 120 blind and took 130" in plain(visitor)
    link = re.search(r'href="([^"]+/correct[^"]*)"', visitor.text)
    assert link is not None
    page = visitor.get(link[1].replace("&amp;", "&"))
    assert re.search(r'name="blind"[^>]* checked', page.text)
    hand = {"bidder": "1", "amount": "120", **count}
    action = re.search(r'action="([^"]+/correct[^"]*)"', page.text)
    assert action is not None
    visitor.send(action[1].replace("&amp;", "&"), **hand)
    assert visitor.page.status_code == 303, plain(visitor)
    sheet = plain(visitor.get(f"{address}sheet"))
    assert "struck out: Ingrid won the bid at 120 blind" in sheet
    assert "total 130 70" in sheet


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", "Ingrid isn’t 100 points behind, so can’t bid blind."),
        ("de", "Ingrid liegt keine 100 Punkte zurück, also geht kein blindes Gebot."),
    ],
)
def test_whoever_is_not_far_enough_behind_is_told_so(
    visitor: Visitor, language: str, why: str
) -> None:
    address = lay(visitor, language, blind="made", blind_behind="100")
    assert "Blind bieten" not in plain(visitor.get(f"{address}?form=auction"))
    assert "Bid blind" not in plain(visitor)
    visitor.get(f"{address}?form=bid")
    visitor.send(f"{address}enter/bid", bidder="1", amount="120", blind="y")
    assert why in plain(visitor)
    visitor.get(f"{address}?form=auction")
    visitor.send(f"{address}enter/auction", call="120 blind")
    assert why.replace("Ingrid", "Tom") in plain(visitor)
    rules = plain(visitor.get(f"{address}settings"))
    assert {"en": "Points behind", "de": "Rückstand"}[language] in rules


def test_whoever_asks_what_may_be_called_is_told_of_blind_bids(
    visitor: Visitor,
) -> None:
    def asked(address: str) -> list[str]:
        text = plain(visitor.get(f"{address}ask/call"))
        return text.partition("Allowed")[2].split("Not allowed, and why")

    table = lay(visitor, blind="made")
    assert "200 bid Pass 100 blind 105 blind" in asked(table)[0]
    call(visitor, table, "100 blind", "105", "pass", "pass")
    may, not_now = asked(table)
    assert "110 bid" in may and "blind" not in may
    assert "100 blind" in not_now and not_now.count("has already bid or passed") == 1
    behind = lay(visitor, blind="made", blind_behind="100")
    assert "blind" not in "".join(asked(behind)), "nobody is so far behind"
    assert "blind" not in "".join(asked(lay(visitor, blind="no")))


def test_nothing_of_it_stands_where_it_is_not_played(visitor: Visitor) -> None:
    address = lay(visitor)
    for form in ("auction", "bid", "hand"):
        text = plain(visitor.get(f"{address}?form={form}"))
        assert visitor.page.status_code == 200
        assert "blind" not in text.lower(), form


def test_the_rulebook_says_where_it_is_from(visitor: Visitor) -> None:
    text = plain(visitor.get("/rules/rook"))
    assert "carried over from Spades and Thousand" in text
    visitor.client.set_cookie("language", "de")
    assert "aus zwei anderen Spielen übernommen" in plain(visitor.get("/rules/rook"))
