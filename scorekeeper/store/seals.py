"""What is under a seal until it is opened: the only place where it is kept, and
encrypted. Beside it what one side has answered while the other has not, which the
server opens by itself: it can read that, and lets go of it then.

What is sealed lies in a box whose key the phone that sealed it alone keeps; where the
table had an arbiter then, in a second box for the arbiter's phone. It is in no log and
in no export. What releases before 0.3 kept still lies in the clear, until it is
opened."""

import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from scorekeeper.core.codec import canonical
from scorekeeper.core.seats import PartyId
from scorekeeper.store.database import Database

KEY_BYTES = 32
NAME_LENGTH = 12
"""Digits of a commitment or public key by which a phone finds the key for it."""
PADDED_TO = 1024
"""Bytes that a box holds, or a multiple of it: its length says nothing of what is in
it."""
Keys = Mapping[str, bytes]  # the keys that a phone keeps, by their names
new_seal_key = partial(secrets.token_bytes, KEY_BYTES)
"""A random key for one box, which only the phone that seals may keep."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A sealed value, which is JSON, and its salt, digits 0-9a-f. No report of a fault
    has them."""

    value: Any = field(repr=False)
    salt: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept for a seal: `box` is for the phone that sealed; `reader` is the
    public key of the arbiter for whom `reader_box` is, or ""; `plain` is what an old
    release kept."""

    commitment: str
    box: bytes = b""
    reader: str = ""
    reader_box: bytes = b""
    plain: Secret | None = None

    def by_sealer(self, keys: Keys) -> Secret | None:
        """What is in it, if the key of the phone that sealed is among these and fits,
        else None."""
        from nacl.secret import SecretBox

        return _opened(SecretBox, self.box, keys.get(name_of(self.commitment)))

    def by_arbiter(self, keys: Keys) -> Secret | None:
        """What is in it, if the key of the arbiter whom the table had is among these
        and fits, else None."""
        from nacl.public import PrivateKey, SealedBox

        key = keys.get(name_of(self.reader)) if self.reader else None
        return _opened(
            lambda private: SealedBox(PrivateKey(private)), self.reader_box, key
        )


@dataclass(frozen=True, slots=True)
class HiddenAnswer:
    """A side's answer to what the director determines, until the others have answered;
    or what a player says at once with all others, until they have said it too."""

    commitment: str
    party: PartyId
    answer: str | int = field(repr=False)
    salt: str = field(repr=False)


def name_of(digits: str) -> str:
    return digits[:NAME_LENGTH]


def public_key(key: bytes) -> str:
    from nacl.public import PrivateKey

    return bytes(PrivateKey(key).public_key).hex()


def locked(commitment: str, secret: Secret, key: bytes, reader: str = "") -> Kept:
    """The value and its salt in a box for the phone with this key and one for `reader`,
    if any."""
    from nacl.public import PublicKey, SealedBox
    from nacl.secret import SecretBox

    text = canonical({"value": secret.value, "salt": secret.salt})
    text += b" " * (-len(text) % PADDED_TO)
    reader_box = (
        SealedBox(PublicKey(bytes.fromhex(reader))).encrypt(text) if reader else b""
    )
    return Kept(commitment, bytes(SecretBox(key).encrypt(text)), reader, reader_box)


def _opened(box_of: Any, box: bytes, key: bytes | None) -> Secret | None:
    from nacl.exceptions import CryptoError

    if key is None or not box:
        return None
    try:
        opened = json.loads(box_of(key).decrypt(box))
    except CryptoError:
        return None
    return Secret(opened["value"], opened["salt"])


@dataclass(frozen=True)
class Seals:
    """What is kept for closed seals in a database, and for whom."""

    _database: Database

    def kept(self, session_id: str, commitment: str) -> Kept | None:
        """What is kept for this seal; None once it is settled, or where it isn't
        kept."""
        boxes = (
            "SELECT box, reader, reader_box FROM sealed WHERE session_id = ? AND "
            "commitment = ?"
        )
        box = self._database.first(boxes, [session_id, commitment])
        if box is not None:
            return Kept(commitment, *box)
        plain = self.answer(session_id, commitment)
        return None if plain is None else Kept(commitment, plain=plain)

    def answer(self, session_id: str, commitment: str) -> Secret | None:
        """The answer that is hidden under this; None where it isn't kept
        here, as in a session that came in a file."""
        sql = "SELECT value, salt FROM private WHERE session_id = ? AND commitment = ?"
        row = self._database.first(sql, [session_id, commitment])
        if row is None:
            return None
        value, salt = row
        return Secret(json.loads(value), salt)

    def needed(self, names: Iterable[str]) -> frozenset[str]:
        """Those of these names whose keys still open something, or may yet come to."""
        boxes = "SELECT commitment FROM sealed UNION SELECT reader FROM sealed"
        rows = self._database.rows(boxes + " UNION SELECT public_key FROM arbiters")  # noqa: S608
        return frozenset(names) & {name_of(digits) for (digits,) in rows}

    def reader(self, session_id: str) -> str:
        """The public key of the arbiter who can look under what is sealed at this
        table; or ""."""
        sql = "SELECT public_key FROM arbiters WHERE session_id = ?"
        return self._database.one(sql, [session_id])

    def set_reader(self, session_id: str, public: str) -> None:
        put = "INSERT INTO arbiters VALUES (?, ?) ON CONFLICT (session_id)"
        update = " DO UPDATE SET public_key = excluded.public_key"
        self._database.run(put + update, [session_id, public])
