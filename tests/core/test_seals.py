"""Commitments: what they are made of, what they are bound to, and what is refused of a
seal."""

import hashlib
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.cards import Card
from scorekeeper.core.codec import decode, encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.notes import NOTED, check_noted
from scorekeeper.core.seals import (
    SEALING,
    Bond,
    LeftSealed,
    LookedAt,
    Opened,
    Sealed,
    check_opened,
    commitment,
    read,
    written,
)
from scorekeeper.core.seats import Seat

BOND = Bond("evening-1", Seat.WEST, "toy.seal.suit", "key-7")
SALT = "00112233445566778899aabbccddeeff"
VALUE = {"suit": "♥", "joker": "Joker"}

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="ascii")),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("abc"), inner, max_size=4)
    ),
    max_leaves=8,
)


def sealed(value: Any = VALUE, salt: str = SALT, bond: Bond = BOND) -> Sealed:
    return Sealed(bond.what, bond.seat, commitment(bond, value, salt))


def code(refusal: pytest.ExceptionInfo[RuleViolation]) -> str:
    return refusal.value.why.code


def test_a_commitment_is_the_hash_that_the_document_describes() -> None:
    """Worked out by hand: 0x10, then the sorted fields without spaces, in UTF-8."""
    text = (
        '{"key":"key-7","salt":"' + SALT + '","seat":"W","session":"evening-1",'
        '"value":{"joker":"Joker","suit":"♥"},"what":"toy.seal.suit"}'
    )
    by_hand = hashlib.sha256(b"\x10" + text.encode()).hexdigest()
    assert commitment(BOND, VALUE, SALT) == by_hand


@pytest.mark.parametrize(
    "other",
    [
        replace(BOND, session="evening-2"),
        replace(BOND, seat=Seat.EAST),
        replace(BOND, what="toy.seal.hand"),
        replace(BOND, key="key-8"),
        replace(BOND, session="evening-1W", seat=Seat.EAST),
    ],
)
def test_a_commitment_fits_no_other_session_seat_thing_or_command(other: Bond) -> None:
    with pytest.raises(RuleViolation) as refusal:
        check_opened(Opened(7, written(VALUE), SALT), sealed(), other)
    assert code(refusal) == "refused.seal-broken"


@pytest.mark.parametrize(
    "salt", ["", "00" * 15, "0" * 33, "zz" * 16, SALT.upper(), "00" * 65]
)
def test_a_salt_that_is_short_or_no_digits_is_refused(salt: str) -> None:
    with pytest.raises(ValueError, match="salt"):
        commitment(BOND, VALUE, salt)
    with pytest.raises(RuleViolation) as refusal:
        check_opened(Opened(7, written(VALUE), salt), sealed(), BOND)
    assert code(refusal) == "refused.seal-broken"


@given(value=values, other=values, salt=st.binary(min_size=16, max_size=64))
def test_only_what_was_sealed_opens_a_seal(value: Any, other: Any, salt: bytes) -> None:
    made = sealed(value, salt.hex())
    assert check_opened(Opened(7, written(value), salt.hex()), made, BOND) == value
    if written(other) != written(value):
        with pytest.raises(RuleViolation):
            check_opened(Opened(7, written(other), salt.hex()), made, BOND)


@given(
    value=values, salt=st.binary(min_size=16, max_size=16), other=st.binary(min_size=16)
)
def test_the_salt_hides_the_value(value: Any, salt: bytes, other: bytes) -> None:
    """The same value under another salt has another commitment: there is nothing to
    look up."""
    if salt != other[:64]:
        assert commitment(BOND, value, salt.hex()) != commitment(
            BOND, value, other[:64].hex()
        )


@pytest.mark.parametrize(
    "text", ["", "{", "[1, 2]", '{"b":1,"a":2}', "[" * 100_000, '"e\\u0301"']
)
def test_a_value_in_another_spelling_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read(text)
    with pytest.raises(RuleViolation) as refusal:
        check_opened(Opened(7, text, SALT), sealed(), BOND)
    assert code(refusal) == "refused.seal-broken"


@pytest.mark.parametrize(
    "event",
    [
        sealed(),
        Opened(7, written(["SA", "H10"]), SALT),
        LeftSealed(7, "gone home"),
        LookedAt(7, "disputed"),
    ],
)
def test_events_come_back_from_their_form_in_files(event: Any) -> None:
    assert decode(type(event), json.loads(json.dumps(encode(event)))) == event
    assert isinstance(event, NOTED)


def test_what_is_said_of_a_closed_seal_shows_its_letters_alone() -> None:
    said = sealed().said()
    assert said.values["seal"] == sealed().letters
    assert len(sealed().letters) == 4
    assert sealed(["SA"]).letters != sealed(["SK"]).letters


def test_opened_cards_are_said() -> None:
    said = Opened(7, written(["SA", "H10"]), SALT).said()
    assert said.code == "event.opened.cards"
    assert said.values["cards"] == (Card.parse("SA"), ", ", Card.parse("H10"))
    for other in ("[", "{}", "[1]", '["nonsense!"]', "[" * 100_000):
        assert Opened(7, other, SALT).said().code == "event.opened"


# ---- what is refused of a log ----

LOG: dict[int, object] = {7: sealed()}


@pytest.mark.parametrize(
    ("event", "entries", "why"),
    [
        (replace(sealed(), commitment="7K2M"), {}, "refused.no-commitment"),
        (replace(sealed(), commitment="G" * 64), {}, "refused.no-commitment"),
        (Opened(8, "1", SALT), LOG, "refused.no-such-seal"),
        (LeftSealed(8), LOG, "refused.no-such-seal"),
        (LookedAt(8, "why not"), LOG, "refused.no-such-seal"),
        (LookedAt(7, "  "), LOG, "refused.look-without-reason"),
        (Opened(7, "1", SALT), LOG | {9: Opened(7, "1", SALT)}, "refused.seal-open"),
        (LeftSealed(7), LOG | {9: Opened(7, "1", SALT)}, "refused.seal-open"),
        (Opened(7, "1", SALT), LOG | {9: LeftSealed(7)}, "refused.seal-left"),
        (LookedAt(7, "late"), LOG | {9: LeftSealed(7)}, "refused.seal-left"),
    ],
)
def test_a_log_refuses(event: Any, entries: dict[int, object], why: str) -> None:
    with pytest.raises(RuleViolation) as refusal:
        check_noted(event, entries)
    assert code(refusal) == why


def test_a_log_takes_the_rest() -> None:
    check_noted(sealed(), {})
    for event in (Opened(7, "1", SALT), LeftSealed(7), LookedAt(7, "disputed")):
        check_noted(event, LOG | {8: replace(sealed(), seat=Seat.EAST)})
        check_noted(event, LOG | {8: LookedAt(7, "once before")})
    assert len(SEALING) == 4
