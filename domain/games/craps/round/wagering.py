"""Which wagers may be made: when, by whom, at which odds, and how much."""

from typing import Final

import msgspec

from domain.commands.round import PlaceWager
from domain.controls import EVENT_SIZE, LIMITS
from domain.events.size import MOST_EVENT_BYTES
from domain.games.craps.regulations.controls import ROLLED_ON, WAGER_COUNT, WHOLE_CENTS
from domain.games.craps.round.play import Play
from domain.games.craps.round.state import Wager
from domain.money import MOST_CENTS
from domain.refusals import BeyondLimit, BooksRefuse, NotOffered, NotThisPlayer, WrongMoment

MOST_WAGERS: Final = 200
_LINE_BYTES: Final = 220
"""At most, of a wager's line in the event that ends a round, without its player's name."""
_ROUND_BYTES: Final = 3_000
"""At most, of that event without its lines."""


def hold_rules_of_placing(play: Play, command: PlaceWager) -> Wager:
    """The wager as it stands then, with what stood there before; or the paragraph in the way."""
    refuse_not_offered(play, command.wager)
    if command.coupon:
        reason = f"{play.rules.name} takes no match play coupons; wager chips alone"
        raise NotOffered(play.rules.cites.wagers, reason)
    _refuse_moment(play, command)
    player = _player_of(play, command)
    before = play.game.wager_at(command.seat, command.wager)
    if before is None:
        _require_room(play, player)
        now = Wager(command.seat, command.wager, command.amount, player)
    else:
        now = msgspec.structs.replace(before, amount=before.amount + command.amount)
    hold_limits(play, now)
    return now


def refuse_not_offered(play: Play, wager: str) -> None:
    rules = play.rules
    if wager not in rules.catalogue:
        raise NotOffered(rules.cites.wagers, f"`{wager}` is no wager of {rules.name}")
    if play.game.terms.odds_of(wager) is None:
        reason = f"the wager `{wager}` is not offered here: the submission names no odds for it"
        raise NotOffered(rules.cites.odds, reason)


def _refuse_moment(play: Play, command: PlaceWager) -> None:
    """Line wagers before a come out roll, come wagers after it, all others at any time."""
    record, point = play.rules.catalogue[command.wager], play.game.point
    rule = play.rules.where_offered(command.wager)
    if record.made == "before_come_out" and point is not None:
        if play.game.wager_at(command.seat, command.wager, point) is not None:
            reason = f"the `{command.wager}` wager of seat {command.seat} stands on {point}"
            raise WrongMoment(ROLLED_ON, f"{reason}; it is not raised before it is decided")
        reason = f"`{command.wager}` is made before a come out roll, and the point is {point}"
        raise WrongMoment(rule, f"{reason}: wait until it is decided")
    if record.made == "after_come_out" and point is None:
        reason = f"`{command.wager}` is made after the come out roll, which is still to come"
        raise WrongMoment(rule, f"{reason}: wait for a point")


def _player_of(play: Play, command: PlaceWager) -> str:
    """Who wagers; a betting area is one player's while a wager of that player lies there."""
    here = next((one.player for one in play.game.wagers if one.seat == command.seat), None)
    player = command.player or here or f"seat-{command.seat}"
    if here is not None and here != player:
        reason = f"seat {command.seat} is {here}'s, not {player}'s; take another seat"
        raise NotThisPlayer(play.rules.cites.making, reason)
    return player


def hold_limits(play: Play, wager: Wager) -> None:
    """What then stands on the spot in all."""
    low, high = play.table.terms.limits.get(wager.wager, (1, MOST_CENTS))
    where = f"seat {wager.seat}, {wager.wager}"
    if wager.amount < low:
        reason = f"{where}: {wager.amount} cents is below the table's minimum of {low}"
        raise BeyondLimit(play.rules.cites.limits, reason)
    if wager.amount > high:
        reason = f"{where}: {wager.amount} cents is above the table's maximum of {high}"
        if wager.wager not in play.table.terms.limits:
            reason = f"{where}: {wager.amount} cents is not believable; {high} may lie there"
        raise BeyondLimit(play.rules.cites.limits, reason)
    odds = play.game.terms.odds_of(wager.wager)
    assert odds is not None
    if wager.amount * odds.numerator % odds.denominator:
        pays = f"{odds.numerator} to {odds.denominator} on {wager.amount} cents is no whole cent"
        reason = f"{where}: {pays}; wager a multiple of {odds.denominator} cents"
        raise BeyondLimit(WHOLE_CENTS, reason)
    if wager.amount * odds > MOST_CENTS:
        reason = f"{where}: a win would pay more than {MOST_CENTS} cents, which is not believable"
        raise BeyondLimit(LIMITS, reason)


def _require_room(play: Play, player: str) -> None:
    """One event tells every wager on the layout, with its player's name."""
    wagers = play.game.wagers
    if len(wagers) >= MOST_WAGERS:
        reason = f"{len(wagers)} wagers lie at {play.table.name}; a table holds {MOST_WAGERS}"
        raise BeyondLimit(WAGER_COUNT, reason)
    names = [player, *(one.player for one in wagers)]
    size = _ROUND_BYTES + sum(_LINE_BYTES + len(msgspec.json.encode(name)) for name in names)
    if size > MOST_EVENT_BYTES:
        reason = f"with it the end of the round could take {size} bytes, and no event takes more"
        raise BooksRefuse(EVENT_SIZE, f"{reason} than {MOST_EVENT_BYTES}; use shorter names")
