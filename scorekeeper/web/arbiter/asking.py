"""What the arbiter is asked about tricks, calls and cards: nothing of it is written.

A trick is told by the address, card by card; what every page of the arbiter shows
stands here too.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from flask import Response, abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.cards import Card, Play, Suit, Trick, next_to_play
from scorekeeper.core.citations import Cite
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import (
    CardPlayed,
    PlayRules,
    Tricks,
    Watched,
    turn,
    winning,
    won,
)
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import Seat, left_of, named
from scorekeeper.games.arbiter.arbiter import AnyArbiter
from scorekeeper.games.fields import read
from scorekeeper.tables.deals import deal_row, is_watchable
from scorekeeper.tables.rulings.given import ruled_on
from scorekeeper.tables.rulings.on_deals import bound
from scorekeeper.tables.rulings.words import folded, ruling_words
from scorekeeper.tables.session import Session
from scorekeeper.web.page.access import Need
from scorekeeper.web.page.incoming import OfTable, at, open_table, words
from scorekeeper.web.page.parts import Values, deck
from scorekeeper.web.table import presenters


@dataclass(frozen=True, slots=True)
class TrickQuery:
    """The trick number `number` (from 1) as it was told, and what is known of those
    `before`.

    A trick that nobody recorded is empty there. `leader` is None while nobody has said
    who led."""

    rules: PlayRules
    number: int
    before: Tricks
    leader: Seat | None
    trick: Trick

    @classmethod
    def on_table(cls, rules: PlayRules, watched: Watched) -> "TrickQuery":
        trick = watched.trick
        leader = trick[0].seat if trick else turn(rules, watched)
        return cls(rules, len(watched.tricks) + 1, watched.tricks, leader, trick)

    @property
    def turn(self) -> Seat | None:
        """Whose card is next; None when the trick is complete, or nobody has said who
        led."""
        if self.leader is None:
            return None
        return next_to_play(self.leader, self.trick, self.rules.ring)

    @property
    def gone(self) -> frozenset[Card]:
        return frozenset(
            play.card for trick in (*self.before, self.trick) for play in trick
        )

    @property
    def args(self) -> dict[str, Any]:
        """What an address holds of it."""
        lead = self.leader.value if self.leader else ""
        return {"n": self.number, "lead": lead, "p": [*map(written, self.trick)]}

    def ways(self, card: Card) -> tuple[Play, ...]:
        seat = self.turn
        return (
            self.rules.ways(self.before, self.trick, Play(seat, card)) if seat else ()
        )

    def why_not(self, play: Play, *besides: Card) -> RuleViolation | None:
        """Why a play can't be made by whoever holds these cards besides."""
        return self.rules.why_not(
            self.before, self.trick, play, frozenset((play.card, *besides))
        )

    def why_off(self) -> RuleViolation | None:
        """Why the card that this page's address names can't be played as it was
        tapped."""
        card = read(Card, request.args.get("why", ""))
        seat = self.turn
        if card is None or seat is None:
            return None
        return self.why_not(Play(seat, card))

    def taps(
        self,
        out: Collection[Card],
        leads: Callable[[Play], Values],
        url: Callable[..., str],
    ) -> Values:
        """The pack to tap on: a card that may be `out` leads on where it can be put
        down in one way, face up or down as this page has it; else to the `url` of the
        page that is asked how, or why not. Besides, the ways of the card that is asked
        for, and where cards are turned."""
        turned = {"down": "1"} if request.args.get("down") == "1" else {}
        each = {card: self.ways(card) for card in self.rules.pack if card in out}

        def cell(card: Card) -> Values:
            if card not in each:
                return {"is_gone": True}
            ways = [way for way in each[card] if way.is_face_down is bool(turned)]
            if len(ways) == 1:
                return leads(ways[0])
            wish = {"card" if ways else "why": str(card)}
            return {"is_off": not ways, "url": url(**turned, **wish)}

        turn = {"is_on": bool(turned), "url": url(**{} if turned else {"down": "1"})}
        asked: Any = read(Card, request.args.get("card", ""))
        return {
            "deck": deck(self.rules.pack, cell),
            "ways": [{"how": said_of(way)} | leads(way) for way in each.get(asked, ())],
            "down": turn
            if any(way.is_face_down for ways in each.values() for way in ways)
            else {},
        }

    def until(self, length: int) -> "TrickQuery":
        """With only so many of its cards, or less than all by so many below 0."""
        return replace(self, trick=self.trick[:length])


def written(play: Play) -> str:
    """A play as forms and addresses have it: its card, the suit named for it,
    "down"."""
    suit = f":{play.as_suit.value}" if play.as_suit else ""
    return f"{play.card}{suit}{':down' if play.is_face_down else ''}"


def read_play(text: str, seat: Seat) -> Play | None:
    """The play that is written so; None where none is."""
    word, *rest = text.split(":")
    card = read(Card, word)
    suits = [read(Suit, one) for one in rest if one != "down"]
    if card is None or None in suits:
        return None
    return Play(seat, card, "down" in rest, suits[0] if suits else None)


TERMS = (
    *(
        "comparable",
        "declarer",
        "defender",
        "denomination",
        "dummy",
        "established",
        "honour",
    ),
    *("penalty-card", "revoke"),
)
"""The words of the trade that a page explains where a ruling says them."""


@dataclass(frozen=True, slots=True)
class ArbiterAt:
    """A table whose arbiter is asked something."""

    session: Session
    arbiter: AnyArbiter

    @property
    def state(self) -> Any:
        return self.session.folded.state

    @property
    def rules(self) -> PlayRules | None:
        """What the deal in progress, else the last one, is played under."""
        return self.arbiter.play_rules(self.state)

    @property
    def watched(self) -> Watched:
        return self.arbiter.watched(self.state)

    def url(self, view: str, **args: Any) -> str:
        return at(self.session, f"arbiter.{view}", **args)

    def named(self, value: object) -> Any:
        """The value with persons where it speaks of seats."""
        return named(value, self.session.folded.people)

    def whose(self, seat: Seat) -> dict[str, object]:
        return presenters.whose(self.session, seat)

    def shown(self, template: str, /, **values: Any) -> Response:
        """A page of the arbiter: the table's frame, which deal it speaks of, what is
        played in it in a few words and whether it is over, and its own values."""
        session = self.session
        row = deal_row(self.session)
        deal: Values = {"label": session.glance.deal, "said": (), "is_past": False}
        if row is not None:
            under = self.arbiter.under(self.state) if self.arbiter.under else None
            people = row.people or session.folded.people
            facts = [
                named(fact.value, people)
                for fact in row.facts
                if fact.value is not None
            ]
            said = facts[:3] if under is None else [self.named(under)]
            is_past = "open" not in row.marks and not is_watchable(session)
            deal = {"label": row.label, "said": said, "is_past": is_past}
        around: Values = {"ask": self.url, "named": self.named, "deal": deal}
        around |= {"arbiter": self.arbiter, "at_seat": self.whose}
        return presenters.page_of(
            session, f"arbiter/{template}.html", **around | values
        )

    def shown_with_persons(self, template: str, /, **values: Any) -> Response:
        """A page on which every seat goes with the person who sits there."""
        return self.shown(
            template, **presenters.beside(values, dict(self.session.folded.people))
        )

    def nothing(self, code: int = 200) -> Response:
        """Nothing is being played: where it is entered what is."""
        basis = self.arbiter.basis
        session = self.session
        is_asked = basis and session.game.flow.next(self.state, basis) == basis
        here = {"form": basis} if is_asked else {}
        return self.shown(
            "nothing", code=code, enter_url=at(session, "sessions.table", **here)
        )

    def ruling(self, ruling: Ruling) -> Values:
        return self.explained(
            ruling_words(ruling, self.session.folded.people, self.arbiter)
        )

    def explained(self, ruling: Values) -> Values:
        """The ruling with what the words of the trade in it mean."""
        said = (ruling["verdict"], *(step["what"] for step in ruling["steps"]))
        text = words().text
        spoken = " ".join(map(text, said)).lower()
        terms = [
            (message(f"term.{term}"), message(f"term.{term}.about")) for term in TERMS
        ]
        terms = [term for term in terms if text(term[0]).lower() in spoken]
        return folded(ruling, words()) | {"terms": terms}

    def cards(self, query: TrickQuery) -> list[Values]:
        """The cards of a trick in the order of play; the one that wins, or would if it
        ended here, is framed."""
        best = winning(query.rules, query.before, query.trick)
        return [
            {
                "card": play.card,
                "play": play,
                "seat": self.named(play.seat),
                "is_best": play == best,
            }
            for play in query.trick
        ]

    def slots(self, query: TrickQuery) -> list[Values]:
        """One place for each card of a trick, in the order of play: those played, then
        to come."""
        ring = query.rules.ring
        seat = query.turn
        cards = self.cards(query)
        if seat is None:
            return cards
        done = {play.seat for play in query.trick}
        around = (left_of(seat, ring, n) for n in range(len(ring)))
        coming = (one for one in around if one not in done)
        return cards + [
            {"card": None, "seat": self.named(one), "is_next": one is seat}
            for one in coming
        ]


def asked(session_id: str) -> ArbiterAt:
    """The table at this address; 404 when its game has no arbiter."""
    session = open_table(session_id)
    return ArbiterAt(session, session.game.arbiter or abort(404))


blueprint = OfTable("arbiter", __name__, opens=asked, url_prefix="/t/<session_id>")


def query_of(ask: ArbiterAt) -> TrickQuery:
    """The trick that this page's address tells, 400 when it tells none; where it leaves
    that out, the one recorded. Where none can be played yet, a page that says so."""
    args = request.args
    rules = ask.rules or abort(ask.nothing())
    told = TrickQuery.on_table(rules, ask.watched)
    number = args.get("n", min(told.number, rules.tricks), type=int)
    if not 1 <= number <= rules.tricks:
        abort(400)
    if number != told.number:
        every = (*ask.watched.tricks, *((),) * number)
        trick = every[number - 1]
        leader = trick[0].seat if trick else rules.leader if number == 1 else None
        told = TrickQuery(rules, number, every[: number - 1], leader, trick)
    if (lead := args.get("lead")) is None:
        return told
    found = next((seat for seat in rules.ring if seat.value == lead), None)
    if lead and found is None:
        abort(400)
    told = replace(told, leader=found, trick=())
    for text in args.getlist("p") if found else ():
        play = told.turn and read_play(text, told.turn)
        if (
            not play
            or play.card not in rules.pack - told.gone
            or play not in told.ways(play.card)
        ):
            abort(400)
        told = replace(told, trick=(*told.trick, play))
    return told


@blueprint.get("/ask", need=Need.READ)
def menu(ask: ArbiterAt) -> ResponseReturnValue:
    session = ask.session
    return ask.shown(
        "menu", may_watch=is_watchable(session), rulings=len(ruled_on(session))
    )


@blueprint.get("/ask/trick", need=Need.READ)
def trick(ask: ArbiterAt) -> ResponseReturnValue:
    query = query_of(ask)
    found = won(query.rules, query.before, query.trick)
    # Why a card could be played from no hand at all.
    breaches = (query.until(n).why_not(one) for n, one in enumerate(query.trick))
    values = query_values(ask, query, "trick") | {"ruling": found and ask.ruling(found)}
    return ask.shown("trick", **values, breach=next(filter(None, breaches), None))


def query_values(ask: ArbiterAt, query: TrickQuery, view: str) -> Values:
    """The picker of a trick that is being told, for the page `view`."""
    naming = request.args.get("card")
    if query.turn and naming and read(Card, naming) is None:
        abort(400)
    taps = query.taps(
        query.rules.pack - query.gone,
        lambda way: {
            "url": ask.url(view, **replace(query, trick=(*query.trick, way)).args)
        },
        partial(ask.url, view, **query.args),
    )
    return {"view": view, "told": query, "slots": ask.slots(query), **taps}


def said_of(way: Play) -> Message:
    return CardPlayed(way.card, way.is_face_down, as_suit=way.as_suit).said()


@blueprint.get("/ask/call", need=Need.READ)
def call(ask: ArbiterAt) -> ResponseReturnValue:
    calls = ask.arbiter.calls or abort(404)
    turn = ask.arbiter.progress(ask.state).turn
    owed = [one for _, one in bound(ask.session) if one.seat is turn]
    may: list[object] = []
    refused: dict[
        tuple[str, Cite | None], list[Values]
    ] = {}  # what one rule refuses together
    for what, why in () if ask.session.glance.is_over else calls(ask.state):
        amount = ask.arbiter.amount(what)
        broken = (
            RuleViolation(obligation.said(), "call")
            for obligation in owed
            if not obligation.allows_bid(amount)
        )
        if (because := why or next(broken, None)) is None:
            may.append(what)
        else:
            group = refused.setdefault((because.why.code, because.cite), [])
            group.append({"what": what, "why": ask.named(because.why)})
    binds = [ask.named(obligation.said()) for obligation in owed]
    return ask.shown("call", may=may, binds=binds, refused=refused)


@blueprint.get("/ask/worth", need=Need.READ)
def worth(ask: ArbiterAt) -> ResponseReturnValue:
    """What a card is worth in this deal; of some it can be said before anything is
    played."""
    worth_of = ask.arbiter.worth or abort(404)
    rules = ask.rules  # of the deal, where the game does not say which cards it has
    pack = (
        ask.arbiter.pack(ask.state) if ask.arbiter.pack else rules.pack if rules else ()
    )
    if not pack:
        return ask.nothing()
    card: Card | None = read(Card, text := request.args.get("card", ""))
    if text and card not in pack:
        abort(400)
    ruling = ask.ruling(worth_of(ask.state, card)) if card else None
    taps = deck(
        pack, lambda one: {"url": ask.url("worth", card=one), "on": one == card}
    )
    return ask.shown("worth", ruling=ruling, deck=taps)
