"""A game of 500 through the web pages."""

import re

from tests.web.conftest import Visitor, app, client, visitor

__all__ = ["app", "client", "visitor"]


def row_of(visitor: Visitor, table: str) -> str:
    row = re.search(r"rows/(\d+)/correct", visitor.get(f"{table}sheet").text)
    assert row
    return f"{table}rows/{row[1]}/correct"


def test_a_hand_is_entered_step_by_step_and_corrected(visitor: Visitor) -> None:
    table = visitor.lay("five-hundred")
    assert "Who won the bidding?" in visitor.get(table).text
    visitor.send(f"{table}enter/contract", bidder="2", bid="8H").follow()
    assert "How many tricks did Tom & Marek take?" in visitor.text
    visitor.send(f"{table}enter/tricks", tricks="9").follow()
    assert "Tom & Marek +300, Ingrid & Priya +10" in visitor.text
    place = row_of(visitor, table)
    visitor.get(place)
    sent = {"bidder": "2", "bid": "8H", "tricks": "7", "reason": "recounted"}
    visitor.send(place, **sent).follow()
    assert "but took 7 tricks" in visitor.text
    assert "Ingrid & Priya +30, Tom & Marek −300" in visitor.text
    assert visitor.get(f"{table}sheet.pdf").page.data.startswith(b"%PDF")


def test_a_hand_that_nobody_bid_moves_the_deal_on(visitor: Visitor) -> None:
    table = visitor.lay("five-hundred")
    visitor.get(table).send(f"{table}enter/contract", nobody="1").follow()
    assert "All four passed. The next player deals." in visitor.text
    assert "deals.." not in visitor.text
    assert "Tom deals" in visitor.text
    visitor.get(f"{table}sheet")
    assert "<small>All four passed. The next player deals.</small>" in visitor.text


def test_a_side_with_the_points_is_told_that_it_must_make_a_contract(
    visitor: Visitor,
) -> None:
    table = visitor.lay("five-hundred", target="300")
    told = "Ingrid & Priya have the points, but must still make a contract"
    for tricks in (0, 0, 0):
        assert told not in visitor.get(f"{table}?form=hand").text
        sent = {"bidder": "2", "bid": "6S", "tricks": str(tricks)}
        visitor.send(f"{table}enter/hand", **sent).follow()
    assert told in visitor.text and "Hand 4" in visitor.text
    sent = {"bidder": "1", "bid": "6S", "tricks": "6"}
    visitor.get(f"{table}?form=hand").send(f"{table}enter/hand", **sent).follow()
    assert "Ingrid & Priya won, 340 to −80" in visitor.text
    assert told not in visitor.text


def test_what_was_struck_ends_its_sentence_on_the_sheet(visitor: Visitor) -> None:
    table = visitor.lay("five-hundred")
    visitor.get(table).send(f"{table}enter/contract", bidder="3", bid="M").follow()
    back = re.search(r"/t/\w+/entries/\d+/back", visitor.text)
    assert back
    visitor.get(back[0]).send(back[0])
    notes = visitor.get(f"{table}sheet").text.partition("<h2>Corrections</h2>")[2]
    assert re.search(r"</del>\. \d\d:\d\d", notes)


def test_a_misere_is_asked_of_the_bidder_alone(visitor: Visitor) -> None:
    table = visitor.lay("five-hundred")
    visitor.get(table).send(f"{table}enter/contract", bidder="3", bid="M").follow()
    assert "How many tricks did Priya take?" in visitor.text
    visitor.send(f"{table}enter/tricks", tricks="1").follow()
    assert "Ingrid & Priya −250" in visitor.text


def test_other_rules_say_which_game_they_would_end(visitor: Visitor) -> None:
    table = visitor.lay("five-hundred", target="300")
    for _ in range(3):
        sent = {"bidder": "2", "bid": "6S", "tricks": "0"}
        visitor.get(f"{table}?form=hand").send(f"{table}enter/hand", **sent)
    visitor.get(f"{table}rules/change")
    visitor.send(f"{table}rules/preview", target="300", defenders="win")
    lead = "Ingrid & Priya lead, 300 to −120"
    assert f"{lead} → Ingrid & Priya won, 300 to −120" in visitor.text
    visitor.get(f"{table}rules/change")
    visitor.send(f"{table}rules/preview", target="800")
    assert "No result changes." in visitor.text


def test_a_misere_that_is_lost_asks_for_its_result_above_the_cards(
    visitor: Visitor,
) -> None:
    table = visitor.lay("five-hundred")
    visitor.get(table).send(f"{table}enter/contract", bidder="3", bid="M")
    told = "The misère is lost: the bidder has taken a trick."
    for card in ("HA", "H4", "H5"):
        assert told not in visitor.get(f"{table}watch").text
        visitor.send(f"{table}watch/card", card=card)
    text = visitor.get(f"{table}watch").text
    assert told in text and "Enter result" in text
    visitor.get(table).send(f"{table}enter/tricks", tricks="1")
    assert told not in visitor.get(f"{table}watch").text


def test_a_correction_of_the_bid_alone_keeps_the_tricks(visitor: Visitor) -> None:
    table = visitor.lay("five-hundred")
    visitor.get(f"{table}?form=hand")
    sent = {"bidder": "1", "bid": "7N", "tricks": "7"}
    visitor.send(f"{table}enter/hand", **sent).follow()
    assert "Ingrid & Priya +220, Tom & Marek +30" in visitor.text
    place = row_of(visitor, table)
    page = visitor.get(place).text
    assert 'value="7N" checked' in page and 'name="suit"' not in page
    sent |= {"bid": "7H", "reason": "misheard"}
    visitor.send(place, **sent).follow()
    assert "Ingrid & Priya +200" in visitor.text


def test_what_is_no_bid_is_refused(visitor: Visitor) -> None:
    table = visitor.lay("five-hundred", misere="never")
    assert "Misère" not in visitor.get(table).text
    for bid in ("M", "11H", "5S", "7X", "<b>"):
        visitor.get(table).send(f"{table}enter/contract", bidder="1", bid=bid)
        assert visitor.page.status_code == 422, bid
    visitor.send(f"{table}enter/contract", bidder="1")
    assert "Please choose one." in visitor.text


def test_the_joker_of_a_hand_without_trumps_is_nominated(visitor: Visitor) -> None:
    table = visitor.lay("five-hundred")
    visitor.get(table).send(f"{table}enter/contract", bidder="2", bid="7N").follow()
    visitor.get(f"{table}?form=joker")
    visitor.send(f"{table}enter/joker", suit="S").follow()
    assert "form=joker" not in visitor.text
    visitor.get(f"{table}watch").send(f"{table}watch/card", card="Joker").follow()
    assert visitor.page.status_code == 200


def test_the_last_trick_says_which_suit_its_joker_was(visitor: Visitor) -> None:
    table = visitor.lay("five-hundred")
    visitor.get(table).send(f"{table}enter/contract", bidder="2", bid="7N").follow()
    for card in ("Joker:H", "5H", "6H", "7H"):
        visitor.get(f"{table}watch").send(f"{table}watch/card", card=card).follow()
    last = re.search(r'"lastrick".*?</p>', visitor.text, re.DOTALL)
    assert last
    shown = re.sub(r"<[^>]+>", " ", last[0])
    assert re.search(r"Joker\s+hearts", shown), shown


def test_it_is_shown_in_german_too(visitor: Visitor) -> None:
    visitor.client.set_cookie("language", "de")
    assert "Wer hat das Spiel?" in visitor.get(visitor.lay("five-hundred")).text
    assert "linke Bauer" in visitor.get("/rules/five-hundred").text


def test_a_hand_that_nobody_bid_is_corrected_to_one_that_was_played(
    visitor: Visitor,
) -> None:
    table = visitor.lay("five-hundred")
    visitor.get(table).send(f"{table}enter/contract", nobody="1").follow()
    place = row_of(visitor, table)
    sent = {"bidder": "4", "bid": "6D", "tricks": "6", "reason": "the last one bid"}
    visitor.get(place).send(place, **sent).follow()
    assert "Tom & Marek +80, Ingrid & Priya +40" in visitor.text
    visitor.get(place).send(place, nobody="1", reason="no, nobody").follow()
    assert "All four passed." in visitor.text


def test_cards_under_a_corrected_contract_do_not_count_and_nothing_is_lost(
    visitor: Visitor,
) -> None:
    """The partner of who bids a misère doesn't play, so seat 3 can't have played."""
    table = visitor.lay("five-hundred")
    visitor.get(table).send(f"{table}enter/contract", bidder="1", bid="8H").follow()
    for card in ("SA", "S5", "S6", "S7"):
        visitor.get(f"{table}watch").send(f"{table}watch/card", card=card).follow()
    log = visitor.get(f"{table}log").text
    seq = max(int(n) for n in re.findall(r"entries/(\d+)/correct", log)) - 4
    place = f"{table}entries/{seq}/correct"
    visitor.get(place).send(place, bidder="2", bid="M", reason="misheard").follow()
    assert "don’t fit" in visitor.get(f"{table}sheet").text
    assert visitor.get(f"{table}watch").page.status_code == 200


def test_the_tricks_alone_are_corrected_from_the_log(visitor: Visitor) -> None:
    table = visitor.lay("five-hundred")
    visitor.get(table).send(f"{table}enter/contract", bidder="2", bid="8H").follow()
    visitor.send(f"{table}enter/tricks", tricks="9").follow()
    links = re.findall(r"entries/\d+/correct", visitor.get(f"{table}log").text)
    headings = {
        heading
        for link in links
        for heading in re.findall(
            r"<h2[^>]*>([^<]*)</h2>", visitor.get(f"{table}{link}").text
        )
    }
    assert {"Tricks of the bidder’s side", "Who won the bidding?"} <= headings
