"""The balances' own table: PostgreSQL itself refuses what does not sum to zero."""

import pytest
from eventsourcing.persistence import IntegrityError
from psycopg.sql import SQL

from projections import Projection, Row, all_projections
from projections.balances import BalanceRow, Balances
from services.projector.feed import LogFeed
from services.projector.read_models import ReadModels
from services.projector.rebuild import Rebuild
from services.projector.runner import Runner
from services.store.ledger import Ledger
from tests.support.store.playing import play_floor, running


@pytest.fixture
def models(ledger: Ledger) -> ReadModels:
    made = ReadModels(ledger.datastore)
    made.create(all_projections())
    return made


def put(models: ReadModels, row: Row) -> None:
    with models.datastore.transaction(commit=True) as cursor:
        models.save(cursor, "balances", {"PG01/2026-03-01/1": row})


def balance(accounts: dict[str, int]) -> BalanceRow:
    return BalanceRow(key="PG01", seq=1, day="2026-03-01", accounts=accounts)


WRONG = {
    "unbalanced": balance({"tray": 500, "cage": -400}),
    "one side only": balance({"tray": 500}),
    "without accounts": Row(key="PG01", seq=1, day="2026-03-01"),
}


@pytest.mark.parametrize("rebuilt", [False, True])
@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_not_posted_twice_is_refused(
    ledger: Ledger, models: ReadModels, wrong: str, rebuilt: bool
) -> None:
    if rebuilt:
        projection: Projection[Row] = Balances()  # type: ignore[assignment]
        Rebuild(ledger, models, projection).run()
    put(models, balance({"tray": 500, "cage": -500}))
    with pytest.raises(IntegrityError, match="debits_equal_credits"):
        put(models, WRONG[wrong])
    assert models.load(Balances(), ["PG01/2026-03-01/1"])["PG01/2026-03-01/1"].accounts == {
        "tray": 500,
        "cage": -500,
    }


def test_the_rows_sum_to_what_the_log_posted(ledger: Ledger, models: ReadModels) -> None:
    with running(ledger) as desk:
        play_floor(desk, tables=3, rounds=5)
    Runner(LogFeed(ledger), models, all_projections()).catch_up()
    posted: dict[str, int] = {}
    for event in LogFeed(ledger).page("log", 0, 10**6).events:
        for account, cents in getattr(event, "entries", {}).items():
            posted[account] = posted.get(account, 0) + cents
    query = SQL(
        "SELECT account, sum(cents::bigint)::bigint AS cents FROM read_balances,"
        " jsonb_each_text(doc -> 'accounts') AS a (account, cents) GROUP BY account"
    )
    with ledger.datastore.get_connection() as conn:
        rows = conn.execute(query).fetchall()
    assert {row["account"]: row["cents"] for row in rows} == posted
    assert sum(posted.values()) == 0
