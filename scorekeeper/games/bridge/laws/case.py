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
    EffectKind,
    Obligation,
    Ruling,
    major,
)
from scorekeeper.core.seats import (
    COMPASS,
    NOBODY,
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

UNSEEN = 0
"""The origin of a deal of which nothing has been recorded; entries count from 1."""


class PlayRole(Enum):
    DECLARER = "declarer"
    DUMMY = "dummy"
    DEFENDER = "defender"


class Case(arbiter.Case[State, None]):
    """An irregularity at a bridge table: what its record and its earlier
    rulings say."""

    def speak_of(self, seat: Seat) -> None:
        """Have each sentence from here on speak of this player, of the partner and the
        players at both sides, and of the player's side and the other one."""
        self.named |= {
            "seat": seat,
            "partner": mate(seat),
            "left": left(seat),
            "right": right(seat),
            "side": side(seat),
            "to": others(seat),
        }

    @property
    def is_duplicate(self) -> bool:
        """Whether other tables play the same deals, so that a score can be adjusted."""
        return self.state.settings.scoring is Scoring.DUPLICATE

    @property
    def whole_pack(self) -> Pack:
        return pack_of(self.state.settings)

    @property
    def pack_cite(self) -> Cite:
        """Where a game with a pack of its own says which cards it has."""
        if isinstance(self.state.settings, CrownsSettings):
            return printed(VARIATIONS, "Five Crowns Bridge, equipment", "pack")
        return printed(JOKER_RULES, "§3", "pack")

    @property
    def tariff(self) -> Tariff:
        """The figures of the game; what the arbiter reads of them is the same
        for all."""
        return tariff_of(self.state.settings, False)

    def bound(self, seat: Seat, *kinds: Duty) -> list[Obligation]:
        ranks = self.honours()
        return [
            replace(obligation, honours=ranks)
            for obligation in self.earlier.bound
            if obligation.kind in kinds and obligation.seat is seat
        ]

    def must_pass(self, seat: Seat) -> bool:
        return bool(self.bound(seat, *TO_PASS))

    def penalty_cards(self, seat: Seat, *suits: Suit | None) -> list[Card]:
        """The penalty cards (of these suits) that lie before this player by
        earlier rulings."""
        cards = [lying.card for lying in self.bound(seat, *LYING) if lying.card]
        return [card for card in cards if not suits or self.suit(card) in suits]

    def major_cards(self, seat: Seat) -> list[Card]:
        """Those of them that are major. Law 50B."""
        lying = major(self.bound(seat, *LYING))
        return [obligation.card for obligation in lying if obligation.card]

    def minor_card(self, seat: Seat) -> tuple[Card, Obligation] | None:
        """The one minor penalty card of this player, and what it binds to; None where
        several lie there, or a major one. Law 50B."""
        lying = [lies for lies in self.bound(seat, *LYING) if lies.card]
        if len(lying) != 1 or major(lying) or lying[0].card is None:
            return None
        return lying[0].card, lying[0]

    def picks_up(self, seat: Seat, cards: Iterable[Card]) -> None:
        gone = set(cards)
        self.ended += [
            obligation
            for obligation in self.bound(seat, *LYING)
            if obligation.card in gone
        ]

    def calls(self) -> Auction | None:
        """What was recorded call by call in this deal, the last pass too; None where
        nothing was."""
        now = self.state.deal
        return now.auction if now is not None and now.calls else None

    def auction(self) -> Auction | None:
        return self.calls() if self.state.round.contract is None else None

    def deal(self) -> Deal:
        """The deal it is about: that of the recorded card, else the one in progress.

        Where none has come to its play, the table says whether it speaks of the last
        one or of one that is being played unrecorded.
        """
        state = self.state
        recorded = _of_the_card(state, self.facts)
        if recorded is not None:
            return recorded
        now = state.deal
        last = state.last_done
        unseen = now or Deal(state.dealer, UNSEEN)
        if last is None or (now is not None and now.contract is not None):
            return unseen
        contract = last.contract or message("bridge.passed-out")
        ways = (Which.LAST, Which.NOW) if now is None else (Which.NOW, Which.BEFORE)
        which = self.ask(Fact.WHICH.value, "Law 9", ways, contract=contract)
        return unseen if which == Which.NOW else last

    def is_in_log(self) -> bool:
        """Whether an effect on the result can find its deal: the one in progress, the
        last one, or one of which nothing has been recorded yet."""
        ruled_on = self.deal()
        state = self.state
        is_kept = ruled_on is state.deal or ruled_on is state.last_done
        return is_kept or ruled_on.id == UNSEEN

    def declarer(self) -> Seat:
        who = self.deal().declarer or self.ask("declarer", "Law 22", COMPASS)
        self.named |= {"declarer": who, "dummy": mate(who)}
        return who

    def role(self, seat: Seat) -> PlayRole:
        who = self.declarer()
        if seat is who:
            return PlayRole.DECLARER
        return PlayRole.DUMMY if seat is mate(who) else PlayRole.DEFENDER

    def is_defender(self, seat: Seat) -> bool:
        return self.role(seat) is PlayRole.DEFENDER

    def is_dummy(self, seat: Seat) -> bool:
        now = self.state.deal
        return bool(now and now.declarer and seat is mate(now.declarer))

    def rules(self) -> PlayRules | None:
        return play_rules_of(self.deal(), self.state.settings)

    def trick_rules(self) -> TrickRules | None:
        """How its tricks are played, where its contract is known.

        In a game without Jokers the contract matters only for trumps, which no law
        asks about.
        """
        played = self.deal()
        settings = self.state.settings
        if played.contract is not None:
            denomination = played.contract.denomination
        elif self.whole_pack.jokers:
            return None
        else:
            denomination = Denomination.NO_TRUMP
        return trick_rules_of(settings, denomination, jokers_of(played, settings))

    def led(self, trick: Trick) -> Suit | None:
        playing = self.trick_rules()
        return playing.led(trick) if playing is not None else None

    def suit(self, card: Card) -> Suit | None:
        """The suit a card belongs to in this deal; None for a Joker that has none, or
        none yet."""
        playing = self.trick_rules()
        if playing is not None:
            return None if card in playing.to_name else playing.suit_of(card)
        jokers = jokers_of(self.deal(), self.state.settings)
        return card.suit or (jokers.suit(card) if jokers else None)

    def honours(self) -> tuple[str, ...]:
        """The ranks of honours as Law 50B means them. Inferred: a Joker ranks above the
        ten, so it is one; but in Five Crowns it is a two."""
        ranks = self.whole_pack.honours
        is_low = not self.is_from_old_release and isinstance(
            self.state.settings, CrownsSettings
        )
        return ranks if is_low else (*ranks, JOKER)

    def is_honour(self, card: Card) -> bool:
        return (JOKER if card.is_joker else card.rank) in self.honours()

    def placed(self, seat: Seat, card: Card) -> Placed | None:
        for place in self.deal().watched.placed:
            if place.play.card == card:
                return place if place.play.seat is seat else None
        return None

    def is_in_play(self) -> bool:
        now = self.state.deal
        return bool(now and now.watched.entries)

    def need_not_play(self, seat: Seat, card: Card) -> Reason | None:
        """Why by the record no penalty card had to be played instead of this card: the
        law and the reason; None where one had to, or nobody recorded it."""
        own_suit = self.suit(card)
        lying = self.penalty_cards(seat)
        if self._is_owed_before(seat, card, lying):
            return "Law 50D1(b)", "follows-first"
        minor = self.minor_card(seat)
        if minor is not None:
            lies, obligation = minor
            if obligation.leaves_free(card, own_suit is self.suit(lies)):
                return "Law 50C", "minor-waits"
        if self._alone_followed(seat, card, lying):
            return "Law 50D1(b)", "follows-first"
        return None

    # Law 50D1(b): to lead or play as a ruling asks comes before the penalty card
    def _is_owed_before(self, seat: Seat, card: Card, lying: list[Card]) -> bool:
        own_suit = self.suit(card)
        restricted = self.bound(seat, *LEADING, *PLAYING)
        asking = (Duty.MUST_LEAD, Duty.MUST_PLAY_SUIT)
        asked = [obligation for obligation in restricted if obligation.kind in asking]
        if any(obligation.asks_for(card, own_suit) for obligation in asked):
            return True

        def is_forbidden(suit: Suit | None) -> bool:
            return any(obligation.forbids(suit) for obligation in restricted)

        is_kept_from = all(is_forbidden(self.suit(lies)) for lies in lying)
        return bool(lying) and is_kept_from and not is_forbidden(own_suit)

    # and so does following suit, if no penalty card is of it
    def _alone_followed(self, seat: Seat, card: Card, lying: list[Card]) -> bool:
        playing = self.trick_rules()
        place = self.placed(seat, card)
        if playing is None or place is None or not place.upto:
            return False
        # a deuce, or a Joker at no trump, may be played instead of following
        is_wild = any(lies in playing.wild for lies in lying)
        if is_wild or not lying or card in lying:
            return False
        own_suit = self.suit(card)
        is_other = all(self.suit(lies) is not own_suit for lies in lying)
        return is_other and own_suit is playing.led(place.upto)

    def adjusted(self, by: str = "adjusted") -> str:
        """The remedy where the laws of duplicate let a director adjust the score."""
        return by if self.is_duplicate else "likely"

    def judge_exception(self, name: str, cite: str, words: str, doubt: str) -> bool:
        """Whether an exception holds, as the arbiter or both sides say. Where the sides
        differ it is not established, by the law `doubt`."""
        answer = self.judge_whether(name, cite, words)
        if answer is None:
            self.step(doubt, "doubt-exception")
        return bool(answer)

    def void(self) -> tuple[Effect, ...]:
        when = self.said(Fact.WHEN)
        if self.state.deal is None and when == Noticed.DEAL:
            return ()  # nothing of the deal that is being dealt has been recorded
        is_there = self.auction() is not None and when != Noticed.AFTER
        if not is_there:
            is_there = self.is_in_log() and self.deal().id != UNSEEN
        return (Effect(EffectKind.VOID, NOBODY, 0),) if is_there else ()

    # Any, as in `Said`
    def scored(
        self,
        verdict: str,
        effect: Effect,
        /,
        *reasons: Reason,
        otherwise: str = "",
        **said: Any,
    ) -> Ruling:
        """A ruling with an effect on the result; where that can't find its deal, what
        to do by hand."""
        if self.is_in_log():
            return self.rule(
                verdict, *reasons, otherwise=otherwise, effects=(effect,), **said
            )
        return self.rule(verdict, *reasons, otherwise=(otherwise, "by-hand"), **said)


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
    for name, kind in _SPOKEN_OF.items():
        value = read(kind, fact_in(facts, name))
        if value is not None:
            case.named[name.value] = value
    seat = case.named.get("seat")
    if isinstance(seat, Seat):
        case.speak_of(seat)
    return case


def record_of(state: State, facts: Facts) -> DealRecord:
    """What was recorded of the deal that the facts are about, as `deal` finds it: of
    the one in progress while the table has yet to say which."""
    deal = _deal_in_question(state, facts)
    if deal is None:
        return DealRecord(COMPASS, SIDES)
    auction = deal.auction
    is_bidding = bool(deal.calls) and deal.contract is None and not deal.is_over
    return DealRecord(
        ring=COMPASS,
        parties=SIDES,
        rules=play_rules_of(deal, state.settings),
        watched=deal.watched,
        calls=tuple((auction.caller(n), call) for n, call in enumerate(deal.calls)),
        turn=auction.turn if is_bidding else None,
        is_bid=deal.contract is not None,
        declarers=(deal.declarer, mate(deal.declarer)) if deal.declarer else (),
        held=tuple((shown.holder, shown.card) for shown in deal.shown if shown.card),
        face_down=_holders_known(deal, pack_of(state.settings)),
        id=deal.id,
    )


def _deal_in_question(state: State, facts: Facts) -> Deal | None:
    recorded = _of_the_card(state, facts)
    if recorded is not None:
        return recorded
    now = state.deal
    is_played = now is not None and now.contract is not None
    is_last = fact_in(facts, Fact.WHICH) in (Which.LAST, Which.BEFORE)
    return state.last_done if is_last and not is_played else now


def _holders_known(deal: Deal, pack: Pack) -> tuple[Seat, ...]:
    if deal.holders:
        return deal.holders
    shown = tuple(shown.holder for shown in deal.shown)
    return shown if len(shown) == pack.hidden else ()


def _of_the_card(state: State, facts: Facts) -> Deal | None:
    card = read(Card, fact_in(facts, Fact.CARD))
    if card is None:
        return None
    told = (fact_in(facts, Fact.TRICK), fact_in(facts, Fact.SEAT))
    for deal in (state.deal, state.last_done):
        place = trick_of(deal.watched, card) if deal is not None else None
        if place is not None:
            number, play = place
            if told == (str(number), play.seat.value):
                return deal
    return None


# the player at somebody's left, or right, who is three to the left; somebody's partner;
# somebody's side
left = partial(left_of, ring=COMPASS)
right = partial(left_of, ring=COMPASS, steps=3)
mate = partial(partner, ring=COMPASS)
side = partial(party_of, parties=SIDES)


def others(seat: Seat) -> Party:
    return next(party for party in SIDES if seat not in party.seats)


def all_but(seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in COMPASS if other is not seat)
