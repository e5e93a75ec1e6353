"""PBN files: read back by another program, and their spelling."""

import re
import unicodedata
from dataclasses import replace
from random import Random

import pytest
from endplay.parsers import pbn as other
from endplay.types import Bid, Board, Player, Vul

from scorekeeper.core.cards import Card, Play
from scorekeeper.core.evening import Adjusted, DealerIs, Ended
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.exports.pbn import ENCODING, can_say, pbn_of
from scorekeeper.games import GAMES
from scorekeeper.games.bridge import BRIDGE, DEUCES_WILD, FIVE_CROWNS, JOKER_BRIDGE
from scorekeeper.games.bridge.contract import Call, Contract, Denomination
from scorekeeper.games.bridge.events import (
    CallMade,
    ContractStated,
    HandSpread,
    PassedOut,
    TricksTaken,
)
from scorekeeper.games.bridge.play import card_play
from scorekeeper.games.bridge.rules import Chicago, Scoring, Settings
from scorekeeper.words import words_in
from tests.games.bridge.at_table import called
from tests.games.bridge.playing import dealt
from tests.games.bridge.table import Table

MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer"),
    *("Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
)
AUCTION = ("1D", "1S", "3H", "4S", "4NT", "X", "Pass", "Pass", "5C", "X", "5H", "X")


def text_of(table: Table) -> str:
    return pbn_of(table.session, words_in("en")).decode(ENCODING)


def boards_of(table: Table) -> list[Board]:
    return list(other.loads(text_of(table).replace("\r\n", "\n")))


def games_of(table: Table) -> list[list[str]]:
    """The lines of each game in the file, the two directives left out."""
    lines = "\n".join(text_of(table).split("\r\n")[2:])
    return [block.split("\n") for block in lines.strip().split("\n\n")]


def play(table: Table, contract: str, declarer: Seat, tricks: int) -> Table:
    return table.enter(
        ContractStated(Contract.parse(contract), declarer), TricksTaken(tricks)
    )


@pytest.fixture
def rubber() -> Table:
    """A game, a doubled set, a pass-out, a whole auction, and a deal in progress."""
    table = Table(BRIDGE).seat("Zoë", 'Ann "Ace"', "Łukasz", "王")
    play(table, "4S", Seat.SOUTH, 11)
    play(table, "3NTX", Seat.WEST, 6)
    table.enter(PassedOut())
    for call in (*AUCTION, "Pass", "Pass", "Pass"):
        table.enter(CallMade(Call.parse(call)))
    table.enter(TricksTaken(9))
    return table.enter(ContractStated(Contract.parse("1C"), Seat.NORTH))


def test_another_program_reads_contract_declarer_and_result(rubber: Table) -> None:
    found = [str(board.contract) for board in boards_of(rubber)]
    assert found == ["4♠S+1", "3NTWx-3", "Pass", "5♥Ex-2"]


def test_another_program_reads_dealer_vulnerability_and_number(rubber: Table) -> None:
    found = [(board.board_num, board.dealer, board.vul) for board in boards_of(rubber)]
    assert found == [
        (1, Player.north, Vul.none),
        (2, Player.east, Vul.ns),
        (3, Player.south, Vul.ns),
        (4, Player.west, Vul.ns),
    ]


def test_another_program_reads_the_auction(rubber: Table) -> None:
    first, *_, last = boards_of(rubber)
    assert first.auction == []
    assert last.auction == [Bid(call) for call in (*AUCTION, "Pass", "Pass", "Pass")]


def test_the_auction_begins_with_who_called_first_whoever_dealt() -> None:
    table = Table(BRIDGE).seat("Zoë", 'Ann "Ace"', "Łukasz", "王")
    table.enter(DealerIs(Seat.EAST), *called("S", "1H Pass Pass Pass"), TricksTaken(7))
    lines = games_of(table)[0]
    assert (
        '[Dealer "E"]' in lines
        and '[Auction "S"]' in lines
        and '[Declarer "S"]' in lines
    )


def test_dummy_who_plays_the_deal_is_marked_as_the_declarer_of_no_auction() -> None:
    """PBN 2.1, the tag Declarer: "^" before a declarer whom the auction does not give.
    Law 54A."""
    auction = called("S", "1H Pass Pass Pass")
    table = (
        Table(BRIDGE)
        .seat("Ann", "Ben", "Cem", "Dov")
        .enter(DealerIs(Seat.SOUTH), *auction)
    )
    assert (
        '[Declarer "^N"]'
        in games_of(table.enter(HandSpread(Seat.NORTH), TricksTaken(7)))[0]
    )


def test_the_mandatory_tags_stand_in_their_order_in_every_game(rubber: Table) -> None:
    games = games_of(rubber)
    assert len(games) == 4
    for lines in games:
        names = re.findall(r"^\[(\w+) ", "\n".join(lines), re.M)
        assert tuple(names[:15]) == MANDATORY
        assert names[15:] in (["ScoreRubber"], ["ScoreRubber", "Auction"])


def test_the_file_is_spelt_as_the_format_wants(rubber: Table) -> None:
    text = text_of(rubber)
    assert text.startswith("% PBN 2.1\r\n% EXPORT\r\n[Event ")
    assert text.endswith("\r\n\r\n")
    assert "\t" not in text
    assert max(map(len, text.split("\r\n"))) <= 80
    for line in text.split("\r\n"):
        assert line == "" or line[0] in "%[" or re.fullmatch(r"(\S+ ){0,3}\S+", line), (
            line
        )


def test_names_are_written_in_its_letters_and_quoted(rubber: Table) -> None:
    first = games_of(rubber)[0]
    assert '[North "Zoë"]' in first
    assert '[East "Ann \\"Ace\\""]' in first
    assert '[South "Lukasz"]' in first
    assert '[West "?"]' in first


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Łukasz Żółć", "Lukasz Zólc"),
        ("Đorđe Ðóra", "Dorde Ðóra"),
        ("Søren Æbelø", "Søren Æbelø"),
        ("Œdipe ẞmith", "OEdipe SSmith"),
        ("Işık Ħal", "Isik Hal"),
        ("Ștefan Dvořák", "Stefan Dvorák"),
        ("O’Neil – “Ace”", 'O\'Neil - \\"Ace\\"'),
        ("x\u030cy", "xy"),
        ("ﬁ Ann\u2060a\u200b", "fi Anna"),
        ("王小明 Li", "? Li"),
        ("Ann 🂡", "Ann ?"),
    ],
)
def test_letters_that_the_format_lacks_are_written_as_others_spell_them(
    name: str, written: str
) -> None:
    table = Table(BRIDGE).seat(name, "b", "c", "d")
    play(table, "1NT", Seat.NORTH, 7)
    assert f'[North "{written}"]' in games_of(table)[0]


@pytest.mark.parametrize("block", [range(0xC0, 0x250), range(0x1E00, 0x1F00)])
def test_no_latin_letter_of_a_name_becomes_a_question_mark(block: range) -> None:
    """Of Europe's alphabets; the extensions for phonetics and for Africa's may stay
    unsaid."""
    spoken = "ŁłØøĐđÐðÞþÆæŒœßẞıİŊŋĦħŦŧƏəƁɓƊɗƘƙƳƴƆɔƐɛ"
    letters = [
        one
        for one in map(chr, block)
        if unicodedata.decomposition(one) or one in spoken
    ]
    for start in range(0, len(letters), 20):
        name = "".join(letters[start : start + 20])
        table = Table(BRIDGE).seat(name, "b", "c", "d")
        play(table, "1NT", Seat.NORTH, 7)
        (line,) = (one for one in games_of(table)[0] if one.startswith("[North"))
        assert "?" not in line, name


def test_where_no_hand_is_known_the_deal_is_an_empty_string(rubber: Table) -> None:
    for lines in games_of(rubber):
        assert '[Deal ""]' in lines
    assert len(boards_of(rubber)) == 4


def test_a_name_with_line_breaks_and_brackets_stays_in_its_tag() -> None:
    table = Table(BRIDGE).seat('a"]\n[Result "13', "b\\", "c\té", "d")
    play(table, "1NT", Seat.NORTH, 7)
    lines = games_of(table)[0]
    assert [line for line in lines if line.startswith("[Result")] == ['[Result "7"]']
    assert r'[North "a\"] [Result \"13"]' in lines
    assert r'[East "b\\"]' in lines
    assert '[South "c é"]' in lines


def test_a_rubber_writes_both_columns_above_and_below(rubber: Table) -> None:
    scores = [
        re.search(r'ScoreRubber "(.*)"', "\n".join(game)) for game in games_of(rubber)
    ]
    assert [found and found[1] for found in scores] == [
        "NS 30/120 EW 0/0",
        "NS 500/0 EW 0/0",
        "NS 0/0 EW 0/0",
        "NS 300/0 EW 0/0",
    ]


def test_boards_write_the_plus_or_minus_of_north_and_south() -> None:
    table = Table(BRIDGE, Settings(scoring=Scoring.DUPLICATE))
    play(table, "4S", Seat.SOUTH, 10)
    play(table, "3NT", Seat.EAST, 10)
    table.enter(PassedOut())
    assert [game[15] for game in games_of(table)] == [
        '[Score "NS 420"]',
        '[Score "NS -430"]',
        '[Score "NS 0"]',
    ]
    for game in games_of(table):
        assert '[Scoring "?"]' in game
        assert '[North "?"]' in game


@pytest.mark.parametrize("chicago", Chicago)
def test_chicago_says_that_it_is_one(chicago: Chicago) -> None:
    table = Table(BRIDGE, Settings(scoring=Scoring.CHICAGO, chicago=chicago))
    for dealer in COMPASS:
        play(table, "2H", dealer, 8)
    games = games_of(table)
    assert [board.vul for board in boards_of(table)] == [
        Vul.none,
        Vul.ew,
        Vul.ns,
        Vul.both,
    ]
    for game in games:
        assert '[Scoring "Chicago"]' in game
        assert game[0] == '[Event "Contract bridge, Chicago 1"]'


def test_entries_that_are_no_deals_are_left_out() -> None:
    table = Table(DEUCES_WILD).enter(Adjusted("NS", 50, "late"))
    play(table, "3NT", Seat.NORTH, 9)
    table.enter(Ended())
    play(table, "3NT", Seat.NORTH, 9)
    events = [game[0] for game in games_of(table)]
    assert events == [
        '[Event "Bridge with Deuces Wild, Rubber 1"]',
        '[Event "Bridge with Deuces Wild, Rubber 2"]',
    ]


def test_only_games_of_the_standard_pack_can_be_said() -> None:
    sayable = {slug for slug, game in GAMES.items() if can_say(Table(game).session)}
    assert sayable == {"bridge", "deuces-wild"}
    for game in (JOKER_BRIDGE, FIVE_CROWNS):
        with pytest.raises(ValueError, match=game.slug):
            pbn_of(Table(game).session, words_in("en"))


def test_a_table_without_deals_gives_a_file_without_games() -> None:
    assert text_of(Table(BRIDGE)) == "% PBN 2.1\r\n% EXPORT\r\n"


@pytest.mark.parametrize("scoring", Scoring)
def test_every_form_is_read_back(scoring: Scoring) -> None:
    settings = replace(BRIDGE.rule_sheet.defaults, scoring=scoring)
    table = Table(BRIDGE, settings).seat()
    for contract, tricks in (
        ("7NTXX", 13),
        ("1CXX", 0),
        ("6H", 12),
        ("2D", 7),
        ("5SX", 11),
    ):
        play(table, contract, Seat.EAST, tricks)
    found = [str(board.contract) for board in boards_of(table)]
    assert found == ["7NTExx=", "1♣Exx-7", "6♥E=", "2♦E-1", "5♠Ex="]


# ---- the play ----


def played_out(cards: int, seed: int = 3) -> tuple[Table, list[Play]]:
    """A deal at four spades by South of which so many cards were recorded."""
    table = Table(BRIDGE).enter(ContractStated(Contract.parse("4S"), Seat.SOUTH))
    deal = dealt(
        card_play(Settings(), Denomination.SPADES, Seat.SOUTH, None), Random(seed)
    )
    plays: list[Play] = []
    for _ in range(cards):
        plays.append(Random(seed + len(plays)).choice(deal.legal()))
        deal.play(plays[-1])
        table.enter(CardPlayed(plays[-1].card, seat=plays[-1].seat))
    return table.enter(
        TricksTaken(deal.watched.won_by((Seat.NORTH, Seat.SOUTH)))
    ), plays


def test_another_program_reads_the_play_and_the_hands() -> None:
    table, plays = played_out(52)
    (board,) = boards_of(table)
    assert [heard(card) for card in board.play] == [spelt(play.card) for play in plays]
    for seat in COMPASS:
        held = {spelt(play.card) for play in plays if play.seat is seat}
        assert {heard(card) for card in board.deal[Player.find(seat.value)]} == held
    (lines,) = games_of(table)
    assert lines[-14] == '[Play "W"]' and all(
        len(line.split()) == 4 for line in lines[-13:]
    )


@pytest.mark.parametrize("cards", [1, 6, 30])
def test_play_that_was_not_recorded_to_its_end_says_so(cards: int) -> None:
    table, plays = played_out(cards)
    (lines,) = games_of(table)
    at = lines.index('[Play "W"]')
    assert lines[-1] == "*" and len(lines) - at == 2 + -(-cards // 4)
    said = [word for line in lines[at + 1 : -1] for word in line.split() if word != "-"]
    assert sorted(said) == sorted(spelt(play.card) for play in plays)
    assert '[Deal ""]' in lines
    (board,) = boards_of(table)
    assert [heard(card) for card in board.play][: cards // 4 * 4] == [
        spelt(play.card) for play in plays[: cards // 4 * 4]
    ]


def spelt(card: Card) -> str:
    return str(card).replace("10", "T")


def heard(card: object) -> str:
    """A card of the other program, whose suit is a picture."""
    return str(card).translate(str.maketrans("♠♥♦♣", "SHDC"))
