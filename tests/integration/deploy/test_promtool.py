"""Rules and alerts, taken by Prometheus' own tool and tried on made-up series."""

import subprocess

import pytest

from tests.support.deploy import RULES, program


@pytest.mark.parametrize(
    "words",
    [
        ("check", "config", "prometheus.yml"),
        ("test", "rules", "pitledger.test.yml"),
    ],
)
def test_prometheus_own_tool_is_content(words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [program("promtool"), *words], cwd=RULES, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
