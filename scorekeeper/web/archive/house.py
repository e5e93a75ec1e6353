"""The house: the phones whose hosts let files into everybody's lists. Who they are is
written down; one of them lets another phone in by a link that works once, or gives the
house up."""

from flask import Blueprint, Response, abort, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import message
from scorekeeper.web.page import invitations, phone
from scorekeeper.web.page.answers import error_page, page, see_other
from scorekeeper.web.page.incoming import YEAR, new_key, now, store
from scorekeeper.web.page.place import Need, house_hosts

blueprint = Blueprint("house", __name__)

SECONDS = 600  # how long a link to the house is good for


def fresh_words(*, instead: bool = False) -> str:
    """The words of a link that gives the house to one more phone, or to it `instead` of
    all."""
    words = phone.derived(f"house {new_key()}")
    store().phones.link_to_house(words, now(SECONDS), now(), instead=instead)
    return words


@blueprint.post("/house/link", need=Need.KITCHEN)
def link() -> ResponseReturnValue:
    def made(_db: object) -> str:
        me = phone.here()
        # it may have given it up meanwhile
        is_mine = me in store().phones.house(now(-YEAR), me)
        return fresh_words() if is_mine else abort(403)

    url = invitations.outside(url_for(".invited", words=store().in_transaction(made)))
    return page(
        "house/link.html", url=url, qr=invitations.qr(url), minutes=SECONDS // 60
    )


@blueprint.post("/house/leave", need=Need.KITCHEN)
def leave() -> ResponseReturnValue:
    store().phones.leave_house(phone.here(), now(-YEAR))
    return see_other(url_for("moving.house"))


@blueprint.route("/house/<words>", methods=["GET"], need=Need.KITCHEN)
def invited(words: str) -> ResponseReturnValue:
    if not store().phones.is_link_to_house(words, now()):
        return _expired()
    return page("house/invited.html", is_ours=phone.here() in house_hosts())


@blueprint.post("/house/<words>", need=Need.KITCHEN)
def join(words: str) -> ResponseReturnValue:
    if not store().phones.is_link_to_house(words, now()):
        return _expired()
    if not store().phones.join_house(words, phone.claiming(), now()):
        return _expired()
    return see_other(url_for("moving.house"))


def _expired() -> Response:
    back = url_for("moving.house"), message("Import and export")
    return error_page(410, "error.invitation", back=back)
