"""A filed house way outlives the desk that took it: from the events, and from a snapshot."""

from typing import Any, Final

import pytest

from domain.games.pai_gow.round.state import round_at
from domain.messages.commands import parse_command
from services.desk import Desk
from services.desk.request import make_request
from services.store.ledger import Ledger
from services.store.streams import load_table, save_snapshots
from tests.support.domain import asked
from tests.support.store.playing import running

DEALERS: Final = "5-6 1-6 2-2 4-6"
WAY: Final = {
    "base": "basic",
    "exceptions": [{"tiles": DEALERS.split(), "high": ["1-6", "4-6"]}],
}


def do(desk: Desk, *commands: dict[str, Any]) -> None:
    told = [parse_command({"table": "PG01", **one}) for one in commands]
    desk.submit(make_request(told)).result(10)


@pytest.mark.parametrize("snapshot", [False, True], ids=["events", "snapshot"])
def test_the_next_desk_sets_as_filed(ledger: Ledger, snapshot: bool) -> None:
    with running(ledger) as desk:
        do(desk, asked.open_table(house_way=WAY))
    if snapshot:
        save_snapshots(ledger, {"PG01": load_table(ledger, "PG01")})
    told = [asked.open_round(), asked.place(1), asked.no_more_bets(), asked.roll()]
    with running(ledger) as desk:
        do(desk, *told, asked.deal(DEALERS, {1: DEALERS}), asked.set_hand(1), asked.set_house())
    house = round_at(load_table(ledger, "PG01")).house
    assert house is not None
    assert set(house.high) == {"1-6", "4-6"}
