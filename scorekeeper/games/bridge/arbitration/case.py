"""One irregularity as it is ruled on: what was recorded, what was said, what must be asked."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import wraps

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import Cite, Standing
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import PlayRules, trick_of
from scorekeeper.core.rulings import Question, Ruling
from scorekeeper.core.seats import COMPASS, SIDES, Party, Seat, left_of, partner, party_of
from scorekeeper.games.arbitration import Facts
from scorekeeper.games.bridge.auction import Auction, Call
from scorekeeper.games.bridge.contract import Denomination, Tariff
from scorekeeper.games.bridge.deals import Deal, State, jokers_of, play_rules_of
from scorekeeper.games.bridge.manner import Manner, law, manner_of
from scorekeeper.games.bridge.play import Pack, pack_of
from scorekeeper.games.bridge.settings import Scoring, Settings
from scorekeeper.games.bridge.sources import LAWS_1993
from scorekeeper.games.bridge.tariffs import tariff_of

_PARAGRAPH = re.compile(r"(\d)[A-Z]\d*(\([a-z]\))?")

Options = Iterable[tuple[str, Message]]
"""The answers to a question: what the facts hold, and the words."""


class Role(Enum):
    """What a player is in the play of a deal."""

    DECLARER = "declarer"
    DUMMY = "dummy"
    DEFENDER = "defender"


class Open(Exception):
    """A question that must be answered before it can be ruled."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.name)
        self.question = question


def rule(decide: "Callable[[Case], Ruling]") -> Callable[[State, Facts], Ruling | Question]:
    """Make a law a rule of the arbiter: where a fact is missing, it is asked for."""

    @wraps(decide)
    def ruled(state: State, facts: Facts) -> Ruling | Question:
        try:
            return decide(Case(state, facts))
        except Open as still:
            return still.question

    return ruled


@dataclass(frozen=True, slots=True)
class Case:
    """What is known of an irregularity: the state it is ruled in, and what was said of it.

    Whatever is asked of a case and not known raises `Open` with the question.
    """

    state: State
    facts: Facts

    # ---- the table ----

    @property
    def settings(self) -> Settings:
        """What this table has agreed."""
        return self.state.settings

    @property
    def is_duplicate(self) -> bool:
        """Whether the Laws of Duplicate Bridge are this table's."""
        return self.settings.scoring is Scoring.DUPLICATE

    @property
    def pack(self) -> Pack:
        """The pack that is played with."""
        return pack_of(self.settings)

    @property
    def tariff(self) -> Tariff:
        """The figures of the game; what the arbiter reads of them is the same for all."""
        return tariff_of(self.settings, False)

    def law(self, section: str, anchor: str, *, seen: bool = True) -> Cite:
        """A law of this table. `section` is that of the Laws of 2017.

        Of the Laws of 1993 only the numbers are cited, since their paragraphs are divided
        otherwise. `seen` is False for what they are only thought to say: at a table that plays
        by them such a law is inferred.
        """
        cite = law(self.settings, section, anchor)
        if cite.source is not LAWS_1993:
            return cite
        number = _PARAGRAPH.sub(r"\1", section)
        return replace(cite, section=number, standing=cite.standing if seen else Standing.INFERRED)

    # ---- what was said ----

    def said(self, name: str) -> str:
        """What the facts hold under this name; "" where nothing."""
        return self.facts.get(name, "")

    def answer(self, name: str, asked: Message, options: Options, cite: Cite) -> str:
        """The answer to a question, once one of its options has been given."""
        offered = tuple(options)
        found = self.said(name)
        if found not in {value for value, _ in offered}:
            raise Open(Question(name, asked, offered, cite))
        return found

    def is_so(self, name: str, asked: Message, cite: Cite) -> bool:
        """The answer to a question of fact: yes or no."""
        return self.answer(name, asked, YES_NO, cite) == "yes"

    def seat(self) -> Seat:
        """Whose irregularity it is."""
        asked, cite = message("bridge.ask.seat"), self.law("Law 9", "arbiter")
        return Seat(self.answer("seat", asked, seats(COMPASS), cite))

    def card(self, name: str = "card") -> Card:
        """The card it is about."""
        asked, cite = message("bridge.ask.card"), self.law("Law 9", "arbiter")
        options = (_option(card) for card in sorted(self.pack.cards, key=str))
        return Card.parse(self.answer(name, asked, options, cite))

    def call(self, name: str, offered: Iterable[Call]) -> Call:
        """The call it is about, one of those `offered`."""
        asked, cite = message(f"bridge.ask.{name}"), self.law("Law 9", "arbiter")
        return Call.parse(self.answer(name, asked, (_option(call) for call in offered), cite))

    # ---- what was recorded ----

    @property
    def auction(self) -> Auction | None:
        """The auction in progress, where it was recorded call by call."""
        deal = self.state.deal
        if deal is None or not deal.calls or deal.contract is not None:
            return None
        return deal.auction

    @property
    def last_done(self) -> Deal | None:
        """The last deal that has its result."""
        done = reversed(self.state.done)
        return next((one for one in done if isinstance(one, Deal)), None)

    def deal(self) -> Deal:
        """The deal it is about: that of the recorded card, else the one in progress.

        Where none is in progress, the table says whether it speaks of the last one or of one
        that is being played unrecorded.
        """
        now, last = self.state.deal, self.last_done
        unseen = Deal(0, self.state.dealer)
        for one in (now, last):
            if one is not None and self._was_played_in(one):
                return one
        if now is not None or last is None:
            return now or unseen
        which = self.answer(
            "which",
            message("bridge.ask.which"),
            (
                ("last", message("bridge.answer.which.last", contract=_said_of(last))),
                ("now", message("bridge.answer.which.now")),
            ),
            self.law("Law 9", "arbiter"),
        )
        return last if which == "last" else unseen

    @property
    def is_in_log(self) -> bool:
        """Whether an effect on the result can find its deal: the one in progress, else the last."""
        return self.deal() is self.state.last_deal

    def by_hand(self) -> tuple[Message, ...]:
        """What to do where it can't."""
        return () if self.is_in_log else (message("bridge.otherwise.by-hand"),)

    def _was_played_in(self, deal: Deal) -> bool:
        """Whether the card was recorded in this deal, in the trick that was named with it."""
        try:
            place = trick_of(deal.watched, Card.parse(self.said("card")))
        except ValueError:
            return False
        if place is None:
            return False
        return (str(place[0]), place[1].seat.value) == (self.said("trick"), self.said("seat"))

    def declarer(self) -> Seat:
        """Who plays the deal."""
        deal = self.deal()
        if deal.declarer is not None:
            return deal.declarer
        asked, cite = message("bridge.ask.declarer"), self.law("Law 22", "declarer")
        return Seat(self.answer("declarer", asked, seats(COMPASS), cite))

    def role(self, seat: Seat) -> Role:
        """What this player is in the play of the deal."""
        declarer = self.declarer()
        if seat is declarer:
            return Role.DECLARER
        return Role.DUMMY if seat is partner(declarer, COMPASS) else Role.DEFENDER

    def rules(self) -> PlayRules | None:
        """What the tricks of the deal are played under, where its contract is known."""
        return play_rules_of(self.deal(), self.settings)

    def manner(self) -> Manner | None:
        """How its tricks are played, where its contract is known.

        In a game without Jokers the contract matters only for trumps, which no law asks about.
        """
        deal = self.deal()
        jokers = jokers_of(deal, self.settings)
        if deal.contract is None:
            no_trump = Denomination.NO_TRUMP
            return None if self.pack.jokers else manner_of(self.settings, no_trump, jokers)
        return manner_of(self.settings, deal.contract.denomination, jokers)

    def suit(self, card: Card) -> Suit | None:
        """The suit a card belongs to in this deal; None for a Joker that has none, or none yet."""
        manner = self.manner()
        if manner is not None:
            return None if card in manner.to_name else manner.suit_of(card)
        jokers = jokers_of(self.deal(), self.settings)
        return card.suit or (jokers.suit(card) if jokers else None)

    def is_honour(self, card: Card) -> bool:
        """Whether a card has the rank of an honour; a Joker counts as one."""
        return card.is_joker or card.rank in self.pack.honours


# ---- words ----

YES_NO = (("yes", message("bridge.answer.yes")), ("no", message("bridge.answer.no")))


def seats(offered: Iterable[Seat]) -> Options:
    """A question for one of these seats."""
    return tuple(_option(seat) for seat in offered)


def numbers(top: int, low: int = 0) -> Options:
    """A question for a number from `low` to `top`."""
    return tuple(_option(n) for n in range(low, top + 1))


def options(*pairs: tuple[str, Message | None]) -> Options:
    """These answers, without those that have no words here."""
    return tuple((value, said) for value, said in pairs if said is not None)


def _option(what: Seat | Card | Call | int) -> tuple[str, Message]:
    value = what.value if isinstance(what, Seat) else str(what)
    return value, message("bridge.answer.is", what=what)


def _said_of(deal: Deal) -> object:
    return deal.contract or message("bridge.passed-out")


# ---- seats ----


def left(seat: Seat) -> Seat:
    """The player at this one's left."""
    return left_of(seat, COMPASS)


def right(seat: Seat) -> Seat:
    """The player at this one's right."""
    return left_of(seat, COMPASS, 3)


def mate(seat: Seat) -> Seat:
    """This player's partner."""
    return partner(seat, COMPASS)


def side(seat: Seat) -> Party:
    """The side of this player."""
    return party_of(seat, SIDES)


def others(seat: Seat) -> Party:
    """The side that opposes this player."""
    return next(one for one in SIDES if seat not in one.seats)
