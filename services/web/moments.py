"""Moments as people enter them: in the property's time, unless they say otherwise."""

from datetime import datetime
from zoneinfo import ZoneInfo

from domain.gaming_day import write_moment


def moment_entered(text: str, zone: str) -> str:
    """RFC 3339, of what a browser's own field for a moment gives; what is no moment as it is."""
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=ZoneInfo(zone))
        return write_moment(moment)
    except (ValueError, OverflowError):
        return text
