"""A contract and what it scores: one function, whatever the tariff.

Law: Laws of Contract Bridge 1993, Law 81; Laws of Duplicate Bridge 2017, Law 77."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.core.cards import Suit
from scorekeeper.core.citations import Cite
from scorekeeper.core.errors import impossible, refused
from scorekeeper.core.evening import Part
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import (
    COMPASS,
    SIDES,
    Party,
    PartyId,
    Seat,
    left_of,
    partner,
    party_of,
)
from scorekeeper.core.sheet import Line

DECLARER = PartyId("declarer")
DEFENDERS = PartyId("defenders")
"""The parties of a score without a table: declarer's side and the defenders."""

GAME = 100  # the trick points that make a game

LEVELS = 7  # the levels of the bidding that the Laws know


class Denomination(Enum):
    """A suit or no trump, lowest first. The value is its letter in files."""

    __hash__ = object.__hash__  # Enum has its own, which hashes the name each time

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    STARS = "*"
    NO_TRUMP = "NT"

    @property
    def suit(self) -> Suit | None:
        return None if self is Denomination.NO_TRUMP else Suit(self.value)

    def shown(self) -> tuple[object, ...]:
        return (self.suit or message("bridge.nt"),)


class Doubling(Enum):
    """Whether a contract is doubled. The value is what follows it in files."""

    UNDOUBLED = ""
    DOUBLED = "X"
    REDOUBLED = "XX"

    def __init__(self, written: str) -> None:
        self.step = len(written)
        """0, 1 or 2: the place of this doubling's figures in a tariff."""

    def shown(self) -> tuple[object, ...]:
        return (message(f"bridge.{self.name.lower()}"),) if self.value else ()


@dataclass(frozen=True, slots=True)
class Contract:
    """The final bid and its doubling: 0 to 8 odd tricks in a denomination.

    Written "4S", "4SX", "3NTXX", "1*" (stars), "0NT"."""

    level: int
    denomination: Denomination
    doubling: Doubling = Doubling.UNDOUBLED

    @classmethod
    def parse(cls, text: str) -> "Contract":
        """Read a contract back from its written form. Raises ValueError when it is
        none. "N" is read as no trump, "★" as stars, "x" as double; spaces and case do
        not matter."""
        word = text.replace(" ", "").upper().replace("★", "*")
        bare = word.rstrip("X")
        letters = bare[1:]
        if letters == "N":
            letters = Denomination.NO_TRUMP.value
        try:
            return cls(
                int(bare[:1]), Denomination(letters), Doubling(word[len(bare) :])
            )
        except ValueError:
            raise ValueError(f"no contract is written {text!r}") from None

    def __str__(self) -> str:
        return f"{self.level}{self.denomination.value}{self.doubling.value}"

    def shown(self) -> tuple[object, ...]:
        bid = (str(self.level), *self.denomination.shown())
        return (*bid, " ", *self.doubling.shown()) if self.doubling.value else bid


class Item(Enum):
    """What a line of a contract's score is for."""

    __hash__ = object.__hash__  # as for a Denomination

    ODD_TRICKS = "odd-tricks"
    OVERTRICKS = "overtricks"
    INSULT = "insult"
    SLAM = "slam"
    BONUS = "bonus"
    UNDERTRICKS = "undertricks"


class Worth(NamedTuple):
    """What odd tricks in a denomination are worth: `start` once, and `each`."""

    start: int
    each: int


@dataclass(frozen=True, slots=True)
class Premiums:
    """The figures that depend on vulnerability. Triples: undoubled, doubled, redoubled.

    An undoubled `overtrick` is worth what the trick is; the last step of `undertricks`
    repeats.
    `slams` are a small and a grand one; `bonuses` are paid at once for less than 100
    trick points, and for 100 or more."""

    overtrick: tuple[int, int, int]
    undertricks: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    slams: tuple[int, int]
    bonuses: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class DrawnResult:
    """A result that nobody has won: so many tricks each, and what then falls away.

    `insult` is the rule by which a doubled contract that was made pays no
    insult either."""

    tricks: int
    voids: frozenset[Item]
    cite: Cite
    insult: Cite


@dataclass(frozen=True, slots=True)
class Tariff:
    """Every figure by which a contract is scored, for one vulnerability; plain bridge
    by default.

    `worths` stand in the order of the bidding; `tricks` are played in a deal, `book`
    does not count; `zero` are the denominations that can be bid at level 0; `times` and
    `insult` are for undoubled, doubled, redoubled; `slams` the levels from which on a
    contract is a small slam, and a grand one; `below` and `above` name the parts of the
    column that trick points and premiums enter; `cites` give each item's rule, and
    `stretched` the rule for odd tricks above the seven levels of the Laws."""

    worths: Mapping[Denomination, Worth]
    premiums: Premiums
    tricks: int = 13
    book: int = 6
    top_level: int = 7
    zero: tuple[Denomination, ...] = ()
    times: tuple[int, int, int] = (1, 2, 4)
    insult: tuple[int, int, int] = (0, 50, 100)
    slams: tuple[int, int] = (6, 7)
    draw: DrawnResult | None = None
    below: str = Part.BELOW
    above: str = Part.ABOVE
    cites: Mapping[Item, Cite] = field(default_factory=dict)
    stretched: Cite | None = None

    @property
    def denominations(self) -> tuple[Denomination, ...]:
        return tuple(self.worths)


def score(contract: Contract, tricks: int, tariff: Tariff) -> tuple[Line, ...]:
    """Score a contract of which declarer's side took `tricks`, item by item. Lines
    belong to the parties DECLARER and DEFENDERS. Raises RuleViolation for a
    contract that can't be bid under this tariff, ImpossibleResult for more tricks
    than are played."""
    check_contract(contract, tariff)
    check_tricks(tricks, tariff)
    over = tricks - tariff.book - contract.level
    if over >= 0:
        items = _of_made(contract, over, tariff)
    else:
        items = {Item.UNDERTRICKS: _undertricks(contract, -over, tariff)}
    if tariff.draw is not None and tricks == tariff.draw.tricks:
        return _drawn(items, tariff.draw, tariff)
    return tuple(items.values())


def trick_points(contract: Contract, tariff: Tariff) -> int:
    """The points of the odd tricks that were bid, doubling included."""
    worth = tariff.worths[contract.denomination]
    return (worth.start + worth.each * contract.level) * tariff.times[
        contract.doubling.step
    ]


def is_made(contract: Contract, tricks: int, tariff: Tariff) -> bool:
    return tricks - tariff.book >= contract.level


def check_contract(contract: Contract, tariff: Tariff) -> None:
    """Raise RuleViolation where the contract can't be bid: level or denomination."""
    level = contract.level
    top = tariff.top_level
    denomination = contract.denomination
    if denomination not in tariff.worths:
        raise refused(
            "bridge.refused.denomination", "contract", denomination=denomination
        )
    if level > top:
        raise refused("bridge.refused.level", "contract", level=level, top=top)
    if level < 1 and denomination not in tariff.zero:
        code = (
            "bridge.refused.level-zero" if tariff.zero else "bridge.refused.level-low"
        )
        raise refused(code, "contract", contract=contract, top=top)


def check_tricks(tricks: int, tariff: Tariff) -> None:
    """Raise ImpossibleResult for a number of tricks that can't have been taken."""
    if not 0 <= tricks <= tariff.tricks:
        raise impossible(
            "bridge.refused.tricks", "tricks", tricks=tricks, top=tariff.tricks
        )


# ---- the items ----

_INSULTS = (
    message("bridge.line.insult.doubled"),
    message("bridge.line.insult.redoubled"),
)
_SMALL_SLAM = message("bridge.line.slam.small")
_GRAND_SLAM = message("bridge.line.slam.grand")
_PART_BONUS = message("bridge.line.part-bonus")
_GAME_BONUS = message("bridge.line.game-bonus")


def _of_made(contract: Contract, over: int, tariff: Tariff) -> dict[Item, Line]:
    """What declarer's side gets for a contract made with so many overtricks. Law 81."""
    step = contract.doubling.step
    points = trick_points(contract, tariff)
    items = {Item.ODD_TRICKS: _odd_tricks(contract, points, tariff)}
    if over:
        each = tariff.worths[contract.denomination].each
        if step:  # doubled, it is a fixed figure whatever the denomination
            each = tariff.premiums.overtrick[step]
        what = message("bridge.line.overtricks", n=over, each=each)
        items[Item.OVERTRICKS] = _premium(Item.OVERTRICKS, over * each, what, tariff)
    if step:
        insult = tariff.insult[step]
        items[Item.INSULT] = _premium(Item.INSULT, insult, _INSULTS[step - 1], tariff)
    return items | _bonuses(contract, points, tariff)


def _bonuses(contract: Contract, points: int, tariff: Tariff) -> dict[Item, Line]:
    """What a contract that was made pays for its level, never multiplied; at duplicate a
    game, or a part-score, is paid for at once. Law 77."""
    items = dict[Item, Line]()
    small, grand = tariff.slams
    small_slam, grand_slam = tariff.premiums.slams
    if contract.level >= grand:
        items[Item.SLAM] = _premium(Item.SLAM, grand_slam, _GRAND_SLAM, tariff)
    elif contract.level >= small:
        items[Item.SLAM] = _premium(Item.SLAM, small_slam, _SMALL_SLAM, tariff)
    part_bonus, game_bonus = tariff.premiums.bonuses
    if game_bonus and points >= GAME:
        items[Item.BONUS] = _premium(Item.BONUS, game_bonus, _GAME_BONUS, tariff)
    elif part_bonus:
        items[Item.BONUS] = _premium(Item.BONUS, part_bonus, _PART_BONUS, tariff)
    return items


def _odd_tricks(contract: Contract, points: int, tariff: Tariff) -> Line:
    # the only line below the line: odd tricks that were bid and made
    worth = tariff.worths[contract.denomination]
    cite = tariff.cites[Item.ODD_TRICKS]
    if contract.level > LEVELS and tariff.stretched is not None:
        cite = tariff.stretched
    what = _said_odd_tricks(contract, worth, tariff.times[contract.doubling.step])
    return Line(DECLARER, points, what, cite, tariff.below)


def _undertricks(contract: Contract, down: int, tariff: Tariff) -> Line:
    steps = tariff.premiums.undertricks[contract.doubling.step]
    paid = list(steps[:down])
    while len(paid) < down:  # the last step repeats
        paid.append(steps[-1])
    if len(set(paid)) == 1:
        what = message("bridge.line.undertricks", n=down, each=paid[0])
    else:
        said = " + ".join(map(str, paid))
        what = message("bridge.line.undertricks.steps", n=down, steps=said)
    return _premium(Item.UNDERTRICKS, sum(paid), what, tariff, DEFENDERS)


def _drawn(
    items: Mapping[Item, Line], draw: DrawnResult, tariff: Tariff
) -> tuple[Line, ...]:
    # the items that do not fall away, below a line that says why
    code = "bridge.line.draw.no-trick-points"
    if Item.UNDERTRICKS in draw.voids:  # nothing at all is scored
        code = "bridge.line.draw"
    what = message(code, tricks=draw.tricks)
    lines = [Line(DECLARER, 0, what, draw.cite, tariff.above)]
    if Item.INSULT in draw.voids and Item.INSULT in items:
        what = message("bridge.line.draw.insult")
        lines.append(Line(DECLARER, 0, what, draw.insult, tariff.above))
    for item, line in items.items():
        if item not in draw.voids:
            lines.append(line)
    return tuple(lines)


def _premium(
    item: Item, points: int, what: Message, tariff: Tariff, party: PartyId = DECLARER
) -> Line:
    return Line(party, points, what, tariff.cites[item], tariff.above)


def _said_odd_tricks(contract: Contract, worth: Worth, times: int) -> Message:
    if not worth.start:
        said = message("bridge.worth.each", each=worth.each)
    elif contract.level == 0:
        said = message("bridge.worth.book", points=worth.start)
    else:
        said = message(
            "bridge.worth.first", first=worth.start + worth.each, each=worth.each
        )
    if times > 1:
        said = message("bridge.worth.times", worth=said, times=times)
    if contract.level == 0:
        return message("bridge.line.book-made", contract=contract, worth=said)
    return message(
        "bridge.line.odd-tricks", contract=contract, n=contract.level, worth=said
    )


# ---- calls, and the auction that they make ----
class CallKind(Enum):
    """The kinds of call. The value is how those that are no bid are written."""

    BID = ""
    PASS = "Pass"  # noqa: S105 - a call, no password
    DOUBLE = "X"
    REDOUBLE = "XX"


@dataclass(frozen=True, slots=True)
class Call:
    """One call. A bid has a level, 0 to 8, and a denomination.

    Written "Pass", "X", "XX", or the bid: "1C", "3NT", "2*" (stars), "0NT"."""

    kind: CallKind
    level: int = 0
    denomination: Denomination | None = None

    @classmethod
    def parse(cls, text: str) -> "Call":
        """Read a call from its written form, a pass from "P" too. Raises ValueError
        for none."""
        word = text.strip()
        if word.upper() == "P":
            word = PASS.kind.value
        for call in (PASS, DOUBLE, REDOUBLE):
            if word.upper() == call.kind.value.upper():
                return call
        with suppress(ValueError):
            bid = Contract.parse(word)
            if not bid.doubling.value:
                return cls(CallKind.BID, bid.level, bid.denomination)
        raise ValueError(f"no call is written {text!r}")

    def __str__(self) -> str:
        if self.denomination is None:
            return self.kind.value
        return f"{self.level}{self.denomination.value}"

    def shown(self) -> tuple[object, ...]:
        if self.denomination is None:
            return (message(f"bridge.call.{self.kind.name.lower()}"),)
        return (str(self.level), *self.denomination.shown())


PASS = Call(CallKind.PASS)
DOUBLE = Call(CallKind.DOUBLE)
REDOUBLE = Call(CallKind.REDOUBLE)


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls of a deal so far, the first of them by `first`: the dealer, unless the
    table found out later that somebody else had dealt. `jumps` are the places of calls
    that stand though they were made out of turn, each with who made it: the turn goes
    on from there. Law 29A."""

    first: Seat
    calls: tuple[Call, ...] = ()
    jumps: tuple[tuple[int, Seat], ...] = ()

    @property
    def turn(self) -> Seat:
        return self.caller(len(self.calls))

    def caller(self, place: int) -> Seat:
        """Who made (or will make) the call at this place, counted from 0."""
        before = [jump for jump in self.jumps if jump[0] <= place]
        since, seat = (0, self.first)
        if before:
            since, seat = before[-1]
        return left_of(seat, COMPASS, place - since)

    def at_turn_of(self, seat: Seat) -> "Auction":
        return replace(self, jumps=(*self.jumps, (len(self.calls), seat)))

    @property
    def around(self) -> tuple[Seat, ...]:
        return tuple(left_of(self.first, COMPASS, n) for n in range(len(COMPASS)))

    def rows(self, places: int) -> list[list[int | None]]:
        """The calls as they are written in a table: rows of a column for each player, the
        first caller's first. Each stands there by its place; None where a player was passed
        over, or has not called yet."""
        rows = list[list[int | None]]()
        last = len(COMPASS)
        for place in range(places):
            column = self.around.index(self.caller(place))
            if column <= last:
                rows.append([None] * len(COMPASS))
            rows[-1][column] = place
            last = column
        return rows

    @property
    def last_bid_index(self) -> int | None:
        return max(
            (n for n, call in enumerate(self.calls) if call.denomination), default=None
        )

    def last_by(self, seat: Seat) -> int | None:
        # the place of this player's last call
        for place in reversed(range(len(self.calls))):
            if self.caller(place) is seat:
                return place
        return None

    @property
    def doubling(self) -> Doubling:
        since = self.calls[self.last_bid_index or 0 :]
        if REDOUBLE in since:
            return Doubling.REDOUBLED
        return Doubling.DOUBLED if DOUBLE in since else Doubling.UNDOUBLED

    @property
    def is_over(self) -> bool:
        """Whether three passes followed a bid, or four opened, and nobody lost a turn
        by them: everybody has called since the last call that was no pass. Laws 17D3,
        22."""
        places = range(len(self.calls))
        others = (place for place in reversed(places) if self.calls[place] != PASS)
        since = next(others, 0)
        callers = {self.caller(place) for place in places[since:]}
        return len(callers) == len(COMPASS)

    @property
    def contract(self) -> Contract | None:
        if self.last_bid_index is None:
            return None
        last = self.calls[self.last_bid_index]
        assert last.denomination is not None  # noqa: S101 - a bid has one
        return Contract(last.level, last.denomination, self.doubling)

    @property
    def declarer(self) -> Seat | None:
        """The player of the last bid's side who first named its denomination, None
        before there is a bid. Law 22."""
        last = self.last_bid_index
        if last is None:
            return None
        named = self.calls[last].denomination
        side = self.side_of(last)
        for place in range(last):
            if self.calls[place].denomination is named and self.side_of(place) is side:
                return self.caller(place)
        return self.caller(last)

    def side_of(self, place: int) -> Party:
        return party_of(self.caller(place), SIDES)

    def is_own(self, place: int) -> bool:
        # whether the side whose turn it is made the call at this place
        return self.side_of(place) is self.side_of(len(self.calls))


def why_not(auction: Auction, call: Call, tariff: Tariff) -> Message | None:
    """Why this call can't be made now; None when it can.
    Law: Laws 18 (bids), 19 (doubles and redoubles), 22 (the end of the auction)."""
    if auction.is_over:
        return message("bridge.refused.auction-over", call=call)
    match call.kind:
        case CallKind.BID:
            return _why_no_bid(auction, call, tariff)
        case CallKind.DOUBLE:
            return _why_no_double(auction)
        case CallKind.REDOUBLE:
            return _why_no_redouble(auction)
        case CallKind.PASS:
            return None


def _why_no_bid(auction: Auction, call: Call, tariff: Tariff) -> Message | None:
    order = bids(tariff)
    if call not in order:
        return message(
            "bridge.refused.no-such-bid", call=call, low=order[0], high=order[-1]
        )
    if auction.last_bid_index is None:
        return None
    last = auction.calls[auction.last_bid_index]
    if order.index(call) > order.index(last):
        return None
    if last == order[-1]:
        return message("bridge.refused.bid-at-top", call=call, last=last)
    low = order[order.index(last) + 1]
    return message("bridge.refused.bid-too-low", call=call, last=last, low=low)


def _why_no_double(auction: Auction) -> Message | None:
    last_bid = auction.last_bid_index
    if last_bid is None:
        return message("bridge.refused.double-nothing")
    if auction.doubling is not Doubling.UNDOUBLED:
        return message("bridge.refused.double-twice", contract=auction.contract)
    if auction.is_own(last_bid):
        return message("bridge.refused.double-own", bid=auction.calls[last_bid])
    return None


def _why_no_redouble(auction: Auction) -> Message | None:
    last_bid = auction.last_bid_index
    if last_bid is None or auction.doubling is Doubling.UNDOUBLED:
        return message("bridge.refused.redouble-nothing")
    if auction.doubling is Doubling.REDOUBLED:
        return message("bridge.refused.redouble-twice", contract=auction.contract)
    if not auction.is_own(last_bid):
        return message("bridge.refused.redouble-own", bid=auction.calls[last_bid])
    return None


def bids(tariff: Tariff) -> tuple[Call, ...]:
    return _bids(tariff.top_level, tariff.denominations, tariff.zero)


@lru_cache(maxsize=16)
def _bids(
    top: int, denominations: tuple[Denomination, ...], zero: tuple[Denomination, ...]
) -> tuple[Call, ...]:
    found = [Call(CallKind.BID, 0, denomination) for denomination in zero]
    for level in range(1, top + 1):
        for denomination in denominations:
            found.append(Call(CallKind.BID, level, denomination))
    return tuple(found)


def calls_now(
    auction: Auction, tariff: Tariff
) -> tuple[tuple[Call, Message | None], ...]:
    """Every call of the game, bids first, each with the reason why it can't be
    made now."""
    every = (*bids(tariff), PASS, DOUBLE, REDOUBLE)
    return tuple((call, why_not(auction, call, tariff)) for call in every)


def dummy(declarer: Seat) -> Seat:
    return partner(declarer, COMPASS)


def opening_leader(declarer: Seat) -> Seat:
    return left_of(declarer, COMPASS)


# the one side that is, or the words for both and for none
def said_vulnerable(sides: frozenset[str]) -> object:
    if len(sides) == 1:
        return next(side for side in SIDES if side.id in sides)
    return message("bridge.vulnerable.both" if sides else "bridge.vulnerable.none")
