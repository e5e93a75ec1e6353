"""A whole rubber or Chicago by the typed tables, kept the way a scorer keeps a paper
pad.

The pad is two columns of entries; a game is a line drawn across both. What counts
towards the next game is whatever stands in a column under the lowest line.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.games.bridge.oracles.tables import (
    PLAIN,
    Pack,
    Played,
    duplicate,
    pad,
    premiums,
)

SIDES = ("NS", "EW")


@dataclass(frozen=True)
class Deal:
    """One deal as entered: `side` declared; `level` 0 with denomination "" is a
    pass-out."""

    side: str
    level: int
    denomination: str
    doubling: str = "undoubled"
    tricks: int = 0

    def played(self, vulnerable: bool) -> Played:
        return Played(
            self.level, self.denomination, self.doubling, vulnerable, self.tricks
        )


def other(side: str) -> str:
    return "EW" if side == "NS" else "NS"


@dataclass
class Paper:
    """A pad: each column a list of entries, with the places where lines were drawn."""

    below: dict[str, list[int]] = field(default_factory=lambda: {"NS": [], "EW": []})
    above: dict[str, list[int]] = field(default_factory=lambda: {"NS": [], "EW": []})
    line: dict[str, int] = field(default_factory=lambda: {"NS": 0, "EW": 0})
    games: dict[str, int] = field(default_factory=lambda: {"NS": 0, "EW": 0})

    def under_the_line(self, side: str) -> int:
        return sum(self.below[side][self.line[side] :])

    def write(self, deal: Deal, vulnerable: bool, pack: Pack) -> None:
        found = pad(deal.played(vulnerable), pack)
        if found.below:
            self.below[deal.side].append(found.below)
        self.above[deal.side].append(found.above)
        self.above[other(deal.side)].append(found.defenders)

    def draws_a_line(self) -> str | None:
        """The side that has just won a game; the line is drawn and its game counted."""
        for side in SIDES:
            if self.under_the_line(side) >= 100:
                self.line = {one: len(self.below[one]) for one in SIDES}
                self.games[side] += 1
                return side
        return None

    def total(self, side: str) -> int:
        return sum(self.below[side]) + sum(self.above[side])

    @property
    def totals(self) -> dict[str, int]:
        return {side: self.total(side) for side in SIDES}


def rubbers(deals: Iterable[Deal], pack: Pack = PLAIN) -> list[Paper]:
    """The pads of one rubber after the other; the last one may be unfinished."""
    pads = [Paper()]
    for deal in deals:
        paper = pads[-1]
        if 2 in paper.games.values():
            paper = Paper()
            pads.append(paper)
        if not deal.denomination:
            continue
        paper.write(deal, paper.games[deal.side] == 1, pack)
        winner = paper.draws_a_line()
        if winner and paper.games[winner] == 2:
            paper.above[winner].append(500 if paper.games[other(winner)] else 700)
    return pads


def stopped(paper: Paper, part_score: int = 100) -> dict[str, int]:
    """What Law 80 adds above the line of a rubber that stops here: 300 and
    `part_score`."""
    extra = {"NS": 0, "EW": 0}
    if 2 in paper.games.values():
        return extra
    for side in SIDES:
        if paper.games[side] and not paper.games[other(side)]:
            extra[side] += 300
        if paper.under_the_line(side) and not paper.under_the_line(other(side)):
            extra[side] += part_score
    return extra


def chicago_vulnerable(deal_number: int) -> tuple[bool, bool]:
    """Who is vulnerable on deal 1 to 4: (dealer's side, the other side)."""
    return {1: (False, False), 2: (True, False), 3: (True, False), 4: (True, True)}[
        deal_number
    ]


def chicago_with_carry(deals: Iterable[Deal], first_dealer: str = "NS") -> Paper:
    """Four deals whose part-scores carry on; a game pays at once, a part-score on deal
    4 100.

    Pass-outs do not count as deals.
    """
    paper = Paper()
    number = 0
    for deal in deals:
        if not deal.denomination:
            continue
        number += 1
        dealer = first_dealer if number % 2 else other(first_dealer)
        dealers, others = chicago_vulnerable(number)
        vulnerable = dealers if deal.side == dealer else others
        paper.write(deal, vulnerable, PLAIN)
        if paper.draws_a_line() == deal.side:
            paper.above[deal.side].append(premiums()["game", vulnerable, "undoubled"])
        elif number == 4 and pad(deal.played(vulnerable), PLAIN).below:
            paper.above[deal.side].append(100)
    return paper


def chicago_by_the_deal(
    deals: Iterable[Deal], first_dealer: str = "NS"
) -> dict[str, int]:
    """Four deals, each with its duplicate score; the loser's points go to the other
    side."""
    totals = {"NS": 0, "EW": 0}
    for number, deal in enumerate(deals, start=1):
        if not deal.denomination:
            continue
        dealer = first_dealer if number % 2 else other(first_dealer)
        dealers, others = chicago_vulnerable(number)
        score = duplicate(
            deal.played(dealers if deal.side == dealer else others), PLAIN
        )
        totals[deal.side if score > 0 else other(deal.side)] += abs(score)
    return totals
