"""What a deal scores, line by line in the columns of the two sides, and how deals add
up: games and rubbers, Chicagos, boards."""

from collections import Counter

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Authority, Cite, inferred, published
from scorekeeper.core.evening import Adjusted, CarriedIn, Part
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rounds import Lines, NotedEntry
from scorekeeper.core.seats import COMPASS, SIDES, PartyId, left_of, party_of
from scorekeeper.core.settings import TABLE, Figures
from scorekeeper.core.sheet import Line, Mark
from scorekeeper.core.values import changed
from scorekeeper.games.bridge import events, play
from scorekeeper.games.bridge.contract import DECLARER, GAME, Contract, is_made, score
from scorekeeper.games.bridge.rules import (
    CHICAGO,
    HIDDEN_TABLES,
    LAWS_1993,
    Chicago,
    DuplicateHonours,
    HiddenJoker,
    HiddenSign,
    Honours,
    JokerSettings,
    Scoring,
    Settings,
    UnfinishedPart,
    cite,
    defaults_of,
)
from scorekeeper.games.bridge.state import (
    CHICAGO_DEALS,
    Deal,
    Tally,
    jokers_of,
    number_of,
    sides_vulnerable,
    unseen,
)
from scorekeeper.games.bridge.tariffs import DUPLICATE, form_of, tariff_of


# ---- honours: which cards they are, and what a hand of them is worth ----
def honours_scored(settings: Settings) -> bool:
    if settings.honours is Honours.OFF:
        return False
    return settings.duplicate_honours is DuplicateHonours.SCORED or not at_duplicate(
        settings
    )


def at_duplicate(settings: Settings) -> bool:
    """Whether each deal is scored for itself: at duplicate, and at the Chicago that is
    played so. No honours are scored there unless the table says so."""
    return form_of(settings) is DUPLICATE


def values_of(settings: Settings) -> Figures:
    if settings.honours is Honours.CUSTOM:
        return settings.honour_values
    return defaults_of(settings).honour_values


def worths_of_honours(contract: Contract, settings: Settings) -> list[tuple[int, int]]:
    """How many honours in one hand are worth how many points in this contract, as the
    table's values have them."""
    kind = "trumps" if contract.denomination.suit else "nt"
    worths = list[tuple[int, int]]()
    for name, points in values_of(settings):
        of, _, number = name.partition("-")
        if of == kind:
            worths.append((int(number), points))
    return worths


def honour_cards(deal: Deal, settings: Settings) -> tuple[Card, ...]:
    """The honours of this deal's contract, highest first; none without a contract.
    Rule: Joker Bridge §6.3: a Joker where it ranks high, in trumps or at no trump."""
    if deal.contract is None:
        return ()
    pack = play.pack_of(settings)
    trumps = deal.contract.denomination.suit
    jokers = tuple(
        joker for joker in pack.jokers if why_no_joker(joker, deal, settings) is None
    )
    if trumps is None:
        return jokers + tuple(Card(pack.top, suit) for suit in reversed(pack.suits))
    return jokers + tuple(Card(rank, trumps) for rank in pack.honours)


def honours_worth(
    held: events.HonoursHeld, contract: Contract, settings: Settings
) -> int:
    """What these honours in one hand are worth, 0 for fewer than four.
    A number without a value of its own is worth what the next smaller one is."""
    worth = 0
    for number, points in sorted(worths_of_honours(contract, settings)):
        if number <= len(held.cards):
            worth = points
    return worth


def why_no_joker(joker: Card, deal: Deal, settings: Settings) -> Message | None:
    """Why this Joker is no honour in this deal's contract; None when it is one.
    Rule: Joker Bridge §6.3 and our reading J8: high, and of the trump suit unless at
    no trump."""
    jokers = jokers_of(deal, settings)
    if jokers is None or deal.contract is None:
        return message("bridge.refused.joker-no-honour", card=joker)
    trumps = deal.contract.denomination.suit
    suit = jokers.suit(joker)
    if not play.is_high(jokers.power, deal.contract.denomination):
        return message("bridge.refused.joker-low", card=joker, contract=deal.contract)
    if trumps is None or suit is trumps:
        return None
    if suit is None:
        return message("bridge.refused.joker-unnamed", card=joker, suit=trumps)
    return message("bridge.refused.joker-side", card=joker, suit=suit, trumps=trumps)


# ---- what a deal scores ----

_NEVER_SHOWN = inferred("J13", "hidden-unseen")
_NO_CONTRACT = inferred("J4", "hidden-above")


def contract_lines(
    deal: Deal, vulnerable: frozenset[str], settings: Settings
) -> tuple[Line, ...]:
    if deal.contract is None or deal.declarer is None or deal.tricks is None:
        return ()
    side = party_of(deal.declarer, SIDES)
    defenders = party_of(left_of(deal.declarer, COMPASS), SIDES)
    tariff = tariff_of(settings, side.id in vulnerable)
    lines = list[Line]()
    for line in score(deal.contract, deal.tricks, tariff):
        whose = side if line.party == DECLARER else defenders
        lines.append(line.for_party(whose.id))
    return tuple(lines)


def honour_lines(deal: Deal, settings: Settings) -> tuple[Line, ...]:
    """One award a side, for its best hand. Law 81; Joker Bridge §6.3 and our
    reading J8."""
    if deal.contract is None or not deal.honours or not honours_scored(settings):
        return ()
    rule = cite(settings, "duplicate_honours" if at_duplicate(settings) else "honours")
    lines = list[Line]()
    for side in SIDES:
        best = 0
        hand = deal.honours[0]
        for held in deal.honours:
            points = honours_worth(held, deal.contract, settings)
            if held.seat in side.seats and points > best:
                best = points
                hand = held
        if best:
            cards = hand.cards
            said = {"n": len(cards), "cards": listed(cards), "seat": hand.seat}
            what = message("bridge.line.honours", **said)
            lines.append(Line(side.id, best, what, rule, form_of(settings).above))
    return tuple(lines)


# ---- hidden cards ----
def hidden_lines(deal: Deal, settings: Settings) -> tuple[Line, ...]:
    """One line for each face-down card: above the line, never doubled. J1-J4, J13."""
    if not isinstance(settings, JokerSettings):
        return ()
    return tuple(_hidden(deal, shown, settings) for shown in deal.shown)


def unseen_lines(deal: Deal, settings: Settings) -> tuple[Line, ...]:
    """One line for each face-down card that play has left behind unseen. J13."""
    if not deal.is_over or deal.is_passed_out:
        return ()
    # scored as the table would say of each that it was never shown
    left = tuple(events.HiddenShown(seat) for seat in unseen(deal, settings))
    return hidden_lines(changed(deal, shown=left), settings)


def _hidden(deal: Deal, shown: events.HiddenShown, settings: JokerSettings) -> Line:
    side = party_of(shown.holder, SIDES)
    part = form_of(settings).above
    if shown.card is None:
        what = message("bridge.line.never-shown", seat=shown.holder)
        return Line(side.id, 0, what, _NEVER_SHOWN, part)
    if deal.is_passed_out:
        what = message(
            "bridge.line.hidden.passed-out", card=shown.card, seat=shown.holder
        )
        return Line(side.id, 0, what, _NO_CONTRACT, part)
    is_declarers = deal.declarer in side.seats
    sign = _sign(deal, is_declarers, settings)
    reason = {1: "added", -1: "taken-off", 0: "not-counted"}[sign]
    what = message(f"bridge.line.hidden.{reason}", card=shown.card, seat=shown.holder)
    points = sign * hidden_worth(shown, settings)
    return Line(side.id, points, what, _rule(shown, is_declarers, settings), part)


def hidden_worth(shown: events.HiddenShown, settings: JokerSettings) -> int:
    """What the face-down card is worth, before its sign. Joker Bridge §5; a Joker
    by J2."""
    if shown.card is None:
        return 0
    values = dict(HIDDEN_TABLES.get(settings.hidden_table, settings.hidden_values))
    if shown.card.rank in values:
        return values[shown.card.rank]
    return {
        HiddenJoker.NOTHING: 0,
        HiddenJoker.AS_ACE: values.get("A", 0),
        HiddenJoker.CUSTOM: settings.hidden_joker_points,
    }[settings.hidden_joker]


def _sign(deal: Deal, is_declarers: bool, settings: JokerSettings) -> int:
    """Whether the card's worth is added (1), taken off (-1) or not counted (0). J1."""
    if deal.contract is None or deal.declarer is None or deal.tricks is None:
        return 0
    made = is_made(deal.contract, deal.tricks, tariff_of(settings, False))
    result = 1 if made else -1
    if is_declarers or settings.hidden_sign is HiddenSign.CONTRACT:
        return result
    return -result if settings.hidden_sign is HiddenSign.OWN_RESULT else 0


def _rule(
    shown: events.HiddenShown, is_declarers: bool, settings: JokerSettings
) -> Cite:
    """The rule that decides this card: what the table chose itself before what is
    printed. For declarer's side §5 and §6.2 agree; of the defenders' card only
    §6.2 speaks."""
    value = cite(settings, "hidden_table")
    sign = cite(settings, "hidden_sign")
    rules = [value, sign] if is_declarers else [sign, value]
    if shown.card is not None and shown.card.is_joker:
        rules = [cite(settings, "hidden_joker"), *rules]
    for rule in rules:
        if rule.standing is Authority.HOUSE:
            return rule
    return rules[0]


# ---- how deals add up ----

RUBBER_BONUS = {0: 700, 1: 500}
"""What the second game of a rubber pays, by the games that the other side has.
Law 74."""
UNFINISHED_GAME = 300
"""What a side gets that alone has a game when a rubber stays unfinished. Law 80."""
UNFINISHED_PART = {UnfinishedPart.HUNDRED: 100, UnfinishedPart.FIFTY: 50}
CHICAGO_GAME = (300, 500)
"""What a game pays at once with part-scores carried: not vulnerable, vulnerable."""
CHICAGO_PART = 100
"""What a part-score pays on the last deal of such a Chicago."""

_RUBBER = published(LAWS_1993, "Law 74", "rubber")
_UNFINISHED = published(LAWS_1993, "Law 80", "unfinished")
_CHICAGO = published(CHICAGO, "Chicago", "chicago")


def scored(deal: Deal, tally: Tally, settings: Settings) -> tuple[Lines, Tally]:
    """The lines of a deal that is over, and how its section stands after it."""
    vulnerable = sides_vulnerable(deal, tally, settings)
    lines = contract_lines(deal, vulnerable, settings)
    lines += honour_lines(deal, settings)
    lines += hidden_lines(deal, settings)
    if is_dealt_again(deal, settings):
        return lines, tally.plus(lines, vulnerable=vulnerable, marks=())

    deals = tally.rounds + 1
    is_last = settings.scoring is Scoring.CHICAGO and deals == CHICAGO_DEALS
    after = changed(
        tally, vulnerable=vulnerable, marks=(), rounds=deals, is_over=is_last
    )
    if at_duplicate(settings):
        board = number_of(deal, tally, settings)
        return lines, after.plus(lines, board=board)

    after, game_lines = _towards_game(lines, after, settings)
    lines += game_lines
    return lines, after.plus(lines)


def _towards_game(
    lines: Lines, tally: Tally, settings: Settings
) -> tuple[Tally, Lines]:
    """The tally with the deal's trick points, and what a game or a part-score pays.
    Law 73: a game takes 100 trick points; no part-score is carried into the next game.
    A Chicago pays on its last deal for a part."""
    below = [line for line in lines if line.part == Part.BELOW]
    if not below:
        return tally, ()
    party = below[0].party
    parts = Counter(tally.parts)
    parts[party] += sum(int(line.points) for line in below)
    if parts[party] >= GAME:
        games = tally.games + Counter([party])
        tally = changed(tally, parts=Counter(), games=games, marks=(Mark.GAME,))
        return _game_won(party, tally, settings)
    tally = changed(tally, parts=parts)
    if tally.is_over:  # by its number, the last deal of a Chicago
        what = message("bridge.line.chicago-part")
        return tally, (Line(party, CHICAGO_PART, what, _CHICAGO, Part.ABOVE),)
    return tally, ()


def _game_won(party: PartyId, tally: Tally, settings: Settings) -> tuple[Tally, Lines]:
    """Law 74: two games win the rubber. A Chicago pays for each game at once."""
    if settings.scoring is Scoring.CHICAGO:
        points = CHICAGO_GAME[party in tally.vulnerable]
        what = message("bridge.line.game-bonus")
        return tally, (Line(party, points, what, _CHICAGO, Part.ABOVE),)
    own = tally.games[party]
    if own < 2:
        return tally, ()
    theirs = tally.games.total() - own
    what = message("bridge.line.rubber", own=own, theirs=theirs)
    rubber = Line(party, RUBBER_BONUS[theirs], what, _RUBBER, Part.ABOVE)
    return changed(tally, is_over=True), (rubber,)


def ended(tally: Tally, settings: Settings) -> Lines:
    """What an unfinished rubber pays. Law 80: for its only game, and for the only
    part-score of the open game."""
    if settings.scoring is not Scoring.RUBBER:
        return ()
    lines = list[Line]()
    part = UNFINISHED_PART[settings.unfinished_part]
    rule = cite(settings, "unfinished_part")
    for side in SIDES:
        party = side.id
        if _has_only(tally.games, party):
            what = message("bridge.line.unfinished.game")
            lines.append(Line(party, UNFINISHED_GAME, what, _UNFINISHED, Part.ABOVE))
        if _has_only(tally.parts, party):
            what = message("bridge.line.unfinished.part")
            lines.append(Line(party, part, what, rule, Part.ABOVE))
    return tuple(lines)


def _has_only(counted: Counter[PartyId], party: PartyId) -> bool:
    own = counted[party]
    return own > 0 and own == counted.total()


def noted(note: NotedEntry, tally: Tally, settings: Settings) -> tuple[Lines, Tally]:
    """The line of a score carried in or of an adjustment, and how its section stands
    after it."""
    event = note.event
    rule = Cite(TABLE, f"entry {note.id}", Authority.HOUSE, "evening")
    # an end has its lines from `ended`
    assert isinstance(event, CarriedIn | Adjusted)  # noqa: S101
    part = form_of(settings).above
    points = event.points
    if isinstance(event, Adjusted):
        what = message("bridge.line.adjusted", reason=event.reason)
    elif event.part == Part.GAMES:
        tally = changed(tally, games=tally.games + Counter({event.party: int(points)}))
        what = message("bridge.line.carried.games", n=points)
        points = 0
    else:
        what = message("bridge.line.carried")
        part = event.part
        if part == Part.BELOW:
            tally = changed(
                tally, parts=tally.parts + Counter({event.party: int(points)})
            )
    line = Line(event.party, points, what, rule, part)
    return (line,), tally.plus((line,))


def is_dealt_again(deal: Deal, settings: Settings) -> bool:
    """A Chicago with part-scores carried has the same dealer deal a passed-out
    deal again."""
    is_chicago = settings.scoring is Scoring.CHICAGO
    is_carried = settings.chicago is Chicago.CARRIED
    return is_chicago and is_carried and deal.is_passed_out
