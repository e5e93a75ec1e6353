"""A round of Two-Ten-Jack in one line: "Ann 25, Bo minus 10, Cy 5"."""

from scorekeeper.core.cards import Suit
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import People, Seat
from scorekeeper.games import line
from scorekeeper.games.fields import written
from scorekeeper.games.line import Answer, Found, Grammar, Misfit, Phrase, Spoken
from scorekeeper.games.two_ten_jack.pages import CountForm, TotalsForm
from scorekeeper.games.two_ten_jack.rules import SIXES, Reversal
from scorekeeper.games.two_ten_jack.scoring import ROUNDS, State, calls_joker

TOTAL = "total"
MINUS = "minus"


def _six(places: Found) -> Found:
    suit = places["suit"]
    assert isinstance(suit, Suit)  # noqa: S101 - the place of a suit
    return {suit.slug: places["who"]}


TOTALS = (
    Phrase("two-ten-jack.spoken.total", line.points_of(TOTAL)),
    Phrase("two-ten-jack.spoken.total-below", line.points_of(TOTAL, -1)),
)
SIX = (Phrase("two-ten-jack.spoken.all-six", _six),)


def is_open(state: State) -> bool:
    return not calls_joker(state)


def grammar(state: State, people: People) -> Grammar:
    settings = state.settings
    has_reversal = settings.reversal is not Reversal.OFF
    return Grammar(
        (*TOTALS, *SIX) if has_reversal else TOTALS,
        {"who": line.seats(ROUNDS.ring(settings), people), "suit": line.suits(SIXES)},
    )


def answer(state: State, found: Found) -> Answer:
    """Everybody's total; one may be left out, which follows from the others."""
    sent = list[tuple[str, str]]()
    for name, value in found.items():
        if name.startswith(TOTAL) and isinstance(value, int):
            sent.append((name, str(abs(value))))
            if value < 0:
                sent.append((f"{MINUS}{name.removeprefix(TOTAL)}", "y"))
        elif isinstance(value, Seat):
            sent.append((name, written(value)))
        else:
            raise Misfit(name)
    totals = [name for name in found if name.startswith(TOTAL)]
    is_whole = len(totals) >= state.settings.players - 1
    return Answer(TotalsForm.NAME, tuple(sent), is_whole)


def example(state: State) -> Message:
    return message("two-ten-jack.spoken.example", first=Seat.ONE, second=Seat.TWO)


FORMS = (TotalsForm.NAME, CountForm.NAME)
SPOKEN: Spoken[State] = Spoken(FORMS, grammar, answer, example, is_open)
