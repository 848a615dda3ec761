"""All that the API answers, put onto an app; the pages come beside it."""

from fastapi import FastAPI

from services.http import (
    charts,
    commands,
    device_route,
    evidence,
    health,
    log,
    proofs,
    reading,
    reports,
    searching,
    stream,
)


def add_api(app: FastAPI) -> None:
    """Commands and devices first: they are what there is most of, and routes are tried in turn."""
    commands.add_routes(app.router)
    app.router.routes.append(device_route.websocket_route)
    for part in (
        *(device_route, proofs, reading, evidence, searching, reports, charts, stream, health, log),
    ):
        app.include_router(part.router)
