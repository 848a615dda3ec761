"""Events of a table: its chips, its slips, its counts."""

from typing import Any, ClassVar

import msgspec

from domain.events.envelope import CashPosting, Event, Posting


class Signature(msgspec.Struct, frozen=True):
    """One who answers for a count, or for a set of tiles."""

    id: str
    role: str


class TableOpened(Posting, frozen=True, kw_only=True, tag=True):
    """The table plays from here on, under this regulation and these elections."""

    regulation: str
    regulation_hash: str
    submission: dict[str, Any]
    submission_hash: str
    opener: int
    inventory: dict[str, int] | None
    signed: tuple[Signature, ...] = ()
    last_closer: int | None = None
    """What was counted when the table closed before; None: it never did."""
    inspected_by: tuple[Signature, ...] | msgspec.UnsetType = msgspec.UNSET
    """Who inspected the set of tiles, and who verified it, where that was told."""

    @property
    def discrepancy(self) -> int:
        """The opener less the closer it was rolled from."""
        return 0 if self.last_closer is None else self.opener - self.last_closer


class ChipsBought(CashPosting, frozen=True, kw_only=True, tag=True):
    """Money went into the drop box, chips to the player."""

    seat: int
    amount: int
    kind: str
    player: str = ""
    reason: str | msgspec.UnsetType = msgspec.UNSET
    """Why it was told late, where that was told."""
    supervisor: str | msgspec.UnsetType = msgspec.UNSET
    """Who stood by when it was told late, where that was told."""


class TableFilled(Posting, frozen=True, kw_only=True, tag=True):
    """A step of a fill; the tray moves when the chips are received."""

    slip: str
    step: str
    amount: int
    reason: str | None = None


class TableCredited(Posting, frozen=True, kw_only=True, tag=True):
    """A step of a credit; the tray moves when the chips are received by the cage."""

    slip: str
    step: str
    amount: int
    reason: str | None = None


class DiceChanged(Event, frozen=True, kw_only=True, tag=True):
    """Fresh dice are in the shaker."""

    BRINGS_EQUIPMENT: ClassVar[bool] = True


class TrayCounted(Event, frozen=True, kw_only=True, tag=True):
    """An assertion about the books: a difference is a result, not an error."""

    counted: int
    expected: int
    inventory: dict[str, int] | None
    roll: bool
    period: int = 1
    """The accounting period that was counted; with `roll` it ended here."""
    signed: tuple[Signature, ...] = ()
    on_layout: int | msgspec.UnsetType = msgspec.UNSET
    """What of the table's chips lay before the tray as the dealer's wager against a bank, and was
    not expected in it (19:47-10.8(h); MD 9.I(2))."""


class TableClosed(Posting, frozen=True, kw_only=True, tag=True):
    """The closer was counted; what it does not explain stays on the tray's account."""

    counted: int
    expected: int
    inventory: dict[str, int] | None
    period: int = 1
    signed: tuple[Signature, ...] = ()


class DropCounted(Posting, frozen=True, kw_only=True, tag=True):
    """The drop box of a session was counted; the envelope's session is the one counted."""

    amount: int
    estimated: int
    cash: int | None
    counter_checks: int | None
    vouchers: int | None
    coupons: int | None
    box: int = 1
    """Its number in the session."""
    period: int = 1
    """The accounting period whose drop it held."""
    coupons_estimated: int | None = None
