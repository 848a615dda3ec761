"""A stored round's own commands, made again from its events.

What an event tells is what the command told; what was keyed in wrong is told right from the start;
what only the rules said (who shook, how the house way set a hand) is left for them to say again.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec

from domain.commands import Command, parse_command
from domain.controls import VOID_ROUND
from domain.events import Event
from domain.events import round as happened
from domain.events.corrections import WagerCorrected
from domain.events.table import DiceChanged
from domain.games.pai_gow.layout.positions import DEAD, TILE_RING, from_position
from domain.games.pai_gow.regulations import regulation_for
from domain.games.pai_gow.tiles.delivery import deliver_in
from services.history.pai_gow.corrections import as_corrected

NOT_TOLD: Final = "not told"
"""Who stood by where the round's own rules asked for nobody."""
_STACKS, _STACK = 8, 4
_ENDING: Final = (
    happened.WagerSettled,
    happened.DealerWagerSettled,
    happened.BankSettled,
    happened.RoundVoided,
)


def commands_again(events: Sequence[Event]) -> Iterator[Command]:
    """From the RoundOpened on; what the table's books did meanwhile does not concern the round."""
    facts = as_corrected(events)
    with_total = _matters_what_was_called(facts)
    regulation = ""
    was_dealt = False
    exposed: str | None = None
    supervisor: str | None = None
    for event in _told_in_words(facts):
        # An exposed piece may void the round in the same breath: nobody called a misdeal then.
        exposed = _exposed_alone(exposed, event)
        match event:
            case happened.RoundOpened():
                regulation = event.regulation
            case happened.TilesDealt() | happened.CardsDealt():
                was_dealt = True
            case happened.ProgressivePaid():
                supervisor = event.supervisor or supervisor
            case happened.RoundClosed() if was_dealt:
                yield _command(event, {"command": "settle", "supervisor": supervisor})
            case happened.RoundVoided():
                yield from _voided(event, regulation, by_exposure=bool(exposed))
            case _:
                pass
        told = _TOLD.get(type(event))
        if told is not None:
            also = _wrong_total(event) if with_total else {}
            yield _command(event, {**told(event), **also})


_DEALS: Final = (happened.TilesDealt, happened.CardsDealt)


def _matters_what_was_called(facts: Sequence[Event]) -> bool:
    """A wrong total that was put right before the deal does not: by other rules too it was dealt
    where it should have been. One that was dealt by voids the round, as the deal said."""
    if not any(isinstance(one, _DEALS) for one in facts):
        return True
    *_, last = (one for one in facts if not isinstance(one, _ENDING))
    ended = facts[-1]
    by_itself = isinstance(ended, happened.RoundVoided) and ended.rule != VOID_ROUND
    return by_itself and isinstance(last, _DEALS) and last.start_told is True


def _wrong_total(event: Event) -> dict[str, Any]:
    """As it was called out, and where the deal then began."""
    match event:
        case happened.DiceRolled() if event.announced is not msgspec.UNSET:
            return {"announced": event.announced}
        case happened.TilesDealt() | happened.CardsDealt():
            return {"start": event.start}
        case _:
            return {}


def _told_in_words(facts: Sequence[Event]) -> Iterator[Event]:
    """Without the passes right before "no more bets": whoever says nothing until then passes."""
    silent: list[Event] = []
    for event in facts:
        if isinstance(event, happened.BankPassed):
            silent.append(event)
            continue
        if not isinstance(event, happened.BetsClosed):
            yield from silent
        silent = []
        yield event
    yield from silent


def _exposed_alone(exposed: str | None, event: Event) -> str | None:
    """The position that was exposed just now, as long as no wager that waited on it comes up."""
    if isinstance(event, happened.TileExposed):
        return event.position
    if isinstance(event, happened.WagerSettled):
        waited = str(event.seat) == exposed and event.was is msgspec.UNSET
        return None if waited else exposed
    return exposed if isinstance(event, _ENDING) else None


def _voided(
    event: happened.RoundVoided, regulation: str, *, by_exposure: bool
) -> Iterator[Command]:
    """As it was called; what earlier versions took for a misdeal is a round called off."""
    rules = regulation_for(regulation)
    is_told = event.supervisor is not msgspec.UNSET
    fields = {"reason": event.reason, "supervisor": event.supervisor if is_told else NOT_TOLD}
    if event.rule == VOID_ROUND:
        yield _command(event, {"command": "void_round", **fields})
    elif not rules.reading.misdeal_by_wrong_total:
        if event.rule == rules.cites.misdeal and not by_exposure:
            yield _command(event, {"command": "void_round", **fields})
    elif is_told:
        announced = {} if event.announced is msgspec.UNSET else {"announced": event.announced}
        yield _command(event, {"command": "misdeal", **fields, **announced})


def _command(event: Event, fields: dict[str, Any]) -> Command:
    return parse_command({**fields, "table": event.table, "at": event.at})


def _says(command: str, *names: str) -> Callable[[Any], dict[str, Any]]:
    """A command whose fields are the event's."""
    return lambda event: {
        "command": command,
        **{
            name: _plain(getattr(event, name))
            for name in names
            if getattr(event, name) is not msgspec.UNSET
        },
    }


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _hand_set(event: happened.HandSet) -> dict[str, Any]:
    if event.house_way:
        return {"command": "set_hand", "seat": event.seat}
    return _says("set_hand", "seat", "high", "low")(event)


def _house_set(event: happened.HouseSet) -> dict[str, Any]:
    if event.way is not None:
        return {"command": "set_house"}
    return _says("set_house", "high", "low")(event)


def _exposed(event: happened.TileExposed) -> dict[str, Any]:
    position = event.position
    by = "dealer" if event.by is msgspec.UNSET else event.by
    place = int(position) if position.isdigit() else position
    return {"command": "expose", "position": place, "by": by}


def _rolled(event: happened.DiceRolled) -> dict[str, Any]:
    return {"command": "roll", "dice": list(event.dice)}


def _dealt(event: happened.TilesDealt) -> dict[str, Any]:
    return {"command": "deal", "stacks": stacks_of(event)}


def stacks_of(event: happened.TilesDealt) -> list[list[str]]:
    """The eight stacks as they stood: the delivery undone."""
    hands = _every_hand(event.hands)
    delivered = [tile for place in from_position(TILE_RING, event.start) for tile in hands[place]]
    places = [[str(_STACK * stack + at) for at in range(_STACK)] for stack in range(_STACKS)]
    came_from = [int(place) for hand in deliver_in(event.style, places) for place in hand]
    tiles = [""] * len(came_from)
    for place, tile in zip(came_from, delivered, strict=True):
        tiles[place] = tile
    return [tiles[at : at + _STACK] for at in range(0, len(tiles), _STACK)]


def _cards_dealt(event: happened.CardsDealt) -> dict[str, Any]:
    hands = {at: list(cards) for at, cards in event.hands.items()}
    return {"command": "deal", "hands": hands, "deck": event.deck or None}


def _every_hand(hands: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The dead hand holds its own four tiles first, then those that nobody played, in order."""
    unplayed = [place for place in TILE_RING if place not in hands]
    pile = hands[DEAD]
    parts = (pile[at : at + _STACK] for at in range(0, len(pile), _STACK))
    return {**hands, **dict(zip((DEAD, *unplayed), parts, strict=True))}


_TOLD: Final[dict[type[Event], Callable[[Any], dict[str, Any]]]] = {
    DiceChanged: _says("change_dice"),
    happened.RoundOpened: _says("open_round"),
    happened.BankPassed: _says("pass_bank", "seat"),
    happened.BankAccepted: _says(
        "accept_bank", "seat", "chips", "player", "co_bank", "dealer_wager"
    ),
    happened.WagerPlaced: _says("place_wager", "seat", "wager", "amount", "player", "coupon"),
    happened.WagerWithdrawn: _says("withdraw_wager", "seat", "wager"),
    WagerCorrected: _says(
        "correct_wager", "seat", "wager", "amount", "coupon", "player", "reason", "supervisor"
    ),
    happened.BetsClosed: _says("no_more_bets"),
    happened.TilesCut: _says("cut", "stacks", "end"),
    happened.DeliveryChosen: _says("choose_delivery", "style"),
    happened.TilesReshuffled: _says("reshuffle", "reason", "supervisor"),
    happened.DiceRolled: _rolled,
    happened.NoRollCalled: _says("no_roll", "reason", "cause"),
    happened.NumberAnnounced: _says("announce_number", "number"),
    happened.TilesDealt: _dealt,
    happened.CardsDealt: _cards_dealt,
    happened.HandSet: _hand_set,
    happened.HouseSet: _house_set,
    happened.HandSurrendered: _says("surrender", "seat"),
    happened.WagerAbandoned: _says("abandon", "seat"),
    happened.TileExposed: _exposed,
    happened.HandVoided: _says("void_hand", "seat"),
    happened.HandPlayedOn: _says("play_on", "seat"),
}
