"""Sentences that no test reaches, each with the reason: `./prove sentences` allows these
and no others, and wants one taken out as soon as something says it."""

UNWALKED: dict[str, str] = {}
MOST = 30
"""How many there may be."""
