"""What programs read stands alone on standard output, whatever the processes log meanwhile."""

import json
import subprocess
import sys
from pathlib import Path

from services.kafka.local import LocalKafka
from tests.e2e.processes.test_command_line import pitledger


def test_a_benchmark_whose_processes_log_prints_json_alone(broker: LocalKafka) -> None:
    """The relay's process says in its log that it holds its lease."""
    done = pitledger("bench", "--only=relay", "--rounds=2", "--sizes=100", "--json")
    assert done.returncode == 0, done.stderr
    assert {one["bench"] for one in json.loads(done.stdout)["figures"]} == {"relay", "memory"}
    assert "lease=relay" in done.stderr


_MEASURED = """\
import os
from services.cli.bench import measuring_process
if __name__ == "__main__":
    with measuring_process() as process:
        process.submit(print, "said by itself", flush=True).result()
        process.submit(os.system, "echo said by another that it started").result()
    print("figures")
"""


def test_whatever_a_measuring_process_starts_says_nothing_on_standard_output(
    tmp_path: Path,
) -> None:
    program = tmp_path / "measured.py"
    program.write_text(_MEASURED)
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True)
    assert done.stdout == "figures\n"
    assert "said by itself" in done.stderr
    assert "said by another that it started" in done.stderr
