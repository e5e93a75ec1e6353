"""Run over a copy of the program that has two more languages: what phones of them see.

`python -m tests.words.third FOLDER` plays three deals of bridge in Polish, looks at
pages in Polish and Hebrew, prints the sheet and runs the commands, and prints as JSON
what all of them say.
"""

import json
import re
import sys
from pathlib import Path

from click.testing import CliRunner
from flask import Flask

import scorekeeper
from scorekeeper import create_app
from scorekeeper.__main__ import main
from scorekeeper.cli.pocket import KEPT, _shell
from tests.web.conftest import Visitor

DEAL = {"level": "4", "denomination": "S", "declarer": "N"}
DOWN = (1, 2, 5)


def in_polish(app: Flask, folder: Path) -> dict[str, str]:
    """The pages of a phone that chose Polish; its session file is put into the
    folder."""
    phone = Visitor(app.test_client())
    asked = phone.get("/", **{"Accept-Language": "pl-PL,pl;q=0.9,de;q=0.5"}).text
    phone.client.set_cookie("language", "de")
    phone.get("/").send("/language", language="pl", back="/").follow()
    pages = {"asked": asked, "home": phone.text}
    table = phone.lay("bridge")
    pages["bridge"] = phone.get(table).text
    for down in DOWN:
        phone.get(f"{table}?form=quick").send(
            f"{table}enter/quick", **DEAL, tricks=10 - down
        )
        phone.follow()
    rows = sorted(set(re.findall(r"why=(\d+)", phone.get(f"{table}sheet").text)))
    pages["sheet"] = "".join(phone.get(f"{table}sheet?why={row}").text for row in rows)
    (folder / "deals.jsonl").write_bytes(phone.get(f"{table}session.jsonl").page.data)
    pages["rook"] = phone.get("/new/rook").text
    pages["rules"] = phone.get("/rules/rook").text
    return pages


def in_hebrew(app: Flask) -> dict[str, str]:
    """The pages of a phone whose browser asks for Hebrew."""
    phone = Visitor(app.test_client())
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "he-IL,en;q=0.5"
    home = phone.get("/").text
    return {"home": home, "bridge": phone.get(phone.lay("bridge")).text}


def commands(folder: Path) -> dict[str, str]:
    """What the commands say; the sheet is printed into the folder."""
    paper = [
        "pdf",
        f"{folder}/deals.jsonl",
        "-o",
        f"{folder}/sheet.pdf",
        "--language",
        "pl",
    ]
    asked = {
        "pdf": paper,
        "words": ["words"],
        "pl": ["words", "pl"],
        "doctor": ["doctor"],
    }
    return {
        name: CliRunner().invoke(main, words).output for name, words in asked.items()
    }


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    app = create_app({"INSTANCE": str(folder / "data"), "TESTING": True})
    shell = _shell()["shell.js"].decode().partition("\n//")[0]
    told = {
        "pl": in_polish(app, folder),
        "he": in_hebrew(app),
        "said": commands(folder),
    }
    told["pocket"] = {
        "shell": shell,
        "kept": " ".join(KEPT),
        "program": scorekeeper.__file__,
    }
    print(json.dumps(told))
