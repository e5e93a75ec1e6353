"""Disputes that only Jokers and face-down cards raise, and things that were sealed.

Rule: Joker Bridge §3, §4.4, §5, §7; Five Crowns Bridge, rank and play.
House: readings §7: nothing recorded, a Joker is of the suit of its colour that is not trumps; who
looks early, or opens nothing, gets no bonus and still pays the penalty.
"""

from dataclasses import replace

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import listed
from scorekeeper.core.rulings import Effect, Ruling
from scorekeeper.games.arbitration import Facts, Settled
from scorekeeper.games.bridge.events import HiddenShown, JokersDeclared
from scorekeeper.games.bridge.laws.case import Case, option, others, rule, side
from scorekeeper.games.bridge.lines import hidden_lines
from scorekeeper.games.bridge.pack import Jokers, joker_suits, wildcard_suits
from scorekeeper.games.bridge.play import CROWNS_JOKER
from scorekeeper.games.bridge.rules import cite
from scorekeeper.games.bridge.settings import (
    JOKER,
    DisputedSuit,
    HiddenSeen,
    JokerSettings,
    SealUnopened,
    SuitMode,
    inferred,
    printed,
)
from scorekeeper.games.bridge.state import Deal, State, jokers_of

_ARBITER = printed(JOKER, "§2, §3, §7", "arbiter-joker")
_HIDDEN = inferred("§7", "arbiter-hidden")
_SEALED = inferred("§7", "arbiter-sealed")

# ---- a Joker's suit ----


def joker_suit(case: Case) -> Ruling:
    """The arbiter reads what was declared; where there is nothing, a Joker is not a trump."""
    jokers = case.pack.jokers
    joker = jokers[0]
    if len(jokers) > 1:
        joker = Card.parse(case.choose("joker", _ARBITER, [option(one) for one in jokers]))
    deal = case.deal()
    known = jokers_of(deal, case.settings)
    if known is None:
        return _in_five_crowns(case, deal, joker)
    if known.suit(joker) is not None:
        return _recorded(case, deal, known, joker)
    if any(one.card == joker for one in deal.shown):
        case.step(printed(JOKER, "§3", "hidden"), "lay-face-down", joker=joker)
        return case.rule("face-down", joker=joker)
    if deal.contract is not None:
        return _unrecorded(case, known, joker, deal.contract.denomination.suit)
    if known.mode is SuitMode.WILDCARD:
        case.step(cite(case.settings, "wildcard_until"), "no-suit-yet", joker=joker)
    else:
        case.step(_ARBITER, "still-sealed", joker=joker)
    return case.rule("no-suit-yet", joker=joker)


def _recorded(case: Case, deal: Deal, jokers: Jokers, joker: Card) -> Ruling:
    """The declaration, the agreement or the Joker itself says it."""
    declared = dict(deal.declared.suits) if deal.declared else {}
    if joker.suit is not None:
        code, rule_of = "own", printed(JOKER, "§3", "pack")
    elif joker in dict(deal.wildcards):
        code, rule_of = "named", cite(case.settings, "wildcard_until")
    elif joker in declared and jokers.mode is SuitMode.SEALED:
        code, rule_of = "sealed", _ARBITER
    elif joker in declared:
        code, rule_of = "declared", printed(JOKER, "§3, §4.1", "suits")
    else:
        names = {"Joker": "x1_suit", "RedJoker": "red_suit", "BlackJoker": "black_suit"}
        code, rule_of = "agreed", cite(case.settings, names[str(joker)])
    suit = jokers.suit(joker)
    case.step(_ARBITER, "arbiter-reads")
    case.step(rule_of, f"suit-{code}", joker=joker, suit=suit)
    return case.rule("joker-suit", otherwise=("misrecorded",), joker=joker, suit=suit)


def _unrecorded(case: Case, jokers: Jokers, joker: Card, trumps: Suit | None) -> Ruling:
    """House: of its colour, not trumps; of two such suits the side that was not told chooses."""
    is_wild = jokers.mode is SuitMode.WILDCARD
    closed = sum(jokers.suit(one) is None for one in case.pack.jokers)
    if jokers.mode is SuitMode.SEALED and closed > 1:
        case.seat()  # whose seal stays closed, where there may be two of them
    may_be = wildcard_suits(joker, case.settings) if is_wild else joker_suits(joker)
    rule_of, is_any = _disputed(case)
    open_to = tuple(suit for suit in may_be if is_any or suit is not trumps)
    case.step(_ARBITER, "nothing-recorded", joker=joker)
    code = "any-suit" if is_any else "not-trumps"
    case.step(rule_of, code, joker=joker, suits=listed(open_to))
    suit = open_to[0]
    if len(open_to) > 1:
        chooser = others(case.seat())
        suit = case.pick_suit("suit", rule_of, open_to, ask="joker-suit", side=chooser, joker=joker)
        case.step(rule_of, "others-choose", side=chooser)
    return case.rule("joker-suit", otherwise=("declared",), joker=joker, suit=suit)


def _disputed(case: Case) -> tuple[Cite, bool]:
    """The rule of a suit that nobody recorded, and whether it may be trumps as well."""
    settings = case.settings
    if not isinstance(settings, JokerSettings):
        return inferred("§7", "arbiter-joker"), False
    return cite(settings, "disputed_suit"), settings.disputed_suit is DisputedSuit.OTHERS


def _in_five_crowns(case: Case, deal: Deal, joker: Card) -> Ruling:
    """Rule: Five Crowns: the two of trumps; at no trump none, or the one named as it is played."""
    trick_rules = case.trick_rules()
    if trick_rules is None:
        case.step(CROWNS_JOKER, "crowns-joker", joker=joker)
        return case.rule("no-suit-yet", joker=joker)
    if trick_rules.trumps is not None:
        case.step(trick_rules.cites.rank, "two-of-trumps", joker=joker)
        return case.rule("joker-two", joker=joker, suit=trick_rules.trumps)
    named = next((play.as_suit for play in deal.watched.plays if play.card == joker), None)
    if named is not None:
        case.step(trick_rules.cites.naming, "suit-named", joker=joker, suit=named)
        return case.rule("joker-suit", joker=joker, suit=named)
    code = "no-suit" if trick_rules.shunned == joker else "name-it"
    case.step(trick_rules.cites.naming, code, joker=joker)
    return case.rule(code, joker=joker)


# ---- face-down cards ----


def hidden_card_seen(case: Case) -> Ruling:
    """House: the owner's side gets no bonus for the card, and still pays its penalty."""
    if not case.pack.hidden:
        return case.nothing(printed(JOKER, "§3", "pack"), "none-hidden")
    holder = case.seat()
    by = case.pick("by", _HIDDEN, ("own", "other"), seat=holder)
    case.step(printed(JOKER, "§3, §4.1", "hidden"), "lies-unseen")
    settings = case.settings
    if isinstance(settings, JokerSettings) and settings.hidden_seen is HiddenSeen.COUNTS:
        case.step(cite(settings, "hidden_seen"), "seen-counts")
        return case.rule("card-counts", seat=holder)
    party = side(holder)
    if by == "other":
        case.step(_HIDDEN, "not-their-fault", side=party)
        return case.rule("card-counts", seat=holder)
    case.step(_HIDDEN, "no-bonus", side=party)
    shown = next((one for one in case.deal().shown if one.holder is holder), None)
    points = _points(case, shown) if shown is not None else None
    if points is None:
        return case.rule("no-bonus", otherwise=("once-scored",), side=party)
    if points <= 0:
        case.step(_HIDDEN, "penalty-stays", side=party, points=-points)
        return case.rule("penalty-stays", side=party)
    case.step(_HIDDEN, "bonus-off", side=party, points=points)
    effects = (Effect("points", party.id, -points),)
    return case.rule("bonus-off", effects=effects, side=party, points=points)


def _points(case: Case, shown: HiddenShown) -> int | None:
    """What this face-down card scores in the deal; None before it has a result."""
    deal = case.deal()
    if not deal.is_over:
        return None
    lines = hidden_lines(replace(deal, shown=(shown,)), case.settings)
    return int(lines[0].points) if lines else None


# ---- sealed things ----


def seal_not_opened(case: Case) -> Ruling:
    """House: what is not opened gains its owner nothing, and costs what it would have cost."""
    is_there = {
        "joker": jokers_of(case.deal(), case.settings) is not None,
        "hidden": bool(case.pack.hidden),
        "hand": True,
    }
    what = case.pick(
        "what", _SEALED, (one for one, is_so in is_there.items() if is_so), ask="sealed"
    )
    if what == "joker":
        return joker_suit(case)
    seat = case.seat()
    party = side(seat)
    if what == "hand":
        case.step(_SEALED, "hand-sealed", side=party)
        return case.rule("hand-sealed", side=party)
    case.step(_SEALED, "must-open", seat=seat)
    settings = case.settings
    if isinstance(settings, JokerSettings) and settings.seal_unopened is SealUnopened.NOTHING:
        case.step(cite(settings, "seal_unopened"), "unopened-nothing")
        return case.rule("unopened-nothing", seat=seat)
    case.step(_SEALED, "no-bonus-sealed", side=party)
    points = _points(case, HiddenShown(seat, Card("A", Suit.SPADES)))
    if points is None:
        return case.rule("no-bonus", otherwise=("once-scored",), side=party)
    if points >= 0:
        return case.rule("no-bonus", side=party)
    case.step(_SEALED, "dearest", points=-points)
    effects = (Effect("points", party.id, points),)
    return case.rule("sealed-penalty", effects=effects, side=party, points=-points)


def settled(state: State, facts: Facts) -> Settled | None:
    """What an accepted ruling on a Joker's suit, or on a seal that stayed closed, settles."""
    if facts.get("what") == "hand":
        return "seal.hand", ()
    if facts.get("what") == "hidden":
        return None
    ruling = rule(seal_not_opened if "what" in facts else joker_suit)(state, facts)
    if not isinstance(ruling, Ruling) or ruling.verdict.code != "bridge.ruling.joker-suit":
        return None
    said = dict(ruling.verdict.params)
    joker, suit = said["joker"], said["suit"]
    deal = state.last_deal
    known = jokers_of(deal, state.settings) if deal else None
    if known is None or known.mode is not SuitMode.SEALED:
        return None
    assert isinstance(joker, Card) and isinstance(suit, Suit)  # noqa: S101 - the verdict's
    holds = () if known.suit(joker) is not None else (JokersDeclared(suits=((joker, suit),)),)
    return "bridge.seal.joker-suit", holds
