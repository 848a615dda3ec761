"""A request that comes again from the same place is decided once, also where it was refused."""

from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.messages.commands import parse_command
from services.desk import Answer, CommandRefused, DeskInterface, Origin, OtherBody, Request
from services.desk.request import make_request
from services.store.ledger import Ledger
from tests.support.store.playing import buy_in, open_table, read, request, running

IDS = UUID("00000000-0000-4000-8000-00000000000d")


def line(number: int, *commands: dict[str, Any], again: bool = True) -> Request:
    told = [parse_command(one) for one in commands]
    return make_request(told, Origin(f"device/ann/a/{number}", again, IDS))


def refusals(ledger: Ledger) -> int:
    with ledger.datastore.get_connection() as conn:
        row = conn.execute("SELECT count(*) AS number FROM pitledger_refusals").fetchone()
    assert row is not None
    return int(row["number"])


def why(answer: "Future[Answer]") -> tuple[str, int]:
    with pytest.raises(CommandRefused) as refused:
        answer.result(10)
    return str(refused.value), refused.value.index


@pytest.fixture
def desk(ledger: Ledger) -> Iterator[DeskInterface]:
    with running(ledger) as one:
        yield one


def test_a_refusal_stands_though_its_first_copy_is_still_at_the_desk(
    desk: DeskInterface, ledger: Ledger
) -> None:
    """What comes between them would let the second copy pass."""
    first = desk.submit(line(1, buy_in("PG01")))
    opening = desk.submit(request(open_table("PG01")))
    second = desk.submit(line(1, buy_in("PG01")))
    third = desk.submit(line(1, buy_in("PG01")))
    assert why(first) == why(second) == why(third)
    assert read(opening.result(10))[0]["event"] == "TableOpened"
    assert why(desk.submit(line(1, buy_in("PG01")))) == why(first)
    assert (ledger.head(), refusals(ledger)) == (1, 1)


def test_one_that_cannot_have_come_before_is_not_looked_for(
    desk: DeskInterface, ledger: Ledger
) -> None:
    why(desk.submit(line(1, buy_in("PG01"))))
    desk.submit(request(open_table("PG01"))).result(10)
    assert read(desk.submit(line(1, buy_in("PG01"), again=False)).result(10))


def test_of_several_the_same_one_is_refused(desk: DeskInterface) -> None:
    told = (open_table("PG01"), buy_in("PG02"), buy_in("PG01"))
    first = desk.submit(line(1, *told))
    assert why(first) == why(desk.submit(line(1, *told)))
    assert why(first)[1] == 1


def test_accepted_it_is_answered_as_the_first_time(desk: DeskInterface, ledger: Ledger) -> None:
    told = (open_table("PG01"), buy_in("PG01"))
    answers = [desk.submit(line(1, *told)) for _ in range(3)]
    assert answers[0].result(10) == answers[1].result(10) == answers[2].result(10)
    assert ledger.head() == 2


@pytest.mark.parametrize("own", [None, str(UUID(int=7))])
def test_another_body_from_the_same_place_is_told(
    desk: DeskInterface, ledger: Ledger, own: str | None
) -> None:
    """Also where the commands had ids of their own."""
    why(desk.submit(line(2, buy_in("PG01"))))
    desk.submit(line(1, open_table("PG01", command_id=own))).result(10)
    for other in (line(1, buy_in("PG01")), line(1, buy_in("PG01", command_id=str(uuid4())))):
        with pytest.raises(OtherBody):
            desk.submit(other).result(10)
    with pytest.raises(OtherBody):
        desk.submit(line(2, buy_in("PG01", 5_000))).result(10)
    assert ledger.head() == 1
    assert desk.submit(line(1, open_table("PG01", command_id=own))).result(10).events
