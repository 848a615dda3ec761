"""The sentences of stones."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import UNSET

from domain.account.phrases import limits_told, player_at, sentence
from domain.account.play import closed
from domain.account.scene import Account, Scene
from domain.events import round as happened
from domain.game_names import wager_named
from domain.money import dollars
from domain.unseen import is_unseen
from domain.wording import listed

from .bag import HOUSE, number_of
from .messages.events import StonesDrawn
from .state import play_at


def stone_told(stone: str) -> str:
    return f"stone {number_of(stone)}"


def _opened(_: Scene, event: happened.RoundOpened) -> list[str]:
    words = f"round {event.round} is open for wagers: {limits_told(event.terms.limits)}"
    return [sentence(words, event)]


def _bets_closed(_: Scene, event: happened.BetsClosed) -> list[str]:
    return [sentence('the dealer announces "no more bets"', event)]


def _drawn(_: Scene, event: StonesDrawn) -> list[str]:
    """Who does not see them hears that they lie there."""
    told = [sentence("a stone is drawn for every place, face down", event)]
    seen = {at: one for at, (one,) in event.hands.items() if not is_unseen((one,))}
    if seen:
        places = (f"{_place(at)} {stone_told(one)}" for at, one in seen.items())
        told.append(f"Drawn were for {listed(list(places))}.")
    return told


def _place(at: str) -> str:
    return "the house" if at == HOUSE else f"seat {at}"


def _settled(scene: Scene, event: happened.WagerSettled) -> list[str]:
    who, stake = player_at(event.seat, event.player), dollars(event.amount)
    wager = f"the {wager_named(event.wager)} wager of {who}, {stake},"
    ends = {"win": f"wins {dollars(event.paid)}", "lose": "loses"}
    words = f"{wager} {ends.get(event.outcome, 'goes back')}"
    hands = play_at(scene.table).game.hands
    if hands and event.outcome != "void":
        own, house = (stone_told(hands[at][0]) for at in (str(event.seat), HOUSE))
        words += f": {own} against {house}"
    return [sentence(words, event)]


def _closed(scene: Scene, event: happened.RoundClosed) -> list[str]:
    shown = (
        () if event.house_stone is UNSET else (f"The house had {stone_told(event.house_stone)}.",)
    )
    return closed(scene, event, shown)


def terms_told(elected: Mapping[str, Any]) -> str:
    told = [limits_told(elected["limits"])]
    if elected.get("lucky_stone"):
        told.append("the lucky stone is offered")
    if elected.get("controls") == "full":
        told.append("full controls")
    return "; ".join(told)


ACCOUNT: Final = Account(
    {
        happened.RoundOpened: _opened,
        happened.BetsClosed: _bets_closed,
        StonesDrawn: _drawn,
        happened.WagerSettled: _settled,
        happened.RoundClosed: _closed,
    },
    terms_told,
    "the bag",
)
