"""What is ruled when something went wrong at a bridge table: a module for each part of
the laws."""
