"""Where everybody sits in every round, for cards on paper: the rounds that were played,
and those to come as far as the movement says."""

from dataclasses import dataclass, replace

from scorekeeper.core.errors import RuleViolation
from scorekeeper.nights.facts import Kind, RoundOpened
from scorekeeper.nights.night import Night, Opened, laid_in, next_round


@dataclass(frozen=True, slots=True)
class Place:
    """A table in a round: the people of both sides, and the boards that they play."""

    round: int
    table: int
    north_south: tuple[int, ...]
    east_west: tuple[int, ...]
    boards: range

    @property
    def people(self) -> tuple[int, ...]:
        return self.north_south + self.east_west


@dataclass(frozen=True, slots=True)
class Plan:
    """All tables of all rounds that are known, and how many rounds there are."""

    places: tuple[Place, ...]
    rounds: int

    @property
    def known(self) -> int:
        return max((place.round for place in self.places), default=0)

    def at_table(self, table: int) -> list[Place]:
        return [place for place in self.places if place.table == table]

    def of(self, people: tuple[int, ...]) -> dict[int, list[Place]]:
        """Where these people sit by rounds; none where they sit out."""
        found: dict[int, list[Place]] = {n: [] for n in range(1, self.known + 1)}
        for place in self.places:
            if {*people}.intersection(place.people):
                found[place.round].append(place)
        return found

    def playing(self, board: int) -> list[Place]:
        return [place for place in self.places if board in place.boards]

    @property
    def tables(self) -> list[int]:
        return sorted({place.table for place in self.places})

    @property
    def boards(self) -> list[int]:
        return sorted({board for place in self.places for board in place.boards})


def planned(night: Night) -> Plan:
    """The plan of a night as it stands."""
    chosen = night.chosen
    if chosen is None:
        return Plan((), 0)
    whole = _whole(night)
    places = tuple(
        Place(
            opened.fact.number,
            laid.table,
            laid.north_south,
            laid.east_west,
            range(laid.board, laid.board + chosen.boards),
        )
        for opened in whole.rounds
        for laid in opened.fact.tables
    )
    return Plan(places, chosen.rounds)


def _whole(night: Night) -> Night:
    # where the standings decide who meets, no later round is known
    chosen = night.chosen
    assert chosen is not None  # noqa: S101 - nothing is planned before it
    is_drawn_later = chosen.movement in (Kind.SWISS, Kind.FREE)
    while not night.is_last_round and not is_drawn_later:
        try:
            next_one = next_round(night)
        except (RuleViolation, ValueError, IndexError):
            break
        number = night.round + 1
        sessions = {table.table: "" for table in next_one.tables}
        fact = RoundOpened(number, laid_in(night, next_one, sessions))
        night = replace(night, rounds=(*night.rounds, Opened(0, "", fact)))
    return night
