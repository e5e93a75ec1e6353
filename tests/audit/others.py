"""Shorthands for the pads of Rook, Two-Ten-Jack and Berzerka, and for any other.

Rook          calls 100-blind P 105 PP    bid 2 120 blind    count 24 80    took 13 R1 … last
Two-Ten-Jack  cards 1:H2,H10 2:SA   sums 1:45 2:-45 3:0 hearts=1
Berzerka      board    hand 1 berzerka 5 7 -1 hot
Any other     points 1:45 2:-3    bids 1:2 2:0    tricks 1:2 2:0 + 1:30
"""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.audit import said
from tests.audit.bridge import sit
from tests.audit.said import Facts, Sheet, Shorthand


def calls(words: list[str]) -> Iterator[tuple[str, Facts]]:
    for word in words[1:]:
        call = word.replace("-blind", " blind")
        yield "call", {"call": {"P": "Pass", "PP": "Pass-Partner"}.get(word, call)}


def bid(words: list[str]) -> Iterator[tuple[str, Facts]]:
    facts: Facts = {"bidder": words[1], "amount": int(words[2])}
    if words[3:] == ["blind"]:
        facts["blind"] = True
    yield "bid-stated", facts


def count(words: list[str]) -> Iterator[tuple[str, Facts]]:
    yield "count", {"party": words[1], "points": int(words[2])}


def took(words: list[str]) -> Iterator[tuple[str, Facts]]:
    _, party, last, *cards = words
    yield "captured", {"party": party, "cards": cards, "last_trick": last}


ROOK: Mapping[str, Shorthand] = {
    "calls": calls,
    "bid": bid,
    "count": count,
    "took": took,
    "sit": sit,
}


def score(game: str, text: str, **settings: object) -> Sheet:
    return said.score(game, text, SHORTHANDS[game], **settings)


def refusal(game: str, text: str, **settings: object) -> str:
    return said.refusal(game, text, SHORTHANDS[game], **settings)


def cards(words: list[str]) -> Iterator[tuple[str, Facts]]:
    """`cards 1:H2,H10 2:SA`"""
    owned = (word.partition(":") for word in words[1:])
    yield (
        "captured",
        {
            "owners": [
                [card, seat]
                for seat, _, some in owned
                for card in some.split(",")
                if card
            ]
        },
    )


def sums(words: list[str]) -> Iterator[tuple[str, Facts]]:
    """`sums 1:45 2:-45 hearts=1`"""
    facts: Facts = {"totals": []}
    for word in words[1:]:
        if "=" in word:
            name, _, seat = word.partition("=")
            facts[name] = seat
        else:
            seat, _, points = word.partition(":")
            facts["totals"].append([seat, int(points)])
    yield "totals", facts


TWO_TEN_JACK: Mapping[str, Shorthand] = {"cards": cards, "sums": sums, "sit": sit}

STARTER = "berzerka hidden-strength hold-steady seeing-red bottle-it-up"


def board(words: list[str]) -> Iterator[tuple[str, Facts]]:
    """`board` alone is the starter; `board a b shapeshift copies=a`"""
    codes = [word for word in words[1:] if "=" not in word] or STARTER.split()
    copies = next(
        (word.partition("=")[2] for word in words if word.startswith("copies=")), ""
    )
    yield "board", {"contracts": codes, "copies": copies}


def hand(words: list[str]) -> Iterator[tuple[str, Facts]]:
    """`hand 1 berzerka 5 7 -2 hot`: seat, contract, discards, count; overbid;
    hotseat."""
    _, seat, contract, discards, count, *more = words
    facts: Facts = {
        "declarer": seat,
        "contract": contract,
        "discards": int(discards),
        "count": int(count),
    }
    for word in more:
        if word == "hot":
            facts["how"] = "hotseat"
        elif word[0] == "-":
            facts["overbid"] = int(word[1:])
        else:
            name, _, text = word.partition("=")
            facts[name] = text
    yield "hand", facts


BERZERKA: Mapping[str, Shorthand] = {"board": board, "hand": hand, "sit": sit}


def numbers(words: list[str]) -> list[list[Any]]:
    """`1:45 2:-3`"""
    pairs = (word.partition(":") for word in words)
    return [[seat, int(number)] for seat, _, number in pairs]


def points(words: list[str]) -> Iterator[tuple[str, Facts]]:
    """`points 1:45 2:-3`; `points 1:0 2:45 done=1`, who completed a phase; `points 1:13
    2:0 round=king.no-tricks`"""
    counted = [word for word in words[1:] if "=" not in word]
    facts: Facts = {"points": numbers(counted)}
    for word in words[1:]:
        if word.startswith("round="):
            facts["round"] = word.removeprefix("round=")
    done = [word.removeprefix("done=") for word in words[1:] if "done=" in word]
    if done:
        seats = [seat for seat, _ in facts["points"]]
        facts["completed"] = [[seat, seat in done] for seat in seats]
    yield "points", facts


def box(words: list[str]) -> Iterator[tuple[str, Facts]]:
    """`box 1 yahtzee.ones 3`, with `+100` for what it brings besides"""
    _, seat, code, number, *extra = words
    facts: Facts = {"seat": seat, "box": code, "points": int(number)}
    if extra:
        facts["extra"] = int(extra[0])
    yield "box", facts


def bids(words: list[str]) -> Iterator[tuple[str, Facts]]:
    """`bids 1:2 2:0`"""
    yield "bids", {"bids": numbers(words[1:])}


def tricks(words: list[str]) -> Iterator[tuple[str, Facts]]:
    """`tricks 1:2 2:0 + 1:30`: behind the plus what is given besides"""
    taken, _, extras = " ".join(words[1:]).partition("+")
    facts: Facts = {"tricks": numbers(taken.split())}
    if extras:
        facts["extras"] = numbers(extras.split())
    yield "tricks", facts


def leave(words: list[str]) -> Iterator[tuple[str, Facts]]:
    """`leave 1`"""
    yield "dropped", {"seat": words[1]}


def back(words: list[str]) -> Iterator[tuple[str, Facts]]:
    """`back 1`"""
    yield "returned", {"seat": words[1]}


SCORE_PAD: Mapping[str, Shorthand] = {
    "points": points,
    "bids": bids,
    "tricks": tricks,
    "box": box,
    "leave": leave,
    "back": back,
    "sit": sit,
}

SHORTHANDS: dict[str, Mapping[str, Shorthand]] = {
    "rook": ROOK,
    "two-ten-jack": TWO_TEN_JACK,
    "berzerka": BERZERKA,
    "score-pad": SCORE_PAD,
}
