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
Kept = TypeVar("Kept", bound="WorkedOutOnce")
KEPT = "_kept"


def changed(value: V, **changes: object) -> V:
    """A frozen dataclass with these fields changed: the same as `dataclasses.replace`,
    in a tenth of the calls if the class has no slots. A fold does this several times
    for each entry. The class must work nothing out in `__post_init__`. What a value
    keeps beside its fields (`WorkedOutOnce`) is not copied. Raises TypeError for a field
    that it doesn't have."""
    if not changes:
        return value
    try:
        fields = value.__dict__
    except AttributeError:  # all of its fields are slots
        return replace(value, **changes)
    for name in changes:
        if name not in fields:  # a slot, or no field, which `replace` refuses
            return replace(value, **changes)
    made = object.__new__(value.__class__)
    copied = fields | changes
    if KEPT in copied:
        del copied[KEPT]
    object.__setattr__(made, "__dict__", copied)
    return made


class WorkedOutOnce:
    """A value that never changes, so that what follows from it is worked out the first
    time it is asked for, and kept under a name."""

    # Any, since each thing that is kept has a type of its own
    _kept: Mapping[str, Any] = MappingProxyType({})

    def once(self, name: str, work_out: Callable[[], T]) -> T:
        if name not in self._kept:
            object.__setattr__(self, KEPT, {**self._kept, name: work_out()})
        found: T = self._kept[name]
        return found


def each_once(
    items: Sequence[Kept], name: str, work_out: Callable[[int, Kept], T]
) -> tuple[T, ...]:
    """What `work_out` gives of each, told its place, kept as `WorkedOutOnce` does; a long
    row is quick."""
    found = [
        one._kept[name]
        if name in one._kept
        else one.once(name, partial(work_out, n, one))
        for n, one in enumerate(items)
    ]
    return tuple(found)
