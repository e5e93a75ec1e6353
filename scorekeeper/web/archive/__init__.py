"""What was played: the sessions of this house, their files, papers and statistics."""
