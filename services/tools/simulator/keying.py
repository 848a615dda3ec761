"""What is keyed in wrong and put right at once, while a supervisor stands by."""

from collections.abc import Iterator
from typing import Any, Final

from domain.games.pai_gow.round.state import game_at
from services.tools.simulator.chances import (
    BUY_IN_MISKEYED,
    DEAL_MISTOLD,
    ROLL_MISREAD,
    WAGER_MISKEYED,
    happens,
)
from services.tools.simulator.lawful_table import LawfulTable, Told
from services.tools.simulator.staff import standing_by

_FACES: Final = range(1, 7)
_HUNDRED_DOLLARS: Final = 10_000
_WHY: Final = {
    "correct_wager": "the wrong chip was keyed in",
    "correct_roll": "a die was misread",
    "correct_deal": "the pieces were keyed in one position off",
    "correct_entry": "a bill too few or too many was keyed in",
}


def put_right(table: LawfulTable, command: str, **fields: Any) -> Told:
    """The correction, with its reason and who stood by."""
    supervisor = standing_by(command, table.now)
    return table.tell_beside(command, **fields, reason=_WHY[command], supervisor=supervisor)


def miskeyed_wager(table: LawfulTable, amount: int, low: int, high: int) -> int | None:
    """Another amount that could be a wager here; mostly none is keyed in."""
    if not happens(table.beside, WAGER_MISKEYED):
        return None
    if amount > low:
        return low
    state = game_at(table.state).round
    assert state is not None
    # More than was meant might be more than a bank covers.
    return 2 * amount if state.bank is None and 2 * amount <= high else None


def tell_roll(table: LawfulTable, dice: list[int], **fields: Any) -> Iterator[Told]:
    wrong = _misread(table, dice)
    yield table.tell("roll", dice=wrong or dice, **fields)
    if wrong is not None:
        yield put_right(table, "correct_roll", dice=dice)


def _misread(table: LawfulTable, dice: list[int]) -> list[int] | None:
    """One die as it did not fall. No triple: such a roll might end the round before it is seen."""
    state, luck = game_at(table.state).round, table.beside
    assert state is not None
    if not happens(luck, ROLL_MISREAD) or not state.playing():
        return None
    die = luck.randrange(len(dice))
    face = luck.choice([face for face in _FACES if face != dice[die]])
    wrong = [*dice[:die], face, *dice[die + 1 :]]
    return wrong if len(set(wrong)) > 1 else None


def tell_stacks(table: LawfulTable, stacks: list[list[str]]) -> Iterator[Told]:
    if not happens(table.beside, DEAL_MISTOLD):
        yield table.tell("deal", stacks=stacks)
        return
    yield table.tell("deal", stacks=[*stacks[1:], stacks[0]])
    yield put_right(table, "correct_deal", stacks=stacks)


def tell_cards(table: LawfulTable, hands: dict[str, list[str]]) -> Iterator[Told]:
    if not happens(table.beside, DEAL_MISTOLD):
        yield table.tell("deal", hands=hands)
        return
    first, *rest = hands.values()
    yield table.tell("deal", hands=dict(zip(hands, (*rest, first), strict=True)))
    yield put_right(table, "correct_deal", hands=hands)


def tell_buy_in(table: LawfulTable, amount: int, **fields: Any) -> Iterator[Told]:
    if not happens(table.beside, BUY_IN_MISKEYED):
        yield table.tell("buy_in", amount=amount, **fields)
        return
    less = amount - _HUNDRED_DOLLARS
    yield table.tell("buy_in", amount=less or 2 * _HUNDRED_DOLLARS, **fields)
    yield put_right(table, "correct_entry", entry=table.state.seq, amount=amount)
