"""Tables of craps in the store: folded as they go, built anew and reloaded alike."""

import json
from pathlib import Path

from domain.hosting import Table
from projections import all_projections
from services.projector.feed import LogFeed
from services.projector.read_models import ReadModels
from services.projector.rebuild import Rebuild
from services.projector.runner import Runner
from services.store.ledger import Ledger
from services.store.streams import load_table
from tests.integration.projector.test_runner import expect_equal_to_fresh
from tests.support.domain.craps import game_of
from tests.support.store.playing import do, running

EXAMPLE = Path(__file__).parents[3] / "examples/craps.jsonl"


def commands() -> list[dict[str, object]]:
    """The example's, as if it happened now, without what it shows to be refused."""
    lines = [line for line in EXAMPLE.read_text().splitlines() if line and line[0] != "#"]
    read = [json.loads(line) for line in lines]
    return [
        {"table": "CR01", **{name: value for name, value in one.items() if name != "at"}}
        for one in read
        if (one["command"], one.get("seat"), one.get("wager")) != ("place_wager", 7, "pass")
    ]


def test_an_evening_of_craps_is_built_anew_as_it_was(ledger: Ledger) -> None:
    models = ReadModels(ledger.datastore)
    models.create(all_projections())
    with running(ledger) as desk:
        for one in commands():
            do(desk, one)
    Runner(LogFeed(ledger), models, all_projections()).catch_up()
    expect_equal_to_fresh(ledger, models)
    for projection in all_projections():
        assert Rebuild(ledger, models, projection).run() == ledger.head()
    expect_equal_to_fresh(ledger, models)
    table = load_table(ledger, "CR01")
    assert isinstance(table, Table)
    assert (table.rounds, table.is_open, game_of(table).wagers) == (8, False, ())
    assert {one.kind for one in table.books.exceptions.values()} == {"roll_corrected"}
