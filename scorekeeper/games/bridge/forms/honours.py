"""The honours of one hand, entered as the cards held; the count follows."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import message
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.contract import Contract, Denomination
from scorekeeper.games.bridge.events import HonoursHeld, WildcardNamed
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
    seat_choices,
    ticks,
)
from scorekeeper.games.bridge.honours import honours_scored
from scorekeeper.games.bridge.play import Pack, is_high, joker_suits, pack_of
from scorekeeper.games.bridge.settings import SuitMode
from scorekeeper.games.fields import label

TRUMP_JOKER = "trump-joker"
"""What stands for the Joker that belongs to trumps, whichever they are."""

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
