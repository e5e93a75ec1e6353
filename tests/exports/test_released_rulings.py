"""Rulings as a release gave them: this program reads, shows, exports and verifies them,
and they come to what that release said."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask

from scorekeeper import create_app
from scorekeeper.__main__ import main
from scorekeeper.exports.session_file import read
from scorekeeper.store import FILE_NAME, Store
from scorekeeper.tables.session import Session
from tests.web.conftest import Visitor
from tools.keep_release import RELEASES, said_of

pytestmark = pytest.mark.own_engine

FOLDERS = [path.parent for path in sorted(RELEASES.glob("*/rulings.json"))]
ENDS = {
    "open, none",
    "open, due",
    "accepted, none",
    "accepted, applied",
    "appealed, none",
    "appealed, applied",
    "settled, none",
    "settled, dropped",
    "struck",
}
"""What becomes of rulings: what was said to each, and what it did to the score."""

Said = dict[str, dict[str, Any]]
"""What a release said of its sessions, by their ids."""


@dataclass(frozen=True)
class Kept:
    """The database of a release, opened by this program."""

    folder: Path
    app: Flask
    said: Said

    def sessions(self) -> Iterator[Session]:
        store: Store = self.app.extensions["store"]
        for name in self.said:
            session = store.open(name)
            assert session is not None, name
            yield session


@pytest.fixture(scope="module", params=FOLDERS, ids=lambda folder: folder.name)
def kept(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Kept:
    folder: Path = request.param
    instance = tmp_path_factory.mktemp("instance", numbered=True)
    instance.chmod(0o700)
    shutil.copy(folder / "rulings.db", instance / FILE_NAME)
    app = create_app({"INSTANCE": str(instance), "TESTING": True})
    said: Said = json.loads((folder / "rulings.json").read_text())
    return Kept(folder, app, said)


def test_its_rulings_come_to_every_end(kept: Kept) -> None:
    found = set[str]()
    for said in kept.said.values():
        found |= {f"{one['state']}, {one['effect']}" for one in said["rulings"]}
        if said["struck"]:
            found.add("struck")
    assert found >= ENDS
    assert len({said["game"] for said in kept.said.values()}) == 7


def test_the_score_and_what_became_of_rulings_are_as_it_said(kept: Kept) -> None:
    for session in kept.sessions():
        now = said_of(session)
        if kept.folder.name == "0.2.0":
            # It had no row for a hand that was thrown in.
            now["rows"] = [row for row in now["rows"] if row["marks"] != ["thrown-in"]]
        assert now == kept.said[session.id]


def test_it_is_verified_as_it_is(kept: Kept) -> None:
    answer = CliRunner().invoke(main, ["verify", str(kept.folder / "rulings.db")])
    assert answer.exit_code == 0
    assert answer.output.count("holds") == len(kept.said)


def test_every_page_shows_it(kept: Kept) -> None:
    visitor = Visitor(kept.app.test_client())
    for name, said in kept.said.items():
        for page in ("", "sheet", "docket", "log"):
            assert visitor.get(f"/t/{name}/{page}").page.status_code == 200, page
        sheet = visitor.get(f"/t/{name}/sheet").text
        for points in said["totals"].values():
            assert points.replace("-", "−") in sheet
        for ruling in said["rulings"]:
            page = visitor.get(f"/t/{name}/docket/{ruling['seq']}").page
            assert page.status_code == 200
        for seq in said["struck"]:
            page = visitor.get(f"/t/{name}/docket/{seq}").page
            assert page.status_code == 404


def test_it_leaves_as_a_file_that_holds_the_same(kept: Kept) -> None:
    visitor = Visitor(kept.app.test_client())
    for session in kept.sessions():
        file = visitor.get(f"/t/{session.id}/session.jsonl").page.get_data()
        back = read(file).session
        assert back.log == session.log
        assert said_of(back) == said_of(session)
        points = visitor.get(f"/t/{session.id}/sheet.csv")
        assert points.page.status_code == 200


def test_its_sheet_is_printed_and_proves_itself(kept: Kept, tmp_path: Path) -> None:
    shortest = min(kept.sessions(), key=lambda session: session.last)
    assert kept.said[shortest.id]["rulings"]
    visitor = Visitor(kept.app.test_client()).get(f"/t/{shortest.id}/sheet.pdf")
    assert visitor.page.status_code == 200
    path = tmp_path / "sheet.pdf"
    path.write_bytes(visitor.page.get_data())
    answer = CliRunner().invoke(main, ["verify", str(path)])
    assert answer.exit_code == 0, answer.output
