"""How deals add up to games and rubbers, Chicagos and boards, one method for each form of scoring;
what can be entered, what the table is asked for next, and what is always in view."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, cast

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Authority, Cite, published
from scorekeeper.core.errors import ImpossibleResult
from scorekeeper.core.evening import Adjusted, CarriedIn, DealerIs, Ended, ThrownIn
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import CardPlayed, trick_of, turn
from scorekeeper.core.rounds import Lines, Noted, RoundRules, Scored
from scorekeeper.core.rounds import ScoredSection as AnySection
from scorekeeper.core.seats import COMPASS, SIDES, Party, Seat, check_seats, left_of
from scorekeeper.core.session import At
from scorekeeper.core.settings import TABLE
from scorekeeper.core.sheet import Line
from scorekeeper.games.bridge import contract, events, play, rules, scoring, tariffs
from scorekeeper.games.bridge.state import (
    CHECKS,
    Deal,
    State,
    Tally,
    check_not_held,
    concluded,
    entered,
    has_boards,
    impossibility,
    jokers_of,
    play_rules_of,
    refusal,
    unseen,
    watched_tricks,
)
from scorekeeper.games.game import Glance, PartyScore

ScoredDeal = Scored[Deal, Tally]
ScoredSection = AnySection[Deal, Tally]

RUBBER_BONUS = {0: 700, 1: 500}
"""What the second game of a rubber pays, by the games that the other side has. Law 74."""
UNFINISHED_GAME = 300
"""What a side gets that alone has a game when a rubber stays unfinished. Law 80."""
UNFINISHED_PART = {rules.UnfinishedPart.HUNDRED: 100, rules.UnfinishedPart.FIFTY: 50}
CHICAGO_GAME = (300, 500)
"""What a game pays at once with part-scores carried: not vulnerable, vulnerable."""
CHICAGO_PART = 100  # what a part-score pays on the last deal of a Chicago with part-scores carried
CHICAGO_DEALS = 4

_NONE: frozenset[str] = frozenset()
_NS, _EW = (frozenset({side.id}) for side in SIDES)
_ALL = _NS | _EW
BOARDS = (
    *(_NONE, _NS, _EW, _ALL),
    *(_NS, _EW, _ALL, _NONE),
    *(_EW, _ALL, _NONE, _NS),
    *(_ALL, _NONE, _NS, _EW),
)
"""Who is vulnerable on boards 1 to 16, and again from 17 on. Law 2 of duplicate."""

_RUBBER = published(rules.LAWS_1993, "Law 74", "rubber")
_UNFINISHED = published(rules.LAWS_1993, "Law 80", "unfinished")
_CHICAGO = published(rules.CHICAGO, "Chicago", "chicago")

After = tuple[Tally, Lines]


@dataclass(frozen=True, slots=True)
class Method:
    """A form of scoring as three functions.

    `vulnerable` sides in a deal; `after` a deal, told its own lines and a tally that has who was
    vulnerable: the new tally, and the lines that games pay; `ended` unfinished: what each side
    gets."""

    vulnerable: Callable[[Tally, Deal, rules.Settings], frozenset[str]]
    after: Callable[[Deal, Lines, Tally, rules.Settings], After]
    ended: Callable[[Tally, rules.Settings], Lines] = lambda tally, settings: ()


def method_of(settings: rules.Settings) -> Method:
    if settings.scoring is rules.Scoring.CHICAGO:
        return _CHICAGOS[settings.chicago]
    return _RUBBERS if settings.scoring is rules.Scoring.RUBBER else _BOARDS


def vulnerable_in(one: ScoredDeal, settings: rules.Settings) -> frozenset[str]:
    """The sides that are vulnerable in a deal of the sheet."""
    item = one.item
    if isinstance(item, Deal) and not item.is_over:
        return method_of(settings).vulnerable(one.tally, item, settings)
    return one.tally.vulnerable


def scored(deal: Deal, tally: Tally, settings: rules.Settings) -> tuple[Lines, Tally]:
    """What a deal with its result scores, and how its section stands after it."""
    method = method_of(settings)
    vulnerable = method.vulnerable(tally, deal, settings)
    lines = scoring.deal_lines(deal, vulnerable, settings)
    tally = replace(tally, vulnerable=vulnerable, marks=())
    tally, more = method.after(deal, lines, tally, settings)
    return lines + more, tally.plus(lines + more)


def noted(one: Noted, tally: Tally, settings: rules.Settings) -> tuple[Lines, Tally]:
    """The line of a score carried in or of an adjustment, and how its section stands after it."""
    event, rule = one.event, Cite(TABLE, f"entry {one.id}", Authority.HOUSE, "evening")
    assert not isinstance(event, Ended)  # noqa: S101 - an end is seen to by `ended`
    part, points = tariffs.form_of(settings).above, event.points
    if isinstance(event, Adjusted):
        what = message("bridge.line.adjusted", reason=event.reason)
    elif event.part == "games":
        tally = replace(tally, games=tally.games + Counter({event.party: int(points)}))
        what, points = message("bridge.line.carried.games", n=points), 0
    else:
        what, part = message("bridge.line.carried"), event.part
        if part == "below":
            tally = replace(tally, parts=tally.parts + Counter({event.party: int(points)}))
    line = Line(event.party, points, what, rule, part)
    return (line,), tally.plus((line,))


# ---- the methods ----
def _towards_game(lines: Lines, tally: Tally) -> tuple[Tally, str | None]:
    """The tally with the deal's trick points, and the side that completed a game with them.
    Law 73: a game takes 100 trick points; no part-score is carried into the next game."""
    tally = replace(tally, rounds=tally.rounds + 1)
    below = [line for line in lines if line.part == "below"]
    if not below:
        return tally, None
    side = below[0].party
    parts = tally.parts + Counter({side: sum(int(line.points) for line in below)})
    if parts[side] < contract.GAME:
        return replace(tally, parts=parts), None
    games = tally.games + Counter([side])
    return replace(tally, parts=Counter(), games=games, marks=("game",)), side


def _rubber_after(deal: Deal, lines: Lines, tally: Tally, settings: rules.Settings) -> After:
    """Law 74: two games win the rubber: 700 when the other side has none, else 500."""
    tally, side = _towards_game(lines, tally)
    if side is None or tally.games[side] < 2:
        return tally, ()
    theirs = next(tally.games[one.id] for one in SIDES if one.id != side)
    what = message("bridge.line.rubber", own=2, theirs=theirs)
    line = Line(side, RUBBER_BONUS[theirs], what, _RUBBER, "above")
    return replace(tally, is_over=True), (line,)


def _rubber_ended(tally: Tally, settings: rules.Settings) -> Lines:
    """Law 80: for the only game of the rubber, and for the only part-score of the open game."""
    part = UNFINISHED_PART[settings.unfinished_part]
    lines: list[Line] = []
    for side, other in ((SIDES[0].id, SIDES[1].id), (SIDES[1].id, SIDES[0].id)):
        if tally.games[side] and not tally.games[other]:
            what = message("bridge.line.unfinished.game")
            lines.append(Line(side, UNFINISHED_GAME, what, _UNFINISHED, "above"))
        if tally.parts[side] and not tally.parts[other]:
            what = message("bridge.line.unfinished.part")
            lines.append(Line(side, part, what, rules.cite(settings, "unfinished_part"), "above"))
    return tuple(lines)


def _chicago_vulnerable(tally: Tally, deal: Deal, settings: rules.Settings) -> frozenset[str]:
    if tally.rounds == 0:
        return _NONE
    if tally.rounds == CHICAGO_DEALS - 1:
        return _ALL
    own = frozenset({scoring.side_of(deal.dealer)})
    return own if settings.chicago_vulnerable is rules.ChicagoVulnerable.DEALER else _ALL - own


def _carried_after(deal: Deal, lines: Lines, tally: Tally, settings: rules.Settings) -> After:
    """A game pays at once and wipes both part-scores; the last deal pays for a part-score."""
    if deal.is_passed_out:
        return tally, ()
    before = tally
    tally, side = _towards_game(lines, tally)
    tally = replace(tally, is_over=tally.rounds == CHICAGO_DEALS)
    if side is not None:
        is_vulnerable = side in tally.vulnerable
        what = message("bridge.line.game-bonus")
        line = Line(side, CHICAGO_GAME[is_vulnerable], what, _CHICAGO, "above")
        return tally, (line,)
    made = tally.parts - before.parts if tally.is_over else ()
    what = message("bridge.line.chicago-part")
    return tally, tuple(Line(side, CHICAGO_PART, what, _CHICAGO, "above") for side in made)


def _each_deal_after(deal: Deal, lines: Lines, tally: Tally, settings: rules.Settings) -> After:
    deals, board = tally.rounds + 1, number_of(deal, tally, settings)
    is_over = not has_boards(settings) and deals == CHICAGO_DEALS
    return replace(tally, rounds=deals, board=board, is_over=is_over), ()


def _board_vulnerable(tally: Tally, deal: Deal, settings: rules.Settings) -> frozenset[str]:
    if deal.board and deal.board.vulnerable:
        return deal.board.vulnerable.sides
    return BOARDS[(number_of(deal, tally, settings) - 1) % len(BOARDS)]


def number_of(deal: Deal, tally: Tally, settings: rules.Settings) -> int:
    """What a deal is called that is played after this tally: of a board the number stated, else
    the one after the last."""
    if not has_boards(settings):
        return tally.rounds + 1
    return (deal.board and deal.board.number) or tally.board + 1


def number_in(one: ScoredDeal, settings: rules.Settings) -> int:
    """What a deal of the sheet is called."""
    item = one.item
    if not has_boards(settings) or not isinstance(item, Deal):
        return one.number
    return one.tally.board if item.is_over else number_of(item, one.tally, settings)


_RUBBERS = Method(
    lambda tally, deal, settings: frozenset(tally.games),
    _rubber_after,
    _rubber_ended,
)
_CHICAGOS = {
    rules.Chicago.EACH_DEAL: Method(_chicago_vulnerable, _each_deal_after),
    rules.Chicago.CARRIED: Method(_chicago_vulnerable, _carried_after),
}
_BOARDS = Method(_board_vulnerable, _each_deal_after)


# ---- the deals of a session ----
def _next_dealer(done: Deal, settings: rules.Settings) -> Seat:
    """A Chicago with part-scores carried has the same dealer deal a passed-out deal again."""
    again = done.is_passed_out and method_of(settings) is _CHICAGOS[rules.Chicago.CARRIED]
    return done.dealer if again else left_of(done.dealer, COMPASS)


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
    scored=scored,
    next_dealer=_next_dealer,
    ended=lambda tally, settings: method_of(settings).ended(tally, settings),
    noted=noted,
    # boards start again with the first dealer; at a rubber the deal just moves on
    after_end=lambda dealer, settings: COMPASS[0] if has_boards(settings) else dealer,
    play_rules=play_rules_of,
    carried_parts=carried_parts,
    late=(events.HiddenShown, events.HonoursHeld, events.WildcardNamed),
    recorded=_recorded,
    state=State,
)


def apply(state: State, event: Any, at: At) -> State:
    if isinstance(event, ThrownIn):  # a deal that counts for nothing leaves no row
        return replace(state, round=Deal(state.dealer))
    after = cast(State, ROUNDS.apply(state, event, at))
    if isinstance(event, DealerIs):  # another player opened the auction
        return replace(after, round=concluded(after.round))
    return after


# ---- what can't be entered ----
def check(state: State, event: Any) -> None:
    """Raise RuleViolation where the event can't follow, ImpossibleResult where it can't be."""
    if isinstance(event, events.HonoursHeld):
        _check_honours(state, event)
    elif isinstance(event, events.BridgeFact):
        CHECKS[type(event)](state, event)
    else:
        ROUNDS.check(state, event)
        _check_evening(state, event)


def _check_honours(state: State, event: events.HonoursHeld) -> None:
    deal = state.last
    if not scoring.honours_scored(state.settings):
        raise refusal("honours-off", "cards")
    if deal.contract is None:
        raise refusal("honours-early", "cards")
    check_seats((event.seat,), COMPASS, "seat")
    if any(one.seat is event.seat for one in deal.honours):
        raise refusal("honours-twice", "seat", seat=event.seat)
    for card in event.cards:
        why = scoring.why_no_honour(card, deal, state.settings)
        if why is not None:
            raise ImpossibleResult(why, "cards")
        if event.cards.count(card) > 1:
            raise impossibility("honour-twice", "cards", card=card)
        _check_in_hand(state, deal, event.seat, card)


def _check_in_hand(state: State, deal: Deal, seat: Seat, card: Card) -> None:
    """Refuse an honour that the recorded tricks show in another hand, or in none."""
    place, playing = trick_of(deal.watched, card), play_rules_of(deal, state.settings)
    if place is not None and place[1].seat is not seat:
        raise impossibility("honour-played", "cards", card=card, seat=place[1].seat, trick=place[0])
    if place is None and playing is not None and deal.watched.is_over(playing):
        raise impossibility("honour-unplayed", "cards", card=card)


def _check_evening(state: State, event: Any) -> None:
    match event:
        case ThrownIn() if state.deal is None:
            raise refusal("nothing-to-throw-in", "")
        case Ended() if state.deal is not None:
            raise refusal("ended-in-deal", "")
        case Adjusted(_, _, reason) if not reason.strip():
            raise refusal("no-reason", "reason")
        case CarriedIn():
            _check_carried(state, event)
        case CardPlayed():
            check_not_held(state, event)


def _check_carried(state: State, event: CarriedIn) -> None:
    tally = ROUNDS.present_tally(state)
    had = tally.parts[event.party]
    if event.points == 0:
        raise refusal("carried-zero", "points")
    if event.part == "games" and (event.points != 1 or tally.games[event.party]):
        raise refusal("games", "points", games=event.points)
    if event.part == "below" and not 0 < event.points < contract.GAME - had:
        raise refusal("below", "points", points=event.points, had=had)


# ---- what is awaited, and what is always in view ----
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
    agreed = state.settings
    if isinstance(agreed, rules.JokerSettings) and not deal.watched.entries:
        is_named_first = agreed.wildcard_until is rules.WildcardUntil.END_OF_BIDDING  # J9
        if is_named_first and unnamed_jokers(state):
            return Awaited.WILDCARD
    return Awaited.TRICKS


def hidden_left(state: State) -> tuple[Seat, ...]:
    """Whose face-down cards of the deal just played are still to be shown, in dealing order."""
    deal = state.last_deal
    return unseen(deal, state.settings) if deal and deal.tricks is not None else ()


def unnamed_jokers(state: State) -> tuple[Card, ...]:
    """The wildcards of the deal in progress whose suit can be named now and has not been."""
    deal = state.deal
    if deal is None or deal.contract is None:
        return ()
    jokers = jokers_of(deal, state.settings)
    if jokers is None or jokers.mode is not rules.SuitMode.WILDCARD:
        return ()
    named = {joker for joker, _ in jokers.suits}
    return tuple(one for one in play.pack_of(state.settings).jokers if one not in named)


def has_ended(state: State) -> bool:
    """Whether the section has ended and the next one has not begun."""
    return ROUNDS.sections(state)[-1].tally.is_over


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
    match awaited(state):
        case Awaited.DEAL:
            code = "over." + state.settings.scoring.value if is_over else "deal"
            return message(f"bridge.turn.{code}", seat=state.dealer)
        case Awaited.CALL:
            return message("bridge.turn.call", seat=state.round.auction.turn)
        case Awaited.WILDCARD:
            return message("bridge.turn.wildcard", joker=unnamed_jokers(state)[0])
        case Awaited.TRICKS:
            return _turn_to_play(state.round, state.settings)
        case Awaited.HIDDEN:
            return message("bridge.turn.hidden", seat=hidden_left(state)[0])


def _turn_to_play(deal: Deal, settings: rules.Settings) -> Message:
    """Whose card is next once a card has been played; else, how many tricks there were."""
    playing, watched = play_rules_of(deal, settings), deal.watched
    seat = turn(playing, watched) if playing is not None and watched.entries else None
    if seat is None:
        return message("bridge.turn.tricks")
    return message(f"bridge.turn.{'play' if watched.trick else 'lead'}", seat=seat)
