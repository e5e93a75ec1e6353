"""The play of the cards in Rook, against a slower telling of the same rules."""

import random

import pytest

from scorekeeper.core.cards import Card, Play, Suit, Trick
from scorekeeper.core.play import (
    CardPlayed,
    Watched,
    check_play,
    may_play,
    played,
    winning,
    won,
)
from scorekeeper.core.seats import Seat
from scorekeeper.games.rook.play import COLOURS, ROOK, card_play, cards_of
from scorekeeper.games.rook.rules import Deck, RookRank, Settings
from tests.games.rook.table import RING

SEAT = dict(zip("1234", RING, strict=True))


def trick(*cards: str, leader: str = "1") -> Trick:
    first = RING.index(SEAT[leader])
    return tuple(
        Play(RING[(first + n) % 4], Card.parse(c)) for n, c in enumerate(cards)
    )


def told_winner(plays: Trick, trump: Suit, rook: RookRank) -> Seat:
    """The winner as one would say it at the table: sort the trumps, else the colour
    led."""

    def number(card: Card) -> float:
        if card == ROOK:
            return {RookRank.HIGH: 99, RookRank.MIDDLE: 10.5}.get(rook, 0.5)
        return 15 if card.rank == "1" else int(card.rank)

    trumps = [play for play in plays if play.card == ROOK or play.card.suit is trump]
    led = (
        trumps
        if plays[0].card == ROOK
        else [play for play in plays if play.card.suit is plays[0].card.suit]
    )
    return max(trumps or led, key=lambda play: number(play.card)).seat


def told_legal(plays: Trick, hand: frozenset[Card], trump: Suit) -> frozenset[Card]:
    if not plays:
        return hand
    led = trump if plays[0].card == ROOK else plays[0].card.suit
    same = {
        card for card in hand if card.suit is led or (card == ROOK and led is trump)
    }
    return frozenset(same) or hand


@pytest.mark.parametrize("deck", list(Deck))
@pytest.mark.parametrize("rook", list(RookRank))
def test_whole_hands_agree_with_the_rules_as_told(deck: Deck, rook: RookRank) -> None:
    settings = Settings(deck=deck, rook=rook)
    chance = random.Random(f"{deck}{rook}")
    for _ in range(40):
        pack = sorted(cards_of(settings), key=str)
        chance.shuffle(pack)
        trump = chance.choice(COLOURS)
        rules = card_play(settings, trump, RING[0])
        hands = {
            seat: set(pack[n * rules.hand : (n + 1) * rules.hand])
            for n, seat in enumerate(RING)
        }
        watched = Watched()
        for _ in range(rules.tricks):
            for _ in RING:
                seat = (
                    RING[(RING.index(watched.trick[0].seat) + len(watched.trick)) % 4]
                    if watched.trick
                    else (watched.winners[-1] if watched.winners else RING[0])
                )
                hand = frozenset(hands[seat])
                legal = may_play(rules, watched.tricks, watched.trick, seat, hand).cards
                assert legal == told_legal(watched.trick, hand, trump)
                card = chance.choice(sorted(legal, key=str))
                hands[seat].remove(card)
                event = CardPlayed(card)
                check_play(rules, watched, event)
                watched = played(rules, watched, event, len(watched.entries) + 1)
            assert watched.winners[-1] is told_winner(watched.tricks[-1], trump, rook)
        assert watched.is_over(rules)


@pytest.mark.parametrize(
    ("cards", "trump", "rook", "wins"),
    [
        # §3: within a colour the 1 is highest, then 14 down to 2
        (("R14", "R1", "R13", "R2"), Suit.GREEN, RookRank.HIGH, "2"),
        # §3: trump beats non-trump
        (("R1", "G2", "R14", "R13"), Suit.GREEN, RookRank.HIGH, "2"),
        # §1, §3: the Rook is a trump, the highest or the lowest
        (("G1", "Rook", "G14", "G2"), Suit.GREEN, RookRank.HIGH, "2"),
        (("G3", "Rook", "G14", "G2"), Suit.GREEN, RookRank.LOW, "3"),
        (("R1", "Rook", "R14", "R13"), Suit.GREEN, RookRank.LOW, "2"),
        # another colour can't win
        (("R5", "Y1", "B1", "R6"), Suit.GREEN, RookRank.HIGH, "4"),
        # the Rook led is a lead of trump
        (("Rook", "G2", "R1", "G14"), Suit.GREEN, RookRank.LOW, "4"),
    ],
)
def test_section_3_rank_and_trump(
    cards: tuple[str, ...], trump: Suit, rook: RookRank, wins: str
) -> None:
    rules = card_play(Settings(rook=rook), trump, RING[0])
    plays = trick(*cards)
    best = winning(rules, (), plays)
    assert best is not None
    assert best.seat is SEAT[wins]
    ruling = won(rules, (), plays)
    assert ruling is not None
    assert len(ruling.steps) == 4


def test_section_3_the_rook_follows_a_trump_lead() -> None:
    rules = card_play(Settings(), Suit.GREEN, RING[0])
    hand = frozenset({ROOK, Card("1", Suit.RED)})
    choice = may_play(rules, (), trick("G5"), RING[1], hand)
    assert choice.cards == {ROOK}
    assert choice.refused[0].why.why.code == "play.refused.follow"


def test_section_3_trumping_is_optional() -> None:
    rules = card_play(Settings(), Suit.GREEN, RING[0])
    hand = frozenset({Card("2", Suit.GREEN), Card("3", Suit.YELLOW)})
    assert may_play(rules, (), trick("R5"), RING[1], hand).cards == hand
