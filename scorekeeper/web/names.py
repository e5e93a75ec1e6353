"""What a person's name may be."""

NAME_LENGTH = 24
"""The most characters of a name."""


def clean(name: str) -> str:
    """A name without control and direction characters and without spaces around it."""
    return "".join(c for c in name if c.isprintable()).strip()
