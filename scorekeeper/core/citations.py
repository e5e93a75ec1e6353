"""Which rule gave a number, and how good that rule is."""

from dataclasses import dataclass
from enum import Enum


class Authority(Enum):
    """How good a rule is: who says so."""

    PRINTED = "printed"  # it stands in the document of the game that this table plays
    PUBLISHED = "published"
    """In another published text, such as the Laws of Contract Bridge."""
    INFERRED = "inferred"  # no source says it; it is our reading of the gap
    HOUSE = "house"  # this table chose it, away from the default


@dataclass(frozen=True, slots=True)
class Source:
    """A text that rules are taken from. `title` is a name and is not translated."""

    id: str
    title: str
    edition: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Cite:
    """One place in a source. `section` is as the source numbers it, such as "§5" or
    "Law 81"; `anchor` is the id of the paragraph on the game's rulebook page that
    explains it."""

    source: Source
    section: str
    standing: Authority
    anchor: str


READINGS = Source("readings", "Our reading of the gaps")
"""The source of what nobody prints: our own page of readings."""


def page(name: str, title: str, address: str) -> Source:
    """A page of the web, which has no editions."""
    return Source(name, title, "", address)


def printed(source: Source, section: str, anchor: str) -> Cite:
    """A rule that stands in the game's own document."""
    return Cite(source, section, Authority.PRINTED, anchor)


def inferred(section: str, anchor: str, source: Source = READINGS) -> Cite:
    """A rule that nobody prints: our reading, or that of a section of `source`."""
    return Cite(source, section, Authority.INFERRED, anchor)


def published(source: Source, section: str, anchor: str) -> Cite:
    """A rule that stands in a published text other than the game's own document."""
    return Cite(source, section, Authority.PUBLISHED, anchor)
