"""The tests of the store run over both engines; what is about one alone is marked."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.store import Store
from tests.engines import ENGINES, Cluster, Where


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def where(
    engine: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Where]:
    """Where a database is that nothing is in; what a test opens there ends with the
    test."""
    opened = list[Store]()
    make = Store.__init__

    def recorded(store: Store, *told: Any, **known: Any) -> None:
        make(store, *told, **{"is_alone": engine == "alone"} | known)
        opened.append(store)

    monkeypatch.setattr(Store, "__init__", recorded)
    if engine != "postgresql":
        yield tmp_path / "scorekeeper.db"
    else:
        cluster: Cluster = request.getfixturevalue("cluster")
        address = cluster.database()
        yield address
    for store in opened:
        store.close()
    if engine == "postgresql":
        cluster.empty_again(address)
