"""The revoke, law by law, and what is never one."""

from collections.abc import Callable

import pytest

from scorekeeper.core.breaches import breaches
from scorekeeper.core.citations import Authority
from scorekeeper.core.rulings import Effect, Ruling
from scorekeeper.core.session import Command, Entry
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.events import TricksTaken
from scorekeeper.games.bridge.laws.revoke import proved
from scorekeeper.games.bridge.rules import (
    CrownsSettings,
    JokerSettings,
    NoTrumpJoker,
    SuitMode,
    Variant,
    WildcardUntil,
)
from tests.games.bridge.at_table import Table, calls
from tests.games.bridge.hearing import (
    asked,
    contract,
    duplicate,
    rubber,
    ruled,
    standing,
    steps,
    text,
    thirteen_tricks,
    tricks,
)

Opened = Callable[..., Table]
BOTH = pytest.mark.parametrize(
    "table", [rubber, duplicate], ids=["rubber", "duplicate"]
)
SPADES = contract("4S", "S")
"""South plays, West leads, North is dummy, East is the other defender."""


def verdict(ruling: Ruling) -> str:
    return ruling.verdict.code.removeprefix("bridge.ruling.")


# ---- Laws 61-64: the revoke ----


REVOKED = (
    *("W: HA H2 D2 H3", "W: HK H4 H5 H6", "W: DA D3 D4 D5"),
    *("W: DK D6 D7 D8", "W: DQ D9 D10 DJ"),
)
"""East throws the two of diamonds on the ace of hearts, and follows to the king."""


def watched(table: Opened, *rows: str) -> Table:
    return table(*SPADES, *tricks("W", *rows))


def test_a_proven_revoke_brings_its_facts_along() -> None:
    table = watched(duplicate, *REVOKED)
    arbiter = table.game.arbiter
    found = breaches(arbiter.play_rules(table.state), arbiter.watched(table.state))
    assert [str(breach.play.card) for breach in found] == ["D2"]
    facts = dict(proved(found[0]))
    assert facts == {"seat": "E", "card": "D2", "held": "H5", "trick": "1"}
    assert arbiter.irregularity("revoke").proved is proved
    ruling = ruled(table, "revoke", **facts)
    assert ruling.effects == (Effect("tricks", "NS", 1),)


def test_law_64b4_calls_in_the_next_deal_are_seen() -> None:
    rows = [f"{leader}: {cards}" for leader, cards in thirteen_tricks()]
    rows[0] = "W: HA H2 D3 H4"
    rows[6] = "W: DA D2 H3 D4"
    table = duplicate(*SPADES, *tricks("W", *rows))
    table.command(Command((Entry(TricksTaken(0)),), reason="not what this is about"))
    facts = {"seat": "E", "card": "D3", "held": "H9", "trick": "1"}
    in_time = ruled(table, "revoke", **facts)
    assert in_time.effects
    table.enter(*calls("Pass Pass Pass"))
    late = ruled(table, "revoke", **facts)
    assert "bridge.step.late" in steps(late)
    assert not late.effects


def test_law_62d_of_fourteen_tricks_it_is_the_thirteenth() -> None:
    crowns = Table(GAMES["five-crowns"]).enter(*SPADES)
    ruling = ruled(crowns, "revoke", seat="E", card="D3", trick="13", could="yes")
    assert "13" in text(ruling.steps[1].what)
    assert standing(ruling, "bridge.step.twelfth") is Authority.INFERRED
    twelve = asked(crowns, "revoke", seat="E", card="D3", trick="12", could="yes")
    assert twelve.name == "63.established"


def test_the_tricks_won_since_are_counted_from_the_cards() -> None:
    facts = {"seat": "E", "card": "D2", "trick": "1"}
    assert ruled(watched(duplicate, *REVOKED), "revoke", **facts).effects[0].amount == 1
    rows = ("W: HQ HA D2 H3", "N: HK H4")
    still = asked(watched(duplicate, *rows), "revoke", **facts)
    assert still.name == "64.later", "no later trick is complete"


# ---- what is never a revoke ----


def test_deuces_wild_a_deuce_is_never_a_revoke() -> None:
    for events in ((), SPADES):
        table = Table(GAMES["deuces-wild"])
        if events:
            table.enter(*events)
        ruling = ruled(table, "revoke", seat="E", card="D2")
        assert verdict(ruling) == "no-revoke"
    assert asked(table, "revoke", seat="E", card="D3").name == "61.could"


def test_deuces_wild_a_deuce_of_the_suit_led_has_to_follow_or_another_deuce() -> None:
    table = Table(GAMES["deuces-wild"])
    table.enter(*SPADES, *tricks("W", "HA H3 D4 H5", "W: D3 D5 H2 D6"))
    facts = {"seat": "E", "card": "D4", "held": "H2", "trick": "1"}
    found = ruled(table, "revoke", **facts)
    assert found.effects == (Effect("tricks", "NS", 1),), (
        "it is one: the deuce had to follow"
    )
    other = ruled(table, "revoke", seat="E", card="H2", trick="2")
    assert "bridge.step.wild-deuce" in steps(other)


def test_five_crowns_the_joker_at_no_trump_is_never_a_revoke() -> None:
    table = Table(GAMES["five-crowns"]).enter(*contract("3NT", "S"))
    assert verdict(ruled(table, "revoke", seat="E", card="Joker")) == "no-revoke"
    named = Table(GAMES["five-crowns"], CrownsSettings(nt_joker=NoTrumpJoker.NOMINATED))
    named.enter(*contract("3NT", "S"))
    assert verdict(ruled(named, "revoke", seat="E", card="Joker")) == "no-revoke"


def test_five_crowns_in_a_trump_contract_the_joker_must_follow_to_trumps() -> None:
    table = Table(GAMES["five-crowns"]).enter(*SPADES)
    followed = ruled(table, "revoke", seat="E", card="Joker", led="S")
    assert "bridge.step.followed" in steps(followed)
    assert asked(table, "revoke", seat="E", card="Joker", led="H").name == "61.could"


def test_joker_bridge_a_joker_follows_by_its_suit() -> None:
    table = Table(GAMES["joker-bridge"]).enter(*SPADES)
    assert (
        verdict(ruled(table, "revoke", seat="E", card="Joker", led="S")) == "no-revoke"
    )
    assert asked(table, "revoke", seat="E", card="Joker", led="H").name == "61.could"


def test_joker_bridge_a_wildcard_without_a_suit_never_had_to_follow() -> None:
    settings = JokerSettings(
        variant=Variant.X2,
        suit_mode=SuitMode.WILDCARD,
        wildcard_until=WildcardUntil.PLAYED,
    )
    table = Table(GAMES["joker-bridge"], settings).enter(*SPADES)
    ruling = ruled(table, "revoke", seat="E", card="C5", held="RedJoker")
    assert "bridge.step.joker-free" in steps(ruling)


def test_law_61a_a_lead_follows_nothing() -> None:
    ruling = ruled(
        watched(duplicate, *REVOKED), "revoke", seat="W", card="HA", trick="1"
    )
    assert "bridge.step.was-led" in steps(ruling)


def test_law_61a_a_card_that_was_held_but_is_of_another_suit_proves_nothing() -> None:
    facts = {"seat": "E", "card": "D2", "held": "C5", "trick": "1"}
    assert "bridge.step.not-of-suit" in steps(
        ruled(watched(duplicate, *REVOKED), "revoke", **facts)
    )


def test_law_61a_a_lead_that_the_rules_forbid_is_a_revoke() -> None:
    """Five Crowns: who won a trick with the Joker in it leads another suit if able."""
    table = Table(GAMES["five-crowns"]).enter(*contract("3NT", "S"))
    table.enter(*tricks("W", "HK H3 Joker H4", "W: HQ H5 H6 H7", "W: CK C3 C4 C5"))
    arbiter = table.game.arbiter
    (breach,) = breaches(arbiter.play_rules(table.state), arbiter.watched(table.state))
    assert str(breach.play.card) == "HQ"
    ruling = ruled(table, "revoke", **proved(breach))
    assert ruling.effects == (Effect("tricks", "NS", 2),)
