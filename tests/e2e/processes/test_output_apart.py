"""What programs read stands alone on standard output, whatever the processes log meanwhile."""

import json

from services.kafka.local import LocalKafka
from tests.e2e.processes.test_command_line import pitledger


def test_a_benchmark_whose_processes_log_prints_json_alone(broker: LocalKafka) -> None:
    """The relay's process says in its log that it holds its lease."""
    done = pitledger("bench", "--only=relay", "--rounds=2", "--sizes=100", "--json")
    assert done.returncode == 0, done.stderr
    assert {one["bench"] for one in json.loads(done.stdout)["figures"]} == {"relay", "memory"}
    assert "lease=relay" in done.stderr
