"""What the answer to a form says was saved, and a form that is sent twice or too
late."""

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from scorekeeper.web.page.phone import cookie_name
from tests.web.conftest import Visitor

DEAL: dict[str, Any] = {
    "level": "2",
    "denomination": "S",
    "declarer": "S",
    "tricks": "9",
}
Another = Callable[[], Visitor]


@pytest.fixture
def table(visitor: Visitor) -> str:
    address = visitor.lay("bridge")
    visitor.get(address)
    return address


def by_script(visitor: Visitor, address: str, **fields: Any) -> Any:
    """The answer to the form on the present page, asked for by a script."""
    data = {**visitor.hidden(), **fields}
    return visitor.client.post(address, data=data, headers={"Entry-Key": data["key"]})


def test_the_page_that_follows_names_what_was_saved(
    visitor: Visitor, table: str
) -> None:
    key = visitor.hidden()["key"]
    visitor.send(f"{table}enter/quick", **DEAL).follow()
    assert f'data-saved-key="{key}"' in visitor.text
    assert "<b>Saved</b>" in visitor.text
    visitor.get(f"{table}?saved=of-nobody")
    assert "data-saved-key" not in visitor.text
    assert "<b>Saved</b>" in visitor.text


def test_a_script_is_told_key_entries_and_head(visitor: Visitor, table: str) -> None:
    key = visitor.hidden()["key"]
    answer = by_script(visitor, f"{table}enter/quick", **DEAL)
    assert answer.status_code == 201
    assert answer.headers["Scorekeeper"] == "answer"
    told = answer.get_json()
    assert told["key"] == key
    lines = visitor.get(f"{table}session.jsonl").text.splitlines()
    assert told["entries"][-1] == len(
        [line for line in lines if "kind" in json.loads(line)]
    )
    assert told["head"] in lines[-1]
    assert told["next"] == f"{table}?saved={key}"


def test_a_form_sent_again_is_answered_as_the_first_time(
    visitor: Visitor, table: str
) -> None:
    sent = {**visitor.hidden(), **DEAL}
    asks = {"Entry-Key": sent["key"]}
    first = visitor.client.post(f"{table}enter/quick", data=sent, headers=asks)
    again = visitor.client.post(f"{table}enter/quick", data=sent, headers=asks)
    assert (again.status_code, again.get_json()) == (201, first.get_json())
    other = visitor.client.post(
        f"{table}enter/quick", data=sent | {"tricks": "8"}, headers=asks
    )
    assert other.status_code == 422


def test_a_call_sent_again_is_judged_as_it_was_then(
    visitor: Visitor, table: str
) -> None:
    visitor.get(f"{table}?form=auction")
    sent = {**visitor.hidden(), "call": "2C"}
    assert visitor.client.post(f"{table}enter/auction", data=sent).status_code == 303
    visitor.get(table).send(f"{table}enter/auction", call="X")
    # 2♣ could not be called now, but it was called then.
    assert visitor.client.post(f"{table}enter/auction", data=sent).status_code == 303


@pytest.mark.parametrize("what", ["correct", "strike"])
def test_a_correction_sent_again_is_one_correction(
    visitor: Visitor, table: str, what: str
) -> None:
    row = by_script(visitor, f"{table}enter/quick", **DEAL).get_json()["entries"][0]
    visitor.get(f"{table}rows/{row}/{what}")
    sent = {**visitor.hidden(), **DEAL, "denomination": "H", "reason": "misheard"}
    asks = {"Entry-Key": sent["key"]}
    first = visitor.client.post(f"{table}rows/{row}/{what}", data=sent, headers=asks)
    again = visitor.client.post(f"{table}rows/{row}/{what}", data=sent, headers=asks)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.get_json() == again.get_json()


def test_the_same_deal_entered_twice_is_not_offered_as_the_next(
    visitor: Visitor, table: str
) -> None:
    """Two phones enter one deal: the second can correct it to what they have, by one
    tap."""
    late = {**visitor.hidden(), **DEAL}
    visitor.get(table).send(f"{table}enter/quick", **DEAL | {"denomination": "H"})
    visitor.page = visitor.client.post(f"{table}enter/quick", data=late)
    assert visitor.page.status_code == 409
    assert "Somebody was faster" in visitor.text
    assert "Enter mine again" not in visitor.text
    correct = re.search(
        r'action="([^"]+/correct)".*Correct Deal 1', visitor.text, re.DOTALL
    )
    assert correct is not None
    visitor.send(correct[1], **DEAL, again="1")
    assert visitor.page.status_code == 200
    assert visitor.hidden()["key"] != late["key"]
    assert visitor.text.count(" checked") >= len(DEAL)
    visitor.send(correct[1], **DEAL, reason="misheard").follow()
    assert "<b>Deal 1</b>" in visitor.text and "<b>Deal 2</b>" not in visitor.text


def test_what_came_too_late_can_be_taken_up_again(visitor: Visitor, table: str) -> None:
    """An adjustment that came after somebody else's is still to be made."""
    visitor.get(f"{table}evening/adjusted")
    late = {**visitor.hidden(), "party": "NS", "points": "70", "reason": "late"}
    visitor.get(table).send(f"{table}enter/quick", **DEAL)
    visitor.page = visitor.client.post(f"{table}enter/adjusted", data=late)
    assert visitor.page.status_code == 409 and "Enter mine again" in visitor.text
    visitor.send(
        f"{table}enter/adjusted", party="NS", points="70", reason="late", again="1"
    )
    assert visitor.page.status_code == 200 and 'value="70"' in visitor.text
    visitor.send(f"{table}enter/adjusted", party="NS", points="70", reason="late")
    assert visitor.page.status_code == 303


def test_a_form_left_open_all_evening_is_taken(
    visitor: Visitor, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import itsdangerous.timed

    later = datetime.now() + timedelta(hours=12)
    monkeypatch.setattr(itsdangerous.timed.time, "time", later.timestamp)
    visitor.send(f"{table}enter/quick", **DEAL)
    assert visitor.page.status_code == 303


def test_another_start_takes_the_forms_of_the_one_before(
    app: Flask, visitor: Visitor, table: str
) -> None:
    from scorekeeper import create_app

    again = create_app(
        {"INSTANCE": app.config["INSTANCE"], "TESTING": True}
    ).test_client()
    with app.test_request_context():
        kept = (app.config["SESSION_COOKIE_NAME"], cookie_name())
    for cookie in kept:
        found = visitor.client.get_cookie(cookie)
        assert found is not None
        again.set_cookie(cookie, found.value)
    answer = again.post(f"{table}enter/quick", data={**visitor.hidden(), **DEAL})
    assert answer.status_code == 303


def test_a_lost_cookie_is_told_with_what_to_do(
    app: Flask, visitor: Visitor, table: str
) -> None:
    visitor.client.delete_cookie(app.config["SESSION_COOKIE_NAME"])
    answer = by_script(visitor, f"{table}enter/quick", **DEAL)
    assert answer.status_code == 400
    assert answer.headers["Scorekeeper"] == "form-too-old"
    assert "reload the page and enter it again" in answer.text
