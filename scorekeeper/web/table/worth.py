"""What a result would bring, said beside Save while it is filled in."""

from flask import render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.session import Command, Entry
from scorekeeper.tables.last_result import LastResult, result_of
from scorekeeper.tables.session import Session
from scorekeeper.web.page.answers import answered
from scorekeeper.web.page.incoming import OfTable, stamp
from scorekeeper.web.page.place import Need
from scorekeeper.web.table.sessions import form_of

blueprint = OfTable("worth", __name__, url_prefix="/t/<session_id>")


@blueprint.post("/worth/<name>", need=Need.ENTER)
def worth(session: Session, name: str) -> ResponseReturnValue:
    """What the form of this name would bring as it is filled in: the score is worked
    out as for an entry, and nothing is stored. Empty where the entry would be refused
    or ends no deal."""
    return answered(render_template("sessions/_worth.html", one=_result(session, name)))


def _result(session: Session, name: str) -> LastResult | None:
    if session.game.flow.form(name) is None:
        return None
    form = form_of(session, name, session.folded, formdata=request.form)
    if not form.validate():
        return None
    command = Command(tuple(Entry(fact) for fact in form.facts()))
    try:
        added = session.additions(command, stamp("worth"))
    except RuleViolation:
        return None
    return result_of(session.grown(added), added)
