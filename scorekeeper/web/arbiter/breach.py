"""What the cards that were told or recorded prove, in words."""

from scorekeeper.core.breaches import Breach, breaches
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import message
from scorekeeper.core.play import Watched
from scorekeeper.web.arbiter.asking import Asked
from scorekeeper.web.arbiter.picker import Values
from scorekeeper.web.arbiter.told import Told


def why_breached(told: Told, place: int | None = None) -> RuleViolation | None:
    """Why a card of this trick (the one at `place`) could be played from no hand at all."""
    for n, play in enumerate(told.trick):
        if place in (None, n):
            why = told.rules.why_not(told.before, told.trick[:n], play, frozenset({play.card}))
            if why is not None:
                return why
    return None


def proved(ask: Asked, watched: Watched) -> tuple[Breach, ...]:
    """The breaches that the recorded cards prove."""
    rules = ask.rules
    return breaches(rules, watched) if rules is not None else ()


def breach_values(ask: Asked, breach: Breach) -> Values:
    """A proved breach: both cards, both tricks, the rule, and where it is ruled on."""
    play = breach.play
    said = message(
        "watch.breach" if breach.shown_trick else "watch.breach.held",
        seat=play.seat,
        card=play.card,
        trick=breach.trick,
        held=breach.held,
        shown=breach.shown_trick or 0,
    )
    return {
        "said": ask.say(said),
        "why": ask.say(breach.why.why),
        "cite": breach.why.cite,
        "url": _ruling_url(ask, breach),
    }


def _ruling_url(ask: Asked, breach: Breach) -> str | None:
    """The irregularity that this is, its form filled in."""
    for one in ask.arbiter.irregularities:
        if one.proved is not None:
            return ask.url("irregularity", name=one.name, **one.proved(breach))
    return None
