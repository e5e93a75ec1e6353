"""The sessions of this table in SQLite: the only package that knows a database.

An entry is answered for only once it is on the disk.
"""

from scorekeeper.store.answers import Appended as Appended
from scorekeeper.store.answers import KeyReused as KeyReused
from scorekeeper.store.answers import NoSuchSession as NoSuchSession
from scorekeeper.store.answers import NotReadable as NotReadable
from scorekeeper.store.answers import NotSaved as NotSaved
from scorekeeper.store.answers import Refused as Refused
from scorekeeper.store.answers import Replayed as Replayed
from scorekeeper.store.answers import SessionExists as SessionExists
from scorekeeper.store.answers import Stale as Stale
from scorekeeper.store.answers import Taken as Taken
from scorekeeper.store.database import FILE_NAME as FILE_NAME
from scorekeeper.store.database import NotOurDatabase as NotOurDatabase
from scorekeeper.store.database import planned as planned
from scorekeeper.store.imports import Prepared as Prepared
from scorekeeper.store.imports import prepared as prepared
from scorekeeper.store.index import Summary as Summary
from scorekeeper.store.index import Tally as Tally
from scorekeeper.store.log import Store as Store
from scorekeeper.store.seals import Kept as Kept
