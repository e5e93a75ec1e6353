"""What goes wrong in a night is said on every phone that it concerns, and on no other:
on the page of the night and at the table where its people sit now."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest

from scorekeeper.nights import facts
from tests.web.conftest import Visitor
from tests.web.nights.evenings import Evening, with_phones
from tests.web.showing import plain

Another = Callable[[], Visitor]
NOTICE = r'<p class="notice"[^>]*>(.*?)</p>'


def mitchell(host: Visitor, another: Another, people: int, **way: str) -> Evening:
    """A night at which everybody has a phone, in its second round."""
    evening = with_phones(host, another, [f"P{n}" for n in range(people)])
    evening.begin("mitchell", deals="1", **way)
    evening.next_round()
    return evening


def told_at_table(evening: Evening, name: str) -> list[str]:
    """What is said to a phone at its table; nothing where it sits out."""
    night = evening.night
    person = night.people.index(name) + 1
    if night.seat_in(night.rounds[-1], person) is None:
        return []
    page = evening.phones[name].get(evening.table_of(name)).text
    found = re.findall(NOTICE, page, re.S)
    return [re.sub(r"\s+", " ", re.sub("<[^>]*>", "", one)) for one in found]


def who_is_told(evening: Evening, said: str) -> set[str]:
    """The names on whose phones this is said on the page of the night. It is said at
    the tables where one of them sits, and at no other."""
    found = {
        name
        for name, phone in evening.phones.items()
        if said in plain(phone.get(evening.address))
    }
    assert told_at_tables(evening, said) == with_company(evening, found)
    return found


def told_at_tables(evening: Evening, said: str) -> set[str]:
    return {
        name
        for name in evening.phones
        if any(said in one for one in told_at_table(evening, name))
    }


def with_company(evening: Evening, names: set[str]) -> set[str]:
    """Everybody with a phone at the tables where these people sit."""
    night = evening.night
    found = set[str]()
    for laid in night.rounds[-1].fact.tables:
        people = {*map(night.name, laid.people)}
        if names & people:
            found |= people
    return found & {*evening.phones}


def those_who_meet(evening: Evening, names: set[str]) -> set[str]:
    """Everybody who meets these people in the rounds that follow, found by playing
    them."""
    found = set[str]()
    while not evening.night.is_last_round:
        evening.next_round()
        night = evening.night
        for laid in night.rounds[-1].fact.tables:
            people = {*map(night.name, laid.people)}
            if names & people:
                found |= people
    return found


def last_of(evening: Evening, kind: type) -> int:
    return next(e.seq for e in evening.session.log[::-1] if isinstance(e.event, kind))


def undo(evening: Evening, kind: type) -> None:
    evening.host.get(f"{evening.address}people")
    evening.host.send(f"{evening.address}undo", entry=last_of(evening, kind))
    assert evening.host.page.status_code == 303, evening.host.text


def test_who_left_is_said_to_all_who_would_have_met_them(
    visitor: Visitor, another: Another
) -> None:
    evening = mitchell(visitor, another, 20)
    night = evening.night
    first, second = (opened.fact.tables[0] for opened in night.rounds)
    gone = {*map(night.name, second.east_west)}
    (met,) = (
        laid.north_south
        for laid in night.rounds[0].fact.tables
        if laid.east_west == second.east_west
    )
    others = [laid.north_south for laid in night.rounds[0].fact.tables]
    concerned = {night.name(one) for pair in others if pair != met for one in pair}
    assert first.east_west != second.east_west
    people = f"{evening.address}people"
    evening.host.get(people).send(f"{people}/{second.east_west[0]}", do="gone")
    names = " & ".join(map(night.name, second.east_west))
    said = f"{names} won’t play from round 3 on"
    assert who_is_told(evening, said) == concerned | gone
    undo(evening, facts.Gone)
    back = f"{names} will play from round 3 on"
    told = told_at_tables(evening, back)
    assert told == with_company(evening, concerned | gone) < {*evening.phones}
    assert not any(
        said in plain(evening.phones[one].get(evening.address)) for one in concerned
    )


def test_who_comes_back_is_said_to_the_same(visitor: Visitor, another: Another) -> None:
    evening = mitchell(visitor, another, 20)
    person = evening.night.rounds[-1].fact.tables[0].east_west[0]
    people = f"{evening.address}people"
    told = []
    for do, word in (("gone", "won’t play"), ("back", "will play")):
        evening.host.get(people).send(f"{people}/{person}", do=do)
        told.append(who_is_told(evening, f"{word} from round 3 on"))
    assert told[0] == told[1] != set()


def test_a_late_pair_is_said_to_all_who_will_meet_it(
    visitor: Visitor, another: Another
) -> None:
    evening = mitchell(visitor, another, 18)
    people = f"{evening.address}people"
    evening.host.get(people).send(people, names="Late One, Late Two")
    assert evening.host.page.status_code == 303, evening.host.text
    late = {"Late One", "Late Two"}
    for name in late:
        evening.join(name, another())
    told = who_is_told(evening, "Late One & Late Two will play from round 3 on")
    assert told == those_who_meet(evening, late)
    assert told < {*evening.phones}


def test_a_late_player_is_said_to_all_where_everybody_is_drawn_anew(
    visitor: Visitor, another: Another
) -> None:
    evening = with_phones(visitor, another)
    evening.begin("individual", deals="1")
    people = f"{evening.address}people"
    evening.host.get(people).send(people, names="Ivo")
    assert evening.host.page.status_code == 303, evening.host.text
    assert who_is_told(evening, "Ivo will play from round 2 on") == {*evening.phones}


def test_who_leaves_in_the_last_round_changes_nothing(
    visitor: Visitor, another: Another
) -> None:
    evening = mitchell(visitor, another, 20)
    those_who_meet(evening, set())
    people = f"{evening.address}people"
    evening.host.get(people).send(f"{people}/1", do="gone")
    assert not who_is_told(evening, "won’t play")


def test_a_table_that_lags_is_named_on_every_phone(
    visitor: Visitor, another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = with_phones(visitor, another)
    evening.begin("howell", deals="1", minutes="10")
    evening.play("Ann", (10,))
    assert not who_is_told(evening, "Still playing")
    now = evening.store.now
    monkeypatch.setattr(evening.store, "now", lambda: now() + timedelta(minutes=11))
    slow = evening.others_of("Ann")
    night = evening.night
    laid = night.seat_in(night.rounds[-1], night.people.index(slow) + 1)
    assert laid is not None
    said = f"Time is up · Still playing: table {laid.table}"
    assert who_is_told(evening, said) == {*evening.phones}
    evening.play(slow, (10,))
    assert not who_is_told(evening, "Still playing")
