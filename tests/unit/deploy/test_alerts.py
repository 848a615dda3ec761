"""Rules and alerts: each with its entry in the runbook, of metrics that there are."""

import re
from pathlib import Path

import yaml
from prometheus_client import Counter, Gauge, Histogram

from services.runtime import metrics
from tests.support.deploy import RULES, of_alerts, of_panels, of_recordings, rules_of

_METRIC = re.compile(r"\bpitledger_[a-z_]+")
_ENDINGS = re.compile(r"_(bucket|count|sum)$")
_RECORDED = re.compile(r"\bpitledger:[\w:]+")


def test_every_alert_says_how_bad_it_is_and_has_its_entry(root: Path) -> None:
    runbook = (root / "docs" / "runbook.md").read_text()
    entries = re.findall(r"^### (\w+)$", runbook, re.MULTILINE)
    alerts = rules_of("alerts")
    assert entries == [alert["alert"] for alert in alerts]
    for alert in alerts:
        assert alert["labels"]["severity"] in ("page", "ticket")
        assert alert["annotations"]["runbook"] == f"docs/runbook.md#{alert['alert'].lower()}"
        assert alert["annotations"]["summary"]


def test_every_alert_is_seen_to_fire_and_not_to_fire() -> None:
    told = yaml.safe_load((RULES / "pitledger.test.yml").read_text())
    tried = [one for test in told["tests"] for one in test.get("alert_rule_test", ())]
    names = {alert["alert"] for alert in rules_of("alerts")}
    assert {one["alertname"] for one in tried if one["exp_alerts"]} == names
    assert {one["alertname"] for one in tried if not one["exp_alerts"]} == names


def test_every_metric_that_is_asked_for_is_one() -> None:
    known = {
        name
        for one in vars(metrics).values()
        if isinstance(one, Counter | Gauge | Histogram)
        for family in one.describe()
        for name in (family.name, f"{family.name}_total")
    }
    asked = {
        _ENDINGS.sub("", name)
        for query in (*of_recordings(), *of_alerts(), *of_panels())
        for name in _METRIC.findall(query.expr)
    }
    assert asked
    assert asked - known == set()


def test_every_recording_that_is_asked_for_is_made_and_every_one_made_is_asked_for() -> None:
    made = {rule["record"] for rule in rules_of("rules")}
    asked = {
        name
        for query in (*of_recordings(), *of_alerts(), *of_panels())
        for name in _RECORDED.findall(query.expr)
    }
    assert asked == made
