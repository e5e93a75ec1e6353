"""Hashes as a few letters that can be read aloud and compared across a table."""

_BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


CODE_BITS = 128


def fingerprint(head: str, letters: int = 4) -> str:
    """The first bits of a hash in Crockford's alphabet, five to a letter."""
    number = int(head, 16) >> (256 - 5 * letters)
    return "".join(_BASE32[(number >> 5 * n) & 31] for n in reversed(range(letters)))


def code(head: str) -> str:
    """The first 128 bits of a hash in Crockford's alphabet, in groups to be typed: 5-5-5-5-6.

    It begins with the letters of `fingerprint`.
    """
    letters = -(-CODE_BITS // 5)
    bits = int(head, 16) >> (256 - CODE_BITS) << (5 * letters - CODE_BITS)
    text = "".join(_BASE32[(bits >> 5 * n) & 31] for n in reversed(range(letters)))
    return "-".join((text[:5], text[5:10], text[10:15], text[15:20], text[20:]))
