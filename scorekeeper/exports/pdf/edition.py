"""The edition of what prints the sheets: another one may give other bytes for the same log."""

import hashlib
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

from scorekeeper.games import homes
from scorekeeper.places import PACKAGE, static_folder, templates_folder


def release() -> str:
    """The release that prints, as it stands on the sheets."""
    return f"Scorekeeper {version('scorekeeper')}"


LIBRARIES = ("weasyprint", "pydyf", "segno", "babel")


@lru_cache(maxsize=1)
def edition() -> str:
    """A hash of our rules and words, of the templates, style and fonts of the sheets, and of the
    versions of the libraries that draw them."""
    hashed = hashlib.sha256(" ".join(f"{name} {version(name)}" for name in LIBRARIES).encode())
    for path in _parts():
        hashed.update(path.name.encode() + b"\0" + path.read_bytes())
    return hashed.hexdigest()[:16]


def _parts() -> list[Path]:
    templates, static = templates_folder(), static_folder()
    folders = (PACKAGE, *homes().values())
    return [
        *sorted({path for folder in folders for path in folder.rglob("*.py")}),
        *sorted({path for folder in folders for path in folder.rglob("words/*.toml")}),
        *sorted(templates.glob("print/*.html")),
        *(
            path
            for home in homes().values()
            for path in sorted(home.glob("templates/*print*.html"))
        ),
        templates / "_sprite.html",
        templates / "_chart.html",
        static / "print.css",
        *sorted((static / "fonts").glob("*.ttf")),
    ]
