"""Wagers that lie on the layout from one round to the next."""

from domain.commands.round import ReturnWager
from domain.controls import CARRIED
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.round import WagerReturned
from domain.games.pai_gow.round.play import Play
from domain.refusals import NoSuchWager, NotOffered
from domain.table.opening import require_no_round, require_open


def return_wager(play: Play, command: ReturnWager, _: Stamp) -> list[Event]:
    """A dice bonus that waits for the next roll goes back to its player, chips and all."""
    require_open(play.table)
    require_no_round(play.table)
    if command.point is not None:
        reason = f"{play.rules.name} knows no `point` that a wager stands on; leave it out"
        raise NotOffered(play.rules.cites.wagers, reason)
    spot = (command.seat, command.wager)
    for one in play.game.streak.retained:
        if (one.seat, one.wager) == spot:
            return [
                WagerReturned(
                    rule=CARRIED,
                    seat=one.seat,
                    wager=one.wager,
                    amount=one.amount,
                    player=one.player,
                    reason=command.reason,
                    supervisor=command.supervisor,
                )
            ]
    reason = f"no `{command.wager}` wager of seat {command.seat} waits for the next round"
    raise NoSuchWager(CARRIED, reason)
