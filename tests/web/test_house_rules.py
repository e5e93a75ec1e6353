"""House rules changed on a page: seen before, agreed by all, or taken to a new
table."""

import re
from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.core.evening import CarriedIn, Seated
from scorekeeper.core.notes import WentOn
from scorekeeper.core.rules_notes import SettingsChanged, SettingsProposed
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.rules import Scoring
from scorekeeper.store.phones import hashed
from scorekeeper.tables.session import Session
from tests.web.conftest import PEOPLE, Visitor


class Table:
    """A rubber at which North and South have a part-score and honours are scored."""

    def __init__(self, visitor: Visitor, app: Flask) -> None:
        self.visitor = visitor
        self.app = app
        self.address = visitor.lay("bridge")
        facts = {"level": 2, "denomination": "S", "doubling": "", "declarer": "S"}
        visitor.get(f"{self.address}?form=contract").send(
            f"{self.address}enter/contract", **facts
        )
        visitor.get(self.address).send(
            f"{self.address}enter/result", tricks=9, honours_0_seat=""
        )
        assert visitor.page.status_code == 303, visitor.text

    @property
    def session(self) -> Session:
        return self.session_at(self.address)

    def session_at(self, address: str) -> Session:
        found = self.app.extensions["store"].open(address.strip("/").split("/")[-1])
        assert isinstance(found, Session)
        return found

    @property
    def is_chicago(self) -> bool:
        return bool(self.session.settings.scoring is Scoring.CHICAGO)

    def preview(self, **answers: str) -> str:
        self.visitor.get(f"{self.address}rules/change")
        self.visitor.send(f"{self.address}rules/preview", **answers)
        return self.said

    def change(self, *agreed: str) -> int:
        self.visitor.send(f"{self.address}rules/change", agreed=list(agreed))
        return self.visitor.page.status_code

    @property
    def said(self) -> str:
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", self.visitor.text))


@pytest.fixture
def table(visitor: Visitor, app: Flask) -> Table:
    return Table(visitor, app)


def test_the_settings_lead_to_the_change(table: Table) -> None:
    assert (
        f"{table.address}rules/change"
        in table.visitor.get(f"{table.address}settings").text
    )
    table.visitor.get(f"{table.address}rules/change")
    assert table.visitor.page.status_code == 200


def test_what_it_moves_is_shown_before_anybody_agrees(table: Table) -> None:
    said = table.preview(scoring="chicago")
    assert table.visitor.page.status_code == 200
    assert "Rubber" in said
    assert "Chicago" in said
    assert re.search(r"\+90 → \+140", said)
    assert not table.is_chicago


def test_with_everybodys_consent_the_session_is_scored_anew(table: Table) -> None:
    table.preview(scoring="chicago")
    assert table.change("all") == 303
    assert table.is_chicago
    assert table.session.sheet.total("NS") == 140
    sheet = table.visitor.follow().text
    assert "House rules changed" in sheet
    assert "<del>" in sheet
    log = table.visitor.get(f"{table.address}log").text
    assert " agreed" in log
    agreed = re.sub(r"<[^>]+>", " ", table.visitor.get(f"{table.address}agree").text)
    assert "Everyone has accepted the house rules" in agreed


def test_a_deal_scored_anew_says_that_it_is_by_other_rules(table: Table) -> None:
    table.preview(scoring="chicago")
    assert table.change("all") == 303
    page = f"{table.address}sheet"
    row = re.search(r"[?]why=\d+", table.visitor.get(page).text)
    assert row
    why = table.visitor.get(page + row[0]).text
    assert re.search(r"Scored again at [\d:]+.*, under other house rules", why), why


def test_without_one_of_them_it_is_not_changed(table: Table) -> None:
    table.preview(scoring="chicago")
    assert table.change("N", "E", "S") == 422
    assert "Not saved:" in table.said
    assert not table.is_chicago
    assert table.change("N", "E", "S", "W") == 303
    assert table.is_chicago


def test_nothing_changed_is_said_so(table: Table) -> None:
    assert "Nothing would change" in table.preview(scoring="rubber")
    assert table.visitor.page.status_code == 422
    table.preview(scoring="by heart")
    assert table.visitor.page.status_code == 422


def test_the_change_is_struck_with_the_consent_of_all(table: Table) -> None:
    table.preview(scoring="chicago")
    table.change("all")
    seq = table.session.last
    assert isinstance(table.session.log[-1].event, SettingsChanged)
    page = f"{table.address}entries/{seq}/strike"
    table.visitor.get(f"{table.address}entries/{seq}/correct").follow()
    table.visitor.send(page, reason="a mistake")
    assert table.visitor.page.status_code == 422
    table.visitor.get(page).send(page, reason="a mistake", consent=["NS", "EW"])
    assert table.visitor.page.status_code == 303, table.said
    assert not table.is_chicago
    assert table.session.sheet.total("NS") == 90


def test_a_new_table_begins_under_the_new_rules_with_the_score(table: Table) -> None:
    said = table.preview(honours="off")
    assert "Open new table" in said
    old = table.session
    table.visitor.send(f"{table.address}rules/begin")
    assert table.visitor.page.status_code == 303, table.said
    new = table.session_at(table.visitor.page.headers["Location"])
    assert new.id != old.id
    assert new.settings.honours.value == "off"
    events = [entry.event for entry in new.log]
    assert [event.person for event in events if isinstance(event, Seated)] == list(
        PEOPLE
    )
    carried = [event for event in events if isinstance(event, CarriedIn)]
    assert carried == [CarriedIn("NS", 60, "below"), CarriedIn("NS", 30, "above")]
    *before, last = table.session.log
    assert (tuple(before), last.event) == (old.log, WentOn(new.id))
    assert table.session.sheet == old.sheet


# ---- where seats have phones of their own ----


@pytest.fixture
def west(table: Table, app: Flask) -> Visitor:
    """West's own phone; the host's keeps the other seats."""
    client = app.test_client()
    client.set_cookie(app.config["PHONE_COOKIE_NAME"], "west's own phone")
    phones = app.extensions["store"].phones
    assert phones.sit(
        table.session.id,
        hashed("west's own phone"),
        (Seat.WEST,),
        "2026",
        from_host=True,
    )
    return Visitor(client)


def test_a_seat_with_a_phone_of_its_own_is_asked_there(
    table: Table, west: Visitor
) -> None:
    said = table.preview(scoring="chicago")
    assert "Asked on their own phones: Marek" in said
    assert table.change("all") == 303
    assert not table.is_chicago
    seq = table.session.last
    assert table.session.log[-1].event.KIND == "settings-proposed"
    assert f"{table.address}rules/proposal" in west.get(table.address).text
    west.get(f"{table.address}rules/proposal")
    assert re.search(r"\+90 → \+140", west.text)
    west.send(f"{table.address}rules/proposal", agreed="all")
    assert west.page.status_code == 303, west.text
    assert [entry.event.KIND for entry in table.session.log[seq:]] == [
        "settings-agreed",
        "settings-changed",
    ]
    assert table.is_chicago
    assert f"{table.address}rules/proposal" not in west.get(table.address).text


def test_no_phone_agrees_for_another(table: Table, west: Visitor) -> None:
    table.preview(scoring="chicago")
    table.change("N", "W")
    event = table.session.log[-1].event
    assert isinstance(event, SettingsProposed)
    assert event.seats == (Seat.NORTH,)
    west.get(f"{table.address}rules/proposal").send(
        f"{table.address}rules/proposal", agreed="S"
    )
    assert west.page.status_code == 422
    west.send(f"{table.address}rules/proposal", agreed="all")
    assert not table.is_chicago
    page = f"{table.address}rules/proposal"
    table.visitor.get(page).send(page, agreed="all")
    assert table.is_chicago


def test_what_one_declines_comes_to_nothing(table: Table, west: Visitor) -> None:
    table.preview(scoring="chicago")
    table.change("all")
    page = f"{table.address}rules/proposal"
    west.get(page).send(page, declined="1")
    assert west.page.status_code == 303
    assert not table.is_chicago
    west.get(page)
    assert west.page.status_code == 303
    assert "proposal" not in table.visitor.get(table.address).text


def test_the_host_agrees_for_seats_that_never_answer(
    app: Flask, table: Table, west: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.preview(scoring="chicago")
    table.change("all")
    page = f"{table.address}rules/proposal"
    assert "The host can answer for them in 10 minutes" in table.visitor.get(page).text
    table.visitor.send(page, instead="1")
    assert table.visitor.page.status_code == 422
    store = app.extensions["store"]
    now = store.now
    monkeypatch.setattr(store, "now", lambda: now() + timedelta(seconds=601))
    assert "for them" not in west.get(page).text
    west.send(page, instead="1")
    assert not table.is_chicago, "that is for the host to say"
    table.visitor.get(page).send(page, instead="1")
    assert table.visitor.page.status_code == 303, table.visitor.text
    assert table.is_chicago
    assert "for Marek, who did not answer" in west.get(f"{table.address}log").text
