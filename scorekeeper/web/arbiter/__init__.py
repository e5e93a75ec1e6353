"""The neutral arbiter: what it is asked, the play it watches, its rulings, and what the
sides agree to: house rules and results.

Asking writes nothing; watching and rulings are recorded like every form of the
table."""

from scorekeeper.web.arbiter import agreeing, irregularities, judging, rulings, watch
from scorekeeper.web.arbiter.asking import blueprint

__all__ = ["agreeing", "blueprint", "irregularities", "judging", "rulings", "watch"]
