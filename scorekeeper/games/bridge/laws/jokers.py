"""Disputes that only Jokers and face-down cards raise, things that were sealed, and
what a Joker, a face-down card or an honour is worth in a deal.

Rule: Joker Bridge §3, §4.3, §4.4, §5, §6.3, §7; Five Crowns Bridge, rank and play; Law
81 of 1993. House: readings §7: nothing recorded, a Joker is of the suit of its colour
that is not trumps; who looks early, or opens nothing, gets no bonus and still pays the
penalty.
"""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import inferred, printed
from scorekeeper.core.facts import Fact, Facts, Sealed, value_in
from scorekeeper.core.messages import listed, message
from scorekeeper.core.rulings import Effect, Ruling, Step
from scorekeeper.core.seats import Seat
from scorekeeper.games.arbiter.arbiter import Settled
from scorekeeper.games.arbiter.case import Said, ruled_as_told
from scorekeeper.games.bridge import play, rules, scoring
from scorekeeper.games.bridge.contract import Denomination
from scorekeeper.games.bridge.events import HiddenShown, JokersDeclared
from scorekeeper.games.bridge.laws import table
from scorekeeper.games.bridge.laws.table import Case, case_of, others, side
from scorekeeper.games.bridge.rules import (
    JOKER,
    JokerSettings,
    Settings,
    SuitMode,
    cite,
)
from scorekeeper.games.bridge.state import Deal, State, jokers_of

_ARBITER = printed(JOKER, "§2, §3, §7", "arbiter-joker")
_HIDDEN = inferred("§7", "arbiter-hidden")
_SEALED = inferred("§7", "arbiter-sealed")

# ---- a Joker's suit ----


def joker_suit(case: Case) -> Ruling:
    """The arbiter reads what was declared; where there is nothing, a Joker is not a
    trump."""
    jokers = table.pack(case).jokers
    joker = case.ask("joker", _ARBITER, jokers) if len(jokers) > 1 else jokers[0]
    deal = table.deal(case)
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


def _recorded(case: Case, deal: Deal, jokers: play.Jokers, joker: Card) -> Ruling:
    """The declaration, the agreement or the Joker itself says it."""
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


def _settings(case: Case) -> JokerSettings:
    settings = case.state.settings
    assert isinstance(settings, JokerSettings)  # noqa: S101 - no other game has these
    return settings


def _unrecorded(
    case: Case, jokers: play.Jokers, joker: Card, trumps: Suit | None
) -> Ruling:
    """House: of its colour, not trumps; of two such suits the side that was not told
    chooses."""
    settings = _settings(case)
    closed = sum(jokers.suit(card) is None for card in table.pack(case).jokers)
    if jokers.mode is SuitMode.SEALED and closed > 1:
        case.seat()  # whose seal stays closed, where there may be two of them
    is_wild = jokers.mode is SuitMode.WILDCARD
    may_be = (
        play.wildcard_suits(joker, settings) if is_wild else play.joker_suits(joker)
    )
    rule_of = cite(settings, "disputed_suit")
    is_any = settings.disputed_suit is rules.DisputedSuit.OTHERS
    open_to = tuple(suit for suit in may_be if is_any or suit is not trumps)
    code = "any-suit" if is_any else "not-trumps"
    reasons = (_ARBITER, "nothing-recorded"), (rule_of, code)
    case.steps(*reasons, joker=joker, suits=listed(open_to))
    suit = open_to[0]
    if len(open_to) > 1:
        chooser = others(case.seat())
        said: Said = {"side": chooser, "joker": joker}
        suit = case.ask("suit", rule_of, open_to, "joker-suit", "side", **said)
        case.step(rule_of, "others-choose", side=chooser)
    return case.rule("joker-suit", otherwise="declared", joker=joker, suit=suit)


def _in_five_crowns(case: Case, deal: Deal, joker: Card) -> Ruling:
    """Rule: Five Crowns: the two of trumps; at no trump none, or the one named as it is
    played."""
    trick_rules = table.trick_rules(case)
    if trick_rules is None:
        return case.rule(
            "no-suit-yet", (play.CROWNS_JOKER, "crowns-joker"), joker=joker
        )
    if trick_rules.trumps is not None:
        why = trick_rules.ranking, "two-of-trumps"
        return case.rule("joker-two", why, joker=joker, suit=trick_rules.trumps)
    named = next(
        (play.as_suit for play in deal.watched.plays if play.card == joker), None
    )
    if named is not None:
        why = trick_rules.naming, "suit-named"
        return case.rule("joker-suit", why, joker=joker, suit=named)
    if trick_rules.shunned == joker:
        return case.rule("no-suit", (play.CROWNS_JOKER, "no-suit"), joker=joker)
    return case.rule("name-it", (trick_rules.naming, "name-it"), joker=joker)


# ---- face-down cards ----


def hidden_card_seen(case: Case) -> Ruling:
    """House: the owner's side gets no bonus for the card, and still pays its
    penalty."""
    if not table.pack(case).hidden:
        return case.rule("none", (printed(JOKER, "§3", "pack"), "none-hidden"))
    holder = case.seat()
    by = case.ask("by", _HIDDEN, ("own", "other"), seat=holder)
    case.step(printed(JOKER, "§3, §4.1", "hidden"), "lies-unseen")
    settings = _settings(case)
    if settings.hidden_seen is rules.HiddenSeen.COUNTS:
        return case.rule("card-counts", (cite(settings, "hidden_seen"), "seen-counts"))
    party = side(holder)
    if by == "other":
        return case.rule("card-counts", (_HIDDEN, "not-their-fault"), side=party)
    case.step(_HIDDEN, "no-bonus", side=party)
    shown = next((one for one in table.deal(case).shown if one.holder is holder), None)
    points = _points(case, shown) if shown is not None else None
    if points is None:
        return case.rule("no-bonus", otherwise="once-scored", side=party)
    if points <= 0:
        why = _HIDDEN, "penalty-stays"
        return case.rule("penalty-stays", why, side=party, points=-points)
    effect = Effect("points", party.id, -points)
    why = (_HIDDEN, "bonus-off")
    return case.rule("bonus-off", why, effects=(effect,), side=party, points=points)


def _points(case: Case, shown: HiddenShown) -> int | None:
    """What this face-down card scores in the deal; None before it has a result."""
    deal = table.deal(case)
    if not deal.is_over:
        return None
    lines = scoring.hidden_lines(replace(deal, shown=(shown,)), case.state.settings)
    return int(lines[0].points) if lines else None


# ---- sealed things ----


def seal_not_opened(case: Case) -> Ruling:
    """House: what is not opened gains its owner nothing, and costs what it would have
    cost."""
    is_there = {
        Sealed.JOKER: jokers_of(table.deal(case), case.state.settings) is not None,
        Sealed.HIDDEN: bool(table.pack(case).hidden),
        Sealed.HAND: True,
    }
    answers = [one for one, is_so in is_there.items() if is_so]
    what = case.ask("what", _SEALED, answers, "sealed")
    if what == Sealed.JOKER:
        return joker_suit(case)
    seat = case.seat()
    party = side(seat)
    if what == Sealed.HAND:
        return case.rule("hand-sealed", (_SEALED, "hand-sealed"), side=party)
    case.step(_SEALED, "must-open")
    settings = _settings(case)
    if settings.seal_unopened is rules.SealUnopened.NOTHING:
        return case.rule(
            "unopened-nothing", (cite(settings, "seal_unopened"), "unopened-nothing")
        )
    case.step(_SEALED, "no-bonus-sealed", side=party)
    points = _points(case, HiddenShown(seat, Card("A", Suit.SPADES)))
    if points is None:
        return case.rule("no-bonus", otherwise="once-scored", side=party)
    if points >= 0:
        return case.rule("no-bonus", side=party)
    effect = Effect("points", party.id, points)
    why = (_SEALED, "dearest")
    return case.rule(
        "sealed-penalty", why, effects=(effect,), side=party, points=-points
    )


def settled(state: State, facts: Facts) -> Settled | None:
    """What an accepted ruling on a Joker's suit, or on a seal that stayed closed,
    settles."""
    sealed = value_in(facts, Fact.WHAT, Sealed)
    if sealed is Sealed.HAND:
        return "seal.hand", ()
    if sealed is Sealed.HIDDEN:
        return None
    law = seal_not_opened if sealed else joker_suit
    ruling = ruled_as_told(case_of, law)(state, facts)
    if (
        not isinstance(ruling, Ruling)
        or ruling.verdict.code != "bridge.ruling.joker-suit"
    ):
        return None
    said = dict(ruling.verdict.params)
    joker = said["joker"]
    suit = said["suit"]
    deal = state.last_deal
    known = jokers_of(deal, state.settings) if deal else None
    if known is None or known.mode is not SuitMode.SEALED:
        return None
    assert isinstance(joker, Card) and isinstance(suit, Suit)  # noqa: S101 - the verdict's
    holds = (
        ()
        if known.suit(joker) is not None
        else (JokersDeclared(suits=((joker, suit),)),)
    )
    return "bridge.seal.joker-suit", holds


_TABLE = printed(JOKER, "§5", "powers")


def worth(state: State, card: Card) -> Ruling:
    """What this card is in the deal in progress, else in the last one, and what it can
    count.

    The verdict is the most that can be said of it in one sentence; the first step says
    it too.
    """
    deal = state.last
    settings = state.settings
    steps = (
        *_ranks(deal, settings, card),
        *_as_honour(deal, settings, card),
        *_face_down(settings, card),
    )
    if card in scoring.honour_cards(deal, settings) and scoring.honours_scored(
        settings
    ):
        return Ruling(
            message("bridge.worth.honour", card=card, contract=deal.contract), steps
        )
    said = steps[0].what if card.is_joker else message("bridge.worth.card", card=card)
    return Ruling(said, steps)


# ---- in the play ----


def _ranks(deal: Deal, settings: Settings, card: Card) -> Iterator[Step]:
    denomination = deal.contract.denomination if deal.contract else None
    jokers = jokers_of(deal, settings)
    if not card.is_joker:
        is_trump = denomination is not None and card.suit is denomination.suit
        code, suit = ("trump", {"suit": card.suit}) if is_trump else ("plain", {})
        what = message(f"bridge.worth.{code}", card=card, **suit)
        yield Step(what, play.law(settings, "Law 44", "play"))
    elif jokers is not None:
        yield from _joker(settings, jokers, card, denomination)
    else:
        yield _crowns_joker(settings, card, denomination)


def _joker(
    settings: Settings,
    jokers: play.Jokers,
    card: Card,
    denomination: Denomination | None,
) -> Iterator[Step]:
    """Rule: Joker Bridge §4.3: its place in its suit goes by the power and the
    contract."""
    if denomination is None:
        power = message(f"bridge.power.{jokers.power.value}")
        yield Step(message("bridge.worth.joker-power", card=card, power=power), _TABLE)
    else:
        code = "high" if play.is_high(jokers.power, denomination) else "low"
        what = message(
            f"bridge.worth.joker-{code}", card=card, denomination=denomination
        )
        yield Step(what, cite(settings, "power"))
    if suit := jokers.suit(card):
        rule_of = printed(JOKER, "§3", "pack" if card.suit else "suits")
        yield Step(message("bridge.worth.suit", card=card, suit=suit), rule_of)
    else:
        may_be = listed(play.wildcard_suits(card, settings))
        if jokers.mode is SuitMode.SEALED:
            what = message("bridge.worth.sealed-suit", card=card, suits=may_be)
            yield Step(what, printed(JOKER, "§2, §3", "sealed"))
        else:
            what = message("bridge.worth.no-suit", card=card, suits=may_be)
            yield Step(what, cite(settings, "wildcard_until"))
    points = play.hcp(jokers.power, denomination)
    yield Step(message("bridge.worth.hcp", card=card, n=points), _TABLE)


def _crowns_joker(
    settings: Settings, card: Card, denomination: Denomination | None
) -> Step:
    """Rule: Five Crowns: the two of trumps, and at no trump a card that wins
    nothing."""
    if denomination is None or denomination.suit is not None:
        suit: Suit | None = denomination.suit if denomination else None
        code = "bridge.worth.crowns-trump" if suit else "bridge.worth.crowns"
        what = message(code, card=card, suit=suit)
        return Step(
            what, printed(rules.VARIATIONS, "Five Crowns Bridge, rank", "joker")
        )
    answer = settings.nt_joker if isinstance(settings, rules.CrownsSettings) else None
    if answer is rules.NoTrumpJoker.NOMINATED:
        return Step(
            message("bridge.worth.crowns-named", card=card), cite(settings, "nt_joker")
        )
    return Step(message("bridge.worth.crowns-nt", card=card), play.CROWNS_JOKER)


# ---- in the score ----


def _as_honour(deal: Deal, settings: Settings, card: Card) -> Iterator[Step]:
    contract = deal.contract
    if contract is None:
        return
    if not scoring.honours_scored(settings):
        name = (
            "honours" if settings.honours is rules.Honours.OFF else "duplicate_honours"
        )
        yield Step(message("bridge.worth.no-honours"), cite(settings, name))
        return
    rule_of = cite(settings, "honours")
    honours = scoring.honour_cards(deal, settings)
    if card not in honours:
        yield Step(
            message("bridge.worth.not-honour", card=card, contract=contract), rule_of
        )
        return
    kind = "trumps" if contract.denomination.suit else "nt"
    for name, points in scoring.values_of(settings):
        of, _, number = name.partition("-")
        if of == kind and int(number) <= len(honours):
            what = message("bridge.worth.honours", n=int(number), points=points)
            yield Step(what, rule_of)


def _face_down(settings: Settings, card: Card) -> Iterator[Step]:
    if not isinstance(settings, JokerSettings) or not play.pack_of(settings).hidden:
        return
    points = scoring.hidden_worth(HiddenShown(Seat.NORTH, card), settings)
    name = "hidden_joker" if card.is_joker else "hidden_table"
    what = message("bridge.worth.face-down", card=card, points=points)
    yield Step(what, cite(settings, name))
    yield Step(message("bridge.worth.sign"), cite(settings, "hidden_sign"))
