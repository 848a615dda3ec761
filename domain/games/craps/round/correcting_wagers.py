"""A wager that was keyed in wrong in the round being played: seat, amount or player."""

from msgspec.structs import replace

from domain.commands.books import CorrectWager
from domain.commands.round import PlaceWager
from domain.controls import CORRECTION
from domain.events import Event
from domain.events.corrections import Stood, WagerCorrected
from domain.events.envelope import Stamp
from domain.games.craps.round.play import Play, open_round_of
from domain.games.craps.round.state import Wager
from domain.games.craps.round.wagering import hold_rules_of_placing
from domain.refusals import BooksRefuse, NoSuchWager, NotOffered, NotThisPlayer, WrongMoment
from domain.standing_by import require_for_correction
from domain.table.opening import require_open


def correct_wager(play: Play, command: CorrectWager, stamp: Stamp) -> list[Event]:
    """Before the roll; the rules of placing hold for the corrected wager, on a layout without it.

    What was carried into the round has been rolled on: of a wager that was raised only the raise
    is corrected.
    """
    standing = _to_correct(play, command)
    is_late = open_round_of(play).phase != "betting"
    if is_late:
        require_for_correction(play.table, command.supervisor, stamp)
    if command.amount == 0 and not standing.carried:
        pairs = [(standing, replace(standing, amount=0))]
    elif standing.carried:
        pairs = [(standing, _raised_right(play, standing, command))]
    else:
        pairs = _placed_right(play, standing, command)
    changed = [(was, now) for was, now in pairs if was != now]
    if not changed:
        reason = f"the `{standing.wager}` wager of seat {standing.seat} stands so already"
        raise BooksRefuse(CORRECTION, reason)
    _refuse_leaving_none(play, changed)
    corrected = [_corrected(was, now, command) for was, now in changed]
    return [replace(one, exceptional=True) if is_late else one for one in corrected]


def _to_correct(play: Play, command: CorrectWager) -> Wager:
    require_open(play.table)
    if play.game.round is None:
        reason = (
            f"no round is open at {play.table.name}, and a finished one keeps its wagers: a roll"
            " keyed in wrong is taken back by `correct_roll`, else the player may `complain`"
        )
        raise WrongMoment(CORRECTION, reason)
    if command.coupon:
        reason = f"{play.rules.name} takes no match play coupons"
        raise NotOffered(play.rules.cites.wagers, reason)
    standing = play.game.wager_at(command.seat, command.wager)
    if standing is None or standing.amount == standing.carried:
        reason = f"no `{command.wager}` wager was placed at seat {command.seat} in this round;"
        reason += " one that was rolled on is returned between rounds (`return_wager`)"
        raise NoSuchWager(CORRECTION, reason)
    return standing


def _raised_right(play: Play, standing: Wager, command: CorrectWager) -> Wager:
    """Of a wager that lay there before, by how much it was raised."""
    amount = standing.amount if command.amount is None else command.amount
    moved = command.to_seat not in (None, standing.seat)
    renamed = command.player not in (None, standing.player)
    if moved or renamed or amount < standing.carried:
        reason = (
            f"{standing.carried} cents of the `{standing.wager}` wager of seat {standing.seat} were"
            " rolled on: they stay, there and that player's; correct what was added"
        )
        raise WrongMoment(CORRECTION, reason)
    if amount == standing.carried:
        return replace(standing, amount=amount)
    lay = replace(standing, amount=standing.carried)
    layout = _without(play, [standing], lay)
    placing = _placing(replace(standing, amount=amount - standing.carried))
    return replace(hold_rules_of_placing(layout, placing), is_on=standing.is_on)


def _placed_right(play: Play, standing: Wager, command: CorrectWager) -> list[tuple[Wager, Wager]]:
    """The wager; where its player is corrected, with all that this player placed on the seat."""
    right = _as_corrected(play, standing, command)
    beside = []
    if right.player != standing.player and right.seat == standing.seat:
        beside = [one for one in play.game.wagers if one.seat == standing.seat]
        beside = [one for one in beside if one is not standing]
    if any(one.carried for one in beside):
        reason = f"seat {standing.seat} has wagers of {standing.player} that were rolled on"
        raise NotThisPlayer(CORRECTION, f"{reason}; move this one to its player's seat")
    layout = _without(play, [standing, *beside])
    pairs: list[tuple[Wager, Wager]] = []
    renamed = [(one, replace(one, player=right.player)) for one in beside]
    for was, asked in [(standing, right), *renamed]:
        if layout.game.wager_at(asked.seat, asked.wager) is not None:
            reason = f"seat {asked.seat} has a `{asked.wager}` wager already; correct that one too"
            raise NotThisPlayer(CORRECTION, reason)
        now = replace(hold_rules_of_placing(layout, _placing(asked)), is_on=was.is_on)
        layout = _without(layout, [], now)
        pairs.append((was, now))
    return pairs


def _as_corrected(play: Play, standing: Wager, command: CorrectWager) -> Wager:
    """What the correction leaves out stays; an unnamed player on another seat is that seat's."""
    seat = command.to_seat or standing.seat
    player = command.player or standing.player
    if command.player is None and seat != standing.seat and player == f"seat-{standing.seat}":
        player = next((one.player for one in play.game.wagers if one.seat == seat), f"seat-{seat}")
    amount = standing.amount if command.amount is None else command.amount
    return replace(standing, seat=seat, player=player, amount=amount)


def _without(play: Play, gone: list[Wager], *more: Wager) -> Play:
    kept = (one for one in play.game.wagers if all(one is not other for other in gone))
    return play._replace(game=replace(play.game, wagers=(*kept, *more)))


def _placing(wager: Wager) -> PlaceWager:
    return PlaceWager(
        command="place_wager",
        seat=wager.seat,
        wager=wager.wager,
        amount=wager.amount,
        player=wager.player,
    )


def _refuse_leaving_none(play: Play, changed: list[tuple[Wager, Wager]]) -> None:
    state = open_round_of(play)
    left = len(play.game.wagers) - sum(not now.amount for _, now in changed)
    if state.phase != "betting" and not left:
        reason = f"without it no wager lies in round {state.id}; call the round off (`void_round`)"
        raise WrongMoment(play.rules.cites.making, reason)


def _corrected(was: Wager, now: Wager, command: CorrectWager) -> WagerCorrected:
    return WagerCorrected(
        was=Stood(was.seat, was.wager, was.amount, 0, was.player),
        seat=now.seat,
        wager=now.wager,
        amount=now.amount,
        coupon=0,
        player=now.player,
        reason=command.reason,
        supervisor=command.supervisor,
    )
