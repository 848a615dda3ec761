"""Which files are generated, and their contents."""

from services.tools.docgen.api_examples import api_examples, openapi, written_as_json
from services.tools.docgen.asyncapi import asyncapi, written_as_yaml
from services.tools.docgen.conformance import conformance_page
from services.tools.docgen.reference import reference
from services.tools.docgen.schemas import all_schemas


def generated() -> dict[str, str]:
    """Path from the project's root to content."""
    return {
        **{f"deploy/schemas/{name}": schema for name, schema in all_schemas().items()},
        "services/http/description/examples.json": written_as_json(api_examples()),
        "deploy/openapi.json": written_as_json(openapi()),
        "deploy/asyncapi.yaml": written_as_yaml(asyncapi()),
        "docs/reference.md": reference(),
        "examples/conformance/README.md": conformance_page(),
    }
