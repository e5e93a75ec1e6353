"""What is done when something goes wrong in a game without a law book.

House: where no source of a game says what follows, these are the rulings that we propose. Each is
a plain function of a `Case`; a game's own arbitration names and cites them, and replaces those that
its sources print. Every ruling is offered, never imposed.
"""

from collections.abc import Callable

from scorekeeper.core.breaches import Breach, breaches
from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Cite
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import Tricks, why_not_back
from scorekeeper.core.rulings import Effect, Ruling
from scorekeeper.core.seats import Party, Seat, party_of
from scorekeeper.core.tricks import Play, Trick
from scorekeeper.games.arbiter_settings import AfterFailure, AfterMisdeal, Exposed
from scorekeeper.games.arbitration import Facts
from scorekeeper.games.default_case import Case

# ---- failure to follow ----


def proved(breach: Breach) -> Facts:
    """The facts of a failure to follow that the recorded cards prove."""
    return {
        "seat": breach.play.seat.value,
        "card": str(breach.play.card),
        "held": str(breach.held),
    }


def failure_to_follow(case: Case, established: Callable[[Case], Ruling]) -> Ruling:
    """It is corrected until somebody leads to the next trick; then the game's own rule holds."""
    seat, card, cite = case.seat(), case.card(), case.table.cites.following
    cleared = _cleared(case, seat, cite)
    if cleared is not None:
        return cleared
    if not _is_late(case, cite):
        case.step(cite, "not-led")
        return case.rule("corrected", otherwise=("led",), seat=seat, card=_the(card))
    case.step(cite, "led")
    return established(case)


def _cleared(case: Case, seat: Seat, cite: Cite) -> Ruling | None:
    """The ruling that there was no failure, or that it isn't known; None where there was one.

    Nobody is convicted without a card that the record proves, or that both sides agree on.
    """
    why = _why_wrong(case)
    if why is not None:
        case.step_said(why.cite or cite, why.why)
        return None
    if _is_allowed(case, cite):
        return case.rule("none", seat=seat)
    rules = case.rules
    is_known = rules is not None and not rules.draws and case.watched.is_over(rules)
    if case.placed() is not None and is_known:
        case.step(cite, "all-known", seat=seat)
        return case.rule("none", seat=seat)
    ways = [
        (one, message(f"custom.answer.could.{one}")) for one in ("yes", "no", "differ", "later")
    ]
    could = case.choose("could", cite, ways, seat=seat)
    if could in ("differ", "later"):
        case.step(cite, f"could-{could}", seat=seat)
        return case.rule("open", otherwise=("shown",), waits="could", seat=seat)
    case.step(cite, "agreed" if could == "yes" else "not-agreed", seat=seat)
    return None if could == "yes" else case.rule("none", otherwise=("shown",), seat=seat)


def _why_wrong(case: Case) -> RuleViolation | None:
    """The rule that the recorded cards prove to have been broken by this play: by a card that was
    held, or whatever was held."""
    place, rules = case.placed(), case.rules
    if place is None or rules is None:
        return None
    found = breaches(rules, case.watched)
    proof = next((one.why for one in found if one.play.card == case.card()), None)
    before, upto = _before(case, place)
    return proof or rules.why_not(before, upto, place[1], frozenset({place[1].card}))


def _before(case: Case, place: tuple[int, Play]) -> tuple[Tricks, Trick]:
    """The tricks before the one of a play, and the plays before it in its own."""
    number, play = place
    watched = case.watched
    trick = (*watched.tricks, watched.trick)[number - 1]
    return watched.tricks[: number - 1], trick[: trick.index(play)]


def _is_allowed(case: Case, cite: Cite) -> bool:
    """Whether the play was allowed, whatever else was held or with the card named as held."""
    place, rules = case.placed(), case.rules
    if place is None or rules is None:
        return False
    play, (before, upto) = place[1], _before(case, place)
    gone = {one.card for done in (*before, upto) for one in done}
    held = case.card("held")
    others = {held} if held else rules.pack - gone
    if any(rules.why_not(before, upto, play, frozenset({play.card, one})) for one in others):
        return False
    case.step(cite, "held" if held else "always", card=play.card, held=held or "")
    return True


def _is_late(case: Case, cite: Cite) -> bool:
    """Whether somebody has led to the trick after the one in question."""
    place = case.placed()
    if place is None:
        return case.is_so("led", cite)
    watched, number = case.watched, place[0]
    return number < len(watched.tricks) or (number == len(watched.tricks) and bool(watched.trick))


def played_again(case: Case) -> Ruling:
    """House: the deal is void and is played again."""
    case.step(case.table.cites.after, "again")
    otherwise = case.unrecorded()
    return case.rule("again", otherwise=otherwise, effects=case.again(), remedies=("from-there",))


def played_from_there(case: Case) -> Ruling:
    """House: the tricks are taken back as far as the wrong card."""
    case.step(case.table.cites.after, "from-there")
    return case.rule("from-there", otherwise=("not-known",))


def failed_to_follow(case: Case) -> Ruling:
    """House: corrected until the next trick is led; after that as this table has answered."""
    is_again = case.state.settings.failure is AfterFailure.AGAIN
    return failure_to_follow(case, played_again if is_again else played_from_there)


# ---- out of turn ----


def out_of_turn(case: Case) -> Ruling:
    """A card led or played out of turn is taken back unless the next player has played to it."""
    seat, cite, now = case.seat(), case.table.cites.turn, case.turn()
    if seat is now:
        case.step(cite, "turn", seat=seat)
        return case.rule("in-turn", seat=seat)
    if case.is_so("followed", cite, seat=seat):
        case.step(cite, "followed", seat=seat)
        if now is not None:
            case.step(cite, "enter-lead", seat=seat)
        return case.rule("stands", remedies=("back",), seat=seat)
    case.step(cite, "not-followed")
    if now is not None:
        case.step(cite, "turn", seat=now)
    return case.rule("back", otherwise=("followed",), seat=seat)


def _the(card: Card | None) -> object:
    """The card, or that it is the one in question."""
    return card or message("custom.the-card")


def take_back(case: Case) -> Ruling:
    """A card may be taken back until the next player plays."""
    seat, cite, place = case.seat(), case.table.cites.take_back, case.placed()
    why = None
    if place is not None and case.rules is not None:
        watched = case.watched
        entry = watched.entries[watched.plays.index(place[1])]
        why = why_not_back(case.rules, watched, entry)
        is_late = why is not None
    else:
        is_late = case.is_so("followed", cite, ask="played", seat=seat)
    if why is not None:
        case.step_said(why.cite or cite, why.why)
    else:
        case.step(cite, "final" if is_late else "may-take")
    return case.rule("stays" if is_late else "taken", seat=seat)


# ---- exposed cards ----


def exposed_card(case: Case) -> Ruling:
    """House: as this table has answered: picked up, or left to be played at the first chance."""
    seat, cite, place = case.seat(), case.table.cites.exposed, case.placed()
    if place is not None:
        case.step(cite, "was-played", card=place[1].card, trick=place[0])
        return case.rule("no-exposed", seat=seat)
    if Exposed(case.state.settings.exposed.value) is Exposed.BACK:
        case.step(cite, "no-penalty")
        return case.rule("picked-up", seat=seat, card=_the(case.card()))
    case.step(cite, "face-up")
    case.bind("penalty-card", seat, case.card())
    return case.rule("face-up", seat=seat, card=_the(case.card()))


# ---- cards, claims ----


def misdeal(case: Case) -> Ruling:
    """House: as this table has answered: dealt again, or the hands are put right."""
    cite = case.table.cites.numbers
    if case.state.settings.misdeal is AfterMisdeal.AGAIN:
        case.step(cite, "misdealt")
        return case.rule("again", otherwise=case.unrecorded(), effects=case.again())
    case.step(cite, "mended")
    return case.rule("mended", remedies=("again",))


Ends = Callable[[Case, Party], tuple[Effect, ...]]
"""What ends the deal in progress when a party gets all the rest; nothing where that isn't known."""


def claim(case: Case, ends: Ends | None = None) -> Ruling:
    """House: a claim or concession is of all the rest, and holds where everybody agrees; then it
    ends the deal."""
    seat, cite = case.seat(), case.table.cites.claim
    kind = "claim" if case.said("kind") != "concession" else "concession"
    if not case.is_so("agreed", cite, ask=kind, seat=seat):
        case.step(cite, "not-all")
        return case.rule("play-on", seat=seat)
    case.step(cite, "all-agree")
    rules, watched = case.table.rules, case.table.watched
    if case.table.is_begun and rules is not None and watched.entries:
        case.step(cite, "left", n=rules.tricks - len(watched.tricks))
    winner = rest_to(case)
    if winner is None:
        return case.rule("shared", seat=seat)
    effects = ends(case, winner) if ends is not None and case.table.is_begun else ()
    otherwise = () if effects else ("by-hand",)
    return case.rule("rest", otherwise=otherwise, effects=effects, party=winner)


def rest_to(case: Case) -> Party | None:
    """Who gets all the rest of a claim or concession; None where several could."""
    own = party_of(case.seat(), case.table.parties)
    if case.said("kind") != "concession":
        return own
    others = [one for one in case.table.parties if one is not own]
    return others[0] if len(others) == 1 else None


# ---- calls ----


def void_call(
    case: Case,
    now: Seat | None,
    why: RuleViolation | None,
    said: Message,
    *,
    amount: int | None,
    is_out: bool | None,
) -> Ruling:
    """House: a call out of turn, or one that is too low, is void, and the right player calls.

    `now` is whose turn it is, where the bidding was recorded; `why` is what forbids the call to
    the player whose turn it is, `amount` what was bid, None for a pass. A pass is final, whatever
    was voided: who has passed (`is_out`; None where nobody recorded it) bids no more. Who hasn't
    may not bid less later than was tried.
    """
    seat, cite, is_pass = case.seat(), case.table.cites.call, amount is None
    if now is seat and why is None:
        case.step(cite, "turn-call", seat=seat)
        return case.rule("call-good", seat=seat, call=said)
    if now is not None and now is not seat:
        case.step(cite, "turn-call", seat=now)
    elif why is not None:
        case.step_said(why.cite or cite, why.why)
    if is_out is None:
        is_out = not is_pass and case.is_so("passed", cite, seat=seat)
    if is_pass or is_out:
        case.step(cite, "pass-final", seat=seat)
        case.bind("pass", seat)
    else:
        case.step(cite, "not-less", seat=seat, call=said)
        case.bind("not-less", seat, least=amount or 0)
    verdict = "call-void" if now is not None else "call-void-unseen"
    return case.rule(verdict, seat=seat, call=said, turn=now)
