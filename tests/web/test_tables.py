"""Tables in the web: laying one, entering, correcting, striking; what is refused and
how."""

import json
import re
from collections.abc import Callable
from urllib.parse import unquote, urljoin

import pytest

from scorekeeper.core.codec import plain
from scorekeeper.exports.session_file import read
from scorekeeper.web.page.access import CONTENT_SECURITY_POLICY
from scorekeeper.web.page.drawing import Drawn
from tests.web.confirming import DEAL, confirmed
from tests.web.conftest import PEOPLE, Visitor, join

HOSTILE = ("<script>alert(1)</script>"[:24], '"><img src=x>', "=1+1", "{{49*49999}}")


def adjust(
    visitor: Visitor, table: str, points: int = 100, **fields: object
) -> Visitor:
    visitor.get(table + "evening/adjusted")
    return visitor.send(
        table + "enter/adjusted",
        **{"party": "NS", "points": points, "reason": "late"} | fields,
    )


LATER = ("/history", "/statistics", "/moving", "Same again", "New table")
"""What the first page offers only to visitors who have a table."""


def test_a_new_install_invites(visitor: Visitor) -> None:
    first = visitor.get("/").page.text
    assert "What are we playing?" in first
    assert [offered for offered in LATER if offered in first] == []
    assert 'action="/new"' in first and 'type="search"' in first
    assert 'name="language"' in first and 'name="theme"' in first
    visitor.lay("bridge")
    home = visitor.get("/").page.text
    assert all(offered in home for offered in LATER)
    assert home.index("In progress") < home.index("Same again")
    assert home.index("Same again") < home.index("New table")


def test_partners_are_headed_by_their_side(visitor: Visitor) -> None:
    def sides(slug: str) -> list[str]:
        text = visitor.get(f"/new/{slug}").text
        found = re.findall(r'<div class="sides".*?</div>', text)
        return re.findall(r"<span>(.*?)</span>", found[0]) if found else []

    assert len(sides("bridge")) == 2
    assert sides("rook") == ["Seats 1 & 3", "Seats 2 & 4"]
    assert sides("berzerka") == sides("two-ten-jack") == []


@pytest.mark.parametrize(
    "slug", ["bridge", "joker-bridge", "five-crowns", "deuces-wild"]
)
def test_a_table_is_laid_and_listed(visitor: Visitor, slug: str) -> None:
    table = visitor.lay(slug)
    assert visitor.get(table).page.status_code == 200
    home = visitor.get("/").text
    assert table in home
    assert all(person in home for person in PEOPLE)


def test_the_same_form_twice_lays_one_table(visitor: Visitor) -> None:
    visitor.get("/new/bridge")
    first = visitor.hidden()
    names = dict(
        zip(re.findall(r'name="(seat[^"]+)"', visitor.page.text), PEOPLE, strict=False)
    )
    one = visitor.client.post("/new/bridge", data={**first, **names})
    two = visitor.client.post("/new/bridge", data={**first, **names})
    assert one.status_code == two.status_code == 303
    assert one.headers["Location"] == two.headers["Location"]


def test_who_leaves_without_another_in_their_place_is_told_what_can_be_done(
    visitor: Visitor,
) -> None:
    table = visitor.lay("hearts")
    page = table + "evening/people"
    visitor.get(page)
    seats = {"1": "Ingrid", "2": "", "3": "Priya", "4": "Marek"}
    visitor.send(table + "enter/people", **seats)
    assert visitor.page.status_code == 422
    assert "Name who plays for Tom now. If nobody does, end the game" in visitor.text
    visitor.get(f"{page}?who=Tom")
    visitor.send(table + "enter/people", name="", how="somebody-else")
    assert "Name who plays for Tom now." in visitor.text


def test_names_are_refused_beside_their_field_and_kept(visitor: Visitor) -> None:
    visitor.get("/new/bridge")
    visitor.send(
        "/new/bridge", seatN="Ingrid", seatE="ingrid", seatS="x" * 25, seatW=""
    )
    assert visitor.page.status_code == 422
    assert "is already at this table" in visitor.text
    assert "25 characters" in visitor.text
    assert "West needs a name" in visitor.text
    assert 'value="Ingrid"' in visitor.page.text


def test_a_setting_that_is_no_reading_is_refused(visitor: Visitor) -> None:
    visitor.get("/new/bridge")
    names = dict(zip(("seatN", "seatE", "seatS", "seatW"), PEOPLE, strict=True))
    visitor.send("/new/bridge", **names, scoring="poker")
    assert visitor.page.status_code == 422
    assert "“poker” isn’t one of the answers" in visitor.text


def test_a_new_table_begins_with_the_rules_of_the_last(
    visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    assert "As last time" not in visitor.get("/new/bridge").text
    visitor.lay("bridge", honours="off", settlement="deal")
    visitor.get("/new/bridge")
    assert visitor.text.index("As last time") < visitor.text.index("Rubber")
    assert visitor.hidden()["preset"] == "last"
    table = visitor.lay("bridge")
    settings = visitor.get(f"{table}settings").text
    assert "Not scored" in settings and "The players of each deal" in settings
    # Another game, another preset, another phone: as they come.
    assert "As last time" not in visitor.get("/new/rook").text
    visitor.get("/new/bridge?preset=duplicate")
    assert visitor.hidden()["preset"] == "duplicate"
    assert "As last time" not in another().get("/new/bridge").text


def test_what_tables_argue_about_comes_first(visitor: Visitor) -> None:
    def fields(part: str) -> list[str]:
        return re.findall(r'id="setting-([^"]+)"([^>]*)>', part)

    text = visitor.get("/new/joker-bridge").page.text
    first, rest = text.split("More rules")
    asked = [name for name, said in fields(first) if "data-unasked" not in said]
    assert asked == ["power", "suit_mode", "hidden_table", "honours"]
    assert {name for name, _ in fields(rest)}.isdisjoint(
        name for name, _ in fields(first)
    )


def test_same_again_takes_one_form(visitor: Visitor) -> None:
    first = visitor.lay("bridge")
    visitor.get("/")
    action = re.search(r'action="(/t/[^"]+/again)"', visitor.page.text)
    assert action
    second = visitor.send(action.group(1)).page.headers["Location"]
    assert second != first
    assert all(
        person in visitor.get(second + "evening/people").text for person in PEOPLE
    )


def test_an_entry_without_scripts_is_answered_by_303(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    adjust(visitor, table)
    assert visitor.page.status_code == 303
    assert "100" in visitor.get(table + "sheet").text


def test_with_htmx_only_the_fragment_comes(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    fragment = visitor.get(table, **{"HX-Request": "true"})
    assert "<html" not in fragment.page.text
    assert "HX-Request" in fragment.page.headers["Vary"]
    whole = visitor.get(
        table, **{"HX-Request": "true", "HX-History-Restore-Request": "true"}
    )
    assert "<html" in whole.page.text


@pytest.mark.parametrize("path", ["enter/adjusted", "again"])
def test_what_writes_refuses_get(visitor: Visitor, path: str) -> None:
    table = visitor.lay("bridge")
    assert visitor.get(table + path).page.status_code == 405


def test_a_bad_field_is_422_beside_it_and_keeps_what_was_typed(
    visitor: Visitor,
) -> None:
    table = visitor.lay("bridge")
    adjust(visitor, table, reason="")
    assert visitor.page.status_code == 422
    assert 'value="100"' in visitor.page.text


def test_the_same_form_twice_is_one_entry(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    visitor.get(table + "evening/adjusted")
    data = {**visitor.hidden(), "party": "NS", "points": 100, "reason": "late"}
    answers = [
        visitor.client.post(table + "enter/adjusted", data=data) for _ in range(3)
    ]
    assert [answer.status_code for answer in answers] == [303, 303, 303]
    log = visitor.get(table + "log").page.text
    assert log.count('<p class="what">Adjusted by 100') == 1


def test_a_used_key_with_another_body_is_refused(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    visitor.get(table + "evening/adjusted")
    data = {**visitor.hidden(), "party": "NS", "points": 100, "reason": "late"}
    visitor.client.post(table + "enter/adjusted", data=data)
    other = visitor.client.post(table + "enter/adjusted", data={**data, "points": 200})
    assert other.status_code == 422


def test_a_stale_form_says_what_was_entered_meanwhile(
    visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    table = visitor.lay("bridge")
    visitor.get(table + "evening/adjusted")
    adjust(join(visitor, another(), table, "W"), table, 50)
    visitor.send(table + "enter/adjusted", party="NS", points=100, reason="late")
    assert visitor.page.status_code == 409
    assert "Adjusted by 50" in visitor.text
    assert "Adjusted by 100" in visitor.text
    assert visitor.get(table + "log").page.text.count("Adjusted by 100") == 0


def test_an_entry_is_corrected_in_place_with_its_reason(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    adjust(visitor, table, 100)
    adjust(visitor, table, 7)
    log = visitor.get(table + "log").page.text
    correct = re.findall(r'href="([^"]+/entries/6/correct)"', log)[0]
    visitor.get(correct)
    assert 'value="100"' in visitor.page.text
    visitor.send(correct, party="EW", points=30, reason="wrong side")
    sheet = visitor.follow().text
    assert "<del>" in sheet
    assert "wrong side" in sheet
    again = visitor.get(table + "log").text
    assert "Instead of: Adjusted by 100" in again


def test_a_correction_names_who_says_so(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    adjust(visitor, table, 100)
    correct = table + "entries/6/correct"
    visitor.get(correct)
    assert "Who says so?" in visitor.text
    visitor.send(correct, party="EW", points=30, reason="wrong side", by="E")
    assert "“wrong side”, Tom" in visitor.follow().text
    visitor.get(table + "entries/7/strike").send(
        table + "entries/8/strike", reason="", by="Q"
    )
    assert visitor.page.status_code == 303


def test_an_opened_deal_says_what_happened_to_it(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    for _ in range(2):
        visitor.get(f"{table}?form=quick").send(f"{table}enter/quick", **DEAL).follow()
    rows = set(re.findall(r"why=(\d+)", visitor.get(f"{table}sheet").text))
    first, second = sorted(rows, key=int)
    assert told_of(visitor, table, second) == ["Entered at 0:00."]
    wrong = {**DEAL, "tricks": "11"}
    correct = f"{table}rows/{first}/correct"
    visitor.get(correct).send(correct, **wrong, reason="miscounted", by="N").follow()
    assert told_of(visitor, table, first) == [
        "Entered at 0:00.",
        "Corrected at 0:00 by Ingrid: 11 tricks instead of 10 tricks. “miscounted”",
    ]


def test_an_opened_deal_says_what_was_struck_out_of_it(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    deal = {name: DEAL[name] for name in DEAL if name != "honours_0_seat"}
    honours = {"honours_seat": "N", "honours_cards": ["A", "K", "Q", "J"]}
    visitor.get(f"{table}?form=quick")
    visitor.send(f"{table}enter/quick", **deal, **honours).follow()
    newest, *_ = re.findall(r"entries/\d+/strike", visitor.get(f"{table}log").text)
    strike = f"{table}{newest}"
    visitor.get(strike).send(strike, reason="a jack was missing", by="E").follow()
    (row,) = set(re.findall(r"why=(\d+)", visitor.get(f"{table}sheet").text))
    entered, struck = told_of(visitor, table, row)
    assert entered == "Entered at 0:00."
    assert struck.startswith(
        "Struck out at 0:00 by Tom: Ingrid held A spades, K spades"
    )
    assert struck.endswith("“a jack was missing”")


def test_an_opened_deal_says_who_agreed_to_it(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    row = confirmed(table, NS=visitor).strip("/").rsplit("/", 1)[-1]
    assert told_of(visitor, table, row) == [
        "Entered at 0:00.",
        "Agreed at 0:00 by Ingrid & Priya.",
    ]


def told_of(visitor: Visitor, table: str, row: str) -> list[str]:
    """What the sheet says happened to a deal, each time as 0:00."""
    page = visitor.get(f"{table}sheet?why={row}").text
    past = page.partition('<ul class="past"')[2].partition("</ul>")[0]
    told = [re.sub(r"<[^>]+>", "", one) for one in re.findall(r"<li>(.*?)</li>", past)]
    return [re.sub(r"\d\d:\d\d", "0:00", one) for one in told]


def _another_name(
    visitor: Visitor, table: str, who: str, name: str, how: str
) -> Visitor:
    """Tap the name, type another one, tap what it means."""
    page = visitor.get(f"{table}evening/people").page.text
    link = next(
        url
        for url in re.findall(r'href="([^"]+who=[^"]+)"', page)
        if who in unquote(url)
    )
    visitor.get(link.replace("&amp;", "&"))
    assert f'name="name" value="{who}"' in visitor.page.text
    return visitor.send(f"{table}enter/people", who=who, name=name, how=how)


def test_a_misspelt_name_is_put_right_everywhere(visitor: Visitor) -> None:
    table = visitor.lay("bridge", ("Ingird", "Tom", "Priya", "Marek"))
    visitor.get(f"{table}?form=quick").send(f"{table}enter/quick", **DEAL).follow()
    visitor.get(f"{table}rows/6/correct")
    visitor.send(
        f"{table}rows/6/correct",
        **{**DEAL, "tricks": "11"},
        reason="miscounted",
        by="N",
    )
    assert "Ingird" in visitor.get("/history/").text
    _another_name(visitor, table, "Ingird", "Ingrid", "spelling")
    assert visitor.page.status_code == 303
    for page in (
        "",
        "sheet",
        "sheet.csv",
        "story",
        "report",
        "evening/people",
        "tv",
        "more",
    ):
        text = visitor.get(table + page).text
        assert "Ingird" not in re.sub(
            "Name corrected: “Ingird” to “Ingrid”", "", text
        ), page
    for page in ("/", "/history/", "/statistics/"):
        text = visitor.get(page).text
        assert "Ingird" not in text, page
        assert "Ingrid" in text, page
    log = visitor.get(f"{table}log").text
    said = "Name corrected: “Ingird” to “Ingrid”"
    assert said in log and "Ingird" not in log.replace(said, "")
    assert "Ingrid sits at North" in log and "miscounted" in log


def test_a_spelling_can_be_taken_back(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    _another_name(visitor, table, "Ingrid", "Ingeborg", "spelling")
    strike = table + "entries/6/strike"
    visitor.get(strike).send(strike)
    assert visitor.page.status_code == 303
    assert seats_in(visitor.get(f"{table}evening/people").page.text)["N"] == "Ingrid"
    assert "Ingeborg" not in visitor.get("/history/").text


def test_somebody_else_takes_the_place_and_earlier_rows_stay(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    visitor.get(f"{table}?form=quick").send(f"{table}enter/quick", **DEAL).follow()
    _another_name(visitor, table, "Ingrid", "Ada", "somebody-else")
    assert seats_in(visitor.get(f"{table}evening/people").page.text)["N"] == "Ada"
    assert "Ingrid" in visitor.get(f"{table}sheet.csv").text
    seats = {"N": "Ada", "E": "Tom", "S": "Priya", "W": "Marek", "bench0": "Zoë"}
    visitor.get(f"{table}evening/people").send(f"{table}enter/people", **seats)
    _another_name(visitor, table, "Ada", "Zoë", "somebody-else")
    text = visitor.get(f"{table}evening/people").page.text
    assert seats_in(text)["N"] == "Zoë", "who waited plays, and the other waits"
    assert re.search(r'name="bench0" value="Ada"', text)


@pytest.mark.parametrize("how", ["spelling", "somebody-else", ""])
@pytest.mark.parametrize("name", ["Tom", "T0m", "...", ""])
def test_another_name_is_refused_where_it_is_typed(
    visitor: Visitor, how: str, name: str
) -> None:
    table = visitor.lay("bridge")
    _another_name(visitor, table, "Ingrid", name, how)
    assert visitor.page.status_code == 422
    assert (
        "Not saved" in visitor.text and 'name="who" value="Ingrid"' in visitor.page.text
    )
    assert visitor.get(table).hidden()["seen"] == "5"


def test_a_seating_of_the_log_leads_to_the_people_and_is_not_struck_out(
    visitor: Visitor,
) -> None:
    table = visitor.lay("bridge")
    log = visitor.get(f"{table}log").page.text
    assert f"{table}entries/1/correct" in log and f"{table}entries/1/strike" not in log
    visitor.get(f"{table}entries/1/correct")
    assert visitor.page.headers["Location"] == f"{table}evening/people"
    visitor.get(f"{table}entries/1/strike").send(f"{table}entries/1/strike")
    assert visitor.page.status_code == 422
    assert "says who sat where and can’t be struck" in visitor.text


def test_an_entry_is_struck_out_and_stays_readable(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    adjust(visitor, table, 100)
    strike = table + "entries/6/strike"
    visitor.get(strike).send(strike, reason="never happened")
    log = visitor.follow().get(table + "log").text
    assert "never happened" in log
    assert re.search(r"<del>.*Adjusted by 100", log)
    assert visitor.get(table + "entries/6/correct").page.status_code == 404


def test_a_call_is_taken_back_by_its_name_and_asked_anew(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    for call in ("1C", "Pass"):
        visitor.get(f"{table}?form=auction").send(
            f"{table}enter/auction", call=call
        ).follow()
    back = re.findall(r'href="([^"]+/back)"', visitor.text)[0]
    assert "Take back Tom’s Pass?" in visitor.get(back).text
    assert "Take back" not in visitor.get(f"{table}rows/5/correct").text
    visitor.get(back).send(back).follow()
    assert "Tom to call" in visitor.text
    # it is not the last any more
    assert visitor.get(back).follow().page.status_code == 200
    language = {"Accept-Language": "de"}
    again = re.findall(r'href="([^"]+/back)"', visitor.get(table).text)[0]
    assert "von Ingrid zurücknehmen?" in visitor.get(again, **language).text


@pytest.mark.parametrize("form", ["auction", "bid"])
def test_a_bid_at_rook_is_one_tap_from_being_taken_back(
    visitor: Visitor, form: str
) -> None:
    table = visitor.lay("rook")
    said = {"bidder": "1", "amount": "100"} if form == "bid" else {"call": "100"}
    visitor.get(f"{table}?form={form}").send(f"{table}enter/{form}", **said).follow()
    back = re.findall(r'href="([^"]+/back)"', visitor.text)[0]
    visitor.get(back).send(back).follow()
    assert f"/enter/{form}" in visitor.text
    assert not re.findall(r'href="([^"]+/back)"', visitor.text)


def test_an_auction_is_dropped_for_the_deal_as_a_whole(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    assert "Drop auction" not in visitor.get(f"{table}more").text
    for call in ("1C", "Pass", "1S"):
        visitor.get(f"{table}?form=auction").send(
            f"{table}enter/auction", call=call
        ).follow()
    drop = re.findall(r'href="([^"]+/auction/drop)"', visitor.get(f"{table}more").text)[
        0
    ]
    assert "Struck with it:" in visitor.get(drop).text
    visitor.send(drop).follow()
    assert "/enter/quick" in visitor.text
    assert visitor.get(f"{table}auction/drop").page.status_code == 404


VERB = re.compile(r'<a class="go"[^>]*><b>([^<]*)</b>')


def verbs(visitor: Visitor, table: str) -> list[str]:
    """What "More" offers, in one list."""
    page = visitor.get(f"{table}more").text
    assert page.count('<ul class="list') == 1
    assert "<details" not in page.partition("<main>")[2]
    return VERB.findall(page)


def test_more_is_one_list_that_begins_with_what_this_phase_is_about(
    visitor: Visitor,
) -> None:
    table = visitor.lay("bridge")
    before = verbs(visitor, table)
    assert before[:2] == ["Phones", "Players and seats"]
    assert before[-1] == "Delete this table"
    assert {"Entries", "The sheet", "Settings"} <= {*before}
    assert "Session file" not in before, "not needed during play"
    settings = VERB.findall(visitor.get(f"{table}settings").text)
    assert "Session file" in settings
    assert len({*before}) == len(before)
    visitor.get(f"{table}?form=auction").send(
        f"{table}enter/auction", call="1C"
    ).follow()
    assert verbs(visitor, table)[:3] == [
        "Drop auction",
        "Entries",
        "Redeal",
    ]
    visitor.get(f"{table}auction/drop").send(f"{table}auction/drop").follow()
    visitor.get(f"{table}?form=quick").send(f"{table}enter/quick", **DEAL).follow()
    between = verbs(visitor, table)
    assert between[:2] == ["Correct the last deal", "Add forgotten deal"]
    stranger = Visitor(visitor.client.application.test_client())
    seen = verbs(stranger, table)
    assert "The sheet" in seen and "Correct the last deal" not in seen
    visitor.get(f"{table}evening/ended").send(f"{table}enter/ended").follow()
    assert verbs(visitor, table)[:2] == ["The evening’s story", "Sign totals"]


def test_correcting_the_last_deal_in_mid_auction_opens_that_deal(
    visitor: Visitor,
) -> None:
    table = visitor.lay("bridge")
    visitor.get(f"{table}?form=quick").send(f"{table}enter/quick", **DEAL).follow()
    visitor.get(f"{table}?form=auction").send(
        f"{table}enter/auction", call="1C"
    ).follow()
    text = visitor.get(f"{table}more").text
    address = re.findall(r'href="([^"]+)"><b>Correct the last deal</b>', text)[0]
    assert 'name="tricks"' in visitor.get(address).text


@pytest.mark.parametrize("name", ["people", "over"])
def test_a_form_that_states_nothing_new_is_no_entry(
    visitor: Visitor, name: str
) -> None:
    table = visitor.lay("bridge")
    people = dict(zip("NESW", PEOPLE, strict=True))
    for _ in range(2):
        visitor.get(f"{table}evening/people").send(f"{table}enter/{name}", **people)
        assert visitor.page.status_code == 303
    assert visitor.get(table).hidden()["seen"] == "5"


def test_people_change_seats_and_a_guest_waits(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    visitor.get(table + "evening/people")
    visitor.send(
        table + "enter/people",
        N="Ingrid",
        E="Tom",
        S="Ada",
        W="Marek",
        bench0="Priya",
        bench1="",
    )
    assert visitor.follow().page.status_code == 200
    page = visitor.get(way_to(visitor, table, "Cut in")).page.text
    assert seats_in(page) == {"N": "Priya", "E": "Tom", "S": "Ada", "W": "Marek"}


def test_however_many_wait_nobody_is_sent_home(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    seats = dict(zip("NESW", PEOPLE, strict=True))
    waiting = ["Ada", "Ben", "Cy", "Di", "Eva"]
    visitor.get(f"{table}evening/people")
    bench = {f"bench{n}": name for n, name in enumerate(waiting[:4])}
    visitor.send(f"{table}enter/people", **seats, **bench).follow()
    visitor.get(f"{table}evening/people")
    visitor.send(f"{table}enter/people", **seats, **bench, bench4=waiting[4]).follow()
    text = visitor.get(f"{table}evening/people").page.text
    assert re.findall(r'name="bench\d" value="([^"]*)"', text) == [*waiting, ""]


def test_pivot_leaves_the_first_seat_and_moves_the_others(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    page = visitor.get(way_to(visitor, table, "Pivot")).page.text
    assert seats_in(page) == {"N": "Ingrid", "E": "Marek", "S": "Tom", "W": "Priya"}
    assert "Cut in" not in visitor.text, "nobody waits"


def test_nobody_pivots_where_all_play_alone(visitor: Visitor) -> None:
    table = visitor.lay("two-ten-jack")
    assert "Pivot" not in visitor.get(f"{table}evening/people").text


def test_a_reversal_is_explained_in_one_line_where_it_is_entered_and_where_it_stands(
    visitor: Visitor,
) -> None:
    table = visitor.lay("two-ten-jack")
    asked = visitor.get(f"{table}?form=totals").text
    assert (
        "All six hearts, or all six spades, in one pile: Their sign is reversed"
        in asked
    )
    counted = {
        "total1": "45",
        "total2": "0",
        "total3": "45",
        "minus3": "y",
        "total4": "0",
    }
    visitor.send(f"{table}enter/totals", **counted, hearts="3", spades="1").follow()
    sheet = visitor.get(f"{table}sheet").text
    assert (
        "A suit under a number: that pile had all six, so their sign is reversed."
        in sheet
    )


def way_to(visitor: Visitor, table: str, label: str) -> str:
    """Where the link of this name leads on the page of people and seats."""
    visitor.get(f"{table}evening/people")
    found = re.search(rf'<a class="go" href="([^"]+)"><b>{label}</b>', visitor.text)
    assert found, visitor.text
    return found.group(1)


def seats_in(page: str) -> dict[str, str]:
    """Who stands in the field of each seat."""
    return dict(re.findall(r'name="([NESW])" value="([^"]*)"', page))


def test_more_leads_to_the_correction_of_the_last_row(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    assert "Correct the last deal" not in visitor.get(f"{table}more").text
    adjust(visitor, table)
    text = visitor.get(f"{table}more").text
    found = re.search(
        r'href="([^"]+/rows/\d+/correct)"><b>Correct the last deal</b>', text
    )
    assert found
    assert 'value="100"' in visitor.get(found.group(1)).text


def test_a_session_that_does_not_exist_is_404(visitor: Visitor) -> None:
    assert visitor.get("/t/nothing/sheet").page.status_code == 404


def test_a_form_without_its_token_is_refused(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    visitor.get(table + "evening/adjusted")
    data = {**visitor.hidden(), "party": "NS", "points": 1, "reason": "x"}
    del data["csrf_token"]
    assert visitor.client.post(table + "enter/adjusted", data=data).status_code == 400


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_a_form_from_elsewhere_is_refused(
    visitor: Visitor, headers: dict[str, str]
) -> None:
    table = visitor.lay("bridge")
    visitor.get(table + "evening/adjusted")
    data = {**visitor.hidden(), "party": "NS", "points": 1, "reason": "x"}
    sent = visitor.client.post(table + "enter/adjusted", data=data, headers=headers)
    assert sent.status_code == 403


def test_a_form_too_large_is_refused(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    visitor.get(table + "evening/adjusted")
    visitor.send(table + "enter/adjusted", party="NS", points=1, reason="x" * 70_000)
    assert visitor.page.status_code == 413


def test_every_page_has_its_headers(visitor: Visitor) -> None:
    headers = visitor.get("/").page.headers
    assert headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "HttpOnly" in visitor.page.headers.get("Set-Cookie", "HttpOnly")


def test_hostile_names_are_inert_on_every_page(visitor: Visitor) -> None:
    table = visitor.lay("bridge", HOSTILE)
    for path in ("", "sheet", "log", "more", "evening/people", "settings"):
        page = visitor.get(table + path).page.text
        assert "<script>alert" not in page
        assert "<img" not in page
        assert "2449951" not in page
    csv = visitor.get(table + "sheet.csv").page
    assert csv.status_code == 200


@pytest.mark.parametrize("way", ["theme", "language", "taps"])
@pytest.mark.parametrize(
    "back",
    ["//evil.example", "/\t/evil.example",
     "/\r\n/evil.example", "/\\evil.example", "\\\\evil.example",
     "https://evil.example", "https:evil.example",
     "/x\r\nSet-Cookie: a=b", "\t//evil.example", "/\0",
     "/\u200b/evil.example", "javascript:alert(1)", " //evil.example", "evil", ""],
)  # fmt: skip
def test_a_way_back_leads_nowhere_else(visitor: Visitor, way: str, back: str) -> None:
    visitor.get("/").send(f"/{way}", back=back)
    assert visitor.page.status_code == 303
    leads = visitor.page.headers["Location"]
    assert leads == "/" or back != plain(back)
    assert urljoin("http://here.example/", leads).startswith("http://here.example/")


def test_nothing_that_is_typed_has_control_characters_or_turns_text_around(
    visitor: Visitor,
) -> None:
    """As in a file: what is exported here could not be taken in elsewhere, and the log
    was drawn with line feeds, escapes and turned letters."""
    table = visitor.lay("bridge")
    for reason in ("a\0b\x1b[31mc", "a\r\nb", "a\u202eb\u2066c", "a\u2028b", "a\x85b"):
        adjust(visitor, table, reason=reason)
        assert visitor.page.status_code == 303
        said = json.loads(visitor.get(table + "session.jsonl").text.splitlines()[-2])
        assert said["facts"]["reason"] == plain(reason) and plain(reason).isprintable()
    assert read(visitor.get(table + "session.jsonl").page.get_data()).session.last > 5


def test_the_theme_is_a_cookie_and_leads_back_only_here(visitor: Visitor) -> None:
    visitor.get("/")
    visitor.send("/theme", theme="dark", back="//evil.example")
    assert visitor.page.headers["Location"] == "/"
    assert 'class="dark"' in visitor.get("/").page.text


def test_an_error_leads_on(visitor: Visitor) -> None:
    page = visitor.get("/nothing/here")
    assert page.page.status_code == 404
    assert 'href="/"' in page.page.text


def test_the_calculator_answers_at_an_address(visitor: Visitor) -> None:
    address = "/rules/five-crowns/calculator?game=five-crowns&level=4&denomination=S&doubling=X"
    page = visitor.get(f"{address}&tricks=9&vulnerable=yes&scoring=rubber")
    assert page.page.status_code == 200
    assert "Law 81" in page.text
    assert visitor.get(f"{address}&tricks=15&vulnerable=yes").page.status_code == 422


@pytest.mark.parametrize(("slug", "status"), [("bridge", 200), ("joker-bridge", 404)])
def test_pbn_is_offered_where_the_game_can_be_said(
    visitor: Visitor, slug: str, status: int
) -> None:
    table = visitor.lay(slug)
    assert ("session.pbn" in visitor.get(table + "sheet").page.text) == (status == 200)
    assert visitor.get(table + "session.pbn").page.status_code == status


def test_a_table_remembers_its_clock(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    header = json.loads(visitor.get(table + "session.jsonl").page.text.splitlines()[0])
    assert re.fullmatch(r"[\d-]{10}T[\d:]{8}[+-]\d\d:\d\d", header["at"])


def test_a_key_that_we_never_made_is_refused(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    visitor.get(table + "evening/adjusted")
    visitor.send(
        table + "enter/adjusted", party="NS", points=1, reason="x", key="k" * 300
    )
    assert visitor.page.status_code == 400


def test_same_again_twice_opens_one_table(visitor: Visitor) -> None:
    visitor.lay("bridge")
    visitor.get("/")
    action = re.search(r'action="(/t/[^"]+/again)"', visitor.page.text)
    assert action
    data = visitor.hidden()
    first = visitor.client.post(action.group(1), data=data).headers["Location"]
    assert visitor.client.post(action.group(1), data=data).headers["Location"] == first


def test_the_old_table_says_where_the_evening_went_on(
    visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    old = visitor.lay("bridge")
    visitor.get("/").send(f"{old}again")
    new = visitor.page.headers["Location"]
    assert new != old
    watching = another().get(old)
    assert "The evening continues at another table" in watching.text
    assert f'href="{new}"' in watching.page.text


def test_a_stranger_who_plays_it_again_writes_nothing_in_the_old_log(
    visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    old = visitor.lay("bridge")
    stranger = another()
    stranger.get("/").send(f"{old}again")
    assert "goes on at another table" not in visitor.get(old).text


@pytest.mark.parametrize("slug", ["bridge", "joker-bridge", "five-crowns"])
def test_parts_that_are_kept_are_those_that_are_drawn_anew_and_nobodys(
    visitor: Visitor, slug: str
) -> None:
    """A table's form is the same whether another table has warmed what is kept, and no
    part of that holds the names of two."""
    names = ("Anneliese", "Bartholomew", "Cornelia", "Dominik")
    asked = ("", "&level=3&denomination=S&declarer=W", "&tricks=9")
    first = visitor.lay(slug, names)
    second = visitor.lay(slug)
    parts: Drawn = visitor.client.application.extensions["drawn"]
    drawn = dict[tuple[str, str, bool], str]()
    for is_warm in (False, True):
        for table in (first, second):
            for more in asked:
                if not is_warm:
                    parts.clear()
                page = visitor.get(f"{table}?form=quick{more}").text
                form = re.sub(r'name="(csrf_token|key|phone)" value="[^"]*"', "", page)
                drawn[table, more, is_warm] = form[form.index('<main id="ask"') :]
    for table in (first, second):
        for more in asked:
            assert drawn[table, more, False] == drawn[table, more, True]
    kept = [
        part
        for part in parts.parts()
        if 'id="status"' not in part and "<main" not in part
    ]
    assert kept
    named = [
        {here for here in (names, PEOPLE) for name in here if name in part}
        for part in kept
    ]
    assert not any(len(tables) > 1 for tables in named)


def test_the_log_names_persons_and_who_called(visitor: Visitor) -> None:
    host = visitor
    table = host.lay("bridge")
    host.get(table).send(f"{table}enter/auction", call="1C")
    host.get(table).send(f"{table}enter/auction", call="Pass")
    log = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", host.get(f"{table}log").text))
    assert "Ingrid (North): 1 clubs" in log, log
    assert "Tom (East): Pass" in log
    assert "Priya sits at South" in log


def test_the_deals_before_which_one_was_forgotten_name_their_players(
    visitor: Visitor,
) -> None:
    table = visitor.lay("bridge")
    deal = {"level": "4", "denomination": "S", "declarer": "N", "tricks": "10"}
    visitor.get(f"{table}?form=quick").send(f"{table}enter/quick", **deal)
    page = visitor.get(f"{table}forgotten").text.partition("<main")[2]
    assert "Ingrid" in page and "North" not in page


def test_the_deals_before_which_one_was_forgotten_say_what_they_brought(
    visitor: Visitor,
) -> None:
    table = visitor.lay("bridge")
    deal = {"level": "4", "denomination": "S", "declarer": "N", "tricks": "10"}
    visitor.get(f"{table}?form=quick").send(f"{table}enter/quick", **deal)
    page = visitor.get(f"{table}forgotten").text.partition("<main")[2]
    assert "Ingrid & Priya +120" in page and "none ·" not in page


def test_a_number_that_no_table_plays_with_is_refused(visitor: Visitor) -> None:
    visitor.get("/new/rook")
    names = re.findall(r'name="(seat[^"]+)"', visitor.text)
    people = dict(zip(names, ("Ann", "Ben", "Cy", "Dora"), strict=True))
    visitor.send("/new/rook", **people, target="-5", minimum="103")
    assert "“-5” doesn’t fit. Type a whole number from" in visitor.text
    assert "“103” doesn’t fit. Type a multiple of 5." in visitor.text


def test_who_plays_alone_is_called_by_name_in_an_adjustment(visitor: Visitor) -> None:
    table = visitor.lay("hearts")
    visitor.get(f"{table}evening/adjusted")
    visitor.send(f"{table}enter/adjusted", party="3", points="26", reason="a revoke")
    log = visitor.get(f"{table}log").text
    assert "Adjusted by 26 for Priya: a revoke" in log


@pytest.mark.parametrize(("slug", "asks"), [("rook", False), ("bridge", True)])
def test_a_question_with_one_answer_is_none_of_the_form(
    visitor: Visitor, slug: str, asks: bool
) -> None:
    table = visitor.lay(slug)
    page = visitor.get(f"{table}evening/carried-in").text
    assert ('name="part"' in page) is asks
    party = "NS" if slug == "bridge" else "13"
    fields = {"party": party, "points": "100", "part": "nowhere"}
    visitor.send(f"{table}enter/carried-in", **fields)
    assert visitor.page.status_code == (422 if asks else 303)
    assert asks or "100" in visitor.follow().text
