"""Tricks that were tried and work no more: somebody else's form, file or moment."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any, cast

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Adjusted, CarriedIn
from scorekeeper.core.notes import Signed
from scorekeeper.core.phone_notes import Role
from scorekeeper.core.rules_notes import SettingsAgreed
from scorekeeper.core.seals import LookedAt
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.core.session import Command, Entry, Header, Stamp
from scorekeeper.exports.session_file import read, write
from scorekeeper.games import GAMES
from scorekeeper.store import Store
from scorekeeper.store.phones import Invitation, Purpose, hashed
from scorekeeper.web.page import invitations
from tests.web.conftest import Visitor, join
from tests.web.profiles import PUBLIC, behind_tls
from tests.web.sealing import name_arbiter
from tests.web.seating import link, reference

AT = "2026-11-21T20:00:00Z"


def store_of(app: Flask) -> Store:
    return cast(Store, app.extensions["store"])


def log_of(phone: Visitor, table: str) -> list[dict[str, Any]]:
    text = phone.client.get(table + "session.jsonl").get_data(as_text=True)
    return [json.loads(line) for line in text.splitlines()]


# ---- somebody else's form ----


def test_a_look_is_answered_to_the_phone_that_asked_alone(
    app: Flask, visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    table = visitor.lay("joker-bridge", suit_mode="sealed")
    west = join(visitor, another(), table, "W")
    east = name_arbiter(visitor, another(), table, west)
    sealing = f"{table}sealed/new/joker-suit?seat=W&open=1"
    west.get(sealing).send(sealing, suit_0="H")
    seq = int(west.page.headers["Location"].split("/sealed/")[1].split("/")[0])
    look = f"{table}sealed/{seq}/look"
    east.get(look).send(look, reason="a dispute")
    assert east.page.status_code == 200
    # Every key stands in the session file; sending it again would leave no second
    # entry.
    key = log_of(visitor, table)[-2]["key"]
    visitor.get(f"{table}evening/dealer").send(look, reason="a dispute", key=key)
    assert visitor.page.status_code == 403
    assert "♥" not in visitor.text.partition("<main")[2]
    looks = [
        entry
        for entry in store_of(app).open(_id(table)).log
        if isinstance(entry.event, LookedAt)
    ]  # type: ignore[union-attr]
    assert len(looks) == 1


@pytest.mark.parametrize("game", GAMES)
def test_every_form_is_answered_in_words_whatever_is_asked_now(
    visitor: Visitor, game: str
) -> None:
    table = visitor.lay(game)
    for form in GAMES[game].flow.forms:
        for fields in (
            {},
            dict.fromkeys(("trump", "leader", "level", "call", "tricks"), "ZZ"),
        ):
            visitor.get(table).send(f"{table}enter/{form.NAME}", **fields)
            assert visitor.page.status_code in (303, 409, 422), form.NAME


# ---- somebody else's moment ----


@pytest.mark.parametrize("way", ["new", "again"])
def test_nobody_takes_a_table_while_it_is_opened(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """Whoever looks at the list of tables all the time sees it before its host has
    it."""
    store = store_of(app)
    taken = []
    table = visitor.lay("bridge")
    create = store.create

    def seen_by_another(header: Header, *more: Any) -> Any:
        done = create(header, *more)
        taken.append(
            Thread(
                target=store.phones.host, args=(header.session, "b" * 64, COMPASS, AT)
            )
        )
        taken[0].start()
        taken[0].join(0.5)
        return done

    monkeypatch.setattr(store, "create", seen_by_another)
    if way == "new":
        opened = visitor.lay("bridge")
    else:
        visitor.get(table).send(f"{table}again")
        opened = visitor.page.headers["Location"]
    taken[0].join()
    assert visitor.get(f"{opened}remove").page.status_code == 200, "it is the host's"


@pytest.mark.parametrize("link", ["a seat", "the host", "the arbiter", "recovery"])
def test_a_link_is_made_by_whoever_has_the_place_then(
    app: Flask,
    visitor: Visitor,
    another: Callable[[], Visitor],
    monkeypatch: pytest.MonkeyPatch,
    link: str,
) -> None:
    """What asks for it has passed the guard when the place is taken away."""
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    phones = store_of(app).phones
    key = invitations.new_key
    made = list[str]()
    phones.withdraw(_id(table), Purpose.HOST)

    def taken_away() -> None:
        host = next(
            holding.phone
            for holding in phones.holdings(_id(table))
            if holding.role is Role.HOST
        )
        if link == "a seat":
            phones.sit(_id(table), host, (Seat.WEST,), AT, is_moved=True)
        else:
            phones.take_over(_id(table), "b" * 64, (), AT)

    def too_late() -> str:
        monkeypatch.setattr(invitations, "new_key", key)
        done = Thread(target=taken_away)
        done.start()
        done.join(0.5)
        made.append("made")
        ends.append(done)
        return key()

    ends = list[Thread]()
    asks, said = (west, {"seat": "W"}) if link == "a seat" else (visitor, {})
    asks.get(f"{table}phones")
    phones.withdraw(_id(table), Purpose.HOST)
    monkeypatch.setattr(invitations, "new_key", too_late)
    if link == "the arbiter":
        asks.get(f"{table}phones/arbiter")
    elif link == "recovery":
        asks.get(f"{table}recovery.pdf")
    else:
        asks.send(f"{table}phones/move", **said)
    ends[0].join()
    standing = store_of(app).rows(
        "SELECT purpose FROM invitations WHERE purpose <> 'join'"
    )
    assert made and not {one for (one,) in standing} & {"host", "move", "arbiter"}


@pytest.mark.parametrize("way", ["takes back", "sits", "joins", "watches"])
def test_nobody_gets_a_place_by_what_ended_meanwhile(tmp_path: Path, way: str) -> None:
    """The host has been replaced, or ended the links, when its form is worked on."""
    app = create_app(
        {"INSTANCE": str(tmp_path / "i"), "TESTING": True, "PUBLIC_URL": PUBLIC}
    )
    host, west, late = (behind_tls(app) for _ in range(3))
    table = host.lay("bridge")
    join(host, west, table, "W")
    phones = store_of(app).phones
    ended = list[Thread]()
    words = link(app, table, Purpose.WATCH if way == "watches" else Purpose.JOIN)
    late.get(words)
    claiming = phones.renew

    def too_late(*of: str) -> None:
        claiming(*of)
        if not ended:
            ended.append(Thread(target=end))
            ended[0].start()
            ended[0].join()

    def end() -> None:
        if way in ("joins", "watches"):
            phones.withdraw(_id(table))
        else:
            phones.take_over(_id(table), "b" * 64, (), AT)

    phones.renew = too_late  # type: ignore[method-assign]
    match way:
        case "takes back":
            host.get(table + "phones").send(table + "phones/back", seat="W")
        case "sits":
            phones.leave(_id(table), _holder(app, table, "W"), AT)
            phones.end(_id(table), Role.WATCHER)
            store_of(app).run("DELETE FROM places WHERE seat = 'W'")
            host.get(table + "phones").send(table + "phones/sit", seat="W")
        case _:
            late.send(words, seat="E" if way == "joins" else "")
    ended[0].join()
    phone_of = {holding.phone for holding in phones.holdings(_id(table), "*")}
    mine = host if way in ("takes back", "sits") else late
    assert hashed(reference(mine)) not in phone_of
    assert mine.page.status_code in (403, 409, 410)


def _holder(app: Flask, table: str, seat: str) -> str:
    held = store_of(app).phones.holdings(_id(table))
    return next(
        holding.phone for holding in held if holding.seat and holding.seat.value == seat
    )


def test_two_that_agree_last_at_once_make_the_change(
    app: Flask, visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    visitor.get(table + "rules/change").send(table + "rules/preview", scoring="chicago")
    visitor.send(table + "rules/change", agreed=["S", "E"])
    west.get(table + "rules/proposal")
    # North's answer is recorded after West's page was read and before West's is
    # recorded.
    store = store_of(app)
    session = store_of(app).open(_id(table))
    assert session is not None
    append = store.append
    agreed = Command((Entry(SettingsAgreed(session.last, (Seat.NORTH,))),))

    def beaten(*args: Any, **named: Any) -> Any:
        store.append = append  # type: ignore[method-assign]
        append(session.id, agreed, Stamp("2026-11-21T20:00:00Z", "N", "", "north"))
        return append(*args, **named)

    store.append = beaten  # type: ignore[method-assign]
    west.send(table + "rules/proposal", agreed=["W"])
    assert west.page.status_code == 303, west.text
    now = store.open(_id(table))
    assert now is not None and now.settings.scoring.value == "chicago"


def test_codes_that_are_right_are_no_guesses(tmp_path: Path) -> None:
    app = create_app(
        {
            "INSTANCE": str(tmp_path / "limited"),
            "TESTING": True,
            "RATELIMIT_ENABLED": True,
        }
    )
    visitor = Visitor(app.test_client())
    for _ in range(3):  # three tables of four, behind one address
        table = visitor.lay("bridge")
        for seat in ("W", "N", "E"):
            join(visitor, Visitor(app.test_client()), table, seat)
    guesser = Visitor(app.test_client())
    codes = [
        guesser.get("/join").send("/join", code="ABCDE").page.status_code
        for _ in range(6)
    ]
    assert codes == [422] * 5 + [429]


def test_a_right_code_is_given_back_to_the_minute_it_was_counted_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(
        {
            "INSTANCE": str(tmp_path / "limited"),
            "TESTING": True,
            "RATELIMIT_ENABLED": True,
        }
    )
    visitor = Visitor(app.test_client())
    guesser = Visitor(app.test_client())
    table = visitor.lay("bridge")
    spoken = invitations.spoken
    limiter = app.extensions["limits"]

    def a_minute_ends(letters: str) -> Invitation | None:
        """And somebody else at this address has tried one in the next when we
        answer."""
        keys = [
            limit.limit.key_for(*limit.request_args) for limit in limiter.current_limits
        ]
        limiter.storage.reset()
        for key in keys:
            limiter.storage.incr(key, 60)
        return spoken(letters)

    monkeypatch.setattr(invitations, "spoken", a_minute_ends)
    for seat in ("W", "N", "E"):
        join(visitor, Visitor(app.test_client()), table, seat)
    monkeypatch.setattr(invitations, "spoken", spoken)
    codes = [
        guesser.get("/join").send("/join", code="ABCDE").page.status_code
        for _ in range(5)
    ]
    assert codes == [422] * 4 + [429]


def test_a_link_to_a_seat_ends_when_the_host_takes_the_seat_back(
    app: Flask, visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    table = visitor.lay("bridge")
    west = join(visitor, another(), table, "W")
    with app.test_request_context():
        words = invitations.fresh(_id(table), Purpose.MOVE, (Seat.WEST,))
    assert west.get(f"/j/{words}").page.status_code == 200
    visitor.get(table + "phones").send(table + "phones/back", seat="W")
    assert visitor.page.status_code == 303
    assert west.get(f"/j/{words}").page.status_code == 410


# ---- somebody else's file ----


def test_a_file_adds_nothing_to_a_table_without_a_place_at_it(
    visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    table = visitor.lay("bridge")
    before = visitor.client.get(table + "session.jsonl").get_data()
    stranger = another()
    stranger.lay("rook")
    stranger.get("/moving").send(
        "/moving", file=(io.BytesIO(_longer(before)), "evening.jsonl")
    )
    assert stranger.page.status_code == 422
    assert "Only a phone at that table" in stranger.text
    assert "+900" not in visitor.get(table + "sheet").text


def _longer(data: bytes) -> bytes:
    """The same evening as somebody would like it: written by hand, without its
    hashes."""
    session = read(data).session
    command = Command((Entry(Adjusted("NS", 900, "because")),))
    added = session.additions(command, Stamp("2026-11-21T20:00:00Z", None, "", "mine"))
    return write(session.grown(added)).encode()


@pytest.mark.parametrize("points", ["1e999999999", "abc", "1/0", "٣", " 1", "1_0"])
def test_what_is_signed_is_points(app: Flask, visitor: Visitor, points: str) -> None:
    table = visitor.lay("bridge")
    session = store_of(app).open(_id(table))
    assert session is not None
    signed = Signed(
        session.last, session.head, (("NS", points), ("EW", "0")), (Seat.NORTH,)
    )
    with pytest.raises(RuleViolation):
        session.decide(Command((Entry(signed),)))


# ---- names and numbers that are none ----


@pytest.mark.parametrize("host", [".", ".local", "[::1", "a:b", "\xfc.local"])
def test_a_name_that_no_computer_can_have_is_refused(
    client: FlaskClient, host: str
) -> None:
    assert client.get("/", environ_overrides={"HTTP_HOST": host}).status_code == 400


def test_a_number_of_any_length_is_said(visitor: Visitor) -> None:
    table = visitor.lay("berzerka", ("Ann", "Bo", "Cy", "Di"))
    visitor.get(table + "?form=bid").send(
        table + "enter/bid", contract="hidden-strength", overbid="9" * 30, call="bid"
    )
    assert visitor.page.status_code < 500


@pytest.mark.parametrize("name", ["carried-in", "adjusted"])
@pytest.mark.parametrize("points", ["9" * 400, "-" + "9" * 5000, "1e400", "100001"])
def test_points_of_any_length_are_refused_in_words(
    visitor: Visitor, name: str, points: str
) -> None:
    table = visitor.lay("bridge")
    facts = {"party": "NS", "part": "above", "reason": "late", "points": points}
    visitor.get(f"{table}evening/{name}").send(f"{table}enter/{name}", **facts)
    assert visitor.page.status_code == 422


@pytest.mark.parametrize("points", [10**13, -(10**30), 2**63])
def test_a_number_that_no_database_keeps_is_refused(
    app: Flask, visitor: Visitor, points: int
) -> None:
    session = store_of(app).open(_id(visitor.lay("bridge")))
    assert session is not None
    with pytest.raises(RuleViolation) as refusal:
        session.decide(Command((Entry(CarriedIn("NS", points, "above")),)))
    assert refusal.value.why.code == "refused.number"


@pytest.mark.parametrize(
    "fields", [{"hidden_0_suit": "ZZ"}, {"tricks": "99", "level": "7"}]
)
def test_cards_that_are_none_are_refused(
    visitor: Visitor, fields: dict[str, str]
) -> None:
    table = visitor.lay("joker-bridge")
    page = table + "?form=quick"
    for passed_out in ("", "1"):
        visitor.get(page).send(table + "enter/quick", passed_out=passed_out, **fields)
        assert visitor.page.status_code in (303, 422)


def _id(table: str) -> str:
    return table.strip("/").split("/")[-1]
