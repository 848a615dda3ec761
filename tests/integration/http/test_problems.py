"""Every way to fail has a documented type; what nobody foresaw is not told."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.bootstrap import Service
from services.http.app import make_app
from services.http.problems import PROBLEMS, Problem, problem_response
from services.queries import Floor, Queries
from services.settings import Settings
from tests.support.http.playing import Pit, expect_problem
from tests.support.http.serving import served


def nodes(root: Path) -> Iterator[tuple[Path, ast.AST]]:
    """Everything that is written in the services."""
    for path in sorted((root / "services").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            yield path, node


def test_every_problem_that_is_raised_is_documented(root: Path) -> None:
    told = {
        node.args[0].value
        for _, node in nodes(root)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Problem"
        and isinstance(node.args[0], ast.Constant)
    }
    by_status = {"not-found", "method-not-allowed", "invalid-request"}
    assert told | by_status == set(PROBLEMS)


def test_a_type_that_is_not_documented_cannot_be_told() -> None:
    with pytest.raises(KeyError):
        problem_response(Problem("unheard-of", "nobody wrote this down"))


@pytest.mark.parametrize("kind", PROBLEMS)
def test_a_type_has_a_name_a_status_and_a_title(kind: str) -> None:
    status, title = PROBLEMS[kind]
    assert kind == kind.lower()
    assert 400 <= status <= 599
    assert title
    response = problem_response(Problem(kind, "so it is", more=1))
    assert response.status_code == status
    assert response.media_type == "application/problem+json"
    assert ("retry-after" in response.headers) == (status in (429, 503))


def test_metrics_are_made_in_one_place(root: Path) -> None:
    """Where the names of the metrics are checked, and documented from."""
    makers = {
        str(path.relative_to(root))
        for path, node in nodes(root)
        if isinstance(node, ast.ImportFrom)
        and node.module == "prometheus_client"
        and {alias.name for alias in node.names} & {"Counter", "Gauge", "Histogram", "Summary"}
    }
    assert makers == {"services/runtime/metrics.py"}


class _Burning(Queries):
    """Queries that cannot be read."""

    def floor(self) -> Floor:
        raise ZeroDivisionError("the third shelf of the vault")


def test_what_nobody_foresaw_is_not_told(house: Service, settings: Settings, pit: Pit) -> None:
    app = make_app(
        settings=settings,
        desk=house.desk,
        ledger=house.storage.ledger,
        books=_Burning(house.storage.ledger.datastore),
        checks={},
    )
    with served(app, settings) as running:
        response = running.http.get("/v1/tables")
        problem = expect_problem(response, "internal")
        assert "vault" not in response.text
        assert "ZeroDivision" not in response.text
        assert problem["detail"] == "the failure was logged"
        assert running.http.get("/livez").status_code == 200
    assert pit.get("/livez") == {"status": "alive"}
