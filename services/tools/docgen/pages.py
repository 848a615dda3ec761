"""Which files are generated, and their contents."""

from domain.games.library import REGULATIONS
from services.rulebook.schema import submission_schema
from services.tools.docgen.asyncapi import asyncapi, written_as_yaml
from services.tools.docgen.conformance import conformance_page
from services.tools.docgen.reference import reference
from services.tools.docgen.schemas import command_schema, event_schema, rejection_schema, written


def generated() -> dict[str, str]:
    """Path from the project's root to content."""
    return {
        "deploy/schemas/commands.v1.json": written(command_schema()),
        "deploy/schemas/events.v1.json": written(event_schema()),
        "deploy/schemas/rejections.v1.json": written(rejection_schema()),
        **{
            f"deploy/schemas/submission.{rules.name}.v1.json": written(submission_schema(rules))
            for rules in REGULATIONS
        },
        "deploy/asyncapi.yaml": written_as_yaml(asyncapi()),
        "docs/reference.md": reference(),
        "examples/conformance/README.md": conformance_page(),
    }
