"""The sessions of this table in SQLite: the only package that knows a database.

An entry is answered for only once it is on the disk.
"""

from scorekeeper.store.answers import (
    Appended,
    KeyReused,
    NoSuchSession,
    NotReadable,
    NotSaved,
    Refused,
    Replayed,
    SessionExists,
    Stale,
    Taken,
)
from scorekeeper.store.database import FILE_NAME, Health, NotOurDatabase, planned
from scorekeeper.store.imports import Prepared, prepared
from scorekeeper.store.index import Summary, Tally
from scorekeeper.store.log import Store
from scorekeeper.store.seals import Kept

__all__ = [
    "FILE_NAME",
    "Appended",
    "Health",
    "Kept",
    "KeyReused",
    "NoSuchSession",
    "NotOurDatabase",
    "NotReadable",
    "NotSaved",
    "Prepared",
    "Refused",
    "Replayed",
    "SessionExists",
    "Stale",
    "Store",
    "Summary",
    "Taken",
    "Tally",
    "planned",
    "prepared",
]
