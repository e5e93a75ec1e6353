"""Irregularities put before a game's arbiter in a test, as a phone puts them."""

import re
from pathlib import Path
from typing import Any

from scorekeeper.core.citations import Authority, Cite
from scorekeeper.core.messages import Message
from scorekeeper.core.rulings import OpenQuestion, Ruling
from scorekeeper.core.session import Folded
from scorekeeper.games.game import Game
from scorekeeper.tables.rulings.hearing import Hearing, heard
from scorekeeper.words import words_in

ROOT = Path(__file__).resolve().parent.parent.parent


def hearing(game: Game, folded: Folded, name: str, **facts: str) -> Hearing:
    """What comes of these facts; what is asked and answered is among them, in any
    order."""
    assert game.arbiter
    one = game.arbiter.irregularity(name)
    assert one, name
    said = f"{game.family}.irregularity.{name}"
    assert words_in("en").has(said), f"say {said} in {game.home / 'words' / 'en.toml'}"
    told = {field.replace("_", "-"): value for field, value in facts.items()}
    return heard(one, folded, told)


def ruling(game: Game, folded: Folded, name: str, **facts: str) -> Ruling:
    """The ruling that these facts lead to; everything it says has words and a
    paragraph."""
    found = hearing(game, folded, name, **facts)
    assert isinstance(found.outcome, Ruling), (found.form.errors, found.outcome)
    check_said(game, found.outcome)
    return found.outcome


def question(game: Game, folded: Folded, name: str, **facts: str) -> OpenQuestion:
    """The question that these facts lead to."""
    found = hearing(game, folded, name, **facts)
    assert isinstance(found.outcome, OpenQuestion), (found.form.errors, found.outcome)
    check_asked(game, found.outcome)
    return found.outcome


def check_said(game: Game, ruling: Ruling) -> None:
    """Every sentence of a ruling can be said, and every rule can be read."""
    for said in (ruling.verdict, *ruling.otherwise, *ruling.remedies):
        in_words(said)
    for step in ruling.steps:
        in_words(step.what)
        # that page lists the table's settings
        if step.cite.standing is not Authority.HOUSE:
            _is_on_page(game, step.cite)
    for effect in ruling.effects:
        parties = [party.id for party in game.parties(game.rule_sheet.defaults)]
        seats = map(str, range(1, max(game.players) + 1))
        assert effect.party in (*parties, *seats, "")


def check_asked(game: Game, asked: OpenQuestion) -> None:
    """A question and its answers can be said, and rest on a rule that can be read."""
    in_words(asked.asked)
    assert len(asked.options) > 1
    for _, said in asked.options:
        in_words(said)
    _is_on_page(game, asked.cite)


def in_words(said: Message) -> str:
    """A sentence in English; the test fails where there is none."""
    text = words_in("en").text(said)
    assert text
    assert "%(" not in text
    assert not re.search(r"\b(custom|play|rook|berzerka|two-ten-jack)\.[a-z]", text), (
        text
    )
    return text


def _is_on_page(game: Game, cite: Cite) -> None:
    folder = ROOT / "scorekeeper" / "games" / game.folder / "templates"
    pages = "".join(path.read_text() for path in folder.glob("*rule*.html"))
    contracts = re.findall(r'contract\("([a-z-]+)"', pages)
    anchors = {
        *re.findall(r'id="([a-z-]+)"', pages),
        *(f"contract-{contract}" for contract in contracts),
    }
    assert cite.anchor in anchors, cite


def facts_of(game: Game, state: Any) -> list[dict[str, str]]:
    """The facts of every breach that the recorded cards prove, as the watch page hands
    them on."""
    from scorekeeper.core.breaches import breaches

    assert game.arbiter
    rules = game.arbiter.play_rules(state)
    assert rules
    proved = next(
        irregularity.proved
        for irregularity in game.arbiter.irregularities
        if irregularity.proved
    )
    return [
        dict(proved(breach)) for breach in breaches(rules, game.arbiter.watched(state))
    ]
