"""Opening a round, wagers, "no more bets"."""

from msgspec import UNSET

from domain.commands.round import NoMoreBets, OpenRound, PlaceWager, WithdrawWager
from domain.event_parts import OPENED
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.round import (
    BetsClosed,
    RoundOpened,
    WagerPlaced,
    WagerWithdrawn,
)
from domain.games.pai_gow.messages.parts import Opened, RetainedWager
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.age import refuse_old_at_opening
from domain.games.pai_gow.round.banking import bank_turn, hold_cover, silently_passed
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.progressive import check_lights, lights_told, lock_out
from domain.games.pai_gow.round.state import Round
from domain.games.pai_gow.round.turn import open_round_of, require_phase
from domain.games.pai_gow.round.wagering import (
    hold_limit,
    player_of,
    refuse_alone,
    refuse_coupon,
    refuse_leaving_alone,
    refuse_not_offered,
    refuse_streak,
)
from domain.meter.state import Meter
from domain.refusals import NoSuchWager, WrongMoment
from domain.table.opening import require_no_round, require_open
from domain.table.state import is_fully_controlled


def open_round(play: Play, _: OpenRound, stamp: Stamp) -> list[Event]:
    require_open(play.table)
    require_no_round(play.table)
    refuse_old_at_opening(play, stamp)
    number = play.table.rounds + 1
    turn = bank_turn(play, play.rules)
    streak = play.game.streak
    found = Opened(
        triples=streak.count,
        retained=tuple(RetainedWager(o.seat, o.player, o.amount) for o in streak.retained),
        offered=turn.offers,
        dealer_keeps=turn.dealer_keeps,
    )
    return [
        RoundOpened(
            round=f"{play.table.name}-{play.table.session}-{number}",
            number=number,
            regulation=play.table.regulation,
            submission_hash=play.table.submission_hash,
            terms=play.table.terms,
            **OPENED.told(found),
        )
    ]


def place_wager(play: Play, command: PlaceWager, _: Stamp) -> list[Event]:
    state, rules = open_round_of(play)
    if state.phase != "betting":
        reason = f'no wager after "no more bets"; round {state.id} takes no more'
        raise WrongMoment(rules.cites.no_more_bets, reason)
    player, total = hold_rules_of_placing(play, state, command, rules)
    return [
        WagerPlaced(
            rule=rules.where_offered(command.wager),
            seat=command.seat,
            wager=command.wager,
            amount=command.amount,
            player=player,
            coupon=command.coupon,
            total=total,
        )
    ]


def hold_rules_of_placing(
    play: Play, state: Round, command: PlaceWager, rules: Regulation
) -> tuple[str, int]:
    """Who wagers, and what then stands on the spot in all; or the paragraph in the way."""
    refuse_not_offered(state, command.wager, rules)
    refuse_coupon(command, rules)
    player = player_of(state, command, rules)
    refuse_alone(state, command, rules)
    before = state.wager_at(command.seat, command.wager)
    total = command.amount + (before.amount if before else 0)
    hold_limit(state, command, before, total, rules)
    refuse_streak(play, command, player, total, rules)
    hold_cover(state, command, rules)
    return player, total


def withdraw_wager(play: Play, command: WithdrawWager, _: Stamp) -> list[Event]:
    state, rules = open_round_of(play)
    if state.phase != "betting":
        reason = f'no wager is withdrawn after "no more bets"; round {state.id} holds it'
        raise WrongMoment(rules.cites.no_more_bets, reason)
    standing = state.wager_at(command.seat, command.wager)
    if standing is None:
        reason = f"seat {command.seat} has no `{command.wager}` wager to withdraw"
        raise NoSuchWager(rules.cites.wagers, reason)
    refuse_leaving_alone(state, standing, rules)
    return [
        WagerWithdrawn(
            rule=rules.cites.no_more_bets,
            seat=standing.seat,
            wager=standing.wager,
            amount=standing.amount,
            player=standing.player,
        )
    ]


def no_more_bets(play: Play, meter: Meter | None, command: NoMoreBets, stamp: Stamp) -> list[Event]:
    state, rules = open_round_of(play)
    require_phase(state, "betting", rules.cites.announce, '"no more bets"')
    if not somebody_plays(state):
        raise NoSuchWager(rules.cites.nobody_plays, f"no wager is down in round {state.id}")
    lights, lit = lights_told(command.lights)
    check_lights(state, lights, lit, rules, demanded=is_fully_controlled(play.table, stamp))
    locked = lock_out(state, meter, rules)
    closed = BetsClosed(
        rule=rules.cites.announce,
        entries=locked.entries,
        meter=locked.line,
        lights=UNSET if lights is None else lights,
        lit=UNSET if lit is None else lit,
    )
    # The table's event comes last: whoever waits for it finds the meter moved as well.
    return [*silently_passed(state, rules), *locked.events, closed]


def somebody_plays(state: Round) -> bool:
    return bool(state.wagers) or state.dealer_plays
