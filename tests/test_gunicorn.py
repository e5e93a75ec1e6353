"""What we reach into of gunicorn's: a new major may only come with a look at this
list."""

import ast
import inspect
import re
import textwrap
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from types import ModuleType

from gunicorn.app.base import BaseApplication
from gunicorn.http.unreader import Unreader
from gunicorn.http.wsgi import Response
from gunicorn.workers.gthread import PollableMethodQueue, TConn, ThreadWorker

from scorekeeper import answers, connections, serve
from tests.conftest import ROOT

OVERRIDDEN = {
    "Worker": {
        *(
            "accept",
            "finish_request",
            "handle",
            "handle_error",
            "handle_exit",
            "handle_request",
        ),
        *("init_process", "load_wsgi", "murder_pending", "on_client_socket_readable"),
    },
    "Connection": {"__init__", "close"},
    "TableServer": {"__init__", "load", "load_config"},
}
"""The methods of gunicorn's classes in whose place ours stand."""
USED = {
    "Worker": {
        *(
            "accept",
            "age",
            "alive",
            "cfg",
            "enqueue_req",
            "finish_request",
            "handle",
            "handle_error",
        ),
        *(
            "handle_exit",
            "handle_request",
            "init_process",
            "keepalived_conns",
            "load_wsgi",
        ),
        *(
            "log",
            "method_queue",
            "nr_conns",
            "pid",
            "poller",
            "worker_connections",
            "wsgi",
        ),
    },
    "Connection": {
        *("__init__", "client", "close", "data_ready", "parser", "sock"),
    },
    "TableServer": {"__init__", "cfg", "run"},
    "Response": {
        "chunked",
        "close",
        "force_close",
        "send_headers",
        "sock",
        "status_code",
        "write",
    },
    "Unreader": {"take_buffered", "unread"},
    "PollableMethodQueue": {"defer"},
}
"""What our code calls or sets of what gunicorn's classes have."""
IMPORTED = {
    *(
        "gunicorn.app.base.BaseApplication",
        "gunicorn.http",
        "gunicorn.http.wsgi.Response",
    ),
    *("gunicorn.workers.gthread.TConn", "gunicorn.workers.gthread.ThreadWorker"),
}
SETTINGS = {
    *(
        "bind",
        "child_exit",
        "control_socket_disable",
        "forwarder_headers",
        "graceful_timeout",
    ),
    *(
        "keepalive",
        "loglevel",
        "on_exit",
        "post_worker_init",
        "pre_exec",
        "proc_name",
        "secure_scheme_headers",
        "threads",
        "timeout",
    ),
    *("umask", "worker_class", "worker_connections", "workers"),
}

OURS = {
    "Worker": (connections.Worker, ThreadWorker),
    "Connection": (connections.Connection, TConn),
    "TableServer": (serve.TableServer, BaseApplication),
}
THEIRS: dict[str, type] = {
    **{name: theirs for name, (_, theirs) in OURS.items()},
    **{one.__name__: one for one in (Response, Unreader, PollableMethodQueue)},
}
MEANT = {
    **dict.fromkeys(("connection", "conn"), "Connection"),
    **{
        "response": "Response",
        "_response": "Response",
        "unreader": "Unreader",
        "method_queue": "PollableMethodQueue",
    },
    **{"server": "TableServer", "worker": "Worker"},
}
"""The class of what our code calls by these names."""
MODULES: tuple[ModuleType, ...] = (connections, answers, serve)


def names_of(theirs: type) -> set[str]:
    """What an object of this class has: what its classes define, and what their methods
    set."""
    found: set[str] = set()
    for part in theirs.__mro__[:-1]:
        found |= part.__dict__.keys()
        for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(part)))):
            is_set = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
            if is_set and isinstance(node.value, ast.Name) and node.value.id == "self":
                found.add(node.attr)
    return found - {"__module__", "__doc__", "__dict__", "__weakref__"}


def touched(node: ast.AST, within: str = "") -> Iterator[tuple[str, str]]:
    """The class and the name of each attribute that is called by a name we know."""
    if isinstance(node, ast.ClassDef):
        within = node.name
    if isinstance(node, ast.Attribute):
        of = node.value
        called = of.id if isinstance(of, ast.Name) else getattr(of, "attr", "")
        if isinstance(of, ast.Call) and isinstance(of.func, ast.Name):
            called = "self" if of.func.id == "super" else of.func.id
            called = "server" if called == "TableServer" else called
        yield within if called == "self" else MEANT.get(called, ""), node.attr
    for child in ast.iter_child_nodes(node):
        yield from touched(child, within)


def test_every_method_of_gunicorn_s_that_is_ours_is_listed() -> None:
    for name, (ours, theirs) in OURS.items():
        inherited = {
            attribute for part in theirs.__mro__[:-1] for attribute in part.__dict__
        }
        of_object = {
            "__module__",
            "__doc__",
            "__firstlineno__",
            "__static_attributes__",
        }
        assert (ours.__dict__.keys() & inherited) - of_object == OVERRIDDEN[name], name


def test_every_name_of_gunicorn_s_that_we_use_is_listed() -> None:
    found: dict[str, set[str]] = {name: set() for name in USED}
    known = {name: names_of(theirs) for name, theirs in THEIRS.items()}
    for module in MODULES:
        for name, attribute in touched(ast.parse(inspect.getsource(module))):
            if attribute in known.get(name, ()):
                found[name].add(attribute)
    methods = {name: OVERRIDDEN.get(name, set()) for name in USED}
    for name in USED:  # a call of what we put in its place ourselves is a use of it too
        assert found[name] - methods[name] == USED[name] - methods[name], name


def test_what_we_import_and_set_of_gunicorn_s_is_listed() -> None:
    imported: set[str] = set()
    settings: set[str] = set()
    for module in MODULES:
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                "gunicorn"
            ):
                imported |= {f"{node.module}.{alias.name}" for alias in node.names}
    for node in ast.walk(
        ast.parse(textwrap.dedent(inspect.getsource(serve.TableServer.load_config)))
    ):
        if isinstance(node, ast.Dict):
            settings |= {
                key.value for key in node.keys if isinstance(key, ast.Constant)
            }
    assert imported == IMPORTED
    assert settings == SETTINGS


def test_no_later_major_of_gunicorn_is_let_in() -> None:
    """What is installed is of the last major that may be."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (asked,) = (one for one in project["dependencies"] if one.startswith("gunicorn"))
    bound = re.fullmatch(r"gunicorn>=(\d+)[\d.]*,<(\d+)", asked)
    assert bound, f"{asked} has no upper bound"
    assert (
        int(bound[1]) + 1 == int(bound[2]) == int(version("gunicorn").split(".")[0]) + 1
    )
