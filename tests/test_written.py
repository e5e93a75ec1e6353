"""What stands as a text in a form, an address, a cookie, a row or a file is read back as
it was written. Obligations are in tests/games/bridge, names of questions in tests/games."""

import json

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.cards import RANKS, Card, Play, Suit
from scorekeeper.core.codec import decode, encode
from scorekeeper.core.evening import Awarded, CarriedIn, Part
from scorekeeper.core.facts import InDoubt, QuestionName
from scorekeeper.core.messages import irregularity_code, name_in
from scorekeeper.core.rulings import Duty, Earlier, Effect, EffectKind, Obligation
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.exports.session_file import _FIELDS, LineKind, write
from scorekeeper.games import GAMES
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
from scorekeeper.games.rook import events as rook
from scorekeeper.store.phones import seats_read, seats_written
from scorekeeper.store.seals import KEY_BYTES, NAME_LENGTH
from scorekeeper.web.arbiter.asking import read_play, written
from scorekeeper.web.archive.history import position_read, position_written
from scorekeeper.web.page.phone import keys_read, keys_written
from scorekeeper.words import words_in
from tests.exports import sheets

SUITS = st.sampled_from(Suit)
LEVELS = st.integers(0, 8)
DENOMINATIONS = st.sampled_from(Denomination)
CARDS = st.one_of(
    st.builds(Card, st.sampled_from(RANKS), SUITS), st.just(Card("Joker"))
)
PLAYS = st.builds(
    Play, st.sampled_from(COMPASS), CARDS, st.booleans(), st.none() | SUITS
)
CONTRACTS = st.builds(Contract, LEVELS, DENOMINATIONS, st.sampled_from(Doubling))
CALLS = st.one_of(
    st.sampled_from([PASS, DOUBLE, REDOUBLE]),
    st.builds(Call, st.just(CallKind.BID), LEVELS, DENOMINATIONS),
)
HEX = "0123456789abcdef"
KEYS = st.dictionaries(
    st.text(HEX, min_size=NAME_LENGTH, max_size=NAME_LENGTH),
    st.binary(min_size=KEY_BYTES, max_size=KEY_BYTES),
    max_size=5,
)
QUESTIONS = st.builds(
    QuestionName,
    st.sampled_from(["", "61", "27"]),
    st.sampled_from(["could", "like-first", "how"]),
    st.none() | st.sampled_from(InDoubt),
)


@given(PLAYS)
def test_a_play_is_read_back_from_an_address(play: Play) -> None:
    assert read_play(written(play), play.seat) == play


@given(CONTRACTS)
def test_a_contract_is_read_back(contract: Contract) -> None:
    assert Contract.parse(str(contract)) == contract


@given(CALLS)
def test_a_call_is_read_back(call: Call) -> None:
    assert Call.parse(str(call)) == call


@given(st.integers(0, 300).map(str) | st.sampled_from(["pass", "pass-partner"]))
def test_a_call_of_rook_is_read_back(word: str) -> None:
    call = rook.Call(word)
    assert rook.Call.parse(str(call)) == call


@given(QUESTIONS)
def test_the_name_of_a_question_is_read_back(name: QuestionName) -> None:
    assert QuestionName.parse(str(name)) == name


@given(st.lists(st.sampled_from(Seat)).map(tuple))
def test_the_seats_of_an_invitation_are_read_back(seats: tuple[Seat, ...]) -> None:
    assert seats_read(seats_written(seats)) == seats


@given(st.tuples(st.text(HEX), st.text()))
def test_a_place_in_a_list_is_read_back(position: tuple[str, str]) -> None:
    assert position_read(position_written(position)) == position


def test_what_is_no_place_in_a_list_is_none() -> None:
    assert position_read("2026-11-26") is None


@given(KEYS)
def test_the_keys_of_a_phone_are_read_back(keys: dict[str, bytes]) -> None:
    assert keys_read(keys_written(keys)) == keys


def test_what_an_older_release_wrote_is_read_as_far_as_it_can_be() -> None:
    owed = Obligation(Duty.PASS, Seat.WEST)
    assert Earlier.readable(f"leads-first:W {owed} ruled:Q::0") == Earlier((owed,))


@given(st.sampled_from(EffectKind) | st.just("result"), st.integers(0, 13))
def test_an_effect_is_a_plain_text_in_a_file(kind: str, amount: int) -> None:
    fields = encode(Effect(kind, "NS", amount))
    assert type(fields["kind"]) is str
    assert decode(Effect, fields) == Effect(kind, "NS", amount)


@given(st.sampled_from(Part))
def test_the_part_of_a_column_is_a_plain_text_in_a_file(part: Part) -> None:
    carried = CarriedIn("NS", 60, part)
    assert type(encode(carried)["part"]) is str
    assert decode(CarriedIn, encode(carried)) == carried


def test_events_hold_the_texts_of_files() -> None:
    """An Enum in an event would choose its words."""
    assert CarriedIn("NS", 60).which() == ()
    assert Awarded(1, 1, str(EffectKind.TRICKS), "NS", 1).which() == ()


def test_the_code_of_an_irregularity_is_read_back() -> None:
    for game in GAMES.values():
        for irregularity in game.arbiter.irregularities if game.arbiter else ():
            code = irregularity_code(game.family, irregularity.name)
            assert words_in("en").has(code)
            assert name_in(code) == irregularity.name


def test_each_line_of_a_session_file_is_of_one_kind() -> None:
    lines = write(sheets.rubber()).splitlines()
    kinds = [LineKind.HEADER, *[LineKind.ENTRY] * (len(lines) - 2), LineKind.TRAILER]
    for line, kind in zip(lines, kinds, strict=True):
        assert json.loads(line).keys() <= {*_FIELDS[kind]}
