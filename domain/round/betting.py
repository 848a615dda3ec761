"""Opening a round, wagers, "no more bets"."""

from domain.commands.round import NoMoreBets, OpenRound, PlaceWager, WithdrawWager
from domain.controls import ROUND_FINISHED, TABLE_OPEN
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.round import BetsClosed, RoundOpened, WagerPlaced, WagerWithdrawn
from domain.money import MOST_CENTS
from domain.refusals import (
    BeyondLimit,
    NoSuchWager,
    NotOffered,
    NotThisPlayer,
    WrongMoment,
)
from domain.regulations import Regulation
from domain.round.state import MAIN, Round
from domain.round.turn import open_round_of, require_phase
from domain.table.state import Table


def open_round(table: Table, _: OpenRound, __: Stamp) -> list[Event]:
    if not table.is_open:
        raise WrongMoment(TABLE_OPEN, f"table {table.name} is not open; open it first")
    if table.round is not None:
        raise WrongMoment(
            ROUND_FINISHED, f"round {table.round.id} is not finished; settle it first"
        )
    number = table.rounds + 1
    return [
        RoundOpened(
            round=f"{table.name}-{table.session}-{number}",
            number=number,
            regulation=table.regulation,
            submission_hash=table.submission_hash,
            limits=table.limits,
            vigorish=table.vigorish,
            house_way=table.house_way,
        )
    ]


def place_wager(table: Table, command: PlaceWager, _: Stamp) -> list[Event]:
    state, rules = open_round_of(table)
    if state.phase != "betting":
        reason = f'no wager after "no more bets"; round {state.id} takes no more'
        raise WrongMoment(rules.cites.no_more_bets, reason)
    _refuse_other_wagers(command, rules)
    player = _player_of(state, command, rules)
    before = state.wager_at(command.seat, command.wager)
    total = command.amount + (before.amount if before else 0)
    _hold_limit(state, command, total, rules)
    return [
        WagerPlaced(
            rule=rules.cites.wagers,
            seat=command.seat,
            wager=command.wager,
            amount=command.amount,
            player=player,
            coupon=command.coupon,
            total=total,
        )
    ]


def _refuse_other_wagers(command: PlaceWager, rules: Regulation) -> None:
    if command.wager != MAIN:
        rule = rules.elective_wagers.get(command.wager, rules.cites.wagers)
        raise NotOffered(rule, f"the wager `{command.wager}` is not offered at this table")


def _player_of(state: Round, command: PlaceWager, rules: Regulation) -> str:
    """Who wagers; one player, one area, unless two are elected."""
    here = next((one.player for one in state.wagers if one.seat == command.seat), None)
    player = command.player or here or f"seat-{command.seat}"
    if here is not None and here != player:
        raise NotThisPlayer(rules.cites.seated, f"seat {command.seat} is {here}'s, not {player}'s")
    elsewhere = [one.seat for one in state.wagers if one.player == player]
    if any(seat != command.seat for seat in elsewhere):
        reason = f"{player} wagers on seat {elsewhere[0]}; a second area is not offered here"
        raise NotThisPlayer(rules.cites.two_areas, reason)
    return player


def _hold_limit(state: Round, command: PlaceWager, total: int, rules: Regulation) -> None:
    low, high = state.limits.get(command.wager, (1, MOST_CENTS))
    if total < low:
        reason = f"{total} cents is below the table's minimum of {low}"
    elif total > high:
        reason = f"{total} cents is above the table's maximum of {high}"
    else:
        return
    raise BeyondLimit(rules.cites.limits, f"seat {command.seat}, {command.wager}: {reason}")


def withdraw_wager(table: Table, command: WithdrawWager, _: Stamp) -> list[Event]:
    state, rules = open_round_of(table)
    if state.phase != "betting":
        reason = f'no wager is withdrawn after "no more bets"; round {state.id} holds it'
        raise WrongMoment(rules.cites.no_more_bets, reason)
    standing = state.wager_at(command.seat, command.wager)
    if standing is None:
        reason = f"seat {command.seat} has no `{command.wager}` wager to withdraw"
        raise NoSuchWager(rules.cites.wagers, reason)
    return [
        WagerWithdrawn(
            rule=rules.cites.no_more_bets,
            seat=standing.seat,
            wager=standing.wager,
            amount=standing.amount,
            player=standing.player,
        )
    ]


def no_more_bets(table: Table, _: NoMoreBets, __: Stamp) -> list[Event]:
    state, rules = open_round_of(table)
    require_phase(state, "betting", rules.cites.announce, '"no more bets"')
    if not state.wagers:
        raise NoSuchWager(rules.cites.nobody_plays, f"nobody has wagered in round {state.id}")
    return [BetsClosed(rule=rules.cites.announce)]
