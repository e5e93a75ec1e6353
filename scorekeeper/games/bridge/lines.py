"""The lines of one deal: contract, honours and hidden cards, in the columns of the two sides."""

from dataclasses import replace

from scorekeeper.core.citations import Cite, Standing
from scorekeeper.core.messages import listed, message
from scorekeeper.core.seats import SIDES, Seat, party_of
from scorekeeper.core.sheet import Line
from scorekeeper.games.bridge.contract import DECLARER, is_made, score
from scorekeeper.games.bridge.events import HiddenShown, HonoursHeld
from scorekeeper.games.bridge.honours import at_duplicate, honours_scored, honours_worth
from scorekeeper.games.bridge.questions import cite
from scorekeeper.games.bridge.settings import (
    ENHANCED_HIDDEN,
    STANDARD_HIDDEN,
    HiddenJoker,
    HiddenSign,
    HiddenTable,
    JokerSettings,
    Settings,
)
from scorekeeper.games.bridge.sources import inferred
from scorekeeper.games.bridge.state import Deal
from scorekeeper.games.bridge.tariffs import form_of, tariff_of

_NEVER_SHOWN = inferred("J13", "hidden-unseen")
_NO_CONTRACT = inferred("J4", "hidden-above")


def side_of(seat: Seat) -> str:
    """The id of the side that this seat belongs to."""
    return party_of(seat, SIDES).id


def other_side(side: str) -> str:
    """The id of the other side."""
    return next(one.id for one in SIDES if one.id != side)


def deal_lines(deal: Deal, vulnerable: frozenset[str], settings: Settings) -> tuple[Line, ...]:
    """Every line that this deal alone gives, vulnerability being as it was before the deal.

    Empty while the deal has no result. What games and rubbers add comes from the book.
    """
    if not deal.is_over:
        return ()
    contract = contract_lines(deal, vulnerable, settings)
    return contract + honour_lines(deal, settings) + hidden_lines(deal, settings)


def contract_lines(deal: Deal, vulnerable: frozenset[str], settings: Settings) -> tuple[Line, ...]:
    """What the contract scores, in the columns of the two sides; nothing on a pass-out."""
    if deal.contract is None or deal.declarer is None or deal.tricks is None:
        return ()
    side = side_of(deal.declarer)
    tariff = tariff_of(settings, side in vulnerable)
    return tuple(
        replace(line, party=side if line.party == DECLARER else other_side(side))
        for line in score(deal.contract, deal.tricks, tariff)
    )


def honour_lines(deal: Deal, settings: Settings) -> tuple[Line, ...]:
    """One award a side, for its best hand. Law 81; Joker Bridge §6.3 and our reading J8."""
    if deal.contract is None or not honours_scored(settings):
        return ()
    worth = [(honours_worth(held, deal.contract, settings), held) for held in deal.honours]
    lines: list[Line] = []
    for side in SIDES:
        own = [(points, held) for points, held in worth if held.seat in side.seats and points]
        if own:
            points, held = max(own, key=lambda pair: pair[0])
            lines.append(_honours(side.id, points, held, settings))
    return tuple(lines)


def _honours(side: str, points: int, held: HonoursHeld, settings: Settings) -> Line:
    what = message(
        "bridge.line.honours", n=len(held.cards), cards=listed(held.cards), seat=held.seat
    )
    rule = cite(settings, "duplicate_honours" if at_duplicate(settings) else "honours")
    return Line(side, points, what, rule, form_of(settings).above)


# ---- hidden cards ----


def hidden_lines(deal: Deal, settings: Settings) -> tuple[Line, ...]:
    """One line for each face-down card: above the line, never doubled. J1-J4, J13."""
    if not isinstance(settings, JokerSettings):
        return ()
    return tuple(_hidden(deal, shown, settings) for shown in deal.shown)


def unseen_lines(deal: Deal, settings: Settings) -> tuple[Line, ...]:
    """One line for each face-down card that play has left behind unseen. J13."""
    if deal.is_passed_out or not deal.is_over:
        return ()
    seen = [shown.holder for shown in deal.shown]
    return tuple(_unseen(seat, settings) for seat in deal.holders if seat not in seen)


def _unseen(holder: Seat, settings: Settings) -> Line:
    what = message("bridge.line.never-shown", seat=holder)
    return Line(side_of(holder), 0, what, _NEVER_SHOWN, form_of(settings).above)


def _hidden(deal: Deal, shown: HiddenShown, settings: JokerSettings) -> Line:
    side, part = side_of(shown.holder), form_of(settings).above
    if shown.card is None:
        return _unseen(shown.holder, settings)
    if deal.is_passed_out:
        what = message("bridge.line.hidden.passed-out", card=shown.card, seat=shown.holder)
        return Line(side, 0, what, _NO_CONTRACT, part)
    sign = _sign(deal, side, settings)
    reason = {1: "added", -1: "taken-off", 0: "not-counted"}[sign]
    what = message(f"bridge.line.hidden.{reason}", card=shown.card, seat=shown.holder)
    points = sign * hidden_worth(shown, settings)
    return Line(side, points, what, _rule(deal, shown, settings), part)


def hidden_worth(shown: HiddenShown, settings: JokerSettings) -> int:
    """What the face-down card is worth, before its sign. Joker Bridge §5; a Joker by J2."""
    if shown.card is None:
        return 0
    table = {
        HiddenTable.STANDARD: STANDARD_HIDDEN,
        HiddenTable.ENHANCED: ENHANCED_HIDDEN,
        HiddenTable.CUSTOM: settings.hidden_values,
    }[settings.hidden_table]
    values = dict(table)
    if not shown.card.is_joker:
        return values.get(shown.card.rank, 0)
    return {
        HiddenJoker.NOTHING: 0,
        HiddenJoker.AS_ACE: values.get("A", 0),
        HiddenJoker.CUSTOM: settings.hidden_joker_points,
    }[settings.hidden_joker]


def _sign(deal: Deal, side: str, settings: JokerSettings) -> int:
    """Whether the card's worth is added (1), taken off (-1) or not counted (0). J1."""
    if deal.contract is None or deal.declarer is None or deal.tricks is None:
        return 0
    made = is_made(deal.contract, deal.tricks, tariff_of(settings, False))
    result = 1 if made else -1
    is_declarers = side == side_of(deal.declarer)
    return {
        HiddenSign.CONTRACT: result,
        HiddenSign.OWN_RESULT: result if is_declarers else -result,
        HiddenSign.DECLARER: result if is_declarers else 0,
    }[settings.hidden_sign]


def _rule(deal: Deal, shown: HiddenShown, settings: JokerSettings) -> Cite:
    """The rule that decides this card: what the table chose itself before what is printed.

    For declarer's side §5 and §6.2 agree; of the defenders' card only §6.2 speaks.
    """
    names = ["hidden_table", "hidden_sign"]
    if side_of(shown.holder) != (side_of(deal.declarer) if deal.declarer else ""):
        names.reverse()
    if shown.card is not None and shown.card.is_joker:
        names.insert(0, "hidden_joker")
    rules = [cite(settings, name) for name in names]
    chosen = (rule for rule in rules if rule.standing is Standing.HOUSE)
    return next(chosen, rules[0])
