"""An open table: its session read from the store and folded, ready for a page."""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock
from typing import Any, cast

from flask import abort, current_app

from scorekeeper.core.chain import Stamp, seal
from scorekeeper.core.history import History, history
from scorekeeper.core.seats import COMPASS, Party
from scorekeeper.core.session import Folded, Header, Recorded, fold
from scorekeeper.core.sheet import People, ScoreSheet
from scorekeeper.core.wire import decode
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.store import Store


@dataclass(frozen=True, slots=True)
class Table:
    """One session as pages need it."""

    header: Header
    game: Game
    settings: Any
    log: tuple[Recorded, ...]
    head: str
    folded: Folded

    @property
    def id(self) -> str:
        """The session's id."""
        return self.header.session

    @property
    def last(self) -> int:
        """The number of the last entry, 0 when there is none."""
        return self.log[-1].seq if self.log else 0

    @property
    def seal(self) -> str:
        """The head of the log in four letters."""
        return seal(self.head)

    def sheet(self) -> ScoreSheet:
        """The score sheet as it stands."""
        return self.game.sheet(self.folded.state)

    def history(self) -> History:
        """What corrections did to the sheet."""
        return history(self.game, self.game.sheet, self.settings, self.log)

    def entry(self, seq: int) -> Recorded:
        """The entry with this number; 404 when there is none."""
        return next((e for e in self.log if e.seq == seq), None) or abort(404)


class Tables:
    """Reads sessions and keeps the last folded ones: a log only grows, so a head names a state."""

    def __init__(self, store: Store, keep: int = 64) -> None:
        self._store = store
        self._kept: OrderedDict[str, Table] = OrderedDict()
        self._keep = keep
        self._lock = Lock()

    def open(self, session_id: str) -> Table:
        """The table of this session; 404 when there is none."""
        loaded = self._store.load(session_id)
        if loaded is None:
            abort(404)
        header, log, head = loaded
        with self._lock:
            kept = self._kept.get(head)
        if kept is not None:
            return kept
        game = GAMES[header.game]
        settings = decode(game.settings_type, dict(header.settings))
        table = Table(header, game, settings, log, head, fold(game, settings, log))
        with self._lock:
            self._kept[head] = table
            while len(self._kept) > self._keep:
                self._kept.popitem(last=False)
        return table


def tables() -> Tables:
    """This app's tables."""
    return cast(Tables, current_app.extensions["tables"])


def store() -> Store:
    """This app's store."""
    return cast(Store, current_app.extensions["store"])


def stamp(key: str, note: str = "") -> Stamp:
    """Now, in UTC, for an entry made with this idempotency key."""
    return Stamp(datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), None, note, key)


def names_of(party: Party, people: People) -> tuple[str, ...]:
    """The persons seated for a party, in the order of its seats."""
    seated = dict(people)
    return tuple(seated[seat] for seat in party.seats if seat in seated)


def is_compass(party: Party) -> bool:
    """Whether a party goes by its compass points rather than by its persons' names."""
    return party.seats[0] in COMPASS
