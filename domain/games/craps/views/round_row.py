"""The row of a round of craps: the layout that it found, and what the roll made of it."""

from typing import Final

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from domain.events import round as happened
from domain.events.corrections import RollCorrected
from domain.games.craps.messages.events import WagerCalledOn
from domain.games.craps.messages.parts import CrapsLine, CrapsOpened
from domain.games.seam.round_row import PlacedWager, RoundParts


class CalledOn(msgspec.Struct, frozen=True):
    """A place bet that was active on the come out roll."""

    seat: int
    wager: str


class CrapsRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a round of craps has beside: the layout that it found, and what the roll made of it."""

    opened: CrapsOpened
    called_on: tuple[CalledOn, ...] = ()
    ended: CrapsLine | None = None


class _Row(msgspec.Struct, frozen=True, kw_only=True):
    """What craps adds to the row of a round."""

    craps: CrapsRow | msgspec.UnsetType = msgspec.UNSET


def _opened(row: _Row, event: happened.RoundOpened) -> _Row:
    if event.craps is UNSET:
        return row
    carried = (
        PlacedWager(one.seat, one.wager, one.amount, 0, one.player, one.point)
        for one in event.craps.carried
    )
    return replace(row, placed=tuple(carried), craps=CrapsRow(opened=event.craps))


def _called_on(row: _Row, event: WagerCalledOn) -> _Row:
    assert row.craps is not UNSET
    called = (*row.craps.called_on, CalledOn(event.seat, event.wager))
    return replace(row, craps=replace(row.craps, called_on=called))


def _roll_corrected(row: _Row, event: RollCorrected) -> _Row:
    """A round that the wrong dice ended ends once more."""
    if row.craps is UNSET or event.reopens is not True:
        return row
    return replace(row, craps=replace(row.craps, ended=None))


def _over(row: _Row, event: happened.RoundClosed | happened.RoundVoided) -> _Row:
    if row.craps is UNSET or event.craps is UNSET:
        return row
    return replace(row, craps=replace(row.craps, ended=event.craps))


ROUND_PARTS: Final = RoundParts(
    changes={
        happened.RoundOpened: _opened,
        WagerCalledOn: _called_on,
        RollCorrected: _roll_corrected,
        happened.RoundClosed: _over,
        happened.RoundVoided: _over,
    },
    corrections={},
    fields=_Row,
)
