"""A proof stands for one request alone, however closely two of them follow each other."""

import uuid
from uuid import UUID

import pytest

from domain.controls import PROOF
from domain.gaming_day import GamingDay
from domain.messages.commands import parse_command
from domain.proofs import Proofs
from services.desk import CommandRefused, Desk, Request
from services.desk.request import Context, make_request
from services.store.ledger import Ledger
from tests.support.store.playing import buy_in, do, open_table, read, running


def proved(table: str, proof: UUID, amount: int = 500, command_id: str | None = None) -> Request:
    command = parse_command(buy_in(table, amount, command_id=command_id))
    context = Context(proofs=(Proofs(),), proof_ids={proof: "dana"})
    return make_request([command], None, context)


@pytest.mark.parametrize("tables", [("A", "A"), ("A", "B")])
@pytest.mark.parametrize("batch_size", [1, 8])
def test_two_that_wait_together_do_not_both_use_it(
    ledger: Ledger, tables: tuple[str, str], batch_size: int
) -> None:
    with running(ledger) as desk:
        do(desk, open_table("A"))
        do(desk, open_table("B"))
    proof = uuid.uuid4()
    desk = Desk(ledger, day=GamingDay(), batch_size=batch_size)
    first, second = (
        desk.submit(proved(table, proof, amount))
        for table, amount in zip(tables, (500, 600), strict=True)
    )
    between = desk.submit(proved("B", uuid.uuid4(), 700))
    desk.start()
    try:
        assert [event["amount"] for event in read(first.result(10))] == [500]
        with pytest.raises(CommandRefused, match="the proof of dana was used before") as refused:
            second.result(10)
        assert refused.value.refusal.rule == PROOF
        assert [event["amount"] for event in read(between.result(10))] == [700]
    finally:
        desk.close()
    assert ledger.head() == 4


def test_the_same_request_twice_is_done_once(ledger: Ledger) -> None:
    """Without an id of its own the proof tells that it is the same."""
    proof = uuid.uuid4()
    with running(ledger) as desk:
        do(desk, open_table("A"))
        answers = [desk.submit(proved("A", proof)) for _ in range(2)]
        first, second = (answer.result(10) for answer in answers)
        assert first == second
    assert ledger.head() == 2


def test_it_is_known_after_a_restart(ledger: Ledger) -> None:
    proof = uuid.uuid4()
    with running(ledger) as desk:
        do(desk, open_table("A"))
        first = desk.submit(proved("A", proof)).result(10)
    with running(ledger) as desk:
        assert desk.submit(proved("A", proof)).result(10) == first
        with pytest.raises(CommandRefused, match=PROOF):
            desk.submit(proved("A", proof, 501)).result(10)
