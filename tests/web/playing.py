"""A deal of cards for tests of the pages that watch it."""

import random
from dataclasses import dataclass

from scorekeeper.core.cards import Card, Play
from scorekeeper.core.play import (
    CardPlayed,
    LegalPlays,
    PlayRules,
    Watched,
    may_play,
    played,
    turn,
)
from scorekeeper.core.seats import Seat

Hands = dict[Seat, frozenset[Card]]


def dealt(rules: PlayRules, seed: int) -> Hands:
    """Random hands."""
    pack = sorted(rules.pack, key=str)
    random.Random(seed).shuffle(pack)
    return {
        seat: frozenset(pack[n * rules.hand : (n + 1) * rules.hand])
        for n, seat in enumerate(rules.ring)
    }


@dataclass(frozen=True)
class Deal:
    """Plays of a whole deal, and where one of them is a revoke."""

    plays: tuple[Play, ...]
    revoke: int | None


def revoked(choice: LegalPlays, seat: Seat) -> Play:
    """The first play that this player may not make."""
    what = choice.refused[0].what
    assert isinstance(what, Card)
    return Play(seat, what)


# Long: one deal, dealt and played to its end.
def played_out(
    rules: PlayRules,
    seed: int,
    *,
    revokes_from: int | None = None,
    by: tuple[Seat, ...] = (),
) -> Deal:
    """A deal played at random within the rules, but for one revoke from that trick on,
    if asked: by one of these seats, or by anybody."""
    chance = random.Random(seed)
    hands = dealt(rules, seed)
    plays: list[Play] = []
    watched = Watched()
    revoke = None
    while not watched.is_over(rules):
        seat = turn(rules, watched)
        assert seat is not None
        choice = may_play(rules, watched.tricks, watched.trick, seat, hands[seat])
        play = chance.choice(sorted(choice.plays, key=lambda one: str(one.card)))
        is_due = revokes_from is not None and len(watched.tricks) >= revokes_from - 1
        if revoke is None and is_due and choice.refused and seat in (by or rules.ring):
            play = revoked(choice, seat)
            revoke = len(plays)
        hands[seat] -= {play.card}
        plays.append(play)
        event = CardPlayed(play.card, play.is_face_down, seat, play.as_suit)
        watched = played(rules, watched, event, len(plays))
    return Deal(tuple(plays), revoke)
