"""Measure everything, print a table and record it: `python -m benchmarks [NAME
...]`."""

import importlib
import platform
import sys

from benchmarks import recorded
from benchmarks.measure import Result

MODULES = (
    "counted",
    "scoring",
    "rulings",
    "folding",
    "night",
    "appends",
    "pages",
    "load",
    "streams",
    "processes",
    "growth",
    "paper",
    "first_load",
    "small",
    "starting",
    "history",
    "pocket",
)
HEADS = Result("What", "Here", "Beside", "Ratio", "Aim")


def main(wanted: list[str]) -> None:
    """Run the modules that were asked for, or all."""
    unknown = set(wanted) - set(MODULES)
    if unknown:
        raise SystemExit(
            f"There is no {', '.join(sorted(unknown))}; there are: {', '.join(MODULES)}"
        )
    rows = [HEADS]
    for name in wanted or MODULES:
        print(f"{name} ...", file=sys.stderr, flush=True)
        found = importlib.import_module(f"benchmarks.{name}").results()
        recorded.record(
            f"./bench {name}", recorded.table(row.cells for row in (HEADS, *found))
        )
        recorded.put_rows(
            (row.waited, row.here, row.aim, f"`./bench {name}`")
            for row in found
            if row.waited
        )
        rows += found
    print(
        f"\n{platform.machine()}, {platform.system()}, Python "
        f"{platform.python_version()}\n"
    )
    print(table(rows))


def table(rows: list[Result]) -> str:
    """The rows with their columns aligned."""
    cells = [row.cells for row in rows]
    widths = [max(len(row[n]) for row in cells) for n in range(len(cells[0]))]
    lines = [
        "  ".join(
            cell.ljust(width) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in cells
    ]
    return "\n".join([lines[0], "-" * max(map(len, lines)), *lines[1:]])


if __name__ == "__main__":
    main(sys.argv[1:])
