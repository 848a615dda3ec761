"""Which commands a table takes now, for whoever stands at it."""

from typing import Final

import msgspec

_ALWAYS: Final = ("buy_in", "fill", "credit", "count_tray", "change_dice")
_OUT_OF_ROUND: Final = ("open_round", *_ALWAYS, "set_out_tiles", "change_tiles", "close_table")
_NEXT: Final = {
    "closed": ("open_table",),
    "open": _OUT_OF_ROUND,
    "betting": ("place_wager", "misdeal", *_ALWAYS),
    "no_more_bets": ("roll", "no_roll", "misdeal", *_ALWAYS),
    "rolled": ("deal", "misdeal", *_ALWAYS),
    "house_set": ("settle", "misdeal", *_ALWAYS),
}


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """What, beside the phase, decides which commands are lawful."""

    wagers: bool
    """Somebody has a wager in the round."""
    to_set: bool
    """A hand is to be set that may be set now."""
    all_set: bool
    exposed: bool
    uncounted: bool
    """A closed session's drop is not counted yet."""


def next_commands(phase: str, moment: Moment) -> tuple[str, ...]:
    """In the order they would be reached for."""
    lawful = _dealt(moment) if phase == "dealt" else _NEXT[phase]
    if phase == "betting" and moment.wagers:
        lawful = ("no_more_bets", "withdraw_wager", *lawful)
    if phase == "house_set" and moment.wagers:
        lawful = ("surrender", *lawful)
    return (*lawful, "count_drop") if moment.uncounted else lawful


def _dealt(moment: Moment) -> tuple[str, ...]:
    choices = ("play_on", "void_hand") if moment.exposed else ()
    hands = ("set_hand",) if moment.to_set else ()
    house = ("set_house",) if moment.all_set else ()
    return (*choices, *hands, *house, "expose", "misdeal", *_ALWAYS)
