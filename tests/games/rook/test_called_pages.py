"""What a table of Rook with a called partner is asked and shown, and what it may say in
one line."""

import re

import pytest

from scorekeeper.core.cards import Suit
from scorekeeper.core.seats import Seat, named_message
from scorekeeper.games.line import understood
from scorekeeper.games.rook.events import (
    BidStated,
    CountStated,
    PartnerCalled,
    PartnerIs,
    TrumpDeclared,
)
from scorekeeper.games.rook.rules import Partners
from scorekeeper.words import LANGUAGES, words_in
from tests.games.rook.asking import form, refused, stated
from tests.games.rook.table import cards
from tests.games.rook.table import table as any_table
from tests.games.sitting import Sitting
from tests.web.conftest import Visitor, app, client, visitor
from tests.web.showing import plain

__all__ = ["app", "client", "visitor"]

FIVE = ("Jeff", "Ann", "Tom", "Marek", "Lea")
CALLED = cards("R1")[0]


def table(players: int = 5) -> Sitting:
    sitting = any_table(players=players, partners=Partners.CALLED)
    sitting.seat(*FIVE[:players])
    return sitting


def playing() -> Sitting:
    return table().enter(BidStated(Seat.ONE, 120), TrumpDeclared(Suit.GREEN))


# ---- the forms ----


def test_a_bid_may_say_which_card_was_called() -> None:
    sent = {"bidder": "1", "amount": "120", "trump": "G", "called": "R1"}
    assert stated(table(), "bid", **sent) == (
        BidStated(Seat.ONE, 120),
        TrumpDeclared(Suit.GREEN),
        PartnerCalled(CALLED),
    )


def test_the_partner_is_said_with_the_count() -> None:
    count = {"party": "bidders", "hundreds": "100", "points": "30"}
    assert stated(playing(), "total", partner="2", **count) == (
        PartnerIs(Seat.TWO, Seat.ONE),
        CountStated("bidders", 130),
    )
    assert set(refused(playing(), "total", **count)) == {"partner"}
    known = playing().enter(PartnerIs(Seat.TWO))
    assert stated(known, "total", **count) == (CountStated("bidders", 130),)


def test_cards_are_counted_with_the_partner_too() -> None:
    facts = stated(playing(), "count", partner="1", cards=["R1", "Rook"])
    assert facts[0] == PartnerIs(Seat.ONE, Seat.ONE)
    assert facts[1].party == "bidders"


def test_what_was_not_noted_can_be_noted_until_it_is_known() -> None:
    sitting = playing()
    flow = sitting.game.flow
    names = [form.NAME for form in flow.offered(sitting.state)]
    assert {"called", "partner"} <= {*names}
    assert stated(sitting, "called", called="R1") == (PartnerCalled(CALLED),)
    sitting.enter(PartnerCalled(CALLED), PartnerIs(Seat.FOUR))
    names = [form.NAME for form in flow.offered(sitting.state)]
    assert not {"called", "partner"} & {*names}


def test_a_whole_hand_and_its_correction() -> None:
    sent = {"bidder": "1", "amount": "120", "trump": "G", "called": "R1"}
    sent |= {"partner": "2", "party": "others", "hundreds": "0", "points": "70"}
    facts = stated(table(), "hand", **sent)
    assert facts == (
        BidStated(Seat.ONE, 120),
        TrumpDeclared(Suit.GREEN),
        PartnerCalled(CALLED),
        PartnerIs(Seat.TWO, Seat.ONE),
        CountStated("others", 70),
    )
    sitting = table().enter(*facts)
    found = sitting.game.flow.correcting(table().state, sitting.log[5:])
    assert found is not None
    name, filled = found
    assert (name, filled["partner"], filled["called"]) == ("hand", Seat.TWO, CALLED)


def test_a_table_of_fixed_partners_is_asked_nothing_of_it() -> None:
    sitting = any_table().enter(BidStated(Seat.ONE, 120))
    for name in ("total", "count", "trump", "hand"):
        assert not {"partner", "called"} & {*form(sitting, name)._fields}


# ---- the pages ----


def lay(visitor: Visitor, people: tuple[str, ...], **answers: str) -> str:
    visitor.get("/new/rook?preset=call-partner")
    seats = re.findall(r'name="(seat[^"]+)"', visitor.page.text)
    assert len(seats) == 6
    named = dict(zip(seats, people, strict=False))
    visitor.send("/new/rook", preset="call-partner", **named, **answers)
    assert visitor.page.status_code == 303, visitor.text
    return str(visitor.page.headers["Location"])


def test_four_seats_where_partners_are_fixed(visitor: Visitor) -> None:
    visitor.get("/new/rook")
    assert len(re.findall(r'name="(seat[^"]+)"', visitor.page.text)) == 4


def test_five_people_call_whatever_was_answered(visitor: Visitor) -> None:
    address = lay(visitor, FIVE, partners="fixed")
    assert "Lea" in plain(visitor.get(address))
    assert "Pass-Partner" not in visitor.text


def test_a_hand_of_five_by_its_pages(visitor: Visitor) -> None:
    address = lay(visitor, FIVE)
    for call in ("100", "pass", "pass", "pass", "pass"):
        assert "Pass-Partner" not in visitor.get(address).text
        visitor.send(f"{address}enter/auction", call=call).follow()
    visitor.get(address).send(f"{address}enter/trump", trump="R", called="Y1").follow()
    shown = plain(visitor)
    assert "1 yellow called" in shown
    assert "Who held the called card?" in shown
    assert "Tap what the bidders took." in plain(visitor.get(f"{address}?form=count"))
    assert "Ann, alone" in shown
    sent = {"party": "bidders", "hundreds": "100", "points": "30", "partner": "4"}
    visitor.send(f"{address}enter/total", **sent).follow()
    sheet = plain(visitor.get(f"{address}sheet"))
    assert "130" in sheet and "70" in sheet
    assert "Ann bid 100 in red with Marek and took 130" in plain(visitor.get(address))


@pytest.mark.parametrize("language", ["en", "de"])
def test_its_pages_are_read_in_each_language(visitor: Visitor, language: str) -> None:
    address = lay(visitor, FIVE)
    visitor.client.set_cookie("language", language)
    visitor.get(f"{address}?form=bid")
    sent = {"bidder": "1", "amount": "100", "trump": "R"}
    visitor.send(f"{address}enter/bid", **sent).follow()
    for page in (
        "",
        "?form=count",
        "?form=called",
        "?form=partner",
        "settings",
    ):
        text = visitor.get(f"{address}{page}").text
        assert visitor.page.status_code == 200, page
        assert "rook." not in plain(visitor), page
        assert "party." not in text


def test_a_bid_that_is_corrected_asks_again_who_the_partner_was(
    visitor: Visitor,
) -> None:
    address = lay(visitor, FIVE)
    bid = {"bidder": "1", "amount": "120", "trump": "R", "called": "Y1"}
    visitor.get(f"{address}?form=bid").send(f"{address}enter/bid", **bid)
    visitor.get(address).send(f"{address}enter/partner", partner="2")
    page = f"{address}entries/7/correct"
    visitor.get(page).send(page, bidder="2", amount="120").follow()
    shown = plain(visitor)
    assert "Jeff had the bid when this was entered, and now Ann has it." in shown
    page = f"{address}entries/10/correct"
    visitor.get(page).send(page, partner="1").follow()
    assert "Entries that no longer fit" not in plain(visitor)
    assert "Ann & Jeff" in plain(visitor.get(f"{address}sheet"))


# ---- one line ----


def sent_by(
    sitting: Sitting, line: str, language: str = "en"
) -> tuple[str, dict[str, str]]:
    spoken = sitting.game.spoken
    assert spoken is not None
    text = words_in(language).text
    found = understood(spoken, sitting.state, sitting.folded.people, text, line)
    assert found.answer is not None, found
    return found.answer.form, dict(found.answer.sent)


WHOLE = {
    "bidder": "1",
    "amount": "120",
    "called": "R1",
    "partner": "2",
    "party": "bidders",
    "hundreds": "100",
    "points": "30",
}


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("Jeff bids 120 calls red 1, Ann held it, took 130", "en"),
        ("Jeff bids 120 calls red 1 with Ann took 130", "en"),
        ("Jeff bietet 120 ruft rot 1, Ann hatte sie, holt 130", "de"),
    ],
)
def test_a_whole_hand_in_one_line(line: str, language: str) -> None:
    assert sent_by(table(), line, language) == ("hand", WHOLE)


def test_a_bid_and_then_its_count() -> None:
    assert sent_by(table(), "Jeff bids 120 red calls Rook") == (
        "bid",
        {"bidder": "1", "amount": "120", "trump": "R", "called": "Rook"},
    )
    count = {"hundreds": "0", "points": "70"}
    name, alone = sent_by(playing(), "alone, took 70")
    assert (name, alone) == ("total", {"partner": "1", "party": "bidders", **count})
    _, theirs = sent_by(playing(), "Tom took 70, with Ann")
    assert theirs == {"partner": "2", "party": "others", **count}
    _, hers = sent_by(playing(), "Ann took 70, with Ann")
    assert hers["party"] == "bidders"


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_example_in_the_field_names_the_partner(language: str) -> None:
    for sitting in (table(), playing()):
        assert sitting.game.spoken is not None
        example = sitting.game.spoken.example(sitting.state)
        line = words_in(language).text(named_message(example, sitting.folded.people))
        assert sent_by(sitting, line, language)[1]["partner"] == "3"


def test_fixed_partners_know_no_such_words() -> None:
    sitting = any_table()
    sitting.seat(*FIVE[:4])
    assert sitting.game.spoken is not None
    grammar = sitting.game.spoken.grammar(sitting.state, sitting.folded.people)
    assert "rook.spoken.called" not in [phrase.code for phrase in grammar.phrases]
    assert LANGUAGES


# ---- other rules in the middle of an evening ----

COUNTED = {
    "fixed": {"party": "13"},
    "called": {"party": "bidders", "called": "R1", "partner": "2"},
}


@pytest.mark.parametrize(
    ("before", "after"), [("fixed", "called"), ("called", "fixed")]
)
def test_who_plays_together_can_be_changed_in_mid_session(
    visitor: Visitor, before: str, after: str
) -> None:
    address = visitor.lay("rook", FIVE[:4], partners=before)
    hand = {"bidder": "1", "amount": "120", "hundreds": "100", "points": "30"}
    visitor.get(f"{address}?form=hand")
    visitor.send(f"{address}enter/hand", **hand, **COUNTED[before]).follow()
    preview = f"{address}rules/preview"
    visitor.get(f"{address}rules/change").send(preview, partners=after)
    assert "Would no longer fit" in plain(visitor)
    assert "Started from paper" not in plain(visitor), "these parties have no score"
    visitor.send(f"{address}rules/begin").follow()
    rules = plain(visitor.get(f"{visitor.page.request.path}settings"))
    assert ("The bidder calls a card" in rules) is (after == "called")
    visitor.get(f"{address}rules/change").send(preview, partners=after)
    visitor.send(f"{address}rules/change", agreed="all").follow()
    assert "Entries that no longer fit" in plain(visitor)


@pytest.mark.parametrize("nest", ["none", "four"])
def test_an_answer_that_files_leave_out_can_be_changed(
    visitor: Visitor, nest: str
) -> None:
    other = {"none": "four", "four": "none"}[nest]
    address = visitor.lay("rook", FIVE[:4], rook="out", nest=nest)
    visitor.get(f"{address}rules/change")
    visitor.send(f"{address}rules/preview", nest=other)
    assert visitor.page.status_code == 200
    visitor.send(f"{address}rules/change", agreed="all")
    assert visitor.page.status_code == 303, plain(visitor)


def test_the_sheet_says_which_target_was_reached(visitor: Visitor) -> None:
    address = visitor.lay("rook", FIVE[:4], target="100")
    bid = {"bidder": "1", "amount": "120", "trump": "G"}
    visitor.get(address).send(f"{address}enter/bid", **bid)
    count = {"party": "13", "hundreds": "100", "points": "30"}
    visitor.get(address).send(f"{address}enter/total", **count)
    assert visitor.page.status_code == 303, plain(visitor)
    assert "target 100 won" in plain(visitor.get(f"{address}sheet"))
