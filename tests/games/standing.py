"""Rulings that stand in the log as entries."""

from typing import Any

from scorekeeper.games import GAMES
from tests.games.effects import Table


def bridge(*facts: Any) -> Table:
    table = Table("bridge", GAMES["bridge"].rule_sheet.defaults)
    return table.enter(*facts) if facts else table  # type: ignore[return-value]


def accepted(table: Table, name: str, **facts: str) -> int:
    seq = table.rule(name, **facts)
    table.accept(seq)
    return seq
