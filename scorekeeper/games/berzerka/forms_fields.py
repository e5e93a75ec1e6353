"""Kinds of field that Berzerka's questions share. They read shapes; the rules judge."""

from typing import Any

from wtforms import IntegerField, RadioField
from wtforms.validators import InputRequired

from scorekeeper.core.messages import message
from scorekeeper.games.fields import label

REQUIRED = InputRequired(label("berzerka.refused.no-answer"))
_TYPED = 24


class Number(IntegerField):
    """A whole number that was typed."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the number, or refuse what is none."""
        typed = str(valuelist[0]).strip() if valuelist else ""
        if not typed:
            return
        try:
            self.data = int(typed.replace("−", "-"))
        except ValueError:
            self.data = None
            why: Any = message("berzerka.refused.no-number", typed=typed[:_TYPED])
            raise ValueError(why) from None


class Choice(RadioField):
    """One of several answers; required unless it has a default."""

    def __init__(self, text: Any, coerce: Any = str, required: bool = True, **kwargs: Any) -> None:
        validators = [REQUIRED] if required and kwargs.get("default") is None else []
        super().__init__(text, validators, coerce=coerce, validate_choice=False, **kwargs)

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the answer, or refuse one that does not exist."""
        typed = str(valuelist[0]) if valuelist else ""
        if not typed:
            return
        try:
            self.data = self.coerce(typed)
        except ValueError:
            self.data = None
            why: Any = message("refused.no-such-answer", typed=typed[:_TYPED])
            raise ValueError(why) from None


def answers(kind: Any, prefix: str) -> list[tuple[str, Any]]:
    """Every member of an enum as a choice; its words are the message prefix.value."""
    return [(member.value, label(f"{prefix}.{member.value}")) for member in kind]
