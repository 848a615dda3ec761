"""The wheel: made again it is the same, and it holds what it should and nothing else."""

import tarfile
import zipfile
from pathlib import Path

import msgspec
import pytest

from domain.game_library import LIBRARY
from services.runtime.build import Label
from services.tools.release.building import (
    Built,
    NotBuilt,
    build,
    commit_of,
    git,
    refuse_unclean,
)
from services.tools.release.label import schema_hashes

PACKAGES = ("domain", "projections", "services", "examples/submissions")
LABEL = "pitledger/app/services/build.json"


@pytest.fixture(scope="module")
def names(built: Built) -> set[str]:
    return set(zipfile.ZipFile(built.wheel).namelist())


def test_built_again_elsewhere_it_is_the_same_to_the_byte(
    built: Built, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Asia/Macau")
    again = build(root, commit_of(root), tmp_path)
    assert [one.name for one in again] == [one.name for one in built]
    assert again.source.read_bytes() == built.source.read_bytes()
    assert again.wheel.read_bytes() == built.wheel.read_bytes()


def test_it_takes_one_name_of_an_environment(names: set[str]) -> None:
    taken = {name.partition("/")[0] for name in names}
    assert {one for one in taken if not one.endswith(".dist-info")} == {"pitledger"}


def test_every_tracked_file_of_the_packages_is_in_it_and_the_label(
    names: set[str], root: Path
) -> None:
    ours = git(root, "ls-files", "pitledger").split()
    moved = (f"pitledger/app/{one}" for one in git(root, "ls-files", *PACKAGES).split())
    inside = {name for name in names if ".dist-info/" not in name}
    assert inside == {*ours, *moved, LABEL}


def test_the_source_has_all_that_is_tracked_and_the_label(built: Built, root: Path) -> None:
    with tarfile.open(built.source) as source:
        names = {one.name.partition("/")[2] for one in source.getmembers() if one.isfile()}
    tracked = set(git(root, "ls-files").split("\n")) - {""}
    assert names == tracked | {"services/build.json", "PKG-INFO"}


def test_the_label_says_which_commit_it_is_and_the_hash_of_every_regulation_and_schema(
    built: Built, root: Path
) -> None:
    label = msgspec.json.decode(zipfile.ZipFile(built.wheel).read(LABEL), type=Label)
    assert label.revision == git(root, "rev-parse", "HEAD").strip()
    assert label.created.endswith("Z")
    assert f"-{label.version}-" in built.wheel.name
    assert label.regulations == {one.ref: one.content_hash() for one in LIBRARY.carried}
    assert label.schemas == schema_hashes()
    assert set(label.schemas) == {one.name for one in (root / "deploy/schemas").glob("*.json")}


def test_no_label_lies_in_the_tree(root: Path) -> None:
    """It would go into builds that are something else."""
    assert not (root / "services" / "build.json").exists()


def test_the_texts_of_licences_go_with_it(names: set[str]) -> None:
    texts = {name.partition(".dist-info/licenses/")[2] for name in names}
    assert {"LICENSE", "services/web/static/vendor/uplot-1.6.32/LICENSE"} <= texts


def test_what_is_not_committed_makes_no_release(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    refuse_unclean(tmp_path)
    (tmp_path / "forgotten.py").touch()
    with pytest.raises(NotBuilt, match=r"1 files differ from the commit, forgotten\.py first"):
        refuse_unclean(tmp_path)


def test_where_there_is_no_git_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(NotBuilt, match="not a git repository"):
        commit_of(tmp_path)
