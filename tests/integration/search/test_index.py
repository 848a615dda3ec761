"""The index of finished rounds: made for a database of before, and kept as its rows are."""

from psycopg.sql import SQL

from projections import all_projections
from projections.rounds import Rounds
from services.projector.feed import LogFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.queries import Queries
from services.search.criteria import NOTHING
from services.search.rounds import RoundSearch
from services.store.database import Datastore
from services.store.ledger import Ledger
from tests.support.store.playing import play_floor, running


def projected(ledger: Ledger) -> Runner:
    models = ReadModels(ledger.datastore)
    models.create(all_projections())
    runner = Runner(LogFeed(ledger), models, all_projections())
    runner.catch_up()
    return runner


def indexed(datastore: Datastore) -> int:
    with datastore.get_connection() as conn:
        row = conn.execute("SELECT count(*) AS n FROM read_rounds_search").fetchone()
    assert row is not None
    return int(row["n"])


def finished(datastore: Datastore) -> int:
    books = Queries(datastore)
    rounds = (row for table in books.tables() for row in books.rounds_of(table.table, 1000))
    return sum(row.ended is not None for row in rounds)


def test_a_database_of_before_catches_up_by_itself(ledger: Ledger) -> None:
    """Its rounds were folded by an earlier version, which kept no index."""
    with running(ledger) as desk:
        play_floor(desk, tables=3, rounds=4)
    projected(ledger).close()
    with ledger.datastore.get_connection() as conn:
        conn.execute("DROP TABLE read_rounds_search")
        conn.execute(
            SQL("UPDATE projection_positions SET version = %s WHERE projection = %s"),
            (Rounds.version - 1, Rounds.name),
        )
    projected(ledger).close()
    assert indexed(ledger.datastore) == finished(ledger.datastore) > 12


def test_before_any_round_there_is_nothing_and_it_says_so(ledger: Ledger) -> None:
    projected(ledger).close()
    search = RoundSearch(ledger.datastore, Queries(ledger.datastore))
    page = search.find(NOTHING, None, 50, sees_hidden=False)
    assert (page.rounds, page.next) == ([], None)
    assert page.why == ["no round has been finished yet"]
