"""What `scorekeeper contract` prints: one contract's score with its reasons."""

import re
from dataclasses import dataclass
from typing import Any

import click

from scorekeeper.cli.terminal import say
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import message
from scorekeeper.core.seats import PartyId
from scorekeeper.games.bridge import calculator
from scorekeeper.games.bridge.contract import DECLARER, DEFENDERS, Contract
from scorekeeper.games.bridge.rules import Scoring, Variation
from scorekeeper.games.bridge.tariffs import tariff_of
from scorekeeper.words import words_in

WORDS = words_in("en")
FORMS = [scoring.value for scoring in calculator.FORMS]
TRICKS = (
    "Tricks that declarer's side took, the book included; or +1, -2 or = against "
    "the contract."
)
_SPELT = {
    **dict.fromkeys("♣♧", "C"),
    **dict.fromkeys("♦♢", "D"),
    **dict.fromkeys("♥♡", "H"),
    **dict.fromkeys("♠♤", "S"),
    "×": "X",
    "\N{VARIATION SELECTOR-15}": "",
    "\N{VARIATION SELECTOR-16}": "",
}
"""Signs that are typed or pasted for the letters of a contract."""
_NO_TRUMP = re.compile("(?<=[0-9])SA(?=X*$)")
"""No trump as it is written in German and French: sans atout."""


@dataclass(frozen=True, slots=True)
class Made:
    """How many tricks declarer's side took: in all, or more or fewer
    than were `bid`."""

    number: int
    is_against_bid: bool

    def tricks(self, contract: Contract, book: int) -> int:
        if self.is_against_bid:
            return book + contract.level + self.number
        return self.number


class MadeType(click.ParamType[Made]):
    """What is typed after --made: "9", "+1", "-2" or "="."""

    name = "tricks"

    def convert(self, value: Any, param: Any, ctx: click.Context | None) -> Made:
        typed = "".join(str(value).split()).replace("\N{MINUS SIGN}", "-")
        if typed == "=":
            return Made(0, is_against_bid=True)
        if not re.fullmatch("[+-]?[0-9]{1,3}", typed, re.ASCII):
            self.fail(
                f"{value!r} is neither tricks, such as 9, nor +1, -2 or =.", param, ctx
            )
        return Made(int(typed), is_against_bid=typed[0] in "+-")


@click.command("contract")
@click.argument("contract")
@click.option("--made", "--tricks", "made", type=MadeType(), required=True, help=TRICKS)
@click.option("--vulnerable", is_flag=True, help="Declarer's side is vulnerable.")
@click.option(
    "--game",
    type=click.Choice([variation.value for variation in Variation]),
    default="bridge",
)
@click.option("--form", type=click.Choice(FORMS), default="rubber")
def contract_command(
    contract: str, made: Made, vulnerable: bool, game: str, form: str
) -> None:
    """Score one CONTRACT, such as 4SX, 4♠X, 3NT or "1*".

    Every number is printed with its reason.
    """
    settings = calculator.settings_for(Variation(game), Scoring(form))
    either = calculator.Vulnerability
    vulnerability = either.VULNERABLE if vulnerable else either.NOT_VULNERABLE
    parsed = as_typed(contract)
    book = tariff_of(settings, vulnerable).book
    tricks = made.tricks(parsed, book)
    say(*told(calculator.calculate(parsed, tricks, vulnerability, settings)))


def as_typed(text: str) -> Contract:
    """The contract that somebody typed or pasted: with the sign of its suit, or "SA"
    for no trump. Raises RuleViolation when it is none."""
    spelt = "".join(
        _SPELT.get(letter, letter) for letter in "".join(text.split()).upper()
    )
    try:
        return Contract.parse(_NO_TRUMP.sub("NT", spelt))
    except ValueError:
        raise RuleViolation(
            message("bridge.calculator.no-contract", entered=text)
        ) from None


def told(answer: calculator.Answer) -> list[str]:
    """The answer in lines of text: what happened, every number and its
    rule, the sums."""
    lines = [WORDS.text(answer.headline)]
    for line in answer.lines:
        number = WORDS.number(line.points, signed=True)
        where = f", {_said('part', line.part)}" if len(answer.parts) > 1 else ""
        whose = f"{_said('bridge.calculator', line.party)}{where}"
        rule = f"{line.cite.source.title}, {line.cite.section}"
        standing = _said("standing", line.cite.standing.value)
        lines += [
            f"{number:>7}  {WORDS.text(line.what)} ({whose})",
            f"{'':9}{standing}: {rule}",
        ]
    both = (DECLARER, DEFENDERS)
    sums = (
        f"{_said('bridge.calculator', party)} {_points(answer, party)}"
        for party in both
    )
    return [*lines, " · ".join(sums)]


# The party's total and, of two columns, what stands in each.
def _points(answer: calculator.Answer, party: PartyId) -> str:
    total = WORDS.number(answer.total(party))
    if len(answer.parts) == 1 or not answer.total(party):
        return total
    columns = ((answer.total(party, part), part) for part in answer.parts)
    said = (
        f"{WORDS.number(points)} {_said('part', part)}"
        for points, part in columns
        if points
    )
    return f"{total} ({', '.join(said)})"


def _said(*code: str) -> str:
    return WORDS.text(message(".".join(code)))
