"""Exposed cards and penalty cards; leads and plays out of turn, too early or together, and play
after them: Laws 24, 26B, 48-60."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Message
from scorekeeper.core.play import turn
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.games.bridge.events import opening_leader
from scorekeeper.games.bridge.laws.calls import law_72c_could_know
from scorekeeper.games.bridge.laws.case import Case, Role, left, mate, others, right
from scorekeeper.games.bridge.settings import inferred

# ---- Law 50: what a penalty card brings with it ----


def becomes_penalty_card(case: Case, seat: Seat, card: Card, *, is_major: bool = True) -> None:
    """Law 50: what its owner, and the partner, must do while the card lies there."""
    partner = mate(seat)
    if not is_major:
        case.step("Law 50B", "is-minor", card=card)
        case.step("Law 50C", "minor", card=card, suit=case.suit(card), seat=seat)
        case.step("Law 50C", "minor-partner", partner=partner)
        case.bind("penalty-minor", seat, card, honours=case.pack.honours)
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


# ---- Law 24: card exposed or led during the auction ----


def _in_auction(case: Case, seat: Seat, card: Card) -> Ruling:
    """Law 24: an honour, a card led, or several cards make the partner pass once."""
    case.step("Law 24", "face-up")
    shown = "honour"
    if not case.is_honour(card):
        shown = case.pick("shown", "Law 24", ("one", "led", "more"))
    partner = mate(seat)
    if shown == "one":
        case.step("Law 24A", "low-shown")
    else:
        section = "Law 24C" if shown == "more" else "Law 24B"
        case.step(section, f"shown-{shown}")
        case.bind("pass-once", partner)
        law_72c_could_know(case, seat)
    case.step("Law 16C2", "not-to-use")
    case.bind("unauthorized", partner)
    case.step("Law 24D", "shown-declarer")
    case.step("Law 24E", "shown-defender")
    case.bind("penalty-if-defender", seat, card, is_major=shown != "one", honours=case.pack.honours)
    if shown == "one":
        return case.rule("shown-low", otherwise=("several-shown",))
    return case.rule("barred-once", otherwise=("low-shown",))


# ---- Laws 24, 48-50: an exposed card ----


def law_49_exposed_card(case: Case) -> Ruling:
    """Laws 24, 48-50: declarer's cards cost nothing, a defender's stays as a penalty card."""
    seat, card = case.seat(), case.card()
    if _is_in_auction(case):
        return _in_auction(case, seat, card)
    if case.role(seat) is not Role.DEFENDER:
        case.step("Law 48A", "declarers-card")
        return case.rule("no-penalty", otherwise=("faced-hand",))
    case.step("Law 49", "defenders-card")
    if is_minor(case, seat, card):
        becomes_penalty_card(case, seat, card, is_major=False)
        return case.rule("minor", otherwise=("major", "unseen"))
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
    return case.rule("major", otherwise=otherwise, declarer=declarer)


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
    case.step("Law 50B", "several-major")
    if case.pick("turn", "Law 51", ("own", "partner"), ask="several-turn", partner=leader) == "own":
        case.step("Law 51A", "several-own", declarer=declarer)
        return case.rule("several-own", declarer=declarer)
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
    case.step("Law 52A", "owed")
    said: dict[str, Any] = {"declarer": declarer}
    choice = case.pick("owed", "Law 52B1", ("accept", "refuse", "played"), **said)
    if choice != "refuse":
        section = "Law 52B1(b)" if choice == "played" else "Law 52B1(a)"
        case.step(section, f"owed-{choice}", **said)
        case.step("Law 52B1(c)", "owed-stays")
        return case.rule("owed-accepted")
    case.step("Law 52B2", "owed-both")
    case.bind("penalty-major", seat, card)
    return case.rule("owed-played", otherwise=("owed-next",), **said)


# ---- Laws 53-56: leads out of turn ----


def law_53_lead_out_of_turn(case: Case) -> Ruling:
    """Laws 53-56: the other side may accept the lead; refused, it is taken back at a price."""
    seat, card = case.seat(), case.card()
    role, leader, is_opening = case.role(seat), _leader(case, seat), _is_opening(case)
    if leader is seat:
        return case.nothing("Law 44G", "in-lead")
    case.step("Law 44G", "lead-turn", leader=leader)
    if case.is_so("told-to", "Law 47E1"):
        case.step("Law 47E1", "back-misled")
        return case.rule("card-back", leader=leader)
    if _is_last_trick(case):
        case.step("Law 53A", "last-trick")
        return case.rule("card-back", leader=leader)
    if role is not Role.DEFENDER:
        return _by_declarer(case, seat, card, leader, is_opening)
    return (_opening if is_opening else _by_defender)(case, seat, card, leader)


def _is_opening(case: Case) -> bool:
    """Whether the lead is the first of the deal."""
    return not case.deal().watched.entries and _which_lead(case) == "yes"


def _which_lead(case: Case) -> str:
    """Whether an unrecorded lead was the first of the deal, the last, or one between."""
    return case.pick("opening", "Law 54", ("yes", "no", "last"))


def _leader(case: Case, seat: Seat) -> Seat:
    """Whose lead it was."""
    rules, watched = case.rules(), case.deal().watched
    if rules is not None and watched.entries:
        return turn(rules, watched) or seat
    if _is_opening(case):
        return opening_leader(case.declarer())
    return case.pick_seat("leader", "Law 44G", (one for one in COMPASS if one is not seat))


def _opening(case: Case, seat: Seat, card: Card, leader: Seat) -> Ruling:
    """Law 54: declarer has five ways to take a first lead by the wrong defender."""
    declarer = case.declarer()
    said: dict[str, Any] = {"declarer": declarer, "dummy": mate(declarer)}
    if case.is_so("dummy-seen", "Law 54C", **said):
        case.step("Law 54C", "must-accept", **said)
        return case.rule("lead-stands", seat=left(seat))
    options = [
        (one, case.words("answer", f"opening.{one}", **said)) for one in ("spread", "accept")
    ]
    options += lead_choice(case, card, mate(seat))
    choice = case.choose("opening-lead", "Law 54", options, **said)
    if choice == "spread":
        case.step("Law 54A", "spread", **said)
        return case.rule("spread", **said)
    if choice == "accept":
        case.step("Law 54B", "second-hand", **said)
        return case.rule("opening-stands", **said)
    case.step("Law 54D", "lead-refused", **said)
    return chosen_lead(case, seat, card, choice)


def _by_defender(case: Case, seat: Seat, card: Card, leader: Seat) -> Ruling:
    """Laws 53, 56: as Law 54D; where the partner leads now, declarer chooses at once."""
    declarer, is_partners = case.declarer(), leader is mate(seat)
    said: dict[str, Any] = {"declarer": declarer, "leader": leader}
    options = [("accept", case.words("answer", "accept.accept"))]
    if is_partners:
        options += lead_choice(case, card, leader)
    else:
        options += [(one, case.words("answer", f"led.{one}", **said)) for one in ("refuse", "own")]
    choice = case.choose("lead", "Law 53A", options, **said)
    if choice == "own":
        return _proper_lead(case, seat, card, leader)
    if choice == "accept":
        return _accepted(case, seat, card, leader)
    case.step("Law 56B", "lead-refused", **said)
    if is_partners:
        return chosen_lead(case, seat, card, choice)
    becomes_penalty_card(case, seat, card)
    return case.rule("lead-back", **said)


def _is_last_trick(case: Case) -> bool:
    """Whether nothing but the last trick is left. Law 53A."""
    rules, watched = case.rules(), case.deal().watched
    if rules is None or not watched.entries:
        return _which_lead(case) == "last"
    return len(watched.tricks) == rules.tricks - 1


def _accepted(case: Case, seat: Seat, card: Card, leader: Seat) -> Ruling:
    case.step("Law 53A", "lead-accepted", side=others(seat))
    return case.rule("lead-stands", otherwise=("lead-refused",), seat=left(seat), leader=leader)


def _proper_lead(case: Case, seat: Seat, card: Card, leader: Seat) -> Ruling:
    """Law 53B: an opponent of the offender, whose lead it was, has made it meanwhile."""
    case.step("Law 53B", "proper-lead", leader=leader)
    case.step("Law 16C2", "not-to-use")
    case.bind("unauthorized", mate(seat))
    return case.rule("proper-lead", leader=leader)


def _by_declarer(case: Case, seat: Seat, card: Card, leader: Seat, is_opening: bool) -> Ruling:
    """Law 55: either defender may accept it; if not, the card goes back and costs nothing."""
    defenders = others(seat)
    said: dict[str, Any] = {"side": defenders, "leader": leader, "next": left(seat)}
    if is_opening:
        case.step("Law 54E", "not-a-lead", **said)
        case.step("Law 24D", "shown-declarer")
        return case.rule("card-back", **said)
    ways = ["accept", "refuse", "wrong-defender"]
    is_own = leader not in defenders.seats
    ways += [] if is_own else ["own"]
    options = [(one, case.words("answer", f"led.{one}", **said)) for one in ways]
    choice = case.choose("declarer-lead", "Law 55A", options, **said)
    if choice == "own":
        return _proper_lead(case, seat, card, leader)
    if choice == "accept":
        return _accepted(case, seat, card, leader)
    if choice == "wrong-defender":
        case.step("Law 53C", "wrong-defender", **said, right=right(seat))
        return case.rule("wrong-defender", **said, right=right(seat))
    case.step(
        "Law 55B2" if is_own else "Law 55B1", "other-hand" if is_own else "lead-restored", **said
    )
    case.step("Law 55C", "avoid", partner=seat)
    return case.rule("card-back", otherwise=("lead-accepted",), **said)


# ---- Law 57: premature lead or play ----


def law_57_premature_play(case: Case) -> Ruling:
    """Law 57: a defender who plays before partner shows a card, and declarer may use it."""
    seat, card = case.seat(), case.card()
    how = case.pick("how", "Law 57", ("before-partner", "next-trick", "before-right"))
    if case.role(seat) is not Role.DEFENDER:
        if how == "next-trick":
            return law_53_lead_out_of_turn(case)
        case.step("Law 57C3", "declarer-early")
        return case.rule("card-played")
    if how == "before-right":
        return _before_right(case, seat, card)
    declarer = case.declarer()
    played = _played_by_dummy(case, declarer) if how == "before-partner" else "no"
    if played != "no":
        section = "Law 57C1" if played == "yes" else "Law 57C2"
        case.step(section, f"early-{played}", declarer=declarer, dummy=mate(declarer))
        return case.rule("card-played")
    return _told_what_to_play(case, seat, card)


def _played_by_dummy(case: Case, declarer: Seat) -> str:
    """Whether declarer had played from both hands, or dummy had moved unasked."""
    trick, dummy = case.deal().watched.trick, mate(declarer)
    if trick and {declarer, dummy} <= {play.seat for play in trick}:
        return "yes"
    ways = ("no", "dummy") if trick else ("no", "yes", "dummy")
    return case.pick("both", "Law 57C", ways, declarer=declarer, dummy=dummy)


def _before_right(case: Case, seat: Seat, card: Card) -> Ruling:
    """Law 57D: at the turn of the player at the right."""
    case.step("Law 57D", "before-right")
    case.step("Law 16B", "early-told")
    case.bind("must-play", seat, card)
    case.bind("unauthorized", mate(seat))
    return case.rule("must-play", otherwise=("cannot-play",))


def _told_what_to_play(case: Case, seat: Seat, card: Card) -> Ruling:
    declarer, partner = case.declarer(), mate(seat)
    said: dict[str, Any] = {"declarer": declarer}
    choice = case.pick("play", "Law 57A", ("highest", "lowest", "require", "forbid"), **said)
    suit = None
    if choice in ("require", "forbid"):
        suit = case.pick_suit("suit", "Law 57A", _other_suits(case), **said)
    number = ("highest", "lowest", "require", "forbid").index(choice) + 1
    case.step(f"Law 57A{number}", "early", **said)
    becomes_penalty_card(case, seat, card)
    case.step("Law 57B", "if-able")
    kinds = ("play-highest", "play-lowest", "must-play-suit", "may-not-play")
    case.bind(kinds[number - 1], partner, suit=suit)
    return case.rule(f"play-{choice}", otherwise=("both-played",), suit=suit, **said)


def _other_suits(case: Case) -> tuple[Suit, ...]:
    """Every suit but the one led, where that was recorded: it is of another that 57A3 speaks."""
    trick_rules, trick = case.trick_rules(), case.deal().watched.trick
    led = trick_rules.led(trick) if trick_rules is not None and trick else None
    return tuple(one for one in case.pack.suits if one is not led)


# ---- Law 58: simultaneous leads or plays ----


def law_58_simultaneous_cards(case: Case) -> Ruling:
    """Law 58: the card out of turn is the later one; of one player's cards, one is played."""
    seat = case.seat()
    if case.pick("together", "Law 58", ("players", "cards")) == "players":
        case.step("Law 58A", "together-later")
        return case.rule("together-later", otherwise=("together-turn",))
    if case.is_so("late", "Law 58B4"):
        case.step("Law 58B4", "together-late")
        return case.rule("together-late")
    if not case.is_so("visible", "Law 58B1"):
        case.step("Law 58B1", "together-one")
        return case.rule("together-one")
    case.step("Law 58B2", "together-names")
    if case.role(seat) is Role.DEFENDER:
        case.step("Law 58B2", "together-penalty")
        other = case.card("other")
        is_minor_card = is_minor(case, seat, other, is_accident=True)
        becomes_penalty_card(case, seat, other, is_major=not is_minor_card)
    case.step("Law 58B3", "together-after")
    return case.rule("together-names")


# ---- Law 60: play after an illegal play ----


def law_60_play_after_illegal(case: Case) -> Ruling:
    """Law 60: who plays on has accepted it; the side at fault gains nothing by playing on."""
    seat = case.seat()
    by = case.pick("after", "Law 60", ("innocent", "offender", "restored"))
    if by == "innocent":
        case.step("Law 60A1", "after-forfeit")
        case.step("Law 60A2", "after-in-turn")
        case.step("Law 60A3", "after-owed")
        return case.rule("after-forfeit")
    if by == "restored" and case.role(seat) is Role.DEFENDER:
        case.step("Law 60B", "after-restored", declarer=case.declarer())
        becomes_penalty_card(case, seat, case.card())
        return case.rule("after-restored")
    case.step("Law 60C", "after-offender")
    return case.rule("after-offender", otherwise=("after-own",))
