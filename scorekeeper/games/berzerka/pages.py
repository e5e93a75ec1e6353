"""What a table of Berzerka is asked of a hand, one question a screen, and in which order."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from scorekeeper.core.cards import FRENCH
from scorekeeper.core.evening import DealerIs
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import At, Event, Recorded
from scorekeeper.games.ask import EntryFlow
from scorekeeper.games.berzerka.checks import why_not
from scorekeeper.games.berzerka.events import (
    CALLS,
    STEPS,
    Discarded,
    HandPlayed,
    HandStated,
    How,
    PainSuitNamed,
    RankingNamed,
    TrumpNamed,
)
from scorekeeper.games.berzerka.pages_bid import (
    BidForm,
    BoardForm,
    HotseatForm,
    OwnForm,
    Question,
    usual,
    worded,
)
from scorekeeper.games.berzerka.play import watched_count
from scorekeeper.games.berzerka.rules import TRICKS, Named
from scorekeeper.games.berzerka.scoring import apply, writing
from scorekeeper.games.berzerka.sheet import bid_words, named_words
from scorekeeper.games.berzerka.state import Stage, State, discard_order, present_hand
from scorekeeper.games.fields import ask, label


class HandForm(Question):
    """A question about the hand once its contract is known."""

    @property
    def bid(self) -> Message:
        """How its contract was won."""
        return bid_words(self.hand)

    @property
    def named(self) -> tuple[object, ...]:
        """What is named of it so far."""
        return named_words(self.hand)

    @property
    def order(self) -> tuple[Seat, ...]:
        """Who discards when."""
        return discard_order(self.hand)

    @property
    def hint(self) -> Message | None:
        """What else should be known for the answer."""
        return None


class TrumpForm(HandForm):
    """The declarer names trumps."""

    NAME = "trump"
    STATES = ALONE = (TrumpNamed,)
    suit = ask(TrumpNamed, choices=usual(FRENCH), text=label("berzerka.field.trump"))


class PainSuitForm(HandForm):
    """The declarer names the pain suit."""

    NAME = "pain-suit"
    STATES = ALONE = (PainSuitNamed,)
    suit = ask(PainSuitNamed, choices=usual(FRENCH), text=label("berzerka.field.pain-suit"))


class RankingForm(HandForm):
    """The declarer names the ranking, or how it starts."""

    NAME = "ranking"
    STATES = ALONE = (RankingNamed,)
    ranking = ask(RankingNamed)

    @property
    def hint(self) -> Message | None:
        """When it turns over, if it does."""
        contract = self.hand.contract
        if contract is None or Named.START not in contract.asks:
            return None
        return message(f"berzerka.turns.{contract.ranking.value}")


class DiscardsForm(HandForm):
    """How many cards the declarer discarded and drew."""

    NAME = "discards"
    STATES = ALONE = (Discarded,)
    discards = ask(Discarded, choices=usual(range(TRICKS + 1)), is_free=True)


def _possible_counts(form: Question) -> range:
    contract = form.hand.contract
    return range((contract.counts.most if contract else TRICKS) + 1)


class ResultForm(HandForm):
    """What the declarer took, as the contract counts; filled with what was watched."""

    NAME = "result"
    STATES = ALONE = (HandPlayed,)
    count = ask(
        HandPlayed,
        choices=_possible_counts,
        default=lambda form: watched_count(form.hand),
        is_free=True,
    )

    def lay_out(self) -> None:
        """Ask in the contract's own unit."""
        contract = self.hand.contract
        if contract:
            self.count.label.text = label(f"berzerka.asked.{contract.counts.value}")

    @property
    def hint(self) -> Message | None:
        """What will be written in the box."""
        hand, contract = self.hand, self.hand.contract
        if contract is None:
            return None
        code = f"berzerka.writes.{writing(hand, contract)}"
        return message(code, overbid=hand.overbid, target=contract.target)


# ---- a whole hand ----


NUMBERS = range(TRICKS + 1)
"""What can be discarded, taken or given up: each a button, so that nothing is typed."""


class QuickForm(Question):
    """A whole hand at once: after it was played, forgotten, or to be put right.

    As long as the bidding of a hand that was recorded step by step is left as it was, the hand is
    stated in steps again, so that its watched cards stay.
    """

    NAME = "quick"
    STATES = (HandStated, *STEPS)
    ALONE = (HandStated,)
    WHOLE = (HandStated, HandPlayed)
    declarer = ask(HandStated)
    how = ask(HandStated, choices=worded(How, "hows"), default=usual(How.BID))
    contract = ask(
        HandStated,
        choices=lambda form: [(one.code, one) for one in form.state.board.contracts],
        is_free=True,
    )
    overbid = ask(HandStated, choices=usual(NUMBERS), default=usual(0), is_free=True)
    discards = ask(HandStated, choices=usual(NUMBERS), is_free=True)
    count = ask(HandStated, choices=usual(NUMBERS), is_free=True)
    trump = ask(HandStated, choices=usual(FRENCH))
    pain_suit = ask(HandStated, choices=usual(FRENCH))
    ranking = ask(HandStated)

    @classmethod
    def filled(cls, state: Any, events: Iterable[Event]) -> dict[str, Any]:
        """The hand that these facts come to."""
        stated = super().filled(state, events)
        if stated:
            return stated
        return super().filled(state, (_whole(_after(state, events).last_hand),))

    def facts(self) -> tuple[Event, ...]:
        """The hand; in steps where it was recorded so."""
        whole = self.fact(HandStated)
        if not isinstance(whole, HandStated):
            return ()
        return in_steps(self.state, self.recorded, whole) or (whole,)

    def restates(self, entries: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
        """Its steps, without the watched cards; with them where it becomes another hand."""
        if isinstance(self.fact(HandStated), HandStated) and len(self.facts()) == 1:
            return tuple(one for one in entries if not isinstance(one.event, DealerIs))
        return super().restates(entries)


def _after(state: State, events: Iterable[Event]) -> State:
    for event in events:
        state = apply(state, event, At(0, 0, ()))
    return state


def in_steps(state: State, recorded: tuple[Event, ...], whole: HandStated) -> tuple[Event, ...]:
    """The hand `whole` step by step after the bidding among these facts; nothing where it came of
    another bidding, or where something else was named in it than its contract asks for."""
    calls = (one for one in recorded if isinstance(one, CALLS))
    named: tuple[tuple[type, object], ...] = (
        (TrumpNamed, whole.trump),
        (PainSuitNamed, whole.pain_suit),
        (RankingNamed, whole.ranking),
    )
    names = (kind(value) for kind, value in named if value)
    steps = (*calls, *names, Discarded(whole.discards), HandPlayed(whole.count))
    state = _after(state, (one for one in recorded if isinstance(one, DealerIs)))
    for step in steps:
        if why_not(state, step):
            return ()
        state = _after(state, (step,))
    return steps if _whole(state.last_hand) == whole else ()


def _whole(hand: Any) -> HandStated:
    """A hand that was counted, as if it had been stated."""
    told = {one.name: getattr(hand, one.name) for one in fields(HandStated)}
    return HandStated(**told | {"contract": hand.contract.code})


# ---- the order of the questions ----

NAMING = {
    Named.TRUMP: TrumpForm,
    Named.PAIN_SUIT: PainSuitForm,
    Named.RANKING: RankingForm,
    Named.START: RankingForm,
}
STAGES = {
    Stage.BIDDING: BidForm,
    Stage.HOTSEAT: HotseatForm,
    Stage.DISCARDING: DiscardsForm,
    Stage.PLAYING: ResultForm,
}


def offered(state: State) -> tuple[type[Question], ...]:
    """What may be asked now: a board before anything else, then one step of a hand after another;
    the whole of it before its first, as the usual question where the last hand was entered so."""
    if not state.board.contracts or state.board.is_over:
        return BoardForm, OwnForm
    hand = present_hand(state)
    step = NAMING[hand.unnamed[0]] if hand.stage is Stage.NAMING else STAGES[hand.stage]
    if state.hand:
        return (step,)
    is_quick = state.last_hand is not None and state.last_hand.is_stated
    return (QuickForm, step) if is_quick else (step, QuickForm)


FORMS = (BoardForm, OwnForm, *STAGES.values(), *dict.fromkeys(NAMING.values()), QuickForm)
FLOW = EntryFlow(FORMS, offered)
