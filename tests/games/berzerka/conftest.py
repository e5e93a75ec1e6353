"""Tables to play at, in Python and on the web."""

import pytest

from tests.games.berzerka.table import Table
from tests.web.conftest import app, client, visitor

__all__ = ["app", "client", "visitor"]


@pytest.fixture
def table() -> Table:
    """A table without a board yet."""
    return Table()


@pytest.fixture
def starter() -> Table:
    """A table with the starter board, nothing played. Seat 1 deals, seat 2 is
    forehand."""
    return Table().starter()
