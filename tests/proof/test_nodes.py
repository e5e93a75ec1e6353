"""Two nodes in a storm, in short, and a page shown to the wrong phone; `./prove nodes`
has forty tables and every blow."""

from pathlib import Path

import pytest

from tests.engines import Cluster
from tests.proof.nodes import Plan, played, shown_to_another


@pytest.mark.slow
def test_a_crowd_at_two_nodes_that_are_killed_leaves_no_contradiction(
    tmp_path: Path,
) -> None:
    own = Cluster(quick=False).make()
    try:
        plan = Plan(
            tables=4, clients=3, phones=6, operations=150, pause=(0.5, 1.0), blows=5
        )
        told = played(tmp_path, own, plan)
    finally:
        own.stop()
    assert told.faults == []
    assert told.outcomes["taken"] > 10
    assert told.blows


@pytest.mark.parametrize(("door", "is_found"), [("same_page", True), ("", False)])
def test_a_page_that_shows_what_is_anothers_is_found(
    tmp_path: Path, door: str, is_found: bool
) -> None:
    assert bool(shown_to_another(tmp_path, door, 3.0)) is is_found
