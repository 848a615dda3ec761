"""Who does what at a table: the people that commands name as their actor."""

from datetime import datetime
from typing import Final

_ROLES: Final = {
    "open_table": "floorperson",
    "fill": "floorperson",
    "credit": "floorperson",
    "misdeal": "floorperson",
    "abandon": "floorperson",
    "change_tiles": "floorperson",
    "change_dice": "floorperson",
    "count_tray": "floorperson",
    "close_table": "floorperson",
    "count_drop": "count_team",
}
_SLIP_ROLES: Final = {
    ("fill", "issued"): "cage_cashier",
    ("fill", "received"): "dealer",
    ("credit", "issued"): "dealer",
    ("credit", "received"): "cage_cashier",
}
"""Who asks, who hands over and who takes are three people."""
_DEALERS_IN_TURN: Final = 3
_SHIFT_HOURS: Final = 8


def on_duty(command: str, step: str | None, table: str, now: datetime) -> dict[str, str]:
    """The actor of a command; dealers change every hour, the others by shift."""
    role = _SLIP_ROLES.get((command, step or "")) or _ROLES.get(command, "dealer")
    if role == "dealer":
        return {"id": f"dealer-{table}-{1 + now.hour % _DEALERS_IN_TURN}", "role": role}
    return {"id": f"{role.replace('_', '-')}-{1 + now.hour // _SHIFT_HOURS}", "role": role}


def on_duty_supervisor(table: str, now: datetime) -> str:
    """Who validates what comes off a progressive meter."""
    return on_duty("misdeal", None, table, now)["id"]
