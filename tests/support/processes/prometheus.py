"""A real Prometheus that asks a running service each second, by the rules that are deployed."""

import math
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import yaml

from services.kafka.local import free_port
from tests.support.deploy import RULES, program
from tests.support.processes.service import end_process
from tests.support.processes.waiting import wait_for


class Prometheus:
    """What it answers over its own API."""

    def __init__(self, url: str) -> None:
        self._http = httpx.Client(base_url=url)

    def is_ready(self) -> bool:
        try:
            return self._http.get("/-/ready").status_code == 200
        except httpx.TransportError:
            return False

    def has(self, expr: str) -> bool:
        """Whether it answers with a figure; a NaN is none."""
        answer = self._http.get("/api/v1/query", params={"query": expr}).json()
        assert answer["status"] == "success", f"{expr}: {answer}"
        return any(math.isfinite(float(one["value"][1])) for one in answer["data"]["result"])

    def troubles(self) -> list[str]:
        """Rules that could not be evaluated."""
        groups = self._http.get("/api/v1/rules").json()["data"]["groups"]
        return [
            rule["lastError"] for group in groups for rule in group["rules"] if "lastError" in rule
        ]

    def close(self) -> None:
        self._http.close()


@contextmanager
def watching(service: str, folder: Path) -> Iterator[Prometheus]:
    """As deploy/prometheus has it, but each second instead of every fifteenth."""
    config: dict[str, Any] = yaml.safe_load((RULES / "prometheus.yml").read_text())
    config["global"] = {"scrape_interval": "1s", "evaluation_interval": "1s"}
    config["scrape_configs"][0]["static_configs"] = [{"targets": [urlsplit(service).netloc]}]
    for name in config["rule_files"]:
        rules = yaml.safe_load((RULES / name).read_text())
        for group in rules["groups"]:
            group.pop("interval", None)
        (folder / name).write_text(yaml.safe_dump(rules))
    (folder / "prometheus.yml").write_text(yaml.safe_dump(config))
    address = f"127.0.0.1:{free_port()}"
    with (folder / "prometheus.log").open("wb") as log:
        process = subprocess.Popen(
            [
                program("prometheus"),
                f"--config.file={folder / 'prometheus.yml'}",
                f"--storage.tsdb.path={folder / 'data'}",
                f"--web.listen-address={address}",
            ],
            stderr=log,
        )
        prometheus = Prometheus(f"http://{address}")
        try:
            wait_for(prometheus.is_ready, 20)
            yield prometheus
        finally:
            prometheus.close()
            end_process(process)
