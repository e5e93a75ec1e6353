"""The score sheet of a session of Two-Ten-Jack, and the line that is always in view."""

from typing import Any

from scorekeeper.core.evening import Ended
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.seats import Party
from scorekeeper.core.sheet import Fact, Line, Row, ScoreSheet, Section
from scorekeeper.games.game import Glance, Standing
from scorekeeper.games.two_ten_jack.scoring import (
    Game,
    games,
    parties,
    rounds_left,
    whole_sixes,
)
from scorekeeper.games.two_ten_jack.settings import Settings
from scorekeeper.games.two_ten_jack.state import Noted, Round, RoundEnd, State

HEADS = ("two-ten-jack.dealer", "two-ten-jack.reversed")


def sheet(state: State) -> ScoreSheet:
    """Everything that was played: a section for each game, a row for each round."""
    played = [game for game in games(state) if game.rows]
    sections = tuple(
        _section(number, game, state.settings) for number, game in enumerate(played, start=1)
    )
    return ScoreSheet(parties(state.settings), HEADS, sections)


def _section(number: int, game: Game, settings: Settings) -> Section:
    rows: list[Row] = []
    round_number = 1
    for one, lines in game.rows:
        if isinstance(one, Noted):
            rows.append(_noted_row(one, lines))
            continue
        wins = bool(game.winners) and one is game.rows[-1][0]
        rows.append(_round_row(round_number, one, lines, wins, settings))
        round_number += one.end is RoundEnd.COUNTED
    return Section(
        label=message("two-ten-jack.game", number=number),
        rows=tuple(rows),
        headline=headline(game, settings),
        is_over=game.is_over,
        winners=game.winners,
    )


def headline(game: Game, settings: Settings) -> Message:
    """How a game stands or ended, in one sentence."""
    best = max(game.totals.values())
    first = _named(tuple(p for p, total in game.totals.items() if total == best), settings)
    if game.winners:
        code = "won" if len(first) == 1 else "shared"
    elif game.is_ended:
        code = "ended"
    else:
        code = "ahead" if len(first) == 1 else "level"
    return message(f"two-ten-jack.headline.{code}", leader=listed(first), points=best)


def _named(ids: tuple[str, ...], settings: Settings) -> tuple[Party, ...]:
    return tuple(party for party in parties(settings) if party.id in ids)


def _round_row(
    number: int, one: Round, lines: tuple[Line, ...], wins: bool, settings: Settings
) -> Row:
    facts = [Fact("two-ten-jack.dealer", one.dealer)]
    sixes = whole_sixes(one.count, settings) if one.count else {}
    if sixes:
        said = tuple(
            message("two-ten-jack.reversed", suit=suit, seat=seat) for suit, seat in sixes.items()
        )
        facts.append(Fact("two-ten-jack.reversed", listed(said)))
    marks = ("reversed",) if sixes else ()
    if one.end is not RoundEnd.COUNTED:
        marks = (one.end.value,)
    return Row(
        id=one.id,
        label=message("two-ten-jack.round", number=number),
        entries=one.entries,
        facts=tuple(facts),
        lines=lines,
        people=one.people,
        marks=(*marks, "game") if wins else marks,
        notes=_notes(one),
    )


def _notes(one: Round) -> tuple[Message, ...]:
    if one.end in (RoundEnd.THROWN_IN, RoundEnd.LEFT):
        return (message(f"two-ten-jack.note.{one.end.value}"),)
    return ()


def _noted_row(noted: Noted, lines: tuple[Line, ...]) -> Row:
    event = noted.event
    notes: tuple[Message, ...] = ()
    if isinstance(event, Ended) and event.reason:
        notes = (message("two-ten-jack.note.ended", reason=event.reason),)
    return Row(
        id=noted.id,
        label=message(f"two-ten-jack.row.{event.KIND}"),
        entries=(noted.seq,),
        facts=(),
        lines=lines,
        people=noted.people,
        notes=notes,
    )


# ---- always in view ----


def glance(state: State) -> Glance:
    """Everybody's total in the present game, the round, and what is awaited."""
    game = games(state)[-1]
    settings = state.settings
    standings = tuple(
        Standing(party, game.totals[party.id], _below(game, party)) for party in parties(settings)
    )
    dealt = message("two-ten-jack.where.dealer", dealer=state.dealer)
    if game.is_over:
        over = message("two-ten-jack.over")
        return Glance(standings, over, (dealt,), headline(game, settings), True)
    left = rounds_left(game, settings)
    rest = message("two-ten-jack.where.left", n=left) if left else _tie()
    code = "two-ten-jack.round-of" if left else "two-ten-jack.round"
    number = message(code, number=game.rounds + 1, players=settings.players)
    return Glance(standings, number, (dealt, rest), message("two-ten-jack.turn"))


def _tie() -> Message:
    return message("two-ten-jack.where.tie")


def _below(game: Game, party: Party) -> Message | None:
    return message("two-ten-jack.below.won") if party.id in game.winners else None


def turned(state: State) -> dict[str, Any]:
    """For the sheet on the screen: by row and party, the suits that were reversed there."""
    return {
        "rows": {
            one.id: {
                party.id: [suit for suit, seat in sixes.items() if seat in party.seats]
                for party in parties(state.settings)
            }
            for one in state.past
            if isinstance(one, Round) and one.count
            if (sixes := whole_sixes(one.count, state.settings))
        }
    }
