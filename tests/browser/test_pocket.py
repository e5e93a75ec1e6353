"""One phone, no server: what is entered is kept through everything that may happen to a browser."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import Playwright, expect

from benchmarks.evenings import deals
from benchmarks.pocket import UNDER, hosted
from scorekeeper.cli.pocket import pocket_command
from tests.browser.conftest import POCKET, Static
from tests.browser.pockets import phone
from tests.browser.test_bad_connection import Phone
from tests.conftest import ROOT, free_port
from tests.proof.pocket import Killed, enter, kill_browsers, lay, look, opened


@pytest.fixture(scope="session")
def top(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the program in one of its own."""
    if POCKET:
        return Path(POCKET)
    folder = tmp_path_factory.mktemp("static")
    done = CliRunner().invoke(pocket_command, [str(folder / UNDER)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return folder


def test_the_same_input_makes_the_same_bytes(top: Path, tmp_path: Path) -> None:
    again, other = tmp_path / "again", {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    command = [sys.executable, "-m", "scorekeeper", "pocket", str(again)]
    subprocess.run(command, env=os.environ | other, cwd=ROOT, check=True, capture_output=True)
    first, second = (
        {str(one.relative_to(folder)): one.read_bytes() for one in folder.rglob("*.*")}
        for folder in (top / UNDER, again)
    )
    assert first == second


def test_what_was_answered_for_outlives_the_browser(
    top: Path, tmp_path: Path, playwright: Playwright
) -> None:
    with hosted(top) as url:
        told = kill_browsers(playwright, url, tmp_path / "profile", rounds=3, seed=7)
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
        quota("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1_000_000})
        page.restart()  # what the browser had set aside for the files is let go of
        page.frame.wait_for_url(f"{url}/**")
        look(page, told)
        refusals = [said for facts in deals(40, seed=3) if (said := enter(page, told, facts))]
        assert refusals and "could not be written" in refusals[0]
        look(page, told)
        quota("Storage.overrideQuotaForOrigin", {"origin": origin})
        assert not enter(page, told, next(deals(1, seed=2)))
        look(page, told)
        page.restart()
        page.frame.wait_for_url(f"{url}/**")
        look(page, told)


def score(page: Any) -> str:
    """What the strip says."""
    return " ".join(page.locator("#strip").inner_text().split())


def test_an_evening_without_a_server(top: Path, tmp_path: Path, playwright: Playwright) -> None:
    port, profile = free_port(), tmp_path / "profile"
    with hosted(top, port) as url:
        with phone(playwright, profile) as (context, page):
            one: Any = Phone(page)
            table = one.lays(Static(url))
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
        page.get_by_role("button", name="Save the correction").click()
        expect(page.locator("#page")).to_contain_text("counted again")
        assert len(one.entries()) >= 1
        page.restart()
        page.goto(f"{table}sheet")
