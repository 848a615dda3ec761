"""What the service finds when a day is closed: alerts and threshold, which no client supplies."""

from collections.abc import Iterable

from domain.chart import ChartOfAccounts
from domain.commands import Command
from domain.commands.day import CloseDay
from domain.findings import Findings
from projections.figures import statistics
from projections.figures.alerts import slip_alerts
from projections.figures.control_limits import hold_alerts
from services.queries import Queries
from services.reports.gathering import gather
from services.settings import Settings


def closed_days(commands: Iterable[Command]) -> list[str]:
    """The days that the commands close, each once."""
    return list(dict.fromkeys(one.day for one in commands if isinstance(one, CloseDay)))


def find(
    day: str, books: Queries, settings: Settings, chart: ChartOfAccounts | None = None
) -> Findings:
    """Figures of the day that leave their control limits, and slips' numbers that are not right."""
    known = gather(books.rows, day, {"table_days", "slips"})
    alerts = (
        *hold_alerts(day, statistics.table_days(known.table_days)),
        *slip_alerts(day, known.all_slips()),
    )
    return Findings(alerts=alerts, currency_threshold=settings.currency_threshold, chart=chart)
