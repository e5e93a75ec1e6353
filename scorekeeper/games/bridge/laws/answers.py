"""What the laws of bridge are told, where more than one function reads it: the answers
as forms and entries hold them."""

from enum import StrEnum


class Acceptance(StrEnum):
    """What became of a call that could be accepted: `BARRED` where the player whose
    turn it was had to pass."""

    ACCEPT = "accept"
    REFUSE = "refuse"
    OVERTAKEN = "overtaken"
    BARRED = "barred"


class Exposure(StrEnum):
    """How a card was shown during the auction: alone, as an honour, led, or with
    more."""

    ONE = "one"
    HONOUR = "honour"
    LED = "led"
    MORE = "more"


class BidInstead(StrEnum):
    """What is called instead of a bid that was too low."""

    SAME = "same"
    OTHER = "other"
    COMPARABLE = "comparable"
    PASS = "pass"  # noqa: S105
    DOUBLE = "double"
    AGAIN = "again"


class OneTooMany(StrEnum):
    """Where no hand has a card too many: nobody's, one that is not of this deal, or the
    hands of another game than bridge are right."""

    NONE = "none"
    SURPLUS = "surplus"
    RIGHT = "right"


class DoubleNoticed(StrEnum):
    """When a double that could not be was noticed: before the next call, after it, or
    after the first lead."""

    NOW = "now"
    OVER = "over"
    LED = "led"


class Penalty(StrEnum):
    """What a card that lies there by accident becomes."""

    MAJOR = "major"
    MINOR = "minor"


class LeadChoice(StrEnum):
    """What declarer may ask of a lead, or what is said to one out of turn: `SPREAD` is
    to accept it as dummy, `OWN` that whose turn it was has led as well."""

    REQUIRE = "require"
    FORBID = "forbid"
    FREE = "free"
    ACCEPT = "accept"
    REFUSE = "refuse"
    SPREAD = "spread"
    OWN = "own"
    PARTNER_LED = "partner-led"
    WRONG_DEFENDER = "wrong-defender"


WAYS_TO_LEAD = (LeadChoice.REQUIRE, LeadChoice.FORBID, LeadChoice.FREE)
"""What declarer may ask of a lead because of a penalty card."""


class WhichLead(StrEnum):
    """Which lead of the deal it was; its values answer whether it was the first."""

    FIRST = "yes"
    BETWEEN = "no"
    LAST = "last"


class Early(StrEnum):
    """Before whom a player has played, whose turn came later."""

    BEFORE_PARTNER = "before-partner"
    NEXT_TRICK = "next-trick"
    BEFORE_RIGHT = "before-right"


class WhyBack(StrEnum):
    """Why somebody wants a card back."""

    MIND = "mind"
    SLIP = "slip"
    MISLED = "misled"
    EXPLAINED = "explained"
    CHANGED = "changed"
    REVOKE = "revoke"
    TURN = "turn"
    ENTRY = "entry"


class DummysCard(StrEnum):
    """How declarer named a card of dummy incompletely; `WRONG_CARD` is that dummy put
    down another one than was named."""

    HIGH = "high"
    WIN = "win"
    LOW = "low"
    SUIT = "suit"
    RANK_LED = "rank-led"
    RANK = "rank"
    ABSENT = "absent"
    ANYTHING = "anything"
    WRONG_CARD = "wrong-card"


class Together(StrEnum):
    """Whose cards were played at the same time: of two players, or of one."""

    PLAYERS = "players"
    CARDS = "cards"


class Defect(StrEnum):
    """What is wrong with a trick: a player put no card to it, or several, or one lies
    with the wrong trick."""

    NONE = "none"
    MANY = "many"
    MISPLACED = "misplaced"


class Look(StrEnum):
    """What somebody wants to see of the tricks, or to point out."""

    CURRENT = "current"
    TURNED = "turned"
    OWN = "own"
    QUITTED = "quitted"
    AFTER = "after"
    POINTED = "pointed"
    POINTED_LATE = "pointed-late"


class Review(StrEnum):
    """What somebody wants to hear of the auction, and when."""

    TURN = "turn"
    FIRST_PLAY = "first-play"
    LATER = "later"
    LEAD = "lead"
    MEANING = "meaning"
    MEANING_PLAYED = "meaning-played"
    UNHEARD = "unheard"
    BARRED = "barred"
    OUT_OF_TURN = "out-of-turn"
    MISTAKE = "mistake"


OF_PLAY = (Review.LEAD, Review.FIRST_PLAY, Review.LATER, Review.MEANING_PLAYED)
"""What is asked for once the play has begun, and not by dummy."""


class BoundBy(StrEnum):
    """What a player did not keep to: a ruling on the lead or play, or a penalty
    card."""

    RESTRICTION = "restriction"
    PENALTY_CARD = "penalty-card"


class WonBy(StrEnum):
    """Who won the trick of a revoke: an opponent, the player, or the partner."""

    OTHERS = "others"
    SELF = "self"
    PARTNER = "partner"


class PlayedOn(StrEnum):
    """What the side of a revoke has done since: `TWELFTH` says of an unrecorded play
    that it was in the last trick but one, `CHANGED` that the partner's card would be
    another one now."""

    YES = "yes"
    NO = "no"
    BOTH = "both"
    CLAIMED = "claimed"
    AGREED = "agreed"
    TWELFTH = "twelfth"
    CHANGED = "changed"


class WonSince(StrEnum):
    """Whether the offending side has won a later trick; its values are the answers."""

    YES = "1"
    NO = "0"
    NOT_KNOWN_YET = "later"
    MAKES_NO_DIFFERENCE = ""
