"""Cards as they are typed: in the letters of the reader's language, or in those of files."""

from collections.abc import Iterable

from scorekeeper.core.cards import FRENCH, RANKS, Card
from scorekeeper.core.messages import message
from scorekeeper.words import Words


def spelt(cards: str, words: Words) -> str:
    """Cards as files write them ("C2 HQ") in the reader's letters; what is no card stays."""
    letters = {written: typed for typed, written in _letters(words)}
    return " ".join(letters.get(word, word) for word in cards.split())


def unspelt(typed: str, words: Words) -> str:
    """Cards as files write them, whichever of the two spellings was typed; the rest as it is."""
    written = dict(_letters(words))
    return " ".join(written.get(word.upper(), word) for word in typed.split())


def are_cards(text: str) -> bool:
    """Whether every word is a card as files write it."""
    known = {str(Card(rank, suit)) for suit in FRENCH for rank in RANKS}
    return bool(text) and all(word in known for word in text.split())


def _letters(words: Words) -> Iterable[tuple[str, str]]:
    for suit in FRENCH:
        letter = words.text(message(f"suit.{suit.slug}.letter"))
        for rank in RANKS:
            name = rank if rank.isdigit() else words.text(message(f"rank.{rank}"))
            yield f"{letter}{name}".upper(), str(Card(rank, suit))
