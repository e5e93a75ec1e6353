"""What was sealed or revealed stays: no correction takes it back."""

from typing import TYPE_CHECKING

from scorekeeper.core.docket import NOTED
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Voided
from scorekeeper.core.messages import message
from scorekeeper.core.sealing import LeftSealed, LookedAt, Opened, Sealed

if TYPE_CHECKING:
    from scorekeeper.core.session import Recorded


def check_seals_stay(log: "tuple[Recorded, ...]", voids: tuple[int, ...]) -> None:
    """Refuse to void what was opened with all that came with it, a look, and a seal in use.

    A seal can be taken back, and another one made, as long as nothing has been entered since but
    notes: until then nobody can have learned anything. Raises RuleViolation.
    """
    if not voids:
        return
    voided = {one.event.entry for one in log if isinstance(one.event, Voided)} | set(voids)
    keys, seals = set[str](), set[int]()
    for one in log:
        if isinstance(one.event, Opened | LeftSealed | LookedAt):
            keys.add(one.key)
            seals.add(one.event.entry)
    for seq in voids:
        entry = log[seq - 1]
        if entry.key in keys or seq in seals:
            raise RuleViolation(message("refused.opened-stays", entry=seq))
        if not isinstance(entry.event, Sealed):
            continue
        since = (one for one in log[seq:] if one.seq not in voided and one.key != entry.key)
        if any(not isinstance(one.event, (*NOTED, Voided)) for one in since):
            raise RuleViolation(message("refused.seal-stays", entry=seq))
