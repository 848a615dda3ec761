"""Numbers of slips and markers: each is used once, and years of them are kept in little room."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.table.slip_series import UsedNumbers, is_used, series_of, with_number


@pytest.mark.parametrize(
    ("slip", "series", "number"),
    [
        ("4711", "*", 4711),
        ("F-7", "F-*", 7),
        ("F-007", "F-*", 7),
        ("PG01-F0007", "PG01-F*", 7),
        ("2026-11A", "2026-*A", 11),
        ("F-000", "F-*", 0),
        ("LOST", "LOST", 0),
        ("9" * 32, "9" * 17 + "*", 10**15 - 1),
        ("0" * 31 + "8", "*", 8),
    ],
)
def test_a_number_is_the_last_run_of_digits_whatever_its_width(
    slip: str, series: str, number: int
) -> None:
    assert series_of(slip) == (series, number)


@given(st.lists(st.tuples(st.sampled_from(["F-{}", "{}A", "F-0{}"]), st.integers(0, 12))))
def test_a_number_is_used_exactly_if_it_was_told(told: list[tuple[str, int]]) -> None:
    used: UsedNumbers = {}
    plain: set[tuple[str, int]] = set()
    for pattern, number in told:
        slip, one = pattern.format(number), (pattern.replace("0", ""), number)
        assert is_used(used, slip) == (one in plain)
        if one not in plain:
            used = with_number(used, slip)
            plain.add(one)
    for runs in used.values():
        flat = [number for run in runs for number in run]
        assert flat == sorted(flat)
        assert all(first[1] + 1 < then[0] for first, then in pairwise(runs))


def test_a_million_numbers_without_a_gap_are_one_run() -> None:
    used: UsedNumbers = {"F-*": ((1, 999_999),)}
    assert with_number(used, "F-1000000") == {"F-*": ((1, 1_000_000),)}
    assert with_number({"F-*": ((1, 2), (4, 5))}, "F-3") == {"F-*": ((1, 5),)}
