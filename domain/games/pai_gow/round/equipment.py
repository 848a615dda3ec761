"""Tiles and dice brought to the table."""

import msgspec

from domain.commands.table import ChangeDice
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.table import DiceChanged
from domain.games.pai_gow.messages.commands import ChangeTiles, SetOutTiles
from domain.games.pai_gow.messages.events import TilesChanged, TilesSetOut
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.age import tiles_are_old
from domain.games.pai_gow.round.play import Play
from domain.table.opening import require_no_round, require_open, signed_by


def _between_rounds(play: Play) -> Regulation:
    require_open(play.table)
    require_no_round(play.table)
    return play.rules


def set_out_tiles(play: Play, _: SetOutTiles, __: Stamp) -> list[Event]:
    return [TilesSetOut(rule=_between_rounds(play).cites.tiles_out)]


def change_tiles(play: Play, command: ChangeTiles, stamp: Stamp) -> list[Event]:
    """The set that goes may be sealed, and signed for (10.4(a)3; MD 4.C(3))."""
    rules = _between_rounds(play)
    rule = rules.cites.tiles_change
    if command.reason is not None:
        rule = rules.cites.tiles_unsuitable
    elif tiles_are_old(play, stamp):
        rule = rules.cites.tiles_aged
    return [
        TilesChanged(
            rule=rule,
            reason=msgspec.UNSET if command.reason is None else command.reason,
            signed=signed_by(command.signatures) or msgspec.UNSET,
        )
    ]


def change_dice(play: Play, _: ChangeDice, __: Stamp) -> list[Event]:
    """At any time: no paragraph keeps a die in play that fell down or is seen to be damaged."""
    require_open(play.table)
    return [DiceChanged(rule=play.rules.cites.dice_age)]
