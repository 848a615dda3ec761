"""The layout as it stood after a step: folded from what may be seen, as the read model is."""

from typing import NamedTuple

from msgspec import UNSET, UnsetType

from domain.events import Event
from domain.events import round as happened
from domain.events.corrections import RollCorrected
from domain.game_library import LIBRARY
from domain.game_names import wager_named
from domain.games.seam.layout import Cloth, Lying, Shown
from domain.games.seam.round_row import PlacedWager
from domain.terms import Terms
from projections.rounds import Rounds
from projections.rounds.row import RoundRow
from services.web.layouts import layout_of, phase_told
from services.web.replay.steps import Replay

_ROUNDS = Rounds()


class Spot(NamedTuple):
    """Where a wager lies: a seat may have come wagers on several numbers."""

    seat: int
    wager: str
    point: int | None


class Ended(NamedTuple):
    """What became of a wager; cents."""

    outcome: str | None = None
    paid: int = 0
    vigorish: int = 0


class Picture(NamedTuple):
    """The round so far."""

    row: RoundRow
    settled: dict[Spot, Ended]

    def wagers(self) -> list[Lying]:
        """As they lie; at the round's end as it summed them up."""
        if self.row.wagers:
            return [
                _lying(line, Ended(line.outcome, line.paid, line.vigorish))
                for line in self.row.wagers
            ]
        return [
            _lying(one, self.settled.get(_spot(one.seat, one.wager, one.point), Ended()))
            for one in self.row.placed
        ]


def _lying(one: PlacedWager | happened.WagerLine, ended: Ended) -> Lying:
    spot = _spot(one.seat, one.wager, one.point)
    called = wager_named(one.wager)
    return Lying(one.seat, called, spot.point, one.player, one.amount, one.coupon, *ended)


def pictures_of(replay: Replay) -> list[Picture]:
    """After each step."""
    picture = Picture(_ROUNDS.first(replay.round, replay.opened), {})
    found = []
    for one in replay.steps:
        picture = _after(picture, one.event)
        found.append(picture)
    return found


class Drawing(NamedTuple):
    """What a page draws of a round after a step."""

    cloth: Cloth
    phase: str


def drawing_of(picture: Picture, terms: Terms, event: Event | None = None) -> Drawing:
    """`event`: what has just happened; the place that it is about stands out."""
    row = picture.row
    layout, rules = layout_of(row.regulation), LIBRARY.regulation(row.regulation)
    told = None if event is None else _told_of(event)
    places = 0 if rules is None else rules.places
    looks = (die.look for die in layout.dice(terms))
    dice = tuple(f"{look}-{face}" for look, face in zip(looks, row.dice or (), strict=False))
    shown = Shown(row, picture.wagers(), terms, places, told, dice)
    return Drawing(layout.cloth(shown), phase_told(layout, row.phase))


def _told_of(event: Event) -> str | None:
    """The position that the event names."""
    for field in ("seat", "position", "shaker"):
        found = getattr(event, field, None)
        if isinstance(found, int | str):
            return str(found)
    return None


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
