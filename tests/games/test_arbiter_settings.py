"""What a table answers differently of the arbiter's proposals, and what it is then
told."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.core.cards import Suit
from scorekeeper.core.citations import Authority
from scorekeeper.core.rulings import OpenQuestion, Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import At
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter.settings import (
    AfterFailure,
    AfterMisdeal,
    Exposed,
    KnownCards,
    shows_known_cards,
)
from scorekeeper.games.berzerka import BERZERKA
from scorekeeper.games.bridge import JOKER_BRIDGE
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import ContractStated
from scorekeeper.games.bridge.rules import (
    DisputedSuit,
    HiddenSeen,
    JokerSettings,
    SealUnopened,
    SuitMode,
    Variant,
)
from scorekeeper.games.game import Game
from scorekeeper.games.rook import ROOK
from scorekeeper.games.rook.rules import AfterRenege, ExposedCard, LateMisdeal
from scorekeeper.games.two_ten_jack import TWO_TEN_JACK

FACTS = {"what": "hidden", "by": "own", "first-bid": "yes", "fault": "13"}
CUSTOMARY = pytest.mark.parametrize(
    "game", [BERZERKA, TWO_TEN_JACK], ids=lambda one: one.slug
)


def ruled(game: Game, name: str, **answers: Any) -> Ruling:
    settings = replace(game.rule_sheet.defaults, **answers)
    assert game.arbiter is not None
    irregularity = game.arbiter.irregularity(name)
    assert irregularity is not None
    seat = game.ring(settings)[0].value
    facts = {"seat": seat, "could": "yes", "led": "yes", **FACTS}
    outcome = irregularity.rule(game.start(settings), facts)
    assert isinstance(outcome, Ruling), outcome
    return outcome


def last(ruling: Ruling) -> tuple[str, Authority, str]:
    """The verdict, and what its last step rests on."""
    cite = ruling.steps[-1].cite
    return ruling.verdict.code, cite.standing, cite.anchor


@CUSTOMARY
def test_after_a_failure_to_follow_the_table_may_go_back_instead(game: Game) -> None:
    again = last(ruled(game, "failure-to-follow"))
    assert again == ("custom.ruling.again", Authority.INFERRED, "failure-to-follow")
    back = last(ruled(game, "failure-to-follow", failure=AfterFailure.FROM_THERE))
    assert back == ("custom.ruling.from-there", Authority.HOUSE, "setting-failure")


@CUSTOMARY
def test_a_shown_card_may_stay_face_up(game: Game) -> None:
    assert last(ruled(game, "exposed-card"))[0] == "custom.ruling.picked-up"
    stays = last(ruled(game, "exposed-card", exposed=Exposed.STAYS))
    assert stays == ("custom.ruling.face-up", Authority.HOUSE, "setting-exposed")


def test_a_renege_need_not_end_the_hand() -> None:
    forfeit = last(ruled(ROOK, "renege"))
    assert forfeit == ("rook.ruling.renege-unseen", Authority.PUBLISHED, "renege")
    again = last(ruled(ROOK, "renege", renege=AfterRenege.AGAIN))
    assert again == ("custom.ruling.again", Authority.HOUSE, "setting-renege")
    back = last(ruled(ROOK, "renege", renege=AfterRenege.FROM_THERE))
    assert back == ("custom.ruling.from-there", Authority.HOUSE, "setting-renege")


def test_a_card_shown_at_rook_may_be_picked_up() -> None:
    assert last(ruled(ROOK, "exposed-card"))[0] == "custom.ruling.face-up"
    back = last(ruled(ROOK, "exposed-card", exposed=ExposedCard.BACK))
    assert back == ("custom.ruling.picked-up", Authority.HOUSE, "setting-exposed")


@CUSTOMARY
def test_hands_may_be_put_right_instead_of_dealt_again(game: Game) -> None:
    again = last(ruled(game, "misdeal"))
    assert again == ("custom.ruling.again", Authority.INFERRED, "misdeal")
    mended = last(ruled(game, "misdeal", misdeal=AfterMisdeal.MENDED))
    assert mended == ("custom.ruling.mended", Authority.HOUSE, "setting-misdeal")


def test_a_late_misdeal_need_not_set_a_side() -> None:
    assert last(ruled(ROOK, "misdeal"))[0] == "rook.ruling.set-unseen"
    again = last(ruled(ROOK, "misdeal", misdeal=LateMisdeal.AGAIN))
    assert again == ("custom.ruling.again", Authority.HOUSE, "setting-misdeal")


def test_a_hidden_card_that_was_seen_may_count() -> None:
    assert last(ruled(JOKER_BRIDGE, "hidden-card-seen"))[0] == "bridge.ruling.no-bonus"
    counts = last(
        ruled(JOKER_BRIDGE, "hidden-card-seen", hidden_seen=HiddenSeen.COUNTS)
    )
    assert counts == (
        "bridge.ruling.card-counts",
        Authority.HOUSE,
        "setting-hidden_seen",
    )


def test_a_card_that_stays_closed_may_cost_nothing() -> None:
    assert last(ruled(JOKER_BRIDGE, "seal-not-opened"))[0] == "bridge.ruling.no-bonus"
    nothing = last(
        ruled(JOKER_BRIDGE, "seal-not-opened", seal_unopened=SealUnopened.NOTHING)
    )
    assert nothing == (
        "bridge.ruling.unopened-nothing",
        Authority.HOUSE,
        "setting-seal_unopened",
    )


def disputed(**answers: Any) -> OpenQuestion | Ruling:
    """The ruling on the Red Joker of a deal with sealed suits, hearts trumps, none
    recorded."""
    settings = JokerSettings(variant=Variant.X2, suit_mode=SuitMode.SEALED, **answers)
    state = JOKER_BRIDGE.start(settings)
    contract = ContractStated(Contract.parse("4H"), Seat.SOUTH)
    state = JOKER_BRIDGE.apply(state, contract, At(1, 1, ()))
    irregularity = JOKER_BRIDGE.arbiter and JOKER_BRIDGE.arbiter.irregularity(
        "joker-suit"
    )
    assert irregularity
    return irregularity.rule(state, {"joker": "RedJoker", "seat": "S"})


def test_a_disputed_suit_is_not_trumps_or_for_the_others_to_choose() -> None:
    ruling = disputed()
    assert isinstance(ruling, Ruling)
    assert dict(ruling.verdict.params)["suit"] is Suit.DIAMONDS
    question = disputed(disputed_suit=DisputedSuit.OTHERS)
    assert isinstance(question, OpenQuestion)
    assert {value for value, _ in question.options} == {"H", "D"}
    assert question.cite is not None
    assert question.cite.anchor == "setting-disputed_suit"


def test_of_two_seals_it_is_asked_whose_stays_closed() -> None:
    settings = JokerSettings(variant=Variant.X2, suit_mode=SuitMode.SEALED)
    state = JOKER_BRIDGE.start(settings)
    contract = ContractStated(Contract.parse("4H"), Seat.SOUTH)
    state = JOKER_BRIDGE.apply(state, contract, At(1, 1, ()))
    irregularity = JOKER_BRIDGE.arbiter and JOKER_BRIDGE.arbiter.irregularity(
        "seal-not-opened"
    )
    assert irregularity
    asked = irregularity.rule(state, {"what": "joker", "joker": "RedJoker"})
    assert isinstance(asked, OpenQuestion)
    assert asked.name == "seat"


@pytest.mark.parametrize("name", ["x1_wildcard", "wildcard_until"])
def test_what_only_wildcards_need_is_asked_of_wildcards_alone(name: str) -> None:
    question = JOKER_BRIDGE.rule_sheet.question(name)
    assert not question.is_asked(JokerSettings())
    assert question.is_asked(JokerSettings(suit_mode=SuitMode.WILDCARD))
    four = JokerSettings(variant=Variant.X4_PARITY, suit_mode=SuitMode.WILDCARD)
    assert not question.is_asked(four)


@pytest.mark.parametrize("name", ["hidden_seen", "seal_unopened", "disputed_suit"])
def test_what_four_jokers_have_not_is_not_asked(name: str) -> None:
    question = JOKER_BRIDGE.rule_sheet.question(name)
    assert question.is_asked(JokerSettings(suit_mode=SuitMode.SEALED))
    assert not question.is_asked(JokerSettings(variant=Variant.X4_PARITY))


WITH_ARBITER = [slug for slug, game in GAMES.items() if game.arbiter]


@pytest.mark.parametrize("slug", WITH_ARBITER)
def test_known_cards_are_shown_where_the_table_wants_them(slug: str) -> None:
    game = GAMES[slug]
    defaults = game.rule_sheet.defaults
    assert shows_known_cards(defaults) is (game is TWO_TEN_JACK)
    kind = type(defaults.known_cards)
    for answer in kind:
        shown = shows_known_cards(replace(defaults, known_cards=answer))
        assert shown is (answer.value == KnownCards.SHOWN.value)


@pytest.mark.parametrize("slug", WITH_ARBITER)
def test_what_the_arbiter_proposes_is_asked_last(slug: str) -> None:
    groups = [question.group for question in GAMES[slug].rule_sheet.questions]
    assert [*dict.fromkeys(groups)][-1] == "arbiter"
