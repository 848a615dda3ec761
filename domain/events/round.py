"""Events of one round of play."""

from typing import ClassVar, Final, Literal, TypeAlias

import msgspec

from domain.event_parts import ENDED, OPENED, ROLLED
from domain.events.envelope import Event, RoundEvent, RoundPosting
from domain.parts import WithParts
from domain.terms import Terms

Outcome: TypeAlias = Literal["win", "lose", "push", "surrender", "void", "abandoned", "retained"]
COUPON_RETURNED: Final[tuple[Outcome, ...]] = ("push", "void")
"""Outcomes after which a coupon stays the player's; any other sends it to the drop box."""


@OPENED.added_to
class RoundOpened(RoundEvent, WithParts, frozen=True, kw_only=True, tag=True):
    """Betting is open. What the round's decisions need of the session is copied here."""

    number: int
    regulation: str
    submission_hash: str
    terms: Terms


class WagerPlaced(RoundEvent, frozen=True, kw_only=True, tag=True):
    """Chips were added to a spot; `total` stands on it now."""

    seat: int
    wager: str
    amount: int
    player: str
    coupon: int
    total: int


class WagerWithdrawn(RoundEvent, frozen=True, kw_only=True, tag=True):
    """The whole wager was taken back."""

    seat: int
    wager: str
    amount: int
    player: str


class BetsClosed(RoundPosting, frozen=True, kw_only=True, tag=True):
    """ "No more bets" was announced; progressive stakes are in the tray for good."""

    meter: "MeterLine | None" = None
    """What they put onto the meter."""
    lights: int | msgspec.UnsetType = msgspec.UNSET
    """How many acceptors were lit, where they were counted (19:47-11.14(b))."""
    lit: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    """The seats whose acceptor was lit, where they were told (19:47-11.14(c)1)."""


@ROLLED.added_to
class DiceRolled(RoundEvent, WithParts, frozen=True, kw_only=True, tag=True):
    """A valid roll."""

    dice: tuple[int, ...]
    total: int
    shaker: int | Literal["dealer"] | None
    """Whose roll it was, whoever held the shaker; None where not told."""
    shaken_by: Literal["dealer"] | msgspec.UnsetType = msgspec.UNSET
    """Who held the shaker, where it was not the one whose roll it was."""
    announced: int | msgspec.UnsetType = msgspec.UNSET
    """The total as the dealer called it out, where that was told; the dice go before it."""


class NoRollCalled(RoundEvent, frozen=True, kw_only=True, tag=True):
    """The dice are shaken again."""

    reason: str
    """In words; where none were told, what the cause is called."""
    cause: Literal["not_flat", "fell_out", "uncovered"] | msgspec.UnsetType = msgspec.UNSET
    """What was wrong with them, where that was told."""


class WagerSettled(RoundPosting, frozen=True, kw_only=True, tag=True):
    """One wager is decided; `paid` is the winnings without the stake, before vigorish."""

    seat: int
    wager: str
    amount: int
    coupon: int
    player: str
    outcome: Outcome
    paid: int
    was: Outcome | msgspec.UnsetType = msgspec.UNSET
    """What it had been decided as before, where a void round takes that back."""
    point: int | msgspec.UnsetType | None = msgspec.UNSET
    """Of a wager with a number of its own: the one it stood on; None: none yet."""


class VigorishTaken(RoundPosting, frozen=True, kw_only=True, tag=True):
    """Commission on the amount won, taken when the win is paid."""

    seat: int
    wager: str
    amount: int
    won: int


class ProgressivePaid(RoundPosting, frozen=True, kw_only=True, tag=True):
    """A progressive wager won; `amount` is its stake, which the tray has since "no more bets"."""

    seat: int
    player: str
    amount: int
    hand: str
    paid: int
    from_meter: int
    """What of it the meter gave."""
    funded: int
    """What of it the house put onto a meter that was too small."""
    meter: str
    meter_after: int
    supervisor: str | None
    reset: int | msgspec.UnsetType = msgspec.UNSET
    """What was then put onto the meter to start again."""


class DealerWagerSettled(RoundPosting, frozen=True, kw_only=True, tag=True):
    """The dealer's wager against the bank is decided; it pays no vigorish."""

    amount: int
    outcome: Outcome


class BankSettled(RoundPosting, frozen=True, kw_only=True, tag=True):
    """The centre of the layout and the bank are even."""

    seat: int
    player: str
    co_bank: bool
    surplus: int
    """What was left in the centre; below zero what was lacking."""
    bank_share: int
    casino_share: int
    vigorish: int
    net: int
    """The bank's, after vigorish."""


class WagerReturned(Event, frozen=True, kw_only=True, tag=True):
    """A carried wager went back to its player between rounds: its chips were never the house's."""

    IN_ORDER: ClassVar[bool] = True

    seat: int
    wager: str
    amount: int
    player: str
    reason: str
    supervisor: str
    point: int | msgspec.UnsetType = msgspec.UNSET
    """The number that it stood on, where it stood on one."""


class WagerLine(msgspec.Struct, frozen=True, kw_only=True):
    """How one wager of the round ended."""

    seat: int
    wager: str
    amount: int
    coupon: int
    player: str
    outcome: Outcome
    paid: int
    vigorish: int
    rule: str
    hand: str | msgspec.UnsetType | None = msgspec.UNSET
    """Of a progressive wager: the row that was paid, None where it lost."""
    from_meter: int | msgspec.UnsetType = msgspec.UNSET
    """Of a progressive wager: what the meter gave."""
    point: int | msgspec.UnsetType | None = msgspec.UNSET
    """Of a wager with a number of its own: the one it stands on after the roll, or stood on when it
    was decided; None: none."""


class BankLine(msgspec.Struct, frozen=True, kw_only=True):
    """How the round ended for the player who banked it."""

    seat: int
    net: int
    vigorish: int
    co_bank: bool


class DealerWagerLine(msgspec.Struct, frozen=True, kw_only=True):
    """How the dealer's wager against the bank ended."""

    amount: int
    outcome: Outcome


class MeterLine(msgspec.Struct, frozen=True, kw_only=True):
    """What the round did to the progressive meter."""

    meter: str
    contributed: int
    paid: int
    before: int
    """As it stood before the round's first change of it."""
    after: int
    """As it stood after the round's last change of it; other tables may have come between."""
    resets: int | msgspec.UnsetType = msgspec.UNSET
    """What was put onto it to start again, after it was paid out."""
    funded: int | msgspec.UnsetType = msgspec.UNSET
    """What the house put onto it because it was too small."""
    elsewhere: int | msgspec.UnsetType = msgspec.UNSET
    """What other tables did to it between the round's changes: before + contributed + resets +
    funded + elsewhere - paid = after."""


@ENDED.added_to
class _RoundEnded(RoundEvent, WithParts, frozen=True, kw_only=True):
    """The round summed up; it posts nothing, its lines did."""

    wagers: tuple[WagerLine, ...]
    bank: BankLine | None = None
    dealer_wager: DealerWagerLine | None = None
    tray_delta: int
    meter: MeterLine | None = None


class CorrectedSetting(msgspec.Struct, frozen=True, kw_only=True):
    """What a hand that was set wrong would have come to."""

    correction: int
    """`seq` of the correction."""
    changed: int
    """How much more is in the tray than by the setting that was corrected; cents."""


class RoundClosed(_RoundEnded, frozen=True, kw_only=True, tag=True):
    """The round is finished and paid."""

    corrected: tuple[CorrectedSetting, ...] | msgspec.UnsetType = msgspec.UNSET
    """Settings that were keyed in wrong and put right, where there were any."""


class RoundVoided(_RoundEnded, frozen=True, kw_only=True, tag=True):
    """The round is void; what was on the hands went back."""

    reason: str
    supervisor: str | msgspec.UnsetType = msgspec.UNSET
    """Who stood by, where it was called off or called a misdeal."""
    announced: int | msgspec.UnsetType = msgspec.UNSET
    """The wrong total that a misdeal was dealt by, where the roll did not record it."""
