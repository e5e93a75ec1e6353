"""A question as it is put on a table's page: what stands there on every phone, drawn
once for a state, and what the page says to the phone that asks for it alone."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, NamedTuple

from flask import render_template
from flask.typing import ResponseReturnValue
from markupsafe import escape

from scorekeeper.core.messages import Message, listed
from scorekeeper.core.notes import OfNight
from scorekeeper.core.seats import Party, PartyId, named_message
from scorekeeper.core.session import Recorded
from scorekeeper.games.ask import AnyForm, OverForm
from scorekeeper.tables.accepted_arbiter import named_at
from scorekeeper.tables.deals import finished_deals, is_watchable, way_is_open
from scorekeeper.tables.last_result import LastResult, Weight, last_result, last_scored
from scorekeeper.tables.night_clock import Until, until_at
from scorekeeper.tables.results import confirmed, disputed, row_mark
from scorekeeper.tables.rulings.effects import OnTop
from scorekeeper.tables.said import said_then
from scorekeeper.tables.session import Session, once
from scorekeeper.web.page import answers, invitations
from scorekeeper.web.page.answers import hidden, saved_here, templates_of
from scorekeeper.web.page.drawing import CSRF, drawn, frozen, kept, put_in, spot
from scorekeeper.web.page.incoming import at, look, new_key, store
from scorekeeper.web.page.parts import Values
from scorekeeper.web.page.place import place, side_elsewhere, spoken_for_here
from scorekeeper.web.table import at_once, presenters


@dataclass(frozen=True, slots=True)
class PutQuestion:
    """A question as it is put on a page: the form, and what of the log it is about.

    `restates` are the entries that the answer replaces; `before` is the entry that a
    forgotten deal is put in before; `on_top` is what rulings give beside it. `duty` is
    what the answer, as it was `filled` in, would break. `board` is the number of the
    board that is corrected. `action` is where the answer goes.
    """

    form: AnyForm
    action: str
    restates: tuple[Recorded, ...] = ()
    before: int | None = None
    on_top: tuple[OnTop, ...] = ()
    duty: Message | None = None
    filled: tuple[tuple[str, str], ...] = ()
    board: str = ""


def shown(
    session: Session, asked: PutQuestion, status: int = 200, refusal: object = None
) -> ResponseReturnValue:
    form = asked.form
    if refusal is not None:
        form.form_errors.append(refusal)  # type: ignore[arg-type]
    frame = _frame(session, _own_values(session, form, form.state))
    return answers.page(
        templates_of(session, form.NAME, form.TEMPLATE),
        code=status,
        **_values(session, asked, frame),
        me=place(session.id),
        status=presenters.status(session, saved_here(session)),
        entry={"action": asked.action, "hidden": hidden(session, asked.before)},
        # its own key: the deal below it is another entry
        card_hidden=hidden(session),
    )


# Long: what is drawn once for all phones, and what each is put in, are read together.
def put_together(
    session: Session,
    kind: type[AnyForm],
    told: Values,
    ask: Callable[[], PutQuestion],
) -> ResponseReturnValue:
    """The table's page with a question of the game, as it is put to who is `told` this:
    what is the same on every phone is drawn once for a state, and what is this phone's
    own is put in."""
    own = _own_values(session, kind, session.folded.state)
    # The page follows from whether there is a card; what stands on it is put in with
    # the status.
    card = own["card"]
    own["card"] = card is not None
    present = presenters.channels().seats(session.id)
    seen = (session.head, look(), present, frozen(own))
    frame = cache(lambda: _frame(session, own, present))
    csrf = partial(spot, CSRF)

    def whole() -> str:  # with spots where a phone's own goes
        asked = ask()
        fields = hidden(session, key=spot("key"), mark=spot("phone"))
        return answers.drawn_page(
            templates_of(session, kind.NAME, kind.TEMPLATE),
            **_values(session, asked, frame()),
            entry={"action": asked.action, "hidden": fields},
            csrf_token=csrf,
            spots={"card": spot("card"), "status": spot("status")},
        )

    def part(name: str, value: object) -> str:  # drawn by itself, and put in
        def draw() -> str:
            fields = hidden(session, key=spot("card-key"), mark=spot("card-phone"))
            values = frame() | {name: value, "card_hidden": fields}
            return render_template(f"sessions/_{name}.html", **values, csrf_token=csrf)

        return drawn().part((*seen, name, frozen({name: value})), draw)

    text = drawn().page((*seen, kind.NAME, frozen(told)), whole)
    saved = saved_here(session)
    in_spot = saved and {**saved, "key": spot("saved")}
    own_parts = {
        "status": part("status", presenters.status(session, in_spot)),
        "card": part("card", card) if card else "",
        "saved": escape(saved["key"]) if saved else "",
    }
    for name in ("key", "phone", "card-key", "card-phone"):
        own_parts[name] = new_key()
    return answers.answered(put_in(text, **own_parts))


def _frame(
    session: Session, own: Values, present: presenters.There | None = None
) -> Values:
    frame = presenters.shared_frame(session, own["waits"], present)
    return {**frame, **own, "last": last_result(session)}


def _values(session: Session, asked: PutQuestion, frame: Values) -> Values:
    form = asked.form
    is_of_now = not asked.restates and asked.before is None
    there = _deal_asked(session, form) if is_of_now else _deal_of(session, form)
    others = session.game.flow.others(form.state, form.NAME)
    is_of_play = is_of_now and not others and session.game.flow.bidding != form.NAME
    glance = frame["glance"]
    if there is not None:
        deal, where = there
        glance = replace(glance, deal=deal, where=where)
    return {
        **frame,
        **presenters.notices(session),
        "glance": glance,
        "form": form,
        "view": form.view(),
        "kept": partial(kept, session),
        **_of_record(session, asked),
        "back": presenters.entered_last(session) if is_of_now else (),
        "others": others,
        "may_watch": is_of_play and is_watchable(session),
        **_line_values(session, form, is_of_now),
    }


def _of_record(session: Session, asked: PutQuestion) -> Values:
    people = session.folded.people
    return {
        "restates": [said_then(session, entry) for entry in asked.restates],
        "before": asked.before,
        "on_top": [
            (one.ruling, named_message(one.said, people)) for one in asked.on_top
        ],
        "duty": asked.duty and named_message(asked.duty, people),
        "filled": asked.filled,
        "board_number": asked.board,
    }


def _line_values(session: Session, form: AnyForm, is_of_now: bool) -> Values:
    spoken = session.game.spoken
    if not is_of_now or spoken is None or form.NAME not in spoken.forms:
        return {"line_url": None}
    if not spoken.is_open(form.state):
        return {"line_url": None}
    example = presenters.line_example(session)
    return {"line_url": at(session, "line.line"), "line_example": example}


def _deal_asked(
    session: Session, form: AnyForm
) -> tuple[Message, tuple[Message, ...]] | None:
    """The deal that this form opens and the rest of that line, where the glance is
    still at the one before, else None."""
    is_next = session.glance.is_over and _shows_its_end(session)
    begun = form.begins() if is_next else None
    return form.opens() if begun is None else _deal_of(session, form, begun)


def _deal_of(
    session: Session, form: AnyForm, state: Any = None
) -> tuple[Message, tuple[Message, ...]]:
    glance = session.game.glance(form.state if state is None else state)
    people = form.folded.people
    where = tuple(named_message(sentence, people) for sentence in glance.where)
    return glance.deal, where


def played(session: Session) -> ResponseReturnValue:
    """A table of a night that has played its round: its last result, which both sides
    may agree to, and the way back to the night."""
    mine = place(session.id)
    sides = spoken_for_here(session) if mine.elsewhere and mine.seats else ()
    return presenters.page_of(
        session,
        "sessions/played.html",
        last=last_result(session),
        card=_card(session, sides[0]) if sides else None,
        card_hidden=hidden(session),
        waits=presenters.waits(session),
        until=_until(session),
        **presenters.notices(session),
    )


# ---- what it says to one phone ----


# Long: a value for each thing that the page says to one phone.
def _own_values(session: Session, form: AnyForm | type[AnyForm], state: Any) -> Values:
    """All that the table's own page says to the phone that asks and not to every other:
    what waits for it, what of the seals it can open, where the others' phones come in
    and what brings it back when it is lost, whether it is its turn, and the last result
    as its side can judge it."""
    mine = place(session.id)
    is_new = not session.has(*session.game.events)
    is_alone = mine.is_host and not mine.elsewhere and is_new
    whose = None
    card = None
    if mine.elsewhere and mine.seats:  # other phones play here too
        sides = spoken_for_here(session)
        card = _card(session, sides[0]) if sides else None
        seat = form.acts(state)
        whose = seat and {
            "name": dict(session.folded.people).get(seat, seat),
            "is_mine": seat in mine.seats,
            "is_alone": mine.own_seat is not None,
        }
    return {
        "waits": presenters.waits(session),
        "seals": presenters.seal_notices(session),
        "together": _said_at_once(session, form),
        "is_alone": is_alone,
        "recovery": _recovery(session) if mine.is_host else None,
        "asks_way": mine.is_host and bool(mine.elsewhere) and way_is_open(session),
        "whose": whose,
        "card": card,
        "side_elsewhere": None if card else _asked_elsewhere(session),
        "has_slab": _has_slab(session, form, card),
        "accepts": presenters.accepts_arbiter(session),
        "named_at": named_at(session),
        "until": _until(session),
    }


def _until(session: Session) -> Until | None:
    if not session.has(OfNight):
        return None
    return until_at(session, store().readable, store().now())


def _said_at_once(
    session: Session, form: AnyForm | type[AnyForm]
) -> at_once.Together | None:
    return at_once.asked_here(session, form) if session.game.sealables else None


# Whose phone says whether the newest result is right, where this one's doesn't.
def _asked_elsewhere(session: Session) -> Message | None:
    last = last_result(session)
    return side_elsewhere(session) if last and last.is_newest else None


def _has_slab(
    session: Session, form: AnyForm | type[AnyForm], card: "ResultCard | None"
) -> bool:
    """Whether the last result stands above this form: not where its card does, nor
    where the form begins the next game, after the end of the last one was shown."""
    last = last_result(session)
    if last is None or not last.is_newest:
        return False
    is_next = last.weight is Weight.OVER and form.NAME != OverForm.NAME
    if is_next and _shows_its_end(session):
        return False
    return card is None or card.last != last


def _shows_its_end(session: Session) -> bool:
    return session.game.flow.form(OverForm.NAME) is OverForm


def _recovery(session: Session) -> str | None:
    is_after_first = finished_deals(session, 2) == 1
    return invitations.recovery_or_none(session.id) if is_after_first else None


class ResultCard(NamedTuple):
    """The last result, which the sides agree to: `party` is the own one, by its id."""

    last: LastResult
    party: PartyId
    mark: str
    is_done: bool
    is_agreed: bool
    is_disputed: bool
    against: object


@once
def _card(session: Session, own: Party) -> ResultCard | None:
    last = last_scored(session)
    row = session.sheet.row(last.row) if last else None
    if last is None or row is None or not row.is_played_by(own):
        return None
    done = confirmed(session, row)
    no = disputed(session, row)
    return ResultCard(
        last=last,
        party=own.id,
        mark=row_mark(session, row),
        is_done=own.id in done,
        is_agreed=all(
            party.id in done for party in session.parties if row.is_played_by(party)
        ),
        is_disputed=own.id in no,
        against=listed(party for party in session.parties if party.id in no),
    )
