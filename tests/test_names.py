"""Which names may sit at one table: no disguise of a name beside it, and nobody refused
in vain."""

import random
import unicodedata
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Seated
from scorekeeper.core.notes import Respelt
from scorekeeper.core.session import Command, Entry, Stamp
from scorekeeper.exports import importing, session_file
from scorekeeper.exports.session_file import FileRefused
from scorekeeper.tables.names import NAME_LENGTH, passes_as, refused_among, why_not
from tests.agreements import AT, Log, begun

GERMAN = """
Achim Adelheid Albert Alex Alexander Alexandra Alfred Alina Amelie Andrea Andreas Angela Angelika
Anita Anja Anna Anne Annette Annika Anton Antonia Armin Arne Arno Astrid August Axel Barbara Beate
Ben Benedikt Benjamin Bernd Bernhard Bettina Bianca Birgit Birte Björn Boris Brigitte Britta Bruno
Carina Carla Carolin Carsten Charlotte Christa Christian Christiane Christina Christine Christoph
Clara Claudia Clemens Cornelia Dagmar Daniel Daniela David Dennis Detlef Diana Dieter Dietmar Dirk
Dominik Doris Dorothea Eberhard Eckhard Edith Elena Elfriede Elias Elisabeth Elke Ella Ellen Elsa
Emil Emilia Emma Erich Erik Erika Ernst Erwin Eva Fabian Felix Finn Florian Frank Franz Franziska
Frida Frieda Friedrich Fritz Gabriele Georg Gerd Gerda Gerhard Gertrud Gisela Gregor Greta Gudrun
Günter Hanna Hannah Hannelore Hannes Hans Harald Hartmut Heike Heiko Heiner Heinrich Heinz Helena
Helene Helga Helmut Henning Henri Henrik Herbert Hermann Hilde Hildegard Holger Horst Hubert Ida
Ilona Ilse Ina Ines Inge Ingeborg Ingo Ingrid Irene Iris Irma Isabel Isabella Ivonne Jakob Jan
Jana Janina Jannik Jens Joachim Johann Johanna Johannes Jonas Jörg Josef Josefine Julia Julian
Juliane Jürgen Jutta Kai Karen Karin Karl Karla Karsten Katharina Kathrin Katja Kerstin Kevin
Kirsten Klara Klaus Konrad Kurt Lara Lars Laura Lea Lena Leni Leo Leon Leonie Liesel Lili Lilly
Lina Linus Lisa Lothar Lotta Lotte Louis Luca Ludwig Luis Luisa Lukas Lutz Magdalena Maja Manfred
Manuel Manuela Marc Marco Maren Margarete Margit Maria Marianne Marie Marina Mario Marion Marlene
Marta Martin Martina Marvin Mathilda Matthias Max Maximilian Melanie Mia Michael Michaela Mila
Mira Miriam Monika Moritz Nadine Natalie Nele Nico Nicole Niklas Nina Nora Norbert Olaf Oliver
Oskar Otto
"""

ENGLISH = """
Aaron Abigail Ada Adam Adrian Aidan Alan Alice Alicia Alison Alistair Allan Amanda Amber Amelia
Amy Andrew Andy Angus Ann Annabel Annie Anthony April Archie Arthur Ashley Ava Barry Beatrice
Becky Bella Bernard Beth Bethany Betty Bill Billy Bob Brandon Brenda Brett Brian Bridget Bruce
Callum Cameron Carl Carol Caroline Carrie Catherine Chad Charles Charlie Chelsea Cheryl Chloe
Chris Cindy Claire Clive Colin Connor Craig Crystal Cynthia Daisy Dale Danielle Darren Dave Dawn
Dean Deborah Debra Denise Derek Diane Donald Donna Dorothy Doug Duncan Dylan Edward Edwin Eileen
Elaine Eleanor Elijah Eliza Ellie Emily Eric Ethan Eugene Evelyn Evie Fiona Frances Freddie Freya
Gareth Gary Gavin Gemma Geoff George Gerald Gillian Gina Glenn Gloria Gordon Grace Graham Grant
Greg Guy Hailey Harriet Harry Harvey Hazel Heather Heidi Henry Holly Howard Hugh Hugo Ian Imogen
Irving Isaac Isla Ivan Ivy Jack Jackie Jacob Jacqueline Jake James Jamie Jane Janet Janice Jasmine
Jason Jean Jeff Jenna Jennifer Jenny Jeremy Jess Jessica Jill Jim Joan Joanne Jodie Joe Joel John
Jordan Joseph Josh Joshua Joyce Judith Judy June Justin Karl Kate Katie Kay Keith Kelly Kenneth
Kerry Kim Kimberly Kyle Larry Lauren Lawrence Leah Lee Leslie Lewis Liam Lily Linda Lindsay Lisa
Logan Lola Lorraine Louise Lucas Lucy Luke Lynn Madison Maisie Malcolm Mandy Margaret Mark Martha
Mary Mason Matt Matthew Maureen Megan Melissa Mick Mike Millie Mitchell Molly Morgan Nancy Naomi
Natasha Nathan Neil Nicholas Nigel Noah Noel Norma Norman Olive Olivia Oscar Owen Pamela Patricia
Patrick Paul Paula Pauline Peggy Penny Peter Philip Phoebe Poppy Priya Rachel Ralph Ray Rebecca
Reece Rhys Richard Robert Robin Roger Rory Rosie Ross Roy Ruby Russell Ruth Ryan Sally Sam
Samantha Sara Sarah Scarlett Scott Sean Sebastian Shannon Sharon Sheila Shirley Sian Simon Sophie
Stacey Stanley Stella Stephen Steve Stuart Susan Suzanne Sylvia Tara Ted Teresa Terry Theo Thomas
Tiffany Tim Toby Todd Tom Tony Tracy Trevor Tyler Vanessa Vera Vernon Victor Vincent Violet Walter
Wayne Wendy William Yvonne Zach Zara Zoe
"""

COMMON = sorted({*GERMAN.split(), *ENGLISH.split()})


def test_common_names_sit_at_one_table() -> None:
    """500 first names and more; those that are refused beside each other were looked
    at: none."""
    assert len(COMMON) > 500
    alike = {pair for pair in combinations(COMMON, 2) if passes_as(*pair)}
    assert alike == set()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Clara", "Dara"), ("Ella", "Elia"), ("Tom", "Tim"), ("Ada", "Ida"), ("Иван", "Анна"),
        ("明", "朋"), ("राम", "रमा"), ("Tom 1", "Tom 2"), ("Marcia", "Marda"), ("Lin", "Lln"),
        ("Anna B.", "Anna C."), ("🙂", "🙃"), ("Jörg", "Jörn"), ("O", "Q"),
    ],
)  # fmt: skip
def test_names_that_differ_stand_together(one: str, other: str) -> None:
    assert why_not(one, [other]) is None and why_not(other, [one]) is None


# ---- disguises ----

Disguise = Callable[[str, random.Random], str]
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _signs(prefix: str) -> dict[str, str]:
    """The plain letter of each sign whose name in Unicode is this prefix and a
    letter."""
    found = {}
    for letter in PLAIN.upper()[:26]:
        for kind, plain in (("CAPITAL", letter), ("SMALL", letter.lower())):
            named = prefix.format(kind=kind, letter=letter)
            try:
                found[plain] = unicodedata.lookup(named)
            except KeyError:
                continue
    return found


_SMALL = _signs("LATIN LETTER SMALL CAPITAL {letter}")
SMALL_CAPITALS = {letter.lower(): sign for letter, sign in _SMALL.items()}
CYRILLIC = dict(zip("aceopxyABCEHIKMOPTX", "асеорхуАВСЕНІКМОРТХ", strict=True))
GREEK = dict(zip("oABEHIKMNOPTXYZ", "οΑΒΕΗΙΚΜΝΟΡΤΧΥΖ", strict=True))
TABLES = {
    "small capitals": SMALL_CAPITALS,
    "superscripts": _signs("MODIFIER LETTER {kind} {letter}"),
    "full width": _signs("FULLWIDTH LATIN {kind} LETTER {letter}"),
    "bold": _signs("MATHEMATICAL BOLD {kind} {letter}"),
    "Cyrillic": CYRILLIC,
    "Greek": GREEK,
    "l, I, 1": {"l": "I", "I": "l", "1": "l"},
    "l, 1": {"l": "1", "I": "1"},
    "O, 0": {"o": "0", "O": "0"},
    "vv": {"w": "vv", "W": "VV"},
    "cl": {"d": "cl"},
    "rn": {"m": "rn"},
}


def _swapped(table: dict[str, str]) -> Disguise:
    def swap(name: str, dice: random.Random) -> str:
        return "".join(table.get(c, c) if dice.random() < 0.7 else c for c in name)

    return swap


def _strewn(signs: str) -> Disguise:
    def strew(name: str, dice: random.Random) -> str:
        return "".join(
            c + (dice.choice(signs) if dice.random() < 0.4 else "") for c in name
        )

    return strew


CASES: list[Disguise] = [
    lambda name, _: name,
    lambda name, _: name.lower(),
    lambda name, _: name.upper(),
    lambda name, _: name.swapcase(),
]
DRAWN: dict[str, Disguise] = {name: _swapped(table) for name, table in TABLES.items()}
STREWN: dict[str, Disguise] = {
    "marks": _strewn("\u0332\u0301\u0308\u0323\u20dd"),
    "punctuation": _strewn(".,-'’_·!"),
    "spaces": _strewn(" \u00a0\u2003"),
    "unseen": _strewn("\u200b\u2060\ufe0f\u00ad\u034f\u3164\u2800\U000e0041"),
}


def disguised(name: str, dice: random.Random) -> str:
    """The name in whatever case, some of its letters as others that look like them,
    strewn with what is hardly seen, or not at all."""
    found = dice.choice(CASES)(name, dice)
    found = DRAWN[dice.choice([*DRAWN])](found, dice)
    return STREWN[dice.choice([*STREWN])](found, dice)


def test_the_tables_have_their_signs() -> None:
    assert {len(TABLES[one]) for one in ("full width", "bold")} == {52}
    assert len(SMALL_CAPITALS) > 18 and len(TABLES["superscripts"]) > 30


@pytest.mark.parametrize("seed", range(8))
def test_no_disguise_stands_beside_the_name(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(400):
        name = dice.choice(
            (dice.choice(COMMON), "".join(dice.choices(PLAIN[:26], k=5)).title())
        )
        disguise = disguised(name, dice)
        shown = f"{disguise!a} beside {name!a}"
        assert passes_as(name, disguise) and passes_as(disguise, name), shown


@pytest.mark.parametrize("kind", [*DRAWN, *STREWN])
@pytest.mark.parametrize("case", range(len(CASES)))
def test_each_disguise_alone(kind: str, case: int) -> None:
    dice = random.Random(kind)
    changed = 0
    for name in COMMON[::3]:
        drawn = CASES[case](name, dice)
        disguise = (DRAWN | STREWN)[kind](drawn, dice)
        changed += disguise != drawn
        assert passes_as(name, disguise), f"{disguise!a} beside {name!a}"
    assert changed or (case == 2 and kind in ("cl", "rn", "small capitals"))


@pytest.mark.parametrize(
    "name", ["...", "\u0332", "--", "\u0301\u0308", "'", "\u3164", "·", "$", ""]
)
def test_marks_and_punctuation_are_no_name(name: str) -> None:
    why = why_not(name, [])
    assert why is not None and why.code == "refused.no-name"


@pytest.mark.parametrize("name", ["Mr. T", "🙂", "1", "Ö", "明", "ا", "O'Neil"])
def test_any_letter_number_or_picture_is_a_name(name: str) -> None:
    assert why_not(name, ["Ingrid", "Tom"]) is None


def test_the_refusal_says_what_to_do() -> None:
    why = why_not("Jorg", ["Jörg"])
    assert why is not None and why.code == "refused.like-name"
    assert why_not("Jorg B.", ["Jörg"]) is None


# ---- every way in ----


@pytest.mark.parametrize("seed", range(6))
def test_no_way_in_takes_a_disguise(seed: int, tmp_path: Path) -> None:
    """Pages refuse by `refused_among` and `why_not`; whatever is entered, by page, node
    or file, passes the store's check; a file from elsewhere is checked as a whole."""
    dice = random.Random(seed)
    log = begun("bridge", dice, hands=0)
    for person in ("Ingrid", "Tom"):
        disguise = disguised(person, dice)
        while len(disguise) > NAME_LENGTH:
            disguise = disguised(person, dice)
        if disguise == person:
            continue
        assert refused_among({"one": person, "other": disguise})
        for event in (Seated(disguise), Seated(disguise, log.session.ring[2])):
            assert _refused(log, event) in ("refused.like-name", "refused.same-name")
        assert _refused(log, Respelt("Priya", disguise)) in (
            "refused.like-name",
            "refused.same-name",
        )
        for event in (Seated(disguise), Respelt("Priya", disguise)):
            entries = (Entry(event),)
            session = log.session.grown(
                log.session.chained(entries, Stamp(AT, key="by-hand"))
            )
            path = tmp_path / "session.jsonl"
            path.write_text(session_file.write(session))
            with pytest.raises(FileRefused):
                importing.check(path, tmp_path / "spool", typed=True)


def _refused(log: Log, event: Seated | Respelt) -> str:
    with pytest.raises(RuleViolation) as caught:
        log.enter(Command((Entry(event),)), log.host_phone)
    return caught.value.why.code
