"""How each event changes the game at a table: the round, and what outlives it."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.events import round as of_round
from domain.events import table as of_table
from domain.events.envelope import Event
from domain.games.pai_gow.round.evolve import evolve_round, opened
from domain.games.pai_gow.round.state import PaiGow, Wager, game_at
from domain.games.pai_gow.round.taking_back import TAKEN_BACK, remembered
from domain.games.pai_gow.wagers.names import DICE_BONUS, MAIN
from domain.table.state import Table


def _tiles_out(game: PaiGow, _: of_table.TilesSetOut) -> PaiGow:
    """The game starts anew, and with it the offers of the bank (10.8(b); MD 9.B)."""
    return replace(game, rotation=replace(game.rotation, fresh=True, begun_at=None))


def _tiles_changed(game: PaiGow, event: of_table.TilesChanged) -> PaiGow:
    rotation = replace(game.rotation, fresh=True, begun_at=None)
    return replace(game, tiles_since=event.at, rotation=rotation)


def _dice_since(game: PaiGow, event: of_table.DiceChanged) -> PaiGow:
    return replace(game, dice_since=event.at)


def _round_opened(game: PaiGow, event: of_round.RoundOpened) -> PaiGow:
    rotation = replace(game.rotation, sat=game.rotation.players)
    return replace(game, round=opened(event), rotation=rotation)


def _seated(game: PaiGow, event: of_round.WagerPlaced | of_round.BankAccepted) -> PaiGow:
    if game.rotation.players.get(event.seat) == event.player:
        return game
    players = {**game.rotation.players, event.seat: event.player}
    return replace(game, rotation=replace(game.rotation, players=players))


def _withdrawn(game: PaiGow, event: of_round.WagerWithdrawn) -> PaiGow:
    if event.wager != DICE_BONUS:
        return game
    retained = _without(game.streak.retained, event.seat)
    return replace(game, streak=replace(game.streak, retained=retained))


def _returned(game: PaiGow, event: of_round.WagerReturned) -> PaiGow:
    retained = _without(game.streak.retained, event.seat)
    return replace(game, streak=replace(game.streak, retained=retained))


def _rolled(game: PaiGow, event: of_round.DiceRolled) -> PaiGow:
    assert game.round is not None
    triple = event.running > 0
    down = tuple(one for one in game.round.wagers if one.wager == DICE_BONUS) if triple else ()
    streak = replace(
        game.streak,
        count=event.triples,
        after_triple=triple,
        down=down,
        button=event.dice[0] if game.round.terms.dragons_eye else None,
    )
    return replace(game, streak=streak)


def _settled(game: PaiGow, event: of_round.WagerSettled) -> PaiGow:
    """A dice bonus wager stays on the table when it is retained, and only then."""
    if event.wager != DICE_BONUS:
        return game
    retained = _without(game.streak.retained, event.seat)
    if event.outcome == "retained":
        stays = Wager(event.seat, event.wager, event.amount, 0, event.player, retained=True)
        retained = tuple(sorted((*retained, stays), key=lambda one: one.seat))
    return replace(game, streak=replace(game.streak, retained=retained))


def _without(wagers: tuple[Wager, ...], seat: int) -> tuple[Wager, ...]:
    return tuple(one for one in wagers if one.seat != seat)


def _round_closed(game: PaiGow, event: of_round.RoundClosed) -> PaiGow:
    state = game.round
    assert state is not None
    rotation = replace(
        game.rotation,
        fresh=False,
        last_bank=state.bank.player if state.bank else None,
    )
    against = [line for line in event.wagers if line.wager == MAIN]
    sat = {line.seat: line.player for line in against}
    if state.bank is not None:
        sat[state.bank.seat] = state.bank.player
    rotation = replace(rotation, players=_moved(rotation.players, sat))
    if state.offered:
        stood = rotation.moves_to() or state.offered[0].seat
        rotation = replace(rotation, begun_at=stood, played=tuple(sorted(sat)))
    elif state.dealer_keeps:
        rotation = replace(rotation, begun_at=None)
    if state.bank is None:
        rotation = replace(
            rotation,
            wagered=tuple(dict.fromkeys(line.player for line in against)),
            stakes={**rotation.stakes, **{line.seat: line.amount for line in against}},
        )
    return replace(game, round=None, rotation=rotation)


def _moved(players: dict[int, str], sat: dict[int, str]) -> dict[int, str]:
    """Who plays elsewhere has left the old seat."""
    elsewhere = set(sat.values())
    return {
        seat: player for seat, player in players.items() if seat in sat or player not in elsewhere
    }


def _round_voided(game: PaiGow, _: of_round.RoundVoided) -> PaiGow:
    assert game.round is not None
    return replace(game, round=None)


_CHANGES: Final[dict[type[Event], Callable[[PaiGow, Any], PaiGow]]] = {
    of_table.TilesSetOut: _tiles_out,
    of_table.TilesChanged: _tiles_changed,
    of_table.DiceChanged: _dice_since,
    of_round.RoundOpened: _round_opened,
    of_round.BankAccepted: _seated,
    of_round.WagerPlaced: _seated,
    of_round.WagerWithdrawn: _withdrawn,
    of_round.WagerReturned: _returned,
    of_round.DiceRolled: _rolled,
    of_round.WagerSettled: _settled,
    of_round.RoundClosed: _round_closed,
    of_round.RoundVoided: _round_voided,
    **TAKEN_BACK,
}


def evolve_game(table: Table, event: Event) -> PaiGow:
    """The game after the event; the table is as it was before it."""
    if type(event) is of_table.TableOpened:
        return PaiGow(dice_since=event.at, tiles_since=event.at)
    game = game_at(table)
    if event.OF_ROUND and game.round is not None:
        game = replace(game, round=evolve_round(game.round, event))
    change = _CHANGES.get(type(event))
    if change is not None:
        game = change(game, event)
    return remembered(table, game, event)
