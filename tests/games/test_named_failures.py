"""What a failure is called says which cards it can be of: nobody is convicted of another
one, nor a player who takes no part."""

import pytest

from scorekeeper.core.rulings import Ruling
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter.record import Denied
from tests.games.about import about
from tests.games.law_cases import with_answer
from tests.games.ruling import hearing
from tests.games.sitting import Sitting

NOT_SO = [
    # a club is no heart
    ("hearts", "", "", "early-heart", "seat=4 card=CK"),
    # it was discarded, and led by nobody
    ("hearts", "2: C2 C5 C7 C8 S3 H9", "", "early-heart", "seat=3 card=H9"),
    # a heart had been played before anybody could lead another
    ("hearts", "2: C2 C5 C7 C8 CQ H2 C9 C10", "", "early-heart", "seat=3 card=HK"),
    ("hearts", "", "breaking=nothing", "early-heart", "seat=4 card=HK"),
    ("hearts", "", "", "early-point", "seat=4 card=SK"),
    ("hearts", "2: C2 C5 C7 C8 S3 H9", "", "early-point", "seat=3 card=H9"),
    # this player has played another card to the first trick
    ("hearts", "2: C2 C5", "", "early-point", "seat=3 card=HK"),
    ("hearts", "", "first_trick=yes", "early-point", "seat=4 card=HK"),
    ("two-ten-jack", "", "", "barred-lead", "seat=4 card=CK"),
    ("two-ten-jack", "", "lead_ban=off", "barred-lead", "seat=4 card=HK"),
    ("two-ten-jack", "C5 H7", "", "barred-lead", "seat=3 card=H7"),
    # the bidder's partner in a misère has put the cards away
    ("five-hundred", "M:", "", "failure-to-follow", "seat=3 card=CK"),
]


@pytest.mark.parametrize(("slug", "given", "table", "name", "facts"), NOT_SO)
def test_nobody_is_convicted_of_what_its_name_rules_out(
    slug: str, given: str, table: str, name: str, facts: str
) -> None:
    told = dict(fact.split("=") for fact in f"{facts} could=yes led=yes".split())
    settings = GAMES[slug].rule_sheet.defaults
    for answer in table.split():
        settings = with_answer(settings, *answer.split("="))
    sitting = Sitting(GAMES[slug], settings)
    sitting.enter(*about(slug).opening)
    for fact in about(slug).read(given) if given else ():
        sitting.enter(fact)
    outcome = hearing(sitting.game, sitting.folded, name, **told).outcome
    if isinstance(outcome, Ruling):
        assert outcome.verdict.code == "custom.ruling.none"
    else:
        assert isinstance(outcome, Denied), outcome
