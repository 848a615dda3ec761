"""Other people's tools, as `make clients` fetched them, in a copy of examples/clients."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[3]
_FETCHED: Final = ROOT / ".venv" / "clients"
_MOST_SECONDS: Final = 300.0
_BLOCK: Final = re.compile(r"```sh\n(.*?)```", re.DOTALL)
_FETCHES: Final = ("python -m venv", "npm ci", "pip install", ". ", "cd ")
"""What `make clients` has done, or where one is."""


def page_of_clients() -> str:
    return (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")


def commands_of(heading: str) -> list[str]:
    """The commands that the page has under this heading, but for those that fetch something."""
    part = page_of_clients().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for block in _BLOCK.findall(part) for line in block.splitlines()]
    return [line for line in lines if line and not line.startswith(_FETCHES)]


class Workplace:
    """A copy of what an integrator starts with: the clients' folder and the descriptions."""

    def __init__(self, folder: Path) -> None:
        self.here = folder / "examples" / "clients"
        shutil.copytree(ROOT / "examples" / "clients", self.here)
        shutil.copytree(ROOT / "deploy" / "schemas", folder / "deploy" / "schemas")
        shutil.copy(ROOT / "deploy" / "openapi.json", folder / "deploy")
        self._path = os.environ["PATH"]

    def with_node(self) -> "Workplace":
        packages = _FETCHED / "node" / "node_modules"
        if shutil.which("npx") is None or not (_FETCHED / "node" / "fetched.json").exists():
            pytest.skip("no Node: its packages are not in .venv/clients/node; run `make clients`")
        (self.here / "node_modules").symlink_to(packages)
        return self

    def with_python(self) -> "Workplace":
        if not (_FETCHED / "requirements.txt").exists():
            pytest.skip("no client generator: it is not in .venv/clients; run `make clients`")
        self._path = f"{_FETCHED / 'bin'}{os.pathsep}{self._path}"
        return self

    def run(
        self, command: str, given: str = "", **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """By the shell, as it stands on the page."""
        return subprocess.run(
            command,
            shell=True,
            cwd=self.here,
            input=given,
            env={**os.environ, "PATH": self._path, **variables},
            capture_output=True,
            text=True,
            timeout=_MOST_SECONDS,
            check=False,
        )

    def done(self, command: str, given: str = "", **variables: str) -> str:
        """What it prints; it ends well."""
        ended = self.run(command, given, **variables)
        assert ended.returncode == 0, f"{command}\n{ended.stdout}\n{ended.stderr}"
        return ended.stdout
