"""The revoke: Laws 61-64. Nobody is convicted without the fact that a card was held.

Rule: Bridge with Deuces Wild; Five Crowns Bridge, play; Joker Bridge §4.3, §4.4.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.core.breaches import Breach, breaches, can_be_breach
from scorekeeper.core.cards import Card, Play, Suit, Trick
from scorekeeper.core.citations import inferred
from scorekeeper.core.facts import Besides, Fact, Facts, value_in
from scorekeeper.core.play import turn
from scorekeeper.core.rulings import (
    LEADING,
    PLAYING,
    Duty,
    Effect,
    Obligation,
    Remembered,
    Ruling,
)
from scorekeeper.core.seats import COMPASS, SIDES, Party, Seat
from scorekeeper.games.arbiter import defaults
from scorekeeper.games.arbiter.case import Said
from scorekeeper.games.bridge.best_play import MOST, tricks_won
from scorekeeper.games.bridge.laws import table
from scorekeeper.games.bridge.laws.exposed import becomes_penalty_card
from scorekeeper.games.bridge.laws.table import Case, PlayRole, mate, others, side
from scorekeeper.games.bridge.play import TrickRules
from scorekeeper.games.fields import read


@dataclass(frozen=True, slots=True)
class Revoke:
    """The play that is called a revoke: where it stands, as far as that was recorded.

    `number` counts the tricks from 1, 0 = not recorded; `before` and `since` are the
    plays to that trick before and after it, `after` the winners of the tricks that
    followed, `later` the plays to them. `named` is the suit that was said for a Joker
    as it was played.
    """

    seat: Seat
    card: Card
    number: int = 0
    before: Trick = ()
    winner: Seat | None = None
    after: tuple[Seat, ...] = ()
    later: tuple[Play, ...] = ()
    since: Trick = ()
    named: Suit | None = None


def _placed(case: Case) -> Revoke:
    """The play, with what was recorded before and after it."""
    seat = case.seat()
    card = case.card()
    watched = table.deal(case).watched
    found = table.placed(case, seat, card)
    if found is None:
        return Revoke(seat, card)
    number = found.number
    winners = watched.winners
    trick, *later = (*watched.tricks, watched.trick)[number - 1 :]
    winner = dict(enumerate(winners, 1)).get(number)
    plays = sum(later, ())
    since = trick[len(found.upto) + 1 :]
    named = found.play.as_suit
    return Revoke(
        seat, card, number, found.upto, winner, winners[number:], plays, since, named
    )


def proved(breach: Breach) -> Facts:
    """The facts of a failure to follow that the recorded cards prove."""
    return {**defaults.proved(breach), "trick": str(breach.trick)}


def law_61_revoke(case: Case) -> Ruling:
    """Laws 61-64: a revoke is corrected until its side plays on; then tricks are
    transferred."""
    one = _placed(case)
    kinds = PLAYING if one.before else LEADING
    if (
        one.number
        and table.bound(case, one.seat, *kinds)
        and not _keeps_to_it(case, one)
    ):
        return law_61_restriction(case)
    return _none(case, one) or _not_known(case, one) or _ruled(case, one)


def law_61_restriction(case: Case) -> Ruling:
    """Laws 59, 61A: not leading or playing what had to be, when able, is a revoke
    too."""
    one = _placed(case)
    is_restricted = bool(_restrictions(case, one))
    if is_restricted is bool(table.penalty_cards(case, one.seat)):
        duty = case.ask("61.duty", "Law 61A", ("restriction", "penalty-card"))
    else:
        duty = "restriction" if is_restricted else "penalty-card"
    if duty == "restriction" and _keeps_to_it(case, one):
        return case.rule("no-revoke", ("Law 61A", "kept-to-it"))
    if duty != "restriction" and (why := table.need_not_play(case, one.seat, one.card)):
        return case.rule("no-revoke", why)
    able = _was_able(case, one) if duty == "restriction" else ""
    able = able or case.ask("61.able", "Law 61A", COULD)
    if able == "no":
        return case.rule("no-revoke", ("Law 59", "unable"))
    if able != "yes":
        return _open(case, "61.able", able)
    case.step("Law 61A", "broke-restriction")
    return _ruled(case, one, is_penalty_card=duty == "penalty-card")


def _restrictions(case: Case, revoke: Revoke) -> list[Obligation]:
    """What this player had to lead or play: by earlier rulings, and by the rule of the
    Joker."""
    suit = None if case.is_as_told else _shunned(case, revoke)
    by_joker = (
        [Obligation(Duty.MAY_NOT_LEAD, revoke.seat, suit=suit)]
        if suit is not None
        else []
    )
    return [*table.bound(case, revoke.seat, *LEADING, *PLAYING), *by_joker]


def _shunned(case: Case, revoke: Revoke) -> Suit | None:
    """Rule: Five Crowns, play: the suit that this player may not lead, as the winner of
    a trick that had the Joker in it."""
    rules = table.rules(case)
    trick_rules = table.trick_rules(case)
    watched = table.deal(case).watched
    if rules is None or trick_rules is None or revoke.before:
        return None
    if not revoke.number and (watched.trick or turn(rules, watched) is not revoke.seat):
        return None
    before = watched.tricks[: revoke.number - 1] if revoke.number else watched.tricks
    return trick_rules.suit_shunned(before, revoke.seat)


def _keeps_to_it(case: Case, revoke: Revoke, card: Card | None = None) -> bool:
    """Whether this card, or another one, is what had been asked for."""
    card = card or revoke.card
    bound = _restrictions(case, revoke)
    suit = table.suit(case, card)
    return bool(bound) and all(obligation.asks_for(card, suit) for obligation in bound)


def _was_able(case: Case, revoke: Revoke) -> str:
    """Whether by the record something that had been asked for was held: "yes"; "no"
    once the whole hand has been seen; "" where that isn't known."""
    rules = table.rules(case)
    watched = table.deal(case).watched
    bound = _restrictions(case, revoke)
    if (
        not revoke.number
        or not bound
        or any(obligation.suit is None for obligation in bound)
    ):
        return ""
    if any(
        play.seat is revoke.seat and _keeps_to_it(case, revoke, play.card)
        for play in revoke.later
    ):
        return "yes"
    return "no" if rules is not None and watched.is_over(rules) else ""


def _ruled(case: Case, revoke: Revoke, *, is_penalty_card: bool = False) -> Ruling:
    text = case.said(Fact.TRICK)
    last = table.tariff(case).tricks - 1
    if revoke.number or text.isdecimal():
        is_last_but_one = (revoke.number or int(text)) == last
    else:  # entries of older editions have answered that by itself
        is_last_but_one = (
            case.said(Fact.TWELFTH) == "yes" or _how_far(case, revoke) == "twelfth"
        )
    if is_last_but_one:
        return _twelfth(case, revoke)
    if not _is_established(case, revoke):
        return _to_correct(case, revoke)
    if excused := _excused(case, revoke, is_penalty_card):
        return excused
    won = _winner_of(case, revoke.seat, revoke.winner)
    return _transfer(case, revoke.seat, won, _later_of(case, revoke, won))


# ---- Law 61A: was it one? ----

COULD = ("yes", "no", "differ", table.LATER)
"""What the table says of a card that may have been held."""


def _none(case: Case, revoke: Revoke) -> Ruling | None:
    """Why this play is no revoke, whatever else was held; None when it can have been
    one."""
    trick_rules = table.trick_rules(case)
    held = read(Card, case.said(Fact.HELD))
    if revoke.number and not revoke.before:
        return _of_a_lead(case, revoke, held)
    if trick_rules is None:
        return None
    if revoke.card in trick_rules.wild:
        code = "wild-deuce" if trick_rules.shunned is None else "wild-joker"
        return case.rule("no-revoke", (trick_rules.playing, code))
    # A Joker that was played had to be said to be of the suit led, if any such card was
    # held.
    unnamed = (held,) if not case.is_as_told and revoke.named else (revoke.card, held)
    joker = next((card for card in unnamed if card in trick_rules.to_name), None)
    if joker is not None:
        case.step(trick_rules.naming, "joker-free", card=joker)
        return case.rule("no-revoke")
    return _not_of_suit(case, trick_rules, revoke, held)


def _not_of_suit(
    case: Case, trick_rules: TrickRules, revoke: Revoke, held: Card | None
) -> Ruling | None:
    """The card followed, or the one that was held would not have followed either."""
    led = None
    law = trick_rules.playing
    if revoke.number:
        led = trick_rules.led(revoke.before)
    elif revoke.card.is_joker or (
        held is not None and held.is_joker
    ):  # its suit decides
        led = case.ask("44.led", "Law 44C", table.pack(case).suits)
    if led is None:
        return None
    if (revoke.named or trick_rules.suit_of(revoke.card)) is led:
        return case.rule("no-revoke", (law, "followed"), suit=led)
    if held is None or trick_rules.following((held,), led):
        return None
    case.step(law, "not-of-suit", card=held, suit=led)
    return case.rule("no-revoke")


def _of_a_lead(case: Case, revoke: Revoke, held: Card | None) -> Ruling | None:
    """A lead follows nothing: it is irregular only where the card that was held forbids
    it."""
    rules = table.rules(case)
    before = table.deal(case).watched.tricks[: revoke.number - 1]
    hand = frozenset((revoke.card, held)) if held is not None else None
    if rules is None or (
        hand and rules.why_not(before, (), Play(revoke.seat, revoke.card), hand)
    ):
        return None
    return case.rule("no-revoke", ("Law 44A", "was-led"))


def _not_known(case: Case, revoke: Revoke) -> Ruling | None:
    """The ruling where nothing proves that a card was held; None where it was.

    Who has since played no card that had to be played then, and can't hold one, is
    judged by the record alone. Else both sides say whether a card of the suit was held;
    where they differ, or nobody can know yet, it stays open.
    """
    if revoke.number:
        rules = table.rules(case)
        watched = table.deal(case).watched
        found = breaches(rules, watched) if rules is not None else ()
        proof = next(
            (breach for breach in found if breach.play.card == revoke.card), None
        )
        if proof is not None:
            case.step("Law 61A", "held-then", held=proof.held, trick=revoke.number)
            return None
        if rules is not None and not can_be_breach(rules, watched, revoke.card):
            return case.rule("no-revoke", ("Law 61A", "held-none"))
    could = case.ask("61.could", "Law 61A", COULD)
    if could == "no":
        return case.rule("no-revoke", ("Law 61A", "agreed-none"))
    if could != "yes":
        return _open(case, "61.could", could)
    case.step("Law 61A", "revoke")
    return None


def _open(case: Case, fact: str, why: str) -> Ruling:
    """Nobody is convicted: the play goes on, and it is asked again when more is
    known."""
    if why == "differ":
        side = case.named["to"]
        return case.rule("disputed", ("Law 85", "sides-differ"), waits=fact, side=side)
    return case.rule("revoke-open", ("Law 66C", "not-known-yet"), waits=fact)


# ---- Laws 62, 63 ----


def _is_established(case: Case, revoke: Revoke) -> bool:
    """Law 63A: whether the offender's side has played on, named a card or claimed
    since; not where both sides revoked in the trick and only one of them has played on.
    Law 62C3."""
    sides = {side(play.seat).id for play in revoke.later}
    if case.said(Fact.BESIDES) == Besides.BOTH and revoke.number and len(sides) == 1:
        return not case.yes("62.same-trick", "Law 62C3")
    if side(revoke.seat).id in sides:
        return True
    far = _how_far(case, revoke)
    if far == "agreed" or (far == "claimed" and table.deal(case).is_over):
        # whose claim it was, and what came then
        return case.yes("63.claim-stands", "Law 63A4")
    return far in ("yes", "claimed")


def _how_far(case: Case, revoke: Revoke) -> str:
    """What the offender's side has done since; of an unrecorded play also whether it
    was in the last trick but one, where that makes no difference."""
    partner = mate(revoke.seat)
    last = table.tariff(case).tricks - 1
    ways = [
        "yes",
        "no",
        "both",
        "claimed",
        "agreed",
        *([] if revoke.number else ["twelfth"]),
    ]
    may_change = not revoke.number or any(play.seat is partner for play in revoke.since)
    if may_change and table.is_defender(case, revoke.seat):
        ways.append("changed")
    return case.ask("63.established", "Law 63A", ways, number=last)


def _to_correct(case: Case, revoke: Revoke) -> Ruling:
    """Law 62: the card is replaced; a defender's becomes a penalty card."""
    seat = revoke.seat
    card = revoke.card
    case.steps(("Law 63A", "not-established"), ("Law 62A", "replace"))
    trick_rules = table.trick_rules(case)
    if trick_rules is not None and trick_rules.wild and trick_rules.shunned is None:
        case.step(trick_rules.playing, "or-a-deuce")
    said = (case.said(Fact.ESTABLISHED), case.said(Fact.BESIDES))
    was_faced = any(
        (obligation.seat, obligation.card) == (seat, card)
        for obligation in case.earlier.bound
    )
    is_defender = table.is_defender(case, seat) and not was_faced
    if is_defender:
        case.step("Law 62B1", "becomes-penalty")
        becomes_penalty_card(case, seat, card)
    else:
        case.step("Law 62B2", "was-faced" if was_faced else "no-penalty-card")
    case.step("Law 62C1", "withdraw", side=others(seat))
    case.step("Law 62C2", "withdraw-next")
    if said[0] == "changed" and is_defender:
        _withdrawn_too(case, mate(seat), revoke.since)
    if Besides.BOTH in said:
        case.steps(("Law 62C3", "both-correct"), ("Law 64B8", "no-transfer"))
        if not table.is_defender(case, seat):
            _withdrawn_too(case, *_of_the_defenders(case, revoke))
    return case.rule(
        "replace-defender" if is_defender else "replace", otherwise="established"
    )


def _withdrawn_too(case: Case, seat: Seat, plays: Trick) -> None:
    """Laws 62C2, 62C3: a card that this defender withdraws besides is a penalty card:
    that of these plays, else asked for."""
    card = next((play.card for play in plays if play.seat is seat), None)
    if card is None:
        every = sorted(table.pack(case).cards, key=str)
        card = case.ask("62.withdrawn", "Law 62C2", every, "withdrawn", seat=seat)
    case.step("Law 50B", "major", card=card, seat=seat)
    case.bind("penalty-major", seat, card)


def _of_the_defenders(case: Case, revoke: Revoke) -> tuple[Seat, Trick]:
    """Law 62C3: which defender has revoked in the trick as well, and the play, where
    the record shows it."""
    defenders = others(revoke.seat).seats
    led = table.led(case, revoke.before)
    plays = [play for play in (*revoke.before, *revoke.since) if play.seat in defenders]
    found = [play for play in plays if table.suit(case, play.card) is not led]
    if len(found) == 1:
        return found[0].seat, (found[0],)
    seat = case.ask("62.defender", "Law 62C3", defenders)
    return seat, tuple(found)


def _twelfth(case: Case, revoke: Revoke) -> Ruling:
    """Law 62D: in the last trick but one it is put right even when it is
    established."""
    last = table.tariff(case).tricks - 1
    law = "Law 62D1" if last == 12 else inferred("§7", "law-61")
    case.steps((law, "twelfth"), ("Law 64B6", "no-transfer"), number=last)
    if table.is_defender(case, revoke.seat):
        case.step("Law 62D2", "twelfth-partner")
        if all(play.seat is not mate(revoke.seat) for play in revoke.before):
            case.bind("unauthorized", mate(revoke.seat))
    return case.rule("twelfth", otherwise="cards-mixed", number=last)


# ---- Law 64 ----


_SPARED: Mapping[Besides, str] = {
    Besides.AGAIN: "Law 64B2",
    Besides.LATE: "Law 64B4",
    Besides.ROUND: "Law 64B5",
    Besides.BOTH: "Law 64B7",
}
"""What spares an established revoke its price: the paragraph."""


def _excused(case: Case, revoke: Revoke, is_penalty_card: bool) -> Ruling | None:
    """Law 64B2-B7: when no trick is transferred, whatever was won."""
    if table.role(case, revoke.seat) is PlayRole.DUMMY:
        return without_tricks(case, revoke.seat, "Law 64B3", "dummy")
    if is_penalty_card or _had_penalty_card(case, revoke):
        return without_tricks(case, revoke.seat, "Law 64B3", "was-penalty-card")
    said = _besides(case, revoke) or value_in(case.facts, Fact.BESIDES, Besides)
    now = case.state.deal
    deal = table.deal(case)
    if now is not None and deal is not now:
        callers = (now.auction.caller(n) for n in range(len(now.calls)))
        # in the next deal
        if any(caller in others(revoke.seat).seats for caller in callers):
            said = Besides.LATE
    if said not in _SPARED and both_have(case, revoke.seat):
        said = Besides.BOTH
    if said is None or said not in _SPARED or _was_put_right(case, revoke, said):
        return None
    return without_tricks(case, revoke.seat, _SPARED[said], said)


def _was_put_right(case: Case, revoke: Revoke, besides: Besides) -> bool:
    """Law 64B2, B7: whether the other revoke, which only was told, was never
    established."""
    is_known = bool(_besides(case, revoke)) or bool(_ruled_before(case))
    if besides not in (Besides.AGAIN, Besides.BOTH) or is_known:
        return False
    return not case.yes("64.first-established", "Law 64B2")


def _ruled_before(case: Case) -> list[Remembered]:
    """The earlier rulings on revokes in this deal."""
    is_last = table.deal(case) is case.state.last_done
    return [verdict for verdict in case.earlier.verdicts if verdict.is_last is is_last]


def both_have(case: Case, seat: Seat) -> bool:
    """Whether by an earlier ruling the other side has revoked in this deal too. Law
    64B7."""
    return any(
        remembered.seat in others(seat).seats for remembered in _ruled_before(case)
    )


def _had_penalty_card(case: Case, revoke: Revoke) -> bool:
    """Whether a penalty card would have followed suit: by an earlier ruling, or as it
    is told."""
    led = table.led(case, revoke.before)
    lying = [
        card for card in table.penalty_cards(case, revoke.seat) if card != revoke.card
    ]
    if led is None or not lying:
        return case.said(Fact.BESIDES) == Besides.PENALTY_CARD
    return any(table.suit(case, card) is led for card in lying)


def _besides(case: Case, revoke: Revoke) -> Besides | None:
    """What the record shows besides: an earlier revoke in the suit, or one of the other
    side; None where neither. One in the last trick but one is never established."""
    rules = table.rules(case)
    trick_rules = table.trick_rules(case)
    watched = table.deal(case).watched
    if not revoke.number or rules is None or trick_rules is None:
        return None
    suit = trick_rules.led(revoke.before)
    every = (*watched.tricks, watched.trick)
    found = set()  # the sides of the revokes that were played on after
    for other in breaches(rules, watched):
        seat = other.play.seat
        own = side(other.play.seat)
        later = (
            at.number > other.trick and side(at.play.seat) is own
            for at in watched.placed
        )
        if other.trick < table.tariff(case).tricks - 1 and any(later):
            found.add(own)
            is_before = seat is revoke.seat and other.trick < revoke.number
            if is_before and trick_rules.led(every[other.trick - 1]) is suit:
                return Besides.AGAIN
    return Besides.BOTH if others(revoke.seat) in found else None


def without_tricks(case: Case, seat: Seat, law: str, code: str) -> Ruling:
    """Law 64B: no trick is transferred; more that was lost by it may be given back."""
    case.steps(("Law 63B", "established"), (law, code))
    if law != "Law 64B7" and both_have(case, seat):
        case.step(law := "Law 64B7", "both")
    redress = {"Law 64B2": "Law 64C2(a)", "Law 64B7": "Law 64C2(b)"}.get(
        law, "Law 64C1"
    )
    case.step(redress, "redress", side=others(seat))
    effects = []
    # what went over before it was known that both sides had revoked
    if law == "Law 64B7":
        first, other = SIDES
        before = _ruled_before(case)
        moved = sum(
            remembered.tricks if remembered.party == first.id else -remembered.tricks
            for remembered in before
        )
        if moved:
            effects = [Effect("tricks", (other if moved > 0 else first).id, abs(moved))]
    verdict = "given-back" if effects else "no-transfer"
    return case.rule(verdict, effects=effects, remedies=table.adjusted(case, "equity"))


def _winner_of(case: Case, seat: Seat, winner: Seat | None = None) -> Seat | None:
    """Who won the trick of the revoke, by the record the `winner`; None = the other
    side."""
    if winner is not None:
        return winner if winner in side(seat).seats else None
    answer = case.ask(
        "64.won", "Law 64A", ("others", "self", "partner"), side=others(seat)
    )
    return {"self": seat, "partner": mate(seat)}.get(answer)


def _later_of(case: Case, revoke: Revoke, winner: Seat | None) -> str:
    """Whether the offending side has won a trick since: "1", "0", or "later"; "" if
    it's all one.

    The record says it, else the result, where that is still the table's own: the tricks
    that the side has in all, less those won up to the revoke.
    """
    deal = table.deal(case)
    rules = table.rules(case)
    own = side(revoke.seat)
    if winner is mate(revoke.seat):
        return ""
    if any(won in own.seats for won in revoke.after):
        return "1"
    if revoke.number and rules is not None and deal.watched.is_over(rules):
        return "0"
    if deal.tricks is not None and not _ruled_before(case):
        declares = own is side(table.declarer(case))
        total = deal.tricks if declares else table.tariff(case).tricks - deal.tricks
        if revoke.number and revoke.winner is not None:
            upto = deal.watched.winners[: revoke.number]
            return "1" if total > sum(won in own.seats for won in upto) else "0"
        if total <= (winner is not None):
            return "0"
    return _later_said(case)


def _later_said(case: Case) -> str:
    ways = ("1", "0") if table.deal(case).is_over else ("1", "0", table.LATER)
    return case.ask("64.later", "Law 64A", ways)


def law_64_established(case: Case, seat: Seat) -> Ruling:
    """Law 64 of a revoke that counts as established, wherever it was."""
    table.speak_of(case, seat)
    if both_have(case, seat):
        return without_tricks(case, seat, "Law 64B7", "both")
    won = _winner_of(case, seat)
    return _transfer(case, seat, won, "" if won is mate(seat) else _later_said(case))


def _transfer(case: Case, seat: Seat, won: Seat | None, later: str) -> Ruling:
    """Law 64A, B1: one trick or two, by who won what; counted when the play is over."""
    to = others(seat)
    is_self = won is seat
    if later == table.LATER:
        reasons = ("Law 63B", "established"), ("Law 64A", "counted-at-end")
        return case.rule("transfer-later", *reasons, waits="64.later")
    if won is None and later != "1":
        return without_tricks(case, seat, "Law 64B1", "won-nothing")
    section = "Law 64A1" if is_self else "Law 64A2"
    who = "self" if is_self else "partner" if won is not None else "others"
    tricks = 1 + (is_self and later == "1")
    count = "and-one" if tricks == 2 else "and-none" if is_self else "one"
    case.steps(("Law 63B", "established"), (section, f"won-{who}"), (section, count))
    case.step("Law 64C1", "redress", side=to)
    said: Said = {"otherwise": "in-time", "n": tricks}
    said["remedies"] = table.adjusted(case, "equity")
    return table.scored(case, "transfer", Effect("tricks", to.id, tricks), **said)


# ---- Law 64C: redress of damage beyond the tricks transferred ----
#
# From the trick of the revoke on both sides are taken to play as well as the cards
# allow. Where too many tricks are left for that to be worked out at once, or a card
# takes its suit as it is played, the sides say what was likely.


def law_64c_damage(case: Case) -> Ruling:
    """Laws 12B1, 64C: more was lost by a revoke than the tricks that were
    transferred."""
    seat = case.seat()
    deal = table.deal(case)
    own = side(table.declarer(case))
    harmed = others(seat)
    is_asked = not case.is_as_told and deal.tricks is not None
    if is_asked and (innocent := _no_revoke_known(case, seat)):
        return innocent
    case.steps(("Law 64C1", "redress"), ("Law 12B1", "as-if-none"), side=harmed)
    if deal.tricks is None:
        return case.rule("equity-later", waits="64.without", side=harmed)
    tricks = _without_the_revoke(case, seat, own)
    if tricks is None:
        options = case.offered("without", range(table.tariff(case).tricks + 1))
        found = case.judge("64.without", "Law 64C1", options, side=own)
        if found is None:
            reason = "Law 85", "sides-differ"
            return case.rule("disputed", reason, waits="64.without", side=harmed)
        tricks = int(found)
    gained = tricks - deal.tricks if own is harmed else deal.tricks - tricks
    if gained <= 0:
        return case.rule("enough", side=harmed)
    effect = Effect("tricks", harmed.id, gained)
    return table.scored(case, "equity", effect, side=own, tricks=tricks)


def _no_revoke_known(case: Case, seat: Seat) -> Ruling | None:
    """The ruling where cards of this player were recorded, and the one that is called a
    revoke was none, or isn't known to have been; None where there was one, or no card
    was recorded."""
    rules = table.rules(case)
    watched = table.deal(case).watched
    is_ruled = any(remembered.seat is seat for remembered in _ruled_before(case))
    if (
        rules is None
        or is_ruled
        or all(play.seat is not seat for play in watched.plays)
    ):
        return None
    if any(breach.play.seat is seat for breach in breaches(rules, watched)):
        return None
    one = _placed(case)
    return _none(case, one) or _not_known(case, one)


def _without_the_revoke(case: Case, seat: Seat, own: Party) -> int | None:
    """What the recorded cards say that the side would have won without the revoke."""
    rules = table.rules(case)
    trick_rules = table.trick_rules(case)
    watched = table.deal(case).watched
    if rules is None or trick_rules is None or not watched.is_over(rules):
        return None
    # where both sides revoked, none of it is to have happened
    every = breaches(rules, watched)
    if not any(breach.play.seat is seat for breach in every):
        return None
    sides = {side(breach.play.seat).id for breach in every}
    found = next(
        breach for breach in every if len(sides) > 1 or breach.play.seat is seat
    )
    before = found.trick - 1
    left = watched.tricks[found.trick - 1 :]
    if trick_rules.wild or trick_rules.to_name or len(left) > MOST:
        return None
    trick = left[0]
    plays = [play for one in left for play in one]
    laid = tuple((play.seat, play.card) for play in trick[: trick.index(found.play)])
    gone = {card for _, card in laid}
    hands = {
        seat: frozenset(play.card for play in plays if play.seat is seat) - gone
        for seat in COMPASS
    }
    tricks = sum(seat in own.seats for seat in watched.winners[:before])
    tricks += tricks_won(trick_rules, hands, laid, trick[0].seat, own.seats)
    case.step("Law 64C1", "by-the-cards", side=own, n=tricks, trick=found.trick)
    return tricks
