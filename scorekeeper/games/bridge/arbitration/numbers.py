"""Hands with too many or too few cards, and deals that went wrong.

Law: Laws of Duplicate Bridge 2017 and Laws of Contract Bridge 1993, Laws 13, 14, 67.
House: readings §7: found before the first call, it is dealt again.
"""

from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message, message
from scorekeeper.core.rulings import Effect, Ruling, Step
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.games.bridge.arbitration.case import Case, Options, mate, rule, seats
from scorekeeper.games.bridge.sources import inferred

WHENS: Options = tuple(
    (one, message(f"bridge.answer.when.{one}")) for one in ("deal", "auction", "play", "after")
)
"""When it was noticed: the answers to the field `when`."""

WHATS: Options = tuple(
    (one, message(f"bridge.answer.misdeal.{one}")) for one in ("faced", "order", "pack", "dealer")
)
"""What went wrong with the deal: the answers to the field `what`."""

_AGAIN = inferred("§7", "law-13")


def _when(case: Case, cite: Cite) -> str:
    return case.answer("when", message("bridge.ask.when"), WHENS, cite)


def _void(case: Case) -> tuple[Effect, ...]:
    """The deal is thrown in, where anything of it has been recorded."""
    return (Effect("void", "", 0),) if case.state.deal is not None else ()


# ---- Laws 13 and 14 ----


@rule
def wrong_number(case: Case) -> Ruling:
    """Laws 13, 14: a card too many is another hand's; a card too few is looked for."""
    cite = case.law("Law 13", "law-13")
    when = _when(case, cite)
    if when == "deal":
        return _again(case)
    many = case.said("many")
    if many not in {seat.value for seat in COMPASS}:
        none = (("none", message("bridge.answer.no-hand")), *seats(COMPASS))
        many = case.answer("many", message("bridge.ask.many", hand=case.pack.hand), none, cite)
    if many == "none":
        return _missing(case)
    return _surplus(case, Seat(many), when)


def _again(case: Case) -> Ruling:
    what = message("bridge.step.before-call", hand=case.pack.hand)
    return Ruling(
        message("bridge.ruling.deal-again"),
        (Step(what, _AGAIN),),
        (message("bridge.otherwise.after-call"),),
        _void(case),
    )


def _surplus(case: Case, many: Seat, when: str) -> Ruling:
    """Law 13: somebody has played with another's card."""
    hand = case.pack.hand
    first = Step(
        message("bridge.step.too-many", seat=many, hand=hand),
        case.law("Law 13", "law-13", seen=False),
    )
    if not case.is_duplicate:
        what = Step(message("bridge.step.spoilt"), case.law("Law 13", "law-13", seen=False))
        return Ruling(
            message("bridge.ruling.deal-again"),
            (first, what),
            effects=_void(case),
            remedies=(message("bridge.remedy.put-right"),),
        )
    if when == "after":
        what = Step(message("bridge.step.cancelled-result"), case.law("Law 13D", "law-13"))
        return Ruling(
            message("bridge.ruling.no-result"),
            (first, what),
            effects=_void(case),
            remedies=(message("bridge.remedy.adjusted"),),
        )
    can = case.is_so("normal", message("bridge.ask.normal"), case.law("Law 13B", "law-13"))
    if can:
        what = Step(
            message("bridge.step.put-right", seat=many, partner=mate(many)),
            case.law("Law 13B1", "law-13"),
        )
        return Ruling(message("bridge.ruling.put-right"), (first, what), remedies=_adjusted())
    what = Step(message("bridge.step.not-normal"), case.law("Law 13B2", "law-13"))
    return Ruling(
        message("bridge.ruling.no-result"), (first, what), effects=_void(case), remedies=_adjusted()
    )


def _adjusted() -> tuple[Message, ...]:
    return (message("bridge.remedy.adjusted"),)


def _missing(case: Case) -> Ruling:
    """Law 14: a card that is found belonged to the short hand all along."""
    cite = case.law("Law 14", "law-13")
    few = Seat(
        case.answer("few", message("bridge.ask.few", hand=case.pack.hand), seats(COMPASS), cite)
    )
    answers = tuple(
        (one, message(f"bridge.answer.found.{one}")) for one in ("elsewhere", "trick", "nowhere")
    )
    found = case.answer("found", message("bridge.ask.found"), answers, cite)
    if found == "trick":
        what = Step(message("bridge.step.defective", seat=few), case.law("Law 67", "law-13"))
        return Ruling(
            message("bridge.ruling.defective", seat=few),
            (Step(message("bridge.step.too-few", seat=few, hand=case.pack.hand), cite), what),
        )
    if found == "nowhere":
        return _lost(case, few)
    what = Step(
        message("bridge.step.all-along", seat=few),
        case.law("Law 14B4", "law-13"),
    )
    return Ruling(
        message("bridge.ruling.restored", seat=few),
        (Step(message("bridge.step.too-few", seat=few, hand=case.pack.hand), cite), what),
        (message("bridge.otherwise.could-have-played", seat=few),),
    )


def _lost(case: Case, few: Seat) -> Ruling:
    short = Step(
        message("bridge.step.too-few", seat=few, hand=case.pack.hand), case.law("Law 14", "law-13")
    )
    if case.is_duplicate:
        what = Step(message("bridge.step.other-pack"), case.law("Law 14B3", "law-13"))
        return Ruling(message("bridge.ruling.other-pack", seat=few), (short, what))
    what = Step(message("bridge.step.pack-short"), case.law("Law 14", "law-13", seen=False))
    return Ruling(message("bridge.ruling.deal-again"), (short, what), effects=_void(case))


# ---- misdeals ----


@rule
def misdeal(case: Case) -> Ruling:
    """Before the first call it is dealt again; afterwards most faults of the deal are waived."""
    what = case.answer("what", message("bridge.ask.misdeal"), WHATS, _AGAIN)
    when = _when(case, _AGAIN)
    said = Step(message(f"bridge.step.misdeal-{what}", hand=case.pack.hand), _AGAIN)
    if when == "deal" and what != "dealer":
        early = Step(message("bridge.step.before-call", hand=case.pack.hand), _AGAIN)
        return Ruling(
            message("bridge.ruling.deal-again"),
            (said, early),
            (message("bridge.otherwise.after-call"),),
            _void(case),
        )
    if what == "pack":
        never = Step(message("bridge.step.wrong-pack"), case.law("Law 1", "law-13", seen=False))
        return Ruling(message("bridge.ruling.deal-again"), (said, never), effects=_void(case))
    code = "dealer" if what == "dealer" else "late"
    stands = Step(message(f"bridge.step.stands-{code}"), _AGAIN)
    return Ruling(
        message(f"bridge.ruling.deal-stands-{code}"),
        (said, stands),
        (message("bridge.otherwise.before-call"),) if code == "late" else (),
    )
