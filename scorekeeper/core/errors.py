"""How an entry can be refused, and a file."""

from collections.abc import Callable
from functools import partial
from typing import Any

from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message, message


class RuleViolation(ValueError):
    """The entry can't be made here. `why` says what was entered, why not and what would
    do; `field` names the field of the form that holds the fault ("" = the entry as a
    whole), `cite` the rule, where one decides."""

    def __init__(self, why: Message, field: str = "", cite: Cite | None = None) -> None:
        super().__init__(why.code, dict(why.params))
        self.why = why
        self.field = field
        self.cite = cite


class Unusable(ValueError):
    """A file or folder that can't be used so. The text says why and what would do."""


class ImpossibleResult(RuleViolation):
    """The entry states something that can't have happened with this pack."""


def refused(
    code: str,
    field: str = "",
    cite: Cite | None = None,
    /,
    of: Any = RuleViolation,
    **said: object,
) -> RuleViolation:
    """The refusal whose words are the message `code` with what is `said` in it."""
    why: RuleViolation = of(message(code, **said), field, cite)
    return why


impossible = partial(refused, of=ImpossibleResult)
"""The refusal of what can't have happened, whose words are the message `code`."""


def refusals(family: str) -> tuple[Callable[..., RuleViolation], ...]:
    """What makes the refusals of one family of games, and those of what can't have
    happened: of "late" the message "family.refused.late"."""

    def no(code: str, /, *to: Any, **said: Any) -> RuleViolation:
        return refused(f"{family}.refused.{code}", *to, **said)

    return no, partial(no, of=ImpossibleResult)
