"""Several nodes over one database."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.store import ADDRESS
from tests.engines import Cluster

SOON = 20.0


@pytest.fixture
def database(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    address = cluster.database()
    monkeypatch.setenv(ADDRESS, address)
    yield address
    cluster.empty_again(address)


@pytest.fixture
def nodes(database: str, tmp_path: Path) -> Iterator[tuple[Flask, Flask]]:
    settings = {"TESTING": True, "RATELIMIT_ENABLED": True}
    one, two = (
        create_app({"INSTANCE": str(tmp_path / name), **settings}) for name in "ab"
    )
    for app in (one, two):
        assert eventually(app.extensions["store"].engine.is_ready)
    yield one, two
    for app in (one, two):
        app.extensions["channels"].close()
        app.extensions["store"].close()


def eventually(is_so: Callable[[], object], seconds: float = SOON) -> object:
    until = time.monotonic() + seconds
    while not (found := is_so()) and time.monotonic() < until:
        time.sleep(0.02)
    return found
