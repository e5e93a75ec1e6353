"""The first lead, dummy, and cards played or taken back, or not played when due: Laws 41-47, 52."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.core.cards import Card, Play
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.contract import opening_leader
from scorekeeper.games.bridge.laws import table
from scorekeeper.games.bridge.laws.exposed import (
    becomes_penalty_card,
    law_53_lead_out_of_turn,
    lies_by_accident,
)
from scorekeeper.games.bridge.laws.revoke import law_64_established
from scorekeeper.games.bridge.laws.table import PlayRole, left, mate, others, right, side
from scorekeeper.games.case import Case, Question

# ---- Law 41: commencement of play ----

DOWN = Question("41.down", "Law 41A", str, ("mind", "misled", "both"))


def law_41_face_down_lead(case: Case) -> Ruling:
    """Laws 41A, 47E2, 54: a lead that still lies face down."""
    seat, declarer = case.seat(), table.declarer(case)
    leader = opening_leader(declarer)
    if seat is not leader:
        case.step("Law 41A", "down-out-of-turn", leader=leader)
        return case.rule("down-back", leader=leader)
    why = case.ask(DOWN)
    if why == "mind":
        case.step("Law 41A", "down-stays")
        return case.rule("down-stays")
    if why == "both":
        case.step("Law 54", "down-retracted")
        return case.rule("down-back-faced")
    case.step("Law 47E2(a)", "down-misled")
    return case.rule("down-again")


# ---- Laws 42, 43: dummy's rights and limitations ----

DUMMY_DID = Question("42.dummy-did", "Law 42", str)
DUMMY_LOOKED = Question("43.dummy-looked", "Law 43A2", bool)
ILLEGAL = Question("43.illegal", "Law 43B2(b)", str, ("yes", "no", "differ"), words="could")


_DUMMY = ("asked", "prevented", "pointed", "suggested", "asked-defender", "looked")


def law_43_dummy(case: Case) -> Ruling:
    """Laws 42, 43: what dummy may say, and what it costs after looking at another hand."""
    declarer = table.declarer(case)
    dummy = mate(declarer)
    did = case.ask(DUMMY_DID, _DUMMY, dummy=dummy)
    if did in ("suggested", "asked-defender", "looked"):
        return _never_dummys(case, declarer, did)
    has_looked = case.ask(DUMMY_LOOKED, dummy=dummy)
    if did == "asked" and has_looked:
        case.step("Law 43B2(b)", "dummy-asked", declarer=declarer)
        could = case.ask(ILLEGAL, seat=declarer)
        if could == "differ":
            case.step("Law 85", "sides-differ")
            return case.rule("disputed", waits=ILLEGAL.name, side=others(declarer))
        return law_64_established(case, declarer) if could == "yes" else case.rule("none")
    section, step, ruling = _LOOKED[did] if has_looked else _MAY[did]
    case.step(section, step, dummy=dummy, declarer=declarer, side=others(declarer))
    remedies = table.adjusted(case) if ruling == "dummy-late" else ()
    return case.rule(ruling, remedies=remedies, dummy=dummy, side=others(declarer))


_MAY = {
    "asked": ("Law 42B1", "dummy-may-ask", "dummy-may"),
    "prevented": ("Law 42B2", "prevented-may", "dummy-may"),
    "pointed": ("Law 43A1(b)", "dummy-pointed", "dummy-silent"),
}
_LOOKED = {
    "prevented": ("Law 43B2(a)", "prevented-looked", "dummy-hand"),
    "pointed": ("Law 43B3", "dummy-pointed-looked", "dummy-late"),
}
"""What dummy did, by the paragraph, the reason and the ruling; after looking at another hand."""


def _never_dummys(case: Case, declarer: Seat, did: str) -> Ruling:
    """What dummy may not do in any case."""
    dummy = mate(declarer)
    if did == "suggested":
        case.step("Law 45F", "dummy-suggested")
        return case.rule("dummy-suggested", remedies=table.adjusted(case), dummy=dummy)
    if did == "looked":
        case.step("Law 43A2(c)", "dummy-looked", dummy=dummy)
        case.step("Law 43B1", "dummy-loses", dummy=dummy)
        return case.rule("dummy-looked", dummy=dummy)
    case.step("Law 61B2(b)", "dummy-asked-defender", dummy=dummy)
    case.step("Law 16B", "avoid", partner=declarer)
    case.bind("unauthorized", declarer)
    return case.rule("dummy-silent", dummy=dummy)


# ---- Laws 45D, 46: a card of dummy named badly, or taken wrongly ----

SAID = Question("46.said", "Law 46", str)
MEANT = Question("46.meant", "Law 46B", bool)
BOTH_SIDES_NEXT = Question("45.both-sides-next", "Law 45D1", bool)

_NAMED: Mapping[str, str] = {
    "high": "Law 46B1(a)",
    "win": "Law 46B1(b)",
    "low": "Law 46B1(c)",
    "suit": "Law 46B2",
    "rank-led": "Law 46B3(a)",
    "rank": "Law 46B3(b)",
    "absent": "Law 46B4",
    "anything": "Law 46B5",
}
"""How a card of dummy can be named incompletely: the paragraph that says what is played."""


def law_46_card_of_dummy(case: Case) -> Ruling:
    """Laws 45D, 46: what declarer said is played, unless something else was plainly meant."""
    declarer = table.declarer(case)
    said = case.ask(SAID, (*_NAMED, "wrong-card"), declarer=declarer)
    if said == "wrong-card":
        return _wrong_card(case, declarer)
    if case.ask(MEANT, declarer=declarer):
        case.step("Law 46B", "plainly-meant", declarer=declarer)
        return case.rule("as-meant", declarer=declarer)
    case.step("Law 46A", "suit-and-rank", declarer=declarer)
    case.step(_NAMED[said], f"named-{said}", declarer=declarer, side=others(declarer))
    return case.rule(f"named-{said}", declarer=declarer, side=others(declarer))


def _wrong_card(case: Case, declarer: Seat) -> Ruling:
    """Law 45D: dummy has put down a card that was not named."""
    if case.ask(BOTH_SIDES_NEXT):
        case.step("Law 45D2", "wrong-card-late")
        return case.rule("wrong-card-stays", otherwise=("may-be-revoke",))
    case.step("Law 45D1", "wrong-card-back", side=others(declarer))
    return case.rule(
        "wrong-card-back", side=others(declarer), declarer=declarer, right=right(declarer)
    )


# ---- Law 45E: fifth card played to a trick ----

WAS_LED = Question("45.was-led", "Law 45E", bool)


def law_45_fifth_card(case: Case) -> Ruling:
    """Law 45E: a defender's fifth card lies there as a penalty card, unless it was led."""
    seat, card = case.seat(), case.card()
    was_led = case.ask(WAS_LED)
    is_defender = table.role(case, seat) is PlayRole.DEFENDER
    law = "Law 45E1" if is_defender else "Law 45E2"
    if was_led:
        case.step(law, "fifth-led")
        return law_53_lead_out_of_turn(case)
    case.step(law, "fifth-defender" if is_defender else "fifth-declarer")
    if not is_defender:
        return case.rule("no-penalty")
    return case.rule(lies_by_accident(case, seat, card))


# ---- Law 45C: card deemed to be played ----

HELD_HOW = Question("45.held-how", "Law 45C", str)

_HELD: Mapping[PlayRole, Mapping[str, tuple[str, bool]]] = {
    PlayRole.DEFENDER: {
        "seen": ("Law 45C1", True),
        "named": ("Law 45C4(a)", True),
        "hidden": ("Law 45C1", False),
    },
    PlayRole.DECLARER: {
        "table": ("Law 45C2(a)", True),
        "shown": ("Law 45C2(b)", True),
        "named": ("Law 45C4(a)", True),
        "dropped": ("Law 48A", False),
        "hidden": ("Law 45C2", False),
    },
    PlayRole.DUMMY: {
        "touched": ("Law 45C3", True),
        "named": ("Law 45C4(a)", True),
        "arranged": ("Law 45C3", False),
    },
}
"""What was done with a card: the paragraph, and whether the card is played by it."""


def law_45_is_it_played(case: Case) -> Ruling:
    """Law 45C: when a card that has not been put on the table counts as played."""
    seat = case.seat()
    card = case.card()
    ways = _HELD[table.role(case, seat)]
    how = case.ask(HELD_HOW, ways)
    section, is_played = ways[how]
    case.step(section, f"held-{how}")
    if how == "seen" and _has_played_to_it(case, seat, card):
        case.step("Law 45E1", "fifth-defender")
        return case.rule(lies_by_accident(case, seat, card))
    return case.rule("card-played" if is_played else "not-played")


def _has_played_to_it(case: Case, seat: Seat, card: Card) -> bool:
    """Whether by the record this defender has played another card to the trick in progress."""
    own = [play.card for play in table.deal(case).watched.trick if play.seat is seat]
    return bool(own) and card not in own and table.role(case, seat) is PlayRole.DEFENDER


# ---- Laws 45-47: taking a card back ----

WHY = Question("why", "Law 47", str)
CARD_SINCE = Question("47.card-since", "Law 47E2(a)", bool)
OWN_REVOKE = Question("62.own-revoke", "Law 62C2", bool)
UNINTENDED = Question("45.unintended", "Law 45C4(b)", bool)
PLAYED_SINCE = Question("45.played-since", "Law 45C4(b)", bool)

_WHYS = {
    "mind": "Law 47F2",
    "slip": "Law 45C4(b)",
    "misled": "Law 47E1",
    "explained": "Law 47E2(a)",
    "changed": "Law 47D",
    "revoke": "Law 47B",
    "turn": "Law 47B",
    "entry": "Law 47",
}
"""Why somebody wants a card back, and the law of it."""


def law_47_take_back(case: Case) -> Ruling:
    """Laws 45C, 47: a card played stays played, unless a law lets it be changed."""
    seat, card = case.seat(), case.card()
    why = case.ask(WHY, _WHYS)
    if why == "slip":
        return _slip(case, seat, card)
    if why == "explained" and (_plays_since(case, card) or case.ask(CARD_SINCE)):
        case.step("Law 47E2(b)", "explained-late", side=side(seat))
        return case.rule("back-mind", remedies=table.adjusted(case))
    case.step(_WHYS[why], f"back-{why}")
    is_defender = table.role(case, seat) is PlayRole.DEFENDER
    if why == "changed" and is_defender and case.ask(OWN_REVOKE, side=side(seat)):
        case.step("Law 62C2", "withdraw-next", side=side(seat))
        becomes_penalty_card(case, seat, card)
        return case.rule("back-penalty")
    if why in ("misled", "explained", "changed"):
        case.step("Law 16C1", "back-authorized", side=side(seat))
        return case.rule("back-misled", otherwise=("back",))
    otherwise = () if why == "entry" else ("back",)
    return case.rule(f"back-{why}", otherwise=otherwise)


def _slip(case: Case, seat: Seat, card: Card) -> Ruling:
    """Law 45C4(b): only a card that declarer named from dummy can have been a slip."""
    law, declarer = "Law 45C4(b)", table.declarer(case)
    if table.role(case, seat) is not PlayRole.DUMMY:
        case.step(law, "no-slip")
        return case.rule("back-mind")
    if not case.ask(UNINTENDED, declarer=declarer):
        case.step(law, "back-thought")
        return case.rule("back-mind")
    if _has_played_since(case, declarer, card):
        case.step(law, "back-late", declarer=declarer)
        return case.rule("back-mind")
    case.step(law, "back-slip")
    case.step("Law 47D", "back-after-slip", side=others(declarer), next=left(mate(declarer)))
    return case.rule("back-slip")


def _has_played_since(case: Case, declarer: Seat, card: Card) -> bool:
    """Whether declarer has played from either hand since: from the record, else asked."""
    since = _plays_since(case, card)
    if since is None:
        return case.ask(PLAYED_SINCE, declarer=declarer)
    return any(play.seat in side(declarer).seats for play in since)


def _plays_since(case: Case, card: Card) -> Sequence[Play] | None:
    """What was played after this card by the record; None where the card is not in it."""
    plays = table.deal(case).watched.plays
    place = next((n for n, play in enumerate(plays) if play.card == card), None)
    return None if place is None else plays[place + 1 :]


# ---- Law 52: failure to lead or play a penalty card ----

COULD_PLAY = Question("50.could-play", "Law 50D1(b)", bool)
OWED = Question("52.owed", "Law 52B1", str, ("accept", "refuse", "played"), chooser="declarer")


def law_52_penalty_card_not_played(case: Case) -> Ruling:
    """Law 52: declarer may accept the other card; else the penalty card goes in its place."""
    seat, card, declarer = case.seat(), case.card(), table.declarer(case)
    if why := table.need_not_play(case, seat, card):
        return case.nothing(*why)
    is_known = table.penalty_cards(case, seat) and table.before(case, seat, card) is not None
    if not is_known and not case.ask(COULD_PLAY, seat=seat):
        return case.nothing("Law 50D1(b)", "follows-first")
    case.step("Law 52A", "owed")
    said: dict[str, Any] = {"declarer": declarer}
    since = _plays_since(case, card) or ()
    is_late = any(play.seat in side(declarer).seats for play in since)
    choice = "played" if is_late else case.ask(OWED, **said)
    if choice != "refuse":
        section = "Law 52B1(b)" if choice == "played" else "Law 52B1(a)"
        case.step(section, f"owed-{choice}", **said)
        case.step("Law 52B1(c)", "owed-stays")
        return case.rule("owed-accepted")
    case.step("Law 52B2", "owed-both")
    case.bind("penalty-major", seat, card)
    return case.rule("owed-played", otherwise=("owed-next",), **said)
