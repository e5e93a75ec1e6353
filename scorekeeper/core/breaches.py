"""What the recorded cards prove: failures to follow, cards that a hand can't hold, known cards.

Nothing is said where it can't be proved. A card counts as held at a moment only if its player
played it later and can't have drawn it since, or drew it face up before.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorekeeper.core.cards import Card, Play, Trick
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.play import PlayRules, Watched
from scorekeeper.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Breach:
    """A play that broke the rules of play, proved by a card that its player held then.

    `trick` is the number, from 1, of the trick it was played to, `entry` its log entry; `held`
    was played to trick `shown_trick` by log entry `shown_entry` – both None when it is still in
    hand, drawn face up. `why` says which rule, and cites it.
    """

    play: Play
    trick: int
    entry: int
    held: Card
    shown_trick: int | None
    shown_entry: int | None
    why: RuleViolation


@dataclass(frozen=True, slots=True)
class _Placed:
    """A play where it stands: its trick's number, the plays before it, its log entry."""

    play: Play
    number: int
    trick: Trick
    entry: int


def breaches(rules: PlayRules, watched: Watched) -> tuple[Breach, ...]:
    """Every play that is proved to have broken the rules, in the order of play."""
    placed = tuple(_placed(watched))
    found = (
        _breach(rules, watched, one, tuple(_held_then(watched, placed, n)))
        for n, one in enumerate(placed)
    )
    return tuple(breach for breach in found if breach is not None)


def known_cards(watched: Watched) -> dict[Seat, frozenset[Card]]:
    """The cards that everybody knows to be in a hand: drawn face up and not yet played."""
    gone = watched.cards
    known: dict[Seat, frozenset[Card]] = {}
    for draw in watched.draws:
        if draw.card is not None and draw.card not in gone:
            known[draw.seat] = known.get(draw.seat, frozenset()) | {draw.card}
    return known


def still_out(rules: PlayRules, watched: Watched, seat: Seat | None = None) -> frozenset[Card]:
    """The cards that can still be played (by `seat`): not played, not known in another hand."""
    elsewhere = (cards for who, cards in known_cards(watched).items() if seat and who is not seat)
    return rules.pack - watched.cards - frozenset().union(*elsewhere)


def cannot_hold(rules: PlayRules, watched: Watched, seat: Seat) -> frozenset[Card]:
    """The cards still out that `seat` can't hold, unless it has broken the rules of play.

    What a play showed lapses once its player has drawn a card that nobody saw.
    """
    out = still_out(rules, watched, seat)
    shown = set(rules.pack - watched.cards - out)
    doubtful = out - known_cards(watched).get(seat, frozenset())
    now = len(watched.tricks) + 1
    for one in _placed(watched):
        if one.play.seat is not seat or _unseen(rules, watched, seat, one.number, now):
            continue
        shown |= {card for card in doubtful - shown if _why_not(rules, watched, one, (card,))}
    return frozenset(shown)


def can_be_breach(rules: PlayRules, watched: Watched, card: Card) -> bool:
    """Whether the recorded play of this card can have broken the rules: by a card that its player
    played later, or that nobody has seen yet."""
    placed = tuple(_placed(watched))
    one = next(found for found in placed if found.play.card == card)
    seat, moment = one.play.seat, placed.index(one)
    unseen = frozenset() if watched.is_over(rules) else still_out(rules, watched, seat)
    later = {other.play.card for other in placed[moment:] if other.play.seat is seat}
    return any(_why_not(rules, watched, one, (held,)) is not None for held in later | unseen)


def suspects(rules: PlayRules, watched: Watched) -> Iterator[tuple[int, Play]]:
    """The plays that can have broken the rules, the last first, with their tricks' numbers."""
    for one in reversed(tuple(_placed(watched))):
        if can_be_breach(rules, watched, one.play.card):
            yield one.number, one.play


# ---- proof ----


@dataclass(frozen=True, slots=True)
class _Held:
    """A card held at an earlier moment, and the play that showed it, if it has been played."""

    card: Card
    shown: _Placed | None


def _placed(watched: Watched) -> Iterator[_Placed]:
    entries = iter(watched.entries)
    for number, trick in enumerate((*watched.tricks, watched.trick), start=1):
        for n, play in enumerate(trick):
            yield _Placed(play, number, trick[:n], next(entries))


def _held_then(watched: Watched, placed: tuple[_Placed, ...], n: int) -> Iterator[_Held]:
    """The cards that the player of the n-th play then held, or may have drawn unseen since."""
    moment = placed[n]
    drawn = {draw.card: draw for draw in watched.draws if draw.seat is moment.play.seat}
    gone = watched.cards
    for card, draw in drawn.items():
        if card is not None and draw.after < moment.number and card not in gone:
            yield _Held(card, None)
    for later in placed[n + 1 :]:
        if later.play.seat is not moment.play.seat:
            continue
        seen = drawn.get(later.play.card)
        if seen is None or seen.after < moment.number:
            yield _Held(later.play.card, later)


def _breach(
    rules: PlayRules, watched: Watched, one: _Placed, held: tuple[_Held, ...]
) -> Breach | None:
    """The breach that this play is, once more cards prove it than may have been drawn since."""
    if _why_not(rules, watched, one, (other.card for other in held)) is None:
        return None  # all of them together do not forbid it, so none of them does
    drawn_before = {draw.card for draw in watched.draws if draw.after < one.number}
    doubtful = 0
    for other in held:
        why = _why_not(rules, watched, one, (other.card,))
        if why is None:
            continue
        shown = other.shown
        if shown is not None and other.card not in drawn_before:
            doubtful += 1
            if doubtful <= _unseen(rules, watched, one.play.seat, one.number, shown.number):
                continue
        number, entry = (shown.number, shown.entry) if shown else (None, None)
        return Breach(one.play, one.number, one.entry, other.card, number, entry, why)
    return None


def _unseen(rules: PlayRules, watched: Watched, seat: Seat, trick: int, until: int) -> int:
    """How many cards `seat` has drawn, unseen by the table, from after `trick` to `until`."""
    due = range(trick, min(until - 1, rules.draws) + 1)
    seen = sum(
        draw.seat is seat and draw.card is not None and draw.after in due for draw in watched.draws
    )
    return len(due) - seen


def _why_not(
    rules: PlayRules, watched: Watched, one: _Placed, held: Iterable[Card]
) -> RuleViolation | None:
    """Why the play was not allowed to somebody who held these other cards as well."""
    before = watched.tricks[: one.number - 1]
    return rules.why_not(before, one.trick, one.play, frozenset((one.play.card, *held)))
