"""Two nodes in a storm, in short; `./prove nodes` has forty tables and every blow."""

from pathlib import Path

import pytest

from tests.engines import Cluster
from tests.proof.nodes import Plan, played


@pytest.mark.slow
def test_a_crowd_at_two_nodes_that_are_killed_leaves_no_contradiction(tmp_path: Path) -> None:
    own = Cluster(quick=False).make()
    try:
        plan = Plan(tables=4, clients=3, phones=6, operations=150, pause=(0.5, 1.0), blows=5)
        told = played(tmp_path, own, plan)
    finally:
        own.stop()
    assert told.faults == []
    assert told.outcomes["taken"] > 10
    assert told.blows
