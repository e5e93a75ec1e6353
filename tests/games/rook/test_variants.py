"""Rook as other tables play it: decks, kitties, when trump is named, what a renege costs and
hands without counters, each by the text that it is taken from."""

import re
from typing import Any

import pytest

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import Authority
from scorekeeper.core.codec import encode
from scorekeeper.core.evening import Awarded
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.rulings import Duty, Effect, Ruling, effect_words
from scorekeeper.core.seats import Seat
from scorekeeper.games.rook import ROOK
from scorekeeper.games.rook.events import (
    BidStated,
    CardsCaptured,
    CountStated,
    DiscardsMade,
    FirstLead,
    HandForfeited,
    KittyTaken,
    TrumpDeclared,
)
from scorekeeper.games.rook.play import bids, card_play, cards_of, counters
from scorekeeper.games.rook.rules import (
    RULE_SHEET,
    AfterRenege,
    CounterValues,
    Deck,
    KittyTo,
    LeadsFirst,
    NamesTrump,
    Nest,
    NoCounters,
    RookRank,
    Settings,
)
from scorekeeper.games.rook.scoring import awarded, hand_lines
from scorekeeper.games.rook.state import may_lead, play_rules_of
from scorekeeper.tables.rules_in_force import answers
from tests.games import ruling as bench
from tests.games.rook.asking import ask_for, stated
from tests.games.rook.table import bid_by_bid, cards, refusal, table
from tests.games.sitting import Sitting
from tests.web.conftest import Visitor, app, client, visitor
from tests.web.seating import id_of
from tests.web.showing import plain

__all__ = ["app", "client", "visitor"]

OUT = RookRank.OUT
HIGH = RookRank.HIGH
FAIR = {
    "deck": Deck.TOURNAMENT,
    "rook": OUT,
    "nest": Nest.FOUR,
    "count": CounterValues.OFFICIAL,
    "minimum": 65,
    "names_trump": NamesTrump.BEFORE,
}
"""The tournament of the Breckinridge County Fair, by its rules 4 to 7."""


def ruled(sitting: Sitting, name: str, **facts: str) -> Ruling:
    return bench.ruling(ROOK, sitting.folded, name, **facts)


# ---- decks and kitties ----


@pytest.mark.parametrize(
    ("deck", "rook", "nest", "pack", "hand", "kitty"),
    [
        (Deck.FULL, HIGH, Nest.FOUR, 57, 13, 5),  # Jeff house rules §1
        (Deck.FAST, HIGH, Nest.FOUR, 45, 10, 5),  # Jeff house rules §1
        (Deck.TOURNAMENT, HIGH, Nest.NONE, 41, 9, 5),  # official rules
        (Deck.TOURNAMENT, OUT, Nest.FOUR, 40, 9, 4),  # county fair, rules 4 and 5
        (Deck.FULL, OUT, Nest.NONE, 56, 14, 0),  # regular partnership Rook
        (Deck.FULL, OUT, Nest.FOUR, 56, 13, 4),
        (Deck.FAST, OUT, Nest.FOUR, 44, 10, 4),
        (Deck.FAST, OUT, Nest.NONE, 44, 11, 0),
        (Deck.TOURNAMENT, OUT, Nest.NONE, 40, 10, 0),
        (Deck.WITHOUT_TWOS, HIGH, Nest.FOUR, 53, 12, 5),
    ],
)
def test_every_deck_is_dealt_out(
    deck: Deck, rook: RookRank, nest: Nest, pack: int, hand: int, kitty: int
) -> None:
    settings = Settings(deck=deck, rook=rook, nest=nest)
    assert len(cards_of(settings)) == pack == 4 * hand + kitty
    assert settings.in_kitty == kitty
    assert card_play(settings, Suit.RED, Seat.ONE).hand == hand


@pytest.mark.parametrize(
    ("deck", "rook", "count", "total"),
    [
        # tens and fourteens of four colours, fives, the Rook: 80 + 20 + 20
        (Deck.TOURNAMENT, HIGH, CounterValues.OFFICIAL, 120),
        # county fair, rule 6: the highest bid is 100
        (Deck.TOURNAMENT, OUT, CounterValues.OFFICIAL, 100),
        (Deck.TOURNAMENT, OUT, CounterValues.WITH_LAST_TRICK, 120),
        (Deck.TOURNAMENT, HIGH, CounterValues.JEFF, 140),  # 200 without four 15s
        (Deck.FULL, OUT, CounterValues.JEFF, 180),  # 200 without the Rook's 20
    ],
)
def test_a_card_that_is_left_out_counts_nothing(
    deck: Deck, rook: RookRank, count: CounterValues, total: int
) -> None:
    settings = Settings(deck=deck, rook=rook, count=count)
    worth = counters(settings)
    assert worth.total == settings.top == bids(settings)[-1] == total
    assert {card for card, _ in worth.cards} <= cards_of(settings)


def test_the_discards_are_as_many_as_the_kitty_has() -> None:
    four = cards("R5 Y6 G7 B8")
    sitting = table(**FAIR).enter(BidStated(Seat.ONE, 65), TrumpDeclared(Suit.RED))
    assert sitting.enter(DiscardsMade(four)).state.round.discards == four
    five = (*four, Card("9", Suit.RED))
    other = table(**FAIR).enter(BidStated(Seat.ONE, 65))
    violation = refusal(other, DiscardsMade(five))
    assert violation.why.code == "rook.refused.discards-number"
    assert dict(violation.why.params) == {"n": 5, "of": 4}


@pytest.mark.parametrize("strange", ["Rook", "R1", "G4"])
def test_a_card_that_is_left_out_is_in_no_hand(strange: str) -> None:
    sitting = table(**FAIR).enter(BidStated(Seat.ONE, 65))
    violation = refusal(sitting, CardsCaptured("13", cards(strange), "13"))
    assert violation.why.code == "rook.refused.not-in-pack"


def test_without_a_kitty_nothing_is_taken_or_discarded() -> None:
    sitting = bid_by_bid(table(rook=OUT, nest=Nest.NONE), "100 pass pass pass")
    for fact in (KittyTaken(), DiscardsMade(), KittyTaken(cards("R2 R3 R4 R5"))):
        assert refusal(sitting, fact).why.code == "rook.refused.no-kitty"
    assert stated(sitting, "trump", trump="R") == (TrumpDeclared(Suit.RED),)
    assert ROOK.sealables[0].seats(sitting.state) == ()


def test_a_hand_of_the_fair_counts_a_hundred() -> None:
    sitting = table(**FAIR).enter(
        BidStated(Seat.ONE, 65), TrumpDeclared(Suit.RED), CountStated("24", 40)
    )
    assert sitting.totals() == {"13": -65, "24": 40}


# ---- what is asked, and where ----


def test_what_does_not_apply_is_no_question() -> None:
    def asked(**settings: object) -> set[str]:
        answered = answers(ROOK, Settings(**settings))  # type: ignore[arg-type]
        return {answer.name for answer in answered}

    assert "nest" not in asked()
    assert asked(rook=OUT) - asked() == {"nest"}
    assert asked() - asked(rook=OUT, nest=Nest.NONE) == {"kitty", "names_trump"}


def test_a_table_that_answers_none_of_these_is_written_as_before() -> None:
    written = encode(Settings())
    assert isinstance(written, dict)
    assert (
        not {"nest", "names_trump", "renege_points", "no_counters", "leads_first"}
        & written.keys()
    )
    changed = encode(Settings(nest=Nest.NONE, names_trump=NamesTrump.BEFORE))
    assert isinstance(changed, dict)
    assert (changed["nest"], changed["names_trump"]) == ("none", "before")
    assert ROOK.settings_of(changed).nest is Nest.NONE
    assert ROOK.settings_of(written) == Settings()


@pytest.mark.parametrize(
    ("name", "reading", "source"),
    [
        ("deck", {"deck": Deck.TOURNAMENT}, "rook-official"),
        ("rook", {"rook": OUT}, "rook-fair"),
        ("nest", {"nest": Nest.NONE}, "rook-official"),
        ("leads_first", {"leads_first": LeadsFirst.DEALERS_LEFT}, "rook-official"),
        ("names_trump", {"names_trump": NamesTrump.BEFORE}, "rook-fair"),
        ("renege", {"renege": AfterRenege.HAND}, "rook-fair"),
        ("no_counters", {}, "rook-fair"),
        ("no_counters", {"no_counters": NoCounters.AGAIN}, "rook-series"),
    ],
)
def test_each_reading_says_where_it_is_published(
    name: str, reading: dict[str, object], source: str
) -> None:
    settings = Settings(**reading)  # type: ignore[arg-type]
    assert RULE_SHEET.cite(settings, name).source.id == source


# ---- trump before the kitty ----


def test_what_is_named_first_is_entered_first() -> None:
    laid = (KittyTaken(), DiscardsMade())
    trump = (TrumpDeclared(Suit.RED),)
    words = "65 pass pass pass"
    first = bid_by_bid(table(**FAIR), words)
    later = bid_by_bid(table(**FAIR | {"names_trump": NamesTrump.AFTER}), words)
    assert stated(first, "trump", trump="R") == (*trump, *laid)
    assert stated(later, "trump", trump="R") == (*laid, *trump)
    assert ask_for(first, "trump").is_trump_first


def test_the_kitty_is_sealed_only_once_trump_is_named() -> None:
    sitting = table(**FAIR).enter(BidStated(Seat.TWO, 65))
    for sealable in ROOK.sealables:
        assert sealable.seats(sitting.state) == ()
    sitting.enter(TrumpDeclared(Suit.RED))
    for sealable in ROOK.sealables:
        assert sealable.seats(sitting.state) == (Seat.TWO,)


def test_a_bidder_who_looks_before_naming_trump_may_not_use_it() -> None:
    sitting = table(**FAIR).enter(BidStated(Seat.TWO, 65))
    early = ruled(sitting, "kitty-seen", seat="2")
    assert early.verdict.code == "rook.ruling.kitty-seen"
    assert early.steps[0].what.code == "rook.step.trump-before"
    assert early.steps[0].cite.source.id == "rook-fair"
    assert [bound.kind for bound in early.obligations] == [Duty.UNAUTHORIZED]
    sitting.enter(TrumpDeclared(Suit.RED))
    assert ruled(sitting, "kitty-seen", seat="2").verdict.code.endswith("own-kitty")


def test_trump_that_nobody_noted_was_named_in_a_counted_hand() -> None:
    sitting = table(**FAIR).enter(BidStated(Seat.TWO, 65), CountStated("24", 70))
    late = ruled(sitting, "kitty-seen", seat="2", which="last")
    assert late.verdict.code == "rook.ruling.own-kitty"


def test_a_claim_needs_no_count_of_a_kitty_that_is_none() -> None:
    settings = {"rook": OUT, "nest": Nest.NONE, "kitty": KittyTo.BIDDER}
    sitting = table(**settings).enter(
        BidStated(Seat.ONE, 100), TrumpDeclared(Suit.GREEN), FirstLead(Seat.ONE)
    )
    for card in cards("R2 R5 R3 R10"):
        sitting.enter(CardPlayed(card))
    told = {"seat": "2", "kind": "claim", "agreed": "yes"}
    # seats 2 and 4 claim the rest: seats 1 and 3 have captured nothing
    assert ruled(sitting, "claim", **told).effects == (Effect("count", "24", 180),)
    seen = {**told, "seat": "1"}
    # seats 2 and 4 have the five and the ten, and the rest is for seats 1 and 3
    assert ruled(sitting, "claim", **seen).effects == (Effect("count", "13", 165),)


def test_a_shown_card_may_be_discarded_until_the_discards_are_made() -> None:
    sitting = table(**FAIR).enter(BidStated(Seat.TWO, 65), TrumpDeclared(Suit.RED))
    code = "rook.otherwise.may-be-laid"
    shown = ruled(sitting, "exposed-card", seat="2", card="B9")
    assert code in [said.code for said in shown.otherwise]
    sitting.enter(DiscardsMade())
    late = ruled(sitting, "exposed-card", seat="2", card="B9")
    assert code not in [said.code for said in late.otherwise]


# ---- a renege at a fixed price ----

# seat 2 throws a green card on a red lead, and later plays a red one
RENEGE = "R14 Y6 R10 R6  R13 R8 R9 R12"
COUNTY = {**FAIR, "names_trump": NamesTrump.AFTER, "renege": AfterRenege.HAND}


def reneged(**settings: Any) -> Sitting:
    """Seat 1 has bid 65, green is trump, and seat 2 has reneged."""
    sitting = table(**settings).enter(
        BidStated(Seat.ONE, 65), TrumpDeclared(Suit.GREEN), FirstLead(Seat.ONE)
    )
    for card in cards(RENEGE):
        sitting.enter(CardPlayed(card))
    return sitting


@pytest.mark.parametrize(
    ("settings", "price"),
    [
        (COUNTY, 100),  # county fair, rules 13 and 14
        ({**COUNTY, "rook": HIGH}, 120),
        ({**COUNTY, "renege": AfterRenege.FIGURE, "renege_points": 55}, 55),
        ({**COUNTY, "renege": AfterRenege.FIGURE, "renege_points": 300}, 300),
    ],
)
def test_a_renege_costs_what_the_table_has_fixed(
    settings: dict[str, Any], price: int
) -> None:
    sitting = reneged(**settings)
    ruling = ruled(sitting, "renege", seat="2", card="Y6", held="R8")
    assert ruling.verdict.code == "rook.ruling.renege-price"
    assert ruling.effects == (Effect("price", "13", price),)
    assert ROOK.arbiter and ROOK.arbiter.fact_of_effect
    fact = ROOK.arbiter.fact_of_effect(sitting.state, ruling.effects[0])
    assert fact == HandForfeited("13", price, price)
    assert fact is not None
    said = bench.in_words(effect_words("rook", "price", "1 & 3", price))
    assert said == f"The hand ends: 1 & 3 score {price}, the others lose {price}"
    assert sitting.enter(fact).totals() == {"13": price, "24": -price}
    lines = sitting.rows[-1].lines
    assert [line.what.code for line in lines] == [
        "rook.line.price",
        "rook.line.price-won",
    ]
    for line in lines:
        assert line.cite == RULE_SHEET.cite(sitting.settings, "renege")


def test_the_fair_says_what_a_renege_costs() -> None:
    sitting = reneged(**COUNTY)
    ruling = ruled(sitting, "renege", seat="2", card="Y6", held="R8")
    assert ruling.steps[-1].cite.source.id == "rook-fair"
    assert ruling.steps[-1].cite.standing is Authority.PUBLISHED


def test_a_renege_in_a_hand_that_nobody_recorded_says_the_price() -> None:
    facts = {"seat": "2", "card": "Y6", "could": "yes", "led": "yes"}
    ruling = ruled(table(**COUNTY), "renege", **facts)
    assert ruling.effects == ()
    assert ruling.verdict.values["points"] == 100
    assert ruling.otherwise[0].code == "custom.otherwise.unrecorded"


def test_a_counted_hand_is_worth_the_price_instead() -> None:
    sitting = table(**COUNTY).enter(
        BidStated(Seat.ONE, 65), TrumpDeclared(Suit.GREEN), CountStated("13", 70)
    )
    hand = sitting.state.past[-1]
    award = Awarded(1, hand.id or 0, "price", "24", 100)
    given = hand_lines(awarded(hand, award, sitting.settings), sitting.settings)
    assert {line.party: line.points for line in given} == {"13": -100, "24": 100}


@pytest.mark.parametrize("lost", [0, -5, 52])
def test_a_price_is_a_multiple_of_five(lost: int) -> None:
    sitting = reneged(**COUNTY)
    violation = refusal(sitting, HandForfeited("13", 100, lost))
    assert violation.why.code == "rook.refused.carried-unit"


def test_a_bid_that_is_lost_is_written_as_before() -> None:
    assert encode(HandForfeited("13", 35)) == {"party": "13", "points": 35}
    assert encode(HandForfeited("13", 35, 35)) == {
        "party": "13",
        "points": 35,
        "lost": 35,
    }


# ---- a hand without counters ----

AGAIN = {"no_counters": NoCounters.AGAIN}


def test_a_player_without_a_counter_may_ask_before_calling() -> None:
    sitting = bid_by_bid(table(**AGAIN), "100 pass")
    ruling = ruled(sitting, "no-counters", seat="4")
    assert ruling.verdict.code == "custom.ruling.again"
    assert [effect.kind for effect in ruling.effects] == ["void"]
    assert ruling.steps[0].cite.source.id == "rook-series"
    for late in ("2", "3"):
        found = ruled(sitting, "no-counters", seat=late)
        assert found.verdict.code == "rook.ruling.hand-stands"


def test_nothing_is_dealt_again_once_somebody_has_won_the_bid() -> None:
    sitting = table(**AGAIN).enter(BidStated(Seat.ONE, 100))
    ruling = ruled(sitting, "no-counters", seat="4")
    assert ruling.verdict.code == "rook.ruling.hand-stands"


def test_where_no_call_was_recorded_the_table_says_whether_there_was_one() -> None:
    asked = bench.question(ROOK, table(**AGAIN).folded, "no-counters", seat="4")
    assert asked.name == "called"
    codes = {
        said: ruled(table(**AGAIN), "no-counters", seat="4", called=said).verdict.code
        for said in ("yes", "no")
    }
    assert codes == {"yes": "rook.ruling.hand-stands", "no": "custom.ruling.again"}


def test_by_the_fair_no_hand_is_dealt_again_for_its_cards() -> None:
    ruling = ruled(table(), "no-counters", seat="4")
    assert ruling.verdict.code == "rook.ruling.hand-stands"
    assert ruling.steps[0].cite.source.id == "rook-fair"


def test_only_a_table_that_deals_again_is_offered_it(visitor: Visitor) -> None:
    said = "A player holds no counter"
    usual = visitor.lay("rook")
    assert said not in plain(visitor.get(f"{usual}ask/irregularity"))
    asked = visitor.lay("rook", no_counters="again")
    assert said in plain(visitor.get(f"{asked}ask/irregularity"))


# ---- the first lead ----

BIDDERS_LEFT = {"leads_first": LeadsFirst.BIDDERS_LEFT}
DEALERS_LEFT = {"leads_first": LeadsFirst.DEALERS_LEFT}


# seat 1 deals, seat 3 has won the bid
@pytest.mark.parametrize(
    ("settings", "leads", "source"),
    [
        (BIDDERS_LEFT, Seat.FOUR, "rook-fair"),
        (DEALERS_LEFT, Seat.TWO, "rook-official"),
    ],
)
def test_the_first_lead_is_whose_the_rule_says(
    settings: dict[str, Any], leads: Seat, source: str
) -> None:
    sitting = bid_by_bid(table(**settings), "pass 100 pass pass")
    wrong = refusal(sitting, FirstLead(Seat.THREE))
    assert wrong.why.code == "rook.refused.first-lead-ruled"
    assert dict(wrong.why.params)["first"] is leads
    assert wrong.cite is not None and wrong.cite.source.id == source
    assert not ask_for(sitting, "trump").leader
    sitting.enter(TrumpDeclared(Suit.RED), CardPlayed(Card.parse("R5")))
    rules = play_rules_of(sitting.state.round, sitting.settings)
    assert rules is not None and rules.leader is leads
    assert sitting.state.round.watched.plays[0].seat is leads
    assert ROOK.flow.next(sitting.state, "lead") == "total"


def test_the_bidder_still_chooses_by_the_jeff_rules() -> None:
    sitting = bid_by_bid(table(), "pass 100 pass pass")
    assert may_lead(sitting.state.round, sitting.settings) == (Seat.THREE, Seat.FOUR)
    assert ask_for(sitting, "trump").leader


# ---- the pages ----


def lead(visitor: Visitor, address: str) -> str:
    found = re.search(r'<p class="lead">([^<]*)', visitor.get(address).text)
    return found[1] if found else ""


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ({}, "Take the kitty, discard 5 cards, name trump."),
        ({"rook": "out"}, "Take the kitty, discard 4 cards, name trump."),
        ({"names_trump": "before"}, "Name trump, take the kitty, discard 5 cards."),
        ({"rook": "out", "nest": "none"}, "Name trump."),
    ],
)
def test_the_bidder_is_told_what_to_do(
    visitor: Visitor, rules: dict[str, str], told: str
) -> None:
    address = visitor.lay("rook", **rules)
    visitor.get(f"{address}?form=bid")
    visitor.send(f"{address}enter/bid", bidder="1", amount="100").follow()
    assert lead(visitor, f"{address}?form=trump") == told
    assert "note-also" in visitor.get(f"{address}?form=total").text


OF_THE_KITTY = {"saw the kitty", "cards were discarded", "discards were not opened"}


def wrong(visitor: Visitor, address: str) -> set[str]:
    """What of the kitty the arbiter is asked about at a table."""
    offered = plain(visitor.get(f"{address}ask/irregularity"))
    assert "A renege" in offered
    return {said for said in OF_THE_KITTY if said in offered}


def test_a_table_without_a_kitty_hears_nothing_of_it(visitor: Visitor) -> None:
    address = visitor.lay("rook", rook="out", nest="none")
    visitor.get(f"{address}?form=bid")
    assert "No Rook" in plain(visitor)
    sent = {"bidder": "1", "amount": "100", "trump": "R"}
    visitor.send(f"{address}enter/bid", **sent).follow()
    total = plain(visitor.get(f"{address}?form=total"))
    assert "Captured, last trick included" in total
    count = plain(visitor.get(f"{address}?form=count"))
    assert "kitty" not in (total + count).lower()
    assert wrong(visitor, visitor.lay("rook", rook="high")) == OF_THE_KITTY
    assert not wrong(visitor, address)


def test_discards_of_a_deck_without_the_rook_are_put_right(visitor: Visitor) -> None:
    address = visitor.lay("rook", rook="out")
    for call in ("100", "pass", "pass", "pass"):
        visitor.get(address).send(f"{address}enter/auction", call=call).follow()
    visitor.get(address).send(f"{address}enter/trump", trump="R").follow()
    log = visitor.client.application.extensions["store"].open(id_of(address)).log
    entry = next(one.seq for one in log if isinstance(one.event, DiscardsMade))
    visitor.get(f"{address}entries/{entry}/correct")
    assert "Which cards were discarded?" in plain(visitor)
    assert 'value="Rook"' not in visitor.page.text
