"""Who is up and who is down at the end of the evening, person by person."""

from fractions import Fraction
from typing import Any

from scorekeeper.core.evening import Settlement
from scorekeeper.core.seats import Party, People, Seat
from scorekeeper.core.sheet import Points, Row, ScoreSheet, Section


def settle(sheet: ScoreSheet, settings: Any) -> tuple[tuple[str, Points], ...]:
    """Each person's points over all sections, best first; they sum to zero.

    With two parties a person's share is the difference between the sides; with more, what the
    person has above the mean of the table. Rule: readings, People, seats, evenings: a rubber's
    difference goes to those seated at its end, or deal by deal if the table says so.
    """
    by_deal = getattr(settings, "settlement", Settlement.SECTION) is Settlement.DEAL
    shares: dict[str, Fraction] = {}
    for section in sheet.sections:
        for people, part in _portions(section, by_deal):
            for person, points in _differences(sheet.parties, people, part):
                shares[person] = shares.get(person, Fraction(0)) + points
    ranked = sorted(shares.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple((person, _plain(points)) for person, points in ranked)


def _portions(section: Section, by_deal: bool) -> list[tuple[People, Section | Row]]:
    if by_deal:
        return [(row.people, row) for row in section.rows if row.people]
    people = next((row.people for row in reversed(section.rows) if row.people), ())
    return [(people, section)] if people else []


def _differences(
    parties: tuple[Party, ...], people: People, portion: Section | Row
) -> list[tuple[str, Fraction]]:
    seated: dict[Seat, str] = dict(people)
    totals = {party.id: Fraction(portion.total(party.id)) for party in parties}
    factor = 2 if len(parties) == 2 else 1
    mean = sum(totals.values(), Fraction(0)) / len(parties)
    return [
        (seated[seat], (totals[party.id] - mean) * factor)
        for party in parties
        for seat in party.seats
        if seat in seated
    ]


def _plain(points: Fraction) -> Points:
    return int(points) if points.denominator == 1 else points
