"""Which commands a table takes now, for whoever stands at it."""

from typing import Final

import msgspec

_ALWAYS: Final = ("buy_in", "fill", "credit", "count_tray", "change_dice")
_OUT_OF_ROUND: Final = ("open_round", *_ALWAYS, "set_out_tiles", "change_tiles", "close_table")


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """What, beside the phase, decides which commands are lawful."""

    wagers: bool = False
    """Somebody has an undecided wager in the round."""
    playing: bool = False
    """Somebody has one on the hands."""
    offered: bool = False
    """The bank is being offered."""
    may_accept: bool = False
    """The player it is offered to has no wager in the way."""
    banked: bool = False
    may_cut: bool = False
    may_choose: bool = False
    """The style of delivery may be chosen."""
    dealer_plays: bool = False
    """The dealer wagers against the bank."""
    dealer_to_set: bool = False
    """Its hand is still to be set."""
    generator: bool = False
    abandons: bool = False
    """The regulation knows abandoned wagers."""
    to_set: bool = False
    """A hand is to be set that may be set now."""
    all_set: bool = False
    house_dealt: bool = False
    """There is a hand to compare the seats with."""
    exposed: bool = False
    covered: bool = False
    """Beside the house's hand something lies covered that no wager is on."""
    uncounted: bool = False
    """A closed session's drop is not counted yet."""


def next_commands(phase: str, moment: Moment) -> tuple[str, ...]:
    """In the order they would be reached for."""
    lawful = _BY_PHASE[phase](moment)
    return (*lawful, "count_drop") if moment.uncounted else lawful


def _if(condition: bool, *commands: str) -> tuple[str, ...]:
    return commands if condition else ()


def _betting(now: Moment) -> tuple[str, ...]:
    return (
        *_if(now.wagers or now.dealer_plays, "no_more_bets"),
        *_if(now.wagers, "withdraw_wager"),
        "place_wager",
        *_if(now.may_accept, "accept_bank"),
        *_if(now.offered, "pass_bank"),
        *_if(now.may_cut, "cut"),
        "misdeal",
        *_ALWAYS,
    )


def _no_more_bets(now: Moment) -> tuple[str, ...]:
    return (
        *_if(now.generator and not now.banked, "announce_number"),
        "roll",
        "no_roll",
        *_if(now.may_cut, "cut"),
        *_if(now.may_choose, "choose_delivery"),
        *_if(now.abandons and now.wagers, "abandon"),
        "misdeal",
        *_ALWAYS,
    )


def _rolled(now: Moment) -> tuple[str, ...]:
    return ("deal", *_if(now.abandons and now.wagers, "abandon"), "misdeal", *_ALWAYS)


def _dealt(now: Moment) -> tuple[str, ...]:
    return (
        *_if(now.exposed, "play_on", "void_hand"),
        *_if(now.to_set or (now.all_set and now.dealer_to_set), "set_hand"),
        *_if(now.all_set and now.house_dealt, "set_house"),
        *_if(not (now.playing or now.dealer_plays or now.exposed), "settle"),
        "expose",
        *_if(now.abandons and now.wagers, "abandon"),
        "misdeal",
        *_ALWAYS,
    )


def _house_set(now: Moment) -> tuple[str, ...]:
    return (
        *_if(now.playing, "surrender"),
        *_if(now.dealer_to_set, "set_hand"),
        *_if(not now.dealer_to_set, "settle"),
        *_if(now.abandons and now.wagers, "abandon"),
        *_if(now.covered, "expose"),
        "misdeal",
        *_ALWAYS,
    )


_BY_PHASE: Final = {
    "closed": lambda _: ("open_table",),
    "open": lambda _: _OUT_OF_ROUND,
    "betting": _betting,
    "no_more_bets": _no_more_bets,
    "rolled": _rolled,
    "dealt": _dealt,
    "house_set": _house_set,
}
