"""Every sentence by the page that says it, in the order in which it is said there.

    python -m tests.words.by_page [--language de] [--heard FILE] [TESTS …] > LIST

runs the tests that go through the pages, the refusals and the rulings (or those that
are named), notes what the catalogues are asked for, and prints it: first the pages, each
with its address, its template and the answer's status; then what is refused, and what is
said on paper, in files and in the terminal, by the module of tests that met it; last the
codes that nothing said. With `--heard FILE` what was noted is kept there; where the file
is there already, it is read and nothing is run, so that the same pages can be printed
again in another language, or after their sentences have changed.
"""

import argparse
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import flask
import pytest
from wtforms.validators import StopValidation, ValidationError

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message
from scorekeeper.core.rulings import Ruling
from scorekeeper.exports.session_file import FileRefused
from scorekeeper.games.arbiter.record import Denied
from scorekeeper.words import LANGUAGES, Words, words_in
from scorekeeper.words.sentences import sentences

TESTS = (
    "tests/web",
    "tests/words/test_german_pages.py",
    "tests/words/test_german_paper.py",
    "tests/words/test_french.py",
    "tests/words/test_effects_said.py",
    "tests/games",
    "tests/nights",
    "tests/core",
    "tests/store",
    "tests/exports",
    "tests/proof",
    "tests/test_agreement.py",
    "tests/test_cli.py",
    "tests/test_house_rules.py",
    "tests/test_names.py",
    "tests/test_pocket.py",
    "tests/test_refused_notes.py",
    "tests/test_respelt.py",
    "tests/test_seals.py",
    "tests/test_terminal.py",
)
"""What meets the sentences: walks through pages, forms that are refused, and cases of
law."""
COUNTING = (
    "tests/web/test_growth.py",
    "tests/test_pocket.py::test_a_deal_and_the_page_after_it_take_few_calls",
)
"""What counts the calls of a page: listening is calls too."""
REFUSED = "Refused"
RULED = "Ruled"
ELSEWHERE = "On paper, in files and in the terminal"
WITHIN = "Within other sentences"
"""Under this are all codes that were put into words, a sentence's own parts too."""
UNSAID = "Said by nothing that was run"

Heard = dict[str, dict[str, Message]]
"""What was said, by where it was said, and by its code."""


class Hearing:
    """A plugin of pytest that notes every message that is put into words."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.heard: Heard = {}
        self.module = ""
        self.said: list[Message] = []
        self.template = ""
        self.depth = 0

    # Long: a list of what is listened to.
    def pytest_configure(self) -> None:
        filled = Words._filled
        found = Words._pattern
        raised = RuleViolation.__init__

        def fill(words: Words, said: Message, *to: Any) -> Any:
            self.hear(said)
            self.depth += 1
            try:
                return filled(words, said, *to)
            finally:
                self.depth -= 1

        def look_up(words: Words, code: str, count: int | None = None) -> str:
            self.heard.setdefault(WITHIN, {})[code] = Message(code)
            return found(words, code, count)

        def refuse(refusal: RuleViolation, why: Message, *to: Any, **of: Any) -> None:
            self.note(REFUSED, [why])
            raised(refusal, why, *to, **of)

        Words._filled = fill  # type: ignore[method-assign]
        Words._pattern = look_up  # type: ignore[method-assign]
        Words.html = uncached  # type: ignore[method-assign]
        Words.said = uncached_said  # type: ignore[method-assign]
        RuleViolation.__init__ = refuse  # type: ignore[method-assign, assignment]
        for kind in (FileRefused, StopValidation, ValidationError):
            self.note_refusals(kind)
        self.note_denials()
        self.note_rulings()
        flask.template_rendered.connect(self.drawn)
        flask.request_started.connect(self.begin)
        flask.request_finished.connect(self.end)

    def note_refusals(self, kind: type[Exception]) -> None:
        """Note the messages with which files and fields are refused."""
        raised = kind.__init__

        def refuse(refusal: Exception, *given: Any, **named: Any) -> None:
            whys = (*given, *named.values())
            self.note(REFUSED, [why for why in whys if isinstance(why, Message)])
            raised(refusal, *given, **named)

        kind.__init__ = refuse  # type: ignore[method-assign, assignment]

    def note_denials(self) -> None:
        """Note with what words the record denies something that was told."""
        made = Denied.__init__

        def deny(denied: Denied, *given: Any, **named: Any) -> None:
            made(denied, *given, **named)
            self.note(REFUSED, [denied.why, denied.asked])

        Denied.__init__ = deny  # type: ignore[method-assign]

    def note_rulings(self) -> None:
        """Note the sentences of each ruling that a law gives."""
        made = Ruling.__init__

        def rule(ruling: Ruling, *given: Any, **named: Any) -> None:
            made(ruling, *given, **named)
            reasons = [step.what for step in ruling.steps]
            self.note(RULED, [ruling.verdict, *reasons])
            self.note(RULED, [*ruling.otherwise, *ruling.remedies])

        Ruling.__init__ = rule  # type: ignore[method-assign]

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self.module = item.nodeid.partition("::")[0]

    def hear(self, said: Message) -> None:
        if self.depth:
            return
        if flask.has_request_context():
            self.said.append(said)
        else:
            self.note(f"{ELSEWHERE}: {self.module}", [said])

    def begin(self, _app: flask.Flask, **_: Any) -> None:
        self.said = []
        self.template = ""

    def drawn(self, _app: flask.Flask, template: Any, **_: Any) -> None:
        self.template = template.name or ""

    def end(self, _app: flask.Flask, response: flask.Response, **_: Any) -> None:
        rule = flask.request.url_rule
        address = rule.rule if rule else "(no such page)"
        asked = "" if flask.request.method == "GET" else f" {flask.request.method}"
        status = "" if response.status_code == 200 else f" {response.status_code}"
        self.note(f"{address}{asked}{status} {self.template}".rstrip(), self.said)
        self.said = []

    def note(self, where: str, said: Iterable[Message]) -> None:
        found = self.heard.setdefault(where, {})
        for each in chain.from_iterable(map(with_those_within, said)):
            if each.code not in found and is_kept(each):
                found[each.code] = each

    def pytest_sessionfinish(self) -> None:
        with tempfile.NamedTemporaryFile(dir=self.folder, delete=False) as file:
            pickle.dump(self.heard, file)


def with_those_within(said: Message) -> Iterator[Message]:
    """The message and all that it is made with."""
    yield said
    for _, value in said.params:
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Message):
                yield from with_those_within(part)


def is_kept(said: Message) -> bool:
    """Whether it can be written down, with its values."""
    try:
        pickle.dumps(said)
    except Exception:  # a value of a test's own class
        return False
    return True


def uncached(words: Words, value: object, suit: Any = None) -> Any:
    """What `Words.html` answers, made each time, so that it is heard each time."""
    if suit is None:
        return words._drawn(value)
    return HTML(words, value, suit)


def uncached_said(words: Words, text: str, **params: object) -> Any:
    return words._drawn(Message(text, tuple(params.items())))


HTML = Words.html


def listen(folder: Path, tests: Iterable[str]) -> Heard:
    """Run the tests in processes that listen, and put together what these heard."""
    subprocess.run(
        [
            *(
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-n",
                "2",
                "-p",
                "no:cacheprovider",
            ),
            *("-p", "tests.words.by_page", "-m", "not browser and not slow"),
            *(f"--deselect={one}" for one in COUNTING),
            *tests,
        ],
        env={**environment(), FOLDER: str(folder)},
        stdout=sys.stderr,
        check=False,
    )
    together: Heard = {}
    for path in sorted(folder.iterdir()):
        found: Heard = pickle.loads(path.read_bytes())  # noqa: S301
        for where, said in found.items():
            at = together.setdefault(where, {})
            for code, each in said.items():
                at.setdefault(code, each)
    return together


FOLDER = "SCOREKEEPER_HEARD"
"""The variable that tells a process of pytest where to put what it heard."""


def environment() -> Mapping[str, str]:
    import os

    return os.environ


def pytest_configure(config: pytest.Config) -> None:
    """Where pytest loads this module as a plugin: begin to listen."""
    folder = environment().get(FOLDER)
    if folder:
        hearing = Hearing(Path(folder))
        config.pluginmanager.register(hearing, "by_page")


# ---- the list ----


def pages(heard: Heard) -> Iterator[tuple[str, list[Message]]]:
    """Pages by their addresses, then refusals, then what is said elsewhere."""

    def order(where: str) -> tuple[bool, bool, str]:
        return where.startswith(ELSEWHERE), where in (REFUSED, RULED), where

    for where in sorted(heard.keys() - {WITHIN}, key=order):
        yield where, [*heard[where].values()]


def written(words: Words, said: Message) -> str:
    """The sentence, and how many words it has."""
    text = " ".join(words.text(said).split())
    return f"{len(text.split()):3} {text}"


def unsaid(heard: Heard) -> list[str]:
    """The codes of sentences that nothing said, not even within another one."""
    said = {code for found in heard.values() for code in found}
    fallen_back = {code.partition(".")[2] for code in said}
    return [code for code in sentences() if code not in said | fallen_back]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--language", choices=sorted(LANGUAGES), default="en")
    asked.add_argument("--heard", type=Path)
    asked.add_argument("tests", nargs="*", default=TESTS)
    given = asked.parse_args()
    if given.heard and given.heard.is_file():
        heard: Heard = pickle.loads(given.heard.read_bytes())  # noqa: S301
    else:
        with tempfile.TemporaryDirectory() as folder:
            heard = listen(Path(folder), given.tests)
        if given.heard:
            given.heard.write_bytes(pickle.dumps(heard))
    say = partial(written, words_in(given.language))
    for where, said in pages(heard):
        print(f"\n# {where}")
        for line in dict.fromkeys(map(say, said)):
            print(line)
    print(f"\n# {UNSAID}")
    for code in unsaid(heard):
        print(code)


if __name__ == "__main__":
    main()
