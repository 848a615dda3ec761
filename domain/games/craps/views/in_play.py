"""What the pit sees of a craps table: the point, and every wager that lies there."""

from typing import Annotated

import msgspec
from msgspec import UNSET

from domain.games.craps.round.play import Play
from domain.games.craps.round.state import Wager
from domain.games.seam.in_play import InPlay, Spot
from domain.parts import Stands


class CrapsInPlay(msgspec.Struct, frozen=True, kw_only=True):
    """A craps table between two of its events."""

    come_out: bool
    """The next roll is a come out roll."""
    point: int | None
    carried: tuple[Spot, ...]
    """What lies there from earlier rounds, with what of it does."""


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """What craps adds to a table while it is played."""

    craps: Annotated[CrapsInPlay | None, Stands("wagers", elsewhere=None)]


def in_play(play: Play) -> InPlay:
    """Everything: nothing of it is hidden."""
    game = play.game
    layout = CrapsInPlay(
        come_out=game.point is None,
        point=game.point,
        carried=tuple(_spot(play, one, one.carried) for one in game.wagers if one.carried),
    )
    return InPlay(
        phase="open" if game.round is None else game.round.phase,
        seats=tuple(sorted({one.seat for one in game.wagers})),
        wagers=tuple(_spot(play, one) for one in game.wagers),
        own=Shown(craps=layout),
    )


def _spot(play: Play, wager: Wager, stake: int | None = None) -> Spot:
    record = play.rules.catalogue[wager.wager]
    return Spot(
        wager.seat,
        wager.wager,
        wager.player,
        wager.amount if stake is None else stake,
        point=wager.point if record.has_come_point else UNSET,
        is_on=wager.is_on if record.place_bet and play.game.point is None else UNSET,
    )
