"""The table being played: its page, what is entered on it, the evening around it."""
