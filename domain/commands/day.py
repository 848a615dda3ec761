"""Commands about a gaming day; they name a day, and no table."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, field_validator

from domain.commands.fields import Cents, CommandFields, Day, Strict, Words

DayStatus: TypeAlias = Literal["provisional", "counted", "audited"]
DAY_COMMANDS: Final = ("close_day", "acknowledge_alert")


class Alert(Strict):
    """A figure that left its control limits."""

    alert: Annotated[str, Field(pattern=r"^[A-Za-z0-9:_./-]{1,80}$")]
    what: Words
    table: str | None = None
    game: str | None = None
    value: str
    low: str | None = None
    high: str | None = None


class OfDay(CommandFields):
    """A command about a day of the whole property."""

    day: Day

    @field_validator("table")
    @classmethod
    def _no_table(cls, table: str | None) -> None:
        if table is not None:
            raise ValueError("a gaming day is the whole property's: leave `table` out")


class CloseDay(OfDay):
    """Freeze the day's figures as they are known: by the events, by the count, by the audit."""

    command: Literal["close_day"]
    status: DayStatus
    alerts: list[Alert] | None = Field(
        default=None, description="left out: the service works them out from its statistics"
    )
    currency_threshold: Cents | None = Field(
        default=None, description="left out: the service's setting, as it is when the day is closed"
    )


class AcknowledgeAlert(OfDay):
    """Somebody answers for an alert of the day, with a reason."""

    command: Literal["acknowledge_alert"]
    alert: str
    reason: Words
