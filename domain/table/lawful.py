"""Which commands a table takes now, for whoever stands at it."""

from typing import Final

_ALWAYS: Final = ("buy_in", "fill", "credit", "count_tray", "change_dice")
_OUT_OF_ROUND: Final = ("open_round", *_ALWAYS, "set_out_tiles", "change_tiles", "close_table")
_NEXT: Final = {
    "closed": ("open_table", "count_drop"),
    "open": _OUT_OF_ROUND,
    "betting": ("place_wager", "withdraw_wager", "no_more_bets", "misdeal", *_ALWAYS),
    "no_more_bets": ("roll", "no_roll", "misdeal", *_ALWAYS),
    "rolled": ("deal", "misdeal", *_ALWAYS),
    "house_set": ("settle", "surrender", "misdeal", *_ALWAYS),
}


def next_commands(phase: str, *, to_set: bool, exposed: bool) -> tuple[str, ...]:
    """In the order they would be reached for."""
    if phase != "dealt":
        return _NEXT[phase]
    choices = ("play_on", "void_hand") if exposed else ()
    setting = "set_hand" if to_set else "set_house"
    return (*choices, setting, "expose", "misdeal", *_ALWAYS)
