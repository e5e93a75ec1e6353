"""Watching the play, one tap a card, and what follows from it: what the cards prove, and what a
hand may play."""

from dataclasses import replace
from typing import Any

from flask import abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.core import play as playing
from scorekeeper.core.breaches import Breach, breaches, cannot_hold, known_cards, still_out
from scorekeeper.core.cards import Card, Play, Suit
from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.messages import Message, message
from scorekeeper.core.rulings import hold_partner, kept
from scorekeeper.core.seats import Seat, party_of
from scorekeeper.core.session import Command, Entry
from scorekeeper.games.fields import read
from scorekeeper.store import Stale
from scorekeeper.tables.agreement import consenting
from scorekeeper.tables.deals import is_watchable, last_seen, ruled_on, ruling_in, tricks_won
from scorekeeper.tables.rulings import bound, bound_to
from scorekeeper.tables.sheet import own_values
from scorekeeper.web.arbiter import asking
from scorekeeper.web.arbiter.asking import ArbiterAt, TrickQuery
from scorekeeper.web.server.access import Need, guard_seat, place
from scorekeeper.web.table.pages import Values, at, deck, groups, hidden, see_other, words
from scorekeeper.web.table.sessions import append, is_recorded, stale


def proved(ask: ArbiterAt) -> tuple[Breach, ...]:
    """The breaches that the recorded cards prove."""
    return breaches(ask.rules, ask.watched) if ask.rules is not None else ()


def breach_values(ask: ArbiterAt, breach: Breach) -> Values:
    """A proved breach: both cards, both tricks, the rule, and where it is or was ruled on."""
    play = breach.play
    said = message(
        "watch.breach" if breach.shown_trick else "watch.breach.held",
        seat=play.seat,
        card=play.card,
        trick=breach.trick,
        held=breach.held,
        shown=breach.shown_trick or 0,
    )
    last, on_it = ask.watched.entries[-1:], Values()
    one = next((one for one in ask.arbiter.irregularities if one.proved), None)
    if one and one.proved:  # the irregularity that this is, its form filled in; and its ruling
        facts = one.proved(breach)
        on_it["url"] = ask.url("irregularity", name=one.name, **facts)
        given = (e for e in ruled_on(ask.session) if ruling_in(e).name == one.name)
        for entry in (entry for entry in given if facts.items() <= {*ruling_in(entry).facts}):
            on_it.setdefault("ruling", ask.url("ruling", seq=entry.seq))
    return {
        "said": ask.say(said),
        **ask.why(breach.why),
        "is_new": breach.shown_entry in last,
        **on_it,
    }


@asking.blueprint.get("/watch", need=Need.READ)
def watch(ask: ArbiterAt) -> ResponseReturnValue:
    """The trick on the table, and whose card is next."""
    if ask.rules is None:
        return _page(ask)
    back = playing.why_not_back(ask.rules, ask.watched, request.args.get("back", 0, type=int))
    return _page(ask, back or TrickQuery.on_table(ask.rules, ask.watched).why_off())


@asking.blueprint.post("/watch/card", need=Need.ENTER)
def card(ask: ArbiterAt) -> ResponseReturnValue:
    """The next card."""
    seat: Seat | None = read(Seat, request.form.get("seat", "")) or (
        playing.turn(ask.rules, ask.watched) if ask.rules else None
    )
    text = request.form.get("card", "")
    if (play := asking.read_play(text, seat or Seat.NORTH)) is None:
        return _page(ask, refused("refused.no-such-card", "card", card=text), code=422)
    return _append(ask, playing.CardPlayed(play.card, play.is_face_down, seat, play.as_suit))


@asking.blueprint.post("/watch/lead", need=Need.ENTER)
def lead(ask: ArbiterAt) -> ResponseReturnValue:
    """Who leads to the next trick, where the table says so."""
    seat = read(Seat, request.form.get("seat", ""))
    if seat is None:
        return _page(ask, refused("watch.refused.no-seat", "seat"), code=422)
    return _append(ask, playing.LeadIs(seat))


@asking.blueprint.post("/watch/drawn", need=Need.ENTER)
def drawn(ask: ArbiterAt) -> ResponseReturnValue:
    """A card drawn from the stock, seen by all or by nobody."""
    seat: Seat | None = read(Seat, request.form.get("seat", "")) or (
        playing.next_to_draw(ask.rules, ask.watched) if ask.rules else None
    )
    text = request.form.get("card", "")
    seen = read(Card, text)
    if text and seen is None:
        return _page(ask, refused("refused.no-such-card", "card", card=text), code=422)
    return _append(ask, playing.CardDrawn(seen, seat))


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
        return _page(ask, refusal, code=422)
    if consenting(ask.session, (entry,)):  # what all sides confirmed is taken back by all of them
        return see_other(at(ask.session, "sessions.strike", seq=entry))
    return _append(ask, voids=(entry,), reason=words().text(message("watch.taken-back")))


def _append(
    ask: ArbiterAt, *events: playing.WatchedEvent, voids: tuple[int, ...] = (), reason: str = ""
) -> ResponseReturnValue:
    command = Command(tuple(map(Entry, events)), voids, reason)
    try:
        append(ask.session, command)
    except Stale as refusal:
        return stale(ask.session, command, refusal)
    except RuleViolation as refusal:
        return _page(ask, refusal, code=422)
    return see_other(ask.url("watch"))


# ---- the page ----


def _page(
    ask: ArbiterAt, refusal: RuleViolation | None = None, code: int = 200
) -> ResponseReturnValue:
    rules, watched = ask.rules, ask.watched
    if rules is None or not (watched.entries or is_watchable(ask.session)):
        return ask.nothing(code)
    last, is_open = last_seen(ask.session), is_watchable(ask.session)
    event: Any = last and last.event
    said = event.card if isinstance(event, playing.CardPlayed) else event and event.said()
    now = TrickQuery.on_table(rules, watched)
    draws = playing.next_to_draw(rules, watched) if request.args.get("draws") != "skip" else None
    taps = _taps(ask, now, draws)
    return ask.shown(
        "watch",
        code=code,
        refusal=ask.why(refusal),
        entry={"hidden": hidden(ask.session)},
        watch={
            "number": min(now.number, rules.tricks),
            "turn": now.turn and ask.whose(now.turn),
            "is_over": watched.is_over(rules),
            "is_open": is_open,
            "draws": draws and ask.whose(draws),
            "asks_lead": is_open and not now.trick and (not now.turn or "lead" in request.args),
            "seats": [ask.whose(one) for one in rules.ring],
            "slots": _slots(ask, now),
            "won": [(ask.named(party), n) for party, n in tricks_won(ask.session, watched)],
            "last": _last(ask, now),
            **taps,
        },
        deck=taps["deck"],
        back=last and {"seq": last.seq, "said": ask.named(said)},
        breaches=[breach_values(ask, one) for one in proved(ask)],
        own={"folder": ask.session.game.folder, **own_values(ask.session, "watch")},
        map=_map(ask, rules, watched) if ask.arbiter.shows_map(ask.session.settings) else None,
    )


def _taps(ask: ArbiterAt, now: TrickQuery, drawer: Seat | None) -> Values:
    """The pack: only what can still be out may be tapped; one tap a card where it has one way, and
    the ways of the card that was tapped where it has several."""
    out = still_out(now.rules, ask.watched, now.turn)
    drawn = still_out(now.rules, ask.watched) - frozenset().union(
        *known_cards(ask.watched).values()
    )
    is_down = request.args.get("down") == "1"
    turned = {"down": "1"} if is_down else {}

    def cell(card: Card) -> Values:
        if drawer or not now.turn or card not in out:
            return {"is_gone": not drawer or card not in drawn}
        way, wish = now.tapped(card)
        if way:
            return {"value": asking.written(way)}
        return {"is_off": "why" in wish, "url": ask.url("watch", **wish, **turned)}

    named = read(Card, request.args.get("card", ""))
    return {
        "deck": deck(now.rules.pack, cell),
        "ways": [asking.way_values(way) for way in now.ways(named)] if named in out else [],
        "down": {"is_on": is_down} if now.can_be_down(out) else None,
    }


def _slots(ask: ArbiterAt, now: TrickQuery) -> list[Values]:
    """One place for each card of the trick, in the order of play; empty ones with their seat."""
    values = ask.cards(now.trick, now.best)
    entries = ask.watched.entries[len(ask.watched.entries) - len(values) :]
    for value, entry in zip(values[:-1], entries, strict=False):
        value["why_url"] = ask.url("watch", back=entry)
    return ask.slots(now, values)


def _last(ask: ArbiterAt, now: TrickQuery) -> Values | None:
    if not now.before:
        return None
    last = replace(now, before=now.before[:-1], trick=now.before[-1])
    return {
        "cards": ask.cards(last.trick, last.best),
        "winner": ask.named(ask.watched.winners[-1]),
        "url": ask.url("trick", n=len(now.before)),
    }


def _map(ask: ArbiterAt, rules: playing.PlayRules, watched: playing.Watched) -> Values:
    """For each player, the suits shown void and the cards known to be in the hand."""
    every = known_cards(watched)
    suits = [group[0].suit for group in groups(rules.pack) if group[0].suit]

    def cell(seat: Seat, suit: Suit) -> Values:
        out = {card for card in still_out(rules, watched, seat) if card.suit is suit}
        known = [card for card in every.get(seat, ()) if card.suit is suit]
        is_void = bool(out) and not known and out <= cannot_hold(rules, watched, seat)
        return {"is_void": is_void, "known": sorted(known, key=str)}

    return {
        "suits": suits,
        "rows": [
            {"seat": ask.named(seat), "cells": [cell(seat, suit) for suit in suits]}
            for seat in rules.ring
        ],
    }


@asking.blueprint.get("/ask/play", need=Need.READ)
def play(ask: ArbiterAt) -> ResponseReturnValue:
    """The questions about a play: of each card of the trick, and of the next one."""
    query = asking.query_of(ask)
    judged = []  # what can be said of a card without seeing the hand it came from
    for n, one in enumerate(query.trick):
        found = [each for each in proved(ask) if (each.trick, each.play) == (query.number, one)]
        judged.append(
            {
                "card": one.card,
                "seat": ask.named(one.seat),
                "why": ask.why(query.breach_at(n)),
                "proved": [breach_values(ask, breach) for breach in found],
                "url": ask.url("hand", of=n, **query.args),
            }
        )
    then = query.turn and ask.whose(query.turn) | {"url": ask.url("hand", **query.args)}
    values = asking.query_values(ask, query, "play")
    return ask.shown("play", **values, next=then, judged=judged)


@asking.blueprint.route("/ask/play/hand", methods=["GET", "POST"], need=Need.OWN_SEAT)
def hand(ask: ArbiterAt) -> ResponseReturnValue:
    """Whose hand it is about: hand over the phone; tap the cards; the answer."""
    query = asking.query_of(ask)
    of = request.args.get("of", type=int)
    if of is not None and not 0 <= of < len(query.trick):
        abort(400)
    now = query if of is None else query.until(of)
    if now.turn is None:
        abort(400)
    guard_seat(ask.session, now.turn)
    judged = None if of is None else query.trick[of]
    values: Values = {
        "holder": ask.whose(now.turn),
        "judged": judged and judged.card,
        "here": ask.url("hand", **request.args.to_dict(flat=False) | {"open": "1"}),
        "back": ask.url("play", **query.args),
    }
    is_sent = request.method == "POST"
    if not (is_sent or request.args.get("open") or place(ask.session.id).own_seat is now.turn):
        return ask.shown("hand_over", **values)
    held = now.rules.pack & {read(Card, one) for one in request.form.getlist("held")}
    why_none = _why_no_hand(now, held, judged) if is_sent else None
    if not is_sent or why_none is not None:
        gone = {*now.gone, values["judged"]}
        taps = deck(now.rules.pack, lambda card: {"is_gone": card in gone, "is_on": card in held})
        values |= {"deck": taps, "refused": why_none and ask.say(why_none)}
        return ask.shown("hand", code=422 if why_none else 200, **values)
    if judged is None:
        return ask.shown("may_play", **values, **_may(ask, now, held))
    why, whole = now.why_not(judged, *held), held | {judged.card}
    values |= {"why": ask.why(why), "instead": _may(ask, now, whole)}
    return ask.shown("was_legal", **values)


def _may(ask: ArbiterAt, query: TrickQuery, held: frozenset[Card]) -> Values:
    """What may be played from a hand, and of each other card why not."""
    assert query.turn is not None  # noqa: S101 - the page has asked who holds it
    choice: playing.LegalPlays = playing.may_play(
        query.rules, query.before, query.trick, query.turn, held
    )
    owed = bound_to(ask.session, query.turn) if query.number > len(ask.watched.tricks) else []
    strength = query.rules.strength(query.before, query.trick)
    plays, broken = kept(owed, list(choice.plays), query.trick, strength)
    left = {way.card for way in plays}
    bars: list[tuple[object, RuleViolation]] = [
        (way.card, RuleViolation(one.said())) for way, one in broken if way.card not in left
    ]
    bars += [(one.what, one.why) for one in choice.refused]
    return {
        "may": [asking.way_values(way) for way in plays],
        "may_not": [{"card": card, **ask.why(why)} for card, why in bars],
        "awaits": None if query.trick else _awaits(ask, query.turn),
    }


def _awaits(ask: ArbiterAt, seat: Seat) -> Values | None:
    """Who has a say before this player leads, and where it is said. Laws 26B, 50D2, 51B."""
    side = party_of(seat, ask.session.parties).seats
    every = [one for _, one in bound(ask.session)]
    for one in every:
        is_own = one.kind == "first-lead" and one.seat is seat
        is_partners = one.seat in side and one.seat is not seat
        if is_own or (is_partners and hold_partner(o for o in every if o.seat is one.seat)):
            said = message("obligation.awaits", seat=seat)
            url = ask.url("irregularity", name="lead-restriction", seat=seat.value)
            return {"said": ask.say(said), "url": url}
    return None


def _why_no_hand(query: TrickQuery, held: frozenset[Card], judged: Play | None) -> Message | None:
    """Why these can't be the cards of a hand; None when they can."""
    if not held and judged is None:
        return message("hand.refused.empty")
    gone = held & query.gone
    if gone:
        return message("hand.refused.played", card=min(gone, key=str))
    most = query.rules.hand - (1 if judged else 0)
    if len(held) > most:
        return message("hand.refused.many", n=len(held), cards=len(held), most=most)
    return None
