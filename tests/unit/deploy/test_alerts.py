"""Rules and alerts: taken by Prometheus' own tool, tried on made-up series, each with its entry."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import Counter, Gauge, Histogram

from services.runtime import metrics

_METRIC = re.compile(r"\bpitledger_[a-z_]+")
_ENDINGS = re.compile(r"_(bucket|count|sum)$")


@pytest.fixture
def folder(root: Path) -> Path:
    return root / "deploy" / "prometheus"


def rules_of(file: Path) -> list[dict[str, Any]]:
    told = yaml.safe_load(file.read_text())
    return [rule for group in told["groups"] for rule in group["rules"]]


@pytest.mark.parametrize(
    "words",
    [
        ("check", "config", "prometheus.yml"),
        ("test", "rules", "pitledger.test.yml"),
    ],
)
def test_prometheus_own_tool_is_content(folder: Path, words: tuple[str, ...]) -> None:
    tool = shutil.which("promtool")
    if tool is None:
        pytest.skip("no promtool here: apt-get install prometheus")
    done = subprocess.run([tool, *words], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_alert_says_how_bad_it_is_and_has_its_entry(root: Path, folder: Path) -> None:
    runbook = (root / "docs" / "runbook.md").read_text()
    entries = re.findall(r"^### (\w+)$", runbook, re.MULTILINE)
    alerts = rules_of(folder / "pitledger.alerts.yml")
    assert entries == [alert["alert"] for alert in alerts]
    for alert in alerts:
        assert alert["labels"]["severity"] in ("page", "ticket")
        assert alert["annotations"]["runbook"] == f"docs/runbook.md#{alert['alert'].lower()}"
        assert alert["annotations"]["summary"]


def test_every_metric_that_is_asked_for_is_one(folder: Path) -> None:
    known = {
        name
        for one in vars(metrics).values()
        if isinstance(one, Counter | Gauge | Histogram)
        for family in one.describe()
        for name in (family.name, f"{family.name}_total")
    }
    asked = {
        _ENDINGS.sub("", name)
        for file in ("pitledger.rules.yml", "pitledger.alerts.yml")
        for rule in rules_of(folder / file)
        for name in _METRIC.findall(rule["expr"])
    }
    assert asked
    assert asked - known == set()
