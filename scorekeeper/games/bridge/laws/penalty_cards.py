"""Exposed cards, and the penalty cards that they become: Laws 48-52, 59."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Message
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.laws.case import Case, Role, mate
from scorekeeper.games.bridge.laws.changes import law_24_card_seen_in_auction
from scorekeeper.games.bridge.settings import inferred

# ---- Law 50: what a penalty card brings with it ----


def becomes_penalty_card(case: Case, seat: Seat, card: Card, *, is_major: bool = True) -> None:
    """Law 50: what its owner, and the partner, must do while the card lies there."""
    partner = mate(seat)
    if not is_major:
        case.step("Law 50B", "is-minor", card=card)
        case.step("Law 50C", "minor", card=card, suit=case.suit(card), seat=seat)
        case.step("Law 50C", "minor-partner", partner=partner)
        case.bind("penalty-minor", seat, card)
    else:
        case.step("Law 50B", "major", card=card, seat=seat)
        case.step("Law 50D1(a)", "first-chance", card=card)
        trick_rules = case.trick_rules()
        if trick_rules is not None and card in trick_rules.wild:
            # Inferred: it meets its first chance in the next trick, whatever is led.
            case.step(inferred("§7", "law-48"), "any-trick", card=card)
        case.step("Law 50D2", "partner-leads", partner=partner, card=card)
        case.bind("penalty-major", seat, card)
        for _, _, minor in case.bound(seat, "penalty-minor"):  # beside another it is major as well
            case.picks_up(seat, [Card.parse(minor)])
            case.bind("penalty-major", seat, Card.parse(minor))
    case.step("Law 50E1", "known-while-there", card=card)
    case.step("Law 50E3", "known-when-played", partner=partner)
    case.step("Law 50E4", "gained-by-card")


def lead_choice(case: Case, card: Card, leader: Seat) -> Iterator[tuple[str, Message]]:
    """Law 50D2: what declarer may ask of a defender who leads while partner has a penalty card.

    Inferred: a Joker that has no suit yet can be neither asked for nor forbidden.
    """
    suit = case.suit(card)
    for choice in ("require", "forbid", "free"):
        if suit is not None or choice == "free":
            said = {"leader": leader, "suit": suit, "card": card}
            yield choice, case.words("answer", f"lead.{choice}", **said)


def law_26b_50d2_partner_leads(case: Case) -> Ruling:
    """Laws 26B, 50D2, 51B: what declarer may ask of a defender whose partner has a penalty card,
    or has withdrawn a call, before that defender leads."""
    seat, declarer = case.seat(), case.declarer()
    owner, cards = mate(seat), case.major_cards(mate(seat))
    if len({case.suit(card) for card in cards}) > 1:
        return law_51b_partner_leads(case, owner)
    why = "card" if cards else "call"
    if not cards and not case.is_bound(seat, "first-lead"):
        if case.penalty_cards(owner):
            return case.nothing("Law 50C", "minor-partner", partner=seat)
        why = case.pick("lead-why", "Law 50D2", ("card", "call"), seat=seat, partner=owner)
    if why == "call":
        return _first_lead(case, seat)
    card = cards[0] if cards else case.card()
    choice = case.choose(
        "lead", "Law 50D2", lead_choice(case, card, seat), "penalty-lead", declarer=declarer,
        leader=seat,
    )  # fmt: skip
    return chosen_lead(case, owner, card, choice)


def _first_lead(case: Case, leader: Seat) -> Ruling:
    """Law 26B: one suit that the withdrawn caller has not named in the legal auction."""
    deal, owner, declarer = case.deal(), mate(leader), case.declarer()
    calls = [call for n, call in enumerate(deal.calls) if deal.auction.caller(n) is owner]
    named = {call.denomination.suit for call in calls if call.denomination}
    said: dict[str, Any] = {"leader": leader, "declarer": declarer, "seat": owner}
    options = [("free", case.words("answer", "first-lead.free", **said))]
    options += [
        (one.value, case.words("answer", "first-lead.suit", suit=one, **said))
        for one in case.pack.suits
        if one not in named
    ]
    choice = case.choose("forbidden", "Law 26B", options, "first-lead", **said)
    case.ended.append(f"first-lead:{leader.value}")
    if choice == "free":
        case.step("Law 26B", "first-lead-free", **said)
        return case.rule("first-lead-free", **said)
    suit = Suit(choice)
    case.step("Law 26B", "first-lead-forbid", suit=suit, **said)
    case.step("Law 59", "if-able", partner=leader)
    case.bind("may-not-lead", leader, suit=suit)
    return case.rule("first-lead-forbid", suit=suit, **said)


def chosen_lead(case: Case, seat: Seat, card: Card, choice: str) -> Ruling:
    """Law 50D2: what declarer has chosen about the lead of the partner of a penalty card."""
    leader, suit = mate(seat), case.suit(card)
    case.picks_up(seat, [one for one in case.penalty_cards(seat) if case.suit(one) is suit])
    if choice == "free":
        case.step("Law 50D2(b)", "lead-free", leader=leader)
        becomes_penalty_card(case, seat, card)
        return case.rule("lead-free", leader=leader, card=card, seat=seat)
    said: dict[str, Any] = {"leader": leader, "suit": suit, "card": card, "seat": seat}
    if choice == "forbid":
        case.step("Law 50D2(a)", "as-long", **said)
    case.step("Law 50D2(a)", "picked-up", card=card, seat=seat)
    case.step("Law 50E2", "known-picked-up", leader=leader, declarer=case.declarer())
    case.step("Law 59", "if-able", partner=leader)
    case.bind("must-lead" if choice == "require" else "may-not-lead", leader, suit=suit)
    case.bind("unauthorized", leader)
    return case.rule(f"lead-{choice}", **said)


# ---- Laws 24, 48-50: an exposed card ----


def law_49_exposed_card(case: Case) -> Ruling:
    """Laws 24, 48-50: declarer's cards cost nothing, a defender's stays as a penalty card."""
    seat, card = case.seat(), case.card()
    if _is_in_auction(case):
        return law_24_card_seen_in_auction(case, seat, card)
    if case.role(seat) is not Role.DEFENDER:
        case.step("Law 48A", "declarers-card", card=card)
        return case.rule("no-penalty", otherwise=("faced-hand",), card=card, seat=seat)
    case.step("Law 49", "defenders-card", card=card)
    if is_minor(case, seat, card):
        becomes_penalty_card(case, seat, card, is_major=False)
        return case.rule("minor", otherwise=("major", "unseen"), card=card, seat=seat)
    leader, declarer = mate(seat), case.declarer()
    if case.is_so("partner-leads", "Law 50D2", partner=leader):
        if any(case.suit(one) is not case.suit(card) for one in case.penalty_cards(seat)):
            return law_51b_partner_leads(case, seat, card)
        options = lead_choice(case, card, leader)
        choice = case.choose(
            "lead", "Law 50D2", options, "penalty-lead", declarer=declarer, leader=leader
        )
        return chosen_lead(case, seat, card, choice)
    becomes_penalty_card(case, seat, card)
    otherwise = ("minor", "two-cards", "unseen")
    return case.rule("major", otherwise=otherwise, card=card, seat=seat, declarer=declarer)


def _is_in_auction(case: Case) -> bool:
    deal = case.state.deal
    if deal is not None and (deal.calls or deal.contract):
        return deal.contract is None
    return case.pick("phase", "Law 24", ("play", "auction")) == "auction"


def is_minor(case: Case, seat: Seat, card: Card, *, is_accident: bool = False) -> bool:
    """Law 50B: one card below an honour, shown by accident; beside another it is major."""
    if case.is_honour(card):
        return False
    if not is_accident:
        how = case.pick("shown-how", "Law 50B", ("accident", "deliberate", "named"), card=card)
        if how != "accident":
            return False
    others = [one for one in case.penalty_cards(seat) if one != card]
    return not others and not case.is_so("more", "Law 50B", seat=seat)


# ---- Law 51: two or more penalty cards ----


def law_51_two_penalty_cards(case: Case) -> Ruling:
    """Law 51: declarer says which of them is played, or what the partner may lead."""
    seat, declarer = case.seat(), case.declarer()
    leader = mate(seat)
    case.step("Law 50B", "several-major", seat=seat)
    if (
        case.pick(
            "turn", "Law 51", ("own", "partner"), ask="several-turn", seat=seat, partner=leader
        )
        == "own"
    ):
        case.step("Law 51A", "several-own", declarer=declarer)
        return case.rule("several-own", declarer=declarer, seat=seat)
    return law_51b_partner_leads(case, seat)


def law_51b_partner_leads(case: Case, seat: Seat, *more: Card) -> Ruling:
    """Law 51B: the partner of the owner of several penalty cards has the lead; `more` have just
    become such cards."""
    declarer, leader, cards = case.declarer(), mate(seat), [*case.penalty_cards(seat), *more]
    said: dict[str, Any] = {"leader": leader, "declarer": declarer, "seat": seat}
    choice = case.pick("lead", "Law 51B", ("require", "forbid", "free"), ask="several", **said)
    if choice == "free":
        case.step("Law 51B2(c)", "several-lie", seat=seat)
        for card in more:
            case.bind("penalty-major", seat, card)
        return case.rule("several-free", **said)
    suits = {case.suit(card) for card in cards}
    offered = [one for one in case.pack.suits if not suits or one in suits]
    suit = case.pick_suit("suit", "Law 51B", offered, ask="several-suit", **said)
    is_one = len(suits) == 1 if suits else case.is_so("one-suit", "Law 51B", seat=seat)
    one = "Law 51B1" if is_one else "Law 51B2"
    case.picks_up(seat, [card for card in cards if case.suit(card) is suit])
    for card in more:
        if case.suit(card) is not suit:
            case.bind("penalty-major", seat, card)
    section = f"{one}({'a' if choice == 'require' else 'b'})"
    case.step(section, "several-up", suit=suit, seat=seat)
    if choice == "forbid":
        case.step(section, "as-long", suit=suit, **said)
    if one == "Law 51B2":
        case.step(section, "several-others", seat=seat)
    case.step("Law 50E2", "known-picked-up", **said)
    case.step("Law 59", "if-able", partner=leader)
    case.bind("must-lead" if choice == "require" else "may-not-lead", leader, suit=suit)
    case.bind("unauthorized", leader)
    return case.rule(f"several-{choice}", suit=suit, **said)


# ---- Law 52: failure to lead or play a penalty card ----


def law_52_penalty_card_not_played(case: Case) -> Ruling:
    """Law 52: declarer may accept the other card; else the penalty card goes in its place."""
    seat, card, declarer = case.seat(), case.card(), case.declarer()
    case.step("Law 52A", "owed", seat=seat)
    said: dict[str, Any] = {"declarer": declarer, "card": card, "seat": seat}
    choice = case.pick("owed", "Law 52B1", ("accept", "refuse", "played"), **said)
    if choice != "refuse":
        section = "Law 52B1(b)" if choice == "played" else "Law 52B1(a)"
        case.step(section, f"owed-{choice}", **said)
        case.step("Law 52B1(c)", "owed-stays", seat=seat)
        return case.rule("owed-accepted", card=card, seat=seat)
    case.step("Law 52B2", "owed-both", card=card, seat=seat)
    case.bind("penalty-major", seat, card)
    return case.rule("owed-played", otherwise=("owed-next",), **said)
