"""A real Chromium (Debian's) against a real gunicorn.

    def test_joining(server, open_page):
        page = open_page(PHONE, is_dark=True)
        page.goto(server.url)

Every page fails its test if a script threw, or if the content security policy refused something.
"""

import io
import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, rmtree, which
from tempfile import mkdtemp
from typing import Any
from urllib.parse import urljoin

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)
from pypdf import PdfReader

from scorekeeper.exports.verify import verify_file
from tests.conftest import LiveServer, starting

NOT_WANTED = (
    # What its address line shows besides addresses: two pages of its own behind each
    # that is opened, which took two fifths of the time of the journeys.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    # Playwright's own list. Chromium takes the last list alone.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
    "msEdgeUpdateLaunchServicesPreferredVersion",
    "msForceBrowserSignIn",
)
"""Features of Chromium that are switched off."""
CHROMIUM_OPTIONS = [
    f"--disable-features={','.join(NOT_WANTED)}",
    "--no-sandbox",  # CI is root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SCREENSHOTS = Path(__file__).parent / "screenshots"
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@dataclass(frozen=True, slots=True)
class Screen:
    """A device's screen, in CSS pixels."""

    name: str
    width: int
    height: int
    is_touch: bool = True


@dataclass(frozen=True, slots=True)
class Static:
    """Where the program's static files are, as a test is told where a server is."""

    url: str


SMALL_PHONE = Screen("small-phone", 360, 640)
PHONE = Screen("phone", 390, 844)
LANDSCAPE = Screen("phone-landscape", 844, 390)
DESKTOP = Screen("desktop", 1280, 800, is_touch=False)
SCREENS = (SMALL_PHONE, PHONE, LANDSCAPE, DESKTOP)

HAS_PICTURES = bool(os.environ.get("PICTURES"))
"""Whether pictures are taken, to be looked at: each takes a quarter of a page's time."""

POCKET = os.environ.get("POCKET", "")
"""The folder in which `scorekeeper pocket` made one: what is tested runs in the browser
then."""

LONG = (
    "bad_connection.py::test_a_second_tap_does_not_call_for_the_next_player[fast]",
    "berzerka_journey.py::test_a_board_with_everything_on_it",
    "berzerka_journey.py::test_a_hand_without_script",
    "berzerka_journey.py::test_nobody_is_kept_out",
    "berzerka_journey.py::test_the_starter_board_in_fifteen_hands",
    "bridge_family_journey.py::test_a_rubber_to_its_sheet[deuces-wild",
    "bridge_family_journey.py::test_a_rubber_to_its_sheet[five-crowns",
    "evening.py::test_three_quarrels_on_four_phones",
    "font.py::test_no_line_moves_when_the_font_comes[phone]",
    "four_phones.py::test_offline_for_a_while_then_put_back_because_the_table_moved",
    "four_phones.py::test_the_phone_whose_turn_it_becomes_shakes",
    "history_journey.py::test_an_evening_is_found_and_played_again",
    "history_journey.py::test_without_script_and_on_any_screen[320]",
    "history_journey.py::test_without_script_and_on_any_screen[844]",
    "house_rules_journey.py::test_all_agree_on_one_phone_and_take_it_back",
    "infra_browser.py::test_a_first_page_looks_the_same_before_its_style_sheets_come",
    "joker_bridge_journey.py::test_a_rubber_is_played",
    "joker_bridge_journey.py::test_a_whole_deal_fits_on_the_small_screen",
    "live_journey.py::test_a_restarted_server_is_found_again",
    "live_journey.py::test_the_time_from_a_tap_to_the_other_phone",
    "live_journey.py::test_where_streams_run_out_the_page_polls",
    "night_journeys.py::test_a_free_night",
    "night_journeys.py::test_five_tables",
    "night_journeys.py::test_partners",
    "night_journeys.py::test_swiss",
    "night_journeys.py::test_three_tables",
    "night_journeys.py::test_what_went_wrong",
    "page_kinds.py",
    "pocket.py::test_a_full_phone_refuses_in_words_and_loses_nothing",
    "pocket.py::test_a_start_goes_on_from_the_memory_made_on_this_phone",
    "pocket.py::test_an_evening_goes_on",
    "pocket.py::test_an_evening_without_a_server",
    "pocket.py::test_an_update_is_loaded_beside_and_migrates_what_was_entered",
    "pocket.py::test_every_page_of_every_game_is_drawn",
    "pocket.py::test_the_same_input_makes_the_same_bytes",
    "pocket.py::test_what_was_answered_for_outlives_the_browser",
    "quarrels.py::test_a_disputed_claim[en]",
    "quarrels.py::test_a_failure_that_was_watched",
    "quarrels.py::test_a_first_lead_out_of_turn",
    "quarrels.py::test_a_revoke_that_nobody_recorded[de]",
    "reading.py::test_a_rook_count_says_where_we_are[count-de]",
    "reading.py::test_a_rook_count_says_where_we_are[total-en]",
    "reading.py::test_every_page_holds_in_letters_of_any_size[berzerka",
    "reading.py::test_every_page_holds_in_letters_of_any_size[bridge-de]",
    "reading.py::test_every_page_holds_in_letters_of_any_size[bridge-en]",
    "reading.py::test_every_page_holds_in_letters_of_any_size[rook",
    "reading.py::test_every_page_holds_in_letters_of_any_size[two-ten-jack",
    "reading.py::test_the_score_is_whole_in_large_letters[en]",
    "refusals.py::test_what_is_missing_of_a_deal[declarer-de]",
    "refusals.py::test_what_is_missing_of_a_deal[denomination-en]",
    "refusals.py::test_what_is_missing_of_a_deal[level-de]",
    "refusals.py::test_what_is_missing_of_a_deal[declarer-en]",
    "refusals.py::test_what_is_missing_of_a_deal[denomination-de]",
    "refusals.py::test_what_is_missing_of_a_deal[tricks-en]",
    "rook_journey.py::test_a_hand_is_corrected_and_the_old_one_struck_through",
    "rook_journey.py::test_a_hand_without_scripts",
    "sealed_journey.py::test_a_seat_is_handed_over_and_its_seal_is_not",
    "secure.py::test_without_a_connection_the_last_score_stands_with_its_time",
    "taps.py::test_honours_in_one_hand[4-8]",
    "taps.py::test_honours_in_one_hand[6-8]",
    *(
        f"taps.py::test_the_rules_of_a_new_table_are_short[{game}]"
        for game in (
            *("joker-bridge-en", "bridge-de", "deuces-wild-en", "five-crowns-en"),
            *("rook-en", "two-ten-jack-de", "berzerka-en", "score-pad-de"),
        )
    ),
    "two_ten_jack_journey.py::test_a_round_is_corrected",
    "two_ten_jack_journey.py::test_rounds_without_scripts",
    "watch_berzerka.py",
    "watch_journey.py::test_a_deal_with_a_revoke",
    "watch_journey.py::test_nobody_is_kept_out",
    "watch_journey.py::test_nothing_is_wider_than_the_screen[844]",
    "watch_rook.py",
    "watch_two_ten_jack.py",
    "watch_wild.py",
)
"""What is played by ./prove journeys alone: the like of each is in ./test too."""

FIRST = ("test_bad_connection.py", "test_live_journey.py", "test_four_phones.py")
"""The files that take longest, so that nothing waits for them alone."""

PATIENCE = 60_000
"""Milliseconds for a page to come: a machine may be busy with much else."""

expect.set_options(timeout=PATIENCE)

OpenPage = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all that stands in this folder, so that ./test --fast leaves it out, and
    what is long, which ./prove journeys plays; begin with what takes longest."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if item.nodeid.split("/test_")[-1].startswith(LONG):
                item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: item.path.name not in FIRST)


def chromium() -> str:
    program = os.environ.get("CHROMIUM") or which("chromium")
    return program or pytest.fail(
        "no Chromium: ./test installs it, or name it in CHROMIUM"
    )


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(
        executable_path=chromium(), args=CHROMIUM_OPTIONS
    )
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def installed(
    playwright: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, Path]]:
    """Where the static files are, and what a browser keeps that started the program
    once."""
    from benchmarks.pocket import hosted
    from tests.browser.pockets import install

    profile = tmp_path_factory.mktemp("installed")
    with hosted(Path(POCKET)) as url:
        install(playwright, url, profile)
        yield url, profile


@pytest.fixture(scope="session")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LiveServer | Static]:
    """One server for all files of tests that want no other; or a host of static
    files."""
    if POCKET:
        yield Static(request.getfixturevalue("installed")[0])
        return
    with starting(tmp_path_factory) as start:
        yield start()


def complaint(message: ConsoleMessage) -> str:
    """Answer what a console message complains of; a 4xx that a test meant to get is
    nothing."""
    is_meant = message.type != "error" or message.text.startswith(
        "Failed to load resource"
    )
    return "" if is_meant else message.text


def turning(page: Page) -> Callable[[], None]:
    """Returns what waits until the form that stands on the page now is gone.

    The score may be told by the stream before the page turns.
    """
    key = page.locator("#page form[data-entry] [name=key]").first.input_value()
    return lambda: expect(
        page.locator(f'#page [name=key][value="{key}"]')
    ).to_have_count(0)


# Long: a list of what a browser is told.
@pytest.fixture
def open_page(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenPage]:
    """Open a page on a device of its own: `open_page(PHONE, is_dark=True,
    has_script=False)`.

    More settings of Playwright's new_context may follow, such as locale="nl"; service
    workers need service_workers="allow".
    """
    complaints: list[str] = []
    with ExitStack() as opened:

        def own_page(settings: dict[str, Any]) -> Page:
            browser: Browser = request.getfixturevalue("browser")
            context = browser.new_context(**{"service_workers": "block"} | settings)
            opened.callback(context.close)
            context.set_default_timeout(PATIENCE)
            return context.new_page()

        def in_pocket(settings: dict[str, Any]) -> Any:
            from tests.browser.pockets import phone

            playwright = request.getfixturevalue("playwright")
            profile = Path(mkdtemp(dir=tmp_path)) / "profile"
            copytree(request.getfixturevalue("installed")[1], profile)
            opened.callback(rmtree, profile, ignore_errors=True)
            return opened.enter_context(phone(playwright, profile, **settings))[1]

        def open_page(screen: Screen = PHONE, **settings: Any) -> Page:
            is_dark = settings.pop("is_dark", False)
            has_script = settings.pop("has_script", True)
            if POCKET and not has_script:
                pytest.skip("a program inside the browser is itself a script")
            page: Page = (in_pocket if POCKET else own_page)(
                {
                    "viewport": {"width": screen.width, "height": screen.height},
                    "is_mobile": screen.is_touch,
                    "has_touch": screen.is_touch,
                    "color_scheme": "dark" if is_dark else "light",
                    "java_script_enabled": has_script,
                    "reduced_motion": "reduce",
                }
                | settings
            )
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda message: complaints.append(complaint(message)))
            return page

        yield open_page
    assert not [text for text in complaints if text]


def shoot(page: Page, name: str, is_wanted: bool = HAS_PICTURES) -> list[Path]:
    """Take a page's picture, on every screen, light and dark: `shoot(page, "sheet")`.

    With PICTURES=1, or where a test wants it.
    """
    if not is_wanted:
        return []
    SCREENSHOTS.mkdir(exist_ok=True)
    before = page.viewport_size
    pictures = []
    for screen in SCREENS:
        page.set_viewport_size({"width": screen.width, "height": screen.height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            picture = SCREENSHOTS / f"{name}-{screen.name}-{scheme}.png"
            page.screenshot(path=picture)
            pictures.append(picture)
    page.emulate_media(color_scheme="null")
    if before:
        page.set_viewport_size(before)
    return pictures


def find_barriers(page: Page) -> list[str]:
    """List what keeps people out of a page, by WCAG 2.2 AA as far as axe can tell."""
    options = {"runOnly": {"type": "tag", "values": WCAG}}
    at = page.evaluate("scrollY")
    page.evaluate("scrollTo(0, 0)")  # a link half below what sticks is no small link
    found = Axe().run(page, options=options).response["violations"]
    page.evaluate("at => scrollTo(0, at)", at)
    return [f"{v['id']}: {n['html']}" for v in found for n in v["nodes"]]


def overflows(page: Page) -> int:
    """Answer by how many pixels a page is wider than its screen."""
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    return int(page.evaluate(wide))


def paper(page: Page, address: str) -> bytes:
    """The PDF at an address; making it waits for what else the machine does."""
    latest = time.monotonic() + 4 * PATIENCE / 1000
    answer = page.request.get(urljoin(page.url, address), timeout=4 * PATIENCE)
    while answer.status == 202 and time.monotonic() < latest:
        time.sleep(1)
        answer = page.request.get(urljoin(page.url, address), timeout=4 * PATIENCE)
    assert answer.headers["content-type"] == "application/pdf", answer.status
    return answer.body()


def proof(page: Page, address: str) -> str:
    """What the paper at an address says: a PDF; or the page that a browser prints where
    the program is in it, beside the file that proves what the paper can't."""
    if not POCKET:
        pages = PdfReader(io.BytesIO(paper(page, address))).pages
        return "\n".join(one.extract_text() for one in pages)
    page.goto(urljoin(page.url, address))
    words = page.locator("body").inner_text()
    assert "This printout proves nothing" in words
    file = page.locator(".printing a[download]").get_attribute("href")
    said = page.evaluate("at => fetch(at).then(answer => answer.text())", file)
    assert verify_file(said.encode()).holds
    return words
