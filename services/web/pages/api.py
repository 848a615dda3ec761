"""The API's description for people: what its address for programs has, from the same source."""

from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from services.web.api_view import schemas_of, tags_of
from services.web.frame import page
from services.web.visitor import Visiting

router = APIRouter(include_in_schema=False)


@router.get("/docs")
async def docs(request: Request, visitor: Visiting) -> Response:
    """Every operation, with its parameters, answers and examples."""

    def shown() -> Response:
        described: dict[str, Any] = request.app.openapi()
        return page(
            request,
            visitor,
            "api.html",
            section="system",
            title="API",
            info=described["info"],
            schemes=described["components"].get("securitySchemes", {}),
            tags=tags_of(described),
        )

    return await run_in_threadpool(shown)


@router.get("/docs/schemas")
async def schemas(request: Request, visitor: Visiting) -> Response:
    """Every schema that an operation refers to."""

    def shown() -> Response:
        return page(
            request,
            visitor,
            "api_schemas.html",
            section="system",
            title="API: schemas",
            schemas=schemas_of(request.app.openapi()),
        )

    return await run_in_threadpool(shown)
