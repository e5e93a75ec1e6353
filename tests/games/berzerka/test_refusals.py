"""What can't be is refused, beside its field."""

import pytest

from scorekeeper.core.cards import Suit
from scorekeeper.core.errors import ImpossibleResult, RuleViolation
from scorekeeper.core.evening import Adjusted, CarriedIn, DealerIs, Ended, ThrownIn
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
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
from scorekeeper.games.berzerka.rules import Aim, Counts, Overbids, Ranking, Settings
from scorekeeper.words import words_in
from tests.games.berzerka.table import ONE, THREE, TWO, Table

BID_AND_PASSED = (ContractBid("seeing-red"), Passed(), Passed())


def refused(table: Table, event: Event) -> tuple[str, str]:
    """The code, without its prefix, and the field that refuse this event."""
    with pytest.raises(RuleViolation) as caught:
        table.tell(event)
    sentence = words_in("en").text(caught.value.why)
    assert "berzerka." not in sentence, sentence
    assert "%(" not in sentence, sentence
    return caught.value.why.code.rpartition("refused.")[2], caught.value.field


# ---- the board ----


@pytest.mark.parametrize(
    ("event", "code", "field"),
    [
        (BoardSet(()), "board-empty", "contracts"),
        (BoardSet(("no-trump",)), "no-such-contract", "contracts"),
        (BoardSet(("own-1",)), "no-such-contract", "contracts"),
        (BoardSet(("middling", "middling")), "contract-twice", "contracts"),
        (BoardSet(("middling", "shapeshift")), "copies-missing", "copies"),
        (
            BoardSet(("middling", "shapeshift"), "shapeshift"),
            "copies-missing",
            "copies",
        ),
        (
            BoardSet(("middling", "shapeshift"), "berzerka"),
            "copies-off-board",
            "copies",
        ),
        (BoardSet(("middling", "shapeshift"), "?"), "copies-off-board", "copies"),
        (BoardSet(("middling",), "middling"), "copies-nothing", "copies"),
        (ContractWritten(3, "Ladder", Aim.MOST, 1), "tile", "tile"),
        (ContractWritten(1, " ", Aim.MOST, 1), "tile-name", "name"),
        (ContractWritten(1, "x" * 25, Aim.MOST, 1), "tile-name", "name"),
        (ContractWritten(1, "Ladder", Aim.MOST, 100), "tile-value", "base"),
        (ContractWritten(1, "Ladder", Aim.MOST, 1, step=-1), "tile-value", "step"),
        (ContractWritten(1, "Ladder", Aim.MIDDLE, 1, step=2), "tile-odd", "base"),
        (ContractWritten(1, "Ladder", Aim.MIDDLE, 2, step=1), "tile-odd", "step"),
        (
            ContractWritten(1, "Ladder", Aim.CLOSEST, 1, Counts.LAST_SIX, target=7),
            "tile-target",
            "target",
        ),
    ],
)
def test_a_board_that_cannot_be(
    table: Table, event: Event, code: str, field: str
) -> None:
    assert refused(table, event) == (code, field)


def test_two_tiles_have_two_names(table: Table) -> None:
    table.tell(ContractWritten(1, "Ladder", Aim.MOST, 1))
    assert refused(table, ContractWritten(2, "Ladder", Aim.MOST, 1)) == (
        "tile-name-taken",
        "name",
    )
    table.tell(ContractWritten(1, "Ladder", Aim.FEWEST, 2))
    assert [tile.base for tile in table.state.tiles] == [2]


def test_a_hand_needs_a_board(table: Table) -> None:
    assert refused(table, Passed()) == ("no-board", "")
    assert refused(table, HandStated(TWO, "berzerka", 1, 2)) == ("no-board", "")
    assert refused(table, Ended()) == ("no-board", "")


def test_the_board_is_fixed(starter: Table) -> None:
    assert refused(starter, BoardSet(("middling",))) == ("board-fixed", "")
    assert refused(starter, ContractWritten(1, "Ladder", Aim.MOST, 1)) == (
        "board-fixed",
        "",
    )


# ---- the four refusals that the issue asks for ----


def test_fourteen_tricks(starter: Table) -> None:
    starter.tell(*BID_AND_PASSED, Discarded(1))
    assert refused(starter, HandPlayed(14)) == ("count-tricks", "count")
    assert refused(starter, HandPlayed(-1)) == ("count-tricks", "count")
    with pytest.raises(ImpossibleResult):
        starter.tell(HandPlayed(14))


def test_fourteen_tricks_in_a_whole_hand(starter: Table) -> None:
    assert refused(starter, HandStated(TWO, "berzerka", 0, 14)) == (
        "count-tricks",
        "count",
    )


def test_a_contract_that_player_has_completed(starter: Table) -> None:
    starter.hand(TWO, "berzerka", 5)
    assert refused(starter, HandStated(TWO, "berzerka", 0, 3)) == (
        "completed",
        "contract",
    )
    starter.tell(DealerIs(ONE))
    assert refused(starter, ContractBid("berzerka")) == ("completed", "contract")
    starter.tell(Passed(), Passed(), Passed())
    assert refused(starter, HotseatPicked("berzerka")) == ("completed", "contract")


def test_a_discard_of_twenty(starter: Table) -> None:
    starter.tell(*BID_AND_PASSED)
    assert refused(starter, Discarded(20)) == ("discards", "discards")
    assert refused(starter, Discarded(-1)) == ("discards", "discards")


def test_a_discard_of_twenty_in_a_whole_hand(starter: Table) -> None:
    assert refused(starter, HandStated(TWO, "berzerka", 20, 3)) == (
        "discards",
        "discards",
    )


def test_an_overbid_on_nothing(starter: Table) -> None:
    assert refused(starter, ContractBid("berzerka", 1)) == (
        "overbid-on-nothing",
        "overbid",
    )


def test_an_overbid_from_the_hotseat(starter: Table) -> None:
    event = HandStated(TWO, "berzerka", 1, 3, How.HOTSEAT, overbid=1)
    assert refused(starter, event) == ("overbid-on-nothing", "overbid")


# ---- overbids (B1) ----


def test_an_overbid_is_above_the_last(starter: Table) -> None:
    starter.tell(ContractBid("berzerka"))
    assert refused(starter, ContractBid("seeing-red")) == ("overbid-low", "overbid")
    starter.tell(ContractBid("seeing-red", 3))
    assert refused(starter, ContractBid("berzerka", 3)) == ("overbid-low", "overbid")
    assert refused(starter, ContractBid("berzerka", 14)) == ("overbid-high", "overbid")
    starter.tell(ContractBid("seeing-red", 4))


def test_no_jumps_where_they_go_up_one_by_one() -> None:
    table = Table(Settings(overbids=Overbids.STEPS)).starter()
    table.tell(ContractBid("berzerka"))
    assert refused(table, ContractBid("seeing-red", 2)) == ("overbid-jump", "overbid")
    table.tell(ContractBid("seeing-red", 1))
    assert refused(table, ContractBid("berzerka", 1)) == ("overbid-jump", "overbid")


def test_a_whole_hand_has_no_more_overbid_than_tricks(starter: Table) -> None:
    event = HandStated(TWO, "berzerka", 1, 3, overbid=14)
    assert refused(starter, event) == ("overbid-high", "overbid")


# ---- what belongs to another moment ----


@pytest.mark.parametrize(
    "event",
    [HotseatPicked("berzerka"), TrumpNamed(Suit.CLUBS), Discarded(2), HandPlayed(5)],
)
def test_the_bidding_comes_first(starter: Table, event: Event) -> None:
    assert refused(starter, event) == ("not-now", "")


def test_the_hotseat_comes_next(starter: Table) -> None:
    starter.tell(Passed(), Passed(), Passed())
    for event in (Passed(), ContractBid("berzerka"), Discarded(1)):
        assert refused(starter, event) == ("not-now", "")


def test_what_the_contract_needs_comes_before_discarding(table: Table) -> None:
    table.board("still-holding").tell(ContractBid("still-holding"), Passed(), Passed())
    assert refused(table, Discarded(1)) == ("not-now", "")
    table.tell(RankingNamed(Ranking.INVERTED))
    assert refused(table, RankingNamed(Ranking.NORMAL)) == ("not-named-here", "")
    assert refused(table, PainSuitNamed(Suit.CLUBS)) == ("not-named-here", "")
    assert refused(table, TrumpNamed(Suit.STARS)) == ("no-such-suit", "suit")
    table.tell(TrumpNamed(Suit.CLUBS), Discarded(1))
    assert refused(table, TrumpNamed(Suit.CLUBS)) == ("not-now", "")


def test_a_result_comes_after_the_discards(starter: Table) -> None:
    starter.tell(*BID_AND_PASSED)
    assert refused(starter, HandPlayed(5)) == ("not-now", "")


def test_a_whole_hand_does_not_interrupt_another(starter: Table) -> None:
    starter.tell(Passed())
    assert refused(starter, HandStated(TWO, "berzerka", 1, 3)) == ("hand-begun", "")


@pytest.mark.parametrize(
    ("named", "code", "field"),
    [
        ({"trump": Suit.CLUBS}, "not-named-here", "trump"),
        ({"pain_suit": Suit.CLUBS}, "not-named-here", "pain_suit"),
        ({"ranking": Ranking.NORMAL}, "not-named-here", "ranking"),
    ],
)
def test_a_whole_hand_names_what_its_contract_asks_for(
    starter: Table, named: dict[str, Suit], code: str, field: str
) -> None:
    event = HandStated(TWO, "bottle-it-up", 1, 3, **named)  # type: ignore[arg-type]
    assert refused(starter, event) == (code, field)


def test_a_whole_hand_names_a_suit_of_the_pack(starter: Table) -> None:
    event = HandStated(TWO, "berzerka", 1, 3, trump=Suit.GREEN)
    assert refused(starter, event) == ("no-such-suit", "trump")


# ---- results by the contract's own count ----


def test_seven_of_the_last_six(table: Table) -> None:
    table.board("marathon-flex")
    event = HandStated(TWO, "marathon-flex", 1, 7)
    assert refused(table, event) == ("count-last-six", "count")


def test_fourteen_cards_of_a_suit(table: Table) -> None:
    table.board("one-weakness")
    event = HandStated(TWO, "one-weakness", 1, 14)
    assert refused(table, event) == ("count-suit-cards", "count")


# ---- who, and when ----


def test_a_contract_that_is_not_on_the_board(starter: Table) -> None:
    assert refused(starter, ContractBid("middling")) == ("not-on-board", "contract")
    assert refused(starter, HandStated(ONE, "?", 1, 1)) == ("not-on-board", "contract")


def test_the_hotseat_is_forehands(starter: Table) -> None:
    event = HandStated(THREE, "berzerka", 1, 3, How.HOTSEAT)
    assert refused(starter, event) == ("hotseat-is", "declarer")


def test_there_are_three_seats(starter: Table) -> None:
    event = HandStated(Seat.FOUR, "berzerka", 1, 3)
    assert refused(starter, event) == ("no-such-seat", "declarer")
    assert refused(starter, DealerIs(Seat.NORTH)) == ("no-such-seat", "seat")
    assert refused(starter, CarriedIn("NS", 3)) == ("no-such-party", "party")
    assert refused(starter, Adjusted("4", 3, "why")) == ("no-such-party", "party")


def test_an_adjustment_of_nothing_is_refused(starter: Table) -> None:
    assert refused(starter, Adjusted("1", 0, "why")) == ("adjusted-nothing", "points")


def test_the_dealer_stands_once_the_bidding_has_begun(starter: Table) -> None:
    starter.tell(Passed())
    assert refused(starter, DealerIs(TWO)) == ("dealer-late", "seat")


def test_a_finished_board_takes_no_more_hands(table: Table) -> None:
    table.board("hidden-strength").three("hidden-strength", (1, 2, 3))
    for event in (
        Passed(),
        ThrownIn(),
        Ended(),
        HandStated(ONE, "hidden-strength", 1, 1),
    ):
        assert refused(table, event) == ("over", "")
