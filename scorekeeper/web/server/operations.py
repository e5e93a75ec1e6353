"""For whoever runs the server: whether this process is ready, its figures, and who
asked for what.

Neither figures nor lines have an address of a page in them, an id or what was sent:
pages are called by the names of their views."""

import hmac
import json
import logging
import os
import sys
import time
from datetime import UTC, datetime
from ipaddress import ip_address

from flask import Blueprint, Flask, Response, abort, current_app, g, request
from flask.typing import ResponseReturnValue
from prometheus_client import Counter, Gauge, Histogram, exposition, registry
from prometheus_client.multiprocess import MultiProcessCollector

from scorekeeper.places import FIGURES
from scorekeeper.web.page.incoming import store
from scorekeeper.web.page.place import Need

WITHIN = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)

ENTRIES = Counter("scorekeeper_entries", "Entries saved")
ANSWERS = Counter("scorekeeper_answers", "Answers", ["method", "code"])
SECONDS = Histogram(
    "scorekeeper_answer_seconds",
    "Seconds until an answer begins",
    ["page"],
    buckets=WITHIN,
)
REFUSED = Counter("scorekeeper_refusals", "Requests refused", ["kind"])
STREAMS = Gauge(
    "scorekeeper_streams", "Phones updated live", multiprocess_mode="livesum"
)
PRINTING = Gauge(
    "scorekeeper_prints_waiting",
    "Documents waiting to be printed",
    multiprocess_mode="livesum",
)
WRITING = Histogram(
    "scorekeeper_database_write_seconds",
    "Seconds of a database transaction",
    buckets=WITHIN,
)
READY = Gauge(
    "scorekeeper_ready", "Processes that are ready", multiprocess_mode="livesum"
)

blueprint = Blueprint("operations", __name__)
_log = logging.getLogger("scorekeeper.access")


def register(app: Flask) -> None:
    app.before_request_funcs.setdefault(None, []).insert(0, _begin)
    app.after_request(_end)
    app.extensions["refusals"].counted = lambda kind: REFUSED.labels(kind).inc()
    app.extensions["store"].timed = WRITING.time
    app.register_blueprint(blueprint)
    if app.config.get("ACCESS_LOG"):
        _log.setLevel(logging.INFO)
    if app.config.get("LOG") == "json":
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(Lines())
        logging.getLogger().handlers[:] = [handler]
    elif app.config.get("ACCESS_LOG") and not _log.handlers:
        _log.addHandler(logging.StreamHandler(sys.stdout))
        _log.propagate = False


class Lines(logging.Formatter):
    """A line of JSON for each report: when, how grave, from where, what, and a fault's
    kind."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "at": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S.%fZ}",
            "level": record.levelname,
            "from": record.name,
            "said": record.getMessage(),
        }
        if record.exc_info:
            fields["fault"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


@blueprint.get("/readyz", need=Need.OPEN)
def ready() -> ResponseReturnValue:
    """Whether requests may be sent here: the database answers and is of this release,
    its news is heard, and the server is not about to stop."""
    kind = "text/plain; charset=utf-8"
    if _is_ready():
        return Response("ready", 200, content_type=kind)
    return Response("not ready", 503, content_type=kind)


@blueprint.get("/metrics", need=Need.OPEN)
def metrics() -> ResponseReturnValue:
    """The figures, for Prometheus: to this computer, or to who knows
    SCOREKEEPER_METRICS_TOKEN."""
    if not _is_this_computer() and not _knows_token():
        abort(404)
    STREAMS.set(current_app.extensions["channels"].streams)
    PRINTING.set(current_app.extensions["pdf_cache"].waiting())
    READY.set(_is_ready())
    collected = registry.REGISTRY
    if FIGURES in os.environ:  # of all processes
        collected = registry.CollectorRegistry()
        MultiProcessCollector(collected)  # type: ignore[no-untyped-call]
    figures = exposition.generate_latest(collected)
    return Response(figures, content_type=exposition.CONTENT_TYPE_LATEST)


def _is_this_computer() -> bool:
    if any(name in request.headers for name in _PASSED_ON):
        return False
    try:
        return ip_address(request.remote_addr or "").is_loopback
    except ValueError:  # a socket: the proxy's
        return False


def _knows_token() -> bool:
    token = str(current_app.config.get("METRICS_TOKEN") or "")
    sent = request.headers.get("Authorization", "").removeprefix("Bearer ")
    return bool(token) and hmac.compare_digest(sent.encode(), token.encode())


_PASSED_ON = (
    "Forwarded",
    "Via",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
)
"""Headers that a proxy puts in: who asks it is not on this computer."""
_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST"})
"""Those that pages answer to: whatever else is sent is counted as one, or each would be
kept."""


def _is_ready() -> bool:
    if current_app.extensions["channels"].is_closing:
        return False
    return store().engine.is_ready()


def _begin() -> None:
    g.began = time.perf_counter()


def _end(answer: Response) -> Response:
    seconds = time.perf_counter() - g.get("began", time.perf_counter())
    page = request.endpoint or "none"
    method = request.method if request.method in _METHODS else "other"
    ANSWERS.labels(method, answer.status_code).inc()
    SECONDS.labels(page).observe(seconds)
    saved = g.get("saved")
    if saved is not None:
        ENTRIES.inc(len(saved["entries"]))
    if _log.isEnabledFor(logging.INFO):
        ms = round(1000 * seconds)
        values = (request.remote_addr or "socket", method, page, answer.status_code, ms)
        _log.info("%s %s %s %s %s ms", *values)
    return answer
