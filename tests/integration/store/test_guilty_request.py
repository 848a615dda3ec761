"""One request that cannot be taken fails alone: at the desk, on the line, and at its caller."""

import dataclasses
import random
import uuid
from datetime import UTC, datetime
from typing import Any

import pytest

from domain.commands.fields import Actor
from domain.gaming_day import GamingDay
from services.desk import Desk, Request
from services.store.database import StoreUnavailable
from services.store.ledger import Ledger
from tests.support.store.playing import buy_in, do, open_table, request, running

NUL = "a\x00b"
SURROGATE = "\ud800"
LATE = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


def bent(told: dict[str, Any], **fields: Any) -> Request:
    """A request past every check, as one is that two checks disagree about."""
    straight = request(told)
    command = straight.commands[0].model_copy(update=fields)
    streams = (str(command.table),) if "table" in fields else straight.streams
    return dataclasses.replace(
        straight,
        commands=(command,),
        streams=streams,
        ids=(uuid.uuid4(),),
    )


def actor(name: str) -> Actor:
    return Actor.model_construct(id=name, role="dealer")


@pytest.mark.parametrize(
    "guilty",
    [
        pytest.param(lambda: bent(buy_in("PG09"), actor=actor(NUL)), id="NUL in a refusal"),
        pytest.param(lambda: bent(buy_in("PG09"), actor=actor(SURROGATE)), id="half a character"),
        pytest.param(lambda: bent(open_table("X"), actor=actor(SURROGATE)), id="half in an event"),
        pytest.param(lambda: bent(open_table("X"), table=NUL), id="NUL in a stream"),
        pytest.param(lambda: bent(open_table("X"), table=SURROGATE), id="half in a stream"),
        pytest.param(
            lambda: bent(open_table("X"), table=random.Random(1).randbytes(30_000).hex()),
            id="too long for an index",
        ),
    ],
)
def test_in_a_batch_only_the_guilty_one_fails(ledger: Ledger, guilty: Any) -> None:
    desk = Desk(ledger, day=GamingDay())
    requests = [
        request(open_table("PG01")),
        request(buy_in("PG01", 1)),
        guilty(),
        request(buy_in("PG01", 2)),
        request(open_table("PG02")),
    ]
    answers = [desk.submit(one) for one in requests]
    desk.start()  # all of them wait, so all of them are one batch
    told = [answer.exception(20) for answer in answers]
    assert [error is None for error in told] == [True, True, False, True, True]
    assert not isinstance(told[2], StoreUnavailable)
    assert do(desk, buy_in("PG01", 3))[0]["seq"] == 4
    assert desk.trouble() is None
    desk.close()
    assert ledger.head() == 5


def test_a_desk_that_fails_itself_goes_on(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(ledger) as desk:
        with monkeypatch.context() as patch:
            patch.setattr(desk, "_finish", lambda *_: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                do(desk, open_table("PG01"))
        assert do(desk, open_table("PG02"))[0]["event"] == "TableOpened"
        assert do(desk, buy_in("PG01"))[0]["seq"] == 2  # it had been stored
