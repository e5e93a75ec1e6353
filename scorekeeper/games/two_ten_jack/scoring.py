"""A round as far as it was recorded, what it scores and what can't be entered, how a
game ends."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from scorekeeper.core import rounds
from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Awarded
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.outcomes import Counted, Kind, Outcome
from scorekeeper.core.rounds import Lines, RoundEnd, Rounds, Tally
from scorekeeper.core.seats import PartyId, Ring, Seat, alone
from scorekeeper.core.session import Event
from scorekeeper.core.sheet import Line, Points
from scorekeeper.core.values import changed
from scorekeeper.games.two_ten_jack import play, rules
from scorekeeper.games.two_ten_jack.events import (
    CardsCaptured,
    JokerCalled,
    TotalsStated,
)
from scorekeeper.games.two_ten_jack.play import (
    card_play,
    counted,
    reversed_points,
    ring,
    worth,
)
from scorekeeper.games.two_ten_jack.rules import (
    RULE_SHEET,
    SIXES,
    Reversal,
    Settings,
    never,
    no,
)

Count = CardsCaptured | TotalsStated  # How a round was counted


@dataclass(frozen=True)
class Round(rounds.Round):
    """One round and how it was counted. `called` are the tricks, counted from 0, in
    which the three of spades was said to call."""

    count: Count | None = None
    called: tuple[int, ...] = ()


State = Rounds[Settings, Round, Tally]


def entered(state: State, event: Event) -> Round:
    if isinstance(event, Count):
        return changed(state.round, count=event, end=RoundEnd.COUNTED)
    if isinstance(event, JokerCalled):
        return changed(
            state.round, called=(*state.round.called, len(state.round.watched.tricks))
        )
    return state.round


def calls_joker(state: State) -> bool:
    """Whether the Joker can be called now: the three of spades was just led at a table
    where its player says so."""
    watched = state.round.watched
    is_said = state.settings.spade_three is rules.SpadeThree.ANNOUNCED
    is_led = len(watched.trick) == 1 and play.is_three(watched.trick)
    return is_said and is_led and len(watched.tricks) not in state.round.called


def last_played(state: State) -> Round:
    every = (state.round, *state.backwards())
    return next((played for played in every if played.watched.entries), state.round)


# ---- what a round scores ----


def whole_sixes(count: Count, settings: Settings) -> dict[Suit, Seat]:
    """The suits that are reversed in this round, each with the player who captured all
    six. Rule: Scoring; each suit by itself."""
    if settings.reversal is Reversal.OFF:
        return {}
    if isinstance(count, TotalsStated):
        return dict(count.sixes)
    owners = dict(count.owners)
    whole = dict[Suit, Seat]()
    for suit, six in SIXES.items():
        first, *others = (owners.get(card) for card in six)
        if first is not None and all(owner is first for owner in others):
            whole[suit] = first
    return whole


def round_lines(count: Count, settings: Settings) -> Lines:
    values = RULE_SHEET.cite(settings, "values")
    if isinstance(count, TotalsStated):
        what = message("two-ten-jack.line.total")
        return tuple(
            Line(seat.party, points, what, values) for seat, points in count.totals
        )
    sixes = whole_sixes(count, settings)
    lines = list[Line]()
    for seat in ring(settings):
        mine = [suit for suit in sixes if sixes[suit] is seat]
        mine_lines = [*_pile_lines(count.pile(seat), seat, mine, settings)]
        lines += mine_lines or [
            Line(seat.party, 0, message("two-ten-jack.line.nothing"), values)
        ]
    return tuple(lines)


def _pile_lines(
    pile: tuple[Card, ...], seat: Seat, sixes: list[Suit], settings: Settings
) -> Iterator[Line]:
    values, cite = (RULE_SHEET.cite(settings, name) for name in ("values", "reversal"))
    turned = {card for suit in sixes for card in SIXES[suit]}
    for card in pile:
        if card not in turned and (points := worth(settings, card)):
            yield Line(
                seat.party, points, message("two-ten-jack.line.card", card=card), values
            )
    for suit in sixes:
        if settings.reversal is Reversal.FIXED_55:
            what = message("two-ten-jack.line.all-six", suit=suit)
            yield Line(seat.party, reversed_points(settings, suit) or 0, what, cite)
            continue
        for card in SIXES[suit]:
            what = message("two-ten-jack.line.flipped", card=card)
            yield Line(seat.party, -worth(settings, card), what, cite)


def scored(done: Round, tally: Tally, settings: Settings) -> tuple[Lines, Tally]:
    """The lines of a round, and how its game stands after it; one without a count is
    none. Rule: End of Game, as many rounds as players. Inferred: ties are shared, or
    played on."""
    if done.count is None:
        return (), tally
    lines = round_lines(done.count, settings)
    after = tally.plus(lines, rounds=tally.rounds + 1)
    is_tie = len(after.leaders) > 1 and settings.ties is rules.Ties.EXTRA_ROUND
    is_won = after.rounds >= settings.players and not is_tie
    return lines, after.won() if is_won else after


def watched_count(done: Round, settings: Settings) -> CardsCaptured | None:
    if not ROUNDS.is_watched(done, settings):
        return None
    return CardsCaptured(watched_owners(done, settings))


def watched_owners(done: Round, settings: Settings) -> tuple[tuple[Card, Seat], ...]:
    """Of the cards that count, those in the tricks that were watched, each with who
    captured it."""
    asked = counted(settings)
    return tuple(
        (card, seat)
        for seat in ring(settings)
        for card in done.watched.captured((seat,))
        if card in asked
    )


def _totals(count: Count, settings: Settings) -> dict[PartyId, Points]:
    nothing = Tally({seat.party: 0 for seat in ring(settings)})
    return dict(nothing.plus(round_lines(count, settings)).totals)


# what the recorded tricks come to, where the result says something else
def _recorded(done: Round, settings: Settings) -> object:
    watched = watched_count(done, settings) if done.count else None
    if watched is None or done.count is None:
        return None
    totals, stated = (_totals(count, settings) for count in (watched, done.count))
    if totals == stated:
        return None
    return listed((Seat(party), " ", n) for party, n in totals.items())


REST = "rest"
"""What a ruling gives in a round: all that nobody has captured."""


def awarded(done: Round, award: Awarded, settings: Settings) -> Round:
    """A counted round with what a ruling gives in it: all that nobody has captured goes
    to one player."""
    count = with_the_rest(done, award.party, settings)
    return done if count is None else changed(done, count=count)


def with_the_rest(
    done: Round, party: PartyId, settings: Settings
) -> CardsCaptured | None:
    watched = done.watched
    seats = ring(settings)
    rest = next((seat for seat in seats if seat.party == party), None)
    if not watched.entries or rest is None:
        return None
    owners = {card: seat for seat in seats for card in watched.captured((seat,))}
    return CardsCaptured(
        tuple((card, owners.get(card, rest)) for card in counted(settings))
    )


ROUNDS = rounds.RoundRules(
    family="two-ten-jack",
    ring=ring,
    parties=lambda settings: alone(ring(settings)),
    round=Round,
    tally=Tally,
    state=Rounds,
    entered=entered,
    scored=scored,
    next_dealer=rounds.moves_on(ring, rounds.UNCOUNTED),
    play_rules=lambda present, settings: card_play(
        settings, present.dealer, present.called
    ),
    recorded=_recorded,
    awardable=frozenset({REST}),
    awarded=awarded,
)


# ---- what can't be entered ----

PACK = rules.printed("The Deck", "taken-out")
SCORING = rules.printed("Scoring", "round")
Sixes = tuple[tuple[Suit, Seat], ...]  # Whole sixes and who captured them


def check(state: State, event: Event) -> None:
    match event:
        case CardsCaptured(owners):
            _check_captured([card for card, _ in owners], state.settings)
        case TotalsStated():
            _check_totals(event, state.settings)
        case JokerCalled() if not calls_joker(state):
            raise no("call-late", "", RULE_SHEET.cite(state.settings, "spade_three"))
        case _:
            ROUNDS.check(state, event)


def _check_captured(cards: list[Card], settings: Settings) -> None:
    known = play.cards_of(settings)
    out = listed(play.taken_out(settings))
    strange = listed(dict.fromkeys(card for card in cards if card not in known))
    if strange:
        raise never("not-in-pack", "cards", PACK, cards=strange, out=out)
    twice = listed(dict.fromkeys(card for card in cards if cards.count(card) > 1))
    if twice:
        raise never("two-owners", "cards", SCORING, cards=twice)
    missing = [card for card in counted(settings) if card not in cards]
    said = {"n": len(missing), "cards": listed(missing)}
    if missing:
        raise never("no-owner", "cards", SCORING, **said)


def _check_totals(event: TotalsStated, settings: Settings) -> None:
    _check_everybody([seat for seat, _ in event.totals], ring(settings))
    if event.sixes and settings.reversal is Reversal.OFF:
        suit, seat = event.sixes[0]
        cite = RULE_SHEET.cite(settings, "reversal")
        raise no("no-reversal", suit.slug, cite, suit=suit, seat=seat)
    values = RULE_SHEET.cite(settings, "values")
    whole = frozenset(suit for suit, _ in event.sixes)
    unturned = replace(settings, reversal=Reversal.OFF)
    _check_piles(event, play.pile_totals(unturned, whole), settings)
    _check_sum(event, whole, settings)
    _check_piles(event, play.pile_totals(settings, whole), settings)
    if not _can_be(event, event.sixes, settings):
        totals = listed(points for _, points in event.totals)
        raise never("no-such-totals", "", values, totals=totals)


def _check_sum(event: TotalsStated, whole: frozenset[Suit], settings: Settings) -> None:
    cite = RULE_SHEET.cite(settings, "values")
    total = sum(points for _, points in event.totals)
    right = play.round_sum(settings, whole)
    if total != right:
        hint = _hint(total, settings)
        raise never("sum", "", cite, total=total, right=right, hint=hint)


def _check_everybody(seats: list[Seat], ring: Ring) -> None:
    for seat in seats:
        if seats.count(seat) > 1:
            raise never("total-twice", f"total{seat.value}", SCORING, seat=seat)
    missing = [seat for seat in ring if seat not in seats]
    if missing:
        field = f"total{missing[0].value}"
        raise never("no-total", field, SCORING, seats=listed(missing))


def _check_piles(
    event: TotalsStated, totals: frozenset[int], settings: Settings
) -> None:
    for seat, points in event.totals:
        base = _base(event.sixes, seat, settings)
        possible = [base + total for total in totals]
        if points not in possible:
            raise _why_not_pile(event, seat, points, possible, settings)


def _why_not_pile(
    event: TotalsStated,
    seat: Seat,
    points: int,
    possible: list[int],
    settings: Settings,
) -> RuleViolation:
    nearest = sorted(possible, key=lambda total: (abs(total - points), total))[:2]
    code = "whole-six" if _is_right_otherwise(event, settings) else "no-such-total"
    said = {"seat": seat, "points": points, "near": listed(nearest)}
    cite = RULE_SHEET.cite(settings, "values")
    return never(code, f"total{seat.value}", cite, **said)


def _base(sixes: Sixes, seat: Seat, settings: Settings) -> int:
    return sum(
        reversed_points(settings, suit) or 0 for suit, owner in sixes if owner is seat
    )


def _can_be(event: TotalsStated, sixes: Sixes, settings: Settings) -> bool:
    loose = sorted(
        points - _base(sixes, seat, settings) for seat, points in event.totals
    )
    return play.can_be_shared(
        settings, frozenset(suit for suit, _ in sixes), tuple(loose)
    )


def _is_right_otherwise(event: TotalsStated, settings: Settings) -> bool:
    if settings.reversal is Reversal.OFF:
        return False
    every = (
        zip(SIXES, two, strict=True)
        for two in product((None, *ring(settings)), repeat=2)
    )
    others = (
        tuple((suit, owner) for suit, owner in owners if owner) for owners in every
    )
    return any(_can_be(event, sixes, settings) for sixes in others)


def _hint(total: int, settings: Settings) -> Message:
    every = (suits for suits, points in play.round_sums(settings) if points == total)
    whole = next(every, None)
    code = "count-again" if whole is None else ("none", "one", "both")[len(whole)]
    said = {"suit": whole[0]} if whole and code == "one" else {}
    return message(f"two-ten-jack.refused.sum.{code}", **said)


# ---- what is counted over the seasons ----

ROUND = Kind("two-ten-jack.outcome.round", has_result=False)
"""Rounds counted, by the points they brought."""
REVERSAL = Kind("two-ten-jack.outcome.reversal", has_result=False, row=Suit)
"""Suits of which one player captured all six, by suit; by the points of the whole
round."""


def outcomes(state: State) -> Iterator[Outcome]:
    for done in state.past:
        if done.count is None:
            continue
        points = _totals(done.count, state.settings)
        for party, brought in points.items():
            said = message("two-ten-jack.outcome.round.said", points=brought)
            yield Outcome(
                done.id or 0, ROUND.code, (Seat(party),), (), said, by=brought
            )
        for suit, seat in whole_sixes(done.count, state.settings).items():
            brought = points[seat.party]
            of = (suit.value, "")
            said = message(
                "two-ten-jack.outcome.reversal.said", suit=suit, points=brought
            )
            yield Outcome(
                done.id or 0, REVERSAL.code, (seat,), (), said, of, by=brought
            )


COUNTED = Counted((ROUND, REVERSAL), outcomes)
