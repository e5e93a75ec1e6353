"""The rulings of a session: what became of each, how it comes into the score, and its
reasons.

The log keeps the facts and the verdict of a ruling; its reasons are worked out again
from them, in the state they were heard in. An accepted ruling comes into the score as
facts of its deal (`applied`), beside what the table enters and counted on whatever that
is corrected to; what is recorded settles every ruling that is due with it. Older logs
have the result of both in place of what the table had entered: that is corrected
without its rulings, which are due again.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from operator import attrgetter
from typing import Any, cast

from scorekeeper.core import notes
from scorekeeper.core.cards import Card
from scorekeeper.core.codec import encode
from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.evening import Adjusted, Awarded, ThrownIn, Voided
from scorekeeper.core.facts import Fact, Facts, fact_in
from scorekeeper.core.judgments import Settling, Stated
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rounds import ADDING
from scorekeeper.core.rulings import Effect, Ruling, effect_words
from scorekeeper.core.seats import Party, People, Seat, named, named_message
from scorekeeper.core.session import Command, Entry, Recorded, Stamp
from scorekeeper.core.sheet import Points, Row
from scorekeeper.games import fields
from scorekeeper.games.arbiter.arbiter import Irregularity
from scorekeeper.games.arbiter.settings import SidesDiffer
from scorekeeper.games.arbiter.standing import NOTHING
from scorekeeper.tables import older_rulings
from scorekeeper.tables.both_asked import judging
from scorekeeper.tables.deals import Given, ruled_on
from scorekeeper.tables.hearing import Hearing, heard
from scorekeeper.tables.judgments import edition, speech_of
from scorekeeper.tables.ruled import (
    deal_of,
    deal_ruled_on,
    first_after,
    heard_in,
    is_displaced,
    lately,
    left_by,
    on_same_deal,
)
from scorekeeper.tables.ruling_words import ruling_words
from scorekeeper.tables.session import Session, once, said_by, seated_when
from scorekeeper.tables.sheet import EVERY, Clock, clock
from scorekeeper.tables.standing import standing_of

AT_ONCE = ("doubling",)  # The effects that a deal without a result shows already
# The effects whose fact stands before the result and not in its place
BESIDE = ("declarer",)
Pairs = tuple[tuple[object, object], ...]
"""What was asked, and what was answered to it."""

# ---- where it stands ----


def effect_state(session: Session, one: Given) -> str:
    """What of a ruling is in the score: "none" to enter, "due", "applied" or
    "dropped"."""
    if not one.event.effects:
        return "none"
    if (
        done := one.done
    ) is not None:  # does it hold, or was another ruling put on top of it?
        is_a_fact = all(
            effect.kind in (*ADDING, *BESIDE) for effect in one.event.effects
        )
        # recorded in one command with it
        same = (e for e in session.log if e.key == done.key)
        facts = [e for e in same if not isinstance(e.event, (*notes.NOTED, Voided))]
        awards = [fact for fact in facts if isinstance(fact.event, Awarded)]
        if awards:
            is_a_fact = True
            facts = awards
        is_noted = not is_a_fact and done in session.folded.order
        if is_noted or all(_holds(session, fact) for fact in facts):
            return "applied"
    return (
        "dropped"
        if one.state == "settled" or deal_of(session, one).is_struck
        else "due"
    )


def _holds(session: Session, fact: Recorded) -> bool:
    """Whether a fact is in force, or in the one that a further ruling has made of
    it."""
    if fact.seq in {one.seq for one in session.folded.order}:
        return True
    after = next((one for one in session.log if one.place == fact.seq), None)
    return (
        after is not None and bool(_adding(session, after)) and _holds(session, after)
    )


def _adding(session: Session, fact: Recorded) -> list[notes.Ruled]:
    """In older logs, the rulings that made this fact of another one by adding to it or
    taking from it."""
    if isinstance(fact.event, Awarded):
        return []
    same = (one.event for one in session.log if one.key == fact.key)
    said = (one.ruling for one in same if isinstance(one, notes.RulingApplied))
    made = (session.log[ruling - 1].event for ruling in said)
    rulings = (one for one in made if isinstance(one, notes.Ruled))
    return [
        one for one in rulings if all(effect.kind in ADDING for effect in one.effects)
    ]


def before_rulings(
    session: Session, entries: tuple[Recorded, ...]
) -> tuple[Recorded, ...]:
    """These entries as the table entered them, without what rulings give, and before
    those of older logs added to them or took from them: that is what is corrected, and
    the rulings follow it."""
    found = list[Recorded]()
    for entry in (one for one in entries if not isinstance(one.event, Awarded)):
        was = entry
        while was.place is not None and _adding(session, was):
            was = session.log[was.place - 1]
        found.append(replace(entry, event=was.event))
    return tuple(found)


def given_on_top(session: Session, seq: int) -> tuple[Message, ...]:
    """What rulings give in the deal of this entry beside what the table entered, in
    words."""
    row = next((one for one in session.sheet.rows() if seq in one.entries), None)
    events = (session.log[one - 1].event for one in (row.entries if row else ()))
    awards = (one for one in events if isinstance(one, Awarded))
    effects = (Effect(one.effect, one.party, one.amount) for one in awards)
    return tuple(
        message("rulings.on-top", effect=effect_said(session, one)) for one in effects
    )


@once
def due(session: Session) -> Given | None:
    """The first accepted ruling that could be entered in the score by now and has not
    been."""
    return next(owing(session), None)


def awaiting(session: Session) -> Given | None:
    """The first accepted ruling that moves tricks of a deal which has no result yet."""
    found = owing(session, has_result=False)
    return next(
        (e for e in found if any(o.kind == "tricks" for o in e.event.effects)), None
    )


def owing(session: Session, *, has_result: bool = True) -> Iterator[Given]:
    """Every accepted ruling that could be entered in the score by now and has not been;
    or that waits for the result of its deal."""
    for one in ruled_on(session):
        if one.state == "accepted" and effect_state(session, one) == "due":
            row = deal_of(session, one).row
            if (row is not None and "open" not in row.marks) is has_result:
                yield one


# ---- carrying it out ----


def applied(session: Session, ruling: Given, reason: str, *answer: Entry) -> Command:
    """The command that enters what a ruling does to the score, after the answer to it.
    Points are an adjustment. A void deal is thrown in, or its entries are struck once
    it has a result. All else is given in the deal, and the game says by which fact that
    ends one in progress. The note that says so replaces an earlier one. The answer
    alone, where it's done already or can't be done: before the deal has the result that
    is to be changed, or where the game has no fact for it."""
    standing = standing_of(session, ruling) if _accepts(answer) else NOTHING
    command = _effects_applied(session, ruling, reason, *answer, *standing.entries)
    if not standing.taken_back:
        return command
    voids = (*standing.taken_back, *command.voids)
    return replace(command, voids=tuple(dict.fromkeys(voids)), reason=reason)


def _accepts(answer: tuple[Entry, ...]) -> bool:
    events = (one.event for one in answer)
    return any(
        isinstance(one, notes.RulingAccepted) and not one.remedy for one in events
    )


def _effects_applied(
    session: Session, ruling: Given, reason: str, *answer: Entry
) -> Command:
    row = deal_of(session, ruling).row
    effects = ruling.event.effects
    entries = list(answer)
    voids = list[int]()
    if not effects or effect_state(session, ruling) == "applied":
        return Command(answer)
    for effect in effects:
        if effect.kind == "points":
            entries.append(Entry(Adjusted(effect.party, effect.amount, reason)))
        elif row is not None and effect.kind == "void":
            is_open = "open" in row.marks
            entries += [Entry(ThrownIn(reason))] if is_open else []
            voids += [] if is_open else row.entries
        elif row is not None and (facts := _facts_of(session, row, ruling, effect)):
            entries += facts
        else:
            return Command(answer)
    before = ruling.done
    voids += [before.seq] if before and before in session.folded.order else []
    done = Entry(notes.RulingApplied(ruling.seq))
    return Command((*entries, done), tuple(dict.fromkeys(voids)), reason)


def would_be(session: Session, event: notes.Ruled) -> Given:
    """This ruling as it would stand were it entered now."""
    number = 1 + sum(isinstance(entry.event, notes.Ruled) for entry in session.log)
    (entry,) = session.chained((Entry(event),), _last_stamp(session))
    return Given(entry, event, number, None, None)


def _last_stamp(session: Session) -> Stamp:
    return Stamp(session.log[-1].at if session.log else session.header.at)


def points_if_accepted(
    session: Session, ruling: Given, reason: str, *settled: Entry
) -> list[tuple[Party, Points]]:
    """What a ruling would change in points, and for whom, were it accepted now with
    what it has `settled`; nothing while it can't be entered."""
    command = applied(session, ruling, reason, *settled)
    facts = tuple(
        one for one in command.entries if not isinstance(one.event, notes.RulingApplied)
    )
    # it is not entered yet, and what it gives rests on it
    if ruling.seq > session.last:
        facts = (Entry(ruling.event), *facts)
    try:
        change = session.additions(
            replace(command, entries=facts), _last_stamp(session)
        )
    except RuleViolation:
        return []
    before = session.sheet
    after = session.grown(change).sheet
    moved = (
        (one, after.total(one.id) - before.total(one.id)) for one in session.parties
    )
    return [(party, points) for party, points in moved if points]


def undone(session: Session, ruling: Given, reason: str) -> Command:
    """The command that takes back the answer to a ruling, and with it what the ruling
    has done to the score: each fact is again what it was before. Raises RuleViolation
    where something was built on that since, or the deal was struck out."""
    answers = [
        entry.seq
        for entry, said in session.of(notes.RulingAccepted)
        if said.ruling == ruling.seq
    ]
    voids = list(answers)
    entries = list[Entry]()
    there = {entry.seq for entry in session.folded.order}
    done = ruling.done or ruling.answer
    made = [
        entry for entry in session.log if done is not None and entry.key == done.key
    ]
    struck = {entry.event.entry for entry in made if isinstance(entry.event, Voided)}
    for entry in made:
        if isinstance(
            entry.event, Voided | notes.SettledChanged | notes.RulingAccepted
        ):
            continue
        is_followed = type(entry.event) in session.game.events and _is_followed(
            session, entry
        )
        if (
            entry.seq not in there
            or is_followed
            or _is_of_deal_struck(session, struck, made)
        ):
            raise refused("rulings.refused.built-on")
        voids.append(entry.seq)
        if entry.place in struck:
            entries.append(Entry(session.log[entry.place - 1].event, entry.seq))
    return Command(tuple(entries), tuple(voids), reason)


def _is_followed(session: Session, entry: Recorded) -> bool:
    """Whether a call or a card that stands by a ruling was followed by another fact of
    the game."""
    facts = (
        one
        for one in session.folded.order
        if isinstance(one.event, session.game.events)
    )
    stands = not isinstance(entry.event, Awarded) and getattr(
        entry.event, "ruling", None
    )
    return bool(stands) and [*facts][-1].seq != entry.seq


def _is_of_deal_struck(
    session: Session, struck: set[int], made: list[Recorded]
) -> bool:
    """Whether a ruling struck out facts and entered nothing in their place."""
    places = {entry.place for entry in made}
    facts = {
        seq for seq in struck if not isinstance(session.log[seq - 1].event, notes.NOTED)
    }
    return not facts <= places


def _facts_of(
    session: Session, row: Row, ruling: Given, effect: Effect
) -> tuple[Entry, ...]:
    """What such an effect gives in this deal, with the fact that ends it; nothing as
    long as it can't be given."""
    arbiter = session.game.arbiter
    kind = effect.kind
    if arbiter is None:
        return ()
    award = Awarded(ruling.seq, row.id, kind, effect.party, effect.amount)
    gives = (award,) if kind in session.game.awardable else ()
    if "open" in row.marks:
        fact = (
            arbiter.entered(session.folded.state, effect) if arbiter.entered else None
        )
        if fact is not None:
            return tuple(Entry(one) for one in (*gives, fact))
        return tuple(Entry(one) for one in gives) if kind in AT_ONCE else ()
    results = (
        e for e in row.entries if isinstance(session.log[e - 1].event, arbiter.results)
    )
    place = next(results, None)
    if place is None:
        return ()
    if not gives and arbiter.entered:
        beside = arbiter.entered(session.until(place).state, effect)
        return () if beside is None else (Entry(beside, place),)
    return tuple(Entry(one, first_after(session, row)) for one in gives)


def rulings_view(
    session: Session, written: Clock = clock, some: slice = EVERY
) -> list[dict[str, Any]]:
    """The rulings in force, or some of them, in the order in which they were given.
    Values for pages and paper: `number` from 1, `seq` of its entry, `when`, what
    release's rules it was given by where that was another one (`edition`), `what` it
    was on, `facts` as (question, answer), the `ruling` {verdict, steps [{what, cite}],
    otherwise, remedies [{code, said}]} or None where an older one can't be worked out
    again, its `state` ("open", "accepted", "settled", "appealed") and that in words
    (`stands`), the `reason` of an appeal, and `effects` in words with `effect` ("none",
    "due", "applied", "dropped")."""
    found = sorted(ruled_on(session)[some], key=attrgetter("seq"))
    return [ruling_view(session, one, written) for one in found]


def open_rulings(session: Session) -> list[Given]:
    """The rulings that wait for an answer, for their way into the score, or for whether
    they stand though their deal was struck out."""
    return [
        one
        for one in ruled_on(session)
        if one.answer is None
        or effect_state(session, one) == "due"
        or is_displaced(session, one)
    ]


@once
def open_matters(session: Session) -> list[dict[str, Any]]:
    """Of each open ruling the `seq`, `what` it was on and what it waits for
    (`stands`)."""
    waiting = open_rulings(session) if session.game.arbiter else ()
    views = (ruling_view(session, one) for one in waiting)
    return [{name: view[name] for name in ("seq", "what", "stands")} for view in views]


def ruling_view(session: Session, one: Given, written: Clock = clock) -> dict[str, Any]:
    """One ruling: see `rulings_view`."""
    event = one.event
    on = deal_of(session, one)
    people = (on.row.people if on.row else ()) or seated_when(session, one.seq)
    answers, ruling = read(session, one)
    displaced = is_displaced(session, one)
    said = one.answer.event if one.answer else None
    of_then = (
        (Fact.WHICH, Fact.BOUND, Fact.DEAL)
        if on.is_struck
        else (Fact.WHICH, Fact.BOUND)
    )
    again = [(name, fact) for name, fact in event.facts if name not in of_then]
    binds = ruling.obligations if ruling else ()
    return {
        "number": one.number,
        "seq": one.seq,
        "when": written(one.entry.at),
        "what": message(event.irregularity),
        "facts": [named(pair, people) for pair in answers],
        "ruling": ruling_words(ruling, people, session.game.arbiter)
        if ruling
        else None,
        "state": one.state,
        "stands": _stands(session, one, ruling),
        "reason": said.reason if isinstance(said, notes.RulingAppealed) else "",
        "effects": [effect_said(session, effect, people) for effect in event.effects],
        "effect": effect_state(session, one),
        "binds": [named_message(bond.said(), people) for bond in binds],
        "again": again if displaced else asked_again(session, one),
        "is_displaced": displaced,
        "is_struck": on.is_struck,
        "deal": on.row.label if on.row else None,
        "others": [
            _told_apart(session, other) for other in on_same_deal(session, one)[1]
        ],
        "edition": _edition_of(event),
        "note": one.entry.note,
        "statements": [
            said | {"party": named(said["party"], people)}
            for said in heard_of(session, one)
        ],
    }


def _edition_of(event: notes.Ruled) -> str | None:
    """The release by whose rules a ruling was given, where that was another one than
    this."""
    by = event.judgment.edition if event.judgment else None
    return None if by == edition() else by


def read(session: Session, one: Given) -> tuple[Pairs, Ruling | None]:
    """What was asked and answered for a ruling, and the ruling; nothing of an older one
    that can't be worked out any more but its facts."""
    if (judgment := one.event.judgment) is None:
        hearing, ruling = older_rulings.worked_out(session, one)
        return (hearing.answers if hearing else one.event.facts), ruling
    speech = speech_of(session.game)
    return speech.answers(judgment), speech.ruling(judgment, one.event.effects)


def entered(session: Session, code: str, hearing: Hearing) -> notes.Ruled:
    """The ruling that a hearing of the irregularity with this code has led to now, as
    the log keeps it. Raises ValueError where it has led to none."""
    ruling = hearing.outcome
    arbiter = session.game.arbiter
    irregularity = arbiter.irregularity(code.rpartition(".")[2]) if arbiter else None
    if arbiter is None or irregularity is None or not isinstance(ruling, Ruling):
        raise ValueError(f"{code} has not been ruled on")
    facts = tuple(hearing.facts.items())
    effects = ruling.effects
    deal = deal_ruled_on(session, hearing.facts, effects)
    given = ruling.given(arbiter.progress(session.folded.state))
    judgment = speech_of(session.game).kept(
        given, hearing.told, hearing.asked, deal, edition()
    )
    settles = _settling(irregularity, session.folded.state, hearing.facts)
    judgment = replace(judgment, settles=settles)
    return notes.Ruled(
        code, facts, ruling.verdict.code, effects, session.rules, judgment
    )


def _settling(irregularity: Irregularity, state: Any, facts: Facts) -> Settling | None:
    """What of sealed things a ruling on these facts settles, as the log keeps it."""
    found = irregularity.settles(state, facts) if irregularity.settles else None
    if found is None:
        return None
    what, events = found
    return Settling(what, tuple(Stated(one.KIND, encode(one)) for one in events))


def is_made_here(session: Session, entry: Recorded) -> bool:
    """Whether the rules of this release make the ruling of this entry of its facts, in
    the state that they were told in."""
    event = entry.event
    arbiter = session.game.arbiter
    count = entry.seq - 1
    irregularity = (
        isinstance(event, notes.Ruled) and arbiter and arbiter.irregularity(event.name)
    )
    if not isinstance(event, notes.Ruled) or not irregularity:
        return False
    then = session.then(count)
    facts = dict(event.facts)
    hearing = heard(
        irregularity, heard_in(then, facts), facts, judging=judging(then, event.name)
    )
    if not isinstance(hearing.outcome, Ruling):
        return False
    made = entered(then, event.irregularity, hearing)
    return (made.verdict, made.effects, made.judgment) == (
        event.verdict,
        event.effects,
        event.judgment,
    )


# ---- what the sides say of it ----


@once
def _statements(session: Session) -> dict[tuple[int, str], notes.FactsStated]:
    return {(one.ruling, one.party): one for _, one in session.of(notes.FactsStated)}


def heard_of(session: Session, one: Given) -> list[dict[str, Any]]:
    """What each `party` says of a ruling's facts: whether it `agrees`, None while it
    has not said so, and in its `words` how it was. Only a side's own statements
    count."""
    found = []
    for party in session.parties:
        said = _statements(session).get((one.seq, party.id))
        agrees = said.agrees if said else None
        words = said.words if said else ""
        found.append({"party": party, "agrees": agrees, "words": words})
    return found


def differs(session: Session, one: Given) -> bool:
    """Whether a side says that it was otherwise: no side can accept it alone."""
    return any(said["agrees"] is False for said in heard_of(session, one))


def agreed_way(session: Session) -> str:
    """How this table decides where the sides differ and nobody is the arbiter: a
    SidesDiffer."""
    return str(getattr(session.settings, "differ", SidesDiffer.AGREE).value)


def is_proved(session: Session, one: Given) -> bool:
    """Whether the recorded cards alone lead to a ruling, whatever the sides say; not
    where a question was answered on the way, so that more than the form was told."""
    arbiter = session.game.arbiter
    judgment = one.event.judgment
    irregularity = arbiter.irregularity(one.event.name) if arbiter else None
    if irregularity is None or irregularity.proved is None:
        return False
    return not judgment.asked if judgment else older_rulings.is_told(session, one)


def unanswered(session: Session) -> Given | None:
    """The first ruling that was neither accepted nor settled otherwise, appealed or
    not."""
    return next(
        (one for one in ruled_on(session) if one.state in ("open", "appealed")), None
    )


def unheard(session: Session, parties: Iterable[Party]) -> Given | None:
    """The first open ruling of which one of these sides has not said anything."""
    mine = {party.id for party in parties}
    if not mine:
        return None
    for one in (one for one in ruled_on(session) if one.state == "open"):
        silent = {
            said["party"].id
            for said in heard_of(session, one)
            if said["agrees"] is None
        }
        if mine & silent:
            return one
    return None


def choice_for(session: Session, seats: Iterable[Seat]) -> notes.ChoiceOffered | None:
    """The choice that is offered to these seats and has not been ruled on since."""
    mine = set(seats)
    kinds = (notes.Ruled, notes.ChoiceOffered)
    found = (
        one.event
        for one in reversed(session.folded.order)
        if isinstance(one.event, kinds)
    )
    last = next(
        (e for e in found if isinstance(e, notes.Ruled) or mine & {*e.seats}), None
    )
    return last if isinstance(last, notes.ChoiceOffered) else None


def same_as(session: Session, event: notes.Ruled) -> Given | None:
    """The ruling that is on the same facts already as one that would be entered now;
    one that was left open is not: it is asked again."""
    twin = on_same_deal(session, would_be(session, event))[0]
    is_open = twin is not None and asked_again(session, twin) is not None
    return None if is_open else twin


def _told_apart(session: Session, one: Given) -> Message:
    said = dict(one.event.facts)
    what = fields.read(Card, fact_in(said, Fact.CARD)) or fact_in(said, Fact.CALL)
    what = what or fact_in(said, Fact.TRICK)
    who = fact_in(said, Fact.SEAT)
    seat = named(Seat(who), session.folded.people) if who else ""
    facts = listed(tuple(part for part in (seat, what) if part))
    return message("rulings.another", number=one.number, facts=facts)


def asked_again(session: Session, one: Given) -> list[tuple[str, str]] | None:
    """The facts with which an open ruling is asked for again; None where nothing is
    open. It is open while a fact was not known, and no later ruling has taken it up."""
    ruling = left_by(session, one)
    if ruling is None or not ruling.waits:
        return None
    known = [
        (name, fact)
        for name, fact in one.event.facts
        if name not in (ruling.waits, Fact.BOUND)
    ]
    later = (of.event for of in ruled_on(session) if of.seq > one.seq)
    same = (event for event in later if event.name == one.event.name)
    return None if any(set(known) <= set(event.facts) for event in same) else known


@once
def to_ask_again(session: Session) -> Given | None:
    """The first open ruling on a deal that is over, so that more can be known of it."""
    for one, _ in lately(session):
        row = deal_of(session, one).row
        is_over = row is not None and "open" not in row.marks
        is_open = is_over and one.state != "settled"
        if is_open and asked_again(session, one) is not None:
            return one
    return None


def effect_said(session: Session, effect: Effect, people: People = ()) -> Message:
    """An effect in words."""
    party = next((one for one in session.parties if one.id == effect.party), "")
    who = named(party, people or session.folded.people)
    return effect_words(session.game.family, effect.kind, who, effect.amount)


def _stands(session: Session, one: Given, ruling: Ruling | None) -> Message:
    """What became of a ruling, in words, and whose word that is."""
    if one.answer is None:
        way = agreed_way(session)
        return message(
            f"rulings.differ.{way}" if differs(session, one) else "rulings.open"
        )
    people = session.folded.people
    event = cast(Any, one.answer.event)
    seat = said_by(one.answer.by, people)
    if isinstance(event, notes.RulingAppealed):
        return (
            message("rulings.appealed-by", seat=seat)
            if seat
            else message("rulings.appealed")
        )
    known = (
        said
        for said in (ruling.remedies if ruling else ())
        if said.code == event.remedy
    )
    plain = {"": "rulings.accepted", notes.PLAY_ON: "rulings.play-on"}
    stands = message(plain.get(event.remedy, "rulings.settled"))
    if event.remedy not in plain and (found := next(known, None)) is not None:
        stands = message("rulings.remedy", remedy=named_message(found, people))
    if event.arbiter:
        return message("rulings.by-arbiter", stands=stands)
    return message("rulings.said-by", stands=stands, seat=seat) if seat else stands
