"""What a page posts becomes a command; every field that cannot be read is named."""

import pytest

from domain.commands import CommandError
from services.web.forms import read_form


def test_names_within_names_and_parts_of_one_amount_are_put_together() -> None:
    form = read_form(b"back=/floor&tray.2500=4&tray.500=2&cash.2000:pieces=3&cash:plus=1.25&box=")
    assert form.back == "/floor"
    assert form.command == {"tray": {"2500": "4", "500": "2"}, "cash": 6125}


@pytest.mark.parametrize(
    ("body", "where", "what"),
    [
        (b"amount:dollars=5&amount:dollars=7", "amount", "is told twice"),
        (b"tray=5&tray.500=2", "tray.500", "is told twice, in two ways"),
        (b"cash.2000:pieces=-1", "cash.2000", "none of them below 0"),
    ],
)
def test_a_field_that_cannot_be_read_is_named(body: bytes, where: str, what: str) -> None:
    with pytest.raises(CommandError) as error:
        read_form(body)
    [problem] = error.value.problems
    assert problem["where"] == where
    assert what in problem["what"]
