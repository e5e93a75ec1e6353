"""Phones that listen to a table: its stream, or by asking again."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask.testing import FlaskClient

from tests.web.conftest import Visitor


@contextmanager
def stream(client: FlaskClient, address: str) -> Iterator[Iterator[dict[str, Any]]]:
    """The states that a stream sends, without its beats."""
    answer = client.get(address + "live", buffered=False)
    assert answer.status_code == 200
    assert answer.content_type.startswith("text/event-stream")

    def states() -> Iterator[dict[str, Any]]:
        for piece in answer.response:
            text = piece if isinstance(piece, str) else bytes(piece).decode()
            if text.startswith("data: "):
                assert text.endswith("\n\n")
                yield json.loads(text.removeprefix("data: "))

    try:
        yield states()
    finally:
        answer.close()


def poll(client: FlaskClient, address: str, version: str = "") -> Any:
    return client.get(f"{address}live?v={version}")


def call(visitor: Visitor, address: str, said: str = "1C") -> None:
    visitor.get(f"{address}?form=auction").send(f"{address}enter/auction", call=said)
    assert visitor.page.status_code == 303, visitor.text
