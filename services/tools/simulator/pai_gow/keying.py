"""What of a round is keyed in wrong and put right at once."""

from collections.abc import Iterator
from typing import Any, Final

from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.regulations import regulation_for
from domain.games.pai_gow.round.misdeal import asks_for_start
from domain.games.pai_gow.round.start import pointed_to, start_of
from domain.games.pai_gow.round.state import round_at
from services.tools.simulator.chances import happens
from services.tools.simulator.keying import corrected
from services.tools.simulator.lawful_table import LawfulTable, Told
from services.tools.simulator.pai_gow.chances import (
    DEAL_MISTOLD,
    ROLL_MISREAD,
    SETTING_MISKEYED,
    TOTAL_MISCALLED,
    WAGER_MISKEYED,
)
from services.tools.simulator.pai_gow.hand_setting import lawful_settings

_FACES: Final = range(1, 7)
_LEAST_TOTAL: Final = 3
_DEALT_BY: Final = 9
"""Of the wrong totals, the one that nobody notices in time."""


def miskeyed_wager(table: LawfulTable, amount: int, low: int, high: int) -> int | None:
    """Another amount that could be a wager here; mostly none is keyed in."""
    if not happens(table.beside, WAGER_MISKEYED):
        return None
    if amount > low:
        return low
    # More than was meant might be more than a bank covers.
    return 2 * amount if round_at(table.state).bank is None and 2 * amount <= high else None


def tell_roll(table: LawfulTable, dice: list[int], **fields: Any) -> Iterator[Told]:
    wrong = _misread(table, dice)
    if wrong is None and happens(table.beside, TOTAL_MISCALLED):
        fields["announced"] = sum(dice) - 1 if sum(dice) > _LEAST_TOTAL else sum(dice) + 1
    yield table.tell("roll", dice=wrong or dice, **fields)
    if wrong is not None:
        yield corrected(table, "correct_roll", dice=dice)


def _misread(table: LawfulTable, dice: list[int]) -> list[int] | None:
    """One die as it did not fall. No triple: such a roll might end the round before it is seen."""
    luck = table.beside
    if not happens(luck, ROLL_MISREAD) or not round_at(table.state).playing():
        return None
    die = luck.randrange(len(dice))
    face = luck.choice([face for face in _FACES if face != dice[die]])
    wrong = [*dice[:die], face, *dice[die + 1 :]]
    return wrong if len(set(wrong)) > 1 else None


def tell_stacks(table: LawfulTable, stacks: list[list[str]]) -> Iterator[Told]:
    yield from _tell_deal(table, {"stacks": stacks}, {"stacks": [*stacks[1:], stacks[0]]})


def tell_cards(table: LawfulTable, hands: dict[str, list[str]]) -> Iterator[Told]:
    first, *rest = hands.values()
    wrong = dict(zip(hands, (*rest, first), strict=True))
    yield from _tell_deal(table, {"hands": hands}, {"hands": wrong})


def _tell_deal(table: LawfulTable, right: dict[str, Any], wrong: dict[str, Any]) -> Iterator[Told]:
    """After a wrong total with the position that got the first stack, which voids the round where
    the dealer went by that total."""
    state = round_at(table.state)
    rules = regulation_for(state.regulation, state.terms.wheel)
    start = {"start": start_of(state, rules)} if asks_for_start(state, rules) else {}
    if start and state.announced == _DEALT_BY:
        assert state.announced is not None
        yield table.tell("deal", **right, start=pointed_to(state, state.announced, rules))
    elif happens(table.beside, DEAL_MISTOLD):
        yield table.tell("deal", **wrong, **start)
        yield corrected(table, "correct_deal", **right)
    else:
        yield table.tell("deal", **right, **start)


def tell_hand(table: LawfulTable, seat: int, setting: Setting | None) -> Iterator[Told]:
    wrong = _missed(table, seat, setting) if happens(table.beside, SETTING_MISKEYED) else None
    yield table.tell("set_hand", seat=seat, **as_told(wrong or setting))
    if wrong is not None:
        yield corrected(table, "correct_setting", seat=seat, **as_told(setting))


def as_told(setting: Setting | None) -> dict[str, list[str]]:
    """Nothing where the dealer is asked for the house way."""
    return {} if setting is None else {"high": list(setting.high), "low": list(setting.low)}


def _missed(table: LawfulTable, seat: int, setting: Setting | None) -> Setting | None:
    """Another setting that the same pieces could lie in."""
    state = round_at(table.state)
    hand = state.hands[str(seat)]
    game = regulation_for(state.regulation, state.terms.wheel).game
    right = setting or game.house_settings(state.terms.house_way, hand)[0]
    others = [one for one in lawful_settings(state, hand) if not one.same_as(right)]
    return table.beside.choice(others) if others else None
