"""What the arbiter holds players to, and asks of them, in games without a law book:
never to a card that was laid away, a bid that can't be made, or a number that the
tricks deny."""

from random import Random
from typing import Any

import pytest

from scorekeeper.core.play import CardPlayed, may_play, turn
from scorekeeper.core.rulings import Duty, OpenQuestion, Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter.record import Denied
from scorekeeper.games.rook.arbitration import every_call
from scorekeeper.games.rook.state import auction_of, legal_bids
from tests.games.casebook_forms import other_table
from tests.games.ruling import hearing
from tests.games.sitting import Sitting

DISCARDS = "R3 R6 Y2 Y4 B2"


def table(slug: str, given: str, settings: str = "") -> Sitting:
    return other_table(GAMES[slug], {"table": settings, "given": given})


def said(sitting: Sitting, name: str, **facts: str) -> Any:
    return hearing(sitting.game, sitting.folded, name, **facts).outcome


# ---- Rook: cards that were laid away ----


@pytest.mark.parametrize("card", DISCARDS.split())
def test_a_card_that_was_laid_away_proves_nothing(card: str) -> None:
    begun = f"bid 130; discards {DISCARDS}; trump G; first-lead 1"
    sitting = table("rook", f"{begun}; cards B5 B14 B6 B7 R8 R9 R10 Y7")
    for seat in "1234":
        plays = {"1": "Y7", "2": "R8", "3": "R9", "4": "R10"}
        outcome = said(sitting, "renege", seat=seat, card=plays[seat], held=card)
        assert isinstance(outcome, Denied), (seat, outcome)
        assert isinstance(said(sitting, "exposed-card", seat=seat, card=card), Denied)


def test_whoever_can_hold_no_card_of_the_colour_is_acquitted() -> None:
    """All reds but one lie in tricks and discards: as long as one is out, it is
    asked."""
    begun = "bid 120; discards R7 R8 B5 B6 Y9; trump G; first-lead 1"
    played = "cards R14 Y5 R5 R6 R1 Y6 R9 R10 R13 Y7 R11"
    asks = said(
        table("rook", f"{begun}; {played}", "deck=fast"), "renege", seat="2", card="Y5"
    )
    assert isinstance(asks, OpenQuestion) and asks.name == "could"
    whole = table("rook", f"{begun}; {played} R12", "deck=fast")
    outcome = said(whole, "renege", seat="2", card="Y5")
    assert isinstance(outcome, Ruling) and outcome.verdict.code == "custom.ruling.none"


# ---- bids ----


AUCTIONS = (
    "100",
    "100 115",
    "100 pass 105 pass",
    "pass pass pass",
    "195",
    "150 pass pass",
    "200",
)


@pytest.mark.parametrize("calls", AUCTIONS)
def test_nobody_is_held_to_a_bid_that_cannot_be_made(calls: str) -> None:
    sitting = table("rook", f"calls {calls}")
    settings = sitting.settings
    auction = auction_of(sitting.state.round, settings)
    amounts = [str(one) for one in every_call(settings)] + [
        "117",
        "205",
        "400",
        "no-bid",
    ]
    still = legal_bids(auction, settings)
    for seat in "1234":
        for call in amounts:
            outcome = said(sitting, "insufficient-bid", seat=seat, call=call)
            assert isinstance(outcome, Ruling), (seat, call, outcome)
            for obligation in outcome.obligations:
                is_held = obligation.kind is Duty.NOT_LESS
                assert not is_held or any(
                    amount >= obligation.least for amount in still
                ), (
                    seat,
                    call,
                )


# ---- Berzerka: the number that is left ----


@pytest.mark.parametrize(
    "contract", ["berzerka", "hold-steady", "marathon-flex", "one-weakness"]
)
def test_a_claim_is_counted_within_what_the_tricks_leave(contract: str) -> None:
    asked = {
        "berzerka": "trump S",
        "hold-steady": "ranking normal",
        "one-weakness": "pain-suit S",
    }
    named = asked.get(contract, "trump S; ranking normal")
    board = "board berzerka hold-steady marathon-flex one-weakness"
    begun = f"{board}; calls {contract} pass pass; {named}; discarded 0"
    for tricks in (1, 4, 8):
        sitting = _played(begun, tricks)
        hand = sitting.state.hand
        total = _number(sitting, [*hand.watched.winners], hand.watched.tricks)
        most = total + _still(sitting)
        for seat in "123":
            for kind in ("claim", "concession"):
                outcome = said(sitting, "claim", seat=seat, kind=kind, agreed="yes")
                if isinstance(outcome, OpenQuestion):
                    counts = [int(value) for value, _ in outcome.options]
                else:
                    counts = [effect.amount for effect in outcome.effects]
                assert min(counts) >= total, (seat, kind)
                assert max(counts) <= most, (seat, kind)


def _played(begun: str, tricks: int) -> Sitting:
    """So many tricks, as chance and the rules would."""
    sitting = table("berzerka", begun)
    chance = Random(begun)
    arbiter: Any = sitting.game.arbiter
    rules = arbiter.play_rules(sitting.state)
    pack = sorted(rules.pack, key=str)
    chance.shuffle(pack)
    hands = {seat: {pack.pop() for _ in range(rules.hand)} for seat in rules.ring}
    for _ in range(3 * tricks):
        watched = arbiter.watched(sitting.state)
        seat = turn(rules, watched)
        assert seat is not None
        choice = may_play(
            rules, watched.tricks, watched.trick, seat, frozenset(hands[seat])
        )
        card = chance.choice(choice.plays).card
        hands[seat].remove(card)
        sitting.enter(CardPlayed(card))
    return sitting


def _number(sitting: Sitting, winners: list[Seat], tricks: Any) -> int:
    """What the declarer has by these tricks: spades, tricks, or those of the last
    six."""
    hand = sitting.state.hand
    own = [n for n, seat in enumerate(winners) if seat is hand.declarer]
    if hand.contract.code == "one-weakness":
        return sum(play.card.suit is hand.pain_suit for n in own for play in tricks[n])
    return sum(n >= 7 or hand.contract.code != "marathon-flex" for n in own)


def _still(sitting: Sitting) -> int:
    """The most that can be added: the spades not yet played, those that were not dealt
    too, as nobody knows which; the tricks that count and are left."""
    hand = sitting.state.hand
    done = len(hand.watched.tricks)
    if hand.contract.code == "one-weakness":
        return 13 - sum(card.suit is hand.pain_suit for card in hand.watched.cards)
    return 13 - max(done, 7) if hand.contract.code == "marathon-flex" else 13 - done


# ---- cards out of turn that stand ----


@pytest.mark.parametrize("followed", ["yes", "no"])
def test_a_lead_that_stands_is_judged_by_what_was_played_to_it(followed: str) -> None:
    begun = "bid 120; trump G; first-lead 1; cards R14 R2 R3 R4 lead:2 B3"
    alone = said(
        table("rook", begun), "out-of-turn", seat="2", card="B3", followed=followed
    )
    next_has = table("rook", f"{begun} B5")
    stands = said(next_has, "out-of-turn", seat="2", card="B3", followed=followed)
    assert [one.verdict.code for one in (alone, stands)] == [
        "custom.ruling.back",
        "custom.ruling.stands",
    ]
    in_turn = said(next_has, "out-of-turn", seat="3", card="B5", followed=followed)
    assert isinstance(in_turn, Denied)
