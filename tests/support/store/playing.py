"""Commands and desks for the tests of the store and the desk."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec

from domain.commands.day import CloseDay
from domain.findings import Findings
from domain.gaming_day import GamingDay
from domain.messages.commands import parse_command
from services.desk import Answer, Desk, DeskInterface, Request
from services.desk.request import Context, make_request
from services.store.ledger import Ledger
from services.store.streams import load_table
from services.tools.simulator import Floor, Told
from services.tools.simulator.floor import Elsewhere
from tests.support.store.poker import poker_evening

_AT_ONCE: Final = 500


def open_table(table: str, **more: Any) -> dict[str, Any]:
    return {
        "command": "open_table",
        "table": table,
        "submission": {"regulation": "nj-pai-gow", "limits": {"pai_gow": [500, 100_000]}},
        "inventory": 1_000_000,
        **more,
    }


def buy_in(table: str, amount: int = 10_000, **more: Any) -> dict[str, Any]:
    return {"command": "buy_in", "table": table, "seat": 1, "amount": amount, **more}


def request(*commands: dict[str, Any], found: Findings | None = None) -> Request:
    """`found`: what the service finds at every day that is closed."""
    read = [parse_command(command) for command in commands]
    days = [command.day for command in read if isinstance(command, CloseDay)]
    return make_request(read, context=Context(findings=dict.fromkeys(days, found or Findings())))


@contextmanager
def running(ledger: Ledger, **settings: Any) -> Iterator[Desk]:
    desk = Desk(ledger, day=GamingDay(), **settings)
    desk.start()
    try:
        yield desk
    finally:
        desk.close()


def do(
    desk: DeskInterface, *commands: dict[str, Any], found: Findings | None = None
) -> list[dict[str, Any]]:
    """Hand in, wait, read the events."""
    return read(desk.submit(request(*commands, found=found)).result(10))


def read(answer: Answer) -> list[dict[str, Any]]:
    return [msgspec.json.decode(state) for state in answer.events]


def play_floor(
    desk: DeskInterface,
    *,
    tables: int,
    rounds: int,
    seed: int = 7,
    cards: bool = True,
    again: Ledger | None = None,
) -> None:
    """A simulated evening, and some cards on a meter, as fast as the desk takes it.

    `again` is the store that an evening was played into before, at the same tables.
    """
    evenings = 0 if again is None else load_table(again, "PG01").session
    start = datetime(2026, 3, 1, 18, tzinfo=UTC) + timedelta(days=evenings)
    floor = Floor(tables=tables, rounds=rounds, seed=seed, start=start)
    before = {name: _played_before(again, name) for name in floor.names()}
    evening = poker_evening("PP01") if cards else []
    played = (before[told["table"]].tell(told) for told in floor.stream())
    hand_in(desk, (*played, *evening))


def hand_in(desk: DeskInterface, evening: Iterable[Told]) -> None:
    """All of an evening, as fast as the desk takes it: so many at a time that it has room."""
    waiting: deque[Future[Answer]] = deque()
    for told in evening:
        if len(waiting) == _AT_ONCE:
            waiting.popleft().result(60)
        waiting.append(desk.submit(request(told)))
    for answer in waiting:
        answer.result(60)


def _played_before(ledger: Ledger | None, name: str) -> Elsewhere:
    if ledger is None:
        return Elsewhere(name)
    table = load_table(ledger, name)
    return Elsewhere(name, sessions=table.session, events=table.seq)
