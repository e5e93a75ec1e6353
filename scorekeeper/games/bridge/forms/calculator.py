"""The calculator's page: one contract asked about, no table."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from wtforms import Form

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import message
from scorekeeper.games.bridge.calculator import (
    FORMS,
    Answer,
    Asked,
    Vulnerability,
    calculate,
    settings_for,
)
from scorekeeper.games.bridge.contract import (
    DECLARER,
    DEFENDERS,
    Contract,
    Denomination,
    Doubling,
    Tariff,
)
from scorekeeper.games.bridge.forms.fields import Chosen, Count, OffPage, buttons, cell
from scorekeeper.games.bridge.settings import Scoring, Settings, Variation
from scorekeeper.games.bridge.tariffs import tariff_of
from scorekeeper.games.fields import label

_NAMES = {
    DECLARER: label("bridge.calculator.declarer"),
    DEFENDERS: label("bridge.calculator.defenders"),
}


class CalculatorForm(Form):
    """One contract, its tricks and the vulnerability, in a game and a form of scoring.

    It is sent by GET, so that an answer has an address. `data` are the arguments of that
    address; "game" names a variation or a game, and one that is not known is plain bridge.
    """

    level = buttons("bridge.form.level", Count("bridge.calculator.no-level"))
    denomination = buttons("bridge.form.denomination", Chosen("bridge.form.no-denomination"))
    doubling = buttons("bridge.form.doubling", Chosen(), default=Doubling.UNDOUBLED.value)
    tricks = buttons("bridge.form.tricks", Count("bridge.form.no-tricks"))
    vulnerable = buttons(
        "bridge.calculator.vulnerable", Chosen(), default=Vulnerability.NOT_VULNERABLE.value
    )
    scoring = buttons("bridge.setting.scoring", Chosen(), default=Scoring.RUBBER.value)
    contract = OffPage()

    def __init__(self, data: Any) -> None:
        self.arguments = {name: data[name] for name in data}
        self.variation = _variation(self.arguments.get("game", ""))
        self.is_sent = "tricks" in data or "level" in data
        super().__init__(data if self.is_sent else None)
        self._lay_out()
        self.answer = self._answered() if self.is_sent and self.validate() else None

    @property
    def settings(self) -> Settings:
        """The settings that the contract is scored under."""
        chosen = self.scoring.data
        is_known = chosen in [form.value for form in FORMS]
        return settings_for(self.variation, Scoring(chosen) if is_known else Scoring.RUBBER)

    @property
    def rulebook(self) -> str:
        """The game whose rulebook explains the answer."""
        return self.settings.GAME

    @property
    def is_refused(self) -> bool:
        """Whether something was sent that can't be answered."""
        return self.is_sent and self.answer is None

    def view(self) -> Mapping[str, Any]:
        """The buttons, the games to choose from, and the answer, if there is one."""
        return {
            "game": self.variation.value,
            "game_label": message(f"bridge.calculator.game.{self.variation.value}"),
            "games": [self._game(one) for one in Variation],
            "levels": self._cells(self.level),
            "denominations": self._cells(self.denomination),
            "doublings": self._cells(self.doubling),
            "vulnerables": self._cells(self.vulnerable),
            "forms": self._cells(self.scoring),
            "counts": [self._count(choice) for choice in self.tricks.iter_choices()],
            "in_all": label("bridge.form.in-all", n=self._tariff.tricks),
            "answer": self.answer and _shown(self.answer),
            "sums": _sums(self.answer) if self.answer else [],
        }

    @property
    def _tariff(self) -> Tariff:
        """The figures of the game; vulnerability changes none of those a form needs."""
        return tariff_of(settings_for(self.variation), False)

    def _lay_out(self) -> None:
        tariff = self._tariff
        low = 0 if tariff.zero else 1
        self.level.choices = [(str(n), str(n)) for n in range(low, tariff.top_level + 1)]
        self.denomination.choices = [(one.value, one) for one in tariff.denominations]
        self.doubling.choices = [
            (one.value, label(f"bridge.form.{one.name.lower()}")) for one in Doubling
        ]
        self.tricks.choices = [(str(n), str(n)) for n in range(tariff.tricks + 1)]
        self.vulnerable.choices = [
            (one.value, label(f"bridge.calculator.{one.value}")) for one in Vulnerability
        ]
        self.scoring.choices = [
            (one.value, label(f"bridge.setting.scoring.{one.value}")) for one in FORMS
        ]

    def _answered(self) -> Answer | None:
        """The answer; None, and the reason beside its field, where the rules refuse."""
        contract = Contract(
            int(self.level.data),
            Denomination(self.denomination.data),
            Doubling(self.doubling.data),
        )
        asked = Asked(contract, int(self.tricks.data), Vulnerability(self.vulnerable.data))
        try:
            return calculate(asked, self.settings)
        except RuleViolation as refused:
            field = self[refused.field]
            field.errors = [*field.errors, refused.why]  # type: ignore[list-item]
            return None

    def _game(self, one: Variation) -> dict[str, object]:
        """A link to the same question about another game."""
        return {
            "label": message(f"bridge.calculator.game.{one.value}"),
            "query": urlencode({**self.arguments, "game": one.value}),
            "selected": one is self.variation,
        }

    def _count(self, choice: Any) -> dict[str, object]:
        """A number of tricks, marked by the odd tricks that it is."""
        odd = int(choice.value) - self._tariff.book
        return cell(self.tricks, choice, f"odd odd-{odd}" if odd >= 0 else "")

    def _cells(self, field: Any) -> list[dict[str, object]]:
        return [cell(field, choice) for choice in field.iter_choices()]


def _variation(text: str) -> Variation:
    """The variation of this name; the first of a game's own, plain bridge for what is unknown."""
    found = (one for one in Variation if text in (one.value, settings_for(one).GAME))
    return next(found, Variation.BRIDGE)


def _shown(answer: Answer) -> dict[str, object]:
    """The answer as the template prints it: a sentence, and each line with its reason."""
    return {
        "headline": answer.headline,
        "lines": [{"whose": _NAMES[line.party], "line": line} for line in answer.lines],
    }


def _sums(answer: Answer) -> list[dict[str, object]]:
    """What each side that scores anything has; declarer's side where nobody does."""
    scoring = [party for party in _NAMES if answer.total(party)]
    return [
        {"name": _NAMES[party], "total": answer.total(party), "columns": _columns(answer, party)}
        for party in scoring or [DECLARER]
    ]


def _columns(answer: Answer, party: str) -> object:
    """The points below and above the line, where both columns have some."""
    below, above = answer.total(party, "below"), answer.total(party, "above")
    if not (below and above):
        return None
    return label("bridge.calculator.columns", below=below, above=above)
