"""Exposed cards, penalty cards, leads and plays out of turn or too early: Laws 26B, 48-57."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import inferred
from scorekeeper.core.messages import Message, listed
from scorekeeper.core.play import turn
from scorekeeper.core.rulings import Effect, Ruling
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.games.bridge.contract import opening_leader
from scorekeeper.games.bridge.laws import table
from scorekeeper.games.bridge.laws.calls import law_16c_withdrawn
from scorekeeper.games.bridge.laws.shown import law_24_shown, other_cards
from scorekeeper.games.bridge.laws.table import PlayRole, left, mate, others, right
from scorekeeper.games.case import Case, Question

# ---- Law 50: what a penalty card brings with it ----

LEAD_WHY = Question("50.lead-why", "Law 50D2", str, ("card", "call"))
LEAD_50 = Question("50.lead", "Law 50D2", str, words="penalty-lead", chooser="declarer")
FORBIDDEN = Question("26.forbidden", "Law 26B", str, words="first-lead", chooser="declarer")


def becomes_penalty_card(case: Case, seat: Seat, card: Card, *, is_major: bool = True) -> None:
    """Law 50: what its owner, and the partner, must do while the card lies there."""
    partner = mate(seat)
    if not is_major:
        case.step("Law 50B", "is-minor", card=card)
        case.step("Law 50C", "minor", card=card, suit=table.suit(case, card), seat=seat)
        case.step("Law 50C", "minor-partner", partner=partner)
        case.bind("penalty-minor", seat, card, honours=table.pack(case).honours)
    else:
        case.step("Law 50B", "major", card=card, seat=seat)
        case.step("Law 50D1(a)", "first-chance", card=card)
        trick_rules = table.trick_rules(case)
        if trick_rules is not None and card in trick_rules.wild:
            # Inferred: it meets its first chance in the next trick, whatever is led.
            case.step(inferred("§7", "law-48"), "any-trick", card=card)
        case.step("Law 50D2", "partner-leads", partner=partner, card=card)
        case.bind("penalty-major", seat, card)
        _none_is_minor(case, seat)
    case.step("Law 50E1", "known-while-there", card=card)
    case.step("Law 50E3", "known-when-played", partner=partner)
    case.step("Law 50E4", "gained-by-card")


def become_penalty_cards(case: Case, seat: Seat, card: Card, *more: Card) -> None:
    """Law 50B: several cards of one defender are all major."""
    becomes_penalty_card(case, seat, card)
    for one in more:
        case.step("Law 50B", "major", card=one, seat=seat)
        case.bind("penalty-major", seat, one)


def _none_is_minor(case: Case, seat: Seat) -> None:
    """A minor penalty card of this player, or one shown in the auction, is major beside another."""
    for _, _, name, *major in table.bound(case, seat, "penalty-minor", "penalty-if-defender"):
        if not major and not table.is_honour(case, card := Card.parse(name)):
            table.picks_up(case, seat, [card])
            case.bind("penalty-major", seat, card)


def lead_choice(case: Case, card: Card, leader: Seat) -> Iterator[tuple[str, Message]]:
    """Law 50D2: what declarer may ask of a defender who leads while partner has a penalty card.

    Inferred: a Joker that has no suit yet can be neither asked for nor forbidden.
    """
    suit = table.suit(case, card)
    for choice in ("require", "forbid", "free"):
        if suit is not None or choice == "free":
            said = {"leader": leader, "suit": suit, "card": card}
            yield choice, case.words("answer", f"lead.{choice}", **said)


def law_26b_50d2_partner_leads(case: Case) -> Ruling:
    """Laws 26B, 50D2, 51B: what declarer may ask of a defender whose partner has a penalty card,
    or has withdrawn a call, before that defender leads."""
    seat, declarer = case.seat(), table.declarer(case)
    owner, cards = mate(seat), table.major_cards(case, mate(seat))
    if table.role(case, seat) is not PlayRole.DEFENDER:
        law, code = ("24D", "shown-declarer") if cards else ("26B", "first-lead")
        return case.nothing(f"Law {law}", code)
    if len(cards) > 1:
        return law_51b_partner_leads(case, owner)
    why = "card" if cards else "call"
    if not cards and not table.is_bound(case, seat, "first-lead"):
        if table.penalty_cards(case, owner):
            return case.nothing("Law 50C", "minor-partner", partner=seat)
        why = case.ask(LEAD_WHY, seat=seat, partner=owner)
    if why == "call":
        return _first_lead(case, seat)
    card = cards[0] if cards else case.card()
    choice = case.ask(LEAD_50, lead_choice(case, card, seat), declarer=declarer, leader=seat)
    return chosen_lead(case, owner, card, choice)


def _first_lead(case: Case, leader: Seat) -> Ruling:
    """Law 26B: one suit that the withdrawn caller has not named in the legal auction."""
    deal, owner, declarer = table.deal(case), mate(leader), table.declarer(case)
    calls = [call for n, call in enumerate(deal.calls) if deal.auction.caller(n) is owner]
    named = {call.denomination.suit for call in calls if call.denomination}
    said: dict[str, Any] = {"leader": leader, "declarer": declarer, "seat": owner}
    if table.has_led(case, leader):
        return case.nothing("Law 26B", "first-lead-past", **said)
    options = [("free", case.words("answer", "first-lead.free", **said))]
    options += [
        (one.value, case.words("answer", "first-lead.suit", suit=one, **said))
        for one in table.pack(case).suits
        if one not in named
    ]
    choice = case.ask(FORBIDDEN, options, **said)
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
    leader, suit = mate(seat), table.suit(case, card)
    table.picks_up(case, seat, table.penalty_cards(case, seat, suit))
    if choice == "free":
        case.step("Law 50D2(b)", "lead-free", leader=leader)
        becomes_penalty_card(case, seat, card)
        return case.rule("lead-free", leader=leader, card=card, seat=seat)
    said: dict[str, Any] = {"leader": leader, "suit": suit, "card": card, "seat": seat}
    if choice == "forbid":
        case.step("Law 50D2(a)", "as-long", **said)
    case.step("Law 50D2(a)", "picked-up", card=card, seat=seat)
    case.step("Law 50E2", "known-picked-up", leader=leader, declarer=table.declarer(case))
    case.step("Law 59", "if-able", partner=leader)
    case.bind("must-lead" if choice == "require" else "may-not-lead", leader, suit=suit)
    case.bind("unauthorized", leader)
    return case.rule(f"lead-{choice}", **said)


# ---- Laws 24, 48-50: an exposed card ----

PARTNER_LEADS = Question("50.partner-leads", "Law 50D2", bool)
PHASE = Question("24.phase", "Law 24", str, ("play", "auction"))
SHOWN_HOW = Question("50.shown-how", "Law 50B", str, ("accident", "deliberate", "named"))
MORE = Question("50.more", "Law 50B", bool)


def law_49_exposed_card(case: Case) -> Ruling:
    """Laws 24, 48-50: declarer's cards cost nothing, a defender's stays as a penalty card."""
    seat, card = case.seat(), case.card()
    if _is_in_auction(case):
        return law_24_shown(case, seat, card)
    if table.role(case, seat) is not PlayRole.DEFENDER:
        case.step("Law 48A", "declarers-card")
        return case.rule("no-penalty", otherwise=("faced-hand",))
    if table.before(case, seat, card) is not None:
        return case.nothing("Law 45A", "was-played")
    return _of_a_defender(case, seat, card)


def _of_a_defender(case: Case, seat: Seat, card: Card) -> Ruling:
    """Laws 49, 50: it lies there, and declarer has a say where the partner leads now."""
    case.step("Law 49", "defenders-card")
    is_accident = table.is_honour(case, card) or case.ask(SHOWN_HOW, card=card) == "accident"
    more = _shown_with(case, seat, card) if is_accident else []
    if is_accident and not more and _is_minor(case, seat, card):
        becomes_penalty_card(case, seat, card, is_major=False)
        return case.rule("minor", otherwise=("major", "unseen"))
    leader, declarer = mate(seat), table.declarer(case)
    if case.ask(PARTNER_LEADS, partner=leader):
        if more or table.penalty_cards(case, seat):
            return law_51b_partner_leads(case, seat, card, *more)
        options = lead_choice(case, card, leader)
        choice = case.ask(LEAD_50, options, declarer=declarer, leader=leader)
        return chosen_lead(case, seat, card, choice)
    become_penalty_cards(case, seat, card, *more)
    otherwise = ("minor", "two-cards", "unseen")
    return case.rule("major", otherwise=otherwise, declarer=declarer)


def _is_in_auction(case: Case) -> bool:
    deal = case.state.deal
    if deal is not None and (deal.calls or deal.contract):
        return deal.contract is None
    return case.ask(PHASE) == "auction"


def _shown_with(case: Case, seat: Seat, card: Card) -> list[Card]:
    """The cards that lie there with this one and that no ruling has named yet."""
    if table.penalty_cards(case, seat) or not case.ask(MORE, seat=seat):
        return []
    return other_cards(case, 50, seat, card)


def _is_minor(case: Case, seat: Seat, card: Card) -> bool:
    """Law 50B: one card below an honour; beside another it is major."""
    beside = [one for one in table.penalty_cards(case, seat) if one != card]
    return not table.is_honour(case, card) and not beside


def lies_by_accident(case: Case, seat: Seat, card: Card, *, is_alone: bool = True) -> str:
    """Law 50B of a card that was shown by accident: "major" or "minor".

    Others shown with it are asked for; with an honour, which is major anyway, only where several
    are known to have been seen (not `is_alone`).
    """
    is_major = is_alone and table.is_honour(case, card)
    more = [] if is_major else _shown_with(case, seat, card)
    if not more and _is_minor(case, seat, card):
        becomes_penalty_card(case, seat, card, is_major=False)
        return "minor"
    become_penalty_cards(case, seat, card, *more)
    return "major"


# ---- Law 51: two or more penalty cards ----

TURN = Question("51.turn", "Law 51", str, ("own", "partner"), words="several-turn")
LEAD_51 = Question(
    "51.lead", "Law 51B", str, ("require", "forbid", "free"), words="several", chooser="declarer"
)
ONE_SUIT = Question("51.one-suit", "Law 51B", bool)
SUIT_51 = Question("51.suit", "Law 51B", str, words="several-suit", chooser="declarer")


def law_51_two_penalty_cards(case: Case) -> Ruling:
    """Law 51: declarer says which of them is played, or what the partner may lead."""
    seat, declarer = case.seat(), table.declarer(case)
    leader = mate(seat)
    case.step("Law 50B", "several-major")
    if case.ask(TURN, partner=leader) == "own":
        case.step("Law 51A", "several-own", declarer=declarer)
        return case.rule("several-own", declarer=declarer)
    return law_51b_partner_leads(case, seat)


def law_51b_partner_leads(case: Case, seat: Seat, *more: Card) -> Ruling:
    """Law 51B: the partner of the owner of several penalty cards has the lead; `more` have just
    become such cards."""
    declarer, leader = table.declarer(case), mate(seat)
    cards = [*table.penalty_cards(case, seat), *more]
    said: dict[str, Any] = {"leader": leader, "declarer": declarer, "seat": seat}
    choice = case.ask(LEAD_51, **said)
    if choice == "free":
        case.step("Law 51B2(c)", "several-lie", seat=seat)
        for card in more:
            case.bind("penalty-major", seat, card)
        _none_is_minor(case, seat)
        return case.rule("several-free", **said)
    suits = {table.suit(case, card) for card in cards}
    offered = [one for one in table.pack(case).suits if not suits or one in suits]
    most = 1 if choice == "require" else len(offered) if suits else 2
    named = _suits_named(case, offered, most, said)
    is_one = len(suits) == 1 if suits else case.ask(ONE_SUIT, seat=seat)
    section = f"Law 51B{1 if is_one else 2}({'a' if choice == 'require' else 'b'})"
    table.picks_up(case, seat, table.penalty_cards(case, seat, *named))
    for card in more:
        if table.suit(case, card) not in named:
            case.bind("penalty-major", seat, card)
    for suit in named:
        case.step(section, "several-up", suit=suit, seat=seat)
        if choice == "forbid":
            case.step(section, "as-long", suit=suit, **said)
        case.bind("must-lead" if choice == "require" else "may-not-lead", leader, suit=suit)
    if not is_one and suits != set(named):
        case.step(section, "several-others", seat=seat)
    case.step("Law 50E2", "known-picked-up", **said)
    case.step("Law 59", "if-able", partner=leader)
    case.bind("unauthorized", leader)
    return case.rule(f"several-{choice}", suit=listed(named), **said)


def _suits_named(
    case: Case, suits: Sequence[Suit], most: int, said: dict[str, Any]
) -> tuple[Suit, ...]:
    """Which of the suits, and up to how many of them, declarer names."""
    if len(suits) == 1:
        return tuple(suits)
    some = (few for n in range(most) for few in combinations(suits, n + 1))
    options = [
        (" ".join(one.value for one in few), case.words("answer", "is", what=listed(few)))
        for few in some
    ]
    found = case.ask(SUIT_51, options, **said)
    return tuple(Suit(one) for one in found.split())


# ---- Laws 53-56: leads out of turn ----

TOLD_TO = Question("47.told-to", "Law 47E1", bool)
OPENING = Question("54.opening", "Law 54", str, ("yes", "no", "last"))
LEADER = Question("44.leader", "Law 44G", Seat)
DUMMY_SEEN = Question("54.dummy-seen", "Law 54C", bool)
OPENING_LEAD = Question("54.opening-lead", "Law 54", str, chooser="declarer")
LEAD_53 = Question("53.lead", "Law 53A", str, chooser="declarer")
DECLARER_LEAD = Question("55.declarer-lead", "Law 55A", str, chooser="side")


def law_53_lead_out_of_turn(case: Case) -> Ruling:
    """Laws 53-56: the other side may accept the lead; refused, it is taken back at a price."""
    seat, card = case.seat(), case.card()
    if table.auction(case) is not None and not (case.said("54.opening") or case.said("declarer")):
        return law_24_shown(case, seat, card, is_led=True)
    role, leader, is_opening = table.role(case, seat), _leader(case, seat), _is_opening(case)
    if leader is seat:
        return _before_the_choice(case, seat, card)
    case.step("Law 44G", "lead-turn", leader=leader)
    if case.ask(TOLD_TO):
        case.step("Law 47E1", "back-misled")
        return case.rule("card-back", leader=leader)
    if _is_last_trick(case):
        case.step("Law 53A", "last-trick")
        return case.rule("card-back", leader=leader)
    if role is not PlayRole.DEFENDER:
        return _by_declarer(case, seat, card, leader, is_opening)
    return (_opening if is_opening else _by_defender)(case, seat, card, leader)


def _before_the_choice(case: Case, seat: Seat, card: Card) -> Ruling:
    """Law 50D2: who is in turn leads too early while declarer has yet to say what may be led
    because of the partner's penalty card."""
    cards, is_played = table.major_cards(case, mate(seat)), table.deal(case).watched.trick
    if not cards or is_played or table.role(case, seat) is not PlayRole.DEFENDER:
        return case.nothing("Law 44G", "in-lead")
    case.step("Law 50D2", "partner-leads", partner=seat, card=cards[0])
    case.step("Law 49", "led-unasked", declarer=table.declarer(case))
    becomes_penalty_card(case, seat, card)
    return case.rule("major", declarer=table.declarer(case))


def _is_opening(case: Case) -> bool:
    """Whether the lead is the first of the deal."""
    return not table.deal(case).watched.entries and _which_lead(case) == "yes"


def _which_lead(case: Case) -> str:
    """Whether an unrecorded lead was the first of the deal, the last, or one between."""
    return case.ask(OPENING)


def _leader(case: Case, seat: Seat) -> Seat:
    """Whose lead it was: that of who led by the record, which takes no other lead."""
    rules, watched, card = table.rules(case), table.deal(case).watched, case.card()
    if rules is not None and watched.entries:
        leads = [trick[0] for trick in (*watched.tricks, watched.trick) if trick]
        is_lead = any((one.seat, one.card) == (seat, card) for one in leads)
        return seat if is_lead else turn(rules, watched) or seat
    if _is_opening(case):
        return opening_leader(table.declarer(case))
    return case.ask(LEADER, (one for one in COMPASS if one is not seat))


def _opening(case: Case, seat: Seat, card: Card, leader: Seat) -> Ruling:
    """Law 54: declarer has five ways to take a first lead by the wrong defender."""
    declarer = table.declarer(case)
    said: dict[str, Any] = {"declarer": declarer, "dummy": mate(declarer)}
    if case.ask(DUMMY_SEEN, **said):
        case.step("Law 54C", "must-accept", **said)
        return case.rule("lead-stands", seat=left(seat))
    options = [
        (one, case.words("answer", f"opening.{one}", **said)) for one in ("spread", "accept")
    ]
    if is_several := bool(table.penalty_cards(case, seat)):
        options.append(("refuse", case.words("answer", "led.refuse", **said, leader=leader)))
    else:
        options += lead_choice(case, card, mate(seat))
    choice = case.ask(OPENING_LEAD, options, **said)
    if choice == "spread":
        case.step("Law 54A", "spread", **said)
        effect = Effect("declarer", table.side(declarer).id, 0)
        return table.scored(case, "spread", effect, **said)
    if choice == "accept":
        case.step("Law 54B", "second-hand", **said)
        return case.rule("opening-stands", **said)
    case.step("Law 54D", "lead-refused", **said)
    if is_several:
        return law_51b_partner_leads(case, seat, card)
    return chosen_lead(case, seat, card, choice)


def _by_defender(case: Case, seat: Seat, card: Card, leader: Seat) -> Ruling:
    """Laws 53, 56: as Law 54D; where the partner leads now, declarer chooses at once."""
    declarer, is_partners = table.declarer(case), leader is mate(seat)
    is_several = is_partners and bool(table.penalty_cards(case, seat))
    said: dict[str, Any] = {"declarer": declarer, "leader": leader}
    options = [("accept", case.words("answer", "accept.accept"))]
    if is_partners and not is_several:
        options += lead_choice(case, card, leader)
    else:
        ways = ("refuse",) if is_several else ("refuse", "own")
        options += [(one, case.words("answer", f"led.{one}", **said)) for one in ways]
    choice = case.ask(LEAD_53, options, **said)
    if choice == "own":
        return _proper_lead(case, seat, card, leader)
    if choice == "accept":
        return _accepted(case, seat, card, leader)
    case.step("Law 56B", "lead-refused", **said)
    if is_several:
        return law_51b_partner_leads(case, seat, card)
    if is_partners:
        return chosen_lead(case, seat, card, choice)
    becomes_penalty_card(case, seat, card)
    return case.rule("lead-back", **said)


def _is_last_trick(case: Case) -> bool:
    """Whether nothing but the last trick is left. Law 53A."""
    rules, watched = table.rules(case), table.deal(case).watched
    if rules is None or not watched.entries:
        return _which_lead(case) == "last"
    return len(watched.tricks) == rules.tricks - 1


def _accepted(case: Case, seat: Seat, card: Card, leader: Seat) -> Ruling:
    case.step("Law 53A", "lead-accepted", side=others(seat))
    return case.rule("lead-stands", otherwise=("lead-refused",), seat=left(seat), leader=leader)


def _proper_lead(case: Case, seat: Seat, card: Card, leader: Seat) -> Ruling:
    """Law 53B: an opponent of the offender, whose lead it was, has made it meanwhile."""
    case.step("Law 53B", "proper-lead", leader=leader)
    law_16c_withdrawn(case, seat)
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
    choice = case.ask(DECLARER_LEAD, options, **said)
    if choice == "own":
        return _proper_lead(case, seat, card, leader)
    if choice == "accept":
        return _accepted(case, seat, card, leader)
    if choice == "wrong-defender":
        early = right(seat)
        card = case.ask(PREMATURE, sorted(table.pack(case).cards - {card}, key=str), seat=early)
        case.step("Law 53C", "wrong-defender", **said, right=early)
        return _told_what_to_play(case, early, card)
    case.step(
        "Law 55B2" if is_own else "Law 55B1", "other-hand" if is_own else "lead-restored", **said
    )
    case.step("Law 55C", "avoid", partner=seat)
    return case.rule("card-back", otherwise=("lead-accepted",), **said)


# ---- Law 57: premature lead or play ----

HOW = Question("how", "Law 57", str, ("before-partner", "next-trick", "before-right"))
LEGAL = Question("57.legal", "Law 57D", bool)
BOTH = Question("57.both", "Law 57C", str)
PREMATURE = Question("53.premature", "Law 53C", Card)
PLAY = Question(
    "57.play", "Law 57A", str, ("highest", "lowest", "require", "forbid"), chooser="declarer"
)
SUIT_57 = Question("57.suit", "Law 57A", Suit, chooser="declarer")


def law_57_premature_play(case: Case) -> Ruling:
    """Law 57: a defender who plays before partner shows a card, and declarer may use it."""
    seat, card = case.seat(), case.card()
    if _was_in_turn(case, seat, card):
        return case.nothing("Law 44B", "in-play-turn")
    how = case.ask(HOW)
    if table.role(case, seat) is not PlayRole.DEFENDER:
        if how == "next-trick":
            return law_53_lead_out_of_turn(case)
        case.step("Law 57C3", "declarer-early")
        return case.rule("card-played")
    if how == "before-right":
        return _before_right(case, seat, card)
    declarer = table.declarer(case)
    played = _played_by_dummy(case, declarer) if how == "before-partner" else "no"
    if played != "no":
        section = "Law 57C1" if played == "yes" else "Law 57C2"
        case.step(section, f"early-{played}", declarer=declarer, dummy=mate(declarer))
        return case.rule("card-played")
    return _told_what_to_play(case, seat, card)


def _was_in_turn(case: Case, seat: Seat, card: Card) -> bool:
    """Whether the record has the card, or a trick in which this player is next."""
    rules, watched = table.rules(case), table.deal(case).watched
    declarer = table.declarer(case)
    is_both = {declarer, mate(declarer)} <= {play.seat for play in watched.trick}  # Law 57C1
    is_next = bool(watched.trick) and rules is not None and turn(rules, watched) is seat
    return (is_next and not is_both) or table.before(case, seat, card) is not None


def _played_by_dummy(case: Case, declarer: Seat) -> str:
    """Whether declarer had played from both hands, or dummy had moved unasked."""
    trick, dummy = table.deal(case).watched.trick, mate(declarer)
    if trick and {declarer, dummy} <= {play.seat for play in trick}:
        return "yes"
    ways = ("no", "dummy") if trick else ("no", "yes", "dummy")
    return case.ask(BOTH, ways, declarer=declarer, dummy=dummy)


def _before_right(case: Case, seat: Seat, card: Card) -> Ruling:
    """Law 57D: at the turn of the player at the right."""
    trick_rules, trick = table.trick_rules(case), table.deal(case).watched.trick
    led = trick_rules.led(trick) if trick_rules is not None and trick else None
    follows = led is not None and table.suit(case, card) is led
    is_legal = follows or case.ask(LEGAL)
    case.step("Law 57D", "before-right" if is_legal else "cannot-play")
    case.step("Law 16B", "early-told")
    case.bind("unauthorized", mate(seat))
    if is_legal:
        case.bind("must-play", seat, card)
        return case.rule("must-play", otherwise=("cannot-play",))
    becomes_penalty_card(case, seat, card)
    return case.rule("major", declarer=table.declarer(case))


def _told_what_to_play(case: Case, seat: Seat, card: Card) -> Ruling:
    declarer, partner = table.declarer(case), mate(seat)
    said: dict[str, Any] = {"declarer": declarer, "seat": seat, "partner": partner, "card": card}
    choice = case.ask(PLAY, **said)
    suit = None
    if choice in ("require", "forbid"):
        suit = case.ask(SUIT_57, _other_suits(case), **said)
    number = ("highest", "lowest", "require", "forbid").index(choice) + 1
    case.step(f"Law 57A{number}", "early", **said)
    becomes_penalty_card(case, seat, card)
    case.step("Law 57B", "if-able")
    kinds = ("play-highest", "play-lowest", "must-play-suit", "may-not-play")
    case.bind(kinds[number - 1], partner, suit=suit)
    return case.rule(f"play-{choice}", otherwise=("both-played",), suit=suit, **said)


def _other_suits(case: Case) -> tuple[Suit, ...]:
    """Every suit but the one led, where that was recorded: it is of another that 57A3 speaks."""
    trick_rules, trick = table.trick_rules(case), table.deal(case).watched.trick
    led = trick_rules.led(trick) if trick_rules is not None and trick else None
    return tuple(one for one in table.pack(case).suits if one is not led)
