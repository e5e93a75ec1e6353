"""`scorekeeper words`: which languages there are, what each lacks; .po
files for translators."""

from pathlib import Path
from typing import BinaryIO

import click

from scorekeeper.cli.terminal import say
from scorekeeper.core.errors import Unusable
from scorekeeper.words import po
from scorekeeper.words.languages import (
    FIRST,
    LANGUAGES,
    folders,
    is_unchecked,
    locale_of,
    own_name,
    plural_categories,
    plural_examples,
)
from scorekeeper.words.sentences import lacking, sentences

EXAMPLES = 4
"""How many counts are named for each plural form."""
NAMED = 10
"""How many codes are named of those that were left out."""
UNREAD = "not yet read by a native speaker"


@click.command("words")
@click.argument("language", required=False)
@click.option(
    "--to-po", type=click.Path(dir_okay=False, path_type=Path), help="Write a .po file."
)
@click.option("--from-po", type=click.File("rb"), help="Import a translated .po file.")
def words_command(
    language: str | None, to_po: Path | None, from_po: BinaryIO | None
) -> None:
    """List the languages, and how many sentences each one lacks.

    LANGUAGE is a tag such as pl or pt-BR. With it you see its plural forms, and what
    is missing game by game. --to-po writes all its sentences to one file for a
    translator, and --from-po puts the translations into the catalogues. A new
    language begins in the same way.
    """
    if language is None:
        if to_po or from_po:
            raise click.UsageError(
                "Name the language: scorekeeper words pl --to-po pl.po"
            )
        say(*map(_line, LANGUAGES))
        return
    _check(language)
    if from_po:
        _take(language, from_po.read())
    elif not to_po:
        say(*_about(language))
    if to_po:
        _give(language, to_po)


def _check(language: str) -> None:
    try:
        locale_of(language)
    except ValueError as fault:
        raise Unusable(str(fault)) from None


def lacks(language: str) -> str:
    missing = len(lacking(language))
    if not missing:
        return ""
    return f"{missing} of {len(sentences())} sentences are missing and shown in English"


def state(language: str) -> str:
    said = lacks(language) or "complete"
    return f"{said}; {UNREAD}" if is_unchecked(language) else said


def _line(language: str) -> str:
    return f"{language:8}{own_name(language):24}{state(language)}"


def _about(language: str) -> list[str]:
    told = [_line(language)]
    categories = plural_categories(language)
    if len(categories) > 1:
        forms = []
        examples = plural_examples(language)
        for name, counts in zip(categories, examples, strict=True):
            forms.append(f"{name} ({', '.join(map(str, counts[:EXAMPLES]))})")
        told.append(f"Plural forms, in this order: {', '.join(forms)}")
    missing = [sentence.family for sentence in lacking(language)]
    for family, folder in folders().items():
        count = missing.count(family)
        if count:
            told.append(f"{count:6}  {folder / language}.toml")
    return told


def _give(language: str, path: Path) -> None:
    if language == FIRST:
        raise Unusable(
            "English is the source of all translations. Name another language."
        )
    path.write_bytes(po.to_po(language, folders()))
    say(f"{path}: {len(sentences())} sentences, {len(lacking(language))} to translate.")


def _take(language: str, data: bytes) -> None:
    taken = po.from_po(data, language, folders())
    for path in po.write(taken, folders()):
        say(f"{path} is written.")
    say(*_told(taken))


def _told(taken: po.Taken) -> list[str]:
    told = [f"Sentences imported: {taken.said}."]
    for why, codes in (
        ("Marked as fuzzy, and left out", taken.fuzzy),
        ("Unknown to this version, and left out", taken.outdated),
        ("No longer fit the English, and removed", taken.gone),
    ):
        if codes:
            more = ["…"] if len(codes) > NAMED else []
            told.append(f"{why}: {len(codes)} ({', '.join([*codes[:NAMED], *more])})")
    return told
