"""The rulings of a session: what became of each, how it comes into the score, and its reasons.

The log keeps the facts and the verdict of a ruling; its reasons are worked out again from them, in
the state they were heard in. An accepted ruling comes into the score as ordinary facts (`applied`),
so that the score needs no sums of its own; what is recorded settles every ruling that is due with
it. A result that is corrected later is the one of the table, without its rulings: those that add to
it or take from it are due again.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter, itemgetter
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.core import notes
from scorekeeper.core.cards import Card
from scorekeeper.core.evening import Adjusted, ThrownIn, Voided
from scorekeeper.core.history import Replay
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rulings import DealProgress, Effect, Obligation, OpenQuestion, Ruling
from scorekeeper.core.seats import Party, People, Seat, named, named_message
from scorekeeper.core.session import Command, Entry, Folded, Recorded, Stamp
from scorekeeper.core.sheet import Row
from scorekeeper.games.arbiter_settings import SidesDiffer
from scorekeeper.games.arbitration import Facts, Irregularity
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.fields import CardField, read
from scorekeeper.tables import deals
from scorekeeper.tables.agreement import consenting
from scorekeeper.tables.deals import numbers, ruled_on, ruled_row, ruling_in, state_of
from scorekeeper.tables.session import Session, once, replay_of, said_by, seated_at
from scorekeeper.tables.sheet import EVERY, Clock, clock

ADDING = ("tricks", "doubling")
"""The effects that change whatever result the table enters: after a correction they are due again.
All others say the result themselves."""

BESIDE = ("declarer",)  # The effects whose fact stands before the result and not in its place
SHARED_EFFECTS = ("tricks", "points", "void")
"""The effects whose words all games share; a game's own are "<family>.effect.<kind>"."""
LATELY = 3  # The rulings of how many deals are looked through for what they leave to be done

# ---- where it stands ----


def effect_state(session: Session, entry: Recorded) -> str:
    """What of a ruling is in the score: "none" to enter, "due", "applied" or "dropped"."""
    event = ruling_in(entry)
    if not event.effects:
        return "none"
    done = deals.applications(session).get(entry.seq)
    if done is not None and _is_in_force(session, event, done):
        return "applied"
    is_settled = state_of(session, entry) == "settled"
    return "dropped" if is_settled or deals.is_struck(session, entry) else "due"


def _is_in_force(session: Session, event: notes.Ruled, done: Recorded) -> bool:
    """Whether what carried the effect out still holds, or another ruling was put on top of it."""
    is_a_fact = all(one.kind in (*ADDING, *BESIDE) for one in event.effects)
    if done in session.folded.order and not is_a_fact:
        return True
    same = (one for one in session.log if one.key == done.key)  # recorded in one command with it
    facts = (one for one in same if not isinstance(one.event, (*notes.NOTED, Voided)))
    return all(_holds(session, fact) for fact in facts)


def _holds(session: Session, fact: Recorded) -> bool:
    """Whether a fact is in force, or in the one that a further ruling has made of it."""
    if fact.seq in {one.seq for one in session.folded.order}:
        return True
    after = next((one for one in session.log if one.place == fact.seq), None)
    return after is not None and bool(_adding(session, after)) and _holds(session, after)


def _adding(session: Session, fact: Recorded) -> list[notes.Ruled]:
    """The rulings that made this fact of another one by adding to it or taking from it."""
    same = (one.event for one in session.log if one.key == fact.key)
    said = (one.ruling for one in same if isinstance(one, notes.RulingApplied))
    made = (ruling_in(session.log[ruling - 1]) for ruling in said)
    return [one for one in made if all(effect.kind in ADDING for effect in one.effects)]


def before_rulings(session: Session, entries: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
    """These entries as the table entered them, before rulings added to them or took from them:
    that is what is corrected, and the rulings follow it."""
    found = list[Recorded]()
    for entry in entries:
        was = entry
        while was.place is not None and _adding(session, was):
            was = session.log[was.place - 1]
        found.append(replace(entry, event=was.event))
    return tuple(found)


@once
def due(session: Session) -> Recorded | None:
    """The first accepted ruling that could be entered in the score by now and has not been."""
    return next(owing(session), None)


def awaiting(session: Session) -> Recorded | None:
    """The first accepted ruling that moves tricks of a deal which has no result yet."""
    found = owing(session, has_result=False)
    return next((e for e in found if any(o.kind == "tricks" for o in ruling_in(e).effects)), None)


def owing(session: Session, *, has_result: bool = True) -> Iterator[Recorded]:
    """Every accepted ruling that could be entered in the score by now and has not been; or that
    waits for the result of its deal."""
    for entry in ruled_on(session):
        if state_of(session, entry) == "accepted" and effect_state(session, entry) == "due":
            row = ruled_row(session, entry)
            if (row is not None and "open" not in row.marks) is has_result:
                yield entry


# ---- carrying it out ----


def applied(session: Session, ruling: Recorded, reason: str, *answer: Entry) -> Command:
    """The command that enters what a ruling does to the score, after the answer to it. Points are
    an adjustment. A void deal is thrown in, or its entries are struck once it has a result. Of all
    else the game says by which fact the deal in progress ends, or which fact of the deal becomes
    which. The note that says so replaces an earlier one. The answer alone, where it's done already
    or can't be done: before the deal has the result that is to be changed, or where the game has no
    fact for it."""
    row, effects = ruled_row(session, ruling), ruling_in(ruling).effects
    entries, voids = list(answer), list[int]()
    if not effects or effect_state(session, ruling) == "applied":
        return Command(answer)
    for effect in effects:
        if effect.kind == "points":
            entries.append(Entry(Adjusted(effect.party, effect.amount, reason)))
        elif row is not None and effect.kind == "void":
            is_open = "open" in row.marks
            entries += [Entry(ThrownIn(reason))] if is_open else []
            voids += [] if is_open else row.entries
        elif row is not None and (fact := _fact_of(session, row, effect)) is not None:
            entries.append(fact)
            voids += [fact.place] if fact.place and effect.kind not in BESIDE else []
        else:
            return Command(answer)
    before = deals.applications(session).get(ruling.seq)
    voids += [before.seq] if before in session.folded.order else []
    done = Entry(notes.RulingApplied(ruling.seq))
    return Command((*entries, done), tuple(dict.fromkeys(voids)), reason)


def _fact_of(session: Session, row: Row, effect: Effect) -> Entry | None:
    """The fact that ends this deal by such an effect, or takes the place of one of its facts."""
    arbiter, state = session.game.arbiter, session.folded.state
    entered, amended = (arbiter.entered, arbiter.amended) if arbiter else (None, None)
    if entered and "open" in row.marks and (fact := entered(state, effect)) is not None:
        return Entry(fact)
    for seq in reversed(row.entries if amended else ()):
        fact = amended and amended(session.until(seq).state, session.log[seq - 1].event, effect)
        if fact is not None:
            return Entry(fact, seq)
    return None


def consent_to(session: Session, ruling: Recorded, command: Command) -> tuple[Party, ...]:
    """Who must agree to what carries a ruling out, as to a correction: the sides that confirmed
    the result which it is about; nobody where it moves no points."""
    moves = command.voids or any(not isinstance(one.event, notes.NOTED) for one in command.entries)
    row = ruled_row(session, ruling) or deals.deal_row(session, ruling.seq)
    return consenting(session, row.entries) if moves and row is not None else ()


@dataclass(frozen=True, slots=True)
class Hearing:
    """What was asked of an irregularity and answered, and what came of it. `form` holds the facts
    as they were told; `facts` are those that are known, `answers` the same in words. `outcome` is
    the ruling, the next question, or None while the form is not in order."""

    form: EntryForm
    facts: dict[str, str]
    answers: tuple[tuple[object, object], ...] = ()
    outcome: Ruling | OpenQuestion | None = None


def heard(irregularity: Irregularity, folded: Folded, told: Facts) -> Hearing:
    """Put the facts of an irregularity before the arbiter, one question after the other."""
    blank = irregularity.form(folded=folded)
    several = {field.name for field in blank if field.type == "SelectMultipleField"}
    sent = {name: fact.split(" ") if name in several else fact for name, fact in told.items()}
    form = irregularity.form(MultiDict(filter(itemgetter(1), sent.items())), folded=folded)
    facts = {field.name: fact for field in form if (fact := _fact(field, told))}
    if told.get("bound"):  # what earlier rulings bind players to
        facts["bound"] = told["bound"]
    if not form.validate():
        return Hearing(form, facts)
    answers: list[tuple[object, object]] = [
        (field.label.text, _answer(field, facts[field.name]))
        for field in form
        if field.name in facts and field.type != "HiddenField"
    ]
    outcome = irregularity.rule(folded.state, facts)
    while isinstance(outcome, OpenQuestion) and outcome.name not in facts:
        older = outcome.name.partition(".")[2]  # without the law's name
        chosen, options = told.get(outcome.name) or told.get(older, ""), dict(outcome.options)
        if chosen not in options:
            break
        answers.append((outcome.asked, options[chosen]))
        facts[outcome.name] = chosen
        outcome = irregularity.rule(folded.state, facts)
    return Hearing(form, facts, tuple(answers), outcome)


def _fact(field: Any, told: Facts) -> str:
    """What was told in a field or stands in it untouched; a card in one way of writing alone."""
    untouched = field.data if isinstance(field.data, str) else ""
    fact, card = told.get(field.name) or untouched, getattr(field, "card", None)
    return str(card) if fact and card else fact


def rulings_view(
    session: Session, written: Clock = clock, some: slice = EVERY
) -> list[dict[str, Any]]:
    """The rulings in force, or some of them, in the order in which they were given. Values for
    pages and paper: `number` from 1, `seq` of its entry, `when`, `what` it was on, `facts` as
    (question, answer), the `ruling` {verdict, steps [{what, cite}], otherwise, remedies [{code,
    said}]} or None where this edition of the rules can't work it out again, its `state` ("open",
    "accepted", "settled", "appealed") and that in words (`stands`), the `reason` of an appeal, and
    `effects` in words with `effect` ("none", "due", "applied", "dropped")."""
    replay, found = replay_of(session), sorted(ruled_on(session)[some], key=attrgetter("seq"))
    return [ruling_view(session, entry, written, replay) for entry in found]


def open_rulings(session: Session) -> list[Recorded]:
    """The rulings that wait for an answer, for their way into the score, or for whether they stand
    though their deal was struck out."""
    return [
        entry
        for entry in ruled_on(session)
        if deals.answers_to(session).get(entry.seq) is None
        or effect_state(session, entry) == "due"
        or deals.is_displaced(session, entry)
    ]


@once
def open_matters(session: Session) -> list[dict[str, Any]]:
    """Of each open ruling the `seq`, `what` it was on and what it waits for (`stands`)."""
    waiting = open_rulings(session) if session.game.arbiter else ()
    views = (ruling_view(session, entry) for entry in waiting)
    return [{name: view[name] for name in ("seq", "what", "stands")} for view in views]


def ruling_view(
    session: Session, entry: Recorded, written: Clock = clock, replay: Replay | None = None
) -> dict[str, Any]:
    """One ruling: see `rulings_view`."""
    event, people = ruling_in(entry), seated_at(session, entry.seq)
    hearing, ruling = _worked_out(session, entry, replay or replay_of(session))
    answer, displaced = deals.answers_to(session).get(entry.seq), deals.is_displaced(session, entry)
    said = answer.event if answer else None
    again = [(name, fact) for name, fact in event.facts if name not in ("which", "bound")]
    binds = ruling.obligations if ruling else ()
    return {
        "number": numbers(session)[entry.seq],
        "seq": entry.seq,
        "when": written(entry.at),
        "what": message(event.irregularity),
        "facts": [named(pair, people) for pair in (hearing.answers if hearing else event.facts)],
        "ruling": ruling_words(ruling, people) if ruling else None,
        "state": state_of(session, entry),
        "stands": _stands(session, entry, ruling),
        "reason": said.reason if isinstance(said, notes.RulingAppealed) else "",
        "effects": [effect_said(session, one, people) for one in event.effects],
        "effect": effect_state(session, entry),
        "binds": [named_message(one.said(), people) for one in binds],
        "again": again if displaced else asked_again(session, entry, ruling),
        "is_displaced": displaced,
        "others": _others_said(session, entry),
        "note": entry.note,
        "statements": [
            {"party": named(party, people), **said} for party, said in heard_of(session, entry)
        ],
    }


def ruling_words(ruling: Ruling, people: People) -> dict[str, Any]:
    """A ruling as it is shown, with persons in place of seats."""
    say = partial(named_message, people=people)
    return {
        "verdict": say(ruling.verdict),
        "steps": [{"what": say(step.what), "cite": step.cite} for step in ruling.steps],
        "otherwise": [say(one) for one in ruling.otherwise],
        "remedies": [{"code": one.code, "said": say(one)} for one in ruling.remedies],
    }


def _worked_out(
    session: Session, entry: Recorded, replay: Replay
) -> tuple[Hearing, Ruling] | tuple[None, None]:
    """What was asked, answered and ruled then; nothing when it can't be worked out any more."""
    event, arbiter = ruling_in(entry), session.game.arbiter
    if one := arbiter and arbiter.irregularity(event.name):
        hearing = heard(one, replay.upto(entry.seq - 1), dict(event.facts))
        if isinstance(given := hearing.outcome, Ruling) and given.verdict.code == event.verdict:
            return hearing, given
    return None, None


# ---- what the sides say of it ----


@once
def _statements(session: Session) -> dict[tuple[int, str], notes.FactsStated]:
    return {(one.ruling, one.party): one for _, one in session.of(notes.FactsStated)}


def heard_of(session: Session, entry: Recorded) -> list[tuple[Party, dict[str, Any]]]:
    """What each side says of a ruling's facts: who had it ruled has told them."""
    found = []
    for party in session.parties:
        one = _statements(session).get((entry.seq, party.id))
        is_teller = entry.by in {seat.value for seat in party.seats}
        agrees = one.agrees if one else is_teller or None
        found.append((party, {"agrees": agrees, "words": one.words if one else ""}))
    return found


def differs(session: Session, entry: Recorded) -> bool:
    """Whether a side says that it was otherwise: no side can accept it alone."""
    return any(said["agrees"] is False for _, said in heard_of(session, entry))


def agreed_way(session: Session) -> str:
    """How this table decides where the sides differ and nobody is the arbiter: a SidesDiffer."""
    return str(getattr(session.settings, "differ", SidesDiffer.AGREE).value)


def is_proved(session: Session, entry: Recorded) -> bool:
    """Whether the recorded cards alone lead to a ruling, whatever the sides say; not where a
    question was answered on the way, so that more than the form was told."""
    (hearing, _), arbiter = _worked_out(session, entry, replay_of(session)), session.game.arbiter
    one = arbiter and arbiter.irregularity(ruling_in(entry).name)
    is_known = hearing and {*hearing.facts} <= {"bound", *(field.name for field in hearing.form)}
    return bool(one and one.proved and is_known)


def unheard(session: Session, seats: Iterable[Seat]) -> Recorded | None:
    """The first open ruling of which a side with one of these seats has not said anything."""
    mine = set(seats)
    for entry in ruled_on(session):
        said = heard_of(session, entry) if state_of(session, entry) == "open" else ()
        if any(mine & {*one.seats} for one, its in said if its["agrees"] is None):
            return entry
    return None


def choice_for(session: Session, seats: Iterable[Seat]) -> notes.ChoiceOffered | None:
    """The choice that is offered to these seats and has not been ruled on since."""
    mine, kinds = set(seats), (notes.Ruled, notes.ChoiceOffered)
    found = (one.event for one in reversed(session.folded.order) if isinstance(one.event, kinds))
    last = next((e for e in found if isinstance(e, notes.Ruled) or mine & {*e.seats}), None)
    return last if isinstance(last, notes.ChoiceOffered) else None


def same_as(session: Session, event: notes.Ruled) -> Recorded | None:
    """The ruling that is on the same facts already as one that would be entered now; one that was
    left open is not: it is asked again."""
    now = Stamp(session.log[-1].at if session.log else "")
    then = session.grown(session.additions(Command((Entry(event),)), now))
    twin = deals.on_same_deal(then, then.log[-1])[0]
    ruling = _worked_out(session, twin, replay_of(session))[1] if twin else None
    return None if twin and asked_again(session, twin, ruling) is not None else twin


def _others_said(session: Session, entry: Recorded) -> list[Message]:
    found = []
    for one in deals.on_same_deal(session, entry)[1]:
        told = dict(ruling_in(one).facts)
        what = read(Card, told.get("card", "")) or told.get("call") or told.get("trick")
        seat = named(Seat(told["seat"]), session.folded.people) if told.get("seat") else ""
        facts = listed(tuple(part for part in (seat, what) if part))
        found.append(message("rulings.another", number=numbers(session)[one.seq], facts=facts))
    return found


def asked_again(
    session: Session, entry: Recorded, ruling: Ruling | None
) -> list[tuple[str, str]] | None:
    """The facts with which an open ruling is asked for again; None where nothing is open. It is
    open while a fact was not known, and no later ruling has taken it up."""
    event = ruling_in(entry)
    if ruling is None or not ruling.waits:
        return None
    known = [(name, fact) for name, fact in event.facts if name not in (ruling.waits, "bound")]
    later = (ruling_in(one) for one in ruled_on(session) if one.seq > entry.seq)
    same = (one for one in later if one.name == event.name)
    return None if any(set(known) <= set(one.facts) for one in same) else known


@once
def _lately(session: Session) -> tuple[tuple[Recorded, Ruling, DealProgress], ...]:
    """The rulings on the last deals, each with how far its deal had come."""
    first = next((row.id for row in tuple(session.sheet.rows())[-LATELY:]), 0)
    entries = [entry for entry in ruled_on(session) if entry.seq > first]
    replay, found = replay_of(session), []
    for entry in sorted(entries, key=attrgetter("seq")):
        _, ruling = _worked_out(session, entry, replay)
        if ruling:
            found.append((entry, ruling, now(session, replay.state(entry.seq - 1))))
    return tuple(found)


@once
def to_ask_again(session: Session) -> Recorded | None:
    """The first open ruling on a deal that is over, so that more can be known of it."""
    for entry, ruling, _ in _lately(session):
        row = ruled_row(session, entry)
        is_over = row is not None and "open" not in row.marks
        is_open = is_over and state_of(session, entry) != "settled"
        if is_open and asked_again(session, entry, ruling) is not None:
            return entry
    return None


@once
def bound(session: Session) -> list[tuple[Recorded, Obligation]]:
    """What accepted rulings bind players to in the deal in progress, with their entries."""
    found: list[tuple[Recorded, Obligation]] = []
    for entry, ruling, then in _lately(session):
        row, is_accepted = ruled_row(session, entry), state_of(session, entry) == "accepted"
        if is_accepted and (row is None or "open" in row.marks):
            here = now(session, session.folded.state)
            found = [(of, one) for of, one in found if one.written not in ruling.ends]
            found += [(entry, one) for one in ruling.obligations if one.lasts(then, here)]
    return found


def now(session: Session, state: Any) -> DealProgress:
    """How far the deal in progress has come in this state of the game."""
    return session.game.arbiter.progress(state) if session.game.arbiter else DealProgress()


def bound_to(session: Session, seat: Seat | None) -> list[Obligation]:
    """What binds one player now."""
    return [one for _, one in bound(session) if one.seat is seat]


def effect_said(session: Session, effect: Effect, people: People = ()) -> Message:
    """An effect in words."""
    kind, n = effect.kind, effect.amount
    code = f"effect.{kind}" if kind in SHARED_EFFECTS else f"{session.game.family}.effect.{kind}"
    party = next((one for one in session.parties if one.id == effect.party), "")
    counted = {"n": n, "tricks": n} if kind == "tricks" else {"amount": n}
    return message(code, **counted, party=named(party, people or session.folded.people))


def _stands(session: Session, entry: Recorded, ruling: Ruling | None) -> Message:
    """What became of a ruling, in words, and whose word that is."""
    answer = deals.answers_to(session).get(entry.seq)
    if answer is None:
        way = agreed_way(session)
        return message(f"rulings.differ.{way}" if differs(session, entry) else "rulings.open")
    people, event = session.folded.people, answer.event
    seat = said_by(answer.by, people)
    if isinstance(event, notes.RulingAppealed):
        return message("rulings.appealed-by", seat=seat) if seat else message("rulings.appealed")
    remedy = event.remedy if isinstance(event, notes.RulingAccepted) else ""
    known = (one for one in (ruling.remedies if ruling else ()) if one.code == remedy)
    plain = {"": "rulings.accepted", notes.PLAY_ON: "rulings.play-on"}
    stands = message(plain.get(remedy, "rulings.settled"))
    if remedy not in plain and (found := next(known, None)) is not None:
        stands = message("rulings.remedy", remedy=named_message(found, people))
    return message("rulings.said-by", stands=stands, seat=seat) if seat else stands


def _answer(field: Any, fact: str) -> object:
    if isinstance(field, CardField):
        return read(Card, fact) or fact
    choices = {str(choice[0]): choice[1] for choice in getattr(field, "choices", None) or ()}
    if fact in choices:
        return choices[fact]
    words = [choices.get(word, word) for word in fact.split(" ")] if choices else [fact]
    return listed(words, " ")
