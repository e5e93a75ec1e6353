"""The neutral arbiter: what it is asked, the play it watches, its docket.

Asking writes nothing; watching and the docket are recorded like every form of the table.
"""

from scorekeeper.web.arbiter import agree, ask, docket, hand, irregularity, watch
from scorekeeper.web.arbiter.asking import blueprint

__all__ = ["agree", "ask", "blueprint", "docket", "hand", "irregularity", "watch"]
