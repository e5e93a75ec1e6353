"""A question as it is put on a table's page: what stands there on every phone, drawn
once for a state, and what the page says to the phone that asks for it alone."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from flask import render_template
from flask.typing import ResponseReturnValue
from markupsafe import escape

from scorekeeper.core.messages import Message
from scorekeeper.core.seats import Party, named, named_message
from scorekeeper.core.session import Recorded
from scorekeeper.games.ask import AnyForm
from scorekeeper.games.game import last_scored
from scorekeeper.tables.accepted_arbiter import named_at
from scorekeeper.tables.results import confirmed, row_mark
from scorekeeper.tables.session import Session, once, said_then
from scorekeeper.tables.voices import named_at
from scorekeeper.web.page import answers, drawing, incoming, invitations
from scorekeeper.web.page.answers import hidden
from scorekeeper.web.page.drawing import frozen, spot
from scorekeeper.web.page.parts import Values
from scorekeeper.web.page.place import place, spoken_for_here
from scorekeeper.web.table import presenters


@dataclass(frozen=True, slots=True)
class PutQuestion:
    """A question as it is put on a page: the form, and what of the log it is about.

    `restates` are the entries that the answer replaces; `before` is the entry that a
    forgotten deal is put in before; `on_top` is what rulings give beside it. `duty` is
    what the answer, as it was `filled` in, would break. `action` is where the answer
    goes.
    """

    form: AnyForm
    action: str
    restates: tuple[Recorded, ...] = ()
    before: int | None = None
    on_top: tuple[Message, ...] = ()
    duty: Message | None = None
    filled: tuple[tuple[str, str], ...] = ()


def shown(
    session: Session, asked: PutQuestion, status: int = 200, refusal: object = None
) -> ResponseReturnValue:
    """The table's page with this question, drawn for the phone that asks."""
    form = asked.form
    if refusal is not None:
        form.form_errors.append(refusal)  # type: ignore[arg-type]
    values = {
        **_values(
            session, asked, _frame(session, _own_values(session, form, form.state))
        ),
        "me": place(session.id),
        "status": presenters.status(session, answers.saved_here(session)),
        "entry": {"action": asked.action, "hidden": hidden(session, asked.before)},
        "card_hidden": hidden(
            session
        ),  # its own key: the deal below it is another entry
    }
    template = answers.templates_of(session, form.NAME, form.TEMPLATE)
    return answers.page(template, code=status, **values)


def put_together(
    session: Session,
    kind: type[AnyForm],
    told: Values,
    ask: Callable[[], PutQuestion],
) -> ResponseReturnValue:
    """The table's page with a question of the game, as it is put to who is `told` this:
    what is the same on every phone is drawn once for a state, and what is this phone's
    own is put in."""
    saved = answers.saved_here(session)
    own = _own_values(session, kind, session.folded.state)
    # The page follows from whether there is a card; what stands on it is put in with
    # the status.
    card, own["card"] = own["card"], own["card"] is not None
    present = presenters.channels().seats(session.id)
    seen = (session.head, incoming.look(), present, frozen(own))
    frame = cache(lambda: _frame(session, own, present))
    csrf = partial(spot, drawing.CSRF)

    def whole() -> str:  # with spots where a phone's own goes
        asked = ask()
        fields = hidden(session, key=spot("key"), mark=spot("phone"))
        return answers.drawn_page(
            answers.templates_of(session, kind.NAME, kind.TEMPLATE),
            **_values(session, asked, frame()),
            entry={"action": asked.action, "hidden": fields},
            csrf_token=csrf,
            spots={"card": spot("card"), "status": spot("status")},
        )

    def part(named: str, **values: Any) -> str:
        own_keys = {
            "card_hidden": hidden(
                session, key=spot("card-key"), mark=spot("card-phone")
            )
        }
        draw = partial(render_template, f"sessions/_{named}.html")
        key = (*seen, named, frozen(values))
        return drawing.drawn().part(
            key, lambda: draw(**frame() | values | own_keys, csrf_token=csrf)
        )

    text = drawing.drawn().page((*seen, kind.NAME, frozen(told)), whole)
    entry = saved and {**saved, "key": spot("saved")}
    return answers.answered(
        drawing.put_in(
            text,
            status=part("status", status=presenters.status(session, entry)),
            card=part("card", card=card) if card else "",
            saved=escape(saved["key"]) if saved else "",
            **{
                one: incoming.new_key()
                for one in ("key", "phone", "card-key", "card-phone")
            },
        )
    )


def _frame(
    session: Session, own: Values, present: presenters.There | None = None
) -> Values:
    frame = presenters.shared_frame(session, own["waits"], present)
    return {**frame, **own, "last": last_result(session)}


def _values(session: Session, asked: PutQuestion, frame: Values) -> Values:
    frame = frame | presenters.notices(session)
    form = asked.form
    is_of_now = not asked.restates and asked.before is None
    if is_of_now:
        there = form.opens()
    else:
        # the deal and the dealer of that place
        glance = session.game.glance(form.state)
        people = form.folded.people
        there = (
            glance.deal,
            tuple(named_message(sentence, people) for sentence in glance.where),
        )
    if there is not None:
        frame["glance"] = replace(frame["glance"], deal=there[0], where=there[1])
    return {
        **frame,
        "form": form,
        "view": form.view(),
        "kept": partial(drawing.kept, session),
        "restates": [said_then(session, entry) for entry in asked.restates],
        "before": asked.before,
        "on_top": [
            named_message(sentence, session.folded.people) for sentence in asked.on_top
        ],
        "duty": asked.duty and named_message(asked.duty, session.folded.people),
        "filled": asked.filled,
        "back": presenters.entered_last(session) if is_of_now else (),
        "others": session.game.flow.others(form.state, form.NAME),
    }


# ---- what it says to one phone ----


def _own_values(session: Session, form: AnyForm | type[AnyForm], state: Any) -> Values:
    """All that the table's own page says to the phone that asks and not to every other:
    what waits for it, what of the seals it can open, where the others' phones come in
    and what brings it back when it is lost, whether it is its turn, and the last result
    as its side can judge it."""
    mine = place(session.id)
    is_new = not session.has(*session.game.events)
    is_alone = mine.is_host and not mine.elsewhere and is_new
    is_one_of_many = bool(mine.elsewhere and mine.seats)
    seat = form.acts(state) if is_one_of_many else None
    return {
        "waits": presenters.waits(session),
        "seals": presenters.seal_notices(session),
        "is_alone": is_alone,
        "recovery": invitations.recovery(session.id) if is_alone else None,
        "whose": seat
        and {
            "name": dict(session.folded.people).get(seat, seat),
            "is_mine": seat in mine.seats,
            "is_alone": mine.own_seat is not None,
        },
        "card": _card(session, next(iter(spoken_for_here(session)), None))
        if is_one_of_many
        else None,
        "accepts": presenters.accepts_arbiter(session),
        "named_at": named_at(session),
    }


MOST_FACTS = 4
"""How many facts of the last deal stand on its card."""
_NOT_ON_IT = ("dealer", "vulnerable")


@once
def last_result(session: Session) -> Values | None:
    return last_scored(session.sheet, session.folded.people)


@once
def _card(session: Session, own: Party | None) -> Values | None:
    last = last_result(session)
    row = session.sheet.row(last["row"]) if last else None
    if row is None or own is None:
        return None
    facts = [
        named(fact.value, row.people)
        for fact in row.facts
        if fact.value is not None and not fact.head.endswith(_NOT_ON_IT)
    ]
    done = confirmed(session, row)
    return {
        "party": own.id,
        "mark": row_mark(session, row),
        "facts": facts[:MOST_FACTS],
        "is_done": own.id in done,
        "is_agreed": all(party.id in done for party in session.parties),
    }
