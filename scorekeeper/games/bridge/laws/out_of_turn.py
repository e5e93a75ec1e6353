"""Leads and plays out of turn, too early or together, and play after them: Laws 53-60."""

from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.play import turn
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.games.bridge.auction import opening_leader
from scorekeeper.games.bridge.laws.case import Case, Role, left, mate, others, right
from scorekeeper.games.bridge.laws.penalty_cards import (
    becomes_penalty_card,
    chosen_lead,
    is_minor,
    lead_choice,
)

# ---- Laws 53-56: leads out of turn ----


def law_53_lead_out_of_turn(case: Case) -> Ruling:
    """Laws 53-56: the other side may accept the lead; refused, it is taken back at a price."""
    seat, card = case.seat(), case.card()
    role, leader, is_opening = case.role(seat), _leader(case, seat), _is_opening(case)
    if leader is seat:
        return case.nothing("Law 44G", "in-lead", seat=seat)
    case.step("Law 44G", "lead-turn", card=card, leader=leader)
    if case.is_so("told-to", "Law 47E1", seat=seat):
        case.step("Law 47E1", "back-misled", card=card)
        return case.rule("card-back", card=card, seat=seat, leader=leader)
    if _is_last_trick(case):
        case.step("Law 53A", "last-trick", card=card)
        return case.rule("card-back", card=card, seat=seat, leader=leader)
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
    said: dict[str, Any] = {
        "declarer": declarer,
        "card": card,
        "seat": seat,
        "dummy": mate(declarer),
    }
    if case.is_so("dummy-seen", "Law 54C", **said):
        case.step("Law 54C", "must-accept", **said)
        return case.rule("lead-stands", card=card, seat=left(seat))
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
    said: dict[str, Any] = {"declarer": declarer, "card": card, "seat": seat, "leader": leader}
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
    return case.rule(
        "lead-stands", otherwise=("lead-refused",), card=card, seat=left(seat), leader=leader
    )


def _proper_lead(case: Case, seat: Seat, card: Card, leader: Seat) -> Ruling:
    """Law 53B: an opponent of the offender, whose lead it was, has made it meanwhile."""
    case.step("Law 53B", "proper-lead", leader=leader, card=card)
    case.step("Law 16C2", "not-to-use", partner=mate(seat))
    case.bind("unauthorized", mate(seat))
    return case.rule("proper-lead", leader=leader, card=card, seat=seat)


def _by_declarer(case: Case, seat: Seat, card: Card, leader: Seat, is_opening: bool) -> Ruling:
    """Law 55: either defender may accept it; if not, the card goes back and costs nothing."""
    defenders = others(seat)
    said: dict[str, Any] = {
        "side": defenders,
        "card": card,
        "seat": seat,
        "leader": leader,
        "next": left(seat),
    }
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
        case.step("Law 57C3", "declarer-early", card=card)
        return case.rule("card-played", card=card, seat=seat)
    if how == "before-right":
        return _before_right(case, seat, card)
    declarer = case.declarer()
    played = _played_by_dummy(case, declarer) if how == "before-partner" else "no"
    if played != "no":
        section = "Law 57C1" if played == "yes" else "Law 57C2"
        case.step(section, f"early-{played}", declarer=declarer, dummy=mate(declarer))
        return case.rule("card-played", card=card, seat=seat)
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
    case.step("Law 57D", "before-right", card=card, seat=seat)
    case.step("Law 16B", "early-told", partner=mate(seat))
    case.bind("must-play", seat, card)
    case.bind("unauthorized", mate(seat))
    return case.rule("must-play", otherwise=("cannot-play",), card=card, seat=seat)


def _told_what_to_play(case: Case, seat: Seat, card: Card) -> Ruling:
    declarer, partner = case.declarer(), mate(seat)
    said: dict[str, Any] = {"declarer": declarer, "partner": partner, "card": card, "seat": seat}
    choice = case.pick("play", "Law 57A", ("highest", "lowest", "require", "forbid"), **said)
    suit = None
    if choice in ("require", "forbid"):
        suit = case.pick_suit("suit", "Law 57A", _other_suits(case), **said)
    number = ("highest", "lowest", "require", "forbid").index(choice) + 1
    case.step(f"Law 57A{number}", "early", **said)
    becomes_penalty_card(case, seat, card)
    case.step("Law 57B", "if-able", partner=partner)
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
    if case.pick("together", "Law 58", ("players", "cards"), seat=seat) == "players":
        case.step("Law 58A", "together-later", seat=seat)
        return case.rule("together-later", otherwise=("together-turn",), seat=seat)
    if case.is_so("late", "Law 58B4"):
        case.step("Law 58B4", "together-late", seat=seat)
        return case.rule("together-late", seat=seat)
    if not case.is_so("visible", "Law 58B1", seat=seat):
        case.step("Law 58B1", "together-one")
        return case.rule("together-one", seat=seat)
    case.step("Law 58B2", "together-names", seat=seat)
    if case.role(seat) is Role.DEFENDER:
        case.step("Law 58B2", "together-penalty", seat=seat)
        other = case.card("other")
        is_minor_card = is_minor(case, seat, other, is_accident=True)
        becomes_penalty_card(case, seat, other, is_major=not is_minor_card)
    case.step("Law 58B3", "together-after")
    return case.rule("together-names", seat=seat)


# ---- Law 60: play after an illegal play ----


def law_60_play_after_illegal(case: Case) -> Ruling:
    """Law 60: who plays on has accepted it; the side at fault gains nothing by playing on."""
    seat = case.seat()
    by = case.pick("after", "Law 60", ("innocent", "offender", "restored"), seat=seat)
    if by == "innocent":
        case.step("Law 60A1", "after-forfeit", seat=seat)
        case.step("Law 60A2", "after-in-turn")
        case.step("Law 60A3", "after-owed")
        return case.rule("after-forfeit", seat=seat)
    if by == "restored" and case.role(seat) is Role.DEFENDER:
        case.step("Law 60B", "after-restored", seat=seat, declarer=case.declarer())
        becomes_penalty_card(case, seat, case.card())
        return case.rule("after-restored", seat=seat)
    case.step("Law 60C", "after-offender", seat=seat)
    return case.rule("after-offender", otherwise=("after-own",), seat=seat)
