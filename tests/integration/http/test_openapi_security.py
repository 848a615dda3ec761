"""The API's description says how one signs in, as it is."""

from collections.abc import Iterator

import httpx
import pytest

from services.bootstrap import Service
from services.settings import Settings
from tests.support.http.at_provider import serving
from tests.support.http.serving import Served
from tests.support.http.staff import write_tokens


@pytest.fixture(scope="module")
def guarded(
    house: Service, settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    tokens = write_tokens(tmp_path_factory.mktemp("openapi") / "tokens.toml")
    with serving(house, settings.model_copy(update={"auth": "on", "tokens": tokens})) as running:
        yield running


def test_every_address_that_asks_who_one_is_says_so(guarded: Served) -> None:
    described = guarded.http.get("/openapi.json").json()
    schemes = described["components"]["securitySchemes"]
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            answer = guarded.http.request(method, path)
            assert (answer.status_code == 401) is bool(operation["security"]), path
            assert ("401" in operation["responses"]) is bool(operation["security"])
            for way in operation["security"]:
                assert way.keys() <= schemes.keys()


def test_where_nobody_signs_in_nothing_is_asked(http: httpx.Client) -> None:
    described = http.get("/openapi.json").json()
    assert "securitySchemes" not in described["components"]
    for operations in described["paths"].values():
        for operation in operations.values():
            assert operation["security"] == []
            assert "401" not in operation["responses"]
