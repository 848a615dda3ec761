"""What installed packages say of themselves: their licence, its text, and what they need."""

import re
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from typing import Final

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

UNKNOWN: Final = "unknown"
_CLASSIFIERS: Final = {
    "Apache Software License": "Apache-2.0",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
}
"""Of those that mean one licence; "BSD License" means any of several."""
_READ: Final = {
    "jinja2": "BSD-3-Clause",
    "lz4": "BSD-3-Clause",
    "python-snappy": "BSD-3-Clause",
    "uvloop": "MIT OR Apache-2.0",
}
"""As the text of each has it; the package itself says less than that."""
_TEXT: Final = re.compile(r"(?i)^(licen[cs]e|copying|notice)")


def licence_of(name: str) -> str:
    """As SPDX writes it."""
    said = distribution(name).metadata
    if name in _READ:
        return _READ[name]
    for field in ("License-Expression", "License"):
        try:
            return canonicalize_license_expression((said.get_all(field) or [""])[0])
        except InvalidLicenseExpression:
            continue
    classified = {
        _CLASSIFIERS.get(one.rpartition(" :: ")[2], UNKNOWN)
        for one in said.get_all("Classifier") or ()
        if one.startswith("License :: ")
    }
    return classified.pop() if len(classified) == 1 else UNKNOWN


def licence_texts_of(name: str) -> list[str]:
    """Files beside what is installed."""
    found = (str(one) for one in distribution(name).files or () if _TEXT.match(one.name))
    return sorted(one for one in found if ".dist-info/" in one)


def needed_by(wanted: Iterable[str]) -> dict[str, set[str]]:
    """Every package that these requirements come to here, with the packages it needs itself."""
    found: dict[str, set[str]] = {}
    done: set[tuple[str, str]] = set()
    waiting = [Requirement(one) for one in wanted]
    while waiting:
        one = waiting.pop()
        name = canonicalize_name(one.name)
        needs = found.setdefault(name, set())
        for extra in {"", *one.extras} - {extra for known, extra in done if known == name}:
            done.add((name, extra))
            for needed in _requirements(distribution(name), extra):
                needs.add(canonicalize_name(needed.name))
                waiting.append(needed)
    return found


def _requirements(package: Distribution, extra: str) -> Iterator[Requirement]:
    for line in package.requires or ():
        needed = Requirement(line)
        if needed.marker is None:
            if not extra:
                yield needed
        elif needed.marker.evaluate({"extra": extra}):
            yield needed
