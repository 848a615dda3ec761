"""The turns of phrase of craps, and what of its state a sentence needs."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from msgspec import UnsetType

from domain.account.phrases import limits_told, player_at
from domain.account.scene import Scene
from domain.game_names import wager_named
from domain.games.craps.regulations import EARLIER, NJ_CRAPS, Regulation
from domain.games.craps.round.state import Wager, craps_at
from domain.games.craps.wagers.catalogue import CATALOGUE
from domain.money import dollars
from domain.wording import odds_told

_RULES: Final = {one.ref: one for one in (NJ_CRAPS, *EARLIER)}


def rules_in(scene: Scene) -> Regulation:
    """Those that the session, or the round, names; a story without either has those in force."""
    return _RULES.get(scene.table.regulation, NJ_CRAPS)


def point_in(scene: Scene) -> int | None:
    """Before the roll that is told."""
    return craps_at(scene.table).point


def before_roll_in(scene: Scene) -> tuple[Wager, ...]:
    """The wagers as the last dice found them."""
    kept = craps_at(scene.table).before_roll
    return () if kept is None else kept.wagers


def stake_told(
    wager: str, amount: int, point: int | UnsetType | None, of_table: int | None = None
) -> str:
    """A wager that lies there, with the number it stands on."""
    words = f"{dollars(amount)} on {wager_named(wager)}"
    if isinstance(point, int):
        return f"{words}, on the {point}"
    if CATALOGUE[wager].moves and of_table is not None:
        return f"{words}, on the point {of_table}"
    return words


def bet_of(seat: int, player: str, wager: str) -> str:
    return f"{wager_named(wager)} wager of {player_at(seat, player)}"


def terms_told(elected: Mapping[str, Any]) -> str:
    """A submission's elections, as they were recorded; its odds are marked as its own."""
    pays = (
        f"{wager_named(wager)} {odds_told(Fraction(*odds))}"
        for wager, odds in elected["odds"].items()
    )
    seats = elected["seats"]
    told = [
        limits_told(elected["limits"]),
        "one seat" if seats == 1 else f"{seats} seats",
        f"odds of the submission's own ({NJ_CRAPS.cites.odds}): {', '.join(pays)}",
    ]
    if elected.get("controls") == "full":
        told.append("full controls")
    return "; ".join(told)
