"""A house played once for all of a file's tests; each tampers with a copy of its own."""

import pytest

from tests.support.verifying import House, copy_of, new_house, play_days


@pytest.fixture(scope="module")
def yesterday(server: str) -> House:
    return new_house(server)


@pytest.fixture(scope="module")
def today(server: str, yesterday: House) -> House:
    """Yesterday's, played on."""
    house = copy_of(server, yesterday)
    play_days(house)
    return house


@pytest.fixture
def house(server: str, today: House) -> House:
    return copy_of(server, today)
