"""Where games with Jokers, deuces or five suits differ from the laws of bridge:
properties over deals at random, and hands and packs that are called wrong though they
are right."""

from random import Random

import pytest

from scorekeeper.core.cards import Card
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.rulings import OpenQuestion, Ruling
from scorekeeper.core.seats import COMPASS
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter.record import Denied
from scorekeeper.games.bridge.events import TricksTaken
from scorekeeper.games.bridge.play import pack_of
from scorekeeper.games.bridge.rules import CrownsSettings, DeucesSettings, JokerSettings
from tests.games.bridge.at_table import Table
from tests.games.bridge.hearing import contract, heard, ruled
from tests.games.bridge.playing import FEW, OTHERS, Playing, Variety, playout

GAME_OF = {CrownsSettings: "five-crowns", DeucesSettings: "deuces-wild"}
CROWNS = [other for other in OTHERS if isinstance(other.settings, CrownsSettings)]
OWN_PACKS = [
    one for one in FEW if isinstance(one.settings, CrownsSettings | JokerSettings)
]


def table_of(variety: Variety) -> Table:
    """A table of this game, at which South plays a contract."""
    is_jokers = isinstance(variety.settings, JokerSettings)
    slug = (
        "joker-bridge" if is_jokers else GAME_OF.get(type(variety.settings), "bridge")
    )
    table = Table(GAMES[slug], variety.settings)
    return table.enter(*contract(f"1{variety.trumps or 'NT'}", "S"))


def recorded(table: Table, playing: Playing) -> Table:
    """The table with this play."""
    plays = playing.watched.plays
    return table.enter(
        *(CardPlayed(play.card, False, play.seat, play.as_suit) for play in plays)
    )


def name_of(variety: Variety) -> str:
    return variety.name


# ---- Law 50B: which penalty card is minor ----


def ranks_below_honours(variety: Variety, card: Card) -> bool:
    """Whether the oracle has the card below the five honours of its suit."""
    if card.is_joker:
        return variety.oracle.place in ("two", "never")
    return card.rank not in pack_of(variety.settings).ranks[-5:]


@pytest.mark.parametrize("variety", FEW, ids=name_of)
def test_a_card_below_the_honours_is_a_minor_penalty_card(variety: Variety) -> None:
    table = table_of(variety)
    told = {"seat": "E", "shown-how": "accident", "more": "no", "partner-leads": "no"}
    for card in sorted(pack_of(variety.settings).cards, key=str):
        outcome = ruled(table, "exposed-card", card=str(card), **told)
        kinds = [obligation.kind.value for obligation in outcome.obligations]
        is_minor = ranks_below_honours(variety, card)
        assert kinds == ["penalty-minor" if is_minor else "penalty-major"], card


# ---- Laws 59, 61A: the rule of the Joker ----


@pytest.mark.parametrize("variety", CROWNS, ids=name_of)
def test_no_lead_that_the_rules_allow_breaks_the_rule_of_the_joker(
    variety: Variety,
) -> None:
    told = {"duty": "restriction", "able": "yes", "established": "yes", "won": "others"}
    for seed in range(3):
        *_, playing = playout(variety.rules(), Random(seed))
        table = recorded(table_of(variety), playing)
        for trick in playing.watched.tricks:
            lead = {"seat": trick[0].seat.value, "card": str(trick[0].card)}
            outcome = heard(table, "restriction-broken", **lead, **told, later="1")
            is_free = isinstance(outcome, Denied) or _verdict(outcome) == "no-revoke"
            assert is_free, (seed, lead, outcome)


def _verdict(outcome: object) -> str:
    assert isinstance(outcome, Ruling), outcome
    return outcome.verdict.code.removeprefix("bridge.ruling.")


# ---- Law 64C: no damage without a revoke ----


@pytest.mark.parametrize("variety", FEW, ids=name_of)
def test_a_card_that_was_no_revoke_did_no_damage(variety: Variety) -> None:
    """Two tricks on record, and the result: neither a card that followed nor a wild one
    is a revoke by which anything was lost."""
    deals = playout(variety.rules(), Random(variety.name))
    playing = next(deal for deal in deals if len(deal.watched.tricks) == 2)
    table = recorded(table_of(variety), playing).enter(TricksTaken(7))
    for play in playing.watched.plays:
        trick = next(one for one in playing.watched.tricks if play in one)
        is_free = _is_wild(variety, play.card) or _follows(play.card, trick[0].card)
        told = {"seat": play.seat.value, "card": str(play.card), "which": "last"}
        outcome = heard(table, "revoke-damage", **told)
        if is_free and play is not trick[0]:
            assert _verdict(outcome) == "no-revoke", play


def _is_wild(variety: Variety, card: Card) -> bool:
    """Whether the card may be played to any trick."""
    if variety.oracle.name == "deuces":
        return card.rank == "2"
    return card.is_joker and variety.oracle.place == "never"


def _follows(card: Card, led: Card) -> bool:
    return card.suit is not None and card.suit is led.suit


# ---- Laws 1, 13: what is right, though it isn't what bridge has ----


@pytest.mark.parametrize("variety", OWN_PACKS, ids=name_of)
def test_a_right_hand_and_a_right_pack_are_left_alone(variety: Variety) -> None:
    table = table_of(variety)
    hands = ruled(table, "wrong-number", when="play", cause="deal", many="right")
    pack = ruled(table, "misdeal", what="pack", when="play", pack="own")
    for outcome in (hands, pack):
        assert not outcome.effects and not outcome.obligations
    assert ruled(table, "misdeal", what="pack", when="play", pack="other").effects


def test_plain_bridge_is_asked_nothing_of_a_pack_of_its_own() -> None:
    table = Table(GAMES["bridge"]).enter(*contract("4S", "S"))
    assert ruled(table, "misdeal", what="pack", when="play").effects
    outcome = heard(table, "wrong-number", when="play", cause="deal")
    assert isinstance(outcome, OpenQuestion)
    assert "right" not in dict(outcome.options)
    assert {seat.value for seat in COMPASS} <= {*dict(outcome.options)}
