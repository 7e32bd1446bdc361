"""What things cost, measured side by side; `make bench` runs it all. None of it is a timed test."""
