"""Which files are generated, and their contents."""

from domain.games.library import REGULATIONS
from services.rulebook.schema import submission_schema
from services.tools.docgen.asyncapi import asyncapi, written_as_yaml
from services.tools.docgen.conformance import conformance_page
from services.tools.docgen.reference import reference
from services.tools.docgen.schemas import (
    command_schema,
    event_schema,
    rejection_schema,
    seal_schema,
    written,
)
from services.web.pieces.sprite import names_script, sprite


def generated() -> dict[str, str]:
    """Path from the project's root to content."""
    return {
        "deploy/schemas/commands.v1.json": written(command_schema()),
        "deploy/schemas/events.v1.json": written(event_schema()),
        "deploy/schemas/rejections.v1.json": written(rejection_schema()),
        "deploy/schemas/seals.v1.json": written(seal_schema()),
        **{
            f"deploy/schemas/submission.{rules.name}.v1.json": written(submission_schema(rules))
            for rules in REGULATIONS
        },
        "deploy/asyncapi.yaml": written_as_yaml(asyncapi()),
        "docs/reference.md": reference(),
        "services/web/static/pieces.svg": sprite(),
        "services/web/static/piece_names.js": names_script(),
        "examples/conformance/README.md": conformance_page(),
    }
