"""Under which terms everything that runs may be used: the list, and what may be in it."""

from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from typing import Final

from license_expression import Licensing, get_spdx_licensing

from services.tools.release.bundled import Bundled, bundled
from services.tools.release.installed import licence_of, licence_texts_of
from services.tools.release.locked import Locked

ALLOWED: Final = frozenset({
    *("Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSD-Attribution-HPND-disclaimer", "ISC"),
    *("MIT", "MIT-0", "OLDAP-2.8", "PostgreSQL", "PSF-2.0", "libselinux-1.0"),
    "X11-distribute-modifications-variant",
    *("LGPL-2.1-or-later", "LGPL-3.0-only", "MPL-2.0"),  # used as they come, and replaceable
})  # fmt: skip
"""What a house can take without asking anybody. AGPL, SSPL and their like are not among them."""
APART: Final = {"libreadline": "GPL-3.0-or-later"}
"""Of a program that stands by itself and that nothing of ours calls: the `psql` in a wheel."""
_ABOVE: Final = """# Licences

What runs when Pitledger runs, and under which terms. Written by `make docs` from what the
installed packages say of themselves, for the set of `deploy/locked/runtime.txt` on Linux and
x86-64; a test holds that it is fresh, and that every licence is one of those that
`services/tools/release/licences.py` allows. Pitledger itself: Apache-2.0 (`LICENSE`). The extras
`parquet`, `otel` and `spark` and what only tests use are not in it.

## Packages

Texts lie beside what is installed (`site-packages`).

| package | version | licence | text |
| --- | --- | --- | --- |
"""
_BETWEEN: Final = """
## Inside of packages

Our wheel holds nothing of these but uPlot; the others come inside of the wheels of others.
Readline is used by their `psql` alone, which nothing of Pitledger calls; the image leaves both
out. Who hands on an image hands on the rest of it: keep to its terms.

| what | version | licence | inside of | text |
| --- | --- | --- | --- | --- |
"""


def permitted(licence: str) -> bool:
    """By any way that its AND and OR leave open."""
    terms = _terms()
    parsed = terms.parse(licence)
    if parsed is None:
        return False
    held = {one: terms.TRUE if one.key in ALLOWED else terms.FALSE for one in parsed.symbols}
    return bool(parsed.subs(held, simplify=True) == terms.TRUE)


@cache
def _terms() -> Licensing:
    """All that SPDX lists: it takes a while."""
    return get_spdx_licensing()


def refused(locked: dict[str, Locked]) -> Iterator[str]:
    """What nobody may ship before somebody has read its terms."""
    for name, one in locked.items():
        if one.usual and not permitted(licence_of(name)):
            yield f"{name} {one.version}: {licence_of(name)}"
    for inside in bundled():
        if not permitted(inside.licence) and APART.get(inside.name) != inside.licence:
            yield f"{inside.name} {inside.version} in {inside.inside}: {inside.licence}"


def licence_page(locked: dict[str, Locked]) -> str:
    packages = (_line(name) for name, one in locked.items() if one.usual)
    return _ABOVE + "".join(packages) + _BETWEEN + "".join(map(_line_inside, bundled()))


def _line(name: str) -> str:
    texts = ", ".join(f"`{one}`" for one in licence_texts_of(name)) or "none in the wheel"
    return f"| {name} | {version(name)} | {licence_of(name)} | {texts} |\n"


def _line_inside(one: Bundled) -> str:
    text = f"`{one.text}`" if one.text else "none in the wheel"
    return f"| {one.name} | {one.version} | {one.licence} | {one.inside} | {text} |\n"
