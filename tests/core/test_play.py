"""Watching tricks of a small game: three players, a stock, and a lead that may be face
down."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

from scorekeeper.core.breaches import breaches, cannot_hold, known_cards, still_out
from scorekeeper.core.cards import (
    RANKS,
    Card,
    Play,
    Strength,
    Suit,
    Trick,
    pack,
    winner,
)
from scorekeeper.core.citations import Authority, Cite, Source
from scorekeeper.core.codec import decode, encode
from scorekeeper.core.errors import ImpossibleResult, RuleViolation
from scorekeeper.core.messages import message
from scorekeeper.core.play import (
    CardDrawn,
    CardPlayed,
    LeadIs,
    PlayRules,
    Tricks,
    Watched,
    WatchedEvent,
    check_play,
    may_play,
    next_to_draw,
    played,
    trick_of,
    turn,
    why_not_back,
    winning,
    won,
)
from scorekeeper.core.rulings import Effect, OpenQuestion, Ruling, Step
from scorekeeper.core.seats import Seat, numbered
from scorekeeper.words import words_in

BOOK = Source("small", "The small game")
FOLLOW = Cite(BOOK, "§1", Authority.PRINTED, "follow")
BAN = Cite(BOOK, "§2", Authority.PRINTED, "ban")
TURN = Cite(BOOK, "§3", Authority.PRINTED, "turn")
BACK = Cite(BOOK, "§4", Authority.PRINTED, "back")
ONE, TWO, THREE = RING = numbered(3)
SUITS = (Suit.CLUBS, Suit.HEARTS, Suit.SPADES)


def led(trick: Trick) -> Suit | None:
    return next((play.card.suit for play in trick if not play.is_face_down), None)


def strength(before: Tricks, trick: Trick) -> Strength:
    suit = led(trick)
    return lambda play: (RANKS.index(play.card.rank),) if play.card.suit is suit else ()


def why_not(
    before: Tricks, trick: Trick, play: Play, hand: frozenset[Card]
) -> RuleViolation | None:
    """Hearts may not be led to the first trick, unless face down from a hand of
    hearts."""
    if not trick:
        is_banned = not before and play.card.suit is Suit.HEARTS
        if play.is_face_down and not is_banned:
            return RuleViolation(message("rank.K"), "face_down", BAN)
        if is_banned and not play.is_face_down:
            return RuleViolation(message("rank.A"), "card", BAN)
        others = [card for card in hand if card.suit is not Suit.HEARTS]
        return (
            RuleViolation(message("rank.Q"), "card", BAN)
            if is_banned and others
            else None
        )
    suit = led(trick)
    if suit is None or play.card.suit is suit:
        return None
    if any(card.suit is suit for card in hand):
        return RuleViolation(message("rank.J"), "card", FOLLOW)
    return None


def because(before: Tricks, trick: Trick, best: Play, play: Play) -> Step:
    code = "play.because.highest" if play == best else "play.because.other-suit"
    return Step(message(code, card=play.card, suit=led(trick)), FOLLOW)


def ways(before: Tricks, trick: Trick, play: Play) -> tuple[Play, ...]:
    return (play, Play(play.seat, play.card, True)) if not trick else (play,)


def rules(leader: Seat | None = ONE, tricks: int = 8, draws: int = 4) -> PlayRules:
    cards = pack(SUITS, RANKS[:8])
    functions = (strength, why_not, because)
    return PlayRules(
        cards, RING, 4, tricks, leader, *functions, TURN, BACK, ways, draws
    )


def card(text: str) -> Card:
    return Card.parse(text)


def cards(text: str) -> frozenset[Card]:
    return frozenset(card(word) for word in text.split())


def enter(under: PlayRules, watched: Watched, *events: WatchedEvent) -> Watched:
    for event in events:
        check_play(under, watched, event)
        watched = played(under, watched, event, 10 + len(watched.entries))
    return watched


def watch(under: PlayRules, text: str, watched: Watched | None = None) -> Watched:
    """Plays and draws in order: "C4 C2" plays, "+S2" draws, "+?" draws unseen, "^H3"
    face down."""
    watched = watched or Watched()
    for word in text.split():
        watched = enter(under, watched, event(word))
    return watched


def event(word: str) -> WatchedEvent:
    if word[0] == "^":
        return CardPlayed(card(word[1:]), True)
    if word[0] == "+":
        return CardDrawn(None if word == "+?" else card(word[1:]))
    return CardPlayed(card(word))


@contextmanager
def refused(
    code: str, cite: Cite | None = None, field: str | None = None
) -> Iterator[None]:
    with pytest.raises(RuleViolation) as caught:
        yield
    assert caught.value.why.code == code
    assert caught.value.cite == cite
    if field is not None:
        assert caught.value.field == field
    said = words_in("en").text(caught.value.why)
    assert "%(" not in said and said != code


@contextmanager
def impossible() -> Iterator[None]:
    try:
        yield
    except RuleViolation as why:
        assert isinstance(why, ImpossibleResult)
        raise


# ---- turns, tricks, who won ----


def test_the_winner_of_a_trick_leads_to_the_next() -> None:
    watched = watch(rules(), "C4 C9 C2")
    assert watched.winners == (TWO,)
    assert watched.trick == ()
    assert turn(rules(), watched) is TWO
    assert [play.seat for play in watched.tricks[-1]] == [ONE, TWO, THREE]
    watched = watch(rules(), "H3 C3", watched)
    assert turn(rules(), watched) is ONE
    assert watched.won_by((TWO,)) == 1
    assert watched.won_by((ONE, THREE)) == 0
    assert watched.captured((TWO,)) == (card("C4"), card("C9"), card("C2"))
    assert watched.entries == (10, 11, 12, 13, 14)
    assert trick_of(watched, card("H3")) == (2, Play(TWO, card("H3")))
    assert trick_of(watched, card("H4")) is None


def test_a_game_ends_with_its_last_trick() -> None:
    under = rules(tricks=1)
    watched = watch(under, "C4 C9 C2")
    assert watched.is_over(under)
    assert turn(under, watched) is None
    with refused("play.refused.all-played"):
        watch(under, "C3", watched)


def test_nobody_plays_before_somebody_leads() -> None:
    under = rules(leader=None)
    with refused("play.refused.no-leader", TURN, "seat"):
        watch(under, "C4")
    watched = enter(under, Watched(), CardPlayed(card("C4"), seat=THREE))
    assert turn(under, watched) is ONE


def test_a_play_out_of_turn_is_not_entered() -> None:
    with refused("play.refused.lead", TURN, "seat"):
        enter(rules(), Watched(), CardPlayed(card("C4"), seat=TWO))
    watched = watch(rules(), "C4")
    with refused("play.refused.turn", TURN, "seat"):
        enter(rules(), watched, CardPlayed(card("C5"), seat=THREE))
    with refused("play.refused.seat"):
        enter(rules(), watched, CardPlayed(card("C5"), seat=Seat.NORTH))


def test_a_lead_out_of_turn_that_stands_is_said_first() -> None:
    watched = enter(
        rules(), Watched(), LeadIs(THREE), CardPlayed(card("C4"), seat=THREE)
    )
    assert watched.trick == (Play(THREE, card("C4")),)
    watched = watch(rules(), "C2 C3", watched)
    assert watched.winners == (THREE,)
    assert watched.lead is None
    with refused("play.refused.lead-late", TURN, "seat"):
        enter(rules(), watch(rules(), "C5", watched), LeadIs(ONE))
    with refused("play.refused.seat"):
        enter(rules(), watched, LeadIs(Seat.WEST))


# ---- cards that can't be there ----


def test_a_card_is_played_once_and_comes_from_the_pack() -> None:
    watched = watch(rules(), "C4 C9 C2 H2")
    for again in ("C9", "H2"):
        with refused("play.refused.played"), impossible():
            watch(rules(), again, watched)
    for other in ("SK", "D2", "Joker"):
        with refused("play.refused.not-in-pack"), impossible():
            watch(rules(), other, watched)


def test_a_card_that_one_player_drew_is_not_played_by_another() -> None:
    watched = watch(rules(), "C4 C9 C2 +S2 +S3 +S4")
    assert known_cards(watched) == {
        TWO: cards("S2"),
        THREE: cards("S3"),
        ONE: cards("S4"),
    }
    with refused("play.refused.held"):
        watch(rules(), "S3", watched)
    watched = watch(rules(), "S2 S3", watched)
    assert known_cards(watched) == {ONE: cards("S4")}
    assert still_out(rules(), watched, TWO).isdisjoint(cards("S4 S2"))
    assert cards("S4") <= still_out(rules(), watched, ONE)
    assert cards("S4") <= still_out(rules(), watched)


# ---- draws ----


def test_cards_are_drawn_between_tricks_the_winner_first() -> None:
    watched = watch(rules(), "C4 C9 C2")
    assert next_to_draw(rules(), watched) is TWO
    watched = watch(rules(), "+S2", watched)
    assert next_to_draw(rules(), watched) is THREE
    watched = watch(rules(), "+? +S3", watched)
    assert next_to_draw(rules(), watched) is None
    assert [(draw.seat, draw.card) for draw in watched.draws] == [
        (TWO, card("S2")),
        (THREE, None),
        (ONE, card("S3")),
    ]


def test_a_draw_that_cannot_be_is_refused() -> None:
    for before, code in (
        ("", "no-draw"),
        ("C4", "no-draw"),
        ("C4 C9 C2 +S2 +S3 +S4", "all-drew"),
    ):
        with refused(f"play.refused.{code}"):
            watch(rules(), f"{before} +S5")
    watched = watch(rules(), "C4 C9 C2 +S2")
    with refused("play.refused.drew"):
        enter(rules(), watched, CardDrawn(card("S5"), TWO))
    with refused("play.refused.seat"):
        enter(rules(), watched, CardDrawn(card("S5"), Seat.NORTH))
    with refused("play.refused.drawn"):
        enter(rules(), watched, CardDrawn(card("S2")))
    with refused("play.refused.played"):
        enter(rules(), watched, CardDrawn(card("C9")))
    with refused("play.refused.no-draw"):
        watch(rules(draws=0), "C4 C9 C2 +S2")


# ---- what may be played ----


def test_each_card_of_a_hand_may_be_played_or_is_refused_with_its_rule() -> None:
    trick = (Play(ONE, card("C4")),)
    choice = may_play(rules(), (), trick, TWO, cards("C2 C9 H3"))
    assert choice.cards == cards("C2 C9")
    (refusal,) = choice.refused
    assert refusal.what == card("H3")
    assert refusal.why.cite == FOLLOW


def test_a_card_may_be_put_down_in_several_ways() -> None:
    hearts = may_play(rules(), (), (), ONE, cards("H3 H5"))
    assert set(hearts.plays) == {
        Play(ONE, card("H3"), True),
        Play(ONE, card("H5"), True),
    }
    mixed = may_play(rules(), (), (), ONE, cards("H3 C5"))
    assert mixed.plays == (Play(ONE, card("C5")),)
    assert [refusal.what for refusal in mixed.refused] == [card("H3")]


def test_what_is_forbidden_whatever_the_hand_is_not_entered() -> None:
    with refused("rank.A", BAN):
        watch(rules(), "H3")
    with refused("rank.K", BAN):
        watch(rules(), "^C3")
    watched = watch(rules(), "^H3")
    assert winning(rules(), (), watched.trick) is None
    assert won(rules(), (), watched.trick) is None
    assert turn(rules(), watched) is TWO


def test_behind_a_lead_that_lies_face_down_the_second_card_sets_the_suit() -> None:
    watched = watch(rules(), "^H9 C2 S9")
    assert watched.winners == (TWO,)


def test_the_ruling_says_who_wins_why_and_what_is_to_come() -> None:
    trick = watch(rules(), "C4 C9").trick
    ruling = won(rules(), (), trick)
    assert ruling is not None
    assert ruling.verdict == message("play.winning", seat=TWO, card=card("C9"))
    assert ruling.otherwise == (message("play.to-come", n=1),)
    assert [step.what.code for step in ruling.steps] == [
        "play.because.highest",
        "play.because.other-suit",
    ]
    whole = won(rules(), (), (*trick, Play(THREE, card("H2"))))
    assert whole is not None
    assert whole.verdict.code == "play.won"
    assert not whole.otherwise
    assert len(whole.steps) == 3


# ---- taking back ----


def test_a_card_is_taken_back_until_the_next_one_is_played() -> None:
    watched = watch(rules(), "C4 C9")
    assert why_not_back(rules(), watched, 11) is None
    why = why_not_back(rules(), watched, 10)
    assert why is not None
    assert why.cite == BACK
    assert (
        words_in("en")
        .text(why.why)
        .startswith("Seat 2 has played 9♣ since Seat 1’s 4♣")
    )


# ---- what the cards prove ----


def test_a_later_card_proves_a_failure_to_follow() -> None:
    under = rules(draws=0)
    watched = watch(under, "C4 H9 C2")
    assert breaches(under, watched) == ()
    watched = watch(under, "H2 C3", watched)
    (breach,) = breaches(under, watched)
    assert (breach.play, breach.trick) == (Play(TWO, card("H9")), 1)
    assert (breach.held, breach.shown_trick) == (card("C3"), 2)
    assert (breach.entry, breach.shown_entry) == (11, 14)
    assert breach.why.cite == FOLLOW


def test_a_card_drawn_since_explains_it() -> None:
    watched = watch(rules(), "C4 H9 C2 +S9 +C3 +S8 H2 C3")
    assert breaches(rules(), watched) == ()


def test_a_draw_that_nobody_saw_explains_one_card_and_no_more() -> None:
    text = "C4 H9 C2 +S9 +? +S8 H2 C3"
    watched = watch(rules(), text)
    assert breaches(rules(), watched) == ()
    unrecorded = watch(rules(), "C4 H9 C2 H2 C3")
    assert breaches(rules(), unrecorded) == ()
    under = rules(draws=1)
    text = "C4 H9 C2 +S9 +? +S8 H2 C3 S5 S9"
    assert breaches(under, watch(under, text)) == ()
    (breach,) = breaches(under, watch(under, f"{text} C7"))
    assert breach.held == card("C7")


def test_a_card_drawn_before_and_still_held_proves_it_at_once() -> None:
    watched = watch(rules(), "C4 C9 C2 +C3 +S9 +S8 C8 H9")
    assert breaches(rules(), watched) == ()
    watched = watch(rules(), "C4 C9 C2 +S9 +C3 +S8 C8 H9")
    (breach,) = breaches(rules(), watched)
    assert breach.held == card("C3")
    assert breach.shown_trick is None and breach.shown_entry is None
    watched = watch(rules(), "H3 +H4 +H5 +H6 C7 C3", watched)
    (breach,) = breaches(rules(), watched)
    assert (breach.held, breach.shown_trick) == (card("C3"), 3)


def test_a_lead_face_down_is_a_breach_once_another_card_shows() -> None:
    under = rules(draws=0)
    watched = watch(under, "^H9 C2 C9 S4")
    assert breaches(under, watched) == ()
    (breach,) = breaches(under, watch(under, "C4", watched))
    assert breach.play == Play(ONE, card("H9"), True)
    assert breach.why.cite == BAN


def test_what_a_play_shows_that_a_hand_cannot_hold() -> None:
    under = rules(draws=1)
    watched = watch(under, "C4 H9 C2")
    clubs = pack((Suit.CLUBS,), RANKS[:8]) - watched.cards
    assert cannot_hold(under, watched, TWO) == frozenset()  # it is about to draw
    dry = rules(draws=0)
    assert cannot_hold(dry, watched, TWO) == clubs
    assert cannot_hold(dry, watched, THREE) == frozenset()
    watched = watch(under, "+S9 +? +S8", watched)
    assert cannot_hold(under, watched, TWO) == cards("S9 S8")
    watched = watch(under, "H2 S2 H4 C6 H3", watched)
    assert cannot_hold(under, watched, ONE) >= clubs - watched.cards


@pytest.mark.parametrize("seed", range(150))
def test_nobody_who_plays_by_the_rules_is_accused(seed: int) -> None:
    random = Random(seed)
    under = rules(tricks=8)
    stock = sorted(under.pack, key=str)
    random.shuffle(stock)
    hands = {seat: {stock.pop() for _ in range(4)} for seat in RING}
    watched = Watched()
    unseen = random.choice((0.0, 0.3, 1.0))
    while (seat := turn(under, watched)) is not None:
        plays = may_play(
            under, watched.tricks, watched.trick, seat, frozenset(hands[seat])
        ).plays
        play = random.choice(plays)
        hands[seat].remove(play.card)
        watched = enter(under, watched, CardPlayed(play.card, play.is_face_down, seat))
        while (drawer := next_to_draw(under, watched)) is not None:
            new = stock.pop()
            hands[drawer].add(new)
            seen = None if random.random() < unseen else new
            watched = enter(under, watched, CardDrawn(seen, drawer))
        assert breaches(under, watched) == ()
        for one in RING:
            assert cannot_hold(under, watched, one).isdisjoint(hands[one])
            assert hands[one] <= still_out(under, watched, one)


# ---- files, and what rulings are made of ----


def test_each_fact_reads_back_from_its_file_form() -> None:
    for one in (
        CardPlayed(card("SA")),
        CardPlayed(card("Joker"), True, Seat.NORTH, Suit.HEARTS),
        CardDrawn(),
        CardDrawn(card("H2"), ONE),
        LeadIs(Seat.EAST),
    ):
        assert decode(type(one), encode(one)) == one


def test_each_fact_is_said_in_words() -> None:
    said = words_in("en").text
    assert said(CardPlayed(card("SA")).said()) == "A♠"
    assert said(CardPlayed(card("SA"), seat=Seat.EAST).said()) == "East: A♠"
    assert said(CardPlayed(card("H9"), True, ONE).said()) == "Seat 1: 9♥, face down"
    assert said(CardPlayed(card("Joker"), as_suit=Suit.HEARTS).said()) == "Joker as ♥"
    assert said(CardDrawn(card("S2"), ONE).said()) == "Seat 1: 2♠ drawn"
    assert said(CardDrawn().said()) == "A card drawn, not seen"
    assert said(LeadIs(Seat.WEST).said()) == "West leads"


def test_a_ruling_rests_on_something() -> None:
    with pytest.raises(ValueError, match="cites the rule"):
        Ruling(message("rank.A"), ())
    ruling = Ruling(message("rank.A"), (Step(message("rank.K"), FOLLOW),))
    assert ruling.effects == () and Effect("points", "NS", 50).amount == 50
    assert OpenQuestion(
        "how", message("rank.Q"), (("a", message("rank.J")),), TURN
    ).options


def test_the_strongest_of_a_whole_trick_is_one_of_its_cards() -> None:
    random = Random(7)
    for _ in range(200):
        chosen = random.sample(sorted(rules().pack, key=str), 3)
        trick = tuple(Play(seat, one) for seat, one in zip(RING, chosen, strict=True))
        assert winner(trick, strength((), trick)) in trick
