"""The turns of phrase of pai gow."""

from collections.abc import Mapping
from typing import Any, Final

from domain.account.phrases import limits_told, spoken
from domain.account.scene import Scene
from domain.games.pai_gow.account.told import rules_in
from domain.games.pai_gow.layout.filed_way import way_named
from domain.games.pai_gow.layout.positions import DEAD, DEALER
from domain.games.pai_gow.layout.setting import Setting
from domain.money import dollars
from domain.unseen import is_unseen

_ROUNDINGS: Final = {"quarter": "up to the next quarter", "cent": "up to the next cent"}
_ELECTIONS: Final = {
    "banking": "players may bank",
    "co_banking": "the casino carries half of a bank where asked",
    "two_areas": "a player may wager on two areas",
    "triples_bonus": "bonus wagers on triples",
    "generator": "a number generator may stand in for the dice",
    "dealer_delivery": "the dealer may choose the delivery",
}


def place(position: int | str) -> str:
    """A position as it is called at the table."""
    names = {DEALER: "the dealer", DEAD: "the dead hand"}
    return names.get(str(position), f"seat {position}")


def style_told(style: str) -> str:
    """`cup_say_from_left` as people say it."""
    return style.replace("_", " ").replace("from ", "from the ")


def rounding_told(rounding: str) -> str:
    return _ROUNDINGS.get(rounding, rounding)


def terms_told(elected: Mapping[str, Any]) -> str:
    """A submission's elections, as they were recorded."""
    way, eye, table = elected["house_way"], elected["dragons_eye"], elected["pair_fortunes"]
    told = [
        limits_told(elected["limits"]),
        f"vigorish {rounding_told(elected['vigorish'])}",
        f"house way {way_told(way_named(way))}" if way else "no house way",
        *(words for name, words in _ELECTIONS.items() if elected[name]),
    ]
    most = elected.get("dealer_wager", "last")
    if most != "last":
        told.append(f"the dealer wagers {dollars(most)} against a bank")
    if elected.get("bank_house_way"):
        told.append("a bank's hand too is set by the house way")
    if eye:
        alone = ", its wagers may stand alone" if eye["standalone"] else ""
        start = "by the dragon's eye die" if eye["start"] == "eye" else "by the count"
        method = eye["vigorish_method"]
        told.append(f"dragon's eye with vigorish method {method}{alone}, dealt {start}")
    if table:
        told.append(f"Pair Fortunes by paytable {table}")
    if styles := elected["delivery_styles"]:
        told.append(f"delivered {', '.join(map(style_told, styles))}")
    if elected.get("controls") == "full":
        told.append("full controls")
    return "; ".join(told)


def way_told(way: str | None) -> str:
    """A house way as rounds name it."""
    named, _, filed = (way or "").partition("+")
    told = f"`{spoken(named)}`"
    return f"{told} with the exceptions filed as {filed[:12]}" if filed else told


def setting_told(scene: Scene, setting: Setting) -> str:
    """Both hands by name, with their pieces; or that they are not shown."""
    if is_unseen(setting.high + setting.low):
        return "a hand that is not shown"
    high, low = hand_named(scene, setting.high), hand_named(scene, setting.low)
    return f"{high} high ({' '.join(setting.high)}) and {low} low ({' '.join(setting.low)})"


def hand_named(scene: Scene, hand: tuple[str, ...]) -> str:
    rules = rules_in(scene)
    return rules.game.name(hand) if rules else " ".join(hand)


def piece_named(scene: Scene) -> str:
    rules = rules_in(scene)
    return rules.game.piece if rules else "tile"
