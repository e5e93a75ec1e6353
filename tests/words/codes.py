"""What the code of a sentence looks like, and how one is found that stands on a page
unsaid."""

import re

from scorekeeper.words import LANGUAGES, catalogue, catalogue_files

CODE = re.compile(r"[a-z][\w-]*(?:\.[\w-]+)+")
"""A whole text that is a code."""
_SHAPED = re.compile(r"(?<![\w./@:-])[a-z][a-z_-]*(?:\.[\w-]+)+")
_LONG = re.compile(r"[a-z_-]+\.[a-z-]+\.[a-z-]+")
_OTHERS = re.compile(
    r"(?:www\.)?[\w.-]+\.(?:com|org|net|de|jp|uk|jsonl|csv|pdf|json|pbn|db|txt)"
)
"""Addresses and the names of files."""
_FIRSTS = {
    code.partition(".")[0]
    for language in LANGUAGES
    for path in catalogue_files(language)
    for code in catalogue(path)
    if CODE.fullmatch(code)
}
"""How codes begin: with a family, or with what is said of all of them."""


def raw_codes(text: str, families: tuple[str, ...] = ()) -> list[str]:
    """The codes that stand in a text in place of their sentences."""
    firsts = _FIRSTS.union(families)
    return [
        found
        for found in _SHAPED.findall(text)
        if not _OTHERS.fullmatch(found)
        and (found.partition(".")[0] in firsts or _LONG.fullmatch(found))
    ]
