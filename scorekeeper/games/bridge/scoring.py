"""What a deal scores, line by line in the columns of the two sides, and how deals add up: games and
rubbers, Chicagos, boards. One method for each form of scoring."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Authority, Cite
from scorekeeper.core.evening import Adjusted, CarriedIn, DealerIs, Ended, ThrownIn
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rounds import Lines, Noted, RoundRules, Scored
from scorekeeper.core.rounds import ScoredSection as AnySection
from scorekeeper.core.seats import COMPASS, SIDES, Seat, left_of, party_of
from scorekeeper.core.session import At
from scorekeeper.core.settings import TABLE, Figures
from scorekeeper.core.sheet import Line
from scorekeeper.games.bridge.contract import DECLARER, GAME, Contract, is_made, score
from scorekeeper.games.bridge.events import Event, HiddenShown, HonoursHeld, WildcardNamed
from scorekeeper.games.bridge.play import is_high, pack_of
from scorekeeper.games.bridge.settings import (
    CHICAGO,
    ENHANCED_HIDDEN,
    LAWS_1993,
    STANDARD_HIDDEN,
    Chicago,
    ChicagoVulnerable,
    DuplicateHonours,
    HiddenJoker,
    HiddenSign,
    HiddenTable,
    Honours,
    JokerSettings,
    Scoring,
    Settings,
    UnfinishedPart,
    cite,
    defaults_of,
    inferred,
    published,
)
from scorekeeper.games.bridge.state import (
    Deal,
    Points,
    State,
    Tally,
    concluded,
    entered,
    jokers_of,
    play_rules_of,
    unseen,
    watched_tricks,
)
from scorekeeper.games.bridge.tariffs import DUPLICATE, form_of, tariff_of

# ---- honours: which cards they are, and what a hand of them is worth ----


def honours_scored(settings: Settings) -> bool:
    """Whether this table scores honours."""
    if settings.honours is Honours.OFF:
        return False
    return settings.duplicate_honours is DuplicateHonours.SCORED or not at_duplicate(settings)


def at_duplicate(settings: Settings) -> bool:
    """Whether each deal is scored for itself: at duplicate, and at the Chicago that is played so.

    Readings: plain duplicate score per deal; honours none in duplicate.
    """
    return form_of(settings) is DUPLICATE


def values_of(settings: Settings) -> Figures:
    """The values of honours at this table: the game's own or its custom ones."""
    if settings.honours is Honours.CUSTOM:
        return settings.honour_values
    return defaults_of(settings).honour_values


def honour_cards(deal: Deal, settings: Settings) -> tuple[Card, ...]:
    """The honours of this deal's contract, highest first; none without a contract.

    Rule: Joker Bridge §6.3: a Joker where it ranks high, in trumps or at no trump.
    """
    if deal.contract is None:
        return ()
    pack = pack_of(settings)
    trumps = deal.contract.denomination.suit
    jokers = tuple(joker for joker in pack.jokers if why_no_joker(joker, deal, settings) is None)
    if trumps is None:
        return jokers + tuple(Card(pack.top, suit) for suit in reversed(pack.suits))
    return jokers + tuple(Card(rank, trumps) for rank in pack.honours)


def honours_worth(held: HonoursHeld, contract: Contract, settings: Settings) -> int:
    """What these honours in one hand are worth, 0 for fewer than four.

    A number without a value of its own is worth what the next smaller one is.
    """
    kind = "trumps" if contract.denomination.suit else "nt"
    worth = 0
    for name, points in sorted(values_of(settings)):
        of, _, number = name.partition("-")
        if of == kind and len(held.cards) >= int(number):
            worth = points
    return worth


def why_no_honour(card: Card, deal: Deal, settings: Settings) -> Message | None:
    """Why this card can't be scored as an honour in a hand of this deal; None when it can."""
    if card not in pack_of(settings).cards:
        return message("bridge.refused.not-in-pack", card=card, n=pack_of(settings).size)
    if card.is_joker:
        why = why_no_joker(card, deal, settings)
        if why is not None:
            return why
    elif card not in honour_cards(deal, settings):
        return message("bridge.refused.no-honour", card=card, contract=deal.contract)
    for shown in deal.shown:
        if shown.card == card:
            return message("bridge.refused.honour-hidden", card=card, seat=shown.holder)
    for held in deal.honours:
        if card in held.cards:
            return message("bridge.refused.honour-held", card=card, seat=held.seat)
    return None


def why_no_joker(joker: Card, deal: Deal, settings: Settings) -> Message | None:
    """Why this Joker is no honour in this deal's contract; None when it is one.

    Rule: Joker Bridge §6.3 and our reading J8: high, and of the trump suit unless at no trump.
    """
    jokers = jokers_of(deal, settings)
    if jokers is None or deal.contract is None:
        return message("bridge.refused.joker-no-honour", card=joker)
    denomination = deal.contract.denomination
    if not is_high(jokers.power, denomination):
        return message("bridge.refused.joker-low", card=joker, contract=deal.contract)
    if denomination.suit is None or jokers.suit(joker) is denomination.suit:
        return None
    suit = jokers.suit(joker)
    if suit is None:
        return message("bridge.refused.joker-unnamed", card=joker, suit=denomination.suit)
    return message("bridge.refused.joker-side", card=joker, suit=suit, trumps=denomination.suit)


# ---- what a deal scores ----

_NEVER_SHOWN = inferred("J13", "hidden-unseen")
_NO_CONTRACT = inferred("J4", "hidden-above")


def side_of(seat: Seat) -> str:
    """The id of the side that this seat belongs to."""
    return party_of(seat, SIDES).id


def deal_lines(deal: Deal, vulnerable: frozenset[str], settings: Settings) -> tuple[Line, ...]:
    """Every line that this deal alone gives, vulnerability being as it was before the deal.

    Empty while the deal has no result. What games and rubbers add comes from the book.
    """
    if not deal.is_over:
        return ()
    contract = contract_lines(deal, vulnerable, settings)
    return contract + honour_lines(deal, settings) + hidden_lines(deal, settings)


def contract_lines(deal: Deal, vulnerable: frozenset[str], settings: Settings) -> tuple[Line, ...]:
    """What the contract scores, in the columns of the two sides; nothing on a pass-out."""
    if deal.contract is None or deal.declarer is None or deal.tricks is None:
        return ()
    side = side_of(deal.declarer)
    other = next(one.id for one in SIDES if one.id != side)
    tariff = tariff_of(settings, side in vulnerable)
    return tuple(
        replace(line, party=side if line.party == DECLARER else other)
        for line in score(deal.contract, deal.tricks, tariff)
    )


def honour_lines(deal: Deal, settings: Settings) -> tuple[Line, ...]:
    """One award a side, for its best hand. Law 81; Joker Bridge §6.3 and our reading J8."""
    if deal.contract is None or not honours_scored(settings):
        return ()
    rule = cite(settings, "duplicate_honours" if at_duplicate(settings) else "honours")
    worth = [(honours_worth(held, deal.contract, settings), held) for held in deal.honours]
    lines: list[Line] = []
    for side in SIDES:
        own = [(points, held) for points, held in worth if held.seat in side.seats and points]
        if own:
            points, held = max(own, key=lambda pair: pair[0])
            said = {"n": len(held.cards), "cards": listed(held.cards), "seat": held.seat}
            what = message("bridge.line.honours", **said)
            lines.append(Line(side.id, points, what, rule, form_of(settings).above))
    return tuple(lines)


# ---- hidden cards ----


def hidden_lines(deal: Deal, settings: Settings) -> tuple[Line, ...]:
    """One line for each face-down card: above the line, never doubled. J1-J4, J13."""
    if not isinstance(settings, JokerSettings):
        return ()
    return tuple(_hidden(deal, shown, settings) for shown in deal.shown)


def unseen_lines(deal: Deal, settings: Settings) -> tuple[Line, ...]:
    """One line for each face-down card that play has left behind unseen. J13."""
    if deal.is_passed_out or not deal.is_over:
        return ()
    return tuple(_unseen(seat, settings) for seat in unseen(deal, settings))


def _unseen(holder: Seat, settings: Settings) -> Line:
    what = message("bridge.line.never-shown", seat=holder)
    return Line(side_of(holder), 0, what, _NEVER_SHOWN, form_of(settings).above)


def _hidden(deal: Deal, shown: HiddenShown, settings: JokerSettings) -> Line:
    side, part = side_of(shown.holder), form_of(settings).above
    if shown.card is None:
        return _unseen(shown.holder, settings)
    if deal.is_passed_out:
        what = message("bridge.line.hidden.passed-out", card=shown.card, seat=shown.holder)
        return Line(side, 0, what, _NO_CONTRACT, part)
    sign = _sign(deal, side, settings)
    reason = {1: "added", -1: "taken-off", 0: "not-counted"}[sign]
    what = message(f"bridge.line.hidden.{reason}", card=shown.card, seat=shown.holder)
    points = sign * hidden_worth(shown, settings)
    return Line(side, points, what, _rule(deal, shown, settings), part)


def hidden_worth(shown: HiddenShown, settings: JokerSettings) -> int:
    """What the face-down card is worth, before its sign. Joker Bridge §5; a Joker by J2."""
    if shown.card is None:
        return 0
    table = {
        HiddenTable.STANDARD: STANDARD_HIDDEN,
        HiddenTable.ENHANCED: ENHANCED_HIDDEN,
        HiddenTable.CUSTOM: settings.hidden_values,
    }[settings.hidden_table]
    values = dict(table)
    if not shown.card.is_joker:
        return values.get(shown.card.rank, 0)
    return {
        HiddenJoker.NOTHING: 0,
        HiddenJoker.AS_ACE: values.get("A", 0),
        HiddenJoker.CUSTOM: settings.hidden_joker_points,
    }[settings.hidden_joker]


def _sign(deal: Deal, side: str, settings: JokerSettings) -> int:
    """Whether the card's worth is added (1), taken off (-1) or not counted (0). J1."""
    if deal.contract is None or deal.declarer is None or deal.tricks is None:
        return 0
    made = is_made(deal.contract, deal.tricks, tariff_of(settings, False))
    result = 1 if made else -1
    is_declarers = side == side_of(deal.declarer)
    return {
        HiddenSign.CONTRACT: result,
        HiddenSign.OWN_RESULT: result if is_declarers else -result,
        HiddenSign.DECLARER: result if is_declarers else 0,
    }[settings.hidden_sign]


def _rule(deal: Deal, shown: HiddenShown, settings: JokerSettings) -> Cite:
    """The rule that decides this card: what the table chose itself before what is printed.

    For declarer's side §5 and §6.2 agree; of the defenders' card only §6.2 speaks.
    """
    names = ["hidden_table", "hidden_sign"]
    if side_of(shown.holder) != (side_of(deal.declarer) if deal.declarer else ""):
        names.reverse()
    if shown.card is not None and shown.card.is_joker:
        names.insert(0, "hidden_joker")
    rules = [cite(settings, name) for name in names]
    chosen = (rule for rule in rules if rule.standing is Authority.HOUSE)
    return next(chosen, rules[0])


ScoredDeal = Scored[Deal, Tally]
ScoredSection = AnySection[Deal, Tally]

RUBBER_BONUS = {0: 700, 1: 500}
"""What the second game of a rubber pays, by the games that the other side has. Law 74."""
UNFINISHED_GAME = 300
"""What a side gets that alone has a game when a rubber stays unfinished. Law 80."""
UNFINISHED_PART = {UnfinishedPart.HUNDRED: 100, UnfinishedPart.FIFTY: 50}
CHICAGO_GAME = (300, 500)
"""What a game pays at once with part-scores carried: not vulnerable, vulnerable."""
CHICAGO_PART = 100
"""What a part-score pays on the last deal of a Chicago with part-scores carried."""
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

_RUBBER = published(LAWS_1993, "Law 74", "rubber")
_UNFINISHED = published(LAWS_1993, "Law 80", "unfinished")
_CHICAGO = published(CHICAGO, "Chicago", "chicago")

After = tuple[Tally, Lines, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Method:
    """A form of scoring as three functions.

    `vulnerable` sides in a deal; `after` a deal, told its own lines and a tally
    that has who was vulnerable: the new tally, the lines that games pay and the marks of the deal;
    `ended` unfinished: what each side gets.
    """

    vulnerable: Callable[[Tally, Deal, Settings], frozenset[str]]
    after: Callable[[Deal, Lines, Tally, Settings], After]
    ended: Callable[[Tally, Settings], Lines] = lambda tally, settings: ()


def method_of(settings: Settings) -> Method:
    """This table's form of scoring."""
    if settings.scoring is Scoring.CHICAGO:
        return _CHICAGOS[settings.chicago]
    return _RUBBERS if settings.scoring is Scoring.RUBBER else _BOARDS


def vulnerable_in(one: ScoredDeal, settings: Settings) -> frozenset[str]:
    """The sides that are vulnerable in a deal of the sheet."""
    item = one.item
    if isinstance(item, Deal) and not item.is_over:
        return method_of(settings).vulnerable(one.tally, item, settings)
    return one.tally.vulnerable


def scored(deal: Deal, tally: Tally, settings: Settings) -> tuple[Lines, Tally]:
    """What a deal with its result scores, and how its section stands after it."""
    method = method_of(settings)
    vulnerable = method.vulnerable(tally, deal, settings)
    lines = deal_lines(deal, vulnerable, settings)
    tally = replace(tally, vulnerable=vulnerable)
    tally, more, marks = method.after(deal, lines, tally, settings)
    return lines + more, replace(tally.plus(lines + more), marks=marks)


def noted(one: Noted, tally: Tally, settings: Settings) -> tuple[Lines, Tally]:
    """The line of a score carried in or of an adjustment, and how its section stands after it."""
    event, rule = one.event, Cite(TABLE, f"entry {one.id}", Authority.HOUSE, "evening")
    assert not isinstance(event, Ended)  # noqa: S101 - an end is seen to by `ended`
    part, points = form_of(settings).above, event.points
    if isinstance(event, Adjusted):
        what = message("bridge.line.adjusted", reason=event.reason)
    elif event.part == "games":
        tally = replace(tally, games=_plus(tally.games, event.party, int(points)))
        what, points = message("bridge.line.carried.games", n=points), 0
    else:
        what, part = message("bridge.line.carried"), event.part
        if part == "below":
            tally = replace(tally, parts=_plus(tally.parts, event.party, int(points)))
    line = Line(event.party, points, what, rule, part)
    return (line,), tally.plus((line,))


def _plus(points: Points, side: str, more: int) -> Points:
    now = dict(points)
    return tuple((now | {side: now.get(side, 0) + more}).items())


# ---- the methods ----


def _towards_game(lines: Lines, tally: Tally) -> tuple[Tally, str | None]:
    """The tally with the deal's trick points, and the side that completed a game with them.

    Law 73: a game takes 100 trick points; no part-score is carried into the next game.
    """
    tally = replace(tally, rounds=tally.rounds + 1)
    below = [line for line in lines if line.part == "below"]
    if not below:
        return tally, None
    side = below[0].party
    parts = _plus(tally.parts, side, sum(int(line.points) for line in below))
    if dict(parts)[side] < GAME:
        return replace(tally, parts=parts), None
    return replace(tally, parts=(), games=_plus(tally.games, side, 1)), side


def _rubber_after(deal: Deal, lines: Lines, tally: Tally, settings: Settings) -> After:
    """Law 74: two games win the rubber: 700 when the other side has none, else 500."""
    tally, side = _towards_game(lines, tally)
    if side is None:
        return tally, (), ()
    if tally.games_of(side) < 2:
        return tally, (), ("game",)
    theirs = next(tally.games_of(one.id) for one in SIDES if one.id != side)
    what = message("bridge.line.rubber", own=2, theirs=theirs)
    line = Line(side, RUBBER_BONUS[theirs], what, _RUBBER, "above")
    return replace(tally, is_over=True), (line,), ("game",)


def _rubber_ended(tally: Tally, settings: Settings) -> Lines:
    """Law 80: for the only game of the rubber, and for the only part-score of the open game."""
    part = UNFINISHED_PART[settings.unfinished_part]
    lines: list[Line] = []
    for side, other in ((SIDES[0].id, SIDES[1].id), (SIDES[1].id, SIDES[0].id)):
        if tally.games_of(side) and not tally.games_of(other):
            what = message("bridge.line.unfinished.game")
            lines.append(Line(side, UNFINISHED_GAME, what, _UNFINISHED, "above"))
        if tally.part_of(side) and not tally.part_of(other):
            what = message("bridge.line.unfinished.part")
            lines.append(Line(side, part, what, cite(settings, "unfinished_part"), "above"))
    return tuple(lines)


def _chicago_vulnerable(tally: Tally, deal: Deal, settings: Settings) -> frozenset[str]:
    if tally.rounds == 0:
        return _NONE
    if tally.rounds == CHICAGO_DEALS - 1:
        return _ALL
    own = frozenset({side_of(deal.dealer)})
    return own if settings.chicago_vulnerable is ChicagoVulnerable.DEALER else _ALL - own


def _carried_after(deal: Deal, lines: Lines, tally: Tally, settings: Settings) -> After:
    """A game pays at once and wipes both part-scores; the last deal pays for a part-score."""
    if deal.is_passed_out:
        return tally, (), ()
    before = tally
    tally, side = _towards_game(lines, tally)
    tally = replace(tally, is_over=tally.rounds == CHICAGO_DEALS)
    if side is not None:
        is_vulnerable = side in tally.vulnerable
        what = message("bridge.line.game-bonus")
        line = Line(side, CHICAGO_GAME[is_vulnerable], what, _CHICAGO, "above")
        return tally, (line,), ("game",)
    if not tally.is_over or tally.parts == before.parts:
        return tally, (), ()
    made = next(one.id for one in SIDES if tally.part_of(one.id) > before.part_of(one.id))
    what = message("bridge.line.chicago-part")
    return tally, (Line(made, CHICAGO_PART, what, _CHICAGO, "above"),), ()


def _each_deal_after(deal: Deal, lines: Lines, tally: Tally, settings: Settings) -> After:
    deals = tally.rounds + 1
    return replace(tally, rounds=deals, is_over=deals == CHICAGO_DEALS), (), ()


def _board_after(deal: Deal, lines: Lines, tally: Tally, settings: Settings) -> After:
    board = number_of(deal, tally, settings)
    return replace(tally, rounds=tally.rounds + 1, board=board), (), ()


def _board_vulnerable(tally: Tally, deal: Deal, settings: Settings) -> frozenset[str]:
    if deal.board and deal.board.vulnerable:
        return deal.board.vulnerable.sides
    return BOARDS[(number_of(deal, tally, settings) - 1) % len(BOARDS)]


def number_of(deal: Deal, tally: Tally, settings: Settings) -> int:
    """What a deal is called that is played after this tally: of a board the number stated, else
    the one after the last."""
    if not has_boards(settings):
        return tally.rounds + 1
    return (deal.board and deal.board.number) or tally.board + 1


def number_in(one: ScoredDeal, settings: Settings) -> int:
    """What a deal of the sheet is called."""
    item = one.item
    if not has_boards(settings) or not isinstance(item, Deal):
        return one.number
    return one.tally.board if item.is_over else number_of(item, one.tally, settings)


_RUBBERS = Method(
    lambda tally, deal, settings: frozenset(side for side, games in tally.games if games),
    _rubber_after,
    _rubber_ended,
)
_CHICAGOS = {
    Chicago.EACH_DEAL: Method(_chicago_vulnerable, _each_deal_after),
    Chicago.CARRIED: Method(_chicago_vulnerable, _carried_after),
}
_BOARDS = Method(_board_vulnerable, _board_after)


# ---- the deals of a session ----


def _next_dealer(done: Deal, settings: Settings) -> Seat:
    """A Chicago with part-scores carried has the same dealer deal a passed-out deal again."""
    again = done.is_passed_out and method_of(settings) is _CHICAGOS[Chicago.CARRIED]
    return done.dealer if again else left_of(done.dealer, COMPASS)


def _after_end(dealer: Seat, settings: Settings) -> Seat:
    """Boards start again with the first dealer; at a rubber the deal just moves on."""
    return COMPASS[0] if settings.scoring is Scoring.DUPLICATE else dealer


def has_boards(settings: Settings) -> bool:
    """Whether several tables may have played the same deals."""
    return settings.scoring is Scoring.DUPLICATE


def carried_parts(settings: Settings) -> tuple[str, ...]:
    """The parts of a column in which this table can carry a score in from paper."""
    games = ("games",) if settings.scoring is Scoring.RUBBER else ()
    return (*form_of(settings).parts, *games)


def carried_over(state: State, settings: Settings) -> tuple[CarriedIn, ...]:
    """What a table with other settings carries in of the rubber or round in progress."""
    tally, found = ROUNDS.sections(state)[-1].tally, list[CarriedIn]()
    for side in (one.id for one in SIDES if not tally.is_over):
        total = int(tally.totals[side])
        figures = {"games": tally.games_of(side), "below": tally.part_of(side)}
        for part, points in figures.items():
            if part in carried_parts(settings) and points:
                found.append(CarriedIn(side, points, part))
                total -= points if part == "below" else 0
        if total:
            found.append(CarriedIn(side, total, form_of(settings).above))
    return tuple(found)


def _recorded(deal: Deal, settings: Settings) -> object:
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
    after_end=_after_end,
    play_rules=play_rules_of,
    carried_parts=carried_parts,
    late=(HiddenShown, HonoursHeld, WildcardNamed),
    recorded=_recorded,
    state=State,
)


def apply(state: State, event: Event, at: At) -> State:
    """The table after this event, which has passed `check`."""
    if isinstance(event, ThrownIn):  # a deal that counts for nothing leaves no row
        return replace(state, round=Deal(state.dealer))
    after = cast(State, ROUNDS.apply(state, event, at))
    if isinstance(event, DealerIs):  # another player opened the auction
        return replace(after, round=concluded(after.round))
    return after
