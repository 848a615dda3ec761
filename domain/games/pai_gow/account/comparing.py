"""Why a wager ended as it did: each hand beside the house's."""

from domain.account.scene import Scene
from domain.games.pai_gow.account.told import house_named, round_in, rules_in, setting_at
from domain.games.pai_gow.layout.pieces import Pieces
from domain.games.pai_gow.tiles.game import TilesGame


def why(scene: Scene, position: int | str) -> str:
    """High and low against the house's, or nothing where the hands were never compared."""
    state, rules, mine = round_in(scene), rules_in(scene), setting_at(scene, position)
    if state is None or rules is None or mine is None or state.house is None:
        return ""
    game, owner, house = rules.game, house_named(scene), state.house
    high = _beside(game, mine.high, house.high, owner)
    if game.low_cannot_win(mine.low):
        low = f"{game.name(mine.low)} is zero, and zero low cannot win"
    else:
        low = _beside(game, mine.low, house.low, owner)
    return f"high, {high}; low, {low}"


def _beside(game: Pieces, mine: tuple[str, ...], house: tuple[str, ...], owner: str) -> str:
    ours, theirs = game.name(mine), game.name(house)
    if game.higher(mine, house):
        return f"{ours} beats {theirs}"
    if game.higher(house, mine):
        return f"{ours} is below {theirs}"
    if _zeros_tie(game) and game.low_cannot_win(mine):
        return (
            f"{ours} against {theirs} is zero against zero, which {owner} wins"
            " whatever the tiles (MD 3.H(2))"
        )
    return f"{ours} is a copy of {theirs}, which {owner} wins"


def _zeros_tie(game: Pieces) -> bool:
    """Maryland alone calls two zeros equally bad."""
    return isinstance(game, TilesGame) and game.zero_ties_to_house
