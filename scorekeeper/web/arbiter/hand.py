"""Was that legal? What may I play? A hand is entered by its holder, answered and forgotten.

Nothing of a hand is stored, logged or put in an address; its page is sent to nobody else.
"""

from flask import abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.cards import Card
from scorekeeper.core.messages import Message, message
from scorekeeper.core.obligations import kept
from scorekeeper.core.play import Choice, may_play
from scorekeeper.core.seats import Seat, party_of
from scorekeeper.core.tricks import Play
from scorekeeper.tables.docket import bound, bound_to
from scorekeeper.web.arbiter.ask import told_values, way_values
from scorekeeper.web.arbiter.asking import (
    ArbiterAt,
    asked,
    blueprint,
    nothing,
    shown,
    told_of,
    trick_values,
)
from scorekeeper.web.arbiter.breach import breach_values, proved, why_breached
from scorekeeper.web.arbiter.told import TrickQuery
from scorekeeper.web.server.access import Need, guard_seat, place
from scorekeeper.web.server.picker import Values, deck


@blueprint.get("/ask/play", need=Need.READ)
def play(session_id: str) -> ResponseReturnValue:
    """The questions about a play: of each card of the trick, and of the next one."""
    ask = asked(session_id)
    rules = ask.rules
    if rules is None:
        return nothing(ask)
    told = told_of(ask, rules)
    return shown(
        "play",
        ask,
        **told_values(ask, told, "play"),
        next=told.turn and _next(ask, told, told.turn),
        judged=[_judged(ask, told, n) for n in range(len(told.trick))],
    )


def _next(ask: ArbiterAt, told: TrickQuery, seat: Seat) -> Values:
    return ask.whose(seat) | {"url": ask.url("hand", **told.args)}


def _judged(ask: ArbiterAt, told: TrickQuery, place: int) -> Values:
    """What can be said of a card without seeing the hand it came from."""
    one = told.trick[place]
    why = why_breached(told, place)
    found = [
        breach_values(ask, breach)
        for breach in proved(ask, ask.watched)
        if breach.trick == told.number and breach.play == one
    ]
    return {
        "card": one.card,
        "seat": ask.named(one.seat),
        "why": why and {"said": ask.say(why.why), "cite": why.cite},
        "proved": found,
        "url": ask.url("hand", of=place, **told.args),
    }


@blueprint.route("/ask/play/hand", methods=["GET", "POST"], need=Need.OWN_SEAT)
def hand(session_id: str) -> ResponseReturnValue:
    """Whose hand it is about: hand over the phone; tap the cards; the answer."""
    ask = asked(session_id)
    rules = ask.rules
    if rules is None:
        return nothing(ask)
    told = told_of(ask, rules)
    of = request.args.get("of", type=int)
    if of is not None and not 0 <= of < len(told.trick):
        abort(400)
    now = told if of is None else told.until(of)
    seat = now.turn
    if seat is None:
        abort(400)
    guard_seat(ask.session, seat)
    judged = None if of is None else told.trick[of]
    values: Values = {
        "holder": ask.whose(seat),
        "cards": trick_values(ask, now.trick),
        "judged": judged and judged.card,
        "here": ask.url("hand", **request.args.to_dict(flat=False) | {"open": "1"}),
        "back": ask.url("play", **told.args),
    }
    if request.method == "POST":
        return _answered(ask, now, judged, values)
    if not request.args.get("open") and place(session_id).own_seat is not seat:
        return shown("hand_over", ask, **values)
    return shown("hand", ask, **values, deck=_deck(now, judged, frozenset()), refused=None)


def _deck(told: TrickQuery, judged: Play | None, held: frozenset[Card]) -> list[list[Values]]:
    """The pack to tap a hand on: what has been played is in no hand."""
    played = judged.card if judged else None

    def cell(card: Card) -> Values:
        is_gone = card in told.gone or card == played
        return {"is_gone": is_gone, "is_on": card in held}

    return deck(told.rules.pack, cell)


def _answered(
    ask: ArbiterAt, told: TrickQuery, judged: Play | None, values: Values
) -> ResponseReturnValue:
    held = _held(told)
    refused = _why_no_hand(told, held, judged)
    if refused is not None:
        cards = _deck(told, judged, held)
        return shown("hand", ask, code=422, **values, deck=cards, refused=ask.say(refused))
    if judged is None:
        return shown("may_play", ask, **values, **_may(ask, told, held))
    whole = held | {judged.card}
    why = told.rules.why_not(told.before, told.trick, judged, whole)
    return shown(
        "was_legal",
        ask,
        **values,
        why=why and {"said": ask.say(why.why), "cite": why.cite},
        instead=_may(ask, told, whole),
    )


def _may(ask: ArbiterAt, told: TrickQuery, held: frozenset[Card]) -> Values:
    """What may be played from a hand, and of each other card why not."""
    assert told.turn is not None  # noqa: S101 - the page has asked who holds it
    choice: Choice = may_play(told.rules, told.before, told.trick, told.turn, held)
    owed = bound_to(ask.session, told.turn) if told.number > len(ask.watched.tricks) else []
    strength = told.rules.strength(told.before, told.trick)
    plays, broken = kept(owed, list(choice.plays), told.trick, strength)
    left = {way.card for way in plays}
    return {
        "may": [way_values(way) for way in plays],
        "may_not": [
            {"card": way.card, "why": ask.say(one.said()), "cite": None}
            for way, one in broken
            if way.card not in left
        ]
        + [
            {"card": one.what, "why": ask.say(one.why.why), "cite": one.why.cite}
            for one in choice.refused
        ],
        "awaits": None if told.trick else _awaits(ask, told.turn),
    }


def _awaits(ask: ArbiterAt, seat: Seat) -> Values | None:
    """Who has a say before this player leads, and where it is said. Laws 26B, 50D2, 51B."""
    side = party_of(seat, ask.session.game.parties(ask.session.settings)).seats
    for _, one in bound(ask.session):
        is_own = one.kind == "first-lead" and one.seat is seat
        if is_own or (one.holds_partner and one.seat in side and one.seat is not seat):
            said = message("obligation.awaits", seat=seat)
            url = ask.url("irregularity", name="lead-restriction", seat=seat.value)
            return {"said": ask.say(said), "url": url}
    return None


def _held(told: TrickQuery) -> frozenset[Card]:
    """The cards that were tapped, as far as they are in the pack."""
    pack = {str(card): card for card in told.rules.pack}
    return frozenset(pack[text] for text in request.form.getlist("held") if text in pack)


def _why_no_hand(told: TrickQuery, held: frozenset[Card], judged: Play | None) -> Message | None:
    """Why these can't be the cards of a hand; None when they can."""
    if not held and judged is None:
        return message("hand.refused.empty")
    gone = held & told.gone
    if gone:
        return message("hand.refused.played", card=min(gone, key=str))
    most = told.rules.hand - (1 if judged else 0)
    if len(held) > most:
        return message("hand.refused.many", n=len(held), cards=len(held), most=most)
    return None
