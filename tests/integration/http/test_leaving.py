"""An API that is to end leaves first: it says so, takes what comes, and keeps no connection."""

from typing import Final

import httpx

from services.bootstrap import Service
from services.settings import Settings
from tests.integration.http.test_slow_clients import line_to, opened, rest
from tests.support.processes.waiting import wait_for

WHOLE: Final = b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def test_it_says_so_and_takes_what_comes(house: Service, settings: Settings) -> None:
    with opened(house, settings, leave_seconds=4) as running:
        url = str(running.http.base_url)
        assert running.http.get("/readyz/api").json() == {
            "status": "ready",
            "checks": {"api": "ok"},
        }
        assert "connection" not in running.http.get("/livez").headers
        running.ask_to_stop()
        wait_for(lambda: running.http.get("/readyz/api").status_code == 503)
        told = running.http.get("/readyz/api").json()
        assert told["checks"] == {"api": "it is about to end: send requests to another"}
        assert running.http.get("/readyz").json()["checks"]["api"] == told["checks"]["api"]
        wait_for(lambda: httpx.get(f"{url}/livez").headers.get("connection") == "close")
        running.wait_until_stopped()


def test_whoever_has_begun_to_ask_is_answered(house: Service, settings: Settings) -> None:
    """On a connection that was kept, and on one that is new."""
    with opened(house, settings, head_seconds=30) as running:
        with line_to(running) as kept, line_to(running) as new:
            kept.sendall(WHOLE + WHOLE[:10])
            assert kept.recv(4096).startswith(b"HTTP/1.1 200")
            new.sendall(WHOLE[:10])
            # Only who was accepted has begun: with this answer all that came before are.
            assert running.http.get("/livez").status_code == 200
            running.ask_to_stop()
            wait_for(running.app.state.closing.is_set)
            for line in (kept, new):
                line.sendall(WHOLE[10:])
                answer = rest(line)
                assert answer.startswith(b"HTTP/1.1 200")
                assert b"\r\nconnection: close\r\n" in answer
        running.wait_until_stopped()
