"""Whole deals dealt and played at random, with revokes planted in them: the arbiter
against a few lines that know every hand. Nobody innocent is convicted, and each revoke
costs what Law 64 says."""

import random
from dataclasses import dataclass

import pytest

from scorekeeper.core.cards import Card, Play
from scorekeeper.core.play import (
    CardDrawn,
    CardPlayed,
    PlayRules,
    Watched,
    may_play,
    next_to_draw,
    turn,
)
from scorekeeper.core.rulings import OpenQuestion, Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.games import GAMES
from tests.games.about import JUDGED, about
from tests.games.bridge.hearing import contract, duplicate, ruled, tricks
from tests.games.dealing import give_first_card
from tests.games.ruling import hearing
from tests.games.sitting import Sitting

SEATS = "NESW"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
TRUMP = "S"
DECLARER = "S"
DUMMY = "N"


@dataclass
class Played:
    """A play by somebody whose whole hand is known."""

    seat: str
    card: str
    number: int
    led: str
    has_revoked: bool


def chosen(hand: list[str], led: str, chance: random.Random) -> tuple[str, bool]:
    """A card of this hand, and whether it is one that may not be played."""
    able = [card for card in hand if card[0] == led]
    other = [card for card in hand if card[0] != led]
    is_planted = bool(led and able and other) and chance.random() < 0.1
    return chance.choice(other if is_planted else able or hand), is_planted


def play_a_trick(
    hands: dict[str, list[str]], leader: str, number: int, chance: random.Random
) -> list[Played]:
    plays = list[Played]()
    for n in range(4):
        seat = SEATS[(SEATS.index(leader) + n) % 4]
        led = plays[0].card[0] if plays else ""
        card, is_planted = chosen(hands[seat], led, chance)
        hands[seat].remove(card)
        plays.append(Played(seat, card, number, led, is_planted))
    return plays


def deal_and_play(chance: random.Random) -> tuple[list[str], list[Played], list[str]]:
    """The rows of thirteen tricks, every play, and who won each trick."""
    pack = [suit + rank for suit in "SHDC" for rank in RANKS]
    chance.shuffle(pack)
    hands = {seat: pack[13 * n : 13 * n + 13] for n, seat in enumerate(SEATS)}
    leader = "W"
    rows = list[str]()
    plays = list[Played]()
    winners = list[str]()
    for number in range(1, 14):
        played = play_a_trick(hands, leader, number, chance)
        plays += played
        trick = [(one.seat, one.card) for one in played]
        rows.append(f"{leader}: {' '.join(card for _, card in trick)}")
        leader = winner(trick)
        winners.append(leader)
    return rows, plays, winners


def winner(trick: list[tuple[str, str]]) -> str:
    suit = TRUMP if any(card[0] == TRUMP for _, card in trick) else trick[0][1][0]
    own = [(RANKS.index(card[1:]), seat) for seat, card in trick if card[0] == suit]
    return max(own)[1]


def owed(played: Played, plays: list[Played], winners: list[str]) -> int:
    """How many tricks go over for this revoke. Law 64."""
    own = SIDES[played.seat]
    standing = [other for other in plays if other.has_revoked and other.number < 12]
    again = any(
        o.seat == played.seat and o.led == played.led and o.number < played.number
        for o in standing
    )
    both = any(SIDES[other.seat] != own for other in standing)
    if played.number == 12 or played.seat == DUMMY or again or both:
        return 0
    won = winners[played.number - 1]
    later = [SIDES[seat] for seat in winners[played.number :]]
    if won == played.seat:
        return 1 + (own in later)
    return int(SIDES[won] == own or own in later)


@pytest.mark.parametrize("seed", range(16))
def test_no_innocent_is_convicted_and_each_revoke_costs_what_the_law_says(
    seed: int,
) -> None:
    rows, plays, winners = deal_and_play(random.Random(seed))
    table = duplicate(*contract("4S", DECLARER), *tricks("W", *rows))
    for play in plays:
        facts = {"seat": play.seat, "card": play.card, "trick": str(play.number)}
        ruling: Ruling = ruled(table, "revoke", **facts)
        verdict = ruling.verdict.code.removeprefix("bridge.ruling.")
        assert (verdict == "no-revoke") is not play.has_revoked, (seed, play)
        if not play.has_revoked:
            assert not ruling.effects
            continue
        tricks_owed = owed(play, plays, winners)
        assert sum(effect.amount for effect in ruling.effects) == tricks_owed, (
            seed,
            play,
            verdict,
        )
        assert (verdict == "twelfth") is (play.number == 12)
        assert all(effect.party != SIDES[play.seat] for effect in ruling.effects)


def test_there_are_revokes_among_them() -> None:
    deals = (deal_and_play(random.Random(seed))[1] for seed in range(16))
    assert sum(play.has_revoked for plays in deals for play in plays) >= 30


# ---- the other games, each by its own rules of play ----

RENEGES = [slug for slug in JUDGED if slug != "bridge"]  # which is played above


def not_following(slug: str) -> str:
    """What not following is called."""
    arbiter = GAMES[slug].arbiter
    assert arbiter
    return next(one.name for one in arbiter.irregularities if one.proved)


def bid(slug: str, chance: random.Random) -> Sitting:
    """A hand of this game as far as its first card."""
    of = about(slug)
    sitting = Sitting(GAMES[slug], GAMES[slug].rule_sheet.defaults)
    for fact in of.opening:
        sitting.enter(fact)
    if of.begin is None:
        chance.choice([of.begun])
    for fact in of.read(of.begun) if of.begin is None else of.begin(chance):
        sitting.enter(fact)
    return sitting


def forbidden(
    rules: PlayRules, watched: Watched, seat: Seat, hand: frozenset[Card]
) -> list[Card]:
    """The cards of this hand that break the rules, and that its holder's other cards
    alone forbid."""
    before = watched.tricks
    trick = watched.trick
    allowed = may_play(rules, before, trick, seat, hand).cards
    return [
        card
        for card in sorted(hand - allowed, key=str)
        if rules.why_not(before, trick, Play(seat, card), frozenset({card})) is None
    ]


def dealt(
    rules: PlayRules, chance: random.Random
) -> tuple[dict[Seat, set[Card]], list[Card]]:
    """Random hands, and the cards that are left to be drawn."""
    pack = sorted(rules.pack, key=str)
    chance.shuffle(pack)
    hands = {
        seat: set(pack[rules.hand * n :][: rules.hand])
        for n, seat in enumerate(rules.ring)
    }
    return hands, pack[rules.hand * len(rules.ring) :]


def some_play(
    rules: PlayRules,
    watched: Watched,
    seat: Seat,
    hand: frozenset[Card],
    chance: random.Random,
) -> tuple[Play, bool]:
    """A play out of this hand, and whether it breaks the rules."""
    choice = may_play(rules, watched.tricks, watched.trick, seat, hand)
    wrong = forbidden(rules, watched, seat, hand)
    is_planted = bool(wrong) and chance.random() < 0.15
    breaking = [Play(seat, card) for card in wrong]
    return chance.choice(breaking if is_planted else choice.plays), is_planted


# Long: one hand, dealt and played to its end.
def planted(
    slug: str, chance: random.Random
) -> tuple[Sitting, list[tuple[Play, bool]]]:
    """A whole hand of this game, and every play of it with whether it broke the
    rules."""
    sitting = bid(slug, chance)
    arbiter = GAMES[slug].arbiter
    assert arbiter
    rules = arbiter.play_rules(sitting.state)
    assert rules
    hands, stock = dealt(rules, chance)
    give_first_card(rules, arbiter.watched(sitting.state), hands)
    played: list[tuple[Play, bool]] = []
    while (seat := turn(rules, watched := arbiter.watched(sitting.state))) and hands[
        seat
    ]:
        # face up, as at a table that watches its cards
        if drawer := next_to_draw(rules, watched):
            hands[drawer].add(card := stock.pop())
            sitting.enter(CardDrawn(card, drawer))
            continue
        hand = frozenset(hands[seat])
        played.append(some_play(rules, watched, seat, hand, chance))
        play, _ = played[-1]
        hands[seat].remove(play.card)
        sitting.enter(CardPlayed(play.card, play.is_face_down, seat, play.as_suit))
        if len(played) == rules.tricks * len(rules.ring):
            break
    return sitting, played


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("slug", RENEGES)
def test_no_innocent_is_convicted_in_any_game(slug: str, seed: int) -> None:
    sitting, played = planted(slug, random.Random(f"{slug} {seed}"))
    assert any(is_planted for _, is_planted in played)
    has_drawn = bool(sitting.state.round.watched.draws)
    for play, is_planted in played:
        facts = {"seat": play.seat.value, "card": str(play.card)}
        outcome = hearing(
            GAMES[slug], sitting.folded, not_following(slug), **facts
        ).outcome
        # whoever has drawn cards is asked, never convicted
        if isinstance(outcome, OpenQuestion):
            assert has_drawn and not is_planted, (play, outcome)
            continue
        assert isinstance(outcome, Ruling), (play, outcome)
        is_cleared = outcome.verdict.code.endswith(("none", "no-revoke"))
        assert is_cleared is not is_planted, (slug, seed, play, outcome.verdict.code)
        assert not (is_cleared and outcome.effects)
