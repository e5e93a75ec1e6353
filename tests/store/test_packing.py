"""Words in summaries survive the database."""

from fractions import Fraction

import pytest

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import SIDES, Seat
from scorekeeper.store.index import packed, unpacked
from scorekeeper.words import words_in


@pytest.mark.parametrize(
    "said",
    [
        message("seat.N"),
        message("refused.stale", n=3),
        message("refused.not-here", person="<b>Ada & Ben</b>"),
        message("refused.not-here", person=(Suit.HEARTS, " ", 4, None)),
        message("refused.not-here", person=Card.parse("SA")),
        message("refused.not-here", person=(Seat.NORTH, SIDES[0])),
        message("refused.not-here", person=Fraction(-3, 2)),
        message("refused.not-here", person=message("refused.stale", n=1)),
    ],
)
def test_a_message_reads_the_same_after_the_database(said: Message) -> None:
    import json

    english = words_in("en")
    back = unpacked(json.loads(json.dumps(packed(said))))
    assert english.text(back) == english.text(said)
    assert english.html(back) == english.html(said)
    assert packed(back) == packed(said)
