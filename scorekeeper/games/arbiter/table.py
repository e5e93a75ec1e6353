"""What the arbiter of a game without a law book sees of a table, and on which rules its
rulings rest."""

from dataclasses import dataclass

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Cite
from scorekeeper.core.play import PlayRules, Watched
from scorekeeper.core.rounds import State
from scorekeeper.core.seats import Party, Ring, Seat
from scorekeeper.core.settings import RuleSheet, S
from scorekeeper.games.arbiter.case import Case


@dataclass(frozen=True, slots=True)
class Cites:
    """The rules that a game's default rulings rest on, one for each kind of
    irregularity.

    `numbers` is the rule on hands with a wrong number of cards. It also stands beside
    the questions that no rule of the game asks: which deal is meant, which player and
    which card. What the table is asked rests on its answer, once it is `answered`;
    `failure` is the setting that asks what follows a failure to follow. `accepted` is the
    rule by which the next card accepts one out of turn, where `turn` doesn't say it.
    """

    following: Cite
    turn: Cite
    call: Cite
    numbers: Cite
    claim: Cite
    take_back: Cite
    failure: str = "failure"
    accepted: Cite | None = None

    @classmethod
    def on(cls, cite: Cite) -> "Cites":
        return cls(cite, cite, cite, cite, cite, cite)

    def answered(self, rules: RuleSheet[S], settings: S) -> "AnsweredCites":
        return AnsweredCites(
            following=self.following,
            turn=self.turn,
            call=self.call,
            numbers=rules.cite(settings, "misdeal"),
            claim=self.claim,
            take_back=self.take_back,
            failure=self.failure,
            accepted=self.accepted or self.turn,
            after=rules.cite(settings, self.failure),
            exposed=rules.cite(settings, "exposed"),
            differ=rules.cite(settings, "differ"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredCites(Cites):
    """The rules of a table: `after` of what follows a failure to follow, `exposed` of a
    card that was shown by mistake, `differ` of what the sides disagree on."""

    accepted: Cite
    after: Cite
    exposed: Cite
    differ: Cite


Held = tuple[tuple[Seat, Card], ...]
"""Cards, each with the player who is known to have it."""


@dataclass(frozen=True, slots=True)
class Table:
    """What the arbiter of such a game sees.

    `is_begun` says that something of the present deal was recorded, `has_last` that a
    deal was finished before it. `rules` and `watched` are of the present deal where it
    was begun, else of the last one, and so are `held`, the cards outside its tricks
    that are known to be somebody's, and `id`, the entry that began it; `laid` are those
    of them that were laid away before the play.
    """

    ring: Ring
    parties: tuple[Party, ...]
    pack: frozenset[Card]
    rules: PlayRules | None
    watched: Watched
    is_begun: bool
    has_last: bool
    cites: AnsweredCites
    held: Held = ()
    laid: Held = ()
    id: int | None = None


UsualCase = Case[State, Table]
"""An irregularity in a game without a law book."""
