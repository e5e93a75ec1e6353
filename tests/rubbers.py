"""A session on the command line."""

import json
from typing import Any


def rubber(**header: Any) -> bytes:
    lines: list[dict[str, Any]] = [
        {"scorekeeper": 1, "game": "bridge", **header},
        {"kind": "seated", "facts": {"person": "Ada", "seat": "N"}},
        {"kind": "contract", "facts": {"contract": "4S", "declarer": "N"}},
        {"kind": "tricks", "facts": {"tricks": 10}},
        {"count": 3},
    ]
    return "".join(f"{json.dumps(line)}\n" for line in lines).encode()
