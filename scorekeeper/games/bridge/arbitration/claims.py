"""Claims and concessions: what is agreed, and doubtful points against the claimer.

Law: Laws of Duplicate Bridge 2017 and Laws of Contract Bridge 1993, Laws 68-71.
"""

from dataclasses import dataclass

from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message, message
from scorekeeper.core.rulings import Effect, Ruling, Step
from scorekeeper.core.seats import Party, Seat
from scorekeeper.games.bridge.arbitration.case import (
    Case,
    Role,
    mate,
    numbers,
    options,
    others,
    rule,
    side,
)


@dataclass(frozen=True, slots=True)
class Shares:
    """How the tricks that were left are divided, and what the deal comes to by that."""

    party: Party
    tricks: int
    left: int
    result: int

    def said(self, verdict: str) -> Message:
        """The verdict in words."""
        return message(
            verdict, side=self.party, tricks=self.tricks, left=self.left, result=self.result
        )


def _left(case: Case, cite: Cite) -> int:
    """How many tricks were still to be played."""
    rules, watched = case.rules(), case.deal().watched
    if rules is not None and watched.entries and not case.said("left"):
        return rules.tricks - len(watched.tricks)
    top = case.tariff.tricks
    return int(case.answer("left", message("bridge.ask.left"), numbers(top, 1), cite))


def _before(case: Case, left: int, cite: Cite) -> int:
    """How many tricks declarer's side had taken before."""
    declarer = case.declarer()
    played, watched = case.tariff.tricks - left, case.deal().watched
    if watched.entries and len(watched.tricks) == played:
        return watched.won_by(side(declarer).seats)
    asked = message("bridge.ask.so-far", side=side(declarer), played=played)
    return int(case.answer("before", asked, numbers(played), cite))


def _shares(case: Case, seat: Seat, tricks: int, left: int, cite: Cite) -> Shares:
    """The claimer's side takes `tricks` of those left, the other side the rest."""
    is_declarers = case.declarer() in side(seat).seats
    more = tricks if is_declarers else left - tricks
    return Shares(side(seat), tricks, left, _before(case, left, cite) + more)


def _effects(case: Case, shares: Shares) -> tuple[Effect, ...]:
    if not case.is_in_log:
        return ()
    return (Effect("result", side(case.declarer()).id, shares.result),)


# ---- Laws 68-70 ----


@rule
def claim(case: Case) -> Ruling:
    """Laws 68-70: agreed, it counts; disputed, it is played on or ruled against the claimer."""
    seat, cite = case.seat(), case.law("Law 68A", "law-68")
    left = _left(case, cite)
    asked = message("bridge.ask.claimed", seat=seat, left=left)
    tricks = int(case.answer("tricks", asked, numbers(left), cite))
    agreed = case.answer(
        "agreed",
        message("bridge.ask.agree", side=others(seat), by=side(seat), tricks=tricks, left=left),
        options(("yes", message("bridge.answer.agree")), ("no", message("bridge.answer.dispute"))),
        case.law("Law 69", "law-68", seen=False),
    )
    if agreed == "yes":
        return _agreed(case, seat, tricks, left)
    return _disputed(case, seat, tricks, left)


def _agreed(case: Case, seat: Seat, tricks: int, left: int) -> Ruling:
    cite = case.law("Law 69A", "law-68", seen=False)
    shares = _shares(case, seat, tricks, left, cite)
    return Ruling(
        shares.said("bridge.ruling.claim"),
        (Step(message("bridge.step.agreed", side=others(seat)), cite),),
        (message("bridge.otherwise.agreement"), *case.by_hand()),
        _effects(case, shares),
    )


def _disputed(case: Case, seat: Seat, tricks: int, left: int) -> Ruling:
    """At rubber the play goes on face up; at duplicate it ends, unless all four want it."""
    cite = case.law("Law 68D", "law-68", seen=False)
    code = "bridge.answer.settle.play-all" if case.is_duplicate else "bridge.answer.settle.play"
    pairs = (
        ("rule", message("bridge.answer.settle.rule")),
        ("play", message(code)),
    )
    asked = message("bridge.ask.settle", side=others(seat))
    order = pairs if case.is_duplicate else pairs[::-1]
    if case.answer("settle", asked, order, cite) == "play":
        return _played_on(case, seat)
    return _ruled(case, seat, tricks, left)


def _played_on(case: Case, seat: Seat) -> Ruling:
    if case.is_duplicate:
        what = message("bridge.step.play-on")
        return Ruling(
            message("bridge.ruling.play-on"),
            (Step(what, case.law("Law 68D2(b)", "law-68")),),
            (message("bridge.otherwise.not-all-four"),),
        )
    cite = case.law("Laws 68-70", "law-68")
    steps = [
        Step(message("bridge.step.face-hand", seat=seat), cite),
        Step(message("bridge.step.keep-to-it", seat=seat), cite),
    ]
    if case.role(seat) is Role.DEFENDER:
        what = message("bridge.step.defender-claims", partner=mate(seat))
    else:
        what = message("bridge.step.defenders-look", side=others(seat))
    steps.append(Step(what, cite))
    return Ruling(
        message("bridge.ruling.play-on-faced", seat=seat),
        tuple(steps),
        remedies=(message("bridge.remedy.rule-claim"),),
    )


def _ruled(case: Case, seat: Seat, tricks: int, left: int) -> Ruling:
    """Law 70: what the other side grants is the claimer's, what is in doubt is not."""
    doubt = case.law("Law 70A", "law-68", seen=False)
    asked = message("bridge.ask.certain", side=others(seat), by=side(seat), claimed=tricks)
    certain = int(case.answer("certain", asked, numbers(tricks), doubt))
    shares = _shares(case, seat, certain, left, doubt)
    steps = (
        Step(message("bridge.step.doubt", side=others(seat)), doubt),
        Step(message("bridge.step.no-new-line"), _part(case, "Law 70D1")),
        Step(message("bridge.step.no-finesse"), _part(case, "Law 70E1")),
        Step(message("bridge.step.trump-out"), _part(case, "Law 70C")),
        Step(message("bridge.step.normal"), _part(case, "Law 70A")),
    )
    return Ruling(
        shares.said("bridge.ruling.claim"),
        steps,
        (message("bridge.otherwise.statement"), *case.by_hand()),
        _effects(case, shares),
        () if case.is_duplicate else (message("bridge.remedy.play-claim"),),
    )


def _part(case: Case, section: str) -> Cite:
    return case.law(section, "law-68", seen=False)


# ---- Laws 68B, 71 ----


@rule
def concession(case: Case) -> Ruling:
    """Laws 68B, 71: a trick given up that could not be lost is not lost."""
    seat = case.seat()
    cite = case.law("Law 68B", "law-68")
    left = _left(case, cite)
    asked = message("bridge.ask.conceded", seat=seat, left=left)
    tricks = int(case.answer("tricks", asked, numbers(left), cite))
    if case.role(seat) is Role.DEFENDER and _partner_objects(case, seat):
        what = message("bridge.step.objects", partner=mate(seat))
        return Ruling(
            message("bridge.ruling.no-concession", partner=mate(seat)),
            (Step(what, case.law("Law 68B2", "law-68", seen=False)),),
            (message("bridge.otherwise.no-objection"),),
        )
    real = case.law("Law 71", "law-68")
    could = message("bridge.ask.could-lose", side=side(seat), tricks=tricks)
    lost = int(case.answer("lost", could, numbers(tricks), real))
    shares = _shares(case, seat, left - lost, left, real)
    kept = tricks - lost
    what = (
        message("bridge.step.not-lost", side=side(seat), n=kept)
        if kept
        else message("bridge.step.conceded", side=side(seat))
    )
    return Ruling(
        shares.said("bridge.ruling.claim"),
        (Step(what, real),),
        (message("bridge.otherwise.concession"), *case.by_hand()),
        _effects(case, shares),
    )


def _partner_objects(case: Case, seat: Seat) -> bool:
    cite = case.law("Law 68B2", "law-68", seen=False)
    return case.is_so("objects", message("bridge.ask.objects", partner=mate(seat)), cite)
