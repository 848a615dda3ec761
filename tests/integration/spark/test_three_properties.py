"""The documented command over three exports, in the environment that Spark has of its own."""

import csv
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from projections.figures.group import TOTALS, game_days
from projections.figures.reconciliation import Reconciliation
from tests.support.spark.properties import three_properties


@pytest.fixture
def python(root: Path) -> Path:
    """That `make test` and `make spark` put Spark beside."""
    if shutil.which("java") is None:
        pytest.skip("no Java: Spark needs java (17 or newer) on the PATH")
    found = root / ".venv-spark" / "bin" / "python"
    if not found.with_name("spark-submit").exists():
        pytest.skip("no Spark: `make spark-env` fetches it")
    return found


def test_figures_of_three_exports_are_the_properties_own_to_the_cent(
    server: str, python: Path, tmp_path: Path
) -> None:
    """It takes long: three houses are played and exported, and Spark starts from nothing."""
    own: dict[tuple[str, ...], dict[str, str]] = {}
    with three_properties(server) as group:
        for one in group:
            one.write_parquet(tmp_path / "houses")
            for day in one.days():
                report = msgspec.json.decode(one.own_reconciliation(day), type=Reconciliation)
                for line in game_days(one.name, report):
                    totals = {name: _told(line.totals[name]) for name in TOTALS}
                    own[line.property, line.game, line.day] = totals
    done = subprocess.run(
        [python, "-m", "services.spark.group_figures", "--parquet", "houses/*/events", "--out", "figures.csv"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    [file] = (tmp_path / "figures.csv").glob("*.csv")
    with file.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    found = {
        (row["property"], row["game"], row["day"]): {name: row[name] for name in TOTALS}
        for row in rows
    }
    assert len(found) == len(rows)
    assert found == own
    assert {name for name, *_ in found} == {"north", "south", "east-wing"}


def _told(cents: int | None) -> str:
    """What is not counted is empty, never zero."""
    return "" if cents is None else str(cents)
