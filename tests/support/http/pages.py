"""A browser without a screen: pages over HTTP, with the cookies that a browser would keep."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

PAGE = {"Accept": "text/html"}


def csrf_in(page: httpx.Response) -> str:
    """What the page put into its forms."""
    shown = re.search(r'name="csrf" content="([^"]+)"', page.text)
    assert shown, page.text
    return shown[1]


class Browser:
    """One person's: what it posts says that it comes from a page of the service itself."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        self.origin = {"Origin": str(http.base_url).rstrip("/"), "Sec-Fetch-Site": "same-origin"}

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.http.get(path, headers={**PAGE, **more.pop("headers", {})}, **more)

    def post(self, path: str, **form: str) -> httpx.Response:
        return self.http.post(path, data=form, headers={**PAGE, **self.origin})

    def sign_in(self, token: str, **form: str) -> httpx.Response:
        return self.post("/login", token=token, **form)

    def csrf(self) -> str:
        return csrf_in(self.get("/login"))

    def cookie(self) -> str:
        value = self.http.cookies.get("pitledger_session")
        assert value is not None
        return value


@contextmanager
def browser(base_url: httpx.URL | str) -> Iterator[Browser]:
    with httpx.Client(base_url=base_url, timeout=60) as http:
        yield Browser(http)
