"""Cards exposed or led during the auction: Law 24."""

from scorekeeper.core.cards import Card
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.laws import table
from scorekeeper.games.bridge.laws.calls import law_16c_withdrawn, law_72c_could_know
from scorekeeper.games.bridge.laws.table import mate
from scorekeeper.games.case import Case, Question

SHOWN = Question("24.shown", "Law 24", str)


def other_cards(case: Case, law: int, seat: Seat, card: Card) -> list[Card]:
    """The other cards of this player that were shown with this one: one or two; what else lies
    there is told for itself."""
    now = case.state.deal
    gone = now.watched.cards if now is not None else frozenset[Card]()
    found, cite = [card], f"Law {law}"
    while len(found) < 3:
        n = len(found) + 1
        if n > 2 and not case.ask(Question(f"{law}.third", cite, bool), words="and-another"):
            break
        unseen = sorted(table.pack(case).cards - gone - {*found}, key=str)
        asked = Question(f"{law}.card-{n}", cite, Card)
        found.append(case.ask(asked, unseen, words="other-shown", seat=seat))
    return found[1:]


def _shown(case: Case, seat: Seat, card: Card, is_led: bool) -> tuple[str, list[Card]]:
    """How a card was shown in the auction, and the others that were shown with it; beside one that
    lies there already it is one of several."""
    if table.penalty_cards(case, seat):
        return "more", []
    if is_led:
        return "led", []
    is_honour = table.is_honour(case, card)
    shown = case.ask(SHOWN, ("one", "more") if is_honour else ("one", "led", "more"))
    if shown == "more":
        return shown, other_cards(case, 24, seat, card)
    return "honour" if is_honour else shown, []


def law_24_shown(case: Case, seat: Seat, card: Card, *, is_led: bool = False) -> Ruling:
    """Law 24: an honour, a card led, or several cards make the partner pass once."""
    case.step("Law 24", "face-up")
    shown, more = _shown(case, seat, card, is_led)
    if shown == "one":
        case.step("Law 24A", "low-shown")
    else:
        section = "Law 24C" if shown == "more" else "Law 24B"
        case.step(section, f"shown-{shown}")
        case.bind("pass-once", mate(seat))
        law_72c_could_know(case, seat)
    law_16c_withdrawn(case, seat)
    case.step("Law 24D", "shown-declarer")
    is_major, honours = shown != "one", table.pack(case).honours
    for one in (card, *more):
        case.step("Law 24E", "shown-defender", card=one)
        case.bind("penalty-if-defender", seat, one, is_major=is_major, honours=honours)
    if shown == "one":
        return case.rule("shown-low", otherwise=("several-shown",))
    return case.rule("barred-once", otherwise=("low-shown",))
