"""Values that never change, and how another one is made of one."""

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

V = TypeVar("V", bound="DataclassInstance")


def changed(value: V, **changes: object) -> V:
    """A frozen dataclass with these fields changed: what `dataclasses.replace` gives,
    in a fifth of the calls where the class has no slots.

    A fold does this several times for each entry. The class works nothing out in
    `__post_init__`; what a value keeps beside its fields is not copied. Raises
    TypeError for a field that it hasn't.
    """
    fields = value.__dataclass_fields__
    kept = getattr(value, "__dict__", {})
    if not kept.keys() >= fields.keys():
        return replace(value, **changes)
    made = object.__new__(type(value))
    made.__dict__.update({name: kept[name] for name in fields})
    made.__dict__.update(changes)
    if len(made.__dict__) > len(fields):
        unknown = ", ".join(changes.keys() - fields.keys())
        raise TypeError(f"{type(value).__name__} has no field {unknown}")
    return made
