"""`scorekeeper pocket DEST`: the program as a folder of static files, for a phone
without a server.

Python itself comes from npm's registry, pinned by its checksum; our package and the
libraries it runs on come from where this command runs. The same input gives the same
bytes: a file is named by what it holds, and an old phone fetches what has changed."""

import base64
import hashlib
import io
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from importlib.metadata import files, version
from pathlib import Path
from urllib.request import urlopen

import click
from babel.core import get_global

from scorekeeper.cli.given import NewFolder, check_new_folder
from scorekeeper.cli.terminal import say
from scorekeeper.core.errors import Unusable
from scorekeeper.core.messages import message
from scorekeeper.places import (
    DISTRIBUTION,
    PACKAGE,
    POCKET,
    instance_folder,
    static_folder,
    templates_folder,
)
from scorekeeper.words import LANGUAGES, words_in
from scorekeeper.words.languages import Direction, locale_of

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

FETCHED = {
    "fzstd": (
        "0.1.1",
        "dkuVSOKKwh3eas5VkJy1AW1vFpet8TA/fGmVA5krThl8YcOVE/8ZIoEA1+U1vEn5ckxxhLirSdY837azmbaNHA==",
    ),
    "pyodide": (
        "314.0.7",
        "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
    ),
    "tweetnacl": (
        "1.0.3",
        "6rt+RN7aOi1nGMyC4Xa5DdYiukl2UWCbcJft7YhxReBGQD7OAM8Pbxw6YMo4r2diNEA8FEmu32YOn9rhaiE5yw==",
    ),
}
"""What comes from npm: the version of each and its SHA-512."""
REGISTRY = "https://registry.npmjs.org"  # where npm is not told to use another one on this computer
LIBRARIES = """
    babel blinker click confusable-homoglyphs flask flask-wtf itsdangerous jinja2
    markupsafe pluggy python-dateutil segno sqlite-fts4 sqlite-utils werkzeug
    wtforms
"""
"""What of our libraries runs in a browser; the others aren't imported there."""
LEFT_OUT = """
    *.so *.pyi *.c */py.typed *.dist-info/*/* *.dist-info/[!ALM]* */__pycache__/*
    */__main__.py */testing.py babel/languages.py babel/locale-data/*
    babel/localtime/_win32.py babel/messages/[!_]* babel/units.py babel/util.py
    click/_termui_impl.py click/_winconsole.py click/shell_completion.py
    confusable_homoglyphs/cli.py segno/cli.py sqlite_utils/cli.py dateutil/easter.py
    dateutil/rrule.py dateutil/tz/win.py dateutil/tzwin.py dateutil/utils.py
    dateutil/zoneinfo/* flask/views.py jinja2/constants.py jinja2/ext.py
    jinja2/meta.py jinja2/nativetypes.py jinja2/sandbox.py segno/helpers.py
    werkzeug/_reloader.py werkzeug/debug/* werkzeug/middleware/[dhls]*
    werkzeug/middleware/profiler.py werkzeug/testapp.py wtforms/locale/*
    scorekeeper/answers.py scorekeeper/connections.py scorekeeper/heads.py
    scorekeeper/running.py scorekeeper/serve.py scorekeeper/streams.py
    scorekeeper/turns.py scorekeeper/cli/* scorekeeper/exports/verify.py
    scorekeeper/exports/night_files.py scorekeeper/store/backup.py
    scorekeeper/store/postgresql.py scorekeeper/web/server/limits.py
    scorekeeper/web/server/operations.py scorekeeper/words/po.py
    scorekeeper/words/sentences.py scorekeeper/_static/icons/*
    scorekeeper/_static/pocket/[!p]* scorekeeper/_static/fonts/*.ttf
"""
"""Left out of those packages, as patterns of paths."""
PAPER_LOCALE = "en_GB"
"""English paper is dated as in Britain."""


def locales(languages: Iterable[str]) -> Iterator[str]:
    """What Babel reads for these languages and for English paper: of each also what it
    adds to."""
    parents = get_global("parent_exceptions")
    yield "root"
    for name in (*(str(locale_of(language)) for language in languages), PAPER_LOCALE):
        while name != "root":
            yield name
            name = parents.get(name) or name.rpartition("_")[0] or "root"


KEPT = [f"babel/locale-data/{name}.dat" for name in sorted({*locales(LANGUAGES)})]
"""What is kept of what is left out."""
KNOWN = "babel/global.dat"
NOT_OF_A_LANGUAGE = """
    compact_currency_formats compact_decimal_formats compound_unit_patterns
    currency_names currency_names_plural date_fields interval_formats meta_zones
    time_zones unit_display_names unit_patterns
"""
"""What Babel knows of a language and no page asks: money, measures, zones of time."""
ALIKE = "confusable_homoglyphs/confusables.json"
UNWANTED = """
    */__main__.py __hello__.py __phello__/* _markupbase.py _pydatetime.py _pyio.py
    _pyrepl/* antigravity.py argparse.py asyncio/proactor_events.py asyncio/tools.py
    asyncio/windows* bdb.py cProfile.py cmd.py code.py colorsys.py compileall.py
    concurrent/futures/interpreter.py concurrent/interpreters/* configparser.py
    ctypes/_aix.py ctypes/macholib/* ctypes/wintypes.py doctest.py
    email/_header_value_parser.py email/contentmanager.py email/generator.py
    email/headerregistry.py email/mime/* email/policy.py encodings/[!_acilpru]*
    encodings/cp* encodings/iso* encodings/palmos.py encodings/ptcp154.py
    encodings/rot_13.py encodings/uu_codec.py filecmp.py fileinput.py ftplib.py
    getopt.py getpass.py graphlib.py html/parser.py http/cookiejar.py imaplib.py
    json/tool.py logging/config.py logging/handlers.py mailbox.py modulefinder.py
    multiprocessing/dummy/* multiprocessing/forkserver.py multiprocessing/heap.py
    multiprocessing/managers.py multiprocessing/po* multiprocessing/resource_*
    multiprocessing/s* netrc.py nturl2path.py optparse.py pdb.py pickletools.py
    plistlib.py poplib.py profil* pstats.py pty.py py_compile.py pyclbr.py pydoc*
    pyodide/_nodesock_transport.py pyodide/console.py rlcompleter.py sched.py
    shelve.py smtplib.py sre_* statistics.py symtable.py tabnanny.py tarfile.py
    this.py timeit.py trace.py tty.py unittest/* urllib/robotparser.py wave.py
    webbrowser.py wsgiref/* xml/dom/* xml/etree/ElementInclude.py
    xml/sax/expatreader.py xmlrpc/* zipapp.py
"""
"""What no page can want of Python's own library."""
SHELL = ("index.html", "shell.js", "shell.css")
"""The files of static/pocket that are fetched under their own names, beside the
worker's list."""
SAID = (
    *("loading", "not-fetched", "starting", "elsewhere", "failed", "unable", "full"),
    *("not-kept", "kept", "close"),
)
"""The codes of what the page says that stays, which comes before Python does."""
Files = dict[str, bytes]


@click.command("pocket")
@click.argument("dest", type=NewFolder(), required=False)
def pocket_command(dest: Path | None) -> None:
    """Make the program as static files, for a phone without a server.

    DEST is a folder that any web host can serve over https. Once opened, the program
    runs in the phone's browser, without server or network. What was in DEST is
    replaced. Without DEST it is the folder that this server hands out under
    /pocket/.
    """
    dest = dest or instance_folder() / POCKET
    check_new_folder(dest)
    if dest.exists() and any(dest.iterdir()) and not (dest / "sw.js").is_file():
        raise Unusable(f"{dest} has other files in it. Name a new folder.")
    made = build()
    write(made, dest)
    wire = sum(map(len, made.values()))
    say(f"{dest}: {len(made)} files; a phone fetches {wire / 1e6:.1f} MB once.")


def write(made: Files, dest: Path) -> None:
    """Put the files into the folder, in the place of what stood there. A folder that
    was there keeps its mode."""
    is_new = not dest.exists()
    dest.mkdir(parents=True, exist_ok=True)
    for old in dest.iterdir():
        if old.is_dir() and not old.is_symlink():
            shutil.rmtree(old, ignore_errors=True)
        else:
            old.unlink()
    for name, content in made.items():
        path = dest / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(0o644)
    made_here = [path for path in dest.rglob("*") if path.is_dir()]
    if is_new:
        made_here.append(dest)
    for folder in made_here:
        folder.chmod(0o755)  # a web server reads it as somebody else


def build() -> Files:
    python = fetched("pyodide")
    boxes = fetched("tweetnacl")
    own = static_folder() / "pocket"
    every = _unzipped(python["python_stdlib.zip"])
    library = {name: content for name, content in every if not _is_any(UNWANTED, name)}
    library, package = compiled(python, library, _package())
    lock = json.loads(python["pyodide-lock.json"])
    sizes = json.dumps(
        [[name, len(content)] for name, content in package.items()]
    ).encode()
    inside = {
        "worker.js": (own / "worker.js").read_bytes(),
        "files.js": (own / "files.js").read_bytes(),
        "nacl.js": boxes["nacl-fast.min.js"],
        "app.pack": sizes + b"\n" + b"".join(package.values()),
        "py/python_stdlib.zip": _zipped(library),
        "py/pyodide-lock.json": json.dumps(
            {"info": lock["info"], "packages": {}}
        ).encode(),
    }
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        inside[f"py/{name}"] = python[name]
    return handed_out(inside)


def handed_out(inside: Files) -> Files:
    """Returns the files of a folder that brings these to a phone: the page that
    stays, what it fetches once, made small, and the service worker that fetches
    it. Raises Unusable."""
    made = _shell()
    listed = {}
    shell = list(made)
    for name, content in inside.items():
        small = made[f"files/{_name(content)}.zst"] = _small(content)
        listed[name] = {
            "hash": _name(content),
            "size": len(content),
            "wire": len(small),
        }
    given = {"files": listed, "shell": shell}
    own_worker = (static_folder() / "pocket" / "sw.js").read_bytes()
    worker = fetched("fzstd")["umd/index.js"] + b"\n" + own_worker
    edition = _name(
        json.dumps(given).encode() + worker + b"".join(made[name] for name in shell)
    )
    head = (
        f"const EDITION = {json.dumps(edition)};\nconst GIVEN = {json.dumps(given)};\n"
    )
    made["sw.js"] = head.encode() + worker
    return made


def fetched(name: str) -> Files:
    """The files of a package of npm's, from this user's cache or the
    registry. Raises Unusable."""
    version, wanted = FETCHED[name]
    kept = _cache() / f"{name}-{version}.tgz"
    if not kept.is_file():
        _keep(kept, _downloaded(f"{_registry()}/{name}/-/{kept.name}"))
    content = kept.read_bytes()
    if base64.b64encode(hashlib.sha512(content).digest()).decode() != wanted:
        kept.unlink()
        raise Unusable(
            f"{kept.name} is not what was published: its checksum is another."
        )
    brought: Files = {}
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        for member in archive.getmembers():
            part = archive.extractfile(member)
            if part:
                brought[member.name.removeprefix("package/")] = part.read()
    return brought


def _registry() -> str:
    told = os.environ.get("NPM_CONFIG_REGISTRY")
    npm = shutil.which("npm")
    if not told and npm:
        asked = [npm, "config", "get", "registry"]
        told = subprocess.run(asked, capture_output=True, text=True).stdout.strip()  # noqa: S603
    return told.rstrip("/") if told and told.startswith("http") else REGISTRY


def _downloaded(address: str) -> bytes:
    try:
        with urlopen(address, timeout=60) as answer:  # noqa: S310 - the registry's
            content: bytes = answer.read()
    except OSError as fault:
        why = f"{address} can't be fetched: {fault}. Set NPM_CONFIG_REGISTRY."
        raise Unusable(why) from fault
    return content


def _cache() -> Path:
    caches = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    folder = caches / "scorekeeper"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _keep(path: Path, content: bytes) -> None:
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as draft:
        draft.write(content)
    Path(draft.name).replace(path)


# The page that stays, which comes before Python does, with its words and icons.
def _shell() -> Files:
    folder = static_folder()
    made = {
        f"icons/{path.name}": path.read_bytes()
        for path in sorted((folder / "icons").iterdir())
    }
    manifest = json.loads(made["icons/app.webmanifest"]) | {
        "start_url": "../",
        "scope": "../",
    }
    made["icons/app.webmanifest"] = json.dumps(manifest).encode()
    made |= {name: (folder / "pocket" / name).read_bytes() for name in SHELL}
    said = {code: message(f"pocket.shell.{code}") for code in SAID}
    words = {
        language: {code: words_in(language).text(said[code]) for code in SAID}
        for language in LANGUAGES
    }
    turned = [
        language
        for language in LANGUAGES
        if words_in(language).direction is Direction.RTL
    ]
    given = (
        f"const WORDS = {json.dumps(words)};\nconst TURNED = {json.dumps(turned)};\n"
    )
    made["shell.js"] = given.encode() + made["shell.js"]
    return made


# Our package with its pages and style, and the libraries, by their paths.
def _package() -> Files:
    about = (
        f"Metadata-Version: 2.1\nName: {DISTRIBUTION}\nVersion: "
        f"{version(DISTRIBUTION)}\n"
    )
    own = f"{DISTRIBUTION.replace('-', '_')}.dist-info"
    packed: Files = {f"{own}/METADATA": about.encode()}  # paper names its program
    for name in LIBRARIES.split():
        for file in files(name) or ():
            path = Path(str(file.locate()))
            if not str(file).startswith("..") and path.is_file():
                packed[str(file)] = path.read_bytes()
    for prefix, folder in (
        ("scorekeeper", PACKAGE),
        ("scorekeeper/_templates", templates_folder()),
        ("scorekeeper/_static", static_folder()),
    ):
        for path in filter(Path.is_file, folder.rglob("*")):
            packed[f"{prefix}/{path.relative_to(folder).as_posix()}"] = _sent(path)
    return {
        name: _asked_of(name, packed[name])
        for name in sorted(packed)
        if name in KEPT or not _is_any(LEFT_OUT, name)
    }


# What pages ask of a file of a library.
def _asked_of(name: str, whole: bytes) -> bytes:
    if name == KNOWN:
        return _known_of_the_world(whole)
    if name == ALIKE:
        return _signs_alike(whole)
    return _known_of_a_language(whole) if name in KEPT else whole


# One of our files as it is sent: what is made small for pages is small here too.
def _sent(path: Path) -> bytes:
    from scorekeeper.web.server.static_files import made_small

    # a browser has the fonts as it has those of the pages
    if path.name == "print.css":
        return re.sub(rb"@font-face [^}]*}", b"", path.read_bytes())
    return made_small(path) if path.suffix in (".css", ".js") else path.read_bytes()


# What Babel knows of the whole world, without what no page in our languages asks.
def _known_of_the_world(whole: bytes) -> bytes:
    known = pickle.loads(whole)  # noqa: S301 - the library's own
    likely = known["likely_subtags"]
    known["likely_subtags"] = {
        language: likely[language] for language in LANGUAGES if language in likely
    }
    return pickle.dumps(known | {"territory_languages": {}, "windows_zone_mapping": {}})


def _known_of_a_language(whole: bytes) -> bytes:
    known = pickle.loads(whole)  # noqa: S301 - the library's own
    return pickle.dumps(
        {name: known[name] for name in known if name not in NOT_OF_A_LANGUAGE.split()}
    )


# The signs that look alike, without what Unicode calls them.
def _signs_alike(whole: bytes) -> bytes:
    alike = json.loads(whole)
    return json.dumps(
        {sign: [{"c": other["c"]} for other in alike[sign]] for sign in alike}
    ).encode()


def _is_any(patterns: str, name: str) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns.split())


def compiled(python: Files, *sources: Files) -> list[Files]:
    """The same files, compiled by the very Python that will read them, without
    docstrings. Raises Unusable."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, content in python.items():
            if file.startswith("pyodide") or file.endswith(".zip"):
                (folder / file).write_bytes(content)
        shutil.copy(static_folder() / "pocket" / "compile.mjs", folder)
        for n, source in enumerate(sources):
            (folder / f"{n}.zip").write_bytes(_zipped(source))
        names = [f"{n}.zip" for n in range(len(sources))]
        command = [_node(), "compile.mjs", *names]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)  # noqa: S603
        if done.returncode:
            raise Unusable(
                f"Python's modules could not be compiled: {done.stderr[-800:]}"
            )
        return [dict(_unzipped((folder / file).read_bytes())) for file in names]


# A node that runs Python's compiler: the system's, or the one that Playwright brings.
def _node() -> str:
    node = shutil.which("node")
    if node:
        return node
    try:
        import playwright
    except ImportError:
        raise Unusable("This needs node (Debian: apt install nodejs).") from None
    return str(Path(playwright.__file__).parent / "driver" / "node")


# An archive without compression: what is sent is compressed as a whole.
def _zipped(files: Files) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return target.getvalue()


def _unzipped(archive: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        for name in sorted(opened.namelist()):
            if not name.endswith("/"):
                yield name, opened.read(name)


def _name(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


# Compressed as far as it goes; what took long is kept for the next time.
def _small(content: bytes) -> bytes:
    kept = _cache() / f"{_name(content)}.zst"
    if kept.is_file():
        return kept.read_bytes()
    what = zstd.CompressionParameter
    ways: dict[int, int] = {what.compression_level: 22, what.window_log: 24}
    made = zstd.compress(content, options=ways)
    if len(content) > 1_000_000:
        _keep(kept, made)
    return made
