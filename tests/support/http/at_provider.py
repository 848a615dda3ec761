"""A house whose people sign in at a provider, and a browser that goes there and back."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from prometheus_client import REGISTRY
from pydantic import SecretStr

from services.bootstrap import Service
from services.http.app import make_app
from services.settings import Settings
from tests.support.http.pages import Browser
from tests.support.http.provider import CLIENT, SECRET, Provider
from tests.support.http.serving import Served, served

SESSION = "pitledger_session"


def at_provider(settings: Settings, provider: Provider, **more: Any) -> Settings:
    told = {
        "auth": "on",
        "oidc_issuer": provider.issuer,
        "oidc_client_id": CLIENT,
        "oidc_client_secret": SecretStr(SECRET),
        "token_failures": 10_000,
    }
    return settings.model_copy(update={**told, **more})


@contextmanager
def serving(house: Service, settings: Settings) -> Iterator[Served]:
    storage = house.storage
    app = make_app(
        settings=settings,
        desk=house.desk,
        ledger=storage.ledger,
        books=storage.books,
        checks={},
    )
    with served(app, settings) as running:
        yield running


def denied(why: str) -> float:
    return REGISTRY.get_sample_value("pitledger_http_denied_total", {"why": why}) or 0.0


def sent_back(visitor: Browser, goes_on: str = "/") -> str:
    """To the provider, and the address it sends the browser back to."""
    begun = visitor.get("/login/provider", params={"next": goes_on})
    assert begun.status_code == 303, begun.text
    there = httpx.get(begun.headers["location"])
    assert there.status_code == 302
    return there.headers["location"]


def sign_in(visitor: Browser, goes_on: str = "/") -> httpx.Response:
    # A browser that comes from another site says so; it is let in by following a link.
    from_there = {
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "document",
    }
    return visitor.get(sent_back(visitor, goes_on), headers=from_there)


def refused(visitor: Browser, answer: httpx.Response, why: str, words: str) -> None:
    assert answer.status_code == 403, answer.text
    assert words in answer.text
    assert SESSION not in visitor.http.cookies
    assert denied(f"provider_{why}") > 0
    assert SECRET not in answer.text
