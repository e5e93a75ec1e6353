"""Whatever well-formed facts a file holds, it is scored or refused: no game falls over.

Every game of the program is tried, with facts made from the types of its events.
"""

import csv
import dataclasses
import io
import json
import types
from collections.abc import Mapping
from enum import Enum
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from scorekeeper.core.cards import JOKER, RANKS, Card, Suit
from scorekeeper.core.codec import Unreadable, encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import EVENING, Voided
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Stamp
from scorekeeper.core.settings import Figures
from scorekeeper.exports.session_file import FileRefused, SessionFile, read, write
from scorekeeper.exports.sheet_files import csv_of, json_of
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.tables.events import kinds, read_event
from scorekeeper.words import words_in

ENGLISH = words_in("en")
cards = st.one_of(
    st.builds(Card, st.sampled_from((*RANKS, JOKER)), st.sampled_from(tuple(Suit)[:4])),
    st.builds(Card, st.sampled_from(("Joker", "RedJoker", "BlackJoker", "Rook"))),
    st.builds(Card, st.sampled_from([str(n) for n in range(1, 15)]), st.sampled_from(Suit)),
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
        said = st.sampled_from([1, None, [], {"seat": "N"}, {"card": "HA"}, {"seat": "<b>"}, "<b>"])
        return st.dictionaries(st.sampled_from(("seat", "card", "n")), said)
    return plain_values(kind)


def plain_values(kind: Any) -> st.SearchStrategy[Any]:
    if kind is bool:
        return st.booleans()
    if kind is int:
        return st.one_of(st.integers(0, 14), st.integers(-(10**7), 10**7))
    if kind is str:
        return st.sampled_from(("NS", "EW", "13", "1", "N", "score", "below", "=1+1", "<b>", ""))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from([member.value for member in kind])
    if kind.__name__ in WRITTEN:
        return WRITTEN[kind.__name__]
    hints = get_type_hints(kind)
    return st.fixed_dictionaries({f.name: values(hints[f.name]) for f in dataclasses.fields(kind)})


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


def longest(game: Game, chosen: dict[str, Any], entries: list[dict[str, Any]]) -> SessionFile:
    """The file of as many of these entries as the rules take, each refused one left out."""
    try:
        session = read(file_of(game, chosen, [])).session
    except FileRefused as refusal:
        assert refusal.line == 1
        reject()  # answers that do not go together
    known, taken = kinds(game), list[dict[str, Any]]()
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


def check_all_that_leaves(found: SessionFile) -> None:
    session = found.session
    sheet = json.loads(json.dumps(json_of(session, ENGLISH)))
    assert "%(" not in json.dumps(sheet)
    assert list(csv.reader(io.StringIO(csv_of(session, ENGLISH), newline="")))
    assert [party["id"] for party in sheet["parties"]] == list(sheet["totals"])
    session.game.glance(session.folded.state)
    for entry in session.log:
        assert ENGLISH.text(entry.event.said()) if hasattr(entry.event, "said") else True
    text = write(session)
    assert write(read(text.encode()).session) == text


@pytest.mark.parametrize("slug", GAMES)
@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_facts_are_scored_or_refused(slug: str, data: st.DataObject) -> None:
    game = GAMES[slug]
    chosen, entries = data.draw(answers(game)), data.draw(lines(game))
    check_all_that_leaves(longest(game, chosen, entries))


@pytest.mark.parametrize("slug", GAMES)
@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_entry_may_be_struck_out(slug: str, data: st.DataObject) -> None:
    game = GAMES[slug]
    chosen, entries = data.draw(answers(game)), data.draw(lines(game))
    taken = longest(game, chosen, entries).session
    kept = [
        {"kind": one.event.KIND, "facts": encode(one.event), "key": one.key} for one in taken.log
    ]
    if not kept:
        return
    seq = data.draw(st.integers(1, len(kept)))
    struck = {"kind": "voided", "facts": {"entry": seq}}
    try:
        found = read(file_of(game, chosen, [*kept, struck]))
    except FileRefused as refusal:
        assert isinstance(taken.log[seq - 1].event, game.lasting)
        assert refusal.why.code == "refused.shown-stays-shown"
    else:
        check_all_that_leaves(found)


def test_seats_of_every_ring_are_seats() -> None:
    for game in GAMES.values():
        assert set(game.ring(game.rule_sheet.defaults)) <= set(Seat)
