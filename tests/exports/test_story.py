"""The evening's story: what is told of it, and the picture that is shared."""

from xml.etree import ElementTree

import pytest

from scorekeeper.core.evening import Ended
from scorekeeper.core.seats import Seat
from scorekeeper.exports.pdf.page import Document, Paper, page_of
from scorekeeper.exports.picture import ACROSS, picture_of, svg_of
from scorekeeper.games import GAMES
from scorekeeper.games.berzerka.events import BoardSet, HandStated
from scorekeeper.games.berzerka.rules import STARTER
from scorekeeper.games.score_pad.events import PointsCounted
from scorekeeper.games.score_pad.rules import Wins
from scorekeeper.tables.session import Session
from scorekeeper.tables.story import Story, story_of
from scorekeeper.words import words_in
from tests.exports import sheets
from tests.games.rook.table import quick
from tests.games.two_ten_jack.table import captured

ENGLISH = words_in("en")


def told(session: Session, language: str = "en") -> Story:
    found = story_of(session, words_in(language))
    assert found is not None
    return found


def bids() -> Session:
    table = sheets.long_names(GAMES["rook"])
    for bidder, party, points in (("1", "13", 150), ("2", "24", 20), ("4", "24", 180)):
        table.enter(*quick(bidder, 120, party, points))
    return table.session


def rounds() -> Session:
    table = sheets.long_names(GAMES["two-ten-jack"], players=6)
    for seat in ("1", "2"):
        table.enter(captured(table.session.settings, p3="H10 HJ", rest=seat))
    return table.session


def board() -> Session:
    table = sheets.long_names(GAMES["berzerka"])
    table.enter(BoardSet(tuple(contract.code for contract in STARTER)))
    for seat, count in ((Seat.ONE, 9), (Seat.TWO, 3), (Seat.THREE, 5)):
        table.enter(HandStated(seat, STARTER[0].code, 3, count))
    return table.session


EVENINGS = {
    **{"rubber": sheets.rubber, "evening": sheets.evening, "hostile": sheets.hostile},
    **{"bids": bids, "rounds": rounds, "board": board},
}


def test_it_names_who_won_the_swing_and_the_best_contract() -> None:
    story = told(sheets.rubber())
    assert ENGLISH.text(story.headline) == "Ingrid and Priya win the rubber by 700"
    swing, best = story.moments
    won = "Ingrid and Priya"
    # the other side's hidden card: from the first to the last it is less
    assert (swing.what, swing.who, swing.points) == ("story.swing", won, 1576)
    assert (best.what, best.who, best.points) == ("story.contract", won, 1580)
    assert ENGLISH.text(swing.said).replace("\u2060", "") == "6♥, just made"
    assert best.row == swing.row
    assert story.deals == 7
    several = told(sheets.evening())
    assert ENGLISH.text(several.headline) == "Marek and Tom are 2,210 up"


def test_who_is_ahead_in_an_unfinished_game_goes_by_a_name() -> None:
    table = sheets.long_names(GAMES["two-ten-jack"], players=6)
    table.enter(captured(table.session.settings, p3="H10 HJ", rest="4"))
    table.enter(Ended())
    said = ENGLISH.text(told(table.session).headline)
    assert "ahead" in said and "Seat" not in said
    assert dict(table.session.folded.people)[Seat.FOUR] in said


def test_where_the_fewest_points_win_the_swing_is_theirs_who_got_the_fewest() -> None:
    table = sheets.long_names(GAMES["score-pad"], players=4, wins=Wins.FEWEST)
    table.enter(
        PointsCounted(tuple(zip(table.session.ring, (1, 4, 21, 0), strict=True)))
    )
    (swing,) = told(table.session).moments
    fewest = dict(table.session.folded.people)[Seat.FOUR]
    assert (swing.what, swing.who, swing.points) == ("story.swing", fewest, 21)


ROUNDS = {"story.swing", "story.swing-round", "story.round", "story.next-round"}


def test_what_is_best_is_what_was_made() -> None:
    story = told(bids())
    assert ENGLISH.text(story.moments[-1].label) == "Hand 3"
    points = [moment.points for moment in story.moments]
    assert points == sorted(points, reverse=True)
    assert {one.what for one in told(rounds()).moments} <= ROUNDS


@pytest.mark.parametrize("name", EVENINGS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_game_has_a_picture_that_holds_what_it_tells(
    name: str, language: str
) -> None:
    session = EVENINGS[name]()
    words = words_in(language)
    picture = picture_of(session, told(session, language), words)
    root = ElementTree.fromstring(svg_of(picture, words))  # noqa: S314 - our own
    assert {element.tag.split("}")[1] for element in root.iter()} <= {
        *(
            "svg",
            "title",
            "style",
            "rect",
            "text",
            "tspan",
            "polyline",
            "g",
            "path",
            "circle",
        ),
    }, "shapes, words and their face alone"
    said = "".join(root.itertext())
    for party in session.sheet.parties:
        assert words.number(session.sheet.total(party.id)) in said
    assert (root.get("width"), root.get("height")) == (str(ACROSS), str(picture.height))
    lines = [element for element in root.iter() if element.tag.endswith("polyline")]
    assert len(lines) == len(session.sheet.parties)
    assert all(
        0 <= text.x <= ACROSS and 0 <= text.y <= picture.height
        for text in picture.texts
    )
    assert all(0 <= y <= picture.height for y in (*picture.rules, picture.top))


def test_names_are_only_words_in_it() -> None:
    session = sheets.hostile()
    svg = svg_of(picture_of(session, told(session), ENGLISH), ENGLISH)
    assert "<script" not in svg and "<img" not in svg and "\u202e" not in svg
    assert "&lt;script&gt;" in svg


def test_nothing_is_told_before_anything_was_scored() -> None:
    assert story_of(sheets.Table(GAMES["bridge"]).session, ENGLISH) is None


def test_the_report_begins_with_it() -> None:
    cover = page_of(sheets.rubber(), ENGLISH, Paper.A4, Document.REPORT).split(
        'class="section"'
    )[0]
    assert "Biggest swing" in cover and "Ingrid and Priya, 1,576" in cover
    assert (
        "<h1" in cover and 'class="won">Ingrid and Priya win the rubber by 700' in cover
    )
