"""Which files are generated, and their contents."""

from services.publishing.reference import reference
from services.publishing.schemas import command_schema, event_schema, written


def generated() -> dict[str, str]:
    """Path from the project's root to content."""
    return {
        "deploy/schemas/commands.v1.json": written(command_schema()),
        "deploy/schemas/events.v1.json": written(event_schema()),
        "docs/reference.md": reference(),
    }
