"""Disputes that only Jokers and face-down cards raise, and things that were sealed.

Rule: Joker Bridge §3, §4.4, §5, §7; Five Crowns Bridge, rank and play.
House: readings §7: nothing recorded, a Joker is of the suit of its colour that is not trumps; who
looks early, or opens nothing, gets no bonus and still pays the penalty.
"""

from dataclasses import replace

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rulings import Effect, Ruling, Step
from scorekeeper.core.seats import Seat
from scorekeeper.games.arbitration import Facts, Settled
from scorekeeper.games.bridge.arbitration.case import (
    Case,
    Options,
    options,
    others,
    rule,
    side,
)
from scorekeeper.games.bridge.deals import Deal, State, jokers_of
from scorekeeper.games.bridge.facts import HiddenShown, JokersDeclared
from scorekeeper.games.bridge.lines import hidden_lines
from scorekeeper.games.bridge.manner import CROWNS_JOKER, Manner
from scorekeeper.games.bridge.play import Jokers, joker_suits, wildcard_suits
from scorekeeper.games.bridge.questions import cite
from scorekeeper.games.bridge.settings import (
    DisputedSuit,
    HiddenSeen,
    JokerSettings,
    SealUnopened,
    Settings,
    SuitMode,
)
from scorekeeper.games.bridge.sources import JOKER, inferred, printed

_ARBITER = printed(JOKER, "§2, §3, §7", "arbiter-joker")
_NOT_TRUMPS = inferred("§7", "arbiter-joker")
_HIDDEN = inferred("§7", "arbiter-hidden")
_SEALED = inferred("§7", "arbiter-sealed")

# ---- a Joker's suit ----


@rule
def joker_suit(case: Case) -> Ruling:
    """The arbiter reads what was declared; where there is nothing, a Joker is not a trump."""
    return _suit_of(case, case.deal(), _joker(case))


def _joker(case: Case) -> Card:
    jokers = case.pack.jokers
    if len(jokers) == 1:
        return jokers[0]
    offered: Options = tuple((str(one), message("bridge.answer.is", what=one)) for one in jokers)
    return Card.parse(case.answer("joker", message("bridge.ask.joker"), offered, _ARBITER))


def _suit_of(case: Case, deal: Deal, joker: Card) -> Ruling:
    jokers = jokers_of(deal, case.settings)
    if jokers is None:
        return _in_five_crowns(case, deal, joker)
    suit = jokers.suit(joker)
    if suit is not None:
        return _recorded(case, deal, joker, suit)
    if any(one.card == joker for one in deal.shown):
        lay = Step(
            message("bridge.step.lay-face-down", joker=joker), printed(JOKER, "§3", "hidden")
        )
        return Ruling(message("bridge.ruling.face-down", joker=joker), (lay,))
    if deal.contract is None:
        return _not_yet(case, jokers, joker)
    return _unrecorded(case, jokers, joker, deal.contract.denomination.suit)


def _not_yet(case: Case, jokers: Jokers, joker: Card) -> Ruling:
    """Before trumps are known nothing can be said of a Joker without a suit."""
    if jokers.mode is SuitMode.WILDCARD:
        what, rule_of = "bridge.step.no-suit-yet", cite(case.settings, "wildcard_until")
    else:
        what, rule_of = "bridge.step.still-sealed", _ARBITER
    return Ruling(
        message("bridge.ruling.no-suit-yet", joker=joker),
        (Step(message(what, joker=joker), rule_of),),
    )


def _recorded(case: Case, deal: Deal, joker: Card, suit: Suit) -> Ruling:
    """The declaration, the agreement or the Joker itself says it."""
    declared = dict(deal.declared.suits) if deal.declared else {}
    if joker.suit is not None:
        code, rule_of = "own", printed(JOKER, "§3", "pack")
    elif joker in dict(deal.wildcards):
        code, rule_of = "named", cite(case.settings, "wildcard_until")
    elif joker in declared and _was_sealed(deal, case.settings):
        code, rule_of = "sealed", _ARBITER
    elif joker in declared:
        code, rule_of = "declared", printed(JOKER, "§3, §4.1", "suits")
    else:
        code, rule_of = "agreed", _agreed_by(case, joker)
    return Ruling(
        message("bridge.ruling.joker-suit", joker=joker, suit=suit),
        (
            Step(message("bridge.step.arbiter-reads"), _ARBITER),
            Step(message(f"bridge.step.suit-{code}", joker=joker, suit=suit), rule_of),
        ),
        (message("bridge.otherwise.misrecorded"),),
    )


def _was_sealed(deal: Deal, settings: Settings) -> bool:
    jokers = jokers_of(deal, settings)
    return jokers is not None and jokers.mode is SuitMode.SEALED


def _agreed_by(case: Case, joker: Card) -> Cite:
    names = {"Joker": "x1_suit", "RedJoker": "red_suit", "BlackJoker": "black_suit"}
    return cite(case.settings, names[str(joker)])


def _unrecorded(case: Case, jokers: Jokers, joker: Card, trumps: Suit | None) -> Ruling:
    """House: of its colour, not trumps; of two such suits the side that was not told chooses."""
    is_wild = jokers.mode is SuitMode.WILDCARD
    closed = sum(jokers.suit(one) is None for one in case.pack.jokers)
    if jokers.mode is SuitMode.SEALED and closed > 1:
        case.seat()  # whose seal stays closed, where there may be two of them
    may_be = wildcard_suits(joker, case.settings) if is_wild else joker_suits(joker)
    rule_of, is_any = _disputed(case.settings)
    open_to = tuple(suit for suit in may_be if is_any or suit is not trumps)
    code = "bridge.step.any-suit" if is_any else "bridge.step.not-trumps"
    steps = [
        Step(message("bridge.step.nothing-recorded", joker=joker), _ARBITER),
        Step(message(code, joker=joker, suits=listed(open_to)), rule_of),
    ]
    suit = open_to[0]
    if len(open_to) > 1:
        holder = case.seat()
        offered = tuple((one.value, message("bridge.answer.is", what=one)) for one in open_to)
        asked = message("bridge.ask.joker-suit", side=others(holder), joker=joker)
        suit = Suit(case.answer("suit", asked, offered, rule_of))
        steps.append(Step(message("bridge.step.others-choose", side=others(holder)), rule_of))
    return Ruling(
        message("bridge.ruling.joker-suit", joker=joker, suit=suit),
        tuple(steps),
        (message("bridge.otherwise.declared"),),
    )


def _disputed(settings: Settings) -> tuple[Cite, bool]:
    """The rule of a suit that nobody recorded, and whether it may be trumps as well."""
    if not isinstance(settings, JokerSettings):
        return _NOT_TRUMPS, False
    return cite(settings, "disputed_suit"), settings.disputed_suit is DisputedSuit.OTHERS


def _in_five_crowns(case: Case, deal: Deal, joker: Card) -> Ruling:
    """Rule: Five Crowns: the two of trumps; at no trump none, or the one named as it is played."""
    manner = case.manner()
    if manner is None:
        what = message("bridge.step.crowns-joker", joker=joker)
        return Ruling(
            message("bridge.ruling.no-suit-yet", joker=joker), (Step(what, CROWNS_JOKER),)
        )
    if manner.trumps is not None:
        return Ruling(
            message("bridge.ruling.joker-two", joker=joker, suit=manner.trumps),
            (Step(message("bridge.step.two-of-trumps", joker=joker), manner.cites.rank),),
        )
    named = _named_in_play(deal, joker)
    if named is not None:
        what = message("bridge.step.suit-named", joker=joker, suit=named)
        return Ruling(
            message("bridge.ruling.joker-suit", joker=joker, suit=named),
            (Step(what, manner.cites.naming),),
        )
    return _without_suit(manner, joker)


def _without_suit(manner: Manner, joker: Card) -> Ruling:
    code = "no-suit" if manner.shunned == joker else "name-it"
    return Ruling(
        message(f"bridge.ruling.{code}", joker=joker),
        (Step(message(f"bridge.step.{code}", joker=joker), manner.cites.naming),),
    )


def _named_in_play(deal: Deal, joker: Card) -> Suit | None:
    return next((play.as_suit for play in deal.watched.plays if play.card == joker), None)


# ---- face-down cards ----

BY: Options = (
    ("own", message("bridge.answer.by.own")),
    ("other", message("bridge.answer.by.other")),
)
"""Whose doing it was: the answers to the field `by`."""


@rule
def hidden_card_seen(case: Case) -> Ruling:
    """House: the owner's side gets no bonus for the card, and still pays its penalty."""
    if not case.pack.hidden:
        what = message("bridge.step.none-hidden")
        return Ruling(message("bridge.ruling.none"), (Step(what, printed(JOKER, "§3", "pack")),))
    holder = case.seat()
    by = case.answer("by", message("bridge.ask.by", seat=holder), BY, _HIDDEN)
    rule_of = printed(JOKER, "§3, §4.1", "hidden")
    unseen = Step(message("bridge.step.lies-unseen"), rule_of)
    if _as_ever(case.settings):
        what = message("bridge.step.seen-counts")
        as_ever = Step(what, cite(case.settings, "hidden_seen"))
        return Ruling(message("bridge.ruling.card-counts", seat=holder), (unseen, as_ever))
    if by == "other":
        what = message("bridge.step.not-their-fault", side=side(holder))
        return Ruling(
            message("bridge.ruling.card-counts", seat=holder), (unseen, Step(what, _HIDDEN))
        )
    shown = next((one for one in case.deal().shown if one.holder is holder), None)
    return _no_bonus(case, holder, unseen, shown, "bridge.step.no-bonus")


def _as_ever(settings: Settings) -> bool:
    """Whether this table lets a card count that was seen early."""
    return isinstance(settings, JokerSettings) and settings.hidden_seen is HiddenSeen.COUNTS


def _no_bonus(
    case: Case, holder: Seat, first: Step, shown: HiddenShown | None, code: str
) -> Ruling:
    """What the card scores, if that is known, and what falls away of it."""
    party = side(holder)
    steps = (first, Step(message(code, side=party), _HIDDEN))
    points = _points(case, case.deal(), shown) if shown is not None else None
    if points is None:
        return Ruling(
            message("bridge.ruling.no-bonus", side=party),
            steps,
            (message("bridge.otherwise.once-scored"),),
        )
    if points <= 0:
        what = message("bridge.step.penalty-stays", side=party, points=-points)
        return Ruling(
            message("bridge.ruling.penalty-stays", side=party), (*steps, Step(what, _HIDDEN))
        )
    what = message("bridge.step.bonus-off", side=party, points=points)
    return Ruling(
        message("bridge.ruling.bonus-off", side=party, points=points),
        (*steps, Step(what, _HIDDEN)),
        effects=(Effect("points", party.id, -points),),
    )


def _points(case: Case, deal: Deal, shown: HiddenShown) -> int | None:
    """What this face-down card scores in the deal; None before it has a result."""
    if not deal.is_over:
        return None
    lines = hidden_lines(replace(deal, shown=(shown,)), case.settings)
    return int(lines[0].points) if lines else None


# ---- sealed things ----

THINGS: Options = tuple(
    (one, message(f"bridge.answer.thing.{one}")) for one in ("joker", "hidden", "hand")
)
"""What was sealed: the answers to the field `what`."""


@rule
def seal_not_opened(case: Case) -> Ruling:
    """House: what is not opened gains its owner nothing, and costs what it would have cost."""
    things = options(*((one, _if_there(case, one, said)) for one, said in THINGS))
    what = case.answer("what", message("bridge.ask.sealed"), things, _SEALED)
    if what == "joker":
        return _suit_of(case, case.deal(), _joker(case))
    seat = case.seat()
    if what == "hand":
        step = Step(message("bridge.step.hand-sealed", side=side(seat)), _SEALED)
        return Ruling(message("bridge.ruling.hand-sealed", side=side(seat)), (step,))
    top = HiddenShown(seat, Card("A", Suit.SPADES))
    first = Step(message("bridge.step.must-open", seat=seat), _SEALED)
    if _costs_nothing(case.settings):
        free = Step(message("bridge.step.unopened-nothing"), cite(case.settings, "seal_unopened"))
        return Ruling(message("bridge.ruling.unopened-nothing", seat=seat), (first, free))
    ruling = _no_bonus(case, seat, first, top, "bridge.step.no-bonus-sealed")
    points = _points(case, case.deal(), top)
    if points is None or points >= 0:
        return replace(
            ruling, verdict=message("bridge.ruling.no-bonus", side=side(seat)), effects=()
        )
    dear = message("bridge.step.dearest", points=-points)
    return Ruling(
        message("bridge.ruling.sealed-penalty", side=side(seat), points=-points),
        (*ruling.steps, Step(dear, _SEALED)),
        effects=(Effect("points", side(seat).id, points),),
    )


def _costs_nothing(settings: Settings) -> bool:
    """Whether at this table a card that stays unopened scores nothing."""
    return isinstance(settings, JokerSettings) and settings.seal_unopened is SealUnopened.NOTHING


def settled(state: State, facts: Facts) -> Settled | None:
    """What an accepted ruling on a Joker's suit, or on a seal that stayed closed, settles."""
    if facts.get("what") == "hand":
        return "seal.hand", ()
    if facts.get("what") == "hidden":
        return None
    ruling = (seal_not_opened if "what" in facts else joker_suit)(state, facts)
    if not isinstance(ruling, Ruling) or ruling.verdict.code != "bridge.ruling.joker-suit":
        return None
    said = dict(ruling.verdict.params)
    joker, suit = said["joker"], said["suit"]
    deal = state.last_deal
    known = jokers_of(deal, state.settings) if deal else None
    if known is None or known.mode is not SuitMode.SEALED:
        return None
    assert isinstance(joker, Card) and isinstance(suit, Suit)  # noqa: S101 - the verdict's
    holds = () if known.suit(joker) is not None else (JokersDeclared(suits=((joker, suit),)),)
    return "bridge.seal.joker-suit", holds


def _if_there(case: Case, thing: str, said: Message) -> Message | None:
    """Only what this game can have sealed."""
    is_joker = thing == "joker" and jokers_of(case.deal(), case.settings) is not None
    is_hidden = thing == "hidden" and bool(case.pack.hidden)
    return said if thing == "hand" or is_joker or is_hidden else None
