"""Keep a session file and a database of this release for later ones to open, in tests/data.

Run it once, before a release: .venv/bin/python -m tools.keep_release
"""

from importlib.metadata import version
from pathlib import Path

from scorekeeper.exports.session_file import write
from scorekeeper.store import FILE_NAME, Store
from scorekeeper.store.safekeeping import backup
from tests.exports.sheets import rubber

RELEASES = Path(__file__).resolve().parents[1] / "tests" / "data" / "releases"


def main() -> None:
    """Write both files; refuses where they are there already."""
    folder = RELEASES / version("scorekeeper")
    folder.mkdir(parents=True)
    session = rubber()
    draft = folder / "draft.db"
    store = Store(draft)
    store.adopt(session.header, session.log)
    store.close()
    backup(draft, folder / FILE_NAME)
    for path in folder.glob("draft.db*"):
        path.unlink()
    (folder / "session.jsonl").write_text(write(session), encoding="utf-8")


if __name__ == "__main__":
    main()
