"""What the log holds of a deal, and whether what somebody tells of it can be so.

House: readings §7: nobody is convicted against the record. Every fact that an arbiter
hears passes here before any law speaks: one that the record denies is refused, and one
of which the record leaves a single answer is not asked. What a fact says is its
`Assertion`; each field and question of an irregularity has one.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from scorekeeper.core.breaches import Breach, breaches
from scorekeeper.core.cards import Card
from scorekeeper.core.facts import Fact, Reply, fact_in
from scorekeeper.core.messages import Message, Shown, message
from scorekeeper.core.play import Placed, PlayRules, Watched, turn, was_out_of_turn
from scorekeeper.core.rulings import LYING, Earlier
from scorekeeper.core.seats import Party, Ring, Seat, party_of


@dataclass(frozen=True, slots=True)
class DealRecord:
    """What was recorded of one deal, empty where nothing was.

    `calls` are those that were recorded one by one, each with its caller, and `turn` is
    who is to call next; None once the auction is over, or where it wasn't recorded.
    `is_bid` once it is known what is played, and `declarers` are who plays it. `held`
    are cards outside the tricks that everybody knows to be somebody's, `laid` those
    that were laid away before the play, `face_down` are the players before whom a
    face-down card lies. `id` is the entry that began the deal.
    """

    ring: Ring
    parties: tuple[Party, ...]
    rules: PlayRules | None = None
    watched: Watched = field(default_factory=Watched)
    calls: tuple[tuple[Seat, Shown], ...] = ()
    turn: Seat | None = None
    is_bid: bool = False
    declarers: tuple[Seat, ...] = ()
    held: tuple[tuple[Seat, Card], ...] = ()
    laid: tuple[tuple[Seat, Card], ...] = ()
    face_down: tuple[Seat, ...] = ()
    id: int | None = None

    @property
    def is_played_out(self) -> bool:
        return self.rules is not None and self.watched.is_over(self.rules)

    @property
    def plays_now(self) -> Seat | None:
        is_known = self.rules is not None and bool(self.watched.entries)
        return turn(self.rules, self.watched) if self.rules and is_known else None

    def placed(self, card: Card | None) -> Placed | None:
        return next(
            (place for place in self.watched.placed if place.play.card == card), None
        )

    def is_out_of_turn(self, place: Placed) -> bool:
        return self.rules is not None and was_out_of_turn(
            self.rules, self.watched, place
        )

    def plays_of(self, seat: Seat) -> tuple[Placed, ...]:
        return tuple(place for place in self.watched.placed if place.play.seat is seat)

    def calls_of(self, seat: Seat) -> tuple[Shown, ...]:
        return tuple(call for caller, call in self.calls if caller is seat)


@dataclass(frozen=True, slots=True)
class Denied:
    """A fact that the record denies: `why`, and what is asked instead, in words; `name`
    is the fact and `entry` the log entry that says so, or the first of the deal."""

    name: str
    why: Message
    asked: Message
    entry: int | None = None

    @property
    def said(self) -> Message:
        return message("record.denied", why=self.why, asked=self.asked)


@dataclass(frozen=True, slots=True)
class Known:
    """An answer that the record leaves as the only one: the name of the fact and its
    value, and the question and the answer in words."""

    name: str
    asked: Message
    value: str
    answer: Message


@dataclass(frozen=True, slots=True)
class Told:
    """A fact as it is told: its name and its value, and whom it is told of; beside it
    the other facts of the case, and the record of its deal."""

    record: DealRecord
    facts: Mapping[str, str]
    name: str
    value: str
    seat: Seat | None = None

    @property
    def card(self) -> Card | None:
        return read_card(self.value)

    def beside(self, name: Fact) -> str:
        """Another fact of the case. Raises ValueError where no fact is called so."""
        return fact_in(self.facts, name)

    def denied(
        self, code: str, asks: str, entry: int | None = None, /, **said: object
    ) -> Denied:
        """That the record denies it: by the sentence `code`; and what `asks` for it
        anew."""
        values = {"seat": self.seat, **said}
        why = message(f"record.denied.{code}", **values)
        asked = message(f"record.asked.{asks}", seat=self.seat)
        return Denied(self.name, why, asked, entry or self.record.id)


def read_card(text: str) -> Card | None:
    with suppress(ValueError):
        return Card.parse(text)
    return None


@dataclass(frozen=True, slots=True)
class Assertion:
    """What a fact says of the deal: in words for whoever writes a law, and the question
    to the record, which answers with the denial, or None where it can be so.

    Where `is_settled`, an answer that is the only one left is taken without asking.
    """

    meaning: str
    denial: Callable[[Told], Denied | None]
    is_settled: bool = True


NOTHING = Assertion(
    "a choice, an opinion, or something that no log holds", lambda told: None, False
)

DETERMINED = Assertion(
    "a judgment of the arbiter's, else of both sides", lambda told: None, False
)
"""What nobody may say in their own cause, such as whether a call is comparable: Laws
12, 23, 70."""

# ---- cards ----


# whose card it was, by the record: played by, or known to be with, somebody else
def _elsewhere(told: Told, asks: str) -> Denied | None:
    card = told.card
    seat = told.seat
    record = told.record
    if card is None or seat is None:
        return None
    rules = record.rules
    if rules is not None and seat not in rules.ring:
        return told.denied("idle", asks)
    place = record.placed(card)
    if place is not None:
        is_own = place.play.seat is seat
        return None if is_own else _played_by(told, place, asks)
    known = (*record.held, *_lying(told))
    holder = next((who for who, held in known if held == card), seat)
    if holder is not seat:
        return told.denied("elsewhere", asks, card=card, holder=holder)
    if (seat, card) in record.laid:
        return told.denied("laid-away", asks, card=card)
    is_known = rules is not None and len(record.plays_of(seat)) >= rules.tricks
    return told.denied("all-known", asks, card=card) if is_known else None


# The cards that lie face up before a player by an accepted ruling.
def _lying(told: Told) -> Iterator[tuple[Seat, Card]]:
    for bond in Earlier.parse(told.beside(Fact.BOUND)).bound:
        if bond.kind in LYING and bond.card is not None:
            yield bond.seat, bond.card


def _played_by(told: Told, place: Placed, asks: str) -> Denied:
    code = "played" if place.upto else "led"
    said = {"card": place.play.card, "holder": place.play.seat, "trick": place.number}
    return told.denied(code, asks, place.entry, **said)


def _of_trick(told: Told) -> Denied | None:
    card = read_card(told.beside(Fact.CARD))
    record = told.record
    place = record.placed(card)
    if not told.value.isdecimal() or told.seat is None or card is None:
        return None
    number = int(told.value)
    if place is not None:
        is_so = place.number == number or place.play.seat is not told.seat
        return None if is_so else _played_by(told, place, "trick")
    own = next(
        (place for place in record.plays_of(told.seat) if place.number == number), None
    )
    return _played_by(told, own, "card") if own is not None else None


def _held_then(told: Told) -> Denied | None:
    place = told.record.placed(told.card)
    wrong = told.record.placed(read_card(told.beside(Fact.CARD)))
    if place is None or wrong is None or place.play.seat is not told.seat:
        return _elsewhere(told, "held")
    is_gone = place.number < wrong.number
    return _played_by(told, place, "held") if is_gone else None


def _led(told: Told) -> Denied | None:
    place = told.record.placed(told.card)
    if place is not None and place.play.seat is told.seat and place.upto:
        return _played_by(told, place, "lead")
    return _elsewhere(told, "lead")


def _out_of_turn(told: Told) -> Denied | None:
    place = told.record.placed(told.card)
    if place is None:
        return _elsewhere(told, "play")
    is_own = place.play.seat is told.seat
    is_so = is_own and told.record.is_out_of_turn(place)
    return None if is_so else _played_by(told, place, "play")


def _to_first_trick(told: Told) -> Denied | None:
    place = told.record.placed(told.card)
    if place is not None and place.number > 1:
        return _played_by(told, place, "play")
    own = told.record.plays_of(told.seat)[:1] if told.seat is not None else ()
    if place is None and own and own[0].number == 1:
        return _played_by(told, own[0], "play")
    return _elsewhere(told, "play")


def _still_held(told: Told) -> Denied | None:
    place = told.record.placed(told.card)
    return (
        _elsewhere(told, "shown") if place is None else _played_by(told, place, "shown")
    )


PLAYED = Assertion(
    "this player played this card", lambda told: _elsewhere(told, "play")
)
SHOWN = Assertion(
    "this player showed this card, or put it down, from hand",
    lambda told: _elsewhere(told, "shown"),
)
STILL_HELD = Assertion(
    "this card lies in, or before, this player's hand, unplayed", _still_held
)
LED = Assertion("this player led this card", _led)
TO_FIRST_TRICK = Assertion(
    "this player played this card to the first trick", _to_first_trick
)
OUT_OF_TURN = Assertion(
    "this player played this card when it was another's turn", _out_of_turn
)
HELD_THEN = Assertion(
    "this player held this card when playing the one in question", _held_then
)
OF_TRICK = Assertion(
    "the card in question was played to the trick of this number", _of_trick
)


# ---- turns and tricks ----


def _leads_now(told: Told) -> Denied | None:
    if told.value not in (Reply.YES, "partner"):
        return None
    now = told.record.plays_now
    partner = _partner(told)
    is_turn_of_another = now is not None and now is not partner
    is_turn_to_follow = bool(told.record.watched.trick) and now is partner
    if is_turn_of_another or is_turn_to_follow:
        return told.denied("turn-to-play", "how", turn=now)
    return None


def _partner(told: Told) -> Seat | None:
    if told.seat is None:
        return None
    own = party_of(told.seat, told.record.parties)
    return next((seat for seat in own.seats if seat is not told.seat), None)


def _of_all_tricks(told: Told) -> Denied | None:
    return told.denied("hands", "how") if told.record.is_played_out else None


def _is_left(told: Told) -> Denied | None:
    return told.denied("nothing-left", "how") if told.record.is_played_out else None


def _of_left(told: Told) -> Denied | None:
    record = told.record
    if record.rules is None or not record.watched.entries:
        return None
    left = record.rules.tricks - len(record.watched.tricks)
    return told.denied("left", "how", n=left) if told.value != str(left) else None


LEADS_NOW = Assertion("it is the partner's turn to lead", _leads_now)
WRONG_HAND = Assertion("a hand had a wrong number of cards", _of_all_tricks)
LEFT = Assertion("so many tricks were still to be played", _of_left)
CLAIMED = Assertion(
    "this player claimed or gave up tricks that were still to be played", _is_left
)


# ---- calls ----


def _called(told: Told) -> Denied | None:
    record = told.record
    seat = told.seat
    if not record.calls or seat is None or record.turn is seat:
        return None
    own = record.calls_of(seat)
    if not own:
        return told.denied("no-call", "call", turn=record.turn)
    is_so = told.value == str(own[-1]) or told.beside(Fact.SECOND) == str(own[-1])
    return None if is_so else told.denied("called", "call", call=own[-1])


def _lost_turn(told: Told) -> Denied | None:
    """Denied where this player's turn has not come, or was taken: recorded calls are in
    turn; and where the play has begun, after which no auction goes back."""
    record = told.record
    seat = read_seat(told)
    if record.watched.entries:
        return told.denied("play-begun", "how", record.watched.entries[0])
    if not record.calls or seat is None or record.turn is seat:
        return None
    own = record.calls_of(seat)
    if own:
        return told.denied("called-in-turn", "who", call=own[-1])
    return told.denied("turn-to-call", "who", turn=record.turn)


def _turn_to_call(told: Told) -> Denied | None:
    turn_ = told.record.turn
    seat = read_seat(told)
    is_other = bool(told.record.calls) and turn_ is not None and seat is not turn_
    return told.denied("turn-to-call", "who", turn=turn_) if is_other else None


def _has_called(told: Told) -> Denied | None:
    record = told.record
    is_none = (
        bool(record.calls) and told.seat is not None and not record.calls_of(told.seat)
    )
    return told.denied("no-call", "how", turn=record.turn) if is_none else None


def _is_after_the_end(told: Told) -> Denied | None:
    turn_ = told.record.turn if told.record.calls else None
    return told.denied("auction-on", "how", turn=turn_) if turn_ is not None else None


def _partner_called(told: Told) -> Denied | None:
    """Denied where the partner's call after this player's is on record, and it is told
    that there was none; a call that nobody has entered yet may have been made, as long
    as the auction is on."""
    record = told.record
    partner = _partner(told)
    callers = [seat for seat, _ in record.calls]
    if told.seat is None or partner is None or not callers:
        return None
    is_made = told.seat in callers and record.turn is not told.seat
    since = callers[_last(callers, told.seat) + 1 :] if is_made else []
    if partner in since:
        is_so = told.value == Reply.YES
        return None if is_so else told.denied("has-called", "how", partner=partner)
    if told.value == Reply.YES and record.turn is None:
        return told.denied("not-called", "how", partner=partner)
    return _is_after_the_end(told) if told.value == Reply.ENDED else None


def _last(callers: list[Seat], seat: Seat) -> int:
    return len(callers) - 1 - callers[::-1].index(seat)


def _among_the_bids(told: Told) -> Denied | None:
    every = [str(call) for _, call in told.record.calls]
    is_other = bool(every) and told.value not in every
    return told.denied("no-such-call", "call") if is_other else None


def read_seat(told: Told) -> Seat | None:
    return next((seat for seat in told.record.ring if seat.value == told.value), None)


CALLED = Assertion("this player's last call was this one", _called)
LOST_TURN = Assertion("this player's turn to call was taken away", _lost_turn)
TURN_TO_CALL = Assertion("it was this player's turn to call", _turn_to_call)
HAS_CALLED = Assertion("this player has called in this auction", _has_called)
AFTER_THE_END = Assertion(
    "this player called when the auction was over", _is_after_the_end
)
PARTNER_CALLED = Assertion(
    "the partner has called since this player did", _partner_called
)
A_BID = Assertion("this bid was made in the auction", _among_the_bids)


# ---- what the cards prove ----


def proved_by(record: DealRecord, seat: Seat, before: int = 0) -> tuple[Breach, ...]:
    """The plays of this player that the recorded cards prove to have broken the rules,
    before the trick of this number where one is given."""
    if record.rules is None:
        return ()
    every = breaches(record.rules, record.watched)
    return tuple(
        breach
        for breach in every
        if breach.play.seat is seat and (not before or breach.trick < before)
    )


def was_ruled(told: Told, seats: tuple[Seat, ...]) -> bool:
    verdicts = Earlier.parse(told.beside(Fact.BOUND)).verdicts
    return any(verdict.seat in seats for verdict in verdicts)


def _did_not_follow(told: Told) -> Denied | None:
    seat = read_seat(told) or told.seat
    if seat is None or not told.record.is_played_out or was_ruled(told, (seat,)):
        return None
    is_proved = bool(proved_by(told.record, seat))
    return None if is_proved else told.denied("no-revoke", "who", player=seat)


DID_NOT_FOLLOW = Assertion("this player did not follow, though able", _did_not_follow)
