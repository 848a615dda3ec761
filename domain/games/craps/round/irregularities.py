"""What goes against the usual order: a round called off, a carried wager given back, new dice."""

from msgspec import UNSET
from msgspec.structs import replace

from domain.commands.round import ReturnWager, VoidRound
from domain.commands.table import ChangeDice
from domain.controls import CARRIED, VOID_ROUND
from domain.event_parts import ENDED
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.round import RoundVoided, WagerLine, WagerReturned
from domain.events.table import DiceChanged
from domain.games.craps.messages.parts import CrapsLine, Ended
from domain.games.craps.round.play import Play, open_round_of
from domain.games.craps.round.settlement import in_order, line_of, retained_line, settled_as
from domain.games.craps.round.state import Wager
from domain.refusals import BooksRefuse, NoSuchWager, NotOffered
from domain.table.opening import require_no_round, require_open


def void_round(play: Play, command: VoidRound, _: Stamp) -> list[Event]:
    """What was placed in the round goes back; what was carried into it stands, and the point."""
    open_round_of(play)
    events: list[Event] = []
    lines: list[WagerLine] = []
    for wager in in_order(play):
        if placed := wager.amount - wager.carried:
            back = settled_as(play, replace(wager, amount=placed), "void", VOID_ROUND)
            events.append(back)
        if wager.carried:
            stands = replace(wager, amount=wager.carried)
            lines.append(retained_line(play, stands, wager.point, VOID_ROUND))
        else:
            lines.append(line_of(back))
    point = play.game.point
    voided = RoundVoided(
        rule=VOID_ROUND,
        wagers=tuple(lines),
        tray_delta=0,
        reason=command.reason,
        supervisor=command.supervisor,
        **ENDED.told(Ended(craps=CrapsLine(come_out=point is None, point=point, dice=None))),
    )
    return [*events, voided]


def return_wager(play: Play, command: ReturnWager, _: Stamp) -> list[Event]:
    """Its chips lay on the layout and were never the house's: no money moves."""
    require_open(play.table)
    require_no_round(play.table)
    wager = _to_return(play, command)
    of_its_own = play.rules.catalogue[wager.wager].has_come_point
    return [
        WagerReturned(
            rule=CARRIED,
            seat=wager.seat,
            wager=wager.wager,
            amount=wager.amount,
            player=wager.player,
            reason=command.reason,
            supervisor=command.supervisor,
            point=wager.point if of_its_own and wager.point is not None else UNSET,
        )
    ]


def _to_return(play: Play, command: ReturnWager) -> Wager:
    if command.wager not in play.rules.catalogue:
        reason = f"`{command.wager}` is no wager of {play.rules.name}"
        raise NotOffered(play.rules.cites.wagers, reason)
    here = play.game.wagers_at(command.seat, command.wager)
    meant = [one for one in here if command.point in (None, one.point)]
    if len(meant) == 1:
        return meant[0]
    named = f"`{command.wager}` wager"
    if meant:
        numbers = ", ".join(str(one.point) for one in meant)
        reason = f"seat {command.seat} has a {named} on each of {numbers}; tell its `point`"
        raise BooksRefuse(CARRIED, reason)
    on = f" on {command.point}" if command.point is not None else ""
    raise NoSuchWager(CARRIED, f"no {named}{on} of seat {command.seat} is carried here")


def change_dice(play: Play, _: ChangeDice, __: Stamp) -> list[Event]:
    require_open(play.table)
    return [DiceChanged(rule=play.rules.cites.dice)]
