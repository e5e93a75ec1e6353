"""What the arbiter is asked about tricks, calls and cards: nothing of it is written.

A trick is told by the address, card by card; what every page of the arbiter shows
stands here too.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

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
from scorekeeper.core.rulings import Obligation, Ruling
from scorekeeper.core.seats import Seat, left_of, named
from scorekeeper.games.arbiter.arbiter import AnyArbiter
from scorekeeper.games.fields import read
from scorekeeper.tables.deals import deal_row, is_watchable
from scorekeeper.tables.rulings.on_deals import bound
from scorekeeper.tables.rulings.words import RulingWords, ruling_words, shortened
from scorekeeper.tables.session import Session
from scorekeeper.web.page.incoming import OfTable, argument, at, open_table, words
from scorekeeper.web.page.parts import Cell, Values, deck
from scorekeeper.web.page.place import Need
from scorekeeper.web.table import presenters


class Way(NamedTuple):
    """One way of playing a card, and where it leads, or what is sent."""

    how: Message
    value: str = ""
    url: str = ""


class Turned(NamedTuple):
    """Whether cards are tapped face down, and where they are tapped otherwise."""

    is_on: bool
    url: str


class Taps(NamedTuple):
    """The pack to tap on; the ways of the card that is asked for; where cards are
    turned."""

    deck: list[list[Cell]]
    ways: Sequence[Way]
    down: Turned | None


@dataclass(frozen=True, slots=True)
class TrickQuery:
    """The trick number `number` (from 1) as it was told, and what is known of those
    `before`; one that nobody recorded is empty there. `leader` is None while nobody has
    said who led."""

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
    def args(self) -> Values:
        lead = self.leader.value if self.leader else ""
        return {"n": self.number, "lead": lead, "p": [*map(written, self.trick)]}

    def ways(self, card: Card) -> tuple[Play, ...]:
        seat = self.turn
        if seat is None:
            return ()
        return self.rules.ways(self.before, self.trick, Play(seat, card))

    def why_not(self, play: Play, *besides: Card) -> RuleViolation | None:
        return self.rules.why_not(
            self.before, self.trick, play, frozenset((play.card, *besides))
        )

    def why_off(self) -> RuleViolation | None:
        """Why the card that this page's address names can't be played as it was
        tapped."""
        card = read(Card, argument("why"))
        seat = self.turn
        if card is None or seat is None:
            return None
        return self.why_not(Play(seat, card))

    # Long: what a tap on each card does follows from the same few values.
    def taps(
        self,
        out: Collection[Card],
        leads: Callable[[Play], Way],
        url: Callable[..., str],
    ) -> Taps:
        """The pack to tap on: a card that may be `out` leads on where it can be put
        down in one way, face up or down as this page has it; else to the `url` of the
        page that is asked how, or why not."""
        is_down = argument("down") == "1"
        turned = {"down": "1"} if is_down else {}
        ways_of = {card: self.ways(card) for card in self.rules.pack if card in out}

        def cell(card: Card) -> Cell:
            if card not in ways_of:
                return Cell(card, is_gone=True)
            ways = [way for way in ways_of[card] if way.is_face_down is is_down]
            if len(ways) == 1:
                only = leads(ways[0])
                return Cell(card, only.url, only.value)
            if not ways:
                return Cell(card, url(**turned, why=str(card)), is_off=True)
            return Cell(card, url(**turned, card=str(card)))

        asked: Any = read(Card, argument("card"))
        ways = [leads(way) for way in ways_of.get(asked, ())]
        down = None
        if any(_may_be_face_down(of_card) for of_card in ways_of.values()):
            down = Turned(is_down, url() if is_down else url(down="1"))
        return Taps(deck(self.rules.pack, cell), ways, down)

    def until(self, length: int) -> "TrickQuery":
        return replace(self, trick=self.trick[:length])


def _may_be_face_down(ways: Iterable[Play]) -> bool:
    return any(way.is_face_down for way in ways)


def written(play: Play) -> str:
    """A play as forms and addresses have it: its card, the suit named for it,
    "down"."""
    suit = f":{play.as_suit.value}" if play.as_suit else ""
    return f"{play.card}{suit}{':down' if play.is_face_down else ''}"


def read_play(text: str, seat: Seat) -> Play | None:
    word, *how = text.split(":")
    card = read(Card, word)
    suits = [read(Suit, suit) for suit in how if suit != "down"]
    if card is None or None in suits:
        return None
    return Play(seat, card, "down" in how, suits[0] if suits else None)


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


class Slot(NamedTuple):
    """The place of one card of a trick; None = it is to come. `why_url` leads to why it
    can't be taken back."""

    seat: object
    card: Card | None = None
    play: Play | None = None
    is_best: bool = False
    is_next: bool = False
    why_url: str | None = None


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
        return self.arbiter.on_table(self.state)[0]

    @property
    def watched(self) -> Watched:
        return self.arbiter.on_table(self.state)[1]

    def url(self, view: str, **args: Any) -> str:
        return at(self.session, f"arbiter.{view}", **args)

    def named(self, value: object) -> Any:
        return named(value, self.session.folded.people)

    def whose(self, seat: Seat) -> presenters.Whose:
        return presenters.whose(self.session, seat)

    def shown(self, template: str, /, **values: Any) -> Response:
        return shown_at(self.session, template, **values)

    def shown_with_persons(self, template: str, /, **values: Any) -> Response:
        return self.shown(
            template, **presenters.beside(values, dict(self.session.folded.people))
        )

    def nothing(self, code: int = 200) -> Response:
        """Nothing is being played: where it is entered what is."""
        basis = self.arbiter.basis
        enter_url = at(self.session, "sessions.table")
        if basis and self.session.game.flow.next(self.state, basis) == basis:
            enter_url = at(self.session, "sessions.table", form=basis)
        return self.shown("nothing", code=code, enter_url=enter_url)

    def ruling(self, ruling: Ruling) -> RulingWords:
        return self.explained(
            ruling_words(ruling, self.session.folded.people, self.arbiter)
        )

    def explained(self, ruling: RulingWords) -> RulingWords:
        text = words().text
        sentences = [ruling.verdict, *(step.what for step in ruling.steps)]
        spoken = " ".join(text(sentence) for sentence in sentences).lower()
        terms = []
        for term in TERMS:
            name = message(f"term.{term}")
            if text(name).lower() in spoken:
                terms.append((name, message(f"term.{term}.about")))
        return shortened(ruling, words())._replace(terms=tuple(terms))

    def cards(self, query: TrickQuery) -> list[Slot]:
        """The cards of a trick in the order of play; the one that wins, or would if it
        ended here, is framed."""
        best = winning(query.rules, query.before, query.trick)
        return [
            Slot(self.named(play.seat), play.card, play, is_best=play == best)
            for play in query.trick
        ]

    def slots(self, query: TrickQuery) -> list[Slot]:
        """One place for each card of a trick, in the order of play: those played, then
        to come."""
        ring = query.rules.ring
        turn = query.turn
        slots = self.cards(query)
        if turn is None:
            return slots
        done = {play.seat for play in query.trick}
        for n in range(len(ring)):
            seat = left_of(turn, ring, n)
            if seat not in done:
                slots.append(Slot(self.named(seat), is_next=seat is turn))
        return slots


def shown_at(session: Session, template: str, /, **values: Any) -> Response:
    """A page of the arbiter, or of a table without one: the table's frame, which deal
    it speaks of, what is played in it in a few words and whether it is over, and its
    own values."""
    around: Values = {
        "ask": lambda view, **args: at(session, f"arbiter.{view}", **args),
        "named": lambda value: named(value, session.folded.people),
        "deal": _deal(session),
        "arbiter": session.game.arbiter,
        "at_seat": partial(presenters.whose, session),
    }
    return presenters.page_of(session, f"arbiter/{template}.html", **around | values)


class DealShown(NamedTuple):
    """Which deal a page speaks of, what is played in it, and whether it is over."""

    label: Message
    said: Sequence[object] = ()
    is_past: bool = True


def _deal(session: Session) -> DealShown:
    row = deal_row(session)
    if row is None or (row.is_finished and is_watchable(session)):
        return DealShown(session.glance.deal, is_past=False)
    arbiter = session.game.arbiter
    under = None
    if arbiter is not None and arbiter.under is not None:
        under = arbiter.under(session.folded.state)
    if under is not None:
        said = [named(under, session.folded.people)]
    else:
        people = row.people or session.folded.people
        facts = [fact for fact in row.facts if fact.value is not None]
        said = []
        for fact in facts[:3]:
            head = message(f"fact.{fact.head}")
            value = named(fact.value, people)
            said.append(message("row.said", what=head, brought=value))
    return DealShown(row.label, said, row.is_finished)


def asked(session_id: str) -> ArbiterAt:
    """The table at this address; 404 when its game has no arbiter."""
    session = open_table(session_id)
    return ArbiterAt(session, session.game.arbiter or abort(404))


blueprint = OfTable("arbiter", __name__, opens=asked, url_prefix="/t/<session_id>")


def query_of(ask: ArbiterAt) -> TrickQuery:
    """The trick that this page's address tells, 400 when it tells none; where it leaves
    that out, the one recorded. Where none can be played yet, a page that says so."""
    rules = ask.rules or abort(ask.nothing())
    recorded = TrickQuery.on_table(rules, ask.watched)
    last = min(recorded.number, rules.tricks)
    number = request.args.get("n", last, type=int)
    if not 1 <= number <= rules.tricks:
        abort(400)
    if number != recorded.number:
        recorded = _other_trick(rules, ask.watched, number)
    lead = request.args.get("lead")
    if lead is None:
        return recorded
    leader = None
    if lead:
        seats = {seat.value: seat for seat in rules.ring}
        leader = seats.get(lead) or abort(400)
    told = replace(recorded, leader=leader, trick=())
    if leader is None:
        return told
    for text in request.args.getlist("p"):
        play = _told_play(told, text) or abort(400)
        told = replace(told, trick=(*told.trick, play))
    return told


def _other_trick(rules: PlayRules, watched: Watched, number: int) -> TrickQuery:
    tricks = (*watched.tricks, *((),) * number)
    trick = tricks[number - 1]
    leader = None
    if trick:
        leader = trick[0].seat
    elif number == 1:
        leader = rules.leader
    return TrickQuery(rules, number, tricks[: number - 1], leader, trick)


def _told_play(told: TrickQuery, text: str) -> Play | None:
    turn = told.turn
    play = read_play(text, turn) if turn else None
    if play is None or play.card not in told.rules.pack - told.gone:
        return None
    return play if play in told.ways(play.card) else None


@blueprint.get("/ask/trick", need=Need.READ)
def trick(ask: ArbiterAt) -> ResponseReturnValue:
    query = query_of(ask)
    ruling = won(query.rules, query.before, query.trick)
    return ask.shown(
        "trick",
        **query_values(ask, query, "trick"),
        ruling=ruling and ask.ruling(ruling),
        breach=_breach(query),
    )


def _breach(query: TrickQuery) -> RuleViolation | None:
    for n, play in enumerate(query.trick):
        why = query.until(n).why_not(play)
        if why is not None:
            return why
    return None


def query_values(ask: ArbiterAt, query: TrickQuery, view: str) -> Values:
    naming = argument("card")
    if query.turn and naming and read(Card, naming) is None:
        abort(400)

    def leads(way: Play) -> Way:
        longer = replace(query, trick=(*query.trick, way))
        return Way(said_of(way), url=ask.url(view, **longer.args))

    here = partial(ask.url, view, **query.args)
    taps = query.taps(query.rules.pack - query.gone, leads, here)
    return {"view": view, "told": query, "slots": ask.slots(query), **taps._asdict()}


def said_of(way: Play) -> Message:
    return CardPlayed(way.card, way.is_face_down, as_suit=way.as_suit).said()


class CallRefused(NamedTuple):
    what: object
    why: object


@blueprint.get("/ask/call", need=Need.READ)
def call(ask: ArbiterAt) -> ResponseReturnValue:
    calls = ask.arbiter.calls or abort(404)
    turn = ask.arbiter.progress(ask.state).turn
    owed = [
        obligation for _, obligation in bound(ask.session) if obligation.seat is turn
    ]
    may = []
    # what one rule refuses, together
    refused: dict[tuple[str, Cite | None], list[CallRefused]] = {}
    every_call = () if ask.session.glance.is_over else calls(ask.state)
    for what, why in every_call:
        because = why or _broken_by(ask, owed, what)
        if because is None:
            may.append(what)
        else:
            group = refused.setdefault((because.why.code, because.cite), [])
            group.append(CallRefused(what, ask.named(because.why)))
    binds = [ask.named(obligation.said()) for obligation in owed]
    return ask.shown("call", may=may, binds=binds, refused=refused)


def _broken_by(
    ask: ArbiterAt, owed: Iterable[Obligation], call: Any
) -> RuleViolation | None:
    amount = ask.arbiter.amount(call)
    for obligation in owed:
        if not obligation.allows_bid(amount):
            return RuleViolation(obligation.said(), "call")
    return None


@blueprint.get("/ask/worth", need=Need.READ)
def worth(ask: ArbiterAt) -> ResponseReturnValue:
    worth_of = ask.arbiter.worth or abort(404)
    pack = _pack(ask)
    if not pack:
        return ask.nothing()
    text = argument("card")
    chosen: Card | None = read(Card, text)
    if text and chosen not in pack:
        abort(400)
    ruling = ask.ruling(worth_of(ask.state, chosen)) if chosen else None
    taps = deck(
        pack,
        lambda card: Cell(card, ask.url("worth", card=card), is_on=card == chosen),
    )
    return ask.shown("worth", ruling=ruling, deck=taps)


def _pack(ask: ArbiterAt) -> Collection[Card]:
    if ask.arbiter.pack:
        return ask.arbiter.pack(ask.state)
    return ask.rules.pack if ask.rules else ()
