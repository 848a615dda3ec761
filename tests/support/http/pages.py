"""A browser without a screen: pages over HTTP, with the cookies that a browser would keep."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

PAGE = {"Accept": "text/html"}


OWN_PAGE = {"Sec-Fetch-Site": "same-origin"}
"""As a browser says of what a page of the service itself sends."""


class Browser:
    """One person's: what it posts says that it comes from a page of the service itself."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        self.origin = {"Origin": str(http.base_url).rstrip("/"), **OWN_PAGE}

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.http.get(path, headers={**PAGE, **more.pop("headers", {})}, **more)

    def post(self, path: str, **form: str) -> httpx.Response:
        return self.http.post(path, data=form, headers={**PAGE, **self.origin})

    def sign_in(self, token: str, **form: str) -> httpx.Response:
        return self.post("/login", token=token, **form)

    def cookie(self) -> str:
        value = self.http.cookies.get("pitledger_session")
        assert value is not None
        return value


@contextmanager
def browser(base_url: httpx.URL | str) -> Iterator[Browser]:
    with httpx.Client(base_url=base_url, timeout=60) as http:
        yield Browser(http)
