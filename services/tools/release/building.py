"""Source and wheel out of a tree's tracked files, by nothing but the locked build backend."""

import os
import shutil
import subprocess
import sys
import tarfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from services.tools.release.label import put_label

_ENVIRONMENT: Final = {"PATH": os.defpath, "PYTHONHASHSEED": "0"}
"""Nothing of whoever builds: no home, no language, no time zone."""
_ENDINGS: Final = {"sdist": "*.tar.gz", "wheel": "*.whl"}


class NotBuilt(Exception):
    """What has to be done before there can be a release."""


class Commit(NamedTuple):
    """What is built."""

    revision: str
    at: datetime


class Built(NamedTuple):
    """Both files of a release."""

    source: Path
    wheel: Path


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(  # noqa: S603
        ["git", "-C", str(root), *arguments],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise NotBuilt(f"git {arguments[0]} says: {done.stderr.strip()}")
    return done.stdout


def commit_of(root: Path) -> Commit:
    revision, seconds = git(root, "log", "-1", "--format=%H %ct").split()
    return Commit(revision, datetime.fromtimestamp(int(seconds), UTC))


def refuse_unclean(root: Path) -> None:
    """A release says which commit it is: what is not committed must not be in it."""
    if changed := git(root, "status", "--porcelain").splitlines():
        raise NotBuilt(
            f"{len(changed)} files differ from the commit, {changed[0][3:]} first;"
            " commit them, or put them away, and build again"
        )


def build(root: Path, commit: Commit, folder: Path) -> Built:
    """The wheel is built out of the source, so that whoever has the source can build it too."""
    tree, unpacked = folder / "tree", folder / "unpacked"
    _copy_tracked(root, tree)
    put_label(tree, commit.revision, commit.at)
    source = _backend(tree, "sdist", folder, commit.at)
    with tarfile.open(source) as archive:
        archive.extractall(unpacked, filter="data")
    (inside,) = unpacked.iterdir()
    return Built(source, _backend(inside, "wheel", folder, commit.at))


def _copy_tracked(root: Path, tree: Path) -> None:
    for name in git(root, "ls-files", "-z").split("\0"):
        if name and (root / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / name, tree / name)


def _backend(tree: Path, target: str, out: Path, at: datetime) -> Path:
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(out)],
        cwd=tree,
        env={**_ENVIRONMENT, "SOURCE_DATE_EPOCH": str(int(at.timestamp()))},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise NotBuilt(f"the {target} was not built: {(done.stderr or done.stdout).strip()}")
    (made,) = out.glob(_ENDINGS[target])
    return made
