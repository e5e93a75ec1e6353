"""The deals of a sheet in Portable Bridge Notation.

Law: PBN 2.1, export format, https://www.tistis.nl/pbn/pbn_v21.txt. Only games of the
standard pack can be said in it. An auction is written where it was entered call by
call, the play where it was recorded card by card, and a hand where all of it was
played; another is "-" (3.4.11). Where no hand is known the tag is an empty string, as
3.4 has it for what does not apply, because some programs can't read four hands that are
all "-". What else is unknown is "?". Entries that are no deals, such as a score carried
in, have no place in the format.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator

from scorekeeper.core.cards import STANDARD_PACK, Card
from scorekeeper.core.messages import message
from scorekeeper.core.seats import COMPASS, SIDES, Seat, left_of
from scorekeeper.core.sheet import sum_points
from scorekeeper.games.bridge import contract, play, rounds, rules, tariffs
from scorekeeper.games.bridge.state import BOARDS, Deal
from scorekeeper.tables.names import visible
from scorekeeper.tables.session import Session
from scorekeeper.words import Words

ENCODING = "iso-8859-1"  # The one character set of the format
PBN_TYPE = f"application/x-pbn; charset={ENCODING}"

_NAMED = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
_UNKNOWN = "?"
_NOT_GIVEN = "-"
_RANKS = "AKQJT98765432"
_SCORING = {rules.Scoring.RUBBER: "Rubber", rules.Scoring.CHICAGO: "Chicago"}
"""How boards are compared is not known at one table."""


def can_say(session: Session) -> bool:
    """Whether this session's game can be said in PBN: it is bridge with
    the 52 cards."""
    settings = session.settings
    return (
        isinstance(settings, rules.Settings)
        and play.pack_of(settings).cards == STANDARD_PACK
    )


def pbn_of(session: Session, words: Words) -> bytes:
    """The session's deals that have a result, in the order of play, as a PBN file.
    Raises ValueError where `can_say` is False."""
    if not can_say(session):
        raise ValueError(f"{session.header.game} can't be said in PBN")
    lines = list[str]()
    game = words.text(message(f"game.{session.header.game}"))
    scoring = session.settings.scoring.value
    for number, scored, deal in _deals(session):
        name = words.text(message(f"bridge.section.{scoring}", number=number))
        tags = (("Event", f"{game}, {name}"), *_tags(scored, deal, session))
        lines += _game(tags, deal)
    return pbn_file(lines)


def fact_of_board(number: int, settings: object) -> dict[str, object]:
    """The dealer of a board and who is vulnerable, by the codes of their headings;
    nothing in a game whose boards don't say so by their number."""
    if not isinstance(settings, rules.Settings):
        return {}
    sides = BOARDS[(number - 1) % len(BOARDS)]
    return {
        "dealer": COMPASS[(number - 1) % len(COMPASS)],
        "vulnerable": contract.said_vulnerable(sides),
    }


def deal_of_row(session: Session, row: int) -> tuple[rounds.ScoredDeal, Deal] | None:
    """The finished deal of a row of the sheet, by its id; None where it is no deal."""
    for _, scored, deal in _deals(session):
        if deal.id == row:
            return scored, deal
    return None


def deal_in_pbn(
    session: Session, row: int, event: str, more: Iterable[tuple[str, str]]
) -> list[str]:
    """The lines of the deal of this row, for a file of several tables: `event` is where
    it was played, `more` are further tags, which replace those of the same name.
    Nothing where the row is no deal."""
    found = deal_of_row(session, row)
    if found is None:
        return []
    scored, deal = found
    tags = {"Event": event, **dict(_tags(scored, deal, session)), **dict(more)}
    return _game(tags.items(), deal)


def pbn_file(lines: Iterable[str]) -> bytes:
    whole = ("% PBN 2.1", "% EXPORT", *lines)
    return "".join(f"{line}\r\n" for line in whole).encode(ENCODING)


# The finished deals of a session with the number of their section.
def _deals(session: Session) -> Iterator[tuple[int, rounds.ScoredDeal, Deal]]:
    sections = rounds.ROUNDS.sections(session.folded.state)
    for number, section in enumerate(sections, start=1):
        for scored in section.scored:
            deal = scored.item
            if isinstance(deal, Deal) and deal.is_over:
                yield number, scored, deal


def _game(tags: Iterable[tuple[str, str]], deal: Deal) -> list[str]:
    lines = [f'[{tag} "{_quoted(value)}"]' for tag, value in tags]
    return [*lines, *_auction_and_play(deal), ""]


# The tags after Event: the mandatory ones in their order, then the score.
def _tags(
    scored: rounds.ScoredDeal, deal: Deal, session: Session
) -> Iterator[tuple[str, str]]:
    seated = dict(deal.people)
    settings = session.settings
    yield "Site", _UNKNOWN
    yield "Date", session.header.at[:10].replace("-", ".")
    yield "Board", str(rounds.number_in(scored, settings))
    for seat in _NAMED:
        yield seat.name.title(), seated.get(seat, _UNKNOWN)
    yield "Dealer", deal.dealer.value
    yield "Vulnerable", _vulnerable(rounds.vulnerable_in(scored, settings))
    yield "Deal", _dealt(deal)
    yield "Scoring", _SCORING.get(settings.scoring, _UNKNOWN)
    declarer = deal.declarer.value if deal.declarer else ""
    yield "Declarer", f"^{declarer}" if declarer and deal.is_spread else declarer
    yield "Contract", str(deal.contract or "Pass")
    yield "Result", "" if deal.tricks is None else str(deal.tricks)
    yield _score(scored, tariffs.form_of(settings))


def _vulnerable(sides: Collection[str]) -> str:
    if len(sides) == 1:
        return next(iter(sides))
    return "All" if sides else "None"


def _dealt(deal: Deal) -> str:
    hands = [*_hands(deal)]
    if set(hands) == {_NOT_GIVEN}:
        return ""
    return f"{deal.dealer.value}:{' '.join(hands)}"


# North-South's plus or minus, else each side's above/below the line.
def _score(scored: rounds.ScoredDeal, form: tariffs.Form) -> tuple[str, str]:
    if form.below == form.above:
        ours, theirs = (sum_points(scored.lines, side.id) for side in SIDES)
        return "Score", f"NS {ours - theirs}"
    each = []
    for side in SIDES:
        above = sum_points(scored.lines, side.id, form.above)
        below = sum_points(scored.lines, side.id, form.below)
        each.append(f"{side.id} {above}/{below}")
    return "ScoreRubber", " ".join(each)


# fmt: off
_SPELT = {
    "Ł": "L", "ł": "l", "Đ": "D", "đ": "d", "Ħ": "H", "ħ": "h", "Ŧ": "T", "ŧ": "t",
    "ı": "i", "Œ": "OE", "œ": "oe", "Ŋ": "NG", "ŋ": "ng", "ĸ": "k", "ẞ": "SS",
    "Ɖ": "D", "Ə": "E", "ə": "e", "Ɛ": "E", "ɛ": "e", "Ɔ": "O", "ɔ": "o", "Ɓ": "B",
    "ɓ": "b", "Ɗ": "D", "ɗ": "d", "Ƙ": "K", "ƙ": "k", "Ƴ": "Y", "ƴ": "y", "Ʒ": "Z",
    "ʒ": "z", "ʻ": "'", "ʼ": "'", "‘": "'", "’": "'", "ʾ": "'", "ʿ": "'", "ʹ": "'",
    "‚": ",", "“": '"', "”": '"', "„": '"', "ʺ": '"', "‹": "<", "›": ">", "‐": "-",
    "‑": "-", "–": "-", "—": "-", "−": "-", "•": "*", "€": "EUR",
}
# fmt: on
"""Letters and signs of Europe and Africa that are no letter with an
accent, in others."""


# The text inside quotation marks, in the format's character set: control characters as
# spaces, a letter it lacks without its accent or as others spell it, one question mark
# for letters that have no such spelling.
def _quoted(text: str) -> str:
    whole = unicodedata.normalize("NFC", visible(text))
    latin = re.sub(f"{_UNSAYABLE}+", _UNKNOWN, "".join(map(_latin, whole)))
    return latin.replace("\\", "\\\\").replace('"', '\\"')


_UNSAYABLE = "\ufffd"


def _latin(letter: str) -> str:
    if unicodedata.category(letter).startswith(("C", "Z")):
        return " "
    # an accent that no letter of the format is written with
    if unicodedata.combining(letter):
        return ""
    if ord(letter) < 256:
        return letter
    parts = unicodedata.normalize("NFKD", _SPELT.get(letter, letter))
    spelt = "".join(
        _SPELT.get(part, part) for part in parts if not unicodedata.combining(part)
    )
    is_latin = spelt and all(ord(sign) < 256 for sign in spelt)
    return spelt if is_latin else _UNSAYABLE


# The four hands from the dealer on, suit by suit, as far as they were played whole.
def _hands(deal: Deal) -> Iterator[str]:
    plays = [(_card(play.card), play.seat) for play in deal.watched.plays]
    plays.sort(key=lambda play: _RANKS.index(play[0][1]))
    for seat in _around(deal.dealer):
        hand = [card for card, whose in plays if whose is seat]
        suits = (
            "".join(card[1] for card in hand if card[0] == suit) for suit in "SHDC"
        )
        yield ".".join(suits) if len(hand) == len(_RANKS) else _NOT_GIVEN


def _around(first: Seat) -> list[Seat]:
    return [left_of(first, COMPASS, n) for n in range(len(COMPASS))]


# The calls, four in a line; the tricks, each from the opening leader's seat on, and "*"
# where the rest was not recorded.
def _auction_and_play(deal: Deal) -> Iterator[str]:
    if deal.calls:
        yield f'[Auction "{deal.auction.first.value}"]'
        last = len(deal.calls) - 1
        for row in deal.auction.rows(len(deal.calls)):
            told = row[: row.index(last) + 1] if last in row else row
            yield " ".join(_call(deal.auction, place) for place in told)
    plays = deal.watched.plays
    if not plays:
        return
    yield f'[Play "{plays[0].seat.value}"]'
    for trick in (*deal.watched.tricks, deal.watched.trick):
        cards = {play.seat: _card(play.card) for play in trick}
        if cards:
            yield " ".join(cards.get(seat, "-") for seat in _around(plays[0].seat))
    if len(plays) < len(STANDARD_PACK):
        yield "*"


# A call as the format has it, a bid that is too low with its mark; "^S" of a player who
# was passed over.
def _call(auction: contract.Auction, place: int | None) -> str:
    if place is None:
        return "^S"
    call = auction.calls[place]
    if call == contract.PASS:
        return "Pass"
    bids = [bid for bid in auction.calls[:place] if bid.denomination]
    order = contract.bids(tariffs.PLAIN)
    is_low = call.denomination and bids and order.index(call) <= order.index(bids[-1])
    return f"^I {call}" if is_low else str(call)


def _card(card: Card) -> str:
    return str(card).replace("10", "T")
