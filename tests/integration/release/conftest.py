"""A release built out of this tree, and installed as a house would, once for all that ask."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from services.tools.release.building import Built, build, commit_of
from tests.support.shared import new_data_folder

ROOT = Path(__file__).parents[3]
LOCK = ROOT / "deploy/locked/runtime.txt"
OTHERS = ("domain", "projections", "services", "examples")
"""Names that somebody else's packages may have."""


def installer(name: str) -> str:
    """`uv` or `pipx`, as `make test` fetches them."""
    found = shutil.which(name, path=str(ROOT / ".venv" / "installers" / "bin"))
    if found is None:
        pytest.skip(f"no installers: {name} is not here; run `make installers`")
    return found


def of_nobody(**more: str) -> dict[str, str]:
    """The surroundings of a house: nothing of this tree or of whoever runs the tests."""
    ours = ("PYTHON", "PITLEDGER_", "VIRTUAL_ENV", "COV_")
    return {name: one for name, one in os.environ.items() if not name.startswith(ours)} | more


@pytest.fixture(scope="package")
def folder() -> Iterator[Path]:
    with new_data_folder() as made:
        made.chmod(0o755)  # the embedded server's user reads its programs there
        yield made


@pytest.fixture(scope="package")
def built(folder: Path) -> Built:
    return build(ROOT, commit_of(ROOT), folder / "built")


class Installed(NamedTuple):
    """An environment with the wheel, and with packages of others that have the same names."""

    folder: Path
    packages: Path

    def run(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [str(self.folder / "bin" / "pitledger"), *arguments],
            cwd=self.folder,
            env=of_nobody(),
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    def python(self, *arguments: str) -> str:
        return subprocess.run(
            [str(self.folder / "tools" / "pitledger" / "bin" / "python"), *arguments],
            cwd=self.folder,
            env=of_nobody(),
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        ).stdout


@pytest.fixture(scope="package")
def installed(built: Built, folder: Path) -> Installed:
    """By `uv tool install`, each package in the version that is locked."""
    home = folder / "house"
    where = {"UV_TOOL_DIR": str(home / "tools"), "UV_TOOL_BIN_DIR": str(home / "bin")}
    command = [installer("uv"), "tool", "install", "--no-config", "--python", sys.executable]
    done = subprocess.run(
        [*command, "-c", str(LOCK), str(built.wheel)],
        env=of_nobody(**where),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    packages = next((home / "tools").glob("pitledger/lib/python*/site-packages"))
    for name in OTHERS:
        (packages / name).mkdir()
        (packages / name / "__init__.py").write_text(f"WHOSE = 'somebody else, {name}'\n")
    return Installed(home, packages)
