"""What changes: each round's end by its own rules beside its end by the others."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from domain.events import Event
from domain.events.round import BankLine, DealerWagerLine, RoundClosed, RoundVoided, WagerLine
from domain.game_library import LIBRARY
from domain.refusals import Refused

RoundEnd: TypeAlias = RoundClosed | RoundVoided

CALLED_OFF: Final = "what was told does not finish this round by the other rules"
"""Why a round is void there: it is undecided, and no difference is counted for it."""


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """A command that the other rules refuse, and that had no effect there."""

    line: int | None
    """Where it stands in the file; None where it comes from a stored round."""
    command: str
    rule: str
    reason: str


def refused(command: str, refusal: Refused) -> Refusal:
    """A command of a stored round."""
    return Refusal(line=None, command=command, rule=refusal.rule, reason=refusal.reason)


class LineChange(msgspec.Struct, frozen=True, kw_only=True):
    """One wager, decided twice; None where it does not stand by those rules."""

    seat: int
    wager: str
    own: WagerLine | None
    other: WagerLine | None

    @property
    def changed(self) -> bool:
        """In anything but the paragraph, which is another one in every other regulation."""
        return _without_rule(self.own) != _without_rule(self.other)


class FiledHand(msgspec.Struct, frozen=True):
    """The house's hand as an exception to the house way set it."""

    high: tuple[str, ...]
    low: tuple[str, ...]


Filed: TypeAlias = tuple[FiledHand | None, FiledHand | None]
_NONE_FILED: Final[Filed] = (None, None)


class RoundChange(msgspec.Struct, frozen=True, kw_only=True):
    """One round, ended twice."""

    round: str
    line: int | None
    """The line of the file that opens it."""
    changed: bool
    undecided: bool
    """By one of the two rules the round has no end: what would decide it was never recorded."""
    wagers: tuple[LineChange, ...]
    bank: tuple[BankLine | None, BankLine | None]
    dealer_wager: tuple[DealerWagerLine | None, DealerWagerLine | None]
    tray_delta: tuple[int | None, int | None]
    """By its own rules, and by the others."""
    filed: Filed | msgspec.UnsetType = msgspec.UNSET
    """Likewise, where an exception filed for the house's hand set it by either."""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Every round of a file, and the sum over those that both rules decide."""

    rounds: tuple[RoundChange, ...]
    refused: tuple[Refusal, ...]
    changed: int
    undecided: int
    tray_delta: tuple[int, int]


def compare_ends(
    own: RoundEnd | None, other: RoundEnd | None, line: int | None, filed: Filed = _NONE_FILED
) -> RoundChange:
    """Wager by wager; a wager that only one of the rules takes stands on one side alone."""
    ended = own or other
    assert ended is not None
    assert ended.round is not None
    undecided = own is None or other is None or _called_off(other)
    if undecided and other is not None and _called_off(other):
        other = None
    lines = _lines(own, other)
    bank = (own.bank if own else None, other.bank if other else None)
    dealer = (own.dealer_wager if own else None, other.dealer_wager if other else None)
    tray = (own.tray_delta if own else None, other.tray_delta if other else None)
    pairs: tuple[tuple[object, object], ...] = (bank, dealer, tray)
    differs = any(one.changed for one in lines) or any(mine != theirs for mine, theirs in pairs)
    return RoundChange(
        round=ended.round,
        line=line,
        changed=differs and not undecided,
        undecided=undecided,
        wagers=lines,
        bank=bank,
        dealer_wager=dealer,
        tray_delta=tray,
        filed=filed if any(filed) else msgspec.UNSET,
    )


def last_end(events: Sequence[Event]) -> RoundEnd | None:
    """Dice that were corrected end a round once more."""
    ends = (event for event in reversed(events) if isinstance(event, RoundClosed | RoundVoided))
    return next(ends, None)


HOUSE_SETS: Final = frozenset(
    one.history.house_set for one in LIBRARY.games if one.history.house_set is not None
)
"""Events that tell how the house's hand was set."""


def filed_hand(event: Any) -> FiledHand | None:
    return FiledHand(event.high, event.low) if event.by_exception is True else None


def _called_off(end: RoundEnd) -> bool:
    """With wagers that were never decided; where none stands there is nothing to decide."""
    return isinstance(end, RoundVoided) and end.reason == CALLED_OFF and bool(end.wagers)


def _lines(own: RoundEnd | None, other: RoundEnd | None) -> tuple[LineChange, ...]:
    mine = {_spot(line): line for line in own.wagers} if own else {}
    theirs = {_spot(line): line for line in other.wagers} if other else {}
    return tuple(
        LineChange(seat=spot.seat, wager=spot.wager, own=mine.get(spot), other=theirs.get(spot))
        for spot in sorted(mine.keys() | theirs.keys())
    )


class _Spot(NamedTuple):
    """Where a wager lies; a seat may have come wagers on several numbers."""

    seat: int
    wager: str
    number: int = 0
    came_now: bool = False
    """A come wager moves to the number on which another one is paid."""


def _spot(line: WagerLine) -> _Spot:
    if not isinstance(line.point, int):
        return _Spot(line.seat, line.wager)
    return _Spot(line.seat, line.wager, line.point, line.outcome == "retained")


def _without_rule(line: WagerLine | None) -> WagerLine | None:
    return None if line is None else msgspec.structs.replace(line, rule="")


def summed(rounds: Iterable[RoundChange], refused: Iterable[Refusal]) -> Comparison:
    """The sum leaves out what is undecided: a difference to nothing is none."""
    every = tuple(rounds)
    decided = [one.tray_delta for one in every if not one.undecided]
    return Comparison(
        rounds=every,
        refused=tuple(refused),
        changed=sum(one.changed for one in every),
        undecided=sum(one.undecided for one in every),
        tray_delta=(sum(own or 0 for own, _ in decided), sum(other or 0 for _, other in decided)),
    )
