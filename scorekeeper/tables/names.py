"""What people may be called beside each other: which names are names, and which pass as another's.

Two names at one table are told apart without marks, punctuation, spaces and case, and a letter
counts as each letter that it can be taken for. What is refused is cheap to mend: an initial more.
Two things are weighed against names that are honestly alike:

* "l", "I" and "1" are one letter, but an "i" with its dot is not: "Ella" and "Elia" may sit at one
  table, while "EIla" is "Ella". In names of mixed capitals or of other signs than Latin letters, in
  which nobody can say what was meant, "i" is one of them as well.
* "rn" is "m" and "vv" is "w" wherever they stand; "cl" is "d" only where the "c" is small:
  "Clara" and "Dara" may sit at one table, "clara" beside "Dara" may not.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import People, Seat

NAME_LENGTH = 24  # The most characters of a name

# ---- a name as it is written ----


_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""What is drawn as nothing: Unicode's Default_Ignorable_Code_Point, and the empty
braille cell."""


_ARABIC = "[\u0620-\u065f\u066e-\u06d3\u0750-\u077f\u08a0-\u08ff]"
_EMOJI = "[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]"
_JOINS = re.compile(
    f"(?<={_ARABIC})[\u200c\u200d](?={_ARABIC})|(?<={_EMOJI})\u200d(?={_EMOJI})"
)
"""A joiner that is seen: between letters of the Arabic script, or the parts
of one emoji."""


def clean(name: str) -> str:
    """A name without control and direction characters and without spaces around it."""
    joins = {match.start() for match in _JOINS.finditer(name)}
    kept = [sign for n, sign in enumerate(name) if sign.isprintable() or n in joins]
    return "".join(kept).strip()


def visible(text: str) -> str:
    """The text without what is drawn as nothing, and with every space as a plain one:
    as programs compare and search it. Joiners that are seen stay, and so do line ends
    and tabs."""
    joins = {match.start() for match in _JOINS.finditer(text)}
    kept = [
        " " if unicodedata.category(sign) == "Zs" else sign
        for n, sign in enumerate(text)
        if n in joins or not _UNSEEN.match(sign)
    ]
    return "".join(kept)


def shortened(people: People, most: int) -> People:
    """These people with names of at most so many letters; as they are where two of them
    would be called the same."""
    short = tuple((seat, cut(name, most)) for seat, name in people)
    return short if len({name for _, name in short}) == len(short) else people


def cut(name: str, most: int) -> str:
    """The name in so many letters: with the last name's first letter, without it, or
    cut off."""
    first, *rest = name.split() or [name]
    shorter = [name]
    if rest:
        shorter += [f"{first}\u00a0{rest[-1][:1]}.", first]
    for form in shorter:
        if len(form) <= most:
            return form
    return name[: most - 1] + "\u2060…"


# ---- which names stand together ----


def why_not(
    name: str, others: Iterable[str], seat: Seat | None = None
) -> Message | None:
    """Why this can't be the name of somebody beside these `others`, at this seat where
    one is meant; None where it can. Every door where a name comes in asks here."""
    if len(name) > NAME_LENGTH:
        return message("refused.name-length", person=name, length=len(name))
    if not _is_name(name):
        return message("refused.no-name", seat=seat or name)
    twin = next((other for other in others if passes_as(name, other)), None)
    if twin is None:
        return None
    if twin.casefold() == name.casefold():
        return message("refused.same-name", person=name)
    return message("refused.like-name", person=name, other=twin)


def refused_among(names: Mapping[str, str]) -> dict[str, Message]:
    """Why some of these names can't stand together, by their keys; names not
    given are passed."""
    refused = {}
    before: list[str] = []
    for key, name in names.items():
        if not name:
            continue
        why = why_not(name, before)
        if why is not None:
            refused[key] = why
        before.append(name)
    return refused


def passes_as(name: str, other: str) -> bool:
    mine = _look(name)
    theirs = _look(other)
    if mine.forms & theirs.forms:
        return True
    return not (mine.is_plain and theirs.is_plain) and mine.loose == theirs.loose


# Whether a name has anything but marks, punctuation and what is unseen.
def _is_name(name: str) -> bool:
    seen = unicodedata.normalize("NFKC", _UNSEEN.sub("", name))
    return any(
        unicodedata.category(sign)[0] in "LN" or _is_picture(sign)
        for sign in _UNSEEN.sub("", seen)
    )


def _is_picture(sign: str) -> bool:
    return unicodedata.category(sign) == "So"


# ---- what a name looks like ----


class _Look(NamedTuple):
    """What a name looks like: the forms that it can be read as, in letters without
    case; and one in which every "i" is an "l". A plain name has the case of a name and
    Latin letters only, though they may have marks."""

    forms: frozenset[str]
    loose: str
    is_plain: bool


@lru_cache(maxsize=1024)
def _look(name: str) -> _Look:
    words = _words(name)
    joined = "".join(words)
    begun = ["l" + word[1:] if word[0] in "iI" else word for word in words]
    forms = (joined, re.sub("c[lI]", "d", joined), "".join(begun))
    loose = re.sub("[cC][lL]", "d", re.sub("[iI]", "l", joined))
    parts = re.split(r"[\s.'’-]+", unicodedata.normalize("NFC", name))
    return _Look(
        frozenset(_folded(form) for form in forms),
        _folded(loose),
        all(_is_plain(part) for part in parts),
    )


def _is_plain(word: str) -> bool:
    is_latin = word.isalpha() and max(word) < "\u0250"
    return not word or (is_latin and word[1:] == word[1:].lower())


# Letters without case, and two for one that looks like them.
def _folded(letters: str) -> str:
    return letters.casefold().replace("m", "rn").replace("w", "vv")


def _words(name: str) -> list[str]:
    seen = unicodedata.normalize("NFKD", _UNSEEN.sub("", name))
    letters: list[str] = []
    for sign in _UNSEEN.sub("", seen):
        letter = _letter(sign)
        is_on_latin = bool(letters) and letters[-1] < "\u0590"
        kind = unicodedata.category(sign)
        if _is_mark(sign) or (kind[0] == "M" and is_on_latin):
            continue
        if letter.isalnum() or _is_picture(sign) or kind[0] == "M":
            letters.append(letter)
        else:
            letters.append(" ")
    return "".join(letters).split()


# Whether this is a mark on the letter before it that makes no other letter of that.
def _is_mark(sign: str) -> bool:
    return unicodedata.combining(sign) != 0 or unicodedata.category(sign) == "Me"


_NAMED = re.compile(r".*LATIN.* ([A-Z])( WITH .*)?")
_DIGITS = {"0": "o", "1": "l", "|": "l"}


# The letter that stands for all that look like this one: a Latin one where
# there is one.
@cache
def _letter(sign: str) -> str:
    latin = _latin(sign)
    if latin:
        return latin
    for form in (sign, sign.upper(), sign.lower()):
        for other in _alike(form):
            if other.isascii() and other.isalnum():
                return _DIGITS.get(other, other)
    for other in _alike(sign):
        if len(other) == 1 and _latin(other):
            return _latin(other)
    return _first(sign)


# The plain Latin letter of a sign that its name says to be one, however it is drawn.
def _latin(sign: str) -> str:
    if sign in _DIGITS:
        return _DIGITS[sign]
    if sign.isascii():
        return sign
    if sign in "ßẞ":
        return "ss"
    named = _NAMED.fullmatch(unicodedata.name(sign, ""))
    if named is None:
        return ""
    return named[1] if sign.isupper() else named[1].lower()


# The signs that Unicode's list of confusables has for this one, without marks.
def _alike(sign: str) -> list[str]:
    # 10,000 lines, at first use
    from confusable_homoglyphs.confusables import confusables_data

    skeletons = []
    for confusable in confusables_data.get(sign, []):
        bare = unicodedata.normalize("NFKD", confusable["c"])
        skeletons.append("".join(part for part in bare if not _is_mark(part)))
    return skeletons


# The letter that stands for all that look like this one in other scripts. The list
# names for each letter the one that it is taken for, and for that one all others.
def _first(letter: str) -> str:
    from confusable_homoglyphs.confusables import confusables_data

    others = confusables_data.get(letter, [])
    if len(others) != 1:
        return letter
    other: str = others[0]["c"]
    return other if len(confusables_data[other]) > 1 else min(letter, other)
