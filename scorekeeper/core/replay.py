"""What longer and longer parts of one log add up to: the log as it stood then, and then."""

from typing import Any

from scorekeeper.core.evening import Voided
from scorekeeper.core.house_rules import SettingsChanged
from scorekeeper.core.session import (
    Folded,
    Folding,
    Progress,
    Recorded,
    Rules,
    in_force,
    unsettles,
)

STRETCH = 32
"""After how many entries a replay keeps what they add up to, to go on from there."""


class Replay:
    """What longer and longer parts of one log add up to, each worked out from the one before.

    `upto(n)` is what `fold` gives for the first `n` entries; `n` must not go down. A correction
    costs as much as what stands after it in the order of play, and not as much as the whole log.
    """

    def __init__(self, rules: Rules, opening: Any, log: tuple[Recorded, ...]) -> None:
        self._rules, self._opening, self._log = rules, opening, log
        self._read = 0
        self._placed: list[Recorded] = []
        self._seqs: list[int] = []
        self._voided: dict[int, str] = {}
        self._origins: dict[int, int] = {}
        self._settings = opening
        self._first_checked: int | None = None
        """From which place on entries are checked again; None before the first correction."""
        self._marks = [Progress(rules.start(opening))]

    def upto(self, count: int) -> Folded:
        """What the first `count` entries add up to."""
        reached = self._reach(count)
        order = tuple(one for one in self._placed if one.seq not in self._voided)
        return reached.folded(self._settings, order)

    def state(self, count: int) -> Any:
        """The state of the game after the first `count` entries."""
        return self._reach(count).state

    def _reach(self, count: int) -> "Progress":
        for entry in self._log[self._read : count]:
            self._take(entry)
        self._read = max(self._read, count)
        trusted = len(self._placed) if self._first_checked is None else self._first_checked
        folding = Folding(self._rules, self._settings, trusted, self._origins, self._voided)
        while (at := self._marks[-1]).entries < len(self._placed):
            stretch = self._placed[at.entries : at.entries + STRETCH]
            self._marks.append(folding.go_on(at, stretch))
        reached = self._marks[-1]
        if reached.entries % STRETCH:  # the last stretch may still grow
            self._marks.pop()
        return reached

    def _take(self, entry: Recorded) -> None:
        """Read one more entry: where it stands, and from where on all is to be folded again."""
        event = entry.event
        if isinstance(event, Voided):
            self._voided[event.entry] = entry.key
            place = self._place_of(event.entry)
            struck = self._placed[place].event
        else:
            place, struck = len(self._placed), None
            if entry.place is not None:
                place = self._place_of(entry.place)
                if self._voided.get(entry.place) == entry.key:
                    self._origins[entry.seq] = self._origins.get(entry.place, entry.place)
            self._placed.insert(place, entry)
            self._seqs.insert(place, entry.seq)
        if isinstance(event, SettingsChanged) or isinstance(struck, SettingsChanged):
            place = 0
            order = tuple(one for one in self._placed if one.seq not in self._voided)
            self._settings = in_force(self._rules, self._opening, order)
            self._marks = [Progress(self._rules.start(self._settings))]
        if unsettles(entry):
            known = place if self._first_checked is None else self._first_checked
            self._first_checked = min(known, place)
            while self._marks[-1].entries > place:
                self._marks.pop()

    def _place_of(self, seq: int) -> int:
        """Where an entry stands in the order of play."""
        return self._seqs.index(seq)
