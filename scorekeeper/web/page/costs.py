"""What a page costs whoever runs the program, by which it is limited how often one
phone may ask for it."""

from enum import Enum, auto


class Cost(Enum):
    """What asking a page comes to; the figures are in `server.limits`."""

    FORM = auto()
    """What it shows is read as often as one likes, and what it enters goes by phone and
    table."""
    ARRIVING = auto()
    """As a form, of a phone that has no place yet: it goes by its address."""
    TRYING = auto()
    """It tells whether a code is right."""
    OPENING = auto()
    PRINTING = auto()
    COUNTING = auto()
    NOTHING = auto()
    """It sets a cookie, or counts for itself what is sent to it."""
