"""What the arbiter of a table of Hearts rules when something goes wrong. House, where
no source is cited: a heart led too early and a point on the first trick are revokes."""

from dataclasses import replace

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import inferred
from scorekeeper.core.messages import message
from scorekeeper.core.play import Tricks
from scorekeeper.core.rulings import Effect, EffectKind, Ruling, Step
from scorekeeper.core.settings import Whether
from scorekeeper.games.arbiter import default_forms as forms
from scorekeeper.games.arbiter import defaults
from scorekeeper.games.arbiter.arbiter import Phase
from scorekeeper.games.arbiter.record import LED, NOTHING, TO_FIRST_TRICK
from scorekeeper.games.arbiter.table import Cites, UsualCase
from scorekeeper.games.hearts import play, rules
from scorekeeper.games.hearts.events import HandCounted
from scorekeeper.games.hearts.rules import TURN, WRONG

Case = UsualCase[play.State]
PASS = inferred("A wrong pass", "wrong-pass")
FOLLOWING = inferred("Revokes", "revoke")
ACCEPTED = inferred("Out of turn", "out-of-turn")


def revoke(case: Case) -> Ruling:
    """As in other games; where the hand is void, it may cost all of its points."""
    ruling = defaults.failed_to_follow(case)
    is_free = case.state.settings.revoke is Whether.NO
    if is_free or ruling.verdict.code != "custom.ruling.again":
        return ruling
    seat = case.seat()
    cost = Effect(EffectKind.POINTS, seat.party, play.ALL_POINTS)
    steps = (
        *ruling.steps,
        Step(message("hearts.step.revoke", seat=seat), rules.REVOKE),
    )
    effects = (*ruling.effects, cost)
    return replace(ruling, steps=steps, effects=effects, otherwise=())


def has_to_wait(settings: rules.Settings, before: Tricks, card: Card) -> bool:
    return play.barred(settings, before, (), card) is not None


def is_point(settings: rules.Settings, before: Tricks, card: Card) -> bool:
    return is_first_clean(settings) and card in play.POINTS


def wrong_pass(case: Case) -> Ruling:
    """House: cards go back until somebody leads; those that were seen, shown to all."""
    seat = case.seat()
    is_led = defaults.ask_if_recorded(case) and bool(case.table.watched.entries)
    if is_led or case.yes("begun", PASS, "hearts.ask.begun"):
        return case.rule("hearts.ruling.pass-stands", (PASS, "hearts.step.begun"))
    for answer, ruling in (("alike", "pass-stands"), ("looked", "shown-back")):
        if case.yes(answer, PASS, f"hearts.ask.{answer}", seat=seat):
            reason = (PASS, f"hearts.step.{answer}")
            return case.rule(f"hearts.ruling.{ruling}", reason, seat=seat)
    return case.rule("hearts.ruling.back", (PASS, "hearts.step.unseen"), seat=seat)


def must_break(settings: object) -> bool:
    return getattr(settings, "breaking", None) is not rules.Breaking.NOTHING


def is_first_clean(settings: object) -> bool:
    return getattr(settings, "first_trick", None) is Whether.NO


PassForm = forms.facts_form(Phase.DEALING, {"seat": NOTHING}, seat=forms.SEAT)
RULED: dict[str, defaults.FormAndRule[play.State]] = {
    **defaults.USUAL,
    "failure-to-follow": (forms.FollowingForm, revoke),
    "early-heart": defaults.early(LED, must_break, has_to_wait, revoke),
    "early-point": defaults.early(TO_FIRST_TRICK, is_first_clean, is_point, revoke),
    "wrong-pass": (PassForm, wrong_pass),
}
ARBITER = defaults.UsualGame(
    play.ROUNDS,
    rules.RULE_SHEET,
    pack=play.pack_of,
    cites=Cites(FOLLOWING, TURN, TURN, WRONG, WRONG, WRONG, accepted=ACCEPTED),
    ruled_on=RULED,
    asked=dict.fromkeys(("begun", "alike", "looked"), NOTHING),
    results=(HandCounted,),
).arbiter()
