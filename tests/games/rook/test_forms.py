"""What a table of Rook is asked, what its answers state, and how they are corrected."""

import re
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.codec import encode
from scorekeeper.core.evening import Ended
from scorekeeper.core.messages import message
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import fold_until
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.rook import ROOK
from scorekeeper.games.rook.events import (
    BidStated,
    Call,
    CallMade,
    CountStated,
    DiscardsMade,
    FirstLead,
    KittyTaken,
    NobodyBid,
    PartnerCalled,
    PartnerIs,
    TrumpDeclared,
)
from scorekeeper.games.rook.pages import CountForm
from scorekeeper.games.rook.rules import Ceiling, CounterValues, KittyTo, NobodyBids
from scorekeeper.web.table.corrections import restated
from scorekeeper.words import words_in
from tests.games.rook.asking import ask_for, form, refused, stated
from tests.games.rook.table import bid_by_bid, calls, captured, cards, quick, table
from tests.games.sitting import Sitting
from tests.web.conftest import PEOPLE, Visitor, app, client, visitor
from tests.web.showing import plain

__all__ = ["app", "client", "visitor"]

WORDS = words_in("en")


def asked(sitting: Sitting, wanted: str = "") -> str:
    return ROOK.flow.next(sitting.state, wanted)


# ---- which question comes next ----


def test_a_table_is_asked_for_calls_then_trump_then_a_count() -> None:
    sitting = table()
    assert asked(sitting) == "auction"
    bid_by_bid(sitting, "100")
    assert asked(sitting) == asked(sitting, "bid") == "auction"
    bid_by_bid(sitting, "pass pass pass")
    assert asked(sitting) == "trump"
    assert asked(sitting, "count") == "count"
    sitting.enter(TrumpDeclared(Suit.RED))
    assert asked(sitting) == "total"
    assert asked(sitting, "auction") == "total"
    assert asked(sitting, "lead") == "lead"


@pytest.mark.parametrize("name", ["discards", "kitty"])
def test_what_the_bidder_alone_knows_is_not_asked_for_before_the_count(
    name: str,
) -> None:
    """It is sealed, or not recorded; what was recorded can be put right."""
    sitting = bid_by_bid(table(), "100 pass pass pass")
    laid = (KittyTaken(), DiscardsMade(), TrumpDeclared(Suit.RED))
    sitting.enter(*laid)
    assert asked(sitting, name) == "total"
    kind = KittyTaken if name == "kitty" else DiscardsMade
    entry = next(one for one in sitting.log if isinstance(one.event, kind))
    found = ROOK.flow.correcting(sitting.until(entry.seq), (entry,))
    assert found is not None and found[0] == name
    five = ["R2", "G5", "B14", "Y1", "Rook"]
    assert stated(sitting, name, cards=five) == (kind(cards(" ".join(five))),)


def test_a_table_is_asked_as_it_answered_last_time() -> None:
    sitting = table().enter(*quick("1", 100, "13", 100))
    assert (asked(sitting), asked(sitting, "auction")) == ("bid", "auction")
    sitting.enter(BidStated(Seat.ONE, 100), TrumpDeclared(Suit.RED))
    assert asked(sitting) == "total"
    sitting.enter(captured("13", "R1", "13"))
    sitting.enter(BidStated(Seat.ONE, 100), TrumpDeclared(Suit.RED))
    assert asked(sitting) == "count"


def test_a_whole_deal_at_once_is_a_hand() -> None:
    assert asked(table(), "quick") == "hand"


def test_a_game_that_is_over_is_shown_before_the_next_hand() -> None:
    sitting = table(target=100).enter(*quick("1", 100, "13", 120))
    assert asked(sitting) == "over"
    assert asked(sitting, "bid") == "bid"
    bid_by_bid(sitting, "100")
    assert asked(sitting) == "auction"
    assert stated(sitting, "over") == ()


# ---- what the answers state ----


@pytest.mark.parametrize("word", ["105", "pass", "pass-partner"])
def test_a_call_is_one_button(word: str) -> None:
    assert stated(table(), "auction", call=word) == (CallMade(Call(word), Seat.TWO),)


@pytest.mark.parametrize("word", ["", "double", "-5", "<b>"])
def test_what_is_no_call_is_refused(word: str) -> None:
    code = "rook.refused.no-call" if word else "rook.refused.nothing-written"
    assert refused(table(), "auction", call=word)["call"][0].code == code


def test_a_bid_that_was_said_aloud() -> None:
    bid = BidStated(Seat.TWO, 130)
    assert stated(table(), "bid", bidder="2", amount="130") == (bid,)
    facts = stated(table(), "bid", bidder="2", amount="130", trump="Y")
    assert facts == (bid, TrumpDeclared(Suit.YELLOW))
    assert stated(table(), "bid", nobody="1") == (NobodyBid(),)


@pytest.mark.parametrize(
    ("sent", "fields"),
    [
        ({}, {"bidder", "amount"}),
        ({"bidder": "2", "amount": "131"}, {"amount"}),
        ({"bidder": "5", "amount": "130"}, {"bidder"}),
        ({"bidder": "2", "amount": "130", "trump": "H"}, {"trump"}),
    ],
)
def test_a_bid_needs_its_answers(sent: dict[str, str], fields: set[str]) -> None:
    errors = refused(table(), "bid", **sent)
    assert set(errors) == fields
    codes = {error[0].code for error in errors.values()}
    assert codes <= {"rook.refused.choose", "refused.no-such-answer"}


def test_trump_is_one_button_and_the_kitty_goes_with_it() -> None:
    sitting = bid_by_bid(table(), "100 pass pass pass")
    trump = TrumpDeclared(Suit.BLACK)
    laid = (KittyTaken(), DiscardsMade())
    assert stated(sitting, "trump", trump="B") == (*laid, trump)
    lead = FirstLead(Seat.THREE)
    assert stated(sitting, "trump", trump="B", leader="3") == (*laid, trump, lead)
    assert set(refused(sitting, "trump", trump="B", leader="4")) == {"leader"}
    assert set(refused(sitting, "trump")) == {"trump"}
    aloud = table().enter(BidStated(Seat.TWO, 100))
    assert stated(aloud, "trump", trump="B") == (trump,)


def test_the_first_lead_alone() -> None:
    sitting = table().enter(BidStated(Seat.FOUR, 100))
    assert stated(sitting, "lead", leader="1") == (FirstLead(Seat.ONE),)
    assert set(refused(sitting, "lead", leader="2")) == {"leader"}


def test_a_team_that_does_not_sit_here_is_refused_and_shown() -> None:
    sitting = bid_by_bid(table(), "120 pass pass pass")
    sent = {"party": "NS", "hundreds": "100", "points": "20"}
    assert set(refused(sitting, "total", **sent)) == {"party"}
    assert ask_for(sitting, "total", **sent).counters.total == 200


def test_discards_are_cards_of_the_deck() -> None:
    sitting = table().enter(BidStated(Seat.FOUR, 100))
    five = ["R2", "G5", "B14", "Y1", "Rook"]
    assert stated(sitting, "discards", cards=five) == (
        DiscardsMade(cards(" ".join(five))),
    )
    errors = refused(sitting, "discards", cards=["H5"])
    assert errors["cards"][0].code == "refused.no-such-card"


@pytest.mark.parametrize("party", ["13", "24"])
@pytest.mark.parametrize(
    ("hundreds", "rest", "points"), [(0, 5, 5), (100, 15, 115), (200, 0, 200)]
)
def test_a_total_is_its_hundreds_and_the_rest(
    party: str, hundreds: int, rest: int, points: int
) -> None:
    sitting = table().enter(BidStated(Seat.ONE, 100))
    facts = stated(
        sitting, "total", party=party, hundreds=str(hundreds), points=str(rest)
    )
    assert facts == (CountStated(party, points),)


@pytest.mark.parametrize(
    ("others", "code", "n"),
    [("85", "", 0), ("90", "both-too-many", 5), ("70", "both-too-few", 15)],
)
def test_the_other_teams_count_is_checked_where_it_is_typed(
    others: str, code: str, n: int
) -> None:
    sitting = table().enter(BidStated(Seat.ONE, 100))
    sent = {"party": "13", "hundreds": "100", "points": "15", "others_count": others}
    if not code:
        assert stated(sitting, "total", **sent) == (CountStated("13", 115),)
        return
    why = refused(sitting, "total", **sent)["others_count"][0]
    assert (why.code, why.values["n"]) == (f"rook.refused.{code}", n)
    more = "more" if n == 5 else "less"
    assert f"{200 + (n if n == 5 else -n)}, {n} {more} than" in WORDS.text(why)


def test_a_hand_below_a_hundred_has_no_hundreds_to_choose() -> None:
    figures = (
        ("1", 0),
        ("5", 5),
        ("10", 0),
        ("14", 0),
        ("Rook", 20),
        ("last trick", 20),
    )
    sitting = table(count=CounterValues.CUSTOM, figures=figures, minimum=30)
    sitting.enter(BidStated(Seat.ONE, 30))
    assert stated(sitting, "total", party="13", points="45") == (CountStated("13", 45),)
    assert set(refused(sitting, "total", party="13", points="65")) == {"points"}


def test_a_total_needs_both_taps() -> None:
    sitting = table().enter(BidStated(Seat.ONE, 100))
    assert set(refused(sitting, "total", party="13", hundreds="100")) == {"points"}
    assert set(refused(sitting, "total", party="13", points="15")) == {"hundreds"}
    assert "hundreds" in refused(
        sitting, "total", party="13", points="15", others_count="85"
    )


def test_tapped_counters_are_the_bidders() -> None:
    sitting = table().enter(BidStated(Seat.TWO, 100))
    facts = stated(sitting, "count", cards=["G10", "R1", "Rook"], last_trick="y")
    assert facts == (captured("24", "R1 G10 Rook", "24"),)
    errors = refused(sitting, "count")
    assert errors["cards"][0].code == "rook.refused.nothing-tapped"
    assert stated(sitting, "count", none="y") == (captured("24", "", "13"),)
    errors = refused(sitting, "count", cards=["R2"])
    assert errors["cards"][0].code == "refused.no-such-card"


@pytest.mark.parametrize(
    ("kitty", "last_trick", "has_kitty"),
    [
        (KittyTo.LAST_TRICK, "y", True),
        (KittyTo.LAST_TRICK, "", False),
        (KittyTo.BIDDER, "y", True),
        (KittyTo.BIDDER, "", True),
    ],
)
def test_discards_that_were_entered_go_where_the_settings_say(
    kitty: KittyTo, last_trick: str, has_kitty: bool
) -> None:
    sitting = table(kitty=kitty).enter(
        BidStated(Seat.ONE, 100), DiscardsMade(cards("R5 G10 R2 R3 R4"))
    )
    sent = {"last_trick": last_trick} if last_trick else {}
    facts = stated(sitting, "count", cards=["R1"], **sent)
    assert facts == (
        captured(
            "13", "R1 R5 G10" if has_kitty else "R1", "13" if last_trick else "24"
        ),
    )
    sitting.enter(*facts)
    asked = ask_for(sitting.strike(3), "count")
    assert asked.counters.points_of(*asked.hand.discards) == 15
    shown = [card for row in asked.rows.values() for card in row]
    assert [str(one) for one in shown if str(one) not in asked.cards.offered] == [
        "R5",
        "G10",
    ]
    errors = refused(sitting, "count", cards=["R5"])
    assert errors["cards"][0].code == "refused.no-such-card"


@pytest.mark.parametrize("kitty", ["last-trick", "bidder"])
def test_a_count_says_where_the_kitty_goes_and_what_may_be_noted(
    visitor: Visitor, kitty: str
) -> None:
    address = visitor.lay("rook", kitty=kitty)
    visitor.get(f"{address}?form=bid")
    visitor.send(f"{address}enter/bid", bidder="1", amount="100", trump="R").follow()
    notes = re.search(
        r'class="note-also">(.*?)</p>', visitor.get(f"{address}?form=total").text
    )
    assert notes and [*re.findall(r'href="[^"]*[/=](\w+)"', notes[1])] == [
        "discards", "kitty", "lead",
    ]  # fmt: skip
    tip = WORDS.text(message(f"rook.ask.kitty-{kitty}"))
    assert tip in visitor.get(f"{address}?form=count").text


def test_marks_add_up() -> None:
    for points in range(0, 1000, 5):
        assert sum(CountForm.marks(points)) == points


# ---- what is shown ----


def test_the_bidding_is_shown_in_a_column_a_player() -> None:
    sitting = bid_by_bid(
        table().seat("Ann", "Ben", "Cy", "Dora"), "100 pass pass-partner 105"
    )
    shown = ask_for(sitting, "auction")
    assert [shown.shown(seat) for seat in shown.auction.around] == [
        "Ben",
        "Cy",
        "Dora",
        "Ann",
    ]
    said = [[said for said, _ in row] for row in shown.rounds]
    assert [said[0][0], said[0][3]] == [100, 105]
    assert [css for _, css in shown.rounds[0]] == ["", "pass", "pass", "high"]
    assert [css for _, css in shown.rounds[1]] == ["now", "", "", ""]
    assert shown.legal == tuple(range(110, 201, 5))


def test_pass_partner_says_why_not_when_it_is_asked() -> None:
    sitting = bid_by_bid(table().seat("Ann", "Ben", "Cy", "Dora"), "100 pass")
    assert ask_for(sitting, "auction").why_no_pass_partner is None
    bid_by_bid(sitting, "pass-partner")
    assert WORDS.text(ask_for(sitting, "auction").why_no_pass_partner).startswith(
        "Cy doesn’t have the high bid"
    )


def test_at_the_top_nothing_is_offered() -> None:
    sitting = bid_by_bid(table(ceiling=Ceiling.FIGURE, highest=110), "110")
    assert ask_for(sitting, "auction").legal == ()


# ---- corrections ----


def recorded_hands() -> list[tuple[str, Sitting]]:
    hands = {
        "quick": table().enter(*quick("2", 130, "13", 75)),
        "by cards": bid_by_bid(
            table(), "100 pass pass-partner 105 110 pass pass"
        ).enter(
            KittyTaken(),
            DiscardsMade(),
            DiscardsMade(cards("R2 R3 R4 G5 B10")),
            TrumpDeclared(Suit.GREEN),
            FirstLead(Seat.THREE),
            captured("24", "R1 G5 B10 Rook", "24"),
        ),
        "passed out": bid_by_bid(table(), "pass pass pass pass"),
        "nobody bid": table().enter(NobodyBid()),
        "the dealer's": table(nobody_bids=NobodyBids.DEALER).enter(
            NobodyBid(), TrumpDeclared(Suit.RED), CountStated("13", 100)
        ),
        "no trump noted": table().enter(
            BidStated(Seat.ONE, 100), CountStated("24", 95)
        ),
    }
    return [*hands.items(), *called_hands().items()]


def called_hands() -> dict[str, Sitting]:
    """Hands of which the bidder called a partner."""
    return {
        "partner": table(players=5).enter(
            BidStated(Seat.ONE, 100),
            TrumpDeclared(Suit.GREEN),
            PartnerCalled(cards("Y1")[0]),
            PartnerIs(Seat.THREE),
            CountStated("others", 95),
        ),
        "alone, by cards": table(players=6).enter(
            BidStated(Seat.ONE, 100),
            PartnerIs(Seat.ONE),
            captured("bidders", "R1 G5 B10 Rook", "others"),
        ),
        "watched": table(players=5).enter(
            BidStated(Seat.ONE, 100),
            TrumpDeclared(Suit.GREEN),
            PartnerCalled(cards("Y1")[0]),
            FirstLead(Seat.ONE),
            *map(CardPlayed, cards("Y5 Y6 Y1")),
            CountStated("bidders", 120),
        ),
    }


def filled(sitting: Sitting, entries: tuple[Any, ...]) -> tuple[str, EntryForm] | None:
    """The form that restates these entries, as the phone would send it back
    untouched."""
    before = sitting.until(entries[0].seq)
    found = ROOK.flow.correcting(before, entries)
    if found is None:
        return None
    name, data = found
    kind = ROOK.flow.form(name)
    assert kind is not None
    folded = fold_until(ROOK, sitting.settings, sitting.log, entries[0].seq)
    recorded = tuple(entry.event for entry in entries)
    shown = kind(folded=folded, data=data, recorded=recorded)
    sent = MultiDict[str, Any]()
    for field in shown:
        values = field.data if isinstance(field.data, list) else [field.data]
        for value in values:
            if value is not None and value is not False and value != "":
                sent.add(field.name, "y" if value is True else str(encode(value)))
    return name, kind(sent, folded=folded, recorded=recorded)


@pytest.mark.parametrize(
    ("what", "sitting"), recorded_hands(), ids=lambda one: str(one)[:12]
)
def test_a_hand_restated_untouched_changes_nothing(what: str, sitting: Sitting) -> None:
    row = sitting.rows[0]
    entries = tuple(entry for entry in sitting.log if entry.seq in row.entries)
    found = filled(sitting, entries)
    if what in ("passed out",):
        assert found is None
        return
    assert found is not None
    _, answer = found
    if what == "nobody bid":
        answer["nobody"].data = True
        assert answer.facts() == (NobodyBid(),)
        return
    assert answer.validate(), answer.errors
    about = tuple(entry for entry in entries if isinstance(entry.event, answer.STATES))
    command = restated(about, answer.facts(), None)
    assert (command.entries, command.voids) == ((), ())


@pytest.mark.parametrize(
    ("what", "sitting"), recorded_hands(), ids=lambda one: str(one)[:12]
)
def test_each_entry_restated_untouched_changes_nothing(
    what: str, sitting: Sitting
) -> None:
    for entry in sitting.log:
        found = filled(sitting, (entry,))
        if isinstance(entry.event, CardPlayed):
            continue  # a card is corrected on a page of its own
        assert found is not None
        name, answer = found
        if isinstance(entry.event, NobodyBid):
            assert name == "hand"
            continue
        assert answer.validate(), (name, answer.errors)
        command = restated((entry,), answer.facts(), None)
        assert not command.voids, (name, entry.event)
        assert [one.event for one in command.entries] in ([], [KittyTaken()])


def test_a_bidding_is_restated_as_a_bid_and_the_row_stays() -> None:
    _, sitting = recorded_hands()[1]
    sitting.enter(*quick("1", 100, "13", 100))
    row = sitting.rows[0]
    entries = tuple(entry for entry in sitting.log if entry.seq in row.entries)
    found = filled(sitting, entries)
    assert found is not None
    answer = found[1]
    answer["bidder"].data = Seat.THREE
    answer["amount"].data = 120
    about = tuple(entry for entry in entries if isinstance(entry.event, answer.STATES))
    sitting.do(restated(about, answer.facts(), sitting.log[-3].seq))
    assert not sitting.folded.misfits
    assert sitting.rows[0].id == row.id
    facts = {fact.head: fact.value for fact in sitting.rows[0].facts}
    assert (facts["rook.bidder"], facts["rook.bid"]) == (Seat.THREE, 120)
    assert facts["rook.captured"] == (130, " : ", 70)
    assert "rook.discards" in facts


def test_a_row_in_progress_is_corrected_entry_by_entry() -> None:
    sitting = table().enter(BidStated(Seat.ONE, 100), TrumpDeclared(Suit.RED))
    assert ROOK.flow.correcting(sitting.until(1), sitting.log) is None
    sitting.enter(Ended())
    assert ROOK.flow.correcting(sitting.until(1), sitting.log[:2]) is None


def test_a_corrected_call_is_offered_its_own_turn() -> None:
    sitting = bid_by_bid(table(), "100 105 110")
    name, data = ROOK.flow.correcting(sitting.until(2), (sitting.log[1],)) or ("", {})
    assert (name, data) == ("auction", {"call": Call("105")})
    sitting.correct(2, *calls("pass"))
    assert sitting.folded.misfits == ()


def test_the_rook_is_among_the_counters_that_are_asked_for() -> None:
    answer: Any = form(table().enter(BidStated(Seat.ONE, 100)), "count")
    assert Card("Rook") in answer.cards.offered.values()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("the dealer plays at 100", "ends the bidding")),
        ("de", ("der Geber spielt mit 100", "beendet die Reizung")),
    ],
)
def test_the_last_pass_says_who_then_plays(
    visitor: Visitor, language: str, words: tuple[str, str]
) -> None:
    by_dealer, ends = words
    visitor.client.set_cookie("language", language)

    def last_of(*calls: str, **answers: str) -> str:
        address = visitor.lay("rook", PEOPLE, **answers)
        for word in calls:
            visitor.get(address).send(f"{address}enter/auction", call=word)
        return plain(visitor.get(address))

    passed = last_of("pass", "pass", "pass", nobody_bids="dealer")
    assert by_dealer in passed and ends not in passed
    outbid = last_of("100", "pass", "pass", nobody_bids="dealer")
    assert ends in outbid and by_dealer not in outbid
    assert ends in last_of("pass", "pass", "pass", nobody_bids="redeal")
