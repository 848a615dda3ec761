"""What lies in `deploy` for Prometheus and Grafana, and Prometheus itself where it can be had."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
import yaml

ROOT: Final = Path(__file__).parents[2]
RULES: Final = ROOT / "deploy" / "prometheus"
DASHBOARDS: Final = sorted((ROOT / "deploy" / "grafana" / "dashboards").glob("*.json"))
_FETCHED: Final = ROOT / ".venv" / "prometheus" / "usr" / "bin"
"""Where `make test` puts it if the machine has none."""
_VECTOR: Final = re.compile(r'\b(?:pitledger[\w:]+|up\b)(?:\{(?:[^}"]|"[^"]*")*\})?')


class Query(NamedTuple):
    """A question to Prometheus, and where it stands."""

    place: str
    expr: str


def program(name: str) -> str:
    """`prometheus` or `promtool`."""
    found = shutil.which(name) or shutil.which(name, path=str(_FETCHED))
    if found is None:
        pytest.skip(f"no Prometheus: {name} is not on the path; apt-get install prometheus")
    return found


def rules_of(name: str) -> list[dict[str, Any]]:
    told = yaml.safe_load((RULES / f"pitledger.{name}.yml").read_text())
    return [rule for group in told["groups"] for rule in group["rules"]]


def dashboard(file: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(file.read_text())
    return read


def of_panels() -> Iterator[Query]:
    for file in DASHBOARDS:
        for panel in dashboard(file)["panels"]:
            for target in panel["targets"]:
                yield Query(f"{file.name}, {panel['title']}", target["expr"])


def of_recordings() -> Iterator[Query]:
    return (Query(rule["record"], rule["expr"]) for rule in rules_of("rules"))


def of_alerts() -> Iterator[Query]:
    """What an alert looks at: where all is well the whole of it is empty, and these are not."""
    for rule in rules_of("alerts"):
        for vector in _VECTOR.findall(rule["expr"]):
            yield Query(rule["alert"], vector)
