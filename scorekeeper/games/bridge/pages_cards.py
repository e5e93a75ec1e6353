"""The questions about cards of a deal: those that were face down, and the honours."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from wtforms import HiddenField

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.games.bridge.contract import Contract, Denomination
from scorekeeper.games.bridge.events import HiddenShown, HonoursHeld, WildcardNamed
from scorekeeper.games.bridge.glance import hidden_left
from scorekeeper.games.bridge.lines import honours_scored
from scorekeeper.games.bridge.pack import is_high, joker_suits
from scorekeeper.games.bridge.pages_bid import HANDS, NOT_SHOWN, TRUMP_JOKER, BridgeForm, OffPage
from scorekeeper.games.bridge.settings import SuitMode
from scorekeeper.games.bridge.state import Deal
from scorekeeper.games.fields import Option, ask, choose, label, refuse, written

# ---- face-down cards ----


def _ranks(ranks: Iterable[str]) -> list[tuple[str, Any]]:
    """A button for each rank."""
    return [(rank, label(f"rank.{rank}") if rank in "AKQJ" else rank) for rank in ranks]


def _hidden_suits(form: Any) -> list[tuple[str, Any]]:
    """The suits and the Jokers: a Joker needs no rank."""
    return [(written(one), one) for one in (*form.pack.suits, *form.pack.jokers)]


def _hidden_ranks(form: Any) -> list[tuple[str, Any]]:
    not_shown = (NOT_SHOWN, label("bridge.form.not-shown"))
    return [*_ranks(reversed(form.pack.ranks)), not_shown]


def _hidden(n: int) -> Iterator[Any]:
    """The fields of the nth face-down card: its suit or the Joker that it is, its rank, its
    holder, who is filled in by the order of dealing (J12)."""

    def field(name: str, kind: type, **differs: Any) -> Any:
        text = label(f"bridge.form.hidden-{name}")
        return choose(kind, when=lambda form: n < form.hidden_count, text=text, **differs)

    yield field("suit", str, choices=_hidden_suits)
    yield field("rank", str, choices=_hidden_ranks)
    holder = partial(_nth_holder, n=n)
    yield field("holder", Seat, required=True, missing="no-holder", default=holder)


def _nth_holder(form: Any, n: int) -> Seat | None:
    return next(iter(form.dealt_to[n:]), None)


class HiddenPart(BridgeForm):
    """The face-down cards, two at most."""

    hidden_0_suit, hidden_0_rank, hidden_0_holder = _hidden(0)
    hidden_1_suit, hidden_1_rank, hidden_1_holder = _hidden(1)
    card = OffPage()
    holder = OffPage()

    @property
    def hidden_count(self) -> int:
        """How many cards this form asks about."""
        return self.pack.hidden

    def hidden(self) -> list[tuple[Message, Any, Any, Any]]:
        """For each card what it is called, and the fields of its suit, rank and holder."""
        several = self.hidden_count > 1
        return [
            (
                message(f"bridge.form.hidden{'-nth' * several}", number=n + 1),
                self[f"hidden_{n}_suit"],
                self[f"hidden_{n}_rank"],
                self[f"hidden_{n}_holder"],
            )
            for n in range(self.hidden_count)
        ]

    @property
    def has_hidden(self) -> bool:
        """Whether anything is said or refused of them here, or was said of the last deal's."""
        asked = [one for _, *three in self.hidden() for one in three]
        last = self.state.last_done
        return (
            any(one.errors for one in (*asked, self.card, self.holder))
            or any(suit.data or rank.data for _, suit, rank, _ in self.hidden())
            or (last is not None and any(one.card for one in last.shown))
        )

    def whole_card(self, rank: Any) -> None:
        """Refuse half a card."""
        suit = self[rank.name.replace("rank", "suit")]
        is_said = rank.data == NOT_SHOWN or _joker(suit.data)
        if suit.errors or is_said or bool(suit.data) == bool(rank.data):
            return
        if suit.data:
            refuse("bridge.form.hidden-no-rank", suit=Suit(suit.data))
        refuse("bridge.form.hidden-no-suit", rank=rank.data)

    validate_hidden_0_rank = validate_hidden_1_rank = whole_card

    def hidden_shown(self) -> Iterator[HiddenShown]:
        """The cards that were turned up, and those that are known never to have been."""
        for _, suit, rank, holder in self.hidden():
            if rank.data == NOT_SHOWN:
                yield HiddenShown(holder.data)
            elif suit.data:
                card = _joker(suit.data) or Card(rank.data, Suit(suit.data))
                yield HiddenShown(holder.data, card)

    def beside(self, field: Any, value: str) -> tuple[str, object]:
        """What is no rank is said in words."""
        css, below = super().beside(field, value)
        return ("said" if value == NOT_SHOWN else css), below


def _joker(chosen: str | None) -> Card | None:
    """The Joker that was chosen instead of a suit, if it was."""
    return Card.parse(chosen) if chosen and chosen.endswith("Joker") else None


# ---- honours ----


def _of_trumps(form: Any) -> list[tuple[Any, Any]]:
    """The honours of trumps by rank: they take their suit from the contract."""
    joker = [(TRUMP_JOKER, label("card.joker"))] if form.is_high(Denomination.SPADES) else []
    return [*_ranks(form.pack.honours), *joker]


def _of_tops(form: Any) -> list[tuple[Any, Any]]:
    """The honours at no trump."""
    high = form.pack.jokers if form.is_high(Denomination.NO_TRUMP) else ()
    return [(card, card) for card in (*_tops(form), *high)]


def _tops(form: Any) -> list[Card]:
    return [Card(form.pack.top, suit) for suit in form.pack.suits]


def _hand(n: int, heading: str) -> Iterator[Any]:
    """The fields of one hand's honours. All that anybody may hold are ticked from the start,
    Jokers apart, so that four of five take one tap more."""

    def is_asked(form: Any) -> bool:
        return n < int(form.hands_asked)

    yield choose(Seat, when=is_asked, none="bridge.form.nobody", text=label(heading))
    yield ask(
        HonoursHeld,
        "cards",
        when=is_asked,
        choices=lambda form: [value for value, _ in (*_of_trumps(form), *_of_tops(form))],
        default=lambda form: [*form.pack.honours, *_tops(form)],
        required=False,
        text=label("bridge.field.honours-cards"),
    )


class HonoursPart(BridgeForm):
    """Who held honours, and which. Only a pack with honours enough for both sides asks twice."""

    honours_seat, honours_cards = _hand(0, "bridge.form.honours")
    others_seat, others_cards = _hand(1, "bridge.form.honours-others")
    cards = OffPage()
    seat = OffPage()
    joker = OffPage()
    suit = OffPage()

    @property
    def hands_asked(self) -> int:
        """How many hands may hold honours enough."""
        if not honours_scored(self.settings):
            return 0
        return 2 if len(self.pack.jokers) == len(self.pack.suits) else 1

    @property
    def pairs(self) -> list[tuple[Any, Any]]:
        """The fields of each hand that is asked about."""
        return [(self[seat], self[cards]) for seat, cards in HANDS[: self.hands_asked]]

    @property
    def has_honours(self) -> bool:
        """Whether any are stated here, or something is refused of them."""
        asked = (
            self.cards,
            self.seat,
            self.joker,
            self.suit,
            *(one for two in self.pairs for one in two),
        )
        return any(seat.data for seat, _ in self.pairs) or any(one.errors for one in asked)

    @property
    def final_contract(self) -> Contract | None:
        """The contract that decides what an honour is, where it is known."""
        return self.deal.contract

    def is_high(self, denomination: Denomination) -> bool:
        """Whether Jokers are high in this denomination."""
        return self.jokers is not None and is_high(self.jokers.power, denomination)

    def honours(self) -> tuple[HonoursHeld | WildcardNamed, ...]:
        """The honours; before them the suit that a wildcard took, where only they tell: one that
        counts as an honour of trumps has become one."""
        if self.final_contract is None:
            return ()
        trumps, jokers = self.final_contract.denomination.suit, self.jokers
        facts = tuple(
            HonoursHeld(seat.data, self._held(cards.value, trumps))
            for seat, cards in self.pairs
            if seat.data
        )
        if trumps is None or jokers is None or jokers.mode is not SuitMode.WILDCARD:
            return facts
        held = (card for fact in facts for card in fact.cards if card.is_joker)
        named = (WildcardNamed(card, trumps) for card in held if jokers.suit(card) is None)
        return (*named, *facts)

    def _held(self, boxes: tuple[Any, ...], trumps: Suit | None) -> tuple[Card, ...]:
        """The cards that ticked boxes stand for in a contract with these trumps."""
        if trumps is None:
            return tuple(one for one in boxes if isinstance(one, Card))
        jokers = [one for one in self.pack.jokers if trumps in joker_suits(one)]
        ranks = (Card(rank, trumps) for rank in self.pack.honours if rank in boxes)
        return (*(jokers[:1] if TRUMP_JOKER in boxes else ()), *ranks)

    def hands(self) -> Iterator[tuple[Any, Any, list[tuple[str, Message, list[Option]]]]]:
        """For each hand its fields, and the rows of boxes of trumps and of no trump, whichever
        can be; a row's class lets a style sheet choose while the contract is on the same page."""
        contract = self.final_contract
        rows = [("of-trumps", _of_trumps(self)), ("of-tops", _of_tops(self))]
        if contract is not None:
            rows = rows[:1] if contract.denomination.suit else rows[1:]
        for seat, cards in self.pairs:
            shown = list[tuple[str, Message, list[Option]]]()
            for css, offered in rows:
                boxes = ((written(value), words) for value, words in offered)
                options = [Option(box, words, box in cards.data) for box, words in boxes]
                shown.append(("" if contract else css, message(f"bridge.form.{css}"), options))
            yield seat, cards, shown


# ---- the forms that ask only this, of the deal that was played last ----


class LateForm(BridgeForm):
    """A question about the deal that was played last."""

    @property
    def deal(self) -> Deal:
        """The deal that cards and honours still belong to."""
        return self.state.last


class RevealForm(LateForm, HiddenPart):
    """One face-down card turned up after the deal was saved."""

    NAME = "reveal"
    STATES = ALONE = (HiddenShown,)
    never = HiddenField()

    @property
    def hidden_count(self) -> int:
        """One at a time."""
        return 1

    @property
    def dealt_to(self) -> tuple[Seat, ...]:
        """Those whose card has not been seen."""
        return hidden_left(self.state) or super().dealt_to

    def validate_card(self, field: Any) -> None:
        """Refuse to record nothing."""
        if not self.hidden_0_suit.data and not self.hidden_0_rank.data:
            refuse("bridge.form.no-card")

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether a card was chosen, or said never to have been shown, and by whom."""
        if self.never.data:
            return bool(self.hidden_0_holder.validate(self))
        return super().validate(extra_validators)

    def facts(self) -> tuple[Event, ...]:
        """The card, or that it was never shown."""
        if self.never.data:
            return (HiddenShown(self.hidden_0_holder.data),)
        return tuple(self.hidden_shown())

    @property
    def question(self) -> Message:
        """Whose card it is."""
        return message("bridge.turn.hidden", seat=(*self.dealt_to, self.deal.dealer)[0])


class HonoursForm(LateForm, HonoursPart):
    """Honours that were forgotten when the deal was saved."""

    NAME = "honours"
    STATES = ALONE = (HonoursHeld,)

    def validate_cards(self, field: Any) -> None:
        """Refuse to record nothing."""
        if not self.hands_asked or not self.honours_seat.data:
            refuse("bridge.form.no-honours")

    def facts(self) -> tuple[Event, ...]:
        """The honours."""
        return self.honours()
