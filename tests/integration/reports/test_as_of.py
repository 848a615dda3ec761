"""The books as they were known earlier: what was shown then is shown again, to the byte."""

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

import pytest

from domain.events.day import DayClosed
from domain.messages.events import decode
from projections import all_projections
from projections.projection import folded
from projections.reports import REPORTS, DayBooks
from services.projector.feed import LogFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.queries import Queries
from services.reports.as_of import heads_at, position_at, position_of, rows_as_of
from services.reports.books_at import Asked, open_books
from services.reports.errors import NotClosed, NotProjected
from services.reports.first_close import with_close
from services.reports.gathering import MODELS_READ, gather
from services.reports.rows import Rows
from services.reports.written import as_json
from services.store.ledger import Ledger
from tests.support.reports import evening
from tests.support.reports.evening import DAYS, Floor
from tests.support.store.databases import connect_owner
from tests.support.store.playing import running


def shown(ledger: Ledger, rows: Rows) -> dict[str, bytes]:
    """Every report of every day."""
    found = {}
    for day in DAYS:
        books = with_close(ledger, gather(rows, day, threshold=1_000_000))
        found[day] = every_report(books)
    return found


def every_report(books: DayBooks) -> bytes:
    return b"\n".join(as_json(entry.build(books)) for entry in REPORTS.values())


def report_bytes(ledger: Ledger, day: str, status: str) -> bytes:
    """Every report of the day as it was closed."""
    return every_report(open_books(ledger, Asked(day, status=status)))


class Told:
    """What was shown after each step of the evening, and where in the log that was."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        models = ReadModels(ledger.datastore)
        models.create(all_projections())
        self.runner = Runner(LogFeed(ledger), models, all_projections())
        self.shown: dict[int, dict[str, bytes]] = {}

    def look(self) -> None:
        self.runner.catch_up()
        self.shown[self.ledger.head()] = shown(self.ledger, Rows(self.ledger.datastore))


@pytest.fixture
def told(ledger: Ledger) -> Iterator[Told]:
    seen = Told(ledger)
    with running(ledger) as desk:
        floor = Floor(desk)
        numbers = evening.first_day(floor)
        seen.look()
        evening.cards(floor)
        seen.look()
        floor.close_day(DAYS[0], "provisional")
        seen.look()
        evening.count(floor, DAYS[1])
        floor.close_day(DAYS[0], "counted")
        seen.look()
        open_ones = [
            (table.table, one.exception)
            for table in Queries(ledger.datastore).tables()
            for one in table.exceptions
        ]
        evening.answer_for_everything(floor, open_ones)
        floor.close_day(DAYS[0], "audited")
        seen.look()
        evening.correct_late(floor, numbers)
        seen.look()
        yield seen
    seen.runner.close()


def test_every_report_is_shown_again_as_it_was(told: Told) -> None:
    assert len({tuple(one.values()) for one in told.shown.values()}) == len(told.shown) == 6
    for position, then in told.shown.items():
        assert shown(told.ledger, rows_as_of(told.ledger, position)) == then


def test_rows_at_any_position_are_the_fold_of_the_log_up_to_there(told: Told) -> None:
    log = [(one.position, decode(one.topic, one.state)) for one in told.ledger.log_after(0, 10**5)]
    for upto in range(0, len(log) + 1, 7):
        events = [event for position, event in log if position <= upto]
        heads = {event.key: event.seq for event in events}
        assert heads_at(told.ledger, upto) == heads
        rows = rows_as_of(told.ledger, upto)
        for model in (one for one in all_projections() if one.name in MODELS_READ):
            expected = folded(model, events)
            found = rows.find(model)
            assert found == [expected[place] for place in sorted(expected)], model.name


def test_a_moment_is_the_last_event_recorded_by_then(told: Told) -> None:
    log = [(one.position, decode(one.topic, one.state)) for one in told.ledger.log_after(0, 10**5)]
    for position, event in log[::20]:
        same = [at for at, one in log if one.recorded == event.recorded]
        assert position_at(told.ledger, event.recorded) == same[-1] >= position
    assert position_at(told.ledger, "2020-01-01T00:00:00Z") == 0
    soon = datetime.now(timezone(timedelta(hours=2))).isoformat()
    assert position_at(told.ledger, soon) == told.ledger.head()
    with pytest.raises(ValueError, match="still to come"):
        position_at(told.ledger, "2199-01-01T00:00:00+02:00")


@pytest.mark.parametrize("status", ["provisional", "counted", "audited"])
def test_a_closed_day_is_the_log_up_to_its_close(told: Told, status: str) -> None:
    log = [(one.position, decode(one.topic, one.state)) for one in told.ledger.log_after(0, 10**5)]
    (closed,) = [
        position
        for position, event in log
        if isinstance(event, DayClosed) and event.status == status
    ]
    assert report_bytes(told.ledger, DAYS[0], status) == told.shown[closed][DAYS[0]]
    # A day before it was covered by the same close.
    assert b'"day":"2026-02-28"' in report_bytes(told.ledger, "2026-02-28", status)


def test_a_day_that_was_not_closed_so_has_no_such_report(told: Told) -> None:
    with pytest.raises(NotClosed):
        report_bytes(told.ledger, DAYS[1], "provisional")


def test_a_closed_day_built_anew_on_an_empty_database_gives_the_same_bytes(
    told: Told, other_ledger: Ledger
) -> None:
    before = report_bytes(told.ledger, DAYS[0], "counted")
    copy_log(told.ledger, other_ledger)
    models = ReadModels(other_ledger.datastore)
    models.create(all_projections())
    with pytest.raises(NotProjected):
        rows_as_of(other_ledger, position_of(other_ledger, f"day:{DAYS[0]}", 1))
    anew = Runner(LogFeed(other_ledger), models, all_projections())
    anew.catch_up()
    assert report_bytes(other_ledger, DAYS[0], "counted") == before
    anew.close()


def copy_log(source: Ledger, target: Ledger) -> None:
    names = "originator_id, originator_version, topic, state, notification_id, round"
    query = f"SELECT {names} FROM pitledger_events ORDER BY notification_id"
    with source.datastore.get_connection() as conn:
        rows = conn.execute(query).fetchall()
    with connect_owner(target) as conn:
        for row in rows:
            insert = f"INSERT INTO pitledger_events ({names}) VALUES (%s, %s, %s, %s, %s, %s)"
            conn.execute(insert, [row[name] for name in names.split(", ")])
