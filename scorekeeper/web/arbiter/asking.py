"""What the arbiter is asked about tricks, calls and cards: nothing of it is written.

A trick is told by the address, card by card; what every page of the arbiter shows stands here too.
"""

from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from flask import Blueprint, Response, abort, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.core.cards import Card, Play, Suit, Trick
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import PlayRules, Tricks, Watched, turn, winning, won
from scorekeeper.core.rulings import Obligation, Ruling
from scorekeeper.core.seats import Seat, left_of, named, named_message
from scorekeeper.core.sheet import Row
from scorekeeper.games.arbitration import Arbiter
from scorekeeper.games.fields import read
from scorekeeper.tables.ruled_deals import ruled_on
from scorekeeper.tables.rulings import bound_to, ruling_words
from scorekeeper.tables.session import Session
from scorekeeper.tables.watching import deal_row, is_watchable
from scorekeeper.web.server.access import Need
from scorekeeper.web.table import presenters
from scorekeeper.web.table.pages import Values, deck, face, open_table, page, words

_DOWN = "down"


class NoTrick(ValueError):
    """What an address tells is no trick of this deal."""


@dataclass(frozen=True, slots=True)
class TrickQuery:
    """The trick number `number` (from 1) as it was told, and what is known of those `before`.

    A trick that nobody recorded is empty there. `leader` is None while nobody has said who led.
    """

    rules: PlayRules
    number: int
    before: Tricks
    leader: Seat | None
    trick: Trick

    @property
    def turn(self) -> Seat | None:
        """Whose card is next; None when the trick is complete, or nobody has said who led."""
        if self.leader is None or len(self.trick) == len(self.rules.ring):
            return None
        return left_of(self.leader, self.rules.ring, len(self.trick))

    @property
    def gone(self) -> frozenset[Card]:
        """The cards that have been played."""
        return frozenset(play.card for trick in (*self.before, self.trick) for play in trick)

    @property
    def args(self) -> dict[str, Any]:
        """What an address holds of it."""
        lead = self.leader.value if self.leader else ""
        return {"n": self.number, "lead": lead, "p": [written(play) for play in self.trick]}

    def ways(self, card: Card) -> tuple[Play, ...]:
        """The ways in which whoever is next may put this card down."""
        if self.turn is None:
            return ()
        return self.rules.ways(self.before, self.trick, Play(self.turn, card))

    def then(self, play: Play) -> "TrickQuery":
        """With one more card."""
        return replace(self, trick=(*self.trick, play))

    def until(self, length: int) -> "TrickQuery":
        """With only the first cards."""
        return replace(self, trick=self.trick[:length])


def written(play: Play) -> str:
    """A play as forms and addresses have it: its card, the suit named for it, "down"."""
    suit = f":{play.as_suit.value}" if play.as_suit else ""
    return f"{play.card}{suit}{':' + _DOWN if play.is_face_down else ''}"


def read_play(text: str, seat: Seat) -> Play:
    """The play that is written so. Raises NoTrick when none is."""
    word, *rest = text.split(":")
    try:
        suits = [Suit(one) for one in rest if one != _DOWN]
        card = Card.parse(word)
    except ValueError as fault:
        raise NoTrick(text) from fault
    return Play(seat, card, _DOWN in rest, suits[0] if suits else None)


def read_query(rules: PlayRules, watched: Watched, args: "MultiDict[str, str]") -> TrickQuery:
    """The trick that an address tells; where it tells none, the one that was recorded.

    Raises NoTrick.
    """
    last = len(watched.tricks) + (0 if watched.is_over(rules) else 1)
    number = args.get("n", last, type=int)
    if not 1 <= number <= rules.tricks:
        raise NoTrick(number)
    before = (*watched.tricks, *((),) * number)[: number - 1]
    blank = TrickQuery(rules, number, before, _leader(rules, watched, number), ())
    if "lead" not in args:
        return replace(blank, trick=_recorded(watched, number))
    lead = args.get("lead", "")
    if not lead:
        return replace(blank, leader=None)
    found = next((seat for seat in rules.ring if seat.value == lead), None)
    if found is None:
        raise NoTrick(lead)
    return _played(replace(blank, leader=found), args.getlist("p"))


def _played(blank: TrickQuery, cards: list[str]) -> TrickQuery:
    now = blank
    for text in cards:
        seat = now.turn
        if seat is None:
            raise NoTrick(text)
        play = read_play(text, seat)
        if play.card not in now.rules.pack - now.gone or play not in now.ways(play.card):
            raise NoTrick(text)
        now = now.then(play)
    return now


def _recorded(watched: Watched, number: int) -> Trick:
    every = (*watched.tricks, watched.trick)
    return every[number - 1] if number <= len(every) else ()


def _leader(rules: PlayRules, watched: Watched, number: int) -> Seat | None:
    """Who leads to this trick, as far as it was recorded."""
    trick = _recorded(watched, number)
    if trick:
        return trick[0].seat
    if number == len(watched.tricks) + 1:
        return turn(rules, watched)
    return rules.leader if number == 1 else None


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
        """The value with persons where it speaks of seats."""
        return named(value, self.session.folded.people)

    def say(self, said: Message) -> Message:
        """The message with persons where it speaks of seats."""
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


def shown(template: str, asked: ArbiterAt, /, *, code: int = 200, **values: Any) -> Response:
    """A page of the arbiter: the table's frame, which deal it speaks of, and its own values."""
    return page(
        f"arbiter/{template}.html",
        code=code,
        **presenters.frame(asked.session),
        ask=asked.url,
        deal=_deal(asked),
        **values,
    )


def shown_with_persons(
    template: str, asked: ArbiterAt, /, *, code: int = 200, **values: Any
) -> ResponseReturnValue:
    """A page on which every seat goes with the person who sits there."""
    people = dict(asked.session.folded.people)
    return shown(template, asked, code=code, **presenters.beside(values, people))


def nothing(asked: ArbiterAt, code: int = 200) -> Response:
    """Nothing is being played: where it is entered what is."""
    basis = asked.arbiter.basis
    here: dict[str, Any] = {"session_id": asked.session.id}
    if basis and asked.session.game.flow.next(asked.state, basis) == basis:
        here["form"] = basis
    return shown("nothing", asked, code=code, enter_url=url_for("sessions.table", **here))


def query_of(session_id: str) -> tuple[ArbiterAt, TrickQuery]:
    """The table, and the trick that this page's address tells; 400 when it tells none. Where none
    can be played yet, a page that says so."""
    ask = asked(session_id)
    try:
        return ask, read_query(ask.rules or abort(nothing(ask)), ask.watched, request.args)
    except NoTrick:
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
    """A ruling as its page shows it, with persons in place of seats."""
    return explained(asked, ruling_words(ruling, asked.session.folded.people))


def explained(asked: ArbiterAt, ruling: Values) -> Values:
    """The ruling with what the words of the trade in it mean, and its steps with what heads their
    rules; of steps by one source the first names it."""
    said = (ruling["verdict"], *(step["what"] for step in ruling["steps"]))
    text = " ".join(words().text(one) for one in said).lower()
    terms = [(message(f"term.{one}"), message(f"term.{one}.about")) for one in TERMS]
    steps, source = [], None
    for step, then in zip_longest(ruling["steps"], ruling["steps"][1:]):
        cite = step["cite"]
        heading = asked.arbiter.heading(cite)
        steps.append(step | {"heading": heading, "is_short": heading and source == cite.source})
        if then is None or then["cite"] != cite:  # steps that share a rule name it once
            source = cite.source
    found = [one for one in terms if words().text(one[0]).lower() in text]
    return ruling | {"terms": found, "steps": steps}


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
    card = read(Card, request.args.get("why", ""))
    return card and rules.why_not(before, trick, Play(seat, card), frozenset({card}))


@blueprint.get("/ask", need=Need.READ)
def menu(session_id: str) -> ResponseReturnValue:
    """What the arbiter can be asked."""
    ask = asked(session_id)
    return shown(
        "menu",
        ask,
        may_watch=is_watchable(ask.session),
        has_calls=bool(ask.arbiter.calls),
        has_worth=bool(ask.arbiter.worth),
        has_irregularities=bool(ask.arbiter.irregularities),
        rulings=len(ruled_on(ask.session)),
    )


# ---- who won this trick? ----


@blueprint.get("/ask/trick", need=Need.READ)
def trick(session_id: str) -> ResponseReturnValue:
    """Who won this trick, and why the others lost."""
    ask, query = query_of(session_id)
    found = won(query.rules, query.before, query.trick)
    return shown(
        "trick",
        ask,
        **query_values(ask, query, "trick"),
        ruling=ruling_values(ask, found) if found else None,
        breach=refusal_values(ask, why_breached(query)),
    )


def query_values(ask: ArbiterAt, query: TrickQuery, view: str) -> Values:
    """The picker of a trick that is being told, for the page `view`."""
    rules, seat = query.rules, query.turn
    best = winning(rules, query.before, query.trick)
    cards = trick_values(ask, query.trick, best)
    is_down = request.args.get("down") == "1"
    naming = request.args.get("card", "")
    down = {"down": 1} if is_down else {}
    places = [ask.whose(one) for one in rules.ring]
    return {
        "told": {
            "number": query.number,
            "numbers": [(n, ask.url(view, n=n)) for n in range(1, rules.tricks + 1)],
            "cards": cards,
            "slots": slots(ask, rules, cards, seat),
            "turn": seat and ask.whose(seat),
            "leaders": [
                one | {"url": ask.url(view, n=query.number, lead=one["value"])} for one in places
            ],
            "leader": query.leader and ask.named(query.leader),
            "change": ask.url(view, n=query.number, lead=""),
            "undo": ask.url(view, **query.until(len(query.trick) - 1).args)
            if query.trick
            else None,
            "again": ask.url(view, n=query.number, lead=""),
            "is_over": query.leader is not None and seat is None,
            "ways": _ways(ask, query, view, naming) if naming and seat else [],
            "down": _face_down(ask, query, view, is_down),
            "refusal": refusal_values(
                ask, seat and why_off(rules, query.before, query.trick, seat)
            ),
        },
        "deck": deck(rules.pack, lambda card: _tap(ask, query, view, card, down)) if seat else [],
        "args": query.args,
    }


def _tap(ask: ArbiterAt, query: TrickQuery, view: str, card: Card, down: dict[str, int]) -> Values:
    """What a tap on a card does: it is played, or asked how, or it is gone already."""
    if card in query.gone:
        return {"is_gone": True, "url": None}
    ways = [way for way in query.ways(card) if way.is_face_down is bool(down)]
    if len(ways) == 1:
        return {"is_gone": False, "url": ask.url(view, **query.then(ways[0]).args)}
    wish = {"card": str(card)} if ways else {"why": str(card)}
    url = ask.url(view, **query.args, **down, **wish)
    return {"is_gone": False, "is_off": not ways, "url": url}


def _ways(ask: ArbiterAt, query: TrickQuery, view: str, text: str) -> list[Values]:
    """The ways to put down a card that can be put down in several."""
    card = read(Card, text) or abort(400)
    return [
        way_values(way) | {"url": ask.url(view, **query.then(way).args)} for way in query.ways(card)
    ]


def way_values(way: Play) -> Values:
    """One way of putting a card down, in words."""
    value: Values = {"card": way.card, "value": written(way)}
    if way.is_face_down:
        return value | {"how": message("play.said.face-down", card=way.card)}
    if way.as_suit is not None:
        return value | {"how": message("play.said.as-suit", card=way.card, suit=way.as_suit)}
    return value | {"how": message("play.said.card", card=way.card)}


def _face_down(ask: ArbiterAt, query: TrickQuery, view: str, is_down: bool) -> Values | None:
    """The switch for a face-down card, where one may be played."""
    out = query.rules.pack - query.gone
    if not any(way.is_face_down for card in out for way in query.ways(card)):
        return None
    turned: dict[str, Any] = {} if is_down else {"down": 1}
    return {"is_on": is_down, "url": ask.url(view, **query.args, **turned)}


# ---- what may be called? what is it worth? ----


@blueprint.get("/ask/call", need=Need.READ)
def call(session_id: str) -> ResponseReturnValue:
    """What may be called, and why not the rest."""
    ask = asked(session_id)
    if ask.arbiter.calls is None:
        abort(404)
    owed = bound_to(ask.session, ask.arbiter.progress(ask.state).turn)
    every = [
        (what, why or _forbidden(ask, owed, what)) for what, why in ask.arbiter.calls(ask.state)
    ]
    return shown(
        "call",
        ask,
        may=[what for what, why in every if why is None],
        binds=[ask.say(one.said()) for one in owed],
        refused=_by_reason(ask, [(what, why) for what, why in every if why is not None]),
    )


def _forbidden(ask: ArbiterAt, owed: list[Obligation], call: Any) -> RuleViolation | None:
    """What a ruling has bound the caller to that forbids a call."""
    amount = ask.arbiter.amount(call)
    broken = next((one for one in owed if not one.allows_bid(amount)), None)
    return RuleViolation(broken.said(), "call") if broken else None


def _by_reason(ask: ArbiterAt, refused: list[tuple[Any, RuleViolation]]) -> list[Values]:
    """The calls that can't be made, those refused by one rule together."""
    found: dict[object, Values] = {}
    for what, why in refused:
        group = found.setdefault((why.why.code, why.cite), {"calls": [], "cite": why.cite})
        group["calls"].append({"what": what, "why": ask.say(why.why)})
    return list(found.values())


@blueprint.get("/ask/worth", need=Need.READ)
def worth(session_id: str) -> ResponseReturnValue:
    """What a card is worth in this deal; of some it can be said before anything is played."""
    ask = asked(session_id)
    if ask.arbiter.worth is None:
        abort(404)
    pack = _pack(ask)
    if not pack:
        return nothing(ask)
    card: Card | None = read(Card, text := request.args.get("card", ""))
    if text and card not in pack:
        abort(400)
    ruling = ask.arbiter.worth(ask.state, card) if card else None

    def cell(one: Card) -> Values:
        return {"is_gone": False, "url": ask.url("worth", card=str(one)), "on": one == card}

    return shown(
        "worth",
        ask,
        chosen=card,
        ruling=ruling_values(ask, ruling) if ruling else None,
        deck=deck(pack, cell),
    )


def _pack(ask: ArbiterAt) -> frozenset[Card]:
    """The cards of this game; of the deal, where the game does not say."""
    if ask.arbiter.pack is not None:
        return ask.arbiter.pack(ask.state)
    return ask.rules.pack if ask.rules else frozenset()


def why_breached(query: TrickQuery, place: int | None = None) -> RuleViolation | None:
    """Why a card of this trick (the one at `place`) could be played from no hand at all."""
    for n, play in enumerate(query.trick):
        if place in (None, n):
            why = query.rules.why_not(query.before, query.trick[:n], play, frozenset({play.card}))
            if why is not None:
                return why
    return None
