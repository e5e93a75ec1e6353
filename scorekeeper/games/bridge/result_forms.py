"""The questions about how a deal went: its tricks, cards that were face down, honours,
and all of it on one page."""

from collections.abc import Iterable, Iterator
from typing import Unpack

from wtforms import Field, HiddenField

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event, Recorded
from scorekeeper.games.ask import QUICK, Extra, Filling
from scorekeeper.games.bridge import play, rounds, scoring
from scorekeeper.games.bridge.contract import Contract, Denomination
from scorekeeper.games.bridge.events import (
    EVENTS,
    CallMade,
    ContractStated,
    HiddenShown,
    HonoursHeld,
    PassedOut,
    TricksTaken,
    WildcardNamed,
)
from scorekeeper.games.bridge.forms import (
    HANDS,
    NOT_SHOWN,
    TRUMP_JOKER,
    BridgeForm,
    ContractPart,
    OffPage,
    PlayedPart,
)
from scorekeeper.games.bridge.rules import SuitMode
from scorekeeper.games.bridge.sheet import signed
from scorekeeper.games.bridge.state import Deal, State, watched_tricks
from scorekeeper.games.fields import (
    AnyField,
    Differs,
    ItsForm,
    Label,
    Option,
    ask,
    choose,
    label,
    refuse,
    written,
)


# ---- face-down cards ----
def _ranks(ranks: Iterable[str]) -> list[tuple[str, Label]]:
    return [(rank, label(f"rank.{rank}") if rank in "AKQJ" else rank) for rank in ranks]


def _pad(form: ItsForm) -> list[tuple[str, Label]]:
    pack = form.pack
    cards = [Card(rank, suit) for suit in pack.suits for rank in reversed(pack.ranks)]
    none = (NOT_SHOWN, label("bridge.form.not-shown"))
    return [*((written(card), card) for card in (*cards, *pack.jokers)), none]


def _hidden(n: int) -> Iterator[AnyField]:
    """The fields of the nth face-down card: the card, or its suit or the Joker that it
    is and its rank, where a page asked so; its holder, who is filled in by the order of
    dealing (J12)."""

    def field(name: str, kind: type, **differs: Unpack[Differs]) -> AnyField:
        differs["when"] = lambda form: n < form.hidden_count
        differs["text"] = label(f"bridge.form.hidden-{name}")
        return choose(kind, **differs)

    yield field("card", str, choices=_pad)
    yield field(
        "suit",
        str,
        choices=lambda form: [
            (written(choice), choice)
            for choice in (*form.pack.suits, *form.pack.jokers)
        ],
    )
    none = (NOT_SHOWN, label("bridge.form.not-shown"))
    yield field(
        "rank", str, choices=lambda form: [*_ranks(reversed(form.pack.ranks)), none]
    )
    yield field(
        "holder",
        Seat,
        required=True,
        missing="no-holder",
        default=lambda form: next(iter(form.dealt_to[n:]), None),
    )


_OF_HIDDEN = ("card", "suit", "rank", "holder")


class HiddenPart(BridgeForm):
    """The face-down cards, two at most."""

    hidden_0_card, hidden_0_suit, hidden_0_rank, hidden_0_holder = _hidden(0)
    hidden_1_card, hidden_1_suit, hidden_1_rank, hidden_1_holder = _hidden(1)
    card = holder = OffPage()

    @property
    def hidden_count(self) -> int:
        return self.pack.hidden

    def hidden(self) -> list[tuple[AnyField, ...]]:
        """For each card what it is called, and the fields of the card, of its suit,
        rank and holder."""
        called = f"bridge.form.hidden{'-nth' if self.hidden_count > 1 else ''}"
        return [
            (
                message(called, number=n + 1),
                *(self[f"hidden_{n}_{name}"] for name in _OF_HIDDEN),
            )
            for n in range(self.hidden_count)
        ]

    @property
    def has_hidden(self) -> bool:
        """Whether anything is said or refused of them here, or was said of the last
        deal's; two are asked for from the first deal on."""
        fields = [self.card, self.holder]
        for _, *asked in self.hidden():
            fields += asked
            if any(field.data for field in asked[:-1]):
                return True
        if any(field.errors for field in fields):
            return True
        last = self.state.last_done
        if last is None:
            return self.hidden_count > 1
        return any(shown.card for shown in last.shown)

    def whole_card(self, rank: Field) -> None:
        suit = self[rank.name.replace("rank", "suit")]
        is_said = rank.data == NOT_SHOWN or _joker(suit.data)
        if suit.errors or is_said or bool(suit.data) == bool(rank.data):
            return
        if suit.data:
            refuse("bridge.form.hidden-no-rank", suit=Suit(suit.data))
        refuse("bridge.form.hidden-no-suit", rank=rank.data)

    validate_hidden_0_rank = validate_hidden_1_rank = whole_card

    def hidden_shown(self) -> Iterator[HiddenShown]:
        for _, card, suit, rank, holder in self.hidden():
            if NOT_SHOWN in (card.data, rank.data):
                yield HiddenShown(holder.data)
            elif card.data:
                yield HiddenShown(holder.data, Card.parse(card.data))
            elif suit.data:
                shown = _joker(suit.data) or Card(rank.data, Suit(suit.data))
                yield HiddenShown(holder.data, shown)

    def beside(self, field: Field, value: str) -> tuple[str, object]:
        """How a card looks on the pad: each suit begins a row, and what is no card of a
        suit stands at the end of one, as long as there are rows."""
        if not field.name.startswith("hidden_") or not field.name.endswith("_card"):
            return super().beside(field, value)
        others = [*map(written, self.pack.jokers), NOT_SHOWN]
        if value in others:
            return f"said at-{others.index(value) + 1}", None
        top = self.pack.ranks[-1]
        return ("first" if Card.parse(value).rank == top else ""), None


def _joker(chosen: str | None) -> Card | None:
    return Card.parse(chosen) if chosen and chosen.endswith("Joker") else None


# ---- honours ----
Box = tuple[object, Label]
"""A card, or a rank of the trumps, and its label."""


def _boxes(form: ItsForm) -> list[tuple[str, list[Box]]]:
    """The boxes of a hand: the honours of trumps by rank, since they take their suit
    from the contract, and those of no trump by card; a Joker where it is high."""
    pack = form.pack
    jokers = form.jokers
    tops: list[Box] = [(top, top) for top in _tops(form)]
    ranks: list[Box] = [*_ranks(pack.honours)]
    if jokers is not None and play.is_high(jokers.power, Denomination.SPADES):
        ranks.append((TRUMP_JOKER, label("card.joker")))
    if jokers is not None and play.is_high(jokers.power, Denomination.NO_TRUMP):
        tops += [(joker, joker) for joker in pack.jokers]
    return [("of-trumps", ranks), ("of-tops", tops)]


def _tops(form: ItsForm) -> list[Card]:
    return [Card(form.pack.top, suit) for suit in form.pack.suits]


def _joker_boxes(form: ItsForm) -> list[object]:
    """The boxes of the Jokers that are honours in this contract, or may become one of
    trumps: Joker Bridge §6.3 and our reading J8."""
    contract = form.final_contract
    jokers = form.jokers
    if contract is None or jokers is None:
        return []
    if not play.is_high(jokers.power, contract.denomination):
        return []
    trumps = contract.denomination.suit
    if trumps is None:
        return [*form.pack.jokers]
    for joker in form.pack.jokers:
        suit = jokers.suit(joker)
        may_be = suit is None and trumps in play.joker_suits(joker)
        if may_be or suit is trumps:
            return [TRUMP_JOKER]
    return []


def _jokers_ticked(form: ItsForm) -> list[object]:
    """Of those boxes what one hand may well hold: not a wildcard that would become a
    trump by it, and of several Jokers at no trump none."""
    boxes = _joker_boxes(form)
    jokers = form.jokers
    if jokers is None or len(boxes) > 1:
        return []
    is_wild = any(jokers.suit(joker) is None for joker in form.pack.jokers)
    return [] if is_wild and TRUMP_JOKER in boxes else boxes


def _hand(n: int, heading: str) -> Iterator[AnyField]:
    """The fields of one hand's honours. All that anybody may hold are ticked from the
    start, so that one fewer takes one tap more."""

    def is_asked(form: ItsForm) -> bool:
        return n < int(form.hands_asked)

    yield choose(Seat, when=is_asked, none="bridge.form.nobody", text=label(heading))
    yield ask(
        HonoursHeld,
        "cards",
        when=is_asked,
        choices=lambda form: [value for _, boxes in _boxes(form) for value, _ in boxes],
        default=lambda form: [*form.pack.honours, *_tops(form), *_jokers_ticked(form)],
        required=False,
    )


class HonoursPart(BridgeForm):
    """Who held honours, and which. Only a pack with honours enough for both sides
    asks twice."""

    honours_seat, honours_cards = _hand(0, "bridge.form.honours")
    others_seat, others_cards = _hand(1, "bridge.form.honours-others")
    cards = seat = joker = suit = OffPage()

    @property
    def hands_asked(self) -> int:
        if not scoring.honours_scored(self.settings):
            return 0
        return 2 if len(self.pack.jokers) == len(self.pack.suits) else 1

    @property
    def pairs(self) -> list[tuple[AnyField, AnyField]]:
        return [(self[seat], self[cards]) for seat, cards in HANDS[: self.hands_asked]]

    @property
    def asked_of_honours(self) -> tuple[AnyField, ...]:
        fields = [self.cards, self.seat, self.joker, self.suit]
        for seat, cards in self.pairs:
            fields += (seat, cards)
        return tuple(fields)

    @property
    def has_honours(self) -> bool:
        is_refused = any(honour.errors for honour in self.asked_of_honours)
        return is_refused or any(seat.data for seat, _ in self.pairs)

    def honours(self) -> tuple[HonoursHeld | WildcardNamed, ...]:
        """The honours; before them the suit that a wildcard took, where only they tell:
        one that counts as an honour of trumps has become one."""
        if self.final_contract is None:
            return ()
        trumps = self.final_contract.denomination.suit
        jokers = self.jokers
        facts = tuple(
            HonoursHeld(seat.data, self._held(cards.value, trumps))
            for seat, cards in self.pairs
            if seat.data
        )
        if trumps is None or jokers is None or jokers.mode is not SuitMode.WILDCARD:
            return facts
        held = (card for fact in facts for card in fact.cards if card.is_joker)
        named = (
            WildcardNamed(card, trumps) for card in held if jokers.suit(card) is None
        )
        return (*named, *facts)

    def _held(self, boxes: tuple[object, ...], trumps: Suit | None) -> tuple[Card, ...]:
        if trumps is None:
            return tuple(box for box in boxes if isinstance(box, Card))
        jokers = [
            joker for joker in self.pack.jokers if trumps in play.joker_suits(joker)
        ]
        ranks = (Card(rank, trumps) for rank in self.pack.honours if rank in boxes)
        return (*(jokers[:1] if TRUMP_JOKER in boxes else ()), *ranks)

    def hands(
        self,
    ) -> Iterator[tuple[AnyField, AnyField, list[tuple[str, Message, list[Option]]]]]:
        """For each hand its fields, and the rows of boxes of trumps and of no trump,
        whichever can be; a row's class lets a style sheet choose while the contract is
        on the same page."""
        contract = self.final_contract
        rows = _boxes(self)
        if contract is not None:
            row = 0 if contract.denomination.suit else 1
            css, offered = rows[row]
            honours = {*self.pack.honours, *_tops(self), *_joker_boxes(self)}
            rows = [(css, [box for box in offered if box[0] in honours])]
        for seat, cards in self.pairs:
            shown = list[tuple[str, Message, list[Option]]]()
            for css, offered in rows:
                boxes = ((written(value), words) for value, words in offered)
                options = [
                    Option(box, words, box in cards.data) for box, words in boxes
                ]
                shown.append(
                    ("" if contract else css, message(f"bridge.form.{css}"), options)
                )
            yield seat, cards, shown


# ---- the forms that ask only this, of the deal that was played last ----
class LateForm(BridgeForm):
    """A question about the deal that was played last."""

    OF_LAST = True

    @property
    def deal(self) -> Deal:
        return self.state.last


class RevealForm(LateForm, HiddenPart):
    """One face-down card turned up after the deal was saved."""

    NAME = "reveal"
    STATES = ALONE = (HiddenShown,)
    never = HiddenField()

    @property
    def hidden_count(self) -> int:
        return 1

    @property
    def dealt_to(self) -> tuple[Seat, ...]:
        return rounds.hidden_left(self.state) or super().dealt_to

    def validate_card(self, field: Field) -> None:
        _, *asked = self.hidden()[0]
        if not any(shown.data for shown in asked[:-1]):
            refuse("bridge.form.no-card")

    def validate(self, extra_validators: Extra = None) -> bool:
        if self.never.data:
            return bool(self.hidden_0_holder.validate(self))
        return super().validate(extra_validators)

    def facts(self) -> tuple[Event, ...]:
        if self.never.data:
            return (HiddenShown(self.hidden_0_holder.data),)
        return tuple(self.hidden_shown())


class HonoursForm(LateForm, HonoursPart):
    """Honours that were forgotten when the deal was saved."""

    NAME = "honours"
    STATES = ALONE = (HonoursHeld,)

    def validate_cards(self, field: Field) -> None:
        if not self.hands_asked or not self.honours_seat.data:
            refuse("bridge.form.no-honours")

    def facts(self) -> tuple[Event, ...]:
        return self.honours()


# ---- tricks ----
class TricksPart(BridgeForm):
    """The tricks of declarer's side: every possible count is one tap."""

    tricks = ask(
        TricksTaken,
        choices=lambda form: range(form.tariff.tricks + 1),
        default=lambda form: watched_tricks(form.deal, form.settings),
        is_free=True,
        missing="no-tricks",
    )

    def beside(self, field: Field, value: str) -> tuple[str, object]:
        if field is not self.tricks:
            return super().beside(field, value)
        odd = int(value) - self.tariff.book
        if self.final_contract is None or isinstance(self, ContractPart):
            return (f"odd odd-{odd}" if odd >= 0 else f"odd under-{-odd}"), None
        over = odd - self.final_contract.level
        return ("", signed(over)) if over else ("need", label("bridge.form.made"))


class TricksForm(PlayedPart, TricksPart):
    """The tricks alone."""

    NAME = "tricks"
    STATES = ALONE = (TricksTaken,)


# ---- the forms ----
class ResultForm(PlayedPart, TricksPart, HiddenPart, HonoursPart):
    """How the contract fared."""

    NAME = "result"
    STATES = (TricksTaken, HiddenShown, HonoursHeld)
    WHOLE = (CallMade,)

    def facts(self) -> tuple[Event, ...]:
        honours = self.honours()
        if self.played.data:
            honours = tuple(
                fact for fact in honours if not isinstance(fact, WildcardNamed)
            )
        return (TricksTaken(self.tricks.data), *self.hidden_shown(), *honours)

    @classmethod
    def filled(cls, state: State, restated: Iterable[Event]) -> Filling:
        """The rest of a deal with its auction, whose calls are corrected one by one."""
        restated = tuple(restated)
        calls = tuple(event for event in restated if isinstance(event, CallMade))
        first = calls[0].seat
        auction = Deal(
            state.dealer, calls=tuple(call.call for call in calls), first=first
        ).auction
        assert auction.declarer is not None  # noqa: S101 - the flow asks of no other
        played = {"played": str(auction.contract), "played_by": auction.declarer.value}
        return super().filled(state, restated) | played


class QuickForm(ContractPart, TricksPart, HiddenPart, HonoursPart):
    """A deal without its auction, or that it was passed out."""

    NAME = QUICK
    STATES = (
        ContractStated,
        PassedOut,
        WildcardNamed,
        TricksTaken,
        HiddenShown,
        HonoursHeld,
    )
    ALONE = (PassedOut,)
    WHOLE = tuple(kind for kind in EVENTS if kind not in (CallMade, CardPlayed, LeadIs))
    passed_out = HiddenField()

    def validate(self, extra_validators: Extra = None) -> bool:
        is_valid = super().validate(extra_validators)
        if is_valid or not self.passed_out.data:
            return is_valid
        for name, field in self._fields.items():
            field.errors = field.errors if name.startswith("hidden_") else []
        return not self.errors

    def facts(self) -> tuple[Event, ...]:
        if self.passed_out.data:
            return (PassedOut(), *self.hidden_shown())
        stated = (
            ContractStated(self.bid, self.declarer.data),
            TricksTaken(self.tricks.data),
        )
        return (*stated, *self.hidden_shown(), *self.honours())

    def restates(self, entries: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
        """All but the watched cards; those as well where the deal was passed out."""
        own = (
            (*self.STATES, CardPlayed, LeadIs) if self.passed_out.data else self.STATES
        )
        return (
            tuple(entry for entry in entries if isinstance(entry.event, own)) or entries
        )

    @property
    def final_contract(self) -> Contract | None:
        """The contract as it is being stated; None while the form is drawn, or
        passed out."""
        if self.level.raw_data is None or self.errors or self.passed_out.data:
            return None
        return self.bid
