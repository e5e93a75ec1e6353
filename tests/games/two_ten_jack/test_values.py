"""What the cards are worth, what is taken out, and that every capture adds up to the
round."""

from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import Authority
from scorekeeper.core.seats import Seat, numbered
from scorekeeper.games.two_ten_jack.events import CardsCaptured
from scorekeeper.games.two_ten_jack.play import (
    can_be_shared,
    card_play,
    counted,
    round_sum,
    taken_out,
    worth,
)
from scorekeeper.games.two_ten_jack.rules import (
    NEVER_OUT,
    PRESETS,
    SIXES,
    Reversal,
    Settings,
    Values,
)
from scorekeeper.games.two_ten_jack.scoring import round_lines, whole_sixes
from tests.games.two_ten_jack.table import HEARTS, SPADES, captured, table

# The table of published values, typed from the sources: the cards, then each preset's
# points.
PUBLISHED = [
    ("H2 H10 HJ", 10, 10, 10),
    ("HA HK HQ", 5, 5, 5),
    ("S2 S10 SJ", -10, -10, -10),
    ("SK SQ", -5, -5, -5),
    ("SA", -5, -5, -15),
    ("CK CQ CJ DK DQ DJ", 0, 1, 1),
    ("CA C10 DA D10", 0, 0, 1),
    ("C2 D2 H9 H3 S9 S3 S4", 0, 0, 0),
]
NAMED = (Values.EVEN_45, Values.GIOCO, Values.CLASSIC_55)


@pytest.mark.parametrize(("cards", "even", "gioco", "classic"), PUBLISHED)
def test_cards_are_worth_what_is_published(
    cards: str, even: int, gioco: int, classic: int
) -> None:
    for values, points in zip(NAMED, (even, gioco, classic), strict=True):
        for word in cards.split():
            assert worth(Settings(values=values), Card.parse(word)) == points, (
                values,
                word,
            )


def test_the_joker_scores_nothing() -> None:
    assert worth(Settings(values=Values.CLASSIC_55), Card("Joker")) == 0


@pytest.mark.parametrize(
    ("values", "cards"),
    list(zip(NAMED, (12, 18, 22), strict=True)),
    ids=lambda one: str(one),
)
def test_every_card_that_scores_is_asked_for_and_the_twelve_always(
    values: Values, cards: int
) -> None:
    assert len(counted(Settings(values=values))) == cards


def test_a_table_may_have_its_own_values() -> None:
    figures = (("H10", 30), ("C5", 2), ("SA", 0))
    settings = Settings(values=Values.CUSTOM, figures=figures)
    assert worth(settings, Card.parse("H10")) == 30
    assert worth(settings, Card.parse("HA")) == 0
    assert Card.parse("C5") in counted(settings)
    assert len(counted(settings)) == 13
    assert round_sum(settings, frozenset()) == 32


@pytest.mark.parametrize(
    "settings",
    [
        {"figures": (("H10", 101),)},
        {"figures": (("Joker", 5),)},
        {"figures": (("X1", 5),)},
        {"figures": (("H10", 5), ("H10", 10))},
        {"players": 1},
        {"players": 9},
        {"removed": "C2 S3"},
        {"removed": "C2 HA"},
        {"removed": "C2 Joker"},
        {"removed": "C2 C2"},
        {"removed": "two of clubs"},
    ],
)
def test_settings_that_can_not_be_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(settings))):
        Settings(**settings)  # type: ignore[arg-type]


# ---- the pack ----


@pytest.mark.parametrize(
    ("players", "out", "each"),
    [
        (2, "♣2", 26),
        (3, "♣2 ♦2", 17),
        (4, "♣2", 13),
        (5, "♣2 ♦2 ♠4", 10),
        (6, "♣2 ♦2 ♠4 ♣3 ♦3", 8),
        (7, "♣2 ♦2 ♠4 ♣3", 7),
        (8, "♣2 ♦2 ♠4 ♣3 ♦3", 6),
    ],
)
def test_what_is_taken_out_lets_the_pack_divide(
    players: int, out: str, each: int
) -> None:
    settings = Settings(players=players)
    names = {"♣": "C", "♦": "D", "♠": "S"}
    assert [str(card) for card in taken_out(settings)] == [
        names[word[0]] + word[1:] for word in out.split()
    ]
    assert card_play(settings, Seat.ONE).tricks == each
    assert each * players + len(taken_out(settings)) == 53


def test_the_table_may_name_other_cards() -> None:
    settings = Settings(players=6, removed="D3 H3 C9")
    assert [str(card) for card in taken_out(settings)] == ["D3", "H3", "C9", "C2", "D2"]


@given(
    st.integers(2, 8),
    st.sampled_from(list(Values)),
    st.lists(
        st.sampled_from([f"{s}{r}" for s in "CD" for r in ("K", "10", "9", "2")]),
        unique=True,
    ),
)
def test_nothing_that_scores_is_ever_taken_out(
    players: int, values: Values, named: list[str]
) -> None:
    figures = (("C9", 7), ("D2", -3))
    settings = Settings(
        players=players, values=values, figures=figures, removed=" ".join(named)
    )
    out = taken_out(settings)
    assert len(set(out)) == 53 % players
    assert not set(out) & (NEVER_OUT | {Card("Joker")} | set(counted(settings)))


# ---- the sum of a round ----


@pytest.mark.parametrize("values", NAMED)
def test_the_sum_of_a_round_is_known_in_advance(values: Values) -> None:
    hearts = frozenset({Suit.HEARTS})
    spades = frozenset({Suit.SPADES})
    sums = {
        Values.EVEN_45: (0, -90, 90, 0),
        Values.GIOCO: (6, -84, 96, 6),
        Values.CLASSIC_55: (0, -90, 110, 20),
    }[values]
    settings = Settings(values=values)
    found = [round_sum(settings, one) for one in (frozenset[Suit](), hearts, spades)]
    assert (*found, round_sum(settings, hearts | spades)) == sums


def total_of(event: CardsCaptured, settings: Settings) -> int:
    return sum(int(line.points) for line in round_lines(event, settings))


@pytest.mark.parametrize("reversal", list(Reversal))
def test_every_capture_between_two_players_comes_to_the_sum(reversal: Reversal) -> None:
    """All 4,096 of them."""
    settings = Settings(players=2, reversal=reversal)
    cards = counted(settings)
    for seats in product(numbered(2), repeat=len(cards)):
        event = CardsCaptured(tuple(zip(cards, seats, strict=True)))
        whole = frozenset(whole_sixes(event, settings))
        assert total_of(event, settings) == round_sum(settings, whole)


@pytest.mark.parametrize("reversal", [Reversal.FLIP, Reversal.OFF])
def test_just_those_totals_of_three_players_can_be_that_some_capture_comes_to(
    reversal: Reversal,
) -> None:
    """Every way to share out the four kinds of cards, against every three totals with
    their sum."""
    settings = Settings(players=3, values=Values.EVEN_45, reversal=reversal)
    shares = [one for one in product(range(4), repeat=3) if sum(one) == 3]
    found = set()
    for fives, tens, minus_fives, minus_tens in product(shares, repeat=4):
        kinds = list(zip(fives, tens, minus_fives, minus_tens, strict=True))
        if reversal is Reversal.OFF or all(
            a + b < 6 and c + d < 6 for a, b, c, d in kinds
        ):
            found.add(
                tuple(sorted(5 * a + 10 * b - 5 * c - 10 * d for a, b, c, d in kinds))
            )
    every = combinations_with_replacement(range(-50, 51, 5), 3)
    sums = [totals for totals in every if sum(totals) == 0]
    assert {one for one in sums if can_be_shared(settings, frozenset(), one)} == found


figures_of = st.dictionaries(
    st.sampled_from(
        [f"{suit}{rank}" for suit in "CDHS" for rank in ("A", "9", "10", "3", "2")]
    ),
    st.integers(-20, 20),
)


@given(
    st.data(),
    st.integers(2, 8),
    st.sampled_from(list(Values)),
    st.sampled_from(list(Reversal)),
)
def test_every_capture_comes_to_the_sum_of_the_round(
    data: st.DataObject, players: int, values: Values, reversal: Reversal
) -> None:
    figures = tuple(data.draw(figures_of).items())
    settings = Settings(
        players=players, values=values, figures=figures, reversal=reversal
    )
    few = data.draw(
        st.lists(st.sampled_from(numbered(players)), min_size=1, max_size=3)
    )
    cards = counted(settings)
    seats = data.draw(
        st.lists(st.sampled_from(few), min_size=len(cards), max_size=len(cards))
    )
    event = CardsCaptured(tuple(zip(cards, seats, strict=True)))
    whole = frozenset(whole_sixes(event, settings))
    assert total_of(event, settings) == round_sum(settings, whole)
    sitting = table(
        players=players, values=values, figures=figures, reversal=reversal
    ).enter(event)
    assert sum(sitting.totals().values()) == round_sum(settings, whole)


# ---- the reversal ----


@pytest.mark.parametrize(
    ("reversal", "hearts", "spades"),
    [(Reversal.FLIP, -45, 55), (Reversal.FIXED_55, -55, 55), (Reversal.OFF, 45, -55)],
)
def test_all_six_of_a_suit_are_reversed(
    reversal: Reversal, hearts: int, spades: int
) -> None:
    values = Values.CLASSIC_55
    settings = Settings(values=values, reversal=reversal)
    sitting = table(values=values, reversal=reversal)
    sitting.enter(captured(settings, rest="4", p1=HEARTS, p2=SPADES))
    assert sitting.totals() == {"1": hearts, "2": spades, "3": 0, "4": 10}
    reversed_ = [line for line in sitting.rows[0].lines if line.party in "12"]
    standing = {
        Reversal.FLIP: Authority.PRINTED,
        Reversal.FIXED_55: Authority.HOUSE,
        Reversal.OFF: Authority.PUBLISHED,
    }[reversal]
    assert {line.cite.standing for line in reversed_} == {standing}
    assert ("reversed" in sitting.rows[0].marks) == (reversal is not Reversal.OFF)


def test_five_of_six_are_not_reversed_and_each_suit_goes_by_itself() -> None:
    settings = Settings()
    five = captured(settings, rest="2", p1="HA HK HQ HJ H10 " + SPADES)
    assert whole_sixes(five, settings) == {Suit.SPADES: Seat.ONE}
    both = captured(settings)
    assert whole_sixes(both, settings) == {suit: Seat.ONE for suit in SIXES}
    assert table().enter(both).totals() == {"1": 0, "2": 0, "3": 0, "4": 0}


def test_the_small_cards_keep_their_sign() -> None:
    settings = Settings(values=Values.GIOCO)
    sitting = table(values=Values.GIOCO).enter(captured(settings))
    assert sitting.totals()["1"] == -45 + 45 + 6


def test_the_presets_are_the_published_values() -> None:
    assert [preset.settings.values for preset in PRESETS] == list(NAMED)
