"""Watching a deal's tricks: whose turn it is, what may be played, who wins and why.

All follows from the `PlayRules` that a game's tricks are played under and from the
plays that were recorded. Hands are not known.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, cast

from scorekeeper.core.cards import (
    Card,
    Play,
    Strength,
    Suit,
    Trick,
    next_to_play,
    winner,
)
from scorekeeper.core.citations import Cite
from scorekeeper.core.errors import RuleViolation, refusals
from scorekeeper.core.messages import Described, Message, message
from scorekeeper.core.rulings import Refusal, Ruling, Step
from scorekeeper.core.seats import Ring, Seat
from scorekeeper.core.values import changed

no, never = refusals("play")
"""The refusals of any play of cards, and those of what can't have happened."""

# ---- what is seen ----


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """The next card of the deal. `seat` played it; None means the player whose turn it
    is. `as_suit` is the suit that the player named for it, in games that allow it.
    `ruling` is the entry of the ruling that lets it stand though it was led or played
    out of turn."""

    KIND: ClassVar[str] = "card"
    SINCE: ClassVar[tuple[str, ...]] = ("ruling",)
    card: Card
    is_face_down: bool = False
    seat: Seat | None = None
    as_suit: Suit | None = None
    ruling: int | None = None

    def said(self) -> Message:
        if self.is_face_down:
            said = message("play.said.face-down", card=self.card)
        elif self.as_suit is not None:
            said = message("play.said.as-suit", card=self.card, suit=self.as_suit)
        else:
            said = message("play.said.card", card=self.card)
        return _by(self.seat, said)


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card drawn from the stock between two tricks, None = face down, unseen; `seat`
    None = the next to draw, the winner of the trick first."""

    KIND: ClassVar[str] = "drawn"
    card: Card | None = None
    seat: Seat | None = None

    def said(self) -> Message:
        if self.card is None:
            return _by(self.seat, message("play.said.drawn-unseen"))
        return _by(self.seat, message("play.said.drawn", card=self.card))


def _by(seat: Seat | None, said: Message) -> Message:
    return said if seat is None else message("play.said.by", seat=seat, said=said)


class LeadIs(Described, kind="lead"):
    """`seat` leads to the next trick though another player won the last one: a lead out
    of turn that stands."""

    FAMILY = "play"
    seat: Seat


WatchedEvent = CardPlayed | CardDrawn | LeadIs
WATCHED = (CardPlayed, CardDrawn, LeadIs)

# ---- what it is played under ----

Tricks = tuple[Trick, ...]
"""The complete tricks of a deal, in order."""
Holding = frozenset[Card]
"""Cards that a player holds."""


@dataclass(frozen=True, slots=True)
class PlayRules:
    """What the tricks of one deal are played under.

    `pack` holds every card that can turn up in play, `hand` how many each player holds at the
    start and `tricks` how many are played; `draws` after how many of them, from the first on,
    everybody draws a card. `leader` leads to the first trick, None where nobody has said so.

    The functions are told the complete tricks `before` and the plays of `trick` so far:

    - `strength` ranks a face-up play of this trick; the greater wins.
    - `why_not` says why a play can't be made by somebody known to hold `hand` (the card itself
      among them), None where it can. It must judge by the cards held, never by their number: a
      single card held besides is enough to forbid a play, and more cards never allow one.
    - `because` says why `play` did not win this trick and `best` did; of `best` itself, why it
      wins.
    - `ways` are the ways in which the card of a plain play may be put down.

    `turn` is the rule of whose turn it is, `take_back` that of taking a card back.
    """

    pack: frozenset[Card]
    ring: Ring
    hand: int
    tricks: int
    leader: Seat | None
    strength: Callable[[Tricks, Trick], Strength]
    why_not: Callable[[Tricks, Trick, Play, Holding], RuleViolation | None]
    because: Callable[[Tricks, Trick, Play, Play], Step]
    turn: Cite
    take_back: Cite
    ways: Callable[[Tricks, Trick, Play], tuple[Play, ...]] = (
        lambda before, trick, play: (play,)
    )
    draws: int = 0


@dataclass(frozen=True, slots=True)
class Draw:
    """A card drawn by `seat` after so many complete tricks; None = not seen by the
    table."""

    after: int
    seat: Seat
    card: Card | None


class Placed(NamedTuple):
    """A play where it stands: in which trick, from 1, after which tricks and plays of
    its own one, and its log entry."""

    number: int
    play: Play
    before: Tricks
    upto: Trick
    entry: int


@dataclass(frozen=True)
class Watched:
    """The play of one deal as it was recorded: the complete `tricks`, who won them, the
    `trick` in progress, the log `entries` of the plays, and who leads next where the
    table said so."""

    tricks: Tricks = ()
    winners: tuple[Seat, ...] = ()
    trick: Trick = ()
    draws: tuple[Draw, ...] = ()
    entries: tuple[int, ...] = ()
    lead: Seat | None = None

    @property
    def plays(self) -> tuple[Play, ...]:
        return tuple(play for trick in (*self.tricks, self.trick) for play in trick)

    @property
    def cards(self) -> frozenset[Card]:
        return frozenset(play.card for play in self.plays)

    @property
    def placed(self) -> Iterator[Placed]:
        entries = iter(self.entries)
        for number, trick in enumerate((*self.tricks, self.trick)):
            for n, play in enumerate(trick):
                yield Placed(
                    number + 1, play, self.tricks[:number], trick[:n], next(entries, 0)
                )

    def is_over(self, rules: PlayRules) -> bool:
        return len(self.tricks) >= rules.tricks

    def won_by(self, seats: Iterable[Seat]) -> int:
        side = frozenset(seats)
        return sum(seat in side for seat in self.winners)

    def captured(self, seats: Iterable[Seat]) -> tuple[Card, ...]:
        side = frozenset(seats)
        won = zip(self.tricks, self.winners, strict=True)
        return tuple(play.card for trick, seat in won if seat in side for play in trick)


def turn(rules: PlayRules, watched: Watched) -> Seat | None:
    if watched.trick:
        return next_to_play(watched.trick[0].seat, watched.trick, rules.ring)
    if watched.is_over(rules):
        return None
    return watched.lead or (watched.winners[-1] if watched.winners else rules.leader)


def was_out_of_turn(rules: PlayRules, watched: Watched, place: Placed) -> bool:
    if place.upto:
        due = next_to_play(place.upto[0].seat, place.upto, rules.ring)
    else:
        due = watched.winners[place.number - 2] if place.number > 1 else rules.leader
    return due is not None and place.play.seat is not due


def trick_of(watched: Watched, card: Card) -> tuple[int, Play] | None:
    """In which trick, counted from 1, a card was played and by whom; None while it
    wasn't."""
    tricks = enumerate((*watched.tricks, watched.trick), start=1)
    return next(
        ((n, play) for n, trick in tricks for play in trick if play.card == card), None
    )


def next_to_draw(rules: PlayRules, watched: Watched) -> Seat | None:
    """Who draws next between two tricks, the winner first and then clockwise; None =
    nobody."""
    if not _is_drawing(rules, watched):
        return None
    drawn = {draw.seat for draw in watched.draws if draw.after == len(watched.tricks)}
    first = rules.ring.index(watched.winners[-1])
    order = rules.ring[first:] + rules.ring[:first]
    return next((seat for seat in order if seat not in drawn), None)


def _is_drawing(rules: PlayRules, watched: Watched) -> bool:
    return not watched.trick and 0 < len(watched.tricks) <= rules.draws


# ---- what may be recorded ----


def check_play(rules: PlayRules, watched: Watched, event: WatchedEvent) -> None:
    """Refuse, by a RuleViolation or ImpossibleResult, what can't have happened, and
    what the rules forbid whatever the hand. A failure to follow is not refused:
    `core.breaches` finds it."""
    match event:
        case CardPlayed():
            _check_played(rules, watched, event)
        case CardDrawn():
            _check_drawn(rules, watched, event)
        case LeadIs(seat):
            if seat not in rules.ring:
                raise no("seat", "seat", seat=seat)
            is_late = watched.trick or watched.is_over(rules)
            if is_late:
                raise no("lead-late", "seat", rules.turn, seat=seat)


def played(
    rules: PlayRules, watched: Watched, event: WatchedEvent, entry: int
) -> Watched:
    match event:
        case CardPlayed(
            card=card, is_face_down=is_face_down, seat=seat, as_suit=as_suit
        ):
            seat = cast(Seat, seat or turn(rules, watched))
            trick = (*watched.trick, Play(seat, card, is_face_down, as_suit))
            entries = (*watched.entries, entry)
            if len(trick) < len(rules.ring):
                return changed(watched, trick=trick, entries=entries, lead=None)
            best = winning(rules, watched.tricks, trick) or trick[0]
            tricks = (*watched.tricks, trick)
            winners = (*watched.winners, best.seat)
            return Watched(tricks, winners, draws=watched.draws, entries=entries)
        case CardDrawn(card, seat):
            seat = cast(Seat, seat or next_to_draw(rules, watched))
            return changed(
                watched, draws=(*watched.draws, Draw(len(watched.tricks), seat, card))
            )
        case LeadIs():
            return changed(watched, lead=event.seat)


def why_not_back(
    rules: PlayRules, watched: Watched, entry: int
) -> RuleViolation | None:
    """Why the play of this log entry can't be taken back; None when it can: until the
    next card is played. Cards of other deals are not judged."""
    if entry not in watched.entries[:-1]:
        return None
    place = watched.entries.index(entry)
    taken, after = watched.plays[place : place + 2]
    said = {
        "card": taken.card,
        "seat": taken.seat,
        "after": after.card,
        "by": after.seat,
    }
    return no("take-back", "card", rules.take_back, **said)


def _check_played(rules: PlayRules, watched: Watched, event: CardPlayed) -> None:
    card = event.card
    if watched.is_over(rules):
        raise no("all-played", "card", card=card, tricks=rules.tricks)
    _check_out(rules, watched, card)
    seat = _player_of(rules, watched, event)
    holder = next((draw.seat for draw in watched.draws if draw.card == card), seat)
    if holder is not seat:
        raise never("held", "card", card=card, seat=seat, holder=holder)
    play = Play(seat, card, event.is_face_down, event.as_suit)
    why = rules.why_not(watched.tricks, watched.trick, play, frozenset({card}))
    if why is not None:
        raise why


def _player_of(rules: PlayRules, watched: Watched, event: CardPlayed) -> Seat:
    now = turn(rules, watched)
    seat = event.seat or now
    if seat is None:
        raise no("no-leader", "seat", rules.turn, card=event.card)
    if seat not in rules.ring:
        raise no("seat", "seat", seat=seat)
    has_played = seat in [play.seat for play in watched.trick]
    is_standing = event.ruling is not None and not has_played
    if now is not None and seat is not now and not is_standing:
        code = "turn" if watched.trick else "lead"
        raise no(code, "seat", rules.turn, card=event.card, seat=seat, turn=now)
    return seat


def _check_out(rules: PlayRules, watched: Watched, card: Card) -> None:
    if card not in rules.pack:
        raise never("not-in-pack", "card", card=card)
    if place := trick_of(watched, card):
        raise never("played", "card", card=card, trick=place[0], seat=place[1].seat)


def _check_drawn(rules: PlayRules, watched: Watched, event: CardDrawn) -> None:
    after = len(watched.tricks)
    card = event.card
    if not _is_drawing(rules, watched):
        raise no("no-draw", "card", trick=after + 1)
    seat = event.seat or next_to_draw(rules, watched)
    if seat is None:
        raise no("all-drew", "seat", trick=after)
    if seat not in rules.ring:
        raise no("seat", "seat", seat=seat)
    has_drawn = any(draw.seat is seat and draw.after == after for draw in watched.draws)
    if has_drawn:
        raise no("drew", "seat", seat=seat, trick=after)
    if card is not None:
        _check_out(rules, watched, card)
        for draw in watched.draws:
            if draw.card == card:
                said = {"card": card, "seat": draw.seat, "trick": draw.after}
                raise never("drawn", "card", **said)


# ---- what may be played, and who wins ----


@dataclass(frozen=True, slots=True)
class LegalPlays:
    """What may be played from a hand, each in the ways it may be put down, and what may
    not."""

    plays: tuple[Play, ...]
    refused: tuple[Refusal, ...]

    @property
    def cards(self) -> frozenset[Card]:
        return frozenset(play.card for play in self.plays)


def may_play(
    rules: PlayRules, before: Tricks, trick: Trick, seat: Seat, hand: Holding
) -> LegalPlays:
    """What `seat`, holding exactly `hand`, may play to this trick, and why not the
    rest."""
    plays = list[Play]()
    forbidden = list[Refusal]()
    for card in sorted(hand, key=str):
        ways = rules.ways(before, trick, Play(seat, card))
        may = list[Play]()
        whys = list[RuleViolation]()
        for way in ways:
            why = rules.why_not(before, trick, way, hand)
            if why is None:
                may.append(way)
            else:
                whys.append(why)
        plays += may
        if whys and not may:
            forbidden.append(Refusal(card, whys[0]))
    return LegalPlays(tuple(plays), tuple(forbidden))


def winning(rules: PlayRules, before: Tricks, trick: Trick) -> Play | None:
    """The play that wins this trick, or would if it ended here; None when none can."""
    return winner(trick, rules.strength(before, trick)) if trick else None


def won(rules: PlayRules, before: Tricks, trick: Trick) -> Ruling | None:
    """Who wins this trick, complete or not, and why each other card lost; None before a
    card that can win was played."""
    best = winning(rules, before, trick)
    if best is None:
        return None
    left = len(rules.ring) - len(trick)
    plays = (best, *(play for play in trick if play != best))
    steps = tuple(rules.because(before, trick, best, play) for play in plays)
    to_come = (message("play.to-come", n=left),) if left else ()
    code = "play.winning" if left else "play.won"
    return Ruling(message(code, seat=best.seat, card=best.card), steps, to_come)
