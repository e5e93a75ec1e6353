"""What was worked out of things that never change, kept by their identity."""

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])


def kept(most: int) -> Callable[[_Function], _Function]:
    """Have a function of a frozen thing, and of some more that says how, keep its last answers.

    `most` is how many. The first argument is told by its identity: a hash would go through all
    that it holds, each time. The others are compared.
    """

    def keeping(work: _Function) -> _Function:
        answers: OrderedDict[int, tuple[Any, tuple[Any, ...], Any]] = OrderedDict()
        lock = Lock()

        @wraps(work)
        def answered(thing: Any, *how: Any) -> Any:
            known = answers.get(id(thing))
            if known is not None and known[0] is thing and known[1] == how:
                return known[2]
            answer = work(thing, *how)
            with lock:
                answers[id(thing)] = (thing, how, answer)
                answers.move_to_end(id(thing))
                while len(answers) > most:
                    answers.popitem(last=False)
            return answer

        return answered  # type: ignore[return-value]

    return keeping
