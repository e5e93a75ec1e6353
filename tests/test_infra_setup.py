"""./run and ./test on systems of all kinds: with package managers that only note what
is asked."""

import os
import shutil
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.__main__ import main
from scorekeeper.cli import doctor
from scorekeeper.core.messages import message
from scorekeeper.words import LANGUAGES, words_in
from tests.conftest import ROOT

SYSTEM_PROGRAMS = ("env", "ln", "ls")  # none that could change this computer
SHELLS = [name for name in ("dash", "bash", "busybox") if shutil.which(name)]
MANAGERS = ("apt-get", "dnf", "pacman", "apk", "brew")

PACKAGES = {
    # What each system calls it: packages.debian.org, packages.fedoraproject.org,
    # archlinux.org, pkgs.alpinelinux.org, formulae.brew.sh, and WeasyPrint's page on
    # installing for Pango.
    "python": {
        "apt-get": "python3 python3-venv",
        "dnf": "python3",
        "pacman": "python",
        "apk": "python3 py3-pip",
        "brew": "python",
    },
    "pango": {
        "apt-get": "libpangoft2-1.0-0 libharfbuzz-subset0",
        "dnf": "pango",
        "pacman": "pango",
        "apk": "pango harfbuzz-subset",
        "brew": "pango",
    },
    "chromium": {
        "apt-get": "chromium fonts-liberation",
        "dnf": "chromium",
        "pacman": "chromium",
        "apk": "chromium",
        "brew": "--cask google-chrome",
    },
    "firefox": {
        "apt-get": "firefox-esr",
        "dnf": "firefox",
        "pacman": "firefox",
        "apk": "firefox",
        "brew": "--cask firefox",
    },
    "postgresql": {
        "apt-get": "postgresql",
        "dnf": "postgresql-server",
        "pacman": "postgresql",
        "apk": "postgresql",
        "brew": "postgresql@17",
    },
    "caddy": dict.fromkeys(MANAGERS, "caddy"),
    "uv": {"apt-get": "", "dnf": "uv", "pacman": "uv", "apk": "uv", "brew": "uv"},
    "venv": {
        "apt-get": "python3-venv",
        "dnf": "",
        "pacman": "",
        "apk": "py3-pip",
        "brew": "",
    },
    "libatomic": {
        "apt-get": "libatomic1",
        "dnf": "libatomic",
        "pacman": "",
        "apk": "",
        "brew": "",
    },
}
ASKED = {
    "apt-get": (
        "apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=120"
    ),
    "dnf": "dnf install -y -q",
    "pacman": "pacman -S --needed --noconfirm --quiet",
    "apk": "apk add --quiet",
    "brew": "brew install --quiet",
}
TOLD = {
    "apt-get": "apt install",
    "dnf": "dnf install",
    "pacman": "pacman -S",
    "apk": "apk add",
    "brew": "brew install",
}


@dataclass(frozen=True)
class Machine:
    """A computer that has the programs of this folder and no others."""

    programs: Path
    shell: str

    @property
    def notes(self) -> Path:
        return self.programs.parent / "notes"

    def add(self, name: str, script: str) -> None:
        path = self.programs / name
        path.write_text(f"#!{self.shell}\n{script}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def add_manager(self, name: str, work: str = "") -> None:
        """One that notes what it is asked, and then does this work."""
        self.add(name, f'echo "{name} $*" >> {self.notes}\n{work}')

    def run(self, script: str, **environment: str) -> subprocess.CompletedProcess[str]:
        command = [self.shell, "-euc", f". ./tools/setup.sh\n{script}"]
        settings = {
            "PATH": str(self.programs),
            "HOME": str(self.programs.parent),
            **environment,
        }
        return subprocess.run(
            command,
            cwd=ROOT,
            env=settings,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )

    def asked(self) -> list[str]:
        """What the package managers were asked to install."""
        if not self.notes.exists():
            return []
        return [
            note for note in self.notes.read_text().splitlines() if "update" not in note
        ]


@pytest.fixture(params=["dash", "bash"])
def machine(request: pytest.FixtureRequest, tmp_path: Path) -> Machine:
    """Nothing but a shell and a few programs, which root uses."""
    shell = shutil.which(request.param) or pytest.skip(f"no {request.param}")
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in SYSTEM_PROGRAMS:
        found = shutil.which(name)
        assert found
        (programs / name).symlink_to(found)
    made = Machine(programs, shell)
    made.add("id", "echo 0")
    made.add("uname", "echo Linux")
    return made


def as_user(machine: Machine, *programs: str) -> None:
    """Have a user who isn't root, with these programs that make somebody root."""
    machine.add("id", "echo 1000")
    for name in programs:
        machine.add(name, f'echo "{name} $*" >> {machine.notes}')


@pytest.mark.parametrize("manager", MANAGERS)
def test_each_need_is_asked_for_by_its_name_there(
    machine: Machine, manager: str
) -> None:
    machine.add_manager(manager)
    needs = " ".join(PACKAGES)
    done = machine.run(f"for need in {needs}; do system_install $need || true; done")
    assert done.returncode == 0, done.stderr
    wanted = [names[manager] for names in PACKAGES.values() if names[manager]]
    assert machine.asked() == [f"{ASKED[manager]} {names}" for names in wanted]


@pytest.mark.parametrize("manager", MANAGERS)
def test_a_missing_python_is_installed(machine: Machine, manager: str) -> None:
    link = (
        f"[ -e {machine.programs}/python3 ] || ln -s {sys.executable} "
        f"{machine.programs}/python3"
    )
    machine.add_manager(manager, link)
    done = machine.run(
        'find_python() { command -v python3; }; need_python; echo "$PYTHON"'
    )
    assert done.stdout.strip() == f"{machine.programs}/python3"
    assert machine.asked() == [f"{ASKED[manager]} {PACKAGES['python'][manager]}"]


@pytest.mark.parametrize("manager", MANAGERS)
def test_what_could_not_be_installed_is_said_in_the_words_of_the_system(
    machine: Machine, manager: str
) -> None:
    machine.add_manager(manager, "exit 1")
    done = machine.run(
        "PYTHON=false; has_postgresql() { return 1; }\n"
        "want_pango; want_postgresql; want_firefox; need_chromium"
    )
    assert done.returncode == 1
    for need in ("pango", "postgresql", "firefox", "chromium"):
        assert f"({TOLD[manager]} {PACKAGES[need][manager]})" in done.stderr


@pytest.mark.parametrize("manager", MANAGERS)
def test_a_python_that_can_not_be_installed_ends_it_at_once(
    machine: Machine, manager: str
) -> None:
    machine.add_manager(manager, "exit 1")
    done = machine.run("find_python() { return 1; }; need_python")
    assert done.returncode == 1
    command = f"{TOLD[manager]} {PACKAGES['python'][manager]}"
    assert done.stderr.splitlines()[-1] == (
        f"Scorekeeper needs Python 3.11 or newer. Install it ({command}) and start "
        f"again."
    )


def test_a_python_that_is_too_old_is_named(machine: Machine) -> None:
    machine.add_manager("dnf")
    machine.add("python3", '[ "$1" != --version ] || echo Python 3.9.25; exit 0')
    done = machine.run("find_python() { return 1; }; need_python")
    assert done.returncode == 1
    assert "and this is Python 3.9.25" in done.stderr
    assert machine.asked() == [
        "dnf install -y -q python3",
        "dnf install -y -q python3.12",
    ]


def test_a_computer_without_a_package_manager_says_so(machine: Machine) -> None:
    done = machine.run("find_python() { return 1; }; need_python")
    assert done.returncode == 1
    assert done.stderr == (
        "Scorekeeper needs Python 3.11 or newer. Install it (no package manager that we know was"
        " found here: apt, dnf, pacman, apk, brew) and start again.\n"
    )


def test_a_user_asks_as_root_without_a_terminal(machine: Machine) -> None:
    machine.add_manager("dnf")
    as_user(machine, "sudo")
    assert machine.run("system_install pango").returncode == 0
    assert machine.asked() == ["sudo -n dnf install -y -q pango"]


def test_alpine_has_doas(machine: Machine) -> None:
    machine.add_manager("apk")
    as_user(machine, "doas")
    assert machine.run("system_install pango").returncode == 0
    assert machine.asked() == ["doas -n apk add --quiet pango harfbuzz-subset"]


def test_homebrew_is_never_asked_as_root(machine: Machine) -> None:
    machine.add_manager("brew")
    machine.add("uname", "echo Darwin")
    as_user(machine, "sudo")
    assert machine.run("PYTHON=false; want_pango").returncode == 0
    assert machine.asked() == ["brew install --quiet pango"]


def test_a_user_who_can_not_become_root_is_told_what_to_install(
    machine: Machine,
) -> None:
    machine.add_manager("pacman")
    as_user(machine)
    done = machine.run("PYTHON=false; want_pango")
    assert done.returncode == 0
    assert machine.asked() == []
    assert "(pacman -S pango)" in done.stderr


@pytest.mark.parametrize("manager", ["dnf", "pacman", "apk", "brew"])
def test_uv_comes_from_the_system_where_pip_can_not_fetch_it(
    machine: Machine, manager: str
) -> None:
    machine.add_manager(manager)
    done = machine.run(
        "PYTHON=false; fetch_uv() { return 1; }; uv_is_fit() { return 1; }; need_uv"
    )
    assert done.returncode == 1
    assert f"{ASKED[manager]} uv" in machine.asked()
    venv = PACKAGES["venv"][manager]
    packages = f"{venv} uv" if venv else "uv"
    assert f"({TOLD[manager]} {packages})" in done.stderr


@pytest.mark.parametrize("manager", MANAGERS)
def test_the_program_names_the_same_packages(machine: Machine, manager: str) -> None:
    """`doctor` on this system, and the page and `pdf` on all."""
    machine.add_manager(manager)
    command = machine.run("by_hand pango").stdout
    assert command == doctor.PANGO[manager]
    for language in LANGUAGES:
        assert f": {command}." in words_in(language).text(message("pdf.missing.advice"))


@pytest.mark.parametrize(("manager", "command"), doctor.PANGO.items())
def test_doctor_says_what_installs_pango_here(
    machine: Machine,
    instance: Path,
    manager: str,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine.add_manager(manager)
    monkeypatch.setenv("PATH", str(machine.programs))
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    assert command in CliRunner().invoke(main, ["doctor"]).output


@pytest.mark.parametrize("shell", SHELLS)
def test_run_needs_no_bash(shell: str) -> None:
    """Alpine has none."""
    assert (ROOT / "run").read_text().startswith("#!/bin/sh\n")
    command = [shell, "sh"] if shell == "busybox" else [shell]
    for script in ("run", "tools/setup.sh"):
        subprocess.run([*command, "-n", ROOT / script], check=True)


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_knows_when_all_is_installed(shell: str, tmp_path: Path) -> None:
    """The stamp is the same, so that ./run after ./test installs nothing."""
    command = [shell, "sh"] if shell == "busybox" else [shell]
    script = ". ./tools/setup.sh; stamp"
    environment = {"PATH": os.environ["PATH"]}
    said = {
        subprocess.check_output(
            [*each, "-euc", script], cwd=ROOT, env=environment, text=True
        )
        for each in (command, ["bash"])
    }
    assert len(said) == 1
