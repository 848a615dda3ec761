"""What the pictures are drawn from, for the pages and for whoever draws their own."""

from datetime import date, timedelta
from typing import Annotated, Protocol

from fastapi import APIRouter, Path, Query, Request, Response

from domain.gaming_day import FIRST_DAY, GamingDay
from services.charts.chart import Chart
from services.charts.dice import dice_chart
from services.charts.hold import hold_chart
from services.charts.hours import day_curve, hours_chart
from services.charts.meters import meter_chart
from services.charts.tray import tray_chart
from services.http.access import Caller
from services.http.answers import json_answer
from services.http.kept_answers import KeptAnswers
from services.http.parameters import Day, Days, NumberOfDice, Regulation, Table, TableText
from services.http.problems import Problem, shorten
from services.http.readers import Route, read_apart
from services.http.reading import books, day_of
from services.reports.rows import Rows
from services.settings import Settings

router = APIRouter(tags=["charts"], prefix="/v1/charts")


def _settings(request: Request) -> Settings:
    found: Settings = request.app.state.settings
    return found


def _known(request: Request, table: str | None) -> None:
    """A figure of a table that never was is no zero."""
    if table is not None and books(request).table(table) is None:
        raise Problem("not-found", f"there is no table {shorten(table)!r}")


def _span(day: str, days: int) -> tuple[str, str]:
    first = date.fromisoformat(day) - timedelta(days=days - 1)
    return max(first.isoformat(), FIRST_DAY), day


@router.get("/hours")
async def get_hours(request: Request, _: Caller, day: Day = None, table: Table = None) -> Response:
    """Win and drop of a gaming day by hour, of one table or of all."""
    return await _of_a_day(request, hours_drawn, day, table)


@router.get("/day-curve")
async def get_day_curve(
    request: Request, _: Caller, day: Day = None, table: Table = None
) -> Response:
    """Win and drop of a gaming day as it went on, of one table or of all."""
    return await _of_a_day(request, day_curve_drawn, day, table)


@read_apart
def hours_drawn(request: Request, day: str, table: str | None) -> Response:
    return _drawn(request, hours_chart, day, table)


@read_apart
def day_curve_drawn(request: Request, day: str, table: str | None) -> Response:
    return _drawn(request, day_curve, day, table)


class _Draw(Protocol):
    def __call__(
        self, rows: Rows, gaming_day: GamingDay, zone: str, day: str, table: str | None = None
    ) -> Chart: ...


def _drawn(request: Request, draw: _Draw, day: str, table: str | None) -> Response:
    _known(request, table)
    settings = _settings(request)
    rows = books(request).rows
    return json_answer(draw(rows, settings.gaming_day(), settings.timezone, day, table))


async def _of_a_day(request: Request, drawn: Route, day: str | None, table: str | None) -> Response:
    """Of all tables together it is on every floor page: drawn once for all who look."""
    wanted = day_of(request, day)
    if table is not None:
        return await drawn(request=request, day=wanted, table=table)
    kept: KeptAnswers = request.app.state.kept_charts
    return await kept.get(
        (request.scope["path"], wanted),
        lambda: drawn(request=request, day=wanted, table=None),
    )


@router.get("/tray")
@read_apart
def get_tray(
    request: Request,
    _: Caller,
    table: Annotated[TableText, Query(description="this table")],
    day: Day = None,
) -> Response:
    """A table's tray, box and win over a gaming day."""
    _known(request, table)
    settings = _settings(request)
    wanted = day_of(request, day)
    rows = books(request).rows
    return json_answer(tray_chart(rows, settings.gaming_day(), settings.timezone, wanted, table))


@router.get("/hold")
@read_apart
def get_hold(
    request: Request,
    _: Caller,
    *,
    day: Day = None,
    days: Days = 92,
    table: Table = None,
    game: Regulation = None,
) -> Response:
    """Hold by day beside its control limits: of a table, a game, or all together."""
    _known(request, table)
    span = _span(day_of(request, day), days)
    rows, zone = books(request).rows, _settings(request).timezone
    return json_answer(hold_chart(rows, zone, span, table, game))


@router.get("/dice")
@read_apart
def get_dice(
    request: Request,
    _: Caller,
    *,
    day: Day = None,
    days: Days = 1,
    table: Table = None,
    dice: NumberOfDice = None,
) -> Response:
    """How often each face fell, or each total came, with the chi-square and its p-value."""
    _known(request, table)
    span = _span(day_of(request, day), days)
    rows, zone = books(request).rows, _settings(request).timezone
    return json_answer(dice_chart(rows, zone, span, table=table, dice=dice))


@router.get("/meters/{meter}")
@read_apart
def get_meter(
    request: Request, _: Caller, meter: Annotated[str, Path()], day: Day = None, days: Days = 31
) -> Response:
    """A meter's growth over the days, and what was paid off it."""
    if meter not in {one.meter for one in books(request).progressives()}:
        raise Problem("not-found", f"there is no meter {shorten(meter)!r}")
    span = _span(day_of(request, day), days)
    return json_answer(meter_chart(books(request).rows, _settings(request).timezone, meter, span))
