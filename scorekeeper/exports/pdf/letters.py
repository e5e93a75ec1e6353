"""Which letters no font of this machine has, and which package has them.

What our own typeface lacks is drawn with the machine's fonts, which Pango finds by
fontconfig; so fontconfig is asked. Where it isn't there nothing can be printed either,
and nothing is said.
"""

import ctypes
import hashlib
import platform
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from scorekeeper.core.messages import Message, message
from scorekeeper.places import static_folder

NAMED = 12
"""How many letters are named; of a text in Chinese there are many."""
SAMPLES = "王あ한กअعאກက"
"""A letter each of scripts that many machines have no font for."""
_LIBRARIES = (
    "libfontconfig.so.1",
    "libfontconfig.1.dylib",
    "libfontconfig-1.dll",
    "/opt/homebrew/lib/libfontconfig.1.dylib",
    "/usr/local/lib/libfontconfig.1.dylib",
)
_FORMATS = (b"TrueType", b"CFF")
"""What Pango draws with."""
_UNDRAWN = ("Cc", "Cf", "Zs", "Zl", "Zp")
"""What needs no glyph: control characters, joiners and spaces."""


def without_font(text: str) -> str:
    """The letters of a text that no font here has, each once, in Unicode's order."""
    return "".join(letter for letter in sorted(set(text)) if not _has_font(letter))


@lru_cache(maxsize=4096)
def _has_font(letter: str) -> bool:
    is_variation = 0xFE00 <= ord(letter) <= 0xFE0F
    if is_variation or unicodedata.category(letter) in _UNDRAWN:
        return True
    fonts = _fonts()
    return fonts is None or fonts.have(letter)


def edition() -> str:
    """A hash of what fonts there are: with others, other sheets are drawn."""
    fonts = _fonts()
    return hashlib.sha256(b"\0".join(fonts.files if fonts else ())).hexdigest()


# ---- fontconfig ----


class _FontSet(ctypes.Structure):
    _fields_ = (
        ("count", ctypes.c_int),
        ("room", ctypes.c_int),
        ("fonts", ctypes.POINTER(ctypes.c_void_p)),
    )


_POINTER = ctypes.c_void_p
_TEXT = ctypes.c_char_p
_INT = ctypes.c_int
_FUNCTIONS: Mapping[str, tuple[Any, ...]] = {
    "FcInitLoadConfigAndFonts": (_POINTER,),
    "FcConfigAppFontAddFile": (_INT, _POINTER, _TEXT),
    "FcConfigGetFonts": (ctypes.POINTER(_FontSet), _POINTER, _INT),
    "FcPatternGetCharSet": (_INT, _POINTER, _TEXT, _INT, _POINTER),
    "FcPatternGetString": (_INT, _POINTER, _TEXT, _INT, _POINTER),
    "FcCharSetHasChar": (_INT, _POINTER, ctypes.c_uint32),
}
"""The functions of fontconfig that are called: what each answers, and what it takes."""


class _Fonts:
    """Our own fonts and those of the machine, as they were when the program began to
    print: Pango doesn't find a font that is installed later either. Raises OSError
    without fontconfig."""

    def __init__(self) -> None:
        self._library = _library()
        config = self._library.FcInitLoadConfigAndFonts()
        for path in sorted((static_folder() / "fonts").glob("*.ttf")):
            self._library.FcConfigAppFontAddFile(config, str(path).encode())
        usable = [
            pattern
            for pattern in self._patterns(config)
            if self._said(pattern, b"fontformat") in _FORMATS
        ]
        self._letters = [self._charset(pattern) for pattern in usable]
        self.files = sorted(self._said(pattern, b"file") for pattern in usable)

    def have(self, letter: str) -> bool:
        has = self._library.FcCharSetHasChar
        return any(has(letters, ord(letter)) for letters in self._letters)

    def _patterns(self, config: Any) -> Iterator[Any]:
        for of_whom in (1, 0):  # our own, which have most letters; then the system's
            fonts = self._library.FcConfigGetFonts(config, of_whom)
            if fonts:
                yield from fonts.contents.fonts[: fonts.contents.count]

    def _said(self, pattern: Any, what: bytes) -> bytes:
        said = ctypes.c_char_p()
        self._library.FcPatternGetString(pattern, what, 0, ctypes.byref(said))
        return said.value or b""

    def _charset(self, pattern: Any) -> Any:
        letters = ctypes.c_void_p()
        self._library.FcPatternGetCharSet(pattern, b"charset", 0, ctypes.byref(letters))
        return letters


def _library() -> Any:
    for name in _LIBRARIES:
        with suppress(OSError):
            library = ctypes.CDLL(name)
            for called, (answers, *takes) in _FUNCTIONS.items():
                function = getattr(library, called)
                function.restype = answers
                function.argtypes = takes
            return library
    raise OSError("fontconfig is missing")


@lru_cache(maxsize=1)
def _fonts() -> _Fonts | None:
    with suppress(OSError):
        return _Fonts()
    return None


# ---- packages ----

_PACKAGES = {
    "debian": ("fonts-noto-cjk", "fonts-noto-color-emoji", "fonts-noto-core"),
    "fedora": (
        "google-noto-sans-cjk-vf-fonts",
        "google-noto-color-emoji-fonts",
        "google-noto-sans-{script}-vf-fonts",
    ),
    "arch": ("noto-fonts-cjk", "noto-fonts-emoji", "noto-fonts"),
    "alpine": ("font-noto-cjk", "font-noto-emoji", "font-noto-{script}"),
    "macos": ("font-noto-sans-cjk", "font-noto-color-emoji", "font-noto-sans-{script}"),
}
"""What has the letters of China, Japan and Korea, emoji, and those
of another script."""
_ASIAN = (
    "CJK",
    "HIRAGANA",
    "KATAKANA",
    "HANGUL",
    "BOPOMOFO",
    "IDEOGRAPHIC",
    "FULLWIDTH",
)
_FIRST_EMOJI = 0x1F000


def packages(letters: str, system: str = "") -> tuple[str, ...]:
    """The packages of this machine's system, or of the one that is named, that
    have the letters."""
    of_asia, emoji, of_script = _PACKAGES[system or here() or "debian"]
    packages_needed = []
    for letter in letters:
        script = unicodedata.name(letter, "UNKNOWN").split()[0]
        is_sign = unicodedata.category(letter).startswith("S")
        if script.startswith(_ASIAN):
            packages_needed.append(of_asia)
        elif is_sign and ord(letter) >= _FIRST_EMOJI:
            packages_needed.append(emoji)
        else:
            packages_needed.append(of_script.format(script=script.lower()))
    return tuple(dict.fromkeys(packages_needed))


@lru_cache(maxsize=1)
def here() -> str:
    if sys.platform == "darwin":
        return "macos"
    with suppress(OSError):
        about = platform.freedesktop_os_release()
        for name in (about.get("ID", ""), *about.get("ID_LIKE", "").split()):
            if name in _PACKAGES:
                return name
    return ""


def told(letters: str) -> Message | None:
    if not letters:
        return None
    marks = [sign for sign in letters if unicodedata.category(sign).startswith("M")]
    whole = [letter for letter in letters if letter not in marks] or [*letters]
    named = " ".join(whole[:NAMED])
    if len(whole) > NAMED:
        named += " …"
    code = "letters.boxed" if here() else "letters.boxed-elsewhere"
    return message(code, letters=named, packages=", ".join(packages(letters)))
