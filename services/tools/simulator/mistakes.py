"""Mistakes planted in a table's commands, to see whether the books find them.

Nobody at the table notices: what was counted is what was there, but for the miscount itself.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.round import VigorishTaken
from domain.events.table import ChipsBought, TableFilled, TableOpened, TrayCounted
from domain.games.seam.bots import Told
from domain.gaming_day import GamingDay, parse_moment
from domain.hosting import Table
from domain.messages.commands import parse_command
from services.offline.play import Rulebook
from services.tools.simulator.floor import NAMED_EVENTS

Kind: TypeAlias = Literal["miscounted_tray", "missing_slip", "unrecorded_buy_in", "short_vigorish"]
KINDS: Final[tuple[Kind, ...]] = (
    "miscounted_tray",
    "missing_slip",
    "unrecorded_buy_in",
    "short_vigorish",
)

_MISCOUNTED_BY: Final = 7_500
_SHORT_BY: Final = 25
_COUNTS: Final = ("count_tray", "close_table")


@dataclass(frozen=True, slots=True)
class Planted:
    """What went wrong, and what the books should say of it; cents, places in the new stream."""

    kind: Kind
    table: str
    session: int
    period: int
    day: str
    """The gaming day of the period."""
    tray: int
    """By how much the count of the tray differs from what is expected."""
    drop: int
    """By how much the count of the period's drop differs."""
    after: int
    """`seq` of the last good count, or of the opener."""
    until: int
    """`seq` of the count that shows it."""
    slip: str | None = None
    """The number of the slip that nobody told of."""


@dataclass(frozen=True, slots=True)
class _Mistake:
    """What it does to the counts, and which commands nobody told for it."""

    kind: Kind
    tray: int
    drop: int = 0
    untold: tuple[int, ...] = ()
    slip: str | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """A command, the table it found and what came of it."""

    told: Told
    before: Table
    events: tuple[Event, ...]


def plant(kind: Kind, commands: Iterable[Told], which: int = 0) -> tuple[list[Told], Planted]:
    """One table's commands with one mistake in them, in the first place for it or another.

    Places may be counted from the last one, as -1. LookupError where the evening has no such place.
    """
    return plant_in(kind, list(decided(commands)), which)


def plant_in(kind: Kind, done: list[Done], which: int = 0) -> tuple[list[Told], Planted]:
    """The same where the commands were decided before, for several mistakes in one evening."""
    places = [at for at in range(len(done)) if _OFFERS[kind](done, at) and _count_after(done, at)]
    if which not in range(-len(places), len(places)):
        raise LookupError(f"the commands offer {len(places)} places for a {kind}")
    at = places[which]
    mistake = _MADE[kind](done, at)
    return list(_told(done, at, mistake)), _planted(done, at, mistake)


def decided(commands: Iterable[Told]) -> Iterator[Done]:
    """Each command with what came of it."""
    rulebook, hours = Rulebook(), GamingDay()
    table: Table | None = None
    for told in commands:
        before = table or Table(name=told["table"])
        day = hours.of(parse_moment(told["at"])).isoformat()
        stamp = Stamp(told["at"], told["at"], day, told["actor"], told["command_id"])
        table, events = rulebook.decide(before, parse_command(told), stamp)
        yield Done(told, before, tuple(one for one in events if one.STREAM == "table"))


def _is_count(one: Done) -> bool:
    return one.told["command"] in _COUNTS


def _count_after(done: list[Done], at: int) -> int:
    """Where the tray is next counted, in the same period; 0: it is not."""
    for later in range(at, len(done)):
        if _is_count(done[later]):
            return later
    return 0


def _is_closer(done: list[Done], at: int) -> bool:
    """A count that no later one of the table could give away."""
    return bool(done[at].told["command"] == "close_table")


def _is_fill(done: list[Done], at: int) -> bool:
    """Received, whether at once or step by step."""
    events = done[at].events
    return any(isinstance(one, TableFilled) and one.step == "received" for one in events)


def _is_buy_in(done: list[Done], at: int) -> bool:
    """One that was told right at once: what nobody told cannot be corrected."""
    if not isinstance(done[at].events[0], ChipsBought):
        return False
    return done[at].events[0].seq not in [one.told.get("entry") for one in done[at:]]


def _takes_vigorish(done: list[Done], at: int) -> bool:
    return any(isinstance(one, VigorishTaken) for one in done[at].events)


def _missing_slip(done: list[Done], at: int) -> _Mistake:
    slip, amount = done[at].told["slip"], done[at].told["amount"]
    steps = tuple(place for place, one in enumerate(done) if one.told.get("slip") == slip)
    return _Mistake("missing_slip", tray=amount, untold=steps, slip=slip)


def _unrecorded(done: list[Done], at: int) -> _Mistake:
    amount = done[at].told["amount"]
    return _Mistake("unrecorded_buy_in", tray=-amount, drop=amount, untold=(at,))


def _told(done: list[Done], at: int, mistake: _Mistake) -> Iterator[Told]:
    """As before, but for what nobody told, or for the counts from the mistake on.

    What is said of earlier events is said of their new places.
    """
    moved = _moved(done, mistake)
    off = 0 if mistake.untold else mistake.tray
    for place, one in enumerate(done):
        if place in mistake.untold:
            continue
        told = {
            field: moved(value) if field in NAMED_EVENTS else value
            for field, value in one.told.items()
        }
        if place >= at and _is_count(one):
            told["inventory"] += off
        yield told


def _planted(done: list[Done], at: int, mistake: _Mistake) -> Planted:
    until = _count_after(done, at)
    shown, moved = done[until], _moved(done, mistake)
    good = [
        event.seq
        for one in done[:until]
        for event in one.events
        if isinstance(event, TableOpened | TrayCounted)
    ]
    return Planted(
        kind=mistake.kind,
        table=shown.before.name,
        session=shown.before.session,
        period=shown.before.books.period,
        day=shown.before.books.day,
        tray=mistake.tray,
        drop=mistake.drop,
        after=moved(good[-1]),
        until=moved(shown.events[0].seq),
        slip=mistake.slip,
    )


def _moved(done: list[Done], mistake: _Mistake) -> Callable[[int], int]:
    """Where an event stands once what nobody told of is not in the stream."""
    never = [event.seq for place in mistake.untold for event in done[place].events]
    return lambda seq: seq - sum(one < seq for one in never)


_OFFERS: Final[dict[Kind, Callable[[list[Done], int], bool]]] = {
    "miscounted_tray": _is_closer,
    "missing_slip": _is_fill,
    "unrecorded_buy_in": _is_buy_in,
    "short_vigorish": _takes_vigorish,
}
_MADE: Final[dict[Kind, Callable[[list[Done], int], _Mistake]]] = {
    "miscounted_tray": lambda _, __: _Mistake("miscounted_tray", tray=_MISCOUNTED_BY),
    "missing_slip": _missing_slip,
    "unrecorded_buy_in": _unrecorded,
    "short_vigorish": lambda _, __: _Mistake("short_vigorish", tray=-_SHORT_BY),
}
