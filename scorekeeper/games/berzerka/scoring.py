"""What a contract is worth and what its boxes earn, and the rounds of a session."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import groupby
from typing import Any, cast

from scorekeeper.core.citations import Authority, Cite
from scorekeeper.core.messages import Message, message
from scorekeeper.core.outcomes import Counted, Kind, Outcome, Result
from scorekeeper.core.rounds import Lines, Noted, RoundEnd, RoundRules, ScoredSection
from scorekeeper.core.seats import Seat, left_of
from scorekeeper.core.session import At
from scorekeeper.core.settings import TABLE
from scorekeeper.core.sheet import Line, Points
from scorekeeper.games.berzerka.events import BoardSet, ContractWritten, How
from scorekeeper.games.berzerka.play import play_rules_of, watched_count
from scorekeeper.games.berzerka.rules import (
    BY_CODE,
    OWN_CODES,
    RULE_SHEET,
    SHAPESHIFT,
    Aim,
    Contract,
    Counts,
    Payoffs,
    Settings,
    Ties,
    contract_name,
    inferred,
    printed,
    shapeshift_of,
)
from scorekeeper.games.berzerka.state import PARTIES, RING, Board, Box, Hand, State, entered

PLACES = ("first", "second", "third")
"""The places of a contract, best first, as they are called in the custom payoffs."""

PAYOFFS = {Payoffs.SWING: (1, 0, -1), Payoffs.WINNER: (1, 0, 0), Payoffs.LADDER: (2, 1, 0)}
"""What the places earn in contract values, where the table does not fill that in itself."""

MIDDLING = printed("Middling", "contract-middling")
BY_TABLE = Cite(TABLE, "", Authority.HOUSE, "people")
OWN_CONTRACT = Cite(TABLE, "", Authority.HOUSE, "own-contracts")


@dataclass(frozen=True, slots=True)
class Share:
    """What a box earns: `points`, for its places `first` to `last` (0 to 2; more than one where
    they are shared). `was_tied` says that others wrote the same number."""

    box: Box
    points: Points
    first: int
    last: int
    was_tied: bool


def number_written(contract: Contract, count: int, overbid: int) -> int:
    """Work out the number in the box; it can be negative.

    Rule: Bidding Phase – an overbid takes its tricks off. Rule: Bottle It Up – there it adds.
    Rule: Hold Steady – the distance from 5. Inferred: it adds wherever fewest ranks highest.
    """
    if contract.aim is Aim.FEWEST:
        return count + overbid
    number = count - overbid
    return abs(number - contract.target) if contract.aim is Aim.CLOSEST else number


def value(contract: Contract, hows: Iterable[How]) -> int:
    """The contract's value: its base, and its step for each declarer who bid it.

    Rule: Bidding Phase – the hotseat does not raise it. Rule: Middling – there by two.
    """
    return contract.base + contract.step * sum(how is How.BID for how in hows)


def payoffs(settings: Settings, contract: Contract) -> tuple[Fraction, Fraction, Fraction]:
    """What the three places earn, in multiples of the contract value.

    Rule: Middling – one winner, two losers who pay half each. Inferred: the others' places.
    """
    if contract.aim is Aim.MIDDLE:
        return Fraction(1), Fraction(-1, 2), Fraction(-1, 2)
    own = dict(settings.custom_payoffs)
    first, second, third = PAYOFFS.get(settings.payoffs) or [own.get(one, 0) for one in PLACES]
    return Fraction(first), Fraction(second), Fraction(third)


def shares(settings: Settings, contract: Contract, boxes: tuple[Box, ...]) -> tuple[Share, ...]:
    """What each of the three boxes of a complete contract earns, best place first."""
    worth = value(contract, (box.how for box in boxes))
    pay = payoffs(settings, contract)
    ranked = _ranked(settings, contract, boxes)
    strengths = [key[0] for key, _ in ranked]
    earned: list[Share] = []
    for key, group in groupby(ranked, key=lambda one: one[0]):
        sharers = [box for _, box in group]
        first, last = len(earned), len(earned) + len(sharers) - 1
        points = whole(worth * sum(pay[first : last + 1], Fraction()) / len(sharers))
        has_lost = contract.aim is Aim.MIDDLE and key[0] > 0
        was_tied = not has_lost and strengths.count(key[0]) > 1
        earned.extend(Share(box, points, first, last, was_tied) for box in sharers)
    return tuple(earned)


def _ranked(
    settings: Settings, contract: Contract, boxes: tuple[Box, ...]
) -> list[tuple[tuple[int, ...], Box]]:
    """The boxes, best first, each with its rank, the less the better: by the number, then by the
    tiebreak, which doesn't matter among those who have lost at the middle."""
    by_number = ((strength(contract, box, boxes), box) for box in boxes)
    has_losers = contract.aim is Aim.MIDDLE
    keyed = (
        ((first,) if has_losers and first else (first, *tiebreak(settings.ties, box)), box)
        for first, box in by_number
    )
    return sorted(keyed, key=lambda one: one[0])


def strength(contract: Contract, box: Box, boxes: tuple[Box, ...]) -> int:
    """Rank a box by its number alone: the less the better, equal numbers tie.

    Rule: Middling – who has the median contends for the win, everybody else has lost.
    """
    if contract.aim is Aim.MIDDLE:
        median = sorted(one.number for one in boxes)[len(boxes) // 2]
        return int(box.number != median)
    return -box.number if contract.aim is Aim.MOST else box.number


def tiebreak(ties: Ties, box: Box) -> tuple[int, ...]:
    """Rank a box among equal numbers: the less the better. Inferred, all of it."""
    hotseat = int(box.how is How.HOTSEAT)
    return {
        Ties.FEWER_THEN_BID: (box.discards, hotseat),
        Ties.FEWER: (box.discards,),
        Ties.BID_THEN_FEWER: (hotseat, box.discards),
        Ties.MORE_THEN_BID: (-box.discards, hotseat),
        Ties.SHARED: (),
    }[ties]


def whole(points: Fraction) -> Points:
    """The same points, as an int where they are whole."""
    return points.numerator if points.denominator == 1 else points


# ---- the forecast ----


def forecast(settings: Settings, contract: Contract, boxes: tuple[Box, ...]) -> dict[Seat, Points]:
    """What two boxes would earn at today's value if the third player came in between them.

    Empty unless exactly two boxes are filled: with one, every place is still open.
    """
    if len(boxes) != len(RING) - 1:
        return {}
    worth = value(contract, (box.how for box in boxes))
    pay = payoffs(settings, contract)
    if contract.aim is Aim.MIDDLE:
        return {box.seat: whole(worth * pay[-1]) for box in boxes}
    (best_key, best), (other_key, other) = _ranked(settings, contract, boxes)
    if best_key == other_key:
        return dict.fromkeys((best.seat, other.seat), whole(worth * (pay[0] + pay[-1]) / 2))
    return {best.seat: whole(worth * pay[0]), other.seat: whole(worth * pay[-1])}


def forecasts(settings: Settings, board: Board) -> dict[Seat, Points]:
    """What the contracts with two boxes filled would add to each total, were they to stay so."""
    sums: dict[Seat, Points] = dict.fromkeys(RING, 0)
    for contract in board.contracts:
        for seat, points in forecast(settings, contract, board.boxes_of(contract)).items():
            sums[seat] += points
    return sums


# ---- the lines of a hand ----


def took_words(contract: Contract, count: int) -> Message:
    """What the declarer took, in the contract's own unit."""
    return message(f"berzerka.took.{contract.counts.value}", n=count)


def writing(hand: Hand, contract: Contract) -> str:
    """Which rule makes the number in the box: as taken or a distance, less or more an overbid."""
    code = "away" if contract.aim is Aim.CLOSEST else "taken"
    if not hand.overbid:
        return code
    return f"{code}-more" if contract.aim is Aim.FEWEST else f"{code}-less"


def _box_line(hand: Hand, contract: Contract, box: Box, worth: int, settings: Settings) -> Line:
    """What stands in the box and why; it earns nothing by itself."""
    what = message(
        f"berzerka.box.{writing(hand, contract)}",
        contract=contract,
        took=took_words(contract, hand.count or 0),
        overbid=hand.overbid,
        number=box.number,
        target=contract.target,
        value=worth,
    )
    return Line(box.seat.value, 0, what, _box_cite(hand, contract, settings))


def _box_cite(hand: Hand, contract: Contract, settings: Settings) -> Cite:
    """The rule that the number in the box follows."""
    if hand.overbid and contract.aim in (Aim.MOST, Aim.MIDDLE):
        return RULE_SHEET.cite(settings, "overbids")
    rules = contract.copied or contract
    if rules.code in OWN_CODES:
        return OWN_CONTRACT
    cite = inferred if hand.overbid and rules.counts is Counts.SUIT_CARDS else printed
    return cite(rules.code.replace("-", " ").title(), f"contract-{rules.code}")


def _share_line(contract: Contract, share: Share, worth: int, settings: Settings) -> Line:
    middle = contract.aim is Aim.MIDDLE
    code = "middle" if middle else "place"
    place = message(f"berzerka.place.{share.first}-{share.last}")
    cite = MIDDLING if middle else RULE_SHEET.cite(settings, "payoffs")
    if share.was_tied:
        code += "-shared" if share.first != share.last else "-broken"
        cite = RULE_SHEET.cite(settings, "ties")
    elif middle:
        place = message("berzerka.middle.lost" if share.first else "berzerka.middle.won")
    what = message(
        f"berzerka.line.{code}",
        contract=contract,
        place=place,
        value=worth,
        discards=message("berzerka.discards", n=share.box.discards),
        how=share.box.how,
    )
    return Line(share.box.seat.value, share.points, what, cite)


# ---- the board ----


def scored(done: Hand, board: Board, settings: Settings) -> tuple[Lines, Board]:
    """The lines of a hand and its board after it: the third box of a contract pays all players.

    Inferred: B4 – the most game points win once all boxes are filled; a tie is shared.
    """
    contract, seat, count = done.contract, done.declarer, done.count
    if done.end is not RoundEnd.COUNTED or not contract or not seat or count is None:
        return (), board
    number = number_written(contract, count, done.overbid)
    box = Box(seat, number, done.discards or 0, done.how, contract.code, done.id or 0)
    after = replace(board, boxes=(*board.boxes, box), rounds=board.rounds + 1)
    boxes = after.boxes_of(contract)
    worth = value(contract, (one.how for one in boxes))
    lines = [_box_line(done, contract, box, worth, settings)]
    if len(boxes) == len(RING):
        earned = shares(settings, contract, boxes)
        lines += [_share_line(contract, share, worth, settings) for share in earned]
    after = after.plus(tuple(lines))
    if after.rounds == after.size:
        after = replace(after, winners=after.leaders, is_over=True)
    return tuple(lines), after


def noted(one: Noted, board: Board, settings: Settings) -> tuple[Lines, Board]:
    """The line of a score carried in or of an adjustment."""
    event: Any = one.event
    lines = (Line(event.party, event.points, event.said(), BY_TABLE),)
    return lines, board.plus(lines)


def next_dealer(done: Hand, settings: Settings) -> Seat:
    """The player at the left of who dealt; a hand that was not counted is dealt again."""
    return left_of(done.dealer, RING) if done.end is RoundEnd.COUNTED else done.dealer


def _recorded(hand: Hand, settings: Settings) -> object:
    won = watched_count(hand)
    if won is None or hand.contract is None or hand.count in (None, won):
        return None
    return took_words(hand.contract, won)


ROUNDS = RoundRules(
    family="berzerka",
    ring=lambda settings: RING,
    parties=lambda settings: PARTIES,
    round=Hand,
    tally=Board,
    entered=entered,
    scored=scored,
    noted=noted,
    next_dealer=next_dealer,
    play_rules=lambda present, settings: play_rules_of(present),
    recorded=_recorded,
    state=State,
)


def apply(state: State, event: Any, at: At) -> State:
    """The state after an event that has passed its check."""
    match event:
        case ContractWritten():
            tile = _written(event)
            others = (one for one in state.tiles if one.code != tile.code)
            return replace(state, tiles=tuple(sorted((*others, tile), key=lambda one: one.code)))
        case BoardSet():
            contracts = _contracts_of(event, state.tiles)
            board = replace(ROUNDS.present_tally(state), contracts=contracts)
            *ended, last = state.sections
            if last.tally.is_over:
                return replace(state, sections=(*ended, last, ScoredSection((), board)))
            return replace(state, sections=(*ended, replace(last, tally=board)))
        case _:
            return cast(State, ROUNDS.apply(state, event, at))


def _written(event: ContractWritten) -> Contract:
    """The contract on a tile that the table has written."""
    rules = {one.name: getattr(event, one.name) for one in fields(event) if one.name != "tile"}
    return Contract(OWN_CODES[event.tile - 1], **rules)


def _contracts_of(event: BoardSet, tiles: tuple[Contract, ...]) -> tuple[Contract, ...]:
    """The contracts of a board, Shapeshift as the copy it is. The codes must be known."""
    known = BY_CODE | {tile.code: tile for tile in tiles}
    copied = known.get(event.copies)
    return tuple(
        shapeshift_of(copied) if code == SHAPESHIFT.code and copied else known[code]
        for code in event.contracts
    )


# ---- what is counted over the seasons ----


def _contract(name: str) -> object:
    return contract_name(name) if name in BY_CODE else name


CONTRACTS = Kind("berzerka.outcome.contract", row=_contract)
"""Boxes of complete contracts, by contract: made is the first place alone or shared, set the
last; by the game points they earned."""


def outcomes(state: Any) -> Iterator[Outcome]:
    """Every box of a complete contract."""
    for section in state.sections:
        for contract in section.tally.contracts:
            boxes = section.tally.boxes_of(contract)
            complete = boxes if len(boxes) == len(RING) else ()
            for share in shares(state.settings, contract, complete):
                yield _outcome(contract, share)


def _outcome(contract: Contract, share: Share) -> Outcome:
    last = len(RING) - 1
    is_set = share.last == last and share.first > 0
    is_made = share.first == 0 and share.last < last
    return Outcome(
        row=share.box.row,
        kind=CONTRACTS.code,
        seats=(share.box.seat,),
        side=(),
        said=message("berzerka.outcome.contract.said", contract=contract, points=share.points),
        of=(contract.name or contract.code, ""),
        came=Result.MADE if is_made else Result.SET if is_set else Result.NEITHER,
        by=share.points,
    )


COUNTED = Counted((CONTRACTS,), lambda state: tuple(outcomes(state)))
