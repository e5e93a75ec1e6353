"""The short forms in which the casebook writes what was recorded: see the README beside
it.

A piece begins with the word of what it is, and pieces stand in the order of play, with
"; " between: "bid 130; discards R10 B3 B4 B6 Y3; trump G; first-lead 1; cards R14 Y2 R3
R4".
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.codec import decode
from scorekeeper.core.evening import DealerIs
from scorekeeper.core.play import CardDrawn, CardPlayed, LeadIs
from scorekeeper.core.ruling_notes import Ruled
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.games.berzerka import events as berzerka
from scorekeeper.games.berzerka.rules import BY_CODE, Named, Ranking
from scorekeeper.games.bridge.events import HonoursHeld
from scorekeeper.games.game import Game
from scorekeeper.games.rook import events as rook
from scorekeeper.games.two_ten_jack.events import JokerCalled
from tests.games.about import about
from tests.games.bridge.at_table import Table
from tests.games.bridge.hearing import tricks
from tests.games.law_cases import FACTS, facts_of, rows_of, table_of, with_answer
from tests.games.sitting import Sitting

Pieces = Mapping[str, Callable[[str], list[Event]]]
STANDS = 1  # the entry of a ruling by which a play out of turn stands


# ---- cards ----


def played(text: str) -> list[Event]:
    """Cards as they fell: "D7" one in turn, "(D7)" face down, "Joker=H" as a card of
    that suit, "4>D7" out of turn by this player, who is let; "+D7" one drawn, "+"
    unseen, "2:+D7" by this player; "lead:2" that this player leads, out of turn;
    "called" that the Joker is called."""
    return [_word(word) for word in text.split()]


def _word(word: str) -> Event:
    if word == "called":
        return JokerCalled()
    if word.startswith("lead:"):
        return LeadIs(Seat(word.removeprefix("lead:")))
    seat, is_out, card = word.rpartition(">")
    if is_out:
        return CardPlayed(Card.parse(card), seat=Seat(seat), ruling=STANDS)
    seat, _, drawn = word.rpartition(":")
    if drawn.startswith("+"):
        return CardDrawn(card_or_none(drawn[1:]), Seat(seat) if seat else None)
    card, _, suit = word.strip("()").partition("=")
    return CardPlayed(
        Card.parse(card), word.startswith("("), None, Suit(suit) if suit else None
    )


def card_or_none(text: str) -> Card | None:
    return Card.parse(text) if text else None


def cards_of(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def _pieces(given: str, kinds: Pieces) -> Iterator[Event] | None:
    """What these pieces say; None where the first is none of them."""
    pieces = [one.partition(" ") for one in given.split("; ")]
    if pieces[0][0] not in kinds:
        return None
    return (event for kind, _, rest in pieces for event in kinds[kind](rest))


# ---- bridge and its relatives ----


def _tricks(text: str) -> list[Event]:
    """Tricks, each after who led it: "W HA H2 Joker=H H3 / W HK"."""
    found = list[Event]()
    for leader, row in rows_of(text):
        plain = tricks(leader, re.sub(r"=\S", "", row))
        suits = [word.partition("=")[2] for word in row.split()]
        for event, suit in zip(plain, suits, strict=True):
            assert isinstance(event, CardPlayed)
            found.append(replace(event, as_suit=Suit(suit)) if suit else event)
    return found


def _honours(text: str) -> list[Event]:
    seat, _, held = text.partition(" ")
    return [HonoursHeld(Seat(seat), cards_of(held))]


def _listed(make: Callable[[str], tuple[Event, ...]], text: str) -> list[Event]:
    return list(make(text))


BRIDGE: Pieces = {
    **{kind: partial(_listed, make) for kind, make in FACTS.items()},
    "contract": lambda text: list(facts_of(text)),
    "tricks": _tricks,
    "honours": _honours,
}


def bridge_table(row: Mapping[str, str]) -> Table:
    """A table of the bridge family at which this was recorded."""
    table = table_of(row["table"])
    given = row["given"]
    facts = _pieces(given, BRIDGE) if given.startswith("contract ") else facts_of(given)
    for fact in facts or ():
        table = table.enter(fact)
    return table


# ---- Rook ----


def _bid(text: str) -> list[Event]:
    amount, _, seat = text.partition(" by ")
    return [rook.BidStated(Seat(seat or "1"), int(amount))]


ROOK: Pieces = {
    "bid": _bid,
    "calls": lambda text: about("rook").read(f"auction {text}"),
    "kitty": lambda text: [rook.KittyTaken(cards_of(text))],
    "discards": lambda text: [rook.DiscardsMade(cards_of(text))],
    "trump": lambda text: [rook.TrumpDeclared(Suit(text))],
    "first-lead": lambda text: [rook.FirstLead(Seat(text))],
    "cards": played,
}


# ---- Berzerka ----


def _call(word: str) -> Event:
    contract, _, overbid = word.partition("/")
    if word == "pass":
        return berzerka.Passed()
    return berzerka.ContractBid(contract, int(overbid or 0))


def _done(text: str) -> list[Event]:
    """A hand that was counted before, and that seat 1 deals again."""
    seat, contract = text.split()
    asks = BY_CODE[contract].asks
    named: dict[str, Any] = {
        "trump": Suit.SPADES if Named.TRUMP in asks else None,
        "ranking": Ranking.NORMAL if {Named.RANKING, Named.START} & {*asks} else None,
    }
    hand = berzerka.HandStated(Seat(seat), contract, 0, 5, **named)
    return [hand, DealerIs(Seat.ONE)]


BERZERKA: Pieces = {
    "board": lambda text: [berzerka.BoardSet(tuple(text.split()))],
    "done": _done,
    "calls": lambda text: [_call(word) for word in text.split()],
    "hotseat": lambda text: [berzerka.HotseatPicked(text)],
    "trump": lambda text: [berzerka.TrumpNamed(Suit(text))],
    "pain-suit": lambda text: [berzerka.PainSuitNamed(Suit(text))],
    "ranking": lambda text: [berzerka.RankingNamed(Ranking(text))],
    "discarded": lambda text: [berzerka.Discarded(int(text))],
    "cards": played,
    "counted": lambda text: [berzerka.HandPlayed(int(text))],
}


def _ruled(text: str) -> list[Event]:
    """A ruling that lets a card out of turn stand: "out-of-turn seat=4 card=C7
    followed=yes"."""
    name, *told = text.split()
    facts = tuple((fact.split("=")[0], fact.split("=")[1]) for fact in told)
    return [Ruled(f"custom.irregularity.{name}", facts, "custom.ruling.stands")]


OTHERS: Mapping[str, Pieces] = {
    "rook": ROOK,
    "berzerka": BERZERKA,
    "two-ten-jack": {"ruled": _ruled, "cards": played},
}


def other_table(game: Game, row: Mapping[str, str]) -> Sitting:
    """A table of a game without a law book at which this was recorded."""
    settings: Any = game.rule_sheet.defaults
    for one in row["table"].split():
        settings = with_answer(settings, *one.split("="))
    sitting = Sitting(game, settings)
    given = row["given"]
    opening = about(game.slug).opening
    if opening and not given.startswith("board "):
        sitting.enter(*opening)
    facts = _pieces(given, OTHERS[game.slug]) if given else ()
    for event in about(game.slug).read(given) if facts is None else facts:
        sitting.enter(event)
    return sitting


NUMBERS = ("tricks", "count", "points", "amount", "discards", "overbid")


def entry_of(game: Game, kind: str, told: Mapping[str, str]) -> Event:
    """An entry by its kind in session files and its fields as these write them, several
    things with spaces between: cards "SA SK", totals "1,45 2,-45"."""
    event = next(one for one in game.events if kind == one.KIND)
    made: Event = decode(
        event, {name: _field(name, text) for name, text in told.items()}
    )
    return made


def _field(name: str, text: str) -> Any:
    if name in NUMBERS:
        return int(text)
    if name == "cards":
        return text.split()
    if name == "totals":
        pairs = (word.split(",") for word in text.split())
        return [[seat, int(points)] for seat, points in pairs]
    return text
