"""What is installed, by version and hash, as `make lock` wrote it down."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from packaging.markers import Marker
from packaging.utils import canonicalize_name

_ENTRY: Final = re.compile(r"^([A-Za-z0-9_.-]+)==([^\s;\\]+)(?:\s*;([^\\]*))?", re.MULTILINE)
_HASH: Final = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_USUAL: Final = {
    "sys_platform": "linux",
    "platform_system": "Linux",
    "os_name": "posix",
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
}
"""Where houses run it, and what the lists of a release speak of, wherever they are made."""


class Locked(NamedTuple):
    """One package of a lock."""

    name: str
    version: str
    marker: str
    """Where alone it is installed; empty: everywhere."""
    hashes: tuple[str, ...]
    """SHA-256 of each file that may be installed: the source, and a wheel for every platform."""

    @property
    def purl(self) -> str:
        return f"pkg:pypi/{self.name}@{self.version}"

    @property
    def usual(self) -> bool:
        return not self.marker or Marker(self.marker).evaluate(_USUAL)


def read_lock(path: Path) -> dict[str, Locked]:
    """By name, in the form that all spellings of it share."""
    return {one.name: one for one in _entries(path.read_text(encoding="utf-8"))}


def _entries(text: str) -> Iterator[Locked]:
    found = list(_ENTRY.finditer(text))
    ends = [one.start() for one in found[1:]] + [len(text)]
    for one, end in zip(found, ends, strict=True):
        name, version, marker = one.groups()
        hashes = tuple(_HASH.findall(text, one.start(), end))
        yield Locked(canonicalize_name(name), version, (marker or "").strip(), hashes)
