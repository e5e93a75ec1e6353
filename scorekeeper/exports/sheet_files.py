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
from collections.abc import Iterable, Iterator
from enum import Enum
from fractions import Fraction
from functools import partial
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
from scorekeeper.games.bridge.state import Deal
from scorekeeper.tables.names import visible
from scorekeeper.tables.session import Session, column
from scorekeeper.tables.sheet import Cell, ShownLine, ShownRow, ShownSection, sheet_of
from scorekeeper.words import Words

COLUMNS = (
    *(
        "section",
        "row",
        "label",
        "party_id",
        "party",
        "people",
        "part",
        "points",
        "what",
        "rule",
    ),
    "standing",
)
_FORMULA = re.compile(r"[\t\r\n]|\s*[=+\-@＝＋－＠]")
_FORMULA_INSIDE = re.compile(r"([,;])(?=\s*[=+\-@＝＋－＠])")
"""A formula after what begins another cell where the other mark parts cells."""


def points_of(points: Points) -> int | str:
    """The points as a JSON number, or as a text such as "-3/2" where they are not
    whole."""
    return int(points) if points == int(points) else str(points)


def number_of(points: Points, digits: int = 6) -> int | float:
    """The points as a number, parts of a point as decimals with so many digits."""
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
    if isinstance(value, tuple):  # without what only parts two things that are said
        said = (
            one
            for one in value
            if not isinstance(one, str) or any(map(str.isalnum, one))
        )
        return [plain(one) for one in said]
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int | Fraction):
        return points_of(value)
    if isinstance(value, Enum):
        return value.slug if isinstance(value, Suit) else value.value
    return (
        value.id
        if isinstance(value, Party)
        else getattr(value, "code", None) or str(value)
    )


# ---- CSV ----

CSV_ENCODING = "utf-8-sig"
"""UTF-8 after a byte order mark, without which Excel takes it for the letters of old
Windows."""


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
    parties = {party.id: party for party in session.sheet.parties}
    for section in sheet_of(session, plain=History()).sections:
        label = defused(f"{section.at + 1} {text_of(section.label, words)}")
        for row in section.rows:
            for line in row.lines:
                persons = column(parties[line.party], row.seated).persons
                writer.writerow(
                    [
                        label,
                        row.id,
                        defused(text_of(row.label, words)),
                        line.party,
                        defused(text_of(parties[line.party], words)),
                        defused(visible(" & ".join(persons))),
                        line.part,
                        str(number_of(line.points)).replace(".", decimal),
                        defused(text_of(line.what, words)),
                        defused(rule_of(line.cite, session, words)),
                        line.cite.standing.value,
                    ]
                )
    return out.getvalue()


def defused(text: str) -> str:
    """The text as a spreadsheet shows it and does not calculate it, whichever of the
    two marks it takes to part cells."""
    inert = _FORMULA_INSIDE.sub(r"\1'", text)
    return f"'{inert}" if _FORMULA.match(inert) else inert


# ---- JSON ----


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
                **{
                    name: text_of(getattr(section, name), words)
                    for name in ("label", "headline")
                },
                **{"over": section.is_over, "winners": list(section.winners)},
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
                **{name: getattr(correction, name) for name in ("at", "by", "reason")},
                **{
                    name: [e.seq for e in getattr(correction, name)]
                    for name in ("voided", "instead")
                },
                **{
                    name: list(getattr(correction, name))
                    for name in ("rows", "rescored")
                },
            }
            for correction in past.corrections
        ],
    }


def _now(session: Session, words: Words) -> dict[str, Any]:
    """What is in view at the table: whose turn it is, and how each party stands."""
    glance = session.glance
    turn = glance.turn.values.values()
    return {
        "deal": plain(glance.deal),
        "over": glance.is_over,
        "turn": text_of(glance.turn, words),
        "awaited": plain(glance.turn),
        "seat": next((one.value for one in turn if isinstance(one, Seat)), None),
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
    made = (session.log[entry - 1].event for entry in row.entries)
    calls = (encode(event) for event in made if isinstance(event, session.game.calls))
    called = [_called(call) for call in calls if "seat" in call]
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
        **({"calls": called} if called else {}),
    }


def _called(call: dict[str, Any]) -> list[str]:
    """The caller, and the call as files write it; at Berzerka the contract and the
    overbid."""
    said = call.get("call") or call.get("contract") or "pass"
    return [call["seat"], f"{said} -{call['overbid']}" if call.get("overbid") else said]


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
    return {
        cell.party: {
            part: points_of(n)
            for part, n in (*cell.parts.items(), ("total", cell.total))
        }
        for cell in cells
    }


def said(why: Message, words: Words) -> dict[str, Any]:
    """Why something was refused: in words, by its code, and what that is filled
    with."""
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
    """Whether this session's game can be said in PBN: it is bridge with the 52
    cards."""
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
    lines = ["% PBN 2.1", "% EXPORT"]
    game = words.text(message(f"game.{session.header.game}"))
    for number, part in enumerate(
        rounds.ROUNDS.sections(session.folded.state), start=1
    ):
        section = message(
            f"bridge.section.{session.settings.scoring.value}", number=number
        )
        event = f"{game}, {words.text(section)}"
        for deal in part.scored:
            if isinstance(deal.item, Deal) and deal.item.is_over:
                tags = (("Event", event), *_tags(deal, deal.item, session))
                lines += [f'[{name} "{_quoted(value)}"]' for name, value in tags]
                lines += [*_auction_and_play(deal.item), ""]
    return "".join(f"{line}\r\n" for line in lines).encode(ENCODING)


def _tags(
    one: rounds.ScoredDeal, deal: Deal, session: Session
) -> Iterator[tuple[str, str]]:
    """The tags after Event: the mandatory ones in their order, then the score."""
    seated = dict(deal.people)
    settings = session.settings
    yield "Site", _UNKNOWN
    yield "Date", session.header.at[:10].replace("-", ".")
    yield "Board", str(rounds.number_in(one, settings))
    yield from ((seat.name.title(), seated.get(seat, _UNKNOWN)) for seat in _NAMED)
    yield "Dealer", deal.dealer.value
    sides = rounds.vulnerable_in(one, settings)
    yield "Vulnerable", {0: "None", 2: "All"}.get(len(sides)) or next(iter(sides))
    hands = [*_hands(deal)]
    is_known = set(hands) != {_NOT_GIVEN}
    yield "Deal", f"{deal.dealer.value}:{' '.join(hands)}" if is_known else ""
    yield "Scoring", _SCORING.get(settings.scoring, _UNKNOWN)
    yield (
        "Declarer",
        ("^" * deal.is_spread + deal.declarer.value) if deal.declarer else "",
    )
    yield "Contract", str(deal.contract or "Pass")
    yield "Result", "" if deal.tricks is None else str(deal.tricks)
    above = tariffs.form_of(settings).above
    below = tariffs.form_of(settings).below
    # North-South's plus or minus, else each side's above/below the line
    if below == above:
        ours, theirs = (sum_points(one.lines, side.id) for side in SIDES)
        yield "Score", f"NS {ours - theirs}"
    else:
        of = partial(sum_points, one.lines)
        each = (
            f"{side.id} {of(side.id, above)}/{of(side.id, below)}" for side in SIDES
        )
        yield "ScoreRubber", " ".join(each)


_SPELT = {
    **{
        "Ł": "L",
        "ł": "l",
        "Đ": "D",
        "đ": "d",
        "Ħ": "H",
        "ħ": "h",
        "Ŧ": "T",
        "ŧ": "t",
        "ı": "i",
    },
    **{
        "Œ": "OE",
        "œ": "oe",
        "Ŋ": "NG",
        "ŋ": "ng",
        "ĸ": "k",
        "ẞ": "SS",
        "Ɖ": "D",
        "Ə": "E",
    },
    **{
        "ə": "e",
        "Ɛ": "E",
        "ɛ": "e",
        "Ɔ": "O",
        "ɔ": "o",
        "Ɓ": "B",
        "ɓ": "b",
        "Ɗ": "D",
        "ɗ": "d",
    },
    **{
        "Ƙ": "K",
        "ƙ": "k",
        "Ƴ": "Y",
        "ƴ": "y",
        "ʻ": "'",
        "ʼ": "'",
        "‘": "'",
        "’": "'",
        "‚": ",",
    },
    **{
        "“": '"',
        "”": '"',
        "„": '"',
        "‹": "<",
        "›": ">",
        "‐": "-",
        "‑": "-",
        "–": "-",
        "—": "-",
    },
    **{
        "−": "-",
        "•": "*",
        "€": "EUR",
        "Ʒ": "Z",
        "ʒ": "z",
        "ʾ": "'",
        "ʿ": "'",
        "ʹ": "'",
        "ʺ": '"',
    },
}
"""Letters and signs of Europe and Africa that are no letter with an accent, in
others."""


def _quoted(text: str) -> str:
    """The text inside quotation marks, in the format's character set: control
    characters as spaces, a letter it lacks without its accent or as others spell it,
    one question mark for letters that have no such spelling."""
    whole = unicodedata.normalize("NFC", visible(text))
    latin = re.sub(f"{_UNSAYABLE}+", _UNKNOWN, "".join(map(_latin, whole)))
    return latin.replace("\\", "\\\\").replace('"', '\\"')


_UNSAYABLE = "\ufffd"


def _latin(letter: str) -> str:
    """One letter in the character set of PBN."""
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
    is_latin = spelt and all(ord(one) < 256 for one in spelt)
    return spelt if is_latin else _UNSAYABLE


def _hands(deal: Deal) -> Iterator[str]:
    """The four hands from the dealer on, suit by suit, as far as they were played
    whole."""
    plays = [(_card(one.card), one.seat) for one in deal.watched.plays]
    plays.sort(key=lambda one: _RANKS.index(one[0][1]))
    for seat in (left_of(deal.dealer, COMPASS, n) for n in range(len(COMPASS))):
        hand = [card for card, whose in plays if whose is seat]
        suits = (
            "".join(card[1] for card in hand if card[0] == suit) for suit in "SHDC"
        )
        yield ".".join(suits) if len(hand) == len(_RANKS) else _NOT_GIVEN


def _auction_and_play(deal: Deal) -> Iterator[str]:
    """The calls, four in a line; the tricks, each from the opening leader's seat on,
    and "*" where the rest was not recorded."""
    if deal.calls:
        yield f'[Auction "{deal.auction.first.value}"]'
        last = len(deal.calls) - 1
        for row in deal.auction.rows(len(deal.calls)):
            told = row[: row.index(last) + 1] if last in row else row
            yield " ".join(_call(deal.auction, place) for place in told)
    if plays := deal.watched.plays:
        yield f'[Play "{plays[0].seat.value}"]'
        for trick in filter(None, (*deal.watched.tricks, deal.watched.trick)):
            cards = {one.seat: _card(one.card) for one in trick}
            around = (left_of(plays[0].seat, COMPASS, n) for n in range(len(COMPASS)))
            yield " ".join(cards.get(seat, "-") for seat in around)
        if len(plays) < len(STANDARD_PACK):
            yield "*"


def _call(auction: contract.Auction, place: int | None) -> str:
    """A call as the format has it, a bid that is too low with its mark; "^S" of a
    player who was passed over."""
    if place is None:
        return "^S"
    call = auction.calls[place]
    bids = [one for one in auction.calls[:place] if one.denomination]
    if call == contract.PASS:
        return "Pass"
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
    sections = sheet_of(session, plain=History()).sections
    found = [
        section
        for section in sections
        if section.is_over and any(row.seated for row in section.rows)
    ]
    return tuple((one.label, _address(session, one, words)) for one in found[-MOST:])


def _address(session: Session, section: ShownSection, words: Words) -> str:
    slug = session.header.game
    last = max(seq for row in section.rows for seq in row.entries)
    totals = {cell.party: cell.total for cell in section.totals}
    better = 1 if session.sheet.fewest_wins else -1
    # Those who won stand first, whatever the points.
    standing = {
        total: (total not in section.winners, better * totals[total])
        for total in totals
    }
    seated = [
        (party_of(seat, session.parties).id, person) for seat, person in section.seated
    ]
    played = {
        "sourceName": "Scorekeeper",
        "sourcePlayId": f"{session.id}-{section.at + 1}",
        # When the section's last entry was made, in UTC, as the app reads it.
        "playDate": session.log[last - 1].at[:19].replace("T", " "),
        "game": {
            "name": words.text(message(f"game.{slug}")),
            "sourceGameId": slug,
            "highestWins": not session.sheet.fewest_wins,
            "noPoints": False,
        },
        "players": [
            {
                "name": person,
                "sourcePlayerId": person,
                "score": number_of(totals[party], 2),
                "rank": 1
                + sum(standing[other] < standing[party] for other, _ in seated),
                "winner": party in section.winners,
                "startPlayer": False,
            }
            for party, person in seated
        ],
    }
    return ADDRESS + quote(
        json.dumps(played, ensure_ascii=False, separators=(",", ":")), safe=""
    )
