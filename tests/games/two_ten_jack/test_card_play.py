"""The play of the cards in Two-Ten-Jack, against a slower telling of the same rules."""

import random

import pytest

from scorekeeper.core.breaches import breaches
from scorekeeper.core.cards import RANKS, Card, Play, Trick
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.play import (
    CardDrawn,
    CardPlayed,
    Watched,
    check_play,
    may_play,
    next_to_draw,
    played,
    turn,
    winning,
)
from scorekeeper.core.seats import Seat
from scorekeeper.games.two_ten_jack import TWO_TEN_JACK
from scorekeeper.games.two_ten_jack.events import JokerCalled
from scorekeeper.games.two_ten_jack.play import card_play
from scorekeeper.games.two_ten_jack.rules import LeadBan, Settings, SpadeThree
from tests.games.sitting import Sitting

ONE = Seat.ONE
TWO = Seat.TWO
THREE = Seat.THREE
FOUR = Seat.FOUR
SEATS = (ONE, TWO, THREE, FOUR)


def cards(text: str) -> frozenset[Card]:
    return frozenset(Card.parse(word) for word in text.split())


def trick(text: str) -> Trick:
    """Plays in order from seat 2, dealer's left; a card in brackets lies face down."""
    words = text.split()
    return tuple(
        Play(SEATS[(n + 1) % 4], Card.parse(word.strip("()")), word.startswith("("))
        for n, word in enumerate(words)
    )


def told_winner(plays: Trick) -> Seat | None:
    """Whose card wins, read off the list of ranks from the top."""
    top = ["Joker", "SA", *(f"H{rank}" for rank in reversed(RANKS))]
    open_plays = [play for play in plays if not play.is_face_down]
    for name in top:
        for play in open_plays:
            if str(play.card) == name:
                return play.seat
    if not open_plays:
        return None
    suit = open_plays[0].card.suit
    same = [play for play in open_plays if play.card.suit is suit]
    return max(same, key=lambda play: RANKS.index(play.card.rank)).seat


# Long: the rules of a trick, in the order in which they hold.
def told_legal(
    plays: Trick, hand: frozenset[Card], is_first: bool, settings: Settings
) -> set[str]:
    """What may be played, named; a barred lead in brackets."""
    names = {str(card) for card in hand}
    if not plays:
        barred = {name for name in names if name == "Joker" or name[0] in "SH"}
        on = settings.lead_ban is LeadBan.EVERY_TRICK or (
            settings.lead_ban is LeadBan.FIRST_TRICK and is_first
        )
        if not on:
            return names
        return (names - barred) or {f"({name})" for name in names}
    is_called = str(plays[0].card) == "S3" and not plays[0].is_face_down
    if is_called and "Joker" in names and settings.spade_three is SpadeThree.AUTOMATIC:
        return {"Joker"}
    if plays[0].is_face_down and len(plays) == 1:
        return names
    lead = str((plays[1] if plays[0].is_face_down else plays[0]).card)
    if lead == "Joker":
        trumps = {name for name in names if name[0] == "H" or name == "SA"}
        return (trumps | (names & {"Joker"})) if trumps else names
    same = {name for name in names if name[0] == lead[0] and name != "Joker"}
    return (same | (names & {"Joker"})) if same else names


@pytest.mark.parametrize("players", [2, 3, 4, 6, 8])
@pytest.mark.parametrize("ban", list(LeadBan))
@pytest.mark.parametrize("three", list(SpadeThree))
def test_whole_rounds_agree_with_the_rules_as_told(
    players: int, ban: LeadBan, three: SpadeThree
) -> None:
    settings = Settings(players=players, lead_ban=ban, spade_three=three)
    rules = card_play(settings, ONE)
    chance = random.Random(f"{players}{ban}{three}")
    for _ in range(3):
        stock = sorted(rules.pack, key=str)
        chance.shuffle(stock)
        hands = {seat: {stock.pop() for _ in range(rules.hand)} for seat in rules.ring}
        watched = Watched()
        for number in range(rules.tricks):
            for _ in rules.ring:
                seat = turn(rules, watched)
                assert seat is not None
                hand = frozenset(hands[seat])
                choice = may_play(rules, watched.tricks, watched.trick, seat, hand)
                found = {
                    f"({p.card})" if p.is_face_down else str(p.card)
                    for p in choice.plays
                }
                assert found == told_legal(watched.trick, hand, number == 0, settings)
                play = chance.choice(choice.plays)
                hands[seat].remove(play.card)
                event = CardPlayed(play.card, play.is_face_down)
                check_play(rules, watched, event)
                watched = played(rules, watched, event, len(watched.entries) + 1)
            assert watched.winners[-1] is (
                told_winner(watched.tricks[-1]) or watched.tricks[-1][0].seat
            )
            while (drawer := next_to_draw(rules, watched)) is not None:
                card = stock.pop()
                hands[drawer].add(card)
                drawn = CardDrawn(card if chance.random() < 0.8 else None)
                check_play(rules, watched, drawn)
                watched = played(rules, watched, drawn, 0)
            assert breaches(rules, watched) == ()
        assert not stock
        assert watched.is_over(rules)


@pytest.mark.parametrize(
    ("plays", "wins"),
    [
        ("CK CA C2 D9", THREE),  # the suit led
        ("CK H2 CA SA", ONE),  # the ace of spades is above the hearts
        ("CK H2 Joker SA", FOUR),  # the Joker is above all
        ("SK SA H3 S2", THREE),  # the ace of spades follows as a spade and is a trump
        (
            "(HA) CK C2 CA",
            ONE,
        ),  # a face-down card can't win; the second card is followed
        ("(Joker) D2 C3 C4", THREE),
    ],
)
def test_card_rank_and_end_of_trick(plays: str, wins: Seat) -> None:
    rules = card_play(Settings(), ONE)
    best = winning(rules, (), trick(plays))
    assert best is not None
    assert best.seat is wins


def test_leading_a_barred_card_is_refused_while_another_is_held() -> None:
    rules = card_play(Settings(), ONE)
    choice = may_play(rules, (), (), TWO, cards("H5 S9 C2 D4"))
    assert choice.cards == cards("C2 D4")


def test_following_the_joker_is_answered_with_trumps() -> None:
    rules = card_play(Settings(), ONE)
    choice = may_play(rules, ((),), trick("Joker"), THREE, cards("SA S9 H2 C2"))
    assert choice.cards == cards("SA H2")


def test_following_the_three_of_spades_calls_the_joker() -> None:
    automatic = card_play(Settings(), ONE)
    announced = card_play(Settings(spade_three=SpadeThree.ANNOUNCED), ONE)
    hand = cards("Joker S9 C2")
    assert may_play(automatic, ((),), trick("S3"), THREE, hand).cards == cards("Joker")
    assert may_play(announced, ((),), trick("S3"), THREE, hand).cards == cards(
        "Joker S9"
    )


def test_a_failure_to_follow_is_proved_only_by_a_card_certainly_held_then() -> None:
    rules = card_play(Settings(), ONE)
    first = "C5 H2 C7 C8"  # seat 3 did not follow clubs

    def watch(*draws: str | None) -> Watched:
        watched = Watched()
        for play in trick(first):
            watched = played(
                rules, watched, CardPlayed(play.card), len(watched.entries) + 1
            )
        for draw in draws:
            drawn = CardDrawn(Card.parse(draw) if draw else None)
            watched = played(rules, watched, drawn, 0)
        # seat 3 won with the heart and now leads a club
        return played(rules, watched, CardPlayed(Card.parse("CK")), 9)

    assert not breaches(rules, watch("CK", "D4", "D5", "D6")), "it was drawn since"
    assert not breaches(rules, watch(None, "D4", "D5", "D6")), (
        "it may have been drawn since"
    )
    proved = breaches(rules, watch("D7", "D4", "D5", "D6"))
    assert len(proved) == 1


def test_the_joker_is_called_by_who_led_the_three_of_spades() -> None:
    sitting = Sitting(
        TWO_TEN_JACK, Settings(spade_three=SpadeThree.ANNOUNCED, lead_ban=LeadBan.OFF)
    )
    with pytest.raises(RuleViolation) as caught:
        sitting.enter(JokerCalled())
    assert caught.value.why.code == "two-ten-jack.refused.call-late"
    sitting.enter(CardPlayed(Card.parse("S3")))
    assert sitting.game.flow.offered(sitting.state)[0].NAME == "joker-called"
    sitting.enter(JokerCalled())
    arbiter = sitting.game.arbiter
    assert arbiter
    rules = arbiter.play_rules(sitting.state)
    trick = arbiter.watched(sitting.state).trick
    assert rules
    held = cards("Joker S7")
    why = rules.why_not((), trick, Play(THREE, Card.parse("S7")), held)
    assert why
    assert why.why.code == "two-ten-jack.refused.joker-called"
    with pytest.raises(RuleViolation):
        sitting.enter(JokerCalled())
    sitting.strike(len(sitting.log))
    rules = arbiter.play_rules(sitting.state)
    assert rules
    assert rules.why_not((), trick, Play(THREE, Card.parse("S7")), held) is None


def test_the_joker_is_never_called_where_that_is_automatic() -> None:
    sitting = Sitting(TWO_TEN_JACK, Settings(lead_ban=LeadBan.OFF)).enter(
        CardPlayed(Card.parse("S3"))
    )
    with pytest.raises(RuleViolation):
        sitting.enter(JokerCalled())
