"""The texts that our rules of Rook are taken from."""

from scorekeeper.core.citations import Cite, Source, Standing

JEFF = Source("rook-jeff", "Rook Online: Jeff House Rules", "v1")
OFFICIAL = Source(
    "rook-official",
    "Rook: official rules for Tournament Rook (Kentucky Discard)",
    "",
    "https://en.wikipedia.org/wiki/Rook_(card_game)",
)
VARIANTS = Source(
    "rook-variants", "Rook and its variants", "", "https://www.pagat.com/kt5/rook.html"
)
READINGS = Source("readings", "Our reading of the gaps")

SOURCES = (JEFF, OFFICIAL, VARIANTS, READINGS)


def printed(section: str, anchor: str) -> Cite:
    """A rule that stands in the Jeff house rules."""
    return Cite(JEFF, section, Standing.PRINTED, anchor)


def published(source: Source, section: str, anchor: str) -> Cite:
    """A rule that stands in another published text."""
    return Cite(source, section, Standing.PUBLISHED, anchor)


def inferred(section: str, anchor: str) -> Cite:
    """A rule that nobody prints: our reading, numbered as on the rulebook page."""
    return Cite(READINGS, section, Standing.INFERRED, anchor)
