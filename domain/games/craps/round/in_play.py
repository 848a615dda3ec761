"""What the pit sees of a craps table: the point, and every wager that lies there."""

from msgspec import UNSET

from domain.games.craps.round.play import Play
from domain.games.craps.round.state import Wager
from domain.games.seam.in_play import CrapsInPlay, InPlay, Spot


def in_play(play: Play) -> InPlay:
    """Everything: nothing of it is hidden."""
    game = play.game
    return InPlay(
        phase="open" if game.round is None else game.round.phase,
        seats=tuple(sorted({one.seat for one in game.wagers})),
        wagers=tuple(_spot(play, one) for one in game.wagers),
        craps=CrapsInPlay(
            come_out=game.point is None,
            point=game.point,
            carried=tuple(_spot(play, one, one.carried) for one in game.wagers if one.carried),
        ),
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
