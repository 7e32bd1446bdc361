"""The evening that days and decisions begin with; a file that means another one says so itself."""

import pytest

from tests.service.evening import Evening, a_begun_game


@pytest.fixture
def evening() -> Evening:
    """Ann, Ben and Carla have begun on a Monday at noon; Ann has 24 hours."""
    return a_begun_game()
