"""The game after each event, and what it takes then."""

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from domain.commands.round import PlaceWager
from domain.events import Event
from domain.events.round import (
    BetsClosed,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    WagerPlaced,
)
from domain.events.table import TableOpened
from domain.games.seam.game import Lawful
from domain.options import Group, Limits, OpenSpot, Option, Pieces
from domain.refusals import Refused
from domain.table.state import Table

from .bag import HOUSE, SEATS, STONES
from .deciding import limits_of, placed
from .messages.events import StonesDrawn
from .state import Phase, Play, Round, Stones, Wager, play_at


def evolve(table: Table, event: Event) -> Stones:
    """What happened, happened: nothing is decided here."""
    if isinstance(event, TableOpened):
        return Stones()
    game = play_at(table).game
    match event:
        case RoundOpened(round=str(opened)):
            fresh = Round(id=opened, number=event.number)
            return replace(game, round=fresh, wagers=(), hands={})
        case WagerPlaced():
            return _placed(game, Wager(event.seat, event.wager, event.total, event.player))
        case BetsClosed():
            return _in_phase(game, "no_more_bets")
        case StonesDrawn():
            return replace(_in_phase(game, "drawn"), hands=event.hands)
        case RoundClosed() | RoundVoided():
            last = game.last if event.house_stone is UNSET else event.house_stone
            return replace(game, round=None, wagers=(), hands={}, last=last)
    return game


def _placed(game: Stones, now: Wager) -> Stones:
    before = game.wager_at(now.seat, now.wager)
    kept = (one for one in game.wagers if one is not before)
    wagers = sorted((*kept, now), key=lambda one: (one.seat, one.wager))
    players = {**game.players, now.seat: now.player}
    return replace(game, wagers=tuple(wagers), players=players)


def _in_phase(game: Stones, phase: Phase) -> Stones:
    assert game.round is not None
    return replace(game, round=replace(game.round, phase=phase))


def lawful(play: Play) -> Lawful:
    """In the order in which it would be reached for; no equipment comes to the table."""
    game = play.game
    if game.round is None:
        return Lawful(("open_round",), ())
    if game.round.phase == "drawn":
        return Lawful(("show_stones", "void_round"), ())
    if game.round.phase == "no_more_bets":
        return Lawful(("draw", "void_round"), ())
    closing = ("no_more_bets",) if game.wagers else ()
    return Lawful((*closing, "place_wager", "void_round"), ())


def options(play: Play) -> dict[str, Option]:
    """What may be placed, and which places are drawn for."""
    groups = tuple(Group(at, 1) for at in (HOUSE, *map(str, play.game.seats())))
    pieces = Pieces(piece="stone", whole=STONES, field="stones", groups=groups)
    known = (
        Option(command="place_wager", spots=tuple(_placeable(play))),
        Option(command="draw", pieces=pieces),
    )
    now = lawful(play).play
    return {one.command: one for one in known if one.command in now}


def _placeable(play: Play) -> Iterator[OpenSpot]:
    """Every rule of placing is asked."""
    for seat in SEATS:
        for record in play.rules.catalogue.values():
            here = play.game.wager_at(seat, record.name)
            low, high = limits_of(play, record.name)
            down = 0 if here is None else here.amount
            least, most = max(1, low - down), high - down
            if least > most or not _may_place(play, seat, record.name, least):
                continue
            yield OpenSpot(
                seat=seat,
                wager=record.name,
                label=record.label,
                rule=record.permitted[play.rules.name],
                down=down,
                player=None if here is None else here.player,
                limits=Limits(least, most),
            )


def _may_place(play: Play, seat: int, wager: str, amount: int) -> bool:
    command = PlaceWager.model_construct(
        command="place_wager", seat=seat, wager=wager, amount=amount
    )
    try:
        placed(play, command)
    except Refused:
        return False
    return True
