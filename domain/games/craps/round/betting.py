"""Opening a round, wagers, place bets called on, "no more bets"."""

from msgspec import UNSET

from domain.commands.round import NoMoreBets, OpenRound, PlaceWager, WithdrawWager
from domain.event_parts import OPENED
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.round import BetsClosed, RoundOpened, WagerPlaced, WagerWithdrawn
from domain.games.craps.messages.commands import CallOn
from domain.games.craps.messages.events import WagerCalledOn
from domain.games.craps.messages.parts import CarriedWager, CrapsOpened, Opened
from domain.games.craps.regulations.controls import ROLLED_ON
from domain.games.craps.round.play import Play, open_round_of, require_phase
from domain.games.craps.round.settlement import in_order
from domain.games.craps.round.state import Wager
from domain.games.craps.round.wagering import hold_rules_of_placing
from domain.refusals import NoSuchWager, NotOffered, WrongMoment
from domain.table.opening import require_no_round, require_open


def open_round(play: Play, _: OpenRound, __: Stamp) -> list[Event]:
    require_open(play.table)
    require_no_round(play.table)
    table, game = play.table, play.game
    number = table.rounds + 1
    found = CrapsOpened(
        come_out=game.point is None,
        point=game.point,
        carried=tuple(_carried(play, one) for one in in_order(play)),
    )
    return [
        RoundOpened(
            round=f"{table.name}-{table.session}-{number}",
            number=number,
            regulation=table.regulation,
            submission_hash=table.submission_hash,
            terms=table.terms,
            **OPENED.told(Opened(craps=found)),
        )
    ]


def _carried(play: Play, wager: Wager) -> CarriedWager:
    of_its_own = play.rules.catalogue[wager.wager].has_come_point
    return CarriedWager(
        seat=wager.seat,
        wager=wager.wager,
        amount=wager.amount,
        player=wager.player,
        point=wager.point if of_its_own and wager.point is not None else UNSET,
    )


def place_wager(play: Play, command: PlaceWager, _: Stamp) -> list[Event]:
    state, rules = open_round_of(play), play.rules
    if state.phase != "betting":
        reason = f'no wager after "no more bets"; round {state.id} takes no more'
        raise WrongMoment(rules.cites.making, reason)
    now = hold_rules_of_placing(play, command)
    return [
        WagerPlaced(
            rule=rules.where_offered(command.wager),
            seat=now.seat,
            wager=now.wager,
            amount=command.amount,
            player=now.player,
            coupon=0,
            total=now.amount,
        )
    ]


def withdraw_wager(play: Play, command: WithdrawWager, _: Stamp) -> list[Event]:
    """Before its first roll only."""
    state, rules = open_round_of(play), play.rules
    if state.phase != "betting":
        reason = f'no wager is withdrawn after "no more bets"; round {state.id} holds it'
        raise WrongMoment(rules.cites.making, reason)
    here = play.game.wagers_at(command.seat, command.wager)
    if not here:
        reason = f"seat {command.seat} has no `{command.wager}` wager to withdraw"
        raise NoSuchWager(rules.cites.making, reason)
    fresh = next((one for one in here if not one.carried), None)
    if fresh is None:
        reason = (
            f"dice were thrown on the `{command.wager}` wager of seat {command.seat}: it stays"
            " until it is decided, or a supervisor returns it between rounds (`return_wager`)"
        )
        raise WrongMoment(ROLLED_ON, reason)
    return [
        WagerWithdrawn(
            rule=rules.cites.making,
            seat=fresh.seat,
            wager=fresh.wager,
            amount=fresh.amount,
            player=fresh.player,
        )
    ]


def call_on(play: Play, command: CallOn, _: Stamp) -> list[Event]:
    """All place bets are inactive on a come out roll, but for those called on for it."""
    state, rule = open_round_of(play), play.rules.cites.inactive
    require_phase(state, "betting", rule, "calling a place bet on")
    record = play.rules.catalogue.get(command.wager)
    if record is None or not record.place_bet:
        reason = f"`{command.wager}` is no place bet: it is never inactive, nor called on"
        raise NotOffered(rule, reason)
    if play.game.point is not None:
        reason = f"the point is {play.game.point}: on the coming roll every place bet is active"
        raise WrongMoment(rule, reason)
    wager = play.game.wager_at(command.seat, command.wager)
    if wager is None:
        raise NoSuchWager(rule, f"seat {command.seat} has no `{command.wager}` wager to call on")
    if wager.is_on:
        reason = f"the `{command.wager}` wager of seat {command.seat} is on already"
        raise WrongMoment(rule, reason)
    return [
        WagerCalledOn(
            rule=rule,
            seat=wager.seat,
            wager=wager.wager,
            amount=wager.amount,
            player=wager.player,
        )
    ]


def no_more_bets(play: Play, command: NoMoreBets, _: Stamp) -> list[Event]:
    state, rule = open_round_of(play), play.rules.cites.making
    require_phase(state, "betting", rule, '"no more bets"')
    if command.lights is not None:
        reason = f"{play.rules.name} has no progressive wager: there are no `lights` to count"
        raise NotOffered(play.rules.cites.wagers, reason)
    if not play.game.wagers:
        reason = f"no wager lies at {play.table.name}; round {state.id} is not rolled without one"
        raise NoSuchWager(rule, reason)
    return [BetsClosed(rule=rule, entries={})]
