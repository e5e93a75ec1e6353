"""Rook with a partner that the bidder calls: four, five or six players, each with a score
of their own."""

import random
from typing import Any

import pytest

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import Authority
from scorekeeper.core.evening import Awarded, CarriedIn
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.seats import Seat, named_message
from scorekeeper.games.arbiter.record import Denied
from scorekeeper.games.rook.events import (
    BidStated,
    Call,
    CallMade,
    CardsCaptured,
    CountStated,
    DiscardsMade,
    FirstLead,
    KittyTaken,
    PartnerCalled,
    PartnerIs,
    TrumpDeclared,
)
from scorekeeper.games.rook.pages import TotalForm
from scorekeeper.games.rook.play import card_play, cards_of, counters
from scorekeeper.games.rook.rules import (
    AfterRenege,
    BothReach,
    CounterValues,
    Deck,
    DefendersReach,
    NobodyBids,
    Partners,
    RookRank,
    SetCost,
    Settings,
)
from scorekeeper.games.rook.scoring import awarded, hand_lines, watched_count
from scorekeeper.games.rook.state import Bid, legal_bids, who_held
from scorekeeper.words import words_in
from tests.games.rook.table import auction, cards, next_card, refusal
from tests.games.rook.table import table as any_table
from tests.games.ruling import hearing, ruling
from tests.games.sitting import Sitting


def table(players: int = 5, **settings: Any) -> Sitting:
    return any_table(players=players, partners=Partners.CALLED, **settings)


def hand(bidder: str, amount: int, held: str, points: int) -> list[Any]:
    """A hand that was bid aloud, whose bidders took so many points."""
    return [
        BidStated(Seat(bidder), amount),
        TrumpDeclared(Suit.GREEN),
        PartnerIs(Seat(held)),
        CountStated("bidders", points),
    ]


def totals(sitting: Sitting) -> list[int]:
    return [int(total) for total in sitting.totals().values()]


# ---- how it is dealt and bid ----


@pytest.mark.parametrize(
    ("players", "deck", "rook", "dealt", "kitty"),
    [
        (4, Deck.FULL, RookRank.MIDDLE, 13, 5),  # Call Partner Rook
        (5, Deck.WITHOUT_TWOS, RookRank.HIGH, 10, 3),  # Rook for five: 53 cards
        # as many as leave two or more in the kitty
        (5, Deck.FULL, RookRank.HIGH, 11, 2),
        (5, Deck.FAST, RookRank.HIGH, 8, 5),
        (5, Deck.TOURNAMENT, RookRank.HIGH, 7, 6),
        (5, Deck.FAST, RookRank.OUT, 8, 4),
        (6, Deck.FULL, RookRank.HIGH, 9, 3),
        (6, Deck.FAST, RookRank.HIGH, 7, 3),
        (6, Deck.TOURNAMENT, RookRank.OUT, 6, 4),
    ],
)
def test_how_many_cards_each_gets(
    players: int, deck: Deck, rook: RookRank, dealt: int, kitty: int
) -> None:
    settings = Settings(players=players, deck=deck, rook=rook)
    assert settings.in_kitty == kitty
    assert card_play(settings, Suit.RED, Seat.ONE).hand == dealt
    assert players * dealt + kitty == len(cards_of(settings))


def test_five_always_call_and_each_has_a_column() -> None:
    assert not Settings().calls_partner
    assert Settings(players=5).calls_partner
    assert [party.id for party in Settings(players=6).parties] == [*"123456"]


def test_five_bid_until_four_have_passed() -> None:
    sitting = table()
    turns = ""
    for word in ["100", "pass", "105", "pass", "pass", "110", "pass"]:
        turns += auction(sitting).turn.value
        sitting.enter(CallMade(Call.parse(word)))
    assert turns == "2345124"
    assert sitting.state.round.bid == Bid(Seat.TWO, 110)


def test_the_last_of_five_who_has_not_passed_has_it_for_the_least() -> None:
    sitting = table()
    for _ in range(4):
        sitting.enter(CallMade(Call("pass")))
    assert legal_bids(auction(sitting), sitting.settings) == (100,)
    assert refusal(sitting, CallMade(Call("120"))).why.code.endswith("bid-after-passes")
    assert sitting.enter(CallMade(Call("pass"))).rows[0].marks == ("passed",)


def test_the_dealer_of_six_has_it_where_nobody_bids() -> None:
    sitting = table(6, nobody_bids=NobodyBids.DEALER)
    for _ in range(6):
        sitting.enter(CallMade(Call("pass")))
    assert sitting.state.round.bid == Bid(Seat.ONE, 100)


def test_whoever_calls_first_says_who_dealt() -> None:
    sitting = table().enter(CallMade(Call("100"), Seat.ONE))
    assert sitting.state.round.dealer is Seat.FIVE


def test_nobody_leaves_the_bid_to_a_partner_whom_nobody_knows() -> None:
    sitting = table().enter(CallMade(Call("100")), CallMade(Call("pass")))
    why = refusal(sitting, CallMade(Call("pass-partner"))).why
    assert why.code == "rook.refused.pass-partner-unknown"


# ---- what it scores ----


@pytest.mark.parametrize(
    ("players", "held", "points", "scored"),
    [
        (4, "3", 130, [130, 70, 130, 70]),
        (5, "2", 130, [130, 130, 70, 70, 70]),
        (5, "1", 125, [125, 75, 75, 75, 75]),  # the bidder plays alone
        (5, "4", 115, [-120, 85, 85, -120, 85]),
        (6, "6", 200, [200, 0, 0, 0, 0, 200]),
        (6, "1", 0, [-120, 200, 200, 200, 200, 200]),
    ],
)
def test_each_player_scores_what_the_side_does(
    players: int, held: str, points: int, scored: list[int]
) -> None:
    sitting = table(players).enter(*hand("1", 120, held, points))
    assert totals(sitting) == scored


@pytest.mark.parametrize(
    ("cost", "lost"), [(SetCost.TWICE_BID, -240), (SetCost.HAND_TOTAL, -200)]
)
def test_both_bidders_lose_what_a_set_costs_here(cost: SetCost, lost: int) -> None:
    sitting = table(set_cost=cost).enter(*hand("5", 120, "1", 100))
    assert totals(sitting) == [lost, 100, 100, 100, lost]


def test_the_others_may_count_and_cards_may_be_counted() -> None:
    begun = hand("1", 120, "2", 0)[:3]
    assert totals(table().enter(*begun, CountStated("others", 60))) == [
        140,
        140,
        60,
        60,
        60,
    ]
    by_cards = CardsCaptured(
        "bidders", cards("R1 Y1 G1 B1 Rook R10 Y10 G10"), "bidders"
    )
    assert totals(table().enter(*begun, by_cards)) == [130, 130, 70, 70, 70]


def test_what_each_player_scores_is_our_reading() -> None:
    row = table().enter(*hand("1", 120, "2", 130)).rows[0]
    assert {line.cite.standing for line in row.lines} == {Authority.INFERRED}
    assert {line.cite.anchor for line in row.lines} == {"call-partner"}


def test_a_hand_says_who_played_with_whom() -> None:
    row = table().enter(*hand("1", 120, "2", 130)).rows[0]
    assert {fact.head: fact.value for fact in row.facts}["rook.holder"] is Seat.TWO
    assert row.said.code == "rook.told.made"
    assert str(dict(row.said.params)["suit"]).count("rook.told.with") == 1
    alone = table().enter(*hand("1", 120, "1", 130)).rows[0]
    assert str(dict(alone.said.params)["suit"]).count("rook.told.alone") == 1


def test_another_holder_takes_the_points_along() -> None:
    sitting = table().enter(*hand("1", 120, "2", 130))
    (said,) = (one.seq for one in sitting.log if isinstance(one.event, PartnerIs))
    sitting.correct(said, PartnerIs(Seat.FIVE))
    assert totals(sitting) == [130, 70, 70, 70, 130]


def test_a_count_whose_partner_was_struck_no_longer_fits() -> None:
    sitting = table().enter(*hand("1", 120, "2", 130))
    (said,) = (one.seq for one in sitting.log if isinstance(one.event, PartnerIs))
    sitting.strike(said)
    assert totals(sitting) == [0] * 5
    (misfit,) = sitting.folded.misfits
    assert misfit.why.why.code == "rook.refused.no-holder"


@pytest.mark.parametrize(
    ("held", "bidder", "fits"),
    [
        ("2", "2", False),  # the partner would play alone
        ("1", "2", False),  # who played alone would be a partner
        ("3", "2", True),
    ],
)
def test_whoever_held_it_is_said_again_where_the_bidder_was_another(
    held: str, bidder: str, fits: bool
) -> None:
    bid, trump, _, count = hand("1", 120, held, 130)
    said = PartnerIs(Seat(held), Seat.ONE)
    sitting = table().enter(bid, trump, said, count)
    sitting.correct(1, BidStated(Seat(bidder), 120))
    codes = [misfit.why.why.code for misfit in sitting.folded.misfits]
    assert codes == (
        [] if fits else ["rook.refused.other-bidder", "rook.refused.no-holder"]
    )
    sitting.correct(3, PartnerIs(Seat.FOUR, Seat(bidder)))
    assert not sitting.folded.misfits
    assert totals(sitting) == [70, 130, 70, 130, 70]


# ---- who wins ----


def test_the_highest_total_at_the_target_wins() -> None:
    sitting = table(target=200).enter(
        *hand("1", 120, "2", 150), *hand("3", 100, "1", 150)
    )
    assert totals(sitting) == [300, 200, 200, 100, 100]
    assert sitting.sheet.sections[0].winners == ("1",)
    assert sitting.sheet.sections[0].headline.code == "rook.headline.won-all"


def test_a_tie_at_the_target_is_played_on() -> None:
    sitting = table(target=150).enter(*hand("1", 120, "2", 160))
    section = sitting.sheet.sections[0]
    assert not section.is_over
    assert section.headline.code == "rook.headline.ahead-all"
    assert [note.code for note in sitting.rows[0].notes] == ["rook.note.level-all"]
    sitting.enter(*hand("1", 120, "3", 150))
    assert sitting.sheet.sections[0].winners == ("1",)


@pytest.mark.parametrize(
    ("settings", "won"),
    [
        ({}, ("3",)),
        ({"both_reach": BothReach.BIDDERS}, ("1",)),
        ({"defenders_reach": DefendersReach.OWN_BID}, ("1",)),
    ],
)
def test_who_comes_first_at_the_target(
    settings: dict[str, Any], won: tuple[str]
) -> None:
    sitting = table(target=200, **settings)
    sitting.enter(CarriedIn("3", 195), CarriedIn("1", 105), *hand("1", 100, "1", 100))
    assert totals(sitting) == [205, 100, 295, 100, 100]
    assert sitting.sheet.sections[0].winners == won


# ---- what the cards say ----


def watched(called: str, *played: str) -> Sitting:
    sitting = table(deck=Deck.FAST).enter(
        BidStated(Seat.ONE, 100),
        TrumpDeclared(Suit.RED),
        PartnerCalled(cards(called)[0]),
        FirstLead(Seat.ONE),
    )
    return sitting.enter(*(CardPlayed(card) for card in cards(" ".join(played))))


def known(sitting: Sitting) -> Seat | None:
    return who_held(sitting.state.round, sitting.settings)


def test_nobody_is_the_partner_until_the_card_falls() -> None:
    before = watched("Y1", "Y5", "Y6", "Y7")
    assert known(before) is None
    assert known(before.enter(CardPlayed(cards("Y1")[0]))) is Seat.FOUR


def test_a_bidder_who_plays_the_card_is_alone() -> None:
    assert known(watched("Y1", "Y1")) is Seat.ONE


def test_a_called_card_that_was_discarded_is_the_bidders() -> None:
    sitting = watched("Y1")
    sitting.enter(DiscardsMade(cards("Y1 Y6 G6 B6 G7")))
    assert known(sitting) is Seat.ONE


@pytest.mark.parametrize("fact", [KittyTaken, DiscardsMade])
def test_cards_of_the_bidder_do_not_contradict_the_partner(fact: Any) -> None:
    mine = fact(cards("Y1 Y6 G6 B6 G7"))
    assert known(watched("Y1").enter(mine)) is Seat.ONE
    told = watched("Y1").enter(PartnerIs(Seat.TWO))
    assert refusal(told, mine).why.code == "rook.refused.holder-known"
    told.enter(fact(cards("Y5 Y6 G6 B6 G7")))


def test_the_card_that_another_has_played_was_not_the_one_called() -> None:
    told = table(deck=Deck.FAST).enter(
        BidStated(Seat.ONE, 100), TrumpDeclared(Suit.RED), FirstLead(Seat.ONE)
    )
    told.enter(PartnerIs(Seat.TWO), CardPlayed(cards("Y5")[0]))
    called = PartnerCalled(cards("Y5")[0])
    assert refusal(told, called).why.code == "rook.refused.holder-known"
    told.enter(PartnerCalled(cards("Y6")[0]))


def test_the_partner_is_not_contradicted_by_a_card() -> None:
    sitting = watched("Y1", "Y5", "Y6", "Y7", "Y1")
    assert refusal(sitting, PartnerIs(Seat.TWO)).why.code == "rook.refused.holder-known"
    assert known(sitting.enter(PartnerIs(Seat.FOUR))) is Seat.FOUR
    told = watched("Y1", "Y5").enter(PartnerIs(Seat.FIVE))
    refused = refusal(told, CardPlayed(cards("Y1")[0]))
    assert refused.why.code == "rook.refused.holder"


def test_a_hand_is_counted_once_the_partner_is_known() -> None:
    sitting = watched("Y1")
    count = CountStated("bidders", 120)
    assert refusal(sitting, count).why.code == "rook.refused.no-holder"
    assert totals(sitting.enter(PartnerIs(Seat.THREE), count)) == [120, 80, 120, 80, 80]


@pytest.mark.parametrize(
    ("fact", "code"),
    [
        (PartnerCalled(cards("R1")[0]), "called-twice"),
        (CountStated("13", 100), "no-such-side"),
        (CardsCaptured("bidders", (), "1"), "no-such-side"),
    ],
)
def test_what_cannot_be_said(fact: Any, code: str) -> None:
    sitting = watched("Y1").enter(PartnerIs(Seat.TWO))
    assert refusal(sitting, fact).why.code == f"rook.refused.{code}"


@pytest.mark.parametrize("fact", [PartnerCalled(cards("R1")[0]), PartnerIs(Seat.TWO)])
def test_a_partner_is_called_by_a_bidder_and_where_that_is_played(fact: Any) -> None:
    early = refusal(table(), fact)
    assert early.why.code == f"rook.refused.no-bid-{fact.KIND}"
    fixed = any_table().enter(BidStated(Seat.ONE, 100))
    assert refusal(fixed, fact).why.code == "rook.refused.no-calling"


def test_a_card_that_the_deck_lacks_cannot_be_called() -> None:
    sitting = table(deck=Deck.FAST).enter(BidStated(Seat.ONE, 100))
    why = refusal(sitting, PartnerCalled(cards("R2")[0])).why
    assert why.code == "rook.refused.not-in-pack"


# ---- a hand that is watched to its end ----

POINTS = {"1": 15, "5": 5, "10": 10, "14": 10, "Rook": 20}


def played_out(seed: int, players: int, called: Card | None) -> Sitting:
    """A random hand that seat 2 bid 100 for, watched to its end."""
    chance = random.Random(seed)
    sitting = table(players, deck=Deck.TOURNAMENT, count=CounterValues.JEFF)
    settings = sitting.settings
    pack = sorted(cards_of(settings), key=str)
    chance.shuffle(pack)
    dealt = pack[settings.in_kitty :]
    size = len(dealt) // players
    hands = {
        seat: set(dealt[n * size : (n + 1) * size])
        for n, seat in enumerate(settings.ring)
    }
    sitting.enter(BidStated(Seat.TWO, 100), TrumpDeclared(Suit.RED))
    sitting.enter(*([PartnerCalled(called)] if called else []), FirstLead(Seat.TWO))
    rules = card_play(settings, Suit.RED, Seat.TWO)
    for _ in dealt:
        seat, card = next_card(sitting, rules, hands, chance)
        hands[seat].remove(card)
        sitting.enter(CardPlayed(card))
    return sitting


@pytest.mark.parametrize("players", [4, 5, 6])
@pytest.mark.parametrize("seed", range(4))
def test_the_record_says_who_was_the_partner_and_what_was_captured(
    seed: int, players: int
) -> None:
    called = random.Random(seed + players).choice(sorted(POINTS)[:3])
    card = cards("Rook" if called == "Rook" else f"Y{called}")[0]
    if card.rank == "1":  # not in this deck
        card = cards("Rook")[0]
    sitting = played_out(seed, players, card)
    watched = sitting.state.round.watched
    held = next((made.seat for made in watched.plays if made.card == card), Seat.TWO)
    assert known(sitting) is held
    ours = (Seat.TWO, held)
    points = sum(POINTS.get(one.rank, 0) for one in watched.captured(ours))
    if watched.winners[-1] in ours:
        points += 20
        buried = cards_of(sitting.settings) - watched.cards
        points += sum(POINTS.get(one.rank, 0) for one in buried)
    form = TotalForm(folded=sitting.folded)
    assert form.facts() == (CountStated("bidders", points),)
    wrong = CountStated("bidders", points - 5 if points else 5)
    assert refusal(sitting, wrong).why.code == "refused.against-record"
    sitting.enter(*form.facts())
    settled = totals(sitting)
    theirs = counters(sitting.settings).total - points
    for seat, total in zip(sitting.settings.ring, settled, strict=True):
        made = points if points >= 100 else -100
        assert total == (made if seat in ours else theirs)


def test_tricks_alone_do_not_say_who_the_partner_was() -> None:
    sitting = played_out(1, 5, None)
    assert known(sitting) is None
    assert watched_count(sitting.state.round, sitting.settings) is None
    assert refusal(sitting, CountStated("bidders", 5)).why.code.endswith("no-holder")


# ---- what a ruling gives ----


def test_a_person_to_whom_a_ruling_gives_points_stands_for_the_side() -> None:
    sitting = table().enter(*hand("1", 120, "2", 130))
    done = sitting.state.past[0]
    given = awarded(
        done, Awarded(9, done.id or 0, "forfeit", "3", 70), sitting.settings
    )
    points = {line.party: line.points for line in hand_lines(given, sitting.settings)}
    assert points == {"1": -120, "2": -120, "3": 70, "4": 70, "5": 70}


@pytest.mark.parametrize(("seat", "card"), [("2", "R6"), ("3", "R7"), ("4", "R8")])
def test_a_ruling_finds_the_called_card_with_whoever_is_said_to_have_held_it(
    seat: str, card: str
) -> None:
    sitting = watched("Y1", "R5", "R6", "R7", "R8").enter(PartnerIs(Seat.TWO))
    said = {"seat": seat, "card": card, "held": "Y1"}
    outcome = hearing(sitting.game, sitting.folded, "renege", **said).outcome
    assert isinstance(outcome, Denied) is (seat != "2")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Jeff and Ann lose the bid, 120; Tom, Marek and Lea score 70."),
        (
            "de",
            "Jeff und Ann verlieren das Gebot, 120; Tom, Marek und Lea bekommen 70.",
        ),
    ],
)
def test_a_ruling_names_a_side_as_people_do(language: str, said: str) -> None:
    sitting = table().seat("Jeff", "Ann", "Tom", "Marek", "Lea")
    sitting.enter(*hand("1", 120, "2", 130))
    told = {"seat": "2", "card": "Y2", "could": "yes", "led": "yes", "which": "last"}
    verdict = ruling(sitting.game, sitting.folded, "renege", **told).verdict
    shown = words_in(language).text(named_message(verdict, sitting.folded.people))
    assert shown.endswith(said)


FIVE = ("Jeff", "Ann", "Tom", "Marek", "Lea")
OF_ONE = [
    (
        "en",
        "forfeit",
        "1",
        "Jeff loses the bid, 120; Ann, Tom, Marek and Lea score 70.",
    ),
    (
        "en",
        "forfeit",
        "2",
        "Ann, Tom, Marek and Lea lose the bid, 120; Jeff scores 130.",
    ),
    ("de", "forfeit", "1", "Jeff verliert das Gebot, 120; Ann, Tom, Marek und Lea"),
    ("de", "forfeit", "2", "Marek und Lea verlieren das Gebot, 120; Jeff bekommt 130."),
    ("en", "figure", "1", "Jeff loses 100, and Ann, Tom, Marek and Lea score 100."),
    ("en", "figure", "2", "Ann, Tom, Marek and Lea lose 100, and Jeff scores 100."),
    ("de", "figure", "1", "Jeff verliert 100, und Ann, Tom, Marek und Lea bekommen"),
    ("de", "figure", "2", "Marek und Lea verlieren 100, und Jeff bekommt 100."),
]


@pytest.mark.parametrize(("language", "renege", "seat", "said"), OF_ONE)
def test_a_bidder_who_plays_alone_is_one_in_a_ruling(
    language: str, renege: str, seat: str, said: str
) -> None:
    sitting = table(renege=AfterRenege(renege)).seat(*FIVE)
    sitting.enter(*hand("1", 120, "1", 130))
    told = {"card": "Y2", "could": "yes", "led": "yes", "which": "last"}
    verdict = ruling(sitting.game, sitting.folded, "renege", seat=seat, **told).verdict
    shown = words_in(language).text(named_message(verdict, sitting.folded.people))
    assert said in shown


@pytest.mark.parametrize(
    ("language", "fault", "said"),
    [
        (
            "en",
            "1",
            "Jeff is set and loses the bid, 120; Ann, Tom, Marek and Lea score",
        ),
        (
            "en",
            "3",
            "Ann, Tom, Marek and Lea are set and lose the bid, 120; Jeff scores",
        ),
        ("de", "1", "Jeff fällt und verliert das Gebot, 120; Ann, Tom, Marek und Lea"),
        ("de", "3", "Marek und Lea fallen und verlieren das Gebot, 120; Jeff bekommt"),
    ],
)
def test_a_misdeal_of_one_against_all_others(
    language: str, fault: str, said: str
) -> None:
    sitting = table().seat(*FIVE)
    sitting.enter(*hand("1", 120, "1", 130)[:3])
    told = {"what": "number", "fault": fault, "captured": "70", "which": "now"}
    verdict = ruling(sitting.game, sitting.folded, "misdeal", **told).verdict
    shown = words_in(language).text(named_message(verdict, sitting.folded.people))
    assert said in shown
