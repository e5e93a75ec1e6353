"""The laws by number, what the arbiter does with each, and how they are cited.

One code of law for bridge of every form: the numbers are those of the Laws of Duplicate
Bridge of 2017. The Laws of Rubber Bridge of 2014 follow them; at rubber and Chicago a
law is inferred, since their own text was not read. What differs there, where nobody
adjusts a score over the table's head, stands in docs/laws.md.
"""

import re
from enum import Enum

from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message, message
from scorekeeper.games.bridge.play import law
from scorekeeper.games.bridge.rules import LAWS_2014, LAWS_2017, Settings


class Treatment(Enum):
    """What the arbiter does with a law."""

    RULED = "ruled"
    """It asks for the facts and rules by it."""
    SAID = "said"
    """A ruling says it where it matters; alone it changes no score."""
    TABLE = "by the table"
    """The sheet, the seats or the list of rulings does what it says."""
    DIRECTOR = "for a director"
    """It needs a director, an organizer or other tables."""


LAST = 93
_BUT_RULED = {
    Treatment.SAID: (9, 12, 22, 35, 59, 72, 84, 85),
    Treatment.TABLE: (2, 4, 5, 77, 78, 80, 83, 92),
    Treatment.DIRECTOR: (3, 7, 8, 10, 11, 74, 76, 81, 82, 86, 87, 88, 89, 90, 91, 93),
}


def treatment_of(number: int) -> Treatment:
    others = (kind for kind, numbers in _BUT_RULED.items() if number in numbers)
    return next(others, Treatment.RULED)


_SECTIONS = {
    "law-6": (1, 6),
    "law-13": (13, 14, 15),
    "law-16": (16, 72, 73),
    "auction": (17, 18, 19),
    "law-20": (20, 21, 75),
    "declarer": (22,),
    "law-28": (28, 29, 30, 31, 32),
    "law-33": (33, 34, 35, 37, 39),
    "law-42": (42, 43),
    "play": (44,),
    "take-back": (45, 47),
    "law-48": (48, 49, 50, 51, 52),
    "law-53": (53, 54, 55, 56),
    "law-57": (57, 59),
    "law-58": (58, 60),
    "law-61": (61, 62, 63, 64),
    "law-67": (65, 66, 67),
    "law-68": (68, 69, 70, 71),
    "arbiter": (9, 12, 84, 85),
}
_ANCHORS = {
    number: anchor for anchor, numbers in _SECTIONS.items() for number in numbers
}
"""The section of the rulebook page that explains a law, where several
stand together."""


def number_of(section: str) -> int:
    """The number of the first law that a section names, such as 27 of "Law 27B1(a)"."""
    number = re.search(r"\d+", section)
    assert number is not None, section  # noqa: S101 - a section names a law
    return int(number[0])


def cite_of(settings: Settings, section: str) -> Cite:
    """A law of this table by its number, where its rulebook page explains it."""
    number = number_of(section)
    return law(settings, section, _ANCHORS.get(number, f"law-{number}"))


def heading_of(cite: Cite) -> Message | None:
    is_law = cite.source in (LAWS_2014, LAWS_2017) and cite.section.startswith("Law")
    number = number_of(cite.section) if is_law else 0
    is_known = is_law and treatment_of(number) in (Treatment.RULED, Treatment.SAID)
    return message(f"bridge.law.{number}") if is_known else None
