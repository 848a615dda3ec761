"""Other builds of the service than this one: an old one that was kept, a next one that is made."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[3]
_KEPT: Final = ROOT / "tests" / "e2e" / "processes" / "data" / "version_0_1.tar.xz"
PACKAGES: Final = ("domain", "projections", "services", "pitledger")
_ONE_AFTER_THE_OTHER: Final = """
import json, sys
from typer.testing import CliRunner
from services.cli.main import app
for words in json.load(sys.stdin):
    done = CliRunner().invoke(app, words)
    failure = repr(done.exception) if done.exception else ""
    print(json.dumps([done.exit_code, done.stdout, done.stderr + failure]), flush=True)
"""


class Done(NamedTuple):
    """What a call of the command line came to."""

    code: int
    stdout: str
    stderr: str


@dataclass(frozen=True, slots=True)
class Build:
    """A tree that programs are run out of."""

    folder: Path

    def run(
        self, *words: str, told: str | None = None, **environment: str
    ) -> "subprocess.CompletedProcess[str]":
        env = {**os.environ, **environment, "PYTHONPATH": str(self.folder)}
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.folder,
            env=env,
            input=told,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    def pitledger(self, *words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        return self.run("-m", "pitledger", *words, **environment)

    def calls(self, *calls: Iterable[object], **environment: str) -> list[Done]:
        """Of the command line, in one process: most of what each would take is its imports."""
        told = json.dumps([[str(word) for word in words] for words in calls])
        done = self.run("-c", _ONE_AFTER_THE_OTHER, told=told, **environment)
        assert done.returncode == 0, done.stderr
        return [Done(*json.loads(line)) for line in done.stdout.splitlines()]

    def edit(self, file: str, *changes: tuple[str, str]) -> None:
        path = self.folder / file
        text = path.read_text()
        for old, new in changes:
            assert text.count(old) == 1, (file, old)
            text = text.replace(old, new)
        path.write_text(text)


def first_build(folder: Path) -> Path:
    """0.1 as it was released, without its benchmarks. A clone need not have its commits."""
    with tarfile.open(_KEPT) as kept:
        kept.extractall(folder, filter="data")
    return folder


def copied(folder: Path, *more: str) -> Path:
    """This one, with what Python has compiled of it, and with further folders and files."""
    half_written = shutil.ignore_patterns("*.pyc.*")
    for name in (*PACKAGES, *more):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=half_written)
        else:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def next_build(folder: Path, **steps: str) -> Path:
    """This one with further steps of the schema, by the names of their files."""
    copied(folder)
    for name, text in steps.items():
        add_step(folder, name, text)
    return folder


def add_step(build: Path, name: str, text: str) -> None:
    (build / "services" / "store" / "migrations" / f"{name}.sql").write_text(text)
