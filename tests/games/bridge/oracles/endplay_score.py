"""The duplicate score as the library endplay gives it.

Its `Contract` compares equal whatever the doubling, takes a result of any size, and
reads "3SN=" with a declarer in the middle. So it is built field by field here, the
result given as tricks over or under, and only its `score` is used.
"""

from endplay.types import Contract, Denom, Penalty, Player, Vul

from tests.games.bridge.oracles.tables import Played

_DENOMINATIONS = {
    "C": Denom.clubs,
    "D": Denom.diamonds,
    "H": Denom.hearts,
    "S": Denom.spades,
    "NT": Denom.nt,
}
_PENALTIES = {
    "undoubled": Penalty.passed,
    "doubled": Penalty.doubled,
    "redoubled": Penalty.redoubled,
}


def score(deal: Played) -> int:
    """The duplicate score for declarer's side, negative when the contract goes down."""
    contract = Contract(
        level=deal.level,
        denom=_DENOMINATIONS[deal.denomination],
        declarer=Player.north,
        penalty=_PENALTIES[deal.doubling],
        result=deal.tricks - 6 - deal.level,
    )
    return int(contract.score(Vul.both if deal.vulnerable else Vul.none))
