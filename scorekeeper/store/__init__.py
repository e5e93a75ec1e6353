"""The only package that knows a database: an entry is answered for once it is on the
disk."""

from scorekeeper.store.database import ADDRESS as ADDRESS
from scorekeeper.store.database import FILE_NAME as FILE_NAME
from scorekeeper.store.database import Appended as Appended
from scorekeeper.store.database import KeyReused as KeyReused
from scorekeeper.store.database import NoSuchSession as NoSuchSession
from scorekeeper.store.database import NotOurDatabase as NotOurDatabase
from scorekeeper.store.database import NotReadable as NotReadable
from scorekeeper.store.database import NotSaved as NotSaved
from scorekeeper.store.database import Refused as Refused
from scorekeeper.store.database import Replayed as Replayed
from scorekeeper.store.database import SessionExists as SessionExists
from scorekeeper.store.database import Stale as Stale
from scorekeeper.store.database import Taken as Taken
from scorekeeper.store.database import database_of as database_of
from scorekeeper.store.database import is_address as is_address
from scorekeeper.store.imports import Prepared as Prepared
from scorekeeper.store.imports import prepared as prepared
from scorekeeper.store.seals import Kept as Kept
from scorekeeper.store.store import Sender as Sender
from scorekeeper.store.store import Store as Store
