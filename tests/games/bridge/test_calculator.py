"""The calculator: its answers, its page with the form sent by GET, and its command."""

import re
from dataclasses import replace
from html import unescape
from itertools import product

import pytest
from click.testing import CliRunner, Result
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from scorekeeper import create_app
from scorekeeper.__main__ import main
from scorekeeper.core.errors import ImpossibleResult, RuleViolation
from scorekeeper.core.seats import Seat
from scorekeeper.core.sheet import Line, Row
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.calculator import (
    FORMS,
    CalculatorForm,
    Vulnerability,
    calculate,
    settings_for,
)
from scorekeeper.games.bridge.contract import DECLARER, DEFENDERS, Contract
from scorekeeper.games.bridge.events import ContractStated, TricksTaken
from scorekeeper.games.bridge.rules import (
    JokerSettings,
    ParitySlams,
    Scoring,
    Variant,
    Variation,
)
from scorekeeper.games.bridge.tariffs import tariff_of
from scorekeeper.words import words_in
from tests.games.bridge.oracles import tables
from tests.games.bridge.oracles.tables import DOUBLINGS, Played
from tests.games.bridge.table import Table
from tests.web.conftest import Visitor

PACKS = {
    Variation.BRIDGE: tables.PLAIN,
    Variation.DEUCES_WILD: tables.PLAIN,
    Variation.X1: tables.PLAIN,
    Variation.X2: tables.PLAIN,
    Variation.FIVE_CROWNS: tables.FIVE_CROWNS,
    Variation.X4_PARITY: tables.PARITY,
    Variation.X4_NON_PARITY: tables.NON_PARITY,
}


def asked(
    contract: str, tricks: int, vulnerable: bool = False
) -> tuple[Contract, int, Vulnerability]:
    vulnerability = (
        Vulnerability.VULNERABLE if vulnerable else Vulnerability.NOT_VULNERABLE
    )
    return Contract.parse(contract), tricks, vulnerability


# ---- the answers ----


@pytest.mark.parametrize("variation", Variation)
@pytest.mark.parametrize("contract", ["1C", "3NTX", "4S", "6DXX", "7H"])
def test_an_answer_is_what_the_typed_tables_say(
    variation: Variation, contract: str
) -> None:
    pack = PACKS[variation]
    parsed = Contract.parse(contract)
    doubling = DOUBLINGS[parsed.doubling.step]
    for vulnerable, tricks in product((False, True), range(pack.tricks + 1)):
        deal = Played(
            parsed.level, parsed.denomination.value, doubling, vulnerable, tricks
        )
        question = asked(contract, tricks, vulnerable)
        rubber = calculate(*question, settings_for(variation))
        pad = tables.pad(deal, pack)
        found = (
            rubber.total(DECLARER, "below"),
            rubber.total(DECLARER, "above"),
            rubber.total(DEFENDERS),
        )
        assert found == (pad.below, pad.above, pad.defenders), question
        duplicate = calculate(*question, settings_for(variation, Scoring.DUPLICATE))
        net = duplicate.total(DECLARER) - duplicate.total(DEFENDERS)
        assert net == tables.duplicate(deal, pack), question


@pytest.mark.parametrize(
    "slug", [slug for slug, game in GAMES.items() if game.family == "bridge"]
)
def test_an_answer_has_the_lines_of_a_deal_at_a_table(slug: str) -> None:
    table = Table(GAMES[slug])
    variation = table.session.settings.variation
    contract = Contract.parse("2HX")
    seat = Seat.NORTH
    table.enter(ContractStated(contract, seat), TricksTaken(10))
    row = next(table.sheet.rows())
    answer = calculate(*asked("2HX", 10), settings_for(variation))
    assert _bare(answer.lines) == _bare(_of_contract(row))


def _of_contract(row: Row) -> tuple[Line, ...]:
    return tuple(line for line in row.lines if line.cite.anchor != "rubber")


def _bare(lines: tuple[Line, ...]) -> list[tuple[object, ...]]:
    return [(line.points, line.what, line.cite, line.part) for line in lines]


@pytest.mark.parametrize(
    ("variation", "contract", "tricks", "said"),
    [
        ("bridge", "4S", 10, "4♠, 10 tricks, not vulnerable: made exactly"),
        ("bridge", "4SX", 9, "4♠ doubled, 9 tricks, not vulnerable: 1 down"),
        (
            "bridge",
            "1NTXX",
            9,
            "1NT redoubled, 9 tricks, not vulnerable: made with 2 overtricks",
        ),
        ("bridge", "1C", 1, "1♣, 1 trick, not vulnerable: 6 down"),
        ("five-crowns", "0NT", 7, "0NT, 7 tricks, not vulnerable: made exactly"),
        ("x4-parity", "1C", 7, "1♣, 7 tricks, not vulnerable: a draw"),
        ("x4-non-parity", "3H", 7, "3♥, 7 tricks, not vulnerable: a draw"),
    ],
)
def test_an_answer_is_said_in_one_sentence(
    variation: str, contract: str, tricks: int, said: str
) -> None:
    answer = calculate(*asked(contract, tricks), settings_for(Variation(variation)))
    assert words_in("en").text(answer.headline) == said


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(RuleViolation):
        calculate(*asked("8C", 13), settings_for(Variation.X4_NON_PARITY))
    with pytest.raises(ImpossibleResult):
        calculate(*asked("1C", 14), settings_for(Variation.BRIDGE))


# ---- the page ----


PAGE = "/rules/bridge/calculator"


@pytest.fixture
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    folder = tmp_path_factory.mktemp("instance")
    return create_app({"INSTANCE": str(folder), "TESTING": True}).test_client()


def text_of(client: FlaskClient, arguments: dict[str, str]) -> str:
    answer = client.get(PAGE, query_string=arguments)
    assert answer.status_code == 200
    return unescape(answer.get_data(as_text=True))


def sent(**changes: str) -> dict[str, str]:
    question = {
        "game": "bridge",
        "level": "4",
        "denomination": "S",
        "doubling": "X",
        "tricks": "11",
        "vulnerable": "yes",
        "scoring": "rubber",
    }
    return question | changes


def test_the_blank_page_asks_and_answers_nothing(client: FlaskClient) -> None:
    text = text_of(client, {})
    assert 'id="why"' not in text
    assert 'role="alert"' not in text
    assert text.count('name="level"') == 7
    assert text.count('name="denomination"') == 5
    assert text.count('name="tricks"') == 14
    assert '<form class="entry quick" method="get">' in text


def test_each_game_has_its_own_buttons(client: FlaskClient) -> None:
    counted = {
        variation.value: tuple(
            text_of(client, {"game": variation.value}).count(f'name="{name}"')
            for name in ("level", "denomination", "tricks")
        )
        for variation in Variation
    }
    assert counted == {
        "bridge": (7, 5, 14),
        "deuces-wild": (7, 5, 14),
        "five-crowns": (8, 6, 15),
        "x1": (7, 5, 14),
        "x2": (7, 5, 14),
        "x4-parity": (8, 5, 15),
        "x4-non-parity": (7, 5, 15),
    }


def test_an_answer_shows_its_lines_with_their_rules(client: FlaskClient) -> None:
    text = text_of(client, sent())
    assert re.search(
        r"<b>\+240</b>\s*<a class=\"cite\" href=\"/rules/bridge#odd-tricks\">", text
    )
    assert re.search(
        r"<b>\+200</b>\s*<a class=\"cite\" href=\"/rules/bridge#overtricks\">", text
    )
    assert re.search(
        r"<b>\+50</b>\s*<a class=\"cite\" href=\"/rules/bridge#insult\">", text
    )
    assert "<b>Declarer’s side +490</b> 240 below, 250 above" in text
    assert "+200" in text_of(client, sent(tricks="9"))
    assert "<b>Defenders +200</b>" in text_of(client, sent(tricks="9"))


def test_the_answer_keeps_what_was_asked(client: FlaskClient) -> None:
    text = text_of(
        client, sent(game="five-crowns", denomination="*", scoring="duplicate")
    )
    chosen = dict(re.findall(r'name="(\w+)" value="([^"]*)" checked', text))
    kept = sent(denomination="*", scoring="duplicate")
    del kept["game"]
    assert chosen == kept
    assert '<input type="hidden" name="game" value="five-crowns">' in text
    assert 'href="?game=x1&level=4&denomination=S' in text_of(client, sent())


@pytest.mark.parametrize(
    ("changes", "field", "reason"),
    [
        (
            {"level": "8"},
            "contract",
            "This game has no level 8. The highest is 7.",
        ),
        ({"level": "0"}, "contract", "doubled. Levels go from 1 to 7."),
        ({"tricks": "14"}, "tricks", "can’t take 14 tricks"),
        ({"tricks": ""}, "tricks", "Choose how many tricks"),
        ({"tricks": "-1"}, "tricks", "can’t take −1 tricks"),
        ({"tricks": "1e3"}, "tricks", "“1e3” isn’t one of the answers"),
        ({"level": ""}, "level", "Choose a level"),
        ({"denomination": "*"}, "denomination", "“*” isn’t one of the answers"),
        ({"doubling": "XXX"}, "doubling", "“XXX” isn’t one of the answers"),
        ({"vulnerable": "maybe"}, "vulnerable", "“maybe” isn’t one of the answers"),
        ({"scoring": "chicago"}, "scoring", "“chicago” isn’t one of the answers"),
        ({"denomination": "<b>"}, "denomination", "“<b>” isn’t one of the answers"),
    ],
)
def test_what_is_sent_wrongly_is_refused_beside_its_field(
    client: FlaskClient, changes: dict[str, str], field: str, reason: str
) -> None:
    form = CalculatorForm(MultiDict(sent(**changes)))
    assert form.is_refused
    assert form[field].errors
    answer = client.get(PAGE, query_string=sent(**changes))
    assert answer.status_code == 422
    text = answer.get_data(as_text=True)
    refusals = re.findall(r'<div class="err" role="alert"[^>]*>(.*?)</div>', text, re.S)
    assert any(
        reason in unescape(re.sub(r"<[^>]+>", "", refusal)) for refusal in refusals
    ), refusals
    assert 'id="why"' not in text


def test_a_game_is_named_by_its_variation_or_its_slug() -> None:
    named = {
        "": Variation.BRIDGE,
        "whist": Variation.BRIDGE,
        "x2": Variation.X2,
        "joker-bridge": Variation.X1,
        "five-crowns": Variation.FIVE_CROWNS,
        "deuces-wild": Variation.DEUCES_WILD,
    }
    for name, variation in named.items():
        assert CalculatorForm(MultiDict({"game": name})).variation is variation


def test_a_table_that_asks_is_answered_by_what_it_has_chosen(
    client: FlaskClient,
) -> None:
    data = sent(game="x4-parity", level="7", denomination="S", tricks="13")
    others = [slam for slam in ParitySlams if slam is not JokerSettings().parity_slams]
    theirs = JokerSettings(variant=Variant.X4_PARITY, parity_slams=others[0])
    for table in (theirs, replace(theirs, scoring=Scoring.DUPLICATE)):
        blank = CalculatorForm(MultiDict({}), table)
        assert (blank.variation, blank.scoring.data) == (
            Variation.X4_PARITY,
            table.scoring,
        )
    plain, own = (
        CalculatorForm(MultiDict(data), table).answer for table in (None, theirs)
    )
    assert (
        plain and own and own == calculate(*asked("7SX", 13, vulnerable=True), theirs)
    )
    assert plain.total(DECLARER) != own.total(DECLARER)
    other = CalculatorForm(MultiDict(sent(game="bridge")), theirs)
    assert (other.variation, other.table) == (Variation.BRIDGE, None), (
        "another game than theirs"
    )
    visitor = Visitor(client)
    session = visitor.lay("joker-bridge").split("/")[-2]
    rules = visitor.get(f"/rules/joker-bridge?session={session}").text
    address = f"/rules/joker-bridge/calculator?game=joker-bridge&session={session}"
    assert address in rules
    assert f'name="session" value="{session}"' in visitor.get(address).text


def test_the_rules_of_an_answer_are_those_of_the_game_asked_about(
    client: FlaskClient,
) -> None:
    text = text_of(client, sent(game="x4-parity", level="8", tricks="14"))
    assert 'href="/rules/joker-bridge#odd-tricks"' in text
    assert 'href="/rules/joker-bridge#slam"' in text
    assert 'href="/rules/five-crowns#odd-tricks"' in text_of(
        client, sent(game="five-crowns")
    )


# ---- the command ----


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["contract", *words])


def test_the_command_prints_every_line_with_its_rule() -> None:
    result = run("4SX", "--made", "11", "--vulnerable")
    assert result.exit_code == 0
    assert result.output.splitlines() == [
        "4♠ doubled, 11 tricks, vulnerable: made with 1 overtrick",
        "   +240  4♠ doubled made: 4 odd tricks, 30 each, times 2 "
        "(Declarer’s side, below the line)",
        "         published: Laws of Contract Bridge, Law 81",
        "   +200  1 overtrick at 200 (Declarer’s side, above the line)",
        "         published: Laws of Contract Bridge, Law 81",
        "    +50  Doubled contract made (Declarer’s side, above the line)",
        "         published: Laws of Contract Bridge, Law 81",
        "Declarer’s side 490 (240 below the line, 250 above the line) · Defenders 0",
    ]


@pytest.mark.parametrize(
    ("words", "sums"),
    [
        (
            ("4SX", "--made", "9"),
            "Declarer’s side 0 · Defenders 100 (100 above the line)",
        ),
        (
            ("3nt", "--tricks", "9", "--form", "duplicate"),
            "Declarer’s side 400 · Defenders 0",
        ),
        (
            ("0NT", "--made", "9", "--game", "five-crowns", "--form", "duplicate"),
            "Declarer’s side 120",
        ),
        (
            ("8H", "--made", "7", "--game", "x4-parity"),
            "Declarer’s side 0 · Defenders 0",
        ),
        (("7NTXX", "--made", "13", "--vulnerable"), "Declarer’s side 2,480"),
    ],
)
def test_the_command_adds_up(words: tuple[str, ...], sums: str) -> None:
    result = run(*words)
    assert result.exit_code == 0
    assert result.output.splitlines()[-1].startswith(sums)


TYPED = {
    "4S": ("4♠", "4♤", "4 s", "4\u2660\ufe0f"),
    "4SX": ("4♠X", "4 s x", "4sx", "4♠×", " 4 ♠ x "),
    "4SXX": ("4sxx", "4♠XX", "4S x X"),
    "3NT": ("3nt", "3 NT", "3n", "3SA", "3 sa"),
    "3NTX": ("3SAX", "3 sa x"),
    "2H": ("2♥", "2♡"),
    "5DX": ("5♦x",),
    "1C": ("1♣",),
}


@pytest.mark.parametrize(
    ("written", "typed"), [(k, one) for k, v in TYPED.items() for one in v]
)
def test_a_contract_is_read_as_it_is_typed(written: str, typed: str) -> None:
    assert run(typed, "--made", "9").output == run(written, "--made", "9").output != ""
    assert run(typed, "--made", "9").exit_code == 0


@pytest.mark.parametrize("typed", ["SA", "3SAS", "4♠♠", "X", "4", "♠4", ""])
def test_what_is_no_contract_is_not_read_as_one(typed: str) -> None:
    assert "isn’t a contract" in run(typed, "--made", "9").output


@pytest.mark.parametrize(
    ("contract", "against", "tricks"),
    [
        ("4S", "=", 10),
        ("4S", "+1", 11),
        ("4S", "-2", 8),
        ("4S", "−2", 8),
        ("4S", "+0", 10),
        ("7NT", "-13", 0),
        ("1C", "+6", 13),
    ],
)
def test_tricks_can_be_told_against_the_contract(
    contract: str, against: str, tricks: int
) -> None:
    found = run(contract, "--made", against)
    assert found.exit_code == 0
    assert found.output == run(contract, "--made", str(tricks)).output
    assert found.output == run(contract, f"--tricks={against}").output


def test_the_tricks_against_a_contract_count_the_book_of_the_game() -> None:
    """Five Crowns has another book than bridge."""
    game = ("--game", "five-crowns", "--form", "duplicate")
    book = tariff_of(settings_for(Variation("five-crowns")), vulnerable=False).book
    assert (
        run("2H", "--made", "=", *game).output
        == run("2H", "--made", str(book + 2), *game).output
    )


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (
            ("8H", "--made", "7"),
            "This game has no level 8. The highest is 7.",
        ),
        (("4S", "--made", "14"), "can’t take 14 tricks"),
        (("4S", "--made", "-11"), "can’t take -1 tricks"),
        (("4S", "--made", "+x"), "'+x' is neither tricks, such as 9, nor +1, -2 or =."),
        (("four", "--made", "3"), "“four” isn’t a contract."),
        (("1*", "--made", "8"), "★"),
        (("4S", "--made", "9", "--game", "whist"), "'whist' is not one of 'bridge'"),
        (
            ("4S", "--made", "9", "--form", "chicago"),
            "'chicago' is not one of 'rubber'",
        ),
        (("4S",), "Missing option '--made'"),
    ],
)
def test_the_command_refuses_with_a_reason(words: tuple[str, ...], reason: str) -> None:
    result = run(*words)
    assert result.exit_code in (1, 2)
    assert reason in result.output.replace("−", "-")
    assert "Traceback" not in result.output


def test_the_help_names_every_game_and_form() -> None:
    text = run("--help").output
    for name in [
        *(variation.value for variation in Variation),
        *(form.value for form in FORMS),
    ]:
        assert name in text
