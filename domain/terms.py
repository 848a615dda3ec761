"""The terms a table plays under: the licensee's elections, as the rules need them."""

import hashlib
import json
from typing import Any, Final, Literal

import msgspec

_WITH: Final = "+"
"""Stands between a house way and the hash of its filed exceptions."""


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
    """By its name; one with filed exceptions as `NAME+SHA256`: they stand in the opening alone."""
    banking: bool = False
    co_banking: bool = False
    two_areas: bool = False
    dealer_wager: Literal["last"] | int = "last"
    """The most that the dealer wagers against a bank; cents, or its player's last wager."""
    bank_house_way: bool = False
    """A bank's hand too is set by the house way (MD 10.F)."""
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
    way = way_named(submission.get("house_way"))
    return msgspec.convert({**submission, "house_way": way}, Terms)


def way_named(recorded: str | dict[str, Any] | None) -> str | None:
    """A house way as rounds name it; exceptions are recorded in one order, and so hashed in it."""
    if recorded is None or isinstance(recorded, str):
        return recorded
    content = json.dumps(recorded["exceptions"], sort_keys=True)
    return f"{recorded['base']}{_WITH}{hashlib.sha256(content.encode()).hexdigest()}"


def base_way(way: str | None) -> str | None:
    """The named way that exceptions were filed to, if any were."""
    return None if way is None else way.partition(_WITH)[0]
