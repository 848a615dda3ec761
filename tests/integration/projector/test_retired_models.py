"""A read model that is no more leaves its table and its place behind; nobody waits for it."""

from projections import all_projections
from services.projector.feed import LogFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.queries import Queries
from services.store.ledger import Ledger
from tests.support.store.playing import buy_in, do, open_table, running


def test_the_place_that_an_older_version_left_is_not_waited_for(ledger: Ledger) -> None:
    with running(ledger) as desk:
        told = do(desk, open_table("PG01"), buy_in("PG01"))
    models = ReadModels(ledger.datastore)
    models.create(all_projections())
    Runner(LogFeed(ledger), models, all_projections()).catch_up()
    with ledger.datastore.get_connection() as conn:
        conn.execute("INSERT INTO projection_heads VALUES ('triples', 'PG01', 1)")
    assert Queries(ledger.datastore).projected("PG01") == told[-1]["seq"]
