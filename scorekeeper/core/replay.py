"""What parts of one log add up to: the log as it stood then, and then."""

from typing import Any

from scorekeeper.core.session import Folded, Recorded, Rules, fold, fold_further


class Replay:
    """What parts of one log add up to, each worked out from the one before, or from what is
    `known` of the whole.

    A correction between two parts costs as much as what stands after it in the order of play, and
    not as much as the whole log.
    """

    def __init__(
        self, rules: Rules, opening: Any, log: tuple[Recorded, ...], known: Folded | None = None
    ) -> None:
        self.log, self._rules, self._opening, self._known = log, rules, opening, known
        self._read = len(log) + 1

    def upto(self, count: int) -> Folded:
        """What `fold` gives for the first `count` entries."""
        log, known = self.log[:count], self._known
        if known is None or count < self._read:
            self._known = fold(self._rules, self._opening, log, known)
        else:
            self._known = fold_further(self._rules, self._opening, log, known, self._read)
        self._read = count
        return self._known

    def state(self, count: int) -> Any:
        """The state of the game after the first `count` entries."""
        return self.upto(count).state
