"""What pytest is told before any test is read."""

pytest_plugins = ["tests.fixtures", "tests.browser", "tests.decks_written"]
