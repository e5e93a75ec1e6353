"""An evening: dealer corrected, deal thrown in, scores carried in, adjustments,
corrections."""

from dataclasses import replace
from itertools import count, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import Authority
from scorekeeper.core.codec import decode, encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import (
    Adjusted,
    CarriedIn,
    DealerIs,
    Ended,
    Seated,
    ThrownIn,
)
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.seats import COMPASS, Seat, left_of
from scorekeeper.core.session import At, Command, Entry, Event, fold, fold_until
from scorekeeper.core.settings import TABLE
from scorekeeper.games.bridge import BRIDGE, JOKER_BRIDGE
from scorekeeper.games.bridge.events import (
    EVENTS,
    BoardIs,
    HandSpread,
    HiddenDealt,
    HiddenShown,
    JokersDeclared,
    PassedOut,
    TricksTaken,
    Vulnerable,
    WildcardNamed,
)
from scorekeeper.games.bridge.rules import (
    Chicago,
    JokerSettings,
    Power,
    Scoring,
    Settings,
    SuitMode,
)
from tests.core.rising import past
from tests.games.bridge.at_table import (
    Table,
    calls,
    deal,
    hidden,
    honours,
    points,
    refused,
    row,
    section,
)
from tests.proof.soak import calls as calls_of

NS_GAME = deal("4S", "N", 10)
EW_GAME = deal("4S", "E", 10)
NS_PART = deal("2S", "N", 8)


def played(*deals: tuple[Event, ...]) -> Table:
    table = Table(BRIDGE)
    for facts in deals:
        table.enter(*facts)
    return table


def ids(table: Table) -> list[int]:
    return [one.id for one in table.sheet.rows()]


def declarer(table: Table) -> str:
    return str(table.state.deal.declarer.value)


# ---- dealer ----


def test_the_dealer_of_the_next_deal_is_corrected() -> None:
    table = played((DealerIs(Seat.SOUTH),), NS_PART, NS_PART)
    dealers = [
        f.value for one in table.sheet.rows() for f in one.facts if f.head == "dealer"
    ]
    assert dealers == [Seat.SOUTH, Seat.WEST]
    assert row(table, 0).entries == (1, 2, 3)


def test_the_dealer_of_the_deal_in_progress_is_corrected_with_its_auction() -> None:
    table = played(calls("1H Pass Pass Pass"))
    assert declarer(table) == "N"
    table.enter(DealerIs(Seat.WEST))
    assert declarer(table) == "W"
    table.enter(TricksTaken(7))
    assert table.state.dealer is Seat.NORTH


def test_only_a_seat_of_the_table_deals() -> None:
    with refused("no-such-seat", "seat"):
        played((DealerIs(Seat.ONE),))


# ---- thrown in ----


def test_a_deal_thrown_in_is_dealt_again_by_the_same_dealer() -> None:
    table = played(NS_PART, calls("Pass 1H"), (ThrownIn("a card face up"),))
    assert (table.state.deal, table.state.dealer) == (None, Seat.EAST)
    assert len(ids(table)) == 1


def test_without_a_deal_there_is_nothing_to_throw_in() -> None:
    with refused("nothing-to-throw-in"):
        played(NS_PART, (ThrownIn(),))


# ---- carried in and adjusted ----


def test_a_rubber_is_carried_in_from_paper_in_its_parts() -> None:
    table = played(
        (
            CarriedIn("NS", 1, "games"),
            CarriedIn("NS", 340, "above"),
            CarriedIn("EW", 60, "below"),
        )
    )
    assert [(one.id, points(one.lines)) for one in table.sheet.rows()] == [
        (1, [("NS", "above", 0, "carried.games")]),
        (2, [("NS", "above", 340, "carried")]),
        (3, [("EW", "below", 60, "carried")]),
    ]
    assert (section(table).total("NS"), section(table).total("EW")) == (340, 60)
    table.enter(*deal("1NT", "E", 7))
    assert "game" in row(table).marks
    table.enter(*NS_GAME)
    assert ("NS", "above", 500, "rubber") in points(row(table).lines)


def test_a_game_carried_in_makes_vulnerable() -> None:
    table = played((CarriedIn("NS", 1, "games"),), deal("4S", "N", 9))
    assert points(row(table).lines)[0][2] == 100


def test_what_the_table_enters_itself_is_cited_as_its_own() -> None:
    table = played((CarriedIn("NS", 60, "below"), Adjusted("EW", -50, "late again")))
    for one in table.sheet.rows():
        [line] = one.lines
        assert (line.cite.source, line.cite.standing) == (TABLE, Authority.HOUSE)
    assert points(row(table).lines) == [("EW", "above", -50, "adjusted")]


@pytest.mark.parametrize(
    ("settings", "event", "code", "field"),
    [
        (Settings(), CarriedIn("NS", 0, "above"), "carried-zero", "points"),
        (Settings(), CarriedIn("N", 10, "above"), "no-such-party", "party"),
        (Settings(), CarriedIn("NS", 10, "score"), "no-part", "part"),
        (Settings(), CarriedIn("NS", 100, "below"), "below", "points"),
        (Settings(), CarriedIn("NS", -20, "below"), "below", "points"),
        (Settings(), CarriedIn("NS", 2, "games"), "games", "points"),
        (
            Settings(scoring=Scoring.DUPLICATE),
            CarriedIn("NS", 20, "below"),
            "no-part",
            "part",
        ),
        (
            Settings(scoring=Scoring.CHICAGO),
            CarriedIn("NS", 20, "above"),
            "no-part",
            "part",
        ),
        (
            Settings(scoring=Scoring.CHICAGO, chicago=Chicago.CARRIED),
            CarriedIn("NS", 1, "games"),
            "no-part",
            "part",
        ),
        (Settings(), Adjusted("NS", 0, "why"), "adjusted-nothing", "points"),
        (Settings(), Adjusted("NS", 10, "  "), "no-reason", "reason"),
        (Settings(), Adjusted("WE", 10, "why"), "no-such-party", "party"),
    ],
)
def test_scores_that_cannot_be_entered(
    settings: Settings, event: Event, code: str, field: str
) -> None:
    with refused(code, field):
        Table(BRIDGE, settings).enter(event)


def test_carried_part_scores_stay_short_of_a_game_in_all() -> None:
    table = played(NS_PART)
    with refused("below"):
        table.enter(CarriedIn("NS", 40, "below"))
    table.enter(CarriedIn("NS", 30, "below"))
    with refused("games"):
        played((CarriedIn("NS", 1, "games"), CarriedIn("NS", 1, "games")))


@pytest.mark.parametrize(
    "settings", [Settings(scoring=Scoring.DUPLICATE), Settings(scoring=Scoring.CHICAGO)]
)
def test_one_score_takes_what_is_carried_in(settings: Settings) -> None:
    table = Table(BRIDGE, settings).enter(
        CarriedIn("EW", 620, "score"), Adjusted("EW", 5, "x")
    )
    assert section(table).total("EW", "score") == 625


def test_people_are_those_who_sat_when_the_result_came() -> None:
    table = Table(BRIDGE).enter(
        *(Seated(name, seat) for name, seat in zip("ABCD", COMPASS, strict=True))
    )
    table.enter(NS_GAME[0]).enter(Seated("E", Seat.NORTH)).enter(NS_GAME[1])
    assert dict(row(table).people)[Seat.NORTH] == "E"


# ---- corrections ----


def test_a_correction_that_makes_the_game_moves_vulnerability_and_the_end() -> None:
    table = played(deal("4S", "N", 9), NS_GAME, deal("4S", "E", 9), NS_PART)
    before = table.sheet
    assert len(before.sections) == 1
    table.correct(2, TricksTaken(10))
    after = table.sheet
    assert [one.is_over for one in after.sections] == [True, False]
    assert (
        [one.id for one in after.rows()]
        == [one.id for one in before.rows()]
        == [1, 3, 5, 7]
    )
    found = past(table.game, table.settings, table.log)
    assert found.rescored == {3}
    assert found.corrections[0].rows == (1,)


def test_a_forgotten_deal_is_put_in_later() -> None:
    table = played(NS_PART, NS_GAME)
    table.insert(3, *EW_GAME)
    assert ids(table) == [1, 5, 3]
    assert [one.total("EW") for one in table.sheet.rows()] == [0, 120, 0]


def test_deals_after_the_new_end_open_the_next_rubber() -> None:
    table = played(NS_GAME, EW_GAME, deal("4S", "N", 9), NS_GAME)
    assert len(table.sheet.sections) == 1
    table.correct(6, TricksTaken(10))
    assert [len(one.rows) for one in table.sheet.sections] == [3, 1]


def test_a_deal_struck_out_altogether_is_gone() -> None:
    table = played(NS_PART, NS_GAME)
    table.command(Command((), (1, 2), "never played"))
    assert ids(table) == [3]
    assert not table.folded.misfits


def test_what_no_longer_fits_is_set_aside_and_fits_again_when_corrected() -> None:
    table = (
        Table(JOKER_BRIDGE)
        .enter(*deal("4S", "N", 10))
        .enter(honours("N", "SA SK SQ SJ"))
    )
    table.correct(1, *deal("4H", "N", 10)[:1])
    [misfit] = table.folded.misfits
    assert (misfit.entry.seq, misfit.why.why.code) == (3, "bridge.refused.no-honour")
    assert row(table).total("NS", "above") == 0
    table.correct(3, honours("N", "HA HK HQ HJ"))
    assert table.folded.misfits == ()
    assert row(table).total("NS", "above") == 150


def test_the_kind_of_deal_can_be_corrected() -> None:
    table = played((PassedOut(),), NS_PART)
    table.correct(1, *NS_GAME)
    assert [one.marks for one in table.sheet.rows()] == [("game", "made"), ("made",)]
    assert ids(table) == [1, 2]


def test_two_deals_instead_of_one_are_two_rows() -> None:
    table = played((PassedOut(),), NS_PART)
    table.correct(1, *NS_GAME, *EW_GAME)
    assert len(set(ids(table))) == 3
    assert ids(table)[0] == 1


# ---- any evening ----

DEALS = st.one_of(
    st.tuples(
        st.sampled_from(["1C", "2H", "3NT", "4SX", "1NT", "6D", "7NTXX"]),
        st.sampled_from("NESW"),
        st.integers(0, 13),
    ).map(lambda one: deal(*one)),
    st.just((PassedOut(),)),
    st.sampled_from(
        [
            calls("Pass Pass Pass Pass"),
            (*calls("1H X XX Pass Pass Pass"), TricksTaken(9)),
            (CarriedIn("NS", 50, "above"),),
            (Adjusted("EW", -30, "slow"),),
            (DealerIs(Seat.WEST),),
        ]
    ),
)
FORMS = st.sampled_from(
    [
        Settings(),
        Settings(scoring=Scoring.CHICAGO, chicago=Chicago.CARRIED),
    ]
)


@given(st.lists(DEALS, max_size=9), FORMS)
def test_lines_sum_to_totals(
    deals: list[tuple[Event, ...]], settings: Settings
) -> None:
    table = Table(BRIDGE, settings)
    for facts in deals:
        table.enter(*facts)
    sheet = table.sheet
    for side in ("NS", "EW"):
        lines = [
            line for one in sheet.rows() for line in one.lines if line.party == side
        ]
        assert sheet.total(side) == sum(line.points for line in lines)
        assert sheet.total(side) == sum(sheet.total(side, part) for part in sheet.parts)
    assert [one for one in sheet.sections[:-1] if not one.is_over] == []


@given(st.lists(DEALS, min_size=2, max_size=7), st.data())
def test_void_and_record_again_comes_to_the_same(
    deals: list[tuple[Event, ...]], data: st.DataObject
) -> None:
    table = Table(BRIDGE)
    for facts in deals:
        table.enter(*facts)
    before = table.sheet
    seq = data.draw(st.integers(1, len(table.log)))
    table.correct(seq, table.log[seq - 1].event)
    after = table.sheet
    assert [replace(one, entries=()) for one in after.rows()] == [
        replace(one, entries=()) for one in before.rows()
    ]
    assert not table.folded.misfits


@given(st.lists(DEALS, min_size=1, max_size=7), st.data())
def test_folding_on_is_folding_anew(
    deals: list[tuple[Event, ...]], data: st.DataObject
) -> None:
    table = Table(BRIDGE)
    for facts in deals:
        table.enter(*facts)
    seq = data.draw(st.integers(1, len(table.log)))
    first = fold(table.game, table.settings, table.log[: seq - 1])
    assert fold_until(table.game, table.settings, table.log, seq).state == first.state


@given(st.lists(DEALS, max_size=5))
def test_what_was_accepted_once_passes_its_checks_again(
    deals: list[tuple[Event, ...]],
) -> None:
    table = Table(BRIDGE)
    for facts in deals:
        table.enter(*facts)
    state = table.game.start(table.settings)
    for entry in table.log:
        table.game.check(state, entry.event)
        state = table.game.apply(state, entry.event, At(entry.seq, entry.seq, ()))
    assert state == table.state


# ---- files ----

EXAMPLES: tuple[Event, ...] = (
    *calls("Pass X XX 1C 7NT 0NT 2*"),
    *deal("4SXX", "W", 3),
    PassedOut(),
    hidden("E", "S10"),
    hidden("E", None),
    hidden("E", "RedJoker"),
    honours("N", "SA SK Joker HJoker"),
    honours("N", ""),
)


def test_every_kind_of_event_reads_back_from_its_file_form() -> None:
    others = (
        JokersDeclared(),
        JokersDeclared(
            Power.MINOR_MAJOR, SuitMode.OPEN, ((Card("Joker"), Suit.CLUBS),)
        ),
        HiddenDealt((Seat.EAST, Seat.SOUTH)),
        BoardIs(7),
        BoardIs(dealer=Seat.WEST, vulnerable=Vulnerable.BOTH),
        HandSpread(Seat.NORTH),
        WildcardNamed(Card("BlackJoker"), Suit.SPADES),
        CardPlayed(Card("Q", Suit.SPADES)),
        CardPlayed(Card("Joker"), seat=Seat.WEST, as_suit=Suit.HEARTS),
        LeadIs(Seat.EAST),
    )
    examples = EXAMPLES + others
    assert {type(example) for example in examples} == set(EVENTS)
    for event in examples:
        assert decode(type(event), encode(event)) == event


def test_the_kinds_are_all_different() -> None:
    kinds = [event.KIND for event in EVENTS]
    assert len(set(kinds)) == len(kinds)
    assert kinds == [
        "jokers",
        "hidden-dealt",
        "board-is",
        "call",
        "contract",
        "passed-out",
        "spread",
        "wildcard",
        "tricks",
        "hidden-shown",
        "honours",
        "card",
        "lead",
    ]


def test_settings_read_back_from_their_file_form() -> None:
    for game in (BRIDGE, JOKER_BRIDGE):
        settings = game.rule_sheet.defaults
        assert decode(game.settings_type, encode(settings)) == settings
        assert decode(game.settings_type, {}) == settings
    assert decode(JokerSettings, {"variant": "x2"}).variant.value == "x2"


def test_the_order_of_entries_is_kept_in_rows() -> None:
    table = played(NS_GAME, EW_GAME, (Ended(),), NS_PART)
    assert all(a < b for a, b in pairwise(ids(table)))
    assert [one.entries for one in table.sheet.rows()] == [(1, 2), (3, 4), (5,), (6, 7)]


def test_a_command_is_refused_as_a_whole() -> None:
    table = played(NS_GAME)
    with pytest.raises(RuleViolation):
        table.command(Command((Entry(EW_GAME[0]), Entry(TricksTaken(14)))))
    assert len(table.log) == 2


# ---- long sessions ----


@pytest.mark.parametrize("scoring", Scoring)
def test_a_deal_costs_the_same_after_many_as_after_few(scoring: Scoring) -> None:
    settings = JokerSettings(scoring=scoring)
    game = JOKER_BRIDGE
    entries = count(1)
    state = game.start(settings)

    def enter() -> None:
        nonlocal state
        holder = left_of(state.dealer, COMPASS)
        shown = HiddenShown(holder, Card.parse("H5"))
        for event in (*deal("4S", "N", 10), shown):
            game.check(state, event)
            seq = next(entries)
            state = game.apply(state, event, At(seq, seq, ()))
            game.glance(state)
        game.sheet(state)

    def cost() -> int:
        return max(calls_of(enter) for _ in range(4))

    early = cost()
    for _ in range(300):
        enter()
    assert cost() < 1.05 * early
