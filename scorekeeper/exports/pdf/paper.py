"""What can be printed of a session, and on which papers."""

from enum import Enum


class Document(Enum):
    """A document of a session; the value is its name in files."""

    SHEET = "sheet"
    """The scoresheet as players know it."""
    REPORT = "report"
    """A whole evening to keep: a cover, the sheet, the running score, docket and settings."""
    BLANK = "blank"
    """A sheet to play on by hand: no date, no seal, no file inside; it proves nothing."""


class Paper(Enum):
    """A size of paper; the value is its name in addresses, on the command line and in CSS."""

    A4 = "a4"
    LETTER = "letter"

    @classmethod
    def asked(cls, name: str | None) -> "Paper":
        """The paper with this name, in letters of any case; A4 when there is none."""
        return next((one for one in cls if one.value == (name or "").lower()), cls.A4)
