"""The texts that the bridge family's rules are taken from."""

from scorekeeper.core.citations import Cite, Source, Standing

JOKER = Source("joker-bridge", "Contract Bridge – Joker Variations, reference manual")
VARIATIONS = Source(
    "bridge-variations",
    "Invented Games: Bridge Variations",
    "1 April 2023",
    "https://www.pagat.com/invented/bridge_vars.html",
)
LAWS_1993 = Source(
    "laws-1993",
    "Laws of Contract Bridge",
    "1993",
    "https://www.bridgehands.com/Laws/ACBL/Rubber/The_Score.htm",
)
LAWS_2017 = Source(
    "laws-2017",
    "Laws of Duplicate Bridge",
    "2017",
    "https://www.worldbridge.org/wp-content/uploads/2017/03/2017LawsofDuplicateBridge-paginated.pdf",
)
LAWS_2014 = Source("laws-2014", "Laws of Rubber Bridge 2014 / Duplicate 2017", "2014")
CHICAGO = Source(
    "chicago",
    "How to keep score: Chicago (American Contract Bridge League)",
    "",
    "https://www.acbl.org/learn_page/how-to-play-bridge/how-to-keep-score/chicago/",
)
READINGS = Source("readings", "Our reading of the gaps")

SOURCES = (JOKER, VARIATIONS, LAWS_1993, LAWS_2017, LAWS_2014, CHICAGO, READINGS)


def printed(source: Source, section: str, anchor: str) -> Cite:
    """A rule that stands in the document of the game."""
    return Cite(source, section, Standing.PRINTED, anchor)


def published(source: Source, section: str, anchor: str) -> Cite:
    """A rule that stands in another published text."""
    return Cite(source, section, Standing.PUBLISHED, anchor)


def inferred(section: str, anchor: str, source: Source = READINGS) -> Cite:
    """A rule that nobody prints: our reading of `section` of `source`."""
    return Cite(source, section, Standing.INFERRED, anchor)
