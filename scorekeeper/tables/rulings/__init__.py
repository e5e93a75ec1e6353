"""The rulings of a session, from what is told to what is in the score."""
