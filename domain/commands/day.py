"""Commands about a gaming day; they name a day, and no table."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from domain.commands.fields import Day, OfProperty, Words

DayStatus: TypeAlias = Literal["provisional", "counted", "audited"]
AlertName: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9:_./-]{1,80}$")]
DAY_COMMANDS: Final = ("close_day", "acknowledge_alert")


class OfDay(OfProperty):
    """A command about a day of the whole property."""

    day: Day


class CloseDay(OfDay):
    """Freeze the day's figures as they are known: by the events, by the count, by the audit."""

    command: Literal["close_day"]
    status: DayStatus


class AcknowledgeAlert(OfDay):
    """Somebody answers for an alert of the day, with a reason."""

    command: Literal["acknowledge_alert"]
    alert: AlertName
    reason: Words


DayCommand: TypeAlias = CloseDay | AcknowledgeAlert
