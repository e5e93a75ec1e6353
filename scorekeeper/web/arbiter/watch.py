"""Watching the play, one tap a card, and what follows from it: what the cards prove,
and what a hand may play."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from flask import abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.core import play as playing
from scorekeeper.core.breaches import (
    Breach,
    breaches,
    cannot_hold,
    known_cards,
    still_out,
)
from scorekeeper.core.cards import Card, Play, Suit
from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import (
    CardPlayed,
    PlayRules,
    Watched,
    next_to_draw,
    why_not_back,
)
from scorekeeper.core.rulings import Refusal, kept
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry
from scorekeeper.games.arbiter.settings import shows_known_cards
from scorekeeper.games.fields import read
from scorekeeper.store import Stale
from scorekeeper.tables.deals import is_watchable, last_seen
from scorekeeper.tables.rulings import duties
from scorekeeper.tables.rulings.given import FAILURE, matter, ruled_on
from scorekeeper.tables.rulings.on_deals import bound
from scorekeeper.tables.sheet import own_values
from scorekeeper.web.arbiter import asking
from scorekeeper.web.arbiter.asking import (
    ArbiterAt,
    Slot,
    Taps,
    TrickQuery,
    Turned,
    Way,
)
from scorekeeper.web.page.answers import see_other
from scorekeeper.web.page.incoming import argument, sent, words
from scorekeeper.web.page.parts import SUITS, Cell, Values, deck
from scorekeeper.web.page.place import Need, guard_seat, place
from scorekeeper.web.table.presenters import Whose, broken_values, by_ruling
from scorekeeper.web.table.sessions import ANYWAY, append, note_if_recorded, stale


class Proved(NamedTuple):
    """A proved breach: both cards, both tricks, the rule; the `url` at which it is ruled
    on, the form filled in; and its `ruling`, where one was given."""

    said: object
    why: RuleViolation
    is_new: bool
    url: str | None = None
    ruling: str | None = None


def proved_breach(ask: ArbiterAt, breach: Breach) -> Proved:
    said = message(
        "watch.breach" if breach.shown_trick else "watch.breach.held",
        seat=breach.play.seat,
        card=breach.play.card,
        trick=breach.trick,
        held=breach.held,
        shown=breach.shown_trick or 0,
    )
    is_new = breach.shown_entry in ask.watched.entries[-1:]
    return _ruled_on(Proved(ask.named(said), breach.why, is_new), ask, breach)


def _ruled_on(proved: Proved, ask: ArbiterAt, breach: Breach) -> Proved:
    for irregularity in ask.arbiter.irregularities:
        if irregularity.proved is None:
            continue
        name = irregularity.name
        facts = irregularity.proved(breach)
        proved = proved._replace(url=ask.url("irregularity", name=name, **facts))
        for given in ruled_on(ask.session):
            is_on_it = matter(ask.session.game, given.event) == FAILURE
            if is_on_it and facts.items() <= {*given.event.facts}:
                return proved._replace(ruling=ask.url("ruling", seq=given.seq))
        return proved
    return proved


class Barred(NamedTuple):
    """A card that would break what its player is bound to, and what that is."""

    said: object
    card: str
    shown: Message


@asking.blueprint.get("/watch", need=Need.READ)
def watch(
    ask: ArbiterAt,
    refusal: RuleViolation | None = None,
    code: int = 200,
    asked: Barred | None = None,
) -> ResponseReturnValue:
    """The trick on the table, and whose card is next."""
    session = ask.session
    rules = ask.rules
    watched = ask.watched
    is_open = is_watchable(session)
    if rules is None or not (watched.entries or is_open):
        return ask.nothing(code)
    back = request.args.get("back", 0, type=int)
    now = TrickQuery.on_table(rules, watched)
    refusal = refusal or why_not_back(rules, watched, back) or now.why_off()
    shows_map = shows_known_cards(session.settings)
    return ask.shown(
        "watch",
        code=code,
        refusal=refusal,
        watch=_trick_watched(ask, now),
        back=_last_seen(ask),
        asked=asked,
        owed=_owed(ask, now.turn) if is_open else [],
        broken=broken_values(session),
        breaches=[proved_breach(ask, breach) for breach in breaches(rules, watched)],
        own={"folder": session.game.folder, **own_values(session, "watch")},
        map=_map(ask, rules, watched) if shows_map else None,
    )


class LastTrick(NamedTuple):
    cards: list[Slot]
    winner: object
    url: str


class TrickWatched(NamedTuple):
    """A trick as it is watched: `turn` is the seat whose card is next, `draws` the one
    that draws; `slots` are the places of its cards, `won` the tricks of each side."""

    number: int
    turn: Whose | None
    is_over: bool
    is_open: bool
    draws: Whose | None
    asks_lead: bool
    seats: list[Whose]
    won: list[tuple[object, int]]
    slots: list[Slot]
    last: LastTrick | None
    deck: list[list[Cell]]
    ways: Sequence[Way]
    down: Turned | None


def _trick_watched(ask: ArbiterAt, now: TrickQuery) -> TrickWatched:
    watched = ask.watched
    is_open = is_watchable(ask.session)
    drawer = None
    if argument("draws") != "skip":
        drawer = next_to_draw(now.rules, watched)
    is_lead_unclear = now.turn is None or "lead" in request.args
    taps = _taps(ask, now, drawer)
    return TrickWatched(
        number=min(now.number, now.rules.tricks),
        turn=ask.whose(now.turn) if now.turn else None,
        is_over=watched.is_over(now.rules),
        is_open=is_open,
        draws=ask.whose(drawer) if drawer else None,
        asks_lead=is_open and not now.trick and is_lead_unclear,
        seats=[ask.whose(seat) for seat in now.rules.ring],
        won=[
            (ask.named(party), watched.won_by(party.seats))
            for party in ask.session.parties
        ],
        slots=_slots(ask, now),
        last=_last_trick(ask, now) if now.before else None,
        **taps._asdict(),
    )


class LastSeen(NamedTuple):
    seq: int
    said: object


def _last_seen(ask: ArbiterAt) -> LastSeen | None:
    last = last_seen(ask.session)
    if last is None or by_ruling(last):
        return None
    event: Any = last.event
    said = event.card if isinstance(event, CardPlayed) else event.said()
    return LastSeen(last.seq, ask.named(said))


class Owed(NamedTuple):
    """What the next player is bound to, and where somebody has a say in it."""

    said: object
    url: str | None = None


def _owed(ask: ArbiterAt, seat: Seat | None) -> list[Owed]:
    owed = [
        Owed(ask.named(sentence)) for sentence in duties.at_the_table(ask.session, seat)
    ]
    is_lead = seat is not None and not ask.watched.trick
    awaited = _awaits(ask, seat) if seat is not None and is_lead else None
    if awaited is not None:
        owed.append(awaited)
    return owed


@asking.blueprint.post("/watch/card", need=Need.ENTER)
def card(ask: ArbiterAt) -> ResponseReturnValue:
    seat = _seat(ask, playing.turn)
    text = sent("card")
    play = asking.read_play(text, seat or Seat.NORTH)
    if play is None:
        return watch(ask, refused("refused.no-such-card", "card", card=text), code=422)
    duty = duties.of_play(ask.session, play)
    if duty is not None and ANYWAY not in request.form:
        barred = Barred(ask.named(duty), asking.written(play), asking.said_of(play))
        return watch(ask, code=422, asked=barred)
    played = CardPlayed(play.card, play.is_face_down, seat, play.as_suit)
    return _append(ask, played)


def _seat(ask: ArbiterAt, next_seat: Callable[..., Seat | None]) -> Seat | None:
    named: Seat | None = read(Seat, sent("seat"))
    if named is not None or ask.rules is None:
        return named
    return next_seat(ask.rules, ask.watched)


@asking.blueprint.post("/watch/lead", need=Need.ENTER)
def lead(ask: ArbiterAt) -> ResponseReturnValue:
    seat = read(Seat, sent("seat"))
    if seat is None:
        return watch(ask, refused("watch.refused.no-seat", "seat"), code=422)
    return _append(ask, playing.LeadIs(seat))


@asking.blueprint.post("/watch/drawn", need=Need.ENTER)
def drawn(ask: ArbiterAt) -> ResponseReturnValue:
    text = sent("card")
    seen = read(Card, text)
    if text and seen is None:
        return watch(ask, refused("refused.no-such-card", "card", card=text), code=422)
    return _append(ask, playing.CardDrawn(seen, _seat(ask, next_to_draw)))


@asking.blueprint.post("/watch/back", need=Need.ENTER)
def take_back(ask: ArbiterAt) -> ResponseReturnValue:
    entry = request.form.get("entry", 0, type=int)
    last = last_seen(ask.session)
    if note_if_recorded(ask.session):
        return see_other(ask.url("watch"))
    refusal = why_not_back(ask.rules, ask.watched, entry) if ask.rules else None
    if refusal is None and (last is None or last.seq != entry):
        refusal = refused("watch.refused.back", "card")
    if refusal is not None:
        return watch(ask, refusal, code=422)
    return _append(
        ask, voids=(entry,), reason=words().text(message("watch.taken-back"))
    )


def _append(
    ask: ArbiterAt,
    *events: playing.WatchedEvent,
    voids: tuple[int, ...] = (),
    reason: str = "",
) -> ResponseReturnValue:
    command = Command(tuple(Entry(event) for event in events), voids, reason)
    try:
        append(ask.session, command)
    except Stale as refusal:
        return stale(ask.session, command, refusal, onward=ask.url("watch"))
    except RuleViolation as refusal:
        return watch(ask, refusal, code=422)
    return see_other(ask.url("watch"))


def _taps(ask: ArbiterAt, now: TrickQuery, drawer: Seat | None) -> Taps:
    watched = ask.watched
    out = still_out(now.rules, watched, now.turn) if now.turn else ()
    taps = now.taps(
        out,
        lambda way: Way(asking.said_of(way), asking.written(way)),
        partial(ask.url, "watch"),
    )
    if drawer is None:
        return taps
    known = frozenset().union(*known_cards(watched).values())
    unseen = still_out(now.rules, watched) - known
    pack = deck(now.rules.pack, lambda card: Cell(card, is_gone=card not in unseen))
    return taps._replace(deck=pack)


# Of the trick's cards only the last can be taken back: the others say why not.
def _slots(ask: ArbiterAt, now: TrickQuery) -> list[Slot]:
    slots = ask.slots(now)
    entries = ask.watched.entries
    first = len(entries) - len(now.trick)
    for n, seq in enumerate(entries[first:-1]):
        slots[n] = slots[n]._replace(why_url=ask.url("watch", back=seq))
    return slots


def _last_trick(ask: ArbiterAt, now: TrickQuery) -> LastTrick:
    last = replace(now, before=now.before[:-1], trick=now.before[-1])
    return LastTrick(
        cards=ask.cards(last),
        winner=ask.named(ask.watched.winners[-1]),
        url=ask.url("trick", n=now.number - 1),
    )


class KnownOfSuit(NamedTuple):
    """What is known of a player's cards of one suit."""

    is_void: bool
    known: list[Card]


class KnownCards(NamedTuple):
    """What is known of all hands: a row for each player, a cell for each suit."""

    suits: list[Suit]
    rows: list[tuple[object, list[KnownOfSuit]]]


def _map(ask: ArbiterAt, rules: PlayRules, watched: Watched) -> KnownCards:
    in_pack = {card.suit for card in rules.pack}
    suits = [suit for suit in SUITS if suit in in_pack]
    rows = []
    for seat in rules.ring:
        cells = [_cell(rules, watched, seat, suit) for suit in suits]
        rows.append((ask.named(seat), cells))
    return KnownCards(suits, rows)


def _cell(rules: PlayRules, watched: Watched, seat: Seat, suit: Suit) -> KnownOfSuit:
    out = {card for card in still_out(rules, watched, seat) if card.suit is suit}
    known = [card for card in known_cards(watched).get(seat, ()) if card.suit is suit]
    is_void = bool(out) and not known and out <= cannot_hold(rules, watched, seat)
    return KnownOfSuit(is_void, sorted(known, key=str))


@asking.blueprint.get("/ask/play", need=Need.READ)
def play(ask: ArbiterAt) -> ResponseReturnValue:
    query = asking.query_of(ask)
    judged = [_judged(ask, query, n) for n in range(len(query.trick))]
    return ask.shown("play", **asking.query_values(ask, query, "play"), judged=judged)


class JudgedPlay(NamedTuple):
    """A card of a trick: why it was not allowed, and what the cards prove of it."""

    card: Card
    seat: object
    why: RuleViolation | None
    proved: list[Proved]
    url: str


def _judged(ask: ArbiterAt, query: TrickQuery, n: int) -> JudgedPlay:
    play = query.trick[n]
    proved = [
        proved_breach(ask, breach)
        for breach in breaches(query.rules, ask.watched)
        if breach.trick == query.number and breach.play == play
    ]
    return JudgedPlay(
        card=play.card,
        seat=ask.named(play.seat),
        why=query.until(n).why_not(play),
        proved=proved,
        url=ask.url("hand", of=n, **query.args),
    )


@asking.blueprint.route("/ask/play/hand", methods=["GET", "POST"], need=Need.OWN_SEAT)
def hand(ask: ArbiterAt) -> ResponseReturnValue:
    """Whose hand it is about: hand over the phone; tap the cards; the answer."""
    query = asking.query_of(ask)
    of = request.args.get("of", type=int)
    judged = None
    now = query
    if of is not None:
        if not 0 <= of < len(query.trick):
            abort(400)
        judged = query.trick[of]
        now = query.until(of)
    seat = now.turn or abort(400)
    guard_seat(ask.session, seat)
    around: Values = {
        "holder": ask.whose(seat),
        "judged": judged and judged.card,
        "here": ask.url("hand", **request.args.to_dict(flat=False) | {"open": "1"}),
        "back": ask.url("play", **query.args),
    }
    if request.method == "POST":
        return _hand_answered(ask, now, judged, around)
    if argument("open") or place(ask.session.id).own_seat is seat:
        return _hand_page(ask, now, frozenset(), around)
    return ask.shown("hand_over", **around)


def _hand_page(
    ask: ArbiterAt,
    now: TrickQuery,
    held: frozenset[Card],
    around: Values,
    refused: Message | None = None,
) -> ResponseReturnValue:
    gone = {*now.gone, around["judged"]}

    def cell(card: Card) -> Cell:
        return Cell(card, is_gone=card in gone, is_on=card in held)

    return ask.shown(
        "hand",
        code=200 if refused is None else 422,
        deck=deck(now.rules.pack, cell),
        refused=refused and ask.named(refused),
        **around,
    )


def _hand_answered(
    ask: ArbiterAt, now: TrickQuery, judged: Play | None, around: Values
) -> ResponseReturnValue:
    tapped = {read(Card, text) for text in request.form.getlist("held")}
    held = now.rules.pack & tapped
    refused = _why_no_hand(now, held, judged)
    if refused is not None:
        return _hand_page(ask, now, held, around, refused)
    why = judged and now.why_not(judged, *held)
    hand = held | {judged.card} if judged else held
    seat = now.turn or abort(400)
    return ask.shown("may_play", **around, why=why, **_may(ask, now, seat, hand))


def _may(
    ask: ArbiterAt, query: TrickQuery, seat: Seat, held: frozenset[Card]
) -> Values:
    choice = playing.may_play(query.rules, query.before, query.trick, seat, held)
    owed = []
    # what binds now bound nobody in a trick of before
    is_trick_of_now = query.number > len(ask.watched.tricks)
    if is_trick_of_now:
        owed = [duty for _, duty in bound(ask.session) if duty.seat is seat]
    strength = query.rules.strength(query.before, query.trick)
    plays, broken = kept(owed, list(choice.plays), query.trick, strength)
    playable = {way.card for way in plays}
    barred = [
        Refusal(way.card, RuleViolation(duty.said()))
        for way, duty in broken
        if way.card not in playable
    ]
    return {
        "may": [asking.said_of(way) for way in plays],
        "may_not": [*barred, *choice.refused],
        "awaits": None if query.trick else _awaits(ask, seat),
    }


def _awaits(ask: ArbiterAt, seat: Seat) -> Owed | None:
    """Who has a say before this player leads, and where it is said. Laws 26B, 50D2,
    51B."""
    if not duties.awaits(ask.session, seat):
        return None
    url = ask.url("irregularity", name="lead-restriction", seat=seat.value)
    return Owed(ask.named(message("obligation.awaits", seat=seat)), url)


def _why_no_hand(
    query: TrickQuery, held: frozenset[Card], judged: Play | None
) -> Message | None:
    if not held and judged is None:
        return message("hand.refused.empty")
    played = held & query.gone
    if played:
        return message("hand.refused.played", card=min(played, key=str))
    most = query.rules.hand
    if judged is not None:
        most -= 1
    if len(held) > most:
        n = len(held)
        return message("hand.refused.many", n=n, cards=n, most=most)
    return None
