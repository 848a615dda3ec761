"""The terms a table plays under: the licensee's elections, as the rules need them."""

from typing import Any, Literal

import msgspec


class DragonsEye(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the dragon's eye variation is offered."""

    vigorish_method: int = 1
    standalone: bool = False
    """Its wagers may stand without one on the hands."""
    start: str = "eye"
    """Who is dealt to first: the seat that the dragon's eye die names, or by `count`."""


class Progressive(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The meter that the table takes part in, and its terms; cents."""

    meter: str
    stake: int
    rate_bp: int
    initial: int
    reset: int
    payouts: dict[str, int] | None = None


class Terms(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One licensee's elections on top of a regulation."""

    limits: dict[str, tuple[int, int]] = {}
    vigorish: str = "quarter"
    house_way: str | None = None
    banking: bool = False
    co_banking: bool = False
    two_areas: bool = False
    dealer_wager: Literal["last"] | int = "last"
    """The most that the dealer wagers against a bank; cents, or its player's last wager."""
    triples_bonus: bool = False
    dragons_eye: DragonsEye | None = None
    pair_fortunes: str | None = None
    generator: bool = False
    dealer_delivery: bool = False
    delivery_styles: tuple[str, ...] | None = None
    progressive: Progressive | None = None
    wheel: str = "second"
    controls: str = "basic"


def terms_of(submission: dict[str, Any]) -> Terms:
    """The terms of a submission as it was recorded when the table was opened."""
    return msgspec.convert(submission, Terms)
