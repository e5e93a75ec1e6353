"""Portable Bridge Notation: the deals of a session for other bridge programs.

Law: PBN 2.1, export format, https://www.tistis.nl/pbn/pbn_v21.txt. Only games of the standard
pack can be said in it. An auction is written where it was entered call by call, the play where
it was recorded card by card, and a hand where all of it was played; another is "-", and what else
is unknown "?". Entries that are no deals, such as a
score carried in, have no place in the format and are left out.
"""

import unicodedata
from collections.abc import Iterator

from scorekeeper.core.cards import STANDARD_PACK, Card
from scorekeeper.core.messages import message
from scorekeeper.core.seats import COMPASS, SIDES, Seat, left_of
from scorekeeper.core.sheet import sum_points
from scorekeeper.games.bridge.events import PASS, Call
from scorekeeper.games.bridge.play import pack_of
from scorekeeper.games.bridge.scoring import ROUNDS, ScoredDeal, number_in, vulnerable_in
from scorekeeper.games.bridge.settings import Scoring, Settings
from scorekeeper.games.bridge.state import Deal
from scorekeeper.games.bridge.tariffs import form_of
from scorekeeper.tables.session import Session
from scorekeeper.words import Words

ENCODING = "iso-8859-1"
"""The one character set of the format."""
MEDIA_TYPE = f"application/x-pbn; charset={ENCODING}"

_NAMED = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
_UNKNOWN = "?"
_SUITS = "SHDC"
_RANKS = "AKQJT98765432"
_SCORING = {
    Scoring.RUBBER: "Rubber",
    Scoring.CHICAGO: "Chicago",
    Scoring.DUPLICATE: _UNKNOWN,  # how boards are compared is not known at one table
}
_VULNERABLE = {0: "None", 2: "All"}

Tag = tuple[str, str]


def can_say(session: Session) -> bool:
    """Whether this session's game can be said in PBN: it is bridge with the 52 cards."""
    settings = session.settings
    return isinstance(settings, Settings) and pack_of(settings).cards == STANDARD_PACK


def pbn_of(session: Session, words: Words) -> bytes:
    """The session's deals that have a result, in the order of play, as a PBN file.

    Raises ValueError where `can_say` is False.
    """
    if not can_say(session):
        raise ValueError(f"{session.header.game} can't be said in PBN")
    lines = ["% PBN 2.1", "% EXPORT"]
    game = words.text(message(f"game.{session.header.game}"))
    for number, part in enumerate(ROUNDS.sections(session.folded.state), start=1):
        section = message(f"bridge.section.{session.settings.scoring.value}", number=number)
        event = f"{game}, {words.text(section)}"
        for one in part.scored:
            if isinstance(one.item, Deal) and one.item.is_over:
                tags = _tags(one, one.item, session)
                lines += _game(((("Event", event)), *tags), one.item)
    return "".join(f"{line}\r\n" for line in lines).encode(ENCODING)


def _game(tags: tuple[Tag, ...], deal: Deal) -> list[str]:
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in tags]
    return [*lines, *_auction(deal), *_play(deal), ""]


# ---- tags ----


def _tags(one: ScoredDeal, deal: Deal, session: Session) -> Iterator[Tag]:
    """The tags after Event: the mandatory ones in their order, then the score."""
    seated = dict(deal.people)
    yield "Site", _UNKNOWN
    yield "Date", session.header.at[:10].replace("-", ".")
    yield "Board", str(number_in(one, session.settings))
    yield from ((seat.name.title(), seated.get(seat, _UNKNOWN)) for seat in _NAMED)
    yield "Dealer", deal.dealer.value
    yield "Vulnerable", _vulnerable(one, session.settings)
    yield "Deal", f"{deal.dealer.value}:{' '.join(_hands(deal))}"
    yield "Scoring", _SCORING[session.settings.scoring]
    yield "Declarer", deal.declarer.value if deal.declarer else ""
    yield "Contract", str(deal.contract or "Pass")
    yield "Result", "" if deal.tricks is None else str(deal.tricks)
    yield _score(one, session.settings)


def _vulnerable(one: ScoredDeal, settings: Settings) -> str:
    sides = vulnerable_in(one, settings)
    return _VULNERABLE.get(len(sides)) or next(iter(sides))


def _score(one: ScoredDeal, settings: Settings) -> Tag:
    """What the deal scored: North-South's plus or minus, or each side's above/below the line."""
    form = form_of(settings)
    if form.below == form.above:
        ours, theirs = (sum_points(one.lines, side.id) for side in SIDES)
        return "Score", f"NS {ours - theirs}"
    columns = (
        f"{side.id} {sum_points(one.lines, side.id, form.above)}"
        f"/{sum_points(one.lines, side.id, form.below)}"
        for side in SIDES
    )
    return "ScoreRubber", " ".join(columns)


def _quoted(text: str) -> str:
    """The text inside quotation marks: Latin letters, no control characters."""
    plain = "".join(_latin(letter) for letter in unicodedata.normalize("NFC", text))
    return plain.replace("\\", "\\\\").replace('"', '\\"')


def _latin(letter: str) -> str:
    """The letter in the format's character set: without its accent, or a question mark."""
    if unicodedata.category(letter).startswith(("C", "Z")):
        return " "
    for form in (letter, unicodedata.normalize("NFKD", letter)[0]):
        try:
            form.encode(ENCODING)
        except UnicodeEncodeError:
            continue
        return form
    return _UNKNOWN


# ---- the auction ----


def _auction(deal: Deal) -> list[str]:
    if not deal.calls:
        return []
    rows = [deal.calls[n : n + 4] for n in range(0, len(deal.calls), 4)]
    return [
        f'[Auction "{deal.auction.first.value}"]',
        *(" ".join(_call(call) for call in row) for row in rows),
    ]


def _call(call: Call) -> str:
    return "Pass" if call == PASS else str(call)


# ---- the play ----


def _hands(deal: Deal) -> Iterator[str]:
    """The four hands from the dealer on, suit by suit, as far as they were played whole."""
    played: dict[Seat, list[str]] = {seat: [] for seat in COMPASS}
    for play in deal.watched.plays:
        played[play.seat].append(_card(play.card))
    for n in range(len(COMPASS)):
        hand = sorted(
            played[left_of(deal.dealer, COMPASS, n)], key=lambda one: _RANKS.index(one[1])
        )
        suits = ("".join(card[1] for card in hand if card[0] == suit) for suit in _SUITS)
        yield ".".join(suits) if len(hand) == len(_RANKS) else "-"


def _play(deal: Deal) -> list[str]:
    """The tricks, each from the opening leader's seat on; "*" where the rest was not recorded."""
    plays = deal.watched.plays
    if not plays:
        return []
    leader, lines = plays[0].seat, list[str]()
    for trick in filter(None, (*deal.watched.tricks, deal.watched.trick)):
        cards = {play.seat: _card(play.card) for play in trick}
        order = (left_of(leader, COMPASS, n) for n in range(len(COMPASS)))
        lines.append(" ".join(cards.get(seat, "-") for seat in order))
    ends = ["*"] if len(plays) < len(STANDARD_PACK) else []
    return [f'[Play "{leader.value}"]', *lines, *ends]


def _card(card: Card) -> str:
    """The suit and the rank, a letter each."""
    return str(card).replace("10", "T")
