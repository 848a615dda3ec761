"""One mistake in a simulated evening: the reconciliation names its table, interval and amount."""

from datetime import UTC, datetime
from itertools import chain
from typing import Final

import pytest

from projections import all_projections
from projections.figures.reconciliation import Finding, Reconciliation, Variance
from services.projector.feed import LogFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.queries import Queries
from services.store.ledger import Ledger
from services.tools.simulator import Floor, Told
from services.tools.simulator.mistakes import KINDS, Kind, Planted, plant
from tests.support.store.playing import hand_in, running

FLOOR: Final = Floor(tables=3, rounds=40, seed=11, start=datetime(2026, 3, 1, 18, tzinfo=UTC))
CAUSES: Final[dict[Kind, str]] = {
    "miscounted_tray": "mispayment",
    "missing_slip": "slip",
    "unrecorded_buy_in": "buy_in",
    "short_vigorish": "vigorish",
}
"""What the report must offer among the causes."""


def reconciled(ledger: Ledger, *evenings: list[Told], day: str) -> Reconciliation:
    """Through the desk, the store and the read models."""
    with running(ledger) as desk:
        hand_in(desk, chain.from_iterable(evenings))
    models = ReadModels(ledger.datastore)
    models.create(all_projections())
    Runner(LogFeed(ledger), models, all_projections()).catch_up()
    return Queries(ledger.datastore).reconciliation(day)


def with_mistake(kind: Kind) -> tuple[list[list[Told]], Planted]:
    """Every table's evening, and one of them with the mistake in its middle."""
    evenings = [list(FLOOR.commands(name)) for name in FLOOR.names()]
    for number, evening in enumerate(evenings):
        for which in (2, 1, 0):
            try:
                evenings[number], planted = plant(kind, evening, which)
            except LookupError:
                continue
            return evenings, planted
    raise AssertionError(f"no evening has a place for a {kind}")


@pytest.mark.parametrize("kind", KINDS)
def test_the_mistake_is_named_and_nothing_else_is(ledger: Ledger, kind: Kind) -> None:
    evenings, planted = with_mistake(kind)
    report = reconciled(ledger, *evenings, day=planted.day)
    assert report.balanced is False
    for line in report.tables:
        where = (line.table, line.session, line.period)
        if where == (planted.table, planted.session, planted.period):
            assert line.variance == Variance(drop=planted.drop, tray=planted.tray)
            assert_named(line.findings, planted)
        else:
            assert (line.variance, line.findings) == (Variance(0, 0), ()), where


def assert_named(findings: tuple[Finding, ...], planted: Planted) -> None:
    [tray] = [one for one in findings if one.kind == "tray"]
    assert tray.amount == planted.tray
    assert tray.interval is not None
    assert (tray.interval.after_seq, tray.interval.upto_seq) == (planted.after, planted.until)
    assert CAUSES[planted.kind] in [cause.kind for cause in tray.causes]
    drops = [one.amount for one in findings if one.kind == "drop"]
    assert drops == ([planted.drop] if planted.drop else [])
    assert len(findings) == 1 + len(drops)


def test_without_a_mistake_every_variance_is_zero(ledger: Ledger) -> None:
    evenings = [list(FLOOR.commands(name)) for name in FLOOR.names()]
    report = reconciled(ledger, *evenings, day="2026-03-01")
    assert report.balanced is True
    assert {line.variance for line in report.tables} == {Variance(0, 0)}
    assert [line.findings for line in report.tables] == [()] * len(report.tables)
