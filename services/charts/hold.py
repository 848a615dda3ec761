"""Hold against its control limits, day by day."""

from projections.figures.control_limits import HoldOfDay, hold_by_day, year_before
from projections.figures.statistics import table_days
from projections.table_days import TableDayRow, TableDays
from services.charts.chart import Chart, Fact, Series, day_axis
from services.reports.predicates import All, Is
from services.reports.rows import Rows


def hold_chart(
    rows: Rows, zone: str, span: tuple[str, str], table: str | None, game: str | None
) -> Chart:
    """Of the days of a span that had play, for a table, a game or all of them."""
    first, day = span
    parts = [
        part for part in table_days(_rows(rows, first, table, game)) if game in (None, part.game)
    ]
    points = hold_by_day(first, day, parts)
    outside = sum(point.outside is True for point in points)
    return Chart(
        chart="hold",
        title=f"Hold of {table or game or 'all tables'}, {first} to {day}",
        zone=zone,
        x=day_axis([point.day for point in points]),
        series=[
            Series(
                name="hold",
                label="hold",
                unit="percent",
                style="dots",
                values=[_number(point.hold) for point in points],
            ),
            Series(
                name="low",
                label="low limit",
                unit="percent",
                style="limit",
                values=[_number(point.low) for point in points],
            ),
            Series(
                name="high",
                label="high limit",
                unit="percent",
                style="limit",
                values=[_number(point.high) for point in points],
            ),
        ],
        facts=[
            Fact(name="days with play", value=str(len(points))),
            Fact(name="days outside the limits", value=str(outside)),
        ],
        notes=list(_notes(points)),
    )


def _rows(rows: Rows, first: str, table: str | None, game: str | None) -> list[TableDayRow]:
    """With the year before, from which the limits of a table or a game are drawn."""
    year = f"{year_before(first)}-01-01"
    if table is not None:
        return rows.find(TableDays(), All((Is("key", "=", table), Is("day", ">=", year))))
    if game is not None:
        return rows.find(TableDays(), All((Is("game", "=", game), Is("day", ">=", year))))
    return rows.find(TableDays(), Is("day", ">=", first))


def _number(percent: str | None) -> float | None:
    return None if percent is None else float(percent)


def _notes(points: list[HoldOfDay]) -> list[str]:
    notes = ["Hold is win by count over counted drop; a day that is not all counted has none."]
    if not any(point.low for point in points):
        notes.append(
            "No limits are drawn: they are of one game, by its submission, or in Maryland from"
            " 30 days or more of the year before."
        )
    return notes
