"""What is installed is what pyproject.toml asks for, in the chosen versions, by hash."""

import re
import tomllib
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from services.tools.release.installed import needed_by
from services.tools.release.locked import Locked, read_lock

ROOT = Path(__file__).parents[4]
LOCKS = sorted(one.stem for one in (ROOT / "deploy/locked").iterdir())
ASKED: dict[str, tuple[str, ...]] = {"runtime": (), "dev": ("dev",), "spark": ("spark",)}
"""Locks of the project's own, with the extras that they are for."""


@cache
def lock(name: str) -> dict[str, Locked]:
    return read_lock(ROOT / f"deploy/locked/{name}.txt")


def asked_for(*extras: str) -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    optional = project["optional-dependencies"]
    return [*project["dependencies"], *(one for extra in extras for one in optional[extra])]


@cache
def chosen() -> dict[str, str]:
    told = re.findall(r"^(\S+)==(\S+)$", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
    return {canonicalize_name(name): number for name, number in told}


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_has_its_hashes_and_the_chosen_version(name: str) -> None:
    for package, one in lock(name).items():
        assert one.hashes, package
        assert chosen().get(package) == one.version, f"{package}: change it and run `make lock`"


def test_no_version_is_chosen_for_what_is_nowhere_installed() -> None:
    assert set(chosen()) == {package for name in LOCKS for package in lock(name)}


@pytest.mark.parametrize("name", ASKED)
def test_what_is_asked_for_is_locked_in_a_version_that_will_do(name: str) -> None:
    locked = lock(name)
    for line in asked_for(*ASKED[name]):
        wanted = Requirement(line)
        found = locked[canonicalize_name(wanted.name)]
        assert wanted.specifier.contains(found.version, prereleases=True), line


@pytest.mark.parametrize("name", ["runtime", "dev"])
def test_all_that_it_comes_to_is_locked_and_nothing_else(name: str) -> None:
    needed = needed_by(asked_for(*ASKED[name]))
    assert set(needed) == {package for package, one in lock(name).items() if one.usual}


def test_the_extras_of_houses_are_tried_by_the_tests() -> None:
    assert set(needed_by(asked_for("otel", "parquet"))) <= set(lock("dev"))


def test_the_tests_run_with_what_is_locked() -> None:
    for package, one in lock("dev").items():
        if one.usual:
            assert version(package) == one.version, f"{package}: run `make setup`"


def test_locks_agree_to_the_hash() -> None:
    """They are installed over each other; and the image has what the tests had."""
    for name in LOCKS:
        for package, one in lock(name).items():
            assert lock("dev").get(package, one) == one, f"{name}: {package}"


def test_a_package_is_read_with_its_marker_and_all_its_hashes(tmp_path: Path) -> None:
    first, second = "a" * 64, "b" * 64
    (tmp_path / "lock").write_text(
        f"Some.Thing==1.0 ; sys_platform == 'win32' \\\n    --hash=sha256:{first} \\\n"
        f"    --hash=sha256:{second}\nother==2 \\\n    --hash=sha256:{second}\n"
    )
    read = read_lock(tmp_path / "lock")
    assert read["some-thing"].hashes == (first, second)
    assert (read["some-thing"].usual, read["other"].usual) == (False, True)
    assert read["other"].purl == "pkg:pypi/other@2"
