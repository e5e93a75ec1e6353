"""`python -m scorekeeper`: the same as the command `scorekeeper`."""

from scorekeeper.cli import main

main(prog_name="scorekeeper")
