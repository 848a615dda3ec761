"""What Prometheus is told."""

from collections import defaultdict
from typing import Final, TypeAlias

import pytest
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.parser import text_string_to_metric_families

from services.runtime import metrics
from tests.support.domain import asked
from tests.support.http.playing import WINS, Pit, Table

Labels: TypeAlias = frozenset[tuple[str, str]]
Samples: TypeAlias = dict[tuple[str, Labels], float]

METRICS: Final = {
    name: metric for name, metric in vars(metrics).items() if isinstance(metric, MetricWrapperBase)
}


def scrape(pit: Pit) -> Samples:
    response = pit.http.get("/metrics")
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/plain")
    samples: Samples = defaultdict(float)
    for family in text_string_to_metric_families(response.text):
        for sample in family.samples:
            samples[sample.name, frozenset(sample.labels.items())] = sample.value
    return samples


def count(samples: Samples, name: str, **labels: str) -> float:
    return samples[name, frozenset(labels.items())]


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_is_there_and_says_what_it_is(pit: Pit, name: str) -> None:
    described = next(iter(METRICS[name].describe()))
    assert described.name.startswith("pitledger_")
    assert described.documentation
    families = {one.name: one for one in text_string_to_metric_families(_text(pit))}
    shown = families[described.name]
    assert (shown.type, shown.documentation) == (described.type, described.documentation)


def _text(pit: Pit) -> str:
    return pit.http.get("/metrics").text


def test_nothing_of_ours_is_shown_under_another_name(pit: Pit) -> None:
    ours = {next(iter(metric.describe())).name for metric in METRICS.values()}
    shown = {family.name for family in text_string_to_metric_families(_text(pit))}
    others = {name for name in shown - ours if not name.startswith(("python_", "process_"))}
    assert {name.removesuffix("_created") for name in others} <= ours


def test_commands_are_counted_by_kind_and_outcome(pit: Pit, table: Table) -> None:
    before = scrape(pit)
    table.do(asked.buy_in(), asked.buy_in())
    table.refused(asked.settle())
    table.send(asked.roll(1, 2, 7))
    after = scrape(pit)
    name = "pitledger_commands_total"
    grown = {
        (dict(labels)["command"], dict(labels)["outcome"]): value - before[key, labels]
        for (key, labels), value in after.items()
        if key == name and value != before[key, labels]
    }
    assert grown == {("buy_in", "accepted"): 2, ("settle", "refused"): 1}


def test_refusals_are_counted_by_rule(pit: Pit, table: Table) -> None:
    table.open_round()
    before = scrape(pit)
    table.refused(asked.place(1, 999))
    table.refused(asked.place(1, 50_001))
    table.refused(asked.open_round())
    after = scrape(pit)
    for rule, times in (("19:47-8.2", 2), ("control:round-finished", 1)):
        name = "pitledger_refusals_total"
        assert count(after, name, rule=rule) - count(before, name, rule=rule) == times


def test_events_are_counted_by_name(pit: Pit, table: Table) -> None:
    before = scrape(pit)
    made = table.play_round({1: WINS})
    after = scrape(pit)
    for name in {event["event"] for event in made}:
        times = sum(event["event"] == name for event in made)
        total = "pitledger_events_total"
        assert count(after, total, event=name) - count(before, total, event=name) == times


def test_a_repeat_counts_no_events(pit: Pit, table: Table) -> None:
    command = {**asked.buy_in(), "command_id": "00000000-0000-4000-8000-0000000c0117"}
    table.do(command)
    before = scrape(pit)
    table.do(command)
    name = "pitledger_events_total"
    assert count(scrape(pit), name, event="ChipsBought") == count(before, name, event="ChipsBought")


def test_commits_are_measured(pit: Pit, table: Table) -> None:
    before = scrape(pit)
    table.do(asked.buy_in())
    after = scrape(pit)
    for name in ("pitledger_desk_batch_size_count", "pitledger_desk_commit_seconds_count"):
        assert count(after, name) == count(before, name) + 1


def test_requests_are_measured_by_route_not_by_address(pit: Pit, table: Table) -> None:
    before = scrape(pit)
    table.row(1)
    pit.http.get(f"/v1/nothing/{table.name}")
    table.refused(asked.settle())
    after = scrape(pit)
    name = "pitledger_http_request_seconds_count"
    for method, route, status in (
        ("GET", "/v1/tables/{table}", "200"),
        ("GET", "none", "404"),
        ("POST", "/v1/tables/{table}/commands", "409"),
    ):
        labels = {"method": method, "route": route, "status": status}
        assert count(after, name, **labels) == count(before, name, **labels) + 1, labels
    assert table.name not in _text(pit)


@pytest.mark.parametrize("projection", ["floor", "rounds", "sessions", "balances"])
def test_every_projection_tells_its_lag(pit: Pit, table: Table, projection: str) -> None:
    table.play_round({1: WINS})
    pit.house.runner.catch_up()
    samples = scrape(pit)
    labels = frozenset({("projection", projection)})
    for what in ("lag_events", "lag_seconds", "stopped"):
        assert (f"pitledger_projection_{what}", labels) in samples


def test_methods_of_other_protocols_are_counted_as_one(pit: Pit) -> None:
    before = scrape(pit)
    made_up = ["PROPFIND", "MKCOL", "LOCK", "REPORT", "SUBSCRIBE"]
    statuses = {pit.http.request(method, "/v1/tables").status_code for method in made_up}
    assert statuses == {405}
    samples, name = scrape(pit), "pitledger_http_request_seconds_count"
    methods = {dict(labels)["method"] for sample, labels in samples if sample == name}
    assert methods.isdisjoint(made_up)
    labels = {"method": "_OTHER", "route": "/v1/tables", "status": "405"}
    assert count(samples, name, **labels) == count(before, name, **labels) + 5
