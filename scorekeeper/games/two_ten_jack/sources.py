"""The texts that our rules of Two-Ten-Jack are taken from."""

from scorekeeper.core.citations import Cite, Source, Standing

ONLINE = Source(
    "two-ten-jack",
    "Two-Ten-Jack: help of the online game",
    "",
    "https://boardgamearena.com/doc/Gamehelptwotenjack",
)
GIOCO = Source(
    "two-ten-jack-gioco",
    "Gioco: Two-Ten-Jack (in Japanese)",
    "",
    "http://gioco.sytes.net/twotenjack.htm",
)
CLASSIC = Source(
    "two-ten-jack-classic",
    "Card games: Two-Ten-Jack (in Japanese)",
    "",
    "https://toranpu.wiki.fc2.com/",
)
ENCYCLOPAEDIA = Source(
    "two-ten-jack-encyclopaedia",
    "Britannica International Encyclopaedia: Two-Ten-Jack (in Japanese)",
    "",
    "https://kotobank.jp/word/%E3%83%84%E3%83%BC%E3%83%86%E3%83%B3%E3%82%B8%E3%83%A3%E3%83%83%E3%82%AF-99333",
)
READINGS = Source("readings", "Our reading of the gaps")

SOURCES = (ONLINE, GIOCO, CLASSIC, ENCYCLOPAEDIA, READINGS)


def printed(section: str, anchor: str) -> Cite:
    """A rule that stands in the help of the online game."""
    return Cite(ONLINE, section, Standing.PRINTED, anchor)


def published(source: Source, section: str, anchor: str) -> Cite:
    """A rule that stands in another published text."""
    return Cite(source, section, Standing.PUBLISHED, anchor)


def inferred(section: str, anchor: str) -> Cite:
    """A rule that nobody prints: our reading."""
    return Cite(READINGS, section, Standing.INFERRED, anchor)
