"""One request that cannot be taken fails alone: at the desk, on the line, and at its caller."""

import dataclasses
import random
import uuid
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest

from domain.commands import CommandError
from domain.commands.fields import Actor
from domain.gaming_day import GamingDay
from services.desk import Desk, Request, wire
from services.desk.client import DeskFailed, NotTaken, greet
from services.desk.pending import Pending
from services.desk.wire import Line, LineLost
from services.runtime.lease import find_holder
from services.store.database import StoreUnavailable
from services.store.ledger import Ledger
from tests.integration.store.test_caller import calling, open_desk, wait_for
from tests.support.store.databases import log_locked
from tests.support.store.forwarder import in_between
from tests.support.store.playing import buy_in, do, open_table, read, request, running

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
        answer=Future(),
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


def test_a_command_that_only_the_desk_finds_wrong_is_answered(ledger: Ledger) -> None:
    with open_desk(ledger), in_between(ledger.datastore) as line, calling(ledger) as caller:
        before = caller.submit(request(open_table("PG01")))
        late = bent(buy_in("PG01"), at=LATE)
        late.written = (late.commands[0].model_dump_json().encode(),)
        wrong = caller.submit(late)
        after = caller.submit(request(buy_in("PG01")))
        with pytest.raises(CommandError) as told:
            wrong.result(10)
        assert told.value.problems[0]["where"] == "at"
        assert read(before.result(10))[0]["seq"] == 1
        assert read(after.result(10))[0]["seq"] == 2
        assert line.accepted == 1


def test_what_cannot_even_be_sent_is_told_to_its_sender(ledger: Ledger) -> None:
    with open_desk(ledger), calling(ledger) as caller:
        unsendable = dataclasses.replace(request(buy_in("PG01")), delivery=SURROGATE)
        wrong = caller.submit(unsendable)
        assert do(caller, open_table("PG01"))
        with pytest.raises(ValueError, match="surrogates"):
            wrong.result(10)
        assert caller.trouble() is None


@contextmanager
def own_line(ledger: Ledger) -> Iterator[Line]:
    """A caller that speaks as the test likes."""
    holder = find_holder(ledger.datastore, "desk")
    assert holder is not None
    line = greet(holder)
    try:
        yield line
    finally:
        line.hang_up()
        line.close()


def framed(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


def test_a_frame_that_tells_its_number_is_answered_and_the_line_goes_on(ledger: Ledger) -> None:
    deep = b"[" * 100_000 + b"]" * 100_000
    with open_desk(ledger), own_line(ledger) as line:
        for number, body in (
            (7, b'{"type":"asked","number":7,"commands":"nonsense"}'),
            (8, b'{"type":"asked","number":8,"commands":[%s]}' % deep),
            (9, b'{"type":"asked","number":9,'),
            (10, b'{"type":"unheard","number":10}'),
        ):
            line.send(framed(body))
            told = line.receive()
            assert isinstance(told, wire.Failure)
            assert (told.number, told.store) == (number, False)
        line.send(wire.frame(wire.Probe(11)))
        assert line.receive() == wire.Accepted(11, [])


def test_a_request_that_names_no_table_is_answered(ledger: Ledger) -> None:
    nowhere = b'{"command":"buy_in","seat":1,"amount":100}'
    with open_desk(ledger), own_line(ledger) as line:
        line.send(
            framed(
                b'{"type":"asked","number":3,"commands":[%s],"ids":[],"body":"","delivery":"x"}'
                % nowhere
            )
        )
        told = line.receive()
        assert isinstance(told, wire.Invalid)
        assert told.problems == [{"where": "0.table", "what": "the command names no table"}]


def test_a_frame_without_a_number_ends_its_own_line_only(ledger: Ledger) -> None:
    with open_desk(ledger), calling(ledger) as caller, own_line(ledger) as line:
        line.send(framed(b'{"type":"asked"}'))
        with pytest.raises(LineLost):
            line.receive()
        assert do(caller, open_table("PG01"))


def test_a_request_that_breaks_every_line_is_found_out_among_many(ledger: Ledger) -> None:
    with open_desk(ledger), in_between(ledger.datastore) as line, calling(ledger) as caller:
        for table in ("PG01", "PG02"):
            do(caller, open_table(table))
        line.chokes_on = b'"amount":666600'
        answers = []
        for number in range(1, 101):
            answers += [caller.submit(request(buy_in(f"PG0{t}", number))) for t in (1, 2)]
            if number == 50:
                guilty = caller.submit(request(buy_in("PG01", 666_600)))
        with pytest.raises(NotTaken, match="not known: send it again with its command_id"):
            guilty.result(60)
        events = [read(answer.result(60))[0] for answer in answers]
        for table in ("PG01", "PG02"):
            amounts = [event["amount"] for event in events if event["table"] == table]
            assert amounts == list(range(1, 101))
        assert do(caller, buy_in("PG01", 7))[0]["seq"] == 102


def test_a_request_alone_that_breaks_every_line_is_given_up(ledger: Ledger) -> None:
    with open_desk(ledger), in_between(ledger.datastore) as line, calling(ledger) as caller:
        line.chokes_on = b"666600"
        with pytest.raises(NotTaken):
            caller.submit(request(buy_in("PG01", 666_600))).result(20)
        assert do(caller, open_table("PG01"))


def test_lines_that_break_for_another_reason_are_nobodys_fault(ledger: Ledger) -> None:
    """While nothing is committed: in company, in less of it, and alone."""
    with open_desk(ledger), in_between(ledger.datastore) as line, calling(ledger) as caller:
        do(caller, open_table("PG01"))
        with log_locked(ledger):
            answers = [caller.submit(request(buy_in("PG01", n))) for n in range(1, 41)]
            for under_way in (40, 5, 1):
                wait_for(lambda under_way=under_way: _sent(caller) == under_way)  # type: ignore[misc]
                line.cut()
        assert [read(one.result(20))[0]["amount"] for one in answers] == list(range(1, 41))
    assert ledger.head() == 41


def _sent(caller: Any) -> int:
    return len(caller._pending._under_way)


def blamed_alone(pending: Pending, *, same_desk: bool) -> bool:
    """The one request goes out, and the line breaks; whether it is given up for it."""
    assert len(pending.next()) == 1
    pending.lose(in_order=False)
    return pending.judge(same_desk=same_desk) is not None


def test_dead_desks_weigh_half_of_what_hanging_up_does() -> None:
    died, hung_up, ended = Pending(), Pending(), Pending()
    for pending in (died, hung_up, ended):
        pending.add(request(buy_in("PG01")))
    assert [blamed_alone(died, same_desk=False) for _ in range(4)] == [False, False, False, True]
    assert [blamed_alone(hung_up, same_desk=True) for _ in range(2)] == [False, True]
    for _ in range(10):
        assert ended.next()
        ended.lose(in_order=True)
        assert ended.judge(same_desk=False) is None
    assert (len(died), len(hung_up), len(ended)) == (0, 0, 1)


def test_an_answer_that_cannot_be_understood_is_told_to_its_sender(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answered(number: int, _: object) -> wire.Spoken:
        return wire.Refusal(number, "Refused", "rule", "reason", index=99)

    with open_desk(ledger), calling(ledger) as caller:
        with monkeypatch.context() as patch:
            patch.setattr("services.desk.connection.answer_of", answered)
            with pytest.raises(DeskFailed, match="cannot be understood"):
                do(caller, open_table("PG01"))
        assert do(caller, buy_in("PG01"))
        assert caller.trouble() is None
