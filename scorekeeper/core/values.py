"""Values that never change: how another one is made of one, and what is worked out of
one once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

V = TypeVar("V", bound="DataclassInstance")
T = TypeVar("T")
Kept = TypeVar("Kept", bound="ShownOnce")
KEPT = "_kept"


def changed(value: V, **changes: object) -> V:
    """A frozen dataclass with these fields changed: the same as `dataclasses.replace`,
    in a tenth of the calls if the class has no slots. A fold does this several times
    for each entry. The class must work nothing out in `__post_init__`. What a value
    keeps beside its fields (`ShownOnce`) is not copied. Raises TypeError for a field
    that it doesn't have."""
    if not changes:
        return value
    try:
        fields = value.__dict__
    except AttributeError:  # all of its fields are slots
        return replace(value, **changes)
    copied = fields | changes
    if len(copied) > len(fields):  # a slot, or no field, which `replace` refuses
        return replace(value, **changes)
    copied.pop(KEPT, None)
    made = object.__new__(value.__class__)
    object.__setattr__(made, "__dict__", copied)
    return made


class ShownOnce:
    """What never changes, with what is shown of it, worked out once."""

    # Any, since each thing that is shown has a type of its own
    _kept: Mapping[str, Any] = MappingProxyType({})

    def worked_out(self, how: str, make: Callable[[], T]) -> T:
        if how not in self._kept:
            object.__setattr__(self, KEPT, {**self._kept, how: make()})
        shown: T = self._kept[how]
        return shown


def all_worked_out(
    items: Sequence[Kept], how: str, make: Callable[[int, Kept], T]
) -> tuple[T, ...]:
    """What `make` gives of each, told its place, kept as `ShownOnce` does; a long row
    is quick."""
    shown = [
        one._kept[how]
        if how in one._kept
        else one.worked_out(how, partial(make, n, one))
        for n, one in enumerate(items)
    ]
    return tuple(shown)
