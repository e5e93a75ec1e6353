"""Sessions in a list, on the first page and in the history: a row each, and the same again."""

from collections.abc import Iterable
from typing import Any

from flask import url_for

from scorekeeper.core.messages import Message, message
from scorekeeper.core.sheet import Points
from scorekeeper.games import GAMES
from scorekeeper.store import Summary, Tally
from scorekeeper.web.phones import phone
from scorekeeper.web.table.pages import new_key, words

AGAIN = 3
"""How many games are offered once more."""


def item(one: Summary) -> dict[str, Any]:
    """A session as templates/history/_sitting.html reads it; its row leads to the table."""
    return {
        "url": url_for("sessions.table", session_id=one.session),
        "game": game(one.game),
        "people": ", ".join(one.people),
        "detail": one.deal,
        "turn": one.turn,
        "scores": [_tally(tally) for tally in one.scores],
        "before": list(zip(*(tally.before for tally in one.scores), strict=False)),
        "when": words().day(one.last_at),
    }


def game(slug: str) -> Message:
    """What a game is called; the name that a row has where there is no such game."""
    return message(f"game.{slug}") if slug in GAMES else message("game.none", slug=slug)


def again(summaries: Iterable[Summary]) -> list[dict[str, Any]]:
    """The first different groups and games of these, for one tap each."""
    seen: set[tuple[object, ...]] = set()
    items: list[dict[str, Any]] = []
    for one in summaries:
        kind = (one.game, *sorted(one.people))
        if kind in seen or len(items) == AGAIN or not one.people or one.game not in GAMES:
            continue
        seen.add(kind)
        items.append(
            {
                "game": message(f"game.{one.game}"),
                "people": ", ".join(one.people),
                "when": words().day(one.last_at),
                "action_url": url_for("new.again", session_id=one.session),
                "key": new_key(),
                "mark": phone.mark(),
            }
        )
    return items


def _tally(tally: Tally) -> tuple[object, Points]:
    """A party's label and total: its compass points, or its persons' names."""
    if tally.party in ("NS", "EW") or not tally.people:
        return message(f"party.{tally.party}"), tally.total
    return " & ".join(tally.people), tally.total
