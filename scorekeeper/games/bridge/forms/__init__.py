"""The questions put to a bridge table, and in which order they come."""
