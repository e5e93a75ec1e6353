"""What is done when something goes wrong in a game without a law book, and the forms
for it.

House: where no source of a game says what follows, these are the rulings that we
propose. Each is a plain function of a `Case`; a game's own arbitration names and cites
them, and replaces those that its sources print. Every ruling is offered, never imposed.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic

from scorekeeper.core import play
from scorekeeper.core.breaches import Breach, breaches, can_be_breach
from scorekeeper.core.cards import STANDARD_PACK, Card
from scorekeeper.core.citations import Cite
from scorekeeper.core.duties import could_be_played
from scorekeeper.core.facts import Fact, Facts, Reply, Which
from scorekeeper.core.messages import message
from scorekeeper.core.play import Placed, PlayRules, Tricks, Watched
from scorekeeper.core.rounds import R, RoundEnd, RoundRules, State, T
from scorekeeper.core.rulings import DealProgress, Duty, Effect, EffectKind, Ruling
from scorekeeper.core.seats import NOBODY, Party, Seat, party_of
from scorekeeper.core.settings import RuleSheet, S
from scorekeeper.games.arbiter import default_forms as forms
from scorekeeper.games.arbiter.arbiter import Arbiter, Assertions, Irregularity
from scorekeeper.games.arbiter.calling import Bidding
from scorekeeper.games.arbiter.case import Case, Said, ruled, ruled_as_told
from scorekeeper.games.arbiter.default_forms import Claimed
from scorekeeper.games.arbiter.record import (
    NOTHING,
    OUT_OF_TURN,
    PLAYED,
    SHOWN,
    Assertion,
    DealRecord,
)
from scorekeeper.games.arbiter.settings import (
    AfterFailure,
    AfterMisdeal,
    Exposed,
    SidesDiffer,
)
from scorekeeper.games.arbiter.standing import VerdictName, usual_standing
from scorekeeper.games.arbiter.table import Cites, Held, Table, UsualCase

FormAndRule = tuple[type[forms.FactsForm[State]], Callable[[UsualCase[State]], Ruling]]
"""What asks for the facts of an irregularity, and what is ruled on them."""
AGAIN = Effect(EffectKind.VOID, NOBODY, 0)
"""What was recorded of the deal is struck, and it is dealt again by the same dealer."""
THE_CARD = message("custom.the-card")  # said of a card in question that nobody named


# ---- what was recorded ----


def named_card(case: UsualCase[State], name: Fact = Fact.CARD) -> Card | None:
    return Card.parse(case.said(name)) if case.said(name) else None


def ask_if_recorded(case: UsualCase[State]) -> bool:
    """Whether it is about a deal of which something was recorded.

    Where nothing of the present deal was, the table says whether it means the last one.
    """
    table = case.table
    if table.is_begun:
        return True
    if _place(case) is not None:
        return table.has_last or not case.is_from_old_release
    if not table.has_last:
        return False
    options = [
        (which.value, message(f"custom.answer.{which}"))
        for which in (Which.NOW, Which.LAST)
    ]
    return case.pick(Fact.WHICH.value, table.cites.numbers, options) == Which.LAST


def _place(case: UsualCase[State]) -> Placed | None:
    told = (case.said(Fact.SEAT), named_card(case))
    placed = case.table.watched.placed
    return next(
        (place for place in placed if (place.play.seat.value, place.play.card) == told),
        None,
    )


def _seen(case: UsualCase[State]) -> tuple[PlayRules | None, Watched, Placed | None]:
    if not ask_if_recorded(case):
        return None, Watched(), None
    return case.table.rules, case.table.watched, _place(case)


def dealt_again(
    case: UsualCase[State], cite: Cite, why: str, remedies: str = ""
) -> Ruling:
    if ask_if_recorded(case):
        return case.rule("again", (cite, why), effects=(AGAIN,), remedies=remedies)
    return case.rule("again", (cite, why), otherwise="unrecorded", remedies=remedies)


# ---- failure to follow ----


def proved(breach: Breach) -> Facts:
    seat = breach.play.seat.value
    card = str(breach.play.card)
    return {"seat": seat, "card": card, "held": str(breach.held)}


def failure_to_follow(
    case: UsualCase[State], established: Callable[[UsualCase[State]], Ruling]
) -> Ruling:
    """It is corrected until somebody leads to the next trick; then the game's own rule
    holds."""
    seat = case.seat()
    card = named_card(case)
    cite = case.table.cites.following
    cleared = _cleared(case, seat, cite)
    if cleared is not None:
        return cleared
    _, watched, place = _seen(case)
    tricks_begun = len(watched.tricks) + (1 if watched.trick else 0)
    is_late = place.number < tricks_begun if place else case.yes("led", cite)
    if not is_late:
        said: Said = {"seat": seat, "card": card or THE_CARD}
        return case.rule(
            VerdictName.CORRECTED, (cite, "not-led"), otherwise="led", **said
        )
    case.step(cite, "led")
    return established(case)


def early(
    card: Assertion,
    fits: forms.Fits,
    can_be: Callable[[S, Tricks, Card], bool],
    decide: Callable[[UsualCase[State]], Ruling],
) -> FormAndRule[State]:
    """A card that had to wait: of which card that is said, at which tables, and which
    cards it `can_be`, told the settings and the tricks that were begun before. Of another
    card that nobody recorded there is no failure."""

    def decided(case: UsualCase[State]) -> Ruling:
        _, watched, place = _seen(case)
        begun = (*watched.tricks, watched.trick) if watched.trick else watched.tricks
        played = named_card(case)
        if place or played is None or can_be(case.state.settings, begun, played):
            return decide(case)
        reason = case.table.cites.following, "always"
        return case.rule("none", reason, card=played, seat=case.seat())

    return forms.following_form(card, fits), decided


def _cleared(case: UsualCase[State], seat: Seat, cite: Cite) -> Ruling | None:
    """The ruling that there was no failure, or that it isn't known; None where there
    was one.

    Nobody is convicted without a card that the record proves, or that both sides agree
    on.
    """
    rules, watched, place = _seen(case)
    if rules and place:
        card = place.play.card
        if _add_step_if_proved(case, rules, watched, place, cite):
            return None
        if _add_step_if_allowed(case, rules, place, cite):
            return case.rule("none", seat=seat)
        if not can_be_breach(rules, watched, card):
            return case.rule("none", (cite, "all-known"), seat=seat)
    ways = (Reply.YES, Reply.NO, Reply.DIFFER, Reply.LATER)
    could = case.ask("could", cite, ways, seat=seat)
    if could in (Reply.DIFFER, Reply.LATER):
        return _left_open(case, seat, cite, could)
    if could is Reply.NO:
        reason = case.table.cites.differ, "not-agreed"
        return case.rule("none", reason, otherwise="shown", seat=seat)
    case.step(cite, "agreed", seat=seat)
    return None


# No published rule says what follows while the players disagree: the table has chosen.
def _left_open(case: UsualCase[State], seat: Seat, cite: Cite, could: Reply) -> Ruling:
    verdict = "open"
    if could is Reply.DIFFER:
        cite = case.table.cites.differ
        is_new = not case.is_from_old_release
        if is_new and case.state.settings.differ is SidesDiffer.AGREE:
            verdict = "wait"
    reason = cite, f"could-{could}"
    return case.rule(verdict, reason, otherwise="shown", waits="could", seat=seat)


def _add_step_if_proved(
    case: UsualCase[State],
    rules: PlayRules,
    watched: Watched,
    place: Placed,
    cite: Cite,
) -> bool:
    seat = place.play.seat
    card = place.play.card
    proof = next(
        (breach for breach in breaches(rules, watched) if breach.play.card == card),
        None,
    )
    if proof is not None:
        case.step(
            proof.why.cite or cite, "proved", seat=seat, card=card, held=proof.held
        )
        return True
    why = rules.why_not(place.before, place.upto, place.play, frozenset({card}))
    if why is not None:
        case.step_said(why.cite or cite, why.why)
    return why is not None


def _add_step_if_allowed(
    case: UsualCase[State], rules: PlayRules, place: Placed, cite: Cite
) -> bool:
    _, made, before, upto, _ = place
    held = named_card(case, Fact.HELD)
    others: Collection[Card]
    if held:
        others = {held}
    else:
        others = rules.pack - {play.card for done in (*before, upto) for play in done}
    if any(
        rules.why_not(before, upto, made, frozenset({made.card, other}))
        for other in others
    ):
        return False
    case.step(cite, "held" if held else "always", card=made.card, held=held or "")
    return True


def played_again(case: UsualCase[State]) -> Ruling:
    """House: the deal is void and is played again."""
    return dealt_again(case, case.table.cites.after, "again", "from-there")


def played_from_there(case: UsualCase[State]) -> Ruling:
    """House: the tricks are taken back as far as the wrong card."""
    return case.rule(
        "from-there", (case.table.cites.after, "from-there"), otherwise="not-known"
    )


def failed_to_follow(case: UsualCase[State]) -> Ruling:
    """House: corrected until the next trick is led; after that as this table has
    answered."""
    is_again = case.state.settings.failure is AfterFailure.AGAIN
    return failure_to_follow(case, played_again if is_again else played_from_there)


# ---- out of turn, exposed, misdealt ----


def out_of_turn(case: UsualCase[State]) -> Ruling:
    """A card led or played out of turn is taken back unless the next player has played
    to it."""
    seat = case.seat()
    cite = case.table.cites.turn
    accepted = case.table.cites.accepted
    now = _plays_now(case)
    place = _recorded_out_of_turn(case)
    if seat is now and place is None:
        return case.rule("in-turn", (cite, "turn"), seat=seat)
    if place is not None:
        if _has_next(case, place):
            return case.rule(VerdictName.STANDS, (accepted, "followed"), seat=seat)
    elif case.yes("followed", cite, seat=seat):
        case.step(accepted, "followed", seat=seat)
        is_entry = named_card(case) is not None and not case.is_from_old_release
        # else the ruling itself is the entry of the lead
        if now is not None and not is_entry:
            case.step(cite, "enter-lead", seat=seat)
        return case.rule(VerdictName.STANDS, remedies="back", seat=seat)
    case.step(cite, "not-followed")
    if now is not None:
        case.step(cite, "turn", seat=now)
    return case.rule(VerdictName.BACK, otherwise="followed", seat=seat)


def _plays_now(case: UsualCase[State]) -> Seat | None:
    table = case.table
    if not table.is_begun or table.rules is None:
        return None
    return play.turn(table.rules, table.watched)


def _recorded_out_of_turn(case: UsualCase[State]) -> Placed | None:
    rules, watched, place = _seen(case)
    is_so = (
        rules is not None
        and place is not None
        and play.was_out_of_turn(rules, watched, place)
    )
    return place if is_so else None


def _has_next(case: UsualCase[State], place: Placed) -> bool:
    watched = case.table.watched
    trick = (*watched.tricks, watched.trick)[place.number - 1]
    return len(trick) > len(place.upto) + 1


def take_back(case: UsualCase[State]) -> Ruling:
    """A card may be taken back until the next player plays; so long one goes back that
    was played instead of a card that lies face up."""
    seat = case.seat()
    cite = case.table.cites.take_back
    rules, watched, place = _seen(case)
    why = play.why_not_back(rules, watched, place.entry) if rules and place else None
    is_late = why is not None
    if not (rules and place):
        is_late = case.yes("followed", cite, "played", seat=seat)
    if why is not None:
        case.step_said(why.cite or cite, why.why)
    else:
        case.step(cite, "final" if is_late else "may-take")
    due = _due_instead(case, rules, place)
    if due is None:
        return case.rule("stays" if is_late else VerdictName.TAKEN, seat=seat)
    case.step(case.table.cites.exposed, "was-due", seat=seat, card=due)
    said: Said = {"seat": seat, "card": named_card(case), "due": due}
    return case.rule("due-later" if is_late else VerdictName.DUE_FIRST, **said)


def _due_instead(
    case: UsualCase[State], rules: PlayRules | None, place: Placed | None
) -> Card | None:
    if rules is None or place is None:
        return None
    mine = [
        obligation
        for obligation in case.earlier.bound
        if obligation.seat is place.play.seat
    ]
    lying = [
        obligation
        for obligation in mine
        if obligation.kind is Duty.PENALTY_CARD and obligation.card is not None
    ]
    for obligation in lying:
        if could_be_played(obligation, rules, place.before, place.upto, place.play):
            return obligation.card if obligation.card != place.play.card else None
    return None


def exposed_card(case: UsualCase[State]) -> Ruling:
    """House: as this table has answered: picked up, or left to be played at the first
    chance."""
    seat = case.seat()
    cite = case.table.cites.exposed
    card = named_card(case)
    *_, place = _seen(case)
    if place is not None:
        case.step(cite, "was-played", card=place.play.card, trick=place.number)
        return case.rule("no-exposed", seat=seat)
    is_back = case.state.settings.exposed.value == Exposed.BACK.value
    case.step(cite, "no-penalty" if is_back else "face-up")
    if not is_back:
        case.bind(Duty.PENALTY_CARD, seat, card)
    verdict = "picked-up" if is_back else VerdictName.FACE_UP
    return case.rule(verdict, seat=seat, card=card or THE_CARD)


def misdeal(case: UsualCase[State]) -> Ruling:
    """House: as this table has answered: dealt again, or the hands are put right."""
    cite = case.table.cites.numbers
    if case.state.settings.misdeal is AfterMisdeal.AGAIN:
        return dealt_again(case, cite, "misdealt")
    return case.rule("mended", (cite, "mended"), remedies="again")


Ends = Callable[[UsualCase[State], Party | None], tuple[Effect, ...]]
"""What ends the deal in progress when a party gets all the rest, or, for None, the
others share it; nothing where that isn't known."""


def claim(case: UsualCase[State], ends: Ends[State] | None = None) -> Ruling:
    """House: a claim or concession is of all the rest, and holds where everybody
    agrees; then it ends the deal."""
    seat = case.seat()
    cite = case.table.cites.claim
    kind = case.said(Fact.KIND) or Claimed.CLAIM
    if kind == Claimed.SOME:
        return case.rule(
            "play-on-claim", (cite, "not-all-the-rest"), otherwise="by-hand", seat=seat
        )
    if not case.yes("agreed", cite, kind, seat=seat):
        return case.rule("play-on", (cite, "not-all"), seat=seat)
    case.step(cite, "all-agree")
    _say_how_many_are_left(case, cite)
    winner = _winner(seat, case.table.parties, is_claim=kind == Claimed.CLAIM)
    effects = ends(case, winner) if ends is not None and case.table.is_begun else ()
    if winner is None:
        return case.rule("shared", effects=effects, seat=seat)
    otherwise = "" if effects else "by-hand"
    return case.rule("rest", otherwise=otherwise, effects=effects, party=winner)


def _say_how_many_are_left(case: UsualCase[State], cite: Cite) -> None:
    rules = case.table.rules
    watched = case.table.watched
    if case.table.is_begun and rules is not None and watched.entries:
        case.step(cite, "left", n=rules.tricks - len(watched.tricks))


def _winner(seat: Seat, parties: tuple[Party, ...], *, is_claim: bool) -> Party | None:
    own = party_of(seat, parties)
    if is_claim:
        return own
    others = [party for party in parties if party is not own]
    return others[0] if len(others) == 1 else None


# ---- what is ruled on ----

ASKED: Assertions = dict.fromkeys(
    ("which", "could", "led", "followed", "agreed", "passed"), NOTHING
)
"""What the answers to the questions of these rulings say: what a log does not hold, or
what is asked only where it does not."""

USUAL: Mapping[str, FormAndRule[Any]] = {
    "failure-to-follow": (forms.FollowingForm, failed_to_follow),
    "out-of-turn": (forms.card_form(OUT_OF_TURN), out_of_turn),
    "take-back": (forms.card_form(PLAYED), take_back),
    "exposed-card": (forms.card_form(SHOWN), exposed_card),
    "misdeal": (forms.MisdealForm, misdeal),
    "claim": (forms.ClaimForm, claim),
}
"""What is ruled on in a game that says nothing of it itself. Any, since each game that
takes it has a state of its own."""


BREAKS: Mapping[str, tuple[str, Facts]] = {
    Duty.PASS: ("call-out-of-turn", {}),
    Duty.NOT_LESS: ("insufficient-bid", {}),
    Duty.PENALTY_CARD: ("take-back", {}),
}
"""Which irregularity it is when a duty is broken in a game without a law book."""


@dataclass(frozen=True, slots=True)
class UsualGame(Generic[S, R, T, State]):
    """A game that has these rounds and no law book, as its arbiter must know it.

    `cites` are the rules that its rulings rest on, `pack` the cards for the settings,
    `ruled_on` what it rules on. `seen` is the round that the arbiter speaks of, `held`
    the cards outside its tricks that are known to be somebody's, and `laid` those of
    them that were laid away. `bidding` is that in progress. `asked` is what the answers
    to the game's own questions say. `results` are the kinds of facts by which a round
    has its result.
    """

    rounds: RoundRules[S, R, T, State]
    rule_sheet: RuleSheet[S]
    cites: Cites
    pack: Callable[[S], frozenset[Card]] = lambda settings: STANDARD_PACK
    ruled_on: Mapping[str, FormAndRule[State]] = field(default_factory=lambda: USUAL)
    seen: Callable[[State], R] = lambda state: state.last
    held: Callable[[R], Held] = lambda seen: ()
    laid: Callable[[R], Held] = lambda seen: ()
    bidding: Callable[[State], Bidding | None] = lambda state: None
    asked: Assertions = field(default_factory=dict)
    results: tuple[type, ...] = ()

    def arbiter(self) -> Arbiter[State]:
        return Arbiter(
            play_rules=lambda state: self.rounds.play_rules(
                self.seen(state), state.settings
            ),
            watched=lambda state: self.seen(state).watched,
            irregularities=tuple(map(self._irregularity, self.ruled_on)),
            results=self.results,
            pack=lambda state: self.pack(state.settings),
            progress=self._progress,
            stands=partial(usual_standing, self.rounds),
            says_in_full={f"custom.ruling.{VerdictName.FACE_UP}": Duty.PENALTY_CARD},
            breaks=BREAKS,
            now=self._now,
        )

    def _now(self, state: State) -> tuple[PlayRules, Watched] | None:
        rules = self.rounds.play_rules(state.round, state.settings)
        if rules is None or state.is_between:
            return None
        return rules, state.round.watched

    def _progress(self, state: State) -> DealProgress:
        watched = state.round.watched
        tricks = (*watched.tricks, watched.trick)
        bidding = self.bidding(state)
        if bidding is None:
            return DealProgress(is_bidding=False, tricks=tricks)
        return DealProgress(bidding.callers, bidding.turn, True, tricks=tricks)

    def _table(self, state: State) -> Table:
        settings = state.settings
        seen = self.seen(state)
        laid = self.laid(seen)
        rules = self.rounds.play_rules(seen, settings)
        if rules is not None and laid:
            rules = replace(rules, pack=rules.pack - {card for _, card in laid})
        counted = (done.end is RoundEnd.COUNTED for done in state.backwards())
        return Table(
            ring=self.rounds.ring(settings),
            parties=self.rounds.parties(settings),
            pack=self.pack(settings),
            rules=rules,
            watched=seen.watched,
            is_begun=state.round.id is not None,
            has_last=any(counted),
            cites=self.cites.answered(self.rule_sheet, settings),
            held=self.held(seen),
            laid=laid,
            id=seen.id,
        )

    def _case(self, state: State, facts: Facts) -> UsualCase[State]:
        table = self._table(state)
        case = Case(
            state,
            facts,
            code=lambda kind, code: f"custom.{kind}.{code}",
            ring=table.ring,
            pack=table.pack,
            first=table.cites.numbers,  # no rule of such a game asks for a player
            table=table,
        )
        case.record = _record(case)
        return case

    def _irregularity(self, name: str) -> Irregularity[State]:
        form, decide = self.ruled_on[name]
        asked = {**ASKED, **self.asked}
        own = {"table": lambda form: self._table(form.state)}
        is_failure = Fact.HELD in form.ASSERTS
        return Irregularity(
            name,
            type(form.__name__, (form,), own),
            rule=ruled(self._case, decide, form.ASSERTS, asked),
            as_told=ruled_as_told(self._case, decide),
            fields=form.ASSERTS,
            asked=asked,
            proved=proved if is_failure else None,
            settles=getattr(form, "settles", None),
            phase=form.PHASE,
            says={"could": Reply.YES.value} if is_failure else {},
            fits=form.fits,
        )


def _record(case: UsualCase[State]) -> DealRecord:
    """What was recorded of the deal that it is about: nothing of it while the table has
    yet to say that it means the last one."""
    table = case.table
    is_last = table.has_last and case.said(Fact.WHICH) == Which.LAST
    if not table.is_begun and not is_last and _place(case) is None:
        return DealRecord(table.ring, table.parties)
    drawn = tuple(
        (draw.seat, draw.card) for draw in table.watched.draws if draw.card is not None
    )
    return DealRecord(
        table.ring,
        table.parties,
        table.rules,
        table.watched,
        held=(*drawn, *table.held),
        laid=table.laid,
        id=table.id,
    )
