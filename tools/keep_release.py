"""Keep a session file, its points and a database of this release for later ones, in
tests/data.

Run it once, before a release: .venv/bin/python -m tools.keep_release
"""

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

from scorekeeper.exports.session_file import write
from scorekeeper.places import DISTRIBUTION
from scorekeeper.store import FILE_NAME, Store, prepared
from scorekeeper.store.backup import backup
from scorekeeper.tables.session import Session
from tests.exports.sheets import rubber

RELEASES = Path(__file__).resolve().parents[1] / "tests" / "data" / "releases"


def main() -> None:
    """Write the files; refuses where they are there already."""
    folder = RELEASES / version(DISTRIBUTION)
    folder.mkdir(parents=True)
    session = rubber()
    draft = folder / "draft.db"
    store = Store(draft)
    store.imports.take_in([prepared(session)])
    store.close()
    backup(draft, folder / FILE_NAME)
    for path in folder.glob("draft.db*"):
        path.unlink()
    (folder / "session.jsonl").write_text(write(session), encoding="utf-8")
    rows = ",\n".join(json.dumps(row) for row in points_of(session))
    (folder / "points.json").write_text(f"[\n{rows}\n]\n", encoding="utf-8")


def points_of(session: Session) -> list[list[Any]]:
    """The points of each row of the sheet, by party, as they are kept."""
    parties = [party.id for party in session.sheet.parties]
    return [
        [row.id, {party: str(row.total(party)) for party in parties}]
        for row in session.sheet.rows()
    ]


if __name__ == "__main__":
    main()
