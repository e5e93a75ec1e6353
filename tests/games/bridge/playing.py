"""Deals played out at random in tests, card by card, through the rules of play."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from scorekeeper.core.cards import Card, Play, Suit, Trick
from scorekeeper.core.play import (
    CardPlayed,
    PlayRules,
    Watched,
    check_play,
    may_play,
    played,
    turn,
)
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.games.bridge.contract import Denomination
from scorekeeper.games.bridge.play import (
    BLACK_JOKER,
    ONE_JOKER,
    RED_JOKER,
    SUIT_JOKERS,
    Jokers,
    card_play,
)
from scorekeeper.games.bridge.rules import (
    CrownsSettings,
    DeucesSettings,
    JokerSettings,
    NoTrumpJoker,
    Power,
    Settings,
    SuitMode,
    Variant,
    WildcardUntil,
)
from tests.games.bridge.oracles import hands


@dataclass
class Playing:
    """One deal: the hands as dealt, and the play so far."""

    rules: PlayRules
    hands: dict[Seat, set[Card]]
    watched: Watched = field(default_factory=Watched)

    @property
    def seat(self) -> Seat | None:
        return turn(self.rules, self.watched)

    def hand(self, seat: Seat) -> frozenset[Card]:
        return frozenset(self.hands[seat])

    def legal(self) -> list[Play]:
        seat = self.seat
        assert seat is not None
        found = may_play(
            self.rules, self.watched.tricks, self.watched.trick, seat, self.hand(seat)
        )
        assert found.cards.isdisjoint(refusal.what for refusal in found.refused)
        assert len(found.cards) + len(found.refused) == len(self.hands[seat])
        return list(found.plays)

    def play(self, play: Play) -> None:
        event = CardPlayed(play.card, play.is_face_down, play.seat, play.as_suit)
        check_play(self.rules, self.watched, event)
        entry = len(self.watched.entries) + 1
        self.watched = played(self.rules, self.watched, event, entry)
        self.hands[play.seat].remove(play.card)


def dealt(rules: PlayRules, random: Random) -> Playing:
    """A random deal of the whole pack; what is left over lies face down."""
    pack = sorted(rules.pack, key=str)
    random.shuffle(pack)
    held = {
        seat: set(pack[n * rules.hand : (n + 1) * rules.hand])
        for n, seat in enumerate(COMPASS)
    }
    return Playing(rules, held)


def playout(rules: PlayRules, random: Random) -> Iterator[Playing]:
    """The deal before each of its plays, and at its end; every play is legal."""
    deal = dealt(rules, random)
    while deal.seat is not None:
        yield deal
        deal.play(random.choice(deal.legal()))
    yield deal


@dataclass(frozen=True)
class Variety:
    """A game with its contract: ours, and as the oracle knows it."""

    name: str
    settings: Settings
    trumps: str
    jokers: Jokers | None = None
    oracle: hands.Game = field(kw_only=True)

    def rules(self, declarer: Seat = Seat.SOUTH) -> PlayRules:
        return card_play(
            self.settings, Denomination(self.trumps or "NT"), declarer, self.jokers
        )


def _plain(name: str, settings: Settings, oracle: str) -> list[Variety]:
    return [
        Variety(
            f"{name} {trumps or 'NT'}",
            settings,
            trumps,
            None,
            oracle=hands.Game(oracle, trumps),
        )
        for trumps in ("C", "D", "H", "S", "")
    ]


def _crowns() -> list[Variety]:
    found = []
    for trumps in ("C", "D", "H", "S", "*"):
        oracle = hands.Game("crowns", trumps, {"Joker": trumps}, "two")
        found.append(
            Variety(f"crowns {trumps}", CrownsSettings(), trumps, None, oracle=oracle)
        )
    shy = hands.Game("crowns", "", {"Joker": ""}, "never")
    found.append(Variety("crowns NT", CrownsSettings(), "", None, oracle=shy))
    named = hands.Game("crowns", "", {"Joker": "CDHS*"}, "two", True)
    settings = CrownsSettings(nt_joker=NoTrumpJoker.NOMINATED)
    found.append(Variety("crowns NT, named", settings, "", None, oracle=named))
    return found


_FIXED: dict[Variant, tuple[tuple[Card, Suit], ...]] = {
    Variant.X1: ((ONE_JOKER, Suit.HEARTS),),
    Variant.X2: ((RED_JOKER, Suit.DIAMONDS), (BLACK_JOKER, Suit.SPADES)),
    Variant.X4_PARITY: tuple(
        (joker, joker.suit) for joker in SUIT_JOKERS if joker.suit
    ),
    Variant.X4_NON_PARITY: tuple(
        (joker, joker.suit) for joker in SUIT_JOKERS if joker.suit
    ),
}


def _joker_packs() -> list[Variety]:
    found = []
    for variant, suits in _FIXED.items():
        for power, trumps in (
            (Power.MAJOR, "S"),
            (Power.MAJOR_MINOR, ""),
            (Power.MINOR_MAJOR, ""),
            (Power.MINOR_MAJOR, "D"),
            (Power.MINOR, "H"),
        ):
            settings = JokerSettings(variant=variant, power=power)
            jokers = Jokers(power, SuitMode.OPEN, suits)
            high = (
                power in (Power.MAJOR, Power.MAJOR_MINOR)
                if trumps
                else power
                in (
                    Power.MAJOR,
                    Power.MINOR_MAJOR,
                )
            )
            oracle = hands.Game(
                "jokers",
                trumps,
                {str(one): suit.value for one, suit in suits},
                "high" if high else "low",
            )
            name = f"{variant.value} {power.value} {trumps or 'NT'}"
            found.append(Variety(name, settings, trumps, jokers, oracle=oracle))
    return found


def _open_wildcards() -> list[Variety]:
    """Wildcards that take their suit only as they are played (J9)."""
    settings = JokerSettings(
        variant=Variant.X2,
        suit_mode=SuitMode.WILDCARD,
        wildcard_until=WildcardUntil.PLAYED,
    )
    jokers = Jokers(Power.MAJOR, SuitMode.WILDCARD)
    takes = {"RedJoker": "DH", "BlackJoker": "CS"}
    return [
        Variety(
            f"x2 open {trumps or 'NT'}",
            settings,
            trumps,
            jokers,
            oracle=hands.Game("jokers", trumps, takes, "high", True),
        )
        for trumps in ("H", "")
    ]


PLAIN = _plain("bridge", Settings(), "bridge")
OTHERS = (
    *_plain("deuces", DeucesSettings(), "deuces"),
    *_crowns(),
    *_joker_packs(),
    *_open_wildcards(),
)
EVERY = (*PLAIN, *OTHERS)
FEW = tuple(
    variety
    for variety in EVERY
    if variety.name
    in {
        "bridge S",
        "deuces H",
        "crowns *",
        "crowns NT",
        "crowns NT, named",
        "x1 major S",
        "x2 minor-major D",
        "x4-parity minor H",
        "x2 open H",
        "x2 open NT",
    }
)
"""One of each kind."""


def moves_of(plays: list[Play]) -> set[hands.Move]:
    """Plays as the oracle writes them."""
    return {
        (str(play.card), play.as_suit.value if play.as_suit else "") for play in plays
    }


def as_moves(trick: Trick) -> list[hands.Move]:
    """A trick as the oracle writes it."""
    return [
        (str(play.card), play.as_suit.value if play.as_suit else "") for play in trick
    ]
