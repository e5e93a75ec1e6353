"""What leaves a session: its file, its sheet as CSV, as JSON and on paper."""
