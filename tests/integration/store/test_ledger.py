"""The store: append only, in commit order, whole or not at all."""

import uuid

import pytest
from eventsourcing.persistence import StoredEvent

from domain.events import Event, encode
from domain.events.table import ChipsBought, DiceChanged
from domain.messages.events import decode
from services.store.batch import Batch, Outcome
from services.store.ledger import Ledger

BODY = b"body"


def bought(key: str, seq: int) -> Event:
    entries = {"drop_box": 100, "tray": -100}
    return ChipsBought(
        key=key, seq=seq, table=key, seat=1, amount=100, kind="cash", entries=entries
    )


def batch_of(*units: tuple[str, int, int, uuid.UUID]) -> Batch:
    """Each unit: stream, expected head, events, command id."""
    batch = Batch()
    for unit, (stream, head, count, command_id) in enumerate(units):
        batch.expect(stream, head, unit)
        batch.add([bought(stream, head + n + 1) for n in range(count)], unit)
        batch.claim(command_id, BODY, unit, count)
    return batch


def test_events_are_stored_as_the_bytes_they_were_encoded_to(ledger: Ledger) -> None:
    event = bought("PG01", 1)
    ledger.append(batch_of(("PG01", 0, 1, uuid.uuid4())))
    (logged,) = ledger.log_after(0, 10)
    assert logged.state == encode(event)
    assert decode(logged.topic, logged.state) == event


def test_a_stale_stream_is_named_and_its_neighbours_are_stored(ledger: Ledger) -> None:
    ledger.append(batch_of(("PG01", 0, 2, uuid.uuid4())))
    outcome = ledger.append(
        batch_of(
            ("PG02", 0, 1, uuid.uuid4()), ("PG01", 1, 1, uuid.uuid4()), ("PG03", 0, 3, uuid.uuid4())
        )
    )
    assert outcome.stale_units == {1}
    assert [len(ledger.select_events(key)) for key in ("PG01", "PG02", "PG03")] == [2, 1, 3]


def test_the_log_has_no_gaps_even_after_conflicts(ledger: Ledger) -> None:
    ledger.append(batch_of(("PG01", 0, 2, uuid.uuid4())))
    ledger.append(batch_of(("PG01", 0, 2, uuid.uuid4())))
    ledger.append(batch_of(("PG01", 1, 1, uuid.uuid4()), ("PG02", 0, 2, uuid.uuid4())))
    assert [entry.position for entry in ledger.log_after(0, 10)] == [1, 2, 3, 4]


def test_a_repeated_command_is_named_and_not_stored_again(ledger: Ledger) -> None:
    once = uuid.uuid4()
    ledger.append(batch_of(("PG01", 0, 2, once)))
    outcome = ledger.append(batch_of(("PG01", 2, 2, once), ("PG02", 0, 1, uuid.uuid4())))
    assert outcome.repeated == {once}
    assert ledger.head() == 3
    (claim,) = ledger.claims([once])
    assert (claim.first, claim.last) == (1, 2)


def test_claims_point_at_their_own_events_when_a_unit_before_them_was_left_out(
    ledger: Ledger,
) -> None:
    ledger.append(batch_of(("PG01", 0, 1, uuid.uuid4())))
    mine = uuid.uuid4()
    ledger.append(batch_of(("PG01", 0, 5, uuid.uuid4()), ("PG02", 0, 2, mine)))
    (claim,) = ledger.claims([mine])
    logged = ledger.log_after(claim.first - 1, claim.last - claim.first + 1)
    assert [decode(one.topic, one.state).key for one in logged] == ["PG02", "PG02"]


def test_what_is_left_out_leaves_the_rest_in_its_order(ledger: Ledger) -> None:
    """A stale unit and a repeated one, in the middle of others, with a claim of two events each."""
    once = uuid.uuid4()
    ledger.append(batch_of(("PG01", 0, 1, once), ("PG02", 0, 1, uuid.uuid4())))
    ids = [uuid.uuid4() for _ in range(3)]
    outcome = ledger.append(
        batch_of(
            ("PG03", 0, 2, ids[0]),
            ("PG02", 0, 2, uuid.uuid4()),
            ("PG04", 0, 2, ids[1]),
            ("PG01", 1, 2, once),
            ("PG05", 0, 2, ids[2]),
        )
    )
    assert outcome == Outcome(frozenset({1}), frozenset({once}))
    logged = [decode(one.topic, one.state) for one in ledger.log_after(2, 10)]
    assert [(one.key, one.seq) for one in logged] == [
        (f"PG0{table}", seq) for table in (3, 4, 5) for seq in (1, 2)
    ]
    claims = {claim.command_id: (claim.first, claim.last) for claim in ledger.claims(ids)}
    assert claims == {ids[0]: (3, 4), ids[1]: (5, 6), ids[2]: (7, 8)}


def test_a_batch_may_be_left_out_whole(ledger: Ledger) -> None:
    once, other = uuid.uuid4(), uuid.uuid4()
    ledger.append(batch_of(("PG01", 0, 1, once)))
    outcome = ledger.append(batch_of(("PG01", 0, 1, other), ("PG02", 0, 1, once)))
    assert outcome == Outcome(frozenset({0}), frozenset({once}))
    assert ledger.head() == 1
    assert ledger.claims([other]) == []


def test_the_rounds_events_are_found_by_the_round(ledger: Ledger) -> None:
    batch = Batch()
    batch.expect("PG01", 0, 0)
    batch.add([DiceChanged(key="PG01", seq=1), DiceChanged(key="PG01", seq=2, round="PG01-1-1")], 0)
    batch.claim(uuid.uuid4(), BODY, 0, 2)
    ledger.append(batch)
    assert [entry.position for entry in ledger.log_of_round("PG01-1-1")] == [2]


def test_a_rounds_events_come_in_the_order_of_the_log(ledger: Ledger) -> None:
    for head in range(30):
        batch = Batch()
        batch.expect("PG01", head, 0)
        batch.add([DiceChanged(key="PG01", seq=head + 1, round=f"PG01-1-{head % 2}")], 0)
        batch.claim(uuid.uuid4(), BODY, 0, 1)
        ledger.append(batch)
    positions = [entry.position for entry in ledger.log_of_round("PG01-1-1")]
    assert positions == list(range(2, 31, 2))
    assert ledger.log_of_round("PG01-1-2") == []


def test_the_librarys_own_way_in_is_closed(ledger: Ledger) -> None:
    with pytest.raises(NotImplementedError):
        ledger.insert_events([StoredEvent("PG01", 1, "x", b"{}")])
    with pytest.raises(NotImplementedError):
        ledger.create_table()
