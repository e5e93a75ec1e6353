"""`scorekeeper list`, and the session that a command is given: found, or the nearest
ones named."""

import os
import re
import unicodedata
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import click

from scorekeeper.cli import files
from scorekeeper.cli.terminal import CommandRefused, columns, one_line, print_json, say
from scorekeeper.core.messages import Message, message
from scorekeeper.exports.sheet_files import plain
from scorekeeper.games import GAMES
from scorekeeper.places import instance_folder
from scorekeeper.store import Store, database_of
from scorekeeper.store.index import SessionQuery, Summary, search_words
from scorekeeper.tables.session import Session
from scorekeeper.words import Words, words_in

LANGUAGE_NAMED_IN = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name the language of messages; the first that is set counts."""
EVERY = 1_000_000
NEAREST = 5
"""How many sessions are named where the one asked for is not there."""
ALIKE = 0.6
"""How much of two names is the same where one may be meant by the other,
as difflib counts."""
HEADINGS = ("day", "session", "game", "people", "score", "state")
GAP = "  "
LEAST_WIDTH = 8
CUT_FIRST = (3, 2, 4, 5)
"""The columns that are cut where a line is too long, in this order. A session's
reference is never cut: it is what the other commands ask for."""


class Known(NamedTuple):
    """A session in a few words, and why it is not in the lists; "" where it is."""

    summary: Summary
    why: str


@click.command("list")
@click.option("--hidden", is_flag=True, help="List hidden sessions too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_command(hidden: bool, as_json: bool) -> None:
    """List the sessions, the newest first."""
    where = database_of(instance_folder())
    is_new = isinstance(where, Path) and not where.exists()
    sessions = [] if is_new else known(files.open_store(), with_hidden=hidden)
    if as_json:
        print_json([_as_fields(session) for session in sessions])
        return
    words = reader_words()
    if not sessions:
        say(words.text(message("list.none")))
        return
    headings = [words.text(message(f"list.{name}")) for name in HEADINGS]
    say(
        *in_columns(
            [headings, *(_row(session, words) for session in sessions)], columns()
        )
    )


def reader_words() -> Words:
    asked = [os.environ[name] for name in LANGUAGE_NAMED_IN if os.environ.get(name)]
    language = re.split("[:._@]", asked[0])[0] if asked else ""
    return words_in(language.lower())


def known(store: Store, *, with_hidden: bool) -> list[Known]:
    sessions = [
        Known(summary, "") for summary in store.index.find(SessionQuery(), EVERY)
    ]
    if with_hidden:
        sessions += (
            Known(waiting.summary, waiting.why) for waiting in store.imports.unlisted()
        )
        sessions.sort(key=lambda session: session.summary.position, reverse=True)
    return sessions


def found_session(store: Store, reference: str, *, is_read: bool = True) -> Any:
    """The session of this reference, read unless only its presence is asked for. Raises
    CommandRefused with the nearest ones where there is none."""
    if is_read:
        # as each reference is; what is no text no database takes
        is_text = reference.isascii()
        session: Session | None = store.open(reference) if is_text else None
        if session is not None:
            return session
    elif reference in store.ids():
        return None
    raise CommandRefused(*_not_there(store, reference))


def _not_there(store: Store, reference: str) -> Iterator[str]:
    there = known(store, with_hidden=True)
    near = nearest(reference, there)
    said = f"There is no session {reference!r} in {store.engine.name}."
    if not there:
        yield f"{said} It has no sessions."
        return
    yield f"{said} The nearest:" if near else f"{said} The last ones:"
    rows = [_row(session, files.WORDS) for session in near or there[:NEAREST]]
    yield from (f"  {line}" for line in in_columns(rows, None))
    if len(there) > len(rows):
        yield "All of them: scorekeeper list --hidden"


def nearest(asked: str, there: list[Known]) -> list[Known]:
    """The sessions that may be meant: by their reference, by who played, or
    by the game."""
    called: dict[str, list[Known]] = {}
    for session in there:
        for name in _names(session.summary):
            called.setdefault(name, []).append(session)
    alike = get_close_matches(asked.casefold(), list(called), NEAREST, ALIKE)
    sessions: dict[str, Known] = {}
    for name in alike:
        for session in called[name]:
            sessions.setdefault(session.summary.session, session)
    return list(sessions.values())[:NEAREST]


# What somebody may call a session by.
def _names(summary: Summary) -> set[str]:
    title = files.WORDS.text(_game(summary.game))
    names = {summary.session.casefold(), summary.game, title.casefold()}
    for person in summary.people:
        names |= {person.casefold(), *search_words(person)}
    return names


def described(store: Store, reference: str) -> str:
    there = known(store, with_hidden=True)
    rows = [
        _row(session, files.WORDS)
        for session in there
        if session.summary.session == reference
    ]
    return in_columns(rows, None)[0] if rows else reference


def _game(slug: str) -> Message:
    return message(f"game.{slug}") if slug in GAMES else message("game.none", slug=slug)


def _row(session: Known, words: Words) -> list[str]:
    summary = session.summary
    game = words.text(_game(summary.game))
    score = " : ".join(words.text(tally.total) for tally in summary.scores)
    row = [words.date(summary.day), summary.session, game, _people(summary), score]
    return [*row, words.text(_state(session))]


# The people in the order of the scores, partners together; then all others.
def _people(summary: Summary) -> str:
    sides = [" & ".join(tally.people) for tally in summary.scores if tally.people]
    scoring = {person for tally in summary.scores for person in tally.people}
    return ", ".join(
        [*sides, *(person for person in summary.people if person not in scoring)]
    )


def _state(session: Known) -> Message:
    if session.summary.entries < 0:
        state: object = message("list.unreadable")
    elif session.summary.is_over:
        state = message("Finished")
    else:
        state = session.summary.deal or message("In progress")
    if session.why:
        return message("list.unlisted", state=state, why=message(f"list.{session.why}"))
    return message("%(state)s", state=state)


def _as_fields(session: Known) -> dict[str, Any]:
    summary = session.summary
    state = "over" if summary.is_over else "open"
    return {
        "session": summary.session,
        "day": summary.day,
        "game": summary.game,
        "people": list(summary.people),
        "scores": [
            {
                "party": tally.party,
                "people": list(tally.people),
                "total": plain(tally.total),
            }
            for tally in summary.scores
        ],
        "state": "unreadable" if summary.entries < 0 else state,
        "unlisted": session.why or None,
        "entries": max(summary.entries, 0),
        "opened_at": summary.opened_at,
        "last_at": summary.last_at,
    }


# ---- columns ----


def in_columns(rows: list[list[str]], most: int | None) -> list[str]:
    """The rows as lines of at most so many columns of a terminal; None = as wide as
    they are."""
    rows = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    if most is not None:
        _narrow(widths, most)
    lines = (
        GAP.join(_filled(cell, wide) for cell, wide in zip(row, widths, strict=True))
        for row in rows
    )
    return [_cut(line.rstrip(), most) if most else line.rstrip() for line in lines]


def _narrow(widths: list[int], most: int) -> None:
    for column in CUT_FIRST:
        beyond = sum(widths) + len(GAP) * (len(widths) - 1) - most
        least = min(LEAST_WIDTH, widths[column])
        widths[column] = max(least, widths[column] - max(beyond, 0))


def width(text: str) -> int:
    return sum(map(_width_of, text))


def _width_of(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _filled(cell: str, wide: int) -> str:
    cut = _cut(cell, wide)
    return cut + " " * (wide - width(cut))


def _cut(text: str, wide: int) -> str:
    if width(text) <= wide:
        return text
    kept = ""
    for character in text:
        if width(kept) + _width_of(character) > wide - 1:
            break
        kept += character
    return f"{kept}…"
