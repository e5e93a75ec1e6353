"""The links, codes and QR codes by which phones come to a table.

What is shown again (a link, a code) is made anew each time from a salt that the store
keeps and the server's own key: a database file lets nobody in without that. One of
PostgreSQL has the key in it, unless $SCOREKEEPER_SECRET_KEY names another."""

from functools import partial
from urllib.parse import urlsplit

import segno
from flask import current_app, request, url_for
from markupsafe import Markup

from scorekeeper.addresses import is_for_this_computer_only, lan_addresses
from scorekeeper.core.codec import fingerprint
from scorekeeper.core.seats import Ring, Seat
from scorekeeper.store import NotSaved
from scorekeeper.store.phones import AskedFor, Invitation, Purpose, hashed
from scorekeeper.web.page import phone
from scorekeeper.web.page.incoming import new_key, now, store
from scorekeeper.web.page.place import Need, at_once

SECONDS = {
    Purpose.JOIN: 12 * 3600,
    Purpose.CODE: 600,
    Purpose.WATCH: 30 * 24 * 3600,
    Purpose.ARBITER: 12 * 3600,
    Purpose.MOVE: 120,
    Purpose.HOST: 120,
}
"""How long an invitation is good for."""
ASKING = 600  # seconds for which a phone asks for a seat
_SINGLE = {Purpose.ARBITER, Purpose.MOVE, Purpose.HOST}
FRESH = SECONDS[Purpose.CODE] // 2 - 60
"""Seconds after which a page with the code asks for the present one."""
LETTERS = 8  # how many letters a spoken code has: 40 bits
RECOVERY_LETTERS = 12
RECOVERY = 400 * 24 * 3600
"""How many letters the code has that brings a table back, 60 bits, and for how long it
is good."""
_ALIKE = str.maketrans("OIL", "011")


def words_for(session: str, purpose: Purpose) -> str:
    """The words of an invitation to this table: the one that stands, or a fresh one
    when that has less than half its time left."""
    half = now(SECONDS[purpose] // 2)
    standing = store().phones.standing(session, purpose, half)
    return _words(purpose, standing.salt) if standing else fresh(session, purpose)


def fresh(
    session: str,
    purpose: Purpose,
    seats: Ring = (),
    seconds: int = 0,
    *,
    by_arbiter: bool = False,
    by_host: bool = False,
) -> str:
    """The words of an invitation made now, good for as long as its purpose, or
    `seconds`."""
    salt = new_key()
    until = now(seconds or SECONDS[purpose])
    words = _words(purpose, salt)
    is_single = purpose in _SINGLE
    made = Invitation(
        session, purpose, seats, salt, until, is_single, by_arbiter, by_host
    )
    # What is hashed: a spoken code can never be the words of a link, nor the other way
    # round.
    kept = f"code {words}" if purpose is Purpose.CODE else words
    store().phones.invite(kept, made, now())
    return words


def ask_for(session: str, seat: Seat) -> str | None:
    """The words by which this phone alone comes to a seat of the host's, once the host
    lets it in; None where too many ask."""
    words = new_key()
    address = phone.derived(f"asks from {request.remote_addr}")
    asked = AskedFor(session, seat, new_key(), now(ASKING), address)
    return words if store().phones.ask(words, asked, now()) else None


def number_of(asked: AskedFor) -> int:
    return 10 + int(hashed(asked.salt)[:8], 16) % 90


def found(words: str) -> Invitation | None:
    return store().phones.invitation(words, now())


def spoken(letters: str) -> Invitation | None:
    """The invitation that was said so: case, spaces and letters that look alike don't
    matter."""
    alike = letters.upper().translate(_ALIKE)
    code = "".join(letter for letter in alike if letter.isalnum())
    by_code = store().phones.invitation(f"code {code}", now())
    return by_code or store().phones.invitation(f"recovery {code}", now())


def recovery(session: str) -> str:
    """The code that makes another phone the host's, when the only one is lost, as it is
    written down: the one that stands, until it is used. It is for the host's eyes, and
    kept hashed. Raises NotSaved."""
    standing = store().phones.standing(session, Purpose.HOST, now(RECOVERY // 2))
    salt = standing.salt if standing else new_key()
    code = fingerprint(phone.digest(f"recovery {salt}").hex(), RECOVERY_LETTERS)
    if standing is None:
        made = Invitation(
            session, Purpose.HOST, (), salt, now(RECOVERY), is_single=True
        )
        invite = partial(store().phones.invite, f"recovery {code}", made, now())
        at_once(session, lambda _: invite(), Need.HOST)
    return grouped(code)


def recovery_or_none(session: str) -> str | None:
    """The same for a page that has more to say: none where it can't be kept, and so
    would bring nothing back."""
    try:
        return recovery(session)
    except NotSaved:
        return None


def grouped(code: str) -> str:
    """A code as it is read and written down: four letters at a time."""
    fours = (code[start : start + 4] for start in range(0, len(code), 4))
    return " ".join(fours)


def address(words: str) -> str:
    return outside(url_for("seats.invited", words=words))


def outside(path: str) -> str:
    """A path of ours with the scheme and host by which other phones reach this
    server."""
    if phone.is_public():
        return f"{str(current_app.config['PUBLIC_URL']).rstrip('/')}{path}"
    here = request.host_url.rstrip("/")
    addresses = lan_addresses() if is_for_this_computer_only(here) else []
    if addresses:
        port = urlsplit(here).port or 80
        here = f"http://{addresses[0]}:{port}"
    return here + path


def qr(url: str) -> Markup:
    code = segno.make_qr(url, error="m")
    drawn = code.svg_inline(omitsize=True, border=0, svgclass=None, lineclass=None)
    return Markup(drawn)  # noqa: S704 - drawn by us from our own address


def _words(purpose: Purpose, salt: str) -> str:
    made = f"invitation {purpose.value} {salt}"
    code = fingerprint(phone.digest(made).hex(), LETTERS)
    return code if purpose is Purpose.CODE else phone.derived(made)
