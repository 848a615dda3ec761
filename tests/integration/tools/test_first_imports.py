"""A command imports what it needs when it is called: each must be importable as the first of all.

In a test everything was imported long ago, so that a circle of imports shows in the field alone.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

WEB = ("fastapi", "jinja2", "uvicorn")
_LOADED = "import sys, {module}; print(*{names} & sys.modules.keys())"
CLI = Path(__file__).parents[3] / "services" / "cli"
_OURS = ("domain", "projections", "services")
_EACH_IN_A_FORK = """
import importlib, os, sys
import eventsourcing.postgres, fastapi, httpx, jinja2, kafka, structlog  # slow, and in no circle
import services.cli.main
for name in sys.argv[1:]:
    child = os.fork()
    if child == 0:
        try:
            importlib.import_module(name)
        except ImportError as error:
            print(f"{name}: {error}", flush=True)
            os._exit(1)
        os._exit(0)
    os.waitpid(child, 0)
"""


def imported_late() -> list[str]:
    return sorted(
        {name for file in CLI.glob("*.py") for name in _late(ast.parse(file.read_text()))}
    )


def _late(module: ast.Module) -> Iterator[str]:
    for function in ast.walk(module):
        if isinstance(function, ast.FunctionDef):
            for one in ast.walk(function):
                if isinstance(one, ast.ImportFrom) and (one.module or "").startswith(_OURS):
                    assert one.module is not None
                    yield one.module


def test_whatever_a_command_imports_may_come_first() -> None:
    names = imported_late()
    assert "services.bootstrap" in names
    command = [sys.executable, "-W", "ignore", "-c", _EACH_IN_A_FORK, *names]
    tried = subprocess.run(command, capture_output=True, text=True, timeout=500, check=False)
    assert (tried.returncode, tried.stdout) == (0, ""), tried.stdout + tried.stderr


def test_who_does_not_answer_http_does_not_load_the_web() -> None:
    """It is more than half of what it would load."""
    told = _LOADED.format(module="services.runtime.parts.follow", names=set(WEB))
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
