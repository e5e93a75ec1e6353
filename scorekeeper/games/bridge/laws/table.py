"""What the laws ask of a bridge table: of its record, of its earlier rulings, of those
who play."""

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum
from functools import partial
from typing import Any

from scorekeeper.core.cards import JOKER, Card, Suit, Trick
from scorekeeper.core.citations import Cite, printed
from scorekeeper.core.facts import Fact, Facts, Noticed, Which, fact_in
from scorekeeper.core.messages import message
from scorekeeper.core.play import Placed, PlayRules, trick_of
from scorekeeper.core.rulings import (
    LEADING,
    LYING,
    PLAYING,
    TO_PASS,
    Duty,
    Effect,
    Obligation,
    Ruling,
    major,
)
from scorekeeper.core.seats import (
    COMPASS,
    SIDES,
    Party,
    Seat,
    left_of,
    partner,
    party_of,
)
from scorekeeper.games.arbiter import case as arbiter
from scorekeeper.games.arbiter.case import Reason
from scorekeeper.games.arbiter.record import DealRecord
from scorekeeper.games.bridge.contract import Auction, Call, Denomination, Tariff
from scorekeeper.games.bridge.laws.book import cite_of
from scorekeeper.games.bridge.play import Pack, TrickRules, pack_of, trick_rules_of
from scorekeeper.games.bridge.rules import JOKER as JOKER_RULES
from scorekeeper.games.bridge.rules import VARIATIONS, CrownsSettings, Scoring
from scorekeeper.games.bridge.state import (
    Deal,
    State,
    jokers_of,
    play_rules_of,
)
from scorekeeper.games.bridge.tariffs import tariff_of
from scorekeeper.games.fields import read

Case = arbiter.Case[State, None]
"""An irregularity at a bridge table."""
LATER = "later"
"""The answer of a table that can't know yet, such as what the offender calls in
turn."""

UNSEEN = 0
"""The origin of a deal of which nothing has been recorded; entries count from 1."""


class PlayRole(Enum):
    """What a player is in the play of a deal."""

    DECLARER = "declarer"
    DUMMY = "dummy"
    DEFENDER = "defender"


def speak_of(case: Case, seat: Seat) -> None:
    """Have each sentence from here on speak of this player, of the partner and the
    players at both sides, and of the player's side and the other one."""
    case.named |= {
        "seat": seat,
        "partner": mate(seat),
        "left": left(seat),
        "right": right(seat),
    }
    case.named |= {"side": side(seat), "to": others(seat)}


_SPOKEN_OF = {Fact.CARD: Card, Fact.CALL: Call, Fact.SEAT: Seat}


def case_of(state: State, facts: Facts) -> Case:
    """How the arbiter of bridge words and cites: "Law 27B1(a)" is a law of this table.

    Each sentence may speak of the player, the card and the call in question; of
    declarer and dummy once they are known.
    """
    case = Case(
        state,
        facts,
        code=lambda kind, code: f"bridge.{kind}.{code}",
        ring=COMPASS,
        pack=pack_of(state.settings).cards,
        first="Law 9",
        table=None,
        record=record_of(state, facts),
        cited=lambda cite: (
            cite if isinstance(cite, Cite) else cite_of(state.settings, cite)
        ),
    )
    found = {
        name: read(kind, fact_in(facts, name)) for name, kind in _SPOKEN_OF.items()
    }
    case.named |= {name.value: one for name, one in found.items() if one is not None}
    seat = case.named.get("seat")
    if isinstance(seat, Seat):
        speak_of(case, seat)
    return case


def record_of(state: State, facts: Facts) -> DealRecord:
    """What was recorded of the deal that the facts are about, as `deal` finds it: of
    the one in progress while the table has yet to say which."""
    now = state.deal
    last = state.last_done
    is_last = fact_in(facts, Fact.WHICH) in (Which.LAST, Which.BEFORE) and not (
        now and now.contract
    )
    found = _of_the_card(state, facts) or (last if is_last else now)
    if found is None:
        return DealRecord(COMPASS, SIDES)
    settings = state.settings
    auction = found.auction
    shown = tuple((one.holder, one.card) for one in found.shown if one.card is not None)
    all_shown = len(found.shown) == pack_of(settings).hidden
    holders = found.holders or (
        tuple(one.holder for one in found.shown) if all_shown else ()
    )
    return DealRecord(
        COMPASS,
        SIDES,
        play_rules_of(found, settings),
        found.watched,
        calls=tuple((auction.caller(n), call) for n, call in enumerate(found.calls)),
        turn=auction.turn
        if found.calls and found.contract is None and not found.is_over
        else None,
        is_bid=found.contract is not None,
        declarers=(found.declarer, mate(found.declarer)) if found.declarer else (),
        held=shown,
        face_down=holders,
        id=found.id,
    )


def _of_the_card(state: State, facts: Facts) -> Deal | None:
    """The deal in progress or the last one, where the card in question was recorded in
    it."""
    card = read(Card, fact_in(facts, Fact.CARD))
    said = fact_in(facts, Fact.SEAT), fact_in(facts, Fact.TRICK)
    for one in (state.deal, state.last_done):
        place = (
            trick_of(one.watched, card)
            if one is not None and card is not None
            else None
        )
        if one is not None and place and (place[1].seat.value, str(place[0])) == said:
            return one
    return None


def is_duplicate(case: Case) -> bool:
    """Whether other tables play the same deals, so that a score can be adjusted."""
    return case.state.settings.scoring is Scoring.DUPLICATE


def pack(case: Case) -> Pack:
    """The pack that is played with."""
    return pack_of(case.state.settings)


def pack_cite(case: Case) -> Cite:
    """Where a game with a pack of its own says which cards it has."""
    if isinstance(case.state.settings, CrownsSettings):
        return printed(VARIATIONS, "Five Crowns Bridge, equipment", "pack")
    return printed(JOKER_RULES, "§3", "pack")


def tariff(case: Case) -> Tariff:
    """The figures of the game; what the arbiter reads of them is the same for all."""
    return tariff_of(case.state.settings, False)


def bound(case: Case, seat: Seat, *kinds: Duty) -> list[Obligation]:
    """What earlier rulings still bind this player to, of these kinds."""
    every = (
        replace(obligation, honours=honours(case)) for obligation in case.earlier.bound
    )
    return [
        obligation
        for obligation in every
        if obligation.kind in kinds and obligation.seat is seat
    ]


def must_pass(case: Case, seat: Seat) -> bool:
    """Whether an earlier ruling has this player pass."""
    return bool(bound(case, seat, *TO_PASS))


def penalty_cards(case: Case, seat: Seat, *suits: Suit | None) -> list[Card]:
    """The penalty cards (of these suits) that lie before this player by earlier
    rulings."""
    every = [
        obligation.card for obligation in bound(case, seat, *LYING) if obligation.card
    ]
    return [card for card in every if not suits or suit(case, card) in suits]


def major_cards(case: Case, seat: Seat) -> list[Card]:
    """Those of them that are major. Law 50B."""
    return [
        obligation.card
        for obligation in major(bound(case, seat, *LYING))
        if obligation.card
    ]


def minor_card(case: Case, seat: Seat) -> list[tuple[Card, Obligation]]:
    """The one minor penalty card of this player, and what it binds to; none where
    several lie there, or a major one. Law 50B."""
    every = [obligation for obligation in bound(case, seat, *LYING) if obligation.card]
    is_minor = len(every) == 1 and not major(every)
    return [
        (obligation.card, obligation)
        for obligation in every
        if obligation.card and is_minor
    ]


def picks_up(case: Case, seat: Seat, cards: Iterable[Card]) -> None:
    """These cards of the player are penalty cards no longer."""
    gone = set(cards)
    case.ended += [
        obligation
        for obligation in bound(case, seat, *LYING)
        if obligation.card in gone
    ]


def calls(case: Case) -> Auction | None:
    """What was recorded call by call in this deal, the last pass too."""
    now = case.state.deal
    return now.auction if now and now.calls else None


def auction(case: Case) -> Auction | None:
    """The auction in progress, where it was recorded call by call."""
    found = calls(case)
    now = case.state.deal
    return found if found and now and now.contract is None else None


def deal(case: Case) -> Deal:
    """The deal it is about: that of the recorded card, else the one in progress.

    Where none has come to its play, the table says whether it speaks of the last one or
    of one that is being played unrecorded.
    """
    state: State = case.state
    now = state.deal
    last = state.last_done
    unseen = now or Deal(state.dealer, UNSEEN)
    if (found := _of_the_card(state, case.facts)) is not None:
        return found
    if last is None or (now is not None and now.contract is not None):
        return unseen
    contract = last.contract or message("bridge.passed-out")
    ways = (Which.NOW, Which.BEFORE) if now is not None else (Which.LAST, Which.NOW)
    which = case.ask(Fact.WHICH.value, "Law 9", ways, contract=contract)
    return unseen if which == Which.NOW else last


def is_in_log(case: Case) -> bool:
    """Whether an effect on the result can find its deal: the one in progress, the last
    one, or one of which nothing has been recorded yet."""
    one = deal(case)
    state = case.state
    return one.id == UNSEEN or one is state.deal or one is state.last_done


def declarer(case: Case) -> Seat:
    """Who plays the deal."""
    who = deal(case).declarer or case.ask("declarer", "Law 22", COMPASS)
    case.named |= {"declarer": who, "dummy": mate(who)}
    return who


def role(case: Case, seat: Seat) -> PlayRole:
    """What this player is in the play of the deal."""
    who = declarer(case)
    if seat is who:
        return PlayRole.DECLARER
    return PlayRole.DUMMY if seat is mate(who) else PlayRole.DEFENDER


def is_defender(case: Case, seat: Seat) -> bool:
    """Whether this player defends."""
    return role(case, seat) is PlayRole.DEFENDER


def is_dummy(case: Case, seat: Seat) -> bool:
    """Whether the deal in progress has this player as its dummy, where that was
    recorded."""
    now = case.state.deal
    return bool(now and now.declarer and seat is mate(now.declarer))


def rules(case: Case) -> PlayRules | None:
    """What the tricks of the deal are played under, where its contract is known."""
    return play_rules_of(deal(case), case.state.settings)


def trick_rules(case: Case) -> TrickRules | None:
    """How its tricks are played, where its contract is known.

    In a game without Jokers the contract matters only for trumps, which no law asks
    about.
    """
    one = deal(case)
    settings = case.state.settings
    jokers = jokers_of(one, settings)
    if one.contract is not None:
        return trick_rules_of(settings, one.contract.denomination, jokers)
    return (
        None
        if pack(case).jokers
        else trick_rules_of(settings, Denomination.NO_TRUMP, jokers)
    )


def led(case: Case, trick: Trick) -> Suit | None:
    """The suit led to a trick of the deal; None where it is empty, or its contract
    unknown."""
    found = trick_rules(case)
    return found.led(trick) if found is not None else None


def suit(case: Case, card: Card) -> Suit | None:
    """The suit a card belongs to in this deal; None for a Joker that has none, or none
    yet."""
    found = trick_rules(case)
    if found is not None:
        return None if card in found.to_name else found.suit_of(card)
    jokers = jokers_of(deal(case), case.state.settings)
    return card.suit or (jokers.suit(card) if jokers else None)


def honours(case: Case) -> tuple[str, ...]:
    """The ranks of honours as Law 50B means them. Inferred: a Joker ranks above the
    ten, so it is one; but in Five Crowns it is a two."""
    ranks = pack(case).honours
    is_low = not case.is_as_told and isinstance(case.state.settings, CrownsSettings)
    return ranks if is_low else (*ranks, JOKER)


def is_honour(case: Case, card: Card) -> bool:
    """Whether a card has the rank of an honour."""
    return (JOKER if card.is_joker else card.rank) in honours(case)


def placed(case: Case, seat: Seat, card: Card) -> Placed | None:
    """Where this player played the card; None where that was not recorded so."""
    found = next(
        (place for place in deal(case).watched.placed if place.play.card == card), None
    )
    return found if found is not None and found.play.seat is seat else None


def is_in_play(case: Case) -> bool:
    """Whether by the record the first lead of the deal in progress was faced."""
    now = case.state.deal
    return bool(now and now.watched.entries)


def need_not_play(case: Case, seat: Seat, card: Card) -> tuple[str, str] | None:
    """Why by the record no penalty card had to be played instead of this card: the law
    and the reason; None where one had to, or nobody recorded it."""
    of = suit(case, card)
    lying = penalty_cards(case, seat)
    restricted = bound(case, seat, *LEADING, *PLAYING)
    asked = [
        obligation
        for obligation in restricted
        if obligation.kind in (Duty.MUST_LEAD, Duty.MUST_PLAY_SUIT)
    ]

    def is_forbidden(suit: Suit | None) -> bool:
        return any(obligation.forbids(suit) for obligation in restricted)

    is_kept_from = lying and all(is_forbidden(suit(case, one)) for one in lying)
    if any(obligation.asks_for(card, of) for obligation in asked) or (
        is_kept_from and not is_forbidden(of)
    ):
        return "Law 50D1(b)", "follows-first"
    if any(
        one.leaves_free(card, of is suit(case, lies))
        for lies, one in minor_card(case, seat)
    ):
        return "Law 50C", "minor-waits"
    is_other = card not in lying and all(suit(case, one) is not of for one in lying)
    found = trick_rules(case)
    at = placed(case, seat, card)
    if found is not None and any(one in found.wild for one in lying):
        return (
            None  # a deuce, or a Joker at no trump, may be played instead of following
        )
    if lying and is_other and at and at.upto and found and of is found.led(at.upto):
        return "Law 50D1(b)", "follows-first"
    return None


def adjusted(case: Case, by: str = "adjusted") -> str:
    """The remedy where the laws of duplicate adjust a score over the table's head."""
    return by if is_duplicate(case) else "likely"


def is_established(case: Case, name: str, cite: str, words: str, doubt: str) -> bool:
    """Whether an exception holds, as the arbiter or both sides say. Where the sides
    differ it is not established, by the law `doubt`."""
    found = case.judge_whether(name, cite, words)
    if found is None:
        case.step(doubt, "doubt-exception")
    return bool(found)


def void(case: Case) -> tuple[Effect, ...]:
    """The deal is thrown in, where anything of it has been recorded."""
    if case.state.deal is None and case.said(Fact.WHEN) == Noticed.DEAL:
        return ()  # nothing of the deal that is being dealt has been recorded
    is_now = auction(case) is not None and case.said(Fact.WHEN) != Noticed.AFTER
    is_there = is_now or (is_in_log(case) and deal(case).id != UNSEEN)
    return (Effect("void", "", 0),) if is_there else ()


def scored(
    case: Case,
    verdict: str,
    effect: Effect,
    /,
    *reasons: Reason,
    otherwise: str = "",
    **said: Any,
) -> Ruling:
    """A ruling with an effect on the result; where that can't find its deal, what to do
    by hand."""
    if is_in_log(case):
        return case.rule(
            verdict, *reasons, otherwise=otherwise, effects=(effect,), **said
        )
    return case.rule(verdict, *reasons, otherwise=(otherwise, "by-hand"), **said)


# the player at somebody's left, or right; somebody's partner; somebody's side
left = partial(left_of, ring=COMPASS)
right = partial(left_of, ring=COMPASS, steps=3)
mate = partial(partner, ring=COMPASS)
side = partial(party_of, parties=SIDES)


def others(seat: Seat) -> Party:
    """The side that opposes this player."""
    return next(party for party in SIDES if seat not in party.seats)
