"""The games of a sheet as links to BG Stats.

A link is a plain address that its app takes over on the phone: no account and no
request of ours. `winner` and `startPlayer` must be there for every player, because its
Android app refuses a play without.
"""

import json
from typing import Any
from urllib.parse import quote

from scorekeeper.core.history import History
from scorekeeper.core.messages import Message
from scorekeeper.core.seats import PartyId, party_of
from scorekeeper.core.sheet import Points
from scorekeeper.exports.sheet_files import number_of
from scorekeeper.tables.session import Session
from scorekeeper.tables.sheet import ShownSection, sheet_of
from scorekeeper.words import Words

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
MOST = 20  # How many sections are offered, the last ones


def play_links(session: Session, words: Words) -> tuple[tuple[Message, str], ...]:
    """A link for each of the last finished sections in which anybody was seated: what
    it is called, and its address."""
    finished = [
        section
        for section in sheet_of(session, plain=History()).sections
        if section.is_over and any(row.seated for row in section.rows)
    ]
    return tuple(
        (section.label, _address(session, section, words))
        for section in finished[-MOST:]
    )


def _address(session: Session, section: ShownSection, words: Words) -> str:
    slug = session.header.game
    last = max(seq for row in section.rows for seq in row.entries)
    play = {
        "sourceName": "Scorekeeper",
        "sourcePlayId": f"{session.id}-{section.at + 1}",
        # When the section's last entry was made, in UTC, as the app reads it.
        "playDate": session.entry(last).at[:19].replace("T", " "),
        "game": {
            "name": words.text(session.game.name_of(session.settings)),
            "sourceGameId": slug,
            "highestWins": not session.sheet.fewest_wins,
            "noPoints": False,
        },
        "players": _players(session, section),
    }
    written = json.dumps(play, ensure_ascii=False, separators=(",", ":"))
    return ADDRESS + quote(written, safe="")


def _players(session: Session, section: ShownSection) -> list[dict[str, Any]]:
    totals = {cell.party: cell.total for cell in section.totals}
    better = 1 if session.sheet.fewest_wins else -1

    left = [seat.value for seat in section.rows[-1].absent]

    # Those who won stand first, whatever the points, and those who left last.
    def standing(party: PartyId) -> tuple[bool, bool, Points]:
        return party not in section.winners, party in left, better * totals[party]

    seated = [
        (party_of(seat, session.parties).id, person) for seat, person in section.seated
    ]
    return [
        {
            "name": person,
            "sourcePlayerId": person,
            "score": number_of(totals[party], 2),
            "rank": 1 + sum(standing(other) < standing(party) for other, _ in seated),
            "winner": party in section.winners,
            "startPlayer": False,
        }
        for party, person in seated
    ]
