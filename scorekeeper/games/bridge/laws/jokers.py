"""Disputes that only Jokers and face-down cards raise, things that were sealed, and
what a Joker, a face-down card or an honour is worth in a deal.

Rule: Joker Bridge §3, §4.3, §4.4, §5, §6.3, §7; Five Crowns Bridge, rank and play;
Law 81 of 1993. House: readings §7: nothing recorded, a Joker is of the suit of its
colour that is not trumps; who looks early, or opens nothing, gets no bonus and still
pays the penalty.
"""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import inferred, printed
from scorekeeper.core.facts import Fact, Facts, Sealed, value_in
from scorekeeper.core.messages import listed, message
from scorekeeper.core.rulings import Effect, EffectKind, Ruling, Step
from scorekeeper.core.seats import Seat
from scorekeeper.games.arbiter.arbiter import Settled
from scorekeeper.games.arbiter.case import Said, ruled_as_told
from scorekeeper.games.bridge import play, scoring
from scorekeeper.games.bridge.contract import Denomination
from scorekeeper.games.bridge.events import HiddenShown, JokersDeclared
from scorekeeper.games.bridge.laws.case import Case, case_of, others, side
from scorekeeper.games.bridge.play import (
    CROWNS_JOKER,
    Jokers,
    hcp,
    is_high,
    joker_suits,
    pack_of,
    wildcard_suits,
)
from scorekeeper.games.bridge.rules import (
    JOKER,
    VARIATIONS,
    CrownsSettings,
    DisputedSuit,
    HiddenSeen,
    Honours,
    JokerSettings,
    NoTrumpJoker,
    SealUnopened,
    Settings,
    SuitMode,
    cite,
)
from scorekeeper.games.bridge.state import Deal, State, jokers_of
from scorekeeper.games.seals import HAND

_ARBITER = printed(JOKER, "§2, §3, §7", "arbiter-joker")
_HIDDEN = inferred("§7", "arbiter-hidden")
_SEALED = inferred("§7", "arbiter-sealed")


def _settings(case: Case) -> JokerSettings:
    settings = case.state.settings
    assert isinstance(settings, JokerSettings)  # noqa: S101 - no other game has these
    return settings


# ---- a Joker's suit ----


def joker_suit(case: Case) -> Ruling:
    """The arbiter reads what was declared; where there is nothing, a Joker is not
    a trump."""
    jokers = case.whole_pack.jokers
    joker = case.ask("joker", _ARBITER, jokers) if len(jokers) > 1 else jokers[0]
    deal = case.deal()
    known = jokers_of(deal, case.state.settings)
    if known is None:
        return _in_five_crowns(case, deal, joker)
    if known.suit(joker) is not None:
        return _recorded(case, deal, known, joker)
    if any(shown.card == joker for shown in deal.shown):
        why = printed(JOKER, "§3", "hidden"), "lay-face-down"
        return case.rule("face-down", why, joker=joker)
    if deal.contract is not None:
        return _unrecorded(case, known, joker, deal.contract.denomination.suit)
    if known.mode is SuitMode.WILDCARD:
        why = cite(case.state.settings, "wildcard_until"), "no-suit-yet"
    else:
        why = _ARBITER, "still-sealed"
    return case.rule("no-suit-yet", why, joker=joker)


def _recorded(case: Case, deal: Deal, jokers: Jokers, joker: Card) -> Ruling:
    declared = dict(deal.declared.suits) if deal.declared else {}
    if joker.suit is not None:
        code = "own"
        rule_of = printed(JOKER, "§3", "pack")
    elif joker in dict(deal.wildcards):
        code = "named"
        rule_of = cite(case.state.settings, "wildcard_until")
    elif joker in declared and jokers.mode is SuitMode.SEALED:
        code = "sealed"
        rule_of = _ARBITER
    elif joker in declared:
        code = "declared"
        rule_of = printed(JOKER, "§3, §4.1", "suits")
    else:
        names = {"Joker": "x1_suit", "RedJoker": "red_suit", "BlackJoker": "black_suit"}
        code = "agreed"
        rule_of = cite(case.state.settings, names[str(joker)])
    suit = jokers.suit(joker)
    reasons = (_ARBITER, "arbiter-reads"), (rule_of, f"suit-{code}")
    return case.rule(
        "joker-suit", *reasons, otherwise="misrecorded", joker=joker, suit=suit
    )


def _unrecorded(case: Case, jokers: Jokers, joker: Card, trumps: Suit | None) -> Ruling:
    """House: of its colour, not trumps; of two such suits the side that was not
    told chooses."""
    settings = _settings(case)
    closed = [card for card in case.whole_pack.jokers if jokers.suit(card) is None]
    if jokers.mode is SuitMode.SEALED and len(closed) > 1:
        case.seat()  # whose seal stays closed, where there may be two of them
    if jokers.mode is SuitMode.WILDCARD:
        suits = wildcard_suits(joker, settings)
    else:
        suits = joker_suits(joker)
    rule_of = cite(settings, "disputed_suit")
    code = "any-suit"
    if settings.disputed_suit is not DisputedSuit.OTHERS:
        code = "not-trumps"
        suits = tuple(suit for suit in suits if suit is not trumps)
    reasons = (_ARBITER, "nothing-recorded"), (rule_of, code)
    case.steps(*reasons, joker=joker, suits=listed(suits))
    suit = suits[0] if len(suits) == 1 else _chosen_suit(case, joker, suits)
    return case.rule("joker-suit", otherwise="declared", joker=joker, suit=suit)


def _chosen_suit(case: Case, joker: Card, suits: tuple[Suit, ...]) -> Suit:
    rule_of = cite(case.state.settings, "disputed_suit")
    chooser = others(case.seat())
    said: Said = {"side": chooser, "joker": joker}
    suit = case.ask("suit", rule_of, suits, "joker-suit", "side", **said)
    case.step(rule_of, "others-choose", side=chooser)
    return suit


def _in_five_crowns(case: Case, deal: Deal, joker: Card) -> Ruling:
    """Rule: Five Crowns: the two of trumps; at no trump none, or the one named as it
    is played."""
    trick_rules = case.trick_rules()
    if trick_rules is None:
        why = CROWNS_JOKER, "crowns-joker"
        return case.rule("no-suit-yet", why, joker=joker)
    if trick_rules.trumps is not None:
        why = trick_rules.ranking, "two-of-trumps"
        return case.rule("joker-two", why, joker=joker, suit=trick_rules.trumps)
    for played in deal.watched.plays:
        if played.card == joker and played.as_suit is not None:
            why = trick_rules.naming, "suit-named"
            return case.rule("joker-suit", why, joker=joker, suit=played.as_suit)
    if trick_rules.shunned == joker:
        return case.rule("no-suit", (CROWNS_JOKER, "no-suit"), joker=joker)
    return case.rule("name-it", (trick_rules.naming, "name-it"), joker=joker)


# ---- face-down cards ----


def hidden_card_seen(case: Case) -> Ruling:
    """House: the owner's side gets no bonus for the card, and still pays
    its penalty."""
    if not case.whole_pack.hidden:
        return case.rule("none", (printed(JOKER, "§3", "pack"), "none-hidden"))
    holder = case.seat()
    by = case.ask("by", _HIDDEN, ("own", "other"), seat=holder)
    case.step(printed(JOKER, "§3, §4.1", "hidden"), "lies-unseen")
    settings = _settings(case)
    if settings.hidden_seen is HiddenSeen.COUNTS:
        return case.rule("card-counts", (cite(settings, "hidden_seen"), "seen-counts"))
    party = side(holder)
    if by == "other":
        return case.rule("card-counts", (_HIDDEN, "not-their-fault"), side=party)
    case.step(_HIDDEN, "no-bonus", side=party)
    return _without_bonus(case, holder)


def _without_bonus(case: Case, holder: Seat) -> Ruling:
    party = side(holder)
    shown = [shown for shown in case.deal().shown if shown.holder is holder]
    points = _points_in_deal(case, shown[0]) if shown else None
    if points is None:
        return case.rule("no-bonus", otherwise="once-scored", side=party)
    if points <= 0:
        why = _HIDDEN, "penalty-stays"
        return case.rule("penalty-stays", why, side=party, points=-points)
    effects = [Effect(EffectKind.POINTS, party.id, -points)]
    why = _HIDDEN, "bonus-off"
    return case.rule("bonus-off", why, effects=effects, side=party, points=points)


def _points_in_deal(case: Case, shown: HiddenShown) -> int | None:
    deal = case.deal()
    if not deal.is_over:
        return None
    lines = scoring.hidden_lines(replace(deal, shown=(shown,)), case.state.settings)
    return int(lines[0].points) if lines else None


# ---- sealed things ----


def seal_not_opened(case: Case) -> Ruling:
    """House: what is not opened gains its owner nothing, and costs what it would
    have cost."""
    answers = [Sealed.HAND]
    if case.whole_pack.hidden:
        answers.insert(0, Sealed.HIDDEN)
    if jokers_of(case.deal(), case.state.settings) is not None:
        answers.insert(0, Sealed.JOKER)
    what = case.ask("what", _SEALED, answers, "sealed")
    if what == Sealed.JOKER:
        return joker_suit(case)
    seat = case.seat()
    if what == Sealed.HIDDEN:
        return _hidden_not_opened(case, seat)
    return case.rule("hand-sealed", (_SEALED, "hand-sealed"), side=side(seat))


def _hidden_not_opened(case: Case, seat: Seat) -> Ruling:
    party = side(seat)
    case.step(_SEALED, "must-open")
    settings = _settings(case)
    if settings.seal_unopened is SealUnopened.NOTHING:
        why = cite(settings, "seal_unopened"), "unopened-nothing"
        return case.rule("unopened-nothing", why)
    case.step(_SEALED, "no-bonus-sealed", side=party)
    points = _points_in_deal(case, HiddenShown(seat, Card("A", Suit.SPADES)))
    if points is None:
        return case.rule("no-bonus", otherwise="once-scored", side=party)
    if points >= 0:
        return case.rule("no-bonus", side=party)
    effects = [Effect(EffectKind.POINTS, party.id, points)]
    said: Said = {"side": party, "points": -points}
    return case.rule("sealed-penalty", (_SEALED, "dearest"), effects=effects, **said)


def settled(state: State, facts: Facts) -> Settled | None:
    """What an accepted ruling on a Joker's suit, or on a seal that stayed closed,
    settles; None where it settles nothing."""
    sealed = value_in(facts, Fact.WHAT, Sealed)
    if sealed is Sealed.HAND:
        return HAND, ()
    if sealed is Sealed.HIDDEN:
        return None
    law = seal_not_opened if sealed else joker_suit
    ruling = ruled_as_told(case_of, law)(state, facts)
    if not isinstance(ruling, Ruling):
        return None
    if ruling.verdict.code != "bridge.ruling.joker-suit":
        return None
    deal = state.last_deal
    known = jokers_of(deal, state.settings) if deal else None
    if known is None or known.mode is not SuitMode.SEALED:
        return None
    joker = ruling.verdict.values["joker"]
    suit = ruling.verdict.values["suit"]
    assert isinstance(joker, Card) and isinstance(suit, Suit)  # noqa: S101 - the verdict's
    declared = JokersDeclared(suits=((joker, suit),))
    return "bridge.seal.joker-suit", (declared,) if known.suit(joker) is None else ()


_TABLE = printed(JOKER, "§5", "powers")


def worth(state: State, card: Card) -> Ruling:
    """What this card is in the deal in progress, else in the last one, and what it can
    count. The verdict is the most that can be said of it in one sentence; the first
    step says it too."""
    deal = state.last
    settings = state.settings
    steps = (
        *_ranks(deal, settings, card),
        *_as_honour(deal, settings, card),
        *_face_down(settings, card),
    )
    is_honour = card in scoring.honour_cards(deal, settings)
    if is_honour and scoring.honours_scored(settings):
        verdict = message("bridge.worth.honour", card=card, contract=deal.contract)
    elif card.is_joker:
        verdict = steps[0].what
    else:
        verdict = message("bridge.worth.card", card=card)
    return Ruling(verdict, steps)


# ---- in the play ----


def _ranks(deal: Deal, settings: Settings, card: Card) -> Iterator[Step]:
    denomination = deal.contract.denomination if deal.contract else None
    jokers = jokers_of(deal, settings)
    if card.is_joker:
        if jokers is None:
            yield _crowns_joker(settings, card, denomination)
        else:
            yield from _joker(settings, jokers, card, denomination)
        return
    what = message("bridge.worth.plain", card=card)
    if denomination is not None and card.suit is denomination.suit:
        what = message("bridge.worth.trump", card=card, suit=card.suit)
    yield Step(what, play.law(settings, "Law 44", "play"))


def _joker(
    settings: Settings,
    jokers: Jokers,
    card: Card,
    denomination: Denomination | None,
) -> Iterator[Step]:
    """Rule: Joker Bridge §4.3: its place in its suit goes by the power and
    the contract."""
    if denomination is None:
        power = message(f"bridge.power.{jokers.power.value}")
        yield Step(message("bridge.worth.joker-power", card=card, power=power), _TABLE)
    else:
        code = "high" if is_high(jokers.power, denomination) else "low"
        said = {"card": card, "denomination": denomination}
        what = message(f"bridge.worth.joker-{code}", **said)
        yield Step(what, cite(settings, "power"))
    yield _suit_of_joker(settings, jokers, card)
    points = hcp(jokers.power, denomination)
    yield Step(message("bridge.worth.hcp", card=card, n=points), _TABLE)


def _suit_of_joker(settings: Settings, jokers: Jokers, card: Card) -> Step:
    suit = jokers.suit(card)
    if suit is not None:
        rule_of = printed(JOKER, "§3", "pack" if card.suit else "suits")
        return Step(message("bridge.worth.suit", card=card, suit=suit), rule_of)
    said = {"card": card, "suits": listed(wildcard_suits(card, settings))}
    if jokers.mode is SuitMode.SEALED:
        rule_of = printed(JOKER, "§2, §3", "sealed")
        return Step(message("bridge.worth.sealed-suit", **said), rule_of)
    rule_of = cite(settings, "wildcard_until")
    return Step(message("bridge.worth.no-suit", **said), rule_of)


def _crowns_joker(
    settings: Settings, card: Card, denomination: Denomination | None
) -> Step:
    """Rule: Five Crowns: the two of trumps, and at no trump a card that
    wins nothing."""
    if denomination is not Denomination.NO_TRUMP:
        suit = denomination.suit if denomination else None
        code = "bridge.worth.crowns-trump" if suit else "bridge.worth.crowns"
        rule_of = printed(VARIATIONS, "Five Crowns Bridge, rank", "joker")
        return Step(message(code, card=card, suit=suit), rule_of)
    answer = settings.nt_joker if isinstance(settings, CrownsSettings) else None
    if answer is NoTrumpJoker.NOMINATED:
        named = message("bridge.worth.crowns-named", card=card)
        return Step(named, cite(settings, "nt_joker"))
    return Step(message("bridge.worth.crowns-nt", card=card), CROWNS_JOKER)


# ---- in the score ----


def _as_honour(deal: Deal, settings: Settings, card: Card) -> Iterator[Step]:
    contract = deal.contract
    if contract is None:
        return
    if not scoring.honours_scored(settings):
        is_off = settings.honours is Honours.OFF
        rule_of = cite(settings, "honours" if is_off else "duplicate_honours")
        yield Step(message("bridge.worth.no-honours"), rule_of)
        return
    rule_of = cite(settings, "honours")
    honours = scoring.honour_cards(deal, settings)
    if card not in honours:
        what = message("bridge.worth.not-honour", card=card, contract=contract)
        yield Step(what, rule_of)
        return
    for number, points in scoring.worths_of_honours(contract, settings):
        if number <= len(honours):
            what = message("bridge.worth.honours", n=number, points=points)
            yield Step(what, rule_of)


def _face_down(settings: Settings, card: Card) -> Iterator[Step]:
    if not isinstance(settings, JokerSettings) or not pack_of(settings).hidden:
        return
    points = scoring.hidden_worth(HiddenShown(Seat.NORTH, card), settings)
    name = "hidden_joker" if card.is_joker else "hidden_table"
    what = message("bridge.worth.face-down", card=card, points=points)
    yield Step(what, cite(settings, name))
    yield Step(message("bridge.worth.sign"), cite(settings, "hidden_sign"))
