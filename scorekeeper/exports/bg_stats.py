"""Links that hand a finished rubber or game over to the play log BG Stats.

A link is a plain address that its app takes over on the phone: no account and no request of
ours. The fields are those of its page on pushing plays from other apps; `winner` and
`startPlayer` must be there for every player, because its Android app refuses a play without.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

from scorekeeper.core.history import History
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import party_of
from scorekeeper.exports.sheet_files import number_of
from scorekeeper.tables.session import Session
from scorekeeper.tables.sheet import ShownSection, sheet_of
from scorekeeper.words import Words

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Scorekeeper"
MOST = 20
"""How many sections are offered, the last ones."""


@dataclass(frozen=True, slots=True)
class PlayLink:
    """The link for one finished section: what it is called, and its address."""

    label: Message
    address: str


def play_links(session: Session, words: Words) -> tuple[PlayLink, ...]:
    """A link for each of the last finished sections in which anybody was seated."""
    sections = sheet_of(session, plain=History()).sections
    found = [one for one in sections if one.is_over and any(row.seated for row in one.rows)]
    return tuple(PlayLink(one.label, _address(session, one, words)) for one in found[-MOST:])


def _address(session: Session, section: ShownSection, words: Words) -> str:
    slug = session.header.game
    last = max(seq for row in section.rows for seq in row.entries)
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": f"{session.id}-{section.at + 1}",
        # When the section's last entry was made, in UTC, as the app reads it.
        "playDate": session.log[last - 1].at[:19].replace("T", " "),
        "game": {
            "name": words.text(message(f"game.{slug}")),
            "sourceGameId": slug,
            "highestWins": True,
            "noPoints": False,
        },
        "players": list(_players(session, section)),
    }
    text = json.dumps(play, ensure_ascii=False, separators=(",", ":"))
    return ADDRESS + quote(text, safe="")


def _players(session: Session, section: ShownSection) -> Iterator[dict[str, object]]:
    """The persons with their side's score; those who won stand first, whatever the points."""
    parties = session.game.parties(session.settings)
    totals = {cell.party: cell.total for cell in section.totals}
    standing = {party: (party not in section.winners, -totals[party]) for party in totals}
    seated = [(party_of(seat, parties).id, person) for seat, person in section.seated]
    for party, person in seated:
        yield {
            "name": person,
            "sourcePlayerId": person,
            "score": number_of(totals[party], 2),
            "rank": 1 + sum(standing[other] < standing[party] for other, _ in seated),
            "winner": party in section.winners,
            "startPlayer": False,
        }
