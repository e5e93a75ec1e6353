"""The laws by number and heading, what the arbiter does with each, and how they are cited.

One code of law for bridge of every form: the numbers are those of the Laws of Duplicate Bridge of
2017. The Laws of Rubber Bridge of 2014 follow them; at rubber and Chicago a law is inferred, since
their own text was not read. What differs there, where nobody adjusts a score over the table's head,
is the table WITHOUT_DIRECTOR.
"""

import re
from enum import Enum
from typing import NamedTuple

from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message, message
from scorekeeper.games.bridge.play import law
from scorekeeper.games.bridge.rules import LAWS_2014, LAWS_2017, Settings


class Treatment(Enum):
    """What the arbiter does with a law."""

    RULED = "ruled"
    """It asks for the facts and rules by it."""
    SAID = "said"
    """A ruling says it where it matters; alone it changes no score."""
    TABLE = "by the table"
    """The sheet, the seats or the list of rulings does what it says."""
    DIRECTOR = "for a director"
    """It needs a director, an organizer or other tables."""


class Law(NamedTuple):
    """One of the laws: its number, its heading, what the arbiter does with it."""

    number: int
    heading: str
    kind: Treatment


_R, _S, _T, _D = Treatment
LAWS = (
    Law(1, "The pack", _R),
    Law(2, "The duplicate boards", _T),
    Law(3, "Arrangement of tables", _D),
    Law(4, "Partnerships", _T),
    Law(5, "Assignment of seats", _T),
    Law(6, "The shuffle and deal", _R),
    Law(7, "Control of board and cards", _D),
    Law(8, "Sequence of rounds", _D),
    Law(9, "Procedure following an irregularity", _S),
    Law(10, "Assessment of rectification", _D),
    Law(11, "Forfeiture of the right to rectification", _D),
    Law(12, "Director's discretionary powers", _S),
    Law(13, "Incorrect number of cards", _R),
    Law(14, "Missing card", _R),
    Law(15, "Wrong board or hand", _R),
    Law(16, "Authorized and unauthorized information", _R),
    Law(17, "The auction period", _R),
    Law(18, "Bids", _R),
    Law(19, "Doubles and redoubles", _R),
    Law(20, "Review and explanation of calls", _R),
    Law(21, "Misinformation", _R),
    Law(22, "End of auction", _S),
    Law(23, "Comparable call", _R),
    Law(24, "Card exposed or led during the auction", _R),
    Law(25, "Legal and illegal changes of call", _R),
    Law(26, "Call withdrawn, lead restrictions", _R),
    Law(27, "Insufficient bid", _R),
    Law(28, "Calls considered to be in rotation", _R),
    Law(29, "Procedure after a call out of rotation", _R),
    Law(30, "Pass out of rotation", _R),
    Law(31, "Bid out of rotation", _R),
    Law(32, "Double or redouble out of rotation", _R),
    Law(33, "Simultaneous calls", _R),
    Law(34, "Retention of right to call", _R),
    Law(35, "Inadmissible calls", _S),
    Law(36, "Inadmissible doubles and redoubles", _R),
    Law(37, "Action violating obligation to pass", _R),
    Law(38, "Bid of more than seven", _R),
    Law(39, "Call after the final pass", _R),
    Law(40, "Partnership understandings", _R),
    Law(41, "Commencement of play", _R),
    Law(42, "Dummy's rights", _R),
    Law(43, "Dummy's limitations", _R),
    Law(44, "Sequence and procedure of play", _R),
    Law(45, "Card played", _R),
    Law(46, "Incomplete or invalid designation of a card from dummy", _R),
    Law(47, "Retraction of card played", _R),
    Law(48, "Exposure of declarer's cards", _R),
    Law(49, "Exposure of a defender's cards", _R),
    Law(50, "Disposition of penalty card", _R),
    Law(51, "Two or more penalty cards", _R),
    Law(52, "Failure to lead or play a penalty card", _R),
    Law(53, "Lead out of turn accepted", _R),
    Law(54, "Faced opening lead out of turn", _R),
    Law(55, "Declarer's lead out of turn", _R),
    Law(56, "Defender's lead out of turn", _R),
    Law(57, "Premature lead or play", _R),
    Law(58, "Simultaneous leads or plays", _R),
    Law(59, "Inability to lead or play as required", _S),
    Law(60, "Play after an illegal play", _R),
    Law(61, "Failure to follow suit", _R),
    Law(62, "Correction of a revoke", _R),
    Law(63, "Establishment of a revoke", _R),
    Law(64, "Procedure after establishment of a revoke", _R),
    Law(65, "Arrangement of tricks", _R),
    Law(66, "Inspection of tricks", _R),
    Law(67, "Defective trick", _R),
    Law(68, "Claim or concession of tricks", _R),
    Law(69, "Agreed claim or concession", _R),
    Law(70, "Contested claim or concession", _R),
    Law(71, "Concession cancelled", _R),
    Law(72, "General principles", _S),
    Law(73, "Communication, tempo and deception", _R),
    Law(74, "Conduct and etiquette", _D),
    Law(75, "Mistaken explanation or mistaken call", _R),
    Law(76, "Spectators", _D),
    Law(77, "Duplicate bridge scoring table", _T),
    Law(78, "Methods of scoring and conditions of contest", _T),
    Law(79, "Tricks won", _R),
    Law(80, "Regulation and organization", _T),
    Law(81, "The Director", _D),
    Law(82, "Rectification of errors of procedure", _D),
    Law(83, "Notification of the right to appeal", _T),
    Law(84, "Rulings on agreed facts", _T),
    Law(85, "Rulings on disputed facts", _S),
    Law(86, "Team play", _D),
    Law(87, "Fouled board", _D),
    Law(88, "Award of indemnity points", _D),
    Law(89, "Rectification in individual events", _D),
    Law(90, "Procedural penalties", _D),
    Law(91, "Penalize or suspend", _D),
    Law(92, "Right to appeal", _T),
    Law(93, "Procedures of appeal", _D),
)

WITHOUT_DIRECTOR = (
    (
        "12, 13, 15, 23C, 27D, 50E4, 64C",
        "an adjusted score",
        "the sides agree on the likely result, or the arbiter's seat assigns it",
    ),
    (
        "16B, 16C, 21B3, 40, 73, 75",
        "an adjusted score for damage",
        "the law is said; no score follows unless the sides agree",
    ),
    (
        "13A, 14A before the first call",
        "a board is put right and played; one just dealt is dealt again (6D1)",
        "the deal is dealt again, unless all four want it put right",
    ),
    (
        "13B2, 13D, 15A2(a)",
        "the result is cancelled and adjusted",
        "the deal is void and dealt again",
    ),
    ("77, 78", "a bonus for each board, compared", "the score of rubber or Chicago, not compared"),
    ("79C, 83, 92, 93", "periods, appeals, committees", "corrected or appealed at any time"),
    ("80B2(a)", "a director is appointed", "the arbiter's seat, or whom the players agree on"),
    ("3, 8, 81, 82, 86-91", "rounds, organizers, penalties", "nothing: one table"),
)
"""What differs at rubber and Chicago: the laws, what they say at duplicate, what holds instead."""

_SECTIONS = {
    "law-6": (1, 6),
    "law-13": (13, 14, 15),
    "law-16": (16, 72, 73),
    "auction": (17, 18, 19),
    "law-20": (20, 21, 75),
    "declarer": (22,),
    "law-28": (28, 29, 30, 31, 32),
    "law-33": (33, 34, 35, 37, 39),
    "law-42": (42, 43),
    "play": (44,),
    "take-back": (45, 47),
    "law-48": (48, 49, 50, 51, 52),
    "law-53": (53, 54, 55, 56),
    "law-57": (57, 59),
    "law-58": (58, 60),
    "law-61": (61, 62, 63, 64),
    "law-67": (65, 66, 67),
    "law-68": (68, 69, 70, 71),
    "arbiter": (9, 12, 85),
}
_ANCHORS = {number: anchor for anchor, numbers in _SECTIONS.items() for number in numbers}
"""The section of the rulebook page that explains a law, where several stand together."""


def number_of(section: str) -> int:
    """The number of the first law that a section names, such as 27 of "Law 27B1(a)"."""
    found = re.search(r"\d+", section)
    assert found is not None, section  # noqa: S101 - a section names a law
    return int(found[0])


def cite_of(settings: Settings, section: str) -> Cite:
    """A law of this table by its number, where its rulebook page explains it."""
    number = number_of(section)
    return law(settings, section, _ANCHORS.get(number, f"law-{number}"))


def heading_of(cite: Cite) -> Message | None:
    """What heads the law that is cited; None for another rule."""
    is_law = cite.source in (LAWS_2014, LAWS_2017) and cite.section.startswith("Law")
    number = number_of(cite.section) if is_law else 0
    is_known = any(
        one.number == number and one.kind in (Treatment.RULED, Treatment.SAID) for one in LAWS
    )
    return message(f"bridge.law.{number}") if is_known else None
