"""A table at which rulings are given, accepted and corrected."""

from scorekeeper.core.cards import Card
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.ruling_notes import Ruled, RulingAccepted
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.session import Command, Entry
from scorekeeper.games.bridge.events import TricksTaken
from scorekeeper.tables.rulings.effects import applied, due
from scorekeeper.tables.rulings.entering import entered
from scorekeeper.tables.rulings.given import Given, ruled_on
from scorekeeper.tables.rulings.hearing import heard
from tests.seals import Table as Sealing

REVOKE = {"card": "D2", "besides": "none", "which": "last", "61.could": "yes"}
REVOKE |= {"63.established": "yes", "64.won": "partner"}


class Table(Sealing):
    """A session whose accepted rulings are settled after everything that is
    recorded."""

    def settle(self) -> None:
        while (owed := due(self.now)) is not None:
            command = applied(self.now, owed, "ruling")
            assert command.entries
            self.do(command)

    def rule(self, name: str, **facts: str) -> int:
        arbiter = self.now.game.arbiter
        irregularity = arbiter and arbiter.irregularity(name)
        assert irregularity
        found = heard(irregularity, self.now.folded, facts)
        assert isinstance(found.outcome, Ruling), found
        said = tuple(found.facts.items())
        code = f"{self.now.game.family}.irregularity.{name}"
        self.enter(Ruled(code, said, found.outcome.verdict.code, found.outcome.effects))
        return self.now.last

    def ruled(self, name: str, **facts: str) -> Ruled:
        """A ruling as the arbiter's page enters it."""
        game = self.now.game
        irregularity = game.arbiter and game.arbiter.irregularity(name)
        assert irregularity
        found = heard(irregularity, self.now.folded, facts)
        return entered(self.now, f"{game.family}.irregularity.{name}", found)

    def put_right(self, card: str, right: str) -> None:
        """Correct a card that was read wrong."""
        seq = next(
            entry.seq
            for entry in self.now.folded.order
            if isinstance(entry.event, CardPlayed) and str(entry.event.card) == card
        )
        new = Entry(CardPlayed(Card.parse(right)), seq)
        self.do(Command((new,), (seq,), "misread"))

    def given(self, seq: int) -> Given:
        return next(ruling for ruling in ruled_on(self.now) if ruling.seq == seq)

    def accept(self, seq: int) -> None:
        self.do(
            applied(self.now, self.given(seq), "ruling", Entry(RulingAccepted(seq)))
        )
        self.settle()

    def result(self, tricks: int) -> None:
        """The result, or its correction."""
        old = [
            entry
            for entry in self.now.folded.order
            if isinstance(entry.event, TricksTaken)
        ]
        if not old:
            self.enter(TricksTaken(tricks))
        else:
            seq = old[-1].seq
            self.do(
                Command((Entry(TricksTaken(tricks), seq),), (seq,), "counted again")
            )
        self.settle()

    @property
    def tricks(self) -> int | None:
        last = self.now.folded.state.last_done
        return last.tricks if last else None
