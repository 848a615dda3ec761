"""Other builds of the service than this one: an old one that was kept, a next one that is made."""

import shutil
import tarfile
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[3]
_KEPT: Final = _ROOT / "tests" / "e2e" / "processes" / "data" / "version_0_1.tar.xz"
_PACKAGES: Final = ("domain", "projections", "services")


def first_build(folder: Path) -> Path:
    """0.1 as it was released, without its benchmarks. A clone need not have its commits."""
    with tarfile.open(_KEPT) as kept:
        kept.extractall(folder, filter="data")
    return folder


def next_build(folder: Path, **steps: str) -> Path:
    """This one with further steps of the schema, by the names of their files."""
    for package in _PACKAGES:
        shutil.copytree(_ROOT / package, folder / package)
    for name, text in steps.items():
        add_step(folder, name, text)
    return folder


def add_step(build: Path, name: str, text: str) -> None:
    (build / "services" / "store" / "migrations" / f"{name}.sql").write_text(text)
