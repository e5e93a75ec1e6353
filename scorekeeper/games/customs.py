"""What is done when something goes wrong in a game without a law book.

House: where no source of a game says what follows, these are the customs that we propose. Each
is a plain function of a `Case`; a game's own arbitration names and cites them, and replaces those
that its sources print. Every ruling is offered, never imposed.
"""

from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.core.breaches import Breach, breaches
from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Cite
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import why_not_back
from scorekeeper.core.rulings import Effect, Ruling, Step
from scorekeeper.core.seats import Party, Seat, party_of
from scorekeeper.games.arbitration import Facts
from scorekeeper.games.customs_case import Case
from scorekeeper.games.remedies import AfterFailure, AfterMisdeal, Exposed

AGAIN = Effect("void", "", 0)
"""What was recorded of the deal is struck, and it is dealt again by the same dealer."""


# ---- failure to follow ----


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure to follow that is not in doubt: whose, with which card, and how it is known."""

    seat: Seat
    card: Card | None
    steps: tuple[Step, ...]


def proved(breach: Breach) -> Facts:
    """The facts of a failure to follow that the recorded cards prove."""
    return {
        "seat": breach.play.seat.value,
        "card": str(breach.play.card),
        "held": str(breach.held),
    }


def failure_to_follow(case: Case, established: Callable[[Case, Failure], Ruling]) -> Ruling:
    """It is corrected until somebody leads to the next trick; then the game's own rule holds."""
    found = _failure(case)
    if isinstance(found, Ruling):
        return found
    cite = case.table.cites.following
    if not _is_late(case):
        step = Step(message("custom.step.not-led"), cite)
        return Ruling(
            message("custom.ruling.corrected", seat=found.seat, card=_the(found.card)),
            (*found.steps, step),
            (message("custom.otherwise.led"),),
        )
    step = Step(message("custom.step.led"), cite)
    return established(case, Failure(found.seat, found.card, (*found.steps, step)))


def _failure(case: Case) -> Failure | Ruling:
    """The failure, or the ruling that there was none."""
    seat, card, cite = case.seat(), case.card(), case.table.cites.following
    why = _why_wrong(case)
    if why is not None:
        return Failure(seat, card, (_step_of(why, cite),))
    step = _why_allowed(case)
    if step is not None:
        return Ruling(message("custom.ruling.none", seat=seat), (step,))
    asked = message("custom.ask.could", seat=seat)
    if case.is_so("could", asked, cite):
        return Failure(seat, card, (Step(message("custom.step.agreed", seat=seat), cite),))
    return Ruling(
        message("custom.ruling.none", seat=seat),
        (Step(message("custom.step.not-agreed"), cite),),
        (message("custom.otherwise.shown"),),
    )


def _step_of(why: RuleViolation, cite: Cite) -> Step:
    return Step(why.why, why.cite or cite)


def _why_wrong(case: Case) -> RuleViolation | None:
    """The rule that the recorded cards prove to have been broken by this play."""
    if case.placed() is None or case.rules is None:
        return None
    found = breaches(case.rules, case.watched)
    return next((one.why for one in found if one.play.card == case.card()), None)


def _why_allowed(case: Case) -> Step | None:
    """Why the play was allowed, whatever else was held or with the card that is named as held."""
    place, rules = case.placed(), case.rules
    if place is None or rules is None:
        return None
    number, play = place
    before, watched = case.watched.tricks[: number - 1], case.watched
    trick = (*watched.tricks, watched.trick)[number - 1]
    upto = trick[: trick.index(play)]
    gone = {one.card for done in (*before, upto) for one in done}
    held = case.card("held")
    others = {held} if held else rules.pack - gone
    if any(rules.why_not(before, upto, play, frozenset({play.card, one})) for one in others):
        return None
    code = "held" if held else "always"
    what = message(f"custom.step.{code}", card=play.card, held=held or "")
    return Step(what, case.table.cites.following)


def _is_late(case: Case) -> bool:
    """Whether somebody has led to the trick after the one in question."""
    place = case.placed()
    if place is None:
        asked, cite = message("custom.ask.led"), case.table.cites.following
        return case.is_so("led", asked, cite)
    watched = case.watched
    number = place[0]
    return number < len(watched.tricks) or (number == len(watched.tricks) and bool(watched.trick))


def played_again(case: Case, failure: Failure) -> Ruling:
    """House: the deal is void and is played again."""
    return Ruling(
        message("custom.ruling.again"),
        (*failure.steps, Step(message("custom.step.again"), case.table.cites.after)),
        otherwise(case),
        again(case),
        (message("custom.remedy.from-there"),),
    )


def played_from_there(case: Case, failure: Failure) -> Ruling:
    """House: the tricks are taken back as far as the wrong card."""
    return Ruling(
        message("custom.ruling.from-there"),
        (*failure.steps, Step(message("custom.step.from-there"), case.table.cites.after)),
        (message("custom.otherwise.not-known"),),
    )


def failed_to_follow(case: Case) -> Ruling:
    """House: corrected until the next trick is led; after that as this table has answered."""
    is_again = case.state.settings.failure is AfterFailure.AGAIN
    return failure_to_follow(case, played_again if is_again else played_from_there)


def again(case: Case) -> tuple[Effect, ...]:
    """What dealing again does to the score: nothing where nothing was recorded."""
    return (AGAIN,) if case.is_recorded else ()


def otherwise(case: Case) -> tuple[Message, ...]:
    """What is said where nothing of the deal was recorded."""
    return () if case.is_recorded else (message("custom.otherwise.unrecorded"),)


# ---- out of turn ----


def out_of_turn(case: Case) -> Ruling:
    """A card led or played out of turn is taken back unless the next player has played to it."""
    seat, cite, now = case.seat(), case.table.cites.turn, case.turn()
    if seat is now:
        step = Step(message("custom.step.turn", seat=seat), cite)
        return Ruling(message("custom.ruling.in-turn", seat=seat), (step,))
    if case.is_so("followed", message("custom.ask.followed", seat=seat), cite):
        steps = [Step(message("custom.step.followed", seat=seat), cite)]
        if now is not None:
            steps.append(Step(message("custom.step.enter-lead", seat=seat), cite))
        back = (message("custom.remedy.back"),)
        return Ruling(message("custom.ruling.stands", seat=seat), tuple(steps), (), (), back)
    steps = [Step(message("custom.step.not-followed"), cite)]
    if now is not None:
        steps.append(Step(message("custom.step.turn", seat=now), cite))
    return Ruling(
        message("custom.ruling.back", seat=seat),
        tuple(steps),
        (message("custom.otherwise.followed"),),
    )


def _the(card: Card | None) -> object:
    """The card, or that it is the one in question."""
    return card or message("custom.the-card")


def take_back(case: Case) -> Ruling:
    """A card may be taken back until the next player plays."""
    seat, cite = case.seat(), case.table.cites.take_back
    place = case.placed()
    if place is not None and case.rules is not None:
        watched = case.watched
        entry = watched.entries[watched.plays.index(place[1])]
        why = why_not_back(case.rules, watched, entry)
        step = _step_of(why, cite) if why else Step(message("custom.step.may-take"), cite)
        is_late = why is not None
    else:
        is_late = case.is_so("followed", message("custom.ask.played", seat=seat), cite)
        step = Step(message("custom.step.final" if is_late else "custom.step.may-take"), cite)
    code = "custom.ruling.stays" if is_late else "custom.ruling.taken"
    return Ruling(message(code, seat=seat), (step,))


# ---- exposed cards ----


def exposed_card(case: Case) -> Ruling:
    """House: as this table has answered."""
    answer = Exposed(case.state.settings.exposed.value)
    return exposed_back(case) if answer is Exposed.BACK else exposed_stays(case)


def exposed_back(case: Case) -> Ruling:
    """House: a card that was shown by mistake is picked up, and nothing follows."""
    step = Step(message("custom.step.no-penalty"), case.table.cites.exposed)
    verdict = message("custom.ruling.picked-up", seat=case.seat(), card=_the(case.card()))
    return _exposed(case, verdict, step)


def exposed_stays(case: Case) -> Ruling:
    """House: a card that was shown stays face up and is played at the first legal chance."""
    step = Step(message("custom.step.face-up"), case.table.cites.exposed)
    verdict = message("custom.ruling.face-up", seat=case.seat(), card=_the(case.card()))
    return _exposed(case, verdict, step)


def _exposed(case: Case, verdict: Message, step: Step) -> Ruling:
    place = case.placed()
    if place is None:
        return Ruling(verdict, (step,))
    was = message("custom.step.was-played", card=place[1].card, trick=place[0])
    nothing = message("custom.ruling.no-exposed", seat=case.seat())
    return Ruling(nothing, (Step(was, case.table.cites.exposed),))


# ---- cards, claims ----


def deal_again(case: Case) -> Ruling:
    """House: with a wrong number of cards, or after a misdeal, the deal is played again."""
    step = Step(message("custom.step.misdealt"), case.table.cites.numbers)
    return Ruling(message("custom.ruling.again"), (step,), otherwise(case), again(case))


def put_right(case: Case) -> Ruling:
    """House: the hands are put right, and the deal is played on."""
    step = Step(message("custom.step.mended"), case.table.cites.numbers)
    return Ruling(
        message("custom.ruling.mended"), (step,), (), (), (message("custom.remedy.again"),)
    )


def misdeal(case: Case) -> Ruling:
    """House: as this table has answered."""
    is_again = case.state.settings.misdeal is AfterMisdeal.AGAIN
    return deal_again(case) if is_again else put_right(case)


def claim(case: Case) -> Ruling:
    """House: a claim or concession is of all the rest, and holds where everybody agrees."""
    seat, cite = case.seat(), case.table.cites.claim
    is_claim = case.said("kind") != "concession"
    kind = "claim" if is_claim else "concession"
    if not case.is_so("agreed", message(f"custom.ask.{kind}", seat=seat), cite):
        step = Step(message("custom.step.not-all"), cite)
        return Ruling(message("custom.ruling.play-on", seat=seat), (step,))
    steps = [Step(message("custom.step.all-agree"), cite)]
    left = _tricks_left(case)
    if left:
        steps.append(Step(message("custom.step.left", n=left), cite))
    winner = rest_to(case)
    if winner is None:
        return Ruling(message("custom.ruling.shared", seat=seat), tuple(steps))
    return Ruling(message("custom.ruling.rest", party=winner), tuple(steps))


def rest_to(case: Case) -> Party | None:
    """Who gets all the rest of a claim or concession; None where several could."""
    own = party_of(case.seat(), case.table.parties)
    if case.said("kind") != "concession":
        return own
    others = [one for one in case.table.parties if one is not own]
    return others[0] if len(others) == 1 else None


def _tricks_left(case: Case) -> int:
    """How many tricks were still to be won, where the present deal was watched."""
    rules, watched = case.table.rules, case.table.watched
    if not case.table.is_begun or rules is None or not watched.entries:
        return 0
    return rules.tricks - len(watched.tricks)


# ---- calls ----


def void_call(case: Case, now: Seat | None, why: RuleViolation | None, said: Message) -> Ruling:
    """House: a call out of turn, or one that is too low, is void, and the right player calls.

    `now` is whose turn it is, where the bidding was recorded; `why` is what forbids the call to
    the player whose turn it is. Its player may not bid less later than was tried.
    """
    seat, cite = case.seat(), case.table.cites.call
    if now is seat and why is None:
        step = Step(message("custom.step.turn-call", seat=seat), cite)
        return Ruling(message("custom.ruling.call-good", seat=seat, call=said), (step,))
    steps = []
    if now is not None and now is not seat:
        steps.append(Step(message("custom.step.turn-call", seat=now), cite))
    elif why is not None:
        steps.append(_step_of(why, cite))
    steps.append(Step(message("custom.step.not-less", seat=seat, call=said), cite))
    verdict = (
        message("custom.ruling.call-void", seat=seat, call=said, turn=now)
        if now is not None
        else message("custom.ruling.call-void-unseen", seat=seat, call=said)
    )
    return Ruling(verdict, tuple(steps))
