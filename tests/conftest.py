"""What every test may ask for."""

import gc
import os
import random
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Any

import pytest
import segno
from hypothesis import settings
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from sqlite_utils import Database
from sqlite_utils import db as sqlite_utils_db
from werkzeug.routing import Rule

from scorekeeper.cli import backup, doctor, files, sessions
from scorekeeper.exports import importing
from scorekeeper.exports.pdf import cache as pdf_cache
from scorekeeper.exports.pdf.render import Renderer, RenderProcess
from scorekeeper.store import ADDRESS, Store, sqlite
from scorekeeper.web import app as web_app
from scorekeeper.words import Words
from tests.engines import Cluster
from tests.words.codes import CODE

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 120

# Thousands of tests are in memory. To look through them for cycles, which are few, took a
# tenth of the time.
gc.set_threshold(50_000, 20, 50)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()


# Compiled once for all the applications that the tests make, each with an empty folder
# of its own.
os.environ.setdefault(
    "SCOREKEEPER_TEMPLATES", str(ROOT / ".pytest_cache" / "templates")
)

_compile = Rule.compile
_compiled: dict[object, tuple[Any, ...]] = {}


def _compile_once(rule: Any) -> None:
    """Compile the rule of an address as the same one was compiled before: a third of
    the time of making an application goes into this, and every application that a test
    makes has the same."""
    key = (rule.rule, rule.subdomain, tuple(sorted((rule.defaults or {}).items())))
    if key not in _compiled:
        _compile(rule)
        builders = rule._build.__func__, rule._build_unknown.__func__
        kept = (
            rule._parts,
            rule._trace,
            rule._converters,
            frozenset(rule.arguments),
            *builders,
        )
        _compiled[key] = kept
        return
    rule._parts, rule._trace, rule._converters, arguments, *made = _compiled[key]
    rule.arguments |= arguments
    rule._build, rule._build_unknown = (one.__get__(rule, None) for one in made)


Rule.compile = _compile_once  # type: ignore[method-assign, assignment]

# Code of templates, read once for all the applications: by the template's file and what
# was in it.
_load_bytecode = FileSystemBytecodeCache.load_bytecode
_template_code = dict[tuple[str, str], Any]()


def _load_once(kept: FileSystemBytecodeCache, bucket: Bucket) -> None:
    key = (bucket.key, bucket.checksum)
    bucket.code = _template_code.get(key)
    if bucket.code is None:
        _load_bytecode(kept, bucket)
        _template_code[key] = bucket.code


FileSystemBytecodeCache.load_bytecode = _load_once  # type: ignore[assignment, method-assign]

# To find the statements of our schema takes 20 ms for each database that is made.
_statements = sqlite_utils_db._iter_complete_sql_statements


@cache
def _statements_of(sql: str) -> tuple[str, ...]:
    return tuple(_statements(sql))


sqlite_utils_db._iter_complete_sql_statements = _statements_of  # type: ignore[assignment]

# No test cuts the power, so none waits for the disk but those of the store: waiting took
# a tenth of the time of all that enter something.
_connect = sqlite.connect
_is_of_store = True


def pytest_runtest_setup(item: pytest.Item) -> None:
    global _is_of_store
    _is_of_store = ROOT / "tests" / "store" in item.path.parents


def _connect_without_waiting(path: Path, **options: Any) -> Database:
    db = _connect(path, **options)
    if not _is_of_store:
        db.execute("PRAGMA synchronous = OFF")
    return db


sqlite.connect = _connect_without_waiting

# The first work that is done apart says what the process has read that all others are
# copies of. Where that was a test of the limits, each copy read for itself what checks a
# file: four fifths of the time of all that imports one.
_set_preload = BaseContext.set_forkserver_preload


def _preload(context: BaseContext, modules: list[str]) -> None:
    _set_preload(context, [*modules, importing.__name__])


BaseContext.set_forkserver_preload = _preload  # type: ignore[method-assign, assignment]

# One process renders for all applications of a worker: starting one takes two seconds.
# On a busy machine it may be late; what is not waited for has tests with processes of
# their own.
_renderer = RenderProcess()
pdf_cache.RenderProcess = lambda: _renderer  # type: ignore[attr-defined, assignment, misc]

# One for all pages that are printed in this process, as in the program's own one: it
# reads our style and fonts, which took a third of the time of a small sheet. Where its
# library is put aside or other fonts are asked for, another is made.
_make_renderer = Renderer.__init__
_made_with = dict[object, dict[str, Any]]()


def _made_once(renderer: Renderer) -> None:
    way = sys.modules.get("weasyprint"), os.environ.get("FONTCONFIG_FILE")
    if way not in _made_with:
        _make_renderer(renderer)
        way = sys.modules.get("weasyprint"), os.environ.get("FONTCONFIG_FILE")
        _made_with[way] = vars(renderer)
    vars(renderer).update(_made_with[way])


Renderer.__init__ = _made_once  # type: ignore[assignment]

# A code on a page is drawn in one way: to try all eight, for the one that cameras read
# best, took a thirtieth of the time of all that looks at pages.
segno.make_qr = partial(segno.make_qr, mask=0)

# A code that has no sentence stands on the page as it is. In a test it raises.
said_plainly = Words._pattern


def _said_or_raised(words: Words, code: str, *count: Any) -> str:
    if CODE.fullmatch(code) and not words.has(code):
        raise LookupError(f"say {code} in the words of {words.language}")
    return said_plainly(words, code, *count)


Words._pattern = _said_or_raised  # type: ignore[assignment, method-assign]

settings.register_profile("default", deadline=None, max_examples=30)
settings.register_profile(
    "ci", deadline=None, max_examples=50, derandomize=True, print_blob=True
)
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile("ci" if os.environ.get("CI") else "default")


LONG = (
    "audit/test_bridge.py::test_every_result_at_both_vulnerabilities_at_duplicate[five-crowns",
    "audit/test_bridge.py::test_every_result_at_both_vulnerabilities_at_duplicate[parity",
    "audit/test_bridge.py::test_every_result_at_both_vulnerabilities_at_duplicate[x2",
    "audit/test_bridge.py::test_long_evenings[chicago others",
    "audit/test_bridge.py::test_long_evenings[chicago-non",
    "audit/test_bridge.py::test_long_evenings[chicago-parity",
    "audit/test_bridge.py::test_long_evenings[chicago-x2",
    "audit/test_bridge.py::test_long_evenings[rubber-non",
    "audit/test_bridge.py::test_long_evenings[rubber-parity",
    "audit/test_bridge.py::test_long_evenings[rubber-x1",
    "core/test_replay.py::test_each_part_of_a_log_adds_up_to_what_folding_it_anew_gives[0-rook",
    "exports/test_sheet_pdf.py::test_a_rubber_fits_either_paper[a4",
    "exports/test_sheet_pdf.py::test_every_game_has_a_printed_sheet[deuces-wild",
    "exports/test_sheet_pdf.py::test_every_game_has_a_printed_sheet[five-crowns",
    "exports/test_sheet_pdf.py::test_the_end_stands_on_no_page_alone[2",
    "exports/test_sheet_pdf.py::test_the_end_stands_on_no_page_alone[6",
    "exports/test_verify.py::test_no_byte_of_a_sheet_can_be_another",
    "exports/test_verify.py::test_what_we_print_proves_itself[small",
    "store/test_backup.py::test_whatever_a_copy_says_besides_its_logs_is_not_restored",
    "exports/test_verify.py::test_so_does_a_sheet_of_every_game_and_language[berzerka-en",
    "exports/test_verify.py::test_so_does_a_sheet_of_every_game_and_language[bridge-de",
    "exports/test_verify.py::test_so_does_a_sheet_of_every_game_and_language[deuces-wild",
    "exports/test_verify.py::test_so_does_a_sheet_of_every_game_and_language[five-crowns",
    "exports/test_verify.py::test_so_does_a_sheet_of_every_game_and_language[joker-bridge-en",
    "exports/test_verify.py::test_so_does_a_sheet_of_every_game_and_language[rook-de",
    "exports/test_verify.py::test_so_does_a_sheet_of_every_game_and_language[two-ten-jack-en",
    "games/bridge/test_card_play.py::test_three_hundred_deals_are_played_as_endplay_plays_them[3",
    "games/bridge/test_card_play.py::test_three_hundred_deals_are_played_as_endplay_plays_them[4",
    "proof/test_strangers.py::test_a_table_plays_on_among_strangers",
    "test_house_rules.py::test_a_change_does_what_its_preview_showed_and_goes_back[deuces-wild",
    "test_house_rules.py::test_a_change_does_what_its_preview_showed_and_goes_back[five-crowns",
    "test_house_rules.py::test_a_change_does_what_its_preview_showed_and_goes_back[joker-bridge",
    "web/test_access.py::test_reading_writes_nothing[kitchen",
    "web/test_growth.py::test_four_times_the_rows_cost_no_more_than_four_times_as_much[]",
    "web/test_growth.py::test_four_times_the_rows_cost_no_more_than_four_times_as_much[docket",
    "web/test_growth.py::test_four_times_the_rows_cost_no_more_than_four_times_as_much[sealed/",
    "web/test_growth.py::test_four_times_the_rows_cost_no_more_than_four_times_as_much[sheet",
    "web/test_watch.py::test_a_whole_deal_fills_in_its_result_and_proves_the_revoke[five-crowns",
    "words/test_german_pages.py::test_a_new_table_speaks_german[deuces-wild",
    "words/test_german_pages.py::test_a_new_table_speaks_german[five-crowns",
    "words/test_german_pages.py::test_a_new_table_speaks_german[joker-bridge",
    "words/test_german_pages.py::test_a_new_table_speaks_german[two-ten-jack",
    "words/test_german_pages.py::test_a_played_one_does[berzerka",
    "words/test_german_pages.py::test_a_played_one_does[five-crowns",
    "words/test_german_pages.py::test_a_played_one_does[joker-bridge",
    "words/test_german_paper.py::test_a_sheet_is_german_and_holds[berzerka",
    "words/test_german_paper.py::test_a_sheet_is_german_and_holds[two-ten-jack",
    "exports/test_report.py::test_a_changed_total_in_it_is_found",
    "exports/test_sheet_pdf.py::test_the_end_stands_on_no_page_alone[8",
    "exports/test_verify.py::test_so_does_a_sheet_of_every_game_and_language[berzerka-de",
    "games/test_kept_rulings.py::test_a_ruling_that_is_kept_says_what_is_worked_out_from_its_facts[deuces-wild",
    "games/test_kept_rulings.py::test_a_ruling_that_is_kept_says_what_is_worked_out_from_its_facts[five-crowns",
    "games/test_effects_of_all.py::test_each_effect_arrives_once_in_any_order_and_only_on_known_facts[deuces-wild",
    "games/test_walk.py::test_an_evening_by_its_forms[bridge-joker-bridge-x2",
    "games/test_walk.py::test_an_evening_by_its_forms[bridge-five-crowns",
    "web/test_nodes.py::test_twenty_equal_forms_over_four_processes_are_one_entry",
    "games/test_walk.py::test_an_evening_by_its_forms[two_ten_jack-two-ten-jack-classic-55",
    "games/test_walk.py::test_an_evening_by_its_forms[two_ten_jack-two-ten-jack-gioco",
    "games/test_walk.py::test_a_longer_one_and_its_sheet[bridge-deuces-wild",
    "games/bridge/test_arbitration.py::test_every_answer_leads_to_a_ruling_in_words_with_its_rules[joker",
    "audit/test_bridge.py::test_every_result_at_both_vulnerabilities_at_duplicate[bridge",
    "test_harmless.py::test_no_command_changes_a_folder_of_others_or_opens_a_file[0o755",
    "test_harmless.py::test_no_command_changes_a_folder_of_others_or_opens_a_file[0o775",
    "test_harmless.py::test_no_opening_of_a_database_does[0o755",
    "words/test_third.py::test_pages_count_as_polish_does",
    "proof/test_nodes.py::test_a_page_that_shows_what_is_anothers_is_found[-False",
    "core/test_replay.py::test_each_part_of_a_log_adds_up_to_what_folding_it_anew_gives[0-two",
)
"""What is run by ./prove journeys alone: the like of each is in ./test too."""

FIRST = (
    *(
        "test_infra_wheel.py",
        "test_deploy.py",
        "test_connections.py",
        "words/test_third.py",
    ),
    *(
        "web/test_two_nodes.py",
        "proof/test_histories.py",
        "test_worker.py",
        "web/test_rulings.py",
    ),
)
"""The files that take longest: a process has a whole file at a time, and none waits for
them."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is long, so that ./test leaves it out; begin with what takes
    longest."""
    for item in items:
        if item.nodeid.removeprefix("tests/").startswith(LONG):
            item.add_marker(pytest.mark.slow)
    longest = [ROOT / "tests" / name for name in FIRST]
    items.sort(key=lambda item: item.path not in longest)


@dataclass(frozen=True, slots=True)
class LiveServer:
    """A gunicorn of its own, as ./run starts it, on this computer only."""

    url: str
    instance: Path
    process: subprocess.Popen[bytes]


StartServer = Callable[..., LiveServer]


def free_port() -> int:
    """A port that nobody listens on, of those that no outgoing connection is given
    meanwhile."""
    while True:
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", random.SystemRandom().randrange(10_000, 32_000)))
            return int(probe.getsockname()[1])


def is_answering(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5):
            return True
    except urllib.error.HTTPError as answer:
        answer.close()
        return True
    except OSError:
        return False


def wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    latest = time.monotonic() + START_SECONDS
    pause = 0.05
    while not is_answering(url):
        if process.poll() is not None:
            pytest.fail(
                f"the server ended with {process.returncode} before it answered"
            )
        if time.monotonic() > latest:
            pytest.fail(f"the server did not answer within {START_SECONDS} s")
        time.sleep(pause)
        pause = min(2 * pause, 2)


@contextmanager
def starting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartServer]:
    """Start live servers; each has an empty folder and a port of its own unless it is
    given one.

    They print what is asked for only, and end with the block: what nobody waits for
    takes the processors from those who do.
    """
    started: list[subprocess.Popen[bytes]] = []

    def start(
        *options: str,
        program: Path | None = None,
        instance: Path | None = None,
        port: int | None = None,
        database: str = "",
    ) -> LiveServer:
        folder = instance or tmp_path_factory.mktemp("instance")
        port = port or free_port()
        command = [str(program)] if program else [sys.executable, "-m", "scorekeeper"]
        process = subprocess.Popen(
            [*command, "serve", "--host", "127.0.0.1", "--port", str(port), *options],
            env={
                **os.environ,
                "SCOREKEEPER_INSTANCE": str(folder),
                "SCOREKEEPER_DATABASE": database,
                "SCOREKEEPER_MAKE_AHEAD": "false",
            },
            cwd=folder if program else ROOT,
            stdout=subprocess.DEVNULL,
        )
        started.append(process)
        url = f"http://127.0.0.1:{port}"
        wait_for(url + "/", process)
        return LiveServer(url, folder, process)

    try:
        yield start
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(timeout=60)


@pytest.fixture(scope="module")
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartServer]:
    """Start live servers that end with the file of tests."""
    with starting(tmp_path_factory) as start:
        yield start


@pytest.fixture
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty instance folder, which this test's applications use."""
    folder = tmp_path / "instance"
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(folder))
    return folder


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server that does not wait for the disk; skips where there is
    none."""
    made = Cluster().make()
    yield made
    made.stop()


@pytest.fixture(autouse=os.environ.get("SCOREKEEPER_TEST_ENGINE") == "postgresql")
def over_postgresql(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Give every application and command a database of a server, one to each instance
    folder; in force where SCOREKEEPER_TEST_ENGINE says so."""
    says = "engine" in request.fixturenames or request.node.get_closest_marker(
        "own_engine"
    )
    if says or os.environ.get(ADDRESS):
        yield
        return
    cluster: Cluster = request.getfixturevalue("cluster")
    made: dict[Path, str] = {}

    def database_of(instance: Path) -> str:
        if ADDRESS in os.environ:
            return os.environ[ADDRESS]
        if instance not in made:
            made[instance] = cluster.database()
        return made[instance]

    opened: list[Store] = []

    def recorded(where: Path | str) -> Store:
        opened.append(Store(where))
        return opened[-1]

    monkeypatch.setattr(web_app, "Store", recorded)
    for module in (web_app, files, backup, doctor, sessions):
        monkeypatch.setattr(module, "database_of", database_of)
    yield
    for store in opened:
        store.close()
    for address in made.values():
        cluster.empty_again(address)
