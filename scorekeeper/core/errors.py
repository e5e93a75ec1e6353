"""How an entry can be refused, and a file."""

from typing import Protocol

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


class Refuse(Protocol):
    """Makes a refusal: its words are the message `code` with what is `said` in it;
    `field` and `cite` are as in `RuleViolation`."""

    def __call__(
        self, code: str, field: str = "", cite: Cite | None = None, /, **said: object
    ) -> RuleViolation: ...


def _refuse(kind: type[RuleViolation], before: str = "") -> Refuse:
    def refuse(
        code: str, field: str = "", cite: Cite | None = None, /, **said: object
    ) -> RuleViolation:
        return kind(message(before + code, **said), field, cite)

    return refuse


refused = _refuse(RuleViolation)
"""The refusal of what a rule forbids."""
impossible = _refuse(ImpossibleResult)
"""The refusal of what can't have happened."""


def refusals(family: str) -> tuple[Refuse, Refuse]:
    """Both for one family of games: of "late" the message "family.refused.late"."""
    before = f"{family}.refused."
    return _refuse(RuleViolation, before), _refuse(ImpossibleResult, before)
