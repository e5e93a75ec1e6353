"""Links that hand a finished rubber or game over to the play log BG Stats.

A link is a plain address that its app takes over on the phone: no account and no request of
ours. The fields are those of its page on pushing plays from other apps; `winner` and
`startPlayer` must be there for every player, because its Android app refuses a play without.
"""

import json
from dataclasses import dataclass
from urllib.parse import quote

from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import People, party_of
from scorekeeper.core.sheet import Points, Section
from scorekeeper.exports.sheet_files import number_of
from scorekeeper.tables.session import Session
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
    numbered = enumerate(session.sheet.sections, start=1)
    found = [(number, one) for number, one in numbered if one.is_over and _people(one)]
    return tuple(
        PlayLink(section.label, _address(session, section, number, words))
        for number, section in found[-MOST:]
    )


def _address(session: Session, section: Section, number: int, words: Words) -> str:
    slug = session.header.game
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": f"{session.id}-{number}",
        "playDate": _ended_at(session, section),
        "game": {
            "name": words.text(message(f"game.{slug}")),
            "sourceGameId": slug,
            "highestWins": True,
            "noPoints": False,
        },
        "players": _players(session, section),
    }
    text = json.dumps(play, ensure_ascii=False, separators=(",", ":"))
    return ADDRESS + quote(text, safe="")


def _people(section: Section) -> People:
    """Who sat at the table when the section ended."""
    return next((row.people for row in reversed(section.rows) if row.people), ())


def _ended_at(session: Session, section: Section) -> str:
    """When the section's last entry was made, in UTC, as the app reads it."""
    last = max(seq for row in section.rows for seq in row.entries)
    return session.log[last - 1].at[:19].replace("T", " ")


def _players(session: Session, section: Section) -> list[dict[str, object]]:
    """The persons with their side's score; those who won stand first, whatever the points."""
    parties = session.game.parties(session.settings)
    seated = [(party_of(seat, parties).id, person) for seat, person in _people(section)]
    standing = {party: _standing(section, party) for party, _ in seated}
    return [
        {
            "name": person,
            "sourcePlayerId": person,
            "score": number_of(section.total(party), 2),
            "rank": 1 + sum(standing[other] < standing[party] for other, _ in seated),
            "winner": party in section.winners,
            "startPlayer": False,
        }
        for party, person in seated
    ]


def _standing(section: Section, party: str) -> tuple[bool, Points]:
    """Sorts the winners first, then by points, most first."""
    return party not in section.winners, -section.total(party)
