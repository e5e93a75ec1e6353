"""The sheet in files for other programs: its lines as CSV, the whole of it as JSON
(described in docs/session-file.md), its deals in Portable Bridge Notation, its games as
links to BG Stats.

Law: PBN 2.1, export format, https://www.tistis.nl/pbn/pbn_v21.txt. Only games of the
standard pack can be said in it. An auction is written where it was entered call by
call, the play where it was recorded card by card, and a hand where all of it was
played; another is "-" (3.4.11). Where no hand is known the tag is an empty string, as
3.4 has it for what does not apply, because some programs can't read four hands that are
all "-". What else is unknown is "?". Entries that are no deals, such as a score carried
in, have no place in the format. A link to BG Stats is a plain address that its app
takes over on the phone: no account and no request of ours. `winner` and `startPlayer`
must be there for every player, because its Android app refuses a play without.
"""

import csv
import io
import json
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from enum import Enum
from fractions import Fraction
from typing import Any
from urllib.parse import quote

from babel import Locale

from scorekeeper.core.cards import STANDARD_PACK, Card, Suit
from scorekeeper.core.citations import Cite
from scorekeeper.core.codec import encode, fingerprint
from scorekeeper.core.history import History, history
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import COMPASS, SIDES, Party, Seat, left_of, party_of
from scorekeeper.core.session import header_fields
from scorekeeper.core.settings import TABLE
from scorekeeper.core.sheet import Points, sum_points
from scorekeeper.games.bridge import contract, play, rounds, rules, tariffs
from scorekeeper.games.bridge.state import BOARDS, Deal
from scorekeeper.tables.names import visible
from scorekeeper.tables.session import Session, column
from scorekeeper.tables.sheet import Cell, ShownLine, ShownRow, ShownSection, sheet_of
from scorekeeper.words import Words

# fmt: off
COLUMNS = (
    "section", "row", "label", "party_id", "party", "people", "part", "points", "what",
    "rule", "standing",
)
# fmt: on
_FORMULA = re.compile(r"[\t\r\n]|\s*[=+\-@＝＋－＠]")
_FORMULA_INSIDE = re.compile(r"([,;])(?=\s*[=+\-@＝＋－＠])")
"""A formula after what begins another cell where the other mark parts cells."""


def points_of(points: Points) -> int | str:
    """The points as a JSON number, or as a text such as "-3/2" where they
    are not whole."""
    return int(points) if points == int(points) else str(points)


def number_of(points: Points, digits: int = 6) -> int | float:
    return int(points) if points == int(points) else round(float(points), digits)


def text_of(value: object, words: Words) -> str:
    """The value in plain text for a file that programs read: without the invisible
    characters that keep words together on a page."""
    return visible(words.text(value))


def rule_of(cite: Cite, session: Session, words: Words) -> str:
    """Where a rule stands; a choice of the table's by the name of the setting."""
    name = cite.anchor.removeprefix("setting-")
    if cite.source == TABLE and name != cite.anchor:
        label = text_of(message(f"{session.game.family}.setting.{name}"), words)
        return f"{cite.source.title}: {label}"
    return f"{cite.source.title} {cite.section}".strip()


def plain(value: Any) -> Any:
    """A value of the sheet as JSON has it, in no language: seats and parties by their
    ids, cards and contracts as files write them, a sentence by its code and what it is
    filled with."""
    if isinstance(value, Message):
        return {"code": value.code, **_filled(value)} if value.params else value.code
    if isinstance(value, tuple):
        return [plain(part) for part in value if not _is_between(part)]
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int | Fraction):
        return points_of(value)
    if isinstance(value, Enum):
        return value.slug if isinstance(value, Suit) else value.value
    name = "id" if isinstance(value, Party) else "code"
    return getattr(value, name, None) or str(value)


# Whether this is only what parts two things that are said.
def _is_between(part: object) -> bool:
    return isinstance(part, str) and not any(map(str.isalnum, part))


# ---- CSV ----

CSV_ENCODING = "utf-8-sig"
"""UTF-8 after a byte order mark, without which Excel takes it for the letters
of old Windows."""


def csv_of(session: Session, words: Words) -> str:
    """Every line of the session's sheet, in the order of play, in the reader's words.
    Cells of text that a spreadsheet would take for a formula begin with an apostrophe;
    points are plain numbers, parts of a point as decimals.

    A spreadsheet opens the file by the habits of its country: where parts of a number
    stand after a comma, semicolons are between the cells.
    """
    decimal = Locale.parse(words.language).number_symbols["latn"]["decimal"]
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";" if decimal == "," else ",")
    writer.writerow(COLUMNS)
    for section in sheet_of(session, plain=History()).sections:
        label = defused(f"{section.at + 1} {text_of(section.label, words)}")
        for row in section.rows:
            what = (label, row.id, defused(text_of(row.label, words)))
            for line in row.lines:
                points = str(number_of(line.points)).replace(".", decimal)
                whose = _whose(session, row, line, words)
                why = _why(session, line, words)
                writer.writerow((*what, *whose, line.part, points, *why))
    return out.getvalue()


def _whose(
    session: Session, row: ShownRow, line: ShownLine, words: Words
) -> tuple[str, str, str]:
    party = {party.id: party for party in session.sheet.parties}[line.party]
    persons = " & ".join(column(party, row.seated).persons)
    return line.party, defused(text_of(party, words)), defused(visible(persons))


def _why(session: Session, line: ShownLine, words: Words) -> tuple[str, str, str]:
    return (
        defused(text_of(line.what, words)),
        defused(rule_of(line.cite, session, words)),
        line.cite.standing.value,
    )


def defused(text: str) -> str:
    """The text as a spreadsheet shows it and does not calculate it, whichever of the
    two marks it takes to part cells."""
    inert = _FORMULA_INSIDE.sub(r"\1'", text)
    return f"'{inert}" if _FORMULA.match(inert) else inert


# ---- JSON ----


# Long: a value for each thing that the file says of a sheet.
def json_of(session: Session, words: Words, is_chained: bool = True) -> dict[str, Any]:
    """The session's sheet, its corrections and misfits. Whole points are numbers,
    others texts such as "1/2"; sentences are in the language of `words`, beside codes
    that are in none."""
    past = history(session.log, session.sheet_then)
    sheet = sheet_of(session, plain=past)
    return {
        **header_fields(session.header),
        "in_force": encode(session.settings),
        "chained": is_chained,
        "entries": session.last,
        "head": session.head,
        "seal": fingerprint(session.head),
        "parties": [
            {"id": party.id, "name": text_of(party, words), "seats": plain(party.seats)}
            for party in session.sheet.parties
        ],
        "now": _now(session, words),
        "sections": [
            {
                "label": text_of(section.label, words),
                "headline": text_of(section.headline, words),
                "over": section.is_over,
                "winners": list(section.winners),
                "rows": [
                    _row(row, session, words) for row in section.rows if not row.gone
                ],
                "totals": _totals(section.totals),
            }
            for section in sheet.sections
        ],
        "totals": _totals(sheet.totals),
        "misfits": [
            {
                "entry": misfit.entry.seq,
                "kind": misfit.entry.event.KIND,
                **said(misfit.why.why, words),
            }
            for misfit in session.folded.misfits
        ],
        "corrections": [
            {
                "at": correction.at,
                "by": correction.by,
                "reason": correction.reason,
                "voided": [entry.seq for entry in correction.voided],
                "instead": [entry.seq for entry in correction.instead],
                "rows": list(correction.rows),
                "rescored": list(correction.rescored),
            }
            for correction in past.corrections
        ],
    }


# What is in view at the table: whose turn it is, and how each party stands.
def _now(session: Session, words: Words) -> dict[str, Any]:
    glance = session.glance
    awaited = [
        value.value for value in glance.turn.values.values() if isinstance(value, Seat)
    ]
    return {
        "deal": plain(glance.deal),
        "over": glance.is_over,
        "turn": text_of(glance.turn, words),
        "awaited": plain(glance.turn),
        "seat": awaited[0] if awaited else None,
        "where": plain(glance.where),
        "standings": [
            {
                name: plain(getattr(standing, name))
                for name in ("party", "total", "below", "mark")
            }
            for standing in glance.standings
        ],
    }


def _row(row: ShownRow, session: Session, words: Words) -> dict[str, Any]:
    calls = _calls(row, session)
    return {
        "id": row.id,
        "label": text_of(row.label, words),
        "entries": list(row.entries),
        "facts": {head: text_of(value, words) for head, value in row.fact.items()},
        "values": {head: plain(value) for head, value in row.fact.items()},
        "people": {seat.value: person for seat, person in row.seated},
        "marks": [*row.marks, *(["rescored"] if row.rescored else [])],
        "notes": [text_of(note, words) for note in row.notes],
        "lines": [_line(line, session, words) for line in row.lines if not line.struck],
        "struck": [_line(line, session, words) for line in row.lines if line.struck],
        "totals": _totals(row.cells),
        **({"calls": calls} if calls else {}),
    }


# Each caller, and the call as files write it; at Berzerka the contract and the overbid.
def _calls(row: ShownRow, session: Session) -> list[list[str]]:
    calls = []
    for seq in row.entries:
        event = session.entry(seq).event
        call = encode(event) if isinstance(event, session.game.calls) else {}
        if "seat" in call:
            said = call.get("call") or call.get("contract") or "pass"
            if call.get("overbid"):
                said = f"{said} -{call['overbid']}"
            calls.append([call["seat"], said])
    return calls


def _line(line: ShownLine, session: Session, words: Words) -> dict[str, Any]:
    return {
        "party": line.party,
        "part": line.part,
        "points": points_of(line.points),
        "what": text_of(line.what, words),
        "code": line.what.code,
        "values": _filled(line.what),
        "rule": rule_of(line.cite, session, words),
        "standing": line.cite.standing.value,
    }


def _totals(cells: Iterable[Cell]) -> dict[str, dict[str, int | str]]:
    totals = {}
    for cell in cells:
        parts = {part: points_of(points) for part, points in cell.parts.items()}
        totals[cell.party] = parts | {"total": points_of(cell.total)}
    return totals


def said(why: Message, words: Words) -> dict[str, Any]:
    """Why something was refused: in words, by its code, and what that
    is filled with."""
    return {"why": text_of(why, words), "code": why.code, "values": _filled(why)}


def _filled(what: Message) -> dict[str, Any]:
    return {name: plain(value) for name, value in what.params}


# ---- PBN ----


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
    """These lines as a file in the export format."""
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


# ---- BG Stats ----


ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
MOST = 20  # How many sections are offered, the last ones


def play_links(session: Session, words: Words) -> tuple[tuple[Message, str], ...]:
    """A link for each of the last finished sections in which anybody was seated: what
    it is called, and its address."""
    finished = [
        section
        for section in sheet_of(session, plain=History()).sections
        if section.is_over and any(row.seated for row in section.rows)
    ]
    return tuple(
        (section.label, _address(session, section, words))
        for section in finished[-MOST:]
    )


def _address(session: Session, section: ShownSection, words: Words) -> str:
    slug = session.header.game
    last = max(seq for row in section.rows for seq in row.entries)
    play = {
        "sourceName": "Scorekeeper",
        "sourcePlayId": f"{session.id}-{section.at + 1}",
        # When the section's last entry was made, in UTC, as the app reads it.
        "playDate": session.entry(last).at[:19].replace("T", " "),
        "game": {
            "name": words.text(session.game.name_of(session.settings)),
            "sourceGameId": slug,
            "highestWins": not session.sheet.fewest_wins,
            "noPoints": False,
        },
        "players": _players(session, section),
    }
    written = json.dumps(play, ensure_ascii=False, separators=(",", ":"))
    return ADDRESS + quote(written, safe="")


def _players(session: Session, section: ShownSection) -> list[dict[str, Any]]:
    totals = {cell.party: cell.total for cell in section.totals}
    better = 1 if session.sheet.fewest_wins else -1

    # Those who won stand first, whatever the points.
    def standing(party: str) -> tuple[bool, Points]:
        return party not in section.winners, better * totals[party]

    seated = [
        (party_of(seat, session.parties).id, person) for seat, person in section.seated
    ]
    return [
        {
            "name": person,
            "sourcePlayerId": person,
            "score": number_of(totals[party], 2),
            "rank": 1 + sum(standing(other) < standing(party) for other, _ in seated),
            "winner": party in section.winners,
            "startPlayer": False,
        }
        for party, person in seated
    ]
