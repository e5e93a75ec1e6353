"""An irregularity at a table: what was told of it so far, where each answer leads to,
and what the arbiter says."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import abort
from werkzeug.datastructures import MultiDict

from scorekeeper.core.facts import Fact, Which
from scorekeeper.core.messages import Message, message
from scorekeeper.core.ruling_notes import Ruled
from scorekeeper.core.seats import People, named
from scorekeeper.core.session import AnyFolded
from scorekeeper.core.sheet import Row
from scorekeeper.games.arbiter.arbiter import AnyIrregularity
from scorekeeper.tables.rulings import entering
from scorekeeper.tables.rulings.both_asked import judging
from scorekeeper.tables.rulings.earlier import with_earlier
from scorekeeper.tables.rulings.hearing import Hearing, heard
from scorekeeper.tables.rulings.on_deals import deal_named, just_after
from scorekeeper.web.arbiter.asking import ArbiterAt

_OF_THE_PAGE = ("csrf_token", "key", "seen", "accept", Fact.BOUND)


@dataclass(frozen=True, slots=True)
class Inquiry:
    """An irregularity at a table, the facts that were told of it by their names, and
    what the arbiter says to them.

    `folded` is how the table stood then, and `row` the deal in question, where that is
    over."""

    ask: ArbiterAt
    irregularity: AnyIrregularity
    told: Mapping[str, str]
    hearing: Hearing
    folded: AnyFolded
    row: Row | None = None

    @property
    def people(self) -> People:
        return (self.row.people if self.row else ()) or self.folded.people

    def named(self, value: object) -> Any:
        return named(value, self.people)

    @property
    def words(self) -> Message:
        return words_of(self.ask, self.irregularity)

    def url(self, view: str = "irregularity", **facts: Any) -> str:
        deal = {"deal": self.row.id} if self.row else {}
        name = self.irregularity.name
        return self.ask.url(view, name=name, **deal | facts)

    def url_with(self, name: str, value: object) -> str:
        """Where this answer leads to: what was told before it stays, in the arbiter's
        way of writing."""
        facts = dict(self.told)
        for known in (*self.told, *self.hearing.questions):
            if known in self.hearing.facts:
                facts[known] = self.hearing.facts[known]
        return self._url_of(facts | {name: str(value)})

    def url_without(self, *names: str) -> str:
        return self._url_of(
            {name: fact for name, fact in self.told.items() if name not in names}
        )

    # What earlier rulings say stands in no address.
    def _url_of(self, facts: Mapping[str, str]) -> str:
        kept = dict(facts)
        for name in (Fact.DEAL.value, Fact.BOUND.value):
            kept.pop(name, None)
        return self.url(**kept)

    def without(self, *names: str) -> "Inquiry":
        told = {name: fact for name, fact in self.told.items() if name not in names}
        return told_at(self.ask, self.irregularity, told, self.row)

    def ruled(self) -> Ruled:
        return entering.entered(self.ask.session, self.words.code, self.hearing)


def words_of(ask: ArbiterAt, irregularity: AnyIrregularity) -> Message:
    return message(f"{ask.session.game.family}.irregularity.{irregularity.name}")


def inquiry_at(ask: ArbiterAt, name: str, fields: "MultiDict[str, str]") -> Inquiry:
    """The irregularity of this name, with the facts that were sent, several values of
    one with spaces between; and, once there are any, what earlier rulings have to do
    with it."""
    irregularity = ask.arbiter.irregularity(name) or abort(404)
    told = {}
    for field, values in fields.lists():
        if field not in _OF_THE_PAGE:
            told[field] = " ".join(values).strip()
    row = earlier_row(ask, told.pop(Fact.DEAL.value, ""))
    return told_at(ask, irregularity, told, row)


def told_at(
    ask: ArbiterAt,
    irregularity: AnyIrregularity,
    told: Mapping[str, str],
    row: Row | None,
) -> Inquiry:
    """What the arbiter says to these facts, of the deal of this `row` where that is
    over."""
    judged = judging(ask.session, irregularity.name)
    if row is None:
        now = ask.session.folded
        told = with_earlier(ask.session, told)
        hearing = heard(irregularity, now, told, judging=judged)
        return Inquiry(ask, irregularity, told, hearing, now)
    then = just_after(ask.session, row)
    facts = {
        Fact.WHICH.value: Which.LAST.value,
        **told,
        Fact.DEAL.value: str(row.id),
    }
    facts = with_earlier(ask.session, facts)
    hearing = heard(irregularity, then, facts, judging=judged)
    return Inquiry(ask, irregularity, told, hearing, then, row)


def earlier_row(ask: ArbiterAt, number: str) -> Row | None:
    """The deal of this number that is over; None where none is named. 404 where there
    is none."""
    if not number:
        return None
    return deal_named(ask.session, {Fact.DEAL.value: number}) or abort(404)
