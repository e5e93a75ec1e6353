"""A browser without scripts, over a real connection: it draws and sends forms, and
hangs up."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPConnection, HTTPException, HTTPResponse
from urllib.parse import urlencode

from benchmarks.evenings import PEOPLE
from scorekeeper.core.session import Event
from scorekeeper.games.bridge.events import ContractStated, HiddenShown, TricksTaken
from tests.proof.broken import Broken

HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')
NAMES = re.compile(r'name="(seat[^"]+)"')
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
NoAnswer = (OSError, HTTPException)
"""What is raised where an answer never came."""

Fields = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered."""

    status: int
    address: str
    text: str

    @property
    def hidden(self) -> dict[str, str]:
        """The hidden fields of the form on the page."""
        return {name: unescape(value) for name, value in HIDDEN.findall(self.text)}


@dataclass
class Guest:
    """One browser. `beside` opens another window of it, with the same cookies."""

    port: int
    patience: float = 30.0
    cookies: dict[str, str] = field(default_factory=dict)
    source: str = ""
    """The address of this computer that it comes from, where that matters."""
    _line: HTTPConnection | None = None

    def beside(self, patience: float | None = None) -> "Guest":
        """Another window of the same browser."""
        return Guest(self.port, patience or self.patience, self.cookies, self.source)

    def get(self, address: str) -> Answer:
        """Fetch a page."""
        self.ask("GET", address)
        return self.hear()

    def send(self, address: str, fields: Fields) -> Answer:
        """Send a form."""
        self.ask("POST", address, fields)
        return self.hear()

    def ask(self, method: str, address: str, fields: Fields | None = None) -> None:
        """Send a request, and leave the answer for `hear`."""
        if self._line is None:
            where = (self.source, 0) if self.source else None
            self._line = HTTPConnection("127.0.0.1", self.port, self.patience, where)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {**(FORM if fields is not None else {}), "Cookie": cookies}
        body = urlencode(fields) if fields is not None else None
        try:
            self._line.request(method, address, body, headers)
        except NoAnswer:
            self.hang_up()
            raise

    def hear(self) -> Answer:
        """The answer to what was asked."""
        assert self._line is not None
        try:
            heard = self._line.getresponse()
            text = heard.read().decode()
        except NoAnswer:
            self.hang_up()
            raise
        self._keep_cookies(heard)
        return Answer(heard.status, heard.getheader("Location", ""), text)

    def hang_up(self) -> None:
        """Close the connection, whatever was still to come."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def lay(self, slug: str, people: tuple[str, ...] = PEOPLE, **answers: str) -> str:
        """Open a table, under these answers to what its form asks; answers its address.
        Raises Broken when it is refused."""
        page = self.get(f"/new/{slug}")
        names = dict(zip(dict.fromkeys(NAMES.findall(page.text)), people, strict=False))
        answer = self.send(f"/new/{slug}", {**page.hidden, **names, **answers})
        if answer.status != 303:
            raise Broken(f"a table could not be laid: {answer.status}")
        return answer.address

    def _keep_cookies(self, heard: HTTPResponse) -> None:
        for cookie in heard.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.split(";")[0].partition("=")
            self.cookies[name.strip()] = value


def session_of(table: str) -> str:
    """The id of the session at a table's address."""
    return table.strip("/").split("/")[-1]


def quick_fields(facts: tuple[Event, ...]) -> dict[str, str]:
    """The deal of `benchmarks.evenings.deals` as the form that states a whole deal."""
    fields = {"honours_seat": ""}
    for fact in facts:
        match fact:
            case ContractStated(contract, declarer):
                fields["level"] = str(contract.level)
                fields["denomination"] = contract.denomination.value
                fields["doubling"] = contract.doubling.value
                fields["declarer"] = declarer.value
            case TricksTaken(tricks):
                fields["tricks"] = str(tricks)
            case HiddenShown(holder, card):
                assert card is not None and card.suit is not None
                fields["hidden_0_holder"] = holder.value
                fields["hidden_0_suit"] = card.suit.value
                fields["hidden_0_rank"] = card.rank
    return fields
