"""Random recorded deals of every game, every irregularity told of them in any way, and
a look at what was ruled: does it bind somebody, move tricks or void on a fact that the
recorded events deny?

The look goes over the events as they were entered, and knows nothing of `games.arbiter.record`.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.core.cards import Card, Play
from scorekeeper.core.facts import Reply
from scorekeeper.core.play import CardDrawn, CardPlayed, may_play, next_to_draw, turn
from scorekeeper.core.rulings import LYING, PLAYING, OpenQuestion, Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter.arbiter import Irregularity
from scorekeeper.games.arbiter.record import Known
from scorekeeper.games.bridge.events import CallMade, TricksTaken
from tests.games.about import about
from tests.games.dealing import give_first_card, popped
from tests.games.sitting import Sitting

MOST_QUESTIONS = 16


@dataclass
class Raw:
    """A recorded deal: the table, and what was entered there, in order, as it was
    entered.

    `calls` are (seat, call); `tricks` are lists of (seat, card), the last one perhaps
    begun; `wrong` are the plays that did not follow though able; `drawn` cards and who
    drew them face up.
    """

    slug: str
    sitting: Sitting
    calls: list[tuple[str, str]] = field(default_factory=list)
    tricks: list[list[tuple[str, str]]] = field(default_factory=list)
    wrong: set[tuple[str, str]] = field(default_factory=set)
    drawn: dict[str, str] = field(default_factory=dict)
    is_auction_over: bool = False
    is_closed: bool = (
        False  # it has its result: only what is told of the last deal is about it
    )
    declarer: str = ""
    players: int = 4
    hand: int = 13

    @property
    def owners(self) -> dict[str, str]:
        """Who has each card that anybody saw."""
        played = {card: seat for trick in self.tricks for seat, card in trick}
        return {**self.drawn, **played}

    @property
    def is_complete(self) -> bool:
        """Whether every trick of the deal was entered."""
        return len(self.tricks) == self.hand and len(self.tricks[-1]) == self.players

    @property
    def winners(self) -> list[str]:
        """Who won the tricks that another one followed: whoever led that."""
        return [after[0][0] for after in self.tricks[1:] if after]


# ---- deals ----


def recorded(slug: str, chance: random.Random) -> Raw:
    """A deal of this game as far as chance has it recorded."""
    game = GAMES[slug]
    raw = Raw(slug, Sitting(game, game.rule_sheet.defaults))
    if about(slug).opening:
        raw.sitting.enter(*about(slug).opening)
    is_bridge = game.family == "bridge"
    if is_bridge and chance.random() < 0.4:
        _call(raw, chance)
        if not raw.is_auction_over:
            return raw
    elif chance.random() < 0.1:
        return raw
    elif is_bridge:
        raw.declarer = "S"
        raw.sitting.enter(*about(slug).read(about(slug).begun))
    else:
        for fact in about(slug).read(about(slug).begun):
            raw.sitting.enter(fact)
    _play(raw, chance)
    return raw


def _call(raw: Raw, chance: random.Random) -> None:
    arbiter: Any = raw.sitting.game.arbiter
    seats = "NESW"
    for n in range(chance.randint(1, 9)):
        legal = [call for call, why in arbiter.calls(raw.sitting.state) if why is None]
        if not legal:
            break
        call = chance.choice(
            [legal[0], legal[min(3, len(legal) - 1)], *(legal[-3:] * 2)]
        )
        raw.sitting.enter(CallMade(call))
        raw.calls.append((seats[n % 4], str(call)))
    deal = raw.sitting.state.last
    raw.is_auction_over = deal.contract is not None or deal.is_over
    raw.declarer = deal.declarer.value if deal.declarer else ""
    raw.is_closed = deal.is_over


def _how_many_are_played(rules: Any, chance: random.Random) -> int:
    whole = rules.tricks * len(rules.ring)
    few = (0, 1, 2, 3, 4, 5, 7, 10, 22)
    return chance.choice((*few, whole - 4, whole, whole))


# Long: one deal, dealt and played as far as chance has it.
def _play(raw: Raw, chance: random.Random) -> None:
    arbiter: Any = raw.sitting.game.arbiter
    rules = arbiter.play_rules(raw.sitting.state)
    if rules is None:
        return
    raw.players = len(rules.ring)
    raw.hand = rules.tricks
    hands, pack = popped(rules, chance)
    give_first_card(rules, arbiter.watched(raw.sitting.state), hands)
    cards = _how_many_are_played(rules, chance)
    while cards and (
        seat := turn(rules, watched := arbiter.watched(raw.sitting.state))
    ):
        if drawer := next_to_draw(rules, watched):
            hands[drawer].add(pack[-1])
            _enter_draw(raw, drawer, pack.pop())
            continue
        play = _chosen(rules, watched, seat, frozenset(hands[seat]), raw, chance)
        hands[seat].remove(play.card)
        _enter_play(raw, seat, play)
        cards -= 1
    is_of_bridge = raw.sitting.game.family == "bridge"
    if raw.is_complete and is_of_bridge and chance.random() < 0.5:
        _enter_tricks_taken(raw)


def _enter_draw(raw: Raw, drawer: Seat, card: Card) -> None:
    raw.drawn[str(card)] = drawer.value
    raw.sitting.enter(CardDrawn(card, drawer))


def _enter_play(raw: Raw, seat: Seat, play: Play) -> None:
    raw.sitting.enter(CardPlayed(play.card, play.is_face_down, seat, play.as_suit))
    if not raw.tricks or len(raw.tricks[-1]) == raw.players:
        raw.tricks.append([])
    raw.tricks[-1].append((seat.value, str(play.card)))


def _enter_tricks_taken(raw: Raw) -> None:
    arbiter: Any = raw.sitting.game.arbiter
    declarers = raw.sitting.state.last
    own = (declarers.declarer, _mate(declarers.declarer))
    raw.is_closed = True
    raw.sitting.enter(TricksTaken(arbiter.watched(raw.sitting.state).won_by(own)))


def _mate(seat: Seat) -> Seat:
    compass = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
    return compass[(compass.index(seat) + 2) % 4]


def _chosen(
    rules: Any,
    watched: Any,
    seat: Seat,
    hand: frozenset[Card],
    raw: Raw,
    chance: random.Random,
) -> Play:
    """A play of this hand, now and then one that does not follow though it could."""
    choice = may_play(rules, watched.tricks, watched.trick, seat, hand)
    wrong = [
        card
        for card in sorted(hand - choice.cards, key=str)
        if rules.why_not(
            watched.tricks, watched.trick, Play(seat, card), frozenset({card})
        )
        is None
    ]
    if wrong and chance.random() < 0.04:
        card = chance.choice(wrong)
        raw.wrong.add((seat.value, str(card)))
        return Play(seat, card)
    return chance.choice(choice.plays)


# ---- what is told ----


@dataclass
class Trial:
    """An irregularity as it was told, and what was ruled."""

    raw: Raw
    name: str
    facts: dict[str, str]
    ruling: Ruling


def trials(
    raw: Raw, chance: random.Random, walks: int, rule: Callable[[Irregularity], Any]
) -> Iterator[Trial]:
    """Rulings on every irregularity of the game, told in random ways of this deal; by
    `rule`."""
    arbiter: Any = raw.sitting.game.arbiter
    folded = raw.sitting.folded
    pack = sorted(map(str, arbiter.pack(folded.state)))
    for irregularity in arbiter.irregularities:
        form = irregularity.form(folded=folded)
        for _ in range(walks):
            facts = _told(raw, form, pack, chance)
            ruling = _asked(raw, folded.state, rule(irregularity), facts, pack, chance)
            if ruling is not None:
                yield Trial(raw, irregularity.name, facts, ruling)


def told_at_random(
    raw: Raw, chance: random.Random
) -> Iterator[tuple[Irregularity, dict[str, str]]]:
    """Every irregularity of the game with what its form may be told of this deal."""
    arbiter: Any = raw.sitting.game.arbiter
    folded = raw.sitting.folded
    pack = sorted(map(str, arbiter.pack(folded.state)))
    for irregularity in arbiter.irregularities:
        yield irregularity, _told(raw, irregularity.form(folded=folded), pack, chance)


def _told(
    raw: Raw, form: Any, pack: list[str], chance: random.Random
) -> dict[str, str]:
    facts = dict[str, str]()
    for one in form:
        if one.name == "trick":
            value = chance.choice(["", str(chance.randint(1, raw.hand))])
        elif one.name == "held" or hasattr(one, "cards"):
            value = _card(raw, pack, chance)
            if one.name == "held" and chance.random() < 0.6:
                value = ""
        else:
            values = [str(choice[0]) for choice in getattr(one, "choices", ())]
            value = chance.choice(values) if values else ""
        if value:
            facts[one.name] = value
    if facts.get("card") in raw.owners and chance.random() < 0.5:  # as it was
        facts["seat"] = raw.owners[facts["card"]]
    return facts


def _card(raw: Raw, pack: list[str], chance: random.Random) -> str:
    seen = sorted(raw.owners)
    return (
        chance.choice(seen) if seen and chance.random() < 0.6 else chance.choice(pack)
    )


def _asked(
    raw: Raw,
    state: Any,
    rule: Callable[[Any, dict[str, str]], Any],
    facts: dict[str, str],
    pack: list[str],
    chance: random.Random,
) -> Ruling | None:
    """The ruling that random answers lead to; those too that the question does not
    offer, as an address may hold them."""
    for _ in range(MOST_QUESTIONS):
        outcome = rule(state, facts)
        if isinstance(outcome, Ruling):
            return outcome
        if isinstance(outcome, Known):
            facts[outcome.name] = outcome.value
            continue
        if not isinstance(outcome, OpenQuestion):
            return None
        offered = [value for value, _ in outcome.options]
        if outcome.is_determined and not outcome.name.endswith(("-least", "-most")):
            offered.append(Reply.DIFFER)
        if len(offered) > 8 and offered[0] in pack and chance.random() < 0.5:
            offered = [_card(raw, pack, chance)]
        facts[outcome.name] = chance.choice(offered)
    return None


# ---- what the events deny ----


def denied(trial: Trial) -> str:
    """What the recorded events say against a ruling that binds, moves or voids; "" =
    nothing."""
    ruling = trial.ruling
    is_another = trial.raw.is_closed and trial.facts.get("which") != "last"
    if is_another or not (ruling.effects or ruling.obligations):
        return ""
    checks = (
        _cards,
        _followed,
        _of_a_whole_deal,
        _effects,
        _calls,
        _in_turn,
        _bound,
        _lying,
    )
    return next(filter(None, (check(trial) for check in checks)), "")


def _cards(trial: Trial) -> str:
    """Somebody is held to a card that was another player's."""
    owners = trial.raw.owners
    facts = trial.facts
    for bond in trial.ruling.obligations:
        owner = owners.get(str(bond.card)) if bond.card else None
        if owner is not None and owner != bond.seat.value:
            return f"{bond.card} was {owner}'s, not {bond.seat.value}'s"
    told = facts.get("card", "")
    owner = owners.get(told)
    if (
        owner is not None
        and trial.name != "lead-restriction"
        and owner != facts.get("seat", owner)
    ):
        return f"{told} was {owner}'s, not {facts['seat']}'s"
    return ""


FOLLOWING = ("revoke", "renege", "failure-to-follow", "barred-lead", "revoke-damage")


def _followed(trial: Trial) -> str:
    """Every card is known, and nobody of that side, or not this player, failed to
    follow."""
    raw = trial.raw
    facts = trial.facts
    arbiter: Any = raw.sitting.game.arbiter
    is_following = trial.name in FOLLOWING or arbiter.irregularity(trial.name).proved
    if not is_following or not raw.is_complete:
        return ""
    card = facts.get("card", "")
    if card and (facts["seat"], card) not in raw.wrong:
        return f"{facts['seat']} could play {card}"
    if not card and facts["seat"] not in {seat for seat, _ in raw.wrong}:
        return f"{facts['seat']} always followed"
    number = next(
        (n for n, one in enumerate(raw.tricks, 1) if (facts["seat"], card) in one), 0
    )
    if facts.get("trick") and card and int(facts["trick"]) != number:
        return f"{card} was played to trick {number}"
    return ""


def _of_a_whole_deal(trial: Trial) -> str:
    """Something moves or is void though every trick was entered, with one card of each
    player."""
    if not (trial.raw.is_complete and trial.ruling.effects):
        return ""
    if trial.name in ("claim", "concession"):
        return "no trick was left"
    wrong = trial.name in ("wrong-number", "defective-trick") or (
        trial.name == "misdeal" and trial.facts.get("what") == "number"
    )
    return "every trick has one card of each" if wrong else ""


def _effects(trial: Trial) -> str:
    raw = trial.raw
    facts = trial.facts
    kinds = {effect.kind: effect.amount for effect in trial.ruling.effects}
    is_of_this = facts.get("which") not in ("last", "before")
    is_early = (
        facts.get("when") == "deal" and is_of_this and (raw.calls or raw.declarer)
    )
    if "void" in kinds and is_early:
        return "the bidding had begun"
    if "declarer" in kinds and raw.tricks:
        return "the first lead was made in turn"
    if "doubling" in kinds and raw.calls:
        return "every call was allowed"
    return _result(trial, kinds["result"]) if "result" in kinds and raw.tricks else ""


def _result(trial: Trial, tricks: int) -> str:
    raw = trial.raw
    own = "NS" if raw.declarer in "NS" else "EW"
    won = sum(seat in own for seat in raw.winners)
    lost = len(raw.winners) - won
    return (
        ""
        if won <= tricks <= raw.hand - lost
        else f"{won} won and {lost} lost by the record"
    )


def _calls(trial: Trial) -> str:
    raw = trial.raw
    name = trial.name
    facts = trial.facts
    if not raw.calls or facts.get("which") in ("last", "before"):
        return ""
    seat = facts.get("seat", "")
    last = {caller: call for caller, call in raw.calls}
    on_turn = "" if raw.is_auction_over else "NESW"[len(raw.calls) % 4]
    if name == "lost-turn" and seat != on_turn:
        return f"{seat} has not lost the turn"
    if name == "call-after-the-end" and on_turn:
        return f"{on_turn} is to call"
    is_early = facts.get("28.early") == "yes"  # before the last recorded call
    is_in_turn = seat == on_turn and not is_early
    if name == "call-out-of-turn" and is_in_turn and facts.get("call") != "X":
        return f"{seat} called in turn"
    if name == "changed-call" and seat != on_turn:
        is_there = last.get(seat) in (facts.get("call"), facts.get("second"))
        return "" if is_there else f"{seat} called {last.get(seat)}"
    return ""


def _in_turn(trial: Trial) -> str:
    """Somebody is told what to play who has played to the trick already."""
    trick = trial.raw.tricks[-1] if trial.raw.tricks else []
    if len(trick) == trial.raw.players:
        return ""
    played = {seat for seat, _ in trick}
    how = trial.facts.get("how")
    is_early = trial.name == "premature-play" and how in (
        "before-partner",
        "before-right",
    )
    late = [
        obligation
        for obligation in trial.ruling.obligations
        if is_early and obligation.kind in PLAYING
    ]
    found = [one.seat.value for one in late if one.seat.value in played]
    if trial.name == "face-down-lead" and trial.raw.tricks:
        return "the first lead was faced"
    return f"{found[0]} has played to the trick" if found else ""


def _bound(trial: Trial) -> str:
    """Somebody broke what they were bound to, though nothing bound them: no ruling was
    given, and no Joker had been played of which a game makes something for the next
    lead."""
    raw = trial.raw
    is_by_the_game = raw.slug == "five-crowns" and "Joker" in raw.owners
    if trial.name != "restriction-broken" or is_by_the_game or not raw.tricks:
        return ""
    return f"nothing bound {trial.facts['seat']}"


SHOWN = (
    "exposed-card",
    "fifth-card",
    "is-it-played",
    "play-after-illegal",
    "premature-play",
)
SHOWN += ("defective-trick", "simultaneous-cards")


def _lying(trial: Trial) -> str:
    """A card is to lie face up that was played to a trick, and nobody takes it back."""
    played = {card for trick in trial.raw.tricks for _, card in trick}
    every = (
        str(obligation.card)
        for obligation in trial.ruling.obligations
        if obligation.kind in LYING
    )
    found = [card for card in every if card in played]
    return f"{found[0]} lies in a trick" if found and trial.name in SHOWN else ""
