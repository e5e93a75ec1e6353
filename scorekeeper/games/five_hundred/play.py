"""A hand of 500: its tricks, what it scores, what can't be entered."""

from dataclasses import dataclass

from scorekeeper.core import cards
from scorekeeper.core.cards import FRENCH, Card, Play, Suit, Trick
from scorekeeper.core.errors import RuleViolation, refusals
from scorekeeper.core.messages import message
from scorekeeper.core.play import Holding, PlayRules, Tricks
from scorekeeper.core.rounds import Lines, Round, RoundEnd, RoundRules, Rounds, Tally
from scorekeeper.core.rulings import Step
from scorekeeper.core.seats import TEAMS, TEAMS_OF, Party, partner
from scorekeeper.core.session import Event
from scorekeeper.core.settings import Whether
from scorekeeper.core.sheet import Line
from scorekeeper.core.values import changed
from scorekeeper.games.five_hundred import events, rules
from scorekeeper.games.five_hundred.events import RING, TRICKS, Bid, ContractStated
from scorekeeper.games.five_hundred.rules import RULE_SHEET, Settings
from scorekeeper.games.tricks import Barred, SuitPlay, otherwise, own_rank

no, never = refusals("five-hundred")
BLACK = (Suit.SPADES, Suit.CLUBS)
RED = (Suit.DIAMONDS, Suit.HEARTS)
JOKER = Card(cards.JOKER)
FROM_FIVE = cards.RANKS[3:]
PACK = cards.pack(FRENCH, FROM_FIVE) | cards.pack(RED, ("4",)) | {JOKER}


@dataclass(frozen=True)
class Hand(Round):
    """One hand: its contract, the suit that the Joker was given, the bidder's tricks."""

    contract: ContractStated | None = None
    joker: Suit | None = None
    taken: events.TricksTaken | None = None


State = Rounds[Settings, Hand, Tally]


def entered(state: State, event: Event) -> Hand:
    match event:
        case ContractStated():
            return changed(state.round, contract=event)
        case events.NobodyBid():
            return changed(state.round, end=RoundEnd.PASSED)
        case events.JokerNominated(suit):
            return changed(state.round, joker=suit)
        case events.TricksTaken():
            return changed(state.round, taken=event, end=RoundEnd.COUNTED)
    return state.round


# ---- the tricks ----


@dataclass(frozen=True, slots=True)
class CardPlay:
    """How the tricks of one contract are played. `joker` is the suit that the bidder
    said the Joker belongs to, where there are no trumps."""

    contract: ContractStated
    settings: Settings
    joker: Suit | None = None

    @property
    def trump(self) -> Suit | None:
        return self.contract.bid.trump

    @property
    def is_joker_free(self) -> bool:
        return self.trump is None and self.joker is None

    @property
    def highest(self) -> tuple[Card, ...]:
        """The left bower, the right bower, the Joker; without trumps only the Joker."""
        if self.trump is None:
            return (JOKER,)
        colour = BLACK if self.trump in BLACK else RED
        (left,) = (suit for suit in colour if suit is not self.trump)
        return Card("J", left), Card("J", self.trump), JOKER

    def rules(self) -> PlayRules:
        """In a misère the bidder's partner doesn't play."""
        bidder = self.contract.bidder
        idle = partner(bidder, RING) if self.contract.bid.is_misere else None
        ring = tuple(seat for seat in RING if seat is not idle)
        return changed(
            self.usual.rules(ring, bidder, TRICKS),
            why_not=self.why_not,
            because=self.because,
            ways=self.ways,
            take_back=rules.WRONG,
        )

    @property
    def usual(self) -> SuitPlay:
        """Without trumps a Joker that has no suit is the only trump."""
        return SuitPlay(
            rules.PLAY, self.trump, self.barred, PACK, suit=self.suit, rank=self.rank
        )

    def suit(self, card: Card) -> Suit | None:
        """The suit that a card counts as; None for a Joker that has none."""
        if card in self.highest:
            return self.trump or self.joker
        return card.suit

    def rank(self, card: Card) -> int:
        if card in self.highest:
            return len(cards.RANKS) + self.highest.index(card)
        return own_rank(card)

    def barred(self, before: Tricks, trick: Trick, card: Card) -> Barred | None:
        """In a misère a player who can't follow suit must play the Joker."""
        is_due = self.contract.bid.is_misere and self.is_joker_free
        if not trick or not is_due:
            return None
        return Barred(
            "five-hundred.refused.joker-held", rules.MISERE, lambda one: one == JOKER
        )

    def ways(self, before: Tricks, trick: Trick, made: Play) -> tuple[Play, ...]:
        """Who leads a Joker without a suit names one."""
        if trick or made.card != JOKER or not self.is_joker_free:
            return (made,)
        suits = self.unled(before) or FRENCH
        return tuple(Play(made.seat, JOKER, as_suit=suit) for suit in suits)

    def unled(self, before: Tricks) -> tuple[Suit, ...]:
        """The suits that may be named while one of them is left."""
        if self.settings.joker is rules.JokerLed.ANY:
            return FRENCH
        led = {self.usual.suit_of(trick[0]) for trick in before}
        return tuple(suit for suit in FRENCH if suit not in led)

    def why_not(
        self, before: Tricks, trick: Trick, made: Play, hand: Holding
    ) -> RuleViolation | None:
        if not trick and made.card == JOKER and self.is_joker_free:
            return self._why_not_lead_joker(before, made, hand)
        if made.as_suit is not None:
            return no("not-to-name", "as_suit", rules.JOKER, card=made.card)
        return self.usual.why_not(before, trick, made, hand)

    def _why_not_lead_joker(
        self, before: Tricks, made: Play, hand: Holding
    ) -> RuleViolation | None:
        cite = RULE_SHEET.cite(self.settings, "joker")
        unled = self.unled(before)
        if made.as_suit is None:
            return no("joker-suit", "as_suit", cite)
        if made.as_suit not in (unled or FRENCH):
            return no("suit-was-led", "as_suit", cite, suit=made.as_suit)
        is_last = len(before) == TRICKS - 1
        others = sorted(hand - {JOKER}, key=str)
        if unled or is_last or not others:
            return None
        return no("joker-last", "card", cite, held=others[0])

    def because(self, before: Tricks, trick: Trick, best: Play, made: Play) -> Step:
        if best.card == JOKER and self.is_joker_free:
            code = "wins" if made == best else "loses"
            what = message(f"five-hundred.because.joker-{code}", card=made.card)
            return Step(what, rules.JOKER)
        return self.usual.because(before, trick, best, made)


def play_rules(hand: Hand, settings: Settings) -> PlayRules | None:
    if hand.contract is None:
        return None
    return CardPlay(hand.contract, settings, hand.joker).rules()


# ---- what it scores ----

SLAM = 250
A_TRICK = 10
"""What a trick brings the bidder's opponents."""
STOP = 490
"""Where their points stop at a table that says so."""
FEWEST_BID = 6
"""The fewest tricks of a bid in a suit or no trumps."""
AVONDALE = {"S": 40, "C": 60, "D": 80, "H": 100, "N": 120}
"""What six tricks are worth in the Avondale schedule."""
AVONDALE_STEP = 100
"""What each trick more is worth there."""
ORIGINAL = {"C": 40, "S": 60, "H": 80, "D": 100, "N": 120}
"""What six tricks are worth in the original schedule, where each trick more is worth as
much again. Inferred: diamonds and no trumps."""


def worth(bid: Bid, settings: Settings) -> int:
    if bid.is_misere:
        return events.MISERES[bid.word]
    suit = bid.word[-1]
    more = bid.tricks - FEWEST_BID
    if settings.schedule is rules.Schedule.AVONDALE:
        return AVONDALE[suit] + AVONDALE_STEP * more
    return ORIGINAL[suit] * (1 + more)


def bids(settings: Settings) -> list[Bid]:
    """Every bid of this table, the lowest first."""
    has_misere = settings.misere is not rules.Misere.NEVER
    every = map(Bid, events.LADDER)
    return [bid for bid in every if has_misere or not bid.is_misere]


def scored(hand: Hand, before: Tally, settings: Settings) -> tuple[Lines, Tally]:
    if hand.end is RoundEnd.THROWN_IN:
        return (), before
    contract = hand.contract
    rounds = before.rounds + 1
    if contract is None or hand.taken is None:
        return (), before.plus((), rounds=rounds)
    bidders, defenders = TEAMS_OF[contract.bidder]
    tricks = hand.taken.tricks
    own = _own_line(bidders, contract.bid, tricks, settings)
    lines = [own]
    if tricks < TRICKS and not contract.bid.is_misere:
        lines.append(_defended(defenders, TRICKS - tricks, before, settings))
    after = before.plus(tuple(lines), rounds=rounds)
    has_made = own.points > 0
    return tuple(lines), _decided(after, bidders, defenders, has_made, settings)


def _own_line(side: Party, bid: Bid, tricks: int, settings: Settings) -> Line:
    points = worth(bid, settings)
    cite = RULE_SHEET.cite(settings, "schedule")
    code = "made"
    is_slam = tricks == TRICKS and settings.slam is Whether.YES
    if not bid.is_made(tricks):
        code = "set"
        points = -points
    elif is_slam and points < SLAM:
        code = "slam"
        points = SLAM
        cite = rules.SCORING
    return Line(side.id, points, message(f"five-hundred.line.{code}", bid=bid), cite)


def _defended(side: Party, number: int, before: Tally, settings: Settings) -> Line:
    points = A_TRICK * number
    if settings.defenders is rules.Defenders.STOP:
        points = max(0, min(points, STOP - int(before.totals[side.id])))
    what = message("five-hundred.line.defended", n=number)
    return Line(side.id, points, what, RULE_SHEET.cite(settings, "defenders"))


def _decided(
    after: Tally, bidders: Party, defenders: Party, has_made: bool, settings: Settings
) -> Tally:
    """The bidders win who made their contract and have the points; else the defenders,
    where the bidders are as far below zero, or where points by defending win."""
    own = after.totals[bidders.id]
    may_win = settings.defenders is rules.Defenders.WIN
    has_won = may_win and after.totals[defenders.id] >= settings.target
    if has_made and own >= settings.target:
        return after.won(bidders.id)
    if own <= -settings.target or has_won:
        return after.won(defenders.id)
    return after


def watched_count(hand: Hand, settings: Settings) -> events.TricksTaken | None:
    """What the recorded tricks come to; None unless all were recorded, or the first
    that loses a misère."""
    if hand.contract is None:
        return None
    won = hand.watched.won_by(TEAMS_OF[hand.contract.bidder][0].seats)
    is_lost = hand.contract.bid.is_misere and won > 0
    is_known = is_lost or ROUNDS.is_watched(hand, settings)
    return events.TricksTaken(won) if is_known else None


def recorded(hand: Hand, settings: Settings) -> object:
    return otherwise(watched_count(hand, settings), hand.taken)


ROUNDS = RoundRules(
    family="five-hundred",
    ring=lambda settings: RING,
    parties=lambda settings: TEAMS,
    round=Hand,
    tally=Tally,
    state=Rounds,
    entered=entered,
    scored=scored,
    play_rules=play_rules,
    recorded=recorded,
)


# ---- what can't be entered ----


def check(state: State, event: Event) -> None:
    contract = state.round.contract
    match event:
        case ContractStated() | events.NobodyBid() if contract is not None:
            said = {"seat": contract.bidder, "bid": contract.bid}
            raise no("contract-twice", "bid", rules.BIDDING, **said)
        case events.JokerNominated() | events.TricksTaken() if contract is None:
            raise no("no-contract", "bid", rules.BIDDING)
        case ContractStated(bid=bid) if bid not in bids(state.settings):
            raise no("no-misere", "bid", RULE_SHEET.cite(state.settings, "misere"))
        case events.TricksTaken(tricks) if not 0 <= tricks <= TRICKS:
            raise never("tricks", "tricks", rules.PLAY, tricks=tricks, most=TRICKS)
        case events.JokerNominated(suit):
            _check_joker(state.round, suit)
        case _:
            ROUNDS.check(state, event)


def _check_joker(hand: Hand, suit: Suit) -> None:
    if suit not in FRENCH:
        raise no("no-suit", "suit", rules.JOKER, suit=suit)
    if hand.contract is not None and hand.contract.bid.trump is not None:
        raise no("joker-is-trump", "suit", rules.JOKER)
    if hand.joker is not None or hand.watched.entries:
        raise no("joker-late", "suit", rules.JOKER)
