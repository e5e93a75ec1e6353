"""What an arbiter says: a ruling with its reasons and rules, or a question that comes
first; and what it binds players to in the same deal: for how long, and what that leaves
to be played. What nobody recorded can't be seen to end: then it lasts as long as the
deal.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum, StrEnum

from scorekeeper.core.cards import JOKER, Card, Play, Strength, Suit, Trick
from scorekeeper.core.citations import Cite
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import PartyId, Seat

# ---- what players are bound to ----


class Until(Enum):
    """What ends what a player is bound to: the auction, its next call, that the card is
    played, its next lead, its keeping the lead, its next card, the deal."""

    AUCTION = "auction"
    CALL = "call"
    CARD = "card"
    LEAD = "lead"
    LEADING = "leading"
    PLAY = "play"
    DEAL = "deal"


class Duty(StrEnum):
    """What a ruling asks of a player, by its name in files and facts."""

    PASS = "pass"  # noqa: S105
    PASS_ONCE = "pass-once"  # noqa: S105
    NOT_LESS = "not-less"
    PENALTY_MAJOR = "penalty-major"
    PENALTY_MINOR = "penalty-minor"
    PENALTY_IF_DEFENDER = "penalty-if-defender"
    PENALTY_CARD = "penalty-card"
    FIRST_LEAD = "first-lead"
    MUST_LEAD = "must-lead"
    MAY_NOT_LEAD = "may-not-lead"
    MUST_PLAY = "must-play"
    MUST_PLAY_SUIT = "must-play-suit"
    MAY_NOT_PLAY = "may-not-play"
    PLAY_HIGHEST = "play-highest"
    PLAY_LOWEST = "play-lowest"
    UNAUTHORIZED = "unauthorized"

    @property
    def until(self) -> Until:
        """What ends it. Laws 24D, 26B, 50C, 50D, 57."""
        return _UNTIL.get(self, Until.DEAL)


TO_PASS = (Duty.PASS, Duty.PASS_ONCE)
IN_THE_AUCTION = (*TO_PASS, Duty.NOT_LESS)
MAJOR = (Duty.PENALTY_MAJOR, Duty.PENALTY_CARD)
LYING = (*MAJOR, Duty.PENALTY_MINOR, Duty.PENALTY_IF_DEFENDER)
LEADING = (Duty.FIRST_LEAD, Duty.MUST_LEAD, Duty.MAY_NOT_LEAD)
PLAYING = (
    *(Duty.MUST_PLAY, Duty.MUST_PLAY_SUIT, Duty.MAY_NOT_PLAY),
    *(Duty.PLAY_HIGHEST, Duty.PLAY_LOWEST),
)
"""The duties of the auction, of cards that lie face up, of leads and of plays."""
_UNTIL = {
    **dict.fromkeys((Duty.PASS, Duty.NOT_LESS), Until.AUCTION),
    Duty.PASS_ONCE: Until.CALL,
    **dict.fromkeys(LYING, Until.CARD),
    **dict.fromkeys((Duty.FIRST_LEAD, Duty.MUST_LEAD), Until.LEAD),
    Duty.MAY_NOT_LEAD: Until.LEADING,
    **dict.fromkeys(PLAYING, Until.PLAY),
}
_OF_A_SUIT = {
    **dict.fromkeys((Duty.MUST_LEAD, Duty.MUST_PLAY_SUIT), True),
    **dict.fromkeys((Duty.MAY_NOT_LEAD, Duty.MAY_NOT_PLAY), False),
}
"""The duties that are about a suit: whether it is asked for, else it is forbidden."""

HONOURS = ("A", "K", "Q", "J", "10", JOKER)
"""The ranks that a minor penalty card does not hold back: Law 50C. Among them the
Jokers, where these rank with the honours."""


@dataclass(frozen=True, slots=True)
class Since:
    """From where on a player is bound: after so many calls of its own, cards and leads
    of the deal."""

    calls: int = 0
    plays: int = 0
    leads: int = 0


@dataclass(frozen=True, slots=True)
class DealProgress:
    """How far a deal has come, as far as it was recorded: who made its calls and is to
    call now, `is_bidding` while no contract stands, the declaring side, and the
    `tricks` begun."""

    callers: tuple[Seat, ...] = ()
    turn: Seat | None = None
    is_bidding: bool = False
    declarers: tuple[Seat, ...] = ()
    tricks: tuple[Trick, ...] = ()

    @property
    def leaders(self) -> list[Seat]:
        return [trick[0].seat for trick in self.tricks if trick]

    @property
    def plays(self) -> list[Play]:
        return [play for trick in self.tricks for play in trick]

    def since(self, seat: Seat) -> Since:
        return Since(self.callers.count(seat), len(self.plays), len(self.leaders))


@dataclass(frozen=True, slots=True)
class Obligation:
    """What a ruling binds a player to in the same deal, until its rule ends it.

    `card` and `suit` are what its duty, `kind`, is about. `least` is what a bid must at
    least be; `is_major` says of a card shown in the auction that it was led, or one of
    several; `honours` are the ranks of them there. It holds `since` the ruling.

    Written with a colon between the parts that there are: "may-not-lead:W:H", and then
    "major", "least=85", "honours=A,K,Q", "since=2,12,3".
    """

    kind: Duty
    seat: Seat
    card: Card | None = None
    suit: Suit | None = None
    least: int = 0
    is_major: bool = False
    honours: tuple[str, ...] = HONOURS
    since: Since = Since()

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", Duty(self.kind))

    @classmethod
    def parse(cls, text: str) -> "Obligation":
        """Read an obligation back from its written form. Raises ValueError when it is
        none."""
        kind, seat, *parts = text.split(":")
        obligation = cls(Duty(kind), Seat(seat))
        for part in parts:
            obligation = _with_part(obligation, part)
        if str(obligation) != text:
            raise ValueError(f"no obligation is written {text!r}")
        return obligation

    def __str__(self) -> str:
        calls = self.since.calls
        plays = self.since.plays
        leads = self.since.leads
        parts = (
            self.written,
            f"least={self.least}" if self.least else "",
            f"honours={','.join(self.honours)}" if self.honours != HONOURS else "",
            f"since={calls},{plays},{leads}" if self.since != Since() else "",
        )
        return ":".join(filter(None, parts))

    @property
    def written(self) -> str:
        """What tells it from others, as facts have it: "may-not-lead:W:H"."""
        suit = self.suit.value if self.suit else None
        major = "major" if self.is_major else None
        parts = (self.kind.value, self.seat.value, self.card, suit, major)
        return ":".join(str(part) for part in parts if part)

    def said(self) -> Message:
        return message(
            f"obligation.{self.kind}", seat=self.seat, card=self.card, suit=self.suit
        )

    def lasts(self, now: DealProgress) -> bool:
        """Whether it still binds when its deal has come so far. A card that would lie
        before a defender is picked up by declarer's side, which does not lead first
        either."""
        for_defenders = (Duty.PENALTY_IF_DEFENDER, Duty.FIRST_LEAD)
        if self.kind in for_defenders and self.seat in now.declarers:
            return False
        return not self._has_ended(now)

    def _has_ended(self, now: DealProgress) -> bool:
        leaders = now.leaders[self.since.leads :]
        match self.kind.until:
            case Until.AUCTION:
                has_ended = not now.is_bidding
            case Until.CALL:
                has_called = now.callers.count(self.seat) > self.since.calls
                has_ended = has_called or not now.is_bidding
            case Until.CARD:
                has_ended = self.card in [play.card for play in now.plays]
            case Until.LEAD:
                has_ended = self.seat in leaders
            case Until.LEADING:
                has_led = self.seat in leaders
                since = leaders[leaders.index(self.seat) :] if has_led else []
                has_ended = any(seat is not self.seat for seat in since)
            case Until.PLAY:
                plays = now.plays[self.since.plays :]
                has_ended = self.seat in [play.seat for play in plays]
            case _:
                has_ended = False
        return has_ended

    # ---- what it leaves ----

    @property
    def holds_partner(self) -> bool:
        """Whether it is a major penalty card, or becomes one in a defender's hand:
        declarer has a say before the partner of this player leads. Law 50D2."""
        is_major = self.is_major or (
            self.card is not None and self.is_honour(self.card)
        )
        becomes_major = self.kind is Duty.PENALTY_IF_DEFENDER and is_major
        return self.kind is Duty.PENALTY_MAJOR or becomes_major

    def is_honour(self, card: Card) -> bool:
        return (JOKER if card.is_joker else card.rank) in self.honours

    def leaves_free(self, card: Card, is_of_its_suit: bool) -> bool:
        """Whether this card may be played while it lies there, as a minor penalty card:
        one of another suit, or an honour. Law 50C."""
        return not is_of_its_suit or self.is_honour(card)

    def asks_for(self, card: Card, suit: Suit | None) -> bool | None:
        """Whether this card, which belongs to this suit, is what it asks for; None
        where that does not follow from the card."""
        if self.kind is Duty.MUST_PLAY:
            return card == self.card
        if self.kind in _OF_A_SUIT:
            return (suit is self.suit) is _OF_A_SUIT[self.kind]
        return None

    def forbids(self, suit: Suit | None) -> bool:
        return _OF_A_SUIT.get(self.kind) is False and suit is self.suit

    def allows_bid(self, amount: int | None) -> bool:
        """Whether its player may bid so much; None is a pass, and 0 a call without a
        number."""
        if amount is None:
            return True
        return self.kind not in TO_PASS and (
            self.kind is not Duty.NOT_LESS or amount >= self.least
        )

    def kept_by(
        self, plays: list[Play], trick: Trick, strength: Strength
    ) -> list[Play]:
        if self.kind in (Duty.PLAY_HIGHEST, Duty.PLAY_LOWEST):
            of_suit = [
                play for play in plays if trick and play.card.suit is trick[0].card.suit
            ]
            best = max if self.kind is Duty.PLAY_HIGHEST else min
            return [best(of_suit, key=strength)] if of_suit else []
        return [play for play in plays if self._allows(play.card, not trick)]

    def _allows(self, card: Card, is_lead: bool) -> bool:
        if self.kind is Duty.PENALTY_CARD or self.holds_partner:
            return card == self.card
        if self.kind in LYING and self.card is not None and card != self.card:
            return self.leaves_free(card, card.suit is self.card.suit)
        is_now = self.kind is Duty.MUST_PLAY or is_lead is (self.kind in LEADING)
        return not is_now or self.asks_for(card, card.suit) is not False


def _with_part(obligation: Obligation, text: str) -> Obligation:
    if text == "major":
        return replace(obligation, is_major=True)
    name, is_named, value = text.partition("=")
    if not is_named and len(text) == 1:
        return replace(obligation, suit=Suit(text))
    if not is_named:
        return replace(obligation, card=Card.parse(text))
    match name:
        case "least":
            return replace(obligation, least=int(value))
        case "honours":
            return replace(obligation, honours=tuple(value.split(",")))
        case "since":
            calls, plays, leads = map(int, value.split(","))
            return replace(obligation, since=Since(calls, plays, leads))
    raise ValueError(f"no obligation has {text!r}")


def kept(
    bound: Iterable[Obligation], plays: list[Play], trick: Trick, strength: Strength
) -> tuple[list[Play], list[tuple[Play, Obligation]]]:
    """Which of these legal plays of one player keep to what binds them, and what
    forbids the rest.

    Who is unable to keep to an obligation may play anything legal: Law 59. A lead or
    play that was asked for goes before a card that lies there: Law 50D1(b). Of several
    penalty cards declarer says which is played: Law 51A.
    """
    broken: list[tuple[Play, Obligation]] = []
    every = tuple(bound)
    lying = [obligation.card for obligation in every if obligation.kind in LYING]
    several = lying if len(lying) > 1 else []
    for obligation in sorted(every, key=lambda obligation: obligation.card is not None):
        if obligation.kind in LYING and obligation.card in several:
            keeping = [play for play in plays if play.card in several]
        else:
            keeping = obligation.kept_by(plays, trick, strength)
        if keeping:
            broken += [(play, obligation) for play in plays if play not in keeping]
            plays = keeping
    return plays, broken


def hold_partner(bound: Iterable[Obligation]) -> bool:
    """Whether declarer has a say before the partner of the player who is bound so
    leads. Laws 50D2, 51B: several penalty cards are all major."""
    return bool(major(bound))


def major(bound: Iterable[Obligation]) -> list[Obligation]:
    """Those of the penalty cards of one player that are major: all of several, an
    honour, one that was led. Law 50B."""
    lying = [
        obligation
        for obligation in bound
        if obligation.kind in LYING and obligation.kind is not Duty.PENALTY_CARD
    ]
    if len(lying) > 1:
        return lying
    return [obligation for obligation in lying if obligation.holds_partner]


# ---- what earlier rulings have to do with a new one ----


@dataclass(frozen=True, slots=True)
class Remembered:
    """A verdict on the deal in progress, or on the one that was played last: on whose
    play, or of a side on that of one of its players; and which party got how many
    tricks by it."""

    seat: Seat
    party: PartyId
    tricks: int
    is_last: bool = False

    @classmethod
    def parse(cls, text: str) -> "Remembered":
        """Read it back from its written form, "ruled:E:NS:1". Raises ValueError when it
        is none."""
        kind, seat, party, tricks = text.split(":")
        remembered = cls(Seat(seat), PartyId(party), int(tricks), kind == "ruled-last")
        if str(remembered) != text:
            raise ValueError(f"no verdict is written {text!r}")
        return remembered

    def __str__(self) -> str:
        kind = "ruled-last" if self.is_last else "ruled"
        return f"{kind}:{self.seat.value}:{self.party}:{self.tricks}"


@dataclass(frozen=True, slots=True)
class Earlier:
    """What earlier rulings on the deal have to do with a new one: what they still bind
    players to, and the verdicts that its laws remember. Written one after the other,
    with spaces between."""

    bound: tuple[Obligation, ...] = ()
    verdicts: tuple[Remembered, ...] = ()

    @classmethod
    def parse(cls, text: str) -> "Earlier":
        """Read it back from its written form. Raises ValueError when it is none."""
        words = text.split()
        verdicts = [word for word in words if word.startswith("ruled")]
        bound = (Obligation.parse(word) for word in words if word not in verdicts)
        return cls(tuple(bound), tuple(map(Remembered.parse, verdicts)))

    @classmethod
    def readable(cls, text: str) -> "Earlier":
        """Read it back from what an older release may have written: what can't be read
        is left out."""
        bound = list[Obligation]()
        verdicts = list[Remembered]()
        for word in text.split():
            with suppress(ValueError):
                earlier = cls.parse(word)
                bound += earlier.bound
                verdicts += earlier.verdicts
        return cls(tuple(bound), tuple(verdicts))

    def __str__(self) -> str:
        return " ".join(map(str, (*self.bound, *self.verdicts)))


# ---- what is said ----


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the reasoning and the rule it rests on."""

    what: Message
    cite: Cite


class EffectKind(StrEnum):
    """What a ruling may do to a score in any game, by its name in files: give tricks or
    points, throw the deal in, take a double away, or say who declares. A game may have
    kinds of its own beside these."""

    TRICKS = "tricks"
    POINTS = "points"
    VOID = "void"
    DOUBLING = "doubling"
    DECLARER = "declarer"


@dataclass(frozen=True, slots=True)
class Effect:
    """What a ruling does to the score once it is accepted: `kind` is an EffectKind, or
    what the game calls one of its own; `party` gains `amount`."""

    kind: str
    party: PartyId
    amount: int


SHARED_EFFECTS = (EffectKind.TRICKS, EffectKind.POINTS, EffectKind.VOID)
"""The effects whose words all games share; a game's own are
"<family>.effect.<kind>"."""


def effect_words(family: str, kind: str, party: object, amount: int) -> Message:
    code = f"effect.{kind}" if kind in SHARED_EFFECTS else f"{family}.effect.{kind}"
    counted = (
        {"n": amount, "tricks": amount}
        if kind == EffectKind.TRICKS
        else {"amount": amount}
    )
    return message(code, **counted, party=party)


@dataclass(frozen=True, slots=True)
class Ruling:
    """The verdict, the steps that lead to it, what would change it, and what it does.

    `remedies` are the other outcomes that the table may agree on. `obligations` bind
    players until their rules end them; `ends` are those of earlier rulings that hold no
    longer. `waits` names a fact that can't be known yet: until then the ruling stays
    open.
    """

    verdict: Message
    steps: tuple[Step, ...]
    otherwise: tuple[Message, ...] = ()
    effects: tuple[Effect, ...] = ()
    remedies: tuple[Message, ...] = ()
    obligations: tuple[Obligation, ...] = ()
    ends: tuple[Obligation, ...] = ()
    waits: str = ""

    def __post_init__(self) -> None:
        if not self.steps:
            raise ValueError("a ruling cites the rule that it rests on")

    def given(self, now: DealProgress) -> "Ruling":
        """This ruling as it is given when its deal has come so far: it binds from there
        on."""
        bound = (
            replace(obligation, since=now.since(obligation.seat))
            for obligation in self.obligations
        )
        return replace(self, obligations=tuple(bound))


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What must be known before it can be ruled: `name` is the field of the facts that
    the answer fills, `options` are (value, words), and `chooser` the seats that a rule
    gives the choice to, empty where a fact is asked for. What `is_determined` is for
    the arbiter to say, and without one for both sides alike: never for one side alone.
    Those of its answers that anybody `may_tell` say that nothing has happened yet that
    could be judged. `asserted` is the answer that was asserted with what was told, and
    counts where there is no table that could be asked; "" = none."""

    name: str
    asked: Message
    options: tuple[tuple[str, Message], ...]
    cite: Cite
    chooser: tuple[Seat, ...] = ()
    is_determined: bool = False
    may_tell: tuple[str, ...] = ()
    asserted: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A card or call that can't be made now, with the reason."""

    what: object
    why: RuleViolation


def because(
    best: Play,
    play: Play,
    suit: Callable[[Play], Suit | None],
    trumps: Suit | None,
    cite: Cite,
) -> Step:
    won = suit(best)
    if play == best:
        code = "trump" if won is trumps else "highest"
    elif suit(play) is won:
        code = "lower"
    else:
        code = "trumped" if won is trumps else "other-suit"
    said = {"card": play.card, "best": best.card, "suit": won}
    return Step(message(f"play.because.{code}", **said), cite)
