"""Matches of teams of four, and meetings by standing (Swiss) of teams or pairs."""

from collections.abc import Collection, Sequence

from scorekeeper.nights.movement import AtTable, Movement, Number, Round

ROUND_ROBIN_TEAMS = range(2, 17)
"""How many teams can all play each other."""

Match = tuple[Number, Number]


def match_tables(matches: Sequence[Match], boards: int) -> tuple[AtTable, ...]:
    """Two tables for each match, both with the same boards: the first team sits
    North–South at the first table and East–West at the second."""
    tables = list[AtTable]()
    for ours, theirs in matches:
        first = len(tables) + 1
        tables.append(AtTable(first, (ours,), (theirs,), boards))
        tables.append(AtTable(first + 1, (theirs,), (ours,), boards))
    return tuple(tables)


def round_robin(teams: int) -> Movement:
    """Every team plays every other once; with an odd number one team sits out in each
    round. Two teams play one match, head to head. Raises ValueError for a number that
    is not in `ROUND_ROBIN_TEAMS`."""
    if teams not in ROUND_ROBIN_TEAMS:
        raise ValueError(f"2 to 16 teams can all play each other, not {teams}")
    seats = teams + teams % 2
    rounds = list[Round]()
    for number in range(seats - 1):
        matches = list[Match]()
        idle = list[Number]()
        for ours, theirs in _round_robin_matches(seats, number):
            if theirs > teams:
                idle.append(ours)
            else:
                matches.append((ours, theirs))
        rounds.append(Round(match_tables(matches, boards=number + 1), tuple(idle)))
    return Movement(tuple(rounds), sets=seats - 1)


def _round_robin_matches(teams: int, number: int) -> list[Match]:
    """The matches of a round, from 0, of an even number of teams: the last one stays,
    the others sit in a circle that turns, and each meets the one opposite."""
    moving = teams - 1
    circle = [(place + number) % moving + 1 for place in range(moving)]
    matches = [(circle[0], teams)]
    for place in range(1, teams // 2):
        matches.append((circle[place], circle[-place]))
    return matches


# ---- by standing ----


def swiss_matches(
    ranked: Sequence[Number],
    met: Collection[frozenset[Number]],
    sat_out: Collection[Number] = (),
) -> tuple[list[Match], Number | None]:
    """Who plays whom next, and who sits out.

    `ranked` are the teams or pairs that play on, best first. Each meets the next one
    down whom it has not met. Of an odd number, the lowest who has sat out least often
    sits out. Where some have to meet again, it is as few as can be, the lowest ones.
    """
    playing = list(ranked)
    idle = None
    if len(playing) % 2:
        idle = _who_sits_out(playing, sat_out)
        playing.remove(idle)
    for allowed in range(len(playing) // 2 + 1):
        matches = _matched(playing, met, allowed)
        if matches is not None:
            return matches, idle
    raise AssertionError("anybody can meet anybody again")


def _who_sits_out(ranked: Sequence[Number], sat_out: Collection[Number]) -> Number:
    """The lowest who has sat out least often."""
    times = list(sat_out)
    return min(reversed(ranked), key=times.count)


def _matched(
    ranked: Sequence[Number], met: Collection[frozenset[Number]], again: int
) -> list[Match] | None:
    """The first way to match all of them with at most `again` meetings repeated."""
    if not ranked:
        return []
    first = ranked[0]
    for other in ranked[1:]:
        cost = 1 if frozenset((first, other)) in met else 0
        if cost > again:
            continue
        left = [number for number in ranked[1:] if number != other]
        rest = _matched(left, met, again - cost)
        if rest is not None:
            return [(first, other), *rest]
    return None
