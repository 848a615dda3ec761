"""What a roll decides, posted twice; and the round's end, which tells every wager that was down."""

from typing import NamedTuple

from msgspec import UNSET, UnsetType

from domain.event_parts import ENDED
from domain.events import Event
from domain.events.round import RoundClosed, WagerLine, WagerSettled
from domain.games.craps.messages.parts import CrapsLine, Ended
from domain.games.craps.regulations import Regulation
from domain.games.craps.round.play import Play
from domain.games.craps.round.state import Wager
from domain.games.craps.wagers.deciding import Dice, Verdict, point_after
from domain.money import transfer


class Decided(NamedTuple):
    """What a roll made of one wager."""

    verdict: Verdict | None
    rule: str


def decided(wager: Wager, dice: Dice, point: int | None, rules: Regulation) -> Decided:
    """By its own paragraph; a place bet that is off on a come out roll by none."""
    record = rules.catalogue[wager.wager]
    if record.place_bet and point is None and not wager.is_on:
        return Decided(None, rules.cites.inactive)
    verdict = record.decides(dice, wager.point)
    by_item = verdict if rules.reading.decided_by_item else None
    return Decided(verdict, record.rule_of(rules.name, by_item))


def settle(play: Play, dice: Dice) -> list[Event]:
    """Every wager that the dice decide, from seat 1 on, and the end of the round."""
    events: list[Event] = []
    lines: list[WagerLine] = []
    tray = 0
    for wager in in_order(play):
        verdict, rule = decided(wager, dice, play.game.point, play.rules)
        if verdict is None:
            lines.append(_stands(play, wager, dice, rule))
            continue
        settled = settled_as(play, wager, verdict, rule)
        events.append(settled)
        lines.append(line_of(settled))
        tray += settled.entries.get("tray", 0)
    was_come_out = play.game.point is None
    end = CrapsLine(come_out=was_come_out, point=point_after(play.game.point, dice), dice=dice)
    closed = RoundClosed(
        rule=play.rules.cites.settlement,
        wagers=tuple(lines),
        tray_delta=tray,
        **ENDED.told(Ended(craps=end)),
    )
    return [*events, closed]


def in_order(play: Play) -> list[Wager]:
    """As they are settled and told: by seat, as the catalogue lists them, by number."""
    place = play.rules.catalogue.place
    return sorted(play.game.wagers, key=lambda one: (one.seat, place(one.wager), one.point or 0))


def settled_as(play: Play, wager: Wager, verdict: Verdict, rule: str) -> WagerSettled:
    """A win is paid out of the tray, a loss collected into it; a void wager's chips stay put."""
    paid = won_by(play, wager) if verdict == "win" else 0
    collected = wager.amount if verdict == "lose" else 0
    return WagerSettled(
        rule=rule,
        seat=wager.seat,
        wager=wager.wager,
        amount=wager.amount,
        coupon=0,
        player=wager.player,
        outcome=verdict,
        paid=paid,
        point=_point_told(play, wager, wager.point),
        entries=transfer(collected - paid, to="tray", source="win"),
    )


def won_by(play: Play, wager: Wager) -> int:
    """What a win pays, by the submission's odds."""
    odds = play.game.terms.odds_of(wager.wager)
    assert odds is not None
    won = wager.amount * odds
    assert won.denominator == 1, f"{odds} to one on {wager.amount} cents is no whole cent"
    return int(won)


def _stands(play: Play, wager: Wager, dice: Dice, rule: str) -> WagerLine:
    """Undecided: it is carried, a line or come wager on its number."""
    moves = play.rules.catalogue[wager.wager].moves
    point = point_after(wager.point, dice) if moves else None
    return retained_line(play, wager, point, rule)


def retained_line(play: Play, wager: Wager, point: int | None, rule: str) -> WagerLine:
    return WagerLine(
        seat=wager.seat,
        wager=wager.wager,
        amount=wager.amount,
        coupon=0,
        player=wager.player,
        outcome="retained",
        paid=0,
        vigorish=0,
        rule=rule,
        point=_point_told(play, wager, point),
    )


def line_of(settled: WagerSettled) -> WagerLine:
    assert settled.rule is not None
    return WagerLine(
        seat=settled.seat,
        wager=settled.wager,
        amount=settled.amount,
        coupon=0,
        player=settled.player,
        outcome=settled.outcome,
        paid=settled.paid,
        vigorish=0,
        rule=settled.rule,
        point=settled.point,
    )


def _point_told(play: Play, wager: Wager, point: int | None) -> int | UnsetType | None:
    """Only come and don't come wagers have a number of their own to be told."""
    return point if play.rules.catalogue[wager.wager].has_come_point else UNSET
