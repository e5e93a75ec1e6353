"""The rounds of a bridge table: what can be entered, what the table is asked for next, and what is
always in view."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum
from typing import Any, cast

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import published
from scorekeeper.core.errors import ImpossibleResult, RuleViolation, Whys, refusals, refused
from scorekeeper.core.evening import Adjusted, Awarded, CarriedIn, DealerIs, Ended, ThrownIn
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.play import CardPlayed, trick_of, turn
from scorekeeper.core.rounds import RoundRules, Scored
from scorekeeper.core.seats import COMPASS, SIDES, Party, Seat, left_of, party_of
from scorekeeper.core.session import At
from scorekeeper.games.bridge import contract, events, play, rules, scoring, tariffs
from scorekeeper.games.bridge.state import (
    AWARDABLE,
    Deal,
    State,
    Tally,
    awarded,
    concluded,
    entered,
    has_boards,
    jokers_of,
    number_of,
    play_rules_of,
    undoubled,
    unseen,
    vulnerable_after,
    watched_tricks,
)
from scorekeeper.games.game import Glance, PartyScore

ScoredDeal = Scored[Deal, Tally]


def vulnerable_in(one: ScoredDeal, settings: rules.Settings) -> frozenset[str]:
    """The sides that are vulnerable in a deal of the sheet."""
    item = one.item
    if isinstance(item, Deal) and not item.is_over:
        return vulnerable_after(one.tally, item, settings)
    return one.tally.vulnerable


def number_in(one: ScoredDeal, settings: rules.Settings) -> int:
    """What a deal of the sheet is called."""
    item = one.item
    if not has_boards(settings) or not isinstance(item, Deal):
        return one.number
    return one.tally.board if item.is_over else number_of(item, one.tally, settings)


# ---- the deals of a session ----
def carried_parts(settings: rules.Settings) -> tuple[str, ...]:
    """The parts of a column in which this table can carry a score in from paper."""
    games = ("games",) if settings.scoring is rules.Scoring.RUBBER else ()
    return (*tariffs.form_of(settings).parts, *games)


def carried_over(state: State, settings: rules.Settings) -> tuple[CarriedIn, ...]:
    """What a table with other settings carries in of the rubber or round in progress."""
    tally, found = ROUNDS.sections(state)[-1].tally, list[CarriedIn]()
    for side in (one.id for one in SIDES if not tally.is_over):
        total = int(tally.totals[side])
        figures = {"games": tally.games[side], "below": tally.parts[side]}
        for part, points in figures.items():
            if part in carried_parts(settings) and points:
                found.append(CarriedIn(side, points, part))
                total -= points if part == "below" else 0
        if total:
            found.append(CarriedIn(side, total, tariffs.form_of(settings).above))
    return tuple(found)


def _recorded(deal: Deal, settings: rules.Settings) -> object:
    won = watched_tricks(deal, settings)
    if won is None or deal.tricks in (None, won):
        return None
    return message("bridge.said.tricks", n=won)


ROUNDS = RoundRules(
    family="bridge",
    ring=lambda settings: COMPASS,
    parties=lambda settings: SIDES,
    round=Deal,
    tally=Tally,
    entered=entered,
    scored=scoring.scored,
    next_dealer=lambda done, settings: (
        done.dealer if scoring.is_dealt_again(done, settings) else left_of(done.dealer, COMPASS)
    ),
    ended=scoring.ended,
    noted=scoring.noted,
    # boards start again with the first dealer; at a rubber the deal just moves on
    after_end=lambda dealer, settings: COMPASS[0] if has_boards(settings) else dealer,
    play_rules=play_rules_of,
    carried_parts=carried_parts,
    late=(events.HiddenShown, events.HonoursHeld, events.WildcardNamed),
    recorded=_recorded,
    awardable=AWARDABLE,
    awarded=awarded,
    state=State,
)


def apply(state: State, event: Any, at: At) -> State:
    if isinstance(event, ThrownIn):  # a deal that counts for nothing leaves no row
        return replace(state, round=Deal(state.dealer))
    after = cast(State, ROUNDS.apply(state, event, at))
    if isinstance(event, Awarded) and event.effect == "doubling" and after.deal:
        return replace(after, round=undoubled(after.round, event))
    if isinstance(event, DealerIs):  # another player opened the auction
        return replace(after, round=concluded(after.round))
    return after


# ---- what can't be entered ----

MOST_BOARDS = 999  # the highest number that a board may have

_AUCTION = published(rules.LAWS_2017, "Laws 18-22", "auction")

no, never = refusals("bridge")


# ---- the auction and the result ----
def _of_tricks(state: State, event: events.TricksTaken) -> Whys:
    yield not state.round.contract and no("no-contract", "tricks", tricks=event.tricks)
    contract.check_tricks(event.tricks, tariffs.tariff_of(state.settings, False))


def _of_contract(state: State, event: events.ContractStated | events.PassedOut) -> Whys:
    deal, said, field = state.round, event.said(), "contract"
    yield deal.contract and no("contract-stands", field, said=said, contract=deal.contract)
    yield deal.calls and no("auction-begun", field, said=said, n=len(deal.calls))
    if isinstance(event, events.ContractStated):
        contract.check_contract(event.contract, tariffs.tariff_of(state.settings, False))


def _of_spread(state: State, event: events.HandSpread) -> Whys:
    """It is dummy's to play only, once, and before cards have been recorded."""
    deal = state.round
    is_dummys = deal.declarer is not None and event.declarer is contract.dummy(deal.declarer)
    is_late = deal.is_spread or deal.watched.entries
    yield (not is_dummys or is_late) and no("spread", "declarer", said=event.said())


def _of_call(state: State, event: events.CallMade) -> Whys:
    """What can't be called now, and a call by somebody else than the next in turn: who called
    first has dealt, or the table said who did. A call that stands by a ruling may be out of turn,
    and a bid too low."""
    deal, call, seat = state.round, event.call, event.seat
    yield deal.contract and no("auction-over", "call", _AUCTION, call=call)
    if event.ruling is not None:
        yield from _of_standing(state, event)
        return
    if deal.calls and seat not in (None, turn := deal.auction.turn):
        said = {"call": call, "seat": seat, "turn": turn}
        yield refused("refused.out-of-rotation", "call", _AUCTION, **said)
    why = contract.why_not(deal.auction, call, tariffs.tariff_of(state.settings, False))
    yield why and RuleViolation(why, "call", _AUCTION)


def _of_standing(state: State, event: events.CallMade) -> Whys:
    """What no ruling lets stand: a call by nobody, of no bid of the game, a double of nothing."""
    auction, call, seat = state.round.auction, event.call, event.seat
    tariff = tariffs.tariff_of(state.settings, False)
    if seat is None:
        raise no("standing-nobodys", "seat", _AUCTION, call=call)
    if call.kind is not contract.CallKind.BID:
        at = replace(auction, jumps=(*auction.jumps, (len(auction.calls), seat)))
        why = contract.why_not(at, call, tariff)
        yield why and RuleViolation(why, "call", _AUCTION)
    elif call not in contract.bids(tariff):
        why = contract.why_not(auction, call, tariff)
        yield why and RuleViolation(why, "call", _AUCTION)


def _of_board(state: State, event: events.BoardIs) -> Whys:
    deal, by_hand, number = state.round, event.dealer or event.vulnerable, event.number
    yield not has_boards(state.settings) and no("no-boards", "number", said=event.said())
    is_late = deal.calls or deal.contract or deal.board
    yield is_late and no("board-late", "number", said=event.said())
    if number is None:
        yield not by_hand and no("no-board", "number")
    else:
        yield by_hand and no("board-both", "number", number=number)
        is_known = 1 <= number <= MOST_BOARDS
        yield not is_known and no("board-number", "number", number=number, most=MOST_BOARDS)


# ---- Jokers ----
def _of_declared(state: State, event: events.JokersDeclared) -> Whys:
    """Suits are refused where each Joker gets its own in another way; one that was sealed is stated
    by itself, once it is opened."""
    pack, deal = play.pack_of(state.settings), state.round
    is_sealed, jokers = event.mode is rules.SuitMode.SEALED, jokers_of(deal, state.settings)
    if jokers is None:
        raise no("no-jokers", "power")
    yield (deal.calls or deal.contract) and no("bidding-begun", "power")
    yield event == events.JokersDeclared() and no("nothing-declared", "power")
    if not pack.hidden:
        yield event.mode is rules.SuitMode.WILDCARD and no("no-wildcards", "mode")
        yield is_sealed and no("no-sealed-suits", "mode")
    if event.suits:
        is_wild = (event.mode or jokers.mode) is rules.SuitMode.WILDCARD
        yield is_wild and no("wildcard-suit", "suits")
        yield is_sealed and no("sealed-suit", "suits")
        yield len(dict(event.suits)) < len(event.suits) and no("two-suits", "suits")
    for joker, suit in event.suits:
        yield joker not in pack.jokers and no("no-such-joker", "suits", joker=joker)
        yield _of_suit(joker, suit, play.joker_suits(joker), "suits")


def _of_suit(joker: Card, suit: Suit, suits: tuple[Suit, ...], field: str) -> object:
    said = {"joker": joker, "suit": suit, "suits": listed(suits)}
    return suit not in suits and no("joker-suit", field, **said)


def _of_named(state: State, event: events.WildcardNamed) -> Whys:
    deal, joker, suit = state.last, event.joker, event.suit
    yield not deal.contract and no("wildcard-early", "suit", joker=joker)
    jokers = jokers_of(deal, state.settings)
    if jokers is None or jokers.mode is not rules.SuitMode.WILDCARD:
        raise no("fixed", "suit", joker=joker)
    is_joker = joker in play.pack_of(state.settings).jokers
    yield not is_joker and no("no-such-joker", "joker", joker=joker)
    yield _of_suit(joker, suit, play.wildcard_suits(joker, state.settings), "suit")
    had = jokers.suit(joker)
    yield had and no("named-before", "suit", joker=joker, suit=had)
    is_late = deal.watched.plays and not deal.is_over
    yield is_late and no("wildcard-late", "suit", joker=joker)
    is_shown = any(one.card == joker for one in deal.shown)
    yield is_shown and no("face-down", "joker", joker=joker)


# ---- hidden cards ----
def _of_dealt(state: State, event: events.HiddenDealt) -> Whys:
    hidden, holders = play.pack_of(state.settings).hidden, event.holders
    yield not hidden and no("no-hidden", "holders")
    yield len(holders) != hidden and no("holders", "holders", entered=len(holders), n=hidden)
    yield _of_sides(holders)


def _of_sides(seats: tuple[Seat, ...]) -> object:
    """Rule: Joker Bridge §3: of two face-down cards each side gets one."""
    sides = {party_of(seat, SIDES) for seat in seats}
    return len(sides) < len(seats) and no("one-a-side", "holders", seats=listed(seats))


def _of_shown(state: State, event: events.HiddenShown) -> Whys:
    pack, deal, holder, card = play.pack_of(state.settings), state.last, event.holder, event.card
    yield not pack.hidden and no("no-hidden", "card")
    yield not deal.is_over and no("shown-early", "card")
    seats = tuple(one.holder for one in deal.shown)
    is_full = len(seats) >= pack.hidden
    yield is_full and no("all-shown", "holder", n=pack.hidden, seats=listed(seats))
    yield holder in seats and no("shown-before", "holder", seat=holder)
    is_known = not deal.holders or holder in deal.holders
    yield not is_known and no("not-holder", "holder", seat=holder, seats=listed(deal.holders))
    yield _of_sides((*seats, holder))
    if card is not None:
        yield card not in pack.cards and never("not-in-pack", "card", card=card, n=pack.size)
        yield from _of_seen(deal, card)


def _of_seen(deal: Deal, card: Card) -> Whys:
    """Where a face-down card has been seen in another place."""
    for shown in deal.shown:
        yield shown.card == card and never("card-shown", "card", card=card, seat=shown.holder)
    for held in deal.honours:
        yield card in held.cards and never("card-held", "card", card=card, seat=held.seat)
    named, place = dict(deal.wildcards).get(card), trick_of(deal.watched, card)
    yield named and never("joker-named", "card", card=card, suit=named)
    if place is not None:
        yield never("card-played", "card", card=card, seat=place[1].seat, trick=place[0])


# ---- honours ----
def _of_honours(state: State, event: events.HonoursHeld) -> Whys:
    deal, seat = state.last, event.seat
    yield not scoring.honours_scored(state.settings) and no("honours-off", "cards")
    yield not deal.contract and no("honours-early", "cards")
    is_twice = any(one.seat is seat for one in deal.honours)
    yield is_twice and no("honours-twice", "seat", seat=seat)
    playing = play_rules_of(deal, state.settings)
    is_played = playing is not None and deal.watched.is_over(playing)
    for card in event.cards:
        yield from _of_honour(deal, card, state.settings)
        place = trick_of(deal.watched, card)
        yield event.cards.count(card) > 1 and never("honour-twice", "cards", card=card)
        if place is None:
            yield is_played and never("honour-unplayed", "cards", card=card)
        elif place[1].seat is not seat:
            said = {"card": card, "seat": place[1].seat, "trick": place[0]}
            yield never("honour-played", "cards", **said)


def _of_honour(deal: Deal, card: Card, settings: rules.Settings) -> Whys:
    """A card that can't be scored as an honour in a hand of this deal."""
    pack = play.pack_of(settings)
    yield card not in pack.cards and never("not-in-pack", "cards", card=card, n=pack.size)
    if card.is_joker:
        why = scoring.why_no_joker(card, deal, settings)
        yield why and ImpossibleResult(why, "cards")
    elif card not in scoring.honour_cards(deal, settings):
        yield never("no-honour", "cards", card=card, contract=deal.contract)
    for shown in deal.shown:
        yield shown.card == card and never("honour-hidden", "cards", card=card, seat=shown.holder)
    for held in deal.honours:
        yield card in held.cards and never("honour-held", "cards", card=card, seat=held.seat)


# ---- the evening ----
def _of_evening(state: State, event: Any) -> Whys:
    ROUNDS.check(state, event)
    match event:
        case ThrownIn():
            yield state.deal is None and no("nothing-to-throw-in")
        case Ended():
            yield state.deal and no("ended-in-deal")
        case Adjusted(_, _, reason):
            yield not reason.strip() and no("no-reason", "reason")
        case CarriedIn():
            yield from _of_carried(ROUNDS.present_tally(state), event)
        case CardPlayed():
            yield from _of_card(state, event)


def _of_carried(tally: Tally, event: CarriedIn) -> Whys:
    side, points = event.party, event.points
    had = tally.parts[side]
    yield points == 0 and no("carried-zero", "points")
    if event.part == "games":
        yield (points != 1 or tally.games[side]) and no("games", "points", games=points)
    if event.part == "below":
        is_part = 0 < points < contract.GAME - had
        yield not is_part and no("below", "points", points=points, had=had)


def _of_card(state: State, event: CardPlayed) -> Whys:
    """A card that another hand was said to hold."""
    deal, playing, card = state.round, play_rules_of(state.round, state.settings), event.card
    seat = event.seat or (turn(playing, deal.watched) if playing else None)
    for held in deal.honours:
        said = {"card": card, "seat": seat, "holder": held.seat}
        is_other = card in held.cards and held.seat is not seat
        yield is_other and never("played-held", "card", **said)


_WHYS: Mapping[type, Callable[[State, Any], Whys]] = {
    events.ContractStated: _of_contract,
    events.PassedOut: _of_contract,
    events.TricksTaken: _of_tricks,
    events.CallMade: _of_call,
    events.HandSpread: _of_spread,
    events.BoardIs: _of_board,
    events.JokersDeclared: _of_declared,
    events.HiddenDealt: _of_dealt,
    events.HiddenShown: _of_shown,
    events.WildcardNamed: _of_named,
    events.HonoursHeld: _of_honours,
}
"""Why a fact of a deal can't follow."""


def check(state: State, event: Any) -> None:
    """Raise RuleViolation where the event can't follow, ImpossibleResult where it can't be."""
    for why in _WHYS.get(type(event), _of_evening)(state, event):
        if isinstance(why, RuleViolation):
            raise why


# ---- what is awaited ----
Awaited = Enum("Awaited", "DEAL CALL WILDCARD TRICKS HIDDEN")
"""What the table is asked for next: a new deal; the next call, or the contract, of one that has
begun; a wildcard's suit, before the lead; tricks; a face-down card of the last deal."""


def awaited(state: State) -> Awaited:
    """What the table is asked for next."""
    deal = state.deal
    if deal is None:
        return Awaited.HIDDEN if hidden_left(state) else Awaited.DEAL
    if deal.contract is None:
        return Awaited.CALL
    until = getattr(state.settings, "wildcard_until", None)
    is_named_first = until is rules.WildcardUntil.END_OF_BIDDING and not deal.watched.entries  # J9
    return Awaited.WILDCARD if is_named_first and unnamed_jokers(state) else Awaited.TRICKS


def hidden_left(state: State) -> tuple[Seat, ...]:
    """Whose face-down cards of the deal just played are still to be shown, in dealing order."""
    return unseen(state.last, state.settings) if state.last.tricks is not None else ()


def unnamed_jokers(state: State) -> tuple[Card, ...]:
    """The wildcards of the deal in progress whose suit can be named now and has not been."""
    deal = state.deal
    jokers = jokers_of(deal, state.settings) if deal and deal.contract else None
    if jokers is None or jokers.mode is not rules.SuitMode.WILDCARD:
        return ()
    return tuple(one for one in play.pack_of(state.settings).jokers if jokers.suit(one) is None)


def has_ended(state: State) -> bool:
    """Whether the section has ended and the next one has not begun."""
    return ROUNDS.sections(state)[-1].tally.is_over


# ---- what is always in view ----
def glance(state: State) -> Glance:
    """The score strip, the deal and its dealer, and what is awaited.
    The deal is the one in progress, with cards still to be shown or that brought the end; else
    the one to come."""
    section, settings = ROUNDS.sections(state)[-1], state.settings
    tally = section.tally
    shown: ScoredDeal = Scored(Deal(state.dealer), tally.rounds + 1, (), tally)
    if state.deal or tally.is_over or hidden_left(state):
        deals = (one for one in reversed(section.scored) if isinstance(one.item, Deal))
        shown = next(deals, shown)
    vulnerable = vulnerable_in(shown, settings)
    return Glance(
        standings=tuple(_standing(side, state, tally, vulnerable) for side in SIDES),
        deal=message("bridge.deal", number=number_in(shown, settings)),
        where=_where(shown, settings),
        turn=_turn(state, tally.is_over),
        is_over=tally.is_over,
    )


def next_deal(state: State) -> tuple[Message, tuple[Message, ...]]:
    """The first deal of the next section: what it is called, and the rest of that line."""
    first: ScoredDeal = Scored(Deal(state.dealer), 1, (), Tally({}))
    return message("bridge.deal", number=1), _where(first, state.settings)


def _standing(side: Party, state: State, tally: Tally, vulnerable: frozenset[str]) -> PartyScore:
    below, part, tariff = None, tally.parts[side.id], tariffs.tariff_of(state.settings, False)
    if hidden_left(state):
        below = message("bridge.before-hidden")
    elif tariff.below != tariff.above and not tally.is_over:
        none = message("bridge.no-part-score")
        below = message("bridge.part-score", points=part) if part else none
    is_marked = side.id in vulnerable and not tally.is_over
    mark = message("bridge.vulnerable") if is_marked else None
    return PartyScore(side, tally.totals[side.id], below, mark)


def _where(one: ScoredDeal, settings: rules.Settings) -> tuple[Message, ...]:
    """Who dealt, what holds for the Jokers, and who is vulnerable."""
    deal = cast(Deal, one.item)
    said = [message("bridge.where.dealer", seat=deal.dealer)]
    jokers = jokers_of(deal, settings)
    if jokers is not None:
        said.append(message(f"bridge.power.{jokers.power.value}"))
        if jokers.mode is not rules.SuitMode.OPEN:
            said.append(message(f"bridge.mode.{jokers.mode.value}"))
        if len(jokers.suits) < 4:
            said += [message("bridge.said.joker-suit", joker=j, suit=s) for j, s in jokers.suits]
    sides = contract.said_vulnerable(vulnerable_in(one, settings))
    return (*said, message("bridge.where.vulnerable", sides=sides))


def _turn(state: State, is_over: bool) -> Message:
    """What is awaited: once a card has been played, whose is next."""
    match awaited(state):
        case Awaited.DEAL:
            code = "over." + state.settings.scoring.value if is_over else "deal"
            return message(f"bridge.turn.{code}", seat=state.dealer)
        case Awaited.CALL:
            return message("bridge.turn.call", seat=state.round.auction.turn)
        case Awaited.WILDCARD:
            return message("bridge.turn.wildcard", joker=unnamed_jokers(state)[0])
        case Awaited.HIDDEN:
            return message("bridge.turn.hidden", seat=hidden_left(state)[0])
    playing, watched = play_rules_of(state.round, state.settings), state.round.watched
    seat = turn(playing, watched) if playing is not None and watched.entries else None
    if seat is None:
        return message("bridge.turn.tricks")
    return message(f"bridge.turn.{'play' if watched.trick else 'lead'}", seat=seat)
