"""An irregularity at a bridge table: what the laws ask of the record, and of those who play.

The answer to a question is kept under the number of its law and a name, such as "27.accept", so
that no law takes over what another one asked. Facts of older entries have the name alone.
"""

from collections.abc import Iterable
from contextlib import suppress
from enum import Enum
from functools import cached_property
from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import PlayRules, trick_of
from scorekeeper.core.rulings import Effect, Ruling
from scorekeeper.core.seats import COMPASS, SIDES, Party, Seat, left_of, partner, party_of
from scorekeeper.games.bridge.contract import Denomination, Tariff
from scorekeeper.games.bridge.events import Auction, Call
from scorekeeper.games.bridge.laws.book import FORM, cite_of, number_of
from scorekeeper.games.bridge.play import Pack, TrickRules, pack_of, trick_rules_of
from scorekeeper.games.bridge.settings import Scoring, Settings
from scorekeeper.games.bridge.state import Deal, State, jokers_of, play_rules_of
from scorekeeper.games.bridge.tariffs import tariff_of
from scorekeeper.games.case import Case as AnyCase
from scorekeeper.games.case import Options as Options
from scorekeeper.games.case import ruled

PENALTY_CARDS = ("penalty-major", "penalty-minor", "penalty-if-defender")

UNSEEN = 0
"""The origin of a deal of which nothing has been recorded; entries count from 1."""


_CHOOSER = {
    **dict.fromkeys(("accept", "correction", "second-low"), "seat"),
    **dict.fromkeys(("opening-lead", "lead", "play", "suit", "owed", "forbidden"), "declarer"),
    **dict.fromkeys(("declarer-lead", "claim", "certain", "likely", "joker-suit"), "side"),
    "right": "right",
    "objects": "partner",
}
"""The questions that are a choice which a law gives: under which name its words say whose."""


class Role(Enum):
    """What a player is in the play of a deal."""

    DECLARER = "declarer"
    DUMMY = "dummy"
    DEFENDER = "defender"


class Case(AnyCase):
    """What is known of an irregularity at a bridge table."""

    state: State

    # ---- the table ----

    @property
    def settings(self) -> Settings:
        """What this table has agreed."""
        return self.state.settings

    @property
    def is_duplicate(self) -> bool:
        """Whether other tables play the same deals, so that a score can be adjusted."""
        return self.settings.scoring is Scoring.DUPLICATE

    @property
    def pack(self) -> Pack:
        """The pack that is played with."""
        return pack_of(self.settings)

    @property
    def tariff(self) -> Tariff:
        """The figures of the game; what the arbiter reads of them is the same for all."""
        return tariff_of(self.settings, False)

    def cited(self, cite: Any) -> Cite:
        """A law of this table by its number, such as “Law 27B1(a)”; another rule as it is."""
        return cite if isinstance(cite, Cite) else cite_of(self.settings, cite)

    def words(self, kind: str, code: str, /, **said: Any) -> Message:
        """A sentence of the bridge family; each may speak of the player, the partner, the player at
        the left, the card and the call in question."""
        return message(f"bridge.{kind}.{code}", **{**self._known, **said})

    @cached_property
    def _known(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, read in (("seat", Seat), ("card", Card.parse), ("call", Call.parse)):
            with suppress(ValueError):
                found[name] = read(self.said(name))
        if seat := found.get("seat"):
            found |= {"partner": mate(seat), "left": left(seat)}
        return found

    # ---- what was said ----

    def said(self, name: str) -> str:
        """What the facts hold under this name, or under the name alone in older entries."""
        return super().said(name) or super().said(name.partition(".")[2])

    def choose(self, name: str, cite: Any, options: Options, /, ask: str = "", **said: Any) -> str:
        """Which of the options is chosen; kept under the law's number and this name.

        `ask` is the code of the question's words, where it isn't the name.
        """
        is_law = isinstance(cite, str) and name not in FORM
        fact = f"{number_of(cite)}.{name}" if is_law else name
        chooser = (self._known | said).get(_CHOOSER.get(name, ""))
        asked = self.words("ask", ask or name, **said)
        return self.answer(fact, asked, options, self.cited(cite), chooser)

    def pick(
        self, name: str, cite: Any, values: Iterable[str], /, ask: str = "", **said: Any
    ) -> str:
        """Which of these values is chosen; its words are "bridge.answer.<ask>.<value>"."""
        ask = ask or name
        options = [(one, self.words("answer", f"{ask}.{one}", **said)) for one in values]
        return self.choose(name, cite, options, ask, **said)

    def accepts(self, law: str, /, **said: Any) -> bool:
        """Whether the side that may accept an irregularity does so."""
        return self.pick("accept", law, ("accept", "refuse"), **said) == "accept"

    def number(self, name: str, cite: Any, top: int, low: int = 0, /, **said: Any) -> int:
        """How many, from `low` to `top`."""
        return int(self.choose(name, cite, [option(n) for n in range(low, top + 1)], **said))

    def pick_seat(self, name: str, cite: Any, seats: Iterable[Seat], /, **said: Any) -> Seat:
        """Which of these players."""
        return Seat(self.choose(name, cite, [option(one) for one in seats], **said))

    def pick_suit(
        self, name: str, cite: Any, suits: Iterable[Suit], /, ask: str = "", **said: Any
    ) -> Suit:
        """Which of these suits."""
        options = [(one.value, message("bridge.answer.is", what=one)) for one in suits]
        return Suit(self.choose(name, cite, options, ask, **said))

    def seat(self) -> Seat:
        """Whose irregularity it is."""
        return self.pick_seat("seat", "Law 9", COMPASS)

    def card(self, name: str = "card") -> Card:
        """The card it is about."""
        cards = sorted(self.pack.cards, key=str)
        return Card.parse(self.choose(name, "Law 9", [option(one) for one in cards]))

    def call(self, name: str, offered: Iterable[Call]) -> Call:
        """The call it is about, one of those `offered`."""
        return Call.parse(self.choose(name, "Law 9", [option(one) for one in offered]))

    def bound(self, seat: Seat, *kinds: str) -> list[list[str]]:
        """What earlier rulings still bind this player to, of these kinds: (kind, seat, card)."""
        every = [one.split(":") for one in self.said("bound").split()]
        return [one for one in every if one[0] in kinds and one[1] == seat.value]

    def is_bound(self, seat: Seat, *kinds: str) -> bool:
        """Whether an earlier ruling still binds this player to one of these."""
        return bool(self.bound(seat, *kinds))

    def penalty_cards(self, seat: Seat) -> list[Card]:
        """The penalty cards that lie before this player by earlier rulings."""
        return [Card.parse(one[2]) for one in self.bound(seat, *PENALTY_CARDS)]

    def major_cards(self, seat: Seat) -> list[Card]:
        """Those of them that are major: all of several, an honour, one that was led. Law 50B."""
        every = self.bound(seat, *PENALTY_CARDS)
        found = [(one, Card.parse(one[2])) for one in every]
        return [
            card
            for one, card in found
            if len(every) > 1
            or one[0] == "penalty-major"
            or (one[0] == "penalty-if-defender" and (self.is_honour(card) or one[3:] == ["major"]))
        ]

    def picks_up(self, seat: Seat, cards: Iterable[Card]) -> None:
        """These cards of the player are penalty cards no longer."""
        gone = {str(card) for card in cards}
        every = self.bound(seat, *PENALTY_CARDS)
        self.ended += [":".join(one) for one in every if one[2] in gone]

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
        return self.state.last_done

    def deal(self) -> Deal:
        """The deal it is about: that of the recorded card, else the one in progress.

        Where none has come to its play, the table says whether it speaks of the last one or of
        one that is being played unrecorded.
        """
        now, last = self.state.deal, self.last_done
        unseen = now or Deal(self.state.dealer, UNSEEN)
        for one in (now, last):
            if one is not None and self._was_played_in(one):
                return one
        if last is None or (now is not None and now.contract is not None):
            return unseen
        contract = last.contract or message("bridge.passed-out")
        ways = ("now", "before") if now is not None else ("last", "now")
        which = self.pick("which", "Law 9", ways, contract=contract)
        return unseen if which == "now" else last

    @property
    def is_in_log(self) -> bool:
        """Whether an effect on the result can find its deal: the one in progress, the last one, or
        one of which nothing has been recorded yet."""
        deal = self.deal()
        return deal.id == UNSEEN or any(deal is one for one in (self.state.deal, self.last_done))

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
        return self.deal().declarer or self.pick_seat("declarer", "Law 22", COMPASS)

    def role(self, seat: Seat) -> Role:
        """What this player is in the play of the deal."""
        declarer = self.declarer()
        if seat is declarer:
            return Role.DECLARER
        return Role.DUMMY if seat is mate(declarer) else Role.DEFENDER

    def is_dummy(self, seat: Seat) -> bool:
        """Whether the deal in progress has this player as its dummy, where that was recorded."""
        deal = self.state.deal
        return deal is not None and deal.declarer is not None and seat is mate(deal.declarer)

    def rules(self) -> PlayRules | None:
        """What the tricks of the deal are played under, where its contract is known."""
        return play_rules_of(self.deal(), self.settings)

    def trick_rules(self) -> TrickRules | None:
        """How its tricks are played, where its contract is known.

        In a game without Jokers the contract matters only for trumps, which no law asks about.
        """
        deal = self.deal()
        jokers = jokers_of(deal, self.settings)
        if deal.contract is None:
            no_trump = Denomination.NO_TRUMP
            return None if self.pack.jokers else trick_rules_of(self.settings, no_trump, jokers)
        return trick_rules_of(self.settings, deal.contract.denomination, jokers)

    def suit(self, card: Card) -> Suit | None:
        """The suit a card belongs to in this deal; None for a Joker that has none, or none yet."""
        trick_rules = self.trick_rules()
        if trick_rules is not None:
            return None if card in trick_rules.to_name else trick_rules.suit_of(card)
        jokers = jokers_of(self.deal(), self.settings)
        return card.suit or (jokers.suit(card) if jokers else None)

    def is_honour(self, card: Card) -> bool:
        """Whether a card has the rank of an honour; a Joker counts as one."""
        return card.is_joker or card.rank in self.pack.honours

    # ---- what is ruled ----

    def nothing(self, law: Any, code: str, /, **said: Any) -> Ruling:
        """Nothing that was recorded is against the rules."""
        self.step(law, code, **said)
        return self.rule("none")

    @property
    def adjusted(self) -> tuple[str, ...]:
        """The remedy where the laws of duplicate adjust a score over the table's head."""
        return ("adjusted",) if self.is_duplicate else ("likely",)

    def void(self) -> tuple[Effect, ...]:
        """The deal is thrown in, where anything of it has been recorded."""
        if self.state.deal is None and self.said("when") == "deal":
            return ()  # nothing of the deal that is being dealt has been recorded
        if self.auction is not None and self.said("when") != "after":
            return (Effect("void", "", 0),)
        is_there = self.is_in_log and self.deal().id != UNSEEN
        return (Effect("void", "", 0),) if is_there else ()

    def by_hand(self) -> tuple[str, ...]:
        """What to do where an effect on the result can't find its deal."""
        return () if self.is_in_log else ("by-hand",)


def rule(decide: Any) -> Any:
    """Make a law a rule of the arbiter of bridge."""
    return ruled(Case, decide)


def option(what: Seat | Card | Call | int) -> tuple[str, Message]:
    """An answer that is said by the value itself."""
    value = what.value if isinstance(what, Seat) else str(what)
    return value, message("bridge.answer.is", what=what)


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
