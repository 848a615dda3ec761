"""Commands as somebody picks them from the options a table shows, and from nothing else."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from domain.options import Limits, OpenSpot, Option
from tests.support.domain.asked import Asked, ask

STANDS_BY: Final = {"reason": "as the floor saw it", "supervisor": "floor-2"}
SENSIBLE: Final = 1_000_000
"""Cents; where a limit lies beyond, nobody in their senses wagers up to it."""


def picked(option: Option, luck: Random, slip: str) -> Iterator[Asked]:
    """Every way in which the option says the command is lawful, what is free told somehow."""
    name = option.command
    if name in _SAID:
        yield from _SAID[name](option, luck)
    elif option.spots:
        yield from (ask(name, **_spot(spot)) for spot in option.spots)
    elif name in ("fill", "credit"):
        yield ask(name, slip=slip, amount=5000)
    elif name == "pay_marker":
        yield ask(name, seat=luck.choice(option.choices["seat"]), marker=slip, amount=5000)
    elif name in _FREE:
        for field, choices in option.choices.items() or [("", [""])]:
            for choice in choices:
                told = {field: choice} if field else {}
                yield ask(name, **_FREE[name], **told)


def _spot(spot: OpenSpot) -> Asked:
    return {"seat": spot.seat, "wager": spot.wager}


def _place(option: Option, luck: Random) -> Iterator[Asked]:
    for spot in luck.sample(option.spots, min(12, len(option.spots))):
        assert spot.limits is not None
        who = "newcomer" if spot.name_player else spot.player
        named = {} if who is None else {"player": who}
        for amount in {spot.limits.least, _some(spot.limits, luck), spot.limits.most}:
            yield ask(option.command, **_spot(spot), amount=amount, **named)


def _some(limits: Limits, luck: Random) -> int:
    most = min(limits.most, limits.least + SENSIBLE)
    return limits.least + luck.randrange(0, most - limits.least + 1, limits.step)


def _carried(option: Option, _: Random) -> Iterator[Asked]:
    for spot in option.spots:
        point = {} if spot.point is None else {"point": spot.point}
        yield ask(option.command, **_spot(spot), **point, **STANDS_BY)


def _accept(option: Option, luck: Random) -> Iterator[Asked]:
    [seat], [player] = option.choices["seat"], option.choices["player"]
    chips, against = option.limits["chips"], option.limits["dealer_wager"]
    for co_bank in option.choices["co_bank"]:
        shown = luck.choice([chips.least, chips.least + 50_000])
        more: Asked = {} if co_bank else {"dealer_wager": luck.choice([0, against.most])}
        yield ask(option.command, seat=seat, player=player, chips=shown, co_bank=co_bank, **more)


def _roll(option: Option, luck: Random) -> Iterator[Asked]:
    dice = [luck.randint(1, 6)] * option.dice
    if luck.random() < 0.6:
        dice = [luck.randint(1, 6) for _ in dice]
    yield ask(option.command, dice=dice)
    yield from (ask(option.command, dice=dice, shaker=who) for who in option.choices["shaker"])


def _deal(option: Option, luck: Random) -> Iterator[Asked]:
    pieces = option.pieces
    assert pieces is not None
    left = luck.sample(pieces.whole, len(pieces.whole))
    told = {one.name: [left.pop() for _ in range(one.size)] for one in pieces.groups}
    field: Any = told if pieces.field == "hands" else list(told.values())
    yield ask(option.command, **{pieces.field: field, **_started(option, luck)})


def _started(option: Option, luck: Random) -> Asked:
    """Where the first stack went, after a wrong total."""
    places = option.choices.get("start", ())
    return {"start": luck.choice(places)} if places else {}


def _expose(option: Option, _: Random) -> Iterator[Asked]:
    for position in option.choices["position"]:
        for by in option.choices.get("by", ("dealer",)):
            yield ask(option.command, position=position, by=by)


def _lights(option: Option, _: Random) -> Iterator[Asked]:
    yield ask(option.command, **{field: one.least for field, one in option.limits.items()})


_SAID: Final[dict[str, Callable[[Option, Random], Iterator[Asked]]]] = {
    "place_wager": _place,
    "return_wager": _carried,
    "accept_bank": _accept,
    "roll": _roll,
    "deal": _deal,
    "expose": _expose,
    "no_more_bets": _lights,
    "correct_wager": lambda _, __: iter(()),
    "correct_roll": lambda _, __: iter(()),
    "correct_deal": lambda _, __: iter(()),
    "correct_setting": lambda _, __: iter(()),
    "correct_bank": lambda _, __: iter(()),
}
"""What corrects something is a matter of what was wrong; whether it is cannot be known here."""
_FREE: Final[dict[str, Asked]] = {
    **{key: {} for key in ("open_round", "pass_bank", "choose_delivery", "set_hand", "set_house")},
    **{key: {} for key in ("surrender", "abandon", "void_hand", "play_on")},
    **{key: {} for key in ("change_dice", "change_tiles", "set_out_tiles", "recover_vigorish")},
    **dict.fromkeys(("void_round", "reshuffle", "misdeal"), STANDS_BY),
    "settle": {"supervisor": "floor-2"},
    "cut": {"stacks": 3},
    "no_roll": {"reason": "as called"},
    "announce_number": {"number": 7},
    "buy_in": {"amount": 10_000},
    "count_tray": {"inventory": 1},
    "owe_vigorish": {"amount": 1, "reason": "no small chips"},
    "hold_dispute": {"amount": 100},
    "rule_dispute": {"decision": "dismissed", **STANDS_BY},
    "acknowledge": {"reason": "a rack was counted twice"},
}


def covers(option: Option, told: Asked) -> bool:
    """The option says that this way is lawful."""
    if option.spots and not any(_is_at(spot, told) for spot in option.spots):
        return False
    return all(
        told[field] is None or told[field] in choices
        for field, choices in option.choices.items()
        if field in told and field not in _OPEN_ENDED
    )


_OPEN_ENDED: Final = frozenset({"slip", "box", "session"})
"""What is under way may be named, and so may what is not yet."""


def _is_at(spot: OpenSpot, told: Asked) -> bool:
    if (spot.seat, spot.wager) != (told["seat"], told["wager"]):
        return False
    limits, amount = spot.limits, told.get("amount", 0)
    return limits is None or limits.least <= amount <= limits.most
