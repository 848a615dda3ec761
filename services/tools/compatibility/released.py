"""The last release, kept beside today's schemas and rules, and what is broken since on purpose."""

import gzip
import json
import shutil
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from domain.game_library import LIBRARY
from domain.games.seam.regulation import Regulation
from services.tools.compatibility.openapi import breaking_api
from services.tools.compatibility.rules import Released, released_of, rules_changed
from services.tools.compatibility.schemas import Breaking, Direction, breaking

RELEASED: Final = Path("deploy/schemas/released")
ON_PURPOSE: Final = RELEASED / "breaking.toml"
API: Final = "openapi.json"
RULES: Final = "regulations.json.gz"
"""What every released version of a regulation states."""
_DIRECTIONS: Final[dict[str, Direction]] = {
    "commands": "in",
    "submission": "in",
    "events": "out",
    "rejections": "out",
    "seals": "out",
}
"""By the first part of a file's name: what we take, and what we give."""
_NOTHING: Final = """\
# What breaks those who were built by the last release, on purpose: one [[breaking]] for each, with
# `file`, `path` and `what` as `make compatible` tells them, and a `reason`. A release empties it.
"""


class Broken(NamedTuple):
    """A breaking change of one of the files."""

    file: str
    path: str
    what: str


def last_release(root: Path) -> Path:
    """The folder of the release that is compared with; there is always one."""
    (folder,) = (one for one in (root / RELEASED).iterdir() if one.is_dir())
    return folder


def broken_since(root: Path) -> list[Broken]:
    """Everything that breaks who was built by the last release."""
    today = described(root)
    found: list[Broken] = []
    for file in sorted(last_release(root).glob("*.json.gz")):
        name = file.name.removesuffix(".gz")
        if file.name == RULES:
            continue
        old = _unpacked(file)
        if name not in today:
            found.append(Broken(name, "", "is gone"))
            continue
        found += [Broken(name, *one) for one in _compared(name, old, today[name])]
    return found


def on_purpose(root: Path) -> dict[Broken, str]:
    """What is broken on purpose, with the reason."""
    told = tomllib.loads((root / ON_PURPOSE).read_text(encoding="utf-8"))
    return {
        Broken(one["file"], one["path"], one["what"]): one["reason"]
        for one in told.get("breaking", ())
    }


def described(root: Path) -> dict[str, Any]:
    """Today's descriptions by their file's name, as `make docs` wrote them."""
    files = [*(root / "deploy/schemas").glob("*.json"), root / "deploy" / API]
    return {file.name: json.loads(file.read_bytes()) for file in files if file.is_file()}


def keep(root: Path, version: str) -> Path:
    """Today's descriptions are from now on those of the last release."""
    today = described(root)
    shutil.rmtree(last_release(root))
    folder = root / RELEASED / version
    folder.mkdir()
    for name, schema in today.items():
        (folder / f"{name}.gz").write_bytes(_packed(schema))
    keep_rules(folder, LIBRARY.carried)
    (root / ON_PURPOSE).write_text(_NOTHING, encoding="utf-8")
    return folder


def keep_rules(folder: Path, carried: Iterable[Regulation]) -> None:
    """What these versions state is from now on what was released of them."""
    (folder / RULES).write_bytes(_packed({one.ref: released_of(one) for one in carried}))


def other_rules_since(root: Path, carried: Iterable[Regulation] = LIBRARY.carried) -> list[str]:
    """Where these state a released version otherwise than it was released, and what to do."""
    released: dict[str, Released] = _unpacked(last_release(root) / RULES)
    return list(rules_changed(released, carried))


def _packed(told: Any) -> bytes:
    written = json.dumps(told, separators=(",", ":"), sort_keys=True).encode()
    return gzip.compress(written, mtime=0)


def _unpacked(file: Path) -> Any:
    return json.loads(gzip.decompress(file.read_bytes()))


def _compared(name: str, old: Any, new: Any) -> list[Breaking]:
    if name == API:
        return breaking_api(old, new)
    return breaking(old, new, _DIRECTIONS[name.partition(".")[0]])
