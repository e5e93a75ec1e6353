"""Whatever is sent to a bridge table is accepted or refused with words; nothing
breaks."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.cards import FRENCH, RANKS, Card, Suit
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Adjusted, CarriedIn, DealerIs, Ended, ThrownIn
from scorekeeper.core.messages import Message
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.core.session import Event
from scorekeeper.core.sheet import Row
from scorekeeper.games.bridge import BRIDGE, DEUCES_WILD, FIVE_CROWNS, JOKER_BRIDGE
from scorekeeper.games.bridge.contract import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Call,
    CallKind,
    Contract,
    Denomination,
    Doubling,
)
from scorekeeper.games.bridge.events import (
    CallMade,
    ContractStated,
    HiddenDealt,
    HiddenShown,
    HonoursHeld,
    JokersDeclared,
    PassedOut,
    TricksTaken,
    WildcardNamed,
)
from scorekeeper.games.bridge.rounds import awaited, hidden_left, unnamed_jokers
from scorekeeper.games.bridge.rules import (
    Chicago,
    CrownsSettings,
    DeucesSettings,
    HiddenSign,
    Honours,
    JokerSettings,
    Power,
    Scoring,
    Settings,
    SevenAll,
    SuitMode,
    Variant,
)
from scorekeeper.games.bridge.sheet import pads
from scorekeeper.words import words_in
from tests.games.bridge.at_table import Table

SEATS = st.sampled_from([*COMPASS, *COMPASS, *COMPASS, Seat.ONE])
SUITS = st.sampled_from([*FRENCH, *FRENCH, Suit.STARS])
JOKERS = st.sampled_from(
    [Card("Joker"), Card("RedJoker"), Card("BlackJoker"), Card("Joker", FRENCH[2])]
)
CARDS = st.one_of(st.builds(Card, st.sampled_from(RANKS), SUITS), JOKERS)
LIKELY = st.sampled_from(["H", "S", "NT"]).map(Denomination)
CONTRACTS = st.builds(
    Contract,
    st.integers(0, 9),
    st.one_of(LIKELY, st.sampled_from(Denomination)),
    st.sampled_from(Doubling),
)
CALLS = st.one_of(
    st.sampled_from([PASS, PASS, PASS, PASS, DOUBLE, REDOUBLE]),
    st.builds(
        Call, st.just(CallKind.BID), st.integers(0, 8), st.sampled_from(Denomination)
    ),
)
PARTIES = st.sampled_from(["NS", "EW", "N"])
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(CallMade, CALLS),
    st.builds(ContractStated, CONTRACTS, SEATS),
    st.builds(ContractStated, CONTRACTS, SEATS),
    st.builds(TricksTaken, st.integers(-1, 15)),
    st.builds(TricksTaken, st.integers(6, 10)),
    st.just(PassedOut()),
    st.builds(
        JokersDeclared,
        st.sampled_from([None, *Power]),
        st.sampled_from([None, *SuitMode]),
        st.lists(st.tuples(JOKERS, SUITS), max_size=2).map(tuple),
    ),
    st.builds(HiddenDealt, st.lists(SEATS, max_size=2).map(tuple)),
    st.builds(WildcardNamed, JOKERS, SUITS),
    st.builds(HiddenShown, SEATS, st.one_of(st.none(), CARDS)),
    st.builds(HonoursHeld, SEATS, st.lists(CARDS, max_size=5).map(tuple)),
    st.builds(
        HonoursHeld,
        SEATS,
        st.sampled_from(["H", "S"]).map(
            lambda suit: tuple(Card(rank, Suit(suit)) for rank in ("A", "K", "Q", "J"))
        ),
    ),
    st.builds(DealerIs, SEATS),
    st.builds(ThrownIn),
    st.builds(Ended),
    st.builds(Adjusted, PARTIES, st.integers(-50, 50), st.sampled_from(["", "slow"])),
    st.builds(
        CarriedIn,
        PARTIES,
        st.integers(-10, 120),
        st.sampled_from(["below", "above", "games", "score"]),
    ),
)
TABLES = st.one_of(
    st.builds(
        JokerSettings,
        variant=st.sampled_from(Variant),
        power=st.sampled_from(Power),
        suit_mode=st.sampled_from(SuitMode),
        hidden_sign=st.sampled_from(HiddenSign),
        seven_all=st.sampled_from(SevenAll),
        scoring=st.sampled_from(Scoring),
        chicago=st.sampled_from(Chicago),
        honours=st.sampled_from(Honours),
    ).map(lambda settings: Table(JOKER_BRIDGE, settings)),
    st.builds(Settings, scoring=st.sampled_from(Scoring)).map(
        lambda one: Table(BRIDGE, one)
    ),
    st.just(DeucesSettings()).map(lambda one: Table(DEUCES_WILD, one)),
    st.just(CrownsSettings()).map(lambda one: Table(FIVE_CROWNS, one)),
)


def said(value: object) -> str:
    text = words_in("en").text(value)
    assert "%(" not in text and "bridge." not in text and "seat." not in text, text
    return text


def messages(row: Row) -> list[object]:
    facts: list[object] = [fact.value for fact in row.facts]
    return [row.label, *facts, *row.notes, *(line.what for line in row.lines)]


@given(TABLES, st.lists(EVENTS, max_size=25), st.data())
def test_anything(table: Table, events: list[Event], data: st.DataObject) -> None:
    for event in events:
        try:
            table.enter(event)
        except RuleViolation as refusal:
            said(refusal.why)
    if table.log:
        seq = data.draw(st.integers(1, len(table.log)))
        try:
            table.correct(seq, data.draw(EVENTS))
        except RuleViolation as refusal:
            said(refusal.why)
    look_at(table)


# Long: a list of what a table shows, each with what must hold.
def look_at(table: Table) -> None:
    """The sheet, the pad and the glance can be said and add up."""
    state = table.state
    sheet = table.sheet
    for row in sheet.rows():
        for one in messages(row):
            said(one)
        assert all(line.part in sheet.parts for line in row.lines)
    for section in sheet.sections:
        said((section.label, section.headline))
        assert section.is_over or not section.winners
    written = pads(state)["pads"]
    assert (written is not None) == (len(sheet.parts) == 2)
    assert written is None or len(written) == len(sheet.sections)
    ids = [row.id for row in sheet.rows()]
    assert len(set(ids)) == len(ids)
    found = table.game.glance(state)
    for one in (found.deal, found.turn, *found.where):
        assert isinstance(one, Message)
        said(one)
    assert [int(standing.total) for standing in found.standings] == [
        int(sheet.sections[-1].total(side)) for side in ("NS", "EW")
    ]
    awaited(state), hidden_left(state), unnamed_jokers(state)
    for entry in table.log:
        if hasattr(entry.event, "said"):
            said(entry.event.said())
