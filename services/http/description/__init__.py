"""The API's own description (OpenAPI 3.1), as it is served and as deploy/openapi.json has it."""

from services.http.description.describing import describe

__all__ = ["describe"]
