"""The form that every question to the table is: shape here, rules in `check`."""

from collections.abc import Mapping
from typing import Any, ClassVar

from wtforms import Form, StringField, ValidationError

from scorekeeper.core.cards import Card
from scorekeeper.core.messages import Message, message
from scorekeeper.core.session import Event, Folded, Recorded


def label(code: str, /, **params: object) -> Any:
    """A field's or a choice's label: a Message, said in the reader's language by the template.

    WTForms types its texts as str and keeps them as they are; hence Any.
    """
    return message(code, **params)


class CardField(StringField):
    """A card of the pack, tapped on the picker. `cards` are those offered, set in `lay_out`."""

    cards: frozenset[Card] = frozenset()

    @property
    def card(self) -> Card | None:
        """The card that was tapped, if one was."""
        try:
            return Card.parse(self.data or "")
        except ValueError:
            return None

    def pre_validate(self, form: Any) -> None:
        """Whether what was sent is a card that was offered."""
        if self.data and self.card not in self.cards:
            raise ValidationError(label("refused.no-such-card", card=self.data))


class EntryForm(Form):
    """One question put to the table, in the state it is asked in.

    A subclass declares its WTForms fields, sets `NAME` (its address and its template
    <NAME>.html in the game's folder) and `STATES`, the kinds of event it can state, and
    answers `facts`. `lay_out` sets choices from the state before the data are read. Labels
    of fields and choices are made by `label`; the template shows them through `say`.

    Use InputRequired, not DataRequired, which refuses a 0.
    """

    NAME: ClassVar[str]
    STATES: ClassVar[tuple[type, ...]] = ()

    def __init__(
        self,
        formdata: Any = None,
        *,
        folded: Folded,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        self.folded = folded
        self.state = folded.state
        super().__init__(formdata, data=dict(data or {}))
        self.lay_out()

    def lay_out(self) -> None:
        """Set what depends on the state, such as the choices that are offered."""

    def facts(self) -> tuple[Event, ...]:
        """The facts that this valid form states, in the order in which they happened."""
        raise NotImplementedError

    def restates(self, entries: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
        """Which of these entries of one deal are stated anew; the others stay as they are.

        Those that it can state itself; all of them where it can state none.
        """
        return tuple(one for one in entries if isinstance(one.event, self.STATES)) or entries

    def opens(self) -> tuple[Message, tuple[Message, ...]] | None:
        """The deal that this form opens and the rest of that line, as in a Glance, where the
        glance is still at the one before."""
        return None

    def view(self) -> Mapping[str, Any]:
        """Values for the template beside the fields: already formatted, no logic left to do."""
        return {}
