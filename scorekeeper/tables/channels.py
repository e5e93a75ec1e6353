"""What waits for news of a table, and who is there: in this process's memory, none of
it kept. Where several processes serve the phones, each tells the others who is there
with it.

A table has a channel here for as long as somebody looks at it. `post` says that a log
has grown; it is fed from the one place that writes (Store) and, for what another
process wrote, by `poll`.
"""

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Condition, Lock, Thread
from typing import Any

LINGER = 8.0  # Seconds for which a phone whose stream ended still counts as there: it may come back
POLLED = 12.0  # Seconds for which a phone that polls counts as there
SAID_SECONDS = 5.0
"""After which a process says again who is there; after thrice that, nobody is."""
PHONE_LETTERS = 12  # Of a phone's name, by which other processes know it
POLL_SECONDS = 1.0
"""Between two looks at what other processes wrote and at who has gone."""
FOR_GOOD = float("inf")
A_TABLE = 48
OF_ONLOOKERS = 0.5  # Those who don't play: streams of a table, part of all
ONLOOKERS_OF_ADDRESS = 16
PLAYERS_OF_ADDRESS = 256  # Of one address; who is refused polls
OF_PLAYER = 6  # Streams of one player's phone at one table

_log = logging.getLogger(__name__)

Say = Callable[[str, dict[str, str]], None]
"""Tells other processes who is there at a table: the seats of each phone,
by its letters."""
Lasts = Callable[[list[str]], Mapping[str, int]]
"""Answers the number of each log's last entry, given their sessions' ids; {} where
nothing in the database has changed since it was asked last."""


class Full(Exception):
    """No more streams than the server holds, or than the part of them that
    is one's own."""


@dataclass(slots=True)
class _Phone:
    """A phone that looks at a table: the seats it serves, and until when it
    counts as there."""

    seats: tuple[str, ...]
    until: float
    streams: int = 0


@dataclass(slots=True)
class Channel:
    """What is known of one table that somebody looks at. `count` grows with all news,
    of which `hearers` are told; `last` is the last entry heard of. `drawn` keeps what
    was drawn of the table, by language and by what waits for a phone, for all who look
    at it; hold `drawing` to draw. `said`: when others were told last who is there."""

    news: Condition = field(default_factory=lambda: Condition(Lock()))
    drawing: Lock = field(default_factory=Lock)
    drawn: dict[Any, Any] = field(default_factory=dict)
    phones: dict[str, _Phone] = field(default_factory=dict)
    elsewhere: dict[str, tuple[float, dict[str, str]]] = field(default_factory=dict)
    hearers: set[Callable[[], None]] = field(default_factory=set)
    count: int = 0
    last: int = 0
    streams: int = 0
    said: float = 0.0


class Channels:
    """The channels of one process. `streams` may be open at once; where `is_limited`,
    an address and those who don't play have their part of them: players come first.
    `faults` are what `lasts` raises where the database is busy or closed."""

    def __init__(
        self,
        streams: int,
        lasts: Lasts = lambda _ids: {},
        *,
        is_limited: bool = True,
        say: Say = lambda _id, _phones: None,
        faults: tuple[type[Exception], ...] = (),
    ) -> None:
        self._say = say
        self.limit = streams
        self.is_limited = is_limited
        self.streams = 0
        self.is_closing = False
        self._held: Counter[tuple[str, ...]] = Counter()
        self._lasts = lasts
        self._faults = faults
        self._lock = Lock()
        self._channels: dict[str, Channel] = {}
        self._poller: Thread | None = None

    # ---- telling ----

    def post(self, session_id: str, last: int = 0) -> None:
        """Tell all who wait for this table that there is news: its last entry, or who
        is there."""
        channel = self._channels.get(session_id)
        if channel is None:
            return
        with channel.news:
            channel.count += 1
            channel.last = max(channel.last, last)
            channel.news.notify_all()
        for hear in list(channel.hearers):
            hear()

    def close(self) -> None:
        self.is_closing = True
        for session_id in list(self._channels):
            self.post(session_id)

    # ---- waiting ----

    @contextmanager
    def stream(
        self, session_id: str, phone: str, seats: tuple[str, ...], address: str = ""
    ) -> Iterator[Channel]:
        """A stream of this phone, which is there as long as it lasts. Raises Full."""
        parts = self._parts(session_id, phone, seats, address)
        with self._lock:
            is_full = self.streams >= self.limit
            if is_full or any(self._held[part] >= most for part, most in parts.items()):
                raise Full
            channel = self._channel(session_id)
            self._held.update(parts.keys())
            self.streams += 1
            channel.streams += 1
        try:
            self._arrive(session_id, channel, phone, seats, stays=True)
            yield channel
        finally:
            self._end(channel, phone, parts)

    # What a stream counts with, and how many of each there may be.
    def _parts(
        self, session_id: str, phone: str, seats: tuple[str, ...], address: str
    ) -> dict[tuple[str, ...], float]:
        if not self.is_limited:
            return {}
        if seats:
            return {
                ("player", session_id, phone): OF_PLAYER,
                ("players", address): PLAYERS_OF_ADDRESS,
            }
        return {
            ("onlookers of", session_id): A_TABLE,
            ("onlookers at", address): ONLOOKERS_OF_ADDRESS,
            ("onlookers",): OF_ONLOOKERS * self.limit,
        }

    def _end(
        self, channel: Channel, name: str, parts: Iterable[tuple[str, ...]]
    ) -> None:
        with self._lock:
            self._held.subtract(parts)
            self._held += Counter()  # forgets what is held no more
            self.streams -= 1
            channel.streams -= 1
        with channel.news:
            phone = channel.phones[name]
            phone.streams -= 1
            if not phone.streams:
                phone.until = time.monotonic() + LINGER

    def wait(self, channel: Channel, count: int, seconds: float) -> int:
        """Wait until there is news since `count`, or that long; answers the
        count by then."""
        with channel.news:
            channel.news.wait_for(
                lambda: channel.count != count or self.is_closing, seconds
            )
            return channel.count

    def polled(self, session_id: str, phone: str, seats: tuple[str, ...]) -> Channel:
        with self._lock:
            channel = self._channel(session_id)
        self._arrive(session_id, channel, phone, seats, stays=False)
        return channel

    # ---- who is there ----

    def seats(self, session_id: str) -> tuple[frozenset[str], int]:
        """The seats whose phones are there now, and how many phones that is in all."""
        channel = self._channels.get(session_id)
        if channel is None:
            return frozenset(), 0
        with channel.news:
            there = self._here(channel)
            for _, phones in channel.elsewhere.values():
                there |= phones
        return frozenset("".join(there.values())), len(there)

    def elsewhere(self, session_id: str, process: str, phones: dict[str, str]) -> None:
        channel = self._channels.get(session_id)
        if channel is None:
            return
        until = time.monotonic() + 3 * SAID_SECONDS
        with channel.news:
            _, before = channel.elsewhere.get(process, (0.0, None))
            channel.elsewhere[process] = (until, phones)
        if before is None:  # it has not heard of those who were here before
            self._tell(session_id, channel)
        if before != phones:
            self.post(session_id)

    def _here(self, channel: Channel) -> dict[str, str]:
        return {
            name[:PHONE_LETTERS]: "".join(phone.seats)
            for name, phone in channel.phones.items()
        }

    def _tell(self, session_id: str, channel: Channel) -> None:
        with channel.news:
            phones = self._here(channel)
            channel.said = time.monotonic()
        self._say(session_id, phones)

    def seat(self, session_id: str, phone: str, seats: tuple[str, ...]) -> None:
        channel = self._channels.get(session_id)
        if channel is not None and phone in channel.phones:
            self._arrive(session_id, channel, phone, seats, stays=False)

    def _arrive(
        self,
        session_id: str,
        channel: Channel,
        phone: str,
        seats: tuple[str, ...],
        *,
        stays: bool,
    ) -> None:
        with channel.news:
            known = channel.phones.get(phone)
            there = channel.phones.setdefault(phone, _Phone(seats, 0.0))
            is_news = known is None or there.seats != seats
            there.seats = seats
            if stays:
                there.streams += 1
            there.until = FOR_GOOD if there.streams else time.monotonic() + POLLED
        if is_news:
            self._tell(session_id, channel)
            self.post(session_id)

    # ---- polling ----

    # The channel of this table; the first one starts the poller. Call it
    # under the lock.
    def _channel(self, session_id: str) -> Channel:
        channel = self._channels.setdefault(session_id, Channel())
        if self._poller is None:
            self._poller = Thread(target=self._poll, name="channels", daemon=True)
            self._poller.start()
        return channel

    def _poll(self) -> None:
        while True:
            with self._lock:
                if not self._channels or self.is_closing:
                    self._poller = None
                    return
            time.sleep(POLL_SECONDS)
            try:
                self.poll()
            except self._faults:
                continue  # the next look tells
            except Exception:
                _log.exception("a look at what other processes wrote failed")

    def poll(self) -> None:
        """Post what other processes wrote, forget who has gone, drop channels that
        nobody needs."""
        with self._lock:
            channels = dict(self._channels)
        for session_id, channel in channels.items():
            self._sweep(session_id, channel)
            if time.monotonic() > channel.said + SAID_SECONDS:  # not all tables at once
                self._tell(session_id, channel)
        for session_id, last in self._lasts(list(channels)).items():
            if last > channels[session_id].last:
                self.post(session_id, last)

    def _sweep(self, session_id: str, channel: Channel) -> None:
        with channel.news:
            now = time.monotonic()
            gone = [name for name, phone in channel.phones.items() if phone.until < now]
            ended = [
                name for name, (until, _) in channel.elsewhere.items() if until < now
            ]
            for name in gone:
                del channel.phones[name]
            for name in ended:
                del channel.elsewhere[name]
        if gone:
            self._tell(session_id, channel)
        if gone or ended:
            self.post(session_id)
        with self._lock, channel.news:
            if not channel.phones and not channel.streams:
                self._channels.pop(session_id, None)
