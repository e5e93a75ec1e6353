"""Berzerka on the web without scripts: every question, refusals, corrections, forgotten
hands."""

import re

import pytest

from tests.web.conftest import Visitor

HAND = {"how": "bid", "overbid": "0", "discards": "2"}


@pytest.fixture
def home(visitor: Visitor) -> str:
    """The address of a table with the starter board."""
    address = visitor.lay("berzerka", ("Ana", "Ben", "Cleo"))
    visitor.get(address)
    visitor.send(f"{address}enter/board", which="starter").follow()
    return address


def totals(visitor: Visitor) -> list[str]:
    return re.findall(r'<span class="side"><i>.*?</i><b[^>]*>(.*?)</b>', visitor.text)


def quickly(visitor: Visitor, home: str, **facts: str) -> Visitor:
    visitor.get(f"{home}?form=quick")
    return visitor.send(f"{home}enter/quick", **{**HAND, **facts})


def strike(visitor: Visitor, home: str, seq: int) -> None:
    visitor.get(f"{home}entries/{seq}/strike")
    visitor.send(f"{home}entries/{seq}/strike").follow()


def test_the_board_comes_first(visitor: Visitor) -> None:
    address = visitor.lay("berzerka", ("Ana", "Ben", "Cleo"))
    text = visitor.get(address).text
    assert "Which contracts?" in text
    assert "Ana deals first" in text
    assert "Write a contract of your own" in text
    assert "Seat 1" not in text.replace("Ana sits at Seat 1", "")


def test_a_hand_step_by_step(visitor: Visitor, home: str) -> None:
    steps: list[tuple[str, dict[str, str], str]] = [
        ("bid", {"call": "bid", "contract": "hold-steady"}, "Cleo to bid"),
        (
            "bid",
            {"call": "bid", "contract": "hold-steady", "overbid": "3"},
            "Ana to bid",
        ),
        ("bid", {"call": "pass"}, "Ben to bid"),
        ("bid", {"call": "pass"}, "Cleo names the ranking"),
        ("ranking", {"ranking": "inverted"}, "Cleo discards first"),
        ("discards", {"discards": "0"}, "Cleo plays Hold Steady"),
        ("result", {"count": "8"}, "Cleo to bid"),
    ]
    for form, facts, next_turn in steps:
        visitor.send(f"{home}enter/{form}", **facts).follow()
        assert next_turn in visitor.text
    assert "Hand 2" in visitor.text
    assert '<span class="tr">0</span>' in visitor.text


@pytest.mark.parametrize(("overbids", "is_asked"), [("named", True), ("steps", False)])
def test_a_jump_is_asked_for_where_there_may_be_one(
    visitor: Visitor, overbids: str, is_asked: bool
) -> None:
    address = visitor.lay("berzerka", ("Ana", "Ben", "Cleo"), overbids=overbids)
    visitor.get(address).send(f"{address}enter/board", which="starter").follow()
    visitor.send(f"{address}enter/bid", call="bid", contract="hold-steady").follow()
    assert ('name="overbid"' in visitor.text) is is_asked
    assert ("Overbid by 1" in visitor.text) is not is_asked


def test_a_whole_hand_needs_no_keyboard_and_is_asked_so_again(
    visitor: Visitor, home: str
) -> None:
    page = visitor.get(f"{home}?form=quick").page.text
    asked = re.search('<form class="entry.*?</form>', page, re.S)
    assert asked
    kinds = set(re.findall(r'<input[^>]* type="(\w+)"', asked[0]))
    assert kinds <= {"radio", "checkbox", "hidden"} and "<textarea" not in asked[0]
    assert asked[0].count("<input") == len(re.findall(r"<input[^>]* type=", asked[0]))
    facts = {"declarer": "2", "contract": "seeing-red", "count": "7"}
    quickly(visitor, home, **facts).follow()
    assert "Who played what?" in visitor.get(home).text


def test_the_hotseat(visitor: Visitor, home: str) -> None:
    for _ in range(3):
        visitor.send(f"{home}enter/bid", call="pass").follow()
    assert "Ben in the hotseat" in visitor.text
    assert "as it is" in visitor.text
    visitor.send(f"{home}enter/hotseat", contract="seeing-red").follow()
    assert "Ben discards last" in visitor.text


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"count": "14"}, "14 isn’t possible"),
        ({"discards": "20"}, "20 discards aren’t possible"),
        ({"contract": "middling"}, "Middling isn’t on this board"),
        ({"how": "hotseat", "overbid": "1"}, "With no bid to go over"),
        ({"trump": "S"}, "isn’t needed for"),
        ({"overbid": "lots"}, "isn’t one of the answers"),
    ],
)
def test_bad_input_is_refused_beside_its_field(
    visitor: Visitor, home: str, facts: dict[str, str], reason: str
) -> None:
    sent = {"declarer": "2", "contract": "hidden-strength", "count": "5", **facts}
    quickly(visitor, home, **sent)
    assert visitor.page.status_code == 422
    assert reason in visitor.text
    field = next(iter(facts))
    name = "overbid" if reason.endswith("go over") else field
    fields = re.findall(
        r'<(?:div|fieldset) class="field bad[\s\S]*?role="alert"', visitor.text
    )
    assert len(fields) == 1
    assert f'name="{name}"' in fields[0]


def test_a_contract_completed_before_is_refused(visitor: Visitor, home: str) -> None:
    hand = {"declarer": "2", "contract": "hidden-strength", "count": "5"}
    quickly(visitor, home, **hand).follow()
    quickly(visitor, home, **hand)
    assert visitor.page.status_code == 422
    assert "Ben has already completed" in visitor.text


def test_a_row_is_corrected_whole_and_keeps_its_place(
    visitor: Visitor, home: str
) -> None:
    visitor.send(f"{home}enter/bid", call="bid", contract="seeing-red").follow()
    for _ in range(2):
        visitor.send(f"{home}enter/bid", call="pass").follow()
    visitor.send(f"{home}enter/discards", discards="1").follow()
    visitor.send(f"{home}enter/result", count="9").follow()
    for seat, count in (("3", "5"), ("1", "7")):
        quickly(
            visitor, home, declarer=seat, contract="seeing-red", count=count
        ).follow()
    assert totals(visitor) == ["0", "5", "−5"]
    visitor.get(f"{home}sheet")
    row = re.search(r'id="row-(\d+)"', visitor.text)
    assert row
    visitor.get(f"{home}rows/{row[1]}/correct")
    assert 'value="9"' in visitor.text
    facts = {
        "declarer": "2",
        "contract": "seeing-red",
        "count": "2",
        "reason": "misread",
    }
    visitor.send(f"{home}rows/{row[1]}/correct", **{**HAND, **facts}).follow()
    assert totals(visitor) == ["5", "−5", "0"]
    assert f'id="row-{row[1]}"' in visitor.text
    assert "misread" in visitor.text


def test_a_forgotten_hand_is_put_in(visitor: Visitor, home: str) -> None:
    for seat, count in (("2", "5"), ("3", "7")):
        quickly(
            visitor, home, declarer=seat, contract="seeing-red", count=count
        ).follow()
    visitor.get(f"{home}forgotten")
    places = re.findall(r'href="([^"]*before=[^"]*)"', visitor.text)
    visitor.get(places[1])
    facts = {"declarer": "1", "contract": "seeing-red", "count": "13"}
    visitor.send(f"{home}enter/quick", **{**HAND, **facts}).follow()
    assert totals(visitor) == ["5", "−5", "0"]
    visitor.get(f"{home}sheet")
    assert len(re.findall(r'<span class="tr">', visitor.text)) == 3


def test_a_result_that_no_longer_fits_is_asked_for_as_such(
    visitor: Visitor, home: str
) -> None:
    steps: list[tuple[str, dict[str, str]]] = [
        ("bid", {"call": "bid", "contract": "hold-steady"}),
        ("bid", {"call": "pass"}),
        ("bid", {"call": "pass"}),
        ("ranking", {"ranking": "inverted"}),
        ("discards", {"discards": "0"}),
        ("result", {"count": "8"}),
    ]
    for form, facts in steps:
        visitor.send(f"{home}enter/{form}", **facts).follow()
    visitor.get(f"{home}log")
    result = max(
        int(seq) for seq in re.findall(r"/entries/(\d+)/correct", visitor.text)
    )
    strike(visitor, home, result - 2)
    visitor.get(f"{home}entries/{result}/correct")
    assert "The distance of this number from" in visitor.text
    for before in (3, 4, 5):
        strike(visitor, home, result - before)
    visitor.get(f"{home}entries/{result}/correct")
    assert re.search(r"<legend[^>]*>Taken", visitor.text)


def test_the_board_is_corrected_from_the_log(visitor: Visitor, home: str) -> None:
    visitor.get(f"{home}log")
    seq = re.search(r'href="[^"]*(/entries/\d+/correct)"', visitor.text)
    assert seq
    visitor.get(f"{home.rstrip('/')}{seq[1]}")
    assert "Choose the contracts" in visitor.text
    visitor.send(
        f"{home.rstrip('/')}{seq[1]}",
        which="chosen",
        contracts="middling",
        reason="wrong box",
    ).follow()
    visitor.get(home)
    assert "of 3" in visitor.text


def test_the_files_of_a_game(visitor: Visitor, home: str) -> None:
    for seat, count in (("2", "5"), ("3", "7"), ("1", "6")):
        quickly(
            visitor, home, declarer=seat, contract="seeing-red", count=count
        ).follow()
    csv = visitor.get(f"{home}sheet.csv").text
    assert "Seeing Red ×5: first" in csv
    assert "inferred" in csv
    assert '"kind":"hand"' in visitor.get(f"{home}session.jsonl").text.replace(" ", "")


def test_every_cite_leads_to_its_place_in_the_rulebook(
    visitor: Visitor, home: str
) -> None:
    for contract, counts in (("hold-steady", "231"), ("bottle-it-up", "999")):
        for seat, count in zip("231", counts, strict=True):
            quickly(
                visitor, home, declarer=seat, contract=contract, count=count
            ).follow()
    visitor.get(f"{home}sheet")
    rows = re.findall(r'id="row-(\d+)"', visitor.text)
    anchors: set[str] = set()
    for row in rows:
        visitor.get(f"{home}sheet?why={row}")
        anchors |= set(re.findall(r'class="cite" href="[^"#]*#([\w-]+)"', visitor.text))
    assert anchors == {
        "contract-hold-steady",
        "contract-bottle-it-up",
        "game-points",
        "ties",
    }
    page = visitor.get("/rules/berzerka").text
    for anchor in anchors:
        assert f'id="{anchor}"' in page
