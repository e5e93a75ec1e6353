"""A log read part by part adds up to what folding each part anew gives."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from benchmarks.dealt import play_a_hand
from scorekeeper.core.codec import encode
from scorekeeper.core.deciding import decide
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import (
    Adjusted,
    CarriedIn,
    DealerIs,
    Ended,
    Left,
    Seated,
    Voided,
)
from scorekeeper.core.rules_notes import SettingsChanged
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import (
    At,
    Command,
    Entry,
    Folded,
    Header,
    Recorded,
    Stamp,
    all_placed,
    fold,
    fold_until,
    fold_until_each,
)
from scorekeeper.exports.session_file import FileRefused, read, write
from scorekeeper.games import GAMES
from scorekeeper.tables.session import Session, opened
from tests.core.rising import Called, Log, Rising


def corrected(slug: str, entries: int, seed: int = 1) -> Session:
    """A session with corrections of late and of early entries, and of the house
    rules."""
    game = GAMES[slug]
    dice = random.Random(seed)
    settings = encode(game.rule_sheet.defaults)
    session = opened(
        game, Header("replayed", slug, game.edition, settings, "2026-11-20T20:00:00Z")
    )

    def play(command: Command) -> Session:
        nonlocal session
        stamp = Stamp("2026-11-20T20:00:00Z", None, "", f"key-{session.last}")
        session = session.grown(session.chained(session.decide(command), stamp))
        return session

    ring = game.ring(game.rule_sheet.defaults)
    play(Command(tuple(Entry(Seated(f"P{n}", seat)) for n, seat in enumerate(ring))))
    while session.last < entries:
        try:
            play_a_hand(session, dice, play)
        except AssertionError:  # a correction left a hand that no lot fits
            break
        command = correction(session, dice, settings)
        if command is not None:
            with suppress(RuleViolation):
                play(command)
    return session


def correction(
    session: Session, dice: random.Random, settings: dict[str, Any]
) -> Command | None:
    """A correction of an entry, one struck out or put in, other rules; or nothing."""
    lot = dice.random()
    order = session.folded.order
    one = dice.choice(order[-3:] if lot < 0.2 else order)
    if lot < 0.3:
        return Command((Entry(one.event, one.seq),), (one.seq,), "misread")
    if lot < 0.4:
        return Command((), (one.seq,))
    if lot < 0.45:
        return Command((Entry(one.event, one.seq),))
    if lot < 0.47:
        return Command((Entry(SettingsChanged(dict(settings), ())),))
    return None


def shown(folded: Folded) -> tuple[Any, ...]:
    misfits = [(misfit.entry, misfit.why.why) for misfit in folded.misfits]
    rest = (folded.settings, folded.state, folded.people, folded.waiting, folded.order)
    return (misfits, *rest)


@pytest.mark.parametrize("slug", ["joker-bridge", "rook", "two-ten-jack"])
@pytest.mark.parametrize(
    "seed",
    [
        0,
        pytest.param(1, marks=pytest.mark.slow),
        pytest.param(3, marks=pytest.mark.slow),
    ],
)
def test_each_part_of_a_log_adds_up_to_what_folding_it_anew_gives(
    slug: str, seed: int
) -> None:
    session = corrected(slug, 160, seed)
    game = session.game
    opening = session.opening
    log = session.log
    whole = opened(game, session.header, log)
    for count in range(len(log) + 1):
        wanted = fold(game, opening, log[:count])
        assert shown(whole.upto(count)) == shown(wanted), count
    assert any(entry.place for entry in log)
    skipping = opened(game, session.header, log)
    for count in range(0, len(log), 37):
        assert shown(skipping.upto(count)) == shown(fold(game, opening, log[:count]))


@pytest.mark.parametrize("slug", ["joker-bridge", "rook"])
def test_one_go_through_the_order_of_play_gives_every_state_in_it(slug: str) -> None:
    session = corrected(slug, 120)
    game = session.game
    opening = session.opening
    log = session.log
    each = dict(fold_until_each(game, opening, log, range(1, len(log) + 2)))
    assert len(each) == len(log) + 1
    for seq, folded in each.items():
        assert shown(folded) == shown(fold_until(game, opening, log, seq))


def test_what_is_put_in_stands_where_one_after_the_other_would_put_it() -> None:
    def entry(seq: int, place: int | None) -> Recorded:
        return Recorded(seq, "", None, Seated("Ann", None), place, "", "", 0, "", "")

    dice = random.Random(5)
    log = list[Recorded]()
    order = list[int]()
    for seq in range(1, 400):
        place = dice.choice(order) if order and dice.random() < 0.5 else None
        log.append(entry(seq, place))
        order.insert(len(order) if place is None else order.index(place), seq)
    assert [one.seq for one in all_placed(tuple(log))] == order


@pytest.mark.parametrize("slug", ["joker-bridge", "rook", "berzerka"])
def test_what_is_known_of_another_part_changes_nothing(slug: str) -> None:
    session = corrected(slug, 200, 2)
    dice = random.Random(4)
    game = session.game
    opening = session.opening
    log = session.log
    assert shown(session.folded) == shown(fold(game, opening, log))
    for _ in range(25):
        known = fold(game, opening, log[: dice.randint(0, len(log))])
        count = dice.randint(0, len(log))
        wanted = shown(fold(game, opening, log[:count]))
        assert shown(fold(game, opening, log[:count], known)) == wanted
        seq = dice.randint(1, len(log))
        before = fold_until(game, opening, log, seq, known)
        assert shown(before) == shown(fold_until(game, opening, log, seq))


def test_correcting_what_came_last_costs_no_more_in_a_long_log() -> None:
    def applied(rows: int) -> int:
        log = Log().call(*range(1, rows + 1))
        rules = _Counting()
        folded = fold(rules, None, log.entries)
        rules.applied = 0
        last = rows
        for more in range(20):
            command = Command((Entry(Called(rows + more), last),), (last,), "misheard")
            entries = decide(rules, None, log.entries, command, folded)
            log.command(command)
            last = log.entries[-1].seq
            assert len(entries) == 2
            folded = fold(rules, None, log.entries, folded)
        assert folded == log.folded
        return rules.applied

    assert applied(1_992) < 2 * applied(200)


class _Counting(Rising):
    applied = 0

    def apply(self, state: Any, event: Any, at: At) -> Any:
        self.applied += 1
        return super().apply(state, event, at)


# ---- a log that a file brings ----


def verdict(enter: Callable[[], object]) -> object:
    """The refusal of what is entered; None when it is taken."""
    try:
        enter()
    except RuleViolation as refusal:
        return refusal.why, refusal.field, type(refusal)
    return None


def one_of(session: Session, dice: random.Random) -> Command:
    """A command that may or may not fit: something again, somewhere else, instead or
    struck."""
    log = session.log
    one = dice.choice(log)
    other = dice.choice(log)
    points = (Adjusted("NS", 10, "again"), CarriedIn("NS", 30, "below"))
    others = (*points, Ended(), DealerIs(Seat.EAST))
    event = dice.choice(
        (one.event, one.event, one.event, *others, Left("P1"), Seated("P9", None))
    )
    place = dice.choice((None, other.seq, len(log) + 1))
    return dice.choice(
        (
            Command((Entry(event, place),)),
            Command(
                (Entry(event, other.seq), Entry(one.event)), (other.seq,), "misread"
            ),
            Command((), (one.seq, other.seq)),
            Command((Entry(event, place), Entry(one.event, place))),
        )
    )


@pytest.mark.parametrize(
    "slug", ["joker-bridge", "rook", "two-ten-jack", "berzerka", "bridge"]
)
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_a_file_is_read_as_the_table_entered_it(slug: str, seed: int) -> None:
    session = varied(slug, 120, seed)
    again = read(write(session).encode()).session
    assert again.log == session.log
    assert shown(again.folded) == shown(session.folded)


@pytest.mark.parametrize("commands", [15, pytest.param(80, marks=pytest.mark.slow)])
@pytest.mark.parametrize("slug", ["joker-bridge", "two-ten-jack"])
def test_a_file_takes_no_command_that_the_table_would_refuse(
    slug: str, commands: int
) -> None:
    session = corrected(slug, 60)
    dice = random.Random(7)
    outcomes = set[bool]()
    for _ in range(commands):
        command = one_of(session, dice)
        refusal = verdict(lambda said=command: at_core(session, said))
        log = session.log + drafted(session, command)
        data = write(replace(session, log=log, head=log[-1].hash)).encode()
        if refusal is None:
            assert read(data).session.last > session.last
        else:
            with pytest.raises(FileRefused):
                read(data)
        outcomes.add(refusal is None)
    assert outcomes == {True, False}


def at_core(session: Session, command: Command) -> object:
    return decide(session.game, session.opening, session.log, command, session.folded)


def drafted(session: Session, command: Command) -> tuple[Recorded, ...]:
    """The entries of a command, whether it fits or not."""
    voids = tuple(Entry(Voided(seq, command.reason)) for seq in command.voids)
    stamp = Stamp("2026-11-20T20:00:00Z", None, "", f"draft-{session.last}")
    return session.chained(voids + command.entries, stamp)


def varied(slug: str, entries: int, seed: int) -> Session:
    """A session with everything that changes what others add up to, early and late."""
    session = corrected(slug, entries, seed)
    dice = random.Random(seed)
    for n in range(40):
        command = one_of(session, dice)
        stamp = Stamp("2026-11-20T20:00:00Z", None, "", f"more-{n}")
        if verdict(lambda at=session, said=command: at_core(at, said)) is None:
            session = session.grown(session.chained(at_core(session, command), stamp))
    return session
