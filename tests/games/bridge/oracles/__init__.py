"""Answers about bridge scores worked out apart from the code under test.

Nothing here imports `scorekeeper`: figures come from the typed tables in
tests/data/bridge, and the little arithmetic there is adds up rows of those tables.
"""
