"""What a session says to people: its sheet, docket, seals, signatures, house rules and files."""
