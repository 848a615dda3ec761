"""How each event changes the game at a table: the round, and what outlives it."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.events import round as of_round
from domain.events import table as of_table
from domain.events.envelope import Event
from domain.games.pai_gow.layout.filed_way import filed_in
from domain.games.pai_gow.messages import events as of_pai_gow
from domain.games.pai_gow.regulations.reading import Reading
from domain.games.pai_gow.round.age import brought
from domain.games.pai_gow.round.decks import used
from domain.games.pai_gow.round.evolve import evolve_round, opened
from domain.games.pai_gow.round.rotation import after_round, after_void, begun_anew
from domain.games.pai_gow.round.state import Decks, Lying, PaiGow, Wager, game_at
from domain.games.pai_gow.round.taking_back import TAKEN_BACK, remembered
from domain.games.pai_gow.wagers.names import DICE_BONUS
from domain.table.state import Table


def _tiles_out(game: PaiGow, _: of_pai_gow.TilesSetOut) -> PaiGow:
    return replace(game, rotation=begun_anew(game.rotation))


def _tiles_changed(game: PaiGow, event: of_pai_gow.TilesChanged) -> PaiGow:
    tiles = brought(game.tiles, event)
    rotation = begun_anew(game.rotation)
    return replace(game, tiles_since=event.at, tiles=tiles, rotation=rotation, decks=Decks())


def _dice_changed(game: PaiGow, event: of_table.DiceChanged) -> PaiGow:
    return replace(game, dice_since=event.at, dice=brought(game.dice, event))


def _round_opened(game: PaiGow, event: of_round.RoundOpened) -> PaiGow:
    rotation = replace(game.rotation, sat=game.rotation.players)
    dice = replace(game.dice, in_last_round=game.dice.at(event.at))
    tiles = replace(game.tiles, in_last_round=game.tiles.at(event.at))
    return replace(game, round=opened(event), rotation=rotation, dice=dice, tiles=tiles)


def _seated(game: PaiGow, event: of_round.WagerPlaced | of_pai_gow.BankAccepted) -> PaiGow:
    if game.rotation.players.get(event.seat) == event.player:
        return game
    players = {**game.rotation.players, event.seat: event.player}
    return replace(game, rotation=replace(game.rotation, players=players))


def _accepted(game: PaiGow, event: of_pai_gow.BankAccepted, reading: Reading) -> PaiGow:
    """What the dealer wagers comes out of the tray at once (10.8(h); MD 9.H(3))."""
    state = game.round
    if state is None or state.bank is None or not reading.dealers_wager_leaves_the_tray:
        return game
    bank = replace(state.bank, out_of_tray=event.dealer_wager)
    return replace(game, round=replace(state, bank=bank))


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


def _round_closed(game: PaiGow, event: of_round.RoundClosed, reading: Reading) -> PaiGow:
    assert game.round is not None
    rotation = after_round(game.rotation, game.round, event, reading)
    return replace(game, round=None, rotation=rotation, decks=used(game))


def _round_voided(game: PaiGow, _: of_round.RoundVoided, reading: Reading) -> PaiGow:
    assert game.round is not None
    rotation = after_void(game.rotation, game.round, reading)
    return replace(game, round=None, rotation=rotation, decks=used(game))


def _reshuffled(game: PaiGow, _: of_pai_gow.TilesReshuffled, reading: Reading) -> PaiGow:
    """What the bank chose was of stacks that are no more."""
    assert game.round is not None
    if not reading.reshuffle_before_the_dice:
        return game
    return replace(game, round=replace(game.round, style=None))


_CHANGES: Final[dict[type[Event], Callable[[PaiGow, Any], PaiGow]]] = {
    of_pai_gow.TilesSetOut: _tiles_out,
    of_pai_gow.TilesChanged: _tiles_changed,
    of_table.DiceChanged: _dice_changed,
    of_round.RoundOpened: _round_opened,
    of_pai_gow.BankAccepted: _seated,
    of_round.WagerPlaced: _seated,
    of_round.WagerWithdrawn: _withdrawn,
    of_round.WagerReturned: _returned,
    of_round.DiceRolled: _rolled,
    of_round.WagerSettled: _settled,
    **TAKEN_BACK,
}
_BY_READING: Final[dict[type[Event], Callable[[PaiGow, Any, Reading], PaiGow]]] = {
    of_pai_gow.BankAccepted: _accepted,
    of_pai_gow.TilesReshuffled: _reshuffled,
    of_round.RoundClosed: _round_closed,
    of_round.RoundVoided: _round_voided,
}


def _table_opened(table: Table, event: of_table.TableOpened) -> PaiGow:
    """The game begins anew, with the dice and tiles that lie there, or with the first ones."""
    before = table.game
    first = brought(Lying(), event)
    dice, tiles = (before.dice, before.tiles) if type(before) is PaiGow else (first, first)
    return PaiGow(
        dice_since=event.at,
        tiles_since=event.at,
        dice=dice,
        tiles=tiles,
        filed=filed_in(event.submission),
    )


def evolve_game(table: Table, event: Event, reading_of: Callable[[str], Reading]) -> PaiGow:
    """The game after the event; the table is as it was before it.

    A round leaves behind what its own version reads in it, so the reading is asked for by the
    regulation that the round names.
    """
    kind = type(event)
    if type(event) is of_table.TableOpened:
        return _table_opened(table, event)
    game = game_at(table)
    if event.OF_ROUND and game.round is not None:
        game = replace(game, round=evolve_round(game.round, event))
    change = _CHANGES.get(kind)
    by_reading = _BY_READING.get(kind)
    if by_reading is not None:
        assert game.round is not None
        game = by_reading(game, event, reading_of(game.round.regulation))
    if change is not None:
        game = change(game, event)
    return remembered(table, game, event)
