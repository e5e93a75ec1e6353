"""What every page of the arbiter begins with: the table, its rules of play, what was recorded."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.cards import Card
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import PlayRules, Tricks, Watched
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import COMPASS, Seat, named, named_message
from scorekeeper.core.sheet import Row
from scorekeeper.core.tricks import Play, Trick
from scorekeeper.games.arbitration import Arbiter
from scorekeeper.tables.docket import ruling_words
from scorekeeper.tables.session import Session
from scorekeeper.tables.watching import deal_row, is_watchable
from scorekeeper.web.arbiter.told import TrickQuery, Untold, told
from scorekeeper.web.server.picker import Values, face
from scorekeeper.web.table import presenters
from scorekeeper.web.table.pages import open_table, page, words

blueprint = Blueprint("arbiter", __name__, url_prefix="/t/<session_id>")


@dataclass(frozen=True, slots=True)
class ArbiterAt:
    """A table whose arbiter is asked something."""

    session: Session
    arbiter: Arbiter

    @property
    def state(self) -> Any:
        """The state of the game now."""
        return self.session.folded.state

    @property
    def rules(self) -> PlayRules | None:
        """What the deal in progress, else the last one, is played under."""
        return self.arbiter.play_rules(self.state)

    @property
    def watched(self) -> Watched:
        """What was recorded of that deal's play."""
        return self.arbiter.watched(self.state)

    def url(self, view: str, **args: Any) -> str:
        """The address of another page of this arbiter."""
        return url_for(f"arbiter.{view}", session_id=self.session.id, **args)

    def named(self, value: object) -> object:
        """The value with persons where it speaks of numbered seats."""
        return named(value, self.session.folded.people)

    def say(self, said: Message) -> Message:
        """The message with persons where it speaks of numbered seats."""
        return named_message(said, self.session.folded.people)

    def whose(self, seat: Seat) -> dict[str, object]:
        """A seat and, at a table with compass points, who sits there."""
        return presenters.whose(self.session, seat)


def asked(session_id: str) -> ArbiterAt:
    """The table at this address; 404 when its game has no arbiter."""
    session = open_table(session_id)
    if session.game.arbiter is None:
        abort(404)
    return ArbiterAt(session, session.game.arbiter)


def shown(
    template: str, asked: ArbiterAt, /, *, code: int = 200, **values: Any
) -> ResponseReturnValue:
    """A page of the arbiter: the table's frame, which deal it speaks of, and its own values."""
    return page(
        f"arbiter/{template}.html",
        code=code,
        **presenters.frame(asked.session),
        ask=asked.url,
        deal=_deal(asked),
        **values,
    )


def told_whose(
    template: str, asked: ArbiterAt, /, *, code: int = 200, **values: Any
) -> ResponseReturnValue:
    """A page on which every seat goes with the person who sits there."""
    people = dict(asked.session.folded.people)
    return shown(template, asked, code=code, **beside(values, people))


def beside(value: Any, people: dict[Seat, str]) -> Any:
    """The value with the person beside every compass point that it speaks of."""
    if isinstance(value, Seat):
        person = people.get(value) if value in COMPASS else None
        return message("seat.person", seat=value, person=person) if person else value
    if isinstance(value, Message):
        if any(name == "person" for name, _ in value.params):
            return value
        return Message(value.code, tuple((name, beside(one, people)) for name, one in value.params))
    if isinstance(value, dict):
        return {name: beside(one, people) for name, one in value.items()}
    if isinstance(value, list):
        return [beside(one, people) for one in value]
    return tuple(beside(one, people) for one in value) if type(value) is tuple else value


def nothing(asked: ArbiterAt, code: int = 200) -> ResponseReturnValue:
    """Nothing is being played: where it is entered what is."""
    basis = asked.arbiter.basis
    here: dict[str, Any] = {"session_id": asked.session.id}
    if basis and asked.session.game.flow.next(asked.state, basis) == basis:
        here["form"] = basis
    return shown("nothing", asked, code=code, enter_url=url_for("sessions.table", **here))


def told_of(asked: ArbiterAt, rules: PlayRules) -> TrickQuery:
    """The trick that this page's address tells; 400 when it tells none."""
    try:
        return told(rules, asked.watched, request.args)
    except Untold:
        abort(400)


def _deal(asked: ArbiterAt) -> Values:
    """Which deal is spoken of, what is played, and whether it is the one in progress."""
    row = deal_row(asked.session)
    if row is None:
        return {"label": asked.session.glance.deal, "said": (), "is_past": False}
    is_past = "open" not in row.marks and not is_watchable(asked.session)
    return {"label": row.label, "said": _under(asked, row), "is_past": is_past}


def _under(asked: ArbiterAt, row: Row) -> tuple[object, ...]:
    """What is played in a deal, in a few words."""
    under = asked.arbiter.under(asked.state) if asked.arbiter.under else None
    if under is not None:
        return (asked.say(under),)
    people = row.people or asked.session.folded.people
    return tuple(named(fact.value, people) for fact in row.facts if fact.value is not None)[:3]


# ---- what rulings and tricks look like ----


TERMS = (
    "comparable",
    "declarer",
    "defender",
    "denomination",
    "dummy",
    "established",
    "honour",
    "penalty-card",
    "revoke",
)
"""The words of the trade that a page explains where a ruling says them."""


def ruling_values(asked: ArbiterAt, ruling: Ruling) -> Values:
    """A ruling as its page shows it, with persons in place of numbered seats."""
    return explained(ruling_words(ruling, asked.session.folded.people))


def explained(ruling: Values) -> Values:
    """The ruling with what the words of the trade in it mean."""
    said = (ruling["verdict"], *(step["what"] for step in ruling["steps"]))
    text = " ".join(words().text(one) for one in said).lower()
    terms = [(message(f"term.{one}"), message(f"term.{one}.about")) for one in TERMS]
    return ruling | {"terms": [one for one in terms if words().text(one[0]).lower() in text]}


def trick_values(asked: ArbiterAt, trick: Trick, best: Play | None = None) -> list[Values]:
    """The cards of a trick in the order of play; `best` is framed."""
    values = []
    for n, play in enumerate(trick, start=1):
        is_best = play == best
        place = "order.wins" if is_best else f"order.{n}"
        values.append(
            {
                **face(play.card),
                "seat": asked.named(play.seat),
                "place": message(place),
                "is_best": is_best,
                "as_suit": play.as_suit,
                "is_face_down": play.is_face_down,
            }
        )
    return values


def slots(
    asked: ArbiterAt, rules: PlayRules, cards: list[Values], turn: Seat | None
) -> list[Values]:
    """One place for each card of a trick, in the order of play: its cards, then who is to come."""
    if turn is None:
        return cards
    first = rules.ring.index(turn)
    order = (rules.ring[first:] + rules.ring[:first])[: len(rules.ring) - len(cards)]
    to_come = [{"card": None, "seat": asked.named(seat), "is_next": seat is turn} for seat in order]
    return cards + to_come


def refusal_values(asked: ArbiterAt, refusal: RuleViolation | None) -> Values | None:
    """Why something is not taken, and by which rule."""
    return {"why": asked.say(refusal.why), "cite": refusal.cite} if refusal else None


def why_off(rules: PlayRules, before: Tricks, trick: Trick, seat: Seat) -> RuleViolation | None:
    """Why the card that this page's address names can't be played as it was tapped."""
    try:
        card = Card.parse(request.args.get("why", ""))
    except ValueError:
        return None
    return rules.why_not(before, trick, Play(seat, card), frozenset({card}))
