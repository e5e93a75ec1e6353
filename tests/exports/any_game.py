"""Sessions of every game, as files and as lines."""

import dataclasses
import json
import types
from collections.abc import Mapping
from enum import Enum
from typing import Any, get_args, get_origin, get_type_hints

from hypothesis import reject
from hypothesis import strategies as st

from scorekeeper.core.cards import JOKER, RANKS, Card, Suit
from scorekeeper.core.codec import Unreadable, base_of, encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import EVENING, Voided
from scorekeeper.core.session import Command, Entry, Stamp
from scorekeeper.core.settings import Figures
from scorekeeper.exports.session_file import FileRefused, SessionFile, read
from scorekeeper.games.game import Game
from scorekeeper.tables.events import kinds, read_event
from scorekeeper.words import words_in

ENGLISH = words_in("en")
cards = st.one_of(
    st.builds(Card, st.sampled_from((*RANKS, JOKER)), st.sampled_from(tuple(Suit)[:4])),
    st.builds(Card, st.sampled_from(("Joker", "RedJoker", "BlackJoker", "Rook"))),
    st.builds(
        Card, st.sampled_from([str(n) for n in range(1, 15)]), st.sampled_from(Suit)
    ),
)
denominations = st.sampled_from(("C", "D", "H", "S", "*", "NT"))
WRITTEN = {
    "Obligation": st.sampled_from(("pass:N", "must-lead:1:H", "penalty-card:W:HA", "pass", "<b>")),
    "Contract": st.builds(
        "{}{}{}".format, st.integers(0, 8), denominations,
        st.sampled_from(("", "X", "XX")),
    ),
    "Call": st.one_of(
        st.sampled_from(("Pass", "Pass", "Pass", "X", "XX", "pass-partner")),
        st.integers(14, 41).map(lambda fives: str(5 * fives)),
        st.builds("{}{}".format, st.integers(0, 8), denominations),
    ),
    "Card": cards.map(str),
}  # fmt: skip


def values(kind: Any) -> st.SearchStrategy[Any]:
    """JSON values of the form that a field of this type asks for."""
    if get_origin(kind) is types.UnionType:
        wanted = [one for one in get_args(kind) if one is not types.NoneType]
        return st.one_of(st.none(), *map(values, wanted))
    if get_origin(kind) is tuple:
        parts = get_args(kind)
        if parts[-1] is Ellipsis:
            return st.lists(values(parts[0]), max_size=4)
        return st.tuples(*map(values, parts)).map(list)
    if get_origin(kind) is Mapping:
        said = st.sampled_from(
            [1, None, [], {"seat": "N"}, {"card": "HA"}, {"seat": "<b>"}, "<b>"]
        )
        return st.dictionaries(st.sampled_from(("seat", "card", "n")), said)
    return plain_values(base_of(kind))


def plain_values(kind: Any) -> st.SearchStrategy[Any]:
    if kind is bool:
        return st.booleans()
    if kind is int:
        return st.one_of(st.integers(0, 14), st.integers(-(10**7), 10**7))
    if kind is str:
        return st.sampled_from(
            ("NS", "EW", "13", "1", "N", "score", "below", "=1+1", "<b>", "")
        )
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from([member.value for member in kind])
    if kind.__name__ in WRITTEN:
        return WRITTEN[kind.__name__]
    hints = get_type_hints(kind)
    return st.fixed_dictionaries(
        {f.name: values(hints[f.name]) for f in dataclasses.fields(kind)}
    )


def facts(event: Any) -> st.SearchStrategy[dict[str, Any]]:
    hints = get_type_hints(event)
    fields = {f.name: values(hints[f.name]) for f in dataclasses.fields(event)}
    return st.fixed_dictionaries(
        {"kind": st.just(event.KIND), "facts": st.fixed_dictionaries(fields)}
    )


def lines(game: Game) -> st.SearchStrategy[list[dict[str, Any]]]:
    every = [one for one in (*game.events, *game.events, *EVENING) if one is not Voided]
    return st.lists(st.one_of(*map(facts, every)), min_size=1, max_size=25)


def answers(game: Game) -> st.SearchStrategy[dict[str, Any]]:
    """The settings of a preset, or any others within their ranges."""
    hints = get_type_hints(game.settings_type)
    fields: dict[str, st.SearchStrategy[Any]] = {}
    for question in game.rule_sheet.questions:
        kind = hints[question.name]
        if kind is int:
            fields[question.name] = st.integers(question.low, question.high)
        elif kind != Figures and isinstance(kind, type) and issubclass(kind, Enum):
            fields[question.name] = values(kind)
    usual = [encode(preset.settings) for preset in game.presets]
    return st.one_of(st.sampled_from(usual), st.fixed_dictionaries({}, optional=fields))


def file_of(game: Game, chosen: dict[str, Any], entries: list[dict[str, Any]]) -> bytes:
    first = {"scorekeeper": 1, "game": game.slug, "settings": chosen}
    every = [first, *entries, {"count": len(entries)}]
    return "".join(f"{json.dumps(line)}\n" for line in every).encode()


def longest(
    game: Game, chosen: dict[str, Any], entries: list[dict[str, Any]]
) -> SessionFile:
    """The file of as many of these entries as the rules take, each refused one left
    out."""
    try:
        session = read(file_of(game, chosen, [])).session
    except FileRefused as refusal:
        assert refusal.line == 1
        reject()  # answers that do not go together
    known = kinds(game)
    taken = list[dict[str, Any]]()
    for n, line in enumerate(entries):
        try:
            event = read_event(known, line["kind"], line["facts"])
        except Unreadable:
            continue  # such as a bid of bridge at a table of Rook
        try:
            decided = session.decide(Command((Entry(event),)))
        except RuleViolation as refusal:
            assert ENGLISH.has(refusal.why.code), refusal.why.code
            assert "%(" not in ENGLISH.text(refusal.why)
        else:
            stamp = Stamp(session.header.at, key=f"k{n}")
            session = session.grown(session.chained(decided, stamp))
            taken.append(line)
    found = read(file_of(game, chosen, taken))
    assert found.session.folded.state == session.folded.state
    return found
