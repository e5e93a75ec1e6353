"""The translators' door: every catalogue as one .po file and back, and what is refused
there."""

import re
import shutil
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from click.testing import CliRunner, Result

import scorekeeper.cli.words
from scorekeeper.__main__ import main
from scorekeeper.core.errors import Unusable
from scorekeeper.words import LANGUAGES, catalogue
from scorekeeper.words.languages import folders, plural_categories
from scorekeeper.words.po import from_po, plural_forms, rewritten, to_po, write
from scorekeeper.words.sentences import sentences

TRICKS = "bridge.said.tricks"
LEWY = ("%(n)s lewa", "%(n)s lewy", "%(n)s lew")


@pytest.fixture
def places(tmp_path: Path) -> dict[str, Path]:
    """Empty folders for the catalogues of each family."""
    return {family: tmp_path / (family or "shared") for family in folders()}


@pytest.fixture(scope="module")
def polish() -> bytes:
    """Nothing in Polish yet."""
    return to_po("pl", {})


read = cache(lambda data: read_po(BytesIO(data)))


def translated(data: bytes, **said: str | tuple[str, ...]) -> bytes:
    """A file like this one with these translations alone; a code's dots are two
    underscores."""
    every = read(data)
    made = Catalog(locale=every.locale, fuzzy=False)
    made.mime_headers = [("Plural-Forms", every.plural_forms)]
    for name, text in said.items():
        entry = entry_of(every, name.replace("__", "."))
        made.add(entry.id, text, context=entry.context)
    return written(made)


def entry_of(every: Catalog, code: str) -> Message:
    return next(entry for entry in every if entry.id and entry.context == code)


def written(read: Catalog) -> bytes:
    target = BytesIO()
    write_po(target, read, width=0)
    return target.getvalue()


def copied(language: str, places: dict[str, Path]) -> dict[Path, bytes]:
    """The catalogues of a language, copied there."""
    for family, folder in folders().items():
        path = folder / f"{language}.toml"
        if path.is_file():
            places[family].mkdir()
            shutil.copy(path, places[family])
    return bytes_in(places)


def bytes_in(places: dict[str, Path]) -> dict[Path, bytes]:
    return {
        path: path.read_bytes()
        for folder in places.values()
        for path in folder.glob("*")
    }


# ---- there and back ----


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_catalogue_comes_back_byte_for_byte(
    language: str, places: dict[str, Path]
) -> None:
    before = copied(language, places)
    taken = from_po(to_po(language, places), language, places)
    assert taken.texts == {}
    assert (taken.fuzzy, taken.outdated) == ((), ())
    write(taken, places)
    assert bytes_in(places) == before and before
    for path, data in before.items():
        assert rewritten(data.decode(), catalogue(path), "") == data.decode()


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_catalogues_made_anew_say_the_same(
    language: str, places: dict[str, Path]
) -> None:
    data = to_po(language, folders())
    made = write(from_po(data, language, places), places)
    assert len(made) == len(
        [path for path in folders().values() if (path / made[0].name).is_file()]
    )
    for family, folder in folders().items():
        if (folder / f"{language}.toml").is_file():
            ours = catalogue(places[family] / f"{language}.toml")
            assert ours == catalogue(folder / f"{language}.toml")
    assert from_po(to_po(language, places), language, places).texts == {}


def test_a_code_is_the_context_and_a_count_has_the_forms_of_the_language(
    polish: bytes,
) -> None:
    every = read(polish)
    assert (str(every.locale), every.num_plurals) == ("pl", 3)
    entry = entry_of(every, TRICKS)
    assert tuple(entry.id) == ("%(n)s trick", "%(n)s tricks")
    assert tuple(entry.string) == ("", "", "")
    own = [sentence for sentence in every if sentence.id and sentence.context is None]
    assert {sentence.id for sentence in own if isinstance(sentence.id, str)} >= {
        "Accept",
        "All games",
    }
    assert len(every) == len(sentences())


def test_a_new_language_begins_with_what_is_translated(
    polish: bytes, places: dict[str, Path]
) -> None:
    data = translated(polish, bridge__said__tricks=LEWY, suit__hearts="kiery")
    taken = from_po(data, "pl", places)
    assert (taken.said, [*taken.texts]) == (2, ["", "bridge"])
    write(taken, places)
    assert catalogue(places[""] / "pl.toml") == {"suit.hearts": ("kiery",)}
    assert catalogue(places["bridge"] / "pl.toml") == {TRICKS: LEWY}
    assert (places[""] / "pl.toml").read_text() == '[suit]\nhearts = "kiery"\n'


def test_one_form_for_all_counts_is_written_as_one(
    polish: bytes, places: dict[str, Path]
) -> None:
    """English has one, with a number that may be no count: so may a translation."""
    sentence = next(
        one for one in sentences().values() if one.is_coded and "%(n)s" in one.forms[0:1][0]
        and len(one.forms) == 1 and "%(" not in one.forms[0].replace("%(n)s", "")
    )  # fmt: skip
    data = translated(polish, **{sentence.code: ("Nr %(n)s",) * 3})
    (text,) = from_po(data, "pl", places).texts.values()
    assert text.endswith('= "Nr %(n)s"\n')


def test_only_the_line_that_changes_changes(places: dict[str, Path]) -> None:
    before = copied("de", places)
    data = translated(to_po("de", places), suit__hearts="Herzen")
    write(from_po(data, "de", places), places)
    path = places[""] / "de.toml"
    old = before[path].decode().split("\n")
    new = path.read_text().split("\n")
    assert [pair for pair in zip(old, new, strict=True) if pair[0] != pair[1]] == [
        ('hearts = "Herz"', 'hearts = "Herzen"')
    ]
    assert {one: data for one, data in bytes_in(places).items() if one != path} == {
        one: data for one, data in before.items() if one != path
    }


def test_comments_stay_and_a_new_message_stands_in_its_table() -> None:
    before = (
        '# Polish.\n\n"All games" = "Wszystkie gry"\n\n# suits\n[suit]\nclubs = '
        '"trefle"\n'
    )
    english = '[suit]\nclubs = "clubs"\n"clubs.letter" = "C"\n\n[rank]\nA = "A"\n'
    wanted = {
        "All games": ("Wszystkie gry",),
        "Accept": ("Przyjmuję",),
        "suit.clubs": ("trefle",),
        "suit.clubs.letter": ("T",),
        "rank.A": ("A",),
    }
    assert rewritten(before, wanted, english) == (
        '# Polish.\n\n"All games" = "Wszystkie gry"\nAccept = "Przyjmuję"\n\n# suits\n[suit]\n'
        'clubs = "trefle"\n"clubs.letter" = "T"\n\n[rank]\nA = "A"\n'
    )
    assert (
        rewritten(before, wanted | {"suit.clubs": ("żołędzie",)}, english).count(
            "trefle"
        )
        == 0
    )


def test_what_is_not_finished_stays_as_it_was(
    polish: bytes, places: dict[str, Path]
) -> None:
    write(from_po(translated(polish, suit__hearts="kiery"), "pl", places), places)
    again = read(translated(polish, suit__hearts="serca", suit__clubs="trefle"))
    entry_of(again, "suit.hearts").flags.add("fuzzy")
    again.add("Not said any more", "Już nie", context="suit.cups")
    taken = from_po(written(again), "pl", places)
    assert (taken.fuzzy, taken.outdated) == (("suit.hearts",), ("suit.cups",))
    write(taken, places)
    expected = {"suit.hearts": ("kiery",), "suit.clubs": ("trefle",)}
    assert catalogue(places[""] / "pl.toml") == expected


def test_what_nothing_says_any_more_goes(
    polish: bytes, places: dict[str, Path]
) -> None:
    places[""].mkdir()
    path = places[""] / "pl.toml"
    path.write_text('"An old sentence" = "Stare zdanie"\n\n[suit]\ncups = "puchary"\n')
    taken = from_po(translated(polish, suit__hearts="kiery"), "pl", places)
    assert taken.gone == ("An old sentence", "suit.cups")
    write(taken, places)
    assert catalogue(path) == {"suit.hearts": ("kiery",)}


def test_what_has_other_placeholders_now_is_fuzzy_and_goes(
    places: dict[str, Path],
) -> None:
    """What was translated before its English changed keeps nobody from importing."""
    places["bridge"].mkdir()
    path = places["bridge"] / "pl.toml"
    path.write_text('[bridge.said]\npassed-out = "%(who)s spasował"\n')
    data = to_po("pl", places)
    assert entry_of(read(data), "bridge.said.passed-out").fuzzy
    taken = from_po(data, "pl", places)
    assert taken.gone == taken.fuzzy == ("bridge.said.passed-out",)
    write(taken, places)
    assert catalogue(path) == {}


def test_a_short_sentence_names_the_templates_that_say_it(polish: bytes) -> None:
    places = {entry.id: entry.locations for entry in read(polish) if entry.id}
    assert ("sealed/_notice.html", None) in places["Open"]
    assert places["Score it"] == [("bridge/calculator.html", None)]


def test_what_is_emptied_is_said_in_english_again(
    polish: bytes, places: dict[str, Path]
) -> None:
    write(from_po(translated(polish, suit__hearts="kiery"), "pl", places), places)
    write(from_po(translated(polish, suit__hearts=""), "pl", places), places)
    assert catalogue(places[""] / "pl.toml") == {}


def test_a_family_that_lacks_a_language_is_translated_as_the_others(
    tmp_path: Path,
) -> None:
    """It has only some of the languages: the others begin with all of it to
    translate."""
    own = {code for code, one in sentences().items() if one.family == "spades"}
    assert (
        own <= {entry.context for entry in read(to_po("pl", folders()))}
        and len(own) > 10
    )
    made = {family: tmp_path / family for family in folders()}
    assert from_po(to_po("de", folders()), "de", made).texts["spades"]


# ---- the command ----


@pytest.fixture
def command(
    places: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Result]:
    """`scorekeeper words`, which writes into these folders."""
    monkeypatch.setattr(scorekeeper.cli.words, "folders", lambda: places)
    return lambda *words: CliRunner().invoke(main, ["words", *words])


def test_the_command_writes_a_file_and_takes_it_back(
    command: Callable[..., Result],
    polish: bytes,
    places: dict[str, Path],
    tmp_path: Path,
) -> None:
    there = tmp_path / "pl.po"
    back = tmp_path / "back.po"
    said = command("pl", "--to-po", str(there)).output
    assert said.startswith(f"{there}: {len(sentences())} sentences, ")
    assert len(read(there.read_bytes())) == len(sentences())
    back.write_bytes(translated(polish, suit__hearts="kiery"))
    told = command("pl", "--from-po", str(back)).output.splitlines()
    assert told == [f"{places['']}/pl.toml is written.", "Sentences imported: 1."]
    back.write_bytes(translated(polish, suit__hearts="%(who)s"))
    refused = command("pl", "--from-po", str(back))
    assert (
        refused.exit_code == 1
        and "suit.hearts: English has no %(who)s" in refused.output
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--to-po", "pl.po"), "Name the language"),
        (("nowhere",), "no language that Babel knows"),
        (("pl_PL",), "no language that Babel knows"),
        (("en", "--to-po", "en.po"), "Name another language"),
    ],
)
def test_the_command_says_what_it_can_not_do(
    command: Callable[..., Result], words: tuple[str, ...], why: str
) -> None:
    answer = command(*words)
    assert answer.exit_code in (1, 2) and why in answer.output


# ---- what is refused ----


@pytest.mark.parametrize(
    ("forms", "why"),
    [
        (("lewa", "%(n)s lewy", "lew"), "%(n)s is missing"),
        (("%(n)s lewa", "%(n)s lewy %(who)s", "%(n)s lew"), "English has no %(who)s"),
        (("%(n)s <b>lewa</b>", *LEWY[1:]), "it has markup: <b"),
        (("%(n)s&nbsp;lewa", *LEWY[1:]), "it has markup: &nbsp;"),
        ((*LEWY[:2], "%(n) s %(n)s lew"), "a placeholder is written %(name)s"),
        ((*LEWY[:2], "%(n)s\nlew"), "it has a line break"),
        ((*LEWY[:2], ""), "it needs 3 forms (one, few, many)"),
    ],
)
def test_a_translation_that_breaks_its_sentence_is_refused_by_its_code(
    polish: bytes, places: dict[str, Path], forms: tuple[str, ...], why: str
) -> None:
    data = translated(polish, bridge__said__tricks=forms, suit__hearts="kiery")
    with pytest.raises(Unusable, match=re.escape(f"{TRICKS}: {why}")):
        from_po(data, "pl", places)
    assert bytes_in(places) == {}


def test_the_form_of_a_single_count_needs_no_figure(
    polish: bytes, places: dict[str, Path]
) -> None:
    data = translated(polish, bridge__said__tricks=("jedna lewa", *LEWY[1:]))
    assert from_po(data, "pl", places).said == 1
    data = translated(
        to_po("ru", {}), bridge__said__tricks=("взятка", "%(n)s взятки", "%(n)s")
    )
    with pytest.raises(Unusable, match="is missing"):
        from_po(data, "ru", places)  # its form for one is that of 21 too


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("Language: pl", "Language: cs", "names cs, not pl"),
        ("Language: pl", "Language: nowhere", "names nowhere, not pl"),
        ("nplurals=3; plural=", "nplurals=4; plural=", "is not the rule for Polski"),
        ("n==1 ? 0", "n==2 ? 0", "is not the rule for Polski"),
        ("msgid", "msgwhat", "can't be read as"),
    ],
)
def test_a_file_for_another_rule_or_language_is_refused(
    polish: bytes, places: dict[str, Path], old: str, new: str, why: str
) -> None:
    small = translated(polish, suit__hearts="kiery").decode()
    data = small.replace(old, new).encode()
    assert data != small.encode()
    with pytest.raises(Unusable, match=why):
        from_po(data, "pl", places)


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"%PDF-1.7\n"])
def test_what_is_no_po_file_is_refused(data: bytes, places: dict[str, Path]) -> None:
    with pytest.raises(Unusable):
        from_po(data, "pl", places)


def test_a_catalogue_over_several_lines_is_refused_by_its_line(
    polish: bytes, places: dict[str, Path]
) -> None:
    places[""].mkdir()
    (places[""] / "pl.toml").write_text('[suit]\nclubs = [\n  "trefle",\n]\n')
    with pytest.raises(Unusable, match=r"pl\.toml, line 2"):
        from_po(translated(polish, suit__hearts="kiery"), "pl", places)


@pytest.mark.parametrize(
    "language",
    ["ar", "br", "cs", "cy", "de", "fr", "he", "ja", "lt", "lv", "pt-BR", "ru", "sl"],
)
def test_the_head_has_the_rule_of_the_language(language: str) -> None:
    count = len(plural_categories(language))
    assert plural_forms(language).startswith(f"nplurals={count}; plural=")
