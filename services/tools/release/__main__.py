"""`make release`: into `dist`, out of the commit that is checked out."""

import hashlib
import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from services.tools.release.building import (
    Built,
    Commit,
    NotBuilt,
    build,
    commit_of,
    refuse_unclean,
)
from services.tools.release.licences import refused
from services.tools.release.locked import read_lock
from services.tools.release.sbom import bill_of_wheel, written

ROOT: Final = Path(__file__).parents[3]
SUMS: Final = "SHA256SUMS"


def release(root: Path, dist: Path) -> list[Path]:
    """What goes out: source, wheel, bill of materials, and the sums of all three."""
    locked = read_lock(root / "deploy/locked/runtime.txt")
    if terms := list(refused(locked)):
        raise NotBuilt(f"these licences are not allowed (docs/licences.md): {'; '.join(terms)}")
    refuse_unclean(root)
    commit = commit_of(root)
    dist.mkdir(exist_ok=True)
    for stale in dist.iterdir():
        stale.unlink()
    built = [Path(shutil.copy(one, dist)) for one in _built_twice(root, commit)]
    bill = dist / f"{built[1].name.partition('-py3')[0]}.cdx.json"
    created = commit.at.strftime("%Y-%m-%dT%H:%M:%SZ")
    bill.write_text(written(bill_of_wheel(locked, built[1], created)))
    sums = dist / SUMS
    sums.write_text("".join(f"{_sum(one)}  {one.name}\n" for one in (*built, bill)))
    return [*built, bill, sums]


def _built_twice(root: Path, commit: Commit) -> Iterable[Path]:
    """The same bytes, or there is no release: others could not check what they are given."""
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        once: Built = build(root, commit, Path(first))
        again: Built = build(root, commit, Path(second))
        for one, other in zip(once, again, strict=True):
            if one.read_bytes() != other.read_bytes():
                raise NotBuilt(f"{one.name} is not the same when it is built again")
            yield one


def _sum(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


if __name__ == "__main__":
    try:
        for made in release(ROOT, ROOT / "dist"):
            print(f"{_sum(made)}  {made.relative_to(ROOT)}")  # noqa: T201
    except NotBuilt as error:
        sys.exit(f"pitledger: {error}")
