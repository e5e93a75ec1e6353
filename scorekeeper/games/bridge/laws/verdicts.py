"""The verdicts of bridge from which more follows than is said: what goes into the record
or comes out of it once they are accepted, what they bind a player to in full, and those
that a later ruling on the same deal is told of. A verdict that isn't here is only said.
"""

from enum import StrEnum


class VerdictName(StrEnum):
    """A verdict by its name in the catalogues and in entries."""

    ABOVE_TOP = "above-top"
    BACK_MISLED = "back-misled"
    BACK_PENALTY = "back-penalty"
    BACK_SLIP = "back-slip"
    BARRED = "barred"
    BARRED_ONCE = "barred-once"
    CALL_STANDS = "call-stands"
    CARD_BACK = "card-back"
    DOUBLE_CANCELLED = "double-cancelled"
    FIRST_LEAD_FORBID = "first-lead-forbid"
    GIVEN_BACK = "given-back"
    LEAD_BACK = "lead-back"
    LEAD_FORBID = "lead-forbid"
    LEAD_FREE = "lead-free"
    LEAD_REQUIRE = "lead-require"
    LEAD_STANDS = "lead-stands"
    MAJOR = "major"
    MUST_PASS_ONCE = "must-pass-once"  # noqa: S105
    MUST_PLAY = "must-play"
    NO_TRANSFER = "no-transfer"
    OPENING_STANDS = "opening-stands"
    PASS_INSTEAD = "pass-instead"  # noqa: S105
    PLAY_FORBID = "play-forbid"
    PLAY_HIGHEST = "play-highest"
    PLAY_LOWEST = "play-lowest"
    PLAY_REQUIRE = "play-require"
    REPLACE = "replace"
    REPLACE_DEFENDER = "replace-defender"
    SEVERAL_REQUIRE = "several-require"
    TRANSFER = "transfer"
    TRANSFER_LATER = "transfer-later"
