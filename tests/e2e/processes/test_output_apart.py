"""What programs read stands alone on standard output, whatever the processes log meanwhile."""

import subprocess
import sys
from pathlib import Path

_MEASURED = """\
import os
from services.cli.bench import measuring_process
if __name__ == "__main__":
    with measuring_process() as process:
        process.submit(print, "said by itself", flush=True).result()
        process.submit(os.system, "echo said by another that it started").result()
        process.submit(exec, "import structlog; structlog.get_logger().info('logged')").result()
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
    assert "logged" in done.stderr
