"""Keep a session file, its points, and databases of this release for later ones, in
tests/data.

Run it once, before a release, and remove the folder of its .dev version:
.venv/bin/python -m tools.keep_release
"""

import json
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from scorekeeper.core.ruling_notes import Ruled
from scorekeeper.exports.session_file import write
from scorekeeper.places import DISTRIBUTION
from scorekeeper.store import FILE_NAME, Store, prepared
from scorekeeper.store.backup import backup
from scorekeeper.tables.rulings.entering import entered
from scorekeeper.tables.rulings.views import rulings_view
from scorekeeper.tables.session import Session
from tests.exports.sheets import rubber
from tests.games.kept_rulings import played

RELEASES = Path(__file__).resolve().parents[1] / "tests" / "data" / "releases"
EVENINGS = {
    "joker-bridge": 0,
    "bridge": 7,
    "deuces-wild": 2,
    "five-crowns": 2,
    "rook": 0,
    "two-ten-jack": 7,
    "berzerka": 6,
}
"""The seed of each game's evening: together their rulings come to every end."""
STEPS = 34


def main() -> None:
    """Write the files; refuses where they are there already."""
    folder = RELEASES / version(DISTRIBUTION)
    folder.mkdir(parents=True)
    session = rubber()
    write_database(folder / FILE_NAME, [session])
    (folder / "session.jsonl").write_text(write(session), encoding="utf-8")
    rows = ",\n".join(json.dumps(row) for row in points_of(session))
    (folder / "points.json").write_text(f"[\n{rows}\n]\n", encoding="utf-8")
    evenings = list(evenings_with_rulings())
    write_database(folder / "rulings.db", evenings)
    said = ",\n".join(
        f"{json.dumps(one.id)}: {json.dumps(said_of(one))}" for one in evenings
    )
    (folder / "rulings.json").write_text(f"{{\n{said}\n}}\n", encoding="utf-8")


def write_database(path: Path, sessions: Iterable[Session]) -> None:
    """Write a database of these sessions."""
    draft = path.with_name("draft.db")
    store = Store(draft)
    store.imports.take_in([prepared(one) for one in sessions])
    store.close()
    backup(draft, path)
    for left in path.parent.glob("draft.db*"):
        left.unlink()


def evenings_with_rulings() -> Iterable[Session]:
    """Evenings of every game, with rulings that come to every end."""
    for slug, seed in EVENINGS.items():
        yield played(slug, seed, STEPS, made=entered, name=f"evening-of-{slug}")


def points_of(session: Session) -> list[list[Any]]:
    """The points of each row of the sheet, by party, as they are kept."""
    parties = [party.id for party in session.sheet.parties]
    return [
        [row.id, {party: str(row.total(party)) for party in parties}]
        for row in session.sheet.rows()
    ]


def said_of(session: Session) -> dict[str, Any]:
    """What this program says of a session with rulings, as it is kept: its score, what
    became of each ruling in force, and the numbers of the rulings struck out."""
    sheet = session.sheet
    parties = [party.id for party in sheet.parties]
    in_force = {entry.seq for entry in session.folded.order}
    ruled = [entry.seq for entry in session.log if isinstance(entry.event, Ruled)]
    return {
        "game": session.game.slug,
        "head": session.head,
        "totals": {party: str(sheet.total(party)) for party in parties},
        "rows": [
            {
                "row": row.id,
                "marks": sorted(row.marks),
                "points": {party: str(row.total(party)) for party in parties},
            }
            for row in sheet.rows()
        ],
        "rulings": [
            {
                "seq": ruling.seq,
                "number": ruling.number,
                "on": ruling.on.what.code,
                "state": ruling.answer.state,
                "effect": ruling.score.state,
            }
            for ruling in rulings_view(session)
        ],
        "struck": [seq for seq in ruled if seq not in in_force],
    }


if __name__ == "__main__":
    main()
