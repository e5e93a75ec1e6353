"""Notes that no page offers, though a file or an old page may bring them: each is
refused in words of its own."""

import random
from dataclasses import replace

import pytest

from scorekeeper.core import notes, result_notes
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Awarded
from scorekeeper.core.ruling_notes import Ruled, RulingAccepted
from scorekeeper.core.rulings import Effect
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Event
from tests.agreements import Log, begun, guest_comes


@pytest.fixture
def log() -> Log:
    return begun("bridge", random.Random(2), hands=1)


def refuses(log: Log, event: Event, code: str) -> None:
    with pytest.raises(RuleViolation, match=code):
        log.note(event)


def test_typing_in_from_paper_begins_once(log: Log) -> None:
    begins = notes.FromPaper(notes.Typing.BEGINS)
    log.note(begins)
    refuses(log, begins, "refused.from-paper.begins")


def test_what_was_signed_is_the_log_as_it_stands(log: Log) -> None:
    totals = tuple(
        (party.id, str(log.session.sheet.total(party.id)))
        for party in log.session.parties
    )
    signed = notes.Signed(log.session.last, log.session.head, totals, (Seat.NORTH,))
    later = replace(signed, entry=log.session.last + 9)
    refuses(log, later, "refused.signed-other")
    refuses(log, replace(signed, head="0" * 64), "refused.signed-other")
    others = replace(signed, totals=(("XY", "10"),))
    refuses(log, others, "refused.signed-parties")


def test_a_guest_does_not_delete_the_table(log: Log) -> None:
    guest_comes(log, random.Random(1))
    with pytest.raises(RuleViolation, match="not-the-host"):
        log.enter(Command((Entry(result_notes.TableDeleted()),)), log.guest_phone)


def test_a_ruling_gives_what_its_game_knows(log: Log) -> None:
    row = max(row.id for row in log.session.sheet.rows())
    effect = Effect("pounds", "NS", 1)
    log.note(Ruled("bridge.irregularity.claim", (("which", "last"),), "", (effect,)))
    ruling = log.session.last
    log.note(RulingAccepted(ruling))
    refuses(log, Awarded(ruling, row, "pounds", "NS", 1), "refused.no-such-award")
