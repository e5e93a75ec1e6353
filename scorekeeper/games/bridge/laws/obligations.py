"""How long what a ruling binds a player to lasts: until its law ends it, as far as was recorded."""

from collections.abc import Sequence

from scorekeeper.core.rulings import Obligation
from scorekeeper.core.seats import SIDES, Seat, party_of
from scorekeeper.games.bridge.state import Deal, State

IN_THE_AUCTION = ("pass", "pass-once")
LYING = ("penalty-major", "penalty-minor", "penalty-if-defender", "must-play")

RESTRICTED = ("first-lead", "must-lead", "may-not-lead")


def binds(then: State, now: State, one: Obligation) -> bool:
    """Whether an obligation of a ruling given `then` still binds in the deal in progress now.

    Law: Laws 26B, 50C, 50D1, 50D2, 57D: a card until it is played, a pass until it is made, a
    restriction for as long as its player keeps the lead. What can't be seen lasts as long as the
    deal.
    """
    deal, before = now.deal, then.deal
    if deal is None or deal.is_over:
        return deal is None and before is None
    if one.kind in IN_THE_AUCTION:
        has_called = one.kind == "pass-once" and _calls(deal, one.seat) > _calls(before, one.seat)
        return deal.contract is None and not has_called
    if one.kind in LYING:
        return one.card not in deal.watched.cards and _lies_on(deal, one)
    if one.kind in RESTRICTED:
        return not _has_ended(one, deal, _leaders(deal)[len(_leaders(before)) :])
    return True


def _calls(deal: Deal | None, seat: Seat) -> int:
    """How many calls this player has made in it."""
    if deal is None:
        return 0
    return sum(deal.auction.caller(n) is seat for n in range(len(deal.calls)))


def _is_declarers(deal: Deal, seat: Seat) -> bool:
    return deal.declarer is not None and seat in party_of(deal.declarer, SIDES).seats


def _lies_on(deal: Deal, one: Obligation) -> bool:
    """Law 24D: a card shown in the auction is picked up by who does not defend."""
    return not (one.kind == "penalty-if-defender" and _is_declarers(deal, one.seat))


def _leaders(deal: Deal | None) -> list[Seat]:
    """Who led to each trick that was recorded."""
    if deal is None:
        return []
    tricks = (*deal.watched.tricks, deal.watched.trick)
    return [trick[0].seat for trick in tricks if trick]


def _has_ended(one: Obligation, deal: Deal, leaders: Sequence[Seat]) -> bool:
    """Whether its player has led, and, of what lasts, has lost the lead since; or declares."""
    if one.kind == "first-lead" and _is_declarers(deal, one.seat):
        return True
    if one.seat not in leaders:
        return False
    after = leaders[leaders.index(one.seat) + 1 :]
    return one.kind == "must-lead" or any(seat is not one.seat for seat in after)
