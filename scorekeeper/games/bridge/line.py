"""A deal of bridge in one line: "4S N -1", "four hearts by Anna plus one"."""

from collections.abc import Callable, Iterable
from enum import Enum

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import COMPASS, People, Seat
from scorekeeper.games import line
from scorekeeper.games.bridge import play
from scorekeeper.games.bridge.contract import Contract, Denomination, Doubling, Tariff
from scorekeeper.games.bridge.forms import HANDS, NOT_SHOWN, TRUMP_JOKER, ContractForm
from scorekeeper.games.bridge.result_forms import QuickForm, ResultForm
from scorekeeper.games.bridge.scoring import honours_scored
from scorekeeper.games.bridge.state import State
from scorekeeper.games.bridge.tariffs import tariff_of
from scorekeeper.games.fields import written
from scorekeeper.games.line import (
    Answer,
    Found,
    Grammar,
    Misfit,
    Pair,
    Phrase,
    Spoken,
    Value,
    found_as,
)


class How(Enum):
    """How a line says the tricks of declarer's side."""

    OVER = "over"  # so many more than the contract needs, or fewer
    ODD = "odd"  # so many beyond the book, or in all: "made 5"
    ALL = "all"


def _counted(how: How, sign: int = 1) -> Callable[[Found], Found]:
    def result(places: Found) -> Found:
        number = places["n"]
        assert isinstance(number, int)  # noqa: S101 - what stands there is a number
        return {"result": (how, sign * number)}

    return result


def _bid(places: Found) -> Found:
    return {"bid": (places["level"], places["denomination"])}


def _hidden(places: Found) -> Found:
    holder = places.get("holder")
    key = f"hidden-{holder.value}" if isinstance(holder, Seat) else "hidden"
    return {key: places.get("card", NOT_SHOWN)}


class Held(Enum):
    """Honours that are said in one word."""

    ALL = "all"
    ACES = "aces"


def _honours(whole: Held | None = None) -> Callable[[Found], Found]:
    def held(places: Found) -> Found:
        seat = places["holder"]
        assert isinstance(seat, Seat)  # noqa: S101 - the place of a seat
        return {f"honours-{seat.value}": (whole or places["held"], places.get("rank"))}

    return held


PHRASES = (
    Phrase("bridge.spoken.bid", _bid),
    Phrase("bridge.spoken.doubled", found_as(doubling=Doubling.DOUBLED)),
    Phrase("bridge.spoken.redoubled", found_as(doubling=Doubling.REDOUBLED)),
    Phrase("bridge.spoken.declarer"),
    Phrase("bridge.spoken.made", found_as(result=(How.OVER, 0))),
    Phrase("bridge.spoken.made-odd", _counted(How.ODD)),
    Phrase("bridge.spoken.over", _counted(How.OVER)),
    Phrase("bridge.spoken.under", _counted(How.OVER, -1)),
    Phrase("bridge.spoken.tricks", _counted(How.ALL)),
    Phrase("bridge.spoken.passed-out", found_as(passed=True)),
)
HIDDEN = (
    Phrase("bridge.spoken.hidden", _hidden),
    Phrase("bridge.spoken.hidden-not-shown", _hidden),
)
HONOURS = (
    Phrase("bridge.spoken.honours", _honours()),
    Phrase("bridge.spoken.honours-all", _honours(Held.ALL)),
    Phrase("bridge.spoken.honours-without", _honours(Held.ALL)),
    Phrase("bridge.spoken.honours-aces", _honours(Held.ACES)),
)


def is_open(state: State) -> bool:
    """Not during an auction: its calls are entered one by one."""
    deal = state.round
    return not deal.calls or deal.contract is not None


def grammar(state: State, people: People) -> Grammar:
    settings = state.settings
    pack = play.pack_of(settings)
    seats = line.seats(COMPASS, people)
    ranks = _ranks(pack.ranks)
    cards = Pair(ranks, line.suits(pack.suits), _card, _jokers(pack.jokers))
    phrases = [*PHRASES]
    if pack.hidden:
        phrases += HIDDEN
    if honours_scored(settings):
        phrases += HONOURS
    return Grammar(
        tuple(phrases),
        {
            "denomination": _denominations(tariff_of(settings, False)),
            "declarer": seats,
            "holder": seats,
            "card": cards,
            "rank": _ranks(pack.honours),
            "held": _held(pack),
        },
        many=frozenset({"held"}),
    )


def _denominations(tariff: Tariff) -> tuple[Value, ...]:
    no_trump = Value(Denomination.NO_TRUMP, (message("bridge.spoken.no-trump"),))
    suits = (one.suit for one in tariff.denominations if one.suit)
    trumps = (
        Value(Denomination(suit.value.value), suit.ways)
        for suit in line.suits(suits)
        if isinstance(suit.value, Suit)
    )
    return (*trumps, no_trump)


def _ranks(ranks: Iterable[str]) -> tuple[Value, ...]:
    return tuple(
        Value(rank, (rank, message(f"spoken.number.{rank}")))
        if rank.isdigit()
        else Value(rank, (message(f"rank.{rank}"), message(f"spoken.rank.{rank}")))
        for rank in ranks
    )


def _card(rank: object, suit: object) -> Card:
    assert isinstance(rank, str) and isinstance(suit, Suit)  # noqa: S101 - so paired
    return Card(rank, suit)


def _jokers(jokers: Iterable[Card]) -> tuple[Value, ...]:
    return tuple(Value(joker, (joker,)) for joker in jokers)


def _held(pack: play.Pack) -> tuple[Value, ...]:
    joker = (Value(TRUMP_JOKER, (message("card.joker"),)),) if pack.jokers else ()
    return (*_ranks(pack.honours), *joker)


# ---- what it comes to ----

Sent = list[tuple[str, str]]
ACE = "A"
_HIDDEN = "hidden"
_HONOURS = "honours-"
"""How the names begin under which face-down cards and honours are found."""


def answer(state: State, found: Found) -> Answer:
    """A whole deal, its contract where nothing is said of tricks, or the result of the
    contract that is played."""
    hidden = [name for name in found if name.startswith(_HIDDEN)]
    honours = [name for name in found if name.startswith(_HONOURS)]
    if "passed" in found:
        _refuse(found, ("bid", "doubling", "declarer", "result", *honours))
        sent = (("passed_out", "1"), *_hidden_sent(state, found))
        return Answer(QuickForm.NAME, sent)
    if "result" not in found:
        _refuse(found, (*hidden, *honours))
    contract = state.round.contract
    if contract is not None:
        _refuse(found, ("bid", "doubling", "declarer"))
        return _result(state, found, contract, ResultForm.NAME)
    contract = _contract(found)
    if contract is None or "declarer" not in found:
        return Answer(QuickForm.NAME, tuple(_contract_sent(found)), is_whole=False)
    if "result" not in found:
        return Answer(ContractForm.NAME, tuple(_contract_sent(found)))
    return _result(state, found, contract, QuickForm.NAME)


def _refuse(found: Found, names: Iterable[str]) -> None:
    for name in names:
        if name in found:
            raise Misfit(name)


def _result(state: State, found: Found, contract: Contract, form: str) -> Answer:
    sent = Sent()
    if state.round.contract is None:
        sent += _contract_sent(found)
    if "result" in found:
        tricks = _tricks(found, contract, tariff_of(state.settings, False))
        sent.append(("tricks", str(tricks)))
    sent += _hidden_sent(state, found)
    sent += _honours_sent(state, found, contract.denomination.suit)
    return Answer(form, tuple(sent), is_whole="result" in found)


def _contract(found: Found) -> Contract | None:
    match found.get("bid"):
        case (int(level), Denomination() as denomination):
            doubling = found.get("doubling", Doubling.UNDOUBLED)
            assert isinstance(doubling, Doubling)  # noqa: S101 - found as one
            return Contract(level, denomination, doubling)
    return None


def _contract_sent(found: Found) -> Sent:
    sent = Sent()
    contract = _contract(found)
    if contract is not None:
        sent.append(("level", str(contract.level)))
        sent.append(("denomination", contract.denomination.value))
    doubling = found.get("doubling", Doubling.UNDOUBLED)
    sent.append(("doubling", written(doubling)))
    if "declarer" in found:
        sent.append(("declarer", written(found["declarer"])))
    return sent


def _tricks(found: Found, contract: Contract, tariff: Tariff) -> int:
    match found["result"]:
        case (How.OVER, int(over)):
            return tariff.book + contract.level + over
        case (How.ODD, int(made)):
            if contract.level <= made <= tariff.tricks - tariff.book:
                return tariff.book + made
            if made >= tariff.book + contract.level:
                return made
            raise Misfit("result")
        case (How.ALL, int(tricks)):
            return tricks
    raise Misfit("result")


def _hidden_sent(state: State, found: Found) -> Sent:
    """The face-down cards: by their holders, or that of the only one, which is filled
    in by the order of dealing."""
    names = [name for name in found if name.startswith(_HIDDEN)]
    most = play.pack_of(state.settings).hidden
    if len(names) > most:
        raise Misfit(names[-1])
    if most > 1:
        _refuse(found, ("hidden",))
    sent = Sent()
    for n, name in enumerate(names):
        sent.append((f"hidden_{n}_card", written(found[name])))
        holder = name.removeprefix(_HIDDEN).removeprefix("-")
        if holder:
            sent.append((f"hidden_{n}_holder", holder))
    return sent


def _honours_sent(state: State, found: Found, trumps: Suit | None) -> Sent:
    names = [name for name in found if name.startswith(_HONOURS)]
    pack = play.pack_of(state.settings)
    hands = HANDS[: len(HANDS) if len(pack.jokers) == len(pack.suits) else 1]
    if len(names) > len(hands):
        raise Misfit(names[-1])
    sent = Sent()
    for name, (of_seat, of_cards) in zip(names, hands, strict=False):
        sent.append((of_seat, name.removeprefix(_HONOURS)))
        for box in _boxes(found[name], pack, trumps):
            if box is None:
                raise Misfit(name)
            sent.append((of_cards, box))
    return sent


def _boxes(said: object, pack: play.Pack, trumps: Suit | None) -> list[str | None]:
    tops = [written(Card(pack.top, suit)) for suit in pack.suits]
    match said:
        case (Held.ALL, without):
            every = tops if trumps is None else [*pack.honours]
            return [box for box in every if box != without]
        case (Held.ACES, _):
            return [*tops] if trumps is None and pack.top == ACE else [None]
        case (tuple(held), _) if trumps is not None:
            return [str(rank) for rank in held]
    return [None]


def example(state: State) -> Message:
    if state.round.contract is not None:
        return message("bridge.spoken.example-result")
    return message("bridge.spoken.example", declarer=Seat.SOUTH)


FORMS = (QuickForm.NAME, ContractForm.NAME, ResultForm.NAME)
SPOKEN: Spoken[State] = Spoken(FORMS, grammar, answer, example, is_open)
"""How every game of the bridge family reads a line."""
