"""Everything a day's reports are made of: rows of the read models, now or as they once were."""

from datetime import date, timedelta

import msgspec

from domain.chart import ChartOfAccounts
from projections.balances import BalanceRow
from projections.currency import CashDayRow
from projections.days import DayRow, status_of
from projections.figures.reconciliation import Reconciliation, reconcile
from projections.issues import IssueRow
from projections.progressive_days import MeterDayRow
from projections.sessions import Raised, SessionRow
from projections.slips import Slip, SlipDayRow, slips_of
from projections.table_days import TableDayRow


class Close(msgspec.Struct, frozen=True, kw_only=True):
    """The first close of a day: from there on nothing is posted to it."""

    event: str
    """Stream and place in it, as `day:2026-11-15/1`."""
    position: int
    """Its place in the log."""
    recorded: str
    by: str | None
    chart: ChartOfAccounts


class DayBooks(msgspec.Struct, frozen=True, kw_only=True):
    """The books around one gaming day."""

    day: str
    table: str | None = None
    """This table only."""
    sessions: tuple[SessionRow, ...] = ()
    """Those with a period of the day, or with a late correction posted to it."""
    exceptional: tuple[SessionRow, ...] = ()
    """Those of any day that raised something."""
    issues: tuple[IssueRow, ...] = ()
    """Every complaint, debt and answer."""
    slips: tuple[SlipDayRow, ...] = ()
    """Of the day and those around it, which hold the numbers in use and the corrections."""
    cash: tuple[CashDayRow, ...] = ()
    """Of the day and those after it, which hold its corrections; those told late into on it."""
    posting: tuple[SessionRow, ...] = ()
    """Those that posted on the day, or whose counts showed something on it."""
    close: Close | None = None
    balances: tuple[BalanceRow, ...] = ()
    """Of the day."""
    brought: tuple[BalanceRow, ...] = ()
    """Of every day before, a line for each stream."""
    meters: tuple[MeterDayRow, ...] = ()
    days: tuple[DayRow, ...] = ()
    table_days: tuple[TableDayRow, ...] = ()
    """Of the day's year; where limits are drawn from it, of the year before too."""
    currency_threshold: int = 0

    @property
    def status(self) -> str:
        return status_of(self.day, self.days)

    def of_table(self, table: str | None) -> bool:
        return self.table in (None, table)

    def all_slips(self) -> list[Slip]:
        return [slip for slip in slips_of(self.slips) if self.of_table(slip.table)]

    def nearby_slips(self) -> list[Slip]:
        """Those of periods of the day, which may have ended on the next."""
        near = date.fromisoformat(self.day) + timedelta(days=2)
        rows = [row for row in self.slips if self.day <= row.day <= near.isoformat()]
        return slips_of(rows)

    def reconciliation(self) -> Reconciliation:
        return reconcile(
            self.day,
            self.sessions,
            self.table,
            () if self.table else self.meters,
            days=self.days,
            slips=self.nearby_slips(),
        )

    def raised(self) -> list[tuple[SessionRow, Raised, IssueRow | None]]:
        """Every exception of any day, with its answer if it has one."""
        answers = {(row.table, row.number): row for row in self.issues if row.kind == "exception"}
        return [
            (row, one, answers.get((row.table, one.seq)))
            for row in self.exceptional
            if self.of_table(row.table)
            for one in row.raised
        ]
