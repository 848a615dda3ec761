"""PostgreSQL and Python find the same rows by any predicate."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.messages.events import decode
from projections import Projection, Row, all_projections
from projections.projection import folded
from projections.table_days import TableDays
from services.bootstrap import Service
from services.reports.gathering import MODELS_READ
from services.reports.predicates import (
    All,
    Changed,
    Either,
    Field,
    FoundBy,
    Is,
    OneOf,
    Predicate,
    Sign,
    Unchanged,
    holds,
)
from services.reports.rows import Rows


class Model(NamedTuple):
    """A read model, its rows as the log folds to them, and all that may be asked of them."""

    projection: Projection[Row]
    rows: dict[str, Row]
    predicates: list[Predicate]

    def by_python(self, wanted: Predicate) -> list[Row]:
        return [self.rows[at] for at in sorted(self.rows) if holds(wanted, at, self.rows[at])]


@pytest.fixture(scope="module")
def models(house: Service) -> list[Model]:
    log = house.storage.ledger.log_after(0, 10**6)
    events = [decode(one.topic, one.state) for one in log]
    found = []
    for projection in (one for one in all_projections() if one.name in MODELS_READ):
        rows = folded(projection, events)
        asked = [*_by_value(projection, rows), *_by_word(rows), *_by_head(rows)]
        found.append(Model(projection, rows, asked))
    return found


def test_the_database_finds_what_python_finds(house: Service, models: list[Model]) -> None:
    rows, found = Rows(house.storage.ledger.datastore), set()
    for model in models:
        for wanted in model.predicates:
            expected = model.by_python(wanted)
            assert rows.find(model.projection, wanted) == expected, wanted
            if 0 < len(expected) < len(model.rows):
                found.add(type(wanted))
    assert found == {Is, OneOf, FoundBy, Unchanged, Changed}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_they_agree_however_predicates_are_joined(
    house: Service, models: list[Model], data: st.DataObject
) -> None:
    model = data.draw(st.sampled_from(models))
    wanted = data.draw(st.recursive(st.sampled_from(model.predicates), _joined, max_leaves=6))
    found = Rows(house.storage.ledger.datastore).find(model.projection, wanted)
    assert found == model.by_python(wanted)


def _joined(inner: st.SearchStrategy[Predicate]) -> st.SearchStrategy[Predicate]:
    parts = st.lists(inner, max_size=3).map(tuple)
    return parts.flatmap(lambda some: st.sampled_from([All(some), Either(some)]))


def _by_value(projection: Projection[Row], rows: dict[str, Row]) -> Iterator[Predicate]:
    """Every value that there is, those beside it, and some that there is not."""
    fields: list[Field] = [*get_args(Field)]
    if projection.name != TableDays.name:
        fields.remove("game")
    for field in fields:
        own = set(rows) if field == "id" else {getattr(row, field) for row in rows.values()}
        beside = {_near(one, away) for one in own for away in (-1, 1)} if field == "day" else set()
        signs: list[Sign] = [*get_args(Sign)] if field == "day" else ["="]
        for value in sorted(own | beside | {"", "0'; --"}):
            yield from (Is(field, sign, value) for sign in signs)
        yield from (OneOf(field, some) for some in ([], sorted(own)[:1], sorted(own)[1:3]))


def _by_word(rows: dict[str, Row]) -> Iterator[Predicate]:
    words = sorted({word for row in rows.values() for word in row.found_by})
    yield from (FoundBy([word]) for word in [*words, "none"])
    yield from (FoundBy([word, "none"]) for word in words)
    yield FoundBy([])


def _by_head(rows: dict[str, Row]) -> Iterator[Predicate]:
    """Every stream as far as some row's first or last event, or one event less."""
    ends = {seq for row in rows.values() for seq in (row.since, row.seq)}
    keys = sorted({row.key for row in rows.values()})
    for end in sorted({*ends, *(seq - 1 for seq in ends if seq)}):
        yield from (kind(dict.fromkeys(keys, end)) for kind in (Unchanged, Changed))
        yield from (kind(dict.fromkeys(keys[1:], end)) for kind in (Unchanged, Changed))


def _near(day: str, away: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=away)).isoformat() if day else day
