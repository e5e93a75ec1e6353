"""The revoke: Laws 61-64. Nobody is convicted without the fact that a card was held.

Rule: Bridge with Deuces Wild; Five Crowns Bridge, play; Joker Bridge §4.3, §4.4.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.breaches import Breach, breaches, can_be_breach
from scorekeeper.core.cards import Card, Play, Suit, Trick
from scorekeeper.core.citations import inferred
from scorekeeper.core.facts import Besides, Fact, Facts, Reply, value_in
from scorekeeper.core.play import turn
from scorekeeper.core.rulings import (
    LEADING,
    PLAYING,
    Duty,
    Effect,
    EffectKind,
    Obligation,
    Remembered,
    Ruling,
)
from scorekeeper.core.seats import COMPASS, SIDES, Party, Seat
from scorekeeper.games.arbiter import defaults
from scorekeeper.games.arbiter.case import Said
from scorekeeper.games.bridge.best_play import MOST, tricks_won
from scorekeeper.games.bridge.laws.answers import BoundBy, PlayedOn, WonBy, WonSince
from scorekeeper.games.bridge.laws.case import Case, PlayRole, mate, others, side
from scorekeeper.games.bridge.laws.exposed import becomes_penalty_card
from scorekeeper.games.bridge.laws.verdicts import VerdictName
from scorekeeper.games.bridge.play import TrickRules
from scorekeeper.games.fields import read


@dataclass(frozen=True, slots=True)
class Revoke:
    """The play that is called a revoke: where it stands, as far as that was recorded.

    `number` counts the tricks from 1, 0 = not recorded. `played_before` and
    `played_since` are the plays to that trick before and after this one; `winner` won
    it. `winners_later` won the tricks that followed, `played_later` are the plays to
    them. `named` is the suit that was said for a Joker as it was played.
    """

    seat: Seat
    card: Card
    number: int = 0
    played_before: Trick = ()
    winner: Seat | None = None
    winners_later: tuple[Seat, ...] = ()
    played_later: tuple[Play, ...] = ()
    played_since: Trick = ()
    named: Suit | None = None


def _revoke_told(case: Case) -> Revoke:
    seat = case.seat()
    card = case.card()
    watched = case.deal().watched
    place = case.placed(seat, card)
    if place is None:
        return Revoke(seat, card)
    number = place.number
    tricks = (*watched.tricks, watched.trick)
    trick = tricks[number - 1]
    later = [play for after in tricks[number:] for play in after]
    is_won = number <= len(watched.winners)
    return Revoke(
        seat=seat,
        card=card,
        number=number,
        played_before=place.upto,
        winner=watched.winners[number - 1] if is_won else None,
        winners_later=watched.winners[number:],
        played_later=tuple(later),
        played_since=trick[len(place.upto) + 1 :],
        named=place.play.as_suit,
    )


def proved(breach: Breach) -> Facts:
    return {**defaults.proved(breach), "trick": str(breach.trick)}


def law_61_revoke(case: Case) -> Ruling:
    """Laws 61-64: a revoke is corrected until its side plays on; then tricks
    are transferred."""
    revoke = _revoke_told(case)
    duties = PLAYING if revoke.played_before else LEADING
    is_bound = revoke.number and case.bound(revoke.seat, *duties)
    if is_bound and not _keeps_to_it(case, revoke, revoke.card):
        return law_61_restriction(case)
    not_convicted = _ruling_without_revoke(case, revoke)
    if not_convicted is not None:
        return not_convicted
    return _ruling_of_revoke(case, revoke)


def law_61_restriction(case: Case) -> Ruling:
    """Laws 59, 61A: not leading or playing what had to be, when able, is a
    revoke too."""
    revoke = _revoke_told(case)
    is_restricted = bool(_restrictions(case, revoke))
    has_penalty_card = bool(case.penalty_cards(revoke.seat))
    if (
        is_restricted == has_penalty_card
    ):  # both or neither: the table says which it was
        duty = case.ask("61.duty", "Law 61A", BoundBy)
        is_restricted = duty is BoundBy.RESTRICTION
    able = None
    if is_restricted:
        if _keeps_to_it(case, revoke, revoke.card):
            return case.rule("no-revoke", ("Law 61A", "kept-to-it"))
        able = _was_able(case, revoke)
    elif reason := case.need_not_play(revoke.seat, revoke.card):
        return case.rule("no-revoke", reason)
    able = able or case.ask("61.able", "Law 61A", COULD)
    if able is Reply.NO:
        return case.rule("no-revoke", ("Law 59", "unable"))
    if able is not Reply.YES:
        return _open(case, "61.able", able)
    case.step("Law 61A", "broke-restriction")
    return _ruling_of_revoke(case, revoke, is_penalty_card=not is_restricted)


def _restrictions(case: Case, revoke: Revoke) -> list[Obligation]:
    restrictions = case.bound(revoke.seat, *LEADING, *PLAYING)
    suit = None if case.is_from_old_release else _shunned(case, revoke)
    if suit is not None:
        by_joker = Obligation(Duty.MAY_NOT_LEAD, revoke.seat, suit=suit)
        restrictions.append(by_joker)
    return restrictions


def _shunned(case: Case, revoke: Revoke) -> Suit | None:
    """Rule: Five Crowns, play: the suit that this player may not lead, as the winner of
    a trick that had the Joker in it."""
    rules = case.rules()
    trick_rules = case.trick_rules()
    watched = case.deal().watched
    if rules is None or trick_rules is None or revoke.played_before:
        return None
    if revoke.number:
        return trick_rules.suit_shunned(
            watched.tricks[: revoke.number - 1], revoke.seat
        )
    if watched.trick or turn(rules, watched) is not revoke.seat:
        return None
    return trick_rules.suit_shunned(watched.tricks, revoke.seat)


def _keeps_to_it(case: Case, revoke: Revoke, card: Card) -> bool:
    restrictions = _restrictions(case, revoke)
    suit = case.suit(card)
    is_asked_for = all(asked.asks_for(card, suit) for asked in restrictions)
    return bool(restrictions) and is_asked_for


def _was_able(case: Case, revoke: Revoke) -> Reply | None:
    """Whether by the record something that had been asked for was held: not, once the
    whole hand has been seen; None where that isn't known."""
    rules = case.rules()
    suits = [restriction.suit for restriction in _restrictions(case, revoke)]
    if not revoke.number or not suits or None in suits:
        return None
    own = [play.card for play in revoke.played_later if play.seat is revoke.seat]
    if any(_keeps_to_it(case, revoke, card) for card in own):
        return Reply.YES
    is_over = rules is not None and case.deal().watched.is_over(rules)
    return Reply.NO if is_over else None


def _ruling_of_revoke(
    case: Case, revoke: Revoke, *, is_penalty_card: bool = False
) -> Ruling:
    if _ask_if_last_but_one(case, revoke):
        return _twelfth(case, revoke)
    if not _ask_if_established(case, revoke):
        return _to_correct(case, revoke)
    excused = _excused(case, revoke, is_penalty_card)
    if excused is not None:
        return excused
    won = _winner_of(case, revoke.seat, revoke.winner)
    since = _ask_won_since(case, revoke, won)
    return _transfer(case, revoke.seat, won, since)


def _ask_if_last_but_one(case: Case, revoke: Revoke) -> bool:
    last_but_one = case.tariff.tricks - 1
    told = case.said(Fact.TRICK)
    if revoke.number or told.isdecimal():
        return (revoke.number or int(told)) == last_but_one
    # entries of older editions have answered that by itself
    return case.said(Fact.TWELFTH) == Reply.YES or (
        _how_far(case, revoke) is PlayedOn.TWELFTH
    )


# ---- Law 61A: was it one? ----

COULD = (Reply.YES, Reply.NO, Reply.DIFFER, Reply.LATER)
"""What the table says of a card that may have been held."""


def _ruling_without_revoke(case: Case, revoke: Revoke) -> Ruling | None:
    no_revoke = _ruling_of_no_revoke(case, revoke)
    if no_revoke is not None:
        return no_revoke
    return _ruling_of_not_known(case, revoke)


def _ruling_of_no_revoke(case: Case, revoke: Revoke) -> Ruling | None:
    trick_rules = case.trick_rules()
    held = read(Card, case.said(Fact.HELD))
    if revoke.number and not revoke.played_before:
        return _of_a_lead(case, revoke, held)
    if trick_rules is None:
        return None
    if revoke.card in trick_rules.wild:
        code = "wild-deuce" if trick_rules.shunned is None else "wild-joker"
        return case.rule("no-revoke", (trick_rules.playing, code))
    # A Joker that was played had to be said to be of the suit led, if any such card was
    # held.
    has_named = revoke.named is not None and not case.is_from_old_release
    free = [held] if has_named else [revoke.card, held]
    for card in free:
        if card in trick_rules.to_name:
            case.step(trick_rules.naming, "joker-free", card=card)
            return case.rule("no-revoke")
    return _not_of_suit(case, trick_rules, revoke, held)


def _not_of_suit(
    case: Case, trick_rules: TrickRules, revoke: Revoke, held: Card | None
) -> Ruling | None:
    led = None
    law = trick_rules.playing
    is_joker = revoke.card.is_joker or (held is not None and held.is_joker)
    if revoke.number:
        led = trick_rules.led(revoke.played_before)
    elif is_joker:  # its suit decides
        led = case.ask("44.led", "Law 44C", case.whole_pack.suits)
    if led is None:
        return None
    if (revoke.named or trick_rules.suit_of(revoke.card)) is led:
        return case.rule("no-revoke", (law, "followed"), suit=led)
    if held is None or trick_rules.following((held,), led):
        return None
    case.step(law, "not-of-suit", card=held, suit=led)
    return case.rule("no-revoke")


def _of_a_lead(case: Case, revoke: Revoke, held: Card | None) -> Ruling | None:
    rules = case.rules()
    if rules is None:
        return None
    if held is not None:
        before = case.deal().watched.tricks[: revoke.number - 1]
        hand = frozenset((revoke.card, held))
        if rules.why_not(before, (), Play(revoke.seat, revoke.card), hand):
            return None
    return case.rule("no-revoke", ("Law 44A", "was-led"))


def _ruling_of_not_known(case: Case, revoke: Revoke) -> Ruling | None:
    """The ruling where nothing proves that a card was held; None where it was.

    Who has since played no card that had to be played then, and can't hold one, is
    judged by the record alone. Else both sides say whether a card of the suit was held;
    where they differ, or nobody can know yet, it stays open.
    """
    rules = case.rules()
    watched = case.deal().watched
    if revoke.number and rules is not None:
        for breach in breaches(rules, watched):
            if breach.play.card == revoke.card:
                said = {"held": breach.held, "trick": revoke.number}
                case.step("Law 61A", "held-then", **said)
                return None
        if not can_be_breach(rules, watched, revoke.card):
            return case.rule("no-revoke", ("Law 61A", "held-none"))
    could = case.ask("61.could", "Law 61A", COULD)
    if could is Reply.NO:
        return case.rule("no-revoke", ("Law 61A", "agreed-none"))
    if could is not Reply.YES:
        return _open(case, "61.could", could)
    case.step("Law 61A", "revoke")
    return None


def _open(case: Case, fact: str, why: Reply) -> Ruling:
    if why is Reply.DIFFER:
        side = case.named["to"]
        return case.rule("disputed", ("Law 85", "sides-differ"), waits=fact, side=side)
    return case.rule("revoke-open", ("Law 66C", "not-known-yet"), waits=fact)


# ---- Laws 62, 63 ----


def _ask_if_established(case: Case, revoke: Revoke) -> bool:
    """Law 63A: whether the offender's side has played on, named a card or claimed
    since; not where both sides revoked in the trick and only one of them has played on.
    Law 62C3."""
    sides = {side(play.seat).id for play in revoke.played_later}
    if case.said(Fact.BESIDES) == Besides.BOTH and revoke.number and len(sides) == 1:
        return not case.yes("62.same-trick", "Law 62C3")
    if side(revoke.seat).id in sides:
        return True
    far = _how_far(case, revoke)
    if far is PlayedOn.AGREED or (far is PlayedOn.CLAIMED and case.deal().is_over):
        # whose claim it was, and what came then
        return case.yes("63.claim-stands", "Law 63A4")
    return far in (PlayedOn.YES, PlayedOn.CLAIMED)


def _how_far(case: Case, revoke: Revoke) -> PlayedOn:
    ways = [
        PlayedOn.YES,
        PlayedOn.NO,
        PlayedOn.BOTH,
        PlayedOn.CLAIMED,
        PlayedOn.AGREED,
    ]
    if not revoke.number:
        ways.append(PlayedOn.TWELFTH)
    partner = mate(revoke.seat)
    may_change = not revoke.number or any(
        play.seat is partner for play in revoke.played_since
    )
    if may_change and case.is_defender(revoke.seat):
        ways.append(PlayedOn.CHANGED)
    last_but_one = case.tariff.tricks - 1
    return case.ask("63.established", "Law 63A", ways, number=last_but_one)


def _to_correct(case: Case, revoke: Revoke) -> Ruling:
    """Law 62: the card is replaced; a defender's becomes a penalty card."""
    seat = revoke.seat
    case.steps(("Law 63A", "not-established"), ("Law 62A", "replace"))
    trick_rules = case.trick_rules()
    if trick_rules is not None and trick_rules.wild and trick_rules.shunned is None:
        case.step(trick_rules.playing, "or-a-deuce")
    was_faced = any(
        obligation.seat is seat and obligation.card == revoke.card
        for obligation in case.earlier.bound
    )
    is_defender = case.is_defender(seat) and not was_faced
    if is_defender:
        case.step("Law 62B1", "becomes-penalty")
        becomes_penalty_card(case, seat, revoke.card)
    else:
        case.step("Law 62B2", "was-faced" if was_faced else "no-penalty-card")
    case.step("Law 62C1", "withdraw", side=others(seat))
    case.step("Law 62C2", "withdraw-next")
    _cards_withdrawn_besides(case, revoke, is_defender=is_defender)
    verdict = VerdictName.REPLACE
    if is_defender:
        verdict = VerdictName.REPLACE_DEFENDER
    return case.rule(verdict, otherwise="established")


def _cards_withdrawn_besides(case: Case, revoke: Revoke, *, is_defender: bool) -> None:
    since = case.said(Fact.ESTABLISHED)
    if since == PlayedOn.CHANGED and is_defender:
        _withdrawn_too(case, mate(revoke.seat), revoke.played_since)
    if Besides.BOTH in (since, case.said(Fact.BESIDES)):
        case.steps(("Law 62C3", "both-correct"), ("Law 64B8", "no-transfer"))
        if not case.is_defender(revoke.seat):
            _withdrawn_too(case, *_of_the_defenders(case, revoke))


def _withdrawn_too(case: Case, seat: Seat, plays: Trick) -> None:
    """Laws 62C2, 62C3: a card that this defender withdraws besides is a penalty card:
    that of these plays, else asked for."""
    cards = [play.card for play in plays if play.seat is seat]
    if cards:
        card = cards[0]
    else:
        every = sorted(case.whole_pack.cards, key=str)
        card = case.ask("62.withdrawn", "Law 62C2", every, "withdrawn", seat=seat)
    case.step("Law 50B", "major", card=card, seat=seat)
    case.bind(Duty.PENALTY_MAJOR, seat, card)


def _of_the_defenders(case: Case, revoke: Revoke) -> tuple[Seat, Trick]:
    """Law 62C3: which defender has revoked in the trick as well, and the play, where
    the record shows it."""
    defenders = others(revoke.seat).seats
    led = case.led(revoke.played_before)
    not_followed = tuple(
        play
        for play in (*revoke.played_before, *revoke.played_since)
        if play.seat in defenders and case.suit(play.card) is not led
    )
    if len(not_followed) == 1:
        return not_followed[0].seat, not_followed
    return case.ask("62.defender", "Law 62C3", defenders), not_followed


def _twelfth(case: Case, revoke: Revoke) -> Ruling:
    """Law 62D: in the last trick but one it is put right even when it
    is established."""
    number = case.tariff.tricks - 1
    law = "Law 62D1" if number == 12 else inferred("§7", "law-61")
    case.steps((law, "twelfth"), ("Law 64B6", "no-transfer"), number=number)
    if case.is_defender(revoke.seat):
        case.step("Law 62D2", "twelfth-partner")
        partner = mate(revoke.seat)
        if all(play.seat is not partner for play in revoke.played_before):
            case.bind(Duty.UNAUTHORIZED, partner)
    return case.rule("twelfth", otherwise="cards-mixed", number=number)


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
    if case.role(revoke.seat) is PlayRole.DUMMY:
        return without_tricks(case, revoke.seat, "Law 64B3", "dummy")
    if is_penalty_card or _had_penalty_card(case, revoke):
        return without_tricks(case, revoke.seat, "Law 64B3", "was-penalty-card")
    besides = _what_spares(case, revoke)
    if besides is None or besides not in _SPARED:
        return None
    if _ask_if_put_right(case, revoke, besides):
        return None
    return without_tricks(case, revoke.seat, _SPARED[besides], besides)


def _what_spares(case: Case, revoke: Revoke) -> Besides | None:
    if _has_called_since(case, others(revoke.seat)):
        return Besides.LATE
    besides = _besides_by_record(case, revoke) or value_in(
        case.facts, Fact.BESIDES, Besides
    )
    if besides not in _SPARED and both_have(case, revoke.seat):
        return Besides.BOTH
    return besides


def _has_called_since(case: Case, party: Party) -> bool:
    now = case.state.deal
    if now is None or case.deal() is now:
        return False
    callers = [now.auction.caller(place) for place in range(len(now.calls))]
    return any(seat in party.seats for seat in callers)


def _ask_if_put_right(case: Case, revoke: Revoke, besides: Besides) -> bool:
    """Law 64B2, B7: whether the other revoke, which only was told, was
    never established."""
    is_known = bool(_besides_by_record(case, revoke)) or bool(
        _earlier_rulings_on_revokes(case)
    )
    if besides not in (Besides.AGAIN, Besides.BOTH) or is_known:
        return False
    return not case.yes("64.first-established", "Law 64B2")


def _earlier_rulings_on_revokes(case: Case) -> list[Remembered]:
    is_last = case.deal() is case.state.last_done
    return [verdict for verdict in case.earlier.verdicts if verdict.is_last is is_last]


def both_have(case: Case, seat: Seat) -> bool:
    """Whether by an earlier ruling the other side has revoked in this deal too.
    Law 64B7."""
    return any(
        remembered.seat in others(seat).seats
        for remembered in _earlier_rulings_on_revokes(case)
    )


def _had_penalty_card(case: Case, revoke: Revoke) -> bool:
    led = case.led(revoke.played_before)
    lying = set(case.penalty_cards(revoke.seat)) - {revoke.card}
    if led is None or not lying:
        return case.said(Fact.BESIDES) == Besides.PENALTY_CARD
    return any(case.suit(card) is led for card in lying)


def _besides_by_record(case: Case, revoke: Revoke) -> Besides | None:
    """What the record shows besides: an earlier revoke in the suit, or one of the other
    side; None where neither."""
    rules = case.rules()
    trick_rules = case.trick_rules()
    watched = case.deal().watched
    if not revoke.number or rules is None or trick_rules is None:
        return None
    tricks = (*watched.tricks, watched.trick)
    is_both = False
    for breach in breaches(rules, watched):
        if not _was_played_on(case, breach):
            continue
        if breach.play.seat in others(revoke.seat).seats:
            is_both = True
        led = trick_rules.led(tricks[breach.trick - 1])
        is_before = breach.play.seat is revoke.seat and breach.trick < revoke.number
        if is_before and led is trick_rules.led(revoke.played_before):
            return Besides.AGAIN
    return Besides.BOTH if is_both else None


def _was_played_on(case: Case, breach: Breach) -> bool:
    if breach.trick >= case.tariff.tricks - 1:
        return False
    own = side(breach.play.seat).seats
    placed = case.deal().watched.placed
    return any(at.number > breach.trick and at.play.seat in own for at in placed)


def without_tricks(case: Case, seat: Seat, law: str, code: str) -> Ruling:
    """Law 64B: no trick is transferred; more that was lost by it may be given back."""
    case.steps(("Law 63A", "established"), (law, code))
    if law != "Law 64B7" and both_have(case, seat):
        law = "Law 64B7"
        case.step(law, "both")
    redress = {"Law 64B2": "Law 64C2(a)", "Law 64B7": "Law 64C2(b)"}
    case.step(redress.get(law, "Law 64C1"), "redress", side=others(seat))
    effects = _given_back(case) if law == "Law 64B7" else []
    verdict = VerdictName.GIVEN_BACK if effects else VerdictName.NO_TRANSFER
    return case.rule(verdict, effects=effects, remedies=case.adjusted("equity"))


# the tricks that earlier rulings on both sides' revokes have transferred, as one effect
def _given_back(case: Case) -> list[Effect]:
    first, other = SIDES
    to_first = 0
    for remembered in _earlier_rulings_on_revokes(case):
        is_firsts = remembered.party == first.id
        to_first += remembered.tricks if is_firsts else -remembered.tricks
    if not to_first:
        return []
    giver = other if to_first > 0 else first
    return [Effect(EffectKind.TRICKS, giver.id, abs(to_first))]


# who of the offender's side won the trick; None where the other side did
def _winner_of(case: Case, seat: Seat, winner: Seat | None = None) -> Seat | None:
    if winner is not None:
        return winner if winner in side(seat).seats else None
    answer = case.ask("64.won", "Law 64A", WonBy, side=others(seat))
    return {WonBy.SELF: seat, WonBy.PARTNER: mate(seat)}.get(answer)


def _ask_won_since(case: Case, revoke: Revoke, winner: Seat | None) -> WonSince:
    """Whether the offending side has won a trick since.

    The record says it, else the result, where that is still the table's own: the tricks
    that the side has in all, less those won up to the revoke.
    """
    deal = case.deal()
    rules = case.rules()
    own = side(revoke.seat)
    if winner is mate(revoke.seat):
        return WonSince.MAKES_NO_DIFFERENCE
    if any(seat in own.seats for seat in revoke.winners_later):
        return WonSince.YES
    if revoke.number and rules is not None and deal.watched.is_over(rules):
        return WonSince.NO
    if deal.tricks is not None and not _earlier_rulings_on_revokes(case):
        declares = own is side(case.declarer())
        total = deal.tricks if declares else case.tariff.tricks - deal.tricks
        if revoke.number and revoke.winner is not None:
            upto = deal.watched.winners[: revoke.number]
            own_upto = sum(seat in own.seats for seat in upto)
            return WonSince.YES if total > own_upto else WonSince.NO
        if total == 0 or (total == 1 and winner is not None):
            return WonSince.NO
    return _ask_won_since_told(case)


def _ask_won_since_told(case: Case) -> WonSince:
    ways = [WonSince.YES, WonSince.NO]
    if not case.deal().is_over:
        ways.append(WonSince.NOT_KNOWN_YET)
    return case.ask("64.later", "Law 64A", ways)


def law_64_established(case: Case, seat: Seat) -> Ruling:
    """Law 64 of a revoke that counts as established, wherever it was."""
    case.speak_of(seat)
    if both_have(case, seat):
        return without_tricks(case, seat, "Law 64B7", "both")
    won = _winner_of(case, seat)
    if won is mate(seat):
        return _transfer(case, seat, won, WonSince.MAKES_NO_DIFFERENCE)
    return _transfer(case, seat, won, _ask_won_since_told(case))


def _transfer(case: Case, seat: Seat, won: Seat | None, since: WonSince) -> Ruling:
    """Law 64A, B1: one trick or two, by who won what; counted when the play is over."""
    to = others(seat)
    if since is WonSince.NOT_KNOWN_YET:
        reasons = ("Law 63A", "established"), ("Law 64A", "counted-at-end")
        return case.rule(VerdictName.TRANSFER_LATER, *reasons, waits="64.later")
    if won is None and since is not WonSince.YES:
        return without_tricks(case, seat, "Law 64B1", "won-nothing")
    tricks = 1
    if won is seat:
        who = ("Law 64A1", "won-self")
        count = ("Law 64A1", "and-none")
        if since is WonSince.YES:
            tricks = 2
            count = ("Law 64A1", "and-one")
    else:
        who = ("Law 64A2", "won-others" if won is None else "won-partner")
        count = ("Law 64A2", "one")
    case.steps(("Law 63A", "established"), who, count)
    case.step("Law 64C1", "redress", side=to)
    effect = Effect(EffectKind.TRICKS, to.id, tricks)
    said: Said = {"otherwise": "in-time", "n": tricks}
    said["remedies"] = case.adjusted("equity")
    return case.scored(VerdictName.TRANSFER, effect, **said)


# ---- Law 64C: redress of damage beyond the tricks transferred ----
#
# From the trick of the revoke on both sides are taken to play as well as the cards
# allow. Where too many tricks are left for that to be worked out at once, or a card
# takes its suit as it is played, the sides say what was likely.


def law_64c_damage(case: Case) -> Ruling:
    """Laws 12B1, 64C: more was lost by a revoke than the tricks that
    were transferred."""
    seat = case.seat()
    deal = case.deal()
    own = side(case.declarer())
    harmed = others(seat)
    if deal.tricks is not None and not case.is_from_old_release:
        innocent = _no_revoke_known(case, seat)
        if innocent is not None:
            return innocent
    case.steps(("Law 64C1", "redress"), ("Law 12B1", "as-if-none"), side=harmed)
    if deal.tricks is None:
        return case.rule("equity-later", waits="64.without", side=harmed)
    tricks = _without_the_revoke(case, seat, own)
    if tricks is None:
        tricks = _likely_without(case, own)
    if tricks is None:
        reason = "Law 85", "sides-differ"
        return case.rule("disputed", reason, waits="64.without", side=harmed)
    gained = tricks - deal.tricks if own is harmed else deal.tricks - tricks
    if gained <= 0:
        return case.rule("enough", side=harmed)
    effect = Effect(EffectKind.TRICKS, harmed.id, gained)
    return case.scored("equity", effect, side=own, tricks=tricks)


def _likely_without(case: Case, own: Party) -> int | None:
    options = case.offered("without", range(case.tariff.tricks + 1))
    answer = case.judge("64.without", "Law 64C1", options, side=own)
    return None if answer is None else int(answer)


def _no_revoke_known(case: Case, seat: Seat) -> Ruling | None:
    """The ruling where cards of this player were recorded, and the one that is called a
    revoke was none, or isn't known to have been; None where there was one, or no card
    was recorded."""
    rules = case.rules()
    watched = case.deal().watched
    is_ruled = any(
        remembered.seat is seat for remembered in _earlier_rulings_on_revokes(case)
    )
    has_played = any(play.seat is seat for play in watched.plays)
    if rules is None or is_ruled or not has_played:
        return None
    if any(breach.play.seat is seat for breach in breaches(rules, watched)):
        return None
    revoke = _revoke_told(case)
    return _ruling_without_revoke(case, revoke)


def _without_the_revoke(case: Case, seat: Seat, own: Party) -> int | None:
    rules = case.rules()
    trick_rules = case.trick_rules()
    watched = case.deal().watched
    if rules is None or trick_rules is None or not watched.is_over(rules):
        return None
    breach = _first_to_undo(breaches(rules, watched), seat)
    if breach is None:
        return None
    before = breach.trick - 1
    tricks = watched.tricks[before:]
    if trick_rules.wild or trick_rules.to_name or len(tricks) > MOST:
        return None
    won = sum(winner in own.seats for winner in watched.winners[:before])
    won += _best_from(trick_rules, breach.play, tricks, own)
    case.step("Law 64C1", "by-the-cards", side=own, n=won, trick=breach.trick)
    return won


def _best_from(
    trick_rules: TrickRules, play: Play, tricks: Sequence[Trick], own: Party
) -> int:
    upto = tricks[0][: tricks[0].index(play)]
    held = set(sum(tricks, ())) - set(upto)
    hands = {
        seat: frozenset(play.card for play in held if play.seat is seat)
        for seat in COMPASS
    }
    laid = tuple((play.seat, play.card) for play in upto)
    return tricks_won(trick_rules, hands, laid, tricks[0][0].seat, own.seats)


def _first_to_undo(found: Sequence[Breach], seat: Seat) -> Breach | None:
    """The revoke from which on the deal is thought anew: this player's first; where
    both sides have revoked, the first of all, since none is to have happened. None
    where this player never has."""
    own = [breach for breach in found if breach.play.seat is seat]
    if not own:
        return None
    sides = {side(breach.play.seat).id for breach in found}
    return found[0] if len(sides) > 1 else own[0]
