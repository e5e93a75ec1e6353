"""The questions to a bridge table about the bidding: calls, the contract, the Jokers,
the board; before them what all its questions have, and what facts fill them with."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from functools import cached_property
from urllib.parse import urlencode

from wtforms import HiddenField
from wtforms.fields import Field

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Seat, named
from scorekeeper.core.session import Event
from scorekeeper.games.ask import Extra, FactForm, Filled, Filling, Sent, form_of
from scorekeeper.games.bridge import events
from scorekeeper.games.bridge.contract import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Call,
    CallKind,
    Contract,
    Denomination,
    Doubling,
    Tariff,
    bids,
    calls_now,
    said_vulnerable,
    why_not,
)
from scorekeeper.games.bridge.play import (
    Jokers,
    Pack,
    hcp,
    joker_suits,
    pack_of,
    wildcard_suits,
)
from scorekeeper.games.bridge.rounds import ROUNDS, has_ended, next_deal, unnamed_jokers
from scorekeeper.games.bridge.rules import Power, Settings, SuitMode
from scorekeeper.games.bridge.state import Deal, State, holders_of, jokers_of
from scorekeeper.games.bridge.tariffs import tariff_of
from scorekeeper.games.fields import (
    AnyField,
    ItsForm,
    ask,
    choose,
    label,
    read,
    refuse,
    written,
)


class OffPage(Field):
    """No question of its own: takes the refusals about several fields together."""

    def process_formdata(self, valuelist: list[object]) -> None:
        """Take nothing from what was sent."""


class BridgeForm(FactForm[State]):
    """A question to a bridge table."""

    RULES = ROUNDS

    def process(
        self,
        formdata: Sent = None,
        obj: object = None,
        data: Filled = None,
        extra_filters: Extra = None,
        **fields: object,
    ) -> None:
        """Fill in the holder of a face-down card also where a page that was sent
        says nothing."""
        super().process(formdata, obj, data, extra_filters, **fields)
        for field in self.typed_fields():
            usual = field.asked.usual(self) if field.asked.is_part else None
            if usual is not None and not field.raw_data and field.data is None:
                field.fill(usual)

    @property
    def settings(self) -> Settings:
        return self.state.settings

    @cached_property
    def pack(self) -> Pack:
        return pack_of(self.settings)

    @cached_property
    def tariff(self) -> Tariff:
        """The figures of the game; vulnerability changes none of those a form needs."""
        return tariff_of(self.settings, False)

    @property
    def deal(self) -> Deal:
        return self.state.round

    @property
    def final_contract(self) -> Contract | None:
        return self.deal.contract

    @cached_property
    def jokers(self) -> Jokers | None:
        return jokers_of(self.deal, self.settings)

    @property
    def dealt_to(self) -> tuple[Seat, ...]:
        return holders_of(self.deal, self.settings)

    @classmethod
    def filled(cls, state: State, restated: Iterable[Event]) -> Filling:
        data: Filling = {}
        before = Counter[type]()
        for event in restated:
            data |= filling(event, before[type(event)])
            before[type(event)] += 1
        return data

    def opens(self) -> tuple[Message, tuple[Message, ...]] | None:
        """The first deal of the next rubber, where that is what is stated, else None."""
        opening = {events.CallMade, events.ContractStated, events.JokersDeclared}
        is_next = self.state.deal is None and has_ended(self.state)
        return next_deal(self.state) if is_next and opening & set(self.STATES) else None

    def beside(self, field: Field, value: str) -> tuple[str, object]:
        asked = getattr(field, "asked", None)
        is_seat = asked is not None and asked.type is Seat and not asked.none
        return "", Seat(value) if is_seat and Seat(value) in dict(
            self.folded.people
        ) else None


NOT_SHOWN = "none"  # what stands for a face-down card that nobody turned up, where a rank is chosen
TRUMP_JOKER = "trump-joker"  # what stands for the Joker that belongs to trumps, whichever they are
HANDS = (("honours_seat", "honours_cards"), ("others_seat", "others_cards"))
"""The fields of one hand's honours, and of another's."""


# Long: one case for each kind of fact.
def filling(event: Event, n: int) -> Filling:
    """What a fact fills fields with; `n` of its kind came before it in its deal.
    Nothing for a call: one that a page is filled with waits for its second tap."""
    data: Filling = {}
    match event:
        case events.ContractStated(contract, declarer):
            data = asdict(contract) | {"declarer": declarer}
        case events.HiddenDealt(holders):
            for place, holder in enumerate(holders):
                data[f"holder_{place}"] = holder
                data[f"hidden_{place}_holder"] = holder
        case events.HiddenShown(holder, card):
            shown = NOT_SHOWN if card is None else written(card)
            data = {f"hidden_{n}_holder": holder, f"hidden_{n}_card": shown}
        case events.HonoursHeld(seat, cards) if n < len(HANDS):
            seat_field, cards_field = HANDS[n]
            data = {seat_field: seat, cards_field: _boxes_of(cards)}
        case events.TricksTaken() | events.BoardIs():
            data = dict(vars(event))
        case events.WildcardNamed(_, suit):
            data = {f"suit_{n}": suit}
        case events.JokersDeclared(power, mode, suits):
            data = {f"suit_{place}": suit for place, (_, suit) in enumerate(suits)}
            data |= {"power": power, "mode": mode}
    return {name: value for name, value in data.items() if value is not None}


def _boxes_of(cards: Iterable[Card]) -> list[Card | str]:
    boxes = list[Card | str]()
    for card in cards:
        boxes += (card, TRUMP_JOKER if card.is_joker else card.rank)
    return boxes


# ---- the bidding box ----

ROWS = 5  # how many levels the box shows at once; higher ones unfold

ONE_TAP = "one"
"""The value of the phone's "taps" preference under which a bid is made by its
first tap."""


class AuctionForm(BridgeForm):
    """The next call.

    The page's address may hold `call`, a call tapped and not yet confirmed, and
    `why`, one whose reason is asked for; it works without scripts. `taps` is this
    phone's preference."""

    NAME = "auction"
    STATES = ALONE = (events.CallMade,)
    call = ask(events.CallMade)

    @classmethod
    def acts(cls, state: State) -> Seat:
        return state.round.auction.turn

    def view(self) -> Mapping[str, object]:
        """The box, level by level from the lowest with a legal bid, and in it what is
        `legal`; the call that waits for its second tap, and `why` another can't be
        made, or may not: then it is `barred`, and can be entered all the same."""
        auction = self.deal.auction
        is_sent = self.call.raw_data is not None
        tapped = None if is_sent else self._call_in_address("call")
        asked = None if is_sent else self._call_in_address("why")
        refused = asked or tapped
        may_be = {call for call, why in calls_now(auction, self.tariff) if why is None}
        legal = {call for call in may_be if self.why_barred(_amount(call)) is None}
        is_barred = refused is not None and refused in may_be - legal
        levels = self.levels_with(may_be)
        return {
            "chosen": tapped if tapped in legal else None,
            "why": self._why(refused, is_barred=is_barred) if refused else None,
            "barred": refused if is_barred else None,
            "legal": legal,
            "bids": set(bids(self.tariff)),
            "box": levels[:ROWS],
            "higher": levels[ROWS:],
            "others": (PASS, DOUBLE, REDOUBLE),
            "two_taps": self.given.get("taps") != ONE_TAP,
        }

    def levels_with(self, calls: set[Call]) -> list[list[Call]]:
        levels = list[list[Call]]()
        for level in range(self.tariff.top_level + 1):
            suits = self.tariff.denominations
            row = [Call(CallKind.BID, level, denomination) for denomination in suits]
            if not calls.isdisjoint(row):
                levels.append(row)
        return levels

    def _call_in_address(self, name: str) -> Call | None:
        return read(Call, str(self.given.get(name) or ""))

    def _why(self, call: Call, *, is_barred: bool) -> object:
        if is_barred:
            return named(self.why_barred(_amount(call)), self.folded.people)
        return why_not(self.deal.auction, call, self.tariff)

    def address(self, **more: object) -> str:
        kept = {
            name: self.given[name] for name in ("form", "before") if name in self.given
        }
        tapped = {"turn": self.turn, **more} if more else {}
        return "?" + urlencode(kept | tapped)


def _amount(call: Call) -> int | None:
    return None if call == PASS else 0


# ---- the board ----
class BoardForm(BridgeForm):
    """Which board comes next: by its number, or who deals and who is vulnerable."""

    NAME = "board"
    STATES = ALONE = (events.BoardIs,)
    number = ask(events.BoardIs)
    dealer = ask(events.BoardIs)
    vulnerable = ask(
        events.BoardIs,
        choices=[(who, said_vulnerable(who.sides)) for who in events.Vulnerable],
    )

    def facts(self) -> tuple[Event, ...]:
        return (
            events.BoardIs(self.number.value, self.dealer.value, self.vulnerable.value),
        )


# ---- the contract ----
def levels(form: ItsForm) -> range:
    return range(0 if form.tariff.zero else 1, form.tariff.top_level + 1)


class ContractPart(BridgeForm):
    """Level, denomination, doubling and declarer."""

    level = choose(int, required=True, choices=levels, is_free=True, missing="no-level")
    denomination = choose(
        Denomination,
        required=True,
        choices=lambda form: form.tariff.denominations,
        missing="no-denomination",
    )
    doubling = choose(
        Doubling,
        choices=[
            (step, label(f"bridge.form.{step.name.lower()}")) for step in Doubling
        ],
    )
    declarer = ask(events.ContractStated, missing="no-declarer")
    contract = OffPage()

    @property
    def bid(self) -> Contract:
        doubling = self.doubling.data or Doubling.UNDOUBLED
        return Contract(self.level.data, self.denomination.data, doubling)

    def fact(self, kind: type) -> Event | None:
        if kind is events.ContractStated:
            return events.ContractStated(self.bid, self.declarer.data)
        return super().fact(kind)


ContractForm = form_of(ContractPart, "contract", events.ContractStated)


class PlayedPart(BridgeForm):
    """The contract that is being played, said in words.

    A deal that is corrected as a whole is not in the state that comes before it: its
    contract and declarer go with the form."""

    played = HiddenField()
    played_by = HiddenField()

    @property
    def final_contract(self) -> Contract | None:
        return read(Contract, self.played.data or "") or self.deal.contract

    @property
    def final_declarer(self) -> Seat | None:
        return read(Seat, self.played_by.data or "") or self.deal.declarer


SUIT = label("bridge.form.joker-suit")


def joker_suit(n: int, default: Callable[[ItsForm], object] | None = None) -> AnyField:
    return choose(
        Suit,
        when=lambda form: n < form.pack.hidden,
        choices=lambda form: [
            s for joker in form.pack.jokers[n : n + 1] for s in joker_suits(joker)
        ],
        text=SUIT,
        default=default,
    )


def _declared(n: int) -> AnyField:
    return joker_suit(
        n, default=lambda form: form.jokers and form.jokers.suit(form.pack.jokers[n])
    )


def _dealt(n: int) -> AnyField:
    return choose(
        Seat,
        required=True,
        missing="no-holder",
        when=lambda form: n < form.pack.hidden,
        default=lambda form: form.dealt_to[n],
        text=label("bridge.form.hidden-holder"),
    )


class JokersForm(BridgeForm):
    """Power, suits, and who got the face-down cards; with four Jokers each has its
    own suit."""

    NAME = "jokers"
    STATES = ALONE = (events.JokersDeclared, events.HiddenDealt)
    power = ask(
        events.JokersDeclared,
        required=True,
        missing="no-answer",
        default=lambda form: form.jokers and form.jokers.power,
    )
    mode = ask(
        events.JokersDeclared,
        required=True,
        missing="no-answer",
        when=lambda form: form.pack.hidden,
        choices=[(mode, label(f"bridge.form.mode.{mode.value}")) for mode in SuitMode],
        default=lambda form: form.jokers and form.jokers.mode,
    )
    suit_0 = _declared(0)
    suit_1 = _declared(1)
    holder_0 = _dealt(0)
    holder_1 = _dealt(1)
    suits = holders = OffPage()

    @property
    def asked_jokers(self) -> list[tuple[Card, AnyField, AnyField]]:
        jokers = enumerate(self.pack.jokers[: self.pack.hidden])
        return [(joker, self[f"suit_{n}"], self[f"holder_{n}"]) for n, joker in jokers]

    def facts(self) -> tuple[Event, ...]:
        mode = self.mode.data if self.pack.hidden else None
        asked = self.asked_jokers if mode is SuitMode.OPEN else []
        suits = tuple((joker, suit.data) for joker, suit, _ in asked if suit.data)
        declared = events.JokersDeclared(self.power.data, mode, suits)
        holders = tuple(holder.data for _, _, holder in self.asked_jokers)
        return (
            (declared,)
            if holders == self.dealt_to
            else (declared, events.HiddenDealt(holders))
        )

    def beside(self, field: Field, value: str) -> tuple[str, object]:
        if field is self.power:
            return "", message(f"bridge.form.power.{value}")
        return super().beside(field, value)

    def points(self) -> list[tuple[Power, int, int, int]]:
        """The high card points as printed: at each power those in trumps, at no trump,
        and what they come to before the bidding."""
        trumps = Denomination.SPADES
        none = Denomination.NO_TRUMP
        return [
            (power, hcp(power, trumps), hcp(power, none), hcp(power)) for power in Power
        ]


def _named(n: int) -> AnyField:
    return choose(
        Suit,
        when=lambda form: n < len(form.unnamed),
        choices=lambda form: [
            *((suit, suit) for suit in form.suits_of(n)),
            ("", label("bridge.form.face-down")),
        ],
        default=lambda form: form.trumps if form.trumps in form.suits_of(n) else None,
        text=SUIT,
    )


class WildcardForm(PlayedPart):
    """The suit that each wildcard takes, before the opening lead; trumps
    come chosen."""

    NAME = "wildcard"
    STATES = ALONE = (events.WildcardNamed,)
    suit_0 = _named(0)
    suit_1 = _named(1)
    joker = suit = OffPage()

    @property
    def unnamed(self) -> tuple[Card, ...]:
        named = tuple(
            event.joker
            for event in self.recorded
            if isinstance(event, events.WildcardNamed)
        )
        return named or unnamed_jokers(self.state)

    def suits_of(self, n: int) -> tuple[Suit, ...]:
        wild = self.unnamed[n : n + 1]
        return wildcard_suits(wild[0], self.settings) if wild else ()

    @property
    def trumps(self) -> Suit | None:
        return self.deal.contract.denomination.suit if self.deal.contract else None

    @property
    def asked_jokers(self) -> list[tuple[Card, AnyField]]:
        return [(joker, self[f"suit_{n}"]) for n, joker in enumerate(self.unnamed)]

    def validate_suit(self, field: Field) -> None:
        if not self.facts():
            refuse("bridge.form.no-suit")

    def facts(self) -> tuple[Event, ...]:
        return tuple(
            events.WildcardNamed(joker, suit.data)
            for joker, suit in self.asked_jokers
            if suit.data
        )
