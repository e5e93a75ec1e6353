"""A night of several tables: who sits where in which round, and how all of them stand.

Nothing here knows a game. Rule: readings, section 10.
"""
