"""The arbiter asked in the web: what it answers, that it writes nothing, that it keeps
a hand."""

import re
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from flask import Flask

from scorekeeper.core.seats import Seat
from scorekeeper.games import GAMES
from scorekeeper.store.phones import Purpose
from tests.web.conftest import Visitor
from tests.web.seating import answer, link

WITH_ARBITER = [slug for slug, game in GAMES.items() if game.arbiter is not None]
TRICK = {"n": 1, "lead": "W", "p": ["HK", "H2", "H3", "HA"]}


def contract(
    visitor: Visitor, table: str, declarer: str = "S", denomination: str = "S"
) -> None:
    visitor.get(table + "?form=contract")
    visitor.send(
        table + "enter/contract",
        level=4,
        denomination=denomination,
        doubling="",
        declarer=declarer,
    )
    assert visitor.page.status_code == 303, visitor.text


@pytest.fixture
def table(visitor: Visitor) -> str:
    address = visitor.lay("bridge")
    contract(visitor, address)
    return address


def said(visitor: Visitor) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", visitor.text))


def entries(app: Flask, table: str) -> int:
    session = app.extensions["store"].open(table.strip("/").split("/")[-1])
    return int(session.last)


def address(table: str, page: str, **args: object) -> str:
    return f"{table}{page}?{urlencode(args, doseq=True)}"


# ---- from any table, in two taps ----


@pytest.mark.parametrize("slug", WITH_ARBITER)
def test_every_question_is_two_taps_from_the_table(visitor: Visitor, slug: str) -> None:
    table = visitor.lay(slug)
    visitor.get(table)
    assert f'href="{table}ask"' in visitor.text
    visitor.get(table + "ask")
    found = re.findall(r'class="go" href="([^"]+)"', visitor.text)
    assert {
        table + "ask/trick",
        table + "ask/play",
        table + "docket",
        table + "agree",
    } <= {*found}
    for one in found:
        assert visitor.get(one).page.status_code == 200, one


def test_the_heading_says_whose_deal_it_is_and_what_is_vulnerable(
    visitor: Visitor,
) -> None:
    table = visitor.lay("bridge")
    visitor.get(table + "?form=auction").send(table + "enter/auction", call="1H")
    heading = visitor.get(table + "ask").text
    assert "Dealer: Ingrid" in heading and "Vulnerable: none" in heading


def test_asking_writes_nothing(visitor: Visitor, app: Flask, table: str) -> None:
    before = entries(app, table)
    pages = ["ask", "ask/call", "ask/irregularity", "docket", "agree", "watch"]
    pages += [
        address("", page, **TRICK)
        for page in ("ask/trick", "ask/play", "ask/play/hand")
    ]
    for page in pages:
        visitor.get(table + page)
    assert entries(app, table) == before


def test_htmx_gets_the_fragment_alone(visitor: Visitor, table: str) -> None:
    for page in ("ask", "ask/trick", "watch", "docket", "agree"):
        visitor.get(table + page, **{"HX-Request": "true"})
        assert "<!doctype" not in visitor.page.text
        assert 'id="page"' in visitor.page.text


def test_a_game_without_an_arbiter_has_no_such_pages(visitor: Visitor) -> None:
    for slug in set(GAMES) - set(WITH_ARBITER):
        table = visitor.lay(slug)
        assert '/ask"' not in visitor.get(table).text
        assert visitor.get(table + "ask").page.status_code == 404


# ---- who won this trick? ----


def test_a_trick_is_told_tap_by_tap(visitor: Visitor, table: str) -> None:
    visitor.get(table + "ask/trick")
    assert "Marek’s card?" in said(visitor)
    for card in ("K hearts", "2 hearts", "3 hearts", "A hearts"):
        name = card.replace(" ", '[^"]*')
        found = re.search(
            rf'<a class="pc[^>]*href="([^"]+)" aria-label="{name}"', visitor.text
        )
        assert found, card
        visitor.get(found[1])
    assert "Priya wins the trick" in said(visitor)
    assert "Nothing recorded shows that a rule was broken." in said(visitor)
    assert visitor.text.count('class="cite"') >= 1


def test_the_winner_is_said_as_soon_as_there_is_one(
    visitor: Visitor, table: str
) -> None:
    visitor.get(address(table, "ask/trick", n=1, lead="W", p=["HK"]))
    assert "Marek is winning" in said(visitor)
    assert "What could change this" in said(visitor)


def test_a_played_card_is_struck_and_the_last_is_undone(
    visitor: Visitor, table: str
) -> None:
    visitor.get(address(table, "ask/trick", n=1, lead="W", p=["HK", "H2"]))
    assert visitor.text.count('class="pc gone"') == 2
    undo = re.search(r'href="([^"]+)">Undo<', visitor.text)
    assert undo
    visitor.get(undo[1])
    assert visitor.text.count('class="pc gone"') == 1


def test_a_trump_wins_and_the_steps_cite_the_law(visitor: Visitor, table: str) -> None:
    visitor.get(address(table, "ask/trick", n=1, lead="W", p=["HK", "HQ", "S2", "HA"]))
    assert "Tom wins the trick" in said(visitor)
    assert "Laws of Rubber Bridge 2014 / Duplicate 2017, Law 44" in said(visitor)


def test_who_led_can_be_somebody_else(visitor: Visitor, table: str) -> None:
    visitor.get(address(table, "ask/trick", n=3, lead=""))
    assert "Who led to this trick?" in said(visitor)
    visitor.get(address(table, "ask/trick", n=3, lead="E", p=["HK"]))
    assert "Priya’s card?" in said(visitor)


@pytest.mark.parametrize(
    "args",
    [
        {"n": 0},
        {"n": 14},
        {"lead": "Q"},
        {"lead": "1"},
        {"lead": "W", "p": ["Joker"]},
        {"lead": "W", "p": ["HK", "HK"]},
        {"lead": "W", "p": ["HK", "H2", "H3", "HA", "H4"]},
        {"lead": "W", "p": ["HK:down"]},
        {"lead": "W", "p": ["HK:S"]},
        {"lead": "W", "p": ["<script>"]},
    ],
)
def test_an_address_that_tells_no_trick_is_refused(
    visitor: Visitor, table: str, args: dict[str, object]
) -> None:
    for page in ("ask/trick", "ask/play"):
        assert visitor.get(address(table, page, **args)).page.status_code == 400


def test_a_joker_whose_suit_is_open_is_asked_as_what(visitor: Visitor) -> None:
    table = visitor.lay("five-crowns", nt_joker="nominated")
    contract(visitor, table, denomination="NT")
    visitor.get(address(table, "ask/trick", n=1, lead="W", card="Joker"))
    assert "As what?" in said(visitor)
    visitor.get(
        address(table, "ask/trick", n=1, lead="W", p=["Joker:H", "H3", "S3", "*3"])
    )
    assert "Ingrid wins the trick" in said(visitor)


def test_a_card_that_was_led_face_down_is_shown_as_one(visitor: Visitor) -> None:
    table = visitor.lay("two-ten-jack")
    trick = ["H5:down", "H6", "H7", "H8"]
    visitor.get(address(table, "ask/trick", n=1, lead="1", p=trick))
    assert "Ingrid led, face down" in said(visitor)


# ---- was that legal? what may I play? ----


def test_the_phone_is_handed_over_before_a_hand_is_tapped(
    visitor: Visitor, table: str
) -> None:
    visitor.get(address(table, "ask/play", n=1, lead="W", p=["HK"]))
    found = re.search(r'href="([^"]+)"><b>What may Ingrid play', visitor.text)
    assert found
    visitor.get(found[1])
    assert "Hand the phone to Ingrid" in said(visitor)
    assert 'name="held"' not in visitor.text
    visitor.get(found[1] + "&open=1")
    assert 'name="held"' in visitor.text


def test_a_hand_is_answered_and_forgotten(
    visitor: Visitor, app: Flask, table: str
) -> None:
    before = entries(app, table)
    page = address(table, "ask/play/hand", n=1, lead="W", p=["HK"], open=1)
    visitor.get(page).send(page, held=["H2", "S3", "D4"])
    assert visitor.page.status_code == 200
    text = said(visitor)
    assert re.search(r"Ingrid may play 2\s*hearts", text)
    assert "isn’t allowed" in text
    assert visitor.page.headers["Cache-Control"] == "no-store"
    assert "Location" not in visitor.page.headers
    assert entries(app, table) == before
    named_at_random = table.split("/")[2]  # a table's name may hold such letters
    links = re.findall(
        r'(?:href|action)="([^"]+)"', visitor.text.replace(named_at_random, "")
    )
    assert not [link for link in links if "D4" in link or "S3" in link or "H2" in link]
    visitor.get(table + "session.jsonl")
    assert '"D4' not in visitor.text  # keys and hashes may hold such letters


def test_whoever_leads_is_told_what_may_be_led(visitor: Visitor) -> None:
    table = visitor.lay("rook")
    visitor.get(table + "?form=bid").send(
        table + "enter/bid", bidder="1", amount="100", trump="R"
    )
    assert visitor.page.status_code == 303, visitor.text
    page = address(table, "ask/play/hand", n=1, lead="1", open=1)
    visitor.get(page).send(page, held=["R5", "G7"])
    assert visitor.page.status_code == 200
    assert "may play" in said(visitor)


@pytest.mark.parametrize(
    ("held", "why"),
    [
        ([], "Tap the cards of the hand"),
        (["HK"], "has already been played"),
        (
            [f"{suit}{rank}" for suit in "SD" for rank in "A23456789"],
            "a hand has at most 13",
        ),
    ],
)
def test_what_can_be_no_hand_is_refused(
    visitor: Visitor, table: str, held: list[str], why: str
) -> None:
    page = address(table, "ask/play/hand", n=1, lead="W", p=["HK"], open=1)
    visitor.get(page).send(page, held=held)
    assert visitor.page.status_code == 422
    assert why in said(visitor)


def test_was_that_legal_with_the_hand_and_without(visitor: Visitor, table: str) -> None:
    told = {"n": 1, "lead": "W", "p": ["HK", "S3"]}
    visitor.get(address(table, "ask/play", **told))
    assert "Nothing recorded shows that a rule was broken." in said(visitor)
    page = address(table, "ask/play/hand", of=1, open=1, **told)
    visitor.get(page).send(page, held=["H2"])
    assert "wasn’t allowed" in said(visitor)
    assert "Law 44" in said(visitor)
    visitor.get(page).send(page, held=["D2"])
    assert "was allowed" in said(visitor)


def test_what_cards_have_proved_is_said_of_the_trick(
    visitor: Visitor, table: str
) -> None:
    cards = ["HK", "S3", "H3", "H4", "H2"]
    for card in cards:
        visitor.get(table + "watch").send(table + "watch/card", card=card)
        assert visitor.page.status_code == 303
    visitor.get(table + "ask/play?n=1")
    assert "still had" in said(visitor)


# ---- what may I call? ----


def test_calls_are_listed_with_the_reasons_of_the_others(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    visitor.get(table + "?form=auction").send(table + "enter/auction", call="1H")
    visitor.get(table + "ask/call")
    text = said(visitor)
    can, _, cannot = text.partition("Not allowed, and why")
    assert "Redouble" in cannot
    assert "Double" in can
    assert "Laws 18-20" in cannot
    contract(visitor, table := visitor.lay("bridge"))
    assert "No auction now" in said(visitor.get(table + "ask/call"))


# ---- house rules, and results confirmed ----


def test_rules_are_accepted_by_each_seat(visitor: Visitor, app: Flask) -> None:
    table = visitor.lay("bridge")
    assert "House rules" in said(visitor.get(table))
    for seat in "NES":
        visitor.get(table + "agree").send(table + "agree", seat=seat)
        assert visitor.page.status_code == 303
    assert visitor.get(table + "agree").text.count('name="seat"') == 2  # West, and all
    visitor.send(table + "agree", seat="W")
    text = said(visitor.get(table + "agree"))
    assert "Everyone has accepted" in text
    assert "all on one phone" not in text
    assert "House rules" not in said(visitor.get(table))


def test_rules_are_accepted_in_one_tap_and_that_is_said(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    visitor.get(table + "agree").send(table + "agree", seat="all")
    assert "all on one phone" in said(visitor.get(table + "agree"))
    assert "All accept the house rules, on one phone" in said(
        visitor.get(table + "log")
    )
    visitor.get(table + "agree").send(table + "agree", seat="Q")
    assert visitor.page.status_code == 422


def one_deal(visitor: Visitor, table: str, tricks: int = 10) -> int:
    """Enter a result; answers the id of its row."""
    visitor.get(table).send(table + "enter/result", tricks=tricks, honours_0_seat="")
    assert visitor.page.status_code == 303, said(visitor)
    visitor.get(table + "sheet")
    found = re.search(
        r'href="[^"]*/rows/(\d+)/correct', visitor.get(table + "more").text
    )
    assert found
    return int(found[1])


def test_each_side_confirms_a_result_from_its_own_chair(
    visitor: Visitor, table: str
) -> None:
    row = one_deal(visitor, table)
    for side in ("NS", "EW"):
        visitor.get(f"{table}agree/{row}?side={side}")
        text = said(visitor)
        assert text.index("We") < text.index("They")
        visitor.send(f"{table}agree/{row}", party=side)
        assert visitor.page.status_code == 303
    assert "confirmed by all" in said(visitor.get(table + "agree"))


def test_who_plays_alone_confirms_from_the_own_chair_too(visitor: Visitor) -> None:
    table = visitor.lay("two-ten-jack")
    totals = {f"total{n}": 0 for n in range(1, 5)}
    visitor.get(table + "?form=totals").send(table + "enter/totals", **totals)
    assert visitor.page.status_code == 303, said(visitor)
    (row,) = re.findall(r"/agree/(\d+)", visitor.get(table + "agree").text)
    page = visitor.get(f"{table}agree/{row}?side=3").text
    sides = re.findall(
        r'<section class="mirror( own-side)?">.*?class="quiet">([^<]+)', page
    )
    own, *others = sides
    assert own == (" own-side", "Priya")
    assert others == [("", "Ingrid"), ("", "Tom"), ("", "Marek")]


def test_a_correction_of_what_all_confirmed_asks_all(
    visitor: Visitor, table: str
) -> None:
    row = one_deal(visitor, table)
    for side in ("NS", "EW"):
        visitor.get(f"{table}agree/{row}?side={side}").send(
            f"{table}agree/{row}", party=side
        )
    page = f"{table}rows/{row}/correct"
    fields = {
        "level": 4,
        "denomination": "S",
        "doubling": "",
        "declarer": "S",
        "tricks": 9,
        "honours_0_seat": "",
    }
    visitor.get(page).send(page, **fields, reason="miscounted")
    assert visitor.page.status_code == 422
    assert 'name="consent" value="NS"' in visitor.text
    assert "120" in said(visitor)
    visitor.send(page, consent=["NS"])
    assert visitor.page.status_code == 422
    visitor.send(page, consent=["NS", "EW"])
    assert visitor.page.status_code == 303, said(visitor)
    assert "miscounted" in said(visitor.get(table + "sheet"))
    assert "everyone agreed" in said(visitor.get(table + "log"))
    # What was confirmed was the other result: both are asked anew, and nothing is
    # blocked.
    assert "not confirmed" in said(visitor.get(table + "agree"))
    assert 'name="consent"' not in visitor.get(page).text


def test_striking_what_all_confirmed_asks_all_too(visitor: Visitor, table: str) -> None:
    row = one_deal(visitor, table)
    for side in ("NS", "EW"):
        visitor.get(f"{table}agree/{row}?side={side}").send(
            f"{table}agree/{row}", party=side
        )
    page = f"{table}rows/{row}/strike"
    visitor.get(page).send(page, reason="no")
    assert visitor.page.status_code == 422
    visitor.get(page).send(page, reason="no", consent=["NS", "EW"])
    assert visitor.page.status_code == 303


def test_a_table_that_confirms_nothing_corrects_as_ever(
    visitor: Visitor, table: str
) -> None:
    row = one_deal(visitor, table)
    assert 'name="consent"' not in visitor.get(f"{table}rows/{row}/correct").text


def test_a_result_corrected_meanwhile_is_shown_again_before_it_is_confirmed(
    visitor: Visitor, table: str, another: Callable[[], Visitor]
) -> None:
    north = link(visitor.client.application, table, Purpose.MOVE, Seat.NORTH)
    other = answer(another(), north)
    row = one_deal(visitor, table)
    other.get(f"{table}agree/{row}?side=NS")
    page = f"{table}rows/{row}/correct"
    visitor.get(page).send(
        page,
        level=4,
        denomination="S",
        doubling="",
        declarer="S",
        tricks=9,
        honours_0_seat="",
    )
    other.send(f"{table}agree/{row}", party="NS")
    assert other.page.headers["Location"].endswith("?side=NS")
    assert "not confirmed" in said(visitor.get(table + "agree"))


# ---- what is it worth? ----


@pytest.mark.parametrize(
    ("slug", "card", "words"),
    [
        ("joker-bridge", "Joker", "Joker"),
        ("bridge", "SA", "A"),
        ("five-crowns", "Joker", "Joker"),
        ("rook", "Rook", "20"),
        ("two-ten-jack", "H10", "10"),
        ("berzerka", "S1", "1"),
    ],
)
def test_what_a_card_is_worth_is_said_before_anything_is_played(
    visitor: Visitor, slug: str, card: str, words: str
) -> None:
    table = visitor.lay(slug)
    assert "Which card?" in said(visitor.get(table + "ask/worth"))
    visitor.get(f"{table}ask/worth?card={card}")
    verdict = re.search(r'<h2 id="verdict">(.*?)</h2>', visitor.text)
    assert verdict and words in verdict[1]
    assert 'class="cite"' in visitor.text


def test_what_is_no_card_of_the_pack_is_worth_nothing(
    visitor: Visitor, table: str
) -> None:
    for card in ("Joker", "R14", "S15", "<b>"):
        assert visitor.get(f"{table}ask/worth?card={card}").page.status_code == 400


@pytest.mark.parametrize(
    "slug", ["bridge", "joker-bridge", "deuces-wild", "five-crowns"]
)
@pytest.mark.parametrize("number", [2, 13])
def test_a_trick_is_ruled_on_though_those_before_it_were_not_recorded(
    visitor: Visitor, slug: str, number: int
) -> None:
    table = visitor.lay(slug)
    contract(visitor, table, denomination="NT")
    cards = ["H3", "H5", "S4", "HK"]
    for page in ("ask/trick", "ask/play"):
        visitor.get(address(table, page, n=number, lead="E", p=cards))
        assert visitor.page.status_code == 200
    visitor.get(address(table, "ask/trick", n=number, lead="E", p=cards))
    assert "Ingrid wins the trick" in said(visitor)


def test_the_number_of_the_trick_decides_where_the_rules_ask_for_it(
    visitor: Visitor,
) -> None:
    table = visitor.lay("two-ten-jack")
    banned = re.compile(r'aria-label="2[^"]*hearts: why not\?"')
    assert banned.search(visitor.get(table + "ask/trick?n=1&lead=1").text)
    assert not banned.search(visitor.get(table + "ask/trick?n=2&lead=1").text)
