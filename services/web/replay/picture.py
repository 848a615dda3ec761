"""The layout as it stood after a step: folded from what may be seen, as the read model is."""

from typing import NamedTuple

from msgspec import UNSET, UnsetType

from domain.events import Event
from domain.events import round as happened
from domain.events.corrections import RollCorrected
from domain.games.seam.round_row import PlacedWager
from projections.rounds import Rounds
from projections.rounds.row import RoundRow
from services.web.replay.steps import Replay

_ROUNDS = Rounds()


class Spot(NamedTuple):
    """Where a wager lies: a seat may have come wagers on several numbers."""

    seat: int
    wager: str
    point: int | None


class Ended(NamedTuple):
    """What became of a wager; cents."""

    outcome: str
    paid: int
    vigorish: int = 0


class Lying(NamedTuple):
    """A wager on the layout."""

    spot: Spot
    player: str
    amount: int
    coupon: int
    ended: Ended | None


class Picture(NamedTuple):
    """The round so far."""

    row: RoundRow
    settled: dict[Spot, Ended]

    def wagers(self) -> list[Lying]:
        """As they lie; at the round's end as it summed them up."""
        if self.row.wagers:
            return [
                Lying(
                    _spot(line.seat, line.wager, line.point),
                    line.player,
                    line.amount,
                    line.coupon,
                    Ended(line.outcome, line.paid, line.vigorish),
                )
                for line in self.row.wagers
            ]
        return [self._lying(one) for one in self.row.placed]

    def _lying(self, one: PlacedWager) -> Lying:
        spot = _spot(one.seat, one.wager, one.point)
        return Lying(spot, one.player, one.amount, one.coupon, self.settled.get(spot))


def pictures_of(replay: Replay) -> list[Picture]:
    """After each step."""
    picture = Picture(_ROUNDS.first(replay.round, replay.opened), {})
    found = []
    for one in replay.steps:
        picture = _after(picture, one.event)
        found.append(picture)
    return found


def _after(picture: Picture, event: Event) -> Picture:
    if event.STREAM != "table":
        return picture
    row, settled = _ROUNDS.fold(picture.row, event), dict(picture.settled)
    match event:
        case happened.WagerSettled():
            spot = _spot(event.seat, event.wager, event.point)
            settled[spot] = Ended(event.outcome, event.paid)
        case happened.ProgressivePaid():
            settled[_spot(event.seat, "progressive", UNSET)] = Ended("win", event.paid)
        case happened.VigorishTaken():
            spot = _spot(event.seat, event.wager, UNSET)
            if spot in settled:
                settled[spot] = settled[spot]._replace(vigorish=event.amount)
        case RollCorrected():
            # What the wrong dice decided is undone, and nothing else was decided before them.
            settled = {}
        case _:
            pass
    return Picture(row, settled)


def _spot(seat: int, wager: str, point: int | UnsetType | None) -> Spot:
    return Spot(seat, wager, point if isinstance(point, int) else None)
