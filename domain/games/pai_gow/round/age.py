"""How long dice and tiles may stay on a table: 10.3(c), MD 2.E, 3.A(2), for cards 19:47-11.4."""

from datetime import timedelta

from msgspec.structs import replace

from domain.events.envelope import Event, Stamp
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.state import Lying
from domain.gaming_day import is_earlier, stored_moment
from domain.refusals import Expired


def brought(lying: Lying, event: Event) -> Lying:
    """Others lie there since the event, unless it was told late and newer ones have come since.

    By its `at`; but nothing that is recorded lies there in the future, whatever a clock says.
    """
    came = event.recorded if is_earlier(event.recorded, event.at) else event.at
    if not lying.came:
        return Lying(came, came)
    return lying if is_earlier(came, lying.came) else replace(lying, came=came)


def refuse_old_at_opening(play: Play, stamp: Stamp) -> None:
    """No round begins with what has lain there too long; its tiles finish one begun in time."""
    if play.rules.reading.aged_when_a_round_opens:
        _refuse_old_dice(play, stamp, play.game.dice.at(stamp.at))
        _refuse_old_tiles(play, stamp, play.game.tiles.at(stamp.at))


def refuse_old_at_roll(play: Play, stamp: Stamp) -> None:
    """Those that grew too old in the middle of a round are changed first.

    Version 1 counts their age otherwise; version 2 rolls what the round was opened with.
    """
    reading = play.rules.reading
    if not reading.aged_when_a_round_opens:
        _refuse_old_dice(play, stamp, play.game.dice_since)
    elif reading.dice_aged_at_the_roll:
        _refuse_old_dice(play, stamp, play.game.dice.at(stamp.at))


def refuse_old_at_deal(play: Play, stamp: Stamp) -> None:
    """As version 1 has it."""
    if not play.rules.reading.aged_when_a_round_opens:
        _refuse_old_tiles(play, stamp, play.game.tiles_since)


def _refuse_old_dice(play: Play, stamp: Stamp, came: str) -> None:
    rules = play.rules
    _refuse_old(came, stamp, rules.dice_hours, rules.cites.dice_age, "dice")


def _refuse_old_tiles(play: Play, stamp: Stamp, came: str) -> None:
    rules = play.rules
    if rules.tiles_hours is not None:
        _refuse_old(came, stamp, rules.tiles_hours, rules.cites.tiles_age, "tiles")


def tiles_are_old(play: Play, stamp: Stamp) -> bool:
    """They have lain there as long as they may."""
    came, hours = play.game.tiles.at(stamp.at), play.rules.tiles_hours
    return bool(came) and hours is not None and _age(came, stamp) >= timedelta(hours=hours)


def _age(came: str, stamp: Stamp) -> timedelta:
    return stored_moment(stamp.at) - stored_moment(came)


def _refuse_old(came: str, stamp: Stamp, hours: int, rule: str, what: str) -> None:
    if came and _age(came, stamp) > timedelta(hours=hours):
        reason = (
            f"the {what} came at {came}, more than {hours} hours before"
            f" {stamp.at}; tell `change_{what}` first"
        )
        raise Expired(rule, reason)
