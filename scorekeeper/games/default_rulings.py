"""What is done when something goes wrong in a game without a law book, and the forms for it.

House: where no source of a game says what follows, these are the rulings that we propose. Each is
a plain function of a `Case`; a game's own arbitration names and cites them, and replaces those
that its sources print. Every ruling is offered, never imposed.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from wtforms import RadioField
from wtforms.validators import InputRequired, StopValidation

from scorekeeper.core.breaches import Breach, breaches, can_be_breach
from scorekeeper.core.cards import Card, Play, Trick
from scorekeeper.core.citations import Cite
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import Tricks, why_not_back
from scorekeeper.core.rounds import Round, RoundRules
from scorekeeper.core.rulings import DealProgress, Effect, Ruling
from scorekeeper.core.seats import Party, Seat, named, party_of
from scorekeeper.core.session import Event
from scorekeeper.core.settings import RuleSheet
from scorekeeper.games import default_case
from scorekeeper.games.arbiter_settings import AfterFailure, AfterMisdeal, Exposed
from scorekeeper.games.arbitration import Arbiter, Facts, Irregularity, Phase, Settled
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.case import Case, Question
from scorekeeper.games.default_case import Cites, Table, ruled_at, table_at
from scorekeeper.games.fields import CardField, label

COULD = Question("could", None, str, ("yes", "no", "differ", "later"))
LED = Question("led", None, bool)
FOLLOWED = Question("followed", None, bool)
AGREED = Question("agreed", None, bool)
PASSED = Question("passed", None, bool)

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
    seat, card, cite = case.seat(), default_case.named_card(case), case.table.cites.following
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
    rules = default_case.rules(case)
    place = default_case.placed(case)
    if rules and place and not can_be_breach(rules, default_case.watched(case), place[1].card):
        case.step(cite, "all-known", seat=seat)
        return case.rule("none", seat=seat)
    could = case.ask(COULD, cite=cite, seat=seat)
    if could in ("differ", "later"):
        case.step(cite, f"could-{could}", seat=seat)
        return case.rule("open", otherwise=("shown",), waits=COULD.name, seat=seat)
    case.step(cite, "agreed" if could == "yes" else "not-agreed", seat=seat)
    return None if could == "yes" else case.rule("none", otherwise=("shown",), seat=seat)


def _why_wrong(case: Case) -> RuleViolation | None:
    """The rule that the recorded cards prove to have been broken by this play: by a card that was
    held, or whatever was held."""
    place, rules = default_case.placed(case), default_case.rules(case)
    if place is None or rules is None:
        return None
    found = breaches(rules, default_case.watched(case))
    proof = next((one.why for one in found if one.play.card == default_case.named_card(case)), None)
    before, upto = _before(case, place)
    return proof or rules.why_not(before, upto, place[1], frozenset({place[1].card}))


def _before(case: Case, place: tuple[int, Play]) -> tuple[Tricks, Trick]:
    """The tricks before the one of a play, and the plays before it in its own."""
    number, play = place
    watched = default_case.watched(case)
    trick = (*watched.tricks, watched.trick)[number - 1]
    return watched.tricks[: number - 1], trick[: trick.index(play)]


def _is_allowed(case: Case, cite: Cite) -> bool:
    """Whether the play was allowed, whatever else was held or with the card named as held."""
    place, rules = default_case.placed(case), default_case.rules(case)
    if place is None or rules is None:
        return False
    play, (before, upto) = place[1], _before(case, place)
    gone = {one.card for done in (*before, upto) for one in done}
    held = default_case.named_card(case, "held")
    others = {held} if held else rules.pack - gone
    if any(rules.why_not(before, upto, play, frozenset({play.card, one})) for one in others):
        return False
    case.step(cite, "held" if held else "always", card=play.card, held=held or "")
    return True


def _is_late(case: Case, cite: Cite) -> bool:
    """Whether somebody has led to the trick after the one in question."""
    place = default_case.placed(case)
    if place is None:
        return case.ask(LED, cite=cite)
    watched, number = default_case.watched(case), place[0]
    return number < len(watched.tricks) or (number == len(watched.tricks) and bool(watched.trick))


def played_again(case: Case) -> Ruling:
    """House: the deal is void and is played again."""
    return default_case.dealt_again(case, case.table.cites.after, "again", "from-there")


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
    seat, cite, now = case.seat(), case.table.cites.turn, default_case.whose_turn(case)
    if seat is now:
        case.step(cite, "turn", seat=seat)
        return case.rule("in-turn", seat=seat)
    if case.ask(FOLLOWED, cite=cite, seat=seat):
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
    seat, cite, place = case.seat(), case.table.cites.take_back, default_case.placed(case)
    why, rules = None, default_case.rules(case)
    if place is not None and rules is not None:
        watched = default_case.watched(case)
        entry = watched.entries[watched.plays.index(place[1])]
        why = why_not_back(rules, watched, entry)
        is_late = why is not None
    else:
        is_late = case.ask(FOLLOWED, cite=cite, words="played", seat=seat)
    if why is not None:
        case.step_said(why.cite or cite, why.why)
    else:
        case.step(cite, "final" if is_late else "may-take")
    return case.rule("stays" if is_late else "taken", seat=seat)


# ---- exposed cards ----


def exposed_card(case: Case) -> Ruling:
    """House: as this table has answered: picked up, or left to be played at the first chance."""
    seat, cite, place = case.seat(), case.table.cites.exposed, default_case.placed(case)
    if place is not None:
        case.step(cite, "was-played", card=place[1].card, trick=place[0])
        return case.rule("no-exposed", seat=seat)
    if Exposed(case.state.settings.exposed.value) is Exposed.BACK:
        case.step(cite, "no-penalty")
        return case.rule("picked-up", seat=seat, card=_the(default_case.named_card(case)))
    case.step(cite, "face-up")
    case.bind("penalty-card", seat, default_case.named_card(case))
    return case.rule("face-up", seat=seat, card=_the(default_case.named_card(case)))


# ---- cards, claims ----


def misdeal(case: Case) -> Ruling:
    """House: as this table has answered: dealt again, or the hands are put right."""
    cite = case.table.cites.numbers
    if case.state.settings.misdeal is AfterMisdeal.AGAIN:
        return default_case.dealt_again(case, cite, "misdealt")
    case.step(cite, "mended")
    return case.rule("mended", remedies=("again",))


Ends = Callable[[Case, Party | None], tuple[Effect, ...]]
"""What ends the deal in progress when a party gets all the rest, or, for None, the others share it;
nothing where that isn't known."""


def claim(case: Case, ends: Ends | None = None) -> Ruling:
    """House: a claim or concession is of all the rest, and holds where everybody agrees; then it
    ends the deal."""
    seat, cite = case.seat(), case.table.cites.claim
    kind = "claim" if case.said("kind") != "concession" else "concession"
    if not case.ask(AGREED, cite=cite, words=kind, seat=seat):
        case.step(cite, "not-all")
        return case.rule("play-on", seat=seat)
    case.step(cite, "all-agree")
    rules, watched = case.table.rules, case.table.watched
    if case.table.is_begun and rules is not None and watched.entries:
        case.step(cite, "left", n=rules.tricks - len(watched.tricks))
    winner = rest_to(case)
    effects = ends(case, winner) if ends is not None and case.table.is_begun else ()
    if winner is None:
        return case.rule("shared", effects=effects, seat=seat)
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


@dataclass(frozen=True, slots=True)
class Tried:
    """A call that may be void: `amount` is what was bid, None for a pass. `neither` is what is said
    of a call that is no pass and no bid."""

    said: Message
    amount: int | None
    neither: Message | None = None


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bidding in progress: whose turn it is, who has passed, and who made its calls in order,
    where a game has the same player call again."""

    turn: Seat | None
    out: Collection[Seat]
    callers: tuple[Seat, ...] = ()


def void_call(
    case: Case, bidding: Bidding | None, why: RuleViolation | None, call: Tried
) -> Ruling:
    """House: a call out of turn, or one that is too low, is void, and the right player calls.

    `why` is what forbids the call to the player whose turn it is. A pass is final, whatever was
    voided: who has passed bids no more. Who hasn't may not bid less later than was tried.
    """
    seat, cite, said = case.seat(), case.table.cites.call, call.said
    is_pass = call.amount is None and call.neither is None
    if not case.table.is_begun:  # nobody recorded it
        bidding = why = None
    now = bidding.turn if bidding else None
    if now is seat and why is None:
        case.step(cite, "turn-call", seat=seat)
        return case.rule("call-good", seat=seat, call=said)
    if now is not None and now is not seat:
        case.step(cite, "turn-call", seat=now)
    elif why is not None:
        case.step_said(why.cite or cite, why.why)
    if is_pass or (seat in bidding.out if bidding else case.ask(PASSED, cite=cite, seat=seat)):
        case.step(cite, "pass-final", seat=seat)
        case.bind("pass", seat)
    elif call.neither is not None:
        case.step_said(cite, call.neither)
    else:
        case.step(cite, "not-less", seat=seat, call=said)
        case.bind("not-less", seat, least=call.amount or 0)
    verdict = "call-void" if now is not None else "call-void-unseen"
    return case.rule(verdict, seat=seat, call=said, turn=now)


Choices = list[tuple[str, Any]]
"""Values of a field with their labels."""


class ChosenField(RadioField):
    """Buttons one of which must be chosen: those that `offers` answers in a form."""

    def __init__(self, text: str, offers: Callable[[Any], Choices], **bound: Any) -> None:
        super().__init__(label(text), validate_choice=False, **bound)
        self.offers = offers

    def pre_validate(self, form: Any) -> None:
        """Refuse what is none of the choices."""
        if self.data not in [value for value, _ in self.offers(form)]:
            raise StopValidation(label("custom.refused.choose"))


def worded(code: str, *values: str) -> Callable[[Any], Choices]:
    """What offers these values in every form, "yes" in the words of "<code>.yes"."""
    return lambda form: [(one, label(f"{code}.{one}")) for one in values]


class FactsForm(EntryForm):
    """The facts of an irregularity, which is ruled on and not recorded.

    `PHASE` is when in a deal it happens.
    """

    PHASE = Phase.PLAY

    def lay_out(self) -> None:
        """Offer what may be chosen in this state."""
        for field in self:
            if isinstance(field, ChosenField):
                field.choices = field.offers(self)

    @staticmethod
    def settles(state: Any, facts: Facts) -> Settled | None:
        """What of sealed things an accepted ruling settles, as in an Irregularity."""
        return None

    def facts(self) -> tuple[Event, ...]:
        """Nothing is recorded."""
        return ()


FormAndRule = tuple[type[FactsForm], Callable[[Case], Ruling]]
"""What asks for the facts of an irregularity, and what is ruled on them."""


class SeatForm(FactsForm):
    """Whose irregularity it is, at a table that `irregularities` says how to see."""

    NAME = "seat"
    seat = ChosenField("custom.field.seat", lambda form: form.seats())

    def table(self) -> Table:
        """What the arbiter sees of it."""
        raise NotImplementedError

    def seats(self) -> Choices:
        """Everybody at the table."""
        ring, people = self.table().ring, self.folded.people
        return [(one.value, named(one, people)) for one in ring]

    def lay_out(self) -> None:
        """Offer the cards of the pack as well."""
        super().lay_out()
        for field in self:
            if isinstance(field, CardField):
                field.cards = self.table().pack


class CardForm(SeatForm):
    """Whose irregularity it is, and with which card where that matters."""

    NAME = "card"
    card = CardField(label("custom.field.card"))


class FollowingForm(SeatForm):
    """Who did not follow, with which card, and what is said to have been held."""

    NAME = "following"
    card = CardField(label("custom.field.card"), [InputRequired(label("custom.refused.card"))])
    held = CardField(label("custom.field.held"))


class CallForm(SeatForm):
    """Who called; a game adds what was called, in a field `call`."""

    NAME = "call"
    PHASE = Phase.BIDDING


class ClaimForm(SeatForm):
    """Who claims the rest, or gives it up."""

    NAME = "claim"
    PHASE = Phase.END
    kind = ChosenField("custom.field.kind", worded("custom.kind", "claim", "concession"))


class MisdealForm(FactsForm):
    """What was wrong with the cards that were dealt."""

    NAME = "misdeal"
    PHASE = Phase.DEALING
    what = ChosenField("custom.field.what", worded("custom.misdeal", "number", "dealing"))


USUAL: Mapping[str, FormAndRule] = {
    "failure-to-follow": (FollowingForm, failed_to_follow),
    "out-of-turn": (CardForm, out_of_turn),
    "take-back": (CardForm, take_back),
    "exposed-card": (CardForm, exposed_card),
    "misdeal": (MisdealForm, misdeal),
    "claim": (ClaimForm, claim),
}
"""What is ruled on in a game that says nothing of it itself."""


def irregularities(
    table_of: Callable[[Any], Table], ruled: Mapping[str, FormAndRule]
) -> tuple[Irregularity, ...]:
    """These irregularities by their names, where `table_of` is what the arbiter sees."""

    def irregularity(name: str, form: Any, decide: Callable[[Case], Ruling]) -> Irregularity:
        seen = {"table": lambda form: table_of(form.state)}
        asked = type(form)(form.__name__, (form,), seen) if issubclass(form, SeatForm) else form
        proves = proved if form is FollowingForm else None
        return Irregularity(
            name, asked, ruled_at(table_of, decide), proves, form.settles, form.PHASE
        )

    return tuple(irregularity(name, *one) for name, one in ruled.items())


def usual_arbiter(
    rules: RoundRules[Any, Any, Any],
    rule_sheet: RuleSheet,
    pack: Callable[[Any], frozenset[Card]],
    cites: Cites,
    ruled: Mapping[str, FormAndRule] = USUAL,
    **more: Any,
) -> Arbiter:
    """The arbiter of a game that has these rounds and no law book.

    `pack` is that of a table with these settings, `ruled` what is ruled on. `more` are fields of
    the arbiter, and `seen`: the round it speaks of in a state, where that is not the one in
    progress or the last; `bidding`: the bidding of the one in progress, None once it is over.
    """
    seen: Callable[[Any], Round] = more.pop("seen", lambda state: state.last)
    bidding: Callable[[Any], Bidding | None] = more.pop("bidding", lambda state: None)

    def progress(state: Any) -> DealProgress:
        watched, on = state.round.watched, bidding(state)
        return DealProgress(
            callers=on.callers if on else (),
            turn=on.turn if on else None,
            is_bidding=on is not None,
            tricks=(*watched.tricks, watched.trick),
        )

    def table_of(state: Any) -> Table:
        answered = cites.answered(rule_sheet, state.settings)
        return table_at(rules, state, answered, pack(state.settings), seen(state))

    return Arbiter(
        lambda state: rules.play_rules(seen(state), state.settings),
        lambda state: seen(state).watched,
        irregularities=irregularities(table_of, ruled),
        pack=lambda state: pack(state.settings),
        **{"progress": progress, **more},
    )
