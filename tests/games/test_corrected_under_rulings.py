"""What a ruling gives goes to a side, and is counted on whatever the deal is corrected
to: every effect of every game with a correction of every field, against the facts that
say both at once."""

import random
from itertools import pairwise
from typing import Any

import pytest

from scorekeeper.core.asked import JudgmentGiven
from scorekeeper.core.cards import Card
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Awarded
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.ruling_notes import Ruled, RulingAccepted, RulingApplied
from scorekeeper.core.rulings import Effect, OpenQuestion
from scorekeeper.core.seats import SIDES, Seat, party_of
from scorekeeper.core.session import Command, Entry, Event
from scorekeeper.exports.session_file import read as read_file
from scorekeeper.exports.session_file import write as write_file
from scorekeeper.games import GAMES
from scorekeeper.games.berzerka.events import HandStated
from scorekeeper.games.berzerka.rules import STARTER
from scorekeeper.games.bridge.contract import Contract, Doubling
from scorekeeper.games.bridge.events import ContractStated, PassedOut, TricksTaken
from scorekeeper.games.bridge.tariffs import tariff_of
from scorekeeper.games.rook.events import (
    BidStated,
    CountStated,
    HandForfeited,
    NobodyBid,
)
from scorekeeper.games.two_ten_jack.events import CardsCaptured
from scorekeeper.games.two_ten_jack.play import counted
from scorekeeper.tables.rulings.both_asked import asked_on, judging
from scorekeeper.tables.rulings.effects import (
    before_rulings,
    effect_state,
    given_on_top,
)
from scorekeeper.tables.rulings.entering import entered, is_overtaken
from scorekeeper.tables.rulings.given import irregularity_of
from scorekeeper.tables.rulings.hearing import heard
from scorekeeper.web.table.corrections import restated
from tests.games.about import about
from tests.games.corrected import BRIDGES, E, Facts, N, S, W
from tests.games.effects import Table


def table_of(slug: str, *facts: Event) -> Table:
    """A table with an earlier deal, which no correction of the next one may touch, and
    this."""
    table = Table(slug, GAMES[slug].rule_sheet.defaults)
    for event in (*about(slug).earlier, *facts):
        table.enter(event)
    return table


def sides(table: Table) -> dict[str, Any]:
    return {party.id: table.now.sheet.total(party.id) for party in table.now.parties}


def give(table: Table, *effects: Effect) -> int:
    """Accept a ruling that does this to the deal played last."""
    family = table.now.game.family
    table.enter(
        Ruled(f"{family}.irregularity.claim", (("which", "last"),), "given", effects)
    )
    seq = table.now.last
    table.accept(seq)
    return seq


def correct(table: Table, row_id: int, *facts: Event) -> None:
    """Restate a deal, as the page of its correction does."""
    row = table.now.sheet.row(row_id)
    assert row is not None
    entries = tuple(
        entry for entry in table.now.folded.order if entry.seq in row.entries
    )
    old = before_rulings(table.now, entries)
    in_log = tuple(table.now.log[one.seq - 1] for one in old)
    order = [entry.seq for entry in table.now.folded.order]
    following = dict(pairwise(order)).get(entries[-1].seq)
    table.do(restated(in_log, facts, following, "misheard"))
    table.settle()


def earlier_row(table: Table) -> int:
    return next(iter(table.now.sheet.rows())).id


def last_row(table: Table) -> int:
    return list(table.now.sheet.rows())[-1].id


# ---- the bridge family ----


def bridge_deal(chance: random.Random) -> Facts:
    """A deal of a contract, which may have been passed out."""
    if chance.random() < 0.15:
        return (PassedOut(),)
    bid = chance.choice(("1C", "2NT", "3D", "4S", "4H", "6S"))
    contract = Contract.parse(bid + chance.choice(("", "", "X", "XX")))
    return ContractStated(contract, chance.choice((N, E, S, W))), TricksTaken(
        chance.randint(4, 11)
    )


def bridge_effect(chance: random.Random) -> Effect:
    party = chance.choice(("NS", "EW"))
    return chance.choice(
        (
            Effect("tricks", party, chance.randint(1, 2)),
            Effect("result", party, chance.randint(3, 11)),
            Effect("doubling", "", chance.randint(0, 1)),
        )
    )


def bridge_both(slug: str, facts: Facts, effects: list[Effect]) -> Facts:
    """The facts that say at once what was entered and what was given: by hand."""
    if len(facts) == 1:
        return facts
    stated, taken = facts
    assert isinstance(stated, ContractStated) and isinstance(taken, TricksTaken)
    contract = stated.contract
    tricks = taken.tricks
    most = tariff_of(GAMES[slug].rule_sheet.defaults, False).tricks
    own = party_of(stated.declarer, SIDES).id
    for effect in effects:
        if effect.kind == "result":
            tricks = effect.amount if effect.party == own else most - effect.amount
    for effect in effects:
        if effect.kind == "tricks":
            tricks = min(
                most,
                max(
                    0,
                    tricks + (effect.amount if effect.party == own else -effect.amount),
                ),
            )
        if effect.kind == "doubling" and contract.doubling.step > effect.amount:
            less = (Doubling.UNDOUBLED, Doubling.DOUBLED)[effect.amount]
            contract = Contract(contract.level, contract.denomination, less)
    return ContractStated(contract, stated.declarer), TricksTaken(tricks)


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("slug", BRIDGES)
def test_what_a_ruling_gives_is_counted_on_whatever_a_bridge_deal_is_corrected_to(
    slug: str, seed: int
) -> None:
    chance = random.Random(f"{slug} {seed}")
    now = bridge_deal(chance)
    later = Facts()
    table = table_of(slug, *now)
    row = last_row(table)
    effects = list[Effect]()
    for step in chance.choices(("give", "correct", "next"), k=6):
        if step == "give" and not later and len(now) > 1:
            effects.append(bridge_effect(chance))
            give(table, effects[-1])
        elif step == "correct":
            now = bridge_deal(chance)
            correct(table, row, *now)
        elif step == "next" and not later:
            later = (ContractStated(Contract.parse("1NT"), E), TricksTaken(7))
            table.enter(later[0])
            table.enter(later[1])
        both = (*bridge_both(slug, now, effects), *later)
        assert sides(table) == sides(table_of(slug, *both)), (now, effects)
        assert not table.now.folded.misfits
    again = read_file(write_file(table.now).encode()).session
    assert again.sheet == table.now.sheet


def test_the_trick_of_a_revoke_stays_with_the_side_that_it_was_given_to() -> None:
    """4♠ by South, East revoked, nine tricks entered; the declarer was East: 9 - 1, one
    down."""
    table = table_of("bridge", ContractStated(Contract.parse("4S"), S), TricksTaken(9))
    row = last_row(table)
    ruling = give(table, Effect("tricks", "NS", 1))
    assert table.tricks == 10
    correct(table, row, ContractStated(Contract.parse("4S"), E), TricksTaken(9))
    assert table.tricks == 8
    assert effect_state(table.now, table.given(ruling)) == "applied"
    found = table.now.sheet.row(row)
    assert found is not None and found.total("EW") == 0 and found.total("NS") == 100
    entries = tuple(
        entry for entry in table.now.folded.order if entry.seq in found.entries
    )
    assert all(len(given_on_top(table.now, entry)) == 1 for entry in found.entries)
    assert [type(one.event) for one in before_rulings(table.now, entries)] == [
        ContractStated,
        TricksTaken,
    ]


def test_an_older_log_has_the_result_of_both_and_is_corrected_to_that_of_the_table() -> (
    None
):
    """Until 0.3.0 an accepted ruling replaced the result that the table had entered."""
    table = table_of("bridge", ContractStated(Contract.parse("4S"), S), TricksTaken(9))
    row = last_row(table)
    result = table.now.last
    effects = (Effect("tricks", "NS", 1),)
    table.enter(
        Ruled("bridge.irregularity.claim", (("which", "last"),), "given", effects)
    )
    ruling = table.now.last
    table.enter(RulingAccepted(ruling))
    both = (Entry(TricksTaken(10), result), Entry(RulingApplied(ruling)))
    table.do(Command(both, (result,), "Ruling 1"))
    assert (
        table.tricks == 10 and effect_state(table.now, table.given(ruling)) == "applied"
    )
    correct(table, row, ContractStated(Contract.parse("4S"), E), TricksTaken(9))
    assert table.tricks == 8
    assert effect_state(table.now, table.given(ruling)) == "applied"
    correct(table, row, ContractStated(Contract.parse("4S"), S), TricksTaken(9))
    assert table.tricks == 10


# ---- the other games ----


@pytest.mark.parametrize("seed", range(20))
def test_what_a_ruling_gives_is_counted_on_whatever_a_hand_of_rook_is_corrected_to(
    seed: int,
) -> None:
    chance = random.Random(f"rook {seed}")

    def hand() -> Facts:
        if chance.random() < 0.15:
            return (NobodyBid(),)
        bidder = chance.choice((Seat.ONE, Seat.TWO, Seat.THREE, Seat.FOUR))
        bid = BidStated(bidder, chance.randrange(100, 180, 5))
        return bid, CountStated(
            chance.choice(("13", "24")), chance.randrange(40, 160, 5)
        )

    now = (BidStated(Seat.TWO, 120), CountStated("24", 80))
    table = table_of("rook", *now)
    row = last_row(table)
    party = chance.choice(("13", "24"))
    effect = Effect(
        chance.choice(("forfeit", "count")), party, chance.randrange(40, 160, 5)
    )
    give(table, effect)
    for _ in range(3):
        facts = hand()
        correct(table, row, *facts)
        closing = {"forfeit": HandForfeited, "count": CountStated}[effect.kind]
        both = (
            (facts[0], closing(effect.party, effect.amount))
            if len(facts) > 1
            else facts
        )
        assert sides(table) == sides(table_of("rook", *both)), (facts, effect)
        assert not table.now.folded.misfits


@pytest.mark.parametrize("seed", range(20))
def test_what_a_claim_gives_is_counted_on_whatever_a_hand_of_berzerka_is_corrected_to(
    seed: int,
) -> None:
    chance = random.Random(f"berzerka {seed}")

    def hand(count: int) -> HandStated:
        contract = chance.choice([one for one in STARTER[1:] if not one.asks])
        seat = chance.choice((Seat.ONE, Seat.TWO, Seat.THREE))
        return HandStated(seat, contract.code, chance.randint(0, 5), count)

    table = table_of("berzerka", hand(4))
    row = last_row(table)
    effect = Effect("count", "2", chance.randint(0, 6))
    give(table, effect)
    for _ in range(3):
        fact = hand(chance.randint(0, 6))
        correct(table, row, fact)
        is_theirs = fact.declarer is Seat.TWO
        both = HandStated(
            fact.declarer,
            fact.contract,
            fact.discards,
            effect.amount if is_theirs else fact.count,
        )
        boxes = [
            table_.now.folded.state.board.boxes
            for table_ in (table, table_of("berzerka", both))
        ]
        assert [(one.seat, one.contract, one.number) for one in boxes[0]] == [
            (one.seat, one.contract, one.number) for one in boxes[1]
        ]


def test_the_rest_of_a_round_goes_to_whom_it_was_given_whatever_count_was_corrected() -> (
    None
):
    slug = "two-ten-jack"
    cards = tuple(counted(GAMES[slug].rule_sheet.defaults))
    all_to_two = CardsCaptured(tuple((card, Seat.TWO) for card in cards))
    all_to_three = CardsCaptured(tuple((card, Seat.THREE) for card in cards))
    table = Table(slug, GAMES[slug].rule_sheet.defaults)
    for event in about(slug).read("C5 C7 C8 C9"):
        table.enter(event)
    table.enter(all_to_two)
    row = last_row(table)
    give(table, Effect("rest", "1", 0))
    first = sides(table)
    assert first["1"] == max(first.values()) and first["2"] == 0
    entries = [
        entry.seq for entry in table.now.folded.order if entry.event == all_to_two
    ]
    table.do(Command((Entry(all_to_three, entries[0]),), (entries[0],), "misread"))
    table.settle()
    assert sides(table) == first and last_row(table) == row


# ---- a ruling that still waits ----


@pytest.mark.parametrize(
    ("card", "right", "is_over"),
    [("H4", "D4", True), ("HA", "HJ", False), ("C2", "C3", False)],
)
def test_a_waiting_ruling_is_overtaken_by_a_correction_of_what_proved_it(
    card: str, right: str, is_over: bool
) -> None:
    """East ruffed a heart and led one later; the club was played after the ruling."""
    table = table_of("bridge", ContractStated(Contract.parse("4S"), S))
    for word in ["HK", "H2", "S3", "H3", "H4", "H5", "HA", "H7"]:
        table.enter(CardPlayed(Card.parse(word)))
    told = {"seat": "E", "card": "S3", "held": "H4", "trick": "1"}
    table.enter(table.ruled("revoke", **told, besides="none", later="1"))
    ruling = table.now.last
    table.enter(CardPlayed(Card.parse("C2")))
    assert not is_overtaken(table.now, table.given(ruling))
    table.put_right(card, right)
    assert is_overtaken(table.now, table.given(ruling)) is is_over


# ---- what no file can say ----


def test_what_no_ruling_gives_is_refused_and_what_one_gives_twice() -> None:
    table = table_of("bridge", ContractStated(Contract.parse("4S"), S), TricksTaken(9))
    row = last_row(table)
    ruling = give(table, Effect("tricks", "NS", 1))
    for award in (
        Awarded(ruling, row, "tricks", "NS", 1),
        Awarded(ruling, row, "tricks", "NS", 2),
        Awarded(ruling, row, "count", "NS", 1),
        Awarded(ruling, 1, "tricks", "NS", 1),
        Awarded(1, row, "tricks", "NS", 1),
    ):
        with pytest.raises(RuleViolation):
            table.enter(award)


def test_what_a_ruling_gives_in_a_deal_that_is_struck_out_goes_to_no_other() -> None:
    table = table_of("bridge", ContractStated(Contract.parse("4S"), S), TricksTaken(9))
    plain = sides(table_of("bridge"))
    give(table, Effect("tricks", "NS", 1))
    facts = [
        entry.seq
        for entry in table.now.folded.order
        if isinstance(entry.event, ContractStated | TricksTaken)
    ]
    table.do(Command((), tuple(facts[-2:]), "it was dealt again"))
    assert sides(table) == plain
    assert [type(misfit.entry.event) for misfit in table.now.folded.misfits] == [
        Awarded
    ]


@pytest.mark.parametrize("goes_on", [False, True])
def test_what_both_sides_answered_stays_theirs_though_another_deal_is_corrected(
    goes_on: bool,
) -> None:
    """They were asked of this deal, whichever is in progress now."""
    earlier = (ContractStated(Contract.parse("1NT"), N), TricksTaken(7))
    table = table_of("bridge", *earlier, ContractStated(Contract.parse("4S"), S))
    told = {"seat": "E", "68.left": "10", "68.conceded": "5", "68.objects": "no"}
    code = "bridge.irregularity.concession"
    irregularity = irregularity_of(table.now.game, "concession")
    assert irregularity is not None
    while True:
        judged = judging(table.now, "concession")
        found = heard(irregularity, table.now.folded, told, judging=judged)
        if not isinstance(found.outcome, OpenQuestion):
            break
        asked = found.outcome
        answer = asked.options[-1][0]
        if not asked.is_determined:
            told[asked.name] = answer
            continue
        table.enter(asked_on(table.now, code, found.facts, asked.name))
        answers = tuple((party.id, answer, "") for party in table.now.parties)
        table.enter(JudgmentGiven(table.now.last, answers))
    table.enter(entered(table.now, code, found))
    ruling = table.now.last
    if goes_on:
        table.enter(TricksTaken(10))
        table.enter(ContractStated(Contract.parse("3NT"), W))
    correct(table, earlier_row(table), earlier[0], TricksTaken(8))
    assert not is_overtaken(table.now, table.given(ruling))
