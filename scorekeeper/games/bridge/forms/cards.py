"""Cards of a deal as questions: those dealt face down, and the honours in one hand."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.contract import Contract, Denomination
from scorekeeper.games.bridge.events import HiddenShown, HonoursHeld, WildcardNamed
from scorekeeper.games.bridge.forms.fields import (
    BridgeForm,
    Choices,
    Chosen,
    OffPage,
    buttons,
    cell,
    fill,
    rank_choices,
    remove,
    said,
    seat_choices,
    ticks,
)
from scorekeeper.games.bridge.lines import honours_scored
from scorekeeper.games.bridge.pack import Pack, is_high, joker_suits, pack_of
from scorekeeper.games.bridge.settings import SuitMode
from scorekeeper.games.fields import label

NOT_SHOWN = "none"
"""What stands for a card that nobody turned up, where a rank is chosen."""

_MOST = 2


class HiddenPart(BridgeForm):
    """Up to two face-down cards. Who holds them is filled in by the order of dealing (J12)."""

    hidden_0_suit = buttons("bridge.form.hidden-suit", Chosen())
    hidden_0_rank = buttons("bridge.form.hidden-rank", Chosen())
    hidden_0_holder = buttons("bridge.form.hidden-holder", Chosen("bridge.form.no-holder"))
    hidden_1_suit = buttons("bridge.form.hidden-suit", Chosen())
    hidden_1_rank = buttons("bridge.form.hidden-rank", Chosen())
    hidden_1_holder = buttons("bridge.form.hidden-holder", Chosen("bridge.form.no-holder"))
    card = OffPage()
    holder = OffPage()

    def lay_out(self) -> None:
        """Offer the cards of the pack and the seats."""
        super().lay_out()
        for n in range(_MOST):
            if n < self.hidden_count:
                self._lay_out_card(n)
            else:
                remove(self, *(f"hidden_{n}_{what}" for what in ("suit", "rank", "holder")))

    @property
    def hidden_count(self) -> int:
        """How many cards this form asks about."""
        return pack_of(self.settings).hidden

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether each card is wholly given or not at all, and the rest of the form is valid."""
        rest = super().validate(extra_validators)
        return all([rest, *(self._check_card(n) for n in range(self.hidden_count))])

    def shown(self) -> tuple[HiddenShown, ...]:
        """The cards that were turned up, and those that are known never to have been."""
        facts = (self._shown(n) for n in range(self.hidden_count))
        return tuple(fact for fact in facts if fact is not None)

    def view(self) -> Mapping[str, Any]:
        """The buttons for each card."""
        return {
            **super().view(),
            "hidden": [self._view_card(n) for n in range(self.hidden_count)],
        }

    def card_fields(self, n: int) -> tuple[Any, Any, Any]:
        suit, rank, holder = (self.ask(f"hidden_{n}_{one}") for one in ("suit", "rank", "holder"))
        return suit, rank, holder

    def _lay_out_card(self, n: int) -> None:
        suit, rank, holder = self.card_fields(n)
        pack = pack_of(self.settings)
        suit.choices = [(one.value, one) for one in pack.suits]
        suit.choices += [(str(one), one) for one in pack.jokers]
        rank.choices = rank_choices(reversed(pack.ranks))
        rank.choices += [(NOT_SHOWN, label("bridge.form.not-shown"))]
        holder.choices = seat_choices()
        if n < len(self.dealt_to):
            fill(holder, self.dealt_to[n].value)

    def _check_card(self, n: int) -> bool:
        suit, rank, _ = self.card_fields(n)
        if suit.errors or rank.errors:
            return False
        if rank.data == NOT_SHOWN or _joker(suit.data) or bool(suit.data) == bool(rank.data):
            return True
        if suit.data:
            why = said("bridge.form.hidden-no-rank", suit=Suit(suit.data))
        else:
            why = said("bridge.form.hidden-no-suit", rank=rank.data)
        rank.errors = [*rank.errors, why]
        return False

    def _shown(self, n: int) -> HiddenShown | None:
        suit, rank, holder = self.card_fields(n)
        seat = Seat(holder.data)
        if rank.data == NOT_SHOWN:
            return HiddenShown(seat)
        if not suit.data:
            return None
        return HiddenShown(seat, _joker(suit.data) or Card(rank.data, Suit(suit.data)))

    def _view_card(self, n: int) -> dict[str, Any]:
        suit, rank, holder = self.card_fields(n)
        return {
            "heading": _heading(n, self.hidden_count),
            "held_by": next((one.label for one in holder.iter_choices() if one.selected), None),
            "suit": suit,
            "rank": rank,
            "holder": holder,
            "suits": [cell(suit, one) for one in suit.iter_choices()],
            "ranks": [
                cell(rank, one, "said" if one.value == NOT_SHOWN else "")
                for one in rank.iter_choices()
            ],
            "holders": [
                cell(holder, one, below=self.people.get(one.value)) for one in holder.iter_choices()
            ],
        }


def card_data(n: int, fact: HiddenShown) -> dict[str, str]:
    """The fields of the card at place `n` as they state this fact."""
    data = {f"hidden_{n}_holder": fact.holder.value}
    if fact.card is None:
        return data | {f"hidden_{n}_rank": NOT_SHOWN}
    if fact.card.suit is None:
        return data | {f"hidden_{n}_suit": str(fact.card)}
    return data | {f"hidden_{n}_suit": fact.card.suit.value, f"hidden_{n}_rank": fact.card.rank}


def _joker(chosen: str | None) -> Card | None:
    """The Joker that was chosen instead of a suit, if it was."""
    return Card.parse(chosen) if chosen and chosen.endswith("Joker") else None


def _heading(n: int, count: int) -> Message:
    """Which card is meant, where there are two."""
    if count == 1:
        return message("bridge.form.hidden")
    return message("bridge.form.hidden-nth", number=n + 1)


TRUMP_JOKER = "trump-joker"
"""What stands for the Joker that belongs to trumps, whichever they are."""

# ---- honours ----

_PAIRS = (("honours_seat", "honours_cards"), ("others_seat", "others_cards"))


class HonoursPart(BridgeForm):
    """Who held honours, and which.

    Trump honours are ticked by rank and take their suit from the contract; at no trump the top
    cards are. All that anybody may hold are ticked from the start, Jokers apart, so that four
    of five take one tap more. Only a pack with honours enough for both sides asks twice.
    """

    honours_seat = buttons("bridge.form.honours", Chosen(), default="")
    honours_cards = ticks("bridge.form.honours-cards")
    others_seat = buttons("bridge.form.honours-others", Chosen(), default="")
    others_cards = ticks("bridge.form.honours-cards")
    cards = OffPage()
    seat = OffPage()
    joker = OffPage()
    suit = OffPage()

    def lay_out(self) -> None:
        """Offer the seats and every card that can be an honour."""
        super().lay_out()
        for seat, cards in _PAIRS[self._asked_times() :]:
            remove(self, seat, cards)
        for seat, cards in _PAIRS[: self._asked_times()]:
            self.ask(seat).choices = [("", label("bridge.form.nobody")), *seat_choices()]
            self.ask(cards).choices = [*self._trump_choices(), *self._top_choices()]
            fill(self.ask(cards), _usual(self.pack))

    @property
    def pack(self) -> Pack:
        """The pack that is played with."""
        return pack_of(self.settings)

    def final_contract(self) -> Contract | None:
        """The contract that decides what an honour is, where it is known."""
        return self.deal.contract

    def held(self) -> tuple[HonoursHeld | WildcardNamed, ...]:
        """The honours; before them the suit that a wildcard took, where only they tell."""
        contract = self.final_contract()
        if contract is None:
            return ()
        chosen = [
            (self.ask(seat).data, self.ask(cards).data or [])
            for seat, cards in _PAIRS[: self._asked_times()]
            if self.ask(seat).data
        ]
        facts = tuple(
            HonoursHeld(Seat(seat), self._held(values, contract.denomination))
            for seat, values in chosen
        )
        return self._settled(facts, contract.denomination.suit) + facts

    def view(self) -> Mapping[str, Any]:
        """The buttons and boxes, a group for each hand."""
        pairs = _PAIRS[: self._asked_times()]
        return {**super().view(), "honours": [self._view_hand(*pair) for pair in pairs]}

    def _asked_times(self) -> int:
        if not honours_scored(self.settings):
            return 0
        return 2 if len(self.pack.jokers) == len(self.pack.suits) else 1

    def _trump_choices(self) -> Choices:
        return rank_choices(self.pack.honours) + [
            (TRUMP_JOKER, label("card.joker"))
        ] * self._is_high(Denomination.SPADES)

    def _top_choices(self) -> Choices:
        high = self.pack.jokers if self._is_high(Denomination.NO_TRUMP) else ()
        tops = (Card(self.pack.top, suit) for suit in self.pack.suits)
        return [(str(card), card) for card in (*tops, *high)]

    def _is_high(self, denomination: Denomination) -> bool:
        return self.jokers is not None and is_high(self.jokers.power, denomination)

    def _held(self, values: list[str], denomination: Denomination) -> tuple[Card, ...]:
        trumps = denomination.suit
        if trumps is None:
            offered = [value for value, _ in self._top_choices()]
            return tuple(Card.parse(value) for value in values if value in offered)
        ranks = tuple(Card(rank, trumps) for rank in self.pack.honours if rank in values)
        return (*self._jokers_of(trumps), *ranks) if TRUMP_JOKER in values else ranks

    def _jokers_of(self, trumps: Suit) -> tuple[Card, ...]:
        """The Joker that can belong to this suit."""
        return tuple(one for one in self.pack.jokers if trumps in joker_suits(one))[:1]

    def _settled(
        self, facts: tuple[HonoursHeld, ...], trumps: Suit | None
    ) -> tuple[WildcardNamed, ...]:
        """A wildcard that counts as an honour of trumps has become one."""
        jokers = self.jokers
        if trumps is None or jokers is None or jokers.mode is not SuitMode.WILDCARD:
            return ()
        held = [card for fact in facts for card in fact.cards if card.is_joker]
        return tuple(WildcardNamed(card, trumps) for card in held if jokers.suit(card) is None)

    def _view_hand(self, seat: str, cards: str) -> dict[str, Any]:
        contract = self.final_contract()
        choices = {one.value: one for one in self.ask(cards).iter_choices()}
        rows = [
            ("of-trumps", "bridge.form.of-trumps", self._trump_choices()),
            ("of-tops", "bridge.form.of-tops", self._top_choices()),
        ]
        if contract is not None:
            rows = rows[:1] if contract.denomination.suit else rows[1:]
        return {
            "seat": self.ask(seat),
            "cards": self.ask(cards),
            "seats": [cell(self.ask(seat), one) for one in self.ask(seat).iter_choices()],
            "rows": [
                {
                    "css": css if contract is None else "",
                    "heading": message(heading),
                    "cells": [cell(self.ask(cards), choices[value]) for value, _ in offered],
                }
                for css, heading, offered in rows
            ],
        }


def honours_data(facts: tuple[HonoursHeld, ...]) -> dict[str, Any]:
    """The fields as they state these facts."""
    data: dict[str, Any] = {}
    for (seat, cards), fact in zip(_PAIRS, facts, strict=False):
        data[seat] = fact.seat.value
        data[cards] = [value for card in fact.cards for value in _values(card)]
    return data


def _values(card: Card) -> tuple[str, ...]:
    """The boxes that stand for a card, whether at no trump or of trumps."""
    return (str(card), TRUMP_JOKER if card.is_joker else card.rank)


def _usual(pack: Pack) -> list[str]:
    return [*pack.honours, *(str(Card(pack.top, suit)) for suit in pack.suits)]
