"""Whatever well-formed facts a file holds, it is scored or refused: no game falls over.

Every game of the program is tried, with facts made from the types of its events.
"""

import csv
import io
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.core.codec import encode
from scorekeeper.core.seats import Seat
from scorekeeper.exports.session_file import FileRefused, SessionFile, read, write
from scorekeeper.exports.sheet_files import csv_of, json_of
from scorekeeper.games import GAMES
from tests.exports.any_game import ENGLISH, answers, file_of, lines, longest

# Fewer than Hypothesis usually tries, since each takes long: ./prove tries more of them.
EXAMPLES = settings.default.max_examples // 3


def check_all_that_leaves(found: SessionFile) -> None:
    session = found.session
    sheet = json.loads(json.dumps(json_of(session, ENGLISH)))
    assert "%(" not in json.dumps(sheet)
    assert list(csv.reader(io.StringIO(csv_of(session, ENGLISH), newline="")))
    assert [party["id"] for party in sheet["parties"]] == list(sheet["totals"])
    session.game.glance(session.folded.state)
    for entry in session.log:
        assert (
            ENGLISH.text(entry.event.said()) if hasattr(entry.event, "said") else True
        )
    text = write(session)
    assert write(read(text.encode()).session) == text


@pytest.mark.parametrize("slug", GAMES)
@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_facts_are_scored_or_refused(slug: str, data: st.DataObject) -> None:
    game = GAMES[slug]
    chosen = data.draw(answers(game))
    entries = data.draw(lines(game))
    check_all_that_leaves(longest(game, chosen, entries))


@pytest.mark.parametrize("slug", GAMES)
@settings(max_examples=EXAMPLES // 2, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_entry_may_be_struck_out(slug: str, data: st.DataObject) -> None:
    game = GAMES[slug]
    chosen = data.draw(answers(game))
    entries = data.draw(lines(game))
    taken = longest(game, chosen, entries).session
    kept = [
        {"kind": entry.event.KIND, "facts": encode(entry.event), "key": entry.key}
        for entry in taken.log
    ]
    if not kept:
        return
    seq = data.draw(st.integers(1, len(kept)))
    struck = {"kind": "voided", "facts": {"entry": seq}}
    try:
        found = read(file_of(game, chosen, [*kept, struck]))
    except FileRefused as refusal:
        assert isinstance(taken.log[seq - 1].event, game.lasting)
        assert refusal.why.code == "refused.shown-stays-shown"
    else:
        check_all_that_leaves(found)


def test_seats_of_every_ring_are_seats() -> None:
    for game in GAMES.values():
        assert set(game.ring(game.rule_sheet.defaults)) <= set(Seat)
