"""A result against the tricks that were recorded card by card: with a reason, and
marked."""

from random import Random
from typing import Any

import pytest

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.codec import encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.play import (
    CardDrawn,
    CardPlayed,
    PlayRules,
    may_play,
    next_to_draw,
    turn,
)
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Event
from scorekeeper.exports.session_file import read
from scorekeeper.games import GAMES
from scorekeeper.games.berzerka.events import (
    BoardSet,
    ContractBid,
    Discarded,
    HandPlayed,
    Passed,
    TrumpNamed,
)
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import ContractStated, TricksTaken
from scorekeeper.games.rook.events import (
    BidStated,
    CountStated,
    FirstLead,
    TrumpDeclared,
)
from scorekeeper.games.two_ten_jack.events import CardsCaptured
from scorekeeper.games.two_ten_jack.scoring import watched_count
from scorekeeper.words import words_in
from tests.audit.said import written
from tests.games.sitting import Sitting

BEFORE: dict[str, tuple[Event, ...]] = {
    "bridge": (ContractStated(Contract.parse("1NT"), Seat.SOUTH),),
    "joker-bridge": (ContractStated(Contract.parse("1S"), Seat.SOUTH),),
    "five-crowns": (ContractStated(Contract.parse("1NT"), Seat.SOUTH),),
    "rook": (BidStated(Seat.TWO, 100), TrumpDeclared(Suit.RED), FirstLead(Seat.TWO)),
    "berzerka": (
        BoardSet(("berzerka",)),
        ContractBid("berzerka"),
        *(Passed(), Passed(), TrumpNamed(Suit.SPADES), Discarded(2)),
    ),
    "two-ten-jack": (),
}


def dealt(rules: PlayRules, chance: Random) -> tuple[dict[Seat, set[Card]], list[Card]]:
    """Random hands, and the cards that are left to be drawn."""
    pack = sorted(rules.pack, key=str)
    chance.shuffle(pack)
    hands = {seat: {pack.pop() for _ in range(rules.hand)} for seat in rules.ring}
    return hands, pack


def played_out(slug: str) -> Sitting:
    """A table whose first deal was recorded to its last card, as chance and the rules
    would."""
    game = GAMES[slug]
    chance = Random(slug)
    sitting = Sitting(game, game.rule_sheet.defaults).enter(*BEFORE[slug])
    arbiter = game.arbiter
    assert arbiter is not None
    rules = arbiter.play_rules(sitting.state)
    assert rules is not None
    hands, pack = dealt(rules, chance)
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
    if slug == "two-ten-jack":
        right = watched_count(sitting.state.round, sitting.settings)
        assert right is not None
        (card, one), *rest = right.owners
        other = next(
            seat for seat in sitting.game.ring(sitting.settings) if seat is not one
        )
        return right, CardsCaptured(((card, other), *rest))
    (right,) = form.facts()
    if isinstance(right, CountStated):
        return right, CountStated(
            right.party, right.points + (5 if right.points < 100 else -5)
        )
    if isinstance(right, TricksTaken):
        return right, TricksTaken(7 if right.tricks != 7 else 6)
    assert isinstance(right, HandPlayed)
    return right, HandPlayed(7 if right.count != 7 else 6)


@pytest.fixture(scope="module", params=list(BEFORE))
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
