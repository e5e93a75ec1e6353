"""A result against the tricks that were recorded card by card: with a reason, and
marked."""

from random import Random
from typing import Any

import pytest

from scorekeeper.core.codec import encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.play import (
    CardDrawn,
    CardPlayed,
    may_play,
    next_to_draw,
    turn,
)
from scorekeeper.core.session import Command, Entry, Event
from scorekeeper.exports.session_file import read
from scorekeeper.games import GAMES
from scorekeeper.words import words_in
from tests.audit.said import written
from tests.games.about import JUDGED, about
from tests.games.dealing import give_first_card, popped
from tests.games.sitting import Sitting

TRIED = [slug for slug in JUDGED if about(slug).played_out is not None]
"""The games of which a deal is recorded to its last card."""


def begun(slug: str) -> Sitting:
    game = GAMES[slug]
    sitting = Sitting(game, game.rule_sheet.defaults)
    before = about(slug).played_out
    return sitting.enter(*before) if before else sitting


def played_out(slug: str) -> Sitting:
    """A table whose first deal was recorded to its last card, as chance and the rules
    would."""
    chance = Random(slug)
    sitting = begun(slug)
    arbiter = sitting.game.arbiter
    assert arbiter is not None
    rules = arbiter.play_rules(sitting.state)
    assert rules is not None
    hands, pack = popped(rules, chance)
    give_first_card(rules, arbiter.watched(sitting.state), hands)
    while (seat := turn(rules, watched := arbiter.watched(sitting.state))) is not None:
        while (
            drawer := next_to_draw(rules, arbiter.watched(sitting.state))
        ) is not None:
            hands[drawer].add(pack[-1])
            sitting.enter(CardDrawn(pack.pop()))
        hand = frozenset(hands[seat])
        choice = may_play(rules, watched.tricks, watched.trick, seat, hand)
        play = chance.choice(choice.plays)
        hands[seat].remove(play.card)
        sitting.enter(CardPlayed(play.card, play.is_face_down, as_suit=play.as_suit))
    return sitting


def results(slug: str, sitting: Sitting) -> tuple[Event, Event]:
    """The result that the recorded tricks come to, and another that could have been."""
    asked: Any = sitting.game.flow.form(sitting.game.flow.next(sitting.state, ""))
    form = asked(folded=sitting.folded)
    (right,) = form.facts()
    another = about(slug).another
    assert another is not None
    return right, another(right)


@pytest.fixture(scope="module", params=TRIED)
def played(request: pytest.FixtureRequest) -> tuple[str, Sitting]:
    return request.param, played_out(request.param)


@pytest.fixture
def sitting(played: tuple[str, Sitting]) -> Sitting:
    slug, known = played
    fresh = Sitting(GAMES[slug], known.settings)
    fresh.log = known.log
    return fresh


def test_what_was_recorded_needs_no_reason(
    played: tuple[str, Sitting], sitting: Sitting
) -> None:
    right, _ = results(played[0], sitting)
    sitting.enter(right)
    assert [row.recorded for row in sitting.rows] == [None]
    assert "against-record" not in sitting.rows[0].marks


def test_another_result_needs_one(
    played: tuple[str, Sitting], sitting: Sitting
) -> None:
    _, wrong = results(played[0], sitting)
    with pytest.raises(RuleViolation) as caught:
        sitting.enter(wrong)
    assert caught.value.field == "against"
    assert caught.value.why.code == "refused.against-record"
    for language in ("en", "de"):
        said = words_in(language).text(caught.value.why)
        assert "%(" not in said
        assert "against-record" not in said
    sitting.do(Command((Entry(wrong),), reason="the last card was a slip"))
    (row,) = sitting.rows
    assert row.recorded is not None
    assert "against-record" in row.marks
    assert words_in("en").text(row.recorded) in words_in("en").text(caught.value.why)


def test_its_file_is_read_with_the_reason_for_the_result(
    played: tuple[str, Sitting], sitting: Sitting
) -> None:
    _, wrong = results(played[0], sitting)
    sitting.do(Command((Entry(wrong),), reason="a slip"))
    found = [
        {"kind": entry.event.KIND, "facts": encode(entry.event)}
        for entry in sitting.log
    ]
    found[-1]["note"] = "a slip"  # where a table keeps it
    file = written(sitting.game.slug, encode(sitting.settings), found)
    (row,) = read(file.encode()).session.sheet.rows()
    assert row.recorded == sitting.rows[0].recorded


def test_a_correction_against_it_has_its_reason(
    played: tuple[str, Sitting], sitting: Sitting
) -> None:
    right, wrong = results(played[0], sitting)
    sitting.enter(right)
    seq = len(sitting.log)
    with pytest.raises(RuleViolation):
        sitting.correct(seq, wrong, reason="")
    sitting.correct(seq, wrong, reason="a revoke")
    assert sitting.rows[-1].recorded is not None
    sitting.correct(len(sitting.log), right, reason="")
    assert sitting.rows[-1].recorded is None


def test_the_last_card_stays_once_the_deal_is_counted(
    played: tuple[str, Sitting], sitting: Sitting
) -> None:
    right, _ = results(played[0], sitting)
    last = max(
        entry.seq for entry in sitting.log if isinstance(entry.event, CardPlayed)
    )
    free = Sitting(sitting.game, sitting.settings)
    free.log = sitting.log
    free.strike(last)
    sitting.enter(right)
    with pytest.raises(RuleViolation) as caught:
        sitting.strike(last)
    assert caught.value.why.code == "play.refused.counted"
    sitting.strike(last, len(sitting.log))
    assert not sitting.state.past
