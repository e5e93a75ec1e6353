"""A phone of somebody who is sure to be answered, and deals with the points that they
come to elsewhere."""

import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.core.messages import message
from scorekeeper.words import words_in
from tests.games.bridge.oracles.endplay_score import score
from tests.games.bridge.oracles.tables import Played
from tests.proof.broken import Broken
from tests.proof.guest import Answer, Fields, Guest, NoAnswer

AGAIN = 0.1
TRYING = 90.0
"""Seconds after which a phone that gets no answer gives up."""
NOT_SAVED = words_in("en").text(message("refused.not-saved", fault="|")).split("|")[0]
"""What a form that the database could not take says: it is sent once more."""
SAID = re.compile(r"<h[12][^>]*>([^<]+)<")
VULNERABLE = {"N": (2, 4, 5, 7, 10, 12, 13, 15), "E": (3, 4, 6, 7, 9, 10, 13, 0)}
"""The boards of sixteen on which North–South and East–West are vulnerable."""


@dataclass
class Person(Guest):
    """A phone of the night, which tries until it is answered: the same form once more
    where an answer was lost."""

    ports: tuple[int, ...] = ()
    name: str = ""
    table: str = ""
    tries: int = 0

    def surely(self, way: Callable[[], Answer]) -> Answer:
        """What the server answers, once it does. Raises Broken."""
        latest = time.monotonic() + TRYING
        while time.monotonic() < latest:
            if len(self.ports) > 1 and random.random() < 0.3:
                self.hang_up()
                self.port = random.choice(self.ports)
            try:
                answer = way()
            except NoAnswer:
                self.hang_up()
            else:
                if answer.status < 500 and NOT_SAVED not in answer.text:
                    return answer
            self.tries += 1
            time.sleep(AGAIN)
        raise Broken(f"{self.name or 'the host'} got no answer for {TRYING:.0f} s")

    def reads(self, address: str) -> Answer:
        return self.surely(lambda: self.get(address))

    def gives(self, address: str, fields: Fields) -> Answer:
        return self.surely(lambda: self.send(address, fields))

    def fills(self, page: str, address: str, fields: Fields) -> Answer:
        """Fill in the form of a page; drawn anew where something was entered
        meanwhile. Raises Broken where it is refused."""
        for _ in range(20):
            hidden = self.reads(page).hidden
            answer = self.gives(address, {**hidden, **fields})
            if answer.status == 303:
                return answer
            if answer.status != 409:
                break
        said = " ".join(SAID.findall(answer.text)[:2])
        raise Broken(f"{address} was answered with {answer.status}: {said}")

    def cookie(self) -> str:
        """What it says who it is by now: a phone that got a place has a new name."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())


def deal_by(chance: random.Random) -> dict[str, str]:
    """A deal as the form that states a whole one."""
    return {
        "level": str(chance.randrange(1, 7)),
        "denomination": chance.choice(("C", "D", "H", "S", "NT")),
        "doubling": chance.choice(("", "", "", "X")),
        "declarer": chance.choice("NESW"),
        "tricks": str(chance.randrange(5, 14)),
    }


def points_of(board: int, deal: Fields) -> int:
    """What North–South score, by somebody else's table."""
    declarer = "N" if deal["declarer"] in "NS" else "E"
    played = Played(
        level=int(deal["level"]),
        denomination=deal["denomination"],
        doubling="doubled" if deal["doubling"] else "undoubled",
        vulnerable=board % 16 in VULNERABLE[declarer],
        tricks=int(deal["tricks"]),
    )
    return score(played) if declarer == "N" else -score(played)
