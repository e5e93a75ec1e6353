"""What a proof raises."""


class Broken(AssertionError):
    """A promise was not kept. The text says which, where, and what was found."""
