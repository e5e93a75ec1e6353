"""A file puts no words into the arbiter's mouth: what a ruling in it says is checked,
value by value, and against the rules where these have made it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core import ruling_notes
from scorekeeper.core.rulings import Ruling
from scorekeeper.exports import importing
from scorekeeper.exports.session_file import FileRefused, read, write
from scorekeeper.games import GAMES
from scorekeeper.tables.rulings import entering
from scorekeeper.tables.rulings.hearing import heard
from scorekeeper.tables.rulings.sayable import LARGEST
from scorekeeper.tables.rulings.views import rulings_view
from scorekeeper.tables.session import Session
from scorekeeper.words import LANGUAGES, words_in
from tests.games.about import JUDGED
from tests.games.bridge.hearing import auction, contract
from tests.games.effects import REVOKE, Table
from tests.games.kept_rulings import played

Fields = dict[str, Any]


def ruled() -> Session:
    """A table at which a bid was insufficient and East has revoked."""
    table = Table("bridge", GAMES["bridge"].rule_sheet.defaults)
    table.enter(*auction("1S"))
    facts = {"seat": "E", "call": "1H", "27.accepted": "no", "27.comparable": "no"}
    _rule(table, "insufficient-bid", facts)
    table.strike(1)
    table.enter(*contract("4S", "S"))
    _rule(table, "revoke", REVOKE | {"seat": "E", "which": "now"})
    return table.now


def _rule(table: Table, name: str, facts: dict[str, str]) -> None:
    arbiter = table.now.game.arbiter
    one = arbiter and arbiter.irregularity(name)
    assert one
    found = heard(one, table.now.folded, facts)
    while not isinstance(found.outcome, Ruling):
        asked: Any = found.outcome
        facts[asked.name] = asked.options[0][0]
        found = heard(one, table.now.folded, facts)
    table.enter(entering.entered(table.now, f"bridge.irregularity.{name}", found))


def forged(change: Callable[[Fields], object], which: int = -1) -> bytes:
    """The file of that table with a ruling changed, as somebody writes it by hand."""
    lines = [json.loads(line) for line in write(ruled()).splitlines()]
    for line in lines:
        for name in ("hash", "previous", "head"):
            line.pop(name, None)
    facts = [line["facts"] for line in lines if line.get("kind") == "ruled"]
    change(facts[which])
    return "".join(f"{json.dumps(line)}\n" for line in lines).encode()


def judged(change: Callable[[Fields], object]) -> Callable[[Fields], object]:
    return lambda facts: change(facts["judgment"])


def put(path: str, value: Any) -> Callable[[Fields], object]:
    """Put a value in a judgment: put("reasons.0.what.code", "x")."""

    def change(judgment: Any) -> None:
        *way, last = [
            int(step) if step.isdecimal() else step for step in path.split(".")
        ]
        for step in way:
            judgment = judgment[step]
        judgment[last] = value

    return judged(change)


def shared(value: Any) -> Callable[[Fields], object]:
    return put("values.seat", value)


NESTED: Any = {"code": "rook.said.pass", "values": {}}
for _ in range(40):
    NESTED = {"code": "rook.said.pass", "values": {"n": NESTED}}

FORGED: dict[str, Callable[[Fields], object]] = {
    "a verdict in words": put("verdict.code", "East has cheated"),
    "a verdict that is none": put("verdict.code", "bridge.step.led"),
    "another verdict": put("verdict.code", "bridge.ruling.no-transfer"),
    "a reason in words": put("reasons.0.what.code", "East has cheated."),
    "a reason of a page": put("reasons.0.what.code", "Delete this table"),
    "a reason of one word": put("reasons.0.what.code", "Ruled"),
    "a remedy that is none": put("remedies", [{"code": "bridge.ruling.transfer"}]),
    "what else, in words": put("otherwise", [{"code": "Send money"}]),
    "an answer in words": put("told.0.answer.code", "<script>alert(1)</script>"),
    "a value in words": shared("East has cheated"),
    "a text nobody typed": shared({"text": "East has cheated"}),
    "a value of no kind": shared({"colour": "H"}),
    "a value of two kinds": shared({"seat": "E", "card": "HA"}),
    "a seat elsewhere": shared({"seat": "7"}),
    "a side elsewhere": put("values.side", {"party": "13"}),
    "no side": put("values.side", {"party": "XY"}),
    "a card of no pack": shared({"card": "Cheat"}),
    "a card written otherwise": shared({"card": "ah"}),
    "a call of no auction": shared({"call": "C9"}),
    "a value that is yes": shared(True),
    "a sentence of sentences": shared(NESTED),
    "a sentence in a value": shared({"code": "You have lost", "values": {}}),
    "a value that lacks": put("values", {}),
    "a section in words": put("reasons.0.section", "Law 1: “East must <b>pay</b>”"),
    "a longer section": put("reasons.0.section", "Law 61 " * 9),
    "a source elsewhere": put("reasons.0.source", "my-own-book"),
    "an anchor elsewhere": put("reasons.0.anchor", "#x onclick="),
    "no standing": put("reasons.0.standing", "sure"),
    "no reasons": put("reasons", []),
    "an edition in words": put("edition", "the newest, trust it"),
    "a fact to wait for in words": put("waits", "a fine"),
    "a deal to come": put("deal", [400]),
    "a deal before all": put("deal", [0]),
    "a deal twice": put("deal", [4, 4]),
    "a duty that is none": put("obligations", ["must-pay:E"]),
    "a duty of nobody": put("obligations", ["pass:E:<b>"]),
    "a duty about no card": put("obligations", ["penalty-card:E:Cheater"]),
    "an end of nothing": put("ends", ["East"]),
    "a seal of nothing": put("settles", {"what": "seal.purse", "facts": []}),
    "a seal and no fact": put(
        "settles", {"what": "seal.hand", "facts": [{"kind": "win"}]}
    ),
    "a seal and another's fact": put(
        "settles",
        {"what": "seal.hand", "facts": [{"kind": "tricks", "facts": {"tricks": "x"}}]},
    ),
    "a field more": put("said", "East has cheated"),
    "too much of it": put("values.more", [0] * LARGEST),
    "earlier rulings in words": lambda facts: facts["facts"].append(
        ["bound", "East must pay"]
    ),
    "another irregularity": lambda facts: facts.update(
        irregularity="bridge.irregularity.cheating"
    ),
    "an irregularity elsewhere": lambda facts: facts.update(
        irregularity="x.irregularity.revoke"
    ),
}


def test_the_file_itself_is_taken(tmp_path: Path) -> None:
    data = forged(lambda facts: None)
    assert len(rulings_view(read(data).session)) == 2
    taken(data, tmp_path)


def taken(data: bytes, folder: Path) -> None:
    """Take a file in as one that came over the network. Raises FileRefused."""
    source = folder / "in.jsonl"
    source.write_bytes(data)
    importing.check(source, folder / "out", typed=True)


@pytest.mark.parametrize("name", FORGED)
def test_a_ruling_that_no_arbiter_gives_is_refused_in_plain_words(name: str) -> None:
    with pytest.raises(FileRefused) as refusal:
        read(forged(FORGED[name]))
    for language in LANGUAGES:
        said = words_in(language).text(refusal.value.why)
        assert said and "%(" not in said


@pytest.mark.parametrize("depth", [30, 50, 700, 950])
def test_values_that_stand_deep_within_each_other_are_refused(depth: int) -> None:
    deep = "[" * depth + "1" + "]" * depth
    hidden = forged(put("values.more", "@")).replace(b'"@"', deep.encode())
    proposed = {
        "kind": "settings-proposed",
        "facts": {"settings": {"x": "@"}, "seats": ["N"]},
    }
    lines = ({"scorekeeper": 1, "game": "bridge"}, proposed, {"count": 1})
    settings = "\n".join(map(json.dumps, lines)).replace('"@"', deep).encode()
    for data in (hidden, settings):
        with pytest.raises(FileRefused):
            read(data)


def test_a_duty_of_a_seat_elsewhere_is_refused() -> None:
    with pytest.raises(FileRefused):
        read(forged(put("obligations", ["pass:7"])))


OTHERWISE: dict[str, Callable[[Fields], object]] = {
    "another player": shared({"seat": "N"}),
    "another paragraph": put("reasons.0.section", "Law 12"),
    "a true reason elsewhere": put("reasons.0.what.code", "bridge.step.dummy"),
    "another deal": put("deal", []),
    "a duty more": put("obligations", ["pass:W"]),
    "a seal settled": put("settles", {"what": "seal.hand", "facts": []}),
    "an effect less": lambda facts: facts.update(effects=[]),
    "an effect more": lambda facts: facts["effects"].append(
        {"kind": "points", "party": "EW", "amount": -500}
    ),
    "other facts": lambda facts: facts["facts"].remove(["seat", "E"]),
}


@pytest.mark.parametrize("name", OTHERWISE)
def test_a_ruling_of_this_release_must_follow_from_its_facts(
    name: str, tmp_path: Path
) -> None:
    data = forged(OTHERWISE[name])
    read(data)  # a house that moves takes its own files as they are
    with pytest.raises(FileRefused) as refusal:
        taken(data, tmp_path)
    assert refusal.value.why.code == "file.ruling"


def test_what_another_release_has_ruled_stands_and_says_by_which_rules(
    tmp_path: Path,
) -> None:
    def change(facts: Fields) -> None:
        facts["judgment"]["edition"] = "0.3.7"
        facts["judgment"]["reasons"][0]["section"] = "Law 12"

    data = forged(change)
    taken(data, tmp_path)
    view = rulings_view(read(data).session)[-1]
    assert view.ruling.steps[0].cite.section == "Law 12"
    assert view.edition == "0.3.7"
    assert rulings_view(read(forged(lambda facts: None)).session)[-1].edition is None


@pytest.mark.parametrize("slug", JUDGED)
def test_every_ruling_that_is_made_here_is_taken_elsewhere(
    slug: str, tmp_path: Path
) -> None:
    session = played(slug, 33, made=entering.entered)
    assert session.has(ruling_notes.Ruled)
    taken(write(session).encode(), tmp_path)
