"""Whether a call or a card keeps to what its player is bound to by earlier rulings.

Hands are not known: whoever is unable to keep to it may call or play otherwise (Law
59), so what breaks an obligation by all that can be seen is asked about, and never
refused.
"""

from collections.abc import Iterable

from scorekeeper.core.cards import Play, Trick
from scorekeeper.core.play import PlayRules, Tricks
from scorekeeper.core.rulings import LEADING, LYING, PLAYING, Duty, Obligation


def broken_by_call(owed: Iterable[Obligation], amount: int | None) -> Obligation | None:
    """What a call breaks of what its player owes, None where nothing; `amount` is as in
    `Obligation.allows_bid`."""
    return next(
        (obligation for obligation in owed if not obligation.allows_bid(amount)), None
    )


def broken_by_play(
    owed: Iterable[Obligation],
    rules: PlayRules,
    before: Tricks,
    trick: Trick,
    play: Play,
) -> Obligation | None:
    """What a card breaks of what its player owes, as far as can be seen; None where
    nothing. A lead or play that was asked for goes before a card that lies there: Law
    50D1(b). Of several such cards any one is played: Law 51A. Who follows suit owes no
    other suit."""
    every = tuple(owed)
    kinds = PLAYING if trick else LEADING
    strength = rules.strength(before, trick)
    asked = [
        obligation
        for obligation in every
        if obligation.kind in kinds and obligation.kind is not Duty.FIRST_LEAD
    ]
    for obligation in asked:
        is_kept = bool(obligation.kept_by([play], trick, strength))
        if not is_kept and not _is_excused(obligation, rules, before, trick, play):
            return obligation
    if any(obligation.suit is not None for obligation in asked):
        return None
    lying = [
        obligation
        for obligation in every
        if obligation.kind in LYING and obligation.card is not None
    ]
    if any(obligation.card == play.card for obligation in lying):
        return None
    for obligation in lying:
        is_kept = len(lying) == 1 and bool(obligation.kept_by([play], trick, strength))
        if not is_kept and could_be_played(obligation, rules, before, trick, play):
            return obligation
    return None


def _is_excused(
    obligation: Obligation, rules: PlayRules, before: Tricks, trick: Trick, play: Play
) -> bool:
    if obligation.card is not None:
        return not could_be_played(obligation, rules, before, trick, play)
    follows = bool(trick) and play.card.suit is trick[0].card.suit
    return follows and obligation.suit is not play.card.suit


def could_be_played(
    obligation: Obligation, rules: PlayRules, before: Tricks, trick: Trick, play: Play
) -> bool:
    if obligation.card is None:
        return False
    instead = Play(play.seat, obligation.card)
    return (
        rules.why_not(before, trick, instead, frozenset({obligation.card, play.card}))
        is None
    )
