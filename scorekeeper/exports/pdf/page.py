"""A session as the HTML page of its printed sheet. No Flask: it is made in a terminal as well."""

from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from typing import Any

from babel.dates import format_date
from babel.lists import format_list

from scorekeeper.core.citations import Standing
from scorekeeper.core.letters import code, fingerprint
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Party
from scorekeeper.core.sheet import People, Row, Section
from scorekeeper.exports.pdf.columns import ledger, number_of
from scorekeeper.exports.pdf.drawing import code_of, functions, template_for
from scorekeeper.exports.pdf.edition import release
from scorekeeper.exports.pdf.paper import Document, Paper
from scorekeeper.tables.chart import drawn
from scorekeeper.tables.docket import docket_view
from scorekeeper.tables.seals import seals_view
from scorekeeper.tables.session import Session
from scorekeeper.tables.settings import answers, preset_name
from scorekeeper.tables.sheet import is_compass, line_name, names_of, said_of, sheet_view
from scorekeeper.tables.signatures import signatures_view
from scorekeeper.words import Words

MOST_LEDGERS = 2
"""As many parties have a column of lines each; more share a table with a row a deal."""
MOST_COLUMNS = 4
"""As many parties have their points beside the facts of a deal."""
ROOM = {"above": 7, "below": 6, "score": 13}
"""How many lines a part of an unfinished pad has room for, at least."""
ROOM_FOR_DEALS = 7
SPARE = 2
"""How many empty lines an unfinished sheet has in any case, to go on by hand."""
SEAL_LETTERS = 8
_UNPRINTED = dict.fromkeys(
    [
        *range(9),
        *range(11, 32),
        0x61C,
        0x200E,
        0x200F,
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
    ]
)
"""Control characters, and those that would turn round the text after a name."""

Values = dict[str, Any]


def page_of(
    session: Session, words: Words, paper: Paper, document: Document = Document.SHEET
) -> str:
    """A document of this session as one HTML page that needs nothing outside it."""
    layout = _Layout(session, words)
    values = {**layout.values(), "paper": paper.value, "document": document.value}
    if document is Document.REPORT:
        values |= layout.report()
    if document is Document.BLANK:
        name = values["game"]["name"]
        values |= {"title": words.text(name), "date": "", "times": None, "seal": None}
        values |= {"headline": name, "leaders": None}
    template = template_for(session.game.folder, document)
    return template.render(values, **functions(words)).translate(_UNPRINTED)


class _Layout:
    """One session being laid out for paper: the values that print/sheet.html reads."""

    def __init__(self, session: Session, words: Words) -> None:
        self.session, self.words = session, words
        self.sheet = session.sheet
        self.zone = datetime.fromisoformat(session.header.at).tzinfo or UTC
        self.view = sheet_view(session, written=self.clock)
        self.people = session.folded.people
        self.sections = list(
            zip(self.sheet.sections, self.view["sheet_view"]["sections"], strict=True)
        ) or [self.blank()]

    def values(self) -> Values:
        seen, parties = self.view["sheet_view"], self.sheet.parties
        own = (self.session.game.views or {}).get("print")
        return {
            "game": self.game(),
            "parties": [_party(party, self.people) for party in parties],
            "parts": self.sheet.parts,
            "sections": [
                self.section(number, *pair) for number, pair in enumerate(self.sections, start=1)
            ],
            "heads": [{"code": one, "label": message(f"fact.{one}")} for one in self.sheet.heads],
            "totals": seen["totals"],
            "has_ledger": len(parties) <= MOST_LEDGERS,
            "has_points": len(parties) <= MOST_COLUMNS,
            "corrections": self.view["corrections"],
            "settlement": self.view["settlement"],
            "misfits": self.misfits(),
            "own": own(self.session.folded.state) if own else {},
            "settings": self.settings(),
            "seal": self.seal(),
            "signed_off": signatures_view(self.session, self.clock),
            "docket": docket_view(self.session, self.clock),
            "seals": seals_view(self.session, self.clock),
            **self.outcome(),
            **self.document(),
        }

    # ---- the document ----

    def document(self) -> Values:
        """Language, title and dates of the document itself."""
        session = self.session
        last = session.log[-1].at if session.log else session.header.at
        title = f"{self.words.text(message(f'game.{session.game.slug}'))}, {self.day(last)}"
        return {
            "language": self.words.language,
            "title": title,
            "dated": last,
            "date": self.day(session.header.at),
            "release": release(),
            "times": self.times(),
        }

    def game(self) -> Values:
        game, settings = self.session.game, self.session.settings
        name = message(f"game.{game.slug}")
        return {"slug": game.slug, "name": name, "preset": preset_name(game, settings)}

    def times(self) -> Values | None:
        """From when to when was played, with the day of the end where it is another one."""
        entries = [seq for row in self.sheet.rows() for seq in row.entries]
        if not entries:
            return None
        first, last = self.session.log[min(entries) - 1].at, self.session.log[-1].at
        ended = self.day(last) if self.day(last) != self.day(first) else None
        zone = _moment(last, self.zone).strftime("%Z")
        return {"first": self.clock(first), "last": self.clock(last), "day": ended, "zone": zone}

    def report(self) -> Values:
        """What a report has beside the sheet: its cover, the running score, every setting."""
        return {
            "chart": drawn(self.sheet),
            "line_names": {
                party.id: line_name(party, self.people, self.words) for party in self.sheet.parties
            },
            "answers": answers(self.session.game, self.session.settings),
            "counted": message("report.deals", n=sum(1 for _ in self.sheet.rows())),
        }

    def clock(self, at: str) -> str:
        """The hour and minute of a time in the log, in the zone that the log was opened in."""
        return _moment(at, self.zone).strftime("%H:%M")

    def day(self, at: str) -> str:
        """The day of a time in the log, in full."""
        language = {"en": "en_GB"}.get(self.words.language, self.words.language)
        return str(format_date(_moment(at, self.zone).date(), "full", locale=language))

    def seal(self) -> Values:
        """The head of the log: in letters to read or type, whole in a code; and what it covers."""
        head, entry = self.session.head, self.session.last
        letters = fingerprint(head, SEAL_LETTERS)
        return {
            "letters": f"{letters[:4]} {letters[4:]}",
            "entry": entry,
            "head": head,
            "typed": code(head),
            "code": code_of(sealed_text(entry, head), head),
            "covers": self.covered(),
        }

    def covered(self) -> Message:
        """What the seal covers: how many entries, from when to when, under which rule sheet."""
        log, header = self.session.log, self.session.header
        ends = (log[0].at, log[-1].at) if log else (header.at, header.at)
        first, last = (f"{_moment(at, self.zone):%Y-%m-%d %H:%M}" for at in ends)
        if first[:10] == last[:10]:
            last = last[11:]
        zone, rules = _moment(ends[1], self.zone).strftime("%Z"), fingerprint(self.session.rules)
        return message("proof.covers", n=len(log), first=first, last=last, zone=zone, rules=rules)

    # ---- how it ended ----

    def outcome(self) -> Values:
        """The headline of one section; of several, who is up by most over all of them."""
        settled = self.view["settlement"]
        if len(self.sections) == 1 or not settled:
            section, seen = self.sections[-1]
            people = _people_at_end(section) or self.people
            return {"headline": self.with_names(seen["headline"], people), "leaders": None}
        most = settled[0][1]
        names = [person for person, points in settled if points == most]
        leaders = {"names": self.listed(names), "points": most, "one": len(names) == 1}
        return {"headline": None, "leaders": leaders}

    def with_names(self, headline: Message, people: People) -> Message:
        """The headline with a side's persons in place of the side."""
        params = (
            (name, self.listed(names_of(value, people)) or value)
            if isinstance(value, Party)
            else (name, value)
            for name, value in headline.params
        )
        return Message(headline.code, tuple(params))

    def listed(self, names: tuple[str, ...] | list[str]) -> str:
        return str(format_list(list(names), locale=self.words.language))

    # ---- the sections ----

    def section(self, number: int, section: Section, seen: Mapping[str, Any]) -> Values:
        parties = [party.id for party in self.sheet.parties]
        people = _people_at_end(section) or self.people
        columns = {part: ledger(seen, parties, part) for part in self.sheet.parts}
        return {
            **seen,
            "number": number,
            "parties": [_party(party, people) for party in self.sheet.parties],
            "rows": [{**row, "number": number_of(row)} for row in seen["rows"]],
            "ledger": columns,
            "blanks": {
                part: 0 if section.is_over else max(SPARE, ROOM.get(part, 0) - len(rows))
                for part, rows in columns.items()
            },
            "spare": 0 if section.is_over else max(SPARE, ROOM_FOR_DEALS - len(section.rows)),
            "seatings": _seatings(section.rows),
        }

    def blank(self) -> tuple[Section, Values]:
        """A section to fill in by hand, for a game that has none before its first deal."""
        name = message(f"game.{self.session.game.slug}")
        totals = [
            {"party": party.id, "total": 0, "parts": dict.fromkeys(self.sheet.parts, 0)}
            for party in self.sheet.parties
        ]
        seen = {"label": name, "headline": name, "is_over": False, "winners": ()}
        return Section(name, (), name), {**seen, "rows": [], "totals": totals}

    def misfits(self) -> list[Values]:
        misfits = self.session.folded.misfits
        return [{"said": said_of(one.entry), "why": one.why.why} for one in misfits]

    def settings(self) -> Values:
        """What the table chose itself, then everything else by how good its rule is."""
        found = answers(self.session.game, self.session.settings)
        # What only the arbiter asks about changes no score: on paper where the table chose it.
        quiet = {
            f"{self.session.game.family}.setting.{question.name}"
            for question in self.session.game.rule_sheet.questions
            if question.group == "arbiter"
        }
        rest = [one for one in found if not one.is_departure and one.label.code not in quiet]
        by_standing = [
            (standing.value, [one for one in rest if one.cite.standing is standing])
            for standing in Standing
        ]
        return {
            "departures": [one for one in found if one.is_departure],
            "rest": [(standing, ones) for standing, ones in by_standing if ones],
        }


def sealed_text(entry: int, head: str) -> str:
    """What the code on a sheet holds: the number of the last entry and the whole head."""
    return f"SCOREKEEPER:{entry}:{head.upper()}"


def _moment(at: str, zone: tzinfo) -> datetime:
    return datetime.fromisoformat(at).astimezone(zone)


def _party(party: Party, people: People) -> Values:
    names = names_of(party, people)
    by_points = is_compass(party)
    return {
        "id": party.id,
        "name": party if by_points or not names else " & ".join(names),
        "people": " & ".join(names) if by_points else "",
        "persons": names,
    }


def _people_at_end(section: Section) -> People:
    return next((row.people for row in reversed(section.rows) if row.people), ())


def _seatings(rows: tuple[Row, ...]) -> list[Values]:
    """Who sat where from which deal on, where that changed within a section."""
    found: list[Values] = []
    before: People = ()
    for row in rows:
        if row.people and row.people != before:
            found.append({"label": row.label, "people": row.people})
            before = row.people
    return found if len(found) > 1 else []
