"""Law 64: what an established revoke costs, and what the deal would have come to without it.

Of damage beyond the transfer: from the trick of the revoke on both sides are taken to play as well
as the cards allow. Where too many tricks are left for that to be worked out at once, or a card
takes its suit as it is played, nothing is said: then the sides say what was likely.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from scorekeeper.core.breaches import Breach, breaches
from scorekeeper.core.cards import Card
from scorekeeper.core.play import PlayRules, Watched, trick_of
from scorekeeper.core.rulings import Effect, Ruling
from scorekeeper.core.seats import COMPASS, Party, Seat, left_of
from scorekeeper.core.tricks import Play, Trick
from scorekeeper.games.bridge.laws.case import Case, Role, mate, others, side
from scorekeeper.games.bridge.play import TrickRules

LATER = "later"
"""The answer of a table that can't know yet."""


MOST = 6
"""So many tricks, with that of the revoke, are worked out."""

Hands = tuple[frozenset[Card], ...]
"""The cards left in each hand, in the order of the seats."""
Laid = tuple[tuple[Seat, Card], ...]
"""The cards of an unfinished trick."""


@dataclass(frozen=True, slots=True)
class Revoke:
    """The play that is called a revoke: where it stands, as far as that was recorded.

    `number` counts the tricks from 1; `before` are the plays to that trick before it, `after` the
    winners of the tricks that followed, `later` the plays to them.
    """

    seat: Seat
    card: Card
    number: int | None = None
    before: Trick = ()
    winner: Seat | None = None
    after: tuple[Seat, ...] = ()
    later: tuple[Play, ...] = ()

    @property
    def is_seen(self) -> bool:
        """Whether it was recorded."""
        return self.number is not None


def placed(case: Case, seat: Seat, card: Card) -> Revoke:
    """The play, with what was recorded before and after it."""
    watched = case.deal().watched
    found = trick_of(watched, card)
    if found is None or found[1].seat is not seat:
        return Revoke(seat, card)
    number, winners = found[0], watched.winners
    every = (*watched.tricks, watched.trick)
    return Revoke(
        seat,
        card,
        number,
        every[number - 1][: every[number - 1].index(found[1])],
        winners[number - 1] if number <= len(winners) else None,
        tuple(winners[number:]),
        tuple(play for trick in every[number:] for play in trick),
    )


# ---- Law 64 ----


def excused(case: Case, one: Revoke, is_penalty_card: bool) -> Ruling | None:
    """Law 64B2-B7: when no trick is transferred, whatever was won."""
    if case.role(one.seat) is Role.DUMMY:
        return _without_tricks(case, one.seat, "Law 64B3", "dummy")
    if is_penalty_card:
        return _without_tricks(case, one.seat, "Law 64B3", "was-penalty-card")
    if _had_penalty_card(case, one):
        return _without_tricks(case, one.seat, "Law 64B3", "was-penalty-card")
    sections = {"again": "Law 64B2", "late": "Law 64B4", "round": "Law 64B5", "both": "Law 64B7"}
    said = "late" if _is_late(case, one) else _recorded(case, one) or case.said("besides")
    if said not in sections:
        return None
    return _without_tricks(case, one.seat, sections[said], said)


def _had_penalty_card(case: Case, one: Revoke) -> bool:
    """Whether a penalty card would have followed suit: by an earlier ruling, or as it is told."""
    trick_rules = case.trick_rules()
    led = trick_rules.led(one.before) if trick_rules is not None and one.is_seen else None
    lying = [card for card in case.penalty_cards(one.seat) if card != one.card]
    if led is None or not lying:
        return case.said("besides") == "penalty-card"
    return any(case.suit(card) is led for card in lying)


def _recorded(case: Case, one: Revoke) -> str:
    """What the record shows besides: "again", an earlier revoke in the suit; "both", one of the
    other side; "" where neither. One in the last trick but one is never established."""
    rules, trick_rules, watched = case.rules(), case.trick_rules(), case.deal().watched
    if one.number is None or rules is None or trick_rules is None:
        return ""
    suit, every = trick_rules.led(one.before), (*watched.tricks, watched.trick)
    found = tuple(_established(case, rules))
    own = (other for other in found if other.play.seat is one.seat and other.trick < one.number)
    if any(trick_rules.led(every[other.trick - 1]) is suit for other in own):
        return "again"
    return "both" if any(other.play.seat in others(one.seat).seats for other in found) else ""


def _established(case: Case, rules: PlayRules) -> Iterator[Breach]:
    """The revokes of the record that their side has played on after, but for trick twelve."""
    watched = case.deal().watched
    for breach in breaches(rules, watched):
        own, tricks = side(breach.play.seat).seats, (*watched.tricks, watched.trick)
        later = (play for trick in tricks[breach.trick :] for play in trick)
        if breach.trick < case.tariff.tricks - 1 and any(play.seat in own for play in later):
            yield breach


def _is_late(case: Case, one: Revoke) -> bool:
    """Whether the other side has been seen to call in the next deal."""
    now = case.state.deal
    if now is None or case.deal() is now:
        return False
    calls = range(len(now.calls))
    return any(now.auction.caller(n) in others(one.seat).seats for n in calls)


def _without_tricks(case: Case, seat: Seat, law: str, code: str) -> Ruling:
    case.step("Law 63B", "established", side=side(seat))
    case.step(law, code, seat=seat)
    redress = {"Law 64B2": "Law 64C2(a)", "Law 64B7": "Law 64C2(b)"}.get(law, "Law 64C1")
    case.step(redress, "redress", side=others(seat))
    return case.rule("no-transfer", remedies=_equity(case), seat=seat)


def _equity(case: Case) -> tuple[str, ...]:
    return ("equity",) if case.is_duplicate else ("likely",)


def winner_of(case: Case, one: Revoke) -> Seat | None:
    """Who won the trick of the revoke; None = the other side."""
    if one.winner is not None:
        return one.winner if one.winner in side(one.seat).seats else None
    return _winner_said(case, one.seat)


def _winner_said(case: Case, seat: Seat) -> Seat | None:
    partner = mate(seat)
    said: dict[str, Any] = {"seat": seat, "partner": partner, "side": others(seat)}
    answer = case.pick("won", "Law 64A", ("others", "self", "partner"), **said)
    return {"self": seat, "partner": partner}.get(answer)


def later_of(case: Case, one: Revoke) -> str:
    """Whether the offending side has won a trick since: "1", "0", or LATER; "" if it's all one."""
    own, rules = side(one.seat), case.rules()
    winner = winner_of(case, one)
    if winner is not mate(one.seat) and any(won in own.seats for won in one.after):
        return "1"
    is_over = rules is not None and case.deal().watched.is_over(rules)
    if one.is_seen and is_over:
        return "0"
    return _later_said(case, one.seat, winner)


def _later_said(case: Case, seat: Seat, won: Seat | None) -> str:
    if won is mate(seat):
        return ""
    ways = ("1", "0") if case.deal().is_over else ("1", "0", LATER)
    return case.pick("later", "Law 64A", ways, side=side(seat))


def law_64_established(case: Case, seat: Seat) -> Ruling:
    """Law 64 of a revoke that counts as established, wherever it was."""
    won = _winner_said(case, seat)
    return law_64_transfer(case, seat, won, _later_said(case, seat, won))


def law_64_transfer(case: Case, seat: Seat, won: Seat | None, later: str) -> Ruling:
    """Law 64A, B1: one trick or two, by who won what; counted when the play is over."""
    own, to = side(seat), others(seat)
    is_self = won is seat
    if later == LATER:
        case.step("Law 63B", "established", side=own)
        case.step("Law 64A", "counted-at-end")
        return case.rule("transfer-later", waits="64.later", side=own, to=to)
    if won is None and later != "1":
        return _without_tricks(case, seat, "Law 64B1", "won-nothing")
    case.step("Law 63B", "established", side=own)
    section = "Law 64A1" if is_self else "Law 64A2"
    who = "self" if is_self else "partner" if won is not None else "others"
    case.step(section, f"won-{who}", seat=seat, partner=mate(seat))
    tricks = 1 + (is_self and later == "1")
    case.step(section, "and-one" if tricks == 2 else "and-none" if is_self else "one", side=own)
    case.step("Law 64C1", "redress", side=to)
    effects = (Effect("tricks", to.id, tricks),) if case.is_in_log else ()
    otherwise = ("in-time", *case.by_hand())
    return case.rule(
        "transfer", otherwise=otherwise, effects=effects, remedies=_equity(case), side=own, to=to,
        n=tricks,
    )  # fmt: skip


# ---- Law 64C: redress of damage ----


def law_64c_damage(case: Case) -> Ruling:
    """Laws 12B1, 64C: more was lost by a revoke than the tricks that were transferred."""
    seat, deal = case.seat(), case.deal()
    own, harmed = side(case.declarer()), others(seat)
    case.step("Law 64C1", "redress", side=harmed)
    case.step("Law 12B1", "as-if-none")
    if deal.tricks is None:
        return case.rule("equity-later", waits="64.without", side=harmed)
    tricks = _without_the_revoke(case, seat, own)
    if tricks is None:
        tricks = case.number("without", "Law 64C1", case.tariff.tricks, 0, side=own)
    gained = tricks - deal.tricks if own is harmed else deal.tricks - tricks
    if gained <= 0:
        return case.rule("enough", side=harmed)
    effects = (Effect("tricks", harmed.id, gained),) if case.is_in_log else ()
    return case.rule("equity", otherwise=case.by_hand(), effects=effects, side=own, tricks=tricks)


def _without_the_revoke(case: Case, seat: Seat, own: Party) -> int | None:
    """What the recorded cards say that the side would have won without the revoke."""
    rules, trick_rules, watched = case.rules(), case.trick_rules(), case.deal().watched
    if rules is None or trick_rules is None or not watched.is_over(rules):
        return None
    every = breaches(rules, watched)  # where both sides revoked, none of it is to have happened
    if not any(one.play.seat is seat for one in every):
        return None
    sides = {side(one.play.seat).id for one in every}
    found = next(one for one in every if len(sides) > 1 or one.play.seat is seat)
    tricks = tricks_without(trick_rules, watched, found, own.seats)
    if tricks is not None:
        case.step("Law 64C1", "by-the-cards", side=own, tricks=tricks, trick=found.trick)
    return tricks


def tricks_without(
    rules: TrickRules, watched: Watched, breach: Breach, own: tuple[Seat, ...]
) -> int | None:
    """How many tricks the side `own` would have won had the revoke not been made; None where that
    isn't worked out. Every card must have been recorded."""
    left = len(watched.tricks) - breach.trick + 1
    if rules.wild or rules.to_name or left > MOST:
        return None
    trick = watched.tricks[breach.trick - 1]
    laid = tuple((play.seat, play.card) for play in trick[: trick.index(breach.play)])
    plays = [play for one in watched.tricks[breach.trick - 1 :] for play in one]
    gone = {card for _, card in laid}
    hands = {
        seat: frozenset(play.card for play in plays if play.seat is seat) - gone for seat in COMPASS
    }
    before = sum(seat in own for seat in watched.winners[: breach.trick - 1])
    return before + _best(rules, hands, laid, trick[0].seat, own)


def _best(
    rules: TrickRules, hands: Mapping[Seat, frozenset[Card]], laid: Laid, leader: Seat,
    own: tuple[Seat, ...],
) -> int:  # fmt: skip
    """How many of the tricks left the side `own` wins when everybody plays best."""

    @cache
    def won(hands: Hands, laid: Laid, leader: Seat) -> int:
        if len(laid) == len(COMPASS):
            winner = _winner(rules, laid)
            return (winner in own) + won(hands, (), winner)
        seat = left_of(leader, COMPASS, len(laid))
        held = hands[COMPASS.index(seat)]
        found = [won(_without(hands, seat, card), (*laid, (seat, card)), leader)
                 for card in _choices(rules, held, laid)]  # fmt: skip
        return (max if seat in own else min)(found, default=0)

    return won(tuple(hands[seat] for seat in COMPASS), laid, leader)


def _without(hands: Hands, seat: Seat, card: Card) -> Hands:
    return tuple(held - {card} if COMPASS[n] is seat else held for n, held in enumerate(hands))


def _choices(rules: TrickRules, held: frozenset[Card], laid: Laid) -> Iterator[Card]:
    """The legal cards, of those next to each other in one hand only the highest."""
    led = rules.suit_of(laid[0][1]) if laid else None
    following = {card for card in held if rules.suit_of(card) is led}
    for card in following or held:
        higher = (rules.suit_of(card), rules.heights[card] + 1)
        if not any((rules.suit_of(one), rules.heights[one]) == higher for one in held):
            yield card


def _winner(rules: TrickRules, laid: Laid) -> Seat:
    led = rules.suit_of(laid[0][1])

    def height(one: tuple[Seat, Card]) -> tuple[bool, bool, int]:
        suit = rules.suit_of(one[1])
        return (suit is rules.trumps is not None, suit is led, rules.heights[one[1]])

    return max(laid, key=height)[0]
