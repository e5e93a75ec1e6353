"""What a deal scores, line by line in the columns of the two sides, and how deals add up: games and
rubbers, Chicagos, boards. One method for each form of scoring."""

from dataclasses import replace

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Authority, Cite, inferred
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.seats import SIDES, Seat, party_of
from scorekeeper.core.settings import Figures
from scorekeeper.core.sheet import Line
from scorekeeper.games.bridge import events, play, rules, tariffs
from scorekeeper.games.bridge.contract import DECLARER, Contract, is_made, score
from scorekeeper.games.bridge.state import Deal, jokers_of, unseen


# ---- honours: which cards they are, and what a hand of them is worth ----
def honours_scored(settings: rules.Settings) -> bool:
    """Whether this table scores honours."""
    if settings.honours is rules.Honours.OFF:
        return False
    return settings.duplicate_honours is rules.DuplicateHonours.SCORED or not at_duplicate(settings)


def at_duplicate(settings: rules.Settings) -> bool:
    """Whether each deal is scored for itself: at duplicate, and at the Chicago that is played so.
    Readings: plain duplicate score per deal; honours none in duplicate."""
    return tariffs.form_of(settings) is tariffs.DUPLICATE


def values_of(settings: rules.Settings) -> Figures:
    """The values of honours at this table: the game's own or its custom ones."""
    if settings.honours is rules.Honours.CUSTOM:
        return settings.honour_values
    return rules.defaults_of(settings).honour_values


def honour_cards(deal: Deal, settings: rules.Settings) -> tuple[Card, ...]:
    """The honours of this deal's contract, highest first; none without a contract.
    Rule: Joker Bridge §6.3: a Joker where it ranks high, in trumps or at no trump."""
    if deal.contract is None:
        return ()
    pack = play.pack_of(settings)
    trumps = deal.contract.denomination.suit
    jokers = tuple(joker for joker in pack.jokers if why_no_joker(joker, deal, settings) is None)
    if trumps is None:
        return jokers + tuple(Card(pack.top, suit) for suit in reversed(pack.suits))
    return jokers + tuple(Card(rank, trumps) for rank in pack.honours)


def honours_worth(held: events.HonoursHeld, contract: Contract, settings: rules.Settings) -> int:
    """What these honours in one hand are worth, 0 for fewer than four.
    A number without a value of its own is worth what the next smaller one is."""
    kind = "trumps" if contract.denomination.suit else "nt"
    worth = 0
    for name, points in sorted(values_of(settings)):
        of, _, number = name.partition("-")
        if of == kind and len(held.cards) >= int(number):
            worth = points
    return worth


def why_no_honour(card: Card, deal: Deal, settings: rules.Settings) -> Message | None:
    """Why this card can't be scored as an honour in a hand of this deal; None when it can."""
    if card not in play.pack_of(settings).cards:
        return message("bridge.refused.not-in-pack", card=card, n=play.pack_of(settings).size)
    if card.is_joker:
        why = why_no_joker(card, deal, settings)
        if why is not None:
            return why
    elif card not in honour_cards(deal, settings):
        return message("bridge.refused.no-honour", card=card, contract=deal.contract)
    for shown in deal.shown:
        if shown.card == card:
            return message("bridge.refused.honour-hidden", card=card, seat=shown.holder)
    for held in deal.honours:
        if card in held.cards:
            return message("bridge.refused.honour-held", card=card, seat=held.seat)
    return None


def why_no_joker(joker: Card, deal: Deal, settings: rules.Settings) -> Message | None:
    """Why this Joker is no honour in this deal's contract; None when it is one.
    Rule: Joker Bridge §6.3 and our reading J8: high, and of the trump suit unless at no trump."""
    jokers = jokers_of(deal, settings)
    if jokers is None or deal.contract is None:
        return message("bridge.refused.joker-no-honour", card=joker)
    denomination = deal.contract.denomination
    if not play.is_high(jokers.power, denomination):
        return message("bridge.refused.joker-low", card=joker, contract=deal.contract)
    if denomination.suit is None or jokers.suit(joker) is denomination.suit:
        return None
    suit = jokers.suit(joker)
    if suit is None:
        return message("bridge.refused.joker-unnamed", card=joker, suit=denomination.suit)
    return message("bridge.refused.joker-side", card=joker, suit=suit, trumps=denomination.suit)


# ---- what a deal scores ----

_NEVER_SHOWN = inferred("J13", "hidden-unseen")
_NO_CONTRACT = inferred("J4", "hidden-above")


def side_of(seat: Seat) -> str:
    """The id of the side that this seat belongs to."""
    return party_of(seat, SIDES).id


def deal_lines(
    deal: Deal, vulnerable: frozenset[str], settings: rules.Settings
) -> tuple[Line, ...]:
    """Every line that this deal alone gives, vulnerability being as it was before the deal.
    Empty while the deal has no result. What games and rubbers add comes from the book."""
    if not deal.is_over:
        return ()
    contract = contract_lines(deal, vulnerable, settings)
    return contract + honour_lines(deal, settings) + hidden_lines(deal, settings)


def contract_lines(
    deal: Deal, vulnerable: frozenset[str], settings: rules.Settings
) -> tuple[Line, ...]:
    """What the contract scores, in the columns of the two sides; nothing on a pass-out."""
    if deal.contract is None or deal.declarer is None or deal.tricks is None:
        return ()
    side = side_of(deal.declarer)
    other = next(one.id for one in SIDES if one.id != side)
    tariff = tariffs.tariff_of(settings, side in vulnerable)
    return tuple(
        replace(line, party=side if line.party == DECLARER else other)
        for line in score(deal.contract, deal.tricks, tariff)
    )


def honour_lines(deal: Deal, settings: rules.Settings) -> tuple[Line, ...]:
    """One award a side, for its best hand. Law 81; Joker Bridge §6.3 and our reading J8."""
    if deal.contract is None or not honours_scored(settings):
        return ()
    rule = rules.cite(settings, "duplicate_honours" if at_duplicate(settings) else "honours")
    worth = [(honours_worth(held, deal.contract, settings), held) for held in deal.honours]
    lines: list[Line] = []
    for side in SIDES:
        own = [(points, held) for points, held in worth if held.seat in side.seats and points]
        if own:
            points, held = max(own, key=lambda pair: pair[0])
            said = {"n": len(held.cards), "cards": listed(held.cards), "seat": held.seat}
            what = message("bridge.line.honours", **said)
            lines.append(Line(side.id, points, what, rule, tariffs.form_of(settings).above))
    return tuple(lines)


# ---- hidden cards ----
def hidden_lines(deal: Deal, settings: rules.Settings) -> tuple[Line, ...]:
    """One line for each face-down card: above the line, never doubled. J1-J4, J13."""
    if not isinstance(settings, rules.JokerSettings):
        return ()
    return tuple(_hidden(deal, shown, settings) for shown in deal.shown)


def unseen_lines(deal: Deal, settings: rules.Settings) -> tuple[Line, ...]:
    """One line for each face-down card that play has left behind unseen. J13."""
    is_played = deal.is_over and not deal.is_passed_out
    if not is_played or not isinstance(settings, rules.JokerSettings):
        return ()
    left = (events.HiddenShown(seat) for seat in unseen(deal, settings))
    return tuple(_hidden(deal, one, settings) for one in left)


def _hidden(deal: Deal, shown: events.HiddenShown, settings: rules.JokerSettings) -> Line:
    side, part = side_of(shown.holder), tariffs.form_of(settings).above
    if shown.card is None:
        what = message("bridge.line.never-shown", seat=shown.holder)
        return Line(side, 0, what, _NEVER_SHOWN, part)
    if deal.is_passed_out:
        what = message("bridge.line.hidden.passed-out", card=shown.card, seat=shown.holder)
        return Line(side, 0, what, _NO_CONTRACT, part)
    sign = _sign(deal, side, settings)
    reason = {1: "added", -1: "taken-off", 0: "not-counted"}[sign]
    what = message(f"bridge.line.hidden.{reason}", card=shown.card, seat=shown.holder)
    points = sign * hidden_worth(shown, settings)
    return Line(side, points, what, _rule(deal, shown, settings), part)


def hidden_worth(shown: events.HiddenShown, settings: rules.JokerSettings) -> int:
    """What the face-down card is worth, before its sign. Joker Bridge §5; a Joker by J2."""
    if shown.card is None:
        return 0
    table = {
        rules.HiddenTable.STANDARD: rules.STANDARD_HIDDEN,
        rules.HiddenTable.ENHANCED: rules.ENHANCED_HIDDEN,
        rules.HiddenTable.CUSTOM: settings.hidden_values,
    }[settings.hidden_table]
    values = dict(table)
    if not shown.card.is_joker:
        return values.get(shown.card.rank, 0)
    return {
        rules.HiddenJoker.NOTHING: 0,
        rules.HiddenJoker.AS_ACE: values.get("A", 0),
        rules.HiddenJoker.CUSTOM: settings.hidden_joker_points,
    }[settings.hidden_joker]


def _sign(deal: Deal, side: str, settings: rules.JokerSettings) -> int:
    """Whether the card's worth is added (1), taken off (-1) or not counted (0). J1."""
    if deal.contract is None or deal.declarer is None or deal.tricks is None:
        return 0
    made = is_made(deal.contract, deal.tricks, tariffs.tariff_of(settings, False))
    result = 1 if made else -1
    is_declarers = side == side_of(deal.declarer)
    return {
        rules.HiddenSign.CONTRACT: result,
        rules.HiddenSign.OWN_RESULT: result if is_declarers else -result,
        rules.HiddenSign.DECLARER: result if is_declarers else 0,
    }[settings.hidden_sign]


def _rule(deal: Deal, shown: events.HiddenShown, settings: rules.JokerSettings) -> Cite:
    """The rule that decides this card: what the table chose itself before what is printed.
    For declarer's side §5 and §6.2 agree; of the defenders' card only §6.2 speaks."""
    names = ["hidden_table", "hidden_sign"]
    if side_of(shown.holder) != (side_of(deal.declarer) if deal.declarer else ""):
        names.reverse()
    if shown.card is not None and shown.card.is_joker:
        names.insert(0, "hidden_joker")
    cites = [rules.cite(settings, name) for name in names]
    chosen = (rule for rule in cites if rule.standing is Authority.HOUSE)
    return next(chosen, cites[0])
