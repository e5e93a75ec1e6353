"""What each fact of an irregularity at bridge says of the deal, so that it can be
held against the record: the fields of the forms, and the questions of the laws by
their names.

A question that is missing here can't be asked: see `scorekeeper.games.arbiter.record`.
"""

from collections.abc import Mapping

from scorekeeper.core.cards import Play
from scorekeeper.core.facts import Besides, Fact, Noticed, Reply, Sealed
from scorekeeper.core.rulings import LEADING, LYING, PLAYING, Earlier
from scorekeeper.core.seats import Seat, party_of
from scorekeeper.games.arbiter.arbiter import Assertions
from scorekeeper.games.arbiter.record import (
    A_BID,
    AFTER_THE_END,
    CALLED,
    CLAIMED,
    DETERMINED,
    DID_NOT_FOLLOW,
    HAS_CALLED,
    HELD_THEN,
    LEADS_NOW,
    LED,
    LEFT,
    LOST_TURN,
    NOTHING,
    OF_TRICK,
    PARTNER_CALLED,
    PLAYED,
    SHOWN,
    STILL_HELD,
    TURN_TO_CALL,
    WRONG_HAND,
    Assertion,
    Denied,
    Told,
    proved_by,
    read_card,
    read_seat,
    was_ruled,
)
from scorekeeper.games.bridge.laws.answers import (
    OF_PLAY,
    BoundBy,
    Defect,
    DoubleNoticed,
    Early,
    Look,
    Together,
    WhyBack,
    WonBy,
    WonSince,
)
from scorekeeper.games.bridge.laws.case import others

# ---- what only bridge can be told ----


# Laws 64B2, 64B7: another revoke, of this player or of the other side
def _besides(told: Told) -> Denied | None:
    record = told.record
    seat = told.seat
    if (
        told.value not in (Besides.AGAIN, Besides.BOTH)
        or seat is None
        or not record.is_played_out
    ):
        return None
    if told.value == Besides.BOTH:
        seats = others(seat).seats
        before = 0
    else:
        place = record.placed(read_card(told.beside(Fact.CARD)))
        seats = (seat,)
        before = place.number if place else 0
    is_there = any(proved_by(record, player, before) for player in seats)
    if is_there or was_ruled(told, seats):
        return None
    return told.denied("no-other-revoke", "how", player=seats[0], partner=seats[-1])


def _own_revoke(told: Told) -> Denied | None:
    declares = told.record.declarers[:1]
    if told.value != Reply.YES or not declares or not told.record.is_played_out:
        return None
    is_there = proved_by(told.record, declares[0]) or was_ruled(told, declares)
    return None if is_there else told.denied("no-revoke", "how", player=declares[0])


def _noticed(told: Told) -> Denied | None:
    record = told.record
    if told.value == Noticed.DEAL and (record.calls or record.is_bid):
        return told.denied("bidding-begun", "when")
    if told.value in (Noticed.DEAL, Noticed.AUCTION) and record.watched.entries:
        return told.denied("play-begun", "when", record.watched.entries[0])
    return None


def _lies_face_down(told: Told) -> Denied | None:
    first = next(told.record.watched.placed, None)
    if first is None:
        return None
    said = {"card": first.play.card, "holder": first.play.seat, "trick": 1}
    return told.denied("led", "who", first.entry, **said)


def _impossible_double(told: Told) -> Denied | None:
    record = told.record
    is_over = bool(record.calls) and record.turn is None
    return told.denied("calls-allowed", "call") if is_over else None


def _could_double(told: Told) -> Denied | None:
    return _impossible_double(told) if told.value == Reply.NO else None


def _defective(told: Told) -> Denied | None:
    return WRONG_HAND.denial(told) if told.value in (Defect.NONE, Defect.MANY) else None


def _taken_back(told: Told) -> Denied | None:
    declarers = told.record.declarers
    place = told.record.placed(told.card)
    is_dummys = place is not None and place.play.seat in declarers
    if is_dummys and declarers and told.seat is declarers[0]:
        return None
    return PLAYED.denial(told)


def _wanted_back(told: Told) -> Denied | None:
    place = told.record.placed(read_card(told.beside(Fact.CARD)))
    if place is None:
        return None
    if told.value not in (WhyBack.TURN, WhyBack.MISLED):
        return None
    said = {"card": place.play.card, "trick": place.number}
    return told.denied("in-turn", "how", place.entry, **said)


# Laws 65, 66: until when a card may be looked at
def _inspected(told: Told) -> Denied | None:
    record = told.record
    seat = told.seat
    if seat is None or told.value not in (Look.OWN, Look.CURRENT, Look.POINTED):
        return None
    own = record.plays_of(seat)
    shown = len(record.watched.tricks)
    if told.value == Look.OWN:
        shown = own[-1].number if own else 0
    sides = party_of(seat, record.parties).seats
    later = [
        place
        for place in record.watched.placed
        if place.play.seat in sides and place.number > shown
    ]
    if not shown or not later:
        return None
    said = {
        "player": later[0].play.seat,
        "card": later[0].play.card,
        "trick": later[0].number,
    }
    return told.denied("played-on", "how", later[0].entry, **said)


def _declares(told: Told) -> Denied | None:
    record = told.record
    if record.calls and not record.is_bid and record.turn is None:
        return told.denied("passed-out", "how")
    return AFTER_THE_END.denial(told)


def _reviewed(told: Told) -> Denied | None:
    return AFTER_THE_END.denial(told) if told.value in OF_PLAY else None


def _noticed_double(told: Told) -> Denied | None:
    turn_ = told.record.turn if told.record.calls else None
    is_on = turn_ is not None and told.value == DoubleNoticed.LED
    return told.denied("auction-on", "when", turn=turn_) if is_on else None


# Law 57: somebody whose turn was earlier has played already
def _too_early(told: Told) -> Denied | None:
    own = party_of(told.seat, told.record.parties).seats if told.seat else ()
    late: dict[str, tuple[Seat, ...]] = {
        Early.BEFORE_PARTNER: own,
        Early.NEXT_TRICK: tuple(seat for seat in own if seat is not told.seat),
        Early.BEFORE_RIGHT: tuple(seat for seat in own if seat is told.seat),
    }
    has_played = late.get(told.value, ())
    trick = told.record.watched.trick
    played = next((play for play in trick if play.seat in has_played), None)
    if played is None:
        return None
    place = told.record.placed(played.card)
    number = len(told.record.watched.tricks) + 1
    said = {"card": played.card, "holder": played.seat, "trick": number}
    code = "played" if place and place.upto else "led"
    return told.denied(code, "how", place.entry if place else None, **said)


def _out_of_his_turn(told: Told) -> Denied | None:
    is_own = told.record.plays_now is not None and told.record.plays_now is told.seat
    is_so = told.value == Together.PLAYERS and is_own
    return told.denied("turn-to-play", "who", turn=told.seat) if is_so else None


# Law 64A: who won the trick of a revoke, or a later one
def _won(told: Told) -> Denied | None:
    record = told.record
    seat = told.seat
    if seat is None or not record.is_played_out:
        return None
    own = party_of(seat, record.parties).seats
    partner = tuple(mate for mate in own if mate is not seat)
    won_by: dict[str, tuple[Seat, ...]] = {
        WonBy.SELF: (seat,),
        WonBy.PARTNER: partner,
        WonSince.YES: own,
        Reply.YES: own,
    }
    of = won_by.get(told.value, ())
    is_none = bool(of) and not record.watched.won_by(of)
    return told.denied("won-none", "how", player=of[0]) if is_none else None


def _tricks_in_all(told: Told) -> Denied | None:
    record = told.record
    if record.rules is None or not record.declarers or not told.value.isdecimal():
        return None
    won = record.watched.won_by(record.declarers)
    most = won + record.rules.tricks - len(record.watched.tricks)
    if won <= int(told.value) <= most:
        return None
    said = {"player": record.declarers[0], "won": won, "n": len(record.watched.tricks)}
    return told.denied("tricks-won", "count", **said)


def _face_down_card(told: Told) -> Denied | None:
    seat = read_seat(told)
    holders = told.record.face_down
    is_one = seat is None or not holders or seat in holders
    return None if is_one else told.denied("no-face-down", "who", player=seat)


def _unopened(told: Told) -> Denied | None:
    if told.beside(Fact.WHAT) != Sealed.HIDDEN:
        return None
    shown = next(
        (card for who, card in told.record.held if who is read_seat(told)), None
    )
    if shown is not None:
        return told.denied("was-shown", "who", player=read_seat(told), card=shown)
    return _face_down_card(told)


def _not_bound(told: Told) -> Denied | None:
    """Denied where the play is on record, and neither a ruling nor the game bound this
    player when the card was played."""
    seat = told.seat
    if seat is None or not told.record.watched.entries:
        return None
    kinds = LYING if told.value == BoundBy.PENALTY_CARD else (*LEADING, *PLAYING)
    every = Earlier.parse(told.beside(Fact.BOUND)).bound
    if any(
        obligation.seat is seat and obligation.kind in kinds for obligation in every
    ):
        return None
    if told.value == BoundBy.RESTRICTION and _game_forbids(told):
        return None
    return told.denied("not-bound", "before")


def _game_forbids(told: Told) -> bool:
    """Whether by the rules of the game this card could not be led by a player who held
    another one; so at Five Crowns after a Joker at no trump. A card that nobody has
    recorded is the next lead."""
    record = told.record
    card = read_card(told.beside(Fact.CARD))
    place = record.placed(card)
    is_lead = not (place.upto if place is not None else record.watched.trick)
    if record.rules is None or card is None or told.seat is None or not is_lead:
        return False
    before = place.before if place is not None else record.watched.tricks
    plain = Play(told.seat, card)
    others = record.rules.pack - {card}
    ways = (place.play,) if place is not None else record.rules.ways(before, (), plain)
    # by some other card held, in whatever way this one is put down
    return any(
        all(
            record.rules.why_not(before, (), play, frozenset({card, other}))
            for play in ways
        )
        for other in others
    )


BOUND = Assertion(
    "an earlier ruling, or the game, bound this player to something", _not_bound
)
BESIDES = Assertion(
    "this player, or the other side, has revoked before in the deal", _besides, False
)
OWN_REVOKE = Assertion("declarer has revoked", _own_revoke)
NOTICED = Assertion("it was noticed so far into the deal", _noticed)
LIES_FACE_DOWN = Assertion(
    "this player's first lead still lies face down", _lies_face_down
)
IMPOSSIBLE_DOUBLE = Assertion(
    "this player has made a double that could not be", _impossible_double
)
MAY_DOUBLE = Assertion("this player's double could be made", _could_double)
DEFECTIVE = Assertion(
    "this player put no card to a trick, or several", _defective, False
)
TAKEN_BACK = Assertion(
    "this player, or declarer from dummy, played this card", _taken_back
)
WANTED_BACK = Assertion(
    "why this card, or how it fell, is wanted back", _wanted_back, False
)
INSPECTED = Assertion(
    "this side has not played on since the card in question", _inspected, False
)
DECLARES = Assertion("this player declares the deal", _declares, False)
REVIEWED = Assertion("this is asked for at this stage of the deal", _reviewed, False)
NOTICED_DOUBLE = Assertion("the double was noticed then", _noticed_double, False)
TOO_EARLY = Assertion(
    "this player played before somebody whose turn was earlier", _too_early
)
NOT_THEIR_TURN = Assertion(
    "this player's card fell at another's turn", _out_of_his_turn, False
)
WON = Assertion("this player, or side, won the trick or a later one", _won)
TRICKS_IN_ALL = Assertion(
    "declarer's side has won so many tricks of the deal", _tricks_in_all
)
FACE_DOWN = Assertion("this player holds a face-down card", _face_down_card)
UNOPENED = Assertion("this player has a face-down card that was not shown", _unopened)

# ---- the forms ----

_SEAT: Assertions = {"seat": NOTHING}
_OWN_CARD: Assertions = {"seat": NOTHING, "card": PLAYED}
_SHOWN_CARD: Assertions = {"seat": NOTHING, "card": SHOWN}

FIELDS: Mapping[str, Assertions] = {
    "revoke": {**_OWN_CARD, "besides": BESIDES, "held": HELD_THEN, "trick": OF_TRICK},
    "exposed-card": _SHOWN_CARD,
    "take-back": {"seat": NOTHING, "card": TAKEN_BACK},
    "premature-play": _SHOWN_CARD,
    "dummy-card": {},
    "penalty-card-not-played": _OWN_CARD,
    "two-penalty-cards": _SEAT,
    "restriction-broken": _OWN_CARD,
    "simultaneous-cards": _SEAT,
    "play-after-illegal": _SEAT,
    "fifth-card": {"seat": NOTHING, "card": STILL_HELD},
    "defective-trick": _SEAT,
    "dummy-acted": {},
    "is-it-played": _SHOWN_CARD,
    "inspection": _SEAT,
    "trick-remark": _SEAT,
    "lead-out-of-turn": {"seat": NOTHING, "card": LED},
    "face-down-lead": {"seat": LIES_FACE_DOWN},
    "lead-restriction": _SEAT,
    "insufficient-bid": _SEAT,
    "call-out-of-turn": _SEAT,
    "changed-call": _SEAT,
    "misinformation": _SEAT,
    "unauthorized-information": _SEAT,
    "inadmissible-double": _SEAT,
    "deception": _SEAT,
    "seen-elsewhere": _SEAT,
    "untold-agreement": _SEAT,
    "bid-above-top": _SEAT,
    "simultaneous-calls": _SEAT,
    "lost-turn": {"seat": LOST_TURN},
    "call-of-the-barred": _SEAT,
    "call-after-the-end": {"seat": AFTER_THE_END},
    "review": _SEAT,
    "claim": {"seat": CLAIMED},
    "concession": {"seat": CLAIMED},
    "tricks-won": {},
    "revoke-damage": {"seat": DID_NOT_FOLLOW},
    "wrong-number": {},
    "misdeal": {},
    "wrong-board": _SEAT,
    "joker-suit": {},
    "hidden-card-seen": {"seat": FACE_DOWN},
    "seal-not-opened": {},
}
"""What the fields of each irregularity's form say."""

# ---- the questions ----

_NOT_IN_THE_LOG = (
    "seat which call second 1.pack 6.just-dealt 13.other-seen "
    "13.surplus-played 13.wrong-called 14.found 15.wrong 15.played-before 16.sign 16.remedy "
    "21.stage 24.phase 24.shown 24.third 25.slip 25.accept 26.forbidden 27.accept 27.correction "
    "27.second-low 28.early 29.accept 30.artificial 31.right 32.right 37.over 37.throughout "
    "38.over 39.over 40.agreed 40.told 41.down 42.dummy-did 43.dummy-looked 44.led 44.leader "
    "45.was-led 45.held-how 45.both-sides-next 45.played-since 46.said "
    "47.told-to 47.card-since 50.shown-how 50.more 50.third 50.lead 50.lead-why 50.could-play "
    "51.lead 51.suit 51.one-suit 52.owed 53.lead 53.lead-of-two 54.hand-shown 54.opening "
    "54.opening-lead 54.dummy-seen 55.declarer-lead 57.both 57.play 57.suit 57.legal 58.late "
    "58.visible 60.after 61.could 61.able 62.own-revoke 62.same-trick 62.defender "
    "62.twelfth 63.established 63.claim-stands 64.first-established 66.mixed 66.kept "
    "67.both-played 67.has-suit 67.extra-seen 68.tricks 68.claim 68.settle 68.before "
    "68.conceded 68.objects 73.misled 75.which-wrong how what joker suit by first"
)
"""What no log holds, or what a law asks only where the record does not hold it."""

_FOR_THE_DIRECTOR = (
    "12.result 13.normal 16.happened 16.acted 21.damaged 26.like-first 27.comparable "
    "27.like-double 30.comparable 31.comparable 32.comparable 45.unintended 46.meant 64.without "
    "69.likely 69.likely-least 70.certain 70.certain-least 70.trump-unaware 70.trump-loses 71.lost "
    "71.lost-most 73.reason 73.could-know"
)
"""What the director determines: without one both sides are asked alike. Of what they
answer differently "-least" is the smaller number and "-most" the larger one."""

QUESTIONS: Assertions = {
    **dict.fromkeys(_NOT_IN_THE_LOG.split(), NOTHING),
    **dict.fromkeys(_FOR_THE_DIRECTOR.split(), DETERMINED),
    "70.trump-stated": NOTHING,
    "card": SHOWN,
    "other": STILL_HELD,
    "when": NOTICED,
    "how": TOO_EARLY,
    "last": A_BID,
    "13.cause": WRONG_HAND,
    "13.many": WRONG_HAND,
    "14.few": WRONG_HAND,
    "15.partner-called": PARTNER_CALLED,
    "19.may-double": MAY_DOUBLE,
    "19.may-redouble": MAY_DOUBLE,
    "24.card-2": STILL_HELD,
    "24.card-3": STILL_HELD,
    "50.card-2": STILL_HELD,
    "50.card-3": STILL_HELD,
    "25.partner-called": PARTNER_CALLED,
    "28.turn": TURN_TO_CALL,
    "30.called": HAS_CALLED,
    "33.turn": TURN_TO_CALL,
    "43.illegal": OWN_REVOKE,
    "50.partner-leads": LEADS_NOW,
    "51.turn": LEADS_NOW,
    "53.partner-card": SHOWN,
    "53.premature": STILL_HELD,
    "58.together": NOT_THEIR_TURN,
    "declarer": DECLARES,
    "20.review": REVIEWED,
    "why": WANTED_BACK,
    "36.noticed": NOTICED_DOUBLE,
    "66.inspect": INSPECTED,
    "61.duty": BOUND,
    "62.withdrawn": PLAYED,
    "64.won": WON,
    "64.later": WON,
    "64.since": WON,
    "67.kind": DEFECTIVE,
    "68.left": LEFT,
    "79.count": TRICKS_IN_ALL,
}
"""What the questions of the laws say, by their names."""


_OWN_MEANING: Mapping[str, Assertions] = {
    "lead-restriction": {"card": STILL_HELD},
    "play-after-illegal": {"card": STILL_HELD},
    "defective-trick": {"card": STILL_HELD},
    "simultaneous-cards": {"card": STILL_HELD},
    "changed-call": {"call": CALLED},
    "inadmissible-double": {"call": IMPOSSIBLE_DOUBLE},
    "seal-not-opened": {"seat": UNOPENED},
}
"""What the answers to questions say that several laws ask under one name."""


def asked_by(name: str) -> Assertions:
    return {**QUESTIONS, **_OWN_MEANING.get(name, {})}
