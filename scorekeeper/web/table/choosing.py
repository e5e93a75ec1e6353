"""What can be played next: the games that are played here first, each with those of its
pads that are, then the other pads that are ready; searched through by name."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from scorekeeper.core.messages import message
from scorekeeper.core.settings import Preset
from scorekeeper.games import GAMES
from scorekeeper.games.game import AnyGame
from scorekeeper.store.index import SessionQuery, Summary, person_key
from scorekeeper.web.page import phone
from scorekeeper.web.page.incoming import store, words

LAST = "last"
"""The code of the preset that is what this phone played last."""
LOOKED_BACK = 8
"""Among how many tables of this phone those are looked for that have a name."""
LATELY = 30
"""Of so many tables, those played last, it is counted which games are played here."""


class Choice(NamedTuple):
    """A game, or a pad of it by the `preset` of a new table."""

    slug: str
    preset: str | None
    name: object
    about: object


def choices(sought: str = "") -> list[Choice]:
    """Those whose name has what is sought, then those about which it is said; all where
    nothing is."""
    every = [*_choices()]
    wanted = person_key(sought)
    named = [one for one in every if wanted in _key(one.name)]
    return named + [
        one for one in every if one not in named and wanted in _key(one.about)
    ]


def any_game() -> list[Choice]:
    """The games whose tables say themselves what they play."""
    own = {slug for slug, game in GAMES.items() if game.called is not None}
    return [one for one in _choices() if one.slug in own and one.preset is None]


def _key(said: object) -> str:
    return person_key(words().text(said))


def _choices() -> Iterator[Choice]:
    lately = store().index.recent(LATELY, phone=phone.only_own())
    titles = [summary.title for summary in lately]
    later = []
    for slug in _played_first(lately):
        name = message(f"game.{slug}")
        yield Choice(slug, None, name, message(f"game.{slug}.about"))
        for pad in _pads(slug, GAMES[slug]):
            is_known = isinstance(pad.name, str) or pad.name in titles
            if is_known:
                yield pad
            else:
                later.append(pad)
    yield from later


def _pads(slug: str, game: AnyGame) -> Iterator[Choice]:
    if game.called is None:
        return
    own = message(f"game.{slug}")
    for preset, name in kept_presets(game):
        if name:
            yield Choice(slug, preset.code, name, own)
    for preset in game.presets:
        title = game.name_of(preset.settings)
        has_own_game = preset.code in GAMES
        if title != own and not has_own_game:
            yield Choice(slug, preset.code, title, own)


def _played_first(lately: Iterable[Summary]) -> list[str]:
    played = Counter(summary.game for summary in lately if summary.game in GAMES)
    often = [slug for slug, _ in played.most_common()]
    return [*often, *(slug for slug in GAMES if slug not in played)]


def kept_presets(game: AnyGame) -> list[tuple[Preset[Any], str]]:
    """What the phone that asks played of this game, the last first: once under each name
    that a table gave it, and once without a name, if that was the very last."""
    query = SessionQuery(game=game.slug, phone=phone.here())
    most = 1 if game.called is None else LOOKED_BACK
    kept = dict[str, Preset[Any]]()
    for summary in store().index.find(query, most):
        session = store().readable(summary.session)
        if session is None:
            continue
        name = game.called(session.settings) if game.called else ""
        if name:
            preset = Preset(f"{LAST}-{summary.session}", session.settings)
            kept.setdefault(name, preset)
        elif not kept:
            kept[""] = Preset(LAST, session.settings)
    return [(preset, name) for name, preset in kept.items()]
