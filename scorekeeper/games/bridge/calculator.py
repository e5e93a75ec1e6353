"""What one contract scores, without a table: the calculator of the whole family, and
its page."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from urllib.parse import urlencode

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Part
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import PartyId
from scorekeeper.core.session import Folded
from scorekeeper.core.sheet import Line, Points, sum_points
from scorekeeper.games.bridge import rounds, tariffs
from scorekeeper.games.bridge.contract import DECLARER, DEFENDERS, Contract, score
from scorekeeper.games.bridge.forms import ContractPart, levels
from scorekeeper.games.bridge.result_forms import TricksPart
from scorekeeper.games.bridge.rules import (
    CrownsSettings,
    DeucesSettings,
    JokerSettings,
    Scoring,
    Settings,
    Variant,
    Variation,
)
from scorekeeper.games.fields import Label, choose, label

FORMS = (Scoring.RUBBER, Scoring.DUPLICATE)
"""The forms in which one contract alone has a score; a Chicago scores it like one
of them."""


class Vulnerability(Enum):
    """Whether declarer's side is vulnerable."""

    NOT_VULNERABLE = "no"
    VULNERABLE = "yes"

    def shown(self) -> tuple[object, ...]:
        return (message(f"bridge.calculator.vulnerable.{self.value}"),)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the contract scores: its lines belong to the parties DECLARER and DEFENDERS.

    `headline` says the contract, how it ended and the vulnerability; `parts` are those
    of a column, in order: below and above the line, or one score."""

    headline: Message
    lines: tuple[Line, ...]
    parts: tuple[str, ...]

    def total(self, party: PartyId, part: str | None = None) -> Points:
        return sum_points(self.lines, party, part)


def settings_for(variation: Variation, scoring: Scoring = Scoring.RUBBER) -> Settings:
    """The default settings under which `variation` is played in this form
    of scoring."""
    for plain in (Settings, DeucesSettings, CrownsSettings):
        if variation.value == plain.GAME:
            return plain(scoring=scoring)
    return JokerSettings(variant=Variant(variation.value), scoring=scoring)


def _variation_called(name: str) -> Variation:
    for variation in Variation:
        if name in (variation.value, settings_for(variation).GAME):
            return variation
    return Variation.BRIDGE


def calculate(
    contract: Contract,
    tricks: int,
    vulnerability: Vulnerability,
    settings: Settings,
) -> Answer:
    """What a contract scores of which declarer's side took `tricks`, at a table with
    these settings. Raises RuleViolation for a contract that can't be bid in the game,
    ImpossibleResult for more tricks than are played; see `contract.score`."""
    tariff = tariffs.tariff_of(settings, vulnerability is Vulnerability.VULNERABLE)
    lines = score(contract, tricks, tariff)
    over = tricks - tariff.book - contract.level
    code = "over" if over > 0 else "down" if over else "made"
    if tariff.draw is not None and tricks == tariff.draw.tricks:
        code = "drawn"
    said = {"contract": contract, "n": tricks, "vulnerable": vulnerability}
    result = message(f"bridge.calculator.{code}", n=abs(over))
    headline = message("bridge.calculator.headline", **said, result=result)
    return Answer(headline, lines, tariffs.form_of(settings).parts)


# ---- the page ----

NAMES = {party: label(f"bridge.calculator.{party}") for party in (DECLARER, DEFENDERS)}
"""What the two parties are called."""


class CalculatorForm(ContractPart, TricksPart):
    """One contract, its tricks and the vulnerability, in a game and a form of scoring.

    It is sent by GET, so that an answer has an address. `data` are the arguments of
    that address; "game" names a variation or a game, and one that is not known is plain
    bridge. What `table` has chosen holds where it plays that variation."""

    level = choose(
        int, required=True, choices=levels, is_free=True, missing="no-level-here"
    )
    vulnerable = choose(
        Vulnerability,
        choices=[
            (whether, label(f"bridge.calculator.{whether.value}"))
            for whether in Vulnerability
        ],
        default=Vulnerability.NOT_VULNERABLE,
        text=label("bridge.calculator.vulnerable"),
    )
    scoring = choose(
        Scoring,
        choices=[
            (form, label(f"bridge.setting.scoring.{form.value}")) for form in FORMS
        ],
        default=lambda form: form.settings.scoring,
        text=label("bridge.setting.scoring"),
    )

    def __init__(self, data: Mapping[str, str], table: Settings | None = None) -> None:
        self.arguments = {name: data[name] for name in data}
        asked = self.arguments.get("game", "")
        is_tables = table and asked in ("", table.variation.value, table.GAME)
        self.table = table if is_tables else None
        self.variation = (
            self.table.variation if self.table else _variation_called(asked)
        )
        own = self.table or settings_for(self.variation)
        scoring = own.scoring if own.scoring in FORMS else FORMS[-1]
        state = rounds.ROUNDS.start(replace(own, scoring=scoring))
        is_sent = "tricks" in data or "level" in data
        blank = Folded(state.settings, state, (), (), (), ())
        super().__init__(data if is_sent else None, folded=blank)
        self.answer = self._answered() if is_sent and self.validate() else None
        self.is_refused = is_sent and self.answer is None
        self.rulebook = state.settings.GAME

    def lay_out(self) -> None:
        del self.declarer

    def view(self) -> Mapping[str, object]:
        return {
            "games": [
                (variation, urlencode({**self.arguments, "game": variation.value}))
                for variation in Variation
            ],
            "names": NAMES,
            "session": self.arguments.get("session", "") if self.table else "",
            "sums": _sums(self.answer) if self.answer else [],
        }

    def _answered(self) -> Answer | None:
        settings = replace(
            self.settings, scoring=self.scoring.data or self.settings.scoring
        )
        try:
            return calculate(self.bid, self.tricks.data, self.vulnerable.data, settings)
        except RuleViolation as refused:
            field = self[refused.field]
            field.errors = [*field.errors, refused.why]  # type: ignore[list-item]
            return None


def _sums(answer: Answer) -> list[tuple[Label, Points, Label]]:
    total = answer.total
    sums = list[tuple[Label, Points, Label]]()
    for party in [name for name in NAMES if total(name)] or [DECLARER]:
        below = total(party, Part.BELOW)
        above = total(party, Part.ABOVE)
        columns = None
        if below and above:
            columns = label("bridge.calculator.columns", below=below, above=above)
        sums.append((NAMES[party], total(party), columns))
    return sums
