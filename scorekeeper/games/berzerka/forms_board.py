"""Before the first hand: which contracts are on the board, and what the table writes itself."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from wtforms import SelectMultipleField, StringField

from scorekeeper.core.session import Event
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.berzerka.board import times
from scorekeeper.games.berzerka.contracts import (
    OWN_CODES,
    PRINTED,
    SHAPESHIFT,
    STARTER,
    Aim,
    Contract,
    Counts,
    RankingRule,
    TrumpRule,
    about,
)
from scorekeeper.games.berzerka.events import BoardSet, ContractWritten
from scorekeeper.games.berzerka.forms_fields import REQUIRED, Choice, Number, answers
from scorekeeper.games.berzerka.state import State
from scorekeeper.games.fields import label


class Which(Enum):
    """Which contracts make the board."""

    STARTER = "starter"
    CHOSEN = "chosen"
    ALL = "all"


class BoardForm(EntryForm):
    """The starter board in one tap, or any selection of printed and home-made contracts."""

    NAME = "board"
    STATES = (BoardSet,)
    state: State
    contracts = SelectMultipleField(label("berzerka.field.contracts"), validate_choice=False)
    copies = Choice(label("berzerka.field.copies"), required=False)
    which = Choice(label("berzerka.field.which"), Which, default=Which.CHOSEN)

    def lay_out(self) -> None:
        """Offer the printed contracts and the table's own; tick the last board's, or five."""
        offered = self.offered
        self.contracts.choices = [(one.code, _name(one)) for one in offered]
        copied = [(one.code, _name(one)) for one in offered if one.code != SHAPESHIFT.code]
        self.copies.choices = [("", label("berzerka.copies.none")), *copied]
        self.which.choices = answers(Which, "berzerka.which")
        if self.contracts.raw_data is None and not self.contracts.data:
            last = self.state.board.contracts or (*STARTER, *self.state.tiles)
            self.contracts.data = [one.code for one in last]
            self.copies.data = next((one.copied.code for one in last if one.copied), "")

    @property
    def offered(self) -> tuple[Contract, ...]:
        """Every contract that can stand on a board here, in the order of the appendix."""
        return (*PRINTED, *self.state.tiles)

    def facts(self) -> tuple[Event, ...]:
        """The board."""
        which = self.which.data
        ticked = set(self.contracts.data or ())
        if which is Which.STARTER:
            ticked = {one.code for one in STARTER}
        elif which is Which.ALL:
            ticked = {one.code for one in self.offered}
        known = [one.code for one in self.offered]
        unknown = sorted(ticked - set(known))
        codes = (*[code for code in known if code in ticked], *unknown)
        copies = self.copies.data or ""
        return (BoardSet(codes, copies if SHAPESHIFT.code in ticked else ""),)

    def view(self) -> Mapping[str, Any]:
        """Each contract with its tile's words and value; whether tiles are left."""
        return {
            "tiles": [
                {
                    "code": one.code,
                    "name": one,
                    "about": about(one),
                    "worth": times(one.base),
                    "is_ticked": one.code in (self.contracts.data or ()),
                }
                for one in self.offered
            ],
            "starter": STARTER,
            "is_starter": self.state.board.contracts in ((), STARTER),
            "is_again": self.state.board.is_over,
            "has_own": bool(self.state.tiles),
            "may_write": len(self.state.tiles) < len(OWN_CODES),
        }


class OwnForm(EntryForm):
    """A contract that the table writes on one of the two blank tiles."""

    NAME = "own"
    STATES = (ContractWritten,)
    state: State
    tile = Choice(label("berzerka.field.tile"), int)
    name = StringField(label("berzerka.field.name"), [REQUIRED])
    counts = Choice(label("berzerka.field.counts"), Counts, default=Counts.TRICKS)
    aim = Choice(label("berzerka.field.aim"), Aim, default=Aim.MOST)
    target = Number(label("berzerka.field.target"), default=5)
    trump = Choice(label("berzerka.field.trump-rule"), TrumpRule, default=TrumpRule.NONE)
    ranking = Choice(label("berzerka.field.ranking-rule"), RankingRule, default=RankingRule.NORMAL)
    base = Number(label("berzerka.field.base"), [REQUIRED], default=1)
    step = Number(label("berzerka.field.step"), [REQUIRED], default=1)

    def lay_out(self) -> None:
        """Offer the tiles and the rules; the first free tile is ticked."""
        numbers = range(1, len(OWN_CODES) + 1)
        self.tile.choices = [(str(n), label("berzerka.tile", number=n)) for n in numbers]
        self.counts.choices = answers(Counts, "berzerka.counts")
        self.aim.choices = answers(Aim, "berzerka.aims")
        self.trump.choices = answers(TrumpRule, "berzerka.trump")
        self.ranking.choices = answers(RankingRule, "berzerka.ranking-rule")
        if self.tile.raw_data is None and self.tile.data is None:
            taken = [one.code for one in self.state.tiles]
            free = [n for n in numbers if OWN_CODES[n - 1] not in taken]
            self.tile.data = free[0] if free else 1

    def facts(self) -> tuple[Event, ...]:
        """The contract as it was written."""
        target, base, step = self.target.data, self.base.data, self.step.data
        return (
            ContractWritten(
                tile=self.tile.data,
                name=(self.name.data or "").strip(),
                aim=self.aim.data,
                base=base or 0,
                counts=self.counts.data,
                trump=self.trump.data,
                ranking=self.ranking.data,
                step=step or 0,
                target=5 if target is None else target,
            ),
        )


def _name(contract: Contract) -> Any:
    """A contract as a choice; WTForms types its texts as str and keeps what it is given."""
    return contract
