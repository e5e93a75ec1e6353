"""Random commands against what the sides agreed."""

import random
from collections.abc import Callable

from scorekeeper.core import rules_notes
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.session import Command
from scorekeeper.tables import voices
from scorekeeper.tables.consent import NotAgreed
from tests.agreements import (
    Log,
    begun,
    commands,
    confirm,
    facts_of,
    finished_rows,
    guest_comes,
    take_back_seats,
)


def settled_table(slug: str, seed: int) -> tuple[Log, random.Random, list[int]]:
    """A table at which some rows are settled, some with a second phone, whose seats the
    host may have taken back since; and these rows."""
    dice = random.Random(f"{slug} {seed}")
    log = begun(slug, dice, hands=4)
    if seed % 3:
        guest_comes(log, dice)
    rows = finished_rows(log.session)
    chosen = dice.sample(rows, min(2, len(rows)))
    confirm(log, chosen)
    if seed % 3 == 2:
        take_back_seats(log)
    return log, dice, chosen


def try_all(slug: str, seed: int, breach: Callable[[Command], None]) -> int:
    """Have every phone enter commands of every kind without anybody's consent; `breach`
    is told those that changed a settled row. Answers how many would have changed
    one."""
    log, dice, rows = settled_table(slug, seed)
    then = facts_of(log.session)
    kept = 0
    for command in commands(log, dice):
        for phone in (log.host_phone, log.guest_phone):
            if not phone.seats or _agrees_to_rules(command, phone, seed):
                continue
            tried = Log(log.session, log.guest, log.count)
            try:
                after = tried.enter(command, phone)
            except NotAgreed:
                kept += 1
                continue
            except RuleViolation:
                continue
            now = facts_of(after)
            if any(then[row] != now.get(row) for row in rows):
                breach(command)
    return kept


def _agrees_to_rules(command: Command, phone: voices.Speaker, seed: int) -> bool:
    """Whether this is a change of the rules by a phone that has always had every seat:
    it brings everybody's consent."""
    is_change = any(
        isinstance(e.event, rules_notes.SettingsChanged) for e in command.entries
    )
    return is_change and seed % 3 == 0 and phone.is_host
