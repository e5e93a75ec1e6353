"""The pages of a bridge table without scripts: each form, its refusals, corrections."""

import re

import pytest

from tests.web.conftest import Visitor, app, client, visitor

__all__ = ["app", "client", "visitor"]

DEAL = {"level": "4", "denomination": "S", "declarer": "S", "tricks": "10"}
CARD = {"hidden_0_suit": "C", "hidden_0_rank": "9", "hidden_0_holder": "E"}


def enter(visitor: Visitor, table: str, form: str, **fields: object) -> Visitor:
    """Open the form at the table, send it and follow to the next page."""
    visitor.get(f"{table}?form={form}")
    return visitor.send(f"{table}enter/{form}", **fields).follow()


def call(visitor: Visitor, table: str, *calls: str) -> None:
    for one in calls:
        enter(visitor, table, "auction", call=one)


def row_of(visitor: Visitor, table: str) -> str:
    """The address at which the last deal is corrected."""
    found = re.findall(rf"{table}rows/\d+/correct", visitor.get(table).text)
    return str(found[0])


@pytest.fixture
def table(visitor: Visitor) -> str:
    return visitor.lay("joker-bridge")


@pytest.mark.parametrize(
    "slug", ["joker-bridge", "bridge", "deuces-wild", "five-crowns"]
)
def test_every_game_asks_at_both_depths(visitor: Visitor, slug: str) -> None:
    table = visitor.lay(slug)
    assert 'name="tricks"' in visitor.get(table).text
    assert "Step by step" in visitor.text
    assert "Ingrid to call" in visitor.get(f"{table}?form=auction").text
    assert visitor.page.status_code == 200


@pytest.mark.parametrize("form", ["quick", "auction", "jokers", "honours", "reveal"])
def test_each_page_comes_as_a_fragment_too(
    visitor: Visitor, table: str, form: str
) -> None:
    enter(visitor, table, "quick", **DEAL)
    text = visitor.get(f"{table}?form={form}", **{"HX-Request": "true"}).text
    assert "<!doctype" not in text
    assert "bridge." not in text, "every code has its words"


def test_what_the_rules_refuse_stands_beside_its_field(
    visitor: Visitor, table: str
) -> None:
    visitor.get(table).send(f"{table}enter/quick", **DEAL | {"tricks": "14"})
    assert visitor.page.status_code == 422
    field = visitor.text.split("Tricks of declarer’s side")[1].split("</fieldset>")[0]
    assert "can’t take 14 tricks" in field
    assert re.search(r'name="denomination" value="S" checked', visitor.text)


def test_a_level_that_the_variant_lacks_is_refused(
    visitor: Visitor, table: str
) -> None:
    visitor.get(table).send(f"{table}enter/quick", **DEAL | {"level": "8"})
    assert visitor.page.status_code == 422
    assert "This game has no level 8" in visitor.text


def test_a_redouble_by_the_doubling_side_is_refused(
    visitor: Visitor, table: str
) -> None:
    call(visitor, table, "1H", "X", "Pass")
    visitor.send(f"{table}enter/auction", call="XX")
    assert visitor.page.status_code == 422
    assert "can redouble. Bid or pass." in visitor.text
    assert "can redouble. Bid or pass." in visitor.get(f"{table}?why=XX").text


def test_a_tapped_bid_fills_the_page(visitor: Visitor, table: str) -> None:
    text = visitor.get(f"{table}?form=auction&call=4H").text
    assert 'class="said-card"' in text
    assert re.search(
        r'<td class="now"><span class="call">.*4.*\?</span></td>', text, re.DOTALL
    )
    assert '<button class="btn btn-go" name="call" value="4H">' in text
    assert 'href="?form=auction"' in text


def test_the_play_is_watched_from_the_page_of_its_contract(
    visitor: Visitor, table: str
) -> None:
    link = f'<a href="{table}watch">Card by card</a>'
    for call in ("1C", "Pass", "Pass", "Pass"):
        assert link not in visitor.get(f"{table}?form=auction").text
        visitor.send(f"{table}enter/auction", call=call)
    assert link in visitor.get(table).text
    assert "Card by card" in visitor.get(f"{table}more").text


def test_a_phone_may_bid_with_one_tap(visitor: Visitor, table: str) -> None:
    visitor.get(f"{table}?form=auction")
    assert '<button class="bid"' not in visitor.text
    visitor.get(f"{table}settings").send("/taps", taps="one", back=table).follow()
    visitor.get(f"{table}?form=auction")
    assert '<button class="bid" name="call" value="1C">' in visitor.text


def test_to_bid_with_one_tap_keeps_the_bid_that_was_tapped(
    visitor: Visitor, table: str
) -> None:
    text = visitor.get(f"{table}?form=auction&call=4H").text
    back = re.findall(r'name="back" value="([^"]+)"', text.split('id="taps"')[1])[0]
    visitor.send("/taps", taps="one", back=back.replace("&amp;", "&")).follow()
    assert 'class="said-card"' in visitor.text
    assert '<button class="btn btn-go" name="call" value="4H">' in visitor.text
    assert "one tap" not in visitor.text


def test_a_deal_goes_from_its_auction_to_its_result(
    visitor: Visitor, table: str
) -> None:
    call(visitor, table, "1S", "Pass", "4S", "Pass", "Pass", "Pass")
    for words in ("by Ingrid", "Tom leads", "Priya is dummy"):
        assert words in visitor.text
    visitor.send(f"{table}enter/result", tricks="10", **CARD).follow()
    assert "+120" in visitor.text
    assert "Tom to call" in visitor.text


def test_a_contract_is_entered_now_and_its_tricks_later(
    visitor: Visitor, table: str
) -> None:
    assert f'href="{table}?form=contract"' in visitor.get(table).text
    enter(visitor, table, "contract", level="4", denomination="S", declarer="S")
    assert "by Priya" in visitor.text
    visitor.send(f"{table}enter/result", tricks="10", **CARD).follow()
    assert "+120" in visitor.text


def test_each_number_of_tricks_says_what_it_comes_to_at_the_level_chosen(
    visitor: Visitor, table: str
) -> None:
    text = visitor.get(table).text
    for tricks, css in (("5", "odd under-1"), ("6", "odd odd-0"), ("10", "odd odd-4")):
        assert (
            f'<label class="{css}"><input type="radio" name="tricks" value="{tricks}">'
            in text
        )


def test_a_deal_with_its_auction_is_corrected(visitor: Visitor, table: str) -> None:
    call(visitor, table, "1S", "Pass", "4S", "Pass", "Pass", "Pass")
    visitor.send(f"{table}enter/result", tricks="10", **CARD).follow()
    address = row_of(visitor, table)
    visitor.get(address)
    assert "by Ingrid" in visitor.text
    assert re.search(r'name="tricks" value="10" checked', visitor.text)
    visitor.send(address, tricks="9", reason="miscounted", **CARD).follow()
    assert "miscounted" in visitor.text
    assert "−1" in visitor.text


def test_a_call_is_corrected_where_it_was_made(visitor: Visitor, table: str) -> None:
    call(visitor, table, "1S", "Pass")
    entries = re.findall(
        rf"{table}entries/\d+/correct", visitor.get(f"{table}log").text
    )
    newest = entries[0]
    visitor.get(newest)
    assert "Tom to call" in visitor.text
    visitor.send(newest, call="2C").follow()
    assert "Priya to call" in visitor.get(table).text
    assert visitor.text.split("</table>")[0].count('class="call') == 2


def test_a_deal_entered_quickly_is_corrected_to_passed_out(
    visitor: Visitor, table: str
) -> None:
    enter(visitor, table, "quick", **DEAL, **CARD)
    address = row_of(visitor, table)
    visitor.get(address).send(address, passed_out="1", **CARD).follow()
    assert "Passed out" in visitor.text
    assert 'id="misfits"' not in visitor.text


def test_a_wildcard_is_asked_for_and_can_be_left(visitor: Visitor) -> None:
    table = visitor.lay("joker-bridge", suit_mode="wildcard")
    call(visitor, table, "1D", "Pass", "Pass", "Pass")
    assert re.search(r'name="suit_0" value="D" checked', visitor.text)
    assert 'name="tricks"' in visitor.get(f"{table}?form=result").text
    enter(visitor, table, "wildcard", suit_0="D")
    assert 'name="tricks"' in visitor.text


def test_jokers_are_declared_for_the_deal(visitor: Visitor, table: str) -> None:
    enter(
        visitor, table, "jokers", power="minor", mode="open", suit_0="H", holder_0="W"
    )
    where = visitor.text.split('class="where"')[1].split("</section>")[0]
    assert "Minor" in where
    assert "hearts" in where
    assert re.search(r'name="hidden_0_holder" value="W" checked', visitor.text)


def test_a_forgotten_deal_is_put_in_at_its_place(visitor: Visitor, table: str) -> None:
    enter(visitor, table, "quick", **DEAL, **CARD)
    first = re.findall(r"before=(\d+)", visitor.get(f"{table}forgotten").text)[0]
    visitor.get(f"{table}?form=quick&before={first}")
    visitor.send(
        f"{table}enter/quick", **DEAL | {"level": "1"}, **CARD, before=first
    ).follow()
    pad = visitor.text.split('id="pad"')[1]
    assert pad.index("1<span") < pad.rindex("4<span")
    assert "Deal 2" in pad


def test_the_next_rubber_begins_with_its_first_deal(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    for _ in range(2):
        enter(visitor, table, "quick", **DEAL)
    assert "win the rubber" in visitor.text

    def where(address: str) -> str:
        return (
            visitor.get(address).text.split('class="where"')[1].split("</section>")[0]
        )

    assert "<h1>Deal 2</h1>" in where(table)
    assert "Tom dealt" in where(table)
    for form in ("quick", "auction"):
        assert "<h1>Deal 1</h1>" in where(f"{table}?form={form}")
        assert "South dealt" in where(f"{table}?form={form}")
        assert "vulnerable: none" in where(f"{table}?form={form}")


def test_what_is_corrected_or_put_in_says_which_deal_it_is(
    visitor: Visitor, table: str
) -> None:
    enter(visitor, table, "quick", **DEAL, **CARD)
    enter(visitor, table, "quick", **DEAL, **CARD)
    first = re.findall(r"before=(\d+)", visitor.get(f"{table}forgotten").text)[0]
    for address in (
        f"{table}?form=quick&before={first}",
        f"{table}rows/{first}/correct",
    ):
        where = (
            visitor.get(address).text.split('class="where"')[1].split("</section>")[0]
        )
        assert "<h1>Deal 1</h1>" in where
        assert "Ingrid dealt" in where
    assert "<h1>Deal 2</h1>" in visitor.get(table).text


def test_a_doubled_contract_does_not_say_that_declarer_doubled(
    visitor: Visitor, table: str
) -> None:
    call(visitor, table, "1H", "X", "XX", "Pass", "Pass", "Pass")
    heading = re.sub(
        r"<[^>]+>", "", visitor.text.split('class="turn"')[1].split("</h2>")[0]
    )
    assert "redoubled, by Ingrid" in heading


@pytest.mark.parametrize("slug", ["bridge", "joker-bridge"])
@pytest.mark.parametrize(
    ("form", "fields"),
    [
        ("reveal", {}),
        ("reveal", {"never": "1", "hidden_0_holder": "nobody"}),
        ("honours", {}),
        ("honours", {"honours_seat": "nobody"}),
        ("reveal", {"hidden_0_suit": "C", "hidden_0_rank": "1"}),
    ],
)
def test_what_nobody_asked_is_refused(
    visitor: Visitor, slug: str, form: str, fields: dict[str, str]
) -> None:
    table = visitor.lay(slug)
    assert visitor.get(f"{table}?form={form}").page.status_code == 200
    visitor.send(f"{table}enter/{form}", **fields)
    assert visitor.page.status_code == 422
    enter(visitor, table, "quick", **DEAL, **(CARD if slug == "joker-bridge" else {}))
    assert visitor.get(f"{table}?form={form}").page.status_code == 200
    visitor.send(f"{table}enter/{form}", **fields)
    assert visitor.page.status_code == 422


@pytest.mark.parametrize("field", ["power", "mode", "holder_0"])
def test_a_blank_answer_is_refused(visitor: Visitor, table: str, field: str) -> None:
    fields = {
        "power": "major",
        "mode": "open",
        "suit_0": "H",
        "holder_0": "W",
        field: "",
    }
    visitor.get(f"{table}?form=jokers").send(f"{table}enter/jokers", **fields)
    assert visitor.page.status_code == 422
    refused = re.findall(r'<div class="err".*?</div>', visitor.text, re.DOTALL)
    assert any("Choose" in said for said in refused)


@pytest.mark.parametrize("form", ["quick", "reveal"])
def test_a_hidden_card_has_a_holder(visitor: Visitor, table: str, form: str) -> None:
    enter(visitor, table, "quick", **DEAL)
    card = CARD | {"hidden_0_holder": ""}
    visitor.get(f"{table}?form={form}").send(f"{table}enter/{form}", **DEAL, **card)
    assert visitor.page.status_code == 422


def test_a_result_without_a_contract_is_refused(visitor: Visitor, table: str) -> None:
    visitor.get(table).send(f"{table}enter/result", tricks="")
    assert visitor.page.status_code == 422
    assert "None by None" not in visitor.text


def test_the_pad_opens_its_reasons(visitor: Visitor, table: str) -> None:
    enter(visitor, table, "quick", **DEAL, **CARD)
    link = re.findall(r'class="ent" href="([^"#]+)', visitor.get(f"{table}sheet").text)[
        0
    ]
    visitor.get(link)
    assert visitor.text.count('class="why"') == 1
    assert "Laws of Contract Bridge" in visitor.text


@pytest.mark.parametrize(
    ("fields", "is_open"), [({}, False), ({"hidden_0_suit": "H"}, True)]
)
def test_what_few_deals_have_is_folded_until_it_holds_something(
    visitor: Visitor, table: str, fields: dict[str, str], is_open: bool
) -> None:
    visitor.get(table).send(f"{table}enter/quick", **DEAL | {"tricks": "14"}, **fields)
    assert visitor.page.status_code == 422
    folds = re.findall(
        r'<details class="higher extra"( open)?><summary>([^<]+)<', visitor.text
    )
    assert folds == [(" open" if is_open else "", "Hidden card"), ("", "Honours")]


def test_a_table_that_shows_its_hidden_cards_is_asked_for_them(
    visitor: Visitor, table: str
) -> None:
    visitor.get(table).send(f"{table}enter/quick", **DEAL, **CARD).follow()
    assert '<details class="higher extra" open><summary>Hidden card<' in visitor.text
    visitor.get(table).send(
        f"{table}enter/quick", **DEAL | {"tricks": "14"}, honours_seat="S"
    )
    assert '<details class="higher extra" open><summary>Honours<' in visitor.text


def test_a_board_is_said_and_put_right(visitor: Visitor) -> None:
    table = visitor.lay("bridge", scoring="duplicate")
    assert "?form=board" in visitor.get(table).text
    assert "bridge." not in visitor.get(f"{table}?form=board").text
    enter(visitor, table, "board", number="7", dealer="", vulnerable="")
    assert "Board 7" in visitor.text
    assert "?form=board" not in visitor.text
    enter(visitor, table, "quick", **DEAL)
    log = visitor.get(f"{table}log").text
    seq = re.findall(rf"Board 7.*?{table}entries/(\d+)/correct", log, re.DOTALL)[-1]
    assert 'value="7"' in visitor.get(f"{table}entries/{seq}/correct").text
    visitor.send(
        f"{table}entries/{seq}/correct", number="", dealer="W", vulnerable="EW"
    )
    assert visitor.page.status_code == 303
    assert (
        "Another board: Marek deals, vulnerable: E–\u2060W"
        in visitor.get(f"{table}log").text
    )
