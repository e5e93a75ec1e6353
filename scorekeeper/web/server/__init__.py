"""What every page needs: who may open it, limits, addresses, static files, errors."""
