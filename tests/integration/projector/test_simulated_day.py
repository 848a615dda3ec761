"""A simulated day of twenty tables through the desk, the store and the read models."""

from collections import Counter

from projections import all_projections
from services.projector.feed import LOG, LogFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.queries import Queries
from services.store.ledger import Ledger
from tests.support.store.playing import play_floor, running

TABLES, ROUNDS = 20, 6


def test_the_books_of_a_simulated_day_balance(ledger: Ledger) -> None:
    with running(ledger) as desk:
        play_floor(desk, tables=TABLES, rounds=ROUNDS, cards=False)
    models = ReadModels(ledger.datastore)
    models.create(all_projections())
    Runner(LogFeed(ledger), models, all_projections()).catch_up()
    books = Queries(ledger.datastore)

    report = books.reconciliation("2026-03-01")
    assert report.balanced is True
    assert [line.rounds for line in report.tables] == [ROUNDS] * TABLES
    assert (report.trial_balance["bank"], report.trial_balance["patrons"]) == (0, 0)

    posted: Counter[str] = Counter()
    for event in LogFeed(ledger).page(LOG, 0, 10**6).events:
        posted.update(getattr(event, "entries", {}))
    assert dict(posted) == report.trial_balance
    assert sum(posted.values()) == 0

    rows = {row.table: row for row in books.tables()}
    assert {row.regulation for row in rows.values()} == {
        "nj-pai-gow@3",
        "md-pai-gow@3",
        "nj-pai-gow-poker@3",
    }
    banked = Counter(
        name
        for name in rows
        for played in books.rounds_of(name, ROUNDS)
        if played.banker is not None
    )
    assert banked == Counter({name: row.banked for name, row in rows.items()})
    assert sum(banked.values()) > 0
