"""Which files are generated, and their contents."""

from services.publishing.asyncapi import asyncapi, written_as_yaml
from services.publishing.reference import reference
from services.publishing.schemas import command_schema, event_schema, rejection_schema, written


def generated() -> dict[str, str]:
    """Path from the project's root to content."""
    return {
        "deploy/schemas/commands.v1.json": written(command_schema()),
        "deploy/schemas/events.v1.json": written(event_schema()),
        "deploy/schemas/rejections.v1.json": written(rejection_schema()),
        "deploy/asyncapi.yaml": written_as_yaml(asyncapi()),
        "docs/reference.md": reference(),
    }
