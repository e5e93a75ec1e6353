"""What people write: a name, and why; names made short where there is little room."""

import re
import unicodedata
from collections.abc import Iterable, Mapping

from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import People, Seat

NAME_LENGTH = 24
"""The most characters of a name."""
REASON_LENGTH = 200
"""The most characters of a reason or a note."""

_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""What is drawn as nothing: Unicode's Default_Ignorable_Code_Point, and the empty braille cell."""


def clean(name: str) -> str:
    """A name without control and direction characters and without spaces around it."""
    return "".join(c for c in name if c.isprintable()).strip()


def short(reason: str) -> str:
    """As much of a reason as the log takes, without spaces around it."""
    return reason.strip()[:REASON_LENGTH]


def why_not(name: str, others: Iterable[str], seat: Seat | None = None) -> Message | None:
    """Why this can't be the name of somebody beside these `others`, at this seat where one is
    meant; None where it can. Every door where a name comes in asks here."""
    if len(name) > NAME_LENGTH:
        return message("refused.name-length", person=name, length=len(name))
    looks = _looks(name)
    if "" in looks:
        return message("refused.no-name", seat=seat or name)
    twin = next((other for other in others if looks & _looks(other)), None)
    if twin is None:
        return None
    if twin.casefold() == name.casefold():
        return message("refused.same-name", person=name)
    return message("refused.like-name", person=name, other=twin)


def shortened(people: People, most: int) -> People:
    """These people with names of at most so many letters; as they are where two of them would be
    called the same."""
    short = tuple((seat, cut(name, most)) for seat, name in people)
    return short if len({name for _, name in short}) == len(short) else people


def cut(name: str, most: int) -> str:
    """The name in so many letters: with the last name's first letter, without it, or cut off."""
    first, *rest = name.split() or [name]
    shorter = (name, f"{first} {rest[-1][:1]}.", first) if rest else (name,)
    cut = name[: most - 1] + "\u2060…"
    return next((one for one in shorter if len(one) <= most), cut)


def refused_among(names: Mapping[str, str]) -> dict[str, Message]:
    """Why some of these names can't stand together, by their keys; names not given are passed."""
    refused: dict[str, Message] = {}
    before: list[str] = []
    for key, name in names.items():
        if name and (why := why_not(name, before)):
            refused[key] = why
        before += [name] if name else []
    return refused


def _looks(name: str) -> frozenset[str]:
    """What a name looks like: names that share one of these are taken for each other.

    Small and capital letters count as one, before and after look-alikes do: "Ian" is "ian", and
    "lan" with an L. Compatible forms are one (NFKC), what is unseen is nothing, and a letter is
    the one that Unicode's list of confusables takes it for.
    """
    from confusable_homoglyphs.confusables import confusables_data  # 10,000 lines, at first use

    seen = unicodedata.normalize("NFKC", _UNSEEN.sub("", name))
    seen = " ".join(_UNSEEN.sub("", seen).split())
    alike = (_first(one, confusables_data) for one in unicodedata.normalize("NFD", seen))
    return frozenset({seen.casefold(), "".join(alike).casefold()})


def _first(letter: str, alike: Mapping[str, list[dict[str, str]]]) -> str:
    """The letter that stands for all that look like this one.

    The list names for each letter the one that it is taken for, and for that one all others.
    """
    others = alike.get(letter, [])
    if len(others) != 1:
        return letter
    other = others[0]["c"]
    return other if len(alike[other]) > 1 else min(letter, other)
