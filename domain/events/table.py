"""Events of a table: its chips, its slips, its counts."""

from typing import Any

from domain.events.envelope import Event, Posting


class TableOpened(Posting, frozen=True, kw_only=True, tag=True):
    """The table plays from here on, under this regulation and these elections."""

    regulation: str
    regulation_hash: str
    submission: dict[str, Any]
    submission_hash: str
    opener: int
    inventory: dict[str, int] | None


class ChipsBought(Posting, frozen=True, kw_only=True, tag=True):
    """Money went into the drop box, chips to the player."""

    seat: int
    amount: int
    kind: str


class TableFilled(Posting, frozen=True, kw_only=True, tag=True):
    """A step of a fill; the tray moves when the chips are received."""

    slip: str
    step: str
    amount: int


class TableCredited(Posting, frozen=True, kw_only=True, tag=True):
    """A step of a credit; the tray moves when the chips are received by the cage."""

    slip: str
    step: str
    amount: int


class TilesSetOut(Event, frozen=True, kw_only=True, tag=True):
    """The tiles lie face up in pairs, for inspection by the next player."""


class TilesChanged(Event, frozen=True, kw_only=True, tag=True):
    """A fresh set of tiles is on the table."""


class DiceChanged(Event, frozen=True, kw_only=True, tag=True):
    """Fresh dice are in the shaker."""


class TrayCounted(Event, frozen=True, kw_only=True, tag=True):
    """An assertion about the books: a difference is a result, not an error."""

    counted: int
    expected: int
    inventory: dict[str, int] | None
    roll: bool


class TableClosed(Posting, frozen=True, kw_only=True, tag=True):
    """The closer was counted; what it does not explain stays on the tray's account."""

    counted: int
    expected: int
    inventory: dict[str, int] | None


class DropCounted(Posting, frozen=True, kw_only=True, tag=True):
    """The drop box of a session was counted; the envelope's session is the one counted."""

    amount: int
    estimated: int
    cash: int | None
    counter_checks: int | None
    vouchers: int | None
    coupons: int | None
