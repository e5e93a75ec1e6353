"""No page costs more for a row because there are many: calls are counted, not time."""

import os
import re
from functools import partial
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from benchmarks.counted import calls_of, entry_calls, page_calls
from benchmarks.growth import PAGES, client_of, long_session
from scorekeeper.core.evening import Voided
from scorekeeper.tables.session import Session, opened
from scorekeeper.tables.sheet import past_of
from scorekeeper.web.page.parts import SIZE

FEW = 100
MANY = 400
A_TENTH_MORE = 1.1
"""What is the same for both got less, so that what grows weighs more."""


@pytest.fixture(scope="module")
def sessions() -> tuple[Session, Session]:
    return long_session(FEW), long_session(MANY)


@pytest.fixture(scope="module")
def reader(
    sessions: tuple[Session, Session], tmp_path_factory: pytest.TempPathFactory
) -> FlaskClient:
    """Somebody who reads the long session."""
    return client_of(sessions[1], tmp_path_factory.mktemp("long"))


def calls_for(session: Session, page: str, instance: Path) -> int:
    """How many calls of functions answer a page of this session."""
    client = client_of(session, instance)
    assert client.get(f"/t/{session.id}/").status_code == 200
    return calls_to_answer(client, f"/t/{session.id}/{page}")


def calls_to_answer(client: FlaskClient, address: str) -> int:
    """How many calls of functions, Python's and C's, a page takes."""
    answers = list[TestResponse]()
    calls = calls_of(lambda: answers.append(client.get(address)))
    assert answers[0].status_code == 200
    return calls


@pytest.mark.parametrize("page", PAGES)
def test_four_times_the_rows_cost_no_more_than_four_times_as_much(
    page: str, sessions: tuple[Session, Session], tmp_path: Path
) -> None:
    few = calls_for(sessions[0], page, tmp_path / "few")
    many = calls_for(sessions[1], page, tmp_path / "many")
    assert many <= A_TENTH_MORE * MANY / FEW * few


def test_the_page_of_a_table_costs_the_same_however_many_rows_there_are(
    sessions: tuple[Session, Session], tmp_path: Path
) -> None:
    few, many = (
        calls_for(session, "board", tmp_path / session.id) for session in sessions
    )
    assert many <= A_TENTH_MORE * few


def test_the_last_row_is_found_as_soon_however_many_there_are(
    sessions: tuple[Session, Session],
) -> None:
    calls = list[int]()
    for session in sessions:
        sheet = session.sheet
        last = [*sheet.rows()][-1]
        assert sheet.row(last.id) is last
        calls.append(calls_of(partial(sheet.row, last.id)))
    assert calls[0] == calls[1]


OF_DRIVER = 1.2 if os.environ.get("SCOREKEEPER_TEST_ENGINE") == "postgresql" else 1
"""psycopg's own calls are Python's, those of the driver of files hardly; an entry asks
its database 15 times, for who speaks for which side too."""
MOST_CALLS = 3_000 * OF_DRIVER
"""How many calls a page that asks for a whole deal may take, where it has been drawn
for another phone in this state."""
MOST_DRAWN = {
    "joker-bridge": 11_600,
    "bridge": 9_500,
    "rook": 15_600,
    "two-ten-jack": 10_400,
}
"""How many it may take where nobody has asked for it yet, though for one of before."""


@pytest.mark.parametrize("slug", MOST_DRAWN)
def test_a_page_that_asks_for_a_deal_takes_few_calls(slug: str) -> None:
    again, anew = page_calls(slug)
    assert again <= MOST_CALLS
    assert anew <= MOST_DRAWN[slug] * OF_DRIVER


MOST_OF_AN_ENTRY = 7_400
MOST_OF_ITS_PAGES = 27_200
"""How many calls a deal may take that one of four phones enters, and the pages that all
four ask for then: each page says which sides its phone speaks for, and an entry looks
whether anything of it is asked of both sides, in steps each a function of its own."""


def test_an_entry_and_the_pages_of_all_phones_take_few_calls() -> None:
    entry, pages = entry_calls(4)
    assert entry <= MOST_OF_AN_ENTRY * OF_DRIVER
    assert pages <= MOST_OF_ITS_PAGES * OF_DRIVER


# ---- long pages in parts ----


def test_a_long_sheet_is_shown_in_parts_that_lead_to_each_other(
    sessions: tuple[Session, Session], reader: FlaskClient
) -> None:
    session = sessions[1]
    ids = [row.id for row in session.sheet.rows()]
    seen = set[int]()
    address = f"/t/{session.id}/sheet"
    while address:
        text = unescape(reader.get(address).get_data(as_text=True))
        found = {int(one) for one in re.findall(r'id="row-(\d+)"', text)} & set(ids)
        assert 0 < len(found) < 2 * SIZE and found.isdisjoint(seen)
        seen |= found
        older = re.search(r'<a class="btn" href="([^"]+)">Older', text)
        address = older[1] if older else ""
    assert seen == set(ids)


def test_a_row_opens_in_the_part_that_it_stands_in(
    sessions: tuple[Session, Session], reader: FlaskClient
) -> None:
    session = sessions[1]
    row = next(iter(session.sheet.rows()))
    text = unescape(
        reader.get(f"/t/{session.id}/sheet?why={row.id}").get_data(as_text=True)
    )
    assert f'id="row-{row.id}"' in text and 'aria-expanded="true"' in text


def test_the_log_shows_every_entry_once_through_its_parts(
    sessions: tuple[Session, Session], tmp_path: Path
) -> None:
    session = sessions[0]
    client = client_of(session, tmp_path)
    seen = list[int]()
    address = f"/t/{session.id}/log"
    while address:
        text = unescape(client.get(address).get_data(as_text=True))
        seen += map(int, re.findall(r'<li id="entry-(\d+)"', text))
        older = re.search(r'<a class="btn" href="([^"]+)">Older', text)
        address = older[1] if older else ""
    assert seen == [
        entry.seq
        for entry in reversed(session.log)
        if not isinstance(entry.event, Voided)
    ]


def test_what_was_compared_before_a_session_grew_is_not_compared_again() -> None:
    session = long_session(60)
    half = opened(session.game, session.header, session.log[:100])
    past_of(half)
    grown = half.grown(session.log[100:])
    assert grown.carried(past_of) == (100, past_of(half))
    assert past_of(grown) == past_of(opened(session.game, session.header, session.log))
    other = half.grown(grown.log[100:101])
    assert other.carried(past_of) is None  # it is not what the other one grew to
