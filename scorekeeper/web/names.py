"""What people write: a name, and why."""

NAME_LENGTH = 24
"""The most characters of a name."""
REASON_LENGTH = 200
"""The most characters of a reason or a note."""


def clean(name: str) -> str:
    """A name without control and direction characters and without spaces around it."""
    return "".join(c for c in name if c.isprintable()).strip()


def short(reason: str) -> str:
    """As much of a reason as the log takes, without spaces around it."""
    return reason.strip()[:REASON_LENGTH]
