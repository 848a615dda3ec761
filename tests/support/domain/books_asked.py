"""Commands of the books as the pit sends them, and all of them that a table might take now."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from domain.games.pai_gow.cards.setting import splits as card_splits
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.round.state import Round, game_at
from domain.games.pai_gow.tiles.house_way import splits as tile_splits
from domain.games.pai_gow.wagers.catalogue import CATALOGUE
from domain.hosting import Table
from tests.support.domain.asked import Asked, ask, deal

STANDS_BY: Final = {"reason": "keyed in wrong", "supervisor": "floor-2"}


def pay_marker(marker: str = "M-9", amount: int = 5000, **fields: Any) -> Asked:
    return ask("pay_marker", seat=1, amount=amount, marker=marker, **fields)


def remove_box(**fields: Any) -> Asked:
    return ask("remove_box", **{"carrier": "guard-1", **fields})


def owe(seat: int = 1, amount: int = 25) -> Asked:
    return ask("owe_vigorish", seat=seat, amount=amount, reason="no small chips")


def recover(owed: int) -> Asked:
    return ask("recover_vigorish", owed=owed)


def correct_entry(entry: int, amount: int) -> Asked:
    return ask("correct_entry", entry=entry, amount=amount, **STANDS_BY)


def correct_wager(seat: int = 1, wager: str = "pai_gow", **fields: Any) -> Asked:
    return ask("correct_wager", seat=seat, wager=wager, **fields, **STANDS_BY)


def correct_roll(*dice: int) -> Asked:
    return ask("correct_roll", dice=list(dice or (1, 1, 5)), **STANDS_BY)


def correct_deal(dealer: str) -> Asked:
    return {**deal(dealer), "command": "correct_deal", **STANDS_BY}


def complain(round_id: str = "PG01-1-1", seat: int = 1) -> Asked:
    return ask("complain", round=round_id, seat=seat, words="I had a pair")


def hold(complaint: int) -> Asked:
    return ask("hold_dispute", complaint=complaint, amount=2500)


def rule(complaint: int) -> Asked:
    return ask("rule_dispute", complaint=complaint, decision="dismissed", **STANDS_BY)


def acknowledge(exception: int) -> Asked:
    return ask("acknowledge", exception=exception, reason="a rack was counted twice")


def books_attempts(table: Table) -> Iterator[Asked]:
    """For everything in the books that a command could be about."""
    books = table.books
    yield from (pay_marker(f"M-{table.seq}"), remove_box())
    for box in books.boxes:
        yield remove_box(box=box.number, session=box.session)
    for seat in books.taken:
        yield owe(seat, 1)
    for number in books.owed:
        yield recover(number)
    for number, entry in list(books.entries.items())[-3:]:
        yield correct_entry(number, entry.amount + 1)
    for one in [one for one in books.seatings if one.players][-1:]:
        yield complain(f"{table.name}-{one.session}-{one.number}", min(one.players))
    for number in books.complaints:
        yield from (hold(number), rule(number))
    for number in books.exceptions:
        yield acknowledge(number)


def correction_attempts(table: Table, cards: list[dict[str, list[str]]]) -> Iterator[Asked]:
    """Each wager otherwise, other dice, other hands."""
    state = game_at(table).round
    if state is None:
        return
    for one in state.wagers:
        for amount in (0, one.amount - 1, one.amount + 1):
            yield correct_wager(one.seat, one.wager, amount=max(amount, 0))
        if CATALOGUE[one.wager].decided_by != "dice":
            yield correct_wager(one.seat, one.wager, player="somebody else")
    yield from setting_attempts(state)
    yield from map(correct_bank, (None, 1, 2, 5))
    yield from (correct_deal("1-3 1-5 5-6 4-6"), correct_deal("6-6 1-1 2-3 4-5"))
    yield from (ask("correct_deal", hands=hands, **STANDS_BY) for hands in cards)


def correct_bank(seat: int | None, **fields: Any) -> Asked:
    return ask("correct_bank", seat=seat, **{**STANDS_BY, **fields})


def correct_setting(
    seat: int | str, high: Iterable[str] | None = None, low: Iterable[str] = (), **fields: Any
) -> Asked:
    hands = {} if high is None else {"high": list(high), "low": list(low)}
    return ask("correct_setting", seat=seat, **hands, **{**STANDS_BY, **fields})


def setting_attempts(state: Round) -> Iterator[Asked]:
    """Every hand that is set in every other way, by somebody who may."""
    floor = {"actor": {"id": "floor-1", "role": "floorperson"}}
    told: list[tuple[int | str, Setting | None]] = [
        *state.settings.items(),
        ("dealer", state.dealer),
        ("house", state.house),
    ]
    for seat, setting in told:
        if setting is None:
            continue
        hand = (*setting.high, *setting.low)
        ways = tile_splits(hand) if len(hand) == 4 else card_splits(hand)
        yield from (correct_setting(seat, way.high, way.low, **floor) for way in ways)
