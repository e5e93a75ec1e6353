"""The papers that a sheet can be printed on."""

from enum import Enum


class Paper(Enum):
    """A size of paper; the value is its name in addresses, on the command line and in CSS."""

    A4 = "a4"
    LETTER = "letter"

    @classmethod
    def asked(cls, name: str | None) -> "Paper":
        """The paper with this name, in letters of any case; A4 when there is none."""
        return next((one for one in cls if one.value == (name or "").lower()), cls.A4)
