"""Moments as the property's clocks showed them."""

import re
from typing import Final
from zoneinfo import ZoneInfo

from domain.gaming_day import stored_moment

_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)")


def local(text: str, zone: str) -> str:
    """To the second, without the zone: whoever shows it says once which zone it is."""
    return f"{stored_moment(text).astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M:%S}"


def localised(text: str, zone: str) -> str:
    """Words with every moment in them told in the zone."""
    return _MOMENT.sub(lambda found: local(found[0], zone), text)
