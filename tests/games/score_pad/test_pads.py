"""Pads that are TOML files: those we have, and files that are refused."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorekeeper.core.citations import Authority
from scorekeeper.core.errors import Unusable
from scorekeeper.core.messages import message
from scorekeeper.games import GAMES
from scorekeeper.games.score_pad.pads import FOLDER, PADS, pads_in
from scorekeeper.games.score_pad.rules import Bids, End, Settings
from scorekeeper.store import Store
from scorekeeper.words import LANGUAGES, words_in
from tests.web.conftest import Visitor, app, client, visitor

__all__ = ["app", "client", "visitor"]

PAD = GAMES["score-pad"]
WHOLE = """
name = { en = "Ten Thousand", de = "Zehntausend" }
[options]
end = "target"
target = 10000
[[source]]
title = "Somebody's rules"
address = "https://example.org/"
"""


def read(folder: Path, text: str | bytes, name: str = "ours.toml") -> object:
    data = text.encode() if isinstance(text, str) else text
    (folder / name).write_bytes(data)
    return pads_in(folder)["ours"]


def test_each_file_is_a_pad_with_two_sources_and_a_name_in_every_language() -> None:
    assert sorted(PADS) == sorted(path.stem for path in FOLDER.iterdir())
    for pad in PADS.values():
        assert len(pad.sources) == 2
        assert set(pad.name) == set(LANGUAGES)
        assert pad.settings in [preset.settings for preset in PAD.presets]


def test_a_file_of_a_few_lines_is_enough(tmp_path: Path) -> None:
    settings = read(tmp_path, WHOLE).settings  # type: ignore[attr-defined]
    assert settings == Settings(pad="ours", end=End.TARGET, target=10_000)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("name = ", "Invalid value"),
        (b"\xff\xfe", "can't decode"),
        ("x = 1\n" + WHOLE, "there is no “x”"),
        (WHOLE.replace("en =", "xx9 ="), "name.en"),
        (WHOLE.replace("de =", "d3 ="), "is no language"),
        (WHOLE.replace("Ten Thousand", "T" * 41), "more than 40 letters"),
        (WHOLE.replace("Ten Thousand", "%(points)s"), "isn't allowed"),
        (WHOLE.replace("Ten Thousand", "\\u202e"), "isn't allowed"),
        (WHOLE.replace("Ten Thousand", " "), "must be a text"),
        (WHOLE.replace('"target"', '"sometime"'), "sometime"),
        (WHOLE.replace("10000", "0"), "target"),
        (WHOLE.replace("10000", '"many"'), "whole number"),
        (WHOLE.replace("target = 10000", "goal = 1"), "goal"),
        (WHOLE.replace("target = 10000", 'pad = "uno"'), "without pad and game"),
        (WHOLE.replace("target = 10000", "players = 13"), "2 to 12"),
        (WHOLE.replace("https://", "javascript:"), "begins with https://"),
        (WHOLE.replace("title", "text"), "a title and an address"),
        (WHOLE.partition("[[source]]")[0], "sources"),
        ("#" * 10_001, "more than 10000 bytes"),
        ("x = " + "[" * 5_000, "deep"),
    ],
)
def test_a_file_that_is_no_pad_is_refused_in_a_sentence(
    tmp_path: Path, text: str | bytes, why: str
) -> None:
    with pytest.raises(Unusable) as refused:
        read(tmp_path, text)
    said = str(refused.value)
    assert said.startswith(f"{tmp_path / 'ours.toml'} can't be used as a pad: ")
    assert why in said
    assert said.endswith("Correct it or remove it.")


def test_its_name_may_not_lead_elsewhere(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="small letters"):
        read(tmp_path, WHOLE, "Not This.toml")


def test_what_it_brings_rests_on_its_source_and_what_is_changed_on_the_table() -> None:
    wizard = PADS["wizard"].settings
    assert PAD.rule_sheet.cite(wizard, "bids").standing is Authority.PUBLISHED
    ours = Settings(pad="wizard", bids=Bids.SKULL_KING)
    assert PAD.rule_sheet.cite(ours, "bids").standing is Authority.HOUSE


def test_it_is_called_by_its_name_in_each_language() -> None:
    said = message("score-pad.preset.rummy-500")
    names = {language: words_in(language).text(said) for language in LANGUAGES}
    assert names == {"en": "Rummy 500", "de": "Rommé 500", "fr": "Rami 500"}


def test_a_table_of_it_says_what_is_played(visitor: Visitor) -> None:
    visitor.get("/new/score-pad?preset=wizard")
    people = {"seat1": "Ann", "seat2": "Ben", "seat3": "Cy"}
    visitor.send("/new/score-pad", **people, preset="wizard")
    address = str(visitor.page.headers["Location"])
    assert "Round 1 of 20" in visitor.get(address).text
    assert "Wizard" in visitor.text
    session = address.strip("/").split("/")[-1]
    visitor.get(f"/rules/score-pad?session={session}")
    assert "This table plays Wizard." in visitor.text


def test_its_settings_hold_nothing_that_it_has_not(visitor: Visitor) -> None:
    plain = visitor.lay("score-pad", preset="uno")
    visitor.get(f"{plain}settings")
    for name in ("Number of phases", "How to enter a call"):
        assert name not in visitor.text
    phased = visitor.lay("score-pad", preset="phase-10")
    assert "Number of phases" in visitor.get(f"{phased}settings").text
    bridge = visitor.lay("bridge")
    assert "How to enter a call" in visitor.get(f"{bridge}settings").text


def test_the_rulebook_of_hidden_bids_says_how_they_are_shown(visitor: Visitor) -> None:
    address = visitor.lay("score-pad", preset="skull-king")
    session = address.strip("/").split("/")[-1]
    text = visitor.get(f"/rules/score-pad?session={session}").text
    assert "When the last bid is in, all are shown at once." in text
    assert "If somebody can’t enter a bid, the table says" in text


def test_a_pad_that_nobody_has_here_has_no_name() -> None:
    assert Settings(pad="gone").called == ""
    assert PAD.glance(PAD.start(Settings(pad="gone"))).where


def lay(visitor: Visitor, preset: str, **rules: str) -> None:
    visitor.get(f"/new/score-pad?preset={preset}")
    visitor.send("/new/score-pad", seat1="Ann", seat2="Ben", preset=preset, **rules)
    assert visitor.page.status_code == 303


def offered(visitor: Visitor) -> list[str]:
    """What a new table may be played as, without the pads that are ready."""
    text = visitor.get("/new/score-pad").page.get_data(as_text=True)
    part = text[text.index('id="presets"') : text.index("</nav>")]
    found = re.findall(r'<span class="t">([^<]*)</span>', part)
    return found[: found.index("Most points win")]


def test_a_pad_with_a_name_comes_first_next_time(visitor: Visitor) -> None:
    lay(visitor, "wizard", game="Wizard, our way", bids="skull-king")
    lay(visitor, "points", game="<b>Dice</b>", end="target", target="10000")
    # both of one second
    assert sorted(offered(visitor)) == ["&lt;b&gt;Dice&lt;/b&gt;", "Wizard, our way"]
    found = re.search(
        r"preset=(last-[^\"&]+)\"[^>]*><span class=.t.>Wiz", page_of(visitor)
    )
    assert found
    lay(visitor, found[1])
    settings = laid(visitor)
    assert settings.game == "Wizard, our way"
    assert settings.bids is Bids.SKULL_KING
    assert settings.pad == "wizard"
    assert len(offered(visitor)) == 2


def test_one_without_a_name_is_as_last_time(visitor: Visitor) -> None:
    assert offered(visitor) == []
    lay(visitor, "uno")
    assert offered(visitor) == ["As last time"]


def test_nobody_sees_the_names_of_another_phone(
    visitor: Visitor, client: FlaskClient
) -> None:
    lay(visitor, "points", game="Ours alone")
    other = Visitor(client.application.test_client())
    assert offered(other) == []


def test_a_question_that_depends_on_another_names_its_answers_shortly(
    visitor: Visitor,
) -> None:
    page = visitor.get("/new/score-pad").text
    assert "“Bids” is: 10 and 1 a trick / 1 a trick and 10 / 20 and 10 a trick" in page


def test_our_own_numbers_are_asked_beside_the_bids(visitor: Visitor) -> None:
    page = visitor.get("/new/score-pad").page.get_data(as_text=True)
    bids = page.index('id="setting-bids"')
    figures = page.index('id="setting-figures"')
    assert bids < figures < page.index("More rules")


def page_of(visitor: Visitor) -> str:
    return visitor.page.get_data(as_text=True)


def laid(visitor: Visitor) -> Settings:
    store: Store = visitor.client.application.extensions["store"]
    address = str(visitor.page.headers["Location"])
    found = store.open(address.strip("/").split("/")[-1])
    assert found is not None
    settings: Settings = found.settings
    return settings
