"""What is broken while many games are played, one way at a time."""
