"""What the recorded cards prove: failures to follow, cards that a hand can't hold,
known cards.

Nothing is said where it can't be proved. A card counts as held at a moment only if its
player played it later and can't have drawn it since, or drew it face up before.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scorekeeper.core.cards import Card, Play
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.play import Placed, PlayRules, Watched
from scorekeeper.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Breach:
    """A play that broke the rules of play, to trick `trick`, by log entry `entry`:
    proved by a card `held` then. That was played to trick `shown_trick` by log entry
    `shown_entry`, both None when it is still in hand, drawn face up. `why` says which
    rule, and cites it."""

    play: Play
    trick: int
    entry: int
    held: Card
    shown_trick: int | None
    shown_entry: int | None
    why: RuleViolation


def breaches(rules: PlayRules, watched: Watched) -> tuple[Breach, ...]:
    placed = tuple(watched.placed)
    proved = (
        _breach(rules, watched, place, placed[n:])
        for n, place in enumerate(placed, start=1)
    )
    return tuple(filter(None, proved))


def known_cards(watched: Watched) -> dict[Seat, frozenset[Card]]:
    """The cards that everybody knows to be in a hand: drawn face up and not yet
    played."""
    gone = watched.cards
    known: dict[Seat, frozenset[Card]] = {}
    for draw in watched.draws:
        if draw.card is not None and draw.card not in gone:
            known[draw.seat] = known.get(draw.seat, frozenset()) | {draw.card}
    return known


def still_out(
    rules: PlayRules, watched: Watched, seat: Seat | None = None
) -> frozenset[Card]:
    """The cards that can still be played (by `seat`): not played, not known in another
    hand."""
    elsewhere = (
        cards for who, cards in known_cards(watched).items() if seat and who is not seat
    )
    return rules.pack - watched.cards - frozenset().union(*elsewhere)


def cannot_hold(rules: PlayRules, watched: Watched, seat: Seat) -> frozenset[Card]:
    """The cards still out that `seat` can't hold, unless it has broken the rules of
    play. What a play showed lapses once its player has drawn a card that nobody saw."""
    out = still_out(rules, watched, seat)
    shown = set(rules.pack - watched.cards - out)
    doubtful = out - known_cards(watched).get(seat, frozenset())
    now = len(watched.tricks) + 1
    for place in watched.placed:
        if place.play.seat is seat and not _count_unseen(rules, watched, place, now):
            shown |= {card for card in doubtful - shown if _why_not(rules, place, card)}
    return frozenset(shown)


def can_be_breach(rules: PlayRules, watched: Watched, card: Card) -> bool:
    """Whether the recorded play of this card can have broken the rules: by a card that
    its player played later and had not drawn since, or by one that nobody has seen yet,
    as long as a card of that hand is unknown."""
    placed = tuple(watched.placed)
    at = [place.play.card for place in placed].index(card)
    place = placed[at]
    seat = place.play.seat
    shown = {
        held: later for held, later in _held_then(watched, place, placed[at + 1 :])
    }
    possible = frozenset(shown)
    if not watched.is_over(rules) and _has_unknown(rules, watched, place, shown):
        possible |= still_out(rules, watched, seat)
    return any(_why_not(rules, place, held) is not None for held in possible)


def _has_unknown(
    rules: PlayRules,
    watched: Watched,
    place: Placed,
    shown: Mapping[Card, Placed | None],
) -> bool:
    """Whether any card is unknown that the player held at this play, besides those
    `shown` since: less the unseen cards that were drawn since, which may be among
    them."""
    tricks_before = place.number - 1
    hand = rules.tricks - rules.draws - tricks_before + min(tricks_before, rules.draws)
    until = len(watched.tricks) + 1
    certain = len(shown) - _count_unseen(rules, watched, place, until)
    return certain < hand - 1


def suspects(rules: PlayRules, watched: Watched) -> Iterator[tuple[int, Play]]:
    """The plays that may have broken the rules, each with the number of its trick, the
    last first."""
    for place in reversed([*watched.placed]):
        if can_be_breach(rules, watched, place.play.card):
            yield place.number, place.play


# ---- proof ----


def _held_then(
    watched: Watched, place: Placed, after: tuple[Placed, ...]
) -> Iterator[tuple[Card, Placed | None]]:
    """The cards that its player then held, or may have drawn unseen since, each with
    the play `after` it that showed it, if any did."""
    drawn = {
        draw.card: draw.after for draw in watched.draws if draw.seat is place.play.seat
    }
    gone = watched.cards
    for card, when in drawn.items():
        if card is not None and when < place.number and card not in gone:
            yield card, None
    for later in after:
        card = later.play.card
        if later.play.seat is place.play.seat and drawn.get(card, 0) < place.number:
            yield card, later


def _breach(
    rules: PlayRules, watched: Watched, place: Placed, after: tuple[Placed, ...]
) -> Breach | None:
    held = tuple(_held_then(watched, place, after))
    if _why_not(rules, place, *(card for card, _ in held)) is None:
        return None  # all of them together do not forbid it, so none of them does
    drawn_before = {draw.card for draw in watched.draws if draw.after < place.number}
    doubtful = 0
    for card, shown in held:
        why = _why_not(rules, place, card)
        if why is None:
            continue
        if shown and card not in drawn_before:
            doubtful += 1
            if doubtful <= _count_unseen(rules, watched, place, shown.number):
                continue
        number, entry = (shown.number, shown.entry) if shown else (None, None)
        return Breach(place.play, place.number, place.entry, card, number, entry, why)
    return None


def _count_unseen(rules: PlayRules, watched: Watched, place: Placed, until: int) -> int:
    due = range(place.number, min(until - 1, rules.draws) + 1)
    mine = (draw for draw in watched.draws if draw.seat is place.play.seat)
    return len(due) - sum(draw.card is not None and draw.after in due for draw in mine)


def _why_not(rules: PlayRules, place: Placed, *held: Card) -> RuleViolation | None:
    return rules.why_not(
        place.before, place.upto, place.play, frozenset((place.play.card, *held))
    )
