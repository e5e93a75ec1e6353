"""The boxes of `nacl` where that can't be installed, in a browser: made with TweetNaCl,
which works the same. Importing this module puts it in the place of `nacl`."""

import sys
from dataclasses import dataclass
from hashlib import blake2b
from secrets import token_bytes
from typing import Any

NONCE = 24
KEY = 32  # the lengths of a nonce and of a key, in bytes


class CryptoError(Exception):
    """The box was not locked with this key, or has been changed."""


@dataclass
class SecretBox:
    """Locks and opens with one key."""

    key: bytes

    def encrypt(self, text: bytes) -> bytes:
        nonce = token_bytes(NONCE)
        return nonce + _done("secretbox", text, nonce, self.key)

    def decrypt(self, box: bytes) -> bytes:
        return _done("secretbox.open", box[NONCE:], box[:NONCE], self.key)


PublicKey = bytes  # the half of a pair of keys that everybody may know


class PrivateKey:
    """The half that its owner alone has; it knows the other."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.public_key = _done("scalarMult.base", key)


class SealedBox:
    """Locks for the owner of a private key, from nobody; opens where that key is
    given."""

    def __init__(self, owner: bytes | PrivateKey) -> None:
        self._key = owner.key if isinstance(owner, PrivateKey) else b""
        self._public = owner.public_key if isinstance(owner, PrivateKey) else owner

    def encrypt(self, text: bytes) -> bytes:
        own = PrivateKey(token_bytes(KEY))
        sender = own.public_key
        return sender + _done("box", text, self._nonce(sender), self._public, own.key)

    def decrypt(self, box: bytes) -> bytes:
        """What is in the box. Raises CryptoError."""
        sender = box[:KEY]
        return _done("box.open", box[KEY:], self._nonce(sender), sender, self._key)

    def _nonce(self, sender: bytes) -> bytes:
        return blake2b(sender + self._public, digest_size=NONCE).digest()


def _done(name: str, *given: bytes) -> bytes:
    import tweetnacl
    from pyodide.ffi import to_js

    work: Any = tweetnacl
    for part in name.split("."):
        work = getattr(work, part)
    made = work(*map(to_js, given))
    if made is None:
        raise CryptoError("It does not open")
    return bytes(made.to_py())


for _name in ("nacl", "nacl.exceptions", "nacl.public", "nacl.secret"):
    sys.modules[_name] = sys.modules[__name__]
