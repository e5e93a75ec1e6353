"""A game of Hearts through the web pages."""

import re

from tests.web.conftest import Visitor, app, client, visitor

__all__ = ["app", "client", "visitor"]


def fields(*hearts: int, **more: str) -> dict[str, str]:
    told = {f"hearts{n}": str(number) for n, number in enumerate(hearts, start=1)}
    return {**told, **more}


def test_a_hand_is_entered_corrected_and_shown(visitor: Visitor) -> None:
    table = visitor.lay("hearts")
    assert "Who took what?" in visitor.get(table).text
    assert "pass three left" in visitor.text
    visitor.send(f"{table}enter/count", **fields(3, 9, 0, 0, queen="2"))
    assert visitor.page.status_code == 422
    assert "12 hearts were entered; there are 13." in visitor.text
    visitor.send(f"{table}enter/count", **fields(3, 10, queen="2")).follow()
    assert "Tom +23, Ingrid +3" in visitor.text
    assert "pass three right" in visitor.text
    row = re.search(r"rows/(\d+)/correct", visitor.get(f"{table}sheet").text)
    assert row
    place = f"{table}rows/{row[1]}/correct"
    assert 'name="hearts4"' in visitor.get(place).text
    sent = fields(13, 0, 0, 0, queen="1")
    visitor.send(place, **sent, reason="recounted").follow()
    assert "Ingrid shot the moon" in visitor.text
    assert visitor.get(f"{table}sheet.pdf").page.data.startswith(b"%PDF")


def test_the_last_number_left_open_follows_from_the_others(visitor: Visitor) -> None:
    table = visitor.lay("hearts")
    sent = {"hearts1": "3", "hearts2": "4", "hearts3": "1", "queen": "3"}
    visitor.get(table).send(f"{table}enter/count", **sent).follow()
    assert "Priya +14, Marek +5, Tom +4, Ingrid +3" in visitor.text


def test_what_is_left_open_is_never_less_than_nothing(visitor: Visitor) -> None:
    table = visitor.lay("hearts")
    sent = {"hearts1": "0", "hearts2": "5", "hearts3": "14", "queen": "3"}
    visitor.get(table).send(f"{table}enter/count", **sent)
    assert visitor.page.status_code == 422
    assert "14 hearts were entered for Priya" in visitor.text
    assert 'value="-6"' not in visitor.text


def test_two_numbers_left_open_are_asked_for(visitor: Visitor) -> None:
    table = visitor.lay("hearts")
    sent = {"hearts1": "3", "hearts2": "4", "queen": "3"}
    visitor.get(table).send(f"{table}enter/count", **sent)
    assert visitor.page.status_code == 422
    assert "Please enter how many hearts this player took" in visitor.text


def test_what_a_table_does_not_play_is_not_asked(visitor: Visitor) -> None:
    plain = visitor.get(visitor.lay("hearts")).text
    assert 'name="jack"' not in plain and 'name="every_trick"' not in plain
    omnibus = visitor.get(visitor.lay("hearts", preset="omnibus", sun="yes")).text
    assert 'name="jack"' in omnibus and 'name="every_trick"' in omnibus


def test_cards_are_watched_and_ruled_on(visitor: Visitor) -> None:
    table = visitor.lay("hearts")
    visitor.get(f"{table}watch").send(f"{table}watch/lead", seat="2").follow()
    visitor.get(f"{table}watch").send(f"{table}watch/card", card="C9")
    assert visitor.page.status_code == 422
    assert "The first trick is led with" in visitor.text
    visitor.get(f"{table}watch").send(f"{table}watch/card", card="C2").follow()
    asked = visitor.get(f"{table}ask/irregularity").text
    for what in ("led a heart before", "the queen to the first trick", "the wrong way"):
        assert what in asked


def test_its_rules_are_shown_in_german_too(visitor: Visitor) -> None:
    visitor.client.set_cookie("language", "de")
    assert "Wer hat was geholt?" in visitor.get(visitor.lay("hearts")).text
    assert "Durchmarsch" in visitor.get("/rules/hearts").text


def test_the_next_hand_is_watched_from_its_first_card(visitor: Visitor) -> None:
    table = visitor.lay("hearts")
    watch = f"{table}watch"
    visitor.get(watch).send(f"{watch}/lead", seat="1").follow()
    for card in ("C2", "C3", "C4", "C5", "D2"):
        visitor.get(watch).send(f"{watch}/card", card=card)
    visitor.get(table).send(f"{table}enter/count", **fields(13, queen="1")).follow()
    shown = visitor.get(watch).text
    assert "Who leads?" in shown
    assert "Last:" not in shown
    assert "Dealer" not in shown
    visitor.send(f"{watch}/lead", seat="3").follow()
    visitor.get(watch).send(f"{watch}/card", card="C2").follow()
    assert visitor.page.status_code == 200
    assert "Marek to play" in visitor.text
    correct = re.search(r'href="([^"]+/correct)"', visitor.get(f"{table}log").text)
    assert correct
    assert 'value="C3"' in visitor.get(correct[1]).text
