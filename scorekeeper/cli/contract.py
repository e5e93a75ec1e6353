"""What `scorekeeper contract` prints: one contract's score with its reasons."""

import click

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import message
from scorekeeper.games.bridge import calculator
from scorekeeper.games.bridge.contract import DECLARER, DEFENDERS, Contract
from scorekeeper.games.bridge.rules import Scoring, Variation
from scorekeeper.words import words_in

WORDS = words_in("en")
FORMS = [one.value for one in calculator.FORMS]
TRICKS = "Tricks that declarer's side took, the book included."


@click.command("contract")
@click.argument("contract")
@click.option("--made", "--tricks", "tricks", type=int, required=True, help=TRICKS)
@click.option("--vulnerable", is_flag=True, help="Declarer's side is vulnerable.")
@click.option("--game", type=click.Choice([one.value for one in Variation]), default="bridge")
@click.option("--form", type=click.Choice(FORMS), default="rubber")
def contract_command(contract: str, tricks: int, vulnerable: bool, game: str, form: str) -> None:
    """Score one CONTRACT, such as 4SX, 3NT or "1*", with the reason for every number."""
    settings = calculator.settings_for(Variation(game), Scoring(form))
    either = calculator.Vulnerability
    vulnerability = either.VULNERABLE if vulnerable else either.NOT_VULNERABLE
    try:
        parsed = Contract.parse(contract)
    except RuleViolation:
        raise
    except ValueError:
        raise RuleViolation(message("bridge.calculator.no-contract", entered=contract)) from None
    click.echo("\n".join(told(calculator.calculate(parsed, tricks, vulnerability, settings))))


def told(answer: calculator.Answer) -> list[str]:
    """The answer in lines of text: what happened, every number and its rule, the sums."""
    lines = [WORDS.text(answer.headline)]
    for line in answer.lines:
        number = WORDS.number(line.points, signed=True)
        where = f", {_said('part', line.part)}" if len(answer.parts) > 1 else ""
        whose = f"{_said('bridge.calculator', line.party)}{where}"
        rule = f"{line.cite.source.title}, {line.cite.section}"
        standing = _said("standing", line.cite.standing.value)
        lines += [f"{number:>7}  {WORDS.text(line.what)} ({whose})", f"{'':9}{standing}: {rule}"]
    both = (DECLARER, DEFENDERS)
    sums = (f"{_said('bridge.calculator', party)} {_points(answer, party)}" for party in both)
    return [*lines, " · ".join(sums)]


def _points(answer: calculator.Answer, party: str) -> str:
    """The party's total and, of two columns, what stands in each."""
    total = WORDS.number(answer.total(party))
    if len(answer.parts) == 1 or not answer.total(party):
        return total
    columns = ((answer.total(party, part), part) for part in answer.parts)
    said = (f"{WORDS.number(points)} {_said('part', part)}" for points, part in columns if points)
    return f"{total} ({', '.join(said)})"


def _said(*code: str) -> str:
    return WORDS.text(message(".".join(code)))
