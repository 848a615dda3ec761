"""The dice: how often each face fell and each total came, and whether chance would have it so."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from projections.figures.goodness_of_fit import LEAST_EXPECTED, Fit, fit, total_chances
from projections.hours import Hours, HoursRow
from services.charts.chart import Axis, Chart, Fact, Series
from services.reports.predicates import between
from services.reports.rows import Rows

_FACES: Final = 6
UNLIKELY: Final = 0.01
"""Below this the dice are worth a look."""


def dice_chart(
    rows: Rows, zone: str, span: tuple[str, str], *, table: str | None = None, dice: int | None
) -> Chart:
    """Faces of all dice; with `dice`, totals of so many thrown together."""
    first, last = span
    found = [row for row in rows.find(Hours(), between(first, last)) if table in (None, row.table)]
    if dice is None:
        fitted = fit(_faces(found), [Fraction(1, _FACES)] * _FACES)
        places, label, shown = list(range(1, _FACES + 1)), "face", "Faces of the dice"
    else:
        chances = total_chances(dice)
        totals = _totals(found, dice)
        fitted = fit([totals.get(total, 0) for total in chances], list(chances.values()))
        places, label, shown = list(chances), "total", f"Totals of {dice} dice"
    return Chart(
        chart="dice",
        title=f"{shown}, {table or 'all tables'}, {first} to {last}",
        zone=zone,
        x=Axis(kind="face", label=label, values=places, labels=[str(one) for one in places]),
        series=[
            Series(
                name="observed",
                label="thrown",
                unit="count",
                style="bars",
                values=[*fitted.observed],
            ),
            Series(
                name="expected",
                label="expected",
                unit="count",
                style="limit",
                values=[round(one, 2) for one in fitted.expected],
            ),
        ],
        facts=_facts(fitted),
        notes=_notes(fitted),
    )


def _faces(rows: Iterable[HoursRow]) -> list[int]:
    sums = [0] * _FACES
    for row in rows:
        sums = [so_far + more for so_far, more in zip(sums, row.faces, strict=True)]
    return sums


def _totals(rows: Iterable[HoursRow], dice: int) -> dict[int, int]:
    sums: dict[int, int] = {}
    for row in rows:
        for total, times in row.totals.get(dice, {}).items():
            sums[total] = sums.get(total, 0) + times
    return sums


def _facts(fitted: Fit) -> list[Fact]:
    chi, p = fitted.chi_square, fitted.p_value
    return [
        Fact(name="thrown", value=f"{sum(fitted.observed):,}"),
        Fact(name="chi-square", value="unknown" if chi is None else f"{chi:.3f}"),
        Fact(name="degrees of freedom", value=str(fitted.degrees)),
        Fact(name="p-value", value="unknown" if p is None else f"{p:.4f}"),
    ]


def _notes(fitted: Fit) -> list[str]:
    if fitted.p_value is None:
        return [f"Too few to judge: each must be expected {LEAST_EXPECTED} times or more."]
    so = "Fair dice fall so, or farther off, in"
    if fitted.p_value < UNLIKELY:
        return [f"{so} {fitted.p_value:.2%} of such samples: look at the dice."]
    return [f"{so} {fitted.p_value:.1%} of such samples."]
