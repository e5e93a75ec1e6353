"""Every cite of the bridge games leads to a section of the game's own rulebook page."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from enum import Enum
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

import scorekeeper.games.bridge
from scorekeeper import create_app
from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Cite
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Adjusted, CarriedIn, Ended
from scorekeeper.core.seats import Seat
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.contract import REDOUBLE, Contract
from scorekeeper.games.bridge.events import (
    CallMade,
    ContractStated,
    HiddenShown,
    HonoursHeld,
    PassedOut,
    TricksTaken,
)
from scorekeeper.games.bridge.rules import (
    Chicago,
    HiddenJoker,
    HiddenSign,
    HiddenTable,
    Honours,
    Scoring,
    SevenAll,
    Variant,
)
from scorekeeper.games.game import Game
from tests.games.bridge.table import Table

BRIDGES = tuple(game for game in GAMES.values() if game.family == "bridge")
FOLDER = Path(scorekeeper.games.bridge.__file__).parent


class Ids(HTMLParser):
    """The ids of a page, and the text of the section that each opens."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.texts: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        name = dict(attrs).get("id")
        if name:
            self.ids.append(name)
            self.texts[name] = ""

    def handle_data(self, data: str) -> None:
        if self.ids:
            self.texts[self.ids[-1]] += data


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    folder = tmp_path_factory.mktemp("instance")
    return create_app({"INSTANCE": str(folder), "TESTING": True}).test_client()


@pytest.fixture(scope="module")
def pages(client: FlaskClient) -> dict[str, Ids]:
    """The rulebook page of each game of the family."""
    found = {}
    for game in BRIDGES:
        answer = client.get(f"/rules/{game.slug}")
        assert answer.status_code == 200
        found[game.slug] = Ids(answer.get_data(as_text=True))
    return found


# ---- every cite there is ----


def answers(settings: Any, name: str) -> Iterator[Any]:
    """The settings with each answer that the question `name` may get."""
    value = getattr(settings, name)
    if isinstance(value, Enum):
        yield from (replace(settings, **{name: member}) for member in type(value))
    elif isinstance(value, int):
        yield replace(settings, **{name: value + 5})
    elif isinstance(value, tuple):
        yield replace(
            settings, **{name: tuple((key, worth + 5) for key, worth in value)}
        )


def cites_of_settings(game: Game) -> Iterator[Cite]:
    sheet = game.rule_sheet
    for question in sheet.questions:
        yield question.cite
        yield from (cite for _, cite in question.readings)
        for settings in answers(sheet.defaults, question.name):
            yield sheet.cite(settings, question.name)


def tables_of(game: Game) -> Iterator[Table]:
    """A table under every form of scoring, and under each answer to each question."""
    defaults = game.rule_sheet.defaults
    agreed = [replace(defaults, scoring=form) for form in Scoring]
    agreed.append(replace(defaults, scoring=Scoring.CHICAGO, chicago=Chicago.CARRIED))
    names = [field.name for field in fields(defaults)]
    agreed += [answer for name in names for answer in answers(defaults, name)]
    if hasattr(defaults, "variant"):
        agreed += [
            replace(defaults, variant=variant, seven_all=seven, hidden_joker=joker)
            for variant, seven, joker in product(Variant, SevenAll, HiddenJoker)
        ]
        agreed += [
            replace(defaults, hidden_sign=sign, hidden_table=table)
            for sign, table in product(HiddenSign, HiddenTable)
        ]
        agreed.append(replace(defaults, honours=Honours.CUSTOM))
    return (Table(game, settings) for settings in agreed)


CONTRACTS = (
    *(("7NTXX", 13), ("6H", 13), ("1CX", 9), ("2S", 3), ("8NT", 14), ("7S", 14)),
    *(("1NT", 7), ("0NT", 9), ("2*", 9), ("1C", 7)),
)


# Long: a list of everything that is offered to a table.
def played(table: Table) -> Table:
    """Everything that can be played and entered there: whatever is refused is left
    out."""
    for contract, tricks in CONTRACTS:
        offer(
            table,
            ContractStated(Contract.parse(contract), Seat.NORTH),
            TricksTaken(tricks),
        )
        offer(table, HonoursHeld(Seat.NORTH, cards("SA", "HA", "DA", "CA")))
        offer(table, HonoursHeld(Seat.NORTH, cards("HA", "HK", "HQ", "HJ")))
        offer(table, HonoursHeld(Seat.NORTH, cards("HK", "HQ", "HJ", "H10")))
        if contract == "6H":
            offer(table, HiddenShown(Seat.WEST, Card.parse("C2")))
        offer(table, HiddenShown(Seat.EAST, Card("Joker")))
        offer(table, HiddenShown(Seat.EAST, Card("RedJoker")))
        offer(table, HiddenShown(Seat.NORTH))
    offer(table, PassedOut())
    offer(table, HiddenShown(Seat.NORTH, Card.parse("C2")))
    offer(table, ContractStated(Contract.parse("2H"), Seat.EAST), TricksTaken(9))
    offer(table, Ended())
    for part in table.session.game.carried_parts(table.session.settings):
        offer(table, CarriedIn("NS", 1 if part == "games" else 30, part))
    offer(table, Adjusted("EW", -20, "slow"))
    offer(table, Ended())
    return table


def cards(*names: str) -> tuple[Card, ...]:
    return tuple(Card.parse(name) for name in names)


def offer(table: Table, *facts: Any) -> None:
    try:
        table.enter(*facts)
    except RuleViolation as refused:
        assert refused.why


def cites_of_lines(game: Game) -> Iterator[Cite]:
    for table in tables_of(game):
        for section in played(table).sheet.sections:
            yield from (line.cite for line in section.lines())


def cites_of_refusals(game: Game) -> Iterator[Cite]:
    with pytest.raises(RuleViolation) as refused:
        Table(game).enter(CallMade(REDOUBLE))
    assert refused.value.cite is not None
    yield refused.value.cite


def written_anchors() -> Iterator[str]:
    """The anchors in calls of `printed`, `published`, `inferred` and `Cite` in the
    rules."""
    for path in sorted(FOLDER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield from anchors_in(node, node.func.id)


def anchors_in(call: ast.Call, name: str) -> Iterator[str]:
    place = {"printed": 2, "published": 2, "inferred": 1, "Cite": 3}.get(name)
    texts = [one.value for one in call.args if isinstance(one, ast.Constant)]
    if place is not None and texts and isinstance(texts[-1], str):
        yield texts[-1]


# ---- they lead somewhere ----


@pytest.mark.parametrize("game", BRIDGES, ids=lambda game: game.slug)
def test_every_cite_of_the_settings_leads_to_a_section(
    game: Game, pages: dict[str, Ids]
) -> None:
    found = {cite.anchor for cite in cites_of_settings(game)}
    assert found
    assert found <= set(pages[game.slug].ids), sorted(found - set(pages[game.slug].ids))


@pytest.mark.parametrize("game", BRIDGES, ids=lambda game: game.slug)
def test_every_cite_of_a_line_leads_to_a_section(
    game: Game, pages: dict[str, Ids]
) -> None:
    found = {cite.anchor for cite in cites_of_lines(game)} | {
        cite.anchor for cite in cites_of_refusals(game)
    }
    usual = {
        *(
            "odd-tricks",
            "overtricks",
            "insult",
            "slam",
            "undertricks",
            "bonus",
            "honours",
        ),
        *("rubber", "unfinished", "chicago", "evening", "auction"),
    }
    own = {
        "joker-bridge": {
            *("hidden-sign", "hidden-joker", "hidden-above", "hidden-unseen", "draw"),
        },
    }
    assert found >= usual | own.get(game.slug, set()), (
        "the deals above no longer reach a rule"
    )
    assert found <= set(pages[game.slug].ids), sorted(found - set(pages[game.slug].ids))


def test_every_anchor_written_in_the_rules_is_on_a_page(pages: dict[str, Ids]) -> None:
    found = {anchor for anchor in written_anchors() if anchor}
    known = {name for page in pages.values() for name in page.ids}
    assert len(found) > 15
    assert found <= known, sorted(found - known)


@pytest.mark.parametrize("game", BRIDGES, ids=lambda game: game.slug)
def test_every_question_stands_on_its_page(game: Game, pages: dict[str, Ids]) -> None:
    for question in game.rule_sheet.questions:
        assert f"setting-{question.name}" in pages[game.slug].ids


# ---- and the pages are sound ----


@pytest.mark.parametrize("game", BRIDGES, ids=lambda game: game.slug)
def test_an_id_stands_once_and_each_section_says_something(
    game: Game, pages: dict[str, Ids]
) -> None:
    page = pages[game.slug]
    assert len(page.ids) == len(set(page.ids))
    for name in page.ids:
        if name in rules_of(game):
            assert len(page.texts[name].split()) > 20, name


@pytest.mark.parametrize("game", BRIDGES, ids=lambda game: game.slug)
def test_every_section_shows_how_good_its_rule_is(
    game: Game, client: FlaskClient
) -> None:
    text = client.get(f"/rules/{game.slug}").get_data(as_text=True)
    for name in rules_of(game):
        section = re.search(rf'<section id="{name}">(.*?)</section>', text, re.S)
        assert section, name
        assert re.search(
            r'class="st st-(printed|published|inferred|house)"', section[1]
        ), name


def rules_of(game: Game) -> set[str]:
    """The sections that are rules of this game, read from its template and what it
    includes."""
    todo = [f"games/bridge/rulebook_{game.slug}.html"]
    read = set[str]()
    found = set[str]()
    while todo:
        name = todo.pop()
        if name in read:
            continue
        read.add(name)
        text = (FOLDER / "templates" / Path(name).name).read_text()
        found |= set(re.findall(r'<section id="([\w-]+)"', text))
        todo += re.findall(r'"(games/bridge/_rules[\w-]+\.html)"', text)
    return found
