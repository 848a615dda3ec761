"""What was published reaches no further than the log, or something was taken out of it."""

import pytest

from services.store.ledger import Ledger
from services.verification.ahead import ahead_of_the_log
from tests.support.store.playing import buy_in, do, open_table, running


@pytest.mark.parametrize(
    ("topic", "kept", "wrong"),
    [
        ("pitledger.events.v1", 2, 0),
        ("pitledger.events.v1", 3, 1),
        # The next size is kept: a log that is sealed and published to its end is as it should be.
        ("x.pitledger.seals.v1", 3, 0),
        ("x.pitledger.seals.v1", 4, 1),
    ],
)
def test_what_was_published(ledger: Ledger, topic: str, kept: int, wrong: int) -> None:
    with running(ledger) as desk:
        do(desk, open_table("PG01"))
        do(desk, buy_in("PG01"))
    with ledger.datastore.get_connection() as conn:
        conn.execute("INSERT INTO pitledger_relays VALUES (%s, %s)", (topic, kept))
    assert len(list(ahead_of_the_log(ledger))) == wrong
