"""Every read model has a folder of its own, with its row and its fold, and stands in the registry."""

from pathlib import Path

from projections import all_projections
from projections.registry import READ_MODELS


def test_every_folder_with_a_fold_is_registered(root: Path) -> None:
    folders = {path.parent.name for path in (root / "projections").glob("*/fold.py")}
    assert {model.__module__ for model in READ_MODELS} == {
        f"projections.{folder}.fold" for folder in folders
    }


def test_the_row_stands_beside_its_fold_and_the_folder_shows_both() -> None:
    for model in READ_MODELS:
        folder = model.__module__.removesuffix(".fold")
        assert model.row.__module__ == f"{folder}.row", model
        shown = __import__(folder, fromlist=["__all__"]).__all__
        assert {model.__name__, model.row.__name__} <= set(shown), folder


def test_no_two_read_models_share_a_table() -> None:
    names = [one.name for one in all_projections()]
    assert len(set(names)) == len(names)
