"""What is kept by identity."""

from scorekeeper.core.kept import kept


def test_a_thing_is_worked_out_once_and_anew_for_another_how() -> None:
    asked: list[object] = []

    @kept(2)
    def work(thing: object, how: int = 0) -> int:
        asked.append((thing, how))
        return len(asked)

    one, two, three = [1], [1], [1]
    assert (work(one), work(one)) == (1, 1)
    assert (work(two), work(one)) == (2, 1)
    assert (work(one, 5), work(one, 5), work(one)) == (3, 3, 4)
    assert work(three) == 5
    assert work(two) == 6
