"""The style of a phone's first page: the style sheets come after it is painted (late.js);
with it come the rules that it may need, so that it waits for nothing."""

import base64
import hashlib
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from flask import current_app, url_for

from scorekeeper.web.page.access import CONTENT_SECURITY_POLICY
from scorekeeper.web.server.static_files import file_content

_LINK = re.compile(r'<link rel="stylesheet" href="([^"?]+)\?v=(\w+)">')
_LATER = r'<noscript>\g<0></noscript><link rel="stylesheet" data-href="\1?v=\2">'
_WORD = re.compile(r"[\w-]+")
_IMPLIED = ("tbody",)  # what a browser puts into a page by itself
Needed = frozenset[str]
StyleRule = tuple[tuple[Needed, ...], str]
"""The words of each of its selectors, all of which must be there for it to matter; its
text."""
StyleSheet = tuple[Needed, list[tuple[str, list[StyleRule]]]]
"""All words of a style sheet, and its rules by the @media that they stand in, if
any."""


def with_style(text: str) -> tuple[str, str]:
    """The page for a phone that has not fetched the style, and the policy that allows
    it."""
    names = frozenset([*_IMPLIED, *_WORD.findall(text)])
    folder = current_app.config["STATIC"]
    above = url_for("files.static", name="")
    style = ""
    for address, _ in _LINK.findall(text):
        name = address.removeprefix(above)
        known, _ = _sheet(folder, name)
        style += _needed(folder, name, names & known)
    text = _LINK.sub(_LATER, text)
    text = text.replace("<noscript>", f"<style>{style}</style>\n<noscript>", 1)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    allowed = f"style-src 'self' 'sha256-{digest}'"
    return text, CONTENT_SECURITY_POLICY.replace("style-src 'self'", allowed)


@lru_cache(maxsize=64)
def _needed(folder: str, name: str, said: Needed) -> str:
    """The rules of a style sheet for a page with these words in it, in their order,
    without the files of fonts: one too many rather than one too few."""
    text = ""
    _, blocks = _sheet(folder, name)
    for media, rules in blocks:
        within = ""
        for selectors, rule in rules:
            if any(words <= said for words in selectors):
                within += rule
        text += f"{media}{{{within}}}" if media and within else within
    return text


@lru_cache(maxsize=64)
def _sheet(folder: str, name: str) -> StyleSheet:
    import tinycss2

    css = file_content(folder, name).decode()
    blocks = []
    for rule in tinycss2.parse_stylesheet(css, skip_whitespace=True):
        if rule.type == "at-rule" and rule.at_keyword == "media":
            media = f"@media{tinycss2.serialize(rule.prelude)}"
            within = tinycss2.parse_rule_list(rule.content, skip_whitespace=True)
            blocks.append((media, _rules(within)))
        else:
            blocks.append(("", _rules([rule])))
    return frozenset(_WORD.findall(css)), blocks


def _rules(parsed: Iterable[Any]) -> list[StyleRule]:
    rules = []
    for rule in parsed:
        if rule.type == "qualified-rule":
            rules.append((_selectors(rule.prelude), rule.serialize()))
        elif not _fetches_a_font(rule):
            rules.append(((frozenset(),), rule.serialize()))
    return rules


def _fetches_a_font(rule: Any) -> bool:
    return rule.at_keyword == "font-face" and "url(" in rule.serialize()


def _selectors(prelude: Iterable[Any]) -> tuple[Needed, ...]:
    selectors = []
    words = set[str]()
    is_state = False
    for part in prelude:
        if part == ",":
            selectors.append(frozenset(words))
            words.clear()
        elif part.type in ("ident", "hash") and not is_state:
            words.add(part.value)
        is_state = part == ":"
    return (*selectors, frozenset(words))
