"""Work that a stranger can make heavy, done in a process of its own with limits."""

import os
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_all_start_methods, get_context
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

MEMORY = 1 << 30  # address space of the process, in bytes
LARGEST_FILE = 1 << 28  # how much it may write to a file, in bytes


class OutOfBounds(Exception):
    """The process met one of its limits."""


def apart(seconds: int, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Returns what `work`, a function of a module, returns in a new process, which may
    compute for so many seconds. Raises OutOfBounds, and what `work` raises. In a
    browser, where there are no processes and no strangers, it is done here."""
    if sys.platform == "emscripten":
        return work(*args, **kwargs)
    context = get_context(
        "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
    )
    # A copy of a process that has read this module and done nothing else, where the
    # system can: it takes a fiftieth of the time of one that reads it itself.
    context.set_forkserver_preload([work.__module__])
    with ProcessPoolExecutor(
        1, context, initializer=limit, initargs=(seconds,)
    ) as pool:
        try:
            return pool.submit(work, *args, **kwargs).result()
        except (BrokenProcessPool, MemoryError) as fault:
            raise OutOfBounds from fault


def limit(seconds: int) -> None:
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource  # not on every system

        os.nice(10)
        used = resource.getrusage(resource.RUSAGE_SELF)
        most = int(used.ru_utime + used.ru_stime) + 1 + seconds
        for what, bound in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_AS, MEMORY),
            (resource.RLIMIT_FSIZE, LARGEST_FILE),
            (resource.RLIMIT_CPU, most),
        ):
            resource.setrlimit(what, (bound, bound))
