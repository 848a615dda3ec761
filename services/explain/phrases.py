"""The turns of phrase that every part of the story uses."""

from collections.abc import Mapping
from typing import Any, Final

from domain.events import Event
from domain.games.pai_gow.layout.positions import DEAD, DEALER
from domain.games.pai_gow.layout.setting import Setting
from domain.money import dollars
from services.explain.scene import Scene

_ROUNDINGS: Final = {"quarter": "up to the next quarter", "cent": "up to the next cent"}


def sentence(words: str, event: Event) -> str:
    """Words as a sentence, with the paragraph they stand on in brackets."""
    bracket = f" [{event.rule}]" if event.rule else ""
    return f"{words[:1].upper()}{words[1:]}{bracket}."


def place(position: int | str) -> str:
    """A position as it is called at the table."""
    names = {DEALER: "the dealer", DEAD: "the dead hand"}
    return names.get(str(position), f"seat {position}")


def wager_named(wager: str) -> str:
    """`pai_gow` as people say it."""
    return wager.replace("_", " ")


def style_told(style: str) -> str:
    """`cup_say_from_left` as people say it."""
    return style.replace("_", " ").replace("from ", "from the ")


def row_told(row: str) -> str:
    """`five_aces_and_pair` as people say it."""
    return row.replace("_", " ")


def spoken(text: str) -> str:
    """What somebody wrote, on one line and without what would steer a terminal."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def doer(event: Event) -> str:
    """Who did it, in brackets, where that was told."""
    if not event.actor:
        return ""
    return f" ({spoken(event.actor['id'])}, {spoken(event.actor['role']).replace('_', ' ')})"


def player_at(seat: int, player: str) -> str:
    """A seat, with its player where it is more than the seat's own name."""
    return f"seat {seat}" if player == f"seat-{seat}" else f"seat {seat} ({spoken(player)})"


def limits_told(limits: dict[str, tuple[int, int]]) -> str:
    if not limits:
        return "no limits"
    spans = (
        f"{wager_named(wager)} {dollars(low)} to {dollars(high)}"
        for wager, (low, high) in limits.items()
    )
    return ", ".join(spans)


def rounding_told(rounding: str) -> str:
    return _ROUNDINGS.get(rounding, rounding)


_ELECTIONS: Final = {
    "banking": "players may bank",
    "co_banking": "the casino carries half of a bank where asked",
    "two_areas": "a player may wager on two areas",
    "triples_bonus": "bonus wagers on triples",
    "generator": "a number generator may stand in for the dice",
    "dealer_delivery": "the dealer may choose the delivery",
}


def terms_told(elected: Mapping[str, Any]) -> str:
    """A submission's elections, as they were recorded."""
    way, eye, table = elected["house_way"], elected["dragons_eye"], elected["pair_fortunes"]
    told = [
        limits_told(elected["limits"]),
        f"vigorish {rounding_told(elected['vigorish'])}",
        f"house way `{spoken(way)}`" if way else "no house way",
        *(words for name, words in _ELECTIONS.items() if elected[name]),
    ]
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


def setting_told(scene: Scene, setting: Setting) -> str:
    """Both hands by name, with their pieces."""
    high, low = hand_named(scene, setting.high), hand_named(scene, setting.low)
    return f"{high} high ({' '.join(setting.high)}) and {low} low ({' '.join(setting.low)})"


def hand_named(scene: Scene, hand: tuple[str, ...]) -> str:
    return scene.rules.game.name(hand) if scene.rules else " ".join(hand)


def piece_named(scene: Scene) -> str:
    return scene.rules.game.piece if scene.rules else "tile"


def against(counted: int, awaited: int, wording: str) -> str:
    """A count beside what the books awaited: a difference is told, never hidden."""
    if counted == awaited:
        return f"{dollars(counted)}, as {wording}"
    apart = dollars(abs(counted - awaited))
    side = "over" if counted > awaited else "short of"
    return f"{dollars(counted)}, {apart} {side} the {dollars(awaited)} {wording}"
