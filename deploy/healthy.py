"""Exits with 0 when the server in this container is well: `python healthy.py
[PORT]`."""

import os
import sys
from http.client import HTTPConnection
from urllib.parse import urlsplit

port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
# The server answers only to its own name.
name = urlsplit(os.environ.get("SCOREKEEPER_PUBLIC_URL") or "http://localhost").netloc
line = HTTPConnection("127.0.0.1", port, timeout=4)
try:
    line.request("GET", "/healthz", headers={"Host": name})
    status = line.getresponse().status
except OSError as fault:
    sys.exit(f"No answer: {fault}")
if status != 200:
    sys.exit(f"The answer was {status}.")
