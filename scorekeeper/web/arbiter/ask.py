"""Questions about tricks, calls and cards: asked and answered, and nothing is written."""

from typing import Any

from flask import abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.cards import Card
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import message
from scorekeeper.core.obligations import Obligation
from scorekeeper.core.play import PlayRules, winning, won
from scorekeeper.core.tricks import Play
from scorekeeper.tables.docket import bound_to
from scorekeeper.tables.effects import ruled_on
from scorekeeper.tables.watching import is_watchable
from scorekeeper.web.arbiter.asking import (
    ArbiterAt,
    asked,
    blueprint,
    nothing,
    refusal_values,
    ruling_values,
    shown,
    slots,
    told_of,
    trick_values,
    why_off,
)
from scorekeeper.web.arbiter.breach import why_breached
from scorekeeper.web.arbiter.told import TrickQuery, written
from scorekeeper.web.server.access import Need
from scorekeeper.web.server.picker import Values, deck


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
    ask = asked(session_id)
    rules = ask.rules
    if rules is None:
        return nothing(ask)
    told = told_of(ask, rules)
    return shown("trick", ask, **told_values(ask, told, "trick"), **_winner(ask, rules, told))


def told_values(ask: ArbiterAt, told: TrickQuery, view: str) -> Values:
    """The picker of a trick that is being told, for the page `view`."""
    rules, seat = told.rules, told.turn
    best = winning(rules, told.before, told.trick)
    cards = trick_values(ask, told.trick, best)
    is_down = request.args.get("down") == "1"
    naming = request.args.get("card", "")
    down = {"down": 1} if is_down else {}
    places = [ask.whose(one) for one in rules.ring]
    return {
        "told": {
            "number": told.number,
            "numbers": [(n, ask.url(view, n=n)) for n in range(1, rules.tricks + 1)],
            "cards": cards,
            "slots": slots(ask, rules, cards, seat),
            "turn": seat and ask.whose(seat),
            "leaders": [
                one | {"url": ask.url(view, n=told.number, lead=one["value"])} for one in places
            ],
            "leader": told.leader and ask.named(told.leader),
            "change": ask.url(view, n=told.number, lead=""),
            "undo": ask.url(view, **told.until(len(told.trick) - 1).args) if told.trick else None,
            "again": ask.url(view, n=told.number, lead=""),
            "is_over": told.leader is not None and seat is None,
            "ways": _ways(ask, told, view, naming) if naming and seat else [],
            "down": _face_down(ask, told, view, is_down),
            "refusal": refusal_values(ask, seat and why_off(rules, told.before, told.trick, seat)),
        },
        "deck": deck(rules.pack, lambda card: _tap(ask, told, view, card, down)) if seat else [],
        "args": told.args,
    }


def _tap(ask: ArbiterAt, told: TrickQuery, view: str, card: Card, down: dict[str, int]) -> Values:
    """What a tap on a card does: it is played, or asked how, or it is gone already."""
    if card in told.gone:
        return {"is_gone": True, "url": None}
    ways = [way for way in told.ways(card) if way.is_face_down is bool(down)]
    if len(ways) == 1:
        return {"is_gone": False, "url": ask.url(view, **told.then(ways[0]).args)}
    wish = {"card": str(card)} if ways else {"why": str(card)}
    url = ask.url(view, **told.args, **down, **wish)
    return {"is_gone": False, "is_off": not ways, "url": url}


def _ways(ask: ArbiterAt, told: TrickQuery, view: str, text: str) -> list[Values]:
    """The ways to put down a card that can be put down in several."""
    try:
        card = Card.parse(text)
    except ValueError:
        abort(400)
    return [
        way_values(way) | {"url": ask.url(view, **told.then(way).args)} for way in told.ways(card)
    ]


def way_values(way: Play) -> Values:
    """One way of putting a card down, in words."""
    value: Values = {"card": way.card, "value": written(way)}
    if way.is_face_down:
        return value | {"how": message("play.said.face-down", card=way.card)}
    if way.as_suit is not None:
        return value | {"how": message("play.said.as-suit", card=way.card, suit=way.as_suit)}
    return value | {"how": message("play.said.card", card=way.card)}


def _face_down(ask: ArbiterAt, told: TrickQuery, view: str, is_down: bool) -> Values | None:
    """The switch for a face-down card, where one may be played."""
    if told.turn is None or not may_be_down(told.rules, told):
        return None
    turned: dict[str, Any] = {} if is_down else {"down": 1}
    return {"is_on": is_down, "url": ask.url(view, **told.args, **turned)}


def may_be_down(rules: PlayRules, told: TrickQuery) -> bool:
    """Whether any card that is out may be put face down now."""
    return any(way.is_face_down for card in rules.pack - told.gone for way in told.ways(card))


def _winner(ask: ArbiterAt, rules: PlayRules, told: TrickQuery) -> Values:
    ruling = won(rules, told.before, told.trick)
    breach = why_breached(told)
    return {
        "ruling": ruling_values(ask, ruling) if ruling else None,
        "breach": breach and {"why": ask.say(breach.why), "cite": breach.cite},
    }


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
    card = _card_asked(pack)
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


def _card_asked(pack: frozenset[Card]) -> Card | None:
    text = request.args.get("card", "")
    try:
        card = Card.parse(text) if text else None
    except ValueError:
        abort(400)
    if card is not None and card not in pack:
        abort(400)
    return card
