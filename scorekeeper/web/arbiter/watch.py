"""Watching the play, one tap a card, and what follows from it: what the cards prove,
and what a hand may play."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

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
from scorekeeper.core.rulings import Refusal, kept
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Recorded
from scorekeeper.games.arbiter.settings import shows_known_cards
from scorekeeper.games.fields import read
from scorekeeper.store import Stale
from scorekeeper.tables.deals import is_watchable, last_seen
from scorekeeper.tables.rulings import duties
from scorekeeper.tables.rulings.given import ruled_on
from scorekeeper.tables.rulings.on_deals import bound
from scorekeeper.tables.sheet import own_values
from scorekeeper.web.arbiter import asking
from scorekeeper.web.arbiter.asking import ArbiterAt, TrickQuery
from scorekeeper.web.page.access import Need, guard_seat, place
from scorekeeper.web.page.answers import see_other
from scorekeeper.web.page.incoming import words
from scorekeeper.web.page.parts import SUITS, Values, deck
from scorekeeper.web.table import presenters
from scorekeeper.web.table.sessions import ANYWAY, append, is_recorded, stale


def breach_values(ask: ArbiterAt, breach: Breach) -> Values:
    """A proved breach: both cards, both tricks, the rule, and where it is or was ruled
    on."""
    code = "watch.breach"
    shown = breach.shown_trick
    told = {"trick": breach.trick, "held": breach.held, "shown": shown or 0}
    said = message(
        code if shown else f"{code}.held",
        seat=breach.play.seat,
        card=breach.play.card,
        **told,
    )
    on_it = Values()
    one = next(
        (
            irregularity
            for irregularity in ask.arbiter.irregularities
            if irregularity.proved
        ),
        None,
    )
    # the irregularity that this is, its form filled in; and its ruling
    if one and one.proved:
        facts = one.proved(breach)
        on_it["url"] = ask.url("irregularity", name=one.name, **facts)
        given = (of for of in ruled_on(ask.session) if of.event.name == one.name)
        for ruling in (of for of in given if facts.items() <= {*of.event.facts}):
            on_it.setdefault("ruling", ask.url("ruling", seq=ruling.seq))
    is_new = breach.shown_entry in ask.watched.entries[-1:]
    return {"said": ask.named(said), "why": breach.why, "is_new": is_new, **on_it}


@asking.blueprint.get("/watch", need=Need.READ)
def watch(
    ask: ArbiterAt,
    refusal: RuleViolation | None = None,
    code: int = 200,
    asked: Values | None = None,
) -> ResponseReturnValue:
    """The trick on the table, and whose card is next; `asked` is a card that would
    break what its player is bound to, and what that is."""
    rules = ask.rules
    watched = ask.watched
    back = request.args.get("back", 0, type=int)
    if rules is None or not (watched.entries or is_watchable(ask.session)):
        return ask.nothing(code)
    last = last_seen(ask.session)
    is_open = is_watchable(ask.session)
    event: Any = last and last.event
    said = (
        event.card if isinstance(event, playing.CardPlayed) else event and event.said()
    )
    now = TrickQuery.on_table(rules, watched)
    draws = (
        playing.next_to_draw(rules, watched)
        if request.args.get("draws") != "skip"
        else None
    )
    return ask.shown(
        "watch",
        code=code,
        refusal=refusal or playing.why_not_back(rules, watched, back) or now.why_off(),
        watch={
            "number": min(now.number, rules.tricks),
            "turn": now.turn and ask.whose(now.turn),
            "is_over": watched.is_over(rules),
            "is_open": is_open,
            "draws": draws and ask.whose(draws),
            "asks_lead": is_open
            and not now.trick
            and (not now.turn or "lead" in request.args),
            "seats": [ask.whose(seat) for seat in rules.ring],
            "won": [
                (ask.named(party), watched.won_by(party.seats))
                for party in ask.session.parties
            ],
            **_taps(ask, now, draws),
        },
        back=None
        if last is None or presenters.by_ruling(last)
        else _back(ask, last, said),
        asked=asked,
        owed=_owed(ask, now.turn) if is_open else [],
        broken=presenters.broken_values(ask.session),
        breaches=[breach_values(ask, breach) for breach in breaches(rules, watched)],
        own={"folder": ask.session.game.folder, **own_values(ask.session, "watch")},
        map=_map(ask, rules, watched)
        if shows_known_cards(ask.session.settings)
        else None,
    )


def _back(ask: ArbiterAt, last: Recorded, said: object) -> Values:
    return {"seq": last.seq, "said": ask.named(said)}


def _barred(ask: ArbiterAt, duty: Message, play: Play) -> Values:
    return {
        "said": ask.named(duty),
        "card": asking.written(play),
        "shown": asking.said_of(play),
    }


def _owed(ask: ArbiterAt, seat: Seat | None) -> list[Values]:
    found = [
        Values(said=ask.named(sentence))
        for sentence in duties.at_the_table(ask.session, seat)
    ]
    awaited = _awaits(ask, seat) if seat is not None and not ask.watched.trick else None
    return [*found, awaited] if awaited else found


@asking.blueprint.post("/watch/card", need=Need.ENTER)
def card(ask: ArbiterAt) -> ResponseReturnValue:
    seat = _seat(ask, playing.turn)
    text = request.form.get("card", "")
    if (play := asking.read_play(text, seat or Seat.NORTH)) is None:
        return watch(ask, refused("refused.no-such-card", "card", card=text), code=422)
    duty = duties.of_play(ask.session, play)
    if duty is not None and ANYWAY not in request.form:
        return watch(ask, code=422, asked=_barred(ask, duty, play))
    return _append(
        ask, playing.CardPlayed(play.card, play.is_face_down, seat, play.as_suit)
    )


def _seat(ask: ArbiterAt, next_seat: Callable[..., Seat | None]) -> Seat | None:
    named: Seat | None = read(Seat, request.form.get("seat", ""))
    return named or (next_seat(ask.rules, ask.watched) if ask.rules else None)


@asking.blueprint.post("/watch/lead", need=Need.ENTER)
def lead(ask: ArbiterAt) -> ResponseReturnValue:
    seat = read(Seat, request.form.get("seat", ""))
    if seat is None:
        return watch(ask, refused("watch.refused.no-seat", "seat"), code=422)
    return _append(ask, playing.LeadIs(seat))


@asking.blueprint.post("/watch/drawn", need=Need.ENTER)
def drawn(ask: ArbiterAt) -> ResponseReturnValue:
    """A card drawn from the stock, seen by all or by nobody."""
    text = request.form.get("card", "")
    if (seen := read(Card, text)) is None and text:
        return watch(ask, refused("refused.no-such-card", "card", card=text), code=422)
    return _append(ask, playing.CardDrawn(seen, _seat(ask, playing.next_to_draw)))


@asking.blueprint.post("/watch/back", need=Need.ENTER)
def take_back(ask: ArbiterAt) -> ResponseReturnValue:
    """Take back what was seen last; a card, until the next one is played."""
    entry = request.form.get("entry", 0, type=int)
    last = last_seen(ask.session)
    if is_recorded(ask.session):
        return see_other(ask.url("watch"))
    refusal = playing.why_not_back(ask.rules, ask.watched, entry) if ask.rules else None
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
    command = Command(tuple(map(Entry, events)), voids, reason)
    try:
        append(ask.session, command)
    except Stale as refusal:
        return stale(ask.session, command, refusal, onward=ask.url("watch"))
    except RuleViolation as refusal:
        return watch(ask, refusal, code=422)
    return see_other(ask.url("watch"))


def _taps(ask: ArbiterAt, now: TrickQuery, drawer: Seat | None) -> Values:
    out = still_out(now.rules, ask.watched, now.turn) if now.turn else ()
    url = partial(ask.url, "watch")
    taps = now.taps(out, lambda way: {"value": asking.written(way)}, url)
    taps["slots"], entries = ask.slots(now), ask.watched.entries
    for slot, seq in zip(
        taps["slots"], entries[len(entries) - len(now.trick) : -1], strict=False
    ):
        slot["why_url"] = url(back=seq)
    taps["last"] = None
    if now.before:
        last = replace(now, before=now.before[:-1], trick=now.before[-1])
        its = {"cards": ask.cards(last), "winner": ask.named(ask.watched.winners[-1])}
        taps["last"] = its | {"url": ask.url("trick", n=now.number - 1)}
    if drawer:
        known = frozenset().union(*known_cards(ask.watched).values())
        drawn = still_out(now.rules, ask.watched) - known
        taps["deck"] = deck(now.rules.pack, lambda card: {"is_gone": card not in drawn})
    return taps


def _map(ask: ArbiterAt, rules: playing.PlayRules, watched: playing.Watched) -> Values:
    suits = [suit for suit in SUITS if suit in {card.suit for card in rules.pack}]

    def cell(seat: Seat, suit: Suit) -> Values:
        out = {card for card in still_out(rules, watched, seat) if card.suit is suit}
        known = [
            card for card in known_cards(watched).get(seat, ()) if card.suit is suit
        ]
        is_void = bool(out) and not known and out <= cannot_hold(rules, watched, seat)
        return {"is_void": is_void, "known": sorted(known, key=str)}

    rows = [
        (ask.named(seat), [cell(seat, suit) for suit in suits]) for seat in rules.ring
    ]
    return {"suits": suits, "rows": rows}


@asking.blueprint.get("/ask/play", need=Need.READ)
def play(ask: ArbiterAt) -> ResponseReturnValue:
    query = asking.query_of(ask)
    judged = [  # what can be said of a card without seeing the hand it came from
        {
            "card": one.card,
            "seat": ask.named(one.seat),
            "why": query.until(n).why_not(one),
            "proved": [
                breach_values(ask, breach)
                for breach in breaches(query.rules, ask.watched)
                if (breach.trick, breach.play) == (query.number, one)
            ],
            "url": ask.url("hand", of=n, **query.args),
        }
        for n, one in enumerate(query.trick)
    ]
    return ask.shown("play", **asking.query_values(ask, query, "play"), judged=judged)


@asking.blueprint.route("/ask/play/hand", methods=["GET", "POST"], need=Need.OWN_SEAT)
def hand(ask: ArbiterAt) -> ResponseReturnValue:
    """Whose hand it is about: hand over the phone; tap the cards; the answer."""
    query = asking.query_of(ask)
    of = request.args.get("of", type=int)
    if of is not None and not 0 <= of < len(query.trick):
        abort(400)
    now = query if of is None else query.until(of)
    guard_seat(ask.session, seat := now.turn or abort(400))
    judged = None if of is None else query.trick[of]
    values: Values = {
        "holder": ask.whose(seat),
        "judged": judged and judged.card,
        "here": ask.url("hand", **request.args.to_dict(flat=False) | {"open": "1"}),
        "back": ask.url("play", **query.args),
    }
    is_sent = request.method == "POST"
    if not (
        is_sent or request.args.get("open") or place(ask.session.id).own_seat is seat
    ):
        return ask.shown("hand_over", **values)
    held = now.rules.pack & {read(Card, one) for one in request.form.getlist("held")}
    why_none = _why_no_hand(now, held, judged) if is_sent else None
    if not is_sent or why_none is not None:
        gone = {*now.gone, values["judged"]}
        taps = deck(
            now.rules.pack,
            lambda card: {"is_gone": card in gone, "is_on": card in held},
        )
        values |= {"deck": taps, "refused": why_none and ask.named(why_none)}
        return ask.shown("hand", code=422 if why_none else 200, **values)
    why = judged and now.why_not(judged, *held)
    of_hand = _may(ask, now, seat, held | {judged.card} if judged else held)
    return ask.shown("may_play", **values, why=why, **of_hand)


def _may(
    ask: ArbiterAt, query: TrickQuery, seat: Seat, held: frozenset[Card]
) -> Values:
    choice = playing.may_play(query.rules, query.before, query.trick, seat, held)
    every = bound(ask.session) if query.number > len(ask.watched.tricks) else ()
    owed = [one for _, one in every if one.seat is seat]
    strength = query.rules.strength(query.before, query.trick)
    plays, broken = kept(owed, list(choice.plays), query.trick, strength)
    left = {way.card for way in plays}
    bars = [
        Refusal(way.card, RuleViolation(o.said()))
        for way, o in broken
        if way.card not in left
    ]
    return {
        "may": [asking.said_of(way) for way in plays],
        "may_not": [*bars, *choice.refused],
        "awaits": None if query.trick else _awaits(ask, seat),
    }


def _awaits(ask: ArbiterAt, seat: Seat) -> Values | None:
    """Who has a say before this player leads, and where it is said. Laws 26B, 50D2,
    51B."""
    if not duties.awaits(ask.session, seat):
        return None
    url = ask.url("irregularity", name="lead-restriction", seat=seat.value)
    return {"said": ask.named(message("obligation.awaits", seat=seat)), "url": url}


def _why_no_hand(
    query: TrickQuery, held: frozenset[Card], judged: Play | None
) -> Message | None:
    if not held and judged is None:
        return message("hand.refused.empty")
    if gone := held & query.gone:
        return message("hand.refused.played", card=min(gone, key=str))
    most = query.rules.hand - (1 if judged else 0)
    n = len(held)
    return message("hand.refused.many", n=n, cards=n, most=most) if n > most else None
