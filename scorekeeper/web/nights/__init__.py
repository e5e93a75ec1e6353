"""A night of several tables: its pages, and how its rounds are laid."""
