"""docs/laws has every question, answer and ruling of the arbiter, as the code gives
them."""

from tools.law_trees import FOLDER, pages


def test_the_pages_are_what_the_arbiter_says() -> None:
    """Made anew by `python -m tools.law_trees`: read what it changes before you keep
    it."""
    made = dict(pages())
    kept = {path.name: path.read_text() for path in FOLDER.iterdir()}
    assert made.keys() == kept.keys()
    for name, page in made.items():
        assert kept[name] == page, f"docs/laws/{name} is not what the arbiter says"


def test_a_page_shows_a_question_an_answer_a_ruling_and_what_it_does() -> None:
    page = dict(pages())["61.md"]
    assert "**Did North hold a card that had to be played then?** (Law 61A)" in page
    assert "⇒ The trick stands. One trick goes to E–W at the end" in page
    assert "*Score:* 1 trick to E–W" in page


def test_what_is_asked_only_of_recorded_calls_stands_there_too() -> None:
    page = dict(pages())["25.md"]
    assert "recorded: North: 1♥, East: Pass, South: Pass." in page
    assert "**Did 1♠ come before South had called?** (Law 28B)" in page
    assert "⇒ South’s call counts, as if West had not called." in page


def test_the_laws_are_those_of_today() -> None:
    """Not those that a ruling of an older release keeps."""
    page = dict(pages())["rook.md"]
    assert "⇒ Wait and agree whether Seat 1 broke a rule. You may also play on." in page
