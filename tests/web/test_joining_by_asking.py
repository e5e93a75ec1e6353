"""A phone that comes after play has begun asks the host's for a seat, which lets it in
with one tap."""

import re
from collections.abc import Callable

from flask import Flask

from scorekeeper.core.seats import Seat
from scorekeeper.store.phones import Purpose
from tests.web.conftest import Visitor, join
from tests.web.seating import answer, id_of, link, seats_of, store_of

Another = Callable[[], Visitor]
SOON = "2999-01-01T00:00:00.000Z"


def begun(visitor: Visitor) -> str:
    """A table of bridge with a deal in play, all on the host's phone, whose own seat is
    South."""
    table = visitor.lay("bridge")
    visitor.get(table + "?form=auction").send(table + "enter/auction", call="1C")
    assert visitor.page.status_code == 303, visitor.text
    return table


def asks(app: Flask, phone: Visitor, table: str, seat: str) -> str:
    """The address at which this phone waits."""
    code = link(app, table, Purpose.JOIN)
    answer(phone, code, ask="1", seat=seat)
    assert phone.page.status_code == 303, phone.text
    return str(phone.page.headers["Location"])


def lets_in(host: Visitor, table: str, do: str = "yes") -> Visitor:
    host.get(table + "phones")
    found = re.search(r'name="asked" value="([^"]+)"', host.text)
    assert found is not None
    return host.send(table + "phones/let-in", asked=found[1], do=do)


def test_the_host_lets_a_late_phone_in_with_one_tap(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = begun(visitor)
    late = another()
    waits = asks(app, late, table, "W")
    assert "Waiting for the host" in late.get(waits).text
    assert late.page.headers["Refresh"]
    number = re.search(r'class="recovery">(\d\d)<', late.text)
    assert number is not None
    assert "Play for Marek on another phone?" in visitor.get(table).text
    assert f"It shows the number {number[1]}." in visitor.get(table + "phones").text
    lets_in(visitor, table)
    assert "Play for Marek" not in visitor.get(table).text
    assert seats_of(app, late, table) == "", "opening its page gives it nothing yet"
    answer(late, waits)
    assert seats_of(app, late, table) == "W"
    assert "Marek moved to another phone" in visitor.get(table + "log").text


def test_who_was_let_in_has_no_seat_that_the_host_keeps_after_all(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = begun(visitor)
    late = another()
    waits = asks(app, late, table, "W")
    lets_in(visitor, table)
    visitor.get(table + "phones").send(table + "phones/keep", seat="W")
    assert visitor.page.status_code == 303, visitor.text
    answer(late, waits)
    assert seats_of(app, late, table) == ""


def test_nobody_sits_down_who_only_asks(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = begun(visitor)
    late = another()
    waits = asks(app, late, table, "W")
    answer(late, waits)
    assert seats_of(app, late, table) == ""
    lets_in(visitor, table, "no")
    assert late.get(waits).page.status_code == 410
    answer(late, waits)
    assert seats_of(app, late, table) == ""


def test_only_the_hosts_phone_lets_a_phone_in(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    east = join(visitor, another(), table, "E")
    visitor.get(table + "?form=auction").send(table + "enter/auction", call="1C")
    assert visitor.page.status_code == 303, visitor.text
    late = another()
    asks(app, late, table, "W")
    (asked,) = store_of(app).phones.asked_for(id_of(table), "2000-01-01")
    for phone in (east, late):
        phone.get(table + "phones")
        assert 'name="asked"' not in phone.text
        phone.send(table + "phones/let-in", asked=asked.salt, do="yes")
        assert phone.page.status_code == 403
    assert "Play for Marek" not in east.get(table).text


def test_neither_a_seat_of_another_phone_nor_the_hosts_own_is_asked_for(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    join(visitor, another(), table, "E")
    visitor.get(table + "?form=auction").send(table + "enter/auction", call="1C")
    assert visitor.page.status_code == 303, visitor.text
    code = link(app, table, Purpose.JOIN)
    for seat in ("E", "S"):
        late = answer(another(), code, ask="1", seat=seat)
        assert late.page.status_code == 409
        assert "isn’t on the host’s phone" in late.text
        assert 'id="strip"' not in late.text, "it has no place there yet"
    assert store_of(app).phones.asked_for(id_of(table), "2000-01-01") == []


def test_of_two_phones_that_ask_for_a_seat_the_one_let_in_has_it(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = begun(visitor)
    first = another()
    second = another()
    first_waits = asks(app, first, table, "W")
    second_waits = asks(app, second, table, "W")
    lets_in(visitor, table)
    addresses = {first_waits: first, second_waits: second}
    for address, phone in addresses.items():
        answer(phone, address)
    assert sorted(seats_of(app, phone, table) for phone in (first, second)) == ["", "W"]
    assert 'name="asked"' not in visitor.get(table + "phones").text


def test_a_request_is_over_once_the_seat_has_gone_elsewhere(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = begun(visitor)
    late = another()
    asks(app, late, table, "W")
    (asked,) = store_of(app).phones.asked_for(id_of(table), "2000-01-01")
    other = another()
    answer(other, link(app, table, Purpose.MOVE, Seat.WEST))
    assert seats_of(app, other, table) == "W"
    visitor.get(table + "phones").send(
        table + "phones/let-in", asked=asked.salt, do="yes"
    )
    assert visitor.page.status_code == 409
    assert seats_of(app, other, table) == "W"


def at_address(phone: Visitor, number: int) -> Visitor:
    phone.client.environ_base["REMOTE_ADDR"] = f"192.168.1.{number}"
    return phone


def test_only_a_few_phones_ask_at_once(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = begun(visitor)
    for number in range(4):
        asks(app, at_address(another(), number), table, "W")
    late = at_address(another(), 9)
    answer(late, link(app, table, Purpose.JOIN), ask="1", seat="N")
    assert late.page.status_code == 409
    assert "Ask again once the host has answered" in late.text


def test_a_stranger_who_asks_again_and_again_keeps_no_guest_out(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = begun(visitor)
    guest = at_address(another(), 1)
    waits = asks(app, guest, table, "W")
    asked = [asks(app, at_address(another(), 66), table, "N") for _ in range(5)]
    other = at_address(another(), 2)
    other_waits = asks(app, other, table, "N")
    for phone, address in ((guest, waits), (other, other_waits)):
        assert "Waiting for the host" in phone.get(address).text
    left = [guest.get(address).page.status_code for address in asked]
    assert left.count(200) == 2, "its own have given way"


def test_a_phone_that_reads_a_table_in_the_kitchen_asks_without_a_code(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = begun(visitor)
    late = another()
    late.get(table + "phones").send(table + "phones/ask", seat="W")
    waits = str(late.page.headers["Location"])
    lets_in(visitor, table)
    answer(late, waits)
    assert seats_of(app, late, table) == "W"


def test_what_is_asked_goes_with_its_table(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = begun(visitor)
    asks(app, another(), table, "W")
    store_of(app).delete(id_of(table), "host", SOON)
    assert store_of(app).phones.asked_for(id_of(table), "2000-01-01") == []
