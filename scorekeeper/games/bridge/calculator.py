"""What one contract scores, without a table: the calculator of the whole family."""

from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.messages import Message, message
from scorekeeper.core.sheet import Line, Points, sum_points
from scorekeeper.games.bridge.contract import (
    Contract,
    Tariff,
    score,
)
from scorekeeper.games.bridge.settings import (
    CrownsSettings,
    DeucesSettings,
    JokerSettings,
    Scoring,
    Settings,
    Variant,
    Variation,
)
from scorekeeper.games.bridge.tariffs import tariff_of

FORMS = (Scoring.RUBBER, Scoring.DUPLICATE)
"""The forms in which one contract alone has a score; a Chicago scores it like one of them."""


class Vulnerability(Enum):
    """Whether declarer's side is vulnerable."""

    NOT_VULNERABLE = "no"
    VULNERABLE = "yes"

    def shown(self) -> tuple[object, ...]:
        """The word for it."""
        return (message(f"bridge.calculator.vulnerable.{self.value}"),)


@dataclass(frozen=True, slots=True)
class Asked:
    """One contract and its result. `tricks` are those of declarer's side."""

    contract: Contract
    tricks: int
    vulnerability: Vulnerability = Vulnerability.NOT_VULNERABLE


@dataclass(frozen=True, slots=True)
class Answer:
    """What the contract scores: its lines belong to the parties DECLARER and DEFENDERS.

    `result` says how it ended; `parts` are those of a column, in order: ("below", "above") or
    ("score",).
    """

    asked: Asked
    result: Message
    lines: tuple[Line, ...]
    parts: tuple[str, ...]

    @property
    def headline(self) -> Message:
        """The contract, its result and the vulnerability in one sentence."""
        asked = self.asked
        return message(
            "bridge.calculator.headline",
            contract=asked.contract,
            n=asked.tricks,
            vulnerable=asked.vulnerability,
            result=self.result,
        )

    def total(self, party: str, part: str | None = None) -> Points:
        """The points of DECLARER or DEFENDERS (in one part of the column)."""
        return sum_points(self.lines, party, part)


def settings_for(variation: Variation, scoring: Scoring = Scoring.RUBBER) -> Settings:
    """The default settings under which `variation` is played in this form of scoring."""
    plain: dict[Variation, type[Settings]] = {
        Variation.BRIDGE: Settings,
        Variation.DEUCES_WILD: DeucesSettings,
        Variation.FIVE_CROWNS: CrownsSettings,
    }
    if variation in plain:
        return plain[variation](scoring=scoring)
    return JokerSettings(variant=Variant(variation.value), scoring=scoring)


def calculate(asked: Asked, settings: Settings) -> Answer:
    """What the contract scores at a table with these settings.

    Raises RuleViolation for a contract that can't be bid in the game, ImpossibleResult for
    more tricks than are played; see `contract.score`.
    """
    tariff = tariff_of(settings, asked.vulnerability is Vulnerability.VULNERABLE)
    lines = score(asked.contract, asked.tricks, tariff)
    return Answer(asked, _result(asked, tariff), lines, _parts(tariff))


def _result(asked: Asked, tariff: Tariff) -> Message:
    """How the contract ended: drawn, made, with so many over, or so many down."""
    if tariff.draw is not None and asked.tricks == tariff.draw.tricks:
        return message("bridge.calculator.drawn")
    over = asked.tricks - tariff.book - asked.contract.level
    if over == 0:
        return message("bridge.calculator.made")
    code = "bridge.calculator.over" if over > 0 else "bridge.calculator.down"
    return message(code, n=abs(over))


def _parts(tariff: Tariff) -> tuple[str, ...]:
    return (tariff.below,) if tariff.below == tariff.above else (tariff.below, tariff.above)
