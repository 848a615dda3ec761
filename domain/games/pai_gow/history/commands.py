"""A pai gow round's commands, as they were given, tiles and cards alike."""

import re
from typing import Final

from msgspec import UNSET

from domain.controls import VOID_ROUND
from domain.events import Event
from domain.events import round as happened
from domain.games.pai_gow.layout.positions import DEAD, TILE_RING, from_position
from domain.games.pai_gow.messages import events as of_pai_gow
from domain.games.pai_gow.tiles.delivery import deliver_in
from domain.history.round_commands import (
    ROUND_COMMANDS,
    Fields,
    Group,
    NoCommand,
    Readers,
    Ways,
    of_first,
    people,
    reads,
    recorded,
    supervised,
)

_STACKS, _STACK = 8, 4
_ANNOUNCED: Final = re.compile(r" \(\d+ was announced, the dice total \d+\)$")


_pass_bank: Final = reads("pass_bank", "seat")
_accept_bank: Final = reads("accept_bank", "seat", "chips", "player", "co_bank", "dealer_wager")


def _bank_passed(group: Group) -> Ways:
    """A seat that says nothing until "no more bets" passes by that."""
    if isinstance(group[-1], happened.BetsClosed):
        return ROUND_COMMANDS[happened.BetsClosed](group[-1:])
    return _pass_bank(group)


def _dealt(group: Group) -> Ways:
    event = group[0]
    assert isinstance(event, of_pai_gow.TilesDealt | of_pai_gow.CardsDealt)
    start = event.start if event.start_told is True else None
    for pieces in _pieces(event):
        yield {"command": "deal", **pieces, "start": start}


def _pieces(event: Event) -> Ways:
    if isinstance(event, of_pai_gow.TilesDealt):
        yield {"stacks": _stacks_of(event)}
        return
    assert isinstance(event, of_pai_gow.CardsDealt)
    yield {"hands": event.hands, "deck": recorded(event.deck)}
    yield {"hands": event.hands, "deck": None}


def _stacks_of(event: of_pai_gow.TilesDealt) -> list[list[str]]:
    """The eight stacks as they stood: the delivery undone."""
    hands = _every_hand(event.hands)
    delivered = [tile for place in from_position(TILE_RING, event.start) for tile in hands[place]]
    places = [[str(_STACK * stack + at) for at in range(_STACK)] for stack in range(_STACKS)]
    came_from = [int(place) for hand in deliver_in(event.style, places) for place in hand]
    tiles = [""] * len(came_from)
    for place, tile in zip(came_from, delivered, strict=True):
        tiles[place] = tile
    return [tiles[at : at + _STACK] for at in range(0, len(tiles), _STACK)]


def _every_hand(hands: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The dead hand holds its own four tiles first, then those that nobody played, in order."""
    unplayed = [place for place in TILE_RING if place not in hands]
    pile = hands[DEAD]
    parts = (pile[at : at + _STACK] for at in range(0, len(pile), _STACK))
    return {**hands, **dict(zip((DEAD, *unplayed), parts, strict=True))}


def _setting(event: Event) -> Ways:
    """High and low as they lie; or left to the house way, which may have had them so too."""
    assert isinstance(event, of_pai_gow.HandSet | of_pai_gow.HouseSet)
    named: Fields = {"high": event.high, "low": event.low}
    left: Fields = {"high": None, "low": None}
    if isinstance(event, of_pai_gow.HandSet) and isinstance(event.seat, int):
        yield left if event.house_way else named
    elif isinstance(event, of_pai_gow.HouseSet) and event.way is None:
        yield named
        yield left
    else:
        yield left
        yield named


def _set(group: Group) -> Ways:
    event = group[0]
    assert isinstance(event, of_pai_gow.HandSet | of_pai_gow.HouseSet)
    fields: Fields = {"command": "set_house"}
    if isinstance(event, of_pai_gow.HandSet):
        fields = {"command": "set_hand", "seat": event.seat}
    for setting in _setting(event):
        yield fields | setting


def _exposed(event: of_pai_gow.TileExposed) -> Fields:
    by = "dealer" if event.by is UNSET else event.by
    return {"command": "expose", "position": _place(event.position), "by": by}


def _place(position: str) -> int | str:
    return int(position) if position.isdigit() else position


def _settled(group: Group) -> Ways:
    paid = (event for event in group if isinstance(event, happened.ProgressivePaid))
    validated = (event.supervisor for event in paid if event.supervisor is not None)
    yield {"command": "settle", "supervisor": next(validated, None)}


def _misdealt(event: happened.RoundVoided) -> Ways:
    fields: Fields = {"command": "misdeal", "supervisor": recorded(event.supervisor)}
    fields |= {"announced": recorded(event.announced)}
    # Version 2 added to the reason itself that the dice's total was called out wrong.
    for reason in dict.fromkeys((event.reason, _ANNOUNCED.sub("", event.reason))):
        yield {**fields, "reason": reason}


def _bank_corrected(group: Group) -> Ways:
    """Who took it is the last event; nobody, where nothing follows."""
    event, right = group[0], group[-1]
    if not isinstance(right, of_pai_gow.BankAccepted):
        yield {"command": "correct_bank", "seat": None, **supervised(event)}
        return
    for bank in _accept_bank((right,)):
        yield {**bank, "command": "correct_bank", **supervised(event)}


def _deal_corrected(group: Group) -> Ways:
    if len(group) == 1:
        raise NoCommand("a deal was taken back, and no other one follows it")
    for pieces in _pieces(group[1]):
        yield {"command": "correct_deal", **pieces, **supervised(group[0])}


def _setting_corrected(group: Group) -> Ways:
    event = group[0]
    assert isinstance(event, of_pai_gow.SettingCorrected)
    if len(group) == 1:
        raise NoCommand("a hand was taken up again, and no other setting follows")
    for setting in _setting(group[1]):
        yield {
            "command": "correct_setting",
            "seat": _place(event.position),
            **setting,
            **supervised(event),
        }


def ended(group: Group) -> Ways | None:
    """Settled or misdealt."""
    match group[-1]:
        case happened.RoundClosed():
            return _settled(group)
        case happened.RoundVoided() as voided if voided.rule != VOID_ROUND:
            return _misdealt(voided)
        case _:
            return None


def _tiles_changed(event: of_pai_gow.TilesChanged) -> Fields:
    signatures = people(event.signed)
    return {"command": "change_tiles", "reason": recorded(event.reason), "signatures": signatures}


PAI_GOW_COMMANDS: Final[Readers] = {
    of_pai_gow.TilesSetOut: reads("set_out_tiles"),
    of_pai_gow.TilesChanged: of_first(_tiles_changed),
    of_pai_gow.BankPassed: _bank_passed,
    of_pai_gow.BankAccepted: _accept_bank,
    of_pai_gow.TilesCut: reads("cut", "stacks", "end"),
    of_pai_gow.DeliveryChosen: reads("choose_delivery", "style"),
    of_pai_gow.TilesReshuffled: reads("reshuffle", "reason", "supervisor"),
    of_pai_gow.NumberAnnounced: reads("announce_number", "number"),
    of_pai_gow.TilesDealt: _dealt,
    of_pai_gow.CardsDealt: _dealt,
    of_pai_gow.HandSet: _set,
    of_pai_gow.HouseSet: _set,
    of_pai_gow.HandSurrendered: reads("surrender", "seat"),
    of_pai_gow.WagerAbandoned: reads("abandon", "seat"),
    of_pai_gow.TileExposed: of_first(_exposed),
    of_pai_gow.HandVoided: reads("void_hand", "seat"),
    of_pai_gow.HandPlayedOn: reads("play_on", "seat"),
    of_pai_gow.BankCorrected: _bank_corrected,
    of_pai_gow.DealCorrected: _deal_corrected,
    of_pai_gow.SettingCorrected: _setting_corrected,
}
"""By a command's first event; what settles a round is known by its last."""
