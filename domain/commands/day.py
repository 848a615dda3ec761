"""Commands about a gaming day; they name a day, and no table."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from domain.commands.fields import CommandFields, Day, Strict, Words

DayStatus: TypeAlias = Literal["provisional", "counted", "audited"]


class Alert(Strict):
    """A figure that left its control limits."""

    alert: Annotated[str, Field(pattern=r"^[A-Za-z0-9:_./-]{1,80}$")]
    what: Words
    table: str | None = None
    game: str | None = None
    value: str
    low: str | None = None
    high: str | None = None


class CloseDay(CommandFields):
    """Freeze the day's figures as they are known: by the events, by the count, by the audit."""

    command: Literal["close_day"]
    day: Day
    status: DayStatus
    alerts: list[Alert] | None = Field(
        default=None, description="left out: the service works them out from its statistics"
    )


class AcknowledgeAlert(CommandFields):
    """Somebody answers for an alert of the day, with a reason."""

    command: Literal["acknowledge_alert"]
    day: Day
    alert: str
    reason: Words
