"""Exposed cards, penalty cards, leads and plays out of turn or too early: Laws
26B, 48-57."""

from itertools import combinations

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import inferred
from scorekeeper.core.facts import Fact, Reply
from scorekeeper.core.messages import listed
from scorekeeper.core.play import turn
from scorekeeper.core.rulings import Duty, Effect, EffectKind, Obligation, Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.games.arbiter.case import Option, Reason, Said
from scorekeeper.games.bridge.contract import opening_leader
from scorekeeper.games.bridge.laws.answers import (
    WAYS_TO_LEAD,
    Early,
    LeadChoice,
    Penalty,
    WhichLead,
)
from scorekeeper.games.bridge.laws.calls import (
    law_16c_withdrawn,
    law_24_shown,
    other_cards,
)
from scorekeeper.games.bridge.laws.case import Case, all_but, left, mate, others, right
from scorekeeper.games.bridge.laws.verdicts import VerdictName
from scorekeeper.games.bridge.state import Deal

# ---- Law 50: what a penalty card brings with it ----


def becomes_penalty_card(
    case: Case, seat: Seat, card: Card, *more: Card, is_major: bool = True
) -> None:
    """Law 50: what its owner, and the partner, must do while the card lies there; with
    `more` of the same defender all are major."""
    said: Said = {"card": card, "seat": seat, "partner": mate(seat)}
    if is_major:
        _lies_as_major(case, seat, card, said)
    else:
        suit = case.suit(card)
        # Inferred: a Joker without a suit holds no other card back.
        restrains = "minor-alone" if suit is None else "minor"
        reasons = ("Law 50B", "is-minor"), ("Law 50C", restrains)
        case.steps(*reasons, ("Law 50C", "minor-partner"), suit=suit, **said)
        lies = Obligation(Duty.PENALTY_MINOR, seat, card, honours=case.honours())
        case.obligations.append(lies)
    case.step("Law 50E1", "known-while-there", **said)
    case.step("Law 50E3", "known-when-played", **said)
    case.step("Law 50E4", "gained-by-card")
    for other in more:
        case.step("Law 50B", "major", card=other, seat=seat)
        case.bind(Duty.PENALTY_MAJOR, seat, other)


def _lies_as_major(case: Case, seat: Seat, card: Card, said: Said) -> None:
    case.steps(("Law 50B", "major"), ("Law 50D1(a)", "first-chance"), **said)
    playing = case.trick_rules()
    if playing is not None and card in playing.wild:
        # Inferred: it meets its first chance in the next trick, whatever is led.
        case.step(inferred("§7", "law-48"), "any-trick", card=card)
    if case.suit(card) is not None:
        case.step("Law 50D2", "partner-leads", **said)
    case.bind(Duty.PENALTY_MAJOR, seat, card)
    _make_minor_cards_major(case, seat)


def _make_minor_cards_major(case: Case, seat: Seat) -> None:
    minor = (Duty.PENALTY_MINOR, Duty.PENALTY_IF_DEFENDER)
    for obligation in case.bound(seat, *minor):
        card = obligation.card
        if card is None or obligation.is_major or obligation.is_honour(card):
            continue
        case.picks_up(seat, [card])
        case.bind(Duty.PENALTY_MAJOR, seat, card)


def _lead_choice(case: Case, card: Card, leader: Seat) -> list[Option]:
    """Law 50D2: what declarer may ask of a defender who leads while partner has a
    penalty card.

    Inferred: a Joker that has no suit yet can be neither asked for nor forbidden.
    """
    suit = case.suit(card)
    ways = (LeadChoice.FREE,) if suit is None else WAYS_TO_LEAD
    return case.offered("lead", ways, leader=leader, suit=suit, card=card)


def law_26b_50d2_partner_leads(case: Case) -> Ruling:
    """Laws 26B, 50D2, 51B: what declarer may ask of a defender whose partner has a
    penalty card, or has withdrawn a call, before that defender leads."""
    seat = case.seat()
    owner = mate(seat)
    cards = case.major_cards(owner)
    if not case.is_defender(seat):
        law = "Law 24D" if cards else "Law 26B"
        return case.rule("none", (law, "defenders-only"))
    if len(cards) > 1:
        return _law_51b(case, owner)
    if cards:
        return _leads_to(case, owner, cards[0])
    was_withdrawn = bool(case.bound(seat, Duty.FIRST_LEAD))
    if not was_withdrawn:
        if case.penalty_cards(owner):
            return case.rule("none", ("Law 50C", "minor-partner"), partner=seat)
        said = {"seat": seat, "partner": owner}
        why = case.ask("50.lead-why", "Law 50D2", ("card", "call"), **said)
        was_withdrawn = why == "call"
    if was_withdrawn:
        return _first_lead(case, seat)
    return _leads_to(case, owner, case.card())


def _leads_to(case: Case, owner: Seat, card: Card) -> Ruling:
    leader = mate(owner)
    if not case.is_from_old_release and case.suit(card) is None:
        case.step(inferred("§7", "law-48"), "no-suit-to-ask", card=card)
        return _chosen_lead(case, owner, card, LeadChoice.FREE)
    options = _lead_choice(case, card, leader)
    choice = case.pick(
        "50.lead", "Law 50D2", options, "penalty-lead", "declarer", leader=leader
    )
    return _chosen_lead(case, owner, card, LeadChoice(choice))


def _first_lead(case: Case, leader: Seat) -> Ruling:
    deal = case.deal()
    owner = mate(leader)
    case.named |= {"leader": leader, "partner": leader, "seat": owner}
    tricks = (*deal.watched.tricks, deal.watched.trick)
    # the next has played to it
    if any(trick[0].seat is leader for trick in tricks if len(trick) > 1):
        return case.rule("none", ("Law 26B", "first-lead-past"))
    options = case.offered("first-lead", [LeadChoice.FREE])
    for suit in _suits_not_bid(case, deal, owner):
        words = case.words("answer", "first-lead.suit", suit=suit)
        options.append((suit.value, words))
    choice = case.pick("26.forbidden", "Law 26B", options, "first-lead", "declarer")
    case.ended.append(Obligation(Duty.FIRST_LEAD, leader))
    if choice == LeadChoice.FREE:
        return case.rule("first-lead-free", ("Law 26B", "first-lead-free"))
    suit = Suit(choice)
    case.bind(Duty.MAY_NOT_LEAD, leader, suit=suit)
    reasons = ("Law 26B", "first-lead-forbid"), ("Law 59", "if-able")
    return case.rule(VerdictName.FIRST_LEAD_FORBID, *reasons, suit=suit)


def _suits_not_bid(case: Case, deal: Deal, seat: Seat) -> list[Suit]:
    auction = deal.auction
    bid = {
        call.denomination.suit
        for place, call in enumerate(deal.calls)
        if call.denomination and auction.caller(place) is seat
    }
    return [suit for suit in case.whole_pack.suits if suit not in bid]


def _chosen_lead(case: Case, seat: Seat, card: Card, choice: LeadChoice) -> Ruling:
    leader = mate(seat)
    suit = case.suit(card)
    case.picks_up(seat, case.penalty_cards(seat, suit))
    case.named |= {"leader": leader, "suit": suit, "card": card, "seat": seat}
    if choice is LeadChoice.FREE:
        case.step("Law 50D2(b)", "lead-free")
        becomes_penalty_card(case, seat, card)
        return case.rule(VerdictName.LEAD_FREE)
    if choice is LeadChoice.FORBID:
        case.step("Law 50D2(a)", "as-long")
    case.step("Law 50D2(a)", "picked-up")
    _bound_lead(case, leader, choice, suit)
    return case.rule(VerdictName(f"lead-{choice}"))


def _bound_lead(
    case: Case, leader: Seat, choice: LeadChoice, *suits: Suit | None
) -> None:
    case.steps(("Law 50E2", "known-picked-up"), ("Law 59", "if-able"), partner=leader)
    is_required = choice is LeadChoice.REQUIRE
    duty = Duty.MUST_LEAD if is_required else Duty.MAY_NOT_LEAD
    for suit in suits:
        case.bind(duty, leader, suit=suit)
    case.bind(Duty.UNAUTHORIZED, leader)


# ---- Laws 24, 48-50: an exposed card ----


def law_49_exposed_card(case: Case) -> Ruling:
    """Laws 24, 48-50: declarer's cards cost nothing, a defender's stays as a
    penalty card."""
    seat = case.seat()
    card = case.card()
    deal = case.state.deal
    if deal is not None and (deal.calls or deal.contract):
        is_bidding = deal.contract is None
    else:
        is_bidding = case.ask("24.phase", "Law 24", ("play", "auction")) == "auction"
    if is_bidding:
        return law_24_shown(case, seat, card)
    if not case.is_defender(seat):
        free = ("Law 48A", "declarers-card")
        return case.rule("no-penalty", free, otherwise="faced-hand")
    if case.placed(seat, card) is not None:
        return case.rule("none", ("Law 45A", "was-played"))
    return _of_a_defender(case, seat, card)


def _of_a_defender(case: Case, seat: Seat, card: Card) -> Ruling:
    case.step("Law 49", "defenders-card")
    how = "accident"
    if not case.is_honour(card):
        answers = ("accident", "deliberate", "named")
        how = case.ask("50.shown-how", "Law 50B", answers, card=card)
    is_major = True
    more = list[Card]()
    if how == "accident":
        is_major, more = _is_major_with(case, seat, card)
    if not is_major:
        becomes_penalty_card(case, seat, card, is_major=False)
        return case.rule("minor", otherwise=("major", "unseen"))
    if case.yes("50.partner-leads", "Law 50D2", partner=mate(seat)):
        if more or case.penalty_cards(seat):
            return _law_51b(case, seat, card, *more)
        return _leads_to(case, seat, card)
    becomes_penalty_card(case, seat, card, *more)
    return case.rule(VerdictName.MAJOR, otherwise=("minor", "two-cards", "unseen"))


def _is_major_with(case: Case, seat: Seat, card: Card) -> tuple[bool, list[Card]]:
    """Law 50B: whether it is a major penalty card, not minor: one below an honour, with no
    other beside it; and the cards beside it that no ruling has named yet."""
    lying = case.penalty_cards(seat)
    if not lying and case.yes("50.more", "Law 50B", seat=seat):
        return True, other_cards(case, 50, seat, card)
    is_beside = any(other != card for other in lying)
    return is_beside or case.is_honour(card), []


def lies_by_accident(
    case: Case, seat: Seat, card: Card, why: Reason, *, is_alone: bool = True
) -> Penalty:
    """Law 50B of a card that lies there by accident for this reason.

    Others shown with it are asked for; with an honour, which is major anyway, only
    where several are known to have been seen (not `is_alone`).
    """
    case.steps(why)
    is_major = is_alone and case.is_honour(card)
    more = list[Card]()
    if not is_major:
        is_major, more = _is_major_with(case, seat, card)
    becomes_penalty_card(case, seat, card, *more, is_major=is_major)
    return Penalty.MAJOR if is_major else Penalty.MINOR


# ---- Law 51: two or more penalty cards ----


def law_51_two_penalty_cards(case: Case) -> Ruling:
    """Law 51: declarer says which of them is played, or what the partner may lead."""
    seat = case.seat()
    case.declarer()
    case.step("Law 50B", "several-major")
    if case.ask("51.turn", "Law 51", ("own", "partner"), "several-turn") == "own":
        return case.rule("several-own", ("Law 51A", "several-own"))
    return _law_51b(case, seat)


def _law_51b(case: Case, seat: Seat, *more: Card) -> Ruling:
    """Law 51B: the partner of the owner of several penalty cards has the lead; `more`
    have just become such cards."""
    case.named |= {"leader": mate(seat), "seat": seat}
    choice = case.ask("51.lead", "Law 51B", WAYS_TO_LEAD, "several", "declarer")
    if choice is not LeadChoice.FREE:
        return _lead_of_several(case, seat, choice, *more)
    for card in more:
        case.bind(Duty.PENALTY_MAJOR, seat, card)
    _make_minor_cards_major(case, seat)
    return case.rule("several-free", ("Law 51B2(c)", "several-lie"))


def _lead_of_several(case: Case, seat: Seat, choice: LeadChoice, *more: Card) -> Ruling:
    cards = [*case.penalty_cards(seat), *more]
    suits = {case.suit(card) for card in cards}
    named = _suits_named(case, suits, choice)
    is_one = len(suits) == 1 if suits else case.yes("51.one-suit", "Law 51B")
    letter = "a" if choice is LeadChoice.REQUIRE else "b"
    section = f"Law 51B1({letter})" if is_one else f"Law 51B2({letter})"
    case.picks_up(seat, case.penalty_cards(seat, *named))
    for card in more:
        if case.suit(card) not in named:
            case.bind(Duty.PENALTY_MAJOR, seat, card)
    said = listed(named)
    case.step(section, "several-up", suit=said)
    if choice is LeadChoice.FORBID:
        case.step(section, "as-long", suit=said)
    if not is_one and suits != set(named):
        case.step(section, "several-others")
    _bound_lead(case, mate(seat), choice, *named)
    return case.rule(f"several-{choice}", suit=said)


def _suits_named(
    case: Case, suits: set[Suit | None], choice: LeadChoice
) -> tuple[Suit, ...]:
    offered = [suit for suit in case.whole_pack.suits if not suits or suit in suits]
    if len(offered) == 1:
        return tuple(offered)
    most = 1
    if choice is LeadChoice.FORBID:
        most = len(offered) if suits else 2
    answers = dict[str, tuple[Suit, ...]]()
    for number in range(1, most + 1):
        for together in combinations(offered, number):
            answers[" ".join(suit.value for suit in together)] = together
    options = [
        (answer, case.words("answer", "is", what=listed(together)))
        for answer, together in answers.items()
    ]
    return answers[case.pick("51.suit", "Law 51B", options, "several-suit", "declarer")]


# ---- Laws 53-56: leads out of turn ----


def law_53_lead_out_of_turn(case: Case) -> Ruling:
    """Laws 53-56: the other side may accept the lead; refused, it is taken back at
    a price."""
    seat = case.seat()
    card = case.card()
    is_told_of_play = case.said(Fact.OPENING) or case.said(Fact.DECLARER)
    if case.auction() is not None and not is_told_of_play:
        return law_24_shown(case, seat, card, is_led=True)
    is_defender = case.is_defender(seat)
    which, leader = _lead(case, seat, card)
    if leader is seat:
        return _before_the_choice(case, seat, card)
    case.named["leader"] = leader
    case.step("Law 44G", "lead-turn")
    if case.yes("47.told-to", "Law 47E1"):
        return case.rule(VerdictName.CARD_BACK, ("Law 47E1", "back-misled"))
    if which is WhichLead.LAST:
        return case.rule(VerdictName.CARD_BACK, ("Law 53A", "last-trick"))
    by_side = _by_defender if is_defender else _by_declarer
    return by_side(case, seat, card, leader, which is WhichLead.FIRST)


def _before_the_choice(case: Case, seat: Seat, card: Card) -> Ruling:
    """Law 50D2: who is in turn leads too early while declarer has yet to say what may
    be led because of the partner's penalty card."""
    cards = case.major_cards(mate(seat))
    is_begun = case.deal().watched.trick
    if not cards or is_begun or not case.is_defender(seat):
        return case.rule("none", ("Law 44G", "in-lead"))
    case.step("Law 50D2", "partner-leads", partner=seat, card=cards[0])
    case.step("Law 49", "led-unasked")
    becomes_penalty_card(case, seat, card)
    return case.rule(VerdictName.MAJOR)


def _lead(case: Case, seat: Seat, card: Card) -> tuple[WhichLead, Seat]:
    rules = case.rules()
    watched = case.deal().watched
    if rules is None or not watched.entries:
        which = case.ask("54.opening", "Law 54", WhichLead)
        if which is WhichLead.FIRST:
            return which, opening_leader(case.declarer())
        return which, case.ask("44.leader", "Law 44G", all_but(seat))
    leads = [trick[0] for trick in (*watched.tricks, watched.trick) if trick]
    is_last = len(watched.tricks) == rules.tricks - 1
    which = WhichLead.LAST if is_last else WhichLead.BETWEEN
    if any(lead.seat is seat and lead.card == card for lead in leads):
        return which, seat
    return which, turn(rules, watched) or seat


def _by_defender(
    case: Case, seat: Seat, card: Card, leader: Seat, is_opening: bool
) -> Ruling:
    """Laws 53, 54, 56: declarer accepts the lead, or refuses it; where the partner
    leads now, as in every first lead, declarer chooses at once."""
    if is_opening and case.yes("54.dummy-seen", "Law 54C"):
        return case.rule(
            VerdictName.LEAD_STANDS, ("Law 54C", "must-accept"), seat=left(seat)
        )
    refusals = _ways_to_refuse(case, seat, card, leader)
    choice = _accepted_or_refused(case, refusals, is_opening)
    if choice is LeadChoice.PARTNER_LED:
        return _partner_led_too(case, seat, card, leader)
    is_accepted = choice is LeadChoice.ACCEPT
    if is_accepted and is_opening and case.yes("54.hand-shown", "Law 54A"):
        case.step("Law 54A", "must-spread")
        choice = LeadChoice.SPREAD
    if choice in (LeadChoice.SPREAD, LeadChoice.ACCEPT, LeadChoice.OWN):
        return _led_instead(case, seat, choice, is_opening=is_opening)
    case.step("Law 54D" if is_opening else "Law 56B", "lead-refused")
    if leader is mate(seat):
        if case.penalty_cards(seat):
            return _law_51b(case, seat, card)
        return _chosen_lead(case, seat, card, choice)
    becomes_penalty_card(case, seat, card)
    return case.rule(VerdictName.LEAD_BACK)


def _accepted_or_refused(
    case: Case, refusals: list[Option], is_opening: bool
) -> LeadChoice:
    if is_opening:
        ways = (LeadChoice.SPREAD, LeadChoice.ACCEPT)
        options = case.offered("opening", ways) + refusals
        answer = case.pick("54.opening-lead", "Law 54", options, "", "declarer")
    else:
        options = case.offered("accept", [LeadChoice.ACCEPT]) + refusals
        answer = case.pick("53.lead", "Law 53A", options, "", "declarer")
    return LeadChoice(answer)


def _ways_to_refuse(case: Case, seat: Seat, card: Card, leader: Seat) -> list[Option]:
    if leader is not mate(seat):
        return case.offered("led", [LeadChoice.REFUSE, LeadChoice.OWN])
    if case.penalty_cards(seat):
        return case.offered("led", [LeadChoice.REFUSE])
    too = case.offered("led", [LeadChoice.PARTNER_LED])
    return _lead_choice(case, card, leader) + too


def _partner_led_too(case: Case, seat: Seat, card: Card, leader: Seat) -> Ruling:
    """Laws 49, 50D2, 53A: the partner, whose lead it was, has led before declarer
    could choose."""
    other = case.ask("53.partner-card", "Law 53A", _all_but(case, card), seat=leader)
    said: Said = {"other": other, "leader": leader}
    case.step("Law 50D2", "led-before-choice", **said)
    becomes_penalty_card(case, leader, other)
    options = case.offered("accept", [LeadChoice.ACCEPT])
    options += case.offered("led", [LeadChoice.REFUSE])
    choice = case.pick("53.lead-of-two", "Law 53A", options, "lead", "declarer")
    case.speak_of(seat)
    case.named["card"] = card
    if choice == LeadChoice.ACCEPT:
        case.step("Law 53A", "lead-accepted", side=others(seat))
        return case.rule("lead-of-two-stands", **said)
    case.step("Law 56B", "lead-refused")
    becomes_penalty_card(case, seat, card)
    return case.rule("both-lie", **said)


def _all_but(case: Case, card: Card) -> list[Card]:
    return sorted(case.whole_pack.cards - {card}, key=str)


def _led_instead(
    case: Case, seat: Seat, choice: LeadChoice, *, is_opening: bool = False
) -> Ruling:
    """Laws 53A, B, 54A, B: the lead is accepted, by declarer's own hand or dummy's
    where it is the first, or an opponent, whose lead it was, has led meanwhile."""
    if choice is LeadChoice.SPREAD:
        effect = Effect(EffectKind.DECLARER, others(seat).id, 0)
        return case.scored("spread", effect, ("Law 54A", "spread"))
    if choice is LeadChoice.ACCEPT and is_opening:
        return case.rule(VerdictName.OPENING_STANDS, ("Law 54B", "second-hand"))
    if choice is LeadChoice.ACCEPT:
        case.step("Law 53A", "lead-accepted", side=others(seat))
        return case.rule(
            VerdictName.LEAD_STANDS, otherwise="lead-refused", seat=left(seat)
        )
    case.step("Law 53B", "proper-lead")
    law_16c_withdrawn(case, seat, "card-not-to-use")
    return case.rule("proper-lead")


def _by_declarer(
    case: Case, seat: Seat, card: Card, leader: Seat, is_opening: bool
) -> Ruling:
    """Law 55: either defender may accept it; if not, the card goes back and
    costs nothing."""
    if is_opening:
        reasons = ("Law 54E", "not-a-lead"), ("Law 24D", "shown-declarer")
        return case.rule(VerdictName.CARD_BACK, *reasons)
    defenders = others(seat)
    case.named |= {"side": defenders, "next": left(seat)}
    ways = [LeadChoice.ACCEPT, LeadChoice.REFUSE, LeadChoice.WRONG_DEFENDER]
    if leader in defenders.seats:
        law = ("Law 55B1", "lead-restored")
        ways.append(LeadChoice.OWN)
    else:
        law = ("Law 55B2", "other-hand")
    options = case.offered("led", ways)
    choice = LeadChoice(case.pick("55.declarer-lead", "Law 55A", options, "", "side"))
    if choice in (LeadChoice.OWN, LeadChoice.ACCEPT):
        return _led_instead(case, seat, choice)
    if choice is LeadChoice.WRONG_DEFENDER:
        early = right(seat)
        cards = _all_but(case, card)
        card = case.ask("53.premature", "Law 53C", cards, "premature", seat=early)
        case.step("Law 53C", "wrong-defender")
        return _before_partner(case, early, card, Early.BEFORE_PARTNER)
    case.steps(law, ("Law 55C", "avoid"), partner=seat)
    return case.rule(VerdictName.CARD_BACK, otherwise="lead-accepted")


# ---- Law 57: premature lead or play ----


def law_57_premature_play(case: Case) -> Ruling:
    """Law 57: a defender who plays before partner shows a card, and declarer may
    use it."""
    seat = case.seat()
    card = case.card()
    rules = case.rules()
    watched = case.deal().watched
    case.declarer()  # the words name who it is
    is_next = watched.trick and rules is not None and turn(rules, watched) is seat
    if is_next or case.placed(seat, card) is not None:
        return case.rule("none", ("Law 44B", "in-play-turn"))
    how = case.ask("how", "Law 57", Early)
    if not case.is_defender(seat):
        if how is Early.NEXT_TRICK:
            return law_53_lead_out_of_turn(case)
        return case.rule("card-played", ("Law 57C3", "declarer-early"))
    if how is Early.BEFORE_RIGHT:
        return _before_right(case, seat, card)
    return _before_partner(case, seat, card, how)


def _before_partner(case: Case, seat: Seat, card: Card, how: Early) -> Ruling:
    """Law 57A, C: before the partner; at no price once declarer has played from both
    hands, or dummy has moved unasked."""
    if how is Early.NEXT_TRICK:
        return _told_what_to_play(case, seat, card)
    played = case.ask("57.both", "Law 57C", (Reply.NO, Reply.YES, "dummy"))
    if played == Reply.NO:
        return _told_what_to_play(case, seat, card)
    section = "Law 57C1" if played == Reply.YES else "Law 57C2"
    return case.rule("card-played", (section, f"early-{played}"))


def _before_right(case: Case, seat: Seat, card: Card) -> Ruling:
    led = case.led(case.deal().watched.trick)
    follows = led is not None and case.suit(card) is led
    is_legal = follows or case.yes("57.legal", "Law 57D", "legal")
    code = "before-right" if is_legal else "cannot-play"
    case.steps(("Law 57D", code), ("Law 16B", "early-told"))
    case.bind(Duty.UNAUTHORIZED, mate(seat))
    if is_legal:
        case.bind(Duty.MUST_PLAY, seat, card)
        return case.rule(VerdictName.MUST_PLAY, otherwise="cannot-play")
    becomes_penalty_card(case, seat, card)
    return case.rule(VerdictName.MAJOR)


_PLAYS = {
    "highest": ("Law 57A1", Duty.PLAY_HIGHEST),
    "lowest": ("Law 57A2", Duty.PLAY_LOWEST),
    "require": ("Law 57A3", Duty.MUST_PLAY_SUIT),
    "forbid": ("Law 57A4", Duty.MAY_NOT_PLAY),
}
"""What declarer may have the partner play: the paragraph, and what that binds to."""


def _told_what_to_play(case: Case, seat: Seat, card: Card) -> Ruling:
    partner = mate(seat)
    suit = None
    case.named |= {"seat": seat, "partner": partner, "card": card}
    choice = case.ask("57.play", "Law 57A", _PLAYS, "", "declarer")
    if choice in ("require", "forbid"):
        # it is of another suit that 57A3 speaks
        led = case.led(case.deal().watched.trick)
        suits = [other for other in case.whole_pack.suits if other is not led]
        suit = case.ask("57.suit", "Law 57A", suits, "", "declarer")
    section, duty = _PLAYS[choice]
    case.step(section, "early")
    becomes_penalty_card(case, seat, card)
    case.step("Law 57B", "if-able")
    case.bind(duty, partner, suit=suit)
    return case.rule(VerdictName(f"play-{choice}"), otherwise="both-played", suit=suit)
