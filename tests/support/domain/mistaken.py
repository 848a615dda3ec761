"""Corrections as a supervisor asks for them, and tables compared that differ only in their past."""

from typing import Any

from msgspec.structs import replace

from domain.events import Event
from domain.events.envelope import Posting
from domain.games.pai_gow.round.state import Round, game_at
from domain.hosting import Table
from tests.support.domain.asked import Asked, ask
from tests.support.domain.given import Happened

_WHY: dict[str, Any] = {"reason": "keyed in wrong", "supervisor": "Ann"}


def correct_roll(*dice: int) -> Asked:
    return ask("correct_roll", dice=list(dice), **_WHY)


def correct_deal(dealt: Asked) -> Asked:
    """The right deal, told as the deal itself would be."""
    return {**dealt, "command": "correct_deal", **_WHY}


def correct_wager(seat: int, wager: str = "pai_gow", **right: Any) -> Asked:
    return ask("correct_wager", seat=seat, wager=wager, **right, **_WHY)


def as_it_stands(table: Table) -> Table:
    """The table without the numbers of its events, which a correction adds to.

    What was exceptional on the way, a correction itself or what it took back, stays so.
    """
    game = game_at(table)
    kept, state = game.before_roll, game.round
    if kept is not None:
        ended = kept.ended
        if ended is not None:
            ended = replace(ended, round=_unnumbered(ended.round))
        kept = replace(kept, seq=0, round=_unnumbered(kept.round), ended=ended)
    if state is not None:
        state = _unnumbered(state)
    books = replace(table.books, finished=0, exceptions={})
    game = replace(game, before_roll=kept, round=state)
    return replace(table, seq=0, game=game, books=books)


def _unnumbered(state: Round) -> Round:
    if state.deal is not None:
        state = replace(state, deal=replace(state.deal, seq=0))
    if state.bank is not None:
        state = replace(state, bank=replace(state.bank, seq=0))
    return state


def posted(events: tuple[Event, ...]) -> dict[str, int]:
    """Debits less credits of each account that is not even."""
    totals: dict[str, int] = {}
    for event in events:
        if isinstance(event, Posting):
            assert sum(event.entries.values()) == 0
            for account, cents in event.entries.items():
                totals[account] = totals.get(account, 0) + cents
    return {account: cents for account, cents in totals.items() if cents}


def same(one: Happened, other: Happened) -> None:
    """Told right at first or put right later: the same table, the same money."""
    assert as_it_stands(one.table) == as_it_stands(other.table)
    assert posted(one.events) == posted(other.events)
