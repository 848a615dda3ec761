"""Dashboards: each panel has its place, its unit, and the entry of the runbook that belongs to it."""

import re
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from tests.support.deploy import DASHBOARDS, ROOT, dashboard, rules_of

_ENTRY: Final = re.compile(r" Runbook: docs/runbook\.md#(\w+)$")
_WIDTH: Final = 24
_PROVISIONING: Final = ROOT / "deploy" / "grafana" / "provisioning"


def names(file: Path) -> str:
    return file.stem


def test_there_is_one_for_each_concern() -> None:
    assert [file.stem for file in DASHBOARDS] == ["books", "desk", "floor", "stream"]
    read = [dashboard(file) for file in DASHBOARDS]
    assert [one["uid"] for one in read] == [f"pitledger-{file.stem}" for file in DASHBOARDS]
    assert len({one["title"] for one in read}) == len(read)


@pytest.mark.parametrize("file", DASHBOARDS, ids=names)
def test_every_panel_says_what_it_tells_and_where_to_read_on(file: Path) -> None:
    entries = {alert["alert"].lower() for alert in rules_of("alerts")}
    for panel in dashboard(file)["panels"]:
        entry = _ENTRY.search(panel["description"])
        assert entry is not None, panel["title"]
        assert entry[1] in entries, panel["title"]
        assert panel["fieldConfig"]["defaults"]["unit"]
        assert all(target["legendFormat"] for target in panel["targets"])


@pytest.mark.parametrize("file", DASHBOARDS, ids=names)
def test_no_panel_lies_over_another(file: Path) -> None:
    panels = dashboard(file)["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    for panel in panels:
        assert panel["gridPos"]["x"] + panel["gridPos"]["w"] <= _WIDTH, panel["title"]
    for one, other in combinations(panels, 2):
        assert not _overlap(one["gridPos"], other["gridPos"]), (one["title"], other["title"])


def _overlap(one: dict[str, int], other: dict[str, int]) -> bool:
    return all(
        one[start] < other[start] + other[size] and other[start] < one[start] + one[size]
        for start, size in (("x", "w"), ("y", "h"))
    )


def test_they_ask_the_data_source_that_is_provisioned() -> None:
    (source,) = provisioned("datasources")["datasources"]
    assert provisioned("dashboards")["providers"]
    for file in DASHBOARDS:
        for panel in dashboard(file)["panels"]:
            assert panel["datasource"] == {"type": source["type"], "uid": source["uid"]}


def provisioned(what: str) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((_PROVISIONING / what / "pitledger.yml").read_text())
    assert read["apiVersion"] == 1
    return read
