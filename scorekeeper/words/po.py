"""A language's catalogues as one .po file, which translators' tools read and
write, and back.

The code of a sentence is its context; a template's own sentence has none. What comes
back is checked whole before anything is written. A catalogue keeps its comments and its
order: only the lines change that say something else.
"""

import gettext
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Translated
from babel.messages.plurals import get_plural
from babel.messages.pofile import PoFileError, read_po, write_po
from babel.plural import to_gettext

from scorekeeper.core.errors import Unusable
from scorekeeper.places import DISTRIBUTION
from scorekeeper.words import FIRST, catalogue
from scorekeeper.words.languages import (
    UNCHECKED,
    folders,
    locale_of,
    own_name,
    plural_categories,
    plural_examples,
    plural_form,
    tag_of,
)
from scorekeeper.words.sentences import Line, Sentence, lines_of, sentences

Forms = tuple[str, ...]
PLACE = re.compile(r"%\((\w+)\)s")
MARKUP = re.compile(r"<\s*[a-zA-Z/!?]|&(#\d+|#x[0-9a-fA-F]+|\w+);")
BARE = re.compile(r"[A-Za-z0-9_-]+")
ONCE_CHECKED = "Leave this empty once a native speaker has read all the rest."
_TRIED = 200
"""Counts up to here tell two rules for plural forms apart."""
_NAMED = 10
"""How many of the faults of a file are told."""


@dataclass(frozen=True)
class Taken:
    """What came of a .po file: the language, the new text of each catalogue that
    changes, by its family, and how many sentences were taken, and how many left
    out and why. `gone` are the codes in the catalogues that nothing says any more, or whose
    English has other placeholders now."""

    language: str
    texts: Mapping[str, str]
    said: int
    fuzzy: tuple[str, ...]
    outdated: tuple[str, ...]
    gone: tuple[str, ...]


# ---- there ----


def to_po(language: str, places: Mapping[str, Path]) -> bytes:
    """Every sentence with its translation in this language, where the catalogues in
    these folders have one."""
    known = _known(language, places)
    out = Catalog(
        locale=locale_of(language),
        project="Scorekeeper",
        version=version(DISTRIBUTION),
        header_comment=f"# Scorekeeper in {own_name(language)}.",
        msgid_bugs_address="",
        last_translator="",
        language_team="",
        fuzzy=False,
    )
    out.mime_headers = [("Plural-Forms", plural_forms(language))]
    for code, sentence in sentences().items():
        _, forms = known.get(code, ("", ()))
        out.add(
            _msgid(sentence),
            _msgstr(sentence, forms, language),
            context=code if sentence.is_coded else None,
            locations=[(place, 1) for place in sentence.where],
            auto_comments=[ONCE_CHECKED] if code == UNCHECKED else [],
            flags=["fuzzy"] if forms and not _fits(sentence, forms, language) else [],
        )
    target = BytesIO()
    write_po(target, out, width=0, include_lineno=False)
    return target.getvalue()


# What the catalogues in these folders say: by code, the family and the forms.
def _known(language: str, places: Mapping[str, Path]) -> dict[str, tuple[str, Forms]]:
    paths = ((family, folder / f"{language}.toml") for family, folder in places.items())
    return {
        code: (family, forms)
        for family, path in paths
        if path.is_file()
        for code, forms in catalogue(path).items()
    }


# Whether its translation may differ by a count: its English does, or says
# the count `n`.
def _has_plurals(sentence: Sentence) -> bool:
    return len(sentence.forms) > 1 or "n" in _places(sentence.forms[0])


def _msgid(sentence: Sentence) -> str | tuple[str, str]:
    first = sentence.forms[0]
    last = sentence.forms[-1]
    return (first, last) if _has_plurals(sentence) else first


def _msgstr(sentence: Sentence, forms: Forms, language: str) -> str | Forms:
    if not _has_plurals(sentence):
        return forms[0] if forms else ""
    wanted = len(plural_categories(language))
    given = forms or ("",)
    return (*given, *(given[-1:] * wanted))[:wanted]


def plural_forms(language: str) -> str:
    """The rule for plural forms as the head of a file has it: as gettext's own lists
    write it, where they know the same as CLDR."""
    locale = locale_of(language)
    usual = str(get_plural(locale))
    if _is_right(usual, language):
        return usual
    *named, _ = plural_categories(language)
    return to_gettext(
        {category: locale.plural_form.rules[category] for category in named}
    )


# Whether a head's Plural-Forms numbers the forms as our catalogues do.
def _is_right(rule: str, language: str) -> bool:
    count, _, expression = rule.removeprefix("nplurals=").partition("; plural=")
    try:
        form_of = gettext.c2py(expression.removesuffix(";"))
    except ValueError:
        return False
    if count != str(len(plural_categories(language))):
        return False
    return all(form_of(n) == plural_form(language, n) for n in range(_TRIED))


# ---- and back ----


def from_po(data: bytes, language: str, places: Mapping[str, Path]) -> Taken:
    """What a .po file makes of a language's catalogues in these folders. Raises
    Unusable, naming the code of what can't be taken."""
    read = _read(data)
    _check_head(read, language)
    known = _known(language, places)
    every = sentences()
    wanted = {
        code: forms
        for code, (_, forms) in known.items()
        if code in every and _fits(every[code], forms, language)
    }
    gone = tuple(code for code in known if code not in wanted)
    sorting = _Sorting(language, every, wanted)
    for entry in read:
        if entry.id:
            sorting.take(entry)
    if sorting.faults:
        raise Unusable(_told(sorting.faults))
    in_order = {code: wanted[code] for code in every if code in wanted}
    texts = _texts(language, places, known, in_order)
    return Taken(
        language,
        texts,
        sorting.said,
        fuzzy=tuple(sorting.fuzzy),
        outdated=tuple(sorting.outdated),
        gone=gone,
    )


@dataclass
class _Sorting:
    """The messages of a file being looked through: what is `wanted` of the catalogues
    then, how many sentences are `said`, and the codes of those that are not taken."""

    language: str
    every: Mapping[str, Sentence]
    wanted: dict[str, Forms]
    said: int = 0
    fuzzy: list[str] = field(default_factory=list)
    outdated: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def take(self, entry: Translated) -> None:
        code = entry.context or _tuple(entry.id)[0]
        forms = _tuple(entry.string)
        sentence = self.every.get(code)
        if sentence is None or _tuple(_msgid(sentence)) != _tuple(entry.id):
            self.outdated.append(code)
        elif entry.fuzzy:
            self.fuzzy.append(code)
        elif not any(forms):
            self.wanted.pop(code, None)
        else:
            for why in _faults(sentence, forms, self.language):
                self.faults.append(f"{code}: {why}")
            self.wanted[code] = _shortest(sentence, forms)
            self.said += 1


def _read(data: bytes) -> Catalog:
    try:
        return read_po(BytesIO(data), abort_invalid=True)
    except (PoFileError, ValueError, LookupError) as fault:
        raise Unusable(f"This can't be read as a .po file: {fault}") from None


# Refuse a file in another language, or with another rule for plural forms.
def _check_head(read: Catalog, language: str) -> None:
    named = (
        tag_of(read.locale) if read.locale else read.locale_identifier or "no language"
    )
    if named != language:
        raise Unusable(
            f"The file's head names {named}, not {language} as its language."
        )
    if not _is_right(read.plural_forms, language):
        why = (
            f"Plural-Forms in the file's head is not the rule for {own_name(language)}."
        )
        raise Unusable(f"{why} It is {plural_forms(language)}")


def _tuple(said: str | Iterable[str] | None) -> Forms:
    return (said,) if isinstance(said, str) else tuple(said or ())


# One form where English has one and all are the same.
def _shortest(sentence: Sentence, forms: Forms) -> Forms:
    return forms[:1] if len(sentence.forms) == 1 and len(set(forms)) == 1 else forms


def _told(faults: list[str]) -> str:
    more = len(faults) - _NAMED
    rest = [f"and {more} more"] if more > 0 else []
    return "\n".join(["Nothing was taken in:", *faults[:_NAMED], *rest])


# ---- what a translation must keep ----


def _places(text: str) -> set[str]:
    return set(PLACE.findall(text))


def faults_of(sentence: Sentence, forms: Forms, language: str) -> Iterator[str]:
    if len(forms) == 1:  # it is said for every count
        forms *= len(plural_categories(language)) if _has_plurals(sentence) else 1
    yield from _faults(sentence, forms, language)


def _fits(sentence: Sentence, forms: Forms, language: str) -> bool:
    return not any(faults_of(sentence, forms, language))


def _faults(sentence: Sentence, forms: Forms, language: str) -> Iterator[str]:
    categories = plural_categories(language) if _has_plurals(sentence) else ("other",)
    if len(forms) != len(categories) or not all(forms):
        yield (
            f"it needs {len(categories)} forms ({', '.join(categories)}); fill all "
            f"of them"
        )
        return
    counts = plural_examples(language) if _has_plurals(sentence) else [[]]
    for form, of in zip(forms, counts, strict=True):
        yield from _faults_of_form(sentence, form, is_of_one_count=len(of) == 1)


def _faults_of_form(
    sentence: Sentence, form: str, *, is_of_one_count: bool
) -> Iterator[str]:
    allowed = set[str]().union(*map(_places, sentence.forms))
    needed = _places(sentence.forms[-1])
    if is_of_one_count:  # “the last trick” needs no figure
        needed = needed.intersection(*map(_places, sentence.forms)) - {"n"}
    yield from (f"%({name})s is missing" for name in sorted(needed - _places(form)))
    yield from (
        f"English has no %({name})s" for name in sorted(_places(form) - allowed)
    )
    rest = PLACE.sub("", form)
    if "%(" in rest:
        yield "a placeholder is written %(name)s"
    markup = MARKUP.search(rest)
    if markup:
        yield f"it has markup: {markup.group()}"
    if any(unicodedata.category(letter) == "Cc" for letter in form):
        yield "it has a line break or another control character"


# ---- catalogues written ----


# The text of each catalogue that does not say yet what is wanted, by its family.
def _texts(
    language: str,
    places: Mapping[str, Path],
    known: Mapping[str, tuple[str, Forms]],
    wanted: Mapping[str, Forms],
) -> dict[str, str]:
    homes = {code: sentence.family for code, sentence in sentences().items()}
    homes |= {code: family for code, (family, _) in known.items()}
    texts = {}
    for family, folder in places.items():
        own = {code: forms for code, forms in wanted.items() if homes[code] == family}
        forms_by_code = {
            code: forms for code, (of, forms) in known.items() if of == family
        }
        if not _is_said(own, forms_by_code):
            english = folders()[family] / f"{FIRST}.toml"
            texts[family] = _anew(folder / f"{language}.toml", own, english)
    return texts


def _is_said(wanted: Mapping[str, Forms], said: Mapping[str, Forms]) -> bool:
    return wanted.keys() == said.keys() and all(
        _same(said[code], forms) for code, forms in wanted.items()
    )


def _anew(path: Path, wanted: Mapping[str, Forms], english: Path) -> str:
    before = path.read_text(encoding="utf-8") if path.is_file() else ""
    try:
        return rewritten(before, wanted, english.read_text(encoding="utf-8"))
    except ValueError as fault:
        raise Unusable(f"{path}, {fault}") from None


def rewritten(before: str, wanted: Mapping[str, Forms], english: str) -> str:
    """A catalogue that says what is wanted: lines that do already stay as they are, new
    ones stand in the table in which the English catalogue has them."""
    tables = {code: line.table for line in lines_of(english) for code in line.said}
    blocks: dict[str, list[str]] = {"": []}
    lines = [*lines_of(before)] if before else []
    for line in lines:
        kept = blocks.setdefault(line.table, [])
        kept += _line(line, wanted)
    there = {code for line in lines for code in line.said}
    for code, forms in wanted.items():
        if code not in there:
            _add(blocks, tables.get(code, ""), code, forms)
    whole = "\n".join(text for block in blocks.values() for text in block)
    return whole if whole.endswith("\n") or not whole else f"{whole}\n"


# A line as it stays, or says now what is wanted; none where that is not said any more.
def _line(line: Line, wanted: Mapping[str, Forms]) -> list[str]:
    if not line.said:
        return [line.text]
    ((code, forms),) = line.said.items()
    if code not in wanted:
        return []
    if _same(forms, wanted[code]):
        return [line.text]
    return [_written(line.table, code, wanted[code])]


def _same(some: Forms, others: Forms) -> bool:
    return some == others or (len({*some, *others}) == 1)


# Put a new line after the last message of its table.
def _add(blocks: dict[str, list[str]], table: str, code: str, forms: Forms) -> None:
    if table not in blocks:
        last = list(blocks.values())[-1]
        if last and last[-1]:
            last.append("")
        blocks[table] = [f"[{table}]"]
    block = blocks[table]
    says = [at for at, text in enumerate(block, 1) if text and not text.startswith("#")]
    block.insert(says[-1] if says else len(block), _written(table, code, forms))


def _written(table: str, code: str, forms: Forms) -> str:
    key = code.removeprefix(f"{table}.") if table else code
    named = key if BARE.fullmatch(key) else _quoted(key)
    forms_written = ", ".join(map(_quoted, forms))
    return (
        f"{named} = [{forms_written}]"
        if len(forms) > 1
        else f"{named} = {forms_written}"
    )


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def write(taken: Taken, places: Mapping[str, Path]) -> list[Path]:
    written = []
    for family, text in taken.texts.items():
        path = places[family] / f"{taken.language}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        written.append(path)
    catalogue.cache_clear()
    return written
