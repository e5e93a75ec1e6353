"""Hashes as a few letters that can be read aloud and compared across a table."""

_BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def seal(head: str, letters: int = 4) -> str:
    """The first bits of a hash in Crockford's alphabet, five to a letter."""
    number = int(head, 16) >> (256 - 5 * letters)
    return "".join(_BASE32[(number >> 5 * n) & 31] for n in reversed(range(letters)))
