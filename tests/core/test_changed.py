"""A value with fields changed is what `dataclasses.replace` makes."""

from dataclasses import dataclass, fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.values import ShownOnce, changed


@dataclass(frozen=True)
class Plain:
    first: int
    second: str = "two"
    third: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Slotted:
    first: int
    second: str = "two"
    third: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Half(Plain):
    """Slots of its own beside those that its base has none of."""

    fourth: int = 4


@dataclass(frozen=True)
class Shown(ShownOnce, Plain):
    """Keeps beside its fields what was shown of it."""


CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "first": st.integers(),
        "second": st.text(),
        "third": st.tuples(st.integers()),
    },
)


@pytest.mark.parametrize("kind", [Plain, Slotted, Half, Shown])
@given(first=st.integers(), changes=CHANGES)
def test_it_is_what_replace_makes(
    kind: type[Plain], first: int, changes: dict[str, object]
) -> None:
    value = kind(first)
    made = changed(value, **changes)
    assert made == replace(value, **changes)
    assert type(made) is kind
    assert value == kind(first)


def test_what_was_shown_of_a_value_is_not_shown_of_the_other() -> None:
    value = Shown(1)
    assert value.worked_out("how", lambda: value.first) == 1
    other = changed(value, first=2)
    assert other.worked_out("how", lambda: other.first) == 2
    assert value.worked_out("how", lambda: 0) == 1


@pytest.mark.parametrize("kind", [Plain, Slotted])
def test_a_field_that_it_has_not_is_refused(kind: type[Plain]) -> None:
    with pytest.raises(TypeError):
        changed(kind(1), fifth=5)
    assert "fifth" not in [field.name for field in fields(kind)]
