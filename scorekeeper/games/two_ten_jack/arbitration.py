"""What the arbiter of a table of Two-Ten-Jack knows, and rules when something goes
wrong.

House: the document says nothing of it, so all of this is what we propose. A barred
lead, the Joker not played to the three of spades and a trump not played to the Joker
are failures to follow like any other. Hands are filled up from the stock: so a later
card proves one only where it was certainly held.
"""

from dataclasses import replace
from functools import partial

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import inferred
from scorekeeper.core.facts import Fact
from scorekeeper.core.messages import message
from scorekeeper.core.play import next_to_draw
from scorekeeper.core.rulings import Effect, Ruling, Step
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.session import Event
from scorekeeper.games.arbiter import default_forms as forms
from scorekeeper.games.arbiter import defaults
from scorekeeper.games.arbiter.arbiter import Phase
from scorekeeper.games.arbiter.record import LED, NOTHING, PLAYED
from scorekeeper.games.arbiter.table import Cites, UsualCase
from scorekeeper.games.two_ten_jack import play
from scorekeeper.games.two_ten_jack.events import CardsCaptured, TotalsStated
from scorekeeper.games.two_ten_jack.rules import (
    RULE_SHEET,
    SIXES,
    LeadBan,
    Reversal,
    printed,
)
from scorekeeper.games.two_ten_jack.scoring import (
    REST,
    ROUNDS,
    State,
    last_played,
    with_the_rest,
)

Case = UsualCase[State]
"""An irregularity at a table of Two-Ten-Jack."""
CITES = Cites(
    following=inferred("Failure to follow", "failure-to-follow"),
    turn=inferred("Out of turn", "out-of-turn"),
    call=inferred("Out of turn", "out-of-turn"),
    numbers=inferred("Misdeals", "misdeal"),
    claim=inferred("Claims", "claim"),
    take_back=play.TAKE_BACK,
)
DRAWING = printed("End of Trick", "known-cards")


def worth(state: State, card: Card) -> Ruling:
    settings = state.settings
    points = play.worth(state.settings, card)
    counts = message("two-ten-jack.worth.counts", card=card, points=points)
    steps = [Step(counts, RULE_SHEET.cite(settings, "values"))]
    six = next((suit for suit, cards in SIXES.items() if card in cards), None)
    whole = None if six is None else play.reversed_points(settings, six)
    if whole is not None:
        code = "fixed" if settings.reversal is Reversal.FIXED_55 else "reversed"
        turned = message(f"two-ten-jack.worth.{code}", suit=six, points=whole)
        steps.append(Step(turned, RULE_SHEET.cite(settings, "reversal")))
    return Ruling(message("two-ten-jack.worth", card=card, points=points), tuple(steps))


def barred_lead(case: Case) -> Ruling:
    """House: as any failure to follow; where the ban is of the first trick and another
    card was led to that, this one was free to be led."""
    plays = case.table.watched.plays
    card = defaults.named_card(case)
    is_first = case.state.settings.lead_ban is LeadBan.FIRST_TRICK
    is_another = card is not None and card not in [play.card for play in plays]
    if is_first and plays and is_another:
        return case.rule(
            "none", (CITES.following, "always"), card=card, seat=case.seat()
        )
    return defaults.failed_to_follow(case)


def misdeal(case: Case) -> Ruling:
    """House: as in other games; but a card that was not drawn in time may be drawn
    late."""
    drawer = _draws_now(case)
    ruling = defaults.misdeal(case)
    if case.said(Fact.WHAT) != forms.Misdealt.NUMBER or drawer is None:
        return ruling
    late = message("two-ten-jack.remedy.late-draw", seat=drawer)
    return replace(ruling, remedies=(*ruling.remedies, late))


def take_back(case: Case) -> Ruling:
    """House: as in other games; and the draws after a trick make it final, unless all
    agree."""
    watched = case.table.watched
    card = defaults.named_card(case)
    was_drawn = any(draw.after == len(watched.tricks) for draw in watched.draws)
    last = watched.tricks[-1] if watched.tricks and not watched.trick else ()
    if (
        not case.is_from_old_release
        and was_drawn
        and any(play.card == card for play in last)
    ):
        remedies = "two-ten-jack.remedy.back-agreed"
        reason = play.TAKE_BACK, "two-ten-jack.step.drawn-since"
        return case.rule("stays", reason, remedies=remedies, seat=case.seat())
    return defaults.take_back(case)


def draw_out_of_turn(case: Case) -> Ruling:
    """Rule: End of Trick: the winner draws first, then clockwise. House: a card that
    was drawn too early goes to whose it was, as long as its drawer has not seen it."""
    seat = case.seat()
    if _draws_now(case) is seat:
        return case.rule("in-turn", (DRAWING, "two-ten-jack.step.draws-now"), seat=seat)
    case.step(DRAWING, "two-ten-jack.step.order-of-draws")
    if case.yes("looked", CITES.turn, "two-ten-jack.ask.looked", seat=seat):
        reason = CITES.turn, "two-ten-jack.step.drawn-seen"
        return case.rule("two-ten-jack.ruling.drawn-stays", reason, seat=seat)
    return case.rule("two-ten-jack.ruling.drawn-handed", seat=seat)


def _draws_now(case: Case) -> Seat | None:
    table = case.table
    if not table.is_begun or table.rules is None:
        return None
    return next_to_draw(table.rules, table.watched)


def all_the_rest(case: Case, party: Party | None) -> tuple[Effect, ...]:
    """House: a claim or concession is of all the rest, and ends the round where all
    agree."""
    return (Effect(REST, party.id, 0),) if party and case.table.watched.entries else ()


def fact_that_ends(state: State, effect: Effect) -> Event | None:
    is_rest = effect.kind == REST
    return with_the_rest(state.round, effect.party, state.settings) if is_rest else None


def has_ban(settings: object) -> bool:
    return getattr(settings, "lead_ban", None) is not LeadBan.OFF


DrawForm = forms.facts_form(Phase.PLAY, {"seat": NOTHING}, seat=forms.SEAT)
"""Who drew before it was their turn."""

RULED: dict[str, defaults.FormAndRule[State]] = {
    **defaults.USUAL,
    "take-back": (forms.card_form(PLAYED), take_back),
    "misdeal": (forms.MisdealForm, misdeal),
    "draw-out-of-turn": (DrawForm, draw_out_of_turn),
    "barred-lead": defaults.early(LED, has_ban, play.is_barred_lead, barred_lead),
    "claim": (forms.ClaimForm, partial(defaults.claim, ends=all_the_rest)),
}
ARBITER = replace(
    defaults.UsualGame(
        ROUNDS,
        RULE_SHEET,
        pack=play.cards_of,
        cites=CITES,
        ruled_on=RULED,
        seen=last_played,
        asked={"looked": NOTHING},
    ).arbiter(),
    worth=worth,
    results=(CardsCaptured, TotalsStated),
    fact_of_effect=fact_that_ends,
)
