"""A whole rubber of Joker Bridge, entered as at a table, and its sheet as a person
reads it."""

from dataclasses import replace

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.evening import Seated
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.core.session import Event
from scorekeeper.core.sheet import Row, ScoreSheet
from scorekeeper.games.bridge import JOKER_BRIDGE
from scorekeeper.games.bridge.events import (
    HiddenDealt,
    JokersDeclared,
    PassedOut,
    TricksTaken,
)
from scorekeeper.games.bridge.rules import HiddenSign, JokerSettings, X1Suit
from scorekeeper.words import words_in
from tests.core.rising import past
from tests.games.bridge.at_table import Table, calls, deal, hidden, honours

HEARTS = JokerSettings(x1_suit=X1Suit.HEARTS)
PEOPLE = tuple(zip(("Ingrid", "Tom", "Priya", "Marek"), COMPASS, strict=True))


def _holder(seat: str) -> HiddenDealt:
    return HiddenDealt((Seat(seat),))


DEALS: tuple[tuple[Event, ...], ...] = (
    (_holder("E"), *deal("2S", "S", 9), hidden("E", "H7")),
    (*calls("Pass Pass 3NT Pass Pass Pass"), TricksTaken(8), hidden("W", "CK")),
    (*deal("2H", "N", 9), hidden("S", "D9")),
    (_holder("N"), *deal("4SX", "S", 8), hidden("N", "HQ")),
    (
        JokersDeclared(suits=((Card("Joker"), Suit.DIAMONDS),)),
        *deal("5DX", "W", 12),
        honours("W", "DA DK DQ Joker"),
        hidden("E", "CA"),
    ),
    (PassedOut(),),
    (*deal("1NT", "E", 8), hidden("S", "S10")),
    (*deal("6H", "S", 12), honours("S", "HA HK HQ HJ Joker"), hidden("W", "C4")),
)

SHEET = """\
Deal 1 | North | none | 2♠ | South | 9 | +1 | 7♥ E | -
  N–S below 60: 2♠ made: 2 odd tricks, 30 each
  N–S above 30: 1 overtrick at 30
  E–W above 7: East’s hidden card 7♥: added
Deal 2 | East | none | 3NT | West | 8 | −1 | K♣ W | -
  N–S above 50: 1 undertrick at 50
  E–W above −18: West’s hidden card K♣: taken off
Deal 3 | South | none | 2♥ | North | 8 | = | 9♦ S | -
  N–S below 60: 2♥ made: 2 odd tricks, 30 each
  N–S above 9: South’s hidden card 9♦: added
Deal 4 | West | N–S | 4♠ doubled | South | 8 | −2 | Q♥ N | -
  E–W above 500: 2 undertricks: 200 + 300
  N–S above −16: North’s hidden card Q♥: taken off
Deal 5 | North | N–S | 5♦ doubled | West | 12 | +1 | A♣ E | W 4
  E–W below 200: 5♦ doubled made: 5 odd tricks, 20 each, times 2
  E–W above 100: 1 overtrick at 100
  E–W above 50: Doubled contract made
  E–W above 150: 4 honours in West’s hand: A♦, K♦, Q♦, Joker
  E–W above 20: East’s hidden card A♣: added
Deal 6 | East | both | Passed out | - | - | - | - | -
Deal 7 | South | both | 1NT | East | 8 | +1 | 10♠ S | -
  E–W below 40: 1NT made: 1 odd trick, 40 for the first, then 30 each
  E–W above 30: 1 overtrick at 30
  N–S above 10: South’s hidden card 10♠: added
Deal 8 | West | both | 6♥ | South | 12 | = | 4♣ W | S 5
  N–S below 180: 6♥ made: 6 odd tricks, 30 each
  N–S above 750: Small slam bid and made
  N–S above 175: 5 honours in South’s hand: A♥, K♥, Q♥, J♥, Joker
  E–W above 4: West’s hidden card 4♣: added
  N–S above 500: Rubber won, 2 games to 1
N–S win the rubber by 725: N–S 1,808, E–W 1,083"""


def say(value: object) -> str:
    return words_in("en").text(value).replace("\u2060", "")


def written(sheet: ScoreSheet) -> str:
    """The sheet as lines of text."""
    lines: list[str] = []
    for row in sheet.rows():
        lines.append(" | ".join([say(row.label), *_facts(sheet, row)]))
        for line in row.lines:
            party = next(side for side in sheet.parties if side.id == line.party)
            lines.append(
                f"  {say(party)} {line.part} {say(line.points)}: {say(line.what)}"
            )
    [section] = sheet.sections
    totals = ", ".join(
        f"{say(side)} {say(section.total(side.id))}" for side in sheet.parties
    )
    return "\n".join([*lines, f"{say(section.headline)}: {totals}"])


def _facts(sheet: ScoreSheet, row: Row) -> list[str]:
    found = {fact.head: say(fact.value) for fact in row.facts}
    return [found.get(head, "-") for head in sheet.heads]


def rubber() -> Table:
    table = Table(JOKER_BRIDGE, HEARTS)
    table.enter(*(Seated(name, seat) for name, seat in PEOPLE))
    for facts in DEALS:
        for fact in facts:
            table.enter(fact)
    return table


def test_a_whole_rubber_with_a_correction() -> None:
    table = rubber()
    third = list(table.sheet.rows())[2]
    assert third.total("NS") == 99
    table.correct(third.entries[1], TricksTaken(8), reason="claimed nine, made eight")
    assert written(table.sheet) == SHEET
    assert table.folded.misfits == ()
    corrected = past(table.game, table.settings, table.log)
    assert [int(line.points) for line in corrected.struck[third.id]] == [30]
    assert corrected.rescored == frozenset()


def test_its_people_and_notes() -> None:
    rows = list(rubber().sheet.rows())
    assert {tuple(name for _, name in row.people) for row in rows} == {
        ("Ingrid", "Tom", "Priya", "Marek")
    }
    assert [say(note) for note in rows[4].notes] == ["Jokers: Joker: ♦"]


def test_the_same_evening_under_another_reading() -> None:
    """With the sign of a hidden card taken for the owner's own side, East's ace is
    lost."""
    table = Table(JOKER_BRIDGE, replace(HEARTS, hidden_sign=HiddenSign.OWN_RESULT))
    for facts in DEALS:
        table.enter(*facts)
    hidden_points = [
        int(line.points)
        for row in table.sheet.rows()
        for line in row.lines
        if line.what.code.startswith("bridge.line.hidden")
    ]
    assert hidden_points == [-7, -18, 9, -16, 20, -10, -4]
