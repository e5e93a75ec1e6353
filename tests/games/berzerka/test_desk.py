"""The questions: which one comes next, what a form states, what a correction starts
from."""

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.core.cards import Suit
from scorekeeper.core.evening import DealerIs
from scorekeeper.core.session import Event, fold_until
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.berzerka import BERZERKA
from scorekeeper.games.berzerka.events import (
    BoardSet,
    ContractBid,
    ContractWritten,
    Discarded,
    HandPlayed,
    HandStated,
    HotseatPicked,
    How,
    PainSuitNamed,
    Passed,
    RankingNamed,
    TrumpNamed,
)
from scorekeeper.games.berzerka.rules import (
    PRINTED,
    STARTER,
    Aim,
    Counts,
    Ranking,
    RankingRule,
    TrumpRule,
)
from scorekeeper.words import words_in
from tests.games.berzerka.table import HOTSEAT, ONE, THREE, TWO, Table

DESK = BERZERKA.flow
say = words_in("en").text


def asked(table: Table, wanted: str = "") -> str:
    return DESK.next(table.state, wanted)


def form_of(table: Table, name: str, sent: dict[str, Any] | None = None) -> EntryForm:
    kind = DESK.form(name)
    assert kind
    return kind(MultiDict(sent) if sent is not None else None, folded=table.folded)


def facts(table: Table, name: str, /, **sent: Any) -> tuple[Event, ...]:
    form = form_of(table, name, sent)
    assert form.validate(), form.errors
    stated = form.facts()
    assert all(isinstance(event, form.STATES) for event in stated)
    return stated


def errors(table: Table, name: str, /, **sent: Any) -> dict[str, list[str]]:
    form = form_of(table, name, sent)
    assert not form.validate()
    return {
        field: [say(one) for one in found]
        for field, found in form.errors.items()
        if field
    }


# ---- which question is next ----


def test_the_questions_follow_the_hand(table: Table) -> None:
    assert asked(table) == asked(table, "quick") == "board"
    assert asked(table, "own") == "own"
    table.board("still-holding", "one-weakness")
    assert asked(table) == "bid"
    assert asked(table, "quick") == "quick"
    table.tell(Passed(), Passed(), Passed())
    assert asked(table) == asked(table, "quick") == "hotseat"
    table.tell(HotseatPicked("still-holding"))
    assert asked(table) == "trump"
    table.tell(TrumpNamed(Suit.CLUBS))
    assert asked(table) == "ranking"
    table.tell(RankingNamed(Ranking.NORMAL))
    assert asked(table) == "discards"
    table.tell(Discarded(0))
    assert asked(table) == "result"
    table.tell(
        HandPlayed(0), DealerIs(ONE), ContractBid("one-weakness"), Passed(), Passed()
    )
    assert asked(table) == "pain-suit"


def test_a_table_that_enters_whole_hands_is_asked_so_again(starter: Table) -> None:
    assert asked(starter) == "bid"
    starter.hand(TWO, "berzerka", 3)
    assert (asked(starter), asked(starter, "bid")) == ("quick", "bid")
    starter.tell(DealerIs(ONE), Passed(), Passed(), Passed())
    assert asked(starter) == "hotseat"
    starter.tell(HotseatPicked("seeing-red"), Discarded(0), HandPlayed(4))
    assert (asked(starter), asked(starter, "quick")) == ("bid", "quick")


def test_a_finished_board_asks_for_the_next(table: Table) -> None:
    table.board("seeing-red").three("seeing-red", (1, 2, 3))
    assert asked(table) == asked(table, "quick") == "board"


@pytest.mark.parametrize("form", DESK.forms, ids=lambda form: form.NAME)
def test_every_question_can_be_put_and_says_its_words(form: type[EntryForm]) -> None:
    table = Table().starter()
    if form.NAME not in ("board", "own", "bid", "quick", "hotseat"):
        table.tell(ContractBid("hold-steady"), Passed(), Passed())
    put: Any = form_of(table, form.NAME)
    if put.hand.contract:
        assert say(put.hand.awaited) and say(put.hand.bid) and put.hand.order
    for field in put:
        assert "berzerka." not in say(field.label.text)
        for choice in getattr(field, "choices", None) or ():
            assert "berzerka." not in say(choice[1])


# ---- the board ----


def test_the_starter_five_take_one_tap(table: Table) -> None:
    assert facts(table, "board", which="starter") == (
        BoardSet(tuple(contract.code for contract in STARTER)),
    )


def test_all_thirteen(table: Table) -> None:
    (event,) = facts(table, "board", which="all", copies="middling")
    assert event == BoardSet(tuple(contract.code for contract in PRINTED), "middling")


def test_the_ticked_contracts_in_the_order_of_the_appendix(table: Table) -> None:
    table.tell(ContractWritten(1, "Ladder", Aim.MOST, 1))
    sent = {"contracts": ["own-1", "middling", "berzerka"], "copies": "middling"}
    (event,) = facts(table, "board", **sent)
    assert event == BoardSet(("berzerka", "middling", "own-1"))


def test_an_unknown_contract_is_left_to_the_rules_to_refuse(table: Table) -> None:
    assert facts(table, "board", contracts=["poker"]) == (BoardSet(("poker",)),)


def test_the_next_board_starts_from_the_last(table: Table) -> None:
    table.board("middling", "shapeshift", copies="middling")
    for code in ("middling", "shapeshift"):
        table.three(code, (1, 2, 3))
    form = form_of(table, "board")
    assert form["contracts"].data == ["middling", "shapeshift"]
    assert form["copies"].data == "middling"
    assert form.state.board.is_over


def test_a_contract_of_the_tables_own(table: Table) -> None:
    form = form_of(table, "own")
    assert form["tile"].data == 1
    sent = {
        "tile": 1,
        "name": " Ladder ",
        "counts": "last-six",
        "aim": "closest",
        "target": 2,
    }
    sent |= {"trump": "pick", "ranking": "chosen", "base": 4, "step": 3}
    (event,) = facts(table, "own", **sent)
    assert event == ContractWritten(
        1,
        "Ladder",
        Aim.CLOSEST,
        4,
        Counts.LAST_SIX,
        TrumpRule.PICK,
        RankingRule.CHOSEN,
        3,
        2,
    )
    table.tell(event)
    assert form_of(table, "own")["tile"].data == 2
    found = errors(table, "own", **{**sent, "base": "many", "aim": "worst", "name": ""})
    assert set(found) == {"base", "aim", "name"}
    assert found["base"][0].startswith("“many” isn’t a whole number")


# ---- a hand ----


def test_a_bid_and_a_pass(starter: Table) -> None:
    assert facts(starter, "bid", call="bid", contract="berzerka") == (
        ContractBid("berzerka", 0, TWO),
    )
    assert facts(starter, "bid", call="pass") == (Passed(TWO),)
    assert set(errors(starter, "bid", call="bid")) == {"contract"}
    assert set(errors(starter, "bid", call="shout", contract="berzerka")) == {"call"}


def test_the_least_overbid_is_filled_in(starter: Table) -> None:
    starter.tell(ContractBid("berzerka"), ContractBid("berzerka", 3))
    form: Any = form_of(starter, "bid")
    assert form.overbid.data == form.least == 4
    assert facts(starter, "bid", contract="berzerka") == (
        ContractBid("berzerka", 4, ONE),
    )
    assert facts(starter, "bid", contract="berzerka", overbid="6") == (
        ContractBid("berzerka", 6, ONE),
    )
    assert set(errors(starter, "bid", contract="berzerka", overbid="six")) == {
        "overbid"
    }


def test_only_open_contracts_are_offered(starter: Table) -> None:
    starter.hand(TWO, "berzerka", 3)
    starter.tell(DealerIs(ONE))
    choices: Any = form_of(starter, "bid")["contract"]
    assert "berzerka" not in [code for code, _ in choices.choices]
    starter.tell(Passed(), Passed(), Passed())
    choices = form_of(starter, "hotseat")["contract"]
    assert "berzerka" not in [code for code, _ in choices.choices]


def test_what_is_named_discarded_and_taken(table: Table) -> None:
    table.board("still-holding", "one-weakness")
    table.tell(ContractBid("still-holding"), Passed(), Passed())
    assert facts(table, "trump", suit="S") == (TrumpNamed(Suit.SPADES),)
    assert facts(table, "pain-suit", suit="H") == (PainSuitNamed(Suit.HEARTS),)
    assert facts(table, "ranking", ranking="inverted") == (
        RankingNamed(Ranking.INVERTED),
    )
    assert facts(table, "discards", discards="0") == (Discarded(0),)
    assert facts(table, "result", count="13") == (HandPlayed(13),)
    assert set(errors(table, "result")) == {"count"}
    assert set(errors(table, "trump", suit="stars")) == {"suit"}


def test_the_result_is_asked_in_the_contracts_own_unit(table: Table) -> None:
    table.board("marathon-flex").tell(ContractBid("marathon-flex"), Passed(), Passed())
    field: Any = form_of(table, "result")["count"]
    assert [code for code, _ in field.choices] == ["0", "1", "2", "3", "4", "5", "6"]
    assert say(field.label.text) == "Tricks taken among the last six"


def test_a_whole_hand(starter: Table) -> None:
    sent = {"declarer": "2", "how": "bid", "contract": "berzerka", "overbid": "1"}
    sent |= {"discards": "0", "count": "9", "trump": "S"}
    assert facts(starter, "quick", **sent) == (
        HandStated(TWO, "berzerka", 0, 9, How.BID, 1, Suit.SPADES),
    )
    found = errors(starter, "quick", declarer="9", count="many")
    assert set(found) == {"declarer", "contract", "discards", "count"}


# ---- corrections ----


def restated(table: Table, first: int, last: int) -> tuple[Event, ...] | None:
    """Fill the form that corrects these entries, and send it back as it is."""
    entries = table.log[first - 1 : last]
    folded = fold_until(BERZERKA, table.settings, table.log, first)
    found = DESK.correcting(folded.state, entries)
    if found is None:
        return None
    name, data = found
    kind = DESK.form(name)
    assert kind
    filled = kind(None, folded=folded, data=data)
    sent: MultiDict[str, Any] = MultiDict()
    for field in filled:
        given = field.data if isinstance(field.data, list) else [field.data]
        sent.setlist(
            field.name,
            [str(getattr(one, "value", one)) for one in given if one is not None],
        )
    recorded = tuple(entry.event for entry in entries)
    form = kind(sent, folded=folded, recorded=recorded)
    assert form.validate(), form.errors
    return form.facts()


STEPS: list[Any] = [
    ContractWritten(1, "Ladder", Aim.CLOSEST, 4, Counts.LAST_SIX, step=3, target=2),
    BoardSet(("still-holding", "shapeshift", "own-1"), "own-1"),
    ContractBid("own-1", 0, TWO),
    ContractBid("still-holding", 2, THREE),
    Passed(ONE),
    Passed(TWO),
    TrumpNamed(Suit.CLUBS),
    RankingNamed(Ranking.INVERTED),
    Discarded(0),
    HandPlayed(8),
    HandStated(ONE, "shapeshift", 0, 6, How.BID, 3),
    DealerIs(ONE),
    Passed(TWO),
    Passed(THREE),
    Passed(ONE),
    HotseatPicked("shapeshift", TWO),
]


def test_every_entry_can_be_restated_as_it_is(table: Table) -> None:
    for event in STEPS:
        table.tell(event)
    for seq, event in enumerate(STEPS, start=1):
        expected = None if isinstance(event, DealerIs) else (event,)
        assert restated(table, seq, seq) == expected


def test_the_pain_suit_can_be_restated(table: Table) -> None:
    table.board("one-weakness").tell(ContractBid("one-weakness"), Passed(), Passed())
    seq = table.tell(PainSuitNamed(Suit.DIAMONDS))
    assert restated(table, seq, seq) == (PainSuitNamed(Suit.DIAMONDS),)


def test_a_whole_row_is_restated_at_once(table: Table) -> None:
    for event in STEPS:
        table.tell(event)
    assert restated(table, 3, 10) == tuple(STEPS[2:10])


def test_a_row_with_a_corrected_dealer_is_restated_without_it(starter: Table) -> None:
    steps: list[Any] = [DealerIs(THREE), Passed(), ContractBid("seeing-red"), Passed()]
    steps += [Discarded(2), HandPlayed(4)]
    for event in steps:
        starter.tell(event)
    assert restated(starter, 2, 7) == tuple(steps[1:])


def test_a_row_in_progress_is_restated_entry_by_entry(table: Table) -> None:
    for event in STEPS:
        table.tell(event)
    assert restated(table, 13, 16) is None


def test_a_hand_from_the_hotseat_is_restated(starter: Table) -> None:
    seq = starter.hand(TWO, "berzerka", 3, how=HOTSEAT)
    assert restated(starter, seq, seq) == (HandStated(TWO, "berzerka", 3, 3, HOTSEAT),)
