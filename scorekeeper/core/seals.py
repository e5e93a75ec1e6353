"""Sealed things: a value that one player fixes now and shows later, and nobody can
change between.

Until it is opened the log holds a commitment: a salted hash, bound to the session, the
seat, the kind of thing and the command that sealed it, so that it can be neither
guessed nor copied.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import get_args

from scorekeeper.core.cards import Card
from scorekeeper.core.codec import Json, canonical, encode, fingerprint
from scorekeeper.core.errors import refused
from scorekeeper.core.evening import SharedFact
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.seats import Seat

SALT_BYTES = 16  # the shortest salt that is taken
_COMMITMENT = b"\x10"
_HEX = re.compile(r"[0-9a-f]{64}")
_SALT = re.compile(rf"(?:[0-9a-f]{{2}}){{{SALT_BYTES},64}}")


@dataclass(frozen=True, slots=True)
class Bond:
    """What a commitment is bound to: the session, who sealed, what (the code of its
    words), and by which command (its idempotency key)."""

    session: str
    seat: Seat
    what: str
    key: str


def commitment(bond: Bond, value: Json, salt: str) -> str:
    """SHA-256 over 0x10 and the canonical bytes of bond, salt and value, as 64 digits.

    `value` is a JSON value; `salt` at least SALT_BYTES random bytes as digits 0-9a-f.
    Raises ValueError for a shorter salt: the few values there are would be guessed at
    once.
    """
    if not _SALT.fullmatch(salt):
        raise ValueError(
            f"a salt is {SALT_BYTES} to 64 bytes, written as digits 0-9a-f"
        )
    fields = {**encode(bond), "salt": salt, "value": value}
    return hashlib.sha256(_COMMITMENT + canonical(fields)).hexdigest()


def written(value: Json) -> str:
    return canonical(value).decode()


def read(text: str) -> Json:
    """The value that is written so. Raises ValueError unless it is in the one
    spelling."""
    with suppress(RecursionError):
        value = json.loads(text)
        if written(value) == text:
            return value
    raise ValueError("not the canonical spelling of a JSON value")


# ---- what is recorded ----


class Sealed(SharedFact, kind="sealed"):
    """`seat` has sealed something. `what` is the code of its words and ends in its
    name. Until it is opened, `commitment` is all that anybody learns of it."""

    what: str
    seat: Seat
    commitment: str

    @property
    def letters(self) -> str:
        return fingerprint(self.commitment)

    def told(self) -> dict[str, object]:
        return SharedFact.told(self) | {"seal": self.letters}


class Opened(SharedFact, kind="opened"):
    """The seal of entry `entry` was opened. The commitment was made from `value`
    (canonical JSON) and `salt` (digits), and only these fit it."""

    entry: int
    value: str
    salt: str

    def said(self) -> Message:
        shown: object = ()
        with suppress(AttributeError, RecursionError, ValueError):
            value = json.loads(self.value)
            if isinstance(value, list):
                shown = listed(Card.parse(card) for card in value)
            elif isinstance(value, int):
                shown = str(value)
        code = "event.opened.cards" if shown else "event.opened"
        return message(code, cards=shown)


class LeftSealed(SharedFact, kind="left-sealed"):
    """The seal of entry `entry` is never opened. The facts beside this entry count
    instead."""

    entry: int
    reason: str = ""


class LookedAt(SharedFact, kind="looked-at"):
    """The arbiter looked under the seal of entry `entry`, and says why."""

    entry: int
    reason: str


Sealing = Sealed | Opened | LeftSealed | LookedAt
SEALING: tuple[type[Sealing], ...] = get_args(Sealing)


# ---- what is refused ----


def check_sealing(event: Sealing, entries: Mapping[int, object]) -> None:
    """Refuse a seal that hides nothing, and what is said of one that isn't closed and
    in force. `entries` are the events in force by their numbers. Raises
    RuleViolation."""
    if isinstance(event, Sealed):
        if not _HEX.fullmatch(event.commitment):
            raise refused("refused.no-commitment", "commitment")
        return
    if not isinstance(entries.get(event.entry), Sealed):
        raise refused("refused.no-such-seal")
    for entry in entries.values():
        if isinstance(entry, Opened | LeftSealed) and entry.entry == event.entry:
            how = "open" if isinstance(entry, Opened) else "left"
            raise refused(f"refused.seal-{how}")
    if isinstance(event, LookedAt) and not event.reason.strip():
        raise refused("refused.look-without-reason", "reason")


def check_opened(event: Opened, sealed: Sealed, bond: Bond) -> Json:
    """The value under the seal. Raises RuleViolation when value and salt don't fit its
    commitment."""
    try:
        value = read(event.value)
        hashed = commitment(bond, value, event.salt)
    except ValueError:
        hashed = ""
        value = None
    if not hmac.compare_digest(hashed, sealed.commitment):
        raise refused("refused.seal-broken", "value", seal=sealed.letters)
    return value
