"""Claims and concessions, and how many tricks were won: Laws 66D, 68-71, 79. Doubtful
points go against the claimer."""

from dataclasses import replace
from itertools import product

from scorekeeper.core.cards import Card
from scorekeeper.core.facts import Fact, InDoubt, QuestionName
from scorekeeper.core.messages import listed
from scorekeeper.core.rulings import Duty, Effect, Ruling
from scorekeeper.core.seats import SIDES, Seat
from scorekeeper.games.arbiter.case import Said
from scorekeeper.games.bridge.laws.case import Case, PlayRole, mate, others, side
from scorekeeper.games.bridge.state import RESULT


def _tricks_left(case: Case) -> int:
    rules = case.rules()
    watched = case.deal().watched
    is_asked = not case.is_from_old_release or bool(case.said(Fact.LEFT))
    if rules is not None and watched.entries and not is_asked:
        return rules.tricks - len(watched.tricks)
    return case.ask("68.left", "Law 68", range(1, case.tariff.tricks + 1))


def _shared(
    case: Case, seat: Seat, tricks: int, left: int, otherwise: str = ""
) -> Ruling:
    own = side(case.declarer())
    watched = case.deal().watched
    played = case.tariff.tricks - left
    if watched.entries and len(watched.tricks) == played:
        before = watched.won_by(own.seats)
    else:
        before = case.ask(
            "68.before", "Law 68", range(played + 1), side=own, played=played
        )
    result = before + (tricks if own is side(seat) else left - tricks)
    effect = Effect(RESULT, own.id, result)
    said = {"tricks": tricks, "left": left, "result": result}
    return case.scored("claim", effect, otherwise=otherwise, **said)


def law_68_claim(case: Case) -> Ruling:
    """Laws 68-70: agreed, it counts; disputed, it is played on or ruled against
    the claimer."""
    seat = case.seat()
    left = _tricks_left(case)
    tricks = case.ask("68.tricks", "Law 68A", range(left + 1), left=left)
    role = case.role(seat)
    if role is PlayRole.DUMMY:
        return _by_dummy(case, seat, "Law 68A")
    ways = ["yes", "no", "back"]
    if role is PlayRole.DEFENDER and tricks < left:  # which concedes the others
        ways.append("objected")
    said = {"side": others(seat), "by": side(seat), "tricks": tricks, "left": left}
    answer = case.ask("68.claim", "Law 68D", ways, "", "side", **said)
    if answer == "objected":
        return _objected(case, seat)
    if answer == "yes":
        case.step("Law 69A", "agreed", **said)
        return _shared(case, seat, tricks, left, "agreement")
    if answer == "back":
        return _taken_back(case, seat, tricks, left, said)
    if case.ask("68.settle", "Law 68D2", ("rule", "play-all"), **said) == "rule":
        return law_70_contested(case, seat, tricks, left)
    played_on = ("Law 68D2(b)", "play-on")
    return case.rule("play-on", played_on, otherwise="not-all-four")


def _taken_back(case: Case, seat: Seat, tricks: int, left: int, said: Said) -> Ruling:
    back = _determined(case, "69.likely", "Law 69B", tricks, **said)
    reasons = ("Law 69B1", "agreed-won"), ("Law 69B2", "agreed-back")
    case.steps(*reasons, **said, n=back)
    return _shared(case, seat, tricks - back, left)


def _by_dummy(case: Case, dummy: Seat, law: str) -> Ruling:
    case.bind(Duty.UNAUTHORIZED, mate(dummy))
    reasons = (law, "not-dummys"), ("Law 43A1(c)", "avoid")
    return case.rule("no-claim", *reasons, dummy=dummy)


def _objected(case: Case, seat: Seat) -> Ruling:
    case.bind(Duty.UNAUTHORIZED, mate(seat))
    reasons = ("Law 68B2", "objects"), ("Law 16C", "conceded-told")
    return case.rule("no-concession", *reasons, otherwise="no-objection")


# the cards that are still held, Jokers first, then suit by suit from the highest down
def _out(case: Case, left: int) -> list[Card]:
    rules = case.rules()
    watched = case.deal().watched
    if rules is None or not watched.entries:
        return []
    if len(watched.tricks) != rules.tricks - left:
        return []
    pack = case.whole_pack
    out = rules.pack - watched.cards
    places = product(reversed(pack.suits), reversed(pack.ranks))
    in_order = [Card(rank, suit) for suit, rank in places]
    jokers = sorted(out.difference(in_order), key=str)
    return [*jokers, *(card for card in in_order if card in out)]


def law_68_remark_on_trick(case: Case) -> Ruling:
    """Law 68: what is said of the trick in progress alone is no claim; play goes on."""
    seat = case.seat()
    case.step("Law 68", "this-trick")
    role = case.role(seat)
    if role is not PlayRole.DECLARER:  # dummy knows no more by what declarer says
        case.step("Law 16B", "avoid")
        case.bind(Duty.UNAUTHORIZED, mate(seat))
    if role is PlayRole.DEFENDER:
        case.step("Law 57A", "shown-early")
    return case.rule("no-claim")


def law_70_contested(case: Case, seat: Seat, tricks: int, left: int) -> Ruling:
    """Law 70: what is beyond doubt is the claimer's; any doubtful trick is not."""
    out = _out(case, left)
    case.steps(("Law 70B", "repeat"), ("Law 70A", "doubt"), side=others(seat))
    if out:
        case.step("Law 70B3", "cards-out", cards=listed(out))
    is_trump_forgotten = (
        tricks > 0 and _may_be_trumps_out(case, out) and _loses_to_a_trump(case, seat)
    )
    case.step("Law 70D1", "no-new-line")
    if case.is_defender(seat):
        case.step("Law 70D2", "partner-plays")
    case.step("Law 70E1", "no-finesse")
    said: Said = {"side": others(seat), "by": side(seat), "claimed": tricks}
    # each side says what it holds, the claimer the whole claim
    certain = _determined(case, "70.certain", "Law 70A", tricks, **said)
    if is_trump_forgotten and certain == tricks:
        case.step("Law 70A", "trump-takes-none")
    elif is_trump_forgotten:
        case.step("Law 70C", "trump-takes")
    case.step("Law 70A", "taken-in", **said, n=tricks - certain)
    return _shared(case, seat, certain, left, "statement")


def _may_be_trumps_out(case: Case, out: list[Card]) -> bool:
    contract = case.deal().contract
    if contract is not None and contract.denomination.suit is None:
        return False
    trick_rules = case.trick_rules()
    if not out or trick_rules is None:
        return True
    return any(trick_rules.suit_of(card) is trick_rules.trumps for card in out)


def _determined(
    case: Case,
    name: str,
    cite: str,
    most: int,
    in_doubt: InDoubt = InDoubt.LEAST,
    **said: object,
) -> int:
    """How many tricks, as the arbiter determines, or as both sides say alike; where
    these differ it is the smaller number, or of tricks given up the larger one, since
    what is in doubt is nobody's who asks for it."""
    options = case.offered("tricks", range(most + 1))
    answer = case.judge(name, cite, options, **said)
    if answer is not None:
        return int(answer)
    is_conceded = in_doubt is InDoubt.MOST
    case.step(cite, "doubt-conceded" if is_conceded else "doubt-differ")
    chosen = replace(QuestionName.parse(name), in_doubt=in_doubt)
    return int(case.pick(str(chosen), cite, options, in_doubt))


def _loses_to_a_trump(case: Case, seat: Seat) -> bool:
    """Law 70C: whether a trick goes to a trump that is out: claimer said nothing of it,
    was likely unaware of it, and loses a trick to it by some normal play."""
    if case.assertions is None and not case.said(Fact.TRUMP_STATED):
        case.step("Law 70C", "trump-out")  # a ruling of a release that did not ask
        return False
    stated = case.ask("70.trump-stated", "Law 70C1", ("yes", "no", "none"), seat=seat)
    if stated == "none":
        return False
    if stated == "yes":
        case.step("Law 70C1", "trump-stated", seat=seat)
        return False
    if not _judge_if_so_or_doubtful(
        case, "70.trump-unaware", "Law 70C2", "trump-unaware"
    ):
        case.step("Law 70C2", "trump-known", seat=seat)
        return False
    if not _judge_if_so_or_doubtful(case, "70.trump-loses", "Law 70C3", "trump-loses"):
        case.step("Law 70C3", "trump-harmless")
        return False
    return True


def _judge_if_so_or_doubtful(case: Case, name: str, cite: str, words: str) -> bool:
    """Laws 70A, 70C: whether it is so; a point on which the sides differ is doubtful,
    and resolved against the claimer."""
    answer = case.judge_whether(name, cite, words, seat=case.seat())
    if answer is None:
        case.step("Law 70A", "doubt-trump")
    return answer is not False


def law_71_concession(case: Case) -> Ruling:
    """Laws 68B, 71: a trick given up that could not be lost is not lost. Where the
    sides differ the concession stands for those of which it is not established that
    they could not."""
    seat = case.seat()
    left = _tricks_left(case)
    tricks = case.ask("68.conceded", "Law 68B", range(left + 1), left=left)
    if case.role(seat) is PlayRole.DUMMY:
        return _by_dummy(case, seat, "Law 68B1")
    is_defender = case.is_defender(seat)
    if is_defender and case.yes("68.objects", "Law 68B2", "", "partner"):
        return _objected(case, seat)
    lost = _determined(case, "71.lost", "Law 71", tricks, InDoubt.MOST, tricks=tricks)
    kept = tricks - lost
    if kept > 0:
        case.steps(("Law 71A", "won-already"), ("Law 71B", "not-lost"), n=kept)
    else:
        case.step("Law 71", "conceded", n=kept)
    return _shared(case, seat, left - lost, left, "concession")


# ---- Laws 66D, 79: tricks won ----


def law_79_tricks_won(case: Case) -> Ruling:
    """Laws 66D, 79: the sides count differently; the record decides, or the cards
    in order."""
    rules = case.rules()
    watched = case.deal().watched
    own = case.named["side"] = side(case.declarer())
    if rules is not None and watched.is_over(rules):
        tricks = watched.won_by(own.seats)
        case.step("Law 79A1", "counted-from-record", tricks=tricks)
    else:
        cards = case.ask(
            "66.mixed", "Law 66D", ("in-order", "one", "both", "claimed"), "mixed"
        )
        if cards == "claimed":
            return case.rule("by-claim", ("Law 79B1", "claim-first"))
        if cards == "both":
            reasons = ("Law 66D", "cards-gone"), ("Law 85", "sides-differ")
            return case.rule("count-open", *reasons, waits="66.mixed")
        if cards == "one":
            kept = case.ask("66.kept", "Law 66D", SIDES)
            case.step("Law 66D", "only-one-mixed", side=kept)
        else:
            case.step("Law 65D", "cards-in-order")
        tricks = case.ask("79.count", "Law 79A1", range(case.tariff.tricks + 1))
    effect = Effect(RESULT, own.id, tricks)
    never = ("Law 79A2", "never-take")
    return case.scored("counted", effect, never, tricks=tricks)
