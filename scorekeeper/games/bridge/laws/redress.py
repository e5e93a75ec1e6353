"""Redress of damage beyond the tricks transferred: Law 64C.

From the trick of the revoke on both sides are taken to play as well as the cards allow. Where too
many tricks are left for that to be worked out at once, or a card takes its suit as it is played,
the sides say what was likely.
"""

from scorekeeper.core.breaches import Breach, breaches
from scorekeeper.core.play import Watched
from scorekeeper.core.rulings import Effect, Ruling
from scorekeeper.core.seats import COMPASS, Party, Seat
from scorekeeper.games.bridge.best_play import MOST, tricks_won
from scorekeeper.games.bridge.laws import table
from scorekeeper.games.bridge.laws.table import others, side
from scorekeeper.games.bridge.play import TrickRules
from scorekeeper.games.case import Case, Question

WITHOUT = Question("64.without", "Law 64C1", int)


def law_64c_damage(case: Case) -> Ruling:
    """Laws 12B1, 64C: more was lost by a revoke than the tricks that were transferred."""
    seat, deal = case.seat(), table.deal(case)
    own, harmed = side(table.declarer(case)), others(seat)
    case.step("Law 64C1", "redress", side=harmed)
    case.step("Law 12B1", "as-if-none")
    if deal.tricks is None:
        return case.rule("equity-later", waits=WITHOUT.name, side=harmed)
    tricks = _without_the_revoke(case, seat, own)
    if tricks is None:
        tricks = case.ask(WITHOUT, range(table.tariff(case).tricks + 1), side=own)
    gained = tricks - deal.tricks if own is harmed else deal.tricks - tricks
    if gained <= 0:
        return case.rule("enough", side=harmed)
    effect = Effect("tricks", harmed.id, gained)
    return table.scored(case, "equity", effect, side=own, tricks=tricks)


def _without_the_revoke(case: Case, seat: Seat, own: Party) -> int | None:
    """What the recorded cards say that the side would have won without the revoke."""
    rules, trick_rules = table.rules(case), table.trick_rules(case)
    watched = table.deal(case).watched
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
    return before + tricks_won(rules, hands, laid, trick[0].seat, own)
