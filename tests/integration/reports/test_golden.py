"""What is shown of two evenings is what was always shown, byte by byte."""

import pytest

from tests.support.reports import golden


@pytest.mark.parametrize("name", golden.EVENINGS)
def test_every_report_row_and_page_is_as_it_was(server: str, name: str) -> None:
    now, before = golden.played(server, name), golden.kept()[name]
    assert [place for place in before if now.get(place) != before[place]] == []
    assert now.keys() == before.keys()


@pytest.mark.parametrize("name", golden.FOLDED)
def test_every_row_was_the_same_after_every_event(name: str) -> None:
    now, before = golden.FOLDED[name](), golden.kept()[name]
    assert [place for place in before if now.get(place) != before[place]] == []
