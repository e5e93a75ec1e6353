"""How often one phone may ask for what costs much: any evening's worth, and no
mischief's.

Counted is by place for a phone that has one at the table, else by address: whatever a
stranger makes up is worth nothing.

Statistics are counted for a few at a time. Whoever has to wait holds no thread: the
page asks again by itself, and its turn comes, those before who have played here."""

import time
from collections.abc import Callable, Iterable
from functools import partial, wraps
from http import HTTPStatus
from itertools import count
from threading import Lock
from typing import Any, NamedTuple, cast

from flask import Flask, Response, g
from flask_limiter import Limiter, RouteLimit
from limits.storage import MemoryStorage, Storage

from scorekeeper.core.messages import Message, message
from scorekeeper.store import NotSaved, Store
from scorekeeper.web.page import phone
from scorekeeper.web.page.access import PageRule
from scorekeeper.web.page.answers import error_page
from scorekeeper.web.page.costs import Cost
from scorekeeper.web.page.incoming import store, this_table
from scorekeeper.web.page.place import place

WRITING = "240 per minute"  # what one phone may enter at one table
PRINTING = "30 per minute"
COUNTING = "120 per minute"
OPENING = {"kitchen": "240 per hour", "public": "30 per hour"}
"""How many tables one address may open."""
TRYING = "5 per minute; 30 per hour"
"""How many wrong codes one address may try. There is no such limit for all together: it
would let guessers refuse the right code to everybody."""
AT_ONCE = 2  # for how many statistics are counted at once
MOST_WAITING = 24  # how many phones and addresses may wait for theirs
AGAIN = 2  # after so many seconds a page that waits asks again
PATIENCE = 6  # after so many seconds without asking, they are taken to have gone
_NOW = "CAST(extract(epoch FROM clock_timestamp()) AS double precision)"
"""By the database's clock: whoever asks two nodes in turn whose own differ is counted
once."""


def register(app: Flask, join_page: Callable[[Message, int], Response]) -> None:
    """Put a limit before each page that has one; counted in memory where there is one
    process. `join_page` asks for a table's code again and says why."""
    is_shared = app.extensions["store"].engine.is_shared
    limiter = Limiter(
        _place_or_address,
        app=app,
        storage_uri="scorekeeper://" if is_shared else "memory://",
        storage_options={"store": app.extensions["store"]} if is_shared else {},
        strategy="fixed-window",
        headers_enabled=True,
    )
    # Before every request it looks for limits of all pages, which there are none of:
    # each that has one asks by itself, and the others need not wait.
    if limiter.enabled:
        app.before_request_funcs[None].remove(limiter._check_request_limit)
    app.extensions["limits"] = limiter  # its decorators only know it from afar
    _take_turns(app)
    is_public = bool(app.config.get("PUBLIC_URL"))
    for rule in cast(Iterable[PageRule], app.url_map.iter_rules()):
        limit = _limit(limiter, rule, join_page, is_public=is_public)
        if limit is not None:
            view = app.view_functions[rule.endpoint]
            if rule.cost is Cost.TRYING and limiter.enabled:
                view = _given_back(limiter, view)
            app.view_functions[rule.endpoint] = limit(view)  # type: ignore[assignment]


def _take_turns(app: Flask) -> None:
    turns = app.extensions["turns"] = CountingTurns()

    def wait() -> Response | None:
        me = phone.here() if store().phones.is_known(phone.here()) else ""
        g.has_turn = turns.begin(me or phone.network(), is_stranger=not me)
        if g.has_turn:
            return None
        answer = error_page(503, "error.counting")
        answer.headers["Refresh"] = str(AGAIN)
        answer.headers["Retry-After"] = str(AGAIN)
        return answer

    def end(_fault: BaseException | None) -> None:
        if g.pop("has_turn", False):
            turns.end()

    app.before_request_funcs.setdefault("statistics", []).append(wait)
    app.teardown_request_funcs.setdefault("statistics", []).append(end)


class CountStorage(Storage):
    """The counts of all processes, in their database; lost with its server, as in
    memory."""

    STORAGE_SCHEME: list[str] | None = ["scorekeeper"]  # noqa: RUF012 - as its base has it
    base_exceptions = NotSaved  # what it raises that can't count

    def __init__(
        self, uri: str, wrap_exceptions: bool = False, *, store: Store
    ) -> None:
        super().__init__(uri, wrap_exceptions)
        self._store = store

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        still = f"CASE WHEN counts.until > {_NOW} THEN counts."
        sql = (
            f"INSERT INTO counts (key, n, until) VALUES (:key, :by, {_NOW} + :long)"  # noqa: S608
            f" ON CONFLICT (key) DO UPDATE SET n = {still}n ELSE 0 END + :by,"
            f" until = {still}until ELSE {_NOW} + :long END RETURNING n"
        )
        parameters = {"key": key, "by": amount, "long": expiry}
        count = self._store.in_transaction(
            lambda db: int(db.execute(sql, parameters).fetchone()[0])
        )
        if count == amount:
            self._store.run(f"DELETE FROM counts WHERE until < {_NOW}")  # noqa: S608 - our own
        return count

    def decr(self, key: str) -> int:
        sql = f"UPDATE counts SET n = n - 1 WHERE key = ? AND n > 0 AND until > {_NOW}"  # noqa: S608
        return self._store.run(sql, [key])

    def get(self, key: str) -> int:
        sql = f"SELECT n FROM counts WHERE key = ? AND until > {_NOW}"  # noqa: S608 - our own
        rows = self._store.rows(sql, [key])
        return int(rows[0][0]) if rows else 0

    def get_expiry(self, key: str) -> float:
        rows = self._store.rows("SELECT until FROM counts WHERE key = ?", [key])
        return float(rows[0][0]) if rows else time.time()

    def check(self) -> bool:
        return self._store.engine.is_ready()

    def reset(self) -> int:
        return self._store.run("DELETE FROM counts")

    def clear(self, key: str) -> None:
        self._store.run("DELETE FROM counts WHERE key = ?", [key])


class _Turn(NamedTuple):
    """In the order of whose turn it is: those who have played here, then strangers; of
    each those who came first. They asked last at `asked_at`."""

    is_stranger: bool
    number: int
    asked_at: float


class CountingTurns:
    """Who counts now, and who waits for that."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._numbers = count()
        self._counting = 0
        self._waiting: dict[str, _Turn] = {}

    def begin(self, who: str, *, is_stranger: bool) -> bool:
        """Whether it is their turn; `end` must follow. If not, they wait, as long as
        they ask again in time and there is room."""
        now = time.monotonic()
        with self._lock:
            others = {
                other: turn
                for other, turn in self._waiting.items()
                if turn.asked_at > now - PATIENCE
            }
            mine = others.pop(who, None)
            if mine is None:
                mine = _Turn(is_stranger, next(self._numbers), now)
            ahead = [turn for turn in others.values() if turn < mine]
            is_now = self._counting + len(ahead) < AT_ONCE
            if is_now:
                self._counting += 1
            elif len(others) < MOST_WAITING:
                others[who] = mine._replace(asked_at=now)
            self._waiting = others
            return is_now

    def end(self) -> None:
        with self._lock:
            self._counting -= 1


def _limit(
    limiter: Limiter,
    rule: PageRule,
    join_page: Callable[[Message, int], Response],
    *,
    is_public: bool,
) -> RouteLimit | None:
    of_forms = partial(limiter.limit, methods=["POST"])
    of_an_address = partial(of_forms, key_func=phone.network)
    match rule.cost:
        case Cost.OPENING:
            return of_an_address(OPENING["public" if is_public else "kitchen"])
        case Cost.TRYING:
            again = partial(join_page, message("refused.code-tries"), 429)
            return of_an_address(TRYING, on_breach=lambda _limit: again())
        case Cost.PRINTING:
            return limiter.limit(PRINTING)
        case Cost.COUNTING:
            return limiter.limit(COUNTING, key_func=phone.network)
    if rule.cost is Cost.NOTHING or "POST" not in (rule.methods or ()):
        return None
    return (of_an_address if rule.cost is Cost.ARRIVING else of_forms)(WRITING)


def _given_back(limiter: Limiter, view: Callable[..., Any]) -> Callable[..., Any]:
    """A page whose tries are counted before it answers, so that of many at once no more
    are looked at than may be; one that was right is no guess, and counts no more where
    it was counted: of a minute that began since, it takes nothing back."""

    @wraps(view)
    def answered(**asked: Any) -> Any:
        counts = cast(CountStorage | MemoryStorage, limiter.storage)
        keys = [
            limit.limit.key_for(*limit.request_args) for limit in limiter.current_limits
        ]
        until = {key: counts.get_expiry(key) for key in keys}
        answer: Any = view(**asked)
        if getattr(answer, "status_code", 0) == HTTPStatus.SEE_OTHER:
            for key in keys:
                if counts.get_expiry(key) == until[key]:
                    counts.decr(key)
        return answer

    return answered


def _place_or_address() -> str:
    session_id = this_table()
    if session_id and place(session_id).is_here:
        return f"{phone.here()} {session_id}"
    return phone.network()
