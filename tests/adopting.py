"""Sessions put into a store as files are, without a page that takes them in."""

from collections.abc import Iterable

from scorekeeper.core.session import Header, Recorded
from scorekeeper.store import Store, Taken, prepared
from scorekeeper.tables.session import opened


def adopt(store: Store, header: Header, log: tuple[Recorded, ...]) -> bool:
    """Put one in; False = all of it was here already."""
    return adopt_all(store, [(header, log)]) != [Taken.KNOWN]


def adopt_all(
    store: Store, found: Iterable[tuple[Header, tuple[Recorded, ...]]]
) -> list[Taken]:
    """Put in all of them, or none. Raises what `Imports.take_in` raises."""
    each = [
        prepared(opened(store._games[header.game], header, log))
        for header, log in found
    ]
    return store.imports.take_in(each)
