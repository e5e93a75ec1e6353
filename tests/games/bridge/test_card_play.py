"""What may be played and who wins, against endplay and against an oracle of another
make."""

from collections.abc import Iterator
from random import Random

import pytest
from endplay.types import Card as TheirCard
from endplay.types import Deal as TheirDeal
from endplay.types import Denom, Player, Rank

from scorekeeper.core.breaches import Breach, breaches, cannot_hold
from scorekeeper.core.cards import Card, Play
from scorekeeper.core.play import PlayRules, Watched, winning, won
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.games.bridge.contract import Denomination
from scorekeeper.games.bridge.play import card_play
from scorekeeper.games.bridge.rules import Settings
from scorekeeper.words import words_in
from tests.games.bridge.oracles import hands
from tests.games.bridge.playing import (
    EVERY,
    FEW,
    Playing,
    Variety,
    as_moves,
    dealt,
    moves_of,
    playout,
)

named = pytest.mark.parametrize("variety", EVERY, ids=lambda one: one.name)

# ---- endplay, for the 52 cards ----

_SUITS = {"S": Denom.spades, "H": Denom.hearts, "D": Denom.diamonds, "C": Denom.clubs}
_RANKS = {
    **{str(n): Rank[f"R{n}"] for n in range(2, 10)},
    **{"10": Rank.RT, "J": Rank.RJ, "Q": Rank.RQ, "K": Rank.RK, "A": Rank.RA},
}
_PLAYERS = dict(
    zip(COMPASS, (Player.north, Player.east, Player.south, Player.west), strict=True)
)


def theirs(card: Card) -> TheirCard:
    assert card.suit is not None
    return TheirCard(suit=_SUITS[card.suit.value], rank=_RANKS[card.rank])


def their_deal(deal: Playing, trumps: str) -> TheirDeal:
    found = TheirDeal()
    for seat in COMPASS:
        for card in deal.hands[seat]:
            found[_PLAYERS[seat]].add(theirs(card))
    assert deal.seat is not None
    found.first = _PLAYERS[deal.seat]
    found.trump = _SUITS.get(trumps, Denom.nt)
    return found


@pytest.mark.parametrize("part", range(5))
def test_three_hundred_deals_are_played_as_endplay_plays_them(part: int) -> None:
    for seed in range(part, 300, 5):
        random = Random(seed)
        trumps = "CDHS"[: seed % 5][-1:]
        declarer = COMPASS[seed % 4]
        rules = card_play(Settings(), Denomination(trumps or "NT"), declarer, None)
        deal = dealt(rules, random)
        other = their_deal(deal, trumps)
        while deal.seat is not None:
            legal = deal.legal()
            assert {str(theirs(play.card)) for play in legal} == {
                str(card) for card in other.legal_moves()
            }
            chosen = random.choice(legal)
            deal.play(chosen)
            other.play(theirs(chosen.card))
            if not deal.watched.trick:
                assert other.first == _PLAYERS[deal.watched.winners[-1]]
        assert sum(deal.watched.won_by((seat,)) for seat in COMPASS) == 13


# ---- the other games ----


@named
def test_whole_deals_are_played_as_the_oracle_plays_them(variety: Variety) -> None:
    for seed in range(6):
        for deal in playout(variety.rules(), Random(f"{variety.name} {seed}")):
            watched = deal.watched
            seat = deal.seat
            if watched.tricks and not watched.trick:
                last = watched.tricks[-1] if watched.tricks else ()
                place = hands.winner(variety.oracle, as_moves(last))
                assert watched.winners[-1] is last[place].seat
            if seat is not None:
                assert moves_of(deal.legal()) == their_moves(variety.oracle, deal, seat)


def their_moves(game: hands.Game, deal: Playing, seat: Seat) -> set[hands.Move]:
    """What the oracle would let this seat play."""
    watched = deal.watched
    void = ""
    for trick in (*watched.tricks, watched.trick):
        asked = hands.suit_asked(game, as_moves(trick))
        for play, move in zip(trick, as_moves(trick), strict=True):
            if play.seat is seat and game.suit(move) != asked:
                void += asked
    if game.place != "two":
        void = ""
    return hands.moves(
        game,
        [str(card) for card in deal.hand(seat)],
        as_moves(watched.trick),
        as_moves(watched.tricks[-1] if watched.tricks else ()),
        bool(watched.winners) and watched.winners[-1] is seat,
        void,
    )


@pytest.mark.parametrize("variety", FEW, ids=lambda one: one.name)
def test_every_lead_card_and_other_card_is_judged_as_the_oracle_does(
    variety: Variety,
) -> None:
    """Exhaustive: low, middle, high and Joker led; each card played to it, each held
    besides."""
    rules = variety.rules()
    game = variety.oracle
    pack = sorted(rules.pack, key=str)
    for led in (card for card in pack if card.is_joker or card.rank in ("2", "3", "K")):
        for lead in rules.ways((), (), Play(Seat.WEST, led)):
            trick = (lead,)
            for held in pack:
                if held == led:
                    continue
                allowed = hands.moves(game, [str(held)], as_moves(trick), [], False, "")
                assert allowed, "a single card can always be played"
                for card in pack:
                    if card in (led, held):
                        continue
                    both = hands.moves(
                        game, [str(card), str(held)], as_moves(trick), [], False, ""
                    )
                    for play in rules.ways((), trick, Play(Seat.NORTH, card)):
                        found = rules.why_not((), trick, play, frozenset({card, held}))
                        is_legal = as_moves((play,))[0] in both
                        assert (found is None) == is_legal, (led, held, play)


@named
def test_a_winner_is_one_of_the_cards_played_and_is_explained(variety: Variety) -> None:
    rules = variety.rules()
    english = words_in("en")
    random = Random(variety.name)
    pack = sorted(rules.pack, key=str)
    for _ in range(300):
        cards = random.sample(pack, random.randint(1, 4))
        trick = tuple(
            random.choice(rules.ways((), (), Play(seat, card)))
            for seat, card in zip(COMPASS, cards, strict=False)
        )
        best = winning(rules, (), trick)
        ruling = won(rules, (), trick)
        if best is None:
            assert ruling is None
            assert [play.card.is_joker for play in trick] == [True]
            continue
        assert best in trick
        assert best.seat is trick[hands.winner(variety.oracle, as_moves(trick))].seat
        assert ruling is not None
        assert len(ruling.steps) == len(trick)
        for step in ruling.steps:
            assert step.cite.anchor
            said = english.text(step.what)
            assert "%(" not in said and "because." not in said, said
        assert bool(ruling.otherwise) == (len(trick) < 4)


# ---- breaches ----


@named
def test_a_legal_deal_is_never_accused(variety: Variety) -> None:
    rules = variety.rules()
    for seed in range(3):
        for deal in playout(rules, Random(f"{seed} {variety.name}")):
            if not deal.watched.trick and len(deal.watched.tricks) % 3 == 1:
                assert breaches(rules, deal.watched) == ()
                for seat in COMPASS:
                    assert cannot_hold(rules, deal.watched, seat).isdisjoint(
                        deal.hands[seat]
                    )


@pytest.mark.parametrize("deals", [4, pytest.param(20, marks=pytest.mark.slow)])
@named
def test_a_planted_breach_is_found_when_a_later_card_proves_it_and_not_before(
    variety: Variety, deals: int
) -> None:
    planted = 0
    for seed in range(deals):
        deal, illegal, forbidding = with_a_breach(
            variety, Random(f"{variety.name} {seed}")
        )
        if illegal is None:
            continue
        planted += 1
        for watched, last in replayed(deal):
            if (
                illegal in watched.plays
                and watched.trick
                and last.seat is not illegal.seat
            ):
                continue  # nothing new can be proved
            found = breaches(deal.rules, watched)
            shown = forbidding & {
                play.card for play in watched.plays if play.seat is illegal.seat
            }
            if illegal not in watched.plays or not shown:
                assert found == (), last
                continue
            assert_proved(found, illegal, forbidding)
    assert planted > deals / 4


def forbidden_by(rules: PlayRules, deal: Playing, illegal: Play) -> frozenset[Card]:
    """The cards in hand each of which forbids this play."""
    before = deal.watched.tricks
    trick = deal.watched.trick
    return frozenset(
        card
        for card in deal.hand(illegal.seat)
        if rules.why_not(before, trick, illegal, frozenset({illegal.card, card}))
    )


def with_a_breach(
    variety: Variety, random: Random
) -> tuple[Playing, Play | None, frozenset[Card]]:
    """A deal with one illegal play, and the cards in hand that forbade it."""
    rules = variety.rules()
    deal = dealt(rules, random)
    moment = random.randint(4, 30)
    illegal: Play | None = None
    forbidding: frozenset[Card] = frozenset()
    while (seat := deal.seat) is not None:
        legal = deal.legal()
        wrong = {str(card) for card in deal.hand(seat)} - {
            str(play.card) for play in legal
        }
        if illegal is None and len(deal.watched.entries) >= moment and wrong:
            before = deal.watched.tricks
            trick = deal.watched.trick
            illegal = Play(seat, Card.parse(random.choice(sorted(wrong))))
            if rules.why_not(before, trick, illegal, frozenset({illegal.card})):
                illegal = None  # a Joker that must be given a suit
            else:
                forbidding = forbidden_by(rules, deal, illegal)
                deal.play(illegal)
                continue
        deal.play(random.choice(legal))
    return deal, illegal, forbidding


def replayed(deal: Playing) -> Iterator[tuple[Watched, Play]]:
    """The play of a finished deal after each of its cards."""
    again = Playing(deal.rules, {seat: set() for seat in COMPASS})
    for play in deal.watched.plays:
        again.hands[play.seat].add(play.card)
    for play in deal.watched.plays:
        again.play(play)
        yield again.watched, play


def assert_proved(
    found: tuple[Breach, ...], illegal: Play, forbidding: frozenset[Card]
) -> None:
    (breach,) = found
    assert breach.play == illegal
    assert breach.held in forbidding
    assert breach.shown_trick is not None and breach.shown_trick >= breach.trick
    assert breach.entry < (breach.shown_entry or 0)
    assert breach.why.cite is not None
    said = words_in("en").text(breach.why.why)
    assert "%(" not in said and str(illegal.card.rank)[:1] in said
