"""What the cards that were told or recorded prove, in words."""

from scorekeeper.core.breaches import Breach, breaches
from scorekeeper.core.docket import Ruled
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import message
from scorekeeper.core.play import Watched
from scorekeeper.games.arbitration import Facts
from scorekeeper.tables.effects import ruled_on
from scorekeeper.web.arbiter.asking import ArbiterAt
from scorekeeper.web.arbiter.told import TrickQuery
from scorekeeper.web.server.picker import Values


def why_breached(told: TrickQuery, place: int | None = None) -> RuleViolation | None:
    """Why a card of this trick (the one at `place`) could be played from no hand at all."""
    for n, play in enumerate(told.trick):
        if place in (None, n):
            why = told.rules.why_not(told.before, told.trick[:n], play, frozenset({play.card}))
            if why is not None:
                return why
    return None


def proved(ask: ArbiterAt, watched: Watched) -> tuple[Breach, ...]:
    """The breaches that the recorded cards prove."""
    rules = ask.rules
    return breaches(rules, watched) if rules is not None else ()


def breach_values(ask: ArbiterAt, breach: Breach) -> Values:
    """A proved breach: both cards, both tricks, the rule, and where it is or was ruled on."""
    play = breach.play
    said = message(
        "watch.breach" if breach.shown_trick else "watch.breach.held",
        seat=play.seat,
        card=play.card,
        trick=breach.trick,
        held=breach.held,
        shown=breach.shown_trick or 0,
    )
    last = ask.watched.entries[-1:]
    return {
        "said": ask.say(said),
        "why": ask.say(breach.why.why),
        "cite": breach.why.cite,
        "is_new": breach.shown_entry in last,
        **_ruling(ask, breach),
    }


def _ruling(ask: ArbiterAt, breach: Breach) -> Values:
    """The irregularity that this is, its form filled in; and the ruling on it, once given."""
    for one in ask.arbiter.irregularities:
        if one.proved is None:
            continue
        facts = one.proved(breach)
        given = next(
            (entry for entry in ruled_on(ask.session) if _is_on(entry.event, one.name, facts)), None
        )
        return {
            "url": ask.url("irregularity", name=one.name, **facts),
            "ruling": ask.url("ruling", seq=given.seq) if given else None,
        }
    return {"url": None, "ruling": None}


def _is_on(event: object, name: str, facts: Facts) -> bool:
    """Whether a ruling is on these facts."""
    if not isinstance(event, Ruled) or event.name != name:
        return False
    told = dict(event.facts)
    return all(told.get(field) == fact for field, fact in facts.items())
