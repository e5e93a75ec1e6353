"""What a session says to people: its sheet, rulings, seals, signatures, house
rules and files."""
