"""One phone, no server: what is entered is kept through everything that may happen to a
browser."""

import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from shutil import copytree
from typing import Any
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Playwright, expect

from benchmarks.evenings import deals
from benchmarks.pocket import DEAL, SEND, UNDER, hosted
from scorekeeper import create_app
from scorekeeper.cli import pocket as made
from scorekeeper.cli.pocket import pocket_command
from scorekeeper.core.seats import Seat
from scorekeeper.games import GAMES
from scorekeeper.store.phones import Purpose
from tests.browser.conftest import PATIENCE, POCKET, Static
from tests.browser.connecting import PEOPLE, Phone
from tests.browser.pockets import install, phone
from tests.browser.seats import lay as lay_at_server
from tests.conftest import ROOT, StartServer, free_port
from tests.proof.pocket import Killed, chromium, enter, kill_browsers, lay, look, opened
from tests.web.seating import link


@pytest.fixture(scope="session")
def top(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the program in one of its own."""
    if POCKET:
        return Path(POCKET)
    folder = tmp_path_factory.mktemp("static")
    done = CliRunner().invoke(
        pocket_command, [str(folder / UNDER)], catch_exceptions=False
    )
    assert done.exit_code == 0, done.output
    return folder


def test_the_same_input_makes_the_same_bytes(top: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    other = {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    command = [sys.executable, "-m", "scorekeeper", "pocket", str(again)]
    subprocess.run(
        command, env=os.environ | other, cwd=ROOT, check=True, capture_output=True
    )
    first, second = (
        {
            str(path.relative_to(folder)): path.read_bytes()
            for path in folder.rglob("*.*")
        }
        for folder in (top / UNDER, again)
    )
    assert first == second


PAGES = (
    "",
    "sheet",
    "sheet.pdf",
    "blank.pdf",
    "report/report.pdf",
    "log",
    "more",
    "story/",
)
MIGRATION = b"""
MIGRATIONS(name="m999_tried")(lambda db: db.execute("CREATE TABLE tried (n INTEGER)"))
"""
STATUS = "at => fetch(at).then(answer => answer.status)"


def test_every_page_of_every_game_is_drawn(
    top: Path, tmp_path: Path, playwright: Playwright
) -> None:
    with hosted(top) as url, phone(playwright, tmp_path / "profile") as (_, page):
        opened(page, url)
        for slug in GAMES:
            told = Killed()
            lay(page, url, told, slug)
            asked = [f"{table}{name}" for table in told.kept for name in PAGES]
            asked += [f"{url}/rules/{slug}", f"{url}/new/{slug}/blank.pdf"]
            assert {at: page.evaluate(STATUS, at) for at in asked} == dict.fromkeys(
                asked, 200
            )


def test_what_was_answered_for_outlives_the_browser(
    top: Path, tmp_path: Path, playwright: Playwright
) -> None:
    with hosted(top) as url:
        start = partial(chromium, playwright, tmp_path / "profile")
        told = kill_browsers(start, url, rounds=3, seed=7)
    assert told.rounds == 3 and told.answered and told.files


def test_a_full_phone_refuses_in_words_and_loses_nothing(
    top: Path, tmp_path: Path, playwright: Playwright
) -> None:
    told = Killed()
    with hosted(top) as url, phone(playwright, tmp_path / "profile") as (context, page):
        opened(page, url)
        lay(page, url, told)
        assert not enter(page, told, next(deals(1)))
        origin = "/".join(url.split("/")[:3])
        quota = context.new_cdp_session(page.shell).send
        quota(
            "Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1_000_000}
        )
        page.restart()  # what the browser had set aside for the files is let go of
        page.frame.wait_for_url(f"{url}/**")
        look(page, told)
        refusals = [
            said for facts in deals(40, seed=3) if (said := enter(page, told, facts))
        ]
        assert refusals and "can’t be written" in refusals[0]
        look(page, told)
        quota("Storage.overrideQuotaForOrigin", {"origin": origin})
        assert not enter(page, told, next(deals(1, seed=2)))
        look(page, told)
        page.restart()
        page.frame.wait_for_url(f"{url}/**")
        look(page, told)


WARM = "html[data-ready][data-warm={}]"
EDITION = "fetch('run/edition').then(answer => answer.text())"
WAITING = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  while (!registration.waiting) await new Promise((go) => setTimeout(go, 50));
}"""
KEPT = """async () => {
  const [[, folder]] = await Array.fromAsync((await navigator.storage.getDirectory()).entries());
  const file = async (name) => (await folder.getFileHandle(name)).getFile();
  return [await (await file("scorekeeper.db")).text(), (await file("before.db")).size];
}"""
SPOILT = """async () => {
  const [[, folder]] = await Array.fromAsync((await navigator.storage.getDirectory()).entries());
  const names = (await Array.fromAsync(folder.keys())).filter((name) => name.startsWith("memory "));
  const handle = await folder.getFileHandle(names[0]);
  const file = await handle.createWritable({ keepExistingData: true });
  await file.truncate(100000);
  await file.close();
  return names.length;
}"""


def test_a_start_goes_on_from_the_memory_made_on_this_phone(
    top: Path, tmp_path: Path, playwright: Playwright
) -> None:
    """Each copy of the phone draws its own lots; without that memory it starts all the
    same."""
    profiles = [tmp_path / name for name in ("first", "second")]
    laid = set()
    with hosted(top) as url:
        install(playwright, url, profiles[0])
        copytree(profiles[0], profiles[1])
        for profile in profiles:
            with phone(playwright, profile) as (_, page):
                opened(page, url)
                expect(page.shell.locator(WARM.format("true"))).to_be_attached()
                told = Killed()
                lay(page, url, told)
                laid |= set(told.kept)
        assert len(laid) == len(profiles)
        with phone(playwright, profiles[1]) as (_, page):
            opened(page, url)
            assert page.shell.evaluate(SPOILT) == 1
            page.restart()
            expect(page.shell.locator(WARM.format("false"))).to_be_attached()
            page.frame.wait_for_url(f"{url}/**")
            look(page, told)


SILENT = """window.Worker = class extends EventTarget {
    constructor() {
        super();
        (window.made ??= []).push(performance.now());
        document.documentElement.dataset.made = made.length;
    }
    terminate() {}
}"""
GAPS = "made.slice(1).map((at, n) => Math.round((at - made[n]) / 1000))"


def test_a_worker_that_is_only_late_is_given_longer_each_time(
    tmp_path: Path, playwright: Playwright
) -> None:
    """The page that stays watches over it; what would run in it is not even fetched
    here."""
    top = tmp_path / "static"
    made.write(made.handed_out({}), top / UNDER)
    with hosted(top) as url, phone(playwright, tmp_path / "profile") as (context, page):
        context.add_init_script(SILENT)
        page.start(url)
        expect(page.shell.locator('html[data-made="3"]')).to_be_attached(
            timeout=PATIENCE
        )
        assert page.shell.evaluate(GAPS) == [3, 6]


def test_an_update_is_loaded_beside_and_migrates_what_was_entered(
    top: Path, tmp_path: Path, playwright: Playwright, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own"
    told = Killed()
    package = made._package
    copytree(top / UNDER, own / UNDER)
    with hosted(own) as url, phone(playwright, tmp_path / "profile") as (_, page):
        opened(page, url)
        lay(page, url, told)
        assert not enter(page, told, next(deals(1)))
        edition = page.shell.evaluate(EDITION)

        def migrating() -> dict[str, bytes]:
            files = package()
            files["scorekeeper/store/schema.py"] += MIGRATION
            return files

        monkeypatch.setattr(made, "_package", migrating)
        made.write(made.build(), own / UNDER)
        page.goto(f"{url}/new/rook")
        page.fill("[name=seat1]", "Ingrid")
        page.shell.evaluate(WAITING)
        assert page.shell.evaluate(EDITION) == edition  # loaded, and not yet taken
        expect(page.locator("[name=seat1]")).to_have_value("Ingrid")
        assert not enter(page, told, next(deals(1, seed=2)))
        page.restart()
        page.frame.wait_for_url(f"{url}/**")
        assert page.shell.evaluate(EDITION) != edition
        look(page, told)
        assert not enter(page, told, next(deals(1, seed=3)))
        look(page, told)
        database, before = page.shell.evaluate(KEPT)
        assert "CREATE TABLE tried" in database and before == 0


def score(page: Any) -> str:
    """What the strip says."""
    return " ".join(page.locator("#strip").inner_text().split())


def test_an_evening_without_a_server(
    top: Path, tmp_path: Path, playwright: Playwright
) -> None:
    port = free_port()
    profile = tmp_path / "profile"
    with hosted(top, port) as url:
        with phone(playwright, profile) as (context, page):
            one: Any = Phone(page)
            table = one.lays(Static(url))
            note = page.shell.locator("#note")  # said before the first deal
            expect(note).to_contain_text(re.compile("this browser", re.IGNORECASE))
            expect(note).to_contain_text(re.compile(r"\d [MG]B"))
            one.fills()
            one.save.click()
            one.at_deal(2)
            assert "saved=" not in page.url
            second = context.new_page()
            second.goto(f"{url}/")
            expect(second.locator("#said")).to_contain_text("open in another tab")
            second.close()
        # The browser starts again with what it had; then the host is gone for good.
        with phone(playwright, profile) as (_, page):
            page.start(url)
            one = Phone(page)
            one.at_deal(2)
            assert page.url == table
            before = score(page)
            assert "90" in before
    with phone(playwright, profile) as (_, page):
        page.start(url)
        page.ready()
        one = Phone(page)
        one.at_deal(2)
        assert score(page) == before
        one.fills(tricks=8)
        one.save.click()
        one.at_deal(3)
        page.get_by_role("link", name="Correct").first.click()
        expect(page.locator("#page")).to_contain_text("Correcting:")
        one.choose(tricks=10)
        page.locator("[name=reason]").fill("counted again")
        page.get_by_role("button", name="Save").click()
        expect(page.locator("#page")).to_contain_text("counted again")
        assert len(one.entries()) >= 1
        page.restart()
        page.goto(f"{table}sheet")


FILE = "at => fetch(at + 'session.jsonl').then(answer => answer.text())"


def take_in(page: Any, url: str, file: Path) -> None:
    """Take in a session file, and what it adds to a table that is here."""
    page.goto(f"{url}/moving")
    page.set_input_files("#file", file)
    page.get_by_role("button", name="Import").click()
    if page.get_by_role("heading", name="What the file adds").count():
        page.get_by_role("button", name="Import").click()
    expect(page.locator("main .notice")).to_contain_text("Sessions in the file: 1")


def test_an_evening_goes_on_at_a_server_at_four_phones_and_comes_home(
    top: Path,
    tmp_path: Path,
    playwright: Playwright,
    start_server: StartServer,
    browser: Browser,
) -> None:
    file = tmp_path / "evening.jsonl"
    server = start_server()
    with hosted(top) as url, phone(playwright, tmp_path / "profile") as (_, page):
        one = Phone(page)
        table = one.lays(Static(url))
        one.fills()
        one.save.click()
        one.at_deal(2)
        page.goto(f"{table}phones")
        with page.shell.expect_download() as got:
            page.get_by_role("link", name="Save the session file").click()
        got.value.save_as(file)
        page.get_by_role("button", name="Continue there").click()
        page.get_by_role("button", name="Play here").wait_for()

        host, *others = [browser.new_context().new_page() for _ in PEOPLE]
        lay_at_server(host, server, "rook")
        take_in(host, server.url, file)
        there = f"{server.url}/t/{table.rstrip('/').split('/')[-1]}/"
        host.goto(f"{there}phones")
        take = host.get_by_role("button", name="Take this table")
        take.click()
        expect(take).to_be_hidden()
        app = create_app({"INSTANCE": str(server.instance), "TESTING": True})
        # what the host's QR code holds
        for other, seat in zip(others, PEOPLE, strict=False):
            other.goto(
                f"{server.url}{link(app, urlsplit(there).path, Purpose.MOVE, Seat(seat))}"
            )
            other.get_by_role("button", name="Play here").click()
            other.wait_for_url(f"{there}*")
        for each in (host, *others):
            answer = each.evaluate(
                SEND, [f"{there}?form=quick", f"{there}enter/quick", DEAL, "follow"]
            )
            assert answer["isDone"], answer["said"]
        grown = host.evaluate(FILE, there)
        assert len(grown) > len(file.read_text())
        file.write_text(grown)

        take_in(page, url, file)
        assert page.evaluate(FILE, table) == grown  # and so the heads are the same
