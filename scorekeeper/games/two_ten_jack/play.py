"""The pack of Two-Ten-Jack and what it is worth, its tricks, what a round scores, what can't be
entered of it, and how a game ends.

Rule: The Deck, Scoring, Play and Card Rank of the online game's help.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations, product
from math import prod
from operator import ge, sub
from typing import Any

from scorekeeper.core import rounds
from scorekeeper.core.cards import JOKER, RANKS, STANDARD_PACK, Card, Play, Strength, Suit, Trick
from scorekeeper.core.citations import inferred
from scorekeeper.core.errors import RuleViolation, Whys, checking
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.outcomes import Counted, Kind, Outcome
from scorekeeper.core.play import PlayRules, Tricks
from scorekeeper.core.rounds import Lines, RoundEnd, Rounds, Tally
from scorekeeper.core.rulings import Step
from scorekeeper.core.rulings import because as by_suits
from scorekeeper.core.seats import Ring, Seat, alone, left_of, numbered
from scorekeeper.core.sheet import Line, Points
from scorekeeper.games.two_ten_jack import rules
from scorekeeper.games.two_ten_jack.events import CardsCaptured, JokerCalled, TotalsStated
from scorekeeper.games.two_ten_jack.rules import RULE_SHEET, SIXES, Reversal, Settings, never, no

CARDS = 53  # The standard pack and one Joker
FIXED = 55  # What a whole six is worth where the reversal has a fixed figure


def ring(settings: Settings) -> Ring:
    return numbered(settings.players)


@lru_cache(maxsize=1024)
def worth(settings: Settings, card: Card) -> int:
    """The points of a card, before any reversal."""
    return dict(settings.worth).get(str(card), 0)


@lru_cache(maxsize=64)
def counted(settings: Settings) -> tuple[Card, ...]:
    """The cards that are asked for at the end of a round, as they are shown. The twelve hearts and
    spades always: whole sixes are reversed whatever each card is worth."""
    suits = (Suit.HEARTS, Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS)
    every = [Card(rank, suit) for suit in suits for rank in reversed(RANKS)]
    sixes = {*rules.SIX_HEARTS, *rules.SIX_SPADES}
    return tuple(card for card in every if card in sixes or worth(settings, card))


@lru_cache(maxsize=64)
def taken_out(settings: Settings) -> tuple[Card, ...]:
    """The cards to take out, so that everybody gets as many. Rule: The Deck; published: ♣2, ♦2, ♠4.
    Inferred: what follows, and that nothing that scores is taken out."""
    named = [Card.parse(word) for word in f"{settings.removed} {rules.TAKEN_OUT}".split()]
    spare = [Card(rank, suit) for rank in rules.RANKS for suit in rules.MINOR]
    staying = {*rules.NEVER_OUT, *counted(settings)}
    order = [card for card in dict.fromkeys(named + spare) if card not in staying]
    return tuple(order[: CARDS % settings.players])


def reversed_points(settings: Settings, suit: Suit) -> int | None:
    """What all six of a suit score in one pile, None where nothing is reversed. Rule: Scoring;
    flipped, or 55 by the table's choice."""
    flipped = -sum(worth(settings, card) for card in SIXES[suit])
    fixed = -FIXED if suit is Suit.HEARTS else FIXED
    return {Reversal.FLIP: flipped, Reversal.FIXED_55: fixed}.get(settings.reversal)


def round_sum(settings: Settings, whole: Collection[Suit]) -> int:
    """What the totals of a round come to when the sixes of the suits `whole` lie in one pile."""
    piles = {suit: reversed_points(settings, suit) for suit in whole}
    turned = {card for suit, points in piles.items() if points is not None for card in SIXES[suit]}
    loose = sum(worth(settings, card) for card in counted(settings) if card not in turned)
    return loose + sum(points or 0 for points in piles.values())


def round_sums(settings: Settings) -> tuple[tuple[tuple[Suit, ...], int], ...]:
    """Every combination of suits that may be reversed, none first, with the sum of that round."""
    most = 0 if settings.reversal is Reversal.OFF else len(SIXES)
    every = (suits for n in range(most + 1) for suits in combinations(SIXES, n))
    return tuple((suits, round_sum(settings, suits)) for suits in every)


Alike = tuple[Suit | None, int, int]
"""Cards that are worth the same: the suit of whose six they are, their points, their number."""


def _kinds(settings: Settings, whole: Collection[Suit]) -> tuple[Alike, ...]:
    """The cards that are asked for and lie in none of the whole sixes `whole`."""
    sixes = {card: suit for suit, six in SIXES.items() for card in six}
    cards = (card for card in counted(settings) if sixes.get(card) not in whole)
    kinds = Counter((sixes.get(card), worth(settings, card)) for card in cards)
    return tuple((six, points, number) for (six, points), number in kinds.items())


def pile_totals(settings: Settings, whole: frozenset[Suit]) -> frozenset[int]:
    """What one pile can come to out of the cards that are not in the whole sixes `whole`. Where
    whole sixes are reversed, it can't hold all six of another suit."""
    piles = {(0, 0, 0)}
    for six, worth_each, number in _kinds(settings, whole):
        is_heart, is_spade = six is Suit.HEARTS, six is Suit.SPADES
        piles = {
            (points + n * worth_each, hearts + n * is_heart, spades + n * is_spade)
            for points, hearts, spades in piles
            for n in range(number + 1)
        }
    most = len(rules.SIX_HEARTS) - (settings.reversal is not Reversal.OFF)
    return frozenset(points for points, *sixes in piles if max(sixes) <= most)


MOST_SHARES = 6_000
"""Of how many piles that can be told apart we look for shares that fit. The published values have
less; at a table with many values of its own only each pile and the sum are looked at."""


@lru_cache(maxsize=256)
def can_be_shared(settings: Settings, whole: frozenset[Suit], totals: tuple[int, ...]) -> bool:
    """Whether the cards that are not in the whole sixes `whole` can be shared out to these totals.
    Where whole sixes are reversed, nobody gets all six of another suit."""
    kinds = _kinds(settings, whole)
    every = tuple(number for _, _, number in kinds)
    if prod(number + 1 for number in every) > MOST_SHARES:
        return True
    piles: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for pile in product(*(range(number + 1) for number in every)):
        if settings.reversal is Reversal.OFF or not _holds_six(pile, kinds):
            points = sum(n * worth_each for n, (_, worth_each, _) in zip(pile, kinds, strict=True))
            piles[points].append(pile)
    left = {every}
    for total in totals:
        shares = ((one, pile) for one in left for pile in piles[total] if all(map(ge, one, pile)))
        left = {tuple(map(sub, one, pile)) for one, pile in shares}
    return any(not any(one) for one in left)


def _holds_six(pile: tuple[int, ...], kinds: tuple[Alike, ...]) -> bool:
    held = (
        sum(n for n, (six, _, _) in zip(pile, kinds, strict=True) if six is suit) for suit in SIXES
    )
    return len(rules.SIX_HEARTS) in held


# ---- the tricks ----

THE_JOKER = Card(JOKER)
ACE_OF_SPADES = Card("A", Suit.SPADES)
DEALT = 4  # How many cards each player has at the start of a round
FOLLOWING = rules.printed("Following", "following")
RANK = rules.printed("Card Rank", "rank")
TURN = inferred("Play", "leading")
TAKE_BACK = inferred("Evenings", "take-back")


def cards_of(settings: Settings) -> frozenset[Card]:
    """The pack for this number of players."""
    return (STANDARD_PACK | {THE_JOKER}) - frozenset(taken_out(settings))


@lru_cache(maxsize=64)
def card_play(settings: Settings, dealer: Seat, called: tuple[int, ...] = ()) -> PlayRules:
    """What a round dealt by `dealer` is played under: dealer's left leads (inferred). `called` are
    the tricks in which the three of spades was said to call the Joker."""
    number = CARDS // settings.players
    return PlayRules(
        pack=cards_of(settings),
        ring=ring(settings),
        hand=DEALT,
        tricks=number,
        leader=left_of(dealer, ring(settings)),
        strength=strength,
        why_not=partial(why_not, settings, called),
        because=because,
        turn=TURN,
        take_back=TAKE_BACK,
        ways=partial(ways, settings),
        draws=number - DEALT,
    )


def led(trick: Trick) -> Play | None:
    """The play that the others follow: the lead, or the second card after a face-down one."""
    return next((play for play in trick[:2] if not play.is_face_down), None)


# ---- what may be played ----


def ways(settings: Settings, before: Tricks, trick: Trick, play: Play) -> tuple[Play, ...]:
    """Where a lead of this kind is barred, the card may be put face down."""
    if _is_barred(settings, before, trick, play.card):
        return (Play(play.seat, play.card, is_face_down=True),)
    return (play,)


def why_not(
    settings: Settings,
    called: tuple[int, ...],
    before: Tricks,
    trick: Trick,
    play: Play,
    hand: frozenset[Card],
) -> RuleViolation | None:
    """Why this play can't be made by the holder of these cards; None when it can. Rule: Following:
    the Joker must be played to a trick led with the three of spades."""
    if not trick:
        return _why_not_led(settings, before, play, hand)
    if play.is_face_down:
        return no("face-down", "card", RULE_SHEET.cite(settings, "lead_ban"), card=play.card)
    calls = settings.spade_three is rules.SpadeThree.AUTOMATIC or len(before) in called
    if calls and is_three(trick) and play.card != THE_JOKER and THE_JOKER in hand:
        return no("joker-called", "card", RULE_SHEET.cite(settings, "spade_three"), card=play.card)
    return _why_not_following(trick, play, hand)


def is_three(trick: Trick) -> bool:
    """Whether the three of spades was led, face up."""
    return trick[0].card == rules.THREE_OF_SPADES and not trick[0].is_face_down


def _is_barred(settings: Settings, before: Tricks, trick: Trick, card: Card) -> bool:
    """Whether this card may not be led here while another kind is held."""
    is_over = bool(before) and settings.lead_ban is rules.LeadBan.FIRST_TRICK
    if trick or is_over or settings.lead_ban is rules.LeadBan.OFF:
        return False
    return card.is_joker or card.suit in (Suit.SPADES, Suit.HEARTS)


def _why_not_led(
    settings: Settings, before: Tricks, play: Play, hand: frozenset[Card]
) -> RuleViolation | None:
    """Rule: Leading: no Joker, spade or heart if possible; else any card, face down."""
    rule, card = RULE_SHEET.cite(settings, "lead_ban"), play.card
    if not _is_barred(settings, before, (), card):
        return no("face-down", "card", rule, card=card) if play.is_face_down else None
    free = [one for one in hand if not _is_barred(settings, before, (), one)]
    if free:
        return no("lead-barred", "card", rule, card=card, held=min(free, key=str))
    return None if play.is_face_down else no("lead-open", "card", rule, card=card)


def _why_not_following(trick: Trick, play: Play, hand: frozenset[Card]) -> RuleViolation | None:
    """Rule: Following: suit if possible; to a led Joker trumps, a heart or the ace of spades; the
    Joker at any time."""
    lead = led(trick)
    if lead is None or play.card == THE_JOKER:
        return None
    suit = lead.card.suit

    def follows(card: Card) -> bool:
        return card.suit is (suit or Suit.HEARTS) or (suit is None and card == ACE_OF_SPADES)

    held = [card for card in hand if follows(card)]
    if not held or follows(play.card):
        return None
    said = {"card": play.card, "held": min(held, key=str)} | ({"suit": suit} if suit else {})
    return no("follow" if suit else "trump-to-joker", "card", FOLLOWING, **said)


# ---- who wins ----


def strength(before: Tricks, trick: Trick) -> Strength:
    """The Joker, the ace of spades, hearts, then the suit led; other suits can't win."""
    lead = led(trick)

    def strong(play: Play) -> tuple[int, ...]:
        card = play.card
        if card in (THE_JOKER, ACE_OF_SPADES):
            return (4, 0) if card == THE_JOKER else (3, 0)
        follows = lead is not None and card.suit is lead.card.suit
        return (2 if card.suit is Suit.HEARTS else int(follows), RANKS.index(card.rank))

    return strong


def because(before: Tricks, trick: Trick, best: Play, play: Play) -> Step:
    """Why `best` wins, where it is asked of itself, or why `play` lost to it."""
    if play.is_face_down:
        rule = rules.printed("Leading", "leading")
        return Step(message("two-ten-jack.because.face-down", card=play.card), rule)
    code = {THE_JOKER: "joker", ACE_OF_SPADES: "ace"}.get(best.card)
    if code is None:
        return by_suits(best, play, lambda one: one.card.suit, Suit.HEARTS, RANK)
    code = code if play == best else "above"
    return Step(message(f"two-ten-jack.because.{code}", card=play.card, best=best.card), RANK)


Count = CardsCaptured | TotalsStated  # How a round was counted


@dataclass(frozen=True, slots=True)
class Round(rounds.Round):
    """One round and how it was counted. `called` are the tricks, counted from 0, in which the three
    of spades was said to call."""

    count: Count | None = None
    called: tuple[int, ...] = ()


State = Rounds[Settings, Round, Tally]


def entered(state: State, event: Any) -> Round:
    """The round once this has been entered: the count ends it, a watched card does not."""
    if isinstance(event, Count):
        return replace(state.round, count=event, end=RoundEnd.COUNTED)
    if isinstance(event, JokerCalled):
        return replace(state.round, called=(*state.round.called, len(state.round.watched.tricks)))
    return state.round


def calls_joker(state: State) -> bool:
    """Whether the Joker can be called now: the three of spades was just led at a table where its
    player says so."""
    watched, is_said = state.round.watched, state.settings.spade_three is rules.SpadeThree.ANNOUNCED
    is_led = len(watched.trick) == 1 and is_three(watched.trick)
    return is_said and is_led and len(watched.tricks) not in state.round.called


def last_played(state: State) -> Round:
    """The round in progress, else the last one that was watched."""
    every = (state.round, *state.backwards())
    return next((one for one in every if one.watched.entries), state.round)


# ---- what a round scores ----


def whole_sixes(count: Count, settings: Settings) -> dict[Suit, Seat]:
    """The suits that are reversed in this round, each with the player who captured all six. Rule:
    Scoring; each suit by itself."""
    if settings.reversal is Reversal.OFF:
        return {}
    if isinstance(count, TotalsStated):
        return dict(count.sixes)
    owners = dict(count.owners)
    piles = ((suit, {owners.get(card) for card in six}) for suit, six in SIXES.items())
    return {suit: seat for suit, pile in piles if len(pile) == 1 and (seat := pile.pop())}


def round_lines(count: Count, settings: Settings) -> Lines:
    """What each player scores in a round, card by card where the cards are known."""
    values = RULE_SHEET.cite(settings, "values")
    if isinstance(count, TotalsStated):
        what = message("two-ten-jack.line.total")
        return tuple(Line(seat.value, points, what, values) for seat, points in count.totals)
    sixes, lines = whole_sixes(count, settings), list[Line]()
    for seat in ring(settings):
        mine = [suit for suit in sixes if sixes[suit] is seat]
        found = [*_pile_lines(count.pile(seat), seat, mine, settings)]
        lines += found or [Line(seat.value, 0, message("two-ten-jack.line.nothing"), values)]
    return tuple(lines)


def _pile_lines(
    pile: tuple[Card, ...], seat: Seat, sixes: list[Suit], settings: Settings
) -> Iterator[Line]:
    """A pile card by card; all six of a suit with the other sign, or as one figure."""
    values, cite = (RULE_SHEET.cite(settings, name) for name in ("values", "reversal"))
    turned = {card for suit in sixes for card in SIXES[suit]}
    for card in pile:
        if card not in turned and (points := worth(settings, card)):
            yield Line(seat.value, points, message("two-ten-jack.line.card", card=card), values)
    for suit in sixes:
        if settings.reversal is Reversal.FIXED_55:
            what = message("two-ten-jack.line.all-six", suit=suit)
            yield Line(seat.value, reversed_points(settings, suit) or 0, what, cite)
            continue
        for card in SIXES[suit]:
            what = message("two-ten-jack.line.flipped", card=card)
            yield Line(seat.value, -worth(settings, card), what, cite)


def scored(done: Round, tally: Tally, settings: Settings) -> tuple[Lines, Tally]:
    """The lines of a round, and how its game stands after it; one without a count is none. Rule:
    End of Game, as many rounds as players. Inferred: ties are shared, or played on."""
    if done.count is None:
        return (), tally
    lines = round_lines(done.count, settings)
    after = tally.plus(lines, rounds=tally.rounds + 1)
    is_tie = len(after.leaders) > 1 and settings.ties is rules.Ties.EXTRA_ROUND
    is_won = after.rounds >= settings.players and not is_tie
    return lines, replace(after, winners=after.leaders, is_over=True) if is_won else after


def watched_count(done: Round, settings: Settings) -> CardsCaptured | None:
    """Who captured which card; None unless all tricks were watched."""
    if not done.watched.is_over(card_play(settings, done.dealer)):
        return None
    every = ((card, seat) for seat in ring(settings) for card in done.watched.captured((seat,)))
    asked = counted(settings)
    return CardsCaptured(tuple((card, seat) for card, seat in every if card in asked))


def _totals(count: Count, settings: Settings) -> dict[str, Points]:
    nothing = Tally({seat.value: 0 for seat in ring(settings)})
    return dict(nothing.plus(round_lines(count, settings)).totals)


def _recorded(done: Round, settings: Settings) -> object:
    watched = watched_count(done, settings) if done.count else None
    if watched is None or done.count is None:
        return None
    totals, said = (_totals(one, settings) for one in (watched, done.count))
    return None if totals == said else listed((Seat(party), " ", n) for party, n in totals.items())


ROUNDS = rounds.RoundRules(
    family="two-ten-jack",
    ring=ring,
    parties=lambda settings: alone(ring(settings)),
    round=Round,
    tally=Tally,
    entered=entered,
    scored=scored,
    next_dealer=rounds.moves_on(ring, rounds.UNCOUNTED),
    play_rules=lambda present, settings: card_play(settings, present.dealer, present.called),
    recorded=_recorded,
)


# ---- what can't be entered ----

PACK = rules.printed("The Deck", "taken-out")
SCORING = rules.printed("Scoring", "round")
Sixes = tuple[tuple[Suit, Seat], ...]  # Whole sixes and who captured them


@checking
def check(state: State, event: Any) -> Whys:
    """Why the event can't follow this state, if it can't."""
    match event:
        case CardsCaptured(owners):
            for _, seat in owners:
                ROUNDS.check_seat(state, seat, "cards")
            yield from _of_captured([card for card, _ in owners], state.settings)
        case TotalsStated(totals):
            for seat, _ in totals:
                ROUNDS.check_seat(state, seat, "")
            for suit, seat in event.sixes:
                ROUNDS.check_seat(state, seat, suit.slug)
            yield from _of_totals(event, state.settings)
        case JokerCalled() if not calls_joker(state):
            yield no("call-late", "", RULE_SHEET.cite(state.settings, "spade_three"))
        case _:
            ROUNDS.check(state, event)


def _of_captured(cards: list[Card], settings: Settings) -> Whys:
    """A card of another pack, or one with two owners or none; the Joker may be named."""
    known, out = cards_of(settings), listed(taken_out(settings))
    strange = listed(dict.fromkeys(card for card in cards if card not in known))
    yield strange and never("not-in-pack", "cards", PACK, cards=strange, out=out)
    twice = listed(dict.fromkeys(card for card in cards if cards.count(card) > 1))
    yield twice and never("two-owners", "cards", SCORING, cards=twice)
    missing = [card for card in counted(settings) if card not in cards]
    said = {"n": len(missing), "cards": listed(missing)}
    yield missing and never("no-owner", "cards", SCORING, **said)


def _of_totals(event: TotalsStated, settings: Settings) -> Whys:
    values = RULE_SHEET.cite(settings, "values")
    seats = [seat for seat, _ in event.totals]
    for seat in (one for one in seats if seats.count(one) > 1):
        yield never("total-twice", f"total{seat.value}", SCORING, seat=seat)
    missing = [seat for seat in ring(settings) if seat not in seats]
    for seat in missing:
        yield never("no-total", f"total{seat.value}", SCORING, seats=listed(missing))
    if event.sixes and settings.reversal is Reversal.OFF:
        suit, seat = event.sixes[0]
        cite = RULE_SHEET.cite(settings, "reversal")
        yield no("no-reversal", suit.slug, cite, suit=suit, seat=seat)
    whole = frozenset(suit for suit, _ in event.sixes)
    unturned = replace(settings, reversal=Reversal.OFF)
    yield from _of_piles(event, pile_totals(unturned, whole), settings)
    total, right = sum(points for _, points in event.totals), round_sum(settings, whole)
    if total != right:
        yield never("sum", "", values, total=total, right=right, hint=_hint(total, settings))
    yield from _of_piles(event, pile_totals(settings, whole), settings)
    if not _can_be(event, event.sixes, settings):
        totals = listed(points for _, points in event.totals)
        yield never("no-such-totals", "", values, totals=totals)


def _of_piles(event: TotalsStated, totals: frozenset[int], settings: Settings) -> Whys:
    """A total that no pile of cards comes to, the cards of whole sixes apart."""
    for seat, points in event.totals:
        base = _base(event.sixes, seat, settings)
        if points - base in totals:
            continue
        near = sorted((base + one for one in totals), key=lambda one: (abs(one - points), one))
        code = "whole-six" if _is_right_otherwise(event, settings) else "no-such-total"
        said = {"seat": seat, "points": points, "near": listed(near[:2])}
        yield never(code, f"total{seat.value}", RULE_SHEET.cite(settings, "values"), **said)


def _base(sixes: Sixes, seat: Seat, settings: Settings) -> int:
    return sum(reversed_points(settings, suit) or 0 for suit, owner in sixes if owner is seat)


def _can_be(event: TotalsStated, sixes: Sixes, settings: Settings) -> bool:
    """Whether the cards can be shared out so, with these whole sixes and no others."""
    loose = sorted(points - _base(sixes, seat, settings) for seat, points in event.totals)
    return can_be_shared(settings, frozenset(suit for suit, _ in sixes), tuple(loose))


def _is_right_otherwise(event: TotalsStated, settings: Settings) -> bool:
    """Whether the totals would be right with other whole sixes than were entered."""
    if settings.reversal is Reversal.OFF:
        return False
    every = (zip(SIXES, two, strict=True) for two in product((None, *ring(settings)), repeat=2))
    others = (tuple((suit, owner) for suit, owner in one if owner) for one in every)
    return any(_can_be(event, sixes, settings) for sixes in others)


def _hint(total: int, settings: Settings) -> Message:
    """Which reversal would make a sum right; to count again where none would."""
    every = (suits for suits, points in round_sums(settings) if points == total)
    whole = next(every, None)
    code = "count-again" if whole is None else ("none", "one", "both")[len(whole)]
    said = {"suit": whole[0]} if whole and code == "one" else {}
    return message(f"two-ten-jack.refused.sum.{code}", **said)


# ---- what is counted over the seasons ----

ROUND = Kind("two-ten-jack.outcome.round", has_result=False)
"""Rounds counted, by the points they brought."""
REVERSAL = Kind("two-ten-jack.outcome.reversal", has_result=False, row=Suit)
"""Suits of which one player captured all six, by suit; by the points of the whole round."""


def outcomes(state: Any) -> Iterator[Outcome]:
    """Every player's rounds, and every reversal."""
    for done in (one for one in state.past if one.count):
        points = _totals(done.count, state.settings)
        for party, brought in points.items():
            said = message("two-ten-jack.outcome.round.said", points=brought)
            yield Outcome(done.id, ROUND.code, (Seat(party),), (), said, by=brought)
        for suit, seat in whole_sixes(done.count, state.settings).items():
            brought, of = points[seat.value], (suit.value, "")
            said = message("two-ten-jack.outcome.reversal.said", suit=suit, points=brought)
            yield Outcome(done.id, REVERSAL.code, (seat,), (), said, of, by=brought)


COUNTED = Counted((ROUND, REVERSAL), outcomes)
