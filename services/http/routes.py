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
    """Commands straight onto the app's own router, where `front` finds them."""
    commands.add_routes(app.router)
    for part in (
        *(device_route, proofs, reading, evidence, searching, reports, charts, stream, health, log),
    ):
        app.include_router(part.router)
