"""What the loops over all games must know of one game, each in a file that its family
owns: `about.py` in the folder of its tests, with a `ABOUT`. A family of several games
has one for each, by its slug.

No loop names a game. Where one needs more, it is another field here, with a default
that is enough for a game of cards.
"""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.play import CardDrawn, CardPlayed
from scorekeeper.core.session import Command, Event
from scorekeeper.games import GAMES
from scorekeeper.games.game import AnyGame
from tests.audit.said import Shorthand

Dice = random.Random
Facts = tuple[Event, ...]
Play = Callable[[Command], Any]
"""Enters a command, and answers the session after it. Raises RuleViolation."""
Figures = list[int]

HERE = Path(__file__).parent


def cards(text: str) -> list[Event]:
    """Cards as they fell; "+D7" a card drawn, "+" one that nobody saw, "(D7)" one face
    down."""
    drawn = [(word, word.startswith("+")) for word in text.split()]
    return [
        CardDrawn(Card.parse(word[1:]) if word[1:] else None)
        if is_drawn
        else CardPlayed(Card.parse(word.strip("()")), word.startswith("("))
        for word, is_drawn in drawn
    ]


@dataclass(frozen=True, kw_only=True)
class About:
    """What a family says of one of its games.

    `hand` is one random hand, as a table would enter it at once; what the rules refuse
    is drawn again. `auction` bids one first, in a game that is bid call by call.
    `evening` is what is entered for the n-th round of a long evening, without it a
    random hand; a hundred of them are folded in at most `most_calls`.

    Of a game with an arbiter: `result` is one of two results of a deal, the first or
    the second. `opening` is entered before its first deal, and `earlier` is a whole deal
    that a ruling on the next one leaves alone. `read` makes facts of a text: what its
    laws.csv has as `given`. By it are written `begun`, what is recorded before the first
    card, and `some_cards`, a deal with its first cards. `begin` draws another beginning.

    `played_out` are the facts before a deal that is recorded to its last card, None
    where no such deal is tried; `another` is a result that could have been instead of
    the one that the cards come to.

    `shorthand` are the words by which its evenings are written, as in tests/audit.
    `unsaid` are sentences of the score that no evening leads to, and `unruled` those of
    the arbiter that no case does, or the beginnings of their codes: why. `stated` are the
    figures in its sentences, by their codes, and `in_rulebook` those in its rulebook, by
    its template and section: each a constant of the program. `examples` are a card that
    the arbiter's pages ask about and one that was held, for docs/laws.
    """

    hand: Callable[[Any, Dice], Facts]
    auction: Callable[[Any, Dice, Play], Any] | None = None
    evening: Callable[[int], Iterable[Event]] | None = None
    most_calls: int = 20_000
    result: Callable[[int], Event] | None = None
    opening: Facts = ()
    earlier: Facts = ()
    read: Callable[[str], Iterable[Event]] = cards
    begun: str = ""
    begin: Callable[[Dice], Iterable[Event]] | None = None
    some_cards: str = ""
    played_out: Facts | None = None
    another: Callable[[Event], Event] | None = None
    shorthand: Mapping[str, Shorthand] = field(default_factory=dict)
    unsaid: Mapping[str, str] = field(default_factory=dict)
    unruled: Mapping[str, str] = field(default_factory=dict)
    stated: Mapping[str, Figures] = field(default_factory=dict)
    in_rulebook: Mapping[tuple[str, str], Figures] = field(default_factory=dict)
    examples: Mapping[str, str] = field(default_factory=dict)


def folder_of(game: AnyGame) -> Path:
    """The folder of a family's tests."""
    return HERE / game.folder


@cache
def about(slug: str) -> About:
    """What this game's family says of it. Raises LookupError where it says nothing."""
    game = GAMES[slug]
    path = folder_of(game) / "about.py"
    if not path.is_file():
        raise LookupError(
            f"write {path.relative_to(HERE.parent.parent)} with ABOUT = About(hand=…): "
            f"tests/games/about.py says what it may hold"
        )
    found = import_module(f"tests.games.{game.folder}.about").ABOUT
    return found if isinstance(found, About) else _one_of(found, slug, path)


def _one_of(found: Mapping[str, About], slug: str, path: Path) -> About:
    if slug not in found:
        raise LookupError(f"say in ABOUT of {path} what {slug} is like")
    return found[slug]


def files(name: str) -> Iterable[Path]:
    """The files of this name in the folders of all families' tests."""
    return sorted(HERE.glob(f"*/{name}"))


JUDGED = tuple(slug for slug, game in GAMES.items() if game.arbiter)
"""The games that have an arbiter."""
WITHOUT_LAW_BOOK = tuple(slug for slug in JUDGED if GAMES[slug].family != "bridge")
"""Those of them whose arbiter rules by the house rules of all games."""
