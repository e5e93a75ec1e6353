"""The pure core: cards, seats, citations, the sheet and the session log.

Standard library only; no clock, no randomness, no database.
"""
