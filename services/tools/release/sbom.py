"""The bill of materials, as CycloneDX 1.6: what runs, from where, by hash, under which licence.

`python -m services.tools.release.sbom LOCK TIME` prints that of the environment it is called in.
"""

import hashlib
import json
import platform
import sys
import uuid
from collections.abc import Iterator
from importlib.metadata import requires, version
from pathlib import Path
from typing import Any, Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from services.tools.release.bundled import Bundled, bundled
from services.tools.release.installed import licence_of, needed_by
from services.tools.release.locked import Locked, read_lock

_OURS: Final = uuid.UUID("8f0f6a52-6d1c-5c0e-9d56-2f3a1c1f7b11")
"""The room that serial numbers are made in: the same release has the same number."""


def bill_of_wheel(locked: dict[str, Locked], wheel: Path, created: str) -> dict[str, Any]:
    """The wheel, and everything that is installed with it."""
    content = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return _bill(locked, created, wheel.name, [{"alg": "SHA-256", "content": content}], [])


def bill_of_image(locked: dict[str, Locked], created: str) -> dict[str, Any]:
    """The image's environment as it is here, and the Python under it."""
    python = platform.python_version()
    interpreter = {
        "type": "platform",
        "bom-ref": f"pkg:generic/python@{python}",
        "name": "python",
        "version": python,
        "purl": f"pkg:generic/python@{python}",
        "licenses": [{"license": {"id": "PSF-2.0"}}],
    }
    return _bill(locked, created, "image", [], [interpreter])


def _bill(
    locked: dict[str, Locked],
    created: str,
    of: str,
    hashes: list[dict[str, str]],
    beside: list[dict[str, Any]],
) -> dict[str, Any]:
    ours = f"pkg:pypi/pitledger@{version('pitledger')}"
    usual = {name: one for name, one in locked.items() if one.usual}
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(_OURS, f'{ours} {of} {created} {hashes}')}",
        "version": 1,
        "metadata": {
            "timestamp": created,
            "component": {
                "type": "application",
                "bom-ref": ours,
                "name": "pitledger",
                "version": version("pitledger"),
                "purl": ours,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
                "hashes": hashes,
                "components": list(_inside("pitledger")),
            },
        },
        "components": [*beside, *map(_component, usual.values())],
        "dependencies": list(_dependencies(ours, usual)),
    }


def _component(one: Locked) -> dict[str, Any]:
    """Its hashes are those that the lock lets in; more than one where platforms differ."""
    return {
        "type": "library",
        "bom-ref": one.purl,
        "name": one.name,
        "version": one.version,
        "purl": one.purl,
        "licenses": [_licence(licence_of(one.name))],
        "hashes": [{"alg": "SHA-256", "content": content} for content in one.hashes],
        "components": list(_inside(one.name)),
    }


def _inside(package: str) -> Iterator[dict[str, Any]]:
    return (_part(one) for one in bundled() if one.inside == package)


def _part(one: Bundled) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": f"{one.inside}:{one.purl}",
        "name": one.name,
        "version": one.version,
        "purl": one.purl,
        "licenses": [_licence(one.licence)],
    }


def _licence(expression: str) -> dict[str, Any]:
    plain = " " not in expression
    return {"license": {"id": expression}} if plain else {"expression": expression}


def _dependencies(ours: str, usual: dict[str, Locked]) -> Iterator[dict[str, Any]]:
    wanted = [one for one in requires("pitledger") or () if "extra ==" not in one]
    first = {canonicalize_name(Requirement(one).name) for one in wanted}
    yield {"ref": ours, "dependsOn": sorted(usual[name].purl for name in first)}
    for name, needed in sorted(needed_by(wanted).items()):
        yield {"ref": usual[name].purl, "dependsOn": sorted(usual[one].purl for one in needed)}


def written(bill: dict[str, Any]) -> str:
    return json.dumps(bill, indent=2) + "\n"


if __name__ == "__main__":
    _, lock, created = sys.argv
    sys.stdout.write(written(bill_of_image(read_lock(Path(lock)), created)))
