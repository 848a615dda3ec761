"""Money conserved: added up from the events alone, without any rule of a game."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from domain.events import Event
from domain.events.corrections import RollCorrected
from domain.events.envelope import Posting
from domain.events.meter import MeterEvent, MeterOpened, MeterPaid
from domain.events.round import (
    BankSettled,
    DiceRolled,
    ProgressivePaid,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    VigorishTaken,
    WagerLine,
    WagerSettled,
)

_EVEN_AFTER_A_ROUND: Final = ("bank", "patrons")
"""The centre of the layout and the players' account: chips only pass through them."""
_PROGRESSIVE: Final = "progressive"

Spot: TypeAlias = tuple[int, str, object]
"""Seat, wager, and the number that it stands on where it has one of its own."""


class _Decided(NamedTuple):
    amount: int
    outcome: str
    paid: int


class _Round:
    """What the postings of a round come to so far."""

    def __init__(self, name: str | None) -> None:
        self.name = name
        self.tray = 0
        self.decided: dict[Spot, _Decided] = {}
        self.vigorish: Counter[tuple[int, str]] = Counter()
        self.bank: tuple[int, int] | None = None
        self._before_roll: dict[Spot, _Decided] = {}

    def take(self, event: Event) -> None:
        if isinstance(event, Posting):
            self.tray += event.entries.get("tray", 0)
        match event:
            case WagerSettled():
                spot = (event.seat, event.wager, _number(event.point))
                self.decided[spot] = _Decided(event.amount, event.outcome, event.paid)
            case ProgressivePaid():
                spot = (event.seat, _PROGRESSIVE, None)
                self.decided[spot] = _Decided(event.amount, "win", event.paid)
            case VigorishTaken():
                self.vigorish[event.seat, event.wager] += event.amount
            case BankSettled():
                self.bank = event.net, event.vigorish
            case DiceRolled():
                self._before_roll = dict(self.decided)
            case RollCorrected():
                self.decided = dict(self._before_roll)
                self.vigorish.clear()
                self.bank = None
            case _:
                pass


class Accounts:
    """One stream's accounts, and the round or the meter that moves them."""

    def __init__(self, *, from_the_start: bool) -> None:
        self._round: _Round | None = None
        self._sums: Counter[str] = Counter()
        self._whole = from_the_start
        """Whether everything that was ever posted is in the sums."""
        self._meter: int | None = 0 if from_the_start else None

    def take(self, event: Event) -> Iterator[str]:
        """What does not add up after this event."""
        if isinstance(event, Posting):
            for account, cents in event.entries.items():
                self._sums[account] += cents
        if isinstance(event, MeterEvent):
            yield from self._moved(event)
            return
        if isinstance(event, RoundOpened):
            self._round = _Round(event.round)
        if self._round is None or not event.OF_ROUND or event.round != self._round.name:
            return
        self._round.take(event)
        if isinstance(event, RoundClosed | RoundVoided):
            yield from _misfits(self._round, event)
            yield from self._left_over()

    def _left_over(self) -> Iterator[str]:
        if not self._whole:
            return
        for account in _EVEN_AFTER_A_ROUND:
            if self._sums[account]:
                yield f"after the round {self._sums[account]} cents are left on `{account}`"

    def _moved(self, event: MeterEvent) -> Iterator[str]:
        """Amount = initial + contributed + resets + funded - paid, one event after the other."""
        cents = -event.amount if isinstance(event, MeterPaid) else event.amount
        if self._meter is not None and event.before != self._meter:
            yield f"the meter stood at {self._meter} cents, and the event says {event.before}"
        if event.after != event.before + cents:
            what = f"{event.before} and {cents} cents"
            yield f"the meter comes to {event.after}, and {what} are {event.before + cents}"
        if event.entries.get("progressive_liability", 0) != -cents:
            owed = event.entries.get("progressive_liability", 0)
            yield f"the meter moves by {cents} cents, and its liability by {-owed}"
        if isinstance(event, MeterOpened) and event.before:
            yield f"the meter is opened with {event.before} cents on it already"
        self._meter = event.after

    def trial_balance(self) -> int:
        return sum(self._sums.values())


def _number(point: object) -> object:
    return point if isinstance(point, int) else None


def _misfits(played: _Round, end: RoundClosed | RoundVoided) -> Iterator[str]:
    """Between the sum and what was posted."""
    if end.tray_delta != played.tray:
        yield f"tray_delta is {end.tray_delta}, and the round's postings come to {played.tray}"
    decided = dict(played.decided)
    for line in end.wagers:
        spot = (line.seat, line.wager, _number(line.point))
        if line.outcome == "retained" and not _stayed(decided.get(spot)):
            # It just lies there; a come wager may have moved to where another one was decided.
            continue
        yield from _line_misfits(line, decided.pop(spot, None), played)
    for (seat, wager, _), one in decided.items():
        told = f"`{wager}` of seat {seat} was decided ({one.outcome})"
        yield f"{told}, and the sum has no line for it"
    bank = (0, 0) if end.bank is None else (end.bank.net, end.bank.vigorish)
    if bank != (played.bank or (0, 0)):
        yield f"the bank's net and vigorish are {bank}, and {played.bank} was posted"


def _stayed(found: _Decided | None) -> bool:
    return found is not None and found.outcome in ("retained", "void")


def _line_misfits(line: WagerLine, found: _Decided | None, played: _Round) -> Iterator[str]:
    spot = f"`{line.wager}` of seat {line.seat}"
    told = _Decided(line.amount, line.outcome, line.paid)
    # Of a wager that stays and was raised, the raise alone goes back where the round is void.
    raised = line.outcome == "retained" and found is not None and found.outcome == "void"
    if found != told and not raised:
        posted = "nothing" if found is None else f"{found.outcome}, {found.paid} paid"
        sum_up = f"{line.outcome}, {line.paid} paid"
        yield f"{spot}: the sum says {sum_up} on {line.amount}, and {posted} was posted"
    taken = played.vigorish[line.seat, line.wager]
    if line.vigorish != taken:
        yield f"{spot}: the sum says {line.vigorish} of vigorish, and {taken} was posted"
