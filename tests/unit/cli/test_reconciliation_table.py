"""The reconciliation on a screen: what is estimated and what is counted stand and add up apart."""

import re

from msgspec.structs import replace

from projections.figures.reconciliation import (
    Estimated,
    Expected,
    Reconciliation,
    TableLine,
    Variance,
    Win,
)
from services.cli.reconciliation_table import table_lines

DAY = "2026-11-15"
COUNTED = TableLine(
    table="PG01",
    session=1,
    opener=1_000_000,
    fills=0,
    credits=0,
    buy_ins=50_000,
    marker_payments=0,
    coupons=0,
    vigorish=0,
    rounds=3,
    drop=Estimated(50_000, 49_900),
    closer=Expected(960_000, 960_500),
    win=Win(10_000, 10_400),
    variance=Variance(-100, 500),
    missing=(),
    period=1,
    of_day=DAY,
    shift=1,
    game="nj-pai-gow",
    discrepancy=None,
    findings=(),
)
UNCOUNTED = replace(
    COUNTED,
    table="PG02",
    drop=Estimated(70_000, None),
    closer=Expected(940_000, None),
    win=Win(10_000, None),
    variance=Variance(None, None),
    missing=("close_table", "count_drop"),
)


def shown(*lines: TableLine) -> list[list[str]]:
    report = Reconciliation(
        day=DAY, status="open", balanced=None, tables=lines, totals={}, trial_balance={}
    )
    return [re.split(r" {2,}", line.strip()) for line in table_lines(report)]


def test_estimates_are_not_summed_with_counts() -> None:
    heads, first, second, total = shown(COUNTED, UNCOUNTED)
    drop = heads.index("drop est.")
    assert first[drop : drop + 4] == ["$500.00", "$499.00", "$9,600.00", "$9,605.00"]
    assert second[drop : drop + 4] == ["$700.00", "unknown", "$9,400.00", "unknown"]
    # The total has neither session nor period.
    assert total[drop - 2 : drop + 2] == [
        *("$1,200.00", "$499.00 (1 of 2)", "$19,000.00", "$9,605.00 (1 of 2)"),
    ]
    assert total[-2:] == ["$5.00 (1 of 2)", "-$1.00 (1 of 2)"]


def test_where_all_is_counted_nothing_is_said_of_it() -> None:
    heads, *_, total = shown(COUNTED, COUNTED)
    assert "of" not in " ".join(total)
    assert total[heads.index("drop est.") - 1] == "$998.00"


def test_where_nothing_is_counted_the_sum_is_unknown() -> None:
    *_, total = shown(UNCOUNTED)
    assert total.count("unknown") == 4


def test_a_period_of_another_day_is_summed_in_its_own() -> None:
    heads, *_, total = shown(COUNTED, replace(COUNTED, table="PG03", of_day="2026-11-14"))
    assert total[heads.index("drop est.") - 2] == "$500.00"
