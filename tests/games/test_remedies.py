"""What a table answers differently of the arbiter's proposals, and what it is then told."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.core.citations import Standing
from scorekeeper.core.rulings import Ruling
from scorekeeper.games import GAMES
from scorekeeper.games.berzerka import BERZERKA
from scorekeeper.games.game import Game
from scorekeeper.games.remedies import AfterFailure, Exposed, KnownCards
from scorekeeper.games.rook import ROOK
from scorekeeper.games.rook.settings import AfterRenege, ExposedCard
from scorekeeper.games.two_ten_jack import TWO_TEN_JACK

CUSTOMARY = pytest.mark.parametrize("game", [BERZERKA, TWO_TEN_JACK], ids=lambda one: one.slug)


def ruled(game: Game, name: str, **answers: Any) -> Ruling:
    settings = replace(game.rule_sheet.defaults, **answers)
    assert game.arbiter is not None
    irregularity = game.arbiter.irregularity(name)
    assert irregularity is not None
    seat = game.ring(settings)[0].value
    facts = {"seat": seat, "could": "yes", "led": "yes"}
    outcome = irregularity.rule(game.start(settings), facts)
    assert isinstance(outcome, Ruling), outcome
    return outcome


def last(ruling: Ruling) -> tuple[str, Standing, str]:
    """The verdict, and what its last step rests on."""
    cite = ruling.steps[-1].cite
    return ruling.verdict.code, cite.standing, cite.anchor


@CUSTOMARY
def test_after_a_failure_to_follow_the_table_may_go_back_instead(game: Game) -> None:
    again = last(ruled(game, "failure-to-follow"))
    assert again == ("custom.ruling.again", Standing.INFERRED, "failure-to-follow")
    back = last(ruled(game, "failure-to-follow", failure=AfterFailure.FROM_THERE))
    assert back == ("custom.ruling.from-there", Standing.HOUSE, "setting-failure")


@CUSTOMARY
def test_a_shown_card_may_stay_face_up(game: Game) -> None:
    assert last(ruled(game, "exposed-card"))[0] == "custom.ruling.picked-up"
    stays = last(ruled(game, "exposed-card", exposed=Exposed.STAYS))
    assert stays == ("custom.ruling.face-up", Standing.HOUSE, "setting-exposed")


def test_a_renege_need_not_end_the_hand() -> None:
    forfeit = last(ruled(ROOK, "renege"))
    assert forfeit == ("rook.ruling.renege-unseen", Standing.PUBLISHED, "renege")
    again = last(ruled(ROOK, "renege", renege=AfterRenege.AGAIN))
    assert again == ("custom.ruling.again", Standing.HOUSE, "setting-renege")
    back = last(ruled(ROOK, "renege", renege=AfterRenege.FROM_THERE))
    assert back == ("custom.ruling.from-there", Standing.HOUSE, "setting-renege")


def test_a_card_shown_at_rook_may_be_picked_up() -> None:
    assert last(ruled(ROOK, "exposed-card"))[0] == "custom.ruling.face-up"
    back = last(ruled(ROOK, "exposed-card", exposed=ExposedCard.BACK))
    assert back == ("custom.ruling.picked-up", Standing.HOUSE, "setting-exposed")


@pytest.mark.parametrize("slug", GAMES)
def test_known_cards_are_shown_where_the_table_wants_them(slug: str) -> None:
    game = GAMES[slug]
    defaults = game.rule_sheet.defaults
    assert game.arbiter is not None
    assert game.arbiter.shows_map(defaults) is (game is TWO_TEN_JACK)
    kind = type(defaults.known_cards)
    for answer in kind:
        shown = game.arbiter.shows_map(replace(defaults, known_cards=answer))
        assert shown is (answer.value == KnownCards.SHOWN.value)


@pytest.mark.parametrize("slug", GAMES)
def test_what_the_arbiter_proposes_is_asked_last(slug: str) -> None:
    groups = [one.group for one in GAMES[slug].rule_sheet.questions]
    place = groups.index("arbiter")
    assert set(groups[place:]) == {"arbiter"}
