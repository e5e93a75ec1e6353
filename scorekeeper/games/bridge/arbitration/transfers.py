"""What an established revoke costs: no trick, one or two.

Law: Laws of Duplicate Bridge 2017 and Laws of Contract Bridge 1993, Law 64.
"""

from scorekeeper.core.cards import Card
from scorekeeper.core.messages import Message, message
from scorekeeper.core.rulings import Effect, Ruling, Step
from scorekeeper.core.seats import Seat
from scorekeeper.core.tricks import Trick
from scorekeeper.games.bridge.arbitration.case import (
    YES_NO,
    Case,
    Options,
    Role,
    mate,
    options,
    others,
    side,
)
from scorekeeper.games.bridge.arbitration.revoked import Revoke

# ---- established ----


def besides(is_duplicate: bool) -> Options:
    """What else there was about a revoke; both sides' revokes cancel out only since 2017."""
    both = message("bridge.answer.besides.both") if is_duplicate else None
    return options(
        ("none", message("bridge.answer.besides.none")),
        ("again", message("bridge.answer.besides.again")),
        ("late", message("bridge.answer.besides.late")),
        ("both", both),
    )


def excused(case: Case, one: Revoke) -> Ruling | None:
    """Law 64B: when no trick is transferred, whatever was won."""
    sections = {"again": "Law 64B2", "late": "Law 64B4", "both": "Law 64B7"}
    said = "late" if _is_late(case, one) else case.said("besides")
    if case.role(one.seat) is Role.DUMMY:
        return _without_tricks(case, one, "bridge.step.dummy", "Law 64B3")
    if said in sections and (said != "both" or case.is_duplicate):
        return _without_tricks(case, one, f"bridge.step.{said}", sections[said])
    return None


def _is_late(case: Case, one: Revoke) -> bool:
    """Whether the other side has been seen to call in the next deal."""
    now = case.state.deal
    if now is None or case.deal() is now:
        return False
    calls = range(len(now.calls))
    return any(now.auction.caller(n) in others(one.seat).seats for n in calls)


def _without_tricks(case: Case, one: Revoke, code: str, section: str) -> Ruling:
    why = Step(message(code, seat=one.seat), case.law(section, "law-61"))
    return Ruling(
        message("bridge.ruling.no-transfer", seat=one.seat),
        (_stands(case, one), why),
        remedies=_equity(case),
    )


def _stands(case: Case, one: Revoke) -> Step:
    what = message("bridge.step.established", side=side(one.seat))
    return Step(what, case.law("Law 63", "law-61"))


def _equity(case: Case) -> tuple[Message, ...]:
    """Law 64C: only at duplicate may more be given back than the transfer."""
    return (message("bridge.remedy.equity"),) if case.is_duplicate else ()


def established(case: Case, one: Revoke) -> Ruling:
    """Law 64A: one trick or two, by who won what."""
    won = _winner(case, one)
    later = _later(case, one, 1 if case.is_duplicate or won is one.seat else 2)
    own = side(one.seat)
    is_own = won in own.seats
    if not is_own and not later:
        return _without_tricks(case, one, "bridge.step.won-nothing", "Law 64B1")
    steps = [_stands(case, one), _won(case, one, won)]
    tricks = 1
    if won is one.seat:
        tricks += bool(later)
        code = "bridge.step.and-one" if later else "bridge.step.and-none"
        steps.append(Step(message(code, side=own), case.law("Law 64A1", "law-61")))
    else:
        steps.append(Step(message("bridge.step.one", side=own), case.law("Law 64A2", "law-61")))
        more = _with_a_held_card(case, one, is_own, later)
        tricks += len(more)
        steps += more
    to = others(one.seat)
    return Ruling(
        message("bridge.ruling.transfer", side=own, to=to, n=tricks),
        tuple(steps),
        (*_otherwise(case, one), *case.by_hand()),
        (Effect("tricks", to.id, tricks),) if case.is_in_log else (),
        _equity(case),
    )


def _won(case: Case, one: Revoke, won: Seat | None) -> Step:
    who = {one.seat: "self", mate(one.seat): "partner"}.get(won or one.seat, "others")
    section = "Law 64A1" if won is one.seat else "Law 64A2"
    code = "others" if won is None else who
    what = message(f"bridge.step.won-{code}", seat=one.seat, partner=mate(one.seat))
    return Step(what, case.law(section, "law-61"))


def _winner(case: Case, one: Revoke) -> Seat | None:
    """Who won the trick of the revoke; None = the other side."""
    if one.winner is not None:
        return one.winner if one.winner in side(one.seat).seats else None
    answers = (
        ("self", message("bridge.answer.is", what=one.seat)),
        ("partner", message("bridge.answer.is", what=mate(one.seat))),
        ("others", message("bridge.answer.is", what=others(one.seat))),
    )
    asked, cite = message("bridge.ask.won"), case.law("Law 64A", "law-61")
    answer = case.answer("won", asked, answers, cite)
    return {"self": one.seat, "partner": mate(one.seat)}.get(answer)


def _later(case: Case, one: Revoke, enough: int) -> int:
    """How many tricks the offending side has won since; more than `enough` change nothing."""
    won = sum(winner in side(one.seat).seats for _, winner in one.after)
    if one.is_seen and (_is_played_out(case) or won >= enough):
        return won
    answers = (
        ("0", message("bridge.answer.later.none")),
        ("1", message("bridge.answer.later.one")),
        ("2", message("bridge.answer.later.more")),
    )
    asked = message("bridge.ask.later", side=side(one.seat))
    return int(case.answer("later", asked, answers, case.law("Law 64A", "law-61")))


def _is_played_out(case: Case) -> bool:
    rules = case.rules()
    return rules is not None and case.deal().watched.is_over(rules)


def _with_a_held_card(case: Case, one: Revoke, is_own: bool, later: int) -> tuple[Step, ...]:
    """Law 64A2 of 1993: one more, if a card that could have followed won a trick later on.

    That trick is one of the two: the side must have won another, the revoke's or a later one.
    """
    if case.is_duplicate or is_own + later < 2 or not later:
        return ()
    cite = case.law("Law 64A2", "law-61", seen=False)
    if not _won_with_it(case, one):
        return ()
    return (Step(message("bridge.step.held-card", seat=one.seat), cite),)


def _won_with_it(case: Case, one: Revoke) -> bool:
    """Whether the offender later won a trick with a card that could have been played then."""
    manner = case.manner()
    if one.is_seen and manner is not None and one.before and _is_played_out(case):
        led = manner.led(one.before)
        return led is not None and any(
            winner is one.seat and manner.following((_card_of(trick, winner),), led)
            for trick, winner in one.after
        )
    asked = message("bridge.ask.held-card", seat=one.seat)
    cite = case.law("Law 64A2", "law-61", seen=False)
    return case.answer("could", asked, YES_NO, cite) == "yes"


def _card_of(trick: Trick, seat: Seat) -> Card:
    return next(play.card for play in trick if play.seat is seat)


def _otherwise(case: Case, one: Revoke) -> tuple[Message, ...]:
    found = [message("bridge.otherwise.in-time", side=side(one.seat))]
    if case.is_duplicate:
        found.append(message("bridge.otherwise.more-damage"))
    else:
        found.append(message("bridge.otherwise.duplicate"))
    return tuple(found)
