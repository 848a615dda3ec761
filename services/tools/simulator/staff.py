"""Who does what at a table: the people that commands name as their actor."""

from datetime import datetime
from typing import Final

from domain.game_library import LIBRARY
from domain.games.seam.bots import Person

_ROLES: Final[dict[str, str]] = {
    **dict.fromkeys(
        (
            *("open_table", "count_tray", "close_table", "fill", "credit", "void_round"),
            *("return_wager", "change_dice", "pay_marker", "owe_vigorish", "recover_vigorish"),
            *("correct_wager", "correct_roll", "complain", "hold_dispute"),
        ),
        "floorperson",
    ),
    "correct_entry": "pit_manager",
    "rule_dispute": "pit_manager",
    "acknowledge": "auditor",
    "remove_box": "security",
    "count_drop": "count_room",
    **{command: role for game in LIBRARY.games for command, role in game.bots.told_by.items()},
}
_SLIP_ROLES: Final = {
    ("fill", "issued"): "cage",
    ("fill", "received"): "dealer",
    ("credit", "issued"): "pit_manager",
    ("credit", "received"): "cage",
}
"""Who asks, who hands over and who takes are three people."""
_DEALERS_IN_TURN: Final = 3
_SHIFT_HOURS: Final = 8


def on_duty(command: str, step: str | None, table: str, now: datetime) -> Person:
    """The actor of a command; dealers change every hour, the others by shift."""
    role = _SLIP_ROLES.get((command, step or "")) or _ROLES.get(command, "dealer")
    return _dealer(table, now) if role == "dealer" else _of_shift(role, now)


def signing(table: str, now: datetime) -> list[Person]:
    """Both who answer for a count of the tray."""
    return [_dealer(table, now), _of_shift("floorperson", now)]


def standing_by(command: str, now: datetime) -> str:
    """The supervisor of what needs one, who is not the one that does it."""
    doing = _ROLES.get(command, "dealer")
    role = "pit_manager" if doing == "floorperson" else "floorperson"
    return _of_shift(role, now)["id"]


def _dealer(table: str, now: datetime) -> Person:
    return {"id": f"dealer-{table}-{1 + now.hour % _DEALERS_IN_TURN}", "role": "dealer"}


def _of_shift(role: str, now: datetime) -> Person:
    return {"id": f"{role.replace('_', '-')}-{1 + now.hour // _SHIFT_HOURS}", "role": role}
