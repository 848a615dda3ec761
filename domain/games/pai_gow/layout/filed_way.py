"""Exceptions to the house way, as a game keeps them (19:47-10.7(e), 11.9; MD 8.D(3))."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from domain.games.pai_gow.layout.setting import Setting

_WITH: Final = "+"
"""Stands between a house way and the hash of its filed exceptions."""


class FiledWay(msgspec.Struct, frozen=True):
    """How single hands are set otherwise than by the named way."""

    name: str
    """As rounds name it, by the hash of what was filed."""
    settings: dict[str, Setting]
    """By the hand, its pieces in one order."""

    def setting_of(self, hand: Iterable[str]) -> Setting | None:
        """What was filed for these very pieces, however they lie."""
        return self.settings.get(_key(hand))


def filed_in(submission: dict[str, Any]) -> FiledWay | None:
    """The exceptions of a submission as it was recorded, if it has any."""
    way = submission.get("house_way")
    if not isinstance(way, dict):
        return None
    name = way_named(way)
    assert name is not None
    settings = {_key(_hand(one)): filed_setting(one) for one in way["exceptions"]}
    return FiledWay(name, settings)


def way_named(recorded: str | dict[str, Any] | None) -> str | None:
    """A house way as rounds name it; exceptions are recorded in one order, and so hashed in it."""
    if recorded is None or isinstance(recorded, str):
        return recorded
    content = json.dumps(recorded["exceptions"], sort_keys=True)
    return f"{recorded['base']}{_WITH}{hashlib.sha256(content.encode()).hexdigest()}"


def base_way(way: str | None) -> str | None:
    """The named way that exceptions were filed to, if any were."""
    return None if way is None else way.partition(_WITH)[0]


def filed_setting(exception: dict[str, list[str]]) -> Setting:
    """The two hands: one is named, the other is what is left."""
    if "tiles" in exception:
        high = tuple(exception["high"])
        return Setting(high=high, low=_left(exception["tiles"], high))
    low = tuple(exception["low"])
    return Setting(high=_left(exception["cards"], low), low=low)


def _hand(exception: dict[str, list[str]]) -> list[str]:
    return exception["tiles"] if "tiles" in exception else exception["cards"]


def _left(hand: list[str], taken: tuple[str, ...]) -> tuple[str, ...]:
    return tuple((Counter(hand) - Counter(taken)).elements())


def _key(hand: Iterable[str]) -> str:
    return " ".join(sorted(hand))
